"""Battles in Jamaica, step by step: powder, the dice, the sabre, and what the winner takes.

A battle comes between a move and the price of a space: `end_battle` in `steps` goes on from there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from typing import TYPE_CHECKING

from gamelib.game import Action, IllegalAction, replaced
from gamelib.jamaica.holds import less, payments, stock
from gamelib.jamaica.position import (
    BETH,
    CURSED,
    FACES,
    HOLD,
    LADY,
    SABRE,
    STAR,
    Battle,
    Curse,
    Due,
    Fight,
    Hidden,
    Keep,
    Phase,
    Powder,
    Reroll,
    Ship,
    Ships,
    Spare,
    State,
    Stolen,
    Struck,
    TakeHidden,
    TakeHold,
    TakePower,
)
from gamelib.jamaica.steps import alongside, empowered, end_battle
from gamelib.jamaica.track import POWDER

if TYPE_CHECKING:
    from gamelib.jamaica.rules import Jamaica


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
        return end_battle(game, state)
    return state._replace(phase=Phase.LOOT, turn=winner, battle=battle._replace(winner=winner))


def totals(ships: Ships, battle: Battle) -> tuple[int, int]:
    """Return the totals of attacker and defender as they stand."""
    attacker, defender, (mine, theirs), (attack, defence), _, _ = battle
    return strength(ships[attacker], mine, attack), strength(ships[defender], theirs, defence)


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
    ships = empowered(replaced(state.ships, loser, ship), state.turn, power, cargo)
    return end_battle(game, state._replace(ships=ships))


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
    return end_battle(game, state._replace(hidden=hidden))


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
    return end_battle(game, state._replace(hidden=hidden))


def _spare_step(game: Jamaica, state: State, spare: Spare) -> State:
    return end_battle(game, state)


BATTLE_STEPS: Mapping[tuple[Enum, type[Action]], Callable[..., State]] = {
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
}
"""For each phase of a battle and kind of action, the function that makes the next state."""
