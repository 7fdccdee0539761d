"""Jamaica follows JA-1 to JA-17, in positions written out hold by hold."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import comb
from random import Random
from typing import Any

import pytest

from gamelib.game import OPEN, Action, Deal, IllegalAction, Lottery
from gamelib.jamaica import (
    Choose,
    Curse,
    Drawn,
    Fight,
    Found,
    Jamaica,
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
    Spare,
    State,
    Stolen,
    Struck,
    TakeHidden,
    TakeHold,
    TakePower,
)
from gamelib.jamaica.holds import payments, stock
from gamelib.jamaica.position import (
    BETH,
    CARDS,
    DECK,
    HOLD,
    MAP,
    SABRE,
    STAR,
    TREASURES,
    Due,
    Hidden,
    Holds,
    Ship,
)
from gamelib.jamaica.rules import unseen_cards, unseen_treasures
from gamelib.texts import LANGUAGES, tell

KINDS = {"f": "food", "g": "gold", "p": "powder"}
GOLD_GOLD, FORWARD_TWICE, FORWARD_FOOD, BACK_FORWARD, FOOD_POWDER = 10, 0, 3, 2, 7


def holds(text: str) -> Holds:
    """Holds written as "f3 g3 p2 - -"."""
    return tuple((KINDS[hold[0]], int(hold[1:])) if hold != "-" else None for hold in text.split())


def ship(space: int = 0, cargo: str = "f3 g3 - - -", lap: int = 0, *powers: int) -> Ship:
    return Ship(space, lap, holds(cargo), powers)


def go(card: int, dice: tuple[int, int], *ships: Ship, **changes: Any) -> tuple[Jamaica, State]:
    """A game in which seat 0 has just revealed a card; the others load gold twice."""
    game = Jamaica(players=len(ships), **changes.pop("options", {}))
    chosen = (card,) + (GOLD_GOLD,) * (len(ships) - 1)
    hands = tuple(tuple(c for c in DECK if c != mine)[:2] for mine in chosen)
    piles = tuple(
        tuple(c for c in DECK if c != mine and c not in hand)
        for mine, hand in zip(chosen, hands, strict=True)
    )
    state = game.start()._replace(
        phase=Phase.REVEAL, dice=dice, chosen=chosen, hands=hands, piles=piles, ships=ships
    )
    return game, game.play(state._replace(**changes), Reveal())


def played(game: Jamaica, state: State, *actions: Action) -> State:
    for action in actions:
        state = game.play(state, action)
    return state


def refusal(game: Jamaica, state: State, action: Any) -> str:
    """The reason for which an action is refused, by `play`; it is not offered either."""
    assert action not in game.actions(state)
    with pytest.raises(IllegalAction) as caught:
        game.play(state, action)
    return caught.value.reason


def told(game: Jamaica, state: State, action: Action, seat: int | None) -> list[str]:
    """What a seat is told, as sentences; it can be said in every language."""
    events = game.events(state, action, game.play(state, action), seat)
    assert all(tell(event, lang) for event in events for lang in LANGUAGES)
    return [tell(event) for event in events]


def battle(attacker: Ship, defender: Ship, **changes: Any) -> tuple[Jamaica, State]:
    """Seat 0 has sailed one space, to where seat 1 lies, and has to fight."""
    first = attacker._replace(space=defender.space - 1)
    game, state = go(FORWARD_FOOD, (1, 2), first, defender, **changes)
    state = played(game, state, Move(defender.space))
    assert game.actions(state) == (Fight(1),)
    return game, game.play(state, Fight(1))


# -- JA-2 to JA-4: cards, set-up, a round ---------------------------------------------------------


@pytest.mark.rule("JA-2")
def test_the_eleven_cards() -> None:
    f, b = "forward", "backward"
    assert list(CARDS) == [
        (f, f), (f, b), (b, f), (f, "food"), (f, "powder"), ("food", f), ("gold", f),
        ("food", "powder"), ("powder", "food"), ("powder", "gold"), ("gold", "gold"),
    ]  # fmt: skip


@pytest.mark.rule("JA-3")
def test_the_set_up() -> None:
    game = Jamaica(players=3, captain=2)
    state = game.start()
    assert state.ships == (ship(0, "f3 g3 - - -"),) * 3
    assert state.tokens == (4, 9, 11, 19, 22, 25, 33, 37, 44)
    assert (state.captain, state.turn) == (2, 2)
    assert Counter(state.treasures) == Counter(TREASURES)
    assert game.observe(state, None).treasure_pile == 9
    lottery = game.turn(state)
    assert isinstance(lottery, Lottery)
    assert lottery.cases == comb(11, 3) ** 3
    deal = Deal(((0, 1, 2), (0, 1, 2), (8, 9, 10)))
    assert lottery.probability(deal) == Fraction(1, 165**3)
    state = game.play(state, deal)
    assert state.hands == deal.hands
    assert state.piles[2] == (0, 1, 2, 3, 4, 5, 6, 7)
    assert (state.phase, state.round) == (Phase.ROLL, 1)


@pytest.mark.rule("JA-3")
@pytest.mark.parametrize(
    "hands",
    [((0, 1, 2),), ((0, 1, 2), (0, 1)), ((0, 1, 2), (1, 0, 2)), ((0, 0, 1), (0, 1, 2)),
     ((0, 1, 11), (0, 1, 2)), ((0, 1, 2), (True, 2, 3)), ((0, 1, 2), "012"), 7],
)  # fmt: skip
def test_hands_that_nobody_can_be_dealt(hands: Any) -> None:
    game = Jamaica(players=2)
    assert game.deal.probability(Deal(hands)) == 0
    assert refusal(game, game.start(), Deal(hands)) == "impossible_chance"


def test_every_deal_is_listed_once() -> None:
    deals = Counter(dict(Jamaica(players=2).deal))
    assert len(deals) == 165**2
    assert set(deals.values()) == {Fraction(1, 165**2)}
    assert Jamaica(players=2).deal.weights.keys() == deals.keys()


@pytest.mark.rule("JA-3")
def test_any_treasure_may_be_next_since_the_removed_ones_are_unseen() -> None:
    game, state = go(FORWARD_FOOD, (4, 1), ship(), ship())
    state = game.play(state, Move(4))
    lottery = game.turn(state)
    assert isinstance(lottery, Lottery)
    assert lottery.probability(Found(7)) == Fraction(2, 12)
    assert lottery.probability(Found(-4)) == lottery.probability(Found(MAP)) == Fraction(1, 12)


@pytest.mark.rule("JA-4")
def test_a_round_from_the_dice_to_the_next_captain() -> None:
    game = Jamaica(players=3, captain=1)
    state = game.play(game.start(), Deal(((0, 7, 10), (0, 7, 10), (0, 7, 10))))
    dice = game.turn(state)
    assert isinstance(dice, Lottery)
    assert len(dict(dice)) == 21
    assert dice.probability(Rolled(2, 5)) == Fraction(1, 18)
    assert dice.probability(Rolled(5, 5)) == Fraction(1, 36)
    state = game.play(state, Rolled(2, 5))
    assert game.turn(state) == 1
    assert game.actions(state) == (SetDice(2, 5), SetDice(5, 2))
    assert refusal(game, state, SetDice(2, 2)) == "not_these_dice"
    state = game.play(state, SetDice(5, 2))
    choosers = []
    for card in (7, 10, 0):
        assert game.actions(state) == (Choose(0), Choose(7), Choose(10))
        choosers.append(game.turn(state))
        state = game.play(state, Choose(card))
    assert choosers == [1, 2, 0]
    assert state.chosen == (0, 7, 10)
    assert (state.phase, state.turn) == (Phase.REVEAL, 1)
    # Seat 1: 5 food in the morning, 2 powder in the evening.
    state = played(game, state, Reveal(), Load(2), Load(3))
    assert state.ships[1].holds == holds("f3 g3 f5 p2 -")
    assert (state.phase, state.turn) == (Phase.REVEAL, 2)
    state = played(game, state, Reveal(), Load(2), Load(3))
    assert state.ships[2].holds == holds("f3 g3 g5 g2 -")
    # Seat 0: 5 forward to a port, 2 forward to the sea.
    state = played(game, state, Reveal(), Move(5), Pay(1, 3))
    state = played(game, state, Move(7), Pay(0, 2))
    assert state.ships[0] == ship(7, "f1 - - - -")
    # All draw, from the captain on.
    drawers = []
    for _ in range(3):
        assert state.phase is Phase.DRAW
        drawers.append(state.turn)
        state = game.play(state, Drawn(4))
    assert drawers == [1, 2, 0]
    assert state.hands == ((4, 7, 10), (0, 4, 10), (0, 4, 7))
    assert (state.phase, state.captain, state.turn, state.round) == (Phase.ROLL, 2, 2, 2)


def test_equal_dice_leave_nothing_to_set() -> None:
    game = Jamaica(players=2)
    state = game.play(game.start(), game.deal.sample(Random(1)))
    assert game.actions(game.play(state, Rolled(4, 4))) == (SetDice(4, 4),)
    assert refusal(game, state, Rolled(5, 4)) == "impossible_chance"
    assert refusal(game, state, Rolled(0, 4)) == "impossible_chance"


@pytest.mark.rule("JA-4")
def test_an_empty_pile_is_made_new_from_the_own_discard_when_a_card_is_due() -> None:
    game, state = go(FOOD_POWDER, (1, 1), ship(), ship())
    state = state._replace(
        hands=((0, 1), (0, 1)),
        piles=((), tuple(range(2, 10))),
        discards=((2, 3, 4, 5, 6, 7, 8, 9, 10), ()),
    )
    state = played(game, state, Load(2), Load(3), Reveal(), Load(2))
    last = Load(3)
    assert any("shuffles" in sentence for sentence in told(game, state, last, None))
    state = game.play(state, last)
    assert (state.phase, state.turn) == (Phase.DRAW, 0)
    assert state.piles[0] == (2, 3, 4, 5, 6, 7, 8, 9, 10)
    assert state.discards[0] == ()
    lottery = game.turn(state)
    assert isinstance(lottery, Lottery)
    assert lottery.probability(Drawn(7)) == Fraction(1, 9)
    assert refusal(game, state, Drawn(0)) == "impossible_chance"


# -- JA-5: loads ----------------------------------------------------------------------------------


@pytest.mark.rule("JA-5")
def test_a_load_goes_into_an_empty_hold_and_never_tops_up() -> None:
    game, state = go(FOOD_POWDER, (6, 1), ship(0, "f1 g3 - p2 -"), ship())
    assert game.actions(state) == (Load(2),)
    for hold in (0, 1, 3, 5, -1):
        assert refusal(game, state, Load(hold)) == "cannot_load_there"
    assert refusal(game, state, Lose()) == "can_be_loaded"
    assert game.play(state, Load(2)).ships[0].holds == holds("f1 g3 f6 p2 -")


@pytest.mark.rule("JA-5")
def test_without_an_empty_hold_one_of_another_kind_is_emptied() -> None:
    game, state = go(FOOD_POWDER, (6, 1), ship(0, "f1 g3 f2 p2 g6"), ship())
    assert game.actions(state) == (Load(1), Load(3), Load(4))
    assert refusal(game, state, Load(0)) == "cannot_load_there"
    assert told(game, state, Load(4), None) == [
        "Ada throws gold × 6 overboard.",
        "Morning: Ada loads food × 6 into hold 5.",
    ]
    assert game.play(state, Load(4)).ships[0].holds == holds("f1 g3 f2 p2 f6")


@pytest.mark.rule("JA-5")
def test_a_load_is_lost_when_all_holds_are_of_its_kind() -> None:
    full = ship(0, "f1 f3 f2 f2 f6")
    game, state = go(FOOD_POWDER, (6, 1), full, ship())
    assert game.actions(state) == (Lose(),)
    state = game.play(state, Lose())
    assert state.ships[0] == full
    assert (state.phase, state.load) == (Phase.LOAD, ("powder", 1))


# -- JA-6: moves ----------------------------------------------------------------------------------


@pytest.mark.rule("JA-6")
def test_a_move_is_exactly_the_die_and_forks_are_chosen() -> None:
    game, state = go(FORWARD_TWICE, (4, 1), ship(5), ship())
    assert game.actions(state) == (Move(9), Move(15))
    assert refusal(game, state, Move(8)) == "cannot_sail_there"
    assert game.play(state, Move(15)).ships[0].space == 15
    game, state = go(BACK_FORWARD, (3, 1), ship(16), ship())
    assert game.actions(state) == (Move(11), Move(13))


@pytest.mark.rule("JA-6")
def test_passing_costs_nothing_and_starts_no_battle() -> None:
    game, state = go(FORWARD_TWICE, (4, 1), ship(0, "- - - - -"), ship(3))
    state = played(game, state, Move(4), Found(7))
    assert state.phase is Phase.MOVE
    assert state.ships[0].holds == holds("- - - - -")


@pytest.mark.rule("JA-6")
def test_of_several_ships_one_is_chosen_and_in_port_royal_none() -> None:
    game, state = go(FORWARD_TWICE, (1, 1), ship(1), ship(2), ship(2), ship(3))
    state = game.play(state, Move(2))
    assert game.actions(state) == (Fight(1), Fight(2))
    for target in (0, 3, 4, -1):
        assert refusal(game, state, Fight(target)) == "not_alongside"
    state = game.play(state, Fight(2))
    state = played(game, state, Powder(0), Struck(6), Powder(0), Struck(6))
    assert (state.phase, state.due) == (Phase.PAY, Due("food", 3, 0)), "one battle, then the price"
    game, state = go(BACK_FORWARD, (1, 1), ship(1), ship(0))
    state = game.play(state, Move(0))
    assert (state.phase, state.day) == (Phase.MOVE, 1)


@pytest.mark.rule("JA-6")
def test_battle_then_price_then_treasure() -> None:
    game, state = go(FORWARD_FOOD, (1, 1), ship(3), ship(4))
    state = game.play(state, Move(4))
    assert state.phase is Phase.FIGHT
    state = played(game, state, Fight(1), Powder(0), Struck(STAR), Spare())
    assert state.phase is Phase.TREASURE
    state = game.play(state, Found(5))
    assert 4 not in state.tokens
    assert state.hidden == ((Hidden(5, 1),), ())
    assert Counter(state.treasures) + Counter({5: 1}) == Counter(TREASURES)
    # Who stops there later finds nothing.
    later = state._replace(ships=(ship(3), ship(9)), phase=Phase.MOVE, card=0, day=0, load=None)
    assert game.play(later, Move(4)).phase is Phase.MOVE


# -- JA-7: prices ---------------------------------------------------------------------------------


@pytest.mark.rule("JA-7")
@pytest.mark.parametrize(
    ("space", "kind", "price"), [(2, "food", 3), (6, "gold", 5), (45, "gold", 7), (29, "food", 1)]
)
def test_sea_is_paid_in_food_and_ports_in_gold(space: int, kind: str, price: int) -> None:
    rich = ship(space - 1, "f9 g9 - - -")
    game, state = go(FORWARD_TWICE, (1, 1), rich, ship())
    state = game.play(state, Move(space))
    assert state.due == Due(kind, price, 0)
    hold = ["food", "gold"].index(kind)
    assert game.actions(state) == (Pay(hold, price),)
    after = game.play(state, Pay(hold, price))
    assert stock(after.ships[0].holds, kind) == 9 - price


@pytest.mark.rule("JA-7")
def test_the_payer_chooses_how_many_tokens_each_hold_gives() -> None:
    game, state = go(FORWARD_TWICE, (1, 1), ship(1, "f2 g9 f1 f3 -"), ship())
    state = game.play(state, Move(2))
    ways: Counter[Holds] = Counter()
    waiting = [state]
    while waiting:
        now = waiting.pop()
        for action in game.actions(now):
            after = game.play(now, action)
            if after.due is None:
                ways[after.ships[0].holds] += 1
            else:
                waiting.append(after)
    shares = [(a, b, 3 - a - b) for a in range(3) for b in range(2) if a + b <= 3]
    expected = [
        tuple(
            (kind, left) if left else None
            for kind, left in (
                ("food", 2 - a), ("gold", 9), ("food", 1 - b), ("food", 3 - c), ("", 0)
            )
        )
        for a, b, c in shares
    ]  # fmt: skip
    assert ways == Counter(expected), "each way once, and no other"
    assert refusal(game, state, Pay(0, 3)) == "cannot_pay_so"
    assert refusal(game, state, Pay(1, 3)) == "cannot_pay_so"
    assert refusal(game, state, Pay(0, 0)) == "cannot_pay_so"


def test_when_everything_has_to_be_paid_there_is_nothing_to_choose() -> None:
    cargo = holds("f2 g9 f1 - -")
    assert payments(cargo, Due("food", 3, 0)) == (Pay(0, 2),)
    assert payments(cargo, Due("food", 1, 1)) == (Pay(2, 1),)


# -- JA-8: shortage -------------------------------------------------------------------------------


@pytest.mark.rule("JA-8")
def test_who_cannot_pay_gives_all_and_goes_back_to_what_can_be_paid() -> None:
    """Space 16 costs 3 gold, and there are 2; 15 costs 3 food, which is there: that is paid."""
    game, state = go(FORWARD_TWICE, (1, 1), ship(15, "f3 g2 - - -"), ship())
    state = game.play(state, Move(16))
    assert state.phase is Phase.SHORTAGE
    assert game.actions(state) == (Retreat(15),)
    assert refusal(game, state, Retreat(12)) == "cannot_retreat_there"
    assert told(game, state, Retreat(15), None) == [
        "Ada cannot pay gold × 3.",
        "Ada gives all there is of it: gold × 2.",
        "Ada goes back to space 15, sea, price in food 3.",
    ]
    state = game.play(state, Retreat(15))
    assert state.ships[0] == ship(15, "f3 - - - -")
    assert (state.phase, state.due) == (Phase.PAY, Due("food", 3, 0))
    assert game.play(state, Pay(0, 3)).day == 1


@pytest.mark.rule("JA-8")
def test_at_a_merge_the_branch_is_chosen_and_a_lair_gives_its_treasure() -> None:
    """With nothing left, 12 and 14 cannot be paid: the first free spaces are 11 and, past 13, 4."""
    game, state = go(FORWARD_TWICE, (1, 1), ship(14, "f2 - - - -"), ship())
    state = game.play(state, Move(15))
    assert game.actions(state) == (Retreat(4), Retreat(11))
    assert state.ships[0].holds == holds("f2 - - - -")
    state = game.play(state, Retreat(11))
    assert state.ships[0] == ship(11, "- - - - -")
    assert state.phase is Phase.TREASURE
    state = game.play(state, Found(3))
    assert 11 not in state.tokens
    assert (state.phase, state.day) == (Phase.MOVE, 1)


@pytest.mark.rule("JA-8")
def test_what_was_given_cannot_pay_behind() -> None:
    """Two food would pay space 12 (price 2), but they are given at 15 first."""
    game, state = go(FORWARD_TWICE, (1, 1), ship(14, "f2 g9 - - -"), ship())
    state = game.play(state, Move(15))
    assert game.actions(state) == (Retreat(6), Retreat(11)), "port 6 costs 5 gold"


@pytest.mark.rule("JA-8")
def test_a_battle_behind_comes_before_paying_and_may_force_a_second_retreat() -> None:
    game, state = go(FORWARD_TWICE, (1, 1), ship(15, "f3 g2 - - -"), ship(15, "g1 - - - -"))
    state = played(game, state, Move(16), Retreat(15))
    assert game.actions(state) == (Fight(1),)
    state = played(game, state, Fight(1), Powder(0), Struck(2), Powder(0), Struck(10))
    assert (state.phase, state.turn) == (Phase.LOOT, 1)
    state = played(game, state, TakeHold(0), Load(1))
    assert state.ships[1].holds == holds("g1 f3 - - -")
    assert (state.phase, state.turn) == (Phase.SHORTAGE, 0)
    assert game.actions(state) == (Retreat(4), Retreat(11))
    assert game.play(state, Retreat(4)).phase is Phase.TREASURE


@pytest.mark.rule("JA-8")
def test_loot_may_pay() -> None:
    game, state = battle(ship(cargo="- - - - -"), ship(16, "g4 - - - -"))
    state = played(game, state, Powder(0), Struck(STAR), TakeHold(0), Load(0))
    assert (state.phase, state.due) == (Phase.PAY, Due("gold", 3, 0))
    state = game.play(state, Pay(0, 3))
    assert state.ships[0] == ship(16, "g1 - - - -")
    assert state.ships[1] == ship(16, "- - - - -")


# -- JA-9: battles --------------------------------------------------------------------------------


@pytest.mark.rule("JA-9")
def test_the_attacker_commits_powder_rolls_and_the_defender_answers() -> None:
    game, state = battle(ship(cargo="f3 p2 p1 - -"), ship(2, "p5 - - - -"))
    assert (game.turn(state), game.actions(state)) == (0, tuple(map(Powder, range(4))))
    assert refusal(game, state, Powder(4)) == "no_such_powder"
    assert refusal(game, state, Powder(-1)) == "no_such_powder"
    state = game.play(state, Powder(3))
    assert state.ships[0].holds == holds("f3 - - - -")
    die = game.turn(state)
    assert isinstance(die, Lottery)
    assert dict(die) == {Struck(face): Fraction(1, 6) for face in (2, 4, 6, 8, 10, STAR)}
    assert refusal(game, state, Struck(3)) == "impossible_chance"
    assert told(game, state, Struck(8), None) == [
        "Ada rolls the combat die: 8.",
        "Ada stands at 11.",
    ]
    state = game.play(state, Struck(8))
    assert (game.turn(state), game.actions(state)) == (1, tuple(map(Powder, range(6))))
    state = game.play(state, Powder(4))
    assert told(game, state, Struck(8), None)[1] == "Blaise beats Ada by 12 to 11."
    state = game.play(state, Struck(8))
    assert (state.phase, state.turn) == (Phase.LOOT, 1)
    assert state.ships[1].holds == holds("p1 - - - -"), "the powder is spent by both"


@pytest.mark.rule("JA-9")
def test_the_first_star_wins_at_once() -> None:
    game, state = battle(ship(), ship(2, "p5 - - - -"))
    state = game.play(state, Powder(0))
    after = game.play(state, Struck(STAR))
    assert (after.phase, after.turn) == (Phase.LOOT, 0), "the defender does not even answer"
    state = played(game, state, Struck(10), Powder(0), Struck(STAR))
    assert (state.phase, state.turn) == (Phase.LOOT, 1)
    game, state = battle(ship(cargo="f3 p9 - - -"), ship(2))
    state = played(game, state, Powder(9), Struck(10), Powder(0), Struck(STAR))
    assert (state.phase, state.turn) == (Phase.LOOT, 1), "19 does not beat the star"


@pytest.mark.rule("JA-9")
@pytest.mark.parametrize(
    ("powder", "face", "winner"), [(0, 6, 0), (2, 6, None), (3, 6, 1), (0, 8, None), (0, 10, 1)]
)
def test_the_higher_total_wins_and_a_tie_does_nothing(
    powder: int, face: int, winner: int | None
) -> None:
    game, state = battle(ship(cargo="f5 p2 - - -"), ship(2, "p5 - - - -"))
    state = played(game, state, Powder(2), Struck(6), Powder(powder), Struck(face))
    if winner is None:
        assert (state.phase, state.battle) == (Phase.PAY, None)
    else:
        assert (state.phase, state.turn) == (Phase.LOOT, winner)
    assert stock(state.ships[0].holds, "powder") == 0
    assert stock(state.ships[1].holds, "powder") == 5 - powder


# -- JA-10: loot ----------------------------------------------------------------------------------


@pytest.mark.rule("JA-10")
def test_what_the_winner_may_do() -> None:
    cursed = ((Hidden(-3, 1), Hidden(7, 1)), (Hidden(3, 2), Hidden(5, 2)))
    loser = ship(2, "f4 - p1 - -", 0, BETH, SABRE)
    game, state = battle(ship(), loser, hidden=cursed)
    state = played(game, state, Powder(0), Struck(STAR), Keep())
    assert game.actions(state) == (
        TakeHold(0), TakeHold(2), TakePower(BETH), TakePower(SABRE), TakeHidden(), Curse(-3),
        Spare(),
    )  # fmt: skip
    for action in (TakeHold(1), TakeHold(5), TakePower(MAP), Curse(7), Curse(-2), TakeHold(-1)):
        assert refusal(game, state, action) == "nothing_to_take"
    assert game.play(state, Spare()).ships == state.ships


@pytest.mark.rule("JA-10")
def test_the_whole_of_a_hold_is_loaded_as_any_load() -> None:
    game, state = battle(ship(cargo="f3 g1 g2 p1 g3"), ship(2, "g7 - - - -"))
    state = played(game, state, Powder(0), Struck(STAR), TakeHold(0))
    assert state.ships[1].holds == holds("- - - - -")
    assert game.actions(state) == (Load(0), Load(3)), "the holds without gold"
    state = game.play(state, Load(3))
    assert state.ships[0].holds == holds("f3 g1 g2 g7 g3")
    assert state.phase is Phase.PAY


@pytest.mark.rule("JA-10")
def test_a_blind_theft_takes_any_of_the_hidden_treasures() -> None:
    rows = ((), (Hidden(-4, 2), Hidden(7, 2), Hidden(7, 2)))
    game, state = battle(ship(), ship(2), hidden=rows)
    state = played(game, state, Powder(0), Struck(STAR), TakeHidden())
    lottery = game.turn(state)
    assert isinstance(lottery, Lottery)
    assert dict(lottery) == {Stolen(-4): Fraction(1, 3), Stolen(7): Fraction(2, 3)}
    assert refusal(game, state, Stolen(5)) == "impossible_chance"
    state = game.play(state, Stolen(7))
    assert [[card.treasure for card in row] for row in state.hidden] == [[7], [-4, 7]]
    game, state = battle(ship(), ship(2))
    state = played(game, state, Powder(0), Struck(STAR))
    assert refusal(game, state, TakeHidden()) == "nothing_to_take"


@pytest.mark.rule("JA-10")
def test_a_cursed_treasure_can_be_given_to_the_loser() -> None:
    game, state = battle(ship(), ship(2), hidden=((), (Hidden(-2, 2), Hidden(5, 2))))
    state = played(game, state, Powder(0), Struck(2), Powder(0), Struck(4), Curse(-2))
    assert [[card.treasure for card in row] for row in state.hidden] == [[-2], [5]]


# -- JA-11: treasures -----------------------------------------------------------------------------


@pytest.mark.rule("JA-11")
def test_the_twelve_treasures_and_where_they_lie() -> None:
    assert sorted(t for t in TREASURES if t < 21) == [-4, -3, -2, 3, 3, 5, 7, 7]
    assert {MAP, SABRE, BETH, HOLD} == {t for t in TREASURES if t >= 21}
    game, state = go(FORWARD_FOOD, (4, 1), ship(), ship())
    state = game.play(state, Move(4))
    for treasure in sorted(set(TREASURES)):
        after = game.play(state, Found(treasure))
        if treasure < 21:
            assert (after.hidden[0], after.ships[0].powers) == ((Hidden(treasure, 1),), ())
        else:
            assert (after.hidden[0], after.ships[0].powers) == ((), (treasure,))
    assert refusal(game, state, Found(4)) == "impossible_chance"
    assert told(game, state, Found(-3), 0) == ["Ada finds a treasure: a curse, −3."]
    assert told(game, state, Found(-3), 1) == ["Ada finds a treasure and keeps it face down."]
    assert told(game, state, Found(MAP), 1) == [
        "Ada finds a treasure and lays it face up: Morgan’s Map."
    ]


@pytest.mark.rule("JA-11")
def test_the_map_makes_a_hand_of_four_and_losing_it_forces_no_discard() -> None:
    game, state = go(FORWARD_FOOD, (4, 1), ship(), ship())
    state = played(game, state, Move(4), Found(MAP), Load(2), Reveal(), Load(2), Load(3))
    cards = []
    while state.phase is Phase.DRAW:
        cards.append(state.turn)
        state = game.play(state, Drawn(state.piles[state.turn][0]))
    assert cards == [0, 0, 1]
    assert list(map(len, state.hands)) == [4, 3]
    # Seat 0 has lost the map: it plays one card, has three, and draws none.
    state = state._replace(ships=(ship(), ship(2, "f3 g3 - - -", 0, MAP)))
    state = played(game, state, Rolled(1, 1), SetDice(1, 1))
    assert state.turn == 1
    state = played(game, state, Choose(state.hands[1][0]), Choose(state.hands[0][0]))
    assert list(map(len, state.hands)) == [3, 2]
    rng = Random(0)
    while state.phase is not Phase.DRAW:
        turn = game.turn(state)
        step = turn.sample(rng) if isinstance(turn, Lottery) else game.actions(state)[-1]
        state = game.play(state, step)
    drawers = []
    while state.phase is Phase.DRAW:
        drawers.append(state.turn)
        state = game.play(state, Drawn(state.piles[state.turn][0]))
    assert drawers == [1, 1]


@pytest.mark.rule("JA-11")
def test_lady_beth_adds_two() -> None:
    game, state = battle(ship(2, "f5 - - - -", 0, BETH), ship(2))
    state = played(game, state, Powder(0), Struck(6))
    tied = played(game, state, Powder(0), Struck(8))
    assert (tied.phase, tied.battle) == (Phase.PAY, None)
    assert played(game, state, Powder(0), Struck(6)).turn == 0
    game, state = battle(ship(cargo="f5 - - - -"), ship(2, "f5 - - - -", 0, BETH))
    state = played(game, state, Powder(0), Struck(6), Powder(0), Struck(6))
    assert (state.phase, state.turn) == (Phase.LOOT, 1)


@pytest.mark.rule("JA-11")
def test_the_defenders_sabre_may_undo_a_star_and_no_powder_is_added() -> None:
    game, state = battle(ship(cargo="f3 p3 - - -"), ship(2, "f3 - - - -", 0, SABRE))
    state = played(game, state, Powder(1), Struck(STAR))
    assert (game.turn(state), game.actions(state)) == (1, (Reroll(), Keep()))
    kept = game.play(state, Keep())
    assert (kept.phase, kept.turn) == (Phase.LOOT, 0)
    state = game.play(state, Reroll())
    assert (state.phase, state.turn) == (Phase.COMBAT, 0)
    assert stock(state.ships[0].holds, "powder") == 2
    again = game.play(state, Struck(STAR))
    assert (again.phase, again.turn) == (Phase.LOOT, 0), "the second result stands, ★ too"
    state = game.play(state, Struck(2))
    assert (state.phase, state.turn) == (Phase.POWDER, 1)
    state = played(game, state, Powder(0), Struck(2))
    assert (state.phase, state.turn) == (Phase.LOOT, 0), "3 to 2; the sabre works once a battle"


@pytest.mark.rule("JA-11")
@pytest.mark.rule("JA-16")
def test_the_sabre_goes_by_the_die_just_rolled() -> None:
    game, state = battle(ship(2, "f3 - - - -", 0, SABRE), ship(2))
    state = played(game, state, Powder(0), Struck(2))
    assert (game.turn(state), game.actions(state)) == (0, (Reroll(), Keep()))
    once = played(game, state, Reroll(), Struck(8), Powder(0), Struck(10))
    assert (once.phase, once.turn) == (Phase.LOOT, 1), "used up on the own die"
    later = played(game, state, Keep(), Powder(0), Struck(STAR))
    assert (later.phase, later.turn) == (Phase.SABRE, 0)
    assert told(game, later, Reroll(), None) == ["Ada uses the sabre: Blaise has to roll again."]
    later = played(game, later, Reroll())
    assert (later.phase, later.turn) == (Phase.COMBAT, 1), "the own 2 is not rolled again"
    tied = game.play(later, Struck(2))
    assert tied.battle is None


@pytest.mark.rule("JA-11")
def test_the_sixth_hold_comes_empty_and_is_stolen_with_its_contents() -> None:
    game, state = go(FORWARD_FOOD, (4, 1), ship(cargo="f3 g3 p1 g2 g1"), ship())
    state = played(game, state, Move(4), Found(HOLD))
    assert game.actions(state) == (Load(5),)
    state = game.play(state, Load(5))
    assert state.ships[0].holds == holds("f3 g3 p1 g2 g1 f1")
    game, state = battle(ship(), ship(2, "f1 - - - - g6", 0, HOLD))
    state = played(game, state, Powder(0), Struck(STAR), TakePower(HOLD))
    assert state.ships[0] == ship(2, "f3 g3 - - - g6", 0, HOLD)
    assert state.ships[1] == ship(2, "f1 - - - -")


def test_an_empty_sixth_hold_can_be_chosen_as_it_can_be_stolen() -> None:
    game, state = go(FOOD_POWDER, (6, 1), ship(0, "f1 - - p2 g1 -", 0, HOLD), ship())
    assert game.actions(state) == (Load(1), Load(5))
    game, state = go(FOOD_POWDER, (6, 1), ship(0, "f1 - - p2 g1 g1", 0, HOLD), ship())
    assert game.actions(state) == (Load(1),)


def test_ships_may_have_another_number_of_holds() -> None:
    small = ship(0, "f1 g2 - -", 0, HOLD)
    game, state = go(FOOD_POWDER, (6, 1), small, ship(), options={"holds": 3})
    assert game.start().ships[0].holds == holds("f3 g3 -")
    assert game.actions(state) == (Load(2), Load(3)), "hold 4 is the one that can be stolen"
    taken = battle(ship(), ship(2, "f1 - - g6", 0, HOLD), options={"holds": 3})
    state = played(*taken, Powder(0), Struck(STAR), TakePower(HOLD))
    assert state.ships[1] == ship(2, "f1 - -")


# -- JA-12, JA-13: the race and its end -----------------------------------------------------------


@pytest.mark.rule("JA-12")
def test_one_may_back_past_port_royal_and_coming_back_is_not_coming_home() -> None:
    game, state = go(BACK_FORWARD, (2, 5), ship(), ship())
    state = game.play(state, Move(48))
    assert (state.ships[0].space, state.ships[0].lap) == (48, -1)
    state = game.play(state, Pay(0, 3))
    assert game.actions(state) == (Move(3),), "it sails on through Port Royal"
    state = game.play(state, Move(3))
    assert (state.ships[0].space, state.ships[0].lap) == (3, 0)
    game, state = go(BACK_FORWARD, (2, 2), ship(), ship())
    state = played(game, state, Move(48), Pay(0, 3), Move(0))
    assert (state.ships[0].space, state.ships[0].lap) == (0, 0)
    assert game.space_score(state.ships[0]) == -5
    assert state.phase is Phase.REVEAL


@pytest.mark.rule("JA-12")
def test_going_back_to_port_royal_is_not_coming_home_either() -> None:
    game, state = go(BACK_FORWARD, (2, 1), ship(2), ship())
    state = game.play(state, Move(0))
    assert (state.ships[0].lap, state.phase, state.day) == (0, Phase.MOVE, 1)
    assert game.play(state, Move(1)).ships[0].lap == 0


@pytest.mark.rule("JA-12")
@pytest.mark.parametrize("lap", [0, -1])
def test_a_shortage_stops_at_port_royal(lap: int) -> None:
    game, state = go(FORWARD_TWICE, (1, 1), ship(2, "- - - - -", lap), ship())
    state = game.play(state, Move(3))
    assert game.actions(state) == (Retreat(0),)
    state = game.play(state, Retreat(0))
    assert (state.ships[0].space, state.ships[0].lap) == (0, lap)


@pytest.mark.rule("JA-12")
def test_a_ship_that_was_driven_back_behind_the_start_has_a_whole_round_more_to_go() -> None:
    game = Jamaica(players=2)
    assert game.way_home(ship(49)) == 1
    assert game.way_home(ship(49, lap=-1)) == 33
    assert game.way_home(ship(0)) == 32
    assert game.way_home(ship(0, lap=1)) == 0


@pytest.mark.rule("JA-13")
def test_the_first_ship_home_stops_there_and_the_round_is_finished() -> None:
    game, state = go(FORWARD_TWICE, (6, 6), ship(47, "g2 - - - -"), ship(41, "g4 - - - -"))
    assert game.actions(state) == (Move(0),)
    assert "Ada is home!" in " ".join(told(game, state, Move(0), None))
    state = game.play(state, Move(0))
    assert state.ships[0].lap == 1
    assert (state.phase, state.turn) == (Phase.REVEAL, 1), "the evening action is lost"
    state = played(game, state, Reveal(), Load(1))
    assert told(game, state, Load(2), None)[1:] == [
        "Ada: space 15, gold 2, treasures 0, together 17.",
        "Blaise: space 2, gold 16, treasures 0, together 18.",
        "The race is over. Winner: Blaise.",
    ]
    state = game.play(state, Load(2))
    assert (game.turn(state), game.actions(state)) == (None, ())
    outcome = game.outcome(state)
    assert outcome == ((1,), (17, 18), "home")


def over(*ships: Ship, hidden: Any = None) -> tuple[Jamaica, State]:
    game = Jamaica(players=len(ships))
    state = game.start()._replace(phase=Phase.OVER, ships=ships)
    return game, state if hidden is None else state._replace(hidden=hidden)


@pytest.mark.rule("JA-13")
def test_the_score_is_space_and_gold_and_treasures() -> None:
    rows = ((Hidden(-4, 1), Hidden(7, 1)), (), (Hidden(5, 4),))
    game, state = over(
        ship(0, "f9 g3 p2 g4 -", 1), ship(40, "- - - - -"), ship(43, "g1 - - - -", 0, MAP),
        hidden=rows,
    )  # fmt: skip
    outcome = game.outcome(state)
    assert outcome is not None
    assert outcome.scores == (15 + 7 + 3, -5, 4 + 1 + 5)
    assert outcome.winners == (0,)


@pytest.mark.rule("JA-13")
def test_of_equal_scores_the_furthest_along_wins_and_else_it_is_shared() -> None:
    game, state = over(ship(41, "g5 - - - -"), ship(42, "g4 - - - -"), ship(0, "- - - - -"))
    outcome = game.outcome(state)
    assert outcome == ((1,), (7, 7, -5), "max_rounds")
    game, state = over(ship(26, "g5 - - - -"), ship(24, "g5 - - - -"), ship(25, "g5 - - - -"))
    outcome = game.outcome(state)
    assert outcome is not None
    assert outcome.winners == (2,), "25 and 27 are next to 28: by the shortest way"
    game, state = over(ship(25, "g5 - - - -"), ship(27, "g2 g3 - - -"))
    outcome = game.outcome(state)
    assert outcome is not None
    assert outcome.winners == (0, 1)
    game, state = over(ship(49, "- - - - -", -1), ship(45, "g4 - - - -"))
    outcome = game.outcome(state)
    assert outcome == ((1,), (10, 10), "max_rounds"), "behind the start is not furthest along"


@pytest.mark.rule("JA-13")
def test_a_race_that_nobody_finishes_ends_after_so_many_rounds() -> None:
    assert Jamaica().max_rounds == 200
    game, state = go(GOLD_GOLD, (1, 1), ship(), ship(), options={"max_rounds": 1})
    state = played(game, state, Load(2), Load(3), Reveal(), Load(2), Load(3))
    outcome = game.outcome(state)
    assert outcome == ((0, 1), (0, 0), "max_rounds")
    game, state = go(GOLD_GOLD, (1, 1), ship(), ship(), options={"max_rounds": 2})
    state = played(game, state, Load(2), Load(3), Reveal(), Load(2), Load(3))
    assert (state.phase, state.round) == (Phase.DRAW, 1)


@pytest.mark.rule("JA-14")
def test_two_players_have_two_ships() -> None:
    assert list(Jamaica.player_counts) == [2, 3, 4, 5, 6]
    state = Jamaica(players=2).start()
    assert len(state.ships) == len(state.hands) == 2


@pytest.mark.parametrize(
    "options",
    [
        {"players": 1}, {"players": 7}, {"captain": 4}, {"captain": -1}, {"captain": True},
        {"max_rounds": 0}, {"max_rounds": 2.5}, {"max_rounds": None}, {"holds": 1},
    ],
)  # fmt: skip
def test_tables_that_cannot_be(options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"players|captain|max_rounds|holds"):
        Jamaica(**options)


# -- JA-15: what a seat knows ---------------------------------------------------------------------


@pytest.mark.rule("JA-15")
def test_a_seat_knows_its_cards_and_what_lies_open() -> None:
    game, state = go(FORWARD_FOOD, (4, 1), ship(), ship(), ship())
    view = game.observe(state, 1)
    assert (view.hand, view.pile, view.chosen) == (state.hands[1], state.piles[1], GOLD_GOLD)
    assert view.discards == ((FORWARD_FOOD,), (), ())
    assert (view.hand_sizes, view.pile_sizes) == ((2, 2, 2), (8, 8, 8))
    assert view.face_down == (False, True, True)
    assert view.ships == state.ships
    assert unseen_cards(view, 0) == tuple(card for card in DECK if card != FORWARD_FOOD)
    assert unseen_cards(view, 2) == DECK
    public = game.observe(state, None)
    assert (public.hand, public.pile, public.chosen) == ((), (), None)


@pytest.mark.rule("JA-15")
def test_a_card_chosen_in_secret_is_told_to_its_owner_alone() -> None:
    game = Jamaica(players=2)
    state = game.play(game.start(), Deal(((0, 1, 2), (3, 4, 5))))
    state = played(game, state, Rolled(1, 2), SetDice(1, 2))
    secret = told(game, state, Choose(1), 0)
    assert secret == told(game, state, Choose(1), OPEN)
    assert secret == ["Ada chooses in secret: forward, then backward."]
    assert told(game, state, Choose(1), 1) == ["Ada puts a card face down."]
    assert told(game, state, Choose(1), None) == told(game, state, Choose(2), None)


def hidden_of(game: Jamaica, state: State, seat: int | None) -> Any:
    view = game.observe(state, seat)
    return view.hidden, view.cursed


@pytest.mark.rule("JA-15")
@pytest.mark.rule("JA-11")
def test_thief_and_loser_know_what_was_taken_blind_and_nobody_else() -> None:
    rows = ((), (Hidden(-4, 0b0010), Hidden(7, 0b1010)), (), ())
    game, state = battle(ship(), ship(2), hidden=rows[:2])
    game = Jamaica(players=4)
    state = state._replace(
        ships=(*state.ships, ship(), ship()), hidden=rows, hands=state.hands * 2,
        piles=state.piles * 2, discards=(*state.discards, (), ()), chosen=(None, 10, 10, 10),
    )  # fmt: skip
    state = played(game, state, Powder(0), Struck(STAR), TakeHidden())
    assert hidden_of(game, state, 0)[0] == ((), (None, None), (), ())
    assert hidden_of(game, state, 3)[0] == ((), (None, 7), (), ())
    assert told(game, state, Stolen(-4), 0) == ["Ada looks at it: a curse, −4."]
    assert told(game, state, Stolen(-4), 1) == told(game, state, Stolen(-4), 0)
    assert told(game, state, Stolen(-4), 3) == ["Ada looks at it and keeps it face down."]
    state = game.play(state, Stolen(-4))
    assert hidden_of(game, state, 0)[0] == ((-4,), (None,), (), ())
    assert hidden_of(game, state, 1)[0] == ((-4,), (7,), (), ())
    assert hidden_of(game, state, 2)[0] == ((None,), (None,), (), ())
    assert hidden_of(game, state, 3)[0] == ((None,), (None,), (), ()), "it lost sight of the 7"
    unseen = Counter(unseen_treasures(game.observe(state, 0)))
    assert unseen == Counter(TREASURES) - Counter([-4])


@pytest.mark.rule("JA-15")
def test_of_two_equal_treasures_a_thief_cannot_tell_which_one_it_knew() -> None:
    rows = ((), (Hidden(7, 0b10), Hidden(7, 0b11)))
    game, state = battle(ship(), ship(2), hidden=rows)
    state = played(game, state, Powder(0), Struck(STAR), TakeHidden())
    assert hidden_of(game, state, 0)[0] == ((), (None, 7))
    state = game.play(state, Stolen(7))
    assert hidden_of(game, state, 0)[0] == ((7,), (None,))
    assert hidden_of(game, state, 1)[0] == ((7,), (7,))


@pytest.mark.rule("JA-15")
def test_the_only_hidden_treasure_can_be_followed_when_it_is_taken() -> None:
    game, state = battle(ship(), ship(2), hidden=((), (Hidden(7, 0b10 | 1 << 2),)))
    state = played(game, state, Powder(0), Struck(STAR), TakeHidden(), Stolen(7))
    assert state.hidden == ((Hidden(7, 0b111),), ()), "seat 2, who knew it, has seen it go"


@pytest.mark.rule("JA-15")
def test_what_is_given_as_cursed_is_known_to_be_cursed() -> None:
    rows = ((Hidden(-4, 0b101), Hidden(-2, 0b001)), (), ())
    game, state = battle(ship(), ship(2), hidden=rows[:2])
    game = Jamaica(players=3)
    state = state._replace(
        ships=(*state.ships, ship()), hidden=rows, hands=(*state.hands, (0, 1)),
        piles=(*state.piles, (2, 3, 4, 5, 6, 7, 8, 9)), discards=(*state.discards, ()),
        chosen=(None, 10, 10),
    )  # fmt: skip
    state = played(game, state, Powder(0), Struck(STAR))
    assert hidden_of(game, state, 2) == (((None, -4), (), ()), (0, 0, 0))
    assert told(game, state, Curse(-2), 1) == ["Ada gives Blaise a treasure: a curse, −2."]
    assert told(game, state, Curse(-2), 2) == told(game, state, Curse(-4), 2)
    for given, kept in ((-2, -4), (-4, -2)):
        after = game.play(state, Curse(given))
        assert hidden_of(game, after, 0) == (((kept,), (given,), ()), (0, 0, 0))
        assert hidden_of(game, after, 1) == (((None,), (given,), ()), (0, 0, 0))
        assert hidden_of(game, after, 2) == (((None,), (None,), ()), (0, 1, 0))
    worlds = Counter(
        game.imagine(game.observe(after, 2), Random(seed)).hidden[1][0].treasure
        for seed in range(300)
    )
    assert set(worlds) == {-4, -3, -2}


@pytest.mark.rule("JA-15")
def test_at_the_end_all_treasures_are_shown() -> None:
    game, state = over(ship(), ship(), hidden=((Hidden(-4, 1), Hidden(7, 1)), (Hidden(5, 2),)))
    for seat in (None, 0, 1):
        assert hidden_of(game, state, seat) == (((-4, 7), (5,)), (0, 0))


@pytest.mark.rule("JA-15")
def test_imagined_treasures_are_as_likely_as_counting_says() -> None:
    """Seat 0 has seen the 5; one hidden treasure of seat 1 is any of the seven other ones."""
    game, state = go(FORWARD_FOOD, (4, 1), ship(), ship())
    rows = ((Hidden(5, 1),), (Hidden(3, 2),))
    left = tuple(t for t in (-4, -3, -2, 3, 7, 7, 21, 22, 23, 24))
    state = state._replace(hidden=rows, treasures=left, tokens=state.tokens[2:])
    view = game.observe(state, 0)
    assert view.hidden == ((5,), (None,))
    assert view.treasure_pile == 7
    rng, n = Random(5), 7000
    found = Counter(game.imagine(view, rng).hidden[1][0].treasure for _ in range(n))
    for treasure, share in {-4: 1, -3: 1, -2: 1, 3: 2, 7: 2}.items():
        assert abs(found[treasure] - n * share / 7) < 5 * (n * share / 7) ** 0.5
    assert set(found) == {-4, -3, -2, 3, 7}


# -- JA-17: loot without room, powder from several holds ------------------------------------------


@pytest.mark.rule("JA-17")
def test_loot_without_room_may_be_taken_and_is_lost() -> None:
    full = ship(cargo="g1 g1 g1 g1 g1")
    game, state = battle(full, ship(4, "g6 - - - -"))
    state = played(game, state, Powder(0), Struck(STAR), TakeHold(0))
    assert game.actions(state) == (Lose(),)
    state = game.play(state, Lose())
    assert state.ships == (full._replace(space=4), ship(4, "- - - - -"))
    assert state.phase is Phase.TREASURE


@pytest.mark.rule("JA-17")
def test_powder_in_several_holds_is_taken_from_where_its_owner_says() -> None:
    game, state = battle(ship(cargo="p2 f3 p3 - -"), ship(2))
    state = game.play(state, Powder(2))
    assert (state.phase, state.due) == (Phase.PAY, Due("powder", 2, 0))
    assert game.actions(state) == (Pay(0, 1), Pay(0, 2), Pay(2, 2))
    state = played(game, state, Pay(0, 1), Pay(2, 1))
    assert state.ships[0].holds == holds("p1 f3 p2 - -")
    assert (state.phase, state.turn, state.due) == (Phase.COMBAT, 0, None)
    state = played(game, state, Struck(4))
    assert state.battle is not None
    assert state.battle.powder == (2, 0)
    # What leaves nothing to choose is not asked for.
    game, state = battle(ship(cargo="p2 f3 p3 - -"), ship(2))
    assert game.play(state, Powder(5)).ships[0].holds == holds("- f3 - - -")
    assert game.play(state, Powder(0)).phase is Phase.COMBAT
