"""Hispaniola drawn: the fleet and the islands, the trick, the hands.

Everything is drawn from what one seat knows, so no picture can show more; only the teacher's table
is given the whole state.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from gamelib.hispaniola.cards import best_card, colour_named, ship_of, trump_bid
from gamelib.hispaniola.odds import points_now
from gamelib.hispaniola.rules import Give, Keep, Phase, State, View, navigation, neighbour, scores
from gamelib.texts import name_action, phrase, say, seat_names
from widgets.hispaniola.art import (
    NOW,
    OUTLINES,
    SEA,
    VERBS,
    archipelago,
    back_with,
    best_frame,
    card_named,
    chip,
    colour_sign,
    crew,
    dealer_mark,
    face,
    give_button,
    held,
    hidden_hand,
    pile_count,
    pile_items,
    score_line,
    ship_item,
    signed,
    slots_art,
    stock_items,
    verb,
)
from widgets.hispaniola.places import (
    BIDS_WIDTH,
    CHIP,
    CHIP_STEP,
    CHIPS,
    FLEET,
    HAND_WIDTH,
    HOMES,
    SCORES,
    SIGN_Y,
    TRICK_Y,
    TRUMP,
    Home,
    slots,
)
from widgets.hispaniola.tokens import path, tokens
from widgets.scene import BOARD, HIDDEN, LARGE, Item, Point, Scene, seat_sign, text
from widgets.tabletop import FELT, PLATE, fan, plate, tag


def board(
    view: View, lang: str = "en", names: Sequence[str] | None = None, state: State | None = None
) -> Scene:
    """Return the table as a seat sees it; with a `state`, as the teacher does: all hands open."""
    players = view.game.players
    called = tuple(seat_names(lang) if names is None else names)[:players]
    bottom = 0 if view.seat is None or state is not None else view.seat
    homes = tuple(HOMES[players][(seat - bottom) % players] for seat in range(players))
    table = _Table(view, state, lang, called, tokens(view, state), homes)
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
        return card_named(name, self.lang)

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
            yield ship_item(n, ship, self.lang, self.names)
            yield from crew(n, ship, self.names)
        if about is None:
            return
        acting = view.phase is Phase.NAVIGATION
        yield Item("about", *FLEET[about], OUTLINES[acting], z=1)
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
                yield Item(token, x + left, y + top, verb(icon), label, token, z=40)

    def islands(self) -> Iterator[Item]:
        """Yield the islands, what they cost, and who is there."""
        yield from archipelago(self.view.islands, self.lang, self.names)

    # The middle: bids or the trick

    def middle(self) -> Iterator[Item]:
        """Yield the cards in the middle: bids until the first card is led, then the trick."""
        view, players = self.view, self.view.game.players
        order = [(view.leader + n) % players for n in range(players)]
        bidding = view.phase is Phase.TRUMP or self.shown_last()
        yield Item("slots", 0, 0, slots_art(players))
        for n, seat in enumerate(order):
            x = slots(players)[n] + LARGE[0] / 2
            yield Item(f"whose {n}", x, SIGN_Y, seat_sign(seat, self.names[seat]))
            if seat == view.turn and view.phase in (Phase.TRUMP, Phase.TRICK):
                yield Item("now", x, SIGN_Y, NOW[not self.shown_last()], z=2)
        if bidding:
            yield from self.bids_in_the_middle(order)
            return
        best = best_card(view.trick, view.trump) if view.trick else None
        for n, name in enumerate(view.trick):
            label = self.say("piece.trick", seat=self.names[order[n]], card=self.card(name))
            at = (slots(players)[n], TRICK_Y)
            yield Item(f"trick {n}", *at, face(name), label, place="trick", face=name, z=20 + n)
        if best is not None:
            over = len(view.trick) == players
            word = self.say("piece.won" if over else "piece.best")
            at = (slots(players)[best], TRICK_Y)
            yield Item("best", *at, best_frame(word), word, z=30)

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
                yield self.bid(seat, shown[seat], at, face(shown[seat]))
                if shown[seat] == decides:
                    word = self.say("piece.decides")
                    yield Item("best", *at, best_frame(word), word, z=30)
            elif view.has_bid[seat]:
                name = view.bid if seat == view.seat else None
                if self.state is not None:
                    name = self.state.secret[seat]
                label = self.say("piece.face_down", seat=self.names[seat])
                art = face(HIDDEN)
                if name is not None:
                    label, art = f"{label}: {self.card(name)}", back_with(name)
                yield Item(
                    f"bid {seat}", *at, art, label, place=f"bid {seat}", face=name or HIDDEN, z=20
                )

    def bid(self, seat: int, name: str, at: Point, art: str) -> Item:
        """Return a bid that lies open."""
        label = self.say("piece.bid", seat=self.names[seat], card=self.card(name))
        return Item(f"bid {seat} {name}", *at, art, label, place=f"bid {seat}", face=name, z=20)

    def signs(self) -> Iterator[Item]:
        """Yield the trump, and what colour was led."""
        view = self.view
        x, y = TRUMP
        trump = view.trump
        word = phrase(colour_named(trump), self.lang) if trump else self.say("table.no_trump")
        yield Item("trump", x, y, colour_sign(trump or "", self.say("table.trump"), word))
        if view.trick:
            led = view.trick[0][0]
            word = phrase(colour_named(led), self.lang)
            yield Item("led", x, y + 52, colour_sign(led, self.say("table.led"), word))

    def scores(self) -> Iterator[Item]:
        """Yield which hand it is, and everybody's points: so far, and if this hand ended now."""
        view, (x, y) = self.view, SCORES
        over = view.phase in (Phase.DEAL, Phase.OVER)
        hand = max(1, len(view.sheet) + (not over))
        title = self.say("table.hand", hand=hand, total=view.game.hands_to_play)
        sheet = (
            f'<rect x="-6" y="-6" width="176" height="{50 + 25 * len(self.names)}" rx="8" '
            'style="fill:var(--tw-ground);stroke:var(--tw-felt-line)"/>'
        )
        yield Item("sheet", x, y, sheet)
        heads = text(80, 37, self.say("table.total"), 17, "end", fill="var(--tw-soft)")
        heads += text(164, 37, self.say("table.now"), 17, "end", fill="var(--tw-soft)")
        yield Item("points", x, y, heads)
        yield Item("hand", x, y, text(0, 14, title, 17, weight=600))
        totals = scores(view.sheet, view.game.players)
        now = (view.sheet[-1] if view.sheet else ()) if over else points_now(view)
        best = max(totals)
        for seat, total in enumerate(totals):
            mine = now[seat] if now else 0
            label = self.say(
                "piece.points", seat=self.names[seat], total=signed(total), now=signed(mine)
            )
            leads = total == best and bool(view.sheet)
            art = score_line(seat, self.names[seat], total, mine, leads)
            yield Item(f"points {seat}", x, y + 57 + 25 * seat, art, label)

    # The players

    def player(self, seat: int) -> Iterator[Item]:
        """Yield a player's plate and tag, hand, stock, pile and earlier bids."""
        view, home, status = self.view, self.homes[seat], self.status(seat)
        art = plate(seat, self.names[seat])
        yield Item(f"seat {seat}", *home.plate, art, self.about(seat, status), z=2)
        if seat == view.dealer:
            x, y = home.plate
            art = dealer_mark(self.say("table.dealer"))
            label = self.say("piece.dealer", seat=self.names[seat])
            yield Item("dealer", x + PLATE[0] - 8, y + 8, art, label, z=3)
        if status:
            key = f"win {seat}" if status == "win" else "turn"
            art = tag(self.say(f"tag.{status}"), "good" if status == "win" else "act", True)
            yield Item(key, *home.plate, art, z=1)
        yield from self.hand(seat)
        yield from stock_items(seat, view.stocks[seat], view.game.pirates, home)
        yield from pile_items(seat, view.piles[seat], home, view.game.players)
        yield from self.pile(seat)
        rounds = view.bids[:-1] if self.shown_last() else view.bids
        if rounds:
            places = fan(len(rounds), BIDS_WIDTH, CHIP[0], 2)
            for x, bids in zip(places, rounds, strict=True):
                at = (home.bids[0] + round(x, 1), home.bids[1])
                yield self.bid(seat, bids[seat], at, chip(bids[seat]))

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
            yield from hidden_hand(seat, view.hand_sizes[seat], view.game.hand_size, home)
            return
        acting = seat == view.turn if self.state else seat == view.seat
        lying = _in_a_row(len(shown)) if home.near else _in_rows(len(shown))
        for n, (name, (x, y)) in enumerate(zip(shown, lying, strict=True)):
            label = self.say("piece.hand", seat=self.names[seat], card=self.card(name))
            yield Item(
                f"hand {seat} {name}",
                round(home.hand[0] + x, 1),
                home.hand[1] + y,
                held(name) if home.near else chip(name),
                label,
                self.token(f"card:{name}") if acting else "",
                place=f"hand {seat}",
                face=name,
                z=10 + n,
            )

    def pile(self, seat: int) -> Iterator[Item]:
        """Yield how many trick cards are before a player, and what lets the trick go there."""
        view, home = self.view, self.homes[seat]
        count = view.piles[seat]
        label = self.say("piece.pile", seat=self.names[seat], count=count)
        yield Item(f"pile {seat}", *home.pile, pile_count(count, view.game.players), label, z=50)
        for action in (Keep(), Give("left"), Give("right")):
            [token] = path(action)
            side = getattr(action, "side", None)
            to = view.turn if side is None else neighbour(view.turn, side, view.game.players)
            if to == seat and self.token(token):
                word = self.say(f"verb.{action.code}")
                yield Item(token, *home.give, give_button(word), f"{word}: {label}", token, z=50)


@cache
def _in_a_row(count: int) -> tuple[Point, ...]:
    """Return where the cards of the hand at the bottom lie."""
    return tuple((x, 0.0) for x in fan(count, HAND_WIDTH, LARGE[0]))


@cache
def _in_rows(count: int) -> tuple[Point, ...]:
    """Return where the cards of another's open hand lie; many lie over each other."""
    right, down = CHIP_STEP
    in_row = max(CHIPS, -(-count // 3))
    right = min(right, right * (CHIPS - 1) / (in_row - 1))
    return tuple((right * (n % in_row), down * (n // in_row)) for n in range(count))
