"""Fuji Flush's own small drawings: the powers of the groups, their links, the cards of the deck."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from math import copysign

from widgets.fuji_flush.places import MIDDLE
from widgets.scene import LARGE, SMALLEST, Point, coord, text
from widgets.tabletop import SIGNS, Zone

VERB = "M-12 -9h12v17h-12zM4 -1l5 -5l5 5M9 -6v14"
POWER = (124, 23)
CELL = 27
"""How wide a power is in the table of powers."""


def empty_place(colour: str) -> str:
    """Return the place where a card can lie."""
    width, height = LARGE
    return (
        f'<rect x="1" y="1" width="{width - 2}" height="{height - 2}" rx="6" style="fill:none;'
        f'stroke:var(--tw-{colour});stroke-width:2;stroke-dasharray:6 5"/>'
    )


def power_sign(strength: int, value: int, count: int) -> str:
    """Return a group's power as a sum to be read, centred on the origin."""
    width, height = POWER
    line, ink = ("ink", "") if count > 1 else ("line", "var(--tw-soft)")
    return (
        f'<rect x="{-width / 2}" y="{-height / 2}" width="{width}" height="{height}" rx="11" '
        f'style="fill:var(--tw-ground);stroke:var(--tw-{line});stroke-width:{1 + (count > 1)}"/>'
        + text(26, 6, f"{value} × {count} =", SMALLEST, "end", fill=ink)
        + text(31, 6, strength, 18, weight=600)
    )


def band(lines: str, dash: str) -> str:
    """Return the links of a group: a broad band with a line on it."""
    return (
        f'<path d="{lines}" style="fill:none;stroke:var(--tw-felt-line);stroke-width:12;'
        f'stroke-linecap:round"/><path d="{lines}" style="fill:none;stroke:var(--tw-ink);'
        f'stroke-width:3;stroke-linecap:round;stroke-dasharray:{dash}"/>'
    )


def link(y: float, zone: Zone) -> str:
    """Return a line from a group's power in the middle to one of its cards."""
    width, height = LARGE
    x, middle = zone.x + width / 2, zone.table_y + height / 2
    side = -1 if x < MIDDLE[0] - 1 else 1
    start = MIDDLE[0] + side * POWER[0] / 2
    edge = middle + copysign(height / 2, y - middle)
    if abs(x - MIDDLE[0]) < POWER[0] / 2:  # above or below the powers: around them
        end = (x + side * 16, edge)
        bends = ((start + side * 56, y), (x + side * 30, (3 * edge + y) / 4))
    elif abs(middle - y) > height * 0.75:
        end = (x, edge)
        bends = ((x, y), (x, (edge + y) / 2))
    else:
        end = (x - side * width / 2, middle)
        half_way = (start + end[0]) / 2
        bends = ((half_way, y), (half_way, middle))
    points = " ".join(f"{coord(across)} {coord(down)}" for across, down in (*bends, end))
    return f"M{coord(start)} {coord(y)}C{points}"


@cache
def small_card(width: float, height: float) -> str:
    """Return a small card without a face, with the lines that show when it is marked."""
    w, h = coord(width - 1), coord(height - 1)
    half_w, half_h = coord(width / 2), coord(height / 2)
    lines = f"M1 {half_h}L{half_w} 1M1 {h}L{w} 1M{half_w} {h}L{w} {half_h}"
    return (
        f'<rect class="tw-card" width="{coord(width)}" height="{coord(height)}" rx="3" '
        'style="fill:var(--tw-card);stroke:var(--tw-line)"/>'
        f'<path class="tw-hurt-lines" d="{lines}"/>'
    )


@cache
def seen_card(sign: str, width: float, height: float) -> str:
    """Return a small card that is seen, faded, with the sign of where it is."""
    return (
        f'<rect width="{coord(width)}" height="{coord(height)}" rx="3" class="tw-faded" '
        'style="fill:var(--tw-card);stroke:var(--tw-line)"/>'
        f'<g transform="translate({coord(width / 2)} {coord(height / 2)}) scale(.62)">'
        f"{SIGNS[sign]}</g>"
    )


def plus(places: Iterable[Point]) -> str:
    """Return the signs of cards that would join, their middles at these places."""
    lines = "".join(f"M{coord(x - 5)} {coord(y)}h10m-5 -5v10" for x, y in places)
    return f'<path d="{lines}" style="stroke:var(--tw-good);stroke-width:2.5;fill:none"/>'


def cell_frame(x: float, y: float) -> str:
    """Return the frame of a power that lies on the table."""
    return (
        f'<rect x="{coord(x)}" y="{coord(y)}" width="{CELL}" height="20" rx="4" '
        'style="fill:var(--tw-ground);stroke:var(--tw-ink);stroke-width:2"/>'
    )
