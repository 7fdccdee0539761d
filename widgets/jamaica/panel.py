"""The odds of Jamaica drawn while nobody fights: cards over all throws, treasures, steps.

Every number here comes from `gamelib.jamaica.odds`; what is counted is drawn case by case.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from typing import NamedTuple

from gamelib.jamaica import odds as chances
from gamelib.jamaica.position import CARDS, DECK, POWERS, TREASURES, Phase, Ship, View
from gamelib.jamaica.rules import Jamaica, loser_of, unseen_treasures
from gamelib.texts import number, percent, say
from widgets.jamaica.art import DARK, LINE, POWER_SIGNS, WIDTH, act, frame_if_marked, good, sign
from widgets.scene import Item, answer, coord, fraction, text
from widgets.tabletop import SIGNS

GRID = 54
"""How wide the 36 throws of a card are."""
ROW = 80


@lru_cache(maxsize=4096)
def _alone(game: Jamaica, ship: Ship) -> View:
    """Return a view of a ship alone: where a card leads it depends on nothing else."""
    return game.observe(game.start(), 0)._replace(ships=(ship,))


@lru_cache(maxsize=4096)
def _short(game: Jamaica, ship: Ship, card: int) -> tuple[bool, ...]:
    """Return for each throw, morning by morning, whether a card leads into a shortage."""
    view = _alone(game, ship)
    return tuple(
        chances.short(view, card, morning, evening)
        for morning in range(1, 7)
        for evening in range(1, 7)
    )


def short_throws(view: View, card: int) -> tuple[bool, ...]:
    """Return for each throw whether a card leads into a shortage, as the seat must expect it.

    A captain who has yet to roll sets the dice the better way round.
    """
    assert view.seat is not None
    short = _short(view.game, view.ships[view.seat], card)
    if view.phase is Phase.ROLL and view.captain == view.seat:
        return tuple(short[n] and short[n % 6 * 6 + n // 6] for n in range(36))
    return short


@lru_cache(maxsize=4096)
def _grid(short: tuple[bool, ...]) -> str:
    """Return lines over the throws that run short, morning across and evening down."""
    cell = GRID // 6
    hatch = "".join(
        f"M{n // 6 * cell} {n % 6 * cell + cell}l9 -9m-9 4l5 -5m-1 10l5 -5"
        for n, bad in enumerate(short)
        if bad
    )
    return f'<path d="{hatch}" style="stroke:var(--tw-hurt);stroke-width:1.5;fill:none"/>'


THROWS = (
    f'<path d="M0 0h{GRID}v{GRID}h-{GRID}z" style="fill:var(--tw-card);stroke:var(--tw-ink)"/>'
    + '<path d="'
    + "".join(f"M{n * 9} 0v{GRID}M0 {n * 9}h{GRID}" for n in range(1, 6))
    + '" style="stroke:var(--tw-line);stroke-width:.7;fill:none"/>'
)
"""The 36 throws of two dice."""


@cache
def _cell(morning: int, evening: int) -> str:
    """Return a frame round a throw in the picture of the 36."""
    cell = GRID / 6
    return (
        f'<rect x="{(morning - 1) * cell - 1.5:g}" y="{(evening - 1) * cell - 1.5:g}" '
        f'width="{cell + 3:g}" height="{cell + 3:g}" '
        'style="fill:none;stroke:var(--tw-act);stroke-width:3"/>'
    )


@cache
def _small_card(card: int) -> str:
    """Return an action card, small: above the morning, below the evening."""
    art = (
        '<rect x=".5" y=".5" width="31" height="53" rx="4" '
        'style="fill:var(--tw-card);stroke:var(--tw-line)"/>'
        '<path d="M1 27H31" style="stroke:var(--tw-line)"/>'
    )
    return art + "".join(act(kind, 16, 14 + 27 * n) for n, kind in enumerate(CARDS[card]))


@lru_cache(maxsize=4096)
def _trips(game: Jamaica, ship: Ship, card: int, dice: tuple[int, int], none: str) -> str:
    """Return where a card can lead with the dice as set: spaces and prices, shortages marked."""
    trips = [trip for trip in chances.trips(_alone(game, ship), card, *dice) if trip.spaces]
    trips = list({(trip.spaces, trip.short): trip for trip in trips}.values())
    if not trips:
        return text(0, 14, none, 12, fill="var(--tw-soft)")
    art = ""
    most = 4 if len(trips) <= 4 else 3
    for n, trip in enumerate(trips[:most]):
        x, y = 122 * (n % 2), 20 * (n // 2)
        words = "→".join(map(str, trip.spaces))
        wide = 10 + 8 * len(words) + 18 * len(trip.paid) + (14 if trip.short else 0)
        colour = "hurt" if trip.short else "line"
        art += (
            f'<rect x="{x}" y="{y}" width="{coord(wide)}" height="18" rx="9" '
            f'style="fill:var(--tw-ground);stroke:var(--tw-{colour})"/>'
            + text(x + 6, y + 13, words, 12, weight=600)
        )
        at = x + 6 + 8 * len(words) + 9
        for kind, price in trip.paid:
            art += good(kind, at, y + 9, 0.85) + text(at, y + 13, price, 12, "middle", 700, DARK)
            at += 18
        if trip.short:
            art += text(at - 4, y + 13, "!", 14, "middle", 700, "var(--tw-hurt)")
    if len(trips) > most:
        art += text(122, 33, f"+{len(trips) - most}", 12)
    return art


class Panel(NamedTuple):
    """The quiet picture about to be drawn: cards, treasures, steps."""

    view: View
    lang: str
    names: Sequence[str]

    def say(self, key: str, **values: object) -> str:
        """Return words of the picture."""
        return say(f"jamaica.odds.{key}", self.lang, **values)

    def items(self) -> Iterator[Item]:
        """Yield the whole picture."""
        view = self.view
        if view.seat is None or not view.hand:
            yield from self.two_dice(20)
        else:
            yield from self.cards(20)
        y = 56 + ROW * max(3, len(view.hand))  # it stays there while cards come and go
        yield from self.treasures(y)
        yield from self.steps(y + 122)

    def cards(self, y: float) -> Iterator[Item]:
        """Yield each card in hand with all throws, and where it leads with the dice as set."""
        view = self.view
        assert view.seat is not None
        ship = view.ships[view.seat]
        dice = view.dice if view.phase is not Phase.DICE else ()
        heading = self.say("cards_now" if dice else "cards")
        yield Item("title", 4, y, text(0, 0, heading, 14, weight=600))
        yield Item("axes", 4, y + 18, text(0, 0, self.say("axes"), 12, fill="var(--tw-soft)"))
        y += 28
        frames: dict[tuple[int, int], str] = {}
        for n, card in enumerate(view.hand):
            top = y + ROW * n
            short = short_throws(view, card)
            art = _small_card(card) + f'<g transform="translate(44 0)">{_grid(short)}'
            if len(dice) == 2:
                art += _cell(dice[0], dice[1])
            art += "</g>"
            count = sum(short)
            chance = Fraction(count, 36)
            if len(dice) == 2:
                trips = _trips(view.game, ship, card, (dice[0], dice[1]), self.say("stays"))
                art += f'<g transform="translate(108 -2)">{trips}</g>'
            at = 48 if len(dice) == 2 else 28
            numbers = fraction(124, at, chance, 14, 36)
            art += answer(numbers + text(146, at + 5, percent(chance, self.lang), 14, weight=600))
            art += text(206, at + 5, self.say("short"), 12, fill="var(--tw-soft)")
            yield Item(f"throws {n}", 48, top, THROWS)
            yield Item(f"card {card}", 4, top, art, z=1)
            yield frame_if_marked(0, top - 6, 358, 75, f"chosen {card}")
            if view.phase is Phase.DICE:
                for pair in {view.dice, view.dice[::-1]}:
                    cell = _cell(pair[0], pair[1])
                    frames[pair[0], pair[1]] = (
                        frames.get((pair[0], pair[1]), "")
                        + f'<g transform="translate(48 {coord(top)})">{cell}</g>'
                    )
        for (morning, evening), art in sorted(frames.items()):
            key = f"set {morning} {evening}"
            yield Item(key, 0, 0, f'<g class="tw-if-marked">{art}</g>', z=5)

    def two_dice(self, y: float) -> Iterator[Item]:
        """Yield the 36 throws of two dice with the higher one in each, and how likely it is."""
        yield Item("title", 4, y, text(0, 0, self.say("two_dice"), 14, weight=600))
        yield Item("two dice", 4, y + 14, _two_dice(self.lang))

    def treasures(self, y: float) -> Iterator[Item]:
        """Yield all treasures, the seen ones faded, and what the next one may be."""
        view = self.view
        theft = view.phase in (Phase.LOOT, Phase.THEFT) and self.robbed()
        heading = self.say("stolen" if theft else "treasures", count=view.treasure_pile)
        yield Item("treasures", 4, y, text(0, 0, heading, 14, weight=600))
        yield from self.treasure_cards(y + 10)
        found = chances.stolen(view) if theft else chances.in_lair(view)
        groups = (
            ("gold", sum((p for n, p in found.items() if n > 0 and n not in POWERS), Fraction(0))),
            ("cursed", sum((p for n, p in found.items() if n < 0), Fraction(0))),
            ("power", sum((p for n, p in found.items() if n in POWERS), Fraction(0))),
        )
        art = ""
        for n, (code, chance) in enumerate(groups):
            x = 20 + 118 * n
            art += fraction(x, 0, chance, 14)
            art += text(x + 24, -1, percent(chance, self.lang), 14, weight=600)
            art += text(x + 24, 14, self.say(code), 12, fill="var(--tw-soft)")
        yield Item("treasure odds", 4, y + 76, art)

    def robbed(self) -> bool:
        """Tell whether the loser of a battle has face-down treasures to steal."""
        view = self.view
        return view.battle is not None and bool(view.hidden[loser_of(view.battle)])

    def treasure_cards(self, y: float) -> Iterator[Item]:
        """Yield all treasure cards side by side, with a sign on those that were seen."""
        view = self.view
        left = list(unseen_treasures(view))
        for n, treasure in enumerate(TREASURES):
            seen = treasure not in left
            if not seen:
                left.remove(treasure)
            x = 4 + 29.3 * n
            yield Item(
                treasure_mark(n), x, y, _treasure(treasure), classes="tw-faded" if seen else ""
            )
            if seen:
                kind = "table" if treasure in POWERS else "known"
                mark = f'<g transform="translate(13 40) scale(.7)">{SIGNS[kind]}</g>'
                yield Item(f"seen {n}", x, y, mark, z=1)

    def steps(self, y: float) -> Iterator[Item]:
        """Yield how many spaces a round brings, any of the cards in hand as likely."""
        view = self.view
        cards = view.hand or DECK
        spread = _spread(cards)
        mean = sum((n * p for n, p in spread.items()), Fraction(0))
        yield Item("steps", 4, y, text(0, 0, self.say("steps"), 14, weight=600))
        words = self.say("mean", mean=number(mean, self.lang, 2).replace("-", "−"))
        exact = f"= {mean.numerator}/{mean.denominator}" if mean.denominator > 1 else ""
        art = text(0, 0, f"{words} {exact}".replace("-", "−"), 12)
        yield Item("mean", 4, y + 18, art)
        height = 600 - 22 - (y + 26)
        yield Item("axis", 4, 600 - 22, _axis())
        yield Item("bars", 4, 600 - 22, _bars(cards, min(height, 150), self.lang))


@cache
def _two_dice(lang: str) -> str:
    """Return the 36 throws of two dice, and beside each line how likely that number is."""
    cell = 36
    squares = "".join(
        f"M{cell * one} {cell * two}h34v34h-34z" for one in range(6) for two in range(6)
    )
    art = f'<path d="{squares}" style="fill:var(--tw-card);stroke:var(--tw-line)"/>' + "".join(
        text(cell * one + 17, cell * two + 22, max(one, two) + 1, 14, "middle")
        for one in range(6)
        for two in range(6)
    )
    for n, (value, chance) in enumerate(chances.dice(max).items()):
        top = cell * n + 22
        art += text(238, top, value, 14, "middle", 700)
        art += text(296, top, f"{int(chance * 36)}/36", 14, "end", 600)
        art += text(WIDTH - 6, top, percent(chance, lang), 14, "end")
    return art


def treasure_mark(n: int) -> str:
    """Return the key of a treasure in the picture of all."""
    return f"treasure {n}"


@cache
def _treasure(treasure: int) -> str:
    """Return a treasure card: its gold with a sign, or the sign of its power."""
    art = (
        '<rect class="tw-card" width="26" height="34" rx="4" '
        'style="fill:var(--tw-card);stroke:var(--tw-line)"/>'
        '<path class="tw-hurt-lines" d="M1 12L12 1M1 24L24 1M4 33L25 12M15 33L25 23"/>'
    )
    if treasure in POWERS:
        return art + sign(POWER_SIGNS[treasure], 13, 17, 0.9, LINE)
    return art + text(13, 22, f"{treasure:+}".replace("-", "−"), 14, "middle", 700)


@lru_cache(maxsize=1024)
def _spread(cards: tuple[int, ...]) -> Mapping[int, Fraction]:
    return chances.steps(cards)


STEPS = range(-5, 13)
"""As far back and forward as a card can bring a ship."""


@cache
def _axis() -> str:
    """Return the numbers of steps below their bars."""
    step = WIDTH / len(STEPS)
    return "".join(
        text((k + 0.5) * step, 15, str(n).replace("-", "−"), 12, "middle", 400 if n else 600)
        for k, n in enumerate(STEPS)
    )


@lru_cache(maxsize=1024)
def _bars(cards: tuple[int, ...], height: float, lang: str) -> str:
    """Return a bar for each number of steps, standing on the origin; the likeliest has numbers."""
    spread = _spread(cards)
    lowest, step = STEPS[0], WIDTH / len(STEPS)
    tallest = max(spread.values())
    likeliest = next(n for n, p in spread.items() if p == tallest)
    art, bars = f'<path d="M0 0H{WIDTH}" style="stroke:var(--tw-ink)"/>', {"hurt": "", "good": ""}
    for n, chance in spread.items():
        x, high = (n - lowest) * step, coord(float(chance / tallest) * (height - 18))
        wide = coord(step - 4)
        bars["hurt" if n < 0 else "good"] += f"M{coord(x + 2)} 0v-{high}h{wide}v{high}z"
    for colour, drawn in bars.items():
        art += f'<path d="{drawn}" style="fill:var(--tw-{colour})"/>'
    x = (likeliest - lowest + 0.5) * step
    words = f"{tallest.numerator}/{tallest.denominator}  {percent(tallest, lang)}"
    return art + text(max(x, 60), -height + 12, words, 12, "middle", 600)
