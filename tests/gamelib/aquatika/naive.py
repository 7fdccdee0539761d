"""The moves of Aquatika a second time, slow and simple, written from the rules and nothing else.

A position is a dict from (column, row) to the pieces there, the lowest first; a piece is a seat and
a kind. Nothing here uses `gamelib.aquatika`.
"""

from __future__ import annotations

from collections.abc import Iterator

Place = tuple[int, int]
Piece = tuple[int, str]
Position = dict[Place, tuple[Piece, ...]]
Move = tuple[str, str, str]

KINDS = {"o": "octopus", "s": "shark", "f": "fish"}


class Water:
    """A board: which places there are, and who wants to go where."""

    def __init__(self, drawing: str, sideways_hops: bool = False) -> None:
        rows = drawing.split("/")[::-1]
        self.places = {
            (column, row): mark
            for row, line in enumerate(rows)
            for column, mark in enumerate(line)
            if mark != "#"
        }
        self.sideways_hops = sideways_hops

    def read(self, text: str) -> Position:
        """Read a drawing of pieces such as `1O+f3/5/…`."""
        position: Position = {}
        for row, line in enumerate(text.split("/")[::-1]):
            column = 0
            letters = list(line)
            while letters:
                letter = letters.pop(0)
                if letter.isdigit():
                    column += int(letter)
                    continue
                if letter not in ".#":
                    pieces = [letter]
                    if letters and letters[0] == "+":
                        letters.pop(0)
                        pieces.insert(0, letters.pop(0))
                    position[column, row] = tuple(
                        (0 if each.isupper() else 1, KINDS[each.lower()]) for each in pieces
                    )
                column += 1
        return position

    def moves(self, position: Position, seat: int) -> Iterator[tuple[Move, Position]]:
        """Every legal move of a seat, with what it leads to."""
        forward = 1 if seat == 0 else -1
        for place, pieces in position.items():
            owner, kind = pieces[-1]
            if owner != seat:
                continue
            prey = pieces[:-1]
            column, row = place
            for right, up in ((0, 1), (-1, 1), (1, 1), (-1, 0), (1, 0)):
                to = column + right, row + up * forward
                if to not in self.places:
                    continue
                there = position.get(to, ())
                alone = {**position, place: prey, to: ((seat, kind),)}
                if not there:
                    yield self.said("step", place, to), alone
                    if prey:
                        together = {**position, place: (), to: pieces}
                        yield self.said("carry", place, to), together
                elif kind == "shark":
                    yield self.said("eat", place, to), alone
                elif kind == "octopus" and there[-1][1] != "octopus":
                    yield self.said("cover", place, to), {**alone, to: (there[-1], (seat, kind))}
            if kind == "fish":
                yield from self.hops(position, seat, place, forward)

    def hops(
        self, position: Position, seat: int, place: Place, forward: int
    ) -> Iterator[tuple[Move, Position]]:
        """Over a neighbour to the empty place behind, as often as it goes on in that line."""
        for right, up in ((0, 1), (-1, 1), (1, 1), (-1, 0), (1, 0)):
            if up == 0 and not self.sideways_hops:
                continue
            column, row = place
            while True:
                over = column + right, row + up * forward
                to = column + 2 * right, row + 2 * up * forward
                if not position.get(over) or to not in self.places or position.get(to):
                    break
                yield self.said("hop", place, to), {**position, place: (), to: ((seat, "fish"),)}
                column, row = to

    @staticmethod
    def said(verb: str, place: Place, to: Place) -> Move:
        """A move in words."""
        first, second = ("abcdefghijklmnopqrstuvwxyz"[c] + str(r + 1) for c, r in (place, to))
        return verb, first, second

    def successors(self, position: Position, seat: int) -> list[tuple[Move, Position]]:
        """The legal moves, without places that nothing stands on."""
        return [
            (move, {place: pieces for place, pieces in after.items() if pieces})
            for move, after in self.moves(position, seat)
        ]

    def won(self, position: Position) -> set[int]:
        """Whose pieces are seen on their own goals."""
        return {
            pieces[-1][0]
            for place, pieces in position.items()
            if self.places[place] == "AB"[pieces[-1][0]]
        }

    def perft(self, position: Position, seat: int, depth: int) -> int:
        """How many lines of so many moves there are."""
        if depth == 0:
            return 1
        if self.won(position):
            return 0
        return sum(
            self.perft(after, 1 - seat, depth - 1) for _, after in self.successors(position, seat)
        )
