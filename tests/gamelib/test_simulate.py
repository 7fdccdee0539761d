"""Simulation: the seed alone decides; faults and interruptions cost nothing else; tables."""

from __future__ import annotations

import builtins
import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import (
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import partial
from random import Random
from statistics import mean, median
from typing import Any

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tqdm import tqdm

from gamelib import Action, Match, PlayerError
from gamelib.auberge import Accuse, Auberge
from gamelib.counting import wilson
from gamelib.fuji_flush import FujiFlush
from gamelib.players import OneStep, Player, random_player
from gamelib.simulate import KEPT, Ending, Failure, Results, Tally, simulate
from tests.gamelib.tables import AnyGame, brief, each_table, slow

module = sys.modules["gamelib.simulate"]
workers = sys.modules["gamelib.workers"]


def quiet(game: AnyGame, players: Sequence[Player | str] | None = None, **options: Any) -> Results:
    return simulate(game, players, **{"progress": False, "n": 60, **options})


def first_choice(view: Any, actions: Sequence[Action], rng: Random) -> Action:
    return actions[0]


def dreaming(view: Any, actions: Sequence[Action], rng: Random) -> Action:
    """Use up random numbers, and now and then play nonsense."""
    return Accuse(target=9) if rng.random() < 0.02 else rng.choice(actions)


# -- the seed decides ------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def processes() -> Iterator[Executor]:
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as executor:
        yield executor


class Backwards(Executor):
    """Does the work when asked for it, the last portion first."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        if not hasattr(self, "waiting"):
            self.waiting: list[tuple[Future[Any], Callable[..., Any], Any]] = []
        self.waiting.append((future, fn, args))
        if len(self.waiting) == getattr(self, "expected", -1):
            for waiting, work, given_ in reversed(self.waiting):
                waiting.set_result(work(*given_))
        return future


CASES = [
    (Auberge(players=3), None),
    (FujiFlush(players=3), ["joiner", "random", "random"]),
    (Auberge(players=4, reshuffle=True), ["random", first_choice, dreaming, "peaceful"]),
    (FujiFlush(players=3, hand_size=2), [dreaming, "random", OneStep(worlds=1)]),
]
CASE_NAMES = ["batch", "batch fuji_flush", "auberge", "fuji_flush"]


@slow
@pytest.mark.parametrize(("game", "players"), CASES, ids=CASE_NAMES)
def test_results_do_not_depend_on_executor_or_portions(
    game: AnyGame, players: Any, processes: Executor, monkeypatch: pytest.MonkeyPatch
) -> None:
    results = quiet(game, players, seed=3)
    assert results.batch == (game.players < 4 and OneStep(worlds=1) not in (players or ()))
    assert results == quiet(game, players, seed=3)
    with ThreadPoolExecutor(3) as threads:
        assert quiet(game, players, seed=3, executor=threads) == results
    assert quiet(game, players, seed=3, executor=processes) == results
    monkeypatch.setattr(module, "SMALLEST_BATCH", 1)
    for portions in (1, 2, 7, 59, 60, 1000):
        monkeypatch.setattr(module, "PORTIONS", portions)
        assert quiet(game, players, seed=3) == results
    monkeypatch.setattr(module, "PORTIONS", 9)
    backwards = Backwards()
    backwards.expected = 9  # type: ignore[attr-defined]
    assert quiet(game, players, seed=3, executor=backwards) == results
    assert str(quiet(game, players, seed=3)) == str(results)


def test_another_seed_gives_other_games() -> None:
    game = Auberge(players=3)
    assert quiet(game, seed=1).tally != quiet(game, seed=2).tally
    assert quiet(game, seed="blue").tally == quiet(game, seed="blue").tally


def test_more_games_begin_with_the_same_games() -> None:
    game = Auberge(players=3)
    short, long = quiet(game, n=10), quiet(game, n=20)
    assert [short.match(i).record for i in range(10)] == [long.match(i).record for i in range(10)]


def test_players_cannot_read_chance_from_their_generator() -> None:
    """The next card is drawn with another generator than the one a player is handed."""
    handed: list[tuple[Any, ...]] = []

    def spy(view: Any, actions: Sequence[Action], rng: Random) -> Action:
        handed.append(rng.getstate())
        return actions[0]

    quiet(Auberge(players=2), [spy, spy], n=1, seed=7)
    luck = Random("7/0")
    states = []
    for _ in range(500):
        states.append(luck.getstate())
        luck.random()
    assert handed
    assert not set(handed) & set(states)


def test_luck_does_not_depend_on_how_many_random_numbers_a_player_uses() -> None:
    def wasteful(view: Any, actions: Sequence[Action], rng: Random) -> Action:
        for _ in range(10):
            rng.random()
        return actions[0]

    game = FujiFlush(players=3)
    one, two = quiet(game, [first_choice] * 3), quiet(game, [wasteful] * 3)
    assert one.tally == two.tally


# -- what is counted -------------------------------------------------------------------------------


@slow
@pytest.mark.parametrize("batch", [None, False], ids=["any way", "one by one"])
@each_table
def test_the_tally_is_that_of_the_matches(
    kind: type[AnyGame], players: int, batch: bool | None
) -> None:
    results = quiet(brief(kind, players), n=25, seed=5, batch=batch)
    matches = [results.match(i) for i in range(25)]
    outcomes = [match.outcome for match in matches]
    winners = [outcome.winners for outcome in outcomes if outcome is not None]
    lengths = [len(match.steps) for match in matches]
    assert len(winners) == results.n == results.finished == results.asked == 25
    assert results.failed == 0
    assert not results.interrupted
    assert results.winners == {group: winners.count(group) for group in sorted(set(winners))}
    assert results.wins == tuple(sum(seat in group for group in winners) for seat in range(players))
    shares = [
        sum((Fraction(seat in group, len(group)) for group in winners), Fraction(0)) / 25
        for seat in range(players)
    ]
    assert results.share == tuple(shares)
    assert sum(results.share) == 1
    assert results.intervals == tuple(wilson(float(share * 25), 25) for share in shares)
    assert results.lengths == {length: lengths.count(length) for length in sorted(set(lengths))}
    assert results.mean_length == Fraction(sum(lengths), 25)
    assert float(results.mean_length) == pytest.approx(mean(lengths))
    assert results.median_length == median(lengths)


def test_a_shared_win_counts_for_each_seat_and_is_shared_equally() -> None:
    tally = Tally({Ending((0,), 5): 1, Ending((0, 2), 8): 2, Ending((1,), 9): 1})
    results = Results(FujiFlush(players=3), ("random",) * 3, 0, 4, tally)
    assert results.wins == (3, 1, 2)
    assert results.share == (Fraction(1, 2), Fraction(1, 4), Fraction(1, 4))
    assert results.winners == {(0,): 1, (0, 2): 2, (1,): 1}
    assert results.median_length == 8
    assert "Games won by several seats together: 2" in str(results)


@pytest.mark.parametrize(
    ("lengths", "middle"), [({4: 1}, 4), ({4: 1, 9: 1}, Fraction(13, 2)), ({1: 2, 5: 3}, 5)]
)
def test_the_median_lies_in_the_middle(lengths: dict[int, int], middle: Fraction) -> None:
    tally = Tally({Ending((0,), length): times for length, times in lengths.items()})
    results = Results(Auberge(players=2), ("random",) * 2, 0, 9, tally)
    assert results.median_length == middle


def test_intervals_cover_the_true_share_of_a_fair_game() -> None:
    """Who starts is the only difference between the seats of two pirates with equal cards."""
    results = quiet(Auberge(players=2), n=2000, seed=8)
    swapped = quiet(Auberge(players=2, oldest=1), n=2000, seed=9)
    fair = Fraction(results.wins[0] + swapped.wins[1], 4000)
    low, high = results.intervals[0]
    assert low < fair < high


endings = st.builds(
    Ending,
    st.sets(st.integers(0, 3), min_size=1).map(lambda seats: tuple(sorted(seats))),
    st.integers(1, 20),
)
failures = st.builds(Failure, st.integers(0, 30), st.text("ab", max_size=2))
tallies = st.builds(
    Tally,
    st.dictionaries(endings, st.integers(1, 9), max_size=4),
    st.integers(0, 9),
    st.lists(failures, max_size=KEPT).map(lambda kept: tuple(sorted(kept))),
    st.booleans(),
)


@given(tallies, tallies, tallies)
def test_tallies_add_up_in_any_order_and_grouping(one: Tally, two: Tally, three: Tally) -> None:
    assert (one + two) + three == one + (two + three)
    assert one + two == two + one
    assert one + Tally() == one
    assert (one + two).n == one.n + two.n
    assert repr((one + two) + three) == repr(one + (two + three)) == repr((three + two) + one)


def test_n_is_a_number_of_games_and_every_seat_has_a_known_player() -> None:
    game = Auberge(players=2)
    for n in (0, -5, 2.0, "10", None, True):
        with pytest.raises(ValueError, match="n is a whole number of games from 1"):
            quiet(game, n=n)
    with pytest.raises(ValueError, match="needs 2 players, not 3"):
        quiet(game, ["random"] * 3)
    with pytest.raises(ValueError, match="there is no player 'nobody'"):
        quiet(game, ["random", "nobody"])


# -- batches ---------------------------------------------------------------------------------------


def test_batches_are_played_where_all_players_allow_it_and_the_results_say_so() -> None:
    game = Auberge(players=2)
    for results in (quiet(game), quiet(game, [random_player, "peaceful"]), quiet(game, batch=True)):
        assert results.batch
        assert "Played in batches" in str(results)
        assert "jouées par lots" in results.text("fr")
        assert ", batch: " in repr(results)
    unknown: list[list[Player | str]] = [[first_choice, "random"], ["random", "counter"]]
    for players in unknown:
        results = quiet(game, players)
        assert not results.batch
        assert "batch" not in str(results) + repr(results)
        with pytest.raises(ValueError, match="cannot be played in batches"):
            quiet(game, players, batch=True)
    one_by_one = quiet(game, batch=False)
    assert not one_by_one.batch
    assert "batch" not in str(one_by_one) + repr(one_by_one)
    assert one_by_one != quiet(game)


def test_a_game_with_other_rules_is_not_played_in_batches() -> None:
    class Patient(Auberge):
        """Perhaps it plays otherwise."""

    assert not quiet(Patient(players=2)).batch


def test_a_batch_leaves_nothing_behind_when_it_is_interrupted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The games of a batch that are over by then are the short ones, which would tell a lie."""
    from gamelib.auberge.batch import Batch

    monkeypatch.setattr(module, "SMALLEST_BATCH", 1)
    monkeypatch.setattr(module, "PORTIONS", 10)
    game, rounds, play = Auberge(players=2), iter(range(100_000)), Batch.round

    def round_(self: Batch) -> None:
        if next(rounds) == 100:
            raise KeyboardInterrupt
        play(self)

    monkeypatch.setattr(Batch, "round", round_)
    results = quiet(game, n=500)
    assert results.interrupted
    assert 0 < results.n < 500
    assert results.n % 50 == 0
    assert results.tally == replace(quiet(game, n=results.n).tally, interrupted=True)


@pytest.mark.parametrize("n", [1, 7, 128, 129, 1000, 1279])
def test_parts_of_batches_are_stretches_of_the_games(
    n: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = Auberge(players=2)
    monkeypatch.setattr(module, "SMALLEST_BATCH", 300)
    results = quiet(game, n=n)
    sizes = [part.n for part in results.parts]
    assert len(sizes) == min(n, 128)
    assert max(sizes) - min(sizes) <= 1
    assert sum(results.parts, Tally()) == results.tally
    first = sum(sizes[:3])
    assert sum(results.parts[:3], Tally()) == quiet(game, n=first).tally


def test_without_numpy_the_games_are_played_one_by_one() -> None:
    code = """
import sys
sys.modules["numpy"] = None  # as if it were not installed
from gamelib.auberge import Auberge
from gamelib.simulate import simulate
results = simulate(Auberge(players=2), n=20, progress=False)
print(results == simulate(Auberge(players=2), n=20, progress=False, batch=False), results.batch)
try:
    simulate(Auberge(players=2), n=20, progress=False, batch=True)
except ImportError as error:
    print(error.name)
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["True", "False", "numpy"]


# -- faults ----------------------------------------------------------------------------------------


def stumbling(view: Any, actions: Sequence[Action], rng: Random) -> Action:
    if rng.random() < 0.1:
        raise ZeroDivisionError("lost count")
    return rng.choice(actions)


def dawdling(view: Any, actions: Sequence[Action], rng: Random) -> Action:
    if rng.random() < 0.03:
        time.sleep(0.06)
    return rng.choice(actions)


@pytest.mark.parametrize(
    ("player", "words", "patience"),
    [
        (stumbling, "player 'stumbling' in seat 1: raised ZeroDivisionError: lost count", None),
        (dreaming, "player 'dreaming' in seat 1: answered Accuse(target=9), not one of", None),
        (dawdling, "player 'dawdling' in seat 1: took ", 0.05),
    ],
)
def test_a_fault_ends_its_own_game_only(player: Player, words: str, patience: float | None) -> None:
    results = quiet(Auberge(players=3), ["random", player, "random"], n=100, patience=patience)
    assert results.n == 100
    assert 0 < results.failed < 100
    assert results.finished == 100 - results.failed == sum(results.winners.values())
    assert sum(results.share) == 1
    assert 0 < len(results.failures) <= KEPT
    for failure in results.failures:
        assert failure.message.startswith(words)
        assert f"Game {failure.number}: {failure.message}" in str(results)
    numbers = [failure.number for failure in results.failures]
    assert numbers == sorted(set(numbers))
    assert f"Games that failed and count for nobody: {results.failed}." in str(results)


def test_the_first_failures_are_the_ones_kept() -> None:
    results = quiet(Auberge(players=3), ["random", stumbling, "random"], n=100)
    failed = []
    for i in range(100):
        match = results.match(i)
        if match.outcome is None:
            failed.append(i)
    assert [failure.number for failure in results.failures] == failed[:KEPT]
    assert results.failed == len(failed)


def test_a_failed_game_opens_where_it_stopped() -> None:
    def never(view: Any, actions: Sequence[Action], rng: Random) -> Action:
        raise NotImplementedError

    results = quiet(Auberge(players=3), ["random", never, "random"], n=20)
    failure = results.failures[0]
    match = results.match(failure.number)
    assert match.turn == 1
    with pytest.raises(PlayerError, match="'never' in seat 1"):
        match.step()


def test_games_all_of_which_fail_still_make_a_table() -> None:
    def never(view: Any, actions: Sequence[Action], rng: Random) -> Action:
        raise NotImplementedError

    game = FujiFlush(players=3)
    results = quiet(game, [never] * 3, n=8)
    assert (results.n, results.finished, results.failed, len(results.failures)) == (8, 0, 8, KEPT)
    assert results.wins == (0, 0, 0)
    assert sum(results.share) == 0
    assert results.intervals == ((0.0, 1.0),) * 3
    assert "–" in str(results)
    assert "Steps in a game" not in str(results)
    assert repr(results) == "<Results of 8 games of FujiFlush(players=3), seed 0: none finished>"


def test_a_bug_in_the_rules_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*args: object) -> None:
        raise RuntimeError("a bug in the rules")

    monkeypatch.setattr(Auberge, "outcome", broken)
    with pytest.raises(RuntimeError, match="a bug in the rules"):
        quiet(Auberge(players=2), batch=False)
    with ThreadPoolExecutor(1) as threads, pytest.raises(RuntimeError, match="a bug in the rules"):
        quiet(Auberge(players=2), executor=threads, batch=False)


def test_workers_that_die_are_reported_with_what_may_help(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "SMALLEST_BATCH", 1)
    executor = Stalled(done=0, error=BrokenExecutor)
    with pytest.raises(BrokenExecutor) as error:
        quiet(Auberge(players=2), executor=executor)
    assert "Define them in a module" in error.value.__notes__[-1]


def test_a_player_that_does_not_pickle_is_reported(processes: Executor) -> None:
    with pytest.raises((pickle.PicklingError, AttributeError), match="pickle"):
        quiet(Auberge(players=2), ["random", lambda view, actions, rng: actions[0]],
              executor=processes)  # fmt: skip


# -- games opened again ----------------------------------------------------------------------------


@slow
@each_table
def test_any_game_opens_as_a_match_with_all_its_steps(kind: type[AnyGame], players: int) -> None:
    results = quiet(kind(players=players), n=5, seed=2)
    match = results.match(3)
    assert match.outcome is not None
    assert Ending(match.outcome.winners, len(match.steps)) in results.tally.endings
    assert match.record == results.match(3).record != results.match(4).record
    assert Match.from_json(match.to_json()).states == match.states
    match.undo()
    match.redo()
    match.branch(2).run()


@pytest.mark.parametrize("i", [-1, 5, 6])
def test_there_are_no_other_games(i: int) -> None:
    with pytest.raises(IndexError, match=f"from 0 to 4; there is no {i}"):
        quiet(Auberge(players=2), n=5).match(i)


# -- interruptions ---------------------------------------------------------------------------------


class Interrupted:
    """A player during whose thinking somebody presses Ctrl-C."""

    def __init__(self, after: int) -> None:
        self.left = after

    def __call__(self, view: Any, actions: Sequence[Action], rng: Random) -> Action:
        self.left -= 1
        if self.left < 0:
            raise KeyboardInterrupt
        return actions[0]


def test_interrupting_keeps_the_games_that_are_done(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Auberge(players=2)
    for portions in (1, 10, 1000):
        monkeypatch.setattr(module, "PORTIONS", portions)
        results = quiet(game, ["random", Interrupted(100)], n=500)
        assert results.interrupted
        assert 0 < results.n < 500
        whole = quiet(game, ["random", first_choice], n=results.n)
        assert results.tally == replace(whole.tally, interrupted=True)
        assert f"Interrupted after {results.n} of 500 games." in str(results)
        assert "Interruption après" in results.text("fr")
        assert "interrupted" in repr(results)


def test_interrupting_before_the_first_game_gives_an_empty_table() -> None:
    results = quiet(Auberge(players=2), [Interrupted(0)] * 2, n=50)
    assert (results.n, results.finished) == (0, 0)
    assert "Interrupted after 0 of 50 games." in str(results)


class Stalled(Executor):
    """Finishes some portions, fails in the next, always, and never gets to the others."""

    def __init__(self, done: int, error: type[BaseException] | None = KeyboardInterrupt) -> None:
        self.done = done
        self.error = error
        self.futures: list[Future[Any]] = []
        self.failing: range | None = None

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        portion = args[1]
        if len(self.futures) == self.done:
            self.failing = portion
        if len(self.futures) < self.done:
            future.set_result(fn(*args))
        elif portion == self.failing and self.error is not None:
            future.set_exception(self.error())
        self.futures.append(future)
        return future


@pytest.mark.parametrize("batch", [True, False])
def test_interrupting_an_executor_keeps_finished_portions_and_cancels_the_others(
    batch: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "PORTIONS", 10)
    monkeypatch.setattr(module, "SMALLEST_BATCH", 1)
    game, executor = Auberge(players=2), Stalled(done=4)
    results = quiet(game, n=100, executor=executor, batch=batch)
    assert results.interrupted
    assert results.n == 40
    assert results.tally == replace(quiet(game, n=40, batch=batch).tally, interrupted=True)
    assert [future.cancelled() for future in executor.futures] == [False] * 5 + [True] * 5


def test_an_interrupted_worker_hands_in_what_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PORTIONS", 4)
    executor = Stalled(done=2, error=None)
    results = quiet(Auberge(players=2), ["random", Interrupted(110)], n=100, executor=executor)
    assert results.interrupted
    assert 25 < results.n < 50
    assert [future.cancelled() for future in executor.futures] == [False, False, True, True]


def test_an_executor_that_breaks_is_reported_and_the_rest_cancelled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "SMALLEST_BATCH", 1)
    executor = Stalled(done=4, error=OSError)
    with pytest.raises(OSError):  # noqa: PT011
        quiet(Auberge(players=2), n=300, executor=executor)
    assert sum(future.done() and not future.cancelled() for future in executor.futures) == 5 + 3
    assert all(future.done() for future in executor.futures)


# A run in the background of a shell is born deaf to Ctrl-C, and so would be all that it starts.
SCRIPT = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
from concurrent.futures import ProcessPoolExecutor
from gamelib import games
from gamelib.simulate import simulate
if __name__ == "__main__":
    with ProcessPoolExecutor(2) as executor:
        print(simulate(games["auberge"](players=2), n=2, executor=executor, progress=False).n)
        chosen = executor if sys.argv[1] == "processes" else None
        print("begun", flush=True)
        results = simulate(games["auberge"](players=2), n=10_000_000, executor=chosen)
        print(results)
        print(results.n > 0, results.interrupted)
"""


@slow
@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is sent as a signal")
@pytest.mark.parametrize("where", ["here", "processes", "processes too"])
def test_ctrl_c_ends_a_real_run_with_what_is_done(where: str) -> None:
    """In a terminal and in JupyterLab, the signal reaches the worker processes too."""
    with subprocess.Popen(
        [sys.executable, "-c", SCRIPT, where.split()[0]],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as run:
        try:
            assert run.stdout is not None
            assert run.stdout.readline() == "2\n"
            assert run.stdout.readline() == "begun\n"
            time.sleep(1.5)
            if where == "processes too":
                os.killpg(run.pid, signal.SIGINT)
            else:
                run.send_signal(signal.SIGINT)
            out, err = run.communicate(timeout=60)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(run.pid, signal.SIGKILL)
    assert "of 10000000 games." in out, err
    assert out.endswith("True True\n")
    assert run.returncode == 0


class Picky(Executor):
    """Notes which threads it is used from."""

    def __init__(self) -> None:
        self.threads: set[threading.Thread] = set()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.threads.add(threading.current_thread())
        future: Future[Any] = Future()
        future.set_result(fn(*args))
        return future


def test_an_interruption_cannot_strike_inside_the_executor() -> None:
    """It strikes in the main thread only, which therefore stays out."""
    executor = Picky()
    assert quiet(Auberge(players=2), executor=executor).n == 60
    assert len(executor.threads) == 1
    assert threading.main_thread() not in executor.threads


@pytest.fixture
def heard() -> Iterator[None]:
    """Let Ctrl-C be heard, also in a run that was started deaf to it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@slow
@pytest.mark.usefixtures("heard")
def test_interrupting_at_any_moment_leaves_the_executor_in_order(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whenever the signal comes, also while the portions are still being handed out."""
    monkeypatch.setattr(workers, "GRACE", 0.05)
    monkeypatch.setattr(module, "LARGEST", 20)
    for n in range(8):
        began = threading.Event()

        def interrupt(began: threading.Event = began, n: int = n) -> None:
            began.wait()
            time.sleep(n / 200)
            signal.raise_signal(signal.SIGINT)

        def starting(view: Any, actions: Sequence[Action], rng: Random) -> Action:
            began.set()  # noqa: B023
            return actions[0]

        with ThreadPoolExecutor(2) as executor:
            helper = threading.Thread(target=interrupt)
            helper.start()
            results = quiet(Auberge(players=2), [starting, "random"], n=200_000, executor=executor)
            helper.join()
            assert results.interrupted
            assert executor.submit(len, "still at work").result() == 13


# -- what is shown ---------------------------------------------------------------------------------


def test_the_table_prints_well_in_both_languages() -> None:
    tally = Tally({Ending((0,), 5): 7, Ending((0, 1), 6): 2, Ending((2,), 10): 1})
    results = Results(FujiFlush(players=3), ("random", OneStep(), first_choice), 3, 10, tally)
    assert str(results) == (
        "FujiFlush(players=3), seed 3. Games played: 10.\n"
        "seat    player        wins  share  95% interval\n"
        "Ada     random           9  80.0%  49.0% to 94.3%\n"
        "Blaise  OneStep          2  10.0%  1.8% to 40.4%\n"
        "Carl    first_choice     1  10.0%  1.8% to 40.4%\n"
        "Steps in a game: mean 5.7, median 5, from 5 to 10.\n"
        "Games won by several seats together: 2; each of them gets an equal part of the share."
    )
    assert results.text("fr").splitlines()[:3] == [
        "FujiFlush(players=3), graine 3. Parties jouées\u00a0: 10.",
        "siège   stratégie     victoires    part  intervalle à 95\u00a0%",
        "Ada     random                9  80,0\u00a0%  49,0\u00a0% à 94,3\u00a0%",
    ]
    assert repr(results) == (
        "<Results of 10 games of FujiFlush(players=3), seed 3: 80.0%, 10.0%, 10.0%>"
    )


def test_in_a_notebook_the_results_are_a_table_that_escapes_what_it_shows() -> None:
    def shady(view: Any, actions: Sequence[Action], rng: Random) -> Action:
        raise ValueError("<script>alert(1)</script>")

    shady.__name__ = "<b>bold</b>"
    html = quiet(Auberge(players=2), [shady, "random"], n=3)._repr_html_()
    assert html.startswith(
        "<table>\n<caption>Auberge(players=2), seed 0. Games played: 3.</caption>"
    )
    assert html.count("<tr>") == 3
    assert "&lt;b&gt;bold&lt;/b&gt;" in html
    assert "<b>" not in html
    assert "<script>" not in html
    assert "0x" not in html


def test_how_long_it_took_is_no_part_of_the_results() -> None:
    results = quiet(Auberge(players=2), n=5)
    assert results.seconds > 0
    slower = replace(results, seconds=1234.5)
    assert slower == results
    assert repr(slower) == repr(results)
    assert str(slower) == str(results)
    assert slower.html() == results.html()


def test_results_travel_between_processes() -> None:
    results = quiet(Auberge(players=3), ["random", first_choice, OneStep(worlds=1)], n=5)
    assert pickle.loads(pickle.dumps(results)) == results


# -- progress --------------------------------------------------------------------------------------


def test_a_short_run_shows_no_progress(capsys: pytest.CaptureFixture[str]) -> None:
    simulate(Auberge(players=2), n=50)
    assert capsys.readouterr() == ("", "")


def test_progress_goes_to_stderr_only_and_reaches_the_end(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers, "PATIENT", 0)
    monkeypatch.setattr(workers, "_tqdm", lambda: partial(tqdm, mininterval=0))
    simulate(Auberge(players=2), n=200)
    out, err = capsys.readouterr()
    assert out == ""
    assert "200/200" in err
    simulate(Auberge(players=2), n=50, progress=False)
    assert capsys.readouterr() == ("", "")


def test_without_tqdm_there_is_no_progress_and_no_complaint(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    real = builtins.__import__

    def missing(name: str, *args: Any, **kwargs: Any) -> Any:
        if name.startswith("tqdm"):
            raise ImportError("no module named tqdm")
        return real(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", missing)
    monkeypatch.setattr(workers, "PATIENT", 0)
    assert simulate(Auberge(players=2), n=50).n == 50
    assert capsys.readouterr() == ("", "")


def test_random_players_are_not_shown_what_they_do_not_look_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def never(*args: object) -> None:
        raise AssertionError("observed for nothing")

    monkeypatch.setattr(Auberge, "observe", never)
    assert quiet(Auberge(players=3), ["random", random_player, "random"], batch=False).n == 60


# -- how it came about -----------------------------------------------------------------------------


@pytest.mark.parametrize("batch", [False, True])
@pytest.mark.parametrize("n", [1, 50, 1000])
def test_the_course_is_that_of_shorter_runs(n: int, batch: bool) -> None:
    results = quiet(Auberge(players=2), n=n, seed=6, batch=batch)
    course = results.course(1)
    assert course[-1] == (n, results.share[1], *results.intervals[1])
    games = [estimate.games for estimate in course]
    assert games == sorted(set(games))
    assert len(games) == min(n, 128) or len(games) >= 50
    for estimate in (course[0], course[len(course) // 2]):
        shorter = quiet(Auberge(players=2), n=estimate.games, seed=6, batch=batch)
        assert estimate == shorter.course(1)[-1]


def test_the_course_is_the_same_on_any_executor() -> None:
    with ThreadPoolExecutor(3) as threads:
        spread = quiet(FujiFlush(players=3), [dreaming] * 3, n=300, executor=threads)
    assert spread.course() == quiet(FujiFlush(players=3), [dreaming] * 3, n=300).course()


def test_the_picture_draws_the_course_and_the_exact_value_in_words_too() -> None:
    pytest.importorskip("matplotlib")
    results = quiet(Auberge(players=2), n=400, seed=6)
    figure = results.plot(1, exact=Fraction(1, 2), lang="fr")
    [axes] = figure.axes
    low, high, share, exact = axes.lines
    for line, column in ((low, "low"), (high, "high"), (share, "share")):
        assert numpy.asarray(line.get_xdata()).tolist() == [
            estimate.games for estimate in results.course(1)
        ]
        drawn = [float(getattr(estimate, column)) for estimate in results.course(1)]
        assert numpy.asarray(line.get_ydata()).tolist() == drawn
    assert numpy.asarray(exact.get_ydata()).tolist() == [0.5, 0.5]
    alt = str(figure.get_label())
    assert "Blaise (random)" in alt
    assert alt.endswith("La valeur exacte est 50,0\u00a0%.")
    assert len(results.plot().axes[0].lines) == 3
    with pytest.raises(ValueError, match="seats are 0 to 1"):
        results.plot(2)
