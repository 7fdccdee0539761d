"""Questions about tournaments: lesson 09.

Chances and ratings come from the tournament itself, every misconception is a small function that
makes the mistake. The words stand in `exercises.en.json` and its like.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, comb, exp, factorial, log, log10, sqrt
from random import Random
from typing import Any, NamedTuple

from gamelib.exercises import NUMBER, Exercise, FunctionExercise, pick, shuffled
from gamelib.fuji_flush.exercises import RULES as FUJI_FLUSH
from gamelib.fuji_flush.exercises import position
from gamelib.fuji_flush.rules import Play, View
from gamelib.game import Action
from gamelib.players import Player
from gamelib.tournament import AVERAGE, SCALE, Comparison

RULES = "tournament 1"
SURE = Fraction(95, 100)
"""How often an interval covers the truth; so often there is no false alarm."""


# --- what a rating says ---------------------------------------------------------------------------


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


# --- who plays whom, and where --------------------------------------------------------------------


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


# --- is the difference real? ----------------------------------------------------------------------

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


# --- a player, written by the student -------------------------------------------------------------


class Danger(NamedTuple):
    """At how many cards somebody is about to win, and the seed of the positions to try."""

    few: int
    seed: int


def _card(action: Action) -> int:
    assert isinstance(action, Play)
    return action.card


def _others(view: View) -> list[int]:
    return [size for seat, size in enumerate(view.hand_sizes) if seat != view.seat]


def _joining(view: View, actions: Sequence[Action]) -> list[Action]:
    return [action for action in actions if _card(action) in view.fronts]


@dataclass(frozen=True)
class Blocker:
    """Play high when somebody else is about to win; else join what lies there; else play low."""

    few: int

    def __call__(self, view: View, actions: Sequence[Action], rng: Random) -> Action:
        """Return the highest card, the highest that joins, or the lowest."""
        if min(_others(view)) <= self.few:
            return max(actions, key=_card)
        joining = _joining(view, actions)
        return max(joining, key=_card) if joining else min(actions, key=_card)


def _own_hand_too(case: Danger) -> Player:
    """Return a player that is alarmed by its own short hand as well."""

    def player(view: View, actions: Sequence[Action], rng: Random) -> Action:
        if min(view.hand_sizes) <= case.few:
            return max(actions, key=_card)
        return Blocker(0)(view, actions, rng)

    return player


def _joins_first(case: Danger) -> Player:
    """Return a player that thinks of danger only when it cannot join."""

    def player(view: View, actions: Sequence[Action], rng: Random) -> Action:
        joining = _joining(view, actions)
        return max(joining, key=_card) if joining else Blocker(case.few)(view, actions, rng)

    return player


def _joins_low(case: Danger) -> Player:
    """Return a player that joins with the lowest card that can."""

    def player(view: View, actions: Sequence[Action], rng: Random) -> Action:
        joining = _joining(view, actions)
        if joining and min(_others(view)) > case.few:
            return min(joining, key=_card)
        return Blocker(case.few)(view, actions, rng)

    return player


def _tables_to_try(case: Danger) -> list[tuple[Any, ...]]:
    """Return positions with and without danger, with and without a card to join.

    What is played from high to low flushes nothing: so there are several cards to join.
    """
    rng = Random(case.seed)
    trials: list[tuple[Any, ...]] = []
    for n in range(16):
        values = shuffled(rng, range(3, 10))
        plays = sorted(values[: pick(rng, (2, 3, 4))], reverse=True)
        view = position(rng, values[-1] if n % 3 == 0 else plays[0], plays)
        if n % 2 == 0:
            sizes = list(view.hand_sizes)
            someone = pick(rng, range(1, len(sizes)))
            sizes[someone] = case.few - pick(rng, (0, 1))
            back = sum(view.hand_sizes) - sum(sizes)
            view = view._replace(hand_sizes=tuple(sizes), pile_size=view.pile_size + back)
        actions = tuple(map(Play, dict.fromkeys(view.hand)))
        trials.append((view, actions, Random(pick(rng, range(10**6)))))
    return trials


def _about_a_table(args: tuple[Any, ...]) -> Mapping[str, object]:
    view: View = args[0]
    return {
        "hand": view.hand,
        "fronts": tuple(front for front in view.fronts if front is not None),
        "sizes": tuple(_others(view)),
    }


blocking_player = FunctionExercise(
    key="blocking_player",
    lesson="09",
    level=3,
    rules=FUJI_FLUSH,
    make=lambda rng: Danger(pick(rng, (2, 3)), pick(rng, range(10**6))),
    answer=lambda case: Blocker(case.few),
    words=lambda case: {"few": case.few},
    misconceptions={
        "own_hand_too": _own_hand_too,
        "joins_first": _joins_first,
        "joins_low": _joins_low,
    },
    trials=_tables_to_try,
    about=_about_a_table,
)

EXERCISES: tuple[Exercise[Any], ...] = (
    elo_chance,
    matches_in_a_round,
    fair_share,
    false_alarms,
    rating_gap,
    table_of_three,
    coin_test,
    lucky_one,
    tell_apart,
    rating_error,
    table_chances,
    blocking_player,
)
