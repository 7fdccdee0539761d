"""Tablewise's engine room: the rules, odds and players of tabletop games, and their simulation.

`games` maps each game's name to its class:

>>> from gamelib import Match, games
>>> match = Match(games["auberge"](players=4), seed=1)
>>> match.step().action.code
'deal'
"""

from typing import Any

from gamelib.auberge import Auberge
from gamelib.fuji_flush import FujiFlush
from gamelib.game import Action, Event, Game, IllegalAction, Lottery, Outcome
from gamelib.hispaniola import Hispaniola
from gamelib.jamaica import Jamaica
from gamelib.match import Match, RecordError, Step
from gamelib.players import PlayerError

games: dict[str, type[Game[Any, Any]]] = {
    kind.name: kind for kind in (Auberge, FujiFlush, Hispaniola, Jamaica)
}

__all__ = [
    "Action", "Event", "Game", "IllegalAction", "Lottery", "Match", "Outcome", "PlayerError",
    "RecordError", "Step", "games",
]  # fmt: skip
