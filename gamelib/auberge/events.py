"""Auberge des Pirates told: what a seat hears of each step. AP-12."""

from __future__ import annotations

from functools import partial

from gamelib.auberge.rules import (
    HAND,
    OVER,
    TURN,
    Accuse,
    Attack,
    Auberge,
    Challenge,
    Draw,
    Drawn,
    Place,
    State,
    Turned,
)
from gamelib.game import Action, Deal
from gamelib.telling import Change, Events, Teller, event

tell = partial(event, "auberge")
Told = Change[Auberge, State]


def _deal(step: Told, deal: Deal) -> Events:
    yield tell("deal", count=HAND)


def _place(step: Told, place: Place) -> Events:
    """AP-2: the first cards are shown when all have chosen."""
    seat, after = step.before.turn, step.after
    yield tell("place", seat=seat, card=step.secret(place.card, seat))
    if after.phase is TURN:
        yield tell("reveal", seat=after.turn, card=after.tables[after.turn][0])


def _attack(step: Told, attack: Attack) -> Events:
    yield tell("attack", seat=step.before.turn, card=attack.card, target=attack.target)


def _challenge(step: Told, challenge: Challenge) -> Events:
    yield tell("challenge", seat=step.before.turn, target=challenge.target)


def _turned(step: Told, turned: Turned) -> Events:
    seat, target = step.before.turn, step.before.target
    paired = seat not in step.after.alive
    yield tell("paired" if paired else "turned", seat=seat, card=turned.card, target=target)


def _accuse(step: Told, accuse: Accuse) -> Events:
    """AP-5: the hand is shown to the accuser alone."""
    seat, target = step.before.turn, accuse.target
    shown = step.secret(step.before.hands[target], seat, target)
    yield tell("accuse", seat=seat, target=target)
    yield tell("shows", seat=seat, target=target, cards=shown)
    guilty = seat in step.after.alive
    yield tell("guilty" if guilty else "innocent", seat=seat, target=target)


def _draw(step: Told, draw: Draw) -> Events:
    yield tell("draw", seat=step.before.turn)


def _drawn(step: Told, drawn: Drawn) -> Events:
    seat = step.before.turn
    yield tell("drawn", seat=seat, card=step.secret(drawn.card, seat))


def _ending(step: Told, action: Action) -> Events:
    before, after = step.before, step.after
    for loser in before.alive:
        if loser not in after.alive:
            yield tell("out", seat=loser, cards=before.hands[loser] + before.tables[loser])
    if sum(after.pile) > sum(before.pile) - isinstance(action, Turned | Drawn):
        yield tell("reshuffle")
    if after.phase is OVER:
        yield tell("won", seat=after.turn)


EVENTS = Teller(
    {
        Deal: _deal,
        Place: _place,
        Attack: _attack,
        Challenge: _challenge,
        Turned: _turned,
        Accuse: _accuse,
        Draw: _draw,
        Drawn: _drawn,
    },
    _ending,
    rules={
        "deal": "AP-2",
        "place": "AP-2",
        "reveal": "AP-2",
        "attack": "AP-3",
        "challenge": "AP-4",
        "turned": "AP-4",
        "paired": "AP-4",
        "accuse": "AP-5",
        "shows": "AP-5",
        "guilty": "AP-5",
        "innocent": "AP-5",
        "draw": "AP-6",
        "drawn": "AP-6",
        "out": "AP-8",
        "reshuffle": "AP-9",
        "won": "AP-11",
    },
)
