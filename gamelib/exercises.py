"""Exercises: a question with numbers of one's own, a check that helps, hints, a worked solution.

An `Exercise` is a pattern; called with a student's name it makes a `Task`, the same on every
machine. Answers are never typed in: they are computed from the task's case by the functions that
the lessons use. A wrong answer that matches a known misconception gets the message that helps.

>>> task = exercise("fresh_pair")(student="Ada")
>>> task.check("1/2").outcome
'wrong'
>>> task.check(task.exercise.answer(task.case)).outcome
'right'

For teachers: `report(folder)` is the table of the class, from the attempts that the notebooks keep
in files beside them. From a shell:

    python -m gamelib.exercises student SOURCE TARGET   a notebook without its solutions
    python -m gamelib.exercises report FOLDER [CSV]     the table of the class
"""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, partial
from itertools import combinations, pairwise
from numbers import Real
from pathlib import Path
from random import Random
from types import CodeType
from typing import Any, Generic, TypeVar

from gamelib.attempts import (
    LONGEST,
    NOT_ATTEMPTED,
    NOT_UNDERSTOOD,
    RIGHT,
    WRONG,
    file_for,
    report,
    same_student,
)
from gamelib.careful import carefully, described, printable, shown
from gamelib.game import Seated
from gamelib.handout import student_copy
from gamelib.reading import NotUnderstood, has_percent_sign, read_answer, read_number
from gamelib.rooms import required, rooms_with
from gamelib.tasks import Finding, Sheet, Task, Verdict
from gamelib.texts import LANGUAGES, number, percent, say
from gamelib.trying import Limits, Stopped, limited

__all__ = [
    "Exercise", "FunctionExercise", "Sheet", "Task", "Verdict", "exercise", "exercises",
    "read_answer", "report", "sheet", "student_copy",
]  # fmt: skip

T = TypeVar("T")
C = TypeVar("C")  # an exercise's case: what is drawn for a student

TOLERANCE = Fraction(1, 1000)
"""How far an answer may be off unless the exercise says otherwise: three decimals are enough."""

CHANCE, CHANGE, NUMBER = "chance", "change", "number"
"""What an answer is: from 0 to 1, from -1 to 1, or any number."""

LIMITS = Limits()
"""What a student's function may use in a check: what a player may in a match."""

DRAWS = 10_000
"""How many cases are drawn before an exercise gives up: far more than any of them needs."""


# --- chance that is the same everywhere -----------------------------------------------------------
# Of Python's generator only random() is promised to give the same numbers in every version.


def pick(rng: Random, choices: Sequence[T]) -> T:
    """Return one of several, each as likely as the next."""
    return choices[int(rng.random() * len(choices))]


def shuffled(rng: Random, things: Sequence[T]) -> list[T]:
    """Return things in a random order."""
    left = list(things)
    for n in range(len(left) - 1, 0, -1):
        other = int(rng.random() * (n + 1))
        left[n], left[other] = left[other], left[n]
    return left


# --- patterns of questions ------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Exercise(Generic[C]):
    """A pattern of questions: how a case is drawn, answered and got wrong.

    The words stand in `gamelib.texts` under `exercise.<key>`: `.title`, `.question`, `.hint.1`,
    `.hint.2` … and `.solution`; those of a misconception under `misconception.<code>`.
    `words(case)` gives the values they mention; the solution may mention {answer} as well.
    """

    key: str
    lesson: str
    level: int
    """From 1, a warm-up, to 3, hard."""
    rules: str
    """The game and its rules' version: new rules, new cases."""
    make: Callable[[Random], C]
    """Draws a case. It uses `random()` alone, by way of `pick` and `shuffled`."""
    answer: Callable[[C], Any]
    words: Callable[[C], Mapping[str, object]]
    misconceptions: Mapping[str, Callable[[C], Any]] = field(default_factory=dict)
    """For each code, the answer it leads to."""
    kind: str = CHANCE
    tolerance: Fraction = TOLERANCE
    view: Callable[[C], Seated] | None = None
    """The position to draw beside the question, as a game's view, where there is one."""
    counted: Callable[[C], Collection[int | str]] | None = None
    """The cards that are counted, by value or by name: the solution's picture marks them."""

    def __call__(
        self, student: str, lang: str = "en", log: str | os.PathLike[str] | None = None
    ) -> Task[C]:
        """Return this student's own task; with `log`, attempts are kept in that file."""
        return Task(self, student, lang, None if log is None else Path(log))

    def variant(self, student: str) -> str:
        """Return what a student's case depends on: the exercise, the rules and the name."""
        return f"{self.key}/{self.rules}/{same_student(student)}"

    def case(self, student: str) -> C:
        """Return a student's case; one in which a misconception gives itself away."""
        rng = Random(self.variant(student))
        for _ in range(DRAWS):
            case = self.make(rng)
            if self.tells_apart(case):
                return case
        raise RuntimeError(f"exercise {self.key} finds no case for {student!r}")

    def tells_apart(self, case: C) -> bool:
        """Tell whether no answer can be taken both for right and wrong, or for two mistakes."""
        right = exact(self.answer(case))
        if self.kind == CHANCE and not 0 < right < 1:
            return False
        values = sorted([right, *(exact(wrong(case)) for wrong in self.misconceptions.values())])
        return all(after - before > 2 * self.tolerance for before, after in pairwise(values))

    def judge(self, case: C, answer: object) -> Finding:
        """Return what an answer is."""
        right = exact(self.answer(case))
        try:
            value = read_answer(answer, large=abs(right) >= 1000)
        except NotUnderstood as error:
            return Finding(NOT_UNDERSTOOD, error.key)
        if value is None:
            return Finding(NOT_ATTEMPTED, "exercise.not_attempted")
        if self._close(value, right):
            return Finding(RIGHT, "exercise.right")
        for code, wrong in self.misconceptions.items():
            if self._close(value, exact(wrong(case))):
                return Finding(WRONG, f"misconception.{code}", code)
        if self.kind != NUMBER and not (-1 if self.kind == CHANGE else 0) <= value <= 1:
            in_percent = 1 < abs(value) <= 100 and (value > 0 or self.kind == CHANGE)
            unsigned = in_percent and not has_percent_sign(answer)
            code = "percent_sign" if unsigned else f"not_a_{self.kind}"
            return Finding(WRONG, f"exercise.{code}", code)
        digits = decimals(self.tolerance) - 1
        if digits > 0 and round(value, 9) == round(right, digits):  # 0.12 as a float is a hair off
            return Finding(WRONG, "exercise.rounded", "rounded")
        return Finding(WRONG, "exercise.wrong")

    def _close(self, value: Fraction, wanted: Fraction) -> bool:
        return abs(value - wanted) <= self.tolerance

    def shown(self, value: Any, lang: str) -> str:
        """Return a value the way answers are shown: 5/46 ≈ 10.9%."""
        if self.kind == NUMBER:
            digits = max(2, decimals(self.tolerance))
            about = number(value, lang, digits)
        else:
            digits, about = 3, percent(value, lang)
        if isinstance(value, float):
            shown = f"≈ {about}"
        elif value.denominator == 1:
            shown = str(value)
        else:
            sign = "=" if value * 10**digits % 1 == 0 else "≈"
            shown = f"{value} {sign} {about}" if value.denominator < 10**6 else f"{sign} {about}"
        return shown.replace("-", "−")

    def precision(self, lang: str) -> str:
        """Return in words how to answer, and how far an answer may be off."""
        if not self.tolerance:
            return say("exercise.exact", lang)
        off = number(self.tolerance, lang, decimals(self.tolerance))
        return say(f"exercise.tolerance.{self.kind}", lang, tolerance=off)


def exact(value: Any) -> Fraction:
    """Return a number as a Fraction."""
    return Fraction(value)


def decimals(tolerance: Fraction) -> int:
    """Return how many decimals it takes to write a tolerance.

    >>> [decimals(Fraction(1, n)) for n in (1, 10, 2000)]
    [0, 1, 4]
    """
    return next(n for n in range(20) if tolerance * 10**n % 1 == 0)


@dataclass(frozen=True, kw_only=True)
class FunctionExercise(Exercise[C]):
    """An exercise whose answer is a function that the student writes; it is tried on cases.

    `answer(case)` is a function that does it right, each misconception one that does it wrong.
    A student's is tried with limits, where it can do no harm.
    """

    trials: Callable[[C], Sequence[tuple[Any, ...]]]
    """The arguments of each trial, made anew at every call."""
    about: Callable[[tuple[Any, ...]], Mapping[str, object]]
    """What the text `exercise.<key>.case` mentions of a trial."""

    def tells_apart(self, case: C) -> bool:
        """Tell whether each wrong function goes wrong in some trial, each in its own way."""
        functions = [self.answer(case), *(wrong(case) for wrong in self.misconceptions.values())]
        answers = [self._try(case, function) for function in functions]
        return not any(self._alike(*two) for two in combinations(answers, 2))

    def judge(self, case: C, answer: object) -> Finding:
        """Return what comes of trying a student's function, within limits (`gamelib.trying`)."""
        if answer is None or answer is ...:
            return Finding(NOT_ATTEMPTED, "exercise.not_attempted")
        if not callable(answer):
            return Finding(NOT_UNDERSTOOD, "exercise.not_a_function")
        wanted = self._try(case, self.answer(case))
        try:
            found = limited(partial(self._compared, case, wanted, answer), LIMITS)
        except Stopped as stopped:
            values = {**_limits(), "error": stopped.detail}
            about = self._about(case, stopped.step)
            return Finding(WRONG, f"exercise.{stopped.code}", values=values, about=about)
        trial = found.pop("trial", None)
        return Finding(**found, about=None if trial is None else self._about(case, trial))

    def _about(self, case: C, trial: int) -> Mapping[str, object]:
        return self.about(self.trials(case)[trial])

    def _compared(
        self,
        case: C,
        wanted: list[object],
        answer: Callable[..., object],
        begins: Callable[[int], None],
    ) -> dict[str, Any]:
        """Return a finding as JSON has it, and which trial it is about."""
        got = self._try(case, answer, begins)
        if all(value is None or value is ... for value in got):
            return Finding(NOT_ATTEMPTED, "exercise.not_attempted").plain()
        if self._alike(wanted, got):
            return Finding(RIGHT, "exercise.right_function", values={"count": len(got)}).plain()
        for code, wrong in self.misconceptions.items():
            if self._alike(self._try(case, wrong(case)), got):
                return Finding(WRONG, f"misconception.{code}", code).plain()
        trial, right, value = next(
            (trial, right, value)
            for trial, (right, value) in enumerate(zip(wanted, got, strict=True))
            if not self._alike(right, value)
        )
        if isinstance(value, _Raised):
            return {**_fault(answer, value.error).plain(), "trial": trial}
        values = {"wanted": shown(right, LONGEST), "got": shown(value, LONGEST)}
        return {**Finding(WRONG, "exercise.wrong_case", values=values).plain(), "trial": trial}

    def _try(
        self,
        case: C,
        function: Callable[..., object],
        begins: Callable[[int], None] = lambda trial: None,
    ) -> list[object]:
        """Return what a function answers in each trial, or the error it raises."""
        answers: list[object] = []
        for trial, args in enumerate(self.trials(case)):
            begins(trial)
            answers.append(_called(function, args))
        return answers

    def _alike(self, right: object, value: Any) -> bool:
        """Tell whether an answer is the right one, whatever it is."""
        return carefully(lambda: self._equal(right, value), False)

    def _equal(self, right: object, value: Any) -> bool:
        if isinstance(right, tuple | list):
            listed = value.tolist() if hasattr(value, "tolist") else value
            return (
                isinstance(listed, tuple | list)
                and len(listed) == len(right)
                and all(map(self._equal, right, listed))
            )
        if isinstance(right, Real):
            return self._close(read_number(value), exact(right))
        return bool(right == value)

    def precision(self, lang: str) -> str:
        """Return in words how to answer."""
        return say("exercise.write_function", lang, name=self.key)


def _limits() -> dict[str, object]:
    """Return what texts mention of the limits."""
    return {"seconds": f"{LIMITS.seconds:g}", "memory": LIMITS.memory}


@dataclass(frozen=True)
class _Raised:
    """An error, in the place of an answer."""

    error: BaseException


def _called(function: Callable[..., object], args: tuple[Any, ...]) -> object:
    """Return what a function answers; None if it is not written yet."""
    try:
        return function(*args)
    except NotImplementedError:  # what a grader puts where an answer is to be written
        return None
    except (Exception, SystemExit, GeneratorExit) as error:
        return _Raised(error)


def _fault(function: Callable[..., object], error: BaseException) -> Finding:
    """Return how to tell that a function has failed: where, if that is in the function's file."""
    values: dict[str, object] = {"error": described(error, LONGEST)}
    if isinstance(error, MemoryError):
        return Finding(WRONG, "exercise.memory", values={**values, **_limits()})
    code = getattr(function, "__code__", None)
    if not isinstance(code, CodeType):
        return Finding(WRONG, "exercise.fault", values=values)
    places = [
        place
        for place in traceback.extract_tb(error.__traceback__)
        if place.filename == code.co_filename and place.lineno
    ]
    if not places:
        return Finding(WRONG, "exercise.fault", values=values)
    line = (places[-1].lineno or 0) - code.co_firstlineno + 1
    values |= {"line": line, "code": printable(places[-1].line or "", LONGEST)}
    return Finding(WRONG, "exercise.fault_at", values=values)


# --- a lesson's exercises -------------------------------------------------------------------------


@cache
def exercises(lesson: str = "") -> tuple[Exercise[Any], ...]:
    """Return all exercises, or those of a lesson ("01"), the easier ones of a lesson first."""
    found: list[Exercise[Any]] = []
    for room in rooms_with("exercises"):
        found += required(f"gamelib.{room}.exercises", "EXERCISES", tuple)
    chosen = [exercise for exercise in found if lesson in ("", exercise.lesson)]
    if not chosen:
        lessons = ", ".join(sorted({exercise.lesson for exercise in found}))
        raise ValueError(f"there are no exercises for lesson {lesson!r}; there are for {lessons}")
    return tuple(sorted(chosen, key=lambda exercise: (exercise.lesson, exercise.level)))


def exercise(key: str) -> Exercise[Any]:
    """Return the exercise of this key."""
    known = {exercise.key: exercise for exercise in exercises()}
    if key not in known:
        raise ValueError(f"there is no exercise {key!r}; there are {', '.join(known)}")
    return known[key]


def sheet(
    lesson: str, student: str, lang: str = "en", folder: str | os.PathLike[str] = "."
) -> Sheet:
    """Return a student's tasks of a lesson. Attempts are kept in the folder, in the student's file.

    Until somebody has written a name, there is nobody to keep attempts for.
    """
    nobody = {same_student(say("exercise.your_name", known)) for known in LANGUAGES}
    log = None if same_student(student) in nobody else Path(folder) / file_for(student)
    tasks = [exercise(student, lang, log) for exercise in exercises(lesson)]
    key = "exercise.not_kept_yet" if log is None else "exercise.kept"
    return Sheet(tasks, say(key, lang, file="" if log is None else log.name))


def main(arguments: Sequence[str]) -> None:
    """Do what the command line asks for."""
    match arguments:
        case ["student", source, target]:
            student_copy(source, target)
        case ["report", folder]:
            print(report(folder))
        case ["report", folder, path]:
            report(folder).to_csv(path)
        case _:
            sys.exit((__doc__ or "").partition("From a shell:")[2].strip("\n"))


if __name__ == "__main__":
    main(sys.argv[1:])
