"""Pig told: what everybody hears of each step."""

from __future__ import annotations

from functools import partial

from gamelib.telling import Change, Events, Teller, event
from tests.new_game.gamelib.rules import Hold, Pig, Roll, Rolled, State

tell = partial(event, "pig")
Told = Change[Pig, State]


def _roll(step: Told, roll: Roll) -> Events:
    yield tell("roll", seat=step.before.turn)


def _rolled(step: Told, rolled: Rolled) -> Events:
    if rolled.face == 1:
        yield tell("lost", seat=step.before.turn, count=sum(step.before.rolls))
    else:
        yield tell("rolled", face=rolled.face, count=sum(step.after.rolls))


def _hold(step: Told, hold: Hold) -> Events:
    seat = step.before.turn
    yield tell("hold", seat=seat, count=sum(step.before.rolls), total=step.after.scores[seat])
    if step.game.outcome(step.after) is not None:
        yield tell("won", seat=seat)


EVENTS = Teller(
    {Roll: _roll, Rolled: _rolled, Hold: _hold},
    rules={"roll": "PI-1", "rolled": "PI-1", "lost": "PI-2", "hold": "PI-3", "won": "PI-4"},
)
