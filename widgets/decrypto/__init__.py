"""Decrypto drawn."""

from gamelib.decrypto.rules import State, View
from widgets.decrypto.board import board
from widgets.decrypto.odds import odds
from widgets.decrypto.options import options, written
from widgets.drawing import Drawing


class DecryptoDrawing(Drawing[State, View]):
    """Decrypto as the table asks for it."""

    board = staticmethod(board)
    odds = staticmethod(odds)
    options = staticmethod(options)
    written = staticmethod(written)


drawing = DecryptoDrawing()
