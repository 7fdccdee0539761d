"""How fast the table is to the eye, in a real JupyterLab in Chromium: `python bench/widgets.py`.

Machines are noisy, so playing an action is judged as a ratio: a bare anywidget counter stands on
the same page, and both are clicked in turn. A step of the replay never leaves the page; it is timed
from the key to the frame that the browser paints after it. The exit code is 0 when every target is
reached.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from playwright.sync_api import sync_playwright

from gamelib import Match, games
from tests.browser import chromium
from tests.browser.lab import LabPage, jupyterlab
from tests.widgets.pages import PageModel
from widgets import Table

STEPS = 100
"""How many steps of a match are drawn and stepped through, unless it is a whole one."""

WHOLE = 10_000
"""More steps than any match has."""


class Replay(NamedTuple):
    """A match that is measured: so many players of a kind that takes its time, and its length."""

    players: int
    kind: str
    steps: int = STEPS


REPLAYS = {
    "auberge": Replay(8, "bluffer"),
    "fuji_flush": Replay(4, "random"),
    "hispaniola": Replay(5, "random", WHOLE),
    "jamaica": Replay(6, "racer", WHOLE),
    "decrypto": Replay(4, "random", WHOLE),
    "aquatika": Replay(2, "random", WHOLE),
}

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
replay = Match(games["{game}"](players={players}), seed={seed}, players=["{kind}"] * {players})
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


def long_match(name: str) -> tuple[Match, int]:
    """Return a match of so many steps, or a whole one, and its seed."""
    most = games[name].player_counts[-1]
    players, kind, steps = REPLAYS.get(name, Replay(most, "random", WHOLE))
    for seed in range(1_000):
        match = Match(games[name](players=players), seed=seed, players=[kind] * players)
        while len(match.steps) < steps and match.turn is not None:
            match.step()
        if len(match.steps) == steps or steps == WHOLE:
            return match, seed
    raise RuntimeError(f"no match of {name} lasts {steps} steps")


class Report:
    """Rows of what was measured, each judged against its target."""

    def __init__(self) -> None:
        self.missed = 0

    def row(self, what: str, value: float, unit: str, limit: float, note: str = "") -> None:
        """Print a row: a value has to stay below its limit."""
        reached = value <= limit
        self.missed += not reached
        verdict = "reached" if reached else "MISSED"
        print(f"  {what:<44}{value:9.2f} {unit:<4} {note:<44} target ≤ {limit:g}: {verdict}")


def build(report: Report, name: str, match: Match) -> None:
    """Measure how long the replay takes to draw, and how much of it goes to the page."""
    times = []
    for _ in range(3):
        began = perf_counter()
        table = Table(match, seat=0, people=[])
        times.append(perf_counter() - began)
    state = {
        key: len(value) if isinstance(value, bytes) else len(json.dumps(value, default=str))
        for key, value in table.get_state().items()
    }
    steps = len(match.steps)
    report.row(f"{name}: building {steps} steps", min(times), "s", max(1, steps / STEPS))
    module = state["_esm"] + state["_css"]
    note = f"film {state['film'] / 1000:.0f} kB, module and style {module / 1000:.0f} kB"
    most = 300 if steps <= STEPS else 1000
    report.row(f"{name}: widget state", sum(state.values()) / 1000, "kB", most, note)


def decision(name: str, steps: int) -> tuple[Match, int]:
    """Return a match in which a seat is to decide after so many steps, or near its end."""
    players, kind, _ = REPLAYS[name]
    for seed in range(1_000):
        match = Match(games[name](players=players), seed=seed, players=[kind] * players)
        while len(match.steps) < steps and match.turn is not None:
            match.step()
        while match.steps:
            if isinstance(match.turn, int) and len(match.actions) > 1:
                return match.branch(), match.turn
            match.undo()
    raise RuntimeError(f"nobody decides anything in {name}")


def costs(report: Report, name: str) -> None:
    """Measure what a play sends, early and late, and how soon another seat's frame is in view."""
    for steps in (10, 1_000):
        match, seat = decision(name, steps)
        at, page = len(match.steps), PageModel(Table(match, seat=seat))
        heard = len(page.sent)
        page.play()
        size = sum(len(told) + sum(map(len, buffers)) for _, told, buffers in page.sent[heard:])
        note = f"{len(match.steps) - at} new frames"
        report.row(f"{name}: a play after {at} steps sends", size / 1000, "kB", 20, note)
    heard, began = len(page.sent), perf_counter()
    page.ask("seat", seat=str((seat + 1) % match.game.players), at=page.last)
    whole = perf_counter() - began
    seen = page.heard_at[heard] - began
    note = f"{whole:.2f} s until all {len(match.steps)} steps are there"
    report.row(f"{name}: another seat's frame in view", seen, "s", 0.5, note)


def in_the_browser(
    report: Report, name: str, seed: int, steps: int, page: LabPage, rounds: int
) -> None:
    """Measure steps and actions on the page."""
    players, kind, _ = REPLAYS[name]
    code = NOTEBOOK.format(game=name, seed=seed, steps=steps, players=players, kind=kind)
    page.open(page.lab.write(f"bench-{name}.ipynb", code))
    errors = [error for cell in page.run_all() for error in cell.errors]
    if errors:
        raise RuntimeError(errors[0])
    evaluate = page.page.evaluate
    page.page.locator(".tw .tw-piece").first.wait_for()
    page.page.wait_for_timeout(1000)

    def stepping(key: str) -> list[Any]:
        return [evaluate(STEP, key) for _ in range(min(steps, STEPS) - 2)]

    forth, back = stepping("ArrowRight"), stepping("ArrowLeft")
    worked, painted = (median(column) for column in zip(*forth, *back, strict=True))
    note = f"of which ours {worked:.2f} ms"
    report.row(f"{name}: a step, from key to painted picture", painted, "ms", 16, note)

    counter, play = [], []
    for _ in range(rounds):
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
    note = f"{median(play):.0f} ms against {median(counter):.0f} ms of a counter"
    report.row(f"{name}: playing an action", ratio, "×", 1.5, note)


def main() -> None:
    """Measure all games and say whether every target is reached."""
    rounds = 10 if "--quick" in sys.argv else 30
    report = Report()
    path = chromium.find()
    if path is None:
        raise SystemExit("There is no Chromium on this machine; `make test` installs one.")
    with (
        tempfile.TemporaryDirectory() as folder,
        jupyterlab(Path(folder)) as lab,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=path, args=list(chromium.FLAGS))
        for name in games:
            match, seed = long_match(name)
            build(report, name, match)
            costs(report, name)
            page = LabPage(browser.new_page(viewport={"width": 1280, "height": 900}), lab)
            in_the_browser(report, name, seed, len(match.steps), page, rounds)
            page.page.close()
        browser.close()
    print("All targets reached." if not report.missed else f"{report.missed} targets missed.")
    sys.exit(bool(report.missed))


if __name__ == "__main__":
    main()
