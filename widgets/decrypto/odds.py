"""Decrypto's odds drawn: the 24 codes shaded by how likely they are, and the bits clues tell.

While codes are guessed: a grid of all codes, how uncertain the code is before and after each clue,
and how likely it is hit. Before a clue is given: for which number each side would take it. In the
end: which words are likely behind the numbers, and what every message has told to whom.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from math import log2
from typing import NamedTuple

from gamelib.decrypto.odds import (
    CODES,
    UNIFORM,
    beliefs,
    entropy,
    heard,
    overheard,
    possible,
    posterior,
    readers,
    results,
)
from gamelib.decrypto.rules import Guess, Phase, View
from gamelib.decrypto.screens import Clue
from gamelib.decrypto.sheets import Code, Message, said, spelled
from gamelib.decrypto.words import plain
from gamelib.game import Action
from gamelib.texts import number, percent, say
from widgets.decrypto.art import SOFT, team_sign
from widgets.scene import ODDS, Item, Scene, answer, coord, fitted, text

Chances = Mapping[Code, Fraction]

FULL = log2(len(CODES))
"""How uncertain a code is that nobody has said anything about, in bits."""
CELL, GRID = (58, 50), (6, 62)
"""The size of a code's cell with the gaps around it, and where the first one stands."""
BITS_Y, BIT_ROW = 326, 25
CHANCES_Y = 464
BAR = (120, 148)
"""Where bars begin, and how long the longest is."""
LIKELIEST = 4
"""How many words are shown for each number."""


# --- what is asked of the odds, once for a view ---------------------------------------------------


@lru_cache(maxsize=512)
def codes(view: View, upto: int = 3) -> Chances:
    """Return what the seat makes of the message on its way after its first clues."""
    return posterior(view, clues=told(view)[:upto])


@lru_cache(maxsize=512)
def codes_of_others(view: View, upto: int = 3) -> Chances:
    """Return what those can make of it who know what was revealed, but not the words."""
    return overheard(view, clues=told(view)[:upto])


def told(view: View) -> tuple[str, ...]:
    """Return the clues of this round's message that the seat knows."""
    on_its_way = len(view.sheets[view.team]) == view.round
    return heard(view) if on_its_way else ()


@lru_cache(maxsize=512)
def taken(view: View, clue: str) -> tuple[Sequence[Fraction], Sequence[Fraction]]:
    """Return how likely my team and the others take a clue for each of the numbers."""
    return readers(view, clue)


def read(view: View, action: Action) -> Mapping[str, Fraction]:
    """Return all that can come of an action, as `results` has it, but codes are weighed once."""
    match action:
        case Clue(text):
            due = number_due(view) - 1
            heard_by, caught_by = (row[due] for row in taken(view, text))
            if view.round == 1:
                caught_by = Fraction(0)
            return {
                "understood": heard_by * (1 - caught_by),
                "shared": heard_by * caught_by,
                "caught": (1 - heard_by) * caught_by,
                "lost": (1 - heard_by) * (1 - caught_by),
            }
        case Guess(code):
            right = codes(view)[code]
            if view.phase is Phase.INTERCEPTION:
                return {"intercepted": right, "missed": 1 - right}
            return {"right": right, "wrong": 1 - right}
    return results(view, action)


def number_due(view: View) -> int:
    """Return the number whose clue the encryptor in view is to write."""
    code = view.sheets[view.team][-1].code
    assert code is not None, "who writes the clues knows the code"
    return code[len(told(view))]


# --- keys -----------------------------------------------------------------------------------------


def mark(code: Code) -> str:
    """Return the key of a code's cell."""
    return f"cell {spelled(code)}"


def marks_of(view: View, code: Code) -> tuple[str, ...]:
    """Return the pieces that a guess is about: its cell, and the best guess's bar if it is that."""
    best = codes(view)[code] == max(codes(view).values())
    bar = "hit words" if view.words[view.team] else "hit clues"
    return (mark(code), bar) if best else (mark(code),)


def reading_key(n: int) -> str:
    """Return the key of the picture that shows how the n-th clue offered would be read."""
    return f"reading {n}"


def word_key(digit: int, word: str) -> str:
    """Return the key of a word that may be behind a number."""
    return f"word {digit} {plain(word)}"


# --- the picture ----------------------------------------------------------------------------------


def odds(view: View, lang: str = "en", names: Sequence[str] | None = None) -> Scene:
    """Return the cases a seat weighs: codes, in the end words, and what was told to whom."""
    picture = _Picture(view, lang)
    match view.phase:
        case Phase.NAMING:
            items, title = [*picture.words()], picture.say("title.words")
        case Phase.OVER:
            items, title = [*picture.told()], picture.say("title.told")
        case _:
            items, title = [*picture.codes()], picture.say("title.codes")
    return Scene(ODDS, title, tuple(items))


class _Picture(NamedTuple):
    """A picture of the odds about to be drawn."""

    view: View
    lang: str

    def say(self, key: str, **values: object) -> str:
        return say(f"decrypto.odds.{key}", self.lang, **values)

    def percent(self, chance: Fraction) -> str:
        return percent(chance, self.lang)

    def bits(self, value: float) -> str:
        return number(value, self.lang, 2)

    def heading(self, words: str, more: str, team: int) -> Item:
        """Return the words on top, with the sign of the team they are about."""
        art = f'<g transform="translate(16 18) scale(.8)">{team_sign(team)}</g>'
        art += text(36, 24, fitted(words, 18, 318), 18, weight=600)
        art += text(36, 46, fitted(more, 12, 318), 12, fill=SOFT)
        return Item("heading", 0, 0, art, f"{words}. {more}")

    @property
    def knows_words(self) -> bool:
        """Whether the seat reads the message with its words."""
        return bool(self.view.words[self.view.team])

    # --- codes --------------------------------------------------------------------------------

    def codes(self) -> Iterator[Item]:
        """Yield the grid of codes, the bits, and the chances to hit, or how clues would be read."""
        view = self.view
        key = "no_clue" if not told(view) else "by_words" if self.knows_words else "by_clues"
        team = say(f"decrypto.team.{view.team}", self.lang)
        yield self.heading(self.say("code_of", team=team), self.say(key), view.team)
        yield from self.grid()
        yield from self.uncertainty()
        if view.phase is Phase.CLUES and view.seat is not None and view.seat == view.turn:
            yield from self.readings()
        else:
            yield from self.chances()

    def grid(self) -> Iterator[Item]:
        """Yield all 24 codes, shaded by chance; the likeliest ones and a known code are marked."""
        view, chances = self.view, codes(self.view)
        top = max(chances.values())
        now = len(view.sheets[view.team]) == view.round
        known = possible(view)[0] if now and len(possible(view)) == 1 else None
        for n, code in enumerate(CODES):
            chance = chances[code]
            best = chance == top > UNIFORM
            at = (GRID[0] + CELL[0] * (n % 6), GRID[1] + CELL[1] * (n // 6))
            shown = self.percent(chance)
            words = [f"{spelled(code)}: {shown}"]
            words += [self.say("likeliest")] * best + [self.say("the_code")] * (code == known)
            art = _cell(code, round(float(chance) * 20), shown, best, code == known)
            yield Item(mark(code), *at, art, ". ".join(words))
        y = GRID[1] + CELL[1] * 4 + 15
        legend = f'<g transform="translate(12 -4)">{_STAR}</g>' + text(
            24, 0, self.say("likeliest"), 12, fill=SOFT
        )
        legend += f'<g transform="translate(150 -4)">{_KEY}</g>' + text(
            162, 0, self.say("the_code"), 12, fill=SOFT
        )
        yield Item("legend", 0, y, legend)

    def uncertainty(self) -> Iterator[Item]:
        """Yield how many bits the code is uncertain by: before the first clue and after each."""
        view, clues = self.view, told(self.view)
        both = self.knows_words
        art = text(6, 0, self.say("bits"), 14, weight=600)
        if both:
            art += _legend(self.say("team"), self.say("others"))
        yield Item("bits", 0, BITS_Y - 18, art)
        for upto in range(4):
            label = self.say("start") if upto == 0 else self.say("after", place=upto)
            if 0 < upto <= len(clues):
                label = f"{upto}. {clues[upto - 1]}"
            y = BITS_Y + BIT_ROW * upto
            if upto > len(clues):
                art = text(6, 12, fitted(label, 12, 112), 12, fill=SOFT)
                yield Item(f"bits {upto}", 0, y, art)
                continue
            mine = entropy(codes(view, upto))
            theirs = entropy(codes_of_others(view, upto)) if both else None
            yield Item(f"bits {upto}", 0, y, *self.two_bars(label, mine, theirs))

    def two_bars(self, label: str, mine: float, theirs: float | None) -> tuple[str, str]:
        """Return a line with bits for one or two readers, and how it is said."""
        art = text(6, 12, fitted(label, 12, 112), 12)
        art += _bar(mine / FULL, 0 if theirs is not None else 3, 9, "team")
        told_numbers = self.bits(mine)
        if theirs is not None:
            art += _bar(theirs / FULL, 11, 6, "others")
            told_numbers += f" · {self.bits(theirs)}"
        art += text(354, 12, told_numbers, 12, "end", 600)
        return art, f"{label}: {told_numbers}"

    def chances(self) -> Iterator[Item]:
        """Yield how likely the code is hit: by any guess, and by the likeliest code."""
        yield Item("hit", 0, CHANCES_Y - 22, text(6, 0, self.say("hit"), 14, weight=600))
        own = "words" if self.knows_words else "clues"
        rows = [("random", UNIFORM), (own, max(codes(self.view).values()))]
        if self.knows_words:
            rows.append(("clues", max(codes_of_others(self.view).values())))
        for n, (key, chance) in enumerate(rows):
            label, shown = self.say(f"hit.{key}"), self.percent(chance)
            exact = f"{chance.numerator}/{chance.denominator}"
            if len(exact) <= 15:
                shown = f"{exact} = {shown}"
            numbers = text(354, 10, shown, 12, "end", 600)
            numbers += _bar(float(chance), 15, 9, "others" if key == "clues" else "team", 6, 348)
            art = text(6, 10, fitted(label, 12, 200), 12)
            art += answer(numbers) if key == own else numbers
            yield Item(f"hit {key}", 0, CHANCES_Y + 44 * n - 8, art, f"{label}: {shown}")

    # --- clues --------------------------------------------------------------------------------

    def readings(self) -> Iterator[Item]:
        """Yield the four words, and for each clue offered how likely it is taken for each."""
        view = self.view
        yield Item("reads", 0, CHANCES_Y - 22, text(6, 0, self.say("reads"), 14, weight=600))
        due = number_due(view)
        for n, word in enumerate(view.words[view.team], start=1):
            label = f"{n}. {word}"
            art = text(18, 12, fitted(label, 12, 100), 12, weight=700 if n == due else 400)
            if n == due:
                art += '<path d="M5 3l8 5l-8 5z" style="fill:var(--tw-act)"/>'
            yield Item(f"reads {n}", 0, CHANCES_Y + 28 * (n - 1) - 8, art, label)
        for n, action in enumerate(_clues(view)):
            mine, theirs = taken(view, action.text)
            art = "".join(
                f'<g transform="translate(0 {28 * row})">'
                + _bar(float(team), 0, 9, "team")
                + _bar(float(others), 11, 6, "others")
                + text(354, 12, f"{self.whole(team)} · {self.whole(others)}", 12, "end", 600)
                + "</g>"
                for row, (team, others) in enumerate(zip(mine, theirs, strict=True))
            )
            shown = f'<g class="tw-if-marked">{art}</g>'
            yield Item(reading_key(n), 0, CHANCES_Y - 8, shown)

    def whole(self, chance: Fraction) -> str:
        return percent(chance, self.lang, 0)

    # --- words --------------------------------------------------------------------------------

    def words(self) -> Iterator[Item]:
        """Yield for each number of the team that is being guessed which words are likeliest."""
        view, team = self.view, 1 - self.view.team
        words = self.say("words_of", team=say(f"decrypto.team.{team}", self.lang))
        yield self.heading(words, self.say("word_by_clues"), team)
        for n, about in enumerate(beliefs(view, team), start=1):
            y = 64 + 132 * (n - 1)
            yield Item(f"number {n}", 0, y, text(6, 18, n, 24, weight=700))
            rows = (
                [(about, Fraction(1))]
                if isinstance(about, str)
                else [
                    (word, about.chance(word))
                    for word in sorted(about.weights, key=about.weights.__getitem__, reverse=True)[
                        :LIKELIEST
                    ]
                ]
            )
            for row, (word, chance) in enumerate(rows):
                art = _word(word, float(chance), self.percent(chance))
                label = f"{n}. {word}: {self.percent(chance)}"
                yield Item(word_key(n, word), 30, y + 30 * row, art, label)
            if not rows:
                art = text(30, 18, self.say("any_word"), 14, fill=SOFT)
                yield Item(f"any {n}", 0, y, art)

    # --- what was told ------------------------------------------------------------------------

    def told(self) -> Iterator[Item]:
        """Yield how many bits every message has told its own team, and the others."""
        view = self.view
        words = self.say("told")
        art = text(6, 24, fitted(words, 18, 348), 18, weight=600)
        art += text(6, 46, fitted(self.say("told.of", bits=self.bits(FULL)), 12, 348), 12)
        yield Item("heading", 0, 0, art, words)
        yield Item("told legend", 0, 66, _legend(self.say("team"), self.say("others"), 6))
        y = 92
        for team, sheet in enumerate(view.sheets):
            if not sheet:
                continue
            name = say(f"decrypto.team.{team}", self.lang)
            art = f'<g transform="translate(14 -5) scale(.6)">{team_sign(team)}</g>'
            yield Item(f"told {team}", 0, y, art + text(28, 0, name, 14, weight=600))
            for n in range(1, len(sheet) + 1):
                mine, theirs = _information(view, team, n)
                drawn = self.two_bars(self.say("round", round=n), mine, theirs)
                yield Item(f"told {team} {n}", 0, y + 9 + 26 * (n - 1), *drawn)
            y += 44 + 26 * len(sheet)


def _clues(view: View) -> tuple[Clue, ...]:
    """Return the clues that are offered to the encryptor in view."""
    words, sheet = view.words[view.team], view.sheets[view.team]
    return view.game.offers.clues(words[number_due(view) - 1], said(sheet), words)


@lru_cache(maxsize=1024)
def _information(view: View, team: int, number: int) -> tuple[float, float]:
    """Return how many bits a message told its team, and those who had heard the ones before."""
    sheet = view.sheets[team][: number - 1]
    message = Message(None, view.sheets[team][number - 1].clues)
    sheets = tuple((*sheet, message) if owner == team else () for owner in (0, 1))
    then = view._replace(sheets=sheets, team=team, round=number)
    return FULL - entropy(posterior(then)), FULL - entropy(overheard(then))


# --- art ------------------------------------------------------------------------------------------

_STAR = '<path d="M-6 4L0 -6L6 4Z" style="fill:var(--tw-ink)"/>'
_KEY = (
    '<circle cx="-3" r="3.5" style="fill:none;stroke:var(--tw-ink);stroke-width:2"/>'
    '<path d="M1 0H8M5 0V4M8 0V3" style="stroke:var(--tw-ink);stroke-width:2;fill:none"/>'
)


@cache
def _cell(code: Code, shade: int, chance: str, best: bool, known: bool) -> str:
    """Return a code with its chance; `shade` is the chance in twentieths."""
    width, height = CELL[0] - 4, CELL[1] - 4
    box = f'<rect width="{width}" height="{height}" rx="5"'
    chances = f'{box} style="fill:var(--tw-act);fill-opacity:{shade / 40:.3f}'
    chances += ';stroke:var(--tw-ink);stroke-width:3"/>' if best else '"/>'
    if best:
        chances += f'<g transform="translate({width - 8} 8) scale(.65)">{_STAR}</g>'
    chances += text(width / 2, 40, chance, 12, "middle", fill="var(--tw-card-ink)")
    art = f'{box} style="fill:var(--tw-card);stroke:var(--tw-line)"/>{answer(chances)}'
    if known:
        art += f'<g transform="translate(9 7) scale(.75)">{_KEY}</g>'
    art += (
        f'<rect class="tw-if-marked" x="1" y="1" width="{width - 2}" height="{height - 2}" rx="5" '
        'style="fill:none;stroke:var(--tw-hurt);stroke-width:3;stroke-dasharray:6 3"/>'
    )
    return art + text(
        width / 2, 25, "".join(map(str, code)), 14, "middle", 700, "var(--tw-card-ink)"
    )


def _bar(
    share: float, y: float, height: float, kind: str, x: float = BAR[0], width: float = BAR[1]
) -> str:
    """Return a bar from zero: filled for the team, outlined and crossed for the others."""
    long = max(0.0, min(1.0, share)) * width
    track = (
        f'<path d="M{coord(x)} {coord(y)}v{coord(height)}" '
        'style="stroke:var(--tw-ink);stroke-width:1.5"/>'
    )
    if long < 0.1:
        return track
    style = (
        "fill:var(--tw-act)"
        if kind == "team"
        else "fill:none;stroke:var(--tw-hurt);stroke-width:1.5"
    )
    return track + (
        f'<rect x="{coord(x)}" y="{coord(y)}" width="{coord(long)}" height="{coord(height)}" '
        f'style="{style}"/>'
    )


@cache
def _legend(team: str, others: str, x: float = 150) -> str:
    """Return which bar is whose."""
    return (
        _bar(1, -9, 9, "team", x, 16)
        + text(x + 21, 0, fitted(team, 12, 86), 12, fill=SOFT)
        + _bar(1, -8, 6, "others", x + 108, 16)
        + text(x + 129, 0, fitted(others, 12, 76), 12, fill=SOFT)
    )


@lru_cache(maxsize=1024)
def _word(word: str, share: float, chance: str) -> str:
    """Return a word that may be behind a number, with its chance."""
    return (
        '<rect class="tw-if-marked" x="-4" y="-2" width="332" height="28" rx="4" '
        'style="fill:none;stroke:var(--tw-hurt);stroke-width:3;stroke-dasharray:6 3"/>'
        + text(2, 16, fitted(word, 14, 130), 14)
        + answer(_bar(share, 6, 11, "team", 138, 120) + text(322, 16, chance, 12, "end", 600))
    )
