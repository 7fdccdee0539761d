"""What the tests of all games have to know of one: its kit, in `tests/gamelib/<game>/table.py`.

A kit says on its own, without `observe`, `imagine` and the rules' own checks, where a game's pieces
lie and what is hidden. A game of dice in which everybody sees everything needs next to nothing:

    KIT = Kit()
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import Any, Generic, TypeVar

from hypothesis import strategies as st

from gamelib import Action, Game
from gamelib.game import Deal
from gamelib.rooms import optional

G = TypeVar("G", bound=Game[Any, Any])
S = TypeVar("S")

Options = dict[str, Any]
Pieces = Counter[object]


def as_in_the_box(players: int) -> st.SearchStrategy[Options]:
    """No options."""
    return st.just({})


def no_pieces(*_: object) -> Pieces:
    """Nothing to count."""
    return Counter()


def nothing_hidden(game: object, state: S, seat: int | None, rng: Random) -> S:
    """The same state: everybody sees all of it."""
    return state


def nothing_written(game: object, state: object, action: Action) -> bool:
    """No text of one's own."""
    return False


def dealt_hands(state: Any) -> Action:
    """The hands, as they are after the deal."""
    return Deal(state.hands)


@dataclass(frozen=True, kw_only=True)
class Kit(Generic[G, S]):
    """What the tests of all games have to know of one. Whatever is left out has a default."""

    options: Callable[[int], st.SearchStrategy[Options]] = as_in_the_box
    """For so many players: any of the game's options, mostly such that it is soon over."""
    short: Options = field(default_factory=dict)
    """Where the game is long: with these, 3 or 4 players play it to its end by clicks."""
    quick: Callable[[int], Options] = lambda players: {}
    """Where the game takes hundreds of steps: with these few, and all kinds of steps still come."""
    rare: G | None = None
    """A table at which what is rare happens often."""
    golden: Options = field(default_factory=dict)
    """Where a transcript would be long: the options of a short form, told by what changes."""

    box: Callable[[G], Pieces] = no_pieces
    """Every piece that the game has."""
    whereabouts: Callable[[G, S], Pieces] = no_pieces
    """Every piece of a state, wherever it lies."""

    hidden_permuted: Callable[[G, S, int | None, Random], S] = nothing_hidden
    """The same state with other things, or things in other places, where a seat cannot see."""
    open_steps: frozenset[type[Action]] = frozenset()
    """Steps in positions in which nothing is hidden: there is no other world to compare with."""
    secret: frozenset[type[Action]] = frozenset()
    """Steps that others see happen, without seeing which it is."""
    deals: Mapping[type[Action], Callable[[S], Action]] = field(
        default_factory=lambda: {Deal: dealt_hands}
    )
    """Steps with far too many cases to list; for each, what it was, from the state that it made."""
    small: tuple[G, ...] = ()
    """Tables with so few cards that every deal can be listed."""

    always_a_choice: bool = False
    """Whether nobody ever has only one thing to do."""
    ties_broken: bool = False
    """Whether the best score alone does not always decide who wins."""
    writable: Callable[[G, S, Action], bool] = nothing_written
    """Whether an open-ended action may be played, such as a text of one's own."""
    values: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    """What fields of its actions may be given, legal or not, by the field's name or its type."""

    pictured: int = 12
    """After how many steps its picture is worth looking at."""
    peaceful: str = "random"
    """A player with whom games last that long."""

    @property
    def hides(self) -> bool:
        """Whether anything is hidden from anybody in this game."""
        return self.hidden_permuted is not nothing_hidden

    def hides_before(self, step: type) -> bool:
        """Whether something is hidden in the positions in which such a step is played."""
        return self.hides and step not in self.open_steps


@cache
def kit(name: str) -> Kit[Any, Any]:
    """The kit of the game of this name."""
    found: Kit[Any, Any] | None = optional(f"tests.gamelib.{name}.table", "KIT", Kit)
    assert found is not None, (
        f"tests/gamelib/{name}/table.py is to have a KIT = Kit(…) with what tests/gamelib/kit.py "
        f"says; the least is KIT = Kit() and an empty __init__.py beside it"
    )
    return found
