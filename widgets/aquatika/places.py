"""Where everything lies at a table of Aquatika."""

from __future__ import annotations

from functools import lru_cache

from gamelib.aquatika.board import Board
from widgets.scene import Point

MIDDLE = (480.0, 290.0)
SPACE = (480, 560)
"""How much space the cells have, around the middle of the picture."""
LARGEST_CELL = 80
EDGES = (7, 19)
"""How far the numbers of the rows end before the cells, and the letters' line lies below them."""
SIDE = 20
"""The left edge of what stands left of the board."""
PLATES = (516, 16)
"""How far down the plates are: of the near side, of the far one."""
TRAY = (736, 208, 190)
"""The left edge of the trays, their width and height."""
TRAYS = (380, 10)
"""How far down the trays are: the near side's, the far side's."""
BUTTONS_Y, LEGEND_Y = 184, 318


def cell_size(geometry: Board) -> float:
    """Return how large the cells of a board can be."""
    largest = min(SPACE[0] / geometry.columns, SPACE[1] / geometry.rows)
    return round(min(LARGEST_CELL, largest), 1)


@lru_cache(maxsize=64)
def middles(geometry: Board, near: int) -> tuple[Point, ...]:
    """Return the middle of every cell, seen from a seat's side."""
    size, turned = cell_size(geometry), -1 if near else 1
    return tuple(
        (
            round(MIDDLE[0] + turned * (column - (geometry.columns - 1) / 2) * size, 1),
            round(MIDDLE[1] - turned * (row - (geometry.rows - 1) / 2) * size, 1),
        )
        for column, row in geometry.cells
    )
