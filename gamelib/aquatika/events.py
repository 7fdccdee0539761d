"""Aquatika told: what a seat hears of each step. AQ-3: where a piece is placed, only its owner."""

from __future__ import annotations

from functools import partial

from gamelib.aquatika.board import prey, visible
from gamelib.aquatika.moves import Carry, Cover, Eat, Hop, Move, Step
from gamelib.aquatika.rules import PLACE, Aquatika, Place, State, piece_named
from gamelib.game import Action
from gamelib.telling import Change, Events, Teller, event

tell = partial(event, "aquatika")
Told = Change[Aquatika, State]


def _place(step: Told, place: Place) -> Events:
    seat = step.before.turn
    yield tell(
        "place",
        seat=seat,
        piece=step.secret(piece_named(place.piece), seat),
        cell=step.secret(place.cell, seat),
    )
    if step.after.phase is not PLACE:
        yield tell("revealed")


def _moved(step: Told, move: Move) -> dict[str, object]:
    """Return what every move tells: who moves which piece, from where to where."""
    piece = visible(_cell(step, move.source))
    assert piece is not None
    return {
        "seat": step.before.turn,
        "piece": piece_named(piece.kind),
        "source": move.source,
        "target": move.target,
    }


def _cell(step: Told, name: str) -> str:
    """Return the letter of what stood on a cell."""
    return step.before.cells[step.game.geometry.named[name]]


def _step(step: Told, move: Step) -> Events:
    yield tell("step", **_moved(step, move))
    yield from _freed(step, move)


def _hop(step: Told, move: Hop) -> Events:
    yield tell("hop", **_moved(step, move))
    yield from _freed(step, move)


def _carry(step: Told, move: Carry) -> Events:
    carried = prey(_cell(step, move.source))
    assert carried is not None
    yield tell("carry", **_moved(step, move), prey=piece_named(carried.kind))


def _cover(step: Told, move: Cover) -> Events:
    met = visible(_cell(step, move.target))
    assert met is not None
    yield tell("cover", **_moved(step, move), prey=piece_named(met.kind), owner=met.seat)
    yield from _freed(step, move)


def _eat(step: Told, move: Eat) -> Events:
    there = _cell(step, move.target)
    met, under = visible(there), prey(there)
    assert met is not None
    yield tell("eat", **_moved(step, move), prey=piece_named(met.kind), owner=met.seat)
    if under is not None:
        yield tell("eaten_too", prey=piece_named(under.kind), owner=under.seat)
    yield from _freed(step, move)


def _freed(step: Told, move: Move) -> Events:
    """AQ-5: an octopus that moves away leaves its prey."""
    left = prey(_cell(step, move.source))
    if left is not None:
        yield tell("freed", prey=piece_named(left.kind), owner=left.seat, cell=move.source)


def _ending(step: Told, action: Action) -> Events:
    after = step.after
    outcome = step.game.outcome(after)
    if outcome is None:
        return
    if outcome.reason == "goal":
        yield tell("goal", seats=outcome.winners)
    elif outcome.reason == "stuck":
        yield tell("stuck", seat=after.turn)
    elif outcome.reason == "long":
        yield tell("long", count=after.plies)
    else:
        yield tell("repeated")


EVENTS = Teller(
    {Place: _place, Step: _step, Cover: _cover, Eat: _eat, Carry: _carry, Hop: _hop},
    _ending,
    rules={
        "place": "AQ-3",
        "revealed": "AQ-3",
        "step": "AQ-4",
        "cover": "AQ-5",
        "carry": "AQ-5",
        "freed": "AQ-5",
        "eat": "AQ-6",
        "eaten_too": "AQ-6",
        "hop": "AQ-7",
        "goal": "AQ-8",
        "stuck": "AQ-9",
        "long": "AQ-9",
        "repeated": "AQ-9",
    },
)
