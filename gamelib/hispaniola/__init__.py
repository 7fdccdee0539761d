"""Hispaniola."""

from gamelib.hispaniola.rules import (
    Bid,
    Give,
    Hispaniola,
    Keep,
    Pass,
    Phase,
    Place,
    Play,
    State,
    Swap,
    Trick,
    View,
)

__all__ = [
    "Bid", "Give", "Hispaniola", "Keep", "Pass", "Phase", "Place", "Play", "State", "Swap",
    "Trick", "View",
]  # fmt: skip
