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
from widgets.jamaica.art import (
    DARK,
    DAYS,
    LINE,
    POWER_SIGNS,
    WIDTH,
    act,
    frame_if_marked,
    good,
    sign,
)
from widgets.scene import SMALLEST, Item, answer, coord, text, width_of
from widgets.tabletop import SIGNS

GRID = 54
"""How wide the 36 throws of a card are."""
ROW = 80
BESIDE = 108
"""How far right of a card its words begin, past the picture of its throws."""
ROOM = WIDTH - BESIDE
"""How much space is left for them."""


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
    f'<path d="M0 0h{GRID}v{GRID}h-{GRID}z'
    + "".join(f"M{n * 9} 0v{GRID}M0 {n * 9}h{GRID}" for n in range(1, 6))
    + '" style="fill:var(--tw-card);stroke:var(--tw-line);stroke-width:.8"/>'
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
        '<path d="M4.5 .5h23a4 4 0 0 1 4 4v45a4 4 0 0 1-4 4h-23a4 4 0 0 1-4-4v-45a4 4 0 0 1 4-4z'
        'M1 27H31" style="fill:var(--tw-card);stroke:var(--tw-line)"/>'
    )
    return art + "".join(act(kind, 16, 14 + 27 * n) for n, kind in enumerate(CARDS[card]))


def _ways(game: Jamaica, ship: Ship, card: int, dice: tuple[int, int]) -> list[chances.Trip]:
    """Return where a card can lead with the dice as set, each way once; those that pay first."""
    trips = [trip for trip in chances.trips(_alone(game, ship), card, *dice) if trip.spaces]
    every = {(trip.spaces, trip.short): trip for trip in trips}.values()
    return sorted(every, key=lambda trip: trip.short)


@lru_cache(maxsize=4096)
def _trip(trip: chances.Trip) -> tuple[str, float]:
    """Return a way as a pill, with its width: the spaces, the prices, a mark if it runs short."""
    words = "→".join(map(str, trip.spaces))
    at = 8 + width_of(words, SMALLEST) + 8 * words.count("→") + 15  # an arrow is wide
    inner = text(8, 17, words, SMALLEST, weight=600)
    for kind, price in trip.paid:
        inner += good(kind, at, 11, 1.2) + text(at, 17, price, SMALLEST, "middle", 700, DARK)
        at += 22
    if trip.short:
        inner += text(at, 17, "!", 18, "middle", 700, "var(--tw-hurt)")
        at += 16
    wide = at - 6
    colour = "hurt" if trip.short else "line"
    art = (
        f'<rect y=".5" width="{coord(wide)}" height="22" rx="11" '
        f'style="fill:var(--tw-ground);stroke:var(--tw-{colour})"/>{inner}'
    )
    return art, wide


def _pills(trips: Sequence[chances.Trip], room: float, lines: int) -> tuple[str, int]:
    """Return ways side by side on so many lines, and how many lines they take; then a number."""
    art, x, line = "", 0.0, 0
    for n, trip in enumerate(trips):
        pill, wide = _trip(trip)
        last = n == len(trips) - 1
        if x + wide + (0 if last or line + 1 < lines else 32) > room and x:
            if line + 1 == lines:
                return art + text(x, 17, f"+{len(trips) - n}", SMALLEST, weight=600), lines
            x, line = 0.0, line + 1
        art += f'<g transform="translate({coord(x)} {24 * line})">{pill}</g>'
        x += wide + 5
    return art, line + 1


@cache
def _verdict(short: bool, words: str) -> str:
    """Return whether a card can pay: a tick, or a hatched square, and the words."""
    if short:
        mark = (
            '<path d="M.5 -13.5h16v16h-16zM.5 -7.5l6 -6M.5 -1.5l12 -12M2.5 2.5l14 -14M8.5 2.5l8 -8"'
            ' style="fill:none;stroke:var(--tw-hurt);stroke-width:1.5"/>'
        )
    else:
        mark = '<path d="M2 -5L7 1L16 -11" style="fill:none;stroke:var(--tw-good);stroke-width:3"/>'
    return mark + text(23, 1, words, SMALLEST, weight=600)


@cache
def _set_so(morning: int, evening: int) -> str:
    """Return a setting of the dice: the sun and its die, the moon and its die."""
    return "".join(
        sign(DAYS[n], 10 + 62 * n, -6, 1, LINE) + text(25 + 62 * n, 0, value, 18, weight=700)
        for n, value in enumerate((morning, evening))
    )


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
        yield from self.steps(y + 126)

    def cards(self, y: float) -> Iterator[Item]:
        """Yield what each card in hand can lead to."""
        view = self.view
        if view.phase is Phase.DICE and view.captain == view.seat:
            return self.settings(y)
        assert view.seat is not None
        choosing = view.phase is Phase.CARD and not view.face_down[view.seat]
        return self.now(y) if choosing else self.throws(y)

    def titled(self, y: float, heading: str) -> Iterator[Item]:
        """Yield a title."""
        yield Item("title", 4, y, text(0, 0, heading, 18, weight=600))

    def settings(self, y: float) -> Iterator[Item]:
        """Yield for each way to set the dice which cards can pay, and where they lead."""
        view = self.view
        assert view.seat is not None
        ship = view.ships[view.seat]
        yield from self.titled(y, self.say("cards_dice"))
        top, across, row = y + 42, 158, ROW - 2
        for n, card in enumerate(view.hand):
            yield Item(f"card {card}", 4, top + row * n, _small_card(card), z=1)
        for column, dice in enumerate(dict.fromkeys((view.dice, view.dice[::-1]))):
            morning, evening = dice
            art, high = "", row * len(view.hand)
            for n, card in enumerate(view.hand):
                trips = _ways(view.game, ship, card, (morning, evening))
                pills, _ = _pills(trips, across - 8, 1)
                art += f'<g transform="translate(0 {row * n + 34})">{self.verdict(card, dice)}'
                art += f'<g transform="translate(0 10)">{pills}</g></g>'
            art = answer(art) + _set_so(morning, evening)
            x = 46 + across * column
            art += (
                f'<g class="tw-if-marked"><rect x="-6" y="-21" width="{across - 4}" '
                f'height="{high + 11}" rx="8" '
                'style="fill:none;stroke:var(--tw-act);stroke-width:3"/></g>'
            )
            yield Item(f"set {morning} {evening}", x, top - 14, art)

    def verdict(self, card: int, dice: tuple[int, ...]) -> str:
        """Return whether a card can pay with the dice set so."""
        bad = chances.short(self.view, card, dice[0], dice[1])
        return _verdict(bad, self.say("short" if bad else "pays"))

    def now(self, y: float) -> Iterator[Item]:
        """Yield where each card leads with the dice as they lie, and whether it can pay."""
        view = self.view
        assert view.seat is not None
        ship, dice = view.ships[view.seat], (view.dice[0], view.dice[1])
        yield from self.titled(y, self.say("cards_now"))
        yield Item("axes", 4, y + 22, self.axes())
        for n, card in enumerate(view.hand):
            top = y + 36 + ROW * n
            pills, lines = _pills(_ways(view.game, ship, card, dice), ROOM, 2)
            pills = pills or text(0, 17, self.say("stays"), SMALLEST, fill="var(--tw-soft)")
            told = (
                f'<g transform="translate(44 0)">{_grid(short_throws(view, card))}</g>'
                f'<g transform="translate({BESIDE} {22 + 24 * lines})">'
                f"{self.verdict(card, dice)}</g>"
            )
            art = f'{_small_card(card)}<g transform="translate(44 0)">{_cell(*dice)}</g>' + answer(
                f'<g transform="translate({BESIDE} -2)">{pills}</g>{told}'
            )
            yield from self.row(n, card, top, art)

    def throws(self, y: float) -> Iterator[Item]:
        """Yield each card in hand over all throws of the dice: how many of them run short."""
        view = self.view
        yield from self.titled(y, self.say("cards"))
        yield Item("axes", 4, y + 22, self.axes())
        for n, card in enumerate(view.hand):
            short = short_throws(view, card)
            count = sum(short)
            if 0 < count < 36:
                words = text(0, 22, self.say("throws", count=count, total=36), SMALLEST, weight=600)
                chance = Fraction(count, 36)
                exact = f"= {chance} = {percent(chance, self.lang)}"
                words += text(0, 46, exact, SMALLEST)
            else:
                words = text(0, 33, self.say("always" if count else "never"), SMALLEST, weight=600)
            told = f'<g transform="translate(44 0)">{_grid(short)}</g>'
            told += f'<g transform="translate({BESIDE} 0)">{words}</g>'
            yield from self.row(n, card, y + 36 + ROW * n, _small_card(card) + answer(told))

    def row(self, n: int, card: int, top: float, art: str) -> Iterator[Item]:
        """Yield the line of a card, with the picture of all throws under it."""
        yield Item(f"throws {n}", 48, top, THROWS)
        yield Item(f"card {card}", 4, top, art, z=1)
        yield frame_if_marked(0, top - 6, 358, ROW - 4, f"chosen {card}")

    def axes(self) -> str:
        """Return what the lines and columns of throws are, and what is hatched in them."""
        words = self.say("axes")
        at = width_of(words, SMALLEST) + 10
        sample = _verdict(True, self.say("short"))
        return (
            text(0, 0, words, SMALLEST, fill="var(--tw-soft)")
            + f'<g transform="translate({coord(at)} -1)">{sample}</g>'
        )

    def two_dice(self, y: float) -> Iterator[Item]:
        """Yield the 36 throws of two dice with the higher one in each, and how likely it is."""
        yield from self.titled(y, self.say("two_dice"))
        yield Item("two dice", 4, y + 14, _two_dice(self.lang))

    def treasures(self, y: float) -> Iterator[Item]:
        """Yield all treasures, the seen ones faded, and what the next one may be."""
        view = self.view
        theft = view.phase in (Phase.LOOT, Phase.THEFT) and self.robbed()
        heading = self.say("stolen" if theft else "treasures")
        yield Item("treasures", 4, y, text(0, 0, heading, 18, weight=600))
        yield from self.treasure_cards(y + 10)
        found = chances.stolen(view) if theft else chances.in_lair(view)
        groups = (
            ("gold", sum((p for n, p in found.items() if n > 0 and n not in POWERS), Fraction(0))),
            ("cursed", sum((p for n, p in found.items() if n < 0), Fraction(0))),
            ("power", sum((p for n, p in found.items() if n in POWERS), Fraction(0))),
        )
        art = ""
        for n, (code, chance) in enumerate(groups):
            told = text(0, 0, self.say(code), SMALLEST, weight=600)
            told += f'<g transform="translate(0 21)">{_chance(chance, self.lang)}</g>'
            art += f'<g transform="translate({121 * n} 0)">{told}</g>'
        if not found:
            art = text(0, 0, self.say("none"), SMALLEST)
        yield Item("treasure odds", 4, y + 78, answer(art) if theft else art)

    def robbed(self) -> bool:
        """Tell whether the loser of a battle has face-down treasures to steal."""
        view = self.view
        return view.battle is not None and bool(view.hidden[loser_of(view.battle)])

    def treasure_cards(self, y: float) -> Iterator[Item]:
        """Yield all treasure cards side by side, with a sign on those that were seen."""
        view = self.view
        left = list(unseen_treasures(view))
        marks = ""
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
                marks += f'<g transform="translate({coord(x + 13)} 40) scale(.7)">{SIGNS[kind]}</g>'
        yield Item("seen", 0, y, marks, z=1)

    def steps(self, y: float) -> Iterator[Item]:
        """Yield how many spaces a round brings, any of the cards in hand as likely."""
        view = self.view
        cards = view.hand or DECK
        spread = _spread(cards)
        mean = sum((n * p for n, p in spread.items()), Fraction(0))
        yield Item("steps", 4, y, text(0, 0, self.say("steps"), 18, weight=600))
        words = self.say("mean", mean=number(mean, self.lang, 2).replace("-", "−"))
        exact = f"= {mean.numerator}/{mean.denominator}" if mean.denominator > 1 else ""
        art = text(0, 0, f"{words} {exact}".replace("-", "−"), SMALLEST)
        yield Item("mean", 4, y + 21, art)
        height = 600 - 22 - (y + 28)
        yield Item("axis", 4, 600 - 22, AXIS)
        yield Item("bars", 4, 600 - 22, _bars(cards, min(height, 150), self.lang))


@lru_cache(maxsize=4096)
def _chance(chance: Fraction, lang: str) -> str:
    """Return a chance to be read: a word if it is certain, the fraction as long as it is short."""
    if chance.denominator == 1:
        words = say(f"jamaica.odds.{'certain' if chance else 'impossible'}", lang)
        return text(0, 0, words, SMALLEST)
    shown = percent(chance, lang)
    if len(str(chance)) > 4:
        return text(0, 0, shown, SMALLEST)
    return text(0, 0, chance, SMALLEST, weight=600) + text(48, 0, shown, SMALLEST)


@cache
def _two_dice(lang: str) -> str:
    """Return the 36 throws of two dice, those with the same higher die as one band, and beside
    each line how likely that number is.
    """
    cell = 36
    whole = 6 * cell
    lines = "".join(f"M{n * cell} 0v{whole}M0 {n * cell}h{whole}" for n in range(1, 6))
    bands = "".join(f"M0 {n * cell}h{n * cell}v{-n * cell}" for n in range(1, 7))
    art = (
        f'<path d="M0 0h{whole}v{whole}h{-whole}z{lines}" '
        'style="fill:var(--tw-card);stroke:var(--tw-line);stroke-width:.8"/>'
        f'<path d="M0 {whole}V0H{whole}{bands}" '
        'style="fill:none;stroke:var(--tw-ink);stroke-width:2.5"/>'
    )
    for n, (value, chance) in enumerate(chances.dice(max).items()):
        top = cell * n + 24
        art += text(cell * n + 18, top, value, 18, "middle", 700)
        art += text(290, top, f"{int(chance * 36)}/36", SMALLEST, "end", 600)
        art += text(WIDTH, top, percent(chance, lang), SMALLEST, "end")
    return art


def treasure_mark(n: int) -> str:
    """Return the key of a treasure in the picture of all."""
    return f"treasure {n}"


@cache
def _treasure(treasure: int) -> str:
    """Return a treasure card: its gold with a sign, or the sign of its power."""
    art = (
        '<rect class="tw-card" width="27" height="34" rx="4" '
        'style="fill:var(--tw-card);stroke:var(--tw-line)"/>'
        '<path class="tw-hurt-lines" d="M1 12L12 1M1 24L24 1M4 33L26 11M15 33L26 22"/>'
    )
    if treasure in POWERS:
        return art + sign(POWER_SIGNS[treasure], 13.5, 17, 0.9, LINE)
    return art + text(13.5, 23, f"{treasure:+}".replace("-", "−"), SMALLEST, "middle", 700)


@lru_cache(maxsize=1024)
def _spread(cards: tuple[int, ...]) -> Mapping[int, Fraction]:
    return chances.steps(cards)


STEPS = range(-5, 13)
"""As far back and forward as a card can bring a ship."""
AXIS = "".join(
    text(
        (n - STEPS[0] + 0.5) * WIDTH / len(STEPS), 18, str(n).replace("-", "−"), SMALLEST, "middle",
        400 if n else 600,
    )
    for n in STEPS if n % 2 == 0
)  # fmt: skip
"""The numbers of steps below their bars, every other one."""


@lru_cache(maxsize=1024)
def _bars(cards: tuple[int, ...], height: float, lang: str) -> str:
    """Return a bar for each number of steps, standing on the origin; the likeliest has numbers."""
    spread = _spread(cards)
    lowest, step = STEPS[0], WIDTH / len(STEPS)
    tallest = max(spread.values())
    likeliest = next(n for n, p in spread.items() if p == tallest)
    art, bars = f'<path d="M0 0H{WIDTH}" style="stroke:var(--tw-ink)"/>', {"hurt": "", "good": ""}
    for n, chance in spread.items():
        x, high = (n - lowest) * step, coord(float(chance / tallest) * (height - 22))
        wide = coord(step - 4)
        bars["hurt" if n < 0 else "good"] += f"M{coord(x + 2)} 0v-{high}h{wide}v{high}z"
    for colour, drawn in bars.items():
        art += f'<path d="{drawn}" style="fill:var(--tw-{colour})"/>'
    x = (likeliest - lowest + 0.5) * step
    words = f"{tallest} = {percent(tallest, lang)}" if tallest < 1 else percent(tallest, lang)
    half = width_of(words, SMALLEST) / 2
    x = min(max(x, half), WIDTH - half)
    return art + text(x, -height + 16, words, SMALLEST, "middle", 600)
