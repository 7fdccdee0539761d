"""What the scripts here share: rows and how they are judged, tables to sit at, a page to update.

Each script is run as a module from the top folder, such as `python -m bench.engine`. In a full run
the exit code is 0 when every target is reached, 1 when one is missed, and 2 when one could not be
measured because a peer is missing. With --quick or --page a script reports and does not judge: its
exit code tells only whether it ran.
"""

from __future__ import annotations

import argparse
import json
import platform
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from typing import Any

from gamelib import Game, games

PAGE = Path(__file__).resolve().parents[1] / "CONTRIBUTING.md"
"""Where measured tables are quoted."""


@dataclass
class Row:
    """One line of the table: what was measured, and whether that is good enough."""

    what: str
    measured: str
    value: float | None = None
    """The number that is judged, or would be: a ratio, or milliseconds."""
    target: str = ""
    reached: bool | None = None
    """None: there is no target, or it could not be measured."""

    def __str__(self) -> str:
        verdict = {True: "reached", False: "MISSED", None: "not measured"}[self.reached]
        judged = f"target {self.target}: {verdict}" if self.target else ""
        return f"  {self.what:<50}{self.measured:<42} {judged}".rstrip()


def left_out(package: str) -> str:
    """Say that a peer is not there, and how it gets there."""
    return f"left out: no {package} here (make bench)"


def times_faster(ours: list[float], theirs: list[float]) -> float:
    """Return a ratio of speeds, round by round, so that a slow moment counts for both."""
    return median(our / their for our, their in zip(ours, theirs, strict=True))


def seated(name: str, wanted: int) -> Game[Any, Any]:
    """Return a game for so many players, or as near to it as the game allows."""
    counts = games[name].player_counts
    return games[name](players=min(max(wanted, counts[0]), counts[-1]))


# -- the command line -----------------------------------------------------------------------------


def arguments(what: str) -> argparse.ArgumentParser:
    """Return the options that every script takes."""
    parser = argparse.ArgumentParser(description=what)
    parser.add_argument("--quick", action="store_true", help="a short run that judges nothing")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the results there")
    parser.set_defaults(page=None)
    return parser


def with_page(parser: argparse.ArgumentParser) -> argparse.ArgumentParser:
    """Let a script also write a measured table into a page."""
    parser.add_argument(
        "--page",
        type=Path,
        nargs="?",
        const=PAGE,
        metavar="FILE",
        help=f"also write the measured table into {PAGE.name}, or into this page; judges nothing",
    )
    return parser


def report(options: argparse.Namespace, parts: Mapping[str, Iterator[Row]]) -> int:
    """Measure part by part, print the table, and return the exit code."""
    rows: list[Row] = []
    for title, part in parts.items():
        print(title, flush=True)
        for row in part:
            print(row, flush=True)
            rows.append(row)
    judged = [row.reached for row in rows if row.target]
    if judged:
        print(f"{judged.count(True)} of {len(judged)} targets reached.", flush=True)
    if options.json:
        python = platform.python_version()
        results = {"python": python, "quick": options.quick, "rows": [asdict(row) for row in rows]}
        options.json.write_text(json.dumps(results, indent=2, ensure_ascii=False) + "\n")
    if options.quick or options.page:
        return 0
    return 1 if False in judged else 2 if None in judged else 0


# -- the page -------------------------------------------------------------------------------------


def rounded(value: float) -> str:
    """Return a number as a page tells it: two digits of it count.

    >>> rounded(231_764.2), rounded(0.2391), rounded(16.04)
    ('230,000', '0.24', '16')
    """
    return f"{float(f'{value:.2g}'):,.10g}"


def write_table(page: Path, script: str, rows: Sequence[Sequence[str]]) -> None:
    """Replace the table that a script has measured, in Markdown; the first row is the head."""
    begin, end = f"<!-- make sizes: bench/{script}.py -->\n", "<!-- end -->"
    before, found, rest = page.read_text("utf-8").partition(begin)
    _, closed, after = rest.partition(end)
    if not (found and closed):
        raise SystemExit(f"{page.name} has no place for a table between {begin.strip()} and {end}")
    head, *body = (f"| {' | '.join(row)} |\n" for row in rows)
    rule = "|---" * len(rows[0]) + "|\n"
    page.write_text("".join([before, begin, head, rule, *body, end, after]), "utf-8")
