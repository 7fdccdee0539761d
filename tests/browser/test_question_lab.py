"""A student's copy of the exercises in a real JupyterLab: answered on the page and in cells."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

from gamelib.attempts import read_attempts
from gamelib.exercises import exercise, student_copy
from tests.browser.lab import LabPage
from tests.notebooks import TOP

SHOTS = TOP / "tests" / "browser" / "shots"
EXERCISES = TOP / "notebooks" / "exercises"


@pytest.fixture
def desk(lab_page: LabPage) -> Path:
    """A folder with Ada's copy of the first exercises, opened and run."""
    folder = lab_page.lab.root / "ada"
    folder.mkdir(exist_ok=True)
    copy = folder / "01-pair-risk.ipynb"
    student_copy(EXERCISES / copy.name, copy)
    copy.write_text(copy.read_text("utf-8").replace("your name here", "Ada"), "utf-8")
    for kept in folder.glob("*.jsonl"):
        kept.unlink()
    lab_page.page.set_viewport_size({"width": 1280, "height": 1000})
    lab_page.open("ada/01-pair-risk.ipynb")
    return folder


def test_a_fresh_copy_runs_from_top_to_bottom_and_nothing_counts_as_wrong(
    lab_page: LabPage, desk: Path
) -> None:
    cells = lab_page.run_all()
    assert [error for cell in cells for error in cell.errors] == []
    checks = [cell for cell in cells if ".points(" in cell.source]
    assert len(checks) == 9
    for cell in checks:
        printed, result = cell.outputs
        assert printed["text"] == "– Not attempted yet.\n"
        assert result["data"]["text/plain"] == "0"
    expect(lab_page.page.locator(".tw-ask")).to_have_count(9)
    assert list(desk.glob("*.jsonl")) == []
    assert lab_page.complaints == []


def test_a_question_is_answered_by_keys_and_the_attempts_are_kept(
    lab_page: LabPage, desk: Path
) -> None:
    lab_page.run_all()
    pattern = exercise("next_card")
    case = pattern.case("Ada")
    question = lab_page.page.locator(".tw").first
    field = question.get_by_role("textbox")
    verdict = question.locator(".tw-ask-verdict")
    keys = lab_page.page.keyboard
    field.focus()
    keys.type(str(pattern.misconceptions["whole_deck"](case)))  # digits are shortcuts of JupyterLab
    keys.press("Enter")
    expect(verdict).to_contain_text("This counts in the whole deck")
    keys.press("Tab")
    keys.press("Tab")
    keys.press("Space")
    expect(question.locator(".tw-ask-hints li")).to_have_count(1)
    field.focus()
    keys.press("Control+a")
    keys.type(str(pattern.answer(case)))
    keys.press("Enter")
    expect(verdict).to_have_text("✓ Right!")
    question.get_by_role("button", name="Solution").click()
    expect(question.locator(".tw-ask-solution")).to_contain_text("So the chance is 4 out of 45")
    question.get_by_role("combobox").select_option("fr")
    expect(verdict).to_have_text("✓ C’est juste\u202f!")
    SHOTS.mkdir(exist_ok=True)
    lab_page.page.screenshot(path=SHOTS / "question-lab.png")

    kept = read_attempts(desk)
    assert [(a.exercise, a.outcome, a.misconception) for a in kept] == [
        ("next_card", "wrong", "whole_deck"),
        ("next_card", "right", ""),
    ]
    assert json.loads((desk / "attempts-ada.jsonl").read_text("utf-8").splitlines()[1])["answer"]
    assert lab_page.ask('print(tasks["next_card"].tries)') == "2"
    assert lab_page.complaints == []
