"""Decrypto drawn."""

from gamelib.decrypto.rules import State, View
from widgets.decrypto.board import board
from widgets.decrypto.choices import choices, weighed, written
from widgets.decrypto.odds import odds
from widgets.drawing import Drawing


class DecryptoDrawing(Drawing[State, View]):
    """Decrypto as the table asks for it."""

    board = staticmethod(board)
    odds = staticmethod(odds)
    choices = staticmethod(choices)
    written = staticmethod(written)
    weighed = staticmethod(weighed)


drawing = DecryptoDrawing()
