"""The question widget: what it tells the page, and how it answers."""

import gzip
import json
import re
from base64 import b64decode
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest

from gamelib.exercises import FunctionExercise, exact, exercise, exercises
from gamelib.texts import LANGUAGES, texts
from tests.gamelib.tables import slow
from widgets.drawing import drawings
from widgets.question import Question
from widgets.scene import BOARD, Item, Scene, answer, text


def question(key: str = "next_card", student: str = "Ada", lang: str = "en") -> Question:
    return Question(exercise(key)(student, lang))


def send(widget: Question, **content: Any) -> dict[str, Any]:
    """Send a message as the page does; return the notice."""
    widget._receive(widget, {"id": 7, **content}, [])
    assert widget.notice["id"] == 7
    return dict(widget.notice)


def right(widget: Question) -> Fraction:
    return exact(widget.task.exercise.answer(widget.task.case))


@slow
@pytest.mark.parametrize("pattern", exercises(), ids=lambda pattern: pattern.key)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_exercise_is_shown_and_solved(pattern: Any, lang: str) -> None:
    widget = Question(pattern("Émile", lang))
    task = widget.task
    assert widget.asked["title"] == task.title
    assert widget.asked["question"] == task.asked
    assert (widget.asked["board"] is None) == (task.view is None)
    if isinstance(pattern, FunctionExercise):
        assert widget.asked["function"]
        assert send(widget, do="check", answer="1")["kind"] == "error"
        task.check(pattern.answer(task.case))
    else:
        assert send(widget, do="check", answer=str(right(widget))) == {
            "id": 7,
            "kind": "ok",
            "text": "",
        }
    assert send(widget, do="solve")["kind"] == "ok"
    assert widget.asked["outcome"] == "right"
    assert widget.asked["solution"] == task.solution()
    counted = pattern.counted is not None
    assert (widget.asked["odds"] is not None) == counted
    if counted:
        marked = widget.asked["odds"]["svg"].count('tw-art  tw-hurts"')
        assert marked >= 1
    json.dumps(widget.asked)


def test_the_solutions_picture_marks_exactly_the_cards_that_count() -> None:
    widget = question("draw_pair")
    send(widget, do="check", answer=str(right(widget)))
    send(widget, do="solve")
    chance = right(widget)
    marked = widget.asked["odds"]["svg"].count('tw-hurts"')
    unseen = widget.task.view.pile_size + sum(widget.task.view.hand_sizes[1:])
    assert Fraction(marked, unseen) == chance


def test_hints_come_after_a_try_and_one_by_one() -> None:
    widget = question()
    assert not widget.asked["may_hint"]
    assert send(widget, do="hint") == {
        "id": 7,
        "kind": "error",
        "text": "That comes a little later: try first.",
    }
    send(widget, do="check", answer="what?")
    assert not widget.asked["may_hint"]
    send(widget, do="check", answer="0.999")
    assert widget.asked["may_hint"]
    for count in (1, 2):
        assert send(widget, do="hint")["kind"] == "ok"
        assert widget.asked["hints"] == list(widget.task.hints[:count])
    assert not widget.asked["may_hint"]
    assert widget.asked["tried"]


def test_the_solution_comes_when_solved_or_after_three_tries() -> None:
    widget = question()
    for wrong in ("0.9", "0.8", "0.8", "0.7"):  # the same once more is no new try
        assert send(widget, do="solve")["kind"] == "error"
        assert widget.asked["solution"] == ""
        send(widget, do="check", answer=wrong)
    assert widget.asked["tries"] == 3
    assert widget.asked["may_solve"]
    send(widget, do="solve")
    assert widget.asked["solution"]
    solved = question()
    send(solved, do="check", answer=str(right(solved)))
    assert solved.asked["may_solve"]


def test_a_check_in_a_cell_counts_as_well() -> None:
    widget = question()
    widget.task.check(0.99)
    widget.refresh()
    assert widget.asked["may_hint"]
    assert widget.asked["outcome"] == "wrong"


def test_the_language_changes_everything_the_verdict_too() -> None:
    widget = question()
    whole = widget.task.exercise.misconceptions["whole_deck"](widget.task.case)
    send(widget, do="check", answer=str(whole))
    send(widget, do="hint")
    assert texts("en")["misconception.whole_deck"] in widget.asked["verdict"]
    case = widget.task.case
    assert send(widget, do="lang", lang="fr")["kind"] == "ok"
    assert widget.task.case is case
    assert texts("fr")["misconception.whole_deck"] in widget.asked["verdict"]
    assert widget.ui["check"] == "Vérifier"
    assert widget.asked["hints"] == [widget.task.hints[0]]
    assert "Votre main" in widget.asked["position"]
    assert widget.setting["lang"] == "fr"
    assert send(widget, do="lang", lang="de")["kind"] == "error"
    assert widget.setting["lang"] == "fr"


@pytest.mark.parametrize(
    "content",
    [
        None, 3, [], {}, {"do": "check"}, {"do": "check", "answer": 3}, {"do": "lang"},
        {"do": "check", "answer": None}, {"do": "check", "answer": "9" * 201}, {"do": "refresh"},
    ],
)  # fmt: skip
def test_a_malformed_message_changes_nothing(content: Any) -> None:
    widget = question()
    before = dict(widget.asked)
    widget._receive(widget, content, [])
    assert widget.notice["kind"] == "error"
    assert widget.notice["text"]
    assert widget.asked == before
    assert widget.task.tries == 0


def test_attempts_from_the_page_are_kept(tmp_path: Path) -> None:
    widget = Question(exercise("next_card")("Ada", log=tmp_path / "attempts.jsonl"))
    send(widget, do="check", answer="1/2 ")
    [line] = (tmp_path / "attempts.jsonl").read_text("utf-8").splitlines()
    assert json.loads(line)["answer"] == "1/2 "


def test_a_viewer_without_widgets_sees_picture_and_text() -> None:
    bundle = question()._repr_mimebundle_()
    assert bundle is not None
    data, _ = bundle
    assert data["text/plain"] == repr(exercise("next_card")("Ada"))
    picture, text = data["text/html"].split("><", 1)
    image = re.search(r'src="data:image/svg\+xml;base64,([^"]+)" alt="([^"]+)"', picture)
    assert image
    assert b64decode(image[1]).startswith(b"<svg ")
    assert image[2] == "The position as a picture; the text below tells all of it."
    assert "What is the chance that the next card" in text
    assert "Your hand: 5 and 6." in text
    assert question()._repr_mimebundle_()[0]["text/html"] == data["text/html"]  # type: ignore[index]


def test_the_picture_offers_nothing_to_do() -> None:
    for key in ("next_card", "group_power"):
        items = question(key).picture().items
        assert items
        assert not [item for item in items if item.action.startswith("do:")]


def test_a_question_without_a_position_has_no_picture() -> None:
    bundle = question("fresh_pair")._repr_mimebundle_()
    assert bundle is not None
    assert "<img" not in bundle[0]["text/html"]
    assert "Two cards are drawn." in bundle[0]["text/html"]


def test_names_never_become_markup() -> None:
    widget = question(student="<script>alert(1)</script>")
    bundle = widget._repr_mimebundle_()
    assert bundle is not None
    assert "<script" not in bundle[0]["text/html"]
    assert "<script" not in json.dumps(dict(widget.asked))


def test_repr_is_stable_and_a_question_needs_a_task() -> None:
    assert repr(question()) == "Question('next_card', student='Ada')"
    with pytest.raises(TypeError, match=r"Question\(exercise\(student='Ada'\)\)"):
        Question(exercise("next_card"))  # type: ignore[arg-type]


def test_the_page_is_small_and_asks_the_network_for_nothing() -> None:
    code = str(Question._esm)
    assert len(gzip.compress(code.encode())) < 5_000
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)|import\(|import |fetch\(", code)
    assert "innerHTML" not in code


def test_the_page_has_a_word_for_everything() -> None:
    code = str(Question._esm)
    used = set(re.findall(r"\bui\.(\w+)", code)) | set(re.findall(r'get\("ui"\)\.(\w+)', code))
    assert used == set(question().ui) - {"picture", "counted"}


def test_the_answer_is_nowhere_on_the_page_before_it_is_given() -> None:
    rng = Random(1)
    for pattern in exercises():
        if not isinstance(pattern, FunctionExercise):
            widget = Question(pattern(f"student {rng.random()}"))
            assert widget.asked["solution"] == ""
            assert widget.asked["odds"] is None
            assert widget.asked["hints"] == []


def test_the_picture_of_a_position_tells_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a table shows after a guess is not seen in a question, live or in a kept notebook."""
    drawing = drawings["auberge"]
    plain = Item("plain", 0, 0, "<g></g>" + text(0, 0, "seen"), "seen")
    telling = Item("telling", 0, 0, answer(text(0, 0, "2 of 7")), "dice", told="2 of 7")
    scene = Scene(BOARD, "a board", (plain, telling))
    monkeypatch.setattr(type(drawing), "board", lambda *_: scene)
    first, second = question().picture().items
    assert first == plain
    assert second.spoken == "dice"
    [group] = ElementTree.fromstring(f"<g>{second.svg}</g>")
    assert group.get("style") == "display:none"
