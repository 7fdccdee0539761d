"""One game of many, without the bookkeeping of a Match: what simulations and tournaments play."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

from gamelib.game import Action, Game, Outcome
from gamelib.players import Player, PlayerError, ask, random_player


class Played(NamedTuple):
    """One game: its steps, and how it ended or failed."""

    actions: list[Action]
    outcome: Outcome | None
    error: PlayerError | None


def play_game(
    game: Game[Any, Any],
    players: Sequence[Player],
    seed: int | str,
    i: int,
    patience: float | None,
) -> Played:
    """Play game number i, without the bookkeeping of a Match.

    Chance and the random player share one generator. Every other player gets one of its own: from
    chance's it could read what comes next.
    """
    luck = Random(f"{seed}/{i}")
    own = {
        seat: Random(f"{seed}/{i}/{seat}")
        for seat, player in enumerate(players)
        if player is not random_player
    }
    state = game.start()
    done: list[Action] = []
    while (turn := game.turn(state)) is not None:
        if not isinstance(turn, int):
            action = turn.sample(luck)
        elif turn in own:
            try:
                action = ask(players[turn], game, state, turn, own[turn], patience)
            except PlayerError as error:
                return Played(done, None, error)
        else:
            actions = game.actions(state)
            choices = len(actions)
            action = actions[int(luck.random() * choices)] if choices > 1 else actions[0]
        state = game.play(state, action)
        done.append(action)
    return Played(done, game.outcome(state), None)
