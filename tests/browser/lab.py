"""A JupyterLab of our own, and a notebook open in it, driven through its own commands."""

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
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote

import nbformat
from nbformat.v4 import new_code_cell, new_notebook
from playwright.sync_api import ConsoleMessage, Error, Locator, Page

SECONDS = 1000.0
PATIENCE = float(os.environ.get("PATIENCE", 300)) * SECONDS
"""How long to wait for what is sure to come: only a failure takes that long."""
TOP = Path(__file__).resolve().parents[2]
# No question about news over the page; and cells out of sight are drawn too, so that their
# errors are seen.
SETTINGS = {
    "apputils-extension/notification": {"fetchNews": "false", "checkForUpdates": False},
    "notebook-extension/tracker": {"windowingMode": "none"},
}

KERNEL_IS_IDLE = """() => {
    const panel = window.jupyterapp?.shell.currentWidget;
    const kernel = panel?.sessionContext?.session?.kernel;
    return kernel?.status === 'idle' && panel.content.widgets.length > 0;
}"""
RUN_ALL = "() => window.jupyterapp.commands.execute('notebook:run-all-cells')"
WIDGETS_ARE_DRAWN = """() => ![...document.querySelectorAll('.jp-OutputArea-output')]
    .some(output => output.textContent === 'Loading widget...')"""
CODE_CELLS = """() => window.jupyterapp.shell.currentWidget.content.widgets
    .map(cell => cell.model)
    .filter(model => model.type === 'code')
    .map(model => ({
        source: model.sharedModel.getSource(),
        count: model.executionCount,
        outputs: model.outputs.toJSON(),
    }))"""
ASK = """async code => {
    const kernel = window.jupyterapp.shell.currentWidget.sessionContext.session.kernel;
    const future = kernel.requestExecute({code, store_history: false});
    let said = '';
    future.onIOPub = ({content}) => {
        said += content.text ?? content.traceback?.join('\\n') ?? '';
    };
    await future.done;
    return said.trim();
}"""


@dataclass(frozen=True)
class Lab:
    """Where the JupyterLab of this test run answers, where its notebooks lie, and its process."""

    address: str
    token: str
    root: Path
    process: int

    def write(self, name: str, *cells: str) -> str:
        """Put a notebook of code cells where this JupyterLab finds it, and return its name."""
        notebook = new_notebook(cells=[new_code_cell(source) for source in cells])
        notebook.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3"}
        nbformat.write(notebook, self.root / name)
        return name

    def notebook(self, name: str) -> str:
        """The address of a notebook, each time in a workspace without memory."""
        return f"{self.address}/doc/tree/{quote(name)}?token={self.token}&reset"


@dataclass(frozen=True)
class Cell:
    """A code cell as JupyterLab holds it after a run."""

    source: str
    count: int | None
    outputs: list[dict[str, Any]]

    @property
    def errors(self) -> list[str]:
        """The errors among the outputs, each with the cell it came from."""
        return [
            f"{output['ename']}: {output['evalue']}\nin the cell:\n{self.source}"
            for output in self.outputs
            if output["output_type"] == "error"
        ]


@dataclass
class LabPage:
    """A browser page on a Lab. `complaints` are the errors its console has shown so far."""

    page: Page
    lab: Lab
    complaints: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.set_default_timeout(PATIENCE)
        self.page.on("console", self._note_console)
        self.page.on("pageerror", self._note_error)

    def open(self, name: str) -> None:
        """Open a notebook and wait until its kernel is ready."""
        self.page.goto(self.lab.notebook(name))
        self.page.wait_for_function(KERNEL_IS_IDLE)

    def run_all(self) -> list[Cell]:
        """Run all cells and return the code cells as they then are."""
        self.page.evaluate(RUN_ALL)
        self.page.wait_for_function(KERNEL_IS_IDLE)
        self.page.wait_for_function(WIDGETS_ARE_DRAWN)
        return [Cell(**cell) for cell in self.page.evaluate(CODE_CELLS)]

    def ask(self, code: str) -> str:
        """Run code in the notebook's kernel, beside its cells, and return what it prints."""
        said: str = self.page.evaluate(ASK, code)
        return said

    @property
    def table(self) -> Locator:
        """The first widget on the page."""
        return self.page.locator(".tw").first

    def _note_console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.complaints.append(f"{message.text} ({message.location['url']})")

    def _note_error(self, error: Error) -> None:
        self.complaints.append(str(error))


@contextmanager
def jupyterlab(folder: Path, python: str | Path = sys.executable) -> Iterator[Lab]:
    """Start JupyterLab on a copy of the notebooks, with nothing of the user's own settings.

    `python` says of which environment: this one, unless told otherwise.
    """
    root = folder / "notebooks"
    shutil.copytree(TOP / "notebooks", root, ignore=shutil.ignore_patterns(".ipynb_checkpoints"))
    for plugin, setting in SETTINGS.items():
        file = folder / "settings" / "@jupyterlab" / f"{plugin}.jupyterlab-settings"
        file.parent.mkdir(parents=True)
        file.write_text(json.dumps(setting))

    port, token = _free_port(), secrets.token_hex(16)
    command = [
        *(str(python), "-m", "jupyterlab", "--no-browser", "--allow-root"),
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
    lab = Lab(f"http://127.0.0.1:{port}", token, root, server.pid)
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


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait_until_it_answers(lab: Lab, server: subprocess.Popen[bytes], log: Path) -> None:
    end = time.monotonic() + PATIENCE / SECONDS
    while time.monotonic() < end and server.poll() is None:
        try:
            with urllib.request.urlopen(f"{lab.address}/api/status?token={lab.token}", timeout=5):
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
    raise RuntimeError(f"JupyterLab did not start:\n{log.read_text()}")
