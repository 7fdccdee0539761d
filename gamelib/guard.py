"""A player in a process of its own, with limits on time and memory.

It answers through a pipe: it is sent what its seat sees, and sends back the number of its choice.
For every match the process makes a copy of itself that plays it; so nothing that happened in one
match is left in the next, and whatever a player does to itself, others play on. Its prints go
nowhere, and processes that it starts end with the match.

This guards against mistakes, not against malice: a player runs with the rights of whoever started
the tournament, and can read and write what they can. Code of strangers belongs into a container.

Time is limited wherever there are POSIX processes (Linux, macOS). Memory, and how many processes a
player starts, are limited on Linux only (the latter not for root). A function that was written in
a notebook has a process of its own on Linux only: elsewhere it plays here, and only the time that
it takes for an answer is judged, afterwards. On Windows and in a browser's kernel so do files.
"""

from __future__ import annotations

import gc
import json
import math
import os
import pickle
import random
import signal
import socket
import subprocess
import sys
import warnings
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from time import perf_counter
from types import ModuleType
from typing import Any, NamedTuple, NoReturn

from gamelib.game import Action
from gamelib.players import Fault, Player, illegal, name_of

if os.name == "posix":
    import resource

STARTING = 60.0
"""How many seconds a process has until it is there: the machine may be busy."""

LOADING = 10.0
"""How many seconds a player's file may take to load: it may import much."""

IDLE = 30.0
"""After how many seconds without a match a process goes home by itself."""

LONGEST = 4096
"""How many bytes an answer has at most; a message that is longer is cut."""

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
            raise Fault("load", f"does not load: {_described(error)}") from error
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
        self._pid = 0
        self._copy = 0
        self._matches = 0
        self._left = 0.0
        self._playing = False
        self._process: subprocess.Popen[bytes] | None = None
        self._socket: socket.socket | None = None

    def __call__(self, view: Any, actions: Sequence[Action], rng: random.Random) -> Action:
        """Return the action that the process chose."""
        if not self._playing:
            self._begin(rng)
        answer = self._asked(("ask", view, tuple(actions)))
        if "choice" in answer:
            choice = answer["choice"]
            if type(choice) is not int or not 0 <= choice < len(actions):
                raise Fault("illegal", illegal(choice, actions))
            return actions[choice]
        raise _fault(answer)

    def load(self) -> None:
        """Start the process, if it is not there, or raise Fault with what is wrong with it."""
        if self._socket is not None:
            return
        ours, theirs = socket.socketpair()
        try:
            if isinstance(self.player, Entry):
                self._process = _started(theirs)
                self._pid = self._process.pid
            else:
                self._pid = _forked(theirs, self.player, self.limits.memory)
        except BaseException:
            ours.close()
            raise
        finally:
            theirs.close()
        self._socket = ours
        if isinstance(self.player, Entry):
            self._send((self.player, self.limits.memory))
        self._left = STARTING
        self._received("ready")
        self._left = LOADING
        answer = self._received("loaded", "fault", late="load")
        if "fault" in answer:
            self.close()
            raise _fault(answer)

    def end(self) -> None:
        """End the match, if there is one; the next call begins another."""
        if self._playing:
            self._playing = False
            with suppress(Fault):
                self._send(("end",))

    def close(self) -> None:
        """End the process and all that it has started."""
        self._playing = False
        if self._socket is not None:
            self._socket.close()
            self._socket = None
            for group in (self._copy, self._pid):
                with suppress(OSError):
                    if group and os.getsid(group) == self._pid:
                        os.killpg(group, signal.SIGKILL)
            if self._process is not None:
                self._process.wait()
            else:
                with suppress(ChildProcessError):
                    os.waitpid(self._pid, 0)

    def _begin(self, rng: random.Random) -> None:
        """Begin a match; its clock starts."""
        for again in (True, False):
            self.load()
            self._matches += 1
            self._left = STARTING
            try:
                seconds = math.ceil(self.limits.seconds)
                self._send(("match", self._matches, rng.getstate(), seconds))
                while (answer := self._received("match", "died")).get("match") != self._matches:
                    pass  # what the last match left in the pipe
            except Fault:
                if not again:
                    raise
                continue  # the process had gone home: start another
            break
        self._copy = int(answer["copy"])
        self._left = self.limits.seconds
        self._playing = True

    def _asked(self, question: tuple[Any, ...]) -> dict[str, Any]:
        self._send(question)
        return self._received("choice", "fault", "died")

    def _send(self, message: tuple[Any, ...]) -> None:
        assert self._socket is not None
        try:
            self._socket.settimeout(max(self._left, 0.001) if self._playing else STARTING)
            _write(self._socket, pickle.dumps(message))
        except OSError:
            self.close()
            raise Fault("died", "its process has gone") from None

    def _received(self, *expected: str, late: str = "late") -> dict[str, Any]:
        """Return the next message, or raise Fault; the clock runs until it is here."""
        assert self._socket is not None
        end = perf_counter() + self._left
        try:
            answer = json.loads(_read(self._socket, LONGEST, end))
            if not isinstance(answer, dict) or not set(expected) & set(answer):
                raise ValueError
        except TimeoutError:
            self.close()
            allowed = LOADING if late == "load" else self.limits.seconds
            raise Fault(late, f"took longer than {allowed:g} s") from None
        except OSError:
            self.close()
            raise Fault("died", "ended its own process") from None
        except ValueError:
            self.close()
            raise Fault("died", "sent nonsense from its process") from None
        finally:
            self._left = end - perf_counter()
        return answer


def _fault(answer: dict[str, Any]) -> Fault:
    """Return what a process says went wrong."""
    if "died" in answer:
        return Fault("died", f"ended its own process ({answer['died']})")
    return Fault(str(answer["fault"]), str(answer.get("detail", "")))


# -- how a process begins --------------------------------------------------------------------------


def _started(theirs: socket.socket) -> subprocess.Popen[bytes]:
    """Start a new Python for a player from a file."""
    top = str(Path(__file__).resolve().parents[1])
    one_thread = {f"{name}_NUM_THREADS": "1" for name in ("OMP", "OPENBLAS", "MKL")}
    return subprocess.Popen(
        [sys.executable, "-P", "-B", "-c", "from gamelib.guard import _main; _main()",
         str(theirs.fileno())],
        pass_fds=[theirs.fileno()],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        env={**os.environ, **one_thread, "PYTHONPATH": top, "PYTHONHASHSEED": "0"},
    )  # fmt: skip


def _main() -> NoReturn:
    """Be the process of a player from a file."""
    pipe = socket.socket(fileno=int(sys.argv[1]))
    pipe.settimeout(STARTING)
    try:
        entry, memory = pickle.loads(_read(pipe, sys.maxsize))
        _serve(pipe, entry.load, memory)
    finally:
        os._exit(0)


def _forked(theirs: socket.socket, player: Player, memory: int) -> int:
    """Make a copy of this process for a function that only this process knows."""
    with warnings.catch_warnings():
        # Python warns that the copy of a process with threads may stand still. Then its time ends.
        warnings.simplefilter("ignore", DeprecationWarning)
        pid = os.fork()
    if pid:
        return pid
    try:
        os.setsid()
        nowhere = os.open(os.devnull, os.O_RDWR)
        for number in range(3):
            os.dup2(nowhere, number)
        pipe = theirs.fileno()
        os.closerange(3, pipe)
        os.closerange(pipe + 1, 1 << 16)
        sys.stdout = sys.stderr = open(os.devnull, "w")  # noqa: SIM115
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGCHLD):
            signal.signal(number, signal.SIG_DFL)
        _serve(theirs, lambda: player, memory)
    finally:
        os._exit(0)


# -- what a process does ---------------------------------------------------------------------------


def _serve(pipe: socket.socket, load: Callable[[], Player], memory: int) -> None:
    """Load the player; then play match after match, each in a copy of this process."""
    _tell(pipe, ready=True)
    _limit_memory(memory)
    try:
        player = load()
    except Fault as fault:
        _tell(pipe, fault=fault.code, detail=fault.detail)
        return
    if "numpy" in sys.modules:
        import_module("numpy.random")  # each match seeds it, and would load it anew
    gc.freeze()  # what is there now is not looked through, and so not copied, in every match
    _tell(pipe, loaded=True)
    while True:
        pipe.settimeout(IDLE)
        try:
            request = pickle.loads(_read(pipe, sys.maxsize))
        except OSError:  # nobody is there any more, or nobody has asked for long
            return
        if request[0] == "match":  # other requests were for a copy that is dead
            copy = os.fork()
            if not copy:
                try:
                    _play(pipe, player, *request[1:])
                finally:
                    os._exit(0)
            _, status = os.waitpid(copy, 0)
            with suppress(OSError):
                os.killpg(copy, signal.SIGKILL)  # what it has started and left behind
            if status:
                _tell(pipe, died=_ending(status))


def _play(
    pipe: socket.socket, player: Player, number: int, state: tuple[Any, ...], seconds: int
) -> None:
    """Answer for the length of a match."""
    os.setpgid(0, 0)
    _limit_copy(seconds)
    rng = random.Random()
    rng.setstate(state)
    # Whoever asks Python or numpy for random numbers, instead of taking the ones that are given,
    # gets the same ones for the same seed, too.
    seed = rng.getrandbits(32)
    rng.setstate(state)
    random.seed(seed)
    if "numpy" in sys.modules:
        sys.modules["numpy"].random.seed(seed)
    _tell(pipe, match=number, copy=os.getpid())
    pipe.settimeout(None)
    while True:
        try:
            request = pickle.loads(_read(pipe, sys.maxsize))
        except OSError:
            return
        if request[0] == "end":
            return
        _, view, actions = request
        _tell(pipe, **_answer(player, view, actions, rng))


def _answer(
    player: Player, view: Any, actions: tuple[Action, ...], rng: random.Random
) -> dict[str, Any]:
    try:
        choice = player(view, actions, rng)
        if isinstance(choice, Action) and choice in actions:
            return {"choice": actions.index(choice)}
        return {"fault": "illegal", "detail": illegal(choice, actions)}
    except MemoryError:
        return {"fault": "memory", "detail": "ran out of memory"}
    except BaseException as error:
        return {"fault": "raised", "detail": f"raised {_described(error)}"}


def _described(error: BaseException) -> str:
    try:
        words = str(error)
    except Exception:
        words = ""
    return f"{type(error).__name__}: {words}" if words else type(error).__name__


def _ending(status: int) -> str:
    code = os.waitstatus_to_exitcode(status)
    return f"exit code {code}" if code >= 0 else f"signal {-code}"


def _limit_memory(megabytes: int) -> None:
    """Let this process grow by so much and no more."""
    if sys.platform == "linux":
        pages = int(Path("/proc/self/statm").read_text().split()[0])
        most = pages * os.sysconf("SC_PAGE_SIZE") + megabytes * 2**20
        with suppress(ValueError, OSError):  # somebody has set a lower limit already
            resource.setrlimit(resource.RLIMIT_AS, (most, most))


def _limit_copy(seconds: int) -> None:
    """Limit what a match may use, also if whoever looks at the clock is gone."""
    wanted = {
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_CPU: seconds + 1,
        resource.RLIMIT_FSIZE: 100 * 2**20,
    }
    if sys.platform == "linux":
        wanted[resource.RLIMIT_NPROC] = 0
    for kind, most in wanted.items():
        with suppress(ValueError, OSError):
            resource.setrlimit(kind, (most, most))


# -- messages --------------------------------------------------------------------------------------


def _tell(pipe: socket.socket, **message: Any) -> None:
    """Send a message to the referee."""
    if len(str(message.get("detail", ""))) > 400:
        message["detail"] = message["detail"][:400] + "…"
    _write(pipe, json.dumps(message).encode())


def _write(pipe: socket.socket, content: bytes) -> None:
    pipe.sendall(len(content).to_bytes(4, "big") + content)


def _read(pipe: socket.socket, longest: int, end: float | None = None) -> bytes:
    """Return the next message; ConnectionError if there will be none, ValueError if too long."""
    content = b""
    for size in (4, None):
        wanted = size or int.from_bytes(content, "big")
        if wanted > longest:
            raise ValueError("too long")
        content = b""
        while len(content) < wanted:
            if end is not None:
                pipe.settimeout(max(end - perf_counter(), 0.001))
            piece = pipe.recv(wanted - len(content))
            if not piece:
                raise ConnectionError
            content += piece
    return content
