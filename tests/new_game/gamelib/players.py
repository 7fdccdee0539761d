"""Characters, each worth a discussion in class: how many points of a turn are enough?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

from gamelib.game import Action
from gamelib.players import Player
from tests.new_game.gamelib.rules import Hold, Roll, View


@dataclass(frozen=True)
class HoldAt:
    """Roll until a turn has brought so many points, or enough to win."""

    enough: int

    def __call__(self, view: View, actions: Sequence[Action], rng: Random) -> Action:
        """Return a roll, or hold."""
        count, score = sum(view.state.rolls), view.state.scores[view.state.turn]
        return Hold() if count >= min(self.enough, view.game.target - score) else Roll()


PLAYERS: Mapping[str, Player] = {"timid": HoldAt(10), "even": HoldAt(20)}
