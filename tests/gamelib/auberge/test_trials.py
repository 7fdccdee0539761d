"""What can come of an action, exactly and by trying it: the two must agree."""

from collections import Counter
from fractions import Fraction
from random import Random

import pytest

from gamelib.auberge import Accuse, Auberge, Challenge, Draw, View
from gamelib.auberge.odds import accuse_chance, advice, challenge_risk, draw_risk, results, trial
from gamelib.counting import wilson
from gamelib.match import Match
from tests.gamelib.tables import numbers, slow

TRIALS = 1500
Z = 4.0  # about one in 16 000 intervals misses; the seeds are fixed, so one that holds goes on to


def decisions(players: int, seed: int) -> list[View]:
    """What each seat knew when it had to decide, through a match of random players."""
    match = Match(Auberge(players=players), seed=seed)
    match.run()
    return [
        match.game.observe(state, seat)
        for state in match.states
        if isinstance(seat := match.game.turn(state), int)
    ]


@pytest.mark.parametrize("players", numbers(Auberge))
def test_results_sum_to_one_and_hold_the_risk(players: int) -> None:
    for view in decisions(players, seed=players):
        for action, risk, code in advice(view):
            chances = results(view, action)
            assert sum(chances.values()) == 1
            assert all(chance >= 0 for chance in chances.values())
            match action:
                case Challenge(target):
                    assert (code, chances["out"]) == ("out", challenge_risk(view, target))
                case Accuse(target):
                    assert chances["right"] == accuse_chance(view, target)
                    assert (code, chances["wrong"]) == ("out", risk)
                case Draw():
                    assert (code, chances["pair"]) == ("pair", draw_risk(view))
                case _:
                    assert (code, chances) == ("none", {"safe": Fraction(1)})


@slow
@pytest.mark.parametrize("players", [2, 4, 8])
def test_trials_come_out_as_often_as_the_results_say(players: int) -> None:
    view = decisions(players, seed=3)[players + 2]
    tried = set()
    for action, _, _ in advice(view):
        rng = Random(f"{players}/{action}")
        counted = Counter(trial(view, action, rng) for _ in range(TRIALS))
        chances = results(view, action)
        assert counted.keys() <= chances.keys()
        for code, chance in chances.items():
            low, high = wilson(counted[code], TRIALS, Z)
            assert low <= chance <= high, (action, code, counted[code], chance)
        tried.add(type(action))
    assert {Challenge, Accuse, Draw} <= tried


def test_a_trial_changes_nothing_and_is_the_same_for_the_same_seed() -> None:
    view = decisions(4, seed=3)[6]
    for action, _, _ in advice(view):
        assert [trial(view, action, Random(n)) for n in range(20)] == [
            trial(view, action, Random(n)) for n in range(20)
        ]
