"""Jamaica."""

from gamelib.jamaica.position import (
    Choose,
    Curse,
    Drawn,
    Fight,
    Found,
    Keep,
    Load,
    Lose,
    Move,
    Pay,
    Phase,
    Powder,
    Reroll,
    Retreat,
    Reveal,
    Rolled,
    SetDice,
    Spare,
    State,
    Stolen,
    Struck,
    TakeHidden,
    TakeHold,
    TakePower,
    View,
)
from gamelib.jamaica.rules import Jamaica

__all__ = [
    "Choose", "Curse", "Drawn", "Fight", "Found", "Jamaica", "Keep", "Load", "Lose", "Move", "Pay",
    "Phase", "Powder", "Reroll", "Retreat", "Reveal", "Rolled", "SetDice", "Spare", "State",
    "Stolen", "Struck", "TakeHidden", "TakeHold", "TakePower", "View",
]  # fmt: skip
