"""The project's own papers agree with each other, and name no machine and no host."""

import os
import re
import subprocess
import tomllib
import zipfile
from pathlib import Path

import pytest
from hatchling.builders.wheel import WheelBuilder

from tests.lock import LOCK, TOP, name, normal, split

PROJECT = tomllib.loads((TOP / "pyproject.toml").read_text())
PARTS = split(LOCK.read_text())
# The lock's parts, and what pyproject.toml wants to find in each.
WANTED = {
    "lab": [
        *PROJECT["project"]["dependencies"],
        *PROJECT["project"]["optional-dependencies"]["lab"],
        *PROJECT["dependency-groups"]["build"],
    ],
    "dev": PROJECT["dependency-groups"]["dev"],
    "bench": PROJECT["dependency-groups"]["bench"],
}


def run(*command: str) -> str:
    env = {key: value for key, value in os.environ.items() if not key.startswith("MAKE")}
    return subprocess.run(
        command, cwd=TOP, env=env, check=True, capture_output=True, text=True
    ).stdout


def tracked() -> list[Path]:
    try:
        listed = run("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    except (FileNotFoundError, subprocess.CalledProcessError):
        pytest.skip("not a git clone")
    return [path for name in listed.split("\0") if name and (path := TOP / name).is_file()]


def test_conda_environment_is_in_step_with_pyproject() -> None:
    assert (
        (TOP / "environment.yml").read_text()
        == f"""\
# For conda: conda env create -f environment.yml
name: {PROJECT["project"]["name"]}
channels:
  - conda-forge
dependencies:
  - python{PROJECT["project"]["requires-python"]}
  - pip
  - pip:
      - -e .[lab]
"""
    )


def test_lock_has_its_parts_in_order() -> None:
    assert list(PARTS) == ["lab", "dev", "bench"]


@pytest.mark.parametrize("part", WANTED)
def test_lock_covers_every_dependency(part: str) -> None:
    upto = list(PARTS)[: list(PARTS).index(part) + 1]
    locked = {name(entry) for each in upto for entry in PARTS[each]}
    assert {normal(wanted) for wanted in WANTED[part]} - locked == set()


def test_newcomers_install_no_bench_peer() -> None:
    installed = {name(entry) for entry in PARTS["lab"] + PARTS["dev"]}
    assert installed.isdisjoint(normal(peer) for peer in WANTED["bench"])


def test_lock_pins_one_version_with_hashes_and_names_no_host() -> None:
    for entry in (entry for part in PARTS.values() for entry in part):
        first, *hashes = entry.replace(" \\", "").splitlines()
        assert re.fullmatch(r"[a-z0-9-]+==[\w.!+]+( ; .+)?", first), first
        assert hashes, first
        assert all(re.fullmatch(r" +--hash=sha256:[0-9a-f]{64}", line) for line in hashes), first
    assert not re.search(r"://|--(extra-)?index|--find-links", LOCK.read_text())


def test_every_make_target_has_a_help_text() -> None:
    targets = re.findall(r"^\.PHONY: (\w+)$", (TOP / "Makefile").read_text(), re.MULTILINE)
    helped = re.findall(r"^ +make (\w+) +\S", run("make", "--silent"), re.MULTILINE)
    known = {"lab", "test", "check", "bench", "sizes", "notebooks", "golden", "game", "lock"}
    assert known | {"help"} <= set(targets)
    assert helped == targets


def test_the_lab_and_the_tests_have_an_environment_each() -> None:
    lab, test = (run("make", "--dry-run", "--always-make", goal) for goal in ("lab", "lint"))
    assert "-m venv --clear .venv\n" in lab
    assert ".venv-test" not in lab
    assert "-m venv --clear .venv-test\n" in test
    assert not re.search(r"\.venv[ /\n]", test)


def test_ci_calls_make_test_and_nothing_else() -> None:
    script = TOP / ".ci" / "run"
    assert script.read_text() == (
        '#!/usr/bin/env bash\nset -euo pipefail\ncd "$(dirname "$0")/.."\nexec make test\n'
    )
    assert os.access(script, os.X_OK)


def test_wheel_holds_both_packages_whole_and_nothing_else(tmp_path: Path) -> None:
    [wheel] = WheelBuilder(str(TOP)).build(directory=str(tmp_path), versions=["standard"])
    packed = {file for file in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in file}
    files = (path.relative_to(TOP) for path in tracked())
    assert packed == {path.as_posix() for path in files if path.parts[0] in ("gamelib", "widgets")}


def test_no_file_names_a_machine_or_a_package_host() -> None:
    places = [str(place) + "/" for place in (Path.home(), TOP.parent) if place != place.parent]
    hosts = re.compile(
        r"https?://[^ \"]+/(simple|packages)/|registry = \"http|\"resolved\": \"http"
    )
    for path in tracked():
        text = path.read_text(encoding="utf-8", errors="ignore")
        assert not [place for place in places if place in text], path
        assert not hosts.search(text), path
