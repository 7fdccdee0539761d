"""Positions of Hispaniola to ask about: hands that were really played, and how they are told."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from random import Random
from typing import NamedTuple

from gamelib.exercises import pick, shuffled
from gamelib.game import Action, Deal
from gamelib.hispaniola.cards import COLOURS, ORDER, colour_named, named
from gamelib.hispaniola.cards import NUMBER as NUMBERS
from gamelib.hispaniola.odds import others
from gamelib.hispaniola.rules import Hispaniola, Phase, Play, State, View, unseen
from gamelib.texts import listing, say, worded

RULES = f"hispaniola {Hispaniola.rules_version}"
YOU, BLAISE, CARL = 0, 1, 2


class Case(NamedTuple):
    """A position that you see from seat 0, and what is asked about: a seat, a card, a colour."""

    view: View
    seat: int = BLAISE
    card: str = ""
    colour: str = ""
    share: int = 0


Find = Callable[[View, Random], Case | None]
"""Returns what can be asked about a position, None if it is no good for the question."""


def hand(rng: Random, players: int) -> Iterator[State]:
    """Yield all positions of a hand that is played by the rules, so no other can be asked about.

    Everybody does anything legal, but likes to lead a colour that somebody cannot follow: that
    makes more positions worth asking about.
    """
    game = Hispaniola(players=players, dealer=pick(rng, range(players)))
    heap, size = shuffled(rng, game.cards), game.hand_size
    dealt = (sorted(heap[n : n + size], key=ORDER.__getitem__) for n in range(0, len(heap), size))
    state = game.play(game.start(), Deal(tuple(map(tuple, dealt))))
    while not state.sheet:
        yield state
        actions: Sequence[Action] = game.actions(state)
        if state.phase is Phase.TRICK and not state.trick:
            voids = "".join(state.voids)
            plays = [action for action in actions if isinstance(action, Play)]
            actions = [play for play in plays if play.card[0] in voids] or plays
        state = game.play(state, pick(rng, actions))


@lru_cache(maxsize=1 << 12)
def found(find: Find, players: int, seed: int) -> Case:
    """Return a case at your go, from as many hands as it takes; a seed always gives the same."""
    rng, game = Random(seed), Hispaniola(players=players)
    while True:
        played = [state for state in hand(rng, players) if state.turn == YOU]
        cards = [state for state in played if state.phase in (Phase.TRUMP, Phase.TRICK)]
        for state in shuffled(rng, cards):
            case = find(game.observe(state, YOU), rng)
            if case is not None:
                return case


def drawn_where(find: Find, players: int) -> Callable[[Random], Case]:
    """Return how a student's case is drawn."""
    return lambda rng: found(find, players, pick(rng, range(10**9)))


def describe(view: View, lang: str = "en") -> str:
    """Return a position in words: all that is known about the cards."""
    parts = []

    def add(key: str, **values: object) -> None:
        parts.append(say(f"exercise.hispaniola.{key}", lang, **worded(values, lang)))

    add("you", cards=_by_colour(view.hand, lang))
    if view.trump is not None:
        add("trump", colour=colour_named(view.trump))
    for n, card in enumerate(view.trick):
        seat = (view.leader + n) % view.game.players
        add("played" if n else "led", seat=seat, card=named(card))
    for seat in others(view):
        voids = tuple(map(colour_named, view.voids[seat]))
        key = "other_void" if voids else "other"
        add(key, seat=seat, count=view.hand_sizes[seat], colours=voids)
    hidden = unseen(view)
    add("unseen", count=len(hidden), cards=_by_colour(hidden, lang))
    return " ".join(parts)


def _by_colour(cards: Sequence[str], lang: str) -> str:
    """Return cards in words, by colour: orange (3, 7 and 9) and green (2)."""
    rows = []
    for colour in COLOURS:
        if numbers := tuple(NUMBERS[card] for card in cards if card[0] == colour):
            row = worded({"colour": colour_named(colour), "numbers": numbers}, lang)
            rows.append(say("exercise.hispaniola.row", lang, **row))
    return listing(rows, lang)


def of_colour(case: Case, colour: str) -> list[str]:
    """Return the unseen cards of a colour."""
    return [card for card in unseen(case.view) if card[0] == colour]


def size_of_hand(case: Case) -> int:
    """Return how many cards the seat that is asked about holds."""
    return case.view.hand_sizes[case.seat]


def position_words(case: Case) -> dict[str, object]:
    """Return what the texts of a position mention."""
    view, total = case.view, len(unseen(case.view))
    marked = len(of_colour(case, case.colour))
    return {
        "seat": case.seat,
        "card": named(case.card) if case.card else None,
        "colour": colour_named(case.colour) if case.colour else None,
        "trump": colour_named(view.trump) if view.trump else None,
        "size": size_of_hand(case),
        "total": total,
        "marked": marked,
        "free": total - marked,
    }


def of_other_colours(case: Case) -> int:
    """Return how many unseen cards are not of the colour that is asked about."""
    return len(unseen(case.view)) - len(of_colour(case, case.colour))
