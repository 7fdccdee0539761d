"""The map of Jamaica: an island, and round it the track, wherever its spaces are said to be.

The longest way home is the outer lane, laid out along one curve; spaces on shorter ways lie in a
channel nearer to the island, evenly between the spaces they join. So any track can be drawn.
"""

from __future__ import annotations

from functools import cache, lru_cache
from math import copysign, cos, hypot, pi, sin
from typing import NamedTuple

from gamelib.jamaica.track import FOOD, GOLD, LAIR, PORT, ROYAL, SEA, TRACK, Space, Track
from gamelib.texts import say
from widgets.jamaica.art import ANCHOR, CHEST, DARK, PAINT, sign, signed
from widgets.scene import SMALLEST, Item, Point, answer, coord, text, width_of

CENTRE = (480.0, 240.0)
COAST = (281.0, 237.0)
"""The half axes of the sea."""
LANE = (240.0, 194.0)
"""The half axes of the outer lane."""
FULLNESS = 0.62
"""The exponent of the curve: 1 is an ellipse, towards 0 it becomes a rectangle."""
HARBOUR = (152, 34)
"""The size of Port Royal, where all ships lie side by side."""
CHANNEL = 46
"""How far inside the outer lane the channel is."""
RADIUS = 13
BERTH = 26
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
        along = (n - (ships - 1) / 2) * (22 if ships < 4 else 20)
        return x + BERTH * out_x - along * out_y, y + BERTH * out_y + along * out_x

    def beside(self, space: int) -> Point:
        """Return where words about a space lie, seen from it: towards the island.

        In a channel that is below: the ships lie towards the island there.
        """
        x, y = self.points[space]
        out_x, out_y = self.outward[space]
        if (x - CENTRE[0]) * out_x + (y - CENTRE[1]) * out_y < 0:
            return 0, 28
        return -31 * out_x, -27 * out_y

    def clear(self, space: int, beside: Point) -> bool:
        """Tell whether no other space lies where a number would stand beside one."""
        x, y = self.points[space][0] + beside[0], self.points[space][1] + beside[1]
        return all(
            hypot(x - at_x, y - at_y) > RADIUS + 14
            for n, (at_x, at_y) in enumerate(self.points)
            if n != space
        )


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


CHEST_PLACE = "fill:none;stroke:var(--tw-line);stroke-width:1.2"
SPACES = {
    SEA: ("h24v24h-24z", (-12, -12), f"fill:var(--tw-seat{PAINT[FOOD]});stroke:{DARK}"),
    PORT: (
        "a13 13 0 1 0 26 0a13 13 0 1 0-26 0z", (-13, 0),
        f"fill:var(--tw-seat{PAINT[GOLD]});stroke:{DARK}",
    ),
    LAIR: (
        "a13 13 0 1 0 26 0a13 13 0 1 0-26 0z", (-13, 0), "fill:var(--tw-felt);stroke:var(--tw-line)"
    ),
}  # fmt: skip
"""How a kind of space is drawn: its outline, where that begins seen from the middle, its colours.

Seas are square like food, ports round like gold.
"""


@cache
def _spaces(track: Chart) -> str:
    """Return all spaces, those of a kind as one path."""
    art = ""
    for kind, (outline, (x, y), style) in SPACES.items():
        drawn = "".join(
            f"M{coord(at[0] + x)} {coord(at[1] + y)}{outline}"
            for at, space in zip(track.points, track.spaces, strict=True)
            if space.kind == kind
        )
        art += f'<path d="{drawn}" style="{style};stroke-width:1.3"/>'
    return art


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
        + text(-60, -23, name, SMALLEST, "start", 600)
        + text(72, -23, signed(score), 18, "end", 700)
    )


@lru_cache(maxsize=32)
def sea(spaces: tuple[Space, ...], lang: str) -> tuple[Item, ...]:
    """Return the sea with all its spaces, prices, scores and lairs: it stays as it is."""
    track = chart(spaces)
    behind = min(space.score for space in spaces)
    items = [OCEAN, Item("track", 0, 0, _links(track) + _spaces(track))]
    for n, (kind, price, score, _) in enumerate(spaces):
        label = say(f"jamaica.space.{kind}", lang, number=n, price=price)
        label += f". {say('jamaica.piece.scores', lang, score=str(score).replace('-', '−'))}"
        if kind == ROYAL:
            art = _harbour(say("jamaica.space.royal", lang), score)
        else:
            art = (
                sign(CHEST, 0, 0, 1.2, CHEST_PLACE)
                if kind == LAIR
                else text(0, 6, price, SMALLEST, "middle", 700, DARK)
            )
            out_x, out_y = track.outward[n]
            x, y = -30 * out_x, -27 * out_y + 6
            if score != behind:
                art += text(x, y, signed(score), SMALLEST, "middle", 700)
            elif n % 5 == 0 and track.clear(n, (x, y - 6)):
                art += text(x, y, n, SMALLEST, "middle", fill="var(--tw-soft)")
        items.append(Item(f"space {n}", *track.points[n], art, label))
    return tuple(items)


@cache
def lair_token(lang: str) -> tuple[str, str]:
    """Return the treasure on a lair, and its name."""
    art = sign(CHEST, 0, 0, 1.25, f"fill:var(--tw-seat0);stroke:{DARK};stroke-width:1.4")
    return art, say("jamaica.piece.token", lang)


@cache
def target(space: int, short: bool, royal: bool, beside: Point) -> str:
    """Return the mark on a space that can be sailed to: its number, and if it cannot be paid."""
    if royal:
        width, height = HARBOUR
        return (
            f'<rect x="{-width / 2 - 4}" y="{-height / 2 - 4}" '
            f'width="{width + 8}" height="{height + 8}" rx="21" '
            'style="fill:none;stroke:var(--tw-act);stroke-width:3"/>'
        )
    art = _ringed(str(space), "act", beside)
    return art + answer(_ringed(f"{space} !", "hurt", beside)) if short else art


def _ringed(words: str, colour: str, beside: Point) -> str:
    """Return a ring round a space, and words beside it."""
    wide, (x, y) = 14 + width_of(words, SMALLEST), beside
    return (
        f'<circle r="{RADIUS + 5}" style="fill:none;stroke:var(--tw-{colour});stroke-width:3"/>'
        f'<rect x="{coord(x - wide / 2)}" y="{coord(y - 11)}" width="{coord(wide)}" height="22" '
        f'rx="11" style="fill:var(--tw-{colour})"/>'
        + text(x, y + 6, words, SMALLEST, "middle", 700, "var(--tw-ground)")
    )


SHIP = "M-12 6H12L8 13H-8ZM-11 5Q-8.5 -5 -11 -14H11Q8.5 -5 11 5Z"


@cache
def ship(seat: int, initial: str, moving: bool) -> str:
    """Return a ship, centred on the origin: a sail of its owner's colour with the initial."""
    ring = (
        '<circle r="18" style="fill:none;stroke:var(--tw-act);stroke-width:3"/>' if moving else ""
    )
    return (
        f'{ring}<path d="{SHIP}" style="fill:var(--tw-seat{seat});stroke:{DARK};stroke-width:1.2;'
        'stroke-linejoin:round"/>'
        + text(0, 2, initial, SMALLEST, "middle", 700, DARK if seat != 4 else "#fff")
    )
