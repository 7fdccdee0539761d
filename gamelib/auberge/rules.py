"""Auberge des Pirates: bluff with pairs, and be the last pirate in. Rules AP-1 to AP-13.

Labels such as AP-3 name the rule a line follows; `gamelib.texts` tells each in a sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache, cached_property
from random import Random
from typing import Any, ClassVar, NamedTuple

from gamelib.bounds import Bound, a_heap, a_seat, yes_or_no
from gamelib.counting import Counts, add, cards, remove
from gamelib.game import (
    Action,
    CardLottery,
    Chance,
    Deal,
    DealLottery,
    Game,
    Hands,
    IllegalAction,
    Lottery,
    Outcome,
    Phases,
    replaced,
    taken,
    without,
)

DECK: Counts = tuple(range(11))  # AP-1: value v in v copies
HAND = 3  # AP-2


class Phase(Phases):
    """Where in the rule sheet we are."""

    DEAL = "deal"
    FIRST_CARD = "first card"
    TURN = "turn"
    CHALLENGE = "challenge"
    DRAW = "draw"
    OVER = "over"


DEAL, FIRST_CARD, TURN, CHALLENGE, DRAW, OVER = Phase


@dataclass(frozen=True, slots=True)
class Place(Action):
    """AP-2: choose the first card to lay before yourself; shown when all have chosen."""

    card: int


@dataclass(frozen=True, slots=True)
class Attack(Action):
    """AP-3: put a hand card before another player."""

    card: int
    target: int


@dataclass(frozen=True, slots=True)
class Challenge(Action):
    """AP-4: turn the top card of the pile up before another player."""

    target: int


@dataclass(frozen=True, slots=True)
class Accuse(Action):
    """AP-5: claim that another player has a pair."""

    target: int


@dataclass(frozen=True, slots=True)
class Draw(Action):
    """AP-6: take the top card of the pile unseen by others."""


@dataclass(frozen=True, slots=True)
class Turned(Chance):
    """Chance: the card that a challenge turns up."""

    card: int


@dataclass(frozen=True, slots=True)
class Drawn(Chance):
    """Chance: the card that a draw brings."""

    card: int


# The same few actions are offered again and again: each is made once.
_attack, _turned, _drawn = cache(Attack), cache(Turned), cache(Drawn)


class Sight(NamedTuple):
    """AP-5: the cards an accuser saw in somebody's hand and that are still there."""

    seat: int
    target: int
    cards: tuple[int, ...]


class State(NamedTuple):
    """A position. Hands are sorted; cards before a player keep the order they came in."""

    phase: Phase
    turn: int
    alive: tuple[int, ...]
    hands: Hands
    tables: Hands
    pile: Counts
    discard: Counts
    sights: tuple[Sight, ...] = ()
    first: tuple[int, ...] = ()
    target: int | None = None


class View(NamedTuple):
    """AP-12: what a seat knows (`seat=None`: what lies open to all)."""

    game: Auberge
    seat: int | None
    phase: Phase
    turn: int
    alive: tuple[int, ...]
    hand: tuple[int, ...]
    hand_sizes: tuple[int, ...]
    tables: Hands
    pile_size: int
    discard: Counts
    first: int | None
    target: int | None
    known: Hands


def unseen(view: View) -> Counts:
    """Return the cards a view has not seen: in the pile, or hidden in a hand. AP-12."""
    return remove(
        view.game.deck,
        (
            *view.hand,
            *(() if view.first is None else (view.first,)),
            *(card for table in view.tables for card in table),
            *cards(view.discard),
            *(card for hand in view.known for card in hand),
        ),
    )


def moves(at: State | View, hand: tuple[int, ...], pile: bool) -> tuple[Action, ...]:
    """Return what the seat to move may do with its hand; `pile`: whether a card can be taken."""
    if at.phase is FIRST_CARD:
        return _places(hand)
    if at.phase is not TURN:
        return ()
    others, tables = _others(at.alive, at.turn), at.tables
    attacks = [
        _attack(card, other)
        for card in dict.fromkeys(hand)
        for other in others
        if card not in tables[other]  # AP-3
    ]
    return (*attacks, *_other_moves(others, pile))


@cache
def _places(hand: tuple[int, ...]) -> tuple[Place, ...]:
    return tuple(map(Place, dict.fromkeys(hand)))


@cache
def _others(alive: tuple[int, ...], seat: int) -> tuple[int, ...]:
    return tuple(other for other in alive if other != seat)


@cache
def _other_moves(others: tuple[int, ...], pile: bool) -> tuple[Action, ...]:
    accusations = map(Accuse, others)  # AP-10
    return (*map(Challenge, others), *accusations, Draw()) if pile else (*accusations,)  # AP-9


def check_target(seat: int | None, target: int, alive: tuple[int, ...]) -> None:
    """Raise IllegalAction unless the target is another player who is still in."""
    if target == seat:
        raise IllegalAction("yourself", target=target)
    if target not in alive:
        raise IllegalAction("not_in_game", target=target)


def has_pair(values: Iterable[int]) -> bool:
    """Tell whether two of the values are equal."""
    values = tuple(values)
    return len(set(values)) < len(values)


@cache
def _next(alive: tuple[int, ...], seat: int) -> int:
    """Return the next player in, to the left of a seat."""
    return next((other for other in alive if other > seat), alive[0])


def _deal(game: Auberge, state: State, deal: Deal) -> State:
    return state._replace(phase=FIRST_CARD, hands=deal.hands, pile=game.deal.rest(deal))


def _first_card(game: Auberge, state: State, place: Place) -> State:
    """AP-2: everybody chooses, then all cards are shown and the lowest starts."""
    _, seat, alive, hands, tables, pile, discard, sights, first, _ = state
    hands = replaced(hands, seat, without(hands[seat], place.card))
    first = (*first, place.card)
    if len(first) < game.players:
        return State(FIRST_CARD, seat + 1, alive, hands, tables, pile, discard, sights, first)
    starter = min(alive, key=lambda seat: (first[seat], (seat - game.oldest) % game.players))
    tables = tuple([(card,) for card in first])
    return State(TURN, starter, alive, hands, tables, *_refill(game, pile, discard), sights)


def _attack_step(game: Auberge, state: State, attack: Attack) -> State:
    _, seat, alive, hands, tables, pile, discard, sights, _, _ = state
    card, target = attack.card, attack.target
    check_target(seat, target, alive)
    if card in tables[target]:
        raise IllegalAction("pair_on_table", card=card, target=target)
    hands = replaced(hands, seat, without(hands[seat], card))
    tables = replaced(tables, target, (*tables[target], card))
    sights = _forget(sights, seat, card)
    return State(TURN, target, alive, hands, tables, pile, discard, sights)


def _challenge_step(game: Auberge, state: State, challenge: Challenge) -> State:
    check_target(state.turn, challenge.target, state.alive)
    if not any(state.pile):
        raise IllegalAction("empty_pile")
    return State(CHALLENGE, *state[1:-1], challenge.target)


def _turned_step(game: Auberge, state: State, turned: Turned) -> State:
    _, seat, alive, hands, tables, pile, discard, sights, _, target = state
    card = turned.card
    assert target is not None
    pile = taken(pile, turned, card)
    if card in tables[target]:
        return _out(game, state._replace(pile=pile, discard=add(discard, (card,))), seat)
    tables = replaced(tables, target, (*tables[target], card))
    return State(TURN, target, alive, hands, tables, *_refill(game, pile, discard), sights)


def _accuse_step(game: Auberge, state: State, accuse: Accuse) -> State:
    seat, target = state.turn, accuse.target
    check_target(seat, target, state.alive)
    if has_pair(state.hands[target] + state.tables[target]):
        return _out(game, state, target)
    sights = (*state.sights, Sight(seat, target, state.hands[target]))
    return _out(game, state._replace(sights=sights), seat, turn=target)


def _draw_step(game: Auberge, state: State, draw: Draw) -> State:
    if not any(state.pile):
        raise IllegalAction("empty_pile")
    return State(DRAW, *state[1:])


def _drawn_step(game: Auberge, state: State, drawn: Drawn) -> State:
    _, seat, alive, hands, tables, pile, discard, sights, _, _ = state
    pile = taken(pile, drawn, drawn.card)
    hands = replaced(hands, seat, tuple(sorted((*hands[seat], drawn.card))))
    turn = _next(alive, seat)
    return State(TURN, turn, alive, hands, tables, *_refill(game, pile, discard), sights)


def _out(game: Auberge, state: State, loser: int, turn: int | None = None) -> State:
    """AP-8: a player leaves with all cards; unless told otherwise, the mover's left plays."""
    _, seat, alive, hands, tables, pile, discard, sights, _, _ = state
    alive = without(alive, loser)
    if turn is None:
        turn = _next(alive, seat)
    discard = add(discard, hands[loser] + tables[loser])
    hands = replaced(hands, loser, ())
    tables = replaced(tables, loser, ())
    sights = tuple([sight for sight in sights if sight.target != loser])
    if len(alive) == 1:  # AP-11
        return State(OVER, turn, alive, hands, tables, pile, discard, sights)
    return State(TURN, turn, alive, hands, tables, *_refill(game, pile, discard), sights)


def _refill(game: Auberge, pile: Counts, discard: Counts) -> tuple[Counts, Counts]:
    """AP-9: with the option, the discard becomes the new pile as soon as the pile is empty."""
    return (discard, pile) if game.reshuffle and not any(pile) else (pile, discard)


def _forget(sights: tuple[Sight, ...], seat: int, card: int) -> tuple[Sight, ...]:
    """AP-12: a card that leaves a hand somebody saw is no longer known to be there."""
    return tuple(
        [
            sight._replace(cards=without(sight.cards, card))
            if sight.target == seat and card in sight.cards
            else sight
            for sight in sights
        ]
    )


@dataclass(frozen=True, repr=False)
class Auberge(Game[State, View]):
    """Auberge des Pirates, 2 to 8 players.

    `oldest` starts among several lowest first cards; with `reshuffle` the discard becomes the new
    pile when the pile is empty; `deck` is counts by value, for experiments with other decks.

    >>> game = Auberge(players=3)
    >>> sum(game.deck)
    55
    """

    players: int = 4
    oldest: int = 0
    reshuffle: bool = False
    deck: Counts = DECK

    name: ClassVar[str] = "auberge"
    rules_version: ClassVar[int] = 1
    player_counts: ClassVar[range] = range(2, 9)
    rulings: ClassVar[tuple[str, ...]] = tuple(f"AP-{n}" for n in range(1, 14))
    action_types: ClassVar[tuple[type[Action], ...]] = (
        Deal, Place, Attack, Challenge, Turned, Accuse, Draw, Drawn,
    )  # fmt: skip
    bounds: ClassVar[Mapping[str, Bound]] = {
        "oldest": a_seat,
        "reshuffle": yes_or_no,
        "deck": a_heap,
    }
    steps: ClassVar[Mapping[tuple[Enum, type[Action]], Callable[..., State]]] = {
        (DEAL, Deal): _deal,
        (FIRST_CARD, Place): _first_card,
        (TURN, Attack): _attack_step,
        (TURN, Challenge): _challenge_step,
        (CHALLENGE, Turned): _turned_step,
        (TURN, Accuse): _accuse_step,
        (TURN, Draw): _draw_step,
        (DRAW, Drawn): _drawn_step,
    }

    def __post_init__(self) -> None:
        super().__post_init__()
        if sum(self.deck) < HAND * self.players:
            raise ValueError(
                f"a deck of {sum(self.deck)} cards is too small to deal {HAND} cards each "
                f"to {self.players} players"
            )

    @cached_property
    def deal(self) -> DealLottery:
        """The Lottery of the hands."""
        return DealLottery(self.deck, (HAND,) * self.players)

    def start(self) -> State:
        """Return the table before the deal."""
        nothing = ((),) * self.players
        return State(
            phase=DEAL,
            turn=0,
            alive=tuple(range(self.players)),
            hands=nothing,
            tables=nothing,
            pile=self.deck,
            discard=(0,) * len(self.deck),
        )

    def turn(self, state: State) -> int | Lottery[Any] | None:
        """Return a seat, or the Lottery of the deal or of the next card, or None when over."""
        phase = state.phase
        if phase is TURN or phase is FIRST_CARD:
            return state.turn
        if phase is CHALLENGE:
            return CardLottery(state.pile, _turned)
        if phase is DRAW:
            return CardLottery(state.pile, _drawn)
        if phase is DEAL:
            return self.deal
        return None

    def actions(self, state: State) -> tuple[Action, ...]:
        """Return what the seat to move may do."""
        return moves(state, state.hands[state.turn], any(state.pile))

    def outcome(self, state: State) -> Outcome | None:
        """Return who is the last pirate in. AP-11."""
        if state.phase is not OVER:
            return None
        scores = tuple(int(seat in state.alive) for seat in range(self.players))
        return Outcome(winners=state.alive, scores=scores, reason="last_in")

    def observe(self, state: State, seat: int | None) -> View:
        """Return what a seat knows. AP-12."""
        self.check_seat(seat)
        known: list[tuple[int, ...]] = [()] * self.players
        for sight in state.sights:
            if sight.seat == seat:
                known[sight.target] = sight.cards
        return View(
            game=self,
            seat=seat,
            phase=state.phase,
            turn=state.turn,
            alive=state.alive,
            hand=() if seat is None else state.hands[seat],
            hand_sizes=tuple(map(len, state.hands)),
            tables=state.tables,
            pile_size=sum(state.pile),
            discard=state.discard,
            first=None if seat is None or seat >= len(state.first) else state.first[seat],
            target=state.target,
            known=tuple(known),
        )

    def imagine(self, view: View, rng: Random) -> State:
        """Return a full state that fits a view: the hidden cards are exchangeable. AP-12."""
        hidden = list(cards(unseen(view)))
        rng.shuffle(hidden)
        hands: list[tuple[int, ...]] = []
        first: list[int] = []
        for seat, size in enumerate(view.hand_sizes):
            if seat == view.seat:
                hands.append(view.hand)
                if view.first is not None:
                    first.append(view.first)
                continue
            if view.phase is FIRST_CARD and seat < view.turn:
                first.append(hidden.pop())
            known = view.known[seat]
            drawn = [hidden.pop() for _ in range(size - len(known))]
            hands.append(tuple(sorted([*known, *drawn])))
        return State(
            phase=view.phase,
            turn=view.turn,
            alive=view.alive,
            hands=tuple(hands),
            tables=view.tables,
            pile=add((0,) * len(view.discard), hidden),
            discard=view.discard,
            first=tuple(first),
            target=view.target,
            sights=tuple(
                Sight(view.seat, target, seen)
                for target, seen in enumerate(view.known)
                if seen and view.seat is not None
            ),
        )
