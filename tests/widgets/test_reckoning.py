"""What a match came to: risks taken, the least there were, and luck."""

from fractions import Fraction

import pytest

from gamelib import Match, games
from gamelib.texts import LANGUAGES
from tests.gamelib.tables import short
from widgets.film import Frame
from widgets.reckoning import reckoned
from widgets.scene import BOARD, Choice, Result, Scene
from widgets.table import Table

NOTHING = Scene(BOARD, "", ())


def choice(bad: Fraction, asked: str = "bad") -> Choice:
    results = (Result("bad", "it goes wrong", bad, "bad"), Result("good", "it does not", 1 - bad))
    return Choice(None, ("do",), "Do it", "", results, asked)


def frame(
    choices: tuple[Choice, ...] = (),
    played: int | None = None,
    came: tuple[tuple[int, str], ...] = (),
) -> Frame:
    return Frame(NOTHING, NOTHING, choices=choices, played=played, came=came)


HALF, QUARTER, UNASKED = choice(Fraction(1, 2)), choice(Fraction(1, 4)), choice(Fraction(0), "")


def test_risks_are_held_against_the_least_and_luck_against_what_was_to_be_expected() -> None:
    both = (HALF, QUARTER, UNASKED)
    frames = [
        frame(both, 0),
        frame(came=((0, "bad"),)),
        frame(both, 1),
        frame(both, 2),
        frame(came=((2, "good"),)),
    ]
    assert reckoned(frames) == (
        "Decisions with a risk: 2. Risk taken on average: 37.5%; the least possible: 25.0%. "
        "Bad outcomes: one; to be expected: 0.8 (decisions that have come out: 2). "
        "That is what chance usually brings. "
        "In one match, how often it went wrong is mostly luck; the risk taken is not."
    )


@pytest.mark.parametrize(("code", "said"), [("bad", "bad luck"), ("good", "usually")])
def test_luck_has_a_name(code: str, said: str) -> None:
    assert said in reckoned([frame((QUARTER,), 0), frame(came=((0, code),))])


def test_many_bad_outcomes_are_told_in_digits() -> None:
    made = [frame((HALF,), 0, came=((n - 1, "bad"),) if n else ()) for n in range(11)]
    assert "Bad outcomes: 10" in reckoned(made)


def test_where_nothing_came_out_yet_only_risks_are_told_and_without_risks_nothing() -> None:
    assert reckoned([frame((HALF,), 0)]).startswith("Decisions with a risk: 1.")
    assert "outcomes" not in reckoned([frame((HALF,), 0)])
    assert reckoned([frame((UNASKED,), 0), frame()]) == ""


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", games)
def test_every_match_comes_to_something_at_its_end_alone(game: str, lang: str) -> None:
    match = Match(short(game), seed=3)
    match.run()
    table = Table(match, seat=0, people=[], lang=lang)
    *before, last = table._film().frames
    assert not any(one.summary for one in before)
    assert last.summary == reckoned([*before, last], lang)
    assert Table(match, seat="open", lang=lang)._film().frames[-1].summary == ""
