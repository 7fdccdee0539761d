"""Aquatika."""

from gamelib.aquatika.board import Board, Piece, prey, visible
from gamelib.aquatika.rules import (
    Aquatika,
    Carry,
    Cover,
    Eat,
    Hop,
    Move,
    Phase,
    Place,
    State,
    Step,
    View,
)

__all__ = [
    "Aquatika", "Board", "Carry", "Cover", "Eat", "Hop", "Move", "Phase", "Piece", "Place", "State",
    "Step", "View", "prey", "visible",
]  # fmt: skip
