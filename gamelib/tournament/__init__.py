"""Everybody against everybody: who is the stronger player, and how sure is that?

A match is a table: a player for every seat. Who sits where is `schedule.py`, how a match is played
`referee.py`, what the ratings are `ratings.py`; here is what people call, and what they see.

Match number i depends on the seed and on i alone, as in a simulation; so any executor gives the
same table. Only who is too slow may depend on the day. (A match goes wrong only for its players:
whoever raises, answers nonsense or is too slow loses it; but nobody gets stronger by that.)

>>> from gamelib.fuji_flush.players import joiner
>>> print(tournament("fuji_flush", {"me": joiner, "chance": "random"}, rounds=5, progress=False))
FujiFlush(players=3), seed 0. Players: 2. Matches played: 30.
rank  player  rating  95% interval  matches  won by a seat
   1  me        1526  1460 to 1592       30          37.8%
   2  chance    1474  1408 to 1540       30          28.9%
rank  against number    1    2
   1  me                –  57%
   2  chance          43%    –
Rounds: 5; each plays every table in all seatings.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import permutations
from math import ceil, inf, sqrt
from time import perf_counter
from typing import TYPE_CHECKING, Any

from gamelib import games
from gamelib.contenders import Contender, Someone, entries, named_players
from gamelib.game import Game
from gamelib.guard import Limits
from gamelib.match import Match
from gamelib.ratings import (
    AVERAGE,
    SCALE,
    STEADY,
    Comparison,
    Lineup,
    Rating,
    Result,
    appearances,
    around,
    counting,
    failures,
    fit,
    points_of,
)
from gamelib.referee import Incident, Score, Setting, close_all, score, struck, trial
from gamelib.schedule import schedule_of
from gamelib.tabular import Grid, paragraphs
from gamelib.texts import percent, say
from gamelib.workers import Halt, carry_out

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = [
    "AVERAGE", "SCALE", "Comparison", "Incident", "Rating", "Result", "Score", "Tournament",
    "entries", "fit", "tournament",
]  # fmt: skip

PORTIONS = 64
"""Into how many portions a tournament is cut: each may have to start every player's process."""


@dataclass(frozen=True, repr=False)
class Tournament:
    """What a tournament came to. It prints as a table; in a notebook it is one."""

    game: Game[Any, Any]
    names: tuple[str, ...]
    players: tuple[Contender, ...]
    seed: int | str
    rounds: int
    schedule: tuple[Lineup, ...] = field(repr=False)
    drawn: bool
    """Whether the tables were drawn, as there are too many for all of them."""
    limits: Limits
    score: Score
    seconds: float = field(default=0.0, compare=False)
    """How long it took; no part of the result, and not printed."""

    @property
    def n(self) -> int:
        """How many matches were played."""
        return self.score.n

    @property
    def interrupted(self) -> bool:
        """Whether the tournament stopped before all matches were played."""
        return self.score.interrupted

    @property
    def broken(self) -> str:
        """What became of the executor, if it broke down before all matches were played."""
        return self.score.broken

    @cached_property
    def ranking(self) -> tuple[str, ...]:
        """The names, the strongest first; who has no rating comes last."""

        def place(name: str) -> tuple[float, str]:
            return (-self.ratings[name].value if name in self.ratings else inf, name)

        return tuple(sorted(self.names, key=place))

    @cached_property
    def matches(self) -> dict[str, int]:
        """At how many tables each player sat."""
        return self._by_name(appearances(self.score.results))

    @cached_property
    def failed(self) -> dict[str, int]:
        """In how many of its matches each player has failed."""
        return self._by_name(failures(self.score.results))

    @cached_property
    def counted(self) -> dict[str, int]:
        """How many of its matches count for each player: see `gamelib.ratings`.

        Ratings, shares and the cross table rest on these. Without failures, they are all matches.
        """
        return self._by_name(appearances(self._counting))

    def _by_name(self, numbers: Mapping[int, int]) -> dict[str, int]:
        return {name: numbers.get(who, 0) for who, name in enumerate(self.names)}

    @cached_property
    def _counting(self) -> dict[Result, int]:
        return counting(self.score.results)

    @cached_property
    def won(self) -> dict[str, float]:
        """The part of its counted matches that each player won; winners share a match equally.

        With copies at a table, this is the part of one seat: so 1/3 is fair at a table of three.
        """
        points, seats = [0.0] * len(self.names), [0] * len(self.names)
        for result, times in self._counting.items():
            for who in result.lineup:
                seats[who] += times
            for who, part in points_of(result).items():
                points[who] += times * part
        return {
            name: points[who] / seats[who] if seats[who] else 0.0
            for who, name in enumerate(self.names)
        }

    @cached_property
    def cross(self) -> dict[tuple[str, str], float | None]:
        """How often one player, and not the other, won at the tables where both sat.

        For each two names, the part of their wins that went to the first; None if neither won.
        """
        points: defaultdict[tuple[int, int], float] = defaultdict(float)
        for result, times in self._counting.items():
            gained = points_of(result)
            for one in set(result.lineup):
                for other in set(result.lineup) - {one}:
                    points[one, other] += times * gained.get(one, 0.0) / result.lineup.count(one)
        table: dict[tuple[str, str], float | None] = {}
        for (one, first), (other, second) in permutations(enumerate(self.names), 2):
            both = points[one, other] + points[other, one]
            table[first, second] = points[one, other] / both if both else None
        return table

    @cached_property
    def ratings(self) -> dict[str, Rating]:
        """The strength in Elo points of those who have counted matches; the mean is 1500."""
        strengths, covariance = self._fit
        return {
            name: Rating(AVERAGE + SCALE * strengths[at], *around(
                AVERAGE + SCALE * strengths[at], SCALE * sqrt(covariance[at][at])))
            for at, name in enumerate(self._rated)
        }  # fmt: skip

    def compare(self, first: str, second: str) -> Comparison:
        """Return how far two players are apart, and whether that may be luck."""
        for name in (first, second):
            if name not in self.names:
                raise ValueError(f"there is no player {name!r}; there are {', '.join(self.names)}")
            if name not in self._rated:
                raise ValueError(
                    f"{name!r} has no rating: it failed in {self.failed[name]} of "
                    f"{self.matches[name]} matches, and none of them counts"
                )
        strengths, covariance = self._fit
        a, b = self._rated.index(first), self._rated.index(second)
        difference = SCALE * (strengths[a] - strengths[b])
        spread = covariance[a][a] + covariance[b][b] - 2 * covariance[a][b]
        ends = around(difference, SCALE * sqrt(max(spread, 0.0)))
        return Comparison(first, second, difference, *ends)

    @cached_property
    def _rated(self) -> list[str]:
        return [name for name in self.names if self.counted[name]]

    @cached_property
    def _fit(self) -> tuple[list[float], list[list[float]]]:
        if not self._rated:
            return [], []
        return fit([self.names.index(name) for name in self._rated], self._counting)

    def match(self, i: int) -> Match:
        """Return match number i again, with all its steps up to the end or the fault."""
        if not 0 <= i < len(self.schedule):
            raise IndexError(f"matches are numbered from 0 to {len(self.schedule) - 1}, not {i}")
        setting = Setting(self.game, self.players, self.seed, self.limits)
        try:
            actions = setting.play(i, self.schedule[i]).actions
        finally:
            close_all()
        match = Match(self.game, f"{self.seed}/{i}")
        for action in actions:
            match.play(action)
        return match

    # -- what is shown -----------------------------------------------------------------------------

    def text(self, lang: str = "en") -> str:
        """Return the tables as lines of text."""
        lines = [line for grid in self._grids(lang) for line in grid.lines()]
        return "\n".join([self._title(lang), *lines, *self._notes(lang)])

    def html(self, lang: str = "en") -> str:
        """Return the tables for a notebook."""
        tables = "".join(grid.html() for grid in self._grids(lang))
        return tables + paragraphs(self._notes(lang))

    def plot(self, lang: str = "en") -> Figure:
        """Return the ratings with their intervals as a picture that says in words what it shows."""
        from gamelib.pictures import BLUE, RED, axes_of, picture, plain

        ranked = self.ranking[::-1]
        figure = picture(8, 1.4 + 0.34 * len(ranked), self._alt(lang))
        axes = axes_of(figure)
        faulty = {self.names[who] for who, _ in self.score.faults} & set(self.ratings)
        for marker, colour, key, chosen in (
            ("o", BLUE, "tournament.plot.clean", set(self.ratings) - faulty),
            ("X", RED, "tournament.plot.faulty", faulty),
        ):
            if chosen:
                found = {at: self.ratings[name] for at, name in enumerate(ranked) if name in chosen}
                axes.errorbar(
                    [rating.value for rating in found.values()],
                    list(found),
                    xerr=[
                        [rating.value - rating.low for rating in found.values()],
                        [rating.high - rating.value for rating in found.values()],
                    ],
                    fmt=marker,
                    color=colour,
                    capsize=4,
                    markersize=8,
                    label=say(key, lang),
                )
        for at, name in enumerate(ranked):
            if name not in self.ratings:
                across = axes.get_yaxis_transform()
                axes.text(0.02, at, self._unrated(name, lang), transform=across, va="center")
        axes.set_yticks(range(len(ranked)), [plain(name) for name in ranked])
        axes.set_ylim(-0.6, len(ranked) - 0.4)
        axes.set_xlabel(say("tournament.plot.rating", lang))
        axes.set_title(plain(self._title(lang)), fontsize="medium")
        if faulty:
            axes.legend()
        return figure

    def _alt(self, lang: str) -> str:
        lines = [
            say(
                "tournament.plot.line",
                lang,
                player=name,
                rating=round(self.ratings[name].value),
                range=_range(self.ratings[name], lang),
            )
            if name in self.ratings
            else say(
                "tournament.plot.unrated.line", lang, player=name, unrated=self._unrated(name, lang)
            )
            for name in self.ranking
        ]
        return " ".join([say("tournament.plot.alt", lang), *lines])

    def _unrated(self, name: str, lang: str) -> str:
        numbers = {"failed": self.failed[name], "matches": self.matches[name]}
        return say("tournament.plot.unrated", lang, **numbers)

    def _title(self, lang: str) -> str:
        return say(
            "tournament.title",
            lang,
            game=repr(self.game),
            seed=self.seed,
            players=len(self.names),
            n=self.n,
        )

    def _grids(self, lang: str) -> list[Grid]:
        """Return the table of ratings, and the cross table of those who have one."""
        ranked = [name for name in self.ranking if name in self.ratings]
        heads = ["rank", "player", "rating", "interval", "matches", "won"]
        if any(self.failed.values()):
            heads[5:5] = ["counted", "failed"]
        rows = [[say(f"tournament.{head}", lang) for head in heads]]
        for rank, name in enumerate(self.ranking, 1):
            cells = self._cells(rank, name, lang)
            rows.append([cells[head] for head in heads])
        ranks = [str(rank) for rank in range(1, len(ranked) + 1)]
        crossed = [[say("tournament.rank", lang), say("tournament.against", lang), *ranks]]
        for place, name in zip(ranks, ranked, strict=True):
            parts = [self.cross.get((name, other)) for other in ranked]
            shares = ["–" if part is None else percent(part, lang, 0) for part in parts]
            crossed.append([place, name, *shares])
        ratings = Grid(self._title(lang), rows, words=(1, 3), names=1)
        cross = Grid(say("tournament.cross", lang), crossed, words=(1,), names=1)
        return [ratings, cross] if ranked else [ratings]

    def _cells(self, rank: int, name: str, lang: str) -> dict[str, str]:
        """Return what the table says of a player, by column."""
        rating = self.ratings.get(name)
        return {
            "rank": str(rank) if rating else "–",
            "player": name,
            "rating": str(round(rating.value)) if rating else "–",
            "interval": _range(rating, lang) if rating else "–",
            "matches": str(self.matches[name]),
            "counted": str(self.counted[name]),
            "failed": str(self.failed[name]),
            "won": percent(self.won[name], lang) if rating else "–",
        }

    def _notes(self, lang: str) -> list[str]:
        notes = [say(f"tournament.{'drawn' if self.drawn else 'all'}", lang, rounds=self.rounds)]
        for (who, code), times in self.score.faults.items():
            incident = self.score.incidents[who, code]
            notes.append(
                say(
                    "tournament.fault",
                    lang,
                    player=self.names[who],
                    count=times,
                    why=say(f"tournament.fault.{code}", lang),
                    number=incident.number,
                    detail=incident.detail,
                )
            )
        if any(self.failed.values()):
            notes.append(say("tournament.failures", lang, steady=STEADY))
        numbers = {"n": self.n, "asked": len(self.schedule)}
        if self.broken:
            notes.append(say("tournament.broken", lang, why=self.broken, **numbers))
        elif self.interrupted:
            notes.append(say("tournament.interrupted", lang, **numbers))
        return notes

    def __str__(self) -> str:
        return self.text()

    def _repr_html_(self) -> str:
        return self.html()

    def __repr__(self) -> str:
        halted = ", interrupted" if self.interrupted else ""
        return (
            f"<Tournament of {len(self.names)} players, {self.n} matches of {self.game!r}, "
            f"seed {self.seed!r}{halted}: {', '.join(self.ranking)}>"
        )


def tournament(
    game: Game[Any, Any] | str,
    players: Mapping[str, Someone] | Sequence[Someone],
    rounds: int = 10,
    seed: int | str = 0,
    *,
    seconds: float = Limits().seconds,
    memory: int = Limits().memory,
    executor: Any = None,
    progress: bool = True,
) -> Tournament:
    """Let everybody play against everybody, in all seatings, and return the table.

    `game` is a game, or the name of one (then with as few players at a table as it allows).
    `players` are characters by name ("random", …), functions, and files with a function named
    `player` (`entries("players/")` finds them all), with names of their own or without.

    Functions and files play in processes of their own (`gamelib.guard` says where, and what it
    cannot do), with so many `seconds` for all their answers in a match, as on a chess clock, and so
    many megabytes of `memory`. Whoever fails loses that match, and is listed with the reason; for
    the others it does not count, and whoever fails often is not rated (`gamelib.ratings` says why).

    With an `executor` the matches are spread over its workers, as in `simulate`. Interrupting
    (Ctrl-C, or the notebook's stop button) keeps the matches that are done; so does an executor
    that breaks down.
    """
    if isinstance(game, str):
        if game not in games:
            raise ValueError(f"there is no game {game!r}; there are {', '.join(games)}")
        game = games[game](players=games[game].player_counts[0])
    if type(rounds) is not int or rounds < 1:
        raise ValueError(f"rounds is a whole number from 1, not {rounds!r}")
    named = named_players(game, players)
    chosen = tuple(named.values())
    setting = Setting(game, chosen, seed, Limits(seconds, memory))
    drawn, schedule = schedule_of(len(named), game.players, rounds, seed)
    began = perf_counter()
    total = _played(
        setting, schedule, rounds, partial(carry_out, executor=executor, progress=progress)
    )
    return Tournament(
        game, tuple(named), chosen, seed, rounds, schedule, drawn, setting.limits, total,
        perf_counter() - began,
    )  # fmt: skip


def _played(
    setting: Setting, schedule: Sequence[Lineup], rounds: int, spread: Callable[..., Halt | None]
) -> Score:
    """Play all matches. Whoever costs too much time in the first round is not asked after it."""
    total = Score()

    def take(number: int, part: Score) -> None:
        nonlocal total
        total += part

    first = len(schedule) // rounds
    try:
        out = trial(setting)
        for stage in (range(first), range(first, len(schedule))):
            if not total.interrupted:
                work = partial(score, setting, os.getpid(), out)
                halted = spread(work, _portions(schedule, stage), take, games=len(stage))
                if halted is not None:
                    total += Score(interrupted=True, broken=halted.broken)
                out = {**struck(total.faults), **out}
    finally:
        close_all()
    return total


def _portions(schedule: Sequence[Lineup], stage: range) -> list[list[tuple[int, Lineup]]]:
    size = ceil(len(schedule) / PORTIONS)
    starts = range(stage.start, stage.stop, size)
    return [[(i, schedule[i]) for i in range(k, min(k + size, stage.stop))] for k in starts]


def _range(rating: Rating, lang: str) -> str:
    return say("simulate.range", lang, low=round(rating.low), high=round(rating.high))
