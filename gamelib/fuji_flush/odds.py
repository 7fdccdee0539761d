"""What a player of Fuji Flush asks, answered in exact Fractions from what that seat knows.

Only `fate` may have to give up exactness, when many players still have to go: then a seeded
simulation answers, and says so.

>>> from gamelib.fuji_flush import FujiFlush
>>> from gamelib.match import Match
>>> match = Match(FujiFlush(players=3), seed=1)
>>> step = match.step()  # the deal
>>> view = match.game.observe(match.state, seat=0)
>>> view.hand
(2, 4, 6, 7, 9, 18)
>>> fate(view, 18).flushed  # of 84 × 83 ways to play two cards: 2 × 83 + 82 × 2 + 44 for pairs
Fraction(187, 3486)
>>> holders(view, 20)  # it lies in one of 84 places, and 12 of these are in a hand
(Fraction(6, 7), Fraction(1, 7), Fraction(0, 1))
"""

from __future__ import annotations

from fractions import Fraction
from math import comb, perm
from random import Random
from typing import Literal, NamedTuple

from gamelib.counting import Counts, cards, chance_of_any, remove, wilson
from gamelib.fuji_flush.rules import Drawn, Phase, Play, View, flushed, power, unseen
from gamelib.game import Action, Deal, IllegalAction, replaced, without
from gamelib.odds import GameOdds

__all__ = [
    "Combination", "Fate", "combinations", "fate", "flushers", "flushes", "holders", "join_chance",
    "likelihood", "results", "survival", "trial", "unseen",
]  # fmt: skip

BUDGET = 120_000
"""How much work `fate` puts into an exact answer; no clock decides, so it is the same anywhere."""

TRIALS = 3_000
"""How many rounds `fate` plays where an exact answer is over its budget."""


def flushes(view: View, value: int) -> tuple[int, ...]:
    """Return whose cards go if I play this card of my hand now, clockwise from me. FF-6."""
    _check_play(view, value)
    return _beaten(view, value)


def holders(view: View, value: int) -> tuple[Fraction, ...]:
    """Return the chances that 0, 1, 2 … opponents hold at least one card of this value. FF-9.

    The copies I have not seen lie anywhere hidden, in a hand or in the pile, each place alike.
    """
    hidden = unseen(view)
    copies = _copies(view, hidden, value)
    hands = [size for seat, size in enumerate(view.hand_sizes) if seat != view.seat]
    # ways[k][c]: in how many ways c copies lie in the hands so far such that k of these hold any
    ways = [[1] + [0] * copies]
    for size in hands:
        more = [[0] * (copies + 1) for _ in range(len(ways) + 1)]
        for k, row in enumerate(ways):
            for c, number in enumerate(row):
                for here in range(copies - c + 1):
                    more[k + (here > 0)][c + here] += number * comb(size, here)
        ways = more
    total = sum(hidden)
    pile = total - sum(hands)
    return tuple(
        Fraction(sum(n * comb(pile, copies - c) for c, n in enumerate(row)), comb(total, copies))
        for row in ways
    )


def join_chance(view: View, value: int) -> Fraction:
    """Return the chance that somebody who goes before my next go holds a card of this value.

    On my own go these are all opponents, otherwise those from the player whose go it is on.
    """
    hidden = unseen(view)
    seat, players = _seat(view), view.game.players
    if view.phase is Phase.OVER:
        raise IllegalAction("game_over")
    first = view.turn + (view.phase is Phase.DRAW)  # while cards are drawn, the go is played
    goes = players if view.turn == seat else (seat - first) % players
    before = {(first + n) % players for n in range(goes)} - {seat}
    held = sum(view.hand_sizes[other] for other in before)
    return chance_of_any(sum(hidden), _copies(view, hidden, value), held)


class Combination(NamedTuple):
    """What the cards of one value in play are worth together, and with mine. FF-5, FF-6."""

    value: int
    cards: int
    """How many lie before the players now."""
    power: int
    """Value × cards."""
    joined: int
    """The power if I join them (or start with this value)."""
    beats: tuple[int, ...]
    """Whose cards would then be flushed, clockwise from me."""


def combinations(view: View) -> tuple[Combination, ...]:
    """Return the combination of each value of the deck, as if I played that value now.

    A card that still lies before me counts among the cards in play, but it has left by the time I
    play again, so I do not join it. On the public table "I" am whoever's go it is.
    """
    seat = view.turn if view.seat is None else view.seat
    others = replaced(view.fronts, seat, None)
    return tuple(
        Combination(
            value=value,
            cards=view.fronts.count(value),
            power=power(view.fronts, value),
            joined=power(others, value) + value,
            beats=_beaten(view, value),
        )
        for value, copies in enumerate(view.game.deck)
        if copies
    )


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


def fate(view: View, value: int, *, budget: int = BUDGET, trials: int = TRIALS) -> Fate:
    """Return what becomes of this card of my hand by my next go, if I play it now.

    The model: each opponent in turn plays a card drawn at random from those I have not seen, as
    if it were turned up from a shuffled heap of them; everything else goes by the rules. (A card
    that somebody draws in between comes from the same heap and changes nothing about it. Should
    all of the heap be played, the next card comes from everything that is neither in my hand nor
    before a player: that is what was shuffled into a new pile.)

    Exact, unless counting would take more work than `budget`; then that many `trials` answer, by
    the same model and always with the same seed.
    """
    _check_play(view, value)
    ahead = _ahead(view, value)
    exact = _Count(ahead).fate(budget)
    return _simulate(ahead, trials) if exact is None else exact


def survival(view: View, value: int, *, budget: int = BUDGET, trials: int = TRIALS) -> Fraction:
    """Return the chance that this card is not flushed by my next go; see `fate`."""
    return 1 - fate(view, value, budget=budget, trials=trials).flushed


def flushers(view: View, value: int) -> tuple[int, ...]:
    """Return the values I have not seen with which the next player would flush this card at once.

    None, if that player first pushes my card through, or ends the game by pushing. FF-3, FF-4.
    """
    losers = flushes(view, value)
    seat, players = _seat(view), view.game.players
    following = (seat + 1) % players
    fronts = tuple(
        value if owner == seat else None if owner in losers else front
        for owner, front in enumerate(view.fronts)
    )
    old = fronts[following]
    if old == value:
        return ()
    if old is not None:
        owners = [owner for owner, front in enumerate(fronts) if front == old]
        if any(view.hand_sizes[owner] == 0 for owner in owners):
            return ()
        fronts = tuple(None if front == old else front for front in fronts)
    return tuple(
        card
        for card, copies in enumerate(unseen(view))
        if copies and seat in flushed(replaced(fronts, following, card), following)
    )


def likelihood(view: View, outcome: Action) -> Fraction:
    """Return how likely chance was, as far as this seat knows, to bring a card or a deal. FF-9."""
    match outcome:
        case Drawn(card):
            hidden = unseen(view)
            return Fraction(_copies(view, hidden, card), sum(hidden))
        case Deal() if view.phase is Phase.DEAL:
            return view.game.deal.probability(outcome)
        case _:
            return Fraction(0)


def results(view: View, action: Action) -> dict[str, Fraction]:
    """Return everything that can come of an action of mine by my next go, by code; it sums to 1."""
    if isinstance(action, Play):
        chances = fate(view, action.card)._asdict()
        del chances["trials"]
        return chances
    return {"through": Fraction(1)}


def trial(view: View, action: Action, rng: Random) -> str:
    """Try an action of mine in a world that fits what I know; return which result it had.

    The others play any of the cards I have not seen, each as likely as the next: as in `fate`.
    """
    if not isinstance(action, Play):
        return "through"
    _check_play(view, action.card)
    ahead = _ahead(view, action.card)
    return _play_once(ahead, list(cards(ahead.hidden)), rng)


def _seat(view: View) -> int:
    if view.seat is None:
        raise IllegalAction("not_in_game", target=None)
    return view.seat


def _copies(view: View, hidden: Counts, value: int) -> int:
    """Return how many cards of a value are hidden, if it is a value of the deck."""
    if not 0 <= value < len(hidden) or not view.game.deck[value]:
        raise IllegalAction("not_in_deck", card=value)
    return hidden[value]


def _check_play(view: View, value: int) -> None:
    """Raise IllegalAction unless this seat can play this card now."""
    seat = _seat(view)
    if view.phase is Phase.OVER:
        raise IllegalAction("game_over")
    if view.phase in (Phase.DEAL, Phase.DRAW):
        raise IllegalAction("chance_first")
    if view.turn != seat:
        raise IllegalAction("not_your_turn")
    if view.phase is not Phase.PLAY:
        raise IllegalAction("wrong_phase")
    without(view.hand, value)


def _beaten(view: View, value: int) -> tuple[int, ...]:
    seat = view.turn if view.seat is None else view.seat
    return flushed(replaced(view.fronts, seat, value), seat)


# How `fate` works. Between my card and my next go, all that matters about the table is the groups
# of the other values, strongest first. Whatever is played flushes all weaker groups and so is the
# weakest of those that stay: the table remains in order by itself. Groups that were there before my
# card and have stayed are at least as strong as mine: whoever joins one of them flushes mine, and
# only cards that join mine can flush them. So it is settled from the start which of them end the
# game when they are pushed through.

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


def _ahead(view: View, value: int) -> _Ahead:
    seat, players = _seat(view), view.game.players
    losers = _beaten(view, value)
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


def _simulate(ahead: _Ahead, trials: int) -> Fate:
    """Play the model many times; the same question always meets the same luck."""
    rng = Random(repr(ahead))
    heap = list(cards(ahead.hidden))
    ends = [_play_once(ahead, heap, rng) for _ in range(trials)]
    flushed, over = (Fraction(ends.count(end), trials) for end in ("flushed", "over"))
    return ahead.fate(flushed, over, trials)


def _play_once(ahead: _Ahead, heap: list[int], rng: Random) -> str:
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


class FujiFlushOdds(GameOdds[View]):
    """What the table asks about Fuji Flush."""

    results = staticmethod(results)
    trial = staticmethod(trial)
    likelihood = staticmethod(likelihood)


odds = FujiFlushOdds()
