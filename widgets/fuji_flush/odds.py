"""The odds of Fuji Flush drawn: the deck by value, and what the values are worth together.

Every number here comes from `gamelib.fuji_flush.odds`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from gamelib.counting import Counts, cards
from gamelib.fuji_flush.odds import combinations, unseen
from gamelib.fuji_flush.rules import View
from gamelib.texts import say
from widgets.fuji_flush.art import cell_frame, plus, small_card
from widgets.scene import ODDS, Item, Scene, coord, text
from widgets.tabletop import SIGNS

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
        height = BASE - (CORNER[1] if under_words else 8)
        return min(24.0, self.step), min(17.0, height / self.view.game.deck[value])

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
        left, art = self.columns[value] - width / 2, small_card(width - 2, height - 2)
        middle = f"{coord(width / 2 - 1)} {coord(height / 2 - 1)}"
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

        The cards that would flush it are marked one by one: see `Choice.marks`.
        """
        x, height, foot = self.columns[value], self.chip(value)[1], self.foot + 44
        cell = _line(min(self.view.fronts.count(value) + 1, self.rows))
        art = "".join(plus(x - 1, BASE - height * (n + 0.5) - 1) for n in range(self.left[value]))
        art += (
            f'<rect x="{coord(x - self.step / 2 - 1)}" y="{coord(cell - 11)}" '
            f'width="{coord(self.step + 2)}" height="22" rx="5" '
            'style="fill:none;stroke:var(--tw-act);stroke-width:2.5"/>'
            f'<g class="tw-hurts" transform="translate(4 {foot - 13})">{small_card(16, 16)}</g>'
            + text(28, foot, self.say("flushes"), 14)
            + plus(202, foot - 5)
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
            cell_frame(
                self.columns[group.value] - self.step / 2, _line(group.cards) - 10, self.step
            )
            for group in groups
        )
        yield Item("frames", 0, 0, frames)
        caption = (
            cell_frame(4, -14, 17)
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
                    coord(self.columns[value] - self.step / 2),
                    coord(_line(first) - LINE / 2),
                )
                wide = coord(self.step)
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
