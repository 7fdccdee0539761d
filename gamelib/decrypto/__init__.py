"""Decrypto."""

from gamelib.decrypto.rules import Decrypto, Drawn, Guess, Phase, State, View
from gamelib.decrypto.screens import Clue, Name, Screens
from gamelib.decrypto.sheets import Message, Tokens

__all__ = [
    "Clue", "Decrypto", "Drawn", "Guess", "Message", "Name", "Phase", "Screens", "State", "Tokens",
    "View",
]  # fmt: skip
