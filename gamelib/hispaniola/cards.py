"""Hispaniola's cards: their names, which of them names the trump, and which wins a trick.

A card is its colour's letter and its number: "G11" is the green 11.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from gamelib.bounds import refused
from gamelib.careful import shown
from gamelib.game import Phrase

COLOURS = "OSGYP"
"""Orange, sky, green, yellow, purple."""
NEUTRAL = "N"
SHIPS = COLOURS + NEUTRAL
"""The ships in their order: one of each colour and the neutral one. HI-2."""
CARDS = tuple(f"{colour}{number}" for colour in COLOURS for number in range(1, 16))
NUMBER = {card: int(card[1:]) for card in CARDS}
HIGHEST = {3: 9, 4: 12, 5: 15}
"""The highest number in play, by players. HI-1."""

ORDER = {card: n for n, card in enumerate(CARDS)}

Hands = tuple[tuple[str, ...], ...]


def deck_of_cards(option: str, deck: Any, players: int) -> tuple[str, ...]:
    """Return a deck in order; a bound for different cards that can be dealt evenly.

    >>> deck_of_cards("deck", ["P1", "G10", "G9"], players=3)
    ('G9', 'G10', 'P1')
    """
    if not isinstance(deck, tuple | list):
        raise refused(option, "a row of cards such as ('G9', 'G10', 'P1')", deck)
    if len(deck) > len(CARDS):
        raise ValueError(f"{option}: there are {len(CARDS)} cards, so not {len(deck)}")
    for card in deck:
        if type(card) is not str or card not in NUMBER:
            wrong = shown(card)
            raise ValueError(f"{option}: a card is a letter of {COLOURS} and 1 to 15, not {wrong}")
    if not deck or len(set(deck)) < len(deck) or len(deck) % players:
        raise ValueError(
            f"{option}: different cards, as many for each of {players} players, "
            f"not {len(set(deck))} of {len(deck)}"
        )
    return tuple(sorted(deck, key=ORDER.__getitem__))


def trump_bid(bids: Sequence[str]) -> str | None:
    """Return the card that names the trump: of the numbers that occur once the highest. HI-3.

    >>> trump_bid(("G9", "O9", "P7", "S2"))
    'P7'
    """
    numbers = [NUMBER[card] for card in bids]
    single = [card for card in bids if numbers.count(NUMBER[card]) == 1]
    return max(single, key=NUMBER.__getitem__, default=None)


def best_card(trick: Sequence[str], trump: str | None) -> int:
    """Return which card of a trick is the best, counted from the first played. HI-5.

    >>> best_card(("G9", "O11", "S11"), trump="P"), best_card(("G9", "O11", "G3"), trump="G")
    (1, 0)
    """
    best, strength = 0, 0
    for n, card in enumerate(trick):
        worth = NUMBER[card] + 100 * (card[0] == trump)
        if worth > strength:  # of equal numbers the first played
            best, strength = n, worth
    return best


def ship_of(trick: Sequence[str]) -> int:
    """Return which ship a whole trick is for, as an index of SHIPS. HI-6."""
    if len({card[0] for card in trick}) > 2:
        return len(COLOURS)
    return COLOURS.index(trick[0][0])


@cache
def named(card: str) -> Phrase | str:
    """Return a card as texts mention it: the green 11. (What is no card stays as it is.)"""
    if card not in NUMBER:
        return card
    return Phrase(f"hispaniola.card.{card[0]}", {"number": NUMBER[card]})


def colour_named(card: str) -> Phrase:
    """Return a card's colour as texts mention it."""
    return Phrase(f"hispaniola.colour.{card[0]}")


def ship_named(ship: str) -> Phrase:
    """Return a ship (a letter of SHIPS) as texts mention it."""
    return Phrase(f"hispaniola.ship.{ship}")


def side_named(side: str) -> Phrase | str:
    """Return "left" or "right" as texts mention it."""
    return Phrase(f"hispaniola.side.{side}") if side in ("left", "right") else side
