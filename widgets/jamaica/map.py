"""The map of Jamaica: an island, and round it the track, wherever its spaces are said to be.

The longest way home is the outer lane, laid out along one curve; spaces on shorter ways lie in a
channel nearer to the island, evenly between the spaces they join. So any track can be drawn.
"""

from __future__ import annotations

from functools import cache, lru_cache
from math import copysign, cos, hypot, pi, sin
from typing import NamedTuple

from gamelib.jamaica.track import FOOD, GOLD, LAIR, ROYAL, SEA, TRACK, Space, Track
from gamelib.texts import say
from widgets.jamaica.art import ANCHOR, CHEST, DARK, good, sign, signed
from widgets.scene import Item, Point, coord, text

CENTRE = (480.0, 240.0)
COAST = (281.0, 237.0)
"""The half axes of the sea."""
LANE = (240.0, 196.0)
"""The half axes of the outer lane."""
FULLNESS = 0.62
"""The exponent of the curve: 1 is an ellipse, towards 0 it becomes a rectangle."""
HARBOUR = (152, 34)
"""The size of Port Royal, where all ships lie side by side."""
CHANNEL = 46
"""How far inside the outer lane the channel is."""
RADIUS = 13
BERTH = 25
"""How far beside a space its ships lie."""


# --- the curve ------------------------------------------------------------------------------------


def _curve(half: Point, turn: float) -> Point:
    """Return a point of an oval with full corners; a turn of 0 is below, 1/4 at the left."""
    x, y = -sin(2 * pi * turn), cos(2 * pi * turn)
    return (
        CENTRE[0] + copysign(half[0] * abs(x) ** FULLNESS, x),
        CENTRE[1] + copysign(half[1] * abs(y) ** FULLNESS, y),
    )


_PARTS = 4000


@cache
def _lengths() -> tuple[float, ...]:
    """Return how long the outer lane is up to each of many points on it."""
    length, lengths = 0.0, [0.0]
    x, y = _curve(LANE, 0)
    for n in range(1, _PARTS + 1):
        to_x, to_y = _curve(LANE, n / _PARTS)
        length += hypot(to_x - x, to_y - y)
        lengths.append(length)
        x, y = to_x, to_y
    return tuple(lengths)


def _at(way: float) -> tuple[Point, Point]:
    """Return the point of the outer lane after a way, and the direction away from the island."""
    lengths = _lengths()
    way %= lengths[-1]
    low, high = 0, _PARTS
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if lengths[middle] <= way else (low, middle)
    share = (way - lengths[low]) / (lengths[high] - lengths[low])
    point = _curve(LANE, (low + share) / _PARTS)
    (x, y), (to_x, to_y) = _curve(LANE, (low - 8) / _PARTS), _curve(LANE, (low + 9) / _PARTS)
    long = hypot(to_x - x, to_y - y)
    return point, ((to_y - y) / long, (x - to_x) / long)


# --- the track ------------------------------------------------------------------------------------


class Chart(NamedTuple):
    """Where the spaces of a track are."""

    spaces: tuple[Space, ...]
    points: tuple[Point, ...]
    outward: tuple[Point, ...]
    """For each space the direction in which its ships lie: outward, in a channel inward."""

    def berth(self, space: int, n: int, ships: int) -> Point:
        """Return where the n-th of so many ships lies at a space."""
        x, y = self.points[space]
        if space == 0:
            return x + (n - (ships - 1) / 2) * min(24, (HARBOUR[0] - 24) / max(ships - 1, 1)), y
        out_x, out_y = self.outward[space]
        along = (n - (ships - 1) / 2) * (19 if ships < 4 else 13)
        return x + BERTH * out_x - along * out_y, y + BERTH * out_y + along * out_x


@lru_cache(maxsize=8)
def chart(spaces: tuple[Space, ...]) -> Chart:
    """Return where the spaces of a track are."""
    outer, along = _lanes(spaces)
    length, whole = _lengths()[-1], along[-1]
    free = HARBOUR[0] / 2 + RADIUS + 6
    step = (length - 2 * free) / max(whole - 2, 1)
    points, outward = [], []
    for space, steps in enumerate(along[:-1]):
        way = 0.0 if space == 0 else free + (steps - 1) * step
        (x, y), (out_x, out_y) = _at(way)
        if not outer[space]:
            x, y = x - CHANNEL * out_x, y - CHANNEL * out_y
            out_x, out_y = -out_x, -out_y
        points.append((x, y))
        outward.append((out_x, out_y))
    return Chart(spaces, tuple(points), tuple(outward))


def _lanes(spaces: tuple[Space, ...]) -> tuple[list[bool], list[float]]:
    """Return which spaces are on the longest way, and how many steps along it each space lies.

    The last number is of Port Royal again, as one comes home.
    """
    home = len(spaces)
    track = Track(spaces)
    longest = track.longest_home
    outer, space = [False] * home, 0
    along = [0.0] * home + [float(longest[0])]
    for steps in range(longest[0]):
        outer[space], along[space] = True, float(steps)
        space = max(spaces[space].next, key=lambda n: longest[n] if n else 0)
    inner = [space for space in range(home) if not outer[space]]
    for _ in range(100 if inner else 0):  # each comes to lie midway between its neighbours
        for space in inner:
            ahead = [along[n or home] for n in spaces[space].next]
            back = [along[n] for n in track.back[space]]
            along[space] = (sum(ahead) / len(ahead) + sum(back) / len(back)) / 2
    return outer, along


def route(start: int, end: int) -> tuple[tuple[int, ...], bool]:
    """Return the spaces a ship passes in the box's sea, and whether it sails forward."""
    ahead, back = _passed(start, end), _passed(end, start)
    if len(ahead) <= len(back):
        return ahead, True
    return tuple(reversed(back)), False


@cache
def _passed(start: int, end: int) -> tuple[int, ...]:
    """Return the spaces between two, going forward by the shortest way."""
    ways: list[tuple[int, ...]] = [(start,)]
    while True:
        ways = [(*way, after) for way in ways for after in TRACK[way[-1]].next]
        for way in ways:
            if way[-1] == end:
                return way[1:-1]


# --- the drawing ----------------------------------------------------------------------------------


def _oval(half: Point) -> str:
    points = (_curve(half, n / 120) for n in range(120))
    return "M" + "L".join(f"{coord(x)} {coord(y)}" for x, y in points) + "Z"


def _island() -> str:
    """Return the island: a coast with bays, a beach, hills and palms."""
    half = (LANE[0] - CHANNEL - 19, LANE[1] - CHANNEL - 19)
    points = []
    for n in range(180):
        x, y = _curve(half, n / 180)
        turn = 2 * pi * n / 180
        bay = (
            1
            - 0.03 * (1 + sin(3 * turn + 0.6))
            - 0.018 * (1 + sin(7 * turn))
            - 0.008 * sin(17 * turn)
        )
        points.append(
            f"{coord(CENTRE[0] + (x - CENTRE[0]) * bay)} {coord(CENTRE[1] + (y - CENTRE[1]) * bay)}"
        )
    coast = f"M{'L'.join(points)}Z"
    return (
        f'<path d="{coast}" style="fill:var(--tw-felt);stroke:var(--tw-felt-line);'
        'stroke-width:10;stroke-linejoin:round"/>'
        f'<path d="{coast}" style="fill:none;stroke:var(--tw-line);stroke-width:1"/>'
    )


def _waves() -> str:
    """Return a few waves between the lane and the coast."""
    waves = []
    for n in range(28):
        share = (0.66, 1.115)[n % 2]
        half = (LANE[0] * share, LANE[1] * (share + 0.01))
        x, y = _curve(half, (n + 0.5) / 28)
        waves.append(f"M{coord(x - 8)} {coord(y)}q4 -5 8 0t8 0")
    return f'<path d="{"".join(waves)}" style="fill:none;stroke:var(--tw-back-line)"/>'


OCEAN = Item(
    "sea", 0, 0,
    f'<path d="{_oval(COAST)}" style="fill:var(--tw-back);stroke:var(--tw-back-line);'
    f'stroke-width:3"/>{_waves()}{_island()}',
)  # fmt: skip


@cache
def _space(kind: str, price: int) -> str:
    """Return a space, centred on the origin: its price as a square or a coin, or a lair."""
    disc = (
        f'<circle r="{RADIUS}" style="fill:var(--tw-card);stroke:var(--tw-line);stroke-width:1.5"/>'
    )
    if kind == LAIR:
        empty = sign(CHEST, 0, 0, 1, "fill:none;stroke:var(--tw-line);stroke-width:1.2")
        return disc.replace("var(--tw-card)", "var(--tw-felt)") + empty
    return (
        disc
        + good(FOOD if kind == SEA else GOLD, 0, 0, 1.05)
        + text(0, 5, price, 14, "middle", 700, DARK)
    )


@cache
def _links(track: Chart) -> str:
    """Return the lines between the spaces."""
    lines = []
    for space, (x, y) in enumerate(track.points):
        for after in track.spaces[space].next:
            to_x, to_y = track.points[after]
            lines.append(f"M{coord(x)} {coord(y)}L{coord(to_x)} {coord(to_y)}")
    return (
        f'<path d="{"".join(lines)}" style="stroke:var(--tw-back-line);stroke-width:5;'
        'stroke-linecap:round"/>'
    )


@cache
def _harbour(name: str, score: int) -> str:
    """Return Port Royal, with what coming home is worth."""
    width, height = HARBOUR
    return (
        f'<rect x="{-width / 2}" y="{-height / 2}" width="{width}" height="{height}" rx="17" '
        'style="fill:var(--tw-card);stroke:var(--tw-ink);stroke-width:2"/>'
        + sign(ANCHOR, -72, -28, 0.8, "fill:none;stroke:var(--tw-ink);stroke-width:2")
        + text(-60, -23, name, 14, "start", 600)
        + text(72, -23, signed(score), 18, "end", 700)
    )


@lru_cache(maxsize=32)
def sea(spaces: tuple[Space, ...], lang: str) -> tuple[Item, ...]:
    """Return the sea with all its spaces, prices, scores and lairs: it stays as it is."""
    track = chart(spaces)
    behind = min(space.score for space in spaces)
    items = [OCEAN, Item("links", 0, 0, _links(track))]
    for n, (kind, price, score, _) in enumerate(spaces):
        label = say(f"jamaica.space.{kind}", lang, number=n, price=price)
        label += f". {say('jamaica.piece.scores', lang, score=str(score).replace('-', '−'))}"
        if kind == ROYAL:
            art = _harbour(say("jamaica.space.royal", lang), score)
        else:
            art = _space(kind, price)
            out_x, out_y = track.outward[n]
            if score != behind:
                art += text(-25 * out_x, -22 * out_y + 5, signed(score), 14, "middle", 700)
            elif n % 5 == 0:
                art += text(-22 * out_x, -21 * out_y + 4, n, 12, "middle", fill="var(--tw-soft)")
        items.append(Item(f"space {n}", *track.points[n], art, label))
    return tuple(items)


@cache
def lair_token(lang: str) -> tuple[str, str]:
    """Return the treasure on a lair, and its name."""
    art = sign(CHEST, 0, 0, 1.15, f"fill:var(--tw-seat0);stroke:{DARK};stroke-width:1.4")
    return art, say("jamaica.piece.token", lang)


@cache
def target(space: int, short: bool, royal: bool) -> str:
    """Return the mark on a space that can be sailed to: its number, and if it cannot be paid."""
    if royal:
        width, height = HARBOUR
        return (
            f'<rect x="{-width / 2 - 4}" y="{-height / 2 - 4}" '
            f'width="{width + 8}" height="{height + 8}" rx="21" '
            'style="fill:none;stroke:var(--tw-act);stroke-width:3"/>'
        )
    colour = "hurt" if short else "act"
    wide = 12 + 8 * len(str(space)) + 8 * short
    return (
        f'<circle r="{RADIUS + 3}" style="fill:none;'
        f'stroke:var(--tw-{colour});stroke-width:3"/>'
        f'<rect x="{-wide / 2}" y="12" width="{wide}" height="17" rx="8.5" '
        f'style="fill:var(--tw-{colour})"/>'
        + text(0, 25, f"{space}!" if short else space, 12, "middle", 700, "var(--tw-ground)")
    )


@cache
def ship(seat: int, initial: str, moving: bool) -> str:
    """Return a ship, centred on the origin: a sail of its owner's colour with the initial."""
    ink = DARK if seat != 4 else "#fff"
    ring = (
        '<circle r="16" style="fill:none;stroke:var(--tw-act);stroke-width:3"/>' if moving else ""
    )
    return (
        ring + f'<path d="M-10 6H10L6 12H-6Z" style="fill:var(--tw-seat{seat});'
        f'stroke:{DARK};stroke-width:1.2;stroke-linejoin:round"/>'
        f'<path d="M-9 5Q-7 -4 -9 -12H9Q7 -4 9 5Z" style="fill:var(--tw-seat{seat});'
        f'stroke:{DARK};stroke-width:1.2;stroke-linejoin:round"/>'
        + text(0, 1, initial, 12, "middle", 700, ink)
    )
