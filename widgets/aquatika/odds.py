"""Aquatika's odds drawn: set-ups counted, the search's verdict beside random play, moves, replies.

Every number here comes from `gamelib.aquatika.odds`. A match has many frames, so the verdict reads
a few moves ahead only and random play is a handful of games: both say how much they rest on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from math import comb, exp, factorial, prod
from typing import NamedTuple

from gamelib.aquatika.board import KINDS
from gamelib.aquatika.odds import (
    Chances,
    lines,
    mobility,
    random_play,
    results,
    setups_left,
    verdict,
)
from gamelib.aquatika.odds import replies as counted
from gamelib.aquatika.rules import Phase, State, View
from gamelib.aquatika.search import Verdict
from gamelib.game import Action
from gamelib.texts import percent, say, seat_names, tell_outcome
from widgets.aquatika.art import creature, outline
from widgets.scene import (
    ODDS,
    SMALLEST,
    Item,
    Scene,
    coord,
    fitted,
    large,
    seat_sign,
    text,
    width_of,
)

BUDGET, LEAST = 1_000, 2
"""How many positions a verdict may look at, and how many moves it reads whatever they cost."""
GAMES = 10
"""How many games are played on at random."""
MANY_CELLS = 64
"""On boards of more cells a game lasts long: one is played on, and one move read for certain."""
EVEN = 120
"""By how much a side must be ahead for its part of the verdict's bar to be about three quarters."""

WIDE = 344
LEFT = 8
HALF = (WIDE - 8) // 2
"""How wide the bar of one side is, beside the other's."""
SOFT = "var(--tw-soft)"


# --- what is asked of the odds, once -------------------------------------------------------------


@lru_cache(maxsize=2_000)
def _verdict(view: View) -> Verdict:
    return verdict(view, budget=BUDGET, least=1 if len(view.cells) > MANY_CELLS else LEAST)


@lru_cache(maxsize=2_000)
def _random_play(view: View) -> Chances:
    """Return how games go on at random, for the seat to move; the same whoever asks."""
    games = 1 if len(view.cells) > MANY_CELLS else GAMES
    return random_play(view, trials=games, seed=f"{view.plies} {view.cells}")


class Replies(NamedTuple):
    """How many replies to a move have each result, or how it ended the game."""

    found: tuple[tuple[str, int], ...]
    over: bool

    @property
    def counts(self) -> dict[str, int]:
        """How many replies have each result."""
        return dict(self.found)

    @property
    def total(self) -> int:
        """How many replies there are; 1 for the end of the game."""
        return sum(count for _, count in self.found)

    def chance(self, code: str) -> Fraction:
        """Return how likely a result is if the reply is any at random."""
        return Fraction(self.counts.get(code, 0), self.total)


@lru_cache(maxsize=20_000)
def replies(view: View, action: Action) -> Replies:
    """Return what the replies to a move of the seat in view can do."""
    found = tuple(counted(view, action).items())
    if found:
        return Replies(found, over=False)
    return Replies(tuple((code, 1) for code in results(view, action)), over=True)


def replies_key(found: Replies) -> str:
    """Return the key of the picture of these replies; moves with like replies share it."""
    return "replies " + " ".join(f"{code}={count}" for code, count in found.found)


def kind_key(kind: str) -> str:
    """Return the key of the line in which the cells for a kind of piece are counted."""
    return f"kind {kind}"


def setup_share(hand: Sequence[int], kind: int) -> tuple[int, int]:
    """Return how many of the set-ups left have a kind on a certain free cell, and of how many.

    It is the same for every cell: so many of the pieces in hand are of that kind.
    """
    before = factorial(sum(hand)) // prod(map(factorial, hand))
    return before * hand[kind] // sum(hand), before


# --- the picture ---------------------------------------------------------------------------------


def odds(view: View, lang: str = "en", names: Sequence[str] | None = None) -> Scene:
    """Return the set-ups that are left, or how the position stands and what can be done in it."""
    called = tuple(seat_names(lang) if names is None else names)[:2]
    panel = _Panel(view, lang, called)
    if view.phase is Phase.PLACE:
        items = [*panel.placing()]
    elif view.phase is Phase.MOVE:
        items = [*panel.moving()]
    else:
        items = [*panel.ended()]
    return Scene(ODDS, panel.say(f"title.{view.phase.value}"), tuple(items))


class _Panel(NamedTuple):
    """The odds about to be drawn."""

    view: View
    lang: str
    names: tuple[str, ...]

    def say(self, key: str, **values: object) -> str:
        return say(f"aquatika.odds.{key}", self.lang, **values)

    def line(
        self,
        key: str,
        y: float,
        words: str,
        size: int = SMALLEST,
        more: str = "",
        soft: bool = False,
    ) -> Item:
        """Return a line of words that keeps inside, with all of it for a screen reader."""
        shown = fitted(words, size, WIDE)
        label = words if shown != words else ""
        told = f"{words}. {more}" if more else label
        return Item(key, LEFT, y, text(0, 0, shown, size, fill=SOFT * soft), told)

    def heading(self, key: str, y: float) -> Item:
        """Return what a part of the panel is called."""
        return Item(key, LEFT, y, text(0, 0, fitted(self.say(key), 18, WIDE), 18, weight=600))

    # --- placing --------------------------------------------------------------------------------

    def placing(self) -> Iterator[Item]:
        """Yield how many set-ups are left to each side, and how they are counted. AQ-1, AQ-3."""
        view, left = self.view, setups_left(self.view)
        mine = 0 if view.seat is None else view.seat
        big = text(0, 0, large(left[mine], self.lang), 36, weight=600)
        yield Item("setups", LEFT, 38, big)
        words = self.say("setups", seat=self.names[mine]) if left[mine] != 1 else self.say("setup")
        yield self.line("setups of", 66, words)
        yield self.heading("counted", 112)
        hand = view.game.in_hand(view.cells, mine)
        cells = sum(hand)
        for n, (kind, count) in enumerate(zip(KINDS, hand, strict=True)):
            share = self.share(kind, hand) if count else ""
            art = _kind_line(kind, mine, count, cells, share)
            label = self.say("ways", count=count, cells=cells, ways=comb(cells, count))
            told = f"{self.kind(kind)}: {label}. {share}".removesuffix(" ")
            yield Item(kind_key(kind), LEFT, 134 + 84 * n, art, told)
            cells -= count
        product = " × ".join(large(comb(sum(hand[n:]), count)) for n, count in enumerate(hand))
        sum_up = f"{product} = {large(left[mine], self.lang)}"
        yield self.line("product", 404, sum_up, 18 if width_of(sum_up, 18) < WIDE else SMALLEST)
        other = 1 - mine
        y = 462
        words = self.say("other", seat=self.names[other], count=large(left[other], self.lang))
        yield self.line("other", y, words)
        both = large(left[0] * left[1], self.lang)
        yield Item("both", LEFT, y + 44, text(0, 0, both, 24, weight=600))
        yield self.line("both of", y + 72, self.say("both"))

    def share(self, kind: str, hand: Sequence[int]) -> str:
        """Return how many of the set-ups left have a piece of a kind on any one free cell."""
        after, before = setup_share(hand, KINDS.index(kind))
        counts = (large(count, self.lang) for count in (after, before))
        return self.say("share", count=next(counts), total=next(counts))

    def kind(self, kind: str) -> str:
        return say(f"aquatika.piece.{kind}", self.lang)

    # --- moving ---------------------------------------------------------------------------------

    def moving(self) -> Iterator[Item]:
        """Yield the verdict, random play, how many moves there are, and the replies to each."""
        everybody = self.view._replace(seat=None)
        yield from self.verdict(_verdict(everybody))
        yield from self.random(_random_play(everybody))
        yield from self.mobility()
        yield from self.replies()

    def verdict(self, found: Verdict) -> Iterator[Item]:
        """Yield what reading ahead says, as a bar between the two sides."""
        turn = self.view.turn
        score = found.score if turn == 0 else -found.score
        leader = 0 if score > 0 else 1
        yield self.heading("verdict", 20)
        if found.plies is not None:
            share = float(score > 0)
            moves = (found.plies + 1) // 2
            words = self.say("forced", seat=self.names[leader], count=moves)
        else:
            share = 1 / (1 + exp(-score / EVEN))
            words = self.say("ahead", seat=self.names[leader], score=abs(score))
            if not score:
                words = self.say("even")
        yield self.bar(share, words)
        yield self.line("verdict words", 88, words)
        depth = self.say("read", depth=found.depth, count=large(found.positions, self.lang))
        yield self.line("verdict depth", 110, depth, soft=True)

    def bar(self, share: float, label: str) -> Item:
        """Return the bar: seat 0's part from the left, seat 1's from the right."""
        signs = "".join(
            f'<g transform="translate({x} 18) scale(.95)">{seat_sign(seat, self.names[seat])}</g>'
            for seat, x in ((0, 16), (1, WIDE - 16))
        )
        return Item("verdict bar", LEFT, 32, _bar(round(share, 2)) + signs, label)

    def random(self, found: Chances) -> Iterator[Item]:
        """Yield how games went on at random: each as a sign, and the interval they leave."""
        turn = self.view.turn
        seat = turn if self.view.seat is None else self.view.seat
        won, lost = (found.won, found.lost) if seat == turn else (found.lost, found.won)
        share = Chances(won, found.drawn, lost)
        yield self.heading("random", 146)
        firsts = won if seat == 0 else lost
        words = self.say(
            "won",
            seat=self.names[seat],
            count=won,
            total=share.trials,
            percent=percent(share.share, self.lang, 0),
        )
        counts = (firsts, found.drawn, found.trials - found.drawn - firsts)
        yield Item("games", LEFT, 154, _games(*counts), words)
        yield self.line("random words", 204, words)
        low, high = share.interval
        yield Item("interval", LEFT, 220, _interval(float(share.share), low, high, seat))
        between = self.say(
            "interval", low=percent(low, self.lang, 0), high=percent(high, self.lang, 0)
        )
        yield self.line("interval words", 246, between, soft=True)

    def mobility(self) -> Iterator[Item]:
        """Yield how many moves each side has, and how many lines of two moves begin here."""
        counts = mobility(self.view)
        yield self.heading("mobility", 282)
        most = max(*counts, 1)
        for seat, count in enumerate(counts):
            sign = (
                f'<g transform="translate(15 0) scale(.95)">{seat_sign(seat, self.names[seat])}</g>'
            )
            label = self.say("moves", seat=self.names[seat], count=count)
            art = sign + _count_bar(seat, count, most)
            yield Item(f"moves {seat}", LEFT + seat * (HALF + 8), 308, art, label)
        words = self.say("lines", count=large(lines(self.view, 2), self.lang))
        yield self.line("lines", 344, words, soft=True)

    def replies(self) -> Iterator[Item]:
        """Yield the replies to each move, shown while it is chosen; like ones share a picture."""
        view = self.view
        if view.seat != view.turn:
            return
        yield self.heading("replies", 380)
        state = State(view.phase, view.turn, view.cells, view.plies, view.earlier)
        drawn: dict[str, Replies] = {}
        for action in view.game.actions(state):
            found = replies(view, action)
            drawn.setdefault(replies_key(found), found)
        for key, found in drawn.items():
            yield Item(key, LEFT, 392, _replies(found, self.lang), z=1)

    # --- the end --------------------------------------------------------------------------------

    def ended(self) -> Iterator[Item]:
        """Yield how the game ended."""
        view = self.view
        outcome = view.game.outcome(
            State(view.phase, view.turn, view.cells, view.plies, view.earlier)
        )
        assert outcome is not None, "the game is over"
        share = 0.5 if len(outcome.winners) > 1 else float(outcome.winners == (0,))
        words = tell_outcome(view.game, outcome, self.lang, self.names)
        yield self.heading("title.over", 20)
        yield self.bar(share, words)
        for n, line in enumerate(_wrapped(words)):
            yield self.line(f"ended {n}", 92 + 24 * n, line)
        yield Item("plies", LEFT, 220, text(0, 0, view.plies, 36, weight=600))
        yield self.line("plies of", 248, self.say("plies"))


# --- parts ---------------------------------------------------------------------------------------


def _wrapped(words: str) -> list[str]:
    """Return words in lines that fit the panel."""
    rows = [""]
    for word in words.split(" "):
        longer = f"{rows[-1]} {word}".strip()
        if fitted(longer, SMALLEST, WIDE) == longer or not rows[-1]:
            rows[-1] = longer
        else:
            rows.append(word)
    return rows[:4]


@cache
def _kind_line(kind: str, seat: int, count: int, cells: int, share: str) -> str:
    """Return in how many ways cells can be chosen for a kind: the cells, and those it takes.

    While a place for such a piece is looked at, it says how many set-ups have one there.
    """
    step = min(22.0, 280 / max(cells, 1))
    squares = "".join(
        f"M{coord(56 + n * step)} 0h{coord(step - 3)}v{coord(step - 3)}h-{coord(step - 3)}z"
        for n in range(cells)
    )
    taken = "".join(
        f'<g transform="translate({coord(56 + n * step + (step - 3) / 2)} '
        f'{coord((step - 3) / 2)}) scale({coord(step)}) scale(.008)">'
        f"{creature(kind, f'seat{seat}')}</g>"
        for n in range(count)
    )
    frame = (
        f'<rect x="-4" y="-9" width="{WIDE + 6}" height="80" rx="8" '
        'style="fill:none;stroke:var(--tw-act);stroke-width:2"/>'
    )
    words = text(56, 63, fitted(share, SMALLEST, WIDE - 58), SMALLEST)
    return (
        f'<g transform="translate(22 16) scale(.4)">{creature(kind, f"seat{seat}")}</g>'
        f'<path d="{squares}" style="fill:var(--tw-card);stroke:var(--tw-line)"/>{taken}'
        + text(56, 41, f"C({cells}, {count}) = {large(comb(cells, count))}", 18, weight=600)
        + f'<g class="tw-if-marked">{frame}{words}</g>' * bool(share)
    )


@cache
def _bar(share: float) -> str:
    """Return a bar between two sides with its middle marked, and a pattern for the second side."""
    left, wide = 38, WIDE - 76
    middle = coord(left + share * wide)
    stripes = "".join(
        f"M{coord(x)} 32l8 -28" for x in range(left + int(share * wide) + 4, left + wide - 8, 12)
    )
    return (
        f'<rect x="{left}" y="4" width="{wide}" height="28" style="fill:var(--tw-seat1)"/>'
        f'<path d="{stripes}" style="stroke:var(--tw-ground);stroke-opacity:.5;stroke-width:2"/>'
        f'<rect x="{left}" y="4" width="{coord(share * wide)}" height="28" '
        'style="fill:var(--tw-seat0)"/>'
        f'<rect x="{left}" y="4" width="{wide}" height="28" rx="2" '
        'style="fill:none;stroke:var(--tw-ink)"/>'
        f'<path d="M{middle} 0V36" style="stroke:var(--tw-ink);stroke-width:4"/>'
        f'<path d="M{left + wide / 2} 32v6" style="stroke:var(--tw-ink)"/>'
    )


@cache
def _games(firsts: int, drawn: int, seconds: int) -> str:
    """Return each game as a sign: round for seat 0's, square for seat 1's, flat for drawn ones."""
    step = WIDE / max(1, firsts + drawn + seconds)
    art = ""
    for n in range(firsts + drawn + seconds):
        seat = 0 if n < firsts else 1
        style = f"fill:var(--tw-seat{seat});stroke:var(--tw-ink)"
        sign = outline(seat, style, 11)
        if firsts <= n < firsts + drawn:
            style = "fill:none;stroke:var(--tw-ink)"
            sign = f'<rect x="-10" y="-5" width="20" height="10" style="{style}"/>'
        art += f'<g transform="translate({coord(step * (n + 0.5))} 16)">{sign}</g>'
    return art


def _interval(share: float, low: float, high: float, seat: int) -> str:
    """Return a chance as a dot on a line from 0 to 100 %, with its interval as a bar."""
    wide = WIDE - 12

    def at(value: float) -> str:
        return coord(6 + value * wide)

    dot = outline(seat, f"fill:var(--tw-seat{seat});stroke:var(--tw-ink)", 7)
    return (
        f'<path d="M6 0H{6 + wide}M6 -5v10M{6 + wide / 2} -4v8M{6 + wide} -5v10" '
        'style="stroke:var(--tw-line)"/>'
        f'<path d="M{at(low)} 0H{at(high)}M{at(low)} -6v12M{at(high)} -6v12" '
        'style="stroke:var(--tw-ink);stroke-width:3"/>'
        f'<g transform="translate({at(share)} 0)">{dot}</g>'
    )


@cache
def _count_bar(seat: int, count: int, most: int) -> str:
    """Return a number of moves as a bar from zero."""
    length = coord((HALF - 84) * count / most)
    return (
        f'<rect x="36" y="-9" width="{length}" height="18" rx="2" '
        f'style="fill:var(--tw-seat{seat});stroke:var(--tw-ink)"/>'
        + text(43 + float(length), 6, count, 18, weight=600)
    )


SIGNS = {
    "won": "fill:var(--tw-good);stroke:var(--tw-ink)",
    "drawn": "fill:var(--tw-back);stroke:var(--tw-ink);stroke-dasharray:2 2",
    "lost": "fill:var(--tw-hurt);stroke:var(--tw-ink)",
    "eaten": "fill:var(--tw-card);stroke:var(--tw-hurt);stroke-width:1.5",
    "covered": "fill:var(--tw-back);stroke:var(--tw-line)",
    "safe": "fill:var(--tw-card);stroke:var(--tw-line)",
}
"""How a reply is drawn by what it does; those that hurt are crossed as well."""
CROSSED = {
    "lost": ((0.2, 0.2, 0.8, 0.8), (0.8, 0.2, 0.2, 0.8)),
    "eaten": ((0.2, 0.8, 0.8, 0.2),),
    "covered": ((0.2, 0.5, 0.8, 0.5),),
}
"""From where to where the strokes go, in a square of 1."""


@lru_cache(maxsize=4_000)
def _replies(found: Replies, lang: str) -> str:
    """Return the replies one by one, then what the signs mean; shown while a move is chosen."""
    step = next(
        size
        for size in (18, 16, 14, 12, 10, 8, 6, 4, 2, 1)
        if -(-found.total // (WIDE // size)) * size <= 64
    )
    across, chip = WIDE // step, step - 2 if step > 4 else step
    art, n, y = "", 0, 22 + step * -(-found.total // across)
    for code, count in found.found:
        places = [(step * (k % across), step * (k // across), chip) for k in range(n, n + count)]
        places.append((0, y - 13, 14))  # the sign beside its words
        squares = "".join(f"M{x} {down}h{size}v{size}h-{size}z" for x, down, size in places)
        art += f'<path d="{squares}" style="{SIGNS[code]}"/>'
        if code in CROSSED:
            ink = "ground" if code == "lost" else "hurt" if code == "eaten" else "ink"
            crosses = "".join(_cross(code, *place) for place in places)
            art += (
                f'<path d="{crosses}" style="fill:none;stroke:var(--tw-{ink});stroke-width:1.5"/>'
            )
        words = say(f"aquatika.result.{code}", lang)
        shown = words if found.over else f"{count} × {words}"
        art += text(22, y, fitted(shown, SMALLEST, WIDE - 22), SMALLEST)
        n += count
        y += 24
    return f'<g class="tw-if-marked">{art}</g>'


def _cross(code: str, x: float, y: float, size: float) -> str:
    """Return the strokes that tell a reply's sign from others without its colour."""
    return "".join(
        f"M{coord(x + a * size)} {coord(y + b * size)}L{coord(x + c * size)} {coord(y + d * size)}"
        for a, b, c, d in CROSSED.get(code, ())
    )
