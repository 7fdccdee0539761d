"""The race at Jamaica as a Markov chain on the track: where a round leads, and how long it takes.

Nothing is paid and nobody is fought: a ship plays any of its cards and sails.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import gcd, lcm

from gamelib.jamaica.position import CARDS, DECK, FORWARD, SAILING
from gamelib.jamaica.track import Track

Place = tuple[int, int]
"""How far a ship has come: its lap and its space."""
HOME: Place = (1, 0)
START: Place = (0, 0)


def round_from(sea: Track, place: Place, cards: tuple[int, ...] = DECK) -> dict[Place, Fraction]:
    """Return where one round can bring a ship that plays any of these cards, with the chances.

    The dice are set either way and each branch is as likely; nothing is paid and nobody fought. A
    whole round behind the start is as far back as one can get, so that the chain is finite.
    """
    brought: defaultdict[Place, Fraction] = defaultdict(Fraction)
    for card in cards:
        for thrown in product(range(1, 7), repeat=2):
            places = {place: Fraction(1, 36 * len(cards))}
            for kind, die in zip(CARDS[card], thrown, strict=True):
                if kind in SAILING:
                    for _ in range(die):
                        places = _step(sea, places, kind == FORWARD)
            for there, chance in places.items():
                brought[there] += chance
    return dict(brought)


def _step(sea: Track, places: Mapping[Place, Fraction], forward: bool) -> dict[Place, Fraction]:
    after: defaultdict[Place, Fraction] = defaultdict(Fraction)
    for (lap, space), chance in places.items():
        if (lap, space) == HOME or (not forward and (lap, space) == (-1, 0)):
            after[lap, space] += chance
            continue
        onward = sea.spaces[space].next if forward else sea.back[space]
        for there in onward:
            passed = (there == 0) if forward else -(space == 0)
            after[lap + passed, there] += chance / len(onward)
    return after


@lru_cache(maxsize=64)
def chain(sea: Track, cards: tuple[int, ...] = DECK) -> dict[Place, dict[Place, Fraction]]:
    """Return the Markov chain of a race: from each place that can be reached, where a round leads.

    Home leads nowhere else.
    """
    found: dict[Place, dict[Place, Fraction]] = {HOME: {HOME: Fraction(1)}}
    waiting = [START]
    while waiting:
        place = waiting.pop()
        if place not in found:
            found[place] = round_from(sea, place, cards)
            waiting += found[place]
    return dict(sorted(found.items()))


def home_within(
    sea: Track, rounds: int, cards: tuple[int, ...] = DECK, start: Place = START
) -> tuple[Fraction, ...]:
    """Return the chances to be home after 0, 1, 2 … rounds at the latest."""
    ways = chain(sea, cards)
    now, home = {start: Fraction(1)}, [Fraction(start == HOME)]
    for _ in range(rounds):
        after: defaultdict[Place, Fraction] = defaultdict(Fraction)
        for place, chance in now.items():
            for there, more in ways[place].items():
                after[there] += chance * more
        now = dict(after)
        home.append(now.get(HOME, Fraction(0)))
    return tuple(home)


@lru_cache(maxsize=64)
def rounds_home(sea: Track, cards: tuple[int, ...] = DECK) -> dict[Place, Fraction]:
    """Return how many rounds a ship takes home on average, from each place it can reach.

    E = 1 + the mean of E over where a round leads: one equation a place. They are solved by
    elimination, from home backwards, in whole numbers: Fractions would be reduced far too often.
    """
    ways = chain(sea, cards)
    places = sorted((place for place in ways if place != HOME), reverse=True)
    rows: dict[Place, tuple[dict[Place, int], int, int]] = {}
    for place in places:  # n × E(here) = more + the sum of E(there) × by[there], all further back
        n = lcm(*(chance.denominator for chance in ways[place].values()))
        by = {there: int(chance * n) for there, chance in ways[place].items() if there != HOME}
        more = n
        while by and (known := max(by)) in rows:  # each once: what comes in is further back
            share = by.pop(known)
            others, extra, times = rows[known]
            by = {there: times * k for there, k in by.items()}
            for there, k in others.items():
                by[there] = by.get(there, 0) + share * k
            n, more = n * times, more * times + share * extra
            common = gcd(n, more, *by.values())
            n, more = n // common, more // common
            by = {there: k // common for there, k in by.items()}
        n -= by.pop(place, 0)
        if not n:
            raise ValueError("with these cards a ship never comes home")
        rows[place] = by, more, n
    expected: dict[Place, Fraction] = {HOME: Fraction(0)}
    for place in reversed(places):
        by, more, n = rows[place]
        ahead = sum((k * expected[there] for there, k in by.items()), Fraction(more))
        expected[place] = ahead / n
    return expected
