"""Positions of Fuji Flush to ask about: how they are drawn, told and counted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import NamedTuple

from gamelib.counting import add, cards, remove
from gamelib.exercises import pick, shuffled
from gamelib.fuji_flush.odds import unseen
from gamelib.fuji_flush.rules import DECK, FujiFlush, Phase, View, flushed
from gamelib.game import replaced
from gamelib.texts import listing, say, seat_names

RULES = f"fuji_flush {FujiFlush.rules_version}"
YOU, BLAISE = 0, 1


class Case(NamedTuple):
    """A position that you see from seat 0, and a card value the question is about."""

    view: View
    value: int


def played(plays: Sequence[int]) -> tuple[tuple[int | None, ...], list[int]]:
    """Return the table after the others have played these cards, from Blaise on, and what went.

    So no position is shown that could not be: what is played flushes what is weaker.
    """
    fronts: tuple[int | None, ...] = (None,) * (len(plays) + 1)
    gone: list[int] = []
    for seat, card in enumerate(plays, 1):
        fronts = replaced(fronts, seat, card)
        for loser in flushed(fronts, seat):
            lost = fronts[loser]
            assert lost is not None, "there is nothing to flush"
            gone.append(lost)
            fronts = replaced(fronts, loser, None)
    return fronts, gone


def position(rng: Random, value: int, plays: Sequence[int], discarded: int = 0) -> View:
    """Return a position at your go: you have a card of this value, the others have played these.

    The rest of your hand, and what was discarded in earlier rounds, come from the shuffled deck.
    """
    game = FujiFlush(players=len(plays) + 1)
    deck = shuffled(rng, cards(remove(DECK, [value, *plays])))
    own = [value, *(deck.pop() for _ in range(pick(rng, (1, 2, 3))))]
    fronts, gone = played(plays)
    gone += [deck.pop() for _ in range(discarded)]
    full = game.deal_sizes[0]
    sizes = [full - (front is not None) - pick(rng, (0, 1, 2)) for front in fronts[1:]]
    return View(
        game=game,
        seat=YOU,
        phase=Phase.PLAY,
        turn=YOU,
        hand=tuple(sorted(own)),
        hand_sizes=(len(own), *sizes),
        fronts=fronts,
        pile_size=len(deck) - sum(sizes),
        discard=add((0,) * len(DECK), gone),
        drawing=(),
    )


def describe(view: View, lang: str = "en") -> str:
    """Return a position in words: all that the picture shows."""
    names = seat_names(lang)
    parts = [say("exercise.fuji_flush.you", lang, hand=listing(view.hand, lang))]
    for seat in range(1, view.game.players):
        front = view.fronts[seat]
        parts.append(
            say(
                f"exercise.fuji_flush.{'other' if front else 'other_without'}",
                lang,
                seat=names[seat],
                card=front,
                count=view.hand_sizes[seat],
            )
        )
    if any(view.discard):
        gone = listing(cards(view.discard), lang)
        parts.append(say("exercise.fuji_flush.discard", lang, cards=gone))
    parts.append(say("exercise.fuji_flush.pile", lang, count=view.pile_size))
    return " ".join(parts)


def opponents(view: View) -> list[int]:
    """Return how many cards each opponent hides."""
    return list(view.hand_sizes[1:])


def cards_left(case: Case) -> int:
    """Return how many cards of the value are unseen."""
    return unseen(case.view)[case.value]


def position_words(case: Case, values: Iterable[int] = ()) -> dict[str, object]:
    """Return what the texts of a position mention; `values` are those that are counted."""
    left = unseen(case.view)
    counted = sorted(set(values))
    total, concealed = sum(left), sum(opponents(case.view))
    return {
        "value": case.value,
        "copies": DECK[case.value],
        "left": left[case.value],
        "total": total,
        "seen": sum(DECK) - total,
        "hidden": concealed,
        "pile": total - concealed,
        "size": case.view.hand_sizes[BLAISE],
        "opponents": len(opponents(case.view)),
        "values": tuple(counted),
        "sum": " + ".join(str(left[value]) for value in counted),
        "marked": sum(left[value] for value in counted),
    }


def groups_on_table(rng: Random) -> Case:
    """Draw a table with groups on it; a card of your hand can join one."""
    few = shuffled(rng, range(2, 9))[:3]
    heap = [card for card in cards(DECK) if card in few or 9 <= card <= 10]
    while True:
        plays = shuffled(rng, heap)[: pick(rng, (5, 6))]
        standing = [card for card in played(plays)[0] if card in few]
        if standing:
            value = pick(rng, standing)
            if plays.count(value) < DECK[value]:
                return Case(position(rng, value, plays), value)


def start_for_three(rng: Random) -> Case:
    """Draw the very start of a game for three."""
    game = FujiFlush(players=3)
    size = game.deal_sizes[0]
    hand = sorted(shuffled(rng, cards(DECK))[:size])
    view = game.observe(game.start(), YOU)._replace(
        phase=Phase.PLAY,
        hand=tuple(hand),
        hand_sizes=game.deal_sizes,
        pile_size=sum(DECK) - sum(game.deal_sizes),
    )
    return Case(view, pick(rng, [card for card in hand if card > 4] or hand))
