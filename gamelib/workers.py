"""Work that is cut into portions, and done here or by many workers.

Any `concurrent.futures.Executor` will do: threads or processes of this machine, or the engines that
people run on many. A Dask client and a client or view of ipyparallel bring theirs along, and are
taken for it. What a portion comes to must follow from the portion alone; then it does not matter
who does it, or how often: the portion of a worker that died is simply given to another.

A pool of processes ends as a whole when one of them dies: then another pool like it takes over.
Where nobody can take over (a cluster whose scheduler is gone), what is done by then is kept.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from contextlib import contextmanager, suppress
from functools import partial
from itertools import islice
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic, sleep
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from gamelib.careful import described

PATIENT = 1.0
"""After how many seconds the progress bar appears: what is over at once needs none."""

GRACE = 1.0
"""How many seconds an interruption waits for portions that are almost there."""

AHEAD = 1024
"""How many portions are handed out at once: enough for hundreds of workers. The others wait here,
so that the longest run takes no more memory than a short one."""

SILENCE = 30.0
"""After how many seconds in which nothing arrives a cluster that cannot tell is asked whether it is
still there; it has as many to answer."""

RETRIES = 3
"""How often a portion that failed is handed out again. Workers die; but what fails every time is a
fault of the work."""


class Part(Protocol):
    """What a portion comes to."""

    @property
    def n(self) -> int:
        """How many games it has."""

    @property
    def interrupted(self) -> bool:
        """Whether somebody stopped it before its end."""


P = TypeVar("P")
R = TypeVar("R", bound=Part)


class Halt(NamedTuple):
    """Why work stopped before its end: what broke, or "" if somebody interrupted it."""

    broken: str = ""


def carry_out(
    work: Callable[[P], R],
    portions: Sequence[P],
    take: Callable[[int, R], object],
    executor: Any = None,
    *,
    games: int,
    progress: bool = True,
) -> Halt | None:
    """Do the work of all portions, and return why it stopped if it did so before the end.

    `take` gets the number of each portion and what it came to, in any order. An interruption
    (Ctrl-C, or the notebook's stop button) keeps what is done, and so does an executor that breaks
    down; but if it has done nothing at all, its error is raised.
    """
    taken = 0
    with _progress(games, shown=progress) as advance:

        def arrived(number: int, part: R) -> None:
            nonlocal taken
            take(number, part)
            taken += 1
            advance(part.n)
            if part.interrupted:
                raise KeyboardInterrupt

        try:
            if executor is None:
                for number, portion in enumerate(portions):
                    arrived(number, work(portion))
            else:
                _Desk(work, portions, arrived, _executor(executor)).run()
        except KeyboardInterrupt:
            return Halt()
        except _Broken as broken:
            if not taken:
                raise broken.error from None
            return Halt(described(broken.error))
    return None


def _executor(given: Any) -> Executor:
    """Return the executor that somebody gave, or that comes with what they gave."""
    if isinstance(given, Executor):
        return given
    own: Any = getattr(given, "get_executor", None) or getattr(given, "executor", None)
    if callable(own):  # a client of Dask or of ipyparallel; a view's executor is no function
        own = own()
    if not isinstance(own, Executor):
        raise TypeError(
            f"executor is a concurrent.futures.Executor, or a client of Dask or ipyparallel, "
            f"not {given!r}"
        )
    return own


class _Broken(Exception):  # noqa: N818
    """An executor that does no more work, for a reason that no other try will change."""

    def __init__(self, error: BaseException) -> None:
        super().__init__(error)
        self.error = error


class _Desk(Generic[P, R]):
    """Hands out portions to an executor, and takes what comes back.

    A Ctrl-C that strikes inside an executor's own functions can leave its locks taken or its books
    wrong, and then it never ends. It only ever strikes in the main thread: so another thread, the
    clerk, hands out, and the main thread does nothing but wait for what arrives.
    """

    def __init__(
        self,
        work: Callable[[P], R],
        portions: Sequence[P],
        arrived: Callable[[int, R], None],
        executor: Executor,
    ) -> None:
        self.work = work
        self.portions = portions
        self.arrived = arrived
        self.executor = executor
        self.orders: SimpleQueue[tuple[int, int] | None] = SimpleQueue()
        self.arrivals: SimpleQueue[tuple[int, Future[R]]] = SimpleQueue()
        self.pending: dict[int, Future[R]] = {}
        self.failed: Counter[int] = Counter()
        self.own: list[Executor] = []
        """The pools that have taken over, which are ours to close."""
        self.clerk = Thread(target=self._hand_out, daemon=True)

    def run(self) -> None:
        """Do the work of all portions."""
        waiting = iter(range(len(self.portions)))
        try:
            self.clerk.start()
            for number in islice(waiting, AHEAD):
                self.orders.put((number, 0))
            for _ in self.portions:
                number, part = self._finished()
                if (following := next(waiting, None)) is not None:
                    self.orders.put((following, 0))
                self.arrived(number, part)
        except BaseException as error:
            self._leave()
            started = {n: future for n, future in self.pending.items() if not future.cancel()}
            if isinstance(error, KeyboardInterrupt):
                # The same Ctrl-C stops worker processes: what they have done is on its way.
                _gather(started, self.arrived)
            raise
        else:
            self._leave()
        finally:
            for pool in self.own:
                pool.shutdown(wait=False, cancel_futures=True)

    def _finished(self) -> tuple[int, R]:
        """Return the next portion that is done; those that are lost are handed out again."""
        while True:
            number, future = self._arrival()
            try:
                part = future.result()
            except _Broken:
                raise
            except Exception as error:
                self._again(number, error)
            else:
                del self.pending[number]
                return number, part

    def _arrival(self) -> tuple[int, Future[R]]:
        while True:
            try:
                return self.arrivals.get(timeout=SILENCE)
            except Empty:
                if not _answers(self.executor):
                    silent = f"the cluster has not answered for {2 * SILENCE:g} s"
                    raise _Broken(ConnectionError(silent)) from None

    def _again(self, number: int, error: Exception) -> None:
        """Hand out a portion again, unless it has failed too often."""
        self.failed[number] += 1
        if self.failed[number] <= RETRIES:
            self.orders.put((number, self.failed[number]))
            return
        error.add_note(f"Portion {number} has failed {self.failed[number]} times.")
        if not _lost(error):
            raise error
        if isinstance(error, BrokenExecutor):
            error.add_note("Can the workers import the players? Define them in a module, not here.")
        raise _Broken(error)

    def _leave(self) -> None:
        """Let the clerk go home, whatever is still to be handed out."""
        with suppress(Empty):
            while True:
                self.orders.get_nowait()
        self.orders.put(None)
        self.clerk.join()

    # -- what the clerk does

    def _hand_out(self) -> None:
        while (order := self.orders.get()) is not None:
            number, attempt = order
            try:
                future = self._submitted(self.portions[number], attempt)
            except BaseException as error:
                future = Future()
                future.set_exception(_Broken(error))
            self.pending[number] = future
            future.add_done_callback(partial(_put, self.arrivals, number))

    def _submitted(self, portion: P, attempt: int) -> Future[R]:
        try:
            return self.executor.submit(_attempt, self.work, portion, attempt)
        except BrokenExecutor:
            successor = _successor(self.executor)
            if successor is None:
                raise
        self.own.append(successor)
        self.executor = successor
        return successor.submit(_attempt, self.work, portion, attempt)


def _successor(broken: Executor) -> Executor | None:
    """Return a new pool of processes like one that is broken; None if it is something else."""
    if type(broken).__module__ != "concurrent.futures.process":
        return None
    from concurrent.futures import ProcessPoolExecutor  # in a browser there is none

    assert isinstance(broken, ProcessPoolExecutor)
    try:
        size = broken._max_workers  # type: ignore[attr-defined]
        return ProcessPoolExecutor(size, broken._mp_context, broken._initializer, broken._initargs)
    except AttributeError:  # another version of Python keeps its books in another way
        return None


def _lost(error: Exception) -> bool:
    """Tell whether a worker was lost with a portion, or the work itself has failed."""
    told = getattr(error, "ename", type(error).__name__)  # ipyparallel tells of errors elsewhere
    return (
        isinstance(error, BrokenExecutor | CancelledError | ConnectionError | EOFError)
        or type(error).__module__.startswith("distributed")
        or told == "EngineError"
    )


def _answers(executor: Executor) -> bool:
    """Tell whether a cluster is still there. Those of ipyparallel have to be asked."""
    client = getattr(getattr(executor, "view", None), "client", None)
    if not callable(ask := getattr(client, "queue_status", None)):
        return True  # it would have said so

    def asking() -> None:
        with suppress(Exception):
            ask()

    question = Thread(target=asking, daemon=True)
    question.start()
    question.join(SILENCE)
    return not question.is_alive()


def _put(queue: SimpleQueue[tuple[int, Future[R]]], number: int, future: Future[R]) -> None:
    queue.put((number, future))


def _attempt(work: Callable[[P], R], portion: P, attempt: int) -> R:
    """Do a portion. An engine that knows work by its arguments sees that this is another attempt,
    and does not answer with the failure of the last.
    """
    return work(portion)


def _gather(futures: dict[int, Future[R]], arrived: Callable[[int, R], None]) -> None:
    """Take what comes within the time of grace."""
    end = monotonic() + GRACE
    while monotonic() < end and not all(future.done() for future in futures.values()):
        sleep(0.01)
    for number, future in futures.items():
        if future.done() and not future.cancelled() and not future.exception():
            try:
                arrived(number, future.result())
            except KeyboardInterrupt:
                continue  # that portion was interrupted, too


@contextmanager
def _progress(total: int, *, shown: bool) -> Iterator[Callable[[int], object]]:
    """Give a function that moves a progress bar on, where one is wanted and tqdm is there.

    The bar is text on stderr, comes only when there is something to wait for, and leaves nothing.
    """
    tqdm = _tqdm() if shown else None
    if tqdm is None:
        yield lambda games: None
        return
    with tqdm(total=total, unit=" games", delay=PATIENT, leave=False) as bar:
        yield bar.update


def _tqdm() -> Any:
    try:
        from tqdm import tqdm
    except ImportError:
        return None
    return tqdm
