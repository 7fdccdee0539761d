"""Who takes part in a tournament: characters, functions, and the players in a class's files."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping, Sequence
from glob import glob
from pathlib import Path
from typing import Any

from gamelib.game import Game
from gamelib.guard import Entry
from gamelib.players import Player, name_of, player_named

Contender = Player | str | Entry
"""Whoever takes part: a function, the name of a character, or a file."""

Someone = Contender | Path


def entries(where: str | os.PathLike[str]) -> dict[str, Entry]:
    """Return the players in the *.py files of a folder, or of a pattern such as "class/*/me.py".

    Files whose names begin with _ or . are left out. Who has which name is the file's; if two
    files have the same, it is the folder's and the file's.
    """
    place = Path(where)
    pattern = str(place / "*.py") if place.is_dir() else str(where)
    found = [Path(path) for path in sorted(glob(pattern, recursive=True))]
    found = [path for path in found if path.is_file() and path.name[0] not in "_."]
    if not found:
        raise FileNotFoundError(f"there is no player in {os.fspath(where)!r}")
    stems = Counter(path.stem for path in found)
    return {
        path.stem if stems[path.stem] == 1 else f"{path.parent.name}/{path.stem}": Entry.read(path)
        for path in found
    }


def named_players(
    game: Game[Any, Any], players: Mapping[str, Someone] | Sequence[Someone]
) -> dict[str, Contender]:
    """Return everybody by a name of their own, or raise ValueError."""
    pairs: list[tuple[str, Contender]] = []
    listed = players.items() if isinstance(players, Mapping) else ((None, one) for one in players)
    for name, one in listed:
        if isinstance(one, Path) or (isinstance(one, str) and one.endswith(".py")):
            one = Entry.read(one)
        elif not isinstance(one, Entry):
            player_named(game, one)  # an unknown name is reported here and now
            if not callable(one) and not isinstance(one, str):
                raise TypeError(f"a player is a name, a function or a file, not {one!r}")
        if name is None:
            name = one if isinstance(one, str) else name_of(one)  # type: ignore[arg-type]
        pairs.append((str(name), one))
    named: dict[str, Contender] = {}
    for name, one in pairs:
        copy, wanted = 1, name
        while wanted in named:
            copy += 1
            wanted = f"{name} {copy}"
        named[wanted] = one
    if len(named) < 2:
        raise ValueError("a tournament needs two players or more")
    return named
