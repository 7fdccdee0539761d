"""The pieces of Decrypto's table: screens, code cards, tokens, note sheets, envelopes, slips.

Pure drawing: what to show is decided in `board` and `odds`. Each piece is drawn once
and kept, as the frames of a match show the same ones again and again.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from gamelib.decrypto.screens import WORDS
from gamelib.decrypto.sheets import Code
from widgets.decrypto.places import (
    CELLS,
    CLUE,
    CODE_CARD,
    LINE,
    ROW,
    ROWS_Y,
    SCREEN,
    SCREEN_Y,
    TOKENS,
    WIDE,
    WINDOW,
    window_x,
)
from widgets.scene import HIDDEN, Item, coord, fitted, text, width_of

KEPT = 4000
"""How many drawings are kept that depend on people's words."""

SOFT, CARD_INK = "var(--tw-soft)", "var(--tw-card-ink)"
PAINTS = (("#fff", "#1b1f23"), ("#1b1f23", "#fff"))
"""What white and black look like in any light: the paint, and what is written on it."""

FELT = Item(
    "felt",
    0,
    0,
    '<rect x="4" y="80" width="952" height="412" rx="30" '
    'style="fill:var(--tw-felt);stroke:var(--tw-felt-line);stroke-width:4"/>',
)

# --- signs ----------------------------------------------------------------------------------------

EAR = "M-5 3a6 6 0 1 1 9 -1c-2 2 -3 3 -3 5a3 3 0 0 1 -5 1M-2 -1a2.5 2.5 0 1 1 4 0"
CROSSED = "M-7 -3h8l-3 -3M7 3h-8l3 3M-6 7L6 -7"
TOKEN_SIGNS = {"interceptions": EAR, "miscommunications": CROSSED}
TOKEN_PAINTS = {"interceptions": PAINTS[0], "miscommunications": PAINTS[1]}
PEN = "M-12 9l3 -8l13 -13l5 5l-13 13zM-9 1l5 5"
TICK = "M-4 0l3 4l5 -8"
CROSS = "M-4 -4L4 4M4 -4L-4 4"


def stroke(path: str, x: float, y: float, colour: str, width: float = 1.8) -> str:
    """Return a sign as lines, its middle at (x, y)."""
    return (
        f'<path transform="translate({coord(x)} {coord(y)})" d="{path}" style="fill:none;'
        f'stroke:{colour};stroke-width:{width};stroke-linecap:round;stroke-linejoin:round"/>'
    )


@cache
def team_sign(team: int, radius: int = 15) -> str:
    """Return a team's sign, centred on the origin: a disc of its paint with one or two bars."""
    paint, ink = PAINTS[team]
    bars = "M0 -6V6" if team == 0 else "M-4 -6V6M4 -6V6"
    return f'<circle r="{radius}" style="fill:{paint};stroke:var(--tw-line);stroke-width:2"/>' + (
        stroke(bars, 0, 0, ink, 3)
    )


@cache
def token_row(kind: str, count: int, word: str) -> str:
    """Return two places for tokens of a kind, filled with those earned, and its name below.

    There are never more: two of a kind end the game, and a round brings a team at most one. DE-7.
    """
    paint, ink = TOKEN_PAINTS[kind]
    width = TOKENS[kind][1]
    art = ""
    for n in range(2):
        x = width / 2 + (n - 0.5) * 28
        if n < count:
            art += (
                f'<circle cx="{coord(x)}" cy="13" r="12" '
                f'style="fill:{paint};stroke:var(--tw-ink);stroke-width:2"/>'
            ) + stroke(TOKEN_SIGNS[kind], x, 13, ink, 2)
        else:
            art += (
                f'<circle cx="{coord(x)}" cy="13" r="11" style="fill:none;stroke:var(--tw-line);'
                'stroke-width:1.5;stroke-dasharray:3 3"/>'
            ) + stroke(TOKEN_SIGNS[kind], x, 13, "var(--tw-line)", 1.2)
    return art + text(width / 2, 40, fitted(word, 12, width), 12, "middle", fill=SOFT)


@cache
def envelope(width: float = 26, height: float = 16) -> str:
    """Return a sealed envelope, its middle at the origin."""
    x, y = coord(-width / 2), coord(-height / 2)
    return (
        f'<rect x="{x}" y="{y}" width="{coord(width)}" height="{coord(height)}" rx="2" '
        'style="fill:var(--tw-back);stroke:var(--tw-ink);stroke-width:1.5"/>'
        f'<path d="M{x} {y}L0 {coord(height * 0.12)}L{coord(width / 2)} {y}" '
        'style="fill:none;stroke:var(--tw-ink);stroke-width:1.5"/>'
        f'<circle cy="{coord(height * 0.12)}" r="{coord(height * 0.14)}" '
        'style="fill:var(--tw-hurt)"/>'
    )


# --- screens and code cards -----------------------------------------------------------------------


@cache
def screen(team: int) -> str:
    """Return a team's screen without its windows."""
    paint, _ = PAINTS[team]
    return (
        f'<rect width="{WIDE}" height="{SCREEN}" rx="8" '
        f'style="fill:{paint};stroke:var(--tw-line);stroke-width:2"/>'
    )


@lru_cache(maxsize=KEPT)
def window(digit: int, word: str, aimed: bool = False) -> str:
    """Return a window of a screen: a number and its word, or with `HIDDEN` closed."""
    width, height = WINDOW
    closed = word == HIDDEN
    line = "stroke:var(--tw-act);stroke-width:3" if aimed else "stroke:var(--tw-line)"
    art = (
        f'<rect width="{width}" height="{height}" rx="5" '
        f'style="fill:var(--tw-{"back" if closed else "card"});{line}"/>'
    )
    art += text(6, 13, digit, 12, weight=700, fill=CARD_INK)
    if closed:
        shut = "".join(f"M26 {y}H{width - 10}" for y in range(12, height - 6, 8))
        return art + f'<path d="{shut}" style="stroke:var(--tw-back-line);stroke-width:3"/>'
    free = width - 12
    size = 18 if width_of(word, 18) <= free else 14
    return art + text(width / 2, 31, fitted(word, size, free), size, "middle", 600, CARD_INK)


@lru_cache(maxsize=KEPT)
def named(word: str, hit: bool | None) -> str:
    """Return a slip over a window: what the other team takes for the word; "" is sealed."""
    width = WINDOW[0] - 8
    art = (
        f'<rect width="{width}" height="16" rx="3" '
        'style="fill:var(--tw-ground);stroke:var(--tw-line)"/>'
    )
    if not word:
        return art + f'<g transform="translate({width // 2} 8)">{envelope(18, 11)}</g>'
    art += text(4, 12, fitted(word, 12, width - 22), 12)
    if hit is None:
        return art
    sign, colour = (TICK, "var(--tw-good)") if hit else (CROSS, "var(--tw-hurt)")
    return art + stroke(sign, width - 10, 8, colour, 2.2)


@cache
def code_card(code: Code | None) -> str:
    """Return a code card; None lies face down."""
    width, height = CODE_CARD
    art = (
        f'<rect class="tw-card" x=".5" y=".5" width="{width - 1}" height="{height - 1}" rx="5" '
        f'style="fill:var(--tw-{"back" if code is None else "card"});stroke:var(--tw-line)"/>'
    )
    if code is None:
        waves = "".join(f"M8 {y}q6.5 -7 13 0t13 0t13 0t13 0" for y in (12, 20, 28))
        return art + f'<path d="{waves}" style="fill:none;stroke:var(--tw-back-line)"/>'
    return art + "".join(
        text(width / 2 + 20 * (n - 1), 25, digit, 18, "middle", 700, CARD_INK)
        for n, digit in enumerate(code)
    )


@cache
def code_to_write(code: Code, place: int) -> str:
    """Return an encryptor's code, large, with a frame around the digit whose clue is due."""
    art = (
        '<rect width="88" height="74" rx="6" style="fill:var(--tw-card);stroke:var(--tw-line)"/>'
        f'<rect x="{5 + 26 * place}" y="14" width="26" height="46" rx="5" '
        'style="fill:none;stroke:var(--tw-act);stroke-width:3"/>'
    )
    return art + "".join(
        text(18 + 26 * n, 46, digit, 24, "middle", 700, CARD_INK if n >= place else SOFT)
        for n, digit in enumerate(code)
    )


@cache
def large_number(digit: int) -> str:
    """Return the number of a word that is to be named, large."""
    return (
        '<rect width="88" height="74" rx="6" style="fill:var(--tw-card);stroke:var(--tw-line)"/>'
    ) + text(44, 50, digit, 36, "middle", 700, CARD_INK)


# --- note sheets ----------------------------------------------------------------------------------


@cache
def sheet_paper(rounds: int, others: str, team: str, code: str) -> str:
    """Return a note sheet without its notes: columns for the numbers, lines for the rounds."""
    top = SCREEN_Y + SCREEN
    end = ROWS_Y + ROW * rounds + 2
    art = (
        f'<rect y="{top}" width="{WIDE}" height="{end - top}" rx="6" '
        'style="fill:var(--tw-card);stroke:var(--tw-line)"/>'
    )
    lines = "".join(
        f"M{coord(window_x(n) - 1.5)} {top + 4}V{ROWS_Y - 20}" for n in range(2, WORDS + 1)
    )
    lines += f"M0 {ROWS_Y - 17}H{WIDE}"
    lines += "".join(f"M4 {ROWS_Y + ROW * n}H{WIDE - 4}" for n in range(rounds))
    art += f'<path d="{lines}" style="stroke:var(--tw-felt-line);fill:none"/>'
    for key, word in (("others", others), ("team", team), ("code", code)):
        art += text(CELLS[key], ROWS_Y - 4, fitted(word, 12, 52), 12, "middle", fill=SOFT)
    return art + "".join(
        text(12, ROWS_Y + ROW * n + 15, n + 1, 12, "middle", 700, SOFT) for n in range(rounds)
    )


@lru_cache(maxsize=KEPT)
def column(clues: Sequence[str]) -> str:
    """Return the clues that were given for a number, one below the other."""
    return "".join(
        text(6, LINE * (n + 1) - 3, fitted(clue, 12, WINDOW[0] - 10), 12, fill=CARD_INK)
        for n, clue in enumerate(clues)
    )


@cache
def round_now() -> str:
    """Return the frame around the round that is being played."""
    return (
        f'<rect x="2" width="{WIDE - 4}" height="{ROW}" rx="4" '
        'style="fill:none;stroke:var(--tw-act);stroke-width:2"/>'
    )


@lru_cache(maxsize=KEPT)
def clue_cell(clue: str) -> str:
    """Return a clue in its cell of the sheet."""
    return text(4, 15, fitted(clue, 12, CLUE - 6), 12, fill=CARD_INK)


@cache
def covered_cell() -> str:
    """Return a clue that was written, and that this seat may not read yet."""
    return (
        f'<rect x="4" y="5" width="{CLUE - 14}" height="11" rx="3" '
        'style="fill:var(--tw-back);stroke:var(--tw-back-line)"/>'
    )


@cache
def guess_cell(code: Code, right: bool | None) -> str:
    """Return a code in its cell, centred, with a tick or a cross once the code is known."""
    digits = "".join(map(str, code))
    if right is None:
        return text(0, 15, digits, 12, "middle", 600, CARD_INK)
    sign, colour = (TICK, "var(--tw-good)") if right else (CROSS, "var(--tw-hurt)")
    return text(-6, 15, digits, 12, "middle", 600, CARD_INK) + stroke(sign, 16, 10, colour, 2)


# --- what can be done -----------------------------------------------------------------------------


@lru_cache(maxsize=KEPT)
def slip(word: str, width: int, height: int) -> str:
    """Return a slip of paper with a word that can be chosen."""
    size = 14 if height > 20 and width_of(word, 14) <= width - 8 else 12
    return (
        f'<rect width="{width}" height="{height}" rx="4" '
        'style="fill:var(--tw-card);stroke:var(--tw-line)"/>'
    ) + text(
        width / 2,
        height / 2 + size * 0.36,
        fitted(word, size, width - 8),
        size,
        "middle",
        600,
        CARD_INK,
    )


DIGIT = (70, 42)


@lru_cache(maxsize=KEPT)
def digit_key(digit: int, word: str) -> str:
    """Return a number that a clue may stand for, with its word if that is known."""
    width, height = DIGIT
    art = (
        f'<rect width="{width}" height="{height}" rx="6" '
        'style="fill:var(--tw-card);stroke:var(--tw-line)"/>'
    )
    if not word:
        return art + text(width / 2, 29, digit, 24, "middle", 700, CARD_INK)
    art += text(width / 2, 18, digit, 18, "middle", 700, CARD_INK)
    return art + text(width / 2, 36, fitted(word, 12, width - 6), 12, "middle", fill=CARD_INK)


@lru_cache(maxsize=KEPT)
def spoken(clue: str, width: int) -> str:
    """Return a clue as it is read aloud, large, centred; `HIDDEN` is one not heard yet."""
    if clue == HIDDEN:
        return (
            f'<rect x="{-width // 2 + 40}" y="-17" width="{width - 80}" height="18" rx="4" '
            'style="fill:var(--tw-back);stroke:var(--tw-back-line)"/>'
        )
    size = 24 if width_of(clue, 24) <= width else 18 if width_of(clue, 18) <= width else 14
    return text(0, 0, fitted(clue, size, width), size, "middle", 600)
