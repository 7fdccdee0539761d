"""Hostile players: whatever one does to its process and its pipe is its own fault, told at once.

All have a minute to think, and none takes it: a test that waits for the clock fails.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any, NoReturn

import pytest

from gamelib import Action, Match
from gamelib.decrypto import Decrypto
from gamelib.fuji_flush import FujiFlush
from gamelib.guard import Entry, Guarded, Limits
from gamelib.players import Fault, Player, PlayerError, ask
from tests.gamelib.tables import THOROUGH

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="functions have no process here")
root = pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="may not fork at all")

GAME = FujiFlush(players=3)
MATCH = Match(GAME, seed=1)
MATCH.step()
VIEW, ACTIONS = GAME.observe(MATCH.state, 0), GAME.actions(MATCH.state)
PATIENT = Limits(seconds=60)


@pytest.fixture
def seat() -> Iterator[Callable[..., Guarded]]:
    """Seat players, and end their processes after the test."""
    seated: list[Guarded] = []

    def sit(player: Player | Entry, limits: Limits = PATIENT) -> Guarded:
        seated.append(Guarded(player, limits))
        return seated[-1]

    yield sit
    for each in seated:
        each.close()


def asked(guarded: Guarded) -> Action:
    return guarded(VIEW, ACTIONS, Random(1))


def fault_of(guarded: Guarded, questions: int = 1) -> tuple[str, str]:
    """What a player has done wrong by a question at the latest."""
    try:
        for _ in range(questions):
            asked(guarded)
    except Fault as fault:
        return fault.code, fault.detail
    raise AssertionError("it has done nothing wrong")


def pipes() -> list[int]:
    """The files of this process that are pipes to somebody."""
    return [n for n in range(3, 64) if os.path.exists(f"/proc/self/fd/{n}")
            and "socket" in os.readlink(f"/proc/self/fd/{n}")]  # fmt: skip


def forged(**message: Any) -> bytes:
    return json.dumps(message).encode() + b"\n"


def wait_until(done: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not done():
        assert time.monotonic() < deadline, "it never came"
        time.sleep(0.01)


def some(cases: Iterable[str]) -> list[str]:
    """All cases, or every fourth if time is short."""
    return list(cases) if THOROUGH else list(cases)[::4]


# -- a player that ends its own process ------------------------------------------------------------

ENDS: dict[str, tuple[Callable[[], object], str, str]] = {
    "exit 0": (lambda: os._exit(0), "died", "ended its own process (exit code 0)"),
    "exit 3": (lambda: os._exit(3), "died", "ended its own process (exit code 3)"),
    "sys.exit": (lambda: sys.exit(0), "raised", "raised SystemExit: 0"),
    "killed": (
        lambda: os.kill(os.getpid(), signal.SIGKILL),
        "died",
        "ended its own process (signal 9, SIGKILL)",
    ),
    "aborted": (os.abort, "died", "ended its own process (signal 6, SIGABRT)"),
    "parent killed": (
        lambda: os.kill(os.getppid(), signal.SIGKILL) or time.sleep(600),  # type: ignore[func-returns-value]
        "died",
        "ended its own process (signal 9, SIGKILL)",
    ),
    "pipe closed": (lambda: os.closerange(3, 64), "died", "closed the pipe of its process"),
}


@pytest.mark.parametrize("end", some(ENDS))
def test_a_player_that_ends_its_own_process_is_told_as_that_at_once(
    end: str, seat: Callable[..., Guarded]
) -> None:
    act, code, detail = ENDS[end]

    def ending(view: Any, actions: Sequence[Action], rng: Random) -> Any:
        act()
        return actions[0]

    guarded = seat(ending)
    assert fault_of(guarded) == (code, detail)
    guarded.end()
    assert fault_of(guarded) == (code, detail), "the next match begins as if nothing had been"


@root
def test_the_end_is_noticed_also_if_a_child_still_holds_the_pipe(
    seat: Callable[..., Guarded],
) -> None:
    def leaving(view: Any, actions: Sequence[Action], rng: Random) -> NoReturn:
        if not os.fork():
            time.sleep(600)
        os._exit(0)

    assert fault_of(seat(leaving)) == ("died", "ended its own process (exit code 0)")


# -- nonsense in the pipe --------------------------------------------------------------------------

NONSENSE: dict[str, bytes] = {
    "noise": b"x" * 9000,
    "noise and a line": b"x" * 900 + b"\n",
    "a huge line": b"1" * 100_000 + b"\n",
    "half a line": b'{"number": 1, "choice": 0',
    "the other half": b'1, "choice": 0}\n',
    "an empty line": b"\n",
    "a zero": b"\0\n",
    "no UTF-8": b"\xff\xfe\xfd\n",
    "too deep": b"[" * 4000 + b"\n",
    "too deep inside": b'{"number": 1, "made_up": ' + b"[" * 1500 + b"]" * 1500 + b"}\n",
    "no object": b"[1, 2]\n",
    "a number of many digits": b'{"number": 1, "choice": ' + b"9" * 4000 + b"}\n",
    "no number of the question": forged(choice=0),
    "another question": forged(number=7, choice=0),
    "no choice": forged(number=1),
    "a choice that is none": forged(number=1, choice=True),
    "no place": forged(number=1, choice=10**6),
    "not a place": forged(number=1, choice=-1),
    "words for a place": forged(number=1, choice="0"),
    "an unknown fault": forged(number=1, fault="genius", detail="won"),
    "a fault without words": forged(number=1, fault="raised"),
    "words that are none": forged(number=1, fault="raised", detail=[1]),
    "somebody else's message": forged(begun=1),
    "an end": forged(ended=1, how="exit code 0"),
    "made up": forged(number=1, made_up={"do": "win"}),
}  # fmt: skip


@pytest.mark.parametrize("content", some(NONSENSE))
def test_nonsense_instead_of_an_answer_is_the_players_fault(
    content: str, seat: Callable[..., Guarded]
) -> None:
    """It answers as well: what is left of it makes no difference."""

    def writing(view: Any, actions: Sequence[Action], rng: Random) -> Action:
        for number in pipes():
            os.write(number, NONSENSE[content])
        return actions[0]

    assert fault_of(seat(writing)) == ("died", "sent nonsense from its process")


def test_an_answer_too_many_is_never_taken_for_the_next(seat: Callable[..., Guarded]) -> None:
    def forging(view: Any, actions: Sequence[Action], rng: Random) -> Action:
        for number in pipes():
            os.write(number, forged(number=1, choice=1))
        return actions[0]

    guarded = seat(forging)
    assert asked(guarded) == ACTIONS[1], "whoever forges its own answer has given it"
    assert fault_of(guarded) == ("died", "sent nonsense from its process")


@root
def test_two_that_answer_at_once_are_one_that_fails(seat: Callable[..., Guarded]) -> None:
    def forking(view: Any, actions: Sequence[Action], rng: Random) -> Action:
        os.fork()
        return actions[0]

    assert fault_of(seat(forking), questions=50)[0] == "died"


def test_nonsense_between_two_questions_is_noticed_at_the_next(
    seat: Callable[..., Guarded], tmp_path: Path
) -> None:
    written = tmp_path / "written"

    def later() -> None:
        time.sleep(0.05)
        for number in pipes():
            os.write(number, b"x" * 9000)
        written.touch()

    def biding(view: Any, actions: Sequence[Action], rng: Random) -> Action:
        if not written.exists():
            threading.Thread(target=later).start()
        return actions[0]

    guarded = seat(biding)
    assert asked(guarded) == ACTIONS[0]
    wait_until(written.exists)
    assert fault_of(guarded) == ("died", "sent nonsense from its process")


def test_what_is_left_in_the_pipe_is_not_in_the_next_match(
    seat: Callable[..., Guarded], tmp_path: Path
) -> None:
    written = tmp_path / "written"

    def leaving(view: Any, actions: Sequence[Action], rng: Random) -> Action:
        def later() -> None:
            for number in pipes():
                os.write(number, forged(number=2, choice=1) + forged(begun=1) + b"x" * 100)
            written.touch()

        if not written.exists():
            threading.Timer(0.05, later).start()
        return actions[0]

    guarded = seat(leaving)
    asked(guarded)
    wait_until(written.exists)
    guarded.end()
    for _ in range(3):
        assert asked(guarded) == ACTIONS[0]


class Unspeakable(Exception):  # noqa: N818
    def __str__(self) -> str:
        raise SystemExit

    __repr__ = __str__


class Equal(Action):
    """An action of a player's own that cannot be compared."""

    def __eq__(self, other: object) -> bool:
        raise Unspeakable

    __hash__ = None  # type: ignore[assignment]


def raising(error: BaseException) -> Callable[[], object]:
    def act() -> NoReturn:
        raise error

    return act


ODD: dict[str, tuple[Callable[[], object], str, str]] = {
    "no words": (raising(Unspeakable()), "raised", "raised Unspeakable"),
    "many words": (raising(ValueError("x" * 10**6)), "raised", f"raised ValueError: {'x' * 400}…"),
    "no letters": (raising(ValueError("a\ud800\nb")), "raised", "raised ValueError: a  b"),
    "interrupted": (raising(KeyboardInterrupt()), "raised", "raised KeyboardInterrupt"),
    "deep": (lambda: ODD["deep"][0](), "raised", "raised RecursionError: maximum recursion depth"),
    "no text": (Unspeakable, "illegal", "answered <Unspeakable>, not one of the"),
    "no action": (Equal, "illegal", "answered Equal(), not one of the"),
    "many digits": (lambda: 10**5000, "illegal", "answered ≈ 10^5000, not one of the"),
    "long": (lambda: "x" * 10**7, "illegal", f"answered '{'x' * 99}…, not one of the"),
}  # fmt: skip


@pytest.mark.parametrize("odd", some(ODD))
@pytest.mark.parametrize("here", [True, False])
def test_odd_errors_and_answers_are_told_in_short_words(
    odd: str, here: bool, seat: Callable[..., Guarded]
) -> None:
    act, code, detail = ODD[odd]

    def player(view: Any, actions: Sequence[Action], rng: Random) -> Any:
        return act()

    if here and odd == "interrupted":
        with pytest.raises(KeyboardInterrupt):
            ask(player, GAME, MATCH.state, 0, Random(1))
        return
    with pytest.raises(PlayerError) as error:
        ask(player if here else seat(player), GAME, MATCH.state, 0, Random(1))
    assert error.value.fault == code
    assert error.value.detail.startswith(detail)
    str(error.value).encode()


# -- a file that is hostile before the first question ----------------------------------------------

PLAYER = "def player(view, actions, rng):\n    return actions[0]\n"
WRITING = """import json, os
def write(content):
    for n in range(3, 64):
        try:
            if "socket" in os.readlink(f"/proc/self/fd/{n}"):
                os.write(n, content)
        except OSError:
            pass
def forge(**message):
    write(json.dumps(message).encode() + b"\\n")
"""
NONE = ("died", "sent nonsense from its process")
LOADS = {
    "noise": ("write(b'x' * 9000)", *NONE),
    "half a line": ("write(b'{')", *NONE),
    "somebody else's message": ("forge(begun=1)", *NONE),
    "an unknown fault": ("forge(fault='genius', detail='won')", *NONE),
    "exit 0": ("os._exit(0)", "died", "ended its own process (exit code 0)"),
    "killed": ("os.kill(os.getpid(), 15)", "died", "ended its own process (signal 15, SIGTERM)"),
    "pipe closed": ("os.closerange(3, 64)", "died", "ended its own process (exit code 0)"),
    "loaded, and gone": ("forge(loaded=True); os._exit(0)", "died",
                         "ended its own process (exit code 0)"),
    "loaded twice": ("forge(loaded=True)", *NONE),
    "a child with the pipe": (
        "if not os.fork():\n    import time\n    time.sleep(600)\nos._exit(4)",
        "died",
        "ended its own process (exit code 4)",
    ),
}  # fmt: skip


@pytest.mark.parametrize("load", some(LOADS))
def test_a_file_that_is_hostile_while_it_loads_is_told_as_that(
    load: str, seat: Callable[..., Guarded]
) -> None:
    source, code, detail = LOADS[load]
    guarded = seat(Entry("hostile", WRITING + source + "\n" + PLAYER, "/nowhere/hostile.py"))
    assert fault_of(guarded) == (code, detail)


def test_a_file_may_keep_its_end_from_being_known(seat: Callable[..., Guarded]) -> None:
    source = (
        "import os, signal\nsignal.signal(signal.SIGCHLD, signal.SIG_IGN)\n"
        "def player(view, actions, rng):\n    os._exit(0)\n"
    )
    fault = fault_of(seat(Entry("deaf", source, "/nowhere/deaf.py")))
    assert fault == ("died", "ended its own process (unknown)")


# -- what a player starts ends with it -------------------------------------------------------------


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def daemon(pids: Path) -> None:
    """Leave a process behind that has left this one's group and session, and has no parent."""
    if not os.fork():
        os.setsid()
        if not os.fork():
            with pids.open("a") as file:
                print(os.getpid(), file=file, flush=True)
            time.sleep(600)
        os._exit(0)


def started(pids: Path) -> list[int]:
    return [int(line) for line in pids.read_text().split()] if pids.exists() else []


@root
@pytest.mark.parametrize("end", ["the match", "the player", "the process"])
def test_a_daemon_of_a_player_ends_with_it(
    end: str, seat: Callable[..., Guarded], tmp_path: Path
) -> None:
    pids = tmp_path / "pids"

    def begetting(view: Any, actions: Sequence[Action], rng: Random) -> Action:
        daemon(pids)
        while not started(pids):
            time.sleep(0.01)
        if end == "the player":
            os._exit(0)
        return actions[0]

    guarded = seat(begetting)
    if end == "the player":
        assert fault_of(guarded)[0] == "died"
    else:
        asked(guarded)
    if end == "the process":
        assert alive(started(pids)[0])
        guarded.close()
    guarded.end()
    [pid] = started(pids)
    wait_until(lambda: not alive(pid))


@root
def test_a_daemon_of_a_player_who_is_too_slow_ends_with_it(
    seat: Callable[..., Guarded], tmp_path: Path
) -> None:
    pids = tmp_path / "pids"

    def sleeping(view: Any, actions: Sequence[Action], rng: Random) -> Action:
        daemon(pids)
        time.sleep(600)
        return actions[0]

    guarded = seat(sleeping, Limits(seconds=1))
    assert fault_of(guarded) == ("late", "took longer than 1 s")
    assert not any(map(alive, started(pids)))


def test_what_a_file_starts_while_it_loads_stays_for_its_matches(
    seat: Callable[..., Guarded], tmp_path: Path
) -> None:
    """A player may have a helper; it ends with the player's process."""
    pids = tmp_path / "pids"
    source = (
        "import os, subprocess, sys\n"
        "helper = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
        f"open({str(pids)!r}, 'w').write(str(helper.pid))\n" + PLAYER
    )
    guarded = seat(Entry("helped", source, "/nowhere/helped.py"))
    for _ in range(2):
        asked(guarded)
        guarded.end()
    asked(guarded)
    [pid] = started(pids)
    assert alive(pid)
    guarded.close()
    assert not alive(pid)


# -- actions in words of one's own -----------------------------------------------------------------


def test_a_player_in_a_process_may_make_up_its_actions_where_the_rules_allow_it(
    seat: Callable[..., Guarded],
) -> None:
    game = Decrypto(players=4)
    match = Match(game, seed=3)
    while not isinstance(match.turn, int) or type(match.actions[0]) not in game.open_ended:
        match.step()
    offered = match.actions
    kind: Any = type(offered[0])

    def inventing(view: Any, actions: Sequence[Action], rng: Random) -> Any:
        return kind("swan")

    def cheating(view: Any, actions: Sequence[Action], rng: Random) -> Any:
        return kind("moon")

    question = (game, match.state, match.turn, Random(1))
    assert ask(seat(inventing), *question) == ask(inventing, *question) not in offered
    with pytest.raises(PlayerError, match="which is not legal"):
        ask(seat(cheating), *question)
