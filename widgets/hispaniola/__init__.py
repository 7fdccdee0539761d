"""Hispaniola drawn."""

from gamelib.hispaniola.rules import State, View
from widgets.drawing import Drawing
from widgets.hispaniola.board import board
from widgets.hispaniola.choices import choices
from widgets.hispaniola.motion import movements, way
from widgets.hispaniola.odds import marks, odds


class HispaniolaDrawing(Drawing[State, View]):
    """Hispaniola as the table asks for it."""

    board = staticmethod(board)
    odds = staticmethod(odds)
    choices = staticmethod(choices)
    marks = staticmethod(marks)
    way = staticmethod(way)
    movements = staticmethod(movements)


drawing = HispaniolaDrawing()
