"""The batch simulator of Fuji Flush plays by the rules, as its players do, and by fair chance."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamelib import batch
from gamelib.counting import counts
from gamelib.fuji_flush import FujiFlush
from gamelib.fuji_flush.batch import Batch
from gamelib.fuji_flush.players import Flusher, Ranked, highest_first, joiner, lowest_first
from gamelib.players import Player
from tests.gamelib.batches import judge, judge_luck, judge_players, judge_shares
from tests.gamelib.tables import THOROUGH, configured, numbers, seeds, slow, some_games

STRATEGIES: list[Player | str] = [
    "random", "lowest first", "highest first", "joiner",
    lowest_first, highest_first, joiner,
    Ranked(), Ranked(Fraction(1, 3)), Ranked(Fraction(4, 5)), Flusher(), Flusher(2), Flusher(0),
]  # fmt: skip
strategies = st.sampled_from(STRATEGIES)
each_number = pytest.mark.parametrize("players", numbers(FujiFlush))


@each_number
@some_games
@given(st.data(), seeds)
def test_the_rules_replay_every_move(players: int, data: st.DataObject, seed: int) -> None:
    game: Any = data.draw(configured(FujiFlush, players))
    seats = data.draw(st.one_of(st.just(["random"] * players), st.lists(
        strategies, min_size=players, max_size=players)))  # fmt: skip
    numbers = range(seed, seed + (20 if THOROUGH else 10))
    judge(game, batch.play(game, seats, seed, numbers, record=numbers))


DECKS = [
    {0: 5, 1: 4, 3: 3, 4: 2},
    dict.fromkeys(range(3, 11), 1),
    dict.fromkeys(range(1, 34), 2),
    dict.fromkeys(range(64), 1),
    {2: 40},
    {7: 100, 1000: 5},
]


@pytest.mark.parametrize("deck", DECKS, ids=len)
@pytest.mark.parametrize("hand_size", [1, 2])
def test_any_deck_will_do(deck: dict[int, int], hand_size: int) -> None:
    """Values from 0, up to 64 of them, in any number: the bits of a hand have room for each."""
    game = FujiFlush(players=4, hand_size=hand_size, deck=counts(deck))
    players: list[Player | str] = ["random", "joiner", Flusher(), Ranked()]
    endings = batch.play(game, players, 1, range(20), record=range(20))
    judge(game, endings)
    judge_players(game, players, endings)


def test_long_hands_will_do() -> None:
    game = FujiFlush(players=3, hand_size=25)
    judge(game, batch.play(game, ["random", "joiner", Flusher(2)], 1, range(10), range(10)))


@each_number
def test_strategies_choose_as_the_players_do(players: int) -> None:
    """At every choice the player itself is asked, too."""
    game = FujiFlush(players=players)
    n = 40 if THOROUGH else 6
    for turn in range(0, len(STRATEGIES), players):
        seats = [STRATEGIES[(turn + seat) % len(STRATEGIES)] for seat in range(players)]
        endings = batch.play(game, seats, 4, range(n), record=range(n))
        judge(game, endings)
        asked = judge_players(game, seats, endings)
        assert all(asked[seat] > 10 for seat in range(players) if seats[seat] != "random")


@slow
@pytest.mark.parametrize("players", [3, 8])
def test_luck_favours_nothing(players: int) -> None:
    game = FujiFlush(players=players)
    n = 300 if THOROUGH else 50
    judge_luck(game, batch.play(game, ["random"] * players, 6, range(n), record=range(n)))


@slow
@pytest.mark.parametrize(
    ("game", "players"),
    [
        (FujiFlush(players=3), None),
        (FujiFlush(players=5), None),
        (FujiFlush(players=8, first=3), None),
        (FujiFlush(players=4), ["joiner", "highest first", Ranked(), "random"]),
        (FujiFlush(players=4, hand_size=2), [Flusher(), "lowest first", "random", Flusher(2)]),
    ],
    ids=repr,
)
def test_shares_and_lengths_are_those_of_the_rules(game: FujiFlush, players: Any) -> None:
    judge_shares(game, players, n=2000 if THOROUGH else 200)


def test_players_that_nobody_has_written_down_for_batches_are_not_known() -> None:
    game = FujiFlush(players=3)

    class Calm(Ranked):
        pass

    for player in ("survivor", "one step", Calm(), lambda view, actions, rng: actions[0]):
        assert not batch.knows(game, ["random", player, "random"])
        with pytest.raises(ValueError, match="cannot play in a batch"):
            batch.play(game, ["random", player, "random"], 1, range(3))
    assert all(Batch.strategy(game, player) for player in STRATEGIES if not isinstance(player, str))
