"""What nobody should hand over, and a judge of how it is refused: within bounds of memory and time.

Run as a program, it hands hostile options and mutated records to a game: each is played as it
should be, or refused with an error that a person can read. It works in a process of its own, so
that a game that takes gigabytes fails here, and takes nothing else along.
"""

from __future__ import annotations

import json
import resource
import signal
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from itertools import count
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any

from gamelib import Game, Match, RecordError, games

AnyGame = Game[Any, Any]

MEMORY = 50 * 2**20
"""Bytes that a refusal may take."""
SECONDS = 10
"""Of a processor's time, for one value: nothing comes near it, unless it does not end."""
LONGEST = 700
"""Characters of a message that a person reads."""


def nested(levels: int) -> list[Any]:
    """Return a list in a list in a list …"""
    value: list[Any] = []
    for _ in range(levels):
        value = [value]
    return value


JSON_VALUES: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 2, 3, 7, 13, 50, 51, 255, 1000, 1001, 10**6, 10**8, 10**9, 10**30,
    -(10**30), 10**4000, 0.0, 1.5, -2.0, 1e300, "", "0", "a", "en", "fr", "G1", "sea", "\ud800",
    "\x00", "e\u0301", "x" * 300, "x" * 100_000, [], [0], [None], [[]], {}, {"0": 1}, {"do": ""},
    [0, 1, 2, 3, 4, 5], [10**9], [10**30, 1], [0] * 300 + [4], [1] * 100_000, [500] * 1000,
    ["G1", "G2", "G3"], ["G1"] * 3000, [["sea", 10**9, 10**30, [1]]] * 300, [["royal", 0, 15, [1]]],
    [["ant", []]] * 3000, ["ant", "bee", "cat", "cow", "dog", "hen", "owl", "pig"], "bA/../Ba",
    "/".join(["b" * 26] * 26), "b/" * 40_000, [10**9, 0, 0], [1, 0, 0], nested(20), nested(900),
)  # fmt: skip
"""Values that may stand in a record."""


class Unshowable:
    """An object that fails as soon as somebody wants to see it."""

    def __repr__(self) -> str:
        raise ZeroDivisionError


def python_values() -> Iterator[Any]:
    """Yield what may be handed over by hand: also what no record can hold."""
    yield from JSON_VALUES
    yield from (tuple(value) for value in JSON_VALUES if isinstance(value, list))
    yield from (10**5000, [10**5000], float("nan"), float("inf"), 3j, b"G1G2G3", bytearray(8), ...)
    yield from ({10**9: 1}, {1: 10**9}, {1: 10**5000}, {-1: 3}, {None: 3}, {True: 20}, {1.0: 20})
    yield from (
        count(),
        iter([1]),
        range(10**9),
        range(10**30),
        {1, 2},
        object(),
        int,
        Unshowable(),
    )
    yield from (
        dict.fromkeys(range(10**5), 1),
        [Unshowable()] * 8,
        [b"ab"] * 8,
        [{}] * 8,
        [None] * 8,
    )
    yield from ([["h", [[["x"], 3]]]] * 8, [["h", [["x", True]]]] * 8, [["h", count()]] * 8)


# --- judging --------------------------------------------------------------------------------------


class Verdicts(Counter[str]):
    """How often something was played and refused."""


@contextmanager
def limited(what: str) -> Iterator[None]:
    """Fail, and name what is at fault, when something does not end."""

    def stop(_number: int, _frame: FrameType | None) -> None:
        raise AssertionError(f"{SECONDS} seconds were not enough")

    signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
    try:
        yield
    except BaseException as error:
        error.add_note(f"while trying {what[:2000]}")
        raise
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def check_refusal(error: BaseException, named: str = "") -> None:
    """Judge an error: a short message that names what is wrong, and memory was no trouble."""
    cause: BaseException | None = error
    while cause is not None:
        assert not isinstance(cause, MemoryError), "this takes too much memory"
        cause = cause.__cause__ or cause.__context__
    message = str(error)
    assert named in message, f"{message!r} does not name {named!r}"
    assert len(message) <= LONGEST, f"a message of {len(message)} characters: {message}"


def check_match(match: Match) -> None:
    """Judge a match: it is saved and loaded as it is, and can go on."""
    again = Match.from_json(match.to_json())
    assert again.states == match.states
    assert again.record == match.record
    for _ in range(3):
        if again.turn is not None:
            again.step()


def try_options(kind: type[AnyGame]) -> Verdicts:
    """Hand every hostile value over for every option of a game."""
    seen = Verdicts()
    players = kind.player_counts[0]
    for option in ("players", *kind.bounds):
        for n, value in enumerate(python_values()):
            with limited(f"{kind.name}, {option}, value {n}"):
                try:
                    game = kind(**{"players": players, option: value})
                except ValueError as error:
                    check_refusal(error, option)
                    seen["refused"] += 1
                else:
                    check_match(Match(game, seed=1))
                    seen["played"] += 1
    return seen


def try_record(text: str, seen: Verdicts) -> None:
    """Hand a record over."""
    with limited(text):
        try:
            match = Match.from_json(text)
        except RecordError as error:
            check_refusal(error)
            seen["refused"] += 1
        else:
            check_match(match)
            seen["played"] += 1


# --- mutating -------------------------------------------------------------------------------------

TOKENS = (
    "NaN", "Infinity", "-Infinity", "1e999", "-0", "null", "{}", "[]", '"\\ud800"', "[" * 2000,
    "9" * 5000, '"seed": 1, ', '"do": "deal", ', ",", ":", '"', "\\", "\x00", "\u2028", "é",
    "\ufeff", " ", "\n",
)  # fmt: skip


def place(record: dict[str, Any], rng: Random) -> tuple[Any, Any]:
    """Return a place in a record: what holds it, and under which key."""
    holder: Any = record
    while True:
        key = rng.choice([*holder]) if isinstance(holder, dict) else rng.randrange(len(holder))
        part = holder[key]
        if not isinstance(part, dict | list) or not part or rng.random() < 0.3:
            return holder, key
        holder = part


def any_value(rng: Random) -> Any:
    """Return a hostile value; a copy, as further mutations may change it."""
    return json.loads(json.dumps(rng.choice(JSON_VALUES)))


def mutate_value(record: dict[str, Any], other: dict[str, Any], rng: Random) -> None:
    """Change one thing somewhere in a record."""
    holder, key = place(record, rng)
    value = holder[key]
    match rng.randrange(8):
        case 0:
            holder[key] = any_value(rng)
        case 1 if len(record) > 1:
            del holder[key]
        case 2 if isinstance(holder, list):
            holder.insert(key, value)
        case 3 if type(value) is int:
            holder[key] = value + rng.choice((-1, 1, 10**9))
        case 4 if isinstance(value, list):
            rng.shuffle(value)
        case 5:
            holder[key] = {"a": value} if rng.random() < 0.5 else [value]
        case 6:
            source, name = place(other, rng)
            holder[key] = json.loads(json.dumps(source[name]))
        case _ if isinstance(holder, dict):
            holder[rng.choice(("x", "seed", "players", "do", "card"))] = holder.pop(key)


def mutate_text(text: str, rng: Random) -> str:
    """Cut, double, or put something into a text."""
    start = rng.randrange(len(text) + 1)
    end = min(len(text), start + rng.choice((1, 1, 1, 2, 5, 40, 1000)))
    match rng.randrange(4):
        case 0:
            return text[:start] + text[end:]
        case 1:
            return text[:end] + text[start:]
        case 2:
            return text[:start] + chr(rng.randrange(1, 0x250)) + text[start + 1 :]
        case _:
            return text[:start] + rng.choice(TOKENS) + text[start:]


@cache
def whole_records(kind: type[AnyGame]) -> tuple[str, ...]:
    """Return records of a few matches that name every option."""
    rng, made = Random(f"whole/{kind.name}"), []
    for steps in (0, 3, 8, 15, 30, 30):
        match = Match(kind(players=rng.choice(kind.player_counts)), seed=steps)
        while match.turn is not None and len(match.steps) < steps:
            match.step()
        options = {option: getattr(match.game, option) for option in kind.bounds}
        record = {**match.record, "options": options}
        del record["check"]
        made.append(json.dumps(record))
    return tuple(made)


def mutated(kind: type[AnyGame], rng: Random) -> str:
    """Return a record with something wrong in it, most likely."""
    record = json.loads(rng.choice(whole_records(kind)))
    other = json.loads(rng.choice(whole_records(games[rng.choice([*games])])))
    if rng.random() < 0.3:
        record["options"][rng.choice([*record["options"]])] = any_value(rng)
    else:
        for _ in range(rng.choice((1, 1, 2, 5))):
            mutate_value(record, other, rng)
    text = json.dumps(record)
    for _ in range(rng.choice((0, 0, 1, 3))):
        text = mutate_text(text, rng)
    return text


def try_records(kind: type[AnyGame], number: int) -> Verdicts:
    """Hand mutated records of a game over."""
    rng, seen = Random(f"hostile/{kind.name}"), Verdicts()
    for _ in range(number):
        try_record(mutated(kind, rng), seen)
    return seen


def limit_memory() -> None:
    """From now on, this process may take so much more memory and no more."""
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    size = pages * resource.getpagesize() + MEMORY
    resource.setrlimit(resource.RLIMIT_AS, (size, size))


def main(number: str) -> None:
    """Try everything on every game, and print how often each was played and refused."""
    for kind in games.values():
        whole_records(kind)  # what has to be read for any match is read now
    if sys.platform == "linux":
        limit_memory()
    for kind in games.values():
        print(json.dumps([kind.name, try_options(kind), try_records(kind, int(number))]))


if __name__ == "__main__":
    main(*sys.argv[1:])
