"""The characters of Hispaniola play legally, as their names say, and better than chance."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any

import pytest

from gamelib.game import Action
from gamelib.hispaniola import Bid, Give, Hispaniola, Keep, Phase, Place, Play, State, Swap, View
from gamelib.hispaniola.cards import NUMBER, ship_of
from gamelib.hispaniola.players import PLAYERS, board_lead, pile_lead
from gamelib.hispaniola.rules import parts
from gamelib.match import Match
from gamelib.players import Player, known_players, random_player
from tests.gamelib.hispaniola.table import hidden_permuted
from tests.gamelib.tables import brief, numbers, slow

each_character = pytest.mark.parametrize("name", PLAYERS)


def choices(game: Hispaniola, seed: int) -> Iterator[State]:
    """The positions of a random match in which there is something to choose."""
    match = Match(game, seed)
    while match.turn is not None:
        if len(match.actions) > 1:
            yield match.state
        match.step()


def asked(name: str, game: Hispaniola, state: State) -> Action:
    """What a character does in a position."""
    view = game.observe(state, state.turn)
    return PLAYERS[name](view, game.actions(state), Random(1))


def test_the_characters_can_be_called_by_name() -> None:
    assert list(PLAYERS) == ["highest card", "avoids piles", "hunts captains"]
    assert set(PLAYERS) < set(known_players(Hispaniola()))


@each_character
@pytest.mark.parametrize("players", numbers(Hispaniola))
def test_a_character_answers_legally_blindly_and_repeatably(name: str, players: int) -> None:
    game = Hispaniola(players=players, rounds=1)
    for state in list(choices(game, seed=players))[::3]:
        choice = asked(name, game, state)
        assert choice in game.actions(state)
        other = hidden_permuted(game, state, state.turn, Random(2))
        assert asked(name, game, other) == choice


@each_character
def test_a_character_plays_small_games_to_the_end_at_any_table(name: str) -> None:
    for players in Hispaniola.player_counts:
        match = Match(brief(Hispaniola, players), 5, [name] * players)
        assert match.run().winners
        assert Match.from_json(match.to_json()).states == match.states


def test_the_characters_play_with_each_other() -> None:
    first, second = (Match(Hispaniola(players=3, rounds=1), 8, list(PLAYERS)) for _ in range(2))
    assert first.run().winners
    second.run()
    assert first.steps == second.steps


def test_highest_card_keeps_its_highest_cards_and_passes_tricks_on() -> None:
    game = Hispaniola(players=4, rounds=1)
    seen = set()
    for state in choices(game, seed=3):
        choice = asked("highest card", game, state)
        seen.add(type(choice))
        if isinstance(choice, Bid | Play):
            lowest = min(NUMBER[each.card] for each in game.actions(state))  # type: ignore[attr-defined]
            assert NUMBER[choice.card] == lowest
        elif state.phase is Phase.PILES:
            assert choice == Give("left")
    assert {Bid, Play, Place, Give} <= seen


def piled(piles: tuple[int, ...]) -> View:
    """Seat 1 of four players has won a trick and is to keep or give it."""
    game = Hispaniola(players=4)
    state = game.start()._replace(phase=Phase.PILES, turn=1, piles=piles)
    return game.observe(state, 1)


@pytest.mark.parametrize(
    ("piles", "leads", "choice"),
    [
        # keep 4: second largest; give left: seat 2 has 4; give right: seat 0 has 12
        ((8, 0, 0, 0), (-2 + 4 / 3, 6 / 3, 4 / 3), "left"),
        # keep 12: tied for the largest; give left: 24 for seat 2; give right: 20 for seat 0
        ((8, 8, 12, 4), (-4 + 6 / 3, 6 / 3, 6 / 3), "left"),
        # whatever happens, seats 0 and 3 have the two largest
        ((20, 0, 0, 16), (6 / 3, 6 / 3, 6 / 3), None),
    ],
)
def test_avoids_piles_weighs_what_the_piles_would_cost(
    piles: tuple[int, ...], leads: tuple[float, ...], choice: str | None
) -> None:
    view = piled(piles)
    actions = (Keep(), Give("left"), Give("right"))
    assert tuple(pile_lead(view, action) for action in actions) == pytest.approx(leads)
    expected = Keep() if choice is None else Give(choice)
    assert PLAYERS["avoids piles"](view, actions, Random(1)) == expected
    assert PLAYERS["hunts captains"](view, actions, Random(1)) == expected


def test_avoids_piles_plays_everything_else_as_a_random_player_does() -> None:
    game = Hispaniola(players=3, rounds=1)
    for state in list(choices(game, seed=3))[::2]:
        if state.phase is not Phase.PILES:
            view, actions = game.observe(state, state.turn), game.actions(state)
            assert asked("avoids piles", game, state) == random_player(view, actions, Random(1))


def hunting(trick: str, hand: str, late: bool = True, **table: Any) -> tuple[Hispaniola, State]:
    """Seat 3 of four is to play; purple is trump. Hands have 15 cards at first."""
    game = Hispaniola(players=4)
    cards = tuple(trick.split())
    mine = tuple(hand.split()) + (() if late else ("P1", "P2", "P3", "P4", "P5", "P6", "P7", "P8"))
    state = game.start()._replace(
        phase=Phase.TRICK,
        turn=3,
        leader=3 - len(cards),
        trick=cards,
        trump="P",
        hands=((), (), (), mine),
        **table,
    )
    return game, state


def test_hunts_captains_wins_a_trick_as_cheaply_as_it_can_when_it_plays_last() -> None:
    game, state = hunting("G3 G8 G4", "G2 G9 G11 G12")
    assert asked("hunts captains", game, state) == Play("G9")
    game, state = hunting("G3 G8", "G2 G9 G11 G12")
    assert asked("hunts captains", game, state) == Play("G12"), "somebody may still play higher"
    game, state = hunting("G3 G8 G4", "G2 G5 G7")
    assert asked("hunts captains", game, state) == Play("G2"), "it cannot win"


def test_hunts_captains_spends_nothing_early_or_on_a_ship_that_is_its_own() -> None:
    game, state = hunting("G3 G8 G4", "G2 G9 G11 G12", late=False)
    assert asked("hunts captains", game, state) == Play("G2")
    mine = tuple((3, 3, 3) if ship == 2 else (None, None, None) for ship in range(6))
    game, state = hunting("G3 G8 G4", "G2 G9 G11 G12", ships=mine)
    assert asked("hunts captains", game, state) == Play("G2")


def test_hunts_captains_leads_low_where_every_ship_is_its_own() -> None:
    game, state = hunting("", "O7 G2 Y9", ships=((3, 3, 3),) * 6)
    assert asked("hunts captains", game, state) == Play("G2")
    game, state = hunting("", "O7 G2 Y9")
    assert asked("hunts captains", game, state) == Play("Y9"), "every seat is free"


def test_hunts_captains_bids_low_and_navigates_for_the_largest_lead() -> None:
    game = Hispaniola(players=4, rounds=1)
    kinds = set()
    for state in choices(game, seed=6):
        view, actions = game.observe(state, state.turn), game.actions(state)
        choice = asked("hunts captains", game, state)
        if state.phase is Phase.TRUMP:
            assert isinstance(choice, Bid)
            assert NUMBER[choice.card] == min(NUMBER[card] for card in view.hand)
        if state.phase is Phase.NAVIGATION:
            kinds.add(type(choice))
            gains = {action: gain(game, state, action) for action in actions}
            assert gains[choice] == max(gains.values())
            for action in actions:
                lead = board_lead(view, ship_of(view.trick), action)
                assert lead == pytest.approx(gains[action])
    assert kinds == {Place, Swap}


def gain(game: Hispaniola, state: State, action: Action) -> float:
    """By how much an action changes the seat's lead on the board, as the rules have it."""

    def lead(table: State) -> float:
        ships, islands, _ = parts(table)
        points = [ship + island for ship, island in zip(ships, islands, strict=True)]
        own = points.pop(state.turn)
        return own - fmean(points)

    return lead(game.play(state, action)) - lead(state)


# -- better than chance


def highest_first(view: View, actions: Sequence[Action], rng: Random) -> Action:
    """What "highest card" does not do: play the highest cards first."""
    if view.phase is Phase.TRICK:
        return max(actions, key=lambda action: NUMBER[action.card])  # type: ignore[attr-defined]
    return PLAYERS["highest card"](view, actions, rng)


def gains(players: int, player: Player | str, n: int) -> list[float]:
    """How many points more than a random player somebody leads by, at the same table and deals.

    The lead is over the mean of the others; all of them play at random, and the seat goes round.
    """
    game = Hispaniola(players=players, rounds=1)
    found = []
    for seed in range(n):
        seat, leads = seed % players, []
        for character in (player, "random"):
            table: list[Player | str] = ["random"] * players
            table[seat] = character
            points = list(Match(game, seed, table).run().scores)
            leads.append(points.pop(seat) - fmean(points))
        found.append(leads[0] - leads[1])
    return found


def interval(values: list[float], z: float = 3) -> tuple[float, float]:
    reach = z * stdev(values) / sqrt(len(values))
    return fmean(values) - reach, fmean(values) + reach


@slow
@pytest.mark.parametrize(
    ("players", "name", "n"),
    [
        (3, "highest card", 30),
        (3, "avoids piles", 60),
        (3, "hunts captains", 30),
        pytest.param(4, "highest card", 60, marks=slow),
        pytest.param(4, "avoids piles", 120, marks=slow),
        pytest.param(4, "hunts captains", 60, marks=slow),
        pytest.param(5, "highest card", 100, marks=slow),
        pytest.param(5, "avoids piles", 80, marks=slow),
        pytest.param(5, "hunts captains", 80, marks=slow),
    ],
)
def test_a_character_beats_a_random_player_at_the_same_tables(
    players: int, name: str, n: int
) -> None:
    """The whole interval, three standard errors either way, lies above 0."""
    assert interval(gains(players, name, n))[0] > 0


def test_playing_the_highest_cards_first_is_worse_than_keeping_them() -> None:
    """As the module says: when a trick is won matters more than how many are."""
    assert interval(gains(3, highest_first, 40))[1] < interval(gains(3, "highest card", 40))[0]
