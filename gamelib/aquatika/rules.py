"""Aquatika: octopuses cover, sharks eat, flying fish hop; be first at your goal. AQ-1 to AQ-12.

Labels such as AQ-5 name the rule a line follows; `gamelib.texts` tells each in a sentence. The
shape of the board is in `board`, what each piece may do (AQ-4 to AQ-7) in `moves`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from itertools import compress
from operator import mul
from random import Random
from typing import Any, ClassVar, NamedTuple

from gamelib.aquatika.board import (
    BOX,
    DRAWING,
    EMPTY,
    KINDS,
    LARGEST,
    LETTERS,
    LONGEST,
    Board,
    Piece,
    board_of,
    visible,
)
from gamelib.aquatika.moves import Carry, Cover, Eat, Hop, Move, Moves, Step, moves_of
from gamelib.bounds import Bound, Row, Text, Whole, a_seat, yes_or_no
from gamelib.game import Action, Game, IllegalAction, Outcome, Phases, Phrase


class Phase(Phases):
    """Where in the rule sheet we are."""

    PLACE = "place"
    MOVE = "move"
    OVER = "over"


PLACE, MOVE, OVER = Phase


@dataclass(frozen=True, slots=True)
class Place(Action):
    """AQ-3: put a piece ("octopus", "shark" or "fish") on a home cell."""

    piece: str
    cell: str

    def words(self) -> Mapping[str, Any]:
        """Return the cell, and the piece in words."""
        return {"piece": piece_named(self.piece), "cell": self.cell}


_LETTERS = tuple(tuple(LETTERS[Piece(seat, kind), None] for kind in KINDS) for seat in (0, 1))


class State(NamedTuple):
    """A position: `cells` has a letter a cell, as `board.CONTENTS` explains, from a1 on.

    `plies` counts the moves so far, and `earlier` holds the positions since the last move that no
    later one can undo: they are what may come again. AQ-9.
    """

    phase: Phase
    turn: int
    cells: str
    plies: int = 0
    earlier: tuple[str, ...] = ()


class View(NamedTuple):
    """AQ-10: what a seat knows: everything, but for what others place in secret.

    While pieces are placed, `cells` shows a seat's own (to the public: none), and `placed` says how
    many each seat has placed.
    """

    game: Aquatika
    seat: int | None
    phase: Phase
    turn: int
    cells: str
    placed: tuple[int, int]
    plies: int
    earlier: tuple[str, ...]


def _place_step(game: Aquatika, state: State, place: Place) -> State:
    """AQ-3: one piece after the other, and hidden until both sides stand."""
    _, seat, cells, _, _ = state
    cell = game.geometry.named.get(place.cell)
    if cell is None or cell not in game.geometry.homes[seat]:
        raise IllegalAction("not_home", cell=place.cell)
    if cells[cell] != EMPTY:
        raise IllegalAction("cell_taken", target=place.cell)
    if place.piece not in KINDS:
        raise IllegalAction("no_such_piece")
    left, kind = game.in_hand(cells, seat), KINDS.index(place.piece)
    if not left[kind]:
        raise IllegalAction("no_piece_left")
    cells = cells[:cell] + _LETTERS[seat][kind] + cells[cell + 1 :]
    if sum(left) > 1:
        return State(PLACE, seat, cells)
    if seat == game.first:
        return State(PLACE, 1 - seat, cells)
    return game.position(cells, game.first)


def _move_step(game: Aquatika, state: State, move: Move) -> State:
    """AQ-4 to AQ-7: one piece moves, and the other side is to move."""
    _, seat, cells, plies, earlier = state
    moves = game.moves
    number = moves.numbered.get((type(move), move.source, move.target))
    if number is None or not moves.allows(cells, seat, number):
        raise IllegalAction(game._refusal(state, move), source=move.source, target=move.target)
    after = moves.after(cells, number)
    if moves.at_goal[number] and moves.winner(after, seat) is not None:  # AQ-8
        return State(OVER, 1 - seat, after, plies + 1)
    earlier = (*earlier, cells) if moves.sideways[number] else ()
    return game._next(after, 1 - seat, plies + 1, earlier)


@dataclass(frozen=True, repr=False)
class Aquatika(Game[State, View]):
    """Aquatika, 2 players.

    `board` is a drawing and `pieces` the numbers of octopuses, sharks and flying fish a side (see
    `gamelib.aquatika.board`); the drawing left alone is our assumption (AQ-2). `first` is the seat
    that moves first, `sideways_hops` lets flying fish hop sideways too (AQ-7), and after
    `max_plies` moves the game is drawn (AQ-9).

    >>> game = Aquatika()
    >>> game.actions(game.start())[:2]
    (Place(piece='octopus', cell='a1'), Place(piece='octopus', cell='b1'))
    """

    players: int = 2
    board: str = DRAWING
    pieces: tuple[int, int, int] = BOX
    first: int = 0
    sideways_hops: bool = False
    max_plies: int = 400

    name: ClassVar[str] = "aquatika"
    rules_version: ClassVar[int] = 1
    player_counts: ClassVar[range] = range(2, 3)
    rulings: ClassVar[tuple[str, ...]] = tuple(f"AQ-{n}" for n in range(1, 13))
    action_types: ClassVar[tuple[type[Action], ...]] = (Place, Step, Cover, Eat, Carry, Hop)
    bounds: ClassVar[Mapping[str, Bound]] = {
        "board": Text(LONGEST),
        "pieces": Row(len(KINDS), Whole(0, LARGEST * LARGEST)),
        "first": a_seat,
        "sideways_hops": yes_or_no,
        "max_plies": Whole(1, 1000),
    }
    steps: ClassVar[Mapping[tuple[Enum, type[Action]], Callable[..., State]]] = {
        (PLACE, Place): _place_step,
        (MOVE, Step): _move_step,
        (MOVE, Cover): _move_step,
        (MOVE, Eat): _move_step,
        (MOVE, Carry): _move_step,
        (MOVE, Hop): _move_step,
    }

    def __post_init__(self) -> None:
        super().__post_init__()
        try:
            board = board_of(self.board, self.pieces)
        except ValueError as error:
            raise ValueError(f"board and pieces: {error}") from None
        object.__setattr__(self, "board", board.drawing)

    @cached_property
    def geometry(self) -> Board:
        """The board that the drawing shows. AQ-2."""
        return board_of(self.board, self.pieces)

    @cached_property
    def moves(self) -> Moves:
        """All moves of the board. AQ-4 to AQ-7."""
        return moves_of(self.geometry, self.sideways_hops)

    @cached_property
    def all_places(self) -> tuple[tuple[tuple[Place, ...], ...], ...]:
        """For each seat and kind, the ways to place a piece on a home cell. AQ-3."""
        names = self.geometry.names
        return tuple(
            tuple(tuple(Place(kind, names[cell]) for cell in home) for kind in KINDS)
            for home in self.geometry.homes
        )

    def start(self) -> State:
        """Return the empty board."""
        return State(PLACE, self.first, EMPTY * len(self.geometry.cells))

    def position(
        self, cells: str, turn: int, plies: int = 0, earlier: tuple[str, ...] = ()
    ) -> State:
        """Return the state in which a seat is to move, unless the game is over. AQ-8, AQ-9."""
        if self.moves.winner(cells, 1 - turn) is not None:
            return State(OVER, turn, cells, plies)
        return self._next(cells, turn, plies, earlier)

    def _next(self, cells: str, turn: int, plies: int, earlier: tuple[str, ...]) -> State:
        """AQ-9: who has no move has lost, and what goes round in circles or on for ever is drawn.

        A position is the same when the same seat is to move: so every second one is compared.
        """
        over = (
            plies >= self.max_plies
            or not self.moves.offered(cells, turn)
            or (len(earlier) > 3 and earlier[-2::-2].count(cells) >= 2)
        )
        return State(OVER if over else MOVE, turn, cells, plies, earlier)

    def in_hand(self, cells: str, seat: int) -> tuple[int, int, int]:
        """Return how many octopuses, sharks and fish a seat has yet to place. AQ-1."""
        octopuses, sharks, fish = self.pieces
        o, s, f = _LETTERS[seat]
        return octopuses - cells.count(o), sharks - cells.count(s), fish - cells.count(f)

    def turn(self, state: State) -> int | None:
        """Return the seat to place or move, or None when over; nothing is left to chance."""
        return None if state.phase is OVER else state.turn

    def actions(self, state: State) -> tuple[Action, ...]:
        """Return what the seat to move may do: pieces to place, or moves of its pieces."""
        phase, seat, cells, _, _ = state
        if phase is MOVE:
            return self.moves.offered(cells, seat)
        if phase is OVER:
            return ()
        free = [cells[cell] == EMPTY for cell in self.geometry.homes[seat]]
        offered: list[Action] = []
        for left, places in zip(self.in_hand(cells, seat), self.all_places[seat], strict=True):
            if left:
                offered += compress(places, free)
        return tuple(offered)

    def outcome(self, state: State) -> Outcome | None:
        """Return who reached the goal, who cannot move, or that it is drawn. AQ-8, AQ-9."""
        phase, turn, cells, plies, _ = state
        if phase is not OVER:
            return None
        winner = self.moves.winner(cells, 1 - turn)
        if winner is not None:
            return Outcome(winners=(winner,), scores=_scores(winner), reason="goal")
        if not self.moves.offered(cells, turn):
            return Outcome(winners=(1 - turn,), scores=_scores(1 - turn), reason="stuck")
        if plies >= self.max_plies:
            return Outcome(winners=(0, 1), scores=(0, 0), reason="long")
        return Outcome(winners=(0, 1), scores=(0, 0), reason="repeated")

    def observe(self, state: State, seat: int | None) -> View:
        """Return what a seat knows: all but what the other places in secret. AQ-3, AQ-10."""
        self.check_seat(seat)
        phase, turn, cells, plies, earlier = state
        placed = [
            sum(cells[cell] != EMPTY for cell in home) if phase is PLACE else sum(self.pieces)
            for home in self.geometry.homes
        ]
        if phase is PLACE:
            own = () if seat is None else self.geometry.homes[seat]
            cells = "".join([piece if cell in own else EMPTY for cell, piece in enumerate(cells)])
        return View(self, seat, phase, turn, cells, (placed[0], placed[1]), plies, earlier)

    def imagine(self, view: View, rng: Random) -> State:
        """Return a full state that fits a view: of others' set-ups each is as likely. AQ-3."""
        cells = list(view.cells)
        for seat, home in enumerate(self.geometry.homes):
            if view.phase is PLACE and seat != view.seat:
                letters = [*"".join(map(mul, _LETTERS[seat], self.pieces))]
                rng.shuffle(letters)
                for cell in rng.sample(home, view.placed[seat]):
                    cells[cell] = letters.pop()
        return State(view.phase, view.turn, "".join(cells), view.plies, view.earlier)

    def _refusal(self, state: State, move: Move) -> str:
        """Return why this is no legal move."""
        _, seat, cells, _, _ = state
        source, target = (self.geometry.named.get(name) for name in (move.source, move.target))
        if source is None or target is None:
            return "no_such_cell"
        piece, there = visible(cells[source]), visible(cells[target])
        if piece is None or piece.seat != seat:
            return "not_your_piece"
        kind = {Cover: "octopus", Carry: "octopus", Eat: "shark", Hop: "fish"}.get(type(move))
        if kind not in (None, piece.kind):
            return "wrong_piece"
        if type(move) is Hop:
            return "no_hop"
        if target not in self.geometry.steps[seat][source]:
            return "no_way"
        if type(move) in (Step, Carry):
            return "cell_taken" if there is not None else "no_prey"
        return "cell_empty" if there is None else "no_cover"


def piece_named(kind: str) -> Phrase:
    """Return a kind of piece in words."""
    return Phrase(f"aquatika.piece.{kind}")


def _scores(winner: int) -> tuple[int, int]:
    return (1, 0) if winner == 0 else (0, 1)
