"""Reading ahead in Aquatika: alpha-beta with iterative deepening and a table of known positions.

Both sides know everything (AQ-10), so a position has a value, and reading far enough finds it. A
search reads one move deeper at a time until its budget of positions is spent; the first few moves
are always read to the end, so a win that can be forced within `LEAST` plies is always found. No
clock decides anything: the same position gets the same answer anywhere.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from gamelib.aquatika.board import CONTENTS, EMPTY, LETTERS, Board, Piece
from gamelib.aquatika.moves import ALONE, CARRY, COVER, COVERING, EAT, LEFT, Move
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


class _Search:
    """One search: its table of known positions, and what it has spent."""

    def __init__(self, game: Aquatika) -> None:
        self.moves = game.moves
        self.values = values(game.geometry)
        self.known: tuple[dict[str, Entry], dict[str, Entry]] = ({}, {})
        self.budget: int | None = None
        self.positions = 0
        self.drawn_at_end = False
        # A shark that has any way to go always has a move, so its side is never stuck. AQ-6.
        self.sharks = [
            LETTERS[Piece(seat, "shark"), None] if all(game.geometry.steps[seat]) else "?"
            for seat in (0, 1)
        ]

    def _gain(self, cells: str, number: int, value: Values) -> int:
        """Return by how much a move makes the board look better for its mover."""
        source, target, verb = self.moves.specs[number]
        piece = cells[source]
        if verb == CARRY:
            return value[target][piece] - value[source][piece]
        alone = ALONE[piece]
        there = cells[target]
        after = COVERING[alone + there] if verb == COVER else alone
        return (
            value[source][LEFT[piece]]
            - value[source][piece]
            + value[target][after]
            - value[target][there]
        )

    def stuck(self, cells: str, seat: int) -> bool:
        """Return whether a seat cannot move. AQ-9."""
        return self.sharks[seat] not in cells and not self.moves.legal(cells, seat)

    def value(
        self,
        cells: str,
        seat: int,
        depth: int,
        alpha: int,
        beta: int,
        looks: int,
        ply: int,
        trail: tuple[str, ...],
    ) -> int:
        """Return what a position is worth to the seat to move, read so deep.

        It is exact between alpha and beta; beyond them only on which side it lies matters. `looks`
        is what the position looks like now, `ply` the plies since the search began, and `trail` the
        positions that may come again.
        """
        known = self.known[seat].get(cells)
        best = -1
        if known is not None:
            deep, worth, bound, best = known
            if deep >= depth:
                if worth > SURE:
                    worth -= ply
                elif worth < -SURE:
                    worth += ply
                if ply and (  # at the root the move is wanted too
                    bound == EXACT
                    or (bound == LOWER and worth >= beta)
                    or (bound == UPPER and worth <= alpha)
                ):
                    return worth
        moves = self.moves
        numbers = moves.legal(cells, seat)
        self.positions += 1 if depth > 1 else len(numbers)
        if self.budget is not None and self.positions > self.budget:
            raise _Spent
        if not numbers:
            return ply - WIN
        at_goal, sideways, specs = moves.at_goal, moves.sideways, moves.specs
        given = {}
        for number in numbers:  # what decides the game at once
            if at_goal[number]:
                winner = moves.winner(moves.after(cells, number), seat)
                if winner == seat:
                    self._keep(cells, seat, DEEPEST, WIN - 1, EXACT, number)
                    return WIN - ply - 1
                if winner is not None:
                    given[number] = ply + 1 - WIN
        value = self.values[seat]
        gains = [(self._gain(cells, number, value), -number) for number in numbers]
        gains.sort(reverse=True)
        if best in numbers:
            gains.insert(0, (self._gain(cells, best, value), -best))
        other, shark = 1 - seat, self.sharks[1 - seat]
        safe = shark in cells  # the other side is not stuck, unless its sharks are caught
        top, first, window = -2 * WIN, alpha, alpha
        for gain, negative in gains:
            number = -negative
            if number in given:
                worth = given[number]
            else:
                line = (*trail, cells) if sideways[number] else ()
                again = len(line) > 3
                verb = specs[number][2]
                if depth > 1 or again or not safe or verb in (EAT, COVER):
                    after = moves.after(cells, number)
                    if again and line[-2::-2].count(after) >= 2:
                        worth = 0
                    elif depth > 1:
                        worth = -self.value(
                            after, other, depth - 1, -beta, -window, -looks - gain, ply + 1, line
                        )
                    elif self.stuck(after, other):
                        worth = WIN - ply - 1
                    else:
                        worth = 0 if self.drawn_at_end else looks + gain
                else:
                    worth = 0 if self.drawn_at_end else looks + gain
            if worth > top:
                top, best = worth, number
                if worth > window:
                    window = worth
                    if worth >= beta:
                        break
        bound = LOWER if top >= beta else EXACT if top > first else UPPER
        stored = top + ply if top > SURE else top - ply if top < -SURE else top
        self._keep(cells, seat, depth, stored, bound, best)
        return top

    def _keep(self, cells: str, seat: int, depth: int, worth: int, bound: int, best: int) -> None:
        self.known[seat][cells] = depth, worth, bound, best

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
    looks = judge(game.geometry, cells, seat)
    left = game.max_plies - plies
    verdict = Verdict(looks, (), 0, 0)
    for depth in range(1, min(left, DEEPEST) + 1):
        hunt.budget = None if depth <= least else budget
        hunt.drawn_at_end = depth == left
        try:
            score = hunt.value(cells, seat, depth, -WIN, WIN, looks, 0, earlier)
        except _Spent:
            break
        line = tuple(game.moves.actions[number] for number in hunt.line(cells, seat, depth))
        verdict = Verdict(score, line, depth, hunt.positions)
        if verdict.plies is not None:
            break
    return verdict
