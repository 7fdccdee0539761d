"""The answers of Aquatika's exercises, each reached a second way: by listing, counting, playing.

Nothing here asks `odds` or `moves`: the moves are those of the naive generator.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations, product
from math import comb, lcm, prod, sqrt
from random import Random
from typing import Any

import pytest

from gamelib.aquatika.board import DRAWING, KINDS
from gamelib.aquatika.exercises import EXERCISES, describe
from gamelib.aquatika.exercises.counting import Box, Branching
from gamelib.aquatika.exercises.positions import GAME, Case, position
from gamelib.aquatika.exercises.replies import Front
from gamelib.aquatika.exercises.trees import Games, Grid, Shares, right_minimax
from gamelib.aquatika.notation import cells_text, read_position
from gamelib.exercises import FunctionExercise, exercise, exercises
from tests.gamelib.aquatika.naive import Position, Water

STUDENTS = [f"pupil {n}" for n in range(6)]
WATER = Water(DRAWING)


def share(cases: list[bool]) -> Fraction:
    return Fraction(sum(cases), len(cases))


def listed(left: tuple[int, ...]) -> Iterator[str]:
    """Every set-up as a row of kinds, written cell by cell."""
    if not any(left):
        yield ""
    for kind, count in enumerate(left):
        if count:
            rest = (*left[:kind], count - 1, *left[kind + 1 :])
            yield from (str(kind) + row for row in listed(rest))


def how_many_setups(case: Box) -> int:
    """The last piece stands in one of the kinds, and before it is a smaller box."""
    table: dict[tuple[int, ...], int] = {(0, 0, 0): 1}
    for box in product(*(range(count + 1) for count in case)):
        if any(box):
            table[box] = sum(
                table[(*box[:n], count - 1, *box[n + 1 :])] for n, count in enumerate(box) if count
            )
    return table[tuple(case)]


def lines_of_play(case: Branching) -> int:
    turns = [range(case.theirs if ply % 2 else case.mine) for ply in range(case.plies)]
    return sum(1 for _ in product(*turns))


def naive(case: Case) -> Position:
    return WATER.read(cells_text(GAME.geometry, case.view.cells))


def count_moves(case: Case) -> int:
    return len(WATER.successors(naive(case), 0))


def front_row(case: Front) -> Fraction:
    choices = list(combinations(range(case.cells), case.pieces))
    return share([sum(cell < case.front for cell in cells) == case.wanted for cells in choices])


def ways_to_goal(case: Case) -> int:
    """All rows of turns left, ahead and right; those that stay on the board and end on the goal."""
    rows = case.view.game.board.split("/")
    start = "abcdefgh".index(case.cell[0])
    plies = len(rows) - int(case.cell[1:])
    found = 0
    for turns in product((-1, 0, 1), repeat=plies):
        columns = [start + sum(turns[: n + 1]) for n in range(plies)]
        found += min(columns) >= 0 and max(columns) < len(rows[0]) and columns[-1] == goal(rows)
    return found


def goal(rows: list[str]) -> int:
    return rows[0].index("A")


def mine(pieces: Position) -> int:
    return sum(seat == 0 for stack in pieces.values() for seat, _ in stack)


def random_reply(case: Case) -> Fraction:
    assert case.move is not None
    said = (type(case.move).__name__.lower(), case.move.source, case.move.target)
    after = dict(WATER.successors(naive(case), 0))[said]
    return share([mine(end) < mine(after) for _, end in WATER.successors(after, 1)])


def can_have(tree: Any, least: int, my_turn: bool) -> bool:
    """Whether I can make sure of so much."""
    if not isinstance(tree, list | tuple):
        return bool(tree >= least)
    some = any if my_turn else all
    return some(can_have(branch, least, not my_turn) for branch in tree)


def sure(tree: Any) -> int:
    return max(least for least in range(-30, 31) if can_have(tree, least, True))


def best_for_worst(case: Grid) -> int:
    return sure(case.moves)


def random_tree(case: Shares) -> Fraction:
    """Every move cut into as many equally likely pieces, so that the pieces can be counted."""
    pieces = lcm(*case.replies)
    cases = [
        reply < good
        for count, good in zip(case.replies, case.good, strict=True)
        for reply in range(count)
        for _ in range(pieces // count)
    ]
    return share(cases)


def first_move_edge(case: Games) -> float:
    """With the spread of the number of wins, added up over all that a fair coin can bring."""
    n = case.games
    squares = sum(comb(n, k) * (2 * k - n) ** 2 for k in range(n + 1))
    return (case.won - n / 2) / sqrt(squares / 4 / 2**n)


def cut_off(case: Grid) -> int:
    """A value is read unless one before it in its move is no better than an earlier move."""
    read = len(case.moves[0])
    for n, values in enumerate(case.moves[1:], start=1):
        best = max(min(before) for before in case.moves[:n])
        read += sum(all(value > best for value in values[:k]) for k in range(len(values)))
    return read


def mirrored_setups(case: Box) -> int:
    """Four cells behind, then five in front; of each set-up and its image the first is kept."""
    return len({min(row, row[3::-1] + row[:3:-1]) for row in listed(tuple(case))})


AGAIN: dict[str, Callable[[Any], Any]] = {
    "how_many_setups": how_many_setups,
    "lines_of_play": lines_of_play,
    "count_moves": count_moves,
    "front_row": front_row,
    "ways_to_goal": ways_to_goal,
    "random_reply": random_reply,
    "best_for_worst": best_for_worst,
    "random_tree": random_tree,
    "first_move_edge": first_move_edge,
    "cut_off": cut_off,
    "mirrored_setups": mirrored_setups,
}


def test_every_answer_is_reached_a_second_way() -> None:
    functions = {pattern.key for pattern in EXERCISES if isinstance(pattern, FunctionExercise)}
    assert functions == {"minimax"}
    assert set(AGAIN) == {pattern.key for pattern in EXERCISES} - functions


def test_there_are_enough_exercises_from_easy_to_hard() -> None:
    assert exercises("08") == EXERCISES
    assert len(EXERCISES) >= 8
    assert {pattern.level for pattern in EXERCISES} == {1, 2, 3}


@pytest.mark.parametrize("key", AGAIN)
def test_the_answer_equals_trying_all_cases(key: str) -> None:
    pattern = exercise(key)
    for student in STUDENTS:
        case = pattern.case(student)
        answer = pattern.answer(case)
        if isinstance(answer, float):
            assert answer == pytest.approx(AGAIN[key](case), abs=1e-9)
        else:
            assert answer == AGAIN[key](case)


def test_the_boxs_own_set_ups_are_counted_too() -> None:
    assert Box(3, 3, 3).setups == how_many_setups(Box(3, 3, 3)) == len(set(listed((3, 3, 3))))


@pytest.mark.parametrize("student", STUDENTS)
def test_minimax_is_what_can_be_made_sure_of(student: str) -> None:
    pattern = exercise("minimax")
    trials = pattern.trials(pattern.case(student))  # type: ignore[attr-defined]
    assert sum(isinstance(tree, list) for (tree,) in trials) >= 6
    for (tree,) in trials:
        assert right_minimax(tree) == sure(tree)


@pytest.mark.parametrize("student", STUDENTS)
def test_what_the_solution_lists_is_what_was_counted(student: str) -> None:
    """The rows of ways end with the answer, and the values read add up to it."""
    task = exercise("ways_to_goal")(student)
    rows = task.exercise.words(task.case)["rows"]
    assert isinstance(rows, tuple)
    assert rows[0].split(" + ") in (["1", "1", "1"], ["1", "1"])
    assert str(task.exercise.answer(task.case)) in rows[-1].split(" + ")
    task = exercise("cut_off")(student)
    read = task.exercise.words(task.case)["read"]
    assert isinstance(read, tuple)
    assert sum(map(int, read)) == task.exercise.answer(task.case)
    task = exercise("count_moves")(student)
    moves = task.exercise.words(task.case)["moves"]
    assert isinstance(moves, tuple)
    assert len(set(moves)) == task.exercise.answer(task.case)


WORKED: dict[str, Callable[[Any], Any]] = {
    "how_many_setups": lambda told: told["first"] * told["second"],
    "lines_of_play": lambda told: prod(map(int, told["product"].split(" × "))),
    "front_row": lambda told: Fraction(told["in_front"] * told["at_back"], told["all"]),
    "random_reply": lambda told: Fraction(told["bad"], told["all"]),
    "best_for_worst": lambda told: max(int(worst.replace("−", "-")) for worst in told["worst"]),
    "random_tree": lambda told: sum(map(Fraction, told["sum"].split(" + "))) / told["moves"],
    "first_move_edge": lambda told: told["above"] / told["error"],
    "mirrored_setups": lambda told: told["others"] / 2 + told["same"],
}


@pytest.mark.parametrize("key", WORKED)
def test_the_numbers_of_the_worked_solution_lead_to_the_answer(key: str) -> None:
    pattern = exercise(key)
    for student in STUDENTS:
        case = pattern.case(student)
        assert WORKED[key](pattern.words(case)) == pytest.approx(pattern.answer(case))


@pytest.mark.parametrize("student", STUDENTS)
def test_a_position_is_open_and_yours_to_move(student: str) -> None:
    view = position(Random(student), KINDS, ("shark", "fish"))
    assert (view.phase.value, view.turn, view.seat) == ("move", 0, 0)
    assert sorted(letter for letter in view.cells if letter != ".") == sorted("OSFsf")


def test_a_position_tells_every_piece_and_what_it_covers() -> None:
    state = read_position(GAME, "5/5/1f3/2s2/1O+f2F/5/o+S4 move 0 12")
    view = GAME.observe(state, 0)
    assert describe(view) == (
        "You move up the board, towards your goal c7. "
        "Your pieces: octopus on b3 (over a flying fish of theirs) and flying fish on e3. "
        "The other side’s, coming down: octopus on a1 (over a shark of yours), shark on c4 "
        "and flying fish on b5."
    )
    told = describe(view, "fr")
    for cell in ("a1", "b3", "c4", "e3", "b5", "c7"):
        assert f" {cell}" in told
    assert "sur un requin à vous" in told
    assert "sur un poisson volant adverse" in told
