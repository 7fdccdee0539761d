"""What Aquatika's odds say is what counting one by one, and trying, say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random
from typing import Any

import pytest

from gamelib import IllegalAction
from gamelib.aquatika import (
    Aquatika,
    Cover,
    Phase,
    Piece,
    Place,
    State,
    Step,
    View,
    prey,
    visible,
)
from gamelib.aquatika.notation import read_move, read_position
from gamelib.aquatika.odds import (
    RESULTS,
    Chances,
    came,
    likelihood,
    lines,
    mobility,
    random_play,
    replies,
    results,
    setup_factors,
    setups,
    setups_left,
    standing,
    trial,
    verdict,
)
from gamelib.counting import wilson
from gamelib.game import Action
from tests.gamelib.aquatika.table import BOARDS, RARE
from tests.gamelib.tables import slow, walk

GAME = Aquatika()


def at(drawn: str, turn: int = 0, seat: int | None = None, game: Aquatika = GAME) -> View:
    """What a seat (left out: the one to move) knows in a drawn position."""
    state = read_position(game, f"{drawn} move {turn} 0")
    return game.observe(state, turn if seat is None else seat)


# -- counting --------------------------------------------------------------------------------------


@pytest.mark.rule("AQ-1")
@pytest.mark.parametrize("options", BOARDS, ids=lambda options: options.get("board", "ours"))
def test_set_ups_are_as_many_as_there_are(options: dict[str, Any]) -> None:
    game = Aquatika(**options)
    every = product("osf", repeat=sum(game.pieces))
    counted = sum(tuple(map(setup.count, "osf")) == game.pieces for setup in map("".join, every))
    assert setups(game) == counted
    assert setups(GAME) == 1680


def test_set_ups_are_counted_kind_by_kind() -> None:
    assert setup_factors(GAME) == (84, 20, 1)
    assert setup_factors(Aquatika(**BOARDS[1])) == (6, 2, 1)


def test_each_piece_that_stands_leaves_fewer_set_ups() -> None:
    state = GAME.start()
    assert setups_left(GAME.observe(state, 0)) == (1680, 1680)
    state = GAME.play(state, Place("octopus", "c2"))
    assert setups_left(GAME.observe(state, 0)) == (560, 1680)  # 8! / (2! 3! 3!)
    assert setups_left(GAME.observe(state, 1)) == (1680, 1680), "the other side knows nothing"
    assert setups_left(GAME.observe(state, None)) == (1680, 1680)
    for state, _ in walk(GAME, Random(1)):
        if state.phase is Phase.PLACE:
            seen = setups_left(GAME.observe(state, state.turn))
            assert seen[state.turn] == ways(GAME, state, state.turn)
        else:
            assert setups_left(GAME.observe(state, 0)) == (1, 1)


def ways(game: Aquatika, state: State, seat: int) -> int:
    """In how many ways a side can end up, followed piece by piece on the first free cell."""

    def count(left: tuple[int, ...]) -> int:
        return sum(
            count(tuple(n - (k == kind) for k, n in enumerate(left)))
            for kind in range(3)
            if left[kind]
        ) or int(not any(left))

    return count(game.in_hand(state.cells, seat))


def test_mobility_is_the_number_of_moves_of_either_side() -> None:
    for state, _ in walk(GAME, Random(3)):
        view = GAME.observe(state, None)
        if state.phase is Phase.MOVE:
            found = mobility(view)
            assert found[state.turn] == len(GAME.actions(state)) == lines(view, 1)
            other = GAME.position(state.cells, 1 - state.turn)
            if other.phase is Phase.MOVE:
                assert found[1 - state.turn] == len(GAME.actions(other))
    assert mobility(at("5/5/2s2/5/5/5/2O1F")) == (8, 5)


def test_lines_of_play_are_counted_by_playing_them() -> None:
    view = at("2s2/1f3/2O+s2/5/1o+F1f1/2S2/F3O")

    def count(state: State, depth: int) -> int:
        if depth == 0:
            return 1
        return sum(count(GAME.play(state, action), depth - 1) for action in GAME.actions(state))

    state = GAME.imagine(view, Random(0))
    assert [lines(view, depth) for depth in (0, 1, 2, 3)] == [
        count(state, depth) for depth in (0, 1, 2, 3)
    ]


# -- random play -----------------------------------------------------------------------------------

TINY = Aquatika(board="bbA/Baa", pieces=(1, 0, 1), max_plies=10)


@cache
def exact(state: State, seat: int) -> Fraction:
    """The chance to win if both sides move at random, by following every line."""
    outcome = TINY.outcome(state)
    if outcome is not None:
        return Fraction(outcome.winners == (seat,))
    actions = TINY.actions(state)
    return sum((exact(TINY.play(state, each), seat) for each in actions), Fraction(0)) / len(
        actions
    )


@slow
def test_random_play_comes_close_to_the_exact_chance() -> None:
    checked = 0
    for seed in range(40):
        for state, _ in walk(TINY, Random(seed)):
            if state.phase is Phase.MOVE and checked < 4 and 0 < exact(state, 0) < 1:
                chances = random_play(TINY.observe(state, 0), trials=400, seed=seed)
                low, high = wilson(chances.won, 400, z=4)
                assert low <= exact(state, 0) <= high
                checked += 1
                break
    assert checked == 4


def test_random_play_is_repeatable_counts_every_game_and_knows_its_interval() -> None:
    view = at("sf1of/osfso/5/5/5/OSFSO/SF1OF")
    chances = random_play(view, trials=60, seed=5)
    assert chances == random_play(view, trials=60, seed=5)
    assert chances != random_play(view, trials=60, seed=6)
    assert chances.trials == 60
    assert chances.share == Fraction(chances.won, 60)
    assert chances.interval == wilson(chances.won, 60)
    other = random_play(at("sf1of/osfso/5/5/5/OSFSO/SF1OF", seat=1), trials=60, seed=5)
    assert other == Chances(won=chances.lost, drawn=chances.drawn, lost=chances.won)
    public = GAME.observe(GAME.imagine(view, Random(0)), None)
    assert random_play(public, trials=60, seed=5) == chances
    with pytest.raises(ValueError, match="trials is a whole number from 1"):
        random_play(view, trials=0)


def test_after_a_winning_move_random_play_always_wins() -> None:
    view = at("5/2F2/5/5/5/5/o4")
    assert random_play(view, read_move(GAME, "c6-c7"), trials=5) == Chances(5, 0, 0)
    assert random_play(at("5/2F2/5/5/5/5/o4", seat=1), read_move(GAME, "c6-c7"), trials=5).lost == 5


def test_a_drawn_game_is_neither_won_nor_lost() -> None:
    last = Aquatika(max_plies=1)
    assert random_play(at("4o/5/5/5/5/5/O4", game=last), trials=5) == Chances(0, 5, 0)


def test_random_play_works_while_pieces_are_placed() -> None:
    view = GAME.observe(GAME.play(GAME.start(), Place("shark", "c2")), 1)
    assert random_play(view, trials=4).trials == 4


def test_random_play_and_search_can_disagree() -> None:
    """At random the shark may go astray; whoever reads ahead knows that it arrives."""
    view = at("4o/5/5/2S2/5/5/4F")
    assert random_play(view, trials=100).interval[1] < 1
    assert verdict(view, budget=0).plies == 5


# -- a reply at random -----------------------------------------------------------------------------


def test_what_a_random_reply_does_is_counted_reply_by_reply() -> None:
    view = at("5/5/1s1o1/2S2/5/5/F4")
    # After a1-b1 the shark b5 may go to 5 cells, one of them c4; so may the octopus d5.
    assert results(view, read_move(GAME, "a1-b1")) == {
        "eaten": Fraction(1, 10),
        "covered": Fraction(1, 10),
        "safe": Fraction(4, 5),
    }
    assert results(view, read_move(GAME, "c4xb5")) == {"safe": Fraction(1)}
    assert results(at("5/5/5/5/5/1f3/O4"), read_move(GAME, "a1-a2")) == {
        "lost": Fraction(1, 4),
        "safe": Fraction(3, 4),
    }
    assert results(at("5/2F2/5/5/5/5/o4"), read_move(GAME, "c6-c7")) == {"won": Fraction(1)}
    prey = at("5/5/1s3/1o+F3/5/5/O4")
    eaten = results(prey, read_move(GAME, "a1-b1"))["eaten"]
    assert eaten == Fraction(1, 15), "a prey that goes with its octopus is lost too"
    last = Aquatika(max_plies=2)
    assert results(at("4o/5/5/5/5/5/O4", game=last), read_move(last, "a1-b1")) == {
        "drawn": Fraction(1)
    }


def reply_to(view: View, action: str, reply: str) -> tuple[View, View]:
    """What the seat in view knows after its move, and after the reply."""
    game = view.game
    after = game.play(game.imagine(view, Random(0)), read_move(game, action))
    end = game.play(after, read_move(game, reply))
    return game.observe(after, view.seat), game.observe(end, view.seat)


@pytest.mark.parametrize(
    ("drawn", "action", "reply", "expected"),
    [
        ("5/5/1s1o1/2S2/5/5/F4", "a1-b1", "b5xc4", "eaten"),
        ("5/5/1s1o1/2S2/5/5/F4", "a1-b1", "d5+c4", "covered"),
        ("5/5/1s1o1/2S2/5/5/F4", "a1-b1", "d5-d4", "safe"),
        ("5/5/5/5/5/1f3/O4", "a1-a2", "b2-c1", "lost"),
        ("5/5/1s3/1o+F3/5/5/O4", "a1-b1", "b5xb4", "eaten"),
        # It leaves one prey for another: of mine as many are covered as before.
        ("5/5/5/1o+F3/1F3/5/O4", "a1-b1", "b4+b3", "covered"),
        ("5/5/5/1o+F3/5/5/O4", "a1-b1", "b4-b3", "safe"),
    ],
)
def test_what_came_of_a_move_is_what_the_reply_did(
    drawn: str, action: str, reply: str, expected: str
) -> None:
    view = at(drawn)
    after, end = reply_to(view, action, reply)
    move = read_move(GAME, action)
    assert came(view, move, [after]) is None, "nobody has replied yet"
    assert came(view, move, [after, end]) == came(view, move, [after, end, after]) == expected


def test_what_came_of_a_place_or_of_the_last_move_is_known_at_once() -> None:
    start = GAME.start()
    place = Place("shark", "c2")
    assert came(GAME.observe(start, 0), place, [GAME.observe(GAME.play(start, place), 0)]) == "safe"
    view, move = at("5/2F2/5/5/5/5/o4"), read_move(GAME, "c6-c7")
    end = GAME.play(GAME.imagine(view, Random(0)), move)
    assert came(view, move, [GAME.observe(end, 0)]) == "won"
    last = Aquatika(max_plies=1)
    view, move = at("4o/5/5/5/5/5/O4", game=last), read_move(last, "a1-b1")
    end = last.play(last.imagine(view, Random(0)), move)
    assert came(view, move, [last.observe(end, 0)]) == "drawn"


def test_what_came_is_what_the_rules_say_of_every_reply() -> None:
    found: Counter[str] = Counter()
    for seed in range(4):
        for state, action in walk(GAME, Random(seed)):
            if state.phase is not Phase.MOVE or action is None:
                continue
            view, after = GAME.observe(state, state.turn), GAME.play(state, action)
            ends = [GAME.play(after, reply) for reply in GAME.actions(after)] or [after]
            counted = Counter(
                str(came(view, action, [GAME.observe(one, state.turn) for one in (after, end)]))
                for end in ends
            )
            total = sum(counted.values())
            shares = {code: Fraction(count, total) for code, count in counted.items()}
            assert shares == results(view, action)
            found += counted
    assert {"eaten", "covered", "safe", "lost", "won"} <= found.keys()


def test_a_seat_stands_by_its_share_of_the_pieces_that_can_be_seen() -> None:
    drawn = "5/5/1s3/1o+F3/5/5/O4"  # three can be seen: one of seat 0, two of seat 1
    assert standing(at(drawn, seat=0)) == Fraction(1, 3)
    assert standing(at(drawn, seat=1)) == Fraction(2, 3)
    state = GAME.imagine(at(drawn), Random(0))
    assert standing(GAME.observe(state, None)) is None
    assert standing(GAME.observe(GAME.start(), 0)) is None, "pieces are placed in secret"


def test_results_sum_to_one_and_trials_have_these_results() -> None:
    rng = Random(4)
    tried: Counter[str] = Counter()
    for state, action in walk(GAME, Random(6)):
        if action is None:
            break
        view = GAME.observe(state, state.turn)
        found = results(view, action)
        assert sum(found.values()) == 1
        assert set(found) <= set(RESULTS)
        for _ in range(3):
            code = trial(view, action, rng)
            assert code in found
            tried[code] += 1
    assert {"safe", "eaten", "covered"} <= set(tried)


def played_reply(game: Aquatika, after: State, reply: Action, seat: int) -> str:
    """What a reply does to a seat, found by playing it and by counting the seat's pieces."""

    def pieces(state: State, look: Callable[[str], Piece | None]) -> int:
        return sum(piece.seat == seat for piece in map(look, state.cells) if piece)

    end = game.play(after, reply)
    outcome = game.outcome(end)
    if outcome is not None:
        return (
            "drawn" if len(outcome.winners) == 2 else "won" if seat in outcome.winners else "lost"
        )
    if pieces(end, visible) + pieces(end, prey) < pieces(after, visible) + pieces(after, prey):
        return "eaten"
    if isinstance(reply, Cover):
        met = visible(after.cells[game.geometry.named[reply.target]])
        return "covered" if met and met.seat == seat else "safe"
    return "safe"


@slow
def test_replies_are_counted_as_if_each_were_played() -> None:
    seen: Counter[str] = Counter()
    games = [Aquatika(**options) for options in BOARDS]
    late = Aquatika(max_plies=20)
    for game in (*games, RARE, late):
        for seed in range(3):
            for state, _ in walk(game, Random(seed)):
                if state.phase is not Phase.MOVE:
                    continue
                view = game.observe(state, state.turn)
                for action in game.actions(state)[seed::7]:
                    after = game.play(state, action)
                    each = Counter(
                        played_reply(game, after, reply, state.turn)
                        for reply in game.actions(after)
                    )
                    assert replies(view, action) == each
                    seen += each
    assert set(seen) == set(RESULTS) - {"won"}, "who replies wins or loses a piece, as a rule"


@pytest.mark.rule("AQ-9")
def test_a_reply_that_eats_my_last_piece_wins() -> None:
    view = at("5/3s1/5/3S1/5/5/5")
    assert replies(view, read_move(GAME, "d4-d5")) == {"lost": 1, "safe": 4}


@pytest.mark.rule("AQ-12")
def test_a_reply_may_win_for_me() -> None:
    view = at("2o+F2/5/5/5/5/5/S1S2")
    # The octopus may leave its prey for 5 cells, and the fish is at its goal; or carry it there.
    assert replies(view, read_move(GAME, "a1-b1")) == {"won": 5, "safe": 5}


@pytest.mark.rule("AQ-9")
def test_replies_know_when_a_position_comes_for_the_third_time() -> None:
    there = read_position(GAME, "5/5/s4/5/S4/5/S4 move 0 0")
    state = there
    for text in ("a1-b1", "a5-b5", "b1-a1", "b5-a5", "a1-b1", "a5-b5", "b1-a1"):
        before, state = state, GAME.play(state, read_move(GAME, text))
    found = replies(GAME.observe(before, 0), read_move(GAME, "b1-a1"))
    assert found["drawn"] == 1
    assert "drawn" not in replies(GAME.observe(there, 0), read_move(GAME, "a1-b1"))


def test_trials_have_the_chances_that_results_say() -> None:
    view, action = at("5/5/1s1o1/2S2/5/5/F4"), read_move(GAME, "a1-b1")
    rng = Random(7)
    tried = Counter(trial(view, action, rng) for _ in range(1500))
    for code, chance in results(view, action).items():
        low, high = wilson(tried[code], 1500, z=3.5)
        assert low <= chance <= high


def test_questions_that_make_no_sense_are_refused() -> None:
    placing = GAME.observe(GAME.start(), 0)
    over = at("2F2/5/5/5/5/5/o4", turn=1)
    for ask in (mobility, verdict, lambda view: lines(view, 1)):
        with pytest.raises(IllegalAction, match="wrong_phase"):
            ask(placing)
        with pytest.raises(IllegalAction, match="game_over"):
            ask(over)
    action = read_move(GAME, "a1-b1")
    for refused in (over, at("4o/5/5/5/5/5/O4", seat=1)):
        for ask_of in (
            lambda view: results(view, action),
            lambda view: trial(view, action, Random()),
        ):
            with pytest.raises(IllegalAction, match="not_your_turn"):
                ask_of(refused)
    with pytest.raises(IllegalAction, match="no_way"):
        results(at("4o/5/5/5/5/5/O4"), Step("a1", "c3"))
    with pytest.raises(IllegalAction, match="not_by_chance"):
        likelihood(placing, action)
