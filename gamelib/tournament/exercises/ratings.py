"""What a rating says, and what it takes to know it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import exp, log, log10, sqrt
from random import Random
from typing import Any, NamedTuple

from gamelib.exercises import NUMBER, Exercise, FunctionExercise, pick
from gamelib.tournament import AVERAGE, SCALE, Comparison

RULES = "tournament 1"
SURE = Fraction(95, 100)
"""How often an interval covers the truth; so often there is no false alarm."""


def chance(ahead: float) -> float:
    """Return the chance to win against somebody when so many points ahead."""
    return Comparison("", "", ahead, ahead, ahead).chance


def table_chances_of(ratings: Sequence[int]) -> list[float]:
    """Return everybody's chance to win at a table: strength over the sum of all strengths."""
    strengths = [exp((rating - AVERAGE) / SCALE) for rating in ratings]
    return [strength / sum(strengths) for strength in strengths]


def _with_base_e(ratings: Sequence[int]) -> list[float]:
    """Return the chances as if 400 points were a factor of e, not of ten."""
    strengths = [exp((rating - AVERAGE) / 400) for rating in ratings]
    return [strength / sum(strengths) for strength in strengths]


def _points_as_shares(ratings: Sequence[int]) -> list[float]:
    return [rating / sum(ratings) for rating in ratings]


def _ratings(rng: Random, count: int) -> tuple[int, ...]:
    return tuple(AVERAGE + 10 * pick(rng, range(-18, 19)) for _ in range(count))


class Ratings(NamedTuple):
    """The ratings of those at a table; the question is about the first."""

    ratings: tuple[int, ...]

    @property
    def ahead(self) -> int:
        """How many points the first is ahead of the second."""
        return self.ratings[0] - self.ratings[1]


elo_chance = Exercise(
    key="elo_chance",
    lesson="09",
    level=1,
    rules=RULES,
    make=lambda rng: Ratings(_ratings(rng, 2)),
    answer=lambda case: chance(case.ahead),
    words=lambda case: {
        "first": case.ratings[0],
        "second": case.ratings[1],
        "ahead": case.ahead,
        "odds": 10 ** (case.ahead / 400),
    },
    misconceptions={
        "points_as_shares": lambda case: _points_as_shares(case.ratings)[0],
        "base_e": lambda case: _with_base_e(case.ratings)[0],
        "complement": lambda case: chance(-case.ahead),
    },
)

table_of_three = Exercise(
    key="table_of_three",
    lesson="09",
    level=2,
    rules=RULES,
    make=lambda rng: Ratings(_ratings(rng, 3)),
    answer=lambda case: table_chances_of(case.ratings)[0],
    words=lambda case: {
        "first": case.ratings[0],
        "second": case.ratings[1],
        "third": case.ratings[2],
        "second_odds": 10 ** ((case.ratings[1] - case.ratings[0]) / 400),
        "third_odds": 10 ** ((case.ratings[2] - case.ratings[0]) / 400),
    },
    misconceptions={
        "duels_multiplied": lambda case: (
            chance(case.ratings[0] - case.ratings[1]) * chance(case.ratings[0] - case.ratings[2])
        ),
        "one_rival_only": lambda case: chance(case.ratings[0] - max(case.ratings[1:])),
        "points_as_shares": lambda case: _points_as_shares(case.ratings)[0],
    },
)


class Seeded(NamedTuple):
    """The seed of the cases that a student's function is tried on."""

    seed: int


def _tables(case: Seeded) -> list[tuple[Any, ...]]:
    rng = Random(case.seed)
    return [(list(_ratings(rng, count)),) for count in (2, 2, 3, 3, 4, 5)]


table_chances = FunctionExercise(
    key="table_chances",
    lesson="09",
    level=3,
    rules=RULES,
    make=lambda rng: Seeded(pick(rng, range(10**6))),
    answer=lambda case: table_chances_of,
    words=lambda case: {},
    misconceptions={
        "points_as_shares": lambda case: _points_as_shares,
        "base_e": lambda case: _with_base_e,
        "not_divided": lambda case: lambda ratings: [10 ** (rating / 400) for rating in ratings],
    },
    trials=_tables,
    about=lambda args: {"ratings": str(args[0])},
)


class Record(NamedTuple):
    """How many matches a player has won against another, and how many lost."""

    won: int
    lost: int

    @property
    def played(self) -> int:
        """How many matches there were."""
        return self.won + self.lost

    @property
    def share(self) -> float:
        """The part that was won."""
        return self.won / self.played

    @property
    def gap(self) -> float:
        """The difference of ratings that fits best."""
        return SCALE * log(self.won / self.lost)

    @property
    def error(self) -> float:
        """The standard error of the share."""
        return sqrt(self.share * (1 - self.share) / self.played)

    @property
    def steepness(self) -> float:
        """How many points a small change of the share is worth, for each unit of it."""
        return SCALE / (self.share * (1 - self.share))


def _record(rng: Random, shares: range) -> Record:
    played = pick(rng, (60, 80, 100, 120, 150, 200, 250, 300))
    won = played * pick(rng, shares) // 100
    return Record(won, played - won)


def _record_words(case: Record) -> dict[str, object]:
    return {
        "won": case.won,
        "lost": case.lost,
        "played": case.played,
        "share": case.share,
        "odds": case.won / case.lost,
        "error": case.error,
        "steepness": f"{case.steepness:.0f}",
    }


rating_gap = Exercise(
    key="rating_gap",
    lesson="09",
    level=2,
    rules=RULES,
    make=lambda rng: _record(rng, range(55, 86)),
    answer=lambda case: case.gap,
    words=_record_words,
    misconceptions={
        "base_e": lambda case: 400 * log(case.won / case.lost),
        "share_not_odds": lambda case: 400 * log10(case.share),
        "wrong_way_round": lambda case: -case.gap,
    },
    kind=NUMBER,
    tolerance=Fraction(1),
)

rating_error = Exercise(
    key="rating_error",
    lesson="09",
    level=3,
    rules=RULES,
    make=lambda rng: _record(rng, range(60, 89)),
    answer=lambda case: case.steepness * case.error,
    words=_record_words,
    misconceptions={
        "whole_interval": lambda case: 1.96 * case.steepness * case.error,
        "slope_in_the_middle": lambda case: SCALE * 4 * case.error,
        "slope_forgotten": lambda case: SCALE * case.error,
    },
    kind=NUMBER,
    tolerance=Fraction(1, 2),
)
