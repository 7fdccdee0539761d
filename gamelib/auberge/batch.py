"""Auberge des Pirates, thousands of games at once: `rules.py` in numpy, turn by turn.

A strategy says which of the legal moves a seat would make; chance picks one of them, each equally
likely. The labels are those of `rules.py`, which says what each line means. Who is out keeps the
cards here: together with `discard` (cards that were turned up and made a pair) they are the rule
sheet's discard.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from math import comb, prod
from typing import NamedTuple

import numpy as np

from gamelib.auberge.players import Accuser, Bluffer, Peaceful
from gamelib.auberge.rules import (
    HAND,
    Accuse,
    Attack,
    Auberge,
    Challenge,
    Draw,
    Drawn,
    Place,
    Turned,
)
from gamelib.batch import Array, Lockstep, nth
from gamelib.players import Player, random_player


class Moves(NamedTuple):
    """A choice of moves in many games; targets are bits, cards are bits for each target."""

    attack: Array
    challenge: Array
    accuse: Array
    draw: Array

    def at(self, where: Array) -> Moves:
        """Return the moves of some of the games."""
        return Moves(*(part[..., where] for part in self))

    def put(self, where: Array, moves: Moves) -> None:
        """Replace the moves of some of the games."""
        for part, new in zip(self, moves, strict=True):
            part[..., where] = new

    def where(self, flags: Array) -> Moves:
        """Return the moves of the games that are flagged, and none in the others."""
        return Moves(*(part * flags for part in self))


# The next seat in, to the left of a seat: NEXT[seats in as bits, seat].
NEXT = np.array(
    [
        [
            next((s % 8 for s in range(seat + 1, seat + 9) if alive >> s % 8 & 1), 0)
            for seat in range(8)
        ]
        for alive in range(256)
    ]
)


class Batch(Lockstep):
    """Many games of Auberge des Pirates.

    `alive` has the seats that are in as bits, `tables` for each seat the kinds before it: they are
    all different (AP-3), so bits are enough.
    """

    reason = "last_in"
    carried = (*Lockstep.carried, "alive", "tables")
    game: Auberge

    @classmethod
    def strategy(cls, game: Auberge, player: Player) -> Strategy | None:
        """Return how a player chooses in many games at once, or None if nobody has written that."""
        if player is random_player:
            return _any
        if type(player) is Peaceful:
            strategy: _Peaceful | _Bluffer | _Accuser = _Peaceful()
        elif type(player) is Bluffer:
            strategy = _Bluffer(player.nerve)
        elif type(player) is Accuser:
            strategy = _Accuser(player.sure)
        else:
            return None
        # Chances are compared exactly, crosswise; for the decks of giants the numbers are too long.
        copies = [n for n in game.deck if n]
        cases = comb(sum(copies), min(len(copies), sum(copies) // 2))
        longest = max(prod(n + 1 for n in copies), strategy.denominator) * cases
        return strategy if longest < 2**62 else None

    def begin(self) -> None:
        """AP-2: deal; everybody chooses, then all cards are shown and the lowest starts.

        (No strategy here cares which card that is, so chance picks it.)
        """
        players, every = self.game.players, self.all
        self.seats = np.arange(players)[:, None]
        self.deal(HAND)
        self.alive = np.full(every.size, (1 << players) - 1, np.uint8)
        self.tables = np.zeros_like(self.held)
        order = []
        for seat in range(players):
            kinds = nth(self.held[seat], self.below(np.bitwise_count(self.held[seat])))
            self.lose(every, seat, kinds)
            self.tables[seat] = self.bit[kinds]
            self.note(every, Place, self.values[kinds])
            order.append(kinds.astype(np.int64) * players + (seat - self.game.oldest) % players)
        self.turn = np.argmin(order, axis=0)
        self.steps += players
        self.turns += players

    def round(self) -> None:
        """Let everybody whose turn it is make a move."""
        moves = self.legal()
        for strategy, where in self.asked():
            if strategy is not _any:
                moves.put(where, strategy(self, where, moves.at(where)))
        self._move(moves)
        self.steps += 1
        self.turns += 1
        if self.game.reshuffle:
            empty = np.flatnonzero(self.left == 0)
            if empty.size:
                self._reshuffle(empty)
        over = self.alive & (self.alive - 1) == 0  # AP-11
        if over.any():
            self.finish(over, self.alive)

    def legal(self) -> Moves:
        """Return all legal moves."""
        hand = self.held.reshape(-1)[self.place(self.all, self.turn)]
        others = self.alive & ~(np.uint8(1) << self.turn.astype(np.uint8))
        attack = (hand & ~self.tables) * (others >> self.seats.astype(np.uint8) & 1)  # AP-3
        pile = (self.left > 0).astype(np.uint8)  # AP-9
        return Moves(attack, others * pile, others, pile)  # AP-10

    def _move(self, moves: Moves) -> None:
        """Pick one of the moves of each game, all alike, and make it."""
        until = np.bitwise_count(moves.attack).cumsum(axis=0, dtype=np.int64)
        attacks = until[-1]
        challenges = attacks + np.bitwise_count(moves.challenge)
        accusations = challenges + np.bitwise_count(moves.accuse)
        move = self.below(accusations + moves.draw)

        at = np.flatnonzero(move < attacks)
        if at.size:
            until, n = until[:, at], move[at]
            targets = (until <= n).sum(axis=0)
            along = np.arange(at.size)
            cards = moves.attack[targets, at]
            n -= until[targets, along] - np.bitwise_count(cards)
            self._attack(at, nth(cards, n).astype(np.int64), targets)
        at = np.flatnonzero((move >= attacks) & (move < challenges))
        if at.size:
            self._challenge(at, nth(moves.challenge[at], move[at] - attacks[at]).astype(np.int64))
        at = np.flatnonzero((move >= challenges) & (move < accusations))
        if at.size:
            self._accuse(at, nth(moves.accuse[at], move[at] - challenges[at]).astype(np.int64))
        at = np.flatnonzero(move >= accusations)
        if at.size:
            self._draw(at)

    def _attack(self, at: Array, kinds: Array, targets: Array) -> None:
        self.lose(at, self.turn[at], kinds)
        self.tables.reshape(-1)[self.place(at, targets)] |= self.bit[kinds]
        self.turn[at] = targets
        self.note(at, Attack, self.values[kinds], targets)

    def _challenge(self, at: Array, targets: Array) -> None:
        kinds = self.draw(at)
        self.steps[at] += 1
        self.note(at, Challenge, targets)
        self.note(at, Turned, self.values[kinds])
        tables, before = self.tables.reshape(-1), self.place(at, targets)
        pair = tables[before] & self.bit[kinds] != 0
        tables[before] |= self.bit[kinds]
        out = at[pair]
        self.discard[self.row[out], kinds[pair]] += 1
        self.turn[at[~pair]] = targets[~pair]
        self._out(out, self.turn[out])
        self._pass_on(out)

    def _accuse(self, at: Array, targets: Array) -> None:
        self.note(at, Accuse, targets)
        theirs = self.place(at, targets)
        pair = self.held.reshape(-1)[theirs] & self.tables.reshape(-1)[theirs] != 0
        pair |= (self.hands[self.row[at], targets] > 1).any(axis=1)
        right, wrong = at[pair], at[~pair]
        self._out(right, targets[pair])
        self._pass_on(right)
        self._out(wrong, self.turn[wrong])
        self.turn[wrong] = targets[~pair]

    def _draw(self, at: Array) -> None:
        kinds = self.draw(at)
        self.gain(at, self.turn[at], kinds)
        self._pass_on(at)
        self.steps[at] += 1
        self.note(at, Draw)
        self.note(at, Drawn, self.values[kinds])

    def _out(self, at: Array, losers: Array) -> None:
        """AP-8: a player leaves, and here keeps the cards."""
        self.alive[at] ^= np.uint8(1) << losers.astype(np.uint8)

    def _pass_on(self, at: Array) -> None:
        """Give the turn to the left."""
        self.turn[at] = NEXT[self.alive[at], self.turn[at]]

    def _reshuffle(self, at: Array) -> None:
        """AP-9: what is out of the game becomes the new pile."""
        rows = self.row[at]
        for seat in range(self.game.players):
            gone = self.alive[at] >> seat & 1 == 0
            out, where = rows[gone], at[gone]
            table = self.tables[seat, where, None] & self.bit != 0
            self.discard[out] += self.hands[out, seat] + table
            self.hands[out, seat] = 0
            self.held[seat, where] = 0
            self.tables[seat, where] = 0
        self.refill(at)


# -- strategies ------------------------------------------------------------------------------------

Strategy = Callable[[Batch, Array, Moves], Moves]
"""Gets the batch, the places of the games it is asked in, and their legal moves; returns the moves
it would make."""


def _any(batch: Batch, at: Array, moves: Moves) -> Moves:
    return moves


def _harmless(moves: Moves) -> Moves:
    """Leave the accusations out wherever there is anything else to do."""
    other = moves.attack.any(axis=0) | (moves.challenge != 0) | (moves.draw != 0)
    return moves._replace(accuse=moves.accuse * ~other)


@dataclass(frozen=True)
class _Peaceful:
    """`players.Peaceful`."""

    denominator: int = 1

    def __call__(self, batch: Batch, at: Array, moves: Moves) -> Moves:
        return _Seen(batch, at).least_risky(_harmless(moves))


@dataclass(frozen=True)
class _Bluffer:
    """`players.Bluffer`."""

    nerve: Fraction

    @property
    def denominator(self) -> int:
        return self.nerve.denominator

    def __call__(self, batch: Batch, at: Array, moves: Moves) -> Moves:
        seen = _Seen(batch, at)
        risk, nerve = seen.draw_risk(), self.nerve
        bold = (moves.draw != 0) & (risk * nerve.denominator <= seen.total * nerve.numerator)
        return seen.least_risky(moves.where(~bold)._replace(draw=moves.draw))


@dataclass(frozen=True)
class _Accuser:
    """`players.Accuser`."""

    sure: Fraction

    @property
    def denominator(self) -> int:
        return self.sure.denominator

    def __call__(self, batch: Batch, at: Array, moves: Moves) -> Moves:
        seen = _Seen(batch, at)
        without, cases = seen.no_pair
        likely = (cases - without) * self.sure.denominator > cases * self.sure.numerator
        accused = moves.accuse & _bits(likely)
        calm = _harmless(moves)
        chosen = np.where(accused, accused, calm.accuse)
        return seen.least_risky(calm.where(accused == 0)._replace(accuse=chosen))


def _bits(flags: Array) -> Array:
    """Return flags of seats as bits."""
    return np.asarray(np.packbits(flags, axis=0, bitorder="little")[0])


class _Seen:
    """What the seats to move have not seen in some games, and the risks that follow; AP-12.

    (What an accuser saw of a hand does not matter: whoever saw it is out.) Risks are `odds.py`'s,
    as numbers of cases: each of a draw and of a challenge is out of `total`.
    """

    def __init__(self, batch: Batch, at: Array) -> None:
        seats, rows, turn = batch.seats, batch.row[at], batch.turn[at]
        self.tables = batch.tables[:, at]
        self.mine = batch.held[turn, at] | self.tables[turn, np.arange(at.size)]
        self.sizes = batch.hands[rows].sum(axis=2, dtype=np.int64).T
        self.kinds = range(len(batch.values))
        known = (seats == turn) | (batch.alive[at] >> seats & 1 == 0)
        unseen = batch.copies - batch.discard[rows]
        unseen = unseen - (batch.hands[rows] * known.T[:, :, None]).sum(axis=1, dtype=np.int64)
        self.unseen = unseen.T - [self._on(self.tables, kind).sum(axis=0) for kind in self.kinds]
        """How many cards of each kind are in the pile or in another's hand."""
        self.total = self.unseen.sum(axis=0)

    def _on(self, bits: Array, kind: int) -> Array:
        """Tell where a kind is among the bits: 1 or 0."""
        return np.asarray(bits >> kind & 1, np.int64)

    def _cases(self, bits: Array) -> Array:
        """Return how many unseen cards have one of these kinds."""
        found = np.zeros(bits.shape, np.int64)
        for kind in self.kinds:
            found += self.unseen[kind] * self._on(bits, kind)
        return found

    def draw_risk(self) -> Array:
        """Return how many cards would pair with one of mine."""
        return self._cases(self.mine)

    def challenge_risk(self) -> Array:
        """Return how many cards would make a pair before each seat."""
        return self._cases(self.tables)

    @cached_property
    def no_pair(self) -> tuple[Array, Array]:
        """In how many cases each other seat has no pair, and of how many; see `distinct_hands`."""
        most = len(self.kinds)
        ways = np.zeros((most + 2, *self.tables.shape), np.int64)
        ways[0] = 1
        for kind in self.kinds:
            copies = self.unseen[kind] * (1 - self._on(self.tables, kind))
            ways[1:-1] += copies * ways[:-2]
        sizes = np.minimum(self.sizes, most + 1)  # with more cards than kinds a pair is certain
        without = np.take_along_axis(ways, sizes[None], axis=0)[0]
        return without, _combinations(int(self.total.max(initial=0)), most)[self.total, sizes]

    def least_risky(self, moves: Moves) -> Moves:
        """Return those of the moves that risk least."""
        none, one = np.zeros_like(self.total), np.ones_like(self.total)
        seats = range(len(self.tables))
        total = np.maximum(self.total, 1)
        cases = [none, self.draw_risk(), *self.challenge_risk()]
        out_of = [one, total, *(total for _ in seats)]
        legal = [moves.attack.any(axis=0), moves.draw != 0]
        legal += [moves.challenge >> seat & 1 != 0 for seat in seats]
        if moves.accuse.any():
            without, possible = self.no_pair
            cases += [*without]
            out_of += [*possible]
            legal += [moves.accuse >> seat & 1 != 0 for seat in seats]
        least, of = one, none  # more than any risk
        for n, allowed in enumerate(legal):
            less = allowed & (cases[n] * of < least * out_of[n])
            least, of = np.where(less, cases[n], least), np.where(less, out_of[n], of)
        best = np.array(legal) & (np.array(cases) * of == least * np.array(out_of))
        attack, draw, challenge, accuse = np.split(best, [1, 2, 2 + len(seats)])
        return Moves(
            moves.attack * attack[0],
            _bits(challenge),
            _bits(accuse) if accuse.size else np.zeros_like(moves.accuse),
            draw[0].astype(np.uint8),
        )


@cache
def _combinations(cards: int, size: int) -> Array:
    """Return in how many ways hands up to a size can be drawn from up to so many cards.

    One size more stands for all that are larger than there are kinds: there, any number will do.
    """
    return np.array([[*(comb(n, k) for k in range(size + 1)), 1] for n in range(cards + 1)])
