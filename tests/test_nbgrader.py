"""The exercise notebooks as assignments of the real nbgrader: handed out, collected, graded."""

import copy
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Any

import nbformat
import pytest

from gamelib.exercises import FunctionExercise, exercise, exercises
from tests.notebooks import TOP

with_nbgrader = pytest.mark.nbgrader

SOURCES = sorted((TOP / "notebooks" / "exercises").glob("*.ipynb"))
FIRST, FUNCTIONS = SOURCES[0].name, "04-simulate-and-compare.ipynb"
ASSIGNMENT = "exercises"
CONFIG = """
c = get_config()
c.CourseDirectory.course_id = "tablewise"
c.ExecutePreprocessor.extra_arguments = ["--IPKernelApp.log_level=ERROR"]
"""

Edit = Callable[[str, str], str | None]
"""Returns what a student writes in the answer cell of an exercise; None: leaves it as it was."""


def key_of(cell: Any) -> str:
    """Return the exercise that a cell belongs to."""
    grade_id = cell.metadata.get("nbgrader", {}).get("grade_id", "")
    return str(grade_id.rpartition("-")[0].replace("-", "_"))


def part_of(cell: Any) -> str:
    """Return which part of an exercise a cell is: title, question, answer or check."""
    return str(cell.metadata.get("nbgrader", {}).get("grade_id", "").rpartition("-")[2])


def points(notebook: str) -> dict[str, int]:
    """Return how many points each exercise of a notebook gives."""
    return {pattern.key: pattern.level for pattern in exercises(notebook[:2])}


def number(key: str, student: str) -> str:
    """Return the right answer, typed in as a student does."""
    pattern = exercise(key)
    value = pattern.answer(pattern.case(student))
    return f'{key} = "{value}"' if not isinstance(value, float) else f"{key} = {value}"


def ada(key: str, source: str) -> str:
    """Everything right: numbers typed in, functions written as in the solved notebook."""
    return source if isinstance(exercise(key), FunctionExercise) else number(key, "Ada")


def blaise(key: str, source: str) -> str:
    """Everything wrong, the usual way."""
    pattern = exercise(key)
    code, mistake = next(iter(pattern.misconceptions.items()))
    if isinstance(pattern, FunctionExercise):
        return f"def {key}(*args):\n    return 7"
    return f"{key} = {float(mistake(pattern.case('Blaise')))!r}  # {code}"


def carl(key: str, source: str) -> None:
    """Nothing but the name."""


BROKEN = {
    "next_card": "next_card = = 1",
    "draw_pair": "raise SystemError('oh')",
    "challenge": "my_challenge = 0.5",
    "safest": "safest = 'about a half'",
    "estimate": "def estimate(trial, n, rng):\n    return 1 / 0",
}


def emmy(key: str, source: str) -> str:
    """Broken in some places, right in all others."""
    if isinstance(exercise(key), FunctionExercise):
        return BROKEN.get(key, source)
    return BROKEN.get(key, number(key, "Emmy"))


HANDED_IN: dict[str, tuple[Edit, list[str]]] = {
    "Ada": (ada, [path.name for path in SOURCES]),
    "Blaise": (blaise, [FIRST, FUNCTIONS]),
    "Carl": (carl, [FIRST, FUNCTIONS]),
    "Emmy": (emmy, [FIRST, FUNCTIONS]),
}


class Course:
    """A folder in which nbgrader has done its work."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "nbgrader_config.py").write_text(CONFIG)
        source = folder / "source" / ASSIGNMENT
        source.mkdir(parents=True)
        for path in SOURCES:
            shutil.copy(path, source)

    def nbgrader(self, *command: str) -> None:
        self.python("-m", "nbgrader", *command)

    def python(self, *command: str) -> str:
        own = {"JUPYTER_CONFIG_DIR": "config", "JUPYTER_DATA_DIR": "data", "IPYTHONDIR": "ipython"}
        env = os.environ | {name: str(self.folder / value) for name, value in own.items()}
        # It calls another program of its environment by name.
        env["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
        done = subprocess.run(
            [sys.executable, *command], cwd=self.folder, env=env, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def read(self, *path: str) -> Any:
        return nbformat.read(self.folder.joinpath(*path), as_version=4)

    def released(self, name: str) -> Any:
        return self.read("release", ASSIGNMENT, name)

    def hand_in(self, student: str, edit: Edit, names: list[str]) -> None:
        folder = self.folder / "submitted" / student.lower() / ASSIGNMENT
        folder.mkdir(parents=True)
        for name in names:
            notebook = copy.deepcopy(self.released(name))
            solved = {cell.id: cell.source for cell in nbformat.read(SOURCE[name], 4).cells}
            for cell in notebook.cells:
                if cell.id == "student":
                    cell.source = f'student = "{student}"'
                elif part_of(cell) == "answer":
                    written = edit(key_of(cell), solved[cell.id])
                    cell.source = cell.source if written is None else written
                elif part_of(cell) == "check" and student == "Blaise":
                    cell.source = str(cell.metadata.nbgrader.points)  # a clever one
            nbformat.write(notebook, folder / name)

    def scores(self, student: str) -> dict[str, float]:
        """Return the points a student got, by exercise, as nbgrader's gradebook has them."""
        found = self.grades[student.lower()]
        return {name.removesuffix("-check").replace("-", "_"): score for name, score in found}

    @cached_property
    def grades(self) -> dict[str, list[tuple[str, float]]]:
        grades: dict[str, list[tuple[str, float]]] = json.loads(self.python("-c", GRADES))
        return grades


GRADES = f"""
import json
from nbgrader.api import Gradebook
with Gradebook("sqlite:///gradebook.db", "tablewise") as book:
    print(json.dumps({{
        submission.student_id: [
            (grade.name, grade.score)
            for notebook in submission.notebooks
            for grade in notebook.grades
            if not grade.needs_manual_grade
        ]
        for submission in book.assignment_submissions("{ASSIGNMENT}")
    }}))
"""
SOURCE = {path.name: path for path in SOURCES}


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Course:
    """Hand the notebooks out, let four students hand them in, and grade them."""
    made = Course(tmp_path_factory.mktemp("course"))
    made.nbgrader("generate_assignment", ASSIGNMENT)
    for student, (edit, names) in HANDED_IN.items():
        made.hand_in(student, edit, names)
    made.nbgrader("autograde", ASSIGNMENT)
    return made


def expected(student: str, right: Callable[[str], bool]) -> dict[str, float]:
    """Return the points for what is right and was handed in; for all the rest there are none."""
    return {
        key: float(worth if name in HANDED_IN[student][1] and right(key) else 0)
        for name in SOURCE
        for key, worth in points(name).items()
    }


@with_nbgrader
def test_right_answers_get_all_points(course: Course) -> None:
    assert course.scores("Ada") == expected("Ada", lambda key: True)
    assert len(course.scores("Ada")) == len(exercises())


@with_nbgrader
def test_wrong_answers_get_none_even_if_the_check_was_taken_out(course: Course) -> None:
    assert course.scores("Blaise") == expected("Blaise", lambda key: False)


@with_nbgrader
def test_blank_answers_get_none(course: Course) -> None:
    assert course.scores("Carl") == expected("Carl", lambda key: False)


@with_nbgrader
def test_a_broken_notebook_loses_only_what_is_broken(course: Course) -> None:
    assert course.scores("Emmy") == expected("Emmy", lambda key: key not in BROKEN)


def said(course: Course, student: str, name: str) -> dict[str, str]:
    """Return what each check said in the graded notebook."""
    notebook = course.read("autograded", student.lower(), ASSIGNMENT, name)
    told = {}
    for cell in notebook.cells:
        if part_of(cell) == "check":
            first = cell.outputs[0]
            told[key_of(cell)] = first.get("evalue") or first.text.strip()
    return told


@with_nbgrader
def test_the_graded_notebook_tells_what_went_wrong(course: Course) -> None:
    assert set(said(course, "Ada", FIRST).values()) == {"✓ Right!"}
    assert set(said(course, "Carl", FIRST).values()) == {"– Not attempted yet."}
    assert set(said(course, "Carl", FUNCTIONS).values()) == {"– Not attempted yet."}
    assert said(course, "Blaise", FIRST)["next_card"].startswith("✗ This counts in the whole deck.")
    broken = said(course, "Emmy", FIRST)
    assert broken["safest"].startswith("? This cannot be read as a number.")
    assert "name 'challenge' is not defined" in broken["challenge"]
    assert "ZeroDivisionError" in said(course, "Emmy", FUNCTIONS)["estimate"]


@with_nbgrader
def test_attempts_come_with_the_graded_notebooks(course: Course) -> None:
    found = {path.name for path in course.folder.glob("autograded/*/*/attempts-*.jsonl")}
    assert found == {f"attempts-{name}.jsonl" for name in ("ada", "blaise", "emmy")}


@with_nbgrader
@pytest.mark.parametrize("name", SOURCE)
def test_what_is_handed_out_holds_no_solution_and_no_output(course: Course, name: str) -> None:
    released = course.released(name)
    code = [cell for cell in released.cells if cell.cell_type == "code"]
    assert all(cell.outputs == [] and cell.execution_count is None for cell in code)
    text = "\n".join(cell.source for cell in code)
    assert "SOLUTION" not in text
    answers = [cell for cell in code if part_of(cell) == "answer"]
    assert len(answers) == len(points(name))
    for cell in answers:
        assert "raise NotImplementedError()" in cell.source
        assert len(cell.source.splitlines()) == 3


# --- the sources, without nbgrader ----------------------------------------------------------------


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_the_source_has_the_four_parts_of_every_exercise(path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    cells = {
        (key_of(cell), part_of(cell)): cell
        for cell in notebook.cells
        if "nbgrader" in cell.metadata
    }
    keys = [pattern.key for pattern in exercises(path.name[:2])]
    order = [key_of(cell) for cell in notebook.cells if part_of(cell) == "check"]
    assert order == keys
    for key in keys:
        question, answer, check = (cells[key, part] for part in ("question", "answer", "check"))
        assert question.source == f'Question(tasks["{key}"])'
        assert re.fullmatch(
            r".*### BEGIN SOLUTION\n.*\n *### END SOLUTION", answer.source, re.DOTALL
        )
        worth = exercise(key).level
        assert check.source == f'tasks["{key}"].check({key}).points({worth})'
        assert check.metadata.nbgrader.points == worth
        locked = {part: cells[key, part].metadata.nbgrader.locked for part in ("question", "check")}
        assert locked == {"question": True, "check": True}
        assert not answer.metadata.nbgrader.locked
    assert notebook.cells[1].source == 'student = "your name here"'
    assert "nbgrader" not in notebook.cells[1].metadata


def test_copies_of_our_own_run_from_top_to_bottom_and_say_not_attempted(tmp_path: Path) -> None:
    """Without nbgrader: the same cells, and nothing in them that stops a student."""
    from gamelib.exercises import sheet, student_copy

    for path in SOURCES:
        student_copy(path, tmp_path / path.name)
        text = (tmp_path / path.name).read_text("utf-8")
        assert "SOLUTION" not in text
        nbformat.validate(json.loads(text))
        names: dict[str, Any] = {"Question": lambda task: task}
        names["tasks"] = sheet(path.name[:2], "your name here")
        for cell in nbformat.read(tmp_path / path.name, as_version=4).cells:
            if part_of(cell) == "answer":
                exec(cell.source, names)
                key = key_of(cell)
                assert names["tasks"][key].check(names[key]).outcome == "not_attempted"
