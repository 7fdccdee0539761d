"""Questions about Aquatika, lesson 08: set-ups, game trees, reading ahead, and play at random.

Every answer comes from `odds.py` or the rules, every misconception is a small function that makes
the mistake. The texts stand in `exercises.en.json` and its like.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import chain
from math import comb, factorial, prod, sqrt
from random import Random
from typing import Any, NamedTuple

from gamelib.aquatika.board import EMPTY, KINDS, LETTERS, Board, Piece, prey, visible
from gamelib.aquatika.moves import Cover, Eat, Hop, Move
from gamelib.aquatika.notation import move_text
from gamelib.aquatika.odds import mobility, results, setups
from gamelib.aquatika.rules import Aquatika, Phase, State, View
from gamelib.counting import hypergeometric
from gamelib.exercises import NUMBER, Exercise, FunctionExercise, pick, shuffled
from gamelib.game import Phrase
from gamelib.texts import listing, say

RULES = f"aquatika {Aquatika.rules_version}"
GAME = Aquatika()
YOU, OTHER = 0, 1
WHOLE = Fraction(0)
"""The tolerance of a count: it is right or wrong."""

# --- positions ------------------------------------------------------------------------------------


class Case(NamedTuple):
    """A position that you see from seat 0, to move, and the move or cell that is asked about."""

    view: View
    move: Move | None = None
    cell: str = ""


def position(rng: Random, mine: Sequence[str], theirs: Sequence[str]) -> View:
    """Return what you see when these pieces stand close together, and you are to move."""
    board = GAME.geometry
    middle = [cell for cell, (_, row) in enumerate(board.cells) if 1 <= row < board.rows - 2]
    pieces = [(YOU, kind) for kind in mine] + [(OTHER, kind) for kind in theirs]
    cells = [EMPTY] * len(board.cells)
    for cell, (seat, kind) in zip(shuffled(rng, middle), pieces, strict=False):
        cells[cell] = LETTERS[Piece(seat, kind), None]
    return GAME.observe(GAME.position("".join(cells), YOU), YOU)


def describe(view: View, lang: str = "en") -> str:
    """Return a position in words: where you are going, and what stands where."""
    board = view.game.geometry
    goals = listing((board.name(cell) for cell in board.goals[YOU]), lang)
    parts = [say("exercise.aquatika.you", lang, goal=goals)]
    for seat, key in ((YOU, "mine"), (OTHER, "theirs")):
        stands = [
            _told(top, prey(letter), board.name(cell), lang)
            for cell, letter in enumerate(view.cells)
            if (top := visible(letter)) and top.seat == seat
        ]
        if stands:
            parts.append(say(f"exercise.aquatika.{key}", lang, pieces=listing(stands, lang)))
    return " ".join(parts)


def _told(top: Piece, under: Piece | None, cell: str, lang: str) -> str:
    told = say(f"exercise.aquatika.{top.kind}", lang, cell=cell)
    if under is None:
        return told
    whose = "mine" if under.seat == YOU else "theirs"
    return f"{told} ({say(f'exercise.aquatika.over_{under.kind}_{whose}', lang)})"


def _state(view: View, turn: int = YOU) -> State:
    return State(view.phase, turn, view.cells, view.plies, view.earlier)


# --- level 1: counting ----------------------------------------------------------------------------


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


def _moves(view: View) -> list[Move]:
    return [move for move in GAME.actions(_state(view)) if isinstance(move, Move)]


def _moves_but(view: View, *forgotten: type[Move]) -> int:
    return sum(not isinstance(move, forgotten) for move in _moves(view))


count_moves = Exercise(
    key="count_moves",
    lesson="08",
    level=1,
    rules=RULES,
    make=lambda rng: Case(
        position(rng, KINDS, [pick(rng, KINDS) for _ in range(pick(rng, (2, 3, 4)))])
    ),
    answer=lambda case: mobility(case.view)[YOU],
    words=lambda case: {"moves": tuple(move_text(GAME, move) for move in _moves(case.view))},
    misconceptions={
        "hops_forgotten": lambda case: _moves_but(case.view, Hop),
        "empty_cells_only": lambda case: _moves_but(case.view, Cover, Eat),
        "sideways_forgotten": lambda case: sum(
            move.source[1:] != move.target[1:] for move in _moves(case.view)
        ),
    },
    kind=NUMBER,
    tolerance=WHOLE,
    view=lambda case: case.view,
)

# --- level 2: chance in set-ups and in replies ----------------------------------------------------


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
    return GAME.observe(GAME.play(_state(case.view), case.move), YOU)


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
        case = Case(view, pick(rng, _moves(view)))
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

# --- levels 2 and 3: trees ------------------------------------------------------------------------

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

EXERCISES: tuple[Exercise[Any], ...] = (
    how_many_setups,
    lines_of_play,
    count_moves,
    front_row,
    ways_to_goal,
    random_reply,
    best_for_worst,
    random_tree,
    first_move_edge,
    cut_off,
    mirrored_setups,
    minimax,
)
