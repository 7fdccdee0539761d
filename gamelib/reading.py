"""Reading what students answer: a number in any of the forms that people write numbers in."""

from __future__ import annotations

import re
from fractions import Fraction
from numbers import Rational, Real
from typing import Any
from unicodedata import normalize

from gamelib.attempts import LONGEST
from gamelib.careful import printable, shown

BITS = 20_000
"""Numbers of more than so many bits, 6,000 digits, are not read: whoever has one has a mistake."""


class NotUnderstood(ValueError):  # noqa: N818
    """An answer that is not a number in any of the forms we read; `key` names what to say."""

    key = "exercise.not_understood"


class TooLong(NotUnderstood):
    """A number of too many digits."""

    key = "exercise.too_long"


def read_answer(answer: object, large: bool = False) -> Fraction | None:
    """Return an answer as a number, None where there is none, or raise NotUnderstood.

    A comma is a decimal point, unless the answer is to be a `large` number: there, 2,401 and 2.401
    and 2 401 are two thousand.

    >>> [str(read_answer(text)) for text in ("1/9", "0.25", "0,25", "12.5 %", "12,5 %", 1, 0.5)]
    ['1/9', '1/4', '1/4', '1/8', '1/8', '1', '1/2']
    >>> read_answer("  ") is None
    True
    """
    if answer is None or answer is ...:
        return None
    if issubclass(type(answer), str):
        return _read_text(str.__str__(answer), large)
    return read_number(answer)


def has_percent_sign(answer: object) -> bool:
    """Tell whether an answer was written as a percentage."""
    return issubclass(type(answer), str) and "%" in str.__str__(answer)


_NUMBER = r"[+-]?(?:[0-9]+[.,]?[0-9]*|[.,][0-9]+)(?:[eE][+-]?[0-9]{1,2})?"
_GROUPS = re.compile(r"(?<=[0-9])[ .,'’](?=[0-9]{3}(?![0-9]))")
_WRITTEN = re.compile(rf"[≈=~]?\s*({_NUMBER})(?:\s*/\s*({_NUMBER}))?\s*(%?)")


def _read_text(text: str, large: bool) -> Fraction | None:
    text = text.strip()
    if len(text) > LONGEST:
        raise NotUnderstood(printable(text, LONGEST))
    written = normalize("NFKC", text).replace("⁄", "/").replace("−", "-").strip()
    if not written:
        return None
    if large:
        written = _GROUPS.sub("", written)
    found = _WRITTEN.fullmatch(written) if len(written) <= LONGEST else None
    if found is None:
        raise NotUnderstood(text)
    top, bottom = (
        Fraction((part or "1").replace(",", ".").replace(".e", ".0e").removesuffix("."))
        for part in found.group(1, 2)
    )
    if not bottom:
        raise NotUnderstood(text)
    return top / bottom / (100 if found[3] else 1)


def read_number(answer: object) -> Fraction:
    """Return any kind of number (numpy's among them) as a Fraction, or raise NotUnderstood."""
    try:
        return _exactly(answer)
    except (NotUnderstood, KeyboardInterrupt):
        raise
    except BaseException:  # whatever an object does that is no number; nan and inf are among these
        raise NotUnderstood(shown(answer)) from None


def _exactly(answer: Any) -> Fraction:
    if getattr(answer, "ndim", None) == 0 and callable(getattr(answer, "item", None)):
        answer = answer.item()  # one of numpy's
    if isinstance(answer, bool):
        raise TypeError
    if isinstance(answer, Rational):  # whole numbers are among these
        top, bottom = int(answer.numerator), int(answer.denominator)
        if max(top.bit_length(), bottom.bit_length()) > BITS:
            raise TooLong(shown(answer))
        return Fraction(top, bottom)
    if isinstance(answer, Real) or type(answer).__name__ == "Decimal":
        return Fraction(float(answer))
    raise TypeError
