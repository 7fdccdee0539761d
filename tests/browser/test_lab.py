"""Each lesson, run from top to bottom in a real JupyterLab."""

from pathlib import Path

import pytest

from tests.browser.lab import LabPage
from tests.notebooks import TOP, notebooks


@pytest.mark.parametrize(
    "path", notebooks(), ids=lambda path: str(path.relative_to(TOP / "notebooks"))
)
def test_notebook_runs_in_jupyterlab(path: Path, lab_page: LabPage) -> None:
    lab_page.open(path.relative_to(TOP / "notebooks").as_posix())

    cells = lab_page.run_all()

    assert [error for cell in cells for error in cell.errors] == []
    assert all(cell.count for cell in cells if cell.source.strip()), "a cell did not run"
    assert lab_page.complaints == []
