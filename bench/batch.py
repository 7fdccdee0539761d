"""How fast batches are, next to the same games one by one and to a peer: `python -m bench.batch`.

As in bench/engine.py, speed is a ratio taken in one run on one core: all take turns in short
rounds, and the medians of the rounds count. The peer is OpenSpiel's
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
from random import Random
from statistics import median
from subprocess import PIPE, run
from time import process_time
from typing import Any

from bench.common import (
    Row,
    arguments,
    left_out,
    report,
    rounded,
    seated,
    times_faster,
    with_page,
    write_table,
)
from bench.engine import sampled
from gamelib import Game, batch, games
from gamelib.simulate import LARGEST_BATCH, simulate
from gamelib.texts import say

PLAYERS = 5
GAMES_TIMES = 20.0
"""How many times the games per second of `simulate(…, batch=False)` a batch plays."""
TURNS_TIMES = 6.0
"""How many times the turns per second of the peer."""
MEGABYTES = 500
"""How much memory the games may take, however many they are."""
PEER = "OpenSpiel crazy_eights"
MANY = 10**10
"""How many games the page on sizes counts the hours for."""
CLUSTER = 64
"""On how many processors."""

AnyGame = Game[Any, Any]


@dataclass
class Pace:
    """What was played in so many seconds of processor time."""

    games: float = 0
    turns: float = 0
    steps: float = 0
    seconds: float = 0

    def __getitem__(self, what: str) -> float:
        return float(getattr(self, what)) / self.seconds


@dataclass
class Quote:
    """What the page on sizes tells of a game."""

    speed: float
    """Games per second of `simulate`."""
    memory: float = 0
    """Megabytes at most."""


def one_by_one(game: AnyGame, n: int) -> Pace:
    """Play by the rules, through `simulate`."""
    began = process_time()
    results = simulate(game, n=n, progress=False, batch=False)
    took = process_time() - began
    return Pace(n, 0, float(results.mean_length * n), took)


def in_batches(game: AnyGame, n: int) -> Pace:
    """Play the same through batch.py."""
    began = process_time()
    endings = batch.play(game, ["random"] * game.players, 1, range(n))
    took = process_time() - began
    return Pace(n, int(endings.turns.sum()), int(endings.lengths.sum()), took)


def simulated(game: AnyGame, n: int) -> Pace:
    """Play as everybody does: `simulate` finds out by itself."""
    began = process_time()
    results = simulate(game, n=n, progress=False)
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


def batched(players: int) -> dict[str, AnyGame]:
    """Return the games that have a batch, for so many players or as near to it as they allow."""
    tables = {name: seated(name, players) for name in games}
    return {
        name: game for name, game in tables.items() if batch.knows(game, ["random"] * game.players)
    }


def speed(rounds: int, seconds: float, quoted: dict[str, Quote]) -> Iterator[Row]:
    """Measure random play for five: batches, one by one, and the peer, round by round."""
    engines: dict[str, Callable[[int], Pace]] = {}
    for name, game in batched(PLAYERS).items():
        engines[f"{name}, one by one"] = partial(one_by_one, game)
        engines[f"{name}, batch"] = partial(in_batches, game)
        engines[f"{name}, simulate"] = partial(simulated, game)
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
        if name.endswith(", simulate"):
            quoted[name.removesuffix(", simulate")] = Quote(median(each(name, "games")))
    for name in (name for name in engines if name.endswith("batch")):
        alone = name.replace("batch", "one by one")
        for way in (name, name.replace("batch", "simulate")):
            ratio = times_faster(each(way, "games"), each(alone, "games"))
            yield target(f"{way}: games to one by one", ratio, GAMES_TIMES)
        if PEER not in engines:
            missing = left_out("open_spiel")
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


def growth(rounds: int, smallest: int, seconds: float, quoted: dict[str, Quote]) -> Iterator[Row]:
    """Measure memory and cost per game at full tables, for ten times as many games and so on."""
    for name in batched(PLAYERS):
        players = max(games[name].player_counts)
        measured: dict[int, list[tuple[float, float]]] = {}
        n = smallest
        while not measured or measured[n // 10][0][0] * n / 1e6 <= seconds:
            measured[n] = [alone(name, players, n)]
            n *= 10
        for n in [*measured][:-1]:
            measured[n] += [alone(name, players, n) for _ in range(rounds - 1)]
        for n, runs in measured.items():
            memory, cost = max(each for _, each in runs), min(each for each, _ in runs)
            quoted[name].memory = max(quoted[name].memory, memory)
            yield Row(
                f"{name}, {players} players, {n:,} games",
                f"{memory:4.0f} MB, {cost:5.1f} µs a game",
                memory,
                f"≤ {MEGABYTES} MB",
                memory <= MEGABYTES,
            )
        few, many = min(measured), max(measured)
        cheap, costly = (min(each for each, _ in measured[n]) for n in (few, many))
        yield Row(
            f"{name}, {many:,} games against {few:,}",
            f"{costly / cheap:5.2f} × the time for each",
            costly / cheap,
            "≤ 1.2 ×",
            costly <= 1.2 * cheap,
        )


# -- the page --------------------------------------------------------------------------------------


def table(quoted: dict[str, Quote]) -> list[list[str]]:
    """Return the table for the page on sizes."""
    head = [
        "",
        "games a second",
        "10¹⁰ games on one processor",
        f"on {CLUSTER}",
        "memory of a worker",
    ]
    return [head] + [
        [
            say(f"{name}.name", "en"),
            rounded(quote.speed),
            f"{rounded(MANY / quote.speed / 3600)} hours",
            f"{rounded(MANY / quote.speed / 60 / CLUSTER)} minutes",
            f"{rounded(quote.memory)} MB",
        ]
        for name, quote in quoted.items()
    ]


def main() -> int:
    """Measure, print the table, and return the exit code."""
    options = with_page(
        arguments("How fast batches are, next to one by one and to a peer.")
    ).parse_args()
    quick = options.quick
    quoted: dict[str, Quote] = {}
    done = report(
        options,
        {
            "Random play for five, one core": speed(*((3, 0.2) if quick else (7, 1.0)), quoted),
            "Memory and cost as games grow": growth(
                *((1, 1_000, 2.0) if quick else (2, 100_000, 60.0)), quoted
            ),
        },
    )
    if options.page:
        write_table(options.page, "batch", table(quoted))
    return done


if __name__ == "__main__":
    sys.exit(main())
