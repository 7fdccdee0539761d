"""The characters of Jamaica play legally, repeatably, blind to secrets, and as their names say."""

from __future__ import annotations

from random import Random

import pytest

from gamelib.counting import wilson
from gamelib.game import Action
from gamelib.jamaica import (
    Choose,
    Jamaica,
    Keep,
    Load,
    Move,
    Phase,
    Powder,
    Reroll,
    SetDice,
    Spare,
    State,
    Struck,
    TakeHold,
)
from gamelib.jamaica.players import PLAYERS, Captain
from gamelib.jamaica.position import SABRE
from gamelib.match import Match
from gamelib.players import ask, known_players
from tests.gamelib.jamaica.table import QUICK, hidden_permuted
from tests.gamelib.jamaica.test_rules import BACK_FORWARD, FORWARD_TWICE, battle, go, played, ship
from tests.gamelib.tables import numbers, slow, walk

each_character = pytest.mark.parametrize("name", PLAYERS)


def choice(name: str, game: Jamaica, state: State) -> Action:
    """What a character does when it is to move."""
    turn = game.turn(state)
    assert isinstance(turn, int)
    return ask(PLAYERS[name], game, state, turn, Random(1))


def test_the_characters_can_be_called_by_name() -> None:
    assert list(PLAYERS) == ["racer", "trader", "raider"]
    assert set(PLAYERS) < set(known_players(Jamaica()))


@each_character
@pytest.mark.parametrize("players", numbers(Jamaica))
def test_a_character_plays_in_any_position_at_any_table_and_sees_nothing_hidden(
    name: str, players: int
) -> None:
    """The positions are those of random play, where everything happens that can happen."""
    game, rng = Jamaica(players=players, **QUICK), Random(players)
    phases = set()
    for state, _ in walk(game, Random(players)):
        turn = game.turn(state)
        if isinstance(turn, int) and len(game.actions(state)) > 1:
            action = choice(name, game, state)
            assert action in game.actions(state)
            assert choice(name, game, hidden_permuted(game, state, turn, rng)) == action
            phases.add(state.phase)
    assert {Phase.DICE, Phase.CARD, Phase.MOVE} <= phases


def test_the_same_seed_makes_the_same_match() -> None:
    first, second = (Match(Jamaica(players=3), 3, list(PLAYERS)) for _ in range(2))
    assert first.run() == second.run()
    assert first.steps == second.steps


# -- as their names say ---------------------------------------------------------------------------


def test_the_racer_takes_the_channel_and_the_card_that_goes_furthest() -> None:
    rich = ship(12, "f9 g9 - - -")
    game, state = go(FORWARD_TWICE, (3, 2), rich._replace(space=6), ship())
    assert choice("racer", game, state) == Move(15), "3 steps by the channel, not 9 by the lane"
    state = state._replace(
        phase=Phase.CARD, hands=((0, 3, 10), (1, 2)), card=None, ships=(rich, ship())
    )
    assert choice("racer", game, state) == Choose(0)
    assert choice("trader", game, state) == Choose(10)


def test_the_racer_does_not_sail_into_a_shortage() -> None:
    """With nothing on board 4 and then 1 forward leads nowhere: both times it is thrown back."""
    game, state = go(BACK_FORWARD, (1, 1), ship(4, "- - - - -"), ship())
    state = state._replace(phase=Phase.CARD, hands=((0, 5), (1, 2)), card=None, dice=(4, 1))
    assert choice("racer", game, state) == Choose(5), "food at least"


def test_the_captain_puts_the_dice_where_they_help() -> None:
    """The only card loads gold in the morning and sails in the evening: from 3, 1 is a lair."""
    game, state = go(FORWARD_TWICE, (1, 6), ship(3, "- - - - -"), ship())
    state = state._replace(phase=Phase.DICE, hands=((6,), (1, 2)), card=None)
    assert game.actions(state) == (SetDice(1, 6), SetDice(6, 1))
    assert choice("trader", game, state) == SetDice(6, 1)


def test_the_trader_throws_what_is_worth_least_overboard() -> None:
    game, state = go(10, (5, 1), ship(0, "f3 g6 p1 g4 f2"), ship())
    assert choice("trader", game, state) == Load(2)


def test_the_raider_looks_for_a_battle_that_it_can_win() -> None:
    strong = ship(5, "f9 p9 g9 - -")
    game, state = go(FORWARD_TWICE, (4, 1), strong, ship(9, "g6 g6 - - -"))
    assert choice("raider", game, state) == Move(9), "the outer lane, where a rich ship lies"
    assert choice("racer", game, state) == Move(15)
    game, state = go(FORWARD_TWICE, (4, 1), ship(5, "f9 g9 - - -"), ship(9, "p9 p9 - - -"))
    assert choice("raider", game, state) == Move(15), "not where it would lose"


def test_a_defender_spends_just_what_can_matter() -> None:
    game, state = battle(ship(), ship(2, "g9 p9 p9 p9 -"))
    state = played(game, state, Powder(0), Struck(4))
    assert choice("raider", game, state) == Powder(3), "3 + 2 beats 4 whatever the die shows"


@each_character
def test_loot_is_taken_where_it_is_most(name: str) -> None:
    game, state = battle(ship(cargo="f9 - - - -"), ship(2, "g1 g9 - - -"))
    state = played(game, state, Powder(0), Struck(10), Powder(0), Struck(2))
    assert choice(name, game, state) == TakeHold(1)
    assert Spare() in game.actions(state)


@each_character
def test_the_sabre_is_used_on_a_bad_die_only(name: str) -> None:
    game, state = battle(ship(2, "f3 - - - -", 0, SABRE), ship(2))
    state = game.play(state, Powder(0))
    assert choice(name, game, played(game, state, Struck(2))) == Reroll()
    assert choice(name, game, played(game, state, Struck(10))) == Keep()
    lost = played(game, state, Struck(10), Keep(), Powder(0), Struck(12))
    assert choice(name, game, lost) == Reroll()


# -- better than chance ---------------------------------------------------------------------------


def wins(player: str | Captain, seed: int, players: int = 4) -> bool:
    """Whether a player wins alone against random players; the seat goes round."""
    seat = seed % players
    table: list[str | Captain] = ["random"] * players
    table[seat] = player
    return Match(Jamaica(players=players), seed, table).run().winners == (seat,)


@pytest.fixture(scope="module")
def random_wins() -> list[bool]:
    """How a random player fares at the tables where the characters play."""
    return [wins("random", seed) for seed in range(28)]


@slow
@each_character
def test_a_character_clearly_beats_a_random_player_at_the_same_tables(
    name: str, random_wins: list[bool]
) -> None:
    """Same dice, seats and opponents: where only one of the two wins, mostly the character."""
    better = worse = 0
    for seed, rival in enumerate(random_wins):
        won = wins(name, seed)
        better += won and not rival
        worse += rival and not won
    low, _ = wilson(better, better + worse, z=3)
    assert low > 0.5
