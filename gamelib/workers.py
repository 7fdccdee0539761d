"""Work that is cut into portions, and done here or by many workers.

Any `concurrent.futures.Executor` will do: threads or processes of this machine, or the engines that
people run on many. A Dask client and a client or view of ipyparallel bring theirs along, and are
taken for it. What a portion comes to must follow from the portion alone; then it does not matter
who does it, or how often: the portion of a worker that died is simply given to another.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import contextmanager, suppress
from functools import partial
from itertools import islice
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic, sleep
from typing import Any, Protocol, TypeVar

PATIENT = 1.0
"""After how many seconds the progress bar appears: what is over at once needs none."""

GRACE = 1.0
"""How many seconds an interruption waits for portions that are almost there."""

AHEAD = 1024
"""How many portions are handed out at once: enough for hundreds of workers. The others wait here,
so that the longest run takes no more room than a short one."""

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


def carry_out(
    work: Callable[[P], R],
    portions: Sequence[P],
    take: Callable[[int, R], object],
    executor: Any = None,
    *,
    games: int,
    progress: bool = True,
) -> bool:
    """Do the work of all portions, and return whether somebody interrupted it.

    `take` gets the number of each portion and what it came to, in any order. An interruption
    (Ctrl-C, or the notebook's stop button) keeps what is done.
    """
    with _progress(games, shown=progress) as advance:

        def arrived(number: int, part: R) -> None:
            take(number, part)
            advance(part.n)
            if part.interrupted:
                raise KeyboardInterrupt

        try:
            if executor is None:
                for number, portion in enumerate(portions):
                    arrived(number, work(portion))
            else:
                _spread(work, portions, arrived, _executor(executor))
        except KeyboardInterrupt:
            return True
    return False


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


def _spread(
    work: Callable[[P], R],
    portions: Sequence[P],
    arrived: Callable[[int, R], None],
    executor: Executor,
) -> None:
    """Do the work of all portions on an executor.

    A Ctrl-C that strikes inside an executor's own functions can leave its locks taken or its books
    wrong, and then it never ends. It only ever strikes in the main thread: so another thread hands
    out, and this one does nothing but wait for what arrives.
    """
    orders: SimpleQueue[tuple[int, int] | None] = SimpleQueue()
    arrivals: SimpleQueue[tuple[int, Future[R]]] = SimpleQueue()
    pending: dict[int, Future[R]] = {}

    def hand_out() -> None:
        while (order := orders.get()) is not None:
            number, attempt = order
            try:
                future = executor.submit(_attempt, work, portions[number], attempt)
            except BaseException as error:
                future = Future()
                future.set_exception(_Refused(error))
            pending[number] = future
            future.add_done_callback(partial(_put, arrivals, number))

    clerk = Thread(target=hand_out, daemon=True)
    failed: Counter[int] = Counter()
    waiting = iter(range(len(portions)))
    try:
        clerk.start()
        for number in islice(waiting, AHEAD):
            orders.put((number, 0))
        left = len(portions)
        while left:
            number, future = arrivals.get()
            try:
                part = future.result()
            except _Refused as refused:
                raise refused.error from None
            except BrokenExecutor:  # it will do no more work
                raise
            except Exception as error:
                failed[number] += 1
                if failed[number] > RETRIES:
                    error.add_note(f"Portion {number} has failed {failed[number]} times.")
                    raise
                orders.put((number, failed[number]))
                continue
            del pending[number]
            left -= 1
            if (following := next(waiting, None)) is not None:
                orders.put((following, 0))
            arrived(number, part)
    except BaseException as error:
        if isinstance(error, BrokenExecutor):
            error.add_note("Can the workers import the players? Define them in a module, not here.")
        _stop(orders, clerk)
        started = {number: each for number, each in pending.items() if not each.cancel()}
        if isinstance(error, KeyboardInterrupt):
            # The same Ctrl-C stops worker processes: what they have done is on its way.
            _gather(started, arrived)
        raise
    _stop(orders, clerk)


class _Refused(Exception):  # noqa: N818
    """An executor that takes no work, for a reason that no other try will change."""

    def __init__(self, error: BaseException) -> None:
        super().__init__(error)
        self.error = error


def _put(queue: SimpleQueue[tuple[int, Future[R]]], number: int, future: Future[R]) -> None:
    queue.put((number, future))


def _attempt(work: Callable[[P], R], portion: P, attempt: int) -> R:
    """Do a portion. An engine that knows work by its arguments sees that this is another attempt,
    and does not answer with the failure of the last.
    """
    return work(portion)


def _stop(orders: SimpleQueue[tuple[int, int] | None], clerk: Thread) -> None:
    """Let the clerk go home, whatever is still to be handed out."""
    with suppress(Empty):
        while True:
            orders.get_nowait()
    orders.put(None)
    clerk.join()


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
