"""The rooms of this house: gamelib's folders, found by what they hold.

A folder with a `rules.py` is a game; one with `exercises` has questions for students; the words in
`texts.en.json` are told in English. So a new game or a new language needs no line elsewhere.

>>> "auberge" in rooms_with("rules"), "texts" in rooms_with("rules")
(True, False)
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

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
