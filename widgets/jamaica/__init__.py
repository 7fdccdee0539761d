"""Jamaica drawn."""

from gamelib.jamaica.position import State, View
from widgets.drawing import Drawing
from widgets.jamaica.board import board
from widgets.jamaica.choices import choices
from widgets.jamaica.motion import way
from widgets.jamaica.odds import odds


class JamaicaDrawing(Drawing[State, View]):
    """Jamaica as the table asks for it."""

    board = staticmethod(board)
    odds = staticmethod(odds)
    choices = staticmethod(choices)
    way = staticmethod(way)


drawing = JamaicaDrawing()
