"""Both teams listen: interceptions and misunderstandings, round after round."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import prod
from random import Random
from typing import NamedTuple

from gamelib.decrypto.exercises.positions import RULES
from gamelib.decrypto.odds import pair_lasts, rounds_until
from gamelib.exercises import Exercise, pick


class Readers(NamedTuple):
    """How likely your team, and the other team, take each of three clues for the right number."""

    mates: tuple[Fraction, ...]
    rivals: tuple[Fraction, ...]


def _tenths(rng: Random, choices: Sequence[int]) -> tuple[Fraction, ...]:
    return tuple(Fraction(pick(rng, choices), 10) for _ in range(3))


good_round = Exercise(
    key="good_round",
    lesson="07",
    level=2,
    rules=RULES,
    make=lambda rng: Readers(_tenths(rng, (7, 8, 9)), _tenths(rng, range(2, 9))),
    answer=lambda case: prod(case.mates) * (1 - prod(case.rivals)),
    words=lambda case: {
        **case._asdict(),
        "understood": prod(case.mates),
        "caught": prod(case.rivals),
        "missed": 1 - prod(case.rivals),
    },
    misconceptions={
        "every_clue_missed": lambda case: (
            prod(case.mates) * prod(1 - chance for chance in case.rivals)
        ),
        "rivals_forgotten": lambda case: prod(case.mates),
        "team_forgotten": lambda case: 1 - prod(case.rivals),
    },
)


class Rounds(NamedTuple):
    """A chance to intercept from round 2 on, the same in every round, and a number of rounds."""

    chance: Fraction
    rounds: int


def _rounds_words(case: Rounds) -> dict[str, object]:
    tries, chance = case.rounds - 1, case.chance
    return {
        **case._asdict(),
        "tries": tries,
        "none": (1 - chance) ** tries,
        "one": tries * chance * (1 - chance) ** (tries - 1),
    }


second_interception = Exercise(
    key="second_interception",
    lesson="07",
    level=2,
    rules=RULES,
    make=lambda rng: Rounds(Fraction(1, pick(rng, range(2, 11))), pick(rng, range(4, 9))),
    answer=lambda case: sum(rounds_until(case.chance, case.rounds - 1)),
    words=_rounds_words,
    misconceptions={
        "round_one_counted": lambda case: sum(rounds_until(case.chance, case.rounds)),
        "one_is_enough": lambda case: 1 - (1 - case.chance) ** (case.rounds - 1),
        "in_that_round": lambda case: rounds_until(case.chance, case.rounds - 1)[-1],
    },
)


class Chased(NamedTuple):
    """A pair against an interceptor: the chances of a token of either kind, round by round."""

    catch: Fraction
    miss: Fraction


def _at_most_one(chance: Fraction, tries: int) -> Fraction:
    return (1 - chance) ** tries + tries * chance * (1 - chance) ** (tries - 1)


def _from_round_one(case: Chased) -> Fraction:
    """Return the answer if the interceptor might guess in round 1 already."""
    none = (1 - case.catch) * (1 - case.miss)
    one = case.catch * (1 - case.miss) + (1 - case.catch) * case.miss
    return none**5 + 5 * one * none**4


def _chased_words(case: Chased) -> dict[str, object]:
    catch, miss = case
    none = (1 - catch) ** 4 * (1 - miss) ** 5
    caught = 4 * catch * (1 - catch) ** 3 * (1 - miss) ** 5
    return {
        **case._asdict(),
        "none": float(none),
        "caught": float(caught),
        "missed": float((1 - catch) ** 4 * 5 * miss * (1 - miss) ** 4),
    }


pair_survives = Exercise(
    key="pair_survives",
    lesson="07",
    level=3,
    rules=RULES,
    make=lambda rng: Chased(
        Fraction(1, pick(rng, range(3, 11))), Fraction(1, pick(rng, range(4, 16)))
    ),
    answer=lambda case: pair_lasts(case.catch, case.miss),
    words=_chased_words,
    misconceptions={
        "round_one_counted": _from_round_one,
        "one_is_enough": lambda case: (1 - case.catch) ** 4 * (1 - case.miss) ** 5,
        "tokens_kept_apart": lambda case: _at_most_one(case.catch, 4) * _at_most_one(case.miss, 5),
    },
)
