"""The contract of all games: chance is exact, actions and errors are values, facts are carried."""

from __future__ import annotations

import pickle
from collections import Counter
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamelib import IllegalAction, Lottery, games
from gamelib.auberge import Accuse, Attack, Auberge, Draw
from gamelib.fuji_flush import FujiFlush, Play
from gamelib.game import CardLottery, Chance, Deal, DealLottery, replaced, taken, without
from tests.gamelib.tables import AnyGame, each_game, each_table

weights = st.dictionaries(st.integers(), st.integers(1, 50), min_size=1, max_size=8)


@given(weights)
def test_a_lottery_lists_each_outcome_with_its_share_of_the_cases(table: dict[int, int]) -> None:
    lottery = Lottery(table)
    assert lottery.cases == sum(table.values())
    assert sum(chance for _, chance in lottery) == 1
    for outcome, chance in lottery:
        assert chance == lottery.probability(outcome) == Fraction(table[outcome], lottery.cases)


def test_what_a_lottery_does_not_hold_has_no_chance() -> None:
    assert Lottery({"heads": 1}).probability("edge") == 0


class Preset(Random):
    """A generator that says what it is told to."""

    def __init__(self, value: float) -> None:
        super().__init__(0)
        self.value = value

    def random(self) -> float:
        return self.value


@pytest.mark.parametrize(
    "lottery", [Lottery({1: 3, 2: 1, 4: 2}), CardLottery((0, 3, 1, 0, 2, 0), int)]
)
def test_each_case_is_sampled_by_an_equal_part_of_the_random_numbers(lottery: Lottery[int]) -> None:
    sampled = [lottery.sample(Preset((k + 0.5) / 6)) for k in range(6)]
    assert Counter(sampled) == {1: 3, 2: 1, 4: 2}
    assert lottery.sample(Preset(0.0)) == 1
    assert lottery.sample(Preset(1 - 2**-53)) == 4


@given(weights, st.integers())
def test_samples_follow_from_the_generator_alone(table: dict[int, int], seed: int) -> None:
    lottery = Lottery(table)
    assert lottery.sample(Random(seed)) == lottery.sample(Random(seed))
    assert lottery.sample(Random(seed)) in table


def test_lotteries_with_the_same_chances_are_equal_however_they_are_made() -> None:
    pile, table = CardLottery((0, 1, 2), int), Lottery({1: 1, 2: 2})
    assert pile == table
    assert table == pile
    assert hash(pile) == hash(table)
    assert pile != CardLottery((0, 2, 1), int)
    assert table != "something else"
    assert DealLottery((0, 2, 2), (1, 1)) == DealLottery((0, 2, 2), (1, 1))
    assert DealLottery((0, 2, 2), (1, 1)) != DealLottery((0, 2, 2), (1, 2))
    assert len({DealLottery((0, 2, 2), (1, 1)), DealLottery((0, 2, 2), (1, 1))}) == 1


def test_a_deal_lists_its_weights_like_any_lottery() -> None:
    lottery = DealLottery((0, 2, 2), (1, 1))
    assert sum(lottery.weights.values()) == lottery.cases == 12
    assert lottery.probability(Deal(((1,), (1,)))) == Fraction(2, 12)
    assert dict(lottery) == {deal: Fraction(ways, 12) for deal, ways in lottery.weights.items()}


def test_dealt_cards_leave_the_pile() -> None:
    lottery = DealLottery((0, 2, 2), (1, 2))
    assert lottery.rest(Deal(((1,), (1, 2)))) == (0, 0, 1)


@pytest.mark.parametrize(
    "hands",
    [
        ((1,), (2, 1)),
        ((1,), (1, 1)),
        ((1,), (1, 3)),
        ((1,), (-1, 1)),
        ((1,),),
        ((1, 1), (2,)),
        None,
    ],
    ids=["unsorted", "too many", "unknown value", "negative", "one hand", "other sizes", "none"],
)
def test_an_impossible_deal_has_no_chance_and_cannot_be_dealt(hands: Any) -> None:
    lottery = DealLottery((0, 2, 2), (1, 2))
    assert lottery.probability(Deal(hands)) == 0
    with pytest.raises(IllegalAction, match="impossible_chance"):
        lottery.rest(Deal(hands))


def test_every_deal_of_the_same_deck_comes_equally_often() -> None:
    lottery = DealLottery((0, 1, 1, 1), (1, 1))
    rng = Random(5)
    seen = Counter(lottery.sample(rng) for _ in range(6000))
    assert set(seen) == {deal for deal, _ in lottery}
    assert all(abs(times - 1000) < 130 for times in seen.values())  # 4.5 standard deviations


def test_an_action_is_a_small_named_value() -> None:
    assert repr(Attack(card=3, target=2)) == "Attack(card=3, target=2)"
    assert Attack(3, 2) == Attack(card=3, target=2) != Attack(2, 3)
    assert len({Accuse(1), Play(1)}) == 2
    assert len({Draw(), Draw()}) == 1
    assert Attack.code == "attack"
    with pytest.raises(AttributeError):
        Accuse(1).target = 2  # type: ignore[misc]


def test_whole_numbers_of_other_libraries_become_plain_ones() -> None:
    numpy = pytest.importorskip("numpy")
    action = Attack(card=numpy.int64(3), target=numpy.uint8(2))
    assert action == Attack(3, 2)
    assert (type(action.card), type(action.target)) == (int, int)


def test_an_illegal_action_says_why_and_about_what() -> None:
    error = IllegalAction("pair_on_table", card=3, target=1)
    assert str(error) == "pair_on_table (card=3, target=1)"
    assert str(IllegalAction("game_over")) == "game_over"


@pytest.mark.parametrize(
    "error", [IllegalAction("game_over"), IllegalAction("pair_on_table", card=3, target=1)]
)
def test_an_illegal_action_travels_between_processes(error: IllegalAction) -> None:
    copy = pickle.loads(pickle.dumps(error))
    assert type(copy) is IllegalAction
    assert (copy.reason, copy.details) == (error.reason, error.details)
    assert str(copy) == str(error)


@each_table
def test_a_game_can_be_made_again_from_its_repr_and_pickled(
    kind: type[AnyGame], players: int
) -> None:
    game = kind(players=players)
    assert eval(repr(game), {kind.__name__: kind}) == game
    assert pickle.loads(pickle.dumps(game)) == game
    assert len({game, kind(players=players)}) == 1


@pytest.mark.parametrize(
    ("game", "options"),
    [
        (Auberge(players=3), {}),
        (Auberge(players=3, reshuffle=True, oldest=2), {"oldest": 2, "reshuffle": True}),
        (FujiFlush(players=3, hand_size=2), {"hand_size": 2}),
        (FujiFlush(players=3, hand_size=1, deck=(0, 0, 3)), {"hand_size": 1, "deck": (0, 0, 3)}),
    ],
    ids=repr,
)
def test_options_are_what_differs_from_the_box(game: AnyGame, options: dict[str, Any]) -> None:
    assert game.options == options
    assert type(game)(players=3, **game.options) == game


@each_game
def test_a_game_refuses_a_number_of_players_it_is_not_made_for(kind: type[AnyGame]) -> None:
    few, many = kind.player_counts[0], kind.player_counts[-1]
    for players in (few - 1, many + 1, 0, -3, None, "4", 4.0, True):
        with pytest.raises(ValueError, match=f"is for {few} to {many} players, not"):
            kind(players=players)  # type: ignore[arg-type]


WRONG_OPTIONS: list[tuple[type[AnyGame], dict[str, Any]]] = [
    (Auberge, {"oldest": 4}),
    (Auberge, {"oldest": -1}),
    (Auberge, {"oldest": "0"}),
    (Auberge, {"oldest": True}),
    (Auberge, {"reshuffle": "no"}),
    (Auberge, {"reshuffle": 1}),
    (Auberge, {"reshuffle": None}),
    (Auberge, {"deck": (0, 1, 2)}),
    (Auberge, {"deck": (0, -1, 20)}),
    (Auberge, {"deck": (0, 20.0)}),
    (Auberge, {"deck": {"1": 20}}),
    (Auberge, {"deck": {-1: 20}}),
    (FujiFlush, {"first": 4}),
    (FujiFlush, {"first": 1.0}),
    (FujiFlush, {"hand_size": 0}),
    (FujiFlush, {"hand_size": 23}),
    (FujiFlush, {"hand_size": "6"}),
    (FujiFlush, {"deck": (0, 0, 23)}),
]


@pytest.mark.parametrize(("kind", "options"), WRONG_OPTIONS)
def test_a_game_refuses_options_that_make_no_sense(
    kind: type[AnyGame], options: dict[str, Any]
) -> None:
    with pytest.raises(ValueError, match=r"not|too small"):
        kind(players=4, **options)


@each_game
def test_every_game_class_carries_its_facts(kind: type[AnyGame]) -> None:
    assert games[kind.name] is kind
    assert kind.rules_version >= 1
    assert kind.player_counts[0] >= 2
    assert kind.rulings
    assert len(set(kind.rulings)) == len(kind.rulings)
    codes = [action.code for action in kind.action_types]
    assert len(set(codes)) == len(codes)
    assert {action for _, action in kind.steps} == set(kind.action_types)


def test_rows_hands_and_piles_change_one_place_only() -> None:
    assert replaced(((1,), (2,), (3,)), 1, (9,)) == ((1,), (9,), (3,))
    assert without((2, 3, 3, 4), 3) == (2, 3, 4)
    assert taken((0, 2, 1), Chance(), 2) == (0, 2, 0)
    with pytest.raises(IllegalAction, match="not_in_hand"):
        without((2, 3), 4)
    for card in (-1, 0, 3):
        with pytest.raises(IllegalAction, match="impossible_chance"):
            taken((0, 2, 1), Chance(), card)


@pytest.mark.parametrize("kind", games.values())
@pytest.mark.parametrize("seat", [-1, 99, True, "0", 1.0])
def test_only_seats_of_the_table_can_look(kind: type[AnyGame], seat: Any) -> None:
    game = kind(players=kind.player_counts[-1])
    with pytest.raises(ValueError, match="seats are 0 to"):
        game.observe(game.start(), seat)
