"""How a message shows a value that may be anything: in short, whatever it is.

>>> shown([1, "two"]), shown(range(10**6)), shown(10**30)
("[1, 'two']", 'range(0, 1000000)', 'a number of 31 digits')
"""

from __future__ import annotations

from math import log10
from reprlib import Repr

LONGEST = 200
"""How many characters are shown."""


class _Short(Repr):
    """Writes the beginning of a value."""

    def repr_int(self, x: int, level: int) -> str:
        """Return a number, or how long it is where nobody could read it."""
        if x.bit_length() <= 64:
            return repr(x)
        return f"a number of {int(x.bit_length() * log10(2)) + 1} digits"


_SHORT = _Short()
_SHORT.maxlevel = 2
_SHORT.maxother = _SHORT.maxstring = 100


def shown(value: object) -> str:
    """Return a value as a message shows it."""
    text = _SHORT.repr(value)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"
