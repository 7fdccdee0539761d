"""The rules of Pig, each proved by its label."""

from fractions import Fraction

import pytest

from gamelib import IllegalAction
from tests.new_game.gamelib import Hold, Phase, Pig, Roll, Rolled, State
from tests.new_game.gamelib.odds import gain, odds

GAME = Pig(players=2, target=20)


def after(*faces: int, state: State | None = None) -> State:
    state = GAME.start() if state is None else state
    for face in faces:
        state = GAME.play(GAME.play(state, Roll()), Rolled(face))
    return state


@pytest.mark.rule("PI-1")
def test_a_turn_begins_with_a_roll_and_faces_add_up() -> None:
    assert GAME.actions(GAME.start()) == (Roll(),)
    with pytest.raises(IllegalAction):
        GAME.play(GAME.start(), Hold())
    assert after(2, 6) == State(Phase.CHOOSE, 0, (0, 0), (2, 6))


@pytest.mark.rule("PI-2")
def test_a_one_ends_the_turn_with_nothing() -> None:
    assert after(6, 5, 1) == State(Phase.CHOOSE, 1, (0, 0))


@pytest.mark.rule("PI-3")
def test_who_holds_keeps_the_points() -> None:
    assert GAME.play(after(6, 5), Hold()) == State(Phase.CHOOSE, 1, (11, 0))


@pytest.mark.rule("PI-4")
def test_who_holds_with_enough_points_wins() -> None:
    outcome = GAME.outcome(GAME.play(after(6, 6, 6, 2), Hold()))
    assert outcome is not None
    assert outcome.winners == (0,)


@pytest.mark.parametrize(("faces", "expected"), [((), Fraction(20, 6)), ((6, 6, 6, 2), 0)])
def test_one_more_roll_brings_this_on_average(faces: tuple[int, ...], expected: Fraction) -> None:
    assert gain(after(*faces)) == expected


@pytest.mark.parametrize(("face", "expected"), [(1, "lost"), (5, "more")])
def test_what_came_of_a_roll_is_known_once_the_die_lies_still(face: int, expected: str) -> None:
    view, rolled = GAME.observe(GAME.start(), 0), GAME.play(GAME.start(), Roll())
    later = [GAME.observe(state, 0) for state in (rolled, GAME.play(rolled, Rolled(face)))]
    assert odds.came(view, Roll(), later[:1]) is None
    assert odds.came(view, Roll(), later) == expected


def test_a_seat_stands_by_its_share_of_the_target() -> None:
    state = GAME.play(after(6, 4), Hold())
    assert [odds.standing(GAME.observe(state, seat)) for seat in (0, 1)] == [Fraction(1, 2), 0]
