"""How many codes there are, and what it takes to tell them apart."""

from __future__ import annotations

from fractions import Fraction
from math import comb, log, log2, perm
from random import Random
from typing import NamedTuple

from gamelib.decrypto.exercises.positions import HUNDREDTH, RULES
from gamelib.exercises import NUMBER, Exercise, pick


class Codes(NamedTuple):
    """Another game: so many words, and codes of so many different numbers."""

    words: int
    length: int
    place: int = 1
    digit: int = 1

    @property
    def total(self) -> int:
        """How many codes there are."""
        return perm(self.words, self.length)


def _some_codes(rng: Random) -> Codes:
    words, length = pick(rng, range(5, 13)), pick(rng, (2, 3, 4))
    return Codes(words, length, pick(rng, range(1, length + 1)), pick(rng, range(1, words + 1)))


def _factors(words: int, length: int) -> str:
    return " × ".join(str(words - n) for n in range(length))


how_many_codes = Exercise(
    key="how_many_codes",
    lesson="07",
    level=1,
    rules=RULES,
    make=_some_codes,
    answer=lambda case: case.total,
    words=lambda case: {**case._asdict(), "product": _factors(case.words, case.length)},
    misconceptions={
        "digits_repeat": lambda case: case.words**case.length,
        "order_ignored": lambda case: comb(case.words, case.length),
    },
    kind=NUMBER,
    tolerance=Fraction(0),
)


def _left(case: Codes) -> int:
    return perm(case.words - 1, case.length - 1)


lucky_guess = Exercise(
    key="lucky_guess",
    lesson="07",
    level=1,
    rules=RULES,
    make=_some_codes,
    answer=lambda case: Fraction(1, _left(case)),
    words=lambda case: {
        **case._asdict(),
        "product": _factors(case.words - 1, case.length - 1),
        "others": case.words - 1,
        "open": case.length - 1,
        "left": _left(case),
    },
    misconceptions={
        "known_digit_forgotten": lambda case: Fraction(1, case.total),
        "digits_repeat": lambda case: Fraction(1, case.words ** (case.length - 1)),
        "order_ignored": lambda case: Fraction(1, comb(case.words - 1, case.length - 1)),
    },
)


class Narrowed(NamedTuple):
    """So many codes, of which some are left, all equally likely."""

    codes: int
    left: int


bits_told = Exercise(
    key="bits_told",
    lesson="07",
    level=1,
    rules=RULES,
    make=lambda rng: Narrowed(pick(rng, (24, 60, 120, 210)), pick(rng, range(2, 21))),
    answer=lambda case: log2(Fraction(case.codes, case.left)),
    words=lambda case: {
        **case._asdict(),
        "before": log2(case.codes),
        "after": log2(case.left),
    },
    misconceptions={
        "bits_that_are_left": lambda case: log2(case.left),
        "another_logarithm": lambda case: log(Fraction(case.codes, case.left)),
        "no_logarithm": lambda case: Fraction(case.codes, case.left),
    },
    kind=NUMBER,
    tolerance=HUNDREDTH,
)
