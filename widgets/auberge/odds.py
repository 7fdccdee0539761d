"""The odds of Auberge des Pirates drawn: the deck as a triangle of cards.

Every number here comes from `gamelib.auberge.odds`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache

from gamelib.auberge.odds import unseen
from gamelib.auberge.rules import View
from gamelib.counting import Counts, cards
from gamelib.texts import say
from widgets.scene import ODDS, Item, Scene, card, text
from widgets.tabletop import SIGNS

SPACE = (310, 500)
"""How much space the deck has; the counts at the ends of the rows come on top."""
STEP = (31, 50)
"""From card to card and from row to row, where there is space."""


@cache
def _grid(deck: Counts) -> tuple[float, tuple[float, float]]:
    """Return how large the cards of a deck are drawn, and where the signs are explained.

    The real deck is a triangle, and leaves a corner free for that.
    """
    rows = [copies for copies in deck if copies]
    width, height = SPACE
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
