"""Questions about Fuji Flush: lesson 03 (combinations), and some of 04 (simulate and compare).

Every answer comes from `odds.py` and `counting.py`, every misconception is a small function that
makes the mistake. The words stand in `exercises.en.json` and its like.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from math import comb, sqrt
from random import Random
from typing import Any, NamedTuple

from gamelib.counting import add, cards, chance_of_any, remove
from gamelib.exercises import NUMBER, Exercise, FunctionExercise, pick, shuffled
from gamelib.fuji_flush.odds import (
    flushers,
    flushes,
    holders,
    join_chance,
    survival,
    unseen,
)
from gamelib.fuji_flush.rules import DECK, FujiFlush, Phase, Play, View, flushed, power
from gamelib.game import Action, replaced
from gamelib.texts import listing, say, seat_names

RULES = f"fuji_flush {FujiFlush.rules_version}"
YOU, BLAISE = 0, 1

# --- positions ------------------------------------------------------------------------------------


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


def _opponents(view: View) -> list[int]:
    """Return how many cards each opponent hides."""
    return list(view.hand_sizes[1:])


def _left(case: Case) -> int:
    return unseen(case.view)[case.value]


def _words(case: Case, values: Iterable[int] = ()) -> dict[str, object]:
    """Return what the texts of a position mention; `values` are those that are counted."""
    left = unseen(case.view)
    counted = sorted(set(values))
    total, concealed = sum(left), sum(_opponents(case.view))
    return {
        "value": case.value,
        "copies": DECK[case.value],
        "left": left[case.value],
        "total": total,
        "seen": sum(DECK) - total,
        "hidden": concealed,
        "pile": total - concealed,
        "size": case.view.hand_sizes[BLAISE],
        "opponents": len(_opponents(case.view)),
        "values": tuple(counted),
        "sum": " + ".join(str(left[value]) for value in counted),
        "marked": sum(left[value] for value in counted),
    }


# --- lesson 03: combinations ----------------------------------------------------------------------


def _groups(rng: Random) -> Case:
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


def _alike(case: Case) -> int:
    return case.view.fronts.count(case.value)


group_power = Exercise(
    key="group_power",
    lesson="03",
    level=1,
    rules=RULES,
    make=_groups,
    answer=lambda case: case.value * (_alike(case) + 1),
    words=lambda case: {**_words(case), "alike": _alike(case), "together": _alike(case) + 1},
    misconceptions={
        "forgot_own_card": lambda case: case.value * _alike(case),
        "added_cards": lambda case: case.value + _alike(case) + 1,
    },
    kind=NUMBER,
    tolerance=Fraction(0),
    view=lambda case: case.view,
)


class Duel(NamedTuple):
    """A card that lies alone, and the value that is to flush it together."""

    lying: int
    value: int


partners_needed = Exercise(
    key="partners_needed",
    lesson="03",
    level=1,
    rules=RULES,
    make=lambda rng: Duel(pick(rng, range(8, 21)), pick(rng, range(2, 8))),
    answer=lambda case: case.lying // case.value + 1,
    words=lambda case: {
        **case._asdict(),
        "few": case.lying // case.value,
        "power_few": case.lying // case.value * case.value,
        "needed": case.lying // case.value + 1,
        "power": (case.lying // case.value + 1) * case.value,
    },
    misconceptions={
        "equal_is_enough": lambda case: -(-case.lying // case.value),
        "one_card_is_enough": lambda case: 1,
    },
    kind=NUMBER,
    tolerance=Fraction(0),
)


def _strength(case: Case) -> int:
    """Return the power of your card's group once you have played it."""
    return case.value * (_alike(case) + 1)


def _rivals(case: Case) -> list[int]:
    """Return the cards of other values on the table."""
    return [front for front in case.view.fronts if front not in (None, case.value)]


def _flush_words(case: Case) -> dict[str, object]:
    rivals = sorted(set(_rivals(case)))
    groups = [
        f"{card} × {_rivals(case).count(card)} = {power(case.view.fronts, card)}" for card in rivals
    ]
    return {
        **_words(case),
        "together": _alike(case) + 1,
        "power": _strength(case),
        "groups": tuple(groups),
        "seats": flushes(case.view, case.value),
    }


flush_count = Exercise(
    key="flush_count",
    lesson="03",
    level=1,
    rules=RULES,
    make=_groups,
    answer=lambda case: len(flushes(case.view, case.value)),
    words=_flush_words,
    misconceptions={
        "faces_compared": lambda case: sum(card < case.value for card in _rivals(case)),
        "groups_not_multiplied": lambda case: sum(card < _strength(case) for card in _rivals(case)),
    },
    kind=NUMBER,
    tolerance=Fraction(0),
    view=lambda case: case.view,
)


def _some_table(rng: Random) -> Case:
    """Draw a table with a few cards on it, and a card of yours that others may hold too."""
    value = pick(rng, range(3, 13))
    deck = shuffled(rng, [card for card in cards(DECK) if card != value])
    plays = deck[: pick(rng, (2, 3, 4))]
    return Case(position(rng, value, plays, discarded=pick(rng, (0, 4, 6))), value)


def _one(case: Case) -> Fraction:
    """Return the chance that Blaise holds the value."""
    return chance_of_any(sum(unseen(case.view)), _left(case), case.view.hand_sizes[BLAISE])


def _one_words(case: Case) -> dict[str, object]:
    total, size = sum(unseen(case.view)), case.view.hand_sizes[BLAISE]
    return {
        **_words(case, [case.value]),
        "others": total - _left(case),
        "none": comb(total - _left(case), size),
        "cases": comb(total, size),
    }


one_holds = Exercise(
    key="one_holds",
    lesson="03",
    level=1,
    rules=RULES,
    make=_some_table,
    answer=_one,
    words=_one_words,
    misconceptions={
        "added": lambda case: Fraction(
            _left(case) * case.view.hand_sizes[BLAISE], sum(unseen(case.view))
        ),
        "with_replacement": lambda case: (
            1 - (1 - Fraction(_left(case), sum(unseen(case.view)))) ** case.view.hand_sizes[BLAISE]
        ),
        "whole_deck": lambda case: chance_of_any(
            sum(DECK), DECK[case.value], case.view.hand_sizes[BLAISE]
        ),
    },
    view=lambda case: case.view,
    counted=lambda case: [case.value],
)


def _each(case: Case) -> list[Fraction]:
    """Return for each opponent the chance of holding the value."""
    total = sum(unseen(case.view))
    return [chance_of_any(total, _left(case), size) for size in _opponents(case.view)]


def _independent(chances: Sequence[Fraction]) -> tuple[Fraction, Fraction]:
    """Return the chances that none and that exactly one comes true, if none told of another."""
    none, one = Fraction(1), Fraction(0)
    for chance in chances:
        none, one = none * (1 - chance), one * (1 - chance) + none * chance
    return none, one


def _join_words(case: Case) -> dict[str, object]:
    total, concealed = sum(unseen(case.view)), sum(_opponents(case.view))
    return {
        **_words(case, [case.value]),
        "none": comb(total - concealed, _left(case)),
        "cases": comb(total, _left(case)),
    }


anyone_joins = Exercise(
    key="anyone_joins",
    lesson="03",
    level=2,
    rules=RULES,
    make=_some_table,
    answer=lambda case: join_chance(case.view, case.value),
    words=_join_words,
    misconceptions={
        "added": lambda case: sum(_each(case)),
        "independent": lambda case: 1 - _independent(_each(case))[0],
        "one_opponent": _one,
    },
    view=lambda case: case.view,
    counted=lambda case: [case.value],
)


def _two_left(rng: Random) -> Case:
    """Draw a table for which two or three cards of your value are still unseen."""
    case = _some_table(rng)
    while not 2 <= _left(case) <= 3:
        case = _some_table(rng)
    return case


def _exactly_words(case: Case) -> dict[str, object]:
    total, copies = sum(unseen(case.view)), _left(case)
    sizes, pile = _opponents(case.view), total - sum(_opponents(case.view))
    ways = [comb(size + pile, copies) - comb(pile, copies) for size in sizes]
    return {
        **_words(case, [case.value]),
        "ways": " + ".join(map(str, ways)),
        "good": sum(ways),
        "cases": comb(total, copies),
    }


exactly_one_holds = Exercise(
    key="exactly_one_holds",
    lesson="03",
    level=3,
    rules=RULES,
    make=_two_left,
    answer=lambda case: holders(case.view, case.value)[1],
    words=_exactly_words,
    misconceptions={
        "independent": lambda case: _independent(_each(case))[1],
        "at_least_instead_of_exactly": lambda case: 1 - holders(case.view, case.value)[0],
    },
    view=lambda case: case.view,
    counted=lambda case: [case.value],
)


def _expected(case: Case) -> Fraction:
    return Fraction(_left(case) * sum(_opponents(case.view)), sum(unseen(case.view)))


expected_cards = Exercise(
    key="expected_cards",
    lesson="03",
    level=2,
    rules=RULES,
    make=_some_table,
    answer=_expected,
    words=lambda case: _words(case, [case.value]),
    misconceptions={
        "whole_deck": lambda case: Fraction(
            DECK[case.value] * sum(_opponents(case.view)), sum(DECK)
        ),
        "forgot_the_pile": _left,
        "chance_instead_of_mean": lambda case: join_chance(case.view, case.value),
    },
    kind=NUMBER,
    tolerance=Fraction(1, 100),
    view=lambda case: case.view,
    counted=lambda case: [case.value],
)


def _rival_groups(rng: Random) -> Case:
    """Draw a table with a group that stays, and that a further card would lift above yours.

    Nothing lies before Blaise any more, so nothing is pushed through before he plays.
    """
    value = pick(rng, range(8, 14))
    twin = pick(rng, range(value // 2 + 1, value))
    while True:
        high = pick(rng, range(value + 1, 19))
        plays = [pick(rng, (2, 3, 4)), *shuffled(rng, [twin, twin, high])]
        fronts, gone = played(plays)
        if fronts[BLAISE] is None and len(gone) == 1:
            return Case(position(rng, value, plays), value)


def _marked(case: Case, values: Iterable[int]) -> Fraction:
    left = unseen(case.view)
    return Fraction(sum(left[value] for value in values), sum(left))


def _rising(case: Case) -> list[int]:
    """Return the unseen values that are higher than your group's power by themselves."""
    left = unseen(case.view)
    return [card for card in range(_strength(case) + 1, len(left)) if left[card]]


def _joining(case: Case) -> list[int]:
    """Return the values that are not, and flush your card all the same: they join a group."""
    return [card for card in flushers(case.view, case.value) if card not in _rising(case)]


def _next_words(case: Case) -> dict[str, object]:
    left = unseen(case.view)
    return {
        **_words(case, flushers(case.view, case.value)),
        "power": _strength(case),
        "rising": sum(left[card] for card in _rising(case)),
        "joining": tuple(_joining(case)),
        "joiners": sum(left[card] for card in _joining(case)),
    }


next_flushes = Exercise(
    key="next_flushes",
    lesson="03",
    level=2,
    rules=RULES,
    make=_rival_groups,
    answer=lambda case: _marked(case, flushers(case.view, case.value)),
    words=_next_words,
    misconceptions={
        "single_cards_only": lambda case: _marked(case, _rising(case)),
        "equal_is_enough": lambda case: _marked(
            case, {*flushers(case.view, case.value), _strength(case)}
        ),
    },
    view=lambda case: case.view,
    counted=lambda case: flushers(case.view, case.value),
)


def _three_players(rng: Random) -> Case:
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


def _ways(case: Case) -> tuple[int, int, int]:
    """Return in how many ways two cards, one after the other, flush yours.

    The first is higher; or it is not, and the second is; or both are lower, and a pair is stronger.
    (A first card that joins yours doubles its power, so that few second cards are higher.)
    """
    left, value = unseen(case.view), case.value
    total = sum(left)
    higher, equal, lower = sum(left[value + 1 :]), left[value], sum(left[:value])
    first = higher * (total - 1)
    second = lower * higher + equal * sum(left[2 * value + 1 :])
    pairs = sum(left[card] * (left[card] - 1) for card in range(value) if 2 * card > value)
    return first, second, pairs


def _survive_words(case: Case) -> dict[str, object]:
    left, value = unseen(case.view), case.value
    total = sum(left)
    first, second, pairs = _ways(case)
    return {
        **_words(case, range(value + 1, len(left))),
        "double": 2 * value,
        "less": total - 1,
        "cases": total * (total - 1),
        "first": first,
        "second": second,
        "pairs": pairs,
        "lost": first + second + pairs,
        "half": Fraction(value, 2),
    }


def _not_higher(case: Case) -> Fraction:
    return 1 - _marked(case, range(case.value + 1, len(DECK)))


def _without_combinations(case: Case) -> Fraction:
    left = unseen(case.view)
    low, total = sum(left[: case.value + 1]), sum(left)
    return Fraction(low * (low - 1), total * (total - 1))


survive = Exercise(
    key="survive",
    lesson="03",
    level=3,
    rules=RULES,
    make=_three_players,
    answer=lambda case: survival(case.view, case.value),
    words=_survive_words,
    misconceptions={
        "single_cards_only": _without_combinations,
        "with_replacement": lambda case: _not_higher(case) ** 2,
        "one_opponent": _not_higher,
        "complement": lambda case: 1 - survival(case.view, case.value),
    },
    view=lambda case: case.view,
    counted=lambda case: [
        card for card, copies in enumerate(unseen(case.view)) if copies and card > case.value
    ],
)


def _expected_power(case: Case) -> Fraction:
    return case.value * (1 + sum(_each(case), Fraction(0)))


expected_power = Exercise(
    key="expected_power",
    lesson="03",
    level=3,
    rules=RULES,
    make=_some_table,
    answer=_expected_power,
    words=lambda case: {
        **_words(case, [case.value]),
        "chances": tuple(map(float, _each(case))),
        "joiners": float(sum(_each(case))),
    },
    misconceptions={
        "forgot_own_card": lambda case: case.value * sum(_each(case)),
        "at_most_one": lambda case: case.value * (1 + join_chance(case.view, case.value)),
        "cards_instead_of_holders": lambda case: case.value * (1 + _expected(case)),
    },
    kind=NUMBER,
    tolerance=Fraction(1, 50),
    view=lambda case: case.view,
    counted=lambda case: [case.value],
)

# --- lesson 04: simulate and compare --------------------------------------------------------------


class Pairing(NamedTuple):
    """Two players in the same games, with the same luck: who won how many of them."""

    games: int
    both: int
    first: int
    """Games that only the first player won."""
    second: int

    @property
    def error(self) -> float:
        """The standard error of the difference of the shares, game by game."""
        apart, ahead = self.first + self.second, self.first - self.second
        return sqrt(apart - ahead * ahead / self.games) / self.games

    @property
    def unpaired(self) -> float:
        """The standard error if the two had played different games."""
        shares = [(self.both + alone) / self.games for alone in (self.first, self.second)]
        return sqrt(sum(share * (1 - share) / self.games for share in shares))


def _pairing(rng: Random) -> Pairing:
    games = pick(rng, (100, 150, 200, 250, 300))
    second = games * pick(rng, range(4, 10)) // 100
    first = second + games * pick(rng, range(3, 9)) // 100
    return Pairing(games, games * pick(rng, range(15, 31)) // 100, first, second)


def _pairing_words(case: Pairing) -> dict[str, object]:
    ahead = case.first - case.second
    return {
        **case._asdict(),
        "apart": case.first + case.second,
        "ahead": ahead,
        "mean": ahead / case.games,
        "spread": (case.first + case.second) / case.games - (ahead / case.games) ** 2,
        "unpaired": case.unpaired,
    }


paired_error = Exercise(
    key="paired_error",
    lesson="04",
    level=2,
    rules=RULES,
    make=_pairing,
    answer=lambda case: case.error,
    words=_pairing_words,
    misconceptions={
        "as_if_unpaired": lambda case: case.unpaired,
        "forgot_to_divide": lambda case: case.error * sqrt(case.games),
        "difference_not_error": lambda case: (case.first - case.second) / case.games,
    },
    kind=NUMBER,
    tolerance=Fraction(1, 2000),
)


class Seeded(NamedTuple):
    """The seed of the cases that a student's function is tried on."""

    seed: int


def _some_seed(rng: Random) -> Seeded:
    return Seeded(pick(rng, range(10**6)))


def right_estimate(trial: Callable[[Random], bool], n: int, rng: Random) -> float:
    """Return the share of n trials that came true."""
    return sum(bool(trial(rng)) for _ in range(n)) / n


def _estimates(case: Seeded) -> list[tuple[Any, ...]]:
    rng = Random(case.seed)
    trials: list[tuple[Any, ...]] = [(_always, 3, Random(1)), (_never, 5, Random(2))]
    for n in (1, 10, 50, 200):
        chance = pick(rng, range(20, 80)) / 100
        trials.append((_coin(chance), n, Random(pick(rng, range(10**6)))))
    return trials


def _always(rng: Random) -> bool:
    return True


def _never(rng: Random) -> bool:
    return False


def _coin(chance: float) -> Callable[[Random], bool]:
    def flips(rng: Random) -> bool:
        return rng.random() < chance

    flips.__name__ = f"flips_{round(100 * chance)}_percent"
    return flips


def _count_only(trial: Callable[[Random], bool], n: int, rng: Random) -> float:
    return sum(bool(trial(rng)) for _ in range(n))


def _once_only(trial: Callable[[Random], bool], n: int, rng: Random) -> float:
    return float(bool(trial(rng)))


estimate = FunctionExercise(
    key="estimate",
    lesson="04",
    level=2,
    rules=RULES,
    make=_some_seed,
    answer=lambda case: right_estimate,
    words=lambda case: {},
    misconceptions={
        "count_instead_of_share": lambda case: _count_only,
        "one_trial_for_all": lambda case: _once_only,
    },
    tolerance=Fraction(1, 10**6),
    trials=_estimates,
    about=lambda args: {"name": args[0].__name__, "n": args[1]},
)


def right_flusher(view: View, actions: Sequence[Action], rng: Random) -> Action:
    """Play the lowest card that flushes another; if none does, the highest."""
    for action in actions:
        assert isinstance(action, Play)
        if flushes(view, action.card):
            return action
    return actions[-1]


def _highest(view: View, actions: Sequence[Action], rng: Random) -> Action:
    return actions[-1]


def _highest_flusher(view: View, actions: Sequence[Action], rng: Random) -> Action:
    """Play the highest card that flushes another, or the highest."""
    good = [action for action in actions if isinstance(action, Play) and flushes(view, action.card)]
    return (good or actions)[-1]


def _faces_only(view: View, actions: Sequence[Action], rng: Random) -> Action:
    """Play the lowest card that is higher than another's, as if there were no groups."""
    lying = [front for front in view.fronts if front is not None]
    good = [
        action
        for action in actions
        if isinstance(action, Play) and any(front < action.card for front in lying)
    ]
    return good[0] if good else actions[-1]


def _tables_to_try(case: Seeded) -> list[tuple[Any, ...]]:
    rng = Random(case.seed)
    trials: list[tuple[Any, ...]] = []
    for n in range(12):
        view = _groups(rng).view if n else _three_players(rng).view
        actions = tuple(map(Play, dict.fromkeys(view.hand)))
        trials.append((view, actions, Random(pick(rng, range(10**6)))))
    return trials


flusher_player = FunctionExercise(
    key="flusher_player",
    lesson="04",
    level=3,
    rules=RULES,
    make=_some_seed,
    answer=lambda case: right_flusher,
    words=lambda case: {},
    misconceptions={
        "always_highest": lambda case: _highest,
        "highest_flusher": lambda case: _highest_flusher,
        "faces_compared": lambda case: _faces_only,
    },
    trials=_tables_to_try,
    about=lambda args: {
        "hand": args[0].hand,
        "fronts": tuple(front for front in args[0].fronts if front is not None),
    },
)

EXERCISES: tuple[Exercise[Any], ...] = (
    group_power,
    partners_needed,
    flush_count,
    one_holds,
    anyone_joins,
    expected_cards,
    next_flushes,
    exactly_one_holds,
    survive,
    expected_power,
    paired_error,
    estimate,
    flusher_player,
)
