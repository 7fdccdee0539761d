"""FlushCombinations in a browser: cards are laid by clicks and by keys, and the page follows."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.page import TablePage
from widgets import FlushCombinations

pytestmark = pytest.mark.browser


@pytest.fixture
def explorer(page: Page) -> Iterator[TablePage]:
    """Return a page on which two sevens and a nine lie, and whose console has to stay clean."""
    shown = TablePage(page)
    shown.connect(FlushCombinations(fronts=[None, 7, 7, 9]))
    yield shown
    assert shown.complaints == []


def front(explorer: TablePage, seat: int) -> str:
    return f'.tw-board-picture [data-token="front:{seat}"]'


def test_a_seat_and_a_value_are_clicked_and_the_card_lies_there(explorer: TablePage) -> None:
    page = explorer.page
    page.locator('[data-token="seat:3"]').first.click()
    expect(page.get_by_text("The next card goes before Daniel")).to_be_visible()
    page.locator('[data-token="value:12"]').click()
    expect(page.locator(front(explorer, 3))).to_contain_text("12")
    assert explorer.widget.fronts == (None, 7, 7, 12)
    page.locator('[data-token="value:12"]').click()
    expect(page.locator(front(explorer, 3))).to_have_count(0)


def test_a_value_that_is_chosen_shows_what_it_would_flush(explorer: TablePage) -> None:
    page = explorer.page
    page.get_by_role("radio", name="15: power 15").check()
    for seat in (1, 2, 3):
        expect(page.locator(f"{front(explorer, seat)}.tw-hurts")).to_have_count(1)
    page.get_by_role("radio", name="10: power 10").check()
    expect(page.locator(f"{front(explorer, 3)}.tw-hurts")).to_have_count(1)
    expect(page.locator(".tw-board-picture .tw-hurts")).to_have_count(1)


def test_the_deck_can_be_shown_instead_with_the_cards_that_would_flush(
    explorer: TablePage,
) -> None:
    page = explorer.page
    page.get_by_label("Picture").select_option(label="The deck")
    expect(page.locator('[data-key="deck 2 0"]')).to_be_visible()
    page.get_by_role("radio", name="19: power 19").check()
    expect(page.locator('[data-key="deck 20 0"].tw-hurts')).to_have_count(1)
    expect(page.locator('[data-key="deck 18 0"].tw-hurts')).to_have_count(0)


def test_keys_alone_lay_a_card(explorer: TablePage) -> None:
    page = explorer.page
    page.locator('[data-token="seat:2"]').first.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("The next card goes before Carl")).to_be_visible()
    page.locator('[data-token="value:4"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator(front(explorer, 2))).to_contain_text("4")
