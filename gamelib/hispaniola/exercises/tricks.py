"""Winning tricks, on purpose or not: what stands, what is trumped, what it is worth."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from random import Random
from typing import NamedTuple

from gamelib.exercises import NUMBER, Exercise, pick
from gamelib.game import replaced
from gamelib.hispaniola.cards import COLOURS, best_card, named, ship_named
from gamelib.hispaniola.cards import NUMBER as NUMBERS
from gamelib.hispaniola.exercises.hidden_hands import has_none_words
from gamelib.hispaniola.exercises.positions import (
    BLAISE,
    CARL,
    RULES,
    YOU,
    Case,
    drawn_where,
    of_colour,
    of_other_colours,
    position_words,
    size_of_hand,
)
from gamelib.hispaniola.odds import beaters, deciding, trumped, winning, without
from gamelib.hispaniola.rules import Phase, View, unseen


def _last_is_void(view: View, rng: Random) -> Case | None:
    """Ask about a card of yours that is the best so far; the last to play cannot follow."""
    if len(view.trick) != 1 or view.voids[BLAISE] != view.trick[0][0] or view.voids[CARL]:
        return None
    cases = [Case(view, BLAISE, card, view.trick[0][0]) for card in _legal(view)]
    best = [case for case in cases if best_card((*view.trick, case.card), view.trump)]
    # Cards of other colours are to be a danger as well, not trumps alone.
    good = [case for case in best if any(card[0] != view.trump for card in _threats(case))]
    return pick(rng, good) if good and size_of_hand(good[0]) <= 9 else None


def _legal(view: View) -> list[str]:
    """Return the cards of your hand that you may play. HI-4."""
    led = view.trick[0][0]
    return [card for card in view.hand if card[0] == led] or list(view.hand)


def _threats(case: Case) -> list[str]:
    """Return the cards that beat yours and that the void hand may hold."""
    return [card for card in beaters(case.view, case.card) if card[0] != case.colour]


def _stands_words(case: Case) -> dict[str, object]:
    threats = _threats(case)
    return {
        **position_words(case),
        "threats": tuple(map(named, threats)),
        "bad": len(threats),
        "good": of_other_colours(case) - len(threats),
    }


def _stands_unless_trumped(case: Case) -> Fraction:
    trumps = [card for card in _threats(case) if card[0] == case.view.trump]
    return 1 - Fraction(len(trumps), of_other_colours(case))


def _stands_without_void(case: Case) -> Fraction:
    return 1 - Fraction(len(beaters(case.view, case.card)), len(unseen(case.view)))


stands = Exercise(
    key="stands",
    lesson="05",
    level=2,
    rules=RULES,
    make=drawn_where(_last_is_void, players=3),
    answer=lambda case: winning(case.view, case.card),
    words=_stands_words,
    misconceptions={
        "forgot_the_void": _stands_without_void,
        "only_trumps_beat": _stands_unless_trumped,
        "complement": lambda case: 1 - winning(case.view, case.card),
    },
    view=lambda case: case.view,
    counted=_threats,
)


class Captaincy(NamedTuple):
    """A captain with some tricks to come, of which one in so many is about that ship."""

    tricks: int
    one_in: int


def _stays(case: Captaincy) -> Fraction:
    """Return the chance that no trick to come is about the ship."""
    return (1 - Fraction(1, case.one_in)) ** case.tricks


early_captain = Exercise(
    key="early_captain",
    lesson="05",
    level=2,
    rules=RULES,
    make=lambda rng: Captaincy(pick(rng, range(2, 13)), pick(rng, range(4, 11))),
    answer=lambda case: 5 * _stays(case) + 1 - _stays(case),
    words=lambda case: {
        **case._asdict(),
        "less": case.one_in - 1,
        "stays": float(_stays(case)),
        "goes": float(1 - _stays(case)),
    },
    misconceptions={
        "forgot_the_side": lambda case: 5 * _stays(case),
        "added": lambda case: 5 - 4 * Fraction(case.tricks, case.one_in),
        "as_if_certain": lambda case: 5,
    },
    kind=NUMBER,
    tolerance=Fraction(1, 100),
)


def _captain_in_danger(view: View, rng: Random) -> Case | None:
    """Ask what a card is worth that defends your captain, the only pirate of yours concerned.

    Pirates stay from hand to hand, so the board may be any: you have sent one to this ship before.
    """
    case = _last_is_void(view, rng)
    if case is None or case.card[0] != case.colour:
        return None
    n = COLOURS.index(case.colour)
    left, _, right = (None if pirate == YOU else pirate for pirate in view.ships[n])
    ships = replaced(view.ships, n, (left, YOU, right))
    ashore = [pirate for pirate in view.islands if pirate not in (None, YOU)]
    islands = (*ashore, *[None] * (len(view.islands) - len(ashore)))
    aboard = [pirate for ship in ships for pirate in ship] + ashore
    stocks = tuple(view.game.pirates - aboard.count(seat) for seat in range(view.game.players))
    moved = view._replace(ships=ships, islands=islands, stocks=stocks)
    return case._replace(view=moved) if all(stocks) else None


WON, LOST = 1, -4
"""Your captain moves aside (1 instead of 5): for one of your own (5 more), or for another's."""


def _points(chance: Fraction, won: int = WON, lost: int = LOST) -> Fraction:
    return chance * won + (1 - chance) * lost


def _points_words(case: Case) -> dict[str, object]:
    chance = winning(case.view, case.card)
    return {
        **_stands_words(case),
        "ship": ship_named(case.colour),
        "chance": float(chance),
        "risk": float(1 - chance),
    }


expected_points = Exercise(
    key="expected_points",
    lesson="05",
    level=3,
    rules=RULES,
    make=drawn_where(_captain_in_danger, players=3),
    answer=lambda case: _points(winning(case.view, case.card)),
    words=_points_words,
    misconceptions={
        "forgot_to_lose": lambda case: _points(winning(case.view, case.card), lost=0),
        "counted_five": lambda case: _points(winning(case.view, case.card), won=5),
        "forgot_the_void": lambda case: _points(_stands_without_void(case)),
    },
    kind=NUMBER,
    tolerance=Fraction(1, 100),
    view=lambda case: case.view,
    counted=_threats,
)


def _may_be_trumped(view: View, rng: Random) -> Case | None:
    """Ask how likely the last to play trumps, as long as nobody has shown a void."""
    if len(view.trick) != 1 or any(view.voids) or view.trick[0][0] == view.trump:
        return None
    case = Case(view, BLAISE, pick(rng, _legal(view)), view.trick[0][0])
    few = 1 <= len(of_colour(case, case.colour)) <= 3 and size_of_hand(case) <= 8
    return case if few and len(_trumps(case)) > 1 else None


def _trumps(case: Case) -> list[str]:
    """Return the unseen trumps."""
    return [card for card in unseen(case.view) if card[0] == case.view.trump]


def _if_void(case: Case) -> Fraction:
    """Return the chance of a trump from a hand that cannot follow."""
    return Fraction(len(_trumps(case)), of_other_colours(case))


def _trumped_words(case: Case) -> dict[str, object]:
    return {
        **has_none_words(case),
        "trumps": len(_trumps(case)),
        "none": float(without(case.view, case.colour)[case.seat]),
        "then": float(_if_void(case)),
    }


gets_trumped = Exercise(
    key="gets_trumped",
    lesson="05",
    level=3,
    rules=RULES,
    make=drawn_where(_may_be_trumped, players=3),
    answer=lambda case: trumped(case.view, case.card),
    words=_trumped_words,
    misconceptions={
        "taken_for_void": _if_void,
        "forgot_to_follow": lambda case: Fraction(len(_trumps(case)), len(unseen(case.view))),
        "any_card_will_do": lambda case: without(case.view, case.colour)[case.seat],
    },
    view=lambda case: case.view,
    counted=_trumps,
)


def _first_bid(view: View, rng: Random) -> Case | None:
    """Ask about a bid of yours, when nobody has made one."""
    if view.phase is not Phase.TRUMP or view.bids or any(view.has_bid):
        return None
    return Case(view, card=pick(rng, [card for card in view.hand if NUMBERS[card] > 3]))


def _bids(case: Case) -> tuple[int, int, list[int]]:
    """Return how many unseen cards are lower, how many equal, and the higher ones by number."""
    numbers = [NUMBERS[card] for card in unseen(case.view)]
    mine = NUMBERS[case.card]
    higher = [numbers.count(n) for n in sorted(set(numbers)) if n > mine]
    return sum(n < mine for n in numbers), numbers.count(mine), higher


def _two_of(case: Case, ways: int) -> Fraction:
    return Fraction(ways, comb(len(unseen(case.view)), 2))


def _twins(case: Case) -> int:
    """Return in how many ways two higher cards are equal, so that neither counts."""
    return sum(comb(n, 2) for n in _bids(case)[2])


def _trump_words(case: Case) -> dict[str, object]:
    lower = _bids(case)[0]
    return {
        **position_words(case),
        "below": comb(lower, 2),
        "twins": _twins(case),
        "ways": comb(lower, 2) + _twins(case),
        "cases": comb(len(unseen(case.view)), 2),
    }


names_trump = Exercise(
    key="names_trump",
    lesson="05",
    level=3,
    rules=RULES,
    make=drawn_where(_first_bid, players=3),
    answer=lambda case: deciding(case.view, case.card),
    words=_trump_words,
    misconceptions={
        "twins_forgotten": lambda case: _two_of(case, comb(_bids(case)[0], 2)),
        "tie_decides": lambda case: _two_of(
            case, comb(_bids(case)[0] + _bids(case)[1], 2) + _twins(case)
        ),
        "with_replacement": lambda case: Fraction(_bids(case)[0], len(unseen(case.view))) ** 2,
    },
    view=lambda case: case.view,
    counted=lambda case: [
        card for card in unseen(case.view) if NUMBERS[card] >= NUMBERS[case.card]
    ],
)
