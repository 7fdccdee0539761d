"""Auberge des Pirates drawn: nothing overlaps or leaks, all that is legal can be clicked, and the
cards marked are the ones the odds count."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, pairwise
from math import comb
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamelib.auberge import (
    Accuse,
    Attack,
    Auberge,
    Challenge,
    Draw,
    Drawn,
    Phase,
    Place,
    State,
    Turned,
    View,
)
from gamelib.auberge.odds import advice, held, hidden, results, unseen
from gamelib.auberge.rules import Sight
from gamelib.counting import cards
from gamelib.game import Action, Deal, Lottery
from gamelib.texts import LANGUAGES, name_action
from tests.gamelib.tables import configured, numbers, some_games
from tests.widgets.contract import check_choices, check_words_are_large
from tests.widgets.geometry import Box, boxes, card_box, open_cards, outside, words_covered
from widgets.auberge.board import board
from widgets.auberge.choices import choices
from widgets.auberge.odds import odds
from widgets.auberge.places import zones
from widgets.auberge.tokens import path
from widgets.scene import HIDDEN, Item, Scene, follow

each_count = pytest.mark.parametrize("players", numbers(Auberge))
seeds = st.integers(0, 2**32)
longings = st.sampled_from([0.0, 0.85])
"""How often a player draws who could do something else: hands grow large."""


def walk(game: Auberge, rng: Random, longing: float) -> Iterator[State]:
    state = game.start()
    while (turn := game.turn(state)) is not None:
        yield state
        if isinstance(turn, Lottery):
            action: Action = turn.sample(rng)
        else:
            actions = game.actions(state)
            drawing = Draw() in actions and rng.random() < longing
            action = Draw() if drawing else rng.choice(actions)
        state = game.play(state, action)
    yield state


def decision(game: Auberge, state: State) -> View | None:
    """What the seat that is to decide knows, if one is."""
    turn = game.turn(state)
    return game.observe(state, turn) if isinstance(turn, int) else None


def two_seats(state: State) -> list[int]:
    """Two seats, others in other positions; never is one of them left out for long."""
    return Random(str(state.pile)).sample(range(len(state.hands)), 2)


def pictures(game: Auberge, state: State, lang: str = "en") -> Iterator[tuple[Scene, Scene]]:
    """Board and odds as two seats (others each time), the public and the teacher see them."""
    for seat in (*two_seats(state), None):
        view = game.observe(state, seat)
        yield board(view, lang), odds(view, lang)
    view = decision(game, state) or game.observe(state, None)
    yield board(view, lang, state=state), odds(view, lang)


def owner(item: Item) -> str:
    return item.place.split()[1]


def overlapping(scene: Scene) -> list[tuple[str, str]]:
    """Cards, face up, of different players that lie over each other."""
    found = [(item, card_box(item)) for item in open_cards(scene)]
    return [
        (one.key, two.key)
        for (one, here), (two, there) in combinations(found, 2)
        if owner(one) != owner(two) and here.overlaps(there)
    ]


def covered(scene: Scene) -> list[tuple[str, str]]:
    """Face-up cards of one row that lie under the other row, a plate, a heap or a button."""
    firm = {
        item.key: boxes(item)[0]
        for item in scene.items
        if item.key.startswith(("seat ", "do ")) or item.key in ("pile", "discard")
    }
    cards_there = [(item, card_box(item)) for item in open_cards(scene)]
    found = [
        (item.key, key)
        for item, box in cards_there
        for key, there in firm.items()
        if box.overlaps(there)
    ]
    return found + [
        (one.key, two.key)
        for (one, here), (two, there) in combinations(cards_there, 2)
        if one.place != two.place and here.overlaps(there)
    ]


def check(scene: Scene) -> None:
    keys = [item.key for item in scene.items]
    assert len(keys) == len(set(keys))
    assert outside(scene) == []


@each_count
@some_games
@given(st.data(), seeds, longings)
def test_every_picture_of_a_game_is_in_order(
    players: int, data: st.DataObject, seed: int, longing: float
) -> None:
    game: Any = data.draw(configured(Auberge, players))
    for n, state in enumerate(walk(game, Random(seed), longing)):
        for table, deck in pictures(game, state, LANGUAGES[n % 2]):
            check(table)
            check(deck)
            assert {"pile", "discard"} <= {item.key for item in table.items}
            assert overlapping(table) == []
            assert covered(table) == []
            if n % 5 == 0:
                assert words_covered(table) == words_covered(deck) == []


def brim(players: int, seat: int, held: int) -> State:
    """A table where one player has all ten values before them and others have as much as goes."""
    rng = Random(players)
    game = Auberge(players=players)
    deck = list(cards(game.deck))
    rng.shuffle(deck)
    tables: list[list[int]] = [[] for _ in range(players)]
    tables[seat] = rng.sample(range(1, 11), 10)
    for value in tables[seat]:
        deck.remove(value)
    for row in tables * 2:
        if len(deck) > held and row is not tables[seat]:
            row += [value for value in dict.fromkeys(deck) if value not in row][:3]
            for value in row[-3:]:
                if value in deck:
                    deck.remove(value)
    hands: list[list[int]] = [[] for _ in range(players)]
    hands[(seat + 1) % players] = [deck.pop() for _ in range(min(held, len(deck)))]
    return State(
        phase=Phase.TURN,
        turn=seat,
        alive=tuple(range(players)),
        hands=tuple(tuple(sorted(hand)) for hand in hands),
        tables=tuple(map(tuple, tables)),
        pile=tuple(Counter(deck)[value] for value in range(11)),
        discard=(0,) * 11,
    )


@each_count
@pytest.mark.parametrize("held", [3, 12, 20])
def test_ten_cards_before_a_player_and_large_hands_find_room(players: int, held: int) -> None:
    game = Auberge(players=players)
    for seat in range(players):
        state = brim(players, seat, held)
        for table, _ in pictures(game, state):
            check(table)
            assert overlapping(table) == []
            assert covered(table) == []
            row = [item for item in table.items if item.place == f"table {seat}"]
            steps = [two.x - one.x for one, two in pairwise(row)]
            assert len(row) == 10
            assert min(steps) >= 17  # a value in the corner of a card is no wider


@each_count
def test_the_seat_in_view_sits_at_the_bottom_and_the_others_clockwise(players: int) -> None:
    game = Auberge(players=players)
    places = [(zone.plate_x, zone.plate_y) for zone in zones(players)]
    assert len(set(places)) == players
    state = next(state for state in walk(game, Random(1), 0) if state.phase is Phase.TURN)
    for seat in (*range(players), None):
        scene = board(game.observe(state, seat))
        found = {item.key: (item.x, item.y) for item in scene.items}
        order = [f"seat {((seat or 0) + n) % players}" for n in range(players)]
        assert [found[key] for key in order] == places
    scene = board(game.observe(state, players - 1), state=state)
    found = {item.key: (item.x, item.y) for item in scene.items}
    assert found["seat 0"] == places[0]
    # Clockwise from the bottom is by the left: the angle around the middle grows steadily.
    lefts = [x + 70 for x, _ in places[1 : (players + 1) // 2]]
    assert all(x < 480 for x in lefts)


@each_count
@some_games
@given(seeds, longings)
def test_every_legal_action_can_be_clicked_and_nothing_else(
    players: int, seed: int, longing: float
) -> None:
    game = Auberge(players=players)
    for state in walk(game, Random(seed), longing):
        view = decision(game, state)
        legal = game.actions(state)
        check_choices(game, state)
        for seat in (*two_seats(state), None):
            other = game.observe(state, seat)
            if view is None or seat != view.seat:
                assert not [item.key for item in board(other).items if item.action]
        if view is None:
            continue
        offered = choices(view)
        assert [choice.path for choice in offered] == [path(action) for action in legal]
        tokens = {token for choice in offered for token in choice.path}
        for scene in (board(view), board(view, state=state)):
            assert {item.action for item in scene.items if item.action} == tokens
            own = [item for item in scene.items if item.action.startswith("card:")]
            assert {item.place for item in own} <= {f"hand {view.seat}"}
            assert all(item.action == f"card:{item.face}" for item in own)
            assert all(item.label for item in scene.items if item.action)


@each_count
@some_games
@given(st.data(), seeds, longings)
def test_what_is_marked_is_what_the_odds_count(
    players: int, data: st.DataObject, seed: int, longing: float
) -> None:
    game: Any = data.draw(configured(Auberge, players))
    for state in walk(game, Random(seed), longing):
        view = decision(game, state)
        if view is None:
            continue
        total = sum(unseen(view))
        deck = {item.key: item for item in odds(view).items}
        for choice, (action, risk, _) in zip(choices(view), advice(view), strict=True):
            assert choice.chance == (risk if choice.asked else None)
            assert choice.label == name_action(game, action)
            assert {code: chance for code, _, chance, _ in choice.results} == results(view, action)
            assert choice.trials == 0
            marked = [deck[key] for key in choice.marks]
            assert len(marked) == len(set(choice.marks))
            assert all(item.classes == "" for item in marked)  # unseen ones, every one
            share = Fraction(len(marked), total) if total else Fraction(0)
            match action:
                case Draw() | Challenge():
                    assert share == risk
                    assert choice.cases == (len(marked), total, "unseen cards")
                case Accuse(target):
                    drawn = hidden(view, target)
                    if len(set(held(view, target))) < len(held(view, target)) or not drawn:
                        assert choice.cases is None
                    elif drawn == 1:
                        assert 1 - share == risk
                        assert choice.cases == (total - len(marked), total, "unseen cards")
                    else:
                        ways = comb(total, drawn)
                        assert choice.cases == (int(risk * ways), ways, "possible hands")
                        assert Fraction(choice.cases.favourable, ways) == risk
                case Attack() | Place():
                    assert not risk
                    assert not marked
                    assert choice.cases is None


def test_an_accusation_can_be_counted_by_eye() -> None:
    """Every way to take the hidden cards from those in the picture, laid out card by card."""
    game = Auberge(players=2, deck=(0, 2, 3, 3, 2))
    state = State(
        phase=Phase.TURN,
        turn=0,
        alive=(0, 1),
        hands=((1,), (2, 4)),
        tables=((2,), (3,)),
        pile=(0, 1, 1, 2, 1),
        discard=(0,) * 5,
    )
    view = game.observe(state, 0)
    choice = choices(view)[[*game.actions(state)].index(Accuse(1))]
    deck = [item for item in odds(view).items if item.key.startswith("deck ")]
    faces = {item.key: item.key.split()[1] for item in deck if not item.classes}
    ways = list(combinations(faces, 2))
    without = [
        pair
        for pair in ways
        if not set(pair) & set(choice.marks) and faces[pair[0]] != faces[pair[1]]
    ]
    assert Fraction(len(without), len(ways)) == choice.chance
    assert choice.cases == (len(without), len(ways), "possible hands")


def test_an_accusation_of_what_is_known_is_certain() -> None:
    game = Auberge(players=3)
    state = State(
        phase=Phase.TURN,
        turn=0,
        alive=(0, 1, 2),
        hands=((1,), (), (5, 5)),
        tables=((2,), (3,), (4,)),
        pile=tuple(Counter(cards(game.deck))[v] - (1, 2, 3, 4, 5, 5).count(v) for v in range(11)),
        discard=(0,) * 11,
        sights=(Sight(0, 2, (5, 5)),),
    )
    found = {choice.path: choice for choice in choices(game.observe(state, 0))}
    nothing_hidden = found["do:accuse", "seat:1"]
    assert nothing_hidden.chance == 1
    known = found["do:accuse", "seat:2"]
    assert known.chance == 0
    same = nothing_hidden.question.replace("Blaise", "Carl")
    assert known.question == same, "a question does not tell the answer"


def test_results_are_events_in_words_and_say_what_becomes_of_whom() -> None:
    game = Auberge(players=3)
    view = game.observe(play(game, *PLACED, Attack(5, 2)), 2)
    told = {
        choice.path: {code: (event, tone) for code, event, _, tone in choice.results}
        for choice in choices(view)
    }
    assert told["do:accuse", "seat:1"] == {
        "right": ("Blaise is out: there is a pair", "good"),
        "wrong": ("you are out: Blaise has no pair", "bad"),
    }
    assert told["do:challenge", "seat:1"] == {
        "out": ("you are out: a pair before Blaise", "bad"),
        "safe": ("you stay in: no pair before Blaise", "good"),
    }
    assert told["do:draw",] == {
        "pair": ("you have a pair", "bad"),
        "safe": ("you still have no pair", "good"),
    }
    assert told["card:8", "seat:0"] == {"safe": ("nothing is at risk", "")}
    french = choices(view, "fr")[-1].results
    assert [event for _, event, _, _ in french] == [
        "vous avez une paire",
        "vous n’avez toujours pas de paire",
    ]


def test_a_pair_is_told_to_whoever_has_it_alone_and_a_draw_then_asks_about_another() -> None:
    game = Auberge(players=3)
    state = play(game, *PLACED)  # the first player has two fives
    for seat in (0, 1, 2, None):
        for lang, words in (
            ("en", "You have a pair: 5+5"),
            ("fr", "Vous avez une paire\u00a0: 5+5"),
        ):
            scene = board(game.observe(state, seat), lang)
            assert [item.label for item in scene.items if item.key == "paired"] == (
                [words] if seat == 0 else []
            )
            assert outside(scene) == []
    many = state._replace(hands=((5, 5, 7, 7, 8, 8, 9, 9, 10, 10), *state.hands[1:]))
    for lang in LANGUAGES:
        assert outside(board(game.observe(many, 0), lang)) == []
    draw = choices(game.observe(state, 0))[-1]
    assert [event for _, event, _, _ in draw.results] == ["you have another pair", "no other pair"]
    assert draw.question.startswith("You have a pair already")
    over = play(game, *PLACED, Challenge(2), Turned(4), Accuse(2))
    assert "paired" not in {item.key for item in board(game.observe(over, 2)).items}


@each_count
@some_games
@given(seeds, longings)
def test_a_question_has_no_number_but_how_many_cards_are_hidden(
    players: int, seed: int, longing: float
) -> None:
    for state in walk(game := Auberge(players=players), Random(seed), longing):
        if view := decision(game, state):
            for choice in choices(view, names=["Ada"] * 8):
                numbers_told = re.findall(r"\d+", choice.question)
                action = choice.action
                drawn = hidden(view, action.target) if isinstance(action, Accuse) else 0
                assert numbers_told == ([str(drawn)] if drawn > 1 else [])


DECKS = ((0, 20, 3, 0, 12, *[1] * 20), (0, 4, 4, 4), (0, *[2] * 27))


@pytest.mark.parametrize("deck", DECKS, ids=str)
def test_decks_of_any_shape_keep_inside_and_their_words_are_large(deck: tuple[int, ...]) -> None:
    game = Auberge(players=2, deck=deck)
    for state in walk(game, Random(2), 0):
        for lang in LANGUAGES:
            scene = odds(game.observe(state, 0), lang)
            check(scene)
            check_words_are_large(scene)
            counted = [item for item in scene.items if item.key.startswith(("count", "legend"))]
            for one, two in combinations(counted, 2):
                for box in boxes(one):
                    assert not any(box.overlaps(there) for there in boxes(two))


@each_count
@some_games
@given(seeds, longings)
def test_only_cards_that_a_seat_knows_lie_face_up(players: int, seed: int, longing: float) -> None:
    game = Auberge(players=players)
    for state in walk(game, Random(seed), longing):
        for seat in (*two_seats(state), None):
            view = game.observe(state, seat)
            shown = Counter(item.face for item in open_cards(board(view)))
            known = [*view.hand, *(() if view.first is None else (view.first,))]
            known += [value for row in view.tables + view.known for value in row]
            assert shown == Counter(map(str, known))


@each_count
@some_games
@given(st.data(), seeds)
def test_the_deck_shows_every_card_once_and_fades_what_was_seen(
    players: int, data: st.DataObject, seed: int
) -> None:
    game: Any = data.draw(configured(Auberge, players))
    everything = {f"deck {v} {n}" for v, copies in enumerate(game.deck) for n in range(copies)}
    for state in walk(game, Random(seed), 0):
        for seat in (*two_seats(state), None):
            view = game.observe(state, seat)
            scene = odds(view)
            deck = {item.key: item for item in scene.items if item.key.startswith("deck ")}
            assert deck.keys() == everything
            left = Counter(int(key.split()[1]) for key, item in deck.items() if not item.classes)
            assert left == Counter(cards(unseen(view)))
            assert all(item.classes in ("", "tw-faded") for item in deck.values())
            signed = {item.key.removeprefix("sign ") for item in scene.items if "sign " in item.key}
            faded = {key.removeprefix("deck ") for key, item in deck.items() if item.classes}
            assert signed == faded


def test_own_cards_table_cards_and_discarded_ones_have_different_signs() -> None:
    game = Auberge(players=2)
    state = State(
        phase=Phase.TURN,
        turn=0,
        alive=(0, 1),
        hands=((10,), (9, 8)),
        tables=((10,), (10,)),
        pile=(0, 1, 2, 3, 4, 5, 6, 7, 7, 8, 6),
        discard=(0,) * 10 + (1,),
        sights=(Sight(0, 1, (9, 8)),),
    )
    signs = {
        item.key: item.svg
        for item in odds(game.observe(state, 0)).items
        if item.key.startswith("sign ")
    }
    assert len(signs) == 6
    tens = [signs[f"sign 10 {copy}"] for copy in range(6, 10)]
    assert len({*tens, signs["sign 9 8"]}) == 5
    assert signs["sign 9 8"] == signs["sign 8 7"]


def tags(scene: Scene) -> dict[str, tuple[str, float, float]]:
    """The words on the tags, with where they hang."""
    found = {}
    for item in scene.items:
        if item.key in ("turn", "target") or item.key.startswith("out "):
            words = [
                node.text or ""
                for node in ElementTree.fromstring(f"<g>{item.svg}</g>").iter("text")
            ]
            found[item.key] = (words[0], item.x, item.y)
    return found


def play(game: Auberge, *actions: Action) -> State:
    state = game.start()
    for action in actions:
        state = game.play(state, action)
    return state


DEALT = Deal(((1, 5, 5), (2, 7, 9), (4, 8, 10)))
PLACED = (DEALT, Place(1), Place(2), Place(4))


def test_whose_go_it_is_is_said_in_a_word_and_by_a_ring() -> None:
    game = Auberge(players=3)
    where = {
        place.key: (place.x, place.y) for place in board(game.observe(game.start(), None)).items
    }

    def told(lang: str, *actions: Action) -> dict[str, tuple[str, tuple[float, float]]]:
        scene = board(game.observe(play(game, *actions), None), lang)
        return {key: (word, (x, y)) for key, (word, x, y) in tags(scene).items()}

    assert told("en") == {}
    assert told("en", DEALT) == {"turn": ("to play", where["seat 0"])}
    assert told("fr", *PLACED) == {"turn": ("à jouer", where["seat 0"])}
    assert told("en", *PLACED, Draw()) == {"turn": ("draws", where["seat 0"])}
    assert told("en", *PLACED, Draw(), Drawn(3)) == {"turn": ("to play", where["seat 1"])}
    challenge = (*PLACED, Challenge(2))
    assert told("en", *challenge) == {
        "turn": ("challenges", where["seat 0"]),
        "target": ("challenged", where["seat 2"]),
    }
    assert told("en", *challenge, Turned(4)) == {
        "out 0": ("out", where["seat 0"]),
        "turn": ("to play", where["seat 1"]),
    }
    assert told("en", *challenge, Turned(4), Accuse(2)) == {
        "out 0": ("out", where["seat 0"]),
        "out 1": ("out", where["seat 1"]),
        "turn": ("wins", where["seat 2"]),
    }


def test_first_cards_lie_face_down_until_all_have_chosen() -> None:
    game = Auberge(players=3)
    state = play(game, DEALT, Place(1), Place(9))

    def before(scene: Scene) -> dict[str, str]:
        return {item.place: item.face for item in scene.items if item.place.startswith("table")}

    assert before(board(game.observe(state, None))) == {"table 0": HIDDEN, "table 1": HIDDEN}
    assert before(board(game.observe(state, 2))) == {"table 0": HIDDEN, "table 1": HIDDEN}
    assert before(board(game.observe(state, 1))) == {"table 0": HIDDEN, "table 1": "9"}
    view = game.observe(state, 2)
    assert before(board(view, state=state)) == {"table 0": "1", "table 1": "9"}
    state = game.play(state, Place(4))
    assert before(board(game.observe(state, None))) == {
        "table 0": "1",
        "table 1": "9",
        "table 2": "4",
    }


def test_hand_sizes_are_numbers_and_what_was_seen_is_marked() -> None:
    game = Auberge(players=3)
    state = play(game, *PLACED, Accuse(2), Draw(), Drawn(6), Draw(), Drawn(3))
    assert state.sights
    scene = board(game.observe(state, 0))
    sizes = {item.key: item.svg for item in scene.items if item.key.startswith("size ")}
    assert sizes.keys() == {"size 1", "size 2"}
    assert "×3" in sizes["size 2"]
    hand = [item for item in scene.items if item.place == "hand 2"]
    assert [item.face for item in hand] == ["8", "10", HIDDEN]
    assert [item.label for item in hand] == ["Carl, seen in hand: 8", "Carl, seen in hand: 10", ""]
    assert hand[0].svg != board(game.observe(state, 0), state=state).items[0].svg
    told = {item.key: item.label for item in scene.items}
    assert told["seat 2"] == "Carl. Cards in hand: 3. On the table: 4. to play"
    assert told["seat 0"] == "Ada. out"
    assert told["discard"] == "discard: 3 (1, 5 and 5)"


def test_the_teacher_sees_every_hand() -> None:
    game = Auberge(players=3)
    state = play(game, *PLACED)
    scene = board(game.observe(state, 0), state=state)
    hands = {
        seat: [item.face for item in scene.items if item.place == f"hand {seat}"]
        for seat in range(3)
    }
    assert hands == {0: ["5", "5"], 1: ["7", "9"], 2: ["8", "10"]}


def test_a_card_keeps_its_key_from_the_hand_to_the_table() -> None:
    game = Auberge(players=3)
    before = play(game, *PLACED)
    after = game.play(before, Attack(5, 2))
    for seat in (0, 1, None):
        old = follow((), board(game.observe(before, seat)))
        new = follow(old.items, board(game.observe(after, seat)))
        hand = {item.key for item in old.items if item.place == "hand 0"}
        (attacked,) = [item for item in new.items if item.place == "table 2" and item.face == "5"]
        assert attacked.key in hand
        assert len({item.key for item in new.items}) == len(new.items)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_name_is_never_markup(lang: str) -> None:
    game = Auberge(players=3)
    names = ["<script>alert(1)</script>", '"&', "Ada"]
    state = play(game, *PLACED)
    view = game.observe(state, 0)
    for scene in (
        board(view, lang, names),
        board(view, lang, names, state=state),
        odds(view, lang, names),
    ):
        check(scene)
        assert "<script" not in scene.svg()
        root = ElementTree.fromstring(scene.svg())
        assert not [node for node in root.iter() if node.tag.endswith("script")]
        assert all("<script" not in item.svg for item in scene.items)
    assert any(
        "<script>" in choice.label
        for choice in choices(game.observe(state, 1 - 1), lang, names[::-1])
    )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_art_brings_no_ids_and_takes_its_colours_from_the_theme(lang: str) -> None:
    game = Auberge(players=3)
    state = play(game, *PLACED, Challenge(2))
    for scene in (*sum(pictures(game, state, lang), ()),):
        for item in scene.items:
            assert "id=" not in item.svg
            assert "rgb" not in item.svg
            # only the initial on a seat's own colour has a fixed ink
            assert "#" not in item.svg or item.key.startswith("seat ")


def test_the_boxes_of_the_tests_see_what_they_should() -> None:
    game = Auberge(players=4)
    scene = board(
        game.observe(play(game, Deal(((1, 2, 3), (4, 5, 6), (7, 8, 9), (10, 10, 10)))), 0)
    )
    (seat,) = [item for item in scene.items if item.key == "seat 0"]
    assert boxes(seat)[0] == Box(330, 514, 470, 558)
    moved = replace(scene, items=tuple(item._replace(x=item.x + 700) for item in scene.items))
    assert outside(moved)
    stacked = replace(
        scene,
        items=tuple(
            item._replace(x=0, y=0, face="1", place=f"table {n}") if item.face else item
            for n, item in enumerate(scene.items)
        ),
    )
    assert overlapping(stacked)
