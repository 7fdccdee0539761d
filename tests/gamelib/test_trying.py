"""Whatever is given to a check, there is a clear word, soon, and the notebook lives on."""

from __future__ import annotations

import os
import re
import signal
import sys
import threading
import time
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from functools import cache, partial
from io import StringIO
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, NoReturn

import numpy as np
import pytest

from gamelib.attempts import read_attempts
from gamelib.exercises import Exercise, FunctionExercise, Task, exercise, exercises
from gamelib.texts import LANGUAGES
from gamelib.trying import PRINTED, Limits
from tests.gamelib.hostile import python_values
from tests.gamelib.tables import THOROUGH, slow

module = sys.modules["gamelib.exercises"]
linux = pytest.mark.skipif(sys.platform != "linux", reason="functions have no process here")

FUNCTIONS = [one for one in exercises() if isinstance(one, FunctionExercise)]
NUMBERS = [one for one in exercises() if not isinstance(one, FunctionExercise)]


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nobody wait for the clock in vain: who is to be told at once has a minute."""
    monkeypatch.setattr(module, "LIMITS", Limits(seconds=60, memory=200))


@pytest.fixture
def brief(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stop functions soon."""
    monkeypatch.setattr(module, "LIMITS", Limits(seconds=0.5))


@pytest.fixture
def calm(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stop functions when even a busy machine has done what comes before."""
    monkeypatch.setattr(module, "LIMITS", Limits(seconds=4))


@pytest.fixture(params=["there", "here"])
def where(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """In a process of its own, and where there is none to be had."""
    if request.param == "here":
        monkeypatch.setattr("gamelib.guard.FUNCTIONS", False)
    elif sys.platform != "linux":
        pytest.skip("functions have no process here")
    return str(request.param)


def estimated(function: Callable[..., object], lang: str = "en") -> str:
    """What is said about a function that should be `estimate(trial, n, rng)`."""
    verdict = exercise("estimate")("Ada", lang).check(function)
    assert verdict.outcome == "wrong"
    return verdict.message


# -- functions that do not come back ---------------------------------------------------------------


def loops(*args: object) -> NoReturn:
    while True:
        pass


def sleeps(*args: object) -> None:
    while True:
        time.sleep(0.01)


def clings(*args: object) -> None:
    while True:
        try:
            loops()
        except BaseException:
            break


@pytest.mark.parametrize("endless", [loops, sleeps])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_loop_without_end_is_stopped(
    endless: Callable[..., object], lang: str, where: str, brief: None
) -> None:
    said = estimated(endless, lang)
    assert re.search("longer than 0.5 seconds|plus de 0.5 secondes", said), said
    assert re.search("Case: |Cas\u00a0: ", said)


def test_a_function_that_clings_to_its_loop_is_stopped_here_too(
    monkeypatch: pytest.MonkeyPatch, brief: None
) -> None:
    monkeypatch.setattr("gamelib.guard.FUNCTIONS", False)
    assert exercise("estimate")("Ada").check(clings).outcome in ("wrong", "not_attempted")


@slow
def test_it_is_told_in_which_case_a_function_does_not_come_back(where: str, calm: None) -> None:
    def estimate(trial: Any, n: int, rng: Random) -> Any:
        while n == 50:
            pass
        return sum(trial(rng) for _ in range(n)) / n

    assert re.search(r"longer than 4 seconds.*Case: estimate\(\w+, 50, rng\)", estimated(estimate))


@pytest.mark.parametrize(
    "pattern", FUNCTIONS[: 9 if THOROUGH else 1], ids=lambda pattern: pattern.key
)
def test_every_function_exercise_has_limits(pattern: FunctionExercise[Any], brief: None) -> None:
    assert "longer than 0.5 seconds" in pattern("Ada").check(loops).message


def test_where_there_are_no_threads_either_a_function_is_tried_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def start(thread: threading.Thread) -> NoReturn:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr("gamelib.guard.FUNCTIONS", False)
    monkeypatch.setattr(threading.Thread, "start", start)
    task = exercise("estimate")("Ada")
    assert task.check(task.exercise.answer(task.case))


def test_where_no_process_is_to_be_had_a_function_is_tried_here(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fork() -> NoReturn:
        raise BlockingIOError("no more processes")

    monkeypatch.setattr(os, "fork", fork)
    task = exercise("estimate")("Ada")
    assert task.check(task.exercise.answer(task.case))


# -- functions that do harm ------------------------------------------------------------------------


@linux
@pytest.mark.parametrize(
    ("act", "words"),
    [
        (lambda *_: os._exit(0), "ended its own process (exit code 0)"),
        (lambda *_: os.kill(os.getpid(), signal.SIGSEGV), "(signal 11, SIGSEGV)"),
        (lambda *_: os.closerange(3, 64), "ended its own process"),
        (lambda *_: [os.write(n, b'{"done": {}}\n') for n in range(3, 64)
                     if os.path.exists(f"/proc/self/fd/{n}")], "sent nonsense"),
        (lambda *_: bytearray(10**9), "more than 200 MB of memory"),
        (lambda *_: [0] * 10**9, "more than 200 MB of memory"),
    ],
    ids=["exits", "faults", "closes", "forges", "hogs", "hoards"],
)  # fmt: skip
def test_a_function_that_harms_its_process_harms_nothing_else(
    act: Callable[..., object], words: str, patient: None
) -> None:
    said = estimated(act)
    assert words in said
    assert "Case: " in said


def raises(error: BaseException) -> Callable[..., NoReturn]:
    def act(*args: object) -> NoReturn:
        raise error

    return act


class Unspeakable(Exception):  # noqa: N818
    def __str__(self) -> str:
        raise SystemExit

    __repr__ = __str__


@cache
def recurses(*args: object) -> object:
    return recurses(*args, 1)


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (SystemExit(3), "Error: SystemExit: 3."),
        (GeneratorExit(), "Error: GeneratorExit."),
        (Unspeakable(), "Error: Unspeakable."),
        (ValueError("x" * 10**6), "xxx….",),
        (ValueError("a\ud800\nb"), "ValueError: a  b."),
        (KeyError("{"), "KeyError: '{'."),
    ],
    ids=["exit", "generator", "no words", "many words", "no letters", "braces"],
)  # fmt: skip
def test_whatever_a_function_raises_is_told(
    error: BaseException, words: str, where: str, patient: None
) -> None:
    said = estimated(raises(error))
    assert words in said
    assert len(said) < 1000
    said.encode()


def test_a_function_that_calls_itself_for_ever_is_told_so(where: str, patient: None) -> None:
    def deep(*args: object) -> object:
        return deep(*args)

    assert "RecursionError" in estimated(deep)


def test_a_function_may_change_what_it_is_given(patient: None, where: str) -> None:
    """Each case is made anew, for it and for the words about it."""
    task = exercise("table_chances")("Ada")
    right = task.exercise.answer(task.case)

    def emptying(ratings: list[int]) -> Any:
        found = right(list(ratings))
        ratings.clear()
        return found

    assert task.check(emptying)
    wrong = task.check(lambda ratings: ratings.clear() or 0)
    assert "[]" not in wrong.message


@linux
def test_what_a_function_changes_outside_is_as_it_was(patient: None) -> None:
    kept: list[int] = []

    def keeping(trial: Any, n: int, rng: Random) -> Any:
        kept.append(n)
        return 0

    estimated(keeping)
    assert kept == []


# -- prints ----------------------------------------------------------------------------------------


def test_what_a_function_prints_is_seen(
    where: str, patient: None, capsys: pytest.CaptureFixture[str]
) -> None:
    def printing(trial: Any, n: int, rng: Random) -> Any:
        print("n is", n)
        return 0

    estimated(printing)
    assert capsys.readouterr().out.splitlines()[:2] == ["n is 3", "n is 5"]


@linux
def test_not_everything_that_is_printed_is_seen(
    patient: None, capsys: pytest.CaptureFixture[str]
) -> None:
    def flooding(trial: Any, n: int, rng: Random) -> Any:
        for _ in range(100):
            print("\N{GRINNING FACE}" * 10_000)
            print("x" * 10_000, file=sys.stderr)
        return 0

    estimated(flooding)
    out = capsys.readouterr().out
    assert PRINTED <= len(out) < PRINTED + 10
    assert out.endswith("…\n")


@slow
@linux
def test_prints_of_a_loop_without_end_are_seen(
    calm: None, capsys: pytest.CaptureFixture[str]
) -> None:
    def estimate(trial: Any, n: int, rng: Random) -> NoReturn:
        print("here we go")
        loops()

    estimated(estimate)
    assert capsys.readouterr().out == "here we go\n"


# -- a person's stop -------------------------------------------------------------------------------


class Heard(StringIO):
    """Where prints go, which tells when the first has come."""

    def __init__(self) -> None:
        super().__init__()
        self.begun = threading.Event()

    def write(self, text: str) -> int:
        self.begun.set()
        return super().write(text)


def test_a_stop_by_a_person_ends_the_check(
    where: str, patient: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It comes once the function has been heard: a stop while Python forks is lost in Python."""
    heard = Heard()
    before = signal.signal(signal.SIGINT, signal.default_int_handler)

    def waiting(*args: object) -> None:
        print("here we go")
        sleeps()

    def interrupt() -> None:
        heard.begun.wait()
        os.kill(os.getpid(), signal.SIGINT)

    helper = threading.Thread(target=interrupt)
    helper.start()
    monkeypatch.setattr(sys, "stdout", heard)
    try:
        with pytest.raises(KeyboardInterrupt):
            exercise("estimate")("Ada").check(waiting)
    finally:
        helper.join()
        signal.signal(signal.SIGINT, before)


# -- odd answers -----------------------------------------------------------------------------------


def failing(*args: object) -> NoReturn:
    raise SystemExit("odd")


class Odd:
    """An object that raises whatever it is asked."""

    __str__ = __repr__ = __float__ = __int__ = __bool__ = __len__ = __iter__ = failing
    __eq__ = __lt__ = __hash__ = __index__ = __format__ = __getattr__ = failing


class Masked:
    """An object that does not say what it is."""

    @property
    def __class__(self) -> Any:
        raise ZeroDivisionError

    @__class__.setter
    def __class__(self, kind: Any) -> None:
        raise ZeroDivisionError


class OddNumber(Fraction):
    """A number that raises whatever it is asked."""

    numerator = denominator = property(failing)
    __float__ = __str__ = __repr__ = __sub__ = __rsub__ = failing


class OddWhole(int):
    """A whole number that is none."""

    __int__ = __index__ = __str__ = __repr__ = failing


class OddText(str):
    """A text that raises whatever it is asked."""

    __slots__ = ()
    __str__ = __repr__ = __len__ = __contains__ = __getitem__ = __format__ = failing
    strip = replace = failing


class Called:
    """Something to call that is no function."""

    __code__ = "none"

    def __call__(self, *args: object) -> object:
        return self


ODD: dict[str, Callable[[], object]] = {
    "odd": Odd,
    "masked": Masked,
    "odd number": partial(OddNumber, 1, 2),
    "odd whole": partial(OddWhole, 1),
    "odd text": partial(OddText, "1/2"),
    "called": Called,
    "5,000 digits": lambda: 10**5000,
    "-5,000 digits": lambda: -(10**5000),
    "million digits": lambda: 1 << 4_000_000,
    "fraction of 5,000 digits": lambda: Fraction(10**5000 + 1, 3**10000),
    "fraction of a million digits": lambda: Fraction(1 << 4_000_000, 3),
    "small fraction": lambda: Fraction(1, 10**5000),
    "nan": lambda: float("nan"),
    "inf": lambda: float("inf"),
    "-inf": lambda: -float("inf"),
    "large float": lambda: 1.7e308,
    "small float": lambda: 5e-324,
    "-0.0": lambda: -0.0,
    "complex": lambda: 1j,
    "Decimal": lambda: Decimal("0.5"),
    "Decimal nan": lambda: Decimal("sNaN"),
    "large Decimal": lambda: Decimal("1e999999"),
    "million letters": lambda: "x" * 10**6,
    "million digits in a text": lambda: "1" * 10**6,
    "million spaces": lambda: " " * 10**6,
    "million marks": lambda: "\ufdfa" * 10**6,
    "long fraction": lambda: "1" * 90 + "/" + "3" * 90,
    "exponent": lambda: "1e99",
    "exponents": lambda: "1e-99/1e99%",
    "surrogate": lambda: "\ud800",
    "nul": lambda: "\0",
    "bidi": lambda: "\u202e1/2",
    "other digits": lambda: "١/٢",
    "superscript": lambda: "1²³",
    "braces": lambda: "{answer}",
    "division by 0": lambda: "1/0",
    "list": lambda: [1 / 2],
    "million numbers": lambda: [0] * 10**6,
    "numpy float": lambda: np.float64(0.5),
    "numpy half": lambda: np.float16(0.5),
    "numpy long": lambda: np.longdouble("0.5"),
    "numpy whole": lambda: np.int8(1),
    "numpy truth": lambda: np.bool_(True),
    "numpy nan": lambda: np.float32("nan"),
    "numpy date": lambda: np.datetime64("2020-01-01"),
    "numpy nothing": lambda: np.array(None),
    "numpy scalar": lambda: np.array(0.5),
    "numpy numbers": lambda: np.zeros((1000, 1000)),
    "count": count,
    "type": lambda: int,
    "module": lambda: sys,
    "function": lambda: loops if False else (lambda: 1 / 0),
    "coroutine": lambda: partial(np.add, 1),
}  # fmt: skip


@cache
def odd_answers() -> tuple[object, ...]:
    """Odd objects, and those of the tests of options and records."""
    return (*(make() for make in ODD.values()), *python_values())


KEYS = ["fresh_pair", "matches_in_a_round", "estimate"]


@pytest.mark.parametrize("odd", ODD)
@pytest.mark.parametrize("key", KEYS if THOROUGH else KEYS[:1])
def test_an_odd_answer_gets_a_word_and_no_exception(odd: str, key: str, tmp_path: Path) -> None:
    task = exercise(key)("Ada", "fr", tmp_path / "attempts-ada.jsonl")
    judged(task, ODD[odd]())
    for attempt in read_attempts(tmp_path):
        assert len(attempt.answer) <= 201


def judged(task: Task[Any], answer: object) -> None:
    """Check an answer, and the answer to that."""
    verdict = task.check(answer)
    assert verdict.outcome in ("right", "wrong", "not_attempted", "not_understood")
    assert 0 < len(verdict.message) < 1500
    str(verdict).encode()
    assert task.finding is not None


def test_a_number_of_too_many_digits_is_told_so() -> None:
    task = exercise("matches_in_a_round")("Ada")
    assert task.check(10**5000).outcome == "wrong"
    assert task.check(10**7000).message.startswith("This number has too many digits")
    assert exercise("fresh_pair")("Ada").check(10**5000).misconception == "not_a_chance"


def made_up(rng: Random, case: Any, pattern: Exercise[Any]) -> object:
    """An answer that somebody may give, or nearly."""
    right = pattern.answer(case)
    if callable(right):
        return rng.choice([1, "f", None, [right], right])
    match rng.randrange(6):
        case 0:
            return right
        case 1:
            return f"{float(right):.{rng.randrange(6)}f}{rng.choice(['', '%', ' %', ' % %', 'x'])}"
        case 2:
            return float(right) + rng.choice([0, 1e-4, -1e-3, 1, -100])
        case 3:
            letters = "0123456789/.,%+-eE ≈−⁄'’\u00a0\u202f½²"
            return "".join(rng.choice(letters) for _ in range(rng.randrange(12)))
        case 4:
            return rng.choice([np.float64, np.float32, str, complex, Decimal])(float(right))
        case _:
            return "".join(chr(rng.randrange(0x3000)) for _ in range(rng.randrange(20)))


@pytest.mark.parametrize("pattern", exercises(), ids=lambda pattern: pattern.key)
def test_no_answer_breaks_a_check(pattern: Exercise[Any]) -> None:
    """Thousands of answers in all: odd ones, and what people type."""
    rng = Random(f"answers/{pattern.key}")
    task = pattern("Ada", rng.choice(LANGUAGES))
    odd = [one for one in odd_answers() if not (callable(one) and pattern in FUNCTIONS)]
    typed = [made_up(rng, task.case, pattern) for _ in range(200 if THOROUGH else 10)]
    for answer in (odd if THOROUGH else rng.sample(odd, 10)) + typed:
        judged(task, answer)
