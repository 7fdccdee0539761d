"""The odds of Fuji Flush equal what enumerating every case gives.

The enumeration here knows nothing of how the odds count: it lays out physical cards, or lets the
rules play every line to its end. On the real deck, icepool is the second opinion.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations as subsets
from random import Random
from typing import Any

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamelib.counting import cards, counts, remove, wilson
from gamelib.fuji_flush import Drawn, FujiFlush, Phase, Play, Push, State, View
from gamelib.fuji_flush.odds import (
    Combination,
    Fate,
    came,
    combinations,
    fate,
    flushers,
    flushes,
    holders,
    join_chance,
    likelihood,
    results,
    standing,
    survival,
    trial,
    unseen,
)
from gamelib.game import Action, Deal, IllegalAction, Lottery
from gamelib.match import Match
from gamelib.texts import LANGUAGES, explain
from tests.gamelib.tables import slow

OUTCOMES = ("flushed", "there", "pushed", "over")

DECKS = [
    counts({2: 3, 3: 2, 4: 2, 5: 1, 7: 1}),
    counts({2: 5, 3: 4, 4: 3, 6: 2, 8: 1}),
    counts({3: 7, 5: 6}),
    counts({1: 6, 2: 4, 3: 3, 4: 2, 5: 1}),
]
"""Decks small enough to try everything: piles run out, and groups are frequent."""

small_games = st.builds(
    lambda players, size, deck: FujiFlush(
        players=players, hand_size=min(size, sum(deck) // players), deck=deck
    ),
    players=st.integers(3, 5),
    size=st.integers(1, 3),
    deck=st.sampled_from(DECKS),
)
seeds = st.integers(0, 2**32)


def random_states(game: FujiFlush, seed: int, longest: int = 60) -> Iterator[State]:
    """The states of a match played at random, as far as its first steps go."""
    match = Match(game, seed)
    while match.turn is not None and len(match.steps) < longest:
        match.step()
        yield match.state


def moves(game: FujiFlush, seed: int, longest: int = 60) -> Iterator[tuple[State, View, int]]:
    """Every card that somebody could play in a match: the state, the player's view, the card."""
    for state in random_states(game, seed, longest):
        if state.phase is Phase.PLAY:
            for card in sorted(set(state.hands[state.turn])):
                yield state, game.observe(state, state.turn), card


def layouts(hidden: Sequence[int], sizes: Sequence[int]) -> Iterator[list[list[int]]]:
    """Every way to lay physical cards into hands of these sizes; what is left is the pile."""
    if not sizes:
        yield [list(hidden)]
        return
    for chosen in subsets(range(len(hidden)), sizes[0]):
        rest = [card for n, card in enumerate(hidden) if n not in chosen]
        for others in layouts(rest, sizes[1:]):
            yield [[hidden[n] for n in chosen], *others]


def number_of_layouts(view: View) -> int:
    ways, left = 1, sum(unseen(view))
    for seat, size in enumerate(view.hand_sizes):
        for n in range(size if seat != view.seat else 0):
            ways = ways * (left - n) // (n + 1)
        left -= size if seat != view.seat else 0
    return ways


def refusal(question: Any, *args: Any) -> str:
    """Why a question cannot be asked; there are words for it."""
    with pytest.raises(IllegalAction) as caught:
        question(*args)
    assert all(explain(caught.value, lang) for lang in LANGUAGES)
    return caught.value.reason


def view_of(
    hand: tuple[int, ...],
    hand_sizes: tuple[int, ...],
    fronts: tuple[int | None, ...] | None = None,
    discard: Sequence[int] = (),
    **changed: Any,
) -> View:
    """What seat 0 knows on its own go, written out."""
    game = FujiFlush(players=len(hand_sizes))
    fronts = (None,) * game.players if fronts is None else fronts
    lying = sum(front is not None for front in fronts)
    view = View(
        game=game,
        seat=0,
        phase=Phase.PLAY,
        turn=0,
        hand=hand,
        hand_sizes=hand_sizes,
        fronts=fronts,
        pile_size=90 - sum(hand_sizes) - lying - len(discard),
        discard=counts({value: list(discard).count(value) for value in range(21)}),
        drawing=(),
    )
    return view._replace(**changed)


# -- unseen


@given(game=small_games, seed=seeds)
def test_unseen_is_the_pile_and_the_hands_of_the_others(game: FujiFlush, seed: int) -> None:
    for state in random_states(game, seed):
        for seat in (*range(game.players), None):
            hidden = Counter(cards(state.pile))
            for other, hand in enumerate(state.hands):
                hidden.update(hand if other != seat else ())
            assert Counter(cards(unseen(game.observe(state, seat)))) == hidden


# -- flushes, combinations


@given(game=small_games, seed=seeds)
def test_flushes_are_those_who_have_to_draw_once_it_is_played(game: FujiFlush, seed: int) -> None:
    for state, view, card in moves(game, seed):
        assert flushes(view, card) == game.play(state, Play(card)).drawing


def test_combinations_say_what_each_value_is_worth_and_beats() -> None:
    view = view_of((7, 9), (2, 3, 4, 5, 6), (None, 7, 12, 7, 8))
    found = {entry.value: entry for entry in combinations(view)}
    assert list(found) == list(range(2, 21))
    assert found[7] == Combination(value=7, cards=2, power=14, joined=21, beats=(2, 4))
    assert found[8] == Combination(value=8, cards=1, power=8, joined=16, beats=(1, 2, 3))
    assert found[12] == Combination(value=12, cards=1, power=12, joined=24, beats=(1, 3, 4))
    assert found[9] == Combination(value=9, cards=0, power=0, joined=9, beats=(4,))
    assert found[14] == Combination(value=14, cards=0, power=0, joined=14, beats=(2, 4))
    assert found[15].beats == (1, 2, 3, 4)


def test_nobody_joins_a_card_of_their_own_that_leaves_before_they_play() -> None:
    view = view_of((7, 9), (2, 3, 4, 5), (7, 7, None, 8), phase=Phase.PUSH)
    found = {entry.value: entry for entry in combinations(view)}
    assert found[7] == Combination(value=7, cards=2, power=14, joined=14, beats=(3,))


@given(game=small_games, seed=seeds)
def test_combinations_agree_with_playing_each_value(game: FujiFlush, seed: int) -> None:
    for state in random_states(game, seed):
        if state.phase is not Phase.PLAY:
            continue
        seat = state.turn
        assert combinations(game.observe(state, None)) == combinations(game.observe(state, seat))
        for entry in combinations(game.observe(state, seat)):
            value = entry.value
            hand = tuple(sorted((value, *state.hands[seat][1:])))
            hands = (*state.hands[:seat], hand, *state.hands[seat + 1 :])
            after = game.play(state._replace(hands=hands), Play(value))
            assert entry.cards == state.fronts.count(value)
            assert entry.power == value * entry.cards
            assert entry.joined == value * after.fronts.count(value)
            assert entry.beats == after.drawing


# -- holders, join_chance


def seats_before_my_next_go(state: State, me: int) -> list[int]:
    """Who goes before a seat's next go, told by walking round the table."""
    players = len(state.hands)
    seats, seat = [], state.turn
    if state.phase is Phase.DRAW or seat == me:  # that go is played, or is my own
        seat = (seat + 1) % players
    while seat != me:
        seats.append(seat)
        seat = (seat + 1) % players
    return seats


@given(game=small_games, seed=seeds)
def test_holders_and_join_chance_are_shares_of_all_layouts(game: FujiFlush, seed: int) -> None:
    for state in random_states(game, seed):
        for me in range(game.players):
            view = game.observe(state, me)
            if number_of_layouts(view) > 250 or state.phase is Phase.OVER:
                continue
            before = seats_before_my_next_go(state, me)
            others = [seat for seat in range(game.players) if seat != me]
            number: dict[int, Counter[int]] = {v: Counter() for v, n in enumerate(game.deck) if n}
            joined: Counter[int] = Counter()
            total = 0
            for places in layouts(cards(unseen(view)), [len(state.hands[s]) for s in others]):
                total += 1
                hands = dict(zip(others, places, strict=False))
                for value, found in number.items():
                    found[sum(value in hand for hand in hands.values())] += 1
                    joined[value] += any(value in hands[seat] for seat in before)
            for value, found in number.items():
                expected = [Fraction(found[k], total) for k in range(game.players)]
                assert list(holders(view, value)) == expected
                assert join_chance(view, value) == Fraction(joined[value], total)


def test_the_small_decks_do_reach_positions_with_few_layouts() -> None:
    """The test above compares something: cards in hands, at different phases, certain and not."""
    phases: Counter[Phase] = Counter()
    chances = set()
    for game in (FujiFlush(players=3, hand_size=2, deck=deck) for deck in DECKS):
        for state in random_states(game, 5):
            view = game.observe(state, 0)
            if number_of_layouts(view) <= 250 and state.phase is not Phase.OVER:
                phases[state.phase] += 1
                chances |= {join_chance(view, v) for v, n in enumerate(game.deck) if n}
    assert min(phases[phase] for phase in (Phase.PLAY, Phase.PUSH, Phase.DRAW)) >= 3
    assert {Fraction(0), Fraction(1)} < chances


def icepool_holders(hidden: dict[int, int], sizes: Sequence[int], value: int) -> Any:
    """How many of some hands hold a value, by icepool: the copies each gets, hand by hand."""

    @cache
    def hand_by_hand(copies: int, total: int, n: int) -> Any:
        if n == len(sizes):
            return icepool.Die([0])
        deck = icepool.Deck({1: copies, 0: total - copies} if copies else {0: total})
        got = deck.deal(sizes[n]).sum() if sizes[n] else icepool.Die([0])
        return got.map(
            lambda here: hand_by_hand(copies - here, total - sizes[n], n + 1) + int(here > 0)
        )

    return hand_by_hand(hidden.get(value, 0), sum(hidden.values()), 0)


@pytest.mark.parametrize(
    "view",
    [
        view_of((2, 3, 4, 5, 6, 7), (6, 6, 6)),
        view_of((2, 2, 2, 9, 14), (5, 4, 6, 0, 3), (None, 2, None, 12, 2), (2, 2, 20, 14, 3, 3)),
        view_of((3, 18), (2, 1, 2, 3, 1, 2), (None, 8, 8, None, None, None), (2,) * 14),
        view_of((4, 4, 5, 6, 15), (5, 5, 5, 5, 5, 5, 5, 5)),
    ],
    ids=["three fresh hands", "five", "six, near the end", "eight fresh hands"],
)
@pytest.mark.parametrize("value", [2, 3, 9, 14, 15, 20])
def test_holders_and_join_chance_agree_with_icepool_on_the_real_deck(
    view: View, value: int
) -> None:
    hidden = {card: n for card, n in enumerate(unseen(view)) if n}
    number = icepool_holders(hidden, view.hand_sizes[1:], value)
    chances = holders(view, value)
    assert [number.probability(k) for k in range(len(chances))] == list(chances)
    assert join_chance(view, value) == number.probability("!=", 0)
    # On seat 2's go, only seats 2 and up are still to come.
    later = icepool_holders(hidden, view.hand_sizes[2:], value)
    assert join_chance(view._replace(turn=2), value) == later.probability("!=", 0)


def test_the_public_table_counts_every_hand() -> None:
    view = view_of((), (1, 1, 1), seat=None)
    assert holders(view, 20) == (Fraction(87, 90), Fraction(3, 90), Fraction(0), Fraction(0))
    assert refusal(join_chance, view, 20) == "not_in_game"


# -- fate, by the rules


def drawn(game: FujiFlush, state: State) -> State:
    """The next go: whoever was flushed has drawn (what they drew does not matter here)."""
    while isinstance(lottery := game.turn(state), Lottery):
        state = game.play(state, next(action for action, _ in lottery))
    return state


def fate_of(chances: dict[str, Fraction]) -> Fate:
    return Fate(chances["flushed"], chances["there"], chances["pushed"], chances["over"])


class ByTheRules:
    """Every line of `fate`'s model, stepped with the rules of the game one action at a time."""

    def __init__(self, game: FujiFlush, state: State, card: int) -> None:
        self.game = game
        self.me = state.turn
        self.chances = dict.fromkeys(OUTCOMES, Fraction(0))
        self.reshuffled = False
        heap = remove(
            game.deck,
            [
                *state.hands[self.me],
                *cards(state.discard),
                *(front for front in state.fronts if front is not None),
            ],
        )
        self.walk(drawn(game, game.play(state, Play(card))), heap, Fraction(1))

    def walk(self, state: State, heap: tuple[int, ...], chance: Fraction) -> None:
        me, seat = self.me, state.turn
        if seat == me:
            assert state.fronts[me] is not None
            self.chances["there"] += chance
            return
        if not any(heap):
            self.reshuffled = True
            lying = [front for front in state.fronts if front is not None]
            heap = remove(self.game.deck, [*state.hands[me], *lying])
        if state.phase is Phase.PUSH:
            state = self.game.play(state, Push())
            if state.fronts[me] is None:
                self.chances["pushed"] += chance
                return
            if state.phase is Phase.OVER:
                self.chances["over"] += chance
                return
        for card, copies in enumerate(heap):
            if copies:
                hand = tuple(sorted((card, *state.hands[seat][1:])))
                hands = (*state.hands[:seat], hand, *state.hands[seat + 1 :])
                after = drawn(self.game, self.game.play(state._replace(hands=hands), Play(card)))
                here = chance * Fraction(copies, sum(heap))
                if after.fronts[me] is None:
                    self.chances["flushed"] += here
                else:
                    self.walk(after, remove(heap, [card]), here)

    @property
    def fate(self) -> Fate:
        return fate_of(self.chances)


@given(game=small_games, seed=seeds)
def test_fate_is_what_the_rules_make_of_every_line(game: FujiFlush, seed: int) -> None:
    for state, view, card in moves(game, seed, longest=40):
        found = fate(view, card)
        assert found == ByTheRules(game, state, card).fate
        assert survival(view, card) == 1 - found.flushed


KINDS = (*OUTCOMES, "over or not", "pushed or not", "my last card", "reshuffled")


@slow
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_fate_is_right_in_every_kind_of_position(players: int) -> None:
    """The same on matches that are known to bring what is rare: ends, partners, reshuffles."""
    seen: Counter[str] = Counter()
    for n, deck in enumerate(DECKS):
        for size in (1, 2):
            if size * players > sum(deck):
                continue
            game = FujiFlush(players=players, hand_size=size, deck=deck)
            for seed in range(12 if players < 6 else 6):
                for state, view, card in moves(game, 100 * n + seed, longest=40):
                    rules = ByTheRules(game, state, card)
                    assert fate(view, card) == rules.fate
                    seen.update(key for key, chance in rules.chances.items() if chance)
                    seen["over or not"] += 0 < rules.chances["over"] < 1
                    seen["pushed or not"] += 0 < rules.chances["pushed"] < 1
                    seen["my last card"] += not game.play(state, Play(card)).hands[state.turn]
                    seen["reshuffled"] += rules.reshuffled
    assert all(seen[kind] >= 3 for kind in KINDS), seen


@pytest.mark.parametrize("value", [2, 5, 9, 11, 14, 19])
@pytest.mark.parametrize(
    ("hand_sizes", "fronts"),
    [
        ((3, 6, 6), (None, None, None)),
        ((3, 1, 0), (None, 14, 9)),
        ((1, 4, 5, 3), (None, 9, None, 9)),
        ((2, 1, 1, 0), (None, 12, 3, 12)),
        ((2, 0, 1, 1), (None, 11, None, 20)),
    ],
)
def test_fate_is_right_on_the_real_deck(
    value: int, hand_sizes: tuple[int, ...], fronts: tuple[int | None, ...]
) -> None:
    hand = tuple(sorted((value, *(3,) * (hand_sizes[0] - 1))))
    view = view_of(hand, hand_sizes, fronts, discard=(2, 2, 4, 7, 7, 16))
    state = view.game.imagine(view, Random(1))
    assert fate(view, value) == ByTheRules(view.game, state, value).fate


# -- fate, and opponents who really hold hands


def random_opponents(game: FujiFlush, state: State, card: int, me: int) -> dict[str, Fraction]:
    """What becomes of my card if opponents play a random card of the hands they hold."""
    chances = dict.fromkeys(OUTCOMES, Fraction(0))

    def walk(state: State, chance: Fraction) -> None:
        turn = game.turn(state)
        if isinstance(turn, Lottery):
            for action, here in turn:
                walk(game.play(state, action), chance * here)
        elif state.fronts[me] is None or turn in (me, None):
            raise AssertionError("noticed too late")
        elif state.phase is Phase.PUSH:
            after = game.play(state, Push())
            if after.fronts[me] is None:
                chances["pushed"] += chance
            elif after.phase is Phase.OVER:
                chances["over"] += chance
            else:
                walk(after, chance)
        else:
            hand = state.hands[state.turn]
            for played in hand:
                after = game.play(state, Play(played))
                here = chance / len(hand)
                if after.fronts[me] is None:
                    chances["flushed"] += here
                elif (state.turn + 1) % game.players == me:
                    chances["there"] += here
                else:
                    walk(after, here)

    walk(game.play(state, Play(card)), Fraction(1))
    return chances


@pytest.mark.parametrize(
    ("sizes", "fronts", "hand", "deck"),
    [
        ((2, 2, 1), (None, None, 3), (4, 5), {2: 3, 3: 3, 4: 2, 5: 1}),
        ((2, 1, 1), (None, 4, 2), (3, 3), {2: 3, 3: 3, 4: 2, 5: 1}),
        ((1, 0, 1), (None, 2, 3), (3,), {2: 3, 3: 3, 4: 2}),
        ((1, 1, 1, 0), (None, 4, 2, 4), (3,), {2: 3, 3: 3, 4: 3, 5: 1}),
        ((1, 1, 0, 1), (None, None, 5, 2), (4,), {2: 2, 3: 2, 4: 2, 5: 3}),
    ],
)
def test_random_hands_and_random_draws_come_to_the_same_as_one_shuffled_heap(
    sizes: tuple[int, ...],
    fronts: tuple[int | None, ...],
    hand: tuple[int, ...],
    deck: dict[int, int],
) -> None:
    """Exchangeability: as long as the pile lasts, it does not matter that hands are held, that the
    flushed draw, nor that a drawn card may be played.
    """
    game = FujiFlush(players=len(sizes), hand_size=1, deck=counts(deck))
    lying = [front for front in fronts if front is not None]
    hidden = cards(remove(game.deck, [*hand, *lying]))
    assert len(hidden) - sum(sizes[1:]) >= len(sizes), "the pile must last"
    for card in sorted(set(hand)):
        total = dict.fromkeys(OUTCOMES, Fraction(0))
        ways = 0
        for *others, pile in layouts(hidden, sizes[1:]):
            ways += 1
            state = State(
                phase=Phase.PLAY,
                turn=0,
                hands=(hand, *(tuple(sorted(other)) for other in others)),
                fronts=fronts,
                pile=tuple(pile.count(value) for value in range(len(game.deck))),
                discard=(0,) * len(game.deck),
            )
            for outcome, chance in random_opponents(game, state, card, 0).items():
                total[outcome] += chance
        shares = {outcome: chance / ways for outcome, chance in total.items()}
        assert fate(game.observe(state, 0), card) == fate_of(shares)


# -- fate, written out by hand


def test_a_card_nobody_can_beat_is_there_on_the_next_go() -> None:
    game = FujiFlush(players=3, hand_size=2, deck=counts({2: 5, 9: 1}))
    view = game.observe(game.play(game.start(), Deal(((2, 9), (2, 2), (2, 2)))), 0)
    assert fate(view, 9) == Fate(Fraction(0), Fraction(1), Fraction(0), Fraction(0))
    assert survival(view, 9) == 1


def test_a_partner_who_goes_first_takes_the_card_along() -> None:
    view = view_of((9,), (1, 2, 2), (None, 9, None))
    assert fate(view, 9) == Fate(Fraction(0), Fraction(0), Fraction(1), Fraction(0))
    # With the partner in the last seat one card comes before: it would have to be above 18.
    view = view_of((9,), (1, 2, 2), (None, None, 9))
    hidden = 90 - 2
    assert fate(view, 9) == Fate(
        flushed=Fraction(2, hidden),
        there=Fraction(0),
        pushed=Fraction(86, hidden),
        over=Fraction(0),
    )


def test_somebody_elses_last_card_ends_the_game() -> None:
    # Seat 1 has played its last card, a 12: my 5 cannot flush it, so seat 1 wins on its go.
    view = view_of((5, 6), (2, 0, 2), (None, 12, None))
    assert fate(view, 5).over == 1
    # If it is seat 2's last card, seat 1 plays before: 6 and more flushes my 5; else seat 2 wins.
    view = view_of((5, 6), (2, 2, 0), (None, None, 12))
    stays = sum(unseen(view)[2:6])
    assert fate(view, 5).over == Fraction(stays, sum(unseen(view)))
    assert fate(view, 5).there == 0


def test_a_last_card_that_is_flushed_in_time_ends_nothing() -> None:
    # My 13 flushes the last card of seat 2, a 12, at once.
    view = view_of((13,), (1, 2, 0), (None, None, 12))
    assert fate(view, 13).over == 0
    # Two partners hold a 12 and a 12: my 13 cannot, and the first go ends the game for both.
    view = view_of((13,), (1, 2, 0), (None, 12, 12))
    assert fate(view, 13).over == 1


def test_my_own_last_card_taken_along_is_pushed_not_over() -> None:
    view = view_of((9,), (1, 0, 2), (None, 9, None))
    assert fate(view, 9).pushed == 1, "seat 1 and I win together"


def test_joined_cards_flush_together() -> None:
    # Two opponents. My 10 falls to one card above 10, or to 6 6, 7 7, 8 8 or 9 9; a 10 makes 20.
    view = view_of((10,), (1, 6, 6))
    hidden = unseen(view)
    total = sum(hidden)
    above = sum(hidden[11:])
    ways = above * (total - 1)
    for first in range(2, 11):
        for second in range(2, 21):
            left = hidden[second] - (first == second)
            strength = 20 if first == 10 else 10
            power = second * (2 if first == second else 1)
            if second != 10 and power > strength:
                ways += hidden[first] * left
    assert fate(view, 10).flushed == Fraction(ways, total * (total - 1))


# -- fate, simulated


def test_exact_answers_say_so() -> None:
    found = fate(view_of((9, 20), (2, 6, 6, 6)), 20)
    assert found.trials == 0
    assert sum(found[:4]) == 1
    assert found.interval("flushed") == (float(found.flushed), float(found.flushed))


def test_a_simulation_says_so_and_gives_its_interval() -> None:
    view = view_of((9, 20), (2, 6, 6, 6))
    found = fate(view, 20, budget=0, trials=500)
    assert found.trials == 500
    assert sum(found[:4]) == 1
    times = found.flushed * 500
    assert times.denominator == 1
    assert found.interval("flushed") == wilson(int(times), 500)
    assert survival(view, 20, budget=0, trials=500) == 1 - found.flushed


def test_the_same_question_always_gets_the_same_simulated_answer() -> None:
    view = view_of((9, 20), (2, 6, 6, 6))
    assert fate(view, 9, budget=0, trials=300) == fate(view, 9, budget=0, trials=300)


def test_eight_fresh_hands_are_beyond_the_budget_and_six_are_not() -> None:
    hand = (2, 3, 4, 15, 20)
    assert fate(view_of(hand, (5,) * 8), 20, trials=100).trials == 100
    assert fate(view_of((2, *hand), (6,) * 6), 20).trials == 0
    assert fate(view_of(hand, (5,) * 8), 2).trials == 0, "a 2 falls so soon that it is quick"


POSITIONS = [
    view_of((9, 20), (2, 6, 6, 6)),
    view_of((9, 20), (2, 1, 1, 0), (None, None, 3, 12)),
    view_of((9, 19), (2, 1, 1, 0, 4), (None, 11, None, 20, 11)),
    view_of((9, 14), (2, 3, 3, 3, 3), (None, None, 9, 5, 5)),
    view_of((9, 14), (2, 2, 1, 0, 4, 2), (None, None, 15, 15, None, 2)),
    view_of((9, 14), (2, 2, 1, 0, 4, 2, 2), (None, None, 15, 15, None, 2, None)),
]


@pytest.mark.parametrize("view", POSITIONS)
def test_simulated_and_exact_fates_agree(view: View) -> None:
    for value in view.hand:
        exact = fate(view, value, budget=10**9)
        found = fate(view, value, budget=0, trials=4000)
        assert (exact.trials, found.trials) == (0, 4000)
        for outcome in OUTCOMES:
            share = getattr(found, outcome)
            low, high = wilson(int(share * 4000), 4000, z=3.9)
            assert low <= getattr(exact, outcome) <= high


@given(game=small_games, seed=seeds)
def test_simulated_and_exact_fates_agree_on_small_decks(game: FujiFlush, seed: int) -> None:
    """Here the hidden cards run out: what then comes back is simulated too."""
    for _, view, card in list(moves(game, seed))[-2:]:
        exact = fate(view, card)
        found = fate(view, card, budget=0, trials=400)
        if not found.trials:  # it was settled before a card came
            assert found == exact
            continue
        for outcome in OUTCOMES:
            low, high = wilson(int(getattr(found, outcome) * 400), 400, z=4.5)
            assert low <= getattr(exact, outcome) <= high


def test_the_intervals_cover_the_exact_chance_as_often_as_they_say() -> None:
    """Of many simulations, each with its own luck, about 95 in 100 intervals hold the truth."""
    covered = total = 0
    for first in range(2, 8):
        for second in range(8, 21):
            view = view_of((first, second), (2, 5, 5, 5), discard=(2, 2, 2))
            for value in (first, second):
                exact = fate(view, value)
                low, high = fate(view, value, budget=0, trials=200).interval("flushed")
                covered += low <= exact.flushed <= high
                total += 1
    low, high = wilson(covered, total, z=3)
    assert low < 0.95 < high


# -- questions that cannot be asked


@pytest.mark.parametrize("question", [flushes, fate, survival])
def test_a_card_can_only_be_asked_about_when_it_can_be_played(question: Any) -> None:
    view = view_of((9, 20), (2, 3, 3), (None, 7, None))
    assert question(view, 9) is not None
    assert refusal(question, view, 8) == "not_in_hand"
    assert refusal(question, view._replace(turn=1), 9) == "not_your_turn"
    assert refusal(question, view._replace(phase=Phase.PUSH), 9) == "wrong_phase"
    assert refusal(question, view._replace(phase=Phase.DRAW, drawing=(1,)), 9) == "chance_first"
    assert refusal(question, view._replace(phase=Phase.OVER), 9) == "game_over"
    assert refusal(question, view._replace(seat=None, hand=()), 9) == "not_in_game"


@pytest.mark.parametrize("question", [holders, join_chance])
@pytest.mark.parametrize("value", [1, 21, -1, 0])
def test_a_value_that_is_not_in_the_deck_is_no_question(question: Any, value: int) -> None:
    assert refusal(question, view_of((9, 20), (2, 3, 3)), value) == "not_in_deck"


def test_after_the_end_nobody_goes_any_more() -> None:
    view = view_of((9, 20), (2, 3, 0), phase=Phase.OVER)
    assert refusal(join_chance, view, 9) == "game_over"


def test_odds_do_not_change_with_what_a_seat_cannot_see() -> None:
    """They take views only, and equal views are equal questions."""
    game = FujiFlush(players=4)
    match = Match(game, seed=11)
    for _ in range(30):
        match.step()
    view = game.observe(match.state, 2)
    for n in range(5):
        other = game.observe(game.imagine(view, Random(n)), 2)
        assert [holders(other, v) for v in range(2, 21)] == [holders(view, v) for v in range(2, 21)]


# -- what the table shows


@given(game=small_games, seed=seeds)
def test_flushers_are_the_cards_with_which_the_next_player_flushes_mine(
    game: FujiFlush, seed: int
) -> None:
    for state, view, card in moves(game, seed):
        after = drawn(game, game.play(state, Play(card)))
        me, following = state.turn, after.turn
        if after.phase is Phase.PUSH:
            after = game.play(after, Push())
        expected = []
        if after.phase is not Phase.OVER and after.fronts[me] is not None:
            for value in sorted(set(cards(unseen(view)))):
                hand = tuple(sorted((value, *after.hands[following][1:])))
                hands = (*after.hands[:following], hand, *after.hands[following + 1 :])
                if game.play(after._replace(hands=hands), Play(value)).fronts[me] is None:
                    expected.append(value)
        assert list(flushers(view, card)) == expected


@given(game=small_games, seed=seeds)
def test_likelihood_is_the_share_of_the_hidden_cards(game: FujiFlush, seed: int) -> None:
    for state in random_states(game, seed):
        if state.phase is Phase.DRAW:
            for seat in (*range(game.players), None):
                view = game.observe(state, seat)
                hidden = cards(unseen(view))
                for value, copies in enumerate(game.deck):
                    if copies:
                        share = Fraction(hidden.count(value), len(hidden))
                        assert likelihood(view, Drawn(value)) == share


def test_results_of_a_play_are_its_fate_and_a_push_goes_through() -> None:
    view = view_of((9, 20), (2, 6, 6, 6))
    found = fate(view, 9)
    assert results(view, Play(9)) == {name: getattr(found, name) for name in OUTCOMES}
    pushing = view._replace(phase=Phase.PUSH, fronts=(7, None, None, None))
    assert results(pushing, Push()) == {"through": Fraction(1)}
    assert trial(pushing, Push(), Random(1)) == "through"


@pytest.mark.parametrize("view", POSITIONS[:5])
def test_trials_come_out_as_often_as_the_results_say(view: View) -> None:
    rng = Random(17)
    for value in view.hand:
        tried = Counter(trial(view, Play(value), rng) for _ in range(2000))
        expected = results(view, Play(value))
        assert set(tried) <= set(expected)
        for outcome, chance in expected.items():
            low, high = wilson(tried[outcome], 2000, z=3.9)
            assert low <= chance <= high
    assert refusal(trial, view, Play(3), rng) == "not_in_hand"


# --- what came of it, and how a seat stands ------------------------------------------------------


def seen_by(game: FujiFlush, state: State, *actions: Action) -> list[View]:
    """What seat 0 knows at first, and after each of these actions."""
    views = [game.observe(state, 0)]
    for action in actions:
        state = game.play(state, action)
        views.append(game.observe(state, 0))
    return views


def about_to_play(hands: tuple[tuple[int, ...], ...], fronts: tuple[int | None, ...]) -> State:
    """Three players; it is seat 0's go."""
    deck = FujiFlush(3).deck
    return State(Phase.PLAY, 0, hands, fronts, deck, (0,) * len(deck))


@pytest.mark.parametrize(
    ("others", "fronts", "actions", "result"),
    [
        (((9, 2), (3, 2)), (None, None, None), (Play(7), Play(9), Drawn(2)), "flushed"),
        (((4, 2), (3, 2)), (None, None, None), (Play(7), Play(4), Play(3)), "there"),
        (((4, 2), (3, 2)), (None, None, 7), (Play(7), Play(4), Push()), "pushed"),
        (((4, 2), ()), (None, None, 9), (Play(7), Play(4), Push()), "over"),
    ],
    ids=["flushed", "there", "pushed", "over"],
)
def test_what_came_of_a_card_is_known_when_it_leaves_or_at_the_next_go(
    others: tuple[tuple[int, ...], ...],
    fronts: tuple[int | None, ...],
    actions: tuple[Action, ...],
    result: str,
) -> None:
    game = FujiFlush(3)
    view, *later = seen_by(game, about_to_play(((7, 2), *others), fronts), *actions)
    told = [came(view, Play(7), later[:count]) for count in range(len(later) + 1)]
    first = told.index(result)
    assert told == [None] * first + [result] * (len(told) - first)
    assert first == (2 if result == "flushed" else 3)
    assert came(view, Push(), later) == "through"


def test_a_seat_stands_by_the_share_of_its_cards_that_it_is_rid_of() -> None:
    game = FujiFlush(3)
    state = about_to_play(((7, 2), (9, 3), (4, 3)), (None, None, None))
    views = seen_by(game, state, Play(7), Play(9), Drawn(5))
    # Two of six cards are left, in hand, before me or to be drawn: four are gone for good.
    assert [standing(view) for view in views] == [Fraction(4, 6)] * 4
    won = state._replace(phase=Phase.OVER, hands=((), (9,), (4,)))
    assert standing(game.observe(won, 0)) == 1
    assert standing(game.observe(state, None)) is None
    assert standing(game.observe(game.start(), 0)) is None
