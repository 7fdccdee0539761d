"""Auberge des Pirates drawn: the table, the deck as a triangle of cards, and what can be done.

Everything is drawn from what one seat knows, so no picture can show more; only the teacher's table
is given the whole state. Every number here comes from `gamelib.auberge.odds`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from math import comb
from typing import NamedTuple

from gamelib.auberge.odds import advice, held, hidden, results, unseen
from gamelib.auberge.rules import (
    Accuse,
    Attack,
    Challenge,
    Draw,
    Phase,
    Place,
    State,
    View,
    has_pair,
    moves,
)
from gamelib.counting import Counts, cards
from gamelib.game import Action
from gamelib.texts import listing, name_action, say, seat_names
from widgets.drawing import Drawing
from widgets.scene import (
    BOARD,
    CARD,
    HIDDEN,
    ODDS,
    SMALL,
    Item,
    Option,
    Scene,
    card,
    large,
    number,
    text,
)
from widgets.tabletop import (
    BUTTON,
    EYE,
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

# --- where everybody sits ------------------------------------------------------------------------


TOP, MIDDLE, BOTTOM = (14, 92), (208, 278), (514, 402)
"""The heights of plates and of the cards before players, for each row of seats."""

ROWS = {
    2: (1, 0, 1),
    3: (2, 0, 1),
    4: (1, 1, 1),
    5: (2, 1, 1),
    6: (3, 1, 1),
    7: (2, 1, 3),
    8: (3, 1, 3),
}
"""For each number of players, how many sit at the top, at each side and at the bottom."""


@cache
def zones(players: int) -> tuple[Zone, ...]:
    """Return the zones clockwise, the first at the bottom in the middle."""
    top, sides, bottom = ROWS[players]
    above, below = _row(top, TOP), _row(bottom, BOTTOM)
    left = [_zone(32, 328, MIDDLE, 32)] * sides
    right = [_zone(632, 928, MIDDLE, 928, mirrored=True)] * sides
    middle = bottom // 2
    return (*below[middle::-1], *left, *above, *right, *below[:middle:-1])


def _row(count: int, heights: tuple[int, int]) -> list[Zone]:
    """Return the zones of a row from left to right."""
    if count == 1:
        return [_zone(96, 864, heights, 330)]
    if count == 2:
        return [_zone(72, 472, heights, 72), _zone(488, 888, heights, 888, mirrored=True)]
    inner = 284 if heights == BOTTOM else 328  # below, the own hand lies in the middle: more room
    return [
        _zone(56, inner - 8, heights, 8),
        _zone(inner, 960 - inner, heights, inner),
        _zone(968 - inner, 904, heights, 952, mirrored=True),
    ]


def _zone(
    x: float, end: float, heights: tuple[int, int], start: float, mirrored: bool = False
) -> Zone:
    """Return a zone with cards from x to end, and with plate and hand from `start` on."""
    plate_x = start - PLATE[0] if mirrored else start
    hand_end = x if mirrored else end
    room = abs(hand_end - start) - PLATE[0] - GAP
    return Zone(x, end - x, plate_x, room, mirrored, *heights)


# --- the board -----------------------------------------------------------------------------------

PILE, DISCARD = (356, 192), (492, 192)
VERBS = {
    "challenge": "M-12 -9h12v17h-12zM4 2l4 -5l4 5M8 -3v11",
    "accuse": "M-11 -9h22v14h-12l-5 5v-5h-5zM0 -6v5M0 1v1",
    "draw": "M-12 -9h12v17h-12zM4 2l4 5l4 -5M8 7v-14",
}
"""What can be done without a card, and its icon."""


def board(
    view: View, lang: str = "en", names: Sequence[str] | None = None, state: State | None = None
) -> Scene:
    """Return the table as a seat sees it; with a `state`, as the teacher does: all hands open."""
    players = view.game.players
    called = seat_names(lang) if names is None else names
    bottom = 0 if view.seat is None or state is not None else view.seat
    table = _Table(view, state, lang, called, _tokens(view, state))
    items = [FELT, *heaps(PILE, DISCARD, view.pile_size, cards(view.discard), lang), *table.verbs()]
    for place, zone in enumerate(zones(players)):
        items += table.player((bottom + place) % players, zone, near=place == 0)
    return Scene(BOARD, say("auberge.name", lang), tuple(items))


def path(action: Action) -> tuple[str, ...]:
    """Return the tokens that choose an action, one click after the other."""
    match action:
        case Place(value):
            return (f"card:{value}",)
        case Attack(value, target):
            return (f"card:{value}", f"seat:{target}")
        case Challenge(target) | Accuse(target):
            return (f"do:{action.code}", f"seat:{target}")
        case _:
            return (f"do:{action.code}",)


def _tokens(view: View, state: State | None) -> frozenset[str]:
    """Return what can be clicked: by the seat in view, in the teacher's by whoever is to play."""
    actions: tuple[Action, ...] = ()
    if state is not None:
        actions = view.game.actions(state)
    elif view.seat == view.turn:
        actions = moves(view, view.hand, view.pile_size > 0)
    return frozenset(token for action in actions for token in path(action))


class _Table(NamedTuple):
    """A table about to be drawn."""

    view: View
    state: State | None
    lang: str
    names: Sequence[str]
    tokens: frozenset[str]

    def say(self, key: str, **values: object) -> str:
        return say(f"auberge.{key}", self.lang, **values)

    def token(self, token: str) -> str:
        return token if token in self.tokens else ""

    def verbs(self) -> Iterator[Item]:
        """Yield what can be done now without a card."""
        for n, (verb, icon) in enumerate(VERBS.items()):
            if token := self.token(f"do:{verb}"):
                at = (346 + n * (BUTTON[0] + 8), 302)
                yield button(f"do {verb}", at, token, self.say(f"verb.{verb}"), icon)

    def player(self, seat: int, zone: Zone, near: bool) -> Iterator[Item]:
        """Yield a player's plate and tag, the hand, and the cards before them."""
        status = self.status(seat)
        at = (zone.plate_x, zone.plate_y)
        yield Item(
            f"seat {seat}",
            *at,
            plate(seat, self.names[seat], out=status == "out"),
            self.about(seat, status),
            self.token(f"seat:{seat}"),
            z=2,
        )
        if status:
            key = {"out": f"out {seat}", "target": "target"}.get(status, "turn")
            colour = {"out": "", "target": "hurt", "wins": "good"}.get(status, "act")
            art = tag(self.say(f"tag.{status}"), colour, outlined=status != "out")
            yield Item(key, *at, art, z=1)
        if status != "out":
            yield from self.hand(seat, zone, near)
            yield from self.before(seat, zone)

    def status(self, seat: int) -> str:
        """Return what a player does or suffers now, by the key of its tag."""
        view = self.view
        if seat not in view.alive:
            return "out"
        if view.phase is Phase.OVER:
            return "wins"
        if view.phase is Phase.CHALLENGE and seat == view.target:
            return "target"
        if seat != view.turn or view.phase is Phase.DEAL:
            return ""
        return {Phase.CHALLENGE: "challenge", Phase.DRAW: "draw"}.get(view.phase, "turn")

    def about(self, seat: int, status: str) -> str:
        """Return all there is to know of a player in words."""
        words = [self.names[seat]]
        if seat in self.view.alive:
            lying = listing(self.view.tables[seat], self.lang) or say("list.none", self.lang)
            words.append(self.say("piece.hand_size", count=self.view.hand_sizes[seat]))
            words.append(self.say("piece.lying", cards=lying))
        if status:
            words.append(self.say(f"tag.{status}"))
        return ". ".join(words)

    def hand(self, seat: int, zone: Zone, near: bool) -> Iterator[Item]:
        """Yield a hand beside its plate, and how many cards it has."""
        view, state = self.view, self.state
        known = view.known[seat] if state is None else ()
        shown = state.hands[seat] if state else view.hand if seat == view.seat else known
        faces = [str(value) for value in shown]
        faces += [HIDDEN] * (view.hand_sizes[seat] - len(faces))
        acting = seat == (state.turn if state else view.seat)
        size = CARD if near and (state or seat == view.seat) else SMALL
        pieces = []
        for n, face in enumerate(faces):
            if n >= len(shown):
                pieces.append(Piece(face))
                continue
            key = "piece.seen" if known else "piece.hand"
            label = self.say(key, seat=self.names[seat], card=face)
            action = self.token(f"card:{face}") if acting else ""
            pieces.append(Piece(face, label, action, _eye(size) if known else ""))
        yield from hand(zone, seat, pieces, size)

    def before(self, seat: int, zone: Zone) -> Iterator[Item]:
        """Yield the cards before a player."""
        view = self.view
        pieces = [
            Piece(str(value), self.say("piece.table", seat=self.names[seat], card=value))
            for value in view.tables[seat]
        ]
        if view.phase is Phase.FIRST_CARD and seat < view.turn:
            pieces = [self.face_down(seat)]
        yield from cards_before(zone, seat, pieces)

    def face_down(self, seat: int) -> Piece:
        """Return the first card while others still choose; who chose it knows its value."""
        value = self.view.first if seat == self.view.seat else None
        if self.state is not None:
            value = self.state.first[seat]
        label = self.say("piece.first", seat=self.names[seat])
        if value is None:
            return Piece(HIDDEN, label)
        return Piece(str(value), f"{label}: {value}", art=_back_with(value))


def _back_with(value: int) -> str:
    """Return a card that lies face down but is known."""
    return (
        card(HIDDEN)
        + '<circle cx="24" cy="34" r="15" style="fill:var(--tw-card);stroke:var(--tw-line)"/>'
        + text(24, 40, value, 18, "middle", 600, "var(--tw-card-ink)")
    )


def _eye(size: tuple[int, int]) -> str:
    """Return the sign of a card that was seen in somebody's hand, on the card's lower edge."""
    return (
        f'<g transform="translate({number(size[0] / 2)} {size[1]})"><circle r="10" '
        'style="fill:var(--tw-ground);stroke:var(--tw-line)"/>'
        f'<path d="{EYE}" style="fill:none;stroke:var(--tw-ink);stroke-width:1.5"/></g>'
    )


# --- the odds ------------------------------------------------------------------------------------

ROOM = (310, 500)
"""How much room the deck has; the counts at the ends of the rows come on top."""
STEP = (31, 50)
"""From card to card and from row to row, where there is room."""


@cache
def _grid(deck: Counts) -> tuple[float, tuple[float, float]]:
    """Return how large the cards of a deck are drawn, and where the signs are explained.

    The real deck is a triangle, and leaves a corner free for that.
    """
    rows = [copies for copies in deck if copies]
    width, height = ROOM
    corner = max(rows[:3]) <= 3
    if not corner:
        height -= 24 * len(SIGNS)
    scale = min(1, width / max(rows) / STEP[0], height / len(rows) / STEP[1])
    return scale, (190, 26) if corner else (16, 8 + height + 24)


def odds(view: View, lang: str = "en", names: Sequence[str] | None = None) -> Scene:
    """Return the deck as a seat knows it: the unseen cards first in each row, the seen ones faded.

    A row is a value with all its copies, so the real deck makes a triangle.
    """
    scale, legend_at = _grid(view.game.deck)
    step_x, step_y = STEP[0] * scale, STEP[1] * scale
    left, seen = unseen(view), _seen(view)
    items = []
    values = [value for value, copies in enumerate(view.game.deck) if copies]
    for row, value in enumerate(values):
        y = 8 + row * step_y
        where = [""] * left[value]
        where += [sign for sign in SIGNS for _ in range(seen[sign].count(value))]
        for copy, sign in enumerate(where):
            at = (8 + copy * step_x, y)
            art = _scaled(card(str(value), (29, 46)), scale)
            items.append(Item(mark(value, copy), *at, art, classes="tw-faded" if sign else ""))
            if sign:
                art = _scaled(f'<g transform="translate(14.5 38)">{SIGNS[sign]}</g>', scale)
                items.append(Item(f"sign {value} {copy}", *at, art, z=1))
        art = text(0, 0, left[value], 18 if scale > 0.7 else 12, weight=600)
        label = say("auberge.odds.row", lang, card=value, count=left[value])
        at = (14 + len(where) * step_x, y + 29 * scale)
        items.append(Item(f"count {value}", *at, art, label))
    items += _legend(view, seen, legend_at, lang)
    total, pile = sum(left), view.pile_size
    art = text(0, 0, total, 36, weight=600)
    art += text(10 + 21 * len(str(total)), 0, say("auberge.odds.unseen", lang), 18)
    items.append(Item("total", 8, 556, art))
    where_from = say("auberge.odds.where", lang, pile=pile, hands=total - pile)
    items.append(Item("where", 8, 584, text(0, 0, where_from, 14, fill="var(--tw-soft)")))
    title = say("auberge.odds.title", lang, total=sum(view.game.deck), count=total)
    return Scene(ODDS, title, tuple(items))


def mark(value: int, copy: int) -> str:
    """Return the key of a card in the picture of the deck."""
    return f"deck {value} {copy}"


def marks(view: View, counted: Collection[int]) -> frozenset[str]:
    """Return the keys of all unseen cards of these values in the picture of the deck."""
    left = unseen(view)
    return frozenset(mark(value, copy) for value in counted for copy in range(left[value]))


def _seen(view: View) -> dict[str, list[int]]:
    """Return the cards a seat has seen, by where they are."""
    seats = range(view.game.players)
    mine = () if view.seat is None else view.tables[view.seat]
    return {
        "hand": [*view.hand, *(() if view.first is None else (view.first,))],
        "mine": [*mine],
        "table": [card for seat in seats if seat != view.seat for card in view.tables[seat]],
        "known": [card for hand in view.known for card in hand],
        "discard": [*cards(view.discard)],
    }


def _scaled(art: str, scale: float) -> str:
    return art if scale == 1 else f'<g transform="scale({scale:.3f})">{art}</g>'


def _legend(
    view: View, seen: Mapping[str, list[int]], at: tuple[float, float], lang: str
) -> Iterator[Item]:
    """Yield what the signs mean."""
    usual = ("table", "discard") if view.seat is None else ("hand", "mine", "table", "discard")
    for n, sign in enumerate(sign for sign in SIGNS if sign in usual or seen[sign]):
        key = "lying" if sign == "table" and view.seat is None else sign
        art = f'<g transform="translate(0 -5)">{SIGNS[sign]}</g>'
        art += text(14, 0, say(f"auberge.odds.{key}", lang), 14)
        yield Item(f"legend {sign}", at[0], at[1] + 24 * n, art)


ASKED: Mapping[type[Action], str] = {Challenge: "out", Accuse: "wrong", Draw: "pair"}
"""Which result of an action its question is about."""


def options(view: View, lang: str = "en", names: Sequence[str] | None = None) -> tuple[Option, ...]:
    """Return every legal action of the seat, with what may come of it; nothing out of turn."""
    left = unseen(view)
    offered = []
    for action, risk, _ in advice(view):
        marks = tuple(
            mark(value, copy)
            for value in sorted(pairing(view, action))
            for copy in range(left[value])
        )
        offered.append(
            Option(
                action=action,
                path=path(action),
                label=name_action(view.game, action, lang, names),
                question=question(view, action, risk, len(marks), lang, names),
                risk=risk,
                marks=marks,
                results=tuple(
                    (code, say(f"auberge.result.{code}", lang), chance)
                    for code, chance in results(view, action).items()
                ),
                asked=ASKED.get(type(action), ""),
            )
        )
    return tuple(offered)


def pairing(view: View, action: Action) -> frozenset[int]:
    """Return the values that would make a pair if the next, or a hidden, card had one of them."""
    match action:
        case Challenge(target):
            return frozenset(view.tables[target])
        case Accuse(target):
            return frozenset(held(view, target))
        case Draw():
            assert view.seat is not None, "only a seat can act"
            return frozenset(held(view, view.seat))
        case _:
            return frozenset()


def question(
    view: View,
    action: Action,
    risk: Fraction,
    marked: int,
    lang: str = "en",
    names: Sequence[str] | None = None,
) -> str:
    """Return in a sentence what the risk of an action is the chance of, with the cases to count."""
    called = seat_names(lang) if names is None else names
    total = sum(unseen(view))
    match action:
        case Draw():
            return say("auberge.question.draw", lang, marked=marked, total=total)
        case Challenge(target):
            return say(
                "auberge.question.challenge",
                lang,
                target=called[target],
                marked=marked,
                total=total,
            )
        case Accuse(target):
            drawn = hidden(view, target)
            hands = comb(total, drawn)
            key = "hands" if drawn > 1 else "card" if drawn else "open"
            if has_pair(held(view, target)):
                key = "pair"
            return say(
                f"auberge.question.accuse.{key}",
                lang,
                target=called[target],
                marked=marked,
                hidden=drawn,
                total=total,
                hands=large(hands, lang),
                without=large(int(risk * hands), lang),
            )
        case _:
            return say(f"auberge.question.{action.code}", lang)


class AubergeDrawing(Drawing[State, View]):
    """Auberge des Pirates, drawn."""

    board = staticmethod(board)
    odds = staticmethod(odds)
    options = staticmethod(options)
    marks = staticmethod(marks)


drawing = AubergeDrawing()
