"""Positions of Auberge to ask about: how they are drawn, told and counted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import factorial
from random import Random
from typing import NamedTuple

from gamelib.auberge.odds import held, hidden, unseen
from gamelib.auberge.rules import DECK, Auberge, Phase, View
from gamelib.counting import Counts, add, cards, distinct_hands
from gamelib.exercises import shuffled
from gamelib.texts import listing, say, seat_names

RULES = f"auberge {Auberge.rules_version}"
YOU, BLAISE = 0, 1


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


def share_of(heap: Counts, values: Iterable[int]) -> Fraction:
    """Return the part of a heap that has one of these values."""
    return Fraction(sum(heap[value] for value in set(values)), sum(heap))


def all_but_my_hand(view: View) -> Counts:
    """Return the cards that are unseen for somebody who forgets to look at the own hand."""
    return add(unseen(view), view.hand)


def pair_with_replacement(heap: Counts, size: int, apart: Iterable[int] = ()) -> Fraction:
    """Return the chance of a pair if every card were put back before the next is drawn."""
    others = [copies for value, copies in enumerate(heap) if value not in set(apart)]
    return 1 - Fraction(factorial(size) * distinct_hands(others, size), sum(heap) ** size)


def summed(heap: Counts, values: Iterable[int]) -> str:
    """Return how the cards of some values add up: "5 + 2 + 8 = 15"."""
    numbers = [heap[value] for value in sorted(set(values))]
    added = " + ".join(map(str, numbers))
    return f"{added} = {sum(numbers)}" if len(numbers) > 1 else added


def position_words(case: Case, values: Iterable[int] = ()) -> dict[str, object]:
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
        "sum": summed(left, counted),
        "marked": marked,
        "safe": total - marked,
        "hidden": hidden(case.view, BLAISE),
    }


def my_cards(case: Case) -> tuple[int, ...]:
    """Return all cards that you have, in your hand and before you."""
    return held(case.view, YOU)


def their_cards(case: Case) -> tuple[int, ...]:
    """Return the cards of Blaise that you know."""
    return held(case.view, BLAISE)
