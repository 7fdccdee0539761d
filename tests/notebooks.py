"""Executes every notebook in place, leaving in it nothing that changes from run to run.

What stays is what a reader sees and what strict nbval compares. What goes: times, the Python
version, and the live view of a widget, whose name is drawn anew in every kernel. Its picture
(text/html) stays, and is what a fresh clone shows before anything has been run.
"""

import os
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

TOP = Path(__file__).resolve().parent.parent
METADATA = {
    "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
    "language_info": {"file_extension": ".py", "name": "python", "pygments_lexer": "ipython3"},
}
WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"


def notebooks() -> list[Path]:
    """Return all notebooks of the project, in the order of the lessons."""
    found = (TOP / "notebooks").rglob("*.ipynb")
    return sorted(path for path in found if ".ipynb_checkpoints" not in path.parts)


def tidy(notebook: Any) -> Any:
    """Take out of a notebook what changes from run to run and from machine to machine."""
    notebook.metadata.pop("widgets", None)
    notebook.metadata.update(METADATA)
    for cell in notebook.cells:
        for key in ("execution", "ExecuteTime", "collapsed", "scrolled", "trusted"):
            cell.metadata.pop(key, None)
        for output in cell.get("outputs", []):
            output.get("data", {}).pop(WIDGET_VIEW, None)
    return notebook


def execute(path: Path) -> str:
    """Execute one notebook where it stands; an error leaves the file alone and is returned."""
    text = path.read_text(encoding="utf-8")
    notebook = nbformat.reads(text, as_version=4)
    client = NotebookClient(
        notebook,
        kernel_name="python3",
        resources={"metadata": {"path": str(path.parent)}},
        record_timing=False,
        coalesce_streams=True,
        store_widget_state=False,
        timeout=600,
        extra_arguments=["--IPKernelApp.log_level=ERROR"],
    )
    try:
        client.execute()
    except CellExecutionError as error:
        return str(error)
    written = nbformat.writes(tidy(notebook)) + "\n"
    if written != text:
        path.write_text(written, encoding="utf-8")
    return ""


def main() -> None:
    """Execute all notebooks, several at once, and say which of them failed."""
    paths = notebooks()
    failures = 0
    with ProcessPoolExecutor(min(len(paths), os.cpu_count() or 1) or 1) as pool:
        for path, error in zip(paths, pool.map(execute, paths), strict=True):
            print(f"  {path.relative_to(TOP)}: {error or 'done'}", flush=True)
            failures += bool(error)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
