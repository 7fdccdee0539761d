"""What strict nbval takes for granted: notebooks are committed as `make notebooks` writes them."""

import copy
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import nbformat
import pytest

from tests.notebooks import TOP, WIDGET_VIEW, notebooks, tidy

MACHINE_PATHS = re.compile(
    r"/(?:home|root|Users|tmp|work|mnt|opt)/|/private/var/"
    r"|\b[A-Z]:\\{1,2}(?:Users|Windows)|site-packages"
)

every_notebook = pytest.mark.parametrize(
    "path", notebooks(), ids=lambda path: str(path.relative_to(TOP))
)


def read(path: Path) -> Any:
    return nbformat.read(path, as_version=4)


def never_executed(notebook: Any) -> list[str]:
    """The code cells in which nbval would compare nothing."""
    return [
        cell.source
        for cell in notebook.cells
        if cell.cell_type == "code" and cell.source.strip() and cell.execution_count is None
    ]


def test_make_lab_finds_its_notebook() -> None:
    assert TOP / "notebooks" / "00-welcome.ipynb" in notebooks()


@every_notebook
def test_notebook_is_valid(path: Path) -> None:
    nbformat.validate(read(path))


@every_notebook
def test_every_code_cell_was_executed(path: Path) -> None:
    assert never_executed(read(path)) == []


@every_notebook
def test_cells_were_executed_once_from_top_to_bottom(path: Path) -> None:
    counts = [cell.execution_count for cell in read(path).cells if cell.cell_type == "code"]
    executed = [count for count in counts if count is not None]
    assert executed == list(range(1, len(executed) + 1))


@every_notebook
def test_no_cell_relies_on_a_semicolon_to_stay_silent(path: Path) -> None:
    """nbval keeps no history, and without it IPython shows the value all the same."""
    code = [cell.source.rstrip() for cell in read(path).cells if cell.cell_type == "code"]
    assert [source for source in code if source.endswith(";")] == []


@every_notebook
def test_notebook_names_no_path_of_a_machine(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert MACHINE_PATHS.findall(text) == []
    assert str(Path.home()) not in text


@every_notebook
def test_notebook_is_as_make_notebooks_writes_it(path: Path) -> None:
    notebook = read(path)
    assert tidy(copy.deepcopy(notebook)) == notebook


def test_a_cell_without_execution_count_is_rejected() -> None:
    blank = nbformat.v4.new_code_cell("1 + 1")
    done = nbformat.v4.new_code_cell("1 + 2", execution_count=1)
    empty = nbformat.v4.new_code_cell(" ")
    assert never_executed(nbformat.v4.new_notebook(cells=[blank, done, empty])) == ["1 + 1"]


@pytest.mark.parametrize(
    "text", ["/home/ada/x.py", "/Users/ada", r"C:\\Users\\ada", "lib/site-packages/x"]
)
def test_a_path_of_a_machine_is_recognised(text: str) -> None:
    assert MACHINE_PATHS.search(text)


def test_tidy_removes_what_changes_from_run_to_run_and_keeps_the_picture() -> None:
    shown = nbformat.v4.new_output(
        "display_data", {WIDGET_VIEW: {"model_id": "f00"}, "text/html": "<img>", "text/plain": "T"}
    )
    cell = nbformat.v4.new_code_cell("table", execution_count=1, outputs=[shown])
    cell.metadata.update({"execution": {"iopub.status.busy": "now"}, "tags": ["nbval-skip"]})
    notebook = nbformat.v4.new_notebook(cells=[cell])
    notebook.metadata.update({"widgets": {}, "language_info": {"version": "3.11.7"}})

    tidy(notebook)

    assert cell.outputs[0].data == {"text/html": "<img>", "text/plain": "T"}
    assert cell.metadata == {"tags": ["nbval-skip"]}
    assert "widgets" not in notebook.metadata
    assert "version" not in notebook.metadata["language_info"]


LINK = re.compile(r"\]\((?!https?:|attachment:)([^)#\s=]+)(?:#[^)]*)?\)")


def pages() -> list[Path]:
    """Everything people read that links to other pages."""
    return [
        *notebooks(),
        TOP / "notebooks" / "TEACHING.md",
        TOP / "README.md",
        TOP / "CONTRIBUTING.md",
    ]


@pytest.mark.parametrize("path", pages(), ids=lambda path: str(path.relative_to(TOP)))
def test_links_lead_somewhere(path: Path) -> None:
    if path.suffix == ".ipynb":
        written = "\n".join(
            cell.source for cell in read(path).cells if cell.cell_type == "markdown"
        )
    else:
        written = path.read_text("utf-8")
    targets = LINK.findall(written)
    assert [target for target in targets if not (path.parent / target).exists()] == []
    assert "https://" not in written, "a page that works offline links to nothing on the network"


def test_the_lessons_are_one_chain_and_each_has_its_exercises() -> None:
    lessons = sorted((TOP / "notebooks").glob("0[1-9]-*.ipynb"))
    welcome = (TOP / "notebooks" / "00-welcome.ipynb").read_text("utf-8")
    for lesson in lessons:
        assert f"({lesson.name})" in welcome
        assert (TOP / "notebooks" / "exercises" / lesson.name).exists()
        assert f"(exercises/{lesson.name})" in lesson.read_text("utf-8")
    for lesson, following in pairwise(lessons):
        assert f"({following.name})" in lesson.read_text("utf-8")
