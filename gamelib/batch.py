"""Thousands of games at once, with numpy: what the batch simulators of all games share.

The games of a batch advance in lockstep, a round at a time: every array has one entry for each game
along its last axis, and no loop runs over games. A game that is over is taken out of the arrays at
once, so that a round costs what the games that go on cost. `rules.py` stays the judge: any game can
be recorded, and its record replays there move by move (the tests do so with thousands).

Every game has random numbers of its own, which depend on the seed and on the number of the game
alone: SplitMix64, whose first key and whose stride come from hashing both. So game number i is the
same in any portion, next to any other games. A number below k is the upper half of such a 64-bit
number times k, divided by 2³²: no value is favoured by more than one part in 2³² / k.

>>> from gamelib.fuji_flush import FujiFlush
>>> endings = play(FujiFlush(players=5), ["random"] * 5, seed=1, numbers=range(1000), record=[7])
>>> int(endings.lengths[7]) == len(endings.records[7])
True
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from gamelib.counting import cards
from gamelib.game import Action, Deal, Game
from gamelib.players import Player, player_named
from gamelib.rooms import optional

Array = NDArray[Any]

KINDS = 64
"""How many different card values a deck may have: a hand's values are the bits of one number."""

CARDS = 255
"""How many cards a deck may have, so that each number of cards fits into a byte."""

EVERY = slice(None)
"""The places of all games that go on."""


@dataclass(frozen=True)
class Endings:
    """How each game of a batch ended; entry k of each array belongs to game `numbers[k]`."""

    numbers: Sequence[int]
    winners: Array
    """Who won, as bits: bit s is set where seat s has won."""
    lengths: Array
    """How many steps the game took, chance's steps included."""
    turns: Array
    """How many of these were actions of a seat."""
    reason: str
    """Why a game of this kind ends: the code of its Outcome."""
    records: dict[int, list[Action]] = field(default_factory=dict)
    """All steps of the games that were to be recorded, by their numbers."""

    def counted(
        self, begin: int = 0, end: int | None = None
    ) -> dict[tuple[tuple[int, ...], int], int]:
        """Return how many games had each group of winners and each length, among all or some."""
        codes = self.lengths[begin:end].astype(np.int64) << 8 | self.winners[begin:end]
        codes, times = np.unique(codes, return_counts=True)
        return {
            (tuple(seat for seat in range(8) if code >> seat & 1), code >> 8): number
            for code, number in zip(codes.tolist(), times.tolist(), strict=True)
        }


def knows(game: Game[Any, Any], players: Sequence[Player | str]) -> bool:
    """Tell whether this game can be played in a batch with these players in its seats."""
    kind = _simulator(game)
    return kind is not None and all(
        kind.strategy(game, player_named(game, player)) is not None for player in players
    )


def play(
    game: Game[Any, Any],
    players: Sequence[Player | str],
    seed: int | str,
    numbers: Sequence[int],
    record: Collection[int] = (),
) -> Endings:
    """Play the games of these numbers in lockstep, and keep the records of some of them."""
    kind = _simulator(game)
    if kind is None:
        raise ValueError(f"{game!r} cannot be played in a batch")
    return kind(
        game, [player_named(game, player) for player in players], seed, numbers, record
    ).run()


def _simulator(game: Game[Any, Any]) -> type[Lockstep] | None:
    """Return the batch simulator of exactly this kind of game, if there is one it fits in."""
    if type(game).__module__ != f"gamelib.{game.name}.rules":
        return None
    kind: type[Lockstep] | None = optional(f"gamelib.{game.name}.batch", "Batch", type)
    if kind is None:
        return None
    deck = getattr(game, "deck", ())
    return kind if sum(deck) <= CARDS and sum(n > 0 for n in deck) <= KINDS else None


# -- bits and chance -------------------------------------------------------------------------------

_STRIDE = 0x9E3779B97F4A7C15  # 2⁶⁴ / the golden ratio, as in SplitMix64


def mixed(numbers: Array) -> Array:
    """Return the hash of 64-bit numbers that SplitMix64 ends with; every bit depends on all."""
    numbers = (numbers ^ (numbers >> 30)) * np.uint64(0xBF58476D1CE4E5B9)
    numbers = (numbers ^ (numbers >> 27)) * np.uint64(0x94D049BB133111EB)
    numbers ^= numbers >> 31
    return numbers


def lowest(bits: Array) -> Array:
    """Return the place of the lowest bit that is set."""
    place: Array = np.bitwise_count((bits ^ (bits - 1)) >> 1)
    return place


def nth(bits: Array, n: Array) -> Array:
    """Return the place of the n-th bit that is set, counted from 0."""
    n = n.astype(np.uint8)
    for k in range(int(n.max(initial=0))):
        bits = bits & (bits - (n > k))  # takes the lowest bit away, or nothing
    return lowest(bits)


class Lockstep(ABC):
    """Many card games of one kind, all in the same round; a game's own `Batch` plays a round.

    Cards are handled as kinds: places in the sorted list of the deck's values. What is looked up
    card by card (`pile`, `hands`, `discard`) has a row for each game and stays where it is; `row`
    tells which is whose. All else has the games in its last axis and is `carried` along.
    """

    reason: ClassVar[str]
    carried: tuple[str, ...] = ("row", "key", "stride", "turn", "steps", "turns", "held", "left")

    def __init__(
        self,
        game: Any,
        players: Sequence[Player],
        seed: int | str,
        numbers: Sequence[int],
        record: Collection[int],
    ) -> None:
        self.game = game
        self.numbers = numbers
        n, deck = len(numbers), game.deck
        kinds = [value for value, copies in enumerate(deck) if copies]
        self.values = np.array(kinds, np.int64)
        self.copies = np.array([deck[value] for value in kinds], np.int64)
        width = next(bits for bits in (8, 16, 32, 64) if bits >= len(kinds))
        self.bit = (1 << np.arange(len(kinds), dtype=np.uint64)).astype(f"u{width // 8}")
        self._seat(players)

        self.row = np.arange(n)
        began = sha256(str(seed).encode()).digest()
        self.key = mixed(
            np.asarray(numbers, np.uint64) * np.uint64(_STRIDE)
            + np.frombuffer(began[:8], "<u8").astype(np.uint64)
        )
        self.stride = mixed(self.key ^ np.frombuffer(began[8:16], "<u8").astype(np.uint64)) | 1
        self.turn = np.zeros(n, np.int64)
        self.steps = np.zeros(n, np.int32)
        self.turns = np.zeros(n, np.int32)

        pack = cards(tuple(self.copies.tolist()))
        self.pile = np.tile(np.array(pack, np.uint8), (n, 1))
        self.left = np.full(n, len(pack), np.int64)
        """How many cards each pile has: the first so many of its row, in no order."""
        self.discard = np.zeros((n, len(kinds)), np.uint8)
        self.hands = np.zeros((n, game.players, len(kinds)), np.uint8)
        """How many cards of each kind a seat holds."""
        self.held = np.zeros((game.players, n), self.bit.dtype)
        """Which kinds a seat holds, as bits."""

        self.endings = Endings(
            numbers,
            np.zeros(n, np.uint8),
            np.zeros(n, np.int32),
            np.zeros(n, np.int32),
            self.reason,
        )
        wanted = set(record)
        self._recorded = np.array([number in wanted for number in numbers]) if wanted else None
        self._log: list[tuple[Array, Callable[..., Action], list[Array]]] = []

    # -- what a game adds --

    @classmethod
    @abstractmethod
    def strategy(cls, game: Any, player: Player) -> Any:
        """Return how a player chooses in many games at once, or None if nobody has written that."""

    @abstractmethod
    def begin(self) -> None:
        """Deal, and do whatever comes before the first round."""

    @abstractmethod
    def round(self) -> None:
        """Let in every game the seat whose turn it is act."""

    # -- what all games share --

    def run(self) -> Endings:
        """Play all games to their ends."""
        if len(self.numbers):
            self.begin()
        while self.row.size:
            self.round()
        self._write_records()
        return self.endings

    def _seat(self, players: Sequence[Player]) -> None:
        """Find out which strategies there are, and which seat follows which."""
        self.strategies: list[Any] = []
        who = []
        for player in players:
            strategy = self.strategy(self.game, player)
            if strategy is None:
                raise ValueError(f"{player!r} cannot play in a batch")
            if strategy not in self.strategies:
                self.strategies.append(strategy)
            who.append(self.strategies.index(strategy))
        self._who = np.array(who)

    def asked(self) -> list[tuple[Any, Array]]:
        """Return each strategy with the games in which it is to choose now."""
        if len(self.strategies) == 1:
            return [(self.strategies[0], self.all)]
        who = self._who[self.turn]
        groups = [(one, np.flatnonzero(who == k)) for k, one in enumerate(self.strategies)]
        return [(one, at) for one, at in groups if at.size]

    @property
    def all(self) -> Array:
        """The places of all games that go on."""
        return np.arange(self.row.size)

    def below(self, bounds: Array, at: Array | slice = EVERY) -> Array:
        """Return a whole number below each bound by chance; each game uses its own next number."""
        key = self.key[at] + self.stride[at]
        self.key[at] = key
        return ((mixed(key) >> 32) * bounds.astype(np.uint64) >> 32).astype(np.int64)

    def draw(self, at: Array | slice = EVERY) -> Array:
        """Take a card from the pile of each of these games, all cards alike; return the kinds."""
        cards = self.left[at]
        start = self.row[at] * self.pile.shape[1]
        pile = self.pile.reshape(-1)
        place = start + self.below(cards, at)
        start += cards
        kinds = pile[place]
        pile[place] = pile[start - 1]  # the last card fills the gap
        self.left[at] -= 1
        return np.asarray(kinds, np.int64)

    def refill(self, at: Array) -> None:
        """Make the discard of these games their new pile; the old one is used up."""
        rows = self.row[at]
        copies = self.discard[rows].astype(np.int64)
        sizes = copies.sum(axis=1)
        kinds = np.repeat(np.tile(np.arange(copies.shape[1]), len(at)), copies.reshape(-1))
        first = np.cumsum(sizes) - sizes
        places = np.arange(len(kinds)) - np.repeat(first, sizes)
        self.pile[np.repeat(rows, sizes), places] = kinds
        self.left[at] = sizes
        self.discard[rows] = 0

    def gain(self, at: Array, seats: Array | int, kinds: Array) -> None:
        """Put a card into the hand of a seat in each of these games."""
        self.hands.reshape(-1)[self._card(at, seats, kinds)] += 1
        self.held.reshape(-1)[self.place(at, seats)] |= self.bit[kinds]

    def lose(self, at: Array, seats: Array | int, kinds: Array) -> None:
        """Take a card out of the hand of a seat in each of these games."""
        hands, card = self.hands.reshape(-1), self._card(at, seats, kinds)
        copies = hands[card] - 1
        hands[card] = copies
        self.held.reshape(-1)[self.place(at, seats)] ^= self.bit[kinds] * (copies == 0)

    def _card(self, at: Array, seats: Array | int, kinds: Array) -> Array:
        """Return where `hands`, laid out in a line, counts a kind in a hand."""
        _, players, kind_count = self.hands.shape
        return np.asarray((self.row[at] * players + seats) * kind_count + kinds)

    def place(self, at: Array, seats: Array | int) -> Array:
        """Return where an array of seats and games, laid out in a line, has these seats.

        (Looking up one number costs numpy half of what looking up two does.)
        """
        return seats * self.row.size + at

    def deal(self, size: int) -> None:
        """Deal so many cards to every seat."""
        for seat in range(self.game.players):
            for _ in range(size):
                self.gain(self.all, seat, self.draw())
        self.steps += 1
        self.note(self.all, self._dealt, self.hands)

    def _dealt(self, hands: list[list[int]]) -> Deal:
        values = self.values.tolist()
        return Deal(
            tuple(
                tuple(v for v, copies in zip(values, hand, strict=True) for _ in range(copies))
                for hand in hands
            )
        )

    def finish(self, over: Array, winners: Array) -> None:
        """Write down how the games that are over ended, and go on with the others."""
        at = np.flatnonzero(over)
        rows = self.row[at]
        self.endings.winners[rows] = winners[at]
        self.endings.lengths[rows] = self.steps[at]
        self.endings.turns[rows] = self.turns[at]
        on = np.flatnonzero(~over)
        for name in self.carried:
            setattr(self, name, getattr(self, name).take(on, axis=-1))

    def note(self, at: Array, make: Callable[..., Action], *columns: Array) -> None:
        """Record a step in those of these games that are recorded; a column has an entry for each.

        `make` turns the entries of a game into the action.
        """
        if self._recorded is not None:
            seen = np.flatnonzero(self._recorded[self.row[at]])
            if seen.size:
                self._log.append((self.row[at][seen], make, [column[seen] for column in columns]))

    def _write_records(self) -> None:
        if self._recorded is not None:
            numbers = self.numbers
            rows = np.flatnonzero(self._recorded).tolist()
            records: dict[int, list[Action]] = {numbers[row]: [] for row in rows}
            for places, make, columns in self._log:
                for row, *entry in zip(
                    places.tolist(), *map(np.ndarray.tolist, columns), strict=True
                ):
                    records[numbers[row]].append(make(*entry))
            self.endings.records.update(records)
