"""Options have bounds: what lies outside is refused in words, and takes no time and no memory."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from gamelib import Match, RecordError, games
from gamelib.bounds import Maybe, OneOf, Row, Text, Whole, a_heap, a_seat, yes_or_no
from gamelib.careful import shown
from gamelib.counting import HIGHEST, MOST
from tests.gamelib.tables import THOROUGH, AnyGame, each_game

ROOT = Path(__file__).parents[2]


@each_game
def test_every_option_of_a_game_has_a_bound(kind: type[AnyGame]) -> None:
    assert ["players", *kind.bounds] == [field.name for field in fields(kind)]


@pytest.mark.parametrize(
    ("bound", "value"),
    [
        (Whole(2, 12), 2),
        (Whole(2, 12), 12),
        (Maybe(Whole(1, 2)), None),
        (Maybe(Whole(1, 2)), 2),
        (Row(2, Whole(0, 9)), (0, 9)),
        (Text(3), "abc"),
        (OneOf(("en", "fr")), "fr"),
        (a_seat, 3),
        (yes_or_no, False),
        (a_heap, (0, 4)),
        (a_heap, (0,) * HIGHEST + (MOST,)),
    ],
)
def test_what_is_within_a_bound_is_kept_as_it_is(bound: Any, value: Any) -> None:
    assert bound("option", value, 4) == value


def test_lists_are_kept_as_tuples() -> None:
    assert Row(2, Whole(0, 9))("option", [0, 9], 4) == (0, 9)
    assert a_heap("option", [0, 9], 4) == a_heap("option", {1: 9}, 4) == (0, 9)


@pytest.mark.parametrize(
    ("bound", "value", "said"),
    [
        (Whole(2, 12), 1, "option is a whole number from 2 to 12, not 1"),
        (Whole(2, 12), 13, "option is a whole number from 2 to 12, not 13"),
        (Whole(0, 1), True, "option is a whole number from 0 to 1, not True"),
        (Whole(0, 1), 1.0, "option is a whole number from 0 to 1, not 1.0"),
        pytest.param(
            Whole(0, 1), 10**9999, "option is a whole number from 0 to 1, not ≈ 10^9999", id="long"
        ),
        (Maybe(Whole(1, 2)), 3, "option is a whole number from 1 to 2, not 3"),
        (Row(2, Whole(0, 9)), (1,), "option is a row of 2 numbers, not (1,)"),
        (Row(2, Whole(0, 9)), "12", "option is a row of 2 numbers, not '12'"),
        (Row(2, Whole(0, 9)), (1, 10), "option is a whole number from 0 to 9, not 10"),
        (Text(3), "abcd", "option is a text of at most 3 characters, not 'abcd'"),
        (Text(3), b"abc", "option is a text of at most 3 characters, not b'abc'"),
        (OneOf(("en", "fr")), ["en"], "option is one of en, fr, not ['en']"),
        (a_seat, 4, "option is a seat from 0 to 3, not 4"),
        (a_seat, -1, "option is a seat from 0 to 3, not -1"),
        (yes_or_no, 1, "option is True or False, not 1"),
        (a_heap, "123", "option: cards are numbers by value such as (0, 1, 2), not '123'"),
        (a_heap, (0,) * 1002, "option: card values are at most 1000, not 1001"),
        (a_heap, {1001: 1}, "option: card values are whole numbers from 0 to 1000, not 1001"),
        (a_heap, (501,), "option: numbers of cards are whole numbers from 0 to 500, not 501"),
        (a_heap, (250, 251), "option: there are at most 500 cards, not 501"),
    ],
)
def test_what_is_not_is_refused_by_name(bound: Any, value: Any, said: str) -> None:
    with pytest.raises(ValueError, match="option") as error:
        bound("option", value, 4)
    assert str(error.value).startswith(said)


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("jamaica", {"holds": 10**8}),
        ("jamaica", {"holds": 10**30}),
        ("jamaica", {"max_rounds": 10**9}),
        ("fuji_flush", {"hand_size": 10**6, "deck": [0, 8 * 10**6]}),
        ("fuji_flush", {"deck": [0, 10**9]}),
        ("auberge", {"deck": [0, 10**12]}),
        ("hispaniola", {"pirates": 10**9}),
        ("hispaniola", {"deck": ["G1"] * 10**5}),
        ("aquatika", {"max_plies": 10**9}),
        ("aquatika", {"board": "b" * 10**6}),
        ("decrypto", {"words": [f"word {n}" for n in range(1001)]}),
    ],
)
def test_a_record_of_a_giant_table_is_refused(game: str, options: dict[str, Any]) -> None:
    kind = games[game]
    record = Match(kind(players=kind.player_counts[0])).record
    del record["check"]
    with pytest.raises(RecordError, match=f"options: {next(reversed(options))}|options: hand_size"):
        Match.from_record({**record, "options": options})


def test_whatever_is_shown_is_short() -> None:
    class Shy:
        def __repr__(self) -> str:
            raise ZeroDivisionError

    wide: Any = ["x" * 1000] * 1000
    for value in (wide, [wide] * 9, {"a": wide}, "x" * 10**6, 10**9999, Shy(), [Shy()], b"x" * 999):
        assert len(shown(value)) <= 201
    assert shown((1, "two", None)) == "(1, 'two', None)"


def test_hostile_options_and_records_are_played_or_refused_with_little_memory() -> None:
    """Thousands of both, in a process that would fail if one of them took 50 MB."""
    run = subprocess.run(
        [sys.executable, "-m", "tests.gamelib.hostile", str(1500 if THOROUGH else 50)],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stderr
    verdicts = [json.loads(line) for line in run.stdout.splitlines()]
    assert [name for name, *_ in verdicts] == [*games]
    for name, *trials in verdicts:
        assert all(seen["played"] and seen["refused"] for seen in trials), name
