"""A board is read from its drawing, or the drawing is refused with what is wrong with it."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from gamelib.aquatika.board import CONTENTS, DRAWING, LETTERS, Board, Piece, board_of
from gamelib.aquatika.moves import moves_of


def names(board: Board, cells: tuple[int, ...]) -> list[str]:
    return [board.name(cell) for cell in cells]


def test_cells_are_numbered_from_seat_0s_left_corner_and_named_as_in_chess() -> None:
    board = Board()
    assert names(board, tuple(range(7))) == ["a1", "b1", "c1", "d1", "e1", "a2", "b2"]
    assert [board.named[name] for name in ("a1", "e1", "a2", "e7")] == [0, 4, 5, 34]
    assert board.cells[board.named["c7"]] == (2, 6)


def test_ahead_is_away_from_ones_own_side() -> None:
    board = Board()
    c4 = board.named["c4"]
    assert names(board, board.steps[0][c4]) == ["c5", "b5", "d5", "b4", "d4"]
    assert names(board, board.steps[1][c4]) == ["c3", "b3", "d3", "b4", "d4"]
    assert names(board, board.ray(0, c4, (1, 1))) == ["d5", "e6"]
    assert names(board, board.ray(1, c4, (0, 1))) == ["c3", "c2", "c1"]


def test_holes_are_no_cells_and_end_every_line() -> None:
    board = Board("b#bA/bbb./..#./.aaa/aB#a", (2, 2, 1))
    assert "b5" not in board.named
    assert len(board.cells) == 17
    assert names(board, board.ray(0, board.named["c2"], (0, 1))) == []
    assert names(board, board.steps[0][board.named["c2"]]) == ["b3", "d3", "b2", "d2"]


def test_the_way_to_the_goal_is_counted_in_steps() -> None:
    board = Board()
    distance = {board.name(cell): steps for cell, steps in board.distance[0].items()}
    assert [distance[name] for name in ("c7", "b7", "a7", "c6", "e6", "a1", "c1")] == [
        0, 1, 2, 1, 2, 6, 6,
    ]  # fmt: skip
    assert board.distance[1][board.named["c1"]] == 0


@pytest.mark.parametrize(
    ("drawing", "pieces", "message"),
    [
        (5, (1, 0, 0), "a board is drawn as text, not 5"),
        ("", (1, 0, 0), "2 to 26 columns and 2 to 26 rows"),
        ("bA", (1, 0, 0), "2 to 26 columns and 2 to 26 rows"),
        ("A/b/a/B", (1, 0, 0), "2 to 26 columns and 2 to 26 rows"),
        ("b" * 27 + "/" + "a" * 27, (9, 9, 9), "2 to 26 columns and 2 to 26 rows"),
        ("bA/.../aB", (1, 0, 0), "row 2 has 3 columns, the top row 2"),
        ("bA/x./aB", (1, 0, 0), "row 2: 'x' is none of a b A B . #"),
        ("bA/../aB", (1, 1, 0), r"seat 0 has 1 home cells \(a\) for 2 pieces"),
        ("bA/b./aB", (1, 0, 0), r"seat 1 has 2 home cells \(b\) for 1 pieces"),
        ("b./../aB", (1, 0, 0), r"seat 0 has no goal \(A\)"),
        ("bA/../a.", (1, 0, 0), r"seat 1 has no goal \(B\)"),
        ("bA/##/aB", (1, 0, 0), "no way leads seat 0 from its home to its goal"),
        ("bB/../aA", (0, 0, 0), "pieces are numbers of octopus, shark, fish, not"),
        ("bB/../aA", (1, 0), "pieces are numbers of octopus, shark, fish, not"),
        ("bB/../aA", (2, -1, 0), "pieces are numbers of octopus, shark, fish, not"),
        ("bB/../aA", (True, 0, 0), "pieces are numbers of octopus, shark, fish, not"),
        ("bB/../aA", "100", "pieces are numbers of octopus, shark, fish, not"),
    ],
)
def test_a_board_that_cannot_be_played_on_is_refused(
    drawing: Any, pieces: Any, message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        Board(drawing, pieces)


def test_a_drawing_may_have_lines_of_its_own() -> None:
    drawn = "\n   bbAbb\n   bbbbb\n   .....\n   .....\n   .....\n   aaaaa\n   aaBaa\n"
    assert Board(drawn) == Board(DRAWING)


def test_a_goal_beside_ones_own_home_is_fine_if_a_way_leads_there() -> None:
    assert Board("bB/../aA", (1, 0, 0)).distance[0] == {1: 0, 0: 1}


def test_letters_and_contents_are_each_others_opposite_and_capitals_are_seat_0s() -> None:
    assert len(CONTENTS) == len(LETTERS) == 14
    for letter, (top, prey) in CONTENTS.items():
        assert LETTERS[top, prey] == letter
        assert letter.isupper() == (top.seat == 0)
        swapped = prey and Piece(1 - prey.seat, prey.kind)
        assert CONTENTS[letter.swapcase()] == (Piece(1 - top.seat, top.kind), swapped)


def test_moves_are_worked_out_once_and_travel_to_other_processes() -> None:
    board = board_of(DRAWING, (3, 3, 3))
    assert moves_of(board) is moves_of(Board())
    assert pickle.loads(pickle.dumps(moves_of(board, True))) is moves_of(board, True)
