"""Hispaniola told: what a seat hears of each step. HI-3: a bid, only its owner until all lie."""

from __future__ import annotations

from functools import partial

from gamelib.game import Action, Deal
from gamelib.hispaniola.board import CAPTAIN, SEAT_ON, boarded
from gamelib.hispaniola.cards import (
    NEUTRAL,
    NUMBER,
    SHIPS,
    best_card,
    colour_named,
    named,
    ship_named,
    ship_of,
    side_named,
    trump_bid,
)
from gamelib.hispaniola.position import (
    NAVIGATION,
    TRICK,
    TRUMP,
    Bid,
    Give,
    Keep,
    Pass,
    Place,
    Play,
    State,
    Swap,
)
from gamelib.hispaniola.rules import Hispaniola, neighbour, parts, scores
from gamelib.telling import Change, Events, Teller, event

tell = partial(event, "hispaniola")
Told = Change[Hispaniola, State]


def _deal(step: Told, deal: Deal) -> Events:
    game, before = step.game, step.before
    yield tell(
        "deal",
        seat=before.dealer,
        count=game.hand_size,
        hand=len(before.sheet) + 1,
        total=game.hands_to_play,
    )


def _bid(step: Told, bid: Bid) -> Events:
    seat, after = step.before.turn, step.after
    yield tell("bid", seat=seat, card=step.secret(named(bid.card), seat))
    if after.bids != step.before.bids:
        yield from _shown(after)


def _shown(after: State) -> Events:
    """HI-3: all bids are shown, and one of them names the trump, or none does."""
    bids = after.bids[-1]
    for seat, card in enumerate(bids):
        yield tell("shown", seat=seat, card=named(card))
    if decides := trump_bid(bids):
        yield tell("trump", card=named(decides), colour=colour_named(decides))
    elif after.phase is TRUMP:
        yield tell("bid_again")
    if after.phase not in (TRUMP, TRICK):
        yield tell("no_tricks")


def _play(step: Told, play: Play) -> Events:
    seat, trick = step.before.turn, step.before.trick
    yield tell("play" if trick else "lead", seat=seat, card=named(play.card))
    if trick and play.card[0] != trick[0][0]:
        yield tell("void", seat=seat, colour=colour_named(trick[0]))
    if step.after.phase is NAVIGATION:
        yield from _won_trick(step.after)


def _won_trick(after: State) -> Events:
    """HI-5, HI-6: whose card is best and why, and to which ship the trick belongs."""
    trick, winner = after.trick, after.turn
    best = trick[best_card(trick, after.trump)]
    if best[0] == after.trump:
        yield tell("best_trump", seat=winner, card=named(best))
    elif [NUMBER[card] for card in trick].count(NUMBER[best]) > 1:
        yield tell("best_first", seat=winner, card=named(best))
    else:
        yield tell("best_number", seat=winner, card=named(best))
    ship = SHIPS[ship_of(trick)]
    if ship == NEUTRAL:
        yield tell("neutral")
    else:
        yield tell("ship", colour=colour_named(trick[0]), ship=ship_named(ship))


def _place(step: Told, place: Place) -> Events:
    before, seat = step.before, step.before.turn
    number = ship_of(before.trick)
    ship = before.ships[number]
    yield tell("place", seat=seat, ship=ship_named(SHIPS[number]))
    if ship[CAPTAIN] is not None:
        yield tell("pushed", target=ship[CAPTAIN], side=side_named(place.push))
    _, wet = boarded(ship, seat, place.push)
    if wet is not None:
        yield tell("overboard", target=wet)
        yield from _driven_on(before)


def _driven_on(before: State) -> Events:
    """HI-9: who lands drives the castaways on, each to the next island, up to a free one."""
    for island, castaway in enumerate(before.islands, start=1):
        if castaway is None:
            return
        if island < len(before.islands):
            yield tell("island", target=castaway, number=island + 1)
        else:
            yield tell("home", target=castaway)


def _swap(step: Told, swap: Swap) -> Events:
    before, seat = step.before, step.before.turn
    number = ship_of(before.trick)
    pair = before.ships[number][CAPTAIN], before.ships[number][SEAT_ON[swap.side]]
    rival = pair[pair[0] == seat]
    yield tell("swap", seat=seat, target=rival, ship=ship_named(SHIPS[number]))
    yield tell("captain", target=step.after.ships[number][CAPTAIN])


def _pass(step: Told, leave: Pass) -> Events:
    yield tell("pass", seat=step.before.turn)


def _keep(step: Told, keep: Keep) -> Events:
    seat = step.before.turn
    yield tell("keep", seat=seat, count=step.after.piles[seat])


def _give(step: Told, give: Give) -> Events:
    seat = step.before.turn
    target = neighbour(seat, give.side, step.game.players)
    yield tell("give", seat=seat, target=target, count=step.after.piles[target])


def _ending(step: Told, action: Action) -> Events:
    if len(step.after.sheet) > len(step.before.sheet):
        yield from _points(step.after)
    if (outcome := step.game.outcome(step.after)) is not None:
        yield tell("won", seats=outcome.winners)


def _points(after: State) -> Events:
    """HI-12, HI-13: what the hand has brought each seat, and the points of all hands."""
    *_, row = after.sheet
    totals = scores(after.sheet, len(row))
    for seat, (ships, islands, cards) in enumerate(zip(*parts(after), strict=True)):
        yield tell(
            "points",
            seat=seat,
            ships=ships,
            islands=islands,
            cards=cards,
            points=row[seat],
            total=totals[seat],
        )


EVENTS = Teller(
    {
        Deal: _deal,
        Bid: _bid,
        Play: _play,
        Place: _place,
        Swap: _swap,
        Pass: _pass,
        Keep: _keep,
        Give: _give,
    },
    _ending,
    rules={
        "deal": "HI-1",
        "bid": "HI-3",
        "shown": "HI-3",
        "trump": "HI-3",
        "bid_again": "HI-3",
        "no_tricks": "HI-3",
        "lead": "HI-4",
        "play": "HI-4",
        "void": "HI-4",
        "best_trump": "HI-5",
        "best_number": "HI-5",
        "best_first": "HI-5",
        "ship": "HI-6",
        "neutral": "HI-6",
        "place": "HI-7",
        "pushed": "HI-7",
        "swap": "HI-8",
        "captain": "HI-8",
        "overboard": "HI-9",
        "island": "HI-9",
        "home": "HI-9",
        "pass": "HI-10",
        "keep": "HI-11",
        "give": "HI-11",
        "points": "HI-12",
        "won": "HI-13",
    },
)
