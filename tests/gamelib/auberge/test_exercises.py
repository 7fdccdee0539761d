"""The answers of Auberge's exercises, each reached a second way: by trying all cases one by one."""

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations, product
from math import sqrt
from random import Random
from statistics import pstdev
from typing import Any

import pytest

from gamelib.auberge.exercises import EXERCISES, describe
from gamelib.auberge.exercises.accusing import Habit, Notes, Stakes, Tell
from gamelib.auberge.exercises.pair_risk import Staircase
from gamelib.auberge.exercises.positions import Case, position
from gamelib.auberge.exercises.simulating import Plan, Record
from gamelib.auberge.rules import Accuse, View, has_pair
from gamelib.counting import cards
from gamelib.exercises import exercise

STUDENTS = [f"pupil {n}" for n in range(12)]


def unseen_cards(view: View) -> list[int]:
    """Every card of the deck that does not lie open and that you do not hold, one by one."""
    left = Counter(cards(view.game.deck))
    left.subtract(view.hand)
    left.subtract(cards(view.discard))
    for heap in (*view.tables, *view.known):
        left.subtract(heap)
    return sorted(left.elements())


def share(cases: Iterator[bool] | list[bool]) -> Fraction:
    """Favourable over possible."""
    tried = list(cases)
    return Fraction(sum(tried), len(tried))


def hands(case: Case) -> Iterator[tuple[int, ...]]:
    """All hidden hands that Blaise can have."""
    return combinations(unseen_cards(case.view), case.view.hand_sizes[1])


def mine(view: View) -> set[int]:
    return {*view.hand, *view.tables[0]}


def next_card(case: Case) -> Fraction:
    return share([card == case.value for card in unseen_cards(case.view)])


def draw_pair(case: Case) -> Fraction:
    return share([card in mine(case.view) for card in unseen_cards(case.view)])


def challenge(case: Case, seat: int = 1) -> Fraction:
    return share([card in case.view.tables[seat] for card in unseen_cards(case.view)])


def safest(case: Case) -> Fraction:
    return min(draw_pair(case), *(challenge(case, seat) for seat in (1, 2, 3)))


def in_staircase(case: Staircase) -> Fraction:
    deck = [value for value in range(case.lowest, case.highest + 1) for _ in range(value)]
    return share(has_pair(hand) for hand in combinations(deck, case.drawn))


def pair_in_k(case: Staircase) -> Fraction:
    """Card by card, without looking at single cards: which values have come so far?"""

    @cache
    def pair(come: frozenset[int]) -> Fraction:
        if len(come) == case.drawn:
            return Fraction(0)
        total = case_total - len(come)
        chance = Fraction(sum(value - 1 for value in come), total)
        for value in range(case.lowest, case.highest + 1):
            if value not in come:
                chance += Fraction(value, total) * pair(come | {value})
        return chance

    case_total = sum(range(case.lowest, case.highest + 1))
    return pair(frozenset())


def first_pair(case: Staircase) -> Fraction:
    @cache
    def more(come: frozenset[int]) -> Fraction:
        total = sum(range(case.lowest, case.highest + 1)) - len(come)
        new = (value for value in range(case.lowest, case.highest + 1) if value not in come)
        return 1 + sum(
            (Fraction(value, total) * more(come | {value}) for value in new), Fraction(0)
        )

    return more(frozenset())


def seen_changes(case: Case) -> Fraction:
    before = [*unseen_cards(case.view), *cards(case.view.discard)]
    return draw_pair(case) - share([card in mine(case.view) for card in before])


def two_draws(case: Case) -> Fraction:
    own = [*case.view.hand, *case.view.tables[0]]
    return share(has_pair([*own, *two]) for two in permutations(unseen_cards(case.view), 2))


def accusation(case: Case) -> Fraction:
    return share(has_pair([*case.view.tables[1], *hand]) for hand in hands(case))


def holds_value(case: Case) -> Fraction:
    return share(case.value in hand for hand in hands(case))


def hesitation(case: Notes) -> Fraction:
    hesitated = [True] * case.pairs_hesitated + [False] * case.others_hesitated
    return share(hesitated)


def glimpse(case: Case) -> Fraction:
    """All hands that Blaise had, of which one card, drawn by chance, was seen."""
    deck = [*unseen_cards(case.view), case.value]
    fits = (two for two in permutations(deck, 2) if two[0] == case.value)
    return share(has_pair([*case.view.tables[1], *two]) for two in fits)


def worth_it(case: Case) -> Fraction:
    players = len(case.view.alive)
    won = [Fraction(has_pair([*case.view.tables[1], *hand]), players - 1) for hand in hands(case)]
    return Fraction(sum(won), len(won)) - Fraction(1, players)


def at_least_one(case: Case) -> Fraction:
    fits = (hand for hand in hands(case) if case.value in hand)
    return share(hand.count(case.value) == 2 for hand in fits)


def base_rate(case: Habit) -> Fraction:
    everybody = [(True, case.pair)] * case.base + [(False, case.none)] * (100 - case.base)
    return share([pair for pair, often in everybody for _ in range(often)])


def behaviour(case: Tell) -> Fraction:
    table = case.view.tables[1]
    weights = [(card in table, case.pair if card in table else case.none)
               for card in unseen_cards(case.view)]  # fmt: skip
    return share([pair for pair, weight in weights for _ in range(weight)])


def accused_in_vain(case: Case) -> Fraction:
    table, cards_unseen = case.view.tables[1], unseen_cards(case.view)
    found = []
    for *old, new in permutations(range(len(cards_unseen)), case.view.hand_sizes[1]):
        before = [*table, *(cards_unseen[n] for n in old)]
        if not has_pair(before):
            found.append(has_pair([*before, cards_unseen[new]]))
    return share(found)


def break_even(case: Any) -> Fraction:
    """The first of a thousand chances at which accusing wins at least as often."""
    tries = (Fraction(n, 8400) for n in range(8401))
    return next(p for p in tries if p * Fraction(1, case.players - 1) >= Fraction(1, case.players))


def stakes(case: Stakes) -> Fraction:
    return Fraction(case.now, 100) / Fraction(case.after, 100)


def standard_error(case: Record) -> float:
    games = [1] * case.wins + [0] * (case.games - case.wins)
    return pstdev(games) / sqrt(case.games)


def interval(case: Record) -> float:
    return case.wins / case.games - 1.96 * standard_error(case)


def games_needed(case: Plan) -> int:
    p, near = case.share / 100, case.near / 100
    return next(n for n in range(1, 10**5) if 1.96 * sqrt(p * (1 - p) / n) <= near)


AGAIN: dict[str, Callable[[Any], Any]] = {
    "next_card": next_card,
    "draw_pair": draw_pair,
    "challenge": challenge,
    "safest": safest,
    "fresh_pair": in_staircase,
    "pair_in_k": pair_in_k,
    "seen_changes": seen_changes,
    "two_draws": two_draws,
    "first_pair": first_pair,
    "one_hidden": accusation,
    "holds_value": holds_value,
    "hesitation": hesitation,
    "break_even": break_even,
    "stakes": stakes,
    "accusation": accusation,
    "worth_it": worth_it,
    "glimpse": glimpse,
    "base_rate": base_rate,
    "at_least_one": at_least_one,
    "behaviour": behaviour,
    "accused_in_vain": accused_in_vain,
    "standard_error": standard_error,
    "interval": interval,
    "games_needed": games_needed,
}


def test_every_answer_is_reached_a_second_way() -> None:
    numbers = {pattern.key for pattern in EXERCISES} - {"careful_player"}
    assert set(AGAIN) == numbers


@pytest.mark.parametrize("key", [key for key in AGAIN if key != "accused_in_vain"])
def test_the_answer_equals_trying_all_cases(key: str) -> None:
    pattern = exercise(key)
    for student in STUDENTS[:3]:
        case = pattern.case(student)
        assert pattern.answer(case) == pytest.approx(AGAIN[key](case), abs=1e-12)


@pytest.mark.parametrize("size", [2, 3])  # four cards make millions of cases
def test_news_about_a_hand_counts_as_trying_all_cases_says(size: int) -> None:
    pattern = exercise("accused_in_vain")
    cases = map(pattern.case, STUDENTS)
    case = next(case for case in cases if case.view.hand_sizes[1] == size)
    assert pattern.answer(case) == accused_in_vain(case)


def test_a_position_tells_everything_that_is_open() -> None:
    view = position(Random(5), 3, 2, [(2, 3), (4, 1)], out=4)
    text = describe(view)
    for seat, name in ((1, "Blaise"), (2, "Carl")):
        assert f"{name}: on the table {view.tables[seat][0]}" in text
    for card in (*view.hand, *view.tables[0], *cards(view.discard)):
        assert str(card) in text
    assert f"Cards in the pile: {view.pile_size}." in text
    assert len(unseen_cards(view)) == view.pile_size + 6


def test_own_cards_and_the_cards_before_a_player_are_all_different() -> None:
    for seed in range(50):
        view = position(Random(seed), 3, 2, [(2, 4), (2, 3)], out=5)
        assert not has_pair([*view.hand, *view.tables[0]])
        assert not any(map(has_pair, view.tables))
        assert len(view.alive) == 3
        assert view.game.players == 4


def test_the_careful_player_meets_tables_on_both_sides_of_its_limit() -> None:
    pattern: Any = exercise("careful_player")
    for student in STUDENTS:
        case = pattern.case(student)
        player = pattern.answer(case)
        chosen = [player(*args) for args in pattern.trials(case)]
        accusing = [isinstance(action, Accuse) for action in chosen]
        assert any(accusing)
        assert not all(accusing)
        for (_, actions, _), action in zip(pattern.trials(case), chosen, strict=True):
            assert action in actions


def test_all_small_decks_agree() -> None:
    for lowest, highest in product((1, 2, 3), (4, 5)):
        for drawn in (2, 3, 4):
            case = Staircase(lowest, highest, drawn)
            assert pair_in_k(case) == in_staircase(case)
