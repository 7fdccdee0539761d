"""How the ships of Jamaica sail from frame to frame."""

from __future__ import annotations

from gamelib.jamaica.track import TRACK
from widgets.jamaica.map import chart, route
from widgets.scene import Item, Point

MOST_POINTS = 5


def way(was: Item, now: Item) -> tuple[Point, ...]:
    """Return the points a ship passes from space to space; one that goes back waits a moment."""
    if not (was.place.startswith("space ") and now.place.startswith("space ")):
        return ()
    start, end = int(was.place[6:]), int(now.place[6:])
    if start == end:
        return ()
    spaces, forward = route(start, end)
    track = chart(TRACK)
    points = [track.berth(space, 0, 1) for space in spaces]
    if len(points) > MOST_POINTS:
        last = len(points) - 1
        points = [points[round(n * last / (MOST_POINTS - 1))] for n in range(MOST_POINTS)]
    return tuple(points) if forward else ((was.x, was.y), *points)
