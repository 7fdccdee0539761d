"""A real browser, and one real JupyterLab for each worker, which leaves no trace behind."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser import chromium
from tests.browser.lab import PATIENCE, Lab, LabPage, jupyterlab
from tests.browser.page import TablePage, state

expect.set_options(timeout=PATIENCE)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark everything in this folder, so that no file can forget to."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker("browser")


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Tell pytest-playwright which Chromium to start."""
    path = chromium.find()
    if path is None:
        pytest.fail("There is no Chromium on this machine; `make test` installs one.")
    return {**browser_type_launch_args, "executable_path": path, "args": list(chromium.FLAGS)}


@pytest.fixture(scope="session")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    """Start JupyterLab once for all tests of this worker."""
    with jupyterlab(tmp_path_factory.mktemp("lab")) as lab:
        yield lab


@pytest.fixture
def lab_page(page: Page, lab: Lab) -> LabPage:
    """Return a page that opens notebooks in that JupyterLab and notes what goes wrong on it."""
    return LabPage(page, lab)


@pytest.fixture
def table(page: Page) -> Iterator[TablePage]:
    """Return a page whose console has to stay clean, and which asks the network for nothing."""
    shown = TablePage(page)
    yield shown
    assert shown.complaints == []


@pytest.fixture
def small(table: TablePage) -> TablePage:
    """Return the small match, at its last step, where Ada is to play."""
    table.open(state())
    return table
