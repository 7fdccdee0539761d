"""Who plays whom and where, and whether a difference is real."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, comb, factorial
from random import Random
from typing import NamedTuple

from gamelib.exercises import NUMBER, Exercise, pick
from gamelib.tournament.exercises.ratings import RULES, SURE


class Field(NamedTuple):
    """How many players there are, and how many sit at a table."""

    entrants: int
    seats: int

    @property
    def pairs(self) -> int:
        """How many pairs of players there are."""
        return comb(self.entrants, 2)


def _field(rng: Random) -> Field:
    seats = pick(rng, (2, 3, 4))
    most = {2: 16, 3: 10, 4: 7}[seats]
    return Field(pick(rng, range(seats + 1, most + 1)), seats)


matches_in_a_round = Exercise(
    key="matches_in_a_round",
    lesson="09",
    level=1,
    rules=RULES,
    make=_field,
    answer=lambda case: comb(case.entrants, case.seats) * factorial(case.seats),
    words=lambda case: {
        "entrants": case.entrants,
        "places": case.seats,
        "groups": comb(case.entrants, case.seats),
        "seatings": factorial(case.seats),
    },
    misconceptions={
        "forgot_the_seatings": lambda case: comb(case.entrants, case.seats),
        "against_oneself": lambda case: case.entrants**case.seats,
    },
    kind=NUMBER,
    tolerance=Fraction(0),
)


class Seatings(NamedTuple):
    """A player's matches and wins in each of two seats."""

    first: int
    first_won: int
    second: int
    second_won: int

    @property
    def shares(self) -> tuple[Fraction, Fraction]:
        """What it won of each."""
        return Fraction(self.first_won, self.first), Fraction(self.second_won, self.second)


def _seatings(rng: Random) -> Seatings:
    many, few = pick(rng, (80, 100, 120, 150)), pick(rng, (20, 30, 40, 50))
    good, bad = pick(rng, range(52, 71)), pick(rng, range(34, 49))
    often, seldom = (many, many * good // 100), (few, few * bad // 100)
    return Seatings(*often, *seldom) if rng.random() < 0.5 else Seatings(*seldom, *often)


fair_share = Exercise(
    key="fair_share",
    lesson="09",
    level=1,
    rules=RULES,
    make=_seatings,
    answer=lambda case: sum(case.shares) / 2,
    words=lambda case: {
        **case._asdict(),
        "first_share": float(case.shares[0]),
        "second_share": float(case.shares[1]),
        "pooled": (case.first_won + case.second_won) / (case.first + case.second),
    },
    misconceptions={
        "seats_pooled": lambda case: Fraction(
            case.first_won + case.second_won, case.first + case.second
        ),
        "better_seat": lambda case: max(case.shares),
    },
)


false_alarms = Exercise(
    key="false_alarms",
    lesson="09",
    level=1,
    rules=RULES,
    make=lambda rng: Field(pick(rng, range(5, 31)), 2),
    answer=lambda case: case.pairs * (1 - SURE),
    words=lambda case: {"entrants": case.entrants, "pairs": case.pairs},
    misconceptions={
        "players_not_pairs": lambda case: case.entrants * (1 - SURE),
        "pairs_twice": lambda case: 2 * case.pairs * (1 - SURE),
        "one_comparison": lambda case: 1 - SURE,
    },
    kind=NUMBER,
    tolerance=Fraction(1, 100),
)


class Tries(NamedTuple):
    """How many changes that change nothing are tried."""

    tries: int


lucky_one = Exercise(
    key="lucky_one",
    lesson="09",
    level=2,
    rules=RULES,
    make=lambda rng: Tries(pick(rng, range(3, 31))),
    answer=lambda case: 1 - SURE**case.tries,
    words=lambda case: {"tries": case.tries, "none": float(SURE**case.tries)},
    misconceptions={
        "complement": lambda case: SURE**case.tries,
        "added": lambda case: case.tries * (1 - SURE),
        "one_comparison": lambda case: 1 - SURE,
    },
)


class Apart(NamedTuple):
    """In how many of the games with the same luck one player did better, and the other."""

    better: int
    worse: int

    @property
    def tosses(self) -> int:
        """How many games tell the two apart."""
        return self.better + self.worse


def _heads(case: Apart, least: int) -> Fraction:
    """Return the chance of so many heads or more with a fair coin."""
    ways = sum(comb(case.tosses, heads) for heads in range(least, case.tosses + 1))
    return Fraction(ways, 2**case.tosses)


def _apart(rng: Random) -> Apart:
    tosses = pick(rng, range(8, 19))
    better = pick(rng, range(tosses // 2 + 2, tosses))
    return Apart(better, tosses - better)


coin_test = Exercise(
    key="coin_test",
    lesson="09",
    level=2,
    rules=RULES,
    make=_apart,
    answer=lambda case: _heads(case, case.better),
    words=lambda case: {
        **case._asdict(),
        "tosses": case.tosses,
        "good": sum(comb(case.tosses, heads) for heads in range(case.better, case.tosses + 1)),
        "ways": 2**case.tosses,
    },
    misconceptions={
        "exactly_so_many": lambda case: Fraction(comb(case.tosses, case.better), 2**case.tosses),
        "strictly_more": lambda case: _heads(case, case.better + 1),
        "complement": lambda case: 1 - _heads(case, case.better),
    },
)

REACH = 1.96 + 1.28
"""How many standard errors a share has to be above one half, so that its interval lies above it in
nine of ten tournaments: a share comes out more than 1.28 errors too low in one of ten."""


class Plan(NamedTuple):
    """A share of wins, in percent, that is to be shown to be above one half."""

    share: int


def _enough(plan: Plan, reach: float) -> int:
    """Return for how many matches so many standard errors fit between the share and one half."""
    return ceil(plan.share * (100 - plan.share) * (reach / (plan.share - 50)) ** 2)


tell_apart = Exercise(
    key="tell_apart",
    lesson="09",
    level=2,
    rules=RULES,
    make=lambda rng: Plan(pick(rng, range(52, 63))),
    answer=lambda case: _enough(case, REACH),
    words=lambda case: {
        **case._asdict(),
        "rest": 100 - case.share,
        "gap": case.share - 50,
    },
    misconceptions={
        "shown_half_the_time": lambda case: _enough(case, 1.96),
        "forgot_the_square": lambda case: 100 * REACH / (case.share - 50),
        "measured_from_zero": lambda case: (
            case.share * (100 - case.share) * (REACH / case.share) ** 2
        ),
    },
    kind=NUMBER,
    tolerance=Fraction(5),
)
