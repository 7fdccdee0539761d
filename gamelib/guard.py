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

import math
import os
import random
import socket
import subprocess
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import perf_counter
from types import ModuleType
from typing import Any, NoReturn

from gamelib.careful import described, printable
from gamelib.child import Child, Pipe, forked
from gamelib.game import Action
from gamelib.players import Fault, Player, name_of
from gamelib.process import LONGEST, STARTING, serve
from gamelib.trying import Limits

LOADING = 10.0
"""How many seconds a player's file may take to load: it may import much."""

__all__ = ["FILES", "FUNCTIONS", "Entry", "Guarded", "Limits"]

FILES = os.name == "posix"
FUNCTIONS = sys.platform == "linux"
"""Where players from files, and functions, can have a process of their own."""


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
        self._started: Child | None = None
        self._match: Pipe | None = None
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
        self._started = Child(self._start)
        if isinstance(self.player, Entry):
            self._started.pipe.send((self.player, self.limits.memory), STARTING)
        for word, seconds in (("ready", STARTING), ("loaded", LOADING)):
            match self._next(self._started.pipe, seconds, "load"):
                case {"fault": "load" | "memory" as code, "detail": str(detail)}:
                    self.close()
                    raise Fault(code, printable(detail, LONGEST))
                case said if said != {word: True}:
                    self._nonsense()

    def _start(self, theirs: socket.socket) -> int | subprocess.Popen[bytes]:
        player, memory = self.player, self.limits.memory
        if isinstance(player, Entry):
            return _started(theirs)
        return forked(partial(serve, load=lambda: player, memory=memory), theirs)

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
        self._match = Pipe(ours)
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

    def _next(self, pipe: Pipe, seconds: float, late: str = "late") -> dict[str, Any]:
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
