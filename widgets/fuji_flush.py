"""Fuji Flush drawn: the table with its groups, the deck by value, and what can be done.

Everything is drawn from what one seat knows, so no picture can show more; only the teacher's table
is given the whole state. Every number here comes from `gamelib.fuji_flush.odds`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from math import copysign
from typing import NamedTuple

from gamelib.counting import cards
from gamelib.fuji_flush.odds import combinations, fate, flushers, flushes, unseen
from gamelib.fuji_flush.rules import Phase, Play, Push, State, View
from gamelib.game import Action
from gamelib.texts import listing, name_action, say, seat_names
from widgets.scene import (
    BOARD,
    CARD,
    HIDDEN,
    LARGE,
    ODDS,
    SMALL,
    Item,
    Option,
    Scene,
    number,
    ring,
    text,
)
from widgets.tabletop import (
    FELT,
    GAP,
    PLATE,
    SIGNS,
    Piece,
    Zone,
    button,
    cards_before,
    hand,
    heap,
    plate,
    tag,
)

BUDGET = 30_000
TRIALS = 1_000
"""What `options` lets `fate` spend on one card: a replay asks for every card of every decision."""

# --- where everybody sits ------------------------------------------------------------------------

MIDDLE = (480, 283)
CIRCLE = (170, 143)
"""Where the cards before the players lie: the middle and the half axes of their oval."""


@cache
def zones(players: int) -> tuple[Zone, ...]:
    """Return the zones clockwise, the first at the bottom in the middle.

    The cards before the players make an oval; plates and hands are pressed against the edges.
    """
    width, height = LARGE
    block = 262
    found = []
    for place, (x, y) in enumerate(ring(players, MIDDLE, CIRCLE)):
        across, down = (x - MIDDLE[0]) / CIRCLE[0], (y - MIDDLE[1]) / CIRCLE[1]
        mirrored = place > 0 and across > 0.01
        if place == 0:
            left, plate_y, room = MIDDLE[0] - 248.0, 514.0, 346
        else:
            left = MIDDLE[0] + max(-339.0, min(339.0, 470 * across)) - block / 2
            plate_y = MIDDLE[1] + copysign(253 * abs(down) ** 1.32, down) - PLATE[1] / 2
            room = block - PLATE[0] - GAP
        found.append(
            Zone(
                x=x - width / 2,
                width=width,
                plate_x=left + (block - PLATE[0] if mirrored else 0),
                room=room,
                mirrored=mirrored,
                plate_y=plate_y,
                table_y=y - height / 2,
            )
        )
    return tuple(found)


# --- the board -----------------------------------------------------------------------------------

PILE, DISCARD = (24, 520), (820, 520)
PUSH = (518, 428)
VERB = "M-12 -9h12v17h-12zM4 -1l5 -5l5 5M9 -6v14"
ROW = 25
"""The height of a line in the middle of the table, where the powers stand."""
POWER = (116, 22)
DASHES = ("none", "9 6", "1 6", "14 5 1 5")
"""How the links of one group differ from those of the next."""


def board(
    view: View, lang: str = "en", names: Sequence[str] | None = None, state: State | None = None
) -> Scene:
    """Return the table as a seat sees it; with a `state`, as the teacher does: all hands open."""
    players = view.game.players
    called = seat_names(lang) if names is None else names
    bottom = 0 if view.seat is None or state is not None else view.seat
    places = tuple(zones(players)[(seat - bottom) % players] for seat in range(players))
    table = _Table(view, state, lang, called, _tokens(view, state), places)
    items = [FELT, *table.heaps(), *table.verbs(), *table.groups()]
    for seat in range(players):
        items += table.player(seat, near=seat == bottom)
    return Scene(BOARD, say("fuji_flush.name", lang), tuple(items))


def path(action: Action) -> tuple[str, ...]:
    """Return the tokens that choose an action, one click after the other."""
    return (f"card:{action.card}",) if isinstance(action, Play) else (f"do:{action.code}",)


def _actions(view: View) -> tuple[Action, ...]:
    """Return what the seat in view may do: nothing, if it is not its go."""
    if view.seat != view.turn:
        return ()
    if view.phase is Phase.PUSH:
        return (Push(),)
    return tuple(map(Play, dict.fromkeys(view.hand))) if view.phase is Phase.PLAY else ()


def _tokens(view: View, state: State | None) -> frozenset[str]:
    """Return what can be clicked: by the seat in view, in the teacher's by whoever is to play."""
    actions = _actions(view) if state is None else view.game.actions(state)
    return frozenset(token for action in actions for token in path(action))


class _Table(NamedTuple):
    """A table about to be drawn."""

    view: View
    state: State | None
    lang: str
    names: Sequence[str]
    tokens: frozenset[str]
    zones: tuple[Zone, ...]
    """Seat by seat."""

    def say(self, key: str, **values: object) -> str:
        return say(f"fuji_flush.{key}", self.lang, **values)

    def token(self, token: str) -> str:
        return token if token in self.tokens else ""

    def heaps(self) -> Iterator[Item]:
        """Yield the pile and the discard, each with its number."""
        yield heap("pile", PILE, self.view.pile_size, say("table.pile", self.lang))
        word, discard = say("table.discard", self.lang), cards(self.view.discard)
        known = f" ({listing(discard, self.lang)})" if discard else ""
        yield heap("discard", DISCARD, len(discard), word, f"{word}: {len(discard)}{known}")

    def verbs(self) -> Iterator[Item]:
        """Yield what can be done now without a card."""
        if token := self.token("do:push"):
            yield button("do push", PUSH, token, self.say("verb.push"), VERB)

    def groups(self) -> Iterator[Item]:
        """Yield the groups by power, the strongest on top, and what links the cards of each."""
        groups = sorted(
            ((group.power, group.value, group.cards) for group in combinations(self.view)),
            reverse=True,
        )
        groups = [group for group in groups if group[2]]
        linked = 0
        for rank, (strength, value, count) in enumerate(groups):
            y = MIDDLE[1] + (rank - (len(groups) - 1) / 2) * ROW
            label = self.say("piece.group", count=count, card=value, power=strength)
            art = _power(strength, value, count)
            yield Item(f"power {value}", MIDDLE[0], y, art, label, z=3)
            if count > 1:
                fronts = zip(self.zones, self.view.fronts, strict=True)
                lines = "".join(_link(y, zone) for zone, front in fronts if front == value)
                yield Item(f"links {value}", 0, 0, _band(lines, DASHES[linked % 4]), z=1)
                linked += 1

    def player(self, seat: int, near: bool) -> Iterator[Item]:
        """Yield a player's plate and tag, the hand, and the card before them."""
        status, zone = self.status(seat), self.zones[seat]
        at = (zone.plate_x, zone.plate_y)
        art = plate(seat, self.names[seat])
        yield Item(f"seat {seat}", *at, art, self.about(seat, status), z=2)
        if status:
            key = f"{status} {seat}" if status in ("wait", "win") else "turn"
            colour = {"draw": "hurt", "wait": "hurt", "win": "good"}.get(status, "act")
            art = tag(self.say(f"tag.{status}"), colour, outlined=status != "wait")
            yield Item(key, *at, art, z=1)
        yield from self.hand(seat, near)
        yield from self.before(seat)

    def status(self, seat: int) -> str:
        """Return what a player does or suffers now, by the key of its tag."""
        view = self.view
        match view.phase:
            case Phase.DRAW if seat in view.drawing:
                return "draw" if seat == view.drawing[0] else "wait"
            case Phase.OVER if not view.hand_sizes[seat] and view.fronts[seat] is None:
                return "win"
            case Phase.PLAY | Phase.PUSH if seat == view.turn:
                return "play" if view.phase is Phase.PLAY else "push"
        return ""

    def about(self, seat: int, status: str) -> str:
        """Return all there is to know of a player in words."""
        front = self.view.fronts[seat]
        lying = say("list.none", self.lang) if front is None else front
        words = [
            self.names[seat],
            self.say("piece.hand_size", count=self.view.hand_sizes[seat]),
            self.say("piece.lying", card=lying),
        ]
        if status:
            words.append(self.say(f"tag.{status}"))
        return ". ".join(words)

    def hand(self, seat: int, near: bool) -> Iterator[Item]:
        """Yield a hand beside its plate, and how many cards it has."""
        view, state = self.view, self.state
        shown = state.hands[seat] if state else view.hand if seat == view.seat else ()
        acting = seat == (state.turn if state else view.seat)
        pieces = [
            Piece(
                str(value),
                self.say("piece.hand", seat=self.names[seat], card=value),
                self.token(f"card:{value}") if acting else "",
            )
            for value in shown
        ] or [Piece(HIDDEN)] * view.hand_sizes[seat]
        return hand(self.zones[seat], seat, pieces, CARD if near else SMALL)

    def before(self, seat: int) -> Iterator[Item]:
        """Yield the card before a player, or the place for one."""
        front, zone = self.view.fronts[seat], self.zones[seat]
        if front is None:
            due = seat == self.view.turn and self.view.phase is Phase.PLAY
            yield Item(f"place {seat}", zone.x, zone.table_y, _place("act" if due else "felt-line"))
            return
        label = self.say("piece.table", seat=self.names[seat], card=front)
        yield from cards_before(zone, seat, [Piece(str(front), label, f"front:{seat}")], LARGE)


def _place(colour: str) -> str:
    """Return the place where a card can lie."""
    width, height = LARGE
    return (
        f'<rect x="1" y="1" width="{width - 2}" height="{height - 2}" rx="6" style="fill:none;'
        f'stroke:var(--tw-{colour});stroke-width:2;stroke-dasharray:6 5"/>'
    )


def _power(strength: int, value: int, count: int) -> str:
    """Return a group's power as a sum to be read, centred on the origin."""
    width, height = POWER
    line, ink = ("ink", "") if count > 1 else ("line", "var(--tw-soft)")
    return (
        f'<rect x="{-width / 2}" y="{-height / 2}" width="{width}" height="{height}" rx="11" '
        f'style="fill:var(--tw-ground);stroke:var(--tw-{line});stroke-width:{1 + (count > 1)}"/>'
        + text(19, 5, f"{value} × {count} =", 14, "end", fill=ink)
        + text(25, 6, strength, 18, weight=600)
    )


def _band(lines: str, dash: str) -> str:
    """Return the links of a group: a broad band with a line on it."""
    return (
        f'<path d="{lines}" style="fill:none;stroke:var(--tw-felt-line);stroke-width:12;'
        f'stroke-linecap:round"/><path d="{lines}" style="fill:none;stroke:var(--tw-ink);'
        f'stroke-width:3;stroke-linecap:round;stroke-dasharray:{dash}"/>'
    )


def _link(y: float, zone: Zone) -> str:
    """Return a line from a group's power in the middle to one of its cards."""
    width, height = LARGE
    x, middle = zone.x + width / 2, zone.table_y + height / 2
    side = -1 if x < MIDDLE[0] - 1 else 1
    start = MIDDLE[0] + side * POWER[0] / 2
    if abs(x - MIDDLE[0]) < POWER[0] / 2:  # above or below the powers: around them
        inward = copysign(1, MIDDLE[1] - middle)
        end = (x + side * 14, middle + inward * height / 2)
        bends = ((start + side * 44, y), (end[0] + side * 6, end[1] + inward * 40))
    else:
        end = (x - side * width / 2, middle)
        half_way = (start + end[0]) / 2
        bends = ((half_way, y), (half_way, middle))
    points = " ".join(f"{number(across)} {number(down)}" for across, down in (*bends, end))
    return f"M{number(start)} {number(y)}C{points}"


# --- the odds ------------------------------------------------------------------------------------

COLUMNS = (30, 326)
"""Where the values stand: the left edge of the first, and the width of all."""
CORNER = (150, 132)
"""The left and lower edges of the corner that is kept for words."""
BASE = 288
"""The foot of the columns of cards."""
TABLE = 340
"""The top of the table of powers."""
LINE = 21


class Grid(NamedTuple):
    """The values of a deck side by side: chips above, powers below."""

    values: tuple[int, ...]
    step: float
    rows: int

    def x(self, value: int) -> float:
        """Return the middle of a value's column."""
        return COLUMNS[0] + self.step * (self.values.index(value) + 0.5)

    def y(self, count: int) -> float:
        """Return the middle of the line of so many cards together."""
        return TABLE + LINE * (count - 0.5)


def _grid(view: View) -> Grid:
    values = tuple(value for value, copies in enumerate(view.game.deck) if copies)
    rows = min(view.game.players, max(view.game.deck))
    return Grid(values, min(40.0, COLUMNS[1] / len(values)), rows)


def odds(view: View, lang: str = "en", names: Sequence[str] | None = None) -> Scene:
    """Return the deck as a seat knows it, and what the values are worth together.

    A column is a value with all its copies: at the foot the unseen ones, the seen ones faded.
    Below it stand the powers of one, two, three cards of that value.
    """
    left, grid = unseen(view), _grid(view)
    items = [*_words(view, sum(left), lang)]
    seen = _seen(view)
    for value in grid.values:
        where = ["" for _ in range(left[value])]
        where += [sign for sign in seen for _ in range(seen[sign].count(value))]
        items += _column(grid, value, where, value in view.hand, lang)
        items.append(_joiners(view, grid, value, left[value]))
    items += _powers(view, grid, lang)
    title = say("fuji_flush.odds.title", lang, total=sum(view.game.deck), count=sum(left))
    return Scene(ODDS, title, tuple(items))


def mark(value: int, copy: int) -> str:
    """Return the key of a card in the picture of the deck."""
    return f"deck {value} {copy}"


def _seen(view: View) -> dict[str, list[int]]:
    """Return the cards a seat has seen, by where they are."""
    return {
        "hand": [*view.hand],
        "table": [front for front in view.fronts if front is not None],
        "discard": [*cards(view.discard)],
    }


def _chip(grid: Grid, value: int, copies: int) -> tuple[float, float]:
    """Return the width and height that a card of a column has, with the gap to the next."""
    room = BASE - (CORNER[1] if grid.x(value) + grid.step / 2 > CORNER[0] else 8)
    return min(24.0, grid.step), min(17.0, room / copies)


def _column(grid: Grid, value: int, where: Sequence[str], held: bool, lang: str) -> Iterator[Item]:
    width, height = _chip(grid, value, len(where))
    left = grid.x(value) - width / 2
    w, h = width - 2, height - 2
    lines = f"M1 {number(h)}L{number(w)} 1M1 {number(h / 2)}L{number(w / 2)} 1"
    lines += f"M{number(w / 2)} {number(h)}L{number(w)} {number(h / 2)}"
    art = (
        f'<rect class="tw-card" width="{number(w)}" height="{number(h)}" rx="3" '
        'style="fill:var(--tw-card);stroke:var(--tw-line)"/>'
        f'<path class="tw-hurt-lines" d="{lines}"/>'
    )
    unseen_here = where.count("")
    for copy, sign in enumerate(where):
        y = BASE - height * (copy + 1)
        yield Item(mark(value, copy), left, y, art, classes="tw-faded" if sign else "")
        if sign:
            sized = f'<g transform="translate({number(w / 2)} {number(h / 2)}) scale(.62)">'
            yield Item(f"sign {value} {copy}", left, y, f"{sized}{SIGNS[sign]}</g>", z=1)
    art = text(0, 0, value, 12, "middle", 700)
    if held:
        art += '<path d="M-7 4H7" style="stroke:var(--tw-ink);stroke-width:2"/>'
    label = say("fuji_flush.odds.row", lang, card=value, count=unseen_here)
    yield Item(f"value {value}", grid.x(value), BASE + 15, art, label)


def _joiners(view: View, grid: Grid, value: int, left: int) -> Item:
    """Return the signs on the cards that would join one of this value; shown when it is chosen."""
    width, height = _chip(grid, value, view.game.deck[value])
    arm = min(width, height) / 2 - 3
    plus = f"m{number(-arm)} 0h{number(2 * arm)}m{number(-arm)} {number(-arm)}v{number(2 * arm)}"
    signs = "".join(f"M-1 {number(-height * (copy + 0.5) - 1)}{plus}" for copy in range(left))
    count = view.fronts.count(value) + 1
    cell = ""
    if count <= min(grid.rows, view.game.deck[value]):
        y = grid.y(count) - BASE
        cell = (
            f'<rect x="{number(-grid.step / 2 - 1)}" y="{number(y - 11)}" '
            f'width="{number(grid.step + 2)}" height="22" rx="5" '
            'style="fill:none;stroke:var(--tw-act);stroke-width:2.5"/>'
        )
    art = (
        f'<g class="tw-shown"><path d="{signs}" style="fill:none;stroke:var(--tw-good);'
        f'stroke-width:2.5"/>{cell}</g>'
    )
    return Item(f"join {value}", grid.x(value), BASE, art, z=2)


def _words(view: View, total: int, lang: str) -> Iterator[Item]:
    """Yield how many cards are unseen and what the signs mean, in the corner the deck leaves."""
    x = CORNER[0]
    art = text(0, 0, total, 36, weight=600)
    art += text(10 + 22 * len(str(total)), 0, say("fuji_flush.odds.unseen", lang), 18)
    yield Item("total", x, 36, art)
    hidden = total - view.pile_size
    where = say("fuji_flush.odds.where", lang, pile=view.pile_size, hands=hidden)
    yield Item("where", x, 58, text(0, 0, where, 12, fill="var(--tw-soft)"))
    for n, (sign, found) in enumerate(_seen(view).items()):
        if found:
            art = f'<g transform="translate(6 -5)">{SIGNS[sign]}</g>'
            art += text(20, 0, say(f"fuji_flush.odds.{sign}", lang), 14)
            yield Item(f"legend {sign}", x, 84 + 22 * n, art)


def _powers(view: View, grid: Grid, lang: str) -> Iterator[Item]:
    """Yield the table of powers, against those on the table."""
    heading = text(0, 0, say("fuji_flush.odds.powers", lang), 14, weight=600)
    yield Item("powers", 4, TABLE - 10, heading)
    numbers = "".join(
        text(grid.x(value), grid.y(count) + 4, value * count, 12, "middle")
        for value in grid.values
        for count in range(1, min(grid.rows, view.game.deck[value]) + 1)
    )
    numbers += "".join(
        text(4, grid.y(count) + 4, f"{count} ×", 12, weight=700)
        for count in range(1, grid.rows + 1)
    )
    yield Item("numbers", 0, 0, numbers, z=1)
    groups = [
        (group.power, group.value, group.cards) for group in combinations(view) if group.cards
    ]
    foot = TABLE + LINE * grid.rows + 24
    if not groups:
        words = text(4, foot, say("fuji_flush.odds.empty", lang), 14, fill="var(--tw-soft)")
        yield Item("caption", 0, 0, words)
        return
    frames = "".join(
        f'<rect x="{number(grid.x(value) - grid.step / 2)}" y="{number(grid.y(count) - 10)}" '
        f'width="{number(grid.step)}" height="20" rx="4" '
        'style="fill:var(--tw-ground);stroke:var(--tw-ink);stroke-width:2"/>'
        for _, value, count in groups
    )
    strongest = max(groups)[0]
    yield Item("stronger", 0, 0, _stairs(view, grid, strongest))
    yield Item("frames", 0, 0, frames)
    caption = (
        '<rect width="16" height="16" x="4" y="-13" rx="4" '
        'style="fill:none;stroke:var(--tw-ink);stroke-width:2"/>'
        + text(28, 0, say("fuji_flush.odds.framed", lang), 14)
        + '<rect width="16" height="16" x="4" y="9" '
        'style="fill:var(--tw-felt);stroke:var(--tw-good);stroke-width:2"/>'
        + text(28, 22, say("fuji_flush.odds.stronger", lang, power=strongest), 14)
    )
    yield Item("caption", 0, foot, caption)


def _stairs(view: View, grid: Grid, strongest: int) -> str:
    """Return the part of the table where the powers are above the strongest, as one shape a run."""
    edge, art = "", ""
    for value in grid.values:
        most = min(grid.rows, view.game.deck[value])
        first = strongest // value + 1
        if first > most:
            continue
        x = grid.x(value) - grid.step / 2
        top = TABLE + LINE * (first - 1)
        height = LINE * (most - first + 1)
        art += (
            f'<rect x="{number(x)}" y="{number(top)}" width="{number(grid.step)}" '
            f'height="{number(height)}" style="fill:var(--tw-felt)"/>'
        )
        edge += f"M{number(x)} {number(top)}h{number(grid.step)}"
    return f'{art}<path d="{edge}" style="stroke:var(--tw-good);stroke-width:2;fill:none"/>'


def options(view: View, lang: str = "en", names: Sequence[str] | None = None) -> tuple[Option, ...]:
    """Return every legal action of the seat, with what may come of it; nothing out of turn."""
    return tuple(_option(view, action, lang, names) for action in _actions(view))


def _option(view: View, action: Action, lang: str, names: Sequence[str] | None) -> Option:
    label = name_action(view.game, action, lang, names)
    if not isinstance(action, Play):
        return Option(path(action), label, say("fuji_flush.question.push", lang))
    value, left = action.card, unseen(view)
    chances = fate(view, value, budget=BUDGET, trials=TRIALS)
    marks = tuple(mark(value, n) for value in flushers(view, value) for n in range(left[value]))
    return Option(
        path=path(action),
        label=label,
        question=say(
            "fuji_flush.question.play", lang, card=value, marked=len(marks), total=sum(left)
        ),
        risk=chances.flushed,
        marks=(*marks, f"join {value}"),
        hurts=tuple(f"front:{seat}" for seat in flushes(view, value)),
        results=tuple(
            (code, say(f"fuji_flush.result.{code}", lang), getattr(chances, code))
            for code in ("flushed", "there", "pushed", "over")
        ),
        trials=chances.trials,
    )
