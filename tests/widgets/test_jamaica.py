"""Jamaica drawn: all in its place, nothing given away, and every number as the odds say."""

import re
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations as pairs
from math import dist
from random import Random
from xml.etree import ElementTree

import pytest

from gamelib.game import Action
from gamelib.jamaica import odds as chances
from gamelib.jamaica.holds import stock
from gamelib.jamaica.position import (
    DECK,
    POWERS,
    STAR,
    TREASURES,
    Battle,
    Choose,
    Curse,
    Due,
    Fight,
    Hidden,
    Keep,
    Load,
    Lose,
    Move,
    Pay,
    Phase,
    Powder,
    Reroll,
    Retreat,
    Reveal,
    SetDice,
    Ship,
    Spare,
    State,
    TakeHidden,
    TakeHold,
    TakePower,
    View,
)
from gamelib.jamaica.rules import Jamaica, unseen_treasures
from gamelib.jamaica.track import FOOD, GOLD, LAIR, POWDER, SEA, TRACK, checked
from gamelib.match import Match
from gamelib.texts import LANGUAGES, percent, say, texts
from tests.gamelib.tables import numbers
from tests.widgets.contract import check_choices, check_words_are_large
from tests.widgets.geometry import Box, boxes, card_box, outside
from widgets.film import Film, Frame
from widgets.jamaica.battle import FIGHTING, LOSE, TIE, WIN, _fought, matrix
from widgets.jamaica.board import board
from widgets.jamaica.choices import choices
from widgets.jamaica.map import RADIUS, chart, route, sea
from widgets.jamaica.motion import way
from widgets.jamaica.odds import odds
from widgets.jamaica.panel import short_throws
from widgets.jamaica.tokens import path
from widgets.scene import HIDDEN, STYLE, Item, Scene, coord, follow, width_of

each_count = pytest.mark.parametrize("players", numbers(Jamaica))
LONG = tuple(f"Maximilian-Alexander the {n}th" for n in range(8))
FIXED = ("card:", "do:", "die:")
"""How tokens begin that only a piece has which can be clicked now."""

ISLET = checked([
    ("royal", 0, 15, [1]), ("sea", 2, -5, [2, 4, 6]), ("lair", 0, -5, [3]), ("port", 3, -5, [9]),
    ("sea", 1, -5, [5]), ("sea", 1, -5, [7]), ("sea", 4, -5, [9]), ("sea", 2, -5, [8]),
    ("port", 1, 1, [9]), ("sea", 12, 2, [10]), ("lair", 0, 3, [11]), ("sea", 1, 4, [12]),
    ("sea", 1, 5, [0]),
])  # fmt: skip
"""A small sea with three ways round."""


@cache
def played(game: Jamaica, seed: int = 1, who: str = "raider") -> Match:
    """A match of players who look for battles."""
    match = Match(game, seed=seed, players=[who] * game.players)
    match.run()
    return match


def positions(players: int, seed: int = 1, every: int = 1) -> Iterator[State]:
    """The states of a match, some of them left out."""
    states = played(Jamaica(players), seed).states
    yield from states[::every]
    yield states[-1]


def moments(players: int) -> Iterator[State]:
    """A state of each phase that a match has, and crowded ones."""
    found = {state.phase: state for state in positions(players)}
    yield from found.values()
    yield from crowded(players)


def crowded(players: int) -> Iterator[State]:
    """A table at its fullest: all ships on one space, full holds, every treasure with somebody."""
    full = ((POWDER, 6), (FOOD, 6), (GOLD, 6), (POWDER, 5), (POWDER, 6), (POWDER, 6))
    start = Jamaica(players).start()
    for space, owner in ((13, 0), (1, players - 1), (6, 0), (0, 1)):
        ships = [Ship(space, 0, full[:5], ())] * players
        ships[owner] = Ship(space, 0, full, POWERS)
        gold = tuple(n for n in TREASURES if n not in POWERS)
        hidden: list[tuple[Hidden, ...]] = [()] * players
        hidden[owner] = tuple(Hidden(n, 1 << owner) for n in sorted(gold))
        hands = [DECK[:3]] * players
        hands[owner] = DECK[-4:]
        base = start._replace(
            phase=Phase.CARD, dice=(6, 5), hands=tuple(hands), ships=tuple(ships),
            piles=((3, 4, 5, 6),) * players, hidden=tuple(hidden),
            treasures=(), chosen=(6,) * players, turn=owner, mover=owner,
        )  # fmt: skip
        yield base
        if space:
            other = (owner + 1) % players
            base = base._replace(chosen=(None,) * players, card=0)
            fought = Battle(owner, other)
            yield base._replace(phase=Phase.FIGHT)
            yield base._replace(phase=Phase.POWDER, battle=fought)
            yield base._replace(phase=Phase.SABRE, battle=fought._replace(dice=(8, 0)))
            answered = fought._replace(dice=(8, 0), powder=(7, 0))
            yield base._replace(phase=Phase.POWDER, turn=other, battle=answered)
            won = answered._replace(dice=(8, 6), winner=owner)
            yield base._replace(phase=Phase.LOOT, battle=won)
            won = won._replace(winner=other)
            yield base._replace(phase=Phase.LOOT, battle=won, turn=other)
            yield base._replace(phase=Phase.PAY, due=Due(FOOD, 3, 0))
            yield base._replace(phase=Phase.LOAD, load=(GOLD, 6))


def plain(players: int) -> Iterator[State]:
    """A battle without powers, step by step."""
    ship = Ship(5, 0, ((POWDER, 3), (FOOD, 1), None, None, (POWDER, 1)), ())
    start = Jamaica(players).start()
    base = start._replace(phase=Phase.FIGHT, ships=(ship,) * players, card=0, dice=(5, 1))
    yield base
    battle = Battle(0, 1)
    yield base._replace(phase=Phase.POWDER, battle=battle)
    yield base._replace(phase=Phase.COMBAT, battle=battle._replace(powder=(2, 0)))
    battle = battle._replace(powder=(2, 0), dice=(4, 0))
    yield base._replace(phase=Phase.POWDER, battle=battle, turn=1)
    yield base._replace(phase=Phase.COMBAT, battle=battle._replace(powder=(2, 1)), turn=1)


def views(game: Jamaica, state: State) -> Iterator[tuple[View, State | None]]:
    """A table as its seats, the public and the teacher see it."""
    for seat in (0, game.players - 1, None):
        yield game.observe(state, seat), None
    turn = game.turn(state)
    yield game.observe(state, turn if isinstance(turn, int) else None), state


def decisions(players: int, every: int = 1) -> Iterator[tuple[Jamaica, State, View]]:
    """Where a player has something to decide, from that seat; the crowded tables among them."""
    game = Jamaica(players)
    for state in (*positions(players, every=every), *crowded(players), *plain(players)):
        if isinstance(turn := game.turn(state), int):
            yield game, state, game.observe(state, turn)


def by_key(scene: Scene, start: str) -> dict[str, Item]:
    return {item.key: item for item in scene.items if item.key.startswith(f"{start} ")}


def words(item: Item) -> str:
    drawn = ElementTree.fromstring(f"<g>{item.svg}</g>").iter("text")
    return " ".join(node.text for node in drawn if node.text)


# --- the sea --------------------------------------------------------------------------------------


@pytest.mark.rule("JA-1")
def test_all_spaces_are_drawn_apart_with_their_prices_lairs_and_scores() -> None:
    items = sea(TRACK, "en")
    drawn = by_key(Scene((960, 600), "", items), "space")
    assert len(drawn) == 50
    [track] = [item.svg for item in items if item.key == "track"]
    for number, space in enumerate(TRACK):
        item = drawn[f"space {number}"]
        shown = words(item).split()
        if space.price:
            assert str(space.price) == shown[0]
            corner = f"M{coord(item.x - 12)} {coord(item.y - 12)}h24v24"
            assert (corner in track) == (space.kind == SEA)
        if space.score > 0:
            assert f"+{space.score}" in shown
        assert (space.kind == LAIR) == ("pirates’ lair" in item.label)
    points = chart(TRACK).points
    assert min(dist(one, two) for one, two in pairs(points, 2)) > 2 * RADIUS


@pytest.mark.rule("JA-1")
def test_the_channels_lie_between_the_lane_and_the_island() -> None:
    points = chart(TRACK).points
    for inner, outer in (
        ((13, 14), range(7, 13)),
        ((26, 27), range(20, 26)),
        ((39, 40), range(33, 39)),
    ):
        centre = (480, 240)
        for space in inner:
            nearest = min(outer, key=lambda n: dist(points[n], points[space]))
            assert dist(points[space], centre) < dist(points[nearest], centre) - 20
        gaps = [
            dist(points[a], points[b])
            for a, b in ((outer[0] - 1, inner[0]), inner, (inner[1], inner[1] + 1))
        ]
        assert max(gaps) < 1.6 * min(gaps)


@pytest.mark.rule("JA-11")
def test_a_treasure_lies_on_each_lair_that_still_has_one() -> None:
    for state in positions(6, every=11):
        tokens = by_key(board(Jamaica(6).observe(state, None)), "token")
        assert tokens.keys() == {f"token {lair}" for lair in state.tokens}


@each_count
def test_ships_lie_at_their_spaces_side_by_side(players: int) -> None:
    game = Jamaica(players)
    for state in (*positions(players, every=13), *crowded(players)):
        ships = by_key(board(game.observe(state, 0)), "ship")
        assert len(ships) == players
        for seat, ship in enumerate(state.ships):
            item = ships[f"ship {seat}"]
            x, y = chart(TRACK).points[ship.space]
            assert dist((x, y), (item.x, item.y)) < (75 if ship.space == 0 or players > 3 else 45)
            assert words(item) == "ABCDEF"[seat]
        for one, two in pairs(ships.values(), 2):
            assert dist((one.x, one.y), (two.x, two.y)) > 12


def test_a_ship_passes_the_spaces_on_its_way() -> None:
    match, sailed = played(Jamaica(6)), 0
    game, points = match.game, chart(TRACK).points
    film = Film(way=way)
    for state in match.states[:250]:
        film.add(Frame(board(game.observe(state, 0)), Scene((9, 9), "", ())))
    for n, step in enumerate(match.steps[:249]):
        before, after = match.states[n].ships, match.states[n + 1].ships
        items = {item.face: item for item in film.frames[n + 1].board.items if item.face}
        for seat in range(6):
            via = items[f"ship {seat}"].via
            assert len(via) <= 6
            if before[seat].space == after[seat].space:
                assert via == ()
                continue
            assert isinstance(step.action, Move | Retreat)
            passed, forward = route(before[seat].space, after[seat].space)
            if isinstance(step.action, Move):
                assert len(passed) == match.states[n].dice[match.states[n].day] - 1 or forward
                assert [*via][0 if forward else 1 :] == [
                    chart(TRACK).berth(space, 0, 1) for space in passed
                ]
            if not forward:
                assert via[0] == film_at(film, n, seat)
            sailed += 1
            for point, space in zip(via[::-1], passed[::-1], strict=False):
                assert dist(point, points[space]) < 40
    assert sailed > 20


def film_at(film: Film, n: int, seat: int) -> tuple[float, float]:
    item = next(one for one in film.frames[n].board.items if one.face == f"ship {seat}")
    return item.x, item.y


def test_the_way_takes_the_lane_that_was_sailed() -> None:
    assert route(6, 15) == ((13, 14), True)
    assert route(6, 9) == ((7, 8), True)
    assert route(15, 12) == ((), False)
    assert route(28, 25) == ((), False)
    assert route(49, 2) == ((0, 1), True)
    assert route(32, 25) == ((31, 30, 29, 28), False)


# --- the table ------------------------------------------------------------------------------------


@each_count
def test_every_piece_has_a_key_of_its_own_and_keeps_inside_its_picture(players: int) -> None:
    game = Jamaica(players)
    for n, state in enumerate(moments(players)):
        for view, whole in views(game, state):
            lang = LANGUAGES[n % 2]
            for scene in (
                board(view, lang, LONG if n % 3 else None, whole),
                odds(view, lang, LONG if n % 3 else None),
            ):
                keys = [item.key for item in scene.items]
                assert len(set(keys)) == len(keys)
                check_words_are_large(scene)
                assert outside(scene) == [], (state.phase, lang)


def words_at(node: ElementTree.Element, x: float, y: float) -> Iterator[tuple[str, Box]]:
    """The words of a piece that are always seen, and where they are, about as wide as in print."""
    if "tw-if-marked" in node.get("class", ""):
        return
    for dx, dy in re.findall(r"translate\(([-\d.]+)[ ,]*([-\d.]*)\)", node.get("transform", "")):
        x, y = x + float(dx), y + float(dy or 0)
    if node.tag == "text" and node.text:
        size = float(node.get("font-size", 0))
        wide = 0.9 * width_of(node.text, int(size))
        shift = {"middle": 0.5, "end": 1.0}.get(node.get("text-anchor", ""), 0.0)
        left, bottom = x + float(node.get("x", 0)) - shift * wide, y + float(node.get("y", 0))
        yield node.text, Box(left, bottom - 0.72 * size, left + wide, bottom)
    for child in node:
        yield from words_at(child, x, y)


@pytest.mark.parametrize("lang", LANGUAGES)
@each_count
def test_no_words_lie_over_others(players: int, lang: str) -> None:
    """Only the mark on a space that can be sailed to covers what stands there."""
    game = Jamaica(players)
    for state in (*moments(players), *plain(players)):
        for view, whole in list(views(game, state))[::3]:
            for scene in (board(view, lang, None, whole), odds(view, lang)):
                placed = [
                    (item.key, words)
                    for item in scene.items
                    if not item.key.startswith("target ")
                    for words in words_at(
                        ElementTree.fromstring(f"<g>{item.svg}</g>"), item.x, item.y
                    )
                ]
                for (one, (_, box)), (two, (_, other)) in pairs(placed, 2):
                    assert not box.overlaps(other, 1), (state.phase, one, two)


OWNED = ("seat", "hold", "power", "treasure", "hand", "chosen")


@each_count
def test_what_belongs_to_different_players_never_overlaps(players: int) -> None:
    game = Jamaica(players)
    for state in list(crowded(players))[:3]:
        for view, whole in views(game, state):
            items = board(view, state=whole).items
            owned: dict[int, list[Box]] = {seat: [] for seat in range(players)}
            for item in items:
                kind, _, rest = item.key.partition(" ")
                if kind in OWNED:
                    owned[int(rest.split()[0])].append(boxes(item)[0])
            for one, two in pairs(owned.values(), 2):
                assert not any(box.overlaps(other) for box in one for other in two)
            heaps = [boxes(item)[0] for item in items if item.key in ("pile", "discard")]
            for seat in range(players):
                assert not any(box.overlaps(heap) for box in owned[seat] for heap in heaps)
                scene = Scene((960, 600), "", items)
                small = [
                    card_box(item)
                    for key in ("seat", "hold", "chosen")
                    for item in by_key(scene, f"{key} {seat}").values()
                ]
                assert not any(box.overlaps(other) for box, other in pairs(small, 2))


@each_count
def test_a_hand_shows_its_faces_to_its_owner_and_the_teacher_alone(players: int) -> None:
    game = Jamaica(players)
    for state in (*positions(players, every=17), *list(crowded(players))[:1]):
        for view, whole in views(game, state):
            scene = board(view, state=whole)
            for seat in range(players):
                known = whole is not None or seat == view.seat
                faces = [item.face for item in scene.items if item.place == f"hand {seat}"]
                hand = state.hands[seat]
                assert faces == [f"{seat}.{card}" if known else HIDDEN for card in hand]
                chosen = [item for item in scene.items if item.place == f"chosen {seat}"]
                card = state.chosen[seat]
                assert [item.face for item in chosen] == (
                    [] if card is None else [f"{seat}.{card}" if known else HIDDEN]
                )
                if chosen and not known:
                    assert not any(say(f"jamaica.card.{n}") in chosen[0].label for n in DECK)


@pytest.mark.rule("JA-15")
@each_count
def test_face_down_treasures_show_their_values_only_to_who_knows_them(players: int) -> None:
    game = Jamaica(players)
    for state in (*positions(players, every=29), *list(crowded(players))[:1]):
        for view, whole in views(game, state):
            drawn = by_key(board(view, state=whole), "treasure")
            for seat in range(players):
                mine = [
                    words(item)
                    for key, item in drawn.items()
                    if key.startswith(f"treasure {seat} ")
                ]
                row = state.hidden[seat]
                if whole is not None or None not in view.hidden[seat]:
                    values = [card.treasure for card in row]
                    assert [int(word.replace("−", "-")) for word in mine] in (
                        sorted(values), [sum(values)] if values else []
                    )  # fmt: skip
                else:
                    assert mine == [f"×{len(row)}"]


@each_count
def test_holds_show_their_kind_by_shape_and_how_many_tokens(players: int) -> None:
    shapes = {FOOD: "M-7 -7H7", GOLD: "A8 8 0 1 0", POWDER: "L8.5 7.5"}
    game = Jamaica(players)
    for state in (*positions(players, every=37), *list(crowded(players))[:1]):
        holds = by_key(board(game.observe(state, 0)), "hold")
        assert len(holds) == sum(len(ship.holds) for ship in state.ships)
        for seat, ship in enumerate(state.ships):
            for n, hold in enumerate(ship.holds):
                item = holds[f"hold {seat} {n}"]
                assert words(item) == ("" if hold is None else str(hold[1]))
                for kind, shape in shapes.items():
                    assert (shape in item.svg) == (hold is not None and hold[0] == kind)


@each_count
def test_it_is_said_whose_go_it_is_what_is_to_do_and_who_has_won(players: int) -> None:
    game, said = Jamaica(players), set()
    for state in moments(players):
        for seat in (0, None):
            items = {item.key: item for item in board(game.observe(state, seat)).items}
            tags = {key for key in items if key == "turn" or key.startswith(("win ", "points "))}
            outcome = game.outcome(state)
            if outcome is not None:
                assert tags == {
                    f"{'win' if n in outcome.winners else 'points'} {n}" for n in range(players)
                }
                for n, points in enumerate(outcome.scores):
                    [key] = [key for key in tags if key.endswith(f" {n}")]
                    assert words(items[key]).split()[-1] == str(points).replace("-", "−")
            elif state.phase is Phase.DEAL:
                assert not tags
            else:
                plate = items[f"seat {state.turn}"]
                assert (items["turn"].x, items["turn"].y) == (plate.x, plate.y)
                word = say(f"jamaica.tag.{state.phase.value}")
                assert words(items["turn"]) == word
                assert word in plate.label
                said.add(state.phase)
            assert "task" in items
            assert items["round"].label == f"Round {state.round}"
            plate = items[f"seat {state.captain}"]
            assert (
                dist((items["compass"].x, items["compass"].y), (plate.x + 70, plate.y + 22)) < 130
            )
    assert said >= {Phase.DICE, Phase.CARD, Phase.MOVE, Phase.POWDER, Phase.PAY, Phase.LOOT}


@pytest.mark.rule("JA-4")
def test_the_dice_lie_on_morning_and_evening_once_they_are_set() -> None:
    match = played(Jamaica(4))
    game, seen = match.game, 0
    for before, after in zip(match.states, match.states[1:], strict=False):
        if before.phase is not Phase.DICE:
            continue
        first = {item.key: item for item in board(game.observe(before, 0)).items}
        then = {item.key: item for item in board(game.observe(after, 0)).items}
        for day in (0, 1):
            slot = then[f"day {day}"]
            dice = [then[f"die {n}"] for n in (0, 1)]
            [die] = [item for item in dice if (item.x, item.y) == (slot.x, slot.y)]
            assert die.label == f"Die: {after.dice[day]}"
            assert die.svg.count("<circle") == after.dice[day]
            assert first[die.key].svg.count("<circle") == after.dice[day]
        seen += 1
    assert seen > 3


@pytest.mark.rule("JA-9")
def test_a_battle_is_shown_step_by_step_as_two_sums() -> None:
    game = Jamaica(2)
    state = next(iter(crowded(2)))._replace(phase=Phase.POWDER, chosen=(None, None), card=0)
    battle = Battle(0, 1)

    def sums(battle: Battle, phase: Phase, turn: int) -> list[str]:
        at = state._replace(battle=battle, phase=phase, turn=turn)
        items = by_key(board(game.observe(at, 1)), "side")
        return [words(items[f"side {n}"]) for n in (0, 1)]

    assert sums(battle, Phase.POWDER, 0) == ["A + ? + 2 = ?", "B + ? = ?"]
    battle = battle._replace(powder=(3, 0))
    assert sums(battle, Phase.COMBAT, 0) == ["A + 3 + 2 = ?", "B + ? = ?"]
    battle = battle._replace(dice=(8, 0))
    assert sums(battle, Phase.SABRE, 0) == ["A 8 + 3 + 2 = 13", "B + ? = ?"]
    assert sums(battle, Phase.POWDER, 1) == ["A 8 + 3 + 2 = 13", "B + ? = ?"]
    battle = battle._replace(powder=(3, 4))
    assert sums(battle, Phase.COMBAT, 1) == ["A 8 + 3 + 2 = 13", "B + 4 = ?"]
    battle = battle._replace(dice=(8, 10), winner=1)
    assert sums(battle, Phase.LOOT, 1) == ["A 8 + 3 + 2 = 13", "B 10 + 4 = 14"]
    star = battle._replace(dice=(STAR, 0), powder=(3, 0), winner=0)
    assert sums(star, Phase.LOOT, 0) == ["A + 3 + 2 = ★", "B + ? = ?"]


@each_count
def test_cards_glide_from_hand_to_face_down_to_turned_up(players: int) -> None:
    game = Jamaica(players)
    match, laid = played(game), 0
    before = board(game.observe(match.states[0], 0))
    for state, step in list(zip(match.states[1:], match.steps, strict=True))[:150]:
        after = follow(before.items, board(game.observe(state, 0)))
        if isinstance(step.action, Choose | Reveal):
            choosing = isinstance(step.action, Choose)
            end = f"chosen {step.seat}" if choosing else "turned up"
            start = f"hand {step.seat}" if choosing else f"chosen {step.seat}"
            [item] = [item for item in after.items if item.place == end]
            [was] = [old for old in before.items if old.key == item.key]
            assert was.place == start
            laid += 1
        before = after
    assert laid > 2 * players


@pytest.mark.parametrize("lang", LANGUAGES)
def test_names_stay_words(lang: str) -> None:
    names = ["<script>alert(1)</script>", '"&', "", "<b>", "É", "x" * 200]
    game = Jamaica(6)
    for state in list(moments(6))[::5]:
        for view, whole in list(views(game, state))[1:]:
            for scene in (board(view, lang, names, whole), odds(view, lang, names)):
                for item in scene.items:
                    root = ElementTree.fromstring(f"<g>{item.svg}</g>")
                    assert {node.tag for node in root.iter()} <= {
                        "rect", "g", "path", "circle", "text",
                    }  # fmt: skip


def test_every_colour_is_one_that_the_page_knows() -> None:
    known, game = set(re.findall(r"(--tw-\w[\w-]*):", STYLE)), Jamaica(6)
    for state in moments(6):
        for view, whole in list(views(game, state))[2:]:
            for scene in (board(view, state=whole), odds(view)):
                art = "".join(item.svg for item in scene.items)
                assert set(re.findall(r"var\((.*?)\)", art)) <= known


def test_a_piece_has_the_words_of_each_language() -> None:
    game = Jamaica(3)
    same = {"Port Royal", "", "B: Lady Beth", "Ada: Lady Beth"}
    for state in moments(3):
        for view, whole in views(game, state):
            english, french = board(view, "en", state=whole), board(view, "fr", state=whole)
            assert [item.key for item in english.items] == [item.key for item in french.items]
            labels = {item.label for item in french.items} & {item.label for item in english.items}
            assert {label for label in labels if "Lady Beth" not in label} <= same


@pytest.mark.parametrize(
    "game", [Jamaica(3, track=ISLET), Jamaica(2, holds=2), Jamaica(4, holds=9)], ids=repr
)
def test_other_seas_and_ships_are_drawn_too(game: Jamaica) -> None:
    assert min(dist(a, b) for a, b in pairs(chart(game.track).points, 2)) > RADIUS
    for state in played(game, who="random").states[:300:7]:
        for view, whole in views(game, state):
            scenes = board(view, state=whole), odds(view)
            assert [outside(scene) for scene in scenes] == [[], []]
            choices(view)


def test_in_other_seas_ships_glide_straight() -> None:
    game = Jamaica(3, track=ISLET)
    ships = [item for item in board(game.observe(game.start(), 0)).items if item.face]
    assert ships
    for ship in ships:
        assert way(ship, ship._replace(x=0, place="buoy 5")) == ()


# --- what can be done -----------------------------------------------------------------------------


@each_count
def test_every_legal_action_is_offered_in_order_and_its_tokens_are_on_the_board(
    players: int,
) -> None:
    game, kinds = Jamaica(players), set()
    for state in (*positions(players, every=5), *crowded(players)):
        actions = game.actions(state)
        check_choices(game, state)
        for view, whole in views(game, state):
            tokens = [item.action for item in board(view, state=whole).items if item.action]
            offered = choices(view)
            if view.seat is None or view.seat != game.turn(state):
                assert not [token for token in tokens if token.startswith(FIXED)]
                continue
            paths = [choice.path for choice in offered]
            assert paths == [path(view, action) for action in actions]
            for choice in offered:
                assert all(tokens.count(token) == 1 for token in (*choice.path, *choice.hurts))
            assert {token for token in tokens if token.startswith(FIXED)} == {
                token for path in paths for token in path if token.startswith(FIXED)
            }
            kinds |= set(map(type, actions))
    assert kinds >= {Choose, Reveal, Load, Move, Fight, Powder, Keep, Reroll, TakeHold, TakePower,
                     TakeHidden, Curse, Spare, Pay}  # fmt: skip


@each_count
def test_what_is_clicked_lies_where_the_action_happens(players: int) -> None:
    points = chart(TRACK).points
    for _, state, view in decisions(players, every=3):
        items = {item.action: item for item in board(view).items if item.action}
        for action, choice in zip(view.game.actions(state), choices(view), strict=True):
            item = items[choice.path[0]]
            match action:
                case Move(space) | Retreat(space):
                    assert (item.x, item.y) == points[space]
                    assert str(space) in words(item) or space == 0
                case Fight(seat):
                    assert item.face == f"ship {seat}"
                case Choose(card):
                    assert item.face == f"{view.seat}.{card}"
                case Load(hold) | Pay(hold, _):
                    assert item.key == f"hold {view.seat} {hold}"
                case TakeHold(hold):
                    assert state.battle is not None
                    loser = sum(state.battle[:2]) - state.turn
                    assert item.key == f"hold {loser} {hold}"
                case Powder(amount):
                    assert words(item) == str(amount)
                case Curse(treasure):
                    assert words(item) == str(treasure).replace("-", "−")


def test_what_is_rare_can_be_clicked_too() -> None:
    game = Jamaica(2)
    ship = Ship(15, 0, ((GOLD, 1),) * 5, ())
    start = game.start()
    base = start._replace(ships=(ship, start.ships[1]), card=0, dice=(1, 1))
    for state, kind in (
        (base._replace(phase=Phase.LOAD, load=(GOLD, 4)), Lose),
        (base._replace(phase=Phase.SHORTAGE), Retreat),
    ):
        view = game.observe(state, 0)
        tokens = [item.action for item in board(view).items]
        assert {type(action) for action in game.actions(state)} == {kind}
        assert all(token in tokens for choice in choices(view) for token in choice.path)


@each_count
def test_questions_results_and_marks_fit_together(players: int) -> None:
    for _, _, view in decisions(players, every=4):
        keys = {item.key for item in odds(view).items}
        actions = view.game.actions(view.game.imagine(view, Random(1)))
        for action, choice in zip(actions, choices(view), strict=True):
            assert choice.question
            if choice.chance is None:
                assert not choice.results
                assert not choice.marks
                continue
            assert set(choice.marks) <= keys, (action, choice.marks)
            found = {code: chance for code, _, chance, _ in choice.results}
            assert sum(found.values()) == 1
            assert choice.chance == found[choice.asked]
            assert not set("0123456789%") & set(choice.question), "it tells no number"
            exact = chances.results(view, action)
            assert {code: chance for code, chance in found.items() if chance} == {
                code: chance for code, chance in exact.items() if chance
            }


@pytest.mark.rule("JA-5")
@pytest.mark.rule("JA-8")
@each_count
def test_what_a_preview_hurts_is_what_the_rules_then_take(players: int) -> None:
    hurt: set[type[Action]] = set()
    for game, state, view in decisions(players):
        if state.phase not in (Phase.LOAD, Phase.SHORTAGE):
            continue
        before = state.ships[state.turn].holds
        for action, choice in zip(game.actions(state), choices(view), strict=True):
            after = game.play(state, action).ships[state.turn].holds
            gone = [
                f"hold:{state.turn}.{n}"
                for n, hold in enumerate(before)
                if hold is not None and after[n] is not hold and after[n] != hold
            ]
            assert [*choice.hurts] == gone
            if gone:
                hurt.add(type(action))
    assert Load in hurt


# --- the odds -------------------------------------------------------------------------------------


@pytest.mark.rule("JA-9")
@each_count
def test_the_cases_of_a_battle_are_those_that_its_odds_count(players: int) -> None:
    counted = set()
    for _, state, view in decisions(players):
        if view.phase not in (Phase.FIGHT, Phase.POWDER):
            continue
        for action, choice in zip(view.game.actions(state), choices(view), strict=True):
            if isinstance(action, Fight):
                fought = _fought(view, target=action.target)
            else:
                assert isinstance(action, Powder)
                fought = _fought(view, powder=action.amount)
            rows = matrix(fought, view.seat == fought.attacker)
            if fought.dice[0]:
                rows = {fought.dice[0]: rows[fought.dice[0]]}
            cases = "".join(rows.values())
            if not fought.sabre:
                found = {code: chance for code, _, chance, _ in choice.results}
                for sign, code in ((WIN, "win"), (TIE, "tie"), (LOSE, "lose")):
                    assert Fraction(cases.count(sign), len(cases)) == found[code]
                counted.add((type(action), bool(fought.dice[0])))
    assert counted >= {(Fight, False), (Powder, False), (Powder, True)}


def test_the_bare_dice_give_sixteen_five_and_fifteen_cases() -> None:
    game = Jamaica(2)
    ships = tuple(Ship(5, 0, (None,) * 5, ()) for _ in range(2))
    state = game.start()._replace(phase=Phase.FIGHT, ships=ships, card=0, dice=(5, 1))
    view = game.observe(state, 0)
    cases = "".join(matrix(_fought(view, target=1), True).values())
    assert [cases.count(sign) for sign in (WIN, TIE, LOSE)] == [16, 5, 15]
    drawn = next(item for item in odds(view).items if item.key == "cases 1")
    assert "won: 16 of 36" in words(drawn)


STACKED = re.compile(r"(\d+) (\d+) [\d.<>]+%")
"""A fraction, and its percentage."""


@each_count
def test_a_battle_is_shown_to_everybody_from_a_side_with_its_exact_chances(players: int) -> None:
    seen = set()
    for state in (*positions(players, every=2), *crowded(players), *plain(players)):
        if state.phase not in FIGHTING or state.phase is Phase.FIGHT:
            continue
        game = Jamaica(players)
        for seat in (0, players - 1, None):
            items = {item.key: item for item in odds(game.observe(state, seat)).items}
            if "odds " in items:
                told = words(items["odds "])
                shown = [Fraction(int(a), int(b)) for a, b in STACKED.findall(told)]
                sure = told.count("certain") + told.count("impossible")
                if len(shown) + sure == 3:
                    assert sum(shown) + told.count("certain") == 1
                    seen.add(state.phase)
            elif state.phase is Phase.SABRE:
                assert {"odds keep", "odds reroll"} <= items.keys()
            else:
                assert state.phase is Phase.POWDER
                assert seat == state.turn or state.turn == _shown(state, seat)
                amounts = [key for key in items if key.startswith("line ")]
                assert len(amounts) == stock(state.ships[state.turn].holds, POWDER) + 1
    assert seen == {Phase.COMBAT, Phase.POWDER}


def _shown(state: State, seat: int | None) -> int:
    assert state.battle is not None
    return state.turn if seat is None or seat not in state.battle[:2] else seat


@pytest.mark.rule("JA-8")
@each_count
def test_the_throws_that_run_short_are_those_that_the_odds_count(players: int) -> None:
    game, some = Jamaica(players), 0
    for state in positions(players):
        if state.phase is not Phase.ROLL:
            continue
        for seat in range(players):
            view = game.observe(state, seat)
            drawn = {item.key: item for item in odds(view).items}
            for card in view.hand:
                short = short_throws(view, card)
                assert Fraction(sum(short), 36) == chances.shortage(view, card)
                told = words(drawn[f"card {card}"])
                if 0 < sum(short) < 36:
                    assert told.startswith(f"short: {sum(short)} of 36 throws = ")
                    assert f"= {Fraction(sum(short), 36)} = " in told
                    some += 1
                else:
                    assert told == ("always runs short" if any(short) else "never runs short")
    assert some


@each_count
def test_with_the_dice_set_a_card_shows_where_it_leads_and_whether_it_runs_short(
    players: int,
) -> None:
    told = set()
    for _, _, view in decisions(players, every=2):
        if view.phase is not Phase.CARD or view.ships[view.turn].powers:
            continue
        drawn = {item.key: item for item in odds(view).items}
        for card in view.hand:
            said = words(drawn[f"card {card}"])
            trips = chances.trips(view, card, *view.dice)
            ways = {(trip.spaces, trip.short) for trip in trips if trip.spaces}
            for spaces, short in ways if len(ways) <= 4 else ():
                assert "→".join(map(str, spaces)) in said
                told.add(short)
            if not ways:
                assert "stays" in said
            now = chances.short(view, card, *view.dice)
            assert said.endswith("runs short" if now else "can pay")
            short_now = chances.short(view, card, *view.dice)
            assert short_throws(view, card)[6 * view.dice[0] + view.dice[1] - 7] == short_now
    assert False in told


@pytest.mark.rule("JA-4")
@each_count
def test_before_the_dice_are_set_each_card_shows_what_either_way_means_to_it(players: int) -> None:
    game, told = Jamaica(players), set()
    for seed in (1, 2):
        for state in positions(players, seed):
            if state.phase is not Phase.DICE:
                continue
            view = game.observe(state, state.turn)
            drawn = {item.key: item for item in odds(view).items}
            for action, choice in zip(game.actions(state), choices(view), strict=True):
                assert isinstance(action, SetDice)
                dice = action.morning, action.evening
                assert choice.marks == (f"set {dice[0]} {dice[1]}",)
                said = words(drawn[choice.marks[0]])
                bad = [chances.short(view, card, *dice) for card in view.hand]
                assert (said.count("runs short"), said.count("can pay")) == (
                    sum(bad), len(bad) - sum(bad)
                )  # fmt: skip
                assert choice.cases is not None
                assert choice.cases[:2] == (sum(bad), len(view.hand))
                told.add(any(bad))
    assert told == {True, False}


def unanswered(scene: Scene) -> Scene:
    """A picture as it is seen while a guess is asked for: what is marked as an answer is hidden."""
    items = []
    for item in scene.items:
        root = ElementTree.fromstring(f"<g>{item.svg}</g>")
        for node in root.iter():
            for child in list(node):
                if child.get("class") in ("tw-answer", "tw-if-marked"):
                    node.remove(child)
        items.append(item._replace(svg=ElementTree.tostring(root, "unicode"), told=""))
    return Scene(scene.size, scene.title, tuple(items))


def test_before_a_guess_no_picture_tells_whether_a_price_can_be_paid() -> None:
    """Cards, dice and moves look alike to a ship that can pay everything and to one that cannot."""
    game = Jamaica(2)
    base = game.start()._replace(hands=((0, 1, 3), DECK[:3]), dice=(2, 5))
    full, empty = ((FOOD, 6), (GOLD, 6)), ((FOOD, 1), (GOLD, 1))
    for more in (
        {"phase": Phase.DICE},
        {"phase": Phase.CARD},
        {"phase": Phase.MOVE, "card": 0},
    ):
        seen = []
        for holds in (full, empty):
            ships = (Ship(15, 0, (*holds, None, None, None), ()), base.ships[1])
            view = game.observe(base._replace(ships=ships, **more), 0)
            drawn = [*unanswered(odds(view)).items, *unanswered(board(view)).items]
            seen.append([item for item in drawn if not item.key.startswith("hold ")])
        assert seen[0] == seen[1], more


@pytest.mark.parametrize("face", [2, 10])
def test_before_a_guess_no_picture_tells_how_a_battle_comes_out(face: int) -> None:
    """What answers a total shows no chances and no cases that are won."""
    game = Jamaica(2)
    for state in plain(2):
        if state.phase is Phase.POWDER and state.battle is not None and state.battle.dice[0]:
            battle = state.battle._replace(dice=(face, 0))
            view = game.observe(state._replace(battle=battle), 1)
            drawn = unanswered(odds(view)).items
            for item in drawn:
                if item.key.startswith("line "):
                    assert words(item) == item.key.split()[1]
                    assert "var(--tw-hurt)" not in item.svg


@each_count
def test_treasures_seen_are_faded_and_the_rest_give_the_chances(players: int) -> None:
    game = Jamaica(players)
    for state in positions(players, every=23):
        for seat in (0, players - 1, None):
            view = game.observe(state, seat)
            drawn = {item.key: item for item in odds(view).items}
            if "treasures" not in drawn:
                assert state.phase in (*FIGHTING, Phase.PAY)
                continue
            cards = by_key(odds(view), "treasure")
            shown = [TREASURES[n] for n in range(12) if not cards[f"treasure {n}"].classes]
            assert sorted(shown) == sorted(unseen_treasures(view))
            theft = state.phase in (Phase.LOOT, Phase.THEFT)
            if not theft:
                found = chances.in_lair(view)
                cursed = sum((p for n, p in found.items() if n < 0), Fraction(0))
                gold = sum((p for n, p in found.items() if 0 < n < 20), Fraction(0))
                told = words(drawn["treasure odds"])
                for word, chance in (
                    ("gold", gold),
                    ("curse", cursed),
                    ("power", 1 - gold - cursed),
                ):
                    printed = told.partition(word)[2].strip()
                    if chance.denominator == 1:
                        assert printed.startswith("certain" if chance else "impossible")
                    elif len(str(chance)) <= 4:
                        assert printed.startswith(f"{chance} {percent(chance)}")
                    else:
                        assert printed.startswith(percent(chance))


@each_count
def test_the_bars_of_steps_are_the_distribution_over_the_hand(players: int) -> None:
    game = Jamaica(players)
    for state in positions(players, every=31):
        view = game.observe(state, 0)
        drawn = {item.key: item for item in odds(view).items}
        if "bars" in drawn:
            spread = chances.steps(view.hand or DECK)
            heights = [float(high) for high in re.findall(r"v-([\d.]+)h", drawn["bars"].svg)]
            assert len(heights) == len(spread)
            for high, chance in zip(heights, spread.values(), strict=True):
                share = float(chance / max(spread.values()))
                assert high / max(heights) == pytest.approx(share, abs=0.02)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_result_has_a_name(lang: str) -> None:
    for code in ("win", "tie", "lose", "pays", "short", "fight", "gold", "cursed"):
        assert f"jamaica.result.{code}" in texts(lang)
