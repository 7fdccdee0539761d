"""Fuji Flush: get rid of your cards; a low card alone is flushed, together it holds. FF-1 to FF-9.

Labels such as FF-3 name the rule a line follows; `gamelib.texts` tells each in a sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache, cached_property
from random import Random
from typing import Any, ClassVar, NamedTuple

from gamelib.bounds import Bound, Maybe, Whole, a_heap, a_seat
from gamelib.counting import Counts, add, cards, counts, remove
from gamelib.game import (
    Action,
    CardLottery,
    Chance,
    Deal,
    DealLottery,
    Game,
    Hands,
    Lottery,
    Outcome,
    Phases,
    replaced,
    taken,
    without,
)

DECK: Counts = counts(
    {2: 16, 3: 12, 4: 9, 5: 8, 6: 6, 7: 6, 8: 5, 9: 4, 10: 4, 11: 4, 12: 3, 13: 3, 14: 3, 15: 2}
    | dict.fromkeys(range(16, 21), 1)
)  # FF-1


class Phase(Phases):
    """Where in the rule sheet we are."""

    DEAL = "deal"
    PUSH = "push"
    PLAY = "play"
    DRAW = "draw"
    OVER = "over"


DEAL, PUSH, PLAY, DRAW, OVER = Phase


@dataclass(frozen=True, slots=True)
class Push(Action):
    """FF-3: your card still lies before you, so it and its equals are discarded."""


@dataclass(frozen=True, slots=True)
class Play(Action):
    """FF-5: put a hand card face up before yourself."""

    card: int


@dataclass(frozen=True, slots=True)
class Drawn(Chance):
    """Chance: the card that a flushed player draws."""

    card: int


# The same few actions are offered again and again: each is made once.
_play, _drawn = cache(Play), cache(Drawn)
_PUSH = (Push(),)


Fronts = tuple[int | None, ...]


class State(NamedTuple):
    """A position. Hands are sorted; `fronts` holds the card before each seat, or None."""

    phase: Phase
    turn: int
    hands: Hands
    fronts: Fronts
    pile: Counts
    discard: Counts
    drawing: tuple[int, ...] = ()


class View(NamedTuple):
    """FF-9: what a seat knows (`seat=None`: what lies open to all)."""

    game: FujiFlush
    seat: int | None
    phase: Phase
    turn: int
    hand: tuple[int, ...]
    hand_sizes: tuple[int, ...]
    fronts: Fronts
    pile_size: int
    discard: Counts
    drawing: tuple[int, ...]


def power(fronts: Fronts, value: int) -> int:
    """Return the power of a value's group: value × cards. FF-5."""
    return value * fronts.count(value)


def flushed(fronts: Fronts, seat: int) -> tuple[int, ...]:
    """Return whose cards the card just played by a seat flushes, clockwise from it. FF-6."""
    value = fronts[seat]
    assert value is not None, "no card lies before this seat"
    strength = power(fronts, value)
    return tuple(
        [
            other
            for other in _clockwise(len(fronts), seat)
            if (front := fronts[other]) is not None and front * fronts.count(front) < strength
        ]
    )


@cache
def _clockwise(players: int, seat: int) -> tuple[int, ...]:
    return (*range(seat + 1, players), *range(seat))


def unseen(view: View) -> Counts:
    """Return the cards a view has not seen: in the pile, or hidden in a hand. FF-9."""
    return remove(
        view.game.deck,
        (
            *view.hand,
            *(front for front in view.fronts if front is not None),
            *cards(view.discard),
        ),
    )


def _deal(game: FujiFlush, state: State, deal: Deal) -> State:
    return state._replace(phase=PLAY, hands=deal.hands, pile=game.deal.rest(deal))


def _push_step(game: FujiFlush, state: State, push: Push) -> State:
    """FF-3 and FF-4: the card has held for a round, so it leaves, and its equals with it."""
    _, seat, hands, fronts, pile, discard, _ = state
    value = fronts[seat]
    assert value is not None
    discard = add(discard, (value,) * fronts.count(value))
    fronts = tuple([None if front == value else front for front in fronts])
    won = any(not hand and fronts[owner] is None for owner, hand in enumerate(hands))
    return State(OVER if won else PLAY, seat, hands, fronts, pile, discard)


def _play_step(game: FujiFlush, state: State, play: Play) -> State:
    """FF-5 and FF-6: the card joins its equals, and weaker groups are flushed."""
    _, seat, hands, fronts, pile, discard, _ = state
    hands = replaced(hands, seat, without(hands[seat], play.card))
    fronts = replaced(fronts, seat, play.card)
    losers = flushed(fronts, seat)
    if not losers:
        return State(*_next_go(fronts, seat), hands, fronts, pile, discard)
    discard = add(discard, [front for s in losers if (front := fronts[s]) is not None])
    fronts = tuple([None if s in losers else front for s, front in enumerate(fronts)])
    return State(DRAW, seat, hands, fronts, *_refill(pile, discard), losers)


def _drawn_step(game: FujiFlush, state: State, drawn: Drawn) -> State:
    """FF-6: the flushed draw one card each, clockwise from the player."""
    _, seat, hands, fronts, pile, discard, (owner, *waiting) = state
    pile = taken(pile, drawn, drawn.card)
    hands = replaced(hands, owner, tuple(sorted((*hands[owner], drawn.card))))
    if waiting:
        return State(DRAW, seat, hands, fronts, *_refill(pile, discard), tuple(waiting))
    return State(*_next_go(fronts, seat), hands, fronts, pile, discard)


def _refill(pile: Counts, discard: Counts) -> tuple[Counts, Counts]:
    """FF-7: when a card is due and the pile is empty, the discard is shuffled into a new one."""
    return (pile, discard) if any(pile) else (discard, pile)


def _next_go(fronts: Fronts, seat: int) -> tuple[Phase, int]:
    """Return how the next go begins, and whose it is."""
    turn = (seat + 1) % len(fronts)
    return (PLAY if fronts[turn] is None else PUSH), turn


@dataclass(frozen=True, repr=False)
class FujiFlush(Game[State, View]):
    """Fuji Flush, 3 to 8 players.

    `first` is the seat that starts; `hand_size` and `deck` (counts by value) are there for
    experiments with smaller games: left alone they are as in the box.

    >>> game = FujiFlush(players=5)
    >>> sum(game.deck), game.deal_sizes
    (90, (6, 6, 6, 6, 6))
    """

    players: int = 4
    first: int = 0
    hand_size: int | None = None
    deck: Counts = DECK

    name: ClassVar[str] = "fuji_flush"
    rules_version: ClassVar[int] = 1
    player_counts: ClassVar[range] = range(3, 9)
    rulings: ClassVar[tuple[str, ...]] = tuple(f"FF-{n}" for n in range(1, 10))
    action_types: ClassVar[tuple[type[Action], ...]] = (Deal, Push, Play, Drawn)
    bounds: ClassVar[Mapping[str, Bound]] = {
        "first": a_seat,
        "hand_size": Maybe(Whole(1, 30)),
        "deck": a_heap,
    }
    steps: ClassVar[Mapping[tuple[Enum, type[Action]], Callable[..., State]]] = {
        (DEAL, Deal): _deal,
        (PUSH, Push): _push_step,
        (PLAY, Play): _play_step,
        (DRAW, Drawn): _drawn_step,
    }

    def __post_init__(self) -> None:
        super().__post_init__()
        if sum(self.deck) < sum(self.deal_sizes):
            raise ValueError(
                f"a deck of {sum(self.deck)} cards is too small to deal {self.deal_sizes[0]} cards "
                f"each to {self.players} players"
            )

    @property
    def deal_sizes(self) -> tuple[int, ...]:
        """How many cards each seat is dealt. FF-2."""
        size = self.hand_size or (6 if self.players <= 6 else 5)
        return (size,) * self.players

    @cached_property
    def deal(self) -> DealLottery:
        """The Lottery of the hands."""
        return DealLottery(self.deck, self.deal_sizes)

    def start(self) -> State:
        """Return the table before the deal."""
        return State(
            phase=DEAL,
            turn=self.first,
            hands=((),) * self.players,
            fronts=(None,) * self.players,
            pile=self.deck,
            discard=(0,) * len(self.deck),
        )

    def turn(self, state: State) -> int | Lottery[Any] | None:
        """Return a seat, or the Lottery of the deal or of the next card, or None when over."""
        phase = state.phase
        if phase is PLAY or phase is PUSH:
            return state.turn
        if phase is DRAW:
            return CardLottery(state.pile, _drawn)
        if phase is DEAL:
            return self.deal
        return None

    def actions(self, state: State) -> tuple[Action, ...]:
        """Return what the seat to move may do: one push, or each value of its hand."""
        if state.phase is PLAY:
            return tuple(map(_play, dict.fromkeys(state.hands[state.turn])))
        return _PUSH if state.phase is PUSH else ()

    def outcome(self, state: State) -> Outcome | None:
        """Return who got rid of all cards. FF-4."""
        if state.phase is not OVER:
            return None
        left = [
            len(hand) + (front is not None)
            for hand, front in zip(state.hands, state.fronts, strict=True)
        ]
        winners = tuple(seat for seat in range(self.players) if left[seat] == 0)
        return Outcome(winners=winners, scores=tuple(-n for n in left), reason="no_cards_left")

    def observe(self, state: State, seat: int | None) -> View:
        """Return what a seat knows. FF-9."""
        self.check_seat(seat)
        return View(
            game=self,
            seat=seat,
            phase=state.phase,
            turn=state.turn,
            hand=() if seat is None else state.hands[seat],
            hand_sizes=tuple(map(len, state.hands)),
            fronts=state.fronts,
            pile_size=sum(state.pile),
            discard=state.discard,
            drawing=state.drawing,
        )

    def imagine(self, view: View, rng: Random) -> State:
        """Return a full state that fits a view: the hidden cards are exchangeable. FF-9."""
        hidden = list(cards(unseen(view)))
        rng.shuffle(hidden)
        hands = tuple(
            view.hand if seat == view.seat else tuple(sorted(hidden.pop() for _ in range(size)))
            for seat, size in enumerate(view.hand_sizes)
        )
        return State(
            phase=view.phase,
            turn=view.turn,
            hands=hands,
            fronts=view.fronts,
            pile=add((0,) * len(view.discard), hidden),
            discard=view.discard,
            drawing=view.drawing,
        )
