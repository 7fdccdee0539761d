"""What the kits of card games with a pile and a discard share, both counts by value."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from hypothesis import strategies as st

from gamelib.counting import Counts, cards, counts


@st.composite
def small_decks(draw: st.DrawFn, values: range, least: int) -> Counts:
    """Decks of few cards, so that piles run out and pairs are frequent."""
    deck: Counter[int] = Counter(
        draw(st.lists(st.sampled_from(values), min_size=least, max_size=least + 6))
    )
    return counts(deck)


def deck_of(game: Any) -> Counter[object]:
    """Every card of the deck."""
    return Counter(cards(game.deck))


def cards_lie(game: Any, state: Any) -> Counter[object]:
    """Every card of a state of a game with a pile and a discard, both counts by value."""
    assert min(state.pile) >= 0
    assert min(state.discard) >= 0
    rows = [row for name in ("hands", "tables") for row in getattr(state, name, ())]
    singles = [card for name in ("fronts", "first") for card in getattr(state, name, ())]
    found: Counter[object] = Counter(card for row in rows for card in row)
    found.update(card for card in singles if card is not None)
    found.update(cards(state.pile))
    found.update(cards(state.discard))
    return found


def cards_permuted(game: Any, state: Any, seat: int | None, rng: Random) -> Any:
    """The same state with the cards that a seat cannot see put in each other's places.

    Hidden are the pile, others' hands (less what the seat saw of them in an accusation) and the
    first cards others have chosen.
    """
    sights = getattr(state, "sights", ())
    first = getattr(state, "first", ())
    kept: list[tuple[int, ...]] = [()] * game.players
    for sight in sights:
        if sight.seat == seat:
            kept[sight.target] = sight.cards
    unknown = [
        list((Counter(hand) - Counter(kept[other])).elements()) if other != seat else []
        for other, hand in enumerate(state.hands)
    ]
    hidden = [card for row in unknown for card in row] + list(cards(state.pile))
    hidden += [card for other, card in enumerate(first) if other != seat]
    rng.shuffle(hidden)
    hands = tuple(
        hand
        if other == seat
        else tuple(sorted((*kept[other], *(hidden.pop() for _ in unknown[other]))))
        for other, hand in enumerate(state.hands)
    )
    changed: dict[str, Any] = {"hands": hands}
    if first:
        changed["first"] = tuple(
            card if other == seat else hidden.pop() for other, card in enumerate(first)
        )
    if sights:  # what others saw changes with the hands they saw
        changed["sights"] = tuple(
            sight
            if sight.seat == seat
            else sight._replace(
                cards=tuple(sorted(rng.sample(hands[sight.target], len(sight.cards))))
            )
            for sight in sights
        )
    pile = Counter(hidden)
    changed["pile"] = tuple(pile[value] for value in range(len(state.pile)))
    return state._replace(**changed)
