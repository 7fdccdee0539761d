"""Auberge des Pirates: bluff with pairs, and be the last pirate in. Rules AP-1 to AP-13.

Labels such as AP-3 name the rule a line follows; `gamelib.texts` tells each in a sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache
from random import Random
from typing import Any, ClassVar, NamedTuple

from gamelib.counting import Counts, add, cards, counts, remove
from gamelib.game import (
    OPEN,
    Action,
    Chance,
    Deal,
    DealLottery,
    Event,
    Game,
    Hands,
    IllegalAction,
    Lottery,
    Outcome,
    replaced,
    taken,
    without,
)

DECK: Counts = tuple(range(11))  # AP-1: value v in v copies
HAND = 3  # AP-2


class Phase(Enum):
    """Where in the rule sheet we are."""

    DEAL = "deal"
    FIRST_CARD = "first card"
    TURN = "turn"
    CHALLENGE = "challenge"
    DRAW = "draw"
    OVER = "over"


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
_place, _attack, _challenge, _accuse = cache(Place), cache(Attack), cache(Challenge), cache(Accuse)
_turned, _drawn = cache(Turned), cache(Drawn)
_DRAW = Draw()


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
    first: tuple[int, ...] = ()
    target: int | None = None
    sights: tuple[Sight, ...] = ()


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
    if at.phase is Phase.FIRST_CARD:
        return tuple(_place(card) for card in sorted(set(hand)))
    if at.phase is not Phase.TURN:
        return ()
    others = [other for other in at.alive if other != at.turn]
    offered: list[Action] = [
        _attack(card, other)
        for card in sorted(set(hand))
        for other in others
        if card not in at.tables[other]  # AP-3
    ]
    if pile:  # AP-9
        offered += [_challenge(other) for other in others]
    offered += [_accuse(other) for other in others]  # AP-10
    if pile:
        offered.append(_DRAW)
    return tuple(offered)


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


def _next(alive: tuple[int, ...], seat: int) -> int:
    """Return the next player in, to the left of a seat."""
    return next((other for other in alive if other > seat), alive[0])


def _deal(game: Auberge, state: State, deal: Deal) -> State:
    if not DealLottery(game.deck, (HAND,) * game.players).probability(deal):
        raise IllegalAction("impossible_chance", outcome=deal)
    dealt = [card for hand in deal.hands for card in hand]
    pile = remove(state.pile, dealt)
    return state._replace(phase=Phase.FIRST_CARD, hands=deal.hands, pile=pile)


def _first_card(game: Auberge, state: State, place: Place) -> State:
    """AP-2: everybody chooses, then all cards are shown and the lowest starts."""
    seat, card = state.turn, place.card
    hands = replaced(state.hands, seat, without(state.hands[seat], card))
    first = (*state.first, card)
    if len(first) < game.players:
        return state._replace(turn=seat + 1, hands=hands, first=first)
    lowest = [other for other in range(game.players) if first[other] == min(first)]
    starter = min(lowest, key=lambda other: (other - game.oldest) % game.players)
    tables = tuple((value,) for value in first)
    return _after(game, state, phase=Phase.TURN, turn=starter, hands=hands, tables=tables, first=())


def _attack_step(game: Auberge, state: State, attack: Attack) -> State:
    seat, card, target = state.turn, attack.card, attack.target
    check_target(seat, target, state.alive)
    if card in state.tables[target]:
        raise IllegalAction("pair_on_table", card=card, target=target)
    return state._replace(
        turn=target,
        hands=replaced(state.hands, seat, without(state.hands[seat], card)),
        tables=replaced(state.tables, target, (*state.tables[target], card)),
        sights=_forget(state.sights, seat, card),
    )


def _challenge_step(game: Auberge, state: State, challenge: Challenge) -> State:
    check_target(state.turn, challenge.target, state.alive)
    if not any(state.pile):
        raise IllegalAction("empty_pile")
    return state._replace(phase=Phase.CHALLENGE, target=challenge.target)


def _turned_step(game: Auberge, state: State, turned: Turned) -> State:
    card, target = turned.card, state.target
    assert target is not None
    pile = taken(state.pile, turned, card)
    if card in state.tables[target]:
        lost = state._replace(target=None, pile=pile, discard=add(state.discard, (card,)))
        return _out(game, lost, state.turn)
    tables = replaced(state.tables, target, (*state.tables[target], card))
    return _after(game, state, phase=Phase.TURN, turn=target, target=None, tables=tables, pile=pile)


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
    return state._replace(phase=Phase.DRAW)


def _drawn_step(game: Auberge, state: State, drawn: Drawn) -> State:
    seat, card = state.turn, drawn.card
    pile = taken(state.pile, drawn, card)
    hands = replaced(state.hands, seat, tuple(sorted((*state.hands[seat], card))))
    turn = _next(state.alive, seat)
    return _after(game, state, phase=Phase.TURN, turn=turn, hands=hands, pile=pile)


def _out(game: Auberge, state: State, loser: int, turn: int | None = None) -> State:
    """AP-8: a player leaves with all cards; unless told otherwise, the mover's left plays."""
    alive = tuple(seat for seat in state.alive if seat != loser)
    return _after(
        game,
        state,
        phase=Phase.TURN if len(alive) > 1 else Phase.OVER,  # AP-11
        turn=_next(alive, state.turn) if turn is None else turn,
        alive=alive,
        hands=replaced(state.hands, loser, ()),
        tables=replaced(state.tables, loser, ()),
        discard=add(state.discard, state.hands[loser] + state.tables[loser]),
        sights=tuple(sight for sight in state.sights if sight.target != loser),
    )


def _after(game: Auberge, state: State, **changes: Any) -> State:
    """AP-9: make the changes; with the option, the discard then replaces an empty pile at once."""
    after = state._replace(**changes)
    if not game.reshuffle or any(after.pile) or after.phase is Phase.OVER:
        return after
    return after._replace(pile=after.discard, discard=after.pile)


def _forget(sights: tuple[Sight, ...], seat: int, card: int) -> tuple[Sight, ...]:
    """AP-12: a card that leaves a hand somebody saw is no longer known to be there."""
    return tuple(
        sight._replace(cards=without(sight.cards, card))
        if sight.target == seat and card in sight.cards
        else sight
        for sight in sights
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
    steps: ClassVar[Mapping[tuple[Enum, type[Action]], Callable[..., State]]] = {
        (Phase.DEAL, Deal): _deal,
        (Phase.FIRST_CARD, Place): _first_card,
        (Phase.TURN, Attack): _attack_step,
        (Phase.TURN, Challenge): _challenge_step,
        (Phase.CHALLENGE, Turned): _turned_step,
        (Phase.TURN, Accuse): _accuse_step,
        (Phase.TURN, Draw): _draw_step,
        (Phase.DRAW, Drawn): _drawn_step,
    }

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "deck", counts(self.deck))
        if type(self.oldest) is not int or self.oldest not in range(self.players):
            raise ValueError(f"oldest is a seat from 0 to {self.players - 1}, not {self.oldest!r}")
        if sum(self.deck) < HAND * self.players:
            raise ValueError(
                f"a deck of {sum(self.deck)} cards is too small to deal {HAND} cards each "
                f"to {self.players} players"
            )

    def start(self) -> State:
        """Return the table before the deal."""
        nothing = ((),) * self.players
        return State(
            phase=Phase.DEAL,
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
        if phase is Phase.TURN or phase is Phase.FIRST_CARD:
            return state.turn
        if phase is Phase.CHALLENGE:
            return Lottery({_turned(v): n for v, n in enumerate(state.pile) if n})
        if phase is Phase.DRAW:
            return Lottery({_drawn(v): n for v, n in enumerate(state.pile) if n})
        if phase is Phase.DEAL:
            return DealLottery(self.deck, (HAND,) * self.players)
        return None

    def actions(self, state: State) -> tuple[Action, ...]:
        """Return what the seat to move may do."""
        return moves(state, state.hands[state.turn], any(state.pile))

    def outcome(self, state: State) -> Outcome | None:
        """Return who is the last pirate in. AP-11."""
        if state.phase is not Phase.OVER:
            return None
        scores = tuple(int(seat in state.alive) for seat in range(self.players))
        return Outcome(winners=state.alive, scores=scores, reason="last_in")

    def observe(self, state: State, seat: int | None) -> View:
        """Return what a seat knows. AP-12."""
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
            if view.phase is Phase.FIRST_CARD and seat < view.turn:
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

    def events(self, state: State, action: Action, seat: int | None = OPEN) -> tuple[Event, ...]:
        """Return what a seat is told when an action is played."""
        after = self.play(state, action)
        actor = state.turn
        told: list[Event] = []

        def tell(code: str, **values: object) -> None:
            told.append(Event(f"auberge.event.{code}", values))

        match action:
            case Deal():
                tell("deal", count=HAND)
            case Place(card):
                tell("place", seat=actor, card=card if seat in (OPEN, actor) else None)
                if after.phase is Phase.TURN:
                    tell("reveal", seat=after.turn, card=after.tables[after.turn][0])
            case Attack(card, target):
                tell("attack", seat=actor, card=card, target=target)
            case Challenge(target):
                tell("challenge", seat=actor, target=target)
            case Turned(card):
                paired = actor not in after.alive
                tell("paired" if paired else "turned", seat=actor, card=card, target=state.target)
            case Accuse(target):
                shown = state.hands[target] if seat in (OPEN, actor, target) else None
                tell("accuse", seat=actor, target=target)
                tell("shows", seat=actor, target=target, cards=shown)
                tell("guilty" if actor in after.alive else "innocent", seat=actor, target=target)
            case Draw():
                tell("draw", seat=actor)
            case Drawn(card):
                tell("drawn", seat=actor, card=card if seat in (OPEN, actor) else None)
        for loser in state.alive:
            if loser not in after.alive:
                tell("out", seat=loser, cards=state.hands[loser] + state.tables[loser])
        if sum(after.pile) > sum(state.pile) - isinstance(action, Turned | Drawn):
            tell("reshuffle")
        if after.phase is Phase.OVER:
            tell("won", seat=after.turn)
        return tuple(told)
