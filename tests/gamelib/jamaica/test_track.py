"""The track is the one that JA-1 lists, ways on it are right, and another track is checked."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from gamelib.jamaica import Jamaica
from gamelib.jamaica.track import BEHIND, LAIR, PORT, ROYAL, SEA, TRACK, Space, Track, checked

SEA_ROUND = Track(TRACK)

PRICES = {
    SEA: "1:2 2:3 3:2 7:2 8:3 10:3 12:2 13:3 14:4 15:3 17:2 20:3 23:2 24:3 26:4 27:4 29:1 32:3 "
    "35:2 36:1 38:1 39:4 40:4 42:2 43:3 46:2 47:3 48:3 49:3",
    PORT: "5:3 6:5 16:3 18:3 21:3 28:5 30:5 31:3 34:3 41:5 45:7",
    LAIR: "4:0 9:0 11:0 19:0 22:0 25:0 33:0 37:0 44:0",
    ROYAL: "0:0",
}
"""Each space of JA-1 with its price, by kind."""

JUMPS = {6: (7, 13), 12: (15,), 14: (15,), 19: (20, 26), 25: (28,), 27: (28,), 32: (33, 39)}
JUMPS |= {38: (41,), 40: (41,), 49: (0,)}


@pytest.mark.rule("JA-1")
def test_every_space_is_as_listed() -> None:
    listed = {
        int(number): (kind, int(price))
        for kind, row in PRICES.items()
        for number, price in (entry.split(":") for entry in row.split())
    }
    assert {n: (space.kind, space.price) for n, space in enumerate(TRACK)} == listed
    for number, space in enumerate(TRACK):
        assert space.next == JUMPS.get(number, (number + 1,))
        expected = 15 if number == 0 else BEHIND if number <= 40 else number - 39
        assert space.score == expected
    assert BEHIND == -5


@pytest.mark.rule("JA-1")
def test_the_track_adds_up() -> None:
    assert len(TRACK) == 50
    assert sum(len(space.next) for space in TRACK) == 53
    assert sum(len(space.next) > 1 for space in TRACK) == 3
    kinds = Counter(space.kind for space in TRACK)
    assert kinds == {SEA: 29, PORT: 11, LAIR: 9, ROYAL: 1}
    assert Counter(s.price for s in TRACK if s.kind == SEA) == {1: 3, 2: 9, 3: 12, 4: 5}
    assert Counter(s.price for s in TRACK if s.kind == PORT) == {3: 6, 5: 4, 7: 1}
    assert (SEA_ROUND.to_home[0], SEA_ROUND.longest_home[0]) == (32, 44)
    assert (SEA_ROUND.to_home[49], SEA_ROUND.to_home[6], SEA_ROUND.to_home[13]) == (1, 26, 25)


def test_a_way_back_undoes_a_way_forward() -> None:
    for start in range(50):
        for steps in range(1, 7):
            for space, passed in SEA_ROUND.ahead(start, steps, homing=False).items():
                assert SEA_ROUND.behind(space, steps)[start] == passed


def test_both_branches_of_a_fork_and_of_a_merge_can_be_taken() -> None:
    assert SEA_ROUND.ahead(5, 4, homing=True) == {9: 0, 15: 0}
    assert SEA_ROUND.ahead(6, 1, homing=True) == {7: 0, 13: 0}
    assert SEA_ROUND.behind(16, 3) == {11: 0, 13: 0}
    assert SEA_ROUND.behind(15, 6) == {3: 0, 7: 0}


def test_home_stops_a_ship_on_its_round_and_no_other() -> None:
    assert SEA_ROUND.ahead(47, 6, homing=True) == {0: 1}
    assert SEA_ROUND.ahead(47, 3, homing=True) == {0: 1}
    assert SEA_ROUND.ahead(47, 2, homing=True) == {49: 0}
    assert SEA_ROUND.ahead(47, 6, homing=False) == {3: 1}
    assert SEA_ROUND.behind(2, 6) == {46: 1}
    assert SEA_ROUND.behind(2, 2) == {0: 0}


def test_the_first_spaces_behind_that_can_be_paid() -> None:
    assert SEA_ROUND.retreats(16, food=0, gold=0) == (4, 11)
    assert SEA_ROUND.retreats(16, food=3, gold=0) == (15,)
    assert SEA_ROUND.retreats(16, food=2, gold=0) == (4, 12)
    assert SEA_ROUND.retreats(16, food=0, gold=5) == (6, 11)
    assert SEA_ROUND.retreats(3, food=0, gold=9) == (0,)


# -- tracks of one's own --------------------------------------------------------------------------


def line(*kinds: str) -> list[Any]:
    """A track in one line of spaces such as "sea 2", home again at the end."""
    spaces: list[Any] = [[ROYAL, 0, 15, [1]]]
    for number, text in enumerate(kinds, start=1):
        kind, _, price = text.partition(" ")
        spaces.append([kind, int(price or 0), 1, [number + 1]])
    spaces[-1][3] = [0]
    return spaces


SMALL = line("sea 1", "sea 2", "lair", "port 1", "sea 1", "port 2", "sea 1")


def test_another_track_can_be_sailed() -> None:
    game = Jamaica(players=2, track=SMALL)  # type: ignore[arg-type]
    assert game.track == checked(SMALL)
    assert game.track[4] == Space(PORT, 1, 1, (5,))
    assert game.start().tokens == (3,)
    assert game.sea.to_home[0] == 8
    assert Jamaica(players=2, track=game.track) == game != Jamaica(players=2)


def test_the_track_of_the_box_is_the_same_however_it_is_named() -> None:
    rows = [list(space) for space in TRACK]
    assert Jamaica(players=2).track is TRACK
    assert Jamaica(players=2, track=rows).track is TRACK  # type: ignore[arg-type]


def broken(at: int, field: int, value: Any) -> list[Any]:
    rows = [list(row) for row in SMALL]
    rows[at][field] = value
    return rows


@pytest.mark.parametrize(
    ("rows", "fault"),
    [
        (5, "a row of spaces"),
        ([(1, 2)], "a row of spaces"),
        ([], "begins with Port Royal"),
        (broken(0, 0, "sea"), "space 0: Port Royal is space 0"),
        (broken(3, 0, "royal"), "space 3: Port Royal is space 0, and no other"),
        (broken(3, 0, "reef"), "space 3: kind is one of"),
        (broken(3, 1, 2), "space 3: sea and ports have a price"),
        (broken(1, 1, 0), "space 1: sea and ports have a price"),
        (broken(1, 1, -2), "space 1: sea and ports have a price"),
        (broken(1, 1, 2.0), "whole numbers"),
        (broken(1, 2, "3"), "whole numbers"),
        (broken(1, 3, []), "space 1: it leads to 1 to 6 spaces"),
        (broken(0, 3, [*range(1, 8)]), "space 0: it leads to 1 to 6 spaces"),
        (broken(1, 1, 100), "space 1: prices and scores are at most 99"),
        (broken(1, 2, -100), "space 1: prices and scores are at most 99"),
        (line(*["sea 1"] * 200), "at most 200 spaces, not 201"),
        (broken(1, 3, [2, 2]), "space 1: it leads to different spaces"),
        (broken(2, 3, [1]), "space 2: it leads to spaces of the track with a higher number"),
        (broken(2, 3, [2]), "space 2: it leads to spaces of the track with a higher number"),
        (broken(0, 3, [0]), "space 0: it leads to spaces of the track with a higher number"),
        (broken(7, 3, [9]), "space 7: it leads to spaces of the track with a higher number"),
        (broken(2, 3, [4]), "space 3: no way leads there"),
        (broken(0, 3, [1, 3]), "at least 7 steps, not 6"),
        (line(*["lair"] * 10), "10 lairs, but there are treasures for 9"),
    ],
)
def test_what_is_no_track_is_refused_with_the_reason(rows: Any, fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        Jamaica(players=2, track=rows)
