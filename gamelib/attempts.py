"""Attempts at exercises: kept line by line beside the notebook, and summed up for the teacher.

A file of attempts is JSON lines, so a person can read it and nothing that was written is lost when
a machine is switched off. `report` reads all of a folder and makes the table of the class:

>>> from tempfile import TemporaryDirectory
>>> folder = TemporaryDirectory()
>>> for name, outcome in (("Ada", "wrong"), ("Ada", "right"), ("Émile", "wrong")):
...     attempt = Attempt(name, "next_card", "ab12", "7/55", outcome, "", "2026-01-05T10:00:00")
...     keep_attempt(Path(folder.name) / file_for(name), attempt._replace(answer=outcome))
>>> print(report(folder.name))
Students: 2. ✓ solved, ✗ not yet, – not tried; the number says in how many tries.
student   1  solved
Ada      ✓2  1 of 1
Émile    ✗1  0 of 1
1  The next card (next_card): solved by 1 of 2
>>> folder.cleanup()
"""

from __future__ import annotations

import csv
import errno
import io
import json
import os
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from unicodedata import combining, normalize

from gamelib.texts import listing, say, texts

if TYPE_CHECKING:
    from matplotlib.figure import Figure

RIGHT, WRONG = "right", "wrong"
NOT_ATTEMPTED, NOT_UNDERSTOOD = "not_attempted", "not_understood"

LONGEST = 200
"""How many characters of an answer are kept."""


class Attempt(NamedTuple):
    """One line of a file of attempts."""

    student: str
    exercise: str
    variant: str
    answer: str
    outcome: str
    misconception: str
    time: str


def tidy_name(name: object) -> str:
    """Return a student's name in one spelling: no stray spaces, accents as one letter.

    >>> tidy_name("  Ada   Lovelace ")
    'Ada Lovelace'
    """
    return " ".join(normalize("NFC", str(name).encode("utf-8", "replace").decode()).split())


def same_student(name: str) -> str:
    """Return what two spellings of one student's name have in common."""
    return tidy_name(name).casefold()


def file_for(student: str) -> str:
    """Return the name of a student's file of attempts, fit for every file system.

    >>> file_for("Ada/../Lovelace <3")
    'attempts-ada-lovelace-3.jsonl'
    """
    safe = re.sub(r"\W+", "-", same_student(student)).strip("-_")[:40]
    return f"attempts-{safe or 'student'}.jsonl"


def keep_attempt(path: str | os.PathLike[str], attempt: Attempt) -> None:
    """Append an attempt to a file: one line in one go, whole even if we are interrupted next."""
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    line = json.dumps(attempt._asdict(), ensure_ascii=False).encode("utf-8", "replace") + b"\n"
    with path.open("a+b", buffering=0) as file:
        if file.seek(0, os.SEEK_END):
            file.seek(-1, os.SEEK_END)
            if file.read(1) != b"\n":
                line = b"\n" + line  # a line that was cut off stays alone
        if file.write(line) < len(line):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), os.fspath(path))
        os.fsync(file.fileno())


def read_attempts(folder: str | os.PathLike[str]) -> list[Attempt]:
    """Return the attempts in all *.jsonl files of a folder, the oldest first.

    A line that was cut off is passed over; a line that is there twice (a file was copied) counts
    once.
    """
    attempts, unread = _read(folder)
    if unread:
        raise OSError(f"these files cannot be read: {', '.join(unread)}")
    return attempts


def _read(folder: str | os.PathLike[str]) -> tuple[list[Attempt], tuple[str, ...]]:
    """Return the attempts in a folder, and the names of the files that cannot be read."""
    if not Path(folder).is_dir():
        raise FileNotFoundError(f"there is no folder {os.fspath(folder)!r}")
    found: dict[Attempt, None] = {}
    unread = []
    for path in sorted(path for path in Path(folder).rglob("*.jsonl") if path.is_file()):
        try:
            for attempt in _lines(path):
                found[attempt] = None
        except OSError:
            unread.append(str(path.relative_to(folder)))
    return sorted(found, key=lambda attempt: attempt.time), tuple(unread)


def _lines(path: Path) -> Iterator[Attempt]:
    # As bytes: a name may hold a character that a text would take for the end of a line.
    with path.open("rb") as file:
        for line in file:
            try:
                entry = json.loads(line.decode("utf-8", "replace").removeprefix("\ufeff"))
                yield Attempt(**{name: str(entry[name]) for name in Attempt._fields})
            except (ValueError, KeyError, TypeError, RecursionError):
                continue


class Result(NamedTuple):
    """What one student has come to in one exercise."""

    solved: bool
    tries: int
    misconceptions: tuple[str, ...]

    def __str__(self) -> str:
        return f"{'✓' if self.solved else '✗'}{self.tries}" if self.tries else "–"


NOTHING = Result(False, 0, ())


def _result(attempts: Iterable[Attempt]) -> Result:
    """Return what a student's attempts at one exercise come to, up to the first right one.

    The same wrong answer once more (the cell was run again) is no new try.
    """
    answers: set[str] = set()
    met: dict[str, None] = {}
    for attempt in attempts:
        if attempt.outcome == RIGHT:
            return Result(True, len(answers) + 1, tuple(met))
        if attempt.outcome == WRONG:
            answers.add(attempt.answer)
            if attempt.misconception:
                met[attempt.misconception] = None
    return Result(False, len(answers), tuple(met))


@dataclass(frozen=True, repr=False)
class Report:
    """The table of a class: who solved what, in how many tries, and what was misunderstood."""

    students: tuple[str, ...]
    exercises: tuple[str, ...]
    results: Mapping[tuple[str, str], Result]
    lang: str = "en"
    unread: tuple[str, ...] = ()
    """Files of the folder that could not be read."""

    def result(self, student: str, exercise: str) -> Result:
        """Return what one student has come to in one exercise."""
        return self.results.get((student, exercise), NOTHING)

    def solved(self, exercise: str) -> int:
        """Return how many students have solved an exercise."""
        return sum(self.result(student, exercise).solved for student in self.students)

    @property
    def misconceptions(self) -> dict[str, tuple[str, ...]]:
        """Who met which misconception, the most frequent first."""
        met: dict[str, dict[str, None]] = defaultdict(dict)
        for exercise in self.exercises:
            for student in self.students:
                for code in self.result(student, exercise).misconceptions:
                    met[code][student] = None
        frequent = sorted(met, key=lambda code: (-len(met[code]), code))
        return {code: tuple(met[code]) for code in frequent}

    def text(self) -> str:
        """Return the table as lines of text."""
        head, *rows = self._rows([str(n) for n in range(1, len(self.exercises) + 1)])
        widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
        table = [
            "  ".join(
                [row[0].ljust(widths[0])]
                + [cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)]
            ).rstrip()
            for row in (head, *rows)
        ]
        legend = [f"{n}  {line}" for n, line in enumerate(map(self._about, self.exercises), 1)]
        return "\n".join([self._title(), *table, *legend, *self._notes()])

    def html(self) -> str:
        """Return the table for a notebook."""
        head, *rows = self._rows([_title(exercise, self.lang) for exercise in self.exercises])
        columns = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in head)
        body = "".join(
            f'<tr><th scope="row">{escape(row[0])}</th>'
            + "".join(f"<td>{escape(cell)}</td>" for cell in row[1:])
            + "</tr>\n"
            for row in rows
        )
        notes = "".join(f"<p>{escape(line)}</p>\n" for line in self._notes())
        return (
            f"<table>\n<caption>{escape(self._title())}</caption>\n"
            f"<thead><tr>{columns}</tr></thead>\n<tbody>\n{body}</tbody>\n</table>\n{notes}"
        )

    def plot(self) -> Figure:
        """Return the table as a picture; its label (`get_label()`) says in words what it shows."""
        from matplotlib.patches import Rectangle

        from gamelib.pictures import picture, plain

        rows, columns = max(1, len(self.students)), max(1, len(self.exercises))
        figure = picture(3 + 0.5 * columns, 1.8 + 0.32 * rows, self.text())
        axes = figure.add_subplot()
        for y, student in enumerate(self.students):
            for x, exercise in enumerate(self.exercises):
                result = self.result(student, exercise)
                colour, hatch = _LOOKS[result.solved, result.tries > 0]
                axes.add_patch(
                    Rectangle(
                        (x - 0.5, y - 0.5), 1, 1, facecolor=colour, hatch=hatch, edgecolor="#8c959f"
                    )
                )
                axes.text(
                    x,
                    y,
                    str(result),
                    ha="center",
                    va="center",
                    color="#1b1f23",
                    bbox={"facecolor": colour, "edgecolor": "none", "pad": 1.5},
                )
        axes.set_xlim(-0.5, columns - 0.5)
        axes.set_ylim(rows - 0.5, -0.5)
        axes.set_yticks(range(len(self.students)), [plain(name) for name in self.students])
        names = [plain(_title(exercise, self.lang)) for exercise in self.exercises]
        axes.set_xticks(range(len(names)), names, rotation=45, ha="right", rotation_mode="anchor")
        axes.tick_params(length=0)
        figure.suptitle(self._title(), fontsize="medium")
        return figure

    def to_csv(self, path: str | os.PathLike[str]) -> None:
        """Write one line for each student and exercise, for a spreadsheet.

        Cells stand between the signs that spreadsheets of the report's language expect. The file
        begins with a mark by which they, Excel above all, know that it is UTF-8.
        """
        columns = ("student", "exercise", "title", "solved", "tries", "misconceptions")
        with io.StringIO(newline="") as lines:
            writer = csv.writer(lines, delimiter=_separator(self.lang))
            writer.writerow([say(f"report.{column}", self.lang) for column in columns])
            for student in self.students:
                for exercise in self.exercises:
                    result = self.result(student, exercise)
                    met = " / ".join(_name(code, self.lang) for code in result.misconceptions)
                    cells = (student, exercise, _title(exercise, self.lang))
                    writer.writerow(
                        [*map(_harmless, cells), int(result.solved), result.tries, _harmless(met)]
                    )
            Path(path).write_bytes(lines.getvalue().encode("utf-8-sig"))

    def _title(self) -> str:
        return say("report.about", self.lang, count=len(self.students))

    def _rows(self, exercises: Sequence[str]) -> list[list[str]]:
        rows = [[say("report.student", self.lang), *exercises, say("report.solved", self.lang)]]
        for student in self.students:
            results = [self.result(student, exercise) for exercise in self.exercises]
            solved = sum(result.solved for result in results)
            share = say("report.of", self.lang, count=solved, total=len(results))
            rows.append([student, *map(str, results), share])
        return rows

    def _about(self, exercise: str) -> str:
        return say(
            "report.line",
            self.lang,
            title=_title(exercise, self.lang),
            name=exercise,
            count=self.solved(exercise),
            total=len(self.students),
        )

    def _notes(self) -> list[str]:
        """Return what is said below the table: misconceptions, and files that are missing in it."""
        files = listing(self.unread, self.lang)
        missing = [say("report.unread", self.lang, files=files)] if self.unread else []
        return missing + [
            say(
                "report.misconception",
                self.lang,
                name=_name(code, self.lang),
                count=len(students),
                students=listing(students, self.lang),
            )
            for code, students in self.misconceptions.items()
        ]

    def __str__(self) -> str:
        return self.text()

    def _repr_html_(self) -> str:
        return self.html()

    def __repr__(self) -> str:
        return f"<Report on {len(self.students)} students and {len(self.exercises)} exercises>"


def report(folder: str | os.PathLike[str], lang: str = "en", lesson: str = "") -> Report:
    """Return the table of a class from the files of attempts in a folder and those below it.

    Exercises come in the order of the lessons; with `lesson`, only those of one lesson.
    """
    from gamelib.exercises import exercises

    order = [exercise.key for exercise in exercises(lesson)]
    names: dict[str, str] = {}
    attempts: dict[tuple[str, str], list[Attempt]] = defaultdict(list)
    found, unread = _read(folder)
    for attempt in found:
        if lesson and attempt.exercise not in order:
            continue
        who = same_student(attempt.student)
        names[who] = tidy_name(attempt.student)
        attempts[who, attempt.exercise].append(attempt)
    tried = {exercise for _, exercise in attempts}
    known = [key for key in order if key in tried]
    return Report(
        students=tuple(names[who] for who in sorted(names, key=_alphabetical)),
        exercises=(*known, *sorted(tried.difference(known))),
        results={
            (names[who], exercise): _result(made) for (who, exercise), made in attempts.items()
        },
        lang=lang,
        unread=unread,
    )


_LOOKS = {
    (True, True): ("#9fd8c4", ""),
    (False, True): ("#f7c9ae", "///"),
    (False, False): ("#ffffff", ""),
}
"""How solved, tried and untried exercises look: never by colour alone."""


def _title(exercise: str, lang: str) -> str:
    return texts(lang).get(f"exercise.{exercise}.title", exercise)


def _name(misconception: str, lang: str) -> str:
    return texts(lang).get(f"misconception.{misconception}.name", misconception)


def _alphabetical(name: str) -> tuple[str, str]:
    """Return where a name stands in a list: accents decide only between equal letters."""
    letters = [letter for letter in normalize("NFKD", name) if not combining(letter)]
    return "".join(letters), name


def _separator(lang: str) -> str:
    """Return what stands between cells: a comma, unless that is the language's decimal point."""
    return ";" if say("number.point", lang) == "," else ","


_SIGNS = "=+@＝＋－＠-"
_FORMULA = re.compile(f"(?<![\\w'{_SIGNS}])(?=[{_SIGNS}])")
"""Where a formula could begin: at a sign that follows no letter, no digit and no other sign."""


def _harmless(cell: str) -> str:
    """Return a cell that no spreadsheet takes for a formula, wherever it splits the line.

    Whoever opens the file may have it split at commas, semicolons, tabs or anything else that is no
    letter. So an apostrophe stands before each sign that could then begin a cell: "Anne-Marie" is
    as it was. The cell is one line.

    >>> _harmless("=1+1"), _harmless("Ada;=1+1"), _harmless("Anne-Marie <a@b.fr>")
    ("'=1+1", "Ada;'=1+1", 'Anne-Marie <a@b.fr>')
    """
    line = "".join(letter if letter.isprintable() else " " for letter in cell)
    return _FORMULA.sub("'", " ".join(line.split()))
