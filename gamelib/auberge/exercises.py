"""Questions about Auberge des Pirates: lessons 01 (pair risk), 02 (accuse or not), some of 04.

Every answer comes from `odds.py` and `counting.py`, every misconception is a small function that
makes the mistake. The words stand in `exercises.en.json` and its like.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb, factorial, sqrt
from random import Random
from typing import Any, NamedTuple

from gamelib.auberge.odds import (
    accuse_chance,
    advice,
    challenge_risk,
    draw_risk,
    held,
    hidden,
    unseen,
)
from gamelib.auberge.players import break_even
from gamelib.auberge.rules import DECK, Accuse, Auberge, Phase, View
from gamelib.counting import (
    Counts,
    add,
    cards,
    chance_of_any,
    chance_of_pair,
    distinct_hands,
    hypergeometric,
    remove,
)
from gamelib.exercises import (
    CHANGE,
    NUMBER,
    Exercise,
    FunctionExercise,
    pick,
    shuffled,
)
from gamelib.game import Action
from gamelib.players import Player
from gamelib.texts import listing, say, seat_names

RULES = f"auberge {Auberge.rules_version}"
YOU, BLAISE = 0, 1

# --- positions ------------------------------------------------------------------------------------


class Case(NamedTuple):
    """A position that you see from seat 0, and a card value the question is about."""

    view: View
    value: int = 0


def position(
    rng: Random, hand: int, mine: int, others: Sequence[tuple[int, int]], out: int = 0
) -> View:
    """Return a position at your turn, with so many cards in your hand and before you.

    `others` are the hidden cards and the table cards of each player. With `out`, one more player
    has left the game and so many cards on the discard. All your own cards are different.
    """
    deck = shuffled(rng, cards(DECK))

    def take(count: int, apart: Iterable[int] = ()) -> tuple[int, ...]:
        """Take cards of different values."""
        taken: list[int] = []
        for _ in range(count):
            card = next(card for card in deck if card not in {*taken, *apart})
            deck.remove(card)
            taken.append(card)
        return tuple(taken)

    own = take(hand)
    tables = [take(mine, own), *(take(lying) for _, lying in others)]
    sizes = [hand, *(concealed for concealed, _ in others)]
    discard = tuple(deck[:out])
    del deck[:out]
    alive = tuple(range(len(sizes)))
    if out:
        sizes.append(0)
        tables.append(())
    return View(
        game=Auberge(players=len(sizes)),
        seat=YOU,
        phase=Phase.TURN,
        turn=YOU,
        alive=alive,
        hand=tuple(sorted(own)),
        hand_sizes=tuple(sizes),
        tables=tuple(tables),
        pile_size=len(deck) - sum(sizes[1:]),
        discard=add((0,) * len(DECK), discard),
        first=None,
        target=None,
        known=((),) * len(sizes),
    )


def describe(view: View, lang: str = "en") -> str:
    """Return a position in words: all that the picture shows."""
    names = seat_names(lang)

    def listed(values: Sequence[int]) -> str:
        return listing(values, lang) or say("list.none", lang)

    parts = [
        say(
            "exercise.auberge.you",
            lang,
            hand=listed(view.hand),
            mine=listed(view.tables[YOU]),
        )
    ]
    for seat in view.alive[1:]:
        key = "glimpsed" if view.known[seat] else "other"
        parts.append(
            say(
                f"exercise.auberge.{key}",
                lang,
                seat=names[seat],
                cards=listed(view.tables[seat]),
                count=view.hand_sizes[seat],
                seen=listed(view.known[seat]),
            )
        )
    if any(view.discard):
        parts.append(say("exercise.auberge.discard", lang, cards=listed(cards(view.discard))))
    parts.append(say("exercise.auberge.pile", lang, count=view.pile_size))
    return " ".join(parts)


def _share(heap: Counts, values: Iterable[int]) -> Fraction:
    """Return the part of a heap that has one of these values."""
    return Fraction(sum(heap[value] for value in set(values)), sum(heap))


def _all_but_my_hand(view: View) -> Counts:
    """Return the cards that are unseen for somebody who forgets to look at the own hand."""
    return add(unseen(view), view.hand)


def _with_replacement(heap: Counts, size: int, apart: Iterable[int] = ()) -> Fraction:
    """Return the chance of a pair if every card were put back before the next is drawn."""
    others = [copies for value, copies in enumerate(heap) if value not in set(apart)]
    return 1 - Fraction(factorial(size) * distinct_hands(others, size), sum(heap) ** size)


def _sum(heap: Counts, values: Iterable[int]) -> str:
    """Return how the cards of some values add up: "5 + 2 + 8 = 15"."""
    numbers = [heap[value] for value in sorted(set(values))]
    added = " + ".join(map(str, numbers))
    return f"{added} = {sum(numbers)}" if len(numbers) > 1 else added


def _words(case: Case, values: Iterable[int] = ()) -> dict[str, object]:
    """Return what the texts of a position mention; `values` are those that are counted."""
    left = unseen(case.view)
    counted = sorted(set(values))
    total, marked = sum(left), sum(left[value] for value in counted)
    return {
        "value": case.value,
        "copies": DECK[case.value],
        "left": left[case.value],
        "seen": sum(DECK) - total,
        "total": total,
        "values": tuple(counted),
        "sum": _sum(left, counted),
        "marked": marked,
        "safe": total - marked,
        "hidden": hidden(case.view, BLAISE),
    }


# --- lesson 01: pair risk -------------------------------------------------------------------------


def _some_position(rng: Random) -> Case:
    others = [(2, pick(rng, (1, 2, 3))), (2, pick(rng, (1, 2)))]
    view = position(rng, pick(rng, (2, 3)), pick(rng, (1, 2)), others, out=pick(rng, (0, 3, 4)))
    return Case(view, pick(rng, view.hand))


def _mine(case: Case) -> tuple[int, ...]:
    return held(case.view, YOU)


def _theirs(case: Case) -> tuple[int, ...]:
    return held(case.view, BLAISE)


next_card = Exercise(
    key="next_card",
    lesson="01",
    level=1,
    rules=RULES,
    make=_some_position,
    answer=lambda case: _share(unseen(case.view), [case.value]),
    words=lambda case: _words(case, [case.value]),
    misconceptions={
        "whole_deck": lambda case: _share(DECK, [case.value]),
        "forgot_own_cards": lambda case: _share(_all_but_my_hand(case.view), [case.value]),
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
    words=lambda case: _words(case, _mine(case)),
    misconceptions={
        "whole_deck": lambda case: _share(DECK, _mine(case)),
        "only_hand": lambda case: _share(unseen(case.view), case.view.hand),
        "only_own_cards_seen": lambda case: _share(remove(DECK, _mine(case)), _mine(case)),
    },
    view=lambda case: case.view,
    counted=_mine,
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
    words=lambda case: _words(case, _theirs(case)),
    misconceptions={
        "whole_deck": lambda case: _share(DECK, _theirs(case)),
        "forgot_own_cards": lambda case: _share(_all_but_my_hand(case.view), _theirs(case)),
        "own_instead_of_theirs": lambda case: draw_risk(case.view),
    },
    view=lambda case: case.view,
    counted=_theirs,
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
    steps = [f"{names[seat]} {_sum(left, case.view.tables[seat])}" for seat in case.view.alive[1:]]
    return {**_words(case), "draw": _sum(left, _mine(case)), "steps": tuple(steps)}


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
        "with_replacement": lambda case: _with_replacement(case.deck, 2),
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
        "with_replacement": lambda case: _with_replacement(case.deck, case.drawn),
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
    return draw_risk(case.view) - _share(_before_the_loss(case), _mine(case))


def _change_with_old_total(case: Case) -> Fraction:
    gone = sum(case.view.discard[value] for value in set(_mine(case)))
    return Fraction(-gone, sum(_before_the_loss(case)))


seen_changes = Exercise(
    key="seen_changes",
    lesson="01",
    level=2,
    rules=RULES,
    make=_after_a_loss,
    answer=_change_of_risk,
    words=lambda case: {
        **_words(case, _mine(case)),
        "seat": len(case.view.hand_sizes) - 1,
        "discarded": cards(case.view.discard),
        "before": sum(_before_the_loss(case)),
        "marked_before": sum(_before_the_loss(case)[value] for value in set(_mine(case))),
    },
    misconceptions={
        "wrong_way_round": lambda case: -_change_of_risk(case),
        "old_total": _change_with_old_total,
    },
    kind=CHANGE,
    view=lambda case: case.view,
    counted=_mine,
)


def _two_draws(case: Case) -> Fraction:
    return chance_of_pair(unseen(case.view), 2, _mine(case))


def _two_draws_words(case: Case) -> dict[str, object]:
    words = _words(case, _mine(case))
    others = [copies for value, copies in enumerate(unseen(case.view)) if value not in _mine(case)]
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
            sum(unseen(case.view)), sum(unseen(case.view)[v] for v in set(_mine(case))), 2
        ),
    },
    view=lambda case: case.view,
    counted=_mine,
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

# --- lesson 02: accuse or not ---------------------------------------------------------------------


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
    words=lambda case: _words(case, _theirs(case)),
    misconceptions={
        "whole_deck": lambda case: _share(DECK, _theirs(case)),
        "forgot_own_cards": lambda case: _share(_all_but_my_hand(case.view), _theirs(case)),
        "complement": lambda case: 1 - accuse_chance(case.view, BLAISE),
    },
    view=lambda case: case.view,
    counted=_theirs,
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
        **_words(case, [case.value]),
        "others": total - copies,
        "none": comb(total - copies, drawn),
        "cases": comb(total, drawn),
    }


def _each(case: Case) -> Fraction:
    return _share(unseen(case.view), [case.value])


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
    return [copies for value, copies in enumerate(unseen(case.view)) if value not in _theirs(case)]


def _accuse_words(case: Case) -> dict[str, object]:
    drawn, others = hidden(case.view, BLAISE), _apart(case)
    return {
        **_words(case, _theirs(case)),
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
        "with_replacement": lambda case: _with_replacement(
            unseen(case.view), hidden(case.view, BLAISE), _theirs(case)
        ),
    },
    view=lambda case: case.view,
    counted=_theirs,
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
        **_words(case, _theirs(case)),
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
    counted=_theirs,
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
    return {**_words(case, _theirs(case)), "table": case.view.tables[BLAISE]}


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
            _share(_before_the_glimpse(case), [case.value]) * accuse_chance(case.view, BLAISE)
        ),
        "forgot_the_news": lambda case: _share(unseen(case.view), case.view.tables[BLAISE]),
    },
    view=lambda case: case.view,
    counted=_theirs,
)


def _boast(rng: Random) -> Case:
    others = [(2, pick(rng, (1, 2))), (2, pick(rng, (1, 2)))]
    view = position(rng, pick(rng, (2, 3)), pick(rng, (1, 2)), others, pick(rng, (0, 3)))
    return Case(view, pick(rng, range(6, 11)))


def _boast_words(case: Case) -> dict[str, object]:
    total, copies, _ = _drawn(case)
    return {
        **_words(case, [case.value]),
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
    words = _words(Case(case.view), held(case.view, BLAISE))
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
        **_words(case, _theirs(case)),
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
        "only_with_table": lambda case: _share(unseen(case.view), _theirs(case)),
    },
    view=lambda case: case.view,
    counted=_theirs,
)

# --- lesson 04: simulate and compare --------------------------------------------------------------


class Record(NamedTuple):
    """So many games, and how many of them were won."""

    games: int
    wins: int

    @property
    def share(self) -> Fraction:
        """The share of games won."""
        return Fraction(self.wins, self.games)

    @property
    def error(self) -> float:
        """The standard error of that share."""
        return sqrt(self.share * (1 - self.share) / self.games)


def _record(rng: Random) -> Record:
    games = pick(rng, (100, 150, 200, 250, 300, 400, 500))
    return Record(games, games * pick(rng, range(20, 46)) // 100)


def _record_words(case: Record) -> dict[str, object]:
    return {
        "games": case.games,
        "wins": case.wins,
        "share": float(case.share),
        "rest": float(1 - case.share),
        "variance": float(case.share * (1 - case.share)),
        "error": case.error,
        "reach": 1.96 * case.error,
    }


standard_error = Exercise(
    key="standard_error",
    lesson="04",
    level=1,
    rules=RULES,
    make=_record,
    answer=lambda case: case.error,
    words=_record_words,
    misconceptions={
        "forgot_the_root": lambda case: case.error**2,
        "forgot_to_divide": lambda case: case.error * sqrt(case.games),
        "whole_interval": lambda case: 1.96 * case.error,
    },
    kind=NUMBER,
    tolerance=Fraction(1, 2000),
)

interval = Exercise(
    key="interval",
    lesson="04",
    level=1,
    rules=RULES,
    make=_record,
    answer=lambda case: float(case.share) - 1.96 * case.error,
    words=_record_words,
    misconceptions={
        "one_error_only": lambda case: float(case.share) - case.error,
        "upper_end": lambda case: float(case.share) + 1.96 * case.error,
    },
    tolerance=Fraction(1, 500),
)


class Plan(NamedTuple):
    """A share that is expected, and how near to it an estimate should come, both in percent."""

    share: int
    near: int

    @property
    def games(self) -> int:
        """How many games it takes."""
        return _enough(self, 1.96)


def _enough(plan: Plan, reach: float) -> int:
    """Return for how many games so many standard errors are as near as planned."""
    share = plan.share / 100
    games = share * (1 - share) * (100 * reach / plan.near) ** 2
    return int(games) + (games > int(games))


games_needed = Exercise(
    key="games_needed",
    lesson="04",
    level=2,
    rules=RULES,
    make=lambda rng: Plan(pick(rng, (20, 25, 30, 35, 40, 45, 50)), pick(rng, (2, 3, 4))),
    answer=lambda case: case.games,
    words=lambda case: {
        "share": case.share,
        "rest": 100 - case.share,
        "near": case.near,
    },
    misconceptions={
        "one_error_only": lambda case: _enough(case, 1),
        "forgot_the_square": lambda case: 100 * 1.96 / case.near,
        "whole_width": lambda case: _enough(case, 2 * 1.96),
    },
    kind=NUMBER,
    tolerance=Fraction(5),
)


# A player, written by the student and tried in positions of its own.


@dataclass(frozen=True)
class Careful:
    """Accuse only if that is likelier right than a limit says; else take what risks least."""

    limit: Fraction

    def __call__(self, view: View, actions: Sequence[Action], rng: Random) -> Action:
        """Return the accusation likeliest to be right, or the first of the least risky actions."""
        offered = advice(view)
        accusations = [entry for entry in offered if isinstance(entry.action, Accuse)]
        best = min(accusations, key=lambda entry: entry.risk)
        if 1 - best.risk > self.limit:
            return best.action
        others = [entry for entry in offered if not isinstance(entry.action, Accuse)]
        return min(others, key=lambda entry: entry.risk).action


class Limit(NamedTuple):
    """What the student's player has to do, and the seed of the positions it is tried in."""

    percent: int
    seed: int


def _least_risky_of_all(case: Limit) -> Player:
    """Return a player that takes an accusation for one risk among others."""
    return lambda view, actions, rng: min(advice(view), key=lambda entry: entry.risk).action


def _accuses_below(case: Limit) -> Player:
    """Return a player that mixes up the risk of an accusation and its chance to be right."""

    def player(view: View, actions: Sequence[Action], rng: Random) -> Action:
        offered = advice(view)
        accusations = [entry for entry in offered if isinstance(entry.action, Accuse)]
        likely = max(accusations, key=lambda entry: entry.risk)
        if likely.risk > Fraction(case.percent, 100):
            return likely.action
        others = [entry for entry in offered if not isinstance(entry.action, Accuse)]
        return min(others, key=lambda entry: entry.risk).action

    return player


def _tables_to_try(case: Limit) -> list[tuple[Any, ...]]:
    rng = Random(case.seed)
    trials: list[tuple[Any, ...]] = []
    for n in range(12):
        hand = 0 if n % 3 == 0 else 2  # without a hand card there is no attack: all has its risk
        others = [
            (pick(rng, (1, 2, 4, 6)), pick(rng, (1, 2, 3))) for _ in range(pick(rng, (1, 2, 3)))
        ]
        view = position(rng, hand, pick(rng, (1, 2, 3)), others)
        actions = tuple(entry.action for entry in advice(view))
        trials.append((view, actions, Random(pick(rng, range(10**6)))))
    return trials


def _about_a_table(args: tuple[Any, ...]) -> Mapping[str, object]:
    view: View = args[0]
    others = view.alive[1:]
    return {
        "hand": view.hand,
        "mine": view.tables[YOU],
        "tables": " | ".join(", ".join(map(str, view.tables[seat])) for seat in others),
        "sizes": ", ".join(str(view.hand_sizes[seat]) for seat in others),
    }


careful_player = FunctionExercise(
    key="careful_player",
    lesson="04",
    level=3,
    rules=RULES,
    make=lambda rng: Limit(pick(rng, (50, 55, 60, 65, 70)), pick(rng, range(10**6))),
    answer=lambda case: Careful(Fraction(case.percent, 100)),
    words=lambda case: {"percent": case.percent},
    misconceptions={
        "accusing_is_one_risk": _least_risky_of_all,
        "risk_instead_of_chance": _accuses_below,
    },
    trials=_tables_to_try,
    about=_about_a_table,
)

EXERCISES: tuple[Exercise[Any], ...] = (
    next_card,
    draw_pair,
    challenge,
    safest,
    fresh_pair,
    pair_in_k,
    seen_changes,
    two_draws,
    first_pair,
    one_hidden,
    holds_value,
    hesitation,
    break_even_by_players,
    stakes,
    accusation,
    worth_it,
    glimpse,
    base_rate,
    at_least_one,
    behaviour,
    accused_in_vain,
    standard_error,
    interval,
    games_needed,
    careful_player,
)
