"""What the tests of all games need to know of Auberge: its options, its cards, its secrets."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from gamelib.auberge import Auberge, Drawn, Place, State
from tests.gamelib.heaps import cards_lie, cards_permuted, deck_of, small_decks
from tests.gamelib.kit import Kit


@st.composite
def options(draw: st.DrawFn, players: int) -> dict[str, Any]:
    """Any table, half of them with few cards."""
    chosen: dict[str, Any] = {
        "oldest": draw(st.integers(0, players - 1)),
        "reshuffle": draw(st.booleans()),
    }
    if draw(st.booleans()):
        chosen["deck"] = draw(small_decks(range(1, 11), 3 * players))
    return chosen


KIT = Kit[Auberge, State](
    options=options,
    rare=Auberge(players=3, reshuffle=True, deck=(0, 1, 2, 3, 3, 2, 2)),
    box=deck_of,
    whereabouts=cards_lie,
    hidden_permuted=cards_permuted,
    secret=frozenset({Place, Drawn}),
    small=(
        Auberge(players=2, deck=(0, 1, 2, 3, 3)),
        Auberge(players=3, deck=(0, 1, 2, 3, 4)),
    ),
    pictured=12,
    peaceful="peaceful",
)
