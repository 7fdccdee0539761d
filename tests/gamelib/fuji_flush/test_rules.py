"""Fuji Flush follows FF-1 to FF-9, in positions written out card by card."""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from gamelib.auberge import Draw
from gamelib.counting import Counts, add, cards, counts, remove, wilson
from gamelib.fuji_flush import Drawn, FujiFlush, Phase, Play, Push, State
from gamelib.fuji_flush.rules import flushed, power, unseen
from gamelib.game import OPEN, Action, Deal, Hands, IllegalAction, Lottery, Outcome
from gamelib.match import Match
from gamelib.texts import LANGUAGES, tell

EMPTY: Counts = (0,) * 21
GAME = FujiFlush(players=4)

Fronts = tuple[int | None, ...]


def position(
    hands: Hands,
    fronts: Fronts | None = None,
    turn: int = 0,
    pile: Sequence[int] | None = None,
    deck: Counts = GAME.deck,
) -> State:
    """The beginning of a go. Cards that are in no hand and before nobody make the pile; if the
    pile is given, the rest is discarded.
    """
    fronts = (None,) * len(hands) if fronts is None else fronts
    in_play = [card for hand in hands for card in hand]
    rest = remove(deck, in_play + [card for card in fronts if card is not None])
    pile = cards(rest) if pile is None else pile
    return State(
        phase=Phase.PLAY if fronts[turn] is None else Phase.PUSH,
        turn=turn,
        hands=hands,
        fronts=fronts,
        pile=add((0,) * len(rest), pile),
        discard=remove(rest, pile),
    )


def played(game: FujiFlush, state: State, *actions: Action) -> State:
    for action in actions:
        state = game.play(state, action)
    return state


def refusal(game: FujiFlush, state: State, action: Any) -> str:
    """The reason for which an action is refused, by `play`; it is not offered either."""
    assert action not in game.actions(state)
    with pytest.raises(IllegalAction) as caught:
        game.play(state, action)
    return caught.value.reason


def told(game: FujiFlush, state: State, action: Action, seat: int | None) -> list[tuple[str, Any]]:
    """What a seat is told, with the short codes; it can be said in every language."""
    events = game.events(state, action, game.play(state, action), seat)
    assert all(tell(event, lang) for event in events for lang in LANGUAGES)
    return [(event.code.removeprefix("fuji_flush.event."), event.values) for event in events]


# -- FF-1, FF-2: the deck and the deal


@pytest.mark.rule("FF-1")
def test_the_deck_has_90_cards_many_low_and_few_high() -> None:
    copies = {2: 16, 3: 12, 4: 9, 5: 8, 6: 6, 7: 6, 8: 5, 9: 4, 10: 4, 11: 4, 12: 3, 13: 3, 14: 3}
    copies |= {15: 2, 16: 1, 17: 1, 18: 1, 19: 1, 20: 1}
    assert {value: n for value, n in enumerate(GAME.deck) if n} == copies
    assert sum(GAME.deck) == 90
    assert GAME.start().pile == GAME.deck


@pytest.mark.rule("FF-2")
@pytest.mark.parametrize(
    ("players", "size"), [(3, 6), (4, 6), (5, 6), (6, 6), (7, 5), (8, 5)], ids=str
)
def test_everybody_is_dealt_six_cards_or_five_from_seven_players_on(
    players: int, size: int
) -> None:
    game = FujiFlush(players=players)
    lottery = game.turn(game.start())
    assert isinstance(lottery, Lottery)
    deal = lottery.sample(Random(players))
    state = game.play(game.start(), deal)
    assert state.hands == deal.hands
    assert [len(hand) for hand in state.hands] == [size] * players
    assert sum(state.pile) == 90 - size * players
    dealt = Counter(card for hand in state.hands for card in hand)
    assert dealt + Counter(cards(state.pile)) == Counter(cards(game.deck))
    assert (state.phase, state.turn) == (Phase.PLAY, 0)
    assert state.fronts == (None,) * players
    assert not any(state.discard)


@pytest.mark.rule("FF-2")
@pytest.mark.parametrize("first", range(4))
def test_the_first_player_is_an_option_and_play_goes_clockwise_from_there(first: int) -> None:
    game = FujiFlush(players=4, first=first)
    match = Match(game, seed=3)
    match.step()
    assert match.turn == first
    match.play(match.actions[0])
    assert match.turn == (first + 1) % 4


@pytest.mark.rule("FF-2")
def test_only_a_deal_of_the_right_size_from_the_deck_is_accepted() -> None:
    start = GAME.start()
    low = (2, 2, 2, 2, 2, 2)
    high = (16, 17, 18, 19, 20, 20)  # there is one 20
    six = (3, 3, 3, 3, 3, 3)
    assert refusal(GAME, start, Deal((low, low, six, high))) == "impossible_chance"
    assert refusal(GAME, start, Deal((low, low, six))) == "impossible_chance"
    assert refusal(GAME, start, Deal((low, low, six, (20,)))) == "impossible_chance"
    assert GAME.play(start, Deal((low, low, six, (15, 16, 17, 18, 19, 20)))).phase is Phase.PLAY


@pytest.mark.rule("FF-2")
@pytest.mark.parametrize("players", [2, 9, 0, "4"])
def test_fuji_flush_is_for_three_to_eight(players: Any) -> None:
    with pytest.raises(ValueError, match="3 to 8 players"):
        FujiFlush(players=players)


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"first": 4}, "first is a seat"),
        ({"first": -1}, "first is a seat"),
        ({"hand_size": 0}, "hand_size"),
        ({"deck": counts({2: 23})}, "too small"),
        ({"hand_size": 23}, "too small"),
    ],
)
def test_options_that_make_no_game_are_refused(options: dict[str, Any], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        FujiFlush(players=4, **options)


# -- FF-3: pushed through


@pytest.mark.rule("FF-3")
def test_a_card_that_still_lies_there_is_discarded_without_a_draw() -> None:
    state = position(((2, 3), (4,), (5,), (6,)), (9, None, 12, None))
    assert GAME.turn(state) == 0
    assert GAME.actions(state) == (Push(),)
    after = GAME.play(state, Push())
    assert after.fronts == (None, None, 12, None)
    assert after.discard == add(state.discard, [9])
    assert after.hands == state.hands
    assert after.pile == state.pile
    assert (after.phase, after.turn) == (Phase.PLAY, 0), "the same player now plays a card"
    assert GAME.actions(after) == (Play(2), Play(3))


@pytest.mark.rule("FF-3")
def test_every_card_of_the_same_face_value_is_pushed_through_with_it() -> None:
    state = position(((2,), (3,), (4,), (5,)), (7, 14, 7, 7))
    after = GAME.play(state, Push())
    assert after.fronts == (None, 14, None, None), "14 = 7 + 7 is another face value and stays"
    assert after.discard == add(state.discard, [7, 7, 7])
    assert after.hands == state.hands
    assert after.pile == state.pile


@pytest.mark.rule("FF-3")
def test_whoever_lost_the_card_to_a_partners_push_plays_at_once_on_their_own_go() -> None:
    state = position(((2,), (3, 4), (5,), (6,)), (7, 7, None, None))
    after = played(GAME, state, Push(), Play(2))
    assert (after.phase, after.turn) == (Phase.PLAY, 1)
    assert refusal(GAME, after, Push()) == "wrong_phase"
    assert after.fronts == (2, None, None, None)


@pytest.mark.rule("FF-3")
def test_with_a_card_there_the_push_comes_before_the_play() -> None:
    state = position(((2,), (3,), (4,), (5,)), (9, None, None, None))
    assert refusal(GAME, state, Play(2)) == "wrong_phase"


# -- FF-4: winners


@pytest.mark.rule("FF-4")
def test_the_last_card_pushed_through_wins_before_anybody_plays_on() -> None:
    state = position(((), (3, 3), (4,), (5,)), (9, None, 12, None))
    after = GAME.play(state, Push())
    assert after.phase is Phase.OVER
    assert GAME.turn(after) is None
    assert GAME.actions(after) == ()
    assert GAME.outcome(after) == Outcome((0,), (0, -2, -2, -1), "no_cards_left")


@pytest.mark.rule("FF-4")
def test_a_partner_can_win_on_somebody_elses_go() -> None:
    state = position(((2, 3), (), (4,), (5,)), (9, 9, None, None))
    after = GAME.play(state, Push())
    assert GAME.outcome(after) == Outcome((1,), (-2, 0, -1, -1), "no_cards_left")
    assert refusal(GAME, after, Play(2)) == "game_over", "the player whose go it is plays no more"


@pytest.mark.rule("FF-4")
def test_several_can_win_at_once() -> None:
    state = position(((), (), (4,), ()), (9, 9, None, 9))
    outcome = GAME.outcome(GAME.play(state, Push()))
    assert outcome is not None
    assert outcome.winners == (0, 1, 3)


@pytest.mark.rule("FF-4")
def test_a_last_card_that_stays_on_the_table_wins_nothing() -> None:
    state = position(((2,), (), (4,), (5,)), (9, 10, None, None))
    after = GAME.play(state, Push())
    assert after.phase is Phase.PLAY
    assert GAME.outcome(after) is None
    assert after.fronts == (None, 10, None, None)


@pytest.mark.rule("FF-4")
def test_playing_the_last_card_does_not_win_yet() -> None:
    after = GAME.play(position(((9,), (3,), (4,), (5,))), Play(9))
    assert after.hands[0] == ()
    assert GAME.outcome(after) is None
    assert GAME.turn(after) == 1


@pytest.mark.rule("FF-4")
def test_whoever_loses_the_last_card_to_a_flush_draws_and_plays_on() -> None:
    state = position(((10,), (3,), (), (5,)), (None, None, 9, None))
    after = played(GAME, state, Play(10), Drawn(2))
    assert after.hands[2] == (2,)
    assert GAME.outcome(after) is None
    assert GAME.turn(after) == 1


# -- FF-5: playing a card


@pytest.mark.rule("FF-5")
def test_each_value_in_hand_can_be_played_face_up() -> None:
    state = position(((2, 2, 2, 7, 20), (3,), (4,), (5,)))
    assert GAME.actions(state) == (Play(2), Play(7), Play(20))
    after = GAME.play(state, Play(2))
    assert after.hands[0] == (2, 2, 7, 20)
    assert after.fronts == (2, None, None, None)
    assert (after.turn, after.phase) == (1, Phase.PLAY)
    assert refusal(GAME, state, Play(3)) == "not_in_hand"


@pytest.mark.rule("FF-5")
def test_the_power_of_a_group_is_its_value_times_its_cards() -> None:
    fronts = (7, 14, 7, None, 7, 2)
    assert [power(fronts, value) for value in (7, 14, 2, 3)] == [21, 14, 2, 0]


@pytest.mark.rule("FF-5")
def test_cards_of_one_value_hold_together_wherever_they_lie() -> None:
    state = position(((5,), (3,), (4,), (6,)), (None, 14, 5, 5))
    after = GAME.play(state, Play(5))
    assert after.fronts == (5, None, 5, 5), "three fives make 15, which flushes the 14"
    assert after.drawing == (1,)


# -- FF-6: flushing


@pytest.mark.rule("FF-6")
@pytest.mark.parametrize(
    ("card", "losers"),
    [(2, ()), (8, ()), (10, (2,)), (11, (2,)), (13, (1, 2)), (14, (1, 2)), (16, (1, 2, 3))],
    ids=str,
)
def test_only_strictly_lower_powers_are_flushed(card: int, losers: tuple[int, ...]) -> None:
    state = position(((card,), (3,), (4,), (5,)), (None, 12, 9, 15))
    after = GAME.play(state, Play(card))
    assert after.drawing == losers
    assert [after.fronts[seat] for seat in losers] == [None] * len(losers)
    kept = [seat for seat in (1, 2, 3) if seat not in losers]
    assert [after.fronts[seat] for seat in kept] == [state.fronts[seat] for seat in kept]
    assert after.fronts[0] == card, "the card just played is never flushed by its own arrival"


@pytest.mark.rule("FF-6")
def test_a_whole_group_is_flushed_together() -> None:
    state = position(((11,), (3,), (4,), (6,)), (None, 5, 8, 5))
    after = GAME.play(state, Play(11))
    assert after.fronts == (11, None, None, None), "5 + 5 = 10 and 8 are both lower than 11"
    assert after.discard == add(state.discard, [5, 8, 5])
    assert after.drawing == (1, 2, 3)


@pytest.mark.rule("FF-6")
def test_equal_power_stays_on_both_sides() -> None:
    state = position(((14, 14), (7,), (4,), (5,)), (None, 7, 7, None))
    tied = GAME.play(state, Play(14))
    assert tied.fronts == (14, 7, 7, None)
    assert tied.phase is Phase.PUSH
    state = position(((7,), (3,), (4,), (5,)), (None, 14, 7, None))
    assert GAME.play(state, Play(7)).fronts == (7, 14, 7, None)


@pytest.mark.rule("FF-6")
def test_a_14_does_not_join_two_sevens() -> None:
    state = position(((14,), (3,), (4,), (5,)), (None, 7, 7, 20))
    after = GAME.play(state, Play(14))
    assert after.fronts == (14, 7, 7, 20), "28 would have flushed the 20"
    state = position(((14,), (3,), (4,), (5,)), (None, 14, 20, None))
    assert GAME.play(state, Play(14)).fronts == (14, 14, None, None), "14 + 14 = 28 does"


@pytest.mark.rule("FF-6")
def test_a_card_weaker_than_everything_changes_nothing() -> None:
    state = position(((2,), (3,), (4,), (5,)), (None, 12, 9, 13))
    after = GAME.play(state, Play(2))
    assert after.fronts == (2, 12, 9, 13)
    assert after.discard == state.discard
    assert after.pile == state.pile
    assert (after.phase, after.turn) == (Phase.PUSH, 1)


@pytest.mark.rule("FF-6")
def test_the_flushed_draw_one_card_each_clockwise_from_the_player() -> None:
    game = FujiFlush(players=5)
    state = position(((3,), (4,), (20, 2), (5,), (6,)), (8, 9, None, 7, None), turn=2)
    after = game.play(state, Play(20))
    assert after.phase is Phase.DRAW
    assert after.drawing == (3, 0, 1)
    assert after.hands == ((3,), (4,), (2,), (5,), (6,)), "nobody has drawn yet"
    lottery = game.turn(after)
    assert isinstance(lottery, Lottery)
    assert {drawn.card: lottery.weights[drawn] for drawn, _ in lottery} == {
        value: copies for value, copies in enumerate(after.pile) if copies
    }
    after = game.play(after, Drawn(10))
    assert (after.hands[3], after.drawing) == ((5, 10), (0, 1))
    after = game.play(after, Drawn(2))
    assert (after.hands[0], after.drawing) == ((2, 3), (1,)), "hands stay sorted"
    after = game.play(after, Drawn(2))
    assert (after.hands[1], after.drawing) == ((2, 4), ())
    assert after.hands[4] == (6,), "who was not flushed draws nothing"
    assert (after.phase, after.turn) == (Phase.PLAY, 3)
    assert after.pile == remove(state.pile, [10, 2, 2])
    assert after.discard == add(state.discard, [8, 9, 7])


@pytest.mark.rule("FF-6")
def test_all_losers_are_determined_and_their_cards_moved_before_the_first_draws() -> None:
    """With an empty pile, the first to draw can draw what another lost by the same card."""
    state = position(((12,), (3,), (4,), (5,)), (None, 8, 9, None), pile=())
    state = state._replace(discard=EMPTY)
    after = GAME.play(state, Play(12))
    assert after.drawing == (1, 2)
    assert cards(after.pile) == (8, 9)
    after = played(GAME, after, Drawn(9), Drawn(8))
    assert after.hands == ((), (3, 9), (4, 8), (5,))
    assert after.fronts == (12, None, None, None)


@pytest.mark.rule("FF-6")
def test_flushed_names_the_losers_clockwise_and_never_the_player() -> None:
    assert flushed((5, 5, 12, 9, 6, None), 2) == (3, 4, 0, 1)
    assert flushed((5, 5, 9, 9, 6, None), 0) == (4,), "9 + 9 is more than 5 + 5, 6 is less"
    assert flushed((2, 12, 12), 0) == ()


# -- FF-7: the pile


@pytest.mark.rule("FF-7")
def test_a_pile_that_runs_out_while_cards_are_drawn_is_made_anew_from_the_discard() -> None:
    state = position(((12,), (3,), (4,), (5,)), (None, 8, 9, 10), pile=(2, 6))
    before = state.discard
    after = played(GAME, state, Play(12), Drawn(6))
    assert (cards(after.pile), after.discard) == ((2,), add(before, [8, 9, 10])), "one card is left"
    after = GAME.play(after, Drawn(2))
    assert after.phase is Phase.DRAW
    assert after.pile == add(before, [8, 9, 10]), "the third card is due"
    assert after.discard == EMPTY
    lottery = GAME.turn(after)
    assert isinstance(lottery, Lottery)
    assert lottery.cases == sum(before) + 3
    after = GAME.play(after, Drawn(10))
    assert after.hands == ((), (3, 6), (2, 4), (5, 10))
    assert after.pile == add(before, [8, 9])


@pytest.mark.rule("FF-7")
def test_an_empty_pile_waits_until_a_card_is_due() -> None:
    state = position(((12, 2), (3, 3), (4,), (5,)), (None, 8, 9, None), pile=(2, 6))
    after = played(GAME, state, Play(12), Drawn(6), Drawn(2))
    assert not any(after.pile)
    assert after.discard == add(state.discard, [8, 9])
    after = GAME.play(after, Play(3))
    assert not any(after.pile), "a card that flushes nobody needs no pile"


@pytest.mark.rule("FF-7")
@pytest.mark.parametrize("players", GAME.player_counts)
def test_there_is_always_a_card_to_draw_even_if_the_deck_is_dealt_out(players: int) -> None:
    deck = counts({2: players, 3: players, 4: players, 9: 1})
    game = FujiFlush(players=players, hand_size=3, deck=deck)
    reshuffles = 0
    for seed in range(20):
        match = Match(game, seed)
        match.run()
        reshuffles += sum(
            ("reshuffle", {}) in told(game, state, step.action, None)
            for state, step in zip(match.states, match.steps, strict=False)
        )
    assert reshuffles > 20


# -- FF-8: the worked example


@pytest.mark.rule("FF-8")
def test_the_worked_example_move_by_move() -> None:
    a, b, c, d = range(4)
    hands = ((6, 9, 10), (8, 12, 14), (2, 3, 7), (4, 5, 7))
    state = position(hands)

    state = GAME.play(state, Play(6))
    assert (state.fronts, state.turn) == ((6, None, None, None), b)

    state = GAME.play(state, Play(8))
    assert state.drawing == (a,), "8 flushes the 6"
    state = GAME.play(state, Drawn(2))
    assert (state.fronts, state.turn) == ((None, 8, None, None), c)

    state = GAME.play(state, Play(7))
    assert (state.fronts, state.turn) == ((None, 8, 7, None), d), "7 does nothing to the 8"

    state = GAME.play(state, Play(7))
    assert state.drawing == (b,), "7 + 7 = 14 flushes the 8"
    state = GAME.play(state, Drawn(2))
    assert (state.fronts, state.turn) == ((None, None, 7, 7), a)

    state = GAME.play(state, Play(9))
    assert (state.fronts, state.turn) == ((9, None, 7, 7), b), "9 does nothing to the sevens"

    state = GAME.play(state, Play(14))
    assert state.drawing == (a,), "14 ties the sevens and flushes the 9"
    state = GAME.play(state, Drawn(2))
    assert (state.fronts, state.turn) == ((None, 14, 7, 7), c)

    assert state.phase is Phase.PUSH
    sizes = [len(hand) for hand in state.hands]
    state = GAME.play(state, Push())
    assert state.fronts == (None, 14, None, None), "both sevens leave"
    assert [len(hand) for hand in state.hands] == sizes, "with no draw"
    assert (state.phase, state.turn) == (Phase.PLAY, c)
    assert GAME.actions(state) == (Play(2), Play(3)), "C plays on"
    assert cards(state.discard) == (6, 7, 7, 8, 9)
    assert state.hands == ((2, 2, 10), (2, 12), (2, 3), (4, 5))


# -- FF-9: what a seat knows


@pytest.mark.rule("FF-9")
def test_a_seat_knows_its_hand_the_open_cards_and_how_many_there_are_of_the_rest() -> None:
    state = position(((2, 5), (3, 3, 4), (6,), ()), (None, 12, None, 9), pile=(10, 11, 20))
    view = GAME.observe(state, 0)
    assert view.hand == (2, 5)
    assert view.hand_sizes == (2, 3, 1, 0)
    assert view.fronts == (None, 12, None, 9)
    assert view.discard == state.discard
    assert view.pile_size == 3
    assert (view.game, view.seat, view.phase, view.turn) == (GAME, 0, Phase.PLAY, 0)
    assert cards(unseen(view)) == (3, 3, 4, 6, 10, 11, 20), "the pile and others' hands, mixed"


@pytest.mark.rule("FF-9")
def test_hidden_cards_in_each_others_places_look_the_same() -> None:
    state = position(((2, 5), (3, 3), (6,), (8,)), pile=(10, 11))
    other = position(((2, 5), (8, 10), (3,), (6,)), pile=(3, 11))
    assert state.discard == other.discard
    assert GAME.observe(state, 0) == GAME.observe(other, 0)
    assert GAME.observe(state, None) == GAME.observe(other, None)
    assert GAME.observe(state, 1) != GAME.observe(other, 1), "but not to whoever holds them"


@pytest.mark.rule("FF-9")
def test_the_public_table_shows_no_hand() -> None:
    state = position(((2, 5), (3, 3), (6,), (8,)), pile=(10, 11))
    view = GAME.observe(state, None)
    assert view.hand == ()
    assert view.hand_sizes == (2, 2, 1, 1)
    assert cards(unseen(view)) == (2, 3, 3, 5, 6, 8, 10, 11)


@pytest.mark.rule("FF-9")
def test_a_card_drawn_is_known_to_its_owner_alone() -> None:
    state = position(((12,), (3,), (4,), (5,)), (None, 8, None, None))
    flush = GAME.play(state, Play(12))
    nine, ten = GAME.play(flush, Drawn(9)), GAME.play(flush, Drawn(10))
    assert GAME.observe(nine, 1).hand == (3, 9)
    for seat in (0, 2, 3, None):
        assert GAME.observe(nine, seat) == GAME.observe(ten, seat)


@pytest.mark.rule("FF-9")
def test_after_a_reshuffle_the_cards_that_went_back_count_as_unseen() -> None:
    state = position(((12,), (3,), (4,), (5,)), (None, 8, None, None), pile=())
    view = GAME.observe(state, 0)
    assert cards(unseen(view)) == (3, 4, 5)
    after = GAME.play(state, Play(12))
    assert after.discard == EMPTY
    view = GAME.observe(after, 0)
    assert unseen(view) == remove(GAME.deck, [12])
    assert view.pile_size == 86


@pytest.mark.rule("FF-9")
def test_imagined_states_fit_the_view_and_put_every_hidden_card_anywhere_alike() -> None:
    game = FujiFlush(players=3, hand_size=2, deck=counts({2: 3, 3: 2, 4: 1, 5: 2}))
    state = position(((2, 5), (2,), (3, 4)), (None, 5, None), pile=(2, 3), deck=game.deck)
    view = game.observe(state, 0)
    rng = Random(9)
    n = 6000
    alone: Counter[int] = Counter()
    pairs: Counter[tuple[int, ...]] = Counter()
    for _ in range(n):
        imagined = game.imagine(view, rng)
        assert game.observe(imagined, 0) == view
        alone[imagined.hands[1][0]] += 1
        pairs[imagined.hands[2]] += 1
    # Hidden are 2 2 3 3 4: five places for a single card, ten for a pair.
    for value, cases in {2: 2, 3: 2, 4: 1}.items():
        low, high = wilson(alone[value], n, z=4)
        assert low < cases / 5 < high
    for hand, cases in {(2, 2): 1, (3, 3): 1, (2, 3): 4, (2, 4): 2, (3, 4): 2}.items():
        low, high = wilson(pairs[hand], n, z=4)
        assert low < cases / 10 < high


# -- what is refused


def test_each_phase_refuses_what_belongs_to_another_and_says_why() -> None:
    deal = Deal(((2,) * 6, (3,) * 6, (4,) * 6, (5,) * 6))
    start = GAME.start()
    play = position(((12, 2), (3,), (4,), (5,)), (None, 8, 9, None))
    push = position(((2,), (3,), (4,), (5,)), (9, None, None, None))
    draw = GAME.play(play, Play(12))
    over = GAME.play(position(((), (3,), (4,), (5,)), (9, None, None, None)), Push())
    reasons = {
        (phase, type(action).__name__): refusal(GAME, state, action)
        for phase, state, actions in [
            ("deal", start, (Play(2), Push(), Drawn(2))),
            ("play", play, (Push(), Drawn(2), deal)),
            ("push", push, (Play(2), Drawn(2), deal)),
            ("draw", draw, (Play(2), Push(), deal)),
            ("over", over, (Play(2), Push(), Drawn(2), deal)),
        ]
        for action in actions
    }
    assert reasons == {
        ("deal", "Play"): "chance_first",
        ("deal", "Push"): "chance_first",
        ("deal", "Drawn"): "wrong_phase",
        ("play", "Push"): "wrong_phase",
        ("play", "Drawn"): "not_by_chance",
        ("play", "Deal"): "not_by_chance",
        ("push", "Play"): "wrong_phase",
        ("push", "Drawn"): "not_by_chance",
        ("push", "Deal"): "not_by_chance",
        ("draw", "Play"): "chance_first",
        ("draw", "Push"): "chance_first",
        ("draw", "Deal"): "wrong_phase",
        ("over", "Play"): "game_over",
        ("over", "Push"): "game_over",
        ("over", "Drawn"): "game_over",
        ("over", "Deal"): "game_over",
    }


@pytest.mark.parametrize("stranger", [Draw(), "play 2", None, 2])
def test_what_is_no_action_of_this_game_is_refused(stranger: Any) -> None:
    assert refusal(GAME, position(((2,), (3,), (4,), (5,))), stranger) == "not_an_action"


@pytest.mark.parametrize("card", [20, 1, -2, 21])
def test_chance_brings_only_what_is_in_the_pile(card: int) -> None:
    state = position(((12,), (3,), (4,), (5,)), (None, 8, None, None), pile=(2, 6, 6))
    draw = GAME.play(state, Play(12))
    assert refusal(GAME, draw, Drawn(card)) == "impossible_chance"
    assert GAME.play(draw, Drawn(6)).hands[1] == (3, 6)


# -- what everybody is told


@pytest.mark.parametrize("seat", [0, 3, None, OPEN])
def test_all_are_told_that_cards_are_dealt(seat: int | None) -> None:
    deal = Deal(((2,) * 6, (3,) * 6, (4,) * 6, (5,) * 6))
    assert told(GAME, GAME.start(), deal, seat) == [("deal", {"count": 6})]


@pytest.mark.parametrize("seat", [0, 2, None, OPEN])
def test_all_are_told_of_a_play_the_group_it_makes_and_whom_it_flushes(seat: int | None) -> None:
    state = position(((7, 9), (3,), (4,), (5,)), (None, 8, 7, 12))
    assert told(GAME, state, Play(7), seat) == [
        ("play", {"seat": 0, "card": 7}),
        ("joined", {"count": 2, "card": 7, "power": 14}),
        ("flush", {"seats": (1, 3), "power": 14}),
    ]
    assert told(GAME, state, Play(9), seat) == [
        ("play", {"seat": 0, "card": 9}),
        ("flush", {"seats": (1, 2), "power": 9}),
    ]
    state = position(((2,), (3,), (4,), (5,)), (None, 8, 7, 12))
    assert told(GAME, state, Play(2), seat) == [("play", {"seat": 0, "card": 2})]


@pytest.mark.parametrize("seat", [0, 2, None, OPEN])
def test_all_are_told_of_a_push_its_partners_and_the_winners(seat: int | None) -> None:
    state = position(((2,), (3,), (4,), (5,)), (7, 8, 7, 7))
    assert told(GAME, state, Push(), seat) == [
        ("push", {"seat": 0, "card": 7}),
        ("push_with", {"seats": (2, 3), "card": 7}),
    ]
    state = position(((2,), (3,), (4,), (5,)), (7, 8, None, None))
    assert told(GAME, state, Push(), seat) == [("push", {"seat": 0, "card": 7})]
    state = position(((), (3,), (), (5,)), (7, 8, 7, None))
    assert told(GAME, state, Push(), seat)[-1] == ("won", {"seats": (0, 2)})


@pytest.mark.rule("FF-9")
@pytest.mark.parametrize(
    ("seat", "card"), [(1, 6), (OPEN, 6), (0, None), (2, None), (None, None)], ids=str
)
def test_only_its_owner_is_told_which_card_was_drawn(seat: int | None, card: int | None) -> None:
    state = position(((12,), (3,), (4,), (5,)), (None, 8, None, None))
    draw = GAME.play(state, Play(12))
    assert told(GAME, draw, Drawn(6), seat) == [("drawn", {"seat": 1, "card": card})]


@pytest.mark.rule("FF-7")
def test_all_are_told_of_a_reshuffle_when_it_happens() -> None:
    state = position(((12,), (3,), (4,), (5,)), (None, 8, 9, None), pile=())
    assert told(GAME, state, Play(12), 3)[-1] == ("reshuffle", {})
    state = position(((12,), (3,), (4,), (5,)), (None, 8, 9, None), pile=(2,))
    assert ("reshuffle", {}) not in told(GAME, state, Play(12), 3)
    draw = GAME.play(state, Play(12))
    assert told(GAME, draw, Drawn(2), 3) == [
        ("drawn", {"seat": 1, "card": None}),
        ("reshuffle", {}),
    ]
    last = GAME.play(draw, Drawn(2))
    assert ("reshuffle", {}) not in told(GAME, last, Drawn(9), 3)
