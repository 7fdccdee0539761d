"""The odds of Fuji Flush drawn: the deck by value, and what the values are worth together.

Every number here comes from `gamelib.fuji_flush.odds`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from math import ceil
from typing import NamedTuple

from gamelib.counting import Counts, cards
from gamelib.fuji_flush.odds import combinations, unseen
from gamelib.fuji_flush.rules import View
from gamelib.texts import say
from widgets.fuji_flush.art import CELL, cell_frame, plus, seen_card, small_card
from widgets.scene import ODDS, SMALLEST, Item, Scene, coord, text
from widgets.tabletop import SIGNS

TOP, HEIGHT, ROW = 94, 418, 30
"""Where the rows begin, how much space they have, and how high one is at most."""
CHIPS = 36
"""Where the cards of a row begin; its value stands before them."""
RIGHT = 356
"""Where the powers end."""
LINE = 24
"""The height of a line of words."""
USUAL = 4
"""For how many equal cards there are powers; more, if more of them lie on the table."""


class _Deck(NamedTuple):
    """A deck about to be drawn: a row for each value, its cards at the left, its powers right."""

    view: View
    lang: str
    left: Counts
    values: tuple[int, ...]
    most: int
    """For how many equal cards there are powers."""

    def say(self, key: str, **values: object) -> str:
        return say(f"fuji_flush.odds.{key}", self.lang, **values)

    @property
    def signs(self) -> tuple[str, ...]:
        """Where the cards are that are seen, as the signs say."""
        return ("table", "discard") if self.view.seat is None else ("hand", "table", "discard")

    @property
    def corner(self) -> bool:
        """Tell whether there is space for words within: the real deck is a triangle."""
        few = self.values[-ceil(LINE * len(SIGNS) / (HEIGHT / len(self.values))) :]
        return self.most <= USUAL and max(self.view.game.deck[value] for value in few) <= 3

    @property
    def step(self) -> float:
        """How high a row is."""
        height = HEIGHT if self.corner else HEIGHT - LINE * len(self.signs)
        return min(ROW, height / len(self.values))

    def worded(self, value: int) -> bool:
        """Tell whether a row has words: where rows are low, there is no space for all."""
        return self.values.index(value) % ceil((SMALLEST + 1) / self.step) == 0

    def top(self, value: int) -> float:
        """Return how far down the row of a value begins."""
        return TOP + self.step * self.values.index(value)

    def middle(self, value: int) -> float:
        return self.top(value) + self.step / 2

    def cell(self, count: int) -> float:
        """Return where the cell begins that has the power of so many cards."""
        return RIGHT - CELL * (self.most - count + 1)

    def powers_of(self, value: int) -> range:
        """Return for how many cards of a value there are powers."""
        return range(1, min(self.most, self.view.game.deck[value]) + 1)

    @property
    def chip(self) -> tuple[float, float]:
        """Return how large the cards are, with the gaps between them."""
        space = self.cell(1) - 8 - CHIPS
        return min(15.0, space / max(self.view.game.deck)), self.step - 3

    @property
    def foot(self) -> float:
        """Return where the first line below the rows stands."""
        return self.top(self.values[-1]) + self.step + LINE

    def words(self) -> Iterator[Item]:
        """Yield how many cards are unseen and what the signs mean."""
        total, pile = sum(self.left), self.view.pile_size
        art = text(0, 0, total, 36, weight=600)
        art += text(10 + 22 * len(str(total)), 0, self.say("unseen"), 18)
        yield Item("total", 8, 36, art)
        where = self.say("where", pile=pile, hands=total - pile)
        yield Item("where", 8, 60, text(0, 0, where, SMALLEST, fill="var(--tw-soft)"))
        x, y = (CHIPS + 3 * self.chip[0] + 12, TOP + HEIGHT) if self.corner else (4, 594)
        for n, sign in enumerate(reversed(self.signs)):
            art = f'<g transform="translate(6 -6)">{SIGNS[sign]}</g>'
            art += text(20, 0, self.say(sign), SMALLEST)
            yield Item(f"legend {sign}", x, y - 6 - LINE * n, art)

    def row(self, value: int, seen: Sequence[str]) -> Iterator[Item]:
        """Yield the cards of a value: first the unseen ones, then those seen, with a sign."""
        width, height = self.chip
        y = self.top(value) + 1.5
        for copy, sign in enumerate([""] * self.left[value] + [*seen]):
            art = seen_card(sign, width - 2, height) if sign else small_card(width - 2, height)
            yield Item(mark(value, copy), CHIPS + width * copy, y, art)
        art = text(0, 6, value, SMALLEST, "end", 700) if self.worded(value) else ""
        if value in self.view.hand:
            art += '<path d="M-22 9.5H0" style="stroke:var(--tw-ink);stroke-width:2"/>'
        label = self.say("row", card=value, count=self.left[value])
        yield Item(f"value {value}", CHIPS - 6, self.middle(value), art, label)

    def chosen(self, value: int) -> Item:
        """Return what is shown only while a value is chosen: who would join it, its power then.

        The cards that would flush it are marked one by one: see `Choice.marks`.
        """
        width, y = self.chip[0], self.middle(value)
        x = self.cell(min(self.view.fronts.count(value) + 1, self.most))
        foot = self.foot + 2 * LINE
        places = [(CHIPS + width * (n + 0.5) - 1, y) for n in range(self.left[value])]
        art = (
            plus(places)
            + f'<rect x="{coord(x)}" y="{coord(y - 11)}" width="{CELL}" height="22" rx="5" '
            'style="fill:none;stroke:var(--tw-act);stroke-width:2.5"/>'
            f'<g class="tw-hurts" transform="translate(4 {coord(foot - 15)})">'
            f"{small_card(16, 18)}</g>"
            + text(28, foot, self.say("flushes"), SMALLEST)
            + plus([(232, foot - 6)])
            + text(248, foot, self.say("joins"), SMALLEST)
        )
        return Item(f"chosen {value}", 0, 0, f'<g class="tw-if-marked">{art}</g>', z=2)

    def powers(self) -> Iterator[Item]:
        """Yield the table of powers, and how they compare with those on the table."""
        heading = text(self.cell(1) - 6, 0, self.say("powers"), SMALLEST, "end", 600)
        heading += "".join(
            text(self.cell(count) + CELL / 2, 0, f"{count}×", SMALLEST, "middle", 700)
            for count in range(1, self.most + 1)
        )
        yield Item("powers", 0, TOP - 8, heading)
        numbers = "".join(
            text(
                self.cell(count) + CELL / 2,
                self.middle(value) + 6,
                value * count,
                SMALLEST,
                "middle",
            )
            for value in self.values
            if self.worded(value)
            for count in self.powers_of(value)
        )
        yield Item("numbers", 0, 0, numbers, z=1)
        groups = [group for group in combinations(self.view) if group.cards]
        if not groups:
            words = text(4, 0, self.say("empty"), SMALLEST, fill="var(--tw-soft)")
            yield Item("caption", 0, self.foot, words)
            return
        strongest = max(group.power for group in groups)
        yield Item("stronger", 0, 0, self.stairs(strongest))
        frames = "".join(
            cell_frame(self.cell(group.cards), self.middle(group.value) - 10) for group in groups
        )
        yield Item("frames", 0, 0, frames)
        caption = (
            cell_frame(4, -15)
            + text(40, 0, self.say("framed"), SMALLEST)
            + f'<path d="M4 {LINE - 15}h{CELL}v18h-{CELL}z" style="fill:var(--tw-felt)"/>'
            f'<path d="M4 {LINE + 3}v-18" style="stroke:var(--tw-good);stroke-width:2"/>'
            + text(40, LINE, self.say("stronger", power=strongest), SMALLEST)
        )
        yield Item("caption", 0, self.foot, caption)

    def stairs(self, strongest: int) -> str:
        """Return the part of the table where powers are above the strongest, and its edge."""
        edge, shade, joined = "", "", False
        for value in self.values:
            stronger = [count for count in self.powers_of(value) if value * count > strongest]
            if stronger:
                x, top = coord(self.cell(stronger[0])), coord(self.top(value))
                wide, high = CELL * len(stronger), coord(self.step)
                shade += f"M{x} {top}h{wide}v{high}h-{wide}z"
                edge += f"{'L' if joined else 'M'}{x} {top}v{high}"
            joined = bool(stronger)
        return (
            f'<path d="{shade}" style="fill:var(--tw-felt)"/>'
            f'<path d="{edge}" style="stroke:var(--tw-good);stroke-width:2;fill:none"/>'
        )


def odds(view: View, lang: str = "en", names: Sequence[str] | None = None) -> Scene:
    """Return the deck as a seat knows it, and what the values are worth together.

    A row is a value with all its copies: first the unseen ones, then those seen, with a sign. At
    its end stand the powers of one, two, three cards of that value.
    """
    full = view.game.deck
    lying = max(view.fronts.count(value) for value in range(len(full)))
    most = min(view.game.players, max(full), max(USUAL, lying + 1))
    values = tuple(value for value, copies in enumerate(full) if copies)
    deck = _Deck(view, lang, unseen(view), values, most)
    seen: Mapping[str, Sequence[int | None]] = {
        "hand": view.hand,
        "table": view.fronts,
        "discard": cards(view.discard),
    }
    items = [*deck.words()]
    for value in values:
        where = [sign for sign, found in seen.items() for _ in range(found.count(value))]
        items += deck.row(value, where)
    # Without a hand, as in an explorer, any value may be thought of.
    items += [deck.chosen(value) for value in dict.fromkeys(view.hand or values)]
    items += deck.powers()
    title = deck.say("title", total=sum(full), count=sum(deck.left))
    return Scene(ODDS, title, tuple(items))


def mark(value: int, copy: int) -> str:
    """Return the key of a card in the picture of the deck."""
    return f"deck {value} {copy}"


def marks(view: View, counted: Collection[int]) -> frozenset[str]:
    """Return the keys of all unseen cards of these values in the picture of the deck."""
    left = unseen(view)
    return frozenset(mark(value, copy) for value in counted for copy in range(left[value]))
