"""Exact counting that all games share.

A heap of cards is a tuple of counts: `heap[v]` is the number of cards of value v. Everything here
is whole numbers and Fractions, and nothing is rounded; only `wilson`, which says how far to trust a
simulation, answers in floats.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb, sqrt

from gamelib.careful import shown

Counts = tuple[int, ...]

HIGHEST, MOST = 1000, 500
"""The highest value of a card, and how many cards there are at most: five times a large box."""


def counts(heap: Mapping[int, int] | Sequence[int]) -> Counts:
    """Return a heap as a tuple of counts, from such a sequence or from {value: copies}.

    >>> counts({1: 1, 3: 2})
    (0, 1, 0, 2)
    """
    if not isinstance(heap, Mapping | tuple | list):
        raise ValueError(f"cards are numbers by value such as (0, 1, 2), not {shown(heap)}")
    if len(heap) > HIGHEST + 1:
        raise ValueError(f"card values are at most {HIGHEST}, not {len(heap) - 1}")
    if isinstance(heap, Mapping):
        for value in heap:
            _check(value, "card values", HIGHEST)
        heap = [heap.get(value, 0) for value in range(max(heap, default=0) + 1)]
    for copies in heap:
        _check(copies, "numbers of cards", MOST)
    if sum(heap) > MOST:
        raise ValueError(f"there are at most {MOST} cards, not {sum(heap)}")
    return tuple(heap)


def _check(number: object, what: str, most: int) -> None:
    if type(number) is not int or not 0 <= number <= most:
        raise ValueError(f"{what} are whole numbers from 0 to {most}, not {shown(number)}")


@lru_cache(maxsize=256)  # a deck is dealt, and a view imagined, many times over
def cards(heap: Counts) -> tuple[int, ...]:
    """Return the cards of a heap one by one.

    >>> cards((0, 1, 0, 2))
    (1, 3, 3)
    """
    return tuple(value for value, copies in enumerate(heap) for _ in range(copies))


def add(heap: Counts, values: Iterable[int]) -> Counts:
    """Return the heap with these cards put on it."""
    new = list(heap)
    for value in values:
        new[value] += 1
    return tuple(new)


def remove(heap: Counts, values: Iterable[int]) -> Counts:
    """Return the heap without these cards."""
    new = list(heap)
    for value in values:
        new[value] -= 1
        if new[value] < 0:
            raise ValueError(f"there is no {value} left to take away")
    return tuple(new)


def multinomial(total: int, sizes: Iterable[int]) -> int:
    """Return in how many ways hands of these sizes can be dealt from `total` different cards."""
    rest, ways = total, 1
    for size in sizes:
        ways *= comb(rest, size)
        rest -= size
    return ways


def deals(heap: Counts, hands: Iterable[Sequence[int]]) -> int:
    """Return in how many of those ways exactly these values go to these hands."""
    left, ways = list(heap), 1
    for hand in hands:
        for value in set(hand):
            if not 0 <= value < len(left):
                return 0
            copies = hand.count(value)
            ways *= comb(left[value], copies)
            left[value] -= copies
    return ways


def hands_of(heap: Counts, size: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield every hand of a size, sorted, with the number of ways to draw it."""

    def build(value: int, left: int) -> Iterator[tuple[tuple[int, ...], int]]:
        if left == 0:
            yield (), 1
        elif value < len(heap):
            for copies in range(min(heap[value], left), -1, -1):
                for rest, ways in build(value + 1, left - copies):
                    yield (value,) * copies + rest, ways * comb(heap[value], copies)

    return build(0, size)


def splits(heap: Counts, sizes: Sequence[int]) -> Iterator[tuple[tuple[tuple[int, ...], ...], int]]:
    """Yield every way to split a heap into hands of these sizes, with its number of cases."""
    if not sizes:
        yield (), 1
        return
    for hand, ways in hands_of(heap, sizes[0]):
        for others, more in splits(remove(heap, hand), sizes[1:]):
            yield (hand, *others), ways * more


def hypergeometric(total: int, marked: int, drawn: int) -> tuple[Fraction, ...]:
    """Return the chance of 0, 1, 2 … marked cards among `drawn` from `total` without replacement.

    >>> hypergeometric(5, 2, 2)
    (Fraction(3, 10), Fraction(3, 5), Fraction(1, 10))
    """
    cases = comb(total, drawn)
    return tuple(
        Fraction(comb(marked, k) * comb(total - marked, drawn - k), cases)
        for k in range(min(marked, drawn) + 1)
    )


def chance_of_any(total: int, marked: int, drawn: int) -> Fraction:
    """Return the chance of at least one marked card among `drawn` from `total`."""
    return 1 - Fraction(comb(total - marked, drawn), comb(total, drawn))


def distinct_hands(copies: Iterable[int], size: int) -> int:
    """Return how many hands of `size` cards have all values different.

    This is the elementary symmetric polynomial of the copies: a hand picks `size` values and one
    copy of each. It is built value by value, each either left out or taken in one of its copies.

    >>> distinct_hands([1, 2, 3], 2) == 1 * 2 + 1 * 3 + 2 * 3
    True
    """
    ways = [1] + [0] * size
    for number in copies:
        for taken in range(size, 0, -1):
            ways[taken] += number * ways[taken - 1]
    return ways[size]


def chance_of_pair(heap: Counts, size: int, held: Sequence[int] = ()) -> Fraction:
    """Return the chance of two equal values among the cards held and `size` more from the heap.

    >>> chance_of_pair((0, 1, 2, 3), 2)
    Fraction(4, 15)
    >>> chance_of_pair((0, 1, 2, 3), 1, held=(3,))
    Fraction(1, 2)
    """
    total = sum(heap)
    if not 0 <= size <= total:
        raise ValueError(f"cannot draw {size} cards from {total}")
    if len(set(held)) < len(held):
        return Fraction(1)
    cases = comb(total, size)
    others = [copies for value, copies in enumerate(heap) if value not in held]
    return Fraction(cases - distinct_hands(others, size), cases)


def wilson(successes: float, trials: int, z: float = 1.96) -> tuple[float, float]:
    """Return Wilson's interval for a chance that came true in some of many trials.

    It covers the true chance in about 95 of 100 simulations (for another share, another z), and
    stays sensible at 0 and at all successes. Without a trial nothing is known.

    >>> tuple(round(end, 3) for end in wilson(8, 10))
    (0.49, 0.943)
    >>> wilson(0, 0)
    (0.0, 1.0)
    """
    if not 0 <= successes <= trials:
        raise ValueError(f"{successes} successes in {trials} trials cannot be")
    if trials == 0:
        return 0.0, 1.0
    share, spread = successes / trials, z * z / trials
    middle = share + spread / 2
    reach = z * sqrt(share * (1 - share) / trials + spread / (4 * trials))
    low, high = (middle - reach) / (1 + spread), (middle + reach) / (1 + spread)
    return (low if successes else 0.0), (high if successes < trials else 1.0)
