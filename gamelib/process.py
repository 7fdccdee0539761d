"""What a player's process does: it loads the player, and plays each match in a copy of itself.

The referee and the process are joined by a pipe. For every match the referee sends another pipe
through it, for that match alone; the copy that plays the match has no other, so whatever a player
writes where it should not is its own affair, and ends with the match. What the referee sends is
trusted (it may be any Python value). What the process sends are lines of JSON, which the referee
reads as it would a stranger's: a line that is half another's makes no sense, and waits for nothing.

When a copy has ended, so do the processes that it has started. On Linux this process adopts those
that try to get away (a daemon of its own session); elsewhere they may.
"""

from __future__ import annotations

import gc
import json
import os
import pickle
import random
import signal
import socket
import sys
from collections.abc import Callable, Collection
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn

from gamelib.careful import carefully, described
from gamelib.game import Action
from gamelib.players import Fault, Player, illegal, legal

if os.name == "posix":
    import resource

STARTING = 60.0
"""How many seconds a process has until it is there: the machine may be busy."""

IDLE = 30.0
"""After how many seconds without a match a process goes home by itself."""

WITHOUT_PIPE = 113
"""The exit code of a copy that finds its pipe closed."""

SWEEPS = 100
"""How often leftover processes are looked for: who starts new ones faster than that gets away."""

_ADOPT = 36  # PR_SET_CHILD_SUBREAPER


def main() -> NoReturn:
    """Be the process of a player from a file."""
    pipe = socket.socket(fileno=int(sys.argv[1]))
    pipe.settimeout(STARTING)
    try:
        entry, memory = pickle.loads(read(pipe))
        serve(pipe, entry.load, memory)
    finally:
        os._exit(0)


def detach(pipe: socket.socket) -> None:
    """Leave behind what a copy of this process has of it: files, terminal, ways to be stopped."""
    os.setsid()
    nowhere = os.open(os.devnull, os.O_RDWR)
    for number in range(3):
        os.dup2(nowhere, number)
    os.closerange(3, pipe.fileno())
    os.closerange(pipe.fileno() + 1, 1 << 16)
    sys.stdout = sys.stderr = open(os.devnull, "w")  # noqa: SIM115
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGCHLD):
        signal.signal(number, signal.SIG_DFL)


def serve(pipe: socket.socket, load: Callable[[], Player], memory: int) -> None:
    """Load the player; then play match after match, each in a copy of this process."""
    adopt()
    tell(pipe, ready=True)
    limit_memory(memory)
    try:
        player = load()
    except Fault as fault:
        tell(pipe, fault=fault.code, detail=fault.detail)
        return
    if "numpy" in sys.modules:
        import_module("numpy.random")  # each match seeds it, and would load it anew
    gc.freeze()  # what is there now is not looked through, and so not copied, in every match
    own = below(os.getpid())  # a file may start helpers once and for all
    tell(pipe, loaded=True)
    number = 0
    while True:
        pipe.settimeout(IDLE)
        try:
            _, [match], _, _ = socket.recv_fds(pipe, 1, 1)
        except (OSError, ValueError):  # nobody is there any more, or nobody has asked for long
            return
        number += 1
        copy = os.fork()
        if not copy:
            pipe.close()
            _be_copy(socket.socket(fileno=match), player)
        os.close(match)
        how = _ending(copy)
        with suppress(OSError):
            os.killpg(copy, signal.SIGKILL)  # what it has started and left behind
        _sweep(own)
        tell(pipe, ended=number, how=how)


def _ending(copy: int) -> str:
    """Wait until a copy has ended, and return how it did."""
    try:
        _, status = os.waitpid(copy, 0)
    except ChildProcessError:  # the player sees to it that nobody learns
        return "unknown"
    return ending(os.waitstatus_to_exitcode(status))


def ending(code: int) -> str:
    """Return how a process has ended, in words."""
    if code == WITHOUT_PIPE:
        return "pipe closed"
    if code >= 0:
        return f"exit code {code}"
    return f"signal {-code}, {signal.Signals(-code).name}"


# -- a match ---------------------------------------------------------------------------------------


def _be_copy(pipe: socket.socket, player: Player) -> NoReturn:
    """Play one match, and end."""
    try:
        os.setpgid(0, 0)
        state, seconds = pickle.loads(read(pipe))
        _limit_copy(seconds)
        rng = _seeded(state)
        tell(pipe, begun=os.getpid())
        _play(pipe, player, rng)
    except OSError:
        os._exit(WITHOUT_PIPE)
    finally:
        os._exit(0)


def _seeded(state: tuple[Any, ...]) -> random.Random:
    """Return a player's random numbers.

    Whoever asks Python or numpy for some, instead of taking the ones that are given, gets the same
    ones for the same seed, too.
    """
    rng = random.Random()
    rng.setstate(state)
    seed = rng.getrandbits(32)
    rng.setstate(state)
    random.seed(seed)
    if "numpy" in sys.modules:
        sys.modules["numpy"].random.seed(seed)
    return rng


def _play(pipe: socket.socket, player: Player, rng: random.Random) -> None:
    """Answer for the length of a match: until nobody asks any more."""
    pipe.settimeout(None)
    while True:
        try:
            number, view, actions = pickle.loads(read(pipe))
        except ConnectionError:
            return
        tell(pipe, number=number, **_answer(player, view, actions, rng))


def _answer(
    player: Player, view: Any, actions: tuple[Action, ...], rng: random.Random
) -> dict[str, Any]:
    try:
        choice = player(view, actions, rng)
    except MemoryError:
        return {"fault": "memory", "detail": "ran out of memory"}
    except BaseException as error:
        return {"fault": "raised", "detail": f"raised {described(error)}"}
    if (place := legal(choice, actions)) is not None:
        return {"choice": place}
    if type(choice) in view.game.open_ended:
        from gamelib.match import _encode

        made_up = carefully(lambda: _encode(choice), None)
        if made_up is not None and len(json.dumps(made_up)) < LONGEST // 2:
            return {"made_up": made_up}
    return {"fault": "illegal", "detail": illegal(choice, actions)}


# -- limits ----------------------------------------------------------------------------------------


def limit_memory(megabytes: int) -> None:
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


# -- processes that a player starts ----------------------------------------------------------------


def adopt() -> None:
    """Become the parent of all that is started below and left alone, where Linux allows it."""
    if sys.platform == "linux":
        with suppress(Exception):
            import ctypes

            ctypes.CDLL(None).prctl(_ADOPT, 1, 0, 0, 0)


def below(top: int) -> set[int]:
    """Return the processes that a process has started, that these have started, and so on.

    Those of its session are among them, also if their parents are gone. Only Linux lists them.
    """
    parents: dict[int, int] = {}
    found = {top}
    for pid in filter(str.isdigit, os.listdir("/proc") if sys.platform == "linux" else ()):
        with suppress(OSError):  # it has just ended
            words = Path(f"/proc/{pid}/stat").read_text(errors="replace").rpartition(")")[2].split()
            if words[0] not in "ZX":  # what is dead has nothing below it
                parents[int(pid)] = int(words[1])
                found |= {int(pid)} if int(words[3]) == top else set()
    while more := {pid for pid, parent in parents.items() if parent in found} - found:
        found |= more
    return found - {top}


def end_below(top: int, spared: Collection[int] = ()) -> None:
    """End the processes below a process, until there are no more."""
    for _ in range(SWEEPS):
        left = below(top) - set(spared)
        if not left:
            return
        for pid in left:
            with suppress(OSError):
                os.kill(pid, signal.SIGKILL)


def _sweep(own: set[int]) -> None:
    """End what a copy has left behind, and bury it."""
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:  # as a rule there is nothing
        return
    end_below(os.getpid(), own)
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


# -- messages --------------------------------------------------------------------------------------

LONGEST = 4096
"""How many bytes a line to the referee has at most."""


def tell(pipe: socket.socket, **message: Any) -> None:
    """Send a line to the referee."""
    pipe.sendall(json.dumps(message).encode() + b"\n")


def write(pipe: socket.socket, content: bytes) -> None:
    """Send a message to a process: its length, and what it is."""
    pipe.sendall(len(content).to_bytes(4, "big") + content)


def read(pipe: socket.socket) -> bytes:
    """Return the next message of somebody who is trusted; ConnectionError if there is none."""
    content = b""
    for size in (4, None):
        wanted = size or int.from_bytes(content, "big")
        content = b""
        while len(content) < wanted:
            piece = pipe.recv(wanted - len(content))
            if not piece:
                raise ConnectionError
            content += piece
    return content
