"""How the pirates of Hispaniola move from frame to frame."""

from __future__ import annotations

from itertools import pairwise

from gamelib.game import Action
from gamelib.hispaniola.board import CAPTAIN, boarded, overboard
from gamelib.hispaniola.cards import ship_of
from gamelib.hispaniola.rules import Place, Swap, View
from widgets.scene import Item, Point


def movements(view: View, action: Action) -> tuple[tuple[str, str], ...]:
    """Return from which place to which each pirate moves when an action is played. HI-7 to HI-9."""
    if isinstance(action, Swap):
        ship = f"ship {ship_of(view.trick)}"
        return (
            (f"{ship} captain", f"{ship} {action.side}"),
            (f"{ship} {action.side}", f"{ship} captain"),
        )
    if not isinstance(action, Place):
        return ()
    n, pirate = ship_of(view.trick), view.turn
    way = [f"stock {pirate}", f"ship {n} captain"]
    if view.ships[n][CAPTAIN] is not None:
        way.append(f"ship {n} {action.push}")
        _, wet = boarded(view.ships[n], pirate, action.push)
        if wet is not None:
            free = view.islands.index(None) if None in view.islands else len(view.islands)
            way += [f"island {k}" for k in range(min(free + 1, len(view.islands)))]
            _, home = overboard(view.islands, wet)
            if home is not None:
                way.append(f"stock {home}")
    return tuple(pairwise(way))


def way(was: Item, now: Item) -> tuple[Point, ...]:
    """Return the points a pirate passes: each waits where it is until the one before has come."""
    if not was.face.startswith("pirate"):
        return ()
    here = (was.x, was.y)
    start, end = was.place.split(), now.place.split()
    match start, end:
        case ["ship", _, "captain"], ["ship", *_]:
            return (here,)
        case ["ship", *_], ["island", *_]:
            return (here,) * 2
        case ["island", n], ["island" | "stock", *_]:
            return (here,) * (3 + int(n))
    return ()
