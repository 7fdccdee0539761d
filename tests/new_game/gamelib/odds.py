"""The questions a player asks, answered exactly: what a roll risks, and what it brings."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from random import Random

from gamelib.game import Action
from gamelib.odds import GameOdds
from tests.new_game.gamelib.rules import DIE, Roll, Rolled, State, View

RISK = DIE.probability(Rolled(1))
"""PI-2: the chance of a 1."""


def gain(state: State) -> Fraction:
    """Return what one more roll brings on average: from 20 points on, it takes away."""
    lost = -sum(state.rolls)
    return sum((chance * (lost if r.face == 1 else r.face) for r, chance in DIE), Fraction(0))


class PigOdds(GameOdds[View]):
    """What the table asks."""

    def results(self, view: View, action: Action) -> dict[str, Fraction]:
        """Return what can come of an action, by code."""
        return {"lost": RISK, "more": 1 - RISK} if action == Roll() else {"kept": Fraction(1)}

    def trial(self, view: View, action: Action, rng: Random) -> str:
        """Try an action once, by the rules."""
        if action != Roll():
            return "kept"
        game, state = view.game, view.game.play(view.state, action)
        return "more" if game.play(state, DIE.sample(rng)).rolls else "lost"

    def came(self, view: View, action: Action, later: Sequence[View]) -> str | None:
        """Return what came of an action: of a roll, it is known once the die lies still."""
        if action != Roll():
            return "kept"
        rolled = later[1:2]
        return ("more" if rolled[0].state.rolls else "lost") if rolled else None

    def standing(self, view: View) -> Fraction | None:
        """Return which part of the points it takes a seat has."""
        if view.seat is None:
            return None
        return min(Fraction(view.state.scores[view.seat], view.game.target), Fraction(1))


odds = PigOdds()
