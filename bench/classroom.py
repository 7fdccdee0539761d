"""What a class needs of the machine it shares: `python -m bench.classroom [--kernels 30]`.

Real kernels are started, as a hub does for each student, and each does what a lesson does: import
everything, show a table of every game, simulate. Memory is counted once where kernels share it
(PSS, Linux only); a hub gives each student a JupyterLab as well. First one kernel alone, then a
whole class that presses the same key at once, which is the worst that a lesson does. There is no
target here: CONTRIBUTING.md quotes the numbers (`make sizes`).
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from subprocess import DEVNULL
from time import perf_counter
from typing import Any

from jupyter_client.blocking.client import BlockingKernelClient
from jupyter_client.manager import KernelManager, start_new_kernel

from bench.common import Row, arguments, report, rounded, with_page, write_table
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
for kind in games.values():
    display(Table(Match(kind(players=min(4, kind.player_counts[-1])), seed=1), seat=0))
""",
    "1,000 games of Fuji Flush for five, one by one": """
simulate(games["fuji_flush"](players=5), n=1_000, seed=1, batch=False, progress=False)
""",
    "100,000 games of Fuji Flush for five, in batches": """
results = simulate(games["fuji_flush"](players=5), n=100_000, seed=1, progress=False)
""",
    "the first figure": "show(results.plot(exact=1 / 5))",
}

PROC = Path("/proc")
MEASURABLE = (PROC / "self" / "smaps_rollup").exists()
"""Whether this machine tells how much memory a process takes, of what is shared its part."""


def _entry(file: Path, name: str) -> float:
    """Return an entry of one of the tables that Linux keeps of itself, in megabytes."""
    [line] = [line for line in file.read_text().splitlines() if line.startswith(f"{name}:")]
    return int(line.split()[1]) / 1024


class Kernel:
    """A kernel with its connection."""

    def __init__(self) -> None:
        self.manager: KernelManager
        self.client: BlockingKernelClient
        self.manager, self.client = start_new_kernel(startup_timeout=PATIENT, stderr=DEVNULL)

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
        if not MEASURABLE:
            return 0, 0
        provisioner: Any = self.manager.provisioner
        process = PROC / str(provisioner.pid)
        return _entry(process / "smaps_rollup", "Pss"), _entry(process / "status", "VmHWM")

    def stop(self) -> None:
        """End the kernel."""
        self.client.stop_channels()
        self.manager.shutdown_kernel(now=True)


@dataclass
class Lesson:
    """What a lesson took: seconds until the last had each thing, and megabytes of all kernels."""

    students: int
    seconds: dict[str, float] = field(default_factory=dict)
    memory: float = 0
    most: float = 0
    """Megabytes that one kernel took at most."""

    def give(self) -> Iterator[Row]:
        """Start the kernels, and let all run all cells, each cell at once."""
        with ExitStack() as stack:
            began, kernels = perf_counter(), list[Kernel]()
            for _ in range(self.students):
                kernels.append(Kernel())
                stack.callback(kernels[-1].stop)
            yield self._row("a new kernel", perf_counter() - began, kernels)
            for what, code in CELLS.items():
                began = perf_counter()
                sent = [kernel.send(code) for kernel in kernels]
                ends = [kernel.wait(one) for kernel, one in zip(kernels, sent, strict=True)]
                yield self._row(what, max(ends) - began, kernels)

    def _row(self, what: str, seconds: float, kernels: list[Kernel]) -> Row:
        self.seconds[what] = seconds
        now, most = zip(*(kernel.memory for kernel in kernels), strict=True)
        self.memory, self.most = sum(now), max(most)
        told = f"{seconds:7.2f} s"
        if MEASURABLE:
            told += f", {median(now):.0f} MB a kernel (most: {self.most:.0f})"
            told += f", {self.memory / 1024:.2f} GB in all"
        return Row(what, told, seconds)


class Server:
    """A student's JupyterLab, next to the kernel."""

    memory = 0.0

    def measure(self) -> Iterator[Row]:
        """Start one, and see how many megabytes it takes."""
        with tempfile.TemporaryDirectory() as folder, jupyterlab(Path(folder)) as lab:
            if MEASURABLE:
                self.memory = _entry(PROC / str(lab.process) / "smaps_rollup", "Pss")
        yield Row("JupyterLab", f"{self.memory:.0f} MB" if MEASURABLE else "memory: on Linux only")


def table(server: Server, alone: Lesson, together: Lesson) -> list[list[str]]:
    """Return the table for the page on sizes."""
    n = together.students
    rows = [["", "alone", f"until the last of {n} has it"]]
    for what, seconds in alone.seconds.items():
        ordered = ", started one after the other" if what == "a new kernel" else ""
        all_of_them = f"{rounded(together.seconds[what])} s{ordered}"
        rows.append([what, f"{rounded(seconds)} s", all_of_them])
    gigabytes = [f"{rounded(each / 1024)} GB" for each in (together.memory, n * server.memory)]
    shared = f"{gigabytes[0]}, as they share some of it"
    rows.append(["memory of the kernels, all done", f"{rounded(alone.memory)} MB", shared])
    rows.append(["at most, meanwhile", f"{rounded(alone.most)} MB", ""])
    rows.append(["memory of a JupyterLab for each", f"{rounded(server.memory)} MB", gigabytes[1]])
    return rows


def main() -> int:
    """Measure one kernel alone, and then a class."""
    parser = with_page(arguments("What a class needs of a shared machine."))
    parser.add_argument("--kernels", type=int, default=30, help="how many students there are")
    options = parser.parse_args()
    os.environ["PYDEVD_DISABLE_FILE_VALIDATION"] = "1"
    server = Server()
    alone, together = Lesson(1), Lesson(3 if options.quick else options.kernels)
    done = report(
        options,
        {
            f"On {os.cpu_count()} processors: each student's server": server.measure(),
            "One kernel alone": alone.give(),
            f"Until the last of {together.students} kernels has it": together.give(),
        },
    )
    if options.page:
        write_table(options.page, "classroom", table(server, alone, together))
    return done


if __name__ == "__main__":
    sys.exit(main())
