"""Aquatika drawn."""

from gamelib.aquatika.rules import State, View
from widgets.aquatika.board import board
from widgets.aquatika.choices import choices
from widgets.aquatika.motion import movements, traced, way
from widgets.aquatika.odds import odds
from widgets.drawing import Drawing


class AquatikaDrawing(Drawing[State, View]):
    """Aquatika as the table asks for it."""

    board = staticmethod(board)
    odds = staticmethod(odds)
    choices = staticmethod(choices)
    way = staticmethod(way)
    movements = staticmethod(movements)
    traced = staticmethod(traced)


drawing = AquatikaDrawing()
