"""How strong players are, from who won against whom, and how far to trust that.

Ratings are those of Bradley and Terry, on the scale that chess players know as Elo: 100 points
more are 64 wins to 36. At a table of more than two, a player's chance to win is its strength over
the sum of all strengths (Plackett and Luce). Each player is also given one draw against an average
player who is not there, so that whoever has lost every match has a rating, too.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import exp, log
from typing import NamedTuple

from gamelib.texts import percent, say

SCALE = 400 / log(10)
"""How many Elo points a factor of e in strength is worth."""

AVERAGE = 1500
"""The mean of all ratings: an agreement, as in chess."""

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


def fit(entrants: int, results: Mapping[Result, int]) -> tuple[list[float], list[list[float]]]:
    """Return the logarithms of all strengths, their mean 0, and how they vary together.

    The strengths make the results most likely (Newton's method finds them); the curvature there
    says how far to trust them.
    """
    import numpy as np

    tables: dict[Lineup, int] = {}
    played: list[float] = []
    points = np.zeros(entrants)
    for result, times in results.items():
        if result.winners:
            group = tuple(sorted(result.lineup))
            at = tables.setdefault(group, len(tables))
            played += [0.0] * (at == len(played))
            played[at] += times
            for who, part in points_of(result).items():
                points[who] += times * part
    seats = np.zeros((len(tables), entrants))
    for group, at in tables.items():
        for who in group:
            seats[at, who] += 1
    games_ = np.array(played)
    strength = np.zeros(entrants)
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
    centre = np.eye(entrants) - 1 / entrants
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
