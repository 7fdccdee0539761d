"""Auberge des Pirates drawn: the table.

Everything is drawn from what one seat knows, so no picture can show more; only the teacher's table
is given the whole state.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from gamelib.auberge.odds import paired
from gamelib.auberge.rules import Phase, State, View
from gamelib.counting import cards
from gamelib.texts import listing, say, seat_names
from widgets.auberge.art import VERBS, back_with, eye
from widgets.auberge.places import DISCARD, PAIRED, PAIRED_WIDTH, PILE, VERBS_AT, zones
from widgets.auberge.tokens import tokens
from widgets.scene import (
    BOARD,
    CARD,
    HIDDEN,
    SMALL,
    SMALLEST,
    Item,
    Scene,
    fitted,
    width_of,
)
from widgets.tabletop import (
    BUTTON,
    FELT,
    Piece,
    Zone,
    button,
    cards_before,
    hand,
    heaps,
    pill,
    plate,
    tag,
)


def board(
    view: View, lang: str = "en", names: Sequence[str] | None = None, state: State | None = None
) -> Scene:
    """Return the table as a seat sees it; with a `state`, as the teacher does: all hands open."""
    players = view.game.players
    called = seat_names(lang) if names is None else names
    bottom = 0 if view.seat is None or state is not None else view.seat
    table = _Table(view, state, lang, called, tokens(view, state))
    items = [FELT, *heaps(PILE, DISCARD, view.pile_size, cards(view.discard), lang), *table.verbs()]
    for place, zone in enumerate(zones(players)):
        items += table.player((bottom + place) % players, zone, near=place == 0)
    items += table.pair()
    return Scene(BOARD, say("auberge.name", lang), tuple(items))


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
                at = (VERBS_AT[0] + n * (BUTTON[0] + 6), VERBS_AT[1])
                yield button(f"do {verb}", at, token, self.say(f"verb.{verb}"), icon)

    def pair(self) -> Iterator[Item]:
        """Yield what tells the seat in view, and nobody else, that it has a pair."""
        if self.state is not None or self.view.phase is Phase.OVER:
            return
        if values := paired(self.view):
            pairs = listing((f"{value}+{value}" for value in values), self.lang)
            words = self.say("piece.paired", cards=pairs)
            shown = fitted(words, SMALLEST, PAIRED_WIDTH - 20)
            art = pill(width_of(shown, SMALLEST) / 2 + 10, 0, shown, "hurt")
            yield Item("paired", *PAIRED, art, words, z=2)

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
            pieces.append(Piece(face, label, action, eye(size) if known else ""))
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
        return Piece(str(value), f"{label}: {value}", art=back_with(value))
