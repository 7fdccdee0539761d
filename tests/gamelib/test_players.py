"""Players: legal, repeatable, blind to what is hidden, better than chance; and faults are named."""

from __future__ import annotations

import time
from collections.abc import Sequence
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any

import pytest

from gamelib import Action, Match, PlayerError
from gamelib.auberge import Accuse, Attack, Auberge, Phase
from gamelib.decrypto import Clue, Decrypto, Drawn, Screens
from gamelib.fuji_flush import FujiFlush
from gamelib.players import (
    PLAYERS,
    OneStep,
    Player,
    TreeSearch,
    ask,
    known_players,
    name_of,
    play_out,
    player_named,
    random_player,
    reward,
)
from gamelib.simulate import simulate
from tests.gamelib.kit import kit
from tests.gamelib.tables import (
    AnyGame,
    brief,
    each_game,
    each_table,
    hidden_permuted,
    seated,
    slow,
    walk,
)

QUICK: list[Player] = [random_player, OneStep(worlds=2), TreeSearch(iterations=12)]
each_player = pytest.mark.parametrize("player", QUICK, ids=["random", "one step", "tree search"])


def choices(game: AnyGame, seed: int, most: int) -> list[tuple[Any, int]]:
    """Some positions in which a seat has a choice, with the seat."""
    found = [
        (state, seat)
        for state, _ in walk(game, Random(seed))
        if isinstance(seat := game.turn(state), int) and len(game.actions(state)) > 1
    ]
    return Random(seed).sample(found, min(most, len(found)))


@each_table
@each_player
def test_players_choose_legal_actions_to_the_end_at_every_table(
    kind: type[AnyGame], players: int, player: Player
) -> None:

    def checked(view: Any, actions: Sequence[Action], rng: Random) -> Action:
        choice = player(view, actions, rng)
        assert choice in actions
        return choice

    match = Match(brief(kind, players), 1, [checked] + ["random"] * (players - 1))
    match.run()
    assert match.outcome is not None


@each_table
@each_player
def test_the_same_generator_gives_the_same_choice(
    kind: type[AnyGame], players: int, player: Player
) -> None:
    game = brief(kind, players)
    for state, seat in choices(game, seed=2, most=3):
        assert ask(player, game, state, seat, Random(9)) == ask(
            player, game, state, seat, Random(9)
        )


@each_table
@each_player
def test_players_cannot_see_hidden_cards(kind: type[AnyGame], players: int, player: Player) -> None:
    game = brief(kind, players)
    for state, seat in choices(game, seed=3, most=3):
        other = hidden_permuted(game, state, seat, Random(1))
        assert ask(player, game, other, seat, Random(9)) == ask(
            player, game, state, seat, Random(9)
        )


@each_game
def test_a_player_is_given_its_view_the_legal_actions_and_a_generator(kind: type[AnyGame]) -> None:
    game = seated(kind, 3)
    given: list[tuple[Any, ...]] = []

    def curious(*everything: Any) -> Action:
        given.append(everything)
        return everything[1][0]  # type: ignore[no-any-return]

    [(state, seat)] = choices(game, seed=4, most=1)
    rng = Random(0)
    ask(curious, game, state, seat, rng)
    assert given == [(game.observe(state, seat), game.actions(state), rng)]
    assert given[0][0].game is game
    assert given[0][0].seat == seat


@each_game
def test_nobody_is_asked_where_there_is_no_choice(kind: type[AnyGame]) -> None:
    def never(view: Any, actions: Sequence[Action], rng: Random) -> Action:
        raise AssertionError("asked without a choice")

    game = brief(kind, kind.player_counts[0])
    single = [
        (state, seat)
        for seed in range(60)
        for state, _ in walk(game, Random(seed))
        if isinstance(seat := game.turn(state), int) and len(game.actions(state)) == 1
    ]
    assert bool(single) != kit(kind.name).always_a_choice, "does the kit tell the truth?"
    for state, seat in single:
        assert ask(never, game, state, seat, Random(0)) == game.actions(state)[0]


def test_the_random_player_chooses_every_action_equally_often() -> None:
    game = Auberge(players=3)
    [(state, seat)] = choices(game, seed=5, most=1)
    actions, rng = game.actions(state), Random(1)
    chosen = [random_player(game.observe(state, seat), actions, rng) for _ in range(9000)]
    expected = 9000 / len(actions)
    assert all(abs(chosen.count(action) - expected) < 5 * sqrt(expected) for action in actions)


@each_table
def test_playing_out_ends_and_winners_share_one(kind: type[AnyGame], players: int) -> None:
    game = kind(players=players)
    for seed in range(5):
        end = play_out(game, game.start(), Random(seed))
        outcome = game.outcome(end)
        assert outcome is not None
        gains = reward(game, end)
        assert sum(gains) == pytest.approx(1)
        assert {seat for seat in range(players) if gains[seat]} == set(outcome.winners)


def test_a_shared_win_is_worth_an_equal_part() -> None:
    game = FujiFlush(players=4)
    state = game.start()._replace(phase=type(game.start().phase).OVER, hands=((), (), (2,), (3,)))
    assert reward(game, state) == [0.5, 0.5, 0, 0]


# -- better than chance ----------------------------------------------------------------------------


@slow
@pytest.mark.parametrize(
    ("game", "player", "n"),
    [
        pytest.param(Auberge(players=2), OneStep(worlds=8), 60),
        pytest.param(Auberge(players=4), OneStep(worlds=5), 20),
        pytest.param(Auberge(players=2), TreeSearch(iterations=50), 60),
        pytest.param(FujiFlush(players=3), OneStep(worlds=20), 150, marks=slow),
        pytest.param(FujiFlush(players=3), TreeSearch(iterations=150), 60, marks=slow),
    ],
    ids=repr,
)
def test_a_thinking_player_beats_random_ones_on_the_same_games(
    game: AnyGame, player: Player, n: int
) -> None:
    """It plays each game once in every seat, against random players; n games in every seat.

    A random player would win exactly 1/players of that: all seats of a game together share 1. The
    whole 95% interval must lie above.
    """
    won: list[float] = []
    for seat in range(game.players):
        players: list[Player | str] = ["random"] * game.players
        players[seat] = player
        results = simulate(game, players, n=n, seed="paired", progress=False)
        assert not results.failed
        for winners, times in results.winners.items():
            won += [seat in winners and 1 / len(winners)] * times
    assert fmean(won) - 1.96 * stdev(won) / sqrt(len(won)) > 1 / game.players


@pytest.mark.parametrize("player", [OneStep(worlds=20), TreeSearch(iterations=60)], ids=name_of)
def test_a_thinking_player_takes_a_certain_win(player: Player) -> None:
    """Two cards are not in view, 2 and 4: the other hand, which pairs with the 2 before it.

    Accusing wins at once. Attacking leaves the turn to somebody who may notice our pair of 3s.
    """
    game = Auberge(players=2, deck=(0, 0, 2, 3, 2))
    state = game.start()._replace(
        phase=Phase.TURN, hands=((3, 4), (2, 4)), tables=((3,), (2, 3)), pile=(0,) * 5
    )
    assert game.actions(state) == (Attack(card=4, target=1), Accuse(target=1))
    assert ask(player, game, state, 0, Random(0)) == Accuse(target=1)


# -- names -----------------------------------------------------------------------------------------


@each_game
def test_players_are_known_by_name(kind: type[AnyGame]) -> None:
    game = seated(kind, 4)
    known = known_players(game)
    assert list(known)[: len(PLAYERS)] == list(PLAYERS)
    assert player_named(game, "random") is random_player
    for name, player in known.items():
        assert player_named(game, name) is player
    with pytest.raises(ValueError, match="no player 'Deep Thought'; known are random, one step"):
        player_named(game, "Deep Thought")


def test_a_function_is_a_player_under_its_own_name() -> None:
    assert player_named(Auberge(players=2), random_player) is random_player
    assert name_of(random_player) == "random_player"
    assert name_of(OneStep()) == "OneStep"
    named = OneStep()
    object.__setattr__(named, "name", "the careful one")
    assert name_of(named) == "the careful one"


# -- faults ----------------------------------------------------------------------------------------


class Odd:
    """A value that says it equals everything."""

    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = None  # type: ignore[assignment]


class Touchy:
    """A value that can neither be compared nor shown, as arrays are when one asks `in`."""

    def __eq__(self, other: object) -> bool:
        raise ValueError("ambiguous")

    def __repr__(self) -> str:
        raise ValueError("unspeakable")

    __hash__ = None  # type: ignore[assignment]


@pytest.mark.parametrize(
    "answer",
    [None, "draw", 0, -1, 1.5, (), [], object(), Odd(), Touchy(), Action, Action(), "x" * 10_000],
    ids=lambda answer: type(answer).__name__,
)
@each_game
def test_an_answer_that_is_no_legal_action_is_the_players_fault(
    kind: type[AnyGame], answer: Any
) -> None:
    def odd(view: Any, actions: Sequence[Action], rng: Random) -> Any:
        return answer

    game = seated(kind, 3)
    [(state, seat)] = choices(game, seed=6, most=1)
    with pytest.raises(PlayerError, match=r"'odd' in seat .: answered .*not one of the") as error:
        ask(odd, game, state, seat, Random(0))
    assert (error.value.fault, error.value.seat, error.value.player) == ("illegal", seat, "odd")
    assert len(str(error.value)) < 300


def test_a_player_may_make_up_a_text_of_its_own_if_the_rules_allow_it() -> None:
    """Decrypto offers some clues, and takes any: what is refused is the player's fault."""
    game = Decrypto(players=4)
    state, rng = game.start(), Random(1)
    state = game.play(state, game.screens.sample(rng))
    for digits in ((1, 2, 3), (3, 2, 1)):
        state = game.play(state, Drawn(digits))

    def inventive(view: Any, actions: Sequence[Action], rng: Random) -> Action:
        return Clue(text)

    text = "something nobody would list"
    assert Clue(text) not in game.actions(state)
    assert ask(inventive, game, state, 0, rng) == Clue(text)
    text = state.words[0][3]
    with pytest.raises(PlayerError, match=r"'inventive' in seat 0: answered Clue.*own_") as error:
        ask(inventive, game, state, 0, rng)
    assert error.value.fault == "illegal"


def test_who_is_offered_only_one_text_is_still_asked() -> None:
    listed = (("ant", (("tiny", 1),)), "bee", "cat", "cow", "dog", "hen", "owl", "pig")
    game = Decrypto(players=4, words=listed)
    words = (("ant", "bee", "cat", "cow"), ("dog", "hen", "owl", "pig"))
    state = game.play(game.start(), Screens(words))
    for digits in ((1, 2, 3), (3, 2, 1)):
        state = game.play(state, Drawn(digits))
    assert game.actions(state) == (Clue("tiny"),)

    def other(view: Any, actions: Sequence[Action], rng: Random) -> Action:
        return Clue("hill")

    assert ask(other, game, state, 0, Random(0)) == Clue("hill")


@pytest.mark.parametrize(
    "problem", [KeyError("x"), RecursionError(), AssertionError(), SystemExit(1)]
)
def test_a_player_that_raises_is_named_and_the_cause_kept(problem: BaseException) -> None:
    def careless(view: Any, actions: Sequence[Action], rng: Random) -> Action:
        raise problem

    game = Auberge(players=3)
    [(state, seat)] = choices(game, seed=6, most=1)
    with pytest.raises(PlayerError, match=f"raised {type(problem).__name__}") as error:
        ask(careless, game, state, seat, Random(0))
    assert error.value.fault == "raised"
    assert error.value.__cause__ is problem


def test_an_interruption_is_not_the_players_fault() -> None:
    def interrupted(view: Any, actions: Sequence[Action], rng: Random) -> Action:
        raise KeyboardInterrupt

    game = Auberge(players=3)
    [(state, seat)] = choices(game, seed=6, most=1)
    with pytest.raises(KeyboardInterrupt):
        ask(interrupted, game, state, seat, Random(0))


def test_a_fault_of_the_game_is_not_the_players(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*args: object) -> None:
        raise RuntimeError("a bug in the rules")

    game = Auberge(players=3)
    [(state, seat)] = choices(game, seed=6, most=1)
    monkeypatch.setattr(Auberge, "observe", broken)
    with pytest.raises(RuntimeError, match="a bug in the rules"):
        ask(random_player, game, state, seat, Random(0))


def test_a_player_that_answers_too_late_is_named() -> None:
    def slow(view: Any, actions: Sequence[Action], rng: Random) -> Action:
        time.sleep(0.03)
        return actions[0]

    game = Auberge(players=3)
    [(state, seat)] = choices(game, seed=6, most=1)
    with pytest.raises(PlayerError, match=r"'slow' in seat .: took .* allowed are 0.01 s") as error:
        ask(slow, game, state, seat, Random(0), patience=0.01)
    assert error.value.fault == "late"
    assert ask(slow, game, state, seat, Random(0)) == game.actions(state)[0]
    assert ask(slow, game, state, seat, Random(0), patience=60) == game.actions(state)[0]
