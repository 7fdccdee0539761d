"""How fast batches are, next to the same games one by one and to a peer: `python bench/batch.py`.

As in bench/engine.py, which lends its table and its clock, speed is a ratio taken in one run on one
core: all take turns in short rounds, and the medians of the rounds count. The peer is OpenSpiel's
crazy_eights, a shedding game for five like ours, written in C++ and driven from Python. Turns are
what seats do; a seat's turns and chance's together are steps, of which the peer has more, as it
deals card by card: so its steps per second are shown, too, and what our turns are to its steps.

Memory and cost are those of `simulate`, each run in a process of its own: the more games, the same
memory and the same time for each.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from math import log10
from pathlib import Path
from random import Random
from statistics import median
from subprocess import PIPE, run
from time import process_time

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench.engine import Row, report, sampled, times_faster
from gamelib import batch, games
from gamelib.simulate import LARGEST_BATCH, simulate

PLAYERS = 5
GAMES_TIMES = 20.0
"""How many times the games per second of `simulate(…, batch=False)` a batch plays."""
TURNS_TIMES = 6.0
"""How many times the turns per second of the peer."""
MEGABYTES = 500
"""How much memory ten million games may take."""
PEER = "OpenSpiel crazy_eights"


@dataclass
class Pace:
    """What was played in so many seconds of processor time."""

    games: float = 0
    turns: float = 0
    steps: float = 0
    seconds: float = 0

    def __getitem__(self, what: str) -> float:
        return float(getattr(self, what)) / self.seconds


def one_by_one(name: str, n: int) -> Pace:
    """Play by the rules, through `simulate`."""
    began = process_time()
    results = simulate(games[name](players=PLAYERS), n=n, progress=False, batch=False)
    took = process_time() - began
    return Pace(n, 0, float(results.mean_length * n), took)


def in_batches(name: str, n: int) -> Pace:
    """Play the same through batch.py."""
    began = process_time()
    endings = batch.play(games[name](players=PLAYERS), ["random"] * PLAYERS, 1, range(n))
    took = process_time() - began
    return Pace(n, int(endings.turns.sum()), int(endings.lengths.sum()), took)


def simulated(name: str, n: int) -> Pace:
    """Play as everybody does: `simulate` finds out by itself."""
    began = process_time()
    results = simulate(games[name](players=PLAYERS), n=n, progress=False)
    took = process_time() - began
    assert results.batch
    return Pace(n, 0, float(results.mean_length * n), took)


def crazy_eights(n: int) -> Pace:
    """Play the peer's games, choosing and drawing as cheaply as we do one by one."""
    game = import_module("pyspiel").load_game("crazy_eights", {"players": PLAYERS})
    rng, pace = Random(n), Pace(n)
    began = process_time()
    for _ in range(n):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                action = sampled(state.chance_outcomes(), rng)
            else:
                actions = state.legal_actions()
                action = actions[int(rng.random() * len(actions))]
                pace.turns += 1
            state.apply_action(action)
            pace.steps += 1
    pace.seconds = process_time() - began
    return pace


def speed(rounds: int, seconds: float) -> Iterator[Row]:
    """Measure random play for five: batches, one by one, and the peer, round by round."""
    engines: dict[str, Callable[[int], Pace]] = {}
    for name in games:
        if batch.knows(games[name](players=PLAYERS), ["random"] * PLAYERS):
            engines[f"{name}, one by one"] = partial(one_by_one, name)
            engines[f"{name}, batch"] = partial(in_batches, name)
            engines[f"{name}, simulate"] = partial(simulated, name)
    try:
        import_module("pyspiel")
        engines[PEER] = crazy_eights
    except ImportError:
        pass
    sizes = {}
    for name, engine in engines.items():
        engine(10)  # what is made once is made now
        together = "one by one" not in name and name != PEER
        least = LARGEST_BATCH if together else 20
        sizes[name] = max(least, int(seconds * engine(least)["games"]))
    paces: dict[str, list[Pace]] = {name: [] for name in engines}
    for _ in range(rounds):
        for name, engine in engines.items():
            paces[name].append(engine(sizes[name]))

    def each(name: str, what: str) -> list[float]:
        return [pace[what] for pace in paces[name]]

    for name in engines:
        measured = f"{median(each(name, 'games')):>9,.0f} games/s"
        if median(each(name, "turns")):
            measured += f"  {median(each(name, 'turns')):>10,.0f} turns/s"
        yield Row(name, measured)
    for name in (name for name in engines if name.endswith("batch")):
        alone = name.replace("batch", "one by one")
        for way in (name, name.replace("batch", "simulate")):
            ratio = times_faster(each(way, "games"), each(alone, "games"))
            yield target(f"{way}: games to one by one", ratio, GAMES_TIMES)
        if PEER not in engines:
            missing = "not there: pip install open_spiel"
            yield Row(f"{name}: turns to the peer's", missing, target=f"≥ {TURNS_TIMES:g} ×")
            continue
        turns = each(name, "turns")
        ratio = times_faster(turns, each(PEER, "turns"))
        yield target(f"{name}: turns to the peer's", ratio, TURNS_TIMES)
        ratio = times_faster(turns, each(PEER, "steps"))
        yield target(f"{name}: turns to its steps, chance's too", ratio, TURNS_TIMES)


def target(what: str, ratio: float, least: float) -> Row:
    """Return the row of a ratio that is to be reached."""
    return Row(what, f"{ratio:5.1f} ×", ratio, f"≥ {least:g} ×", ratio >= least)


# -- memory and growth -----------------------------------------------------------------------------

ALONE = """
import sys
from pathlib import Path
from resource import RUSAGE_SELF, getrusage
from gamelib import games
from gamelib.simulate import simulate
name, players, n = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
game = games[name](players=players)
simulate(game, n=10, progress=False)
before = getrusage(RUSAGE_SELF).ru_utime
results = simulate(game, n=n, progress=False)
after = getrusage(RUSAGE_SELF)
assert results.batch and results.n == n
status = Path("/proc/self/status")
if status.exists():  # on Linux ru_maxrss begins with the memory of whoever started this process
    words = status.read_text().split()
    most = int(words[words.index("VmHWM:") + 1]) * 1024
else:
    most = after.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
print(after.ru_utime - before, most)
"""


def alone(name: str, players: int, n: int) -> tuple[float, float]:
    """Return the microseconds a game takes, and the megabytes of memory, in a fresh Python."""
    command = [sys.executable, "-c", ALONE, name, str(players), str(n)]
    seconds, memory = run(command, stdout=PIPE, text=True, check=True).stdout.split()
    return float(seconds) / n * 1e6, float(memory) / 1e6


def growth(rounds: int, most: dict[str, int]) -> Iterator[Row]:
    """Measure memory and cost per game for more and more games; at full tables: most memory."""
    for name, largest in most.items():
        players = max(games[name].player_counts)
        sizes = [10**power for power in range(5, round(log10(largest)) + 1)]
        measured: dict[int, list[tuple[float, float]]] = {n: [] for n in sizes}
        for number in range(rounds):
            for n in sizes:
                if number == 0 or n < 10**7:
                    measured[n].append(alone(name, players, n))
        for n, runs in measured.items():
            memory, cost = max(each for _, each in runs), min(each for each, _ in runs)
            yield Row(
                f"{name}, {players} players, {n:,} games",
                f"{memory:4.0f} MB, {cost:5.1f} µs a game",
                memory,
                f"≤ {MEGABYTES} MB",
                memory <= MEGABYTES,
            )
        cheap, costly = (min(each for each, _ in measured[n]) for n in (sizes[0], sizes[-1]))
        yield Row(
            f"{name}, {sizes[-1]:,} games against {sizes[0]:,}",
            f"{costly / cheap:5.2f} × the time for each",
            costly / cheap,
            "≤ 1.2 ×",
            costly <= 1.2 * cheap,
        )


def main() -> int:
    """Measure, print the table, and return the exit code."""
    return report(
        "How fast batches are, next to one by one and to a peer.",
        lambda quick: {
            "Random play for five, one core": speed(*((3, 0.4) if quick else (7, 1.0))),
            "Memory and cost as games grow": growth(
                1 if quick else 2,
                {"auberge": 10**6 if quick else 10**7, "fuji_flush": 10**6},
            ),
        },
    )


if __name__ == "__main__":
    sys.exit(main())
