"""The table's module alone on a bare page: no JupyterLab, no kernel, a few milliseconds a step.

The page gets a model that answers like anywidget's, and notes what the module sends. A test may
put a real widget behind it (`connect`): then messages are answered as a kernel would.
"""

import json
from base64 import b64encode
from collections import deque
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page

from gamelib.texts import texts
from tests.browser.lab import PATIENCE
from widgets.film import Frame, film_of
from widgets.scene import HIDDEN, SMALL, Cases, Choice, Item, Result, Scene, card, seat_sign, text
from widgets.stage import Stage

SHOTS = Path(__file__).parent / "shots"
"""Where pictures of the page go, to be looked at."""

ADDRESS = "http://localhost/table"
"""Answered by the test itself. (A page on localhost may use the clipboard, unlike about:blank.)"""

PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>table</title>
<style>body{margin:8px}</style></head><body><main id="out"></main></body></html>"""

HARNESS = """
const plain = (value) => value?.bytes === undefined ? value
    : new DataView(Uint8Array.from(atob(value.bytes), (c) => c.charCodeAt(0)).buffer);
class Model {
    constructor(state) {
        this.state = {};
        this.handlers = {};
        this.sent = [];
        this.saved = [];
        this.deaf = false;
        for (const [key, value] of Object.entries(state)) this.state[key] = plain(value);
    }
    get(key) { return this.state[key]; }
    set(key, value) { this.push({ [key]: value }); (this.changed ??= {})[key] = value; }
    save_changes() {
        this.saved.push(this.changed);
        window.kernel?.(JSON.stringify({ state: this.changed }));
        this.changed = undefined;
    }
    send(content) {
        if (this.deaf) throw new Error("the comm is closed");
        this.sent.push(content);
        return window.kernel?.(JSON.stringify({ content }));
    }
    on(event, handler) { (this.handlers[event] ??= []).push(handler); }
    off(event, handler) {
        this.handlers[event] = this.handlers[event].filter((one) => one !== handler);
    }
    trigger(event, ...values) {
        for (const handler of [...(this.handlers[event] ?? [])]) handler(...values);
    }
    tell(content, buffers) { this.trigger("msg:custom", content, buffers.map(plain)); }
    // All values first, then all events: so does Backbone with one message from the kernel.
    push(changes) {
        const news = Object.keys(changes).filter((key) => changes[key] !== this.state[key]);
        for (const key of news) this.state[key] = plain(changes[key]);
        for (const key of news) this.trigger(`change:${key}`);
    }
}
window.model = new Model(STATE);
window.closers = [];
const blob = new Blob([MODULE], { type: "text/javascript" });
const module = await import(URL.createObjectURL(blob));
window.view = () => {
    const el = document.createElement("div");
    document.getElementById("out").append(el);
    window.closers.push(module.default.render({ model: window.model, el }));
};
window.view();
"""


def as_json(state: Mapping[str, Any]) -> str:
    """Return traits as JSON, bytes among them."""
    return json.dumps(state, default=lambda value: {"bytes": b64encode(value).decode()})


class TablePage:
    """A page with the module on it. `complaints` are the errors its console has shown so far."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.set_default_timeout(PATIENCE)
        self.complaints: list[str] = []
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on(
            "console",
            lambda said: self.complaints.append(said.text) if said.type == "error" else None,
        )
        page.route("**/*", lambda route: route.abort())  # whatever else is asked for: no network
        page.route(ADDRESS, lambda route: route.fulfill(body=PAGE, content_type="text/html"))

    def open(self, state: Mapping[str, Any], attributes: str = "") -> None:
        """Show a widget's state; `attributes` are the body's, such as JupyterLab's theme."""
        self.page.goto(ADDRESS)
        if attributes:
            name, value = attributes.split("=")
            self.page.evaluate(
                "([name, value]) => document.body.setAttribute(name, value)", [name, value]
            )
        self.page.add_style_tag(content=Stage._css)
        script = HARNESS.replace("STATE", as_json(state), 1)
        script = script.replace("MODULE", json.dumps(Stage._esm), 1)
        self.page.evaluate(f"async () => {{{script}}}")
        self.root.wait_for()
        self.page.wait_for_function(
            "document.querySelector('.tw-empty, .tw-piece, .tw-alert:not([hidden])')"
        )

    def stop_clock(self) -> None:
        """Let the time of this page pass only when a test says so."""
        self.page.clock.install(time=0)
        self.page.clock.pause_at(1)

    def connect(self, widget: Stage) -> None:
        """Show a real widget, and let it answer: what it sends reaches the page in that order."""
        self.widget = widget
        assert widget.comm is not None
        widget.comm.publish_msg = self._hear
        self.waiting: deque[str] = deque()
        self.page.expose_function("kernel", self._kernel)
        self.open(widget.get_state())

    def _kernel(self, message: str) -> None:
        """Answer a message; those that come meanwhile wait, as they do at a kernel's door."""
        self.waiting.append(message)
        if len(self.waiting) > 1:
            return
        while self.waiting:
            asked = json.loads(self.waiting[0])
            if "state" in asked:
                self._tell({"method": "update", "state": asked["state"]})
            if "content" in asked:
                self._tell({"method": "custom", "content": asked["content"]})
            self.waiting.popleft()

    def request(self, content: Any) -> None:
        """Send a message that the page itself might not send, and wait until it is answered."""
        self.page.evaluate("content => window.model.send(content)", content)

    def _tell(self, data: Mapping[str, Any]) -> None:
        self.widget._handle_msg({"content": {"data": data}, "buffers": []})

    def _hear(self, kind: str, data: Any, metadata: Any = None, buffers: Any = None) -> None:
        if data.get("method") == "update":
            bytes_ = {
                path[0]: bytes(one) for path, one in zip(data["buffer_paths"], buffers, strict=True)
            }
            self.push(**data["state"], **bytes_)
        elif data.get("method") == "custom":
            self.tell(data["content"], *map(bytes, buffers or ()))

    def tell(self, content: Mapping[str, Any], *buffers: bytes) -> None:
        """Let the kernel send a message."""
        told = as_json({"content": content, "buffers": buffers})
        script = "const told = TOLD; model.tell(told.content, told.buffers);"
        self.page.evaluate(f"() => {{ {script.replace('TOLD', told)} }}")

    def push(self, **traits: Any) -> None:
        """Let the kernel change traits, all in one message."""
        self.page.evaluate(f"() => {{ window.model.push({as_json(traits)}); }}")

    def answer(self, kind: str = "ok", text: str = "") -> None:
        """Answer the last message."""
        self.push(notice={"id": self.sent[-1]["id"], "kind": kind, "text": text})

    def trait(self, name: str) -> Any:
        """Return a trait as the page has it."""
        return self.page.evaluate("name => window.model.get(name)", name)

    @property
    def sent(self) -> list[dict[str, Any]]:
        """What the module has sent to the kernel."""
        sent: list[dict[str, Any]] = self.page.evaluate("window.model.sent")
        return sent

    @property
    def root(self) -> Locator:
        """The (first) table."""
        return self.page.locator(".tw").first

    def find(self, selector: str) -> Locator:
        """Return a part of the table."""
        return self.root.locator(selector)

    def button(self, name: str) -> Locator:
        """Return a button by its words."""
        return self.root.get_by_role("button", name=name, exact=True)

    def field(self, name: str) -> Locator:
        """Return a field by its label."""
        return self.find(f'.tw-field:has(> span:text-is("{name}")) > :is(select, input, textarea)')

    def piece(self, key: str) -> Locator:
        """Return a piece of the board by its key."""
        return self.find(f'.tw-board-picture [data-key="{key}"]')

    def case(self, key: str) -> Locator:
        """Return a piece of the odds picture by its key."""
        return self.find(f'.tw-odds-picture [data-key="{key}"]')

    def choice(self, label: str) -> Locator:
        """Return a choice by its words."""
        return self.find(".tw-choices label").filter(has_text=label)

    def focused(self) -> str:
        """Return the key of the piece that has the focus."""
        key: str = self.page.evaluate("document.activeElement?.dataset?.key ?? ''")
        return key

    @property
    def step(self) -> int:
        """Which step is shown."""
        return int(self.find(".tw-timeline").input_value())


# --- a small match, drawn by hand -----------------------------------------------------------------


def words(lang: str = "en") -> dict[str, str]:
    """Return the words of the controls."""
    return {
        key.removeprefix("table."): text
        for key, text in texts(lang).items()
        if key.startswith("table.")
    }


def hand(face: str, n: int, token: str = "") -> Item:
    """Return a card in Ada's hand."""
    label = f"Ada’s {face}"
    return Item(
        f"hand {n}", 360 + 64 * n, 500, card(face), label, token, face=face, place="hand", z=5
    )


def board(*items: Item, names: tuple[str, ...] = ("Ada", "Blaise", "Carl")) -> Scene:
    """Return a table with a pile, a discard and players, and these pieces on it."""
    places = ((420, 580), (120, 200), (840, 200))
    felt = '<ellipse cx="480" cy="300" rx="460" ry="230" style="fill:var(--tw-felt)"/>'
    seats = (
        Item(
            f"seat {seat}",
            *place,
            seat_sign(seat, name) + text(24, 6, name, 18),
            name,
            f"seat:{seat}",
            z=1,
        )
        for seat, (name, place) in enumerate(zip(names, places, strict=True))
    )
    fixed = (
        Item("felt", 0, 0, felt),
        Item("pile", 400, 240, card(HIDDEN), "pile", "do:draw"),
        Item("discard", 500, 240, card("3"), "discard"),
    )
    return Scene((960, 600), "A small table", (*fixed, *seats, *items))


def odds(seen: int = 0) -> Scene:
    """Return nine cases, the first few of them seen."""
    cases = (
        Item(
            f"case {n}",
            24 + 40 * (n % 3),
            24 + 56 * (n // 3),
            card(str(n + 1), SMALL),
            f"case {n + 1}",
            classes="tw-faded" if n < seen else "",
        )
        for n in range(9)
    )
    return Scene((360, 600), "Nine cards", tuple(cases))


CHOICES = (
    Choice(
        None,
        ("do:draw",),
        "Draw a card",
        "The card makes a pair",
        (
            Result("pair", "a pair", Fraction(2, 9), "bad"),
            Result("safe", "no pair", Fraction(7, 9), "good"),
        ),
        "pair",
        Cases(2, 9, "cards"),
        marks=("case 4", "case 7"),
    ),
    Choice(
        None,
        ("card:5", "seat:1"),
        "Put your 5 before Blaise",
        "It is lost",
        (Result("lost", "lost", Fraction(1, 3), "bad"), Result("kept", "kept", Fraction(2, 3))),
        "lost",
        hurts=("seat:1",),
        trials=2000,
    ),
    Choice(
        None,
        ("card:5", "seat:2"),
        "Put your 5 before Carl",
        "It is lost",
        (Result("lost", "lost", Fraction(1, 2), "bad"), Result("kept", "kept", Fraction(1, 2))),
        "lost",
    ),
    Choice(None, ("card:2", "seat:1"), "Put your 2 before Blaise"),
)


def frames(names: tuple[str, ...] = ("Ada", "Blaise", "Carl")) -> list[Frame]:
    """Return a small match: the deal, Ada's attack, and a card for Blaise; then Ada is to play."""
    two, five, other = (hand(face, n, f"card:{face}") for n, face in enumerate("255"))
    lying = five._replace(key="lying", x=160, y=120, place="table", action="")
    hidden = Item("hidden", 200, 60, card(HIDDEN, SMALL), face=HIDDEN, place="hand 1", z=5)
    return [
        Frame(board(names=names), odds(), ("The table is set.",), status="Chance decides"),
        Frame(
            board(two, five, other, names=names),
            odds(3),
            ("The cards are dealt.",),
            status=f"{names[0]} to play",
            turn="0",
            asker="What Ada knows",
            choices=CHOICES,
            played=1,
        ),
        Frame(
            board(two, other, lying, names=names),
            odds(3),
            (f"{names[0]} puts the 5 before {names[1]}.",),
            status=f"{names[1]} to play",
            turn="1",
            asker="What Ada knows",
        ),
        Frame(
            board(two, other, lying, hidden, names=names),
            odds(4),
            (f"{names[1]} draws a card.", "Nobody sees it."),
            chance=Fraction(1, 9),
            status=f"{names[0]} to play",
            turn="0",
            asker="What Ada knows",
            choices=CHOICES,
        ),
    ]


def setting(**changes: Any) -> dict[str, Any]:
    """Return the settings of that match."""
    return {
        "kind": "table",
        "title": "A small game",
        "seat": "0",
        "seats": [
            ["0", "Ada"],
            ["1", "Blaise"],
            ["2", "Carl"],
            ["public", "Public"],
            ["open", "Teacher"],
        ],
        "lang": "en",
        "langs": [["en", "English"], ["fr", "Français"]],
        "people": ["0"],
        "players": [["0", "Ada", "person"], ["1", "Blaise", "random"], ["2", "Carl", "my own"]],
        "candidates": [["person", "a person"], ["random", "plays at random"], ["my own", "my own"]],
        "branch": 0,
        "start": 3,
        "jumps": 0,
        "takes": 0,
        "reels": 0,
        "board": [960, 600],
        "odds": [360, 600],
        "handover": False,
        "trial_sizes": [1, 100, 1000],
        "undo": True,
        "redo": False,
        **changes,
    }


def state(film: list[Frame] | None = None, **traits: Any) -> dict[str, Any]:
    """Return the traits of a table that shows that match."""
    return {
        "film": film_of(frames() if film is None else film),
        "ui": words(),
        "setting": setting(),
        "controls": [],
        "notice": {},
        "trials": {},
        "guesses": [],
        "branches": [[0, "Main line", 0, 0]],
        "rules": {},
        "projector": False,
        "predict": False,
        "show_odds": True,
        **traits,
    }
