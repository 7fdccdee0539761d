"""Write the room of a new game: `make game NAME=pig`."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from keyword import iskeyword, issoftkeyword
from pathlib import Path

from gamelib import games
from gamelib.texts import texts

HERE = Path(__file__).parent
TOP = HERE.parents[1]
HOMES = {"gamelib": "gamelib", "widgets": "widgets", "tests": "tests/gamelib"}
"""The folders here, and where a game has its own."""
LONGEST = 20

HOW = "Say what the game is called: make game NAME=pig"
NEXT = """
It plays already:        make check
and on a table:          make lab, then in a new notebook
                             from gamelib import Match, games
                             from widgets import Table
                             Table(Match(games["{name}"](), seed=1))

Now make it yours, in this order; `make check` says what is still missing:
    1. gamelib/{name}/rules.py, and the proof of each rule in tests/gamelib/{name}/test_rules.py
    2. gamelib/{name}/events.py, texts.en.json and texts.fr.json
    3. gamelib/{name}/odds.py
    4. widgets/{name}/__init__.py
    5. tests/gamelib/{name}/table.py
    6. gamelib/{name}/players.py
    7. make golden
“How to add a game” in CONTRIBUTING.md says what each of them holds."""


class BadName(ValueError):  # noqa: N818
    """A name that no room can have; the message says why."""


def class_of(name: str) -> str:
    """Return what a game's class is called: FujiFlush for fuji_flush."""
    return name.title().replace("_", "")


def title_of(name: str) -> str:
    """Return what people call a game until its texts say it better: Fuji Flush."""
    return name.replace("_", " ").title()


def label_of(name: str) -> str:
    """Return two letters for a game's rules that no other game has: FF for fuji_flush."""
    taken = {label.split("-")[0] for kind in games.values() for label in kind.rulings}
    words = re.findall("[a-z]+", name)
    first, others = words[0][0], [word[0] for word in words[1:]]
    letters = [*others, *words[0][1:], *"abcdefghijklmnopqrstuvwxyz"]
    labels = [f"{first}{other}".upper() for other in letters]
    return next(label for label in labels if label not in taken)


def sources() -> Iterator[tuple[Path, str]]:
    """Yield every file that is to be written: its place from here, and what it holds."""
    for home in HOMES:
        for path in sorted((HERE / home).iterdir()):
            if path.suffix in (".py", ".json"):
                yield path.relative_to(HERE), path.read_text("utf-8")


def words_of_a_room() -> set[str]:
    """Return every word of the files, but for the name that is replaced."""
    return {word for _, source in sources() for word in re.findall(r"\w+", source)} - {"Pig"}


def places(name: str) -> list[Path]:
    """Return the folders of a game."""
    return [TOP / home / name for home in HOMES.values()]


def check(name: str) -> None:
    """Raise BadName unless a new game may be called so."""
    if not name:
        raise BadName(HOW)
    if not re.fullmatch("[a-z][a-z0-9]*(_[a-z0-9]+)*", name) or len(name) > LONGEST:
        raise BadName(
            f"A name is made of small letters and digits, with _ between words, such as pig or "
            f"fuji_flush, and has at most {LONGEST} characters: {name[: 2 * LONGEST]!r} is not."
        )
    if iskeyword(name) or issoftkeyword(name):
        raise BadName(f"{name!r} is a word of Python itself. Choose another name.")
    if name in games:
        raise BadName(f"There is a game called {name!r} already; nothing was written.")
    for place in places(name):
        if taken := [path for path in (place, place.with_suffix(".py")) if path.exists()]:
            where = taken[0].relative_to(TOP).as_posix()
            raise BadName(f"{where} is there already: choose another name than {name!r}.")
    if name in {part for key in texts() for part in key.split(".")[:2]}:
        raise BadName(f"Keys of other texts begin with {name!r}. Choose another name.")
    if class_of(name) in words_of_a_room():
        raise BadName(f"{class_of(name)} means something else in a room. Choose another name.")


def written(path: Path, source: str, name: str) -> tuple[Path, str]:
    """Return a file as the new game has it: its place in the house, and what it holds."""
    for home, place in HOMES.items():
        module = f"{place}/{name}".replace("/", ".")
        source = source.replace(f"tests.new_game.{home}", module)
    title = title_of(name) if path.suffix == ".json" else class_of(name)
    source = re.sub(r'(?<=""")Pig\b', title_of(name), source)
    source = re.sub(r"\bPig(?=[A-Z]|\b)", title, source)
    source = re.sub(r"\bpig\b", name, source)
    source = re.sub(r"\bPI-", f"{label_of(name)}-", source)
    home, *rest = path.parts
    return Path(HOMES[home], name, *rest), source


def tidy(files: list[Path]) -> None:
    """Sort the names and set the lines again: another name is of another length."""
    code = [str(path) for path in files if path.suffix == ".py"]
    for what in (["check", "--quiet", "--fix-only", "--select", "I,RUF022"], ["format", "--quiet"]):
        subprocess.run([sys.executable, "-m", "ruff", *what, *code], cwd=TOP, check=True)


def write(name: str) -> list[Path]:
    """Write the room of a new game, and return its files; nothing is ever written over."""
    check(name)
    files = dict(written(path, source, name) for path, source in sources())
    for path, source in files.items():
        (TOP / path).parent.mkdir(exist_ok=True)
        with (TOP / path).open("x", encoding="utf-8", newline="\n") as file:
            file.write(source)
    tidy(list(files))
    return list(files)


def main(arguments: list[str]) -> None:
    """Write the room that is asked for, and its transcripts; say what there is now."""
    try:
        files = write(arguments[0] if arguments else "")
    except BadName as why:
        raise SystemExit(str(why)) from None
    name = files[0].parts[1]
    # In a process of its own, as this one has looked for the rooms before there was this one.
    subprocess.run([sys.executable, "-m", "tests.golden", name], cwd=TOP, check=True)
    print("Written:", *(f"    {file.as_posix()}" for file in files), sep="\n")
    print(f"    tests/golden/{name}-….txt: a match for each number of players")
    print(NEXT.format(name=name))


if __name__ == "__main__":
    main(sys.argv[1:])
