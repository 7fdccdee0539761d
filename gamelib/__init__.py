"""Tablewise's engine: the rules, odds and players of tabletop games, and their simulation.

`games` maps each game's name to its class:

>>> from gamelib import Match, games
>>> match = Match(games["auberge"](players=4), seed=1)
>>> match.step().action.code
'deal'
"""

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any

from gamelib.game import Action, Event, Game, IllegalAction, Lottery, Outcome
from gamelib.match import Match, RecordError, Step
from gamelib.players import PlayerError
from gamelib.rooms import rooms_with


class _Games(Mapping[str, type[Game[Any, Any]]]):
    """The games by name. A game's rules are read when it is asked for, so importing is quick."""

    def __getitem__(self, name: str) -> type[Game[Any, Any]]:
        if name not in rooms_with("rules"):
            raise KeyError(name)
        room = import_module(f"gamelib.{name}")
        kind = name.title().replace("_", "")  # fuji_flush holds FujiFlush
        game: type[Game[Any, Any]] | None = getattr(room, kind, None)
        if game is None or getattr(game, "name", None) != name:
            raise ImportError(
                f"gamelib/{name}/rules.py needs `class {kind}(Game[…])` with `name = {name!r}`, "
                f"and gamelib/{name}/__init__.py has to import it"
            )
        return game

    def __iter__(self) -> Iterator[str]:
        return iter(rooms_with("rules"))

    def __len__(self) -> int:
        return len(rooms_with("rules"))

    def __repr__(self) -> str:
        return f"games: {', '.join(self)}"


games = _Games()

__all__ = [
    "Action", "Event", "Game", "IllegalAction", "Lottery", "Match", "Outcome", "PlayerError",
    "RecordError", "Step", "games",
]  # fmt: skip
