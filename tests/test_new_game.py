"""A new game as CONTRIBUTING.md says: its commands write a room that plays and passes all tests.

A copy of the house is made, and the commands that stand on the page are run in it.
"""

from __future__ import annotations

import io
import re
import shutil
import subprocess
import sys
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.gamelib.tables import slow
from tests.new_game.__main__ import HOMES, TOP, BadName, check, label_of, title_of

NAMES = ("pig", "ten_thousand_or_more")
"""The name on the page, and one that is as long as may be."""
LINES = 250

COMMANDS = [
    line
    for block in re.findall(r"```sh\n(.*?)```", (TOP / "CONTRIBUTING.md").read_text("utf-8"), re.S)
    for line in block.splitlines()
]


@dataclass(frozen=True)
class House:
    """A copy of the house, and what was in it before anything was written."""

    top: Path
    before: dict[Path, bytes]

    def run(self, *command: str) -> str:
        """Run a command there; return what it says, whether it fails or not."""
        env = {
            "PATH": "/usr/bin:/bin",
            "PYTHONPATH": str(self.top),
            "PYTHONDONTWRITEBYTECODE": "1",
            "HYPOTHESIS_PROFILE": "check",
        }
        out, err = subprocess.PIPE, subprocess.STDOUT
        done = subprocess.run(command, cwd=self.top, env=env, text=True, stdout=out, stderr=err)
        return f"{done.stdout}\n[{done.returncode}]"

    def python(self, *arguments: str) -> str:
        """Run Python there."""
        return self.run(sys.executable, *arguments)

    def files(self) -> dict[Path, bytes]:
        """Everything that would be committed."""
        paths = (path for path in self.top.rglob("*") if path.is_file())
        found = {path.relative_to(self.top): path.read_bytes() for path in paths}
        return {path: held for path, held in found.items() if not path.parts[0].startswith(".")}

    def written(self, name: str) -> Iterator[Path]:
        """The files of a new game."""
        for home in HOMES.values():
            yield from sorted((self.top / home / name).glob("*.*"))


def copied(top: Path) -> House:
    """A copy of all that a game needs, with an environment that is ready: ours."""
    unneeded = shutil.ignore_patterns("__pycache__", "browser", "node_modules")
    for folder in ("gamelib", "widgets", "tests"):
        shutil.copytree(TOP / folder, top / folder, ignore=unneeded)
    for file in filter(Path.is_file, TOP.iterdir()):
        shutil.copy(file, top)
    ready = top / ".venv-test"
    (ready / "bin").mkdir(parents=True)
    python = ready / "bin" / "python"
    python.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    python.chmod(0o755)
    (ready / "place").write_text(str(ready))
    for target in ("lab", "tablewise", "dev"):  # each after what it needs
        (ready / target).touch()
    house = House(top, {})
    return House(top, house.files())


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> House:
    """The house with two new games, written by the command on the page."""
    house = copied(tmp_path_factory.mktemp("house"))
    [command] = [command for command in COMMANDS if command.startswith("make game")]
    for name in NAMES:
        told = house.run(*command.replace("NAME=pig", f"NAME={name}").split())
        assert told.endswith("[0]"), told
    return house


def test_the_page_names_commands_that_there_are() -> None:
    targets = re.findall(r"^\.PHONY: (\w+)$", (TOP / "Makefile").read_text("utf-8"), re.M)
    assert {command.split()[1] for command in COMMANDS} == {"game", "check", "lab", "golden"}
    assert all(command.split()[1] in targets for command in COMMANDS)


def test_three_folders_and_transcripts_are_written_and_no_other_file_changes(house: House) -> None:
    now = house.files()
    assert {path: now.get(path) for path in house.before} == house.before
    homes = {f"{home}/{name}" for home in HOMES.values() for name in NAMES}
    new = {path.parent.as_posix() for path in now.keys() - house.before.keys()}
    assert new == homes | {"tests/golden"}


PLAY = """
from gamelib import Match, games
from gamelib.texts import LANGUAGES
from widgets import Table
for name in {names}:
    for lang in LANGUAGES:
        match = Match(games[name](), seed=1)
        table = Table(match, seat=0, lang=lang)
        while match.turn is not None:
            frame = table._film().frames[-1]
            path = list(frame.choices[0 if len(match.steps) % 3 else -1].path)
            table._receive(table, {{"id": 1, "do": "play", "of": len(match.steps), "branch": 0,
                                    "at": len(match.steps), "path": path}}, [])
            assert table.notice["kind"] == "ok", table.notice
        print(name, lang, match.outcome.reason, table.picture().svg()[:4])
"""


def test_a_new_game_is_played_to_its_end_on_a_table(house: House) -> None:
    told = house.python("-c", PLAY.format(names=NAMES))
    lines = [f"{name} {lang} target <svg" for name in NAMES for lang in ("en", "fr")]
    assert told.splitlines() == [*lines, "", "[0]"]


def test_a_room_has_its_own_name_and_labels(house: House) -> None:
    for path in house.written(NAMES[1]):
        assert not re.search(r"(?i)pig|PI-|new_game", path.read_text("utf-8")), path
    rules = (house.top / "gamelib" / NAMES[1] / "rules.py").read_text("utf-8")
    assert "class TenThousandOrMore(OpenGame" in rules
    assert rules.startswith('"""Ten Thousand Or More: ')
    assert "TT-1 to TT-4" in rules.splitlines()[0]


def says_something(source: str) -> int:
    """How many lines of a module hold code: not blank, no comment, no docstring, no import."""
    source = re.sub(r"(?ms)^from \S+ import (\([^)]*\)|[^\n]*)$", "", source)
    source = re.sub(r'(?s)(?<=\n)[ ]*""".*?"""|^""".*?"""', "", source)
    rows = set[int]()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.string.strip() and token.type != tokenize.COMMENT:
            rows.update(range(token.start[0], token.end[0] + 1))
    return len(rows)


def test_a_room_is_small(house: House) -> None:
    code = [path for path in house.written("pig") if path.suffix == ".py"]
    lines = sum(says_something(path.read_text("utf-8")) for path in code)
    assert 150 < lines <= LINES


@slow
def test_everything_that_is_asked_of_a_game_holds_for_a_new_one(house: House) -> None:
    folders = [f"{home}/{name}" for home in HOMES.values() for name in NAMES]
    assert house.python("-m", "ruff", "check", "--quiet", *folders) == "\n[0]"
    assert house.python("-m", "ruff", "format", "--check", "--quiet", *folders) == "\n[0]"
    checked = house.python("-m", "mypy", "--no-error-summary", *folders)
    assert checked == "\n[0]"
    told = house.python(
        "-m", "pytest", "-q", "--tb=short", "-p", "no:cacheprovider", "-k", " or ".join(NAMES),
        "tests/gamelib", "tests/widgets", *folders,
    )  # fmt: skip
    assert told.endswith("[0]"), told
    assert int(re.findall(r"(\d+) passed", told)[0]) > 150


@slow
def test_the_transcripts_are_what_make_golden_writes(house: House) -> None:
    before = house.files()
    [command] = [command for command in COMMANDS if "golden" in command]
    assert house.run(*command.split()).endswith("[0]")
    assert house.files() == before


# -- names that no game can have -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("", "make game NAME=pig"),
        ("Pig", "small letters"),
        ("my game", "small letters"),
        ("../pig", "small letters"),
        ("1pig", "small letters"),
        ("pig_", "small letters"),
        ("cochon_très", "small letters"),
        ("x" * 21, "at most 20 characters"),
        ("class", "a word of Python"),
        ("match", "a word of Python"),
        ("auberge", "There is a game called 'auberge' already"),
        ("texts", "gamelib/texts is there already"),
        ("players", "gamelib/players.py is there already"),
        ("scene", "widgets/scene.py is there already"),
        ("kit", "tests/gamelib/kit.py is there already"),
        ("player", "Keys of other texts begin with 'player'"),
        ("reason", "Keys of other texts begin with 'reason'"),
        ("roll", "Roll means something else"),
        ("state", "State means something else"),
    ],
)
def test_a_bad_name_is_refused_in_words_that_help(name: str, why: str) -> None:
    with pytest.raises(BadName, match=re.escape(why)):
        check(name)


def test_nothing_is_written_over(house: House) -> None:
    before = house.files()
    told = house.run("make", "game", "NAME=pig")
    assert "There is a game called 'pig' already; nothing was written." in told
    assert not told.endswith("[0]")
    assert house.files() == before


@pytest.mark.parametrize(
    ("name", "label"),
    [("pig", "PI"), ("ten_thousand", "TT"), ("jam", "JM"), ("auberge_petite", "AU"), ("a2", "AA")],
)
def test_rules_get_labels_that_no_other_game_has(name: str, label: str) -> None:
    assert label_of(name) == label
    assert title_of("ten_thousand") == "Ten Thousand"


# -- what is missing is told -----------------------------------------------------------------------


@slow
@pytest.mark.parametrize(
    ("file", "old", "new", "asked", "told"),
    [
        ("gamelib/pig/rules.py", "Pig", "Pog", "games['pig']", "cannot import name 'Pig' from"),
        ("gamelib/pig/rules.py", 'name = "pig"', 'name = "pog"', "games['pig']",
         "gamelib/pig/rules.py needs `class Pig(Game[…])` with `name = 'pig'`"),
        ("gamelib/pig/events.py", "EVENTS", "EVENT", "Table(match)",
         "gamelib.pig.events is to offer `EVENTS`, a Teller, but it has no such name"),
        ("gamelib/pig/events.py", "Rolled: _rolled,", "", "match.run(); Table(match)",
         "gamelib.pig.events is to offer `EVENTS`, a Teller, but it has no function for Rolled"),
        ("gamelib/pig/events.py", None, "", "match.run(); Table(match)",
         "to offer `EVENTS`, a Teller, but the folder gamelib/pig has no events"),
        ("gamelib/pig/odds.py", "odds =", "chances =", "Table(match)",
         "cannot import name 'odds' from 'gamelib.pig.odds'"),
        ("gamelib/pig/players.py", "PLAYERS", "PLAYER", "Table(match)",
         "gamelib.pig.players is to offer `PLAYERS`, a Mapping, but it has no such name"),
        ("gamelib/pig/texts.en.json", "pig.action.roll", "pig.action.rol", "Table(match)",
         "there is no text 'pig.action.roll' in 'en': write it in gamelib/pig/texts.en.json"),
        ("widgets/pig/__init__.py", "drawing = ", "picture = ", "Table(match)",
         "widgets.pig is to offer `drawing`, a Drawing, but it has no such name"),
        ("widgets/pig/__init__.py", None, "", "Table(match)",
         "widgets.pig is to offer `drawing`, a Drawing, but"),
        ("widgets/pig/__init__.py", "_actions(view))\n", "_actions(view)[:1])\n", "contract",
         "`choices` of widgets/pig is to offer each legal action"),
        ("tests/gamelib/pig/table.py", "KIT", "KITS", "kit('pig')",
         "tests.gamelib.pig.table is to offer `KIT`, a Kit, but it has no such name"),
        ("tests/gamelib/pig/table.py", None, "", "kit('pig')",
         "tests/gamelib/pig/table.py is to have a KIT"),
    ],
)  # fmt: skip
def test_what_a_room_lacks_is_told_by_file_and_name(
    house: House, file: str, old: str | None, new: str, asked: str, told: str
) -> None:
    path = house.top / file
    source = path.read_text("utf-8")
    try:
        if old is None:
            path.unlink()
        else:
            assert old in source
            path.write_text(source.replace(old, new), "utf-8")
        assert told in house.python("-c", ASK.format(asked=ASKED.get(asked, asked)))
    finally:
        path.write_text(source, "utf-8")


ASK = """
from gamelib import Match, games
from widgets import Table
from tests.gamelib.kit import kit
from tests.widgets.contract import check_choices
match = Match(games["pig"](), seed=1)
{asked}
"""
ASKED = {
    "contract": "while len(match.actions) < 2: match.step()\ncheck_choices(match.game, match.state)"
}
