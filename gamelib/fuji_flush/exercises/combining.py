"""Lesson 03, combinations: who joins, who is flushed, who survives."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import comb
from random import Random
from typing import NamedTuple

from gamelib.counting import cards, chance_of_any
from gamelib.exercises import NUMBER, Exercise, pick, shuffled
from gamelib.fuji_flush.exercises.positions import (
    BLAISE,
    RULES,
    Case,
    cards_left,
    groups_on_table,
    opponents,
    played,
    position,
    position_words,
    start_for_three,
)
from gamelib.fuji_flush.odds import flushers, flushes, holders, join_chance, survival, unseen
from gamelib.fuji_flush.rules import DECK, power


def _alike(case: Case) -> int:
    return case.view.fronts.count(case.value)


group_power = Exercise(
    key="group_power",
    lesson="03",
    level=1,
    rules=RULES,
    make=groups_on_table,
    answer=lambda case: case.value * (_alike(case) + 1),
    words=lambda case: {
        **position_words(case),
        "alike": _alike(case),
        "together": _alike(case) + 1,
    },
    misconceptions={
        "forgot_own_card": lambda case: case.value * _alike(case),
        "added_cards": lambda case: case.value + _alike(case) + 1,
    },
    kind=NUMBER,
    tolerance=Fraction(0),
    view=lambda case: case.view,
)


class Duel(NamedTuple):
    """A card that lies alone, and the value that is to flush it together."""

    lying: int
    value: int


partners_needed = Exercise(
    key="partners_needed",
    lesson="03",
    level=1,
    rules=RULES,
    make=lambda rng: Duel(pick(rng, range(8, 21)), pick(rng, range(2, 8))),
    answer=lambda case: case.lying // case.value + 1,
    words=lambda case: {
        **case._asdict(),
        "few": case.lying // case.value,
        "power_few": case.lying // case.value * case.value,
        "needed": case.lying // case.value + 1,
        "power": (case.lying // case.value + 1) * case.value,
    },
    misconceptions={
        "equal_is_enough": lambda case: -(-case.lying // case.value),
        "one_card_is_enough": lambda case: 1,
    },
    kind=NUMBER,
    tolerance=Fraction(0),
)


def _strength(case: Case) -> int:
    """Return the power of your card's group once you have played it."""
    return case.value * (_alike(case) + 1)


def _rivals(case: Case) -> list[int]:
    """Return the cards of other values on the table."""
    return [front for front in case.view.fronts if front not in (None, case.value)]


def _flush_words(case: Case) -> dict[str, object]:
    rivals = sorted(set(_rivals(case)))
    groups = [
        f"{card} × {_rivals(case).count(card)} = {power(case.view.fronts, card)}" for card in rivals
    ]
    return {
        **position_words(case),
        "together": _alike(case) + 1,
        "power": _strength(case),
        "groups": tuple(groups),
        "seats": flushes(case.view, case.value),
    }


flush_count = Exercise(
    key="flush_count",
    lesson="03",
    level=1,
    rules=RULES,
    make=groups_on_table,
    answer=lambda case: len(flushes(case.view, case.value)),
    words=_flush_words,
    misconceptions={
        "faces_compared": lambda case: sum(card < case.value for card in _rivals(case)),
        "groups_not_multiplied": lambda case: sum(card < _strength(case) for card in _rivals(case)),
    },
    kind=NUMBER,
    tolerance=Fraction(0),
    view=lambda case: case.view,
)


def _some_table(rng: Random) -> Case:
    """Draw a table with a few cards on it, and a card of yours that others may hold too."""
    value = pick(rng, range(3, 13))
    deck = shuffled(rng, [card for card in cards(DECK) if card != value])
    plays = deck[: pick(rng, (2, 3, 4))]
    return Case(position(rng, value, plays, discarded=pick(rng, (0, 4, 6))), value)


def _one(case: Case) -> Fraction:
    """Return the chance that Blaise holds the value."""
    return chance_of_any(sum(unseen(case.view)), cards_left(case), case.view.hand_sizes[BLAISE])


def _one_words(case: Case) -> dict[str, object]:
    total, size = sum(unseen(case.view)), case.view.hand_sizes[BLAISE]
    return {
        **position_words(case, [case.value]),
        "others": total - cards_left(case),
        "none": comb(total - cards_left(case), size),
        "cases": comb(total, size),
    }


one_holds = Exercise(
    key="one_holds",
    lesson="03",
    level=1,
    rules=RULES,
    make=_some_table,
    answer=_one,
    words=_one_words,
    misconceptions={
        "added": lambda case: Fraction(
            cards_left(case) * case.view.hand_sizes[BLAISE], sum(unseen(case.view))
        ),
        "with_replacement": lambda case: (
            1
            - (1 - Fraction(cards_left(case), sum(unseen(case.view))))
            ** case.view.hand_sizes[BLAISE]
        ),
        "whole_deck": lambda case: chance_of_any(
            sum(DECK), DECK[case.value], case.view.hand_sizes[BLAISE]
        ),
    },
    view=lambda case: case.view,
    counted=lambda case: [case.value],
)


def _each(case: Case) -> list[Fraction]:
    """Return for each opponent the chance of holding the value."""
    total = sum(unseen(case.view))
    return [chance_of_any(total, cards_left(case), size) for size in opponents(case.view)]


def _independent(chances: Sequence[Fraction]) -> tuple[Fraction, Fraction]:
    """Return the chances that none and that exactly one comes true, if none told of another."""
    none, one = Fraction(1), Fraction(0)
    for chance in chances:
        none, one = none * (1 - chance), one * (1 - chance) + none * chance
    return none, one


def _join_words(case: Case) -> dict[str, object]:
    total, concealed = sum(unseen(case.view)), sum(opponents(case.view))
    return {
        **position_words(case, [case.value]),
        "none": comb(total - concealed, cards_left(case)),
        "cases": comb(total, cards_left(case)),
    }


anyone_joins = Exercise(
    key="anyone_joins",
    lesson="03",
    level=2,
    rules=RULES,
    make=_some_table,
    answer=lambda case: join_chance(case.view, case.value),
    words=_join_words,
    misconceptions={
        "added": lambda case: sum(_each(case)),
        "independent": lambda case: 1 - _independent(_each(case))[0],
        "one_opponent": _one,
    },
    view=lambda case: case.view,
    counted=lambda case: [case.value],
)


def _two_left(rng: Random) -> Case:
    """Draw a table for which two or three cards of your value are still unseen."""
    case = _some_table(rng)
    while not 2 <= cards_left(case) <= 3:
        case = _some_table(rng)
    return case


def _exactly_words(case: Case) -> dict[str, object]:
    total, copies = sum(unseen(case.view)), cards_left(case)
    sizes, pile = opponents(case.view), total - sum(opponents(case.view))
    ways = [comb(size + pile, copies) - comb(pile, copies) for size in sizes]
    return {
        **position_words(case, [case.value]),
        "ways": " + ".join(map(str, ways)),
        "good": sum(ways),
        "cases": comb(total, copies),
    }


exactly_one_holds = Exercise(
    key="exactly_one_holds",
    lesson="03",
    level=3,
    rules=RULES,
    make=_two_left,
    answer=lambda case: holders(case.view, case.value)[1],
    words=_exactly_words,
    misconceptions={
        "independent": lambda case: _independent(_each(case))[1],
        "at_least_instead_of_exactly": lambda case: 1 - holders(case.view, case.value)[0],
    },
    view=lambda case: case.view,
    counted=lambda case: [case.value],
)


def _expected(case: Case) -> Fraction:
    return Fraction(cards_left(case) * sum(opponents(case.view)), sum(unseen(case.view)))


expected_cards = Exercise(
    key="expected_cards",
    lesson="03",
    level=2,
    rules=RULES,
    make=_some_table,
    answer=_expected,
    words=lambda case: position_words(case, [case.value]),
    misconceptions={
        "whole_deck": lambda case: Fraction(
            DECK[case.value] * sum(opponents(case.view)), sum(DECK)
        ),
        "forgot_the_pile": cards_left,
        "chance_instead_of_mean": lambda case: join_chance(case.view, case.value),
    },
    kind=NUMBER,
    tolerance=Fraction(1, 100),
    view=lambda case: case.view,
    counted=lambda case: [case.value],
)


def _rival_groups(rng: Random) -> Case:
    """Draw a table with a group that stays, and that a further card would lift above yours.

    Nothing lies before Blaise any more, so nothing is pushed through before he plays.
    """
    value = pick(rng, range(8, 14))
    twin = pick(rng, range(value // 2 + 1, value))
    while True:
        high = pick(rng, range(value + 1, 19))
        plays = [pick(rng, (2, 3, 4)), *shuffled(rng, [twin, twin, high])]
        fronts, gone = played(plays)
        if fronts[BLAISE] is None and len(gone) == 1:
            return Case(position(rng, value, plays), value)


def _marked(case: Case, values: Iterable[int]) -> Fraction:
    left = unseen(case.view)
    return Fraction(sum(left[value] for value in values), sum(left))


def _rising(case: Case) -> list[int]:
    """Return the unseen values that are higher than your group's power by themselves."""
    left = unseen(case.view)
    return [card for card in range(_strength(case) + 1, len(left)) if left[card]]


def _joining(case: Case) -> list[int]:
    """Return the values that are not, and flush your card all the same: they join a group."""
    return [card for card in flushers(case.view, case.value) if card not in _rising(case)]


def _next_words(case: Case) -> dict[str, object]:
    left = unseen(case.view)
    return {
        **position_words(case, flushers(case.view, case.value)),
        "power": _strength(case),
        "rising": sum(left[card] for card in _rising(case)),
        "joining": tuple(_joining(case)),
        "joiners": sum(left[card] for card in _joining(case)),
    }


next_flushes = Exercise(
    key="next_flushes",
    lesson="03",
    level=2,
    rules=RULES,
    make=_rival_groups,
    answer=lambda case: _marked(case, flushers(case.view, case.value)),
    words=_next_words,
    misconceptions={
        "single_cards_only": lambda case: _marked(case, _rising(case)),
        "equal_is_enough": lambda case: _marked(
            case, {*flushers(case.view, case.value), _strength(case)}
        ),
    },
    view=lambda case: case.view,
    counted=lambda case: flushers(case.view, case.value),
)


def _ways(case: Case) -> tuple[int, int, int]:
    """Return in how many ways two cards, one after the other, flush yours.

    The first is higher; or it is not, and the second is; or both are lower, and a pair is stronger.
    (A first card that joins yours doubles its power, so that few second cards are higher.)
    """
    left, value = unseen(case.view), case.value
    total = sum(left)
    higher, equal, lower = sum(left[value + 1 :]), left[value], sum(left[:value])
    first = higher * (total - 1)
    second = lower * higher + equal * sum(left[2 * value + 1 :])
    pairs = sum(left[card] * (left[card] - 1) for card in range(value) if 2 * card > value)
    return first, second, pairs


def _survive_words(case: Case) -> dict[str, object]:
    left, value = unseen(case.view), case.value
    total = sum(left)
    first, second, pairs = _ways(case)
    return {
        **position_words(case, range(value + 1, len(left))),
        "double": 2 * value,
        "less": total - 1,
        "cases": total * (total - 1),
        "first": first,
        "second": second,
        "pairs": pairs,
        "lost": first + second + pairs,
        "half": Fraction(value, 2),
    }


def _not_higher(case: Case) -> Fraction:
    return 1 - _marked(case, range(case.value + 1, len(DECK)))


def _without_combinations(case: Case) -> Fraction:
    left = unseen(case.view)
    low, total = sum(left[: case.value + 1]), sum(left)
    return Fraction(low * (low - 1), total * (total - 1))


survive = Exercise(
    key="survive",
    lesson="03",
    level=3,
    rules=RULES,
    make=start_for_three,
    answer=lambda case: survival(case.view, case.value),
    words=_survive_words,
    misconceptions={
        "single_cards_only": _without_combinations,
        "with_replacement": lambda case: _not_higher(case) ** 2,
        "one_opponent": _not_higher,
        "complement": lambda case: 1 - survival(case.view, case.value),
    },
    view=lambda case: case.view,
    counted=lambda case: [
        card for card, copies in enumerate(unseen(case.view)) if copies and card > case.value
    ],
)


def _expected_power(case: Case) -> Fraction:
    return case.value * (1 + sum(_each(case), Fraction(0)))


expected_power = Exercise(
    key="expected_power",
    lesson="03",
    level=3,
    rules=RULES,
    make=_some_table,
    answer=_expected_power,
    words=lambda case: {
        **position_words(case, [case.value]),
        "chances": tuple(map(float, _each(case))),
        "joiners": float(sum(_each(case))),
    },
    misconceptions={
        "forgot_own_card": lambda case: case.value * sum(_each(case)),
        "at_most_one": lambda case: case.value * (1 + join_chance(case.view, case.value)),
        "cards_instead_of_holders": lambda case: case.value * (1 + _expected(case)),
    },
    kind=NUMBER,
    tolerance=Fraction(1, 50),
    view=lambda case: case.view,
    counted=lambda case: [case.value],
)
