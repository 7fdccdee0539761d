"""What the table may count on in the drawing of any game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from gamelib import Match, games
from gamelib.rooms import RoomError
from gamelib.texts import LANGUAGES
from tests.gamelib.tables import AnyGame, brief, each_table, positions, short
from tests.widgets.contract import NAMES, check_choices, check_pictures
from tests.widgets.test_table import EVERY_GAME, frames, send
from widgets import Table
from widgets.drawing import Drawing, drawings
from widgets.scene import BOARD, ODDS, Choice, Item, Scene


@each_table
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("check", [check_pictures, check_choices])
def test_every_position_is_drawn_as_the_table_expects(
    check: Callable[[AnyGame, Any, str], None], lang: str, kind: type[AnyGame], players: int
) -> None:
    for match, n in positions(brief(kind, players), seed=players, most=4):
        check(match.game, match.states[n], lang)
    check(match.game, match.state, lang)


@EVERY_GAME
def test_the_order_of_choices_means_nothing(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    drawing = drawings[name]
    offered = drawing.choices
    monkeypatch.setattr(type(drawing), "choices", lambda _, *asked: offered(*asked)[::-1])
    match = Match(short(name), seed=3)
    while len(match.actions) < 2:
        match.step()
    seat = match.turn
    assert isinstance(seat, int)
    choices = offered(match.game.observe(match.state, seat), "en", NAMES)
    meant = {choice.path: choice.action for choice in choices if choice.action}
    assert len(meant) > 1
    at = len(match.steps)
    for path, action in meant.items():
        table = Table(match.branch(at), seat=seat)
        assert send(table, "play", at=at, path=list(path)) == ""
        assert table.match.steps[at].action == action
        frame = frames(table)[at]
        assert frame["choices"][frame["played"]]["path"] == list(path)


@EVERY_GAME
def test_an_action_itself_is_never_sent(name: str) -> None:
    match = Match(short(name), seed=3)
    match.run()
    table = Table(match, seat="open")
    told = [choice for frame in frames(table) for choice in frame["choices"]]
    assert told
    assert not any("action" in choice for choice in told)


class Bare(Drawing[Any, Any]):
    """As little as a drawing can be."""

    def board(self, view: Any, lang: str, names: Sequence[str], state: Any = None) -> Scene:
        return Scene(BOARD, "", ())

    def choices(self, view: Any, lang: str, names: Sequence[str]) -> tuple[Choice, ...]:
        return ()


class Wrong(Bare):
    """What mypy refuses: it complains of the remarks here, if ever it does not."""

    board = staticmethod(len)  # type: ignore[assignment]

    def choices(self, view: Any) -> tuple[Choice, ...]:  # type: ignore[override]
        return ()


def test_a_board_and_choices_are_enough() -> None:
    match = Match(short("auberge"), seed=3)
    view, action = match.game.observe(match.state, None), match.step().action
    drawing, piece = Bare(), Item("card", 0, 0, "")
    scene = drawing.odds(view, "fr", NAMES)
    assert (scene.size, scene.title, scene.items) == (ODDS, "L’Auberge des Pirates", ())
    assert drawing.marks(view, [3]) == frozenset()
    assert drawing.way(piece, piece._replace(x=9)) == ()
    assert drawing.movements(view, action) == ()
    assert drawing.traced(scene, action) is scene
    with pytest.raises(NotImplementedError, match="Bare has an entry, so it needs `written`"):
        drawing.written(view, "lighthouse")


def test_every_game_has_a_drawing() -> None:
    assert list(drawings) == list(games)
    assert len(drawings) == len(games)
    assert all(isinstance(drawing, Drawing) for drawing in drawings.values())


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("nowhere", "but the folder widgets has no nowhere"),
        ("scene", "but it has no such name"),
    ],
)
def test_who_has_no_drawing_is_told_what_was_expected_and_where(name: str, why: str) -> None:
    assert name not in drawings
    with pytest.raises(RoomError) as told:
        drawings[name]
    assert str(told.value).startswith(f"widgets.{name} is to offer `drawing`, a Drawing, {why}")
