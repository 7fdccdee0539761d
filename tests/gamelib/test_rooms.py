"""A game is found by its folder, and it is told what in the folder is not as it should be."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import gamelib
from gamelib import games, rooms

RULES = '''
class Pig:
    """As much of a game as its being found needs."""

    name = "pig"
'''


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A house with a new room, next to two that we know; its games are Pig and Auberge."""
    for name in ("auberge", "pig", "texts"):
        (tmp_path / name).mkdir()
    for name in ("auberge", "pig"):
        (tmp_path / name / "rules.py").touch()
    (tmp_path / "pig" / "rules.py").write_text(RULES)
    (tmp_path / "pig" / "__init__.py").write_text("from gamelib.pig.rules import Pig")
    (tmp_path / "pig" / "exercises").mkdir()
    (tmp_path / "pig" / "exercises" / "__init__.py").touch()
    monkeypatch.setattr(rooms, "HOUSE", tmp_path)
    monkeypatch.setattr(gamelib, "__path__", [*gamelib.__path__, str(tmp_path)])
    rooms.rooms_with.cache_clear()
    yield tmp_path
    rooms.rooms_with.cache_clear()
    for name in [name for name in sys.modules if name.startswith("gamelib.pig")]:
        del sys.modules[name]


def test_people_meet_the_games_in_this_order() -> None:
    assert tuple(games)[: len(rooms.FIRST)] == rooms.FIRST


def test_every_folder_with_rules_is_a_game_and_new_ones_come_last(house: Path) -> None:
    assert list(games) == ["auberge", "pig"]
    assert len(games) == 2
    assert repr(games) == "games: auberge, pig"
    assert games["pig"].name == "pig"


def test_a_room_is_found_by_a_module_or_by_a_package_in_it(house: Path) -> None:
    assert rooms.rooms_with("exercises") == ("pig",)
    (house / "auberge" / "exercises.py").touch()
    rooms.rooms_with.cache_clear()
    assert rooms.rooms_with("exercises") == ("auberge", "pig")


def test_what_is_no_game_is_not_known(house: Path) -> None:
    with pytest.raises(KeyError, match="texts"):
        games["texts"]
    assert "chess" not in games


@pytest.mark.parametrize("wrong", ["class Pig", 'name = "pig"'])
def test_a_game_whose_class_is_not_as_expected_is_told_what_to_write(
    house: Path, wrong: str
) -> None:
    (house / "pig" / "__init__.py").write_text("from gamelib.pig.rules import *")
    (house / "pig" / "rules.py").write_text(RULES.replace(wrong, wrong.replace("ig", "ork")))
    with pytest.raises(ImportError) as told:
        games["pig"]
    assert str(told.value) == (
        "gamelib/pig/rules.py needs `class Pig(Game[…])` with `name = 'pig'`, "
        "and gamelib/pig/__init__.py has to import it"
    )
