"""Positions and moves of Aquatika as short texts, to write down, to type and to read back.

A position is drawn row by row, the far side first: `O S F` are seat 0's octopuses, sharks and
flying fish, `o s f` seat 1's, `O+s` is an octopus with its prey, a number stands for so many empty
cells (or a dot for one) and `#` for no cell. Then follow the phase, the seat to move and the number
of moves so far. As in chess, the positions before are not part of it, though AQ-9 counts them.

Moves are `b2-b3` (step), `b2+b3` (cover), `b2xb3` (eat), `b2=b3` (carry), `d2^d4^d6` (hop, with
every landing) and `O@b2` (place).

>>> from gamelib.aquatika import Aquatika
>>> game = Aquatika()
>>> state = read_position(game, "5/5/5/2s2/1O+f3/5/3F1 move 1 12")
>>> position_text(game, game.play(state, read_move(game, "c4xb3")))
'5/5/5/5/1s3/5/3F1 move 0 13'
"""

from __future__ import annotations

import re

from gamelib.aquatika.board import EMPTY, KINDS, LETTERS, Board, Piece, prey, visible
from gamelib.aquatika.moves import Carry, Cover, Eat, Hop, Move, Step
from gamelib.aquatika.rules import Aquatika, Phase, Place, State
from gamelib.game import Action

SIGNS: dict[type[Move], str] = {Step: "-", Cover: "+", Eat: "x", Carry: "=", Hop: "^"}

_TAIL = re.compile(r"\s+(place|move|over)\s+([01])\s+(\d{1,9})\s*$")
_TOKEN = re.compile(r"\s*(?:([OSFosf])(?:\+([SFsf]))?|(\.)|(\d{1,2})|(#))")
_MOVE = re.compile(r"([a-z]\d{1,2})([-+x=^])(?:.*[-+x=^])?([a-z]\d{1,2})")
_PLACE = re.compile(r"([OSF])@([a-z]\d{1,2})")


def cells_text(board: Board, cells: str) -> str:
    """Return the rows of a position in one line, the far side first."""
    rows = []
    for row in reversed(range(board.rows)):
        text = ""
        for column in range(board.columns):
            cell = board.numbers.get((column, row))
            text += "#" if cell is None else _letter_text(cells[cell])
        rows.append(re.sub(r"\.+", lambda gap: str(len(gap[0])), text))
    return "/".join(rows)


def _letter_text(letter: str) -> str:
    top, under = visible(letter), prey(letter)
    if top is None:
        return EMPTY
    return LETTERS[top, None] + (f"+{LETTERS[under, None]}" if under else "")


def position_text(game: Aquatika, state: State) -> str:
    """Return a position as text."""
    rows = cells_text(game.geometry, state.cells)
    return f"{rows} {state.phase.value} {state.turn} {state.plies}"


def read_cells(board: Board, text: str) -> str:
    """Return the letters of the cells of a drawn position, or raise ValueError."""
    lines = [line for line in text.replace("/", "\n").splitlines() if line.strip()]
    if len(lines) != board.rows:
        raise ValueError(f"the board has {board.rows} rows, this has {len(lines)}: {text!r}")
    found: dict[int, str] = {}
    for row, line in zip(reversed(range(board.rows)), lines, strict=True):
        letters = _read_row(line)
        if len(letters) != board.columns:
            raise ValueError(
                f"row {row + 1} has {len(letters)} cells instead of {board.columns}: {line!r}"
            )
        for column, letter in enumerate(letters):
            cell = board.numbers.get((column, row))
            if (cell is None) != (letter == "#"):
                raise ValueError(f"row {row + 1}: no piece, and only there #, where no cell is")
            if cell is not None:
                found[cell] = letter
    return "".join(found[cell] for cell in range(len(board.cells)))


def _read_row(line: str) -> list[str]:
    letters: list[str] = []
    at, line = 0, line.strip()
    while at < len(line):
        token = _TOKEN.match(line, at)
        if token is None:
            raise ValueError(f"{line!r}: {line[at]!r} cannot be read here")
        piece, under, dot, gap, hole = token.groups()
        if piece:
            top = visible(piece)
            assert top is not None
            letter = LETTERS.get((top, visible(under) if under else None))
            if letter is None:
                raise ValueError(f"{line!r}: only an octopus has a prey")
            letters.append(letter)
        else:
            letters += [EMPTY] * int(gap) if gap else [dot or hole]
        at = token.end()
    return letters


def read_position(game: Aquatika, text: str) -> State:
    """Return the state of a position, or raise ValueError; left out, it is seat 0's first move."""
    tail = _TAIL.search(text)
    phase, turn, plies = tail.groups() if tail else ("move", "0", "0")
    cells = read_cells(game.geometry, text[: tail.start()] if tail else text)
    if phase == "place":
        return _placing(game, cells, int(turn), int(plies))
    for seat in (0, 1):
        for kind, number in zip(KINDS, game.pieces, strict=True):
            piece = Piece(seat, kind)
            there = sum(visible(c) == piece or prey(c) == piece for c in cells)
            if there > number:
                raise ValueError(f"seat {seat} has {number} of {kind}, here are {there}")
    state = game.position(cells, int(turn), int(plies))
    # What is said to be over without a sign of it was the same for the third time.
    return state._replace(phase=Phase.OVER) if phase == "over" else state


def _placing(game: Aquatika, cells: str, turn: int, plies: int) -> State:
    """Return a state in which pieces are placed, or raise ValueError."""
    places = [0, 0]
    for cell, letter in enumerate(cells):
        piece = visible(letter)
        if piece is not None:
            if prey(letter) or cell not in game.geometry.homes[piece.seat]:
                raise ValueError(f"{game.geometry.name(cell)}: pieces are placed in their home")
            places[piece.seat] += 1
    left = [game.in_hand(cells, seat) for seat in (0, 1)]
    full = sum(game.pieces)
    order = places[game.first], places[1 - game.first]
    if min(map(min, left)) < 0 or plies or places[turn] == full or (order[0] < full and order[1]):
        raise ValueError("so pieces cannot stand while they are placed")
    if turn != (game.first if order[0] < full else 1 - game.first):
        raise ValueError(f"it is not seat {turn} that places")
    return State(Phase.PLACE, turn, cells)


def move_text(game: Aquatika, action: Action) -> str:
    """Return a move as text."""
    if isinstance(action, Place):
        return f"{LETTERS[Piece(0, action.piece), None]}@{action.cell}"
    assert isinstance(action, Move), "an action of another game"
    number = game.moves.numbered[type(action), action.source, action.target]
    return SIGNS[type(action)].join(map(game.geometry.name, game.moves.paths[number]))


def read_move(game: Aquatika, text: str) -> Action:
    """Return the action that a text means, whether or not it is legal now, or raise ValueError."""
    text = text.strip()
    if match := _PLACE.fullmatch(text):
        piece = visible(match[1])
        assert piece is not None
        if match[2] in game.geometry.named:
            return Place(piece.kind, match[2])
    elif match := _MOVE.fullmatch(text):
        kind = next(kind for kind, sign in SIGNS.items() if sign == match[2])
        action = kind(match[1], match[3])
        known = (kind, action.source, action.target) in game.moves.numbered
        if known and move_text(game, action) == text:
            return action
    raise ValueError(f"{text!r} is no move on this board, such as b2-b3, b2xb3 or d2^d4^d6")
