"""Aquatika drawn."""

from gamelib.aquatika.rules import State, View
from widgets.aquatika.board import board
from widgets.aquatika.motion import movements, traced, way
from widgets.aquatika.odds import odds
from widgets.aquatika.options import options
from widgets.drawing import Drawing


class AquatikaDrawing(Drawing[State, View]):
    """Aquatika as the table asks for it."""

    board = staticmethod(board)
    odds = staticmethod(odds)
    options = staticmethod(options)
    way = staticmethod(way)
    movements = staticmethod(movements)
    traced = staticmethod(traced)


drawing = AquatikaDrawing()
