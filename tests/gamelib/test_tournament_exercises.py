"""The answers of the exercises about tournaments, each reached a second way."""

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, pairwise, product
from math import comb, exp, lgamma, log, sqrt
from random import Random
from typing import Any

import pytest

from gamelib.exercises import exercise, exercises
from gamelib.fuji_flush import Play
from gamelib.schedule import schedule_of
from gamelib.tournament import Result, fit, tournament
from gamelib.tournament.exercises import EXERCISES
from gamelib.tournament.exercises.matches import Apart, Field, Plan, Seatings, Tries
from gamelib.tournament.exercises.players import Blocker, Danger
from gamelib.tournament.exercises.ratings import Ratings, Record, chance, table_chances_of

STUDENTS = [f"pupil {n}" for n in range(6)]
MANY = 10**8
"""So many matches that the one draw, which everybody is given, does not show in a rating."""


def fitted(ratings: tuple[int, ...]) -> float:
    """The first's part of the wins for which a tournament finds these ratings, by bisection."""

    def lead(share: float) -> float:
        results = {
            Result((0, 1), (0,), ()): round(MANY * share),
            Result((0, 1), (1,), ()): round(MANY * (1 - share)),
        }
        strengths, _ = fit(2, results)
        return (strengths[0] - strengths[1]) * 400 / log(10)

    low, high = 0.0, 1.0
    while high - low > 1e-6:
        middle = (low + high) / 2
        low, high = (middle, high) if lead(middle) < ratings[0] - ratings[1] else (low, middle)
    return low


def race(case: Ratings) -> float:
    """The part of races that the first wins: at each moment, all are as quick as they are strong.

    Whoever comes in first does so with a chance in proportion to the strength.
    """
    rng = Random(str(case))
    rates = [10 ** ((rating - 1500) / 400) for rating in case.ratings]
    won = 0
    for _ in range(20_000):
        times = [rng.expovariate(rate) for rate in rates]
        won += times[0] == min(times)
    return won / 20_000


def seated(case: Field) -> int:
    """The matches of a round, by letting everybody sit everywhere."""
    lineups = product(range(case.entrants), repeat=case.seats)
    return sum(len(set(lineup)) == case.seats for lineup in lineups)


def both_seats_alike(case: Seatings) -> Fraction:
    """The share if each seat's matches are played again until both seats have equally many."""
    first, second = case.first * case.second, case.second * case.first
    won = case.first_won * case.second + case.second_won * case.first
    return Fraction(won, first + second)


def points_at(share: float) -> float:
    """The lead for which such a share of wins is to be expected, by bisection."""
    low, high = -2000.0, 2000.0
    while high - low > 1e-9:
        middle = (low + high) / 2
        low, high = (middle, high) if chance(middle) < share else (low, middle)
    return low


def spread_of_points(case: Record) -> float:
    """How far the lead varies, if the share does so a little: the difference instead of a slope."""
    bit = 0.01 * sqrt(case.share * (1 - case.share) / case.played)
    return (points_at(case.share + bit) - points_at(case.share - bit)) / 0.02


def tossed(case: Apart) -> Fraction:
    """The chance of so many heads, toss by toss."""
    heads = [Fraction(1)]  # how likely there are 0, 1, … heads so far
    for _ in range(case.tosses):
        heads = [(one + other) / 2 for one, other in pairwise([Fraction(0), *heads, Fraction(0)])]
    return sum(heads[case.better :], Fraction(0))


def alarms(case: Field) -> Fraction:
    """The mean number of alarms, pair by pair."""
    return sum((Fraction(1, 20) for _ in combinations(range(case.entrants), 2)), Fraction(0))


def at_least_one(case: Tries) -> Fraction:
    """The chance of one alarm, of two, and so on, added up."""
    chances = [
        comb(case.tries, n) * Fraction(19 ** (case.tries - n), 20**case.tries)
        for n in range(1, case.tries + 1)
    ]
    return sum(chances, Fraction(0))


SECOND_WAY: dict[str, tuple[Callable[[Any], Any], float]] = {
    "elo_chance": (lambda case: fitted(case.ratings), 1e-4),
    "matches_in_a_round": (seated, 0),
    "fair_share": (both_seats_alike, 0),
    "false_alarms": (alarms, 0),
    "rating_gap": (lambda case: points_at(case.share), 1e-6),
    "table_of_three": (race, 4 * sqrt(0.25 / 20_000)),
    "coin_test": (tossed, 0),
    "lucky_one": (at_least_one, 0),
    "rating_error": (spread_of_points, 0.05),
}
IN_TESTS_OF_THEIR_OWN = {"tell_apart", "table_chances", "blocking_player"}


def test_every_answer_is_reached_a_second_way() -> None:
    assert {pattern.key for pattern in EXERCISES} == set(SECOND_WAY) | IN_TESTS_OF_THEIR_OWN
    assert {pattern.key for pattern in exercises("09")} == {pattern.key for pattern in EXERCISES}
    assert len(EXERCISES) >= 8


@pytest.mark.parametrize("key", SECOND_WAY)
def test_the_answer_is_the_same_the_second_way(key: str) -> None:
    pattern = exercise(key)
    again, off = SECOND_WAY[key]
    for student in STUDENTS:
        case = pattern.case(student)
        assert abs(pattern.answer(case) - again(case)) <= off, case


def test_a_round_has_as_many_matches_as_a_tournament_plays() -> None:
    pattern = exercise("matches_in_a_round")
    for student in STUDENTS:
        case: Field = pattern.case(student)
        drawn, schedule = schedule_of(case.entrants, case.seats, 1, 0)
        assert not drawn
        assert len(schedule) == pattern.answer(case)


def shown(case: Plan, n: int) -> float:
    """The chance that n matches show the share to be above one half."""
    p = case.share / 100

    def likely(won: int) -> float:
        ways = lgamma(n + 1) - lgamma(won + 1) - lgamma(n - won + 1)
        return exp(ways + won * log(p) + (n - won) * log(1 - p))

    def reach(won: int) -> float:
        return 1.96 * sqrt(won * (n - won) / n**3)

    return sum(likely(won) for won in range(n + 1) if won / n - reach(won) > 0.5)


def test_enough_matches_tell_two_players_apart_nine_times_in_ten() -> None:
    pattern = exercise("tell_apart")
    for share in (52, 55, 58, 62):
        case = Plan(share)
        enough = pattern.answer(case)
        assert 0.88 < shown(case, enough) < 0.92, case
        half = pattern.misconceptions["shown_half_the_time"](case)
        assert 0.4 < shown(case, half) < 0.6, case


def test_the_chances_of_a_table_are_those_of_races() -> None:
    pattern: Any = exercise("table_chances")
    for [ratings] in pattern.trials(pattern.case("Ada")):
        found = table_chances_of(ratings)
        assert sum(found) == pytest.approx(1)
        for first, likely in enumerate(found):
            turned = Ratings((*ratings[first:], *ratings[:first]))
            assert race(turned) == pytest.approx(likely, abs=4 * sqrt(0.25 / 20_000))


def test_at_a_table_of_two_both_formulas_agree() -> None:
    for ahead in (-300, -10, 0, 45, 400):
        assert table_chances_of((1500 + ahead, 1500))[0] == pytest.approx(chance(ahead))
    assert chance(400) == pytest.approx(10 / 11)
    assert chance(100) == pytest.approx(1 / (1 + exp(-100 * log(10) / 400)))


def test_the_positions_to_try_can_be_and_show_every_kind() -> None:
    pattern: Any = exercise("blocking_player")
    for student in STUDENTS:
        case: Danger = pattern.case(student)
        kinds = set()
        for view, actions, _ in pattern.trials(case):
            state = view.game.imagine(view, Random(1))
            assert view.game.observe(state, 0) == view
            assert view.game.actions(state) == actions
            danger = min(view.hand_sizes[1:]) <= case.few
            kinds.add((danger, bool(set(view.hand) & set(view.fronts))))
        assert kinds == {(danger, joins) for danger in (True, False) for joins in (True, False)}


def test_a_blocker_plays_as_the_question_says() -> None:
    pattern: Any = exercise("blocking_player")
    for student in STUDENTS:
        case: Danger = pattern.case(student)
        for view, actions, rng in pattern.trials(case):
            lying = {front for front in view.fronts if front is not None}
            if any(size <= case.few for size in view.hand_sizes[1:]):
                wanted = view.hand[-1]
            else:
                wanted = max(lying & set(view.hand), default=view.hand[0])
            assert Blocker(case.few)(view, actions, rng) == Play(wanted)


def test_a_blocker_can_enter_a_tournament() -> None:
    table = tournament(
        "fuji_flush", {"me": Blocker(2), "chance": "random"}, rounds=3, progress=False
    )
    assert not table.score.faults
    assert table.matches["me"] == 18
