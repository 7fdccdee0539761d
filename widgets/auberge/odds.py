"""The odds of Auberge des Pirates drawn: the deck as a triangle of cards.

Every number here comes from `gamelib.auberge.odds`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from math import ceil
from typing import NamedTuple

from gamelib.auberge.odds import unseen
from gamelib.auberge.rules import View
from gamelib.counting import Counts, cards
from gamelib.texts import say
from widgets.scene import ODDS, SMALLEST, Item, Scene, card, text
from widgets.tabletop import SIGNS

SPACE = (310, 500)
"""How much space the deck has; the counts at the ends of the rows come on top."""
STEP = (31, 50)
"""From card to card and from row to row, where there is space."""
CASE = (29, 46)
"""The size of a card of the deck, where there is space."""
LINE = 25
"""The height of a line of words."""


class _Grid(NamedTuple):
    """How a deck is laid out: `scale` shrinks its cards, which then have no value on them."""

    scale: float
    left: float
    """Where the cards begin: small ones have their value before the row."""
    every: int
    """Each so manieth row has words, as there is no more space for them."""
    legend: tuple[float, float]


@cache
def _grid(deck: Counts) -> _Grid:
    """Return how a deck is laid out, and where the signs are explained.

    The real deck is a triangle, and leaves a corner free for that.
    """
    rows = [copies for copies in deck if copies]
    width, height = SPACE
    corner = max(rows[:3]) <= 3
    if not corner:
        height -= LINE * len(SIGNS)
    scale = min(1, width / max(rows) / STEP[0], height / len(rows) / STEP[1])
    if scale < 1:
        scale = min(scale, (width - 34) / max(rows) / STEP[0])
    every = max(1, ceil((SMALLEST + 1) / (scale * STEP[1])))
    legend = (150, 26) if corner else (16, 8 + height + LINE)
    return _Grid(scale, 8 if scale == 1 else 42, every, legend)


def odds(view: View, lang: str = "en", names: Sequence[str] | None = None) -> Scene:
    """Return the deck as a seat knows it: the unseen cards first in each row, the seen ones faded.

    A row is a value with all its copies, so the real deck makes a triangle.
    """
    scale, start, every, legend_at = _grid(view.game.deck)
    step_x, step_y = STEP[0] * scale, STEP[1] * scale
    left, seen = unseen(view), _seen(view)
    items = []
    values = [value for value, copies in enumerate(view.game.deck) if copies]
    for row, value in enumerate(values):
        y = 8 + row * step_y
        where = [""] * left[value]
        where += [sign for sign in SIGNS for _ in range(seen[sign].count(value))]
        for copy, sign in enumerate(where):
            at = (start + copy * step_x, y)
            face = str(value) if scale == 1 else ""
            classes = "tw-faded" if sign else ""
            items.append(Item(mark(value, copy), *at, _case(face, scale), classes=classes))
            if sign:
                art = _scaled(f'<g transform="translate(14.5 38)">{SIGNS[sign]}</g>', scale)
                items.append(Item(f"sign {value} {copy}", *at, art, z=1))
        words = ""
        if row % every == 0:
            words = text(start + len(where) * step_x + 6, 0, left[value], 18, weight=600)
            words += "" if scale == 1 else text(34, 0, f"{value}:", SMALLEST, "end")
        label = say("auberge.odds.row", lang, card=value, count=left[value])
        items.append(Item(f"count {value}", 0, y + 23 * scale + 6, words, label))
    items += _legend(view, seen, legend_at, lang)
    total, pile = sum(left), view.pile_size
    art = text(0, 0, total, 36, weight=600)
    art += text(10 + 21 * len(str(total)), 0, say("auberge.odds.unseen", lang), 18)
    items.append(Item("total", 8, 556, art))
    where_from = say("auberge.odds.where", lang, pile=pile, hands=total - pile)
    art = text(0, 0, where_from, SMALLEST, fill="var(--tw-soft)")
    items.append(Item("where", 8, 588, art))
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


@cache
def _case(face: str, scale: float) -> str:
    """Return a card of the deck."""
    return _scaled(card(face, CASE), scale)


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
        art += text(14, 0, say(f"auberge.odds.{key}", lang), SMALLEST)
        yield Item(f"legend {sign}", at[0], at[1] + LINE * n, art)
