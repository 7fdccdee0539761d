"""What the tests of all games need to know of Fuji Flush: its options, its cards, its secrets."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from gamelib.fuji_flush import Drawn, FujiFlush, State
from tests.gamelib.heaps import cards_lie, cards_permuted, deck_of, small_decks
from tests.gamelib.kit import Kit


@st.composite
def options(draw: st.DrawFn, players: int) -> dict[str, Any]:
    """Any table, half of them with few cards."""
    chosen: dict[str, Any] = {"first": draw(st.integers(0, players - 1))}
    if draw(st.booleans()):
        chosen["hand_size"] = draw(st.integers(1, 4))
        chosen["deck"] = draw(small_decks(range(2, 21), players * chosen["hand_size"]))
    return chosen


KIT = Kit[FujiFlush, State](
    options=options,
    rare=FujiFlush(players=4, hand_size=3, deck=(0, 0, 4, 4, 3, 2)),
    box=deck_of,
    whereabouts=cards_lie,
    hidden_permuted=cards_permuted,
    secret=frozenset({Drawn}),
    small=(
        FujiFlush(players=3, hand_size=2, deck=(0, 0, 3, 2, 2)),
        FujiFlush(players=4, hand_size=1, deck=(0, 0, 2, 0, 3, 1)),
    ),
    pictured=21,
)
