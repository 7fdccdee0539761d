"""Hispaniola drawn: the fleet and the islands, the trick, the cards by colour, what can be done.

Everything is drawn from what one seat knows, so no picture can show more; only the teacher's table
is given the whole state. Every number here comes from `gamelib.hispaniola.odds`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from itertools import pairwise
from math import cos, pi, sin
from random import Random
from typing import NamedTuple

from gamelib.game import Action
from gamelib.hispaniola.board import CAPTAIN, Ship, boarded, overboard
from gamelib.hispaniola.cards import (
    COLOURS,
    NUMBER,
    SHIPS,
    best_card,
    colour_named,
    named,
    ship_named,
    ship_of,
    trump_bid,
)
from gamelib.hispaniola.odds import beaters, others, results, standing, third_colour, trumped
from gamelib.hispaniola.odds import without as holding_none
from gamelib.hispaniola.rules import (
    Bid,
    Give,
    Keep,
    Phase,
    Place,
    Play,
    State,
    Swap,
    View,
    navigation,
    neighbour,
    parts,
    scores,
    unseen,
)
from gamelib.texts import name_action, percent, phrase, say, seat_names
from widgets.scene import (
    BOARD,
    CARD,
    HIDDEN,
    LARGE,
    ODDS,
    SEAT_COLOURS,
    SMALL,
    Item,
    Option,
    Scene,
    fitted,
    number,
    plain,
    seat_sign,
    text,
    width_of,
)
from widgets.tabletop import FELT, PLATE, SIGNS, fan, plate, tag

Point = tuple[float, float]

# --- colours, each with a sign of its own --------------------------------------------------------

PAINT = {"O": 0, "S": 1, "G": 2, "Y": 3, "P": 6, "N": 7}
"""The paint of each ship and its cards, as a seat's colour is numbered."""
DARK = "#1b1f23"
"""The ink on paint, which is the same by day and by night."""


def _star() -> str:
    points = []
    for n in range(10):
        radius, angle = (8.5, 3.6)[n % 2], pi * n / 5
        points.append(f"{number(radius * sin(angle))} {number(-radius * cos(angle))}")
    return f"M{'L'.join(points)}Z"


SYMBOLS = {
    "O": "M-6.5 -6.5H6.5V6.5H-6.5Z",
    "S": "M0 -8.5C3 -4 6.5 -1 6.5 2.5A6.5 6 0 0 1 -6.5 2.5C-6.5 -1 -3 -4 0 -8.5Z",
    "G": "M0 -8L8 7H-8Z",
    "Y": _star(),
    "P": "M-3 -8H3V-3H8V3H3V8H-3V3H-8V-3H-3Z",
    "N": "M0 -7.5A7.5 7.5 0 1 0 0 7.5A7.5 7.5 0 1 0 0 -7.5ZM0 -3.5A3.5 3.5 0 1 1 0 3.5"
    "A3.5 3.5 0 1 1 0 -3.5Z",
}
"""The sign of each colour, about 16 wide around the origin."""


def paint(colour: str) -> str:
    """Return a colour's paint."""
    return f"var(--tw-seat{PAINT[colour]})"


@cache
def symbol(colour: str, x: float, y: float, scale: float = 1, fill: str = "") -> str:
    """Return a colour's sign, painted and with a dark edge, so that it is seen on any ground."""
    shape = f"fill:{fill}" if fill else f"fill:{paint(colour)};stroke:{DARK};stroke-width:1"
    return (
        f'<path transform="translate({number(x)} {number(y)}) scale({scale:g})" '
        f'd="{SYMBOLS[colour]}" style="{shape}"/>'
    )


@cache
def face(name: str, size: tuple[int, int] = CARD, fanned: bool = False) -> str:
    """Return a card as SVG: number and sign on a band of its colour, and large below it."""
    width, height = size
    if name == HIDDEN:
        return (
            f'<rect class="tw-card" x=".5" y=".5" width="{width - 1}" height="{height - 1}" rx="4" '
            'style="fill:var(--tw-back);stroke:var(--tw-line)"/>'
            f'<path d="M{width // 2} 8L{width - 8} {height // 2}L{width // 2} {height - 8}L8 '
            f'{height // 2}Z" style="fill:none;stroke:var(--tw-back-line)"/>'
        )
    colour, value = name[0], str(NUMBER[name])
    band, type_size, corner = (24, 18, (3.0, 19.0)) if width > 40 else (18, 14, (3.0, 14.0))
    if fanned:
        type_size, corner = 12, (1.5, 13.5)
    middle = (band + height) / 2
    art = (
        f'<rect class="tw-card" x=".5" y=".5" width="{width - 1}" height="{height - 1}" '
        f'rx="{6 if width > 40 else 4}" style="fill:var(--tw-card);stroke:var(--tw-line)"/>'
        f'<rect x="1.5" y="1.5" width="{width - 3}" height="{band - 1.5}" '
        f'rx="{5 if width > 40 else 3}" style="fill:{paint(colour)}"/>'
        + text(*corner, value, type_size, "start", 700, DARK)
    )
    if fanned:
        return art + symbol(colour, 9 if width > 40 else 8, band + 9, 0.7)
    large = 36 if width > 56 else 24
    if width > 40:
        art += symbol(colour, width - 11, band / 2 + 0.5, 0.8, DARK)
        art += text(width / 2, middle - 1, value, large, "middle", 600, "var(--tw-card-ink)")
        return art + symbol(colour, width / 2, height - (16 if width > 56 else 11), 0.95)
    return art + symbol(colour, width / 2, middle, 1.2)


@cache
def _pirate(seat: int, initial: str) -> str:
    """Return a pirate, centred on the origin: a disc of its owner's colour with the initial."""
    ink = DARK if seat != 4 else "#fff"
    return (
        f'<circle r="11" style="fill:var(--tw-seat{seat % SEAT_COLOURS});stroke:{DARK};'
        'stroke-width:1.5"/>' + text(0, 5, initial, 14, "middle", 700, ink)
    )


# --- where everything is -------------------------------------------------------------------------


class Home(NamedTuple):
    """A player's part of the table: where plate, hand, stock, pile and bids begin."""

    plate: Point
    hand: Point
    stock: Point
    pile: Point
    bids: Point
    room: float
    """How wide the hand may get."""
    near: bool = False


HANDS = 150
"""How wide the others' hands are; open ones lie in two rows."""
SECOND_ROW = 27


def _side(x: float) -> Home:
    return Home((x, 132), (x, 206), (x + 4, 286), (x, 342), (x + 104, 342), HANDS)


def _above(x: float) -> Home:
    return Home((x, 4), (x + 152, 4), (x + 4, 76), (x + 152, 80), (x + 256, 80), HANDS)


OWN = Home((8, 522), (164, 522), (12, 464), (814, 524), (922, 524), 640, near=True)
LEFT_SIDE, RIGHT_SIDE = _side(6), _side(804)
HOMES = {
    3: (OWN, _above(80), _above(592)),
    4: (OWN, LEFT_SIDE, _above(336), RIGHT_SIDE),
    5: (OWN, LEFT_SIDE, _above(176), _above(496), RIGHT_SIDE),
}
"""For each number of players their homes, clockwise from the bottom: the next one sits left."""

FLEET = [(218.0 + 105 * n, 190.0) for n in range(len(SHIPS))]
"""The captains' seats of the ships."""
SEATS = (-30, 0, 30)
"""How far left, captain and right sit from the middle of a ship."""
NAMES = ("left", "captain", "right")
ISLANDS = [(300.0 + 120 * n, 278.0) for n in range(4)]
TRICK_Y = 334.0
SIGN_Y = TRICK_Y + LARGE[1] + 18
"""Where the trick lies, and below each card whose it is."""
TRUMP, SCORES = (168.0, 334.0), (656.0, 334.0)
STOCK_STEP, STOCK_ROOM = 23, 115
FLOW = 3
"""How far apart the tricks in a pile lie."""


@cache
def slots(players: int) -> tuple[float, ...]:
    """Return where the cards of a trick lie, in the order of play."""
    step = LARGE[0] + 8
    return tuple(480 + (n - players / 2) * step + 4 for n in range(players))


# --- the board -----------------------------------------------------------------------------------


def board(
    view: View, lang: str = "en", names: Sequence[str] | None = None, state: State | None = None
) -> Scene:
    """Return the table as a seat sees it; with a `state`, as the teacher does: all hands open."""
    players = view.game.players
    called = tuple(seat_names(lang) if names is None else names)[:players]
    bottom = 0 if view.seat is None or state is not None else view.seat
    homes = tuple(HOMES[players][(seat - bottom) % players] for seat in range(players))
    table = _Table(view, state, lang, called, _tokens(view, state), homes)
    items = [
        FELT,
        SEA,
        *table.heaps(),
        *table.fleet(),
        *table.islands(),
        *table.middle(),
        *table.signs(),
        *table.scores(),
    ]
    for seat in range(players):
        items += table.player(seat)
    return Scene(BOARD, say("hispaniola.name", lang), tuple(items))


def path(action: Action) -> tuple[str, ...]:
    """Return the token that chooses an action."""
    match action:
        case Bid(name) | Play(name):
            return (f"card:{name}",)
        case Place(where) | Swap(where) | Give(where):
            return (f"do:{action.code}-{where}",)
        case _:
            return (f"do:{action.code}",)


def _actions(view: View) -> tuple[Action, ...]:
    """Return what the seat in view may do: nothing, if it is not its go."""
    if view.seat != view.turn:
        return ()
    match view.phase:
        case Phase.TRUMP:
            return tuple(map(Bid, view.hand))
        case Phase.TRICK:
            led = view.trick[0][0] if view.trick else ""
            follow = [name for name in view.hand if name[0] == led]
            return tuple(map(Play, follow or view.hand))
        case Phase.NAVIGATION:
            ship = view.ships[ship_of(view.trick)]
            return navigation(ship, view.seat, view.stocks[view.seat] > 0)
        case Phase.PILES:
            return (Keep(), Give("left"), Give("right"))
    return ()


def _tokens(view: View, state: State | None) -> frozenset[str]:
    """Return what can be clicked: by the seat in view, in the teacher's by whoever is to play."""
    actions = _actions(view) if state is None else view.game.actions(state)
    return frozenset(token for action in actions for token in path(action))


class _Table(NamedTuple):
    """A table about to be drawn."""

    view: View
    state: State | None
    lang: str
    names: tuple[str, ...]
    tokens: frozenset[str]
    homes: tuple[Home, ...]
    """Seat by seat."""

    def say(self, key: str, **values: object) -> str:
        return say(f"hispaniola.{key}", self.lang, **values)

    def token(self, token: str) -> str:
        return token if token in self.tokens else ""

    def card(self, name: str) -> str:
        """Return a card's name in words."""
        return _named(name, self.lang)

    def initial(self, seat: int) -> str:
        return self.names[seat][:1].upper()

    def heaps(self) -> Iterator[Item]:
        """Yield where new cards come from: the dealer, who needs no pile of cards to be seen."""
        x, y = self.homes[self.view.dealer].plate
        yield Item("pile", x + 46, y, "")
        yield Item("discard", x + 46, y, "")

    # The ships and the islands

    def fleet(self) -> Iterator[Item]:
        """Yield the ships with their pirates; the one the trick is about is outlined."""
        view = self.view
        about = ship_of(view.trick) if view.trick else None
        for n, ship in enumerate(view.ships):
            yield _ship(n, ship, self.lang, self.names)
            yield from _crew(n, ship, self.names)
        if about is None:
            return
        acting = view.phase is Phase.NAVIGATION
        yield Item("about", *FLEET[about], _OUTLINES[acting], z=1)
        if acting:
            yield from self.navigation(about)

    def navigation(self, n: int) -> Iterator[Item]:
        """Yield what can be done on a ship, each at the seats that it concerns."""
        x, y = FLEET[n]
        pirate = self.view.turn
        for action in navigation(self.view.ships[n], pirate, self.view.stocks[pirate] > 0):
            [token] = path(action)
            if self.token(token):
                (left, top), icon = VERBS[token]
                label = name_action(self.view.game, action, self.lang)
                yield Item(token, x + left, y + top, _verb(icon), label, token, z=40)

    def islands(self) -> Iterator[Item]:
        """Yield the islands, what they cost, and who is there."""
        yield from _archipelago(self.view.islands, self.lang, self.names)

    # The middle: bids or the trick

    def middle(self) -> Iterator[Item]:
        """Yield the cards in the middle: bids until the first card is led, then the trick."""
        view, players = self.view, self.view.game.players
        order = [(view.leader + n) % players for n in range(players)]
        bidding = view.phase is Phase.TRUMP or self.shown_last()
        for n, seat in enumerate(order):
            x = slots(players)[n]
            on = view.has_bid[seat] or n < len(view.trick) or self.shown_last()
            now = seat == view.turn and view.phase in (Phase.TRUMP, Phase.TRICK)
            yield Item(f"slot {n}", x, TRICK_Y, _slot("act" if now and not on else "felt-line"))
            yield Item(f"whose {n}", x + LARGE[0] / 2, SIGN_Y, _whose(seat, self.names[seat]))
            if now:
                yield Item("now", x + LARGE[0] / 2, SIGN_Y, NOW)
        if bidding:
            yield from self.bids_in_the_middle(order)
            return
        best = best_card(view.trick, view.trump) if view.trick else None
        for n, name in enumerate(view.trick):
            label = self.say("piece.trick", seat=self.names[order[n]], card=self.card(name))
            at = (slots(players)[n], TRICK_Y)
            yield Item(
                f"trick {n}", *at, face(name, LARGE), label, place="trick", face=name, z=20 + n
            )
        if best is not None:
            over = len(view.trick) == players
            word = self.say("piece.won" if over else "piece.best")
            at = (slots(players)[best], TRICK_Y)
            yield Item("best", *at, _best(word), word, z=30)

    def shown_last(self) -> bool:
        """Tell whether the bids that were shown last still lie in the middle."""
        view = self.view
        return bool(view.bids) and not (view.trick or view.tricks or any(view.has_bid))

    def bids_in_the_middle(self, order: Sequence[int]) -> Iterator[Item]:
        """Yield the bids of this round: face down until all have bid."""
        view = self.view
        shown = view.bids[-1] if self.shown_last() else ()
        decides = trump_bid(shown) if shown else None
        for n, seat in enumerate(order):
            at = (slots(len(order))[n], TRICK_Y)
            if shown:
                yield self.bid(seat, shown[seat], at, LARGE)
                if shown[seat] == decides:
                    word = self.say("piece.decides")
                    yield Item("best", *at, _best(word), word, z=30)
            elif view.has_bid[seat]:
                name = view.bid if seat == view.seat else None
                if self.state is not None:
                    name = self.state.secret[seat]
                label = self.say("piece.face_down", seat=self.names[seat])
                art = face(HIDDEN, LARGE)
                if name is not None:
                    label, art = f"{label}: {self.card(name)}", _back_with(name)
                yield Item(
                    f"bid {seat}", *at, art, label, place=f"bid {seat}", face=name or HIDDEN, z=20
                )

    def bid(self, seat: int, name: str, at: Point, size: tuple[int, int]) -> Item:
        """Return a bid that lies open."""
        label = self.say("piece.bid", seat=self.names[seat], card=self.card(name))
        return Item(
            f"bid {seat} {name}", *at, face(name, size), label, place=f"bid {seat}", face=name, z=20
        )

    def signs(self) -> Iterator[Item]:
        """Yield which hand it is, the trump, and what colour was led."""
        view = self.view
        over = view.phase in (Phase.DEAL, Phase.OVER)
        hand = max(1, len(view.sheet) + (not over))
        art = text(0, 12, self.say("table.hand", hand=hand, total=view.game.hands_to_play), 14)
        yield Item("hand", *TRUMP, art)
        x, y = TRUMP
        trump = view.trump
        word = phrase(colour_named(trump), self.lang) if trump else self.say("table.no_trump")
        yield Item(
            "trump", x, y + 22, _sign(trump or "", self.say("table.trump"), word, large=True)
        )
        if view.trick:
            led = view.trick[0][0]
            word = phrase(colour_named(led), self.lang)
            yield Item("led", x, y + 84, _sign(led, self.say("table.led"), word))

    def scores(self) -> Iterator[Item]:
        """Yield everybody's points: so far, and what this hand would bring if it ended now."""
        view, (x, y) = self.view, SCORES
        over = view.phase in (Phase.DEAL, Phase.OVER)
        heads = text(76, 12, self.say("table.total"), 12, "end", fill="var(--tw-soft)")
        heads += text(140, 12, self.say("table.now"), 12, "end", fill="var(--tw-soft)")
        yield Item("points", x, y, heads)
        totals = scores(view.sheet, view.game.players)
        now = (view.sheet[-1] if view.sheet else ()) if over else standing(view)
        best = max(totals)
        for seat, total in enumerate(totals):
            mine = now[seat] if now else 0
            label = self.say(
                "piece.points", seat=self.names[seat], total=signed(total), now=signed(mine)
            )
            leads = total == best and bool(view.sheet)
            art = _score(seat, self.names[seat], total, mine, leads)
            yield Item(f"points {seat}", x, y + 30 + 22 * seat, art, label)

    # The players

    def player(self, seat: int) -> Iterator[Item]:
        """Yield a player's plate and tag, hand, stock, pile and earlier bids."""
        view, home, status = self.view, self.homes[seat], self.status(seat)
        art = plate(seat, self.names[seat])
        yield Item(f"seat {seat}", *home.plate, art, self.about(seat, status), z=2)
        if seat == view.dealer:
            x, y = home.plate
            art = _dealer(self.say("table.dealer"))
            label = self.say("piece.dealer", seat=self.names[seat])
            yield Item("dealer", x + PLATE[0] - 8, y + 8, art, label, z=3)
        if status:
            key = f"win {seat}" if status == "win" else "turn"
            art = tag(self.say(f"tag.{status}"), "good" if status == "win" else "act", True)
            yield Item(key, *home.plate, art, z=1)
        yield from self.hand(seat)
        yield from _stock(seat, view.stocks[seat], home, self.initial(seat))
        yield from _pile(seat, view.piles[seat], home, view.game.players)
        yield self.pile(seat)
        rounds = view.bids[:-1] if self.shown_last() else view.bids
        if rounds:
            places = fan(len(rounds), 32, SMALL[0])
            for x, bids in zip(places, rounds, strict=True):
                yield self.bid(seat, bids[seat], (home.bids[0] + round(x, 1), home.bids[1]), SMALL)

    def status(self, seat: int) -> str:
        """Return what a player does now, by the key of its tag."""
        view = self.view
        if view.phase is Phase.OVER:
            totals = scores(view.sheet, view.game.players)
            return "win" if totals[seat] == max(totals) else ""
        if seat != view.turn or view.phase is Phase.DEAL:
            return ""
        return str(view.phase.value)

    def about(self, seat: int, status: str) -> str:
        """Return all there is to know of a player in words."""
        view = self.view
        words = self.say(
            "piece.seat",
            seat=self.names[seat],
            cards=view.hand_sizes[seat],
            stock=view.stocks[seat],
            pile=view.piles[seat],
        )
        return f"{words} {self.say(f'tag.{status}')}" if status else words

    def hand(self, seat: int) -> Iterator[Item]:
        """Yield a hand: by colour and number where it is open, else its backs."""
        view, home = self.view, self.homes[seat]
        shown = self.state.hands[seat] if self.state else view.hand if seat == view.seat else None
        if shown is None:
            yield from _backs(seat, view.hand_sizes[seat], home)
            return
        acting = seat == view.turn if self.state else seat == view.seat
        size = CARD if home.near else SMALL
        x, y = home.hand
        rows = [shown] if home.near else [shown[:8], shown[8:]]
        for row, names in enumerate(rows):
            gap = 4 if home.near else -15
            places = fan(len(names), home.room, size[0], gap)
            for n, name in enumerate(names):
                covered = not home.near and n + 1 < len(names)
                label = self.say("piece.hand", seat=self.names[seat], card=self.card(name))
                yield Item(
                    f"hand {seat} {name}",
                    round(x + places[n], 1),
                    y + SECOND_ROW * row,
                    face(name, size, covered),
                    label,
                    self.token(f"card:{name}") if acting else "",
                    place=f"hand {seat}",
                    face=name,
                    z=10 + n + 10 * row,
                )

    def pile(self, seat: int) -> Item:
        """Return how many trick cards are before a player; who may get a trick can be clicked."""
        view, token = self.view, ""
        if view.phase is Phase.PILES:
            players = view.game.players
            for action in (Keep(), Give("left"), Give("right")):
                [one] = path(action)
                side = getattr(action, "side", None)
                to = view.turn if side is None else neighbour(view.turn, side, players)
                if to == seat:
                    token = self.token(one)
        word = self.say(f"verb.{'keep' if token == 'do:keep' else 'give'}") if token else ""
        count = view.piles[seat]
        label = self.say("piece.pile", seat=self.names[seat], count=count)
        if word:
            label = f"{word}: {label}"
        return Item(f"pile {seat}", *self.homes[seat].pile, _count(count, word), label, token, z=50)


def signed(points: int) -> str:
    """Return points with their sign.

    >>> signed(-3), signed(4), signed(0)
    ('−3', '+4', '0')
    """
    return f"−{-points}" if points < 0 else f"+{points}" if points else "0"


@cache
def _named(name: str, lang: str) -> str:
    words = named(name)
    return words if isinstance(words, str) else phrase(words, lang)


# --- the art of the board, drawn once for all frames ---------------------------------------------


def _sea() -> str:
    """Return the sea with its waves, and the way that castaways go."""
    waves = "".join(
        f"M{x} {y}q6 -5 12 0t12 0"
        for x, y in (
            (176, 246), (372, 238), (566, 244), (756, 236), (186, 308), (232, 270), (716, 304),
            (748, 268),
        )
    )  # fmt: skip
    onward = "".join(f"M{x + 50} 278h18m-5 -4l5 4l-5 4" for x, _ in ISLANDS)
    return (
        '<rect x="162" y="132" width="636" height="194" rx="18" style="fill:var(--tw-seat1);'
        'fill-opacity:.16;stroke:var(--tw-felt-line);stroke-width:1.5"/>'
        f'<path d="{waves}" style="fill:none;stroke:var(--tw-seat1);stroke-width:1.5"/>'
        f'<path d="{onward}" style="fill:none;stroke:var(--tw-soft);stroke-width:1.5"/>'
    )


SEA = Item("sea", 0, 0, _sea())

HULL = "M-52 -8H52L45 20Q43 27 34 27H-34Q-43 27 -45 20Z"
VERBS: dict[str, tuple[Point, str]] = {
    "do:place-nobody": ((-24, -48), "M0 -9V8M-6 2L0 8L6 2"),
    "do:place-left": ((-51, -48), "M11 0H-11M-4 -7L-11 0L-4 7"),
    "do:place-right": ((3, -48), "M-11 0H11M4 -7L11 0L4 7"),
    "do:pass": ((-24, -48), "M-6 -6L6 6M6 -6L-6 6"),
    "do:swap-left": ((-51, 30), "M-9 -3H9M4 -7L9 -3M-9 4H9M-9 4L-4 8"),
    "do:swap-right": ((3, 30), "M-9 -3H9M4 -7L9 -3M-9 4H9M-9 4L-4 8"),
}
"""What can be done on a ship: where it is drawn, from the captain's seat, and its icon."""
VERB = (48, 28)


@cache
def _verb(icon: str) -> str:
    width, height = VERB
    return (
        f'<rect class="tw-card" width="{width}" height="{height}" rx="8" '
        'style="fill:var(--tw-ground);stroke:var(--tw-act)"/>'
        f'<path transform="translate({width / 2:g} {height / 2:g})" d="{icon}" '
        'style="fill:none;stroke:var(--tw-act);stroke-width:2.2;stroke-linecap:round;'
        'stroke-linejoin:round"/>'
    )


_OUTLINES = tuple(
    '<rect x="-53" y="-50" width="106" height="80" rx="12" '
    f'style="fill:none;stroke:var(--tw-{colour});stroke-width:3{dash}"/>'
    for colour, dash in (("ink", ";stroke-dasharray:2 6;stroke-linecap:round"), ("act", ""))
)
"""Around the ship that a trick is about: so far, and when it is decided."""


@cache
def _hull(colour: str) -> str:
    """Return a ship around its captain's seat: a sail with its sign, and what the seats score."""
    seats = "".join(
        f'<circle cx="{x}" cy="2" r="13" style="fill:var(--tw-ground);stroke:{DARK};'
        f'stroke-width:{2 if x == 0 else 1}"/>'
        + text(x, 7, worth, 12, "middle", fill="var(--tw-soft)")
        for x, worth in zip(SEATS, ("+1", "+5", "+1"), strict=True)
    )
    return (
        f'<path d="M0 -14V-46" style="stroke:{DARK};stroke-width:2"/>'
        f'<path d="M-27 -43Q0 -50 27 -43L23 -15Q0 -21 -23 -15Z" '
        f'style="fill:{paint(colour)};stroke:{DARK}"/>{symbol(colour, 0, -31, 1, DARK)}'
        f'<path d="{HULL}" style="fill:{paint(colour)};stroke:{DARK}"/>{seats}'
    )


@lru_cache(maxsize=4096)
def _ship(n: int, ship: Ship, lang: str, names: tuple[str, ...]) -> Item:
    """Return a ship, with its seats in words."""
    nobody = say("hispaniola.piece.nobody", lang)
    who = {
        where: nobody if seat is None else names[seat]
        for where, seat in zip(NAMES, ship, strict=True)
    }
    name = phrase(ship_named(SHIPS[n]), lang)
    label = say("hispaniola.piece.ship", lang, ship=name, **who)
    return Item(f"ship {n}", *FLEET[n], _hull(SHIPS[n]), label)


@lru_cache(maxsize=4096)
def _crew(n: int, ship: Ship, names: tuple[str, ...]) -> tuple[Item, ...]:
    """Return the pirates on a ship."""
    x, y = FLEET[n]
    return tuple(
        _stands(f"ship {n} {NAMES[k]}", (x + SEATS[k], y + 2), seat, names[seat][:1].upper())
        for k, seat in enumerate(ship)
        if seat is not None
    )


def _stands(place: str, at: Point, seat: int, initial: str, n: int = 0) -> Item:
    """Return a pirate in a place."""
    return Item(
        f"{place} pirate {n}", *at, _pirate(seat, initial), place=place, face=f"pirate {seat}", z=35
    )


@lru_cache(maxsize=4096)
def _archipelago(
    islands: tuple[int | None, ...], lang: str, names: tuple[str, ...]
) -> tuple[Item, ...]:
    """Return the islands and their castaways."""
    items = []
    for n, seat in enumerate(islands):
        who = say("hispaniola.piece.nobody", lang) if seat is None else names[seat]
        label = say("hispaniola.piece.island", lang, number=n + 1, seat=who, points=f"−{n + 1}")
        items.append(Item(f"island {n}", *ISLANDS[n], _island(n), label))
        if seat is not None:
            items.append(_stands(f"island {n}", ISLANDS[n], seat, names[seat][:1].upper()))
    return tuple(items)


@cache
def _island(n: int) -> str:
    """Return an island with a palm, and what it costs to be there."""
    return (
        '<path d="M-40 12Q-36 -6 -14 -14Q10 -22 26 -10Q42 0 40 12Q20 22 0 21Q-24 22 -40 12Z" '
        f'style="fill:var(--tw-seat3);fill-opacity:.5;stroke:{DARK};stroke-width:1"/>'
        '<path d="M26 6Q30 -8 25 -20" style="fill:none;stroke:var(--tw-ink);stroke-width:2"/>'
        '<path d="M25 -20Q16 -27 11 -19M25 -20Q23 -30 15 -29M25 -20Q33 -30 38 -24M25 -20Q36 -22 '
        '37 -13" style="fill:none;stroke:var(--tw-seat2);stroke-width:2.5;stroke-linecap:round"/>'
        '<circle r="13" style="fill:var(--tw-ground);fill-opacity:.7;stroke:var(--tw-line);'
        'stroke-dasharray:3 3"/>' + text(0, 40, f"−{n + 1}", 18, "middle", 600)
    )


@cache
def _slot(colour: str) -> str:
    """Return the place where a card can lie."""
    width, height = LARGE
    return (
        f'<rect x="1" y="1" width="{width - 2}" height="{height - 2}" rx="6" style="fill:none;'
        f'stroke:var(--tw-{colour});stroke-width:2;stroke-dasharray:6 5"/>'
    )


@lru_cache(maxsize=512)
def _whose(seat: int, name: str) -> str:
    """Return below a place in the middle whose card lies or will lie there."""
    return f'<g transform="scale(.72)">{seat_sign(seat, name)}</g>'


NOW = '<circle r="15" style="fill:none;stroke:var(--tw-act);stroke-width:3"/>'
"""Around the sign of who is to bid or to play."""


@cache
def _best(word: str) -> str:
    """Return what makes the best card stand out: a frame, and a word below its owner."""
    width, height = LARGE
    return (
        f'<rect x="-3" y="-3" width="{width + 6}" height="{height + 6}" rx="9" '
        'style="fill:none;stroke:var(--tw-good);stroke-width:3.5"/>'
        + text(width / 2, height + 49, word, 14, "middle", 600, "var(--tw-good)")
    )


@cache
def _back_with(name: str) -> str:
    """Return a bid that lies face down but is known."""
    width, height = LARGE
    return (
        face(HIDDEN, LARGE)
        + f'<rect x="12" y="22" width="{width - 24}" height="{height - 44}" rx="8" '
        'style="fill:var(--tw-card);stroke:var(--tw-line)"/>'
        + text(width / 2, 42, NUMBER[name], 18, "middle", 600, "var(--tw-card-ink)")
        + symbol(name[0], width / 2, 52, 0.7)
    )


@lru_cache(maxsize=64)
def _sign(colour: str, head: str, word: str, large: bool = False) -> str:
    """Return a colour that matters now: its sign, what it is, and its name."""
    half, size = (22, 18) if large else (14, 14)
    if colour:
        art = (
            f'<rect x="0" y="0" width="{2 * half}" height="{2 * half}" rx="8" '
            f'style="fill:{paint(colour)};stroke:{DARK}"/>'
        ) + symbol(colour, half, half, half / 13, DARK)
    else:
        art = (
            f'<rect x="1" y="1" width="{2 * half - 2}" height="{2 * half - 2}" rx="8" '
            'style="fill:none;stroke:var(--tw-line);stroke-width:1.5;stroke-dasharray:5 4"/>'
        )
    x = 2 * half + 10
    if width_of(word, size) > 142 - x:
        size = 14
    return (
        art
        + text(x, half - 4, head, 12, fill="var(--tw-soft)")
        + text(x, half + size - 3, fitted(word, size, 142 - x), size, weight=600)
    )


@lru_cache(maxsize=4096)
def _score(seat: int, name: str, total: int, now: int, leads: bool) -> str:
    """Return a player's line among the points."""
    return (
        f'<g transform="translate(14 0) scale(.6)">{seat_sign(seat, name)}</g>'
        + text(76, 6, signed(total), 18, "end", 700 if leads else 400)
        + text(140, 5, signed(now), 14, "end", fill="var(--tw-soft)")
    )


@cache
def _dealer(letter: str) -> str:
    """Return the dealer's mark."""
    return '<circle r="10" style="fill:var(--tw-ink)"/>' + text(
        0, 5, letter, 14, "middle", 700, "var(--tw-ground)"
    )


@lru_cache(maxsize=1024)
def _stock(seat: int, count: int, home: Home, initial: str) -> tuple[Item, ...]:
    """Return the pirates that a player has in stock, in two rows."""
    x, y = home.stock
    columns = max(5, (count + 1) // 2)
    step = min(STOCK_STEP, (STOCK_ROOM - 22) / (columns - 1))
    return tuple(
        _stands(
            f"stock {seat}",
            (round(x + 11 + step * (n % columns), 1), y + 11 + 24 * (n // columns)),
            seat,
            initial,
            n,
        )
        for n in range(count)
    )


@lru_cache(maxsize=1024)
def _pile(seat: int, count: int, home: Home, players: int) -> tuple[Item, ...]:
    """Return the trick cards before a player, trick by trick."""
    return _face_down(f"pile {seat}", home.pile, [FLOW * (n // players) for n in range(count)])


@lru_cache(maxsize=1024)
def _backs(seat: int, count: int, home: Home) -> tuple[Item, ...]:
    """Return a hand that nobody else sees."""
    return _face_down(f"hand {seat}", home.hand, fan(count, min(home.room, HANDS), SMALL[0], -14))


def _face_down(place: str, at: Point, offsets: Sequence[float]) -> tuple[Item, ...]:
    x, y = at
    return tuple(
        Item(
            f"{place} back {n}",
            round(x + offset, 1),
            y,
            face(HIDDEN, SMALL),
            place=place,
            face=HIDDEN,
            z=10 + n,
        )
        for n, offset in enumerate(offsets)
    )


@cache
def _count(count: int, word: str) -> str:
    """Return how many cards a pile has, or that it can be given what was won."""
    empty = (
        f'<rect x="1" y="1" width="{SMALL[0] - 2}" height="{SMALL[1] - 2}" rx="4" '
        'style="fill:none;stroke:var(--tw-line);stroke-width:1.5;stroke-dasharray:5 4"/>'
    )
    art = ("" if count else empty) + text(79, 30, count, 18, weight=600)
    if not word:
        return art
    return (
        '<rect class="tw-card" x="-4" y="-4" width="106" height="54" rx="8" '
        'style="fill:transparent;stroke:var(--tw-act)"/>'
        '<rect x="0" y="12" width="74" height="22" rx="11" style="fill:var(--tw-act)"/>'
        + text(37, 27, word, 14, "middle", 600, "var(--tw-ground)")
        + art.replace(empty, "")
    )


# --- how pirates move ----------------------------------------------------------------------------


def movements(view: View, action: Action) -> tuple[tuple[str, str], ...]:
    """Return from which place to which each pirate moves when an action is played. HI-7 to HI-9."""
    if isinstance(action, Swap):
        ship = f"ship {ship_of(view.trick)}"
        return (
            (f"{ship} captain", f"{ship} {action.side}"),
            (f"{ship} {action.side}", f"{ship} captain"),
        )
    if not isinstance(action, Place):
        return ()
    n, pirate = ship_of(view.trick), view.turn
    way = [f"stock {pirate}", f"ship {n} captain"]
    if view.ships[n][CAPTAIN] is not None:
        way.append(f"ship {n} {action.push}")
        _, wet = boarded(view.ships[n], pirate, action.push)
        if wet is not None:
            free = view.islands.index(None) if None in view.islands else len(view.islands)
            way += [f"island {k}" for k in range(min(free + 1, len(view.islands)))]
            _, home = overboard(view.islands, wet)
            if home is not None:
                way.append(f"stock {home}")
    return tuple(pairwise(way))


def way(was: Item, now: Item) -> tuple[Point, ...]:
    """Return the points a pirate passes: each waits where it is until the one before has come."""
    if not was.face.startswith("pirate"):
        return ()
    here = (was.x, was.y)
    start, end = was.place.split(), now.place.split()
    match start, end:
        case ["ship", _, "captain"], ["ship", *_]:
            return (here,)
        case ["ship", *_], ["island", *_]:
            return (here,) * 2
        case ["island", n], ["island" | "stock", *_]:
            return (here,) * (3 + int(n))
    return ()


# --- the odds ------------------------------------------------------------------------------------

GRID = (34.0, 92.0)
"""Where the cards begin: a row is a colour, a column a number."""
ROW = 30
NONE_Y = 286
"""Where the table of colours that hands may lack begins."""
ASKED_Y = 478
"""Where the chances of a chosen card stand."""


def odds(view: View, lang: str = "en", names: Sequence[str] | None = None) -> Scene:
    """Return the cards by colour and number, the seen ones faded, and who may lack which colour."""
    called = tuple(seat_names(lang) if names is None else names)[: view.game.players]
    hidden = frozenset(unseen(view))
    items = [*_words(len(hidden), view.seat is None, lang)]
    items += _grid(view, hidden, lang)
    items += _lacking(view, lang, called)
    items += _asked(view, lang)
    title = say("hispaniola.odds.title", lang, total=len(view.game.cards), count=len(hidden))
    return Scene(ODDS, title, tuple(items))


@lru_cache(maxsize=256)
def _words(total: int, public: bool, lang: str) -> tuple[Item, ...]:
    """Return how many cards are unseen, and what the signs mean."""
    art = text(0, 0, total, 36, weight=600)
    art += text(10 + 22 * len(str(total)), 0, say("hispaniola.odds.unseen", lang), 14)
    items = [Item("total", 8, 40, art)]
    for n, sign in enumerate(SEEN[public:]):
        art = f'<g transform="translate(6 -5)">{SIGNS[sign]}</g>'
        art += text(20, 0, say(f"hispaniola.odds.{sign}", lang), 14)
        items.append(Item(f"legend {sign}", 226, 22 + 22 * n, art))
    return tuple(items)


SEEN = ("hand", "table", "discard")
"""Where a seen card is: in my hand, on the table, or in a pile."""


def mark(name: str) -> str:
    """Return the key of a card in the picture of the deck."""
    return name


def marks(view: View, cards: Collection[str]) -> frozenset[str]:
    """Return the keys of these cards in the picture of the deck."""
    return frozenset(map(mark, cards))


def _grid(view: View, hidden: frozenset[str], lang: str) -> Iterator[Item]:
    """Yield every card in play: a row is a colour, and at its end the number of unseen ones."""
    table = {*view.trick, *(view.bids[-1] if view.bids and not view.tricks else ())}
    mine = {*view.hand, view.bid}
    deck = view.game.cards
    for name in deck:
        if name in hidden:
            yield from _in_the_deck(deck, name, "")
        else:
            sign = "hand" if name in mine else "table" if name in table else "discard"
            yield from _in_the_deck(deck, name, sign)
    for row, colour in enumerate(COLOURS):
        left = sum(name[0] == colour for name in hidden)
        y = GRID[1] + ROW * row
        label = say(
            "hispaniola.odds.row", lang, colour=phrase(colour_named(colour), lang), count=left
        )
        yield Item(f"colour {colour}", 17, y + 13, symbol(colour, 0, 0, 1.1), label)
        art = text(0, 0, left, 14, "end", 600)
        yield Item(f"left {colour}", 356, y + 18, art)
    if view.trump:
        y = GRID[1] + ROW * COLOURS.index(view.trump) - 2
        art = (
            '<rect width="358" height="30" rx="6" '
            'style="fill:none;stroke:var(--tw-ink);stroke-width:2"/>'
        )
        yield Item("trump", 1, y, art, say("hispaniola.table.trump", lang), z=2)


@lru_cache(maxsize=4096)
def _in_the_deck(deck: tuple[str, ...], name: str, sign: str) -> tuple[Item, ...]:
    """Return a card in the picture of the deck, faded and with a sign if it has been seen."""
    places, width = _cells(deck)
    x, y = places[name]
    if not sign:
        return (Item(mark(name), x, y, _cell(name, width)),)
    faded = Item(mark(name), x, y, _cell(name, width), classes="tw-faded")
    return faded, Item(f"sign {name}", round(x + width / 2, 1), y + 13, _seen(sign), z=1)


@cache
def _cells(cards: tuple[str, ...]) -> tuple[dict[str, Point], float]:
    """Return where each card stands, and how wide the cards are."""
    numbers = sorted({NUMBER[name] for name in cards})
    step = min(34.0, 300 / len(numbers))
    x, y = GRID
    places = {
        name: (round(x + step * numbers.index(NUMBER[name]), 1), y + ROW * COLOURS.index(name[0]))
        for name in cards
    }
    return places, step - 2


@cache
def _cell(name: str, width: float) -> str:
    """Return a card as small as can be, with the lines that show when it is marked."""
    w, right = number(width), number(width - 1)
    lines = f"M1 13L{number(width / 2)} 1M1 25L{right} 1M{number(width / 2)} 25L{right} 13"
    return (
        f'<rect width="{w}" height="26" rx="4" style="fill:var(--tw-card)"/>'
        f'<rect class="tw-card" width="{w}" height="26" rx="4" '
        f'style="fill:{paint(name[0])};fill-opacity:.32;stroke:var(--tw-line)"/>'
        f'<path class="tw-hurt-lines" d="{lines}"/>'
        + text(width / 2, 18, NUMBER[name], 14 if width > 19 else 12, "middle", 600)
    )


@cache
def _seen(sign: str) -> str:
    return f'<g transform="scale(.8)">{SIGNS[sign]}</g>'


@lru_cache(maxsize=2000)
def _chances_of_none(view: View) -> tuple[tuple[int, tuple[Fraction, ...]], ...]:
    """Return for each other seat the chances that it holds none of each colour."""
    by_colour = [holding_none(view, colour) for colour in COLOURS]
    return tuple((seat, tuple(chances[seat] for chances in by_colour)) for seat in others(view))


def _lacking(view: View, lang: str, names: tuple[str, ...]) -> Iterator[Item]:
    """Yield for each hidden hand how likely it lacks each colour; what has been shown is framed."""
    if not any(view.hand_sizes):
        return
    yield from _lacking_heads(lang)
    for n, (seat, chances) in enumerate(_chances_of_none(view)):
        y = NONE_Y + 44 + 27 * n
        size = view.hand_sizes[seat]
        yield Item(f"hand {seat}", 0, y, _hand_of(seat, names[seat], size))
        shares = tuple(percent(chance, lang, 0) for chance in chances)
        art = _shares(shares, tuple(colour in view.voids[seat] for colour in COLOURS))
        label = say(
            "hispaniola.odds.lacks",
            lang,
            seat=names[seat],
            chances=", ".join(
                f"{phrase(colour_named(colour), lang)} {share}"
                for colour, share in zip(COLOURS, shares, strict=True)
            ),
        )
        yield Item(f"lacks {seat}", 0, y, art, label)


COLUMN = (146, 42)
"""Where the colours stand above the table of those that hands may lack."""


@cache
def _lacking_heads(lang: str) -> tuple[Item, ...]:
    signs = "".join(symbol(c, COLUMN[0] + COLUMN[1] * n, 18, 0.8) for n, c in enumerate(COLOURS))
    heading = text(4, -6, say("hispaniola.odds.none", lang), 14, weight=600)
    note = text(4, 22, say("hispaniola.odds.shown", lang), 12, fill="var(--tw-soft)")
    return (Item("lacking", 0, NONE_Y, heading + signs + note),)


@lru_cache(maxsize=1024)
def _hand_of(seat: int, name: str, size: int) -> str:
    return (
        f'<g transform="translate(14 0) scale(.62)">{seat_sign(seat, name)}</g>'
        + text(30, 5, fitted(name, 14, 62), 14)
        + text(122, 5, f"×{size}", 14, "end", 600)
    )


@lru_cache(maxsize=4096)
def _shares(shares: tuple[str, ...], shown: tuple[bool, ...]) -> str:
    frames, words = "", ""
    for n, (share, void) in enumerate(zip(shares, shown, strict=True)):
        x = COLUMN[0] + COLUMN[1] * n
        words += f'<tspan x="{x}">{plain(share)}</tspan>'
        if void:
            frames += f"M{x - 20} -11h40v22h-40z"
    if frames:
        frames = f'<path d="{frames}" style="fill:none;stroke:var(--tw-ink);stroke-width:1.5"/>'
    return f'{frames}<text y="5" font-size="12" text-anchor="middle">{words}</text>'


QUESTIONS = {"bid": ("decides", "again"), "play": ("wins", "third", "trumped")}
"""What is said of a chosen card."""


@lru_cache(maxsize=4096)
def _answers(view: View, action: Action) -> tuple[Fraction, ...]:
    """Return the chances that are shown of a card of mine: see QUESTIONS."""
    chances = results(view, action)
    if isinstance(action, Play):
        name = action.card
        return 1 - chances["loses"], third_colour(view, name), trumped(view, name)
    return chances["decides"], chances["again"]


def _asked(view: View, lang: str) -> Iterator[Item]:
    """Yield what is shown only while a card is chosen: its chances as numbers and bars."""
    actions = [action for action in _actions(view) if isinstance(action, Bid | Play)]
    if not actions:
        return
    yield _asked_heads(actions[0].code, lang)
    for action in actions:
        chances = _answers(view, action)
        bars = "".join(
            f"M4 {ASKED_Y + 8 + 32 * n}h{round(348 * chance)}" for n, chance in enumerate(chances)
        )
        art = f'<path d="{bars}" style="stroke:var(--tw-act);stroke-width:6"/>' + "".join(
            text(352, ASKED_Y + 32 * n, percent(chance, lang), 18, "end", 600)
            for n, chance in enumerate(chances)
        )
        yield Item(f"chosen {action.card}", 0, 0, f'<g class="tw-if-marked">{art}</g>')


@cache
def _asked_heads(code: str, lang: str) -> Item:
    """Return the words beside the chances of a chosen card."""
    lines = "".join(
        text(4, ASKED_Y + 32 * n, say(f"hispaniola.odds.{key}", lang), 14)
        + f'<path d="M4 {ASKED_Y + 8 + 32 * n}h348" '
        'style="stroke:var(--tw-felt-line);stroke-width:6"/>'
        for n, key in enumerate(QUESTIONS[code])
    )
    return Item("asked", 0, 0, f'<g class="tw-if-marked">{lines}</g>')


# --- what can be done ----------------------------------------------------------------------------


def options(view: View, lang: str = "en", names: Sequence[str] | None = None) -> tuple[Option, ...]:
    """Return every legal action of the seat, with what may come of it; nothing out of turn."""
    total = len(unseen(view))
    return tuple(_option(view, action, total, lang, names) for action in _actions(view))


def _option(
    view: View, action: Action, total: int, lang: str, names: Sequence[str] | None
) -> Option:
    label = name_action(view.game, action, lang, names)
    if not isinstance(action, Bid | Play):
        mine = _points_after(view, action)
        question = say("hispaniola.question.points", lang, points=signed(mine))
        return Option(path(action), label, question)
    chances = results(view, action)
    marked = in_the_way(view, action)
    key, asked = ("bid", "decides") if isinstance(action, Bid) else ("play", "loses")
    if key == "play" and best_card((*view.trick, action.card), view.trump) < len(view.trick):
        key, marked = "beaten", ()
    return Option(
        path=path(action),
        label=label,
        question=say(
            f"hispaniola.question.{key}",
            lang,
            card=_named(action.card, lang),
            marked=len(marked),
            total=total,
        ),
        risk=chances[asked],
        marks=(*map(mark, marked), "asked", f"chosen {action.card}"),
        results=tuple(
            (code, say(f"hispaniola.result.{code}", lang), chance)
            for code, chance in chances.items()
        ),
        asked=asked,
    )


def in_the_way(view: View, action: Bid | Play) -> tuple[str, ...]:
    """Return the unseen cards that would beat a card of mine, or spoil its bid."""
    if isinstance(action, Play):
        return beaters(view, action.card)
    least = NUMBER[action.card]
    return tuple(name for name in unseen(view) if NUMBER[name] >= least)


def _points_after(view: View, action: Action) -> int:
    """Return what the hand would bring me if it ended after an action on the board.

    What lies open is the same in every world that fits the view, so any world will do.
    """
    state = view.game.play(_world(view), action)
    return sum(points[view.turn] for points in parts(state))


@lru_cache(maxsize=4)
def _world(view: View) -> State:
    return view.game.imagine(view, Random(0))
