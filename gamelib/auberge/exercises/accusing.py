"""Lesson 02, accuse or not: what the others may hold."""

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
    pair_with_replacement,
    position,
    position_words,
    share_of,
    their_cards,
)
from gamelib.auberge.odds import accuse_chance, held, hidden, unseen
from gamelib.auberge.players import break_even
from gamelib.auberge.rules import DECK, View
from gamelib.counting import (
    Counts,
    add,
    cards,
    chance_of_any,
    chance_of_pair,
    distinct_hands,
    hypergeometric,
)
from gamelib.exercises import CHANGE, Exercise, pick


def _one_hidden(rng: Random) -> Case:
    others = [(1, pick(rng, (2, 3, 4))), (2, pick(rng, (1, 2)))]
    return Case(position(rng, pick(rng, (2, 3)), pick(rng, (1, 2)), others, pick(rng, (0, 3, 4))))


one_hidden = Exercise(
    key="one_hidden",
    lesson="02",
    level=1,
    rules=RULES,
    make=_one_hidden,
    answer=lambda case: accuse_chance(case.view, BLAISE),
    words=lambda case: position_words(case, their_cards(case)),
    misconceptions={
        "whole_deck": lambda case: share_of(DECK, their_cards(case)),
        "forgot_own_cards": lambda case: share_of(all_but_my_hand(case.view), their_cards(case)),
        "complement": lambda case: 1 - accuse_chance(case.view, BLAISE),
    },
    view=lambda case: case.view,
    counted=their_cards,
)


def _some_hidden(rng: Random) -> Case:
    others = [(pick(rng, (2, 3, 4)), pick(rng, (1, 2))), (2, pick(rng, (1, 2)))]
    view = position(rng, pick(rng, (2, 3)), pick(rng, (1, 2)), others, pick(rng, (0, 3)))
    return Case(view, pick(rng, range(5, 11)))


def _drawn(case: Case) -> tuple[int, int, int]:
    """Return how many cards are unseen, how many of them have the value, how many Blaise hides."""
    left = unseen(case.view)
    return sum(left), left[case.value], hidden(case.view, BLAISE)


def _holds_words(case: Case) -> dict[str, object]:
    total, copies, drawn = _drawn(case)
    return {
        **position_words(case, [case.value]),
        "others": total - copies,
        "none": comb(total - copies, drawn),
        "cases": comb(total, drawn),
    }


def _each(case: Case) -> Fraction:
    return share_of(unseen(case.view), [case.value])


holds_value = Exercise(
    key="holds_value",
    lesson="02",
    level=1,
    rules=RULES,
    make=_some_hidden,
    answer=lambda case: chance_of_any(*_drawn(case)),
    words=_holds_words,
    misconceptions={
        "added": lambda case: hidden(case.view, BLAISE) * _each(case),
        "with_replacement": lambda case: 1 - (1 - _each(case)) ** hidden(case.view, BLAISE),
        "complement": lambda case: 1 - chance_of_any(*_drawn(case)),
        "exactly_one": lambda case: hypergeometric(*_drawn(case))[1],
    },
    view=lambda case: case.view,
    counted=lambda case: [case.value],
)


class Notes(NamedTuple):
    """What was noted down in many games: hands with and without a pair, and who hesitated."""

    pairs: int
    pairs_hesitated: int
    others: int
    others_hesitated: int


def _notes(rng: Random) -> Notes:
    pairs, others = pick(rng, range(20, 61, 5)), pick(rng, range(120, 261, 10))
    return Notes(
        pairs,
        pairs * pick(rng, (60, 70, 75, 80, 90)) // 100,
        others,
        others * pick(rng, (10, 15, 20, 25, 30)) // 100,
    )


hesitation = Exercise(
    key="hesitation",
    lesson="02",
    level=1,
    rules=RULES,
    make=_notes,
    answer=lambda case: Fraction(
        case.pairs_hesitated, case.pairs_hesitated + case.others_hesitated
    ),
    words=lambda case: {
        **case._asdict(),
        "total": case.pairs + case.others,
        "hesitated": case.pairs_hesitated + case.others_hesitated,
    },
    misconceptions={
        "turned_around": lambda case: Fraction(case.pairs_hesitated, case.pairs),
        "joint": lambda case: Fraction(case.pairs_hesitated, case.pairs + case.others),
        "base_rate_only": lambda case: Fraction(case.pairs, case.pairs + case.others),
    },
)


class Stakes(NamedTuple):
    """How likely you are to win, in percent: if you do nothing, and after a right accusation."""

    now: int
    after: int


def _stakes(rng: Random) -> Stakes:
    now = pick(rng, range(10, 46))
    return Stakes(now, now + pick(rng, range(5, 41)))


class InPlay(NamedTuple):
    """So many players are in."""

    players: int


break_even_by_players = Exercise(
    key="break_even",
    lesson="02",
    level=1,
    rules=RULES,
    make=lambda rng: InPlay(pick(rng, range(3, 9))),
    answer=lambda case: break_even(case.players),
    words=lambda case: {"players": case.players, "left": case.players - 1},
    misconceptions={
        "one_over_players": lambda case: Fraction(1, case.players),
        "half": lambda case: Fraction(1, 2),
    },
)

stakes = Exercise(
    key="stakes",
    lesson="02",
    level=2,
    rules=RULES,
    make=_stakes,
    answer=lambda case: Fraction(case.now, case.after),
    words=lambda case: case._asdict(),
    misconceptions={
        "difference": lambda case: Fraction(case.after - case.now, 100),
        "multiplied": lambda case: Fraction(case.now * case.after, 10_000),
        "half": lambda case: Fraction(1, 2),
    },
)


def _two_hidden(rng: Random) -> Case:
    others = [(pick(rng, (2, 3)), pick(rng, (1, 2, 3))), (2, pick(rng, (1, 2)))]
    return Case(position(rng, pick(rng, (2, 3)), pick(rng, (1, 2)), others, pick(rng, (0, 3, 4))))


def _apart(case: Case) -> list[int]:
    """Return the unseen cards by value, without the values before Blaise."""
    return [
        copies for value, copies in enumerate(unseen(case.view)) if value not in their_cards(case)
    ]


def _accuse_words(case: Case) -> dict[str, object]:
    drawn, others = hidden(case.view, BLAISE), _apart(case)
    return {
        **position_words(case, their_cards(case)),
        "others": sum(others),
        "cases": comb(sum(unseen(case.view)), drawn),
        "distinct": distinct_hands(others, drawn),
    }


accusation = Exercise(
    key="accusation",
    lesson="02",
    level=2,
    rules=RULES,
    make=_two_hidden,
    answer=lambda case: accuse_chance(case.view, BLAISE),
    words=_accuse_words,
    misconceptions={
        "only_with_table": lambda case: chance_of_any(
            sum(unseen(case.view)),
            sum(unseen(case.view)) - sum(_apart(case)),
            hidden(case.view, BLAISE),
        ),
        "only_in_hand": lambda case: chance_of_pair(unseen(case.view), hidden(case.view, BLAISE)),
        "with_replacement": lambda case: pair_with_replacement(
            unseen(case.view), hidden(case.view, BLAISE), their_cards(case)
        ),
    },
    view=lambda case: case.view,
    counted=their_cards,
)


def _win_if_accusing(case: Case) -> Fraction:
    return accuse_chance(case.view, BLAISE) / (len(case.view.alive) - 1)


worth_it = Exercise(
    key="worth_it",
    lesson="02",
    level=2,
    rules=RULES,
    make=_one_hidden,
    answer=lambda case: _win_if_accusing(case) - Fraction(1, len(case.view.alive)),
    words=lambda case: {
        **position_words(case, their_cards(case)),
        "players": len(case.view.alive),
        "left_in": len(case.view.alive) - 1,
        "chance": accuse_chance(case.view, BLAISE),
        "win": _win_if_accusing(case),
    },
    misconceptions={
        "won_at_once": lambda case: (
            accuse_chance(case.view, BLAISE) - Fraction(1, len(case.view.alive))
        ),
        "forgot_to_compare": _win_if_accusing,
        "wrong_way_round": lambda case: Fraction(1, len(case.view.alive)) - _win_if_accusing(case),
    },
    kind=CHANGE,
    view=lambda case: case.view,
    counted=their_cards,
)


def _glimpse(rng: Random) -> Case:
    """Draw a position in which you have seen one of Blaise's two hand cards."""
    others = [(2, pick(rng, (1, 2, 3))), (2, pick(rng, (1, 2)))]
    view = position(rng, pick(rng, (2, 3)), pick(rng, (1, 2)), others, pick(rng, (0, 3)))
    left = [card for card in cards(unseen(view)) if card not in view.tables[BLAISE]]
    seen = pick(rng, left)
    return Case(view._replace(known=((), (seen,), *view.known[2:])), seen)


def _before_the_glimpse(case: Case) -> Counts:
    return add(unseen(case.view), [case.value])


def _glimpse_words(case: Case) -> dict[str, object]:
    return {**position_words(case, their_cards(case)), "table": case.view.tables[BLAISE]}


glimpse = Exercise(
    key="glimpse",
    lesson="02",
    level=2,
    rules=RULES,
    make=_glimpse,
    answer=lambda case: accuse_chance(case.view, BLAISE),
    words=_glimpse_words,
    misconceptions={
        "not_updated": lambda case: chance_of_pair(
            _before_the_glimpse(case), 2, case.view.tables[BLAISE]
        ),
        "joint": lambda case: (
            share_of(_before_the_glimpse(case), [case.value]) * accuse_chance(case.view, BLAISE)
        ),
        "forgot_the_news": lambda case: share_of(unseen(case.view), case.view.tables[BLAISE]),
    },
    view=lambda case: case.view,
    counted=their_cards,
)


def _boast(rng: Random) -> Case:
    others = [(2, pick(rng, (1, 2))), (2, pick(rng, (1, 2)))]
    view = position(rng, pick(rng, (2, 3)), pick(rng, (1, 2)), others, pick(rng, (0, 3)))
    return Case(view, pick(rng, range(6, 11)))


def _boast_words(case: Case) -> dict[str, object]:
    total, copies, _ = _drawn(case)
    return {
        **position_words(case, [case.value]),
        "both": comb(copies, 2),
        "others": total - copies,
        "one": copies * (total - copies),
        "any": comb(total, 2) - comb(total - copies, 2),
    }


at_least_one = Exercise(
    key="at_least_one",
    lesson="02",
    level=3,
    rules=RULES,
    make=_boast,
    answer=lambda case: hypergeometric(*_drawn(case))[2] / chance_of_any(*_drawn(case)),
    words=_boast_words,
    misconceptions={
        "a_certain_card": lambda case: Fraction(_drawn(case)[1] - 1, _drawn(case)[0] - 1),
        "joint": lambda case: hypergeometric(*_drawn(case))[2],
    },
    view=lambda case: case.view,
    counted=lambda case: [case.value],
)


class Habit(NamedTuple):
    """How often there is a pair, and how often a pirate with and without one hesitates, in %."""

    base: int
    pair: int
    none: int

    @property
    def chance(self) -> Fraction:
        """The chance of a pair if the pirate hesitates: Bayes."""
        return self.joint / self.hesitates

    @property
    def joint(self) -> Fraction:
        """The chance of a pair and of hesitating."""
        return Fraction(self.base * self.pair, 10_000)

    @property
    def hesitates(self) -> Fraction:
        """The chance of hesitating."""
        return self.joint + Fraction((100 - self.base) * self.none, 10_000)


base_rate = Exercise(
    key="base_rate",
    lesson="02",
    level=2,
    rules=RULES,
    make=lambda rng: Habit(
        pick(rng, (5, 8, 10, 12, 15, 20, 25)),
        pick(rng, (60, 70, 75, 80, 90)),
        pick(rng, (10, 15, 20, 25, 30)),
    ),
    answer=lambda case: case.chance,
    words=lambda case: {
        **case._asdict(),
        "others": 100 - case.base,
        "with_pair": case.base * case.pair,
        "without_pair": (100 - case.base) * case.none,
        "together": case.base * case.pair + (100 - case.base) * case.none,
    },
    misconceptions={
        "turned_around": lambda case: Fraction(case.pair, 100),
        "joint": lambda case: case.joint,
        "evidence_only": lambda case: case.hesitates,
        "not_updated": lambda case: Fraction(case.base, 100),
    },
)


class Tell(NamedTuple):
    """A position, and how many of 12 pirates with a pair, and without one, put their cards down."""

    view: View
    pair: int
    none: int

    @property
    def chance(self) -> Fraction:
        """The chance of a pair if Blaise does so: Bayes."""
        base = accuse_chance(self.view, BLAISE)
        return base * self.pair / (base * self.pair + (1 - base) * self.none)


def _tell(rng: Random) -> Tell:
    return Tell(_one_hidden(rng).view, pick(rng, (8, 9, 10, 11)), pick(rng, (2, 3, 4, 5)))


def _tell_words(case: Tell) -> dict[str, object]:
    words = position_words(Case(case.view), held(case.view, BLAISE))
    marked, safe = words["marked"], words["safe"]
    assert isinstance(marked, int)
    assert isinstance(safe, int)
    return {
        **words,
        "pair": case.pair,
        "none": case.none,
        "with_pair": marked * case.pair,
        "without_pair": safe * case.none,
        "together": marked * case.pair + safe * case.none,
    }


behaviour = Exercise(
    key="behaviour",
    lesson="02",
    level=3,
    rules=RULES,
    make=_tell,
    answer=lambda case: case.chance,
    words=_tell_words,
    misconceptions={
        "turned_around": lambda case: Fraction(case.pair, 12),
        "not_updated": lambda case: accuse_chance(case.view, BLAISE),
        "joint": lambda case: accuse_chance(case.view, BLAISE) * Fraction(case.pair, 12),
    },
    view=lambda case: case.view,
    counted=lambda case: held(case.view, BLAISE),
)


def _accused_in_vain(rng: Random) -> Case:
    others = [(pick(rng, (2, 3, 4)), pick(rng, (1, 2))), (2, pick(rng, (1, 2)))]
    return Case(position(rng, pick(rng, (2, 3)), pick(rng, (1, 2)), others, out=pick(rng, (3, 4))))


def _pair_since(case: Case) -> Fraction:
    """Return the chance of a pair now, if there was none before the last card was drawn."""
    others, drawn, total = _apart(case), hidden(case.view, BLAISE), sum(unseen(case.view))
    then = distinct_hands(others, drawn - 1) * (total - drawn + 1)
    return 1 - Fraction(drawn * distinct_hands(others, drawn), then)


def _vain_words(case: Case) -> dict[str, object]:
    others, drawn, total = _apart(case), hidden(case.view, BLAISE), sum(unseen(case.view))
    then, now = distinct_hands(others, drawn - 1), distinct_hands(others, drawn)
    return {
        **position_words(case, their_cards(case)),
        "seat": len(case.view.hand_sizes) - 1,
        "before": drawn - 1,
        "then": then,
        "rest": total - drawn + 1,
        "cases": then * (total - drawn + 1),
        "now": now,
        "good": drawn * now,
    }


accused_in_vain = Exercise(
    key="accused_in_vain",
    lesson="02",
    level=3,
    rules=RULES,
    make=_accused_in_vain,
    answer=_pair_since,
    words=_vain_words,
    misconceptions={
        "not_updated": lambda case: accuse_chance(case.view, BLAISE),
        "only_with_table": lambda case: share_of(unseen(case.view), their_cards(case)),
    },
    view=lambda case: case.view,
    counted=their_cards,
)
