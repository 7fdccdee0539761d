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
    give: Point
    """Where a trick is given to this player."""
    bids: Point
    near: bool = False


CHIP = (33, 26)
"""The size of a card that lies open before a player, or in another's open hand."""
CHIP_STEP: Point = (34.5, 28)
CHIPS = 5
"""How many cards of another's open hand lie in a row."""
HAND_WIDTH = 606
"""How wide the hand at the bottom may get."""
BIDS_WIDTH = 70
"""How wide the bids of this hand may lie before a player."""
BACKS_WIDTH = 134
"""How wide the others' hidden hands are, without their number."""


def _side(x: float) -> Home:
    return Home(
        plate=(x + 16, 132),
        hand=(x, 210),
        stock=(x + 4, 300),
        pile=(x + 2, 334),
        give=(x + 76, 343),
        bids=(x + 2, 388),
    )


def _above(x: float) -> Home:
    return Home(
        plate=(x, 5),
        hand=(x + 156, 5),
        stock=(x + 4, 84),
        pile=(x + 338, 5),
        give=(x + 334, 58),
        bids=(x + 156, 97),
    )


OWN = Home((8, 522), (170, 508), (12, 490), (10, 434), (84, 443), (184, 474), near=True)
LEFT_SIDE, RIGHT_SIDE = _side(4), _side(784)
HOMES = {
    3: (OWN, _above(44), _above(500)),
    4: (OWN, LEFT_SIDE, _above(272), RIGHT_SIDE),
    5: (OWN, LEFT_SIDE, _above(44), _above(500), RIGHT_SIDE),
}
"""For each number of players their homes, clockwise from the bottom: the next one sits left."""

FLEET = [(232.5 + 99 * n, 190.0) for n in range(len(SHIPS))]
"""The captains' seats of the ships."""
SEATS = (-29, 0, 29)
"""How far left, captain and right sit from the middle of a ship."""
NAMES = ("left", "captain", "right")
ISLANDS = [(300.0 + 120 * n, 278.0) for n in range(4)]
TRICK_Y = 334.0
SIGN_Y = TRICK_Y + LARGE[1] + 20
"""Where the trick lies, and below each card whose it is."""
TRUMP, SCORES = (186.0, 336.0), (788.0, 424.0)
STOCK_WIDTH = 112
"""How wide the pirates in stock may lie, without their number."""
FLOW = 2
"""How far apart the cards on a pile lie."""


@cache
def slots(players: int) -> tuple[float, ...]:
    """Return where the cards of a trick lie, in the order of play."""
    step, middle = LARGE[0] + 8, 500 if players == 5 else 480
    return tuple(middle + (n - players / 2) * step + 4 for n in range(players))
