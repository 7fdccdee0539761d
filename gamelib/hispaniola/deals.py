"""The deal, and the hands that fit what a seat knows: how many there are, and one at random.

Unseen cards lie in hidden hands of known sizes, and some hands cannot hold some colours. Cards that
the same hands may hold are interchangeable, and so are hands that may hold the same cards; so it is
enough to count in how many ways such kinds of cards go to such kinds of hands.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import comb
from random import Random

from gamelib.counting import multinomial
from gamelib.game import Deal, Lottery
from gamelib.hispaniola.cards import ORDER, Hands

Kinds = tuple[tuple[int, tuple[int, ...]], ...]
"""For each kind of card, how many there are and which hands may hold them."""


class HandsLottery(Lottery[Deal]):
    """The deal of all cards of a deck. There are far too many to list, so `sample` draws one.

    Iterating works all the same: for a deck of a few cards it is quick.
    """

    __slots__ = ("deck", "sizes")

    def __init__(self, deck: tuple[str, ...], sizes: tuple[int, ...]) -> None:
        self.deck = deck
        self.sizes = sizes
        self.cases = multinomial(len(deck), sizes)

    @property
    def weights(self) -> Mapping[Deal, int]:
        """Every deal, each one case."""

        def deals(cards: tuple[str, ...], sizes: tuple[int, ...]) -> Iterator[Hands]:
            if not sizes:
                yield ()
                return
            for hand in combinations(cards, sizes[0]):
                rest = tuple(card for card in cards if card not in hand)
                for others in deals(rest, sizes[1:]):
                    yield (hand, *others)

        return {Deal(hands): 1 for hands in deals(self.deck, self.sizes)}

    def probability(self, outcome: Deal) -> Fraction:
        """Return how likely these hands are: all deals are equally likely."""
        return Fraction(self.fits(outcome), self.cases)

    def fits(self, outcome: object) -> bool:
        """Return whether these are all cards of the deck in sorted hands of the right sizes."""
        hands = outcome.hands if isinstance(outcome, Deal) else None
        if not isinstance(hands, tuple) or not set(map(type, hands)) <= {tuple}:
            return False
        try:
            dealt = sorted([card for hand in hands for card in hand], key=ORDER.__getitem__)
            return (
                tuple(map(len, hands)) == self.sizes
                and tuple(dealt) == self.deck
                and all(list(hand) == sorted(hand, key=ORDER.__getitem__) for hand in hands)
            )
        except (KeyError, TypeError):
            return False

    def sample(self, rng: Random) -> Deal:
        """Deal from a shuffled deck."""
        dealt = rng.sample(self.deck, len(self.deck))
        hands, start = [], 0
        for size in self.sizes:
            hand = dealt[start : start + size]
            hand.sort(key=ORDER.__getitem__)
            hands.append(tuple(hand))
            start += size
        return Deal(tuple(hands))

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, HandsLottery)
            and other.deck == self.deck
            and other.sizes == self.sizes
        )

    def __hash__(self) -> int:
        return hash((self.deck, self.sizes))

    def __repr__(self) -> str:
        return f"HandsLottery({self.deck}, {self.sizes})"


def _shares(cards: int, sizes: Sequence[int]) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield how many of some different cards each hand takes, with the number of ways."""
    if len(sizes) == 1:
        if cards <= sizes[0]:
            yield (cards,), 1
        return
    first, rest = sizes[0], sizes[1:]
    for taken in range(max(0, cards - sum(rest)), min(cards, first) + 1):
        ways = comb(cards, taken)
        for others, more in _shares(cards - taken, rest):
            yield (taken, *others), ways * more


@lru_cache(maxsize=1 << 16)
def ways(kinds: Kinds, sizes: tuple[int, ...]) -> int:
    """Return in how many ways all these cards fill these hands.

    >>> ways(((2, (0, 1)), (2, (1,))), (1, 3))
    2
    """
    if len(kinds) == 1:
        [(cards, allowed)] = kinds
        fits = cards == sum(sizes) == sum(sizes[hand] for hand in allowed)
        return multinomial(cards, sizes) if fits else 0
    return sum(ways_to * more for _, ways_to, more in _first_kind(kinds, sizes))


def _first_kind(kinds: Kinds, sizes: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], int, int]]:
    """Yield the places left after the first kind of card, its ways, and the others' ways."""
    cards, allowed = kinds[0]
    if not allowed:
        if not cards:
            yield sizes, 1, ways(kinds[1:], sizes)
        return
    others, groups = _regrouped(kinds[1:], len(sizes))
    for shares, ways_to in _shares(cards, [sizes[hand] for hand in allowed]):
        left = list(sizes)
        for hand, share in zip(allowed, shares, strict=True):
            left[hand] -= share
        if len(groups) == len(left):
            more = ways(others, tuple(left))
        else:
            together = tuple([sum([left[hand] for hand in group]) for group in groups])
            more = ways(others, together) * _within(left, groups)
        if more:
            yield tuple(left), ways_to, more


@lru_cache(maxsize=1 << 12)
def _regrouped(kinds: Kinds, count: int) -> tuple[Kinds, list[list[int]]]:
    """Return kinds of cards for hands that these can no longer tell apart, and those hands.

    Hands that differed only in a kind that has been dealt are filled together: so there are fewer
    to go through with the next kind.
    """
    alike: defaultdict[tuple[bool, ...], list[int]] = defaultdict(list)
    for hand in range(count):
        alike[tuple([hand in allowed for _, allowed in kinds])].append(hand)
    groups = list(alike.values())
    if len(groups) == count:
        return kinds, groups
    held: defaultdict[tuple[int, ...], int] = defaultdict(int)
    for cards, allowed in kinds:
        held[tuple(n for n, group in enumerate(groups) if group[0] in allowed)] += cards
    order = sorted(held, key=lambda allowed: (len(allowed), allowed))
    return tuple((held[allowed], allowed) for allowed in order), groups


def kinds_of(
    cards: Sequence[str], sizes: Sequence[int], voids: Sequence[str]
) -> tuple[list[list[str]], list[list[int]], Kinds, tuple[int, ...]]:
    """Return unseen cards and hidden hands sorted by kind: cards, hands, and both as numbers.

    `sizes` are how many cards each hand has, `voids` the colours that it cannot hold. The kinds
    that fewest hands may hold come first, as that leaves least to count.
    """
    alike: defaultdict[frozenset[str], list[int]] = defaultdict(list)
    colours = frozenset(card[0] for card in cards)
    for hand, void in enumerate(voids):
        if sizes[hand]:
            alike[colours & frozenset(void)].append(hand)
    hands = list(alike.values())
    held: defaultdict[tuple[int, ...], list[str]] = defaultdict(list)
    holders = {
        colour: tuple(n for n, void in enumerate(alike) if colour not in void)
        for colour in sorted(colours)
    }
    for card in cards:
        held[holders[card[0]]].append(card)
    order = sorted(held, key=lambda allowed: (len(allowed), allowed))
    kinds = tuple((len(held[allowed]), allowed) for allowed in order)
    places = tuple(sum(sizes[hand] for hand in group) for group in hands)
    return [held[allowed] for allowed in order], hands, kinds, places


def count_hands(cards: Sequence[str], sizes: Sequence[int], voids: Sequence[str]) -> int:
    """Return in how many ways unseen cards can lie in hands of these sizes and voids."""
    _, hands, kinds, places = kinds_of(cards, sizes, voids)
    if not kinds:
        return int(not any(sizes))
    return ways(kinds, places) * _within(sizes, hands)


def _within(sizes: Sequence[int], hands: list[list[int]]) -> int:
    """Return in how many ways hands of the same kind can share what they hold together."""
    total = 1
    for group in hands:
        shared = [sizes[hand] for hand in group]
        total *= multinomial(sum(shared), shared)
    return total


def draw_hands(
    cards: Sequence[str], sizes: Sequence[int], voids: Sequence[str], rng: Random
) -> list[list[str]]:
    """Return hands of these sizes and voids, every possible deal of the cards equally likely.

    Kind by kind, how many go where is drawn in proportion to the ways in which all the rest can
    then be dealt; which cards these are is a shuffle. So each deal has the same chance, exactly.
    """
    dealt: list[list[str]] = [[] for _ in sizes]
    groups, hands, kinds, places = kinds_of(cards, sizes, voids)
    if len(hands) == 1:
        bags = [list(cards)]
    else:
        bags = [[] for _ in hands]
        for n, group in enumerate(groups):
            left = _drawn_shares(kinds[n:], places, rng)
            rng.shuffle(group)
            for hand, (before, after) in enumerate(zip(places, left, strict=True)):
                for _ in range(before - after):
                    bags[hand].append(group.pop())
            places = left
    for bag, alike in zip(bags, hands, strict=True):
        rng.shuffle(bag)
        for hand in alike:
            dealt[hand] = [bag.pop() for _ in range(sizes[hand])]
    return dealt


def _drawn_shares(kinds: Kinds, sizes: tuple[int, ...], rng: Random) -> tuple[int, ...]:
    """Return the places left when chance has shared out the first kind of card."""
    if len(kinds) == 1:
        return (0,) * len(sizes)
    case = rng.randrange(ways(kinds, sizes))
    for left, ways_to, more in _first_kind(kinds, sizes):  # noqa: B007
        case -= ways_to * more
        if case < 0:
            break
    return left
