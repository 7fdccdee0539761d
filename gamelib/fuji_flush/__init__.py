"""Fuji Flush."""

from gamelib.fuji_flush.rules import Drawn, FujiFlush, Phase, Play, Push, State, View

__all__ = ["Drawn", "FujiFlush", "Phase", "Play", "Push", "State", "View"]
