"""Two dice and a choice: what a throw brings, and how long the way home is."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from random import Random
from typing import NamedTuple

from gamelib.exercises import NUMBER, Exercise, pick, shuffled
from gamelib.jamaica.exercises.positions import DICE, GAME, ONE_MOVE, RULES
from gamelib.jamaica.odds import rounds_home, steps
from gamelib.jamaica.position import BACKWARD, CARDS, DECK, FORWARD, HAND, card_named


class Reach(NamedTuple):
    """A card of which one die moves the ship, and how far that is to be."""

    card: int
    steps: int


def _reach_words(case: Reach) -> dict[str, object]:
    few = case.steps - 1
    return {
        "card": card_named(case.card),
        "steps": case.steps,
        "few": few,
        "none": few * few,
        "good": 36 - few * few,
    }


either_die = Exercise(
    key="either_die",
    lesson="06",
    level=1,
    rules=RULES,
    make=lambda rng: Reach(pick(rng, ONE_MOVE), pick(rng, range(2, 7))),
    answer=lambda case: 1 - Fraction(case.steps - 1, 6) ** 2,
    words=_reach_words,
    misconceptions={
        "one_die": lambda case: Fraction(7 - case.steps, 6),
        "both_dice": lambda case: Fraction(7 - case.steps, 6) ** 2,
        "added": lambda case: Fraction(7 - case.steps, 3),
    },
)


def _throws(total: int) -> list[tuple[int, int]]:
    return [(one, total - one) for one in DICE if total - one in DICE]


sum_of_dice = Exercise(
    key="sum_of_dice",
    lesson="06",
    level=1,
    rules=RULES,
    make=lambda rng: Reach(0, pick(rng, range(2, 13))),
    answer=lambda case: steps([case.card])[case.steps],
    words=lambda case: {
        **_reach_words(case),
        "throws": ", ".join(f"{one} + {two}" for one, two in _throws(case.steps)),
        "count": len(_throws(case.steps)),
    },
    misconceptions={
        "equally_likely_sums": lambda case: Fraction(1, 11),
        "order_forgotten": lambda case: Fraction(len({*map(max, _throws(case.steps))}), 21),
    },
)


class Cards(NamedTuple):
    """The cards in a hand."""

    hand: tuple[int, ...]


def _moves(case: Cards) -> tuple[int, int]:
    """Return how many actions of a hand go forward, and how many backward."""
    actions = [kind for card in case.hand for kind in CARDS[card]]
    return actions.count(FORWARD), actions.count(BACKWARD)


def _with_a_way_back(rng: Random) -> Cards:
    hand = shuffled(rng, DECK)[:HAND]
    while not any(BACKWARD in CARDS[card] for card in hand):
        hand = shuffled(rng, DECK)[:HAND]
    return Cards(tuple(sorted(hand)))


_DIE = Fraction(7, 2)


@cache
def _mean_steps(hand: tuple[int, ...]) -> Fraction:
    return sum((moved * chance for moved, chance in steps(hand).items()), Fraction(0))


hand_mean = Exercise(
    key="hand_mean",
    lesson="06",
    level=1,
    rules=RULES,
    make=_with_a_way_back,
    answer=lambda case: _mean_steps(case.hand),
    words=lambda case: {
        **{f"card{n}": card_named(card) for n, card in enumerate(case.hand, 1)},
        "forward": _moves(case)[0],
        "backward": _moves(case)[1],
    },
    misconceptions={
        "backward_forgotten": lambda case: _moves(case)[0] * _DIE / HAND,
        "backward_as_forward": lambda case: sum(_moves(case)) * _DIE / HAND,
        "forgot_the_cards": lambda case: (_moves(case)[0] - _moves(case)[1]) * _DIE,
    },
    kind=NUMBER,
    tolerance=Fraction(1, 100),
)


class Faces(NamedTuple):
    """Two dice of so many faces."""

    faces: int
    card: int


def _higher(faces: int) -> dict[int, Fraction]:
    """Return the distribution of the higher of two dice with so many faces."""
    return {n: Fraction(2 * n - 1, faces * faces) for n in range(1, faces + 1)}


mean_higher = Exercise(
    key="mean_higher",
    lesson="06",
    level=2,
    rules=RULES,
    make=lambda rng: Faces(pick(rng, (4, 5, 7, 8, 9, 10, 12, 20)), pick(rng, ONE_MOVE)),
    answer=lambda case: sum(n * chance for n, chance in _higher(case.faces).items()),
    words=lambda case: {
        "faces": case.faces,
        "card": card_named(case.card),
        "cases": case.faces**2,
        "terms": " + ".join(f"{n} × {2 * n - 1}" for n in (1, 2, 3)),
        "last": f"{case.faces} × {2 * case.faces - 1}",
        "sum": sum(n * (2 * n - 1) for n in range(1, case.faces + 1)),
    },
    misconceptions={
        "one_die": lambda case: Fraction(case.faces + 1, 2),
        "likeliest_instead_of_mean": lambda case: case.faces,
        "both_added": lambda case: case.faces + 1,
    },
    kind=NUMBER,
    tolerance=Fraction(1, 100),
)


class Last(NamedTuple):
    """The last spaces to home, and a card that moves the ship by one die each round."""

    steps: int
    card: int


@cache
def _rounds(card: int) -> dict[int, Fraction]:
    """Return how many rounds it takes on average from each of the last spaces, by their steps."""
    expected = rounds_home(GAME.sea, (card,))
    return {n: expected[0, len(GAME.track) - n] for n in range(1, 10)}


def _last_words(case: Last) -> dict[str, object]:
    nearer = [_rounds(case.card).get(case.steps - die, Fraction(0)) for die in DICE]
    return {
        "steps": case.steps,
        "card": card_named(case.card),
        "values": tuple(f"E({n}) = {_rounds(case.card)[n]}" for n in range(1, min(case.steps, 4))),
        "means": tuple(map(float, nearer)),
        "sum": float(sum(nearer)),
    }


rounds_left = Exercise(
    key="rounds_left",
    lesson="06",
    level=3,
    rules=RULES,
    make=lambda rng: Last(pick(rng, range(2, 10)), pick(rng, ONE_MOVE)),
    answer=lambda case: _rounds(case.card)[case.steps],
    words=_last_words,
    misconceptions={
        "divided_by_the_mean": lambda case: case.steps / _DIE,
        "always_a_six": lambda case: -(-case.steps // 6),
        "forgot_the_round": lambda case: _rounds(case.card)[case.steps] - 1,
    },
    kind=NUMBER,
    tolerance=Fraction(1, 100),
)
