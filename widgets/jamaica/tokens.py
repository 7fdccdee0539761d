"""What a seat may do in Jamaica, and the clicks that choose it."""

from __future__ import annotations

from random import Random

from gamelib.game import Action
from gamelib.jamaica.position import (
    Choose,
    Curse,
    Fight,
    Load,
    Move,
    Pay,
    Powder,
    Retreat,
    SetDice,
    TakeHidden,
    TakeHold,
    TakePower,
    View,
)
from gamelib.jamaica.rules import loser_of


def actions_of(view: View) -> tuple[Action, ...]:
    """Return what the seat in view may do: nothing, if it is not its go.

    It depends on what the seat knows alone, so any world that fits the view will do.
    """
    if view.seat is None or view.seat != view.turn:
        return ()
    return view.game.actions(view.game.imagine(view, Random(0)))


def path(view: View, action: Action) -> tuple[str, ...]:
    """Return the tokens that choose an action, one click after the other."""
    match action:
        case SetDice(morning, _):
            return (f"die:{morning}",)
        case Choose(card):
            return (f"card:{card}",)
        case Load(hold):
            return (f"hold:{view.turn}.{hold}",)
        case Move(space) | Retreat(space):
            return (f"do:sail-{space}",)
        case Fight(seat):
            return (f"ship:{seat}",)
        case Powder(value):
            return (f"do:powder-{value}",)
        case TakeHold(hold):
            return (f"hold:{loser(view)}.{hold}",)
        case TakePower(power):
            return (f"power:{loser(view)}.{power}",)
        case TakeHidden():
            return (f"hidden:{loser(view)}",)
        case Curse(treasure):
            return (f"do:curse{treasure}",)
        case Pay(hold, value):
            return (f"hold:{view.turn}.{hold}", f"do:pay-{value}")
        case _:
            return (f"do:{action.code}",)


def loser(view: View) -> int:
    """Return who has lost the battle that is fought."""
    assert view.battle is not None
    return loser_of(view.battle)
