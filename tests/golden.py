"""Golden transcripts: one match per game and number of players, as people would read it.

They show in a readable diff what a change does to the rules, to chance or to the words:

    python -m tests.golden          writes them all again
    python -m tests.golden pig      those of one game
"""

from __future__ import annotations

import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

from gamelib import Game, Match, games
from gamelib.texts import say, tell_outcome, tell_step
from tests.gamelib.kit import kit

FOLDER = Path(__file__).with_suffix("")
SEED = 2026


def tables() -> dict[str, Game[Any, Any]]:
    """Every table that has a transcript, by the name of its file."""
    return {
        f"{kind.name}-{players}.txt": kind(players=players, **kit(kind.name).golden)
        for kind in games.values()
        for players in kind.player_counts
    }


SEPARATORS = (",", "/", " ", " & ")
"""What stands between cards, rows of cards, rows of rows, and so on."""


def depth(value: Any) -> int:
    """How many tuples lie within each other."""
    return 1 + max(map(depth, value), default=0) if isinstance(value, tuple) else 0


def compact(value: Any) -> str:
    """A value of a state in few characters: cards 3,5,5; rows of cards 3,5/-/7; None as -."""
    if value is None or value == ():
        return "-"
    if isinstance(value, tuple):
        return SEPARATORS[depth(value) - 1].join(map(compact, value))
    return str(getattr(value, "value", value)).replace(" ", "-")


def position(state: Any, before: Any = None) -> str:
    """A state in one line, without what is not there; of piles and past tricks the size will do.

    If the state before is given, only what has changed is shown.
    """
    shown = state._asdict()
    if before is not None:
        shown = {name: now for name, now in shown.items() if now != getattr(before, name)}
    for name in {"pile", "discard"} & shown.keys():
        shown[name] = sum(shown[name])
    if "tricks" in shown:
        shown["tricks"] = len(shown["tricks"])
    return " | ".join(
        f"{name} {compact(value)}" for name, value in shown.items() if value not in (None, ())
    )


def likely(probability: Fraction | None) -> str:
    """How likely chance made a step; a deal is one of too many cases to write the fraction out."""
    if probability is None:
        return ""
    if probability.denominator < 10**6:
        return f" [{probability}]"
    return f" [{float(probability):.6g}]"


def transcript(game: Game[Any, Any], seed: int = SEED) -> str:
    """The match of a table, step by step."""
    match = Match(game, seed)
    outcome = match.run()
    long = bool(kit(game.name).golden)  # then only what changes is shown
    lines = [
        f"{say(f'{game.name}.name')}: {game!r}, rules version {game.rules_version}, seed {seed}",
        "",
        f"   0. {position(match.states[0])}",
    ]
    for n, step in enumerate(match.steps, start=1):
        words = tell_step(game, match.states[n - 1], step.action, match.states[n])
        lines += [
            f"{n:4}. {words}{likely(step.probability)}",
            f"      {position(match.states[n], match.states[n - 1] if long else None)}",
        ]
    scores = ", ".join(map(str, outcome.scores))
    return "\n".join([*lines, "", f"{tell_outcome(game, outcome)} Scores: {scores}.", ""])


def main(only: list[str]) -> None:
    """Write the transcripts of these games again, or of all; take away those of no table."""
    FOLDER.mkdir(exist_ok=True)
    written = tables()
    for path in FOLDER.glob("*.txt"):
        if path.name not in written:
            path.unlink()
    for name, game in written.items():
        if not only or game.name in only:
            (FOLDER / name).write_text(transcript(game), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main(sys.argv[1:])
