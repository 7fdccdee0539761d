"""Batches: a game's number and the seed decide it, whoever else plays; the luck is SplitMix64's."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamelib import batch
from gamelib.auberge import Auberge
from gamelib.auberge.players import Accuser
from gamelib.batch import CARDS, KINDS, lowest, mixed, nth
from gamelib.fuji_flush import FujiFlush
from gamelib.fuji_flush.players import Flusher
from gamelib.players import Player
from tests.gamelib.tables import AnyGame

CASES: list[tuple[AnyGame, list[Player | str]]] = [
    (FujiFlush(players=5), ["random"] * 5),
    (FujiFlush(players=4, hand_size=3), ["joiner", "random", Flusher(), "highest first"]),
    (Auberge(players=5), ["random"] * 5),
    (Auberge(players=3, reshuffle=True), ["bluffer", "random", Accuser(Fraction(1, 2))]),
]
each_case = pytest.mark.parametrize(("game", "players"), CASES, ids=repr)


@each_case
def test_a_game_does_not_depend_on_the_games_beside_it(
    game: AnyGame, players: list[Player | str]
) -> None:
    whole = batch.play(game, players, "same", range(200), record=range(0, 200, 9))
    portions: list[Sequence[int]] = [range(7), range(7, 160), [199, 3, 63], range(190, 20, -3), [9]]
    for numbers in portions:
        part = batch.play(game, players, "same", numbers, record=numbers)
        for place, number in enumerate(numbers):
            assert part.winners[place] == whole.winners[number]
            assert part.lengths[place] == whole.lengths[number]
            assert part.turns[place] == whole.turns[number]
            if number in whole.records:
                assert part.records[number] == whole.records[number]
    assert sorted(whole.records) == list(range(0, 200, 9))


@each_case
def test_other_seeds_and_numbers_are_other_games(
    game: AnyGame, players: list[Player | str]
) -> None:
    games = [
        tuple(batch.play(game, players, seed, [number], record=[number]).records[number])
        for seed in (0, 1, 2, "1/2")
        for number in (0, 1, 2, 2**40)
    ]
    assert len(set(games)) == len(games)
    one, text = (batch.play(game, players, seed, range(20)) for seed in (12, "12"))
    assert one.counted() == text.counted()


def test_no_games_are_no_trouble() -> None:
    assert batch.play(Auberge(players=2), ["random"] * 2, 1, []).counted() == {}


def test_endings_are_counted_by_winners_and_length() -> None:
    endings = batch.play(FujiFlush(players=3), ["random"] * 3, 1, range(300))
    expected: dict[tuple[tuple[int, ...], int], int] = {}
    for place in range(40, 290):
        bits = int(endings.winners[place])
        winners = tuple(seat for seat in range(3) if bits >> seat & 1)
        key = winners, int(endings.lengths[place])
        expected[key] = expected.get(key, 0) + 1
    assert endings.counted(40, 290) == expected
    assert sum(endings.counted().values()) == 300


@pytest.mark.parametrize("kind", [FujiFlush, Auberge], ids=["fuji_flush", "auberge"])
def test_a_deck_that_has_no_room_is_left_to_the_rules(kind: type[FujiFlush | Auberge]) -> None:
    for deck in ((1,) * KINDS, (CARDS,), (0,) * 99 + (CARDS - 1, 1)):
        assert batch.knows(kind(players=3, deck=deck), ["random"] * 3)
    for deck in ((1,) * (KINDS + 1), (CARDS + 1,), (200, 56)):
        game = kind(players=3, deck=deck)
        assert not batch.knows(game, ["random"] * 3)
        with pytest.raises(ValueError, match="cannot be played in a batch"):
            batch.play(game, ["random"] * 3, 1, range(3))


# -- bits and luck ---------------------------------------------------------------------------------


@given(st.lists(st.integers(1, 2**64 - 1), min_size=1, max_size=20), st.integers(0, 63))
def test_the_nth_bit_is_found(numbers: list[int], n: int) -> None:
    places = [[place for place in range(64) if number >> place & 1] for number in numbers]
    bits = np.array(numbers, np.uint64)
    assert lowest(bits).tolist() == [row[0] for row in places]
    ranks = np.array([min(n, len(row) - 1) for row in places])
    assert nth(bits, ranks).tolist() == [row[r] for row, r in zip(places, ranks, strict=True)]


def test_the_hash_is_that_of_splitmix64() -> None:
    """The first numbers that the published SplitMix64 gives from seed 1234567."""
    stride, seed = 0x9E3779B97F4A7C15, 1234567
    keys = np.array([(seed + n * stride) % 2**64 for n in (1, 2, 3)], np.uint64)
    assert mixed(keys).tolist() == [6457827717110365317, 3203168211198807973, 9817491932198370423]


def test_the_luck_of_neighbours_has_nothing_in_common() -> None:
    """Choices below 6 of games in a row, number after number: all pairs are equally frequent."""
    from gamelib.auberge.batch import Batch
    from gamelib.players import random_player

    table = Batch(Auberge(players=2), [random_player] * 2, 5, range(20_000), ())
    six = np.full(20_000, 6)
    rolls = np.array([table.below(six) for _ in range(4)])
    for one, two in [
        (rolls[0], rolls[1]), (rolls[2], rolls[3]), (rolls[0, :-1], rolls[0, 1:]),
        (rolls[0, :-1], rolls[1, 1:]), (rolls[1, :-1], rolls[0, 1:]),
    ]:  # fmt: skip
        found = np.bincount(one * 6 + two, minlength=36)
        expected = len(one) / 36
        assert ((found - expected) ** 2 / expected).sum() < 35 + 5 * np.sqrt(2 * 35)
