"""Portions: what a lost worker had is done again, nothing is done twice over, little lies about."""

from __future__ import annotations

import sys
import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import (
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ThreadPoolExecutor,
)
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest

from gamelib.auberge import Auberge
from gamelib.simulate import simulate
from gamelib.tournament import tournament
from gamelib.workers import RETRIES, carry_out

module = sys.modules["gamelib.workers"]


class Lossy(Executor):
    """Loses every portion a number of times before it is done."""

    def __init__(self, losses: int) -> None:
        self.losses = losses
        self.seen: Counter[Any] = Counter()
        self.calls: list[Any] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.calls.append(args[1:])
        self.seen[args[1]] += 1
        if self.seen[args[1]] <= self.losses:
            future.set_exception(ConnectionError("the worker is gone"))
        else:
            future.set_result(fn(*args))
        return future


def test_what_a_lost_worker_had_is_done_again_with_equal_results() -> None:
    game = Auberge(players=2)
    executor = Lossy(RETRIES)
    results = simulate(game, n=60, seed=4, executor=executor, progress=False)
    assert results == simulate(game, n=60, seed=4, progress=False)
    assert set(executor.seen.values()) == {RETRIES + 1}
    assert len(set(executor.calls)) == len(executor.calls), "an engine would take it for the last"


def test_what_fails_every_time_is_reported_with_how_often() -> None:
    executor = Lossy(RETRIES + 1)
    with pytest.raises(ConnectionError) as error:
        simulate(Auberge(players=2), n=60, executor=executor, progress=False)
    assert error.value.__notes__ == [f"Portion 0 has failed {RETRIES + 1} times."]


class Failing(Executor):
    """Does some portions, and then fails for ever: in its workers, or when it is given work."""

    def __init__(self, done: int, error: Exception, refuses: bool = False) -> None:
        self.left = done
        self.error = error
        self.refuses = refuses

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.left -= 1
        if self.left >= 0:
            future.set_result(fn(*args))
        elif self.refuses:
            raise self.error
        else:
            future.set_exception(self.error)
        return future


class EngineError(Exception):
    """As ipyparallel has it."""


LOSSES = [
    (BrokenExecutor("a worker is gone"), False),
    (BrokenExecutor("a worker is gone"), True),
    (CancelledError("the scheduler is gone"), False),
    (ConnectionError("nobody is there"), False),
    (EngineError("engine 2 died"), False),
    (RuntimeError("closed for today"), True),
]


@pytest.mark.parametrize(("error", "refuses"), LOSSES)
def test_when_an_executor_is_lost_what_it_has_done_is_kept(error: Exception, refuses: bool) -> None:
    game = Auberge(players=2)
    results = simulate(
        game, n=300, seed=4, batch=False, progress=False, executor=Failing(5, error, refuses)
    )
    size = 300 // 100  # three games are a portion
    assert results.n == 5 * size
    assert results.interrupted
    assert results.broken == f"{type(error).__name__}: {error}"
    first = simulate(game, n=15, seed=4, batch=False, progress=False)
    assert results.tally.endings == first.tally.endings
    assert f"broke down after 15 of 300 games, which are kept ({results.broken})" in str(results)
    assert "est tombé en panne après 15 parties sur 300" in results.text("fr")
    assert "Interrupted" not in str(results)


def test_a_tournament_whose_executor_is_lost_keeps_its_matches() -> None:
    found = tournament(
        "auberge",
        ["random", "counter", "peaceful"],
        rounds=40,
        progress=False,
        executor=Failing(9, BrokenExecutor("a worker is gone")),
    )
    assert found.interrupted
    assert 0 < found.n < len(found.schedule)
    assert set(found.ratings) == set(found.names)
    words = f"after {found.n} of 240 matches, which are kept (BrokenExecutor: a worker is gone)"
    assert words in str(found)
    assert "est tombé en panne" in found.text("fr")


def test_a_fault_of_the_work_is_no_loss_of_the_executor() -> None:
    with pytest.raises(ZeroDivisionError) as error:
        simulate(
            Auberge(players=2), n=300, progress=False, batch=False,
            executor=Failing(5, ZeroDivisionError()),
        )  # fmt: skip
    assert "has failed 4 times" in error.value.__notes__[0]


def test_a_cluster_that_falls_silent_is_asked_whether_it_is_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As those of ipyparallel are: they do not tell that they have ended."""
    monkeypatch.setattr(module, "SILENCE", 0.05)
    alive, answered = threading.Event(), []

    class Silent(Failing):
        view = SimpleNamespace(client=SimpleNamespace(queue_status=lambda: asked()))

        def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
            return super().submit(fn, *args) if self.left > 0 else Future()

    def asked() -> None:
        answered.append(True)
        if len(answered) > 3:
            alive.wait()

    results = simulate(
        Auberge(players=2), n=300, batch=False, progress=False, executor=Silent(5, OSError())
    )
    alive.set()
    assert len(answered) == 4, "as long as it answers, one waits"
    assert results.n == 15
    assert results.broken == "ConnectionError: the cluster has not answered for 0.1 s"


class Closed(Executor):
    """Takes some work, and then none."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        raise RuntimeError("closed for today")


def test_an_executor_that_takes_no_work_is_reported_at_once() -> None:
    with pytest.raises(RuntimeError, match="closed for today"):
        simulate(Auberge(players=2), n=60, executor=Closed(), progress=False)


class Done(NamedTuple):
    """A portion of one game that was done."""

    n: int = 1
    interrupted: bool = False


class Watched(Executor):
    """Notes how much work it was ever given at once."""

    def __init__(self, inner: Executor) -> None:
        self.inner = inner
        self.now = self.most = 0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.now += 1
        self.most = max(self.most, self.now)
        future = self.inner.submit(fn, *args)
        future.add_done_callback(self.finished)
        return future

    def finished(self, future: Future[Any]) -> None:
        self.now -= 1


def test_a_long_run_hands_out_no_more_at_once_than_a_short_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "AHEAD", 7)
    taken: list[int] = []
    with ThreadPoolExecutor(1) as threads:
        executor = Watched(threads)
        halted = carry_out(
            lambda portion: Done(),
            range(200),
            lambda number, part: taken.append(number),
            executor,
            games=200,
            progress=False,
        )
    assert not halted
    assert sorted(taken) == list(range(200))
    assert executor.most <= 7


def test_clients_and_views_bring_their_executor_along() -> None:
    game = Auberge(players=2)
    expected = simulate(game, n=20, progress=False)
    with ThreadPoolExecutor(1) as threads:
        dask = SimpleNamespace(get_executor=lambda: threads, submit=None)
        client = SimpleNamespace(executor=lambda: threads)
        view = SimpleNamespace(executor=threads)
        for given in (dask, client, view):
            assert simulate(game, n=20, executor=given, progress=False) == expected
    for wrong in (4, "processes", SimpleNamespace(executor=None), ThreadPoolExecutor):
        with pytest.raises(TypeError, match=r"executor is a concurrent\.futures\.Executor, or"):
            simulate(game, n=20, executor=wrong, progress=False)
