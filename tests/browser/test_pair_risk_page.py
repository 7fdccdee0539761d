"""PairRisk in a browser: cards are put and taken back by clicks and keys, and the odds follow."""

from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.page import TablePage
from widgets import PairRisk

pytestmark = pytest.mark.browser


@pytest.fixture
def explorer(page: Page) -> Iterator[TablePage]:
    """Return a page on which some cards lie, and whose console has to stay clean."""
    shown = TablePage(page)
    shown.connect(PairRisk(hand=(6, 10), table=(4,), hand_sizes=(2, 3), tables=((3,), (7,))))
    yield shown
    assert shown.complaints == []


def test_a_card_of_the_deck_goes_to_my_hand_and_the_odds_change(explorer: TablePage) -> None:
    page = explorer.page
    draw = page.get_by_role("radio", name="Draw a card")
    expect(page.locator("label", has=draw)).to_contain_text("34.0%")  # 17 of 50
    marked = page.locator('[data-key^="deck "].tw-hurts')
    expect(marked).to_have_count(17)
    page.locator('[data-token="deck:9"]').first.click()
    expect(page.locator('.tw-board-picture [data-token="back:hand:9"]')).to_have_count(1)
    expect(marked).to_have_count(17 + 8)
    expect(page.locator("label", has=draw)).to_contain_text("51.0%")  # 25 of 49
    assert explorer.widget.cards.hand == (6, 9, 10)


def test_a_card_on_the_table_is_clicked_and_comes_back(explorer: TablePage) -> None:
    lying = explorer.page.locator('.tw-board-picture [data-token="back:table 2:7"]')
    lying.click()
    expect(lying).to_have_count(0)
    assert explorer.widget.cards.tables == ((4,), (3,), ())


def test_a_place_or_the_menu_chooses_where_cards_go(explorer: TablePage) -> None:
    page = explorer.page
    page.locator('[data-token="heap:table 1"]').click(position={"x": 8, "y": 8})
    expect(page.get_by_text("Cards go here: before Blaise")).to_be_visible()
    page.locator('[data-token="deck:8"]').first.click()
    expect(page.locator('.tw-board-picture [data-token="back:table 1:8"]')).to_have_count(1)
    page.get_by_label("Cards go").select_option(label="on the discard")
    expect(page.get_by_text("Cards go here: on the discard")).to_be_visible()
    page.locator('[data-token="deck:8"]').first.click()
    expect(page.locator('[data-key="pile"]')).to_contain_text("43")
    assert explorer.widget.cards == ((6, 10), ((4,), (3, 8), (7,)), (8,), (2, 3))


def test_the_sliders_change_hidden_hands_and_opponents(explorer: TablePage) -> None:
    page = explorer.page
    page.get_by_label("Blaise, cards in hand").fill("5")
    expect(page.locator('[data-key="size 1"]')).to_contain_text("×5")
    page.get_by_label("Opponents").fill("4")
    expect(page.locator('[data-key="seat 4"]')).to_be_visible()
    expect(page.get_by_role("radio", name="Accuse Emmy")).to_be_visible()
    page.get_by_role("button", name="Start again").click()
    expect(page.locator('[data-key="seat 4"]')).to_have_count(0)
    assert explorer.widget.hand_sizes == (2, 3)


def test_the_question_chosen_marks_its_own_cards(explorer: TablePage) -> None:
    page = explorer.page
    page.get_by_role("radio", name="Challenge Carl").check()
    marked = page.locator('[data-key^="deck "].tw-hurts')
    expect(marked).to_have_count(6)  # the sevens that are left
    expect(page.get_by_text("turned up before Carl: any unseen one")).to_be_visible()
    page.locator('[data-token="deck:7"]').first.click()
    expect(marked).to_have_count(5)  # it is still the same question


def test_what_cannot_be_done_is_told(explorer: TablePage) -> None:
    page = explorer.page
    page.locator('[data-token="heap:table 1"]').click(position={"x": 8, "y": 8})
    page.locator('[data-token="deck:3"]').first.click()
    expect(page.get_by_text("never two cards of value 3")).to_be_visible()
    assert explorer.widget.cards.tables[1] == (3,)


def test_keys_alone_put_a_card_and_take_it_back(explorer: TablePage) -> None:
    page = explorer.page
    page.locator('[data-token="deck:5"]').first.focus()
    page.keyboard.press("Enter")
    mine = page.locator('.tw-board-picture [data-token="back:hand:5"]')
    expect(mine).to_have_count(1)
    mine.focus()
    page.keyboard.press("Enter")
    expect(mine).to_have_count(0)
    assert explorer.widget.cards.hand == (6, 10)


def test_axe_finds_nothing(explorer: TablePage) -> None:
    found = Axe().run(explorer.page, context=".tw")
    assert found.violations_count == 0, found.generate_report()
