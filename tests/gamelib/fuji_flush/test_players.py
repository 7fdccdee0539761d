"""The characters of Fuji Flush play legally, repeatably, and as their names say."""

from collections.abc import Iterator
from fractions import Fraction
from random import Random

import pytest

from gamelib.counting import counts, wilson
from gamelib.fuji_flush import FujiFlush, Phase, Play, Push, State, View
from gamelib.fuji_flush.odds import fate, survival
from gamelib.fuji_flush.players import PLAYERS, Flusher, Ranked, Survivor
from gamelib.game import Action
from gamelib.match import Match
from gamelib.players import known_players, name_of
from tests.gamelib.tables import numbers, slow

each_character = pytest.mark.parametrize("name", PLAYERS)


def choices(players: int, seeds: range, longest: int = 10_000) -> Iterator[State]:
    """The positions of random matches in which there is something to choose."""
    for seed in seeds:
        match = Match(FujiFlush(players=players), seed)
        while match.turn is not None and len(match.steps) < longest:
            if len(match.actions) > 1:
                yield match.state
            match.step()


def asked(name: str, players: int, state: State) -> tuple[View, int]:
    """What a character sees, and the card it plays."""
    game = FujiFlush(players=players)
    view = game.observe(state, state.turn)
    action = PLAYERS[name](view, game.actions(state), Random(1))
    assert isinstance(action, Play)
    return view, action.card


def test_the_characters_can_be_called_by_name() -> None:
    assert set(PLAYERS) == {"highest first", "lowest first", "joiner", "survivor"}
    assert set(PLAYERS) < set(known_players(FujiFlush()))


@each_character
@pytest.mark.parametrize("players", numbers(FujiFlush))
def test_a_character_plays_to_the_end_at_any_table(name: str, players: int) -> None:
    match = Match(FujiFlush(players=players), 5, [name] + ["random"] * (players - 1))
    assert match.run().winners
    # And in every position, as anybody: `choices` are positions of others' matches.
    for state in choices(players, range(1), longest=60):
        view, card = asked(name, players, state)
        assert card in view.hand


def test_the_characters_play_with_each_other() -> None:
    match = Match(FujiFlush(players=4), 8, list(PLAYERS))
    assert match.run().winners


@each_character
def test_the_same_seed_makes_the_same_match(name: str) -> None:
    first, second = (Match(FujiFlush(players=5), 3, [name] * 5) for _ in range(2))
    first.run()
    second.run()
    assert first.steps == second.steps


@each_character
def test_a_push_leaves_nothing_to_choose(name: str) -> None:
    game = FujiFlush(players=3)
    match = Match(game, 4)
    while match.state.phase is not Phase.PUSH:
        match.step()
    actions: tuple[Action, ...] = match.actions
    view = game.observe(match.state, match.state.turn)
    assert PLAYERS[name](view, actions, Random(1)) == Push()


def test_highest_first_and_lowest_first_do_that() -> None:
    for state in choices(4, range(5)):
        hand = state.hands[state.turn]
        assert asked("highest first", 4, state)[1] == hand[-1]
        assert asked("lowest first", 4, state)[1] == hand[0]


def test_the_joiner_joins_the_strongest_group_it_can_and_else_plays_low() -> None:
    joins = several = none = 0
    for state in choices(6, range(5)):
        view, card = asked("joiner", 6, state)
        groups = {
            value: value * (view.fronts.count(value) + 1)
            for value in set(view.hand)
            if value in view.fronts
        }
        if groups:
            assert card in groups
            assert groups[card] == max(groups.values())
        else:
            assert card == min(view.hand)
        joins += len(groups) == 1
        several += len(groups) > 1
        none += not groups
    assert min(joins, several, none) > 10


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_survivor_plays_the_card_that_is_least_likely_to_be_flushed(players: int) -> None:
    not_the_highest = 0
    for state in choices(players, range(2), longest=80):
        view, card = asked("survivor", players, state)
        chances = {value: survival(view, value) for value in set(view.hand)}
        best = max(chances.values())
        assert card == min(value for value, chance in chances.items() if chance == best)
        not_the_highest += card != max(view.hand)
    assert not_the_highest > 0


def fresh(players: int, hand: tuple[int, ...]) -> View:
    """The first go of a match, with a hand of one's own."""
    game = FujiFlush(players=players)
    return View(
        game=game,
        seat=0,
        phase=Phase.PLAY,
        turn=0,
        hand=hand,
        hand_sizes=game.deal_sizes,
        fronts=(None,) * players,
        pile_size=90 - sum(game.deal_sizes),
        discard=counts([0] * 21),
        drawing=(),
    )


@pytest.mark.parametrize("value", range(4, 21))
def test_the_survivor_counts_exactly_up_to_five_players(value: int) -> None:
    """With nothing seen but the own hand there is most to count."""
    for players in (3, 4, 5):
        view = fresh(players, tuple(sorted((2, 2, 2, 3, 3, value))))
        assert fate(view, value, budget=Survivor().budget).trials == 0


def test_the_survivor_with_many_opponents_trusts_a_few_trials() -> None:
    view = fresh(8, (2, 2, 3, 3, 20))
    survivor = Survivor()
    assert fate(view, 20, budget=survivor.budget, trials=survivor.trials).trials == survivor.trials
    assert survivor(view, (Play(2), Play(3), Play(20)), Random(1)) == Play(20)


def wins(name: str, players: int, seed: int) -> bool:
    """Whether a character wins against random players; the seat goes round."""
    seat = seed % players
    table = ["random"] * players
    table[seat] = name
    return seat in Match(FujiFlush(players=players), seed, table).run().winners


@slow
def test_the_joiner_clearly_beats_a_random_player_at_the_same_tables() -> None:
    """Same deals, same seats, same opponents: where only one of the two wins, mostly the joiner."""
    better = worse = 0
    for seed in range(240):
        joiner, rival = wins("joiner", 6, seed), wins("random", 6, seed)
        better += joiner and not rival
        worse += rival and not joiner
    low, _ = wilson(better, better + worse, z=3)
    assert low > 0.5


# -- players with a parameter ----------------------------------------------------------------------


@pytest.mark.parametrize("players", [3, 8])
def test_ranked_from_the_lowest_to_the_highest_card(players: int) -> None:
    game = FujiFlush(players=players)
    for state in choices(players, range(2)):
        view, actions = game.observe(state, state.turn), game.actions(state)
        for height, same in ((0, "lowest first"), (1, "highest first")):
            assert Ranked(Fraction(height))(view, actions, Random(1)) == PLAYERS[same](
                view, actions, Random(1)
            )


@pytest.mark.parametrize(
    ("height", "card"),
    [(Fraction(1, 2), 5), (Fraction(1, 7), 2), (Fraction(1, 6), 3), (Fraction(5, 6), 19)],
)
def test_ranked_takes_the_nearest_card_halfway_the_higher(height: Fraction, card: int) -> None:
    view = fresh(3, (2, 2, 3, 5, 5, 19))
    assert Ranked(height)(view, tuple(map(Play, (2, 3, 5, 19))), Random(1)) == Play(card)


def test_ranked_knows_its_limits_and_its_name() -> None:
    for height in (-1, 2, Fraction(11, 10)):
        with pytest.raises(ValueError, match="height is from 0 to 1"):
            Ranked(Fraction(height))
    assert name_of(Ranked()) == "ranked 1/2"
    assert name_of(Flusher(2)) == "flusher 2"


@pytest.mark.parametrize(("least", "card"), [(0, 2), (1, 4), (2, 7), (3, 2)])
def test_the_flusher_spends_no_more_than_needed(least: int, card: int) -> None:
    """Against a 3, a 5 and a 7: a 4 flushes the 3; a 7 joins the 7, and 14 flush the 5, too.

    Where nothing flushes so many, it gets rid of its lowest card.
    """
    view = fresh(5, (2, 4, 7, 7))._replace(fronts=(None, 3, 5, 7, None))
    actions = tuple(map(Play, (2, 4, 7)))
    assert Flusher(least)(view, actions, Random(1)) == Play(card)
