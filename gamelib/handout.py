"""Handing out: a notebook as students get it."""

from __future__ import annotations

import json
import os
import re
from functools import partial
from pathlib import Path

from gamelib.texts import say

_SOLUTION = re.compile(r"^([ \t]*)### BEGIN SOLUTION.*?^[ \t]*### END SOLUTION[^\n]*", re.S | re.M)


def student_copy(
    source: str | os.PathLike[str], target: str | os.PathLike[str], lang: str = "en"
) -> None:
    """Write a notebook without its solutions and outputs: what students get.

    (nbgrader makes its own with `nbgrader generate_assignment`; this needs nothing but Python.)
    """
    notebook = json.loads(Path(source).read_text("utf-8"))
    for cell in notebook["cells"]:
        if cell["cell_type"] != "code":
            continue
        written = _SOLUTION.sub(partial(_stub, lang=lang), "".join(cell["source"]))
        cell.update(source=written.splitlines(keepends=True), outputs=[], execution_count=None)
    Path(target).write_text(json.dumps(notebook, ensure_ascii=False, indent=1) + "\n", "utf-8")


def _stub(solution: re.Match[str], lang: str) -> str:
    """Return what stands in a solution's place; a function needs something in its body."""
    indent = solution[1]
    return f"{indent}{'...  ' if indent else ''}# {say('exercise.stub', lang)}"
