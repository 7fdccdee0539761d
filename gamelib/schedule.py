"""Who sits where in every match of a tournament.

A round plays every group of players that fills a table, in all seatings. Where there are too many
of them, it draws tables instead: everybody sits at equally many, meets everybody else about equally
often, and every table is played in rotation, so that each of its players has each seat once. With
fewer players than seats, copies fill the table, as evenly as possible.
"""

from __future__ import annotations

from itertools import combinations, permutations
from math import ceil, comb, factorial, prod
from random import Random

from gamelib.ratings import Lineup

TABLES = 1000
"""How many tables a round has at most, if it plays all of them in all seatings."""


def schedule_of(
    entrants: int, seats: int, rounds: int, seed: int | str
) -> tuple[bool, tuple[Lineup, ...]]:
    """Return whether tables are drawn, and who sits where in every match."""
    each, more = divmod(seats, entrants)
    seatings = factorial(seats) // prod(
        [factorial(each)] * (entrants - more) + [factorial(each + 1)] * more
    )
    if comb(entrants, more) * seatings <= TABLES:
        groups = [
            [who for who in range(entrants) for _ in range(each + (who in extra))]
            for extra in combinations(range(entrants), more)
        ]
        tables = [lineup for group in groups for lineup in sorted(set(permutations(group)))]
        return False, tuple(tables) * rounds
    return True, tuple(_draw(entrants, seats, rounds, Random(f"{seed}/draw")))


def _draw(entrants: int, seats: int, rounds: int, rng: Random) -> list[Lineup]:
    """Return drawn tables: each pair meets about once in a round, and each table rotates."""
    sat, met = [0] * entrants, [[0] * entrants for _ in range(entrants)]
    lineups: list[Lineup] = []
    for _ in range(rounds * max(1, ceil(entrants * (entrants - 1) / (seats * (seats - 1))))):
        group: list[int] = []
        while len(group) < seats:
            chosen = min(
                range(entrants),
                key=lambda who: (
                    group.count(who),
                    sat[who],
                    sum(met[who][other] for other in group),
                    rng.random(),
                ),
            )
            for other in group:
                met[chosen][other] += 1
                met[other][chosen] += 1
            group.append(chosen)
            sat[chosen] += 1
        rng.shuffle(group)
        lineups += [tuple(group[turn:] + group[:turn]) for turn in range(seats)]
    return lineups
