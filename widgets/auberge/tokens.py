"""What a seat may do in Auberge des Pirates, and the clicks that choose it."""

from __future__ import annotations

from gamelib.auberge.rules import Accuse, Attack, Challenge, Place, State, View, moves
from gamelib.game import Action


def actions_of(view: View) -> tuple[Action, ...]:
    """Return what the seat in view may do: nothing, if it is not its go."""
    return moves(view, view.hand, view.pile_size > 0) if view.seat == view.turn else ()


def path(action: Action) -> tuple[str, ...]:
    """Return the tokens that choose an action, one click after the other."""
    match action:
        case Place(value):
            return (f"card:{value}",)
        case Attack(value, target):
            return (f"card:{value}", f"seat:{target}")
        case Challenge(target) | Accuse(target):
            return (f"do:{action.code}", f"seat:{target}")
        case _:
            return (f"do:{action.code}",)


def tokens(view: View, state: State | None) -> frozenset[str]:
    """Return what can be clicked: by the seat in view, in the teacher's by whoever is to play."""
    actions = actions_of(view) if state is None else view.game.actions(state)
    return frozenset(token for action in actions for token in path(action))
