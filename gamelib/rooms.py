"""What a game's rooms offer: modules are found by the game's name, and checked when asked for."""

from __future__ import annotations

from importlib import import_module
from typing import Any


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
