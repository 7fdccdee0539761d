"""Characters for Aquatika, each worth a discussion in class.

"greedy" looks at the board right after its own move, and never at the reply. "search" looks at the
reply, and at the reply to the reply (see `search`). Both place their pieces in the same formation,
so what they win or lose, they do by moving.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

from gamelib.aquatika.board import EMPTY, KINDS
from gamelib.aquatika.moves import Move
from gamelib.aquatika.rules import Phase, Place, View
from gamelib.aquatika.search import BUDGET, LEAST, WIN, judge, search
from gamelib.game import Action
from gamelib.players import Player

# -- placing ---------------------------------------------------------------------------------------

FORMATION = ("shark", "octopus", "octopus", "fish", "shark", "fish", "shark", "octopus", "fish")
"""The kinds from the middle of the front outwards, then along the back. (AQ-1 has nine pieces.)"""


def place(view: View, actions: Sequence[Action], rng: Random) -> Action:
    """Place the next piece: the front first, the middle first, in the order of `FORMATION`.

    Left or right is left to chance where both are equally far from the middle.
    """
    board = view.game.geometry
    assert view.seat is not None, "only a seat can place"
    distance = board.distance[view.seat]
    middle = (board.columns - 1) / 2

    def order(cell: int) -> tuple[int, float]:
        column, row = board.cells[cell]
        front = -row if view.seat == 0 else row
        return front, abs(column - middle)

    offered = [action for action in actions if isinstance(action, Place)]
    free = {board.named[action.cell] for action in offered if board.named[action.cell] in distance}
    free = free or {board.named[action.cell] for action in offered}
    best = min(map(order, free))
    cell = rng.choice(sorted(cell for cell in free if order(cell) == best))
    left = {action.piece for action in offered}
    done = sum(letter != EMPTY for letter in view.cells)
    wanted = (*FORMATION[done:], *FORMATION, *KINDS)
    kind = next(kind for kind in wanted if kind in left)
    return Place(kind, board.name(cell))


# -- greedy ----------------------------------------------------------------------------------------


def greedy(view: View, actions: Sequence[Action], rng: Random) -> Action:
    """Make the move after which the board looks best; a win is best of all."""
    if view.phase is Phase.PLACE:
        return place(view, actions, rng)
    game, seat = view.game, view.turn

    def looks(action: Action) -> int:
        assert isinstance(action, Move)
        number = game.moves.numbered[type(action), action.source, action.target]
        after = game.moves.after(view.cells, number)
        winner = game.moves.winner(after, seat)
        if winner is None and not game.moves.legal(after, 1 - seat):
            winner = seat
        if winner is not None:
            return WIN if winner == seat else -WIN
        return judge(game.geometry, after, seat)

    scores = [looks(action) for action in actions]
    most = max(scores)
    return rng.choice(
        [action for action, score in zip(actions, scores, strict=True) if score == most]
    )


# -- search ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Search:
    """Read ahead, and make the best move for the worst reply.

    `budget` is the number of positions to look at; `least` plies are read whatever they cost, so
    that a win that can be forced within so many is never missed.
    """

    budget: int = BUDGET
    least: int = LEAST

    def __call__(self, view: View, actions: Sequence[Action], rng: Random) -> Action:
        """Return the first move of the line that the search found."""
        if view.phase is Phase.PLACE:
            return place(view, actions, rng)
        return search(
            view.game,
            view.cells,
            view.turn,
            plies=view.plies,
            earlier=view.earlier,
            budget=self.budget,
            least=self.least,
        ).line[0]


PLAYERS: Mapping[str, Player] = {"greedy": greedy, "search": Search()}
