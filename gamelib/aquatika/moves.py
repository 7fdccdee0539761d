"""Every move that a board allows, as a number: which are legal in a position, and what they do.

A position is a string with a letter a cell (see `board.CONTENTS`). What a piece may do depends on a
few cells around it: on which of them anything stands, and for an octopus on which an octopus. These
are read as the bits of a number, and each pattern of bits is worked out once and then looked up.
So the rules (AQ-4 to AQ-7) are written for one piece, and playing a million positions is still a
matter of looking up. `rules` makes a game of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache, partial
from itertools import compress
from typing import Any

from gamelib.aquatika.board import AHEAD, CONTENTS, EMPTY, LETTERS, SIDEWAYS, Board

STEP, COVER, EAT, CARRY, HOP = range(5)

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


class _Patterns(dict[int, tuple[int, ...]]):
    """The moves of a piece that depend on some cells, by what stands there, each worked out once.

    `mask` has the bits of these cells, and `choices` works out the moves for a pattern of them.
    """

    def __init__(self, mask: int, choices: Callable[[int], Iterable[int]]) -> None:
        self.mask = mask
        self.choices = choices

    def __missing__(self, pattern: int) -> tuple[int, ...]:
        found = self[pattern] = tuple(self.choices(pattern))
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
        self.known = lru_cache(maxsize=128)(self.legal)
        """`legal`, remembering the last positions: the game asks for them more than once."""
        self._cells = range(len(board.cells))
        self._bits = [1 << 2 * n for n in reversed(self._cells)]
        self._tables = tuple(self._table(seat) for seat in (0, 1))

    def __reduce__(self) -> tuple[Any, ...]:
        return moves_of, (self.board, len(self.hops) > len(AHEAD))

    def _add(self, spec: tuple[int, int, int], path: tuple[int, ...]) -> None:
        if spec not in self.numbers:
            self.numbers[spec] = len(self.specs)
            self.specs.append(spec)
            self.paths.append(path)

    def _table(self, seat: int) -> dict[str, list[tuple[int, _Patterns, tuple[_Patterns, ...]]]]:
        """Return for every letter of a seat and every cell which bits matter, and the moves."""
        table: dict[str, list[tuple[int, _Patterns, tuple[_Patterns, ...]]]] = {
            letter: [] for letter, (top, _) in CONTENTS.items() if top.seat == seat
        }
        for cell, targets in enumerate(self.board.steps[seat]):
            ahead, *askew = [self.board.ray(seat, cell, direction) for direction in self.hops]
            near, line, rest = self._mask(targets), self._mask(ahead), self._mask(*askew)
            octopus = _Patterns(near | near << 1, partial(self._octopus, cell, targets))
            loaded = _Patterns(octopus.mask, partial(self._octopus, cell, targets, loaded=True))
            shark = _Patterns(near, partial(self._shark, cell, targets))
            fish = [  # two groups of cells, as one would make too many patterns
                _Patterns(near | line, partial(self._fish, cell, targets, [ahead])),
                _Patterns(rest, partial(self._fish, cell, (), askew)),
            ]
            kinds = {"octopus": [octopus], "shark": [shark], "fish": fish}
            for letter, (top, prey) in CONTENTS.items():
                if top.seat == seat:
                    first, *more = [loaded] if prey else kinds[top.kind]
                    table[letter].append((first.mask, first, tuple(more)))
        return table

    def _mask(self, *rows: Iterable[int]) -> int:
        return sum(self._bits[cell] for cells in rows for cell in cells)

    def _octopus(
        self, cell: int, targets: Iterable[int], pattern: int, loaded: bool = False
    ) -> Iterator[int]:
        """AQ-5: onto anything but an octopus; with its prey to an empty cell only."""
        for target in targets:
            bit = self._bits[target]
            if not pattern & bit:
                yield self.numbers[cell, target, STEP]
                if loaded:
                    yield self.numbers[cell, target, CARRY]
            elif not pattern & bit << 1:
                yield self.numbers[cell, target, COVER]

    def _shark(self, cell: int, targets: Iterable[int], pattern: int) -> Iterator[int]:
        """AQ-6: anywhere, whatever stands there."""
        for target in targets:
            yield self.numbers[cell, target, EAT if pattern & self._bits[target] else STEP]

    def _fish(
        self, cell: int, targets: Iterable[int], rays: Iterable[Sequence[int]], pattern: int
    ) -> Iterator[int]:
        """AQ-4, AQ-7: to an empty cell; or over one piece to the empty cell behind, and so on."""
        for target in targets:
            if not pattern & self._bits[target]:
                yield self.numbers[cell, target, STEP]
        for ray in rays:
            for over, behind in zip(ray[::2], ray[1::2], strict=False):
                if not pattern & self._bits[over] or pattern & self._bits[behind]:
                    break
                yield self.numbers[cell, behind, HOP]

    def legal(self, cells: str, seat: int) -> list[int]:
        """Return the numbers of a seat's legal moves, in a stable order."""
        letters = cells.encode()
        taken = int(letters.translate(_DIGITS), 4)
        table = self._tables[seat]
        found: list[int] = []
        for cell in compress(self._cells, letters.translate(_OWN[seat])):
            mask, patterns, more = table[cells[cell]][cell]
            found += patterns[taken & mask]
            for others in more:
                found += others[taken & others.mask]
        return found

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


@cache
def moves_of(board: Board, sideways_hops: bool = False) -> Moves:
    """Return the moves of a board; they are worked out once."""
    return Moves(board, sideways_hops)
