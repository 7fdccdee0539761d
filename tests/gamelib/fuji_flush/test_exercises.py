"""The answers of Fuji Flush's exercises, each reached a second way: by trying all cases."""

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations, permutations
from math import sqrt
from random import Random
from statistics import pstdev
from typing import Any

import pytest

from gamelib.counting import add, cards, remove
from gamelib.exercises import exercise
from gamelib.fuji_flush.exercises import EXERCISES, describe
from gamelib.fuji_flush.exercises.combining import Duel
from gamelib.fuji_flush.exercises.positions import Case, played, position
from gamelib.fuji_flush.exercises.simulating import Pairing
from gamelib.fuji_flush.rules import Drawn, Phase, Play, State, View, power
from tests.gamelib.tables import slow

STUDENTS = [f"pupil {n}" for n in range(6)]


def unseen_cards(view: View) -> list[int]:
    left = Counter(cards(view.game.deck))
    left.subtract(view.hand)
    left.subtract(cards(view.discard))
    left.subtract([front for front in view.fronts if front is not None])
    return sorted(left.elements())


def share(cases: Iterator[bool] | list[bool]) -> Fraction:
    tried = list(cases)
    return Fraction(sum(tried), len(tried))


def after(case: Case, *plays: int) -> list[State]:
    """The states by the rules after your card and then these cards of the others."""
    view = case.view
    game = view.game
    heap = Counter(unseen_cards(view))
    heap.subtract(plays)
    rest = sorted(heap.elements())
    hands = [view.hand]
    for seat, size in enumerate(view.hand_sizes[1:]):
        own = plays[seat : seat + 1]
        hands.append(tuple(sorted((*own, *(rest.pop() for _ in range(size - len(own)))))))
    pile = add((0,) * len(game.deck), rest)
    state = State(view.phase, 0, tuple(hands), view.fronts, pile, view.discard)
    states = []
    for seat, card in enumerate((case.value, *plays)):
        while game.turn(state) != seat or state.phase is Phase.PUSH:
            step: Any = game.actions(state)[0] if state.phase is Phase.PUSH else None
            if step is None:  # somebody draws: any card that is not needed will do
                step = Drawn(cards(state.pile)[0])
            state = game.play(state, step)
        state = game.play(state, Play(card))
        states.append(state)
    return states


def group_power(case: Case) -> int:
    [state] = after(case)
    return power(state.fronts, case.value)


def flush_count(case: Case) -> int:
    [state] = after(case)
    lost = [before is not None and now is None
            for before, now in zip(case.view.fronts, state.fronts, strict=True)]  # fmt: skip
    return sum(lost)


def partners_needed(case: Duel) -> int:
    return next(count for count in range(1, 20) if count * case.value > case.lying)


def one_holds(case: Case) -> Fraction:
    """The copies lie in any places, of which the first few are Blaise's hand."""
    return share(min(places) < case.view.hand_sizes[1] for places in all_places(case))


def all_places(case: Case) -> Iterator[tuple[int, ...]]:
    hidden = unseen_cards(case.view)
    return combinations(range(len(hidden)), hidden.count(case.value))


def holders(case: Case, places: tuple[int, ...]) -> set[int]:
    """Who holds the value if its copies lie in these places: hands first, then the pile."""
    ends: list[int] = []
    for size in case.view.hand_sizes[1:]:
        ends.append(size + (ends[-1] if ends else 0))
    return {seat for place in places for seat in [sum(place >= end for end in ends)]} - {len(ends)}


def anyone_joins(case: Case) -> Fraction:
    return share(bool(holders(case, places)) for places in all_places(case))


def exactly_one_holds(case: Case) -> Fraction:
    return share(len(holders(case, places)) == 1 for places in all_places(case))


def expected_cards(case: Case) -> Fraction:
    hands = sum(case.view.hand_sizes[1:])
    numbers = [sum(place < hands for place in places) for places in all_places(case)]
    return Fraction(sum(numbers), len(numbers))


def expected_power(case: Case) -> Fraction:
    powers = [case.value * (1 + len(holders(case, places))) for places in all_places(case)]
    return Fraction(sum(powers), len(powers))


def next_flushes(case: Case) -> Fraction:
    lost = {card: after(case, card)[-1].fronts[0] is None for card in set(unseen_cards(case.view))}
    return share([lost[card] for card in unseen_cards(case.view)])


def survive(case: Case) -> Fraction:
    kinds = Counter(permutations(unseen_cards(case.view), 2))
    stays = {two: all(state.fronts[0] for state in after(case, *two)) for two in kinds}
    return Fraction(sum(times for two, times in kinds.items() if stays[two]), kinds.total())


def paired_error(case: Pairing) -> float:
    nothing = case.games - case.first - case.second
    return pstdev([1] * case.first + [-1] * case.second + [0] * nothing) / sqrt(case.games)


AGAIN: dict[str, Callable[[Any], Any]] = {
    "group_power": group_power,
    "partners_needed": partners_needed,
    "flush_count": flush_count,
    "one_holds": one_holds,
    "anyone_joins": anyone_joins,
    "expected_cards": expected_cards,
    "next_flushes": next_flushes,
    "exactly_one_holds": exactly_one_holds,
    "survive": survive,
    "expected_power": expected_power,
    "paired_error": paired_error,
}


def test_every_answer_is_reached_a_second_way() -> None:
    functions = {"estimate", "flusher_player"}
    assert set(AGAIN) == {pattern.key for pattern in EXERCISES} - functions


def can_be_tried(key: str, case: Any) -> bool:
    """Tell whether the copies of the value can lie in few enough places."""
    if exercise(key).counted is None or key in ("survive", "next_flushes"):
        return True
    return unseen_cards(case.view).count(case.value) <= 3


@slow
@pytest.mark.parametrize("key", AGAIN)
def test_the_answer_equals_trying_all_cases(key: str) -> None:
    pattern = exercise(key)
    cases = [pattern.case(f"pupil {n}") for n in range(40)]
    tried = [case for case in cases if can_be_tried(key, case)][:3]
    assert len(tried) == 3
    for case in tried:
        assert pattern.answer(case) == pytest.approx(AGAIN[key](case), abs=1e-12)


def test_only_tables_are_shown_that_can_be() -> None:
    """The card played last has flushed what was weaker, so its group is the weakest there."""
    for key in ("group_power", "flush_count", "one_holds", "next_flushes"):
        for student in STUDENTS:
            fronts = exercise(key).case(student).view.fronts
            powers = [power(fronts, front) for front in fronts if front is not None]
            assert fronts[-1] is not None
            assert power(fronts, fronts[-1]) == min(powers)


def test_a_round_is_played_by_the_rules() -> None:
    """FF-8 without its first go: the 8 falls to two sevens."""
    assert played([8, 7, 7]) == ((None, None, 7, 7), [8])
    assert played([14, 7, 7]) == ((None, 14, 7, 7), [])


def test_a_position_tells_everything_that_is_open() -> None:
    view = position(Random(3), 6, [12, 8, 4, 10], discarded=3)
    text = describe(view)
    assert f"Blaise: the 12 lies there, cards in hand {view.hand_sizes[1]}." in text
    assert "Daniel: nothing lies there" in text
    assert f"Cards in the pile: {view.pile_size}." in text
    assert "Discarded: " in text
    for card in cards(view.discard):
        assert str(card) in text
    everything = remove(view.game.deck, (*view.hand, *(f for f in view.fronts if f)))
    assert sum(everything) == view.pile_size + sum(view.hand_sizes[1:]) + sum(view.discard)
