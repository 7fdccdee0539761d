"""The pieces of Aquatika: creatures told apart by shape, cells, goals, and signs for what moves do.

A side has its colour and, as a second sign, its own outline: seat 0's pieces are round, seat 1's
square. Everything is drawn around its own middle, so that it scales with the cells of any board.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from widgets.scene import HIDDEN, SMALLEST, Point, coord, fitted, text
from widgets.tabletop import BUTTON, button

INK = "stroke:var(--tw-ink);stroke-linejoin:round;stroke-linecap:round"

BODIES = {
    "octopus": (
        "M0 -32C23 -32 28 -11 23 3C32 7 43 11 42 24C41 33 30 31 31 23C31 19 26 17 21 16"
        "C26 22 28 35 18 37C10 38 11 29 13 25C14 21 9 18 6 18C9 24 8 39 0 39C-8 39 -9 24 -6 18"
        "C-9 18 -14 21 -13 25C-11 29 -10 38 -18 37C-28 35 -26 22 -21 16C-26 17 -31 19 -31 23"
        "C-30 31 -41 33 -42 24C-43 11 -32 7 -23 3C-28 -11 -23 -32 0 -32Z"
    ),
    "shark": (
        "M42 5C34 -9 17 -15 5 -15C4 -23 0 -31 -7 -36C-11 -28 -13 -20 -12 -13C-20 -11 -27 -7 -31 -3"
        "C-34 -10 -38 -16 -44 -21C-45 -9 -42 1 -37 6C-41 13 -43 21 -41 30C-35 24 -30 17 -27 10"
        "C-19 14 -11 16 -4 17C-5 22 -8 27 -12 31C-2 31 8 26 12 17C25 16 36 13 42 5Z"
    ),
    "fish": (
        "M43 6C33 -3 18 -7 4 -6C-12 -5 -24 0 -30 3L-44 -8C-42 2 -42 10 -44 20L-29 10"
        "C-18 15 4 18 18 15C30 13 38 10 43 6ZM12 -6C10 -23 -4 -37 -30 -41C-25 -27 -19 -13 -9 -4Z"
        "M8 16C4 28 -8 37 -26 39C-23 29 -18 20 -9 15Z"
    ),
}
"""The outline of each creature, in a square of 100 around the origin."""

DETAILS = {
    "octopus": "M-9 8C-4 13 4 13 9 8",
    "shark": "M37 10C32 12 27 11 24 9M10 -7C7 -2 7 4 10 9M4 -7C1 -2 1 4 4 9",
    "fish": "M4 -8C0 -20 -10 -30 -22 -36M-3 -8C-8 -16 -14 -24 -22 -30M2 19C-3 27 -9 32 -17 35",
}
EYES = {"octopus": ((-9, -8), (9, -8)), "shark": ((25, -1),), "fish": ((29, 3),)}


def _discs(middles: Sequence[Point], radius: float) -> str:
    """Return circles as one path: a picture of few elements is painted sooner."""
    r, across = coord(radius), coord(2 * radius)
    arcs = f"a{r} {r} 0 1 0 {across} 0a{r} {r} 0 1 0 -{across} 0"
    return "".join(f"M{coord(x - radius)} {coord(y)}{arcs}" for x, y in middles)


def _squares(middles: Sequence[Point], half: float, radius: float) -> str:
    """Return squares with round corners as one path."""
    side, round_ = coord(2 * (half - radius)), f"a{coord(radius)} {coord(radius)} 0 0 1"
    r = coord(radius)
    return "".join(
        f"M{coord(x - half + radius)} {coord(y - half)}h{side}{round_} {r} {r}v{side}"
        f"{round_} -{r} {r}h-{side}{round_} -{r} -{r}v-{side}{round_} {r} -{r}"
        for x, y in middles
    )


@cache
def creature(kind: str, fill: str) -> str:
    """Return a creature in a square of 100 around the origin; `fill` is the name of a colour."""
    eyes = EYES[kind]
    return (
        f'<path d="{BODIES[kind]}" style="fill:var(--tw-{fill});{INK};stroke-width:3"/>'
        f'<path d="{_discs(eyes, 5)}" style="fill:var(--tw-card);{INK};stroke-width:1.5"/>'
        f'<path d="{DETAILS[kind]}{_discs(eyes, 1)}" style="fill:none;{INK};stroke-width:2.5"/>'
    )


@cache
def outline(seat: int, style: str, half: float = 48) -> str:
    """Return a side's own outline: round for seat 0, square for seat 1."""
    if seat == 0:
        return f'<circle r="{coord(half)}" style="{style}"/>'
    edge, side = coord(-half * 0.92), coord(half * 1.84)
    radius = coord(half * 0.25)
    return (
        f'<rect x="{edge}" y="{edge}" width="{side}" height="{side}" rx="{radius}" '
        f'style="{style}"/>'
    )


ASKS = '<path d="M-13 -10a13 13 0 1 1 19 12c-5 3 -6 5 -6 12M0 26v.1" style="fill:none;' + (
    f'{INK};stroke-width:8"/>'
)
"""A question mark: drawn, as it is a sign and no word, and small on small cells."""


@cache
def piece(kind: str, seat: int, size: float) -> str:
    """Return a piece of so many pixels; `HIDDEN` is one that lies face down."""
    ground = "back" if kind == HIDDEN else "card"
    art = (
        outline(seat, f"fill:var(--tw-{ground});{INK};stroke-width:9", 45)
        + outline(seat, f"fill:none;stroke:var(--tw-seat{seat});stroke-width:6", 45)
        + (ASKS if kind == HIDDEN else creature(kind, f"seat{seat}"))
    )
    return f'<g transform="scale({coord(size)}) scale(.01)">{art}</g>'


@cache
def prey_sign(kind: str, seat: int, size: float) -> str:
    """Return what lies under an octopus, small; `HIDDEN` tells only that something does."""
    if kind == HIDDEN:
        art = f'<circle r="45" style="fill:var(--tw-back);{INK};stroke-width:5"/>{ASKS}'
        drawn = f'<g transform="scale({coord(size)}) scale(.01)">{art}</g>'
    else:
        drawn = piece(kind, seat, size)
    # A click on it is meant for the octopus.
    return f'<g style="pointer-events:none">{drawn}</g>'


class Water(NamedTuple):
    """The cells of a board by what is drawn on them, each as its middle."""

    size: float
    light: Sequence[Point]
    dark: Sequence[Point]
    homes: tuple[Sequence[Point], Sequence[Point]]
    goals: tuple[Sequence[Point], Sequence[Point]]
    initials: tuple[str, str]


def sea(water: Water) -> str:
    """Return all cells as one piece, with whose homes and goals they are: it never changes."""
    size = water.size
    half, radius = size / 2 - 0.5, size * 0.08
    light, dark = (_squares(cells, half, radius) for cells in (water.light, water.dark))
    art = (
        f'<path d="{light}{dark}" style="fill:var(--tw-ground);stroke:var(--tw-felt-line)"/>'
        f'<path d="{light}" style="fill:var(--tw-seat4);fill-opacity:.1"/>'
        f'<path d="{dark}" style="fill:var(--tw-seat4);fill-opacity:.22"/>'
    )
    line = f"fill:none;stroke-width:{coord(max(1.0, size * 0.035))};stroke:var(--tw-seat"
    rings = _discs(water.homes[0], size * 0.3)
    frames = _squares(water.homes[1], size * 0.276, size * 0.075)
    for seat, outlines in enumerate((rings, frames)):
        art += f'<path d="{outlines}" style="{line}{seat});stroke-opacity:.75"/>'
        for x, y in water.goals[seat]:
            drawn = _goal(seat, water.initials[seat], size)
            art += f'<g transform="translate({coord(x)} {coord(y)})">{drawn}</g>'
    return art


def _goal(seat: int, initial: str, size: float) -> str:
    """Return the target that a side heads for; large enough, it has its initial."""
    line = f"fill:none;stroke-width:{coord(max(1.0, size * 0.035))};stroke:var(--tw-seat{seat})"
    rings = (
        outline(seat, line, size * 0.42)
        + outline(seat, f"fill:var(--tw-seat{seat});fill-opacity:.35", size * 0.36)
        + outline(seat, line, size * 0.24)
    )
    type_size = 24 if size > 60 else 18
    return rings + text(0, type_size * 0.36, initial, type_size, "middle", 700) * (size > 32)


def veil(middles: Sequence[Point], size: float) -> str:
    """Return what hides the cells on which a side places its pieces in secret."""
    half = size / 2 - 3
    lines = "".join(
        f"M{coord(x - half + d)} {coord(y + half)}L{coord(x + half)} {coord(y - half + d)}"
        f"M{coord(x - half)} {coord(y + half - d)}L{coord(x + half - d)} {coord(y - half)}"
        for x, y in middles
        for d in (n * size / 5 for n in range(5))
    )
    return f'<path d="{lines}" style="fill:none;stroke:var(--tw-line);stroke-opacity:.6"/>'


@cache
def target(size: float, mine: bool, verb: str) -> str:
    """Return where a move can go, shown while its piece is chosen: what would happen there.

    On a piece of one's own it is a corner, so that the piece can still be chosen itself.
    """
    wide = corner(size) if mine else size - 6
    edge = coord(-wide / 2)
    # Nothing of it is filled, so that a click goes through it to the piece as long as it waits.
    art = (
        f'<rect x="{edge}" y="{edge}" width="{coord(wide)}" height="{coord(wide)}" '
        f'rx="{coord(size * 0.08)}" style="fill:none"/>'
    )
    if verb == "step":
        radius = coord(wide * 0.13)
        return f'{art}<circle class="tw-if-next" r="{radius}" style="fill:var(--tw-act)"/>'
    if verb == "cover":
        return art + _corner(wide, mine, "M-30 22C-30 -32 30 -32 30 22Z", "act")
    lines = "".join(
        f"M{coord(-wide / 2)} {coord(-wide / 2 + d)}L{coord(-wide / 2 + d)} {coord(-wide / 2)}"
        f"M{coord(wide / 2 - d)} {coord(wide / 2)}L{coord(wide / 2)} {coord(wide / 2 - d)}"
        for d in (wide / 4, wide / 2, wide * 3 / 4, wide)
    )
    art += f'<path class="tw-hurt-lines" d="{lines}"/>'
    return art + _corner(wide, mine, "M-30 -24L-20 10L-10 -24L0 10L10 -24L20 10L30 -24", "hurt")


def corner(size: float) -> float:
    """Return how wide the target on a piece of one's own is."""
    return max(14.0, size * 0.34)


def _corner(wide: float, mine: bool, sign: str, colour: str) -> str:
    """Return a sign for what is done to a piece: all of a small target, or a corner of a cell."""
    size = wide if mine else wide * 0.36
    shift = 0.0 if mine else (wide - size) / 2
    half = size / 2
    return (
        f'<g class="tw-if-next" transform="translate({coord(shift)} {coord(-shift)})">'
        f'<rect x="{coord(-half)}" y="{coord(-half)}" width="{coord(size)}" '
        f'height="{coord(size)}" rx="{coord(size * 0.3)}" '
        f'style="fill:var(--tw-ground);stroke:var(--tw-{colour})"/>'
        f'<path transform="scale({coord(size)}) scale(.01)" d="{sign}" style="fill:none;'
        f'stroke:var(--tw-{colour});stroke-width:11;stroke-linejoin:round"/></g>'
    )


@cache
def verb_button(token: str, word: str, icon: str) -> str:
    """Return a button that is there only while it can be pressed."""
    shown = button("", (0, 0), token, fitted(word, SMALLEST, BUTTON[0] - 6), icon).svg
    wide, high = BUTTON
    return (
        f'<rect width="{wide}" height="{high}" rx="10" style="fill:none"/>'
        f'<g class="tw-if-next">{shown}</g>'
    )


ICONS = {
    "carry": "M-9 4C-9 -9 9 -9 9 4M-9 4L-6 8M9 4L6 8M-3 7h6",
    "leave": "M-9 -2C-9 -12 9 -12 9 -2M-9 -2L-6 2M9 -2L6 2M-4 9h8",
}


@cache
def tray(words: str, width: float, height: float) -> str:
    """Return a place beside the board for a side's pieces, with a word that says which."""
    return (
        f'<rect x=".5" y=".5" width="{coord(width - 1)}" height="{coord(height - 1)}" rx="12" '
        'style="fill:var(--tw-felt);stroke:var(--tw-felt-line)"/>'
        + text(12, 25, fitted(words, 18, width - 24), 18, fill="var(--tw-soft)")
    )


@cache
def legend(words: tuple[str, ...], width: float) -> str:
    """Return what each creature does, line by line."""
    return "".join(
        f'<g transform="translate(22 {44 * n}) scale(.44)">{creature(kind, "back")}</g>'
        + text(54, 44 * n + 6, fitted(word, 18, width - 54), 18)
        for n, (kind, word) in enumerate(zip(BODIES, words, strict=True))
    )


def trace(points: tuple[tuple[float, float], ...], size: float) -> str:
    """Return the mark of the last move: the cell it left, its way, and the cell it went to."""
    half = size / 2 - 2
    (x, y), *_, (end_x, end_y) = points

    def frame(x: float, y: float, more: str) -> str:
        return (
            f'<rect x="{coord(x - half)}" y="{coord(y - half)}" width="{coord(2 * half)}" '
            f'height="{coord(2 * half)}" rx="{coord(size * 0.08)}" '
            f'style="fill:none;stroke:var(--tw-ink);stroke-width:2.5{more}"/>'
        )

    way = "L".join(f"{coord(px)} {coord(py)}" for px, py in points)
    dots = "".join(
        f'<circle cx="{coord(px)}" cy="{coord(py)}" r="{coord(max(2.5, size * 0.06))}" '
        'style="fill:var(--tw-ink)"/>'
        for px, py in points[:-1]
    )
    return (
        frame(x, y, ";stroke-dasharray:6 5")
        + frame(end_x, end_y, "")
        + f'<path d="M{way}" style="fill:none;stroke:var(--tw-ink);stroke-width:2.5;'
        f'stroke-dasharray:2 5;stroke-linecap:round"/>{dots}'
    )
