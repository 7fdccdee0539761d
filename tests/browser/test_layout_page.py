"""Where everything is on the table's page: one look, fixed places, large words; and the tour."""

import json
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from gamelib import Match, games
from tests.browser.page import TablePage, frames, setting, state, words
from tests.gamelib.kit import kit
from tests.gamelib.tables import seats
from widgets.table import Table

# A bare page as wide as JupyterLab's cells, on the same screen.
LAPTOP = {"width": 950, "height": 768}
CLOSED = {"width": 1206, "height": 768}
PROJECTOR = {"width": 1508, "height": 1080}
TABLET = {"width": 768, "height": 1024}
PHONE = {"width": 390, "height": 844}
BESIDE = 136
"""What JupyterLab takes of a screen's height for itself, and a cell for its edges."""

# Everything from the top to the dock, and what stands in it: none of it may ever move.
PLACES = """.tw, .tw-status, .tw-board, .tw-odds, .tw-transport button, .tw-transport select,
    .tw-timeline, .tw-counter, .tw-extras > *, .tw-dock, .tw-said, .tw-list, .tw-decide,
    .tw-act, .tw-results"""

BOXES = f"""() => [...document.querySelectorAll({json.dumps(PLACES)})].map((node) => {{
    const {{x, y, width, height}} = node.getBoundingClientRect();
    return [node.className.replace(' tw-pointed', ''),
        ...[x, y, width, height].map((one) => Math.round(100 * one) / 100)];
}})"""

# Go through the whole film, and say which step moved something, if one did.
STEP_THROUGH = f"""() => {{
    const boxes = {BOXES};
    const first = boxes();
    const forward = document.querySelector('button.tw-forward');
    let steps = 0;
    for (; !forward.disabled && steps < 1000; steps++) {{
        forward.click();
        const now = boxes();
        const moved = now.flatMap((box, n) =>
            JSON.stringify(box) === JSON.stringify(first[n]) ? [] : [[first[n], box]]);
        if (moved.length) return {{steps, moved}};
    }}
    return {{steps, moved: []}};
}}"""

# The words of the page, and how large they are; words that are only read aloud have no size.
WORDS = """() => [...document.querySelectorAll('.tw *')]
    .filter((node) => node.checkVisibility() && !node.closest('svg, .tw-unseen'))
    .filter((node) => [...node.childNodes].some((one) => one.nodeType === 3 && one.data.trim()))
    .map((node) => [parseFloat(getComputedStyle(node).fontSize), node.textContent])
    .filter(([size]) => size)"""

# What JupyterLab would get a scrollbar from.
OVERFLOW = """() => { const {scrollWidth, clientWidth} = document.documentElement;
    const root = document.querySelector('.tw');
    return [scrollWidth - clientWidth, root.scrollWidth - root.clientWidth,
        root.scrollHeight - root.clientHeight]; }"""


def look(table: TablePage, size: dict[str, int]) -> None:
    table.page.set_viewport_size(size)  # type: ignore[arg-type]
    table.page.emulate_media(reduced_motion="reduce")


def played(game: str) -> Match:
    """Return a whole match."""
    count = seats(game, 4)
    match = Match(games[game](players=count), seed=3, players=[kit(game).peaceful] * count)
    while not match.outcome and len(match.steps) < 250:
        match.step()
    return match


def bottom(table: TablePage, part: str) -> float:
    """Return where a part of the table ends, from the table's top."""
    box, root = table.find(part).first.bounding_box(), table.root.bounding_box()
    assert box
    assert root
    return box["y"] + box["height"] - root["y"]


def boxes(table: TablePage) -> Any:
    return table.page.evaluate(BOXES)


# --- one look, and nothing moves ------------------------------------------------------------------


@pytest.mark.parametrize("size", [LAPTOP, CLOSED, PROJECTOR, PHONE], ids=lambda size: size["width"])
@pytest.mark.parametrize("game", games)
def test_nothing_moves_through_a_whole_match(
    table: TablePage, game: str, size: dict[str, int]
) -> None:
    look(table, size)
    lang = "fr" if size is CLOSED else "en"
    table.connect(Table(played(game), seat=0, lang=lang, projector=size is PROJECTOR))
    table.find("button.tw-first").click(force=True)

    went = table.page.evaluate(STEP_THROUGH)

    assert went["moved"] == []
    assert went["steps"] >= 10
    assert table.page.evaluate(OVERFLOW) == [0, 0, 0]
    assert table.complaints == []


@pytest.mark.parametrize("size", [LAPTOP, CLOSED, PROJECTOR], ids=lambda size: size["width"])
@pytest.mark.parametrize("more", [{}, {"show_odds": False}, {"predict": True}], ids=str)
def test_board_odds_choices_and_play_are_in_one_look(
    table: TablePage, size: dict[str, int], more: dict[str, Any]
) -> None:
    look(table, size)
    table.open(state(**more, projector=size is PROJECTOR))
    table.piece("pile").click()
    for part in (".tw-board", ".tw-transport", ".tw-choices", ".tw-act .tw-do", ".tw-dock"):
        expect(table.find(part)).to_be_visible()
        assert bottom(table, part) <= size["height"] - BESIDE
    board = table.find(".tw-board-picture").bounding_box()
    assert board
    assert board["width"] >= 960 * (16 / 17 if size is PROJECTOR else 0.65)
    assert table.page.evaluate(OVERFLOW) == [0, 0, 0]


@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=lambda size: size["width"])
def test_long_words_lists_and_alerts_keep_their_places(
    table: TablePage, size: dict[str, int]
) -> None:
    look(table, size)
    first, second, third, fourth = frames()
    long = "Blaise puts a pirate in the captain’s seat of the purple ship. " * 12
    choices = tuple(
        choice._replace(path=(f"do:{n}",), label=f"{n}: {choice.label}", question=long[:200])
        for n, choice in enumerate(fourth.choices * 10)
    )
    wordy = fourth._replace(said=(long,), status=long[:60], choices=choices)
    table.open(state([first, second, third, wordy], setting=setting(start=0)))
    before = boxes(table)
    table.button("End").click()
    assert boxes(table) == before
    table.choice("35:").click()
    table.push(notice={"id": 0, "kind": "error", "text": long})
    expect(table.find(".tw-alert")).to_be_visible()
    assert boxes(table) == before
    assert table.page.evaluate(OVERFLOW) == [0, 0, 0]


def test_a_choice_made_on_the_board_is_in_view_in_the_list(table: TablePage) -> None:
    look(table, LAPTOP)
    *others, last = frames()
    many = last.choices[:1] * 30 + last.choices[1:]
    choices = tuple(
        one._replace(path=(f"card:{n}",)) if n and n < 30 else one for n, one in enumerate(many)
    )
    table.open(state([*others, last._replace(choices=choices)]))
    table.find('[data-token="card:2"]').first.click()
    table.find('[data-token="seat:1"]').first.click()
    inside = table.find(".tw-choices label:has(:checked)").evaluate(
        """(row) => { const [one, list] = [row, row.closest('fieldset')]
            .map((node) => node.getBoundingClientRect());
            return one.top >= list.top && one.bottom <= list.bottom + 1; }"""
    )
    assert inside


def test_more_opens_over_the_table_and_moves_nothing(small: TablePage) -> None:
    look(small, LAPTOP)
    before = boxes(small)
    small.find(".tw-more summary").click()
    expect(small.button("Copy the record")).to_be_visible()
    assert boxes(small) == before
    expect(small.find(".tw-panel")).to_contain_text("Home")  # the keys are told there
    assert bottom(small, ".tw-panel") <= LAPTOP["height"] - BESIDE
    small.button("Copy the record").focus()
    small.page.keyboard.press("Escape")
    expect(small.find(".tw-panel")).to_be_hidden()
    assert small.page.evaluate("document.activeElement.matches('summary')")


@pytest.mark.parametrize(
    ("size", "least"), [(LAPTOP, 11), (PROJECTOR, 16), (PHONE, 11)], ids=["laptop", "big", "phone"]
)
def test_words_are_large_enough(table: TablePage, size: dict[str, int], least: float) -> None:
    look(table, size)
    table.open(state(projector=size is PROJECTOR))
    table.piece("pile").click()
    table.push(
        trials={"id": 1, "at": 3, "path": ["do:draw"], "times": 9, "done": 9, "counts": {}},
    )
    assert [word for word in table.page.evaluate(WORDS) if word[0] < least] == []


@pytest.mark.parametrize("size", [PHONE, TABLET], ids=lambda size: size["width"])
def test_by_hand_one_plays_and_steps_without_scrolling(
    table: TablePage, size: dict[str, int]
) -> None:
    look(table, size)
    table.open(state())
    table.piece("pile").click()
    for name in ("Start", "Back", "Watch", "Undo", "Play"):
        button = table.button(name)
        expect(button).to_be_in_viewport(ratio=1)
        box = button.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= (44 if size is PHONE else 24)
    expect(table.find(".tw-choices label").first).to_be_in_viewport(ratio=1)
    assert table.page.evaluate(OVERFLOW) == [0, 0, 0]
    table.button("Play").click()
    assert table.sent[0]["path"] == ["do:draw"]


# --- the tour -------------------------------------------------------------------------------------


def faults(table: TablePage) -> list[str]:
    rules = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"]
    found = Axe().run(table.page, ".tw", {"runOnly": rules})
    return [fault["id"] for fault in found.response["violations"]]


def test_the_tour_is_offered_once_and_never_by_itself_again(table: TablePage) -> None:
    look(table, LAPTOP)
    table.open(state())
    offer = table.find(".tw-offer")
    expect(offer).to_be_visible()
    before = boxes(table)
    table.button("No tour").click()
    expect(offer).to_be_hidden()
    assert boxes(table) == before
    table.open(state())
    expect(table.find(".tw-offer")).to_be_hidden()


def test_who_plays_without_an_answer_is_not_asked_again(table: TablePage) -> None:
    table.open(state())
    table.button("Back").click()
    expect(table.find(".tw-offer")).to_be_visible()  # and nothing goes from under the hand
    table.open(state())
    expect(table.find(".tw-offer")).to_be_hidden()


def test_of_several_tables_on_a_page_one_offers_the_tour(table: TablePage) -> None:
    table.open(state())
    table.page.evaluate("window.view()")
    assert table.page.locator(".tw-offer:visible").count() == 1


def test_the_tour_is_offered_where_a_page_may_keep_nothing(table: TablePage) -> None:
    table.page.add_init_script(
        """Object.defineProperty(window, 'localStorage',
            {get() { throw new DOMException('no', 'SecurityError'); }})"""
    )
    table.open(state())
    table.button("No tour").click()
    table.page.evaluate("window.view()")
    assert table.page.locator(".tw-offer:visible").count() == 0
    assert table.complaints == []


def test_an_explorer_and_a_printed_page_offer_no_tour(table: TablePage) -> None:
    table.open(state(frames()[:1], setting=setting(kind="explorer")))
    expect(table.find(".tw-offer")).to_be_hidden()
    table.open(state())
    expect(table.find(".tw-offer")).to_be_visible()
    table.page.emulate_media(media="print")
    expect(table.find(".tw-offer")).to_be_hidden()


@pytest.mark.parametrize("size", [LAPTOP, PHONE, PROJECTOR], ids=lambda size: size["width"])
def test_the_tour_points_at_six_things_and_moves_nothing(
    table: TablePage, size: dict[str, int]
) -> None:
    look(table, size)
    table.open(state(setting=setting(start=0)))  # where there is nothing to choose yet
    before = boxes(table)
    table.button("A short tour").first.click()
    bubble = table.find(".tw-bubble")
    told = set()
    for n in range(6):
        expect(bubble).to_contain_text(f"{n + 1}/6")
        expect(table.find(".tw-pointed")).to_have_count(1)
        expect(bubble).to_be_in_viewport(ratio=0.99)
        told.add(bubble.text_content())
        expect(table.page.locator("[role=status]")).to_contain_text(f"{n + 1}/6")
        assert table.page.evaluate(OVERFLOW) == [0, 0, 0]
        table.page.evaluate("scrollTo(0, 0)")
        assert boxes(table) == before
        table.button("Next").click()
    assert len(told) == 6
    expect(bubble).to_be_hidden()
    expect(table.find(".tw-pointed")).to_have_count(0)
    assert table.step == 0


def test_the_tour_is_walked_by_keys_and_left_by_escape(small: TablePage) -> None:
    small.button("A short tour").focus()
    keys = small.page.keyboard
    bubble = small.find(".tw-bubble")
    for key, shown in [
        ("Enter", "1/6"),
        ("ArrowRight", "2/6"),
        ("Enter", "3/6"),
        ("ArrowLeft", "2/6"),
    ]:
        keys.press(key)
        expect(bubble).to_contain_text(shown)
    assert small.step == 3  # the keys are the tour's
    keys.press("Escape")
    expect(bubble).to_be_hidden()
    assert small.page.evaluate("document.activeElement.matches('.tw')")
    keys.press("ArrowLeft")
    assert small.step == 2


def test_more_shows_the_tour_again_and_the_focus_comes_back(small: TablePage) -> None:
    small.button("No tour").click()
    small.find(".tw-more summary").click()
    small.find(".tw-panel").get_by_role("button", name="A short tour").click()
    expect(small.find(".tw-panel")).to_be_hidden()
    expect(small.find(".tw-bubble")).to_contain_text("1/6")
    assert faults(small) == []
    small.page.keyboard.press("Escape")
    assert small.page.evaluate("document.activeElement.matches('summary')")
    expect(small.find(".tw-offer")).to_be_hidden()


def test_the_table_is_played_while_the_tour_is_open(small: TablePage) -> None:
    small.button("A short tour").click()
    for _ in range(4):
        small.button("Next").click()
    small.piece("pile").click()
    small.button("Play").click()
    assert small.sent[0]["path"] == ["do:draw"]


def test_the_tour_speaks_french(table: TablePage) -> None:
    table.open(state(ui=words("fr"), setting=setting(lang="fr")))
    table.button("Visite guidée").first.click()
    expect(table.find(".tw-bubble")).to_contain_text("La table")
    expect(table.find(".tw-bubble")).to_have_attribute("aria-label", "Visite guidée")
