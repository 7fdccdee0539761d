"""Pictures as keyed pieces: pieces keep their keys as they move, and words stay words."""

from fractions import Fraction
from xml.etree import ElementTree

import pytest

from tests.widgets.geometry import Box, boxes
from widgets.scene import (
    CARD,
    HIDDEN,
    SMALL,
    Item,
    Scene,
    beside,
    card,
    fitted,
    follow,
    fraction,
    plain,
    text,
    width_of,
)
from widgets.tabletop import covered, fan, plate, tag


def scene_of(*pieces: tuple[str, str]) -> Scene:
    """A scene of cards given as (place, face); their keys say nothing about each other."""
    return Scene(
        (100, 100),
        "cards",
        tuple(
            Item(f"{place} {n}", n, 0, card(face), place=place, face=face)
            for n, (place, face) in enumerate(pieces)
        ),
    )


def keys(scene: Scene) -> list[str]:
    return [item.key for item in scene.items]


def test_a_card_that_stays_keeps_its_key() -> None:
    before = follow((), scene_of(("hand 0", "7"), ("hand 0", "3")))
    after = follow(before.items, scene_of(("hand 0", "3"), ("hand 0", "7")))
    assert keys(after) == keys(before)[::-1]


def test_of_two_equal_cards_one_leaves_and_one_stays() -> None:
    before = follow((), scene_of(("hand 0", "7"), ("hand 0", "7")))
    after = follow(before.items, scene_of(("hand 0", "7"), ("table 1", "7")))
    assert keys(after) == keys(before)


def test_a_card_that_moves_keeps_its_key() -> None:
    before = follow((), scene_of(("hand 0", "7"), ("hand 0", "3"), ("hand 1", HIDDEN)))
    after = follow(before.items, scene_of(("hand 0", "3"), ("table 1", "7"), ("hand 1", HIDDEN)))
    assert keys(after) == [keys(before)[1], keys(before)[0], keys(before)[2]]


def test_a_hidden_card_that_is_turned_over_keeps_its_key() -> None:
    before = follow((), scene_of(("hand 1", HIDDEN), ("hand 1", HIDDEN)))
    after = follow(before.items, scene_of(("hand 1", HIDDEN), ("table 2", "9")))
    assert keys(after) == keys(before)


def test_a_new_card_gets_a_key_that_nobody_had() -> None:
    before = follow((), scene_of(("hand 0", "7")))
    after = follow(before.items, scene_of(("hand 0", "7"), ("hand 0", "2")))
    assert keys(after)[0] == keys(before)[0]
    assert keys(after)[1] not in keys(before)
    again = follow(after.items, scene_of(("hand 0", "2")))
    assert keys(again) == [keys(after)[1]]


def test_pieces_that_do_not_wander_keep_their_own_keys() -> None:
    felt = Item("felt", 0, 0, "")
    scene = follow((felt,), Scene((9, 9), "", (felt,)))
    assert scene.items == (felt,)


@pytest.mark.parametrize("words", ["<script>alert(1)</script>", "\"&'", "\x00\ud800\uffff", "É 王"])
def test_words_never_become_markup(words: str) -> None:
    drawn = text(0, 0, words)
    assert ElementTree.fromstring(drawn).tag == "text"
    assert len(ElementTree.fromstring(drawn)) == 0
    item = Item("a", 0, 0, drawn, label=words)
    root = ElementTree.fromstring(Scene((9, 9), words, (item,)).svg())
    assert not [node for node in root.iter() if node.tag.endswith("script")]
    readable = "".join("\ufffd" if letter in "\x00\ud800\uffff" else letter for letter in words)
    assert root[0].text == readable
    assert root[-1].get("aria-label") == readable
    assert "<" not in plain(words)


def test_a_printed_scene_draws_higher_pieces_last() -> None:
    items = (
        Item("top", 0, 0, "<a/>", z=5),
        Item("low", 0, 0, "<b/>"),
        Item("mid", 0, 0, "<i/>", z=1),
    )
    svg = Scene((9, 9), "", items).svg()
    assert svg.index("<b/>") < svg.index("<i/>") < svg.index("<a/>")


def test_two_scenes_beside_each_other_share_no_key_and_no_place() -> None:
    left = Scene((100, 50), "left", (Item("a", 5, 5, ""),))
    right = Scene((40, 80), "right", (Item("a", 5, 5, ""),))
    both = beside(left, right)
    assert both.size == (140, 80)
    assert both.title == "left right"
    assert len(set(keys(both))) == 2
    assert both.items[1].x == 105


@pytest.mark.parametrize("size", [CARD, SMALL])
@pytest.mark.parametrize("fanned", [False, True])
def test_a_card_keeps_inside_its_size(size: tuple[int, int], fanned: bool) -> None:
    for face in (HIDDEN, "1", "20"):
        for box in boxes(Item("card", 0, 0, card(face, size, fanned))):
            assert box.inside(*size), (face, box)


def test_a_fanned_card_can_be_read_from_the_strip_that_is_left() -> None:
    for size in (CARD, SMALL):
        _, value = boxes(Item("card", 0, 0, card("7", size, fanned=True)))
        assert value.right < size[0] / 2


def test_a_fan_spreads_while_there_is_room_and_never_beyond() -> None:
    assert fan(0, 100) == []
    assert fan(1, 10) == [0]
    assert fan(2, 1000) == [0, CARD[0] + 4]
    for count in range(2, 30):
        places = fan(count, 200)
        assert places[-1] + CARD[0] <= 200 + 1e-9
        assert places == sorted(places)
    assert not any(covered(n, fan(3, 200)) for n in range(3))
    tight = fan(9, 200)
    assert [covered(n, tight) for n in range(9)] == [True] * 8 + [False]


@pytest.mark.parametrize(
    ("words", "width"),
    [("Ada", 50), ("Maximilian-Alexander", 80), ("WWWWWWWWWW", 60), ("王" * 20, 70)],
)
def test_words_are_cut_to_fit(words: str, width: float) -> None:
    shown = fitted(words, 14, width)
    assert width_of(shown, 14) <= width
    assert shown == words or (shown.endswith("…") and words.startswith(shown[:-1]))
    assert (shown == words) == (width_of(words, 14) <= width)


def test_a_plate_holds_any_name() -> None:
    for name in ("", "A", "Maximilian-Alexander", "<b>"):
        assert all(box.inside(141, 45) for box in boxes(Item("", 0, 0, plate(3, name))))
    assert "tw-faded" in plate(3, "Ada", out=True)
    assert "tw-faded" not in plate(3, "Ada")


def test_a_tag_says_its_word_not_only_its_colour() -> None:
    assert ">to play</text>" in tag("to play", "act", outlined=True)


def test_a_fraction_is_stacked_reduced_or_with_all_its_cases() -> None:
    def numbers(drawn: str) -> list[str | None]:
        return [node.text for node in ElementTree.fromstring(f"<g>{drawn}</g>").iter("text")]

    assert numbers(fraction(0, 0, Fraction(21, 42))) == ["1", "2"]
    assert numbers(fraction(0, 0, Fraction(21, 42), cases=42)) == ["21", "42"]
    assert numbers(fraction(0, 0, Fraction(0), cases=55)) == ["0", "55"]


def test_boxes_know_what_overlaps() -> None:
    assert Box(0, 0, 10, 10).overlaps(Box(9, 9, 20, 20))
    assert not Box(0, 0, 10, 10).overlaps(Box(10, 0, 20, 10))
