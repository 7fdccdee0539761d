"""Each lesson, run from top to bottom in a real JupyterLab; and the JupyterLab of `make lab`."""

import subprocess
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.lab import LabPage, jupyterlab
from tests.lock import LOCK, name, normal, split
from tests.notebooks import TOP, notebooks

LAB_PYTHON = TOP / ".venv" / "bin" / "python"
MENUS = ["File", "Edit", "View", "Run", "Kernel", "Tabs", "Settings", "Help"]
TABS = [
    "File Browser", "Running Terminals and Kernels", "Table of Contents", "Extension Manager",
    "Property Inspector", "Debugger",
]  # fmt: skip
"""The menus and the tabs at both sides of a JupyterLab to which nothing was added."""
INSTALLED = """
from importlib.metadata import distributions
for found in distributions(): print(found.name)
"""


@pytest.mark.parametrize(
    "path", notebooks(), ids=lambda path: str(path.relative_to(TOP / "notebooks"))
)
def test_notebook_runs_in_jupyterlab(path: Path, lab_page: LabPage) -> None:
    lab_page.open(path.relative_to(TOP / "notebooks").as_posix())

    cells = lab_page.run_all()

    assert [error for cell in cells for error in cell.errors] == []
    assert all(cell.count for cell in cells if cell.source.strip()), "a cell did not run"
    assert lab_page.complaints == []


# --- what `make lab` opens: an environment of its own ---------------------------------------------


@pytest.fixture(scope="module")
def lab_python() -> Path:
    """Return the Python that `make lab` runs."""
    if not LAB_PYTHON.exists():
        pytest.fail("The environment of `make lab` is not there; `make test` sets it up.")
    return LAB_PYTHON


def test_the_lab_has_nothing_but_what_the_lock_names_for_it(lab_python: Path) -> None:
    listed = subprocess.run(
        [lab_python, "-Ic", INSTALLED], check=True, capture_output=True, text=True
    ).stdout
    installed = {normal(line) for line in listed.splitlines()}
    named = {name(entry) for entry in split(LOCK.read_text())["lab"]}
    assert {"tablewise", "jupyterlab", "anywidget"} <= installed
    # Every environment begins with the other two.
    assert installed - named <= {"tablewise", "pip", "setuptools"}


def test_the_lab_opens_the_welcome_without_foreign_menus_and_messages(
    page: Page, lab_python: Path, tmp_path: Path
) -> None:
    with jupyterlab(tmp_path, lab_python) as lab:
        opened = LabPage(page, lab)
        opened.open("00-welcome.ipynb")
        cells = opened.run_all()
        assert [error for cell in cells for error in cell.errors] == []
        expect(page.locator("#jp-MainMenu .lm-MenuBar-itemLabel")).to_have_text(MENUS)
        tabs = page.locator(".jp-SideBar .lm-TabBar-tab")
        expect(tabs).to_have_count(len(TABS))
        named = tabs.evaluate_all("tabs => tabs.map((tab) => tab.title.split(' (')[0])")
        assert sorted(named) == sorted(TABS)
        expect(page.locator(".jp-Dialog")).to_have_count(0)
        assert opened.complaints == []
