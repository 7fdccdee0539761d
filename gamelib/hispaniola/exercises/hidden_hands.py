"""Hidden hands: how cards may lie, when somebody has shown to be without a colour."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from math import comb, perm
from random import Random
from typing import Any, NamedTuple

from gamelib.exercises import NUMBER, Exercise, FunctionExercise, pick, shuffled
from gamelib.hispaniola.cards import COLOURS, best_card, colour_named, named
from gamelib.hispaniola.cards import NUMBER as NUMBERS
from gamelib.hispaniola.exercises.positions import (
    RULES,
    YOU,
    Case,
    drawn_where,
    of_colour,
    of_other_colours,
    position_words,
    size_of_hand,
)
from gamelib.hispaniola.odds import others, split, without
from gamelib.hispaniola.rules import Hispaniola, Phase, View, unseen


class Played(NamedTuple):
    """A whole trick, in the order of play, and the trump."""

    trick: tuple[str, ...]
    trump: str


def _some_trick(rng: Random) -> Played:
    deck = Hispaniola(players=4).cards
    return Played(tuple(shuffled(rng, deck)[:4]), pick(rng, COLOURS))


def _highest(cards: Sequence[str], colour: str = COLOURS) -> int:
    """Return the highest number among cards of some colours."""
    return max(NUMBERS[card] for card in cards if card[0] in colour)


trick_winner = Exercise(
    key="trick_winner",
    lesson="05",
    level=1,
    rules=RULES,
    make=_some_trick,
    answer=lambda case: NUMBERS[case.trick[best_card(case.trick, case.trump)]],
    words=lambda case: {
        "cards": tuple(map(named, case.trick)),
        "trump": colour_named(case.trump),
        "trumps": tuple(named(card) for card in case.trick if card[0] == case.trump),
    },
    misconceptions={
        "forgot_the_trump": lambda case: _highest(case.trick),
        "only_led_colour": lambda case: _highest(case.trick, case.trick[0][0]),
    },
    kind=NUMBER,
    tolerance=Fraction(0),
)


def _no_void(view: View, rng: Random) -> Case | None:
    """Ask about a colour of which a few cards are unseen, as long as nobody has shown a void."""
    if view.trump is None or any(view.voids) or not 5 <= len(view.hand) <= 10:
        return None
    case = Case(view, pick(rng, others(view)), colour=pick(rng, COLOURS))
    return case if 2 <= len(of_colour(case, case.colour)) <= 4 else None


def _ways_without(case: Case) -> tuple[int, int]:
    """Return in how many ways the seat's hand has none of the colour, and in how many any cards."""
    total = len(unseen(case.view))
    return comb(total - len(of_colour(case, case.colour)), size_of_hand(case)), comb(
        total, size_of_hand(case)
    )


def has_none_words(case: Case) -> dict[str, object]:
    """Return what the texts about a hand without a colour mention."""
    ways, cases = _ways_without(case)
    return {**position_words(case), "ways": ways, "cases": cases}


has_none = Exercise(
    key="has_none",
    lesson="05",
    level=1,
    rules=RULES,
    make=drawn_where(_no_void, players=4),
    answer=lambda case: without(case.view, case.colour)[case.seat],
    words=has_none_words,
    misconceptions={
        "with_replacement": lambda case: (
            (1 - Fraction(len(of_colour(case, case.colour)), len(unseen(case.view))))
            ** size_of_hand(case)
        ),
        "complement": lambda case: 1 - without(case.view, case.colour)[case.seat],
    },
    view=lambda case: case.view,
    counted=lambda case: of_colour(case, case.colour),
)


def _one_void(view: View, rng: Random) -> Case | None:
    """Ask about the only seat that has shown a void, and about a card of another colour."""
    shown = [(seat, colour) for seat, colours in enumerate(view.voids) for colour in colours]
    if len(shown) != 1 or shown[0][0] == YOU or view.phase is not Phase.TRICK:
        return None
    [(seat, colour)] = shown
    free = [card for card in unseen(view) if card[0] != colour]
    if not 3 <= view.hand_sizes[seat] <= 7 or len(free) == view.hand_sizes[seat]:
        return None
    case = Case(view, seat, pick(rng, free), colour)
    return case if len(of_colour(case, colour)) > 1 else None


def _in_void_hand(case: Case) -> Fraction:
    """Return the chance that the void hand holds a card of another colour."""
    return Fraction(size_of_hand(case), of_other_colours(case))


holds_card = Exercise(
    key="holds_card",
    lesson="05",
    level=1,
    rules=RULES,
    make=drawn_where(_one_void, players=3),
    answer=_in_void_hand,
    words=position_words,
    misconceptions={
        "forgot_the_void": lambda case: Fraction(size_of_hand(case), len(unseen(case.view))),
        "complement": lambda case: 1 - _in_void_hand(case),
        "one_of_the_rest": lambda case: Fraction(1, of_other_colours(case)),
    },
    view=lambda case: case.view,
    counted=lambda case: [card for card in unseen(case.view) if card[0] != case.colour],
)

deals_that_fit = Exercise(
    key="deals_that_fit",
    lesson="05",
    level=2,
    rules=RULES,
    make=drawn_where(_one_void, players=3),
    answer=lambda case: comb(of_other_colours(case), size_of_hand(case)),
    words=position_words,
    misconceptions={
        "forgot_the_void": lambda case: comb(len(unseen(case.view)), size_of_hand(case)),
        "in_order": lambda case: perm(of_other_colours(case), size_of_hand(case)),
    },
    kind=NUMBER,
    tolerance=Fraction(0),
    view=lambda case: case.view,
    counted=lambda case: [card for card in unseen(case.view) if card[0] != case.colour],
)


def _a_split(view: View, rng: Random) -> Case | None:
    """Ask how many of a colour's three to five unseen cards one of two hands holds."""
    case = _no_void(view, rng)
    if case is None:
        return None
    return case._replace(share=pick(rng, range(1, len(of_colour(case, case.colour)))))


def _share(case: Case) -> Fraction:
    """Return the chance that the seat holds so many cards of the colour."""
    place = others(case.view).index(case.seat)
    chances = split(case.view, case.colour).items()
    return sum((p for held, p in chances if held[place] == case.share), Fraction(0))


def _split_words(case: Case) -> dict[str, object]:
    marked, total = len(of_colour(case, case.colour)), len(unseen(case.view))
    return {
        **position_words(case),
        "count": case.share,
        "more": size_of_hand(case) - case.share,
        "ways": comb(marked, case.share),
        "ways_more": comb(total - marked, size_of_hand(case) - case.share),
        "cases": comb(total, size_of_hand(case)),
    }


colour_split = Exercise(
    key="colour_split",
    lesson="05",
    level=2,
    rules=RULES,
    make=drawn_where(_a_split, players=3),
    answer=_share,
    words=_split_words,
    misconceptions={
        "coin_flips": lambda case: Fraction(
            comb(len(of_colour(case, case.colour)), case.share),
            2 ** len(of_colour(case, case.colour)),
        ),
        "equal_splits": lambda case: Fraction(1, len(of_colour(case, case.colour)) + 1),
    },
    view=lambda case: case.view,
    counted=lambda case: of_colour(case, case.colour),
)


def _two_may_hold(view: View, rng: Random) -> Case | None:
    """Ask about a colour that one of three hands cannot hold, and about one of the two others."""
    case = _one_void(view, rng)
    if case is None or len(of_colour(case, case.colour)) > 4:
        return None
    return case._replace(seat=pick(rng, [seat for seat in others(view) if seat != case.seat]))


def _given_words(case: Case) -> dict[str, object]:
    void = next(seat for seat, voids in enumerate(case.view.voids) if case.colour in voids)
    third = next(seat for seat in others(case.view) if seat not in (case.seat, void))
    held, marked = case.view.hand_sizes[third], len(of_colour(case, case.colour))
    places = held + size_of_hand(case)
    return {
        **position_words(case),
        "target": void,
        "partner": third,
        "held": held,
        "places": places,
        "ways": comb(held, marked),
        "cases": comb(places, marked),
    }


none_given_void = Exercise(
    key="none_given_void",
    lesson="05",
    level=2,
    rules=RULES,
    make=drawn_where(_two_may_hold, players=4),
    answer=lambda case: without(case.view, case.colour)[case.seat],
    words=_given_words,
    misconceptions={
        "forgot_the_void": lambda case: Fraction(*_ways_without(case)),
        "coin_flips": lambda case: Fraction(1, 2 ** len(of_colour(case, case.colour))),
        "complement": lambda case: 1 - without(case.view, case.colour)[case.seat],
    },
    view=lambda case: case.view,
    counted=lambda case: of_colour(case, case.colour),
)


class Seeded(NamedTuple):
    """The seed of the cases that a student's function is tried on."""

    seed: int


def right_chance_without(cards: Sequence[str], size: int, voids: Sequence[str], colour: str) -> Any:
    """Return how likely the first of two hands has none of a colour, by trying all deals."""
    fitting = [first for first, second in _two_hands(cards, size) if _fits(first, second, voids)]
    return Fraction(sum(_lacks(first, colour) for first in fitting), len(fitting))


def _two_hands(cards: Sequence[str], size: int) -> Iterator[tuple[tuple[str, ...], list[str]]]:
    for first in combinations(cards, size):
        yield first, [card for card in cards if card not in first]


def _lacks(cards: Sequence[str], colours: str) -> bool:
    return not any(card[0] in colours for card in cards)


def _fits(first: Sequence[str], second: Sequence[str], voids: Sequence[str]) -> bool:
    return _lacks(first, voids[0]) and _lacks(second, voids[1])


def _without_voids(cards: Sequence[str], size: int, voids: Sequence[str], colour: str) -> Any:
    return right_chance_without(cards, size, ("", ""), colour)


def _first_void_only(cards: Sequence[str], size: int, voids: Sequence[str], colour: str) -> Any:
    return right_chance_without(cards, size, (voids[0], ""), colour)


def _of_all_deals(cards: Sequence[str], size: int, voids: Sequence[str], colour: str) -> Any:
    deals = list(_two_hands(cards, size))
    both = [_fits(*deal, voids) and _lacks(deal[0], colour) for deal in deals]
    return Fraction(sum(both), len(deals))


def _hands_to_try(case: Seeded) -> list[tuple[Any, ...]]:
    """Return small heaps for two hands, voids of either, and a colour; some deal always fits."""
    rng = Random(case.seed)
    trials: list[tuple[Any, ...]] = [(("O3", "G5"), 1, ("", ""), "O")]
    while len(trials) < 8:
        size = pick(rng, (2, 3, 4))
        heap = tuple(shuffled(rng, [f"{c}{n}" for c in COLOURS[:3] for n in range(1, 10)]))
        cards = heap[: size + pick(rng, (2, 3, 4))]
        voids = [("", ""), (pick(rng, COLOURS[:3]), ""), ("", pick(rng, COLOURS[:3]))]
        known = pick(rng, [*voids[1:], voids[0], ("O", "G"), ("S", "O")])
        if any(_fits(*deal, known) for deal in _two_hands(cards, size)):
            trials.append((cards, size, known, pick(rng, COLOURS[:3])))
    return trials


chance_without = FunctionExercise(
    key="chance_without",
    lesson="05",
    level=3,
    rules=RULES,
    make=lambda rng: Seeded(pick(rng, range(10**6))),
    answer=lambda case: right_chance_without,
    words=lambda case: {},
    misconceptions={
        "forgot_the_void": lambda case: _without_voids,
        "joint": lambda case: _of_all_deals,
        "first_void_only": lambda case: _first_void_only,
    },
    tolerance=Fraction(1, 10**6),
    trials=_hands_to_try,
    about=lambda args: {"call": repr(args)},
)
