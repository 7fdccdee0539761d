"""The same seed gives the same results on real clusters, also when a worker dies in the middle."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from gamelib import Action
from gamelib.auberge import Auberge
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
    results = simulate(GAME, PLAYERS, n=N, seed=5, executor=executor)
    assert results == expected
    assert Bar.games == N
    assert max(executor.attempts) >= 1, "nothing was lost: the test has killed nobody of use"
    assert victim not in cluster.pids()
