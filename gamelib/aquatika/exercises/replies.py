"""Chance in set-ups, on the way to the goal, and in replies at random."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import comb, prod
from random import Random
from typing import NamedTuple

from gamelib.aquatika.board import EMPTY, KINDS, LETTERS, Board, Piece, prey, visible
from gamelib.aquatika.exercises.positions import (
    GAME,
    OTHER,
    RULES,
    WHOLE,
    YOU,
    Case,
    moves_of,
    position,
    state_of,
)
from gamelib.aquatika.moves import Eat, Move
from gamelib.aquatika.notation import move_text
from gamelib.aquatika.odds import results
from gamelib.aquatika.rules import Aquatika, Phase, View
from gamelib.counting import hypergeometric
from gamelib.exercises import NUMBER, Exercise, pick
from gamelib.game import Phrase


class Front(NamedTuple):
    """Home cells, those of them in front, how many pieces of a kind, and how many are in front."""

    cells: int
    front: int
    pieces: int
    kind: str
    wanted: int


def _front(rng: Random) -> Front:
    cells, count = pick(rng, range(8, 13)), pick(rng, (2, 3, 4))
    return Front(cells, pick(rng, range(4, 7)), count, pick(rng, KINDS), pick(rng, range(count)))


def _one_order(case: Front) -> Fraction:
    in_front = [Fraction(case.front - n, case.cells - n) for n in range(case.wanted)]
    behind = [
        Fraction(case.cells - case.front - n, case.cells - case.wanted - n)
        for n in range(case.pieces - case.wanted)
    ]
    return prod([*in_front, *behind], start=Fraction(1))


def _cells_again(case: Front) -> Fraction:
    share = Fraction(case.front, case.cells)
    behind = case.pieces - case.wanted
    return comb(case.pieces, case.wanted) * share**case.wanted * (1 - share) ** behind


front_row = Exercise(
    key="front_row",
    lesson="08",
    level=2,
    rules=RULES,
    make=_front,
    answer=lambda case: hypergeometric(case.cells, case.front, case.pieces)[case.wanted],
    words=lambda case: {
        **case._asdict(),
        "kind": Phrase(f"exercise.aquatika.many.{case.kind}"),
        "back": case.cells - case.front,
        "behind": case.pieces - case.wanted,
        "in_front": comb(case.front, case.wanted),
        "at_back": comb(case.cells - case.front, case.pieces - case.wanted),
        "all": comb(case.cells, case.pieces),
    },
    misconceptions={
        "cells_taken_twice": _cells_again,
        "one_order_only": _one_order,
    },
)


def _open_water(columns: int, rows: int, goal: int) -> str:
    """Return a board with the goal in a column of the last row, and three homes a side."""
    middle = ["." * columns] * (rows - 4)
    home = "." * (columns - 3)
    top = "." * goal + "A" + "." * (columns - goal - 1)
    return "\n".join([top, "bbb" + home, *middle, "aaa" + home, "B" + "." * (columns - 1)])


def _lone(rng: Random) -> Case:
    """Draw a board of any size and a lone piece in its second row; its way leads past an edge."""
    columns, rows = pick(rng, (3, 4, 5)), pick(rng, (6, 7, 8))
    game = Aquatika(board=_open_water(columns, rows, pick(rng, range(columns))), pieces=(1, 1, 1))
    board = game.geometry
    cell = board.numbers[pick(rng, range(columns)), 1]
    cells = [EMPTY] * len(board.cells)
    cells[cell] = LETTERS[Piece(YOU, pick(rng, KINDS)), None]
    return Case(game.observe(game.position("".join(cells), YOU), YOU), cell=board.name(cell))


def _ways(board: Board, cell: int) -> int:
    """Return in how many ways a lone piece reaches its goal in as few moves as possible."""
    left = board.distance[YOU]
    if not left[cell]:
        return 1
    return sum(_ways(board, to) for to in board.steps[YOU][cell] if left.get(to) == left[cell] - 1)


def _lone_ways(case: Case) -> int:
    board = case.view.game.geometry
    return _ways(board, board.named[case.cell])


def _least(case: Case) -> int:
    board = case.view.game.geometry
    return board.distance[YOU][board.named[case.cell]]


def _without_edges(case: Case) -> int:
    board = case.view.game.geometry
    column, _ = board.cells[board.named[case.cell]]
    at = {column: 1}
    for _ in range(_least(case)):
        at = {
            to: sum(at.get(to + side, 0) for side in (-1, 0, 1))
            for to in range(min(at) - 1, max(at) + 2)
        }
    goal, _ = board.cells[board.goals[YOU][0]]
    return at.get(goal, 0)


ways_to_goal = Exercise(
    key="ways_to_goal",
    lesson="08",
    level=2,
    rules=RULES,
    make=_lone,
    answer=_lone_ways,
    words=lambda case: {
        "cell": case.cell,
        "plies": _least(case),
        "rows": tuple(_by_row(case)),
    },
    misconceptions={
        "three_ways_each_time": lambda case: 3 ** _least(case),
        "edges_forgotten": _without_edges,
    },
    kind=NUMBER,
    tolerance=WHOLE,
    view=lambda case: case.view,
)


def _by_row(case: Case) -> Iterator[str]:
    """Yield row by row, from the start on, how many ways lead to each cell of the row."""
    board = case.view.game.geometry
    at = {board.named[case.cell]: 1}
    for _ in range(_least(case)):
        after: dict[int, int] = {}
        for cell, ways in at.items():
            for to in board.steps[YOU][cell]:
                if board.cells[to][1] == board.cells[cell][1] + 1:
                    after[to] = after.get(to, 0) + ways
        at = dict(sorted(after.items()))
        yield " + ".join(map(str, at.values()))


def _eats(view: View, reply: Move) -> bool:
    """Return whether a reply eats a piece of yours."""
    there = view.cells[GAME.geometry.named[reply.target]]
    return isinstance(reply, Eat) and any(
        piece is not None and piece.seat == YOU for piece in (visible(there), prey(there))
    )


def _after(case: Case) -> View:
    assert case.move is not None
    return GAME.observe(GAME.play(state_of(case.view), case.move), YOU)


def _fate(case: Case, code: str) -> Fraction:
    assert case.move is not None
    return results(case.view, case.move).get(code, Fraction(0))


def _replies(view: View) -> list[Move]:
    return list(GAME.moves.offered(view.cells, OTHER))


def _share_eaten(view: View, replies: Sequence[Move]) -> Fraction:
    return Fraction(sum(_eats(view, reply) for reply in replies), len(replies) or 1)


def _piece_first(case: Case) -> Fraction:
    """Return the chance if a piece is chosen at random, and then one of its moves."""
    after = _after(case)
    by_piece: dict[str, list[Move]] = {}
    for reply in _replies(after):
        by_piece.setdefault(reply.source, []).append(reply)
    shares = [_share_eaten(after, moves) for moves in by_piece.values()]
    return sum(shares, start=Fraction(0)) / (len(shares) or 1)


def _hunted(rng: Random) -> Case:
    """Draw a move of yours after which the game goes on, near two sharks of the other side."""
    while True:
        view = position(rng, KINDS, ("shark", "shark", pick(rng, KINDS)))
        case = Case(view, pick(rng, moves_of(view)))
        if _after(case).phase is Phase.MOVE:
            return case


def _reply_words(case: Case) -> dict[str, object]:
    assert case.move is not None
    after = _after(case)
    eating = tuple(move_text(GAME, reply) for reply in _replies(after) if _eats(after, reply))
    return {
        "move": move_text(GAME, case.move),
        "eating": eating,
        "bad": len(eating),
        "all": len(_replies(after)),
    }


random_reply = Exercise(
    key="random_reply",
    lesson="08",
    level=2,
    rules=RULES,
    make=_hunted,
    answer=lambda case: _fate(case, "eaten"),
    words=_reply_words,
    misconceptions={
        "before_the_move": lambda case: _share_eaten(case.view, _replies(case.view)),
        "covered_is_not_eaten": lambda case: _fate(case, "eaten") + _fate(case, "covered"),
        "piece_first": _piece_first,
    },
    view=lambda case: case.view,
)
