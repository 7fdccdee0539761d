"""A step is told from the states before and after it: nothing is played a second time."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest

from gamelib import Match
from gamelib.game import OPEN, Action
from gamelib.telling import Teller
from gamelib.texts import tell_step
from tests.gamelib.tables import AnyGame, brief, each_game, each_table


@each_table
def test_telling_a_match_runs_no_rule(
    kind: type[AnyGame], players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = brief(kind, players)
    match = Match(game, seed=7)
    match.run()

    def refuse(*_: object) -> Any:
        raise AssertionError("a rule runs again")

    monkeypatch.setattr(kind, "play", refuse)
    monkeypatch.setattr(kind, "steps", dict.fromkeys(kind.steps, refuse))
    with pytest.raises(AssertionError, match="a rule runs again"):
        game.play(match.states[0], match.steps[0].action)
    states = match.states
    for n, step in enumerate(match.steps):
        for seat in (OPEN, None, *range(game.players)):
            assert tell_step(game, states[n], step.action, states[n + 1], seat)


@each_game
def test_every_kind_of_action_is_told_and_no_other(kind: type[AnyGame]) -> None:
    teller: Teller = import_module(f"gamelib.{kind.name}.events").EVENTS
    assert set(teller.kinds) == set[type[Action]](kind.action_types)
