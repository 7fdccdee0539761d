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

import json
import os
import re
import sys
import traceback
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from fractions import Fraction
from functools import cache, partial
from hashlib import sha256
from itertools import combinations, pairwise
from numbers import Integral, Rational, Real
from pathlib import Path
from random import Random
from types import FunctionType, MappingProxyType
from typing import Any, Generic, NamedTuple, TypeVar
from unicodedata import normalize

from gamelib.attempts import (
    LONGEST,
    NOT_ATTEMPTED,
    NOT_UNDERSTOOD,
    RIGHT,
    WRONG,
    Attempt,
    file_for,
    keep_attempt,
    report,
    same_student,
    tidy_name,
)
from gamelib.game import Phrase, Seated
from gamelib.rooms import optional, required
from gamelib.texts import LANGUAGES, number, percent, say, texts, worded

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

DRAWS = 10_000
"""How many cases are drawn before an exercise gives up: far more than any of them needs."""

OF_NO_GAME = ("gamelib.tournament_exercises",)
"""Where exercises stand that belong to no game's room."""


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


# --- reading answers ------------------------------------------------------------------------------


class NotUnderstood(ValueError):  # noqa: N818
    """An answer that is not a number in any of the forms we read."""


def read_answer(answer: object, large: bool = False) -> Fraction | None:
    """Return an answer as a number, None where there is none, or raise NotUnderstood.

    A comma is a decimal point, unless the answer is to be a `large` number: there, 2,401 and 2.401
    and 2 401 are two thousand.

    >>> [str(read_answer(text)) for text in ("1/9", "0.25", "0,25", "12.5 %", "12,5 %", 1, 0.5)]
    ['1/9', '1/4', '1/4', '1/8', '1/8', '1', '1/2']
    >>> read_answer("  ") is None
    True
    """
    if answer is None or answer is ...:
        return None
    if isinstance(answer, str):
        return _read_text(answer, large)
    return _read_number(answer)


_NUMBER = r"[+-]?(?:[0-9]+[.,]?[0-9]*|[.,][0-9]+)(?:[eE][+-]?[0-9]{1,2})?"
_GROUPS = re.compile(r"(?<=[0-9])[ .,'’](?=[0-9]{3}(?![0-9]))")
_WRITTEN = re.compile(rf"[≈=~]?\s*({_NUMBER})(?:\s*/\s*({_NUMBER}))?\s*(%?)")


def _read_text(text: str, large: bool) -> Fraction | None:
    written = normalize("NFKC", text).replace("⁄", "/").replace("−", "-").strip()
    if not written:
        return None
    if large:
        written = _GROUPS.sub("", written)
    found = _WRITTEN.fullmatch(written) if len(written) <= LONGEST else None
    if found is None:
        raise NotUnderstood(text)
    top, bottom = (
        Fraction((part or "1").replace(",", ".").replace(".e", ".0e").removesuffix("."))
        for part in found.group(1, 2)
    )
    if not bottom:
        raise NotUnderstood(text)
    return top / bottom / (100 if found[3] else 1)


def _read_number(answer: Any) -> Fraction:
    """Return any kind of number (numpy's among them) as a Fraction."""
    if getattr(answer, "ndim", None) == 0 and callable(getattr(answer, "item", None)):
        answer = answer.item()  # one of numpy's
    try:
        if isinstance(answer, bool):
            raise TypeError
        if isinstance(answer, Integral):
            return Fraction(int(answer))
        if isinstance(answer, Rational):
            return Fraction(int(answer.numerator), int(answer.denominator))
        if isinstance(answer, Real) or type(answer).__name__ == "Decimal":
            return Fraction(float(answer))
        raise TypeError
    except (TypeError, ValueError, OverflowError):  # nan and inf are among these
        raise NotUnderstood(repr(answer)[:LONGEST]) from None


# --- patterns of questions ------------------------------------------------------------------------


class Verdict(NamedTuple):
    """What a check found: an outcome, a message for the student, and the misconception met."""

    outcome: str
    message: str
    misconception: str = ""

    def points(self, most: int) -> int:
        """Print the verdict, and return all points or none: a grader reads them from the cell."""
        print(self)
        return most if self else 0

    def __bool__(self) -> bool:
        return self.outcome == RIGHT

    def __str__(self) -> str:
        return f"{_SIGNS[self.outcome]} {self.message}"

    def __repr__(self) -> str:
        return str(self)


_SIGNS = {RIGHT: "✓", WRONG: "✗", NOT_ATTEMPTED: "–", NOT_UNDERSTOOD: "?"}


class Finding(NamedTuple):
    """A verdict before it is put into words: `key` names the text, `values` are what it mentions.

    `about` is what the text of a function's trial mentions.
    """

    outcome: str
    key: str
    misconception: str = ""
    values: Mapping[str, object] = MappingProxyType({})
    about: Mapping[str, object] | None = None


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
        except NotUnderstood:
            return Finding(NOT_UNDERSTOOD, "exercise.not_understood")
        if value is None:
            return Finding(NOT_ATTEMPTED, "exercise.not_attempted")
        if self._close(value, right):
            return Finding(RIGHT, "exercise.right")
        for code, wrong in self.misconceptions.items():
            if self._close(value, exact(wrong(case))):
                return Finding(WRONG, f"misconception.{code}", code)
        if self.kind != NUMBER and not (-1 if self.kind == CHANGE else 0) <= value <= 1:
            in_percent = 1 < abs(value) <= 100 and (value > 0 or self.kind == CHANGE)
            code = "percent_sign" if in_percent and "%" not in str(answer) else f"not_a_{self.kind}"
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
        """Return what comes of trying a student's function."""
        if answer is None or answer is ...:
            return Finding(NOT_ATTEMPTED, "exercise.not_attempted")
        if not callable(answer):
            return Finding(NOT_UNDERSTOOD, "exercise.not_a_function")
        wanted, got = self._try(case, self.answer(case)), self._try(case, answer)
        if all(value is None or value is ... for value in got):
            return Finding(NOT_ATTEMPTED, "exercise.not_attempted")
        if self._alike(wanted, got):
            return Finding(RIGHT, "exercise.right_function", values={"count": len(got)})
        for code, wrong in self.misconceptions.items():
            if self._alike(self._try(case, wrong(case)), got):
                return Finding(WRONG, f"misconception.{code}", code)
        args, right, value = next(
            trial
            for trial in zip(self.trials(case), wanted, got, strict=True)
            if not self._alike(trial[1], trial[2])
        )
        if isinstance(value, Exception):
            return Finding(WRONG, *_fault(answer, value), about=self.about(args))
        values = {"wanted": _short(right), "got": _short(value)}
        return Finding(WRONG, "exercise.wrong_case", values=values, about=self.about(args))

    def _try(self, case: C, function: Callable[..., object]) -> list[object]:
        """Return what a function answers in each trial, or the error it raises."""
        answers: list[object] = []
        for args in self.trials(case):
            try:
                answers.append(function(*args))
            except NotImplementedError:  # what a grader puts where an answer is to be written
                answers.append(None)
            except Exception as error:
                answers.append(error)
        return answers

    def _alike(self, right: object, value: Any) -> bool:
        if isinstance(right, tuple | list):
            listed = value.tolist() if hasattr(value, "tolist") else value
            return (
                isinstance(listed, tuple | list)
                and len(listed) == len(right)
                and all(map(self._alike, right, listed))
            )
        if isinstance(right, Real):
            try:
                return self._close(_read_number(value), exact(right))
            except NotUnderstood:
                return False
        return bool(right == value)

    def precision(self, lang: str) -> str:
        """Return in words how to answer."""
        return say("exercise.write_function", lang, name=self.key)


def _short(value: object) -> str:
    shown = repr(value)
    return shown if len(shown) <= LONGEST else f"{shown[:LONGEST]}…"


def _fault(function: Callable[..., object], error: Exception) -> tuple[str, str, dict[str, object]]:
    """Return how to tell that a function has failed: where, if that is in the function's file."""
    code = getattr(function, "__code__", None)
    values: dict[str, object] = {"error": f"{type(error).__name__}: {error}"[:LONGEST]}
    if code is None:
        return "exercise.fault", "", values
    places = [
        place
        for place in traceback.extract_tb(error.__traceback__)
        if place.filename == code.co_filename and place.lineno
    ]
    if not places:
        return "exercise.fault", "", values
    line = (places[-1].lineno or 0) - code.co_firstlineno + 1
    return "exercise.fault_at", "", {**values, "line": line, "code": places[-1].line or ""}


# --- one student's exercise -----------------------------------------------------------------------


class Words(str):
    """Words that a notebook shows as they are, without quotation marks."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


class Task(Generic[C]):
    """One student's exercise: its question, and what comes of answering it."""

    def __init__(self, exercise: Exercise[C], student: str, lang: str, log: Path | None) -> None:
        self.exercise = exercise
        self.student = tidy_name(student)
        if not self.student:
            raise ValueError("give a name, so that the numbers are yours: exercise(student='Ada')")
        if lang not in LANGUAGES:
            raise ValueError(f"there is no language {lang!r}; there are {', '.join(LANGUAGES)}")
        self.lang = lang
        self.log = log
        self.case = exercise.case(self.student)
        self.solved = False
        self.hints_shown = 0
        self.finding: Finding | None = None
        """What the last check found."""
        self._wrong: set[str] = set()

    @property
    def key(self) -> str:
        """What the exercise is called in texts and files."""
        return self.exercise.key

    @property
    def view(self) -> Any:
        """The position that the question is about, as a game's view; None where there is none."""
        return None if self.exercise.view is None else self.exercise.view(self.case)

    @property
    def tries(self) -> int:
        """How many different answers were given, up to the right one."""
        return len(self._wrong) + self.solved

    @property
    def title(self) -> str:
        """What the exercise is called, and how hard it is."""
        level = say(f"exercise.level.{self.exercise.level}", self.lang)
        return say("exercise.title", self.lang, title=self._say("title"), level=level)

    @property
    def position(self) -> str:
        """The position in words, "" where there is none."""
        view = self.view
        if view is None:
            return ""
        describe: Callable[[Seated, str], str] = required(
            f"gamelib.{view.game.name}.exercises", "describe", FunctionType
        )
        return describe(view, self.lang)

    @property
    def asked(self) -> str:
        """What is asked about the position."""
        return self._say("question")

    @property
    def question(self) -> Words:
        """What is asked, the position included, and how exact the answer has to be."""
        parts = (self.position, self.asked, self.precision)
        return Words(" ".join(part for part in parts if part))

    @property
    def precision(self) -> str:
        """How to answer, and how far an answer may be off."""
        return self.exercise.precision(self.lang)

    @property
    def hints(self) -> tuple[str, ...]:
        """All hints, from a nudge to almost everything."""
        known = texts(self.lang)
        keys = [f"hint.{n}" for n in range(1, 10)]
        return tuple(self._say(key) for key in keys if f"exercise.{self.key}.{key}" in known)

    def hint(self) -> Words:
        """Return the next hint; the last one stays."""
        hints = self.hints
        self.hints_shown = min(self.hints_shown + 1, len(hints))
        shown = {"n": self.hints_shown, "count": len(hints), "hint": hints[self.hints_shown - 1]}
        return Words(say("exercise.hint", self.lang, **shown))

    def solution(self) -> Words:
        """Return the worked solution, with the numbers of this case."""
        answer = self.exercise.answer(self.case)
        shown = "" if callable(answer) else self.exercise.shown(answer, self.lang)
        return Words(self._say("solution", answer=shown))

    def check(self, answer: object = None) -> Verdict:
        """Return whether an answer is right, and if not, what may have gone wrong."""
        self.finding = finding = self.exercise.judge(self.case, answer)
        given = _given(answer)
        if finding.outcome == RIGHT:
            self.solved = True
        elif finding.outcome == WRONG and not self.solved:
            self._wrong.add(given)
        verdict = self.verdict(finding)
        if self.log is not None and finding.outcome != NOT_ATTEMPTED:
            attempt = Attempt(
                student=self.student,
                exercise=self.key,
                variant=sha256(self.exercise.variant(self.student).encode()).hexdigest()[:12],
                answer=given,
                outcome=finding.outcome,
                misconception=finding.misconception,
                time=datetime.now(UTC).isoformat(timespec="seconds"),
            )
            try:
                keep_attempt(self.log, attempt)
            except OSError as error:  # a full disk must not keep anybody from an answer
                note = say("exercise.not_kept", self.lang, error=error)
                return verdict._replace(message=f"{verdict.message} {note}")
        return verdict

    def bookmark(self) -> Callable[[], None]:
        """Return what puts everything back to how it is now, should what follows fail.

        An answer that was kept in a file stays there: it was given.
        """
        kept = {**vars(self), "_wrong": set(self._wrong)}
        return lambda: vars(self).update(kept)

    def verdict(self, finding: Finding) -> Verdict:
        """Return in words what a check has found."""
        values = dict(finding.values)
        if finding.about is not None:
            values["case"] = self._say("case", **finding.about)
        message = say(finding.key, self.lang, **self._words(values))
        return Verdict(finding.outcome, message, finding.misconception)

    def _say(self, part: str, **values: object) -> str:
        return say(f"exercise.{self.key}.{part}", self.lang, **self._words(values))

    def _words(self, values: Mapping[str, object]) -> dict[str, object]:
        """Return what texts mention, the way the language writes it."""

        def written(value: object) -> object:
            if isinstance(value, tuple) and not isinstance(value, Phrase):
                return tuple(map(written, value))
            return number(value, self.lang, 4) if isinstance(value, float) else value

        mentioned = {**self.exercise.words(self.case), **values}
        return worded({key: written(value) for key, value in mentioned.items()}, self.lang)

    def __repr__(self) -> str:
        return f"{self.title}\n{self.question}"

    def _repr_markdown_(self) -> str:
        parts = (self.position, self.asked, f"*{self.precision}*")
        return "\n\n".join([f"**{self.title}**", *(part for part in parts if part)])


def _given(answer: object) -> str:
    """Return an answer as the file of attempts keeps it."""
    if answer is None or answer is ...:
        return ""
    code = getattr(answer, "__code__", None)
    if code is not None:  # a function: whether it is still the same one
        marks = repr((code.co_code, code.co_names, code.co_consts))
        name = getattr(answer, "__name__", "function")
        return f"{name} {sha256(re.sub('0x[0-9a-f]+', '', marks).encode()).hexdigest()[:12]}"
    return str(answer)[:LONGEST]


# --- a lesson's exercises -------------------------------------------------------------------------


@cache
def exercises(lesson: str = "") -> tuple[Exercise[Any], ...]:
    """Return all exercises, or those of a lesson ("01"), the easier ones of a lesson first."""
    from gamelib import games

    rooms = [*(f"gamelib.{name}.exercises" for name in games), *OF_NO_GAME]
    found: list[Exercise[Any]] = []
    for room in rooms:
        found += optional(room, "EXERCISES", tuple) or ()  # a new game has none yet
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


class Sheet(Mapping[str, Task[Any]]):
    """One student's tasks of a lesson, by key."""

    def __init__(self, tasks: Sequence[Task[Any]], note: str) -> None:
        self._tasks = {task.key: task for task in tasks}
        self._note = note

    def __getitem__(self, key: str) -> Task[Any]:
        if key not in self._tasks:
            raise KeyError(f"there is no exercise {key!r} here; there are {', '.join(self)}")
        return self._tasks[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._tasks)

    def __len__(self) -> int:
        return len(self._tasks)

    def __repr__(self) -> str:
        width = max(map(len, self), default=0)
        lines = [f"{key.ljust(width)}  {task.title}" for key, task in self.items()]
        return "\n".join([*lines, self._note])


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


# --- handing out ----------------------------------------------------------------------------------

_SOLUTION = re.compile(r"^([ \t]*)### BEGIN SOLUTION.*?^[ \t]*### END SOLUTION[^\n]*", re.S | re.M)


def student_copy(
    source: str | os.PathLike[str], target: str | os.PathLike[str], lang: str = "en"
) -> None:
    """Write a notebook without its solutions and outputs: what students get.

    (nbgrader makes its own with `nbgrader generate_assignment`; this needs nothing but Python.)
    """
    notebook = json.loads(Path(source).read_text("utf-8"))
    for cell in notebook["cells"]:
        if cell["cell_type"] != "code":
            continue
        written = _SOLUTION.sub(partial(_stub, lang=lang), "".join(cell["source"]))
        cell.update(source=written.splitlines(keepends=True), outputs=[], execution_count=None)
    Path(target).write_text(json.dumps(notebook, ensure_ascii=False, indent=1) + "\n", "utf-8")


def _stub(solution: re.Match[str], lang: str) -> str:
    """Return what stands in a solution's place; a function needs something in its body."""
    indent = solution[1]
    return f"{indent}{'...  ' if indent else ''}# {say('exercise.stub', lang)}"


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
