"""Questions about Hispaniola: lesson 05 (hidden hands and known voids, winning on purpose or not).

Every answer comes from `odds.py` and `counting.py`, every misconception is a small function that
makes the mistake. The words stand in `exercises.en.json` and its like.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import comb, perm
from random import Random
from typing import Any, NamedTuple

from gamelib.exercises import NUMBER, Exercise, FunctionExercise, pick, shuffled
from gamelib.game import Action, Deal, replaced
from gamelib.hispaniola.cards import COLOURS, ORDER, best_card, colour_named, named, ship_named
from gamelib.hispaniola.cards import NUMBER as NUMBERS
from gamelib.hispaniola.odds import beaters, deciding, others, split, trumped, winning, without
from gamelib.hispaniola.rules import Hispaniola, Phase, Play, State, View, unseen
from gamelib.texts import listing, say, worded

RULES = f"hispaniola {Hispaniola.rules_version}"
YOU, BLAISE, CARL = 0, 1, 2

# --- positions ------------------------------------------------------------------------------------


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


def _draw(find: Find, players: int) -> Callable[[Random], Case]:
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


def _of(case: Case, colour: str) -> list[str]:
    """Return the unseen cards of a colour."""
    return [card for card in unseen(case.view) if card[0] == colour]


def _size(case: Case) -> int:
    """Return how many cards the seat that is asked about holds."""
    return case.view.hand_sizes[case.seat]


def _words(case: Case) -> dict[str, object]:
    """Return what the texts of a position mention."""
    view, total = case.view, len(unseen(case.view))
    marked = len(_of(case, case.colour))
    return {
        "seat": case.seat,
        "card": named(case.card) if case.card else None,
        "colour": colour_named(case.colour) if case.colour else None,
        "trump": colour_named(view.trump) if view.trump else None,
        "size": _size(case),
        "total": total,
        "marked": marked,
        "free": total - marked,
    }


# --- lesson 05: hidden hands ----------------------------------------------------------------------


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
    return case if 2 <= len(_of(case, case.colour)) <= 4 else None


def _ways_without(case: Case) -> tuple[int, int]:
    """Return in how many ways the seat's hand has none of the colour, and in how many any cards."""
    total = len(unseen(case.view))
    return comb(total - len(_of(case, case.colour)), _size(case)), comb(total, _size(case))


def _has_none_words(case: Case) -> dict[str, object]:
    ways, cases = _ways_without(case)
    return {**_words(case), "ways": ways, "cases": cases}


has_none = Exercise(
    key="has_none",
    lesson="05",
    level=1,
    rules=RULES,
    make=_draw(_no_void, players=4),
    answer=lambda case: without(case.view, case.colour)[case.seat],
    words=_has_none_words,
    misconceptions={
        "with_replacement": lambda case: (
            (1 - Fraction(len(_of(case, case.colour)), len(unseen(case.view)))) ** _size(case)
        ),
        "complement": lambda case: 1 - without(case.view, case.colour)[case.seat],
    },
    view=lambda case: case.view,
    counted=lambda case: _of(case, case.colour),
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
    return case if len(_of(case, colour)) > 1 else None


def _free(case: Case) -> int:
    """Return how many unseen cards are not of the colour that is asked about."""
    return len(unseen(case.view)) - len(_of(case, case.colour))


def _in_void_hand(case: Case) -> Fraction:
    """Return the chance that the void hand holds a card of another colour."""
    return Fraction(_size(case), _free(case))


holds_card = Exercise(
    key="holds_card",
    lesson="05",
    level=1,
    rules=RULES,
    make=_draw(_one_void, players=3),
    answer=_in_void_hand,
    words=_words,
    misconceptions={
        "forgot_the_void": lambda case: Fraction(_size(case), len(unseen(case.view))),
        "complement": lambda case: 1 - _in_void_hand(case),
        "one_of_the_rest": lambda case: Fraction(1, _free(case)),
    },
    view=lambda case: case.view,
    counted=lambda case: [card for card in unseen(case.view) if card[0] != case.colour],
)

deals_that_fit = Exercise(
    key="deals_that_fit",
    lesson="05",
    level=2,
    rules=RULES,
    make=_draw(_one_void, players=3),
    answer=lambda case: comb(_free(case), _size(case)),
    words=_words,
    misconceptions={
        "forgot_the_void": lambda case: comb(len(unseen(case.view)), _size(case)),
        "in_order": lambda case: perm(_free(case), _size(case)),
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
    return case._replace(share=pick(rng, range(1, len(_of(case, case.colour)))))


def _share(case: Case) -> Fraction:
    """Return the chance that the seat holds so many cards of the colour."""
    place = others(case.view).index(case.seat)
    chances = split(case.view, case.colour).items()
    return sum((p for held, p in chances if held[place] == case.share), Fraction(0))


def _split_words(case: Case) -> dict[str, object]:
    marked, total = len(_of(case, case.colour)), len(unseen(case.view))
    return {
        **_words(case),
        "count": case.share,
        "more": _size(case) - case.share,
        "ways": comb(marked, case.share),
        "ways_more": comb(total - marked, _size(case) - case.share),
        "cases": comb(total, _size(case)),
    }


colour_split = Exercise(
    key="colour_split",
    lesson="05",
    level=2,
    rules=RULES,
    make=_draw(_a_split, players=3),
    answer=_share,
    words=_split_words,
    misconceptions={
        "coin_flips": lambda case: Fraction(
            comb(len(_of(case, case.colour)), case.share), 2 ** len(_of(case, case.colour))
        ),
        "equal_splits": lambda case: Fraction(1, len(_of(case, case.colour)) + 1),
    },
    view=lambda case: case.view,
    counted=lambda case: _of(case, case.colour),
)


def _two_may_hold(view: View, rng: Random) -> Case | None:
    """Ask about a colour that one of three hands cannot hold, and about one of the two others."""
    case = _one_void(view, rng)
    if case is None or len(_of(case, case.colour)) > 4:
        return None
    return case._replace(seat=pick(rng, [seat for seat in others(view) if seat != case.seat]))


def _given_words(case: Case) -> dict[str, object]:
    void = next(seat for seat, voids in enumerate(case.view.voids) if case.colour in voids)
    third = next(seat for seat in others(case.view) if seat not in (case.seat, void))
    room, marked = case.view.hand_sizes[third], len(_of(case, case.colour))
    places = room + _size(case)
    return {
        **_words(case),
        "target": void,
        "partner": third,
        "room": room,
        "places": places,
        "ways": comb(room, marked),
        "cases": comb(places, marked),
    }


none_given_void = Exercise(
    key="none_given_void",
    lesson="05",
    level=2,
    rules=RULES,
    make=_draw(_two_may_hold, players=4),
    answer=lambda case: without(case.view, case.colour)[case.seat],
    words=_given_words,
    misconceptions={
        "forgot_the_void": lambda case: Fraction(*_ways_without(case)),
        "coin_flips": lambda case: Fraction(1, 2 ** len(_of(case, case.colour))),
        "complement": lambda case: 1 - without(case.view, case.colour)[case.seat],
    },
    view=lambda case: case.view,
    counted=lambda case: _of(case, case.colour),
)

# --- lesson 05: winning tricks --------------------------------------------------------------------


def _last_is_void(view: View, rng: Random) -> Case | None:
    """Ask about a card of yours that is the best so far; the last to play cannot follow."""
    if len(view.trick) != 1 or view.voids[BLAISE] != view.trick[0][0] or view.voids[CARL]:
        return None
    cases = [Case(view, BLAISE, card, view.trick[0][0]) for card in _legal(view)]
    best = [case for case in cases if best_card((*view.trick, case.card), view.trump)]
    # Cards of other colours are to be a danger as well, not trumps alone.
    good = [case for case in best if any(card[0] != view.trump for card in _threats(case))]
    return pick(rng, good) if good and _size(good[0]) <= 9 else None


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
        **_words(case),
        "threats": tuple(map(named, threats)),
        "bad": len(threats),
        "good": _free(case) - len(threats),
    }


def _stands_unless_trumped(case: Case) -> Fraction:
    trumps = [card for card in _threats(case) if card[0] == case.view.trump]
    return 1 - Fraction(len(trumps), _free(case))


def _stands_without_void(case: Case) -> Fraction:
    return 1 - Fraction(len(beaters(case.view, case.card)), len(unseen(case.view)))


stands = Exercise(
    key="stands",
    lesson="05",
    level=2,
    rules=RULES,
    make=_draw(_last_is_void, players=3),
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
    make=_draw(_captain_in_danger, players=3),
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
    few = 1 <= len(_of(case, case.colour)) <= 3 and _size(case) <= 8
    return case if few and len(_trumps(case)) > 1 else None


def _trumps(case: Case) -> list[str]:
    """Return the unseen trumps."""
    return [card for card in unseen(case.view) if card[0] == case.view.trump]


def _if_void(case: Case) -> Fraction:
    """Return the chance of a trump from a hand that cannot follow."""
    return Fraction(len(_trumps(case)), _free(case))


def _trumped_words(case: Case) -> dict[str, object]:
    return {
        **_has_none_words(case),
        "trumps": len(_trumps(case)),
        "none": float(without(case.view, case.colour)[case.seat]),
        "then": float(_if_void(case)),
    }


gets_trumped = Exercise(
    key="gets_trumped",
    lesson="05",
    level=3,
    rules=RULES,
    make=_draw(_may_be_trumped, players=3),
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
        **_words(case),
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
    make=_draw(_first_bid, players=3),
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

# --- lesson 05: a function ------------------------------------------------------------------------


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

EXERCISES: tuple[Exercise[Any], ...] = (
    trick_winner, has_none, holds_card, deals_that_fit, colour_split, none_given_void,
    stands, early_captain, expected_points, gets_trumped, names_trump, chance_without,
)  # fmt: skip
