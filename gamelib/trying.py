"""A student's function, tried with limits: nothing that it does stops the notebook.

On Linux it runs in a copy of this process, with the limits of a tournament: an endless loop, a
function that ends its process or takes all memory is told as that, what it changes is changed in
the copy alone, and what it prints comes here, up to a length.

Elsewhere it runs here. Its time is limited there, too, as long as it is Python that loops; memory
is not. In a browser's kernel, which has no threads, nothing is limited.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from io import TextIOBase
from threading import Event, Thread, get_ident
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

from gamelib.players import Fault

if TYPE_CHECKING:
    import socket

PRINTED = 10_000
"""How many characters a function may print; the rest is left out."""

PIECE = 300
"""How many of them fit into one line to us, whatever they are."""

Work = Callable[[Callable[[int], None]], dict[str, Any]]
"""Something to do in steps: it says which step begins, and returns what JSON can hold."""


class Limits(NamedTuple):
    """What somebody's code may use in a match or a check: seconds, and megabytes of memory."""

    seconds: float = 5.0
    memory: int = 512


class Stopped(Exception):  # noqa: N818
    """A function that was stopped: what it did wrong, and in which step."""

    def __init__(self, fault: Fault, step: int) -> None:
        super().__init__(fault.code, fault.detail, step)
        self.code = fault.code
        self.detail = fault.detail
        self.step = step


def limited(work: Work, limits: Limits) -> dict[str, Any]:
    """Do some work that runs a student's function, and return what it comes to; or Stopped."""
    from gamelib.guard import FUNCTIONS

    if FUNCTIONS:
        with suppress(BlockingIOError):  # no more processes are to be had
            return _there(work, limits)
    return _here(work, limits)


# -- in a process of its own -----------------------------------------------------------------------


def _there(work: Work, limits: Limits) -> dict[str, Any]:
    from gamelib.child import Child, forked

    secret = os.urandom(8).hex()  # what the function itself writes into the pipe has none
    child = Child(partial(forked, partial(_run, work, limits, secret)))
    end, step, printed = perf_counter() + limits.seconds, 0, 0
    try:
        while True:
            match child.next(child.pipe, end - perf_counter()):
                case {"step": int(number)}:
                    step = number
                case {"printed": str(text)} if printed < PRINTED:
                    printed += len(text)
                    sys.stdout.write(text if printed < PRINTED else f"{text}…\n")
                case {"secret": said, "done": dict(done)} if said == secret:
                    return done
                case {"secret": said, "interrupted": True} if said == secret:
                    raise KeyboardInterrupt
                case {"secret": said, "memory": True} if said == secret:
                    raise Stopped(Fault("memory", "ran out of memory"), step)
                case _:
                    raise ValueError
    except TimeoutError:
        raise Stopped(_late(limits), step) from None
    except ConnectionError as error:
        raise Stopped(Fault("died", str(error)), step) from None
    except (ValueError, RecursionError):
        raise Stopped(Fault("died", "sent nonsense from its process"), step) from None
    finally:
        child.close()


def _late(limits: Limits) -> Fault:
    return Fault("late", f"took longer than {limits.seconds:g} s")


def _run(work: Work, limits: Limits, secret: str, pipe: socket.socket) -> None:
    """Be the process in which the work is done."""
    from gamelib.process import adopt, limit_memory, tell

    adopt()
    limit_memory(limits.memory)
    sys.stdout = sys.stderr = _Prints(pipe)
    try:
        found: dict[str, Any] = {"done": work(lambda step: tell(pipe, step=step))}
    except KeyboardInterrupt:
        found = {"interrupted": True}
    except MemoryError:
        found = {"memory": True}
    tell(pipe, secret=secret, **found)


class _Prints(TextIOBase):
    """Where prints go: to the notebook, up to a length."""

    def __init__(self, pipe: socket.socket) -> None:
        self._pipe = pipe
        self._left = PRINTED

    def write(self, text: str) -> int:
        """Send a text to the notebook, piece by piece."""
        from gamelib.process import tell

        sent = text[: self._left]
        self._left -= len(sent)
        for start in range(0, len(sent), PIECE):
            tell(self._pipe, printed=sent[start : start + PIECE])
        return len(text)

    def writable(self) -> bool:
        """Say that one may print."""
        return True


# -- here ------------------------------------------------------------------------------------------


class _Late(BaseException):
    """Raised inside a function whose time is over."""


def _here(work: Work, limits: Limits) -> dict[str, Any]:
    """Do the work here, and stop it from another thread when its time is over."""
    step, done = 0, Event()

    def begins(number: int) -> None:
        nonlocal step
        step = number

    watch = Thread(target=_stop_later, args=(get_ident(), done, limits.seconds), daemon=True)
    try:
        with suppress(RuntimeError, ImportError):  # no threads: no limits
            import ctypes  # noqa: F401

            watch.start()
        try:
            return work(begins)
        finally:
            done.set()
            if watch.ident is not None:
                watch.join()
    except _Late:
        raise Stopped(_late(limits), step) from None
    except MemoryError:
        raise Stopped(Fault("memory", "ran out of memory"), step) from None


def _stop_later(thread: int, done: Event, seconds: float) -> None:
    """Raise _Late in a thread when its time is over; again and again, should it be caught."""
    import ctypes

    wait = seconds
    while not done.wait(wait):
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(_Late))
        wait = 0.05
