"""Auberge des Pirates drawn."""

from gamelib.auberge.rules import State, View
from widgets.auberge.board import board
from widgets.auberge.choices import choices
from widgets.auberge.odds import marks, odds
from widgets.drawing import Drawing


class AubergeDrawing(Drawing[State, View]):
    """Auberge des Pirates as the table asks for it."""

    board = staticmethod(board)
    odds = staticmethod(odds)
    choices = staticmethod(choices)
    marks = staticmethod(marks)


drawing = AubergeDrawing()
