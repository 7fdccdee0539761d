"""Battles: who wins by powder and dice, and how much powder is enough."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any, NamedTuple

from gamelib.exercises import NUMBER, Exercise, FunctionExercise, pick
from gamelib.jamaica.exercises.positions import BLAISE, DICE, RULES, YOU, cargo, loaded, position
from gamelib.jamaica.holds import stock
from gamelib.jamaica.odds import Odds, Side, attack, defend, least_powder
from gamelib.jamaica.position import BETH, FACES, LADY, STAR, Battle, Holds, Phase, Ship, View
from gamelib.jamaica.rules import strength
from gamelib.jamaica.track import FOOD, GOLD, POWDER


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


def _attacked(rng: Random) -> Fray:
    """Draw an attack on you whose total is known."""
    powder = pick(rng, range(1, 6))
    die, spent = pick(rng, FACES[:-1]), pick(rng, range(5))
    beth = pick(rng, (True, False))
    ships = _fleet(rng, cargo(rng, powder), cargo(rng), (), beth)
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
    ships = _fleet(rng, cargo(rng, *own), cargo(rng, theirs), (), beth)
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
