"""The odds of a battle in Jamaica drawn: a table of dice, case by case.

Every number here comes from `gamelib.jamaica.odds`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from math import ceil
from typing import NamedTuple

from gamelib.jamaica import odds as chances
from gamelib.jamaica.holds import stock
from gamelib.jamaica.position import (
    BETH,
    FACES,
    LADY,
    SABRE,
    STAR,
    Fight,
    Keep,
    Phase,
    Powder,
    Reroll,
    Ship,
    View,
)
from gamelib.jamaica.rules import alongside
from gamelib.jamaica.track import POWDER
from gamelib.texts import percent, say
from widgets.jamaica.art import DARK, STAR_SHAPE, WIDTH, frame_if_marked, good, sign
from widgets.scene import Item, answer, coord, fitted, fraction, seat_sign, text

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
            move = f"m{coord(height + step)} {coord(-height)}"
            start = move if before else f"M{coord(x + d)} {coord(y)}"
            lines += f"{start}l{coord(-height)} {coord(height)}"
            before = True
        else:
            lines += (
                f"M{coord(x + max(0, d - height))} {coord(y + min(d, height))}"
                f"L{coord(x + min(d, width))} {coord(y + max(0, d - width))}"
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
                lines += f"M{coord(n * cell)} 0v{coord(height)}"
            if outcomes[n] == outcomes[start]:
                continue
        x, wide, kind = start * cell, (n - start) * cell, outcomes[start]
        blocks += (
            f'<rect x="{coord(x)}" width="{coord(wide)}" height="{coord(height)}" '
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
        + f'<rect width="{coord(width)}" height="{coord(height)}" '
        'style="fill:none;stroke:var(--tw-line)"/>' + signs
    )


def _mark(kind: str, x: float, y: float) -> str:
    """Return the sign of an outcome, readable on its block."""
    shape = {WIN: "M-4 0H4M0 -4V4", TIE: "M-4 -2H4M-4 2H4", LOSE: "M-4 0H4"}[kind]
    ink = "var(--tw-ground)" if kind == WIN else "var(--tw-ink)"
    ground = (
        f'<circle cx="{coord(x)}" cy="{coord(y)}" r="6" style="fill:var(--tw-ground)"/>'
        if kind == LOSE
        else ""
    )
    return (
        f'{ground}<path transform="translate({coord(x)} {coord(y)})" d="{shape}" '
        f'style="stroke:{ink};stroke-width:2;fill:none"/>'
    )


@lru_cache(maxsize=4096)
def _bar(win: Fraction, tie: Fraction, width: float, height: float) -> str:
    """Return three chances as one bar."""
    to_win, to_tie = float(win) * width, float(win + tie) * width
    hatch = _hatched(to_tie, 0, width - to_tie, height)
    return (
        f'<rect width="{coord(width)}" height="{coord(height)}" style="fill:var(--tw-felt)"/>'
        f'<path d="{hatch}" style="stroke:var(--tw-hurt);fill:none"/>'
        f'<rect width="{coord(to_win)}" height="{coord(height)}" '
        'style="fill:var(--tw-good)"/>'
        f'<rect x="{coord(to_win)}" width="{coord(to_tie - to_win)}" '
        f'height="{coord(height)}" style="fill:var(--tw-card);stroke:var(--tw-line)"/>'
        f'<rect width="{coord(width)}" height="{coord(height)}" '
        'style="fill:none;stroke:var(--tw-line)"/>'
    )


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


class Battle(NamedTuple):
    """A battle's odds about to be drawn, from one side."""

    view: View
    lang: str
    names: Sequence[str]
    side: int
    """The seat whose chances are shown."""

    def say(self, key: str, **values: object) -> str:
        """Return words of the picture."""
        return say(f"jamaica.odds.{key}", self.lang, **values)

    @property
    def me(self) -> View:
        """The view of the side that is shown: in a battle all lies open."""
        return self.view._replace(seat=self.side)

    def items(self) -> Iterator[Item]:
        """Yield the whole picture."""
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
            art += f'<g transform="translate({coord(x)} -12)">{cases(kind, 16, 16)}</g>'
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
            yield frame_if_marked(0, y - 5, 358, 38, f"row {seat}")
            yield from self.table(_fought(view, target=seat), f"cases {seat}", True)
        yield Item("hint", 4, MATRIX - 6, text(0, 0, self.say("choose"), 12))

    def bar(self, odds: chances.Odds, x: float, height: float) -> str:
        """Return a bar of the chances to win, to tie and to lose."""
        return (
            f'<g transform="translate({coord(x)} {coord(height * 0.12)})">'
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
        width = MATRIX - 116 if attacking else 440
        step = min(34.0, width / (most + 1))
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
                art += f'<g transform="translate(46 {coord(gap)})">'
                art += f"{cases(row, 162, step - 2 * gap)}</g>"
            if labelled:
                art += answer(self.numbers(odds.win, step))
            yield Item(f"line {value}", 4, y, art)
            yield frame_if_marked(0, y - 1, 358, step + 2, f"row {value}")
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
            yield frame_if_marked(0, y - 17, 358, 120, f"row {code}")
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
                f'<g transform="translate(0 {coord(y)})"{faded}>{_face(face, 14, height / 2)}'
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
