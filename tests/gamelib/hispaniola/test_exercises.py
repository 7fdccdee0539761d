"""The answers of Hispaniola's exercises, each reached a second way: by trying all cases."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations, islice
from random import Random
from typing import Any

import pytest

from gamelib.exercises import exercise
from gamelib.hispaniola import Bid, Hispaniola, Phase, Place, Play, State, View
from gamelib.hispaniola.cards import COLOURS, NUMBER, ORDER
from gamelib.hispaniola.exercises import EXERCISES, describe
from gamelib.hispaniola.exercises.hidden_hands import Played, right_chance_without
from gamelib.hispaniola.exercises.positions import Case, hand
from gamelib.hispaniola.exercises.tricks import Captaincy
from gamelib.hispaniola.odds import others, without
from gamelib.hispaniola.rules import parts, unseen
from tests.gamelib.hispaniola.table import known_voids, whereabouts
from tests.gamelib.tables import slow

Hands = dict[int, tuple[str, ...]]

STUDENTS = [f"pupil {n}" for n in range(6)]


def share(cases: Iterator[bool] | list[bool]) -> Fraction:
    tried = list(cases)
    return Fraction(sum(tried), len(tried))


def layouts(view: View) -> Iterator[Hands]:
    """Everything that two others may hold, by seat."""
    first, second = others(view)
    heap = unseen(view)
    for chosen in combinations(heap, view.hand_sizes[first]):
        rest = tuple(card for card in heap if card not in chosen)
        hands = {first: chosen, second: rest}
        if not any(card[0] in view.voids[seat] for seat, cards in hands.items() for card in cards):
            yield hands


def world(view: View, hands: Hands) -> State:
    """The state in which the others hold these hands."""
    state = view.game.imagine(view, Random(0))
    held = [hands.get(seat, state.hands[seat]) for seat in range(view.game.players)]
    return state._replace(
        hands=tuple(tuple(sorted(cards, key=ORDER.__getitem__)) for cards in held)
    )


def trick_winner(case: Played) -> int:
    """Four players with a card each play it."""
    game = Hispaniola(players=4)
    state = game.start()._replace(
        phase=Phase.TRICK, hands=tuple((card,) for card in case.trick), trump=case.trump
    )
    for card in case.trick:
        state = game.play(state, Play(card))
    return NUMBER[case.trick[state.turn]]


def all_places(case: Case) -> Iterator[Counter[int]]:
    """Where the unseen cards of the colour may lie: how many of them each hand holds.

    Every choice of places is as likely as the next, as long as no hand holds what it cannot.
    """
    view = case.view
    owners = [seat for seat in others(view) for _ in range(view.hand_sizes[seat])]
    marked = sum(card[0] == case.colour for card in unseen(view))
    for places in combinations(owners, marked):
        if not any(case.colour in view.voids[seat] for seat in places):
            yield Counter(places)


def has_none(case: Case) -> Fraction:
    return share(not held[case.seat] for held in all_places(case))


def colour_split(case: Case) -> Fraction:
    return share(held[case.seat] == case.share for held in all_places(case))


def holds_card(case: Case) -> Fraction:
    return share(case.card in hands[case.seat] for hands in layouts(case.view))


def deals_that_fit(case: Case) -> int:
    return len(list(layouts(case.view)))


def last_cards(case: Case) -> dict[str, Fraction]:
    """How likely the last to play plays which card, by trying all hands and all legal cards."""
    view, led = case.view, case.view.trick[0][0]
    found, chances = list(layouts(view)), defaultdict[str, Fraction](Fraction)
    for hands in found:
        held = hands[case.seat]
        legal = [card for card in held if card[0] == led] or held
        for card in legal:
            chances[card] += Fraction(1, len(legal) * len(found))
    return chances


def after_the_trick(case: Case, last: str) -> State:
    """The state by the rules when you have played your card, and the last player this one."""
    view = case.view
    hands = next(hands for hands in layouts(view) if last in hands[case.seat])
    state = view.game.play(world(view, hands), Play(case.card))
    return view.game.play(state, Play(last))


def stands(case: Case) -> Fraction:
    chances = last_cards(case).items()
    won = [chance for card, chance in chances if after_the_trick(case, card).turn == 0]
    return sum(won, Fraction(0))


def points_on_ships(state: State) -> int:
    ships, islands, _ = parts(state)
    return ships[0] + islands[0]


def expected_points(case: Case) -> Fraction:
    """The winner navigates in every way: if it is not you, all of them cost you the same."""
    game, mean = case.view.game, Fraction(0)
    for card, chance in last_cards(case).items():
        state = after_the_trick(case, card)
        before = points_on_ships(state)
        after = [(action, game.play(state, action)) for action in game.actions(state)]
        if state.turn == 0:
            changes = {points_on_ships(s) - before for a, s in after if isinstance(a, Place)}
        else:
            changes = {points_on_ships(s) - before for _, s in after}
        [change] = changes
        mean += chance * change
    return mean


def gets_trumped(case: Case) -> Fraction:
    """Every hand of the last to play, and every card of it that may be played."""
    view, shares = case.view, []
    for held in combinations(unseen(view), view.hand_sizes[case.seat]):
        legal = [card for card in held if card[0] == case.colour] or list(held)
        shares.append(share([card[0] == view.trump for card in legal]))
    return sum(shares, Fraction(0)) / len(shares)


def early_captain(case: Captaincy) -> Fraction:
    """Trick by trick."""
    captain = Fraction(1)
    aside = Fraction(0)
    for _ in range(case.tricks):
        aside += captain / case.one_in
        captain -= captain / case.one_in
    return 5 * captain + aside


def names_trump(case: Case) -> Fraction:
    """Every couple of bids, shown by the rules."""
    view = case.view
    came = []
    for two in combinations(unseen(view), 2):
        rest = [card for card in unseen(view) if card not in two]
        half = len(rest) // 2
        state = world(view, {1: (two[0], *rest[:half]), 2: (two[1], *rest[half:])})
        bids = (case.card, *two)
        for card in bids:
            state = view.game.play(state, Bid(card))
        numbers = [NUMBER[card] for card in bids]
        single = [card for card in bids if numbers.count(NUMBER[card]) == 1]
        decides = max(single, key=NUMBER.__getitem__, default=None)
        assert state.trump == (decides and decides[0])
        came.append(decides == case.card)
    return share(came)


AGAIN: dict[str, Callable[[Any], Any]] = {
    "trick_winner": trick_winner,
    "has_none": has_none,
    "holds_card": holds_card,
    "deals_that_fit": deals_that_fit,
    "colour_split": colour_split,
    "none_given_void": has_none,
    "stands": stands,
    "early_captain": early_captain,
    "expected_points": expected_points,
    "gets_trumped": gets_trumped,
    "names_trump": names_trump,
}


def test_every_answer_is_reached_a_second_way() -> None:
    assert set(AGAIN) == {pattern.key for pattern in EXERCISES} - {"chance_without"}


def can_be_tried(key: str, case: Any) -> bool:
    """Tell whether the hidden hands are small enough to try all of them."""
    if key in ("holds_card", "deals_that_fit", "stands", "expected_points", "gets_trumped"):
        return bool(case.view.hand_sizes[case.seat] <= 6)
    return True


@slow
@pytest.mark.parametrize("key", AGAIN)
def test_the_answer_equals_trying_all_cases(key: str) -> None:
    pattern = exercise(key)
    cases = (pattern.case(f"pupil {n}") for n in range(40))
    tried = list(islice((case for case in cases if can_be_tried(key, case)), 3))
    assert len(tried) == 3
    for case in tried:
        assert pattern.answer(case) == AGAIN[key](case)


def test_the_function_agrees_with_the_odds_of_a_position() -> None:
    for student in STUDENTS:
        view = exercise("holds_card").case(student).view
        known = (view.voids[1], view.voids[2])
        for colour in COLOURS:
            tried = right_chance_without(unseen(view), view.hand_sizes[1], known, colour)
            assert tried == without(view, colour)[1]


def test_only_positions_are_asked_about_that_can_be() -> None:
    """They come from hands played by the rules: all cards and pirates are there, voids are true."""
    game = Hispaniola(players=3)
    everything = whereabouts(game, next(hand(Random(0), 3)))
    for seed in range(3):
        for state in hand(Random(seed), 3):
            assert whereabouts(game, state) == everything
            assert [set(voids) for voids in state.voids] == known_voids(state)


def test_a_board_that_was_changed_still_has_every_pirate_once() -> None:
    for student in STUDENTS:
        case = exercise("expected_points").case(student)
        view = case.view
        n = COLOURS.index(case.colour)
        assert view.ships[n][1] == 0
        assert view.ships[n].count(0) == 1
        assert 0 not in view.islands
        filled = [place is not None for place in view.islands]
        assert filled == sorted(filled, reverse=True)  # islands fill up from the first on
        for seat in range(3):
            places = [place for ship in view.ships for place in ship] + list(view.islands)
            assert view.stocks[seat] + places.count(seat) == view.game.pirates


def test_a_position_tells_everything_about_the_cards() -> None:
    case = exercise("stands").case("Ada")
    view, text = case.view, describe(case.view)
    assert "Carl has led the " in text
    assert f"Blaise: cards in hand {view.hand_sizes[1]}; could not follow " in text
    assert f"Unseen cards, {len(unseen(view))} in all: " in text
    told = text.partition("in all: ")[2]
    for card in unseen(view):
        assert str(NUMBER[card]) in told
    assert "Trump: " in text
    bidding = describe(exercise("names_trump").case("Ada").view)
    assert "Trump: " not in bidding
    assert "Blaise: cards in hand 1" in bidding


@pytest.mark.parametrize("pattern", EXERCISES, ids=lambda pattern: pattern.key)
def test_a_case_is_about_what_its_question_says(pattern: Any) -> None:
    """Whoever is said to have followed always has no known void; else exactly one is known."""
    for student in STUDENTS:
        case = pattern.case(student)
        if not isinstance(case, Case):
            continue
        known = [(seat, voids) for seat, voids in enumerate(case.view.voids) if voids]
        if pattern.key in ("has_none", "colour_split", "gets_trumped", "names_trump"):
            assert known == []
        else:
            [(seat, voids)] = [(seat, voids) for seat, voids in known if seat]
            assert voids == case.colour
            assert (seat == case.seat) == (pattern.key != "none_given_void")
