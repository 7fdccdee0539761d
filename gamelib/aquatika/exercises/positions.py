"""Positions of Aquatika to ask about: how they are drawn and told."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from random import Random
from typing import NamedTuple

from gamelib.aquatika.board import EMPTY, LETTERS, Piece, prey, visible
from gamelib.aquatika.moves import Move
from gamelib.aquatika.rules import Aquatika, State, View
from gamelib.exercises import shuffled
from gamelib.texts import listing, say

RULES = f"aquatika {Aquatika.rules_version}"
GAME = Aquatika()
YOU, OTHER = 0, 1
WHOLE = Fraction(0)
"""The tolerance of a count: it is right or wrong."""


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


def state_of(view: View, turn: int = YOU) -> State:
    """Return the state that a view of the open board is of, with this seat to move."""
    return State(view.phase, turn, view.cells, view.plies, view.earlier)


def moves_of(view: View) -> list[Move]:
    """Return all your moves in a position."""
    return [move for move in GAME.actions(state_of(view)) if isinstance(move, Move)]
