"""Where everything lies at a table of Hispaniola."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from gamelib.hispaniola.cards import SHIPS
from widgets.scene import LARGE, Point


class Home(NamedTuple):
    """A player's part of the table: where plate, hand, stock, pile and bids begin."""

    plate: Point
    hand: Point
    stock: Point
    pile: Point
    bids: Point
    hand_width: float
    """How wide the hand may get."""
    near: bool = False


HANDS = 150
"""How wide the others' hands are; open ones lie in two rows."""
SECOND_ROW = 27


def _side(x: float) -> Home:
    return Home((x, 132), (x, 206), (x + 4, 286), (x, 342), (x + 104, 342), HANDS)


def _above(x: float) -> Home:
    return Home((x, 4), (x + 152, 4), (x + 4, 76), (x + 152, 80), (x + 256, 80), HANDS)


OWN = Home((8, 522), (164, 522), (12, 464), (814, 524), (922, 524), 640, near=True)
LEFT_SIDE, RIGHT_SIDE = _side(6), _side(804)
HOMES = {
    3: (OWN, _above(80), _above(592)),
    4: (OWN, LEFT_SIDE, _above(336), RIGHT_SIDE),
    5: (OWN, LEFT_SIDE, _above(176), _above(496), RIGHT_SIDE),
}
"""For each number of players their homes, clockwise from the bottom: the next one sits left."""

FLEET = [(218.0 + 105 * n, 190.0) for n in range(len(SHIPS))]
"""The captains' seats of the ships."""
SEATS = (-30, 0, 30)
"""How far left, captain and right sit from the middle of a ship."""
NAMES = ("left", "captain", "right")
ISLANDS = [(300.0 + 120 * n, 278.0) for n in range(4)]
TRICK_Y = 334.0
SIGN_Y = TRICK_Y + LARGE[1] + 18
"""Where the trick lies, and below each card whose it is."""
TRUMP, SCORES = (168.0, 334.0), (656.0, 334.0)
STOCK_STEP, STOCK_WIDTH = 23, 115
FLOW = 3
"""How far apart the tricks in a pile lie."""


@cache
def slots(players: int) -> tuple[float, ...]:
    """Return where the cards of a trick lie, in the order of play."""
    step = LARGE[0] + 8
    return tuple(480 + (n - players / 2) * step + 4 for n in range(players))
