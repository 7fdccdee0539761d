"""Counting: set-ups, moves and lines of play."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import comb, factorial, prod
from random import Random
from typing import NamedTuple

from gamelib.aquatika.board import KINDS
from gamelib.aquatika.exercises.positions import GAME, RULES, WHOLE, YOU, Case, moves_of, position
from gamelib.aquatika.moves import Cover, Eat, Hop, Move
from gamelib.aquatika.notation import move_text
from gamelib.aquatika.odds import mobility, setups
from gamelib.aquatika.rules import Aquatika, View
from gamelib.exercises import NUMBER, Exercise, pick


class Box(NamedTuple):
    """Another box: how many octopuses, sharks and flying fish a side has."""

    octopuses: int
    sharks: int
    fish: int

    @property
    def setups(self) -> int:
        """In how many ways they can stand in as many home cells."""
        return setups(Aquatika(board=_homes(sum(self)), pieces=self[:]))


def _homes(cells: int) -> str:
    """Return a board with so many home cells a side."""
    return "\n".join(
        ["#" * (cells - 1) + "A", "b" * cells, "." * cells, "a" * cells, "B" + "#" * (cells - 1)]
    )


def _box(rng: Random, kinds: Sequence[int]) -> Box:
    return Box(pick(rng, kinds), pick(rng, kinds), pick(rng, kinds))


how_many_setups = Exercise(
    key="how_many_setups",
    lesson="08",
    level=1,
    rules=RULES,
    make=lambda rng: _box(rng, (1, 2, 3, 4)),
    answer=lambda case: case.setups,
    words=lambda case: {
        **case._asdict(),
        "cells": sum(case),
        "rest": case.sharks + case.fish,
        "first": comb(sum(case), case.octopuses),
        "second": comb(case.sharks + case.fish, case.sharks),
    },
    misconceptions={
        "pieces_told_apart": lambda case: factorial(sum(case)),
        "any_kind_anywhere": lambda case: len(KINDS) ** sum(case),
        "one_kind_only": lambda case: comb(sum(case), case.octopuses),
    },
    kind=NUMBER,
    tolerance=WHOLE,
)


class Branching(NamedTuple):
    """How many moves each side has at every turn, and how many plies are played."""

    mine: int
    theirs: int
    plies: int

    @property
    def turns(self) -> tuple[int, int]:
        """How many of the plies are yours, and theirs."""
        return (self.plies + 1) // 2, self.plies // 2


lines_of_play = Exercise(
    key="lines_of_play",
    lesson="08",
    level=1,
    rules=RULES,
    make=lambda rng: Branching(
        pick(rng, range(6, 21)), pick(rng, range(6, 21)), pick(rng, (3, 4, 5))
    ),
    answer=lambda case: case.mine ** case.turns[0] * case.theirs ** case.turns[1],
    words=lambda case: {
        **case._asdict(),
        "product": " × ".join(
            str(case.theirs if ply % 2 else case.mine) for ply in range(case.plies)
        ),
    },
    misconceptions={
        "moves_added": lambda case: case.mine * case.turns[0] + case.theirs * case.turns[1],
        "own_moves_only": lambda case: case.mine ** case.turns[0],
        "same_moves_for_both": lambda case: case.mine**case.plies,
    },
    kind=NUMBER,
    tolerance=WHOLE,
)


def _moves_but(view: View, *forgotten: type[Move]) -> int:
    return sum(not isinstance(move, forgotten) for move in moves_of(view))


count_moves = Exercise(
    key="count_moves",
    lesson="08",
    level=1,
    rules=RULES,
    make=lambda rng: Case(
        position(rng, KINDS, [pick(rng, KINDS) for _ in range(pick(rng, (2, 3, 4)))])
    ),
    answer=lambda case: mobility(case.view)[YOU],
    words=lambda case: {"moves": tuple(move_text(GAME, move) for move in moves_of(case.view))},
    misconceptions={
        "hops_forgotten": lambda case: _moves_but(case.view, Hop),
        "empty_cells_only": lambda case: _moves_but(case.view, Cover, Eat),
        "sideways_forgotten": lambda case: sum(
            move.source[1:] != move.target[1:] for move in moves_of(case.view)
        ),
    },
    kind=NUMBER,
    tolerance=WHOLE,
    view=lambda case: case.view,
)


def _own_mirrors(case: Box) -> int:
    """Return how many set-ups are their own mirror image: four couples of cells and one alone."""
    couples = [count // 2 for count in case]
    return factorial(sum(couples)) // prod(map(factorial, couples))


def _nine(rng: Random) -> Box:
    """Draw nine pieces of which only one kind is odd in number."""
    while True:
        case = _box(rng, range(1, 7))
        if sum(case) == 9 and sum(count % 2 for count in case) == 1:
            return case


mirrored_setups = Exercise(
    key="mirrored_setups",
    lesson="08",
    level=3,
    rules=RULES,
    make=_nine,
    answer=lambda case: (case.setups + _own_mirrors(case)) // 2,
    words=lambda case: {
        **case._asdict(),
        "all": case.setups,
        "same": _own_mirrors(case),
        "others": case.setups - _own_mirrors(case),
    },
    misconceptions={
        "mirror_ignored": lambda case: case.setups,
        "own_mirror_forgotten": lambda case: Fraction(case.setups, 2),
        "own_mirrors_left_out": lambda case: Fraction(case.setups - _own_mirrors(case), 2),
    },
    kind=NUMBER,
    tolerance=WHOLE,
)
