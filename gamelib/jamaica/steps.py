"""Jamaica step by step: one small function for each thing that can happen, as the sheet has it.

Where an action leads (a battle, a price, a treasure, the evening, the next go) is decided by a few
functions that hand on to each other: `_arrive`, `_settle`, `_end_action`, `_draw`. `ships` is given
along where ships have just changed, so that only one new state is made on the way. The steps of a
battle are in `battles`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from typing import TYPE_CHECKING

from gamelib.game import Action, Deal, Hands, IllegalAction, replaced
from gamelib.jamaica.holds import berths, emptied, less, payments, stock
from gamelib.jamaica.position import (
    CARDS,
    EVENING,
    FORWARD,
    HAND,
    HOLD,
    MAP,
    MORNING,
    POWERS,
    SAILING,
    Choose,
    Drawn,
    Due,
    Found,
    Hidden,
    Hold,
    Load,
    Lose,
    Move,
    Pay,
    Phase,
    Retreat,
    Reveal,
    Rolled,
    SetDice,
    Ship,
    Ships,
    State,
    View,
)
from gamelib.jamaica.track import FOOD, GOLD, PRICED_IN

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
    return end_battle(game, state._replace(ships=ships))


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


def end_battle(game: Jamaica, state: State) -> State:
    """JA-6: after the battle come the price and the treasure."""
    return _settle(game, state._replace(battle=None, load=None), state.ships)


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
        return _end_action(game, state, empowered(state.ships, seat, treasure, None))
    row = tuple(sorted((*state.hidden[seat], Hidden(treasure, 1 << seat))))
    hidden = replaced(state.hidden, seat, row)
    return _end_action(game, state._replace(hidden=hidden), state.ships)


def empowered(ships: Ships, seat: int, power: int, cargo: Hold) -> Ships:
    """Return the ships after a seat has gained a power; the sixth hold comes with its cargo."""
    space, lap, holds, powers = ships[seat]
    holds = (*holds, cargo) if power == HOLD else holds
    return replaced(ships, seat, Ship(space, lap, holds, tuple(sorted((*powers, power)))))


STEPS: Mapping[tuple[Enum, type[Action]], Callable[..., State]] = {
    (Phase.DEAL, Deal): _deal,
    (Phase.ROLL, Rolled): _rolled,
    (Phase.DICE, SetDice): _dice_set,
    (Phase.CARD, Choose): _chosen,
    (Phase.REVEAL, Reveal): _reveal,
    (Phase.LOAD, Load): _loaded,
    (Phase.LOAD, Lose): _lost,
    (Phase.MOVE, Move): _moved,
    (Phase.PAY, Pay): _paid,
    (Phase.SHORTAGE, Retreat): _retreated,
    (Phase.TREASURE, Found): _found,
    (Phase.DRAW, Drawn): _drawn,
}
"""For each phase but those of a battle, and kind of action, what makes the next state."""
