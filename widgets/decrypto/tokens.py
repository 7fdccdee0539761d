"""What a seat may do in Decrypto, and the clicks that choose it."""

from __future__ import annotations

from gamelib.decrypto.rules import Guess, State, View
from gamelib.game import Action

WRITE = "do:write"
"""The token for words of one's own."""


def known_state(view: View) -> State:
    """Return what a seat knows in the shape of a state; what it does not know is None or empty."""
    return State(view.phase, view.round, view.team, view.words, view.sheets, view.named)


def actions_of(view: View) -> tuple[Action, ...]:
    """Return what the seat in view may do: nothing, if it is not its go."""
    if view.seat is None or view.seat != view.turn:
        return ()
    return view.game.actions(known_state(view))


def path(action: Action, n: int) -> tuple[str, ...]:
    """Return the tokens that choose the n-th action: a slip, or a number for each of the clues."""
    if isinstance(action, Guess):
        return tuple(f"at{place}:{digit}" for place, digit in enumerate(action.digits, start=1))
    return (f"{action.code}:{n}",)
