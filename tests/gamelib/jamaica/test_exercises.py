"""The answers of Jamaica's exercises, each reached a second way: by the rules, in every case."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest

from gamelib.exercises import exercise
from gamelib.game import Action, Lottery
from gamelib.jamaica import Load, Move, Phase, Powder, Reveal, State
from gamelib.jamaica.exercises import EXERCISES, describe
from gamelib.jamaica.exercises.battles import Fray, right_win_chance
from gamelib.jamaica.exercises.dice import Cards, Faces, Last, Reach
from gamelib.jamaica.exercises.positions import GAME, loaded
from gamelib.jamaica.exercises.voyages import Lair, Voyage
from gamelib.jamaica.holds import stock
from gamelib.jamaica.position import CARDS, POWERS, Ship
from gamelib.jamaica.track import FOOD, GOLD, POWDER
from tests.gamelib.jamaica.table import box, whereabouts

STUDENTS = [f"pupil {n}" for n in range(12)]
THROWS = list(product(range(1, 7), repeat=2))


def share(cases: list[bool]) -> Fraction:
    return Fraction(sum(cases), len(cases))


def mean(numbers: list[int]) -> Fraction:
    return Fraction(sum(numbers), len(numbers))


# --- two dice -------------------------------------------------------------------------------------


def either_die(case: Reach) -> Fraction:
    return share([one >= case.steps or two >= case.steps for one, two in THROWS])


def sum_of_dice(case: Reach) -> Fraction:
    return share([one + two == case.steps for one, two in THROWS])


def hand_mean(case: Cards) -> Fraction:
    sign = {"forward": 1, "backward": -1}
    return mean(
        [
            sum(sign.get(kind, 0) * die for kind, die in zip(CARDS[card], throw, strict=True))
            for card in case.hand
            for throw in THROWS
        ]
    )


def mean_higher(case: Faces) -> Fraction:
    faces = range(1, case.faces + 1)
    return mean([max(throw) for throw in product(faces, repeat=2)])


# --- battles, by the rules ------------------------------------------------------------------------


def paid(state: State) -> State:
    """The same battle once its powder has been taken from the holds, wherever from."""
    while state.phase is Phase.PAY:
        state = GAME.play(state, GAME.actions(state)[0])
    return state


def strikes(state: State) -> list[State]:
    """The states after each face of the combat die."""
    assert isinstance(GAME.turn(state), Lottery)
    return [GAME.play(state, face) for face, _ in GAME.turn(state)]  # type: ignore[union-attr]


def won(state: State) -> bool:
    return state.battle is not None and state.battle.winner == 0


def defence(case: Fray) -> Fraction:
    state = paid(GAME.play(GAME.imagine(case.view, Random(1)), Powder(case.powder)))
    return share([won(after) for after in strikes(state)])


def with_powder(case: Fray, powder: int) -> Fraction:
    """How an attack with so much powder ends when the defender commits all."""
    cases: list[bool] = []
    for after in strikes(paid(GAME.play(GAME.imagine(case.view, Random(1)), Powder(powder)))):
        if won(after):
            cases += [True] * 6  # the star: whatever the other die would have shown
            continue
        assert (after.phase, after.turn) == (Phase.POWDER, 1)
        answer = Powder(stock(after.ships[1].holds, POWDER))
        cases += [won(last) for last in strikes(paid(GAME.play(after, answer)))]
    assert len(cases) == 36
    return share(cases)


def attack_chance(case: Fray) -> Fraction:
    return with_powder(case, case.powder)


def enough_powder(case: Fray) -> int:
    most = stock(case.view.ships[0].holds, POWDER)
    return next(n for n in range(most + 1) if with_powder(case, n) >= case.wanted)


# --- treasures, voyages and the way home ----------------------------------------------------------


def next_treasure(case: Lair) -> Fraction:
    state = GAME.play(GAME.imagine(case.view, Random(1)), Move(case.space))
    assert state.phase is Phase.TREASURE
    lottery = GAME.turn(state)
    assert isinstance(lottery, Lottery)
    values = [(found.treasure, chance) for found, chance in lottery]
    return sum((n * chance for n, chance in values if n not in POWERS), Fraction(0))


def runs_short(case: Voyage, dice: tuple[int, int]) -> bool:
    """Whether a ship cannot pay, if its card is played by the rules with these dice."""
    start = GAME.start()
    ship = Ship(case.space, 0, loaded((FOOD, case.food), (GOLD, case.gold)), ())
    state = start._replace(
        phase=Phase.REVEAL,
        dice=dice,
        chosen=(case.card, None, None),
        ships=(ship, *start.ships[1:]),
    )
    step: Action = Reveal()
    while True:
        state = GAME.play(state, step)
        if state.phase is Phase.SHORTAGE:
            return True
        if isinstance(step, Move):
            return False
        [step] = GAME.actions(state)
        assert isinstance(step, Load | Move)


def captain_saves(case: Voyage) -> Fraction:
    bad = [runs_short(case, (one, two)) and runs_short(case, (two, one)) for one, two in THROWS]
    return share(bad)


def run_short(case: Voyage) -> Fraction:
    return share([runs_short(case, (one, two)) for one, two in THROWS])


def rounds_left(case: Last) -> Fraction:
    """A mean is the sum of the chances to be still on the way after 0, 1, 2 … rounds."""
    at = {0: Fraction(1)}
    expected = Fraction(0)
    while at:
        expected += sum(at.values())
        after: dict[int, Fraction] = {}
        for sailed, chance in at.items():
            for die in range(1, 7):
                if sailed + die < case.steps:
                    after[sailed + die] = after.get(sailed + die, Fraction(0)) + chance / 6
        at = after
    return expected


AGAIN: dict[str, Callable[[Any], Any]] = {
    "either_die": either_die,
    "sum_of_dice": sum_of_dice,
    "hand_mean": hand_mean,
    "defence": defence,
    "mean_higher": mean_higher,
    "attack_chance": attack_chance,
    "enough_powder": enough_powder,
    "next_treasure": next_treasure,
    "captain_saves": captain_saves,
    "run_short": run_short,
    "rounds_left": rounds_left,
}


def test_every_answer_is_reached_a_second_way() -> None:
    assert set(AGAIN) == {pattern.key for pattern in EXERCISES} - {"win_chance"}


@pytest.mark.parametrize("key", AGAIN)
def test_the_answer_equals_trying_all_cases(key: str) -> None:
    pattern = exercise(key)
    for student in STUDENTS:
        case = pattern.case(student)
        assert pattern.answer(case) == AGAIN[key](case)


def test_the_function_equals_battles_by_the_rules() -> None:
    """The defender commits all, and nobody has a power."""
    fray = next(
        case
        for case in (exercise("attack_chance").case(f"pupil {n}") for n in range(40))
        if not case.theirs.beth and case.theirs.powder > 1
    )
    for powder in range(7):
        assert right_win_chance(powder, fray.theirs.powder) == with_powder(fray, powder)


# --- positions ------------------------------------------------------------------------------------

WITH_VIEW = [pattern.key for pattern in EXERCISES if pattern.view is not None]


@pytest.mark.parametrize("key", WITH_VIEW)
def test_no_piece_is_missing_or_twice_in_a_position(key: str) -> None:
    for student in STUDENTS:
        state = GAME.imagine(exercise(key).case(student).view, Random(2))
        assert whereabouts(GAME, state) == box(GAME)
        assert state.card is None or state.card in state.discards[state.mover]
        assert (state.round - 1) % GAME.players == state.captain == state.mover


def test_a_battle_is_told_with_everything_that_counts() -> None:
    told = [exercise("defence")(f"pupil {n}") for n in range(20)]
    with_beth = [task for task in told if task.view.ships[1].powers]
    assert 0 < len(with_beth) < len(told)
    for task in told:
        at = task.view.battle
        total = at.dice[0] + at.powder[0] + 2 * (task in with_beth)
        assert f"shows {at.dice[0]}, powder {at.powder[0]}" in task.position
        assert f"a total of {total}." in task.position
        assert ("Lady Beth 2: a total" in task.position) == (task in with_beth)
        assert "Blaise attacks you." in task.position
        for ship in task.view.ships:
            assert f"food × {stock(ship.holds, FOOD)}" in task.position
            assert f"space {ship.space}" in task.position


def test_treasures_are_told_to_whom_they_belong() -> None:
    for student in STUDENTS:
        view = exercise("next_treasure").case(student).view
        english, french = describe(view), describe(view, "fr")
        assert english.count("Face up before") == sum(bool(ship.powers) for ship in view.ships)
        assert "Your face-down treasures: " in english
        assert "Vos trésors cachés\u00a0: " in french
        for treasure in view.hidden[0]:
            assert f"{treasure:+d}".replace("-", "−") in english
        assert f"The die of the morning shows {view.dice[0]}" in english
