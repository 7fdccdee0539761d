"""Where everything lies at a table of Decrypto."""

from __future__ import annotations

HALVES = (12, 490)
"""Where white's and black's part of the table begin."""
WIDE = 458
NAME_Y, PLATE_Y = 6, 56
CODE_X, CODE_CARD = 162, (68, 36)
TOKENS = {"interceptions": (232, 94), "miscommunications": (326, 132)}
"""Where a team's tokens lie, by kind, and how much space they have."""
SCREEN_Y, SCREEN = 128, 60
WINDOW = (110, 50)
COLUMNS_Y, LINE = 190, 14
"""Where the clues by number begin, and how high a line is."""
ROWS_Y, ROW = 324, 20
"""Where the rounds begin, below their heading, and how high a round is."""
CLUE_X, CLUE = 22, 92
CELLS = {"others": 326, "team": 375, "code": 430}
"""The middle of the columns in which the codes stand."""
DESK_Y, DESK = 490, (16, 928)
"""Where the message on its way lies, and how wide it may be."""


def window_x(number: int) -> float:
    """Return where a window of the screen begins, and with it the column of its number."""
    return 4 + (number - 1) * (WINDOW[0] + 3.3)
