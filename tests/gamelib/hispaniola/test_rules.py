"""Hispaniola follows HI-1 to HI-13, in positions written out card by card and pirate by pirate."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import sqrt
from random import Random
from typing import Any

import pytest

from gamelib.auberge import Draw
from gamelib.counting import multinomial
from gamelib.game import OPEN, Action, Deal, IllegalAction, Outcome, Phrase
from gamelib.hispaniola import (
    Bid,
    Give,
    Hispaniola,
    Keep,
    Pass,
    Phase,
    Place,
    Play,
    State,
    Swap,
    Trick,
    View,
)
from gamelib.hispaniola.board import Islands, Ship, pile_points
from gamelib.hispaniola.cards import COLOURS, SHIPS, best_card, ship_of, trump_bid
from gamelib.hispaniola.deals import HandsLottery, count_hands, draw_hands
from gamelib.hispaniola.rules import scores, unseen
from gamelib.match import Match
from gamelib.texts import LANGUAGES, name_action, seat_names, tell, tell_step
from tests.gamelib.hispaniola.table import FEW, known_voids
from tests.gamelib.tables import slow, walk

GAME = Hispaniola(players=4)
FREE: Ship = (None, None, None)
ORANGE, SKY, GREEN, YELLOW, PURPLE, NEUTRAL = range(6)
ADA, BLAISE, CARL, DORA = seat_names()[:4]
DESERTED: Islands = (None, None, None, None)


def hands(*rows: str) -> tuple[tuple[str, ...], ...]:
    """Hands written as words: "O3 G11"."""
    return tuple(tuple(row.split()) for row in rows)


def position(
    *rows: str,
    trick: str = "",
    leader: int = 0,
    trump: str | None = "P",
    ships: dict[int, Ship] | None = None,
    islands: Islands = DESERTED,
    stocks: tuple[int, ...] = (10, 10, 10, 10),
    piles: tuple[int, ...] = (0, 0, 0, 0),
    game: Hispaniola = GAME,
) -> State:
    """The middle of a trick: hands by seat, and the cards that lie there, from the leader on."""
    cards = tuple(trick.split())
    return game.start()._replace(
        phase=Phase.TRICK,
        turn=(leader + len(cards)) % game.players,
        hands=hands(*rows),
        bids=(("P12", "O1", "S1", "G1"),),
        trump=trump,
        leader=leader,
        trick=cards,
        ships=tuple((ships or {}).get(n, FREE) for n in range(6)),
        islands=islands,
        stocks=stocks,
        piles=piles,
    )


def won(trick: str, leader: int = 0, **table: Any) -> tuple[State, int]:
    """A trick whose last card has just been played, and the seat that has won it."""
    *cards, last = trick.split()
    seat = (leader + len(cards)) % 4
    rest = ["P11" if trick[0] == "O" else "O1"] * 4  # each has one more, of another colour
    rest[seat] += f" {last}"
    state = GAME.play(position(*rest, trick=" ".join(cards), leader=leader, **table), Play(last))
    assert state.phase is Phase.NAVIGATION
    return state, state.turn


def played(game: Hispaniola, state: State, *actions: Action) -> State:
    for action in actions:
        state = game.play(state, action)
    return state


def refusal(state: State, action: Any, game: Hispaniola = GAME) -> str:
    """The reason for which an action is refused, by `play`; it is not offered either."""
    assert action not in game.actions(state)
    with pytest.raises(IllegalAction) as caught:
        game.play(state, action)
    return caught.value.reason


def told(state: State, action: Action, seat: int | None = OPEN, game: Hispaniola = GAME) -> str:
    """What a seat is told; it can be said in every language."""
    after = game.play(state, action)
    events = game.events(state, action, after, seat)
    assert all(tell(event, lang) for event in events for lang in LANGUAGES)
    return tell_step(game, state, action, after, seat)


# -- HI-1: the cards


@pytest.mark.rule("HI-1")
@pytest.mark.parametrize(("players", "highest"), [(3, 9), (4, 12), (5, 15)])
def test_everybody_always_gets_15_cards_and_none_is_left_over(players: int, highest: int) -> None:
    game = Hispaniola(players=players)
    assert game.cards == tuple(f"{c}{n}" for c in "OSGYP" for n in range(1, highest + 1))
    assert len(game.cards) == 15 * players
    lottery = game.turn(game.start())
    assert isinstance(lottery, HandsLottery)
    assert lottery.cases == multinomial(15 * players, [15] * players)
    deal = lottery.sample(Random(players))
    state = game.play(game.start(), deal)
    assert state.hands == deal.hands
    assert [len(hand) for hand in state.hands] == [15] * players
    assert Counter(card for hand in state.hands for card in hand) == Counter(game.cards)


@pytest.mark.rule("HI-1")
@pytest.mark.parametrize(
    "wrong",
    [
        hands("O1 O2", "S1 S2", "G1"),  # one too few
        hands("O1 O2", "S1 S2", "G1 O2"),  # one twice
        hands("O1 O2", "S1 S2", "G1 G3"),  # one that is not in the deck
        hands("O2 O1", "S1 S2", "G1 G2"),  # not sorted
        hands("O1 O2 G2", "S1 S2", "G1"),
        hands("O1 O2", "S1 S2 G1 G2"),
        (("O1", 2), ("S1", "S2"), ("G1", "G2")),
        (["O1", "O2"], ["S1", "S2"], ["G1", "G2"]),
        (),
    ],
)
def test_only_a_deal_of_all_cards_in_sorted_hands_is_accepted(wrong: Any) -> None:
    game = Hispaniola(players=3, deck=("O1", "O2", "S1", "S2", "G1", "G2"))
    assert refusal(game.start(), Deal(wrong), game) == "impossible_chance"
    assert game.deal.probability(Deal(wrong)) == 0
    right = Deal(hands("O1 G2", "O2 S1", "S2 G1"))
    assert game.deal.probability(right).denominator == 90
    assert game.play(game.start(), right).hands == right.hands


# -- HI-2: pirates, ships, islands


@pytest.mark.rule("HI-2")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_ten_pirates_each_six_empty_ships_and_four_islands(players: int) -> None:
    state = Hispaniola(players=players).start()
    assert state.stocks == (10,) * players
    assert state.ships == ((None, None, None),) * 6
    assert state.islands == (None,) * 4
    assert SHIPS == "OSGYPN"


@pytest.mark.rule("HI-2")
def test_pirates_stay_where_they_are_from_hand_to_hand() -> None:
    game = Hispaniola(players=3)
    match = Match(game, seed=1)
    while not match.state.sheet:
        match.step()
    end = match.state
    assert any(ship != FREE for ship in end.ships)
    match.step()
    new = match.state
    assert (new.ships, new.islands, new.stocks) == (end.ships, end.islands, end.stocks)
    assert (new.piles, new.tricks, new.bids, new.trump) == ((0, 0, 0), (), (), None)
    assert new.voids == ("", "", "")


# -- HI-3: the trump


@pytest.mark.rule("HI-3")
@pytest.mark.parametrize(
    ("bids", "card"),
    [
        ("O3 S7 G12 Y1", "G12"),
        ("O12 S12 G7 Y1", "G7"),  # the highest occurs twice
        ("O12 S12 G12 Y1", "Y1"),
        ("O12 S12 G7 Y7 P2", "P2"),
        ("O12 S12 G7 Y7", None),
        ("O5 S5 G5 Y5", None),
    ],
)
def test_the_highest_number_that_occurs_once_names_the_trump(bids: str, card: str | None) -> None:
    assert trump_bid(bids.split()) == card


THREE = Hispaniola(players=3, deck=("O1", "O2", "O3", "S1", "S2", "S3", "G1", "G2", "G5"))
BIDDING = THREE.play(THREE.start(), Deal(hands("O1 O2 O3", "S1 S2 S3", "G1 G2 G5")))


@pytest.mark.rule("HI-3")
def test_bids_are_secret_until_all_have_bid_and_then_out_of_the_hand() -> None:
    assert THREE.actions(BIDDING) == (Bid("O1"), Bid("O2"), Bid("O3"))
    state = played(THREE, BIDDING, Bid("O2"), Bid("S3"))
    assert (state.phase, state.turn) == (Phase.TRUMP, 2)
    assert state.hands == hands("O1 O3", "S1 S2", "G1 G2 G5")
    assert [THREE.observe(state, seat).bid for seat in (None, 0, 1, 2)] == [None, "O2", "S3", None]
    assert THREE.observe(state, 2).has_bid == (True, True, False)
    assert set(unseen(THREE.observe(state, 2))) == {"O1", "O2", "O3", "S1", "S2", "S3"}
    assert set(unseen(THREE.observe(state, 0))) == {"S1", "S2", "S3", "G1", "G2", "G5"}
    shown = THREE.play(state, Bid("G5"))
    assert shown.bids == (("O2", "S3", "G5"),)
    assert (shown.phase, shown.turn, shown.trump) == (Phase.TRICK, 0, "G")
    assert shown.hands == hands("O1 O3", "S1 S2", "G1 G2")
    assert shown.secret == (None, None, None)
    assert set(unseen(THREE.observe(shown, 2))) == {"O1", "O3", "S1", "S2"}


@pytest.mark.rule("HI-3")
def test_if_no_number_occurs_once_all_bid_again_and_only_the_new_cards_count() -> None:
    state = played(THREE, BIDDING, Bid("O2"), Bid("S2"), Bid("G2"))
    assert (state.phase, state.turn, state.trump) == (Phase.TRUMP, 0, None)
    assert state.bids == (("O2", "S2", "G2"),)
    # Had the 2s still counted, the 1s and the 5 would decide otherwise: there is one 5 only.
    state = played(THREE, state, Bid("O1"), Bid("S3"), Bid("G1"))
    assert state.trump == "S"
    assert state.bids == (("O2", "S2", "G2"), ("O1", "S3", "G1"))
    assert state.hands == hands("O3", "S1", "G5")


@pytest.mark.rule("HI-3")
def test_a_hand_whose_cards_all_went_into_bids_has_no_tricks_and_is_scored_as_it_stands() -> None:
    game = Hispaniola(players=3, deck=("O1", "S1", "G1", "O2", "S2", "G2"))
    state = game.start()._replace(ships=((None, 1, 0), *(FREE,) * 5), islands=(2, None, None, None))
    state = played(game, state, Deal(hands("O1 O2", "S1 S2", "G1 G2")))
    state = played(game, state, Bid("O1"), Bid("S1"), Bid("G1"), Bid("O2"), Bid("S2"))
    assert "No cards are left, so this hand has no tricks." in told(state, Bid("G2"), game=game)
    state = game.play(state, Bid("G2"))
    assert state.sheet == ((1, 5, -1),)
    assert (state.phase, state.dealer) == (Phase.DEAL, 0)


@pytest.mark.rule("HI-3")
def test_a_trump_named_by_the_last_cards_leaves_no_tricks_either() -> None:
    game = Hispaniola(players=3, deck=("O1", "S2", "G3"))
    state = played(game, game.start(), Deal(hands("O1", "S2", "G3")), Bid("O1"), Bid("S2"))
    state = game.play(state, Bid("G3"))
    assert (state.trump, state.phase, state.sheet) == ("G", Phase.DEAL, ((0, 0, 0),))


# -- HI-4: leading and following


@pytest.mark.rule("HI-4")
@pytest.mark.parametrize(("dealer", "leader"), [(None, 0), (0, 1), (2, 3), (3, 0)])
def test_left_of_the_dealer_bids_and_leads_first(dealer: int | None, leader: int) -> None:
    game = Hispaniola(players=4, dealer=dealer)
    match = Match(game, seed=1)
    match.step()
    assert match.turn == leader
    while match.state.phase is Phase.TRUMP:
        match.step()
    assert (match.turn, match.state.leader) == (leader, leader)
    assert match.actions == tuple(map(Play, match.state.hands[leader])), "any card may be led"
    match.step()
    assert match.turn == (leader + 1) % 4


@pytest.mark.rule("HI-4")
def test_whoever_can_must_follow_the_colour_led() -> None:
    state = position("S1", "S3 S9 G2 P8", "S1", "S1", trick="S5")
    assert GAME.actions(state) == (Play("S3"), Play("S9"))
    assert refusal(state, Play("G2")) == "must_follow"
    assert refusal(state, Play("P8")) == "must_follow", "not even a trump"
    assert refusal(state, Play("S4")) == "not_in_hand"
    assert GAME.play(state, Play("S3")).voids == ("", "", "", "")


@pytest.mark.rule("HI-4")
def test_whoever_cannot_follow_plays_any_card_and_shows_a_void() -> None:
    state = position("S1", "O1 G2 P8", "S1", "S1", trick="S5")
    assert GAME.actions(state) == (Play("O1"), Play("G2"), Play("P8"))
    state = GAME.play(state, Play("G2"))
    assert state.voids == ("", "S", "", "")
    assert state.trick == ("S5", "G2")
    assert state.hands[1] == ("O1", "P8")
    assert GAME.observe(state, 3).voids == ("", "S", "", "")


@pytest.mark.rule("HI-4")
def test_a_trump_led_must_be_followed_too() -> None:
    state = position("S1", "O1 P2 P8", "S1", "S1", trick="P5")
    assert GAME.actions(state) == (Play("P2"), Play("P8"))


@pytest.mark.rule("HI-4")
def test_the_winner_of_the_trick_leads_the_next() -> None:
    state, winner = won("G3 G9 G4 G5")
    assert winner == 1
    state = played(GAME, state, Place("nobody"), Keep())
    assert (state.phase, state.turn, state.leader, state.trick) == (Phase.TRICK, 1, 1, ())
    assert state.tricks == (Trick(leader=0, cards=("G3", "G9", "G4", "G5"), winner=1),)


# -- HI-5: who wins


@pytest.mark.rule("HI-5")
@pytest.mark.parametrize(
    ("trick", "trump", "best"),
    [
        ("G3 G9 G4 G5", "P", 1),
        ("G9 P1 G12 G5", "P", 1),  # the lowest trump beats all others
        ("G9 P1 P4 P3", "P", 2),  # the highest trump
        ("G9 O11 G3 G4", "P", 1),  # no trump: the highest number, whatever its colour
        ("G9 O11 S11 G4", "P", 1),  # of equal numbers the first played
        ("G9 S11 O11 Y11", "P", 1),
        ("G9 O9 S9 Y9", "P", 0),
        ("P3 O12 P5 S12", "P", 2),  # a trump led: the highest trump, not the highest number
        ("P3 O12 S12 G12", "P", 0),
    ],
)
def test_the_highest_trump_wins_or_else_the_highest_number_played_first(
    trick: str, trump: str, best: int
) -> None:
    assert best_card(trick.split(), trump) == best
    for leader in range(4):
        assert won(trick, leader, trump=trump)[1] == (leader + best) % 4


@pytest.mark.rule("HI-5")
def test_the_reason_is_told() -> None:
    state = position("O1", "O1", "O1", "O1 G5", trick="G9 P1 G12")
    assert "Blaise wins the trick: the purple 1 is the highest trump." in told(state, Play("G5"))
    state = position("O1", "O1", "O1", "O1 G5", trick="G9 O11 G3")
    assert "no trump, and the orange 11 has the highest number." in told(state, Play("G5"))
    state = position("O1", "O1", "O1", "O1 S11", trick="G9 O11 G3")
    assert "of the highest numbers the orange 11 was played first." in told(state, Play("S11"))


# -- HI-6: which ship


@pytest.mark.rule("HI-6")
@pytest.mark.parametrize(
    ("trick", "ship"),
    [
        ("G3 G9 G4 G5", GREEN),
        ("G3 O9 G4 G5", GREEN),  # an off-colour card wins, but green was led
        ("G3 P1 P4 P5", GREEN),  # as with trumps
        ("P3 P1 O4 P5", PURPLE),
        ("O3 S9 S4 S5", ORANGE),
        ("S3 S9 S4 S5", SKY),
        ("Y3 Y9 Y4 Y5", YELLOW),
        ("G3 O9 S4 G5", NEUTRAL),
        ("G3 O9 S4 Y5", NEUTRAL),
        ("G3 G9 P4 O5", NEUTRAL),
    ],
)
def test_the_colour_led_or_three_colours_say_which_ship(trick: str, ship: int) -> None:
    assert ship_of(trick.split()) == ship
    state, winner = won(trick)
    boarded = GAME.play(state, Place("nobody")).ships
    assert boarded == tuple((None, winner, None) if n == ship else FREE for n in range(6))


@pytest.mark.rule("HI-6")
def test_the_ship_is_told() -> None:
    state = position("O1", "O1", "O1", "O1 G5", trick="G9 P1 G12")
    assert told(state, Play("G5")).endswith("led was green, so it is about the green ship.")
    state = position("O1", "O1", "O1", "O1 S5", trick="G9 P1 G12")
    assert told(state, Play("S5")).endswith("so it is about the neutral ship.")


# -- HI-7: placing. In these tricks seat 3 wins, and it is about the green ship.


def navigating(ship: Ship, **table: Any) -> State:
    state, winner = won("G3 G9 G4 G10", ships={GREEN: ship}, **table)
    assert winner == 3
    return state


@pytest.mark.rule("HI-7")
def test_a_pirate_takes_the_free_seat_of_the_captain() -> None:
    state = navigating(FREE)
    assert GAME.actions(state) == (Place("nobody"),)
    after = GAME.play(state, Place("nobody"))
    assert after.ships[GREEN] == (None, 3, None)
    assert after.stocks == (10, 10, 10, 9)
    assert after.phase is Phase.PILES
    assert refusal(state, Place("left")) == refusal(state, Place("right")) == "no_captain"
    assert refusal(state, Place("up")) == "no_such_side"


@pytest.mark.rule("HI-7")
@pytest.mark.parametrize(
    ("ship", "push", "after", "island"),
    [
        ((None, 1, None), "left", (1, 3, None), None),
        ((None, 1, None), "right", (None, 3, 1), None),
        ((0, 1, None), "right", (0, 3, 1), None),
        ((0, 1, None), "left", (1, 3, None), 0),  # a taken side, though the other is free
        ((2, 1, 0), "right", (2, 3, 1), 0),  # as drawn on the sheet
        ((2, 1, 0), "left", (1, 3, 0), 2),
        ((2, 3, 0), "left", (3, 3, 0), 2),  # also one's own captain
        ((3, 1, 0), "left", (1, 3, 0), 3),  # and one's own sailor
    ],
)
def test_the_captain_is_pushed_as_the_winner_likes(
    ship: Ship, push: str, after: Ship, island: int | None
) -> None:
    state = navigating(ship)
    assert GAME.actions(state)[:2] == (Place("left"), Place("right"))
    assert refusal(state, Place("nobody")) == "captain_there"
    table = GAME.play(state, Place(push))
    assert table.ships[GREEN] == after
    assert table.islands == (island, None, None, None)
    assert table.stocks == (10, 10, 10, 9)


@pytest.mark.rule("HI-7")
def test_the_way_of_each_pirate_is_told() -> None:
    assert told(navigating((2, 1, 0)), Place("right")) == (
        f"{DORA} puts a pirate in the captain’s seat of the green ship. "
        "The captain until now, of Blaise, is pushed to the right. "
        "A pirate of Ada goes overboard, to island 1."
    )


# -- HI-8: swapping


@pytest.mark.rule("HI-8")
@pytest.mark.parametrize(
    ("ship", "side", "after"),
    [
        ((3, 1, 0), "left", (1, 3, 0)),  # as drawn on the sheet: the sailor becomes captain
        ((0, 1, 3), "right", (0, 3, 1)),
        ((0, 3, 1), "left", (3, 0, 1)),  # a captain may step down
        ((0, 3, 1), "right", (0, 1, 3)),
    ],
)
def test_a_pirate_changes_places_with_a_neighbour_of_another_player(
    ship: Ship, side: str, after: Ship
) -> None:
    state = navigating(ship)
    assert Swap(side) in GAME.actions(state)
    table = GAME.play(state, Swap(side))
    assert table.ships[GREEN] == after
    assert (table.stocks, table.islands) == (state.stocks, state.islands)
    assert table.phase is Phase.PILES


@pytest.mark.rule("HI-8")
@pytest.mark.parametrize(
    ("ship", "offered"),
    [
        ((0, 1, 2), ()),  # no pirate there
        ((3, 3, 0), ("right",)),  # never two of one's own
        ((3, 3, 3), ()),
        ((3, 1, 3), ("left", "right")),
        ((0, 3, 1), ("left", "right")),
        ((3, 1, None), ("left",)),  # no empty seat
        ((None, 3, None), ()),
        ((1, 0, 1), ()),
        ((None, None, None), ()),
    ],
)
def test_only_such_swaps_are_offered(ship: Ship, offered: tuple[str, ...]) -> None:
    state = navigating(ship)
    swaps = [action for action in GAME.actions(state) if isinstance(action, Swap)]
    assert swaps == [Swap(side) for side in offered]
    for side in {"left", "right"} - {*offered}:
        assert refusal(state, Swap(side)) == "no_swap"
    assert refusal(state, Swap("middle")) == "no_such_side"


@pytest.mark.rule("HI-8")
def test_a_pirate_on_another_ship_does_not_swap() -> None:
    state, _ = won("G3 G9 G4 G10", ships={GREEN: (0, 1, 2), ORANGE: (3, 1, 2)})
    assert GAME.actions(state) == (Place("left"), Place("right"))


# -- HI-9: overboard


@pytest.mark.rule("HI-9")
@pytest.mark.parametrize(
    ("islands", "after", "stocks"),
    [
        ((None, None, None, None), (0, None, None, None), (5, 5, 5, 4)),
        ((1, None, None, None), (0, 1, None, None), (5, 5, 5, 4)),
        ((1, 2, None, 3), (0, 1, 2, 3), (5, 5, 5, 4)),  # the chain ends where an island is free
        ((None, 2, 1, 3), (0, 2, 1, 3), (5, 5, 5, 4)),
        ((1, 2, 3, None), (0, 1, 2, 3), (5, 5, 5, 4)),
        ((1, 2, 3, 1), (0, 1, 2, 3), (5, 6, 5, 4)),  # off the last island: home
        ((1, 2, 1, 3), (0, 1, 2, 1), (5, 5, 5, 5)),  # the winner's own comes home
    ],
)
def test_the_islands_are_a_chain(islands: Islands, after: Islands, stocks: Any) -> None:
    state = navigating((2, 1, 0), islands=islands, stocks=(5, 5, 5, 5))
    table = GAME.play(state, Place("right"))
    assert table.islands == after
    assert table.stocks == stocks


@pytest.mark.rule("HI-9")
def test_a_pirate_that_a_placement_would_free_is_not_there_for_it() -> None:
    state = navigating((2, 1, 0), islands=(1, 2, 1, 3), stocks=(5, 5, 5, 0))
    assert refusal(state, Place("right")) == "no_pirate_left"
    assert GAME.actions(state) == (Pass(),)
    one_left = navigating((2, 1, 0), islands=(1, 2, 1, 3), stocks=(5, 5, 5, 1))
    assert GAME.play(one_left, Place("right")).stocks == (5, 5, 5, 1)


@pytest.mark.rule("HI-9")
def test_the_chain_is_told_island_by_island() -> None:
    words = told(navigating((2, 1, 0), islands=(1, 2, 3, 1)), Place("right"))
    assert words.endswith(
        "A pirate of Ada goes overboard, to island 1. "
        "A pirate of Blaise has to move on to island 2. "
        f"A pirate of {CARL} has to move on to island 3. "
        f"A pirate of {DORA} has to move on to island 4. "
        "A pirate of Blaise is pushed off the last island and comes home."
    )
    words = told(navigating((2, 1, 0), islands=(1, None, 3, 1)), Place("right"))
    assert words.endswith("A pirate of Blaise has to move on to island 2.")


# -- HI-10: what must be done


@pytest.mark.rule("HI-10")
def test_with_a_pirate_in_stock_placing_or_swapping_is_mandatory() -> None:
    state = navigating((3, 1, 0), stocks=(5, 5, 5, 1))
    assert GAME.actions(state) == (Place("left"), Place("right"), Swap("left"))
    assert refusal(state, Pass()) == "must_navigate"
    assert refusal(navigating(FREE, stocks=(5, 5, 5, 1)), Pass()) == "must_navigate"


@pytest.mark.rule("HI-10")
def test_with_an_empty_stock_a_swap_is_optional_and_placing_impossible() -> None:
    state = navigating((3, 1, 0), stocks=(5, 5, 5, 0))
    assert GAME.actions(state) == (Pass(), Swap("left"))
    assert refusal(state, Place("right")) == "no_pirate_left"
    after = GAME.play(state, Pass())
    assert after == state._replace(phase=Phase.PILES), "nothing else has changed"
    assert GAME.play(state, Swap("left")).ships[GREEN] == (1, 3, 0)


@pytest.mark.rule("HI-10")
@pytest.mark.parametrize("ship", [FREE, (0, 1, 2), (3, 3, 3), (None, 3, None)])
def test_with_an_empty_stock_and_no_swap_nothing_is_done(ship: Ship) -> None:
    state = navigating(ship, stocks=(5, 5, 5, 0))
    assert GAME.actions(state) == (Pass(),)
    assert told(state, Pass()) == (f"{DORA} has no pirate in stock and leaves the ship as it is.")


# -- HI-11: the trick


@pytest.mark.rule("HI-11")
@pytest.mark.parametrize(
    ("action", "piles"),
    [
        (Keep(), (4, 8, 0, 16)),
        (Give("left"), (20, 8, 0, 0)),  # left of seat 3 sits seat 0
        (Give("right"), (4, 8, 16, 0)),
    ],
)
def test_the_winner_keeps_the_trick_or_gives_it_with_the_whole_pile(
    action: Action, piles: tuple[int, ...]
) -> None:
    state = GAME.play(navigating(FREE, piles=(4, 8, 0, 12)), Place("nobody"))
    assert (state.phase, state.turn) == (Phase.PILES, 3)
    assert GAME.actions(state) == (Keep(), Give("left"), Give("right"))
    after = GAME.play(state, action)
    assert after.piles == piles
    assert (after.leader, after.turn) == (3, 3), "who won it leads, whoever has it"


@pytest.mark.rule("HI-11")
def test_a_trick_cannot_be_given_across_the_table() -> None:
    state = GAME.play(navigating(FREE), Place("nobody"))
    assert refusal(state, Give("across")) == "no_such_side"
    assert refusal(state, Place("nobody")) == "wrong_phase"
    assert refusal(navigating(FREE), Keep()) == "wrong_phase", "first the board, then the trick"


# -- HI-12: points


@pytest.mark.rule("HI-12")
@pytest.mark.parametrize(
    ("piles", "points"),
    [
        ((20, 16, 8, 0), [-4, -2, 0, 0]),
        ((16, 16, 8, 4), [-4, -4, -2, 0]),  # a tie for the largest still leaves −2
        ((16, 12, 12, 4), [-4, -2, -2, 0]),
        ((16, 16, 12, 12), [-4, -4, -2, -2]),
        ((14, 14, 14, 14), [-4, -4, -4, -4]),
        ((56, 0, 0, 0), [-4, 0, 0, 0]),  # an empty pile is never penalised
        ((28, 28, 0, 0), [-4, -4, 0, 0]),
        ((0, 0, 0, 0), [0, 0, 0, 0]),
    ],
)
def test_the_two_largest_sizes_of_piles_cost_points(
    piles: tuple[int, ...], points: list[int]
) -> None:
    assert pile_points(piles) == points


LAST = {
    "ships": {ORANGE: (1, 0, 2), SKY: (0, 0, 1), PURPLE: (None, 2, None), NEUTRAL: (3, 1, None)},
    "islands": (0, 3, 0, 2),
    "piles": (12, 16, 0, 24),
}


def last_trick(**table: Any) -> State:
    """The last trick of a hand: seat 3 has won it and has put a captain on the green ship."""
    state = position("", "", "", "G10", trick="G3 G9 G4", **table)
    return played(GAME, state, Play("G10"), Place("nobody"))


@pytest.mark.rule("HI-12")
def test_a_hand_is_scored_when_the_last_trick_is_kept_or_given() -> None:
    """Seat 0: captains of two ships and a sailor, 11; islands −1 and −3. Seat 1: a captain and
    two sailors, 7. Seat 2: a captain and a sailor, 6; the last island, −4. Seat 3: a captain, just
    placed, and a sailor, 6; the second island, −2.
    """
    state = GAME.play(last_trick(**LAST), Keep())
    assert state.piles == (12, 16, 0, 28)
    assert state.sheet == ((11 - 4, 7 - 2, 6 - 4, 6 - 2 - 4),)
    state = GAME.play(last_trick(**LAST), Give("left"))
    assert state.piles == (40, 16, 0, 0)
    assert state.sheet == ((11 - 4 - 4, 7 - 2, 6 - 4, 6 - 2),)


@pytest.mark.rule("HI-12")
def test_the_points_are_told_by_what_they_are_for() -> None:
    words = told(last_trick(**LAST), Keep())
    assert f"{ADA} scores 7: ships 11, islands −4, cards 0. Total: 7." in words
    assert f"{DORA} scores 0: ships 6, islands −2, cards −4. Total: 0." in words


# -- HI-13: the game


@pytest.mark.rule("HI-13")
@pytest.mark.parametrize(("players", "rounds"), [(3, 1), (3, 2), (5, 1), (5, 2)])
def test_one_hand_per_player_or_two_and_the_deal_passes_left(players: int, rounds: int) -> None:
    game = Hispaniola(players=players, rounds=rounds, deck=FEW[: players * 3])
    states = [state for state, _ in walk(game, Random(1))]
    dealers = [state.dealer for state in states if state.phase is Phase.DEAL]
    assert dealers == [(players - 1 + n) % players for n in range(players * rounds)]
    assert len(states[-1].sheet) == players * rounds
    assert states[-1].phase is Phase.OVER


@pytest.mark.rule("HI-13")
def test_the_normal_game_is_the_default() -> None:
    assert Hispaniola(players=3) == Hispaniola(players=3, rounds=2)


@pytest.mark.rule("HI-13")
@pytest.mark.parametrize(
    ("rows", "outcome"),
    [
        (((5, 7, 0, 1), (3, 2, 0, 1)), Outcome((1,), (8, 9, 0, 2), "most_points")),
        (((5, 7, 0, 1), (3, 1, 0, 1)), Outcome((0, 1), (8, 8, 0, 2), "most_points")),
        (((-5, -7, -3, -4), (-1, 1, 0, 1)), Outcome((2, 3), (-6, -6, -3, -3), "most_points")),
    ],
)
def test_most_points_of_all_hands_win_and_ties_share(
    rows: tuple[tuple[int, ...], ...], outcome: Outcome
) -> None:
    assert scores(rows, 4) == outcome.scores
    state = GAME.start()._replace(phase=Phase.OVER, sheet=rows)
    assert GAME.outcome(state) == outcome
    assert GAME.turn(state) is None
    assert GAME.actions(state) == ()
    assert GAME.outcome(state._replace(phase=Phase.DEAL)) is None


# -- what a seat knows


def random_states(players: int, seeds: range, **options: Any) -> list[State]:
    game = Hispaniola(players=players, **options)
    return [state for seed in seeds for state, _ in walk(game, Random(seed))]


def test_known_voids_are_those_that_the_play_has_shown() -> None:
    """The rules note a void when it shows; here they are read off the tricks again."""
    shown = 0
    for state in random_states(4, range(2), rounds=1):
        if state.phase is not Phase.DEAL:
            assert list(map(set, state.voids)) == known_voids(state)
            assert all(list(void) == sorted(void, key=COLOURS.index) for void in state.voids)
        for hand, void in zip(state.hands, state.voids, strict=True):
            assert not {card[0] for card in hand} & set(void)
        shown += sum(map(len, state.voids))
    assert shown > 1000


def test_a_view_holds_all_that_lies_open_and_the_own_hand() -> None:
    game = Hispaniola(players=3, rounds=1)
    for state in random_states(3, range(1), rounds=1):
        for seat in (None, 0, 1, 2):
            view = game.observe(state, seat)
            assert view.hand == (() if seat is None else state.hands[seat])
            assert view.hand_sizes == tuple(map(len, state.hands))
            same = set(State._fields) & set(View._fields)
            assert len(same) == 14
            assert all(getattr(view, name) == getattr(state, name) for name in same)


def test_what_is_unseen_is_in_others_hands_or_face_down_before_them() -> None:
    game = Hispaniola(players=4, rounds=1)
    for state in random_states(4, range(1), rounds=1)[1:]:
        for seat in (None, 2):
            others = [other for other in range(4) if other != seat]
            hidden = [card for other in others for card in state.hands[other]]
            hidden += [card for other in others if (card := state.secret[other])]
            assert sorted(unseen(game.observe(state, seat))) == sorted(hidden)


# -- hands that fit, counted and drawn


def listed_hands(
    cards: tuple[str, ...], sizes: tuple[int, ...], voids: tuple[str, ...]
) -> list[tuple[tuple[str, ...], ...]]:
    """Every deal of some cards to hands of these sizes and voids, found by trying all."""
    if not sizes:
        return [()]
    return [
        (hand, *others)
        for hand in combinations(cards, sizes[0])
        if not {card[0] for card in hand} & set(voids[0])
        for others in listed_hands(
            tuple(card for card in cards if card not in hand), sizes[1:], voids[1:]
        )
    ]


KNOWN = [
    ("O1 O2 S1 G1", (2, 2), ("", "")),
    ("O1 O2 S1 G1", (2, 2), ("O", "")),
    ("O1 O2 S1 G1", (2, 2), ("O", "S")),
    ("O1 O2 S1 S2 G1 G2", (2, 2, 2), ("O", "S", "G")),
    ("O1 O2 S1 S2 G1 Y1 P1", (3, 2, 2), ("O", "OS", "")),
    ("O1 O2 O3 S1 S2 G1 Y1 P1", (3, 2, 2, 1), ("G", "SY", "", "")),
    ("O1 O2 O3 S1 S2 G1 Y1 P1", (3, 1, 2, 2), ("SG", "", "SG", "P")),
    ("O1 S1", (0, 2), ("OSGYP", "")),
    ("O1 O2", (1, 1), ("O", "")),  # impossible
    ("", (0, 0), ("", "")),
]


@pytest.mark.parametrize(("cards", "sizes", "voids"), KNOWN)
def test_the_hands_that_fit_are_counted_as_trying_all_would(
    cards: str, sizes: tuple[int, ...], voids: tuple[str, ...]
) -> None:
    unseen_cards = tuple(cards.split())
    assert count_hands(unseen_cards, sizes, voids) == len(listed_hands(unseen_cards, sizes, voids))


@slow
@pytest.mark.parametrize(("cards", "sizes", "voids"), KNOWN[2:7])
def test_every_deal_that_fits_is_drawn_equally_often(
    cards: str, sizes: tuple[int, ...], voids: tuple[str, ...]
) -> None:
    unseen_cards = tuple(cards.split())
    possible = listed_hands(unseen_cards, sizes, voids)
    rng, n = Random(1), 40 * len(possible)
    drawn = Counter(
        tuple(tuple(sorted(hand, key=unseen_cards.index)) for hand in hands)
        for hands in (draw_hands(unseen_cards, sizes, voids, rng) for _ in range(n))
    )
    assert set(drawn) <= set(possible)
    freedom = len(possible) - 1
    chi_square = sum((drawn[deal] - 40) ** 2 / 40 for deal in possible)
    assert abs(chi_square - freedom) < 4 * sqrt(2 * max(freedom, 1))


@pytest.mark.parametrize("players", [3, 4, 5])
def test_no_world_is_imagined_that_the_play_has_ruled_out(players: int) -> None:
    game, rng, held_back = Hispaniola(players=players, rounds=1), Random(2), 0
    for state in random_states(players, range(1), rounds=1)[::4]:
        for seat in (None, 0, players - 1):
            world = game.imagine(game.observe(state, seat), rng)
            for hand, voids in zip(world.hands, known_voids(state), strict=True):
                assert not {card[0] for card in hand} & voids
                held_back += bool(hand and voids)
    assert held_back > 20


def test_a_bid_that_lies_face_down_is_any_card_of_that_seat() -> None:
    """Seat 0 bids first; to seat 1 its bid and its two cards are any of the six unseen."""
    state = THREE.play(BIDDING, Bid("O2"))
    view, rng = THREE.observe(state, 1), Random(1)
    bids = Counter(THREE.imagine(view, rng).secret[0] for _ in range(1200))
    assert set(bids) == {"O1", "O2", "O3", "G1", "G2", "G5"}
    assert all(abs(times - 200) < 5 * sqrt(200) for times in bids.values())


# -- options and refusals


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"rounds": 0}, "rounds is a whole number from 1 to 2"),
        ({"rounds": 3}, "rounds is a whole number from 1 to 2"),
        ({"rounds": True}, "rounds is a whole number from 1 to 2"),
        ({"dealer": 4}, "dealer is a seat from 0 to 3"),
        ({"dealer": -1}, "dealer is a seat from 0 to 3"),
        ({"pirates": 0}, "pirates is a whole number from 1 to 50"),
        ({"deck": ("G1", "G2", "G3", "X4")}, "a card is a letter of OSGYP and 1 to 15, not 'X4'"),
        ({"deck": ("G1", "G2", "G3", "G16")}, "not 'G16'"),
        ({"deck": ("G1", "G2", "G3", 4)}, "not 4"),
        ({"deck": ("G1", "G2", "G3", "G3")}, "deck: different cards"),
        ({"deck": ("G1", "G2", "G3")}, "as many for each of 4 players"),
        ({"deck": ()}, "deck: different cards"),
    ],
)
def test_options_that_make_no_game_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Hispaniola(players=4, **options)


def test_a_deck_may_be_named_in_any_order() -> None:
    game = Hispaniola(players=3, deck=("G10", "P1", "G9"))
    assert game == Hispaniola(players=3, deck=("G9", "G10", "P1"))
    assert game.cards == ("G9", "G10", "P1")
    assert game.hand_size == 1


@pytest.mark.parametrize("stranger", [Draw(), "G3", None, 2])
def test_what_is_no_action_of_this_game_is_refused(stranger: Any) -> None:
    assert refusal(position("O1", "O1", "O1", "O1"), stranger) == "not_an_action"


def test_a_card_that_is_none_is_refused_in_words() -> None:
    state = position("O1", "O1", "O1", "O1")
    for card in ("", "G", "G99", "{0}", "green 3"):
        assert refusal(state, Play(card)) == "not_in_hand"


# -- how it reads


@pytest.mark.parametrize(
    ("action", "english", "french"),
    [
        (Bid("G11"), "Bid your green 11, face down", "Miser le 11 vert, face cachée"),
        (Play("S3"), "Play your sky-blue 3", "Jouer le 3 bleu ciel"),
        (
            Place("left"),
            "Make your pirate captain: the captain moves to the left",
            "Mettre un pirate à la place de capitaine\u00a0: le capitaine passe à gauche",
        ),
        (
            Swap("right"),
            "Swap the captain and the pirate on the right",
            "Échanger le capitaine et le pirate de droite",
        ),
        (Keep(), "Keep the trick", "Garder la levée"),
    ],
)
def test_actions_read_as_invitations(action: Action, english: str, french: str) -> None:
    assert name_action(GAME, action) == english
    assert name_action(GAME, action, "fr") == french


def test_only_the_bidder_is_told_the_bid() -> None:
    first = Bid("O2")
    assert told(BIDDING, first, 0, THREE) == f"{ADA} bids the orange 2, face down."
    assert told(BIDDING, first, OPEN, THREE) == f"{ADA} bids the orange 2, face down."
    for seat in (1, 2, None):
        assert told(BIDDING, first, seat, THREE) == f"{ADA} bids a card, face down."


def test_all_are_told_the_bids_when_they_are_shown() -> None:
    state = played(THREE, BIDDING, Bid("O2"), Bid("S2"))
    assert told(state, Bid("G5"), 0, THREE) == (
        f"{CARL} bids a card, face down. {ADA} shows the orange 2. {BLAISE} shows the sky-blue 2. "
        f"{CARL} shows the green 5. "
        "The green 5 has the highest number that occurs once, so the trump is green."
    )
    assert told(state, Bid("G2"), 0, THREE).endswith("No number occurs once, so all bid again.")


def test_a_swap_and_a_gift_are_told() -> None:
    state = navigating((3, 1, 0), piles=(4, 8, 0, 12))
    assert told(state, Swap("left")) == (
        f"{DORA} swaps with a pirate of {BLAISE} on the green ship. Captain there is now {DORA}."
    )
    stepping_down = navigating((0, 3, 1))
    assert told(stepping_down, Swap("right")) == (
        f"{DORA} swaps with a pirate of {BLAISE} on the green ship. Captain there is now {BLAISE}."
    )
    state = GAME.play(state, Swap("left"))
    assert told(state, Give("left")) == (
        f"{DORA} gives the trick with the whole pile to {ADA}, who now has 20 cards."
    )
    assert told(state, Keep()) == f"{DORA} keeps the trick; that pile now has 16 cards."


def test_who_cannot_follow_is_told() -> None:
    state = position("S1", "O1 G2 P8", "S1", "S1", trick="S5")
    assert told(state, Play("G2")) == (
        f"{BLAISE} plays the green 2. So {BLAISE} has no card of the colour led, sky-blue."
    )
    assert told(position("S1", "", "", ""), Play("S1")) == f"{ADA} leads the sky-blue 1."


def test_a_record_can_be_read() -> None:
    match = Match(Hispaniola(players=3, deck=FEW[:9]), seed=4)
    while match.state.phase is not Phase.PILES:
        match.step()
    match.play(Give("left"))
    entries = match.record["actions"]
    assert {"do": "give", "side": "left"} in entries
    assert all(entry["card"] in FEW for entry in entries if entry["do"] in ("bid", "play"))
    assert Phrase("hispaniola.card.G", {"number": 3}) == Play("G3").words()["card"]
