"""Tournaments: everybody meets everybody fairly, nobody can stop it, ratings are to be trusted."""

from __future__ import annotations

import os
import pickle
import re
import signal
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from itertools import combinations, permutations
from math import exp, log
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any

import pytest

from gamelib import Action, Match
from gamelib.auberge import Auberge
from gamelib.fuji_flush import FujiFlush
from gamelib.guard import Entry, Guarded, Limits
from gamelib.players import PlayerError, ask
from gamelib.playing import play_game
from gamelib.referee import STRIKES, Setting
from gamelib.schedule import TABLES, schedule_of
from gamelib.tournament import (
    AVERAGE,
    SCALE,
    Incident,
    Result,
    Score,
    Tournament,
    entries,
    fit,
    tournament,
)
from tests.gamelib.tables import THOROUGH, slow

module = sys.modules["gamelib.tournament"]
referee = sys.modules["gamelib.referee"]

posix = pytest.mark.skipif(os.name != "posix", reason="no processes to put players into")
linux = pytest.mark.skipif(sys.platform != "linux", reason="functions have no process here")


def held(game: Any, players: Any, **options: Any) -> Tournament:
    return tournament(game, players, **{"rounds": 1, "progress": False, **options})


def first_choice(view: Any, actions: Sequence[Action], rng: Random) -> Action:
    return actions[0]


def rng_choice(view: Any, actions: Sequence[Action], rng: Random) -> Action:
    return rng.choice(actions)


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., Path]:
    """Write players' files into a folder, and return the folder."""

    def files(**sources: str) -> Path:
        for name, source in sources.items():
            (tmp_path / f"{name}.py").write_text(source)
        return tmp_path

    return files


@pytest.fixture
def heard() -> Iterator[None]:
    """Let Ctrl-C be heard, also in a run that was started deaf to it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


PLAYER = "def player(view, actions, rng):\n    "
GOOD = PLAYER + "return rng.choice(actions)\n"


# -- who plays whom --------------------------------------------------------------------------------


@pytest.mark.parametrize(("entrants", "seats"), [(2, 2), (5, 2), (4, 3), (5, 4)])
def test_a_round_plays_every_group_in_all_seatings(entrants: int, seats: int) -> None:
    drawn, schedule = schedule_of(entrants, seats, 2, 0)
    assert not drawn
    every = [
        lineup for group in combinations(range(entrants), seats) for lineup in permutations(group)
    ]
    assert sorted(schedule) == sorted(every * 2)


@pytest.mark.parametrize(
    ("entrants", "seats", "tables"),
    [(2, 3, 6), (2, 4, 6), (3, 4, 36), (2, 8, 70)],
)
def test_with_few_players_copies_fill_the_table_evenly(
    entrants: int, seats: int, tables: int
) -> None:
    drawn, schedule = schedule_of(entrants, seats, 1, 0)
    assert not drawn
    assert len(schedule) == len(set(schedule)) == tables
    for lineup in schedule:
        copies = Counter(lineup)
        assert len(copies) == entrants
        assert max(copies.values()) - min(copies.values()) <= 1
    for seat in range(seats):
        assert len(set(Counter(lineup[seat] for lineup in schedule).values())) == 1


@pytest.mark.parametrize(("entrants", "seats"), [(30, 3), (33, 2), (11, 4), (3, 8)])
def test_drawn_tables_are_fair(entrants: int, seats: int) -> None:
    rounds = 4
    drawn, schedule = schedule_of(entrants, seats, rounds, 1)
    assert drawn
    assert len(schedule) / rounds < 2 * TABLES
    assert schedule_of(entrants, seats, rounds, 1) == (drawn, schedule)
    assert schedule_of(entrants, seats, rounds, 2) != (drawn, schedule)
    sat = Counter(who for lineup in schedule for who in lineup)
    assert max(sat.values()) - min(sat.values()) <= seats
    for who in range(entrants):
        places = Counter(
            seat for lineup in schedule for seat, one in enumerate(lineup) if one == who
        )
        assert len(set(places.values())) == 1, "everybody has every seat equally often"
    met = Counter(
        pair for lineup in schedule[::seats] for pair in combinations(sorted(set(lineup)), 2)
    )
    assert len(met) == entrants * (entrants - 1) // 2, "everybody meets everybody"
    assert max(met.values()) <= 3 * min(met.values())


# -- ratings ---------------------------------------------------------------------------------------


def made_up(strengths: Sequence[float], seats: int, times: int, rng: Random) -> Counter[Result]:
    """Results of players whose chances to win are as their strengths."""
    results: Counter[Result] = Counter()
    for lineup in permutations(range(len(strengths)), seats):
        for _ in range(times):
            [winner] = rng.choices(range(seats), [strengths[who] for who in lineup])
            results[Result(lineup, (winner,), ())] += 1
    return results


def test_two_players_are_rated_as_bradley_and_terry_say() -> None:
    """Three wins to one are 3 to 1 in strength; among so many, the draw given to all is nothing."""
    results = {Result((0, 1), (0,), ()): 300_000, Result((0, 1), (1,), ()): 100_000}
    strengths, covariance = fit(2, results)
    assert strengths[0] == -strengths[1]
    assert exp(strengths[0] - strengths[1]) == pytest.approx(3, rel=1e-4)
    # The variance of a log-odds is 1/wins + 1/losses.
    spread = covariance[0][0] + covariance[1][1] - 2 * covariance[0][1]
    assert spread == pytest.approx(1 / 300_000 + 1 / 100_000, rel=1e-3)


@pytest.mark.parametrize("seats", [2, 3])
def test_intervals_cover_the_true_strengths(seats: int) -> None:
    true = [0.5, 1.0, 1.0, 3.0]
    logs = [log(strength) for strength in true]
    centred = [one - sum(logs) / 4 for one in logs]
    covered, trials = 0, 100
    for trial in range(trials):
        results = made_up(true, seats, 8, Random(trial))
        strengths, covariance = fit(4, results)
        for who in range(4):
            covered += abs(strengths[who] - centred[who]) < 1.96 * covariance[who][who] ** 0.5
    assert 0.92 < covered / (4 * trials) < 0.98


def table(results: dict[Result, int], names: str = "abc") -> Tournament:
    seats = len(next(iter(results)).lineup)
    game = Auberge(players=seats)
    score = Score(results)
    return Tournament(game, tuple(names), (), 0, 1, (), False, Limits(), score)


def test_who_loses_everything_has_a_rating_and_a_wide_interval() -> None:
    lost = {Result((0, 1), (0,), ()): 20, Result((1, 0), (1,), ()): 20}
    ratings = table(lost, "ab").ratings
    # 40 wins, and a draw against the average player: no more, and no less, than expected.
    ahead = (ratings["a"].value - AVERAGE) / SCALE
    expected = 40 / (1 + exp(-2 * ahead)) + 1 / (1 + exp(-ahead))
    assert expected == pytest.approx(40.5)
    chance, average = 1 / (1 + exp(-2 * ahead)), 1 / (1 + exp(-ahead))
    information = 2 * 40 * chance * (1 - chance) + average * (1 - average)
    width = 2 * 1.96 * SCALE / (2 * information) ** 0.5
    assert ratings["a"].high - ratings["a"].low == pytest.approx(width)
    assert width > 300
    assert ratings["a"].value + ratings["b"].value == pytest.approx(2 * AVERAGE)


def test_shares_and_the_cross_table_count_winners_at_common_tables() -> None:
    found = table(
        {
            Result((0, 1), (0,), ()): 6,
            Result((1, 0), (0,), ()): 2,
            Result((1, 2), (0, 1), ()): 4,
        }
    )
    assert found.matches == {"a": 8, "b": 12, "c": 4}
    assert found.won == {"a": 6 / 8, "b": 4 / 12, "c": 2 / 4}
    assert found.cross["a", "b"] == 6 / 8
    assert found.cross["b", "c"] == found.cross["c", "b"] == 1 / 2
    assert found.cross["a", "c"] is None


def test_copies_at_a_table_count_seat_by_seat() -> None:
    """a has two of three seats and wins two of three times: that is what a seat is worth."""
    found = table({Result((0, 0, 1), (0,), ()): 2, Result((0, 0, 1), (2,), ()): 1}, "ab")
    assert found.won == {"a": 1 / 3, "b": 1 / 3}
    assert found.cross["a", "b"] == 0.5
    assert found.ratings["a"].value == pytest.approx(found.ratings["b"].value)


def test_a_comparison_says_whether_the_difference_is_real() -> None:
    results = {Result((0, 1), (0,), ()): 30, Result((0, 1), (1,), ()): 20}
    few = table(results, "ab").compare("a", "b")
    many = table({one: 20 * times for one, times in results.items()}, "ab").compare("a", "b")
    assert not few.real
    assert many.real
    assert few.low < 0 < few.difference < few.high
    assert many.chance == pytest.approx(0.6, abs=0.005)
    assert many.difference == pytest.approx(SCALE * 0.405, rel=0.02)
    assert "may be luck" in str(few)
    assert "Luck alone hardly explains that. When one of the two wins, it is a in 60%" in str(many)
    assert "Le hasard seul ne l’explique guère" in many.text("fr")
    back = table(results, "ab").compare("b", "a")
    assert (back.difference, back.low) == pytest.approx((-few.difference, -few.high))
    with pytest.raises(ValueError, match="there is no player 'z'; there are a, b"):
        table(results, "ab").compare("a", "z")


# -- failures are no strength ----------------------------------------------------------------------


def met(first: int, second: int, won: int, lost: int, failed: int = 0) -> dict[Result, int]:
    """Two players: how often the first won and lost, and how often the second failed."""
    return {
        Result((first, second), (0,), ()): won,
        Result((first, second), (1,), ()): lost,
        Result((first, second), (0,), (1,)): failed,
    }


def test_who_always_fails_is_not_rated_and_makes_nobody_stronger() -> None:
    equals = {**met(0, 1, 20, 20), **met(0, 2, 22, 18), **met(1, 2, 20, 20)}
    without = table(equals)
    fails = {**met(0, 3, 0, 0, 40), **met(1, 3, 0, 0, 20)}
    found = table({**equals, **fails}, "abcd")
    assert found.ranking == (*without.ranking, "d")
    assert found.ratings == without.ratings
    assert found.won == {**without.won, "d": 0.0}
    assert found.matches == {"a": 120, "b": 100, "c": 80, "d": 60}
    assert found.counted == {"a": 80, "b": 80, "c": 80, "d": 0}
    assert found.failed == {"a": 0, "b": 0, "c": 0, "d": 60}
    with pytest.raises(ValueError, match="'d' has no rating: it failed in 60 of 60 matches"):
        found.compare("a", "d")
    head, *_, last = str(found).splitlines()[1:6]
    assert (
        head.split()[4:]
        == ["95%", "interval", "matches", "counted", "failed", "won", "by", "a", "seat"][1:]
    )
    assert last.split() == ["–", "d", "–", "–", "60", "0", "60", "–"]
    assert "nobody gets stronger by another’s failure" in str(found)
    assert "fautes" in found.text("fr")


def test_who_wins_only_by_others_failures_is_not_rated_above() -> None:
    """b loses to a whenever both play to the end; all its wins are failures of c."""
    found = table({**met(0, 1, 30, 10), **met(1, 2, 0, 0, 1000)})
    assert found.ratings["a"].value > AVERAGE > found.ratings["b"].value
    assert found.ratings == table(met(0, 1, 30, 10), "ab").ratings
    assert found.cross["b", "c"] is None
    only = table(met(0, 1, 0, 0, 40), "ab")
    assert only.ratings == {}
    assert only.ranking == ("a", "b")
    assert str(only)


def test_who_fails_whenever_it_would_lose_is_not_rated() -> None:
    """What is left of its matches are its wins: they must neither lift it nor pull down others."""
    equals = met(0, 1, 20, 20)
    found = table({**equals, **met(0, 2, 0, 20, 20), **met(1, 2, 0, 20, 20)})
    assert set(found.ratings) == {"a", "b"}
    assert found.ratings == table(equals, "ab").ratings


@pytest.mark.parametrize(("failed", "rated"), [(1, True), (5, True), (6, False)])
def test_a_slip_is_forgiven(failed: int, rated: bool) -> None:
    """100 matches: one of twenty are five."""
    found = table(met(0, 1, 50, 50 - failed, failed), "ab")
    assert ("b" in found.ratings) == rated
    once = table(met(0, 1, 1, 1, 1), "ab")
    assert set(once.ratings) == {"a", "b"}


def test_scores_add_up_in_any_order() -> None:
    one = Score({Result((0, 1), (0,), ()): 2}, {(1, "late"): 1}, {(1, "late"): Incident(7, "slow")})
    two = Score({Result((0, 1), (0,), ()): 1}, {(1, "late"): 2}, {(1, "late"): Incident(3, "slow")})
    assert one + two == two + one
    assert (one + two).n == 3
    assert (one + two).incidents[1, "late"] == (3, "slow")
    assert (one + Score(interrupted=True)).interrupted


# -- players of all kinds --------------------------------------------------------------------------


@slow
def test_characters_functions_and_files_play_together(write: Callable[..., Path]) -> None:
    folder = write(lena=GOOD, _notes="not a player", tom=GOOD)
    found = held(
        "fuji_flush",
        {"me": first_choice, "joiner": "joiner", **entries(folder)},
        seed=1,
    )
    assert found.names == ("me", "joiner", "lena", "tom")
    assert found.game == FujiFlush(players=3)
    assert found.n == len(found.schedule) == 24
    assert set(found.matches.values()) == {18}
    assert sum(found.won.values()) * 18 == pytest.approx(24)
    assert not found.score.faults
    assert not found.interrupted


def test_without_names_players_have_their_own(write: Callable[..., Path]) -> None:
    path = write(lena=GOOD) / "lena.py"
    found = held(Auberge(players=2), ["random", first_choice, path, str(path), "random"])
    assert found.names == ("random", "first_choice", "lena", "lena 2", "random 2")


def test_entries_are_found_by_folder_or_pattern(tmp_path: Path) -> None:
    for name in ("ada/me.py", "emil/me.py", "emil/other.py", "emil/.hidden.py", "emil/notes.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(GOOD)
    assert list(entries(tmp_path / "emil")) == ["me", "other"]
    assert list(entries(f"{tmp_path}/*/me.py")) == ["ada/me", "emil/me"]
    assert entries(tmp_path / "ada")["me"].source == GOOD
    with pytest.raises(FileNotFoundError, match="there is no player in"):
        entries(tmp_path)


def test_what_cannot_be_played_is_refused() -> None:
    with pytest.raises(ValueError, match="there is no game 'chess'; there are"):
        held("chess", ["random", "random"])
    with pytest.raises(ValueError, match="there is no player 'nobody'"):
        held("auberge", ["random", "nobody"])
    with pytest.raises(ValueError, match="two players or more"):
        held("auberge", ["random"])
    with pytest.raises(ValueError, match="rounds is a whole number from 1, not 0"):
        held("auberge", ["random", "random"], rounds=0)
    with pytest.raises(TypeError, match="a name, a function or a file, not 4"):
        held("auberge", ["random", 4])


# -- the seed decides ------------------------------------------------------------------------------

NOTES = """import random
seen = []
def player(view, actions, rng):
    seen.append(view)
    return actions[(len(seen) + random.randrange(9)) % len(actions)]
"""


@slow
@posix
def test_results_do_not_depend_on_executor_or_portions(
    write: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also for a player that keeps notes and does not use the random numbers it is given."""
    players = {"function": rng_choice, "random": "random", **entries(write(notes=NOTES))}
    game = Auberge(players=2)
    found = held(game, players, rounds=2, seed=5)
    assert found != held(game, players, rounds=2, seed=6)
    for portions in (1, 3):
        monkeypatch.setattr(module, "PORTIONS", portions)
        assert held(game, players, rounds=2, seed=5) == found
    with ThreadPoolExecutor(2) as threads:
        assert held(game, players, rounds=2, seed=5, executor=threads) == found
    if THOROUGH:
        with ProcessPoolExecutor(2, get_context("spawn")) as processes:
            assert held(game, players, rounds=2, seed=5, executor=processes) == found


@linux
def test_a_process_changes_nothing_about_how_a_function_plays() -> None:
    game = FujiFlush(players=3)
    setting = Setting(game, [rng_choice], 4, Limits())
    try:
        for i in range(3):
            here = play_game(game, [rng_choice] * 3, 4, i, None)
            assert setting.play(i, (0, 0, 0)) == here
        assert len(referee._processes) == 3
    finally:
        referee.close_all()


def test_any_match_can_be_opened_again() -> None:
    found = held(Auberge(players=2), {"me": rng_choice, "chance": "random"}, rounds=2, seed=3)
    winners = Counter[Result]()
    for i, lineup in enumerate(found.schedule):
        match = found.match(i)
        assert match.outcome is not None
        winners[Result(lineup, match.outcome.winners, ())] += 1
    assert winners == found.score.results
    with pytest.raises(IndexError, match="from 0 to 3, not 4"):
        found.match(4)


# -- one bad entry cannot stop it ------------------------------------------------------------------

BAD = {
    "loops": (PLAYER + "while True: pass", "late", "took longer than 0.7 s"),
    "dies": ("import os\n" + PLAYER + "os._exit(3)", "died", r"ended its own .* \(exit code 3\)"),
    "quits": ("import os\n" + PLAYER + "os._exit(0)", "died", r"ended its own .* \(exit code 0\)"),
    "kills": (
        "import os\n" + PLAYER + "os.kill(os.getppid(), 9)\n    os.kill(os.getpid(), 9)",
        "died",
        "ended its own process",
    ),
    "exits": ("import sys\n" + PLAYER + "sys.exit(0)", "raised", "raised SystemExit: 0"),
    "raises": (PLAYER + "1 / 0", "raised", "raised ZeroDivisionError: division by zero"),
    "cheats": (PLAYER + "return 'win'", "illegal", "answered 'win', not one of the"),
    "hogs": (PLAYER + "return [0] * 10**9", "memory", "ran out of memory"),
    "syntax": ("def player(view, actions, rng)\n    return", "load", "does not load: SyntaxError"),
    "nothing": ("x = 1", "load", "has no function named player"),
    "leaves": ("import sys\nsys.exit()", "load", "does not load: SystemExit"),
    "vanishes": ("import os\nos._exit(0)", "died", "ended its own process"),
    "forges": (
        "import os\n" + PLAYER + "[os.write(n, b'x' * 9000) for n in range(3, 99) if alive(n)]\n"
        "    return 0\n"
        "def alive(n):\n    try:\n        os.fstat(n)\n    except OSError:\n        return False\n"
        "    return True\n",
        "died",
        "sent nonsense from its process",
    ),
}  # fmt: skip
if THOROUGH:
    BAD["sleeps"] = ("import time\n" + PLAYER + "time.sleep(60)", "late", "took longer than 0.7 s")
HARMLESS = {
    "prints": (
        "import sys\n"
        + PLAYER
        + "print('x' * 10**6)\n    sys.stderr.write('y' * 10**6)\n    return actions[0]"
    ),
    "asks": PLAYER + "try:\n        input()\n    except EOFError:\n        return actions[0]",
}


@slow
@linux
def test_whatever_an_entry_does_the_tournament_goes_on(
    write: Callable[..., Path],
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(module, "PORTIONS", 1)  # so few strikes are enough
    folder = write(**{name: source for name, (source, _, _) in BAD.items()}, **HARMLESS)
    players = {"chance": "random", **entries(folder)}
    found = held(Auberge(players=2), players, seconds=0.7, memory=300)
    assert found.n == len(players) * (len(players) - 1)
    assert not found.interrupted
    for name, (_, code, words) in BAD.items():
        who = found.names.index(name)
        assert re.match(words, found.score.incidents[who, code].detail), name
        assert {why for one, why in found.score.faults if one == who} <= {code, "out"}, name
        assert found.failed[name], name
        assert f"\n{name}: " in str(found)
    assert set(found.ratings) == {"chance", *HARMLESS}
    assert set(found.ranking[: len(HARMLESS) + 1]) == {"chance", *HARMLESS}
    for name in ("chance", *HARMLESS):
        who = found.names.index(name)
        assert not [why for one, why in found.score.faults if one == who], name
    for result in found.score.results:
        assert not set(result.winners) & set(result.faulty)
        if result.faulty:
            assert {*result.winners, *result.faulty} == {0, 1}
    assert not referee._processes
    assert capfd.readouterr() == ("", "")


@linux
def test_slow_players_are_asked_no_more_after_some_strikes(
    write: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "PORTIONS", 1)
    folder = write(loops=BAD["loops"][0])
    players = {"chance": "random", "loops": folder / "loops.py"}
    found = held(FujiFlush(players=3), players, seconds=0.1, rounds=4)
    assert found.score.faults == {(1, "late"): STRIKES, (1, "out"): found.n - STRIKES}
    assert "loops: 3 matches lost by slowness." in str(found)
    assert f"after {STRIKES} such faults" in str(found)


@linux
def test_the_clock_counts_all_answers_of_a_match(write: Callable[..., Path]) -> None:
    slow = "import time\n" + PLAYER + "time.sleep(0.05)\n    return actions[0]"
    entry = Entry.read(write(slow=slow) / "slow.py")
    game = FujiFlush(players=3)
    match = Match(game, seed=1)
    match.step()
    guarded = Guarded(entry, Limits(seconds=0.2))
    try:
        for _ in range(2):  # a new match, a new clock
            faults = []
            for _ in range(5):
                try:
                    ask(guarded, game, match.state, 0, Random(1))
                except PlayerError as error:
                    faults.append(str(error))
                    break
            assert faults == ["player 'slow' in seat 0: took longer than 0.2 s"]
            guarded.end()
    finally:
        guarded.close()


CHILDREN = """import os, subprocess, sys
def player(view, actions, rng):
    if os.fork() == 0:
        while True:
            pass
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    with open({pids!r}, "a") as file:
        print(child.pid, os.getpid(), file=file)
    return actions[0]
"""


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@slow
@linux
@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="may not fork at all")
def test_processes_that_a_player_starts_end_with_the_match(
    write: Callable[..., Path], tmp_path: Path
) -> None:
    pids = tmp_path / "pids"
    folder = write(parent=CHILDREN.format(pids=str(pids)))
    held(Auberge(players=2), {"chance": "random", **entries(folder)}, rounds=2)
    started = [int(pid) for pid in pids.read_text().split()]
    assert started
    deadline = time.monotonic() + 10
    while any(map(alive, started)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not [pid for pid in started if alive(pid)]


SPY = """import sys
def player(view, actions, rng):
    assert type(view).__name__ == "View" and view.seat >= 0
    assert "gamelib.simulate" not in sys.modules
    frame, names = sys._getframe(1), set()
    while frame:
        names |= set(frame.f_locals) | set(frame.f_globals)
        frame = frame.f_back
    assert "luck" not in names and "done" not in names and "lineup" not in names
    return actions[0]
"""


@posix
def test_a_player_sees_its_view_and_nothing_of_the_referee(write: Callable[..., Path]) -> None:
    found = held("fuji_flush", {"chance": "random", **entries(write(spy=SPY))})
    assert not found.score.faults


@posix
def test_copies_at_one_table_do_not_know_of_each_other(write: Callable[..., Path]) -> None:
    shared = """seats = set()
def player(view, actions, rng):
    seats.add(view.seat)
    assert len(seats) == 1
    return actions[0]
"""
    found = held(FujiFlush(players=4), {"chance": "random", **entries(write(shared=shared))})
    assert not found.score.faults


@posix
def test_a_process_that_has_gone_home_is_started_again(
    write: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    entry = Entry.read(write(good=GOOD) / "good.py")
    game = FujiFlush(players=3)
    match = Match(game, seed=1)
    match.step()
    guarded = Guarded(entry, Limits())
    try:
        first = ask(guarded, game, match.state, 0, Random(1))
        guarded.end()
        assert guarded._started is not None
        pid = guarded._started.pid
        os.kill(pid, 9)
        assert ask(guarded, game, match.state, 0, Random(1)) == first
        assert guarded._started is not None
        assert guarded._started.pid != pid
    finally:
        guarded.close()


def test_where_there_are_no_processes_players_play_here(
    write: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    players = {"me": rng_choice, "chance": "random", **entries(write(good=GOOD, bad="x = 1"))}
    expected = held(Auberge(players=2), players, seed=2)
    monkeypatch.setattr(referee, "FILES", False)
    monkeypatch.setattr(referee, "FUNCTIONS", False)
    monkeypatch.setattr(Guarded, "load", None)
    monkeypatch.setattr(sys, "path", sys.path[:])
    assert held(Auberge(players=2), players, seed=2) == expected


# -- interruptions and pictures --------------------------------------------------------------------


class Interrupting:
    """Somebody presses Ctrl-C while the n-th portion is counted."""

    def __init__(self, after: int) -> None:
        self.left = after

    def __call__(self, *args: Any, **options: Any) -> Any:
        def update(games: int) -> None:
            self.left -= 1
            if self.left < 0:
                raise KeyboardInterrupt

        class Bar:
            def __enter__(self) -> Any:
                self.update = update
                return self

            def __exit__(self, *error: object) -> None:
                pass

        return Bar()


def test_interrupting_keeps_the_matches_that_are_done(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PORTIONS", 12)
    workers = sys.modules["gamelib.workers"]
    interrupting = Interrupting(4)
    monkeypatch.setattr(workers, "_tqdm", lambda: interrupting)
    found = tournament("auberge", {"me": first_choice, "chance": "random"}, rounds=6)
    assert found.interrupted
    assert found.n == 5
    assert "Interrupted after 5 of 12 matches." in str(found)
    assert "Interruption après 5 parties sur 12." in found.text("fr")
    assert not referee._processes


@linux
def test_ctrl_c_is_heard_while_a_player_thinks(heard: None) -> None:
    def thinking(view: Any, actions: Sequence[Action], rng: Random) -> Action:
        time.sleep(100)
        return actions[0]

    def interrupt() -> None:
        while not any(process.playing for process in list(referee._processes.values())):
            time.sleep(0.01)
        os.kill(os.getpid(), signal.SIGINT)

    helper = threading.Thread(target=interrupt)
    helper.start()
    found = held("auberge", {"thinking": thinking, "chance": "random"}, seconds=100)
    helper.join()
    assert found.interrupted
    assert found.n == 0
    assert str(found)
    assert found.plot().axes
    assert not referee._processes


def test_the_tables_print_well_in_both_languages() -> None:
    found = table({Result((0, 1), (0,), ()): 30, Result((1, 0), (0,), ()): 10}, "ab")
    assert str(found) == (
        "Auberge(players=2), seed 0. Players: 2. Matches played: 40.\n"
        "rank  player  rating  95% interval  matches  won by a seat\n"
        "   1  a         1594  1532 to 1655       40          75.0%\n"
        "   2  b         1406  1345 to 1468       40          25.0%\n"
        "rank  against number    1    2\n"
        "   1  a                 –  75%\n"
        "   2  b               25%    –\n"
        "Rounds: 1; each plays every table in all seatings."
    )
    assert found.text("fr").splitlines()[1].split() == [
        "rang", "stratégie", "classement", "intervalle", "à", "95", "%",
        "parties", "gagnées", "par", "siège",
    ]  # fmt: skip
    assert repr(found) == (
        "<Tournament of 2 players, 40 matches of Auberge(players=2), seed 0: a, b>"
    )
    assert pickle.loads(pickle.dumps(found)) == found


def test_in_a_notebook_the_tables_are_accessible_and_escape_what_they_show() -> None:
    results = {Result((0, 1), (0,), (1,)): 1, Result((0, 1), (0,), ()): 30}
    score = Score(results, {(1, "raised"): 1}, {(1, "raised"): Incident(0, "raised <b>")})
    names = ("<i>", "b")
    found = Tournament(Auberge(players=2), names, (), 0, 1, (), False, Limits(), score)
    html = found._repr_html_()
    assert html.count("<table>") == html.count("<caption>") == 2
    assert html.count('scope="col"') == 8 + 4
    assert html.count('scope="row"') == 4
    assert "<i>" not in html
    assert "<b>" not in html
    assert "b: 1 matches lost by an exception. Match 0: raised &lt;b&gt;." in html


def test_the_picture_shows_each_rating_and_says_so() -> None:
    pytest.importorskip("matplotlib")
    results = {Result((0, 1), (0,), ()): 30, Result((1, 0), (0,), ()): 10}
    score = Score(results, {(1, "late"): 1}, {(1, "late"): Incident(0, "slow")})
    found = Tournament(Auberge(players=2), ("$a", "b"), (), 0, 1, (), False, Limits(), score)
    figure = found.plot("fr")
    [axes] = figure.axes
    assert [label.get_text() for label in axes.get_yticklabels()] == ["b", r"\$a"]
    points = [float(bar[0].get_xdata()[0]) for bar in axes.containers]
    assert [round(x) for x in points] == [1594, 1406]
    alt = str(figure.get_label())
    assert "$a\u00a0: 1594 (1532 à 1655)." in alt
    assert 'alt="Classement' in (figure._repr_html_() or "")


def test_the_picture_says_who_is_not_rated() -> None:
    pytest.importorskip("matplotlib")
    found = table({**met(0, 1, 30, 10), **met(1, 2, 0, 0, 9)})
    figure = found.plot()
    [axes] = figure.axes
    assert [label.get_text() for label in axes.get_yticklabels()] == ["c", "b", "a"]
    words = "not rated; failed in 9 of 9 matches"
    assert [text.get_text() for text in axes.texts] == [words]
    assert f"c: {words}." in str(figure.get_label())
    assert "pas de classement" in str(found.plot("fr").get_label())
