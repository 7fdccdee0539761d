"""Jamaica's pieces: goods and signs, cards, dice, holds, treasures, the two sides of a battle."""

from __future__ import annotations

from functools import cache
from math import cos, pi, sin

from gamelib.jamaica.position import (
    BETH,
    CARDS,
    FORWARD,
    HOLD,
    LADY,
    MAP,
    SABRE,
    SAILING,
    STAR,
    Hold,
)
from gamelib.jamaica.track import FOOD, GOLD, POWDER
from widgets.scene import (
    HIDDEN,
    LARGE,
    SMALL,
    SMALLEST,
    Item,
    card,
    coord,
    seat_sign,
    text,
    width_of,
)
from widgets.tabletop import DIE, die

DARK = "#1b1f23"
"""The ink on paint, which is the same by day and by night."""

# --- goods and other signs ------------------------------------------------------------------------

PAINT = {FOOD: 2, GOLD: 3, POWDER: 7}
SHAPES = {
    FOOD: "M-7 -7H7V7H-7Z",
    GOLD: "M0 -8A8 8 0 1 0 0 8A8 8 0 1 0 0 -8Z",
    POWDER: "M0 -8.5L8.5 7.5H-8.5Z",
}
"""Goods are told apart by shape: food is square, gold is round, powder is a heap. About 16 wide."""
CHEST = "M-8 -1A8 6 0 0 1 8 -1V7H-8ZM-8 -1H8M-2 -1H2V3H-2Z"
STAR_SHAPE = "".join(
    f"{'ML'[n > 0]}{coord((9, 3.9)[n % 2] * sin(pi * n / 5))} "
    f"{coord(-(9, 3.9)[n % 2] * cos(pi * n / 5))}"
    for n in range(10)
) + "Z"  # fmt: skip
ANCHOR = "M0 -7V8M-5 -3H5M-8 2Q-7 8 0 8Q7 8 8 2M0 -7A2 2 0 1 0 0 -11A2 2 0 1 0 0 -7"

ARROW = "M-9 -3.5H1V-8.5L10 0L1 8.5V3.5H-9Z"
BACK = "M9 -3.5H-1V-8.5L-10 0L-1 8.5V3.5H9Z"
POWER_SIGNS = {
    MAP: "M-9 -6L-3 -8L3 -6L9 -8V6L3 8L-3 6L-9 8ZM-3 -8V6M3 -6V8",
    SABRE: "M-8 8Q4 6 8 -9Q-1 -3 -5 4M-9 3L-3 9M-9 9L-6 6",
    BETH: "M0 -9A4 4 0 1 0 0 -1A4 4 0 1 0 0 -9ZM-8 9Q-7 0 0 0Q7 0 8 9Z",
    HOLD: "M-8 -8H8V8H-8ZM-8 -8L8 8M8 -8L-8 8",
}
LINE = "fill:none;stroke:var(--tw-ink);stroke-width:1.6;stroke-linejoin:round;stroke-linecap:round"


@cache
def good(kind: str, x: float, y: float, scale: float = 1, plain: bool = False) -> str:
    """Return the sign of a good: its shape and colour; `plain`, its outline alone."""
    fill = "none" if plain else f"var(--tw-seat{PAINT[kind]})"
    line = "var(--tw-soft)" if plain else DARK
    return (
        f'<path transform="translate({coord(x)} {coord(y)}) scale({scale:g})" '
        f'd="{SHAPES[kind]}" style="fill:{fill};stroke:{line};stroke-width:1.2"/>'
    )


@cache
def sign(shape: str, x: float, y: float, scale: float, style: str) -> str:
    """Return a shape at a place."""
    return (
        f'<path transform="translate({coord(x)} {coord(y)}) scale({scale:g})" d="{shape}" '
        f'style="{style}"/>'
    )


@cache
def act(kind: str, x: float, y: float, scale: float = 1) -> str:
    """Return the sign of what half a card does."""
    if kind not in SAILING:
        return good(kind, x, y, scale)
    colour = "seat1" if kind == FORWARD else "seat5"
    style = f"fill:var(--tw-{colour});stroke:{DARK};stroke-width:1.2;stroke-linejoin:round"
    return sign(ARROW if kind == FORWARD else BACK, x, y, scale, style)


# --- small drawings ------------------------------------------------------------------------------

SUN = (
    "M0 -4A4 4 0 1 0 0 4A4 4 0 1 0 0 -4ZM0 -8V-6M0 6V8M-8 0H-6M6 0H8"
    "M-6 -6L-4 -4M6 -6L4 -4M-6 6L-4 4M6 6L4 4"
)
MOON = "M3 -7A7 7 0 1 0 7 3A6 6 0 0 1 3 -7Z"
DAYS = (SUN, MOON)
COMPASS = "M0 -13L3.4 -3.4L13 0L3.4 3.4L0 13L-3.4 3.4L-13 0L-3.4 -3.4Z"


@cache
def face(number: int | None, size: tuple[int, int] = LARGE, day: int | None = None) -> str:
    """Return an action card: above what it does in the morning, below in the evening.

    The part of the `day` is framed.
    """
    if number is None:
        return card(HIDDEN, size)
    width, height = size
    half, large = height / 2, width > 40
    art = (
        f'<rect class="tw-card" x=".5" y=".5" width="{width - 1}" height="{height - 1}" '
        f'rx="{6 if large else 4}" style="fill:var(--tw-card);stroke:var(--tw-line)"/>'
        f'<path d="M1 {half}H{width - 1}" style="stroke:var(--tw-line)"/>'
    )
    if day is not None:
        art += (
            f'<rect x="3" y="{3 + day * half}" width="{width - 6}" height="{half - 6}" rx="4" '
            'style="fill:none;stroke:var(--tw-act);stroke-width:2.5"/>'
        )
    for n, kind in enumerate(CARDS[number]):
        middle = half * (n + 0.5)
        if large:
            art += sign(DAYS[n], 12, middle - 9, 0.75, LINE.replace("ink", "soft"))
        art += act(kind, width / 2 + 4 * large, middle + 3 * large, 1.35 if large else 1.05)
    return art


@cache
def combat_die(value: int, size: int = 30) -> str:
    """Return the combat die: its number or the star, or the place for it."""
    dash = "" if value else ";stroke-dasharray:4 3"
    frame = (
        f'<rect x="{-size / 2}" y="{-size / 2}" width="{size}" height="{size}" rx="6" '
        f'style="fill:var(--tw-{"card" if value else "felt"});stroke:var(--tw-line){dash}"/>'
    )
    if value == STAR:
        return frame + sign(
            STAR_SHAPE, 0, 0.5, 1.2, f"fill:var(--tw-seat3);stroke:{DARK};stroke-width:1"
        )
    return frame + (text(0, 6, value, 18, "middle", 700) if value else "")


@cache
def hold_box(hold: Hold, width: float, height: float, sixth: bool) -> str:
    """Return a hold with what is in it: shape, colour and number; the sixth is double-edged."""
    w, h = coord(width - 1), coord(height - 1)
    dash = "" if hold else ";stroke-dasharray:4 3"
    art = (
        f'<rect class="tw-card" x=".5" y=".5" width="{w}" height="{h}" rx="5" '
        f'style="fill:var(--tw-{"card" if hold else "felt"});stroke:var(--tw-line){dash}"/>'
    )
    if sixth:
        art += (
            f'<rect x="3" y="3" width="{coord(width - 6)}" height="{coord(height - 6)}" rx="3" '
            'style="fill:none;stroke:var(--tw-line)"/>'
        )
    step = 9
    lines = "".join(
        f"M{coord(max(0, d - height))} {coord(min(d, height))}"
        f"L{coord(min(d, width))} {coord(max(0, d - width))}"
        for d in range(step, int(width + height), step)
    )
    art += f'<path class="tw-hurt-lines" d="{lines}"/>'
    if hold is None:
        return art
    kind, tokens = hold
    if width < 24 and height < 40:
        return (
            art
            + good(kind, width / 2, 8, 0.5)
            + text(width / 2, height - 3, tokens, SMALLEST, "middle", 600)
        )
    if height > 40:
        return (
            art
            + good(kind, width / 2, height * 0.33, min(1.2, width / 20))
            + text(width / 2, height - 7, tokens, 24, "middle", 600)
        )
    return (
        art
        + good(kind, width * 0.27, height / 2, 0.65)
        + text(width * 0.71, height / 2 + 6, tokens, SMALLEST, "middle", 600)
    )


@cache
def badge(shape: str, fill: str = "var(--tw-seat3)") -> str:
    """Return a sign on a small square, its corner at the origin: a power that lies face up."""
    return (
        '<rect x=".5" y=".5" width="23" height="21" rx="5" '
        f'style="fill:{fill};stroke:{DARK}"/>'
        '<path class="tw-hurt-lines" d="M1 12L12 1M1 22L22 1M12 22L22 12"/>'
        + sign(shape, 12, 11, 0.85, LINE.replace("var(--tw-ink)", DARK))
    )


@cache
def chest(word: str, known: bool, narrow: bool = False) -> str:
    """Return a face-down treasure or several, as one card with a number or a value on it.

    A long word takes the whole card, and on a `narrow` card there is but the word.
    """
    width, alone = (24 if narrow else 46), narrow or len(word) > 2
    hatch = "M1 12L12 1M1 23L23 1M12 23L23 12" + "M23 23L45 1M34 23L45 12" * (not narrow)
    art = (
        f'<rect x=".5" y=".5" width="{width - 1}" height="23" rx="5" '
        f'style="fill:var(--tw-{"card" if known else "back"});stroke:var(--tw-line)"/>'
        f'<path class="tw-hurt-lines" d="{hatch}"/>'
    )
    if not alone:
        style = f"fill:var(--tw-seat0);stroke:{DARK};stroke-width:1.4"
        art += sign(CHEST, 11, 12, 0.8, style)
    return art + text(width / 2 if alone else 31.5, 18, word, SMALLEST, "middle", 700)


@cache
def amount(value: int, width: float) -> str:
    """Return a number that can be chosen."""
    return (
        f'<rect x="{coord(-width / 2)}" y="-14" width="{coord(width)}" height="28" '
        f'rx="{8 if width > 26 else 4}" '
        'style="fill:var(--tw-ground);stroke:var(--tw-act);stroke-width:1.5"/>'
        + text(0, 6, value, SMALLEST, "middle", 600)
    )


COMPASS_ART = (
    '<circle r="17" style="fill:var(--tw-ground);stroke:var(--tw-line)"/>'
    + sign(COMPASS, 0, 0, 1, f"fill:var(--tw-seat3);stroke:{DARK};stroke-width:1")
)  # fmt: skip
VERB_ICONS = {
    "lose": "M-8 -8L8 8M8 -8L-8 8",
    "reroll": "M7 -5A8.5 8.5 0 1 0 8.5 2M8 -10V-4H2",
    "keep": "M-9 0L-3 7L9 -7",
    "spare": "M-9 0H9",
}


def signed(value: int) -> str:
    """Return a number with its sign; a minus is no hyphen."""
    return f"{value:+}".replace("-", "−")


@cache
def slot(word: str, shape: str) -> str:
    """Return the place for a die, with the time of day above it."""
    return (
        die(None)
        + sign(shape, DIE / 2 - width_of(word, SMALLEST) / 2 - 6, -17, 0.9, LINE)
        + text(DIE / 2 + 7, -12, word, SMALLEST, "middle", 600)
    )


NOW = (
    f'<rect x="-6" y="-6" width="{DIE + 12}" height="{DIE + 12}" rx="13" '
    'style="fill:none;stroke:var(--tw-act);stroke-width:3"/>'
)
"""Around the die of the action that is being done."""


@cache
def fighter(
    seat: int,
    name: str,
    struck: int,
    powder: int | None,
    beth: bool,
    total: str,
    won: bool,
    attacks: bool,
) -> str:
    """Return one side of a battle as a sum to be read, centred on the origin."""
    edge, wide = ("good", 3) if won else ("line", 1)
    art = (
        '<rect x="-152" y="-18" width="304" height="36" rx="18" '
        f'style="fill:var(--tw-ground);stroke:var(--tw-{edge});stroke-width:{wide}"/>'
        f'<g transform="translate(-134 0)">{seat_sign(seat, name)}</g>'
        + sign(SWORD if attacks else SHIELD, -104, 0, 0.9, LINE)
        + f'<g transform="translate(-76 0)">{combat_die(struck)}</g>'
    )
    x = -50
    for shape, words in (
        ("powder", "?" if powder is None else str(powder)),
        ("beth", str(LADY) if beth else ""),
    ):
        if words:
            art += text(x, 6, "+", 18, "middle")
            if shape == "powder":
                art += good("powder", x + 18, -1, 0.85)
            else:
                art += sign(POWER_SIGNS[BETH], x + 18, 0, 0.85, LINE)
            art += text(x + 32, 6, words, 18, "start", 600)
            x += 66
    art += text(98, 7, "=", 18, "middle") + text(122, 9, total or "?", 24, "middle", 700)
    return art


SWORD = "M-8 8L8 -8M-9 3L-3 9"
SHIELD = "M-8 -7H8V0Q7 7 0 10Q-7 7 -8 0Z"


@cache
def known_face_down(chosen: int, size: tuple[int, int]) -> str:
    """Return a card that lies face down, as one who knows it sees it."""
    width, height = size
    scale = 0.62
    inner = face(chosen, size).replace('class="tw-card" ', "")
    return (
        card(HIDDEN, size)
        + f'<g transform="translate({width * (1 - scale) / 2:g} {height * (1 - scale) / 2:g}) '
        f'scale({scale})">{inner}</g>'
    )


@cache
def small_heap(face_down: bool, count: int, word: str) -> str:
    """Return a small heap of cards with its number."""
    width, height = SMALL
    if count and face_down:
        art = card(HIDDEN, SMALL)
    else:
        dash = "" if count else ";stroke-dasharray:5 4"
        art = (
            f'<rect x="1" y="1" width="{width - 2}" height="{height - 2}" rx="4" '
            f'style="fill:var(--tw-{"card" if count else "ground"});stroke:var(--tw-line){dash}"/>'
        )
        if count:
            art += '<path d="M10 17L22 29M22 17L10 29" style="stroke:var(--tw-line)"/>'
    return (
        art.replace('class="tw-card" ', "")
        + text(width + 8, 22, count, 24, weight=600)
        + text(width + 8, 43, word, SMALLEST, fill="var(--tw-soft)")
    )


# --- what the pictures of the odds share ----------------------------------------------------------

WIDTH = 352
"""How wide the picture may get, from the left edge at 4."""


def frame_if_marked(x: float, y: float, width: float, height: float, key: str) -> Item:
    """Return a frame that is seen only while its key is marked."""
    art = (
        f'<g class="tw-if-marked"><rect width="{coord(width)}" height="{coord(height)}" rx="6" '
        'style="fill:none;stroke:var(--tw-act);stroke-width:3"/></g>'
    )
    return Item(key, x, y, art, z=5)


def in_lines(words: str, width: float) -> list[str]:
    """Return words as one line, or as two of about the same length where one would be too wide."""
    if width_of(words, 18) <= width or " " not in words:
        return [words]
    ends = [n for n, letter in enumerate(words) if letter == " "]
    middle = min(ends, key=lambda n: abs(2 * n - len(words)))
    return [words[:middle], words[middle + 1 :]]
