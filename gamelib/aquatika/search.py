"""Reading ahead in Aquatika: alpha-beta with iterative deepening and a table of known positions.

Both sides know everything (AQ-10), so a position has a value, and reading far enough finds it. A
search reads one move deeper at a time until its budget of positions is spent; the first few moves
are always read to the end, so a win that can be forced within `LEAST` plies is always found. No
clock decides anything: the same position gets the same answer anywhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import compress
from typing import NamedTuple

from gamelib.aquatika.board import CONTENTS, EMPTY, LETTERS, Board, Piece
from gamelib.aquatika.moves import ALONE, CARRY, COVER, COVERING, EAT, LEFT, Move, Moves
from gamelib.aquatika.rules import Aquatika
from gamelib.game import IllegalAction

WIN = 1_000_000
"""What a win is worth; each ply until it comes takes one off."""
SURE = WIN - 10_000
"""Whatever is worth so much is a win that can be forced."""

BUDGET = 20_000
LEAST = 5
"""How many plies are read whatever they cost: three moves of one's own, two replies."""
DEEPEST = 60

WORTH = {"octopus": 50, "shark": 70, "fish": 45}
NEARER = (0, 60, 34, 22, 14, 8, 4)
"""What a piece is worth more by the number of steps to its goal; farther off, nothing."""

Values = tuple[dict[str, int], ...]


@lru_cache(maxsize=8)
def values(board: Board) -> tuple[Values, Values]:
    """Return for each seat and cell what each letter there is worth to that seat."""

    def worth(piece: Piece, cell: int) -> int:
        steps = board.distance[piece.seat].get(cell, len(NEARER))
        return WORTH[piece.kind] + (NEARER[steps] if steps < len(NEARER) else 0)

    def value(letter: str, cell: int, seat: int) -> int:
        top, prey = CONTENTS[letter]
        total = worth(top, cell) if top.seat == seat else -worth(top, cell)
        if prey is not None:  # it is out of play for as long as its octopus likes
            total += WORTH[prey.kind] // 3 * (1 if prey.seat == seat else -1)
        return total

    first, second = (
        tuple(
            {EMPTY: 0} | {letter: value(letter, cell, seat) for letter in CONTENTS}
            for cell in range(len(board.cells))
        )
        for seat in (0, 1)
    )
    return first, second


def judge(board: Board, cells: str, seat: int) -> int:
    """Return how good a position looks for a seat: by its pieces and their way to the goal."""
    return sum(row[letter] for row, letter in zip(values(board)[seat], cells, strict=True))


class _Gain(dict[str, int]):
    """By how much a move makes the board look better for its mover.

    That depends on nothing but the letters of the two cells: each pair is worked out once.
    """

    __slots__ = ("here", "there", "verb")

    def __init__(self, here: Mapping[str, int], there: Mapping[str, int], verb: int) -> None:
        super().__init__()
        self.here, self.there, self.verb = here, there, verb

    def __missing__(self, letters: str) -> int:
        piece, met = letters[0], letters[1]
        left, after = LEFT[piece], ALONE[piece]
        if self.verb == CARRY:
            left, after = EMPTY, piece
        elif self.verb == COVER:
            after = COVERING[after + met]
        here, there = self.here, self.there
        self[letters] = gain = here[left] - here[piece] + there[after] - there[met]
        return gain


Gains = tuple[tuple[int, int, _Gain], ...]


@lru_cache(maxsize=8)
def gains_of(moves: Moves) -> tuple[Gains, Gains]:
    """Return for each seat and move its source, its target and its gains."""
    first, second = (
        tuple(
            (source, target, _Gain(value[source], value[target], verb))
            for source, target, verb in moves.specs
        )
        for value in values(moves.board)
    )
    return first, second


class Verdict(NamedTuple):
    """What a search found for the seat to move."""

    score: int
    """Positive is good; `WIN` less n is a win by force after n plies, its opposite a loss."""
    line: tuple[Move, ...]
    """What both sides would play; the first is the move to make."""
    depth: int
    """How many plies were read to the end."""
    positions: int
    """How many positions were looked at."""

    @property
    def plies(self) -> int | None:
        """In how many plies the game is won or lost by force, or None if that is not known."""
        return WIN - abs(self.score) if abs(self.score) > SURE else None


class _Spent(Exception):  # noqa: N818
    """The budget is spent."""


Entry = tuple[int, int, int, int]
"""Of a known position: the depth read, the value, which kind of bound it is, the best move."""
LOWER, EXACT, UPPER = -1, 0, 1
CATCHING = (EAT, COVER)
"""What may take the other side's last shark, and so leave it stuck."""


class Node(NamedTuple):
    """A position that is read: the seat to move, what it looks like now, the plies so far.

    `trail` holds the positions that may come again.
    """

    cells: str
    seat: int
    looks: int
    ply: int
    trail: tuple[str, ...]


def _enough(known: Entry, ply: int, alpha: int, beta: int) -> int | None:
    """Return what a position is known to be worth, if no more is asked, else None."""
    _, worth, bound, _ = known
    if worth > SURE:
        worth -= ply
    elif worth < -SURE:
        worth += ply
    if bound == LOWER:
        return worth if worth >= beta else None
    if bound == UPPER:
        return worth if worth <= alpha else None
    return worth


class _Search:
    """One search: its table of known positions, and what it has spent."""

    def __init__(self, game: Aquatika) -> None:
        self.moves = game.moves
        self.gains = gains_of(game.moves)
        self.known: tuple[dict[str, Entry], dict[str, Entry]] = ({}, {})
        self.budget: int | None = None
        self.positions = 0
        self.drawn_at_end = False
        # A shark that has any way to go always has a move, so its side is never stuck. AQ-6.
        self.sharks = [
            LETTERS[Piece(seat, "shark"), None] if all(game.geometry.steps[seat]) else "?"
            for seat in (0, 1)
        ]

    def stuck(self, cells: str, seat: int) -> bool:
        """Return whether a seat cannot move. AQ-9."""
        return self.sharks[seat] not in cells and not self.moves.legal(cells, seat)

    def value(self, node: Node, depth: int, alpha: int, beta: int) -> int:
        """Return what a position is worth to the seat to move, read so deep.

        It is exact between alpha and beta; beyond them only on which side it lies matters.
        """
        cells, seat, _, ply, _ = node
        known = self.known[seat].get(cells)
        if known is not None and known[0] >= depth and ply:  # at the root the move is wanted too
            worth = _enough(known, ply, alpha, beta)
            if worth is not None:
                return worth
        numbers = self.moves.legal(cells, seat)
        self.positions += 1 if depth > 1 else len(numbers)
        if self.budget is not None and self.positions > self.budget:
            raise _Spent
        if not numbers:
            return ply - WIN
        winning, losing = self._at_goal(cells, seat, numbers)
        if winning is not None:
            self.known[seat][cells] = DEEPEST, WIN - 1, EXACT, winning
            return WIN - ply - 1
        gains = self._in_order(cells, seat, numbers, None if known is None else known[3])
        top, best = self._best(node, depth, alpha, beta, gains, losing)
        bound = LOWER if top >= beta else EXACT if top > alpha else UPPER
        stored = top + ply if top > SURE else top - ply if top < -SURE else top
        self.known[seat][cells] = depth, stored, bound, best
        return top

    def _at_goal(
        self, cells: str, seat: int, numbers: list[int]
    ) -> tuple[int | None, tuple[int, ...]]:
        """Return a move that wins at once, if there is one, and those that lose at once. AQ-8."""
        moves = self.moves
        losing: tuple[int, ...] = ()
        for number in compress(numbers, map(moves.at_goal.__getitem__, numbers)):
            winner = moves.winner(moves.after(cells, number), seat)
            if winner == seat:
                return number, ()
            if winner is not None:
                losing = (*losing, number)
        return None, losing

    def _in_order(
        self, cells: str, seat: int, numbers: list[int], first: int | None
    ) -> list[tuple[int, int]]:
        """Return the moves, best first: by how much the board looks better, and minus the number.

        So of equal moves the lower number comes first. Before them all comes once more `first`, the
        move that was best when the position was last read.
        """
        rows = self.gains[seat]
        gains = []
        for number in numbers:
            source, target, gain = rows[number]
            gains.append((gain[cells[source] + cells[target]], -number))
        ordered = sorted(gains, reverse=True)
        if first in numbers:
            ordered.insert(0, gains[numbers.index(first)])
        return ordered

    def _best(
        self,
        node: Node,
        depth: int,
        alpha: int,
        beta: int,
        gains: list[tuple[int, int]],
        losing: tuple[int, ...],
    ) -> tuple[int, int]:
        """Return what the best of these moves is worth, and which it is; at beta that will do."""
        sideways, specs = self.moves.sideways, self.moves.specs
        looks, ply = node.looks, node.ply
        # The other side is not stuck, unless its sharks are caught; and what was there before
        # comes again only after a few moves to and fro.
        safe, fresh = self.sharks[1 - node.seat] in node.cells, len(node.trail) < 3
        top, best = -2 * WIN, -1
        for gain, negative in gains:
            number = -negative
            if number in losing:
                worth = ply + 1 - WIN
            elif depth > 1:
                worth = self._read_on(node, number, gain, depth, alpha, beta)
            elif safe and specs[number][2] not in CATCHING and (fresh or not sideways[number]):
                worth = 0 if self.drawn_at_end else looks + gain
            else:
                worth = self._last(node, number, gain)
            if worth > top:
                top, best = worth, number
                if worth > alpha:
                    alpha = worth
                    if worth >= beta:
                        break
        return top, best

    def _read_on(
        self, node: Node, number: int, gain: int, depth: int, alpha: int, beta: int
    ) -> int:
        """Return what a move is worth by what the other side can answer."""
        cells, seat, looks, ply, trail = node
        after = self.moves.after(cells, number)
        if not self.moves.sideways[number]:
            trail = ()
        elif trail[::-2].count(after) >= 2:
            return 0
        else:
            trail = (*trail, cells)
        reply = Node(after, 1 - seat, -looks - gain, ply + 1, trail)
        return -self.value(reply, depth - 1, -beta, -alpha)

    def _last(self, node: Node, number: int, gain: int) -> int:
        """Return what a move is worth after which nothing is read. AQ-9."""
        after = self.moves.after(node.cells, number)
        if self.moves.sideways[number] and node.trail[::-2].count(after) >= 2:
            return 0
        if self.stuck(after, 1 - node.seat):
            return WIN - node.ply - 1
        return 0 if self.drawn_at_end else node.looks + gain

    def line(self, cells: str, seat: int, longest: int) -> list[int]:
        """Return the moves that the table of known positions holds to be best, one by one."""
        found: list[int] = []
        while len(found) < longest and (known := self.known[seat].get(cells)) is not None:
            number = known[3]
            found.append(number)
            cells = self.moves.after(cells, number)
            if self.moves.at_goal[number] and self.moves.winner(cells, seat) is not None:
                break
            seat = 1 - seat
        return found


def search(
    game: Aquatika,
    cells: str,
    seat: int,
    *,
    plies: int = 0,
    earlier: tuple[str, ...] = (),
    budget: int = BUDGET,
    least: int = LEAST,
) -> Verdict:
    """Return what reading ahead finds for the seat to move; `plies` and `earlier` as in a State."""
    if game.moves.winner(cells, 1 - seat) is not None or not game.moves.legal(cells, seat):
        raise IllegalAction("game_over")
    hunt = _Search(game)
    root = Node(cells, seat, judge(game.geometry, cells, seat), 0, earlier)
    left = game.max_plies - plies
    verdict = Verdict(root.looks, (), 0, 0)
    for depth in range(1, min(left, DEEPEST) + 1):
        hunt.budget = None if depth <= least else budget
        hunt.drawn_at_end = depth == left
        try:
            score = hunt.value(root, depth, -WIN, WIN)
        except _Spent:
            break
        line = tuple(game.moves.actions[number] for number in hunt.line(cells, seat, depth))
        verdict = Verdict(score, line, depth, hunt.positions)
        if verdict.plies is not None:
            break
    return verdict
