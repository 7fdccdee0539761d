"""PairRisk: cards go where they are put and come back, and every number is the odds' own."""

import json
import zlib
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamelib.auberge import Auberge, Phase, View
from gamelib.auberge.odds import accuse_chance, challenge_risk, draw_risk, unseen
from gamelib.counting import cards
from gamelib.match import Match
from gamelib.texts import LANGUAGES
from tests.gamelib.tables import numbers, slow, some_games
from tests.widgets.contract import check_words_are_large
from tests.widgets.geometry import card_box, open_cards, outside, words_covered
from widgets.pair_risk import LARGEST_HAND, PairRisk

DECK = Auberge().deck


def frame_of(risk: PairRisk) -> dict[str, Any]:
    """What the page shows: there is one frame, drawn from nothing."""
    (line,) = zlib.decompress(risk.film).decode().split("\n")
    frame: dict[str, Any] = json.loads(line)
    return frame


def pieces(risk: PairRisk, picture: str = "odds") -> dict[str, dict[str, Any]]:
    return dict(frame_of(risk)[picture]["put"])


def tokens(risk: PairRisk) -> set[str]:
    found = [*pieces(risk).values(), *pieces(risk, "board").values()]
    return {piece["action"] for piece in found if piece.get("action")}


def send(risk: PairRisk, **content: Any) -> dict[str, Any]:
    """Let the page send a message; return the notice that answers it."""
    risk._handle_custom_msg({"id": 7, **content}, [])
    assert risk.notice["id"] == 7
    notice: dict[str, Any] = risk.notice
    return notice


def press(risk: PairRisk, token: str) -> None:
    assert send(risk, do="press", token=token) == {"id": 7, "kind": "ok", "text": ""}


def set_control(risk: PairRisk, control: str, value: object) -> None:
    assert send(risk, do="set", control=control, value=value)["kind"] == "ok"


def shown(risk: PairRisk) -> tuple[object, ...]:
    return repr(risk), risk.film, risk.heap, risk.controls, risk.setting, risk.view


def laid(risk: PairRisk) -> tuple[object, ...]:
    """My hand, the cards before all, those seen, and the sizes of the hidden hands."""
    return tuple(risk.cards)


def everyone_in(players: int) -> Iterator[View]:
    """What the seat to move knows, while nobody is out and nobody has seen a hand."""
    for seed in range(6):
        match = Match(Auberge(players=players), seed=seed)
        match.run()
        for state in match.states:
            if state.phase is Phase.TURN and len(state.alive) == players:
                yield match.game.observe(state, state.turn)


@pytest.mark.parametrize("players", numbers(Auberge))
def test_the_numbers_are_those_of_the_same_position_in_a_match(players: int) -> None:
    compared = 0
    for view in everyone_in(players):
        assert view.seat is not None
        others = [(view.seat + n) % players for n in range(1, players)]
        risk = PairRisk(
            hand=view.hand,
            table=view.tables[view.seat],
            hand_sizes=[view.hand_sizes[seat] for seat in others],
            tables=[view.tables[seat] for seat in others],
            seen=cards(view.discard),
        )
        assert risk.odds.draw == draw_risk(view)
        for n, seat in enumerate(others, start=1):
            assert risk.odds.challenge[n] == challenge_risk(view, seat)
            assert risk.odds.accuse[n] == accuse_chance(view, seat)
        assert risk.view.pile_size == view.pile_size
        assert unseen(risk.view) == unseen(view)
        compared += 1
    assert compared >= 6


def test_a_card_goes_to_the_chosen_heap_and_the_odds_change() -> None:
    risk = PairRisk(hand_sizes=(2,))
    assert risk.odds.draw == 0
    press(risk, "deck:10")
    assert risk.cards.hand == (10,)
    assert risk.odds.draw == Fraction(9, 54)
    set_control(risk, "heap", "table 1")
    press(risk, "deck:9")
    press(risk, "heap:seen")
    press(risk, "deck:9")
    assert laid(risk) == ((10,), ((), (9,)), (9,), (2,))
    assert risk.odds.challenge == {1: Fraction(7, 52)}


def test_a_second_click_takes_the_card_back() -> None:
    risk = PairRisk(hand=(7,), tables=((7,), ()))
    deck = pieces(risk)
    faded = {key for key, piece in deck.items() if piece.get("classes") == "tw-faded"}
    assert faded == {"deck 7 5", "deck 7 6"}
    assert deck["deck 7 4"]["action"] == "deck:7"
    assert deck["deck 7 5"]["action"] == "back:hand:7"
    assert deck["deck 7 6"]["action"] == "back:table 1:7"
    press(risk, "back:table 1:7")
    press(risk, "back:hand:7")
    assert laid(risk) == laid(PairRisk())
    lying = [
        piece for piece in pieces(risk, "board").values() if "back:" in piece.get("action", "")
    ]
    assert not lying


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_piece_that_can_be_pressed_does_something(lang: str) -> None:
    start = {
        "hand": (6, 10),
        "table": (4,),
        "hand_sizes": (2, 3),
        "tables": ((3, 5), ()),
        "seen": (9,),
    }
    offered = tokens(PairRisk(**start, lang=lang))  # type: ignore[arg-type]
    assert {"heap:hand", "heap:table 0", "heap:table 1", "heap:table 2", "heap:seen"} <= offered
    assert {f"deck:{value}" for value in range(1, 11)} <= offered
    assert {"back:hand:6", "back:table 0:4", "back:table 1:5", "back:seen:9"} <= offered
    for token in offered:
        risk = PairRisk(**start, lang=lang)  # type: ignore[arg-type]
        before = shown(risk)
        press(risk, token)
        assert (shown(risk) == before) == (token == "heap:hand")


def test_what_can_be_pressed_says_what_it_is() -> None:
    risk = PairRisk(hand=(6,))
    for picture in ("board", "odds"):
        for piece in pieces(risk, picture).values():
            assert not piece.get("action") or piece["label"]
    assert pieces(risk)["deck 6 5"]["label"] == "6, in my hand; a click takes it back"


def test_the_questions_are_answered_with_the_cases_to_count() -> None:
    risk = PairRisk(hand=(6, 10), table=(4,), hand_sizes=(2, 2), tables=((3,), (7,)))
    frame = frame_of(risk)
    paths = [choice["path"] for choice in frame["choices"]]
    assert paths == [
        ["do:draw"],
        ["do:challenge", "seat:1"],
        ["do:challenge", "seat:2"],
        ["do:accuse", "seat:1"],
        ["do:accuse", "seat:2"],
    ]
    draw = frame["choices"][0]
    assert draw["cases"] == [17, 50, "unseen cards"]
    assert asked(draw) == ["you have a pair", "bad", "17", "50", "34.0%"]
    assert len(draw["marks"]) == 17
    deck = pieces(risk)
    assert all(not deck[key].get("classes") for key in draw["marks"])
    assert Fraction(*map(int, asked(frame["choices"][1])[2:4])) == risk.odds.challenge[1]
    assert Fraction(*map(int, asked(frame["choices"][4])[2:4])) == 1 - risk.odds.accuse[2]


def asked(choice: dict[str, Any]) -> list[str]:
    """The event that a question is about, its tone, and its chance."""
    (found,) = [result for result in choice["results"] if result[0] == choice["asked"]]
    return list(found[1:6])


def test_the_numbers_on_the_table_are_answers() -> None:
    """Where a guess is asked for, none of them is seen before it is given."""
    risk = PairRisk(hand=(6, 10), table=(4,), hand_sizes=(2, 2), tables=((3,), (7,)))
    table = pieces(risk, "board")
    for key, piece in table.items():
        before, *answers = piece.get("svg", "").split('<g class="tw-answer">')
        assert "%" not in before + piece.get("label", "")
        assert bool(answers) == (key == "draw" or key.startswith("odds "))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("players", numbers(Auberge))
def test_words_are_large_and_do_not_lie_over_each_other(players: int, lang: str) -> None:
    risk = PairRisk(hand=(6, 6, 9), table=(5,), hand_sizes=[3] * (players - 1), lang=lang)
    risk.put("table", 10)
    for heap in risk.cards.heaps:
        press(risk, f"heap:{heap}")
        table = risk._table()
        for scene in (table, risk._deck()):
            check_words_are_large(scene)
            assert outside(scene) == []
        assert words_covered(table) == []


def test_the_sliders_set_opponents_and_their_hands() -> None:
    risk = PairRisk(hand=(6,), hand_sizes=(2, 2), tables=((3,), (7,)))
    ids = [control["id"] for control in risk.controls]
    assert ids == ["heap", "opponents", "size 1", "size 2", "reset"]
    set_control(risk, "size 2", 5)
    assert laid(risk)[-1] == (2, 5)
    assert risk.odds.accuse[2] > risk.odds.accuse[1]
    press(risk, "heap:table 2")
    set_control(risk, "opponents", 7)
    assert laid(risk)[-1] == (2, 5, 5, 5, 5, 5, 5)
    assert len(risk.odds.accuse) == 7
    assert risk.heap == "table 2"
    set_control(risk, "opponents", 1)
    assert laid(risk) == ((6,), ((), (3,)), (), (2,))  # the 7 has gone back to the deck
    assert risk.heap == "hand"
    set_control(risk, "reset", True)
    assert laid(risk) == ((6,), ((), (3,), (7,)), (), (2, 2))


def test_without_a_pile_only_an_accusation_is_left() -> None:
    risk = PairRisk(hand_sizes=(LARGEST_HAND,) * 5 + (3,), table=(1,))
    assert risk.view.pile_size == 1
    assert risk.odds.draw == 0
    press(risk, "deck:10")
    before = shown(risk)
    assert risk.view.pile_size == 0
    assert risk.odds.draw is None
    assert risk.odds.challenge == {}
    assert len(risk.odds.accuse) == 6
    assert [choice["path"][0] for choice in frame_of(risk)["choices"]] == ["do:accuse"] * 6
    notice = send(risk, do="press", token="deck:10")
    assert notice["kind"] == "error"
    assert "52 cards are unseen" in notice["text"]
    assert shown(risk) == before


@pytest.mark.parametrize(
    "message",
    [
        {},
        {"do": "play", "path": ["do:draw"]},
        {"do": "press"},
        {"do": "press", "token": None},
        {"do": "press", "token": ["deck:7"]},
        {"do": "press", "token": "deck:"},
        {"do": "press", "token": "deck:-1"},
        {"do": "press", "token": "deck:11"},
        {"do": "press", "token": "deck:0"},
        {"do": "press", "token": "deck:²"},
        {"do": "press", "token": "deck:1"},  # there is only one 1
        {"do": "press", "token": "back:hand:9"},
        {"do": "press", "token": "back:table 3:9"},
        {"do": "press", "token": "back:cards:9"},
        {"do": "press", "token": "heap:table 3"},
        {"do": "press", "token": "seat:1"},
        {"do": "set"},
        {"do": "set", "control": "heap", "value": "table 9"},
        {"do": "set", "control": "heap", "value": ["hand"]},
        {"do": "set", "control": "opponents", "value": 0},
        {"do": "set", "control": "opponents", "value": 8},
        {"do": "set", "control": "opponents", "value": "2"},
        {"do": "set", "control": "opponents", "value": True},
        {"do": "set", "control": "size 1", "value": -1},
        {"do": "set", "control": "size 1", "value": 11},
        {"do": "set", "control": "size 1", "value": 2.5},
        {"do": "set", "control": "size 3", "value": 2},
        {"do": "set", "control": "size 0", "value": 2},
        {"do": "set", "control": "speed", "value": 2},
        {"do": "lang", "lang": "de"},
    ],
    ids=str,
)
def test_what_cannot_be_done_changes_nothing_and_is_told(message: dict[str, Any]) -> None:
    for lang in LANGUAGES:
        risk = PairRisk(hand=(1, 6), hand_sizes=(2, 2), lang=lang)
        before = shown(risk)
        notice = send(risk, **message)
        assert notice["kind"] == "error"
        assert len(notice["text"]) > 10
        assert "Error" not in notice["text"]
        assert shown(risk) == before


def test_two_equal_cards_before_one_player_are_refused() -> None:
    risk = PairRisk(table=(7,))
    press(risk, "heap:table 0")
    before = shown(risk)
    notice = send(risk, do="press", token="deck:7")
    assert (notice["kind"], shown(risk)) == ("error", before)
    assert "never two cards of value 7" in notice["text"]


def test_python_puts_and_takes_cards_too() -> None:
    risk = PairRisk()
    risk.put("hand", 6, 10)
    risk.put("table", 4)
    risk.put("table", 3, 5, seat=2)
    risk.put("seen", 10, 9)
    assert laid(risk) == ((6, 10), ((4,), (), (3, 5)), (9, 10), (2, 2))
    risk.take("table", 3, seat=2)
    risk.take("seen", 10)
    assert laid(risk) == ((6, 10), ((4,), (), (5,)), (9,), (2, 2))
    risk.hand_sizes = (1, 2, 3)
    assert laid(risk) == ((6, 10), ((4,), (), (5,), ()), (9,), (1, 2, 3))
    assert "back:table 2:5" in tokens(risk)
    risk.reset()
    assert laid(risk) == laid(PairRisk())


@pytest.mark.parametrize(
    ("do", "words"),
    [
        (lambda risk: risk.put("hand", 11), "no 11 in this deck"),
        (lambda risk: risk.put("hand", 0), "no 0 in this deck"),
        (lambda risk: risk.put("hand", "7"), "whole numbers, not '7'"),
        (lambda risk: risk.put("hand", 1, 1), "value 1 are in use"),
        (lambda risk: risk.put("table", 7, 7), "never two cards of value 7"),
        (lambda risk: risk.put("pile", 7), "a heap is 'hand', 'table'"),
        (lambda risk: risk.put("table", 7, seat=3), "not 'table 3'"),
        (lambda risk: risk.take("hand", 5), "no 5 to take back"),
        (lambda risk: setattr(risk, "hand_sizes", (2, 11)), "from 0 to 10 cards"),
        (lambda risk: setattr(risk, "hand_sizes", ()), "2 to 8 players"),
        (lambda risk: setattr(risk, "hand_sizes", (1,) * 8), "2 to 8 players"),
        (lambda risk: setattr(risk, "hand_sizes", (10,) * 6), "54 cards are unseen"),
    ],
)
def test_python_is_told_what_is_wrong_and_nothing_is_lost(do: Any, words: str) -> None:
    risk = PairRisk(hand=(6,))
    before = shown(risk)
    with pytest.raises(ValueError, match=words):
        do(risk)
    assert shown(risk) == before


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"hand": (11,)}, "no 11"),
        ({"hand": (None,)}, "whole numbers"),
        ({"table": (3, 3)}, "never two cards of value 3"),
        ({"hand_sizes": (2,), "tables": ((1,), (2,))}, "1 opponents, but cards before 2"),
        ({"hand_sizes": ()}, "2 to 8 players"),
        ({"names": ("me",)}, "3 names are needed"),
        ({"lang": "de"}, "no language 'de'"),
    ],
)
def test_it_does_not_begin_with_what_cannot_be(arguments: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        PairRisk(**arguments)
    with pytest.raises(TypeError, match="no setting 'colour'"):
        PairRisk(colour="red")


def test_its_repr_rebuilds_it_and_its_output_is_the_same_every_time() -> None:
    risk = PairRisk(hand=(10, 6), table=(4,), tables=((3,),), seen=(9, 2))
    again = eval(repr(risk))
    assert repr(again) == repr(risk)
    assert again.odds == risk.odds
    one, two = risk._repr_mimebundle_(), again._repr_mimebundle_()
    assert one is not None
    assert two is not None
    assert one[0]["text/plain"] == repr(risk)
    for kind in ("text/plain", "text/html"):
        assert one[0][kind] == two[0][kind]
    assert "application/vnd.jupyter.widget-view+json" in one[0]
    assert "Draw a card: 17/49 = 34.7%" in one[0]["text/html"]


def test_the_printed_picture_marks_the_cards_that_would_pair() -> None:
    risk = PairRisk(hand=(6,), table=(4,))
    marked = [item.key for item in risk.picture().items if item.classes == "tw-hurts"]
    assert len(marked) == 5 + 3
    assert Fraction(len(marked), 53) == risk.odds.draw


def test_a_card_keeps_its_key_while_others_come_and_go() -> None:
    risk = PairRisk()
    press(risk, "deck:9")
    (key,) = [
        key for key, piece in pieces(risk, "board").items() if piece.get("action") == "back:hand:9"
    ]
    press(risk, "deck:3")
    assert pieces(risk, "board")[key]["action"] == "back:hand:9"
    press(risk, "back:hand:3")
    assert pieces(risk, "board")[key]["action"] == "back:hand:9"


def test_it_speaks_the_language_that_is_chosen() -> None:
    risk = PairRisk(hand=(6,))
    assert risk.setting["title"] == "How likely is a pair?"
    assert send(risk, do="lang", lang="fr")["kind"] == "ok"
    assert risk.setting["title"] == "Quel risque de paire\u202f?"
    assert risk.controls[0]["options"][0] == ["hand", "dans ma main"]
    assert "cartes non vues" in frame_of(risk)["choices"][0]["question"]


def test_a_name_is_never_markup() -> None:
    risk = PairRisk(names=["<script>a</script>", "<b>", "C", "D", "E", "F", "G", "H"])
    for picture in ("board", "odds"):
        for piece in pieces(risk, picture).values():
            assert "<script" not in piece.get("svg", "")
            assert "<b>" not in piece.get("svg", "")
    root = ElementTree.fromstring(risk.picture().svg())
    assert not [node for node in root.iter() if node.tag.endswith(("script", "}b"))]
    set_control(risk, "opponents", 7)
    assert risk.names[7] == "H"


@slow
@some_games
@given(st.integers(0, 2**32), st.sampled_from(LANGUAGES))
def test_whatever_is_clicked_cards_are_conserved_and_the_pictures_in_order(
    seed: int, lang: str
) -> None:
    rng = Random(seed)
    risk = PairRisk(lang=lang)
    for _ in range(60):
        if rng.random() < 0.8:
            send(risk, do="press", token=rng.choice(sorted(tokens(risk))))
        else:
            control = rng.choice(risk.controls[1:-1])
            send(risk, do="set", control=control["id"], value=rng.randint(0, 10))
        used = Counter(risk.cards.hand + risk.cards.seen + sum(risk.cards.tables, ()))
        left = unseen(risk.view)
        assert [used[value] + left[value] for value in range(11)] == list(DECK)
        assert sum(left) == risk.view.pile_size + sum(risk.hand_sizes)
        keys = [item.key for item in risk.picture().items]
        assert len(keys) == len(set(keys))
    assert outside(risk.picture()) == []
    found = [item for item in open_cards(risk.picture()) if "beside" not in item.key]
    for one in found:
        for two in found:
            assert one.place == two.place or not card_box(one).overlaps(card_box(two))


def test_what_was_done_last_is_said_in_the_language_now_chosen() -> None:
    risk = PairRisk(hand=(1,))

    def said() -> str:
        (sentence,) = frame_of(risk)["said"]
        return str(sentence)

    press(risk, "deck:7")
    assert said() == "7: in my hand."
    assert send(risk, do="press", token="deck:1")["kind"] == "error"
    send(risk, do="lang", lang="fr")
    assert said() == "7\u00a0: dans ma main."
    set_control(risk, "size 2", 4)
    send(risk, do="lang", lang="en")
    assert said() == "Carl, cards in hand: 4."
    risk.put("hand", 8)
    assert said() == "Click cards of the deck, and watch the odds change."
