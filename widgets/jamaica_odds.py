"""The odds of Jamaica drawn: battles as a table of dice, cards over all throws, treasures, steps.

Every number here comes from `gamelib.jamaica.odds`; what is counted is drawn case by case.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from math import ceil
from typing import NamedTuple

from gamelib.game import Action
from gamelib.jamaica import odds as chances
from gamelib.jamaica.holds import stock
from gamelib.jamaica.position import (
    BETH,
    CARDS,
    DECK,
    FACES,
    LADY,
    POWERS,
    SABRE,
    STAR,
    TREASURES,
    Choose,
    Fight,
    Keep,
    Phase,
    Powder,
    Reroll,
    SetDice,
    Ship,
    TakeHidden,
    View,
)
from gamelib.jamaica.rules import Jamaica, alongside, loser_of, unseen_treasures
from gamelib.jamaica.track import POWDER
from gamelib.texts import number as numeral
from gamelib.texts import percent, say, seat_names
from widgets.jamaica_map import DARK, LINE, POWER_SIGNS, act, good, sign
from widgets.jamaica_map import STAR as STAR_SHAPE
from widgets.scene import ODDS, Item, Scene, answer, fitted, fraction, number, seat_sign, text
from widgets.tabletop import SIGNS

WIDTH = 352
"""How wide the picture may get, from the left edge at 4."""

# --- small drawings ------------------------------------------------------------------------------

WIN, TIE, LOSE = OUTCOMES = "+=−"
"""How a case comes out, as the sign it is drawn with."""
FILLS = {WIN: "var(--tw-good)", TIE: "var(--tw-card)", LOSE: "var(--tw-felt)"}


def _hatched(x: float, y: float, width: float, height: float, step: float = 8) -> str:
    """Return diagonal lines over a box, as one path.

    Lines that cross the whole box are drawn relative to one another: equal words pack well.
    """
    lines, d, before = "", step, False
    while d < width + height:
        if height <= d <= width:
            move = f"m{number(height + step)} {number(-height)}"
            start = move if before else f"M{number(x + d)} {number(y)}"
            lines += f"{start}l{number(-height)} {number(height)}"
            before = True
        else:
            lines += (
                f"M{number(x + max(0, d - height))} {number(y + min(d, height))}"
                f"L{number(x + min(d, width))} {number(y + max(0, d - width))}"
            )
            before = False
        d += step
    return lines


@lru_cache(maxsize=4096)
def cases(outcomes: str, width: float, height: float) -> str:
    """Return cases side by side, equal neighbours as one block with its sign, at the origin."""
    cell = width / len(outcomes)
    blocks, lines, hatch, signs = "", "", "", ""
    start = 0
    for n in range(1, len(outcomes) + 1):
        if n < len(outcomes):
            if cell > 4:
                lines += f"M{number(n * cell)} 0v{number(height)}"
            if outcomes[n] == outcomes[start]:
                continue
        x, wide, kind = start * cell, (n - start) * cell, outcomes[start]
        blocks += (
            f'<rect x="{number(x)}" width="{number(wide)}" height="{number(height)}" '
            f'style="fill:{FILLS[kind]}"/>'
        )
        if kind == LOSE:
            hatch += _hatched(x, 0, wide, height)
        if wide > 9 and height > 9:
            signs += _mark(kind, x + wide / 2, height / 2)
        start = n
    return (
        blocks
        + f'<path d="{hatch}" style="stroke:var(--tw-hurt);fill:none"/>'
        + f'<path d="{lines}" style="stroke:var(--tw-line);stroke-width:.7;fill:none"/>'
        + f'<rect width="{number(width)}" height="{number(height)}" '
        'style="fill:none;stroke:var(--tw-line)"/>' + signs
    )


def _mark(kind: str, x: float, y: float) -> str:
    """Return the sign of an outcome, readable on its block."""
    shape = {WIN: "M-4 0H4M0 -4V4", TIE: "M-4 -2H4M-4 2H4", LOSE: "M-4 0H4"}[kind]
    ink = "var(--tw-ground)" if kind == WIN else "var(--tw-ink)"
    ground = (
        f'<circle cx="{number(x)}" cy="{number(y)}" r="6" style="fill:var(--tw-ground)"/>'
        if kind == LOSE
        else ""
    )
    return (
        f'{ground}<path transform="translate({number(x)} {number(y)})" d="{shape}" '
        f'style="stroke:{ink};stroke-width:2;fill:none"/>'
    )


@lru_cache(maxsize=4096)
def _bar(win: Fraction, tie: Fraction, width: float, height: float) -> str:
    """Return three chances as one bar."""
    to_win, to_tie = float(win) * width, float(win + tie) * width
    hatch = _hatched(to_tie, 0, width - to_tie, height)
    return (
        f'<rect width="{number(width)}" height="{number(height)}" style="fill:var(--tw-felt)"/>'
        f'<path d="{hatch}" style="stroke:var(--tw-hurt);fill:none"/>'
        f'<rect width="{number(to_win)}" height="{number(height)}" '
        'style="fill:var(--tw-good)"/>'
        f'<rect x="{number(to_win)}" width="{number(to_tie - to_win)}" '
        f'height="{number(height)}" style="fill:var(--tw-card);stroke:var(--tw-line)"/>'
        f'<rect width="{number(width)}" height="{number(height)}" '
        'style="fill:none;stroke:var(--tw-line)"/>'
    )


def _frame(x: float, y: float, width: float, height: float, key: str) -> Item:
    """Return a frame that is seen only while its key is marked."""
    art = (
        f'<g class="tw-if-marked"><rect width="{number(width)}" height="{number(height)}" rx="6" '
        'style="fill:none;stroke:var(--tw-act);stroke-width:3"/></g>'
    )
    return Item(key, x, y, art, z=5)


@cache
def _face(face: int, x: float, y: float, size: int = 14) -> str:
    """Return a face of the combat die: its number or the star, its middle at (x, y)."""
    if face == STAR:
        style = f"fill:var(--tw-seat3);stroke:{DARK};stroke-width:1"
        return sign(STAR_SHAPE, x, y, 0.75, style)
    return text(x, y + size * 0.35, face, size, "middle", 600)


# --- battles -------------------------------------------------------------------------------------

FIGHTING = (Phase.FIGHT, Phase.POWDER, Phase.COMBAT, Phase.SABRE)
MATRIX = 330
"""How far down the table of cases begins."""
CELL = (276, 30)
"""How wide all cases of a face together are, and how high."""


class Fought(NamedTuple):
    """A battle as it is drawn: who fights, and with which powder it may be."""

    attacker: int
    defender: int
    attack: tuple[int, ...]
    """What the attacker adds to the die: one number, or all that are possible."""
    defence: tuple[int, ...]
    dice: tuple[int, int]
    sabre: bool


def _fought(view: View, target: int | None = None, powder: int | None = None) -> Fought:
    """Return the battle as it stands, or as it would be against a target or with some powder.

    Powder that is still to be committed may be any amount.
    """
    at = view.battle
    if at is None:
        assert target is not None
        attacker, defender, dice, used = view.mover, target, (0, 0), False
        attack, defence = (_powders(view.ships[seat]) for seat in (attacker, defender))
    else:
        attacker, defender, (mine, theirs), dice, used, _ = at
        attack = (mine,)
        defence = (theirs,) if _answering(view) else _powders(view.ships[defender])
        if view.phase is Phase.POWDER:
            chosen = _powders(view.ships[view.turn]) if powder is None else (powder,)
            attack, defence = (attack, chosen) if _answering(view) else (chosen, defence)
    sabre = not used and any(SABRE in view.ships[seat].powers for seat in (attacker, defender))
    beth = [LADY * (BETH in view.ships[seat].powers) for seat in (attacker, defender)]
    return Fought(
        attacker,
        defender,
        tuple(n + beth[0] for n in attack),
        tuple(n + beth[1] for n in defence),
        dice,
        sabre,
    )


def _powders(ship: Ship) -> tuple[int, ...]:
    """Return every amount of powder a ship may commit."""
    return tuple(range(stock(ship.holds, POWDER) + 1))


def _answering(view: View) -> bool:
    """Tell whether the attacker's die lies for good, so that the defender answers it."""
    at = view.battle
    assert at is not None
    return bool(at.dice[1]) or (bool(at.dice[0]) and view.phase is not Phase.SABRE)


def matrix(fought: Fought, mine: bool) -> dict[int, str]:
    """Return for each face of the attacker's die how all the answers to it come out.

    `mine`: the battle is looked at from the attacker's side. Where the answers are six faces, they
    stand in their order; where there are more cases, those that are won come first.
    """
    won, lost = (WIN, LOSE) if mine else (LOSE, WIN)
    rows = {}
    for face in FACES:
        row = [
            won if face == STAR
            else lost if answer == STAR
            else TIE if face + more == answer + theirs
            else won if face + more > answer + theirs
            else lost
            for more in fought.attack
            for theirs in fought.defence
            for answer in FACES
        ]  # fmt: skip
        rows[face] = "".join(row if len(row) == len(FACES) else sorted(row, key=OUTCOMES.index))
    return rows


class _Battle(NamedTuple):
    """A battle's odds about to be drawn, from one side."""

    view: View
    lang: str
    names: Sequence[str]
    side: int
    """The seat whose chances are shown."""

    def say(self, key: str, **values: object) -> str:
        return say(f"jamaica.odds.{key}", self.lang, **values)

    @property
    def me(self) -> View:
        """The view of the side that is shown: in a battle all lies open."""
        return self.view._replace(seat=self.side)

    def items(self) -> Iterator[Item]:
        view = self.view
        title = self.say("battle", seat=fitted(self.names[self.side], 18, 130))
        yield Item("title", 4, 22, text(0, 0, title, 18, weight=600))
        if view.phase is Phase.FIGHT:
            yield from self.targets()
        elif view.phase is Phase.POWDER and view.turn == self.side:
            yield from self.amounts()
        else:
            yield from self.now()
        yield from self.legend()

    def legend(self) -> Iterator[Item]:
        """Yield what the signs mean."""
        x = 0.0
        art = ""
        for kind, code in zip(OUTCOMES, ("win", "tie", "lose"), strict=True):
            art += f'<g transform="translate({number(x)} -12)">{cases(kind, 16, 16)}</g>'
            art += text(x + 22, 1, self.say(code), 14)
            x += 116
        yield Item("legend", 4, 50, art)

    def targets(self) -> Iterator[Item]:
        """Yield how a battle with each ship alongside would come out."""
        view = self.view
        for n, seat in enumerate(alongside(view.ships, view.mover)):
            y = 66 + 40 * n
            odds = chances.battle(self.me, Fight(seat))
            sized = f'<g transform="translate(16 14) scale(.8)">{seat_sign(seat, self.names[seat])}'
            chance = answer(self.bar(odds, 40, 28) + self.numbers(odds.win, 28))
            art = f"{sized}</g>{chance}"
            yield Item(f"line {seat}", 4, y, art)
            yield _frame(0, y - 5, 358, 38, f"row {seat}")
            yield from self.table(_fought(view, target=seat), f"cases {seat}", True)
        yield Item("hint", 4, MATRIX - 6, text(0, 0, self.say("choose"), 12))

    def bar(self, odds: chances.Odds, x: float, height: float) -> str:
        """Return a bar of the chances to win, to tie and to lose."""
        return (
            f'<g transform="translate({number(x)} {number(height * 0.12)})">'
            f"{_bar(odds.win, odds.tie, 208 - x, height * 0.76)}</g>"
        )

    def numbers(self, win: Fraction, height: float) -> str:
        """Return the chance to win beside its bar, as a fraction and as a percentage."""
        size = 14 if height > 16 else 12
        inline = f"{win.numerator}/{win.denominator}" if win.denominator > 1 else str(win)
        return text(282, height / 2 + 5, inline, size, "end", 600) + text(
            WIDTH - 2, height / 2 + 5, percent(win, self.lang), size, "end"
        )

    def amounts(self) -> Iterator[Item]:
        """Yield how the battle comes out with each amount of powder that could be committed."""
        view, at = self.view, self.view.battle
        assert at is not None
        attacking = self.side == at.attacker
        most = stock(view.ships[self.side].holds, POWDER)
        room = MATRIX - 116 if attacking else 440
        step = min(34.0, room / (most + 1))
        heading = self.say("with_powder")
        yield Item("heading", 4, 76, text(0, 0, heading, 14))
        for value in range(most + 1):
            y = 84 + step * value
            odds = chances.battle(self.me, Powder(value))
            labelled = value % ceil(12 / step) == 0
            art = ""
            if labelled:
                art = text(14, step / 2 + 5, value, 14 if step > 16 else 12, "middle", 700)
                art += good(POWDER, 32, step / 2, 0.62 if step > 11 else 0.5)
            fought = _fought(view, powder=value)
            if attacking:
                art += answer(self.bar(odds, 46, step))
            else:
                row = matrix(fought, False)[fought.dice[0]]
                gap = min(2, step / 8)
                art += f'<g transform="translate(46 {number(gap)})">'
                art += f"{cases(row, 162, step - 2 * gap)}</g>"
            if labelled:
                art += answer(self.numbers(odds.win, step))
            yield Item(f"line {value}", 4, y, art)
            yield _frame(0, y - 1, 358, step + 2, f"row {value}")
            if attacking:
                yield from self.table(fought, f"cases {value}", True)
        if attacking:
            yield Item("hint", 4, MATRIX - 6, text(0, 0, self.say("choose"), 12))
        else:
            faces = "".join(
                _face(face, 46 + 162 * (n + 0.5) / 6, 0) for n, face in enumerate(FACES)
            )
            yield Item("faces", 4, 92 + step * (most + 1), faces)
            words = self.say("to_beat", total=at.dice[0] + _fought(view).attack[0])
            yield Item("hint", 4, 122 + step * (most + 1), text(0, 0, words, 14))

    def now(self) -> Iterator[Item]:
        """Yield how the battle stands while a die is about to be rolled, or rolled again."""
        view = self.view
        found = _standing(view, self.side)
        for n, (code, odds) in enumerate(found):
            y = 82 + 122 * n
            if code:
                yield Item(f"heading {code}", 4, y, text(0, 0, self.say(code), 14, weight=600))
            art = ""
            for k, (name, value) in enumerate(zip(odds._fields, odds, strict=True)):
                x = 56 + 120 * k
                art += fraction(x, 0, value, 24)
                art += text(x, 46, percent(value, self.lang), 14, "middle")
                art += text(x, 64, self.say(name), 12, "middle", fill="var(--tw-soft)")
            yield Item(f"odds {code}", 0, y + 36, answer(art))
            yield _frame(0, y - 17, 358, 120, f"row {code}")
        yield from self.table(_fought(view), "cases", False)

    def table(self, fought: Fought, key: str, marked: bool) -> Iterator[Item]:
        """Yield all cases: a line for each face of the attacker's die, the answers along it."""
        rows = matrix(fought, self.side == fought.attacker)
        width, height = CELL
        struck = fought.dice[0]
        art = text(0, 0, self.say("rows", seat=fitted(self.names[fought.attacker], 12, 90)), 12)
        y = 14.0
        for face, row in rows.items():
            faded = ' class="tw-faded"' if struck and face != struck else ""
            won = row.count(WIN)
            art += (
                f'<g transform="translate(0 {number(y)})"{faded}>{_face(face, 14, height / 2)}'
                f'<g transform="translate(32 2)">{cases(row, width, height - 4)}</g>'
                + text(WIDTH - 2, height / 2 + 5, won, 14, "end")
                + "</g>"
            )
            y += height
        count = len(rows[STAR])
        if count == len(FACES):
            step = width / count
            art += "".join(
                _face(face, 32 + step * (n + 0.5), y + 11) for n, face in enumerate(FACES)
            )
        y += 34
        columns = self.say("columns", seat=fitted(self.names[fought.defender], 12, 110))
        art += text(32, y, columns, 12)
        if not struck:
            won = sum(row.count(WIN) for row in rows.values())
            words = self.say("won", count=won, total=len(FACES) * count)
            art += text(WIDTH - 2, 0, words, 12, "end", 600)
        if fought.sabre:
            art += text(0, y + 20, self.say("sabre"), 12)
        if marked:
            art = f'<g class="tw-if-marked">{art}</g>'
        yield Item(key, 4, MATRIX + 14, art)


def _standing(view: View, side: int) -> list[tuple[str, chances.Odds]]:
    """Return the odds as a battle stands for a side; if the sabre may be used, with and without."""
    at = view.battle
    assert at is not None
    if view.phase is Phase.SABRE:
        me = view._replace(seat=side)
        return [("keep", chances.battle(me, Keep())), ("reroll", chances.battle(me, Reroll()))]
    answering = _answering(view)
    who = at.defender if answering else at.attacker
    if view.phase is Phase.POWDER:  # the other side is to choose: any amount is as likely
        me = view._replace(seat=who)
        every = [
            chances.battle(me, Powder(n)) for n in range(stock(view.ships[who].holds, POWDER) + 1)
        ]
        odds = chances.Odds(
            *(sum(each, Fraction(0)) / len(every) for each in zip(*every, strict=True))
        )
    else:
        odds = chances.battle(view._replace(seat=who), Powder(at.powder[answering]))
    return [("", odds if who == side else odds.turned())]


# --- cards over all throws -----------------------------------------------------------------------

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
    room = 4 if len(trips) <= 4 else 3
    for n, trip in enumerate(trips[:room]):
        x, y = 122 * (n % 2), 20 * (n // 2)
        words = "→".join(map(str, trip.spaces))
        wide = 10 + 8 * len(words) + 18 * len(trip.paid) + (14 if trip.short else 0)
        colour = "hurt" if trip.short else "line"
        art += (
            f'<rect x="{x}" y="{y}" width="{number(wide)}" height="18" rx="9" '
            f'style="fill:var(--tw-ground);stroke:var(--tw-{colour})"/>'
            + text(x + 6, y + 13, words, 12, weight=600)
        )
        at = x + 6 + 8 * len(words) + 9
        for kind, price in trip.paid:
            art += good(kind, at, y + 9, 0.85) + text(at, y + 13, price, 12, "middle", 700, DARK)
            at += 18
        if trip.short:
            art += text(at - 4, y + 13, "!", 14, "middle", 700, "var(--tw-hurt)")
    if len(trips) > room:
        art += text(122, 33, f"+{len(trips) - room}", 12)
    return art


class _Panel(NamedTuple):
    """The quiet picture about to be drawn: cards, treasures, steps."""

    view: View
    lang: str
    names: Sequence[str]

    def say(self, key: str, **values: object) -> str:
        return say(f"jamaica.odds.{key}", self.lang, **values)

    def items(self) -> Iterator[Item]:
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
            yield _frame(0, top - 6, 358, 75, f"chosen {card}")
            if view.phase is Phase.DICE:
                for pair in {view.dice, view.dice[::-1]}:
                    cell = _cell(pair[0], pair[1])
                    frames[pair[0], pair[1]] = (
                        frames.get((pair[0], pair[1]), "")
                        + f'<g transform="translate(48 {number(top)})">{cell}</g>'
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
        words = self.say("mean", mean=numeral(mean, self.lang, 2).replace("-", "−"))
        exact = f"= {mean.numerator}/{mean.denominator}" if mean.denominator > 1 else ""
        art = text(0, 0, f"{words} {exact}".replace("-", "−"), 12)
        yield Item("mean", 4, y + 18, art)
        room = 600 - 22 - (y + 26)
        yield Item("axis", 4, 600 - 22, _axis())
        yield Item("bars", 4, 600 - 22, _bars(cards, min(room, 150), self.lang))


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
        x, high = (n - lowest) * step, number(float(chance / tallest) * (height - 18))
        wide = number(step - 4)
        bars["hurt" if n < 0 else "good"] += f"M{number(x + 2)} 0v-{high}h{wide}v{high}z"
    for colour, drawn in bars.items():
        art += f'<path d="{drawn}" style="fill:var(--tw-{colour})"/>'
    x = (likeliest - lowest + 0.5) * step
    words = f"{tallest.numerator}/{tallest.denominator}  {percent(tallest, lang)}"
    return art + text(max(x, 60), -height + 12, words, 12, "middle", 600)


# --- the picture ---------------------------------------------------------------------------------


def odds(view: View, lang: str = "en", names: Sequence[str] | None = None) -> Scene:
    """Return what a seat can count now: a battle's cases, or its cards over all throws."""
    called = seat_names(lang) if names is None else names
    if view.phase in FIGHTING or (view.phase is Phase.PAY and view.battle is not None):
        items = tuple(_Battle(view, lang, called, _side(view)).items())
        return Scene(ODDS, say("jamaica.odds.battle_title", lang), items)
    items = tuple(_Panel(view, lang, called).items())
    return Scene(ODDS, say("jamaica.odds.title", lang), items)


def _side(view: View) -> int:
    """Return the seat from whose side a battle is shown: one's own if one fights, else who acts."""
    if view.battle is None:
        return view.mover
    return view.seat if view.seat in view.battle[:2] and view.seat is not None else _actor(view)


def _actor(view: View) -> int:
    assert view.battle is not None
    return view.turn if view.turn in view.battle[:2] else view.battle.attacker


def marks(view: View, action: Action) -> tuple[str, ...]:
    """Return the pieces of the picture that an action is about."""
    match action:
        case Fight(seat):
            return f"row {seat}", f"line {seat}", f"cases {seat}"
        case Powder(amount):
            assert view.battle is not None
            cases = (f"cases {amount}",) if view.seat == view.battle.attacker else ()
            return f"row {amount}", f"line {amount}", *cases
        case Keep() | Reroll():
            return f"row {action.code}", f"odds {action.code}"
        case Choose(card):
            return f"chosen {card}", f"card {card}"
        case SetDice(morning, evening):
            return (f"set {morning} {evening}",)
        case TakeHidden():
            left = list(unseen_treasures(view))
            return tuple(
                treasure_mark(n) for n, treasure in enumerate(TREASURES) if treasure < 0 and
                treasure in left
            )  # fmt: skip
    return ()
