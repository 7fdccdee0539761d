"""Every move that a board allows, as a number: which are legal in a position, and what they do.

A position is a string with a letter a cell (see `board.CONTENTS`). What a piece may do depends on a
few cells around it: on which of them anything stands, and for an octopus on which an octopus. These
are read as the bits of a number, and each pattern of bits is worked out once and then looked up.
So the rules (AQ-4 to AQ-7) are written for one piece, and playing a million positions is still a
matter of looking up. `rules` makes a game of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import compress
from typing import Any, Generic, TypeVar

from gamelib.aquatika.board import AHEAD, CONTENTS, EMPTY, LETTERS, SIDEWAYS, Board
from gamelib.game import Action


@dataclass(frozen=True, slots=True)
class Move(Action):
    """What moves have in common: from which cell to which. Each verb has a class of its own."""

    source: str
    target: str


@dataclass(frozen=True, slots=True)
class Step(Move):
    """AQ-4: step to an empty cell; an octopus leaves its prey behind. AQ-5."""


@dataclass(frozen=True, slots=True)
class Cover(Move):
    """AQ-5: an octopus steps onto a piece and covers it; the prey it had is free."""


@dataclass(frozen=True, slots=True)
class Eat(Move):
    """AQ-6: a shark steps onto a piece, which is out."""


@dataclass(frozen=True, slots=True)
class Carry(Move):
    """AQ-5: an octopus steps to an empty cell with its prey."""


@dataclass(frozen=True, slots=True)
class Hop(Move):
    """AQ-7: a flying fish hops over one piece, or over several in a line, one after the other."""


VERBS: tuple[type[Move], ...] = (Step, Cover, Eat, Carry, Hop)
STEP, COVER, EAT, CARRY, HOP = range(len(VERBS))


def _may(verb: int, letter: str, there: str) -> bool:
    """Return whether a piece may do this to what stands on the cell it goes to."""
    piece, prey = CONTENTS[letter]
    if there == EMPTY:
        return {STEP: True, CARRY: prey is not None, HOP: piece.kind == "fish"}.get(verb, False)
    met, _ = CONTENTS[there]
    if verb == COVER:
        return piece.kind == "octopus" and met.kind != "octopus"
    return verb == EAT and piece.kind == "shark"


MAY = [
    {a + b for a in CONTENTS for b in [EMPTY, *CONTENTS] if _may(verb, a, b)}
    for verb in range(len(VERBS))
]
"""AQ-4 to AQ-7: for each verb, the letter of the piece that moves with the one it meets."""

# The digits, to base 4, in which a position is read: 1 for a piece, 3 for an octopus, so that one
# bit of a cell says whether anything stands there, and the other whether it is an octopus.
_DIGITS = bytes.maketrans(
    "".join([EMPTY, *CONTENTS]).encode(),
    "".join(
        ["0", *("3" if top.kind == "octopus" else "1" for top, _ in CONTENTS.values())]
    ).encode(),
)
_OWN = [
    bytes(chr(n) in CONTENTS and CONTENTS[chr(n)][0].seat == seat for n in range(256))
    for seat in (0, 1)
]
ALONE = {letter: LETTERS[top, None] for letter, (top, _) in CONTENTS.items()}
LEFT = {
    letter: EMPTY if prey is None else LETTERS[prey, None] for letter, (_, prey) in CONTENTS.items()
}
"""What stays on a cell when its visible piece leaves alone: its prey, if it has any. AQ-5."""
COVERING = {
    LETTERS[top, None] + LETTERS[prey, None]: letter
    for letter, (top, prey) in CONTENTS.items()
    if prey is not None
}
"""The letter of an octopus on a prey."""


M = TypeVar("M")


class _Patterns(dict[int, tuple[M, ...]], Generic[M]):
    """The moves of a piece that depend on some cells, by what stands there, each worked out once.

    `mask` has the bits of these cells, and `choices` works out the moves for a pattern of them.
    """

    def __init__(self, mask: int, choices: Callable[[int], Iterable[M]]) -> None:
        self.mask = mask
        self.choices = choices

    def __missing__(self, pattern: int) -> tuple[M, ...]:
        found = self[pattern] = tuple(self.choices(pattern))
        return found


Row = tuple[int, _Patterns[M], tuple[_Patterns[M], ...]]
"""Of a piece on a cell: which bits matter, its moves by these, and moves by other bits."""
Table = dict[str, list[Row[M]]]
"""These by the letter of the piece and the cell."""


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
        self._hopped: dict[int, tuple[int, ...]] = {}
        for seat in (0, 1):
            for cell, targets in enumerate(board.steps[seat]):
                for target in targets:
                    for verb in (STEP, COVER, EAT, CARRY):
                        self._add((cell, target, verb), (cell, target))
                for direction in self.hops:
                    ray = board.ray(seat, cell, direction)
                    for n in range(1, len(ray), 2):
                        self._add((cell, ray[n], HOP), (cell, *ray[1 : n + 1 : 2]))
                        self._hopped[self.numbers[cell, ray[n], HOP]] = ray[: n + 1]
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
        self._ways = [
            bytes((rows[target] - rows[source]) * ahead >= 0 for source, target, _ in self.specs)
            for ahead in (1, -1)
        ]  # whether a move does not lead a seat back: AQ-4
        self._cells = range(len(board.cells))
        self._bits = [1 << 2 * n for n in reversed(self._cells)]
        self._tables = [self._table(seat) for seat in (0, 1)]

        name = board.name
        self.actions = [VERBS[verb](name(a), name(b)) for a, b, verb in self.specs]
        """The moves as actions."""
        self.numbered = {
            (type(move), move.source, move.target): number
            for number, move in enumerate(self.actions)
        }
        """The number of a move by what the action says."""
        rows_made = [row for table in self._tables for rows in table.values() for row in rows]
        offers = {id(row): self._offer(row) for row in rows_made}  # letters share rows
        self._offers = [
            {letter: [offers[id(row)] for row in rows] for letter, rows in table.items()}
            for table in self._tables
        ]
        self._last: tuple[str, int, tuple[Move, ...]] = "", 0, ()

    def __reduce__(self) -> tuple[Any, ...]:
        return moves_of, (self.board, len(self.hops) > len(AHEAD))

    def _add(self, spec: tuple[int, int, int], path: tuple[int, ...]) -> None:
        if spec not in self.numbers:
            self.numbers[spec] = len(self.specs)
            self.specs.append(spec)
            self.paths.append(path)

    def _offer(self, row: Row[int]) -> Row[Move]:
        """Return the same with the actions of the moves instead of their numbers."""
        mask, first, more = row

        def named(patterns: _Patterns[int]) -> _Patterns[Move]:
            def choices(pattern: int) -> Iterable[Move]:
                return map(self.actions.__getitem__, patterns[pattern])

            return _Patterns(patterns.mask, choices)

        return mask, named(first), tuple(map(named, more))

    def _table(self, seat: int) -> Table[int]:
        """Return for every letter of a seat and every cell which bits matter, and the moves."""
        table: Table[int] = {
            letter: [] for letter, (top, _) in CONTENTS.items() if top.seat == seat
        }
        for cell, targets in enumerate(self.board.steps[seat]):
            ahead, *askew = [self.board.ray(seat, cell, direction) for direction in self.hops]
            near, line, rest = self._mask(targets), self._mask(ahead), self._mask(*askew)
            made: dict[tuple[str, bool], Row[int]] = {}
            for letter in table:
                top, prey = CONTENTS[letter]
                if (top.kind, prey is None) not in made:
                    steps = partial(self._steps, letter, cell, targets)
                    first, more = _Patterns(near, steps), []
                    if top.kind == "octopus":
                        first = _Patterns(near | near << 1, steps)
                    elif top.kind == "fish":  # two groups of cells: one makes too many patterns
                        first = _Patterns(near | line, partial(self._fish, steps, cell, [ahead]))
                        more = [_Patterns(rest, partial(self._fish, None, cell, askew))]
                    made[top.kind, prey is None] = first.mask, first, tuple(more)
                table[letter].append(made[top.kind, prey is None])
        return table

    def _mask(self, *rows: Iterable[int]) -> int:
        return sum(self._bits[cell] for cells in rows for cell in cells)

    def _steps(self, letter: str, cell: int, targets: Iterable[int], pattern: int) -> Iterator[int]:
        """AQ-4 to AQ-6: one cell, and what a piece may do there."""
        for target in targets:
            bit = self._bits[target]
            there = EMPTY if not pattern & bit else "o" if pattern & bit << 1 else "s"
            for verb in (STEP, CARRY, COVER, EAT):
                if letter + there in MAY[verb]:
                    yield self.numbers[cell, target, verb]

    def _fish(
        self,
        steps: Callable[[int], Iterable[int]] | None,
        cell: int,
        rays: Iterable[Sequence[int]],
        pattern: int,
    ) -> Iterator[int]:
        """AQ-7: steps; or over one piece to the empty cell behind, and on in the same line."""
        if steps is not None:
            yield from steps(pattern)
        for ray in rays:
            for over, behind in zip(ray[::2], ray[1::2], strict=False):
                if not pattern & self._bits[over] or pattern & self._bits[behind]:
                    break
                yield self.numbers[cell, behind, HOP]

    def legal(self, cells: str, seat: int) -> list[int]:
        """Return the numbers of a seat's legal moves, in a stable order."""
        return self._found(self._tables[seat], cells, seat)

    def offered(self, cells: str, seat: int) -> tuple[Move, ...]:
        """Return a seat's legal moves as actions, in the same order.

        A game asks when it reaches a position and again when it is played on: so the last answer is
        kept.
        """
        last, mover, found = self._last
        if last is not cells or mover != seat:
            found = tuple(self._found(self._offers[seat], cells, seat))
            self._last = cells, seat, found
        return found

    def _found(self, table: Table[M], cells: str, seat: int) -> list[M]:
        letters = cells.encode()
        taken = int(letters.translate(_DIGITS), 4)
        found: list[M] = []
        for cell in compress(self._cells, letters.translate(_OWN[seat])):
            mask, patterns, more = table[cells[cell]][cell]
            found += patterns[taken & mask]
            if more:
                for others in more:
                    found += others[taken & others.mask]
        return found

    def allows(self, cells: str, seat: int, number: int) -> bool:
        """Return whether a move is legal, without looking for the others."""
        source, target, verb = self.specs[number]
        piece = cells[source]
        if (
            piece + cells[target] not in MAY[verb]
            or piece not in self._tables[seat]
            or not self._ways[seat][number]
        ):
            return False
        return verb != HOP or self._clear(cells, number)

    def _clear(self, cells: str, number: int) -> bool:
        """Return whether a line of hops has pieces to hop over and empty cells to land on. AQ-7."""
        way = self._hopped[number]
        return all((cells[cell] == EMPTY) == n % 2 for n, cell in enumerate(way))

    def after(self, cells: str, number: int) -> str:
        """Return the position after a legal move. AQ-5, AQ-6."""
        source, target, verb = self.specs[number]
        piece = cells[source]
        if verb == CARRY:
            left = EMPTY
        else:
            left, piece = LEFT[piece], ALONE[piece]
            if verb == COVER:
                piece = COVERING[piece + cells[target]]
        if source < target:
            return cells[:source] + left + cells[source + 1 : target] + piece + cells[target + 1 :]
        return cells[:target] + piece + cells[target + 1 : source] + left + cells[source + 1 :]

    def winner(self, cells: str, mover: int) -> int | None:
        """Return whose piece is seen on its own goal, the mover's before the other's. AQ-8."""
        for seat in (mover, 1 - mover):
            for goal in self.board.goals[seat]:
                if cells[goal] in self._tables[seat]:
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


@lru_cache(maxsize=8)  # those of a large board take 30 MB
def moves_of(board: Board, sideways_hops: bool = False) -> Moves:
    """Return the moves of a board; they are worked out once."""
    return Moves(board, sideways_hops)
