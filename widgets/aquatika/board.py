"""Aquatika drawn: the board with its creatures, what is to place, what is eaten.

Everything is drawn from what one seat knows, so no picture can show more; only the teacher's table
is given the whole state.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from string import ascii_lowercase
from typing import NamedTuple

from gamelib.aquatika.board import KINDS, Board, Piece, prey, visible
from gamelib.aquatika.moves import Carry, Move
from gamelib.aquatika.rules import Aquatika, Phase, Place, State, View
from gamelib.game import Action
from gamelib.texts import say, seat_names
from widgets.aquatika import art
from widgets.aquatika.places import (
    BUTTONS_Y,
    EDGES,
    LEGEND_Y,
    MIDDLE,
    PLATES,
    SIDE,
    TRAY,
    TRAYS,
    cell_size,
    middles,
)
from widgets.aquatika.tokens import actions_of, path
from widgets.scene import BOARD, HIDDEN, Item, Point, Scene, text
from widgets.tabletop import BUTTON, PLATE, fan, plate, tag


def board(
    view: View, lang: str = "en", names: Sequence[str] | None = None, state: State | None = None
) -> Scene:
    """Return the table as a seat sees it; with a `state`, as the teacher does: all is open."""
    called = tuple(seat_names(lang) if names is None else names)[:2]
    near = 0 if state is not None or view.seat is None else view.seat
    cells = view.cells if state is None else state.cells
    table = _Table(view, state is not None, cells, near, lang, called)
    items = [*_sea(view.game, near, lang, called), *table.veils(), *table.cells_to_click()]
    for seat in (0, 1):
        items += table.player(seat)
        items += table.tray(seat)
    items += table.pieces()
    items += table.targets()
    return Scene(BOARD, say("aquatika.name", lang), tuple(items))


@lru_cache(maxsize=256)
def _sea(game: Aquatika, near: int, lang: str, names: tuple[str, ...]) -> tuple[Item, ...]:
    """Return what stays as it is: the water with its homes and goals, and what pieces do."""
    geometry = game.geometry
    size, points = cell_size(geometry), middles(geometry, near)
    light, dark = (
        [at for at, cell in zip(points, geometry.cells, strict=True) if sum(cell) % 2 == odd]
        for odd in (1, 0)
    )
    homes, goals = (
        tuple([points[cell] for cell in marked[seat]] for seat in (0, 1))
        for marked in (geometry.homes, geometry.goals)
    )
    first, second = (name[:1].upper() for name in names)
    water = art.Water(
        size, light, dark, (homes[0], homes[1]), (goals[0], goals[1]), (first, second)
    )
    deeds = tuple(say(f"aquatika.table.{kind}", lang) for kind in KINDS)
    verbs = tuple(say(f"aquatika.deed.{kind}", lang) for kind in KINDS)
    return (
        Item("sea", 0, 0, art.sea(water), _described(geometry, lang, names)),
        *_edges(geometry, near),
        Item("legend", SIDE, LEGEND_Y, art.legend(verbs, PLATE[0] + 40), ", ".join(deeds)),
    )


def _described(geometry: Board, lang: str, names: tuple[str, ...]) -> str:
    """Return the board in words: how large it is, and whose homes and goals are where."""
    size = say("aquatika.piece.sea", lang, columns=geometry.columns, rows=geometry.rows)
    told = [size]
    for key, marked in (("home", geometry.homes), ("goal", geometry.goals)):
        for name, cells in zip(names, marked, strict=True):
            there = " ".join(geometry.names[cell] for cell in cells)
            told.append(say(f"aquatika.piece.{key}", lang, cell=there, seat=name))
    return ". ".join(told)


def _edges(geometry: Board, near: int) -> Iterator[Item]:
    """Yield the letters of the columns and the numbers of the rows, as on a chess board.

    Each stands in line with its cells, so that a cell can be found by the two that name it.
    """
    size, turned = cell_size(geometry), -1 if near else 1
    low = MIDDLE[1] + geometry.rows * size / 2 + EDGES[1]
    left = MIDDLE[0] - geometry.columns * size / 2 - EDGES[0]
    for n in range(geometry.columns):
        x = MIDDLE[0] + turned * (n - (geometry.columns - 1) / 2) * size
        letter = ascii_lowercase[n]
        yield Item(
            f"column {letter}", round(x, 1), low, text(0, 0, letter, 18, "middle", fill=SOFT)
        )
    for n in range(geometry.rows):
        y = MIDDLE[1] - turned * (n - (geometry.rows - 1) / 2) * size
        yield Item(f"row {n + 1}", left, round(y, 1), text(0, 6, n + 1, 18, "end", fill=SOFT))


SOFT = "var(--tw-soft)"


class _Table(NamedTuple):
    """A table about to be drawn."""

    view: View
    open: bool
    """Whether this is the teacher's table."""
    cells: str
    """What stands where, as far as it is shown."""
    near: int
    lang: str
    names: tuple[str, ...]

    def say(self, key: str, **values: object) -> str:
        return say(f"aquatika.{key}", self.lang, **values)

    @property
    def placing(self) -> bool:
        """Whether pieces are still being placed."""
        return self.view.phase is Phase.PLACE

    @property
    def size(self) -> float:
        """How large a cell is."""
        return cell_size(self.view.game.geometry)

    def hidden(self, seat: int) -> bool:
        """Tell whether a side places its pieces unseen. AQ-3."""
        return self.placing and not self.open and seat != self.view.seat

    def veils(self) -> Iterator[Item]:
        """Yield what hides the homes of sides that place their pieces unseen."""
        geometry = self.view.game.geometry
        points = middles(geometry, self.near)
        for seat in filter(self.hidden, (0, 1)):
            home = [points[cell] for cell in geometry.homes[seat]]
            yield Item(f"veil {seat}", 0, 0, art.veil(home, self.size), z=1)

    def kind(self, kind: str) -> str:
        return self.say(f"piece.{kind}")

    def called(self, piece: Piece, key: str, **values: object) -> str:
        """Return a piece in words."""
        name = self.names[piece.seat]
        return self.say(f"piece.{key}", seat=name, piece=self.kind(piece.kind), **values)

    # --- the players ----------------------------------------------------------------------------

    def player(self, seat: int) -> Iterator[Item]:
        """Yield a player's plate, and what they do now."""
        at = (SIDE, PLATES[seat != self.near])
        status = self.status(seat)
        label = self.names[seat] + (f". {self.say(f'tag.{status}')}" if status else "")
        yield Item(f"seat {seat}", *at, plate(seat, self.names[seat], width=PLATE[0] + 40), label)
        if status:
            ends = status in ("won", "drawn")
            key = f"{status} {seat}" if ends else "turn"
            colour = "good" if status == "won" else "" if ends else "act"
            words = self.say(f"tag.{status}")
            yield Item(key, *at, tag(words, colour, True, PLATE[0] + 40), z=1)

    def status(self, seat: int) -> str:
        """Return what a player does now, by the key of its tag."""
        view = self.view
        if view.phase is not Phase.OVER:
            return str(view.phase.value) if seat == view.turn else ""
        outcome = view.game.outcome(
            State(view.phase, view.turn, view.cells, view.plies, view.earlier)
        )
        assert outcome is not None, "the game is over"
        if len(outcome.winners) > 1:
            return "drawn"
        return "won" if seat in outcome.winners else ""

    # --- pieces -------------------------------------------------------------------------------

    def pieces(self) -> Iterator[Item]:
        """Yield the pieces on the board, and what lies under octopuses. AQ-10."""
        view, size = self.view, round(self.size * 0.84, 1)
        geometry = view.game.geometry
        movable = {action.source for action in self.actions() if isinstance(action, Move)}
        for name, at, letter in zip(
            geometry.names, middles(geometry, self.near), self.cells, strict=True
        ):
            top, under = visible(letter), prey(letter)
            if top is None:
                continue
            label = self.called(top, "on", cell=name)
            yield Item(
                f"on {name}",
                *at,
                art.piece(top.kind, top.seat, size),
                label,
                f"at:{name}" if name in movable and top.seat == view.turn else "",
                place=f"cell {name}",
                face=f"{top.kind} {top.seat}",
                z=10,
            )
            if under is not None:
                yield self.prey(name, at, top, under, round(size * 0.5, 1))

    def prey(self, name: str, at: Point, top: Piece, under: Piece, size: float) -> Item:
        """Return what lies under an octopus: its owner may look, others see that it is there."""
        seen = self.open or top.seat == self.view.seat
        label = (
            self.called(under, "under", cell=name)
            if seen
            else self.say("piece.under_hidden", cell=name)
        )
        shift = self.size * 0.27
        return Item(
            f"under {name}",
            round(at[0] + shift, 1),
            round(at[1] + shift, 1),
            art.prey_sign(under.kind if seen else HIDDEN, under.seat if seen else 0, size),
            label,
            place=f"under {name}",
            face=f"{under.kind} {under.seat}" if seen else HIDDEN,
            z=12,
        )

    def tray(self, seat: int) -> Iterator[Item]:
        """Yield a side's pieces beside the board: those yet to place, later those eaten."""
        x, width, height = TRAY
        y = TRAYS[seat != self.near]
        if self.hidden(seat):
            yield from self.hidden_tray(seat, y)
            return
        game = self.view.game
        counts: tuple[int, ...] = game.in_hand(self.cells, seat)
        place, key = "stock", "stock"
        if not self.placing:
            there = Counter(
                piece
                for letter in self.cells
                for piece in (visible(letter), prey(letter))
                if piece is not None
            )
            counts = tuple(
                full - there[Piece(seat, kind)]
                for full, kind in zip(game.pieces, KINDS, strict=True)
            )
            place, key = "out", "eaten"
        words = self.say(f"table.{key}", count=sum(counts))
        yield Item(f"tray {seat}", x, y, art.tray(words, width, height))
        mine = self.placing and seat == self.view.turn and (self.open or seat == self.view.seat)
        size = 46
        rows = [(kind, count) for kind, count in zip(KINDS, counts, strict=True) if count]
        for row, (kind, count) in enumerate(rows):
            for n, shift in enumerate(fan(count, width - 24, size, 6)):
                last = n == count - 1
                yield Item(
                    f"{place} {seat} {kind} {n}",
                    round(x + 12 + size / 2 + shift, 1),
                    y + 62 + 50 * row,
                    art.piece(kind, seat, size),
                    self.called(Piece(seat, kind), place),
                    f"piece:{kind}" if mine and last else "",
                    place=f"{place} {seat} {kind}",
                    face=f"{kind} {seat}",
                    z=10 + n,
                )

    def hidden_tray(self, seat: int, y: float) -> Iterator[Item]:
        """Yield the pieces that a side places in secret, face down: yet to place, and placed."""
        x, width, height = TRAY
        placed = self.view.placed[seat]
        left = sum(self.view.game.pieces) - placed
        yield Item(
            f"tray {seat}", x, y, art.tray(self.say("table.stock", count=left), width, height)
        )
        words = self.say("table.secret", count=placed)
        yield Item(f"secret {seat}", x + 12, y + 114, text(0, 0, words, 18, fill=SOFT))
        for n in range(left + placed):
            row, k, count = (0, n, left) if n < left else (1, n - left, placed)
            place = ("stock", "secret")[row]
            yield Item(
                f"{place} {seat} {k}",
                round(x + 35 + fan(count, width - 24, 46, 6)[k], 1),
                y + (62, 150)[row],
                art.piece(HIDDEN, seat, 46),
                self.say("piece.hidden", seat=self.names[seat]) if k == 0 else "",
                place=f"{place} {seat}",
                face=HIDDEN,
                z=10 + k,
            )

    # --- what can be done -------------------------------------------------------------------------

    def actions(self) -> tuple[Action, ...]:
        """Return what can be clicked here: of the seat in view, if it is its go."""
        return actions_of(self.view)

    def cells_to_click(self) -> Iterator[Item]:
        """Yield the home cells on which a piece can be placed. AQ-3."""
        geometry, size = self.view.game.geometry, self.size
        free = dict.fromkeys(action.cell for action in self.actions() if isinstance(action, Place))
        for name in free:
            at = middles(geometry, self.near)[geometry.named[name]]
            yield Item(
                f"home {name}",
                *at,
                art.target(size, False, "step"),
                self.say("piece.free", cell=name),
                f"cell:{name}",
                z=3,
            )

    def targets(self) -> Iterator[Item]:
        """Yield where pieces can go, shown while one is chosen; and what to do with a prey."""
        view, geometry = self.view, self.view.game.geometry
        ends: dict[str, str] = {}
        asks = False
        for action in self.actions():
            if isinstance(action, Move):
                ends[path(view, action)[1]] = action.code
                asks = asks or isinstance(action, Carry)
        for token, verb in ends.items():
            name = token.split(":")[1]
            cell = geometry.named[name]
            x, y = middles(geometry, self.near)[cell]
            top = visible(self.cells[cell])
            mine = top is not None and top.seat == view.turn
            shift = self.size / 2 - art.corner(self.size) / 2 - 2 if mine else 0
            sign = verb if verb in ("eat", "cover") else "step"
            yield Item(
                token.replace(":", " "),
                round(x + shift, 1),
                round(y - shift, 1),
                art.target(self.size, mine, sign),
                name if top is None else self.called(top, "on", cell=name),
                token,
                z=30,
            )
        if asks:
            for n, verb in enumerate(art.ICONS):
                word = self.say(f"verb.{verb}")
                drawn = art.verb_button(f"do:{verb}", word, art.ICONS[verb])
                at = (SIDE + n * (BUTTON[0] + 12), BUTTONS_Y)
                yield Item(f"do {verb}", *at, drawn, word, f"do:{verb}", z=30)
