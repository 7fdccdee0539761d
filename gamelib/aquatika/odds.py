"""What a player of Aquatika asks: how many, how many ways, and how good a position is.

Nothing is dealt or rolled here, and both sides see everything once they stand (AQ-10). So the
questions are of counting (set-ups, moves, lines of play), of what a reply picked at random would do
(exact), of random play to the end (a seeded simulation with its interval), and of reading ahead.

>>> from gamelib.aquatika import Aquatika
>>> game = Aquatika()
>>> setup_factors(game)  # cells for the octopuses, then for the sharks, then for the flying fish
(84, 20, 1)
>>> setups(game)
1680
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import comb, factorial, prod
from random import Random
from typing import NamedTuple

from gamelib.aquatika.board import LETTERS, Piece, prey, visible
from gamelib.aquatika.moves import Cover, Eat, Move
from gamelib.aquatika.rules import Aquatika, Phase, Place, State, View
from gamelib.aquatika.search import BUDGET, LEAST, Verdict, search
from gamelib.counting import wilson
from gamelib.game import Action, IllegalAction, Outcome
from gamelib.odds import GameOdds
from gamelib.players import play_out

__all__ = [
    "Chances", "came", "likelihood", "lines", "mobility", "random_play", "replies", "results",
    "setup_factors", "setups", "setups_left", "standing", "trial", "verdict",
]  # fmt: skip

TRIALS = 200


# -- counting --------------------------------------------------------------------------------------


def setup_factors(game: Aquatika) -> tuple[int, ...]:
    """Return in how many ways cells can be chosen for each kind, one kind after the other. AQ-1."""
    left, ways = sum(game.pieces), []
    for number in game.pieces:
        ways.append(comb(left, number))
        left -= number
    return tuple(ways)


def setups(game: Aquatika) -> int:
    """Return in how many ways a side can place its pieces: 9! / (3! 3! 3!) in the box's game."""
    return prod(setup_factors(game))


def setups_left(view: View) -> tuple[int, int]:
    """Return in how many ways each side can still stand, as far as this seat knows. AQ-3.

    Of the other side nothing is known before all pieces stand, and everything after.
    """
    if view.phase is not Phase.PLACE:
        return 1, 1
    counts = []
    for seat in (0, 1):
        left = view.game.in_hand(view.cells, seat)
        counts.append(factorial(sum(left)) // prod(map(factorial, left)))
    return counts[0], counts[1]


def mobility(view: View) -> tuple[int, int]:
    """Return how many legal moves each seat has, or would have if it were to move."""
    _check_moving(view)
    first, second = (len(view.game.moves.offered(view.cells, seat)) for seat in (0, 1))
    return first, second


def lines(view: View, depth: int) -> int:
    """Return how many lines of play of so many plies begin here; a line ends at a goal. AQ-8."""
    _check_moving(view)
    return view.game.moves.perft(view.cells, view.turn, depth)


# -- random play -----------------------------------------------------------------------------------


class Chances(NamedTuple):
    """How games ended for a seat when both sides went on at random."""

    won: int
    drawn: int
    lost: int

    @property
    def trials(self) -> int:
        """How many games were played."""
        return sum(self)

    @property
    def share(self) -> Fraction:
        """Return the share of games that were won."""
        return Fraction(self.won, self.trials)

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's interval for the chance to win."""
        return wilson(self.won, self.trials)


def random_play(
    view: View, action: Action | None = None, *, trials: int = TRIALS, seed: int | str = 0
) -> Chances:
    """Return how often this seat wins if all play on at random, at once or after an action.

    The public table (`seat=None`) asks for the seat to move.
    """
    if trials < 1:
        raise ValueError(f"trials is a whole number from 1, not {trials!r}")
    game, seat = view.game, view.turn if view.seat is None else view.seat
    rng = Random(f"aquatika/{seed}")
    ends = {"won": 0, "drawn": 0, "lost": 0}
    for _ in range(trials):
        state = game.imagine(view, rng)
        if action is not None:
            state = game.play(state, action)
        outcome = game.outcome(play_out(game, state, rng))
        assert outcome is not None, "play goes on"
        drawn = len(outcome.winners) > 1
        ends["drawn" if drawn else "won" if seat in outcome.winners else "lost"] += 1
    return Chances(**ends)


def verdict(view: View, *, budget: int = BUDGET, least: int = LEAST) -> Verdict:
    """Return what reading ahead finds for the seat to move."""
    _check_moving(view)
    return search(
        view.game,
        view.cells,
        view.turn,
        plies=view.plies,
        earlier=view.earlier,
        budget=budget,
        least=least,
    )


# -- a reply at random -----------------------------------------------------------------------------

RESULTS = ("won", "drawn", "lost", "eaten", "covered", "safe")


def results(view: View, action: Action) -> dict[str, Fraction]:
    """Return what can come of an action of mine by my next turn, if the reply is any at random.

    By code, and it sums to 1: the game is won, drawn or lost, a piece of mine is eaten or covered,
    or nothing of mine is touched.
    """
    if isinstance(action, Place):
        _after(view, action)
        return {"safe": Fraction(1)}
    found = replies(view, action)
    if not found:
        return {_result(view, _after(view, action), None): Fraction(1)}
    total = sum(found.values())
    return {code: Fraction(count, total) for code, count in found.items()}


def replies(view: View, action: Action) -> dict[str, int]:
    """Return how many replies to a move of mine have each result; none if it ends the game."""
    after, moves = _after(view, action), view.game.moves
    safe = _goes_on(view.game, after, view.turn)
    found = [
        _touched(view, after, moves.actions[number])
        if safe and not moves.at_goal[number]
        else _result(view, after, moves.actions[number])
        for number in (moves.legal(after.cells, after.turn) if after.phase is Phase.MOVE else ())
    ]
    return {code: found.count(code) for code in RESULTS if code in found}


def _goes_on(game: Aquatika, after: State, seat: int) -> bool:
    """Tell whether the game surely goes on after any reply that touches no goal.

    Most replies need not be played then. A reply takes at most one shark off the board, and a shark
    with a way to go can always move (AQ-6); too few positions have been there to come again (AQ-9).
    """
    return (
        after.plies + 1 < game.max_plies
        and len(after.earlier) < 3
        and after.cells.count(LETTERS[Piece(seat, "shark"), None]) > 1
        and all(game.geometry.steps[seat])
    )


def trial(view: View, action: Action, rng: Random) -> str:
    """Play an action of mine and a reply at random; return which result it had."""
    if isinstance(action, Place):
        _after(view, action)
        return "safe"
    after = _after(view, action)
    replies = view.game.actions(after)
    return _result(view, after, rng.choice(replies) if replies else None)


def came(view: View, action: Action, later: Sequence[View]) -> str | None:
    """Return what came of an action of mine by my next turn; None before the other has replied.

    What the reply did is read from the board before and after it.
    """
    if isinstance(action, Place):
        return "safe"
    replied = later[:1] if later[0].phase is Phase.OVER else later[1:2]
    if not replied:
        return None
    game, seat, end = view.game, view.turn, replied[0]
    outcome = game.outcome(State(end.phase, end.turn, end.cells, end.plies, end.earlier))
    if outcome is not None:
        return _ended(outcome, seat)
    before, after = later[0].cells, end.cells
    if _pieces(after, seat) < _pieces(before, seat):
        return "eaten"
    covered = (
        prey(now) is not None and prey(now) == visible(was) and _of(visible(was), seat)
        for was, now in zip(before, after, strict=True)
    )
    return "covered" if any(covered) else "safe"


def standing(view: View) -> Fraction | None:
    """Return a seat's share of the pieces that can be seen: neither eaten nor covered.

    None to the public, and as long as pieces are placed in secret.
    """
    if view.seat is None or view.phase is Phase.PLACE:
        return None
    seen = [piece.seat for piece in map(visible, view.cells) if piece is not None]
    return Fraction(seen.count(view.seat), len(seen))


def _pieces(cells: str, seat: int) -> int:
    """Return how many pieces a side has on the board, covered ones too."""
    return sum(_of(piece, seat) for cell in cells for piece in (visible(cell), prey(cell)))


def _of(piece: Piece | None, seat: int) -> bool:
    return piece is not None and piece.seat == seat


def _ended(outcome: Outcome, seat: int) -> str:
    """Return what the end of a game is to a seat."""
    if len(outcome.winners) > 1:
        return "drawn"
    return "won" if seat in outcome.winners else "lost"


def likelihood(view: View, outcome: Action) -> Fraction:
    """Raise IllegalAction: nothing in this game is left to chance."""
    raise IllegalAction("not_by_chance")


def _after(view: View, action: Action) -> State:
    if view.seat is None or view.seat != view.turn or view.phase is Phase.OVER:
        raise IllegalAction("not_your_turn")
    state = State(view.phase, view.turn, view.cells, view.plies, view.earlier)
    return view.game.play(state, action)


def _result(view: View, after: State, reply: Action | None) -> str:
    """Return what a reply (None: the game is over) does to the seat that moved."""
    game, seat = view.game, view.turn
    end = after if reply is None else game.play(after, reply)
    outcome = game.outcome(end)
    if outcome is not None:
        return _ended(outcome, seat)
    assert isinstance(reply, Move)
    return _touched(view, after, reply)


def _touched(view: View, after: State, reply: Move) -> str:
    """Return what a reply that does not end the game does to the pieces of the seat that moved."""
    seat = view.turn
    there = after.cells[view.game.geometry.named[reply.target]]
    met, under = visible(there), prey(there)
    if isinstance(reply, Eat) and seat in {piece.seat for piece in (met, under) if piece}:
        return "eaten"
    if isinstance(reply, Cover) and met is not None and met.seat == seat:
        return "covered"
    return "safe"


def _check_moving(view: View) -> None:
    if view.phase is not Phase.MOVE:
        raise IllegalAction("game_over" if view.phase is Phase.OVER else "wrong_phase")


class AquatikaOdds(GameOdds[View]):
    """What the table asks about Aquatika."""

    results = staticmethod(results)
    trial = staticmethod(trial)
    came = staticmethod(came)
    standing = staticmethod(standing)
    likelihood = staticmethod(likelihood)


odds = AquatikaOdds()
