"""What the tests of all games need to know of Hispaniola: its options, its pieces, its secrets."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from hypothesis import strategies as st

from gamelib.hispaniola import Bid, Hispaniola, Phase, State
from gamelib.hispaniola.cards import CARDS, ORDER
from tests.gamelib.kit import Kit

FEW = tuple(card for card in CARDS if card[0] in "OSG" and int(card[1:]) <= 7)
QUICK: dict[str, Any] = {"rounds": 1, "deck": FEW[:20], "pirates": 4}
"""A game of few tricks with 4 or 5 players, in which everything can happen."""
QUICK_FOR_3: dict[str, Any] = {**QUICK, "deck": FEW}


@st.composite
def options(draw: st.DrawFn, players: int) -> dict[str, Any]:
    """Short games, mostly with few cards and pirates, so that hands and stocks run out."""
    chosen: dict[str, Any] = {"rounds": 1, "dealer": draw(st.integers(0, players - 1))}
    if draw(st.integers(0, 9)) != 9:
        size = players * draw(st.integers(1, 4))
        chosen["deck"] = tuple(
            draw(st.lists(st.sampled_from(CARDS), min_size=size, max_size=size, unique=True))
        )
        chosen["pirates"] = draw(st.integers(1, 4))
        chosen["rounds"] = draw(st.integers(1, 2))
    return chosen


def box(game: Hispaniola) -> Counter[object]:
    """Every card and pirate of the game."""
    return Counter(game.cards) + Counter(
        {f"pirate of {seat}": game.pirates for seat in range(game.players)}
    )


def whereabouts(game: Hispaniola, state: State) -> Counter[object]:
    """Every card and pirate of a state, wherever it is; before the first deal cards are nowhere."""
    rows = [*state.hands, *state.bids, state.trick, *(trick.cards for trick in state.tricks)]
    found: Counter[object] = Counter(card for row in rows for card in row)
    found.update(card for card in state.secret if card is not None)
    if state.phase is Phase.DEAL and not state.sheet:
        found.update(game.cards)
    places = [place for ship in state.ships for place in ship] + list(state.islands)
    found.update(f"pirate of {place}" for place in places if place is not None)
    for seat, pirates in enumerate(state.stocks):
        assert pirates >= 0
        found[f"pirate of {seat}"] += pirates
    return found


def known_voids(state: State) -> list[set[str]]:
    """The colours each seat has shown not to hold, from what was played in this hand."""
    voids: list[set[str]] = [set() for _ in state.hands]
    for leader, cards in [
        *((t.leader, t.cards) for t in state.tricks),
        (state.leader, state.trick),
    ]:
        for n, card in enumerate(cards):
            if card[0] != cards[0][0]:
                voids[(leader + n) % len(state.hands)].add(cards[0][0])
    return voids


def hidden_permuted(game: Hispaniola, state: State, seat: int | None, rng: Random) -> State:
    """The same state with hidden cards put in each other's places, as far as known voids allow.

    Hidden are others' hands and the bids that lie face down before them. Two cards change places
    if both owners may hold what they get: whoever could not follow a colour has none of it.
    """
    voids = known_voids(state)
    hands = [list(hand) for hand in state.hands]
    secret = list(state.secret)
    places: list[tuple[int, list[Any], int]] = []
    for other in range(game.players):
        if other != seat:
            places += [(other, hands[other], n) for n in range(len(hands[other]))]
            if secret[other] is not None:
                places.append((other, secret, other))
    for _ in range(2 * len(places)):
        (one, first, a), (two, second, b) = rng.choice(places), rng.choice(places)
        if first[a][0] not in voids[two] and second[b][0] not in voids[one]:
            first[a], second[b] = second[b], first[a]
    return state._replace(
        hands=tuple(tuple(sorted(hand, key=ORDER.__getitem__)) for hand in hands),
        secret=tuple(secret),
    )


KIT = Kit[Hispaniola, State](
    options=options,
    short={
        "rounds": 1,
        "deck": tuple(f"{colour}{number}" for colour in "OSGY" for number in (2, 7, 9)),
    },
    quick=lambda players: QUICK_FOR_3 if players == 3 else QUICK,
    rare=Hispaniola(players=3, deck=("O1", "S1", "G1", "O2", "S2", "G2")),
    golden={"rounds": 1},
    box=box,
    whereabouts=whereabouts,
    hidden_permuted=hidden_permuted,
    secret=frozenset({Bid}),
    small=(Hispaniola(players=3, deck=("O1", "O2", "S2", "G7", "G15", "P3")),),
    pictured=155,
)
