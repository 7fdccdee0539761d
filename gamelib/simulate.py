"""Many matches at once: who wins how often, how long it takes, and how far to trust the numbers.

Game number i of a simulation depends on the seed and on i alone. So it does not matter who plays
which games, in what order or in what portions: the same seed gives the same results in this
process, in threads and on any `concurrent.futures.Executor`; and every game can be opened again as
a Match. (This holds for players whose choice follows from what they are given. One that keeps
notes from game to game plays differently when its games are spread over several processes.)

Where a game's `batch.py` knows all players, thousands of games are played at once, some forty times
as fast; the results say so. They follow the same rules, but they are other games than those that
the same seed gives one by one (`batch=False`). So to compare a player of your own with another on
the same luck, play both one by one.

>>> from gamelib.auberge import Auberge
>>> print(simulate(Auberge(players=2), n=200, seed=1, progress=False))
Auberge(players=2), seed 1. Games played: 200.
seat    player  wins  share  95% interval
Ada     random    96  48.0%  41.2% to 54.9%
Blaise  random   104  52.0%  45.1% to 58.8%
Steps in a game: mean 7.6, median 6, from 4 to 28.
Played in batches, many games at once; batch=False plays them one by one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from itertools import accumulate
from math import ceil
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

from gamelib.counting import wilson
from gamelib.game import Game
from gamelib.match import Match
from gamelib.players import Player, name_of, player_named
from gamelib.playing import play_game
from gamelib.tabular import Grid, paragraphs
from gamelib.texts import number, percent, say, seat_names
from gamelib.workers import carry_out

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PORTIONS = 128
"""Into how many portions a simulation is cut: enough for a smooth progress bar and to keep many
workers busy to the end, few enough that handing them out costs nothing."""

LARGEST = 1000
"""How many games a portion has at most, so that in a long simulation, too, one is over soon."""

SMALLEST_BATCH, LARGEST_BATCH = 10_000, 32_000
"""How many games are played at once: batches are quick only if they are large, and the memory of
32,000 games is some 50 MB."""

KEPT = 5
"""How many failures are kept word by word; the others are only counted."""


class Ending(NamedTuple):
    """How one game ended: who won, after how many steps."""

    winners: tuple[int, ...]
    length: int


class Failure(NamedTuple):
    """A game that a player brought to a halt; the message names the player and the seat."""

    number: int
    message: str


@dataclass(frozen=True)
class Tally:
    """What a number of games came to. Tallies of different games add up, in any order."""

    endings: Mapping[Ending, int] = field(default_factory=dict)
    failed: int = 0
    failures: tuple[Failure, ...] = ()
    interrupted: bool = False
    broken: str = ""
    """What ended it before its end, if that was not a person but the executor."""

    def __add__(self, other: Tally) -> Tally:
        endings = Counter(self.endings)
        endings.update(other.endings)
        return Tally(
            dict(sorted(endings.items())),
            self.failed + other.failed,
            tuple(sorted(self.failures + other.failures)[:KEPT]),
            self.interrupted or other.interrupted,
            self.broken or other.broken,
        )

    @property
    def n(self) -> int:
        """How many games were played, failed ones included."""
        return sum(self.endings.values()) + self.failed


class Estimate(NamedTuple):
    """A share after a number of games, with its 95% interval."""

    games: int
    share: Fraction
    low: float
    high: float


@dataclass(frozen=True, repr=False)
class Results:
    """What a simulation came to. It prints as a table; in a notebook it is one.

    Each finished game is worth 1, which its winners share equally: `share` adds that up. A failed
    game (a player raised, was late or answered with something illegal) counts for nobody.
    """

    game: Game[Any, Any]
    players: tuple[Player | str, ...]
    seed: int | str
    asked: int
    tally: Tally
    patience: float | None = None
    seconds: float = field(default=0.0, compare=False)
    """How long it took; no part of the results, and not printed."""
    parts: tuple[Tally, ...] = field(default=(), compare=False)
    """The tally cut into at most 128 stretches, by the numbers of the games: how it came about."""
    batch: bool = False
    """Whether the games were played in batches, or one by one."""

    @property
    def n(self) -> int:
        """How many games were played, failed ones included."""
        return self.tally.n

    @property
    def finished(self) -> int:
        """How many games came to an end."""
        return self.n - self.failed

    @property
    def failed(self) -> int:
        """How many games a player brought to a halt."""
        return self.tally.failed

    @property
    def failures(self) -> tuple[Failure, ...]:
        """The first few of the failed games, with their messages."""
        return self.tally.failures

    @property
    def interrupted(self) -> bool:
        """Whether the simulation stopped before all games were played."""
        return self.tally.interrupted

    @property
    def broken(self) -> str:
        """What became of the executor, if it broke down before all games were played."""
        return self.tally.broken

    @property
    def winners(self) -> dict[tuple[int, ...], int]:
        """In how many games each group of seats won."""
        return _summed(self.tally.endings, lambda ending: ending.winners)

    @property
    def lengths(self) -> dict[int, int]:
        """How many games took each number of steps, chance's steps included."""
        return _summed(self.tally.endings, lambda ending: ending.length)

    @property
    def wins(self) -> tuple[int, ...]:
        """How many games each seat won, alone or with others."""
        return tuple(
            sum(times for winners, times in self.winners.items() if seat in winners)
            for seat in range(self.game.players)
        )

    @property
    def share(self) -> tuple[Fraction, ...]:
        """The part of the finished games that each seat won; k winners get 1/k of a game each."""
        return tuple(
            sum(
                (
                    Fraction(times, len(winners))
                    for winners, times in self.winners.items()
                    if seat in winners
                ),
                Fraction(0),
            )
            / max(self.finished, 1)
            for seat in range(self.game.players)
        )

    @property
    def intervals(self) -> tuple[tuple[float, float], ...]:
        """Wilson's 95% interval for each share.

        A game that is shared varies less than one that is won or lost, so where wins are shared
        the interval is a little wider than it need be, never narrower.
        """
        return tuple(wilson(float(share * self.finished), self.finished) for share in self.share)

    @property
    def mean_length(self) -> Fraction:
        """The mean number of steps in a game."""
        steps = sum(length * times for length, times in self.lengths.items())
        return Fraction(steps, max(self.finished, 1))

    @property
    def median_length(self) -> Fraction:
        """The number of steps that half of the games do not exceed."""
        middle = {(self.finished - 1) // 2, self.finished // 2}
        return Fraction(sum(map(self._length_at, middle)), len(middle))

    def _length_at(self, rank: int) -> int:
        for length, times in self.lengths.items():
            rank -= times
            if rank < 0:
                return length
        return 0

    def match(self, i: int) -> Match:
        """Return game number i again, as a Match with all its steps up to the end or the failure.

        From there on (or after `undo`) chance is a Match's own, not that of the simulation.
        """
        if not 0 <= i < self.asked:
            raise IndexError(f"games are numbered from 0 to {self.asked - 1}; there is no {i}")
        match = Match(self.game, f"{self.seed}/{i}", self.players, self.patience)
        if self.batch:
            from gamelib import batch

            actions = batch.play(self.game, match.players, self.seed, [i], record=[i]).records[i]
        else:
            actions = play_game(self.game, match.players, self.seed, i, self.patience).actions
        for action in actions:
            match.play(action)
        return match

    def course(self, seat: int = 0) -> tuple[Estimate, ...]:
        """Return how a seat's share has settled, from the first stretch of games to all of them."""
        self.game.check_seat(seat)
        sofar = [replace(self, tally=tally) for tally in accumulate(self.parts or [self.tally])]
        return tuple(
            Estimate(results.finished, results.share[seat], *results.intervals[seat])
            for results in sofar
            if results.finished
        )

    def plot(
        self, seat: int = 0, exact: float | Fraction | None = None, lang: str = "en"
    ) -> Figure:
        """Return a picture of how a seat's share has settled, and how near it is to an exact value.

        The picture's label (`get_label()`) says in words what it shows.
        """
        from gamelib.pictures import convergence

        course = self.course(seat)
        if not course:
            raise ValueError("no game was finished: there is nothing to draw")
        words: dict[str, object] = {
            "name": seat_names(lang)[seat],
            "player": _called(self.players[seat]),
            "first": percent(course[0].share, lang),
            "few": course[0].games,
            "last": percent(course[-1].share, lang),
            "many": course[-1].games,
            "low": percent(course[-1].low, lang),
            "high": percent(course[-1].high, lang),
            "exact": "" if exact is None else percent(exact, lang),
        }
        keys = ("title", "games", "share", "estimate", "exact", "alt", "alt.exact")
        said = {key: say(f"simulate.plot.{key}", lang, **words) for key in keys}
        if exact is not None:
            said["alt"] += " " + said["alt.exact"]
        return convergence(course, None if exact is None else float(exact), said)

    def text(self, lang: str = "en") -> str:
        """Return the results as lines of text."""
        return "\n".join([self._title(lang), *self._grid(lang).lines(), *self._notes(lang)])

    def html(self, lang: str = "en") -> str:
        """Return the results as a table for a notebook."""
        return self._grid(lang).html() + paragraphs(self._notes(lang))

    def _grid(self, lang: str) -> Grid:
        return Grid(self._title(lang), self._rows(lang), words=(0, 1, 4))

    def _title(self, lang: str) -> str:
        return say("simulate.title", lang, game=repr(self.game), seed=self.seed, n=self.n)

    def _rows(self, lang: str) -> list[tuple[str, ...]]:
        columns = ("seat", "player", "wins", "share", "interval")
        rows = [tuple(say(f"simulate.{column}", lang) for column in columns)]
        names = seat_names(lang)
        for seat, (low, high) in enumerate(self.intervals):
            rows.append(
                (
                    names[seat],
                    _called(self.players[seat]),
                    str(self.wins[seat]),
                    percent(self.share[seat], lang) if self.finished else "–",
                    say("simulate.range", lang, low=percent(low, lang), high=percent(high, lang)),
                )
            )
        return rows

    def _notes(self, lang: str) -> list[str]:
        notes = []
        if self.finished:
            notes.append(
                say(
                    "simulate.length",
                    lang,
                    mean=number(self.mean_length, lang),
                    median=number(self.median_length, lang, self.median_length.denominator - 1),
                    shortest=min(self.lengths),
                    longest=max(self.lengths),
                )
            )
        if together := sum(t for winners, t in self.winners.items() if len(winners) > 1):
            notes.append(say("simulate.shared", lang, count=together))
        if self.failed:
            notes.append(say("simulate.failed", lang, count=self.failed))
        notes += [say("simulate.failure", lang, **f._asdict()) for f in self.failures]
        if self.broken:
            notes.append(say("simulate.broken", lang, n=self.n, asked=self.asked, why=self.broken))
        elif self.interrupted:
            notes.append(say("simulate.interrupted", lang, n=self.n, asked=self.asked))
        if self.batch:
            notes.append(say("simulate.batch", lang))
        return notes

    def __str__(self) -> str:
        return self.text()

    def _repr_html_(self) -> str:
        return self.html()

    def __repr__(self) -> str:
        shares = ", ".join(map(percent, self.share)) if self.finished else "none finished"
        how = f"seed {self.seed!r}" + ", batch" * self.batch + ", interrupted" * self.interrupted
        return f"<Results of {self.n} games of {self.game!r}, {how}: {shares}>"


def simulate(
    game: Game[Any, Any],
    players: Sequence[Player | str] | None = None,
    n: int = 1000,
    seed: int | str = 0,
    executor: Any = None,
    progress: bool = True,
    patience: float | None = None,
    batch: bool | None = None,
) -> Results:
    """Play n games and return what came of them.

    `players` are names or functions, one for each seat, as for a Match; `patience` is how many
    seconds a player may take for an answer. With an `executor` the games are spread over its
    workers: any concurrent.futures.Executor, or a client of Dask or ipyparallel. (For processes,
    the players must be functions or objects that pickle: defined in a module. Dask also takes
    those of a notebook.) Games of a worker that died are played by another. Interrupting (Ctrl-C,
    or the notebook's stop button) keeps the games that are done, and so does an executor that
    breaks down for good; the results say so.

    Wherever that can be, the games are played in batches (see `gamelib.batch`): `batch=False` plays
    them one by one all the same, `batch=True` complains if they have to be.
    """
    chosen = tuple(["random"] * game.players if players is None else players)
    if len(chosen) != game.players:
        raise ValueError(f"{game!r} needs {game.players} players, not {len(chosen)}")
    if type(n) is not int or n < 1:
        raise ValueError(f"n is a whole number of games from 1, not {n!r}")
    for player in chosen:
        player_named(game, player)  # an unknown name is reported here and now
    together = _in_batches(game, chosen, batch)
    least, most = (SMALLEST_BATCH, LARGEST_BATCH) if together else (1, LARGEST)
    size = min(max(ceil(n / PORTIONS), least), most)
    portions = [range(start, min(start + size, n)) for start in range(0, n, size)]
    began = perf_counter()
    parts = [Tally()] * min(PORTIONS, n if together else len(portions))

    def take(number: int, tally: Tally) -> None:
        parts[number * len(parts) // len(portions)] += tally

    def take_batch(number: int, batch: _Batch) -> None:
        for part, tally in batch.parts.items():
            parts[part] += tally

    spread = partial(carry_out, portions=portions, executor=executor, games=n, progress=progress)
    if together:
        halted = spread(partial(_tally_batch, game, chosen, seed, n, len(parts)), take=take_batch)
    else:
        halted = spread(partial(_tally, game, chosen, seed, patience), take=take)
    tally = sum(
        parts, Tally(interrupted=halted is not None, broken=halted.broken if halted else "")
    )
    took = perf_counter() - began
    return Results(game, chosen, seed, n, tally, patience, took, tuple(parts), together)


def _in_batches(game: Game[Any, Any], players: Sequence[Player | str], wanted: bool | None) -> bool:
    """Tell whether to play in batches: wherever that can be, unless somebody minds."""
    if wanted is False:
        return False
    try:
        from gamelib.batch import knows
    except ModuleNotFoundError as error:  # in a browser there may be no numpy
        if wanted or error.name != "numpy":
            raise
        return False
    can = knows(game, players)
    if wanted and not can:
        names = ", ".join(map(_called, players))
        raise ValueError(f"{game!r} with {names} cannot be played in batches")
    return can


class _Batch(NamedTuple):
    """What a batch came to: a tally for each part of the results that it reaches into."""

    parts: dict[int, Tally]
    interrupted: bool = False

    @property
    def n(self) -> int:
        """How many games were played."""
        return sum(tally.n for tally in self.parts.values())


def _tally_batch(
    game: Game[Any, Any],
    players: Sequence[Player | str],
    seed: int | str,
    n: int,
    parts: int,
    portion: range,
) -> _Batch:
    """Play a portion of the n games in lockstep; game i belongs to part i × parts / n.

    An interruption leaves nothing of the portion: the games that are over by then are the short
    ones, and they alone would tell a lie.
    """
    from gamelib import batch

    try:
        endings = batch.play(game, players, seed, portion)
        tallies = {}
        for part in range(portion[0] * parts // n, portion[-1] * parts // n + 1):
            begin, end = (-(-edge * n // parts) - portion.start for edge in (part, part + 1))
            counted = endings.counted(max(begin, 0), end)
            tallies[part] = Tally({Ending(*how): times for how, times in counted.items()})
    except KeyboardInterrupt:
        return _Batch({}, interrupted=True)
    return _Batch(tallies)


def _tally(
    game: Game[Any, Any],
    players: Sequence[Player | str],
    seed: int | str,
    patience: float | None,
    portion: range,
) -> Tally:
    """Play a portion of the games; an interruption ends it early."""
    seated = [player_named(game, player) for player in players]
    endings: Counter[Ending] = Counter()
    failures: list[Failure] = []
    interrupted = False
    try:
        for i in portion:
            played = play_game(game, seated, seed, i, patience)
            if played.outcome is None:
                failures.append(Failure(i, str(played.error)))
            else:
                endings[Ending(played.outcome.winners, len(played.actions))] += 1
    except KeyboardInterrupt:
        interrupted = True
    return Tally(endings, len(failures), tuple(failures[:KEPT]), interrupted)


def _called(player: Player | str) -> str:
    return player if isinstance(player, str) else name_of(player)


def _summed(endings: Mapping[Ending, int], key: Callable[[Ending], Any]) -> dict[Any, int]:
    """Return the endings counted by one of their properties, in its order."""
    total: Counter[Any] = Counter()
    for ending, times in endings.items():
        total[key(ending)] += times
    return dict(sorted(total.items()))
