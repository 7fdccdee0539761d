"""Everybody against everybody: who is the stronger player, and how sure is that?

A match is a table: a player for every seat. A round plays every group of players that fills a
table, in all seatings. Where there are too many of them, it draws tables instead: everybody sits
at equally many, meets everybody else about equally often, and every table is played in rotation,
so that each of its players has each seat once. With fewer players than seats, copies fill the
table, as evenly as possible.

Ratings are those of Bradley and Terry, on the scale that chess players know as Elo: 100 points
more are 64 wins to 36. At a table of more than two, a player's chance to win is its strength over
the sum of all strengths (Plackett and Luce). Each player is also given one draw against an average
player who is not there, so that whoever has lost every match has a rating, too.

Match number i depends on the seed and on i alone, as in a simulation; so any executor gives the
same table. Only who is too slow may depend on the day. (A match goes wrong only for its players:
whoever raises, answers nonsense or is too slow loses it, and the others share the win.)

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
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from glob import glob
from html import escape
from itertools import combinations, permutations
from math import ceil, comb, exp, factorial, log, prod, sqrt
from pathlib import Path
from random import Random
from threading import get_ident
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

from gamelib import games
from gamelib.game import Game
from gamelib.guard import FILES, FUNCTIONS, Entry, Guarded, Limits
from gamelib.match import Match
from gamelib.players import Fault, Player, PlayerError, name_of, player_named
from gamelib.simulate import _play
from gamelib.texts import percent, say
from gamelib.workers import carry_out

if TYPE_CHECKING:
    from matplotlib.figure import Figure

TABLES = 1000
"""How many tables a round has at most, if it plays all of them in all seatings."""

PORTIONS = 64
"""Into how many portions a tournament is cut: each may have to start every player's process."""

STRIKES = 3
"""After how many faults that cost time (too slow, out of memory, a dead process) a player's
matches are lost unplayed: all of them after such a first round, else those of the portion."""

COSTLY = ("late", "memory", "died", "load")

SCALE = 400 / log(10)
"""How many Elo points a factor of e in strength is worth."""

AVERAGE = 1500
"""The mean of all ratings: an agreement, as in chess."""

Lineup = tuple[int, ...]
Someone = Player | str | Entry | Path


class Result(NamedTuple):
    """How a match ended: who sat where, which seats won, which seats lost by a fault."""

    lineup: Lineup
    winners: tuple[int, ...]
    faulty: tuple[int, ...]


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
        )

    @property
    def n(self) -> int:
        """How many matches were played."""
        return sum(self.results.values())


class Rating(NamedTuple):
    """A player's strength in Elo points, with its 95% interval."""

    value: float
    low: float
    high: float


class Comparison(NamedTuple):
    """Two players: how many points the first is ahead, with the 95% interval of that."""

    first: str
    second: str
    difference: float
    low: float
    high: float

    @property
    def real(self) -> bool:
        """Whether luck alone hardly explains the difference: the interval leaves out 0."""
        return self.low > 0 or self.high < 0

    @property
    def chance(self) -> float:
        """The chance that the first wins, rather than the second, when one of them does."""
        return 1 / (1 + exp(-self.difference / SCALE))

    def text(self, lang: str = "en") -> str:
        """Return the comparison as a sentence or two."""
        key = "real" if self.real else "luck"
        return say(
            f"tournament.compare.{key}",
            lang,
            first=self.first,
            second=self.second,
            difference=_signed(self.difference),
            low=_signed(self.low),
            high=_signed(self.high),
            chance=percent(self.chance, lang, 0),
        )

    def __str__(self) -> str:
        return self.text()


@dataclass(frozen=True, repr=False)
class Tournament:
    """What a tournament came to. It prints as a table; in a notebook it is one."""

    game: Game[Any, Any]
    names: tuple[str, ...]
    players: tuple[Player | str | Entry, ...]
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
        """Whether somebody stopped the tournament before all matches were played."""
        return self.score.interrupted

    @cached_property
    def ranking(self) -> tuple[str, ...]:
        """The names, the strongest first."""
        return tuple(sorted(self.names, key=lambda name: (-self.ratings[name].value, name)))

    @cached_property
    def matches(self) -> dict[str, int]:
        """At how many tables each player sat."""
        sat = Counter[int]()
        for result, times in self.score.results.items():
            sat.update(dict.fromkeys(result.lineup, times))
        return {name: sat[who] for who, name in enumerate(self.names)}

    @cached_property
    def won(self) -> dict[str, float]:
        """The part of its matches that each player won; winners share a match equally.

        With copies at a table, this is the part of one seat: so 1/3 is fair at a table of three.
        """
        points, seats = [0.0] * len(self.names), [0] * len(self.names)
        for result, times in self.score.results.items():
            for who in result.lineup:
                seats[who] += times
            for who, part in _points(result).items():
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
        for result, times in self.score.results.items():
            gained = _points(result)
            for one in set(result.lineup):
                for other in set(result.lineup) - {one}:
                    points[one, other] += times * gained.get(one, 0.0) / result.lineup.count(one)
        table: dict[tuple[str, str], float | None] = {}
        for one, first in enumerate(self.names):
            for other, second in enumerate(self.names):
                if one != other:
                    both = points[one, other] + points[other, one]
                    table[first, second] = points[one, other] / both if both else None
        return table

    @cached_property
    def ratings(self) -> dict[str, Rating]:
        """Each player's strength in Elo points; the mean of all is 1500."""
        strengths, covariance = self._fit
        return {
            name: Rating(AVERAGE + SCALE * strengths[who], *_around(
                AVERAGE + SCALE * strengths[who], SCALE * sqrt(covariance[who][who])))
            for who, name in enumerate(self.names)
        }  # fmt: skip

    def compare(self, first: str, second: str) -> Comparison:
        """Return how far two players are apart, and whether that may be luck."""
        for name in (first, second):
            if name not in self.names:
                raise ValueError(f"there is no player {name!r}; there are {', '.join(self.names)}")
        strengths, covariance = self._fit
        a, b = self.names.index(first), self.names.index(second)
        difference = SCALE * (strengths[a] - strengths[b])
        spread = covariance[a][a] + covariance[b][b] - 2 * covariance[a][b]
        ends = _around(difference, SCALE * sqrt(max(spread, 0.0)))
        return Comparison(first, second, difference, *ends)

    @cached_property
    def _fit(self) -> tuple[list[float], list[list[float]]]:
        return fit(len(self.names), self.score.results)

    def match(self, i: int) -> Match:
        """Return match number i again, with all its steps up to the end or the fault."""
        if not 0 <= i < len(self.schedule):
            raise IndexError(f"matches are numbered from 0 to {len(self.schedule) - 1}, not {i}")
        table = (self.game, self.players, self.seed, self.limits, i, self.schedule[i])
        try:
            actions = _played(*table).actions
        finally:
            _close_all()
        match = Match(self.game, f"{self.seed}/{i}")
        for action in actions:
            match.play(action)
        return match

    # -- what is shown -----------------------------------------------------------------------------

    def text(self, lang: str = "en") -> str:
        """Return the tables as lines of text."""
        lines = [self._title(lang)]
        for _, rows, left in self._tables(lang):
            widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
            for row in rows:
                cells = [
                    cell.ljust(width) if n in left else cell.rjust(width)
                    for n, (cell, width) in enumerate(zip(row, widths, strict=True))
                ]
                lines.append("  ".join(cells).rstrip())
        return "\n".join([*lines, *self._notes(lang)])

    def html(self, lang: str = "en") -> str:
        """Return the tables for a notebook."""
        parts = []
        for caption, (head, *rows), left in self._tables(lang):

            def cell(n: int, words: str, tag: str, left: tuple[int, ...] = left) -> str:
                scope = {"th": ' scope="col"', "row": ' scope="row"'}.get(tag, "")
                tag = "th" if tag == "row" else tag
                align = "left" if n in left else "right"
                return f'<{tag}{scope} style="text-align: {align}">{escape(words)}</{tag}>'

            top = "".join(cell(n, words, "th") for n, words in enumerate(head))
            body = "".join(
                "<tr>"
                + "".join(cell(n, words, "row" if n == 1 else "td") for n, words in enumerate(row))
                + "</tr>\n"
                for row in rows
            )
            parts.append(
                f"<table>\n<caption>{escape(caption)}</caption>\n"
                f"<thead><tr>{top}</tr></thead>\n<tbody>\n{body}</tbody>\n</table>\n"
            )
        notes = "".join(f"<p>{escape(note)}</p>\n" for note in self._notes(lang))
        return "".join(parts) + notes

    def plot(self, lang: str = "en") -> Figure:
        """Return the ratings with their intervals as a picture that says in words what it shows."""
        from gamelib.pictures import BLUE, RED, axes_of, picture, plain

        ranked = self.ranking[::-1]
        figure = picture(8, 1.4 + 0.34 * len(ranked), self._alt(lang))
        axes = axes_of(figure)
        faulty = {self.names[who] for who, _ in self.score.faults}
        for marker, colour, key, chosen in (
            ("o", BLUE, "tournament.plot.clean", [name for name in ranked if name not in faulty]),
            ("X", RED, "tournament.plot.faulty", [name for name in ranked if name in faulty]),
        ):
            if chosen:
                found = [self.ratings[name] for name in chosen]
                axes.errorbar(
                    [rating.value for rating in found],
                    [ranked.index(name) for name in chosen],
                    xerr=[
                        [rating.value - rating.low for rating in found],
                        [rating.high - rating.value for rating in found],
                    ],
                    fmt=marker,
                    color=colour,
                    capsize=4,
                    markersize=8,
                    label=say(key, lang),
                )
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
            for name in self.ranking
        ]
        return " ".join([say("tournament.plot.alt", lang), *lines])

    def _title(self, lang: str) -> str:
        return say(
            "tournament.title",
            lang,
            game=repr(self.game),
            seed=self.seed,
            players=len(self.names),
            n=self.n,
        )

    def _tables(self, lang: str) -> list[tuple[str, list[list[str]], tuple[int, ...]]]:
        """Return each table: its caption, its rows, and which columns are words."""
        heads = ["rank", "player", "rating", "interval", "matches", "won"]
        rows = [[say(f"tournament.{head}", lang) for head in heads]]
        for rank, name in enumerate(self.ranking, 1):
            rating = self.ratings[name]
            rows.append(
                [
                    str(rank),
                    name,
                    str(round(rating.value)),
                    _range(rating, lang),
                    str(self.matches[name]),
                    percent(self.won[name], lang) if self.matches[name] else "–",
                ]
            )
        ranks = [str(rank) for rank in range(1, len(self.names) + 1)]
        crossed = [[say("tournament.rank", lang), say("tournament.against", lang), *ranks]]
        for place, name in zip(ranks, self.ranking, strict=True):
            parts = [self.cross.get((name, other)) for other in self.ranking]
            cells = ["–" if part is None else percent(part, lang, 0) for part in parts]
            crossed.append([place, name, *cells])
        return [
            (self._title(lang), rows, (1, 3)),
            (say("tournament.cross", lang), crossed, (1,)),
        ]

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
        if self.interrupted:
            notes.append(say("tournament.interrupted", lang, n=self.n, asked=len(self.schedule)))
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
    many megabytes of `memory`. Whoever fails loses that match, and is listed with the reason.

    With an `executor` the matches are spread over its workers, as in `simulate`. Interrupting
    (Ctrl-C, or the notebook's stop button) keeps the matches that are done.
    """
    if isinstance(game, str):
        if game not in games:
            raise ValueError(f"there is no game {game!r}; there are {', '.join(games)}")
        game = games[game](players=games[game].player_counts[0])
    if type(rounds) is not int or rounds < 1:
        raise ValueError(f"rounds is a whole number from 1, not {rounds!r}")
    named = _named(game, players)
    chosen, limits = tuple(named.values()), Limits(seconds, memory)
    drawn, schedule = _schedule(len(named), game.players, rounds, seed)
    began = perf_counter()
    total = Score()

    def take(number: int, score: Score) -> None:
        nonlocal total
        total += score

    try:
        out = _trial(chosen, limits)
        first = len(schedule) // rounds
        halted = False
        for stage in (range(first), range(first, len(schedule))):
            work = partial(_score, game, chosen, seed, limits, os.getpid(), out)
            size = max(1, ceil(len(schedule) / PORTIONS))
            portions = [
                [(i, schedule[i]) for i in stage[start : start + size]]
                for start in range(0, len(stage), size)
            ]
            halted = halted or carry_out(
                work, portions, take, executor, games=len(stage), progress=progress
            )
            out = {**_struck(total), **out}
    finally:
        _close_all()
    score = total + Score(interrupted=halted)
    return Tournament(
        game, tuple(named), chosen, seed, rounds, schedule, drawn, limits, score,
        perf_counter() - began,
    )  # fmt: skip


def entries(where: str | os.PathLike[str]) -> dict[str, Entry]:
    """Return the players in the *.py files of a folder, or of a pattern such as "class/*/me.py".

    Files whose names begin with _ or . are left out. Who has which name is the file's; if two
    files have the same, it is the folder's and the file's.
    """
    place = Path(where)
    pattern = str(place / "*.py") if place.is_dir() else str(where)
    found = [Path(path) for path in sorted(glob(pattern, recursive=True))]
    found = [path for path in found if path.is_file() and path.name[0] not in "_."]
    if not found:
        raise FileNotFoundError(f"there is no player in {os.fspath(where)!r}")
    stems = Counter(path.stem for path in found)
    return {
        path.stem if stems[path.stem] == 1 else f"{path.parent.name}/{path.stem}": Entry.read(path)
        for path in found
    }


def _named(
    game: Game[Any, Any], players: Mapping[str, Someone] | Sequence[Someone]
) -> dict[str, Player | str | Entry]:
    """Return everybody by a name of their own, or raise ValueError."""
    pairs: list[tuple[str, Player | str | Entry]] = []
    listed = players.items() if isinstance(players, Mapping) else ((None, one) for one in players)
    for name, one in listed:
        if isinstance(one, Path) or (isinstance(one, str) and one.endswith(".py")):
            one = Entry.read(one)
        elif not isinstance(one, Entry):
            player_named(game, one)  # an unknown name is reported here and now
            if not callable(one) and not isinstance(one, str):
                raise TypeError(f"a player is a name, a function or a file, not {one!r}")
        if name is None:
            name = one if isinstance(one, str) else name_of(one)  # type: ignore[arg-type]
        pairs.append((str(name), one))
    named: dict[str, Player | str | Entry] = {}
    for name, one in pairs:
        copy, wanted = 1, name
        while wanted in named:
            copy += 1
            wanted = f"{name} {copy}"
        named[wanted] = one
    if len(named) < 2:
        raise ValueError("a tournament needs two players or more")
    return named


# -- who plays whom --------------------------------------------------------------------------------


def _schedule(
    entrants: int, seats: int, rounds: int, seed: int | str
) -> tuple[bool, tuple[Lineup, ...]]:
    """Return whether tables are drawn, and who sits where in every match."""
    each, more = divmod(seats, entrants)
    seatings = factorial(seats) // prod(
        [factorial(each)] * (entrants - more) + [factorial(each + 1)] * more
    )
    if comb(entrants, more) * seatings <= TABLES:
        groups = [
            [who for who in range(entrants) for _ in range(each + (who in extra))]
            for extra in combinations(range(entrants), more)
        ]
        tables = [lineup for group in groups for lineup in sorted(set(permutations(group)))]
        return False, tuple(tables) * rounds
    return True, tuple(_draw(entrants, seats, rounds, Random(f"{seed}/draw")))


def _draw(entrants: int, seats: int, rounds: int, rng: Random) -> list[Lineup]:
    """Return drawn tables: each pair meets about once in a round, and each table rotates."""
    sat, met = [0] * entrants, [[0] * entrants for _ in range(entrants)]
    lineups: list[Lineup] = []
    for _ in range(rounds * max(1, ceil(entrants * (entrants - 1) / (seats * (seats - 1))))):
        group: list[int] = []
        while len(group) < seats:
            chosen = min(
                range(entrants),
                key=lambda who: (
                    group.count(who),
                    sat[who],
                    sum(met[who][other] for other in group),
                    rng.random(),
                ),
            )
            for other in group:
                met[chosen][other] += 1
                met[other][chosen] += 1
            group.append(chosen)
            sat[chosen] += 1
        rng.shuffle(group)
        lineups += [tuple(group[turn:] + group[:turn]) for turn in range(seats)]
    return lineups


# -- how they play ---------------------------------------------------------------------------------

_processes: dict[tuple[object, ...], Guarded] = {}
"""The players' processes that are waiting for a match: by thread, player, limits and copy."""


def _process(player: Player | Entry, limits: Limits, copy: int) -> Guarded:
    who = player if isinstance(player, Entry) else id(player)
    return _processes.setdefault((get_ident(), who, limits, copy), Guarded(player, limits))


def _close_all() -> None:
    while _processes:
        _processes.popitem()[1].close()


def _close_functions() -> None:
    """End the processes of this thread's functions: who sends them again sends others."""
    for key, process in list(_processes.items()):
        if key[0] == get_ident() and not isinstance(process.player, Entry):
            _processes.pop(key).close()


def _seated(
    game: Game[Any, Any], player: Player | str | Entry, limits: Limits, copy: int
) -> Player:
    """Return a player, in a process of its own where that is possible."""
    if isinstance(player, str):
        return player_named(game, player)
    if isinstance(player, Entry):
        return _process(player, limits, copy) if FILES else player.load()
    return _process(player, limits, copy) if FUNCTIONS else player


def _played(
    game: Game[Any, Any],
    players: Sequence[Player | str | Entry],
    seed: int | str,
    limits: Limits,
    i: int,
    lineup: Lineup,
) -> Any:
    """Play match number i. Copies at one table do not know of each other."""
    seated = [
        _seated(game, players[who], limits, lineup[:seat].count(who))
        for seat, who in enumerate(lineup)
    ]
    try:
        return _play(game, seated, seed, i, None if FUNCTIONS else limits.seconds)
    finally:
        for player in seated:
            if isinstance(player, Guarded):
                player.end()


def _trial(players: Sequence[Player | str | Entry], limits: Limits) -> dict[int, Fault]:
    """Return which files do not even load, and why; they lose all their matches unplayed."""
    out: dict[int, Fault] = {}
    for who, player in enumerate(players):
        if isinstance(player, Entry):
            try:
                if FILES:
                    _process(player, limits, 0).load()
                else:
                    player.load()
            except Fault as fault:
                out[who] = fault
    return out


def _struck(score: Score) -> dict[int, Fault]:
    """Return who has had all strikes, with what is said about the matches they lose by that."""
    strikes: Counter[int] = Counter()
    for (who, code), times in score.faults.items():
        strikes[who] += times * (code in COSTLY)
    why = Fault("out", f"not asked any more after {STRIKES} such faults")
    return {who: why for who, times in strikes.items() if times >= STRIKES}


def _score(
    game: Game[Any, Any],
    players: Sequence[Player | str | Entry],
    seed: int | str,
    limits: Limits,
    home: int,
    out: Mapping[int, Fault],
    portion: Sequence[tuple[int, Lineup]],
) -> Score:
    """Play a portion of the matches; an interruption ends it early."""
    results: Counter[Result] = Counter()
    faults: Counter[tuple[int, str]] = Counter()
    incidents: dict[tuple[int, str], Incident] = {}
    interrupted = False
    try:
        for i, lineup in portion:
            gone = {**_struck(Score(faults=faults)), **out}
            wrong = {seat: gone[who] for seat, who in enumerate(lineup) if who in gone}
            winners: tuple[int, ...] = ()
            if not wrong:
                played = _played(game, players, seed, limits, i, lineup)
                if isinstance(played.error, PlayerError):
                    wrong[played.error.seat] = Fault(played.error.fault, played.error.detail)
                else:
                    winners = played.outcome.winners
            if wrong:
                winners = tuple(seat for seat in range(len(lineup)) if seat not in wrong)
            results[Result(lineup, winners, tuple(wrong))] += 1
            for who, fault in {lineup[seat]: fault for seat, fault in wrong.items()}.items():
                faults[who, fault.code] += 1
                incidents.setdefault((who, fault.code), Incident(i, fault.detail))
    except KeyboardInterrupt:
        interrupted = True
        _close_all()
    finally:
        if os.getpid() != home:
            _close_functions()
    return Score(results, faults, incidents, interrupted)


# -- how strong they are ---------------------------------------------------------------------------


def fit(entrants: int, results: Mapping[Result, int]) -> tuple[list[float], list[list[float]]]:
    """Return the logarithms of all strengths, their mean 0, and how they vary together.

    The strengths make the results most likely (Newton's method finds them); the curvature there
    says how far to trust them.
    """
    import numpy as np

    tables: dict[Lineup, int] = {}
    played: list[float] = []
    points = np.zeros(entrants)
    for result, times in results.items():
        if result.winners:
            group = tuple(sorted(result.lineup))
            at = tables.setdefault(group, len(tables))
            played += [0.0] * (at == len(played))
            played[at] += times
            for who, part in _points(result).items():
                points[who] += times * part
    seats = np.zeros((len(tables), entrants))
    for group, at in tables.items():
        for who in group:
            seats[at, who] += 1
    games_ = np.array(played)
    strength = np.zeros(entrants)
    for _ in range(100):
        weights = seats * np.exp(strength)
        chances = weights / weights.sum(axis=1, keepdims=True)
        expected = games_ @ chances
        average = 1 / (1 + np.exp(-strength))  # one draw against an average player
        slope = points - expected + 0.5 - average
        curve = np.diag(expected + average * (1 - average)) - (chances.T * games_) @ chances
        step = np.linalg.solve(curve, slope)
        strength += np.clip(step, -1, 1)
        if np.abs(step).max() < 1e-9:
            break
    centre = np.eye(entrants) - 1 / entrants
    covariance = centre @ np.linalg.inv(curve) @ centre
    return (centre @ strength).tolist(), covariance.tolist()


def _points(result: Result) -> dict[int, float]:
    """Return what each player gets of a match: its winners share it."""
    points: dict[int, float] = {}
    for seat in result.winners:
        who = result.lineup[seat]
        points[who] = points.get(who, 0.0) + 1 / len(result.winners)
    return points


def _around(value: float, spread: float) -> tuple[float, float]:
    return value - 1.96 * spread, value + 1.96 * spread


def _signed(value: float) -> str:
    return f"{round(value):+d}".replace("-", "−")


def _range(rating: Rating, lang: str) -> str:
    return say("simulate.range", lang, low=round(rating.low), high=round(rating.high))
