"""A picture as keyed pieces: drawn in Python, played in the browser, or printed as one SVG.

A `Scene` is a list of `Item`s, each a small drawing with a key and a place. Between two scenes the
pieces with the same key are the same piece, so a player of scenes can let them glide. Colours are
CSS variables: the live widget sets them from JupyterLab's theme, a printed SVG brings its own.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from functools import cache
from html import escape
from math import cos, pi, sin
from typing import Literal, NamedTuple

from gamelib.game import Action
from gamelib.texts import say

Point = tuple[float, float]

BOARD = (960, 600)
ODDS = (360, 600)
CARD = (48, 68)
SMALL = (32, 46)
LARGE = (60, 84)
SEAT_COLOURS = 8

SMALLEST = 17
"""No words in a drawing are smaller: on a laptop a table is drawn at two thirds of its size."""

HIDDEN = "?"
"""The face of a card that lies face down."""

STYLE = """
svg{--tw-ground:#fff;--tw-felt:#eaf1ec;--tw-felt-line:#c4d4ca;--tw-ink:#1b1f23;--tw-soft:#57606a;
--tw-line:#8c959f;--tw-card:#fff;--tw-card-ink:#1b1f23;--tw-back:#d5dde6;--tw-back-line:#9fb0c3;
--tw-act:#0b62c4;--tw-hurt:#b23a00;--tw-good:#00664c;
--tw-seat0:#e69f00;--tw-seat1:#56b4e9;--tw-seat2:#009e73;--tw-seat3:#f0e442;--tw-seat4:#0072b2;
--tw-seat5:#d55e00;--tw-seat6:#cc79a7;--tw-seat7:#999999}
@media (prefers-color-scheme:dark){svg{--tw-ground:#16191d;--tw-felt:#1e2a25;--tw-felt-line:#3a4d44;
--tw-ink:#eef1f4;--tw-soft:#aab4bf;--tw-line:#6e7883;--tw-card:#2a3037;--tw-card-ink:#f4f6f8;
--tw-back:#3a4552;--tw-back-line:#5c6c7e;--tw-act:#6cb6ff;--tw-hurt:#ff9d6b;--tw-good:#5ed3ae}}
"""
"""The colours a printed SVG brings along, for light and for dark grounds."""

RULES = """
text{font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","DejaVu Sans",sans-serif;
font-variant-numeric:tabular-nums;fill:var(--tw-ink)}
.tw-faded{opacity:.28}
.tw-hurt-lines{display:none;stroke:var(--tw-hurt);stroke-width:1.5;fill:none}
.tw-hurts .tw-hurt-lines{display:inline}
.tw-hurts .tw-hurt-lines~text{paint-order:stroke;stroke:var(--tw-card);stroke-width:6px}
.tw-hurts .tw-card{stroke:var(--tw-hurt)!important;stroke-width:2.5}
.tw-lifted .tw-card{stroke-width:2}
.tw-if-marked{display:none}
.tw-hurts .tw-if-marked{display:inline}
.tw-if-next{display:none}
.tw-next .tw-if-next{display:inline}
"""
"""How marked pieces look, in print and in the live widget alike."""


class Item(NamedTuple):
    """One piece of a picture, drawn with its own origin at (x, y).

    `label` is what a screen reader says (empty: decoration). `action` is the token a click on the
    piece stands for, such as "card:7" or "seat:2". `classes` mark it ("tw-faded", "tw-hurts").
    `place` and `face` are for pieces that wander, cards above all: see `follow`. Higher `z` lies on
    top. `via` are the points it passes on its way here (see `Film`). `told` is what a screen reader
    says besides the label, once a guess that is asked for has been given: see `answer`.
    """

    key: str
    x: float
    y: float
    svg: str
    label: str = ""
    action: str = ""
    classes: str = ""
    place: str = ""
    face: str = ""
    z: int = 0
    via: tuple[Point, ...] = ()
    told: str = ""

    @property
    def spoken(self) -> str:
        """All that a screen reader says."""
        return f"{self.label} {self.told}".strip()


@dataclass(frozen=True)
class Scene:
    """A picture: its size, what it shows in words, and its pieces."""

    size: tuple[int, int]
    title: str
    items: tuple[Item, ...]

    def svg(self) -> str:
        """Return the picture as one SVG document with its own colours."""
        width, height = self.size
        pieces = "".join(
            f'<g transform="translate({coord(item.x)} {coord(item.y)})"'
            f"{_attribute('class', item.classes)}{_attribute('aria-label', item.spoken)}>"
            f"{item.svg}</g>"
            for item in sorted(self.items, key=lambda item: item.z)
        )
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
            f'width="{width}" height="{height}" role="img">'
            f"<title>{plain(self.title)}</title><style>{STYLE}{RULES}</style>"
            f'<rect width="{width}" height="{height}" fill="var(--tw-ground)"/>{pieces}</svg>'
        )

    def _repr_svg_(self) -> str:
        return self.svg()


Tone = Literal["good", "bad", ""]


class Result(NamedTuple):
    """What may come of a choice: a code, the event in words, and its chance.

    The words stand wherever the event is named, in P(…) above all: "you are out". `tone` says what
    it means to whoever chooses; what is bad is hatched.
    """

    code: str
    label: str
    chance: Fraction
    tone: Tone = ""


class Cases(NamedTuple):
    """The cases that are counted in the picture: 26 of 38 "unseen cards"."""

    favourable: int
    total: int
    of: str


class Choice(NamedTuple):
    """A legal action as the table offers it: how to choose it, and what may come of it.

    `action` is what is played; the page never sees it. It is None where words of one's own make the
    action: then `entry` says which words are wanted. `path` is the tokens to click, one after the
    other. `question` says in a sentence how the chance comes about, or that there is none.
    `results` are all that can come of it; `asked` is the code of the one whose chance is the large
    number, and `cases` are how it is counted, where it is counted in the picture. `marks` are the
    keys of the pieces in the odds picture that are counted. `hurts` are the tokens of the pieces on
    the board that would be lost. `trials` is 0 for exact chances, else the number they rest on.
    """

    action: Action | None
    path: tuple[str, ...]
    label: str
    question: str = ""
    results: tuple[Result, ...] = ()
    asked: str = ""
    cases: Cases | None = None
    marks: tuple[str, ...] = ()
    hurts: tuple[str, ...] = ()
    trials: int = 0
    entry: str = ""

    @property
    def chance(self) -> Fraction | None:
        """The chance of what is asked about."""
        found = (result.chance for result in self.results if result.code == self.asked)
        return next(found, None)

    @property
    def danger(self) -> Fraction | None:
        """The chance of all that is bad; None where nothing is asked about."""
        bad = (result.chance for result in self.results if result.tone == "bad")
        return sum(bad, Fraction(0)) if self.asked else None


def beside(left: Scene, right: Scene) -> Scene:
    """Return two pictures as one, side by side."""
    width, height = left.size
    moved = [item._replace(key=f"beside {item.key}", x=item.x + width) for item in right.items]
    size = (width + right.size[0], max(height, right.size[1]))
    return Scene(size, f"{left.title} {right.title}", left.items + tuple(moved))


def follow(before: Sequence[Item], after: Scene, moves: Iterable[tuple[str, str]] = ()) -> Scene:
    """Return a scene whose wandering pieces have the keys they had in the scene before.

    `moves` say from which place to which a piece has gone, for pieces that look alike. Of the rest,
    a piece with a `face` that stays in its place keeps its key. Of the others, one with the same
    face has moved, and a hidden one has been turned over. What is left over is new.
    """
    keys = _moved(before, after.items, moves) if moves else {}
    gone = set(keys.values())
    old: dict[tuple[str, str], list[Item]] = defaultdict(list)
    for item in before:
        if item.face and item.key not in gone:
            old[item.place, item.face].append(item)
    homeless: list[int] = []
    for n, item in enumerate(after.items):
        if not item.face or n in keys:
            continue
        if stayed := old[item.place, item.face]:
            keys[n] = stayed.pop(0).key
        else:
            homeless.append(n)
    left = [item for items in old.values() for item in items]
    for fits in (
        lambda was, now: was.face == now.face,
        lambda was, now: HIDDEN in (was.face, now.face),
    ):
        for n in list(homeless):
            found = next((was for was in left if fits(was, after.items[n])), None)
            if found is not None:
                keys[n] = found.key
                left.remove(found)
                homeless.remove(n)
    taken = {item.key for item in before} | set(keys.values())
    fresh = (key for k in range(10**6) if (key := f"piece {k}") not in taken)
    for n in homeless:
        keys[n] = next(fresh)
    items = tuple(
        item._replace(key=keys[n]) if n in keys else item for n, item in enumerate(after.items)
    )
    return replace(after, items=items)


def _moved(
    before: Sequence[Item], after: Sequence[Item], moves: Iterable[tuple[str, str]]
) -> dict[int, str]:
    """Return the keys of the pieces that are known to have moved, by their number in `after`.

    Where several are in a place, the last one goes, and who comes is the last one there.
    """
    leaves = {item.place: item.key for item in before if item.face}
    comes = {item.place: n for n, item in enumerate(after) if item.face}
    return {comes[end]: leaves[start] for start, end in moves}


def coord(value: float) -> str:
    """Return a coordinate as short as it can be written."""
    return f"{value:.1f}".rstrip("0").rstrip(".")


def large(count: int, lang: str = "en") -> str:
    """Return a large number as people write it: 1 234 567, or 3.1 × 10²⁰.

    >>> large(31 * 10**19), large(31 * 10**19, "fr"), large(10**400)
    ('3.1 × 10²⁰', '3,1 × 10²⁰', '1.0 × 10⁴⁰⁰')
    """
    if count < 10**9:
        return f"{count:,}".replace(",", "\u202f")
    digits, exponent = f"{Decimal(count):.1e}".replace(".", say("number.point", lang)).split("e+")
    raised = str(int(exponent)).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))
    return f"{digits} × 10{raised}"


def plain(words: str) -> str:
    """Return words for SVG: never markup, and nothing that no XML may hold.

    >>> plain("<b>\\x00")
    '&lt;b&gt;\ufffd'
    """
    return escape(_UNFIT.sub("\ufffd", words))


_UNFIT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def _attribute(name: str, value: str) -> str:
    return f' {name}="{plain(value)}"' if value else ""


def text(
    x: float,
    y: float,
    words: object,
    size: int = 14,
    anchor: str = "start",
    weight: int = 400,
    fill: str = "",
) -> str:
    """Return words as SVG; whatever they are, they stay words."""
    return (
        f'<text x="{coord(x)}" y="{coord(y)}" font-size="{size}"'
        + (f' text-anchor="{anchor}"' if anchor != "start" else "")
        + (f' font-weight="{weight}"' if weight != 400 else "")
        + (f' style="fill:{fill}"' if fill else "")
        + f">{plain(str(words))}</text>"
    )


def width_of(words: str, size: int) -> float:
    """Return about how wide words are, on the safe side: no font is at hand to measure them."""
    return (
        sum(
            (0.36 if letter in "iIjl1.,:;’'! " else 0.95 if letter in "mwMW%@—" else 0.64)
            if ord(letter) < 0x2E80
            else 1.1
            for letter in words
        )
        * size
    )


def fitted(words: str, size: int, width: float) -> str:
    """Return words, cut short with … where they would be wider than they may."""
    if width_of(words, size) <= width:
        return words
    while words and width_of(words + "…", size) > width:
        words = words[:-1]
    return words.rstrip() + "…"


@cache
def card(face: str, size: tuple[int, int] = CARD, fanned: bool = False) -> str:
    """Return a card as SVG, its top left corner at the origin; face `HIDDEN` shows the back.

    Where others lie over it in a fan, it has its value at the left alone.
    """
    width, height = size
    radius = 6 if width > 40 else 4
    frame = (
        f'<rect class="tw-card" x=".5" y=".5" width="{width - 1}" height="{height - 1}" '
        f'rx="{radius}" style="fill:var(--tw-{"back" if face == HIDDEN else "card"});'
        f'stroke:var(--tw-line)"/>'
    )
    if face == HIDDEN:
        inner = (
            f'<rect x="5" y="5" width="{width - 10}" height="{height - 10}" rx="3" '
            f'style="fill:none;stroke:var(--tw-back-line)"/>'
            f'<path d="M{width / 2} 10L{width - 10} {height / 2}L{width / 2} {height - 10}'
            f'L10 {height / 2}Z" style="fill:none;stroke:var(--tw-back-line)"/>'
        )
    else:
        ink = "var(--tw-card-ink)"
        large_type = 36 if width > 56 else 24 if width > 40 else 18
        middle = text(
            width / 2, height / 2 + large_type * 0.36, face, large_type, "middle", 600, ink
        )
        if fanned:
            inner = text(3, 20, face, 18 if width > 40 else SMALLEST, "start", 600, ink)
        elif width > 40:
            inner = (
                middle
                + text(4, 18, face, SMALLEST, "start", 600, ink)
                + text(width - 4, height - 6, face, SMALLEST, "end", 600, ink)
            )
        else:
            inner = middle
    return f"{frame}{hurt_lines(width, height)}{inner}"


def hurt_lines(width: int, height: int) -> str:
    """Return the hatching of a case that hurts; it is seen while the piece is marked as such."""
    step = 10 if width > 40 else 8
    lines = "".join(
        f"M{max(0, d - height)} {min(d, height)}L{min(d, width)} {max(0, d - width)}"
        for d in range(step, width + height, step)
    )
    return f'<path class="tw-hurt-lines" d="{lines}"/>'


def fraction(x: float, y: float, value: Fraction, size: int = 24, cases: int = 0) -> str:
    """Return a fraction stacked as a fraction, centred on (x, y); with `cases`, not reduced."""
    bottom = str(cases or value.denominator)
    top = str(int(value * cases) if cases else value.numerator)
    half = max(len(top), len(bottom)) * size * 0.31 + 3
    return (
        text(x, y - size * 0.28, top, size, "middle", 600)
        + f'<path d="M{coord(x - half)} {coord(y)}H{coord(x + half)}" '
        + 'style="stroke:var(--tw-ink);stroke-width:1.5"/>'
        + text(x, y + size * 0.98, bottom, size, "middle", 600)
    )


def answer(art: str) -> str:
    """Return art that is not to be seen before a guess: where predictions are asked for, it is
    shown once what it belongs to is marked.
    """
    return f'<g class="tw-answer">{art}</g>'


def seat_sign(seat: int, name: str) -> str:
    """Return a seat's sign, centred on the origin: a disc of its colour with the name's initial."""
    return (
        f'<circle r="16" style="fill:var(--tw-seat{seat % SEAT_COLOURS});stroke:var(--tw-ink)"/>'
        + text(0, 6, name[:1].upper(), 18, "middle", 700, "#1b1f23" if seat != 4 else "#fff")
    )


def ring(count: int, centre: Point, radii: Point) -> Sequence[Point]:
    """Return places around an oval table, clockwise, the first at the bottom."""
    return [
        (
            centre[0] - radii[0] * sin(2 * pi * k / count),
            centre[1] + radii[1] * cos(2 * pi * k / count),
        )
        for k in range(count)
    ]
