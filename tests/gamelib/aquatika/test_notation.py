"""Positions and moves can be written down and read back, and nonsense is refused."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamelib.aquatika import Aquatika, Carry, Cover, Eat, Hop, Phase, Place, State, Step
from gamelib.aquatika.notation import move_text, position_text, read_move, read_position
from tests.gamelib.aquatika.table import options
from tests.gamelib.tables import seeds, some_games, walk

GAME = Aquatika()


@given(chosen=options(2), rng=st.randoms(use_true_random=False))
@some_games
def test_every_position_and_every_move_of_random_play_is_read_back(
    chosen: dict[str, Any], rng: Any
) -> None:
    game = Aquatika(**chosen)
    for state, _ in walk(game, rng):
        text = position_text(game, state)
        again = read_position(game, text)
        assert again == state._replace(earlier=())
        assert position_text(game, again) == text
        if not state.earlier and state.phase is not Phase.OVER:
            assert game.actions(again) == game.actions(state)
        for action in game.actions(state):
            assert read_move(game, move_text(game, action)) == action


def test_all_moves_of_a_board_have_texts_of_their_own() -> None:
    game = Aquatika(sideways_hops=True)
    texts = [move_text(game, move) for move in game.moves.actions]
    assert len(set(texts)) == len(texts)
    assert [read_move(game, text) for text in texts] == list(game.moves.actions)


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("b2-b3", Step("b2", "b3")),
        ("b2+b3", Cover("b2", "b3")),
        ("b2xb3", Eat("b2", "b3")),
        ("b2=b3", Carry("b2", "b3")),
        ("d2^d4^d6", Hop("d2", "d6")),
        ("e7^c5^a3", Hop("e7", "a3")),
        ("O@b2", Place("octopus", "b2")),
        ("F@e7", Place("fish", "e7")),
    ],
)
def test_moves_read_as_people_write_them(text: str, action: Any) -> None:
    assert read_move(GAME, f" {text} ") == action
    assert move_text(GAME, action) == text


@pytest.mark.parametrize(
    "text",
    [
        "", "b2", "b2-b4", "b2>b3", "b2-z9", "d2^d6", "d2^d4^e6", "d2^d5", "X@b2", "O@z9", "o@b2",
        "b2-b3-b4", "b22-b3", "b2_b3", "O@b2x", "d2^d4-d6",
    ],
)  # fmt: skip
def test_what_is_no_move_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is no move on this board"):
        read_move(GAME, text)


def test_a_position_may_be_drawn_with_dots_and_lines() -> None:
    drawn = """
        . . o+F . .
        . . . . .
        . s . . f
        . . . . .
        . . O . .
        . . . . .
        S . . . F
    """
    state = read_position(GAME, drawn)
    assert position_text(GAME, state) == "2o+F2/5/1s2f/5/2O2/5/S3F move 0 0"
    assert read_position(GAME, f"{drawn} move 1 33") == state._replace(turn=1, plies=33)


def test_what_is_over_is_read_as_over() -> None:
    for text, reason in {
        "2F2/5/5/5/5/5/o4 over 1 9": "goal",
        "Fo3/5/5/5/5/5/5 over 0 9": "stuck",
        "4o/5/5/5/5/5/O4 over 0 400": "long",
        "4o/5/5/5/5/5/O4 over 0 9": "repeated",
    }.items():
        state = read_position(GAME, text)
        outcome = GAME.outcome(state)
        assert outcome is not None
        assert outcome.reason == reason
        assert position_text(GAME, state) == text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the board has 7 rows, this has 0"),
        ("5/5/5/5/5/5", "the board has 7 rows, this has 6"),
        ("5/5/5/6/5/5/5", "row 4 has 6 cells instead of 5"),
        ("5/5/5/4/5/5/5", "row 4 has 4 cells instead of 5"),
        ("5/5/5/1x3/5/5/5", "'x' cannot be read here"),
        ("5/5/5/1S+f3/5/5/5", "only an octopus has a prey"),
        ("5/5/5/1O+o3/5/5/5", "cannot be read here"),
        ("5/5/5/1#3/5/5/5", "no piece, and only there #, where no cell is"),
        ("OOOO1/5/5/5/5/5/5", "seat 0 has 3 of octopus, here are 4"),
        ("ssss1/5/5/5/5/5/5", "seat 1 has 3 of shark, here are 4"),
        ("5/5/5/o+F4/5/5/FFF2", "seat 0 has 3 of fish, here are 4"),
        ("5/5/5/2O2/5/5/5 place 0 0", "c4: pieces are placed in their home"),
        ("5/5/5/5/5/2s2/5 place 0 0", "c2: pieces are placed in their home"),
        ("5/5/5/5/5/OOOO1/5 place 0 0", "so pieces cannot stand while they are placed"),
        ("5/s4/5/5/5/O4/5 place 0 0", "so pieces cannot stand while they are placed"),
        ("5/5/5/5/5/O4/5 place 0 4", "so pieces cannot stand while they are placed"),
        ("5/5/5/5/5/O4/5 place 1 0", "it is not seat 1 that places"),
    ],
)
def test_what_is_no_position_is_refused(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        read_position(GAME, text)


@given(text=st.text(alphabet="OSFosf+./#0123456789 \nmoveplacr", max_size=60), seed=seeds)
def test_any_text_is_read_or_refused(text: str, seed: int) -> None:
    for read in (read_position, read_move):
        try:
            found = read(GAME, text)
        except ValueError:
            continue
        assert isinstance(found, State)
