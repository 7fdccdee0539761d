"""Fuji Flush told: what a seat hears of each step. FF-9: a card that is drawn, its owner alone."""

from __future__ import annotations

from functools import partial

from gamelib.fuji_flush.rules import Drawn, FujiFlush, Play, Push, State, power
from gamelib.game import Action, Deal
from gamelib.telling import Change, Events, Teller, event

tell = partial(event, "fuji_flush")
Told = Change[FujiFlush, State]


def _deal(step: Told, deal: Deal) -> Events:
    yield tell("deal", count=step.game.deal_sizes[0])


def _push(step: Told, push: Push) -> Events:
    seat, fronts = step.before.turn, step.before.fronts
    card = fronts[seat]
    partners = [other for other, front in enumerate(fronts) if front == card and other != seat]
    yield tell("push", seat=seat, card=card)
    if partners:
        yield tell("push_with", seats=tuple(partners), card=card)


def _play(step: Told, play: Play) -> Events:
    card, fronts = play.card, step.after.fronts
    group = fronts.count(card)
    yield tell("play", seat=step.before.turn, card=card)
    if group > 1:
        yield tell("joined", count=group, card=card, power=power(fronts, card))
    if step.after.drawing:
        yield tell("flush", seats=step.after.drawing, power=power(fronts, card))


def _drawn(step: Told, drawn: Drawn) -> Events:
    owner = step.before.drawing[0]
    yield tell("drawn", seat=owner, card=step.secret(drawn.card, owner))


def _ending(step: Told, action: Action) -> Events:
    before, after = step.before, step.after
    if sum(after.pile) > sum(before.pile) - isinstance(action, Drawn):
        yield tell("reshuffle")
    if (outcome := step.game.outcome(after)) is not None:
        yield tell("won", seats=outcome.winners)


EVENTS = Teller(
    {Deal: _deal, Push: _push, Play: _play, Drawn: _drawn},
    _ending,
    rules={
        "deal": "FF-2",
        "push": "FF-3",
        "push_with": "FF-3",
        "won": "FF-4",
        "play": "FF-5",
        "joined": "FF-5",
        "flush": "FF-6",
        "drawn": "FF-6",
        "reshuffle": "FF-7",
    },
)
