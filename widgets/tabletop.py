"""What boards share: the felt, plates with names, fans and heaps of cards, dice, signs, buttons.

All tables look alike, so whoever can read one table can read all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from math import copysign, cos, pi, sin
from typing import NamedTuple

from gamelib.texts import listing, say
from widgets.scene import (
    CARD,
    HIDDEN,
    SMALL,
    SMALLEST,
    Item,
    card,
    coord,
    fitted,
    hurt_lines,
    seat_sign,
    text,
    width_of,
)

PLATE = (140, 44)
"""The size of a seat's plate."""


@lru_cache
def plate(seat: int, name: str, out: bool = False, width: int = PLATE[0]) -> str:
    """Return a seat's plate, its corner at the origin: sign and name, struck out if it is out."""
    height = PLATE[1]
    free = width - 52
    size = 18 if width_of(name, 18) <= free else SMALLEST
    faded = ' class="tw-faded"' if out else ""
    strike = f'<path d="M9 {height - 9}L35 9" style="stroke:var(--tw-ink);stroke-width:3"/>'
    return (
        f'<rect width="{width}" height="{height}" rx="22" '
        'style="fill:var(--tw-ground);stroke:var(--tw-line)"/>'
        f'<g transform="translate(22 {height // 2})"{faded}>'
        f"{seat_sign(seat, name)}</g>"
        + (strike if out else "")
        + text(
            45,
            height / 2 + size * 0.35,
            fitted(name, size, free),
            size,
            weight=600,
            fill="var(--tw-soft)" if out else "",
        )
    )


@lru_cache
def tag(words: str, colour: str = "act", outlined: bool = False, width: int = PLATE[0]) -> str:
    """Return a word that hangs below a seat's plate, with an outline around the plate if wanted.

    Colours are names such as "act"; "" is quiet.
    """
    height = PLATE[1]
    fill = f"var(--tw-{colour or 'ground'})"
    around = (
        f'<rect x="-4" y="-4" width="{width + 8}" height="{height + 8}" rx="26" '
        f'style="fill:none;stroke:{fill};stroke-width:4"/>'
        if outlined
        else ""
    )
    return around + pill(width / 2, height + 1, words, colour)


def pill(x: float, y: float, words: str, colour: str = "act") -> str:
    """Return words on a pill, the middle of its upper edge at (x, y)."""
    wide = width_of(words, SMALLEST) + 20
    fill = f"var(--tw-{colour or 'ground'})"
    line = "" if colour else ";stroke:var(--tw-line)"
    ink = "var(--tw-ground)" if colour else "var(--tw-soft)"
    return (
        f'<rect x="{coord(x - wide / 2)}" y="{coord(y)}" width="{coord(wide)}" '
        f'height="24" rx="12" style="fill:{fill}{line}"/>'
        + text(x, y + 18, words, SMALLEST, "middle", 600, ink)
    )


class Zone(NamedTuple):
    """A player's part of the table: plate and hand in one row, the cards before them in another.

    `x` and `width` are of the cards before the player; `hand_width` is how wide the hand may get.
    At the right end of the table all is mirrored: the hand lies left of the plate.
    """

    x: float
    width: float
    plate_x: float
    hand_width: float
    mirrored: bool
    plate_y: float
    table_y: float


GAP, COUNT = 10, 34
"""How far a hand lies from its plate, and how wide its number is."""


def _felt() -> str:
    """Return the table top: an oval with full corners, so that everybody's cards lie on it."""

    def oval(half_x: float, half_y: float) -> str:
        points = []
        for n in range(96):
            x, y = cos(2 * pi * n / 96), sin(2 * pi * n / 96)
            points.append(
                f"{coord(480 + copysign(half_x * abs(x) ** 0.42, x))} "
                f"{coord(284 + copysign(half_y * abs(y) ** 0.42, y))}"
            )
        return f"M{'L'.join(points)}Z"

    return (
        f'<path d="{oval(468, 210)}" '
        'style="fill:var(--tw-felt);stroke:var(--tw-felt-line);stroke-width:6"/>'
        f'<path d="{oval(456, 198)}" style="fill:none;stroke:var(--tw-felt-line)"/>'
    )


FELT = Item("felt", 0, 0, _felt())


def fan(count: int, width: float, card_width: float = CARD[0], gap: float = 4) -> list[float]:
    """Return where cards lie in a row: side by side if they fit, else each over the last.

    >>> fan(3, 200), fan(3, 88)
    ([0, 52, 104], [0.0, 20.0, 40.0])
    """
    step = card_width + gap
    if count > 1:
        step = min(step, (width - card_width) / (count - 1))
    return [n * step for n in range(count)]


def covered(n: int, places: Sequence[float], size: tuple[int, int] = CARD) -> bool:
    """Tell whether in a fan the next card lies over much of the n-th."""
    return n + 1 < len(places) and places[1] < size[0] * 0.92


class Piece(NamedTuple):
    """A card to be laid out: its face, what a screen reader says, and its token.

    `sign` is drawn over the card; `art` is drawn in its place.
    """

    face: str
    label: str = ""
    action: str = ""
    sign: str = ""
    art: str = ""


def cards_before(
    zone: Zone, seat: int, pieces: Sequence[Piece], size: tuple[int, int] = CARD
) -> Iterator[Item]:
    """Yield the cards before a player, in the middle of the zone."""
    places = fan(len(pieces), zone.width, size[0])
    wide = places[-1] + size[0] if places else 0
    at = (zone.x + (zone.width - wide) / 2, zone.table_y)
    return _laid(f"table {seat}", pieces, places, at, size)


def hand(
    zone: Zone, seat: int, pieces: Sequence[Piece], size: tuple[int, int] = SMALL
) -> Iterator[Item]:
    """Yield a hand beside its player's plate, and how many cards it has."""
    hidden = all(piece.face == HIDDEN for piece in pieces)
    gap = 4 if size == CARD else -14 if hidden else 2
    places = fan(len(pieces), zone.hand_width - COUNT, size[0], gap)
    wide = places[-1] + size[0] if places else 0
    x = zone.plate_x - GAP - wide if zone.mirrored else zone.plate_x + PLATE[0] + GAP
    y = zone.plate_y + (PLATE[1] - size[1]) / 2
    yield from _laid(f"hand {seat}", pieces, places, (x, y), size)
    count = text(0, 0, f"×{len(pieces)}", 18, "end" if zone.mirrored else "start", 600)
    x += -5 if zone.mirrored else wide + 5
    yield Item(f"size {seat}", x, zone.plate_y + PLATE[1] / 2 + 6, count)


def _laid(
    place: str,
    pieces: Sequence[Piece],
    places: Sequence[float],
    at: tuple[float, float],
    size: tuple[int, int],
) -> Iterator[Item]:
    for n, piece in enumerate(pieces):
        yield Item(
            f"{place} {n}",
            at[0] + places[n],
            at[1],
            (piece.art or card(piece.face, size, covered(n, places, size))) + piece.sign,
            piece.label,
            piece.action,
            place=place,
            face=piece.face,
            z=10 + n,
        )


def heap(key: str, at: tuple[float, float], count: int, word: str, label: str) -> Item:
    """Return a heap of cards with its number; the pile lies face down, any other is crossed out."""
    face_down = key == "pile"
    width, height = CARD
    if count:
        art = "".join(
            f'<rect x="{coord(0.5 - 2 * n)}" y="{coord(0.5 + 2 * n)}" width="{width - 1}" '
            f'height="{height - 1}" rx="6" style="fill:var(--tw-{"back" if face_down else "card"});'
            'stroke:var(--tw-line)"/>'
            for n in range(min(3, (count + 2) // 4), 0, -1)
        )
        cross = '<path d="M14 24L34 44M34 24L14 44" style="stroke:var(--tw-line);stroke-width:2"/>'
        art += card(HIDDEN) if face_down else card("") + cross
    else:
        art = (
            f'<rect x="1" y="1" width="{width - 2}" height="{height - 2}" rx="6" style="fill:none;'
            'stroke:var(--tw-line);stroke-width:1.5;stroke-dasharray:5 4"/>'
        )
    art += text(58, 36, count, 36, weight=600) + text(58, 60, word, SMALLEST, fill="var(--tw-soft)")
    return Item(key, *at, art, label)


def heaps(
    pile: tuple[float, float],
    discard: tuple[float, float],
    pile_size: int,
    discarded: tuple[int, ...],
    lang: str,
) -> Iterator[Item]:
    """Yield the pile and the discard at their places, each with its number."""
    known = f" ({listing(discarded, lang)})" if discarded else ""
    for key, at, count, more in (
        ("pile", pile, pile_size, ""),
        ("discard", discard, len(discarded), known),
    ):
        word = say(f"table.{key}", lang)
        label = say("table.heap", lang, heap=word, count=count) + more
        yield heap(key, at, count, word, label)


EYE = "M-8 0Q0 -8 8 0Q0 8 -8 0ZM-2 0a2 2 0 1 0 4 0a2 2 0 1 0 -4 0"

SIGNS = {
    "hand": '<circle r="6" style="fill:var(--tw-ink)"/>',
    "mine": '<rect x="-6" y="-6" width="12" height="12" style="fill:var(--tw-ink)"/>',
    "table": '<rect x="-5" y="-5" width="10" height="10" '
    'style="fill:var(--tw-ground);stroke:var(--tw-ink);stroke-width:2"/>',
    "known": f'<path d="{EYE}" style="fill:var(--tw-ground);stroke:var(--tw-ink);stroke-width:2"/>',
    "discard": '<path d="M-5 -5L5 5M5 -5L-5 5" style="stroke:var(--tw-ink);stroke-width:2.5"/>',
}
"""Where a seen card is: in my hand, before me, before others, in a hand I saw, on the discard."""


def button(key: str, at: tuple[float, float], token: str, word: str, icon: str) -> Item:
    """Return something that can be done, as a piece of the board: an icon (a path) and a word."""
    width, height = BUTTON
    art = (
        f'<rect class="tw-card" width="{width}" height="{height}" rx="10" '
        'style="fill:var(--tw-ground);stroke:var(--tw-act)"/>'
        f'<path transform="translate({width // 2} 21) scale(1.2)" d="{icon}" '
        'style="fill:none;stroke:var(--tw-act);stroke-width:1.8;stroke-linecap:round;'
        'stroke-linejoin:round"/>' + text(width / 2, 49, word, SMALLEST, "middle", 600)
    )
    return Item(key, *at, art, word, token, z=2)


BUTTON = (92, 58)
"""The size of a button on the board."""


DIE = 48
"""How wide a die is."""
PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, 1), (1, -1), (-1, 1)),
    5: ((-1, -1), (1, 1), (1, -1), (-1, 1), (0, 0)),
    6: ((-1, -1), (1, 1), (1, -1), (-1, 1), (-1, 0), (1, 0)),
}


@cache
def die(value: int | None, lifted: bool = False, case: bool = False) -> str:
    """Return a die with its pips; without a value, its place.

    As a `case` in a picture of the odds it is hatched where it is marked as one that hurts.
    """
    if value is None:
        return (
            f'<rect x="1" y="1" width="{DIE - 2}" height="{DIE - 2}" rx="9" style="fill:none;'
            'stroke:var(--tw-line);stroke-width:1.5;stroke-dasharray:5 4"/>'
        )
    middle, step = DIE / 2, 12.5
    pips = "".join(
        f'<circle cx="{middle + step * x}" cy="{middle + step * y}" r="4.6" '
        'style="fill:var(--tw-card-ink)"/>'
        for x, y in PIPS[value]
    )
    colour, wide = ("act", 3) if lifted else ("line", 1.5)
    marked = ' class="tw-card"' if case else ""
    return (
        f'<rect{marked} x="1" y="1" width="{DIE - 2}" height="{DIE - 2}" rx="9" '
        f'style="fill:var(--tw-card);stroke:var(--tw-{colour});stroke-width:{wide}"/>'
        f"{hurt_lines(DIE, DIE) * case}{pips}"
    )
