"""What every game offers.

A `Game` holds a configuration and pure functions over frozen states. Seats and chance take turns;
what a seat decides and what chance brings are both small named values, `Action`s. Chance is
explicit: a `Lottery` names every outcome with its exact probability, and nothing here ever rolls a
die by itself.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, fields
from enum import Enum
from fractions import Fraction
from functools import partial
from itertools import chain
from operator import index
from random import Random
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, TypeVar, cast

from gamelib.bounds import Bound
from gamelib.careful import shown
from gamelib.counting import Counts, cards, deals, multinomial, remove, splits
from gamelib.rooms import required


class Phases(Enum):
    """A game's phases are members of a subclass; they hash by identity, as every step looks one up.

    (Enum's own hash is a Python function: it would cost as much as a small step.)
    """

    __hash__ = object.__hash__


class Phased(Protocol):
    """What every state has: the part of the rule sheet it is in."""

    @property
    def phase(self) -> Enum:
        """The part of the rule sheet."""


class Seated(Protocol):
    """What every view has: the game, and whose view it is; `None` is the public table."""

    @property
    def game(self) -> Game[Any, Any]:
        """The table's game, with its configuration."""

    @property
    def seat(self) -> int | None:
        """The seat that knows this."""


S = TypeVar("S", bound=Phased)  # a game's State
V = TypeVar("V", bound=Seated)  # a game's View: what one seat knows
A = TypeVar("A")

OPEN = -1
"""A seat number for the teacher's view in `Game.events`: all cards face up."""


class IllegalAction(ValueError):  # noqa: N818
    """An action the rules do not allow here; `reason` is a code that `gamelib.texts` explains."""

    def __init__(self, reason: str, **details: object) -> None:
        super().__init__(reason, details)
        self.reason = reason
        self.details = details

    def __reduce__(self) -> tuple[Any, ...]:
        return partial(type(self), self.reason, **self.details), ()

    def __str__(self) -> str:
        details = ", ".join(f"{key}={shown(value)}" for key, value in self.details.items())
        return f"{self.reason} ({details})" if details else self.reason


@dataclass(frozen=True, slots=True)
class Action:
    """One step of a game: what a seat decides, or what chance brings."""

    code: ClassVar[str] = "action"

    def __init_subclass__(cls, **kwargs: object) -> None:
        cls.code = cls.__name__.lower()

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if field.type == "str" and not isinstance(value, str):
                raise TypeError(f"{field.name} is a text, not {shown(value)}")
            if field.type == "int":
                try:
                    if isinstance(value, bool):
                        raise TypeError
                    object.__setattr__(self, field.name, index(value))
                except TypeError:
                    raise TypeError(f"{field.name} is a whole number, not {shown(value)}") from None

    def words(self) -> Mapping[str, Any]:
        """Return the values that the action's text mentions: its fields, or a Phrase for one."""
        return {field.name: getattr(self, field.name) for field in fields(self)}


class Chance(Action):
    """What chance brings, as opposed to what a seat decides."""

    __slots__ = ()


class Outcome(NamedTuple):
    """How a game ended: who won, with which scores, and why (a code)."""

    winners: tuple[int, ...]
    scores: tuple[int, ...]
    reason: str


class Event(NamedTuple):
    """Something to tell the players: a code for `gamelib.texts`, and the values it mentions.

    `rule` is the label of the rule that it follows, such as "AP-4".
    """

    code: str
    values: Mapping[str, Any]
    rule: str = ""


class Phrase(NamedTuple):
    """A value that has words of its own, such as a coloured card: a code, and what it mentions."""

    code: str
    values: Mapping[str, Any] = {}


class Lottery(Generic[A]):
    """A step by chance: its outcomes with their exact probabilities, which sum to 1.

    >>> coin = Lottery({"heads": 1, "tails": 1})
    >>> dict(coin)
    {'heads': Fraction(1, 2), 'tails': Fraction(1, 2)}
    >>> coin.sample(Random(7))
    'heads'
    """

    __slots__ = ("_weights", "cases")

    def __init__(self, weights: Mapping[A, int]) -> None:
        self._weights = weights
        self.cases = sum(weights.values())
        """How many equally likely cases there are."""

    @property
    def weights(self) -> Mapping[A, int]:
        """How many of the cases favour each outcome."""
        return self._weights

    def __iter__(self) -> Iterator[tuple[A, Fraction]]:
        for outcome, weight in self.weights.items():
            yield outcome, Fraction(weight, self.cases)

    def probability(self, outcome: A) -> Fraction:
        """Return how likely an outcome is: favourable cases over possible cases."""
        return Fraction(self.weights.get(outcome, 0), self.cases)

    def sample(self, rng: Random) -> A:
        """Let chance decide."""
        case = int(rng.random() * self.cases)
        for outcome, weight in self.weights.items():  # noqa: B007
            case -= weight
            if case < 0:
                break
        return outcome

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Lottery)
            and other.cases == self.cases
            and other.weights == self.weights
        )

    def __hash__(self) -> int:
        return hash(frozenset(self.weights.items()))

    def __repr__(self) -> str:
        return f"Lottery({dict(self.weights)})"


class CardLottery(Lottery[A]):
    """The next card of a pile; `outcome` makes what happens from the card's value.

    It equals the Lottery of the same outcomes, but lists them only when asked.

    >>> CardLottery((0, 1, 2), lambda card: f"a {card}")
    Lottery({'a 1': 1, 'a 2': 2})
    """

    __slots__ = ("outcome", "pile")

    def __init__(self, pile: Counts, outcome: Callable[[int], A]) -> None:
        self.pile = pile
        self.outcome = outcome
        self.cases = sum(pile)

    @property
    def weights(self) -> Mapping[A, int]:
        """How many cards of the pile bring each outcome."""
        return {self.outcome(card): copies for card, copies in enumerate(self.pile) if copies}

    def sample(self, rng: Random) -> A:
        """Turn up a card."""
        case = int(rng.random() * self.cases)
        for card, copies in enumerate(self.pile):  # noqa: B007
            case -= copies
            if case < 0:
                break
        return self.outcome(card)


Hands = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Deal(Chance):
    """Chance deals the hands, seat by seat, each sorted; cards are numbers, or names such as G7."""

    hands: tuple[tuple[Any, ...], ...]


class DealLottery(Lottery[Deal]):
    """The deal of whole hands. There may be far too many to list, so `sample` draws one directly.

    Iterating works all the same: for a deck of a few cards it is quick.
    """

    __slots__ = ("deck", "sizes")

    def __init__(self, deck: Counts, sizes: tuple[int, ...]) -> None:
        self.deck = deck
        self.sizes = sizes
        self.cases = multinomial(sum(deck), sizes)

    @property
    def weights(self) -> Mapping[Deal, int]:
        """How many of the cases favour each deal."""
        return {Deal(hands): ways for hands, ways in splits(self.deck, self.sizes)}

    def __iter__(self) -> Iterator[tuple[Deal, Fraction]]:
        for hands, ways in splits(self.deck, self.sizes):
            yield Deal(hands), Fraction(ways, self.cases)

    def probability(self, outcome: Deal) -> Fraction:
        """Return how likely these hands are."""
        if not isinstance(outcome, Deal) or not _is_deal(outcome.hands, self.sizes):
            return Fraction(0)
        return Fraction(deals(self.deck, outcome.hands), self.cases)

    def rest(self, deal: Deal) -> Counts:
        """Return the pile that a deal leaves, or raise IllegalAction."""
        if _is_deal(deal.hands, self.sizes):
            with suppress(IndexError, ValueError):
                return remove(self.deck, chain.from_iterable(deal.hands))
        raise IllegalAction("impossible_chance", outcome=deal)

    def sample(self, rng: Random) -> Deal:
        """Deal from a shuffled deck."""
        dealt = rng.sample(cards(self.deck), sum(self.sizes))
        hands, start = [], 0
        for size in self.sizes:
            hands.append(tuple(sorted(dealt[start : start + size])))
            start += size
        return Deal(tuple(hands))

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, DealLottery) and other.deck == self.deck and other.sizes == self.sizes
        )

    def __hash__(self) -> int:
        return hash((self.deck, self.sizes))

    def __repr__(self) -> str:
        return f"DealLottery({self.deck}, {self.sizes})"


def _is_deal(hands: object, sizes: tuple[int, ...]) -> bool:
    return (
        isinstance(hands, tuple)
        and set(map(type, hands)) <= {tuple}
        and tuple(map(len, hands)) == sizes
        and set(map(type, chain(*hands))) <= {int}
        and min(chain(*hands), default=0) >= 0
        and all(list(hand) == sorted(hand) for hand in hands)
    )


@dataclass(frozen=True, repr=False)
class Game(ABC, Generic[S, V]):
    """A game's configuration, and its rules as pure functions over frozen states.

    The class carries the facts that hold for every table: `name`, `rules_version`, `player_counts`,
    `rulings` and `action_types`. The version is raised whenever old records would play differently.
    Rulings are the labels of the game's rules; action types are all that can stand in a record.
    """

    players: int

    name: ClassVar[str]
    rules_version: ClassVar[int]
    player_counts: ClassVar[range]
    rulings: ClassVar[tuple[str, ...]]
    action_types: ClassVar[tuple[type[Action], ...]]
    open_ended: ClassVar[frozenset[type[Action]]] = frozenset()
    """Kinds of action of which `actions` offers only some, as they are any text; `play` judges."""
    bounds: ClassVar[Mapping[str, Bound]]
    """What may be chosen for each option; see `gamelib.bounds`."""
    steps: ClassVar[Mapping[tuple[Enum, type[Action]], Callable[..., Any]]]
    """The rules: for each phase and kind of action, the function that makes the next state."""

    def __post_init__(self) -> None:
        allowed = self.player_counts
        if type(self.players) is not int or self.players not in allowed:
            raise ValueError(
                f"{type(self).__name__} is for {allowed[0]} to {allowed[-1]} players, "
                f"not {shown(self.players)}"
            )
        for option, bound in self.bounds.items():
            kept = bound(option, getattr(self, option), self.players)
            object.__setattr__(self, option, kept)

    @abstractmethod
    def start(self) -> S:
        """Return the state before anything has happened."""

    @abstractmethod
    def turn(self, state: S) -> int | Lottery[Any] | None:
        """Return whose turn it is: a seat, a Lottery when chance decides, None when it is over."""

    @abstractmethod
    def actions(self, state: S) -> tuple[Action, ...]:
        """Return what the seat to move may do, in a stable order; empty when no seat is to move."""

    def play(self, state: S, action: Action) -> S:
        """Return the state after a seat's or chance's action, or raise IllegalAction."""
        try:
            step = self.steps[state.phase, type(action)]
        except KeyError:
            raise IllegalAction(self._why_not(state, action)) from None
        after: S = step(self, state, action)
        return after

    def _why_not(self, state: S, action: object) -> str:
        """Return why this kind of action has no place in this phase."""
        if type(action) not in self.action_types:
            return "not_an_action"
        turn = self.turn(state)
        if turn is None:
            return "game_over"
        if isinstance(turn, Lottery):
            return "wrong_phase" if isinstance(action, Chance) else "chance_first"
        return "not_by_chance" if isinstance(action, Chance) else "wrong_phase"

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """Return how the game ended, or None while it goes on."""

    @abstractmethod
    def observe(self, state: S, seat: int | None) -> V:
        """Return what a seat knows; `None` is the public table."""

    @abstractmethod
    def imagine(self, view: V, rng: Random) -> S:
        """Return a random full state that fits a view, each as likely as the counting says."""

    def events(
        self, before: S, action: Action, after: S, seat: int | None = OPEN
    ) -> tuple[Event, ...]:
        """Return what a seat is told of a step from one state to the next; hidden values are None.

        The step has been played: no rule runs again. How it is told stands in the room's `events`.
        """
        from gamelib.telling import Teller  # which is made of what stands here

        teller: Teller = required(f"gamelib.{self.name}.events", "EVENTS", Teller)
        return teller.events(self, before, action, after, seat)

    def check_seat(self, seat: int | None) -> None:
        """Raise ValueError unless this is a seat of the table, or None for the public."""
        if seat is not None and (type(seat) is not int or not 0 <= seat < self.players):
            raise ValueError(f"seats are 0 to {self.players - 1}, or None, not {shown(seat)}")

    @property
    def options(self) -> dict[str, Any]:
        """The options that differ from their defaults, without the number of players."""
        return {
            field.name: getattr(self, field.name)
            for field in fields(self)
            if field.name != "players" and getattr(self, field.name) != field.default
        }

    def __repr__(self) -> str:
        options = "".join(f", {key}={value!r}" for key, value in self.options.items())
        return f"{type(self).__name__}(players={self.players}{options})"


G = TypeVar("G", bound=Game[Any, Any])


class OpenView(NamedTuple, Generic[G, S]):
    """What everybody knows where nothing is hidden: the whole state."""

    game: G
    seat: int | None
    state: S


class OpenGame(Game[S, OpenView[G, S]], Generic[G, S]):
    """A game in which everybody sees everything, such as one of dice alone.

    `G` is the class of the game itself: so a view knows which options its game has.
    """

    def observe(self, state: S, seat: int | None) -> OpenView[G, S]:
        """Return the state, and who looks."""
        self.check_seat(seat)
        return OpenView(cast(G, self), seat, state)

    def imagine(self, view: OpenView[G, S], rng: Random) -> S:
        """Return the state: no other fits."""
        return view.state


def replaced(rows: tuple[A, ...], seat: int, row: A) -> tuple[A, ...]:
    """Return the rows with one seat's row replaced."""
    new = list(rows)
    new[seat] = row
    return tuple(new)


def without(hand: tuple[int, ...], card: int) -> tuple[int, ...]:
    """Return a hand less one card, or raise IllegalAction if it is not there."""
    left = list(hand)
    try:
        left.remove(card)
    except ValueError:
        raise IllegalAction("not_in_hand", card=card) from None
    return tuple(left)


def taken(pile: Counts, outcome: Chance, card: int) -> Counts:
    """Return the pile less the card that chance has brought, or raise IllegalAction."""
    if not 0 <= card < len(pile) or not pile[card]:
        raise IllegalAction("impossible_chance", outcome=outcome)
    left = list(pile)
    left[card] -= 1
    return tuple(left)
