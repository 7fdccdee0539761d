"""Lesson 04, simulate and compare: how sure a share of games is, and a player of one's own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from random import Random
from typing import Any, NamedTuple

from gamelib.auberge.exercises.positions import RULES, YOU, position
from gamelib.auberge.odds import advice
from gamelib.auberge.rules import Accuse, View
from gamelib.exercises import NUMBER, Exercise, FunctionExercise, pick
from gamelib.game import Action
from gamelib.players import Player


class Record(NamedTuple):
    """So many games, and how many of them were won."""

    games: int
    wins: int

    @property
    def share(self) -> Fraction:
        """The share of games won."""
        return Fraction(self.wins, self.games)

    @property
    def error(self) -> float:
        """The standard error of that share."""
        return sqrt(self.share * (1 - self.share) / self.games)


def _record(rng: Random) -> Record:
    games = pick(rng, (100, 150, 200, 250, 300, 400, 500))
    return Record(games, games * pick(rng, range(20, 46)) // 100)


def _record_words(case: Record) -> dict[str, object]:
    return {
        "games": case.games,
        "wins": case.wins,
        "share": float(case.share),
        "rest": float(1 - case.share),
        "variance": float(case.share * (1 - case.share)),
        "error": case.error,
        "reach": 1.96 * case.error,
    }


standard_error = Exercise(
    key="standard_error",
    lesson="04",
    level=1,
    rules=RULES,
    make=_record,
    answer=lambda case: case.error,
    words=_record_words,
    misconceptions={
        "forgot_the_root": lambda case: case.error**2,
        "forgot_to_divide": lambda case: case.error * sqrt(case.games),
        "whole_interval": lambda case: 1.96 * case.error,
    },
    kind=NUMBER,
    tolerance=Fraction(1, 2000),
)

interval = Exercise(
    key="interval",
    lesson="04",
    level=1,
    rules=RULES,
    make=_record,
    answer=lambda case: float(case.share) - 1.96 * case.error,
    words=_record_words,
    misconceptions={
        "one_error_only": lambda case: float(case.share) - case.error,
        "upper_end": lambda case: float(case.share) + 1.96 * case.error,
    },
    tolerance=Fraction(1, 500),
)


class Plan(NamedTuple):
    """A share that is expected, and how near to it an estimate should come, both in percent."""

    share: int
    near: int

    @property
    def games(self) -> int:
        """How many games it takes."""
        return _enough(self, 1.96)


def _enough(plan: Plan, reach: float) -> int:
    """Return for how many games so many standard errors are as near as planned."""
    share = plan.share / 100
    games = share * (1 - share) * (100 * reach / plan.near) ** 2
    return int(games) + (games > int(games))


games_needed = Exercise(
    key="games_needed",
    lesson="04",
    level=2,
    rules=RULES,
    make=lambda rng: Plan(pick(rng, (20, 25, 30, 35, 40, 45, 50)), pick(rng, (2, 3, 4))),
    answer=lambda case: case.games,
    words=lambda case: {
        "share": case.share,
        "rest": 100 - case.share,
        "near": case.near,
    },
    misconceptions={
        "one_error_only": lambda case: _enough(case, 1),
        "forgot_the_square": lambda case: 100 * 1.96 / case.near,
        "whole_width": lambda case: _enough(case, 2 * 1.96),
    },
    kind=NUMBER,
    tolerance=Fraction(5),
)


# A player, written by the student and tried in positions of its own.


@dataclass(frozen=True)
class Careful:
    """Accuse only if that is likelier right than a limit says; else take what risks least."""

    limit: Fraction

    def __call__(self, view: View, actions: Sequence[Action], rng: Random) -> Action:
        """Return the accusation likeliest to be right, or the first of the least risky actions."""
        offered = advice(view)
        accusations = [entry for entry in offered if isinstance(entry.action, Accuse)]
        best = min(accusations, key=lambda entry: entry.risk)
        if 1 - best.risk > self.limit:
            return best.action
        others = [entry for entry in offered if not isinstance(entry.action, Accuse)]
        return min(others, key=lambda entry: entry.risk).action


class Limit(NamedTuple):
    """What the student's player has to do, and the seed of the positions it is tried in."""

    percent: int
    seed: int


def _least_risky_of_all(case: Limit) -> Player:
    """Return a player that takes an accusation for one risk among others."""
    return lambda view, actions, rng: min(advice(view), key=lambda entry: entry.risk).action


def _accuses_below(case: Limit) -> Player:
    """Return a player that mixes up the risk of an accusation and its chance to be right."""

    def player(view: View, actions: Sequence[Action], rng: Random) -> Action:
        offered = advice(view)
        accusations = [entry for entry in offered if isinstance(entry.action, Accuse)]
        likely = max(accusations, key=lambda entry: entry.risk)
        if likely.risk > Fraction(case.percent, 100):
            return likely.action
        others = [entry for entry in offered if not isinstance(entry.action, Accuse)]
        return min(others, key=lambda entry: entry.risk).action

    return player


def _tables_to_try(case: Limit) -> list[tuple[Any, ...]]:
    rng = Random(case.seed)
    trials: list[tuple[Any, ...]] = []
    for n in range(12):
        hand = 0 if n % 3 == 0 else 2  # without a hand card there is no attack: all has its risk
        others = [
            (pick(rng, (1, 2, 4, 6)), pick(rng, (1, 2, 3))) for _ in range(pick(rng, (1, 2, 3)))
        ]
        view = position(rng, hand, pick(rng, (1, 2, 3)), others)
        actions = tuple(entry.action for entry in advice(view))
        trials.append((view, actions, Random(pick(rng, range(10**6)))))
    return trials


def _about_a_table(args: tuple[Any, ...]) -> Mapping[str, object]:
    view: View = args[0]
    others = view.alive[1:]
    return {
        "hand": view.hand,
        "mine": view.tables[YOU],
        "tables": " | ".join(", ".join(map(str, view.tables[seat])) for seat in others),
        "sizes": ", ".join(str(view.hand_sizes[seat]) for seat in others),
    }


careful_player = FunctionExercise(
    key="careful_player",
    lesson="04",
    level=3,
    rules=RULES,
    make=lambda rng: Limit(pick(rng, (50, 55, 60, 65, 70)), pick(rng, range(10**6))),
    answer=lambda case: Careful(Fraction(case.percent, 100)),
    words=lambda case: {"percent": case.percent},
    misconceptions={
        "accusing_is_one_risk": _least_risky_of_all,
        "risk_instead_of_chance": _accuses_below,
    },
    trials=_tables_to_try,
    about=_about_a_table,
)
