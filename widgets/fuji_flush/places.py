"""Where everybody sits at a table of Fuji Flush, and where the cards lie."""

from __future__ import annotations

from functools import cache
from math import copysign

from widgets.scene import LARGE, ring
from widgets.tabletop import GAP, PLATE, Zone

MIDDLE = (480, 283)
CIRCLE = (160, 143)
"""Where the cards before the players lie: the middle and the half axes of their oval."""


@cache
def zones(players: int) -> tuple[Zone, ...]:
    """Return the zones clockwise, the first at the bottom in the middle.

    The cards before the players make an oval; plates and hands are pressed against the edges.
    """
    width, height = LARGE
    block = 272
    found = []
    for place, (x, y) in enumerate(ring(players, MIDDLE, CIRCLE)):
        across, down = (x - MIDDLE[0]) / CIRCLE[0], (y - MIDDLE[1]) / CIRCLE[1]
        mirrored = place > 0 and across > 0.01
        if place == 0:
            left, plate_y, hand_width = MIDDLE[0] - 248.0, 514.0, 346
        else:
            left = MIDDLE[0] + max(-331.0, min(331.0, 470 * across)) - block / 2
            plate_y = MIDDLE[1] + copysign(253 * abs(down) ** 1.32, down) - PLATE[1] / 2
            hand_width = block - PLATE[0] - GAP
        found.append(
            Zone(
                x=x - width / 2,
                width=width,
                plate_x=left + (block - PLATE[0] if mirrored else 0),
                hand_width=hand_width,
                mirrored=mirrored,
                plate_y=plate_y,
                table_y=y - height / 2,
            )
        )
    return tuple(found)


PILE, DISCARD = (24, 520), (804, 520)
PUSH = (518, 428)
