"""What strangers' objects are like, told in words without trusting them.

A student's answer, a player's choice, the error that a player raised: each may have a `__repr__`
that raises, a text of a million characters, a number of thousands of digits. Whatever it is, there
is something short to say about it, soon.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from math import log10
from reprlib import Repr
from typing import TypeVar

T = TypeVar("T")

LONGEST = 100
"""How many characters of an object are shown, unless somebody wants more."""

DIGITS = 40
"""Whole numbers with more digits are told by their size: nobody could read them."""


def carefully(work: Callable[[], T], otherwise: T) -> T:
    """Return what comes of asking a stranger's object, or something else if it raises.

    An interruption is not the object's: somebody wants to stop.
    """
    try:
        return work()
    except KeyboardInterrupt:
        raise
    except BaseException:
        return otherwise


def shown(value: object, longest: int = LONGEST) -> str:
    """Return an object as Python writes it, cut where it gets long.

    >>> shown("abc"), shown(10**5000), shown([0] * 10**6, 12)
    ("'abc'", '≈ 10^5000', '[0, 0, 0, 0,…')
    """
    written = carefully(lambda: _Short(longest).repr(value), "") or f"<{_type_name(value)}>"
    return printable(written, longest)


def plain(value: object, longest: int = LONGEST) -> str:
    """Return an object as `str` does, cut where it gets long.

    >>> plain("abc"), plain(0.5)
    ('abc', '0.5')
    """
    if issubclass(type(value), str):
        return printable(value, longest)  # type: ignore[arg-type]
    if issubclass(type(value), Collection):
        return shown(value, longest)
    return printable(carefully(lambda: str(value), ""), longest) or shown(value, longest)


def described(error: BaseException, longest: int = 400) -> str:
    """Return what an error is called, and what it says.

    >>> described(ValueError("no")), described(KeyError())
    ('ValueError: no', 'KeyError')
    """
    words = printable(carefully(lambda: str(error), ""), longest).strip()
    return f"{_type_name(error)}: {words}" if words else _type_name(error)


def printable(text: str, longest: int) -> str:
    """Return a text on one line that can be printed everywhere, cut where it gets long."""
    cut = str.__getitem__(text, slice(longest + 1))
    clean = "".join(letter if letter.isprintable() else " " for letter in cut[:longest])
    return clean + "…" if len(cut) > longest else clean


def _type_name(value: object) -> str:
    return printable(type.__dict__["__name__"].__get__(type(value)), LONGEST)


class _Short(Repr):
    """Looks at no more of an object than is shown of it."""

    def __init__(self, longest: int) -> None:
        super().__init__()
        self.maxlist = self.maxtuple = self.maxset = self.maxfrozenset = longest
        self.maxdict = self.maxdeque = self.maxarray = longest
        self.maxstring = self.maxother = self.maxlong = 4 * longest

    def repr_int(self, x: int, level: int) -> str:
        """Return a number by its digits, or by their number."""
        if abs(x) < 10**DIGITS:
            return repr(x)
        return f"≈ {'−' if x < 0 else ''}10^{round(x.bit_length() * log10(2))}"

    def repr_instance(self, x: object, level: int) -> str:
        """Return any other object; if it raises, so does this."""
        return repr(x)
