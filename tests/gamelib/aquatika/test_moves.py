"""The moves are counted to a depth (perft), and found a second time by a slow, simple generator."""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

import pytest

from gamelib.aquatika import Aquatika, Move, Phase, State
from gamelib.aquatika.notation import cells_text, read_cells
from tests.gamelib.aquatika.naive import Position, Water
from tests.gamelib.aquatika.table import BOARDS
from tests.gamelib.tables import THOROUGH, slow, walk


class Golden(NamedTuple):
    """A position, and how many lines of 1, 2, 3 … moves begin there."""

    drawn: str
    turn: int
    lines: tuple[int, ...]
    options: dict[str, Any] | None = None


GOLDEN = {
    "the start": Golden("sf1of/osfso/5/5/5/OSFSO/SF1OF", 0, (31, 961, 29825, 926302)),
    "carrying": Golden("2s2/1f3/2O+s2/5/1o+F1f1/2S2/F3O", 0, (20, 483, 9626, 209967)),
    "leaving": Golden("5/1sfs1/1SO+F1f/o+sf3/2O+s2/5/5", 1, (25, 486, 11957, 215254)),
    "hops in line": Golden("5/1s1s1/5/1o1o1/2F2/1fSF1/F1F1f", 0, (19, 441, 8322, 185765)),
    "sharks eat their own": Golden("ss1sf/ofofo/5/5/5/OFOFO/SS1SF", 1, (32, 1024, 32132, 1008699)),
    "goals are near": Golden("2o2/1S1O1/1F1f1/5/1f1s1/1s1o1/2O2", 0, (18, 473, 7421, 181743)),
    "no legal move": Golden("Fo3/5/5/5/5/5/5", 0, (0, 0)),
    "no legal move soon": Golden("F1o2/5/5/5/5/5/5", 1, (5, 4, 20, 39)),
    "sideways hops": Golden(
        "5/2f2/fSf1s/5/F1f1F/FsF1F/5", 0, (22, 519, 10146, 224698), {"sideways_hops": True}
    ),
    "another board": Golden("s#1o/1f2/O+s1#1/1S2/F1#O", 0, (13, 108, 1330, 11277), BOARDS[3]),
}
each_position = pytest.mark.parametrize("golden", GOLDEN.values(), ids=GOLDEN)


@each_position
def test_there_are_as_many_lines_of_play_as_ever(golden: Golden) -> None:
    game = Aquatika(**golden.options or {})
    cells = read_cells(game.geometry, golden.drawn)
    assert game.moves.perft(cells, golden.turn, 0) == 1
    counted = [
        game.moves.perft(cells, golden.turn, depth) for depth in range(1, len(golden.lines) + 1)
    ]
    assert tuple(counted) == golden.lines


@each_position
def test_the_simple_generator_counts_the_same(golden: Golden) -> None:
    game = Aquatika(**golden.options or {})
    water = Water(game.board, game.sideways_hops)
    position = water.read(golden.drawn)
    for depth, lines in enumerate(golden.lines, start=1):
        if lines < (40_000 if THOROUGH else 2_000):
            assert water.perft(position, golden.turn, depth) == lines


def drawn(water: Water, position: Position, rows: int, columns: int) -> str:
    """A position of the simple generator as text, a dot for each empty cell."""
    letters = {"octopus": "o", "shark": "s", "fish": "f"}
    lines = []
    for row in reversed(range(rows)):
        line = ""
        for place in [(column, row) for column in range(columns)]:
            pieces = [
                letters[kind].upper() if seat == 0 else letters[kind]
                for seat, kind in position.get(place, ())[::-1]
            ]
            line += "+".join(pieces) or ("." if place in water.places else "#")
        lines.append(line)
    return "/".join(lines)


@slow
@pytest.mark.parametrize("sideways_hops", [False, True])
@pytest.mark.parametrize("options", BOARDS, ids=lambda options: options.get("board", "ours"))
def test_in_random_play_both_generators_find_the_same_moves_and_what_they_lead_to(
    options: dict[str, Any], sideways_hops: bool
) -> None:
    game = Aquatika(**options, sideways_hops=sideways_hops)
    board, water = game.geometry, Water(game.board, sideways_hops)
    kinds = set()
    for seed in range(5 if THOROUGH else 3):
        for state, _ in walk(game, Random(seed)):
            if state.phase is not Phase.MOVE:
                continue
            position = water.read(cells_text(board, state.cells))
            assert not water.won(position)
            found = {}
            for action in game.actions(state):
                assert isinstance(action, Move)
                after = game.play(state, action)
                found[action.code, action.source, action.target] = after.cells
                assert_ended(game, water, after)
            expected = {
                move: read_cells(board, drawn(water, after, board.rows, board.columns))
                for move, after in water.successors(position, state.turn)
            }
            assert found == expected
            kinds |= {code for code, _, _ in found}
    if not options:
        assert kinds == {"step", "cover", "eat", "carry", "hop"}


def assert_ended(game: Aquatika, water: Water, after: State) -> None:
    """The game has ended by a goal or for want of moves exactly where the simple generator says."""
    outcome = game.outcome(after)
    position = water.read(cells_text(game.geometry, after.cells))
    won = water.won(position)
    reason = outcome.reason if outcome else None
    assert (reason == "goal") == bool(won)
    if not won:
        assert (reason == "stuck") == (not water.successors(position, after.turn))


def test_every_move_of_the_board_is_accepted_exactly_where_it_is_offered() -> None:
    game = Aquatika(sideways_hops=True)
    rng = Random(2)
    states = [state for state, _ in walk(game, rng) if state.phase is Phase.MOVE]
    for state in rng.sample(states, 6):
        offered = set(game.actions(state))
        for move in game.moves.actions:
            try:
                game.play(state, move)
            except ValueError:
                assert move not in offered
            else:
                assert move in offered
