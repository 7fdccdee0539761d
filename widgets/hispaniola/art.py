"""Hispaniola's pieces: cards, ships, islands and pirates.

A film has a thousand frames of the same pieces, so each is drawn once and then remembered.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from math import cos, pi, sin

from gamelib.hispaniola.board import Ship
from gamelib.hispaniola.cards import NUMBER, SHIPS, named, ship_named
from gamelib.texts import phrase, say
from widgets.hispaniola.places import (
    FLEET,
    FLOW,
    HANDS,
    ISLANDS,
    NAMES,
    SEATS,
    STOCK_STEP,
    STOCK_WIDTH,
    Home,
)
from widgets.scene import (
    CARD,
    HIDDEN,
    LARGE,
    SEAT_COLOURS,
    SMALL,
    Item,
    Point,
    coord,
    fitted,
    seat_sign,
    text,
    width_of,
)
from widgets.tabletop import fan

# --- colours, each with a sign of its own --------------------------------------------------------

PAINT = {"O": 0, "S": 1, "G": 2, "Y": 3, "P": 6, "N": 7}
"""The paint of each ship and its cards, as a seat's colour is numbered."""
DARK = "#1b1f23"
"""The ink on paint, which is the same by day and by night."""


def _star() -> str:
    points = []
    for n in range(10):
        radius, angle = (8.5, 3.6)[n % 2], pi * n / 5
        points.append(f"{coord(radius * sin(angle))} {coord(-radius * cos(angle))}")
    return f"M{'L'.join(points)}Z"


SYMBOLS = {
    "O": "M-6.5 -6.5H6.5V6.5H-6.5Z",
    "S": "M0 -8.5C3 -4 6.5 -1 6.5 2.5A6.5 6 0 0 1 -6.5 2.5C-6.5 -1 -3 -4 0 -8.5Z",
    "G": "M0 -8L8 7H-8Z",
    "Y": _star(),
    "P": "M-3 -8H3V-3H8V3H3V8H-3V3H-8V-3H-3Z",
    "N": "M0 -7.5A7.5 7.5 0 1 0 0 7.5A7.5 7.5 0 1 0 0 -7.5ZM0 -3.5A3.5 3.5 0 1 1 0 3.5"
    "A3.5 3.5 0 1 1 0 -3.5Z",
}
"""The sign of each colour, about 16 wide around the origin."""


def paint(colour: str) -> str:
    """Return a colour's paint."""
    return f"var(--tw-seat{PAINT[colour]})"


@cache
def symbol(colour: str, x: float, y: float, scale: float = 1, fill: str = "") -> str:
    """Return a colour's sign, painted and with a dark edge, so that it is seen on any ground."""
    shape = f"fill:{fill}" if fill else f"fill:{paint(colour)};stroke:{DARK};stroke-width:1"
    return (
        f'<path transform="translate({coord(x)} {coord(y)}) scale({scale:g})" '
        f'd="{SYMBOLS[colour]}" style="{shape}"/>'
    )


@cache
def face(name: str, size: tuple[int, int] = CARD, fanned: bool = False) -> str:
    """Return a card as SVG: number and sign on a band of its colour, and large below it."""
    width, height = size
    if name == HIDDEN:
        return (
            f'<rect class="tw-card" x=".5" y=".5" width="{width - 1}" height="{height - 1}" rx="4" '
            'style="fill:var(--tw-back);stroke:var(--tw-line)"/>'
            f'<path d="M{width // 2} 8L{width - 8} {height // 2}L{width // 2} {height - 8}L8 '
            f'{height // 2}Z" style="fill:none;stroke:var(--tw-back-line)"/>'
        )
    colour, value = name[0], str(NUMBER[name])
    band, type_size, corner = (24, 18, (3.0, 19.0)) if width > 40 else (18, 14, (3.0, 14.0))
    if fanned:
        type_size, corner = 12, (1.5, 13.5)
    middle = (band + height) / 2
    art = (
        f'<rect class="tw-card" x=".5" y=".5" width="{width - 1}" height="{height - 1}" '
        f'rx="{6 if width > 40 else 4}" style="fill:var(--tw-card);stroke:var(--tw-line)"/>'
        f'<rect x="1.5" y="1.5" width="{width - 3}" height="{band - 1.5}" '
        f'rx="{5 if width > 40 else 3}" style="fill:{paint(colour)}"/>'
        + text(*corner, value, type_size, "start", 700, DARK)
    )
    if fanned:
        return art + symbol(colour, 9 if width > 40 else 8, band + 9, 0.7)
    large = 36 if width > 56 else 24
    if width > 40:
        art += symbol(colour, width - 11, band / 2 + 0.5, 0.7, DARK)
        art += text(width / 2, middle - 1, value, large, "middle", 600, "var(--tw-card-ink)")
        return art + symbol(colour, width / 2, height - (16 if width > 56 else 11), 0.95)
    return art + symbol(colour, width / 2, middle, 1.2)


@cache
def _pirate(seat: int, initial: str) -> str:
    """Return a pirate, centred on the origin: a disc of its owner's colour with the initial."""
    ink = DARK if seat != 4 else "#fff"
    return (
        f'<circle r="11" style="fill:var(--tw-seat{seat % SEAT_COLOURS});stroke:{DARK};'
        'stroke-width:1.5"/>' + text(0, 5, initial, 14, "middle", 700, ink)
    )


def signed(points: int) -> str:
    """Return points with their sign.

    >>> signed(-3), signed(4), signed(0)
    ('−3', '+4', '0')
    """
    return f"−{-points}" if points < 0 else f"+{points}" if points else "0"


@cache
def card_named(name: str, lang: str) -> str:
    """Return a card's name in words."""
    words = named(name)
    return words if isinstance(words, str) else phrase(words, lang)


# --- the art of the board, drawn once for all frames ---------------------------------------------


def _sea() -> str:
    """Return the sea with its waves, and the way that castaways go."""
    waves = "".join(
        f"M{x} {y}q6 -5 12 0t12 0"
        for x, y in (
            (176, 246), (372, 238), (566, 244), (756, 236), (186, 308), (232, 270), (716, 304),
            (748, 268),
        )
    )  # fmt: skip
    onward = "".join(f"M{x + 50} 278h18m-5 -4l5 4l-5 4" for x, _ in ISLANDS)
    return (
        '<rect x="162" y="132" width="636" height="194" rx="18" style="fill:var(--tw-seat1);'
        'fill-opacity:.16;stroke:var(--tw-felt-line);stroke-width:1.5"/>'
        f'<path d="{waves}" style="fill:none;stroke:var(--tw-seat1);stroke-width:1.5"/>'
        f'<path d="{onward}" style="fill:none;stroke:var(--tw-soft);stroke-width:1.5"/>'
    )


SEA = Item("sea", 0, 0, _sea())

HULL = "M-52 -8H52L45 20Q43 27 34 27H-34Q-43 27 -45 20Z"
VERBS: dict[str, tuple[Point, str]] = {
    "do:place-nobody": ((-24, -48), "M0 -9V8M-6 2L0 8L6 2"),
    "do:place-left": ((-51, -48), "M11 0H-11M-4 -7L-11 0L-4 7"),
    "do:place-right": ((3, -48), "M-11 0H11M4 -7L11 0L4 7"),
    "do:pass": ((-24, -48), "M-6 -6L6 6M6 -6L-6 6"),
    "do:swap-left": ((-51, 30), "M-9 -3H9M4 -7L9 -3M-9 4H9M-9 4L-4 8"),
    "do:swap-right": ((3, 30), "M-9 -3H9M4 -7L9 -3M-9 4H9M-9 4L-4 8"),
}
"""What can be done on a ship: where it is drawn, from the captain's seat, and its icon."""
VERB = (48, 28)


@cache
def verb(icon: str) -> str:
    """Return something that can be done on a ship, by its icon."""
    width, height = VERB
    return (
        f'<rect class="tw-card" width="{width}" height="{height}" rx="8" '
        'style="fill:var(--tw-ground);stroke:var(--tw-act)"/>'
        f'<path transform="translate({width / 2:g} {height / 2:g})" d="{icon}" '
        'style="fill:none;stroke:var(--tw-act);stroke-width:2.2;stroke-linecap:round;'
        'stroke-linejoin:round"/>'
    )


OUTLINES = tuple(
    '<rect x="-53" y="-50" width="106" height="80" rx="12" '
    f'style="fill:none;stroke:var(--tw-{colour});stroke-width:3{dash}"/>'
    for colour, dash in (("ink", ";stroke-dasharray:2 6;stroke-linecap:round"), ("act", ""))
)
"""Around the ship that a trick is about: so far, and when it is decided."""


@cache
def _hull(colour: str) -> str:
    """Return a ship around its captain's seat: a sail with its sign, and what the seats score."""
    seats = "".join(
        f'<circle cx="{x}" cy="2" r="13" style="fill:var(--tw-ground);stroke:{DARK};'
        f'stroke-width:{2 if x == 0 else 1}"/>'
        + text(x, 7, worth, 12, "middle", fill="var(--tw-soft)")
        for x, worth in zip(SEATS, ("+1", "+5", "+1"), strict=True)
    )
    return (
        f'<path d="M0 -14V-46" style="stroke:{DARK};stroke-width:2"/>'
        f'<path d="M-27 -43Q0 -50 27 -43L23 -15Q0 -21 -23 -15Z" '
        f'style="fill:{paint(colour)};stroke:{DARK}"/>{symbol(colour, 0, -31, 1, DARK)}'
        f'<path d="{HULL}" style="fill:{paint(colour)};stroke:{DARK}"/>{seats}'
    )


@lru_cache(maxsize=4096)
def ship_item(n: int, ship: Ship, lang: str, names: tuple[str, ...]) -> Item:
    """Return a ship, with its seats in words."""
    nobody = say("hispaniola.piece.nobody", lang)
    who = {
        where: nobody if seat is None else names[seat]
        for where, seat in zip(NAMES, ship, strict=True)
    }
    name = phrase(ship_named(SHIPS[n]), lang)
    label = say("hispaniola.piece.ship", lang, ship=name, **who)
    return Item(f"ship {n}", *FLEET[n], _hull(SHIPS[n]), label)


@lru_cache(maxsize=4096)
def crew(n: int, ship: Ship, names: tuple[str, ...]) -> tuple[Item, ...]:
    """Return the pirates on a ship."""
    x, y = FLEET[n]
    return tuple(
        _stands(f"ship {n} {NAMES[k]}", (x + SEATS[k], y + 2), seat, names[seat][:1].upper())
        for k, seat in enumerate(ship)
        if seat is not None
    )


def _stands(place: str, at: Point, seat: int, initial: str, n: int = 0) -> Item:
    """Return a pirate in a place."""
    return Item(
        f"{place} pirate {n}", *at, _pirate(seat, initial), place=place, face=f"pirate {seat}", z=35
    )


@lru_cache(maxsize=4096)
def archipelago(
    islands: tuple[int | None, ...], lang: str, names: tuple[str, ...]
) -> tuple[Item, ...]:
    """Return the islands and their castaways."""
    items = []
    for n, seat in enumerate(islands):
        who = say("hispaniola.piece.nobody", lang) if seat is None else names[seat]
        label = say("hispaniola.piece.island", lang, number=n + 1, seat=who, points=f"−{n + 1}")
        items.append(Item(f"island {n}", *ISLANDS[n], _island(n), label))
        if seat is not None:
            items.append(_stands(f"island {n}", ISLANDS[n], seat, names[seat][:1].upper()))
    return tuple(items)


@cache
def _island(n: int) -> str:
    """Return an island with a palm, and what it costs to be there."""
    return (
        '<path d="M-40 12Q-36 -6 -14 -14Q10 -22 26 -10Q42 0 40 12Q20 22 0 21Q-24 22 -40 12Z" '
        f'style="fill:var(--tw-seat3);fill-opacity:.5;stroke:{DARK};stroke-width:1"/>'
        '<path d="M26 6Q30 -8 25 -20" style="fill:none;stroke:var(--tw-ink);stroke-width:2"/>'
        '<path d="M25 -20Q16 -27 11 -19M25 -20Q23 -30 15 -29M25 -20Q33 -30 38 -24M25 -20Q36 -22 '
        '37 -13" style="fill:none;stroke:var(--tw-seat2);stroke-width:2.5;stroke-linecap:round"/>'
        '<circle r="13" style="fill:var(--tw-ground);fill-opacity:.7;stroke:var(--tw-line);'
        'stroke-dasharray:3 3"/>' + text(0, 40, f"−{n + 1}", 18, "middle", 600)
    )


@cache
def slot(colour: str) -> str:
    """Return the place where a card can lie."""
    width, height = LARGE
    return (
        f'<rect x="1" y="1" width="{width - 2}" height="{height - 2}" rx="6" style="fill:none;'
        f'stroke:var(--tw-{colour});stroke-width:2;stroke-dasharray:6 5"/>'
    )


@lru_cache(maxsize=512)
def whose(seat: int, name: str) -> str:
    """Return below a place in the middle whose card lies or will lie there."""
    return f'<g transform="scale(.72)">{seat_sign(seat, name)}</g>'


NOW = '<circle r="15" style="fill:none;stroke:var(--tw-act);stroke-width:3"/>'
"""Around the sign of who is to bid or to play."""


@cache
def best_frame(word: str) -> str:
    """Return what makes the best card stand out: a frame, and a word below its owner."""
    width, height = LARGE
    return (
        f'<rect x="-3" y="-3" width="{width + 6}" height="{height + 6}" rx="9" '
        'style="fill:none;stroke:var(--tw-good);stroke-width:3.5"/>'
        + text(width / 2, height + 49, word, 14, "middle", 600, "var(--tw-good)")
    )


@cache
def back_with(name: str) -> str:
    """Return a bid that lies face down but is known."""
    width, height = LARGE
    return (
        face(HIDDEN, LARGE)
        + f'<rect x="12" y="22" width="{width - 24}" height="{height - 44}" rx="8" '
        'style="fill:var(--tw-card);stroke:var(--tw-line)"/>'
        + text(width / 2, 42, NUMBER[name], 18, "middle", 600, "var(--tw-card-ink)")
        + symbol(name[0], width / 2, 52, 0.7)
    )


@lru_cache(maxsize=64)
def colour_sign(colour: str, head: str, word: str, large: bool = False) -> str:
    """Return a colour that matters now: its sign, what it is, and its name."""
    half, size = (22, 18) if large else (14, 14)
    if colour:
        art = (
            f'<rect x="0" y="0" width="{2 * half}" height="{2 * half}" rx="8" '
            f'style="fill:{paint(colour)};stroke:{DARK}"/>'
        ) + symbol(colour, half, half, half / 13, DARK)
    else:
        art = (
            f'<rect x="1" y="1" width="{2 * half - 2}" height="{2 * half - 2}" rx="8" '
            'style="fill:none;stroke:var(--tw-line);stroke-width:1.5;stroke-dasharray:5 4"/>'
        )
    x = 2 * half + 10
    if width_of(word, size) > 142 - x:
        size = 14
    return (
        art
        + text(x, half - 4, head, 12, fill="var(--tw-soft)")
        + text(x, half + size - 3, fitted(word, size, 142 - x), size, weight=600)
    )


@lru_cache(maxsize=4096)
def score_line(seat: int, name: str, total: int, now: int, leads: bool) -> str:
    """Return a player's line among the points."""
    return (
        f'<g transform="translate(14 0) scale(.6)">{seat_sign(seat, name)}</g>'
        + text(76, 6, signed(total), 18, "end", 700 if leads else 400)
        + text(140, 5, signed(now), 14, "end", fill="var(--tw-soft)")
    )


@cache
def dealer_mark(letter: str) -> str:
    """Return the dealer's mark."""
    return '<circle r="10" style="fill:var(--tw-ink)"/>' + text(
        0, 5, letter, 14, "middle", 700, "var(--tw-ground)"
    )


@lru_cache(maxsize=1024)
def stock_items(seat: int, count: int, home: Home, initial: str) -> tuple[Item, ...]:
    """Return the pirates that a player has in stock, in two rows."""
    x, y = home.stock
    columns = max(5, (count + 1) // 2)
    step = min(STOCK_STEP, (STOCK_WIDTH - 22) / (columns - 1))
    return tuple(
        _stands(
            f"stock {seat}",
            (round(x + 11 + step * (n % columns), 1), y + 11 + 24 * (n // columns)),
            seat,
            initial,
            n,
        )
        for n in range(count)
    )


@lru_cache(maxsize=1024)
def pile_items(seat: int, count: int, home: Home, players: int) -> tuple[Item, ...]:
    """Return the trick cards before a player, trick by trick."""
    return _face_down(f"pile {seat}", home.pile, [FLOW * (n // players) for n in range(count)])


@lru_cache(maxsize=1024)
def hidden_hand(seat: int, count: int, home: Home) -> tuple[Item, ...]:
    """Return a hand that nobody else sees."""
    return _face_down(
        f"hand {seat}", home.hand, fan(count, min(home.hand_width, HANDS), SMALL[0], -14)
    )


def _face_down(place: str, at: Point, offsets: Sequence[float]) -> tuple[Item, ...]:
    x, y = at
    return tuple(
        Item(
            f"{place} back {n}",
            round(x + offset, 1),
            y,
            face(HIDDEN, SMALL),
            place=place,
            face=HIDDEN,
            z=10 + n,
        )
        for n, offset in enumerate(offsets)
    )


@cache
def pile_count(count: int, players: int, word: str) -> str:
    """Return how many cards a pile has; with a word, it can be clicked to get what was won."""
    tricks = max(1, count // players)
    x = 79 if word else SMALL[0] + FLOW * (tricks - 1) + 6
    art = text(x, 30, count, 18, weight=600)
    if word:
        return (
            '<rect class="tw-card" x="-4" y="-4" width="106" height="54" rx="8" '
            'style="fill:transparent;stroke:var(--tw-act)"/>'
            '<rect x="0" y="12" width="74" height="22" rx="11" style="fill:var(--tw-act)"/>'
            + text(37, 27, word, 14, "middle", 600, "var(--tw-ground)")
            + art
        )
    if count:
        return art
    return (
        f'<rect x="1" y="1" width="{SMALL[0] - 2}" height="{SMALL[1] - 2}" rx="4" '
        'style="fill:none;stroke:var(--tw-line);stroke-width:1.5;stroke-dasharray:5 4"/>' + art
    )
