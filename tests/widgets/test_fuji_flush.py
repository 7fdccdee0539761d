"""Fuji Flush drawn: all in its place, nothing given away, and every number as the odds say."""

import re
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations as pairs
from math import sqrt
from random import Random
from xml.etree import ElementTree

import pytest

from gamelib.counting import counts
from gamelib.fuji_flush import odds as chances
from gamelib.fuji_flush.rules import (
    DRAW,
    OVER,
    PLAY,
    PUSH,
    Drawn,
    FujiFlush,
    Phase,
    Play,
    Push,
    State,
    View,
)
from gamelib.match import Match
from gamelib.texts import LANGUAGES, say, texts
from tests.gamelib.tables import numbers, slow
from tests.widgets.contract import check_choices
from tests.widgets.geometry import Box, boxes, card_box, outside, words_covered
from widgets.fuji_flush.art import CELL
from widgets.fuji_flush.board import board
from widgets.fuji_flush.choices import BUDGET, TRIALS, choices
from widgets.fuji_flush.odds import mark, odds
from widgets.scene import HIDDEN, Item, Scene, follow
from widgets.tabletop import SIGNS

each_count = pytest.mark.parametrize("players", numbers(FujiFlush))
LONG = tuple(f"Maximilian-Alexander the {n}th" for n in range(8))
SMALL_DECKS = (counts({1: 4, 2: 3, 3: 2}), counts({5: 30}), counts({0: 2, 1: 1, 7: 3, 40: 4}))


@cache
def played(game: FujiFlush, seed: int) -> Match:
    """A match played at random."""
    match = Match(game, seed=seed)
    match.run()
    return match


def positions(players: int, seed: int = 1, every: int = 1) -> Iterator[State]:
    """The states of a match, some of them left out."""
    states = played(FujiFlush(players), seed).states
    yield from states[::every]
    yield states[-1]


def crowded(players: int) -> State:
    """A table at its fullest: whole hands, and a card before everybody, half of them linked."""
    game = FujiFlush(players)
    fronts = (12, 12, 9, 3, 9, 3, 20, 12)[:players]
    heap = [value for value, copies in enumerate(game.deck) for _ in range(copies)]
    for front in fronts:
        heap.remove(front)
    Random(4).shuffle(heap)
    hands = tuple(tuple(sorted(heap.pop() for _ in range(6))) for _ in range(players))
    rest = counts({value: heap.count(value) for value in range(len(game.deck))})
    return State(PUSH, 0, hands, fronts, rest, (0,) * len(game.deck))


def views(game: FujiFlush, state: State) -> Iterator[tuple[View, State | None]]:
    """A table as its seats, the public and the teacher see it."""
    for seat in (0, game.players - 1, None):
        yield game.observe(state, seat), None
    turn = game.turn(state)
    yield game.observe(state, turn if isinstance(turn, int) else None), state


def decisions(players: int, seed: int = 1) -> Iterator[tuple[FujiFlush, State, View]]:
    """Where a player has a card to choose, from that seat."""
    game = FujiFlush(players)
    for state in positions(players, seed):
        if state.phase is PLAY:
            yield game, state, game.observe(state, state.turn)


def by_key(scene: Scene, start: str) -> dict[str, Item]:
    return {item.key: item for item in scene.items if item.key.startswith(f"{start} ")}


def owner(item: Item) -> int:
    return int(item.place.split()[1])


def words(item: Item) -> str:
    drawn = ElementTree.fromstring(f"<g>{item.svg}</g>").iter("text")
    return " ".join(node.text for node in drawn if node.text)


# --- the table -----------------------------------------------------------------------------------


@each_count
def test_every_piece_has_a_key_of_its_own_and_keeps_inside_its_picture(players: int) -> None:
    game = FujiFlush(players)
    for state in (*positions(players, every=4 * players), crowded(players)):
        for view, whole in views(game, state):
            for lang in LANGUAGES:
                for scene in (
                    board(view, lang, state=whole),
                    board(view, lang, LONG, state=whole),
                    odds(view, lang),
                ):
                    keys = [item.key for item in scene.items]
                    assert len(set(keys)) == len(keys)
                    assert outside(scene) == []
                    assert words_covered(scene) == []


@each_count
def test_cards_of_different_players_never_overlap_nor_cover_a_plate(players: int) -> None:
    game, state = FujiFlush(players), crowded(players)
    for view, whole in views(game, state):
        scene = board(view, state=whole)
        laid = [(owner(item), card_box(item)) for item in scene.items if item.face]
        for (one, box), (other, second) in pairs(laid, 2):
            assert one == other or not box.overlaps(second)
        plates = [boxes(item)[0] for item in by_key(scene, "seat").values()]
        heaps = [boxes(item)[0] for item in scene.items if item.key in ("pile", "discard")]
        powers = [boxes(item)[0] for item in by_key(scene, "power").values()]
        for fixed in (*plates, *heaps, *powers):
            assert not any(fixed.overlaps(box) for _, box in laid)
        for plate, other_plate in pairs((*plates, *heaps, *powers), 2):
            assert not plate.overlaps(other_plate)


@each_count
def test_the_front_card_is_larger_than_any_other_and_the_seat_in_view_sits_at_the_bottom(
    players: int,
) -> None:
    game, state = FujiFlush(players), crowded(players)
    for seat in range(players):
        scene = board(game.observe(state, seat))
        plates = by_key(scene, "seat")
        assert max(plates, key=lambda key: plates[key].y) == f"seat {seat}"

        def area(box: Box) -> float:
            return (box.right - box.left) * (box.bottom - box.top)

        fronts = [area(card_box(item)) for item in scene.items if item.place.startswith("table")]
        hands = [area(card_box(item)) for item in scene.items if item.place.startswith("hand")]
        assert min(fronts) > max(hands)
    for view in (game.observe(state, None), game.observe(state, 1)):
        plates = by_key(board(view, state=None if view.seat is None else state), "seat")
        assert max(plates, key=lambda key: plates[key].y) == "seat 0"


@each_count
def test_a_hand_shows_its_faces_to_its_owner_and_the_teacher_alone(players: int) -> None:
    game = FujiFlush(players)
    for state in positions(players, every=7):
        for view, whole in views(game, state):
            scene = board(view, state=whole)
            for seat in range(players):
                faces = [item.face for item in scene.items if item.place == f"hand {seat}"]
                if whole is not None or seat == view.seat:
                    assert faces == list(map(str, state.hands[seat]))
                else:
                    assert faces == [HIDDEN] * len(state.hands[seat])
                    shown = next(item for item in scene.items if item.key == f"size {seat}")
                    assert words(shown) == f"×{len(state.hands[seat])}"


@each_count
def test_every_group_is_there_with_its_power_and_the_strongest_on_top(players: int) -> None:
    game = FujiFlush(players)
    for state in (*positions(players), crowded(players)):
        scene = board(game.observe(state, 0))
        powers = by_key(scene, "power")
        fronts = [front for front in state.fronts if front is not None]
        assert powers.keys() == {f"power {front}" for front in fronts}
        for front in fronts:
            count = fronts.count(front)
            assert words(powers[f"power {front}"]) == f"{front} × {count} = {front * count}"
        from_top = sorted(powers.values(), key=lambda item: item.y)
        strengths = [int(words(item).split("= ")[1]) for item in from_top]
        assert strengths == sorted(strengths, reverse=True)


@each_count
def test_equal_cards_are_linked_each_to_their_power_and_no_others_are(players: int) -> None:
    game, seen = FujiFlush(players), 0
    for state in (*positions(players), crowded(players)):
        scene = board(game.observe(state, 0))
        linked = {value for value in state.fronts if value and state.fronts.count(value) > 1}
        assert by_key(scene, "links").keys() == {f"links {value}" for value in linked}
        for value in linked:
            link = by_key(scene, "links")[f"links {value}"]
            band = ElementTree.fromstring(f"<g>{link.svg}</g>")[0].get("d", "")
            ends = re.findall(r"M([-\d.]+) ([-\d.]+)C.*? ([-\d.]+) ([-\d.]+)(?=M|$)", band)
            fronts = [
                card_box(item)
                for item in scene.items
                if item.place.startswith("table") and item.face == str(value)
            ]
            assert len(ends) == len(fronts) == state.fronts.count(value)
            middle = boxes(by_key(scene, "power")[f"power {value}"])[0]
            for (start_x, start_y, x, y), front in zip(ends, fronts, strict=True):
                assert touches(middle, float(start_x), float(start_y))
                assert touches(front, float(x), float(y))
            seen += 1
    assert seen


def touches(box: Box, x: float, y: float) -> bool:
    return box.left - 1 <= x <= box.right + 1 and box.top - 1 <= y <= box.bottom + 1


@each_count
def test_it_is_said_whose_go_it_is_who_draws_and_who_has_won(players: int) -> None:
    game = FujiFlush(players)
    said = set()
    for state in positions(players):
        view = game.observe(state, 0)
        scene = board(view)
        plates = by_key(scene, "seat")
        tags = {
            item.key: item
            for item in scene.items
            if item.key == "turn" or item.key.startswith(("wait ", "win "))
        }
        outcome = game.outcome(state)
        if outcome is not None:
            assert tags.keys() == {f"win {seat}" for seat in outcome.winners}
        elif state.phase is Phase.DEAL:
            assert not tags
        else:
            now = state.drawing[0] if state.drawing else state.turn
            assert tags.keys() == {"turn"} | {f"wait {seat}" for seat in state.drawing[1:]}
            assert (tags["turn"].x, tags["turn"].y) == (
                plates[f"seat {now}"].x,
                plates[f"seat {now}"].y,
            )
            word = {PLAY: "play", PUSH: "push", DRAW: "draw"}[state.phase]
            assert words(tags["turn"]) == say(f"fuji_flush.tag.{word}")
            assert say(f"fuji_flush.tag.{word}") in plates[f"seat {now}"].label
            said.add(word)
    assert said == {"play", "push", "draw"}


def test_who_still_has_a_card_on_the_table_has_not_won() -> None:
    game = FujiFlush(3)
    rest = (0,) * len(game.deck)
    state = State(OVER, 0, ((), (), (2,)), (None, 7, None), game.deck, rest)
    keys = [item.key for item in board(game.observe(state, 1)).items]
    assert [key for key in keys if key.startswith("win ")] == ["win 0"]


@each_count
def test_pile_and_discard_are_on_every_board_with_their_numbers(players: int) -> None:
    game = FujiFlush(players)
    for state in positions(players, every=3):
        heaps = {item.key: item for item in board(game.observe(state, 0)).items}
        assert words(heaps["pile"]) == f"{sum(state.pile)} pile"
        assert words(heaps["discard"]) == f"{sum(state.discard)} discard"


@each_count
def test_a_card_that_is_played_glides_to_the_table_and_keeps_its_key(players: int) -> None:
    game = FujiFlush(players)
    match, laid = played(game, 2), 0
    before = board(game.observe(match.states[0], 0))
    for state, step in zip(match.states[1:], match.steps, strict=True):
        after = follow(before.items, board(game.observe(state, 0)))
        if isinstance(step.action, Play) and step.seat is not None:
            card = step.action.card
            key = next(item.key for item in after.items if item.place == f"table {step.seat}")
            was = next(item for item in before.items if item.key == key)
            assert was.place == f"hand {step.seat}"
            assert was.face in (str(card), HIDDEN)
            laid += 1
        before = after
    assert laid


@pytest.mark.parametrize("lang", LANGUAGES)
def test_names_stay_words(lang: str) -> None:
    names = ["<script>alert(1)</script>", '"&', "", "<b>", "É", "x" * 200]
    game = FujiFlush(6)
    for state in positions(6, every=20):
        for view, whole in views(game, state):
            for scene in (board(view, lang, names, whole), odds(view, lang, names)):
                root = ElementTree.fromstring(scene.svg())
                assert {node.tag.split("}")[1] for node in root.iter()} <= {
                    "svg", "title", "style", "rect", "g", "path", "circle", "text",
                }  # fmt: skip


def test_a_piece_has_the_words_of_each_language() -> None:
    game, state = FujiFlush(3), crowded(3)
    for view, whole in views(game, state):
        english, french = board(view, "en", state=whole), board(view, "fr", state=whole)
        assert [item.key for item in english.items] == [item.key for item in french.items]
        labels = {item.label for item in french.items} & {item.label for item in english.items}
        assert labels <= {""}


# --- the odds ------------------------------------------------------------------------------------


@each_count
def test_the_deck_shows_every_card_once_and_fades_those_seen(players: int) -> None:
    game = FujiFlush(players)
    for state in positions(players, every=6):
        for seat in (0, None):
            view = game.observe(state, seat)
            deck = {item.key: item for item in odds(view).items}
            left = chances.unseen(view)
            for value, copies in enumerate(game.deck):
                drawn = [deck[mark(value, copy)].svg for copy in range(copies)]
                faded = ["tw-faded" in svg for svg in drawn]
                assert faded == [False] * left[value] + [True] * (copies - left[value])
                signed = [sum(sign in svg for sign in SIGNS.values()) for svg in drawn]
                assert signed == [int(seen) for seen in faded]
            chips = [key for key in deck if key.startswith("deck ")]
            assert len(chips) == sum(game.deck)
            assert words(deck["total"]).startswith(f"{sum(left)} ")


@each_count
def test_the_table_of_powers_frames_what_lies_there_and_shades_what_beats_it(players: int) -> None:
    game = FujiFlush(players)
    for state in (*positions(players, every=4), crowded(players)):
        view = game.observe(state, 0)
        deck = {item.key: item for item in odds(view).items}
        lying = {value: state.fronts.count(value) for value in state.fronts if value is not None}
        most = min(players, max(4, *lying.values(), 0) + (max(lying.values(), default=0) >= 4))
        assert words(deck["numbers"]).split() == [
            str(value * count)
            for value in range(2, len(game.deck))
            for count in range(1, min(most, game.deck[value]) + 1)
        ]
        if not lying:
            assert "stronger" not in deck
            assert "frames" not in deck
            continue
        assert len(boxes(deck["frames"])) == len(lying)
        strongest = max(value * count for value, count in lying.items())
        assert f"power over {strongest}" in words(deck["caption"])
        shade = ElementTree.fromstring(f"<g>{deck['stronger'].svg}</g>")[0].get("d", "")
        widths = [int(wide) for wide in re.findall(r"h(\d+)v", shade)]
        expected = [
            sum(value * count > strongest for count in range(1, min(most, copies) + 1))
            for value, copies in enumerate(game.deck)
        ]
        assert [wide / CELL for wide in widths] == [number for number in expected if number]


@pytest.mark.parametrize("deck", SMALL_DECKS, ids=str)
def test_other_decks_fit_too(deck: tuple[int, ...]) -> None:
    game = FujiFlush(3, hand_size=2, deck=deck)
    for state in played(game, 1).states[:120]:
        for view, whole in views(game, state):
            for scene in (board(view, state=whole), odds(view)):
                assert outside(scene) == []
            chips = [card_box(item) for item in by_key(odds(view), "deck").values()]
            assert len(chips) == sum(deck)
            assert not any(one.overlaps(other) for one, other in pairs(chips, 2))
            corner = [boxes(item) for item in odds(view).items if item.key.startswith("legend")]
            assert not any(box.overlaps(chip) for (box, *_) in corner for chip in chips)
            choices(view)


def test_where_many_equal_cards_lie_there_are_powers_for_one_more() -> None:
    game = FujiFlush(8)
    fronts = (None, 4, 4, 4, 4, 4, 9, 12)
    state = crowded(8)._replace(phase=PLAY, fronts=fronts, pile=game.deck)
    hands = ((),) * 8
    scene = odds(game.observe(state._replace(hands=hands), 0))
    deck = {item.key: item for item in scene.items}
    assert words(deck["powers"]).endswith("6×")
    assert outside(scene) == []
    assert words_covered(scene) == []


# --- what can be done ----------------------------------------------------------------------------


@each_count
def test_every_legal_action_is_offered_in_order_and_its_tokens_are_on_the_board(
    players: int,
) -> None:
    game = FujiFlush(players)
    for state in positions(players, every=players):
        actions = game.actions(state)
        check_choices(game, state)
        for view, whole in views(game, state):
            tokens = [item.action for item in board(view, state=whole).items]
            offered = choices(view)
            if view.seat is None or view.seat != state.turn or not actions:
                clickable = [token for token in tokens if token.startswith(("card:", "do:"))]
                assert clickable == [] or whole is not None
                continue
            expected = [
                (f"card:{action.card}",) if isinstance(action, Play) else ("do:push",)
                for action in actions
            ]
            assert [choice.path for choice in offered] == expected
            assert {token for token in tokens if token.startswith(("card:", "do:"))} == {
                token for path in expected for token in path
            }


@each_count
def test_a_risk_is_the_chance_to_be_flushed_and_the_results_are_its_fate(players: int) -> None:
    for _, _, view in [*decisions(players)][:: 2 * players]:
        for value, choice in zip(dict.fromkeys(view.hand), choices(view), strict=True):
            fate = chances.fate(view, value, budget=BUDGET, trials=TRIALS)
            assert choice.chance == fate.flushed
            assert choice.trials == fate.trials
            assert {code: chance for code, _, chance, _ in choice.results} == {
                "flushed": fate.flushed,
                "there": fate.there,
                "pushed": fate.pushed,
                "over": fate.over,
            }
            assert str(value) in choice.question


def test_up_to_five_players_every_risk_is_exact() -> None:
    for players in (3, 4, 5):
        for _, _, view in decisions(players):
            assert all(choice.trials == 0 for choice in choices(view))


def test_results_are_events_in_words_and_what_hurts_is_bad() -> None:
    game = FujiFlush(3)
    state = State(PLAY, 0, ((7, 9), (2,), (2,)), (None, 7, None), game.deck, (0,) * len(game.deck))
    seven, _ = choices(game.observe(state, 0))
    assert seven.asked == "flushed"
    assert [(code, event, tone) for code, event, _, tone in seven.results] == [
        ("flushed", "your 7 is flushed before your next go", "bad"),
        ("there", "your 7 holds until your next go", "good"),
        ("pushed", "your 7 leaves earlier, with an equal card", "good"),
        ("over", "somebody else wins before your next go", "bad"),
    ]
    assert "with a power of 14" in seven.question
    french = choices(game.observe(state, 0), "fr")[0].results[0].label
    assert french == "votre 7 est balayé avant votre prochain tour"


def test_cards_are_counted_where_one_of_them_decides() -> None:
    """The second player after me holds a seven too and pushes it: one card alone can flush ours."""
    game = FujiFlush(3)
    rest = (0,) * len(game.deck)
    state = State(PLAY, 0, ((7, 9), (2, 2), (3, 3)), (None, None, 7), game.deck, rest)
    seven, nine = choices(game.observe(state, 0))
    left = chances.unseen(game.observe(state, 0))
    above = sum(left[15:])
    assert seven.cases == (above, sum(left), "unseen cards")
    assert seven.chance == Fraction(above, sum(left))
    assert nine.cases is None


def test_a_question_tells_neither_the_number_nor_what_it_is_counted_from() -> None:
    for game, _, view in decisions(3):
        for choice in choices(view):
            told = set(map(int, re.findall(r"\d+", choice.question)))
            card = int(choice.path[0].split(":")[1])
            assert told == {card, card * (view.fronts.count(card) + 1)}
            assert game.players == 3


@each_count
def test_a_push_risks_nothing(players: int) -> None:
    game = FujiFlush(players)
    state = next(state for state in positions(players) if state.phase is PUSH)
    (choice,) = choices(game.observe(state, state.turn))
    assert choice.path == ("do:push",)
    assert choice.chance is None
    assert [result.code for result in choice.results] == ["through"]
    assert choice.hurts == choice.marks == ()


@each_count
@pytest.mark.rule("FF-6")
def test_what_a_preview_hurts_is_what_the_rules_then_flush(players: int) -> None:
    flushed = 0
    for game, state, view in [*decisions(players)][::players]:
        for value, choice in zip(dict.fromkeys(view.hand), choices(view), strict=True):
            after = game.play(state, Play(value))
            gone = [
                f"front:{seat}"
                for seat in range(players)
                if state.fronts[seat] is not None and after.fronts[seat] is None
            ]
            assert sorted(choice.hurts) == gone
            flushed += len(gone)
    assert flushed


@each_count
def test_the_marks_are_the_unseen_cards_with_which_the_next_player_flushes(players: int) -> None:
    flushing = 0
    for game, state, view in [*decisions(players)][:: 2 * players]:
        left = chances.unseen(view)
        deck = [item.key for item in odds(view).items]
        for value, choice in zip(dict.fromkeys(view.hand), choices(view), strict=True):
            expected = [
                mark(card, copy)
                for card, copies in enumerate(left)
                if copies and next_player_flushes(game, state, value, card)
                for copy in range(copies)
            ]
            assert choice.marks == (*expected, f"chosen {value}")
            assert set(choice.marks) <= set(deck)
            flushing += len(expected)
    assert flushing


@pytest.mark.rule("FF-4")
def test_nothing_is_marked_if_the_next_player_ends_the_game_first() -> None:
    game = FujiFlush(3)
    hands, fronts = ((5, 6), (), (2,)), (None, 9, None)
    state = State(PLAY, 0, hands, fronts, game.deck, (0,) * len(game.deck))
    low, high = (choice for choice in choices(game.observe(state, 0)))
    assert low.marks == ("chosen 5",)
    assert high.marks == ("chosen 6",)
    assert {code: chance for code, _, chance, _ in low.results}["over"] == 1


def next_player_flushes(game: FujiFlush, state: State, mine: int, theirs: int) -> bool:
    """Play my card, then the next player's as if they held it; tell whether mine is flushed."""
    me, following = state.turn, (state.turn + 1) % game.players
    hands = list(state.hands)
    if theirs not in hands[following]:
        hands[following] = (*hands[following][1:], theirs) if hands[following] else ()
    state = game.play(state._replace(hands=tuple(hands)), Play(mine))
    while state.phase is DRAW:
        card = next(value for value, copies in enumerate(state.pile) if copies)
        state = game.play(state, Drawn(card))
    if state.phase is PUSH:
        state = game.play(state, Push())
    if state.phase is OVER or state.fronts[me] is None:
        return False
    if theirs not in state.hands[following]:
        hands = list(state.hands)
        hands[following] = (*hands[following][1:], theirs)
        state = state._replace(hands=tuple(hands))
    flushed: tuple[int, ...] = game.play(state, Play(theirs)).drawing
    return me in flushed


# --- trials --------------------------------------------------------------------------------------

FATES = ("flushed", "there", "pushed", "over")


def near(share: float, chance: Fraction, trials: int) -> bool:
    """Within four standard errors, and a little for chances near 0 and 1."""
    spread = sqrt(chance * (1 - chance) / trials)
    return abs(share - float(chance)) <= 4 * spread + 1 / trials


@slow
@pytest.mark.parametrize("players", [3, 4, 5])
def test_trials_come_out_as_the_results_say(players: int) -> None:
    rng, trials, told = Random(players), 600, set()
    for _, _, view in [*decisions(players, 1), *decisions(players, 2)][::3]:
        action = Play(rng.choice(view.hand))
        results = chances.results(view, action)
        assert sum(results.values()) == 1
        came = [chances.trial(view, action, rng) for _ in range(trials)]
        assert set(came) <= set(FATES)
        for code in FATES:
            assert near(came.count(code) / trials, results[code], trials)
        told |= set(came)
    assert told >= {"flushed", "there", "pushed"}


@each_count
def test_trials_come_out_as_when_others_play_any_card_of_their_hands(players: int) -> None:
    rng, trials = Random(players), 400
    for game, _, view in [*decisions(players)][: 12 * players : 3 * players]:
        if view.pile_size < 2 * players:  # nothing is shuffled back before my next go
            continue
        card = view.hand[len(view.hand) // 2]
        results = chances.results(view, Play(card))
        came = [by_the_rules(game, view, card, rng) for _ in range(trials)]
        for code in FATES:
            share = came.count(code) / trials
            assert near(share, results[code], trials), (code, share, float(results[code]))


def by_the_rules(game: FujiFlush, view: View, card: int, rng: Random) -> str:
    """Imagine hands, play the card, let everybody play any card of theirs; say what it came to."""
    me = view.turn
    state = game.play(game.imagine(view, rng), Play(card))
    while state.fronts[me] is not None:
        if state.phase is OVER:
            return "over"
        if state.phase is DRAW:
            turn = game.turn(state)
            assert not isinstance(turn, int)
            assert turn is not None
            state = game.play(state, turn.sample(rng))
        elif state.turn == me:
            return "there"
        elif state.phase is PUSH:
            state = game.play(state, Push())
        else:
            state = game.play(state, Play(rng.choice(state.hands[state.turn])))
    return "flushed" if me in state.drawing else "pushed"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_result_has_a_name(lang: str) -> None:
    for code in (*FATES, "through"):
        assert f"fuji_flush.result.{code}" in texts(lang)
