"""What a position of Jamaica is made of: cards, treasures, actions, ships; what a seat knows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from gamelib.game import Action, Chance, Hands, Phases, Phrase
from gamelib.jamaica.track import FOOD, GOLD, POWDER

if TYPE_CHECKING:
    from gamelib.jamaica.rules import Jamaica

FORWARD, BACKWARD = SAILING = ("forward", "backward")

CARDS: tuple[tuple[str, str], ...] = (
    (FORWARD, FORWARD), (FORWARD, BACKWARD), (BACKWARD, FORWARD), (FORWARD, FOOD),
    (FORWARD, POWDER), (FOOD, FORWARD), (GOLD, FORWARD), (FOOD, POWDER), (POWDER, FOOD),
    (POWDER, GOLD), (GOLD, GOLD),
)  # fmt: skip
"""JA-2: each player's action cards: what to do in the morning, and in the evening."""

DECK = tuple(range(len(CARDS)))
HAND = 3
HOLDS = 5  # JA-3; the hold that a treasure adds comes after them

MAP, SABRE, BETH, HOLD = POWERS = (21, 22, 23, 24)
"""JA-11: the treasures that are powers; every other treasure is a number of gold."""
TREASURES = (-4, -3, -2, 3, 3, 5, 7, 7, *POWERS)
REMOVED = 3  # JA-3: that many treasures are left out, unseen

STAR = 12
"""The combat die's sixth face, which wins at once. JA-9."""
FACES = (2, 4, 6, 8, 10, STAR)
LADY = 2  # what Lady Beth adds in battle

MORNING, EVENING = 0, 1
CURSED = 1 << 8  # in a hidden treasure's `seen`: everybody knows that it is cursed


class Phase(Phases):
    """Where in the rule sheet we are."""

    DEAL = "deal"
    ROLL = "roll"
    DICE = "dice"
    CARD = "card"
    REVEAL = "reveal"
    LOAD = "load"
    MOVE = "move"
    FIGHT = "fight"
    POWDER = "powder"
    COMBAT = "combat"
    SABRE = "sabre"
    LOOT = "loot"
    THEFT = "theft"
    PAY = "pay"
    SHORTAGE = "shortage"
    TREASURE = "treasure"
    DRAW = "draw"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Rolled(Chance):
    """Chance: the captain's two dice, the lower first. JA-4."""

    low: int
    high: int


@dataclass(frozen=True, slots=True)
class SetDice(Action):
    """JA-4: as captain, put one die on the morning and one on the evening."""

    morning: int
    evening: int


@dataclass(frozen=True, slots=True)
class Choose(Action):
    """JA-4: put one of your action cards face down before you."""

    card: int

    def words(self) -> Mapping[str, Any]:
        """Return what the text mentions."""
        return {"card": card_named(self.card)}


@dataclass(frozen=True, slots=True)
class Reveal(Action):
    """JA-4: it is your go; turn your card up."""


@dataclass(frozen=True, slots=True)
class _OfHold(Action):
    hold: int

    def words(self) -> Mapping[str, Any]:
        """Return what the text mentions."""
        return {"hold": hold_named(self.hold)}


@dataclass(frozen=True, slots=True)
class _OfTreasure(Action):
    treasure: int

    def words(self) -> Mapping[str, Any]:
        """Return what the text mentions."""
        return {"treasure": treasure_named(self.treasure)}


@dataclass(frozen=True, slots=True)
class Load(_OfHold):
    """JA-5: put what you load into a hold; what was in it is thrown overboard."""


@dataclass(frozen=True, slots=True)
class Lose(Action):
    """JA-5: every hold is full of the same kind, so the load is lost."""


@dataclass(frozen=True, slots=True)
class Move(Action):
    """JA-6: sail to a space."""

    space: int


@dataclass(frozen=True, slots=True)
class Fight(Action):
    """JA-6: a ship lies where you stop; fight it."""

    target: int


@dataclass(frozen=True, slots=True)
class Powder(Action):
    """JA-9: commit powder to the battle."""

    amount: int


@dataclass(frozen=True, slots=True)
class Struck(Chance):
    """Chance: the combat die. JA-9."""

    face: int


@dataclass(frozen=True, slots=True)
class Reroll(Action):
    """JA-11: use Saran's Sabre on the combat die just rolled, whoever rolled it."""


@dataclass(frozen=True, slots=True)
class Keep(Action):
    """JA-11: let the combat die lie."""


@dataclass(frozen=True, slots=True)
class TakeHold(_OfHold):
    """JA-10: take what is in one of the loser's holds."""


@dataclass(frozen=True, slots=True)
class TakePower(_OfTreasure):
    """JA-10: take a treasure that lies face up before the loser."""


@dataclass(frozen=True, slots=True)
class TakeHidden(Action):
    """JA-10: take one of the loser's face-down treasures, blind."""


@dataclass(frozen=True, slots=True)
class Stolen(Chance):
    """Chance: which face-down treasure was taken. JA-10."""

    treasure: int


@dataclass(frozen=True, slots=True)
class Curse(_OfTreasure):
    """JA-10: give the loser one of your cursed treasures."""


@dataclass(frozen=True, slots=True)
class Spare(Action):
    """JA-10: take nothing."""


@dataclass(frozen=True, slots=True)
class Pay(Action):
    """JA-7: take so many tokens from a hold."""

    hold: int
    amount: int

    def words(self) -> Mapping[str, Any]:
        """Return what the text mentions."""
        return {"hold": hold_named(self.hold), "amount": self.amount}


@dataclass(frozen=True, slots=True)
class Retreat(Action):
    """JA-8: you cannot pay, so give all you have of that kind and go back."""

    space: int


@dataclass(frozen=True, slots=True)
class Found(Chance):
    """Chance: the treasure card drawn at a lair. JA-11."""

    treasure: int


@dataclass(frozen=True, slots=True)
class Drawn(Chance):
    """Chance: the action card that a seat draws. JA-4."""

    card: int


Hold = tuple[str, int] | None
Holds = tuple[Hold, ...]


class Ship(NamedTuple):
    """A seat's ship, open to all: `lap` is 0 at the start, -1 after backing past it, 1 at home."""

    space: int
    lap: int
    holds: Holds
    powers: tuple[int, ...]


Ships = tuple[Ship, ...]


class Hidden(NamedTuple):
    """A face-down treasure: its value, and who knows it (a bit for each seat)."""

    treasure: int
    seen: int


class Due(NamedTuple):
    """What is still to be paid, and from which hold on: holds are paid from in their order."""

    kind: str
    amount: int
    hold: int


class Battle(NamedTuple):
    """JA-9: a battle as it stands. A die is 0 before it is rolled; `sabre`: it was used."""

    attacker: int
    defender: int
    powder: tuple[int, int] = (0, 0)
    dice: tuple[int, int] = (0, 0)
    sabre: bool = False
    winner: int | None = None


class State(NamedTuple):
    """A position.

    `turn` is the seat that decides, or that chance concerns; `mover` the seat whose go it is.
    `chosen` holds cards that lie face down, `card` the mover's, which is turned up. `tokens` are
    the lairs with a treasure; `treasures` every treasure not drawn yet, the removed ones included:
    nobody knows which those are, so any of them may be next. JA-15.
    """

    phase: Phase
    turn: int
    captain: int
    round: int
    dice: tuple[int, ...]
    mover: int
    day: int
    card: int | None
    hands: Hands
    piles: Hands
    discards: Hands
    chosen: tuple[int | None, ...]
    ships: Ships
    hidden: tuple[tuple[Hidden, ...], ...]
    tokens: tuple[int, ...]
    treasures: tuple[int, ...]
    load: tuple[str, int] | None = None
    due: Due | None = None
    battle: Battle | None = None


class View(NamedTuple):
    """JA-15: what a seat knows (`seat=None`: what lies open to all).

    `face_down` tells who has chosen a card; `chosen` is the seat's own. `hidden` are everybody's
    face-down treasures, None for a value that the seat does not know; of those, `cursed` counts
    the ones that were given away as cursed.
    """

    game: Jamaica
    seat: int | None
    phase: Phase
    turn: int
    captain: int
    round: int
    dice: tuple[int, ...]
    mover: int
    day: int
    card: int | None
    hand: tuple[int, ...]
    hand_sizes: tuple[int, ...]
    pile: tuple[int, ...]
    pile_sizes: tuple[int, ...]
    discards: Hands
    chosen: int | None
    face_down: tuple[bool, ...]
    ships: Ships
    hidden: tuple[tuple[int | None, ...], ...]
    cursed: tuple[int, ...]
    tokens: tuple[int, ...]
    treasure_pile: int
    load: tuple[str, int] | None
    due: Due | None
    battle: Battle | None


# -- words ----------------------------------------------------------------------------------------


def card_named(card: int) -> Phrase:
    """Return an action card in words."""
    return Phrase(f"jamaica.card.{card}")


def treasure_named(treasure: int) -> Phrase:
    """Return a treasure in words."""
    return Phrase(f"jamaica.treasure.{treasure}")


def hold_named(hold: int) -> Phrase:
    """Return a hold in words."""
    return Phrase("jamaica.hold", {"number": hold + 1})


def cargo_named(cargo: tuple[str, int]) -> Phrase:
    """Return tokens in words."""
    kind, amount = cargo
    return Phrase(f"jamaica.cargo.{kind}", {"amount": amount})
