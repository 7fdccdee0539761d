"""One student's exercise: its question, hints and solution, and what comes of answering it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from types import FunctionType, MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from gamelib.attempts import (
    LONGEST,
    NOT_ATTEMPTED,
    NOT_UNDERSTOOD,
    RIGHT,
    WRONG,
    Attempt,
    keep_attempt,
    tidy_name,
)
from gamelib.careful import carefully, plain
from gamelib.game import Phrase, Seated
from gamelib.rooms import required
from gamelib.texts import LANGUAGES, number, say, texts, worded

if TYPE_CHECKING:
    from gamelib.exercises import Exercise

C = TypeVar("C")  # an exercise's case: what is drawn for a student


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

    def plain(self) -> dict[str, Any]:
        """Return what another process says that it has found; what it is about is known here."""
        return {"outcome": self.outcome, "key": self.key, "misconception": self.misconception,
                "values": dict(self.values)}  # fmt: skip


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
    if (code := carefully(lambda: getattr(answer, "__code__", None), None)) is None:
        return plain(answer, LONGEST)
    # A function: whether it is still the same one.
    marks = carefully(lambda: repr((code.co_code, code.co_names, code.co_consts)), "")
    name = plain(carefully(lambda: getattr(answer, "__name__", "function"), "function"))
    return f"{name} {sha256(re.sub('0x[0-9a-f]+', '', marks).encode()).hexdigest()[:12]}"


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
