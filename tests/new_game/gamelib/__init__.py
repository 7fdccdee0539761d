"""Pig."""

from tests.new_game.gamelib.rules import Hold, Phase, Pig, Roll, Rolled, State, View

__all__ = ["Hold", "Phase", "Pig", "Roll", "Rolled", "State", "View"]
