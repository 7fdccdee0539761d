"""What the tests of all games need to know of Jamaica: its options, its pieces, its secrets."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from hypothesis import strategies as st

from gamelib.jamaica import Choose, Curse, Drawn, Found, Jamaica, Phase, State, Stolen
from gamelib.jamaica.position import CURSED, DECK, POWERS, TREASURES, Hidden
from tests.gamelib.kit import Kit

LAIRS: tuple[Any, ...] = (
    ("royal", 0, 15, (1,)), ("lair", 0, -5, (2,)), ("lair", 0, -5, (3, 5)), ("lair", 0, -5, (4,)),
    ("lair", 0, -5, (7,)), ("lair", 0, -5, (6,)), ("lair", 0, -5, (7,)), ("lair", 0, -5, (8,)),
    ("lair", 0, 2, (9,)), ("sea", 8, 3, (10,)), ("sea", 8, 4, (11,)), ("port", 3, 5, (12,)),
    ("sea", 8, 6, (13,)), ("sea", 8, 7, (14,)), ("sea", 8, 8, (0,)),
)  # fmt: skip
"""A small sea with a fork and many lairs, where ships often meet and powers change hands."""
QUICK: dict[str, Any] = {"track": LAIRS, "holds": 2, "max_rounds": 8}


@st.composite
def options(draw: st.DrawFn, players: int) -> dict[str, Any]:
    """Short races, mostly in the small sea and with few holds."""
    chosen: dict[str, Any] = {
        "captain": draw(st.integers(0, players - 1)),
        "max_rounds": draw(st.integers(1, 3)),
    }
    if draw(st.integers(0, 3)) != 3:
        chosen |= {"track": LAIRS, "holds": draw(st.integers(2, 5))}
    return chosen


def box(game: Jamaica) -> Counter[object]:
    """Every action card, treasure, ship and treasure token of the game."""
    pieces: Counter[object] = Counter(
        f"card {card} of {seat}" for card in DECK for seat in range(game.players)
    )
    pieces.update(f"treasure {treasure}" for treasure in TREASURES)
    pieces["spoils"] = sum(space.kind == "lair" for space in game.track)
    pieces["hold"] = game.players * game.holds + 1
    return pieces


def whereabouts(game: Jamaica, state: State) -> Counter[object]:
    """Every piece of a state, wherever it is; a token is at its lair or has brought a treasure."""
    found: Counter[object] = Counter()
    for seat in range(game.players):
        row = [*state.hands[seat], *state.piles[seat], *state.discards[seat], state.chosen[seat]]
        found.update(f"card {card} of {seat}" for card in row if card is not None)
        ship = state.ships[seat]
        found.update(f"treasure {power}" for power in ship.powers)
        found.update(f"treasure {card.treasure}" for card in state.hidden[seat])
        found["hold"] += len(ship.holds)
        assert all(hold is None or hold[1] > 0 for hold in ship.holds)
        assert ship.lap <= 1
        assert all(card.seen >> seat & 1 for card in state.hidden[seat]), "the owner knows it"
    found.update(f"treasure {treasure}" for treasure in state.treasures)
    found["hold"] += 24 in state.treasures
    found["spoils"] = len(state.tokens) + len(TREASURES) - len(state.treasures)
    return found


def hidden_permuted(game: Jamaica, state: State, seat: int | None, rng: Random) -> State:
    """The same state with cards and treasures that a seat cannot see in each other's places.

    Hidden are others' hands, piles and chosen cards, each among their owner's; the treasures still
    to come; and those face down before others that the seat has not seen. What lies face down is no
    power, and what was given away as cursed is cursed. At the end all treasures are shown.
    """
    hands, piles, chosen = list(state.hands), list(state.piles), list(state.chosen)
    for other in range(game.players):
        if other == seat:
            continue
        card = chosen[other]
        unseen = [*hands[other], *piles[other], *(() if card is None else (card,))]
        rng.shuffle(unseen)
        if card is not None:
            chosen[other] = unseen.pop()
        size = len(hands[other])
        hands[other], piles[other] = tuple(sorted(unseen[:size])), tuple(sorted(unseen[size:]))
    bit = -1 if state.phase is Phase.OVER else 0 if seat is None else 1 << seat
    rows = [list(row) for row in state.hidden]
    stock = list(state.treasures)
    places: list[tuple[int, int]] = [(-1, n) for n in range(len(stock))]
    for other, row in enumerate(rows):
        places += [(other, n) for n, card in enumerate(row) if not card.seen & bit]

    def lying(place: tuple[int, int]) -> int:
        owner, n = place
        return stock[n] if owner < 0 else rows[owner][n].treasure

    def fits(place: tuple[int, int], treasure: int) -> bool:
        owner, n = place
        if owner < 0:
            return True
        return treasure < 0 if rows[owner][n].seen & CURSED else treasure not in POWERS

    def put(place: tuple[int, int], treasure: int) -> None:
        owner, n = place
        if owner < 0:
            stock[n] = treasure
        else:
            rows[owner][n] = Hidden(treasure, rows[owner][n].seen)

    for _ in range(2 * len(places)):
        one, two = rng.choice(places), rng.choice(places)
        first, second = lying(one), lying(two)
        if fits(one, second) and fits(two, first):
            put(one, second)
            put(two, first)
    return state._replace(
        hands=tuple(hands),
        piles=tuple(piles),
        chosen=tuple(chosen),
        hidden=tuple(tuple(sorted(row)) for row in rows),
        treasures=tuple(sorted(stock)),
    )


KIT = Kit[Jamaica, State](
    options=options,
    short={"max_rounds": 3},
    quick=lambda players: QUICK,
    rare=Jamaica(players=3, **QUICK | {"max_rounds": 30}),
    golden={"max_rounds": 8},
    box=box,
    whereabouts=whereabouts,
    hidden_permuted=hidden_permuted,
    secret=frozenset({Choose, Drawn, Found, Stolen, Curse}),
    ties_broken=True,
    pictured=179,
)
