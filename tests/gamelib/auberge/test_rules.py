"""Auberge des Pirates follows AP-1 to AP-13, in positions written out card by card."""

from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamelib.auberge import (
    Accuse,
    Attack,
    Auberge,
    Challenge,
    Draw,
    Drawn,
    Phase,
    Place,
    State,
    Turned,
)
from gamelib.auberge.rules import Sight, has_pair, unseen
from gamelib.counting import Counts, add, cards, counts, remove
from gamelib.game import OPEN, Action, Deal, Hands, IllegalAction, Lottery, Outcome
from gamelib.match import Match

EMPTY: Counts = (0,) * 11


def position(
    game: Auberge,
    hands: Hands,
    tables: Hands,
    turn: int = 0,
    pile: tuple[int, ...] | None = None,
) -> State:
    """A turn in the middle of a game. Cards that are in no hand and on no table make the pile;
    if the pile is given, the rest is discarded. Whoever has no card at all is out.
    """
    rest = remove(game.deck, [card for row in hands + tables for card in row])
    pile = cards(rest) if pile is None else pile
    return State(
        phase=Phase.TURN,
        turn=turn,
        alive=tuple(seat for seat in range(game.players) if hands[seat] or tables[seat]),
        hands=hands,
        tables=tables,
        pile=add((0,) * len(rest), pile),
        discard=remove(rest, pile),
    )


def refusal(game: Auberge, state: State, action: Any) -> str:
    """The reason for which an action is refused, by `play`; it is not offered either."""
    assert action not in game.actions(state)
    with pytest.raises(IllegalAction) as caught:
        game.play(state, action)
    return caught.value.reason


def told(game: Auberge, state: State, action: Action, seat: int | None) -> list[tuple[str, Any]]:
    """What a seat is told, with the short codes."""
    return [
        (event.code.removeprefix("auberge.event."), event.values)
        for event in game.events(state, action, game.play(state, action), seat)
    ]


def random_states(game: Auberge, seed: int) -> Iterator[State]:
    """The states of a match played at random."""
    match = Match(game, seed)
    match.run()
    return iter(match.states)


tables_of_any_size = given(
    game=st.builds(
        lambda players, oldest, reshuffle: Auberge(players, oldest % players, reshuffle),
        st.sampled_from(Auberge.player_counts),
        st.integers(0, 7),
        st.booleans(),
    ),
    seed=st.integers(0, 10**6),
)


# -- the deck and the start ------------------------------------------------------------------------


@pytest.mark.rule("AP-1")
def test_each_value_from_1_to_10_is_there_as_often_as_it_says() -> None:
    deck = cards(Auberge(players=4).deck)
    assert len(deck) == 55
    assert {value: deck.count(value) for value in deck} == {
        1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 6, 7: 7, 8: 8, 9: 9, 10: 10,
    }  # fmt: skip
    assert Auberge(players=4).start().pile == Auberge(players=4).deck


@pytest.mark.rule("AP-2")
@pytest.mark.parametrize("players", Auberge.player_counts)
def test_everybody_is_dealt_three_cards(players: int) -> None:
    game = Auberge(players)
    deal = game.turn(game.start())
    assert isinstance(deal, Lottery)
    state = game.play(game.start(), deal.sample(Random(1)))
    assert [len(hand) for hand in state.hands] == [3] * players
    assert sum(state.pile) == 55 - 3 * players
    assert (state.phase, state.turn) == (Phase.FIRST_CARD, 0)


@pytest.mark.rule("AP-2")
@pytest.mark.parametrize(
    "hands",
    [
        ((2, 3, 4), (5, 6)),  # a card short
        ((2, 3, 4), (5, 6, 7), (8, 9, 10)),  # a hand too many
        ((1, 3, 4), (1, 6, 7)),  # there is only one 1
        ((2, 3, 4), (5, 6, 11)),  # no such card
        ((2, 3, 4), (-1, 6, 7)),
        ((4, 3, 2), (5, 6, 7)),  # the record keeps hands sorted
    ],
)
def test_a_deal_that_the_deck_cannot_give_is_refused(hands: Hands) -> None:
    game = Auberge(players=2)
    assert refusal(game, game.start(), Deal(hands)) == "impossible_chance"


@pytest.mark.rule("AP-2")
def test_first_cards_are_chosen_unseen_and_shown_all_at_once() -> None:
    game = Auberge(players=3)
    match = Match(game)
    match.play(Deal(((2, 5, 7), (3, 4, 9), (6, 8, 8))))
    assert match.actions == (Place(2), Place(5), Place(7))
    match.play(Place(5))
    match.play(Place(9))
    assert [game.observe(match.state, seat).first for seat in (0, 1, 2, None)] == [
        5, 9, None, None,
    ]  # fmt: skip
    assert match.state.tables == ((), (), ())
    assert refusal(game, match.state, Place(7)) == "not_in_hand"
    assert game.actions(match.state) == (Place(6), Place(8)), "two equal cards are one choice"
    match.play(Place(8))
    assert match.state.tables == ((5,), (9,), (8,))
    assert match.state.hands == ((2, 7), (3, 4), (6, 8))
    assert match.turn == 0, "the lowest first card starts"


@pytest.mark.rule("AP-2")
@pytest.mark.parametrize(
    ("first", "oldest", "starter"),
    [
        ((7, 3, 9, 5), 0, 1),  # a single lowest starts, however old the others are
        ((7, 3, 9, 5), 2, 1),
        ((4, 4, 9, 4), 0, 0),  # among several lowest the oldest starts …
        ((4, 4, 9, 4), 1, 1),
        ((4, 4, 9, 4), 3, 3),
        ((4, 4, 9, 4), 2, 3),  # … or, if that one is not among them, the next clockwise,
        ((9, 4, 4, 9), 3, 1),  # also past the last seat
    ],
)
def test_the_lowest_first_card_starts_and_the_oldest_among_equals(
    first: tuple[int, ...], oldest: int, starter: int
) -> None:
    match = Match(Auberge(players=4, oldest=oldest))
    match.play(Deal(tuple(tuple(sorted((card, 8, 10))) for card in first)))
    for card in first:
        match.play(Place(card))
    assert match.turn == starter


@pytest.mark.rule("AP-2")
def test_a_pair_among_the_first_three_cards_is_allowed_and_punished_by_accusation_only() -> None:
    game = Auberge(players=3)
    match = Match(game)
    match.play(Deal(((7, 7, 7), (2, 9, 10), (1, 3, 10))))
    for card in (7, 9, 1):
        match.play(Place(card))
    assert match.state.alive == (0, 1, 2)
    match.play(Attack(card=3, target=1))
    match.play(Accuse(target=0))
    assert match.state.alive == (1, 2)


def test_a_table_that_cannot_be_is_refused_at_once() -> None:
    with pytest.raises(ValueError, match="2 to 8 players, not 9"):
        Auberge(players=9)
    with pytest.raises(ValueError, match="a seat from 0 to 2, not 3"):
        Auberge(players=3, oldest=3)
    with pytest.raises(ValueError, match="a deck of 8 cards is too small"):
        Auberge(players=3, deck=counts({1: 1, 2: 2, 3: 3, 4: 2}))


# -- the four actions ------------------------------------------------------------------------------


@pytest.mark.rule("AP-3")
def test_an_attack_puts_a_hand_card_before_another_player_who_plays_next() -> None:
    game = Auberge(players=3)
    state = position(game, ((4, 7), (4,), (10,)), ((4,), (2,), (7,)))
    # A 4 may go before seat 1, though it makes a pair with what they hold: only the table counts.
    after = game.play(state, Attack(card=4, target=1))
    assert after.hands == ((7,), (4,), (10,))
    assert after.tables == ((4,), (2, 4), (7,))
    assert (after.turn, after.phase) == (1, Phase.TURN)
    assert [action for action in game.actions(state) if isinstance(action, Attack)] == [
        Attack(4, 1), Attack(4, 2), Attack(7, 1),
    ]  # fmt: skip


@pytest.mark.rule("AP-3")
def test_an_attack_needs_the_card_another_player_still_in_and_no_pair_there() -> None:
    game = Auberge(players=3)
    state = position(game, ((4, 7), (9,), ()), ((4,), (2, 7), ()))
    assert refusal(game, state, Attack(card=7, target=1)) == "pair_on_table"
    assert refusal(game, state, Attack(card=8, target=1)) == "not_in_hand"
    assert refusal(game, state, Attack(card=7, target=0)) == "yourself"
    assert refusal(game, state, Attack(card=7, target=2)) == "not_in_game"
    assert refusal(game, state, Attack(card=7, target=-2)) == "not_in_game"
    assert refusal(game, state, Attack(card=7, target=3)) == "not_in_game"


@pytest.mark.rule("AP-4")
def test_a_challenge_without_a_pair_leaves_the_card_and_the_challenged_plays() -> None:
    game = Auberge(players=3)
    state = position(game, ((2,), (6,), (10,)), ((4,), (5, 9), (6,)))
    before = game.play(state, Challenge(target=1))
    # The 6 that seat 1 holds and the 6 before seat 2 do not matter.
    after = game.play(before, Turned(6))
    assert after.tables == ((4,), (5, 9, 6), (6,))
    assert (after.turn, after.phase, after.target) == (1, Phase.TURN, None)
    assert after.alive == (0, 1, 2)
    assert after.pile == remove(state.pile, [6])
    assert after.discard == EMPTY


@pytest.mark.rule("AP-4")
@pytest.mark.rule("AP-8")
def test_a_challenge_with_a_pair_puts_the_challenger_out_and_discards_that_card_too() -> None:
    game = Auberge(players=3)
    state = position(game, ((2, 3), (6,), (10,)), ((4,), (5, 9), (6,)), turn=0)
    after = game.play(game.play(state, Challenge(target=1)), Turned(9))
    assert after.alive == (1, 2)
    assert (after.hands[0], after.tables[0]) == ((), ())
    assert after.tables[1] == (5, 9)
    assert after.discard == add(EMPTY, [2, 3, 4, 9])
    assert after.pile == remove(state.pile, [9])
    assert (after.turn, after.phase, after.target) == (1, Phase.TURN, None)


@pytest.mark.rule("AP-4")
def test_left_of_the_challenger_is_the_next_player_still_in() -> None:
    game = Auberge(players=5)
    hands = ((2,), (), (3,), (8,), ())
    tables = ((4,), (), (5,), (7,), ())
    challenge = Challenge(target=2)
    for turn, left in [(0, 2), (3, 0)]:
        state = position(game, hands, tables, turn)
        assert game.play(game.play(state, challenge), Turned(5)).turn == left


@pytest.mark.rule("AP-4")
def test_the_card_of_a_challenge_is_any_card_of_the_pile_alike() -> None:
    game = Auberge(players=2)
    state = position(game, ((2,), (6,)), ((4,), (9,)), pile=(3, 3, 9))
    state = game.play(state, Challenge(target=1))
    lottery = game.turn(state)
    assert isinstance(lottery, Lottery)
    assert dict(lottery) == {Turned(3): Fraction(2, 3), Turned(9): Fraction(1, 3)}
    assert refusal(game, state, Turned(4)) == "impossible_chance"
    assert refusal(game, state, Turned(11)) == "impossible_chance"
    assert refusal(game, state, Turned(-1)) == "impossible_chance"


@pytest.mark.rule("AP-4")
def test_a_challenge_needs_another_player_still_in() -> None:
    game = Auberge(players=3)
    state = position(game, ((4, 7), (9,), ()), ((4,), (2, 7), ()))
    assert refusal(game, state, Challenge(target=0)) == "yourself"
    assert refusal(game, state, Challenge(target=2)) == "not_in_game"
    assert refusal(game, state, Challenge(target=7)) == "not_in_game"


@pytest.mark.rule("AP-5")
@pytest.mark.parametrize(
    ("hand", "table"),
    [
        ((5, 5), (4,)),  # two in the hand
        ((5, 8), (4, 8)),  # hand and table
        ((3, 3, 3), (4,)),
    ],
)
def test_a_right_accusation_puts_the_accused_out(
    hand: tuple[int, ...], table: tuple[int, ...]
) -> None:
    game = Auberge(players=4)
    state = position(game, ((1,), (2,), hand, (7,)), ((6,), (9,), table, (10,)))
    after = game.play(state, Accuse(target=2))
    assert after.alive == (0, 1, 3)
    assert (after.hands[2], after.tables[2]) == ((), ())
    assert after.discard == add(EMPTY, hand + table)
    assert after.turn == 1, "the player to the left of the accuser plays"
    assert after.sights == ()


@pytest.mark.rule("AP-5")
def test_after_a_right_accusation_the_left_neighbour_still_in_plays() -> None:
    game = Auberge(players=4)
    state = position(game, ((1,), (5, 5), (), (2,)), ((3,), (4,), (), (6,)))
    after = game.play(state, Accuse(target=1))
    assert after.alive == (0, 3)
    assert after.turn == 3


@pytest.mark.rule("AP-5")
def test_a_wrong_accusation_puts_the_accuser_out_and_the_accused_plays() -> None:
    game = Auberge(players=3)
    # Pairs of different players do not count: seats 0 and 2 both have a 5.
    state = position(game, ((5, 5), (8,), (2, 5)), ((2,), (4,), (8,)))
    after = game.play(state, Accuse(target=2))
    assert after.alive == (1, 2)
    assert after.turn == 2
    assert after.hands == ((), (8,), (2, 5))
    assert after.discard == add(EMPTY, [5, 5, 2])


@pytest.mark.rule("AP-5")
def test_only_another_player_still_in_can_be_accused() -> None:
    game = Auberge(players=3)
    state = position(game, ((4, 4), (9,), ()), ((4,), (2, 7), ()))
    assert refusal(game, state, Accuse(target=0)) == "yourself"
    assert refusal(game, state, Accuse(target=2)) == "not_in_game"
    assert refusal(game, state, Accuse(target=-1)) == "not_in_game"


@pytest.mark.rule("AP-5")
@pytest.mark.rule("AP-12")
def test_the_accuser_alone_sees_the_hand_and_remembers_it_while_watching() -> None:
    game = Auberge(players=4)
    state = position(game, ((1,), (2, 5), (9,), (6,)), ((3,), (4,), (7,), (8,)))
    state = game.play(state, Accuse(target=1))
    assert state.sights == (Sight(seat=0, target=1, cards=(2, 5)),)
    knowledge = {seat: game.observe(state, seat).known for seat in (None, 0, 1, 2, 3)}
    nothing = ((), (), (), ())
    assert knowledge == {None: nothing, 0: ((), (2, 5), (), ()), 1: nothing, 2: nothing, 3: nothing}

    # A card drawn by the seen player is not seen; nor does somebody else's attack change a thing.
    state = game.play(game.play(state, Draw()), Drawn(5))
    state = game.play(state, Attack(card=9, target=3))
    view = game.observe(state, 0)
    assert (view.known[1], view.hand_sizes[1]) == ((2, 5), 3)

    # A known card that is played is known to have left; the second 5 may be anything again.
    state = game.play(state, Attack(card=6, target=1))
    state = game.play(state, Attack(card=5, target=2))
    view = game.observe(state, 0)
    assert (view.known[1], view.hand_sizes[1], view.tables[2]) == ((2,), 2, (7, 5))

    # A card that was not seen leaves what was seen where it is.
    state = game.play(game.play(state, Draw()), Drawn(10))
    state = game.play(game.play(state, Draw()), Drawn(9))
    state = game.play(state, Attack(card=5, target=3))
    assert game.observe(state, 0).known[1] == (2,)


@pytest.mark.rule("AP-5")
@pytest.mark.rule("AP-8")
def test_what_was_seen_of_a_hand_lies_open_to_all_once_its_owner_is_out() -> None:
    game = Auberge(players=4)
    state = position(game, ((1,), (2, 5), (9,), (6,)), ((3,), (4,), (7,), (8,)))
    state = game.play(state, Accuse(target=1))
    state = game.play(game.play(state, Challenge(target=2)), Turned(7))
    assert state.alive == (2, 3)
    for seat in (None, 0, 1, 2, 3):
        view = game.observe(state, seat)
        assert view.known == ((), (), (), ())
        assert view.discard == add(EMPTY, [1, 3, 2, 5, 4, 7])


@pytest.mark.rule("AP-6")
def test_a_drawn_card_goes_to_the_hand_and_the_left_neighbour_plays() -> None:
    game = Auberge(players=4)
    state = position(game, ((3, 9), (), (6,), (7,)), ((4,), (), (5,), (8,)))
    before = game.play(state, Draw())
    lottery = game.turn(before)
    assert isinstance(lottery, Lottery)
    assert lottery.probability(Drawn(10)) == Fraction(10, sum(state.pile))
    after = game.play(before, Drawn(5))
    assert after.hands == ((3, 5, 9), (), (6,), (7,))
    assert after.pile == remove(state.pile, [5])
    assert (after.turn, after.phase) == (2, Phase.TURN)
    assert refusal(game, before, Drawn(11)) == "impossible_chance"


@pytest.mark.rule("AP-6")
def test_a_pair_made_by_drawing_is_neither_announced_nor_punished() -> None:
    game = Auberge(players=3)
    state = position(game, ((3, 9), (2,), (6,)), ((4,), (5,), (8,)))
    state = game.play(state, Draw())
    others = [told(game, state, Drawn(9), seat) for seat in (1, 2, None)]
    assert others == [[("drawn", {"seat": 0, "card": None})]] * 3
    assert told(game, state, Drawn(9), 0) == [("drawn", {"seat": 0, "card": 9})]
    pair, no_pair = game.play(state, Drawn(9)), game.play(state, Drawn(10))
    assert pair.alive == (0, 1, 2)
    for seat in (1, 2, None):
        assert game.observe(pair, seat) == game.observe(no_pair, seat)


@pytest.mark.rule("AP-7")
@tables_of_any_size
def test_cards_before_a_player_always_have_different_values(game: Auberge, seed: int) -> None:
    for state in random_states(game, seed):
        assert not any(map(has_pair, state.tables))


@pytest.mark.rule("AP-8")
@pytest.mark.parametrize("seat", [None, 0, 1, 2])
def test_the_cards_of_a_player_who_is_out_have_been_seen_by_all(seat: int | None) -> None:
    game = Auberge(players=3)
    state = position(game, ((1, 10), (5, 5), (2,)), ((3,), (4,), (6,)))
    after = game.play(state, Accuse(target=1))
    assert game.observe(after, seat).discard == add(EMPTY, [4, 5, 5])
    assert ("out", {"seat": 1, "cards": (5, 5, 4)}) in told(game, state, Accuse(target=1), seat)
    assert unseen(game.observe(after, seat))[5] == 3


# -- the ends of pile, hand and game ---------------------------------------------------------------


@pytest.mark.rule("AP-9")
def test_with_an_empty_pile_nobody_challenges_or_draws() -> None:
    game = Auberge(players=2)
    state = position(game, ((2,), (6,)), ((4,), (9,)), pile=())
    assert refusal(game, state, Challenge(target=1)) == "empty_pile"
    assert refusal(game, state, Draw()) == "empty_pile"
    assert game.actions(state) == (Attack(card=2, target=1), Accuse(target=1))
    last = position(game, ((2,), (6,)), ((4,), (9,)), pile=(10,))
    assert game.actions(last) == (Attack(2, 1), Challenge(1), Accuse(1), Draw())


@pytest.mark.rule("AP-9")
@pytest.mark.parametrize(("ask", "card"), [(Draw(), Drawn(10)), (Challenge(1), Turned(10))])
def test_with_reshuffle_the_discard_replaces_the_empty_pile_at_once(
    ask: Action, card: Action
) -> None:
    for reshuffle in (False, True):
        game = Auberge(players=2, reshuffle=reshuffle)
        hands, tables = ((2,), (6,)), ((4,), (9,))
        state = position(game, hands, tables, pile=(10,))
        state = game.play(state, ask)
        after = game.play(state, card)
        assert (after.pile, after.discard) == (
            (state.discard, EMPTY) if reshuffle else (EMPTY, state.discard)
        )
        assert (("reshuffle", {}) in told(game, state, card, None)) is reshuffle


@pytest.mark.rule("AP-9")
def test_a_pile_that_stays_empty_takes_the_cards_of_the_next_player_to_leave() -> None:
    game = Auberge(players=3, reshuffle=True, deck=counts({1: 1, 2: 2, 3: 3, 4: 4}))
    hands, tables = ((4,), (2, 3), (3, 4)), ((1, 4), (4,), (2, 3))
    state = position(game, hands, tables)
    assert (sum(state.pile), sum(state.discard)) == (0, 0)
    assert refusal(game, state, Draw()) == "empty_pile"
    after = game.play(state, Accuse(target=2))
    assert after.pile == counts({2: 1, 3: 2, 4: 1})
    assert sum(after.discard) == 0
    assert told(game, state, Accuse(target=2), None)[-1] == ("reshuffle", {})


@pytest.mark.rule("AP-10")
def test_without_a_hand_card_there_is_no_attack_but_an_accusation() -> None:
    game = Auberge(players=3)
    state = position(game, ((), (6,), (7,)), ((4,), (9,), (8,)))
    assert refusal(game, state, Attack(card=4, target=1)) == "not_in_hand"
    assert game.actions(state) == (
        Challenge(1), Challenge(2), Accuse(1), Accuse(2), Draw(),
    )  # fmt: skip
    state = position(game, ((), (6,), (7,)), ((4,), (9,), (8,)), pile=())
    assert game.actions(state) == (Accuse(1), Accuse(2))


@pytest.mark.rule("AP-10")
@tables_of_any_size
def test_everybody_still_in_can_be_accused_on_every_turn(game: Auberge, seed: int) -> None:
    for state in random_states(game, seed):
        if state.phase is Phase.TURN:
            assert state.turn in state.alive
            assert {a.target for a in game.actions(state) if isinstance(a, Accuse)} == {
                seat for seat in state.alive if seat != state.turn
            }


@pytest.mark.rule("AP-11")
@pytest.mark.parametrize("reshuffle", [False, True])
@pytest.mark.parametrize(
    ("turn", "steps", "winner"),
    [
        (0, [Accuse(target=2)], 0),  # a right accusation
        (2, [Accuse(target=0)], 0),  # a wrong one
        (0, [Challenge(target=2), Turned(4)], 2),  # a lost challenge
    ],
)
def test_the_last_player_in_wins_at_once(
    turn: int, steps: list[Action], winner: int, reshuffle: bool
) -> None:
    game = Auberge(players=3, reshuffle=reshuffle)
    hands, tables = ((2, 6), (), (5, 5)), ((3,), (), (4,))
    state = position(game, hands, tables, turn, pile=(4,))
    for step in steps:
        assert game.outcome(state) is None
        before, state = state, game.play(state, step)
    assert game.outcome(state) == Outcome(
        winners=(winner,),
        scores=tuple(int(seat == winner) for seat in range(3)),
        reason="last_in",
    )
    assert (state.phase, state.turn, game.turn(state)) == (Phase.OVER, winner, None)
    assert game.actions(state) == ()
    for action in (Draw(), Accuse(target=1), Challenge(target=1), Drawn(5)):
        assert refusal(game, state, action) == "game_over"
    codes = [code for code, _ in told(game, before, steps[-1], None)]
    assert codes[-2:] == ["out", "won"], "nothing is shuffled any more"
    assert told(game, before, steps[-1], None)[-1] == ("won", {"seat": winner})
    for seat in range(3):
        assert game.observe(state, seat).discard == state.discard
        assert sum(state.discard) > 0


# -- what a seat knows -----------------------------------------------------------------------------


@pytest.mark.rule("AP-12")
def test_a_seat_knows_its_hand_all_open_cards_and_how_many_are_hidden_where() -> None:
    game = Auberge(players=3)
    state = position(
        game, ((3, 9), (2, 10, 10), ()), ((4,), (5, 8), (6,)), turn=1, pile=(7, 7, 7, 10, 10)
    )
    view = game.observe(state, 0)
    assert view.hand == (3, 9)
    assert view.hand_sizes == (2, 3, 0)
    assert view.tables == ((4,), (5, 8), (6,))
    assert view.discard == state.discard
    assert view.pile_size == 5
    assert (view.turn, view.alive, view.phase) == (1, (0, 1, 2), Phase.TURN)
    assert unseen(view) == add(state.pile, [2, 10, 10])
    public = game.observe(state, None)
    assert public.hand == ()
    assert unseen(public) == add(state.pile, [2, 10, 10, 3, 9])


@pytest.mark.rule("AP-12")
def test_what_a_seat_cannot_see_makes_no_difference_to_what_it_knows() -> None:
    game = Auberge(players=3)
    tables: Hands = ((4,), (5, 8), (6,))
    one = position(game, ((3, 9), (2, 10, 10), (7, 8)), tables)
    two = position(game, ((3, 9), (1, 5, 7), (9, 10)), tables)
    assert game.observe(one, 0) == game.observe(two, 0)
    assert game.observe(one, None) == game.observe(two, None)
    assert game.observe(one, 1) != game.observe(two, 1)


@pytest.mark.rule("AP-12")
def test_a_first_card_still_face_down_is_unseen_by_all_but_its_owner() -> None:
    game = Auberge(players=3)
    match = Match(game)
    match.play(Deal(((2, 5, 7), (3, 4, 9), (6, 8, 8))))
    match.play(Place(5))
    assert unseen(game.observe(match.state, 0)) == remove(game.deck, [2, 5, 7])
    assert unseen(game.observe(match.state, 1)) == remove(game.deck, [3, 4, 9])


@pytest.mark.rule("AP-12")
@tables_of_any_size
def test_an_imagined_state_looks_the_same_to_the_seat_that_imagines_it(
    game: Auberge, seed: int
) -> None:
    rng = Random(seed)
    for state in random_states(game, seed):
        for seat in (None, *range(game.players)):
            view = game.observe(state, seat)
            world = game.imagine(view, rng)
            assert game.observe(world, seat) == view
            assert sum(unseen(view)) == sum(state.pile) + sum(
                len(hand) - len(view.known[other])
                for other, hand in enumerate(state.hands)
                if other != seat
            ) + sum(other != seat for other in range(len(state.first)))


@pytest.mark.rule("AP-12")
def test_hidden_cards_are_imagined_anywhere_alike() -> None:
    game = Auberge(players=2, deck=counts({1: 1, 2: 2, 3: 4, 4: 1}))
    state = position(game, ((3, 4), (1, 2)), ((3,), (3,)))  # hidden: 1, 2, 2, 3
    view = game.observe(state, 0)
    rng = Random(12)
    n = 6000
    hands = [game.imagine(view, rng).hands[1] for _ in range(n)]
    expected = {(1, 2): 2, (1, 3): 1, (2, 2): 1, (2, 3): 2}  # of the 6 ways to pick two of four
    assert set(hands) == set(expected)
    for hand, ways in expected.items():
        share = Fraction(ways, 6)
        spread = float(share * (1 - share) / n) ** 0.5
        assert abs(hands.count(hand) / n - share) < 4 * spread


@pytest.mark.rule("AP-13")
def test_after_a_reshuffle_the_cards_that_went_back_count_as_unseen() -> None:
    hands, tables = ((3, 9), (2, 10)), ((4,), (5, 8))
    for reshuffle in (False, True):
        game = Auberge(players=2, reshuffle=reshuffle)
        before = position(game, hands, tables, pile=(7,))
        assert unseen(game.observe(before, 0)) == add(EMPTY, [2, 7, 10])
        after = game.play(game.play(before, Draw()), Drawn(7))
        view = game.observe(after, 1)
        hidden_in_hands = add(EMPTY, [3, 7, 9])
        if reshuffle:
            assert unseen(view) == add(hidden_in_hands, cards(before.discard))
            # All of them are alike: the card in the other hand may be one that went back.
            imagined = {game.imagine(view, Random(seed)).hands[0] for seed in range(200)}
            assert any(1 in hand for hand in imagined), "the 1 was discarded"
        else:
            assert unseen(view) == hidden_in_hands


@pytest.mark.rule("AP-13")
def test_what_an_accuser_saw_outlasts_a_reshuffle() -> None:
    game = Auberge(players=3, reshuffle=True)
    state = position(game, ((1,), (2, 5), (9,)), ((3,), (4,), (7,)), pile=(10,))
    state = game.play(state, Accuse(target=1))
    state = game.play(game.play(state, Draw()), Drawn(10))
    assert sum(state.pile) > 0
    view = game.observe(state, 0)
    assert view.known == ((), (2, 5), ())
    assert unseen(view) == remove(game.deck, [2, 5, 4, 7])


# -- what is told, and what cannot be done ---------------------------------------------------------


@pytest.mark.rule("AP-2")
def test_a_first_card_is_told_to_its_owner_and_shown_to_all_at_the_end() -> None:
    game = Auberge(players=2)
    match = Match(game)
    deal = Deal(((2, 5, 7), (3, 4, 9)))
    assert told(game, match.state, deal, 0) == [("deal", {"count": 3})]
    match.play(deal)
    for seat in (0, 1, None, OPEN):
        card = 5 if seat in (0, OPEN) else None
        assert told(game, match.state, Place(5), seat) == [("place", {"seat": 0, "card": card})]
    match.play(Place(5))
    for seat in (0, 1, None, OPEN):
        card = 4 if seat in (1, OPEN) else None
        assert told(game, match.state, Place(4), seat) == [
            ("place", {"seat": 1, "card": card}),
            ("reveal", {"seat": 1, "card": 4}),
        ]


@pytest.mark.rule("AP-3")
def test_an_attack_is_told_to_all() -> None:
    game = Auberge(players=2)
    state = position(game, ((2,), (6,)), ((4,), (9,)))
    for seat in (0, 1, None, OPEN):
        assert told(game, state, Attack(card=2, target=1), seat) == [
            ("attack", {"seat": 0, "card": 2, "target": 1})
        ]


@pytest.mark.rule("AP-4")
def test_a_challenge_and_its_card_are_told_to_all() -> None:
    game = Auberge(players=3)
    state = position(game, ((2,), (6,), (8,)), ((4,), (9,), (10,)))
    before = game.play(state, Challenge(target=1))
    for seat in (0, 1, 2, None, OPEN):
        assert told(game, state, Challenge(target=1), seat) == [
            ("challenge", {"seat": 0, "target": 1})
        ]
        assert told(game, before, Turned(8), seat) == [
            ("turned", {"seat": 0, "card": 8, "target": 1})
        ]
        assert told(game, before, Turned(9), seat) == [
            ("paired", {"seat": 0, "card": 9, "target": 1}),
            ("out", {"seat": 0, "cards": (2, 4)}),
        ]


@pytest.mark.rule("AP-5")
def test_the_accused_shows_the_hand_to_the_accuser_alone() -> None:
    game = Auberge(players=4)
    state = position(game, ((1,), (2, 5), (9, 9), (6,)), ((3,), (4,), (7,), (8,)))
    for seat in (0, 1, 2, 3, None, OPEN):
        # Whoever shows a hand knows it anyway.
        shown = (2, 5) if seat in (0, 1, OPEN) else None
        assert told(game, state, Accuse(target=1), seat) == [
            ("accuse", {"seat": 0, "target": 1}),
            ("shows", {"seat": 0, "target": 1, "cards": shown}),
            ("innocent", {"seat": 0, "target": 1}),
            ("out", {"seat": 0, "cards": (1, 3)}),
        ]
        shown = (9, 9) if seat in (0, 2, OPEN) else None
        assert told(game, state, Accuse(target=2), seat) == [
            ("accuse", {"seat": 0, "target": 2}),
            ("shows", {"seat": 0, "target": 2, "cards": shown}),
            ("guilty", {"seat": 0, "target": 2}),
            ("out", {"seat": 2, "cards": (9, 9, 7)}),
        ]


@pytest.mark.rule("AP-6")
def test_that_somebody_draws_is_told_to_all_and_the_card_to_them_alone() -> None:
    game = Auberge(players=2)
    state = position(game, ((2,), (6,)), ((4,), (9,)))
    for seat in (0, 1, None, OPEN):
        assert told(game, state, Draw(), seat) == [("draw", {"seat": 0})]
        card = 8 if seat in (0, OPEN) else None
        assert told(game, game.play(state, Draw()), Drawn(8), seat) == [
            ("drawn", {"seat": 0, "card": card})
        ]


def test_each_kind_of_step_has_its_phase() -> None:
    game = Auberge(players=2)
    start = game.start()
    deal = Deal(((2, 5, 7), (3, 4, 9)))
    choosing = game.play(start, deal)
    turn = position(game, ((2,), (6,)), ((4,), (9,)))
    challenge, draw = game.play(turn, Challenge(target=1)), game.play(turn, Draw())
    assert refusal(game, start, Place(2)) == "chance_first"
    assert refusal(game, start, Drawn(2)) == "wrong_phase"
    assert refusal(game, choosing, deal) == "not_by_chance"
    assert refusal(game, choosing, Draw()) == "wrong_phase"
    assert refusal(game, turn, Place(2)) == "wrong_phase"
    assert refusal(game, turn, Turned(2)) == "not_by_chance"
    assert refusal(game, challenge, Attack(card=2, target=1)) == "chance_first"
    assert refusal(game, challenge, Drawn(2)) == "wrong_phase"
    assert refusal(game, draw, Turned(2)) == "wrong_phase"
    assert refusal(game, turn, "draw") == "not_an_action"
