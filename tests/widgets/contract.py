"""What is to be true of the drawing of any game, in any position."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from typing import Any

from gamelib import Game
from gamelib.texts import name_action
from widgets.drawing import drawings
from widgets.scene import BOARD, ODDS, Option, Scene

AnyGame = Game[Any, Any]

NAMES = tuple(f"Player {seat}" for seat in range(8))


def tables(game: AnyGame, state: Any) -> Iterator[tuple[Any, Any]]:
    """Every view there is at a table, with the state where it is the teacher's."""
    for seat in (None, *range(game.players)):
        yield game.observe(state, seat), None
    turn = game.turn(state)
    yield game.observe(state, turn if isinstance(turn, int) else None), state


def check_pictures(game: AnyGame, state: Any, lang: str) -> None:
    """Every view is drawn, and in each picture every piece has a key of its own."""
    drawing = drawings[game.name]
    for view, whole in tables(game, state):
        board = drawing.board(view, lang, NAMES, whole)
        odds = drawing.odds(view, lang, NAMES)
        assert (board.size, odds.size) == (BOARD, ODDS)
        for scene in (board, odds):
            assert scene.title
            keys = [item.key for item in scene.items]
            assert len(set(keys)) == len(keys)
            assert all(item.label for item in scene.items if item.action)


def check_options(game: AnyGame, state: Any, lang: str = "en") -> None:
    """The options are the legal actions of the seat to move, and every click is on the board."""
    drawing, turn = drawings[game.name], game.turn(state)
    for view, whole in tables(game, state):
        offered = drawing.options(view, lang, NAMES)
        if view.seat is None or view.seat != turn:
            assert offered == (), "it is not this seat's go"
            continue
        check_actions(game, state, offered, lang)
        check_paths(offered)
        board = drawing.board(view, lang, NAMES, whole)
        check_reached(offered, board, drawing.odds(view, lang, NAMES))
        for option in offered:
            check_chances(option)


def check_actions(game: AnyGame, state: Any, offered: tuple[Option, ...], lang: str) -> None:
    """Each legal action is offered once, by its name; words of one's own where they may be any."""
    legal = game.actions(state)
    written = [option for option in offered if option.action is None]
    actions = [option.action for option in offered if option.action is not None]
    room = f"widgets/{game.name}"
    assert set(actions) == set(legal), f"`options` of {room} is to offer each legal action"
    assert len(actions) == len(legal), f"`options` of {room} is to offer each legal action once"
    for option in offered:
        if option.action is not None:
            name = name_action(game, option.action, lang, NAMES)
            assert option.label.replace("\u2011", "-") == name
    assert all(option.entry for option in written)
    assert not any(option.entry for option in offered if option.action is not None)
    assert bool(written) == any(type(action) in game.open_ended for action in legal)


def check_paths(offered: tuple[Option, ...]) -> None:
    """A path is the way to one option alone: none is the same as another, or its beginning."""
    paths = [option.path for option in offered]
    assert all(paths)
    for one, other in permutations(paths, 2):
        assert one != other[: len(one)], "a path that goes on is no choice by itself"


def check_reached(offered: tuple[Option, ...], board: Scene, odds: Scene) -> None:
    """What is to be clicked is on the board; of what is marked, at least some is in the picture."""
    tokens = {item.action for item in board.items}
    for option in offered:
        assert {*option.path, *option.hurts} <= tokens
    marks = {mark for option in offered for mark in option.marks}
    assert not marks or marks & {item.key for item in odds.items}


def check_chances(option: Option) -> None:
    """The chances of an option sum to 1, and its risk is the chance of what is asked about."""
    assert option.label
    if option.risk is not None:
        assert 0 <= option.risk <= 1
        assert option.question
    if option.results:
        chances = {code: chance for code, _, chance in option.results}
        assert len(chances) == len(option.results)
        assert sum(chances.values()) == 1
        assert not option.asked or chances[option.asked] == option.risk
