"""Hispaniola's pieces: cards, ships, islands and pirates.

A film has a thousand frames of the same pieces, so each is drawn once and then remembered.
"""

from __future__ import annotations

from functools import cache, lru_cache
from math import cos, pi, sin

from gamelib.hispaniola.board import Ship
from gamelib.hispaniola.cards import NUMBER, SHIPS, named, ship_named
from gamelib.texts import phrase, say
from widgets.hispaniola.places import (
    BACKS_WIDTH,
    CHIP,
    FLEET,
    FLOW,
    ISLANDS,
    NAMES,
    SEATS,
    STOCK_WIDTH,
    TRICK_Y,
    Home,
    slots,
)
from widgets.scene import (
    HIDDEN,
    LARGE,
    SEAT_COLOURS,
    SMALL,
    Item,
    Point,
    coord,
    fitted,
    text,
    width_of,
)

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
def face(name: str) -> str:
    """Return a card as it lies in the middle: a band with its sign, and its number large."""
    if name == HIDDEN:
        return _back(*LARGE)
    width, height = LARGE
    return (
        _frame(name, width, height)
        + symbol(name[0], width / 2, 15, 0.9, DARK)
        + text(width / 2, 70, NUMBER[name], 36, "middle", 600, "var(--tw-card-ink)")
    )


@cache
def held(name: str) -> str:
    """Return a card of the hand at the bottom: all that it says is at its left."""
    return (
        _frame(name, *LARGE)
        + text(4, 24, NUMBER[name], 24, "start", 700, DARK)
        + symbol(name[0], 19, 56, 1.35)
    )


def _frame(name: str, width: int, height: int) -> str:
    """Return a large card of a colour, white below its band."""
    return (
        f'<rect class="tw-card" x=".5" y=".5" width="{width - 1}" height="{height - 1}" rx="6" '
        f'style="fill:{paint(name[0])};stroke:var(--tw-line)"/>'
        f'<path d="M1.5 31H{width - 1.5}V{height - 6}q0 4.5 -4.5 4.5H6q-4.5 0 -4.5 -4.5Z" '
        'style="fill:var(--tw-card)"/>'
    )


@cache
def chip(name: str) -> str:
    """Return a card as small as can be read: its number and sign on its colour."""
    width, height = CHIP
    return (
        f'<rect class="tw-card" x=".5" y=".5" width="{width - 1}" height="{height - 1}" rx="4" '
        f'style="fill:{paint(name[0])};stroke:{DARK}"/>'
        + text(2, 19, NUMBER[name], 17, weight=600, fill=DARK)
        + symbol(name[0], width - 5.5, height / 2, 0.5, DARK)
    )


@cache
def _back(width: int, height: int) -> str:
    """Return a card that lies face down."""
    return (
        f'<rect class="tw-card" x=".5" y=".5" width="{width - 1}" height="{height - 1}" rx="4" '
        'style="fill:var(--tw-back);stroke:var(--tw-line)"/>'
        f'<path d="M{width // 2} 8L{width - 8} {height // 2}L{width // 2} {height - 8}L8 '
        f'{height // 2}Z" style="fill:none;stroke:var(--tw-back-line)"/>'
    )


@cache
def _pirate(seat: int, initial: str) -> str:
    """Return a pirate, centred on the origin: a disc of its owner's colour with the initial."""
    return _disc(seat) + text(0, 6, initial, 17, "middle", 700, DARK if seat != 4 else "#fff")


@cache
def _disc(seat: int) -> str:
    """Return a pirate in stock: it lies with its owner's others, below the owner's name."""
    return (
        f'<circle r="12" style="fill:var(--tw-seat{seat % SEAT_COLOURS});stroke:{DARK};'
        'stroke-width:1.5"/>'
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
    """Return the sea with its waves and islands, what these cost, and the way castaways go."""
    waves = "".join(
        f"M{x} {y}q6 -5 12 0t12 0"
        for x, y in (
            (196, 246), (372, 238), (566, 244), (738, 240), (202, 308), (226, 272), (716, 304),
            (736, 270),
        )
    )  # fmt: skip
    onward = "".join(f"M{x + 50} {y}h18m-5 -4l5 4l-5 4" for x, y in ISLANDS)
    land, trunks, leaves, costs = "", "", "", ""
    for n, (x, y) in enumerate(ISLANDS):
        land += f"M{x - 40} {y + 12}q4 -18 26 -26q24 -8 40 4q16 10 14 22q-20 10 -40 9q-24 1 -40 -9z"
        trunks += f"M{x + 26} {y + 6}q4 -14 -1 -26"
        top = f"M{x + 25} {y - 20}"
        leaves += f"{top}q-9 -7 -14 1{top}q-2 -10 -10 -9{top}q8 -10 13 -4{top}q11 -2 12 7"
        costs += f'<tspan x="{x}">−{n + 1}</tspan>'
    return (
        '<rect x="180" y="132" width="600" height="194" rx="18" style="fill:var(--tw-seat1);'
        'fill-opacity:.16;stroke:var(--tw-felt-line);stroke-width:1.5"/>'
        f'<path d="{waves}" style="fill:none;stroke:var(--tw-seat1);stroke-width:1.5"/>'
        f'<path d="{land}" style="fill:var(--tw-seat3);fill-opacity:.5;stroke:{DARK}"/>'
        f'<path d="{trunks}{onward}" style="fill:none;stroke:var(--tw-ink);stroke-width:1.8"/>'
        f'<path d="{leaves}" style="fill:none;stroke:var(--tw-seat2);stroke-width:2.5;'
        'stroke-linecap:round"/>'
        f'<text y="{ISLANDS[0][1] + 41}" font-size="18" text-anchor="middle" font-weight="600">'
        f"{costs}</text>"
    )


SEA = Item("sea", 0, 0, _sea())

VERBS: dict[str, tuple[Point, str]] = {
    "do:place-nobody": ((-24, -48), "M0 -9V8M-6 2L0 8L6 2"),
    "do:place-left": ((-50, -48), "M11 0H-11M-4 -7L-11 0L-4 7"),
    "do:place-right": ((2, -48), "M-11 0H11M4 -7L11 0L4 7"),
    "do:pass": ((-24, -48), "M-6 -6L6 6M6 -6L-6 6"),
    "do:swap-left": ((-50, 31), "M-9 -3H9M4 -7L9 -3M-9 4H9M-9 4L-4 8"),
    "do:swap-right": ((2, 31), "M-9 -3H9M4 -7L9 -3M-9 4H9M-9 4L-4 8"),
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
    '<rect x="-50" y="-51" width="100" height="81" rx="12" '
    f'style="fill:none;stroke:var(--tw-{colour});stroke-width:3{dash}"/>'
    for colour, dash in (("ink", ";stroke-dasharray:2 6;stroke-linecap:round"), ("act", ""))
)
"""Around the ship that a trick is about: so far, and when it is decided."""


@cache
def _hull(colour: str) -> str:
    """Return a ship around its captain's seat: a sail with its sign, and what the seats score."""
    ship = "M0 -14V-47M-27 -43Q0 -50 27 -43L23 -15Q0 -21 -23 -15ZM-48 -9H48L42 20Q40 27 31 27H-31"
    seats = "".join(f"M{x - 13} 2a13 13 0 1 0 26 0a13 13 0 1 0 -26 0" for x in SEATS)
    worth = "".join(f'<tspan x="{x}">{5 if x == 0 else 1}</tspan>' for x in SEATS)
    return (
        f'<path d="{ship}Q-40 27 -42 20Z" style="fill:{paint(colour)};stroke:{DARK}"/>'
        f'{symbol(colour, 0, -31, 1, DARK)}<path d="{seats}" '
        f'style="fill:var(--tw-ground);stroke:{DARK}"/>'
        '<text y="8" font-size="17" text-anchor="middle" style="fill:var(--tw-soft)">'
        f"{worth}</text>"
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
        items.append(Item(f"island {n}", *ISLANDS[n], ISLAND, label))
        if seat is not None:
            items.append(_stands(f"island {n}", ISLANDS[n], seat, names[seat][:1].upper()))
    return tuple(items)


ISLAND = (
    '<circle r="13" style="fill:var(--tw-ground);fill-opacity:.7;stroke:var(--tw-line);'
    'stroke-dasharray:3 3"/>'
)
"""The place of a castaway."""


@cache
def slots_art(players: int) -> str:
    """Return the places where the cards of a trick can lie."""
    width, height = LARGE
    places = "".join(
        f"M{x + 6} {TRICK_Y + 1}h{width - 12}q5 0 5 5v{height - 12}q0 5 -5 5h{12 - width}"
        f"q-5 0 -5 -5v{12 - height}q0 -5 5 -5z"
        for x in slots(players)
    )
    return (
        f'<path d="{places}" style="fill:none;stroke:var(--tw-line);stroke-width:1.5;'
        'stroke-dasharray:6 5"/>'
    )


_RING = '<circle r="19" style="fill:none;stroke:var(--tw-act);stroke-width:3"/>'
NOW = (
    _RING,
    f'<rect x="-30" y="-{LARGE[1] + 20}" width="{LARGE[0]}" height="{LARGE[1]}" rx="7" '
    f'style="fill:none;stroke:var(--tw-act);stroke-width:3"/>{_RING}',
)
"""Around the sign of who is to bid or to play, and around their place, if it is free."""


@cache
def best_frame(word: str) -> str:
    """Return what makes the best card stand out: a frame, and a word below its owner."""
    width, height = LARGE
    return (
        f'<rect x="-3" y="-3" width="{width + 6}" height="{height + 6}" rx="9" '
        'style="fill:none;stroke:var(--tw-good);stroke-width:3.5"/>'
        + text(width / 2, height + 56, word, 17, "middle", 600, "var(--tw-good)")
    )


@cache
def back_with(name: str) -> str:
    """Return a bid that lies face down but is known."""
    width, height = LARGE
    return (
        face(HIDDEN) + f'<rect x="11" y="18" width="{width - 22}" height="{height - 36}" rx="8" '
        'style="fill:var(--tw-card);stroke:var(--tw-line)"/>'
        + text(width / 2, 41, NUMBER[name], 24, "middle", 600, "var(--tw-card-ink)")
        + symbol(name[0], width / 2, 54, 0.8)
    )


@lru_cache(maxsize=64)
def colour_sign(colour: str, head: str, word: str) -> str:
    """Return a colour that matters now: its sign, what it is, and its name."""
    if colour:
        art = (
            f'<rect width="40" height="40" rx="8" style="fill:{paint(colour)};stroke:{DARK}"/>'
            + symbol(colour, 20, 20, 1.6, DARK)
        )
    else:
        art = (
            '<rect x="1" y="1" width="38" height="38" rx="8" '
            'style="fill:none;stroke:var(--tw-line);stroke-width:1.5;stroke-dasharray:5 4"/>'
        )
    return (
        art
        + text(48, 16, head, 17, fill="var(--tw-soft)")
        + text(48, 37, fitted(word, 18, 98), 18, weight=600)
    )


@lru_cache(maxsize=4096)
def score_line(seat: int, name: str, total: int, now: int, leads: bool) -> str:
    """Return a player's line among the points."""
    return (
        f'<g transform="translate(13 0)">{_pirate(seat, name[:1].upper())}</g>'
        + text(80, 6, signed(total), 18, "end", 700 if leads else 400)
        + text(164, 6, signed(now), 17, "end", fill="var(--tw-soft)")
    )


@cache
def dealer_mark(letter: str) -> str:
    """Return the dealer's mark."""
    return '<circle r="11" style="fill:var(--tw-ink)"/>' + text(
        0, 6, letter, 17, "middle", 700, "var(--tw-ground)"
    )


@lru_cache(maxsize=1024)
def stock_items(seat: int, count: int, pirates: int, home: Home) -> tuple[Item, ...]:
    """Return the pirates that a player has in stock, and their number beside them.

    They lie where they lay when there were more: only who leaves moves.
    """
    x, y = home.stock
    step = min(20.0, (STOCK_WIDTH - 24) / max(1, pirates - 1))
    number = text(round(step * max(0, count - 1) + 30, 1), 18, f"×{count}", 18, weight=600)
    return (
        Item(f"stock {seat}", x, y, number),
        *(
            Item(
                f"stock {seat} pirate {n}",
                round(x + 12 + step * n, 1),
                y + 12,
                _disc(seat),
                place=f"stock {seat}",
                face=f"pirate {seat}",
                z=35,
            )
            for n in range(count)
        ),
    )


@lru_cache(maxsize=1024)
def pile_items(seat: int, count: int, home: Home, players: int) -> tuple[Item, ...]:
    """Return the trick cards before a player: one trick is seen, and lies over the others."""
    x, y = home.pile
    arts = [_back(*SMALL), *(_EDGE,) * (players - 1), *("",) * (count - players)]
    return tuple(
        _face_down(f"pile {seat}", n, (x + FLOW * max(0, n + players - count), y), art)
        for n, art in enumerate(reversed(arts[:count]))
    )


@lru_cache(maxsize=1024)
def hidden_hand(seat: int, count: int, most: int, home: Home) -> tuple[Item, ...]:
    """Return a hand that nobody else sees: drawn as one piece, though each card goes its own way.

    Its cards lie where they lay when there were more: only the one that leaves moves.
    """
    if not count:
        return ()
    x, y = home.hand
    step = min(7.0, (BACKS_WIDTH - SMALL[0]) / max(1, most - 1))
    return (
        Item(f"hand {seat}", x, y, _backs(count, step), z=9),
        *(_face_down(f"hand {seat}", n, (round(x + step * n, 1), y), "") for n in range(count)),
    )


def _face_down(place: str, n: int, at: Point, art: str) -> Item:
    return Item(f"{place} back {n}", *at, art, place=place, face=HIDDEN, z=10 + n)


_EDGE = (
    f'<rect class="tw-card" x=".5" y=".5" width="{SMALL[0] - 1}" height="{SMALL[1] - 1}" rx="4" '
    'style="fill:var(--tw-back);stroke:var(--tw-line)"/>'
)
"""A card face down of which hardly more than its edge is seen."""


def _backs(count: int, step: float) -> str:
    """Return backs as they lie over each other, and how many cards they are."""
    width, height = SMALL
    last = step * (count - 1)
    middle = last + width / 2
    edges = "".join(f"M{coord(step * n + 1)} 2V{height - 2}" for n in range(1, count))
    return (
        f'<rect x=".5" y=".5" width="{coord(last + width - 1)}" height="{height - 1}" rx="4" '
        'style="fill:var(--tw-back);stroke:var(--tw-line)"/>'
        f'<path d="{edges}M{coord(middle)} 8l8 15l-8 15l-8 -15Z" '
        'style="fill:none;stroke:var(--tw-line)"/>'
        + text(last + width + 5, 30, f"×{count}", 18, weight=600)
    )


@cache
def pile_count(count: int, players: int) -> str:
    """Return how many cards a pile has; its place, if there are none."""
    width, height = SMALL
    wide = width + FLOW * (min(count, players) - 1 if count else 0)
    art = text(wide + 6, 30, count, 18, weight=600)
    if count:
        return art
    return (
        f'<rect x="1" y="1" width="{width - 2}" height="{height - 2}" rx="4" '
        'style="fill:none;stroke:var(--tw-line);stroke-width:1.5;stroke-dasharray:5 4"/>' + art
    )


@cache
def give_button(word: str) -> str:
    """Return what is clicked to let a trick go to a pile."""
    wide = width_of(word, 17) + 16
    return (
        f'<rect class="tw-card" width="{coord(wide)}" height="28" rx="14" '
        'style="fill:var(--tw-act);stroke:var(--tw-act)"/>'
        + text(wide / 2, 20, word, 17, "middle", 600, "var(--tw-ground)")
    )
