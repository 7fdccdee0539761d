"""Aquatika."""

from gamelib.aquatika.board import Board, Piece, prey, visible
from gamelib.aquatika.moves import Carry, Cover, Eat, Hop, Move, Step
from gamelib.aquatika.rules import Aquatika, Phase, Place, State, View

__all__ = [
    "Aquatika", "Board", "Carry", "Cover", "Eat", "Hop", "Move", "Phase", "Piece", "Place", "State",
    "Step", "View", "prey", "visible",
]  # fmt: skip
