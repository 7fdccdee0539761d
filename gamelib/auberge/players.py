"""Characters for Auberge des Pirates, each worth a discussion in class.

"peaceful" never accuses, so nobody has to fear it. "bluffer" draws as if it could not make a pair:
that wins against the peaceful, and loses to whoever counts. "counter" counts the cards it has not
seen, and accuses when that pays. `Accuser` has a parameter to be turned in experiments, and so no
name in the list.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random

from gamelib.auberge.odds import Advice, advice, held, hidden, unseen
from gamelib.auberge.rules import Accuse, Attack, Draw, Place, View
from gamelib.counting import Counts, chance_of_pair
from gamelib.game import Action, without
from gamelib.players import Player


@dataclass(frozen=True)
class Peaceful:
    """Never accuse while there is anything else to do; of all else, take what risks least."""

    def __call__(self, view: View, actions: Sequence[Action], rng: Random) -> Action:
        """Return one of the least risky actions that accuse nobody."""
        offered = advice(view)
        harmless = [entry for entry in offered if not isinstance(entry.action, Accuse)]
        return _least_risky(harmless or offered, rng)


@dataclass(frozen=True)
class Bluffer:
    """Draw, again and again: who will dare to say that there is a pair in so many cards?

    `nerve` is the greatest chance of making a pair that it takes.
    """

    nerve: Fraction = Fraction(2, 5)

    def __call__(self, view: View, actions: Sequence[Action], rng: Random) -> Action:
        """Return the draw, if that is not too bold, or else one of the least risky actions."""
        offered = advice(view)
        for entry in offered:
            if isinstance(entry.action, Draw) and entry.risk <= self.nerve:
                return entry.action
        return _least_risky(offered, rng)


@dataclass(frozen=True)
class Accuser:
    """Accuse the likeliest to have a pair, if the chance is above `sure`; else be peaceful."""

    sure: Fraction = Fraction(3, 4)

    def __post_init__(self) -> None:
        object.__setattr__(self, "sure", Fraction(self.sure))

    @property
    def name(self) -> str:
        """What to call it in tables."""
        return f"accuser {self.sure}"

    def __call__(self, view: View, actions: Sequence[Action], rng: Random) -> Action:
        """Return one of the likeliest accusations, or one of the least risky other actions."""
        offered = advice(view)
        accusations = [entry for entry in offered if isinstance(entry.action, Accuse)]
        likely = [entry for entry in accusations if 1 - entry.risk > self.sure]
        harmless = [entry for entry in offered if entry not in accusations]
        return _least_risky(likely or harmless or offered, rng)


@dataclass(frozen=True)
class Counter:
    """Count the unseen cards: accuse when it pays, and otherwise do what risks least.

    With n players in, each wins one time in n if all play alike. A right accusation leaves n - 1, a
    wrong one loses; so it pays if chance / (n - 1) is more than 1 / n: the break-even is
    (n - 1) / n. `fear` is how bad a pair in the own hand is, compared with being out.

    Attacks risk nothing. Among them it likes best to break up a pair of its own, then to leave the
    target with as likely a pair as possible.
    """

    fear: Fraction = Fraction(1, 2)

    def __call__(self, view: View, actions: Sequence[Action], rng: Random) -> Action:
        """Return the accusation that pays best, or else the least risky action."""
        offered = advice(view)
        likely = min(
            (entry for entry in offered if isinstance(entry.action, Accuse)),
            key=lambda entry: entry.risk,
            default=None,
        )
        if likely is not None and 1 - likely.risk > break_even(len(view.alive)):
            return likely.action
        heap = unseen(view)
        return min(offered, key=lambda entry: self._dislike(view, heap, entry)).action

    def _dislike(
        self, view: View, heap: Counts, entry: Advice
    ) -> tuple[Fraction, int, Fraction | int]:
        match entry.action:
            case Place(card):
                return entry.risk, 0, heap[card]  # a rare card is seldom paired later
            case Attack(card, target):
                mine = without(held(view, view.turn), card)
                theirs = (*held(view, target), card)
                pair = chance_of_pair(heap, hidden(view, target), theirs)
                return entry.risk, len(mine) - len(set(mine)), -pair
            case Draw():
                return entry.risk * self.fear, 0, 0
            case _:
                return entry.risk, 0, 0


def break_even(players: int) -> Fraction:
    """Return how likely a pair must be to make an accusation pay with so many players in."""
    return Fraction(players - 1, players)


def _least_risky(offered: Sequence[Advice], rng: Random) -> Action:
    """Return an action of the least risk; among several, any."""
    least = min(entry.risk for entry in offered)
    return rng.choice([entry.action for entry in offered if entry.risk == least])


PLAYERS: Mapping[str, Player] = {
    "peaceful": Peaceful(),
    "bluffer": Bluffer(),
    "counter": Counter(),
}
