"""The tables at which the tests of all games sit down: every game, player count and option."""

from __future__ import annotations

import os
import resource
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st

from gamelib import Action, Game, Lottery, Match, games
from tests.gamelib.kit import kit

AnyGame = Game[Any, Any]

THOROUGH = os.environ.get("HYPOTHESIS_PROFILE", "check") != "check"
"""Whether there is time for what takes a minute: `make test` has it, `make check` has not."""


slow = pytest.mark.skipif(not THOROUGH, reason="make test has the time for it")


@contextmanager
def disk_full_after(size: int) -> Iterator[None]:
    """For a while, no file can grow beyond so many bytes, as on a disk that is full."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def numbers(kind: type[AnyGame]) -> list[int]:
    """How many sit down: every number that a game allows, or one of them if time is short."""
    counts = kind.player_counts
    return list(counts) if THOROUGH else [counts[len(counts) // 2]]


TABLES = [(kind, players) for kind in games.values() for players in numbers(kind)]
each_table = pytest.mark.parametrize(
    ("kind", "players"), TABLES, ids=[f"{kind.name}-{players}" for kind, players in TABLES]
)
each_game = pytest.mark.parametrize("kind", games.values(), ids=games)

# Many tables take part in each invariant, so each of them needs fewer games. A game that fails
# is not shrunk: another seed is another game, not a smaller one.
some_games = settings(
    max_examples=max(settings().max_examples // 16, 2), phases=[Phase.explicit, Phase.generate]
)

seeds = st.integers(0, 2**32)

LONGEST = 20_000
"""No game takes this many steps unless it goes round in circles."""


def seats(name: str, wanted: int) -> int:
    """So many players, or as many as a game is for."""
    return min(wanted, games[name].player_counts[-1])


def short(name: str, wanted: int = 3) -> AnyGame:
    """A game that comes to an end soon, for so many players or as many as it is for."""
    return games[name](players=seats(name, wanted), **kit(name).short)


def seated(kind: type[AnyGame], players: int) -> AnyGame:
    """A game as in the box, with so many players or as near to it as the game allows."""
    counts = kind.player_counts
    return kind(players=min(max(players, counts[0]), counts[-1]))


def brief(kind: type[AnyGame], players: int) -> AnyGame:
    """A game as in the box, or a smaller one where that would take hundreds of steps."""
    quick = kit(kind.name).quick(players)
    return kind(players=players, **quick) if quick else seated(kind, players)


@st.composite
def configured(draw: st.DrawFn, kind: type[AnyGame], players: int) -> AnyGame:
    """A game with any of its options."""
    return kind(players=players, **draw(kit(kind.name).options(players)))


def walk(game: AnyGame, rng: Random) -> Iterator[tuple[Any, Action | None]]:
    """Play at random; give every state with the action that follows (None after the last)."""
    state = game.start()
    for _ in range(LONGEST):
        turn = game.turn(state)
        if turn is None:
            yield state, None
            return
        action = turn.sample(rng) if isinstance(turn, Lottery) else rng.choice(game.actions(state))
        yield state, action
        state = game.play(state, action)
    raise AssertionError(f"{game!r} does not end")


def positions(game: AnyGame, seed: int, most: int) -> Iterator[tuple[Match, int]]:
    """A random match, and the numbers of some of its states: the first of each phase, and others.

    The last state is not among them: nothing follows it.
    """
    match = Match(game, seed=seed)
    match.run()
    states = match.states[:-1]
    first = {state.phase: n for n, state in reversed([*enumerate(states)])}
    chosen = {*first.values(), *Random(seed).sample(range(len(states)), min(most, len(states)))}
    for n in sorted(chosen):
        yield match, n


def playable(game: AnyGame, state: Any, step: Any) -> bool:
    """Whether a seat may do this: it is offered, or it is a text of one's own that may be used."""
    if type(step) in game.open_ended:
        return kit(game.name).writable(game, state, step)
    return isinstance(step, Action) and is_hashable(step) and step in game.actions(state)


def is_hashable(step: Any) -> bool:
    """Whether something may stand in a set; an action that holds a list may not."""
    try:
        hash(step)
    except TypeError:
        return False
    return True


def hidden_permuted(game: AnyGame, state: Any, seat: int | None, rng: Random) -> Any:
    """The same state with other things where a seat cannot see, as the game's kit says."""
    return kit(game.name).hidden_permuted(game, state, seat, rng)


def whereabouts(game: AnyGame, state: Any) -> Counter[object]:
    """Every piece of a state, wherever it lies."""
    return kit(game.name).whereabouts(game, state)
