"""Fuji Flush drawn."""

from gamelib.fuji_flush.rules import State, View
from widgets.drawing import Drawing
from widgets.fuji_flush.board import board
from widgets.fuji_flush.choices import choices
from widgets.fuji_flush.odds import marks, odds


class FujiFlushDrawing(Drawing[State, View]):
    """Fuji Flush as the table asks for it."""

    board = staticmethod(board)
    odds = staticmethod(odds)
    choices = staticmethod(choices)
    marks = staticmethod(marks)


drawing = FujiFlushDrawing()
