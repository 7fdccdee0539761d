"""Auberge des Pirates."""

from gamelib.auberge.rules import (
    Accuse,
    Attack,
    Auberge,
    Challenge,
    Draw,
    Drawn,
    Phase,
    Place,
    State,
    Turned,
    View,
)

__all__ = [
    "Accuse", "Attack", "Auberge", "Challenge", "Draw", "Drawn", "Phase", "Place", "State",
    "Turned", "View",
]  # fmt: skip
