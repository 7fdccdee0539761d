"""Everything the table's page does, on a bare page: each control, each key, each state."""

import gzip
import json
import re
import zlib
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from gamelib import Match, games
from gamelib.aquatika import Aquatika, Place, Step
from gamelib.decrypto import Decrypto, Phase
from gamelib.texts import percent
from tests.browser.page import (
    CHOICES,
    SHOTS,
    TablePage,
    board,
    frames,
    odds,
    setting,
    state,
    words,
)
from tests.gamelib.kit import kit
from tests.gamelib.tables import seats, short
from widgets.film import Film, Frame, film_of, told_choice
from widgets.reckoning import reckoned
from widgets.scene import LARGE, Cases, Choice, Item, Result, answer, card, text
from widgets.stage import Stage
from widgets.table import Table

DARK = "data-jp-theme-light=false"
NASTY = '<img src=x onerror="window.hurt=1"><script>window.hurt=1</script>'


def card_of(table: TablePage, face: str) -> Any:
    return table.find(f'.tw-board-picture [data-token="card:{face}"]').first


# --- stepping -------------------------------------------------------------------------------------


def test_it_opens_at_the_step_the_kernel_names(small: TablePage) -> None:
    assert small.step == 3
    expect(small.find(".tw-turn")).to_have_text("Ada to play")
    expect(small.find(".tw-sign")).to_have_text("A")
    expect(small.find(".tw-asker")).to_have_text("What Ada knows")
    expect(small.find(".tw-title")).to_have_text("A small game")


def test_buttons_step_and_jump(small: TablePage) -> None:
    for name, step in [("Back", 2), ("Start", 0), ("Forward", 1), ("End", 3)]:
        small.button(name).click()
        assert small.step == step, name
    assert small.sent == []


def test_buttons_are_off_where_they_lead_nowhere(small: TablePage) -> None:
    expect(small.button("Forward")).to_be_disabled()
    expect(small.button("End")).to_be_disabled()
    small.button("Start").click()
    expect(small.button("Back")).to_be_disabled()
    expect(small.button("Start")).to_be_disabled()


def test_arrow_keys_home_and_end_step(small: TablePage) -> None:
    small.find(".tw-title").click()
    for key, step in [("ArrowLeft", 2), ("Home", 0), ("ArrowRight", 1), ("End", 3)]:
        small.page.keyboard.press(key)
        assert small.step == step, key


def test_keys_step_too_when_a_button_has_the_focus(small: TablePage) -> None:
    small.button("Back").focus()
    small.page.keyboard.press("ArrowLeft")
    assert small.step == 2


def test_keys_with_modifiers_are_left_to_the_browser(small: TablePage) -> None:
    small.find(".tw-title").click()
    for key in ["Control+ArrowLeft", "Alt+ArrowLeft", "Meta+ArrowLeft"]:
        small.page.keyboard.press(key)
    assert small.step == 3


def test_the_timeline_can_be_dragged(small: TablePage) -> None:
    place = small.find(".tw-timeline").bounding_box()
    assert place
    middle = place["y"] + place["height"] / 2
    small.page.mouse.move(place["x"] + place["width"] - 4, middle)
    small.page.mouse.down()
    small.page.mouse.move(place["x"] + 2, middle, steps=8)
    small.page.mouse.up()
    assert small.step == 0
    expect(small.find(".tw-event")).to_have_text("The table is set.")
    expect(small.find(".tw-timeline")).to_have_attribute("aria-valuetext", "Step 0 of 3")


def test_watching_goes_through_to_the_end_and_stops(table: TablePage) -> None:
    table.stop_clock()
    table.open(state(setting=setting(start=0)))
    table.button("Watch").click()
    expect(table.button("Pause")).to_be_visible()
    table.page.clock.run_for(1200)
    assert table.step == 1
    table.page.clock.run_for(10_000)
    assert table.step == 3
    expect(table.button("Watch")).to_be_visible()


def test_watching_at_the_end_begins_again(table: TablePage) -> None:
    table.stop_clock()
    table.open(state())
    table.button("Watch").click()
    assert table.step == 0


def test_space_watches_and_pauses(table: TablePage) -> None:
    table.stop_clock()
    table.open(state(setting=setting(start=0)))
    table.find(".tw-title").click()
    table.page.keyboard.press(" ")
    table.page.clock.run_for(1200)
    assert table.step == 1
    table.page.keyboard.press(" ")
    table.page.clock.run_for(10_000)
    assert table.step == 1


def test_speed_changes_the_pauses_and_chance_takes_shorter_ones(table: TablePage) -> None:
    table.stop_clock()
    table.open(state(setting=setting(start=0)))
    table.field("Speed").select_option("4")
    table.button("Watch").click()
    table.page.clock.run_for(550)  # two steps of 275 ms by players
    assert table.step == 2
    table.page.clock.run_for(150)  # and one by chance
    assert table.step == 3


def test_a_step_moves_only_what_changed(table: TablePage) -> None:
    table.open(state(setting=setting(start=1)))
    table.page.evaluate(
        """() => {
            window.touched = new Set();
            const note = (list) => list.forEach(({target, type}) => {
                const key = target.closest?.('[data-key]')?.dataset.key;
                if (key && type === 'childList') window.touched.add(key);
            });
            const all = {childList: true, subtree: true};
            new MutationObserver(note).observe(document.querySelector('.tw-odds-picture'), all);
        }"""
    )
    table.button("Forward").click()
    assert table.page.evaluate("[...window.touched]") == []


def test_jumping_and_stepping_lead_to_the_same_picture(table: TablePage) -> None:
    table.open(state(setting=setting(start=0)))

    def drawn() -> Any:
        return table.page.evaluate(
            """() => [...document.querySelector('.tw-board-picture > g').children].map((g) =>
                [g.dataset.key, g.style.transform, g.getAttribute('class')])"""
        )

    stepped = [drawn()]
    for _ in range(3):
        table.button("Forward").click()
        stepped.append(drawn())
    for step in (0, 2, 1, 3):
        table.find(".tw-timeline").fill(str(step))
        assert drawn() == stepped[step]


def test_a_step_by_chance_says_its_probability(small: TablePage) -> None:
    expect(small.find(".tw-event")).to_have_text(
        "Blaise draws a card. Nobody sees it. By chance: 1/9\u00a0=\u00a011.1%."
    )


def test_the_log_tells_the_whole_match_and_marks_the_step_shown(small: TablePage) -> None:
    small.button("Log").click()
    lines = small.find(".tw-steps .tw-entry")
    expect(lines).to_have_text(
        [
            "0The table is set.",
            "1The cards are dealt.",
            "2Ada puts the 5 before Blaise.",
            "3Blaise draws a card. Nobody sees it. By chance: 1/9\u00a0=\u00a011.1%.",
        ]
    )
    here = small.find(".tw-steps [aria-current=step]")
    expect(here).to_contain_text("Blaise draws a card.")
    small.button("Start").click()
    expect(here).to_have_text("0The table is set.")
    expect(lines).to_have_count(4)


def test_the_log_leads_to_any_step_by_click_and_by_keys(small: TablePage) -> None:
    small.button("Log").click()
    small.find(".tw-entry").nth(1).click()
    assert small.step == 1
    small.page.keyboard.press("ArrowDown")
    assert small.step == 2
    small.page.keyboard.press("ArrowUp")
    small.page.keyboard.press("ArrowUp")
    assert small.step == 0
    small.page.keyboard.press("ArrowUp")
    assert small.step == 0
    expect(small.find(".tw-entry").first).to_be_focused()
    assert small.find('.tw-entry[tabindex="0"]').count() == 1


def test_a_choice_that_risked_more_than_another_is_marked_in_the_log(small: TablePage) -> None:
    """Ada's attack is lost with 1/3, a drawn card with 2/9: 11.1 points less."""
    table = small
    table.push(film=film_of(risky()))
    table.button("Log").click()
    expect(table.find(".tw-missed")).to_have_text(
        ["Another action risked 11.1 points less: Draw a card."]
    )
    table.button("Predict first").click()
    expect(table.find(".tw-missed")).to_have_count(0)
    expect(table.find(".tw-entry").last).not_to_contain_text("By chance")


def risky() -> list[Frame]:
    """Return the small match, in which what is lost is bad for Ada; it was lost, and it is over."""
    bad = tuple(
        choice._replace(
            results=tuple(
                one._replace(tone="bad" if one.code == choice.asked else "")
                for one in choice.results
            )
        )
        for choice in CHOICES
    )
    *film, last = frames()
    film[1] = film[1]._replace(choices=bad, standing=0.25)
    film[2] = film[2]._replace(rules=("SG-1",), standing=0.5, came=((1, "lost"),))
    film.append(last._replace(choices=(), over=True, rules=("SG-1", "SG-2"), standing=0.75))
    return [*film[:3], film[3]._replace(summary=reckoned(film))]


RULES = {
    "rules": [["SG-1", "Attack as you like."], ["SG-2", "Draw when you must."]],
    "options": "Small(players=3)",
    "measure": "Chance that all is well",
}


def test_the_end_sums_up_risk_and_luck(table: TablePage) -> None:
    table.open(state(risky()))
    table.button("Log").click()
    expect(table.find(".tw-summary")).to_have_text(
        "Decisions with a risk: 1. Risk taken on average: 33.3%; the least possible: 22.2%. "
        "Bad outcomes: one; to be expected: 0.3 (decisions that have come out: 1). "
        "That is bad luck. In one match, how often it went wrong is mostly luck; the risk taken "
        "is not."
    )
    table.button("Predict first").click()
    expect(table.find(".tw-summary")).to_be_hidden()
    table.button("Predict first").click()
    expect(table.find(".tw-summary")).to_be_visible()
    table.push(film=film_of(frames()))
    expect(table.find(".tw-summary")).to_be_hidden()


def test_a_match_of_a_thousand_steps_opens_its_log_at_once(table: TablePage) -> None:
    film = frames()
    again = [film[2]._replace(said=(f"Step {n} is made.",)) for n in range(1000)]
    table.open(state([*film, *again], setting=setting(start=500)))
    took = table.page.evaluate(
        """() => { const start = performance.now();
        document.querySelector(".tw-study .tw-log").click();
        document.querySelector(".tw").getBoundingClientRect();
        return performance.now() - start; }"""
    )
    expect(table.find(".tw-entry")).to_have_count(1004)
    table.find(".tw-drawer").scroll_into_view_if_needed()
    expect(table.find(".tw-steps [aria-current]")).to_be_in_viewport()
    assert took < 1000  # a tenth of it where nothing else runs


def test_a_step_names_its_rules_and_each_opens_the_rules_there(table: TablePage) -> None:
    table.open(state(risky(), rules=RULES))
    tags = table.find(".tw-tags button")
    expect(tags).to_have_text(["SG-1", "SG-2"])
    table.button("Back").click()
    expect(tags).to_have_text(["SG-1"])
    table.root.get_by_role("button", name="Rule SG-1: show it").click()
    expect(table.button("Rules")).to_have_attribute("aria-expanded", "true")
    expect(table.find(".tw-rule[aria-current]")).to_have_text("SG-1Attack as you like.")
    expect(table.find(".tw-rulebook")).to_contain_text("This table: Small(players=3)")
    table.button("Rules").click()
    expect(table.find(".tw-drawer")).to_be_hidden()


def test_without_rules_or_a_measure_there_is_nothing_to_open(small: TablePage) -> None:
    expect(small.button("Log")).to_be_visible()
    expect(small.button("Rules")).to_be_hidden()
    expect(small.button("Chart")).to_be_hidden()


def test_the_chart_is_a_timeline_with_words(table: TablePage) -> None:
    table.open(state(risky(), rules=RULES))
    table.button("Chart").click()
    graph = table.root.get_by_role("img", name="Chance that all is well. At step 3: 75%.")
    expect(graph).to_have_attribute("aria-label", re.compile(r"Lowest: 25%, at step 1\. Highest"))
    box = graph.bounding_box()
    assert box
    graph.click(position={"x": box["width"] * 0.36, "y": 20})
    assert table.step == 1
    expect(table.find(".tw-graph p")).to_contain_text("At step 1: 25%.")


def test_the_chart_shows_nothing_as_long_as_a_guess_is_due(table: TablePage) -> None:
    table.open(state(risky(), rules=RULES, predict=True))
    table.button("Chart").click()
    expect(table.find(".tw-graph p")).to_have_text(words()["chart_empty"])
    assert table.find(".tw-curve").get_attribute("d") == ""


def test_a_drawer_is_of_one_height_whatever_it_shows(table: TablePage) -> None:
    table.open(state(risky(), rules=RULES))
    heights = set()
    for name in ("Log", "Chart", "Rules"):
        table.button(name).click()
        box = table.find(".tw-drawer").bounding_box()
        assert box
        heights.add(box["height"])
    assert len(heights) == 1


LINES = [
    [0, "Main line", 0, 0],
    [1, "Line 2: what if, after step 1", 1, 0],
    [2, "Line 3: what if, after step 1", 1, 1],
]


def test_lines_stand_under_the_timeline_where_they_begin(small: TablePage) -> None:
    before = {part: small.find(part).bounding_box() for part in (".tw-forward", ".tw-choices")}
    assert small.find(".tw-lines button").count() == 0
    small.push(branches=LINES)
    knots = small.root.get_by_role("group", name="Lines of the match").get_by_role("button")
    expect(knots).to_have_count(3)
    assert {part: small.find(part).bounding_box() for part in before} == before
    boxes = [knots.nth(n).bounding_box() for n in range(3)]
    lefts = [box["x"] for box in boxes if box]
    assert lefts == sorted(lefts)
    assert lefts[2] - lefts[1] >= 24  # both begin at step 1, and neither lies over the other
    track = small.find(".tw-timeline").bounding_box()
    assert track
    assert lefts[1] + 12 == pytest.approx(track["x"] + 8 + (track["width"] - 16) / 3, abs=8)
    expect(knots.first).to_have_attribute("aria-current", "true")
    knots.nth(2).press("Enter")
    assert {key: small.sent[0][key] for key in ("do", "branch")} == {"do": "switch", "branch": 2}


def test_a_live_region_tells_each_step(small: TablePage) -> None:
    live = small.root.get_by_role("status")
    small.button("Back").click()
    expect(live).to_have_text("Ada puts the 5 before Blaise. Blaise to play")


# --- motion ---------------------------------------------------------------------------------------

# A motion lasts a quarter of a second, which may be over before a test looks: so each is noted.
NOTE_MOTIONS = """() => {
    window.motions = [];
    window.animated ??= Element.prototype.animate;
    Element.prototype.animate = function (...how) {
        const motion = window.animated.apply(this, how);
        const way = motion.effect.getKeyframes().map((frame) => frame.transform);
        if (this.closest('.tw-board-picture'))
            window.motions.push([this.dataset.key ?? 'art', way]);
        return motion;
    };
}"""


def motions_after(table: TablePage, button: str) -> list[tuple[str, list[str]]]:
    """Press a button, and return what then moves on the board, and from where to where."""
    table.page.evaluate(NOTE_MOTIONS)
    table.button(button).click()
    return [tuple(motion) for motion in table.page.evaluate("window.motions")]


def test_pieces_glide_and_new_cards_come_from_the_pile_and_turn_over(table: TablePage) -> None:
    table.open(state(setting=setting(start=0)))
    motions = motions_after(table, "Forward")
    dealt = [way[0] for key, way in motions if key.startswith("piece")]
    assert dealt == ["translate(400px, 240px)"] * 3
    assert ("art", "scaleX(0)") in [(key, way[0]) for key, way in motions]
    moved = [way[0] for key, way in motions_after(table, "Forward") if key.startswith("piece")]
    assert "translate(424px, 500px)" in moved


def test_a_card_that_goes_leaves_for_the_discard_and_is_then_gone(table: TablePage) -> None:
    film = frames()
    film.append(film[3]._replace(board=board(), choices=()))
    table.open(state(film))
    gone = [way[-1] for _, way in motions_after(table, "Forward")]
    assert gone.count("translate(500px, 240px)") == 4
    expect(table.find(".tw-board-picture > g:last-child > g")).to_have_count(0)


def test_a_card_turned_over_turns(table: TablePage) -> None:
    before = board(Item("x", 10, 10, card("?"), face="?", place="a"))
    after = board(Item("x", 10, 10, card("9"), face="9", place="a"))
    table.open(state([Frame(before, odds()), Frame(after, odds())], setting=setting(start=0)))
    turned = [(key, way[0]) for key, way in motions_after(table, "Forward")]
    assert ("art", "scaleX(0)") in turned


def test_nothing_moves_for_those_who_want_no_motion(table: TablePage) -> None:
    table.page.emulate_media(reduced_motion="reduce")
    table.open(state(setting=setting(start=0)))
    for _ in range(3):
        assert motions_after(table, "Forward") == []


def test_nothing_moves_in_a_jump(table: TablePage) -> None:
    table.open(state(setting=setting(start=0)))
    assert motions_after(table, "End") == []


# --- choosing and playing -------------------------------------------------------------------------


def test_pieces_that_can_be_played_are_outlined_and_others_are_not(small: TablePage) -> None:
    outlined = small.find(".tw-next").evaluate_all("all => all.map((g) => g.dataset.token)")
    assert sorted(outlined) == ["card:2", "card:5", "do:draw"]
    assert small.find(".tw-next > .tw-halo").count() == 3
    expect(small.piece("seat 1")).to_have_attribute("role", "img")
    small.button("Back").click()
    assert small.find(".tw-can").count() == 0


def test_the_outline_fits_its_piece(small: TablePage) -> None:
    halo = card_of(small, "2").locator(".tw-halo").bounding_box()
    face = card_of(small, "2").locator(".tw-card").bounding_box()
    assert halo
    assert face
    assert 0 < face["x"] - halo["x"] < 5
    assert 0 < halo["height"] - face["height"] < 10


def test_clicking_through_a_path_chooses_and_again_plays(small: TablePage) -> None:
    card_of(small, "5").click()
    assert small.find(".tw-next").evaluate_all("all => all.map((g) => g.dataset.key)") == [
        "seat 1",
        "seat 2",
    ]
    expect(card_of(small, "5")).to_have_class(re.compile("tw-lifted"))
    expect(small.button("Play")).to_be_hidden()
    small.piece("seat 1").click()
    expect(small.choice("Put your 5 before Blaise").locator("input")).to_be_checked()
    expect(small.button("Play")).to_be_visible()
    assert small.sent == []
    small.piece("seat 1").click()
    (message,) = small.sent
    assert message["do"] == "play"
    assert (message["at"], message["of"], message["branch"]) == (3, 3, 0)
    assert message["path"] == ["card:5", "seat:1"]
    assert isinstance(message["id"], int)


def test_the_play_button_plays(small: TablePage) -> None:
    small.piece("pile").click()
    small.button("Play").click()
    assert small.sent[0]["path"] == ["do:draw"]


def test_another_piece_can_be_chosen_instead(small: TablePage) -> None:
    card_of(small, "5").click()
    small.piece("seat 1").click()
    small.piece("seat 2").click()
    expect(small.choice("Put your 5 before Carl").locator("input")).to_be_checked()
    card_of(small, "2").click()
    assert small.find(".tw-choices input:checked").count() == 0
    expect(small.piece("seat 2")).not_to_have_class(re.compile("tw-next"))


def test_a_token_that_leads_nowhere_is_not_offered(small: TablePage) -> None:
    card_of(small, "2").click()
    small.piece("seat 2").click(force=True)
    assert small.find(".tw-choices input:checked").count() == 0
    assert small.sent == []


def test_choosing_in_the_list_is_the_same(small: TablePage) -> None:
    small.choice("Put your 5 before Blaise").click()
    expect(card_of(small, "5")).to_have_class(re.compile("tw-lifted"))
    expect(small.find(".tw-big")).to_contain_text("1/3")
    row = small.choice("Draw a card").locator("input")
    row.press("Enter")
    expect(row).to_be_checked()
    assert small.sent == []
    row.press("Enter")
    assert small.sent[0]["path"] == ["do:draw"]


def test_arrow_keys_go_through_the_list(small: TablePage) -> None:
    small.choice("Draw a card").click()
    small.page.keyboard.press("ArrowDown")
    expect(small.choice("Put your 5 before Blaise").locator("input")).to_be_checked()
    assert small.step == 3


def test_of_two_equal_cards_the_one_clicked_is_lifted(table: TablePage) -> None:
    table.open(state(setting=setting(start=1)))
    fives = table.find('.tw-board-picture [data-token="card:5"]')
    fives.nth(1).click()
    expect(fives.nth(1)).to_have_class(re.compile("tw-lifted"))
    expect(fives.nth(0)).not_to_have_class(re.compile("tw-lifted"))


def test_every_choice_shows_event_fraction_percentage_and_bar(small: TablePage) -> None:
    row = small.choice("Draw a card")
    expect(row.locator(".tw-event-of")).to_have_text("hurts you!a pair")
    expect(row.locator(".tw-exact")).to_have_text("2/9 = 22.2%")
    level = row.locator(".tw-level")
    expect(level).to_have_class("tw-level tw-bad")
    width = level.evaluate("node => getComputedStyle(node).backgroundSize")
    assert float(width.split("%")[0]) == pytest.approx(200 / 9, abs=0.1)
    expect(small.choice("Put your 2 before Blaise").locator(".tw-risk")).to_be_empty()


def test_a_choice_picked_shows_its_number_marks_and_results(small: TablePage) -> None:
    small.piece("pile").click()
    expect(small.find(".tw-of")).to_have_text("hurts you!P(a pair)")
    expect(small.find(".tw-big")).to_have_text("2 of 9 cards = 22.2%")
    expect(small.find(".tw-question")).to_have_text("The card makes a pair")
    marked = small.find(".tw-odds-picture .tw-hurts")
    assert marked.evaluate_all("all => all.map((g) => g.dataset.key)") == ["case 4", "case 7"]
    expect(marked.first.locator(".tw-hurt-lines")).to_be_visible()
    expect(small.find(".tw-bar")).to_have_count(2)
    expect(small.find(".tw-bar").nth(0)).to_have_text("hurts you!a pair2/9 = 22.2%")
    expect(small.find(".tw-bar").nth(1)).to_have_text("good for you✓no pair7/9 = 77.8%")


def bars(table: TablePage) -> list[str]:
    """Return the patterns of the bars shown."""
    levels = table.find(".tw-bar .tw-level")
    script = "all => all.map((node) => getComputedStyle(node).backgroundImage)"
    patterns: list[str] = levels.evaluate_all(script)
    return patterns


def test_good_bad_and_neither_have_patterns_of_their_own(table: TablePage) -> None:
    film = frames()
    third = Fraction(1, 3)
    results = (
        Result("a", "A", third),
        Result("b", "B", third, "bad"),
        Result("c", "C", third, "good"),
    )
    film[3] = film[3]._replace(
        choices=(CHOICES[0]._replace(results=results, asked="b", cases=None),)
    )
    table.open(state(film))
    table.piece("pile").click()
    expect(table.find(".tw-bar")).to_have_count(3)
    plain, bad, good = bars(table)
    assert plain.startswith("linear-gradient")
    assert len({plain, bad, good}) == 3
    expect(table.find(".tw-bar .tw-tone")).to_have_count(2)


def asked(chance: Fraction, cases: Cases | None = None, trials: int = 0) -> list[Frame]:
    """Return the small match with one choice: drawing, with this chance of what is bad."""
    film = frames()
    results = (Result("out", "you are out", chance, "bad"), Result("in", "you stay in", 1 - chance))
    draw = CHOICES[0]._replace(results=results, asked="out", cases=cases, trials=trials)
    film[3] = film[3]._replace(choices=(draw,))
    return film


@pytest.mark.parametrize(
    ("film", "told", "row"),
    [
        (asked(Fraction(13, 19)), "13/19 = 68.4%", "13/19 = 68.4%"),
        (
            asked(Fraction(13, 19), Cases(26, 38, "unseen cards")),
            "26 of 38 unseen cards = 13/19 = 68.4%",
            "13/19 = 68.4%",
        ),
        (asked(Fraction(7, 9), Cases(7, 9, "cards")), "7 of 9 cards = 77.8%", "7/9 = 77.8%"),
        (asked(Fraction(0)), "impossible", "impossible"),
        (asked(Fraction(1), Cases(9, 9, "cards")), "9 of 9 cards – certain", "certain"),
        (asked(Fraction(1), trials=100), "1/1 ≈ 100.0%", "1/1 ≈ 100.0%"),
        (
            asked(Fraction(560, 1680), Cases(560, 1680, "set-ups")),
            "560 of 1,680 set-ups = 1/3 = 33.3%",
            "1/3 = 33.3%",
        ),
        (asked(Fraction(1395, 47642)), "2.9%", "2.9%"),
    ],
    ids=["plain", "counted", "reduced already", "impossible", "certain", "tried", "large", "long"],
)
def test_a_chance_is_told_as_people_say_it(
    table: TablePage, film: list[Frame], told: str, row: str
) -> None:
    table.open(state(film))
    expect(table.find(".tw-risk .tw-exact")).to_have_text(row)
    expect(table.piece("pile")).to_have_attribute(
        "aria-label", f"pile. Draw a card: you are out (hurts you), {told}"
    )
    table.piece("pile").click()
    expect(table.find(".tw-of")).to_contain_text("P(you are out)")
    shown = table.find(".tw-big").text_content() or ""
    assert shown == told
    expect(table.find(".tw-bar .tw-exact").first).to_have_text(row)


def test_many_digits_are_shown_to_whoever_asks(table: TablePage) -> None:
    table.open(state(asked(Fraction(1395, 47642))))
    table.piece("pile").click()
    whole = table.find(".tw-whole")
    expect(whole).to_be_hidden()
    assert "47642" not in table.root.inner_text()
    table.button("Exact value").focus()
    table.page.keyboard.press("Enter")
    expect(whole).to_be_visible()
    expect(whole).to_have_text("P(you are out) = 1395/47642P(you stay in) = 46247/47642")
    table.page.keyboard.press("Escape")
    expect(whole).to_be_hidden()
    expect(table.find(".tw-choices input")).to_be_checked()
    table.button("Back").click()
    table.button("Forward").click()
    table.piece("pile").click()
    expect(whole).to_be_hidden()


def test_what_would_be_lost_is_marked_on_the_board(small: TablePage) -> None:
    small.choice("Put your 5 before Blaise").click()
    expect(small.piece("seat 1")).to_have_class(re.compile("tw-hurts"))


def test_chances_from_trials_say_so(small: TablePage) -> None:
    small.choice("Put your 5 before Blaise").click()
    expect(small.find(".tw-figure")).to_contain_text("1/3 ≈ 33.3%about, from 2,000 trials")


def test_pointing_at_a_piece_shows_its_odds_already(small: TablePage) -> None:
    small.piece("pile").hover()
    expect(small.find(".tw-big")).to_contain_text("2 of 9")
    expect(small.case("case 4")).to_have_class(re.compile("tw-hurts"))
    expect(small.button("Play")).to_be_hidden()
    small.page.mouse.move(2, 2)
    expect(small.find(".tw-big")).to_have_count(0)


def test_a_replay_shows_what_was_then_played(small: TablePage) -> None:
    small.button("Start").click()
    small.button("Forward").click()
    played = small.find(".tw-choices label").filter(has=small.page.locator(".tw-played"))
    expect(played).to_contain_text("Put your 5 before Blaise")
    expect(small.find(".tw-big")).to_contain_text("1/3")


def test_playing_from_the_past_is_called_what_if(small: TablePage) -> None:
    small.button("Start").click()
    small.button("Forward").click()
    small.piece("pile").click()
    small.button("What if").click()
    assert (small.sent[0]["do"], small.sent[0]["at"], small.sent[0]["of"]) == ("play", 1, 3)


def test_what_is_picked_is_forgotten_when_stepping_away(small: TablePage) -> None:
    small.piece("pile").click()
    small.button("Back").click()
    small.button("Forward").click()
    assert small.find(".tw-choices input:checked").count() == 0


def test_what_hurts_is_hatched_even_where_chances_are_equal(table: TablePage) -> None:
    film = frames()
    half = Fraction(1, 2)
    results = (Result("a", "A", half), Result("b", "B", half, "bad"))
    tied = CHOICES[0]._replace(results=results, asked="b", cases=None)
    film[3] = film[3]._replace(choices=(tied,))
    table.open(state(film))
    table.piece("pile").click()
    expect(table.find(".tw-bar")).to_have_count(2)
    expect(table.find(".tw-bar .tw-bad.tw-level")).to_have_count(1)
    expect(table.find(".tw-bar .tw-level").nth(1)).to_have_class("tw-level tw-bad")


def test_answers_in_the_picture_are_hidden_until_a_guess_is_given(table: TablePage) -> None:
    film = frames()
    number = Item("case 4", 24, 24, answer(text(0, 0, "2/9")))
    film[3] = film[3]._replace(odds=replace(film[3].odds, items=(number,)))
    table.open(state(film))
    shown = table.find(".tw-answer")
    expect(shown).to_be_visible()
    table.button("Predict first").click()
    expect(shown).to_be_hidden()
    table.piece("pile").click()
    expect(shown).to_be_hidden()
    table.find(".tw-guess input").first.fill("20")
    table.button("Reveal").click()
    expect(shown).to_be_visible()


# --- long lists -----------------------------------------------------------------------------------


def long_list(groups: int, each: int) -> list[Frame]:
    """Return the small match with so many choices for each of some tokens."""
    film = frames()
    tokens = ["card:2", "card:5", *(f"more:{n}" for n in range(groups))][:groups]
    choices = tuple(
        Choice(None, (token, f"cell:{n}"), f"Put {token} on {n}")
        for token in tokens
        for n in range(each)
    )
    film[3] = film[3]._replace(choices=choices)
    return film


def test_a_long_list_stands_in_groups_named_after_their_pieces(table: TablePage) -> None:
    table.open(state(long_list(2, 6)))
    groups = table.find(".tw-choices").get_by_role("group")
    expect(groups).to_have_count(2)
    expect(groups.nth(0)).to_have_accessible_name("Ada’s 2")
    expect(table.find(".tw-heading")).to_have_text(["Ada’s 2", "Ada’s 5"])
    expect(groups.nth(1).locator("label")).to_have_count(6)
    assert faults(table) == []


def test_what_all_of_a_long_list_are_about_stands_above_it(table: TablePage) -> None:
    film = long_list(2, 6)
    asked = CHOICES[2]
    alike = tuple(one._replace(results=asked.results, asked="lost") for one in film[3].choices)
    film[3] = film[3]._replace(choices=alike)
    table.open(state(film))
    expect(table.find(".tw-choices legend")).to_have_text("What can be done · P(lost)")
    first = table.find(".tw-choices label").first
    expect(first).to_have_text("Put card:2 on 0hurts you!lost1/2 = 50.0%")
    expect(first.locator("input")).to_have_accessible_name(re.compile("hurts you.*lost.*50.0%"))
    box = first.bounding_box()
    assert box
    assert box["height"] < 40
    table.button("Odds").click()
    expect(table.find(".tw-common")).to_be_hidden()


@pytest.mark.parametrize(("groups", "each"), [(1, 4), (12, 1)])
def test_a_short_list_and_one_of_single_choices_need_no_groups(
    table: TablePage, groups: int, each: int
) -> None:
    table.open(state(long_list(groups, each)))
    expect(table.find(".tw-choices label")).to_have_count(groups * each)
    expect(table.find(".tw-group")).to_have_count(0)


def test_a_long_list_scrolls_to_what_is_chosen_and_the_page_does_not(table: TablePage) -> None:
    table.open(state(long_list(2, 20)))
    table.page.add_style_tag(content=".tw .tw-choices { max-height: 200px }")
    before = table.page.evaluate("scrollY")
    last = table.find(".tw-choices input").last
    last.evaluate("radio => { radio.focus({ preventScroll: true }); radio.click(); }")
    assert table.find(".tw-choices").evaluate("list => list.scrollTop") > 100
    assert table.page.evaluate("scrollY") == before
    room = table.find(".tw-choices").bounding_box()
    row = table.find(".tw-choices label").last.bounding_box()
    assert room
    assert row
    assert row["y"] + row["height"] <= room["y"] + room["height"] + 1
    table.page.keyboard.press("ArrowUp")
    expect(table.find(".tw-choices input").nth(38)).to_be_checked()


# --- words of one's own ---------------------------------------------------------------------------


def test_words_of_ones_own_are_asked_for_and_sent(table: TablePage) -> None:
    film = frames()
    own = Choice(None, ("do:draw",), "A clue of your own", entry="Your clue")
    film[3] = film[3]._replace(choices=(own, CHOICES[3]))
    table.open(state(film))
    words = table.find(".tw-act input")
    expect(words).to_be_hidden()
    table.choice("A clue of your own").locator("input").check()
    expect(table.find(".tw-act label")).to_contain_text("Your clue")
    words.fill("<b>île</b>")
    words.press("ArrowLeft")  # moves in the text, not through the match
    words.press("Enter")
    assert [(m["path"], m["text"]) for m in table.sent if m["do"] == "play"] == [
        (["do:draw"], "<b>île</b>")
    ]
    table.choice("Put your 2 before Blaise").locator("input").check()
    expect(words).to_be_hidden()


def test_words_of_ones_own_are_weighed_while_they_are_written(table: TablePage) -> None:
    """What came for other words, or for an older step, is passed over."""
    film = frames()
    own = Choice(None, ("do:draw",), "A clue of your own", "Any clue.", entry="Your clue")
    film[3] = film[3]._replace(choices=(own, CHOICES[3]))
    table.open(state(film))
    table.choice("A clue of your own").locator("input").check()
    words = table.find(".tw-act input")
    words.fill("île")
    table.page.wait_for_function("() => model.sent.some((told) => told.do === 'weigh')")
    (message,) = table.sent
    assert (message["at"], message["of"], message["branch"]) == (3, 3, 0)
    assert (message["path"], message["text"]) == (["do:draw"], "île")
    results = (
        Result("heard", "your team understands", Fraction(1, 4), "good"),
        Result("lost", "it does not", Fraction(3, 4), "bad"),
    )
    choice = told_choice(own._replace(question="Noise.", results=results, asked="heard"), "en")
    table.tell({"do": "weighed", "at": 3, "text": "mer", "choice": choice})
    expect(table.find(".tw-question")).to_have_text("Any clue.")
    table.tell({"do": "weighed", "at": 3, "text": "île", "choice": choice})
    expect(table.find(".tw-number")).to_contain_text("25.0%")
    expect(table.find(".tw-question")).to_have_text("Noise.")
    expect(table.find(".tw-results")).to_contain_text("your team understands")
    words.press("End")
    words.press("Backspace")
    expect(table.find(".tw-question")).to_have_text("Any clue.")
    expect(words).to_be_focused()
    words.press("Enter")
    assert [m["text"] for m in table.sent if m["do"] == "play"] == ["îl"]


@pytest.mark.parametrize("width", [390, 1066, 1366])
def test_the_field_for_words_of_ones_own_fits_its_place(table: TablePage, width: int) -> None:
    """1066 pixels are what JupyterLab leaves of 1366 with its side bar open."""
    table.page.set_viewport_size({"width": width, "height": 768})
    table.connect(Table(Match(games["decrypto"](players=4), seed=3), seat=0))
    table.piece("do write").click()
    field = table.find(".tw-act input")
    field.fill("a clue of several words")
    place, box = table.find(".tw-act").bounding_box(), field.bounding_box()
    assert place
    assert box
    assert box["width"] >= 100
    assert place["x"] <= box["x"]
    assert box["x"] + box["width"] <= place["x"] + place["width"] + 0.5
    assert box["x"] + box["width"] <= width
    if width > 400:
        expect(table.button("Play")).to_be_in_viewport()


# --- dragging -------------------------------------------------------------------------------------


def centre(table: TablePage, key: str) -> tuple[float, float]:
    box = table.piece(key).bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(table: TablePage, start: str, end: str) -> None:
    mouse = table.page.mouse
    table.piece(start).hover()  # which waits until it lies still, and scrolls to it
    mouse.down()
    mouse.move(*centre(table, end), steps=4)
    mouse.up()


def test_a_piece_dragged_to_where_it_may_go_is_played(small: TablePage) -> None:
    key = small.find('[data-token="card:5"]').first.get_attribute("data-key")
    assert key
    drag(small, key, "seat 1")
    assert [(m["do"], m["path"]) for m in small.sent] == [("play", ["card:5", "seat:1"])]


def test_a_piece_dragged_elsewhere_goes_back_and_stays_chosen(small: TablePage) -> None:
    key = small.find('[data-token="card:5"]').first.get_attribute("data-key")
    assert key
    before = centre(small, key)
    drag(small, key, "discard")
    assert small.sent == []
    assert centre(small, key) == pytest.approx(before, abs=12)
    small.piece("seat 1").click()
    expect(small.find(".tw-choices input:checked")).to_have_count(1)


def test_a_piece_is_dropped_under_what_glides_past(table: TablePage) -> None:
    film = frames()
    passing = Item("passing", 90, 166, card("9", LARGE), z=9)
    last = film[3].board
    film[3] = film[3]._replace(board=replace(last, items=(*last.items, passing)))
    table.open(state(film))
    key = table.find('[data-token="card:5"]').first.get_attribute("data-key")
    assert key
    drag(table, key, "seat 1")
    assert [(m["do"], m["path"]) for m in table.sent] == [("play", ["card:5", "seat:1"])]


def test_a_piece_that_completes_a_choice_by_itself_is_not_dragged(small: TablePage) -> None:
    drag(small, "pile", "discard")
    assert small.sent == []
    expect(small.find(".tw-choices input:checked")).to_have_count(1)


# --- the way a piece goes -------------------------------------------------------------------------


def test_a_piece_goes_the_way_it_is_led_and_back_again(table: TablePage) -> None:
    film = Film(way=lambda was, now: ((was.x, was.y), (300, 30)))
    for frame in frames():
        film.add(frame)
    table.open({**state(frames()), "film": film.data()})
    table.button("Start").click()
    table.button("Forward").click()
    for button, turned in (("Forward", False), ("Back", True)):
        ways = [way for _, way in motions_after(table, button)]
        led = ["translate(488px, 500px)"] * 2 + [
            "translate(300px, 30px)",
            "translate(160px, 120px)",
        ]
        assert (led[::-1] if turned else led) in ways


# --- keys on the board ----------------------------------------------------------------------------


def test_tab_reaches_one_piece_and_arrows_walk_the_others(small: TablePage) -> None:
    assert small.find('.tw-piece[tabindex="0"]').count() == 1
    small.page.keyboard.press("Tab")
    assert small.focused() == "pile"
    seen = [small.focused()]
    for key in ["ArrowRight", "ArrowDown", "ArrowRight"]:
        small.page.keyboard.press(key)
        seen.append(small.focused())
    assert len(set(seen)) == 3
    assert seen[0] == seen[3]
    small.page.keyboard.press("ArrowLeft")
    assert small.focused() == seen[2]
    small.page.keyboard.press("Home")
    assert small.focused() == "pile"
    small.page.keyboard.press("End")
    assert small.focused() == seen[2]
    assert small.step == 3


def test_a_whole_choice_by_keys_alone(small: TablePage) -> None:
    small.page.keyboard.press("Tab")
    small.page.keyboard.press("End")  # the 5
    small.page.keyboard.press("Enter")
    assert small.focused() == "seat 1"
    small.page.keyboard.press("ArrowRight")
    assert small.focused() == "seat 2"
    expect(small.find(".tw-big")).to_contain_text("1/2")
    small.page.keyboard.press(" ")
    assert small.sent == []
    small.page.keyboard.press("Enter")
    assert small.sent[0]["path"] == ["card:5", "seat:2"]


def test_escape_takes_the_choice_back_piece_by_piece(small: TablePage) -> None:
    card_of(small, "5").click()
    small.piece("seat 1").click()
    small.page.keyboard.press("Escape")
    assert small.find(".tw-choices input:checked").count() == 0
    expect(card_of(small, "5")).to_have_class(re.compile("tw-lifted"))
    small.page.keyboard.press("Escape")
    assert small.find(".tw-lifted").count() == 0


def test_focus_is_seen_and_said(small: TablePage) -> None:
    small.page.keyboard.press("Tab")
    focused = small.piece("pile")
    expect(focused).to_have_attribute("role", "button")
    expect(focused).to_have_attribute(
        "aria-label", "pile. Draw a card: a pair (hurts you), 2 of 9 cards = 22.2%"
    )
    width = focused.locator(".tw-halo").evaluate("node => getComputedStyle(node).strokeWidth")
    assert float(width.removesuffix("px")) >= 3


def test_focus_stays_at_the_table_when_its_piece_goes(small: TablePage) -> None:
    small.page.keyboard.press("Tab")
    small.push(film=film_of(frames()[:3]))
    small.page.wait_for_function("document.querySelector('.tw-timeline').max === '2'")
    assert small.page.evaluate("document.activeElement.matches('.tw')")


def test_lumino_is_told_to_keep_its_shortcuts_out(small: TablePage) -> None:
    expect(small.root).to_have_attribute("data-lm-suppress-shortcuts", "true")


def test_everything_can_be_reached_by_tab(small: TablePage) -> None:
    small.piece("pile").click()
    small.find(".tw-more summary").click()
    small.page.evaluate("document.activeElement.blur()")
    wanted = small.root.locator("button:visible:enabled, select:visible, summary, textarea").count()
    reached = set()
    for _ in range(60):
        small.page.keyboard.press("Tab")
        reached.add(
            small.page.evaluate(
                """() => [...document.querySelectorAll('button, select, summary, textarea')]
                    .indexOf(document.activeElement)"""
            )
        )
    assert len(reached - {-1}) == wanted


# --- trials ---------------------------------------------------------------------------------------


def test_trial_buttons_ask_the_kernel(small: TablePage) -> None:
    small.piece("pile").click()
    for name, times in [("Once", 1), ("100 times", 100), ("1,000 times", 1000)]:
        small.button(name).click()
        sent = small.sent[-1]
        assert (sent["do"], sent["times"], sent["at"], sent["of"]) == ("try", times, 3, 3)
        assert sent["path"] == ["do:draw"]


def test_trials_grow_next_to_the_exact_chances(small: TablePage) -> None:
    small.piece("pile").click()
    dot, line = small.find(".tw-dot").first, small.find(".tw-line").first
    expect(dot).to_be_hidden()
    run = {"id": 1, "at": 3, "path": ["do:draw"], "times": 100}
    small.push(trials={**run, "done": 10, "counts": {"pair": 5, "safe": 5}})
    tally = small.find(".tw-tally")
    expect(tally).to_have_text(["5 of 10: 50.0%", "5 of 10: 50.0%"])
    assert dot.evaluate("node => node.style.left") == "50%"
    small.push(trials={**run, "done": 100, "counts": {"pair": 22, "safe": 78}})
    expect(tally).to_have_text(["22 of 100: 22.0%", "78 of 100: 78.0%"])
    assert dot.evaluate("node => node.style.left") == "22%"
    assert line.evaluate("node => parseFloat(node.style.left)") == pytest.approx(22.2, abs=0.1)


def test_trials_of_another_choice_or_step_are_not_shown_here(small: TablePage) -> None:
    small.piece("pile").click()
    run = {"id": 1, "times": 10, "done": 10, "counts": {"pair": 5}}
    for at, path in [(1, ["do:draw"]), (3, ["card:5", "seat:1"])]:
        small.push(trials={**run, "at": at, "path": path})
        expect(small.find(".tw-dot").first).to_be_hidden()
    assert small.find(".tw-tally").all_inner_texts() == ["", ""]


# --- predict, then reveal -------------------------------------------------------------------------


@pytest.fixture
def quiz(table: TablePage) -> TablePage:
    """Return the small match with predictions asked for, and drawing a card chosen."""
    table.open(state(predict=True))
    table.piece("pile").click()
    table.page.mouse.move(2, 2)
    return table


def test_numbers_stay_hidden_until_a_guess_is_given(quiz: TablePage) -> None:
    expect(quiz.find(".tw-guess")).to_be_visible()
    expect(quiz.find(".tw-big")).to_have_count(0)
    expect(quiz.find(".tw-bar")).to_have_count(0)
    expect(quiz.find(".tw-odds-picture .tw-hurts")).to_have_count(0)
    expect(quiz.choice("Draw a card").locator(".tw-exact")).to_have_text("?")
    expect(quiz.piece("pile")).to_have_attribute("aria-label", "pile. Draw a card")
    assert not re.search(r"2/9|22[.,]2", quiz.root.inner_html())


def test_before_a_guess_the_event_is_named_and_how_it_comes_about(quiz: TablePage) -> None:
    expect(quiz.find(".tw-of")).to_have_text("hurts you!P(a pair) = ?")
    expect(quiz.find(".tw-question")).to_have_text("The card makes a pair")


def test_enter_reveals_and_the_guess_is_kept(quiz: TablePage) -> None:
    quiz.field("Your guess in %").fill("25")
    quiz.page.keyboard.press("Enter")
    expect(quiz.find(".tw-big")).to_contain_text("2 of 9 cards = 22.2%")
    expect(quiz.find(".tw-figure")).to_contain_text("You guessed 25.0%: 2.8 points off.")
    expect(quiz.find(".tw-odds-picture .tw-hurts")).to_have_count(2)
    expect(quiz.find(".tw-guess")).to_be_hidden()
    kept = [{"step": 3, "action": "Draw a card", "guess": 0.25, "exact": [2, 9]}]
    assert quiz.trait("guesses") == kept
    assert quiz.page.evaluate("window.model.saved") == [{"guesses": kept}]


def test_slider_and_number_are_one_guess(quiz: TablePage) -> None:
    number, slider = quiz.find(".tw-guess input[type=number]"), quiz.find(".tw-guess [type=range]")
    number.fill("30")
    expect(slider).to_have_value("30")
    slider.focus()
    quiz.page.keyboard.press("ArrowRight")
    expect(number).to_have_value("31")
    quiz.page.keyboard.press("Enter")
    assert quiz.trait("guesses")[0]["guess"] == pytest.approx(0.31)


@pytest.mark.parametrize("guess", ["", "-1", "101"])
def test_a_guess_that_is_no_chance_is_not_taken(quiz: TablePage, guess: str) -> None:
    quiz.find(".tw-guess input[type=number]").fill(guess)
    quiz.button("Reveal").click()
    assert quiz.trait("guesses") == []
    expect(quiz.find(".tw-big")).to_have_count(0)


def test_each_choice_asks_for_its_own_guess(quiz: TablePage) -> None:
    quiz.find(".tw-guess input[type=number]").fill("25")
    quiz.page.keyboard.press("Enter")
    quiz.choice("Put your 5 before Carl").click()
    expect(quiz.find(".tw-guess")).to_be_visible()
    expect(quiz.find(".tw-guess input[type=number]")).to_have_value("")
    quiz.choice("Draw a card").click()
    expect(quiz.find(".tw-big")).to_contain_text("2 of 9")


def test_guesses_are_summed_up(table: TablePage) -> None:
    guesses = [
        {"step": 1, "action": "a", "guess": 0.5, "exact": [1, 4]},
        {"step": 2, "action": "b", "guess": 0.2, "exact": [1, 4]},
    ]
    table.open(state(predict=True, guesses=guesses))
    expect(table.find(".tw-guesses")).to_have_text("Guesses: 2. Off by 15.0 points on average.")


def test_what_a_piece_tells_is_said_once_it_is_known(table: TablePage) -> None:
    film = frames()
    case = Item("case 4", 24, 24, card("5"), "case 5", told="It makes a pair, 22.2%.")
    film[3] = film[3]._replace(odds=replace(film[3].odds, items=(case,)))
    table.open(state(film))
    expect(table.case("case 4")).to_have_attribute("aria-label", "case 5 It makes a pair, 22.2%.")
    table.push(predict=True)
    expect(table.case("case 4")).to_have_attribute("aria-label", "case 5")
    table.piece("pile").click()
    expect(table.case("case 4")).to_have_attribute("aria-label", "case 5")
    table.find(".tw-guess input").first.fill("20")
    table.button("Reveal").click()
    expect(table.case("case 4")).to_have_attribute("aria-label", "case 5 It makes a pair, 22.2%.")


# All that is seen or read aloud: words that are shown, labels, hints of the mouse.
PERCEIVED = """() => {
    const root = document.querySelector('.tw');
    // (In a drawing, checkVisibility does not know of display: none.)
    const shown = (node) => getComputedStyle(node).display !== 'none';
    const drawn = (node) => !node || (shown(node) && drawn(node.parentElement));
    const seen = (node) => node.checkVisibility({ visibilityProperty: true }) && drawn(node);
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const found = [];
    while (walker.nextNode()) {
        const { parentElement, data } = walker.currentNode;
        if (seen(parentElement) && !parentElement.closest('option, title')) found.push(data);
    }
    for (const node of root.querySelectorAll('*'))
        for (const name of ['aria-label', 'aria-description', 'aria-valuetext', 'title', 'alt'])
            if (node.hasAttribute(name) && seen(node)) found.push(node.getAttribute(name));
    return found;
}"""


def answers(choice: Choice) -> set[str]:
    """Return the ways in which a choice's chance might be told, whatever the language."""
    assert choice.chance is not None
    told = {percent(choice.chance), f"{choice.chance.numerator}/{choice.chance.denominator}"}
    if choice.cases:
        told.add(f"{choice.cases.favourable} of {choice.cases.total}")
    if choice.chance in (0, 1):
        told |= {"certain", "impossible"}
    return told


@pytest.mark.parametrize("game", games)
def test_no_answer_is_anywhere_until_a_guess_is_given(table: TablePage, game: str) -> None:
    widget = Table(midway(game), seat=0, predict=True)
    table.connect(widget)
    choices = widget._film().frames[-1].choices
    secret = [n for n, choice in enumerate(choices) if choice.asked]
    told = set().union(*(answers(choices[n]) for n in secret))
    radios = table.find(".tw-choices input")
    for n in [*secret[:3], *secret[-1:]]:
        radios.nth(n).check()
        expect(table.find(".tw-guess")).to_be_visible()
        perceived = table.page.evaluate(PERCEIVED)
        assert [(line, one) for line in perceived for one in told if one in line] == []
        table.find(".tw-guess input").first.fill("50")
        if n == secret[-1]:
            table.button("Reveal").click()
            assert table.page.evaluate(PERCEIVED) != perceived
            expect(table.find(".tw-big strong")).to_be_visible()


def test_a_choice_without_a_risk_asks_for_no_guess(quiz: TablePage) -> None:
    quiz.choice("Put your 2 before Blaise").click()
    expect(quiz.find(".tw-guess")).to_be_hidden()


# --- controls -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("Seen by", "public", {"do": "seat", "seat": "public"}),
        ("Language", "fr", {"do": "lang", "lang": "fr"}),
    ],
)
def test_menus_ask_the_kernel(
    table: TablePage, name: str, value: str, message: dict[str, Any]
) -> None:
    table.open(state())
    table.field(name).select_option(value)
    sent = table.sent[0]
    assert {key: sent[key] for key in message} == message


def test_undo_and_redo_ask_the_kernel_when_there_is_something_to_undo(small: TablePage) -> None:
    expect(small.button("Redo")).to_be_disabled()
    small.button("Undo").click()
    small.push(setting=setting(undo=False, redo=True))
    expect(small.button("Undo")).to_be_disabled()
    small.button("Redo").click()
    assert [message["do"] for message in small.sent] == ["undo", "redo"]


@pytest.mark.parametrize(
    ("name", "trait"),
    [("Predict first", "predict"), ("Odds", "show_odds"), ("Projector", "projector")],
)
def test_switches_set_their_trait_and_follow_it(small: TablePage, name: str, trait: str) -> None:
    before = small.trait(trait)
    switch = small.button(name)
    expect(switch).to_have_attribute("aria-pressed", str(before).lower())
    switch.click()
    assert small.trait(trait) is not before
    assert small.page.evaluate("window.model.saved") == [{trait: not before}]
    small.push(**{trait: before})
    expect(switch).to_have_attribute("aria-pressed", str(before).lower())


def test_odds_can_be_hidden(small: TablePage) -> None:
    small.button("Odds").click()
    small.piece("pile").click()
    expect(small.find(".tw-odds-picture")).to_be_hidden()
    expect(small.find(".tw-big")).to_have_count(0)
    expect(small.choice("Draw a card").locator(".tw-risk")).to_be_empty()
    expect(small.button("Play")).to_be_visible()


def test_the_seats_players_can_be_chosen(small: TablePage) -> None:
    small.find(".tw-more summary").click()
    expect(small.field("Carl")).to_have_value("my own")
    small.field("Blaise").select_option("person")
    sent = small.sent[0]
    assert (sent["do"], sent["seat"], sent["player"]) == ("player", 1, "person")


def test_a_branch_can_be_made_without_playing(small: TablePage) -> None:
    small.button("Back").click()
    small.find(".tw-more summary").click()
    small.button("What if, from here").click()
    assert (small.sent[0]["do"], small.sent[0]["at"]) == ("branch", 2)


RECORD = '{"a": "record"}'


def give(table: TablePage, text: str) -> None:
    """Answer the last message with something to copy."""
    table.tell({"do": "copy", "id": table.sent[-1]["id"], "text": text})
    table.answer()


def test_a_position_is_asked_for_copied_and_loaded_elsewhere(table: TablePage) -> None:
    match = Match(games["auberge"](players=3), seed=5)
    match.run()
    widget = Table(match, people=[])
    table.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    table.connect(widget)
    table.find(".tw-timeline").fill("4")
    table.button("Copy this position").click()
    expect(table.find(".tw-alert")).to_have_text("Copied.")
    text = table.page.evaluate("navigator.clipboard.readText()")
    assert Match.from_json(text).states == widget.match.states[:5]
    table.find(".tw-more summary").click()
    table.field("A record to load").fill(text)
    table.button("Load").click()
    expect(table.find(".tw-counter")).to_have_text("Step 4 of 4")
    assert widget.match.states == widget.matches[0].states[:5]


def test_seed_and_record_are_asked_for_and_copied(small: TablePage) -> None:
    small.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    small.find(".tw-more summary").click()
    for name, what, given in [
        ("Copy the seed", "seed", "7"),
        ("Copy the record", "record", RECORD),
    ]:
        small.button(name).click()
        assert small.sent[-1]["do"] == what
        give(small, given)
        expect(small.find(".tw-alert")).to_have_text("Copied.")
        assert small.page.evaluate("navigator.clipboard.readText()") == given


def test_what_another_view_asked_for_is_not_copied(small: TablePage) -> None:
    small.tell({"do": "copy", "id": 5, "text": RECORD})
    expect(small.find(".tw-alert")).to_be_hidden()


def test_copying_works_without_a_clipboard_too(small: TablePage) -> None:
    small.page.evaluate("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    small.page.evaluate(
        """document.addEventListener('copy', () => {
            window.copied = document.activeElement.value;
        })"""
    )
    small.find(".tw-more summary").click()
    small.button("Copy the record").click()
    give(small, RECORD)
    expect(small.find(".tw-alert")).to_have_text("Copied.")
    assert small.page.evaluate("window.copied") == RECORD


def test_a_record_is_loaded_from_text_or_file(small: TablePage, tmp_path: Path) -> None:
    small.find(".tw-more summary").click()
    small.field("A record to load").fill('{"x": 1}')
    small.button("Load").click()
    assert small.sent[0]["record"] == '{"x": 1}'
    file = tmp_path / "match.json"
    file.write_text('{"y": "é"}', encoding="utf-8")
    small.field("or from a file").set_input_files(file)
    expect(small.field("A record to load")).to_have_value('{"y": "é"}')


def test_the_picture_is_saved_as_svg_that_stands_alone(small: TablePage, tmp_path: Path) -> None:
    small.piece("pile").click()
    small.find(".tw-more summary").click()
    with small.page.expect_download() as download:
        small.button("Save the picture (SVG)").click()
    assert download.value.suggested_filename == "A small game-3.svg"
    text = Path(download.value.path()).read_text("utf-8")
    top = ElementTree.fromstring(text)
    assert top.get("viewBox") == "0 0 1320 600"
    assert "var(" not in text
    assert "tw-halo" not in text
    words = ["".join(node.itertext()) for node in top.iter("{http://www.w3.org/2000/svg}text")]
    assert "Blaise" in words
    assert small.page.evaluate(  # what was shown, seen in the file alone, is at the same place
        """async (text) => {
            const frame = document.createElement('div');
            frame.innerHTML = text;
            document.body.append(frame);
            const g = frame.querySelector('[data-key="seat 1"]').getBoundingClientRect();
            const all = frame.firstChild.getBoundingClientRect();
            frame.remove();
            return Math.round((g.x - all.x) / all.width * 1320);
        }""",
        text,
    ) == pytest.approx(104, abs=2)


# --- the kernel's answers -------------------------------------------------------------------------


def test_it_waits_for_the_answer_to_its_message(small: TablePage) -> None:
    small.piece("pile").click()
    small.button("Play").click()
    expect(small.root).to_have_attribute("aria-busy", "true")
    expect(small.find(".tw-thinking")).to_be_visible()
    expect(small.button("Play")).to_be_disabled()
    small.push(notice={"id": small.sent[0]["id"] + 1, "kind": "ok", "text": ""})
    expect(small.root).to_have_attribute("aria-busy", "true")
    small.answer()
    expect(small.root).to_have_attribute("aria-busy", "false")
    expect(small.find(".tw-thinking")).to_be_hidden()


def test_nothing_is_played_twice_while_waiting(small: TablePage) -> None:
    small.piece("pile").dblclick()
    small.piece("pile").click()
    assert len(small.sent) == 1


def test_an_error_is_shown_until_the_next_success(small: TablePage) -> None:
    alert = small.root.get_by_role("alert")
    small.button("Undo").click()
    small.answer("error", "That was not possible.")
    expect(alert).to_have_text("That was not possible.")
    small.button("Undo").click()
    small.answer()
    expect(alert).to_be_hidden()


def test_an_error_of_the_kernels_own_is_shown_from_the_start(table: TablePage) -> None:
    table.open(state(notice={"id": 0, "kind": "error", "text": "A player fell asleep."}))
    expect(table.root.get_by_role("alert")).to_have_text("A player fell asleep.")


def test_without_an_answer_it_says_that_the_kernel_is_not_there(table: TablePage) -> None:
    table.stop_clock()
    table.open(state())
    table.button("Undo").click()
    table.page.clock.run_for(3900)
    expect(table.find(".tw-alert")).to_be_hidden()
    table.page.clock.run_for(200)
    expect(table.root.get_by_role("alert")).to_have_text(words()["offline"])
    expect(table.root).to_have_attribute("aria-busy", "false")
    table.button("Back").click()
    assert table.step == 2
    table.answer()
    expect(table.find(".tw-alert")).to_be_hidden()


@pytest.mark.parametrize("how", ["window.model.deaf = true", "window.model.trigger('comm:close')"])
def test_a_closed_connection_is_said_at_once(small: TablePage, how: str) -> None:
    small.page.evaluate(how)
    small.button("Undo").click()
    if "deaf" in how:
        expect(small.root).to_have_attribute("aria-busy", "false")
    expect(small.root.get_by_role("alert")).to_have_text(words()["offline"])


# --- films that come later ------------------------------------------------------------------------


def longer(more: int) -> bytes:
    film = frames()
    for n in range(more):
        film.append(film[2]._replace(said=(f"More {n}.",), chance=None))
    return film_of(film)


def test_what_follows_a_move_is_shown_step_by_step(table: TablePage) -> None:
    table.stop_clock()
    table.open(state())
    table.push(film=longer(3))
    expect(table.find(".tw-event")).to_have_text("More 0.")
    assert table.step == 4
    table.page.clock.run_for(1200)
    assert table.step == 5
    table.page.clock.run_for(10_000)
    assert table.step == 6
    expect(table.button("Watch")).to_be_visible()


def test_a_step_by_hand_ends_the_following(table: TablePage) -> None:
    table.stop_clock()
    table.open(state())
    table.push(film=longer(3))
    expect(table.find(".tw-event")).to_have_text("More 0.")
    table.button("Back").click()
    table.page.clock.run_for(10_000)
    assert table.step == 3


def test_who_looks_at_the_past_stays_there(small: TablePage) -> None:
    small.button("Back").click()
    small.push(film=longer(3))
    small.page.wait_for_function("document.querySelector('.tw-timeline').max === '6'")
    assert small.step == 2


def test_who_steps_back_before_a_move_is_answered_stays_there_too(small: TablePage) -> None:
    small.choice("Draw a card").click()
    small.button("Play").click()
    small.button("Back").click()
    small.push(film=longer(3))
    small.page.wait_for_function("document.querySelector('.tw-timeline').max === '6'")
    assert small.step == 2


def test_a_shorter_film_is_shown_at_its_end(small: TablePage) -> None:
    small.push(film=film_of(frames()[:2]))
    expect(small.find(".tw-event")).to_have_text("The cards are dealt.")
    assert small.step == 1


def film_is_read_again(table: TablePage, *changed: Frame) -> None:
    """Let the same match come in another film, with these frames at its end; wait until it is read.

    The film of a move comes after its news: by then whoever is quick has begun to choose.
    """
    first, *others = frames()
    again = [first._replace(said=("The film is here.",)), *others]
    again[len(again) - len(changed) :] = changed
    if table.find(".tw-drawer").is_hidden():
        table.find(".tw-study .tw-log").evaluate("log => log.click()")
    table.push(film=film_of(again))
    expect(table.find(".tw-steps")).to_contain_text("The film is here.")


def test_what_was_chosen_before_the_film_is_read_stays_chosen(small: TablePage) -> None:
    card_of(small, "5").click()
    film_is_read_again(small)
    expect(small.find(".tw-lifted")).to_have_count(1)
    small.piece("seat 1").click()
    film_is_read_again(small)
    expect(small.choice("Put your 5 before Blaise").locator("input")).to_be_checked()
    small.button("Play").click()
    assert [message["path"] for message in small.sent] == [["card:5", "seat:1"]]


def test_what_was_chosen_is_forgotten_when_the_film_offers_something_else(
    small: TablePage,
) -> None:
    card_of(small, "5").click()
    small.piece("seat 1").click()
    film_is_read_again(small, frames()[-1]._replace(choices=CHOICES[:3]))
    expect(small.button("Play")).to_be_hidden()
    assert small.find(".tw-lifted").count() == 0


def test_a_choice_is_made_though_the_film_is_read_while_the_mouse_is_down(
    small: TablePage,
) -> None:
    small.choice("Draw a card").hover()
    small.page.mouse.down()
    film_is_read_again(small)
    small.page.mouse.up()
    expect(small.choice("Draw a card").locator("input")).to_be_checked()


@pytest.mark.parametrize("order", [("film", "setting"), ("setting", "film")])
def test_another_line_is_shown_from_its_start(small: TablePage, order: tuple[str, ...]) -> None:
    news = {"film": longer(3), "setting": setting(branch=1, start=5, takes=1, jumps=1)}
    small.push(**{name: news[name] for name in order})
    expect(small.find(".tw-event")).to_have_text("More 1.")
    assert small.step == 5


def test_forward_at_the_end_lets_chance_or_a_computer_go_on(table: TablePage) -> None:
    table.open(state(frames()[:3], setting=setting(start=2)))
    table.button("Forward").click()
    assert table.sent[0]["do"] == "step"


def test_forward_at_the_end_does_not_play_for_a_person(table: TablePage) -> None:
    table.open(state(frames()[:3], setting=setting(start=2, people=["1"])))
    expect(table.button("Forward")).to_be_disabled()


def test_watching_a_match_of_computers_asks_for_one_step_after_the_other(
    table: TablePage,
) -> None:
    table.stop_clock()
    table.open(state(frames()[:3], setting=setting(start=2, people=[])))
    table.button("Watch").click()
    assert [message["do"] for message in table.sent] == ["step"]
    last = frames()[2]
    table.push(film=film_of([*frames()[:3], last]))
    table.answer()
    expect(table.find(".tw-counter")).to_have_text("Step 3 of 3")
    table.page.clock.run_for(5_000)
    assert [message["do"] for message in table.sent] == ["step", "step"]


def test_views_of_one_table_have_their_own_place(small: TablePage) -> None:
    small.page.evaluate("window.view()")
    second = small.page.locator(".tw").nth(1)
    expect(second.locator(".tw-piece").first).to_be_attached()
    small.button("Back").click()
    assert small.step == 2
    expect(second.locator(".tw-timeline")).to_have_value("3")
    small.choice("Draw a card")
    second.locator(".tw-choices label").first.click()
    small.button("Forward").click()
    small.choice("Put your 5 before Carl").click()
    expect(second.locator(".tw-choices input").first).to_be_checked()
    small.button("Undo").click()
    expect(second).not_to_have_attribute("aria-busy", "true")


def test_a_closed_view_listens_to_nothing(small: TablePage) -> None:
    small.page.evaluate("window.closers[0]()")
    left = small.page.evaluate("Object.values(window.model.handlers).flat().length")
    assert left == 0


# --- films that are wrong -------------------------------------------------------------------------


def raw(*lines: str) -> bytes:
    return zlib.compress("\n".join(lines).encode())


def line(**changes: Any) -> str:
    empty = {"title": "", "put": [], "gone": []}
    return json.dumps({"said": ["Here."], "board": empty, "odds": empty, "choices": [], **changes})


@pytest.mark.parametrize(
    "bad",
    [
        "{",
        "null",
        "[]",
        line(board=None),
        line(said=5),
        line(choices=[{"label": "x"}]),
        line(board={"put": [["a", {"x": "left"}]], "gone": []}),
    ],
)
def test_a_frame_that_cannot_be_read_leaves_the_others_to_see(table: TablePage, bad: str) -> None:
    table.open(state(film=None) | {"film": raw(line(), bad, line()), "setting": setting(start=0)})
    expect(table.root.get_by_role("alert")).to_contain_text("Part of the picture cannot be shown")
    expect(table.find(".tw-event")).to_have_text("Here.")


def test_bytes_that_are_no_film_leave_the_old_one_to_see(small: TablePage) -> None:
    small.push(film=b"no film at all")
    expect(small.root.get_by_role("alert")).to_contain_text("Part of the picture cannot be shown")
    small.button("Back").click()
    assert small.step == 2


def test_art_that_is_no_svg_leaves_the_rest_to_see(table: TablePage) -> None:
    film = [Frame(board(Item("broken", 0, 0, "<rect"), Item("fine", 9, 9, card("4"))), odds())]
    table.open(state(film, setting=setting(start=0)))
    expect(table.piece("fine").locator("text").first).to_have_text("4")
    expect(table.piece("broken").locator("rect")).to_have_count(0)


def test_an_empty_film_says_so_kindly(table: TablePage) -> None:
    table.open(state(film=[]))
    expect(table.find(".tw-event")).to_have_text(words()["empty"])
    table.find(".tw-title").click()
    table.page.keyboard.press("ArrowRight")


# --- words stay words -----------------------------------------------------------------------------


def test_names_never_become_markup(table: TablePage) -> None:
    names = (NASTY, NASTY, NASTY)
    film = frames(names)
    film[3] = film[3]._replace(
        asker=NASTY,
        choices=tuple(choice._replace(label=NASTY, question=NASTY) for choice in CHOICES),
    )
    seats = [["0", NASTY], ["1", NASTY], ["2", NASTY]]
    players = [["0", NASTY, NASTY], ["1", NASTY, "random"]]
    nasty, branches = (
        setting(title=NASTY, seats=seats, players=players),
        [[0, NASTY, 0, 0], [1, "b", 1, 0]],
    )
    ui = {**words(), "watch": NASTY, "choices": NASTY}
    table.open(state(film, setting=nasty, branches=branches, ui=ui))
    table.piece("pile").click()
    table.find(".tw-study .tw-log").click()
    table.push(notice={"id": 0, "kind": "error", "text": NASTY})
    assert table.find("script, img").count() == 0
    assert table.page.evaluate("window.hurt") is None
    expect(table.find(".tw-turn")).to_have_text(f"{NASTY} to play")
    expect(table.find(".tw-alert")).to_have_text(NASTY)
    expect(table.find(".tw-question")).to_have_text(NASTY)


def test_art_that_could_run_or_load_is_made_harmless(table: TablePage) -> None:
    art = (
        '<script>window.hurt=1</script><rect width="9" height="9" onclick="window.hurt=1"/>'
        '<foreignObject><b xmlns="http://www.w3.org/1999/xhtml">x</b></foreignObject>'
        '<image href="http://localhost/spy.png"/>'
        '<a href="javascript:window.hurt=1"><text>a</text></a>'
        '<path d="M0 0h9" style="fill:url(http://localhost/spy.svg#a)"/><style>*{color:red}</style>'
        '<set attributeName="onclick" to="window.hurt=1"/>'
    )
    film = [Frame(board(Item("bad", 100, 100, art)), odds())]
    table.open(state(film, setting=setting(start=0)))
    bad = table.piece("bad")
    assert bad.locator("script, foreignObject, image, a, style, set").count() == 0
    assert "onclick" not in bad.inner_html()
    assert "url(" not in bad.inner_html()
    bad.locator("rect").dispatch_event("click")
    assert table.page.evaluate("window.hurt") is None


# --- people passing the mouse ---------------------------------------------------------------------


def test_a_cover_hides_the_table_until_the_next_person_has_the_mouse(small: TablePage) -> None:
    shared = setting(handover=True, people=["0", "1"])
    small.push(setting=shared)
    expect(small.find(".tw-cover")).to_be_hidden()
    small.push(film=longer(1), setting={**shared, "seat": "1"})
    expect(small.find(".tw-cover")).to_contain_text("Pass the mouse to Blaise.")
    for part in [".tw-board-picture", ".tw-odds-picture", ".tw-event", ".tw-choices", ".tw-study"]:
        expect(small.find(part)).to_be_hidden()
    expect(small.root.get_by_role("status")).to_have_text("Pass the mouse to Blaise.")
    small.button("I am Blaise").click()
    expect(small.find(".tw-cover")).to_be_hidden()
    expect(small.find(".tw-board-picture")).to_be_visible()
    expect(small.find(".tw-event")).to_have_text("More 0.")
    assert small.sent == []


def test_whoever_takes_the_mouse_asks_for_their_view(table: TablePage) -> None:
    shared = setting(handover=True, people=["0", "1"], start=2)
    table.open(state(frames()[:3], setting=shared))
    table.button("I am Blaise").click()
    assert (table.sent[0]["do"], table.sent[0]["seat"]) == ("seat", "1")
    expect(table.find(".tw-cover")).to_be_visible()
    table.push(setting={**shared, "seat": "1"})
    table.answer()
    expect(table.find(".tw-cover")).to_be_hidden()


HOLD_FILMS = """() => {
    const read = Response.prototype.text;
    const held = new Promise((go) => { window.letFilmsGo = go; });
    Response.prototype.text = async function () { await held; return read.call(this); };
}"""


def test_whoever_takes_the_mouse_does_not_see_the_last_one_s_cards_while_the_film_is_read(
    table: TablePage,
) -> None:
    shared = setting(handover=True, people=["0", "1"], start=2)
    table.open(state(frames()[:3], setting=shared))
    table.button("I am Blaise").click()
    table.page.evaluate(HOLD_FILMS)
    own = [*frames()[:2], frames()[2]._replace(said=("What Blaise may know.",))]
    table.push(film=film_of(own), setting={**shared, "seat": "1", "takes": 1})
    table.answer()
    expect(table.find(".tw-cover")).to_be_visible()
    expect(table.find(".tw-board-picture")).to_be_hidden()
    table.page.evaluate("window.letFilmsGo()")
    expect(table.find(".tw-cover")).to_be_hidden()
    expect(table.find(".tw-event")).to_have_text("What Blaise may know.")


def test_the_teacher_needs_no_cover(table: TablePage) -> None:
    shared = setting(handover=True, people=["0", "1"], start=2, seat="open")
    table.open(state(frames()[:3], setting=shared))
    expect(table.find(".tw-cover")).to_be_hidden()


# --- explorers ------------------------------------------------------------------------------------


@pytest.fixture
def explorer(table: TablePage) -> TablePage:
    """Return an explorer with a slider, a menu and a button."""
    controls = [
        {"id": "cards", "kind": "slider", "label": "Cards", "value": 3, "min": 1, "max": 9},
        {
            "id": "mode",
            "kind": "select",
            "label": "Mode",
            "value": 2,
            "options": [[1, "A"], [2, "B"]],
        },
        {"id": "clear", "kind": "button", "label": "Clear"},
    ]
    kind = {"kind": "explorer", "title": "Pair risk", "lang": "en", "langs": setting()["langs"]}
    table.open(state([frames()[3]], setting=kind, controls=controls))
    return table


def test_an_explorer_has_no_timeline_and_no_play(explorer: TablePage) -> None:
    for hidden in [".tw-transport", ".tw-study", ".tw-do", ".tw-undo", ".tw-for-seat", ".tw-seats"]:
        expect(explorer.find(hidden).first).to_be_hidden()
    expect(explorer.field("Language")).to_be_visible()


def test_a_click_on_an_explorers_piece_is_sent(explorer: TablePage) -> None:
    explorer.piece("seat 2").click()
    assert (explorer.sent[0]["do"], explorer.sent[0]["token"]) == ("press", "seat:2")
    explorer.piece("seat 2").press("Enter")
    assert len(explorer.sent) == 2


def test_an_explorers_controls_are_sent_and_followed(explorer: TablePage) -> None:
    slider = explorer.find(".tw-sliders [type=range]")
    slider.fill("5")
    explorer.field("Mode").select_option("1")
    explorer.button("Clear").click()
    told = [(message["control"], message["value"]) for message in explorer.sent]
    assert told == [("cards", 5), ("mode", 1), ("clear", True)]
    explorer.answer()
    controls = explorer.trait("controls")
    explorer.push(controls=[{**controls[0], "value": 7}, *controls[1:]])
    expect(slider).to_have_value("7")
    expect(explorer.find(".tw-sliders .tw-value").first).to_have_text("7")


def test_an_explorer_shows_its_first_question_at_once_and_keeps_the_chosen_one(
    explorer: TablePage,
) -> None:
    expect(explorer.find(".tw-big")).to_contain_text("2 of 9 cards = 22.2%")
    explorer.choice("Put your 5 before Carl").click()
    expect(explorer.find(".tw-big")).to_contain_text("1/2")
    explorer.push(film=film_of([frames()[1]]))
    expect(explorer.find(".tw-event")).to_have_text("The cards are dealt.")
    expect(explorer.find(".tw-big")).to_contain_text("1/2")


# --- languages, sizes, themes ---------------------------------------------------------------------


def test_language_changes_on_the_spot(small: TablePage) -> None:
    small.piece("pile").click()
    small.push(ui=words("fr"), setting=setting(lang="fr"))
    for name in ["Reculer", "Regarder", "Annuler", "Jouer", "1\u202f000 fois"]:
        expect(small.button(name)).to_be_visible()
    expect(small.root).to_have_attribute("lang", "fr")
    run = {"id": 1, "at": 3, "path": ["do:draw"], "times": 9, "done": 9, "counts": {"pair": 2}}
    small.push(trials=run)
    expect(small.find(".tw-tally").first).to_have_text("2 sur 9\u00a0: 22,2\u202f%")


def test_every_word_of_the_module_is_in_both_languages() -> None:
    module = str(Stage._esm)
    keys = set(re.findall(r'\bt\("(\w+)"', module))
    keys |= set(re.findall(r'(?:button|menu|field|toggle)\("(\w+)"', module))
    keys |= set(re.findall(r'say\([^;]*?\), ?"(\w+)"', module))
    keys |= {"watch", "pause", "again", "choose", "choose_next", "do", "what_if", "what_if_hint"}
    keys |= {"once", "times", "certain", "impossible", "good", "bad"}
    assert len(keys) > 40
    for lang in ("en", "fr"):
        assert keys - set(words(lang)) == set()


def test_wide_the_odds_are_beside_the_board_and_narrow_below(small: TablePage) -> None:
    def places() -> tuple[Any, Any]:
        return tuple(
            small.find(name).bounding_box() for name in (".tw-board-picture", ".tw-odds-picture")
        )  # type: ignore[return-value]

    table, beside = places()
    assert beside["x"] >= table["x"] + table["width"]
    assert beside["y"] == pytest.approx(table["y"], abs=2)
    assert beside["height"] == pytest.approx(table["height"], abs=3)
    small.page.set_viewport_size({"width": 500, "height": 800})
    table, below = places()
    assert below["y"] >= table["y"] + table["height"]
    assert table["width"] > 440


@pytest.mark.parametrize("width", [320, 500, 800, 1280])
def test_nothing_sticks_out_at_the_side(small: TablePage, width: int) -> None:
    small.page.set_viewport_size({"width": width, "height": 800})
    small.choice("Put your 5 before Blaise").click()
    small.find(".tw-more summary").click()
    wide = small.page.evaluate("document.documentElement.scrollWidth")
    assert wide <= width


def test_controls_stay_where_they_are_while_stepping(small: TablePage) -> None:
    before = small.button("Back").bounding_box()
    for _ in range(3):
        small.button("Back").click()
        assert small.button("Start").is_visible()
        place = small.find(".tw-back").bounding_box()
        assert place == before


def test_the_projector_shows_the_same_larger_with_fewer_controls(table: TablePage) -> None:
    table.page.set_viewport_size({"width": 1920, "height": 1080})
    table.open(state())
    table.piece("pile").click()

    def size(part: str) -> float:
        return float(
            table.find(part).evaluate("node => parseFloat(getComputedStyle(node).fontSize)")
        )

    plain = size(".tw-turn"), size(".tw-of"), size(".tw-question")
    table.push(projector=True)
    board = table.find(".tw-board-picture").bounding_box()
    assert board
    assert 17 * board["width"] / 960 >= 16  # the smallest words of a drawing
    now = size(".tw-turn"), size(".tw-of"), size(".tw-question")
    assert all(large >= 1.2 * small for small, large in zip(plain, now, strict=True))
    for name in ["Speed", "Language", "Seen by"]:
        expect(table.field(name)).to_be_hidden()
    for name in ["Undo", "Redo"]:
        expect(table.button(name)).to_be_hidden()
    for name in ["Start", "Back", "Watch", "Predict first", "Odds", "Projector", "Play"]:
        expect(table.button(name)).to_be_visible()
    dock = table.find(".tw-dock").bounding_box()
    assert dock
    assert dock["y"] + dock["height"] <= 959  # what JupyterLab leaves


# --- usable by everyone ---------------------------------------------------------------------------

LIGHT = "data-jp-theme-light=true"


def faults(table: TablePage) -> list[str]:
    rules = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"]
    found = Axe().run(table.page, ".tw", {"runOnly": rules})
    return [
        f"{fault['id']}: {node['html'][:200]} {node['failureSummary']}"
        for fault in found.response["violations"]
        for node in fault["nodes"]
    ]


@pytest.mark.parametrize("theme", [LIGHT, DARK])
@pytest.mark.parametrize("what", ["plain", "chosen", "predict", "explorer", "cover", "projector"])
def test_axe_finds_nothing(table: TablePage, theme: str, what: str) -> None:
    states: dict[str, dict[str, Any]] = {
        "predict": {"predict": True},
        "projector": {"projector": True},
        "explorer": {"setting": {"kind": "explorer", "title": "x", "lang": "en", "langs": []}},
        "cover": {"setting": setting(handover=True, people=["0", "1"], start=2)},
    }
    film = frames()[:3] if what == "cover" else None
    table.open(state(film, **states.get(what, {})), theme)
    if what in ("chosen", "predict", "projector"):
        table.piece("pile").click()
        table.push(
            trials={"id": 1, "at": 3, "path": ["do:draw"], "times": 9, "done": 9, "counts": {}},
            notice={"id": 0, "kind": "error", "text": "Something to read."},
        )
    if what == "chosen":
        table.find(".tw-more summary").click()
    assert faults(table) == []


@pytest.mark.parametrize("theme", [LIGHT, DARK])
@pytest.mark.parametrize("drawer", ["Log", "Chart", "Rules"])
def test_axe_finds_nothing_in_the_drawers(table: TablePage, theme: str, drawer: str) -> None:
    table.open(state(risky(), rules=RULES, branches=LINES), theme)
    table.button(drawer).click()
    assert faults(table) == []


CONTRAST = """() => {
    const canvas = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
    const rgb = (colour) => {
        canvas.clearRect(0, 0, 1, 1);
        canvas.fillStyle = colour;
        canvas.fillRect(0, 0, 1, 1);
        return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
    };
    const light = (colour) => rgb(colour).map((part) => part / 255)
        .map((part) => part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
        .reduce((sum, part, n) => sum + part * [0.2126, 0.7152, 0.0722][n], 0);
    const root = document.querySelector('.tw');
    const probe = root.appendChild(document.createElement('i'));
    const value = (name) => {
        probe.style.color = `var(--tw-${name})`;
        return getComputedStyle(probe).color;
    };
    const contrast = (a, b) => {
        const [x, y] = [light(value(a)), light(value(b))].sort((p, q) => q - p);
        return (x + 0.05) / (y + 0.05);
    };
    const pairs = [['ink', 'ground'], ['soft', 'ground'], ['ink', 'felt'], ['soft', 'felt'],
        ['ink', 'raised'], ['soft', 'raised'], ['card-ink', 'card'], ['act', 'ground'],
        ['hurt', 'ground'], ['good', 'ground'], ['hurt', 'card']];
    return Object.fromEntries(pairs.map(([a, b]) => [`${a} on ${b}`, contrast(a, b)]));
}"""


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_colours_of_the_drawings_are_told_apart(table: TablePage, theme: str) -> None:
    table.open(state(), theme)
    contrasts = table.page.evaluate(CONTRAST)
    assert {pair: ratio for pair, ratio in contrasts.items() if ratio < 4.5} == {}


@pytest.mark.parametrize(
    ("scheme", "theme", "dark"),
    [("light", "", False), ("dark", "", True), ("dark", LIGHT, False), ("light", DARK, True)],
)
def test_jupyterlabs_theme_goes_before_the_readers_preference(
    table: TablePage, scheme: Any, theme: str, dark: bool
) -> None:
    table.page.emulate_media(color_scheme=scheme)
    table.open(state(), theme)
    ground = table.root.evaluate("node => getComputedStyle(node).backgroundColor")
    assert ground == ("rgb(22, 25, 29)" if dark else "rgb(255, 255, 255)")


def test_grounds_and_borders_are_jupyterlabs_own(table: TablePage) -> None:
    table.open(state())
    table.page.add_style_tag(content="body{--jp-layout-color1:#123456;--jp-border-color1:#654321}")
    ground = table.root.evaluate("node => getComputedStyle(node).backgroundColor")
    border = table.button("Undo").evaluate("node => getComputedStyle(node).borderTopColor")
    assert (ground, border) == ("rgb(18, 52, 86)", "rgb(101, 67, 33)")


def test_the_style_sheet_leaves_the_rest_of_the_notebook_alone(table: TablePage) -> None:
    table.open(state())
    table.page.evaluate(
        """() => document.body.insertAdjacentHTML('beforeend',
            '<svg id="other"><text class="tw-faded">x</text></svg><button id="b">b</button>')"""
    )
    style = "node => [getComputedStyle(node).opacity, getComputedStyle(node).fontVariantNumeric]"
    assert table.page.locator("#other text").evaluate(style) == ["1", "normal"]
    radius = table.page.locator("#b").evaluate("node => getComputedStyle(node).borderRadius")
    assert radius == "0px"


def test_targets_are_large_enough(small: TablePage) -> None:
    small.piece("pile").click()
    small.find(".tw-more summary").click()
    sizes = small.root.locator(
        "button:visible, select:visible, summary:visible, [type=range]:visible"
    ).evaluate_all(
        "all => all.map((n) => [n.outerHTML.slice(0, 60), n.offsetHeight, n.offsetWidth])"
    )
    assert [size for size in sizes if min(size[1:]) < 24] == []


# --- the module itself ----------------------------------------------------------------------------


def test_the_module_is_small_and_loads_nothing() -> None:
    module = str(Stage._esm)
    style = str(Stage._css)
    assert len(gzip.compress(module.encode())) <= 20_000
    assert re.findall(r"https?://[^\"]+", module) == ["http://www.w3.org/2000/svg"]
    assert not re.search(r"\bimport\b|\bfetch\(|XMLHttpRequest|innerHTML", module)
    assert not re.search(r"@import|url\(", style)


# --- real matches, with the real kernel side behind the page --------------------------------------


def until_played(table: TablePage, steps: int) -> None:
    """Wait until the kernel has played on from so many steps, and has said so.

    (A table that has waited for four seconds is not busy any more, and yet nothing was played.)
    """
    expect(table.find(".tw-timeline")).not_to_have_attribute("max", str(steps))
    expect(table.root).to_have_attribute("aria-busy", "false")


@pytest.mark.parametrize("game", games)
def test_a_real_match_is_played_to_its_end_by_clicks(table: TablePage, game: str) -> None:
    widget = Table(Match(short(game), seed=3), seat=0)
    table.connect(widget)
    for _ in range(200):
        table.button("End").click(force=True)
        if widget.match.outcome or not widget.match.actions:
            break
        choice = widget._film().frames[-1].choices[0]
        for token in choice.path:
            table.find(f'.tw-can[data-token="{token}"]').first.click()
        played = len(widget.match.steps)
        table.button("Play").click()
        until_played(table, played)
        expect(table.find(".tw-timeline")).to_have_attribute("max", str(len(widget.match.steps)))
    assert widget.match.outcome
    table.button("End").click(force=True)
    expect(table.find(".tw-turn")).to_contain_text("Game over")


def test_pieces_of_aquatika_are_placed_and_moved_by_dragging(table: TablePage) -> None:
    game = Aquatika()
    match = Match(game, seed=1)
    table.connect(Table(match, seat=0))
    homes = [game.geometry.names[cell] for cell in game.geometry.homes[0]]
    pieces = [(kind, n) for kind in ("shark", "fish", "octopus") for n in (2, 1, 0)]
    for step, (name, (kind, n)) in enumerate(zip(homes, pieces[:-1], strict=False)):
        drag(table, f"stock 0 {kind} {n}", f"home {name}")
        until_played(table, step)
        assert match.steps[step].action == Place(kind, name)
    steps = len(match.steps)
    assert steps == 18, "the last piece has one cell left, and the others' are placed in secret"
    expect(table.find(".tw-timeline")).to_have_attribute("max", str(steps))
    table.button("End").click(force=True)
    to = table.find('[data-token="to:b3"]')
    expect(to.locator(".tw-if-next")).to_be_hidden()
    piece = table.find('[data-token="at:b2"]')
    key = piece.get_attribute("data-key")
    assert key
    piece.click()
    expect(to.locator(".tw-if-next")).to_be_visible()
    drag(table, key, "to b3")
    expect(table.find(".tw-timeline")).not_to_have_attribute("max", str(steps))
    assert match.steps[steps].action == Step("b2", "b3")
    assert table.complaints == []


OPEN_SCREEN = """(team) => [1, 2, 3, 4].map((n) => document.querySelector(
    `.tw-board-picture [data-key="window ${team} ${n}"]`).textContent.slice(1))"""


def test_people_of_two_teams_pass_the_mouse_and_see_what_is_theirs(table: TablePage) -> None:
    """Each sees the own team's words; a code is seen by its encryptor, not by the teammate."""
    game = Decrypto(players=4)
    match = Match(game, seed=3)
    widget = Table(match, seat=0, people=(0, 1, 2, 3))
    table.connect(widget)
    names, holders, holder = widget.names, [0], 0
    while match.state.phase is not Phase.NAMING and not match.outcome:
        seat = match.turn
        assert isinstance(seat, int)
        if seat != holder:
            expect(table.find(".tw-cover")).to_contain_text(f"Pass the mouse to {names[seat]}.")
            for part in (".tw-board-picture", ".tw-odds-picture", ".tw-choices", ".tw-event"):
                expect(table.find(part)).to_be_hidden()
            table.button(f"I am {names[seat]}").click()
            holders.append(holder := seat)
        expect(table.find(".tw-cover")).to_be_hidden()
        table.button("End").click(force=True)
        expect(table.find(".tw-timeline")).to_have_value(str(len(match.steps)))
        for team in (0, 1):
            shown = list(match.state.words[team]) if team == seat % 2 else [""] * 4
            assert table.page.evaluate(OPEN_SCREEN, team) == shown
            sheet = match.state.sheets[team]
            knows = sheet[-1].revealed or seat == game.encryptor(team, match.state.round)
            line = table.piece(f"line {team} {len(sheet)}").text_content() or ""
            assert line.startswith("".join(map(str, sheet[-1].code))) == knows
        before = len(match.steps)
        choice = widget._film().frames[-1].choices[0]
        for token in choice.path:
            table.find(f'.tw-can[data-token="{token}"]').first.click()
        table.button("Play").click()
        until_played(table, before)
        expect(table.find(".tw-timeline")).to_have_attribute("max", str(len(match.steps)))
    assert set(holders) == {0, 1, 2, 3}


def test_a_clue_of_ones_own_is_typed_and_a_refused_one_costs_nothing(table: TablePage) -> None:
    match = Match(games["decrypto"](players=4), seed=3)
    table.connect(Table(match, seat=0))
    own_word, steps = match.state.words[0][0], len(match.steps)
    table.piece("do write").click()
    table.find(".tw-act input").fill(own_word)
    table.page.keyboard.press("Enter")
    expect(table.find(".tw-alert")).to_contain_text("one of your own secret words")
    assert len(match.steps) == steps
    assert table.find(".tw-act input").input_value() == own_word
    table.find(".tw-act input").fill(NASTY[:40])
    table.page.keyboard.press("Enter")
    expect(table.find(".tw-timeline")).to_have_attribute("max", str(steps + 1))
    assert match.state.sheets[0][-1].clues == (NASTY[:40],)
    expect(table.find(".tw-board-picture")).to_contain_text("<img src=x")
    assert table.page.evaluate("window.hurt") is None


def midway(game: str) -> Match:
    """Return a match in the middle, where Ada has something to choose from, best several things."""
    count, steps = seats(game, 4), kit(game).pictured
    found = None
    for seed in range(100):
        match = Match(games[game](players=count), seed=seed, players=[kit(game).peaceful] * count)
        while len(match.steps) < steps and not match.outcome:
            match.step()
        if match.turn == 0 and len(match.actions) > 2:
            return match
        if match.turn == 0 and len(match.actions) == 2:
            found = found or match
    assert found, f"Ada never has a choice after {steps} steps: another `pictured` in {game}'s kit?"
    return found


LOOKS: dict[str, tuple[int, int, dict[str, Any]]] = {
    "laptop": (1280, 800, {}),
    "dark": (1280, 800, {}),
    "projector": (1920, 1080, {"projector": True}),
    "narrow": (480, 900, {}),
    "french": (1280, 800, {"lang": "fr"}),
}
CUT = """() => [...document.querySelectorAll('.tw button, .tw p, .tw span, .tw label, .tw legend')]
    .filter((node) => node.checkVisibility() && !node.closest('.tw-unseen, .tw-level'))
    .filter((node) => node.scrollWidth > node.clientWidth + 1 && node.clientWidth)
    .map((node) => node.textContent)"""


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("game", games)
def test_pictures_to_look_at(table: TablePage, game: str, look: str) -> None:
    width, height, traits = LOOKS[look]
    table.page.emulate_media(color_scheme="dark" if look == "dark" else "light")
    table.page.set_viewport_size({"width": width, "height": height})
    table.connect(Table(midway(game), seat=0, **traits))
    choices = table.find(".tw-choices label")
    choices.nth(choices.count() - 1).click()
    table.find(".tw-trying button").nth(1).click()
    expect(table.find(".tw-tally").first).to_contain_text("100")
    table.page.mouse.move(1, 1)
    SHOTS.mkdir(exist_ok=True)
    table.page.screenshot(path=SHOTS / f"{game}-{look}.png", full_page=True)
    assert table.page.evaluate(CUT) == []
    assert table.page.evaluate("document.documentElement.scrollWidth") <= width
    if look in ("laptop", "dark"):
        assert faults(table) == []


# --- what if --------------------------------------------------------------------------------------


def played_on(table: TablePage, plays: int = 2) -> Table:
    """Show a match in which a person has played so often, at its last step."""
    widget = Table(Match(games["fuji_flush"](players=3), seed=3), seat=0)
    for _ in range(plays):
        widget.match.play(widget.match.actions[0])
        widget._advance()
    widget.refresh()
    table.stop_clock()
    table.connect(widget)
    return widget


def what_if(table: TablePage, widget: Table, at: int, n: int = -1) -> None:
    """Go back to a step, and play the n-th choice there instead."""
    table.find(".tw-timeline").fill(str(at))
    choice = widget._film().frames[at].choices[n]
    table.choice(choice.label).click()
    table.button("What if").click()


def test_what_if_is_played_before_ones_eyes_and_goes_on_from_there(table: TablePage) -> None:
    widget = played_on(table)
    at = next(n for n, frame in enumerate(widget._film().frames) if frame.choices)
    told = table.find(".tw-event")
    what_if(table, widget, at)
    expect(told).to_contain_text(widget._film().frames[at + 1].said[0])
    expect(table.find(".tw-counter")).to_have_text(f"Step {at + 1} of {len(widget.match.steps)}")
    assert widget.branch == 1
    table.page.clock.run_for(1200)
    assert table.step == at + 2
    table.page.clock.run_for(60_000)
    assert table.step == len(widget.match.steps)


def test_what_if_played_before_goes_to_its_line_and_shows_it_again(table: TablePage) -> None:
    widget = played_on(table)
    at = next(n for n, frame in enumerate(widget._film().frames) if frame.choices)
    what_if(table, widget, at)
    expect(table.find(".tw-counter")).to_have_text(f"Step {at + 1} of {len(widget.match.steps)}")
    table.page.clock.run_for(60_000)
    table.find(".tw-lines button").first.click()
    expect(table.find(".tw-lines [aria-current]")).to_have_attribute("aria-label", "Main line")
    what_if(table, widget, at)
    expect(table.find(".tw-counter")).to_have_text(f"Step {at + 1} of {len(widget.match.steps)}")
    assert (len(widget.matches), widget.branch) == (2, 1)
