"""Hispaniola's board: six ships of three seats, four islands in a row, and what they score.

A ship is (left, captain, right); each place holds the seat number of a pirate's owner, or None.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

Place = int | None
Ship = tuple[Place, Place, Place]
Islands = tuple[Place, ...]
Side = Literal["left", "right"]

EMPTY_SHIP: Ship = (None, None, None)
EMPTY_ISLANDS: Islands = (None,) * 4
LEFT, CAPTAIN, RIGHT = range(3)
SEAT_ON: dict[str, int] = {"left": LEFT, "right": RIGHT}


def boarded(ship: Ship, pirate: int, push: str) -> tuple[Ship, Place]:
    """Return a ship with a new captain, and whoever went overboard. HI-7.

    `push` is where the captain until now moves: "left" or "right"; on an empty ship nobody does.
    """
    left, captain, right = ship
    if push == "left":
        return (captain, pirate, right), left
    if push == "right":
        return (left, pirate, captain), right
    return (left, pirate, right), None


def swapped(ship: Ship, side: str) -> Ship:
    """Return a ship whose captain has changed places with the pirate on one side. HI-8."""
    left, captain, right = ship
    return (captain, left, right) if side == "left" else (left, right, captain)


def swaps(ship: Ship, pirate: int) -> tuple[str, ...]:
    """Return the sides on which this owner may swap: one of the two pirates is theirs. HI-8."""
    captain = ship[CAPTAIN]
    return tuple(
        side
        for side, place in SEAT_ON.items()
        if (other := ship[place]) is not None
        and captain is not None
        and other != captain
        and pirate in (other, captain)
    )


def overboard(islands: Islands, pirate: int) -> tuple[Islands, Place]:
    """Return the islands after a pirate has landed on the first, and whoever comes home. HI-9.

    >>> overboard((1, 2, None, 0), 4)
    ((4, 1, 2, 0), None)
    >>> overboard((1, 2, 3, 0), 4)
    ((4, 1, 2, 3), 0)
    """
    new, moving = list(islands), pirate
    for n, owner in enumerate(islands):
        new[n] = moving
        if owner is None:
            return tuple(new), None
        moving = owner
    return tuple(new), moving


def ship_points(ships: Sequence[Ship], players: int) -> list[int]:
    """Return what everybody's pirates on ships score: a captain 5, any other 1. HI-12."""
    points = [0] * players
    for ship in ships:
        for place, pirate in enumerate(ship):
            if pirate is not None:
                points[pirate] += 5 if place == CAPTAIN else 1
    return points


def island_points(islands: Islands, players: int) -> list[int]:
    """Return what everybody's pirates on islands cost: 1, 2, 3, 4 from the left. HI-12."""
    points = [0] * players
    for n, pirate in enumerate(islands, start=1):
        if pirate is not None:
            points[pirate] -= n
    return points


def pile_points(piles: Sequence[int]) -> list[int]:
    """Return what the largest piles of trick cards cost: 4, and the next size 2. HI-12.

    All who are tied pay; an empty pile costs nothing.

    >>> pile_points((12, 12, 8, 0))
    [-4, -4, -2, 0]
    """
    sizes = sorted({*piles} - {0}, reverse=True)
    cost = dict(zip(sizes, (-4, -2), strict=False))
    return [cost.get(pile, 0) for pile in piles]
