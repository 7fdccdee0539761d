"""How fast the engine is, next to its peers, measured in one run: `python -m bench.engine`.

Machines differ and are noisy, so speed of play is judged as a ratio: all engines take turns in
short rounds on one core, each round gives every engine its steps per second of processor time, and
the medians of the rounds count. The yardstick, python_liars_poker, is driven by the loop that
OpenSpiel's own example shows, where numpy draws the chance outcomes; because that drawing is much
of its time, it is also measured with random numbers as cheap as ours, and both ratios are shown.
(72 % of its steps are a digit dealt by chance, while our whole deal is one step.) What must be
quick for a person (odds, import) is judged in milliseconds.
"""

from __future__ import annotations

import gc
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from random import Random
from statistics import median
from time import process_time
from typing import Any

from bench.common import Row, arguments, left_out, report, seated, times_faster
from gamelib import Action, Game, games
from gamelib.aquatika import Aquatika
from gamelib.aquatika.notation import read_cells
from gamelib.auberge import odds as auberge
from gamelib.decrypto import odds as decrypto
from gamelib.fuji_flush import odds as fuji_flush

Play = Callable[[Random], int]
"""Plays one game at random and returns how many steps it took: actions by seats and by chance."""


# -- random play ----------------------------------------------------------------------------------

YARDSTICK = "OpenSpiel python_liars_poker"
CHEAPER = "  the same, drawing as cheaply as we do"
TIMES = 2.0
"""How many times as fast as the yardstick each of our games is to play."""


def our_loop(game: Game[Any, Any]) -> Play:
    """Return our own loop: states are frozen, and every step makes a new one."""

    def play(rng: Random) -> int:
        state, steps = game.start(), 0
        while (turn := game.turn(state)) is not None:
            if isinstance(turn, int):
                actions = game.actions(state)
                state = game.play(state, actions[int(rng.random() * len(actions))])
            else:
                state = game.play(state, turn.sample(rng))
            steps += 1
        return steps

    return play


def sampled(outcomes: list[tuple[int, float]], rng: Random) -> int:
    """Return one of OpenSpiel's chance outcomes, found the way our Lottery finds one."""
    chance = rng.random()
    for action, probability in outcomes:  # noqa: B007
        chance -= probability
        if chance < 0:
            break
    return action


def open_spiel_loop(name: str) -> Play:
    """Return OpenSpiel's loop: one state, changed in place."""
    import_module("open_spiel.python.games")  # makes the games written in Python known
    game = import_module("pyspiel").load_game(name)

    def play(rng: Random) -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                action = sampled(state.chance_outcomes(), rng)
            else:
                actions = state.legal_actions()
                action = actions[int(rng.random() * len(actions))]
            state.apply_action(action)
            steps += 1
        return steps

    return play


def open_spiel_example_loop(name: str) -> Play:
    """Return the loop of OpenSpiel's own example to the letter: numpy draws the numbers."""
    import_module("open_spiel.python.games")
    game = import_module("pyspiel").load_game(name)
    from numpy.random import RandomState

    numpy_rng = RandomState(1)

    def play(rng: Random) -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                actions, probabilities = zip(*state.chance_outcomes(), strict=True)
                action = numpy_rng.choice(actions, p=probabilities)
            else:
                action = rng.choice(state.legal_actions())
            state.apply_action(action)
            steps += 1
        return steps

    return play


def rlcard_loop() -> Play:
    """Return RLCard's loop on its bare game, without the encoding for neural networks."""
    game = import_module("rlcard.games.uno").Game(num_players=4)
    from numpy.random import RandomState

    game.np_random = RandomState(1)

    def play(rng: Random) -> int:
        (state, _), steps = game.init_game(), 0
        while not game.is_over():
            actions = state["legal_actions"]
            state, _ = game.step(actions[int(rng.random() * len(actions))])
            steps += 1
        return steps

    return play


@dataclass
class Engine:
    """Something that plays: what to say about it, how to make its loop, where it comes from."""

    note: str
    loop: Callable[[], Play]
    package: str = ""


def ours() -> dict[str, Engine]:
    """Return all our games, for four where they can be."""
    tables = {name: seated(name, 4) for name in games}
    return {
        name: Engine(f"{game.players} players", partial(our_loop, game))
        for name, game in tables.items()
    }


PEERS = {
    YARDSTICK: Engine(
        "2, its only", partial(open_spiel_example_loop, "python_liars_poker"), "open_spiel"
    ),
    CHEAPER: Engine("2", partial(open_spiel_loop, "python_liars_poker"), "open_spiel"),
    "OpenSpiel hearts": Engine("C++, 4", partial(open_spiel_loop, "hearts"), "open_spiel"),
    "RLCard uno": Engine("4 players", rlcard_loop, "rlcard"),
}


def speed(play: Play, rng: Random, seconds: float) -> float:
    """Return steps per second of processor time."""
    gc.collect()
    steps, began = 0, process_time()
    while (took := process_time() - began) < seconds:
        pause = steps + 5_000  # asking for the time is slow on some machines, and games are short
        while steps < pause:
            steps += play(rng)
    return steps / took


def random_play(rounds: int, seconds: float) -> Iterator[Row]:
    """Measure uniform random play of all engines, round by round."""
    engines, loops = ours() | PEERS, dict[str, Play]()
    for name, engine in engines.items():
        try:
            loops[name] = engine.loop()
        except ImportError:
            if not engine.package:
                raise
        else:
            loops[name](Random(0))  # what is made once is made now
    speeds: dict[str, list[float]] = {name: [] for name in loops}
    for n in range(rounds):
        for name, play in loops.items():
            speeds[name].append(speed(play, Random(n), seconds))

    for name, engine in engines.items():
        row = Row(f"{name} ({engine.note})", left_out(engine.package))
        if name in games:
            row.target = f"≥ {TIMES:g} ×"
        if name in loops:
            row.measured = f"{median(speeds[name]):>9,.0f} steps/s"
            if YARDSTICK in loops:
                row.value = times_faster(speeds[name], speeds[YARDSTICK])
                cheaper = times_faster(speeds[name], speeds[CHEAPER])
                row.measured += f"  {row.value:5.2f} × ({cheaper:.2f} ×)"
                row.reached = row.value >= TIMES if row.target else None
        yield row


# -- perft ----------------------------------------------------------------------------------------

PERFT_PEER = "python-chess"
AQUATIKA_START = "sf1of/osfso/5/5/5/OSFSO/SF1OF"


def our_perft() -> Callable[[], int]:
    """Return the count of all lines of four plies from a start of Aquatika: 926,302."""
    game = Aquatika()
    cells = read_cells(game.geometry, AQUATIKA_START)
    return partial(game.moves.perft, cells, 0, 4)


def chess_perft() -> Callable[[], int]:
    """Return python-chess's count of the same from its start, as its example does: 197,281."""
    board = import_module("chess").Board()

    def perft(depth: int) -> int:
        if depth == 1:
            return int(board.legal_moves.count())
        count = 0
        for move in board.legal_moves:
            board.push(move)
            count += perft(depth - 1)
            board.pop()
        return count

    return partial(perft, 4)


def perft(rounds: int) -> Iterator[Row]:
    """Measure how many lines of play are counted a second, in turns with python-chess.

    Both count the last ply without playing it, as python-chess's example does.
    """
    counters = {"aquatika": our_perft()}
    row = Row("aquatika, lines of 4 plies", "", target="> 1 ×")
    peer = Row(f"{PERFT_PEER}, the same", "")
    try:
        counters[PERFT_PEER] = chess_perft()
    except ImportError:
        peer.measured = left_out("chess")
    speeds: dict[str, list[float]] = {name: [] for name in counters}
    for _ in range(rounds):
        for name, count in counters.items():
            gc.collect()
            began = process_time()
            found = count()
            speeds[name].append(found / (process_time() - began))
    row.measured = f"{median(speeds['aquatika']):>9,.0f} lines/s"
    if PERFT_PEER in counters:
        row.value = times_faster(speeds["aquatika"], speeds[PERFT_PEER])
        row.measured += f"  {row.value:5.2f} ×"
        row.reached = row.value > 1
        peer.measured = f"{median(speeds[PERFT_PEER]):>9,.0f} lines/s"
    yield from (row, peer)


# -- odds -----------------------------------------------------------------------------------------


def decisions(
    game: Game[Any, Any], number: int, phase: str | None = None
) -> list[tuple[Any, tuple[Action, ...]]]:
    """Return what the seat to move knew and could do, in so many positions of random games."""
    found = []
    for seed in range(max(4, number // 10)):
        rng, state = Random(seed), game.start()
        while (turn := game.turn(state)) is not None:
            if isinstance(turn, int):
                actions = game.actions(state)
                if phase in (None, state.phase.value):
                    found.append((game.observe(state, turn), actions))
                state = game.play(state, rng.choice(actions))
            else:
                state = game.play(state, turn.sample(rng))
    return Random(0).sample(found, min(number, len(found)))


def views(game: Game[Any, Any], phase: str, number: int) -> list[Any]:
    """Return what the seat to move knew in so many positions of a phase."""
    return [view for view, _ in decisions(game, number, phase)]


def forget() -> None:
    """Empty every cache of gamelib, so that nothing measured was worked out before."""
    for name, module in list(sys.modules.items()):
        if name.startswith("gamelib"):
            for value in vars(module).values():
                if hasattr(value, "cache_clear"):
                    value.cache_clear()


def milliseconds(question: Callable[[], object], beyond: float) -> float:
    """Return how long an answer takes; what takes longer than `beyond` gets two more chances.

    The best of three counts, since whatever else the machine does can only slow it down.
    """
    best = float("inf")
    for _ in range(3):
        forget()
        began = process_time()
        question()
        best = min(best, (process_time() - began) * 1000)
        if best <= beyond:
            break
    return best


def answer_times(questions: list[Callable[[], object]]) -> list[float]:
    """Return the milliseconds that each answer takes, without pauses to collect garbage."""
    times: list[float] = []
    gc.collect()
    gc.disable()
    for question in questions:
        times.append(milliseconds(question, beyond=max(times, default=0.0)))
    gc.enable()
    return times


def all_auberge_odds(view: Any) -> None:
    """Ask everything that a seat can ask in one position."""
    auberge.unseen(view)
    if view.pile_size:
        auberge.next_card(view)
        auberge.draw_risk(view)
    for target in view.alive:
        if target != view.seat:
            if view.pile_size:
                auberge.challenge_risk(view, target)
            auberge.accuse_chance(view, target)
    auberge.advice(view)


def all_decrypto_odds(view: Any) -> None:
    """Ask everything that a seat can ask about a code: the 24 codes and the bits."""
    decrypto.posterior(view)
    decrypto.digits(decrypto.posterior(view))
    decrypto.bits(view)


def odds_row(what: str, times: list[float], limit: float | None, remark: str = "") -> Row:
    """Return a row that judges the slowest answer."""
    worst = max(times)
    return Row(
        what,
        f"median {median(times):.2f} ms, worst {worst:.2f} ms{remark}",
        worst,
        "" if limit is None else f"< {limit:g} ms",
        None if limit is None else worst < limit,
    )


def odds(positions: int) -> Iterator[Row]:
    """Measure the answers to a player's questions, over many positions."""
    for players in (4, 8):
        game = games["auberge"](players=players)
        asked = [partial(all_auberge_odds, view) for view in views(game, "turn", positions)]
        times = answer_times([*asked])
        yield odds_row(f"auberge, all odds of a position, {players} players", times, limit=1)
    for players in games["fuji_flush"].player_counts:
        game = games["fuji_flush"](players=players)
        cards = [
            partial(fuji_flush.fate, view, value)
            for view in views(game, "play", positions if players < 6 else positions // 5)
            for value in sorted(set(view.hand))
        ]
        simulated = sum(fate().trials > 0 for fate in cards)
        remark = f", {simulated / len(cards):.0%} simulated" if simulated else ", all exact"
        limit = 20 if players < 6 else None
        times = answer_times([*cards])
        yield odds_row(f"fuji_flush, fate of a card, {players} players", times, limit, remark)
    game = games["decrypto"](players=4)
    asked = [
        partial(all_decrypto_odds, view) for view in views(game, "interception", positions // 5)
    ]
    yield odds_row("decrypto, all odds of a position, 4 players", answer_times([*asked]), limit=20)


def all_results(view: Any, actions: tuple[Action, ...]) -> None:
    """Ask what the table asks in any game: what each action of a position may bring."""
    odds = import_module(f"gamelib.{view.game.name}.odds")
    for action in actions:
        odds.results(view, action)


def results(positions: int) -> Iterator[Row]:
    """Measure what the table asks, in every game."""
    for name in games:
        game = seated(name, 4)
        asked = [partial(all_results, *position) for position in decisions(game, positions)]
        yield odds_row(f"{name}, {game.players} players", answer_times([*asked]), limit=20)


# -- import ---------------------------------------------------------------------------------------

TIMED_IMPORT = "from time import process_time as t; a = t(); import {}; print(t() - a)"


def imports(rounds: int) -> Iterator[Row]:
    """Measure imports, each in a fresh Python; the first is not counted, as it may compile."""
    taken: dict[str, list[float]] = {"gamelib": [], "json": [], "numpy": []}
    for _ in range(rounds + 1):
        for name, times in taken.items():
            command = [sys.executable, "-c", TIMED_IMPORT.format(name)]
            done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
            times.append(float(done.stdout) * 1000)
    for name, times in taken.items():
        took = median(times[1:])
        row = Row(f"import {name}", f"median {took:.1f} ms", took)
        if name == "gamelib":
            row.target, row.reached = "< 100 ms", took < 100
        yield row


def main() -> int:
    """Measure the engine."""
    options = arguments("How fast the engine is, next to its peers.").parse_args()
    quick = options.quick
    return report(
        options,
        {
            "Uniform random play, one core": random_play(*((3, 0.2) if quick else (11, 0.5))),
            "All lines of play to a depth (perft)": perft(3 if quick else 7),
            "Odds, as if asked for the first time": odds(50 if quick else 300),
            "What every action may bring, likewise": results(20 if quick else 200),
            "Import in a fresh Python": imports(3 if quick else 11),
        },
    )


if __name__ == "__main__":
    sys.exit(main())
