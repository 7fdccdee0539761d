"""How the creatures of Aquatika move from frame to frame, and the mark of the last move."""

from __future__ import annotations

from gamelib.aquatika.board import prey, visible
from gamelib.aquatika.moves import Carry, Cover, Eat, Hop, Move
from gamelib.aquatika.rules import View
from gamelib.game import Action
from widgets.aquatika import art
from widgets.scene import Item, Point, Scene


def movements(view: View, action: Action) -> tuple[tuple[str, str], ...]:
    """Return from which place to which each piece goes when an action is played. AQ-5, AQ-6."""
    if not isinstance(action, Move):
        return ()
    named = view.game.geometry.named
    here, there = (view.cells[named[name]] for name in (action.source, action.target))
    source, target = action.source, action.target
    moves = [(f"cell {source}", f"cell {target}")]
    if prey(here) is not None:
        carried = isinstance(action, Carry)
        moves.append((f"under {source}", f"under {target}" if carried else f"cell {source}"))
    met, under = visible(there), prey(there)
    if isinstance(action, Cover):
        moves.append((f"cell {target}", f"under {target}"))
    if isinstance(action, Eat):
        for place, piece in (("cell", met), ("under", under)):
            if piece is not None:
                moves.append((f"{place} {target}", f"out {piece.seat} {piece.kind}"))
    return tuple(moves)


def way(was: Item, now: Item) -> tuple[Point, ...]:
    """Return the points a piece passes: a flying fish every landing, and the top of every hop.

    A piece that is eaten stays until the shark is there. AQ-6, AQ-7.
    """
    match was.place.split(), now.place.split():
        case ["cell" | "under", _], ["out", *_]:
            return ((was.x, was.y),)
        case ["cell", source], ["cell", target]:
            cells = _apart(source, target)
            return tuple(
                (
                    round(was.x + (now.x - was.x) * n / cells, 1),
                    round(was.y + (now.y - was.y) * n / cells - (LEAP if n % 2 else 0), 1),
                )
                for n in range(1, cells)
            )
    return ()


LEAP = 16
"""How far a hopping fish rises."""


def _apart(source: str, target: str) -> int:
    """Return how many cells lie between two cells in a line, the last one counted."""
    columns = abs(ord(source[0]) - ord(target[0]))
    return max(columns, abs(int(source[1:]) - int(target[1:])))


def traced(scene: Scene, action: Action) -> Scene:
    """Return a board with the last move marked on it: from where, by which landings, to where."""
    if not isinstance(action, Move):
        return scene
    edges = {item.key: item for item in scene.items if item.key.startswith(("column ", "row "))}
    (x, y), (end_x, end_y) = (
        (edges[f"column {name[0]}"].x, edges[f"row {name[1:]}"].y)
        for name in (action.source, action.target)
    )
    cells = _apart(action.source, action.target)
    size = max(abs(end_x - x), abs(end_y - y)) / cells
    step = 2 if isinstance(action, Hop) else 1
    points = tuple(
        (x + (end_x - x) * n / cells, y + (end_y - y) * n / cells)
        for n in range(0, cells + 1, step)
    )
    mark = Item("last move", 0, 0, art.trace(points, size), z=5)
    return Scene(scene.size, scene.title, (*scene.items, mark))
