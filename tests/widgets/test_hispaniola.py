"""Hispaniola drawn: all in its place, nothing given away, pirates followed, numbers as the odds."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations as pairs
from math import comb
from xml.etree import ElementTree

import pytest

from gamelib.game import Deal
from gamelib.hispaniola import odds as chances
from gamelib.hispaniola.board import CAPTAIN
from gamelib.hispaniola.cards import COLOURS, NUMBER, SHIPS, best_card, ship_of, trump_bid
from gamelib.hispaniola.rules import (
    Bid,
    Hispaniola,
    Phase,
    Place,
    Play,
    State,
    Swap,
    View,
    parts,
    scores,
    unseen,
)
from gamelib.match import Match
from gamelib.texts import LANGUAGES, percent, say, seat_names
from tests.gamelib.tables import numbers
from tests.widgets.contract import check_choices
from tests.widgets.geometry import Box, boxes, card_box, outside
from widgets.film import Film, Frame
from widgets.hispaniola.art import signed
from widgets.hispaniola.board import board
from widgets.hispaniola.choices import choices
from widgets.hispaniola.motion import movements, way
from widgets.hispaniola.odds import CELL, SIGNS, cells, mark, marks, odds
from widgets.hispaniola.places import FLEET, ISLANDS, SEATS
from widgets.hispaniola.tokens import path
from widgets.scene import HIDDEN, Item, Scene, follow, width_of

each_count = pytest.mark.parametrize("players", numbers(Hispaniola))
LONG = tuple(f"Maximilian-Alexander the {n}th" for n in range(5))
SMALL_DECKS = (
    tuple(f"{colour}{n}" for colour in COLOURS for n in (3, 4, 15)),
    ("O1", "S1", "G1", "Y1", "P1", "O15"),
    tuple(f"S{n}" for n in range(1, 16)),
)


@cache
def played(game: Hispaniola, seed: int = 1) -> Match:
    """A match played at random."""
    match = Match(game, seed=seed)
    match.run()
    return match


def positions(players: int, every: int = 1, seed: int = 1) -> Iterator[State]:
    """The states of a short match, some of them left out; from the second hand on ships are full.

    `every` is odd, so that no player and no phase is always left out.
    """
    states = played(Hispaniola(players, rounds=1), seed).states
    yield from states[::every]
    yield states[-1]


def views(game: Hispaniola, state: State) -> Iterator[tuple[View, State | None]]:
    """A table as its seats, the public and the teacher see it."""
    for seat in (0, game.players - 1, None):
        yield game.observe(state, seat), None
    turn = game.turn(state)
    yield game.observe(state, turn if isinstance(turn, int) else None), state


def decisions(players: int, kind: type[Bid] | type[Play], every: int = 1) -> Iterator[View]:
    """Where a player has a card to choose, from that seat."""
    game = Hispaniola(players, rounds=1)
    phase = Phase.TRUMP if kind is Bid else Phase.TRICK
    states = [state for state in positions(players) if state.phase is phase]
    for state in states[::every]:
        yield game.observe(state, state.turn)


def by_key(scene: Scene, start: str) -> dict[str, Item]:
    return {item.key: item for item in scene.items if item.key.startswith(f"{start} ")}


def pirates(scene: Scene) -> Counter[tuple[str, str]]:
    """How many pirates of whom are where."""
    return Counter(
        (item.place, item.face) for item in scene.items if item.face.startswith("pirate")
    )


def cards(scene: Scene) -> list[Item]:
    return [item for item in scene.items if item.face and not item.face.startswith("pirate")]


def words(item: Item) -> str:
    drawn = ElementTree.fromstring(f"<g>{item.svg}</g>").itertext()
    return " ".join(word.strip() for word in drawn if word.strip())


def crowded(players: int) -> State:
    """A table at its fullest: all cards in hand but the bids, pirates on every seat and island."""
    game = Hispaniola(players)
    states = played(Hispaniola(players), seed=2).states
    full = [
        state
        for state in states
        if all(None not in ship for ship in state.ships)
        and None not in state.islands
        and state.phase is Phase.TRICK
        and len(state.trick) == players - 1
    ]
    state: State = min(full, key=lambda state: (len(state.tricks), -max(state.stocks)))
    assert game.hand_size - len(state.hands[state.turn]) <= 2 + len(state.bids)
    return state


# --- the table -----------------------------------------------------------------------------------


@each_count
def test_every_piece_has_a_key_of_its_own_and_keeps_inside_its_picture(players: int) -> None:
    game = Hispaniola(players, rounds=1)
    for state in (*positions(players, every=31), crowded(players)):
        for view, whole in views(game, state):
            for lang in LANGUAGES:
                for scene in (
                    board(view, lang, state=whole),
                    board(view, lang, LONG, state=whole),
                    odds(view, lang),
                    odds(view, lang, LONG),
                ):
                    keys = [item.key for item in scene.items]
                    assert len(set(keys)) == len(keys)
                    assert outside(scene) == []


@each_count
def test_all_cards_and_all_pirates_are_always_on_the_table(players: int) -> None:
    game = Hispaniola(players, rounds=1)
    for state in positions(players, every=9):
        for view, whole in views(game, state):
            scene = board(view, state=whole)
            there = pirates(scene)
            assert Counter(face for _, face in there.elements()) == {
                f"pirate {seat}": game.pirates for seat in range(players)
            }
            for n, ship in enumerate(state.ships):
                for where, seat in zip(("left", "captain", "right"), ship, strict=True):
                    assert seat is None or there[f"ship {n} {where}", f"pirate {seat}"] == 1
            for n, seat in enumerate(state.islands):
                assert seat is None or there[f"island {n}", f"pirate {seat}"] == 1
            for seat, stock in enumerate(state.stocks):
                assert there[f"stock {seat}", f"pirate {seat}"] == stock
            if state.phase is not Phase.DEAL or state.sheet:
                assert len(cards(scene)) == len(game.cards)
            for seat, pile in enumerate(state.piles):
                heap = [item.face for item in scene.items if item.place == f"pile {seat}"]
                assert heap == [HIDDEN] * pile
                assert words(by_key(scene, "pile")[f"pile {seat}"]).split()[-1] == str(pile)


def frames(scene: Scene) -> list[tuple[str, Box]]:
    """Where the cards, pirates, plates, buttons and tables of a board lie, by their places."""
    found = [(item.place, card_box(item)) for item in cards(scene) if item.svg]
    found += [(item.place, boxes(item)[0]) for item in scene.items if item.face[:6] == "pirate"]
    for item in scene.items:
        if not item.face and item.key.split()[0] in ("seat", "hand", "sheet") and boxes(item):
            found += [(item.key, box) for box in boxes(item) if item.key != "hand"]
        if item.action in ("do:keep", "do:give-left", "do:give-right"):
            found.append((item.key, boxes(item)[0]))
        if item.key in ("trump", "led"):
            found += [("signs", box) for box in boxes(item)]
    return found


@each_count
@pytest.mark.parametrize("lang", LANGUAGES)
def test_pieces_of_different_places_never_overlap(players: int, lang: str) -> None:
    game, state = Hispaniola(players), crowded(players)
    over = state._replace(
        phase=Phase.PILES, piles=(60,) * players, trick=(*state.trick, state.hands[state.turn][0])
    )
    for table in (state, over):
        for view, whole in views(game, table):
            scene = board(view, lang, state=whole)
            for (one, box), (other, second) in pairs(frames(scene), 2):
                assert one == other or not box.overlaps(second), (one, other)


def written(scene: Scene) -> list[tuple[str, str, Box]]:
    """The words of a picture and where they stand, those of one line of numbers each by itself."""
    found = []
    for item in scene.items:
        root = ElementTree.fromstring(f"<g>{item.svg}</g>")
        for node in root.iter("text"):
            size, anchor = int(node.get("font-size", 14)), node.get("text-anchor", "start")
            for span in node.iter("tspan"):
                wide = width_of(span.text or "", size)
                left = item.x + float(span.get("x", 0)) - wide * SHIFTS[anchor]
                y = item.y + float(span.get("y", node.get("y", 0)))
                found.append(
                    (item.key, span.text or "", Box(left, y - 0.75 * size, left + wide, y))
                )
        lines = [node for node in root.iter("text") if node.text]
        plain = replace_spans(item)
        inked = [box for box in boxes(plain) if box.bottom > box.top]
        for node, box in zip(lines, inked, strict=True):
            found.append((item.key, node.text or "", box))
    return found


SHIFTS = {"start": 0.0, "middle": 0.5, "end": 1.0}


def replace_spans(item: Item) -> Item:
    """The piece with nothing but its plain words."""
    art = re.sub(r"<(rect|circle|path)[^>]*/>", "", item.svg)
    return item._replace(svg=art)


@each_count
@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_words_lie_over_others(players: int, lang: str) -> None:
    game = Hispaniola(players, rounds=1)
    ends = (*played(game).states[:2], crowded(players))
    for state in (*positions(players, every=41), *ends):
        for view, whole in views(game, state):
            for names in (None, LONG):
                for scene in (board(view, lang, names, whole), odds(view, lang, names)):
                    at_once = [
                        each
                        for each in written(scene)
                        if not re.match(r"chosen|ship \d$", each[0])  # pirates sit on its seats
                    ]
                    for (key, one, box), (other, two, second) in pairs(at_once, 2):
                        assert not box.overlaps(second, slack=1.5), (key, one, other, two)
                    for key, words_of, box in at_once:
                        assert box.inside(*scene.size), (key, words_of)


@each_count
def test_what_a_card_s_chances_are_stands_beside_their_words(players: int) -> None:
    """The chances of one chosen card are seen at a time, with the words that all have in common."""
    for kind in (Bid, Play):
        for view in decisions(players, kind, every=17):
            for lang in LANGUAGES:
                told = written(odds(view, lang))
                shared = [each for each in told if not each[0].startswith("chosen")]
                for key, one, box in (each for each in told if each[0].startswith("chosen")):
                    assert box.inside(*odds(view, lang).size)
                    for other, two, second in shared:
                        assert not box.overlaps(second, slack=1.5), (key, one, other, two)


@each_count
def test_the_seat_in_view_sits_at_the_bottom_and_its_left_neighbour_left_of_its_right_one(
    players: int,
) -> None:
    game, state = Hispaniola(players), crowded(players)
    for seat in range(players):
        plates = by_key(board(game.observe(state, seat)), "seat")
        assert max(plates, key=lambda key: plates[key].y) == f"seat {seat}"
        left, right = f"seat {(seat + 1) % players}", f"seat {(seat - 1) % players}"
        assert plates[left].x < 400 < plates[right].x
    for view in (game.observe(state, None), game.observe(state, 1)):
        plates = by_key(board(view, state=None if view.seat is None else state), "seat")
        assert max(plates, key=lambda key: plates[key].y) == "seat 0"


@each_count
def test_hands_and_secret_bids_show_their_faces_to_their_owners_and_the_teacher_alone(
    players: int,
) -> None:
    game, hidden_bids = Hispaniola(players, rounds=1), 0
    for state in (*positions(players, every=7), *played(game).states[:players]):
        for view, whole in views(game, state):
            scene = board(view, state=whole)
            for seat in range(players):
                knows = whole is not None or seat == view.seat
                faces = [item.face for item in scene.items if item.place == f"hand {seat}"]
                hand = state.hands[seat]
                assert faces == (list(hand) if knows else [HIDDEN] * len(hand))
                if (secret := state.secret[seat]) is not None:
                    [lying] = [item for item in scene.items if item.place == f"bid {seat}"][-1:]
                    assert lying.face == (secret if knows else HIDDEN)
                    hidden_bids += not knows
            told = " | ".join(item.label for item in scene.items)
            for name in unseen(view) if whole is None else ():
                spoken = say(f"hispaniola.card.{name[0]}", number=name[1:])
                assert not re.search(rf"{spoken}\b", told)
    assert hidden_bids


@each_count
def test_the_middle_shows_the_trick_in_the_order_of_play_and_which_card_is_best(
    players: int,
) -> None:
    game, tricks = Hispaniola(players, rounds=1), 0
    for state in positions(players, every=3):
        scene = board(game.observe(state, 0))
        laid = sorted(
            (item for item in scene.items if item.place == "trick"), key=lambda item: item.x
        )
        assert tuple(item.face for item in laid) == state.trick
        for n, item in enumerate(laid):
            assert seat_names()[(state.leader + n) % players] in item.label
        best = [item for item in scene.items if item.key == "best"]
        if state.trick:
            [frame] = best
            assert frame.x == laid[best_card(state.trick, state.trump)].x
            [about] = [item for item in scene.items if item.key == "about"]
            assert (about.x, about.y) == FLEET[ship_of(state.trick)]
            tricks += 1
    assert tricks


def test_bids_lie_in_the_middle_until_the_first_card_is_led() -> None:
    game = Hispaniola(4, rounds=1)
    states = played(game).states
    shown = next(state for state in states if state.bids and state.phase is Phase.TRICK)
    after = states[states.index(shown) + 1]
    scene = board(game.observe(shown, 0))
    bids = {item.face: item for item in scene.items if item.place.startswith("bid")}
    assert set(bids) == set(shown.bids[-1])
    [best] = [item for item in scene.items if item.key == "best"]
    decides = trump_bid(shown.bids[-1])
    assert decides is not None
    assert best.x == bids[decides].x
    [now] = [item for item in scene.items if item.key == "now"]
    assert "<rect" not in now.svg, "the leader's place is not free yet"
    later = {item.face: item for item in board(game.observe(after, 0)).items if item.face}
    for name, lying in bids.items():
        assert later[name].place == lying.place
        assert card_box(later[name]).right - later[name].x < card_box(lying).right - lying.x


@each_count
def test_it_is_said_whose_go_it_is_what_for_and_who_has_won(players: int) -> None:
    game, said = Hispaniola(players, rounds=1), set()
    for state in positions(players):
        scene = board(game.observe(state, 0))
        plates = by_key(scene, "seat")
        tags = {
            item.key: item
            for item in scene.items
            if item.key == "turn" or item.key.startswith("win ")
        }
        outcome = game.outcome(state)
        if outcome is not None:
            assert tags.keys() == {f"win {seat}" for seat in outcome.winners}
        elif state.phase is Phase.DEAL:
            assert not tags
        else:
            plate = plates[f"seat {state.turn}"]
            assert tags.keys() == {"turn"}
            assert (tags["turn"].x, tags["turn"].y) == (plate.x, plate.y)
            word = say(f"hispaniola.tag.{state.phase.value}")
            assert words(tags["turn"]) == word
            assert plate.label.endswith(word)
            said.add(state.phase)
    assert len(said) == 4


@each_count
def test_trump_dealer_hand_and_points_are_told(players: int) -> None:
    game = Hispaniola(players, rounds=1)
    for state in positions(players, every=5):
        scene = {item.key: item for item in board(game.observe(state, 0)).items}
        if state.trump:
            assert say(f"hispaniola.colour.{state.trump}") in words(scene["trump"])
        plate, mark_of = scene[f"seat {state.dealer}"], scene["dealer"]
        assert 0 < mark_of.x - plate.x < 140
        over = state.phase in (Phase.DEAL, Phase.OVER)
        hand = max(1, len(state.sheet) + (not over))
        assert words(scene["hand"]) == f"Hand {hand} of {players}"
        totals = scores(state.sheet, players)
        for seat in range(players):
            now = sum(points[seat] for points in parts(state))
            if over:
                now = state.sheet[-1][seat] if state.sheet else 0
            assert words(scene[f"points {seat}"]).split()[1:] == [
                signed(totals[seat]),
                signed(now),
            ]


def test_points_have_a_minus_sign_that_is_no_hyphen() -> None:
    assert [signed(points) for points in (-12, 0, 5)] == ["−12", "0", "+5"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_names_stay_words(lang: str) -> None:
    names = ["<script>alert(1)</script>", '"&', "", "<b>", "x" * 200]
    game = Hispaniola(5, rounds=1)
    for state in positions(5, every=61):
        for view, whole in views(game, state):
            for scene in (board(view, lang, names, whole), odds(view, lang, names)):
                assert outside(scene) == []
                root = ElementTree.fromstring(scene.svg())
                assert {node.tag.split("}")[1] for node in root.iter()} <= {
                    "svg", "title", "style", "rect", "g", "path", "circle", "text", "tspan",
                }  # fmt: skip


def test_a_piece_has_the_words_of_each_language() -> None:
    game, state = Hispaniola(3), crowded(3)
    for view, whole in views(game, state):
        for english, french in (
            (board(view, "en", state=whole), board(view, "fr", state=whole)),
            (odds(view, "en"), odds(view, "fr")),
        ):
            assert [item.key for item in english.items] == [item.key for item in french.items]
            labels = {item.label for item in french.items} & {item.label for item in english.items}
            assert labels <= {""}


# --- pieces that move ----------------------------------------------------------------------------


@cache
def shown(game: Hispaniola, seat: int = 0) -> list[tuple[Scene, Scene, object]]:
    """Each step of a match as a film shows it: the picture before and after, and what was done."""
    film, match = Film(way=way), played(game)
    steps: list[tuple[Scene, Scene, object]] = []
    for n, state in enumerate(match.states):
        step = match.steps[n - 1] if n else None
        moves = movements(game.observe(match.states[n - 1], None), step.action) if step else ()
        picture = board(game.observe(state, seat))
        film.add(Frame(picture, Scene((1, 1), "", ()), moves=moves))
        if step:
            steps.append((film.frames[-2].board, film.frames[-1].board, step.action))
    return steps


@each_count
def test_pieces_have_lasting_keys_and_none_comes_or_goes_but_cards_with_a_deal(
    players: int,
) -> None:
    for before, after, action in shown(Hispaniola(players, rounds=1)):
        if isinstance(action, Deal):
            before, after = (
                replace(scene, items=tuple(i for i in scene.items if i.face.startswith("pirate")))
                for scene in (before, after)
            )
        old, new = ({i.key for i in scene.items if i.face} for scene in (before, after))
        assert old == new


@each_count
@pytest.mark.rule("HI-9")
def test_every_pirate_goes_the_way_of_the_rules_one_after_the_other(players: int) -> None:
    game = Hispaniola(players, rounds=1)
    match = played(game)
    seen: Counter[str] = Counter()
    for n, (before, after, action) in enumerate(shown(game)):
        was = {item.key: item for item in before.items}
        moved = [
            (was[item.key], item)
            for item in after.items
            if item.face.startswith("pirate") and was[item.key].place != item.place
        ]
        if not isinstance(action, Place | Swap):
            assert moved == []
            continue
        ship, state = ship_of(match.states[n].trick), match.states[n]
        places = {one.place: other for one, other in moved}
        assert all(one.face == other.face for one, other in moved)
        if isinstance(action, Swap):
            captain, side = f"ship {ship} captain", f"ship {ship} {action.side}"
            assert {start: end.place for start, end in places.items()} == {
                captain: side,
                side: captain,
            }
            seen["swap"] += 1
            continue
        chain, here = [], f"stock {state.turn}"
        while here in places:
            now = places.pop(here)
            chain.append(now)
            here = now.place
            if here.startswith("stock"):
                break
        assert not places, "each pushes the next"
        expected = [f"ship {ship} captain", f"ship {ship} {action.push}"]
        expected += [f"island {k}" for k in range(4)]
        ends = [item.place for item in chain]
        assert ends[:6] == expected[: len(ends)]
        arrivals = [len(item.via) for item in chain]
        assert arrivals == list(range(len(chain))), "each waits for the one before"
        assert all(set(item.via) <= {(was[item.key].x, was[item.key].y)} for item in chain)
        seen[ends[-1].split()[0]] += 1
    assert set(seen) == {"ship", "island", "stock", "swap"}


@pytest.mark.rule("HI-7")
def test_own_pirates_that_look_alike_are_told_apart_by_the_rules() -> None:
    """Ada pushes her own captain on her own pirate: the new one does not swim to the island."""
    game = Hispaniola(3)
    state = crowded(3)
    full = ((0, 0, 1), *state.ships[1:])
    trick = ("O3", "O2", "O1")
    state = state._replace(
        phase=Phase.NAVIGATION, turn=0, leader=0, trick=trick, ships=full,
        islands=(0, None, None, None), stocks=(3, 3, 3),
    )  # fmt: skip
    before = board(game.observe(state, 1))
    action = Place("left")
    after = follow(
        before.items,
        board(game.observe(game.play(state, action), 1)),
        movements(game.observe(state, None), action),
    )
    was = {item.key: item.place for item in before.items}
    came = {item.place: was[item.key] for item in after.items if item.face == "pirate 0"}
    assert came["ship 0 captain"] == "stock 0"
    assert came["ship 0 left"] == "ship 0 captain"
    assert came["island 0"] == "ship 0 left"
    assert came["island 1"] == "island 0"
    assert came["stock 0"] == "stock 0"


@pytest.mark.rule("HI-9")
def test_who_comes_home_is_not_who_is_placed_though_both_are_of_one_player() -> None:
    game, state = Hispaniola(3), crowded(3)
    state = state._replace(
        phase=Phase.NAVIGATION, turn=0, leader=0, trick=("O3", "O2", "O1"), stocks=(3, 3, 3),
        ships=((1, 2, 1), *state.ships[1:]), islands=(1, 2, 1, 0),
    )  # fmt: skip
    before, action = board(game.observe(state, 1)), Place("right")
    after = follow(
        before.items,
        board(game.observe(game.play(state, action), 1)),
        movements(game.observe(state, None), action),
    )
    was = {item.key: item.place for item in before.items}
    came = Counter((was[item.key], item.place) for item in after.items if item.face == "pirate 0")
    assert came["stock 0", "ship 0 captain"] == 1
    assert came["island 3", "stock 0"] == 1
    assert came["stock 0", "stock 0"] == 2
    assert movements(game.observe(state, None), action)[-1] == ("island 3", "stock 0")


@each_count
def test_a_card_goes_from_the_hand_to_the_trick_to_a_pile_and_keeps_its_key(players: int) -> None:
    game = Hispaniola(players, rounds=1)
    tricks = 0
    for before, after, action in shown(game):
        was = {item.key: item for item in before.items}
        now = {item.key: item for item in after.items}
        if isinstance(action, Play):
            [key] = [item.key for item in after.items if item.face == action.card]
            assert was[key].place.startswith("hand")
        elif any(item.place == "trick" for item in before.items):
            trick = [key for key, item in was.items() if item.place == "trick"]
            places = {now[key].place.split()[0] for key in trick}
            assert places in ({"trick"}, {"pile"})
            tricks += places == {"pile"}
    assert tricks


# --- the odds ------------------------------------------------------------------------------------


def column(scene: Scene, colour: str) -> tuple[list[str], list[str]]:
    """The numbers of a colour in the picture of the deck: those unseen, bold, and those seen."""
    [item] = [item for item in scene.items if item.key == f"numbers {colour}"]
    drawn = ElementTree.fromstring(f"<g>{item.svg}</g>").findall("text")
    spans = [(node.get("font-weight") == "700", span.text or "") for node in drawn for span in node]
    return [word for bold, word in spans if bold], [word for bold, word in spans if not bold]


@each_count
def test_the_deck_shows_every_card_once_and_those_seen_hollow(players: int) -> None:
    game = Hispaniola(players, rounds=1)
    for state in positions(players, every=37):
        for seat in (0, None):
            view = game.observe(state, seat)
            scene = odds(view)
            deck = {item.key: item for item in scene.items}
            hidden = set(unseen(view))
            assert {name for name in game.cards if mark(name) in deck} == hidden
            for colour in COLOURS:
                of_colour = [name for name in game.cards if name[0] == colour]
                bold, soft = column(scene, colour)
                assert bold == [str(NUMBER[name]) for name in of_colour if name in hidden]
                assert soft == [str(NUMBER[name]) for name in of_colour if name not in hidden]
                art, mine = deck[f"colour {colour}"].svg, {*view.hand, view.bid}
                seen = [name for name in of_colour if name not in hidden]
                table = {*view.trick, *(view.bids[-1] if view.bids and not view.tricks else ())}
                held = [name for name in seen if name in mine]
                lying = [name for name in seen if name in table and name not in mine]
                assert art.count(SIGNS["hand"]) == len(held)
                assert art.count(SIGNS["table"]) == len(lying)
                assert art.count(SIGNS["discard"]) == len(seen) - len(held) - len(lying)
                assert words(deck[f"left {colour}"]) == str(len(bold))
                assert deck[f"colour {colour}"].label.endswith(f"{len(bold)} unseen")
            assert words(deck["total"]).startswith(f"{len(hidden)} ")


@each_count
def test_over_each_unseen_card_lies_a_hatching_that_is_seen_when_it_is_marked(players: int) -> None:
    view = next(decisions(players, Bid))
    scene, (places, height) = odds(view), cells(view.game.cards)
    for item in scene.items:
        if item.key in places:
            assert (item.x, item.y) == places[item.key]
            assert "tw-hurt-lines" in item.svg
    rows = [Box(x, y, x + CELL, y + height) for x, y in places.values()]
    assert not any(one.overlaps(other) for one, other in pairs(rows, 2))
    assert all(row.inside(*scene.size) for row in rows)


def test_the_cards_that_a_question_names_are_marked_and_are_in_the_picture() -> None:
    game, state = Hispaniola(3), crowded(3)
    view = game.observe(state, 0)
    deck = {item.key for item in odds(view).items}
    asked = unseen(view)[::2]
    assert marks(view, asked) <= deck
    assert len(marks(view, asked)) == len(asked)
    assert marks(view, ()) == frozenset()


@each_count
def test_who_may_lack_a_colour_is_as_the_odds_say_and_what_was_shown_is_framed(
    players: int,
) -> None:
    game, framed = Hispaniola(players, rounds=1), 0
    for state in positions(players, every=29):
        for seat in (0, None):
            view = game.observe(state, seat)
            deck = by_key(odds(view), "lacks")
            if not any(view.hand_sizes):
                assert not deck
                continue
            assert deck.keys() == {f"lacks {other}" for other in chances.others(view)}
            for other in chances.others(view):
                shares = words(deck[f"lacks {other}"]).split()
                none = [chances.without(view, colour)[other] for colour in COLOURS]
                assert shares == [
                    {Fraction(0): "no", Fraction(1): "yes"}.get(chance)
                    or percent(chance, "en", 0).removesuffix("%")
                    for chance in none
                ]
                for colour, chance in zip(COLOURS, none, strict=True):
                    word = say(f"hispaniola.colour.{colour}")
                    assert f"{word} {percent(chance, 'en', 0)}" in deck[f"lacks {other}"].label
                path_drawn = re.findall(r"M\d+ -11h42", deck[f"lacks {other}"].svg)
                assert len(path_drawn) == len(view.voids[other])
                framed += len(path_drawn)
    assert framed


@pytest.mark.parametrize("deck", SMALL_DECKS, ids=str)
def test_other_decks_and_other_numbers_of_pirates_fit_too(deck: tuple[str, ...]) -> None:
    game = Hispaniola(3, rounds=1, deck=deck, pirates=23)
    for state in played(game).states[::5]:
        for view, whole in views(game, state):
            for scene in (board(view, state=whole), odds(view)):
                assert outside(scene) == []
            places, height = cells(game.cards)
            drawn = [Box(x, y, x + CELL, y + height) for x, y in places.values()]
            assert len(drawn) == len(deck)
            assert not any(one.overlaps(other) for one, other in pairs(drawn, 2))
            choices(view)


# --- what can be done ----------------------------------------------------------------------------


@each_count
def test_every_legal_action_is_offered_in_order_and_its_token_is_on_the_board_once(
    players: int,
) -> None:
    game, offered_kinds = Hispaniola(players, rounds=1), set()
    for state in (*positions(players, every=11), *played(game).states[:3]):
        actions = game.actions(state)
        check_choices(game, state)
        for view, whole in views(game, state):
            tokens = [item.action for item in board(view, state=whole).items if item.action]
            expected = [path(action) for action in actions]
            if whole is not None or view.seat == state.turn:
                assert sorted(tokens) == sorted(token for one in expected for token in one)
            else:
                assert tokens == []
            if view.seat is None or view.seat != state.turn or not actions:
                continue
            assert [choice.path for choice in choices(view)] == expected
            offered_kinds |= {type(action).__name__ for action in actions}
    assert offered_kinds >= {"Bid", "Play", "Place", "Swap", "Keep", "Give"}


@pytest.mark.rule("HI-10")
def test_with_an_empty_stock_a_ship_can_be_left_as_it_is() -> None:
    game, state = Hispaniola(3), crowded(3)
    state = state._replace(
        phase=Phase.NAVIGATION, turn=0, leader=0, trick=("O3", "O2", "O1"), stocks=(0, 1, 1),
        ships=((1, 0, 2), *state.ships[1:]),
    )  # fmt: skip
    view = game.observe(state, 0)
    tokens = {item.action: item for item in board(view).items if item.action}
    assert set(tokens) == {"do:pass", "do:swap-left", "do:swap-right"}
    drawn = [boxes(item)[0] for item in tokens.values()]
    assert not any(one.overlaps(other) for one, other in pairs(drawn, 2))
    assert [choice.path[0] for choice in choices(view)] == [
        path(action)[0] for action in game.actions(state)
    ]


@pytest.mark.rule("HI-11")
def test_a_trick_is_given_by_a_click_beside_the_neighbours_pile() -> None:
    game, state = Hispaniola(5), crowded(5)
    state = state._replace(phase=Phase.PILES, turn=2, trick=("O3", "O2", "O1", "O4", "O5"))
    scene = {item.key: item for item in board(game.observe(state, 2)).items}
    clickable = {key: item for key, item in scene.items() if item.action}
    assert clickable.keys() == {"do:keep", "do:give-left", "do:give-right"}
    for token, seat, word in (
        ("do:keep", 2, "Keep"),
        ("do:give-left", 3, "Give"),
        ("do:give-right", 1, "Give"),
    ):
        button, pile = clickable[token], scene[f"pile {seat}"]
        assert button.action == token
        assert words(button) == word
        assert button.label == f"{word}: {pile.label}"
        assert abs(button.x - pile.x) < 80
        assert abs(button.y - pile.y) < 60


def rows_told(item: Item) -> list[str]:
    """The numbers of a chosen card's chances, from above."""
    drawn = ElementTree.fromstring(f"<g>{item.svg}</g>")
    return [span.text or "" for span in drawn.iter("tspan")]


def in_words(chance: Fraction) -> str:
    return {Fraction(0): "impossible", Fraction(1): "certain"}.get(chance) or percent(chance)


@each_count
@pytest.mark.rule("HI-3")
def test_a_bid_is_offered_with_the_chance_that_it_names_the_trump(players: int) -> None:
    for view in decisions(players, Bid, every=5):
        scene = {item.key: item for item in odds(view).items}
        for name, choice in zip(view.hand, choices(view), strict=True):
            results = chances.results(view, Bid(name))
            assert choice.asked == "decides"
            assert choice.chance == results["decides"] == chances.deciding(view, name)
            assert {result.code: result.chance for result in choice.results} == results
            assert [result.tone for result in choice.results] == ["good", "", ""]
            higher = [other for other in unseen(view) if NUMBER[other] >= NUMBER[name]]
            hatched = (*map(mark, higher), "hatched") if higher else ()
            assert choice.marks == (*hatched, "asked", f"chosen {name}")
            assert set(choice.marks) <= set(scene)
            assert rows_told(scene[f"chosen {name}"]) == list(map(in_words, results.values()))
            labels = words(scene["asked"])
            assert all(result.label in labels for result in choice.results)


@each_count
def test_the_cases_of_a_bid_are_what_the_others_may_bid_together(players: int) -> None:
    for view in decisions(players, Bid, every=9):
        for choice in choices(view):
            assert choice.cases is not None
            assert choice.cases.total == comb(len(unseen(view)), players - 1)
            assert Fraction(choice.cases.favourable, choice.cases.total) == choice.chance
            assert str(players - 1) in choice.cases.of


@each_count
@pytest.mark.rule("HI-5")
def test_a_card_is_offered_with_the_chance_that_it_wins(players: int) -> None:
    beaten = winnable = 0
    for view in decisions(players, Play, every=13):
        scene = {item.key: item for item in odds(view).items}
        last = len(view.trick) == players - 1
        for choice in choices(view):
            name = choice.path[0].removeprefix("card:")
            results = chances.results(view, Play(name))
            assert choice.asked == "wins"
            assert choice.chance == results["wins"] == chances.winning(view, name)
            assert {result.code: result.chance for result in choice.results} == results
            assert {result.code: result.tone for result in choice.results} == {
                "wins": "good",
                "loses": "",
            }
            assert choice.cases is None, "what may be played depends on what is held"
            assert rows_told(scene[f"chosen {name}"]) == [
                in_words(chance)
                for chance in (
                    chances.winning(view, name),
                    chances.third_colour(view, name),
                    chances.trumped(view, name),
                )
            ]
            assert say("hispaniola.result.wins") in words(scene["asked"])
            assert set(choice.marks) <= set(scene)
            better = [
                other
                for other in unseen(view)
                if best_card((*view.trick, name, other), view.trump) > len(view.trick)
            ]
            if last or best_card((*view.trick, name), view.trump) < len(view.trick):
                assert choice.marks == ("asked", f"chosen {name}"), "no unseen card can beat it now"
                assert choice.chance in (0, 1)
                beaten += 1
            else:
                hatched = (*map(mark, better), "hatched") if better else ()
                assert choice.marks == (*hatched, "asked", f"chosen {name}")
                winnable += 1
    assert min(beaten, winnable) > 0


@each_count
def test_a_question_tells_no_number_and_no_answer(players: int) -> None:
    """It is read before a guess: so it says the same of all cards of a hand."""
    for kind in (Bid, Play):
        for view in decisions(players, kind, every=7):
            for lang in LANGUAGES:
                offered = choices(view, lang)
                assert len({choice.question for choice in offered}) == 1
                assert not re.search(r"\d", offered[0].question)


@each_count
def test_what_tells_an_answer_is_kept_back_until_a_guess_is_given(players: int) -> None:
    for kind in (Bid, Play):
        for view in decisions(players, kind, every=11):
            chosen = by_key(odds(view), "chosen")
            assert len(chosen) == len(choices(view))
            for item in chosen.values():
                group = ElementTree.fromstring(item.svg)
                assert [group.get("class"), group[0].get("class")] == ["tw-if-marked", "tw-answer"]
                assert len(group) == 1, "nothing stands outside"
                assert not item.label


@each_count
@pytest.mark.rule("HI-12")
def test_what_is_decided_on_the_board_is_offered_with_the_points_it_would_bring(
    players: int,
) -> None:
    game, seen = Hispaniola(players, rounds=1), set()
    for state in positions(players, every=7):
        if state.phase not in (Phase.NAVIGATION, Phase.PILES):
            continue
        offered = choices(game.observe(state, state.turn))
        for action, choice in zip(game.actions(state), offered, strict=True):
            after = game.play(state, action)
            mine = sum(points[state.turn] for points in parts(after))
            assert choice.question.endswith(f" {signed(mine)}.")
            assert choice.chance is None
            assert not choice.marks
            assert not choice.results
            seen.add(mine)
    assert len(seen) > 3


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_result_has_a_name_and_every_view_is_drawn_the_same_twice(lang: str) -> None:
    game, state = Hispaniola(4), crowded(4)
    view = game.observe(state, state.turn)
    assert board(view, lang) == board(view, lang)
    assert odds(view, lang) == odds(view, lang)
    for code in ("wins", "loses", "decides", "other", "again", "done"):
        assert say(f"hispaniola.result.{code}", lang)


def test_ships_and_islands_are_where_the_pieces_stand() -> None:
    game, state = Hispaniola(5), crowded(5)
    scene = board(game.observe(state, 0))
    at = {item.place: (item.x, item.y) for item in scene.items if item.face.startswith("pirate")}
    for n in range(len(SHIPS)):
        x, _ = FLEET[n]
        assert at[f"ship {n} captain"][0] == x + SEATS[CAPTAIN]
        assert at[f"ship {n} left"][0] < x < at[f"ship {n} right"][0]
        hull = Box(x - 48, FLEET[n][1] - 50, x + 48, FLEET[n][1] + 30)
        for other, (far, _) in enumerate(FLEET):
            assert other == n or not hull.overlaps(Box(far - 48, 140, far + 48, 220))
    for n, place in enumerate(ISLANDS):
        assert at[f"island {n}"] == place
