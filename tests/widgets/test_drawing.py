"""What the table may count on in the drawing of any game."""

from __future__ import annotations

import pytest

from gamelib import Match, games
from gamelib.rooms import RoomError
from tests.gamelib.tables import short
from tests.widgets.test_table import EVERY_GAME, frames, send
from widgets import Table
from widgets.drawing import Drawing, drawings

NAMES = [f"Player {seat}" for seat in range(8)]


@EVERY_GAME
def test_the_order_of_options_means_nothing(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    drawing = drawings[name]
    offered = drawing.options
    monkeypatch.setattr(type(drawing), "options", lambda _, *asked: offered(*asked)[::-1])
    match = Match(short(name), seed=3)
    while len(match.actions) < 2:
        match.step()
    seat = match.turn
    assert isinstance(seat, int)
    options = offered(match.game.observe(match.state, seat), "en", NAMES)
    meant = {option.path: option.action for option in options if option.action}
    assert len(meant) > 1
    at = len(match.steps)
    for path, action in meant.items():
        table = Table(match.branch(at), seat=seat)
        assert send(table, "play", at=at, path=list(path)) == ""
        assert table.match.steps[at].action == action
        frame = frames(table)[at]
        assert frame["options"][frame["played"]]["path"] == list(path)


@EVERY_GAME
def test_an_action_itself_is_never_sent(name: str) -> None:
    match = Match(short(name), seed=3)
    match.run()
    table = Table(match, seat="open")
    told = [option for frame in frames(table) for option in frame["options"]]
    assert told
    assert not any("action" in option for option in told)


def test_every_game_has_a_drawing() -> None:
    assert list(drawings) == list(games)
    assert len(drawings) == len(games)
    assert all(isinstance(drawing, Drawing) for drawing in drawings.values())


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("pig", "but the folder widgets has no pig"),
        ("scene", "but it has no such name"),
    ],
)
def test_who_has_no_drawing_is_told_what_was_expected_and_where(name: str, why: str) -> None:
    assert name not in drawings
    with pytest.raises(RoomError) as told:
        drawings[name]
    assert str(told.value).startswith(f"widgets.{name} is to offer `drawing`, a Drawing, {why}")
