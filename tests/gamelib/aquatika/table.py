"""Aquatika at the tables of all games: its options, pieces and secrets, said on their own."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from hypothesis import strategies as st

from gamelib.aquatika import Aquatika, Phase, Place, State, prey, visible
from tests.gamelib.kit import Kit

SMALL: dict[str, Any] = {"board": "b.b/bAb/.../aBa/a.a", "pieces": (2, 1, 1)}
"""A game of few cells, in which sides are stuck and positions come again."""
BOARDS: list[dict[str, Any]] = [
    {},
    SMALL,
    {"board": "bbA/.../Baa", "pieces": (1, 0, 1)},
    {"board": "b#bA/bbb./..#./.aaa/aB#a", "pieces": (2, 2, 1)},
    {"board": "AbbbbB/....../aaaa..", "pieces": (0, 1, 3)},
]
RARE = Aquatika(board="#b..B/Ab.#./.#a.a", pieces=(2, 0, 0), max_plies=20)
"""A table at which what is rare happens often: a side is stuck, or the game is drawn."""


@st.composite
def options(draw: st.DrawFn, players: int) -> dict[str, Any]:
    """Boards of all sorts."""
    return {
        **draw(st.sampled_from(BOARDS)),
        "first": draw(st.integers(0, 1)),
        "sideways_hops": draw(st.booleans()),
        "max_plies": draw(st.sampled_from([400, 400, 30, 1])),
    }


def box(game: Aquatika) -> Counter[object]:
    """Every piece of the game."""
    kinds = zip(("octopus", "shark", "fish"), game.pieces, strict=True)
    return Counter({(seat, kind): n for kind, n in kinds for seat in (0, 1) if n})


def whereabouts(game: Aquatika, state: State) -> Counter[object]:
    """Every piece: seen, covered, yet to be placed, or eaten.

    Nothing keeps the eaten ones, so only this is proved: no kind ever has more pieces than it had.
    """
    found: Counter[object] = Counter()
    for letter in state.cells:
        found.update(piece for piece in (visible(letter), prey(letter)) if piece is not None)
    whole = box(game)
    assert found <= whole
    if state.plies == 0 and state.phase is not Phase.PLACE:
        assert found == whole
    return whole


def hidden_permuted(game: Aquatika, state: State, seat: int | None, rng: Random) -> State:
    """The same state with other pieces on other home cells where others are placing in secret."""
    if state.phase is not Phase.PLACE:
        return state
    cells = list(state.cells)
    for other, home in enumerate(game.geometry.homes):
        if other != seat:
            placed = sum(cells[cell] != "." for cell in home)
            letters = "OSF" if other == 0 else "osf"
            full = [c for c, n in zip(letters, game.pieces, strict=True) for _ in range(n)]
            new = rng.sample(full, placed) + ["."] * (len(home) - placed)
            rng.shuffle(new)
            for cell, letter in zip(home, new, strict=True):
                cells[cell] = letter
    return state._replace(cells="".join(cells))


KIT = Kit[Aquatika, State](
    options=options,
    short=SMALL,
    rare=RARE,
    box=box,
    whereabouts=whereabouts,
    hidden_permuted=hidden_permuted,
    open_steps=frozenset(Aquatika.action_types) - {Place},
    secret=frozenset({Place}),
    # A board has too many cells to try all pairs of them.
    values={
        "piece": ("octopus", "whale", "{"),
        "cell": ("c2", "a1", "b3", "e7", ""),
        "source": ("b2", "c3", "z9", "{"),
        "target": ("b3", "c5", "b2", ""),
    },
    pictured=46,
)
