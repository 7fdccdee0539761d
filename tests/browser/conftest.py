"""A real browser, and one real JupyterLab for the whole run, which leaves no trace behind."""

import json
import os
import secrets
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser import chromium
from tests.browser.lab import Lab, LabPage

TOP = Path(__file__).resolve().parents[2]
# No question about news over the page; and cells out of sight are drawn too, so that their
# errors are seen.
SETTINGS = {
    "apputils-extension/notification": {"fetchNews": "false", "checkForUpdates": False},
    "notebook-extension/tracker": {"windowingMode": "none"},
}
START_SECONDS = 60


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
    """Start JupyterLab on a copy of the notebooks, with nothing of the user's own settings."""
    folder = tmp_path_factory.mktemp("lab")
    root = folder / "notebooks"
    shutil.copytree(TOP / "notebooks", root, ignore=shutil.ignore_patterns(".ipynb_checkpoints"))
    for plugin, setting in SETTINGS.items():
        file = folder / "settings" / "@jupyterlab" / f"{plugin}.jupyterlab-settings"
        file.parent.mkdir(parents=True)
        file.write_text(json.dumps(setting))

    port, token = _free_port(), secrets.token_hex(16)
    command = [
        *(sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root"),
        *("--ip=127.0.0.1", f"--port={port}", "--ServerApp.port_retries=0"),
        *(f"--IdentityProvider.token={token}", f"--ServerApp.root_dir={root}"),
        "--LabApp.expose_app_in_browser=True",
        # Should this run be killed, the server notices and goes by itself.
        *(
            "--MappingKernelManager.cull_idle_timeout=300",
            "--MappingKernelManager.cull_interval=60",
        ),
        "--ServerApp.shutdown_no_activity_timeout=600",
    ]
    env = {key: value for key, value in os.environ.items() if not key.startswith("JUPYTER")}
    env |= {
        "JUPYTER_CONFIG_DIR": str(folder / "config"),
        "JUPYTER_DATA_DIR": str(folder / "data"),
        "JUPYTER_RUNTIME_DIR": str(folder / "runtime"),
        "JUPYTERLAB_SETTINGS_DIR": str(folder / "settings"),
        "JUPYTERLAB_WORKSPACES_DIR": str(folder / "workspaces"),
        "IPYTHONDIR": str(folder / "ipython"),
    }
    log = folder / "server.log"
    with log.open("w") as output:
        server = subprocess.Popen(
            command, cwd=root, env=env, stdin=subprocess.DEVNULL, stdout=output, stderr=output
        )
    lab = Lab(f"http://127.0.0.1:{port}", token, root)
    try:
        _wait_until_it_answers(lab, server, log)
        yield lab
    finally:
        server.terminate()  # it ends its kernels first
        try:
            server.wait(20)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()


@pytest.fixture
def lab_page(page: Page, lab: Lab) -> LabPage:
    """Return a page that opens notebooks in that JupyterLab and notes what goes wrong on it."""
    return LabPage(page, lab)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait_until_it_answers(lab: Lab, server: subprocess.Popen[bytes], log: Path) -> None:
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end and server.poll() is None:
        try:
            with urllib.request.urlopen(f"{lab.address}/api/status?token={lab.token}", timeout=5):
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
    pytest.fail(f"JupyterLab did not start:\n{log.read_text()}")
