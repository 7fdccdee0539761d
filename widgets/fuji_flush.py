"""Fuji Flush drawn: the table with its groups, the deck by value, and what can be done.

Everything is drawn from what one seat knows, so no picture can show more; only the teacher's table
is given the whole state. Every number here comes from `gamelib.fuji_flush.odds`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from math import copysign
from typing import NamedTuple

from gamelib.counting import Counts, cards
from gamelib.fuji_flush.odds import Fate, combinations, fate, flushers, flushes, unseen
from gamelib.fuji_flush.rules import Phase, Play, Push, State, View
from gamelib.game import Action
from gamelib.texts import name_action, say, seat_names
from widgets.drawing import Drawing
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
    COUNT,
    FELT,
    GAP,
    PLATE,
    SIGNS,
    Piece,
    Zone,
    button,
    cards_before,
    hand,
    heaps,
    plate,
    tag,
)

BUDGET = 20_000
TRIALS = 1_000
"""What `options` lets `fate` spend on one card: a replay asks for every card of every decision."""

# --- where everybody sits ------------------------------------------------------------------------

MIDDLE = (480, 283)
CIRCLE = (160, 143)
"""Where the cards before the players lie: the middle and the half axes of their oval."""


@cache
def zones(players: int) -> tuple[Zone, ...]:
    """Return the zones clockwise, the first at the bottom in the middle.

    The cards before the players make an oval; plates and hands are pressed against the edges.
    """
    width, height = LARGE
    block = 272
    found = []
    for place, (x, y) in enumerate(ring(players, MIDDLE, CIRCLE)):
        across, down = (x - MIDDLE[0]) / CIRCLE[0], (y - MIDDLE[1]) / CIRCLE[1]
        mirrored = place > 0 and across > 0.01
        if place == 0:
            left, plate_y, room = MIDDLE[0] - 248.0, 514.0, 346
        else:
            left = MIDDLE[0] + max(-331.0, min(331.0, 470 * across)) - block / 2
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
POWER = (106, 22)
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
    items = [
        FELT,
        *heaps(PILE, DISCARD, view.pile_size, cards(view.discard), lang),
        *table.verbs(),
        *table.groups(),
    ]
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
        zone, size = self.zones[seat], CARD if near else SMALL
        if not shown or near:
            yield from hand(zone, seat, pieces, size)
        else:  # open cards can be counted: they need the room of their number
            laid = hand(zone._replace(room=zone.room + COUNT), seat, pieces, size)
            yield from (item for item in laid if item.face)

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
        + text(16, 5, f"{value} × {count} =", 14, "end", fill=ink)
        + text(22, 6, strength, 18, weight=600)
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
    edge = middle + copysign(height / 2, y - middle)
    if abs(x - MIDDLE[0]) < POWER[0] / 2:  # above or below the powers: around them
        end = (x + side * 16, edge)
        bends = ((start + side * 56, y), (x + side * 30, (3 * edge + y) / 4))
    elif abs(middle - y) > height * 0.75:
        end = (x, edge)
        bends = ((x, y), (x, (edge + y) / 2))
    else:
        end = (x - side * width / 2, middle)
        half_way = (start + end[0]) / 2
        bends = ((half_way, y), (half_way, middle))
    points = " ".join(f"{number(across)} {number(down)}" for across, down in (*bends, end))
    return f"M{number(start)} {number(y)}C{points}"


# --- the odds ------------------------------------------------------------------------------------

COLUMNS = (28, 328)
"""Where the values stand: the left edge of the first, and the width of all."""
CORNER = (150, 132)
"""The left and lower edges of the corner that is kept for words."""
BASE, TABLE, LINE = 288, 340, 21
"""The foot of the columns of cards, the top of the table of powers, and the height of its lines."""


class _Deck(NamedTuple):
    """A deck about to be drawn: its values side by side, the cards above, the powers below."""

    view: View
    lang: str
    left: Counts
    columns: Mapping[int, float]
    """The middle of each value's column."""
    rows: int

    def say(self, key: str, **values: object) -> str:
        return say(f"fuji_flush.odds.{key}", self.lang, **values)

    @property
    def step(self) -> float:
        """How wide a column is."""
        return _step(self.view.game.deck)

    def most(self, value: int) -> int:
        """Return how many cards of a value can lie on the table."""
        return min(self.rows, self.view.game.deck[value])

    def chip(self, value: int) -> tuple[float, float]:
        """Return how large the cards of a value can be, with the gaps between them."""
        under_words = self.columns[value] + self.step / 2 > CORNER[0]
        room = BASE - (CORNER[1] if under_words else 8)
        return min(24.0, self.step), min(17.0, room / self.view.game.deck[value])

    def words(self) -> Iterator[Item]:
        """Yield how many cards are unseen and what the signs mean, in the corner left free."""
        x, total, pile = CORNER[0], sum(self.left), self.view.pile_size
        art = text(0, 0, total, 36, weight=600)
        art += text(10 + 22 * len(str(total)), 0, self.say("unseen"), 14)
        yield Item("total", x, 36, art)
        where = self.say("where", pile=pile, hands=total - pile)
        yield Item("where", x, 58, text(0, 0, where, 12, fill="var(--tw-soft)"))
        signs = ("table", "discard") if self.view.seat is None else ("hand", "table", "discard")
        for n, sign in enumerate(signs):
            art = f'<g transform="translate(6 -5)">{SIGNS[sign]}</g>'
            art += text(20, 0, self.say(sign), 14)
            yield Item(f"legend {sign}", x, 84 + 22 * n, art)

    def column(self, value: int, seen: Sequence[str]) -> Iterator[Item]:
        """Yield the cards of a value: at the foot the unseen ones, then those seen, with a sign."""
        width, height = self.chip(value)
        left, art = self.columns[value] - width / 2, _chip(width - 2, height - 2)
        middle = f"{number(width / 2 - 1)} {number(height / 2 - 1)}"
        for copy, sign in enumerate([""] * self.left[value] + [*seen]):
            y = BASE - height * (copy + 1)
            yield Item(mark(value, copy), left, y, art, classes="tw-faded" if sign else "")
            if sign:
                sized = f'<g transform="translate({middle}) scale(.62)">{SIGNS[sign]}</g>'
                yield Item(f"sign {value} {copy}", left, y, sized, z=1)
        art = text(0, 0, value, 12, "middle", 700)
        if value in self.view.hand:
            art += '<path d="M-7 4H7" style="stroke:var(--tw-ink);stroke-width:2"/>'
        label = self.say("row", card=value, count=self.left[value])
        yield Item(f"value {value}", self.columns[value], BASE + 15, art, label)

    def chosen(self, value: int) -> Item:
        """Return what is shown only while a value is chosen: who would join it, its power then.

        The cards that would flush it are marked one by one: see `Option.marks`.
        """
        x, height, foot = self.columns[value], self.chip(value)[1], self.foot + 44
        cell = _line(min(self.view.fronts.count(value) + 1, self.rows))
        art = "".join(_plus(x - 1, BASE - height * (n + 0.5) - 1) for n in range(self.left[value]))
        art += (
            f'<rect x="{number(x - self.step / 2 - 1)}" y="{number(cell - 11)}" '
            f'width="{number(self.step + 2)}" height="22" rx="5" '
            'style="fill:none;stroke:var(--tw-act);stroke-width:2.5"/>'
            f'<g class="tw-hurts" transform="translate(4 {foot - 13})">{_chip(16, 16)}</g>'
            + text(28, foot, self.say("flushes"), 14)
            + _plus(202, foot - 5)
            + text(216, foot, self.say("joins"), 14)
        )
        return Item(f"chosen {value}", 0, 0, f'<g class="tw-if-marked">{art}</g>', z=2)

    @property
    def foot(self) -> float:
        """How far down the words under the table of powers begin."""
        return TABLE + LINE * self.rows + 24

    def powers(self) -> Iterator[Item]:
        """Yield the table of powers, and how they compare with those on the table."""
        heading = text(0, 0, self.say("powers"), 14, weight=600)
        yield Item("powers", 4, TABLE - 10, heading)
        yield Item("numbers", 0, 0, _numbers(self.view.game.deck, self.rows), z=1)
        groups = [group for group in combinations(self.view) if group.cards]
        if not groups:
            words = text(4, 0, self.say("empty"), 14, fill="var(--tw-soft)")
            yield Item("caption", 0, self.foot, words)
            return
        strongest = max(group.power for group in groups)
        yield Item("stronger", 0, 0, self.stairs(strongest))
        frames = "".join(
            _frame(self.columns[group.value] - self.step / 2, _line(group.cards) - 10, self.step)
            for group in groups
        )
        yield Item("frames", 0, 0, frames)
        caption = (
            _frame(4, -14, 17)
            + text(28, 0, self.say("framed"), 14)
            + '<path d="M4 9h16v16h-16z" style="fill:var(--tw-felt)"/>'
            '<path d="M4 25V9H20" style="fill:none;stroke:var(--tw-good);stroke-width:2"/>'
            + text(28, 22, self.say("stronger", power=strongest), 14)
        )
        yield Item("caption", 0, self.foot, caption)

    def stairs(self, strongest: int) -> str:
        """Return the part of the table where powers are above the strongest, and its upper edge."""
        edge, shade, joined = "", "", False
        for value in self.columns:
            most = self.most(value)
            first = strongest // value + 1 if value else most + 1
            if first <= most:
                x, top = (
                    number(self.columns[value] - self.step / 2),
                    number(_line(first) - LINE / 2),
                )
                wide = number(self.step)
                shade += f"M{x} {top}h{wide}v{LINE * (most - first + 1)}h-{wide}z"
                edge += f"{'L' if joined else 'M'}{x} {top}h{wide}"
            joined = first <= most
        return (
            f'<path d="{shade}" style="fill:var(--tw-felt)"/>'
            f'<path d="{edge}" style="stroke:var(--tw-good);stroke-width:2;fill:none"/>'
        )


def odds(view: View, lang: str = "en", names: Sequence[str] | None = None) -> Scene:
    """Return the deck as a seat knows it, and what the values are worth together.

    A column is a value with all its copies: at the foot the unseen ones, the seen ones faded.
    Below it stand the powers of one, two, three cards of that value.
    """
    full = view.game.deck
    deck = _Deck(view, lang, unseen(view), _columns(full), min(view.game.players, max(full)))
    seen = {
        "hand": view.hand,
        "table": view.fronts,
        "discard": cards(view.discard),
    }
    items = [*deck.words()]
    for value in deck.columns:
        where = [sign for sign, found in seen.items() for _ in range(found.count(value))]
        items += deck.column(value, where)
    # Without a hand, as in an explorer, any value may be thought of.
    items += [deck.chosen(value) for value in dict.fromkeys(view.hand or deck.columns)]
    items += deck.powers()
    title = deck.say("title", total=sum(full), count=sum(deck.left))
    return Scene(ODDS, title, tuple(items))


def _step(deck: Counts) -> float:
    """Return how wide the column of a value is."""
    return min(40.0, COLUMNS[1] / sum(map(bool, deck)))


@cache
def _columns(deck: Counts) -> Mapping[int, float]:
    """Return the middle of each value's column."""
    values = [value for value, copies in enumerate(deck) if copies]
    return {value: COLUMNS[0] + _step(deck) * (n + 0.5) for n, value in enumerate(values)}


def _line(count: int) -> float:
    """Return how far down the powers of so many cards together stand, in the middle."""
    return TABLE + LINE * (count - 0.5)


@cache
def _numbers(deck: Counts, rows: int) -> str:
    """Return the powers of every value, and in front of each line how many cards make them."""
    powers = "".join(
        text(x, _line(count) + 4, value * count, 12, "middle")
        for value, x in _columns(deck).items()
        for count in range(1, min(rows, deck[value]) + 1)
    )
    return powers + "".join(
        text(4, _line(count) + 4, f"{count} ×", 12, weight=700) for count in range(1, rows + 1)
    )


def mark(value: int, copy: int) -> str:
    """Return the key of a card in the picture of the deck."""
    return f"deck {value} {copy}"


def marks(view: View, counted: Collection[int]) -> frozenset[str]:
    """Return the keys of all unseen cards of these values in the picture of the deck."""
    left = unseen(view)
    return frozenset(mark(value, copy) for value in counted for copy in range(left[value]))


@cache
def _chip(width: float, height: float) -> str:
    """Return a small card without a face, with the lines that show when it is marked."""
    w, h = number(width - 1), number(height - 1)
    half_w, half_h = number(width / 2), number(height / 2)
    lines = f"M1 {half_h}L{half_w} 1M1 {h}L{w} 1M{half_w} {h}L{w} {half_h}"
    return (
        f'<rect class="tw-card" width="{number(width)}" height="{number(height)}" rx="3" '
        'style="fill:var(--tw-card);stroke:var(--tw-line)"/>'
        f'<path class="tw-hurt-lines" d="{lines}"/>'
    )


def _plus(x: float, y: float) -> str:
    return (
        f'<path d="M{number(x - 5)} {number(y)}h10m-5 -5v10" '
        'style="stroke:var(--tw-good);stroke-width:2.5;fill:none"/>'
    )


def _frame(x: float, y: float, width: float) -> str:
    return (
        f'<rect x="{number(x)}" y="{number(y)}" width="{number(width)}" height="20" rx="4" '
        'style="fill:var(--tw-ground);stroke:var(--tw-ink);stroke-width:2"/>'
    )


def options(view: View, lang: str = "en", names: Sequence[str] | None = None) -> tuple[Option, ...]:
    """Return every legal action of the seat, with what may come of it; nothing out of turn."""
    return tuple(_option(view, action, lang, names) for action in _actions(view))


@lru_cache(maxsize=2000)
def _fate(view: View, value: int) -> Fate:
    """Return a card's fate; it is asked again when another language or seat is chosen."""
    return fate(view, value, budget=BUDGET, trials=TRIALS)


def _option(view: View, action: Action, lang: str, names: Sequence[str] | None) -> Option:
    label = name_action(view.game, action, lang, names)
    if not isinstance(action, Play):
        return Option(action, path(action), label, say("fuji_flush.question.push", lang))
    value, left = action.card, unseen(view)
    chances = _fate(view, value)
    marks = tuple(mark(value, n) for value in flushers(view, value) for n in range(left[value]))
    return Option(
        action=action,
        path=path(action),
        label=label,
        question=say(
            "fuji_flush.question.play", lang, card=value, marked=len(marks), total=sum(left)
        ),
        risk=chances.flushed,
        marks=(*marks, f"chosen {value}"),
        hurts=tuple(f"front:{seat}" for seat in flushes(view, value)),
        results=tuple(
            (code, say(f"fuji_flush.result.{code}", lang), getattr(chances, code))
            for code in ("flushed", "there", "pushed", "over")
        ),
        trials=chances.trials,
        asked="flushed",
    )


class FujiFlushDrawing(Drawing[State, View]):
    """Fuji Flush, drawn."""

    board = staticmethod(board)
    odds = staticmethod(odds)
    options = staticmethod(options)
    marks = staticmethod(marks)


drawing = FujiFlushDrawing()
