"""Hispaniola's odds drawn: the cards by colour and number, who may lack a colour, a card's chances.

Every number here comes from `gamelib.hispaniola.odds`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, lru_cache

from gamelib.game import Action
from gamelib.hispaniola.cards import COLOURS, NUMBER, colour_named
from gamelib.hispaniola.odds import others, results, third_colour, trumped
from gamelib.hispaniola.odds import without as holding_none
from gamelib.hispaniola.rules import Bid, Play, View, unseen
from gamelib.texts import percent, phrase, say, seat_names
from widgets.hispaniola.art import paint, symbol
from widgets.hispaniola.tokens import actions_of
from widgets.scene import ODDS, Item, Point, Scene, coord, fitted, plain, seat_sign, text
from widgets.tabletop import SIGNS

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


def marks(view: View, counted: Collection[str]) -> frozenset[str]:
    """Return the keys of these cards in the picture of the deck."""
    return frozenset(map(mark, counted))


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
    w, right = coord(width), coord(width - 1)
    lines = f"M1 13L{coord(width / 2)} 1M1 25L{right} 1M{coord(width / 2)} 25L{right} 13"
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
def results_of(view: View, action: Action) -> Mapping[str, Fraction]:
    """Return what can come of an action; the picture and the offer both ask."""
    return results(view, action)


@lru_cache(maxsize=4096)
def _answers(view: View, action: Action) -> tuple[Fraction, ...]:
    """Return the chances that are shown of a card of mine: see QUESTIONS."""
    chances = results_of(view, action)
    if isinstance(action, Play):
        name = action.card
        return 1 - chances["loses"], third_colour(view, name), trumped(view, name)
    return chances["decides"], chances["again"]


def _asked(view: View, lang: str) -> Iterator[Item]:
    """Yield what is shown only while a card is chosen: its chances as numbers and bars."""
    actions = [action for action in actions_of(view) if isinstance(action, Bid | Play)]
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
