"""How strong players are, from who won against whom, and how far to trust that.

Ratings are those of Bradley and Terry, on the scale that chess players know as Elo: 100 points
more are 64 wins to 36. At a table of more than two, a player's chance to win is its strength over
the sum of all strengths (Plackett and Luce). Each player is also given one draw against an average
player who is not there, so that whoever has lost every match has a rating, too.

A match in which somebody failed says nothing about the others' strength, so it counts for nobody.
But whoever may fail where others lose would look strong by that. So there is a limit: a single slip
is forgiven, and one match of twenty; whoever fails more often has no rating, and none of its
matches counts. (At the limit, failing on purpose is worth at most some 18 points.)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import exp, log
from typing import NamedTuple

from gamelib.texts import percent, say

SCALE = 400 / log(10)
"""How many Elo points a factor of e in strength is worth."""

AVERAGE = 1500
"""The mean of all ratings: an agreement, as in chess."""

STEADY = 20
"""Whoever fails more than once, and in more than one match of so many, is not rated."""

Lineup = tuple[int, ...]


class Result(NamedTuple):
    """How a match ended: who sat where, which seats won, which seats lost by a fault."""

    lineup: Lineup
    winners: tuple[int, ...]
    faulty: tuple[int, ...]


class Rating(NamedTuple):
    """A player's strength in Elo points, with its 95% interval."""

    value: float
    low: float
    high: float


class Comparison(NamedTuple):
    """Two players: how many points the first is ahead, with the 95% interval of that."""

    first: str
    second: str
    difference: float
    low: float
    high: float

    @property
    def real(self) -> bool:
        """Whether luck alone hardly explains the difference: the interval leaves out 0."""
        return self.low > 0 or self.high < 0

    @property
    def chance(self) -> float:
        """The chance that the first wins, rather than the second, when one of them does."""
        return 1 / (1 + exp(-self.difference / SCALE))

    def text(self, lang: str = "en") -> str:
        """Return the comparison as a sentence or two."""
        key = "real" if self.real else "luck"
        return say(
            f"tournament.compare.{key}",
            lang,
            first=self.first,
            second=self.second,
            difference=_signed(self.difference),
            low=_signed(self.low),
            high=_signed(self.high),
            chance=percent(self.chance, lang, 0),
        )

    def __str__(self) -> str:
        return self.text()


def failures(results: Mapping[Result, int]) -> Counter[int]:
    """Return in how many matches each player has failed."""
    failed: Counter[int] = Counter()
    for result, times in results.items():
        failed.update(dict.fromkeys({result.lineup[seat] for seat in result.faulty}, times))
    return failed


def appearances(results: Mapping[Result, int]) -> Counter[int]:
    """Return at how many tables each player sat."""
    sat: Counter[int] = Counter()
    for result, times in results.items():
        sat.update(dict.fromkeys(result.lineup, times))
    return sat


def counting(results: Mapping[Result, int]) -> dict[Result, int]:
    """Return the results that count: of matches without a failure, between steady players."""
    sat = appearances(results)
    wild = {who for who, times in failures(results).items() if times > max(1, sat[who] / STEADY)}
    return {
        result: times
        for result, times in results.items()
        if not result.faulty and not wild & set(result.lineup)
    }


def fit(
    entrants: int | Sequence[int], results: Mapping[Result, int]
) -> tuple[list[float], list[list[float]]]:
    """Return the logarithms of all strengths, their mean 0, and how they vary together.

    `entrants` is how many players there are, or which of them sat at these tables.

    The strengths make the results most likely (Newton's method finds them); the curvature there
    says how far to trust them.
    """
    import numpy as np

    known = range(entrants) if isinstance(entrants, int) else entrants
    place = {who: at for at, who in enumerate(known)}
    tables: dict[Lineup, int] = {}
    played: list[float] = []
    points = np.zeros(len(place))
    for result, times in results.items():
        if result.winners:
            group = tuple(sorted(result.lineup))
            at = tables.setdefault(group, len(tables))
            played += [0.0] * (at == len(played))
            played[at] += times
            for who, part in points_of(result).items():
                points[place[who]] += times * part
    seats = np.zeros((len(tables), len(place)))
    for group, at in tables.items():
        for who in group:
            seats[at, place[who]] += 1
    games_ = np.array(played)
    strength = np.zeros(len(place))
    for _ in range(100):
        weights = seats * np.exp(strength)
        chances = weights / weights.sum(axis=1, keepdims=True)
        expected = games_ @ chances
        average = 1 / (1 + np.exp(-strength))  # one draw against an average player
        slope = points - expected + 0.5 - average
        curve = np.diag(expected + average * (1 - average)) - (chances.T * games_) @ chances
        step = np.linalg.solve(curve, slope)
        strength += np.clip(step, -1, 1)
        if np.abs(step).max() < 1e-9:
            break
    centre = np.eye(len(place)) - 1 / len(place)
    covariance = centre @ np.linalg.inv(curve) @ centre
    return (centre @ strength).tolist(), covariance.tolist()


def points_of(result: Result) -> dict[int, float]:
    """Return what each player gets of a match: its winners share it."""
    points: dict[int, float] = {}
    for seat in result.winners:
        who = result.lineup[seat]
        points[who] = points.get(who, 0.0) + 1 / len(result.winners)
    return points


def around(value: float, spread: float) -> tuple[float, float]:
    """Return the ends of the 95% interval."""
    return value - 1.96 * spread, value + 1.96 * spread


def _signed(value: float) -> str:
    return f"{round(value):+d}".replace("-", "−")
