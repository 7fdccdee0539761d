"""Hispaniola drawn: all in its place, nothing given away, pirates followed, numbers as the odds."""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations as pairs
from xml.etree import ElementTree

import pytest

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
from tests.widgets.geometry import Box, boxes, card_box, outside
from widgets.film import Film, Frame
from widgets.hispaniola import (
    FLEET,
    ISLANDS,
    SEATS,
    board,
    mark,
    movements,
    odds,
    options,
    path,
    signed,
    way,
)
from widgets.scene import HIDDEN, Item, Scene, follow

each_count = pytest.mark.parametrize("players", Hispaniola.player_counts)
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
    state = min(full, key=lambda state: (len(state.tricks), -max(state.stocks)))
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
    for state in positions(players, every=3):
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


@each_count
def test_pieces_of_different_places_never_overlap(players: int) -> None:
    game, state = Hispaniola(players), crowded(players)
    for view, whole in views(game, state):
        scene = board(view, state=whole)
        laid = [(item.place, card_box(item)) for item in cards(scene)]
        laid += [
            (item.place, boxes(item)[0]) for item in scene.items if item.face.startswith("pirate")
        ]
        plates = [(item.key, boxes(item)[0]) for item in by_key(scene, "seat").values()]
        signs = [
            (item.key, box)
            for item in scene.items
            if item.key in ("trump", "led", "hand") or item.key.startswith("points")
            for box in boxes(item)
        ]
        for (one, box), (other, second) in pairs((*laid, *plates, *signs), 2):
            same = one == other or {one, other} <= {key for key, _ in signs}
            assert same or not box.overlaps(second), (one, other)


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
