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
from widgets.decrypto.art import CARD_INK, KEPT, SOFT, team_sign
from widgets.scene import ODDS, SMALLEST, Item, Scene, answer, coord, fitted, text

Chances = Mapping[Code, Fraction]

FULL = log2(len(CODES))
"""How uncertain a code is that nobody has said anything about, in bits."""
CELL, GRID = (58, 50), (6, 60)
"""The size of a code's cell with the gaps around it, and where the first one stands."""
BITS_Y, ROW = 322, 26
CHANCES_Y, CHANCE_ROW, READ_ROW = 462, 44, 30
BAR = (130, 114)
"""Where bars begin, and how long the longest is."""
LABEL, END = 120, 354
"""How wide the words before a bar may be, and where the numbers behind it end."""
NOISE = "#"
"""A clue that no list has: it stands for all that the computer players do not know."""
OWN = "reading own"
"""The key of the picture that shows how a clue unknown to the list would be read."""
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
    """Return the pieces that a guess is about: its cell, the bits told, the bar if none is better.

    What the others make of the clues is seen with it.
    """
    knows = bool(view.words[view.team])
    best = codes(view)[code] == max(codes(view).values())
    bars = ("hit words" if knows else "hit clues",) * best + ("hit clues",) * knows
    return (mark(code), *bars, *bits_told(view))


def bits_told(view: View) -> tuple[str, ...]:
    """Return the keys of the lines with the bits that clues have told."""
    return tuple(f"bits {upto}" for upto in range(1, len(told(view)) + 1))


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
        """Return what the picture is about: a team's sign, a title, and a second line."""
        art = f'<g transform="translate(17 16)">{team_sign(team)}</g>'
        art += text(36, 22, fitted(words, 18, 320), 18, weight=600) + small(6, 48, more, 348)
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
        cards, digits = _codes()
        yield Item("cards", *GRID, cards)
        yield Item("codes", *GRID, digits, z=1)
        for n, code in enumerate(CODES):
            chance = chances[code]
            best = chance == top > UNIFORM
            at = (GRID[0] + CELL[0] * (n % 6), GRID[1] + CELL[1] * (n // 6))
            short = percent(chance, self.lang, 1 if chance < Fraction(1, 10) else 0)
            art = _cell(round(float(chance) * 20), short, best)
            label = str(spelled(code))
            if code == known:
                art += f'<g transform="translate(8 6) scale(.6)">{_KEY}</g>'
                label += f". {self.say('the_code')}"
            told = self.percent(chance) + f". {self.say('likeliest')}" * best
            yield Item(mark(code), *at, art, label, told=told)
        legend = f'<g transform="translate(14 -5)">{_STAR}</g>' + small(
            28, 0, self.say("likeliest"), 170, SOFT
        )
        if known:
            legend += f'<g transform="translate(200 -5)">{_KEY}</g>'
            legend += small(216, 0, self.say("the_code"), 138, SOFT)
        yield Item("legend", 0, GRID[1] + CELL[1] * 4 + 17, legend)

    def uncertainty(self) -> Iterator[Item]:
        """Yield how many bits the code is uncertain by: before the first clue and after each.

        What clues have told this seat is part of the answer; so is what it takes from the others.
        """
        view, clues = self.view, told(self.view)
        both = self.knows_words
        art = small(6, 0, self.say("bits"), 142, weight=600)
        if both:
            art += _legend(self.say("team"), self.say("others"))
        yield Item("bits", 0, BITS_Y - 10, art)
        for upto in range(4):
            label = self.say("start") if upto == 0 else self.say("after", place=upto)
            if 0 < upto <= len(clues):
                label = f"{upto}. {clues[upto - 1]}"
            y = BITS_Y + ROW * upto
            if upto > len(clues):
                yield Item(f"bits {upto}", 0, y, small(6, 15, label, LABEL, SOFT))
                continue
            mine = entropy(codes(view, upto))
            theirs = entropy(codes_of_others(view, upto)) if both else None
            yield self.two_bars(f"bits {upto}", y, label, mine, theirs, hidden=upto > 0)

    def two_bars(
        self, key: str, y: float, label: str, mine: float, theirs: float | None, hidden: bool
    ) -> Item:
        """Return a line with bits for one or two readers; hidden as long as a guess is due."""
        art = _bar(mine / FULL, 2, 9 if theirs is not None else 14, "team")
        told_numbers = self.bits(mine)
        if theirs is not None:
            art += _bar(theirs / FULL, 13, 6, "others")
            told_numbers += f" · {self.bits(theirs)}"
        art += text(END, 15, told_numbers, SMALLEST, "end", 600)
        words = small(6, 15, label, LABEL)
        if hidden:
            return Item(key, 0, y, words + answer(art), label, told=told_numbers)
        return Item(key, 0, y, words + art, f"{label}: {told_numbers}")

    def chances(self) -> Iterator[Item]:
        """Yield how likely the code is hit: by any guess, and by the likeliest code."""
        yield Item("hit", 0, CHANCES_Y - 16, small(6, 0, self.say("hit"), 340, weight=600))
        own = "words" if self.knows_words else "clues"
        rows = [("random", UNIFORM), (own, max(codes(self.view).values()))]
        if self.knows_words:
            rows.append(("clues", max(codes_of_others(self.view).values())))
        for n, (key, chance) in enumerate(rows):
            label, shown = self.say(f"hit.{key}"), self.percent(chance)
            if key == "random":
                shown = f"{chance.numerator}/{chance.denominator} = {shown}"
            art = text(END, 14, shown, SMALLEST, "end", 600)
            art += _bar(
                float(chance), 21, 10, "team" if key in ("random", own) else "others", 6, 348
            )
            words = small(6, 14, label, 210)
            y = CHANCES_Y + CHANCE_ROW * n
            if key == "random":
                yield Item(f"hit {key}", 0, y, words + art, f"{label}: {shown}")
            else:
                yield Item(f"hit {key}", 0, y, words + answer(art), label, told=shown)

    # --- clues --------------------------------------------------------------------------------

    def readings(self) -> Iterator[Item]:
        """Yield the four words, and for each clue offered how likely it is taken for each."""
        view = self.view
        yield Item("reads", 0, CHANCES_Y - 16, small(6, 0, self.say("reads"), 340, weight=600))
        due = number_due(view)
        for n, word in enumerate(view.words[view.team], start=1):
            label = f"{n}. {word}"
            art = small(18, 15, label, LABEL - 12, weight=700 if n == due else 400)
            if n == due:
                art += '<path d="M5 3l8 6l-8 6z" style="fill:var(--tw-act)"/>'
            yield Item(f"reads {n}", 0, CHANCES_Y + READ_ROW * (n - 1), art, label)
        for n, action in enumerate(_clues(view)):
            yield self.reading(reading_key(n), action.text)
        yield self.reading(OWN, NOISE)

    def reading(self, key: str, clue: str) -> Item:
        """Return for which number each side would take a clue; seen while the clue is marked."""
        mine, theirs = taken(self.view, clue)
        art = _rows(mine, 0, 10, "team") + _rows(theirs, 12, 6, "others")
        for row, (team, others) in enumerate(zip(mine, theirs, strict=True)):
            numbers = f"{self.whole(team)} · {self.whole(others)}"
            art += text(END, 15 + READ_ROW * row, numbers, SMALLEST, "end", 600)
        shown = answer(art).replace('class="', 'class="tw-if-marked ', 1)
        return Item(key, 0, CHANCES_Y, shown)

    def whole(self, chance: Fraction) -> str:
        return percent(chance, self.lang, 0)

    # --- words --------------------------------------------------------------------------------

    def words(self) -> Iterator[Item]:
        """Yield for each number of the team that is being guessed which words are likeliest."""
        view, team = self.view, 1 - self.view.team
        words = self.say("words_of", team=say(f"decrypto.team.{team}", self.lang))
        yield self.heading(words, self.say("word_by_clues"), team)
        for n, about in enumerate(beliefs(view, team), start=1):
            y = 66 + 132 * (n - 1)
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
                label, told = f"{n}. {word}", self.percent(chance)
                yield Item(word_key(n, word), 30, y + 30 * row, art, label, told=told)
            if not rows:
                yield Item(f"any {n}", 0, y, small(30, 18, self.say("any_word"), 320, SOFT))

    # --- what was told ------------------------------------------------------------------------

    def told(self) -> Iterator[Item]:
        """Yield how many bits every message has told its own team, and the others."""
        view = self.view
        words, more = self.say("told"), self.say("told.of", bits=self.bits(FULL))
        art = text(6, 22, fitted(words, 18, 348), 18, weight=600) + small(6, 48, more, 348)
        yield Item("heading", 0, 0, art, f"{words}, {more}")
        yield Item("told legend", 0, 72, _legend(self.say("team"), self.say("others"), 6))
        y = 94
        for team, sheet in enumerate(view.sheets):
            if not sheet:
                continue
            name = say(f"decrypto.team.{team}", self.lang)
            art = f'<g transform="translate(16 0) scale(.7)">{team_sign(team)}</g>'
            yield Item(f"told {team}", 0, y, art + small(34, 6, name, 300, weight=600))
            for n in range(1, len(sheet) + 1):
                mine, theirs = _information(view, team, n)
                at, label = y + 15 + 26 * (n - 1), self.say("round", round=n)
                yield self.two_bars(f"told {team} {n}", at, label, mine, theirs, hidden=False)
            y += 40 + 26 * len(sheet)


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
    '<path d="M-6.5 0a3.5 3.5 0 1 1 7 0a3.5 3.5 0 1 1 -7 0M1 0H8M5 0V4M8 0V3" '
    'style="stroke:var(--tw-ink);stroke-width:2;fill:none"/>'
)


@lru_cache(maxsize=KEPT)
def small(x: float, y: float, words: str, width: float, fill: str = "", weight: int = 400) -> str:
    """Return words as small as they may be, cut short where there is no more space."""
    return text(x, y, fitted(words, SMALLEST, width), SMALLEST, weight=weight, fill=fill)


@cache
def _codes() -> tuple[str, str]:
    """Return the cards of all codes, and what is written on them; between them lie the chances."""
    width, height = CELL[0] - 4, CELL[1] - 4
    at = [(CELL[0] * (n % 6), CELL[1] * (n // 6)) for n in range(len(CODES))]
    cards = "".join(f"M{x} {y}h{width}v{height}h{-width}z" for x, y in at)
    written = (
        text(x + width / 2, y + 20, "".join(map(str, code)), SMALLEST, "middle", 700, CARD_INK)
        for (x, y), code in zip(at, CODES, strict=True)
    )
    ground = f'<path d="{cards}" style="fill:var(--tw-card);stroke:var(--tw-line)"/>'
    return ground, "".join(written)


@cache
def _cell(shade: int, chance: str, best: bool) -> str:
    """Return the chance of a code, to lie over its card; `shade` is the chance in twentieths."""
    width, height = CELL[0] - 4, CELL[1] - 4
    art = (
        f'<rect class="tw-card" width="{width}" height="{height}" '
        f'style="fill:var(--tw-act);fill-opacity:{shade / 40:.3f}'
    )
    art += ';stroke:var(--tw-ink);stroke-width:3"/>' if best else '"/>'
    if best:
        art += f'<g transform="translate({width - 8} 8) scale(.65)">{_STAR}</g>'
    return answer(art + text(width / 2, 40, chance, SMALLEST, "middle", fill=CARD_INK))


STYLES = {
    "team": "fill:var(--tw-act)",
    "others": "fill:none;stroke:var(--tw-hurt);stroke-width:1.5",
}
"""How bars look: filled for the team, outlined for the others."""


def _bar(
    share: float, y: float, height: float, kind: str, x: float = BAR[0], width: float = BAR[1]
) -> str:
    """Return a bar from zero; nothing is a line."""
    return _bars(((share, y),), height, kind, x, width)


def _rows(shares: Sequence[Fraction], y: float, height: float, kind: str) -> str:
    """Return bars one below the other, as one drawing."""
    return _bars([(float(share), y + READ_ROW * n) for n, share in enumerate(shares)], height, kind)


def _bars(
    bars: Sequence[tuple[float, float]],
    height: float,
    kind: str,
    x: float = BAR[0],
    width: float = BAR[1],
) -> str:
    d = ""
    for share, y in bars:
        long = coord(max(0.8, min(1.0, share) * width))
        d += f"M{coord(x)} {coord(y)}h{long}v{coord(height)}h-{long}z"
    return f'<path d="{d}" style="{STYLES[kind]}"/>'


@cache
def _legend(team: str, others: str, x: float = 152) -> str:
    """Return which bar is whose."""
    return (
        _bar(1, -11, 10, "team", x, 16)
        + small(x + 21, 0, team, 70)
        + _bar(1, -8, 6, "others", x + 98, 16)
        + small(x + 119, 0, others, 88)
    )


@lru_cache(maxsize=1024)
def _word(word: str, share: float, chance: str) -> str:
    """Return a word that may be behind a number, with its chance."""
    return (
        '<rect class="tw-if-marked" x="-4" y="-2" width="332" height="28" rx="4" '
        'style="fill:none;stroke:var(--tw-hurt);stroke-width:3;stroke-dasharray:6 3"/>'
        + small(2, 17, word, 138)
        + answer(_bar(share, 6, 11, "team", 146, 110) + text(324, 17, chance, SMALLEST, "end", 600))
    )
