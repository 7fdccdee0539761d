"""What is to be true of the drawing of any game, in any position."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations
from typing import Any

from gamelib import Game
from gamelib.texts import name_action
from tests.widgets.geometry import sizes_of_words
from widgets.drawing import drawings
from widgets.scene import BOARD, ODDS, SMALLEST, Choice, Scene

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
            check_words_are_large(scene)
            keys = [item.key for item in scene.items]
            assert len(set(keys)) == len(keys)
            assert all(item.label for item in scene.items if item.action)


def check_words_are_large(scene: Scene) -> None:
    """No words are smaller than can be read where a table is drawn at two thirds of its size."""
    small = {
        f"{item.key}: {words} ({size:g})"
        for item in scene.items
        for words, size in sizes_of_words(item)
        if size < SMALLEST
    }
    assert not small, f"words smaller than {SMALLEST}: {', '.join(sorted(small))}"


def check_choices(game: AnyGame, state: Any, lang: str = "en") -> None:
    """The choices are the legal actions of the seat to move, and every click is on the board."""
    drawing, turn = drawings[game.name], game.turn(state)
    for view, whole in tables(game, state):
        offered = drawing.choices(view, lang, NAMES)
        if view.seat is None or view.seat != turn:
            assert offered == (), "it is not this seat's go"
            continue
        check_actions(game, state, offered, lang)
        check_paths(offered)
        board = drawing.board(view, lang, NAMES, whole)
        check_reached(offered, board, drawing.odds(view, lang, NAMES))
        for choice in offered:
            check_chances(choice)


def check_actions(game: AnyGame, state: Any, offered: tuple[Choice, ...], lang: str) -> None:
    """Each legal action is offered once, by its name; words of one's own where they may be any."""
    legal = game.actions(state)
    written = [choice for choice in offered if choice.action is None]
    actions = [choice.action for choice in offered if choice.action is not None]
    folder = f"widgets/{game.name}"
    assert set(actions) == set(legal), f"`choices` of {folder} is to offer each legal action"
    assert len(actions) == len(legal), f"`choices` of {folder} is to offer each legal action once"
    for choice in offered:
        if choice.action is not None:
            name = name_action(game, choice.action, lang, NAMES)
            assert choice.label.replace("\u2011", "-") == name
    assert all(choice.entry for choice in written)
    assert not any(choice.entry for choice in offered if choice.action is not None)
    assert bool(written) == any(type(action) in game.open_ended for action in legal)


def check_paths(offered: tuple[Choice, ...]) -> None:
    """A path is the way to one choice alone: none is the same as another, or its beginning."""
    paths = [choice.path for choice in offered]
    assert all(paths)
    for one, other in permutations(paths, 2):
        assert one != other[: len(one)], "a path that goes on is no choice by itself"


def check_reached(offered: tuple[Choice, ...], board: Scene, odds: Scene) -> None:
    """What is to be clicked is on the board; of what is marked, at least some is in the picture."""
    tokens = {item.action for item in board.items}
    for choice in offered:
        assert {*choice.path, *choice.hurts} <= tokens
    marks = {mark for choice in offered for mark in choice.marks}
    assert not marks or marks & {item.key for item in odds.items}


def check_chances(choice: Choice) -> None:
    """The chances of a choice sum to 1; what is asked about is named, and counted rightly."""
    assert choice.label
    if not choice.results:
        assert not choice.asked
        return
    assert all(result.label for result in choice.results), "P(…) names every result in words"
    chances = {result.code: result.chance for result in choice.results}
    assert len(chances) == len(choice.results)
    assert sum(chances.values()) == 1
    if choice.asked:
        assert choice.question
        assert choice.chance == chances[choice.asked]
        [tone] = [result.tone for result in choice.results if result.code == choice.asked]
        assert tone, "what is asked about is good or bad for whoever chooses"
    if choice.cases:
        assert Fraction(choice.cases.favourable, choice.cases.total) == choice.chance
        assert choice.cases.of
