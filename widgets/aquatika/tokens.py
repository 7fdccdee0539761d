"""What a seat may do in Aquatika, and the clicks that choose it."""

from __future__ import annotations

from gamelib.aquatika.board import prey
from gamelib.aquatika.moves import Carry, Eat, Move, Step
from gamelib.aquatika.rules import Place, State, View
from gamelib.game import Action


def actions_of(view: View) -> tuple[Action, ...]:
    """Return what the seat in view may do: nothing, if it is not its go."""
    if view.seat is None or view.seat != view.turn:
        return ()
    return view.game.actions(State(view.phase, view.turn, view.cells, view.plies, view.earlier))


def path(view: View, action: Action) -> tuple[str, ...]:
    """Return the tokens that choose an action: a piece and a cell.

    Where an octopus can both carry its prey and leave it, a third token says which. To eat is a
    token of its own: where an octopus would cover a piece, a shark may eat it.
    """
    if isinstance(action, Place):
        return f"piece:{action.piece}", f"cell:{action.cell}"
    assert isinstance(action, Move)
    verb = "eat" if isinstance(action, Eat) else "to"
    tokens = f"at:{action.source}", f"{verb}:{action.target}"
    if isinstance(action, Step | Carry) and prey(
        view.cells[view.game.geometry.named[action.source]]
    ):
        return *tokens, "do:carry" if isinstance(action, Carry) else "do:leave"
    return tokens
