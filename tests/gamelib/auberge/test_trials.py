"""What can come of an action, exactly and by trying it: the two must agree."""

from collections import Counter
from fractions import Fraction
from random import Random

import pytest

from gamelib.auberge import (
    Accuse,
    Attack,
    Auberge,
    Challenge,
    Draw,
    Drawn,
    Place,
    State,
    Turned,
    View,
)
from gamelib.auberge.odds import (
    accuse_chance,
    advice,
    came,
    challenge_risk,
    draw_risk,
    results,
    standing,
    trial,
)
from gamelib.counting import wilson
from gamelib.game import Action, Deal
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


def seen_by(game: Auberge, state: State, *actions: Action) -> list[View]:
    """What seat 0 knows at first, and after each of these actions."""
    views = [game.observe(state, 0)]
    for action in actions:
        state = game.play(state, action)
        views.append(game.observe(state, 0))
    return views


PLACED = (Deal(((1, 5, 6), (2, 7, 9), (4, 8, 10))), Place(1), Place(2), Place(4))


def at_the_table() -> tuple[Auberge, State]:
    """Seat 0 has a 5 and a 6 in hand and a 1 before it, and is to play."""
    game = Auberge(players=3)
    state = game.start()
    for action in PLACED:
        state = game.play(state, action)
    return game, state


@pytest.mark.parametrize(
    ("actions", "result"),
    [
        ((Draw(), Drawn(5)), "pair"),
        ((Draw(), Drawn(10)), "safe"),
        ((Challenge(2), Turned(4)), "out"),
        ((Challenge(2), Turned(3)), "safe"),
        ((Accuse(1),), "wrong"),
        ((Attack(5, 1),), "safe"),
    ],
    ids=str,
)
def test_what_came_of_an_action_is_known_once_chance_has_decided(
    actions: tuple[Action, ...], result: str
) -> None:
    game, state = at_the_table()
    view, *later = seen_by(game, state, *actions)
    told = [came(view, actions[0], later[:count]) for count in range(len(later) + 1)]
    assert told[-1] == result
    if len(actions) == 2:
        assert told[:-1] == [None, None]


def test_an_accusation_that_was_right_came_out_so() -> None:
    game, state = at_the_table()
    state = state._replace(hands=(state.hands[0], (7, 7), state.hands[2]))
    view, after = seen_by(game, state, Accuse(1))
    assert came(view, Accuse(1), []) is None
    assert came(view, Accuse(1), [after]) == "right"


def test_a_seat_stands_by_its_chance_to_have_no_pair_after_its_next_draw() -> None:
    game, state = at_the_table()
    # Of 50 unseen cards, 4 fives and 5 sixes would make a pair; there is only one 1.
    assert standing(game.observe(state, 0)) == 1 - Fraction(9, 50)
    _, _, paired = seen_by(game, state, Draw(), Drawn(6))
    assert standing(paired) == 0
    _, _, out = seen_by(game, state, Challenge(2), Turned(4))
    assert standing(out) is None
    assert standing(game.observe(state, None)) is None
    empty = state._replace(pile=(0,) * 11, discard=state.pile)
    assert standing(game.observe(empty, 0)) == 1


def test_a_trial_changes_nothing_and_is_the_same_for_the_same_seed() -> None:
    view = decisions(4, seed=3)[6]
    for action, _, _ in advice(view):
        assert [trial(view, action, Random(n)) for n in range(20)] == [
            trial(view, action, Random(n)) for n in range(20)
        ]
