"""The rules, odds and simulation need the standard library alone, also in a browser kernel."""

from __future__ import annotations

import subprocess
import sys

import pytest

from gamelib.rooms import rooms_with

SCRIPT = """
import sys
before = set(sys.modules)
import {module}
new = {{name.partition(".")[0] for name in set(sys.modules) - before}}
print(*sorted(new - sys.stdlib_module_names - {{"gamelib"}}))
"""


def others(module: str) -> list[str]:
    """What an import loads that is neither ours nor Python's."""
    run = subprocess.run(
        [sys.executable, "-c", SCRIPT.format(module=module)],
        check=True,
        capture_output=True,
        text=True,
    )
    return run.stdout.split()


@pytest.mark.parametrize(
    "module",
    [
        "gamelib",
        "gamelib.simulate",
        "gamelib.tournament",
        "gamelib.texts",
        *(f"gamelib.{room}.{name}" for name in ("odds", "players") for room in rooms_with(name)),
    ],
)
def test_importing_loads_no_third_party_module(module: str) -> None:
    assert others(module) == []


def test_the_test_would_notice() -> None:
    assert "numpy" in others("numpy")
    assert "tqdm" in others("gamelib, tqdm")


def test_playing_and_simulating_without_progress_needs_nothing_either() -> None:
    code = (
        "gamelib.simulate; from gamelib.simulate import simulate; from gamelib import games; "
        "[simulate(g(players=g.player_counts[0]), n=2, progress=False, batch=False).text('fr') "
        "for g in games.values()]"
    )
    assert others(code) == []
