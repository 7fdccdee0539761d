"""How fast the table is to the eye, in a real JupyterLab in Chromium: `python -m bench.widgets`.

Machines are noisy, so playing an action is judged as a ratio: a bare anywidget counter stands on
the same page, and both are clicked in turn. A step of the replay never leaves the page; it is timed
from the key to the frame that the browser paints after it.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple

from playwright.sync_api import Browser, sync_playwright

from bench.common import Row, arguments, report, seated
from gamelib import Match, games
from tests.browser import chromium
from tests.browser.lab import Lab, LabPage, jupyterlab
from tests.widgets.pages import PageModel
from widgets import Table

CROWD = 8
"""The matches that are stepped through are played by so many, or as many as a game is for."""

SEEDS = range(10)
"""The longest of the matches of these seeds is taken."""

NOTEBOOK = """import anywidget, traitlets
from gamelib import Match, games
from widgets import Table

class Counter(anywidget.AnyWidget):
    _esm = '''export default {{ render({{ model, el }}) {{
        const button = document.createElement("button");
        button.className = "bare-counter";
        const show = () => {{ button.textContent = model.get("answer"); }};
        button.onclick = () => {{
            model.set("value", model.get("value") + 1);
            model.save_changes();
        }};
        model.on("change:answer", show);
        show();
        el.append(button);
    }} }}'''
    value = traitlets.Int(0).tag(sync=True)
    answer = traitlets.Int(0).tag(sync=True)

    @traitlets.observe("value")
    def _count(self, change):
        self.answer = change["new"]

display(Counter())
table = Table(Match(games["{game}"](players=min(4, {players})), seed=1), seat=0)
replay = Match(games["{game}"](players={players}), seed={seed})
while len(replay.steps) < {steps}:
    replay.step()
display(table, Table(replay, seat=1, people=[]))"""

# From the click until the kernel's answer has been painted. (A message posted inside an animation
# frame arrives when that frame has been laid out and painted.)
PAINTED = """const painted = (then) => requestAnimationFrame(() => {
    const {port1, port2} = new MessageChannel();
    port1.onmessage = then;
    port2.postMessage(0);
});"""
COUNTER = f"""() => new Promise(done => {{ {PAINTED}
    const button = document.querySelector('.bare-counter');
    const began = performance.now();
    new MutationObserver((_, watch) => {{
        watch.disconnect();
        painted(() => done(performance.now() - began));
    }}).observe(button, {{childList: true, characterData: true, subtree: true}});
    button.click();
}})"""
PLAY = f"""() => new Promise(done => {{ {PAINTED}
    const table = document.querySelectorAll('.tw')[0];
    const timeline = table.querySelector('.tw-timeline');
    const [before, began] = [timeline.max, performance.now()];
    new MutationObserver((_, watch) => {{
        if (timeline.max === before) return;
        watch.disconnect();
        painted(() => done(performance.now() - began));
    }}).observe(timeline, {{attributes: true, attributeFilter: ['max']}});
    table.querySelector('.tw-act .tw-do').click();
}})"""
CHOOSE = """() => {
    const choice = document.querySelector('.tw').querySelector('.tw-choices input');
    choice?.click();
    return !!choice;
}"""
UNDO = "() => document.querySelectorAll('.tw')[0].querySelector('.tw-undo').click()"
# From the key, pressed as a frame begins, to the end of that frame.
STEP = """key => new Promise(done => {
    const table = document.querySelectorAll('.tw')[1];
    requestAnimationFrame(() => {
        const began = performance.now();
        table.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true}));
        const worked = performance.now() - began;
        const {port1, port2} = new MessageChannel();
        port1.onmessage = () => done([worked, performance.now() - began]);
        port2.postMessage(0);
    });
})"""


class Size(NamedTuple):
    """How much is measured of each game."""

    match: int
    """The steps of the match that is drawn."""
    steps: int
    """How many of them are stepped through, forth and back."""
    late: int
    """After how many steps a play is late in a match."""
    builds: int
    plays: int


FULL = Size(match=10_000, steps=100, late=1_000, builds=3, plays=30)
QUICK = Size(match=30, steps=10, late=30, builds=1, plays=2)


def long_match(name: str, most: int) -> Match:
    """Return the longest of some matches at a full table, or so much of it."""
    matches = [Match(seated(name, CROWD), seed=seed) for seed in SEEDS]
    for match in matches:
        while len(match.steps) < most and match.turn is not None:
            match.step()
    return max(matches, key=lambda match: len(match.steps))


def row(what: str, value: float, unit: str, most: float, note: str = "") -> Row:
    """Return a row: a value has to stay below its limit."""
    return Row(what, f"{value:8.2f} {unit:<3} {note}", value, f"≤ {most:g} {unit}", value <= most)


def build(name: str, match: Match, times: int) -> Iterator[Row]:
    """Measure how long the replay takes to draw, and how much of it goes to the page."""
    took = []
    for _ in range(times):
        began = perf_counter()
        table = Table(match, seat=0, people=[])
        took.append(perf_counter() - began)
    state = {
        key: len(value) if isinstance(value, bytes) else len(json.dumps(value, default=str))
        for key, value in table.get_state().items()
    }
    steps = len(match.steps)
    yield row(f"{name}: building {steps:,} steps", min(took), "s", max(1, steps / 100))
    module = state["_esm"] + state["_css"]
    note = f"film {state['film'] / 1000:.0f}, module and style {module / 1000:.0f}"
    most = 300 if steps <= 100 else 1000
    yield row(f"{name}: widget state", sum(state.values()) / 1000, "kB", most, note)


def decision(name: str, steps: int) -> tuple[Match, int]:
    """Return a match after so many steps, or near its end, and the seat that is to decide there."""
    match = long_match(name, steps)
    while not isinstance(seat := match.turn, int) or len(match.actions) < 2:
        match.undo()
    return match.branch(), seat


def costs(name: str, size: Size) -> Iterator[Row]:
    """Measure what a play sends, early and late, and how soon another seat's frame is in view."""
    for steps in (10, size.late):
        match, seat = decision(name, steps)
        at, page = len(match.steps), PageModel(Table(match, seat=seat))
        heard = len(page.sent)
        page.play()
        sent = sum(len(told) + sum(map(len, buffers)) for _, told, buffers in page.sent[heard:])
        note = f"{len(match.steps) - at} new frames"
        yield row(f"{name}: a play after {at:,} steps sends", sent / 1000, "kB", 20, note)
    heard, began = len(page.sent), perf_counter()
    page.ask("seat", seat=str((seat + 1) % match.game.players), at=page.last)
    whole = perf_counter() - began
    seen = page.heard_at[heard] - began
    note = f"{whole:.2f} s until all {len(match.steps):,} steps are there"
    yield row(f"{name}: another seat's frame in view", seen, "s", 0.5, note)


def in_the_browser(name: str, match: Match, page: LabPage, size: Size) -> Iterator[Row]:
    """Measure steps and actions on the page."""
    code = NOTEBOOK.format(
        game=name, seed=match.seed, players=match.game.players, steps=len(match.steps)
    )
    page.open(page.lab.write(f"bench-{name}.ipynb", code))
    errors = [error for cell in page.run_all() for error in cell.errors]
    if errors:
        raise RuntimeError(errors[0])
    evaluate = page.page.evaluate
    page.page.locator(".tw .tw-piece").first.wait_for()
    page.page.wait_for_timeout(1000)

    def stepping(key: str) -> list[Any]:
        return [evaluate(STEP, key) for _ in range(min(len(match.steps), size.steps) - 2)]

    forth, back = stepping("ArrowRight"), stepping("ArrowLeft")
    worked, painted = (median(column) for column in zip(*forth, *back, strict=True))
    note = f"of which ours {worked:.2f} ms"
    yield row(f"{name}: a step, from key to painted picture", painted, "ms", 16, note)

    counter, play = list[float](), list[float]()
    while len(play) < size.plays:
        counter.append(evaluate(COUNTER))
        page.page.locator(".tw").first.locator(".tw-last").evaluate("button => button.click()")
        page.page.wait_for_timeout(50)
        if evaluate(CHOOSE):
            page.page.wait_for_timeout(200)
            play.append(evaluate(PLAY))
        else:
            evaluate(UNDO)
        page.page.wait_for_function(
            "() => document.querySelector('.tw').getAttribute('aria-busy') !== 'true'"
        )
        page.page.wait_for_timeout(100)
    ratio = median(play) / median(counter)
    note = f"{median(play):.0f} ms, a counter {median(counter):.0f} ms"
    yield row(f"{name}: playing an action", ratio, "×", 1.3, note)


class Room:
    """A JupyterLab and a browser, for all games; opened when the first game is measured."""

    def __init__(self, stack: ExitStack, path: str) -> None:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        self.lab: Lab = stack.enter_context(jupyterlab(Path(folder)))
        playwright = stack.enter_context(sync_playwright())
        self.browser: Browser = playwright.chromium.launch(
            executable_path=path, args=list(chromium.FLAGS)
        )
        stack.callback(self.browser.close)

    def measure(self, name: str, size: Size) -> Iterator[Row]:
        """Measure one game."""
        match = long_match(name, size.match)
        yield from build(name, match, size.builds)
        yield from costs(name, size)
        page = self.browser.new_page(viewport={"width": 1280, "height": 900})
        yield from in_the_browser(name, match, LabPage(page, self.lab), size)
        page.close()


def main() -> int:
    """Measure all games and say whether every target is reached."""
    options = arguments("How fast the table is to the eye.").parse_args()
    path = chromium.find()
    if path is None:
        raise SystemExit("There is no Chromium on this machine; `make test` installs one.")
    size = QUICK if options.quick else FULL
    with ExitStack() as stack:
        room = Room(stack, path)
        return report(options, {name: room.measure(name, size) for name in games})


if __name__ == "__main__":
    sys.exit(main())
