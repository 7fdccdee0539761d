"""Aquatika drawn: all in its place, nothing given away, and every number as the odds say."""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from math import comb, prod
from typing import Any
from xml.etree import ElementTree

import pytest

from gamelib.aquatika import (
    Aquatika,
    Carry,
    Cover,
    Eat,
    Hop,
    Move,
    Phase,
    Place,
    State,
    View,
    prey,
    visible,
)
from gamelib.aquatika import odds as chances
from gamelib.aquatika.board import KINDS
from gamelib.aquatika.notation import read_move, read_position
from gamelib.match import Match
from gamelib.texts import LANGUAGES, percent, say, texts
from tests.gamelib.aquatika.table import BOARDS
from tests.widgets.contract import check_choices, check_words_are_large
from tests.widgets.geometry import Box, boxes, outside
from widgets import Table
from widgets.aquatika import art
from widgets.aquatika.board import board
from widgets.aquatika.choices import choices
from widgets.aquatika.motion import movements, traced, way
from widgets.aquatika.odds import (
    BUDGET,
    GAMES,
    LEAST,
    kind_key,
    odds,
    replies,
    replies_key,
    setup_share,
)
from widgets.aquatika.places import MIDDLE, cell_size
from widgets.aquatika.tokens import path
from widgets.scene import HIDDEN, Item, Point, Scene, follow, large

GAME = Aquatika()
LARGE: dict[str, Any] = {
    "board": "/".join(["b" * 26, "A" * 26, *["." * 26] * 22, "B" * 26, "a" * 26]),
    "pieces": (10, 8, 8),
}
WIDE: dict[str, Any] = {"board": "bbbbbbbbbbbb/A#........#B/aaaaaaaaaaaa", "pieces": (4, 4, 4)}
ALL_BOARDS = [*BOARDS, LARGE, WIDE]
each_board = pytest.mark.parametrize("drawn", range(len(ALL_BOARDS)))
LONG = ("Maximilian-Alexander the Great", "Wilhelmina Wolkenstein")


@cache
def played(drawn: int = 0, seed: int = 1) -> Match:
    """A match played at random, or a good part of it."""
    game = Aquatika(**ALL_BOARDS[drawn], max_plies=12 if ALL_BOARDS[drawn] is LARGE else 120)
    match = Match(game, seed=seed)
    match.run()
    return match


def positions(drawn: int = 0, every: int = 1, seed: int = 1) -> Iterator[State]:
    """The states of a match, some of them left out."""
    states = played(drawn, seed).states
    yield from states[::every]
    yield states[-1]


def drawn_position(text: str, game: Aquatika = GAME) -> State:
    return read_position(game, text)


def views(game: Aquatika, state: State) -> Iterator[tuple[View, State | None]]:
    """A table as its seats, the public and the teacher see it."""
    for seat in (0, 1, None):
        yield game.observe(state, seat), None
    yield game.observe(state, game.turn(state)), state


def by_key(scene: Scene, start: str) -> dict[str, Item]:
    return {item.key: item for item in scene.items if item.key.startswith(f"{start} ")}


def keyed(scene: Scene) -> dict[str, Item]:
    return {item.key: item for item in scene.items}


def cells(scene: Scene) -> dict[str, Point]:
    """The middle of every cell, as a reader finds it: by its column's letter and row's number."""
    columns, rows = by_key(scene, "column"), by_key(scene, "row")
    assert all(words(item) == key.split()[1] for key, item in (columns | rows).items())
    return {
        f"{column.split()[1]}{row.split()[1]}": (columns[column].x, rows[row].y)
        for column in columns
        for row in rows
    }


def drawn_in(item: Item) -> list[ElementTree.Element]:
    return [*ElementTree.fromstring(f"<g>{item.svg}</g>")]


def starts(path: ElementTree.Element) -> list[Point]:
    """Where the parts of a path begin."""
    return [(float(x), float(y)) for x, y in re.findall(r"M([-\d.]+) ([-\d.]+)", path.get("d", ""))]


def by_row(at: Point) -> tuple[int, float]:
    return round(at[1] / 5), at[0]


def words(item: Item) -> str:
    drawn = ElementTree.fromstring(f"<g>{item.svg}</g>").iter("text")
    return " ".join(node.text for node in drawn if node.text)


def pieces_in(scene: Scene, place: str) -> list[str]:
    return [item.face for item in scene.items if item.place == place]


# --- the board -----------------------------------------------------------------------------------


@each_board
def test_every_piece_has_a_key_of_its_own_and_keeps_inside_its_picture(drawn: int) -> None:
    game = played(drawn).game
    assert isinstance(game, Aquatika)
    for state in positions(drawn, every=19):
        for view, whole in views(game, state):
            for lang in LANGUAGES:
                for scene in (board(view, lang, LONG, state=whole), odds(view, lang, LONG)):
                    keys = [item.key for item in scene.items]
                    assert len(set(keys)) == len(keys)
                    assert outside(scene) == []
                    check_words_are_large(scene)


@each_board
@pytest.mark.rule("AQ-2")
def test_cells_lie_as_the_drawing_says_seen_from_the_seats_own_side(drawn: int) -> None:
    game = Aquatika(**ALL_BOARDS[drawn])
    geometry, size = game.geometry, cell_size(game.geometry)
    state = game.start()
    for view, whole in views(game, state):
        turned = view.seat == 1 and whole is None
        picture = board(view, state=whole)
        found = cells(picture)
        assert {name[0] for name in found} == {name[0] for name in geometry.names}
        assert len({name[1:] for name in found}) == geometry.rows
        water = drawn_in(keyed(picture)["sea"])[0]
        corners = [(x - size * 0.08 + size / 2 - 0.5, y + size / 2 - 0.5) for x, y in starts(water)]
        expected = []
        for name, (column, row) in zip(geometry.names, geometry.cells, strict=True):
            across, up = column - (geometry.columns - 1) / 2, row - (geometry.rows - 1) / 2
            side = -1 if turned else 1
            x, y = MIDDLE[0] + side * across * size, MIDDLE[1] - side * up * size
            assert found[name] == pytest.approx((x, y), abs=0.1)
            expected.append((x, y))
        there = zip(sorted(corners, key=by_row), sorted(expected, key=by_row), strict=True)
        assert all(at == pytest.approx(place, abs=0.2) for at, place in there), "a cell is there"
    own = cells(board(game.observe(state, 1)))
    home = [own[geometry.names[cell]][1] for cell in geometry.homes[1]]
    theirs = [own[geometry.names[cell]][1] for cell in geometry.homes[0]]
    assert sum(home) / len(home) > sum(theirs) / len(theirs), "one's own home is near"


@each_board
def test_the_water_stays_as_it_is(drawn: int) -> None:
    """It is one piece, drawn once for the whole match."""
    for seat in (0, 1, None):
        game = played(drawn).game
        fixed = [
            {
                item
                for item in board(game.observe(state, seat)).items
                if item.key == "sea" or item.key.startswith(("column ", "row "))
            }
            for state in positions(drawn, every=9)
        ]
        assert all(items == fixed[0] for items in fixed)


@each_board
def test_homes_and_goals_are_marked_with_the_outline_of_their_side(drawn: int) -> None:
    game = Aquatika(**ALL_BOARDS[drawn])
    geometry = game.geometry
    picture = board(game.observe(game.start(), 0), names=LABELS)
    middle, sea = cells(picture), keyed(picture)["sea"]
    _, light, dark, *marks = drawn_in(sea)
    assert len(starts(light)) + len(starts(dark)) == len(geometry.names)
    for seat, shape in enumerate(("circle", "rect")):
        home = [geometry.names[cell] for cell in geometry.homes[seat]]
        goal = [geometry.names[cell] for cell in geometry.goals[seat]]
        for key, names in (("home", home), ("goal", goal)):
            told = say(f"aquatika.piece.{key}", cell=" ".join(names), seat=LABELS[seat])
            assert told in sea.label.split(". ")
        [outlines] = [
            mark for mark in marks if mark.tag == "path" and f"seat{seat}" in mark.get("style", "")
        ]
        at = starts(outlines)
        assert (" 0 1 0 " in outlines.get("d", "")) == (seat == 0), "round, or square"
        assert len(at) == len(home)
        for name in home:
            assert any(abs(y - middle[name][1]) < cell_size(geometry) / 2 for _, y in at)
        found = [mark for mark in marks if mark.find(shape) is not None]
        assert len(found) == len(goal)
        for mark, name in zip(found, goal, strict=True):
            x, y = middle[name]
            place = re.findall(r"[-\d.]+", mark.get("transform", ""))
            assert [*map(float, place)] == pytest.approx([x, y], abs=0.1)
            assert len(mark.findall(shape)) == 3
            initial = [node.text for node in mark.iter("text")]
            assert initial == ["AB"[seat]] * (cell_size(geometry) > 32)


LABELS = ("Ada", "Blaise")


def test_the_creatures_have_shapes_of_their_own_and_the_sides_outlines_of_their_own() -> None:
    state = drawn_position("osf2/5/5/5/5/5/OSF2 move 0 0")
    on = by_key(board(GAME.observe(state, 0)), "on")
    shapes = {}
    for key, item in on.items():
        bare = re.sub(r"seat\d", "", item.svg)
        shapes[item.face] = re.findall(r' d="([^"]+)"', bare)[0], "<rect" in bare
        assert f"seat{item.face[-1]}" in item.svg, key
    assert len({shape for shape, _ in shapes.values()}) == 3
    for kind in KINDS:
        assert shapes[f"{kind} 0"][0] == shapes[f"{kind} 1"][0]
        assert shapes[f"{kind} 0"][1] is False
        assert shapes[f"{kind} 1"][1] is True


@each_board
def test_every_piece_stands_on_its_cell_or_lies_beside_the_board(drawn: int) -> None:
    game = played(drawn).game
    assert isinstance(game, Aquatika)
    geometry = game.geometry
    everything = Counter(
        {f"{kind} {seat}": n for kind, n in zip(KINDS, game.pieces, strict=True) for seat in (0, 1)}
    )
    for state in positions(drawn, every=9):
        scene = board(game.observe(state, game.turn(state)), state=state)
        middle = cells(scene)
        assert Counter(item.face for item in scene.items if item.face) == +everything
        for cell, name in enumerate(geometry.names):
            top = visible(state.cells[cell])
            found = [item for item in scene.items if item.place == f"cell {name}"]
            assert [item.face for item in found] == ([f"{top.kind} {top.seat}"] if top else [])
            for item in found:
                (x, y), half = middle[name], cell_size(geometry) / 2
                square = Box(x - half, y - half, x + half, y + half)
                for box in boxes(item):
                    assert square.left <= box.left
                    assert box.right <= square.right
        left = "stock" if state.phase is Phase.PLACE else "out"
        aside = [item for item in scene.items if item.place.startswith((left, "under"))]
        assert len(aside) + sum(map(bool, map(visible, state.cells))) == everything.total()


@pytest.mark.rule("AQ-3")
def test_while_pieces_are_placed_only_their_owner_and_the_teacher_see_where() -> None:
    hidden = shown = 0
    for state in played().states[:18]:
        for view, whole in views(GAME, state):
            scene = board(view, state=whole)
            for seat in (0, 1):
                home = [GAME.geometry.names[cell] for cell in GAME.geometry.homes[seat]]
                lying = [item for item in scene.items if item.place[5:] in home]
                placed = sum(state.cells[cell] != "." for cell in GAME.geometry.homes[seat])
                if whole is not None or seat == view.seat:
                    assert len(lying) == placed
                    stock = [pieces_in(scene, f"stock {seat} {kind}") for kind in KINDS]
                    assert list(map(len, stock)) == list(GAME.in_hand(state.cells, seat))
                    shown += 1
                else:
                    assert lying == []
                    assert pieces_in(scene, f"secret {seat}") == [HIDDEN] * placed
                    assert pieces_in(scene, f"stock {seat}") == [HIDDEN] * (9 - placed)
                    assert not any(item.face.endswith(f" {seat}") for item in scene.items)
                    hidden += 1
    assert min(hidden, shown) > 9


@pytest.mark.rule("AQ-3")
def test_set_ups_that_a_seat_cannot_tell_apart_look_the_same_to_it_and_to_the_public() -> None:
    state = GAME.start()
    for text in ("O@a1", "S@b2", "F@c2"):
        state = GAME.play(state, read_move(GAME, text))
    other = GAME.start()
    for text in ("F@e2", "O@e1", "O@d1"):
        other = GAME.play(other, read_move(GAME, text))
    for seat in (1, None):
        first, second = GAME.observe(state, seat), GAME.observe(other, seat)
        assert board(first) == board(second)
        assert odds(first) == odds(second)
    assert board(GAME.observe(state, 0)) != board(GAME.observe(other, 0))


@pytest.mark.rule("AQ-10")
def test_what_lies_under_an_octopus_is_shown_to_its_owner_and_the_teacher_alone() -> None:
    state = drawn_position("5/5/1o+F3/5/1O+s3/5/5 move 0 10")
    for view, whole in views(GAME, state):
        scene = board(view, state=whole)
        for place, face, owner in (("b5", "fish 0", 1), ("b3", "shark 1", 0)):
            [item] = [item for item in scene.items if item.place == f"under {place}"]
            seen = whole is not None or view.seat == owner
            assert item.face == (face if seen else HIDDEN)
            assert ("fish" in item.label or "shark" in item.label) == seen
            assert "pointer-events:none" in item.svg, "a click is meant for the octopus"
            assert (art.ASKS in item.svg) == (not seen)


def test_it_is_said_whose_go_it_is_and_who_has_won() -> None:
    seen = set()
    drawn = Aquatika(max_plies=1)
    last = drawn.play(drawn_position("4o/5/5/5/5/5/O4 move 0 0"), read_move(drawn, "a1-b1"))
    for game, state in [(GAME, state) for state in positions()] + [(drawn, last)]:
        scene = board(game.observe(state, 0))
        items = keyed(scene)
        tags = {key for key in items if key == "turn" or key.startswith(("won ", "drawn "))}
        outcome = game.outcome(state)
        if outcome is None:
            assert tags == {"turn"}
            plate = items[f"seat {state.turn}"]
            assert (items["turn"].x, items["turn"].y) == (plate.x, plate.y)
            word = say(f"aquatika.tag.{state.phase.value}")
            assert words(items["turn"]) == word
            assert word in plate.label
            seen.add(state.phase.value)
        else:
            word = "drawn" if len(outcome.winners) > 1 else "won"
            assert tags == {f"{word} {seat}" for seat in outcome.winners}
            seen.add(word)
    assert seen == {"place", "move", "won", "drawn"}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_names_stay_words(lang: str) -> None:
    names = ["<script>alert(1)</script>", ""]
    for state in positions(every=20):
        for view, whole in views(GAME, state):
            for scene in (board(view, lang, names, whole), odds(view, lang, names)):
                root = ElementTree.fromstring(scene.svg())
                assert {node.tag.split("}")[1] for node in root.iter()} <= {
                    "svg", "title", "style", "rect", "g", "path", "circle", "text",
                }  # fmt: skip
                assert " id=" not in scene.svg()


def test_a_piece_has_the_words_of_each_language() -> None:
    for state in positions(every=25):
        for view, whole in views(GAME, state):
            english, french = board(view, "en", state=whole), board(view, "fr", state=whole)
            assert [item.key for item in english.items] == [item.key for item in french.items]
            same = {item.label for item in french.items} & {item.label for item in english.items}
            assert same <= {"", "Ada", "Blaise", *GAME.geometry.names}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_words_of_ours_are_cut_short(lang: str) -> None:
    drawn = Aquatika(max_plies=1)
    last = drawn.play(drawn_position("4o/5/5/5/5/5/O4 move 0 0"), read_move(drawn, "a1-b1"))
    prey_there = drawn_position("5/5/5/2s2/1O+f3/5/5 move 0 2")
    for state in (*positions(every=5), last, prey_there):
        game = drawn if state is last else GAME
        for view, whole in views(game, state):
            for item in (*board(view, lang, state=whole).items, *odds(view, lang).items):
                assert "…" not in words(item), item.key


def word_boxes(item: Item) -> list[Box]:
    """The boxes of a piece's words alone."""
    return boxes(item._replace(svg=re.sub(r"<(rect|circle)[^>]*/>", "", item.svg)))


@each_board
def test_no_words_lie_over_others(drawn: int) -> None:
    """Of the replies to each move, one picture is seen at a time."""
    game = played(drawn).game
    assert isinstance(game, Aquatika)
    for state in positions(drawn, every=23):
        for view, whole in views(game, state):
            for lang in LANGUAGES:
                for scene in (board(view, lang, state=whole), odds(view, lang)):
                    replied = [item for item in scene.items if item.key.startswith("replies ")]
                    rest = [item for item in scene.items if item not in replied]
                    for shown in [[], *([one] for one in replied)]:
                        found = [box for item in rest + shown for box in word_boxes(item)]
                        assert not any(one.overlaps(two) for one, two in combinations(found, 2))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_result_has_a_name(lang: str) -> None:
    for code in chances.RESULTS:
        assert f"aquatika.result.{code}" in texts(lang)


def test_only_the_colours_of_the_table_are_used() -> None:
    for state in positions(every=15):
        for view, whole in views(GAME, state):
            for item in (*board(view, state=whole).items, *odds(view).items):
                for colour in re.findall(r"(?:fill|stroke):([^;\"]+)", item.svg):
                    assert colour in ("none", "transparent") or re.fullmatch(
                        r"var\(--tw-[a-z0-9-]+\)|#1b1f23", colour
                    ), item.key


def test_every_view_is_drawn_the_same_twice() -> None:
    for state in positions(every=30):
        for view, whole in views(GAME, state):
            assert board(view, state=whole) == board(view, state=whole)
            assert odds(view) == odds(view)
            assert choices(view) == choices(view)


# --- how pieces move -----------------------------------------------------------------------------


def shown(game: Aquatika, seat: int | None, seed: int) -> Iterator[tuple[Scene, Scene, Any]]:
    """A match as a film shows it: the board before, the board after with lasting keys, the step."""
    match = played(0, seed)
    before = board(game.observe(match.states[0], seat))
    for was, state, step in zip(match.states, match.states[1:], match.steps, strict=False):
        moves = movements(game.observe(was, None), step.action)
        after = follow(before.items, board(game.observe(state, seat)), moves)
        yield before, after, (was, step.action)
        before = after


@pytest.mark.parametrize("seat", [0, 1, None])
def test_a_piece_keeps_its_key_wherever_it_goes(seat: int | None) -> None:
    done: Counter[str] = Counter()
    for seed in (1, 2, 3):
        for before, after, (was, action) in shown(GAME, seat, seed):
            places = {item.key: item.place for item in before.items if item.face}
            now = {item.key: item.place for item in after.items if item.face}
            assert now.keys() == places.keys(), "no piece comes or goes"
            assert len(now) == 18
            changed = {(places[key], now[key]) for key in now if places[key] != now[key]}
            if isinstance(action, Place):
                continue  # what is hidden goes by other places
            there = was.cells[GAME.geometry.named[action.target]]
            here = was.cells[GAME.geometry.named[action.source]]
            expected = {(f"cell {action.source}", f"cell {action.target}")}
            if prey(here):
                end = f"under {action.target}" if isinstance(action, Carry) else ""
                expected |= {(f"under {action.source}", end or f"cell {action.source}")}
            if isinstance(action, Cover):
                expected |= {(f"cell {action.target}", f"under {action.target}")}
            if isinstance(action, Eat):
                for place, piece in (("cell", visible(there)), ("under", prey(there))):
                    if piece:
                        out = f"out {piece.seat} {piece.kind}"
                        expected |= {(f"{place} {action.target}", out)}
            assert changed == expected
            done[action.code] += 1
            done["freed"] += bool(prey(here)) and not isinstance(action, Carry)
    assert {"step", "cover", "eat", "carry", "hop", "freed"} <= set(+done)


@pytest.mark.rule("AQ-3")
def test_a_piece_comes_from_the_stock_and_hidden_ones_are_turned_over_where_they_stand() -> None:
    film = [*shown(GAME, 0, 1)][:18]
    for before, after, (was, action) in film:
        places = {item.key: item.place for item in before.items if item.face}
        now = {item.key: item.place for item in after.items if item.face}
        came = {(places[key], now[key]) for key in now if places[key] != now[key]}
        if was.turn == 0:
            assert came == {(f"stock 0 {action.piece}", f"cell {action.cell}")}
        elif GAME.play(was, action).phase is Phase.PLACE:
            assert came == {("stock 1", "secret 1")}
        else:
            assert {start for start, _ in came} == {"stock 1", "secret 1"}
            ends = [end.removeprefix("cell ") for _, end in came]
            assert {GAME.geometry.named[end] for end in ends} == {*GAME.geometry.homes[1]}


@pytest.mark.rule("AQ-7")
def test_a_hopping_fish_passes_every_landing_and_an_eaten_piece_waits_for_the_shark() -> None:
    state = drawn_position("5/5/5/3O1/5/1O3/F3s move 0 4")
    hop = read_move(GAME, "a1^c3^e5")
    assert hop in GAME.actions(state)
    for seat in (0, 1):
        before = board(GAME.observe(state, seat))
        moves = movements(GAME.observe(state, None), hop)
        after = follow(before.items, board(GAME.observe(GAME.play(state, hop), seat)), moves)
        middle = cells(before)
        [now] = [item for item in after.items if item.place == "cell e5"]
        [was] = [item for item in before.items if item.key == now.key]
        points = way(was, now)
        assert len(points) == 3
        assert points[1] == pytest.approx(middle["c3"], abs=0.2)
        for (x, y), over in ((points[0], "b2"), (points[2], "d4")):
            assert x == pytest.approx(middle[over][0], abs=0.2)
            assert y < middle[over][1], "it rises"
        step = read_move(GAME, "a1-b1")
        assert isinstance(step, Move)
        beside = now._replace(place="cell b1", x=middle["b1"][0], y=middle["b1"][1])
        assert way(was, beside) == ()
    eaten = was._replace(place="out 0 fish", x=700, y=500)
    assert way(was, eaten) == ((was.x, was.y),)


def test_the_last_move_is_marked_from_cell_to_cell_and_a_placed_piece_is_not() -> None:
    for seat in (0, 1):
        state = drawn_position("5/5/5/3O1/5/1O3/F3s move 0 4")
        scene = board(GAME.observe(state, seat))
        middle = cells(scene)
        for text, landings in (("a1^c3^e5", ("a1", "c3")), ("b2-c3", ("b2",)), ("b2-a2", ("b2",))):
            action = read_move(GAME, text)
            assert isinstance(action, Move)
            marked = keyed(traced(scene, action))["last move"]
            root = ElementTree.fromstring(f"<g>{marked.svg}</g>")
            frames = [boxes(marked)[n] for n in range(2)]
            for frame, name in zip(frames, (action.source, action.target), strict=True):
                x, y = middle[name]
                assert (frame.left + frame.right) / 2 == pytest.approx(x, abs=0.2)
                assert (frame.top + frame.bottom) / 2 == pytest.approx(y, abs=0.2)
                assert frame.right - frame.left < cell_size(GAME.geometry)
            dots = [(float(c.get("cx", 0)), float(c.get("cy", 0))) for c in root.iter("circle")]
            assert len(dots) == len(landings)
            for dot, name in zip(dots, landings, strict=True):
                assert dot == pytest.approx(middle[name], abs=0.2)
        assert traced(scene, Place("shark", "a1")) == scene


def test_the_table_marks_the_last_move_and_never_a_secret_one() -> None:
    match = played()
    film = Table(match, seat=0)._film()
    for step, frame in zip(match.steps, film.frames[1:], strict=True):
        marked = "last move" in keyed(frame.board)
        assert marked == isinstance(step.action, Move)
    assert "last move" not in keyed(film.frames[0].board)
    hops = [n for n, step in enumerate(match.steps, start=1) if isinstance(step.action, Hop)]
    moved = [[item.via for item in film.frames[n].board.items if item.via] for n in hops]
    assert hops
    assert all(len(ways) == 1 for ways in moved)


# --- the odds ------------------------------------------------------------------------------------


@pytest.mark.rule("AQ-1")
def test_while_pieces_are_placed_the_set_ups_left_are_counted_kind_by_kind() -> None:
    for state in played().states[:18]:
        for seat in (0, 1, None):
            view = GAME.observe(state, seat)
            items = keyed(odds(view))
            mine = seat or 0
            left = chances.setups_left(view)
            assert words(items["setups"]) == large(left[mine])
            factors = [
                int(re.findall(r"= (\d+)", words(items[kind_key(kind)]))[0]) for kind in KINDS
            ]
            assert prod(factors) == left[mine]
            hand = GAME.in_hand(view.cells, mine)
            assert factors == [comb(sum(hand[n:]), hand[n]) for n in range(3)]
            assert words(items["product"]).endswith(f"= {large(left[mine])}")
            assert words(items["other"]).endswith(large(left[1 - mine]))
            assert words(items["both"]) == large(left[0] * left[1])
            for kind, count in zip(KINDS, hand, strict=True):
                drawn = ElementTree.fromstring(f"<g>{items[kind_key(kind)].svg}</g>")
                creatures = [g for g in drawn.iter("g") if "scale(.008)" in g.get("transform", "")]
                assert len(creatures) == count


def moving(every: int = 6, seed: int = 1) -> Iterator[tuple[State, View]]:
    """Positions in which a seat is to move, as either seat and the public see them."""
    for state in played(0, seed).states[18::every]:
        if state.phase is Phase.MOVE:
            for seat in (0, 1, None):
                yield state, GAME.observe(state, seat)


def test_the_verdict_is_a_bar_between_the_sides_and_says_how_far_it_read() -> None:
    shares = []
    forced = (
        drawn_position("5/2F2/5/5/5/5/o4 move 0 0"),
        drawn_position("5/5/5/5/5/2f2/O4 move 1 0"),
    )
    positions_shown = [*moving(every=4)] + [
        (state, GAME.observe(state, seat)) for state in forced for seat in (0, 1)
    ]
    for _, view in positions_shown:
        items = keyed(odds(view))
        found = chances.verdict(view, budget=BUDGET, least=LEAST)
        score = found.score if view.turn == 0 else -found.score
        whole, part = ElementTree.fromstring(f"<g>{items['verdict bar'].svg}</g>").findall("rect")[
            :2
        ]
        assert "seat0" in part.get("style", "")
        share = float(part.get("width", "")) / float(whole.get("width", ""))
        assert (score > 0) == (share > 0.5) or abs(score) < 3
        shares.append((score, round(share, 2)))
        said = words(items["verdict words"])
        leader = ("Ada", "Blaise")[score < 0]
        if found.plies is not None:
            assert share in (0, pytest.approx(1))
            assert said == say("aquatika.odds.forced", seat=leader, count=(found.plies + 1) // 2)
        elif score:
            assert said == say("aquatika.odds.ahead", seat=leader, score=abs(score))
        depth = words(items["verdict depth"])
        assert depth == say("aquatika.odds.read", depth=found.depth, count=large(found.positions))
    ranked = [share for _, share in sorted(shares)]
    assert ranked == sorted(ranked), "who is ahead by more has more of the bar"
    assert {0.0, 1.0} < set(ranked)


def test_random_play_is_shown_game_by_game_with_its_interval_the_same_to_all() -> None:
    for state, view in moving():
        items = keyed(odds(view))
        everybody = GAME.observe(state, None)
        seed = f"{state.plies} {state.cells}"
        found = chances.random_play(everybody, trials=GAMES, seed=seed)
        firsts = found.won if state.turn == 0 else found.lost
        games = items["games"].svg
        assert games.count("<circle") == firsts
        assert games.count("<circle") + games.count("<rect") == GAMES
        seat = state.turn if view.seat is None else view.seat
        won = firsts if seat == 0 else GAMES - found.drawn - firsts
        name = ("Ada", "Blaise")[seat]
        share = percent(won / GAMES, digits=0)
        assert words(items["random words"]) == say(
            "aquatika.odds.won", seat=name, count=won, total=GAMES, percent=share
        )
        low, high = chances.Chances(won, 0, GAMES - won).interval
        assert words(items["interval words"]) == say(
            "aquatika.odds.interval", low=percent(low, digits=0), high=percent(high, digits=0)
        )


def test_on_a_large_board_less_is_played_and_read_and_the_panel_says_so() -> None:
    match = played(ALL_BOARDS.index(LARGE))
    game = match.game
    [state, *_] = [state for state in match.states if state.phase is Phase.MOVE]
    items = keyed(odds(game.observe(state, 0)))
    assert " of 1 games" in words(items["random words"])
    assert words(items["verdict depth"]).startswith("1 deep")


def test_moves_and_lines_are_counted() -> None:
    for _, view in moving():
        items = keyed(odds(view))
        counts = chances.mobility(view)
        lengths = []
        for seat in (0, 1):
            assert words(items[f"moves {seat}"]).split()[1] == str(counts[seat])
            bar = boxes(items[f"moves {seat}"])[2]
            lengths.append(bar.right - bar.left)
        assert lengths[0] * counts[1] == pytest.approx(lengths[1] * counts[0], rel=0.02)
        assert words(items["lines"]).split(": ")[1].startswith(large(chances.lines(view, 2)))


def test_at_the_end_the_odds_say_how_it_ended() -> None:
    [state] = [state for state in played().states if state.phase is Phase.OVER]
    for seat in (0, 1, None):
        items = keyed(odds(GAME.observe(state, seat)))
        assert words(items["plies"]) == str(state.plies)
        assert "goal" in words(items["ended 0"])


# --- what can be done ----------------------------------------------------------------------------


@each_board
def test_every_legal_action_is_offered_and_its_tokens_are_on_the_board_once(
    drawn: int,
) -> None:
    game = played(drawn).game
    assert isinstance(game, Aquatika)
    for state in positions(drawn, every=7):
        actions = game.actions(state)
        check_choices(game, state)
        for view, whole in views(game, state):
            tokens = [item.action for item in board(view, state=whole).items if item.action]
            acting = whole is not None or view.seat == state.turn
            expected = [path(view, action) for action in actions] if acting else []
            assert sorted(tokens) == sorted({token for one in expected for token in one})
            if view.seat == state.turn and actions:
                assert {choice.path for choice in choices(view)} == {*expected}


@pytest.mark.rule("AQ-5")
def test_an_octopus_with_a_prey_is_asked_whether_to_carry_it() -> None:
    state = drawn_position("5/5/5/2s2/1O+f3/5/5 move 0 2")
    view = GAME.observe(state, 0)
    paths = {choice.path for choice in choices(view)}
    assert {("at:b3", "to:b4", "do:carry"), ("at:b3", "to:b4", "do:leave")} <= paths
    assert ("at:b3", "to:c4") in paths
    items = {item.action: item for item in board(view).items if item.action}
    drawn = [boxes(items[f"do:{verb}"])[0] for verb in ("carry", "leave")]
    assert not drawn[0].overlaps(drawn[1])
    free = drawn_position("5/5/5/2s2/1O3/5/5 move 0 2")
    assert not any("do:" in item.action for item in board(GAME.observe(free, 0)).items)


@pytest.mark.rule("AQ-6")
def test_what_a_shark_would_eat_is_marked_and_ones_own_piece_can_still_be_chosen() -> None:
    state = drawn_position("5/5/5/1f3/OS3/1F3/5 move 0 2")
    view = GAME.observe(state, 0)
    eats = {choice.path[1]: choice for choice in choices(view) if choice.path[1][:3] == "eat"}
    assert {token: choice.hurts for token, choice in eats.items()} == {
        "eat:b4": ("eat:b4",),
        "eat:a3": ("eat:a3",),
    }
    items = {item.action: item for item in board(view).items if item.action}
    assert "tw-hurt-lines" in items["eat:b4"].svg
    whole, corner = boxes(items["eat:b4"])[0], boxes(items["eat:a3"])[0]
    assert corner.right - corner.left < (whole.right - whole.left) / 2
    own = items["at:a3"]
    assert not corner.left <= own.x <= corner.right, "its middle is free"
    assert all(not choice.hurts for choice in choices(view) if choice.path[1][:3] != "eat")


def test_choices_are_listed_piece_by_piece_and_cell_by_cell() -> None:
    start = GAME.start()
    placed = [choice.path for choice in choices(GAME.observe(start, 0))]
    home = ["a1", "a2", "b1", "b2", "c2", "d1", "d2", "e1", "e2"]
    assert placed == [(f"piece:{kind}", f"cell:{cell}") for kind in KINDS for cell in home]
    state = drawn_position("5/5/5/2s2/1O+f3/5/F4 move 0 2")
    moves = [choice.path for choice in choices(GAME.observe(state, 0))]
    ends = [":".join(path).replace("at:", "").replace("to:", "") for path in moves]
    assert ends == [
        "a1:a2", "a1:b1", "a1:b2",
        "b3:a3:do:carry", "b3:a3:do:leave", "b3:a4:do:carry", "b3:a4:do:leave",
        "b3:b4:do:carry", "b3:b4:do:leave", "b3:c3:do:carry", "b3:c3:do:leave", "b3:c4",
    ]  # fmt: skip
    tall = Aquatika(**LARGE)
    rows = [choice.path[1] for choice in choices(tall.observe(tall.start(), 0))][:2]
    assert rows == ["cell:a1", "cell:b1"]


def test_nothing_is_asked_of_a_place_and_the_panel_shows_how_many_set_ups_have_it_there() -> None:
    for state in played().states[:18]:
        view = GAME.observe(state, state.turn)
        before = chances.setups_left(view)[state.turn]
        picture = keyed(odds(view))
        for choice in choices(view):
            action = choice.action
            assert isinstance(action, Place)
            after = GAME.play(state, action)
            left = chances.setups_left(GAME.observe(after, state.turn))[state.turn]
            if after.phase is not Phase.PLACE:
                left = 1
            hand = GAME.in_hand(state.cells, state.turn)
            assert setup_share(hand, KINDS.index(action.piece)) == (left, before)
            assert (choice.results, choice.asked, choice.cases) == ((), "", None)
            assert choice.question
            assert choice.marks == (kind_key(action.piece),)
            marked = picture[kind_key(action.piece)]
            share = say("aquatika.odds.share", count=large(left), total=large(before))
            assert share in words(marked)
            assert share in marked.label
            assert "tw-if-marked" in marked.svg


def test_a_move_is_offered_with_what_a_reply_at_random_would_do() -> None:
    asked: Counter[str] = Counter()
    for seed in (1, 2):
        for state in played(0, seed).states[18::5]:
            if state.phase is not Phase.MOVE:
                continue
            view = GAME.observe(state, state.turn)
            picture = keyed(odds(view))
            for choice in choices(view):
                assert choice.action is not None
                results = chances.results(view, choice.action)
                told = {code: chance for code, _, chance, _ in choice.results}
                assert told == {**dict.fromkeys([choice.asked], 0), **results}
                assert choice.results[0][0] == choice.asked
                assert choice.chance == results.get(choice.asked, 0)
                found = replies(view, choice.action)
                counts = chances.replies(view, choice.action)
                [key] = choice.marks
                assert key == replies_key(found)
                shown = words(picture[key])
                squares = re.findall(r"M\d+ \d+h\d+v\d+h-\d+z", picture[key].svg)
                assert len(squares) == found.total + len(found.counts)
                other = ("Ada", "Blaise")[1 - state.turn]
                if counts:
                    assert found.counts == counts
                    assert choice.asked == ("lost" if "lost" in results else "eaten")
                    assert choice.question == say("aquatika.question.reply", seat=other)
                    count, total = counts.get(choice.asked, 0), sum(counts.values())
                    assert choice.cases == (count, total, say("aquatika.cases.replies"))
                    for code, count in counts.items():
                        assert f"{count} × {say(f'aquatika.result.{code}')}" in shown
                else:
                    assert found.over
                    assert choice.cases is None
                    assert choice.chance == 1
                    assert choice.question == say("aquatika.question.over")
                    asked["over"] += 1
                asked[choice.asked] += 1
    assert {"eaten", "lost", "won", "over"} <= set(asked)


def test_what_hurts_is_told_from_what_does_not() -> None:
    tones = {
        result.code: result.tone
        for state in played().states[18:]
        if state.phase is Phase.MOVE
        for choice in choices(GAME.observe(state, state.turn))
        for result in choice.results
    }
    hurts = {"lost": "bad", "eaten": "bad", "won": "good", "safe": "good", "covered": ""}
    assert tones.items() <= {**hurts, "drawn": ""}.items()
    assert {"eaten", "lost", "safe"} <= tones.keys()
    last = Aquatika(max_plies=1)
    drawn = choices(last.observe(drawn_position("4o/5/5/5/5/5/O4 move 0 0", last), 0))
    assert all((choice.asked, choice.danger) == ("", None) for choice in drawn)
    assert all([code for code, *_ in choice.results] == ["drawn"] for choice in drawn)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_question_tells_neither_number_nor_answer(lang: str) -> None:
    questions = {
        choice.question
        for state in played().states
        for choice in choices(GAME.observe(state, state.turn), lang)
    }
    assert len(questions) > 2
    for question in questions:
        assert not re.search(r"\d", question)
        assert not any(say(f"aquatika.result.{code}", lang) in question for code in chances.RESULTS)


def test_what_a_move_risks_is_seen_once_it_is_marked_and_not_told_before() -> None:
    """Where a guess is asked for, nothing is marked until it is given."""
    for state in played().states[18::5]:
        if state.phase is Phase.MOVE:
            for item in odds(GAME.observe(state, state.turn)).items:
                if item.key.startswith("replies "):
                    [shown] = drawn_in(item)
                    assert shown.get("class") == "tw-if-marked"
                    assert not item.spoken


def test_a_long_match_is_a_small_film() -> None:
    table = Table(played(), seat="open")
    assert len(table.film) < 500_000
    assert len(table.match.to_json()) < 100_000
