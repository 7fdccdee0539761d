"""What a seat may do in Fuji Flush, and the clicks that choose it."""

from __future__ import annotations

from gamelib.fuji_flush.rules import Phase, Play, Push, State, View
from gamelib.game import Action


def path(action: Action) -> tuple[str, ...]:
    """Return the tokens that choose an action, one click after the other."""
    return (f"card:{action.card}",) if isinstance(action, Play) else (f"do:{action.code}",)


def actions_of(view: View) -> tuple[Action, ...]:
    """Return what the seat in view may do: nothing, if it is not its go."""
    if view.seat != view.turn:
        return ()
    if view.phase is Phase.PUSH:
        return (Push(),)
    return tuple(map(Play, dict.fromkeys(view.hand))) if view.phase is Phase.PLAY else ()


def tokens(view: View, state: State | None) -> frozenset[str]:
    """Return what can be clicked: by the seat in view, in the teacher's by whoever is to play."""
    actions = actions_of(view) if state is None else view.game.actions(state)
    return frozenset(token for action in actions for token in path(action))
