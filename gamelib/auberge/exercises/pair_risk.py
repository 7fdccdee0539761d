"""Lesson 01, pair risk: what the next card may do."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from random import Random
from typing import NamedTuple

from gamelib.auberge.exercises.positions import (
    BLAISE,
    RULES,
    Case,
    all_but_my_hand,
    my_cards,
    pair_with_replacement,
    position,
    position_words,
    share_of,
    summed,
    their_cards,
)
from gamelib.auberge.odds import challenge_risk, draw_risk, unseen
from gamelib.auberge.rules import DECK
from gamelib.counting import (
    Counts,
    add,
    cards,
    chance_of_any,
    chance_of_pair,
    distinct_hands,
    remove,
)
from gamelib.exercises import CHANGE, NUMBER, Exercise, pick
from gamelib.texts import seat_names


def _some_position(rng: Random) -> Case:
    others = [(2, pick(rng, (1, 2, 3))), (2, pick(rng, (1, 2)))]
    view = position(rng, pick(rng, (2, 3)), pick(rng, (1, 2)), others, out=pick(rng, (0, 3, 4)))
    return Case(view, pick(rng, view.hand))


next_card = Exercise(
    key="next_card",
    lesson="01",
    level=1,
    rules=RULES,
    make=_some_position,
    answer=lambda case: share_of(unseen(case.view), [case.value]),
    words=lambda case: position_words(case, [case.value]),
    misconceptions={
        "whole_deck": lambda case: share_of(DECK, [case.value]),
        "forgot_own_cards": lambda case: share_of(all_but_my_hand(case.view), [case.value]),
        "pile_only": lambda case: Fraction(unseen(case.view)[case.value], case.view.pile_size),
    },
    view=lambda case: case.view,
    counted=lambda case: [case.value],
)

draw_pair = Exercise(
    key="draw_pair",
    lesson="01",
    level=1,
    rules=RULES,
    make=_some_position,
    answer=lambda case: draw_risk(case.view),
    words=lambda case: position_words(case, my_cards(case)),
    misconceptions={
        "whole_deck": lambda case: share_of(DECK, my_cards(case)),
        "only_hand": lambda case: share_of(unseen(case.view), case.view.hand),
        "only_own_cards_seen": lambda case: share_of(remove(DECK, my_cards(case)), my_cards(case)),
    },
    view=lambda case: case.view,
    counted=my_cards,
)


def _challenge_position(rng: Random) -> Case:
    others = [(2, pick(rng, (2, 3, 4))), (pick(rng, (1, 2)), pick(rng, (1, 2)))]
    return Case(position(rng, pick(rng, (2, 3)), pick(rng, (1, 2)), others, pick(rng, (0, 3, 4))))


challenge = Exercise(
    key="challenge",
    lesson="01",
    level=1,
    rules=RULES,
    make=_challenge_position,
    answer=lambda case: challenge_risk(case.view, BLAISE),
    words=lambda case: position_words(case, their_cards(case)),
    misconceptions={
        "whole_deck": lambda case: share_of(DECK, their_cards(case)),
        "forgot_own_cards": lambda case: share_of(all_but_my_hand(case.view), their_cards(case)),
        "own_instead_of_theirs": lambda case: draw_risk(case.view),
    },
    view=lambda case: case.view,
    counted=their_cards,
)


def _many_tables(rng: Random) -> Case:
    others = [(2, pick(rng, (1, 2, 3, 4))) for _ in range(3)]
    return Case(position(rng, pick(rng, (2, 3)), pick(rng, (1, 2)), others))


def _risks(case: Case) -> dict[int | None, Fraction]:
    """Return the risk of each challenge, and of the draw (None)."""
    risks: dict[int | None, Fraction] = {None: draw_risk(case.view)}
    return risks | {seat: challenge_risk(case.view, seat) for seat in case.view.alive[1:]}


def _fewest_cards(case: Case) -> Fraction:
    """Return the risk of challenging whoever has the fewest cards before them."""
    target = min(case.view.alive[1:], key=lambda seat: len(case.view.tables[seat]))
    return challenge_risk(case.view, target)


def _safest_words(case: Case) -> dict[str, object]:
    left, names = unseen(case.view), seat_names()
    steps = [
        f"{names[seat]} {summed(left, case.view.tables[seat])}" for seat in case.view.alive[1:]
    ]
    return {**position_words(case), "draw": summed(left, my_cards(case)), "steps": tuple(steps)}


safest = Exercise(
    key="safest",
    lesson="01",
    level=2,
    rules=RULES,
    make=_many_tables,
    answer=lambda case: min(_risks(case).values()),
    words=_safest_words,
    misconceptions={
        "fewest_cards": _fewest_cards,
        "riskiest": lambda case: max(_risks(case).values()),
    },
    view=lambda case: case.view,
)


class Staircase(NamedTuple):
    """A deck like the game's: value v in v copies; and how many cards are drawn from it."""

    lowest: int
    highest: int
    drawn: int = 2

    @property
    def deck(self) -> Counts:
        """The deck as counts by value."""
        return (0,) * self.lowest + tuple(range(self.lowest, self.highest + 1))

    @property
    def values(self) -> int:
        """How many values there are."""
        return self.highest - self.lowest + 1


def _staircase_words(case: Staircase) -> dict[str, object]:
    deck, drawn = case.deck, case.drawn
    total = sum(deck)
    return {
        "lowest": case.lowest,
        "highest": case.highest,
        "total": total,
        "drawn": drawn,
        "cases": comb(total, drawn),
        "pairs": sum(comb(copies, 2) for copies in deck),
        "distinct": distinct_hands(deck, drawn),
    }


fresh_pair = Exercise(
    key="fresh_pair",
    lesson="01",
    level=2,
    rules=RULES,
    make=lambda rng: Staircase(pick(rng, (1, 2, 3)), pick(rng, range(6, 13))),
    answer=lambda case: chance_of_pair(case.deck, 2),
    words=_staircase_words,
    misconceptions={
        "with_replacement": lambda case: pair_with_replacement(case.deck, 2),
        "equally_likely_values": lambda case: Fraction(1, case.values),
    },
)

pair_in_k = Exercise(
    key="pair_in_k",
    lesson="01",
    level=2,
    rules=RULES,
    make=lambda rng: Staircase(
        pick(rng, (1, 2, 3)), pick(rng, range(8, 13)), pick(rng, range(3, 7))
    ),
    answer=lambda case: chance_of_pair(case.deck, case.drawn),
    words=_staircase_words,
    misconceptions={
        "with_replacement": lambda case: pair_with_replacement(case.deck, case.drawn),
        "pairs_added": lambda case: comb(case.drawn, 2) * chance_of_pair(case.deck, 2),
        "complement": lambda case: 1 - chance_of_pair(case.deck, case.drawn),
    },
)


def _after_a_loss(rng: Random) -> Case:
    others = [(2, pick(rng, (1, 2))), (2, pick(rng, (1, 2)))]
    return Case(
        position(rng, pick(rng, (2, 3)), pick(rng, (1, 2)), others, out=pick(rng, (4, 5, 6)))
    )


def _before_the_loss(case: Case) -> Counts:
    return add(unseen(case.view), cards(case.view.discard))


def _change_of_risk(case: Case) -> Fraction:
    return draw_risk(case.view) - share_of(_before_the_loss(case), my_cards(case))


def _change_with_old_total(case: Case) -> Fraction:
    gone = sum(case.view.discard[value] for value in set(my_cards(case)))
    return Fraction(-gone, sum(_before_the_loss(case)))


seen_changes = Exercise(
    key="seen_changes",
    lesson="01",
    level=2,
    rules=RULES,
    make=_after_a_loss,
    answer=_change_of_risk,
    words=lambda case: {
        **position_words(case, my_cards(case)),
        "seat": len(case.view.hand_sizes) - 1,
        "discarded": cards(case.view.discard),
        "before": sum(_before_the_loss(case)),
        "marked_before": sum(_before_the_loss(case)[value] for value in set(my_cards(case))),
    },
    misconceptions={
        "wrong_way_round": lambda case: -_change_of_risk(case),
        "old_total": _change_with_old_total,
    },
    kind=CHANGE,
    view=lambda case: case.view,
    counted=my_cards,
)


def _two_draws(case: Case) -> Fraction:
    return chance_of_pair(unseen(case.view), 2, my_cards(case))


def _two_draws_words(case: Case) -> dict[str, object]:
    words = position_words(case, my_cards(case))
    others = [
        copies for value, copies in enumerate(unseen(case.view)) if value not in my_cards(case)
    ]
    total = sum(unseen(case.view))
    return {
        **words,
        "less": total - 1,
        "cases": comb(total, 2),
        "apart": comb(sum(others), 2),
        "twins": sum(comb(copies, 2) for copies in others),
        "distinct": distinct_hands(others, 2),
    }


two_draws = Exercise(
    key="two_draws",
    lesson="01",
    level=3,
    rules=RULES,
    make=_some_position,
    answer=_two_draws,
    words=_two_draws_words,
    misconceptions={
        "added": lambda case: 2 * draw_risk(case.view),
        "multiplied": lambda case: draw_risk(case.view) ** 2,
        "forgot_each_other": lambda case: chance_of_any(
            sum(unseen(case.view)), sum(unseen(case.view)[v] for v in set(my_cards(case))), 2
        ),
    },
    view=lambda case: case.view,
    counted=my_cards,
)


def _no_pair(case: Staircase) -> list[Fraction]:
    """Return the chances of no pair in the first 0, 1, 2 … cards, as long as there is one."""
    deck = case.deck
    return [Fraction(distinct_hands(deck, k), comb(sum(deck), k)) for k in range(case.values + 1)]


def _first_pair_words(case: Staircase) -> dict[str, object]:
    chances = _no_pair(case)
    return {**_staircase_words(case), "steps": " + ".join(map(str, chances))}


first_pair = Exercise(
    key="first_pair",
    lesson="01",
    level=3,
    rules=RULES,
    make=lambda rng: Staircase(pick(rng, (1, 2, 3)), pick(rng, range(4, 9))),
    answer=lambda case: sum(_no_pair(case)),
    words=_first_pair_words,
    misconceptions={
        "one_too_few": lambda case: sum(_no_pair(case)) - 1,
        "median_instead_of_mean": lambda case: sum(
            chance > Fraction(1, 2) for chance in _no_pair(case)
        ),
        "latest": lambda case: case.values + 1,
    },
    kind=NUMBER,
    tolerance=Fraction(1, 100),
)
