"""The odds of a battle in Jamaica drawn: a table of dice, case by case.

Every number here comes from `gamelib.jamaica.odds`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from math import ceil
from typing import NamedTuple

from gamelib.game import Action
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
from widgets.scene import SMALLEST, Item, answer, coord, fitted, fraction, seat_sign, text

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
def cases(rows: tuple[str, ...], width: float, height: float, pitch: float = 0) -> str:
    """Return rows of cases, equal neighbours as one block with its sign, at the origin.

    All blocks of a kind are one path, and so are all lines and all signs.
    """
    blocks, signs = dict.fromkeys(OUTCOMES, ""), dict.fromkeys(OUTCOMES, "")
    lines = hatch = discs = ""
    for line, outcomes in enumerate(rows):
        cell, y, start = width / len(outcomes), line * pitch, 0
        lines += f"M0 {coord(y)}h{coord(width)}v{coord(height)}h{coord(-width)}z"
        for n in range(1, len(outcomes) + 1):
            if n < len(outcomes):
                if cell > 4:
                    lines += f"M{coord(n * cell)} {coord(y)}v{coord(height)}"
                if outcomes[n] == outcomes[start]:
                    continue
            x, wide, kind = start * cell, (n - start) * cell, outcomes[start]
            blocks[kind] += f"M{coord(x)} {coord(y)}h{coord(wide)}v{coord(height)}h{coord(-wide)}z"
            if kind == LOSE:
                hatch += _hatched(x, y, wide, height)
            if wide > 9 and height > 9:
                at = f"M{coord(x + wide / 2)} {coord(y + height / 2)}"
                signs[kind] += f"{at}{MARKS[kind]}"
                discs += f"{at}m-6 0a6 6 0 1 0 12 0a6 6 0 1 0-12 0z" * (kind == LOSE)
            start = n
    art = "".join(
        f'<path d="{drawn}" style="fill:{FILLS[kind]}"/>' for kind, drawn in blocks.items() if drawn
    )
    for drawn, style in (
        (hatch, "stroke:var(--tw-hurt);fill:none"),
        (lines, "stroke:var(--tw-line);stroke-width:.8;fill:none"),
        (discs, "fill:var(--tw-ground)"),
        (signs[WIN], "stroke:var(--tw-ground);stroke-width:2;fill:none"),
        (signs[TIE] + signs[LOSE], "stroke:var(--tw-ink);stroke-width:2;fill:none"),
    ):
        art += f'<path d="{drawn}" style="{style}"/>' if drawn else ""
    return art


MARKS = {WIN: "m-4 0h8m-4 -4v8", TIE: "m-4 -2h8m-8 4h8", LOSE: "m-4 0h8"}
"""The signs of the outcomes, from the middle of their block."""


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
def _face(face: int, x: float, y: float, size: int = SMALLEST) -> str:
    """Return a face of the combat die: its number or the star, its middle at (x, y)."""
    if face == STAR:
        style = f"fill:var(--tw-seat3);stroke:{DARK};stroke-width:1"
        return sign(STAR_SHAPE, x, y, 0.9, style)
    return text(x, y + size * 0.35, face, size, "middle", 600)


# --- battles -------------------------------------------------------------------------------------

FIGHTING = (Phase.FIGHT, Phase.POWDER, Phase.COMBAT, Phase.SABRE)
MATRIX = 330
"""How far down the table of cases begins."""
CELL = (276, 28)
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


def battle_cases(view: View, action: Action) -> tuple[int, int, str] | None:
    """Return how many of the cases that are drawn are won, and what the cases are.

    With a sabre that may still be used the chance is no count of them.
    """
    match action:
        case Fight(seat):
            fought = _fought(view, target=seat)
        case Powder(amount):
            fought = _fought(view, powder=amount)
        case _:
            fought = _fought(view)
    again = isinstance(action, Reroll)
    if fought.sabre and not again:
        return None
    rows = matrix(fought, view.seat == fought.attacker)
    struck, answered = fought.dice
    cases = rows[struck] if struck and not (again and not answered) else "".join(rows.values())
    total = len(cases)
    return cases.count(WIN), total, {6: "faces", 36: "throws"}.get(total, "fights")


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
        title = self.say("battle", seat=fitted(self.names[self.side], 18, 120))
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
            art += f'<g transform="translate({coord(x)} -14)">{cases((kind,), 18, 18)}</g>'
            art += text(x + 25, 1, self.say(code), SMALLEST)
            x += 116
        yield Item("legend", 4, 50, art)

    def targets(self) -> Iterator[Item]:
        """Yield how a battle with each ship alongside would come out."""
        view = self.view
        for n, seat in enumerate(alongside(view.ships, view.mover)):
            y = 66 + 42 * n
            odds = chances.battle(self.me, Fight(seat))
            art = f'<g transform="translate(17 17)">{seat_sign(seat, self.names[seat])}</g>'
            art += answer(self.bar(odds, 44, 34) + self.numbers(odds.win, 34))
            yield Item(f"line {seat}", 4, y, art)
            yield frame_if_marked(0, y - 4, 358, 42, f"row {seat}")
            yield from self.table(_fought(view, target=seat), f"cases {seat}", True)
        yield Item("hint", 4, MATRIX - 6, text(0, 0, self.say("choose"), SMALLEST))

    def bar(self, odds: chances.Odds, x: float, height: float) -> str:
        """Return a bar of the chances to win, to tie and to lose."""
        return (
            f'<g transform="translate({coord(x)} {coord(height * 0.12)})">'
            f"{_bar(odds.win, odds.tie, 208 - x, height * 0.76)}</g>"
        )

    def numbers(self, win: Fraction, height: float) -> str:
        """Return the chance to win beside its bar: exactly, where it is short, and as a percentage.

        What is certain is said in a word.
        """
        y = height / 2 + 6
        if win.denominator == 1:
            return text(WIDTH - 2, y, self.sure(win), SMALLEST, "end", 600)
        exact = str(win) if len(str(win)) <= 6 else ""
        art = text(284, y, exact, SMALLEST, "end", 600) if exact else ""
        return art + text(WIDTH - 2, y, percent(win, self.lang), SMALLEST, "end")

    def sure(self, chance: Fraction) -> str:
        """Return the word for what is certain, or cannot be."""
        return self.say("certain" if chance else "impossible")

    def amounts(self) -> Iterator[Item]:
        """Yield how the battle comes out with each amount of powder that could be committed."""
        view, at = self.view, self.view.battle
        assert at is not None
        attacking = self.side == at.attacker
        most = stock(view.ships[self.side].holds, POWDER)
        width = MATRIX - 116 if attacking else 440
        step = min(34.0, width / (most + 1))
        heading = self.say("with_powder")
        yield Item("heading", 4, 76, text(0, 0, heading, SMALLEST, weight=600))
        for value in range(most + 1):
            y = 86 + step * value
            odds = chances.battle(self.me, Powder(value))
            labelled = value % ceil(18 / step) == 0
            art = ""
            if labelled:
                art = text(14, step / 2 + 6, value, SMALLEST, "middle", 700)
                art += good(POWDER, 34, step / 2, 0.7 if step > 11 else 0.5)
            fought = _fought(view, powder=value)
            if attacking:
                art += answer(self.bar(odds, 46, step))
            else:
                row = matrix(fought, False)[fought.dice[0]]
                gap = min(2, step / 8)
                art += answer(
                    f'<g transform="translate(46 {coord(gap)})">'
                    f"{cases((row,), 162, step - 2 * gap)}</g>"
                )
            if labelled:
                art += answer(self.numbers(odds.win, step))
            yield Item(f"line {value}", 4, y, art)
            if step < 18:
                yield self.over(value, odds.win, y + step / 2)
            else:
                yield frame_if_marked(0, y - 1, 358, step + 2, f"row {value}")
            if attacking:
                yield from self.table(fought, f"cases {value}", True)
        if attacking:
            yield Item("hint", 4, MATRIX - 6, text(0, 0, self.say("choose"), SMALLEST))
        else:
            faces = "".join(
                _face(face, 46 + 162 * (n + 0.5) / 6, 0) for n, face in enumerate(FACES)
            )
            yield Item("faces", 4, 98 + step * (most + 1), faces)
            words = self.say("to_beat", total=at.dice[0] + _fought(view).attack[0])
            yield Item("hint", 4, 130 + step * (most + 1), text(0, 0, words, SMALLEST))

    def over(self, powder: int, win: Fraction, y: float) -> Item:
        """Return the words of a line that is too low for its own, over those of its neighbours."""
        art = "".join(
            f'<rect x="{x}" y="-11" width="{wide}" height="22" rx="5" '
            'style="fill:var(--tw-ground);stroke:var(--tw-act);stroke-width:2"/>'
            for x, wide in ((2, 44), (214, 144))
        )
        art += text(18, 6, powder, SMALLEST, "middle", 700) + good(POWDER, 36, 0, 0.5)
        art += f'<g transform="translate(4 -11)">{self.numbers(win, 22)}</g>'
        return Item(f"row {powder}", 0, y, f'<g class="tw-if-marked">{art}</g>', z=5)

    def now(self) -> Iterator[Item]:
        """Yield how the battle stands while a die is about to be rolled, or rolled again."""
        view = self.view
        found = _standing(view, self.side)
        for n, (code, odds) in enumerate(found):
            y = 82 + 128 * n
            if code:
                yield Item(
                    f"heading {code}", 4, y, text(0, 0, self.say(code), SMALLEST, weight=600)
                )
            art = ""
            for k, (name, value) in enumerate(zip(odds._fields, odds, strict=True)):
                x = 56 + 120 * k
                if value.denominator == 1:
                    art += text(x, 22, self.sure(value), SMALLEST, "middle", 600)
                elif len(str(value)) > 9:
                    art += text(x, 22, percent(value, self.lang), 24, "middle", 600)
                else:
                    art += fraction(x, 0, value, 24)
                    art += text(x, 46, percent(value, self.lang), SMALLEST, "middle")
                art += text(x, 68, self.say(name), SMALLEST, "middle", fill="var(--tw-soft)")
            yield Item(f"odds {code}", 0, y + 40, answer(art))
            yield frame_if_marked(0, y - 18, 358, 130, f"row {code}")
        yield from self.table(_fought(view), "cases", False)

    def table(self, fought: Fought, key: str, marked: bool) -> Iterator[Item]:
        """Yield all cases: a line for each face of the attacker's die, the answers along it.

        Above them it says whose die goes down and whose goes across.
        """
        rows = matrix(fought, self.side == fought.attacker)
        width, height = CELL
        struck = fought.dice[0]
        down, across = (fitted(self.names[seat], SMALLEST, 74) for seat in fought[:2])
        art = text(0, 0, f"↓ {down}  → {across}", SMALLEST)
        for n, (face, row) in enumerate(rows.items()):
            told = _face(face, 14, height / 2)
            told += text(WIDTH - 2, height / 2 + 6, row.count(WIN), SMALLEST, "end")
            told += f'<g transform="translate(32 2)">{cases((row,), width, height - 4)}</g>' * (
                struck > 0
            )
            faded = ' class="tw-faded"' if struck and face != struck else ""
            art += f'<g transform="translate(0 {12 + n * height})"{faded}>{told}</g>'
        if not struck:
            every = cases(tuple(rows.values()), width, height - 4, height)
            art += f'<g transform="translate(32 14)">{every}</g>'
        y = 12.0 + len(rows) * height
        count = len(rows[STAR])
        if count == len(FACES):
            step = width / count
            art += "".join(
                _face(face, 32 + step * (n + 0.5), y + 12) for n, face in enumerate(FACES)
            )
        if not struck:
            won = sum(row.count(WIN) for row in rows.values())
            words = self.say("won", count=won, total=len(FACES) * count)
            art += text(WIDTH - 2, 0, words, SMALLEST, "end", 600)
        if fought.sabre:
            art += text(32, y + 42, self.say("sabre"), SMALLEST)
        art = f'<g class="tw-if-marked">{art}</g>' if marked else answer(art)
        yield Item(key, 4, MATRIX + 16, art)


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
