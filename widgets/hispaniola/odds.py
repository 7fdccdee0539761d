"""Hispaniola's odds drawn: the cards by colour and number, who may lack a colour, a card's chances.

Every number here comes from `gamelib.hispaniola.odds`. A column is a colour, in both tables. A film
has hundreds of such pictures, so a colour is drawn as one piece: its cells, its numbers; over each
unseen card lies a hatching of its own, which is seen while the card is marked.
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
from widgets.hispaniola.art import DARK, paint, symbol
from widgets.hispaniola.tokens import actions_of
from widgets.scene import ODDS, Item, Point, Scene, answer, coord, fitted, plain, text, width_of

COLUMN = (120, 48)
"""Where the columns begin, and how far apart they are."""
CELL = 46
"""How wide a card is."""
GRID_Y, GRID_HEIGHT, ROW = 28, 300, 28
"""Where the cards begin, how high they all are at most, and a row at most."""
LACK_ROW = 25
"""How high a hand is in the table of colours that hands may lack."""
ASKED_Y, ASKED_ROW, BAR = 508, 32, 236
"""Where the chances of a chosen card stand, and how long the bar of what is certain is."""


def odds(view: View, lang: str = "en", names: Sequence[str] | None = None) -> Scene:
    """Return the cards by colour and number, the seen ones hollow, and who may lack a colour."""
    called = tuple(seat_names(lang) if names is None else names)[: view.game.players]
    hidden = frozenset(unseen(view))
    items = [*_words(len(hidden), view.seat is None, lang)]
    items += _grid(view, hidden, lang)
    items += _lacking(view, lang, called)
    items += _asked(view, lang)
    title = say("hispaniola.odds.title", lang, total=len(view.game.cards), count=len(hidden))
    return Scene(ODDS, title, tuple(items))


def _left(n: int) -> int:
    """Return where the column of the n-th colour begins."""
    return COLUMN[0] + COLUMN[1] * n + 1


def _stacked(x: float, y: float, words: str, width: float) -> str:
    """Return words in as many lines as they need."""
    lines = [""]
    for word in words.split(" "):
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and width_of(longer, 17) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return "".join(text(x, y + 20 * n, fitted(line, 17, width), 17) for n, line in enumerate(lines))


@lru_cache(maxsize=256)
def _words(total: int, public: bool, lang: str) -> tuple[Item, ...]:
    """Return how many cards are unseen, and what the signs mean."""
    art = text(0, 0, total, 36, weight=600)
    art += _stacked(0, 26, say("hispaniola.odds.unseen", lang), 112)
    seen = SEEN[public:]
    at = {sign: f"M12 {116 + 26 * n}{SIGNS[sign]}" for n, sign in enumerate(seen)}
    filled = at.pop("hand", "")
    legend = _signs(filled, "".join(at.values())) + "".join(
        text(28, 122 + 26 * n, say(f"hispaniola.odds.{sign}", lang), 17)
        for n, sign in enumerate(seen)
    )
    return Item("total", 4, 50, art), Item("legend", 0, 0, legend)


SEEN = ("hand", "table", "discard")
"""Where a seen card is: in my hand, on the table, or in a pile."""
SIGNS = {
    "hand": "m-6 0a6 6 0 1 0 12 0a6 6 0 1 0 -12 0",
    "table": "m-5 -5h10v10h-10z",
    "discard": "m-5 -5l10 10m0 -10l-10 10",
}
"""Their signs, as paths from the middle: all signs of a column are one piece."""


def mark(name: str) -> str:
    """Return the key of a card in the picture of the deck."""
    return name


def marks(view: View, counted: Collection[str]) -> frozenset[str]:
    """Return the keys of these cards in the picture of the deck."""
    return frozenset(map(mark, counted))


def _grid(view: View, hidden: frozenset[str], lang: str) -> Iterator[Item]:
    """Yield every card in play: a column is a colour, and below it the number of unseen ones."""
    table = {*view.trick, *(view.bids[-1] if view.bids and not view.tricks else ())}
    mine = {*view.hand, view.bid}
    deck = view.game.cards
    places, height = cells(deck)
    bottom = GRID_Y + round(_step(deck) * len({NUMBER[name] for name in deck}))
    yield Item("colours", 0, 0, _heads())
    for n, colour in enumerate(COLOURS):
        cards = tuple(name for name in deck if name[0] == colour)
        signs = tuple(
            "" if name in hidden
            else "hand" if name in mine
            else "table" if name in table
            else "discard"
            for name in cards
        )  # fmt: skip
        left = signs.count("")
        label = say(
            "hispaniola.odds.row", lang, colour=phrase(colour_named(colour), lang), count=left
        )
        yield Item(f"colour {colour}", _left(n), 0, _cells_art(deck, cards, signs), label)
        yield Item(f"numbers {colour}", _left(n), 0, _numbers(deck, cards, signs), z=2)
        yield Item(f"left {colour}", _left(n) + CELL / 2, bottom + 19, _count(left))
    word = text(0, 0, fitted(say("hispaniola.odds.left", lang), 17, 112), 17, fill="var(--tw-soft)")
    yield Item("left", 4, bottom + 19, word)
    for name in deck:
        if name in hidden:
            yield Item(mark(name), *places[name], _hatching(height), z=1)
    if view.trump:
        art = (
            f'<rect width="{CELL + 2}" height="{bottom + 24}" rx="7" '
            'style="fill:none;stroke:var(--tw-ink);stroke-width:2.5"/>'
        )
        x = _left(COLOURS.index(view.trump)) - 1
        yield Item("trump", x, 1, art, say("hispaniola.table.trump", lang), z=3)


@cache
def _heads() -> str:
    return "".join(symbol(colour, _left(n) + CELL / 2, 15, 1.1) for n, colour in enumerate(COLOURS))


@cache
def _count(left: int) -> str:
    return text(0, 0, left, 18, "middle", 700)


def _step(deck: tuple[str, ...]) -> float:
    """Return how far apart the rows of a deck are."""
    return min(ROW, GRID_HEIGHT / len({NUMBER[name] for name in deck}))


@cache
def cells(deck: tuple[str, ...]) -> tuple[dict[str, Point], float]:
    """Return where each card stands, and how high the cards are."""
    numbers, step = sorted({NUMBER[name] for name in deck}), _step(deck)
    places = {
        name: (
            float(_left(COLOURS.index(name[0]))),
            round(GRID_Y + step * numbers.index(NUMBER[name]), 1),
        )
        for name in deck
    }
    return places, step - 2


@lru_cache(maxsize=4096)
def _cells_art(deck: tuple[str, ...], cards: tuple[str, ...], signs: tuple[str, ...]) -> str:
    """Return the cards of a colour: those unseen painted, the others with their sign."""
    places, height = cells(deck)
    unseen_cells, seen_cells, filled, drawn = "", "", "", ""
    for name, sign in zip(cards, signs, strict=True):
        y = places[name][1]
        cell = f"M.5 {coord(y)}h{CELL - 1}v{coord(height)}h-{CELL - 1}z"
        if sign:
            seen_cells += cell
            at = f"M35 {coord(y + height / 2)}{SIGNS[sign]}"
            filled, drawn = (filled + at, drawn) if sign == "hand" else (filled, drawn + at)
        else:
            unseen_cells += cell
    art = ""
    if unseen_cells:
        art += (
            f'<path d="{unseen_cells}" style="fill:{paint(cards[0][0])};fill-opacity:.4;'
            'stroke:var(--tw-ink)"/>'
        )
    if seen_cells:
        art += f'<path d="{seen_cells}" style="fill:none;stroke:var(--tw-felt-line)"/>'
    return art + _signs(filled, drawn)


def _signs(filled: str, drawn: str) -> str:
    """Return the signs of seen cards."""
    art = f'<path d="{filled}" style="fill:var(--tw-ink)"/>' if filled else ""
    if drawn:
        art += f'<path d="{drawn}" style="fill:none;stroke:var(--tw-ink);stroke-width:2"/>'
    return art


@lru_cache(maxsize=4096)
def _numbers(deck: tuple[str, ...], cards: tuple[str, ...], signs: tuple[str, ...]) -> str:
    """Return the numbers of a colour's cards, those of the unseen ones bold and in the middle."""
    places, height = cells(deck)
    hidden, seen = "", ""
    for name, sign in zip(cards, signs, strict=True):
        y = coord(places[name][1] + height / 2 + 6)
        if sign:
            seen += f'<tspan x="15" y="{y}">{NUMBER[name]}</tspan>'
        else:
            hidden += f'<tspan x="{CELL / 2:g}" y="{y}">{NUMBER[name]}</tspan>'
    art = ""
    if hidden:
        art += f'<text font-size="17" text-anchor="middle" font-weight="700">{hidden}</text>'
    if seen:
        fill = 'style="fill:var(--tw-soft)"'
        art += f'<text font-size="17" text-anchor="middle" {fill}>{seen}</text>'
    return art


@cache
def _hatching(height: float) -> str:
    """Return what is seen over a card that is marked; its number stays free."""
    h, w = coord(height - 1), CELL
    lines = "".join(f"M{x} {h}L{x + 6} 1M{w - x - 6} {h}L{w - x} 1" for x in (2, 8))
    return (
        '<path class="tw-hurt-lines" style="stroke-width:2.5" '
        f'd="M1.5 1H{w - 1.5}V{h}H1.5Z{lines}"/>'
    )


@lru_cache(maxsize=2000)
def _chances_of_none(view: View) -> tuple[tuple[int, tuple[Fraction, ...]], ...]:
    """Return for each other seat the chances that it holds none of each colour."""
    by_colour = [holding_none(view, colour) for colour in COLOURS]
    return tuple((seat, tuple(chances[seat] for chances in by_colour)) for seat in others(view))


def _lacking(view: View, lang: str, names: tuple[str, ...]) -> Iterator[Item]:
    """Yield for each hidden hand how likely it lacks each colour; what has been shown is framed."""
    if not any(view.hand_sizes):
        return
    rows = len({NUMBER[name] for name in view.game.cards})
    top = GRID_Y + round(_step(view.game.cards) * rows) + 50
    heading = say("hispaniola.odds.none", lang)
    yield Item("lacking", 4, top, text(0, 0, heading, 17, weight=600))
    for n, (seat, chances) in enumerate(_chances_of_none(view)):
        y = top + 26 + LACK_ROW * n
        yield Item(f"hand {seat}", 0, y, _hand_of(seat, names[seat]))
        shares = tuple(share(chance, lang) for chance in chances)
        art = _shares(shares, tuple(colour in view.voids[seat] for colour in COLOURS))
        label = say(
            "hispaniola.odds.lacks",
            lang,
            seat=names[seat],
            chances=", ".join(
                f"{phrase(colour_named(colour), lang)} {percent(chance, lang, 0)}"
                for colour, chance in zip(COLOURS, chances, strict=True)
            ),
        )
        yield Item(f"lacks {seat}", 0, y, art, label)


def share(chance: Fraction, lang: str) -> str:
    """Return a chance in the table, in percent; certain and impossible are words.

    >>> [share(Fraction(n, 1000), "en") for n in (0, 2, 333, 998, 1000)]
    ['no', '<1', '33', '>99', 'yes']
    """
    if chance in (0, 1):
        return say(f"hispaniola.odds.{'yes' if chance else 'no'}", lang)
    shown = round(100 * chance)
    return "<1" if shown == 0 else ">99" if shown == 100 else str(shown)


@lru_cache(maxsize=1024)
def _hand_of(seat: int, name: str) -> str:
    return (
        f'<circle cx="14" r="11.5" style="fill:var(--tw-seat{seat});stroke:{DARK}"/>'
        + text(14, 6, name[:1].upper(), 17, "middle", 700, DARK if seat != 4 else "#fff")
        + text(31, 6, fitted(name, 17, 86), 17)
    )


@lru_cache(maxsize=4096)
def _shares(shares: tuple[str, ...], shown: tuple[bool, ...]) -> str:
    frames, words = "", ""
    for n, (told, void) in enumerate(zip(shares, shown, strict=True)):
        x = _left(n) + CELL // 2
        words += f'<tspan x="{x}">{plain(told)}</tspan>'
        if void:
            frames += f"M{x - 21} -11h42v22h-42z"
    if frames:
        frames = f'<path d="{frames}" style="fill:none;stroke:var(--tw-ink);stroke-width:1.5"/>'
    return f'{frames}<text y="6" font-size="17" text-anchor="middle">{words}</text>'


@lru_cache(maxsize=4096)
def results_of(view: View, action: Action) -> Mapping[str, Fraction]:
    """Return what can come of an action; the picture and the offer both ask."""
    return results(view, action)


QUESTIONS = {
    "bid": ("result.decides", "result.other", "result.again"),
    "play": ("result.wins", "odds.third", "odds.trumped"),
}
"""What is said of a chosen card; first that which is asked of it."""


@lru_cache(maxsize=4096)
def _answers(view: View, action: Action) -> tuple[Fraction, ...]:
    """Return the chances that are shown of a card of mine: see QUESTIONS."""
    chances = results_of(view, action)
    if isinstance(action, Play):
        name = action.card
        return chances["wins"], third_colour(view, name), trumped(view, name)
    return chances["decides"], chances["other"], chances["again"]


def _asked(view: View, lang: str) -> Iterator[Item]:
    """Yield what is shown only while a card is chosen: its chances as numbers and bars."""
    actions = [action for action in actions_of(view) if isinstance(action, Bid | Play)]
    if not actions:
        return
    yield from _asked_heads(actions[0].code, lang)
    for action in actions:
        art = answer(_bars(_answers(view, action), lang))
        yield Item(f"chosen {action.card}", 0, 0, f'<g class="tw-if-marked">{art}</g>')


@lru_cache(maxsize=4096)
def _bars(chances: tuple[Fraction, ...], lang: str) -> str:
    """Return the bars of a chosen card's chances, with their numbers."""
    first, *rest = [
        f"M4 {ASKED_Y + 11 + ASKED_ROW * n}h{round(BAR * chance)}"
        for n, chance in enumerate(chances)
    ]
    words = "".join(
        f'<tspan x="356" y="{ASKED_Y + 17 + ASKED_ROW * n}">{plain(told(chance, lang))}</tspan>'
        for n, chance in enumerate(chances)
    )
    return (
        f'<path d="{first}" style="stroke:var(--tw-good);stroke-width:9"/>'
        f'<path d="{"".join(rest)}" style="stroke:var(--tw-line);stroke-width:9"/>'
        f'<text font-size="18" text-anchor="end" font-weight="600">{words}</text>'
    )


def told(chance: Fraction, lang: str) -> str:
    """Return a chance as a percentage, or in words where it is none.

    >>> told(Fraction(1, 3), "en"), told(Fraction(1), "fr")
    ('33.3%', 'certain')
    """
    if chance in (0, 1):
        return say(f"hispaniola.odds.{'certain' if chance else 'impossible'}", lang)
    return percent(chance, lang)


@cache
def _asked_heads(code: str, lang: str) -> tuple[Item, ...]:
    """Return the words beside the chances of a chosen card, and what the hatching means."""
    ends = [(ASKED_Y + ASKED_ROW * n, key) for n, key in enumerate(QUESTIONS[code])]
    tracks = "".join(f"M4 {y + 11}h{BAR}" for y, _ in ends)
    art = f'<path d="{tracks}" style="stroke:var(--tw-felt-line);stroke-width:9"/>'
    art += "".join(text(4, y, say(f"hispaniola.{key}", lang), 17) for y, key in ends)
    hatched = (
        '<path d="M5 212h20v16h-20zM9 228l12 -16M16 228l9 -12M5 222l7 -10" '
        'style="fill:none;stroke:var(--tw-hurt);stroke-width:2"/>'
        + _stacked(4, 250, say(f"hispaniola.odds.hatched.{code}", lang), 112)
    )
    return (
        Item("asked", 0, 0, f'<g class="tw-if-marked">{art}</g>'),
        Item("hatched", 0, 0, f'<g class="tw-if-marked">{hatched}</g>'),
    )
