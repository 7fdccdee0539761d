"""What a class needs of the machine it shares: `python bench/classroom.py [--kernels 30]`.

Real kernels are started, as a hub does for each student, and each does what a lesson does: import
everything, show a table of every game, simulate. Memory is counted once where kernels share it
(PSS, Linux only); a hub gives each student a JupyterLab as well. First one kernel alone, then a
whole class that presses the same key at once, which is the worst that a lesson does. There is no
target here: CONTRIBUTING.md quotes the numbers.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from subprocess import DEVNULL
from time import perf_counter
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from jupyter_client.blocking.client import BlockingKernelClient
from jupyter_client.manager import KernelManager, start_new_kernel

from tests.browser.lab import jupyterlab

PATIENT = 600
"""How many seconds a class may take for one cell."""

CELLS = {
    "import everything": """
import warnings
warnings.filterwarnings("ignore")
import numpy
import matplotlib.pyplot as plt
from gamelib import Match, games
from gamelib.simulate import simulate
from gamelib.tournament import tournament
from widgets import Table
from widgets.figures import show, style
style()
""",
    "a table of every game": """
tables = [
    Table(Match(kind(players=min(4, kind.player_counts[-1])), seed=1), seat=0)
    for kind in games.values()
]
for table in tables:
    display(table)
""",
    "1,000 games one by one": """
simulate(games["fuji_flush"](players=5), n=1_000, seed=1, batch=False, progress=False)
""",
    "100,000 games in batches": """
results = simulate(games["fuji_flush"](players=5), n=100_000, seed=1, progress=False)
""",
    "a figure": "show(results.plot(exact=1 / 5))",
}


class Kernel:
    """A kernel with its connection."""

    def __init__(self) -> None:
        began = perf_counter()
        self.manager: KernelManager
        self.client: BlockingKernelClient
        self.manager, self.client = start_new_kernel(startup_timeout=PATIENT, stderr=DEVNULL)
        self.started = perf_counter() - began

    def send(self, code: str) -> str:
        """Ask for a cell and do not wait."""
        return str(self.client.execute(code, store_history=False))

    def wait(self, sent: str) -> float:
        """Wait for a cell's end, and return the moment."""
        while True:
            reply: dict[str, Any] = self.client.get_shell_msg(timeout=PATIENT)
            if reply["parent_header"].get("msg_id") == sent:
                break
        if reply["content"]["status"] != "ok":
            raise RuntimeError("\n".join(reply["content"]["traceback"]))
        return perf_counter()

    @property
    def memory(self) -> tuple[float, float]:
        """How many megabytes the kernel takes (of what is shared, its part), and at most took."""
        provisioner: Any = self.manager.provisioner
        process = Path(f"/proc/{provisioner.pid}")
        return _entry(process / "smaps_rollup", "Pss"), _entry(process / "status", "VmHWM")

    def stop(self) -> None:
        """End the kernel."""
        self.client.stop_channels()
        self.manager.shutdown_kernel(now=True)


def _entry(file: Path, name: str) -> float:
    """Return an entry of one of the kernel's tables (Linux), in megabytes."""
    [line] = [line for line in file.read_text().splitlines() if line.startswith(f"{name}:")]
    return int(line.split()[1]) / 1024


def lesson(kernels: list[Kernel]) -> None:
    """Let all kernels run all cells, each cell at once, and print what it took."""
    for what, code in CELLS.items():
        began = perf_counter()
        sent = [kernel.send(code) for kernel in kernels]
        took = [kernel.wait(one) - began for kernel, one in zip(kernels, sent, strict=True)]
        now, most = zip(*(kernel.memory for kernel in kernels), strict=True)
        print(
            f"  {what:<28}{max(took):7.2f} s until the last has it"
            f"{median(now):8.0f} MB a kernel (most: {max(most):.0f})"
            f"{sum(now) / 1024:8.2f} GB in all",
            flush=True,
        )


def server() -> float:
    """Return how many megabytes a student's JupyterLab takes, next to the kernel."""
    with tempfile.TemporaryDirectory() as folder, jupyterlab(Path(folder)):
        me = os.getpid()
        [child] = Path(f"/proc/{me}/task/{me}/children").read_text().split()
        return _entry(Path(f"/proc/{child}/smaps_rollup"), "Pss")


def main() -> None:
    """Measure one kernel alone, and then a class."""
    parser = argparse.ArgumentParser(description="What a class needs of a shared machine.")
    parser.add_argument("--kernels", type=int, default=30, help="how many students there are")
    parser.add_argument("--quick", action="store_true", help="a small class")
    options = parser.parse_args()
    students = 4 if options.quick else options.kernels
    total = _entry(Path("/proc/meminfo"), "MemTotal") / 1024
    print(f"{len(os.sched_getaffinity(0))} processors, {total:.0f} GB of memory")
    print(f"a student's JupyterLab: {server():.0f} MB", flush=True)
    os.environ["PYDEVD_DISABLE_FILE_VALIDATION"] = "1"
    with ExitStack() as stack:
        for size in (1, students):
            kernels: list[Kernel] = []
            began = perf_counter()
            for _ in range(size):
                kernels.append(Kernel())
                stack.callback(kernels[-1].stop)
            print(
                f"{size} kernels: started one after the other in {perf_counter() - began:.1f} s, "
                f"{median(kernel.started for kernel in kernels):.2f} s each; "
                f"empty {median(kernel.memory[0] for kernel in kernels):.0f} MB"
            )
            lesson(kernels)
            for kernel in kernels:
                kernel.stop()
            stack.pop_all()


if __name__ == "__main__":
    main()
