"""What chance decides in Jamaica: two dice, the combat die, cards, treasures, a blind theft."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations, product
from math import comb
from random import Random

from gamelib.game import Deal, DealLottery, Hands, IllegalAction, Lottery
from gamelib.jamaica.position import DECK, FACES, HAND, Drawn, Found, Rolled, Stolen, Struck

_drawn = cache(Drawn)

TWO_DICE = Lottery(
    {Rolled(low, high): 1 + (low < high) for low in range(1, 7) for high in range(low, 7)}
)
"""JA-4: the captain's two dice: 21 throws of 36 cases."""
COMBAT_DIE = Lottery({Struck(face): 1 for face in FACES})
"""JA-9: the combat die: six faces."""


@cache
def next_card(pile: tuple[int, ...]) -> Lottery[Drawn]:
    """Return the Lottery of the next action card of a seat's own pile. JA-4."""
    return Lottery({_drawn(card): 1 for card in pile})


@lru_cache(maxsize=1024)
def next_treasure(treasures: tuple[int, ...]) -> Lottery[Found]:
    """Return the Lottery of the next treasure: any not drawn yet, as three are out unseen. JA-3."""
    return Lottery({Found(treasure): n for treasure, n in Counter(treasures).items()})


@lru_cache(maxsize=1024)
def theft(treasures: tuple[int, ...]) -> Lottery[Stolen]:
    """Return the Lottery of a blind theft from these face-down treasures. JA-10."""
    return Lottery({Stolen(treasure): n for treasure, n in Counter(treasures).items()})


class OwnDeals(DealLottery):
    """The first hands, each from a deck of its owner's: every seat's hand is independent."""

    __slots__ = ()

    def __init__(self, players: int) -> None:
        self.deck = (1,) * len(DECK)
        self.sizes = (HAND,) * players
        self.cases = comb(len(DECK), HAND) ** players

    @property
    def weights(self) -> Mapping[Deal, int]:
        """How many of the cases favour each deal: one."""
        return {deal: 1 for deal, _ in self}

    def __iter__(self) -> Iterator[tuple[Deal, Fraction]]:
        chance = Fraction(1, self.cases)
        for hands in product(combinations(DECK, HAND), repeat=len(self.sizes)):
            yield Deal(hands), chance

    def probability(self, outcome: Deal) -> Fraction:
        """Return how likely these hands are."""
        return Fraction(isinstance(outcome, Deal) and self._has(outcome.hands), self.cases)

    def _has(self, hands: object) -> bool:
        return (
            isinstance(hands, tuple)
            and len(hands) == len(self.sizes)
            and all(
                isinstance(hand, tuple)
                and set(map(type, hand)) == {int}
                and set(hand) <= set(DECK)
                and len(hand) == HAND
                and tuple(sorted(set(hand))) == hand
                for hand in hands
            )
        )

    def piles(self, deal: Deal) -> Hands:
        """Return the piles that a deal leaves, or raise IllegalAction."""
        if not self._has(deal.hands):
            raise IllegalAction("impossible_chance", outcome=deal)
        return tuple(tuple(card for card in DECK if card not in hand) for hand in deal.hands)

    def sample(self, rng: Random) -> Deal:
        """Deal from shuffled decks."""
        return Deal(tuple(tuple(sorted(rng.sample(DECK, HAND))) for _ in self.sizes))

    def __repr__(self) -> str:
        return f"OwnDeals({len(self.sizes)})"
