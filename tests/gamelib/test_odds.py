"""What the table may count on in the odds of any game, and what a game may leave out."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest

from gamelib import Action, Game, IllegalAction, Lottery, Match
from gamelib.aquatika import Aquatika
from gamelib.auberge import Auberge
from gamelib.jamaica import Jamaica
from gamelib.odds import GameOdds, odds_of
from gamelib.players import PLAYERS, known_players
from gamelib.rooms import RoomError
from gamelib.texts import LANGUAGES, texts
from tests.gamelib.tables import brief, each_table, positions

AnyGame = Game[Any, Any]


class Nowhere(Auberge):
    """A game whose room has rules alone."""

    name = "nowhere"


@each_table
def test_what_comes_of_an_action_sums_to_1_and_is_what_comes_of_it_in_a_trial(
    kind: type[AnyGame], players: int
) -> None:
    rng = Random(players)
    for match, n in positions(brief(kind, players), seed=2, most=12):
        game, seat = match.game, match.game.turn(match.states[n])
        if not isinstance(seat, int):
            continue
        view, odds = game.observe(match.states[n], seat), odds_of(game)
        action = rng.choice(game.actions(match.states[n]))
        chances = odds.results(view, action)
        assert sum(chances.values()) == 1
        assert min(chances.values()) >= 0
        assert chances[odds.trial(view, action, rng)] > 0


@each_table
def test_what_chance_brings_is_possible_to_all_who_are_told_of_it(
    kind: type[AnyGame], players: int
) -> None:
    for match, n in positions(brief(kind, players), seed=3, most=25):
        game, state = match.game, match.states[n]
        lottery = game.turn(state)
        if not isinstance(lottery, Lottery):
            continue
        action, likelihood = match.steps[n].action, odds_of(game).likelihood
        for seat in (None, *range(players)):
            view = game.observe(state, seat)
            assert 0 <= likelihood(view, action) <= 1
            told = game.events(state, action, match.states[n + 1], seat)
            if not any(None in event.values.values() for event in told):
                assert likelihood(view, action) > 0
            if lottery.cases < 1000:
                assert sum((likelihood(view, one) for one, _ in lottery), Fraction(0)) <= 1


@pytest.mark.parametrize("lang", LANGUAGES)
@each_table
def test_every_result_has_words(kind: type[AnyGame], players: int, lang: str) -> None:
    for match, n in positions(brief(kind, players), seed=4, most=3):
        seat = match.game.turn(match.states[n])
        if isinstance(seat, int):
            view = match.game.observe(match.states[n], seat)
            for action in match.game.actions(match.states[n])[:3]:
                codes = odds_of(match.game).results(view, action)
                assert {f"{kind.name}.result.{code}" for code in codes} <= texts(lang).keys()


@each_table
def test_what_came_of_an_action_is_known_in_the_end_and_had_a_chance(
    kind: type[AnyGame], players: int
) -> None:
    """Where something is asked about an action, its seat learns what came of it."""
    match = Match(brief(kind, players), seed=players)
    match.run()
    game, odds = match.game, odds_of(match.game)
    asked = 0
    for n, step in enumerate(match.steps):
        seat = game.turn(match.states[n])
        if not isinstance(seat, int):
            continue
        view = game.observe(match.states[n], seat)
        chances = odds.results(view, step.action)
        if len(chances) == 1:
            continue
        later = [game.observe(state, seat) for state in match.states[n + 1 : n + 200]]
        told = [odds.came(view, step.action, later[:count]) for count in range(1, len(later) + 1)]
        known = [code for code in told if code is not None]
        assert known, f"nobody ever learns what came of {step.action}, step {n}"
        assert len(set(known)) == 1, "what came of it does not change afterwards"
        assert told[told.index(known[0]) :] == known, "and is not forgotten"
        assert chances[known[0]] > 0
        asked += 1
        if asked == 40:
            break
    assert asked


@each_table
def test_how_a_seat_stands_is_a_share_and_has_words(kind: type[AnyGame], players: int) -> None:
    told = 0
    for match, n in positions(brief(kind, players), seed=5, most=12):
        for seat in range(players):
            standing = odds_of(match.game).standing(match.game.observe(match.states[n], seat))
            assert standing is None or 0 <= standing <= 1
            told += standing is not None
    assert told
    assert all(f"{kind.name}.standing" in texts(lang) for lang in LANGUAGES)


def test_a_game_with_nothing_to_ask_about_needs_no_odds() -> None:
    match = Match(Jamaica(2), seed=1)
    odds: GameOdds[Any] = GameOdds()
    view = match.game.observe(match.state, None)
    lottery = match.turn
    assert isinstance(lottery, Lottery)
    outcome = match.step().action
    assert odds.likelihood(view, outcome) == lottery.probability(outcome)
    while not isinstance(match.turn, int):
        match.step()
    view, action = match.game.observe(match.state, match.turn), match.actions[0]
    assert odds.results(view, action) == {"done": 1}
    assert odds.trial(view, action, Random(1)) == "done"


def test_where_nothing_is_by_chance_nothing_was_likely() -> None:
    game = Aquatika()
    view = game.observe(game.start(), 0)
    with pytest.raises(IllegalAction, match="not_by_chance"):
        GameOdds[Any]().likelihood(view, game.actions(game.start())[0])


def test_a_trial_comes_out_by_the_chances_that_a_game_gives() -> None:
    class Half(GameOdds[Any]):
        def results(self, view: Any, action: Any) -> dict[str, Fraction]:
            return {"won": Fraction(1, 4), "lost": Fraction(3, 4), "drawn": Fraction(0)}

    rng = Random(5)
    found = [Half().trial(None, Action(), rng) for _ in range(400)]
    assert 70 <= found.count("won") <= 130
    assert "drawn" not in found


def test_a_room_without_odds_or_players_has_those_of_any_game() -> None:
    game = Nowhere(players=3)
    assert type(odds_of(game)) is GameOdds
    assert known_players(game) == PLAYERS


def test_a_room_that_does_not_offer_what_it_should_is_told_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = Auberge(players=3)
    monkeypatch.setattr("gamelib.auberge.players.PLAYERS", ["bluffer"])
    with pytest.raises(RoomError, match="offer `PLAYERS`, a Mapping, but that is a list"):
        known_players(game)
    monkeypatch.delattr("gamelib.auberge.odds.odds")
    with pytest.raises(RoomError, match="odds is to offer `odds`, a GameOdds, but it has no such"):
        odds_of(game)
