"""What a seat may do in Hispaniola, and the clicks that choose it."""

from __future__ import annotations

from gamelib.game import Action
from gamelib.hispaniola.cards import ship_of
from gamelib.hispaniola.rules import (
    Bid,
    Give,
    Keep,
    Phase,
    Place,
    Play,
    State,
    Swap,
    View,
    navigation,
)


def path(action: Action) -> tuple[str, ...]:
    """Return the token that chooses an action."""
    match action:
        case Bid(name) | Play(name):
            return (f"card:{name}",)
        case Place(where) | Swap(where) | Give(where):
            return (f"do:{action.code}-{where}",)
        case _:
            return (f"do:{action.code}",)


def tokens(view: View, state: State | None) -> frozenset[str]:
    """Return what can be clicked: by the seat in view, in the teacher's by whoever is to play."""
    actions = actions_of(view) if state is None else view.game.actions(state)
    return frozenset(token for action in actions for token in path(action))


def actions_of(view: View) -> tuple[Action, ...]:
    """Return what the seat in view may do: nothing, if it is not its go."""
    if view.seat != view.turn:
        return ()
    match view.phase:
        case Phase.TRUMP:
            return tuple(map(Bid, view.hand))
        case Phase.TRICK:
            led = view.trick[0][0] if view.trick else ""
            follow = [name for name in view.hand if name[0] == led]
            return tuple(map(Play, follow or view.hand))
        case Phase.NAVIGATION:
            ship = view.ships[ship_of(view.trick)]
            return navigation(ship, view.seat, view.stocks[view.seat] > 0)
        case Phase.PILES:
            return (Keep(), Give("left"), Give("right"))
    return ()
