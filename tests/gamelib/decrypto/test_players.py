"""The characters of Decrypto play legally, repeatably, blindly, and as their names say."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from gamelib.counting import wilson
from gamelib.decrypto import Decrypto, Guess, Name, Phase, State
from gamelib.decrypto.odds import best, posterior, results, word_chances
from gamelib.decrypto.players import PLAYERS, Careful
from gamelib.decrypto.sheets import tokens
from gamelib.match import Match
from gamelib.players import ask, known_players
from tests.gamelib.decrypto.table import hidden_permuted
from tests.gamelib.tables import slow

GAME = Decrypto(players=4)
each_character = pytest.mark.parametrize("name", PLAYERS)


def choices(game: Decrypto, seeds: range) -> Iterator[tuple[State, int]]:
    """The positions of random matches in which a seat is to move, with the seat."""
    for seed in seeds:
        match = Match(game, seed)
        while (turn := match.turn) is not None:
            if isinstance(turn, int):
                yield match.state, turn
            match.step()


def test_the_characters_can_be_called_by_name() -> None:
    assert list(PLAYERS) == ["plain", "listener", "cautious", "obscure"]
    assert set(PLAYERS) < set(known_players(GAME))


@each_character
@pytest.mark.parametrize("players", Decrypto.player_counts)
def test_a_character_plays_to_the_end_at_any_table(name: str, players: int) -> None:
    match = Match(Decrypto(players=players, lang="fr"), 5, [name] * players)
    assert match.run().winners
    short = ("ant", "bee", "cat", "cow", "dog", "hen", "owl", "pig")  # and no clues at all
    game = Decrypto(players=players, words=short)
    assert Match(game, 5, [name] + ["random"] * (players - 1)).run().winners


@each_character
def test_a_character_is_repeatable_and_blind(name: str) -> None:
    for state, seat in choices(GAME, range(2)):
        other = hidden_permuted(GAME, state, seat, Random(1))
        chosen = [ask(PLAYERS[name], GAME, each, seat, Random(3)) for each in (state, state, other)]
        assert chosen[0] == chosen[1] == chosen[2]


def test_plain_and_listener_give_the_closest_clue_and_obscure_the_farthest() -> None:
    given = 0
    for state, seat in choices(GAME, range(3)):
        if state.phase is Phase.CLUES:
            actions, view = GAME.actions(state), GAME.observe(state, seat)
            for name, expected in (("plain", 0), ("listener", 0), ("obscure", -1)):
                assert PLAYERS[name](view, actions, Random(1)) == actions[expected]
            given += 1
    assert given > 20


def test_cautious_gives_what_the_others_place_least_if_its_own_team_understands() -> None:
    trust = Careful().trust
    clear = not_closest = 0
    for state, seat in choices(GAME, range(6)):
        if state.phase is not Phase.CLUES:
            continue
        actions, view = GAME.actions(state), GAME.observe(state, seat)
        chosen = PLAYERS["cautious"](view, actions, Random(1))
        heard, caught = {}, {}
        for action in actions:
            chances = results(view, action)
            heard[action] = chances["understood"] + chances["shared"]
            caught[action] = chances["shared"] + chances["caught"]
        understood = [action for action in actions if heard[action] >= trust]
        if understood:
            assert caught[chosen] == min(caught[action] for action in understood)
            assert heard[chosen] >= trust
            clear += 1
        else:
            assert heard[chosen] == max(heard.values())
        not_closest += chosen != actions[0]
    assert clear > 50
    assert not_closest > 20


def test_where_no_clue_is_clear_cautious_gives_the_clearest() -> None:
    shared = (("work", 3), ("farm", 2), ("fur", 1))
    words = tuple(
        (word, shared) for word in ("ant", "bee", "cat", "cow", "dog", "hen", "owl", "pig")
    )
    game = Decrypto(players=4, words=words)
    seen = 0
    for state, seat in choices(game, range(2)):
        if state.phase is Phase.CLUES:
            view, actions = game.observe(state, seat), game.actions(state)
            heard = [
                chances["understood"] + chances["shared"]
                for chances in (results(view, action) for action in actions)
            ]
            if max(heard) < Careful().trust:
                chosen = PLAYERS["cautious"](view, actions, Random(1))
                assert heard[actions.index(chosen)] == max(heard)
                seen += 1
    assert seen > 10


def test_guesses_and_names_are_the_likeliest() -> None:
    guessed = named = 0
    for state, seat in choices(GAME, range(4)):
        view, actions = GAME.observe(state, seat), GAME.actions(state)
        for name, player in PLAYERS.items():
            chosen = player(view, actions, Random(1))
            if isinstance(chosen, Guess) and (state.phase is Phase.DECRYPTION or name != "plain"):
                assert chosen == Guess(best(posterior(view)))
                guessed += 1
            if isinstance(chosen, Name):
                words = [action.text for action in actions if isinstance(action, Name)]
                chances = {word: word_chances(view, word) for word in words}
                assert chances[chosen.text] == max(chances.values())
                named += 1
    assert min(guessed, named) > 30


def test_plain_intercepts_at_random() -> None:
    view, actions = next(
        (GAME.observe(state, seat), GAME.actions(state))
        for state, seat in choices(GAME, range(3))
        if state.phase is Phase.INTERCEPTION
    )
    assert len({PLAYERS["plain"](view, actions, Random(seed)) for seed in range(200)}) == 24


# --- measured against each other ------------------------------------------------------------------


@cache
def played(one: str, other: str, seed: int) -> tuple[float, int, int, int]:
    """A match of two teams of characters: what `one` has won, and the tokens it gave away.

    Every deal is played twice, with sides changed. 1 is a win, 1/2 a drawn game; then how often
    `one` was intercepted and misunderstood, and the number of rounds.
    """
    won, caught, missed, rounds = 0.0, 0, 0, 0
    for side in (0, 1):
        names = [one, other] if side == 0 else [other, one]
        match = Match(GAME, seed, names * 2)
        outcome = match.run()
        won += 0.5 if outcome.reason == "drawn" else side in outcome.winners
        held = tokens(match.state.sheets)
        caught += held[1 - side].interceptions
        missed += held[side].miscommunications
        rounds += match.state.round
    return won, caught, missed, rounds


@slow
@pytest.mark.parametrize(
    ("one", "other", "deals"),
    [
        ("plain", "random", 20),
        ("listener", "plain", 20),
        ("cautious", "listener", 25),
        pytest.param("cautious", "obscure", 60, marks=slow),
    ],
)
def test_who_listens_beats_who_does_not_and_caution_beats_both(
    one: str, other: str, deals: int
) -> None:
    """Of the deals that one of the two wins on balance, by far most go to the first."""
    better = worse = 0
    for seed in range(deals):
        won = played(one, other, seed)[0]
        better += won > 1
        worse += won < 1
    low, _ = wilson(better, better + worse)
    assert low > 0.5, (better, worse)


@slow
def test_cautious_clues_are_intercepted_less_often_and_understood_all_the_same() -> None:
    """On the same deals, against the same listeners; each round after the first is an attempt."""
    shares = {}
    for name in ("listener", "cautious"):
        games = [played(name, "listener", seed) for seed in range(25)]
        attempts = sum(rounds - 2 for _, _, _, rounds in games)
        shares[name] = wilson(sum(caught for _, caught, _, _ in games), attempts)
        assert sum(missed for _, _, missed, _ in games) <= 2
    assert shares["cautious"][1] < shares["listener"][0]
