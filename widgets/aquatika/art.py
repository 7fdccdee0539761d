"""The pieces of Aquatika: creatures told apart by shape, cells, goals, and signs for what moves do.

A side has its colour and, as a second sign, its own outline: seat 0's pieces are round, seat 1's
square. Everything is drawn around its own middle, so that it scales with the cells of any board.
"""

from __future__ import annotations

from functools import cache

from widgets.scene import HIDDEN, coord, fitted, text, width_of
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


@cache
def creature(kind: str, fill: str) -> str:
    """Return a creature in a square of 100 around the origin; `fill` is the name of a colour."""
    eyes = "".join(
        f'<circle cx="{x}" cy="{y}" r="5" style="fill:var(--tw-card);{INK};stroke-width:1.5"/>'
        f'<circle cx="{x}" cy="{y}" r="2" style="fill:var(--tw-ink)"/>'
        for x, y in EYES[kind]
    )
    return (
        f'<path d="{BODIES[kind]}" style="fill:var(--tw-{fill});{INK};stroke-width:3"/>'
        f'<path d="{DETAILS[kind]}" style="fill:none;{INK};stroke-width:2.5"/>{eyes}'
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


@cache
def piece(kind: str, seat: int, size: float) -> str:
    """Return a piece of so many pixels; `HIDDEN` is one that lies face down."""
    style = f"fill:var(--tw-card);{INK};stroke-width:9"
    band = f"fill:var(--tw-card);stroke:var(--tw-seat{seat});stroke-width:6"
    if kind == HIDDEN:
        style = f"fill:var(--tw-back);{INK};stroke-width:9"
        band = f"fill:var(--tw-back);stroke:var(--tw-seat{seat});stroke-width:6"
        inner = text(0, 15, "?", 42, "middle", 600)
    else:
        inner = creature(kind, f"seat{seat}")
    art = outline(seat, style, 45) + outline(seat, band, 45) + inner
    return f'<g transform="scale({coord(size)}) scale(.01)">{art}</g>'


@cache
def prey_sign(kind: str, seat: int, size: float) -> str:
    """Return what lies under an octopus, small; `HIDDEN` tells only that something does."""
    if kind == HIDDEN:
        art = f'<circle r="45" style="fill:var(--tw-back);{INK};stroke-width:5"/>' + text(
            0, 18, "?", 52, "middle", 600
        )
        drawn = f'<g transform="scale({coord(size)}) scale(.01)">{art}</g>'
    else:
        drawn = piece(kind, seat, size)
    # A click on it is meant for the octopus.
    return f'<g style="pointer-events:none">{drawn}</g>'


@cache
def cell(name: str, size: float, dark: bool, home: int | None, goal: str, veiled: bool) -> str:
    """Return a cell around its middle: its name, whose home it is and whose goal.

    `goal` is the seat and the initial of whose goal it is, such as "0A". What is placed here in
    secret is behind a veil.
    """
    half = size / 2
    at, wide = coord(0.5 - half), coord(size - 1)
    art = (
        f'<rect x="{at}" y="{at}" width="{wide}" height="{wide}" rx="{coord(size * 0.08)}" '
        f'style="fill:var(--tw-ground);stroke:var(--tw-felt-line)"/>'
        f'<rect x="{at}" y="{at}" width="{wide}" height="{wide}" rx="{coord(size * 0.08)}" '
        f'style="fill:var(--tw-seat4);fill-opacity:{".22" if dark else ".1"}"/>'
    )
    line = f"fill:none;stroke-width:{coord(max(1.0, size * 0.035))};stroke:var(--tw-seat"
    if home is not None:
        art += outline(home, f"{line}{home});stroke-opacity:.75", size * 0.3)
    if goal:
        seat, initial = int(goal[0]), goal[1:]
        art += outline(seat, f"{line}{seat})", size * 0.42)
        art += outline(seat, f"fill:var(--tw-seat{seat});fill-opacity:.35", size * 0.36)
        art += outline(seat, f"{line}{seat})", size * 0.24)
        type_size = 24 if size > 60 else 14 if size > 32 else 12
        art += text(0, type_size * 0.36, initial, type_size, "middle", 700)
    if veiled:
        step = size / 5
        lines = "".join(
            f"M{coord(-half + 3 + n * step)} {coord(half - 3)}L{coord(half - 3)} "
            f"{coord(-half + 3 + n * step)}M{coord(-half + 3)} {coord(half - 3 - n * step)}"
            f"L{coord(half - 3 - n * step)} {coord(-half + 3)}"
            for n in range(5)
        )
        art += f'<path d="{lines}" style="fill:none;stroke:var(--tw-line);stroke-opacity:.6"/>'
    if size >= NAMED:
        art += text(4 - half, 13 - half, name, 12, fill="var(--tw-soft)")
    return art


NAMED = 44
"""From this size on a cell is large enough for its name; on finer boards it stands at the edge."""


@cache
def target(size: float, mine: bool, verb: str) -> str:
    """Return where a move can go, shown while its piece is chosen: what would happen there.

    On a piece of one's own it is a corner, so that the piece can still be chosen itself.
    """
    wide = corner(size) if mine else size - 6
    edge = coord(-wide / 2)
    signs = {
        "step": f'<circle r="{coord(wide * 0.13)}" style="fill:var(--tw-act)"/>',
        "cover": _corner(wide, mine, "M-30 22C-30 -32 30 -32 30 22Z", "act"),
        "eat": _corner(wide, mine, "M-30 -24L-20 10L-10 -24L0 10L10 -24L20 10L30 -24", "hurt"),
    }
    lines = "".join(
        f"M{coord(-wide / 2)} {coord(-wide / 2 + d)}L{coord(-wide / 2 + d)} {coord(-wide / 2)}"
        f"M{coord(wide / 2 - d)} {coord(wide / 2)}L{coord(wide / 2)} {coord(wide / 2 - d)}"
        for d in (wide / 4, wide / 2, wide * 3 / 4, wide)
    )
    return (
        f'<g style="pointer-events:none"><rect x="{edge}" y="{edge}" width="{coord(wide)}" '
        f'height="{coord(wide)}" rx="{coord(size * 0.08)}" style="fill:transparent"/>'
        f'<path class="tw-hurt-lines" d="{lines}"/><g class="tw-if-next">{signs[verb]}</g></g>'
    )


def corner(size: float) -> float:
    """Return how wide the target on a piece of one's own is."""
    return max(14.0, size * 0.34)


def _corner(wide: float, mine: bool, sign: str, colour: str) -> str:
    """Return a sign for what is done to a piece: all of a small target, or a corner of a cell."""
    size = wide if mine else wide * 0.36
    shift = 0.0 if mine else (wide - size) / 2
    half = size / 2
    return (
        f'<g transform="translate({coord(shift)} {coord(-shift)})">'
        f'<rect x="{coord(-half)}" y="{coord(-half)}" width="{coord(size)}" '
        f'height="{coord(size)}" rx="{coord(size * 0.3)}" '
        f'style="fill:var(--tw-ground);stroke:var(--tw-{colour})"/>'
        f'<path transform="scale({coord(size)}) scale(.01)" d="{sign}" style="fill:none;'
        f'stroke:var(--tw-{colour});stroke-width:11;stroke-linejoin:round"/></g>'
    )


@cache
def verb_button(token: str, word: str, icon: str) -> str:
    """Return a button that is there only while it can be pressed."""
    shown = button("", (0, 0), token, fitted(word, 14, BUTTON[0] - 6), icon).svg
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
        + text(12, 20, fitted(words, 14, width - 24), 14, fill="var(--tw-soft)")
    )


@cache
def legend(words: tuple[str, ...], width: float) -> str:
    """Return what each creature does, line by line."""
    art = ""
    for n, (kind, word) in enumerate(zip(BODIES, words, strict=True)):
        size = 14 if width_of(word, 14) <= width - 44 else 12
        art += (
            f'<g transform="translate(17 {34 * n}) scale(.36)">{creature(kind, "back")}</g>'
            + text(44, 34 * n + 5, fitted(word, size, width - 44), size)
        )
    return art


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
