"""Where everything lies at a table of Decrypto."""

from __future__ import annotations

from widgets.tabletop import BUTTON

HALVES = (12, 490)
"""Where white's and black's part of the table begin."""
WIDE = 458
NAME_Y = 4
TOKENS = {"interceptions": (182, 132), "miscommunications": (316, 142)}
"""Where a team's tokens lie, by kind, and how much space they have."""
MEMBER_Y, MEMBER = 54, 36
"""Where the members stand, and how high their plates are."""
SCREEN_Y, SCREEN = 116, 54
WINDOW = (106, 48)
COLUMN, FIRST = 109, 22
"""How far the windows lie apart, and the columns of the sheet below them; where the first is."""
SHEET_Y, NAMED = 174, 25
"""Where the sheet begins, and how much lower once words are named above it."""
ROW, TIGHT, LINE = 38.5, 35.5, 18
"""How high a round is, also once words are named, and how far its two lines lie apart."""
CLUES_READ = (436 - 8) / 3
"""How much space a clue has while nobody knows its number."""
OTHERS, TEAM = 111, 275
"""Where in a round's second line the guesses begin."""
DESK_Y, DESK = 486, (16, 928)
"""Where the message on its way lies, and how wide it may be."""
SLIPS = (116, 928 - 100 - BUTTON[0] - 20)
"""Where the slips lie that can be chosen, and how wide they may be together."""


def column_x(number: int) -> float:
    """Return where the window and the column of a number begin."""
    return FIRST + (number - 1) * COLUMN
