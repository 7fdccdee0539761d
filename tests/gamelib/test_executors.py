"""The same seed gives the same results on real clusters, also when a worker dies in the middle."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from gamelib import Action
from gamelib.auberge import Auberge
from gamelib.process import below
from gamelib.simulate import Results, simulate
from gamelib.tournament import entries, tournament

workers = sys.modules["gamelib.workers"]
pytestmark = [
    pytest.mark.cluster,
    pytest.mark.skipif(sys.platform == "win32", reason="workers are killed by a signal"),
]


class Cluster(NamedTuple):
    """Somebody's engine: what is given to simulate, and its workers' process numbers."""

    given: Any
    pids: Callable[[], Sequence[int]]


@pytest.fixture(scope="module")
def processes() -> Iterator[Cluster]:
    with ProcessPoolExecutor(2, get_context("spawn")) as executor:
        executor.submit(os.getpid).result()
        yield Cluster(executor, lambda: list(executor._processes or ()))


@pytest.fixture(scope="module")
def dask(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    dask = pytest.importorskip("dask")
    distributed = pytest.importorskip("distributed")
    settings = {
        "distributed.scheduler.allowed-failures": 0,  # it hands the first death on to us
        "distributed.worker.daemon": True,
    }
    with (
        dask.config.set(settings),
        distributed.LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            host="127.0.0.1",
            dashboard_address=None,
            local_directory=tmp_path_factory.mktemp("dask"),
            silence_logs=50,
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield Cluster(client, lambda: list(client.run(os.getpid).values()))


@pytest.fixture(scope="module")
def ipyparallel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    ipp = pytest.importorskip("ipyparallel")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("IPYTHONDIR", str(tmp_path_factory.mktemp("ipython")))
        cluster = ipp.Cluster(n=2, controller_ip="127.0.0.1", delay=0, log_level=50)
        cluster.controller_args = ["--HeartMonitor.period=400"]  # a death is noticed in a second
        client = cluster.start_and_connect_sync(activate=False)
        try:
            yield Cluster(client, lambda: list(client[:].apply_sync(os.getpid)))
        finally:
            client.close()
            cluster.stop_cluster_sync()


@pytest.fixture(params=["processes", "dask", "ipyparallel"])
def cluster(request: pytest.FixtureRequest) -> Cluster:
    found: Cluster = request.getfixturevalue(request.param)
    return found


def stumbling(view: Any, actions: Sequence[Action], rng: Random) -> Action:
    if rng.random() < 0.02:
        raise ZeroDivisionError("lost count")
    return rng.choice(actions)


GAME = Auberge(players=3)
PLAYERS = ("random", stumbling, "peaceful")
N = 2000


@pytest.fixture(scope="module")
def expected() -> Results:
    return simulate(GAME, PLAYERS, n=N, seed=5, progress=False)


class Bar:
    """A progress bar that calls somebody when it first moves, and keeps count."""

    games = 0

    def __init__(self, moved: Callable[[], None] = lambda: None, **options: Any) -> None:
        self.moved = moved
        self.total = options["total"]
        Bar.games = 0

    def __enter__(self) -> Bar:
        return self

    def __exit__(self, *error: object) -> None:
        pass

    def update(self, games: int) -> None:
        if not Bar.games:
            self.moved()
        Bar.games += games


def test_the_same_seed_gives_the_same_results_everywhere(
    cluster: Cluster, expected: Results, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers, "_tqdm", lambda: Bar)
    results = simulate(GAME, PLAYERS, n=N, seed=5, executor=cluster.given)
    assert results == expected
    assert 0 < results.failed < N
    assert results.failures == expected.failures
    assert Bar.games == N


PLAYER = """def player(view, actions, rng):
    return rng.choice(actions)
"""


def test_a_tournament_comes_to_the_same_everywhere(cluster: Cluster, tmp_path: Path) -> None:
    (tmp_path / "student.py").write_text(PLAYER)
    players: dict[str, Any] = {"chance": "random", "function": stumbling, **entries(tmp_path)}
    here = tournament(GAME, players, seed=3, rounds=2, progress=False)
    there = tournament(GAME, players, seed=3, rounds=2, progress=False, executor=cluster.given)
    assert there.score == here.score
    assert there.ranking == here.ranking
    assert there.n == 12


class Noting(Executor):
    """Passes work on, and notes which attempt at its portion it is."""

    def __init__(self, given: Any) -> None:
        self.inner: Executor = workers._executor(given)
        self.attempts: list[int] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.attempts.append(args[2])
        return self.inner.submit(fn, *args)


@pytest.mark.parametrize("cluster", ["dask", "ipyparallel"], indirect=True)
def test_a_worker_that_is_killed_costs_no_game(
    cluster: Cluster, expected: Results, monkeypatch: pytest.MonkeyPatch
) -> None:
    victim = cluster.pids()[0]
    monkeypatch.setattr(
        workers,
        "_tqdm",
        lambda: lambda **options: Bar(lambda: os.kill(victim, signal.SIGKILL), **options),
    )
    executor = Noting(cluster.given)
    os.kill(victim, signal.SIGSTOP)  # so that it dies with a portion in hand, however slow we are
    results = simulate(GAME, PLAYERS, n=N, seed=5, executor=executor)
    assert results == expected
    assert Bar.games == N
    assert max(executor.attempts) >= 1, "nothing was lost: the test has killed nobody of use"
    assert victim not in cluster.pids()


def on_first_move(monkeypatch: pytest.MonkeyPatch, act: Callable[[], None]) -> None:
    """Do something as soon as the first portion has arrived."""
    monkeypatch.setattr(workers, "_tqdm", lambda: lambda **options: Bar(act, **options))


def kill(pids: Iterable[int]) -> None:
    for pid in pids:
        os.kill(pid, signal.SIGKILL)


def test_a_pool_that_breaks_is_followed_by_another_like_it(
    expected: Results, monkeypatch: pytest.MonkeyPatch
) -> None:
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        pool.submit(os.getpid).result()
        on_first_move(monkeypatch, lambda: kill(pool._processes or ()))
        results = simulate(GAME, PLAYERS, n=N, seed=5, executor=pool)
        assert results == expected
        assert not results.broken
        with pytest.raises(BrokenProcessPool):
            pool.submit(os.getpid)


def deadly(view: Any, actions: Sequence[Action], rng: Random) -> Action:
    if rng.random() < 0.0005:
        os.kill(os.getpid(), signal.SIGKILL)
    return rng.choice(actions)


def test_when_all_pools_break_what_they_have_done_is_kept() -> None:
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        results = simulate(
            GAME, ("random", deadly, "peaceful"), n=N, seed=5, executor=pool, progress=False
        )
    assert 0 < results.n < N
    assert results.broken.startswith("BrokenProcessPool: ")
    assert f"broke down after {results.n} of {N} games" in str(results)


@pytest.fixture
def mortal_dask(tmp_path: Path) -> Iterator[tuple[Any, Callable[[], None]]]:
    """A cluster whose scheduler is a process that can be killed; and how to do that."""
    dask = pytest.importorskip("dask")
    distributed = pytest.importorskip("distributed")
    command = [sys.executable, "-m", "distributed.cli.dask_"]
    quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    address = tmp_path / "scheduler.json"
    scheduler = subprocess.Popen(
        [*command[:2], command[2] + "scheduler", "--host", "127.0.0.1", "--port", "0",
         "--no-dashboard", "--scheduler-file", str(address)], **quiet
    )  # fmt: skip
    worker = subprocess.Popen(
        [*command[:2], command[2] + "worker", "--scheduler-file", str(address), "--no-nanny",
         "--nthreads", "1", "--no-dashboard", "--local-directory", str(tmp_path)], **quiet
    )  # fmt: skip
    settings = {"distributed.comm.timeouts.connect": "60s", "logging": {"distributed": "critical"}}
    try:
        with dask.config.set(settings):
            client = distributed.Client(scheduler_file=str(address), timeout=60)
            client.wait_for_workers(1)
        with dask.config.set({"distributed.comm.timeouts.connect": "2s"}):
            client._timeout = 2  # how long it tries to get the scheduler back
            yield client, scheduler.kill
            client.close(timeout=0)
    finally:
        for process in (scheduler, worker):
            process.kill()
            process.wait()


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_when_dasks_scheduler_is_gone_what_is_done_is_kept(
    mortal_dask: tuple[Any, Callable[[], None]], monkeypatch: pytest.MonkeyPatch
) -> None:
    client, end = mortal_dask
    on_first_move(monkeypatch, end)
    results = simulate(GAME, PLAYERS, n=100 * N, seed=5, executor=client)
    assert 0 < results.n < 100 * N
    assert results.interrupted
    assert results.broken
    assert "broke down after" in str(results)


def test_when_ipyparallels_controller_is_gone_what_is_done_is_kept(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    ipp = pytest.importorskip("ipyparallel")
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path))
    monkeypatch.setattr(workers, "SILENCE", 2.0)
    cluster = ipp.Cluster(n=1, controller_ip="127.0.0.1", delay=0, log_level=50)
    client = cluster.start_and_connect_sync(activate=False)
    [engine] = client[:].apply_sync(os.getpid)
    controller = cluster.controller.pid

    try:
        on_first_move(monkeypatch, lambda: kill([*below(controller), controller]))
        results = simulate(GAME, PLAYERS, n=100 * N, seed=5, executor=client)
        assert 0 < results.n < 100 * N
        assert results.broken == "ConnectionError: the cluster has not answered for 4 s"
    finally:
        kill([engine])
        client.close(linger=0)
        cluster.stop_cluster_sync()
