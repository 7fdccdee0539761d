"""Hispaniola's odds equal what comes of trying all deals and all plays, and what trials show."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, permutations
from math import factorial
from random import Random
from typing import Any

import icepool
import pytest

from gamelib.counting import multinomial, wilson
from gamelib.game import Lottery
from gamelib.hispaniola import Bid, Hispaniola, Phase, Play, State, View
from gamelib.hispaniola.cards import COLOURS, NUMBER, ORDER, best_card, ship_of
from gamelib.hispaniola.odds import (
    beaters,
    bids_counted,
    came,
    deciding,
    hidden,
    left,
    likelihood,
    others,
    points_now,
    results,
    split,
    standing,
    third_colour,
    to_come,
    totals_now,
    trial,
    trumped,
    winning,
    without,
)
from gamelib.hispaniola.rules import unseen
from gamelib.match import Match
from tests.gamelib.tables import slow

Hands = tuple[tuple[str, ...], ...]

SMALL = {
    3: ("O1", "O4", "O7", "S2", "S4", "S8", "G3", "G5", "G9", "P6", "P4", "P1"),
    4: ("O1", "O7", "O8", "S2", "S4", "S9", "G3", "G9", "P5", "P6", "Y4", "Y2"),
    5: ("O1", "O7", "O9", "S2", "S4", "S9", "G3", "G9", "G2", "P5", "P6", "P8", "Y4", "Y1", "Y7"),
}


def small(players: int) -> Hispaniola:
    return Hispaniola(players=players, rounds=1, deck=SMALL[players])


def positions(game: Hispaniola, seed: int) -> Iterator[tuple[State, View]]:
    """Every position of a random game in which a seat has to bid or play a card."""
    rng = Random(seed)
    state = game.start()
    while (turn := game.turn(state)) is not None:
        if isinstance(turn, Lottery):
            state = game.play(state, turn.sample(rng))
            continue
        if state.phase in (Phase.TRUMP, Phase.TRICK):
            yield state, game.observe(state, turn)
        state = game.play(state, rng.choice(game.actions(state)))


def deals(cards: tuple[str, ...], sizes: list[int], voids: list[str]) -> Iterator[Hands]:
    """Every way to fill hands, one after the other: slow and simple."""
    if not sizes:
        yield ()
        return
    for hand in combinations(cards, sizes[0]):
        if not any(card[0] in voids[0] for card in hand):
            rest = tuple(card for card in cards if card not in hand)
            for more in deals(rest, sizes[1:], voids[1:]):
                yield (hand, *more)


def few(view: View, most: int = 700) -> bool:
    """Whether there are so few deals that all can be tried."""
    return multinomial(len(unseen(view)), [size for size, _ in hidden(view)]) <= most


def layouts(view: View) -> list[Hands]:
    """All hands of the others, clockwise from the view's seat, that fit what it knows."""
    seats = others(view)
    sizes = [view.hand_sizes[seat] + view.has_bid[seat] for seat in seats]
    return list(deals(unseen(view), sizes, [view.voids[seat] for seat in seats]))


def tricks(view: View, card: str, hands: Hands) -> Iterator[tuple[tuple[str, ...], Fraction]]:
    """Every way the trick can go on when those after me play at random what they may."""

    def go_on(trick: tuple[str, ...], n: int) -> Iterator[tuple[tuple[str, ...], Fraction]]:
        if len(trick) == view.game.players:
            yield trick, Fraction(1)
            return
        follow = [each for each in hands[n] if each[0] == trick[0][0]] or list(hands[n])
        for each in follow:
            for whole, chance in go_on((*trick, each), n + 1):
                yield whole, chance / len(follow)

    return go_on((*view.trick, card), 0)


def brute_force(view: View, card: str) -> tuple[dict[str, Fraction], dict[Any, Fraction]]:
    """What comes of a card, by trying all: the table's results, and all the other questions."""
    all_hands = layouts(view)
    came: defaultdict[str, Fraction] = defaultdict(Fraction)
    asked: defaultdict[Any, Fraction] = defaultdict(Fraction)
    me = len(view.trick)
    for hands in all_hands:
        for trick, chance in tricks(view, card, hands):
            share = chance / len(all_hands)
            wins = best_card(trick, view.trump) == me
            came["wins" if wins else "loses"] += share
            asked["neutral"] += share * (ship_of(trick) == len(COLOURS))
            asked["third colour"] += share * (len({each[0] for each in trick}) > 2)
            after = trick[me + 1 :]
            asked["trumped"] += share * (
                trick[0][0] != view.trump and any(each[0] == view.trump for each in after)
            )
            asked[tuple(sum(each[0] == c for each in after) for c in COLOURS)] += share
    return came, asked


@pytest.mark.parametrize("players", [3, 4, 5])
def test_odds_of_a_card_equal_trying_all_deals_and_all_plays(players: int) -> None:
    seen = Counter[str]()
    for seed in range({3: 5, 4: 4, 5: 2}[players]):
        for _, view in positions(small(players), seed):
            if view.phase is not Phase.TRICK or not few(view, 300):
                continue
            seen["voids"] += any(view.voids)
            seen["last"] += len(view.trick) == players - 1
            for action in view.game.actions(view.game.imagine(view, Random(0))):
                assert isinstance(action, Play)
                card = action.card
                came, asked = brute_force(view, card)
                assert results(view, action) == {"wins": 0, "loses": 0} | came
                assert winning(view, card) == came.get("wins", Fraction(0))
                assert third_colour(view, card) == asked.pop("third colour")
                seen["neutral"] += (neutral := asked.pop("neutral")) > 0
                assert third_colour(view, card) == neutral
                assert trumped(view, card) == asked.pop("trumped")
                assert dict(to_come(view, card)) == {k: p for k, p in asked.items() if p}
                seen["between"] += 0 < winning(view, card) < 1
    assert min(seen[kind] for kind in ("voids", "last", "neutral", "between")) > 3, seen


@pytest.mark.parametrize("players", [3, 4, 5])
def test_splits_and_voids_equal_counting_all_layouts(players: int) -> None:
    with_voids = 0
    for seed in range(3):
        for _, view in positions(small(players), seed):
            if not few(view):
                continue
            hands = layouts(view)
            with_voids += any(view.voids)
            for colour in COLOURS:
                split_of = Counter(
                    tuple(sum(card[0] == colour for card in hand) for hand in each)
                    for each in hands
                )
                chances = {shares: Fraction(n, len(hands)) for shares, n in split_of.items()}
                assert split(view, colour) == chances
                for n, seat in enumerate(others(view)):
                    none = sum(p for shares, p in chances.items() if shares[n] == 0)
                    assert without(view, colour)[seat] == none
    assert with_voids > 5


@pytest.mark.parametrize("players", [3, 4])
def test_the_bid_that_decides_equals_trying_all_bids(players: int) -> None:
    game = small(players)
    for seed in range(6):
        for _, view in positions(game, seed):
            if view.phase is not Phase.TRUMP:
                continue
            for card in view.hand:
                came = Counter[str]()
                for bids in permutations(unseen(view), players - 1):
                    numbers = Counter(NUMBER[each] for each in (card, *bids))
                    once = [number for number, times in numbers.items() if times == 1]
                    best = max(once, default=0)
                    came[
                        "again" if not best else "decides" if best == NUMBER[card] else "other"
                    ] += 1
                cases = sum(came.values())
                assert results(view, Bid(card)) == {
                    code: Fraction(came[code], cases) for code in ("decides", "other", "again")
                }
                assert deciding(view, card) == Fraction(came["decides"], cases)
                # The order of the bids is nothing to count: each choice of cards comes once.
                orders = factorial(players - 1)
                assert bids_counted(view, card) == (came["decides"] // orders, cases // orders)


def test_the_split_of_a_colour_in_a_whole_deck_equals_icepool() -> None:
    """Before a card is played my opponents' cards are any cards: one hand is a draw of 15."""
    game = Hispaniola(players=4)
    state = game.play(game.start(), game.deal.sample(Random(5)))
    view = game.observe(state, 0)
    of_colour = dict(zip(COLOURS, left(view), strict=True))
    for colour in COLOURS:
        deck = icepool.Deck({1: of_colour[colour], 0: sum(left(view)) - of_colour[colour]})
        held = deck.deal(15).sum()
        for count in range(of_colour[colour] + 1):
            mine = sum(p for shares, p in split(view, colour).items() if shares[1] == count)
            assert mine == held.probability("==", count)


@slow
@pytest.mark.parametrize("players", [3, 5])
def test_trials_come_out_as_often_as_the_results_say(players: int) -> None:
    rng = Random(8)
    tried = 0
    for number, (_, view) in enumerate(positions(Hispaniola(players=players, rounds=1), 2)):
        if number % 9:
            continue
        action = rng.choice(view.game.actions(view.game.imagine(view, rng)))
        tries = Counter(trial(view, action, rng) for _ in range(400))
        chances = results(view, action)
        assert set(tries) <= set(chances)
        for code, chance in chances.items():
            low, high = wilson(tries[code], 400, z=4)
            assert low <= chance <= high, (view, action, code)
            tried += 0 < chance < 1
    assert tried > 10


def test_what_beats_a_card_and_what_the_table_is_worth() -> None:
    game = small(3)
    state, view = next((s, v) for s, v in positions(game, 1) if v.phase is Phase.TRICK and v.trick)
    for card in view.hand:
        beaten_by = beaters(view, card)
        for other in unseen(view):
            trick = (*view.trick, card, other)
            wins = best_card(trick, view.trump) == len(view.trick)
            assert (other in beaten_by) == (not wins)
    assert points_now(view) == tuple(
        sum(5 if place == 1 else 1 for ship in state.ships for place in range(3)
            if ship[place] == seat)
        - sum(n for n, owner in enumerate(state.islands, start=1) if owner == seat)
        for seat in range(3)
    )  # fmt: skip


@pytest.mark.parametrize("players", [3, 4, 5])
def test_what_came_of_a_card_is_known_once_its_trick_or_all_bids_lie_there(players: int) -> None:
    """It is what the events tell; and neither what is still secret nor the next trick counts."""
    game, seen = Hispaniola(players, rounds=1), Counter[str]()
    match = Match(game, seed=players)
    match.run()
    for n, (state, step) in enumerate(zip(match.states, match.steps, strict=False)):
        if not isinstance(step.action, Bid | Play):
            continue
        seat, card = state.turn, step.action.card
        view = game.observe(state, seat)
        later = [game.observe(each, seat) for each in match.states[n + 1 : n + 12]]
        told = [came(view, step.action, later[:k]) for k in range(len(later) + 1)]
        lying = len(state.trick) if isinstance(step.action, Play) else sum(view.has_bid)
        waits = players - lying  # until the last has played or bid
        assert told == [None] * waits + [told[-1]] * (len(told) - waits)
        shown = match.states[n + waits]
        if isinstance(step.action, Play):
            best = shown.trick[best_card(shown.trick, shown.trump)]
            assert told[-1] == ("wins" if best == card else "loses")
        else:
            numbers = [NUMBER[each] for each in shown.bids[-1]]
            once = [number for number in numbers if numbers.count(number) == 1]
            decides = max(once, default=0)
            assert told[-1] == (
                "again" if not once else "decides" if decides == NUMBER[card] else "other"
            )
        seen[str(told[-1])] += 1
    assert min(seen[code] for code in ("wins", "loses", "decides", "other")) >= 3, seen


@pytest.mark.rule("HI-12")
@pytest.mark.rule("HI-13")
def test_how_a_seat_stands_is_where_its_points_lie_between_fewest_and_most() -> None:
    game = Hispaniola(3)
    start = game.start()
    assert [standing(game.observe(start, seat)) for seat in range(3)] == [Fraction(1, 2)] * 3
    assert standing(game.observe(start, None)) is None
    hand = game.play(start, game.deal.sample(Random(1)))
    # Seat 0 is captain of one ship (+5), seat 1 sits beside it (+1) and on island 2 (−2).
    state = hand._replace(
        ships=((None, 0, 1), *hand.ships[1:]), islands=(None, 1, None, None), sheet=((0, 4, 1),)
    )
    assert totals_now(game.observe(state, 0)) == (5, 3, 1)
    assert [standing(game.observe(state, seat)) for seat in range(3)] == [1, Fraction(1, 2), 0]
    over = state._replace(phase=Phase.OVER)
    assert totals_now(game.observe(over, 0)) == (0, 4, 1), "a scored hand does not count twice"


def test_only_the_deal_is_chance() -> None:
    game = small(3)
    deal = game.deal.sample(Random(1))
    assert likelihood(game.observe(game.start(), 0), deal) == Fraction(1, game.deal.cases)
    after = game.observe(game.play(game.start(), deal), 0)
    assert likelihood(after, deal) == 0
    assert results(after, game.action_types[-2]()) == {"done": 1}  # keeping a trick is no gamble
    assert [size for size, _ in hidden(after)] == [4, 4]
    assert sorted(ORDER[card] for card in (*after.hand, *unseen(after))) == sorted(
        ORDER[card] for card in game.cards
    )
