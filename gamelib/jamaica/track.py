"""The sea round Jamaica: the track as data, and where a ship can get on it. JA-1, JA-6, JA-8.

The track is a row of spaces, and a space's number is its place in the row; 0 is Port Royal. Links
lead to a higher number or to Port Royal, so every way leads home.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from itertools import chain
from typing import Any, NamedTuple

SEA, PORT, LAIR, ROYAL = KINDS = ("sea", "port", "lair", "royal")
FOOD, GOLD, POWDER = ("food", "gold", "powder")
PRICED_IN = {SEA: FOOD, PORT: GOLD}
"""JA-7: what a space is paid in; lairs and Port Royal are free."""

BEHIND = -5
"""What a ship scores that has not come near home: spaces 0 to 40."""

MOST_LAIRS = 9  # there are 9 treasure cards in the pile
MOST_SPACES = 200
MOST_WAYS = 6
"""How many ways lead on from a space at most."""
DEAREST = 99
"""Prices, and scores on either side of nothing, have at most two digits."""
SHORTEST_ROUND = 7  # one throw of a die cannot go round, so a space says all about a move


class Space(NamedTuple):
    """One space: its kind, its price, what a ship scores there, and where one sails from it."""

    kind: str
    price: int
    score: int
    next: tuple[int, ...]


_BOX = """
R15 S2 S3 S2 L P3 P5>7|13 S2 S3 L S3 L S2>15
S3 S4>15 S3 P3 S2 P3 L>20|26 S3 P3 L S2 S3 L>28
S4 S4>28 P5 S1 P5 P3 S3>33|39 L P3 S2 S1 L S1>41
S4 S4>41 P5 S2 S3 L P7 S2 S3 S3 S3>0
"""


def _box() -> Iterator[Space]:
    """Read the track of the box: a letter and a price, and links that do not go to the next."""
    kinds = {kind[0].upper(): kind for kind in KINDS}
    for number, text in enumerate(_BOX.split()):
        about, _, links = text.partition(">")
        kind, price = kinds[about[0]], int(about[1:] or 0)
        after = tuple(map(int, links.split("|"))) if links else (number + 1,)
        if kind == ROYAL:
            yield Space(kind, 0, price, after)  # the number at Port Royal is what home is worth
        else:
            yield Space(kind, price, number - 39 if number > 40 else BEHIND, after)


TRACK: tuple[Space, ...] = tuple(_box())
"""JA-1: the track of the box."""

Places = dict[int, int]
"""Spaces that a ship can reach, each with the times that it passes or reaches Port Royal."""


class Track:
    """A track that was found to be one, with the ways on it worked out."""

    def __init__(self, rows: Any) -> None:
        self.spaces = checked(rows)
        self.back = tuple(
            tuple(
                number for number, other in enumerate(self.spaces) if space in other.next
            )
            for space in range(len(self.spaces))
        )  # fmt: skip
        """The spaces from which one sails to each space."""
        self._ahead: dict[tuple[int, int, bool], Places] = {}
        self._behind: dict[tuple[int, int], Places] = {}
        self._retreats: dict[tuple[int, int, int], tuple[int, ...]] = {}
        self._dearest = max(space.price for space in self.spaces)

    @cached_property
    def to_home(self) -> tuple[int, ...]:
        """How many steps each space is from home by the shortest way; Port Royal: a whole round."""
        return steps_home(self.spaces, min)

    @cached_property
    def longest_home(self) -> tuple[int, ...]:
        """How many steps each space is from home by the longest way."""
        return steps_home(self.spaces, max)

    def ahead(self, space: int, steps: int, homing: bool) -> Places:
        """Return where so many steps forward lead; `homing`: a ship that stops at Port Royal."""
        key = space, steps, homing
        if key not in self._ahead:
            places = {space: 0}
            for _ in range(steps):
                onward: Places = {}
                for number, passed in places.items():
                    if homing and passed:
                        onward[number] = passed  # it is home and stays there
                    else:
                        onward |= {n: passed + (n == 0) for n in self.spaces[number].next}
                places = onward
            self._ahead[key] = dict(sorted(places.items()))
        return self._ahead[key]

    def behind(self, space: int, steps: int) -> Places:
        """Return where so many steps backward lead, and whether Port Royal was left behind."""
        key = space, steps
        if key not in self._behind:
            places = {space: 0}
            for _ in range(steps):
                places = {
                    before: passed + (number == 0)
                    for number, passed in places.items()
                    for before in self.back[number]
                }
            self._behind[key] = dict(sorted(places.items()))
        return self._behind[key]

    def retreats(self, space: int, food: int, gold: int) -> tuple[int, ...]:
        """Return the first spaces behind, one on each branch, whose price can be paid. JA-8."""
        key = space, min(food, self._dearest), min(gold, self._dearest)
        if key not in self._retreats:
            self._retreats[key] = self._first_behind(*key)
        return self._retreats[key]

    def _first_behind(self, space: int, food: int, gold: int) -> tuple[int, ...]:
        found: set[int] = set()
        looked = set(self.back[space])
        waiting = list(looked)
        while waiting:
            kind, price, _, _ = self.spaces[number := waiting.pop()]
            if price <= (food if kind == SEA else gold):
                found.add(number)
            else:
                waiting += [before for before in self.back[number] if before not in looked]
                looked.update(self.back[number])
        return tuple(sorted(found))


def steps_home(spaces: tuple[Space, ...], best: Callable[[Iterable[int]], int]) -> tuple[int, ...]:
    """Return how many steps each space is from home, where every fork is taken the `best` way."""
    steps = [0] * len(spaces)
    for number in reversed(range(len(spaces))):
        steps[number] = 1 + best(steps[after] if after else 0 for after in spaces[number].next)
    return tuple(steps)


def checked(rows: Any) -> tuple[Space, ...]:
    """Return rows of (kind, price, score, next) as a track, or raise ValueError that says why not.

    >>> len(checked(TRACK))
    50
    """
    if not isinstance(rows, tuple | list) or not all(map(_is_space, rows[:MOST_SPACES])):
        raise ValueError("a track is a row of spaces (kind, price, score, next)")
    if len(rows) > MOST_SPACES:
        raise ValueError(f"a track has at most {MOST_SPACES} spaces, not {len(rows)}")
    spaces = tuple(Space(kind, price, score, tuple(after)) for kind, price, score, after in rows)
    for number, space in enumerate(spaces):
        if fault := _fault(spaces, number, space):
            raise ValueError(f"track, space {number}: {fault}")
    if not spaces:
        raise ValueError("a track begins with Port Royal")
    reached = set(chain.from_iterable(space.next for space in spaces))
    if lost := set(range(len(spaces))) - reached:
        raise ValueError(f"track, space {min(lost)}: no way leads there")
    lairs = sum(space.kind == LAIR for space in spaces)
    if lairs > MOST_LAIRS:
        raise ValueError(f"track: {lairs} lairs, but there are treasures for {MOST_LAIRS}")
    shortest = steps_home(spaces, min)[0]
    if shortest < SHORTEST_ROUND:
        raise ValueError(f"track: a round takes at least {SHORTEST_ROUND} steps, not {shortest}")
    return TRACK if spaces == TRACK else spaces  # drawings know the box's own by sight


def _is_space(row: object) -> bool:
    """Return whether this has the parts of a space."""
    return (
        isinstance(row, tuple | list)
        and len(row) == len(Space._fields)
        and isinstance(row[-1], tuple | list)
    )


def _fault(spaces: tuple[Space, ...], number: int, space: Space) -> str:
    """Return what is wrong with a space, or nothing."""
    kind, price, score, after = space
    if not 0 < len(after) <= MOST_WAYS:
        return f"it leads to 1 to {MOST_WAYS} spaces"
    whole = all(type(value) is int for value in (price, score, *after))
    if type(kind) is not str or kind not in KINDS or not whole:
        return "kind is one of sea, port, lair, royal; price, score and links are whole numbers"
    if (kind == ROYAL) != (number == 0):
        return "Port Royal is space 0, and no other"
    if (price > 0) != (kind in PRICED_IN) or price < 0:
        return "sea and ports have a price from 1, lairs and Port Royal have none"
    if price > DEAREST or abs(score) > DEAREST:
        return f"prices and scores are at most {DEAREST}"
    if len(set(after)) < len(after):
        return "it leads to different spaces"
    if not all(number < n < len(spaces) or (n == 0 < number) for n in after):
        return "it leads to spaces of the track with a higher number, or to Port Royal"
    return ""
