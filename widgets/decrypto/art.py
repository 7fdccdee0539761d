"""The pieces of Decrypto's table: screens, codes, tokens, note sheets, envelopes, slips.

Pure drawing: what to show is decided in `board` and `odds`. Each piece is drawn once
and kept, as the frames of a match show the same ones again and again.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple

from gamelib.decrypto.sheets import Code
from widgets.decrypto.places import (
    CLUES_READ,
    COLUMN,
    FIRST,
    LINE,
    MEMBER,
    OTHERS,
    SCREEN,
    TEAM,
    TOKENS,
    WIDE,
    WINDOW,
    column_x,
)
from widgets.scene import (
    HIDDEN,
    SEAT_COLOURS,
    SMALLEST,
    Item,
    coord,
    fitted,
    text,
    width_of,
)

KEPT = 4000
"""How many drawings are kept that depend on people's words."""

SOFT, CARD_INK = "var(--tw-soft)", "var(--tw-card-ink)"
PAINTS = (("#fff", "#1b1f23"), ("#1b1f23", "#fff"))
"""What white and black look like in any light: the paint, and what is written on it."""

FELT = Item(
    "felt",
    0,
    0,
    '<rect x="4" y="76" width="952" height="410" rx="26" '
    'style="fill:var(--tw-felt);stroke:var(--tw-felt-line);stroke-width:4"/>',
)

# --- signs ----------------------------------------------------------------------------------------

EAR = "M-5 3a6 6 0 1 1 9 -1c-2 2 -3 3 -3 5a3 3 0 0 1 -5 1M-2 -1a2.5 2.5 0 1 1 4 0"
CROSSED = "M-7 -3h8l-3 -3M7 3h-8l3 3M-6 7L6 -7"
TOKEN_SIGNS = {"interceptions": EAR, "miscommunications": CROSSED}
TOKEN_PAINTS = {"interceptions": PAINTS[0], "miscommunications": PAINTS[1]}
PEN = "M-12 9l3 -8l13 -13l5 5l-13 13zM-9 1l5 5"
TICK = "M-5 0l4 5l6 -10"
CROSS = "M-5 -5L5 5M5 -5L-5 5"


def stroke(path: str, x: float, y: float, colour: str, width: float = 1.8) -> str:
    """Return a sign as lines, its middle at (x, y)."""
    return (
        f'<path transform="translate({coord(x)} {coord(y)})" d="{path}" style="fill:none;'
        f'stroke:{colour};stroke-width:{width};stroke-linecap:round;stroke-linejoin:round"/>'
    )


def judged(right: bool, x: float, y: float) -> str:
    """Return a tick for what was right, a cross for what was not."""
    sign, colour = (TICK, "var(--tw-good)") if right else (CROSS, "var(--tw-hurt)")
    return stroke(sign, x, y, colour, 2.6)


@lru_cache(maxsize=KEPT)
def squeezed(
    x: float,
    y: float,
    words: str,
    width: float,
    anchor: str = "start",
    weight: int = 400,
    fill: str = CARD_INK,
) -> str:
    """Return words, as small as words may be: pushed together, or cut short, to fit.

    Most fonts are a little narrower than `width_of` thinks.
    """
    cut = fitted(words, SMALLEST, 1.35 * width)
    art = text(x, y, cut, SMALLEST, anchor, weight, fill)
    wide = width_of(cut, SMALLEST)
    if wide <= width:
        return art
    fit = f'<text textLength="{coord(min(width, 0.85 * wide))}" lengthAdjust="spacingAndGlyphs"'
    return art.replace("<text", fit, 1)


@cache
def team_sign(team: int, radius: int = 13) -> str:
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
        line = (
            "var(--tw-ink);stroke-width:2"
            if n < count
            else ("var(--tw-line);stroke-width:1.5;stroke-dasharray:3 3")
        )
        fill = paint if n < count else "none"
        art += f'<circle cx="{coord(x)}" cy="13" r="12" style="fill:{fill};stroke:{line}"/>'
        art += stroke(TOKEN_SIGNS[kind], x, 13, ink if n < count else "var(--tw-line)", 1.6)
    return art + text(width / 2, 43, fitted(word, SMALLEST, width), SMALLEST, "middle", fill=SOFT)


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


# --- members, screens -----------------------------------------------------------------------------


@lru_cache(maxsize=KEPT)
def member(seat: int, name: str, width: int) -> str:
    """Return the plate of a team's member: sign and name."""
    ink = "#fff" if seat == 4 else "#1b1f23"
    return (
        f'<rect width="{width}" height="{MEMBER}" rx="{MEMBER // 2}" '
        'style="fill:var(--tw-ground);stroke:var(--tw-line)"/>'
        f'<circle cx="18" cy="18" r="15" style="fill:var(--tw-seat{seat % SEAT_COLOURS});'
        'stroke:var(--tw-ink)"/>'
        + text(18, 24, name[:1].upper(), SMALLEST, "middle", 700, ink)
        + squeezed(38, 24, name, width - 46, weight=600, fill="")
    )


@cache
def tag(words: str, colour: str, width: int) -> str:
    """Return what a member does now, below the plate; in a colour with an outline around it."""
    wide = width_of(words, SMALLEST) + 10
    fill = f"var(--tw-{colour or 'ground'})"
    art = (
        f'<rect x="-3" y="-3" width="{width + 6}" height="{MEMBER + 6}" rx="{MEMBER // 2 + 3}" '
        f'style="fill:none;stroke:{fill};stroke-width:3"/>'
        if colour
        else ""
    )
    art += (
        f'<rect x="{coord((width - wide) / 2)}" y="{MEMBER}" width="{coord(wide)}" height="22" '
        f'rx="11" style="fill:{fill}{"" if colour else ";stroke:var(--tw-line)"}"/>'
    )
    ink = "var(--tw-ground)" if colour else SOFT
    return art + text(width / 2, MEMBER + 17, words, SMALLEST, "middle", 600, ink)


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
    art += text(6, 18, digit, SMALLEST, weight=700, fill=CARD_INK)
    if closed:
        shut = "".join(f"M26 {y}H{width - 10}" for y in (12, 20, 28, 36))
        return art + f'<path d="{shut}" style="stroke:var(--tw-back-line);stroke-width:3"/>'
    free = width - 8
    first, gap, rest = word.rpartition(" ")
    if gap and width_of(word, SMALLEST) > 1.2 * free:
        art += squeezed(22, 18, first, width - 26, weight=600)
        word = rest
    return art + squeezed(width / 2, 40, word, free, "middle", 600)


@lru_cache(maxsize=KEPT)
def named(word: str, hit: bool | None) -> str:
    """Return a slip below a window: what the other team takes for the word; "" is sealed."""
    width = WINDOW[0]
    art = (
        f'<rect width="{width}" height="{23}" rx="4" '
        'style="fill:var(--tw-card);stroke:var(--tw-line)"/>'
    )
    if not word:
        return art + f'<g transform="translate({width // 2} 11.5)">{envelope(22, 13)}</g>'
    art += squeezed(5, 18, word, width - 30)
    return art if hit is None else art + judged(hit, width - 12, 12)


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
def sheet_paper(rounds: int, row: float) -> str:
    """Return a note sheet without its notes: the rounds' numbers, and space for two lines each."""
    high = row * rounds + 2
    art = (
        f'<rect width="{WIDE}" height="{coord(high)}" rx="6" '
        'style="fill:var(--tw-card);stroke:var(--tw-line)"/>'
    )
    lines = f"M{FIRST - 2} 4V{coord(high - 4)}"
    lines += "".join(f"M4 {coord(row * n + 1)}H{WIDE - 4}" for n in range(1, rounds))
    art += f'<path d="{lines}" style="stroke:var(--tw-felt-line);fill:none"/>'
    return art + "".join(
        text(11, row * n + 25, n + 1, SMALLEST, "middle", 700, SOFT) for n in range(rounds)
    )


@cache
def round_now(row: float) -> str:
    """Return the frame around the round that is being played."""
    return (
        f'<rect x="2" y="1" width="{WIDE - 4}" height="{coord(row)}" rx="5" '
        'style="fill:none;stroke:var(--tw-act);stroke-width:2.5"/>'
    )


@lru_cache(maxsize=KEPT)
def clue_cell(clue: str, sorted_in: bool) -> str:
    """Return a clue on the sheet: in the column of its number, or as it was read."""
    return squeezed(2, 16, clue, COLUMN - 7 if sorted_in else CLUES_READ - 10)


@cache
def covered_cell() -> str:
    """Return a clue that was written, and that this seat may not read yet."""
    return (
        f'<rect x="4" y="3" width="{coord(CLUES_READ - 24)}" height="12" rx="3" '
        'style="fill:var(--tw-back);stroke:var(--tw-back-line)"/>'
    )


class Line(NamedTuple):
    """What stands in the second line of a round: the code, and both guesses."""

    code: Code | None
    """None lies face down; an empty one is not drawn yet."""
    others: Code | None = None
    sealed: bool = False
    """Whether the others' guess lies there in its envelope."""
    team: Code | None = None
    revealed: bool = False


@lru_cache(maxsize=KEPT)
def line(what: Line, others: str, team: str, clues: tuple[str, ...] = ()) -> str:
    """Return a round on the sheet: its code and guesses, and clues by number (or "") above them."""
    art = "".join(
        f'<g transform="translate({coord(column_x(n) - FIRST)} 0)">{clue_cell(clue, True)}</g>'
        for n, clue in enumerate(clues, start=1)
        if clue
    )
    y = LINE + 15
    if what.code:
        art += text(4, y, "".join(map(str, what.code)), SMALLEST, weight=700, fill=CARD_INK)
    else:
        art += (
            f'<rect x="4" y="{y - 13}" width="36" height="14" rx="3" '
            'style="fill:var(--tw-back);stroke:var(--tw-back-line)"/>'
        )
    for x, word, guess in ((OTHERS, others, what.others), (TEAM, team, what.team)):
        if guess is None and not (what.sealed and x == OTHERS):
            continue
        words = f"{word} {''.join(map(str, guess or ()))}".strip()
        art += text(x, y, words, SMALLEST, fill=SOFT)
        end = x + 0.9 * width_of(words, SMALLEST) + 14
        if guess is None:
            art += f'<g transform="translate({coord(end)} {y - 6})">{envelope()}</g>'
        elif what.revealed:
            art += judged(guess == what.code, end, y - 6)
    return art


# --- what can be done -----------------------------------------------------------------------------


@lru_cache(maxsize=KEPT)
def slip(word: str, width: int, height: int) -> str:
    """Return a slip of paper with a word that can be chosen."""
    return (
        f'<rect width="{width}" height="{height}" rx="4" '
        'style="fill:var(--tw-card);stroke:var(--tw-line)"/>'
    ) + squeezed(width / 2, height / 2 + 6, word, width - 8, "middle", 600)


DIGIT = (70, 44)


@cache
def digit_key(digit: int) -> str:
    """Return a number that a clue may stand for."""
    width, height = DIGIT
    return (
        f'<rect width="{width}" height="{height}" rx="6" '
        'style="fill:var(--tw-card);stroke:var(--tw-line)"/>'
    ) + text(width / 2, 31, digit, 24, "middle", 700, CARD_INK)


@lru_cache(maxsize=KEPT)
def spoken(clue: str, width: int) -> str:
    """Return a clue as it is read aloud, large, centred; `HIDDEN` is one not heard yet."""
    if clue == HIDDEN:
        return (
            f'<rect x="{-width // 2 + 40}" y="-17" width="{width - 80}" height="18" rx="4" '
            'style="fill:var(--tw-back);stroke:var(--tw-back-line)"/>'
        )
    size = next((size for size in (24, 18) if width_of(clue, size) <= width), SMALLEST)
    return text(0, 0, fitted(clue, size, width), size, "middle", 600)
