"""Hispaniola: what a position is made of, and what can happen in it.

A card is its colour's letter and its number: "G11" is the green 11.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from gamelib.game import Action, Phases, Phrase
from gamelib.hispaniola.board import Islands, Ship
from gamelib.hispaniola.cards import Hands, named, side_named

if TYPE_CHECKING:
    from gamelib.hispaniola.rules import Hispaniola


class Phase(Phases):
    """Where in the rule sheet we are."""

    DEAL = "deal"
    TRUMP = "trump"
    TRICK = "trick"
    NAVIGATION = "navigation"
    PILES = "piles"
    OVER = "over"


DEAL, TRUMP, TRICK, NAVIGATION, PILES, OVER = Phase


# A dataclass takes a millisecond to make: kinds of actions with the same field share one.


@dataclass(frozen=True, slots=True)
class _OfCard(Action):
    card: str

    def words(self) -> Mapping[str, Any]:
        """Return the card by name."""
        return {"card": named(self.card)}


@dataclass(frozen=True, slots=True)
class _OfSide(Action):
    side: str

    def words(self) -> Mapping[str, Any]:
        """Return the side in words."""
        return {"side": side_named(self.side)}


class Bid(_OfCard):
    """HI-3: lay a card face down; the highest number that occurs once names the trump."""

    __slots__ = ()


class Play(_OfCard):
    """HI-4: play a card to the trick."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Place(Action):
    """HI-7: put a pirate in the captain's seat; `push` is where the captain goes.

    "left" or "right"; "nobody" if the seat is free.
    """

    push: str

    def words(self) -> Mapping[str, Any]:
        """Return what happens to the captain."""
        return {"push": Phrase(f"hispaniola.push.{self.push}")}


class Swap(_OfSide):
    """HI-8: the captain and the pirate on one side ("left", "right") change places."""

    __slots__ = ()


class Pass(Action):
    """HI-10: no pirate in stock, so leave the ship as it is."""

    __slots__ = ()


class Keep(Action):
    """HI-11: put the trick before yourself."""

    __slots__ = ()


class Give(_OfSide):
    """HI-11: give the trick and your pile to the neighbour on the "left" or the "right"."""

    __slots__ = ()


PUSHES = ("nobody", "left", "right")


class Trick(NamedTuple):
    """A trick that is over: the cards in the order of play, from the leader on clockwise."""

    leader: int
    cards: tuple[str, ...]
    winner: int


class State(NamedTuple):
    """A position. Hands are sorted by colour and number.

    `secret` holds the bids that lie face down, `bids` the rounds of bids that were shown, both by
    seat; `trick` is the trick in the middle, in the order of play, and stays there until it is kept
    or given. `voids` names the colours that each seat has shown not to hold. After a hand all this
    lies there until the next deal. `sheet` has a row of points for each hand that is over.
    """

    phase: Phase
    turn: int
    dealer: int
    hands: Hands
    secret: tuple[str | None, ...]
    bids: tuple[tuple[str, ...], ...]
    trump: str | None
    leader: int
    trick: tuple[str, ...]
    tricks: tuple[Trick, ...]
    voids: tuple[str, ...]
    ships: tuple[Ship, ...]
    islands: Islands
    stocks: tuple[int, ...]
    piles: tuple[int, ...]
    sheet: tuple[tuple[int, ...], ...]


class View(NamedTuple):
    """What a seat knows (`seat=None`: what lies open to all).

    `bid` is the own card that lies face down, `has_bid` says who has laid one; else as in State.
    """

    game: Hispaniola
    seat: int | None
    phase: Phase
    turn: int
    dealer: int
    hand: tuple[str, ...]
    hand_sizes: tuple[int, ...]
    bid: str | None
    has_bid: tuple[bool, ...]
    bids: tuple[tuple[str, ...], ...]
    trump: str | None
    leader: int
    trick: tuple[str, ...]
    tricks: tuple[Trick, ...]
    voids: tuple[str, ...]
    ships: tuple[Ship, ...]
    islands: Islands
    stocks: tuple[int, ...]
    piles: tuple[int, ...]
    sheet: tuple[tuple[int, ...], ...]
