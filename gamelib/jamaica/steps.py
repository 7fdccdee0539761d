"""Jamaica step by step: one small function for each thing that can happen, as the sheet has it.

Where an action leads (a battle, a price, a treasure, the evening, the next go) is decided by a few
functions that hand on to each other: `_arrive`, `_settle`, `_end_action`, `_draw`. `ships` is given
along where ships have just changed, so that only one new state is made on the way.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from typing import TYPE_CHECKING

from gamelib.game import (
    Action,
    Deal,
    Hands,
    IllegalAction,
    replaced,
)
from gamelib.jamaica.holds import berths, emptied, less, payments, stock
from gamelib.jamaica.position import (
    BETH,
    CARDS,
    CURSED,
    EVENING,
    FACES,
    FORWARD,
    HAND,
    HOLD,
    LADY,
    MAP,
    MORNING,
    POWERS,
    SABRE,
    SAILING,
    STAR,
    Battle,
    Choose,
    Curse,
    Drawn,
    Due,
    Fight,
    Found,
    Hidden,
    Hold,
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
)
from gamelib.jamaica.track import (
    FOOD,
    GOLD,
    POWDER,
    PRICED_IN,
)

if TYPE_CHECKING:
    from gamelib.jamaica.rules import Jamaica


# -- a round --------------------------------------------------------------------------------------


def _deal(game: Jamaica, state: State, deal: Deal) -> State:
    piles = game.deal.piles(deal)
    return state._replace(phase=Phase.ROLL, hands=deal.hands, piles=piles)


def _rolled(game: Jamaica, state: State, rolled: Rolled) -> State:
    if not 1 <= rolled.low <= rolled.high <= 6:
        raise IllegalAction("impossible_chance", outcome=rolled)
    return state._replace(phase=Phase.DICE, dice=(rolled.low, rolled.high))


def _dice_set(game: Jamaica, state: State, dice: SetDice) -> State:
    if sorted((dice.morning, dice.evening)) != [*state.dice]:
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


STEPS: Mapping[tuple[Enum, type[Action]], Callable[..., State]] = {
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
"""For each phase and kind of action, the function that makes the next state."""
