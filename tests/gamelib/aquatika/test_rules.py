"""The rules of Aquatika by drawn positions, label by label."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest

from gamelib import Action, IllegalAction, Match
from gamelib.aquatika import Aquatika, Eat, Move, Phase, Place, State, Step, prey, visible
from gamelib.aquatika.notation import move_text, position_text, read_move, read_position
from gamelib.counting import wilson
from gamelib.game import OPEN
from gamelib.texts import tell_step
from tests.gamelib.aquatika.table import SMALL
from tests.gamelib.tables import walk

GAME = Aquatika()


def at(drawn: str, turn: int = 0, game: Aquatika = GAME) -> State:
    """A drawn position, in which a seat is to move."""
    return read_position(game, f"{drawn} move {turn} 0")


def moves(state: State, source: str = "", game: Aquatika = GAME) -> set[str]:
    """The legal moves of a position, or of the piece on a cell."""
    return {
        move_text(game, action)
        for action in game.actions(state)
        if isinstance(action, Move) and action.source.startswith(source)
    }


def after(state: State, *texts: str, game: Aquatika = GAME) -> str:
    """The rows of the position after some moves."""
    return position_text(game, played(state, *texts, game=game)).split()[0]


def played(state: State, *texts: str, game: Aquatika = GAME) -> State:
    for text in texts:
        state = game.play(state, read_move(game, text))
    return state


def refusal(state: State, text: str, game: Aquatika = GAME) -> str:
    with pytest.raises(IllegalAction) as refused:
        game.play(state, read_move(game, text))
    return refused.value.reason


def told(state: State, action: Action, seat: int | None = OPEN, lang: str = "en") -> str:
    """What a seat is told of a step."""
    return tell_step(GAME, state, action, GAME.play(state, action), seat, lang)


# -- preparation -----------------------------------------------------------------------------------


@pytest.mark.rule("AQ-1")
def test_each_side_has_three_of_each_kind_and_places_them_freely_on_nine_home_cells() -> None:
    assert GAME.pieces == (3, 3, 3)
    start = GAME.start()
    cells = {action.cell for action in GAME.actions(start) if isinstance(action, Place)}
    assert cells == {"a1", "b1", "d1", "e1", "a2", "b2", "c2", "d2", "e2"}
    kinds = ("octopus", "shark", "fish")
    assert set(GAME.actions(start)) == {Place(*each) for each in product(kinds, cells)}
    state = played(start, "O@c2", "O@a1", "O@e1")
    assert {action.piece for action in GAME.actions(state) if isinstance(action, Place)} == {
        "shark",
        "fish",
    }
    assert refusal(state, "O@b1") == "no_piece_left"
    assert refusal(state, "F@a1") == "cell_taken"
    assert refusal(state, "F@c1") == refusal(state, "F@a3") == refusal(state, "F@a7") == "not_home"
    with pytest.raises(IllegalAction, match="no_such_piece"):
        GAME.play(state, Place("whale", "b1"))
    with pytest.raises(IllegalAction, match="not_home"):
        GAME.play(state, Place("fish", "z9"))


@pytest.mark.rule("AQ-2")
def test_the_board_is_5_by_7_with_the_goal_in_the_middle_of_the_others_back_row() -> None:
    board = GAME.geometry
    assert (board.columns, board.rows, len(board.cells)) == (5, 7, 35)
    named = [[board.name(cell) for cell in cells] for cells in (*board.homes, *board.goals)]
    assert named == [
        ["a1", "b1", "d1", "e1", "a2", "b2", "c2", "d2", "e2"],
        ["a6", "b6", "c6", "d6", "e6", "a7", "b7", "d7", "e7"],
        ["c7"],
        ["c1"],
    ]


@pytest.mark.rule("AQ-2")
def test_a_teacher_can_draw_another_board() -> None:
    game = Aquatika(board="b#bA\nbbb.\n..#.\n.aaa\naB#a", pieces=(2, 2, 1))
    assert game.board == "b#bA/bbb./..#./.aaa/aB#a"
    state = read_position(game, "s#1o/1f2/O+s1#1/1S2/F1#O move 0 0")
    assert moves(state, "a3", game) == {"a3-a4", "a3=a4", "a3+b4", "a3-b3", "a3=b3"}
    assert moves(state, "a1", game) == {"a1-a2", "a1-b1"}, "behind the shark there is no cell"
    assert moves(state, "d1", game) == {"d1-d2", "d1-c2"}
    match = Match(game, seed=3)
    match.run()
    assert Match.from_json(match.to_json()).states == match.states


@pytest.mark.rule("AQ-3")
@pytest.mark.parametrize("first", [0, 1])
def test_placing_is_secret_and_the_first_seat_moves_first(first: int) -> None:
    game = Aquatika(first=first)
    states = [state for state, _ in walk(game, Random(4))][:20]
    placing = [state for state in states if state.phase is Phase.PLACE]
    assert [state.turn for state in placing] == [first] * 9 + [1 - first] * 9
    for n, state in enumerate(placing):
        other = game.observe(state, 1 - first)
        home = game.geometry.homes[first]
        assert all(other.cells[cell] == "." for cell in home)
        mine = game.observe(state, first)
        assert "".join(mine.cells[cell] for cell in home) == "".join(
            state.cells[cell] for cell in home
        )
        assert all(mine.cells[cell] == "." for cell in game.geometry.homes[1 - first])
        assert set(game.observe(state, None).cells) == {"."}
        placed = (min(n, 9), max(n - 9, 0))
        assert mine.placed == other.placed == (placed if first == 0 else placed[::-1])
    stands = states[18]
    assert (stands.phase, stands.turn) == (Phase.MOVE, first)
    assert game.observe(stands, 0).cells == game.observe(stands, 1).cells == stands.cells


@pytest.mark.rule("AQ-3")
def test_what_is_placed_in_secret_is_told_to_its_owner_only() -> None:
    start = GAME.start()
    place = Place("shark", "c2")
    assert told(start, place) == "Ada places the shark on c2."
    assert told(start, place, 0, "fr") == "Ada place le requin en c2."
    assert told(start, place, 1) == "Ada places a piece in secret."
    assert told(start, place, None, "fr") == "Ada place une pièce en secret."


@pytest.mark.rule("AQ-3")
@pytest.mark.parametrize("placed", [1, 3, 4])
def test_what_others_place_is_imagined_with_every_set_up_as_likely(placed: int) -> None:
    """On a small board with two octopuses, a shark and a fish, counted by cell and kind."""
    game = Aquatika(**SMALL)
    state = game.start()
    for _ in range(placed):
        state = game.play(state, game.actions(state)[0])
    rng, trials = Random(3), 3000
    view = game.observe(state, 1)
    worlds = [game.imagine(view, rng) for _ in range(trials)]
    assert all(world.cells.count(".") == len(state.cells) - placed for world in worlds)
    for cell in game.geometry.homes[0]:
        for letter, copies in {"O": 2, "S": 1, "F": 1}.items():
            found = sum(world.cells[cell] == letter for world in worlds)
            low, high = wilson(found, trials, z=4)
            assert low <= copies / 4 * placed / 4 <= high


# -- moving ----------------------------------------------------------------------------------------


@pytest.mark.rule("AQ-4")
@pytest.mark.parametrize("letter", "OSF")
def test_every_piece_steps_ahead_diagonally_ahead_or_sideways_and_never_back(letter: str) -> None:
    first = at(f"5/5/5/2{letter}2/5/5/o4")
    assert moves(first) == {"c4-c5", "c4-b5", "c4-d5", "c4-b4", "c4-d4"}
    second = at(f"4O/5/5/2{letter.lower()}2/5/5/5", turn=1)
    assert moves(second) == {"c4-c3", "c4-b3", "c4-d3", "c4-b4", "c4-d4"}
    for back in ("c4-c3", "c4-b3", "c4-d3"):
        assert refusal(first, back) == "no_way"
    for back in ("c4-c5", "c4-b5", "c4-d5"):
        assert refusal(second, back) == "no_way"
    assert moves(at(f"5/5/5/{letter}4/5/5/o4")) == {"a4-a5", "a4-b5", "a4-b4"}
    assert moves(at(f"{letter}4/5/5/5/5/5/o4")) == {"a7-b7"}
    assert after(first, "c4-b5") == f"5/5/1{letter}3/5/5/5/o4"


@pytest.mark.rule("AQ-4")
def test_a_flying_fish_steps_to_empty_cells_only() -> None:
    state = at("5/f1S1o/1OfF1/1sFO1/5/5/5")
    assert moves(state, "c4") == set()
    assert refusal(state, "c4-c5") == "cell_taken"
    assert refusal(state, "c4xb4") == refusal(state, "c4+b4") == "wrong_piece"
    assert moves(at("5/5/1O1f1/1sF2/5/5/5"), "c4") == {"c4-c5", "c4-d4", "c4^a6", "c4^e6"}


@pytest.mark.rule("AQ-5")
def test_an_octopus_covers_any_visible_piece_but_an_octopus() -> None:
    state = at("5/5/1sfo1/1FOO1/5/5/5")
    assert moves(state, "c4") == {"c4+b5", "c4+c5", "c4+b4"}
    assert refusal(state, "c4+d5") == refusal(state, "c4+d4") == "no_cover"
    loaded = at("5/5/1o+Sf2/2O2/5/5/5")
    assert "c4+b5" not in moves(loaded)
    assert after(state, "c4+b5") == "5/5/1O+sfo1/1F1O1/5/5/5"
    assert after(state, "c4+b4") == "5/5/1sfo1/1O+F1O1/5/5/5"
    assert refusal(at("5/5/2S2/2s2/5/5/5", turn=1), "c4+c3") == "wrong_piece"
    assert refusal(at("5/5/5/2O2/5/5/o4"), "c4+c5") == "cell_empty"


@pytest.mark.rule("AQ-5")
def test_an_octopus_moves_with_its_prey_to_an_empty_cell_only_or_leaves_it() -> None:
    state = at("5/5/1sfo1/1FO+s2/5/5/5")
    assert moves(state, "c4") == {"c4+b5", "c4+c5", "c4+b4", "c4-d4", "c4=d4"}
    assert refusal(state, "c4=c5") == "cell_taken"
    assert after(state, "c4=d4") == "5/5/1sfo1/1F1O+s1/5/5/5"
    assert after(state, "c4-d4") == "5/5/1sfo1/1FsO1/5/5/5"
    assert after(state, "c4+c5") == "5/5/1sO+fo1/1Fs2/5/5/5"
    assert refusal(at("5/5/5/2O2/5/5/o4"), "c4=c5") == "no_prey"
    words = told(state, read_move(GAME, "c4+c5"))
    assert words == (
        "Ada moves the octopus from c4 to c5 and covers the flying fish of Blaise. "
        "On c4, the shark of Blaise is free again."
    )
    assert told(state, read_move(GAME, "c4=d4"), lang="fr") == (
        "Ada déplace la pieuvre de c4 à d4, et dessous le requin."
    )


@pytest.mark.rule("AQ-5")
def test_a_prey_cannot_move_until_it_is_left_and_then_is_its_owners_again() -> None:
    state = at("5/5/5/2O+s2/5/5/o4", turn=1)
    assert moves(state) == {"a1-b1"}
    assert refusal(state, "c4-c3") == "not_your_piece"
    freed = played(state, "a1-b1", "c4-c5")
    assert {"c4-c3", "c4-b3", "c4-d3", "c4-b4", "c4-d4"} <= moves(freed)
    own = played(at("5/5/5/2O+F2/5/5/o4"), "c4-b4", "a1-b1")
    assert "c4-c5" in moves(own)


@pytest.mark.rule("AQ-6")
def test_a_shark_eats_anything_it_steps_on_its_own_side_and_sharks_too() -> None:
    state = at("5/5/1sFo1/1OSS1/5/5/5")
    assert moves(state, "c4") == {"c4xb5", "c4xc5", "c4xd5", "c4xb4", "c4xd4"}
    assert after(state, "c4xb5") == "5/5/1SFo1/1O1S1/5/5/5"
    assert after(state, "c4xc5") == "5/5/1sSo1/1O1S1/5/5/5"
    assert after(state, "c4xd4") == "5/5/1sFo1/1O1S1/5/5/5"
    assert refusal(state, "c4-b4") == "cell_taken"
    assert refusal(at("5/5/5/2S2/5/5/o4"), "c4xc5") == "cell_empty"
    assert refusal(at("5/5/2f2/2S2/5/5/o4"), "c4+c5") == "wrong_piece"
    assert refusal(at("5/5/2f2/2O2/5/5/o4"), "c4xc5") == "wrong_piece"


@pytest.mark.rule("AQ-6")
def test_an_octopus_is_eaten_with_its_prey() -> None:
    state = at("5/5/2o+F2/2S2/5/5/o4")
    assert after(state, "c4xc5") == "5/5/2S2/5/5/5/o4"
    assert told(state, Eat("c4", "c5")) == (
        "Ada moves the shark from c4 to c5 and eats the octopus of Blaise. "
        "With the octopus goes its prey, the flying fish of Ada."
    )


@pytest.mark.rule("AQ-7")
def test_a_flying_fish_hops_over_one_piece_of_either_side_to_the_empty_cell_behind() -> None:
    state = at("5/5/5/1sOf1/2F2/5/5")
    assert moves(state, "c3") == {"c3-b3", "c3-d3", "c3^c5", "c3^a5", "c3^e5"}
    assert after(state, "c3^c5") == "5/5/2F2/1sOf1/5/5/5", "the hopped piece stays"
    assert refusal(at("5/5/5/5/2F2/5/5"), "c3^c5") == "no_hop", "there is nothing to hop over"
    behind = at("5/5/2s2/2O2/2F2/5/o4")
    assert refusal(behind, "c3^c5") == "no_hop", "two in a row cannot be hopped"
    assert "c3^c6" not in moves(behind)
    assert refusal(at("5/5/5/2O2/2S2/5/o4"), "c3^c5") == "wrong_piece"
    loaded = at("5/5/5/2o+S2/2F2/5/5")
    assert "c3^c5" in moves(loaded), "an octopus with its prey is one piece to hop over"
    back = at("5/5/5/2F2/1fsO1/5/5")
    assert not any("^" in move for move in moves(back, "c4"))


@pytest.mark.rule("AQ-7")
def test_further_hops_in_the_same_line_are_optional_and_never_turn() -> None:
    state = at("5/2s2/5/2O2/5/2f2/2F2")
    assert moves(state, "c1") == {
        "c1-b1", "c1-d1", "c1-b2", "c1-d2", "c1^c3", "c1^c3^c5", "c1^c3^c5^c7",
    }  # fmt: skip
    assert after(state, "c1^c3^c5") == "5/2s2/2F2/2O2/5/2f2/5"
    turning = at("5/5/5/3o1/5/1f3/F4")
    assert moves(turning, "a1") == {"a1-a2", "a1-b1", "a1^c3", "a1^c3^e5"}
    blocked = at("5/5/4s/3o1/5/1f3/F4")
    assert "a1^c3" in moves(blocked)
    assert "a1^c3^e5" not in moves(blocked)
    around = at("5/5/5/2o2/5/1f3/F4")
    assert moves(around, "a1") == {"a1-a2", "a1-b1", "a1^c3"}
    with pytest.raises(ValueError, match="no move on this board"):
        read_move(GAME, "a1^c3^c5")


@pytest.mark.rule("AQ-7")
def test_sideways_hops_are_an_option() -> None:
    drawn = "5/5/5/1Fs2/5/5/o4"
    assert moves(at(drawn), "b4") == {"b4-b5", "b4-a5", "b4-c5", "b4-a4"}
    with pytest.raises(ValueError, match="no move on this board"):
        read_move(GAME, "b4^d4")
    game = Aquatika(sideways_hops=True)
    assert moves(at(drawn, game=game), "b4", game) == moves(at(drawn), "b4") | {"b4^d4"}
    twice = at("5/5/5/Fs1s1/5/5/o4", game=game)
    assert {"a4^c4", "a4^c4^e4"} <= moves(twice, "a4", game)
    back = at("5/5/5/3F1/2s2/5/o4", game=game)
    assert moves(back, "d4", game) == {"d4-d5", "d4-c5", "d4-e5", "d4-c4", "d4-e4"}


# -- the end ---------------------------------------------------------------------------------------


@pytest.mark.rule("AQ-8")
@pytest.mark.parametrize(
    ("drawn", "turn", "move"),
    [
        ("5/2F2/5/5/5/5/o4", 0, "c6-c7"),
        ("2s2/1O3/5/5/5/5/o4", 0, "b6+c7"),
        ("1S1f1/5/5/5/5/5/o4", 0, "b7-c7"),
        ("5/2s2/2F2/5/5/5/5", 0, "c5^c7"),
        ("2o2/3S1/5/5/5/5/5", 0, "d6xc7"),
        ("5/2O+f2/5/5/5/5/o4", 0, "c6=c7"),
        ("4O/5/5/5/5/1s3/5", 1, "b2-c1"),
    ],
)
def test_a_piece_visible_on_its_goal_wins_at_once(drawn: str, turn: int, move: str) -> None:
    end = played(at(drawn, turn), move)
    outcome = GAME.outcome(end)
    assert GAME.turn(end) is None
    assert GAME.actions(end) == ()
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((turn,), "goal")
    with pytest.raises(IllegalAction, match="game_over"):
        GAME.play(end, Step("a1", "a2"))


@pytest.mark.rule("AQ-8")
def test_a_carried_prey_wins_nothing() -> None:
    """The flying fish is carried over its own goal by the other side's octopus."""
    state = at("1o+F3/5/5/5/5/5/O4", turn=1)
    assert GAME.outcome(played(state, "b7=c7")) is None
    assert GAME.outcome(played(state, "b7=c7", "a1-b1", "c7=d7")) is None


@pytest.mark.rule("AQ-9")
def test_who_has_no_legal_move_loses() -> None:
    stuck = read_position(GAME, "Fo3/5/5/5/5/5/5 move 0 7")
    assert stuck.phase is Phase.OVER
    outcome = GAME.outcome(stuck)
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((1,), "stuck")
    end = played(at("F1o2/5/5/5/5/5/5", turn=1), "c7-b7")
    assert GAME.outcome(end) == outcome
    assert GAME.outcome(played(at("F1o2/5/5/5/5/5/4O", turn=1), "c7-b7")) is None


@pytest.mark.rule("AQ-9")
def test_the_same_position_for_the_third_time_is_drawn() -> None:
    state = at("4o/5/5/5/5/5/O4")
    circle = ("a1-b1", "e7-d7", "b1-a1", "d7-e7")
    twice = played(state, *circle, *circle[:3])
    assert GAME.outcome(twice) is None
    thrice = played(twice, circle[3])
    outcome = GAME.outcome(thrice)
    assert outcome is not None
    assert (outcome.winners, outcome.scores, outcome.reason) == ((0, 1), (0, 0), "repeated")


@pytest.mark.rule("AQ-9")
def test_the_same_cells_with_the_other_seat_to_move_are_another_position() -> None:
    """An octopus with its prey can come back in five moves, or in four, and so change the turn."""
    state = at("2o+f2/5/5/5/5/5/2O+F2")
    five = ["c{0}=d{0}", "d{0}-c{0}", "c{0}-b{0}", "d{0}-c{0}", "b{0}+c{0}"]
    four = ["c{0}=d{0}", "d{0}=c{0}"] * 2

    def both(first: list[str], row: int, second: list[str], other: int) -> list[str]:
        mixed = [text for pair in zip(first, [*second, ""], strict=True) for text in pair]
        return [text.format(row if n % 2 == 0 else other) for n, text in enumerate(mixed) if text]

    once = played(state, *both(five, 1, four, 7))
    assert (once.cells, once.turn) == (state.cells, 1)
    twice = played(once, *both(five, 7, four, 1))
    assert (twice.cells, twice.turn) == (state.cells, 0)
    assert twice.earlier.count(state.cells) == 2
    assert GAME.outcome(twice) is None


@pytest.mark.rule("AQ-9")
def test_a_move_ahead_or_a_meal_forgets_the_positions_before() -> None:
    state = at("4o/5/5/5/5/5/SF3")
    after_sideways = played(state, "b1-c1", "e7-d7")
    assert len(after_sideways.earlier) == 2
    assert played(after_sideways, "c1-c2").earlier == ()
    assert played(at("4o/5/5/5/5/5/SF3"), "a1xb1").earlier == ()


@pytest.mark.rule("AQ-9")
def test_after_max_plies_the_game_is_drawn() -> None:
    game = Aquatika(max_plies=3)
    state = played(at("4o/5/5/5/5/5/O4", game=game), "a1-a2", "e7-e6", game=game)
    assert game.outcome(state) is None
    end = played(state, "a2-a3", game=game)
    outcome = game.outcome(end)
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((0, 1), "long")
    assert Aquatika().max_plies == 400
    late = Aquatika(max_plies=1)
    win = late.outcome(played(at("5/2F2/5/5/5/5/o4", game=late), "c6-c7", game=late))
    assert win is not None
    assert win.reason == "goal", "a win with the last move is a win"


@pytest.mark.rule("AQ-10")
def test_both_sides_and_everybody_know_everything_once_the_pieces_stand() -> None:
    for state, _ in walk(GAME, Random(8)):
        if state.phase is not Phase.PLACE:
            views = [GAME.observe(state, seat) for seat in (0, 1, None)]
            assert {view.cells for view in views} == {state.cells}
            assert GAME.imagine(views[1], Random(0)) == state


@pytest.mark.rule("AQ-10")
def test_a_letter_says_what_is_seen_and_what_is_under_it() -> None:
    state = at("5/5/2o+F2/2O+S2/5/5/o4")
    seen = {
        GAME.geometry.name(cell): (visible(letter), prey(letter))
        for cell, letter in enumerate(state.cells)
        if letter != "."
    }
    assert seen == {
        "c5": ((1, "octopus"), (0, "fish")),
        "c4": ((0, "octopus"), (0, "shark")),
        "a1": ((1, "octopus"), None),
    }
    assert visible(".") is prey(".") is None


@pytest.mark.rule("AQ-11")
def test_the_others_goal_in_ones_own_back_row_is_a_cell_like_any_other() -> None:
    state = at("4o/5/5/5/5/5/1F3")
    blocked = played(state, "b1-c1")
    assert GAME.outcome(blocked) is None
    assert position_text(GAME, blocked) == "4o/5/5/5/5/5/2F2 move 1 1"
    fish = at("5/5/5/5/5/2f2/2O2", turn=1)
    assert "c2-c1" not in moves(fish), "a flying fish finds its goal blocked"
    assert "c2xc1" in moves(at("5/5/5/5/5/2s2/2O2", turn=1))


@pytest.mark.rule("AQ-12")
def test_a_prey_left_on_its_own_goal_wins_for_its_side_whoever_left_it() -> None:
    state = at("2o+F2/5/5/5/5/5/O4", turn=1)
    for move in ("c7-b7", "c7-c6", "c7-d6"):
        outcome = GAME.outcome(played(state, move))
        assert outcome is not None
        assert (outcome.winners, outcome.reason) == ((0,), "goal")


@pytest.mark.rule("AQ-12")
def test_if_both_stand_on_their_goals_at_once_the_one_that_moved_wins() -> None:
    game = Aquatika(board="bbA/aaB", pieces=(1, 0, 1))
    state = read_position(game, "2o+F/3 move 1 0")
    for move, winner in (("c2-c1", 1), ("c2-b2", 0)):
        outcome = game.outcome(played(state, move, game=game))
        assert outcome is not None
        assert outcome.winners == (winner,)


# -- options ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"first": 2}, "first is a seat from 0 to 1, not 2"),
        ({"first": True}, "first is a seat from 0 to 1, not True"),
        ({"sideways_hops": 1}, "sideways_hops is True or False, not 1"),
        ({"max_plies": 0}, "max_plies is a whole number from 1 to 1000, not 0"),
        ({"max_plies": 2.0}, "max_plies is a whole number from 1 to 1000, not 2.0"),
        ({"players": 3}, "Aquatika is for 2 to 2 players, not 3"),
        ({"board": "bbAbb"}, "2 to 26 columns and 2 to 26 rows"),
    ],
)
def test_wrong_options_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Aquatika(**options)


def test_moves_of_nobody_and_to_nowhere_are_refused_with_a_reason() -> None:
    state = at("5/5/5/2S2/5/5/o4")
    assert refusal(state, "c3-c4") == "not_your_piece"
    assert refusal(state, "a1-a2") == "not_your_piece"
    with pytest.raises(IllegalAction, match="no_such_cell"):
        GAME.play(state, Step("c4", "z9"))
    with pytest.raises(IllegalAction, match="wrong_phase"):
        GAME.play(state, Place("shark", "a1"))
    with pytest.raises(IllegalAction, match="wrong_phase"):
        GAME.play(GAME.start(), Step("a1", "a2"))
