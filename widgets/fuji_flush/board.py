"""Fuji Flush drawn: the table with its groups.

Everything is drawn from what one seat knows, so no picture can show more; only the teacher's table
is given the whole state.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from gamelib.counting import cards
from gamelib.fuji_flush.odds import combinations
from gamelib.fuji_flush.rules import Phase, State, View
from gamelib.texts import say, seat_names
from widgets.fuji_flush.art import VERB, band, empty_place, link, power_sign
from widgets.fuji_flush.places import DISCARD, MIDDLE, PILE, PUSH, zones
from widgets.fuji_flush.tokens import tokens
from widgets.scene import BOARD, CARD, HIDDEN, LARGE, SMALL, Item, Scene
from widgets.tabletop import COUNT, FELT, Piece, Zone, button, cards_before, hand, heaps, plate, tag

ROW = 25
"""The height of a line in the middle of the table, where the powers stand."""
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
    table = _Table(view, state, lang, called, tokens(view, state), places)
    items = [
        FELT,
        *heaps(PILE, DISCARD, view.pile_size, cards(view.discard), lang),
        *table.verbs(),
        *table.groups(),
    ]
    for seat in range(players):
        items += table.player(seat, near=seat == bottom)
    return Scene(BOARD, say("fuji_flush.name", lang), tuple(items))


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
            art = power_sign(strength, value, count)
            yield Item(f"power {value}", MIDDLE[0], y, art, label, z=3)
            if count > 1:
                fronts = zip(self.zones, self.view.fronts, strict=True)
                lines = "".join(link(y, zone) for zone, front in fronts if front == value)
                yield Item(f"links {value}", 0, 0, band(lines, DASHES[linked % 4]), z=1)
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
        else:  # open cards can be counted: they may lie where their number would be
            laid = hand(zone._replace(hand_width=zone.hand_width + COUNT), seat, pieces, size)
            yield from (item for item in laid if item.face)

    def before(self, seat: int) -> Iterator[Item]:
        """Yield the card before a player, or the place for one."""
        front, zone = self.view.fronts[seat], self.zones[seat]
        if front is None:
            due = seat == self.view.turn and self.view.phase is Phase.PLAY
            yield Item(
                f"place {seat}", zone.x, zone.table_y, empty_place("act" if due else "felt-line")
            )
            return
        label = self.say("piece.table", seat=self.names[seat], card=front)
        yield from cards_before(zone, seat, [Piece(str(front), label, f"front:{seat}")], LARGE)
