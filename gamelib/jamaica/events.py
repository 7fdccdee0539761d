"""Jamaica told: what a seat hears of each step. JA-15: what is face down, only who has seen it."""

from __future__ import annotations

from functools import partial

from gamelib.game import Action, Deal, Outcome, Phrase
from gamelib.jamaica.holds import stock
from gamelib.jamaica.position import (
    CARDS,
    FORWARD,
    HAND,
    POWERS,
    STAR,
    Choose,
    Curse,
    Drawn,
    Fight,
    Found,
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
    card_named,
    cargo_named,
    hold_named,
    treasure_named,
)
from gamelib.jamaica.rules import Jamaica, loser_of, totals
from gamelib.jamaica.track import GOLD, PRICED_IN
from gamelib.telling import Change, Events, Teller, event

tell = partial(event, "jamaica")
Told = Change[Jamaica, State]


# -- a round --------------------------------------------------------------------------------------


def _deal(step: Told, deal: Deal) -> Events:
    yield tell("deal", count=HAND)


def _rolled(step: Told, rolled: Rolled) -> Events:
    yield tell("rolled", seat=step.before.turn, low=rolled.low, high=rolled.high)


def _set_dice(step: Told, dice: SetDice) -> Events:
    yield tell("dice", seat=step.before.turn, morning=dice.morning, evening=dice.evening)


def _choose(step: Told, choose: Choose) -> Events:
    seat = step.before.turn
    yield tell("choose", seat=seat, card=step.secret(card_named(choose.card), seat))


def _reveal(step: Told, reveal: Reveal) -> Events:
    assert step.after.card is not None
    yield tell("reveal", seat=step.before.turn, card=card_named(step.after.card))


def _drawn(step: Told, drawn: Drawn) -> Events:
    seat = step.before.turn
    yield tell("drawn", seat=seat, card=step.secret(card_named(drawn.card), seat))


# -- loading, sailing, paying ---------------------------------------------------------------------


def _load(step: Told, load: Load) -> Events:
    """JA-5, JA-10: what was in the hold goes overboard, whether it is a load or loot."""
    before, seat = step.before, step.before.turn
    assert before.load is not None
    old = before.ships[seat].holds[load.hold]
    if old is not None:
        yield tell("overboard", seat=seat, cargo=cargo_named(old))
    cargo, hold = cargo_named(before.load), hold_named(load.hold)
    if before.battle is None:
        yield tell("load", day=_day(before), seat=seat, cargo=cargo, hold=hold)
    else:
        yield tell("loot", seat=seat, cargo=cargo, hold=hold)


def _lose(step: Told, lose: Lose) -> Events:
    assert step.before.load is not None
    yield tell("lost", seat=step.before.turn, cargo=cargo_named(step.before.load))


def _move(step: Told, move: Move) -> Events:
    before, seat = step.before, step.before.turn
    assert before.card is not None
    forward = CARDS[before.card][before.day] == FORWARD
    yield tell(
        "forward" if forward else "backward",
        day=_day(before),
        seat=seat,
        count=before.dice[before.day],
        place=_place(step, move.space),
    )
    if step.after.ships[seat].lap > 0:
        yield tell("home", seat=seat)


def _pay(step: Told, pay: Pay) -> Events:
    due = step.before.due
    assert due is not None
    cargo = cargo_named((due.kind, pay.amount))
    yield tell("pay", seat=step.before.turn, cargo=cargo, hold=hold_named(pay.hold))


def _retreat(step: Told, retreat: Retreat) -> Events:
    """JA-8: what was due, what was given of it, and where the ship goes back to."""
    seat = step.before.turn
    ship = step.before.ships[seat]
    here = step.game.track[ship.space]
    kind = PRICED_IN[here.kind]
    given = stock(ship.holds, kind)
    yield tell("shortage", seat=seat, price=cargo_named((kind, here.price)))
    if given:
        yield tell("give_all", seat=seat, cargo=cargo_named((kind, given)))
    yield tell("retreat", seat=seat, place=_place(step, retreat.space))


def _found(step: Told, found: Found) -> Events:
    seat, treasure = step.before.turn, treasure_named(found.treasure)
    if found.treasure in POWERS:
        yield tell("power", seat=seat, treasure=treasure)
    else:
        yield tell("found", seat=seat, treasure=step.secret(treasure, seat))


def _day(state: State) -> Phrase:
    return Phrase(f"jamaica.day.{state.day}")


def _place(step: Told, number: int) -> Phrase:
    kind, price, _, _ = step.game.track[number]
    return Phrase(f"jamaica.space.{kind}", {"number": number, "price": price})


# -- battles --------------------------------------------------------------------------------------


def _fight(step: Told, fight: Fight) -> Events:
    yield tell("fight", seat=step.before.turn, target=fight.target)


def _powder(step: Told, powder: Powder) -> Events:
    amount = powder.amount
    yield tell("powder" if amount else "no_powder", seat=step.before.turn, amount=amount)


def _struck(step: Told, struck: Struck) -> Events:
    face = struck.face
    yield tell("star" if face == STAR else "struck", seat=step.before.turn, face=face)
    yield from _judged(step)


def _reroll(step: Told, reroll: Reroll) -> Events:
    yield tell("reroll", seat=step.before.turn, target=step.after.turn)


def _keep(step: Told, keep: Keep) -> Events:
    yield tell("keep", seat=step.before.turn)
    yield from _judged(step)


def _judged(step: Told) -> Events:
    """JA-9: where the battle stands once a die lies: drawn, won, or the defender answers."""
    before, after = step.before, step.after
    assert before.battle is not None
    fought = after.battle
    if fought is None:
        attacker, defender = before.battle[:2]
        total, _ = totals(before.ships, before.battle)
        yield tell("tie", seat=attacker, target=defender, total=total)
    elif fought.winner is not None:
        seats = {"seat": fought.winner, "target": loser_of(fought)}
        if STAR in fought.dice:
            yield tell("star_wins", **seats)
        else:
            low, high = sorted(totals(after.ships, fought))
            yield tell("wins", high=high, low=low, **seats)
    elif after.phase is Phase.POWDER:
        yield tell("total", seat=fought.attacker, total=totals(after.ships, fought)[0])


def _take_hold(step: Told, take: TakeHold) -> Events:
    assert step.after.load is not None
    yield tell("take_hold", **_sides(step), cargo=cargo_named(step.after.load))


def _take_power(step: Told, take: TakePower) -> Events:
    yield tell("take_power", **_sides(step), treasure=treasure_named(take.treasure))


def _take_hidden(step: Told, take: TakeHidden) -> Events:
    yield tell("take_hidden", **_sides(step))


def _stolen(step: Told, stolen: Stolen) -> Events:
    sides = _sides(step)
    treasure = step.secret(treasure_named(stolen.treasure), *sides.values())
    yield tell("stolen", seat=sides["seat"], treasure=treasure)


def _curse(step: Told, curse: Curse) -> Events:
    sides = _sides(step)
    treasure = step.secret(treasure_named(curse.treasure), *sides.values())
    yield tell("curse", **sides, treasure=treasure)


def _spare(step: Told, spare: Spare) -> Events:
    yield tell("spare", seat=step.before.turn)


def _sides(step: Told) -> dict[str, int]:
    """Return the winner of a battle, whose turn it is, and the loser."""
    assert step.before.battle is not None
    return {"seat": step.before.turn, "target": loser_of(step.before.battle)}


# -- after any step -------------------------------------------------------------------------------


def _ending(step: Told, action: Action) -> Events:
    before, after = step.before, step.after
    if len(after.piles[after.turn]) > len(before.piles[after.turn]):
        yield tell("reshuffle", seat=after.turn)
    if after.round > before.round:
        yield tell("round", seat=after.captain, number=after.round)
    if (outcome := step.game.outcome(after)) is not None:
        yield from _over(step, outcome)


def _over(step: Told, outcome: Outcome) -> Events:
    """JA-13: what each score is made of, and who has won."""
    for seat, ship in enumerate(step.after.ships):
        yield tell(
            "score",
            seat=seat,
            space=step.game.space_score(ship),
            gold=stock(ship.holds, GOLD),
            treasures=sum(card.treasure for card in step.after.hidden[seat]),
            points=outcome.scores[seat],
        )
    yield tell("won", seats=outcome.winners)


RULES = {
    "deal": "JA-3", "rolled": "JA-4", "dice": "JA-4", "choose": "JA-4", "reveal": "JA-4",
    "drawn": "JA-4", "reshuffle": "JA-4", "round": "JA-4",
    "load": "JA-5", "overboard": "JA-5", "lost": "JA-5",
    "forward": "JA-6", "backward": "JA-6", "fight": "JA-6", "pay": "JA-7",
    "shortage": "JA-8", "give_all": "JA-8", "retreat": "JA-8",
    "powder": "JA-9", "no_powder": "JA-9", "struck": "JA-9", "star": "JA-9", "total": "JA-9",
    "tie": "JA-9", "wins": "JA-9", "star_wins": "JA-9",
    "take_hold": "JA-10", "take_power": "JA-10", "take_hidden": "JA-10", "stolen": "JA-10",
    "curse": "JA-10", "spare": "JA-10", "loot": "JA-10",
    "found": "JA-11", "power": "JA-11", "reroll": "JA-16", "keep": "JA-16",
    "home": "JA-12", "score": "JA-13", "won": "JA-13",
}  # fmt: skip

EVENTS = Teller(
    {
        Deal: _deal,
        Rolled: _rolled,
        SetDice: _set_dice,
        Choose: _choose,
        Reveal: _reveal,
        Load: _load,
        Lose: _lose,
        Move: _move,
        Fight: _fight,
        Powder: _powder,
        Struck: _struck,
        Reroll: _reroll,
        Keep: _keep,
        TakeHold: _take_hold,
        TakePower: _take_power,
        TakeHidden: _take_hidden,
        Stolen: _stolen,
        Curse: _curse,
        Spare: _spare,
        Pay: _pay,
        Retreat: _retreat,
        Found: _found,
        Drawn: _drawn,
    },
    _ending,
    RULES,
)
