"""Auberge's own small drawings."""

from __future__ import annotations

from widgets.scene import HIDDEN, card, coord, text
from widgets.tabletop import EYE

VERBS = {
    "challenge": "M-12 -9h12v17h-12zM4 2l4 -5l4 5M8 -3v11",
    "accuse": "M-11 -9h22v14h-12l-5 5v-5h-5zM0 -6v5M0 1v1",
    "draw": "M-12 -9h12v17h-12zM4 2l4 5l4 -5M8 7v-14",
}
"""What can be done without a card, and its icon."""


def back_with(value: int) -> str:
    """Return a card that lies face down but is known."""
    return (
        card(HIDDEN)
        + '<circle cx="24" cy="34" r="15" style="fill:var(--tw-card);stroke:var(--tw-line)"/>'
        + text(24, 40, value, 18, "middle", 600, "var(--tw-card-ink)")
    )


def eye(size: tuple[int, int]) -> str:
    """Return the sign of a card that was seen in somebody's hand, on the card's lower edge."""
    return (
        f'<g transform="translate({coord(size[0] / 2)} {size[1]})"><circle r="10" '
        'style="fill:var(--tw-ground);stroke:var(--tw-line)"/>'
        f'<path d="{EYE}" style="fill:none;stroke:var(--tw-ink);stroke-width:1.5"/></g>'
    )
