"""What may be chosen for a table: the bounds of a game's options.

A game names a bound for each of its options, in the table `Game.bounds`. Bounds are wider than
anybody at a table needs, and keep whatever is handed over, by hand or in a record, from taking time
or memory: they look at how large a value is before they look into it.

>>> Whole(2, 12)("holds", 5, players=4)
5
>>> Whole(2, 12)("holds", 10**99, players=4)
Traceback (most recent call last):
ValueError: holds is a whole number from 2 to 12, not ≈ 10^99
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from gamelib.careful import shown
from gamelib.counting import Counts, counts

Bound = Callable[[str, Any, int], Any]
"""Given an option's name, its value and the number of players: returns the value as the game keeps
it, or raises ValueError that says what is allowed and what was given."""


def refused(option: str, allowed: str, value: object) -> ValueError:
    """Return the error that says what an option is, and what was given."""
    return ValueError(f"{option} is {allowed}, not {shown(value)}")


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number from the least to the most."""

    least: int
    most: int

    def __call__(self, option: str, value: Any, players: int) -> int:
        """Return the number."""
        if type(value) is not int or not self.least <= value <= self.most:
            raise refused(option, f"a whole number from {self.least} to {self.most}", value)
        return value


@dataclass(frozen=True, slots=True)
class Maybe:
    """None, which leaves it to the rules, or what another bound allows."""

    bound: Bound

    def __call__(self, option: str, value: Any, players: int) -> Any:
        """Return None or what the other bound makes of the value."""
        return None if value is None else self.bound(option, value, players)


@dataclass(frozen=True, slots=True)
class Row:
    """So many values, each within a bound."""

    length: int
    bound: Bound

    def __call__(self, option: str, value: Any, players: int) -> tuple[Any, ...]:
        """Return the values as a tuple."""
        if not isinstance(value, tuple | list) or len(value) != self.length:
            raise refused(option, f"a row of {self.length} numbers", value)
        return tuple(self.bound(option, part, players) for part in value)


@dataclass(frozen=True, slots=True)
class Text:
    """A text of at most so many characters."""

    longest: int

    def __call__(self, option: str, value: Any, players: int) -> str:
        """Return the text."""
        if type(value) is not str or len(value) > self.longest:
            raise refused(option, f"a text of at most {self.longest} characters", value)
        return value


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of a few words."""

    words: tuple[str, ...]

    def __call__(self, option: str, value: Any, players: int) -> str:
        """Return the word."""
        if type(value) is not str or value not in self.words:
            raise refused(option, f"one of {', '.join(self.words)}", value)
        return value


def a_seat(option: str, value: Any, players: int) -> int:
    """Return a seat of the table."""
    if type(value) is not int or not 0 <= value < players:
        raise refused(option, f"a seat from 0 to {players - 1}", value)
    return value


def yes_or_no(option: str, value: Any, players: int) -> bool:
    """Return True or False."""
    if type(value) is not bool:
        raise refused(option, "True or False", value)
    return value


def a_heap(option: str, value: Any, players: int) -> Counts:
    """Return cards as counts by value, from such a row or from {value: copies}."""
    try:
        return counts(value)
    except ValueError as error:
        raise ValueError(f"{option}: {error}") from None


@dataclass(frozen=True, slots=True)
class JudgedBy:
    """What a function of the game's own takes; it returns the value as the game keeps it."""

    judge: Callable[[Any], Any]

    def __call__(self, option: str, value: Any, players: int) -> Any:
        """Return what the function makes of the value."""
        return self.judge(value)
