"""Where everything lies at a table of Jamaica, but for the sea: that is in `map`."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from widgets.scene import Point


class Home(NamedTuple):
    """A player's part of the table: where each of the things that belong to them begins."""

    plate: Point
    holds: Point
    hand: Point
    chosen: Point
    powers: Point
    treasures: Point
    compass: Point
    holds_width: float
    """How wide the holds may get."""
    near: bool = False


OWN = Home(
    plate=(8, 482), holds=(166, 484), hand=(490, 490), chosen=(760, 490), powers=(166, 552),
    treasures=(276, 552), compass=(128, 576), holds_width=308, near=True,
)  # fmt: skip


def _side(x: float, y: float) -> Home:
    return Home(
        plate=(x, y), holds=(x, y + 72), hand=(x, y + 105), chosen=(x + 101, y + 105),
        powers=(x + 137, y + 105), treasures=(x + 142, y + 46), compass=(x + 164, y + 22),
        holds_width=188,
    )  # fmt: skip


LEFT, RIGHT = 6, 766
HEIGHTS = {1: (160,), 2: (84, 244), 3: (6, 162, 318)}
"""How far down players sit at one side, by how many they are."""
HAND = 98
"""How wide another player's hand may get."""


@cache
def homes(players: int) -> tuple[Home, ...]:
    """Return the homes clockwise, the first at the bottom; the next one sits left."""
    left = players // 2
    right = players - 1 - left
    return (
        OWN,
        *(_side(LEFT, y) for y in reversed(HEIGHTS[left])),
        *(_side(RIGHT, y) for y in HEIGHTS.get(right, ())),
    )


DICE = ((358.0, 172.0), (554.0, 172.0))
"""Where the dice for morning and evening lie, on either side of the card that was turned up."""
ROLLED = ((424.0, 276.0), (488.0, 276.0))
"""Where the dice lie that the captain has yet to set."""
SHOWN: Point = (450, 150)
"""Where the card lies that was turned up."""
ROUND: Point = (480, 143)
TASK: Point = (480, 264)
"""Where it says what is to be done; a second line is above it."""
TASK_WIDTH = 290
AMOUNTS: Point = (480, 348)
VERBS: Point = (480, 336)
FIGHTERS = (253.0, 290.0)
"""How far down the two sides of a battle stand."""
PILE, DISCARD = (826.0, 484.0), (826.0, 540.0)
