"""Fuji Flush, thousands of games at once: `rules.py` in numpy, a go of every game at a time.

A strategy says which of its hand's values a seat would play, as bits; chance picks one of them,
each equally likely. The labels are those of `rules.py`, which says what each line means.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from gamelib.batch import Array, Lockstep, lowest, nth
from gamelib.fuji_flush.players import Flusher, Ranked, highest_first, joiner, lowest_first
from gamelib.fuji_flush.rules import Drawn, FujiFlush, Play, Push
from gamelib.players import Player, random_player


class Batch(Lockstep):
    """Many games of Fuji Flush. `fronts` holds the kind before each seat; `none` is no card."""

    reason = "no_cards_left"
    carried = (*Lockstep.carried, "fronts")
    game: FujiFlush

    @classmethod
    def strategy(cls, game: FujiFlush, player: Player) -> Strategy | None:
        """Return how a player chooses in many games at once, or None if nobody has written that."""
        if player is random_player:
            return _any
        if player is lowest_first:
            return _Height(Fraction(0))
        if player is highest_first:
            return _Height(Fraction(1))
        if player is joiner:
            return _join
        if type(player) is Ranked:
            return _Height(player.height)
        if type(player) is Flusher:
            return _Flush(player.least)
        return None

    def begin(self) -> None:
        """FF-2: deal."""
        seats = range(self.game.players)
        self.none = len(self.values)
        # Nobody's card is beaten: its power is beyond all others.
        self.worth = np.append(self.values, self.values.max(initial=0) * len(seats) + 1)
        self.fronts = np.full((len(seats), self.row.size), self.none, np.uint8)
        self.turn += self.game.first
        self.deal(self.game.deal_sizes[0])

    def round(self) -> None:
        """Let everybody push the card that has held, then play, and the flushed draw."""
        self._push()
        if self.row.size:
            self._play()
            self.turn += 1
            self.turn[self.turn == self.game.players] = 0

    def _push(self) -> None:
        """FF-3 and FF-4: the card has held for a round, so it leaves, and its equals with it."""
        front = self.fronts.reshape(-1)[self.place(self.all, self.turn)]
        at = np.flatnonzero(front != self.none)
        if not at.size:
            return
        front[front == self.none] = self.none + 1  # equal to nothing
        equal = self.fronts == front
        self.discard[self.row[at], front[at]] += equal.sum(axis=0, dtype=np.uint8)[at]
        np.putmask(self.fronts, equal, self.none)
        self.steps[at] += 1
        self.turns[at] += 1
        self.note(at, Push)
        rid = (self.held == 0) & (self.fronts == self.none)
        over = rid.any(axis=0)
        if over.any():
            self.finish(over, np.packbits(rid, axis=0, bitorder="little")[0])

    def _play(self) -> None:
        """FF-5 and FF-6: the card joins its equals, and weaker groups are flushed."""
        at, seats = self.all, self.turn
        mine = self.place(at, seats)
        would = self.held.reshape(-1)[mine]
        for strategy, where in self.asked():
            if strategy is not _any:
                would[where] = strategy(self, where, would[where])
        kinds = nth(would, self.below(np.bitwise_count(would))).astype(np.int64)
        self.lose(at, seats, kinds)
        self.fronts.reshape(-1)[mine] = kinds
        self.steps += 1
        self.turns += 1
        self.note(at, Play, self.values[kinds])
        power = self.power(self.fronts)
        self._flush(power < power.reshape(-1)[mine])

    def power(self, fronts: Array) -> Array:
        """Return the power of each seat's group: value × cards. FF-5."""
        together = np.zeros(fronts.shape, np.uint8)
        for front in fronts:
            together += fronts == front
        return self.worth[fronts] * together

    def _flush(self, losers: Array) -> None:
        """FF-6: the flushed draw one card each, clockwise from the player."""
        lost = np.flatnonzero(losers)
        seats, at = np.divmod(lost, self.row.size)
        fronts = self.fronts.reshape(-1)
        np.add.at(self.discard.reshape(-1), self.row[at] * self.none + fronts[lost], np.uint8(1))
        fronts[lost] = self.none
        players = self.game.players
        further = seats - self.turn[at]
        further[further < 0] += players
        for n in range(1, players):
            due = np.flatnonzero(further == n)
            if due.size:
                self._draw(at[due], seats[due])

    def _draw(self, at: Array, seats: Array) -> None:
        """FF-7: when a card is due and the pile is empty, the discard becomes the new pile."""
        empty = at[self.left[at] == 0]
        if empty.size:
            self.refill(empty)
        kinds = self.draw(at)
        self.gain(at, seats, kinds)
        self.steps[at] += 1
        self.note(at, Drawn, self.values[kinds])


# -- strategies ------------------------------------------------------------------------------------

Strategy = Callable[[Batch, Array, Array], Array]
"""Gets the batch, the places of the games it is asked in, and the hand's kinds as bits for each;
returns the kinds it would play."""


def _any(batch: Batch, at: Array, hand: Array) -> Array:
    return hand


@dataclass(frozen=True)
class _Height:
    """`players.Ranked`, and the highest or the lowest card first."""

    height: Fraction

    def __call__(self, batch: Batch, at: Array, hand: Array) -> Array:
        up, whole = self.height.numerator, self.height.denominator
        rank = (2 * up * (np.bitwise_count(hand).astype(np.int64) - 1) + whole) // (2 * whole)
        return batch.bit[nth(hand, rank)]


def _join(batch: Batch, at: Array, hand: Array) -> Array:
    """`players.joiner`: the strongest group with others, of equals the lowest; else the lowest."""
    fronts = batch.fronts[:, at]
    worth = batch.worth[fronts]
    joined = batch.power(fronts) + worth
    kinds = np.where(fronts == batch.none, 0, fronts)
    can = (fronts != batch.none) & (hand & batch.bit[kinds] != 0)
    promise = np.where(can, joined * (batch.worth[-1] + 1) - worth, 0)
    best = promise.argmax(axis=0)
    along = np.arange(at.size)
    return np.where(promise[best, along] > 0, batch.bit[kinds[best, along]], hand & -hand)


@dataclass(frozen=True)
class _Flush:
    """`players.Flusher`: the lowest card that flushes enough, else the lowest."""

    least: int

    def __call__(self, batch: Batch, at: Array, hand: Array) -> Array:
        fronts = batch.fronts[:, at]
        power = batch.power(fronts)
        choice = hand & -hand
        open_, rest = np.ones(at.size, bool), hand
        while rest.any():
            kinds = np.where(rest != 0, lowest(rest), 0)
            equal = fronts == kinds
            strength = batch.worth[kinds] * (equal.sum(axis=0) + 1)
            flushed = ((power < strength) & ~equal).sum(axis=0)
            enough = open_ & (rest != 0) & (flushed >= self.least)
            choice = np.where(enough, batch.bit[kinds], choice)
            open_ &= ~enough
            rest = rest & (rest - 1)
        return choice
