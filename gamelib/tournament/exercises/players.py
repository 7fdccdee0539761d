"""A player, written by the student."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

from gamelib.exercises import FunctionExercise, pick, shuffled
from gamelib.fuji_flush.exercises.positions import RULES as FUJI_FLUSH
from gamelib.fuji_flush.exercises.positions import position
from gamelib.fuji_flush.rules import Play, View
from gamelib.game import Action
from gamelib.players import Player


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
