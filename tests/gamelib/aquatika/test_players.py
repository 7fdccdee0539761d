"""Aquatika's characters: legal, repeatable, better than the one before; forced wins are found."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from gamelib import Action, IllegalAction, Match
from gamelib.aquatika import Aquatika, Phase, State
from gamelib.aquatika.notation import move_text, read_cells, read_move, read_position
from gamelib.aquatika.players import PLAYERS, Search, greedy
from gamelib.aquatika.search import SURE, WIN, judge, search
from gamelib.counting import wilson
from gamelib.players import Player, TreeSearch, ask, random_player
from gamelib.simulate import simulate
from tests.gamelib.aquatika.table import BOARDS, SMALL, hidden_permuted
from tests.gamelib.tables import slow, walk

GAME = Aquatika()
QUICK = Search(budget=500, least=2)


def positions(game: Aquatika, seed: int, most: int) -> list[State]:
    """Some positions of random play in which there is a choice of moves."""
    found = [
        state
        for state, _ in walk(game, Random(seed))
        if state.phase is Phase.MOVE and len(game.actions(state)) > 1
    ]
    return Random(seed).sample(found, min(most, len(found)))


@pytest.mark.parametrize("options", BOARDS, ids=lambda options: options.get("board", "ours"))
@pytest.mark.parametrize("player", [greedy, QUICK], ids=["greedy", "search"])
def test_players_play_to_the_end_on_every_board(player: Player, options: dict[str, Any]) -> None:
    game = Aquatika(**options)
    for seat in (0, 1):
        players: list[Player] = [random_player, random_player]
        players[seat] = player
        match = Match(game, 5, players)
        assert match.run() is not None


@pytest.mark.parametrize("player", [greedy, QUICK], ids=["greedy", "search"])
def test_players_are_repeatable_and_blind_to_what_is_placed_in_secret(player: Player) -> None:
    placing = [state for state, _ in walk(GAME, Random(1)) if state.phase is Phase.PLACE]
    for state in (placing[0], placing[4], placing[9], placing[13], *positions(GAME, 2, 3)):
        seat = state.turn
        choice = ask(player, GAME, state, seat, Random(3))
        other = hidden_permuted(GAME, state, seat, Random(4))
        assert ask(player, GAME, other, seat, Random(3)) == choice


def test_the_front_is_placed_first_and_every_kind_ends_up_on_the_board() -> None:
    match = Match(GAME, 1, [greedy, QUICK])
    for _ in range(18):
        match.step()
    assert match.state.phase is Phase.MOVE
    placed = [move_text(GAME, step.action) for step in match.steps[:9]]
    assert placed[0] == "S@c2"
    assert {text[-1] for text in placed[:5]} == {"2"}
    assert {text[-1] for text in placed[5:]} == {"1"}


# -- better than the one before --------------------------------------------------------------------


def share(player: Player, other: Player, games: int) -> tuple[float, int]:
    """What a player scored on the same games from both sides; a draw is half a win."""
    won = 0.0
    for seat in (0, 1):
        players: list[Player | str] = [other, other]
        players[seat] = player
        results = simulate(GAME, players, n=games, seed="paired", progress=False)
        assert not results.failed
        for winners, times in results.winners.items():
            won += times / len(winners) if seat in winners else 0
    return won, 2 * games


@slow
@pytest.mark.parametrize(
    ("player", "other", "games"),
    [
        pytest.param(greedy, random_player, 30, id="greedy-random"),
        pytest.param(Search(budget=1500, least=3), greedy, 12, id="search-greedy"),
        pytest.param(TreeSearch(iterations=12), random_player, 6, id="tree-random", marks=slow),
        pytest.param(
            Search(budget=6000, least=3),
            Search(budget=300, least=1),
            8,
            id="search-deeper",
            marks=slow,
        ),
    ],
)
def test_who_looks_further_ahead_wins_more(player: Player, other: Player, games: int) -> None:
    won, played = share(player, other, games)
    assert wilson(won, played)[0] > 1 / 2


# -- forced wins -----------------------------------------------------------------------------------


@cache
def forced(game: Aquatika, cells: str, seat: int, plies: int) -> int:
    """The value of a position by trying everything: plies to a win, less than 0 to a loss, else 0.

    No pruning, no bounds, no order: only the rules, and the definition of a forced win.
    """
    moves = game.moves
    numbers = moves.legal(cells, seat)
    if not numbers:
        return -1  # lost on the spot; 1 is added to every number, so that 0 is left for "unknown"
    if plies == 0:
        return 0
    values = []
    for number in numbers:
        after = moves.after(cells, number)
        winner = moves.winner(after, seat)
        if winner is not None:
            values.append(2 if winner == seat else -2)
            continue
        reply = forced(game, after, 1 - seat, plies - 1)
        values.append(0 if reply == 0 else -(reply - 1) if reply < 0 else -(reply + 1))
    if wins := [value for value in values if value > 0]:
        return min(wins)
    return 0 if 0 in values else min(values)


def brute(game: Aquatika, cells: str, seat: int, plies: int) -> int | None:
    """In how many plies the game is won (or, less than 0, lost) by force within so many."""
    value = forced(game, cells, seat, plies)
    return None if value == 0 else value - 1 if value > 0 else value + 1


def found(game: Aquatika, cells: str, seat: int, plies: int) -> int | None:
    """The same by the search, without a budget beyond these plies."""
    verdict = search(game, cells, seat, budget=0, least=plies)
    if verdict.plies is None:
        return None
    return verdict.plies if verdict.score > 0 else -verdict.plies


@slow
@pytest.mark.parametrize(
    ("options", "plies", "seeds"),
    [
        pytest.param(SMALL, 5, 1, id="small"),
        pytest.param(BOARDS[2], 5, 12, id="tiny"),
        pytest.param(BOARDS[3], 3, 3, id="holes"),
        pytest.param({}, 3, 1, id="ours"),
        pytest.param(SMALL, 5, 2, id="small, many", marks=slow),
        pytest.param({**BOARDS[4], "sideways_hops": True}, 4, 2, id="hops, many", marks=slow),
    ],
)
def test_the_search_finds_exactly_the_wins_and_losses_that_trying_everything_finds(
    options: dict[str, Any], plies: int, seeds: int
) -> None:
    game = Aquatika(**options)
    verdicts = []
    for seed in range(seeds):
        for state in positions(game, seed, 6):
            expected = brute(game, state.cells, state.turn, plies)
            assert found(game, state.cells, state.turn, plies) == expected, (
                state.cells,
                state.turn,
            )
            verdicts.append(expected)
    assert any(verdict is not None and verdict > 0 for verdict in verdicts)


WINS = {
    "one move: a step": ("5/1F3/5/5/5/4s/o4", 0, 1),
    "one move: hops": ("5/2s2/5/2O2/5/2f2/2F2", 0, 1),
    "one move: nobody else can move": ("F1o2/5/5/5/5/5/5", 1, 1),
    "two moves: nothing can stop a shark": ("5/5/2S2/5/5/o4/f4", 0, 3),
    "three moves": ("4o/5/5/2S2/5/5/4F", 0, 5),
    "three moves for seat 1": ("f4/5/5/2s2/5/5/O4", 1, 5),
}


@pytest.mark.parametrize(("drawn", "turn", "plies"), WINS.values(), ids=WINS)
def test_a_win_within_three_moves_is_always_found_and_played_out(
    drawn: str, turn: int, plies: int
) -> None:
    """Without any budget: three moves of one's own are always read to the end."""
    state = read_position(GAME, f"{drawn} move {turn} 0")
    verdict = search(GAME, state.cells, turn, budget=0)
    assert verdict.score > SURE
    assert verdict.plies == plies == len(verdict.line)
    player, rng = Search(budget=0), Random(0)
    while (seat := GAME.turn(state)) is not None:
        chosen = player if seat == turn else random_player
        state = GAME.play(state, ask(chosen, GAME, state, seat, rng))
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.winners == (turn,)
    assert state.plies <= plies


@pytest.mark.parametrize("drawn", ["F1o2/5/5/5/5/5/5", "Fo3/5/5/2s2/2S2/5/5"])
def test_that_nobody_else_can_move_is_seen_at_the_last_ply_that_is_read(drawn: str) -> None:
    verdict = search(GAME, read_cells(GAME.geometry, drawn), 1, budget=0, least=1)
    assert (verdict.plies, verdict.depth) == (1, 1)


@cache
def minimax(game: Aquatika, cells: str, seat: int, depth: int, ply: int = 0) -> int:
    """What a position is worth by trying everything to a depth, with the same look at the end."""
    moves = game.moves
    numbers = moves.legal(cells, seat)
    if not numbers:
        return ply - WIN
    if depth == 0:
        return judge(game.geometry, cells, seat)
    worth = []
    for number in numbers:
        after = moves.after(cells, number)
        winner = moves.winner(after, seat)
        if winner is None:
            worth.append(-minimax(game, after, 1 - seat, depth - 1, ply + 1))
        else:
            worth.append(WIN - ply - 1 if winner == seat else ply + 1 - WIN)
    return max(worth)


@pytest.mark.parametrize(
    ("options", "depth", "seeds"),
    [
        pytest.param(SMALL, 4, 1, id="small"),
        pytest.param(BOARDS[2], 5, 2, id="tiny"),
        pytest.param(BOARDS[3], 3, 1, id="holes"),
        pytest.param({}, 2, 1, id="ours"),
        pytest.param(BOARDS[2], 7, 40, id="tiny, many", marks=slow),
    ],
)
def test_the_score_is_that_of_trying_everything_to_the_same_depth(
    options: dict[str, Any], depth: int, seeds: int
) -> None:
    """So neither what is cut off nor what the table of known positions holds changes a score."""
    game = Aquatika(**options)
    for seed in range(seeds):
        for state in positions(game, seed, 6):
            verdict = search(game, state.cells, state.turn, budget=0, least=depth)
            assert verdict.score == minimax(game, state.cells, state.turn, verdict.depth)


@pytest.mark.rule("AQ-12")
@pytest.mark.parametrize("depth", [1, 2, 3])
def test_a_prey_is_not_left_where_it_would_win(depth: int) -> None:
    """The octopus stands on the other side's goal, on a piece of that side."""
    cells = read_cells(GAME.geometry, "2o+F2/2F2/5/5/s4/5/O4")
    verdict = search(GAME, cells, 1, budget=0, least=depth)
    assert verdict.score == minimax(GAME, cells, 1, depth)
    assert move_text(GAME, verdict.line[0]) != "c7+c6", "tempting as it looks"


# -- the search itself -----------------------------------------------------------------------------


def test_a_search_is_repeatable_and_keeps_to_its_budget() -> None:
    for state in positions(GAME, 7, 3):
        one = search(GAME, state.cells, state.turn, budget=2000, least=1)
        assert one == search(GAME, state.cells, state.turn, budget=2000, least=1)
        assert one.positions <= 2000
        assert one.depth >= 1
        if one.plies is None:
            assert len(one.line) == one.depth
        more = search(GAME, state.cells, state.turn, budget=9000, least=1)
        assert more.depth >= one.depth


def lines(verdict_line: tuple[Action, ...], state: State) -> Iterator[State]:
    for action in verdict_line:
        state = GAME.play(state, action)
        yield state


def test_the_line_is_legal_and_leads_to_the_score() -> None:
    """Read without a horizon's help: the board at the end of the line looks as the score says."""
    for state in positions(GAME, 3, 4):
        verdict = search(GAME, state.cells, state.turn, budget=0, least=3)
        end = [state, *lines(verdict.line, state)][-1]
        if verdict.plies is None:
            assert verdict.score == judge(GAME.geometry, end.cells, state.turn)
        else:
            assert GAME.outcome(end) is not None


def test_a_third_time_is_worth_a_draw_to_whoever_is_behind() -> None:
    state = read_position(GAME, "4o/5/5/5/5/5/O1SSF")
    circle = ("a1-b1", "e7-d7", "b1-a1", "d7-e7")
    for text in (*circle, *circle[:3]):
        state = GAME.play(state, read_move(GAME, text))
    knowing = search(GAME, state.cells, 1, earlier=state.earlier, budget=0, least=3)
    assert (knowing.score, move_text(GAME, knowing.line[0])) == (0, "d7-e7")
    assert search(GAME, state.cells, 1, budget=0, least=3).score < 0
    assert ask(Search(0, 3), GAME, state, 1, Random(0)) == read_move(GAME, "d7-e7")


def test_the_last_ply_of_a_game_is_worth_a_draw_unless_it_wins() -> None:
    cells = read_cells(GAME.geometry, "4o/5/5/5/5/5/O1SSF")
    assert search(GAME, cells, 0, plies=398).score == 0
    assert search(GAME, cells, 0, plies=397, least=2).depth == 3
    near = read_cells(GAME.geometry, "5/1F3/5/5/5/4s/o4")
    assert search(GAME, near, 0, plies=399).score == WIN - 1


def test_there_is_nothing_to_search_when_the_game_is_over() -> None:
    for drawn in ("2F2/5/5/5/5/5/o4", "Fo3/5/5/5/5/5/5"):
        with pytest.raises(IllegalAction, match="game_over"):
            search(GAME, read_cells(GAME.geometry, drawn), 0)


def test_a_position_looks_as_good_to_one_side_as_bad_to_the_other() -> None:
    for state in positions(GAME, 9, 5):
        looks = judge(GAME.geometry, state.cells, 0)
        assert judge(GAME.geometry, state.cells, 1) == -looks
        mirrored = state.cells.swapcase()[::-1]
        assert judge(GAME.geometry, mirrored, 1) == looks


def test_the_characters_have_names() -> None:
    assert list(PLAYERS) == ["greedy", "search"]
