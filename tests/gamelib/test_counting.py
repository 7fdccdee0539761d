"""Counting is exact: every formula equals a count of cases one by one."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations
from math import comb, sqrt
from typing import Any

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamelib import auberge, fuji_flush
from gamelib.counting import (
    Counts,
    add,
    cards,
    chance_of_any,
    chance_of_pair,
    counts,
    deals,
    distinct_hands,
    hands_of,
    hypergeometric,
    multinomial,
    remove,
    splits,
    wilson,
)

heaps = st.lists(st.integers(0, 3), min_size=1, max_size=4).map(tuple)


def drawn(heap: Counts, size: int) -> list[tuple[int, ...]]:
    """Every draw of a size, copies of a value told apart."""
    return list(combinations(cards(heap), size))


@given(heaps)
def test_a_heap_is_its_cards(heap: Counts) -> None:
    assert counts(Counter(cards(heap))) == heap[: len(counts(Counter(cards(heap))))]
    assert add((0,) * len(heap), cards(heap)) == heap
    assert remove(heap, cards(heap)) == (0,) * len(heap)
    assert counts(list(heap)) == heap


def test_cards_that_are_not_there_cannot_be_taken_away() -> None:
    with pytest.raises(ValueError, match="there is no 1 left"):
        remove((0, 1, 2), [1, 1])


@pytest.mark.parametrize("heap", [{-1: 2}, {"2": 2}, {1.0: 2}, {True: 2}, {1: -2}, {1: 2.0}])
def test_a_heap_has_whole_numbers_of_whole_values(heap: Any) -> None:
    with pytest.raises(ValueError, match="whole numbers from 0"):
        counts(heap)


@given(heaps, st.data())
def test_hands_are_listed_with_their_number_of_draws(heap: Counts, data: Any) -> None:
    size = data.draw(st.integers(0, sum(heap)))
    listed = list(hands_of(heap, size))
    assert len({hand for hand, _ in listed}) == len(listed)
    assert dict(listed) == Counter(drawn(heap, size))
    assert sum(ways for _, ways in listed) == comb(sum(heap), size)


def test_there_is_no_hand_larger_than_the_heap() -> None:
    assert list(hands_of((0, 1, 1), 3)) == []


@pytest.mark.parametrize(
    ("heap", "sizes"), [((0, 2, 2), (1, 2)), ((0, 1, 2, 3), (2, 1, 1)), ((2, 2), (1, 1, 1))]
)
def test_splits_are_listed_with_their_number_of_deals(heap: Counts, sizes: tuple[int, ...]) -> None:
    dealt: Counter[tuple[tuple[int, ...], ...]] = Counter()
    for order in permutations(cards(heap), sum(sizes)):
        rest = list(order)
        dealt[tuple(tuple(sorted(rest.pop() for _ in range(size))) for size in sizes)] += 1
    listed = dict(splits(heap, sizes))
    orders = sum(dealt.values()) // multinomial(sum(heap), sizes)  # of the cards within the hands
    assert {hands: ways * orders for hands, ways in listed.items()} == dealt
    for hands, ways in listed.items():
        assert deals(heap, hands) == ways
    assert sum(listed.values()) == multinomial(sum(heap), sizes)


def test_hands_that_the_heap_does_not_hold_are_never_dealt() -> None:
    assert deals((0, 1, 2), [(1,), (1,)]) == 0
    assert deals((0, 1, 2), [(3,)]) == 0
    assert deals((0, 1, 2), [(-1,)]) == 0


@given(st.integers(0, 7), st.data())
def test_hypergeometric_equals_counting_the_draws(total: int, data: Any) -> None:
    marked, size = data.draw(st.integers(0, total)), data.draw(st.integers(0, total))
    draws = list(combinations(range(total), size))
    found = Counter(sum(card < marked for card in draw) for draw in draws)
    law = hypergeometric(total, marked, size)
    assert sum(law) == 1
    assert law == tuple(Fraction(found[k], len(draws)) for k in range(len(law)))
    assert chance_of_any(total, marked, size) == 1 - law[0]


@given(heaps, st.data())
def test_chance_of_a_pair_equals_counting_the_draws(heap: Counts, data: Any) -> None:
    size = data.draw(st.integers(0, sum(heap)))
    held = tuple(data.draw(st.lists(st.integers(0, 5), max_size=2)))
    draws = drawn(heap, size)
    distinct = sum(len(set(draw)) == size for draw in draws)
    assert distinct_hands(heap, size) == distinct
    assert chance_of_pair(heap, size) == 1 - Fraction(distinct, len(draws))
    paired = sum(len({*draw, *held}) < size + len(held) for draw in draws)
    assert chance_of_pair(heap, size, held) == Fraction(paired, len(draws))


@pytest.mark.parametrize("size", [-1, 4])
def test_a_pair_is_not_sought_among_more_cards_than_there_are(size: int) -> None:
    with pytest.raises(ValueError, match="cannot draw"):
        chance_of_pair((0, 1, 2), size)


@pytest.mark.parametrize("heap", [auberge.Auberge().deck, fuji_flush.FujiFlush().deck])
@pytest.mark.parametrize("size", range(1, 7))
def test_chance_of_a_pair_equals_icepool_on_the_real_decks(heap: Counts, size: int) -> None:
    deck = icepool.Deck({value: copies for value, copies in enumerate(heap) if copies})
    most_alike = deck.deal(size).largest_count()
    assert chance_of_pair(heap, size) == most_alike.probability(">=", 2)


@given(st.integers(1, 400), st.data())
def test_wilson_gives_the_chances_that_the_count_does_not_contradict(n: int, data: Any) -> None:
    """Its ends are where the share lies exactly z standard deviations away: Wilson's definition."""
    won = data.draw(st.integers(0, n))
    low, high = wilson(won, n)
    assert 0 <= low <= won / n <= high <= 1
    for end in (low, high):
        if 0 < end < 1:
            away = abs(won / n - end) / sqrt(end * (1 - end) / n)
            assert away == pytest.approx(1.96)
    assert wilson(n - won, n) == pytest.approx((1 - high, 1 - low))


def test_wilson_covers_the_truth_about_as_often_as_it_says() -> None:
    n, chance = 60, 0.3
    law = [comb(n, k) * chance**k * (1 - chance) ** (n - k) for k in range(n + 1)]
    covered = sum(p for k, p in enumerate(law) if wilson(k, n)[0] <= chance <= wilson(k, n)[1])
    assert 0.93 < covered < 0.97


def test_wilson_of_nothing_and_of_nonsense() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    for won in (-1, 4, 3.5):
        with pytest.raises(ValueError, match="cannot be"):
            wilson(won, 3)
