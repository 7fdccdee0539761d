"""Characters for Jamaica, each worth a discussion in class.

All three think alike: they try each card, die and space in their head as if nobody else moved, and
take what leaves their ship best off. They differ only in what they think a ship is worth, and that
makes three ways to play. "racer" counts the spaces to home: it teaches how far two dice and a
choice carry, and what it costs to run out of food. "trader" counts gold and keeps stores for the
prices ahead: a full hold is worth as much as a good space. "raider" loads powder and looks for
ships to fight where the odds are good: it teaches what a battle is worth, and that powder is spent
even when one loses.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from gamelib.game import Action, replaced
from gamelib.jamaica.holds import berths, emptied, less, payments, stock
from gamelib.jamaica.position import (
    BETH,
    CARDS,
    FACES,
    FORWARD,
    LADY,
    SAILING,
    STAR,
    Battle,
    Choose,
    Curse,
    Due,
    Fight,
    Load,
    Move,
    Pay,
    Powder,
    Reroll,
    Retreat,
    SetDice,
    Ship,
    TakeHidden,
    TakeHold,
    TakePower,
    View,
)
from gamelib.jamaica.rules import loser_of, strength
from gamelib.jamaica.track import FOOD, GOLD, POWDER, PRICED_IN
from gamelib.players import Player

TREASURE = 1.5
"""About what a treasure is worth: the twelve bring 16 gold, and four powers."""


@dataclass(frozen=True)
class Captain:
    """A character: what a step towards home, and each token on board, is worth to it.

    Stores beyond `enough` of a kind are worth nothing; gold always is, as it scores. `battle` is
    how much it cares for what it can win, and lose, in battle.
    """

    step: float
    gold: float
    food: float
    powder: float
    battle: float
    enough: int = 9

    def __call__(self, view: View, actions: Sequence[Action], rng: Random) -> Action:
        """Return the action that leaves the ship best off."""
        return max(actions, key=lambda action: self.promise(view, action))

    def promise(self, view: View, action: Action) -> float:
        """Return what an action is worth in a position."""
        assert view.seat is not None
        ship = view.ships[view.seat]
        match action:
            case SetDice(morning, evening):
                return max(self.plan(view, ship, card, (morning, evening)) for card in view.hand)
            case Choose(card):
                return self.plan(view, ship, card, view.dice)
            case Move(space):
                return self.stop(view, ship._replace(space=space, lap=_lap(view, ship, space)))
            case Retreat(space):
                lacking = PRICED_IN[view.game.track[ship.space].kind]
                return self.stop(
                    view, ship._replace(space=space, holds=emptied(ship.holds, lacking))
                )
            case Load(hold):
                assert view.load is not None
                return self.worth(view, _with(ship, hold, view.load))
            case Pay(hold, amount):
                return self.worth(view, ship._replace(holds=less(ship.holds, hold, amount)))
            case Fight(target):
                return self.prize(view.ships[target]) - stock(view.ships[target].holds, POWDER)
            case Powder(amount):
                return self.gunnery(view, amount)
            case Reroll():
                return 0.5 - _standing(view)
            case TakeHold() | TakePower() | TakeHidden() | Curse():
                return self.booty(view, action)
        return 0.0

    # -- what a ship is worth ---------------------------------------------------------------------

    def worth(self, view: View, ship: Ship) -> float:
        """Return what a ship is worth where it lies, with what it has; empty holds are welcome."""
        game, holds = view.game, ship.holds
        home = 10.0 if ship.lap > 0 else 0.0
        return (
            home
            - self.step * game.way_home(ship)
            + self.gold * stock(holds, GOLD)
            + self.food * min(stock(holds, FOOD), self.enough)
            + self.powder * min(stock(holds, POWDER), self.enough)
            + 0.3 * holds.count(None)
        )

    def plan(self, view: View, ship: Ship, card: int, dice: Sequence[int]) -> float:
        """Return the best that a card can do with the dice, if nobody else moves."""
        morning, evening = CARDS[card]
        return max(
            max(self.ends(view, after, evening, dice[1])) if after.lap < 1 else gain
            for after, gain in self.tries(view, ship, morning, dice[0])
        )

    def ends(self, view: View, ship: Ship, kind: str, die: int) -> Iterator[float]:
        """Give what the ship may be worth after an action."""
        return (gain for _, gain in self.tries(view, ship, kind, die))

    def tries(self, view: View, ship: Ship, kind: str, die: int) -> Iterator[tuple[Ship, float]]:
        """Give the ways to do an action: the ship after it, and what that is worth."""
        game = view.game
        if kind not in SAILING:
            cargo = kind, die
            for hold in berths(ship.holds, kind, game.holds):
                after = _with(ship, hold, cargo)
                yield after, self.worth(view, after)
            if not berths(ship.holds, kind, game.holds):
                yield ship, self.worth(view, ship)
            return
        forward = kind == FORWARD
        ahead = game.sea.ahead(ship.space, die, ship.lap == 0)
        for space, passed in (ahead if forward else game.sea.behind(ship.space, die)).items():
            lap = ship.lap + (passed if forward else -passed)
            arrived = ship._replace(space=space, lap=lap)
            yield self.settled(view, arrived), self.stop(view, arrived)

    def settled(self, view: View, ship: Ship) -> Ship:
        """Return a ship after it has paid where it stops, or gone back if it cannot."""
        kind, price, _, _ = view.game.track[ship.space]
        if not price:
            return ship
        good = PRICED_IN[kind]
        if stock(ship.holds, good) < price:
            holds = emptied(ship.holds, good)
            food, gold = stock(holds, FOOD), stock(holds, GOLD)
            back = view.game.sea.retreats(ship.space, food, gold)
            return max(
                (self.settled(view, ship._replace(space=space, holds=holds)) for space in back),
                key=lambda after: self.worth(view, after),
            )
        holds, due = ship.holds, Due(good, price, 0)
        while due.amount:
            pay = payments(holds, due)[-1 if due.hold else 0]
            holds = less(holds, pay.hold, pay.amount)
            due = Due(good, due.amount - pay.amount, pay.hold + 1)
        return ship._replace(holds=holds)

    def stop(self, view: View, ship: Ship) -> float:
        """Return what it is worth to stop somewhere: the price, a treasure, a battle."""
        after = self.settled(view, ship)
        gain = self.worth(view, after)
        if after.space in view.tokens:
            gain += TREASURE
        rivals = [
            other
            for seat, other in enumerate(view.ships)
            if seat != view.seat and other.space == ship.space != 0
        ]
        if rivals:
            powder = stock(ship.holds, POWDER)
            gain += self.battle * max(
                (0.5 + 0.08 * (powder - stock(rival.holds, POWDER))) * self.prize(rival)
                - 0.4 * self.prize(ship)
                for rival in rivals
            )
        return gain

    def prize(self, ship: Ship) -> float:
        """Return what the best hold of a ship would be worth to its captor."""
        worth = {GOLD: self.gold, FOOD: self.food, POWDER: self.powder}
        best = max((worth[hold[0]] * hold[1] for hold in ship.holds if hold), default=0.0)
        return max(best, 3.0 if ship.powers else 0.0)

    # -- battle -----------------------------------------------------------------------------------

    def gunnery(self, view: View, amount: int) -> float:
        """Return what it is worth to commit so much powder: chance of winning, less the powder."""
        battle = view.battle
        assert battle is not None
        stake = 2.0 + max(
            self.prize(view.ships[battle.attacker]), self.prize(view.ships[battle.defender])
        )
        return stake * _chance(view, battle, amount) - max(self.powder, 0.2) * amount

    def booty(self, view: View, action: Action) -> float:
        """Return what the loot is worth."""
        assert view.battle is not None
        loser = view.ships[loser_of(view.battle)]
        match action:
            case TakeHold(hold):
                cargo = loser.holds[hold]
                assert cargo is not None
                assert view.seat is not None
                mine = view.ships[view.seat]
                free = berths(mine.holds, cargo[0], view.game.holds)
                now = self.worth(view, mine)
                return max((self.worth(view, _with(mine, n, cargo)) - now for n in free), default=0)
            case TakePower():
                return 3.0
            case TakeHidden():
                return 2 * TREASURE
            case Curse(treasure):
                return -treasure + 0.5
        return 0.0


def _with(ship: Ship, hold: int, cargo: tuple[str, int]) -> Ship:
    """Return a ship with something loaded into a hold."""
    return ship._replace(holds=replaced(ship.holds, hold, cargo))


def _lap(view: View, ship: Ship, space: int) -> int:
    """Return the lap of a ship that moves as the card says."""
    assert view.card is not None
    steps = view.dice[view.day]
    if CARDS[view.card][view.day] == FORWARD:
        return ship.lap + view.game.sea.ahead(ship.space, steps, ship.lap == 0)[space]
    return ship.lap - view.game.sea.behind(ship.space, steps)[space]


def _chance(view: View, battle: Battle, amount: int) -> float:
    """Return the chance to win with so much powder; an attacker expects half of theirs back."""
    mine = amount + LADY * (BETH in view.ships[view.turn].powers)
    if view.turn == battle.defender:
        total = strength(view.ships[battle.attacker], battle.powder[0], battle.dice[0])
        return sum(face == STAR or face + mine > total for face in FACES) / 6
    rival = view.ships[battle.defender]
    theirs = stock(rival.holds, POWDER) / 2 + LADY * (BETH in rival.powers)
    won = sum(
        face == STAR or (answer != STAR and face + mine > answer + theirs)
        for face in FACES
        for answer in FACES
    )
    return won / 36


def _standing(view: View) -> float:
    """Return how well the die just rolled stands for the owner of the sabre, from 0 to 1."""
    battle = view.battle
    assert battle is not None
    attack, defence = battle.dice
    if not defence:  # the attacker's die: good for the attacker if it is high
        good = attack / STAR
        return good if view.seat == battle.attacker else 1 - good
    mine = strength(view.ships[battle.attacker], battle.powder[0], attack)
    theirs = strength(view.ships[battle.defender], battle.powder[1], defence)
    won = defence != STAR and mine > theirs
    return float(won if view.seat == battle.attacker else not won and mine != theirs)


PLAYERS: Mapping[str, Player] = {
    "racer": Captain(step=1.2, gold=0.5, food=0.5, powder=0.1, battle=0.0, enough=6),
    "trader": Captain(step=0.7, gold=1.0, food=0.6, powder=0.1, battle=0.2),
    "raider": Captain(step=0.8, gold=0.8, food=0.5, powder=0.5, battle=1.0),
}
"""The characters by name."""
