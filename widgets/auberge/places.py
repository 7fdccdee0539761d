"""Where everybody sits at a table of Auberge des Pirates, and where the cards lie."""

from __future__ import annotations

from functools import cache

from widgets.tabletop import GAP, PLATE, Zone

TOP, MIDDLE, BOTTOM = (14, 92), (208, 278), (514, 402)
"""The heights of plates and of the cards before players, for each row of seats."""

ROWS = {
    2: (1, 0, 1),
    3: (2, 0, 1),
    4: (1, 1, 1),
    5: (2, 1, 1),
    6: (3, 1, 1),
    7: (2, 1, 3),
    8: (3, 1, 3),
}
"""For each number of players, how many sit at the top, at each side and at the bottom."""


@cache
def zones(players: int) -> tuple[Zone, ...]:
    """Return the zones clockwise, the first at the bottom in the middle."""
    top, sides, bottom = ROWS[players]
    above, below = _row(top, TOP), _row(bottom, BOTTOM)
    left = [_zone(32, 328, MIDDLE, 32)] * sides
    right = [_zone(632, 928, MIDDLE, 928, mirrored=True)] * sides
    middle = bottom // 2
    return (*below[middle::-1], *left, *above, *right, *below[:middle:-1])


def _row(count: int, heights: tuple[int, int]) -> list[Zone]:
    """Return the zones of a row from left to right."""
    if count == 1:
        return [_zone(96, 864, heights, 330)]
    if count == 2:
        return [_zone(72, 472, heights, 72), _zone(488, 888, heights, 888, mirrored=True)]
    inner = 284 if heights == BOTTOM else 328  # below, the own hand lies in the middle: more space
    return [
        _zone(56, inner - 8, heights, 8),
        _zone(inner, 960 - inner, heights, inner),
        _zone(968 - inner, 904, heights, 952, mirrored=True),
    ]


def _zone(
    x: float, end: float, heights: tuple[int, int], start: float, mirrored: bool = False
) -> Zone:
    """Return a zone with cards from x to end, and with plate and hand from `start` on."""
    plate_x = start - PLATE[0] if mirrored else start
    hand_end = x if mirrored else end
    hand_width = abs(hand_end - start) - PLATE[0] - GAP
    return Zone(x, end - x, plate_x, hand_width, mirrored, *heights)


PILE, DISCARD, VERBS_AT = (348, 192), (484, 192), (336, 302)
PAIRED, PAIRED_WIDTH = (590, 475), 362
"""Where a seat is told of its pair, above its hand to the right, and how wide that may get."""
