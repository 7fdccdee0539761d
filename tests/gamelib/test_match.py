"""A match is its record: back and forth, branches, files; a bad record is refused, untouched."""

from __future__ import annotations

import json
import os
import re
import stat
from collections.abc import Callable, Sequence
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamelib import Action, IllegalAction, Lottery, Match, PlayerError, RecordError, games
from gamelib.auberge import Accuse, Auberge
from gamelib.fuji_flush import FujiFlush
from gamelib.match import _checksum
from gamelib.players import OneStep
from tests.gamelib.tables import (
    AnyGame,
    brief,
    configured,
    disk_full_after,
    each_game,
    each_table,
    seated,
    seeds,
    slow,
    some_games,
)


def played(game: AnyGame, seed: int | str = 1, steps: int | None = None) -> Match:
    match = Match(game, seed)
    while match.turn is not None and (steps is None or len(match.steps) < steps):
        match.step()
    return match


# -- playing ---------------------------------------------------------------------------------------


@each_table
def test_the_same_seed_gives_the_same_match(kind: type[AnyGame], players: int) -> None:
    game = kind(players=players)
    assert played(game).record == played(game).record
    assert played(game).record != played(game, seed=2).record


def test_seeds_may_be_words() -> None:
    game = Auberge(players=3)
    assert played(game, "blue").record == played(game, "blue").record
    assert played(game, "blue").states != played(game, "red").states


@each_table
def test_a_match_runs_to_its_outcome_and_no_further(kind: type[AnyGame], players: int) -> None:
    match = Match(kind(players=players), seed=4)
    outcome = match.run()
    assert outcome == match.outcome == match.run()
    assert match.turn is None
    assert match.actions == ()
    with pytest.raises(IllegalAction, match="game_over"):
        match.step()


@each_game
def test_steps_say_who_acted_and_how_likely_chance_was(kind: type[AnyGame]) -> None:
    match = played(seated(kind, 4))
    for step, before, after in zip(match.steps, match.states, match.states[1:], strict=False):
        turn = match.game.turn(before)
        if isinstance(turn, Lottery):
            assert step.seat is None
            assert step.probability == turn.probability(step.action)
            assert isinstance(step.probability, Fraction)
        else:
            assert step.seat == turn
            assert step.probability is None
        assert match.game.play(before, step.action) == after


@pytest.mark.parametrize("seed", [None, 1.5, True, b"x", "x" * 101, 10**100, "\ud800"])
def test_a_seed_is_one_that_a_record_can_hold(seed: Any) -> None:
    with pytest.raises(ValueError, match="seed: expected a number or a text"):
        Match(Auberge(players=2), seed)


def test_a_match_wants_a_player_for_every_seat_that_it_knows() -> None:
    with pytest.raises(ValueError, match="needs 4 players, not 2"):
        Match(Auberge(players=4), players=["random", "random"])
    with pytest.raises(ValueError, match="no player 'nobody'; known are random"):
        Match(Auberge(players=2), players=["random", "nobody"])


# -- back and forth --------------------------------------------------------------------------------


@each_table
@given(data=st.data(), seed=seeds)
@some_games
def test_undo_and_redo_walk_along_the_record(
    kind: type[AnyGame], players: int, data: Any, seed: int
) -> None:
    match = played(data.draw(configured(kind, players)), seed)
    states, steps = list(match.states), list(match.steps)
    back = data.draw(st.integers(1, len(steps)))
    undone = [match.undo() for _ in range(back)]
    assert undone == steps[::-1][:back]
    assert match.states == states[: len(states) - back]
    assert [match.redo() for _ in range(back)] == steps[len(steps) - back :]
    assert match.states == states
    assert match.steps == steps


@each_game
def test_chance_brings_the_same_after_going_back(kind: type[AnyGame]) -> None:
    """As at a table where the pile lies still: taking a move back shows no other card."""
    match = played(seated(kind, 4))
    states = list(match.states)
    while match.steps:
        match.undo()
    match.run()
    assert match.states == states


def test_there_is_nothing_to_undo_at_the_start_and_nothing_to_redo_without_undo() -> None:
    match = Match(Auberge(players=2))
    with pytest.raises(IllegalAction, match="nothing_to_undo"):
        match.undo()
    match.step()
    with pytest.raises(IllegalAction, match="nothing_to_redo"):
        match.redo()
    assert len(match.steps) == 1


@each_game
def test_playing_on_after_undo_forgets_what_was_undone(kind: type[AnyGame]) -> None:
    match = played(seated(kind, 4), steps=12)
    match.undo()
    match.step()
    with pytest.raises(IllegalAction, match="nothing_to_redo"):
        match.redo()


@each_table
@given(seed=seeds, data=st.data())
@some_games
def test_a_branch_shares_the_beginning_and_goes_its_own_way(
    kind: type[AnyGame], players: int, data: Any, seed: int
) -> None:
    match = played(kind(players=players), seed)
    record, states = match.record, list(match.states)
    n = data.draw(st.integers(0, len(match.steps)))
    twig = match.branch(n)
    assert twig.states == states[: n + 1]
    assert twig.steps == match.steps[:n]
    twig.run()
    assert twig.states == states, "the same seed goes on as the match did"
    other = match.branch(n, seed="another")
    other.run()
    assert other.states[: n + 1] == states[: n + 1]
    while other.steps:
        other.undo()
    assert match.record == record
    assert match.states == states


def test_a_branch_has_nothing_to_redo_and_keeps_the_players() -> None:
    match = Match(Auberge(players=2), 3, [OneStep(worlds=1), "random"], patience=5)
    match.step()
    match.step()
    match.undo()
    twig = match.branch()
    with pytest.raises(IllegalAction, match="nothing_to_redo"):
        twig.redo()
    assert twig.players == match.players
    assert twig.players is not match.players
    assert twig.patience == 5
    match.redo()


@pytest.mark.parametrize("n", [-1, 4])
def test_a_branch_starts_within_the_match(n: int) -> None:
    with pytest.raises(IndexError, match="3 steps"):
        played(Auberge(players=2), steps=3).branch(n)


# -- players that go wrong -------------------------------------------------------------------------


def stumbling(view: Any, actions: Sequence[Action], rng: Random) -> Action:
    raise ZeroDivisionError("no cards left to count")


def cheating(view: Any, actions: Sequence[Action], rng: Random) -> Action:
    return Accuse(target=view.seat)


@pytest.mark.parametrize(
    ("player", "fault"),
    [
        (stumbling, "'stumbling' in seat 1: raised ZeroDivisionError: no cards left to count"),
        (cheating, r"'cheating' in seat 1: answered Accuse\(target=1\), not one of the"),
    ],
)
def test_a_player_error_names_the_player_and_leaves_the_match_as_it_was(
    player: Any, fault: str
) -> None:
    match = Match(Auberge(players=3), 3, ["random", player, "random"])
    match.step()
    match.step()
    match.play(match.actions[0])
    match.undo()
    record, states = match.record, list(match.states)
    with pytest.raises(PlayerError, match=fault):
        match.step()
    assert match.record == record
    assert match.states == states
    match.redo()
    match.players[1] = match.players[0]
    match.run()


# -- records and files -----------------------------------------------------------------------------


@each_table
def test_a_saved_match_is_loaded_as_it_was(
    kind: type[AnyGame], players: int, tmp_path: Path
) -> None:
    match = played(kind(players=players), steps=20)
    match.save(tmp_path / "match.json")
    loaded = Match.load(str(tmp_path / "match.json"))
    assert loaded.states == match.states
    assert loaded.steps == match.steps
    assert loaded.record == match.record
    assert loaded.game == match.game


@each_table
@given(seed=seeds, data=st.data())
@some_games
def test_continuing_a_loaded_match_equals_playing_it_in_one_go(
    kind: type[AnyGame], players: int, data: Any, seed: int
) -> None:
    game = data.draw(configured(kind, players))
    whole = played(game, seed)
    part = played(game, seed, steps=data.draw(st.integers(0, len(whole.steps))))
    loaded = Match.from_json(part.to_json())
    loaded.run()
    assert loaded.record == whole.record


def test_a_record_reads_well() -> None:
    match = Match(Auberge(players=2, reshuffle=True), seed=5)
    assert match.to_json().splitlines()[1:-2] == [
        '  "format": "tablewise match 1",',
        '  "game": "auberge",',
        '  "rules": 1,',
        '  "players": 2,',
        '  "options": {"reshuffle": true},',
        '  "seed": 5,',
        '  "actions": [],',
    ]
    match.step()
    match.step()
    lines = match.to_json().splitlines()
    assert lines[7] == '  "actions": ['
    hands = list(map(list, match.states[1].hands))
    assert json.loads(lines[8].rstrip(",")) == {"do": "deal", "hands": hands}
    assert json.loads(lines[9]) == {"do": "place", "card": match.states[2].first[0]}
    assert lines[10:12] == ["  ],", f'  "check": "{match.record["check"]}"']


def test_saving_replaces_the_whole_file_or_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "match.json"
    path.write_text("an older match")

    def fail(*args: object) -> None:
        raise OSError("the disk is full")

    match = played(Auberge(players=2))
    with monkeypatch.context() as broken:
        broken.setattr(os, "replace", fail)
        with pytest.raises(OSError, match="the disk is full"):
            match.save(path)
    assert path.read_text() == "an older match"
    assert os.listdir(tmp_path) == ["match.json"], "nothing half-written is left behind"
    with monkeypatch.context() as broken:
        broken.setattr(Match, "to_json", fail)
        with pytest.raises(OSError, match="the disk is full"):
            match.save(path)
    assert path.read_text() == "an older match"
    assert os.listdir(tmp_path) == ["match.json"]
    match.save(path)
    assert path.read_text() == match.to_json()
    assert os.listdir(tmp_path) == ["match.json"]


def test_a_full_disk_leaves_the_older_match(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    older = played(Auberge(players=2), steps=2)
    older.save(path)
    with disk_full_after(500), pytest.raises(OSError, match="File too large"):
        played(Auberge(players=8)).save(path)
    assert Match.load(path).record == older.record
    assert os.listdir(tmp_path) == ["match.json"]


def test_a_folder_in_place_of_a_file_is_said_so_and_left_alone(tmp_path: Path) -> None:
    place = tmp_path / "match.json"
    place.mkdir()
    with pytest.raises(IsADirectoryError):
        Match(Auberge(players=2)).save(place)
    with pytest.raises(IsADirectoryError):
        Match.load(place)
    assert os.listdir(tmp_path) == ["match.json"]
    assert os.listdir(place) == []


def test_a_saved_match_can_be_read_by_whoever_may_read_new_files(tmp_path: Path) -> None:
    (tmp_path / "plain.txt").write_text("")
    Match(Auberge(players=2)).save(tmp_path / "match.json")

    def mode(name: str) -> int:
        return stat.S_IMODE((tmp_path / name).stat().st_mode)

    assert mode("match.json") == mode("plain.txt")


def test_a_file_that_is_not_there_is_said_so(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        Match.load(tmp_path / "nowhere.json")
    with pytest.raises(FileNotFoundError):
        Match(Auberge(players=2)).save(tmp_path / "nowhere" / "match.json")


def refused(path: Path, content: bytes) -> str:
    """Load a file that must be refused and left alone; return what is said about it."""
    path.write_bytes(content)
    with pytest.raises(RecordError) as error:
        Match.load(path)
    assert path.read_bytes() == content
    assert os.listdir(path.parent) == [path.name]
    message = str(error.value)
    assert message.startswith(f"{path}: ")
    return message.removeprefix(f"{path}: ")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "match.json"


@slow
@each_game
def test_a_file_cut_off_at_any_byte_is_refused(kind: type[AnyGame], file: Path) -> None:
    content = played(brief(kind, 3), steps=8).to_json().rstrip().encode()
    for end in range(len(content)):
        assert "was the file cut off?" in refused(file, content[:end])
    file.write_bytes(content)
    Match.load(file)


@pytest.mark.parametrize(
    "content",
    [b"\xff\xfe{\x00}\x00", b"\x89PNG\r\n\x1a\n\x00\x00", b"caf\xe9", bytes(range(256))],
    ids=["UTF-16", "picture", "Latin-1", "bytes"],
)
def test_a_file_that_is_not_utf_8_is_refused(file: Path, content: bytes) -> None:
    assert refused(file, content).startswith("not a text file (UTF-8)")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "line 1: this is not complete JSON"),
        (b"not json", "line 1: this is not complete JSON"),
        (b"\x00\x00\x00", "line 1: this is not complete JSON"),
        (b"[]", "a record is a JSON object, not list"),
        (b"null", "a record is a JSON object, not NoneType"),
        (b"3", "a record is a JSON object, not int"),
        (b"{}", "the record has no 'format'"),
        (b'{"format": "tablewise match 1"}', "the record has no 'game'"),
        (b"[" * 100_000, "lists within lists, too deep for a record"),
        (b'{"format": ' + b"9" * 5000 + b"}", "this is not JSON that can be read"),
        (b'{"format": NaN}', "NaN is no number that a record can hold"),
        (b'{"seed": [-Infinity]}', "-Infinity is no number that a record can hold"),
        (b'{"seed": 1, "game": "auberge", "seed": 2}', "'seed' stands twice in the same object"),
        (b'{"actions": [{"do": "draw", "do": "draw"}]}', "'do' stands twice"),
        (b" " * 2_000_001, "this is longer than any record: over 2000000 characters"),
    ],
)
def test_a_file_that_is_no_record_is_refused(file: Path, content: bytes, said: str) -> None:
    assert said in refused(file, content)


Edit = Callable[[dict[str, Any]], object]


def test_a_file_with_a_mark_at_its_beginning_is_read(file: Path) -> None:
    match = played(Auberge(players=2), steps=4)
    file.write_text(match.to_json(), encoding="utf-8-sig")
    assert Match.load(file).states == match.states


def test_a_record_that_no_json_can_hold_is_refused() -> None:
    record = played(Auberge(players=2), steps=4).record
    for strange in ({1, 2}, 10**5000, object(), {"a": 1, 2: 3}):
        with pytest.raises(RecordError):
            Match.from_record({**record, "extra": strange})
        with pytest.raises(RecordError):
            Match.from_record({**record, "actions": [{"do": strange}]})


def put(*path: Any) -> Edit:
    """An edit that puts the last value at the place that the others name."""
    *places, last, value = path

    def edit(record: dict[str, Any]) -> None:
        inner: Any = record
        for place in places:
            inner = inner[place]
        inner[last] = value

    return edit


def deep(levels: int) -> Any:
    nested: Any = []
    for _ in range(levels):
        nested = [nested]
    return nested


EDITS: list[tuple[Edit, str]] = [
    (put("format", "tablewise match 2"), "format: expected 'tablewise match 1', found"),
    (put("format", None), "format: expected"),
    (lambda record: record.pop("format"), "no 'format'"),
    (
        put("game", "chess"),
        "game: unknown game 'chess'; known are .*aquatika, .*auberge, .*fuji",
    ),
    (put("game", ["auberge"]), "game: unknown game"),
    (put("game", None), "game: unknown game"),
    (lambda record: record.pop("game"), "no 'game'"),
    (put("rules", 0), "rules: written for version 0 of the rules of auberge; this is version 1"),
    (put("rules", 2), "rules: written for version 2"),
    (put("rules", "1"), "rules: written for version '1'"),
    (put("rules", True), "rules: written for version True"),
    (put("rules", 1.0), "rules: written for version 1.0"),
    (lambda record: record.pop("rules"), "no 'rules'"),
    (put("players", 1), "is for 2 to 8 players, not 1"),
    (put("players", 9), "is for 2 to 8 players, not 9"),
    (put("players", "3"), "is for 2 to 8 players, not '3'"),
    (put("players", 3.0), "is for 2 to 8 players, not 3.0"),
    (put("players", None), "is for 2 to 8 players, not None"),
    (lambda record: record.pop("players"), "the record has no 'players'"),
    (put("options", []), "options: expected an object"),
    (put("options", "none"), "options: expected an object"),
    (put("options", {"colour": "red"}), "options: auberge has no option 'colour'; it has oldest,"),
    (put("options", {"players": 4}), "options: auberge has no option 'players'; it has oldest,"),
    (put("options", {"self": 4}), "options: "),
    (put("options", {"oldest": 3}), "options: oldest is a seat from 0 to 2, not 3"),
    (put("options", {"oldest": "0"}), "options: oldest is a seat"),
    (put("options", {"reshuffle": "yes"}), "options: reshuffle is True or False, not 'yes'"),
    (put("options", {"deck": [0, 1]}), "options: a deck of 1 cards is too small"),
    (put("options", {"deck": 55}), "options: "),
    (put("options", {"deck": None}), "options: "),
    (put("options", {"deck": ["9"] * 9}), "options: deck: numbers of cards are whole numbers"),
    (put("options", {"deck": {"1": 30}}), "options: deck: card values are whole numbers"),
    (put("options", {"deck": deep(600)}), ""),
    (put("seed", None), "seed: expected a number or a text"),
    (put("seed", 1.5), "seed: expected a number or a text"),
    (put("seed", [1]), "seed: expected a number or a text"),
    (put("seed", True), "seed: expected a number or a text"),
    (put("seed", 10**100), "of at most 100 digits .*, found ≈ 10\\^100"),
    (put("seed", "x" * 101), "seed: expected .* of at most 100 digits or characters"),
    (put("seed", "\ud800"), "seed: expected a number or a text"),
    (put("actions", {}), "actions: expected a list"),
    (put("actions", None), "actions: expected a list"),
    (lambda record: record.pop("actions"), "no 'actions'"),
    (put("actions", 2, "draw"), 'action 3, "draw": an action is an object such as'),
    (put("actions", 2, None), "action 3, null: an action is an object"),
    (put("actions", 2, {}), "action 3, {}: an action is an object"),
    (put("actions", 2, "do", "castle"), "action 3, .*there is no action 'castle' in this game"),
    (put("actions", 2, "do", []), "action 3, .*there is no action"),
    (put("actions", 2, "do", "play"), "action 3, .*there is no action 'play' in this game"),
    (put("actions", 2, "do", "draw"), "action 3, .*'draw' takes nothing, not"),
    (put("actions", 2, {"do": "draw"}), "action 3, .*wrong_phase"),
    (put("actions", 2, "card", 11), "action 3, .*not_in_hand"),
    (put("actions", 2, "card", "4"), "action 3, .*card is a whole number, not '4'"),
    (put("actions", 2, "card", 4.0), "action 3, .*card is a whole number, not 4.0"),
    (put("actions", 2, "card", True), "action 3, .*card is a whole number, not True"),
    (put("actions", 2, "card", None), "action 3, .*card is a whole number, not None"),
    (put("actions", 2, "card", [4]), "action 3, .*card is a whole number, not"),
    (put("actions", 2, "card", deep(600)), "action 3, "),
    (put("actions", 2, "card", 10**4000), "action 3, .*not_in_hand .card=≈ 10\\^4000"),
    (put("actions", 2, "card", "x" * 10**5), "action 3, .{,500}$"),
    (put("actions", 2, "colour", 4), "action 3, .*'place' takes"),
    (lambda record: record["actions"][2].pop("card"), "action 3, .*'place' takes"),
    (put("actions", 0, "hands", 0, 0, 11), "action 1, .*impossible_chance"),
    (put("actions", 0, "hands", 0, []), "action 1, .*impossible_chance"),
    (put("actions", 0, "hands", {"0": [1]}), "action 1, .*impossible_chance"),
    (put("actions", 0, "hands", deep(600)), "action 1, "),
    (lambda record: record["actions"].pop(0), "action 1, .*chance_first"),
    (lambda record: record["actions"].append({"do": "draw"}), r"action \d+, .*game_over"),
]


@pytest.mark.parametrize(("edit", "said"), EDITS)
def test_an_edited_record_is_refused_with_and_without_its_check(
    edit: Edit, said: str, file: Path
) -> None:
    record = played(Auberge(players=3), seed=3).record
    edit(record)
    assert refused(file, json.dumps(record).encode())
    record.pop("check")
    assert re.search(said, refused(file, json.dumps(record).encode()))


@each_game
def test_any_other_legal_action_is_noticed_by_the_check(kind: type[AnyGame], file: Path) -> None:
    match = played(seated(kind, 3), steps=15)
    n = next(n for n, state in enumerate(match.states) if len(match.game.actions(state)) > 1)
    other = match.branch(n)
    other.play(next(action for action in other.actions if action != match.steps[n].action))
    record = match.branch(n + 1).record
    record["actions"] = other.record["actions"]
    assert "check: the record was changed after it was saved" in refused(
        file, json.dumps(record).encode()
    )
    del record["check"]
    assert Match.from_record(record).states == other.states


@pytest.mark.parametrize("check", ["", None, 0, "0" * 16, ["a"]])
def test_a_wrong_check_is_noticed(check: Any, file: Path) -> None:
    record = {**played(FujiFlush(players=3), steps=9).record, "check": check}
    assert "check: the record was changed" in refused(file, json.dumps(record).encode())


def test_records_of_another_rules_version_are_refused_even_with_a_right_check(file: Path) -> None:
    record = played(FujiFlush(players=3), steps=9).record
    record["rules"] += 1
    record["check"] = _checksum(record)
    assert "rules: written for version 2 of the rules of fuji_flush" in refused(
        file, json.dumps(record).encode()
    )


@pytest.mark.parametrize("place", ["options", "actions", "hands", "deck"])
@pytest.mark.parametrize("depth", [*range(100, 1000, 50), *range(900, 1000, 7), 20_000])
def test_lists_in_lists_in_lists_are_refused(place: str, depth: int, file: Path) -> None:
    nested = "[" * depth + "]" * depth
    values = {"options": "{}", "actions": "[]", place: nested}
    if place == "deck":
        values["options"] = f'{{"deck": {nested}}}'
    elif place == "hands":
        values["actions"] = f'[{{"do": "deal", "hands": {nested}}}]'
    text = (
        '{"format": "tablewise match 1", "game": "auberge", "rules": 1, "players": 3, '
        f'"options": {values["options"]}, "actions": {values["actions"]}}}'
    )
    assert refused(file, text.encode())


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=5,
)


@given(
    st.sampled_from(list(games.values())),
    st.sampled_from(["format", "game", "rules", "players", "options", "seed", "actions", "check"]),
    json_values,
)
def test_whatever_stands_in_a_record_it_is_replayed_or_refused(
    kind: type[AnyGame], key: str, value: Any
) -> None:
    record = {**played(seated(kind, 3), steps=6).record, key: value}
    if key != "check":
        del record["check"]
    with suppress(RecordError):  # and nothing else
        assert isinstance(Match.from_json(json.dumps(record)), Match)


@given(st.text() | st.binary().map(lambda data: data.decode("latin-1")))
def test_any_other_text_is_refused(text: str) -> None:
    with pytest.raises(RecordError):
        Match.from_json(text)


def test_a_match_shows_where_it_stands() -> None:
    match = played(Auberge(players=2), seed=3, steps=2)
    assert repr(match) == "<Match of Auberge(players=2), seed 3, 2 steps>"
