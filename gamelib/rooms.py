"""The rooms of this house: gamelib's folders, found by what they hold.

A folder with a `rules.py` is a game; one with `exercises` has questions for students; the words in
`texts.en.json` are told in English. So a new game or a new language needs no line elsewhere. What a
room offers is checked when it is asked for.

>>> "auberge" in rooms_with("rules"), "texts" in rooms_with("rules")
(True, False)
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

HOUSE = Path(__file__).parent

FIRST = ("auberge", "fuji_flush", "hispaniola", "jamaica", "decrypto", "aquatika")
"""The order in which people meet the games; rooms that are not named come after, by name."""


@cache
def rooms_with(module: str) -> tuple[str, ...]:
    """Return the names of the rooms that hold a module of this name."""
    files = [*HOUSE.glob(f"*/{module}.py"), *HOUSE.glob(f"*/{module}/__init__.py")]
    found = {file.relative_to(HOUSE).parts[0] for file in files}
    return (*(name for name in FIRST if name in found), *sorted(found.difference(FIRST)))


def languages(folder: Path, name: str) -> tuple[str, ...]:
    """Return the languages of a folder's files, such as `texts.en.json`: English, then the others.

    >>> languages(HOUSE / "texts", "texts")
    ('en', 'fr')
    """
    found = {file.name.split(".")[1] for file in folder.glob(f"{name}.*.json")}
    return tuple(sorted(found, key=lambda lang: (lang != "en", lang)))


class RoomError(KeyError):
    """A room lacks what it is to offer; the message says which module and which name."""

    def __init__(self, module: str, name: str, kind: type[object], why: str) -> None:
        super().__init__(module, name, kind, why)
        self.message = (
            f"{module} is to offer `{name}`, a {kind.__name__}, but {why}: "
            "see “How to add a game” in CONTRIBUTING.md"
        )

    def __str__(self) -> str:
        return self.message


def optional(module: str, name: str, kind: type[object]) -> Any:
    """Return what a module offers under a name; None where there is no such module.

    >>> optional("gamelib.auberge.odds", "NO_RISK", object)
    Fraction(0, 1)
    >>> optional("gamelib.auberge.music", "SONGS", tuple)
    """
    try:
        room = import_module(module)
    except ModuleNotFoundError as error:
        if f"{module}.".startswith(f"{error.name}."):
            return None
        raise  # it is there, but imports something that is not
    if not hasattr(room, name):
        raise RoomError(module, name, kind, "it has no such name")
    found = getattr(room, name)
    if not isinstance(found, kind):
        raise RoomError(module, name, kind, f"that is a {type(found).__name__}")
    return found


def required(module: str, name: str, kind: type[object]) -> Any:
    """Return what a module offers under a name, or raise RoomError."""
    found = optional(module, name, kind)
    if found is None:
        folder, _, file = module.replace(".", "/").rpartition("/")
        raise RoomError(module, name, kind, f"the folder {folder} has no {file}")
    return found
