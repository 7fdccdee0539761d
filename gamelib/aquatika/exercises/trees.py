"""Trees: the best against the best reply, at random, and with what need not be read cut off."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import chain
from math import sqrt
from random import Random
from typing import Any, NamedTuple

from gamelib.aquatika.exercises.positions import RULES, WHOLE
from gamelib.exercises import NUMBER, Exercise, FunctionExercise, pick, shuffled

Tree = int | list[Any]
"""What a position is worth to you, or the trees that the moves there lead to."""


class Grid(NamedTuple):
    """For each of your moves, what the position is worth to you after each reply."""

    moves: tuple[tuple[int, ...], ...]


def _grid(rng: Random, moves: Sequence[int], replies: Sequence[int]) -> Grid:
    """Draw values that are all different."""
    wide, high = pick(rng, moves), pick(rng, replies)
    values = shuffled(rng, range(-20, 21))
    return Grid(tuple(tuple(values[n * high : (n + 1) * high]) for n in range(wide)))


def _signed(value: int) -> str:
    return str(value).replace("-", "−")


def _branches(case: Grid) -> tuple[str, ...]:
    """Return each move with the values after its replies: A (3, −2, 7)."""
    names = "ABCDEFGH"
    return tuple(
        f"{name} ({', '.join(map(_signed, values))})"
        for name, values in zip(names, case.moves, strict=False)
    )


def _mean(values: Sequence[int | Fraction]) -> Fraction:
    return Fraction(sum(values), len(values))


best_for_worst = Exercise(
    key="best_for_worst",
    lesson="08",
    level=2,
    rules=RULES,
    make=lambda rng: _grid(rng, (3, 4), (3, 4)),
    answer=lambda case: max(map(min, case.moves)),
    words=lambda case: {
        "branches": _branches(case),
        "worst": tuple(_signed(min(values)) for values in case.moves),
    },
    misconceptions={
        "best_leaf": lambda case: max(chain.from_iterable(case.moves)),
        "average_reply": lambda case: max(map(_mean, case.moves)),
    },
    kind=NUMBER,
    tolerance=Fraction(1, 100),
)


class Shares(NamedTuple):
    """For each of your moves: how many replies there are, and how many of them lose for them."""

    replies: tuple[int, ...]
    good: tuple[int, ...]

    @property
    def shares(self) -> tuple[Fraction, ...]:
        """The chance that a random reply is a good one for you, by move."""
        return tuple(map(Fraction, self.good, self.replies))


def _shares(rng: Random) -> Shares:
    replies = tuple(pick(rng, range(2, 13)) for _ in range(pick(rng, (2, 3))))
    return Shares(replies, tuple(pick(rng, range(1, count + 1)) for count in replies))


random_tree = Exercise(
    key="random_tree",
    lesson="08",
    level=2,
    rules=RULES,
    make=_shares,
    answer=lambda case: sum(case.shares) / len(case.shares),
    words=lambda case: {
        **case._asdict(),
        "moves": len(case.replies),
        "sum": " + ".join(
            f"{good}/{count}" for good, count in zip(case.good, case.replies, strict=True)
        ),
    },
    misconceptions={
        "lines_equally_likely": lambda case: Fraction(sum(case.good), sum(case.replies)),
        "best_move_for_sure": lambda case: max(case.shares),
    },
)


class Games(NamedTuple):
    """Games between equal players without draws, and how many of them the first to move won."""

    games: int
    won: int

    @property
    def share(self) -> float:
        """The share of games that the first to move won."""
        return self.won / self.games

    @property
    def error(self) -> float:
        """The standard error of the share, if both were equally likely to win."""
        return 0.5 / sqrt(self.games)


def _games(rng: Random) -> Games:
    games = pick(rng, (100, 150, 200, 250, 300, 400))
    return Games(games, games * pick(rng, range(52, 64)) // 100)


first_move_edge = Exercise(
    key="first_move_edge",
    lesson="08",
    level=2,
    rules=RULES,
    make=_games,
    answer=lambda case: (case.share - 0.5) / case.error,
    words=lambda case: {
        **case._asdict(),
        "share": case.share,
        "above": case.share - 0.5,
        "error": case.error,
    },
    misconceptions={
        "divided_by_variance": lambda case: (case.share - 0.5) / case.error**2,
        "half_not_taken_off": lambda case: case.share / case.error,
        "games_not_counted": lambda case: (case.share - 0.5) / 0.5,
    },
    kind=NUMBER,
    tolerance=Fraction(1, 100),
)


def leaves_read(moves: Sequence[Sequence[int]]) -> int:
    """Return how many values are looked at from left to right; a refuted move is left at once."""
    best: int | None = None
    read = 0
    for values in moves:
        worst: int | None = None
        for value in values:
            read += 1
            worst = value if worst is None else min(worst, value)
            if best is not None and worst <= best:
                break
        assert worst is not None
        best = worst if best is None else max(best, worst)
    return read


cut_off = Exercise(
    key="cut_off",
    lesson="08",
    level=3,
    rules=RULES,
    make=lambda rng: _grid(rng, (3, 4, 5), (3, 4, 5)),
    answer=lambda case: leaves_read(case.moves),
    words=lambda case: {
        "branches": _branches(case),
        "all": sum(map(len, case.moves)),
        "read": tuple(str(count) for count in _read_by_move(case)),
    },
    misconceptions={
        "nothing_cut": lambda case: sum(map(len, case.moves)),
        "as_if_best_first": lambda case: len(case.moves[0]) + len(case.moves) - 1,
        "cut_within_the_first": lambda case: sum(map(_falling, case.moves)),
    },
    kind=NUMBER,
    tolerance=WHOLE,
)


def _read_by_move(case: Grid) -> Iterator[int]:
    before = 0
    for n in range(1, len(case.moves) + 1):
        read = leaves_read(case.moves[:n])
        yield read - before
        before = read


def _falling(values: Sequence[int]) -> int:
    """Return how many values are read if one stops at the first that is lower than the first."""
    for n, value in enumerate(values, start=1):
        if value < values[0]:
            return n
    return len(values)


class Seeded(NamedTuple):
    """The seed of the trees that a student's function is tried on."""

    seed: int


def right_minimax(tree: Tree, mine: bool = True) -> int:
    """Return what a tree is worth: the best of its moves for whoever is to move."""
    if not isinstance(tree, list):
        return tree
    values = [right_minimax(branch, not mine) for branch in tree]
    return max(values) if mine else min(values)


def _folded(mine: Callable[..., Any], theirs: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that takes the branches of a tree together, in one of two ways by turns."""

    def fold(tree: Any, my_turn: bool = True) -> Any:
        if not isinstance(tree, list):
            return tree
        values = [fold(branch, not my_turn) for branch in tree]
        return mine(values) if my_turn else theirs(values)

    return fold


def _tree(rng: Random, plies: int) -> Tree:
    if not plies:
        return pick(rng, range(-20, 21))
    return [_tree(rng, plies - 1) for _ in range(pick(rng, (2, 3)))]


def _trees(case: Seeded) -> list[tuple[Any, ...]]:
    rng = Random(case.seed)
    return [(_tree(rng, plies),) for plies in (0, 1, 2, 2, 3, 3, 4)]


minimax = FunctionExercise(
    key="minimax",
    lesson="08",
    level=3,
    rules=RULES,
    make=lambda rng: Seeded(pick(rng, range(10**6))),
    answer=lambda case: right_minimax,
    words=lambda case: {},
    misconceptions={
        "best_leaf": lambda case: _folded(max, max),
        "average_reply": lambda case: _folded(max, _mean),
        "sides_swapped": lambda case: _folded(min, max),
    },
    trials=_trees,
    about=lambda args: {"tree": str(args[0])},
)
