"""Jamaica: a race round the island for gold, with two dice, full holds and battles. JA-1 to JA-17.

Labels such as JA-3 name the rule a line follows; `gamelib.texts` tells each in a sentence. A round:
the captain's dice, everybody's card, then each seat's go: the morning action and the evening
action, each a load or a move, and a move may bring a battle, a price, a shortage, a treasure. The
track is in `track`, what a position is made of in `position`, what chance decides in `chance`, and
what each action does in `steps` and `battles`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache, cached_property
from random import Random
from typing import Any, ClassVar

from gamelib.bounds import Bound, JudgedBy, Whole, a_seat
from gamelib.game import Action, Deal, Game, Lottery, Outcome
from gamelib.jamaica.battles import BATTLE_STEPS, loser_of, strength, totals
from gamelib.jamaica.chance import COMBAT_DIE, TWO_DICE, OwnDeals, next_card, next_treasure, theft
from gamelib.jamaica.holds import berths, payments, stock
from gamelib.jamaica.position import (
    CURSED,
    DECK,
    HOLDS,
    MORNING,
    POWERS,
    REMOVED,
    TREASURES,
    Choose,
    Curse,
    Drawn,
    Fight,
    Found,
    Hidden,
    Holds,
    Keep,
    Load,
    Lose,
    Move,
    Pay,
    Phase,
    Powder,
    Reroll,
    Retreat,
    Reveal,
    Rolled,
    SetDice,
    Ship,
    Spare,
    State,
    Stolen,
    Struck,
    TakeHidden,
    TakeHold,
    TakePower,
    View,
)
from gamelib.jamaica.steps import STEPS, alongside, destinations, retreats
from gamelib.jamaica.track import (
    BEHIND,
    FOOD,
    GOLD,
    LAIR,
    POWDER,
    TRACK,
    Space,
    Track,
    checked,
)

__all__ = [
    "Jamaica", "alongside", "destinations", "loot", "loser_of", "retreats", "strength", "totals",
    "unseen_cards", "unseen_treasures",
]  # fmt: skip

# The same few actions are offered again and again: each is made once.
_load, _move, _fight, _powder, _retreat = map(cache, (Load, Move, Fight, Powder, Retreat))
_take_hold, _take_power, _curse = map(cache, (TakeHold, TakePower, Curse))
_REVEAL, _LOSE, _SABRE = (Reveal(),), (Lose(),), (Reroll(), Keep())
_TAKE_HIDDEN, _SPARE = TakeHidden(), Spare()


@cache
def _set_dice(dice: tuple[int, ...]) -> tuple[SetDice, ...]:
    return tuple(dict.fromkeys((SetDice(*dice), SetDice(*reversed(dice)))))


@cache
def _choices(hand: tuple[int, ...]) -> tuple[Choose, ...]:
    return tuple(map(Choose, hand))


def loot(at: State | View, cursed: tuple[int, ...], hidden: int) -> tuple[Action, ...]:
    """Return what the winner may do, with its own cursed treasures and the loser's hidden ones."""
    assert at.battle is not None
    ship = at.ships[loser_of(at.battle)]
    holds = [_take_hold(number) for number, hold in enumerate(ship.holds) if hold is not None]
    powers = map(_take_power, ship.powers)
    blind = (_TAKE_HIDDEN,) if hidden else ()
    return (*holds, *powers, *blind, *map(_curse, dict.fromkeys(cursed)), _SPARE)


def unseen_treasures(view: View) -> tuple[int, ...]:
    """Return the treasures a view has not seen: face down before others, in the pile, or removed.

    JA-15: before others lie only gold and curses, since powers lie face up.
    """
    left = list(TREASURES)
    for ship in view.ships:
        for power in ship.powers:
            left.remove(power)
    for row in view.hidden:
        for treasure in row:
            if treasure is not None:
                left.remove(treasure)
    return tuple(left)


def unseen_cards(view: View, seat: int) -> tuple[int, ...]:
    """Return a seat's action cards not on its discard: in hand, chosen or in the pile. JA-15."""
    return tuple([card for card in DECK if card not in view.discards[seat]])


@dataclass(frozen=True, repr=False)
class Jamaica(Game[State, View]):
    """Jamaica, 2 to 6 players.

    `captain` is the first captain; a race that nobody finishes ends after `max_rounds`. For
    experiments with other ships and seas there are `holds`, how many a ship has at the start, and
    `track`, a row of spaces (kind, price, score, next).

    >>> game = Jamaica(players=3)
    >>> game.sea.to_home[0], game.sea.longest_home[0]
    (32, 44)
    """

    players: int = 4
    captain: int = 0
    max_rounds: int = 200
    holds: int = HOLDS
    track: tuple[Space, ...] = TRACK

    name: ClassVar[str] = "jamaica"
    rules_version: ClassVar[int] = 1
    player_counts: ClassVar[range] = range(2, 7)
    rulings: ClassVar[tuple[str, ...]] = tuple(f"JA-{n}" for n in range(1, 18))
    action_types: ClassVar[tuple[type[Action], ...]] = (
        Deal, Rolled, SetDice, Choose, Reveal, Load, Lose, Move, Fight, Powder, Struck, Reroll,
        Keep, TakeHold, TakePower, TakeHidden, Stolen, Curse, Spare, Pay, Retreat, Found, Drawn,
    )  # fmt: skip
    bounds: ClassVar[Mapping[str, Bound]] = {
        "captain": a_seat,
        "max_rounds": Whole(1, 400),
        "holds": Whole(2, 12),
        "track": JudgedBy(checked),
    }
    steps: ClassVar[Mapping[tuple[Enum, type[Action]], Callable[..., State]]] = {
        **STEPS,
        **BATTLE_STEPS,
    }

    @cached_property
    def sea(self) -> Track:
        """The track with the ways on it worked out."""
        return Track(self.track)

    @cached_property
    def deal(self) -> OwnDeals:
        """The Lottery of the first hands. JA-3."""
        return OwnDeals(self.players)

    def start(self) -> State:
        """Return the table before the deal. JA-3."""
        nothing = ((),) * self.players
        holds: Holds = ((FOOD, 3), (GOLD, 3), *(None,) * (self.holds - 2))
        return State(
            phase=Phase.DEAL,
            turn=self.captain,
            captain=self.captain,
            round=1,
            dice=(),
            mover=self.captain,
            day=MORNING,
            card=None,
            hands=nothing,
            piles=(DECK,) * self.players,
            discards=nothing,
            chosen=(None,) * self.players,
            ships=(Ship(0, 0, holds, ()),) * self.players,
            hidden=nothing,
            tokens=tuple(n for n, space in enumerate(self.track) if space.kind == LAIR),
            treasures=TREASURES,
        )

    def turn(self, state: State) -> int | Lottery[Any] | None:
        """Return a seat, or the Lottery of what chance decides, or None when over."""
        phase = state.phase
        if phase in _DECISIONS:
            return state.turn
        if phase is Phase.DRAW:
            return next_card(state.piles[state.turn])
        if phase is Phase.ROLL:
            return TWO_DICE
        if phase is Phase.COMBAT:
            return COMBAT_DIE
        if phase is Phase.TREASURE:
            return next_treasure(state.treasures)
        if phase is Phase.THEFT:
            assert state.battle is not None
            return theft(tuple([card.treasure for card in state.hidden[loser_of(state.battle)]]))
        return self.deal if phase is Phase.DEAL else None

    def actions(self, state: State) -> tuple[Action, ...]:
        """Return what the seat to move may do."""
        ways = _DECISIONS.get(state.phase)
        return ways(self, state) if ways else ()

    def outcome(self, state: State) -> Outcome | None:
        """Return who has won, and with which scores. JA-13."""
        if state.phase is not Phase.OVER:
            return None
        scores = tuple(self.score(state, seat) for seat in range(self.players))
        best = [seat for seat in range(self.players) if scores[seat] == max(scores)]
        nearest = min(self.way_home(state.ships[seat]) for seat in best)
        winners = tuple(seat for seat in best if self.way_home(state.ships[seat]) == nearest)
        if any(ship.lap > 0 for ship in state.ships):
            return Outcome(winners=winners, scores=scores, reason="home")
        return Outcome(winners=winners, scores=scores, reason="max_rounds")

    def score(self, state: State, seat: int) -> int:
        """Return a seat's score: the space, the gold in its holds and its treasures. JA-13."""
        ship = state.ships[seat]
        return (
            self.space_score(ship)
            + stock(ship.holds, GOLD)
            + sum(card.treasure for card in state.hidden[seat])
        )

    def space_score(self, ship: Ship) -> int:
        """Return what the space is worth where a ship lies; Port Royal only to who came home."""
        return BEHIND if ship.space == 0 and ship.lap < 1 else self.track[ship.space].score

    def way_home(self, ship: Ship) -> int:
        """Return how many spaces a ship is from home by the shortest way. JA-12, JA-13."""
        return 0 if ship.lap > 0 else self.sea.to_home[ship.space] - self.sea.to_home[0] * ship.lap

    def observe(self, state: State, seat: int | None) -> View:
        """Return what a seat knows. JA-15."""
        self.check_seat(seat)
        bit = 0 if seat is None else 1 << seat
        if state.phase is Phase.OVER:
            bit = -1  # for the scores, all treasures are shown to all
        return View(
            game=self,
            seat=seat,
            phase=state.phase,
            turn=state.turn,
            captain=state.captain,
            round=state.round,
            dice=state.dice,
            mover=state.mover,
            day=state.day,
            card=state.card,
            hand=() if seat is None else state.hands[seat],
            hand_sizes=tuple(map(len, state.hands)),
            pile=() if seat is None else state.piles[seat],
            pile_sizes=tuple(map(len, state.piles)),
            discards=state.discards,
            chosen=None if seat is None else state.chosen[seat],
            face_down=tuple([card is not None for card in state.chosen]),
            ships=state.ships,
            hidden=tuple([_known(row, bit) for row in state.hidden]),
            cursed=tuple(
                [
                    sum(seen & CURSED > 0 and not seen & bit for _, seen in row)
                    for row in state.hidden
                ]
            ),
            tokens=state.tokens,
            treasure_pile=len(state.treasures) - REMOVED,
            load=state.load,
            due=state.due,
            battle=state.battle,
        )

    def imagine(self, view: View, rng: Random) -> State:
        """Return a full state that fits a view: what is hidden is exchangeable. JA-15."""
        hands, piles, chosen = [], [], []
        for seat, size in enumerate(view.hand_sizes):
            if seat == view.seat:
                hands.append(view.hand)
                piles.append(view.pile)
                chosen.append(view.chosen)
                continue
            unseen = list(unseen_cards(view, seat))
            rng.shuffle(unseen)
            chosen.append(unseen.pop() if view.face_down[seat] else None)
            hands.append(tuple(sorted(unseen[:size])))
            piles.append(tuple(sorted(unseen[size:])))
        hidden, treasures = _imagined_treasures(view, rng)
        return State(
            phase=view.phase,
            turn=view.turn,
            captain=view.captain,
            round=view.round,
            dice=view.dice,
            mover=view.mover,
            day=view.day,
            card=view.card,
            hands=tuple(hands),
            piles=tuple(piles),
            discards=view.discards,
            chosen=tuple(chosen),
            ships=view.ships,
            hidden=hidden,
            tokens=view.tokens,
            treasures=treasures,
            load=view.load,
            due=view.due,
            battle=view.battle,
        )


def _known(row: tuple[Hidden, ...], bit: int) -> tuple[int | None, ...]:
    """Return a seat's face-down treasures as somebody sees them: the unknown ones first."""
    known = [treasure for treasure, seen in row if seen & bit]
    return (None,) * (len(row) - len(known)) + tuple(known)


def _imagined_treasures(
    view: View, rng: Random
) -> tuple[tuple[tuple[Hidden, ...], ...], tuple[int, ...]]:
    """Return face-down treasures that fit a view, and those left to draw."""
    bit = 0 if view.seat is None else 1 << view.seat
    unseen = list(unseen_treasures(view))
    rng.shuffle(unseen)
    rows: list[list[Hidden]] = []
    for seat, row in enumerate(view.hidden):
        rows.append([Hidden(n, bit | 1 << seat) for n in row if n is not None])
    # First what is known to be cursed: then every way to fit the rest is equally likely.
    for seat, count in enumerate(view.cursed):
        for _ in range(count):
            cursed = next(n for n in unseen if n < 0)
            unseen.remove(cursed)
            rows[seat].append(Hidden(cursed, 1 << seat | CURSED))
    rng.shuffle(unseen)  # the curses were taken from the front
    for seat, row in enumerate(view.hidden):
        for _ in range(row.count(None) - view.cursed[seat]):
            gold = next(n for n in unseen if n not in POWERS)
            unseen.remove(gold)
            rows[seat].append(Hidden(gold, 1 << seat))
    return tuple(tuple(sorted(row)) for row in rows), tuple(sorted(unseen))


def _load_actions(game: Jamaica, state: State) -> tuple[Action, ...]:
    assert state.load is not None
    holds = state.ships[state.turn].holds
    return tuple(map(_load, berths(holds, state.load[0], game.holds))) or _LOSE


def _loot_actions(game: Jamaica, state: State) -> tuple[Action, ...]:
    assert state.battle is not None
    cursed = tuple([card.treasure for card in state.hidden[state.turn] if card.treasure < 0])
    return loot(state, cursed, len(state.hidden[loser_of(state.battle)]))


def _pay_actions(game: Jamaica, state: State) -> tuple[Action, ...]:
    assert state.due is not None
    return payments(state.ships[state.turn].holds, state.due)


_DECISIONS: Mapping[Phase, Callable[[Jamaica, State], tuple[Action, ...]]] = {
    Phase.DICE: lambda game, state: _set_dice(state.dice),
    Phase.CARD: lambda game, state: _choices(state.hands[state.turn]),
    Phase.REVEAL: lambda game, state: _REVEAL,
    Phase.LOAD: _load_actions,
    Phase.MOVE: lambda game, state: tuple(map(_move, destinations(game, state))),
    Phase.FIGHT: lambda game, state: tuple(map(_fight, alongside(state.ships, state.mover))),
    Phase.POWDER: lambda game, state: tuple(
        map(_powder, range(stock(state.ships[state.turn].holds, POWDER) + 1))
    ),
    Phase.SABRE: lambda game, state: _SABRE,
    Phase.LOOT: _loot_actions,
    Phase.PAY: _pay_actions,
    Phase.SHORTAGE: lambda game, state: tuple(map(_retreat, retreats(game, state))),
}
"""The phases in which a seat decides, with what it may do there."""
