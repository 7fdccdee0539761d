"""Telling a step: what a seat hears of it, from where the game stood before and after it.

The rules have run by then and are not asked again. A room's `events.py` has a small function for
each kind of action, and one for what is told after any action, such as who has won. `EVENTS` holds
these functions; `Game.events` finds it by the game's name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Generic, NamedTuple, TypeVar

from gamelib.game import OPEN, Action, Event, G, Game, S
from gamelib.rooms import RoomError

T = TypeVar("T")

Events = Iterator[Event]


class Change(NamedTuple, Generic[G, S]):
    """A step to be told: the states before and after it, and the seat that listens."""

    game: G
    before: S
    after: S
    listener: int | None

    def secret(self, value: T, *knowing: int) -> T | None:
        """Return a value if the listener is one of those who know it; else None, as it is hidden.

        >>> Change(None, None, None, listener=1).secret("ace", 0, 1)
        'ace'
        """
        return value if self.listener == OPEN or self.listener in knowing else None


def nothing_more(step: Any, action: Action) -> Events:
    """Add nothing."""
    return iter(())


class Teller(NamedTuple):
    """How a game's steps are told: by kind of action, and what there is to add after any.

    `rules` are the labels of the rules that events follow, by the events' names.
    """

    kinds: Mapping[type[Action], Callable[[Any, Any], Events]]
    ending: Callable[[Any, Action], Events] = nothing_more
    rules: Mapping[str, str] = {}

    def events(
        self, game: Game[Any, Any], before: Any, action: Action, after: Any, seat: int | None
    ) -> tuple[Event, ...]:
        """Return what a seat is told of an action that led from one state to the next."""
        step = Change(game, before, after, seat)
        tell = self.kinds.get(type(action))
        if tell is None:
            why = f"it has no function for {type(action).__name__}"
            raise RoomError(f"gamelib.{game.name}.events", "EVENTS", Teller, why)
        told = (*tell(step, action), *self.ending(step, action))
        return tuple(one._replace(rule=self._rule(one)) for one in told)

    def _rule(self, told: Event) -> str:
        return self.rules.get(told.code.rpartition(".")[2], "")


def event(game: str, code: str, /, **values: object) -> Event:
    """Return an event of a game, by its name; each room has a `tell` that knows its game.

    >>> event("auberge", "draw", seat=1)
    Event(code='auberge.event.draw', values={'seat': 1}, rule='')
    """
    return Event(f"{game}.event.{code}", values)
