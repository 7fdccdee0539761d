"""Characters for Fuji Flush, each worth a discussion in class.

"highest first" and "lowest first" look at nothing but their own hand. "joiner" looks at the table:
two sevens hold where one falls. "survivor" counts the cards it has not seen and plays what is least
likely to be flushed; but who keeps a high card back may need it more, later. `Ranked` and `Flusher`
have a parameter to be turned in experiments, and so no name in the list.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor
from random import Random

from gamelib.fuji_flush.odds import combinations, flushes, survival
from gamelib.fuji_flush.rules import Play, View
from gamelib.game import Action
from gamelib.players import Player


def highest_first(view: View, actions: Sequence[Action], rng: Random) -> Action:
    """Play the highest card."""
    return max(actions, key=_card)


def lowest_first(view: View, actions: Sequence[Action], rng: Random) -> Action:
    """Play the lowest card."""
    return min(actions, key=_card)


def joiner(view: View, actions: Sequence[Action], rng: Random) -> Action:
    """Join somebody's cards, to make the strongest group possible; else play the lowest card.

    Low cards are many: one that lies there invites others to join.
    """
    joined = {entry.value: entry.joined for entry in combinations(view)}

    def promise(action: Action) -> tuple[int, int]:
        card = _card(action)
        return (joined[card] if joined.get(card, 0) > card else 0), -card

    return max(actions, key=promise)


@dataclass(frozen=True)
class Ranked:
    """Play the card at a fixed height of the hand's values: 0 is the lowest, 1 the highest."""

    height: Fraction = Fraction(1, 2)

    def __post_init__(self) -> None:
        object.__setattr__(self, "height", Fraction(self.height))
        if not 0 <= self.height <= 1:
            raise ValueError(f"height is from 0 to 1, not {self.height}")

    @property
    def name(self) -> str:
        """What to call it in tables."""
        return f"ranked {self.height}"

    def __call__(self, view: View, actions: Sequence[Action], rng: Random) -> Action:
        """Return the play nearest to the height; halfway between two, the higher."""
        return sorted(actions, key=_card)[floor(self.height * (len(actions) - 1) + Fraction(1, 2))]


@dataclass(frozen=True)
class Flusher:
    """Play the lowest card that flushes at least so many cards, or else the lowest of all."""

    least: int = 1

    @property
    def name(self) -> str:
        """What to call it in tables."""
        return f"flusher {self.least}"

    def __call__(self, view: View, actions: Sequence[Action], rng: Random) -> Action:
        """Return the cheapest play that flushes enough."""
        enough = [a for a in actions if len(flushes(view, _card(a))) >= self.least]
        return min(enough or actions, key=_card)


@dataclass(frozen=True)
class Survivor:
    """Play the card that is least likely to be flushed by the next go, and of equals the lowest.

    The chances are exact up to five players. With more it counts as far as `budget` goes and then
    plays `trials` rounds in its head, so that an answer never takes long.
    """

    budget: int = 8_000
    trials: int = 300

    def __call__(self, view: View, actions: Sequence[Action], rng: Random) -> Action:
        """Return the play with the best chance to survive."""
        if len(actions) == 1:
            return actions[0]

        def promise(action: Action) -> tuple[Fraction, int]:
            card = _card(action)
            return survival(view, card, budget=self.budget, trials=self.trials), -card

        return max(actions, key=promise)


def _card(action: Action) -> int:
    """Return the card of a play; a push has none, and is never a matter of choice."""
    return action.card if isinstance(action, Play) else 0


PLAYERS: Mapping[str, Player] = {
    "highest first": highest_first,
    "lowest first": lowest_first,
    "joiner": joiner,
    "survivor": Survivor(),
}
