"""What goes between kernel and page: reels, frames ahead of them, and what all must agree to."""

import re
from random import Random

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

import widgets.table
from gamelib import Match, games
from tests.browser.page import CHOICES, TablePage, board, frames, odds, setting, state
from tests.gamelib.tables import short
from widgets.film import Film, Frame, film_of, reel
from widgets.table import Table


def more(count: int) -> list[Frame]:
    """Return the small match with further frames."""
    film = frames()
    return film + [film[2]._replace(said=(f"More {n}.",), chance=None) for n in range(count)]


ASKS_FIRST = {
    "Copy the seed": ("seed", "With the seed anybody can find out everybody’s cards."),
    "Copy the record": ("record", "The record tells everybody’s cards."),
    "Seen by": ("seat", "The teacher’s view shows everybody’s cards."),
}


@pytest.mark.parametrize("name", ASKS_FIRST)
def test_people_who_share_the_screen_are_asked_before_all_cards_can_be_seen(
    table: TablePage, name: str
) -> None:
    message, asks = ASKS_FIRST[name]
    table.open(state(setting=setting(handover=True, people=["0", "1"])))
    table.find(".tw-more summary").click()
    dialog = table.page.get_by_role("alertdialog")

    def want() -> None:
        if message == "seat":
            table.field(name).select_option("open")
        else:
            table.button(name).click()

    want()
    expect(dialog).to_contain_text(asks)
    expect(dialog).to_have_accessible_name(re.compile(re.escape(asks)))
    expect(table.button("No, leave it")).to_be_focused()
    table.page.keyboard.press("ArrowLeft")  # it is not for the table
    assert table.step == 3
    table.page.keyboard.press("Enter")
    expect(dialog).to_be_hidden()
    want()
    table.page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    assert table.sent == []
    expect(table.field("Seen by")).to_have_value("0")
    want()
    table.page.keyboard.press("Tab")
    table.page.keyboard.press("Enter")
    expect(dialog).to_be_hidden()
    table.page.wait_for_function("window.model.sent.length")
    assert table.sent[0]["do"] == message


def test_who_plays_alone_is_not_asked(small: TablePage) -> None:
    small.field("Seen by").select_option("open")
    assert small.sent[0]["seat"] == "open"


def test_the_question_whether_all_agree_passes_axe(table: TablePage) -> None:
    table.open(state(setting=setting(handover=True, people=["0", "1"])))
    table.field("Seen by").select_option("open")
    expect(table.page.get_by_role("alertdialog")).to_be_visible()
    found = Axe().run(table.page, context=".tw-agree")
    assert found.response["violations"] == []


# --- what comes ahead of the film ---


def reel_of(film: list[Frame], start: int) -> bytes:
    """Return the frames of a film from one on, as they are sent."""
    made = Film()
    for frame in film:
        made.add(frame)
    return reel(start, made.lines[start:])


def test_a_film_is_read_from_its_beginning_and_its_reels(table: TablePage) -> None:
    film = more(3)
    table.open(
        state(
            frames(),
            reel1=reel_of(film[:5], 3),
            reel2=reel_of(film, 5),
            setting=setting(reels=2, takes=2, start=6),
        )
    )
    expect(table.find(".tw-event")).to_have_text("More 2.")
    assert table.step == 6


def test_a_new_reel_is_followed_like_a_new_film(small: TablePage) -> None:
    film = more(2)
    small.push(reel1=reel_of(film, 4), setting=setting(reels=1, takes=1))
    expect(small.find(".tw-event")).to_have_text("More 0.")
    expect(small.find(".tw-timeline")).to_have_attribute("max", "5")


def test_a_reel_may_cut_the_film(small: TablePage) -> None:
    small.push(reel1=reel(2, []), setting=setting(reels=1, takes=1, start=1))
    expect(small.find(".tw-timeline")).to_have_attribute("max", "1")
    assert small.step == 1


def test_frames_ahead_are_seen_at_once_and_taken_back_if_it_fails(small: TablePage) -> None:
    small.piece("pile").click()
    small.button("Play").click()
    small.tell({"do": "ahead", "alone": False}, reel_of(more(1), 3))
    expect(small.find(".tw-event")).to_have_text("More 0.")
    assert small.step == 4
    small.answer("error", "A player has failed.")
    expect(small.find(".tw-alert")).to_have_text("A player has failed.")
    expect(small.find(".tw-timeline")).to_have_attribute("max", "3")
    assert small.step == 3
    expect(small.find(".tw-event")).to_contain_text("Nobody sees it.")


def test_another_view_takes_frames_back_too(small: TablePage) -> None:
    small.tell({"do": "ahead", "alone": False}, reel_of(more(1), 3))
    expect(small.find(".tw-timeline")).to_have_attribute("max", "4")
    small.push(notice={"id": 5, "kind": "error", "text": "somebody else's"})
    expect(small.find(".tw-timeline")).to_have_attribute("max", "3")
    expect(small.find(".tw-alert")).to_be_hidden()


def test_the_frame_in_view_comes_ahead_of_another_film(small: TablePage) -> None:
    small.button("Back").click()
    other = Frame(board(), odds(), ("What Blaise sees.",), status="Blaise to play")
    small.tell({"do": "ahead", "alone": True}, reel(2, [line_of(other)]))
    expect(small.find(".tw-event")).to_have_text("What Blaise sees.")
    assert small.step == 2
    seen = [frame._replace(said=("All of it.",)) for frame in frames()]
    small.push(film=film_of(seen), setting=setting(seat="1", takes=1))
    expect(small.find(".tw-event")).to_have_text("All of it.")
    assert small.step == 2


def line_of(frame: Frame) -> bytes:
    """Return a frame told whole."""
    made = Film()
    made.add(frame)
    return made.lines[0]


def test_trials_are_seen_while_they_are_made(small: TablePage) -> None:
    small.piece("pile").click()
    path, counts = ["do:draw"], {"pair": 3, "safe": 7}
    tried = {"at": 3, "path": path, "done": 10, "counts": counts}
    small.tell({"do": "trials", "trials": tried})
    expect(small.find(".tw-tally").first).to_contain_text("3 of 10")
    small.push(notice={"id": 5, "kind": "error", "text": "interrupted"})
    expect(small.find(".tw-tally").first).to_have_text("")


def test_the_move_that_was_played_is_just_forward(small: TablePage) -> None:
    small.button("Start").click()
    small.button("Forward").click()
    small.choice("Put your 5 before Blaise").click()
    small.find(".tw-act").get_by_role("button", name="Forward").click()
    assert small.step == 2
    assert small.sent == []


def test_a_jump_without_a_new_film_is_made(small: TablePage) -> None:
    small.push(setting=setting(start=1, jumps=1))
    expect(small.find(".tw-event")).to_have_text("The cards are dealt.")
    small.push(film=film_of(more(1)))
    expect(small.find(".tw-timeline")).to_have_attribute("max", "4")
    assert small.step == 1


def test_a_forced_step_cannot_be_clicked_when_it_is_past(small: TablePage) -> None:
    """Neither while frames go by nor later: its odds are there to be read."""
    forced = frames()[3]._replace(choices=CHOICES[:1], said=("Only this.",), chance=None, played=0)
    small.push(film=film_of([*frames(), forced]))
    expect(small.find(".tw-event")).to_have_text("Only this.")
    expect(small.piece("pile")).to_have_class(re.compile("tw-can"))
    small.push(film=film_of([*frames(), forced, *more(3)[4:]]))
    expect(small.find(".tw-timeline")).to_have_attribute("max", "7")
    small.find(".tw-timeline").fill("4")
    expect(small.piece("pile")).not_to_have_class(re.compile("tw-can"))
    expect(small.find(".tw-choices input")).to_be_disabled()
    expect(small.find(".tw-big")).to_contain_text("2 of 9")


# --- a real kernel side, and messages that no page would send ---

SHOWN = """() => {
    const { branch, seat } = window.model.get("setting");
    return [branch, seat, document.querySelector(".tw-timeline").max];
}"""


@pytest.mark.parametrize("name", games)
def test_page_and_kernel_agree_whatever_is_sent(
    table: TablePage, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(widgets.table, "BREATH", 0)
    rng, widget = Random(name), Table(Match(short(name), seed=3), seat=0)
    table.connect(widget)
    for _ in range(12):
        last = len(widget.match.steps)
        at = rng.choice([last, last, rng.randint(0, last)])
        choices = widget._film().frames[at].choices
        path = list(rng.choice(choices).path) if choices else []
        here = {"at": at, "of": last, "branch": widget.branch, "path": path}
        content = rng.choice(
            [
                {"do": "play", "text": "été", **here},
                {"do": "play", "text": "été", **here},
                {"do": "undo"},
                {"do": "seat", "seat": rng.choice(["0", "1", "open"])},
                {"do": "branch", "at": at},
                {"do": "switch", "branch": rng.randrange(len(widget.matches) + 1)},
                {"do": "play", "at": 10**9, "path": path},
                {"do": None},
                [],
            ]
        )
        table.request(content)
        agreed = [widget.branch, widget.seat, str(len(widget.match.steps))]
        table.page.wait_for_function(
            f"() => String(({SHOWN})()) === '{','.join(map(str, agreed))}'"
        )
