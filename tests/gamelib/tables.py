"""The tables at which the tests of all games sit down: every game, player count and option."""

from __future__ import annotations

import os
import resource
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st

from gamelib import Action, Game, Lottery, games
from gamelib.aquatika import Aquatika, Place
from gamelib.auberge import Auberge
from gamelib.counting import Counts, cards, counts
from gamelib.decrypto import Decrypto
from gamelib.fuji_flush import FujiFlush
from gamelib.hispaniola import Hispaniola
from gamelib.jamaica import Jamaica
from tests.gamelib.aquatika import table as aquatika
from tests.gamelib.decrypto import table as decrypto
from tests.gamelib.hispaniola import table as hispaniola
from tests.gamelib.jamaica import table as jamaica

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


@st.composite
def small_decks(draw: st.DrawFn, values: range, least: int) -> Counts:
    """Decks of few cards, so that piles run out and pairs are frequent."""
    deck: Counter[int] = Counter(
        draw(st.lists(st.sampled_from(values), min_size=least, max_size=least + 6))
    )
    return counts(deck)


@st.composite
def auberge_options(draw: st.DrawFn, players: int) -> dict[str, Any]:
    options: dict[str, Any] = {
        "oldest": draw(st.integers(0, players - 1)),
        "reshuffle": draw(st.booleans()),
    }
    if draw(st.booleans()):
        options["deck"] = draw(small_decks(range(1, 11), 3 * players))
    return options


@st.composite
def fuji_flush_options(draw: st.DrawFn, players: int) -> dict[str, Any]:
    options: dict[str, Any] = {"first": draw(st.integers(0, players - 1))}
    if draw(st.booleans()):
        options["hand_size"] = draw(st.integers(1, 4))
        options["deck"] = draw(small_decks(range(2, 21), players * options["hand_size"]))
    return options


OPTIONS: dict[str, Callable[[int], st.SearchStrategy[dict[str, Any]]]] = {
    "auberge": auberge_options,
    "fuji_flush": fuji_flush_options,
    "hispaniola": hispaniola.options,
    "jamaica": jamaica.options,
    "decrypto": decrypto.options,
    "aquatika": aquatika.options,
}

SHORT: dict[str, dict[str, Any]] = {
    "hispaniola": {
        "rounds": 1,
        "deck": tuple(f"{colour}{number}" for colour in "OSGY" for number in (2, 7, 9)),
    },
    "jamaica": {"max_rounds": 3},
    "aquatika": aquatika.SMALL,
}
"""Options with which a long game, as it is in the box else, comes to an end soon (3, 4 players)."""


def seats(name: str, wanted: int) -> int:
    """So many players, or as many as a game is for."""
    return min(wanted, games[name].player_counts[-1])


def short(name: str, wanted: int = 3) -> AnyGame:
    """A game that comes to an end soon, for so many players or as many as it is for."""
    return games[name](players=seats(name, wanted), **SHORT.get(name, {}))


OTHER_TABLES: dict[str, AnyGame] = {
    "auberge": Auberge(players=3, reshuffle=True, deck=(0, 1, 2, 3, 3, 2, 2)),
    "fuji_flush": FujiFlush(players=4, hand_size=3, deck=(0, 0, 4, 4, 3, 2)),
    "hispaniola": Hispaniola(players=3, deck=("O1", "S1", "G1", "O2", "S2", "G2")),
    "jamaica": Jamaica(players=3, **jamaica.QUICK | {"max_rounds": 30}),
    "decrypto": Decrypto(players=3, lang="fr"),
    "aquatika": aquatika.RARE,
}
"""A table for each game at which what is rare happens often."""

OPEN_STEPS: dict[str, frozenset[type[Action]]] = {
    "aquatika": frozenset(Aquatika.action_types) - {Place},
}
"""Steps in positions in which nothing is hidden: there is no other world to compare with."""


def seated(kind: type[AnyGame], players: int) -> AnyGame:
    """A game as in the box, with so many players or as near to it as the game allows."""
    counts = kind.player_counts
    return kind(players=min(max(players, counts[0]), counts[-1]))


def brief(kind: type[AnyGame], players: int) -> AnyGame:
    """A game as in the box, or a smaller one where that would take hundreds of steps."""
    if kind is Hispaniola:
        small = hispaniola.QUICK_FOR_3 if players == 3 else hispaniola.QUICK
        return Hispaniola(players=players, **small)
    if kind is Jamaica:
        return Jamaica(players=players, **jamaica.QUICK)
    return seated(kind, players)


@st.composite
def configured(draw: st.DrawFn, kind: type[AnyGame], players: int) -> AnyGame:
    """A game with any of its options."""
    return kind(players=players, **draw(OPTIONS[kind.name](players)))


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


def box(game: AnyGame) -> Counter[object]:
    """Every piece that a game has, wherever it may lie."""
    if isinstance(game, Hispaniola):
        return hispaniola.box(game)
    if isinstance(game, Jamaica):
        return jamaica.box(game)
    if isinstance(game, Decrypto):
        return decrypto.box(game)
    if isinstance(game, Aquatika):
        return aquatika.box(game)
    assert isinstance(game, Auberge | FujiFlush)
    return Counter(cards(game.deck))


def whereabouts(game: AnyGame, state: Any) -> Counter[object]:
    """Every piece of a state, wherever it lies."""
    return WHEREABOUTS[game.name](game, state)


def cards_lie(game: AnyGame, state: Any) -> Counter[object]:
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


WHEREABOUTS: dict[str, Callable[[Any, Any], Counter[object]]] = {
    "auberge": cards_lie,
    "fuji_flush": cards_lie,
    "hispaniola": hispaniola.whereabouts,
    "jamaica": jamaica.whereabouts,
    "decrypto": decrypto.whereabouts,
    "aquatika": aquatika.whereabouts,
}

WRITABLE: dict[str, Callable[[Any, Any, Action], bool]] = {"decrypto": decrypto.writable}
"""For games with open-ended actions: whether one may be played, said on its own."""


def playable(game: AnyGame, state: Any, step: Any) -> bool:
    """Whether a seat may do this: it is offered, or it is a text of one's own that may be used."""
    if type(step) in game.open_ended:
        return WRITABLE[game.name](game, state, step)
    return isinstance(step, Action) and is_hashable(step) and step in game.actions(state)


def is_hashable(step: Any) -> bool:
    """Whether something may stand in a set; an action that holds a list may not."""
    try:
        hash(step)
    except TypeError:
        return False
    return True


def hidden_permuted(game: AnyGame, state: Any, seat: int | None, rng: Random) -> Any:
    """The same state with the cards that a seat cannot see put in each other's places.

    Each game says on its own, without `observe` and `imagine`, what is hidden.
    """
    return HIDDEN_PERMUTED[game.name](game, state, seat, rng)


def cards_permuted(game: AnyGame, state: Any, seat: int | None, rng: Random) -> Any:
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


HIDDEN_PERMUTED: dict[str, Callable[[Any, Any, int | None, Random], Any]] = {
    "auberge": cards_permuted,
    "fuji_flush": cards_permuted,
    "hispaniola": hispaniola.hidden_permuted,
    "jamaica": jamaica.hidden_permuted,
    "decrypto": decrypto.hidden_permuted,
    "aquatika": aquatika.hidden_permuted,
}
