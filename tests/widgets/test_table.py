"""The table's kernel side: what it shows to whom, and what it answers to what the page sends."""

from __future__ import annotations

import json
import zlib
from base64 import b64decode
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from gamelib import Match, games
from gamelib.fuji_flush import FujiFlush
from gamelib.odds import GameOdds, odds_of
from gamelib.players import PlayerError, known_players
from gamelib.texts import LANGUAGES, texts
from tests.gamelib.tables import seated, seats, short, slow
from tests.widgets.pages import PageModel, frames_of, lines_in, unpacked
from widgets import Table
from widgets.camera import Camera
from widgets.film import Film, Frame
from widgets.scene import Item, Scene, follow

EVERY_GAME = pytest.mark.parametrize("name", games)


def sit(name: str = "auberge", players: int = 3, seed: int = 5, **options: Any) -> Table:
    """Return a table at which seat 0 is a person's, with nothing to wait for."""
    return Table(Match(short(name, players), seed=seed), **options)


frames = frames_of


def send(table: Table, do: str, **content: Any) -> str:
    """Send a message as the page would, and return the line that answers it."""
    message = {"id": 7, "do": do, "of": len(table.match.steps), "branch": table.branch, **content}
    table._receive(table, message, [])
    assert table.notice["id"] == 7
    told: str = table.notice["text"]
    assert bool(told) == (table.notice["kind"] == "error")
    return told


def choose(table: Table, n: int = 0) -> dict[str, Any]:
    """Return a message that plays the n-th choice of the last frame."""
    return {"at": len(table.match.steps), "path": frames(table)[-1]["choices"][n]["path"]}


def replayed(table: Table) -> list[dict[str, dict[str, Any]]]:
    """Return the pieces of the board in each frame, put together from the changes."""
    board: dict[str, dict[str, Any]] = {}
    boards = []
    for frame in frames(table):
        board = {key: item for key, item in board.items() if key not in frame["board"]["gone"]}
        for key, change in frame["board"]["put"]:
            board[key] = {**board.get(key, {}), **change}
        boards.append(board)
    return boards


@EVERY_GAME
def test_a_film_put_together_from_its_changes_is_what_was_drawn(name: str) -> None:
    match = Match(short(name, 4), seed=3)
    match.run()
    table = Table(match, seat=0)
    for board, frame in zip(replayed(table), table._film().frames, strict=True):
        assert set(board) == {item.key for item in frame.board.items}
        for item in frame.board.items:
            assert board[item.key].get("svg", "") == item.svg
            assert board[item.key].get("action", "") == item.action
            assert board[item.key].get("x", 0) == pytest.approx(item.x, abs=0.05)


@EVERY_GAME
def test_a_film_that_grows_step_by_step_is_the_film_made_at_once(name: str) -> None:
    table = sit(name, seat="open")
    while table.match.turn is not None:
        table.match.step()
        table.refresh()
    assert lines_in(table.get_state()) == lines_in(Table(table.match, seat="open").get_state())


def test_a_moved_card_keeps_its_key_and_a_turned_one_too() -> None:
    def scene(*cards: tuple[str, str]) -> Scene:
        items = (Item(f"{n}", n, 0, "", place=p, face=f) for n, (p, f) in enumerate(cards))
        return Scene((9, 9), "", tuple(items))

    before = scene(("hand", "7"), ("hand", "8"), ("other", "?"))
    after = follow(
        before.items, scene(("hand", "8"), ("table", "7"), ("table", "9"), ("hand", "3"))
    )
    keys = [item.key for item in after.items]
    assert keys[:3] == ["1", "0", "2"]
    assert keys[3] not in {"0", "1", "2"}


def test_pieces_that_look_alike_keep_their_keys_where_it_is_known_who_moved() -> None:
    def scene(*places: str) -> Scene:
        items = (Item(f"{n}", n, 0, "", place=p, face="pirate") for n, p in enumerate(places))
        return Scene((9, 9), "", tuple(items))

    before = scene("stock", "stock", "captain", "left")
    after = scene("stock", "captain", "left", "island")
    moves = (("stock", "captain"), ("captain", "left"), ("left", "island"))
    assert [item.key for item in follow(before.items, after, moves).items] == ["0", "1", "2", "3"]
    assert [item.key for item in follow(before.items, after).items] == ["0", "2", "3", "1"]


def test_whoever_plays_a_seat_can_be_chosen_again() -> None:
    """Also a player that the games do not know, by its own name."""

    def mine(view: Any, actions: Any, rng: Random) -> Any:
        return actions[0]

    match = Match(games["auberge"](players=3), seed=1, players=["random", mine, "counter"])
    setting = Table(match, seat=0).setting
    candidates = [name for name, _ in setting["candidates"]]
    assert candidates.count("mine") == 1
    assert {player for _, _, player in setting["players"]} <= set(candidates)


def test_an_empty_film_is_empty() -> None:
    assert zlib.decompress(Film().data()) == b""


def test_a_cut_film_forgets_what_was_packed() -> None:
    film = Film()
    picture = Scene((9, 9), "picture", ())
    for n in range(4):
        film.add(Frame(picture, picture, said=(str(n),)))
    film.data()
    film.cut(2)
    assert zlib.decompress(film.data()).count(b"said") == 2


# --- secrets ---


@EVERY_GAME
def test_a_seat_gets_the_same_film_in_every_world_it_cannot_tell_apart(name: str) -> None:
    """The whole film so far: pieces, words, chances and choices hold nothing hidden."""
    match = Match(games[name](players=seats(name, 3)), seed=4)
    for _ in range(14):
        if match.turn is not None:
            match.step()
    game, state = match.game, match.state
    view = game.observe(state, 0)
    world = game.imagine(view, Random(1))
    assert game.observe(world, 0) == view
    camera, last = Camera("0", "en", ("Ada", "Blaise", "Carl")), len(match.steps)
    drawn = camera.frame(match, last)
    match.states[-1] = world
    imagined = camera.frame(match, last)
    assert imagined.board == drawn.board
    assert imagined.odds == drawn.odds
    assert imagined.choices == drawn.choices


def test_the_chance_of_a_hidden_card_is_not_told_and_an_open_one_by_what_the_seat_knows() -> None:
    match = Match(games["auberge"](players=3), seed=2, players=["bluffer"] * 3)
    match.run()
    seen, teacher = Table(match, seat=0), Table(match, seat="open")
    chances = 0
    for n, step in enumerate(match.steps, start=1):
        told, told_all = frames(seen)[n]["chance"], frames(teacher)[n]["chance"]
        if step.action.code == "drawn":
            assert (told is None) == (match.states[n - 1].turn != 0)
            assert told_all is not None
        if step.action.code == "turned":
            unseen = match.game.observe(match.states[n - 1], 0)
            total = unseen.pile_size + sum(unseen.hand_sizes) - len(unseen.hand)
            assert total % int(told[1]) == 0  # favourable of all cards that Ada has not seen
            chances += 1
    assert chances


# --- messages ---

NONSENSE: list[Any] = [
    None, 3, "play", [], {}, {"do": None}, {"do": []}, {"do": "dance"}, {"do": "__init__"},
    {"do": "play"}, {"do": "play", "at": -1}, {"do": "play", "at": 10**9},
    {"do": "play", "at": 1.0},
    {"do": "play", "at": True, "path": []}, {"do": "play", "at": 1, "path": "card:3"},
    {"do": "play", "at": 1, "path": [["card:3"]]}, {"do": "play", "at": 1, "of": 1, "branch": 0,
    "path": ["card:99"]}, {"do": "branch"}, {"do": "branch", "at": 999}, {"do": "switch"},
    {"do": "switch", "branch": 4}, {"do": "seat"}, {"do": "seat", "seat": "7"},
    {"do": "seat", "seat": -1}, {"do": "lang", "lang": "xx"}, {"do": "lang", "lang": ["en"]},
    {"do": "player", "seat": 9, "player": "random"}, {"do": "player", "seat": 1, "player": "me"},
    {"do": "player", "seat": 1, "player": ["random"]}, {"do": "try", "at": 1, "times": 5},
    {"do": "try", "at": 1, "path": [], "times": 10**9}, {"do": "load"}, {"do": "load", "record": 5},
    {"do": "load", "record": "{"}, {"do": "load", "record": "x" * 2_000_000}, {"do": "redo"},
]  # fmt: skip


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("message", NONSENSE, ids=lambda message: str(message)[:40])
def test_nonsense_from_the_page_changes_nothing_and_is_answered(message: Any, lang: str) -> None:
    table = sit(lang=lang)
    record = table.match.to_json()
    before = (table.film, table.setting, len(table.matches), table.people)
    table._receive(table, message, [])
    assert table.notice["kind"] == "error"
    assert table.notice["text"]
    assert (table.film, table.setting, len(table.matches), table.people) == before
    assert table.match.to_json() == record


def test_a_message_that_comes_twice_is_played_once() -> None:
    table = sit()
    message = {"id": 1, "do": "play", "of": 1, "branch": 0, **choose(table)}
    table._receive(table, message, [])
    steps = list(table.match.steps)
    table._receive(table, message, [])
    assert table.notice["kind"] == "error"
    assert table.match.steps == steps
    assert len(table.matches) == 1


@slow
@EVERY_GAME
def test_a_whole_game_is_played_by_messages(name: str) -> None:
    table = sit(name, seed=8)
    rng = Random(2)
    while table.match.outcome is None:
        choices = frames(table)[-1]["choices"]
        assert not send(table, "play", **choose(table, rng.randrange(len(choices))))
    assert frames(table)[-1]["over"]
    assert Match.from_json(table.match.to_json()).states == table.match.states
    assert send(table, "play", at=len(table.match.steps), path=["card:3"])


def test_what_was_played_comes_first_and_is_what_the_film_then_holds() -> None:
    page = PageModel(sit("fuji_flush", seed=8))
    at, heard = page.last, len(page.sent)
    page.play()
    _, told, (ahead,) = page.sent[heard]
    assert json.loads(told)["content"] == {"do": "ahead", "alone": False}
    assert unpacked(ahead) == [str(at), *page.lines[at : at + 2]]


@EVERY_GAME
def test_a_play_sends_its_new_frames_and_not_the_film(name: str) -> None:
    """However long the match is: the film that was there stays as it is."""
    page = PageModel(Table(Match(seated(games[name], 3), seed=8)))  # short games end too soon
    assert not page.play()  # the very first frame changes with what is played there
    for _ in range(2):
        film, heard = page.state["film"], len(page.sent)
        assert not page.play()
        states = [json.loads(told).get("state", {}) for _, told, _ in page.sent[heard:]]
        assert not any("film" in state or "ui" in state for state in states)
        assert page.state["film"] == film
        assert [path for _, told, _ in page.sent[heard:] for path in paths(told)] == [
            [f"reel{page.state['setting']['reels']}"]
        ]


def paths(told: str) -> list[list[str]]:
    """Return where the bytes of a message belong."""
    found: list[list[str]] = json.loads(told).get("buffer_paths", [])
    return found


def test_undo_and_play_over_and_over_leave_no_more_reels_than_plays() -> None:
    page = PageModel(sit("fuji_flush", seed=8))
    page.play()
    reels = page.state["setting"]["reels"]
    for n in range(6):
        assert not page.ask("undo")
        assert not page.play(n % 2)
        assert page.state["setting"]["reels"] <= reels + 1
        assert lines_in(page.widget.get_state()) == page.lines


def test_undo_goes_back_to_the_persons_last_decision_and_redo_returns() -> None:
    table = sit(seed=8)
    send(table, "play", **choose(table))
    decided = len(table.match.steps)
    after = list(table.match.steps)
    send(table, "play", **choose(table))
    both = list(table.match.steps)
    send(table, "undo")
    assert len(table.match.steps) == decided
    assert table.match.steps == after
    send(table, "redo")
    assert table.match.steps == both


def test_what_if_begins_a_line_of_its_own_and_all_lines_can_be_come_back_to() -> None:
    table = sit(seed=8)
    send(table, "play", **choose(table, 0))
    main = list(table.match.steps)
    choice = frames(table)[1]["choices"][-1]
    send(table, "play", at=1, path=choice["path"])
    assert table.branch == 1
    assert table.matches[0].steps == main
    assert table.match.steps[0] == main[0]
    send(table, "switch", branch=0)
    assert table.match.steps == main
    assert [branch[0] for branch in table.branches] == [0, 1]


def test_what_if_pressed_again_and_again_makes_no_equal_lines() -> None:
    """Neither from the line it is made of nor from the new one, played on or only begun."""
    table = sit(seed=8)
    send(table, "play", **choose(table))
    for at in (1, 1, 0, 0):
        assert not send(table, "branch", at=at)
        assert len(table.match.steps) == at
    assert not send(table, "switch", branch=0)
    assert not send(table, "branch", at=1)
    assert table.branch == 1
    assert not send(table, "switch", branch=0)
    assert not send(table, "branch", at=len(table.match.steps))
    assert table.branch == 0
    assert len(table.matches) == 3


def test_a_line_that_was_only_begun_and_is_played_as_another_was_goes_there() -> None:
    table = sit(seed=8)
    send(table, "play", **choose(table))
    send(table, "branch", at=1)
    assert not send(table, "play", at=1, path=frames(table)[1]["choices"][0]["path"])
    assert table.branch == 0
    assert len(table.matches) == 2


def test_each_line_says_where_it_begins_and_from_which_it_comes() -> None:
    table = sit(seed=8)
    send(table, "play", **choose(table))
    send(table, "play", at=1, path=frames(table)[1]["choices"][-1]["path"])
    send(table, "branch", at=len(table.match.steps) - 1)
    assert [line[2:] for line in table.branches] == [[0, 0], [1, 0], [len(table.match.steps), 1]]
    assert table.branches[1][1] == "Line 2: what if, after step 1"


def test_a_loaded_record_comes_as_another_line_and_nothing_is_lost() -> None:
    other = Match(games["fuji_flush"](players=5), seed=1)
    other.run()
    table = sit(seat=2)
    assert not send(table, "load", record=other.to_json())
    assert table.match.states == other.states
    assert len(table.matches) == 2
    assert not send(table, "switch", branch=0)
    assert table.match.game.name == "auberge"


def test_people_pass_the_mouse_and_each_sees_only_their_own_cards() -> None:
    table = sit(seed=8, people=[0, 1, 2])
    assert table.setting["handover"]
    for seat in ("0", "1", "2"):
        assert table.seat == seat
        send(table, "play", **choose(table))


def broken(view: Any, actions: Any, rng: Random) -> Any:
    raise RuntimeError("oh dear")


def test_a_player_that_fails_is_named_and_the_move_is_taken_back() -> None:
    match = Match(games["auberge"](players=3), seed=8, players=["random", broken, "random"])
    page = PageModel(Table(match, seat=0))
    steps, lines = list(match.steps), page.lines
    told = page.play()
    assert "broken" in told
    assert "oh dear" in told
    assert match.steps == steps
    assert page.lines == lines
    assert page.ahead is None
    assert not page.ask("player", seat=1, player="random")
    assert not page.play()
    assert len(match.steps) > len(steps) + 1


def test_players_that_fail_can_be_replaced_one_after_the_other() -> None:
    match = Match(FujiFlush(players=3, first=1), seed=8, players=["random", broken, broken])
    page = PageModel(Table(match, seat=0))
    stands = len(match.steps)
    assert "oh dear" in page.ask("player", seat=1, player="random")
    assert len(match.steps) == stands + 1
    assert not page.ask("player", seat=2, player="random")
    assert match.turn == 0
    assert page.last == len(match.steps)


def test_a_table_whose_players_fail_at_once_opens_and_says_so() -> None:
    match = Match(FujiFlush(players=3, first=1), seed=8, players=[broken] * 3)
    table = Table(match, seat=0)
    assert "oh dear" in table.notice["text"]
    with pytest.raises(PlayerError):
        match.step()


def test_where_nobody_plays_each_step_is_asked_for() -> None:
    table = sit(people=[])
    assert len(table.match.steps) == 0
    for n in range(1, 4):
        assert not send(table, "step")
        assert len(table.match.steps) == n


def test_trials_grow_and_are_counted_by_result() -> None:
    table = sit("fuji_flush", seed=8)
    page = PageModel(table)
    heard = len(page.sent)
    assert not page.ask("try", at=page.last, path=page.choices()[0]["path"], times=1000)
    custom = [json.loads(told).get("content", {}) for _, told, _ in page.sent[heard:]]
    grown = [content["trials"]["done"] for content in custom if content.get("do") == "trials"]
    assert grown == sorted(grown)
    assert len(grown) > 5
    codes = {result[0] for result in frames(table)[-1]["choices"][0]["results"]}
    assert set(table.trials["counts"]) <= codes
    assert sum(table.trials["counts"].values()) == 1000


def test_language_and_seat_are_switched_live() -> None:
    table = sit(seed=8)
    english = frames(table)
    assert not send(table, "lang", lang="fr")
    assert table.ui["first"] == texts("fr")["table.first"]
    assert frames(table)[1]["said"] != english[1]["said"]
    assert not send(table, "lang", lang="en")
    assert frames(table) == english
    assert not send(table, "seat", seat="open")
    assert frames(table) != english


# --- what a board to study tells ---


def test_a_position_can_be_copied_and_loaded_elsewhere() -> None:
    page = PageModel(Table(Match(games["fuji_flush"](players=3), seed=5), people=[]))
    match = page.widget.match
    match.run()
    page.widget.refresh()
    assert not page.ask("position", at=12)
    [text] = page.given
    assert Match.from_json(text).states == match.states[:13]
    elsewhere = sit("auberge")
    assert not send(elsewhere, "load", record=text)
    assert elsewhere.match.states == match.states[:13]
    assert elsewhere.start == 12
    assert send(elsewhere, "position", at=13)


def forced(table: Table, word: str) -> list[int]:
    """Return the steps of which is told that nothing else was possible."""
    sentence = texts("en")[word].removeprefix("{seat}")
    return [n for n, frame in enumerate(frames(table)) if sentence in " ".join(frame["said"])]


def test_a_forced_step_says_so_to_its_seat_and_to_the_teacher_alone() -> None:
    match = Match(games["hispaniola"](players=3), seed=5)
    while len(match.steps) < 120 and match.turn is not None:
        match.step()
    alone = {
        seat: [
            n
            for n, step in enumerate(match.steps, start=1)
            if step.seat == seat and len(match.game.actions(match.states[n - 1])) == 1
        ]
        for seat in range(3)
    }
    assert all(alone.values())
    for seat, steps in alone.items():
        assert forced(Table(match, seat=seat, people=[]), "table.forced") == steps
    everybody = sorted(n for steps in alone.values() for n in steps)
    assert forced(Table(match, seat="open"), "table.forced.seat") == everybody
    public = Table(match, seat="public")
    assert forced(public, "table.forced") == forced(public, "table.forced.seat") == []


def test_a_game_says_in_its_own_words_why_a_step_was_forced(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    words = {**texts("en"), "fuji_flush.forced.play": "Your only card."}
    monkeypatch.setattr("widgets.camera.texts", lambda lang: words)
    monkeypatch.setattr("widgets.camera.say", lambda key, lang, **more: words[key].format(**more))
    match = Match(games["fuji_flush"](players=3), seed=5)
    match.run()
    said = [" ".join(frame["said"]) for frame in frames(Table(match, seat=0, people=[]))]
    assert any("Your only card." in line for line in said)


class Known(GameOdds[Any]):
    """Odds of a game in which it is known two steps later what came of an action."""

    asked: int = 0

    def came(self, view: Any, action: Any, later: Any) -> str | None:
        Known.asked += 1
        assert view.seat is not None
        assert {one.seat for one in later} == {view.seat}
        return "flushed" if len(later) == 2 else None

    def standing(self, view: Any) -> Fraction:
        return Fraction(1, 3)


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> type[Known]:
    """Let the outcome of each action be known."""
    odds = Known()
    real = odds_of(games["fuji_flush"](players=3))
    monkeypatch.setattr(odds, "likelihood", real.likelihood)
    monkeypatch.setattr("widgets.camera.odds_of", lambda game: odds)
    monkeypatch.setattr(Known, "asked", 0)
    return Known


def came(table: Table) -> list[tuple[int, int]]:
    """Return when it was told of which decision what came of it."""
    told = [(n, at) for n, frame in enumerate(frames(table)) for at, _ in frame["came"]]
    assert all(n == at + 2 for n, at in told)
    return told


@pytest.mark.usefixtures("known")
def test_what_came_of_a_decision_is_told_when_it_is_known_and_survives_undo_and_branches() -> None:
    table = sit("fuji_flush", seed=8)
    for _ in range(3):
        send(table, "play", **choose(table))
    told = came(table)
    assert told
    assert {at for _, at in told} <= {
        n for n, step in enumerate(table.match.steps) if step.seat == 0
    }
    send(table, "undo")
    assert came(table) == [(n, at) for n, at in told if n <= len(table.match.steps)]
    send(table, "redo")
    assert came(table) == told
    send(table, "branch", at=told[-1][1])
    assert came(table) == [(n, at) for n, at in told if n <= told[-1][1]]
    send(table, "switch", branch=0)
    assert came(table) == told
    assert lines_in(table.get_state()) == lines_in(
        Table(table.match, seat=0, people=[]).get_state()
    )


def test_a_play_asks_what_came_for_its_new_frames_alone(known: type[Known]) -> None:
    table = sit("fuji_flush", seed=8)
    for _ in range(4):
        before, asked = len(table.match.steps), known.asked
        send(table, "play", **choose(table))
        assert known.asked - asked <= 2 * (len(table.match.steps) - before)


@pytest.mark.usefixtures("known")
def test_a_seat_is_told_how_it_stands_and_whoever_looks_on_is_not() -> None:
    match = Match(games["fuji_flush"](players=3), seed=8)
    match.run()
    assert {frame["standing"] for frame in frames(Table(match, seat=0, people=[]))} == {0.3333}
    for seat in ("public", "open"):
        assert {frame["standing"] for frame in frames(Table(match, seat=seat))} == {None}


@EVERY_GAME
def test_the_rules_are_sent_once_in_the_language_chosen(name: str) -> None:
    page = PageModel(Table(Match(seated(games[name], 3), seed=8)))
    rules = page.state["rules"]
    assert [label for label, _ in rules["rules"]] == [*page.widget.match.game.rulings]
    assert rules["options"] == repr(page.widget.match.game)
    heard = len(page.sent)
    assert not page.play()
    assert not any('"rules": {' in told for _, told, _ in page.sent[heard:])
    assert not page.ask("lang", lang="fr")
    assert page.state["rules"]["rules"] != rules["rules"]


@EVERY_GAME
def test_a_play_s_message_stays_small_at_any_step(name: str) -> None:
    page = PageModel(Table(Match(seated(games[name], 3), seed=8)))
    assert not page.play()
    for _ in range(4):
        heard = len(page.sent)
        if not page.choices() or page.choices()[0].get("entry"):
            break
        assert not page.play()
        sizes = [len(told) + sum(map(len, data)) for _, told, data in page.sent[heard:]]
        assert max(sizes) < 20_000


# --- from Python ---


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"seat": 3}, ValueError),
        ({"seat": -1}, ValueError),
        ({"seat": "teacher"}, ValueError),
        ({"seat": True}, ValueError),
        ({"lang": "de"}, ValueError),
        ({"people": [7]}, ValueError),
        ({"names": ["Ann"]}, ValueError),
        ({"at": 99}, ValueError),
        ({"colour": "red"}, TypeError),
    ],
)
def test_a_table_that_cannot_be_says_why(options: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error, match=r"\w+ \w+"):
        sit(**options)


@EVERY_GAME
def test_the_mimebundle_is_stable_and_holds_a_picture(name: str) -> None:
    one, two = (
        (sit(name, names=["<b>", "&", '"'])._repr_mimebundle_() or ({}, {}))[0] for _ in "12"
    )
    for kind in ("text/plain", "text/html"):
        assert one[kind] == two[kind]
    assert "0x" not in one["text/plain"]
    image = b64decode(one["text/html"].split("base64,")[1].split('"')[0]).decode()
    assert image.startswith("<svg")
    assert "<b>" not in image


@EVERY_GAME
def test_a_picture_shows_no_odds_where_the_table_does_not(name: str) -> None:
    """So a lesson can ask for a guess before anything was run."""
    open_, hidden = sit(name), sit(name, show_odds=False)
    board = hidden.picture()
    assert board.size[0] < open_.picture().size[0]
    assert {item.key for item in board.items} == {
        item.key for item in open_.picture().items if not item.key.startswith("beside ")
    }


@EVERY_GAME
def test_every_player_that_can_be_chosen_has_a_name_in_every_language(name: str) -> None:
    for lang in LANGUAGES:
        candidates = dict(sit(name, lang=lang).setting["candidates"])
        assert candidates.keys() >= known_players(short(name)).keys()
        assert all(words != player for player, words in candidates.items())
