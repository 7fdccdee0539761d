"""Treasures, and running short on the way."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from random import Random
from typing import NamedTuple

from gamelib.exercises import NUMBER, Exercise, pick, shuffled
from gamelib.game import Phrase
from gamelib.jamaica.exercises.positions import (
    BLAISE,
    DICE,
    GAME,
    LEAVES,
    LOADS_FIRST,
    RULES,
    YOU,
    cargo,
    loaded,
    position,
)
from gamelib.jamaica.odds import in_lair, shortage
from gamelib.jamaica.position import (
    BETH,
    CARDS,
    HOLD,
    MORNING,
    POWERS,
    SABRE,
    TREASURES,
    Phase,
    Ship,
    View,
    card_named,
)
from gamelib.jamaica.rules import unseen_treasures
from gamelib.jamaica.track import FOOD, GOLD, LAIR, PRICED_IN


class Lair(NamedTuple):
    """A position in which you can sail to a lair whose treasure is still there."""

    view: View
    space: int


def _before_a_lair(rng: Random) -> Lair:
    """Draw a morning that leads to a lair; you have treasures face down, the others powers."""
    powers = shuffled(rng, (SABRE, BETH, HOLD))[: pick(rng, (1, 2, 3))]
    own = shuffled(rng, [n for n in TREASURES if n not in POWERS])[: pick(rng, (1, 2, 3))]
    lairs = GAME.start().tokens[len(own) + len(powers) :]
    ways = [
        (space, die, lair)
        for space, die in product(range(12, 44), DICE)
        for lair in lairs
        if [*GAME.sea.ahead(space, die, True)] == [lair]
    ]
    space, die, lair = pick(rng, ways)
    you = Ship(space, 0, cargo(rng), ())
    blaise, carl = (
        Ship(pick(rng, range(5, 12)), 0, (*cargo(rng), *[None] * (HOLD in row)), row)
        for row in (tuple(powers[:1]), tuple(sorted(powers[1:])))
    )
    dice = die, pick(rng, DICE)
    return Lair(position(rng, Phase.MOVE, (you, blaise, carl), dice=dice, mine=own), lair)


def _gold(treasure: int) -> int:
    """Return what a treasure scores: a power nothing."""
    return 0 if treasure in POWERS else treasure


def _lair_words(case: Lair) -> dict[str, object]:
    left = unseen_treasures(case.view)
    numbers = [n for n in left if n not in POWERS]
    return {
        "space": case.space,
        "total": len(left),
        "powers": len(left) - len(numbers),
        "numbers": tuple(str(n).replace("-", "−") for n in numbers),
        "sum": sum(numbers),
    }


next_treasure = Exercise(
    key="next_treasure",
    lesson="06",
    level=2,
    rules=RULES,
    make=_before_a_lair,
    answer=lambda case: sum(_gold(n) * chance for n, chance in in_lair(case.view).items()),
    words=_lair_words,
    misconceptions={
        "whole_treasure": lambda case: Fraction(sum(map(_gold, TREASURES)), len(TREASURES)),
        "removed_taken_away": lambda case: Fraction(
            sum(map(_gold, unseen_treasures(case.view))), case.view.treasure_pile
        ),
        "powers_left_out": lambda case: Fraction(
            sum(map(_gold, unseen_treasures(case.view))),
            sum(n not in POWERS for n in unseen_treasures(case.view)),
        ),
    },
    kind=NUMBER,
    tolerance=Fraction(1, 100),
    view=lambda case: case.view,
)


STRAIGHT = tuple(
    space
    for space in range(1, 44)
    if all(len(GAME.sea.ahead(space, die, True)) == 1 for die in DICE)
)
"""Spaces from which one die leads to one space, by no fork, and not home."""


class Voyage(NamedTuple):
    """Where you lie, what you have, and the card you will play in the next round."""

    space: int
    food: int
    gold: int
    card: int

    def risk(self, captain: int) -> Fraction:
        """Return the chance of a shortage, if you or another captain sets the dice."""
        ship = Ship(self.space, 0, loaded((FOOD, self.food), (GOLD, self.gold)), ())
        start = GAME.start()
        state = start._replace(captain=captain, ships=(ship, *start.ships[1:]))
        return shortage(GAME.observe(state, YOU), self.card)

    def price(self, die: int) -> tuple[str, int]:
        """Return what the space so many steps ahead costs."""
        [there] = GAME.sea.ahead(self.space, die, True)
        kind, price, _, _ = GAME.track[there]
        return PRICED_IN.get(kind, LAIR), price

    def bad(self, more: float = 0) -> list[int]:
        """Return the dice that lead to a price you cannot pay, with `more` of what you load."""
        have = {FOOD: float(self.food), GOLD: float(self.gold), LAIR: 0.0}
        have[CARDS[self.card][MORNING]] = have.get(CARDS[self.card][MORNING], 0) + more
        return [die for die in DICE if have[self.price(die)[0]] < self.price(die)[1]]


def _voyage(cards: Sequence[int]) -> Callable[[Random], Voyage]:
    return lambda rng: Voyage(
        pick(rng, STRAIGHT), pick(rng, range(4)), pick(rng, range(5)), pick(rng, cards)
    )


def _voyage_words(case: Voyage) -> dict[str, object]:
    ahead = []
    for die in DICE:
        kind, price = case.price(die)
        ahead.append(Phrase(f"exercise.jamaica.ahead.{kind}", {"steps": die, "price": price}))
    return {
        **case._asdict(),
        "card": card_named(case.card),
        "ahead": tuple(ahead),
        "bad": tuple(case.bad()),
        "count": len(case.bad()),
    }


captain_saves = Exercise(
    key="captain_saves",
    lesson="06",
    level=2,
    rules=RULES,
    make=_voyage(LEAVES),
    answer=lambda case: case.risk(captain=YOU),
    words=lambda case: {**_voyage_words(case), "square": len(case.bad()) ** 2},
    misconceptions={
        "one_die": lambda case: case.risk(captain=BLAISE),
        "either_is_bad": lambda case: 1 - (1 - Fraction(len(case.bad()), 6)) ** 2,
    },
)


def _short_words(case: Voyage) -> dict[str, object]:
    counts = [len(case.bad(more)) for more in DICE]
    return {
        **_voyage_words(case),
        "counts": " + ".join(map(str, counts)),
        "short": sum(counts),
    }


run_short = Exercise(
    key="run_short",
    lesson="06",
    level=3,
    rules=RULES,
    make=_voyage(LOADS_FIRST),
    answer=lambda case: case.risk(captain=BLAISE),
    words=_short_words,
    misconceptions={
        "load_forgotten": lambda case: Fraction(len(case.bad()), 6),
        "mean_load": lambda case: Fraction(len(case.bad(3.5)), 6),
        "complement": lambda case: 1 - case.risk(captain=BLAISE),
    },
)
