"""What becomes of a card by its owner's next go, counted exactly or simulated: `odds.fate` asks.

Between my card and my next go, all that matters about the table is the groups of the other values,
strongest first. Whatever is played flushes all weaker groups and so is the weakest of those that
stay: the table remains in order by itself. Groups that were there before my card and have stayed
are at least as strong as mine: whoever joins one of them flushes mine, and only cards that join
mine can flush them. So it is settled from the start which of them end the game when they are pushed
through.
"""

from __future__ import annotations

from fractions import Fraction
from math import perm
from random import Random
from typing import Literal, NamedTuple

from gamelib.counting import Counts, cards, remove, wilson
from gamelib.fuji_flush.rules import View, flushed, unseen
from gamelib.game import replaced, without


class Fate(NamedTuple):
    """What becomes of a card by my next go: four chances that sum to 1.

    `trials` is 0 where they are exact; otherwise they are shares of so many simulated rounds.
    """

    flushed: Fraction
    """Another group beats it: I draw a card."""
    there: Fraction
    """It still lies before me at my next go, and is pushed through then."""
    pushed: Fraction
    """A partner with the same value goes first and takes it along, even if that ends the game."""
    over: Fraction
    """Somebody wins before my next go while it lies there."""
    trials: int = 0

    def interval(
        self, outcome: Literal["flushed", "there", "pushed", "over"]
    ) -> tuple[float, float]:
        """Return where the chance lies: Wilson's 95 % interval, or one point if it is exact."""
        chance: Fraction = getattr(self, outcome)
        if not self.trials:
            return float(chance), float(chance)
        return wilson(int(chance * self.trials), self.trials)


Group = tuple[int, int, int, int, bool]
"""Power, value, cards, who will push it through (bit n: the n-th player after me), and whether that
ends the game, because it is somebody's last card."""
Table = tuple[Group, ...]


class _Ahead(NamedTuple):
    """What lies ahead of my card once it is played and has flushed what it beats."""

    value: int
    mine: int
    """Cards in my group."""
    table: Table
    goes: int
    """How many opponents play before a partner, or I, push my card through."""
    partner: bool
    """Whether it is a partner."""
    hidden: Counts
    everywhere: Counts
    """All cards but those left in my hand."""

    def push(self, table: Table, go: int) -> Table | None:
        """FF-3, FF-4: return the groups left when a go begins; None if that ends the game."""
        for group in table:
            if group[3] >> go & 1:
                return None if group[4] else tuple(other for other in table if other is not group)
        return table

    def arrive(self, table: Table, mine: int, card: int) -> Table | None:
        """FF-5, FF-6: return the groups after a card is played; None if it flushes mine."""
        if card == self.value:
            strength = card * (mine + 1)
            return tuple(group for group in table if group[0] >= strength)
        number = 1 + sum(group[2] for group in table if group[1] == card)
        strength = card * number
        if strength > self.value * mine:
            return None
        kept = [group for group in table if group[0] >= strength and group[1] != card]
        return (*kept, (strength, card, number, 0, False))

    def reshuffled(self, table: Table, mine: int) -> Counts:
        """Return what is hidden once all hidden cards were played: FF-7 has brought others back."""
        lying = [card for group in table for card in (group[1],) * group[2]]
        return remove(self.everywhere, lying + [self.value] * mine)

    def fate(self, flushed: Fraction, over: Fraction, trials: int = 0) -> Fate:
        """Return the whole fate: what is neither flushed nor overtaken is pushed in the end."""
        none, rest = Fraction(0), 1 - flushed - over
        there, pushed = (none, rest) if self.partner else (rest, none)
        return Fate(flushed, there, pushed, over, trials)


def look_ahead(view: View, value: int) -> _Ahead:
    """Return what lies ahead of a card of my hand if I play it now."""
    seat, players = view.seat, view.game.players
    assert seat is not None, "the public has no card"
    losers = flushed(replaced(view.fronts, seat, value), seat)
    opponents = [(seat + n) % players for n in range(1, players)]
    olds = [None if other in losers else view.fronts[other] for other in opponents]
    table: list[Group] = []
    for old in {old for old in olds if old is not None and old != value}:
        owners = [n for n, card in enumerate(olds) if card == old]
        ends = any(view.hand_sizes[opponents[n]] == 0 for n in owners)
        table.append((old * len(owners), old, len(owners), sum(1 << n for n in owners), ends))
    return _Ahead(
        value=value,
        mine=1 + olds.count(value),
        table=tuple(sorted(table, reverse=True)),
        goes=olds.index(value) if value in olds else len(olds),
        partner=value in olds,
        hidden=unseen(view),
        everywhere=remove(view.game.deck, without(view.hand, value)),
    )


Position = tuple[tuple[int, ...], Table]
"""The cards played since mine, sorted, and the groups."""


class _Count:
    """Counts go by go in how many ways the hidden cards can come one by one, and what they do.

    Ways that have used up the same cards and left the same groups go on together, and the last
    two goes are counted in one.
    """

    def __init__(self, ahead: _Ahead) -> None:
        self.ahead = ahead
        self.total = sum(ahead.hidden)
        self.values = [card for card, copies in enumerate(ahead.hidden) if copies]
        self.alone: dict[int, Table] = {card: ((card, card, 1, 0, False),) for card in self.values}
        strongest = ahead.value * (ahead.mine + ahead.goes)
        self.above = [sum(ahead.hidden[strength + 1 :]) for strength in range(strongest + 1)]

    def fate(self, budget: int, first: int = 0) -> Fate | None:
        """Return what becomes of my card from a go on, or None if counting is over the budget."""
        ahead = self.ahead
        flushed = over = Fraction(0)
        level: dict[Position, int] = {((), ahead.table): 1}
        for go in range(first, ahead.goes):
            cases, hidden = perm(self.total, go - first), self.total - (go - first)
            if not hidden:
                for position, ways in level.items():
                    rest = self.reshuffled(position).fate(budget, go)
                    if rest is None:
                        return None
                    flushed += rest.flushed * Fraction(ways, cases)
                    over += rest.over * Fraction(ways, cases)
                break
            if any(group[3] >> go & 1 for group in ahead.table):
                level, ended = self.pushed(level, go)
                over += Fraction(ended, cases)
            closing = go == ahead.goes - 2 and hidden > 1
            # A go that is written down position by position takes about four times as long.
            budget -= len(level) * len(self.values) * (1 if closing else 4)
            if budget < 0:
                return None
            following: dict[Position, int] = {}
            lost = ended = 0
            for position, ways in level.items():
                left = list(ahead.hidden)
                for card in position[0]:
                    left[card] -= 1
                if closing:
                    lost_here, ended_here = self.last_two_goes(position, left, go)
                    ended += ways * ended_here
                else:
                    lost_here = self.one_go(position, left, ways, following)
                lost += ways * lost_here
            cases *= hidden * (hidden - 1) if closing else hidden
            flushed += Fraction(lost, cases)
            over += Fraction(ended, cases)
            level = following
        return ahead.fate(flushed, over)

    def reshuffled(self, position: Position) -> _Count:
        """Return how to count on once all hidden cards were played."""
        table, mine = position[1], self.mine(position)
        hidden = self.ahead.reshuffled(table, mine)
        return _Count(self.ahead._replace(table=table, mine=mine, hidden=hidden))

    def pushed(self, level: dict[Position, int], go: int) -> tuple[dict[Position, int], int]:
        """Return the positions after the push that begins a go, and in how many ways it ended."""
        after: dict[Position, int] = {}
        ended = 0
        for (played, table), ways in level.items():
            groups = self.ahead.push(table, go)
            if groups is None:
                ended += ways
            else:
                position = played, groups
                after[position] = after.get(position, 0) + ways
        return after, ended

    def one_go(
        self, position: Position, left: list[int], ways: int, after: dict[Position, int]
    ) -> int:
        """Add what one more card leads to; return how many of the cards left flush mine."""
        played, table = position
        mine = self.mine(position)
        strength = self.ahead.value * mine
        lying = {self.ahead.value, *[group[1] for group in table]}
        kept, at = len(table), 0
        for card in self.values:
            copies = left[card]
            if card > strength:
                break
            if not copies:
                continue
            if card in lying:
                groups = self.ahead.arrive(table, mine, card)
                if groups is None:
                    continue
            else:  # as `arrive`, but each card flushes at least what the one before it did
                while kept and table[kept - 1][0] < card:
                    kept -= 1
                groups = table[:kept] + self.alone[card]
            while at < len(played) and played[at] < card:
                at += 1
            following = (*played[:at], card, *played[at:]), groups
            after[following] = after.get(following, 0) + ways * copies
        return self.deadly(table, left, strength)

    def last_two_goes(self, position: Position, left: list[int], go: int) -> tuple[int, int]:
        """Return in how many ways the last two cards flush mine, and in how many the game ends.

        No position has to be written down: a card that comes alone only adds itself to what the
        last one can join, and takes away the weaker groups.
        """
        ahead, table, mine = self.ahead, position[1], self.mine(position)
        strength = ahead.value * mine
        lying = {ahead.value, *[group[1] for group in table]}
        others = sum(left) - 1
        deadly = self.deadly(table, left, strength)
        lost, ended = deadly * others, 0
        ends = False
        for group in table:
            if group[3] >> go + 1 & 1:  # it will be gone when the last card comes
                ends = group[4]
                deadly -= self.lifts(group, left, strength)
        kept = len(table)
        for card in self.values:
            copies = left[card]
            if card > strength:
                break
            if not copies:
                continue
            if card in lying:
                arrived = ahead.arrive(table, mine, card)
                groups = None if arrived is None else ahead.push(arrived, go + 1)
                if groups is not None:
                    left[card] -= 1
                    now = strength + (card if card == ahead.value else 0)
                    lost += copies * self.deadly(groups, left, now)
                    left[card] += 1
                elif arrived is not None:
                    ended += copies * others
                continue
            while kept and table[kept - 1][0] < card:
                kept -= 1
                deadly -= self.lifts(table[kept], left, strength)
            if ends:
                ended += copies * others
            else:
                lost += copies * (deadly + (copies - 1 if 2 * card > strength else 0))
        return lost, ended

    def mine(self, position: Position) -> int:
        """Return how many cards my group has."""
        return self.ahead.mine + position[0].count(self.ahead.value)

    def deadly(self, table: Table, left: list[int], strength: int) -> int:
        """Return how many of the cards left would flush a group of this strength."""
        return self.above[strength] + sum([self.lifts(group, left, strength) for group in table])

    def lifts(self, group: Group, left: list[int], strength: int) -> int:
        """Return how many of the cards left would lift a group above this strength.

        Cards that are above it by themselves are not counted again.
        """
        value = group[1]
        return left[value] if value <= strength < group[0] + value else 0


def count(ahead: _Ahead, budget: int) -> Fate | None:
    """Return what becomes of my card, exactly, or None if counting is over the budget."""
    return _Count(ahead).fate(budget)


def simulate(ahead: _Ahead, trials: int) -> Fate:
    """Play the model many times; the same question always meets the same luck."""
    rng = Random(repr(ahead))  # of which the class's name is a part
    heap = list(cards(ahead.hidden))
    ends = [play_once(ahead, heap, rng) for _ in range(trials)]
    flushed, over = (Fraction(ends.count(end), trials) for end in ("flushed", "over"))
    return ahead.fate(flushed, over, trials)


def play_once(ahead: _Ahead, heap: list[int], rng: Random) -> str:
    """Play the model once and return what becomes of my card, as `Fate` calls it."""
    table, mine, left = ahead.table, ahead.mine, len(heap)
    for go in range(ahead.goes):
        if not left:
            heap = list(cards(ahead.reshuffled(table, mine)))
            left = len(heap)
        if (pushed := ahead.push(table, go)) is None:
            return "over"
        at = int(rng.random() * left)
        left -= 1
        card = heap[at]
        heap[at], heap[left] = heap[left], card  # the drawn cards wait behind those that are left
        if (arrived := ahead.arrive(pushed, mine, card)) is None:
            return "flushed"
        table = arrived
        mine += card == ahead.value
    return "pushed" if ahead.partner else "there"
