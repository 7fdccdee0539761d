"""The board of Aquatika as data: cells, homes and goals, and which cells lie ahead of which.

The sheet does not draw the board (AQ-2), so a drawing is an option of the game: one line a row, the
far side first, `a` and `b` for the homes of seats 0 and 1, `A` and `B` for the goals they head for,
`.` for open water and `#` where there is no cell. Everything a move needs to know about the shape
of the board is worked out once, when the drawing is read.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import islice
from string import ascii_lowercase
from typing import NamedTuple

DRAWING = "bbAbb/bbbbb/...../...../...../aaaaa/aaBaa"
"""The board of AQ-2. It is our assumption: the sheet says only that there are 9 home cells a side
and that the goal lies behind the opponent's."""

KINDS = ("octopus", "shark", "fish")
BOX = (3, 3, 3)
"""How many of each kind a side has. AQ-1."""

LARGEST = 26
"""Columns are letters, and a board of more rows would not be read either."""

LONGEST = 4 * LARGEST * LARGEST
"""How many characters a drawing has, with all that stands before and behind its lines."""


class Piece(NamedTuple):
    """A piece: whose it is and of which kind."""

    seat: int
    kind: str


EMPTY = "."
CONTENTS: dict[str, tuple[Piece, Piece | None]] = {
    letter.upper() if seat == 0 else letter: (
        Piece(seat, kind),
        prey and Piece(seat if prey[0] == "own" else 1 - seat, prey[1]),
    )
    for seat in (0, 1)
    for letter, kind, prey in (
        ("o", "octopus", None),
        ("s", "shark", None),
        ("f", "fish", None),
        ("a", "octopus", ("own", "shark")),
        ("b", "octopus", ("own", "fish")),
        ("c", "octopus", ("other", "shark")),
        ("d", "octopus", ("other", "fish")),
    )
}
"""What each letter of a position says: the visible piece, and the prey under it. Capitals are seat
0's. `a` to `d` are octopuses with a prey: an own shark, an own fish, the other's shark or fish."""

LETTERS = {contents: letter for letter, contents in CONTENTS.items()}
"""The letter of a visible piece with its prey."""


def visible(letter: str) -> Piece | None:
    """Return the piece that is seen on a cell.

    >>> visible("d")
    Piece(seat=1, kind='octopus')
    """
    return CONTENTS[letter][0] if letter != EMPTY else None


def prey(letter: str) -> Piece | None:
    """Return the piece that an octopus on a cell covers.

    >>> prey("d")
    Piece(seat=0, kind='fish')
    """
    return CONTENTS[letter][1] if letter != EMPTY else None


Lines = tuple[tuple[int, ...], ...]

AHEAD = ((0, 1), (-1, 1), (1, 1))
SIDEWAYS = ((-1, 0), (1, 0))
"""Columns and rows to go, from seat 0's side; ahead of seat 1 is the other way. AQ-4."""


@dataclass(frozen=True)
class Board:
    """A board read from its drawing; cells are numbered row by row from seat 0's left corner.

    >>> board = Board(DRAWING)
    >>> board.columns, board.rows, len(board.cells), board.name(0), board.name(34)
    (5, 7, 35, 'a1', 'e7')
    >>> [board.name(cell) for cell in board.goals[0]], len(board.homes[0])
    (['c7'], 9)
    """

    drawing: str = DRAWING
    pieces: tuple[int, int, int] = BOX

    def __post_init__(self) -> None:
        if not isinstance(self.drawing, str):
            raise ValueError(f"a board is drawn as text, not {self.drawing!r}")
        lines = [line.strip() for line in self.drawing.replace("/", "\n").strip().splitlines()]
        object.__setattr__(self, "drawing", "/".join(lines))
        if not lines or not 2 <= len(lines[0]) <= LARGEST or not 2 <= len(lines) <= LARGEST:
            raise ValueError(f"a board has 2 to {LARGEST} columns and 2 to {LARGEST} rows")
        for row, line in zip(range(len(lines), 0, -1), lines, strict=True):
            if len(line) != len(lines[0]):
                raise ValueError(f"row {row} has {len(line)} columns, the top row {len(lines[0])}")
            if strange := set(line) - set("abAB.#"):
                raise ValueError(f"row {row}: {min(strange)!r} is none of a b A B . #")
        if (
            not isinstance(self.pieces, tuple)
            or len(self.pieces) != len(KINDS)
            or any(type(number) is not int or number < 0 for number in self.pieces)
            or not sum(self.pieces)
        ):
            raise ValueError(f"pieces are numbers of {', '.join(KINDS)}, not {self.pieces!r}")
        for seat, home in enumerate(self.homes):
            if len(home) != sum(self.pieces):
                raise ValueError(
                    f"seat {seat} has {len(home)} home cells ({'ab'[seat]}) "
                    f"for {sum(self.pieces)} pieces"
                )
            if not self.goals[seat]:
                raise ValueError(f"seat {seat} has no goal ({'AB'[seat]})")
            if not any(cell in self.distance[seat] for cell in home):
                raise ValueError(f"no way leads seat {seat} from its home to its goal")

    @cached_property
    def _lines(self) -> list[str]:
        """The rows of the drawing, seat 0's first."""
        return self.drawing.split("/")[::-1]

    @cached_property
    def columns(self) -> int:
        """How many columns the board has."""
        return len(self._lines[0])

    @cached_property
    def rows(self) -> int:
        """How many rows the board has."""
        return len(self._lines)

    @cached_property
    def cells(self) -> tuple[tuple[int, int], ...]:
        """The column and row of every cell, from 0."""
        return tuple(
            (column, row)
            for row, line in enumerate(self._lines)
            for column, mark in enumerate(line)
            if mark != "#"
        )

    @cached_property
    def numbers(self) -> dict[tuple[int, int], int]:
        """The number of the cell in a column and row."""
        return {place: cell for cell, place in enumerate(self.cells)}

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The name of every cell: its column as a letter, its row from 1."""
        return tuple(f"{ascii_lowercase[column]}{row + 1}" for column, row in self.cells)

    @cached_property
    def named(self) -> dict[str, int]:
        """The number of the cell of a name."""
        return {name: cell for cell, name in enumerate(self.names)}

    def name(self, cell: int) -> str:
        """Return what a cell is called."""
        return self.names[cell]

    def _marked(self, mark: str) -> tuple[int, ...]:
        return tuple(
            cell
            for cell, (column, row) in enumerate(self.cells)
            if self._lines[row][column] == mark
        )

    @cached_property
    def homes(self) -> Lines:
        """The home cells of each seat. AQ-1."""
        return self._marked("a"), self._marked("b")

    @cached_property
    def goals(self) -> Lines:
        """The goal cells of each seat. AQ-8."""
        return self._marked("A"), self._marked("B")

    def _ray(self, seat: int, cell: int, direction: tuple[int, int]) -> Iterator[int]:
        column, row = self.cells[cell]
        right, up = direction
        if seat == 1:
            up = -up
        while (column := column + right, row := row + up) in self.numbers:
            yield self.numbers[column, row]

    def ray(self, seat: int, cell: int, direction: tuple[int, int]) -> tuple[int, ...]:
        """Return the cells from a cell on in a direction, as a seat looks, up to the edge."""
        return tuple(self._ray(seat, cell, direction))

    @cached_property
    def steps(self) -> tuple[Lines, Lines]:
        """For each seat and cell, where a step leads: ahead, diagonally ahead, sideways. AQ-4."""
        first, second = (
            tuple(
                tuple(
                    target
                    for direction in (*AHEAD, *SIDEWAYS)
                    for target in islice(self._ray(seat, cell, direction), 1)
                )
                for cell in range(len(self.cells))
            )
            for seat in (0, 1)
        )
        return first, second

    @cached_property
    def distance(self) -> tuple[dict[int, int], dict[int, int]]:
        """For each seat, how many steps a cell is from its goal; cells with no way are left out."""
        return self._distance(0), self._distance(1)

    def _distance(self, seat: int) -> dict[int, int]:
        before: list[list[int]] = [[] for _ in self.cells]
        for cell, targets in enumerate(self.steps[seat]):
            for target in targets:
                before[target].append(cell)
        found = dict.fromkeys(self.goals[seat], 0)
        waiting = deque(found)
        while waiting:
            target = waiting.popleft()
            for cell in before[target]:
                if cell not in found:
                    found[cell] = found[target] + 1
                    waiting.append(cell)
        return found


@lru_cache(maxsize=8)  # a large one takes megabytes
def board_of(drawing: str, pieces: tuple[int, int, int]) -> Board:
    """Return the board of a drawing; it is read once."""
    return Board(drawing, pieces)
