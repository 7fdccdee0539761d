"""Lesson 04, simulate and compare: pairs of games, an estimate, and a player of one's own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import sqrt
from random import Random
from typing import Any, NamedTuple

from gamelib.exercises import NUMBER, Exercise, FunctionExercise, pick
from gamelib.fuji_flush.exercises.positions import RULES, groups_on_table, start_for_three
from gamelib.fuji_flush.odds import flushes
from gamelib.fuji_flush.rules import Play, View
from gamelib.game import Action


class Pairing(NamedTuple):
    """Two players in the same games, with the same luck: who won how many of them."""

    games: int
    both: int
    first: int
    """Games that only the first player won."""
    second: int

    @property
    def error(self) -> float:
        """The standard error of the difference of the shares, game by game."""
        apart, ahead = self.first + self.second, self.first - self.second
        return sqrt(apart - ahead * ahead / self.games) / self.games

    @property
    def unpaired(self) -> float:
        """The standard error if the two had played different games."""
        shares = [(self.both + alone) / self.games for alone in (self.first, self.second)]
        return sqrt(sum(share * (1 - share) / self.games for share in shares))


def _pairing(rng: Random) -> Pairing:
    games = pick(rng, (100, 150, 200, 250, 300))
    second = games * pick(rng, range(4, 10)) // 100
    first = second + games * pick(rng, range(3, 9)) // 100
    return Pairing(games, games * pick(rng, range(15, 31)) // 100, first, second)


def _pairing_words(case: Pairing) -> dict[str, object]:
    ahead = case.first - case.second
    return {
        **case._asdict(),
        "apart": case.first + case.second,
        "ahead": ahead,
        "mean": ahead / case.games,
        "spread": (case.first + case.second) / case.games - (ahead / case.games) ** 2,
        "unpaired": case.unpaired,
    }


paired_error = Exercise(
    key="paired_error",
    lesson="04",
    level=2,
    rules=RULES,
    make=_pairing,
    answer=lambda case: case.error,
    words=_pairing_words,
    misconceptions={
        "as_if_unpaired": lambda case: case.unpaired,
        "forgot_to_divide": lambda case: case.error * sqrt(case.games),
        "difference_not_error": lambda case: (case.first - case.second) / case.games,
    },
    kind=NUMBER,
    tolerance=Fraction(1, 2000),
)


class Seeded(NamedTuple):
    """The seed of the cases that a student's function is tried on."""

    seed: int


def _some_seed(rng: Random) -> Seeded:
    return Seeded(pick(rng, range(10**6)))


def right_estimate(trial: Callable[[Random], bool], n: int, rng: Random) -> float:
    """Return the share of n trials that came true."""
    return sum(bool(trial(rng)) for _ in range(n)) / n


def _estimates(case: Seeded) -> list[tuple[Any, ...]]:
    rng = Random(case.seed)
    trials: list[tuple[Any, ...]] = [(_always, 3, Random(1)), (_never, 5, Random(2))]
    for n in (1, 10, 50, 200):
        chance = pick(rng, range(20, 80)) / 100
        trials.append((_coin(chance), n, Random(pick(rng, range(10**6)))))
    return trials


def _always(rng: Random) -> bool:
    return True


def _never(rng: Random) -> bool:
    return False


def _coin(chance: float) -> Callable[[Random], bool]:
    def flips(rng: Random) -> bool:
        return rng.random() < chance

    flips.__name__ = f"flips_{round(100 * chance)}_percent"
    return flips


def _count_only(trial: Callable[[Random], bool], n: int, rng: Random) -> float:
    return sum(bool(trial(rng)) for _ in range(n))


def _once_only(trial: Callable[[Random], bool], n: int, rng: Random) -> float:
    return float(bool(trial(rng)))


estimate = FunctionExercise(
    key="estimate",
    lesson="04",
    level=2,
    rules=RULES,
    make=_some_seed,
    answer=lambda case: right_estimate,
    words=lambda case: {},
    misconceptions={
        "count_instead_of_share": lambda case: _count_only,
        "one_trial_for_all": lambda case: _once_only,
    },
    tolerance=Fraction(1, 10**6),
    trials=_estimates,
    about=lambda args: {"name": args[0].__name__, "n": args[1]},
)


def right_flusher(view: View, actions: Sequence[Action], rng: Random) -> Action:
    """Play the lowest card that flushes another; if none does, the highest."""
    for action in actions:
        assert isinstance(action, Play)
        if flushes(view, action.card):
            return action
    return actions[-1]


def _highest(view: View, actions: Sequence[Action], rng: Random) -> Action:
    return actions[-1]


def _highest_flusher(view: View, actions: Sequence[Action], rng: Random) -> Action:
    """Play the highest card that flushes another, or the highest."""
    good = [action for action in actions if isinstance(action, Play) and flushes(view, action.card)]
    return (good or actions)[-1]


def _faces_only(view: View, actions: Sequence[Action], rng: Random) -> Action:
    """Play the lowest card that is higher than another's, as if there were no groups."""
    lying = [front for front in view.fronts if front is not None]
    good = [
        action
        for action in actions
        if isinstance(action, Play) and any(front < action.card for front in lying)
    ]
    return good[0] if good else actions[-1]


def _tables_to_try(case: Seeded) -> list[tuple[Any, ...]]:
    rng = Random(case.seed)
    trials: list[tuple[Any, ...]] = []
    for n in range(12):
        view = groups_on_table(rng).view if n else start_for_three(rng).view
        actions = tuple(map(Play, dict.fromkeys(view.hand)))
        trials.append((view, actions, Random(pick(rng, range(10**6)))))
    return trials


flusher_player = FunctionExercise(
    key="flusher_player",
    lesson="04",
    level=3,
    rules=RULES,
    make=_some_seed,
    answer=lambda case: right_flusher,
    words=lambda case: {},
    misconceptions={
        "always_highest": lambda case: _highest,
        "highest_flusher": lambda case: _highest_flusher,
        "faces_compared": lambda case: _faces_only,
    },
    trials=_tables_to_try,
    about=lambda args: {
        "hand": args[0].hand,
        "fronts": tuple(front for front in args[0].fronts if front is not None),
    },
)
