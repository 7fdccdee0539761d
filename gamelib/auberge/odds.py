"""The questions a pirate asks, answered exactly from what a seat knows.

One thought answers them all (AP-12): a card this seat has not seen may be anywhere hidden, each as
likely as the next. So every chance is favourable cases over possible cases. What the others'
behaviour may betray is not counted: that is what the game is about.

>>> from gamelib.auberge import Auberge
>>> from gamelib.match import Match
>>> match = Match(Auberge(players=3), seed=1)
>>> for _ in range(4):  # the deal, and everybody's first card
...     step = match.step()
>>> view = match.game.observe(match.state, seat=1)
>>> view.hand, view.tables[1]
((6, 10), (4,))
>>> draw_risk(view)  # of 50 unseen cards, 5 sixes, 9 tens and 2 fours would make a pair
Fraction(8, 25)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from random import Random
from typing import NamedTuple

from gamelib.auberge.rules import (
    DECK,
    Accuse,
    Challenge,
    Draw,
    Drawn,
    Phase,
    Turned,
    View,
    check_target,
    moves,
    unseen,
)
from gamelib.counting import Counts, chance_of_pair, counts
from gamelib.game import Action, Deal, IllegalAction, Lottery
from gamelib.odds import GameOdds

__all__ = [
    "Advice", "accuse_chance", "advice", "came", "challenge_risk", "draw_risk", "held", "hidden",
    "likelihood", "next_card", "pair_curve", "paired", "results", "standing", "trial", "unseen",
]  # fmt: skip


def next_card(view: View) -> Lottery[int]:
    """Return the chances of each value to be on top of the pile."""
    if not view.pile_size:
        raise IllegalAction("empty_pile")
    return Lottery({value: copies for value, copies in enumerate(unseen(view)) if copies})


def held(view: View, player: int) -> tuple[int, ...]:
    """Return the cards that I know a player to have, in hand and on the table."""
    if player != view.seat:
        return view.known[player] + view.tables[player]
    return view.hand + (() if view.first is None else (view.first,)) + view.tables[player]


def paired(view: View) -> tuple[int, ...]:
    """Return the values of which I have two or more: I would be out if anybody accused me."""
    mine = () if view.seat is None else held(view, view.seat)
    return tuple(value for value in sorted(set(mine)) if mine.count(value) > 1)


def hidden(view: View, player: int) -> int:
    """Return how many cards of a player I have not seen."""
    if player == view.seat:
        return 0
    face_down = view.phase is Phase.FIRST_CARD and player < view.turn  # the first card
    return view.hand_sizes[player] - len(view.known[player]) + face_down


def likelihood(view: View, outcome: Action) -> Fraction:
    """Return how likely chance was, as far as this seat knows, to bring this card or this deal."""
    match outcome:
        case Turned(card) | Drawn(card):
            return next_card(view).probability(card)
        case Deal() if view.phase is Phase.DEAL:
            return view.game.deal.probability(outcome)
        case _:
            return Fraction(0)


def draw_risk(view: View) -> Fraction:
    """Return the chance that the card I draw pairs with one in my hand or before me."""
    if view.seat is None or view.seat not in view.alive:
        raise IllegalAction("not_in_game", target=view.seat)
    return _chance_of(next_card(view), held(view, view.seat))


def challenge_risk(view: View, target: int) -> Fraction:
    """Return the chance that a challenge turns up a pair before the target: I would be out."""
    check_target(view.seat, target, view.alive)
    return _chance_of(next_card(view), view.tables[target])


def accuse_chance(view: View, target: int) -> Fraction:
    """Return the chance that the target has a pair, among hand and table cards."""
    check_target(view.seat, target, view.alive)
    return chance_of_pair(unseen(view), hidden(view, target), held=held(view, target))


def pair_curve(cards: Counts = DECK) -> dict[int, Fraction]:
    """Return the chance of a pair among the first k cards of a fresh deck, for k = 1, 2 …

    The curve ends where a pair is certain: with ten values, at the eleventh card.

    >>> curve = pair_curve()
    >>> curve[2], curve[11]
    (Fraction(1, 9), Fraction(1, 1))
    """
    heap = counts(cards)
    values = sum(copies > 0 for copies in heap)
    return {k: chance_of_pair(heap, k) for k in range(1, min(values + 1, sum(heap)) + 1)}


NO_RISK = Fraction(0)


class Advice(NamedTuple):
    """An action and its immediate risk: to be "out", to make a "pair" unseen, or "none"."""

    action: Action
    risk: Fraction
    code: str


def advice(view: View) -> tuple[Advice, ...]:
    """Return every legal action with its immediate risk; nothing when it is not my turn."""
    if view.seat != view.turn:
        return ()
    return tuple(
        Advice(action, *_risk(view, action))
        for action in moves(view, view.hand, view.pile_size > 0)
    )


def _risk(view: View, action: Action) -> tuple[Fraction, str]:
    match action:
        case Challenge(target):
            return challenge_risk(view, target), "out"
        case Accuse(target):
            return 1 - accuse_chance(view, target), "out"
        case Draw():
            return draw_risk(view), "pair"
        case _:
            return NO_RISK, "none"


def _chance_of(card: Lottery[int], values: Iterable[int]) -> Fraction:
    """Return the chance that a card has one of these values."""
    return Fraction(sum(card.weights.get(value, 0) for value in set(values)), card.cases)


def results(view: View, action: Action) -> dict[str, Fraction]:
    """Return everything that can come of an action of mine at once, by code; it sums to 1."""
    risk, _ = _risk(view, action)
    match action:
        case Challenge():
            return {"out": risk, "safe": 1 - risk}
        case Accuse():
            return {"right": 1 - risk, "wrong": risk}
        case Draw():
            return {"pair": risk, "safe": 1 - risk}
        case _:
            return {"safe": Fraction(1)}


def trial(view: View, action: Action, rng: Random) -> str:
    """Try an action of mine in a world that fits what I know; return which result it had."""
    game = view.game
    world = game.play(game.imagine(view, rng), action)
    turn = game.turn(world)
    outcome = turn.sample(rng) if isinstance(turn, Lottery) else None
    match action, outcome:
        case Challenge(), Turned():
            return "safe" if view.seat in game.play(world, outcome).alive else "out"
        case Accuse(), _:
            return "right" if view.seat in world.alive else "wrong"
        case Draw(), Drawn(card):
            assert view.seat is not None, "only a seat can act"
            return "pair" if card in held(view, view.seat) else "safe"
        case _:
            return "safe"


def came(view: View, action: Action, later: Sequence[View]) -> str | None:
    """Return which result an action of mine has had; None until the card is turned or drawn."""
    seat = view.seat
    assert seat is not None, "only a seat can act"
    match action:
        case Accuse():
            return ("right" if seat in later[0].alive else "wrong") if later else None
        case Challenge() | Draw() if len(later) < 2:
            return None
        case Challenge():
            return "safe" if seat in later[1].alive else "out"
        case Draw():
            (card,) = (Counter(later[1].hand) - Counter(view.hand)).elements()
            return "pair" if card in held(view, seat) else "safe"
        case _:
            return "safe"


def standing(view: View) -> Fraction | None:
    """Return the chance that I have no pair after my next draw; nothing once I am out.

    A pair that I have already stays, whatever I draw; with an empty pile no other one comes.
    """
    if view.seat is None or view.seat not in view.alive:
        return None
    if paired(view):
        return Fraction(0)
    return 1 - draw_risk(view) if view.pile_size else Fraction(1)


class AubergeOdds(GameOdds[View]):
    """What the table asks about Auberge des Pirates."""

    results = staticmethod(results)
    trial = staticmethod(trial)
    came = staticmethod(came)
    standing = staticmethod(standing)
    likelihood = staticmethod(likelihood)


odds = AubergeOdds()
