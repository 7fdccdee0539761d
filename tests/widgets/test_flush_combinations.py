"""FlushCombinations: any table can be laid out, and every number is the odds' own."""

import json
import zlib
from base64 import b64decode
from collections.abc import Sequence
from itertools import combinations as pairs
from typing import Any
from xml.etree import ElementTree

import pytest

from gamelib.fuji_flush.odds import combinations, fate, join_chance, unseen
from gamelib.fuji_flush.rules import FujiFlush, Phase, Play, State
from gamelib.texts import LANGUAGES
from tests.gamelib.tables import numbers
from tests.widgets.contract import check_words_are_large
from tests.widgets.geometry import Box, boxes, card_box, outside, words_covered
from widgets.flush_combinations import SURVIVES, FlushCombinations, holding, view_of
from widgets.fuji_flush.choices import BUDGET, TRIALS
from widgets.scene import Scene

each_count = pytest.mark.parametrize("players", numbers(FujiFlush))
TABLES = (
    [None, 7, 7, 9],
    [None, 20, None],
    [None, 2, 2, 2, 19],
    [None, 3, 12, 3, None, 12, 6, 2],
)


def frame(explorer: FlushCombinations) -> dict[str, Any]:
    """What the page is shown."""
    (line,) = zlib.decompress(explorer.film).split(b"\n")
    shown: dict[str, Any] = json.loads(line)
    return shown


def lying(explorer: FlushCombinations) -> tuple[int | None, ...]:
    return explorer.fronts


def tokens(explorer: FlushCombinations) -> set[str]:
    put = [item for _, item in frame(explorer)["board"]["put"]]
    return {item["action"] for item in put if item.get("action")}


def send(explorer: FlushCombinations, **message: Any) -> str:
    """Send what the page would, and return what it is answered."""
    explorer._receive(None, {"id": 7, **message}, [])
    assert explorer.notice["id"] == 7
    assert (explorer.notice["kind"] == "error") == bool(explorer.notice["text"])
    told: str = explorer.notice["text"]
    return told


def press(explorer: FlushCombinations, *pressed: str) -> None:
    for token in pressed:
        assert token in tokens(explorer)
        assert send(explorer, do="press", token=token) == ""


def pictures(explorer: FlushCombinations) -> list[Scene]:
    return [explorer._table(), explorer._beside()]


# --- the numbers ---------------------------------------------------------------------------------


@pytest.mark.parametrize("fronts", TABLES, ids=str)
def test_every_number_is_what_the_odds_say_of_that_card_in_my_hand(
    fronts: Sequence[int | None],
) -> None:
    explorer = FlushCombinations(fronts=fronts)
    view = view_of(FujiFlush(len(fronts)), fronts, explorer.hand)
    assert explorer.view == view
    assert list(explorer.prospects) == [
        value for value, copies in enumerate(unseen(view)) if copies
    ]
    for combination in combinations(view):
        if combination.value not in explorer.prospects:
            continue
        value, found = combination.value, explorer.prospects[combination.value]
        mine = holding(view, value)
        becomes = fate(mine, value, budget=BUDGET, trials=TRIALS)
        assert found.partners == fronts.count(value)
        assert found.power == value * (fronts.count(value) + 1) == combination.joined
        assert found.beats == combination.beats
        assert found.survival == 1 - becomes.flushed
        assert found.trials == becomes.trials
        assert found.joined == join_chance(mine, value)


@pytest.mark.parametrize("fronts", TABLES, ids=str)
@pytest.mark.rule("FF-6")
def test_what_a_value_beats_is_what_the_rules_flush(fronts: Sequence[int | None]) -> None:
    explorer, game = FlushCombinations(fronts=fronts), FujiFlush(len(fronts))
    for value, prospect in explorer.prospects.items():
        hands = ((value,), *[(2,)] * (game.players - 1))
        rest = (0,) * len(game.deck)
        state = State(Phase.PLAY, 0, hands, explorer.fronts, game.deck, rest)
        after = game.play(state, Play(value))
        assert prospect.beats == after.drawing


def test_the_position_holds_every_card_of_the_deck() -> None:
    for players in FujiFlush.player_counts:
        view = FlushCombinations(players, [None, 5, 5]).view
        lying = sum(front is not None for front in view.fronts)
        assert view.pile_size + sum(view.hand_sizes) + lying == sum(view.game.deck)
        assert view.hand_sizes[1:] == (view.game.deal_sizes[0],) * (players - 1)
        mine = holding(view, 5)
        assert mine.hand == (5,)
        assert mine.pile_size + sum(mine.hand_sizes) + lying == sum(view.game.deck)


def test_a_larger_hand_makes_being_joined_more_likely() -> None:
    explorer = FlushCombinations(4)
    few, many = [], []
    explorer.hand = 1
    few = [prospect.joined for prospect in explorer.prospects.values()]
    explorer.hand = 6
    many = [prospect.joined for prospect in explorer.prospects.values()]
    assert all(one <= other for one, other in zip(few, many, strict=True))
    assert few != many


# --- to use from Python --------------------------------------------------------------------------


def test_its_repr_rebuilds_it_and_its_picture_is_always_the_same() -> None:
    explorer = FlushCombinations(5, [None, 7, None, 7], hand=3)
    assert repr(explorer) == "FlushCombinations(players=5, fronts=(None, 7, None, 7, None), hand=3)"
    again = eval(repr(explorer))
    assert repr(again) == repr(explorer)
    assert again.prospects == explorer.prospects
    first, second = explorer._repr_mimebundle_(), again._repr_mimebundle_()
    assert first is not None
    assert second is not None
    for kind in ("text/plain", "text/html"):
        assert first[0][kind] == second[0][kind]
    image = first[0]["text/html"].split("base64,")[1].split('"')[0]
    assert ElementTree.fromstring(b64decode(image).decode()).tag.endswith("svg")


def test_cards_are_laid_and_taken_away() -> None:
    explorer = FlushCombinations(4)
    explorer.lay(2, 7)
    assert lying(explorer) == (None, None, 7, None)
    explorer.lay(2, 9)
    explorer.lay(3, 9)
    assert lying(explorer) == (None, None, 9, 9)
    assert explorer.prospects[9].power == 27
    explorer.lay(2, None)
    assert lying(explorer) == (None, None, None, 9)


def test_who_leaves_takes_the_card_along_and_who_comes_has_none() -> None:
    explorer = FlushCombinations(5, [None, 3, 4, 5, 6])
    explorer.players = 3
    assert lying(explorer) == (None, 3, 4)
    explorer.players = 4
    assert lying(explorer) == (None, 3, 4, None)


def test_reset_goes_back_to_the_start() -> None:
    explorer = FlushCombinations(4, [None, 7, 7, 9], hand=2)
    start = (repr(explorer), explorer.film)
    explorer.players = 8
    explorer.hand = 6
    explorer.lay(7, 2)
    explorer.lay(1, None)
    explorer.reset()
    assert repr(explorer) == start[0]
    assert explorer.selected == 1


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda explorer: explorer.lay(2, 20), "in use"),  # there is one, and it lies there
        (lambda explorer: explorer.lay(2, 21), "no 21"),
        (lambda explorer: explorer.lay(2, 1), "no 1"),
        (lambda explorer: explorer.lay(2, -1), "no −1"),
        (lambda explorer: explorer.lay(2, "7"), "no 7"),
        (lambda explorer: explorer.lay(2, True), "no True"),
        (lambda explorer: explorer.lay(0, 7), "from 1 to 3"),
        (lambda explorer: explorer.lay(4, 7), "from 1 to 3"),
        (lambda explorer: explorer.lay(True, 7), "from 1 to 3"),
        (lambda explorer: setattr(explorer, "players", 2), "3 to 8"),
        (lambda explorer: setattr(explorer, "players", 9), "3 to 8"),
        (lambda explorer: setattr(explorer, "hand", 0), "1 to 6"),
        (lambda explorer: setattr(explorer, "hand", 2.5), "1 to 6"),
        (lambda explorer: setattr(explorer, "fronts", [7]), "before me"),
        (lambda explorer: setattr(explorer, "fronts", [None] * 5), "player"),
    ],
)
def test_what_cannot_be_is_refused_with_a_reason_and_nothing_is_lost(change: Any, why: str) -> None:
    explorer = FlushCombinations(4, [None, 20, None, 7], hand=3)
    before = (explorer.view, explorer.film, explorer.prospects, explorer.selected)
    with pytest.raises(ValueError, match=why):
        change(explorer)
    assert (explorer.view, explorer.film, explorer.prospects, explorer.selected) == before


@pytest.mark.parametrize(
    "wrong",
    [
        {"players": 2},
        {"players": 3, "fronts": [None] * 4},
        {"fronts": [None, 20, 20]},
        {"hand": 7},
        {"names": ["Ada"]},
        {"lang": "xx"},
    ],
    ids=str,
)
def test_a_start_that_cannot_be_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r".+"):
        FlushCombinations(**wrong)


def test_further_settings_are_taken_and_unknown_ones_refused() -> None:
    assert FlushCombinations(projector=True).projector
    with pytest.raises(TypeError, match="colour"):
        FlushCombinations(colour="red")


# --- the page ------------------------------------------------------------------------------------


def test_a_seat_then_a_value_lays_a_card_and_the_same_again_takes_it_away() -> None:
    explorer = FlushCombinations(4)
    press(explorer, "seat:2", "value:7", "seat:3", "value:7")
    assert lying(explorer) == (None, None, 7, 7)
    press(explorer, "value:7")
    assert lying(explorer) == (None, None, 7, None)
    press(explorer, "front:2")
    assert lying(explorer) == (None, None, None, None)
    assert explorer.selected == 2


def test_a_value_that_is_used_up_cannot_be_pressed_again() -> None:
    explorer = FlushCombinations(4, [None, 20, None, None])
    assert "value:20" in tokens(explorer), "the seat chosen has it: it can be taken away"
    press(explorer, "seat:2")
    assert "value:20" not in tokens(explorer)
    before = explorer.fronts
    assert "20" in send(explorer, do="press", token="value:20")
    assert explorer.fronts == before


def test_controls_set_players_hands_and_picture() -> None:
    explorer = FlushCombinations(4, [None, 7, 7, 9])
    for control, value in (("players", 6), ("hand", 2), ("picture", "deck")):
        assert send(explorer, do="set", control=control, value=value) == ""
        shown = {control["id"]: control for control in explorer.controls}
        assert shown[control]["value"] == value
    assert lying(explorer) == (None, 7, 7, 9, None, None)
    assert "deck 2 0" in [key for key, _ in frame(explorer)["odds"]["put"]]
    assert send(explorer, do="set", control="reset", value=True) == ""
    assert repr(explorer) == "FlushCombinations(players=4, fronts=(None, 7, 7, 9), hand=6)"


@pytest.mark.parametrize(
    "message",
    [
        {},
        {"do": "play"},
        {"do": "press"},
        {"do": "press", "token": "seat:0"},
        {"do": "press", "token": "seat:4"},
        {"do": "press", "token": "seat:x"},
        {"do": "press", "token": "front:-1"},
        {"do": "press", "token": "value:21"},
        {"do": "press", "token": "value:²"},
        {"do": "press", "token": "value:7:7"},
        {"do": "press", "token": ["value", 7]},
        {"do": "set", "control": "players", "value": 9},
        {"do": "set", "control": "players", "value": "5"},
        {"do": "set", "control": "players", "value": True},
        {"do": "set", "control": "hand", "value": 0},
        {"do": "set", "control": "hand", "value": 2.5},
        {"do": "set", "control": "hand"},
        {"do": "set", "control": "picture", "value": "<b>"},
        {"do": "set", "control": "picture", "value": ["deck"]},
        {"do": "set", "control": ["hand"], "value": 3},
        {"do": "lang", "lang": "xx"},
    ],
    ids=str,
)
def test_a_message_that_makes_no_sense_changes_nothing_and_is_answered(
    message: dict[str, Any],
) -> None:
    explorer = FlushCombinations(4, [None, 7, None, 9])
    before = (explorer.view, explorer.film, explorer.controls, explorer.selected)
    assert send(explorer, **message)
    assert "Error" not in explorer.notice["text"]
    assert (explorer.view, explorer.film, explorer.controls, explorer.selected) == before


def test_every_value_is_a_choice_with_its_risk_and_what_it_hurts() -> None:
    explorer = FlushCombinations(4, [None, 7, 7, 9])
    offered = frame(explorer)["choices"]
    assert [choice["path"] for choice in offered] == [
        [f"value:{value}"] for value in explorer.prospects
    ]
    for choice, prospect in zip(offered, explorer.prospects.values(), strict=True):
        (flushed,) = [result for result in choice["results"] if result[0] == choice["asked"]]
        assert flushed[1] == f"your {prospect.value} is flushed before your next go"
        top, bottom = map(int, flushed[3:5])
        assert 1 - prospect.survival == pytest.approx(top / bottom)
        assert choice["hurts"] == [f"front:{seat}" for seat in prospect.beats]
        assert set(choice["hurts"]) <= tokens(explorer)
        assert str(prospect.power) in choice["label"]


def test_in_the_picture_of_the_deck_every_mark_of_a_choice_is_found() -> None:
    explorer = FlushCombinations(4, [None, 7, 7, 9])
    assert send(explorer, do="set", control="picture", value="deck") == ""
    shown = frame(explorer)
    keys = {key for key, _ in shown["odds"]["put"]}
    for choice in shown["choices"]:
        value = choice["path"][0].split(":")[1]
        assert set(choice["marks"]) - keys == {f"row {value}"}, "it is in the other picture"


def test_a_card_that_stays_keeps_its_key_when_another_is_laid() -> None:
    explorer = FlushCombinations(4, [None, 7, None, None])

    def front(seat: int) -> str:
        put = frame(explorer)["board"]["put"]
        return str(next(key for key, item in put if item.get("action") == f"front:{seat}"))

    before = front(1)
    explorer.lay(2, 9)
    assert front(1) == before != front(2)


@each_count
def test_everything_keeps_inside_its_picture_and_cards_do_not_overlap(players: int) -> None:
    fronts = [None, 7, 7, 20, 3, 3, 7, 19][:players]
    names = [f"Maximilian-Alexander the {n}th" for n in range(8)]
    for lang in LANGUAGES:
        for given in (None, names):
            explorer = FlushCombinations(players, fronts, lang=lang, names=given)
            for picture in ("values", "deck"):
                assert send(explorer, do="set", control="picture", value=picture) == ""
                for scene in pictures(explorer):
                    keys = [item.key for item in scene.items]
                    assert len(set(keys)) == len(keys)
                    assert outside(scene) == []
                    check_words_are_large(scene)
                    assert words_covered(scene) == []
    table = explorer._table()
    laid = [card_box(item) for item in table.items if item.place.startswith("table")]
    values = [boxes(item)[0] for item in table.items if item.key.startswith("value ")]
    fixed = [boxes(item)[0] for item in table.items if item.key in ("pile", "discard")]
    fixed += [boxes(item)[0] for item in table.items if item.key.startswith("seat ")]
    everything: list[Box] = [*laid, *values, *fixed]
    for n, one in enumerate(everything):
        assert not any(one.overlaps(other) for other in everything[n + 1 :])


def test_a_row_of_the_comparison_never_writes_over_itself() -> None:
    for names in (None, [f"Max the {n}th" for n in range(8)]):
        explorer = FlushCombinations(8, [None, 2, 3, 4, 5, 6, 7, 8], names=names)
        for lang in LANGUAGES:
            assert send(explorer, do="lang", lang=lang) == ""
            picture = explorer._values().items
            rows = [item for item in picture if item.key.startswith("row ")]
            assert len(rows) == 19
            for row in rows:
                chip, number, *rest = boxes(row)
                assert chip.left <= number.left
                assert number.right <= chip.right
                words = [box for box in rest if box.left != SURVIVES[0]]  # all but the bar
                assert len(words) in (4, 5)
                for n, one in enumerate((chip, *words)):
                    assert not any(one.overlaps(other) for other in words[n:])
            around = [item for item in picture if item not in rows]
            for item, another in pairs(around, 2):
                assert not any(a.overlaps(b) for a in boxes(item) for b in boxes(another))


def test_the_chances_in_the_comparison_are_answers() -> None:
    """Where a guess is asked for, they are neither seen nor read out before it is given."""
    explorer = FlushCombinations(4, [None, 7, 7, 9])
    told = {choice["path"][0]: choice["marks"] for choice in frame(explorer)["choices"]}
    for item in explorer._values().items:
        if item.told:
            value = item.key.split()[1]
            assert item.key in told[f"value:{value}"], "it is shown once its value was guessed"
            before, answer = item.svg.split('<g class="tw-answer">')
            assert "%" not in before
            assert answer.count("%") == 2
            assert "%" not in item.label
            assert item.told.count("%") == 2


def test_names_stay_words() -> None:
    names = ["<script>alert(1)</script>", '"&', "<b>", "É"]
    explorer = FlushCombinations(4, [None, 7, 7, 9], names=names)
    root = ElementTree.fromstring(explorer.picture().svg())
    assert {node.tag.split("}")[1] for node in root.iter()} <= {
        "svg", "title", "style", "rect", "g", "path", "circle", "text",
    }  # fmt: skip
    assert explorer.names == tuple(names)
    explorer.players = 5
    assert explorer.names[:4] == tuple(names)
    assert explorer.names[4] == "Emmy"


def test_the_language_changes_every_word() -> None:
    explorer = FlushCombinations(4, [None, 7, 7, 9])
    english = {item.label for scene in pictures(explorer) for item in scene.items} - {""}
    assert send(explorer, do="lang", lang="fr") == ""
    french = {item.label for scene in pictures(explorer) for item in scene.items} - {""}
    assert english.isdisjoint(french)
    assert explorer.setting["lang"] == "fr"
    assert explorer.setting["kind"] == "explorer"
