"""Every move that a board allows, as a number: which are legal in a position, and what they do.

A position is a string with a letter a cell (see `board.CONTENTS`). What a piece may do depends on a
few cells around it: on which of them anything stands, and for an octopus on which an octopus. These
are read as the bits of a number, and each pattern of bits is worked out once and then looked up.
So the rules (AQ-4 to AQ-7) stand in one place, `_choices`, and searching a million positions is
still a matter of looking up. `rules` makes a game of it.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

from gamelib.aquatika.board import AHEAD, CONTENTS, EMPTY, LETTERS, SIDEWAYS, Board

STEP, COVER, EAT, CARRY, HOP = range(5)

_OCCUPIED = str.maketrans({EMPTY: "0"} | dict.fromkeys(CONTENTS, "1"))
_OCTOPUS = str.maketrans(
    {EMPTY: "0"}
    | {letter: str(int(top.kind == "octopus")) for letter, (top, _) in CONTENTS.items()}
)
_ALONE = {letter: LETTERS[top, None] for letter, (top, _) in CONTENTS.items()}
_LEFT = {
    letter: EMPTY if prey is None else LETTERS[prey, None] for letter, (_, prey) in CONTENTS.items()
}
"""What stays on a cell when its visible piece leaves alone: its prey, if it has any. AQ-5."""
_COVERING = {
    LETTERS[top, None] + LETTERS[prey, None]: letter
    for letter, (top, prey) in CONTENTS.items()
    if prey is not None
}
"""The letter of an octopus on a prey."""


class _Patterns(dict[int, tuple[int, ...]]):
    """The moves of a kind of piece on a cell, by the pattern around it, each worked out once."""

    def __init__(self, moves: Moves, seat: int, kind: str, cell: int) -> None:
        self.what = moves, seat, kind, cell

    def __missing__(self, pattern: int) -> tuple[int, ...]:
        moves, seat, kind, cell = self.what
        found = self[pattern] = tuple(moves._choices(seat, kind, cell, pattern))
        return found


class Moves:
    """The moves of a board.

    >>> moves = moves_of(Board("bbA/.../Baa", (1, 0, 1)))
    >>> [moves.specs[number] for number in moves.legal(".OF......", 0)]
    [(1, 4, 0), (1, 3, 0), (1, 5, 0), (1, 0, 0), (1, 2, 1), (2, 5, 0), (2, 4, 0)]
    """

    def __init__(self, board: Board, sideways_hops: bool = False) -> None:
        self.board = board
        self.hops = AHEAD + (SIDEWAYS if sideways_hops else ())
        self.specs: list[tuple[int, int, int]] = []
        """From which cell to which, and what is done: STEP, COVER, EAT, CARRY or HOP."""
        self.paths: list[tuple[int, ...]] = []
        """The cells on which the piece stands in the course of a move, both ends included."""
        self.numbers: dict[tuple[int, int, int], int] = {}
        """The number of a move."""
        for seat in (0, 1):
            for cell, targets in enumerate(board.steps[seat]):
                for target in targets:
                    for verb in (STEP, COVER, EAT, CARRY):
                        self._add((cell, target, verb), (cell, target))
                for direction in self.hops:
                    stops = board.ray(seat, cell, direction)[1::2]
                    for n, target in enumerate(stops):
                        self._add((cell, target, HOP), (cell, *stops[: n + 1]))
        ends = {cell for goals in board.goals for cell in goals}
        self.at_goal = bytes(not ends.isdisjoint(spec[:2]) for spec in self.specs)
        """Whether a move begins or ends on a goal, so that it may decide the game. AQ-8."""
        rows = [cell[1] for cell in board.cells]
        self.sideways = bytes(
            rows[source] == rows[target] and verb != EAT for source, target, verb in self.specs
        )
        """Whether a move may be undone by others: nothing goes back, nothing eaten returns. AQ-9.

        (A fish or shark comes back when an octopus carries it, but that octopus never does.)
        """
        self.known = lru_cache(maxsize=4096)(self.legal)
        """`legal`, remembering the last positions: the game asks for them more than once."""
        self._bits = [1 << n for n in reversed(range(len(board.cells)))]
        self._tables = tuple(self._table(seat) for seat in (0, 1))

    def __reduce__(self) -> tuple[Any, ...]:
        return moves_of, (self.board, len(self.hops) > len(AHEAD))

    def _add(self, spec: tuple[int, int, int], path: tuple[int, ...]) -> None:
        if spec not in self.numbers:
            self.numbers[spec] = len(self.specs)
            self.specs.append(spec)
            self.paths.append(path)

    def _table(self, seat: int) -> tuple[dict[str, tuple[int, _Patterns]], ...]:
        """Return for every cell and every letter of a seat which bits matter, and the moves."""
        table = []
        for cell in range(len(self.board.cells)):
            near = sum(self._bits[target] for target in self.board.steps[seat][cell])
            far = near
            for direction in self.hops:
                for target in self.board.ray(seat, cell, direction):
                    far |= self._bits[target]
            masks = {"octopus": near | near << len(self._bits), "shark": near, "fish": far}
            masks["loaded"] = masks["octopus"]
            made = {kind: (mask, _Patterns(self, seat, kind, cell)) for kind, mask in masks.items()}
            table.append(
                {
                    letter: made["loaded" if prey else top.kind]
                    for letter, (top, prey) in CONTENTS.items()
                    if top.seat == seat
                }
            )
        return tuple(table)

    def _choices(self, seat: int, kind: str, cell: int, pattern: int) -> list[int]:
        """Return what a piece may do when these cells around it are taken. AQ-4 to AQ-7."""
        verbs: list[tuple[int, int]] = []
        for target in self.board.steps[seat][cell]:
            bit = self._bits[target]
            if not pattern & bit:  # empty: anybody may step there, an octopus with or without prey
                verbs.append((target, STEP))
                if kind == "loaded":
                    verbs.append((target, CARRY))
            elif kind == "shark":
                verbs.append((target, EAT))
            elif kind != "fish" and not pattern & bit << len(self._bits):
                verbs.append((target, COVER))
        if kind == "fish":
            for direction in self.hops:
                ray = self.board.ray(seat, cell, direction)
                for over, behind in zip(ray[::2], ray[1::2], strict=False):
                    if not pattern & self._bits[over] or pattern & self._bits[behind]:
                        break
                    verbs.append((behind, HOP))
        return [self.numbers[cell, target, verb] for target, verb in verbs]

    def legal(self, cells: str, seat: int) -> list[int]:
        """Return the numbers of a seat's legal moves, in a stable order."""
        taken = int(cells.translate(_OCCUPIED), 2)
        taken |= int(cells.translate(_OCTOPUS), 2) << len(cells)
        found: list[int] = []
        for row, letter in zip(self._tables[seat], cells, strict=True):
            if letter in row:
                mask, patterns = row[letter]
                found += patterns[taken & mask]
        return found

    def after(self, cells: str, number: int) -> str:
        """Return the position after a legal move. AQ-5, AQ-6."""
        source, target, verb = self.specs[number]
        piece = cells[source]
        if verb == CARRY:
            left = EMPTY
        else:
            left, piece = _LEFT[piece], _ALONE[piece]
            if verb == COVER:
                piece = _COVERING[piece + cells[target]]
        if source < target:
            return cells[:source] + left + cells[source + 1 : target] + piece + cells[target + 1 :]
        return cells[:target] + piece + cells[target + 1 : source] + left + cells[source + 1 :]

    def winner(self, cells: str, mover: int) -> int | None:
        """Return whose piece is seen on its own goal, the mover's before the other's. AQ-8."""
        for seat in (mover, 1 - mover):
            for goal in self.board.goals[seat]:
                if cells[goal] in self._tables[seat][goal]:
                    return seat
        return None

    def perft(self, cells: str, seat: int, depth: int) -> int:
        """Return how many lines of play of a length there are; a line ends at a goal. AQ-8."""
        if depth == 0:
            return 1
        numbers = self.legal(cells, seat)
        if depth == 1:
            return len(numbers)
        found = 0
        for number in numbers:
            position = self.after(cells, number)
            if not self.at_goal[number] or self.winner(position, seat) is None:
                found += self.perft(position, 1 - seat, depth - 1)
        return found


@cache
def moves_of(board: Board, sideways_hops: bool = False) -> Moves:
    """Return the moves of a board; they are worked out once."""
    return Moves(board, sideways_hops)
