"""Questions about Jamaica: lesson 06 (two dice and a choice, battles, ruin, a race as a chain).

Every answer comes from `odds.py`, every misconception is a small function that makes the mistake.
The words stand in `exercises.en.json` and its like.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random
from typing import Any, NamedTuple

from gamelib.exercises import NUMBER, Exercise, FunctionExercise, pick, shuffled
from gamelib.game import Phrase
from gamelib.jamaica.holds import stock
from gamelib.jamaica.odds import (
    Odds,
    Side,
    attack,
    defend,
    in_lair,
    least_powder,
    rounds_home,
    shortage,
    steps,
)
from gamelib.jamaica.position import (
    BACKWARD,
    BETH,
    CARDS,
    DECK,
    FACES,
    FORWARD,
    HAND,
    HOLD,
    LADY,
    MORNING,
    POWERS,
    SABRE,
    STAR,
    TREASURES,
    Battle,
    Holds,
    Phase,
    Ship,
    View,
    card_named,
)
from gamelib.jamaica.puzzles import (
    BLAISE,
    DICE,
    GAME,
    LEAVES,
    LOADS_FIRST,
    ONE_MOVE,
    YOU,
    describe,
    loaded,
    position,
)
from gamelib.jamaica.rules import strength, unseen_treasures
from gamelib.jamaica.track import FOOD, GOLD, LAIR, POWDER, PRICED_IN

__all__ = ["EXERCISES", "describe"]

RULES = f"jamaica {GAME.rules_version}"

# --- two dice and a choice ------------------------------------------------------------------------


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

# --- battles --------------------------------------------------------------------------------------


class Fray(NamedTuple):
    """A battle that you see, the powder you commit to it, and a chance that is wanted."""

    view: View
    powder: int
    wanted: Fraction = Fraction(0)

    @property
    def theirs(self) -> Side:
        """Blaise, with all his powder."""
        ship = self.view.ships[BLAISE]
        return Side(stock(ship.holds, POWDER), BETH in ship.powers)

    @property
    def odds(self) -> Odds:
        """How your attack comes out if Blaise commits all his powder."""
        return attack(Side(self.powder), self.theirs)


def _fleet(
    rng: Random, mine: Holds, theirs: Holds, powers: tuple[int, ...], beth: bool
) -> tuple[Ship, Ship, Ship]:
    """Return you and Blaise on one space, and Carl elsewhere."""
    space, behind = pick(rng, range(20, 40)), pick(rng, range(8, 20))
    somewhere = loaded((FOOD, pick(rng, DICE)), (GOLD, pick(rng, DICE)))
    return (
        Ship(space, 0, mine, powers),
        Ship(space, 0, theirs, (BETH,) if beth else ()),
        Ship(behind, 0, somewhere, ()),
    )


def _cargo(rng: Random, *powder: int) -> Holds:
    return loaded((FOOD, pick(rng, DICE)), (GOLD, pick(rng, DICE)), *((POWDER, n) for n in powder))


def _attacked(rng: Random) -> Fray:
    """Draw an attack on you whose total is known."""
    powder = pick(rng, range(1, 6))
    die, spent = pick(rng, FACES[:-1]), pick(rng, range(5))
    beth = pick(rng, (True, False))
    ships = _fleet(rng, _cargo(rng, powder), _cargo(rng), (), beth)
    battle = Battle(BLAISE, YOU, (spent, 0), (die, 0))
    return Fray(position(rng, Phase.POWDER, ships, BLAISE, battle=battle), powder)


def _total(case: Fray) -> int:
    at = case.view.battle
    assert at is not None
    return strength(case.view.ships[at.attacker], at.powder[0], at.dice[0])


def _numbers(case: Fray) -> list[int]:
    """Return the faces with a number with which your defence wins."""
    return [face for face in FACES[:-1] if face + case.powder > _total(case)]


def _defence(case: Fray) -> Odds:
    return defend(_total(case), Side(case.powder))


defence = Exercise(
    key="defence",
    lesson="06",
    level=1,
    rules=RULES,
    make=_attacked,
    answer=lambda case: _defence(case).win,
    words=lambda case: {
        "powder": case.powder,
        "total": _total(case),
        "needed": _total(case) - case.powder,
        "faces": tuple(_numbers(case)),
        "count": len(_numbers(case)) + 1,
    },
    misconceptions={
        "tie_is_a_win": lambda case: _defence(case).win + _defence(case).tie,
        "star_forgotten": lambda case: Fraction(len(_numbers(case)), 6),
    },
    view=lambda case: case.view,
)


def _attacking(rng: Random) -> Fray:
    """Draw an attack of yours on Blaise, who has powder too."""
    own = pick(rng, range(1, 7)), 6
    theirs, beth = pick(rng, range(7)), pick(rng, (True, False, False))
    ships = _fleet(rng, _cargo(rng, *own), _cargo(rng, theirs), (), beth)
    view = position(rng, Phase.POWDER, ships, battle=Battle(YOU, BLAISE))
    wanted = pick(rng, [Fraction(*text) for text in ((1, 2), (3, 5), (2, 3), (3, 4), (4, 5))])
    return Fray(view, pick(rng, range(1, own[0] + 1)), wanted)


def _won(case: Fray, face: int) -> int:
    """Return how many of Blaise's six faces your face beats."""
    ahead = face + case.powder - case.theirs.powder - LADY * case.theirs.beth
    return 6 if face == STAR else sum(other < ahead for other in FACES[:-1])


def _fray_words(case: Fray) -> dict[str, object]:
    won = [_won(case, face) for face in FACES]
    return {
        "powder": case.powder,
        "theirs": case.theirs.powder + LADY * case.theirs.beth,
        "counts": " + ".join(map(str, won)),
        "won": sum(won),
        "wanted": case.wanted,
    }


attack_chance = Exercise(
    key="attack_chance",
    lesson="06",
    level=2,
    rules=RULES,
    make=_attacking,
    answer=lambda case: case.odds.win,
    words=_fray_words,
    misconceptions={
        "tie_is_a_win": lambda case: case.odds.win + case.odds.tie,
        "their_star_forgotten": lambda case: (
            case.odds.win + Fraction(sum(face != STAR for face in FACES), 36)
        ),
        "lost_instead_of_won": lambda case: case.odds.lose,
    },
    view=lambda case: case.view,
)


def _enough(case: Fray) -> int:
    powder = least_powder(case.wanted, case.theirs)
    assert powder is not None, "an attack wins in up to 31 of 36 cases"
    return powder


def _enough_with_ties(case: Fray) -> int:
    odds = (attack(Side(powder), case.theirs) for powder in range(31))
    return next(n for n, one in enumerate(odds) if one.win + one.tie >= case.wanted)


def _some_needed(rng: Random) -> Fray:
    """Draw an attack for which you have powder enough, and need some."""
    case = _attacking(rng)
    while not 0 < _enough(case) <= stock(case.view.ships[YOU].holds, POWDER):
        case = _attacking(rng)
    return case


def _enough_words(case: Fray) -> dict[str, object]:
    enough = _enough(case)
    before, after = (36 * attack(Side(n), case.theirs).win for n in (enough - 1, enough))
    return {**_fray_words(case), "enough": enough, "few": enough - 1,
            "won_before": before, "won_then": after, "needed": 36 * case.wanted}  # fmt: skip


enough_powder = Exercise(
    key="enough_powder",
    lesson="06",
    level=2,
    rules=RULES,
    make=_some_needed,
    answer=_enough,
    words=_enough_words,
    misconceptions={
        "tie_is_a_win": _enough_with_ties,
        "never_certain": lambda case: (
            FACES[-2] - FACES[0] + 1 + case.theirs.powder + LADY * case.theirs.beth
        ),
    },
    kind=NUMBER,
    tolerance=Fraction(0),
    view=lambda case: case.view,
)


# --- treasures ------------------------------------------------------------------------------------


class Lair(NamedTuple):
    """A position in which you can sail to a lair whose treasure is still there."""

    view: View
    space: int


def _before_a_lair(rng: Random) -> Lair:
    """Draw a morning that leads to a lair; you have treasures face down, the others powers."""
    powers = shuffled(rng, (SABRE, BETH, HOLD))[: pick(rng, (1, 2, 3))]
    own = shuffled(rng, [n for n in TREASURES if n not in POWERS])[: pick(rng, (1, 2, 3))]
    lairs = GAME.start().tokens[len(own) + len(powers) :]
    ways = [
        (space, die, lair)
        for space, die in product(range(12, 44), DICE)
        for lair in lairs
        if [*GAME.sea.ahead(space, die, True)] == [lair]
    ]
    space, die, lair = pick(rng, ways)
    you = Ship(space, 0, _cargo(rng), ())
    blaise, carl = (
        Ship(pick(rng, range(5, 12)), 0, (*_cargo(rng), *[None] * (HOLD in row)), row)
        for row in (tuple(powers[:1]), tuple(sorted(powers[1:])))
    )
    dice = die, pick(rng, DICE)
    return Lair(position(rng, Phase.MOVE, (you, blaise, carl), dice=dice, mine=own), lair)


def _gold(treasure: int) -> int:
    """Return what a treasure scores: a power nothing."""
    return 0 if treasure in POWERS else treasure


def _lair_words(case: Lair) -> dict[str, object]:
    left = unseen_treasures(case.view)
    numbers = [n for n in left if n not in POWERS]
    return {
        "space": case.space,
        "total": len(left),
        "powers": len(left) - len(numbers),
        "numbers": tuple(str(n).replace("-", "−") for n in numbers),
        "sum": sum(numbers),
    }


next_treasure = Exercise(
    key="next_treasure",
    lesson="06",
    level=2,
    rules=RULES,
    make=_before_a_lair,
    answer=lambda case: sum(_gold(n) * chance for n, chance in in_lair(case.view).items()),
    words=_lair_words,
    misconceptions={
        "whole_treasure": lambda case: Fraction(sum(map(_gold, TREASURES)), len(TREASURES)),
        "removed_taken_away": lambda case: Fraction(
            sum(map(_gold, unseen_treasures(case.view))), case.view.treasure_pile
        ),
        "powers_left_out": lambda case: Fraction(
            sum(map(_gold, unseen_treasures(case.view))),
            sum(n not in POWERS for n in unseen_treasures(case.view)),
        ),
    },
    kind=NUMBER,
    tolerance=Fraction(1, 100),
    view=lambda case: case.view,
)

# --- running short --------------------------------------------------------------------------------

STRAIGHT = tuple(
    space
    for space in range(1, 44)
    if all(len(GAME.sea.ahead(space, die, True)) == 1 for die in DICE)
)
"""Spaces from which one die leads to one space, by no fork, and not home."""


class Voyage(NamedTuple):
    """Where you lie, what you have, and the card you will play in the next round."""

    space: int
    food: int
    gold: int
    card: int

    def risk(self, captain: int) -> Fraction:
        """Return the chance of a shortage, if you or another captain sets the dice."""
        ship = Ship(self.space, 0, loaded((FOOD, self.food), (GOLD, self.gold)), ())
        start = GAME.start()
        state = start._replace(captain=captain, ships=(ship, *start.ships[1:]))
        return shortage(GAME.observe(state, YOU), self.card)

    def price(self, die: int) -> tuple[str, int]:
        """Return what the space so many steps ahead costs."""
        [there] = GAME.sea.ahead(self.space, die, True)
        kind, price, _, _ = GAME.track[there]
        return PRICED_IN.get(kind, LAIR), price

    def bad(self, more: float = 0) -> list[int]:
        """Return the dice that lead to a price you cannot pay, with `more` of what you load."""
        have = {FOOD: float(self.food), GOLD: float(self.gold), LAIR: 0.0}
        have[CARDS[self.card][MORNING]] = have.get(CARDS[self.card][MORNING], 0) + more
        return [die for die in DICE if have[self.price(die)[0]] < self.price(die)[1]]


def _voyage(cards: Sequence[int]) -> Callable[[Random], Voyage]:
    return lambda rng: Voyage(
        pick(rng, STRAIGHT), pick(rng, range(4)), pick(rng, range(5)), pick(rng, cards)
    )


def _voyage_words(case: Voyage) -> dict[str, object]:
    ahead = []
    for die in DICE:
        kind, price = case.price(die)
        ahead.append(Phrase(f"exercise.jamaica.ahead.{kind}", {"steps": die, "price": price}))
    return {
        **case._asdict(),
        "card": card_named(case.card),
        "ahead": tuple(ahead),
        "bad": tuple(case.bad()),
        "count": len(case.bad()),
    }


captain_saves = Exercise(
    key="captain_saves",
    lesson="06",
    level=2,
    rules=RULES,
    make=_voyage(LEAVES),
    answer=lambda case: case.risk(captain=YOU),
    words=lambda case: {**_voyage_words(case), "square": len(case.bad()) ** 2},
    misconceptions={
        "one_die": lambda case: case.risk(captain=BLAISE),
        "either_is_bad": lambda case: 1 - (1 - Fraction(len(case.bad()), 6)) ** 2,
    },
)


def _short_words(case: Voyage) -> dict[str, object]:
    counts = [len(case.bad(more)) for more in DICE]
    return {
        **_voyage_words(case),
        "counts": " + ".join(map(str, counts)),
        "short": sum(counts),
    }


run_short = Exercise(
    key="run_short",
    lesson="06",
    level=3,
    rules=RULES,
    make=_voyage(LOADS_FIRST),
    answer=lambda case: case.risk(captain=BLAISE),
    words=_short_words,
    misconceptions={
        "load_forgotten": lambda case: Fraction(len(case.bad()), 6),
        "mean_load": lambda case: Fraction(len(case.bad(3.5)), 6),
        "complement": lambda case: 1 - case.risk(captain=BLAISE),
    },
)

# --- the way home ---------------------------------------------------------------------------------


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

# --- functions ------------------------------------------------------------------------------------


class Seeded(NamedTuple):
    """The seed of the cases that a student's function is tried on."""

    seed: int


def _some_seed(rng: Random) -> Seeded:
    return Seeded(pick(rng, range(10**6)))


def right_win_chance(mine: int, theirs: int) -> Fraction:
    """Return the chance that an attack wins, by its powder and the defender's."""
    return attack(Side(mine), Side(theirs)).win


def _counted(wins: Callable[[int, int, int], bool]) -> Callable[[int, int], Fraction]:
    """Return a function that counts the 36 couples of faces that an attack is thought to win."""

    def chance(mine: int, theirs: int) -> Fraction:
        couples = product(FACES, repeat=2)
        return Fraction(sum(wins(one, two, mine - theirs) for one, two in couples), 36)

    return chance


def _powders(case: Seeded) -> list[tuple[Any, ...]]:
    rng = Random(case.seed)
    return [(0, 0), (2, 1), (1, 6)] + [(pick(rng, range(9)), pick(rng, range(9))) for _ in range(5)]


win_chance = FunctionExercise(
    key="win_chance",
    lesson="06",
    level=3,
    rules=RULES,
    make=_some_seed,
    answer=lambda case: right_win_chance,
    words=lambda case: {},
    misconceptions={
        "tie_is_a_win": lambda case: _counted(
            lambda one, two, more: one == STAR or (two != STAR and one + more >= two)
        ),
        "star_is_a_twelve": lambda case: _counted(lambda one, two, more: one + more > two),
        "their_star_forgotten": lambda case: _counted(
            lambda one, two, more: one == STAR or two == STAR or one + more > two
        ),
    },
    trials=_powders,
    about=lambda args: {"mine": args[0], "theirs": args[1]},
)


EXERCISES: tuple[Exercise[Any], ...] = (
    either_die,
    sum_of_dice,
    hand_mean,
    defence,
    mean_higher,
    attack_chance,
    enough_powder,
    next_treasure,
    captain_saves,
    run_short,
    rounds_left,
    win_chance,
)
