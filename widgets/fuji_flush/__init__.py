"""Fuji Flush drawn."""

from gamelib.fuji_flush.rules import State, View
from widgets.drawing import Drawing
from widgets.fuji_flush.board import board
from widgets.fuji_flush.odds import marks, odds
from widgets.fuji_flush.options import options


class FujiFlushDrawing(Drawing[State, View]):
    """Fuji Flush as the table asks for it."""

    board = staticmethod(board)
    odds = staticmethod(odds)
    options = staticmethod(options)
    marks = staticmethod(marks)


drawing = FujiFlushDrawing()
