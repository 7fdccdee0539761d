"""A request counts as a whole or not at all: whatever fails, page and kernel agree afterwards."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from ipywidgets.widgets.widget import _instances
from traitlets import TraitError

import widgets.table
from gamelib import Match, games
from gamelib.decrypto import Decrypto
from gamelib.exercises import exercise
from gamelib.fuji_flush import FujiFlush
from gamelib.players import known_players
from gamelib.texts import LANGUAGES, say
from tests.gamelib.tables import THOROUGH, short, slow
from tests.widgets.pages import PageModel
from widgets import FlushCombinations, PairRisk, Table
from widgets.camera import Camera
from widgets.question import Question
from widgets.stage import Stage

EVERY_GAME = pytest.mark.parametrize("name", games)


@pytest.fixture(autouse=True)
def _no_breath(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody has to see what is sent ahead."""
    monkeypatch.setattr(widgets.table, "BREATH", 0)


def all_of(widget: Stage) -> object:
    """Return everything that a widget shows and holds, to compare it."""
    state = {key: value for key, value in widget.get_state().items() if key != "notice"}
    if not isinstance(widget, Table):
        return state
    lines = [(match.steps, match.states, match.can_redo, match.players) for match in widget.matches]
    held = (widget.branch, widget.seat, widget.people, widget.lang, widget.start)
    return state, held, [[list(map(list, line[:2])), line[2], list(line[3])] for line in lines]


def agree(page: PageModel) -> bool:
    """Return whether the page shows what the kernel holds: its line, its step and its record."""
    table = page.widget
    assert isinstance(table, Table)
    match = table.match
    page.ask("record")
    return (
        page.ahead is None
        and page.state["setting"]["branch"] == table.branch
        and page.state["setting"]["seat"] == table.seat
        and page.last == len(match.steps)
        and page.given.pop() == match.to_json()
        and len(page.state["lines"]) == len(table.matches)
    )


def clues(seed: int = 3) -> PageModel:
    """Return a table of Decrypto at which a person gives clues in words of their own."""
    page = PageModel(Table(Match(Decrypto(players=4), seed=seed), seat=0, people=[0]))
    for _ in range(50):
        if any(choice["entry"] for choice in page.choices()):
            return page
        assert not page.play()
    raise AssertionError("nobody gives a clue")


def write(page: PageModel, at: int, words: str) -> str:
    """Write words of one's own at a step."""
    path = next(choice["path"] for choice in page.choices(at) if choice["entry"])
    return page.ask("play", at=at, path=path, text=words)


def test_words_refused_at_an_earlier_step_begin_no_line() -> None:
    page = clues()
    at = page.last
    assert not write(page, at, "lighthouse")
    before = all_of(page.widget)
    assert write(page, at, "") == say("reason.no_text")
    assert all_of(page.widget) == before
    assert agree(page)
    assert not page.play()


class Fails:
    """A drawing that fails at its n-th frame."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, n: int, error: BaseException) -> None:
        frame = Camera.frame
        left = [n]

        def failing(camera: Camera, match: Match, at: int) -> Any:
            left[0] -= 1
            if not left[0]:
                raise error
            return frame(camera, match, at)

        monkeypatch.setattr(Camera, "frame", failing)


ERRORS: list[BaseException] = [
    MemoryError(), RecursionError("too deep"), ValueError("no picture"), SystemExit(3),
    GeneratorExit(), KeyboardInterrupt(),
]  # fmt: skip


def record_of_another_game() -> str:
    """Return a short match as text, to be loaded."""
    match = Match(FujiFlush(players=3), seed=1)
    for _ in range(6):
        match.step()
    return match.to_json()


ASKED: dict[str, Callable[[PageModel], str]] = {
    "play": lambda page: page.play(),
    "what_if": lambda page: page.play(1, at=1),
    "load": lambda page: page.ask("load", record=record_of_another_game()),
    "seat": lambda page: page.ask("seat", seat="1"),
    "lang": lambda page: page.ask("lang", lang="fr"),
}
"""What makes a table draw frames that it has not drawn yet."""

CASES = [(do, n, ERRORS[0]) for do in ASKED for n in (1, 2, 3)]
CASES += [("play", 2, error) for error in ERRORS[1:]]


@pytest.mark.parametrize(
    ("do", "n", "error"), CASES, ids=[f"{do}-{n}-{type(error).__name__}" for do, n, error in CASES]
)
def test_a_drawing_that_fails_at_any_frame_changes_nothing(
    do: str, n: int, error: BaseException, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = PageModel(Table(Match(short("fuji_flush"), seed=8), seat=0))
    page.play()
    before = all_of(page.widget)
    with monkeypatch.context() as patch:
        Fails(patch, n, error)
        assert ASKED[do](page)
        assert all_of(page.widget) == before
        assert page.ahead is None
    assert agree(page)
    assert not ASKED[do](page)
    assert agree(page)


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_a_player_may_raise_what_it_likes(error: BaseException) -> None:
    def rude(view: Any, actions: Any, rng: Random) -> Any:
        raise error

    match = Match(short("auberge"), seed=8, players=["random", rude, rude])
    page = PageModel(Table(match, seat=0))
    before = all_of(page.widget)
    assert page.play()
    assert all_of(page.widget) == before
    assert agree(page)
    for seat in (1, 2):
        assert not page.ask("player", seat=seat, player="random")
    assert not page.play()
    assert agree(page)


def test_an_error_that_cannot_say_what_it_is_is_told_all_the_same() -> None:
    class MuteError(Exception):
        def __str__(self) -> str:
            raise self

    def rude(view: Any, actions: Any, rng: Random) -> Any:
        raise MuteError

    page = PageModel(Table(Match(short("auberge"), seed=8, players=["random", rude, rude])))
    assert "MuteError" in page.play()
    assert agree(page)


def test_interrupted_trials_leave_no_trace(monkeypatch: pytest.MonkeyPatch) -> None:
    page = PageModel(Table(Match(short("fuji_flush"), seed=8)))
    path = page.choices()[0]["path"]
    assert not page.ask("try", at=page.last, path=path, times=100)
    before = all_of(page.widget)
    send = page.widget.send

    def interrupted(content: Any, buffers: Any = None) -> None:
        if content["trials"]["done"] > 300:
            raise KeyboardInterrupt
        send(content, buffers)

    with monkeypatch.context() as patch:
        patch.setattr(page.widget, "send", interrupted)
        assert page.ask("try", at=page.last, path=path, times=1000) == say(
            "table.refused.interrupted"
        )
    assert all_of(page.widget) == before
    assert page.state["trials"]["done"] == 100
    assert agree(page)


def test_what_is_interrupted_while_it_is_told_is_told_again() -> None:
    page = PageModel(Table(Match(short("fuji_flush"), seed=8)))
    hear = page._hear
    lost: list[Any] = []

    def deaf(kind: str, data: Any, metadata: Any = None, buffers: Any = None) -> None:
        if data["method"] == "update" and "setting" in data["state"] and not lost:
            lost.append(data)
            raise KeyboardInterrupt
        hear(kind, data, metadata, buffers)

    page.widget.comm.publish_msg = deaf
    page.play()
    assert lost
    assert agree(page)
    assert not page.play()


BAD: list[tuple[str, Any]] = [
    ("at", 99), ("seat", 9), ("lang", "de"), ("people", [7]), ("names", ["Ann"]),
    ("colour", "red"), ("projector", "yes"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "value"), BAD, ids=[name for name, _ in BAD])
def test_a_table_that_cannot_be_leaves_nothing_behind(name: str, value: Any) -> None:
    match = Match(short("auberge"), seed=8)
    opened = set(_instances)
    with pytest.raises((ValueError, TypeError, TraitError)):
        Table(match, **{name: value})
    assert match.steps == []
    assert set(_instances) == opened


def test_an_explorer_that_cannot_be_leaves_nothing_behind() -> None:
    opened = set(_instances)
    for make in (
        lambda: PairRisk(hand=(99,)),
        lambda: PairRisk(lang="de"),
        lambda: FlushCombinations(players=99),
        lambda: FlushCombinations(colour="red"),
    ):
        with pytest.raises((ValueError, TypeError)):
            make()
    assert set(_instances) == opened


def test_a_table_whose_drawing_fails_leaves_the_match_as_it_was(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = Match(short("auberge"), seed=8)
    Fails(monkeypatch, 2, MemoryError())
    with pytest.raises(MemoryError):
        Table(match, seat=0)
    assert match.steps == []


# --- lines ---


@EVERY_GAME
def test_choosing_what_was_played_is_going_forward(name: str) -> None:
    page = PageModel(Table(Match(short(name), seed=4), seat=0))
    assert not page.play()
    table = page.widget
    assert isinstance(table, Table)
    steps, jumps = list(table.match.steps), page.state["setting"]["jumps"]
    at = next(at for at in range(page.last) if page.choices(at))
    played = json.loads(page.lines[at])["played"]
    assert not page.play(played, at=at)
    assert len(table.matches) == 1
    assert table.match.steps == steps
    assert page.state["setting"]["jumps"] == jumps + 1
    assert page.state["setting"]["start"] == at + 1


def test_a_branch_that_another_line_has_already_is_that_line() -> None:
    page = PageModel(Table(Match(short("fuji_flush"), seed=8), seat=0))
    table = page.widget
    assert isinstance(table, Table)
    at = page.last
    page.play(0)
    page.play(1, at=at)
    assert page.state["setting"]["branch"] == 1
    page.play(0, at=at)
    assert page.state["setting"]["branch"] == 0
    assert not page.ask("branch", at=at)
    assert page.state["setting"]["branch"] == 2
    page.play(1)
    assert page.state["setting"]["branch"] == 1
    assert len(table.matches) == 3
    assert agree(page)


# --- fuzz: thousands of messages, legal and hostile, and after each one page and kernel agree ---

ODD: list[Any] = [
    None, True, -1, 0, 1, 3, 10**30, int("9" * 4000), 1.5, "", "0", "open", "x" * 2000, "\ud800",
    [], [[]], ["card:3"], {}, {"a": 1}, [None] * 3,
]  # fmt: skip
KEYS = (
    "id",
    "do",
    "at",
    "of",
    "branch",
    "path",
    "seat",
    "lang",
    "player",
    "times",
    "record",
    "text",
)


def hostile(rng: Random, do: tuple[str, ...]) -> Any:
    """Return a message that is wrong in some way, or not even a message."""
    if rng.random() < 0.1:
        return rng.choice(ODD)
    content = {key: rng.choice(ODD) for key in KEYS if rng.random() < 0.4}
    content["do"] = rng.choice((*do, *do, "dance", "__init__", None, []))
    return content


def legal(page: PageModel, rng: Random) -> Iterator[tuple[str, dict[str, Any]]]:
    """Give a message that a page could send now."""
    table = page.widget
    assert isinstance(table, Table)
    at = rng.choice([page.last, page.last, page.last, rng.randint(0, page.last)])
    for choice in rng.sample(choices := page.choices(at), min(1, len(choices))):
        text = rng.choice(["lighthouse", "", f"word{rng.random()}", "été"])
        yield "play", {"at": at, "path": choice["path"], "text": text}
        yield "play", {"at": at, "path": choice["path"], "text": text}
        yield "try", {"at": at, "path": choice["path"], "times": 1, "text": text}
    yield "undo", {}
    yield "redo", {}
    yield "step", {}
    yield "seat", {"seat": rng.choice(["0", "1", "open", "public"]), "at": at}
    yield "lang", {"lang": rng.choice(LANGUAGES)}
    if len(table.matches) < 8:
        yield "branch", {"at": at}
        yield "load", {"record": table.matches[0].to_json()}
    yield "switch", {"branch": rng.randrange(len(table.matches))}
    players = ["person", *known_players(table.match.game)][:2]
    yield "player", {"seat": rng.randrange(2), "player": rng.choice(players)}


def fuzz_table(name: str, seed: int, messages: int) -> None:
    """Send messages to a table; after each, the page shows what the kernel holds."""
    rng = Random(f"{name}/{seed}")
    page = PageModel(Table(Match(short(name), seed=seed), seat=0))
    table = page.widget
    assert isinstance(table, Table)
    for _ in range(messages):
        if rng.random() < 0.4:
            before = all_of(table)
            if page.send(hostile(rng, tuple(Table.answers))):
                assert all_of(table) == before
        else:
            do, details = rng.choice(list(legal(page, rng)))
            before = all_of(table)
            if page.ask(do, **details) and do != "player":
                assert all_of(table) == before, do
        assert agree(page)
    assert PageModel(table).lines == page.lines


@EVERY_GAME
def test_page_and_kernel_agree_after_every_message(name: str) -> None:
    fuzz_table(name, 1, 25)


@slow
@EVERY_GAME
def test_page_and_kernel_agree_through_a_long_sitting(name: str) -> None:
    fuzz_table(name, 2, 500)


EXPLORERS: dict[str, Callable[[], Stage]] = {
    "pair_risk": lambda: PairRisk(hand=(6, 10), table=(4,), hand_sizes=(2, 2)),
    "flush_combinations": lambda: FlushCombinations(fronts=(None, 3, 7)),
}


def press(rng: Random, page: PageModel) -> dict[str, Any]:
    """Return a click on a piece or a change of a control, possible or not."""
    frame = json.loads(page.lines[0])
    tokens = [change["action"] for _, change in frame["board"]["put"] if change.get("action")]
    tokens += [change["action"] for _, change in frame["odds"]["put"] if change.get("action")]
    control = rng.choice(page.state["controls"])
    values = [*range(-1, 12), *(value for value, _ in control.get("options", ())), *ODD]
    return rng.choice(
        [
            {"do": "press", "token": rng.choice([*tokens, "deck:99", "back:seen:3", "seat:0"])},
            {"do": "set", "control": control["id"], "value": rng.choice(values)},
            {"do": "lang", "lang": rng.choice([*LANGUAGES, "de", []])},
        ]
    )


@pytest.mark.parametrize("name", EXPLORERS)
def test_an_explorer_and_its_page_agree_after_every_message(name: str) -> None:
    rng, page = Random(name), PageModel(EXPLORERS[name]())
    for _ in range(1000 if THOROUGH else 20):
        before = all_of(page.widget), repr(page.widget), vars(page.widget).copy()
        nasty = rng.random() < 0.3
        message = hostile(rng, ("press", "set", "lang")) if nasty else press(rng, page)
        if page.send(message):
            after = all_of(page.widget), repr(page.widget), vars(page.widget).copy()
            assert after == before
        shown = {key: value for key, value in page.widget.get_state().items() if key[0] != "_"}
        assert json.loads(json.dumps(shown, default=list)) == json.loads(
            json.dumps({key: page.state[key] for key in shown}, default=list)
        )


def test_a_question_and_its_page_agree_after_every_message() -> None:
    rng = Random("question")
    for _ in range(20 if THOROUGH else 2):
        task = exercise("next_card")(student="Ada")
        page = PageModel(Question(task))
        for _ in range(40):
            before = page.state["asked"], task.tries, task.hints_shown, task.lang
            message = rng.choice(
                [
                    hostile(rng, tuple(Question.answers)),
                    {
                        "do": "check",
                        "answer": rng.choice([*ODD, "1/2", "9" * 5000, f"{rng.random()}"]),
                    },
                    {"do": rng.choice(["hint", "solve"])},
                    {"do": "lang", "lang": rng.choice(LANGUAGES)},
                ]
            )
            if page.send(message):
                assert (page.state["asked"], task.tries, task.hints_shown, task.lang) == before
            assert page.state["asked"]["tries"] == task.tries
            assert page.state["setting"]["lang"] == task.lang
            assert page.state["asked"] == json.loads(json.dumps(page.widget.get_state()["asked"]))


def test_a_question_whose_picture_fails_counts_no_try(monkeypatch: pytest.MonkeyPatch) -> None:
    task = exercise("next_card")(student="Ada")
    page = PageModel(Question(task))
    with monkeypatch.context() as patch:
        patch.setattr(Question, "picture", lambda self: 1 / 0)
        assert page.send({"do": "check", "answer": "1/2"})
    assert task.tries == 0
    assert page.state["asked"]["tries"] == 0
    assert not page.send({"do": "check", "answer": "1/2"})
    assert page.state["asked"]["tries"] == 1


def test_the_page_sets_its_own_traits_and_no_others() -> None:
    page = PageModel(Table(Match(short("auberge"), seed=8)))
    table = page.widget
    before = all_of(table)
    page._tell({"method": "update", "state": {"film": b"", "setting": {}, "lines": []}})
    assert all_of(table) == before
    page._tell({"method": "update", "state": {"projector": True}})
    assert table.projector
