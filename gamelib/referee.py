"""How the matches of a tournament are played, and what becomes of whoever fails in one.

A match goes wrong only for its players: whoever raises, answers nonsense or is too slow loses it.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from threading import get_ident
from typing import Any, NamedTuple, NoReturn

from gamelib.contenders import Contender
from gamelib.game import Game
from gamelib.guard import FILES, FUNCTIONS, Entry, Guarded, Limits
from gamelib.players import Fault, Player, player_named
from gamelib.playing import Played, play_game
from gamelib.ratings import Lineup, Result

STRIKES = 3
"""After how many faults that cost time (too slow, out of memory, a dead process) a player's
matches are lost unplayed: all of them after such a first round, else those of the portion."""

COSTLY = ("late", "memory", "died", "load")


class Incident(NamedTuple):
    """The first match that a player has lost in this way."""

    number: int
    detail: str


@dataclass(frozen=True)
class Score:
    """What a number of matches came to. Scores of different matches add up, in any order."""

    results: Mapping[Result, int] = field(default_factory=dict)
    faults: Mapping[tuple[int, str], int] = field(default_factory=dict)
    incidents: Mapping[tuple[int, str], Incident] = field(default_factory=dict)
    interrupted: bool = False
    broken: str = ""
    """What ended it before its end, if that was not a person but the executor."""

    def __add__(self, other: Score) -> Score:
        results, faults = Counter(self.results), Counter(self.faults)
        results.update(other.results)
        faults.update(other.faults)
        incidents = dict(self.incidents)
        for key, incident in other.incidents.items():
            incidents[key] = min(incident, incidents.get(key, incident))
        return Score(
            dict(sorted(results.items())),
            dict(sorted(faults.items())),
            dict(sorted(incidents.items())),
            self.interrupted or other.interrupted,
            self.broken or other.broken,
        )

    @property
    def n(self) -> int:
        """How many matches were played."""
        return sum(self.results.values())


@dataclass(frozen=True)
class Setting:
    """What is the same in all matches of a tournament."""

    game: Game[Any, Any]
    players: Sequence[Contender]
    seed: int | str
    limits: Limits

    def play(self, i: int, lineup: Lineup) -> Played:
        """Play match number i. Copies at one table do not know of each other."""
        seated = [
            self._seated(self.players[who], lineup[:seat].count(who))
            for seat, who in enumerate(lineup)
        ]
        patience = None if FUNCTIONS else self.limits.seconds
        try:
            return play_game(self.game, seated, self.seed, i, patience)
        finally:
            for player in seated:
                if isinstance(player, Guarded):
                    player.end()

    def _seated(self, player: Contender, copy: int) -> Player:
        """Return a player, in a process of its own where that is possible."""
        if isinstance(player, str):
            return player_named(self.game, player)
        if FILES if isinstance(player, Entry) else FUNCTIONS:
            return _process(player, self.limits, copy)
        return _loaded(player) if isinstance(player, Entry) else player


def _loaded(entry: Entry) -> Player:
    """Return the player of a file; if it does not load this time, one that fails when asked."""
    try:
        return entry.load()
    except Fault as fault:
        return partial(_failing, fault)


def _failing(fault: Fault, *question: object) -> NoReturn:
    raise fault


# -- processes -------------------------------------------------------------------------------------

_processes: dict[tuple[object, ...], Guarded] = {}
"""The players' processes that are waiting for a match: by thread, player, limits and copy."""


def _process(player: Player | Entry, limits: Limits, copy: int) -> Guarded:
    who = player if isinstance(player, Entry) else id(player)
    return _processes.setdefault((get_ident(), who, limits, copy), Guarded(player, limits))


def close_all() -> None:
    """End all players' processes."""
    while _processes:
        _processes.popitem()[1].close()


def _close_functions() -> None:
    """End the processes of this thread's functions: who sends them again sends others."""
    for key, process in list(_processes.items()):
        if key[0] == get_ident() and not isinstance(process.player, Entry):
            _processes.pop(key).close()


# -- matches ---------------------------------------------------------------------------------------


def trial(setting: Setting) -> dict[int, Fault]:
    """Return which files do not even load, and why; they lose all their matches unplayed."""
    out: dict[int, Fault] = {}
    for who, player in enumerate(setting.players):
        if isinstance(player, Entry):
            try:
                if FILES:
                    _process(player, setting.limits, 0).load()
                else:
                    player.load()
            except Fault as fault:
                out[who] = fault
    return out


def struck(faults: Mapping[tuple[int, str], int]) -> dict[int, Fault]:
    """Return who has had all strikes, with what is said about the matches they lose by that."""
    strikes: Counter[int] = Counter()
    for (who, code), times in faults.items():
        strikes[who] += times * (code in COSTLY)
    why = Fault("out", f"not asked any more after {STRIKES} such faults")
    return {who: why for who, times in strikes.items() if times >= STRIKES}


def score(
    setting: Setting, home: int, out: Mapping[int, Fault], portion: Sequence[tuple[int, Lineup]]
) -> Score:
    """Play a portion of the matches; an interruption ends it early.

    `home` is the process in which the tournament was started: there, players' processes stay for
    the next portion. Whoever is `out` loses unplayed.
    """
    results: Counter[Result] = Counter()
    faults: Counter[tuple[int, str]] = Counter()
    incidents: dict[tuple[int, str], Incident] = {}
    interrupted = False
    try:
        for i, lineup in portion:
            result, wrong = _judged(setting, {**struck(faults), **out}, i, lineup)
            results[result] += 1
            for who, fault in wrong.items():
                faults[who, fault.code] += 1
                incidents.setdefault((who, fault.code), Incident(i, fault.detail))
    except KeyboardInterrupt:
        interrupted = True
        close_all()
    finally:
        if os.getpid() != home:
            _close_functions()
    return Score(results, faults, incidents, interrupted)


def _judged(
    setting: Setting, gone: Mapping[int, Fault], i: int, lineup: Lineup
) -> tuple[Result, dict[int, Fault]]:
    """Return how match number i ends, and which players have failed in it.

    Whoever is gone has failed already, and then nobody plays.
    """
    wrong = {seat: gone[who] for seat, who in enumerate(lineup) if who in gone}
    if not wrong:
        played = setting.play(i, lineup)
        if played.error is None:
            assert played.outcome is not None
            return Result(lineup, played.outcome.winners, ()), {}
        wrong[played.error.seat] = Fault(played.error.fault, played.error.detail)
    winners = tuple(seat for seat in range(len(lineup)) if seat not in wrong)
    result = Result(lineup, winners, tuple(wrong))
    return result, {lineup[seat]: fault for seat, fault in wrong.items()}
