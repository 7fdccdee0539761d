"""Auberge des Pirates drawn."""

from gamelib.auberge.rules import State, View
from widgets.auberge.board import board
from widgets.auberge.odds import marks, odds
from widgets.auberge.options import options
from widgets.drawing import Drawing


class AubergeDrawing(Drawing[State, View]):
    """Auberge des Pirates as the table asks for it."""

    board = staticmethod(board)
    odds = staticmethod(odds)
    options = staticmethod(options)
    marks = staticmethod(marks)


drawing = AubergeDrawing()
