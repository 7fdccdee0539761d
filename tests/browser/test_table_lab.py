"""The table in a real JupyterLab: people play whole games, and the kernel knows what they see."""

import json
import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from gamelib import games
from tests.browser.lab import KERNEL_IS_IDLE, PATIENCE, SECONDS, LabPage
from tests.gamelib.kit import kit
from tests.gamelib.tables import seats
from tests.notebooks import TOP

SHOTS = TOP / "tests" / "browser" / "shots"

SET_UP = """from gamelib import Match, games
from widgets import Table
match = Match(games["{game}"](players={players}, **{options}), seed={seed})
table = Table(match, seat=0{more})
table"""

# Whether what was chosen is on its way to the kernel, or was played already.
IS_PLAYED = """(table, before) => table.getAttribute('aria-busy') === 'true'
    || table.querySelector('.tw-timeline').max !== before"""

ENGLISH = re.compile(r"\b(the|to|play|card|cards|your|step)\b", re.IGNORECASE)
LAPTOP = {"width": 1280, "height": 1000}


def sit_down(
    lab_page: LabPage, game: str, players: int = 3, seed: int = 5, more: str = ""
) -> Locator:
    """Open a notebook with a table, and return the table when it has been drawn."""
    name = lab_page.lab.write(
        "table.ipynb",
        SET_UP.format(
            game=game,
            players=seats(game, players),
            options=kit(game).short,
            seed=seed,
            more=more,
        ),
    )
    lab_page.page.set_viewport_size(LAPTOP)  # type: ignore[arg-type]
    lab_page.open(name)
    assert [error for cell in lab_page.run_all() for error in cell.errors] == []
    table = lab_page.table
    table.locator(".tw-piece").first.wait_for()
    return table


def answered(table: Locator) -> None:
    """Wait until the kernel has answered."""
    expect(table).to_have_attribute("aria-busy", "false")


def to_the_end(table: Locator) -> None:
    """Show the newest step, without waiting for what leads there.

    By force: the button goes off by itself when the newest step is there.
    """
    table.get_by_role("button", name="End", exact=True).click(force=True)


def step_shown(table: Locator) -> int:
    """Return the number of the step that is shown."""
    return int(table.locator(".tw-timeline").input_value())


def is_over(table: Locator) -> bool:
    """Tell whether the table says that the game is over."""
    return "Game over" in (table.locator(".tw-turn").text_content() or "")


def play_by_clicks(table: Locator, most: int = 200) -> int:
    """Click through a game: always the first outlined piece, then the next, then Play."""
    played = 0
    until_somebody_decides(table, lambda: to_the_end(table))
    while not is_over(table):
        assert played < most, "the game does not end"
        before = table.locator(".tw-timeline").get_attribute("max")
        play = table.locator(".tw-act .tw-do")
        for _ in range(3):
            if play.is_visible() and play.is_enabled():
                break
            table.locator(".tw-board-picture .tw-next").first.click()
        play.click()
        played += 1
        expect(table.locator(".tw-timeline")).not_to_have_attribute("max", before or "")
        answered(table)
        until_somebody_decides(table, lambda: to_the_end(table))
    return played


def until_somebody_decides(table: Locator, press_end: Callable[[], None]) -> None:
    """Go to the newest step until it is a person's turn there, or the game is over.

    What the others did comes a moment after what was played, so the newest step may change once.
    """
    end = time.monotonic() + PATIENCE / SECONDS
    while time.monotonic() < end:
        press_end()
        newest = str(step_shown(table)) == table.locator(".tw-timeline").get_attribute("max")
        if newest and (is_over(table) or table.locator(".tw-board-picture .tw-can").count()):
            return
        table.page.wait_for_timeout(50)
    raise AssertionError("nobody is to decide, and the game is not over")


def kernel(lab_page: LabPage, expression: str) -> str:
    """Return what an expression is in the kernel."""
    return lab_page.ask(f"print({expression})")


@pytest.mark.parametrize("game", games)
def test_a_game_is_played_to_its_end_by_clicks_and_the_kernel_has_the_same_match(
    lab_page: LabPage, game: str
) -> None:
    table = sit_down(lab_page, game)

    assert play_by_clicks(table) > 0

    assert kernel(lab_page, "match.outcome is not None") == "True"
    assert int(kernel(lab_page, "len(match.steps)")) == step_shown(table)
    winners = kernel(lab_page, "', '.join(table.names[w] for w in match.outcome.winners)")
    for winner in winners.split(", "):
        expect(table.locator(".tw-turn")).to_contain_text(winner)
    assert kernel(lab_page, "Match.from_json(match.to_json()).states == match.states") == "True"
    assert lab_page.complaints == []


@pytest.mark.parametrize("game", games)
def test_a_game_is_played_to_its_end_by_keys_alone(lab_page: LabPage, game: str) -> None:
    table = sit_down(lab_page, game, seed=6)
    keys = lab_page.page.keyboard
    table.locator("button.tw-first").focus()
    keys.press("End")
    for _ in range(200):
        if is_over(table):
            break
        before = table.locator(".tw-timeline").get_attribute("max")
        for _ in range(40):  # Tab from wherever we are to the board
            keys.press("Shift+Tab")
            if lab_page.page.evaluate("!!document.activeElement.closest('.tw-can')"):
                break
        keys.press("ArrowRight")
        keys.press("ArrowLeft")
        for _ in range(4):
            keys.press("Enter")
            if table.evaluate(IS_PLAYED, before):
                break
        expect(table.locator(".tw-timeline")).not_to_have_attribute("max", before or "")
        answered(table)
        table.locator("button.tw-first").focus()
        until_somebody_decides(table, lambda: keys.press("End"))
    assert is_over(table)
    assert kernel(lab_page, "match.outcome is not None") == "True"
    # JupyterLab's own shortcuts kept out: there is still just the one cell.
    assert (
        lab_page.page.evaluate("window.jupyterapp.shell.currentWidget.content.widgets.length") == 1
    )


def test_the_replay_goes_back_and_forth_while_the_kernel_is_busy(lab_page: LabPage) -> None:
    table = sit_down(lab_page, "fuji_flush", more=", people=[]")
    lab_page.ask("match.run(); table.refresh()")
    expect(table.locator(".tw-timeline")).not_to_have_attribute("max", "0")
    lab_page.page.evaluate(
        """() => { window.jupyterapp.shell.currentWidget.sessionContext.session.kernel
            .requestExecute({code: 'import time; time.sleep(30)'}); }"""
    )
    forward, back = (table.locator(f"button.tw-{name}") for name in ("forward", "back"))
    table.locator("button.tw-first").click()
    seen = [table.locator(".tw-event").text_content()]
    for _ in range(10):
        forward.click()
        seen.append(table.locator(".tw-event").text_content())
    assert step_shown(table) == 10
    assert len(set(seen)) > 5
    for n in range(9, -1, -1):
        back.click()
        assert table.locator(".tw-event").text_content() == seen[n]
    lab_page.page.evaluate(
        "() => window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.interrupt()"
    )
    assert kernel(lab_page, "6 * 7").endswith("42")


def test_playing_from_an_earlier_step_begins_a_new_line_and_the_old_one_stays(
    lab_page: LabPage,
) -> None:
    table = sit_down(lab_page, "auberge", seed=8)
    play_by_clicks(table, most=60)
    steps = int(kernel(lab_page, "len(match.steps)"))
    table.locator("button.tw-first").click()
    table.locator("button.tw-forward").click()
    before = table.locator(".tw-event").text_content()
    table.locator(".tw-choices label").last.click()
    expect(table.locator(".tw-act .tw-do")).to_have_text(re.compile("What if"))
    table.locator(".tw-act .tw-do").click()
    expect(table.locator(".tw-lines button")).to_have_count(2)
    answered(table)
    assert kernel(lab_page, "len(table.matches), table.branch") == "2 1"
    assert int(kernel(lab_page, "len(match.steps)")) == steps
    expect(table.locator(".tw-event")).not_to_have_text(before or "")  # it is played in view
    table.get_by_role("button", name="Main line").click()
    answered(table)
    expect(table.locator(".tw-timeline")).to_have_attribute("max", str(steps))
    assert kernel(lab_page, "table.branch") == "0"


def test_a_guess_is_asked_for_before_the_number_is_shown_and_is_kept(lab_page: LabPage) -> None:
    table = sit_down(lab_page, "auberge", seed=8, more=", predict=True")
    table.locator(".tw-choices label").first.click()
    play = table.locator(".tw-act .tw-do")
    play.click()
    answered(table)
    until_somebody_decides(table, lambda: to_the_end(table))
    table.locator(".tw-choices label", has_text="Draw").click()
    expect(table.locator(".tw-figure .tw-big")).to_have_count(0)
    table.get_by_role("spinbutton", name="Your guess in %").fill("25")
    table.get_by_role("button", name="Reveal").click()
    expect(table.locator(".tw-figure .tw-big strong")).to_have_text(re.compile("%"))
    guesses = json.loads(kernel(lab_page, "__import__('json').dumps(table.guesses)"))
    assert [guess["guess"] for guess in guesses] == [0.25]
    view = "match.game.observe(match.state, 0)"
    risk = kernel(lab_page, f"__import__('gamelib.auberge.odds').auberge.odds.draw_risk({view})")
    assert "/".join(map(str, guesses[0]["exact"])) == risk
    SHOTS.mkdir(exist_ok=True)
    table.screenshot(path=SHOTS / "lab-predict.png")


def test_trials_come_in_beside_the_exact_chances(lab_page: LabPage) -> None:
    table = sit_down(lab_page, "fuji_flush", seed=8)
    to_the_end(table)
    table.locator(".tw-choices label").first.click()
    table.get_by_role("button", name="1,000 times").click()
    expect(table.locator(".tw-tally").first).to_contain_text("of 1,000")
    assert kernel(lab_page, "sum(table.trials['counts'].values())") == "1000"


def test_the_table_speaks_french_when_asked(lab_page: LabPage) -> None:
    table = sit_down(lab_page, "auberge")
    table.locator(".tw-for-lang select").select_option("fr")
    expect(table.locator("button.tw-first")).to_have_text("Début")
    expect(table.locator(".tw-turn")).to_contain_text("Ada")
    for part in (".tw-turn", ".tw-board-picture", ".tw-controls", ".tw-choices", ".tw-said"):
        expect(table.locator(part)).not_to_contain_text(ENGLISH)
    SHOTS.mkdir(exist_ok=True)
    table.screenshot(path=SHOTS / "lab-french.png")


@pytest.mark.parametrize("theme", ["JupyterLab Light", "JupyterLab Dark"])
def test_the_table_wears_the_theme_of_jupyterlab(lab_page: LabPage, theme: str) -> None:
    table = sit_down(lab_page, "auberge")
    lab_page.page.evaluate(
        "theme => window.jupyterapp.commands.execute('apputils:change-theme', {theme})", theme
    )
    dark = "Dark" in theme
    lab_page.page.wait_for_function(
        "light => document.body.dataset.jpThemeLight === light", arg=str(not dark).lower()
    )
    ink, ground = lab_page.page.evaluate(
        """() => {
            const table = document.querySelector('.tw');
            const label = table.querySelector('.tw-board-picture text');
            const light = (colour) => colour.match(/[\\d.]+/g).slice(0, 3)
                .reduce((sum, part) => sum + Number(part), 0) / 765;
            return [light(getComputedStyle(label).fill),
                    light(getComputedStyle(document.body).backgroundColor)];
        }"""
    )
    assert (ink > 0.6) == dark
    assert (ground < 0.4) == dark
    SHOTS.mkdir(exist_ok=True)
    table.screenshot(path=SHOTS / f"lab-{'dark' if dark else 'light'}.png")


# From the table's top to where the dock ends, how much a drawing is scaled, and what overflows.
FITS = """(table) => {
    const [root, dock, board] = ['.tw-layout', '.tw-dock', '.tw-board-picture']
        .map((part) => table.querySelector(part).getBoundingClientRect());
    const cell = table.closest('.jp-OutputArea-output');
    return {
        high: dock.bottom - root.top,
        whole: root.height,
        scale: board.width / 960,
        overflow: [cell.scrollWidth - cell.clientWidth, cell.scrollHeight - cell.clientHeight],
    };
}"""


@pytest.mark.parametrize(
    ("width", "height", "more", "left", "least"),
    [(1366, 768, "", 632, 0.65), (1920, 1080, ", projector=True", 944, 16 / 17)],
    ids=["laptop", "projector"],
)
def test_every_game_fits_in_what_jupyterlab_leaves_of_the_screen(
    lab_page: LabPage, width: int, height: int, more: str, left: int, least: float
) -> None:
    cells = [
        SET_UP.format(game=game, players=seats(game, 4), options={}, seed=5, more=more)
        for game in games
    ]
    lab, page = lab_page.lab, lab_page.page
    name = lab.write("tables.ipynb", *cells)
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"{lab.address}/lab/tree/{name}?token={lab.token}&reset")  # with its sidebar
    page.wait_for_function(KERNEL_IS_IDLE)
    assert [error for cell in lab_page.run_all() for error in cell.errors] == []
    expect(page.locator(".tw:has(.tw-piece)")).to_have_count(len(games))
    wholes = set()
    for table in page.locator(".tw").all():
        fits = table.evaluate(FITS)
        assert fits["high"] <= left
        assert fits["scale"] >= least
        assert fits["overflow"] == [0, 0]
        wholes.add(fits["whole"])
    assert len(wholes) == 1  # and all games are of one height


def test_a_name_that_looks_like_markup_is_shown_as_text(lab_page: LabPage) -> None:
    evil = "<script>window.hit = 1</script>"
    names = f", names=[{evil!r}, '<img src=x onerror=window.hit=1>', '&lt;b&gt;']"
    table = sit_down(lab_page, "auberge", more=names)
    expect(table.locator(".tw-turn")).to_contain_text(evil)
    assert lab_page.page.evaluate("window.hit") is None
    assert table.locator("script, img").count() == 0


def save(lab_page: LabPage, wanted: str = "widget-state+json") -> None:
    """Save the notebook with its widgets."""
    app = "window.jupyterapp"
    keep_state = "'@jupyter-widgets/jupyterlab-manager:saveWidgetState'"
    if not lab_page.page.evaluate(f"() => {app}.commands.isToggled({keep_state})"):
        lab_page.page.evaluate(f"() => {app}.commands.execute({keep_state})")
    lab_page.page.wait_for_function(f"() => {app}.commands.isToggled({keep_state})")
    lab_page.page.evaluate(f"() => {app}.commands.execute('docmanager:save')")
    saved = lab_page.lab.root / "table.ipynb"
    assert wanted in saved.read_text()


def test_a_saved_notebook_opened_without_its_kernel_still_steps(lab_page: LabPage) -> None:
    table = sit_down(lab_page, "auberge", more=", people=[]")
    lab_page.ask("match.run(); table.refresh()")
    expect(table.locator(".tw-timeline")).not_to_have_attribute("max", "0")
    save(lab_page)
    lab_page.page.evaluate("() => window.jupyterapp.shell.currentWidget.sessionContext.shutdown()")

    lab_page.open("table.ipynb")
    again = lab_page.table
    again.locator(".tw-piece").first.wait_for()
    before = step_shown(again)
    for _ in range(5):
        again.locator("button.tw-forward").click()
    assert step_shown(again) == before + 5


def what_happened(table: Locator) -> list[str]:
    """Return what every step up to the last says, from the log."""
    to_the_end(table)
    if not table.locator(".tw-steps li").count():
        table.locator(".tw-study .tw-log").click()
    told = table.locator(".tw-steps li")
    expect(told).to_have_count(step_shown(table) + 1)  # the log is written once it is open
    return told.all_text_contents()


def test_a_film_in_reels_is_whole_in_a_second_view_after_a_reload_and_without_its_kernel(
    lab_page: LabPage,
) -> None:
    table = sit_down(lab_page, "fuji_flush", seed=8)
    while int(kernel(lab_page, "len(table.sent.reels)")) < 2:
        until_somebody_decides(table, lambda: to_the_end(table))
        table.locator(".tw-choices label").first.click()
        table.locator(".tw-act .tw-do").click()
        answered(table)
    until_somebody_decides(table, lambda: to_the_end(table))
    steps, said = kernel(lab_page, "len(match.steps)"), what_happened(table)
    assert len(said) == int(steps) + 1

    save(lab_page, "reel2")
    lab_page.page.evaluate(
        "() => window.jupyterapp.commands.execute('notebook:create-output-view')"
    )
    second = lab_page.page.locator(".jp-LinkedOutputView .tw")
    second.locator(".tw-piece").first.wait_for()
    expect(second.locator(".tw-timeline")).to_have_attribute("max", steps)

    lab_page.open("table.ipynb")  # the kernel is still there, and is asked what the page missed
    again = lab_page.table
    again.locator(".tw-piece").first.wait_for()
    assert what_happened(again) == said
    assert kernel(lab_page, "len(match.steps)") == steps

    lab_page.page.evaluate("() => window.jupyterapp.shell.currentWidget.sessionContext.shutdown()")
    lab_page.open("table.ipynb")
    kept = lab_page.table
    kept.locator(".tw-piece").first.wait_for()
    assert what_happened(kept) == said


def test_after_a_kernel_restart_the_replay_works_and_the_table_says_how_to_play_on(
    lab_page: LabPage,
) -> None:
    table = sit_down(lab_page, "auberge")
    lab_page.page.evaluate(
        "() => window.jupyterapp.shell.currentWidget.sessionContext.restartKernel()"
    )
    lab_page.page.wait_for_function(
        """() => window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.status
            === 'idle'"""
    )
    table.locator("button.tw-back").click()
    table.locator("button.tw-forward").click()
    assert step_shown(table) == 1
    table.locator(".tw-choices label").first.click()
    table.locator(".tw-act .tw-do").click()
    expect(table.locator(".tw-alert")).to_contain_text("kernel is not connected")
    table.locator("button.tw-back").click()
    assert step_shown(table) == 0
