"""The batch simulator of Auberge plays by the rules, as its players do, and by fair chance."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamelib import batch
from gamelib.auberge import Auberge, State
from gamelib.auberge.batch import NEXT, Batch
from gamelib.auberge.players import Accuser, Bluffer, Counter, Peaceful
from gamelib.counting import counts, wilson
from gamelib.players import Player
from tests.gamelib.batches import judge, judge_luck, judge_players, judge_shares
from tests.gamelib.tables import THOROUGH, configured, numbers, seeds, some_games

STRATEGIES: list[Player | str] = [
    "random", "peaceful", "bluffer",
    Bluffer(Fraction(1, 5)), Bluffer(Fraction(9, 10)), Accuser(), Accuser(Fraction(1, 3)),
    Accuser(Fraction(19, 20)),
]  # fmt: skip
strategies = st.sampled_from(STRATEGIES)
each_number = pytest.mark.parametrize("players", numbers(Auberge))


@each_number
@some_games
@given(st.data(), seeds)
def test_the_rules_replay_every_move(players: int, data: st.DataObject, seed: int) -> None:
    game: Any = data.draw(configured(Auberge, players))
    seats = data.draw(st.one_of(st.just(["random"] * players), st.lists(
        strategies, min_size=players, max_size=players)))  # fmt: skip
    numbers = range(seed, seed + (20 if THOROUGH else 10))
    judge(game, batch.play(game, seats, seed, numbers, record=numbers))


@each_number
def test_the_rules_replay_random_games_by_the_hundred(players: int) -> None:
    n = 600 if THOROUGH else 60
    for game in (Auberge(players=players), Auberge(players=players, oldest=1, reshuffle=True)):
        judge(game, batch.play(game, ["random"] * players, 3, range(n), record=range(n)))


DECKS = [
    {0: 5, 1: 4, 3: 3, 4: 2},
    dict.fromkeys(range(3, 11), 2),
    dict.fromkeys(range(1, 34), 1),
    dict.fromkeys(range(64), 1),
    {2: 40},
    {7: 100, 1000: 5},
]


@pytest.mark.parametrize("deck", DECKS, ids=len)
@pytest.mark.parametrize("reshuffle", [False, True])
def test_any_deck_will_do(deck: dict[int, int], reshuffle: bool) -> None:
    """Values from 0, up to 64 of them, in any number: the bits of a hand have room for each."""
    game = Auberge(players=3, deck=counts(deck), reshuffle=reshuffle)
    judge(game, batch.play(game, ["random"] * 3, 1, range(40), record=range(40)))


@each_number
@pytest.mark.parametrize("reshuffle", [False, True])
def test_strategies_choose_as_the_players_do(players: int, reshuffle: bool) -> None:
    """At every choice the player itself is asked what it would choose from."""
    small = counts({1: 3, 2: 4, 3: 2, 4: 3 * players - 9 + 4, 5: 2})
    n = 12 if THOROUGH else 2
    for game in (
        Auberge(players=players, reshuffle=reshuffle),
        Auberge(players=players, reshuffle=reshuffle, deck=small),
    ):
        for turn in range(0, len(STRATEGIES), players):
            seats = [STRATEGIES[(turn + seat) % len(STRATEGIES)] for seat in range(players)]
            endings = batch.play(game, seats, 4, range(n), record=range(n))
            judge(game, endings)
            asked = judge_players(game, seats, endings)
            assert all(asked[seat] for seat in range(players) if seats[seat] != "random")


@pytest.mark.parametrize("players", [2, 5])
def test_luck_favours_nothing(players: int) -> None:
    game = Auberge(players=players, reshuffle=True)
    n = 3000 if THOROUGH else 400
    judge_luck(game, batch.play(game, ["random"] * players, 6, range(n), record=range(n)))


@pytest.mark.parametrize(
    ("game", "players"),
    [
        (Auberge(players=2, oldest=1), None),
        (Auberge(players=5), None),
        (Auberge(players=8, reshuffle=True), None),
        (Auberge(players=3), ["peaceful", "bluffer", "random"]),
        (Auberge(players=3), [Accuser(), "random", Accuser(Fraction(1, 3))]),
    ],
    ids=repr,
)
def test_shares_and_lengths_are_those_of_the_rules(game: Auberge, players: Any) -> None:
    """Among several moves that it likes equally, a player takes each equally often, too."""
    few = players is not None
    judge_shares(game, players, n=(300 if few else 6000) if THOROUGH else (30 if few else 400))


def test_a_tiny_game_comes_out_as_all_its_ways_counted() -> None:
    """Six cards, two pirates: the exact chance of a seat lies where 200,000 games say."""
    game = Auberge(players=2, deck=(0, 1, 2, 3))

    @cache
    def win(state: State) -> Fraction:
        outcome, turn = game.outcome(state), game.turn(state)
        if outcome is not None:
            return Fraction(0 in outcome.winners)
        if isinstance(turn, int):
            actions = game.actions(state)
            return sum((win(game.play(state, a)) for a in actions), Fraction(0)) / len(actions)
        assert turn is not None
        return sum((chance * win(game.play(state, a)) for a, chance in turn), Fraction(0))

    n = 200_000
    endings = batch.play(game, ["random"] * 2, 8, range(n))
    low, high = wilson(int((endings.winners == 1).sum()), n, z=3.5)
    assert low < win(game.start()) < high


def test_the_next_seat_in_is_the_one_to_the_left() -> None:
    assert NEXT[0b10110].tolist() == [1, 2, 4, 4, 1, 1, 1, 1]
    assert NEXT[0b1].tolist() == [0] * 8


def test_players_that_nobody_has_written_down_for_batches_are_not_known() -> None:
    game = Auberge(players=3)

    class Calm(Peaceful):
        pass

    for player in ("counter", Counter(), "tree search", Calm(), lambda v, a, rng: a[0]):
        assert not batch.knows(game, ["random", player, "random"])
        with pytest.raises(ValueError, match="cannot play in a batch"):
            batch.play(game, ["random", player, "random"], 1, range(3))
    assert all(Batch.strategy(game, player) for player in STRATEGIES if not isinstance(player, str))


def test_chances_too_long_to_compare_exactly_are_left_to_the_rules() -> None:
    many = Auberge(players=3, deck=(3,) * 30)
    assert batch.knows(many, ["random"] * 3)
    assert not batch.knows(many, ["random", "peaceful", "random"])
    assert batch.knows(Auberge(players=3), ["random", "peaceful", "random"])
    assert not batch.knows(Auberge(players=2), [Bluffer(Fraction(1, 10**12)), "random"])
