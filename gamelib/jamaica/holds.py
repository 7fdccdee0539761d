"""A ship's holds: what can be loaded where, and paid from which. JA-5, JA-7."""

from __future__ import annotations

from functools import cache, lru_cache

from gamelib.game import replaced
from gamelib.jamaica.position import HOLDS, Due, Holds, Pay

_pay = cache(Pay)


def stock(holds: Holds, kind: str) -> int:
    """Return how many tokens of a kind there are in all holds."""
    tokens = 0
    for hold in holds:
        if hold is not None and hold[0] == kind:
            tokens += hold[1]
    return tokens


def berths(holds: Holds, kind: str, ordinary: int = HOLDS) -> tuple[int, ...]:
    """Return the holds that tokens of a kind may be loaded into. JA-5.

    Empty holds are alike, so only the first is offered, and the one after the `ordinary` ones,
    which can be stolen with its contents.
    """
    if None in holds:
        first = holds.index(None)
        return (first, ordinary) if first < ordinary and holds[ordinary:] == (None,) else (first,)
    return tuple(
        [number for number, hold in enumerate(holds) if hold is not None and hold[0] != kind]
    )


@lru_cache(maxsize=4096)  # asked for once to offer them, and once more to check
def payments(holds: Holds, due: Due) -> tuple[Pay, ...]:
    """Return how the next part of what is due can be paid. JA-7.

    Holds are paid from in their order, any number of tokens from each, so that every way to share
    a price among holds can be chosen, and each in one way only.
    """
    kind, amount, first = due
    left = stock(holds[first:], kind)
    found: list[Pay] = []
    for number in range(first, len(holds)):
        hold = holds[number]
        if hold is None or hold[0] != kind:
            continue
        left -= hold[1]
        least = max(amount - left, 1)
        found += [_pay(number, n) for n in range(least, min(hold[1], amount) + 1)]
    return tuple(found)


def less(holds: Holds, number: int, amount: int) -> Holds:
    """Return holds with so many tokens taken out of one."""
    hold = holds[number]
    assert hold is not None
    kind, tokens = hold
    return replaced(holds, number, (kind, tokens - amount) if tokens > amount else None)


def emptied(holds: Holds, kind: str) -> Holds:
    """Return holds with all tokens of a kind taken out."""
    return tuple([None if hold is not None and hold[0] == kind else hold for hold in holds])
