"""A process that this one has started, and the pipe through which it speaks.

Whatever comes out of the pipe was written by a stranger: lines of JSON, or what pretends to be
some. That a process has ended is noticed at once, and told in words.
"""

from __future__ import annotations

import json
import os
import pickle
import select
import signal
import socket
import subprocess
import sys
import warnings
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from time import perf_counter
from typing import Any

from gamelib.careful import printable
from gamelib.process import LONGEST, detach, end_below, ending, write

ENDING = 2.0
"""How many seconds are left to a process whose pipe is closed, to tell how it ended."""

LISTENING = 0.5
"""How many seconds one listens to a process before looking whether somebody has stopped it all."""


class Pipe:
    """Our end of a pipe: whatever comes out of it was written by a stranger."""

    def __init__(self, end: socket.socket) -> None:
        self.socket = end
        self._content = b""

    def send(self, message: tuple[Any, ...], seconds: float) -> None:
        """Send a message, unless nobody is there: then the next one tells."""
        self.socket.settimeout(max(seconds, 0.001))
        with suppress(OSError):
            write(self.socket, pickle.dumps(message))

    def fill(self) -> bool:
        """Take in what has come; False if there will be no more."""
        try:
            piece = self.socket.recv(LONGEST)
        except OSError:
            return False
        self._content += piece
        return bool(piece)

    def message(self) -> dict[str, Any] | None:
        """Return the next message, if it is there whole; ValueError or RecursionError if none."""
        line, whole, rest = self._content.partition(b"\n")
        if len(line) > LONGEST:
            raise ValueError("too long")
        if not whole:
            return None
        self._content = rest
        found = json.loads(line)
        if not isinstance(found, dict):
            raise ValueError("no message")
        return found

    def close(self) -> None:
        """Close the pipe."""
        self.socket.close()


class Child:
    """A process, and the pipe through which it says how it is."""

    def __init__(self, start: Callable[[socket.socket], int | subprocess.Popen[bytes]]) -> None:
        ours, theirs = socket.socketpair()
        self.pipe = Pipe(ours)
        self.copy = 0
        """Which copy of it plays a match."""
        self._code: int | None = None
        try:
            with theirs:
                started = start(theirs)
        except BaseException:
            ours.close()
            raise
        self._popen = None if isinstance(started, int) else started
        self.pid = started if isinstance(started, int) else started.pid
        self._end = _end_of(self.pid)

    def next(self, pipe: Pipe, seconds: float, match: int = 0) -> dict[str, Any]:
        """Return the next message from a pipe, before the time is over (TimeoutError).

        ConnectionError says in words why there will be none: the process has ended, or its copy
        that plays this match.
        """
        end = perf_counter() + seconds
        pipes = [pipe] if pipe is self.pipe else [pipe, self.pipe]
        while (message := pipe.message()) is None:
            while pipe is not self.pipe and (news := self.pipe.message()) is not None:
                _heed(news, match)
            try:
                ready = self._ready(pipes, end - perf_counter())
            except TimeoutError:
                if pipe in pipes:
                    raise
                raise ConnectionError(_told("pipe closed")) from None
            for each in ready:
                if not each.fill():
                    if each is self.pipe:
                        raise ConnectionError(self._how_it_ended())
                    pipes.remove(each)
                    end = min(end, perf_counter() + ENDING)  # how it ended will be told
        return message

    def close(self) -> int:
        """End the process and all that it has started, and return its exit code."""
        if self._code is not None:
            return self._code
        self.pipe.close()
        with suppress(OSError):
            if sys.platform == "linux":
                os.kill(self.pid, signal.SIGSTOP)  # so that nothing new begins
                end_below(self.pid)
            for group in (self.copy, self.pid):
                with suppress(OSError):
                    if group and os.getsid(group) == self.pid:
                        os.killpg(group, signal.SIGKILL)
        if self._popen is not None:
            self._code = self._popen.wait()
        else:
            self._code = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        if self._end is not None:
            os.close(self._end)
        return self._code

    def _ready(self, pipes: Sequence[Pipe], seconds: float) -> list[Pipe]:
        """Wait until there is something in a pipe, and return which; TimeoutError if in none."""
        numbers = {pipe.socket.fileno(): pipe for pipe in pipes}
        found = _readable([*numbers, *self._ends], seconds)
        if not found:
            raise TimeoutError
        if not (ready := [numbers[number] for number in found if number in numbers]):
            # The process has ended; what it has started still holds the pipe.
            raise ConnectionError(self._how_it_ended())
        return ready

    @property
    def _ends(self) -> list[int]:
        return [] if self._end is None else [self._end]

    def _how_it_ended(self) -> str:
        gone = self._end is None or bool(_readable(self._ends, ENDING))
        how = ending(self.close())
        return _told(how if gone else "pipe closed")


def _heed(news: Mapping[str, Any], match: int) -> None:
    """Raise ConnectionError if a process says that its copy for this match has ended."""
    match news:
        case {"ended": int(number), "how": str(how)} if number <= match:
            if number == match:
                raise ConnectionError(_told(printable(how, LONGEST)))
        case _:
            raise ValueError("no news of a process")


def _told(how: str) -> str:
    closed = how == "pipe closed"
    return "closed the pipe of its process" if closed else f"ended its own process ({how})"


def _readable(numbers: Sequence[int], seconds: float) -> list[int]:
    """Return which of these files have something to read, as soon as one has.

    A person's stop that comes the moment before the system waits would be noticed when it has
    waited: so it waits a little at a time.
    """
    poll, end = select.poll(), perf_counter() + seconds
    for number in numbers:
        poll.register(number, select.POLLIN)
    while True:
        left = max(end - perf_counter(), 0.0)
        found = poll.poll(min(left, LISTENING) * 1000)
        if found or left <= LISTENING:
            return [number for number, _ in found]


def _end_of(pid: int) -> int | None:
    """Return a file that can be read when a process has ended, where there is such a thing."""
    try:
        return os.pidfd_open(pid)
    except (AttributeError, OSError):
        return None


def forked(run: Callable[[socket.socket], None], theirs: socket.socket) -> int:
    """Let a copy of this process run something that only this process knows."""
    with warnings.catch_warnings():
        # Python warns that the copy of a process with threads may stand still. Then its time ends.
        warnings.simplefilter("ignore", DeprecationWarning)
        pid = os.fork()
    if pid:
        return pid
    try:
        detach(theirs)
        run(theirs)
    finally:
        os._exit(0)
