"""The question on a bare page: asked, answered, hinted at and solved, by mouse and by keys."""

import json
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from gamelib.exercises import exact, exercise
from tests.browser.page import ADDRESS, HARNESS, TablePage, as_json
from widgets.question import Question

SHOTS = Path(__file__).parent / "shots"


class QuestionPage(TablePage):
    """A bare page with a question on it, and a kernel behind it."""

    def open(self, state: Any, attributes: str = "") -> None:
        """Show a widget's state; `attributes` are the body's, such as JupyterLab's theme."""
        self.page.goto(ADDRESS)
        if attributes:
            name, value = attributes.split("=")
            set_it = "([name, value]) => document.body.setAttribute(name, value)"
            self.page.evaluate(set_it, [name, value])
        self.page.add_style_tag(content=str(Question._css))
        script = HARNESS.replace("STATE", as_json(state), 1)
        script = script.replace("MODULE", json.dumps(Question._esm), 1)
        self.page.evaluate(f"async () => {{{script}}}")
        self.root.wait_for()

    def ask(self, key: str, student: str = "Ada", lang: str = "en") -> Question:
        """Show a task."""
        widget = Question(exercise(key)(student, lang))
        self.connect(widget)
        return widget

    def answer_with(self, words: str) -> None:
        """Type an answer and press Enter."""
        self.field("Your answer").fill(words)
        self.page.keyboard.press("Enter")

    @property
    def verdict(self) -> Any:
        """Where the verdict is told."""
        return self.find(".tw-ask-verdict")


@pytest.fixture
def page_with(page: Page) -> Iterator[QuestionPage]:
    shown = QuestionPage(page)
    yield shown
    assert shown.complaints == []


def right(widget: Question) -> Fraction:
    return exact(widget.task.exercise.answer(widget.task.case))


def test_position_question_and_answer_field_are_shown(page_with: QuestionPage) -> None:
    widget = page_with.ask("next_card")
    expect(page_with.root.get_by_role("heading")).to_have_text("The next card (warm-up)")
    expect(page_with.root).to_contain_text("Your hand: 5 and 6.")
    expect(page_with.root).to_contain_text("has value 5?")
    picture = page_with.root.get_by_role("img")
    expect(picture).to_have_count(1)
    box = picture.bounding_box()
    assert box
    assert box["width"] / box["height"] == pytest.approx(1.6, abs=0.01)
    drawn = page_with.find("figure svg > g").count()
    assert drawn == len(widget.picture().items)
    expect(page_with.field("Your answer")).to_have_accessible_description(widget.task.precision)


def test_enter_checks_and_the_verdict_is_told(page_with: QuestionPage) -> None:
    widget = page_with.ask("next_card")
    page_with.answer_with("1/2")
    expect(page_with.verdict).to_have_text("✗ Not right yet. Try again, or ask for a hint.")
    expect(page_with.verdict).to_have_attribute("role", "status")
    assert page_with.sent[-1]["answer"] == "1/2"
    page_with.answer_with("12.5")
    expect(page_with.verdict).to_contain_text("write the sign as well")
    page_with.answer_with("a lot")
    expect(page_with.verdict).to_contain_text("cannot be read as a number")
    page_with.answer_with("")
    expect(page_with.verdict).to_have_text("– Not attempted yet.")
    page_with.answer_with(str(right(widget)))
    expect(page_with.verdict).to_have_text("✓ Right!")
    expect(page_with.field("Your answer")).to_be_focused()


def test_the_button_checks_as_well(page_with: QuestionPage) -> None:
    page_with.ask("next_card")
    page_with.field("Your answer").fill("0,5")
    page_with.button("Check").click()
    expect(page_with.verdict).to_contain_text("Not right yet")


def test_a_misconception_gets_its_message(page_with: QuestionPage) -> None:
    widget = page_with.ask("next_card")
    wrong = widget.task.exercise.misconceptions["whole_deck"](widget.task.case)
    page_with.answer_with(str(wrong))
    expect(page_with.verdict).to_contain_text("This counts in the whole deck.")


def test_hints_wait_for_a_try_and_stay(page_with: QuestionPage) -> None:
    widget = page_with.ask("next_card")
    hint = page_with.button("Hint")
    expect(hint).to_have_attribute("aria-disabled", "true")
    expect(hint).to_have_accessible_description(
        "Hints: after a first try. Solution: when solved, or after 3 tries (so far 0)."
    )
    hint.click(force=True)
    assert page_with.sent == []
    page_with.answer_with("1/2")
    expect(hint).to_have_attribute("aria-disabled", "false")
    hint.click()
    expect(page_with.find(".tw-ask-hints li")).to_have_text([widget.task.hints[0]])
    hint.click()
    expect(page_with.find(".tw-ask-hints li")).to_have_text(list(widget.task.hints))
    expect(hint).to_have_attribute("aria-disabled", "true")
    expect(hint).to_be_focused()
    expect(page_with.root).to_contain_text("There are no more hints.")


def test_the_solution_comes_after_three_tries_with_its_picture(page_with: QuestionPage) -> None:
    widget = page_with.ask("draw_pair")
    solve = page_with.button("Solution")
    for answer in ("0.9", "0.8"):
        page_with.answer_with(answer)
    expect(page_with.root).to_contain_text("(so far 2)")
    expect(solve).to_have_attribute("aria-disabled", "true")
    page_with.answer_with("0.7")
    expect(solve).to_have_attribute("aria-disabled", "false")
    solve.click()
    solution = page_with.find(".tw-ask-solution")
    expect(solution).to_be_focused()
    expect(solution).to_contain_text("So the chance is")
    expect(solution.get_by_role("img")).to_have_accessible_name(
        "The unseen cards, with those that are counted marked"
    )
    marked = solution.locator(".tw-hurts").count()
    unseen = widget.task.view.pile_size + sum(widget.task.view.hand_sizes[1:])
    assert Fraction(marked, unseen) == right(widget)
    expect(solution.locator(".tw-hurts .tw-hurt-lines").first).to_be_visible()


def test_a_right_answer_opens_the_solution(page_with: QuestionPage) -> None:
    widget = page_with.ask("fresh_pair")
    page_with.answer_with(str(right(widget)))
    page_with.button("Solution").click()
    expect(page_with.find(".tw-ask-solution")).to_contain_text("can be drawn in")
    expect(page_with.root.get_by_role("img")).to_have_count(0)


def test_everything_is_reached_by_keys_alone(page_with: QuestionPage) -> None:
    widget = page_with.ask("next_card")
    keys = page_with.page.keyboard
    reached = []
    for _ in range(6):
        keys.press("Tab")
        reached.append(page_with.page.evaluate("document.activeElement.tagName"))
    assert reached == ["SELECT", "BUTTON", "INPUT", "BUTTON", "BUTTON", "BUTTON"]
    page_with.field("Your answer").focus()
    keys.type("1/2")
    keys.press("Enter")
    expect(page_with.verdict).to_contain_text("Not right yet")
    for _ in range(2):
        keys.press("Tab")
    keys.press("Space")
    expect(page_with.find(".tw-ask-hints li")).to_have_count(1)
    keys.press("Shift+Tab")
    keys.press("Shift+Tab")
    keys.type(str(right(widget)))  # the old answer is selected, so that one types over it
    keys.press("Enter")
    expect(page_with.verdict).to_have_text("✓ Right!")
    for _ in range(3):
        keys.press("Tab")
    keys.press("Enter")
    expect(page_with.find(".tw-ask-solution")).to_be_focused()


def test_an_answer_calls_nobody_back_who_has_gone_on(page_with: QuestionPage) -> None:
    widget = Question(exercise("next_card")("Ada", "en"))
    widget.task.check("1/2")
    page_with.open(Question(widget.task).get_state())
    page_with.answer_with("1/3")
    hint = page_with.button("Hint")
    hint.focus()
    page_with.answer()
    expect(page_with.root).not_to_have_attribute("aria-busy", "true")
    expect(hint).to_be_focused()


def test_the_language_is_switched_live(page_with: QuestionPage) -> None:
    page_with.ask("next_card")
    page_with.answer_with("1/2")
    page_with.field("Language").select_option("fr")
    expect(page_with.root.get_by_role("heading")).to_have_text("La prochaine carte (échauffement)")
    expect(page_with.verdict).to_contain_text("Ce n’est pas encore juste.")
    expect(page_with.button("Vérifier")).to_be_visible()
    assert page_with.root.get_attribute("lang") == "fr"
    expect(page_with.field("Votre réponse")).to_have_value("1/2")


def test_a_function_is_answered_in_a_cell(page_with: QuestionPage) -> None:
    page_with.ask("estimate")
    expect(page_with.root).to_contain_text('tasks["estimate"].check(your_function)')
    expect(page_with.find("input")).to_be_hidden()
    expect(page_with.find(".tw-do")).to_be_hidden()


def test_the_projector_enlarges(page_with: QuestionPage) -> None:
    widget = page_with.ask("next_card")
    before = page_with.find(".tw-ask-question").evaluate("node => getComputedStyle(node).fontSize")
    page_with.button("Projector").click()
    expect(page_with.button("Projector")).to_have_attribute("aria-pressed", "true")
    after = page_with.find(".tw-ask-question").evaluate("node => getComputedStyle(node).fontSize")
    assert float(after[:-2]) == pytest.approx(1.34 * float(before[:-2]))  # as at the table
    assert widget.projector


def test_without_a_kernel_it_says_so_and_keeps_the_answer(page_with: QuestionPage) -> None:
    widget = Question(exercise("next_card")("Ada"))
    page_with.stop_clock()
    page_with.open(dict(widget.get_state()))
    page_with.answer_with("1/2")
    expect(page_with.verdict).to_have_text("Checking…")
    page_with.page.clock.fast_forward(5000)
    expect(page_with.root.get_by_role("alert")).to_contain_text("The kernel is not connected.")
    expect(page_with.verdict).to_have_text("")
    expect(page_with.field("Your answer")).to_have_value("1/2")
    page_with.page.evaluate("window.model.deaf = true")
    page_with.answer_with("1/3")
    expect(page_with.root.get_by_role("alert")).to_contain_text("The kernel is not connected.")


def test_who_goes_on_before_the_verdict_comes_is_not_called_back(page_with: QuestionPage) -> None:
    widget = Question(exercise("next_card")("Ada"))
    page_with.open(dict(widget.get_state()))
    page_with.answer_with("1/2")
    page_with.page.keyboard.press("Tab")
    expect(page_with.button("Check")).to_be_focused()
    page_with.answer("ok", "")
    expect(page_with.button("Check")).to_be_focused()


def test_a_refusal_of_the_kernel_is_shown(page_with: QuestionPage) -> None:
    widget = Question(exercise("next_card")("Ada"))
    page_with.open(dict(widget.get_state()))
    page_with.answer_with("1/2")
    page_with.answer("error", "No, not now.")
    expect(page_with.root.get_by_role("alert")).to_have_text("No, not now.")


def test_two_views_of_one_question_agree(page_with: QuestionPage) -> None:
    page_with.ask("next_card")
    page_with.page.evaluate("window.view()")
    page_with.answer_with("1/2")
    verdicts = page_with.page.locator(".tw-ask-verdict")
    expect(verdicts).to_have_count(2)
    expect(verdicts.nth(1)).to_contain_text("Not right yet")
    page_with.page.evaluate("window.closers[1]()")
    page_with.answer_with("1/3")
    names = page_with.page.evaluate("[...document.querySelectorAll('[id]')].map(({ id }) => id)")
    assert len(names) == len(set(names))


def test_what_comes_as_markup_stays_words(page_with: QuestionPage) -> None:
    widget = Question(exercise("next_card")("Ada"))
    evil = '<img src=x onerror="window.hurt = 1">'
    state = dict(widget.get_state())
    art = "<g onclick='1'><script>window.hurt=1</script><image href='x'/><text>safe</text></g>"
    board = {**widget.asked["board"], "svg": art}
    words = dict.fromkeys(
        ["title", "position", "question", "precision", "verdict", "solution"], evil
    )
    state["asked"] = {**widget.asked, **words, "hints": [evil], "board": board, "odds": board}
    page_with.open(state)
    expect(page_with.root.get_by_role("heading")).to_have_text([evil, "Solution"])
    assert page_with.page.evaluate("window.hurt") is None
    assert page_with.find("script, image, img:not(svg)").count() == 0
    assert page_with.find("figure [onclick]").count() == 0
    expect(page_with.find("figure text").first).to_have_text("safe")


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("key", ["draw_pair", "next_flushes", "estimate"])
def test_axe_finds_nothing(page_with: QuestionPage, theme: str, key: str) -> None:
    widget = Question(exercise(key)("Ada"))
    if key != "estimate":
        widget._check({"answer": "0.9"})
        widget._hint({})
        widget._check({"answer": str(right(widget))})
        widget._solve({})
    dark = str(theme == "light").lower()
    page_with.page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
    page_with.open(dict(widget.get_state()), f"data-jp-theme-light={dark}")
    if theme == "dark":
        page_with.page.evaluate("document.body.style.background = '#111'")
    found = Axe().run(page_with.page, ".tw")
    assert found.violations_count == 0, found.generate_report()
    SHOTS.mkdir(exist_ok=True)
    page_with.page.screenshot(path=SHOTS / f"question-{key}-{theme}.png", full_page=True)


@pytest.mark.parametrize("width", [360, 1400])
def test_it_fits_narrow_and_wide_pages(page_with: QuestionPage, width: int) -> None:
    page_with.page.set_viewport_size({"width": width, "height": 800})
    page_with.ask("flush_count")
    overflow = page_with.page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert overflow <= 0


# In JupyterLab with its side bar open: what it leaves on a laptop, and on a projector.
LAPTOP, PROJECTED = {"width": 934, "height": 647}, {"width": 1590, "height": 959}


@pytest.mark.parametrize(("size", "smallest"), [(LAPTOP, 11), (PROJECTED, 16)])
@pytest.mark.parametrize("key", ["draw_pair", "random_reply"])
def test_position_question_and_answer_are_in_one_look(
    page_with: QuestionPage, size: Any, smallest: int, key: str
) -> None:
    page_with.page.set_viewport_size(size)
    widget = Question(exercise(key)("Ada"), projector=size is PROJECTED)
    page_with.open(dict(widget.get_state()))
    box = page_with.find(".tw-ask-answer").bounding_box()
    assert box
    assert box["y"] + box["height"] <= size["height"]
    words = page_with.page.evaluate(
        "[...document.querySelectorAll('.tw figure text')].map((one) => "
        "parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().d)"
    )
    assert min(words) >= smallest


@pytest.mark.parametrize("width", [390, 934, 1590])
def test_pictures_are_at_most_as_wide_as_the_cell(page_with: QuestionPage, width: int) -> None:
    page_with.page.set_viewport_size({"width": width, "height": 800})
    widget = Question(exercise("draw_pair")("Ada"))
    widget.task.check(str(right(widget)))
    widget._solve({})
    page_with.open({**widget.get_state(), **widget.drawn()})
    frame = page_with.find(".tw-ask").bounding_box()
    for picture in page_with.root.get_by_role("img").all():
        box = picture.bounding_box()
        assert frame
        assert box
        assert box["x"] >= frame["x"]
        assert box["x"] + box["width"] <= frame["x"] + frame["width"]


def test_nobody_hears_of_the_solution_before_it_is_allowed(page_with: QuestionPage) -> None:
    widget = page_with.ask("draw_pair")
    solution = page_with.find(".tw-ask-solution")
    for tries, answer in enumerate(("", "0.9", "0.8", "0.7")):
        expect(solution).to_be_hidden()
        expect(solution).to_be_empty()
        assert widget.asked["solution"] == ""
        assert widget.asked["odds"] is None
        heard = page_with.root.aria_snapshot()
        assert heard.count("Solution") == 1 + heard.count("Solution: when"), tries
        page_with.answer_with(answer)
    page_with.button("Solution").click()
    expect(solution).to_be_visible()
    assert widget.task.solution()[:20] in page_with.root.aria_snapshot()
