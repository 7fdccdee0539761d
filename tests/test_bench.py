"""Every script in bench/ runs and prints its table. How fast anything is, is not judged here."""

import json
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from bench.common import PAGE, left_out, rounded, write_table
from gamelib import games
from tests.gamelib.tables import slow
from tests.lock import TOP

SCRIPTS = [path.stem for path in sorted((TOP / "bench").glob("*.py")) if path.stem != "common"]
MARKS = {"widgets": pytest.mark.browser}
PEERS = tomllib.loads((TOP / "pyproject.toml").read_text())["dependency-groups"]["bench"]
MODULES = {"open_spiel": ["open_spiel", "pyspiel"]}
"""What a peer is called in Python, where that is not its own name."""

# Whatever is installed here: a run without the peers is what a newcomer has.
ALONE = """
import runpy, sys
sys.modules.update(dict.fromkeys({peers!r}))
sys.argv = {arguments!r}
runpy.run_module("bench.{script}", run_name="__main__")
"""


def run(script: str, *arguments: str) -> str:
    """Return what a script prints in a quick run without any peer."""
    peers = [module for peer in PEERS for module in MODULES.get(peer, [peer])]
    code = ALONE.format(peers=peers, script=script, arguments=[script, "--quick", *arguments])
    done = subprocess.run([sys.executable, "-c", code], cwd=TOP, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize(
    "script", [pytest.param(name, marks=MARKS.get(name, slow)) for name in SCRIPTS]
)
def test_a_script_runs_and_prints_its_table(script: str, tmp_path: Path) -> None:
    results, page = tmp_path / "results.json", tmp_path / PAGE.name
    page.write_text(PAGE.read_text("utf-8"), "utf-8")
    quoted = f"<!-- make sizes: bench/{script}.py -->" in PAGE.read_text("utf-8")

    printed = run(script, f"--json={results}", *([f"--page={page}"] if quoted else []))

    rows = json.loads(results.read_text())["rows"]
    assert rows
    assert all(row["what"] in printed and row["measured"] in printed for row in rows)
    if script in ("engine", "widgets"):
        assert all(name in printed for name in games)
    if script == "engine":
        assert all(left_out(peer) in printed for peer in PEERS)
    assert (page.read_text("utf-8") != PAGE.read_text("utf-8")) == quoted


def test_the_page_on_sizes_quotes_what_its_scripts_measure(tmp_path: Path) -> None:
    page = tmp_path / PAGE.name
    text = PAGE.read_text("utf-8")
    for script in ("batch", "classroom"):
        page.write_text(text, "utf-8")
        write_table(page, script, [["what", "how much"], ["a thing", "3 s"]])
        before, _, after = text.partition(f"<!-- make sizes: bench/{script}.py -->\n")
        table = "| what | how much |\n|---|---|\n| a thing | 3 s |\n<!-- end -->"
        assert page.read_text("utf-8") == (
            f"{before}<!-- make sizes: bench/{script}.py -->\n{table}"
            + after.partition("<!-- end -->")[2]
        )


def test_a_page_without_a_place_for_the_table_is_left_alone(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("no table here\n", "utf-8")
    with pytest.raises(SystemExit, match="has no place for a table"):
        write_table(page, "batch", [["what"]])
    assert page.read_text("utf-8") == "no table here\n"


@pytest.mark.parametrize(
    ("value", "told"), [(231_764.2, "230,000"), (0.2391, "0.24"), (16.04, "16"), (0.996, "1")]
)
def test_a_page_tells_two_digits_of_a_number(value: float, told: str) -> None:
    assert rounded(value) == told
