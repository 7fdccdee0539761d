"""A game is found by its folder, and it is told what in the folder is not as it should be."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import gamelib
from gamelib import games, rooms

RULES = '''
class SnapDragon:
    """As much of a game as its being found needs."""

    name = "snap_dragon"
'''


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A house with a new room, next to two that we know; its games are Snap Dragon and Auberge."""
    for name in ("auberge", "snap_dragon", "texts"):
        (tmp_path / name).mkdir()
    for name in ("auberge", "snap_dragon"):
        (tmp_path / name / "rules.py").touch()
    (tmp_path / "snap_dragon" / "rules.py").write_text(RULES)
    (tmp_path / "snap_dragon" / "__init__.py").write_text("from gamelib.snap_dragon.rules import *")
    (tmp_path / "snap_dragon" / "exercises").mkdir()
    (tmp_path / "snap_dragon" / "exercises" / "__init__.py").touch()
    monkeypatch.setattr(rooms, "HOUSE", tmp_path)
    monkeypatch.setattr(gamelib, "__path__", [*gamelib.__path__, str(tmp_path)])
    rooms.rooms_with.cache_clear()
    yield tmp_path
    rooms.rooms_with.cache_clear()
    for name in [name for name in sys.modules if name.startswith("gamelib.snap_dragon")]:
        del sys.modules[name]


def test_people_meet_the_games_in_this_order() -> None:
    assert tuple(games)[: len(rooms.FIRST)] == rooms.FIRST


def test_every_folder_with_rules_is_a_game_and_new_ones_come_last(house: Path) -> None:
    assert list(games) == ["auberge", "snap_dragon"]
    assert len(games) == 2
    assert repr(games) == "games: auberge, snap_dragon"
    assert games["snap_dragon"].name == "snap_dragon"


def test_a_room_is_found_by_a_module_or_by_a_package_in_it(house: Path) -> None:
    assert rooms.rooms_with("exercises") == ("snap_dragon",)
    (house / "auberge" / "exercises.py").touch()
    rooms.rooms_with.cache_clear()
    assert rooms.rooms_with("exercises") == ("auberge", "snap_dragon")


def test_what_is_no_game_is_not_known(house: Path) -> None:
    with pytest.raises(KeyError, match="texts"):
        games["texts"]
    assert "chess" not in games


@pytest.mark.parametrize("wrong", ["class SnapDragon", 'name = "snap_dragon"'])
def test_a_game_whose_class_is_not_as_expected_is_told_what_to_write(
    house: Path, wrong: str
) -> None:
    mistaken = RULES.replace(wrong, wrong.replace("rag", "ig"))
    (house / "snap_dragon" / "rules.py").write_text(mistaken)
    with pytest.raises(ImportError) as told:
        games["snap_dragon"]
    assert str(told.value) == (
        "gamelib/snap_dragon/rules.py needs `class SnapDragon(Game[…])` with "
        "`name = 'snap_dragon'`, and gamelib/snap_dragon/__init__.py has to import it"
    )
