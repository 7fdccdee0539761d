"""Jamaica: a race round the island for gold, with two dice, full holds and battles. JA-1 to JA-17.

Labels such as JA-3 name the rule a line follows; `gamelib.texts` tells each in a sentence. A round:
the captain's dice, everybody's card, then each seat's go: the morning action and the evening
action, each a load or a move, and a move may bring a battle, a price, a shortage, a treasure. The
track is in `track`, what a position is made of in `position`, and what chance decides in `chance`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache, cached_property
from random import Random
from typing import Any, ClassVar

from gamelib.game import (
    OPEN,
    Action,
    Deal,
    Event,
    Game,
    Hands,
    IllegalAction,
    Lottery,
    Outcome,
    Phrase,
    replaced,
)
from gamelib.jamaica.chance import COMBAT_DIE, TWO_DICE, OwnDeals, next_card, next_treasure, theft
from gamelib.jamaica.holds import berths, emptied, less, payments, stock
from gamelib.jamaica.position import (
    BETH,
    CARDS,
    CURSED,
    DECK,
    EVENING,
    FACES,
    FORWARD,
    HAND,
    HOLD,
    HOLDS,
    LADY,
    MAP,
    MORNING,
    POWERS,
    REMOVED,
    SABRE,
    SAILING,
    STAR,
    TREASURES,
    Battle,
    Choose,
    Curse,
    Drawn,
    Due,
    Fight,
    Found,
    Hidden,
    Hold,
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
    Ships,
    Spare,
    State,
    Stolen,
    Struck,
    TakeHidden,
    TakeHold,
    TakePower,
    View,
    card_named,
    cargo_named,
    hold_named,
    treasure_named,
)
from gamelib.jamaica.track import (
    BEHIND,
    FOOD,
    GOLD,
    LAIR,
    POWDER,
    PRICED_IN,
    TRACK,
    Space,
    Track,
    checked,
)

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


# -- a round --------------------------------------------------------------------------------------


def _deal(game: Jamaica, state: State, deal: Deal) -> State:
    piles = game.deal.piles(deal)
    return state._replace(phase=Phase.ROLL, hands=deal.hands, piles=piles)


def _rolled(game: Jamaica, state: State, rolled: Rolled) -> State:
    if not 1 <= rolled.low <= rolled.high <= 6:
        raise IllegalAction("impossible_chance", outcome=rolled)
    return state._replace(phase=Phase.DICE, dice=(rolled.low, rolled.high))


def _dice_set(game: Jamaica, state: State, dice: SetDice) -> State:
    if dice not in _set_dice(state.dice):
        raise IllegalAction("not_these_dice")
    return state._replace(phase=Phase.CARD, dice=(dice.morning, dice.evening))


def _chosen(game: Jamaica, state: State, choose: Choose) -> State:
    """JA-4: all choose in secret, clockwise from the captain; then goes begin with the captain."""
    seat, card = state.turn, choose.card
    hand = state.hands[seat]
    if card not in hand:
        raise IllegalAction("no_such_card")
    following = (seat + 1) % game.players
    return state._replace(
        phase=Phase.REVEAL if following == state.captain else Phase.CARD,
        turn=following,
        mover=following,
        hands=replaced(state.hands, seat, tuple([c for c in hand if c != card])),
        chosen=replaced(state.chosen, seat, card),
    )


def _reveal(game: Jamaica, state: State, reveal: Reveal) -> State:
    seat = state.mover
    card = state.chosen[seat]
    assert card is not None
    phase, load = _action(card, MORNING, state.dice)
    return state._replace(
        phase=phase,
        card=card,
        discards=replaced(state.discards, seat, tuple(sorted((*state.discards[seat], card)))),
        chosen=replaced(state.chosen, seat, None),
        load=load,
    )


def _action(card: int, day: int, dice: tuple[int, ...]) -> tuple[Phase, tuple[str, int] | None]:
    """Return how a card's action begins, and what it loads."""
    kind = CARDS[card][day]
    return (Phase.MOVE, None) if kind in SAILING else (Phase.LOAD, (kind, dice[day]))


def _end_action(game: Jamaica, state: State, ships: Ships) -> State:
    """Go on with the evening, with the next seat's go, or to the end of the round. JA-4, JA-13."""
    mover = state.mover
    if state.day == MORNING and ships[mover].lap < 1:
        assert state.card is not None
        phase, load = _action(state.card, EVENING, state.dice)
        return state._replace(
            phase=phase, turn=mover, day=EVENING, ships=ships, load=load, due=None
        )
    mover = (mover + 1) % game.players
    state = state._replace(
        phase=Phase.REVEAL, turn=mover, mover=mover, day=MORNING, card=None, ships=ships,
        load=None, due=None,
    )  # fmt: skip
    if mover != state.captain:
        return state
    if state.round == game.max_rounds or any(ship.lap > 0 for ship in ships):
        return state._replace(phase=Phase.OVER)
    return _draw(game, state, mover, state.hands, state.piles)


def _draw(game: Jamaica, state: State, seat: int, hands: Hands, piles: Hands) -> State:
    """JA-4: from a seat on, clockwise, all draw back to three; then comes the next round."""
    captain, discards = state.captain, state.discards
    while len(hands[seat]) >= HAND + (MAP in state.ships[seat].powers):
        seat = (seat + 1) % game.players
        if seat == captain:
            captain = (seat + 1) % game.players
            return state._replace(
                phase=Phase.ROLL, turn=captain, captain=captain, round=state.round + 1, dice=(),
                mover=captain, hands=hands, piles=piles,
            )  # fmt: skip
    if not piles[seat]:
        piles = replaced(piles, seat, discards[seat])
        discards = replaced(discards, seat, ())
    return state._replace(phase=Phase.DRAW, turn=seat, hands=hands, piles=piles, discards=discards)


def _drawn(game: Jamaica, state: State, drawn: Drawn) -> State:
    seat, card = state.turn, drawn.card
    pile = state.piles[seat]
    if card not in pile:
        raise IllegalAction("impossible_chance", outcome=drawn)
    hands = replaced(state.hands, seat, tuple(sorted((*state.hands[seat], card))))
    piles = replaced(state.piles, seat, tuple([c for c in pile if c != card]))
    return _draw(game, state, seat, hands, piles)


# -- loads and moves ------------------------------------------------------------------------------


def _loaded(game: Jamaica, state: State, load: Load) -> State:
    """JA-5, and JA-10 for what was taken in battle."""
    seat, cargo = state.turn, state.load
    assert cargo is not None
    space, lap, holds, powers = state.ships[seat]
    if load.hold not in berths(holds, cargo[0], game.holds):
        raise IllegalAction("cannot_load_there")
    ship = Ship(space, lap, replaced(holds, load.hold, cargo), powers)
    return _after_load(game, state, replaced(state.ships, seat, ship))


def _lost(game: Jamaica, state: State, lose: Lose) -> State:
    assert state.load is not None
    if berths(state.ships[state.turn].holds, state.load[0], game.holds):
        raise IllegalAction("can_be_loaded")
    return _after_load(game, state, state.ships)


def _after_load(game: Jamaica, state: State, ships: Ships) -> State:
    if state.battle is None:
        return _end_action(game, state, ships)
    return _end_battle(game, state._replace(ships=ships))


def destinations(game: Jamaica, at: State | View) -> Mapping[int, int]:
    """Return where the mover's ship can sail, with what that adds to its lap. JA-6, JA-12."""
    assert at.card is not None
    ship, steps = at.ships[at.mover], at.dice[at.day]
    if CARDS[at.card][at.day] == FORWARD:
        return game.sea.ahead(ship.space, steps, ship.lap == 0)
    return game.sea.behind(ship.space, steps)


def _moved(game: Jamaica, state: State, move: Move) -> State:
    """JA-6 and JA-12: passing costs nothing; coming home ends the go."""
    assert state.card is not None
    seat, places = state.mover, destinations(game, state)
    if move.space not in places:
        raise IllegalAction("cannot_sail_there", space=move.space)
    _, lap, holds, powers = state.ships[seat]
    passed = places[move.space]
    lap += passed if CARDS[state.card][state.day] == FORWARD else -passed
    ship = Ship(move.space, lap, holds, powers)
    return _arrive(game, state, replaced(state.ships, seat, ship))


def _arrive(game: Jamaica, state: State, ships: Ships) -> State:
    """JA-6: on stopping there is a battle first, then the price, then the treasure."""
    if alongside(ships, state.mover):
        return state._replace(phase=Phase.FIGHT, ships=ships)
    return _settle(game, state, ships)


def alongside(ships: Ships, mover: int) -> tuple[int, ...]:
    """Return the seats whose ships the mover's can fight where it is; in Port Royal none."""
    here = ships[mover].space
    if here == 0:
        return ()
    return tuple([seat for seat, ship in enumerate(ships) if ship[0] == here and seat != mover])


def _settle(game: Jamaica, state: State, ships: Ships) -> State:
    """JA-7, JA-8: pay the price of the space, if it can be paid; a lair's treasure is free."""
    mover = state.mover
    ship = ships[mover]
    kind, price, _, _ = game.track[ship.space]
    if price:
        good = PRICED_IN[kind]
        if stock(ship.holds, good) < price:
            return state._replace(phase=Phase.SHORTAGE, turn=mover, ships=ships)
        return state._replace(phase=Phase.PAY, turn=mover, ships=ships, due=Due(good, price, 0))
    if ship.space in state.tokens:
        return state._replace(phase=Phase.TREASURE, turn=mover, ships=ships)
    return _end_action(game, state, ships)


def _paid(game: Jamaica, state: State, pay: Pay) -> State:
    seat, due = state.turn, state.due
    assert due is not None
    space, lap, holds, powers = state.ships[seat]
    if pay not in payments(holds, due):
        raise IllegalAction("cannot_pay_so")
    ship = Ship(space, lap, less(holds, pay.hold, pay.amount), powers)
    ships = replaced(state.ships, seat, ship)
    left = due.amount - pay.amount
    if left:
        return state._replace(ships=ships, due=Due(due.kind, left, pay.hold + 1))
    if state.battle is None:
        return _end_action(game, state, ships)
    return state._replace(phase=Phase.COMBAT, ships=ships, due=None)


def retreats(game: Jamaica, at: State | View) -> tuple[int, ...]:
    """Return where a ship that cannot pay may go back to, after it has given all it has. JA-8."""
    ship = at.ships[at.mover]
    food, gold = stock(ship.holds, FOOD), stock(ship.holds, GOLD)
    lacking = PRICED_IN[game.track[ship.space].kind]
    if lacking == FOOD:
        return game.sea.retreats(ship.space, 0, gold)
    return game.sea.retreats(ship.space, food, 0)


def _retreated(game: Jamaica, state: State, retreat: Retreat) -> State:
    """JA-8 and JA-12: Port Royal is free, so nobody is driven past it."""
    if retreat.space not in retreats(game, state):
        raise IllegalAction("cannot_retreat_there", space=retreat.space)
    seat = state.mover
    ship = state.ships[seat]
    lacking = PRICED_IN[game.track[ship.space].kind]
    ship = ship._replace(space=retreat.space, holds=emptied(ship.holds, lacking))
    return _arrive(game, state, replaced(state.ships, seat, ship))


def _found(game: Jamaica, state: State, found: Found) -> State:
    """JA-11: gold and curses are kept face down, powers face up."""
    seat, treasure = state.mover, found.treasure
    if treasure not in state.treasures:
        raise IllegalAction("impossible_chance", outcome=found)
    left = list(state.treasures)
    left.remove(treasure)
    here = state.ships[seat].space
    state = state._replace(
        tokens=tuple([lair for lair in state.tokens if lair != here]), treasures=tuple(left)
    )
    if treasure in POWERS:
        return _end_action(game, state, _empowered(state.ships, seat, treasure, None))
    row = tuple(sorted((*state.hidden[seat], Hidden(treasure, 1 << seat))))
    hidden = replaced(state.hidden, seat, row)
    return _end_action(game, state._replace(hidden=hidden), state.ships)


def _empowered(ships: Ships, seat: int, power: int, cargo: Hold) -> Ships:
    """Return the ships after a seat has gained a power; the sixth hold comes with its cargo."""
    space, lap, holds, powers = ships[seat]
    holds = (*holds, cargo) if power == HOLD else holds
    return replaced(ships, seat, Ship(space, lap, holds, tuple(sorted((*powers, power)))))


# -- battles --------------------------------------------------------------------------------------


def _fought(game: Jamaica, state: State, fight: Fight) -> State:
    if fight.target not in alongside(state.ships, state.mover):
        raise IllegalAction("not_alongside")
    return state._replace(phase=Phase.POWDER, battle=Battle(state.mover, fight.target))


def _powdered(game: Jamaica, state: State, powder: Powder) -> State:
    """JA-9: powder is spent in every case. JA-17: from which holds, the spender may choose."""
    seat, battle, amount = state.turn, state.battle, powder.amount
    assert battle is not None
    ship = state.ships[seat]
    if not 0 <= amount <= stock(ship.holds, POWDER):
        raise IllegalAction("no_such_powder")
    attack, _ = battle.powder
    battle = battle._replace(powder=(amount, 0) if seat == battle.attacker else (attack, amount))
    holds, due = ship.holds, Due(POWDER, amount, 0) if amount else None
    while due is not None and len(ways := payments(holds, due)) == 1:
        number, taken = ways[0].hold, ways[0].amount
        holds = less(holds, number, taken)
        due = Due(POWDER, due.amount - taken, number + 1) if due.amount > taken else None
    return state._replace(
        phase=Phase.COMBAT if due is None else Phase.PAY,
        ships=replaced(state.ships, seat, ship._replace(holds=holds)),
        battle=battle,
        due=due,
    )


def strength(ship: Ship, powder: int, face: int) -> int:
    """Return a side's total in battle, unless the die shows the star. JA-9, JA-11."""
    return face + powder + LADY * (BETH in ship.powers)


def _struck(game: Jamaica, state: State, struck: Struck) -> State:
    seat, battle, face = state.turn, state.battle, struck.face
    assert battle is not None
    if face not in FACES:
        raise IllegalAction("impossible_chance", outcome=struck)
    attack, _ = battle.dice
    battle = battle._replace(dice=(face, 0) if seat == battle.attacker else (attack, face))
    if not battle.sabre:
        for holder in battle[:2]:
            if SABRE in state.ships[holder].powers:
                return state._replace(phase=Phase.SABRE, turn=holder, battle=battle)
    return _judge(game, state._replace(battle=battle))


def _rerolled(game: Jamaica, state: State, reroll: Reroll) -> State:
    """JA-11 and JA-16: the die just rolled is rolled again, and no powder is added."""
    battle = state.battle
    assert battle is not None
    roller = battle.defender if battle.dice[1] else battle.attacker
    dice = (battle.dice[0], 0) if battle.dice[1] else (0, 0)
    battle = battle._replace(dice=dice, sabre=True)
    return state._replace(phase=Phase.COMBAT, turn=roller, battle=battle)


def _kept(game: Jamaica, state: State, keep: Keep) -> State:
    return _judge(game, state)


def _judge(game: Jamaica, state: State) -> State:
    """JA-9: the star wins at once; else the defender answers, and the higher total wins."""
    battle = state.battle
    assert battle is not None
    attacker, defender, _, (attack, defence), _, _ = battle
    if attack == STAR:
        winner: int | None = attacker
    elif not defence:
        return state._replace(phase=Phase.POWDER, turn=defender)
    elif defence == STAR:
        winner = defender
    else:
        mine, theirs = totals(state.ships, battle)
        winner = None if mine == theirs else attacker if mine > theirs else defender
    if winner is None:
        return _end_battle(game, state)
    return state._replace(phase=Phase.LOOT, turn=winner, battle=battle._replace(winner=winner))


def totals(ships: Ships, battle: Battle) -> tuple[int, int]:
    """Return the totals of attacker and defender as they stand."""
    attacker, defender, (mine, theirs), (attack, defence), _, _ = battle
    return strength(ships[attacker], mine, attack), strength(ships[defender], theirs, defence)


def _end_battle(game: Jamaica, state: State) -> State:
    return _settle(game, state._replace(battle=None, load=None), state.ships)


def loser_of(battle: Battle) -> int:
    """Return who has lost a battle that is won."""
    assert battle.winner is not None
    return battle.attacker + battle.defender - battle.winner


def loot(at: State | View, cursed: tuple[int, ...], hidden: int) -> tuple[Action, ...]:
    """Return what the winner may do, with its own cursed treasures and the loser's hidden ones."""
    assert at.battle is not None
    ship = at.ships[loser_of(at.battle)]
    holds = [_take_hold(number) for number, hold in enumerate(ship.holds) if hold is not None]
    powers = map(_take_power, ship.powers)
    blind = (_TAKE_HIDDEN,) if hidden else ()
    return (*holds, *powers, *blind, *map(_curse, dict.fromkeys(cursed)), _SPARE)


def _take_hold_step(game: Jamaica, state: State, take: TakeHold) -> State:
    """JA-10: the whole of a hold; it is then loaded as JA-5 says."""
    battle = state.battle
    assert battle is not None
    loser = loser_of(battle)
    ship = state.ships[loser]
    if not 0 <= take.hold < len(ship.holds) or (cargo := ship.holds[take.hold]) is None:
        raise IllegalAction("nothing_to_take")
    ship = ship._replace(holds=replaced(ship.holds, take.hold, None))
    ships = replaced(state.ships, loser, ship)
    return state._replace(phase=Phase.LOAD, ships=ships, load=cargo)


def _take_power_step(game: Jamaica, state: State, take: TakePower) -> State:
    """JA-10, JA-11: a power works at once for whoever has it; the sixth hold keeps its cargo."""
    battle, power = state.battle, take.treasure
    assert battle is not None
    loser = loser_of(battle)
    ship = state.ships[loser]
    if power not in ship.powers:
        raise IllegalAction("nothing_to_take")
    cargo = ship.holds[game.holds] if power == HOLD else None
    ship = ship._replace(
        holds=ship.holds[: game.holds] if power == HOLD else ship.holds,
        powers=tuple([other for other in ship.powers if other != power]),
    )
    ships = _empowered(replaced(state.ships, loser, ship), state.turn, power, cargo)
    return _end_battle(game, state._replace(ships=ships))


def _take_hidden_step(game: Jamaica, state: State, take: TakeHidden) -> State:
    assert state.battle is not None
    if not state.hidden[loser_of(state.battle)]:
        raise IllegalAction("nothing_to_take")
    return state._replace(phase=Phase.THEFT)


def _stolen(game: Jamaica, state: State, stolen: Stolen) -> State:
    """JA-11, JA-15: thief and loser know what was taken; if there were several to take from, others
    who knew one of them have lost sight of it.
    """
    assert state.battle is not None
    thief, loser = state.turn, loser_of(state.battle)
    row = list(state.hidden[loser])
    taken = [card for card in row if card.treasure == stolen.treasure]
    if not taken:
        raise IllegalAction("impossible_chance", outcome=stolen)
    card = max(taken, key=lambda card: card.seen >> thief & 1)  # of equals, which one is not known
    row.remove(card)
    both = 1 << thief | 1 << loser
    if row:
        card = Hidden(card.treasure, both)
        row = sorted(Hidden(treasure, seen & both) for treasure, seen in row)
    else:
        card = Hidden(card.treasure, card.seen | both)
    hidden = replaced(state.hidden, loser, tuple(row))
    hidden = replaced(hidden, thief, tuple(sorted((*hidden[thief], card))))
    return _end_battle(game, state._replace(hidden=hidden))


def _curse_step(game: Jamaica, state: State, curse: Curse) -> State:
    """JA-10: both know which one; everybody else knows that it is a cursed one. JA-15."""
    assert state.battle is not None
    giver, loser = state.turn, loser_of(state.battle)
    row = list(state.hidden[giver])
    given = [card for card in row if card.treasure == curse.treasure < 0]
    if not given:
        raise IllegalAction("nothing_to_take")
    row.remove(given[0])
    both = 1 << giver | 1 << loser
    if row:  # others who knew a cursed one of these cannot tell whether it was given
        row = [Hidden(n, seen & both if n < 0 else seen) for n, seen in row]
        card = Hidden(curse.treasure, both | CURSED)
    else:
        card = Hidden(curse.treasure, given[0].seen | both | CURSED)
    hidden = replaced(state.hidden, giver, tuple(sorted(row)))
    hidden = replaced(hidden, loser, tuple(sorted((*hidden[loser], card))))
    return _end_battle(game, state._replace(hidden=hidden))


def _spare_step(game: Jamaica, state: State, spare: Spare) -> State:
    return _end_battle(game, state)


# -- the game -------------------------------------------------------------------------------------


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
    steps: ClassVar[Mapping[tuple[Enum, type[Action]], Callable[..., State]]] = {
        (Phase.DEAL, Deal): _deal,
        (Phase.ROLL, Rolled): _rolled,
        (Phase.DICE, SetDice): _dice_set,
        (Phase.CARD, Choose): _chosen,
        (Phase.REVEAL, Reveal): _reveal,
        (Phase.LOAD, Load): _loaded,
        (Phase.LOAD, Lose): _lost,
        (Phase.MOVE, Move): _moved,
        (Phase.FIGHT, Fight): _fought,
        (Phase.POWDER, Powder): _powdered,
        (Phase.COMBAT, Struck): _struck,
        (Phase.SABRE, Reroll): _rerolled,
        (Phase.SABRE, Keep): _kept,
        (Phase.LOOT, TakeHold): _take_hold_step,
        (Phase.LOOT, TakePower): _take_power_step,
        (Phase.LOOT, TakeHidden): _take_hidden_step,
        (Phase.LOOT, Curse): _curse_step,
        (Phase.LOOT, Spare): _spare_step,
        (Phase.THEFT, Stolen): _stolen,
        (Phase.PAY, Pay): _paid,
        (Phase.SHORTAGE, Retreat): _retreated,
        (Phase.TREASURE, Found): _found,
        (Phase.DRAW, Drawn): _drawn,
    }

    def __post_init__(self) -> None:
        super().__post_init__()
        if type(self.captain) is not int or self.captain not in range(self.players):
            raise ValueError(
                f"captain is a seat from 0 to {self.players - 1}, not {self.captain!r}"
            )
        if type(self.max_rounds) is not int or self.max_rounds < 1:
            raise ValueError(f"max_rounds is a whole number from 1, not {self.max_rounds!r}")
        if type(self.holds) is not int or self.holds < 2:
            raise ValueError(f"holds is a whole number from 2, not {self.holds!r}")
        if self.track is not TRACK:
            object.__setattr__(self, "track", checked(self.track))

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

    def events(self, state: State, action: Action, seat: int | None = OPEN) -> tuple[Event, ...]:
        """Return what a seat is told when an action is played."""
        after = self.play(state, action)
        actor, battle, day = state.turn, state.battle, Phrase(f"jamaica.day.{state.day}")
        loser = None if battle is None or battle.winner is None else loser_of(battle)
        told: list[Event] = []

        def tell(code: str, **values: object) -> None:
            told.append(Event(f"jamaica.event.{code}", values))

        def place(space: int) -> Phrase:
            kind, price, _, _ = self.track[space]
            return Phrase(f"jamaica.space.{kind}", {"number": space, "price": price})

        match action:
            case Deal():
                tell("deal", count=HAND)
            case Rolled(low, high):
                tell("rolled", seat=actor, low=low, high=high)
            case SetDice(morning, evening):
                tell("dice", seat=actor, morning=morning, evening=evening)
            case Choose(card):
                shown = seat in (OPEN, actor)
                tell("choose", seat=actor, card=card_named(card) if shown else None)
            case Reveal():
                assert after.card is not None
                tell("reveal", seat=actor, card=card_named(after.card))
            case Load(hold):
                assert state.load is not None
                old = state.ships[actor].holds[hold]
                if old is not None:
                    tell("overboard", seat=actor, cargo=cargo_named(old))
                cargo = cargo_named(state.load)
                if battle is None:
                    tell("load", day=day, seat=actor, cargo=cargo, hold=hold_named(hold))
                else:
                    tell("loot", seat=actor, cargo=cargo, hold=hold_named(hold))
            case Lose():
                assert state.load is not None
                tell("lost", seat=actor, cargo=cargo_named(state.load))
            case Move(space):
                assert state.card is not None
                forward = CARDS[state.card][state.day] == FORWARD
                tell(
                    "forward" if forward else "backward",
                    day=day, seat=actor, count=state.dice[state.day], place=place(space),
                )  # fmt: skip
                if after.ships[actor].lap > 0:
                    tell("home", seat=actor)
            case Fight(target):
                tell("fight", seat=actor, target=target)
            case Powder(amount):
                tell("powder" if amount else "no_powder", seat=actor, amount=amount)
            case Struck(face):
                tell("star" if face == STAR else "struck", seat=actor, face=face)
            case Reroll():
                tell("reroll", seat=actor, target=after.turn)
            case Keep():
                tell("keep", seat=actor)
            case TakeHold(hold):
                assert after.load is not None
                tell("take_hold", seat=actor, target=loser, cargo=cargo_named(after.load))
            case TakePower(power):
                tell("take_power", seat=actor, target=loser, treasure=treasure_named(power))
            case TakeHidden():
                tell("take_hidden", seat=actor, target=loser)
            case Stolen(treasure):
                knows = seat in (OPEN, actor, loser)
                tell("stolen", seat=actor, treasure=treasure_named(treasure) if knows else None)
            case Curse(treasure):
                knows = seat in (OPEN, actor, loser)
                value = treasure_named(treasure) if knows else None
                tell("curse", seat=actor, target=loser, treasure=value)
            case Spare():
                tell("spare", seat=actor)
            case Pay(hold, amount):
                assert state.due is not None
                cargo = cargo_named((state.due.kind, amount))
                tell("pay", seat=actor, cargo=cargo, hold=hold_named(hold))
            case Retreat(space):
                here = self.track[state.ships[actor].space]
                kind = PRICED_IN[here.kind]
                given = kind, stock(state.ships[actor].holds, kind)
                tell("shortage", seat=actor, price=cargo_named((kind, here.price)))
                if given[1]:
                    tell("give_all", seat=actor, cargo=cargo_named(given))
                tell("retreat", seat=actor, place=place(space))
            case Found(treasure):
                if treasure in POWERS:
                    tell("power", seat=actor, treasure=treasure_named(treasure))
                else:
                    knows = seat in (OPEN, actor)
                    tell("found", seat=actor, treasure=treasure_named(treasure) if knows else None)
            case Drawn(card):
                shown = seat in (OPEN, actor)
                tell("drawn", seat=actor, card=card_named(card) if shown else None)
        if battle is not None and isinstance(action, Struck | Keep):
            fought = after.battle
            if fought is None:
                total, _ = totals(state.ships, battle)
                tell("tie", seat=battle.attacker, target=battle.defender, total=total)
            elif fought.winner is not None:
                seats = {"seat": fought.winner, "target": loser_of(fought)}
                if STAR in fought.dice:
                    tell("star_wins", **seats)
                else:
                    low, high = sorted(totals(after.ships, fought))
                    tell("wins", high=high, low=low, **seats)
            elif after.phase is Phase.POWDER:
                tell("total", seat=fought.attacker, total=totals(after.ships, fought)[0])
        if len(after.piles[after.turn]) > len(state.piles[after.turn]):
            tell("reshuffle", seat=after.turn)
        if after.round > state.round:
            tell("round", seat=after.captain, number=after.round)
        if (outcome := self.outcome(after)) is not None:
            for each, ship in enumerate(after.ships):
                tell(
                    "score", seat=each, space=self.space_score(ship), gold=stock(ship.holds, GOLD),
                    treasures=sum(card.treasure for card in after.hidden[each]),
                    points=outcome.scores[each],
                )  # fmt: skip
            tell("won", seats=outcome.winners)
        return tuple(told)


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
