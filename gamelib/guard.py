"""A player in a process of its own, with limits on time and memory.

It answers through a pipe: it is sent what its seat sees, and sends back the number of its choice.
For every match the process makes a copy of itself that plays it; so nothing that happened in one
match is left in the next, and whatever a player does to itself, others play on. Its prints go
nowhere, and processes that it starts end with the match. (`process.py` is what happens in there.)

A player that ends its own process, closes its pipe or writes nonsense into it loses the match at
once, and is told so. What it writes is never more than words or the number of an action.

This guards against mistakes, not against malice: a player runs with the rights of whoever started
the tournament, and can read and write what they can. Code of strangers belongs into a container.

Time is limited wherever there are POSIX processes (Linux, macOS). Memory, and how many processes a
player starts, are limited on Linux only (the latter not for root). So is it only on Linux that
processes are found and ended which have left the player's group to live on (daemons); even there
not if the player has killed the process above it first. A function that was written in
a notebook has a process of its own on Linux only: elsewhere it plays here, and only the time that
it takes for an answer is judged, afterwards. On Windows and in a browser's kernel so do files.
"""

from __future__ import annotations

import json
import math
import os
import pickle
import random
import select
import signal
import socket
import subprocess
import sys
import warnings
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from types import ModuleType
from typing import Any, NamedTuple, NoReturn

from gamelib.careful import described, printable
from gamelib.game import Action
from gamelib.players import Fault, Player, name_of
from gamelib.process import LONGEST, STARTING, detach, end_below, ending, serve, write

LOADING = 10.0
"""How many seconds a player's file may take to load: it may import much."""

ENDING = 2.0
"""How many seconds are left to a process whose pipe is closed, to tell how it ended."""

FILES = os.name == "posix"
FUNCTIONS = sys.platform == "linux"
"""Where players from files, and functions, can have a process of their own."""


class Limits(NamedTuple):
    """What a player may use: seconds of thinking in a whole match, megabytes of memory."""

    seconds: float = 5.0
    memory: int = 512


@dataclass(frozen=True)
class Entry:
    """A player from a file: Python with a function named `player`."""

    name: str
    source: str
    path: str

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> Entry:
        """Return the entry in a file; what it says is judged when it is loaded."""
        found = Path(path)
        return cls(found.stem, found.read_text("utf-8", errors="replace"), str(found.resolve()))

    def load(self) -> Player:
        """Return the function, or raise Fault."""
        module = ModuleType(self.name)
        module.__file__ = self.path
        # A file may import another that lies beside it, but none that hides one of Python's own.
        sys.path.append(str(Path(self.path).parent))
        try:
            exec(compile(self.source, self.path, "exec"), module.__dict__)
        except MemoryError:
            raise Fault("memory", "ran out of memory while loading") from None
        except BaseException as error:
            raise Fault("load", f"does not load: {described(error)}") from error
        player = getattr(module, "player", None)
        if not callable(player):
            raise Fault("load", "has no function named player")
        loaded: Player = player
        return loaded


class Guarded:
    """A player that sits in a process of its own; called like any other, it may raise Fault."""

    def __init__(self, player: Entry | Player, limits: Limits) -> None:
        self.player = player
        self.limits = limits
        self.name = player.name if isinstance(player, Entry) else name_of(player)
        self._started: _Process | None = None
        self._match: _Pipe | None = None
        self._matches = 0
        """How many matches this process has played."""
        self._questions = 0
        """How many questions were asked in this match."""
        self._left = 0.0
        """How many seconds of thinking are left in this match."""

    @property
    def playing(self) -> bool:
        """Whether there is a match."""
        return self._match is not None

    def __call__(self, view: Any, actions: Sequence[Action], rng: random.Random) -> Action:
        """Return the action that the process chose."""
        if self._match is None:
            self._begin(rng)
        self._questions += 1
        answer = self._asked((self._questions, view, tuple(actions)))
        match answer:
            case {"choice": int(place)} if type(place) is int and 0 <= place < len(actions):
                return actions[place]
            case {"made_up": made_up}:
                return self._made_up(view.game.open_ended, made_up)
            case {"fault": "raised" | "illegal" | "memory" as code, "detail": str(detail)}:
                raise Fault(code, printable(detail, LONGEST))
        self._nonsense()

    def load(self) -> None:
        """Start the process, if it is not there, or raise Fault with what is wrong with it."""
        if self._started is not None:
            return
        self._matches = 0
        self._started = _Process(self.player, self.limits.memory)
        for word, seconds in (("ready", STARTING), ("loaded", LOADING)):
            match self._next(self._started.pipe, seconds, "load"):
                case {"fault": "load" | "memory" as code, "detail": str(detail)}:
                    self.close()
                    raise Fault(code, printable(detail, LONGEST))
                case said if said != {word: True}:
                    self._nonsense()

    def end(self) -> None:
        """End the match, if there is one; the next call begins another."""
        if self._match is not None:
            self._match.close()
            self._match = None

    def close(self) -> None:
        """End the process and all that it has started."""
        self.end()
        if self._started is not None:
            self._started.close()
            self._started = None

    def _begin(self, rng: random.Random) -> None:
        """Begin a match; its clock starts."""
        waiting = self._started is not None
        self.load()
        try:
            self._open(rng)
        except Fault:
            if not waiting:
                raise
            self.close()
            self.load()  # the process had gone home: this is another
            self._open(rng)

    def _open(self, rng: random.Random) -> None:
        """Hand the process a pipe for this match."""
        assert self._started is not None
        ours, theirs = socket.socketpair()
        self._match = _Pipe(ours)
        self._matches += 1
        with theirs, suppress(OSError):  # if it has gone, that is noticed below
            socket.send_fds(self._started.pipe.socket, [b"m"], [theirs.fileno()])
        self._match.send((rng.getstate(), math.ceil(self.limits.seconds)), STARTING)
        match self._next(self._match, STARTING):
            case {"begun": int(copy)}:
                self._started.copy = copy
            case _:
                self._nonsense()
        self._questions = 0
        self._left = self.limits.seconds

    def _asked(self, question: tuple[Any, ...]) -> dict[str, Any]:
        """Return the answer to a question; the clock runs until it is here."""
        assert self._match is not None
        began = perf_counter()
        self._match.send(question, self._left)
        answer = self._next(self._match, self._left - (perf_counter() - began))
        self._left -= perf_counter() - began
        if answer.get("number") != question[0]:
            self._nonsense()  # an answer that nobody has asked for
        return answer

    def _made_up(self, kinds: Iterable[type[Action]], entry: object) -> Action:
        """Return an action in words of the player's own; whether it is legal is for the rules."""
        from gamelib.match import _decode

        try:
            return _decode(tuple(kinds), entry)
        except (ValueError, TypeError, RecursionError):
            self._nonsense()

    def _nonsense(self) -> NoReturn:
        self.close()
        raise Fault("died", "sent nonsense from its process")

    def _next(self, pipe: _Pipe, seconds: float, late: str = "late") -> dict[str, Any]:
        """Return the next message from a pipe, or raise Fault as soon as there will be none."""
        assert self._started is not None
        try:
            return self._started.next(pipe, seconds, self._matches)
        except TimeoutError:
            allowed = self.limits.seconds if pipe is self._match and self._questions else seconds
            fault = Fault(late, f"took longer than {allowed:g} s")
        except ConnectionError as error:
            fault = Fault("died", str(error))
        except (ValueError, RecursionError):
            fault = Fault("died", "sent nonsense from its process")
        self.close()
        raise fault


class _Pipe:
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


class _Process:
    """A player's process, and the pipe through which it says how it is."""

    def __init__(self, player: Entry | Player, memory: int) -> None:
        ours, theirs = socket.socketpair()
        self.pipe = _Pipe(ours)
        self.copy = 0
        """Which process plays the match."""
        self._popen: subprocess.Popen[bytes] | None = None
        self._code: int | None = None
        try:
            with theirs:
                if isinstance(player, Entry):
                    self._popen = _started(theirs)
                    self.pid = self._popen.pid
                else:
                    self.pid = _forked(theirs, player, memory)
        except BaseException:
            ours.close()
            raise
        self._end = _end_of(self.pid)
        if isinstance(player, Entry):
            self.pipe.send((player, memory), STARTING)

    def next(self, pipe: _Pipe, seconds: float, match: int) -> dict[str, Any]:
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

    def _ready(self, pipes: Sequence[_Pipe], seconds: float) -> list[_Pipe]:
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
    """Return which of these files have something to read, as soon as one has."""
    poll = select.poll()
    for number in numbers:
        poll.register(number, select.POLLIN)
    return [number for number, _ in poll.poll(max(seconds, 0.0) * 1000)]


def _end_of(pid: int) -> int | None:
    """Return a file that can be read when a process has ended, where there is such a thing."""
    try:
        return os.pidfd_open(pid)
    except (AttributeError, OSError):
        return None


def _started(theirs: socket.socket) -> subprocess.Popen[bytes]:
    """Start a new Python for a player from a file."""
    top = str(Path(__file__).resolve().parents[1])
    one_thread = {f"{name}_NUM_THREADS": "1" for name in ("OMP", "OPENBLAS", "MKL")}
    return subprocess.Popen(
        [sys.executable, "-P", "-B", "-c", "from gamelib.process import main; main()",
         str(theirs.fileno())],
        pass_fds=[theirs.fileno()],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        env={**os.environ, **one_thread, "PYTHONPATH": top, "PYTHONHASHSEED": "0"},
    )  # fmt: skip


def _forked(theirs: socket.socket, player: Player, memory: int) -> int:
    """Make a copy of this process for a function that only this process knows."""
    with warnings.catch_warnings():
        # Python warns that the copy of a process with threads may stand still. Then its time ends.
        warnings.simplefilter("ignore", DeprecationWarning)
        pid = os.fork()
    if pid:
        return pid
    try:
        detach(theirs)
        serve(theirs, lambda: player, memory)
    finally:
        os._exit(0)
