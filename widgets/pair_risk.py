"""PairRisk: choose cards and see the odds of Auberge des Pirates change; it needs no match.

It is the table and the deck of `widgets.auberge`, drawn for a view that is put together by hand;
every number comes from `gamelib.auberge.odds`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from gamelib.auberge.odds import accuse_chance, challenge_risk, draw_risk, unseen
from gamelib.auberge.rules import Auberge, Phase, View, has_pair
from gamelib.counting import add
from gamelib.game import IllegalAction
from gamelib.texts import explain, percent, say, seat_names
from widgets.auberge import drawing
from widgets.auberge.art import VERBS
from widgets.auberge.places import DISCARD, zones
from widgets.explorer import ME, Control, Explorer, control
from widgets.film import Frame
from widgets.scene import (
    BOARD,
    CARD,
    SMALLEST,
    Choice,
    Item,
    Scene,
    answer,
    beside,
    coord,
    fraction,
    text,
)
from widgets.stage import Refused, checked
from widgets.tabletop import GAP, PLATE, pill

LARGEST_HAND = 10


class Odds(NamedTuple):
    """The answers to three questions, the last two for each opponent by seat.

    How likely is a pair if I draw; if I challenge; and how likely has the opponent one already?
    With an empty pile nothing can be drawn or turned.
    """

    draw: Fraction | None
    challenge: dict[int, Fraction]
    accuse: dict[int, Fraction]


class Cards(NamedTuple):
    """Where the seen cards are, and how many cards each opponent hides.

    `tables` are the cards before me and before each opponent.
    """

    hand: tuple[int, ...] = ()
    tables: tuple[tuple[int, ...], ...] = ((), ())
    seen: tuple[int, ...] = ()
    hand_sizes: tuple[int, ...] = (2,)

    def heap(self, heap: str) -> tuple[int, ...]:
        """Return the cards of a heap: "hand", "seen", or "table 2" for what lies before seat 2."""
        if heap == "hand":
            return self.hand
        return self.seen if heap == "seen" else self.tables[_seat(heap)]

    def with_heap(self, heap: str, values: Iterable[int]) -> Cards:
        """Return the same with other cards on a heap."""
        row = tuple(values)
        if heap == "hand":
            return self._replace(hand=tuple(sorted(row)))
        if heap == "seen":
            return self._replace(seen=tuple(sorted(row)))
        seat = _seat(heap)
        return self._replace(tables=(*self.tables[:seat], row, *self.tables[seat + 1 :]))

    @property
    def heaps(self) -> tuple[str, ...]:
        """The names of all heaps, in the order in which the deck's picture shows seen cards."""
        return ("hand", *(f"table {seat}" for seat in range(len(self.tables))), "seen")


def _seat(heap: str) -> int:
    return int(heap.removeprefix("table "))


def view_of(cards: Cards) -> View:
    """Return what I know with these cards in view, or raise IllegalAction if they cannot be."""
    game = Auberge(players=len(cards.tables))
    seen = [*cards.hand, *cards.seen, *(card for table in cards.tables for card in table)]
    for value in seen:
        if value not in range(len(game.deck)) or not game.deck[value]:
            raise IllegalAction("not_in_deck", card=value)
        if seen.count(value) > game.deck[value]:
            raise IllegalAction("none_left", card=value)
    for table in cards.tables:
        if has_pair(table):
            twice = next(value for value in table if table.count(value) > 1)
            raise IllegalAction("two_alike", card=twice)
    if any(size not in range(LARGEST_HAND + 1) for size in cards.hand_sizes):
        raise IllegalAction("hand_size", count=LARGEST_HAND)
    pile = sum(game.deck) - len(seen) - sum(cards.hand_sizes)
    if pile < 0:
        raise IllegalAction("too_few_cards", count=sum(game.deck) - len(seen))
    return View(
        game=game,
        seat=ME,
        phase=Phase.TURN,
        turn=ME,
        alive=tuple(range(game.players)),
        hand=cards.hand,
        hand_sizes=(len(cards.hand), *cards.hand_sizes),
        tables=cards.tables,
        pile_size=pile,
        discard=add((0,) * len(game.deck), cards.seen),
        first=None,
        target=None,
        known=((),) * game.players,
    )


class PairRisk(Explorer):
    """How likely is a pair? Click cards of the deck into hands and onto the table, and see.

    `hand` and `table` are mine; `hand_sizes` says how many cards each opponent hides, `tables` what
    lies before each of them; `seen` are cards seen elsewhere, such as discarded ones.

    >>> risk = PairRisk(hand=(6, 10), table=(4,), hand_sizes=(2, 2), tables=((3,), (7,)))
    >>> risk.odds.draw  # of 50 unseen cards, 5 sixes, 9 tens and 3 fours would make a pair
    Fraction(17, 50)
    >>> risk.put("seen", 10, 10)
    >>> risk
    PairRisk(hand=(6, 10), table=(4,), hand_sizes=(2, 2), tables=((3,), (7,)), seen=(10, 10))
    """

    def __init__(
        self,
        hand: Sequence[int] = (),
        table: Sequence[int] = (),
        hand_sizes: Sequence[int] = (2, 2),
        tables: Sequence[Sequence[int]] = (),
        seen: Sequence[int] = (),
        lang: str = "en",
        names: Sequence[str] | None = None,
        **traits: Any,
    ) -> None:
        sizes = tuple(hand_sizes)
        if len(tables) > len(sizes):
            raise ValueError(f"there are {len(sizes)} opponents, but cards before {len(tables)}")
        if names is not None and len(names) <= len(sizes):
            raise ValueError(f"{len(sizes) + 1} names are needed, mine first, not {len(names)}")
        self._names = None if names is None else tuple(map(str, names))
        rows = [_whole(table), *map(_whole, tables)]
        rows += [()] * (len(sizes) + 1 - len(rows))
        self._start = Cards(_sorted(hand), tuple(rows), _sorted(seen), _whole(sizes))
        self.lang = checked(lang)
        self.heap = "hand"
        """Which heap a click on the deck fills: "hand", "table 0" (mine), "table 1" … or "seen"."""
        self._take_up(self._start)
        super().__init__(**self.drawn(), **traits)

    def __repr__(self) -> str:
        hand, (table, *tables), seen, hand_sizes = self.cards
        return (
            f"PairRisk(hand={hand}, table={table}, hand_sizes={hand_sizes}, "
            f"tables={tuple(tables)}, seen={seen})"
        )

    # --- to use from Python --------------------------------------------------------------------

    @property
    def odds(self) -> Odds:
        """The numbers now."""
        view, others = self.view, range(1, len(self.cards.tables))
        return Odds(
            draw=draw_risk(view) if view.pile_size else None,
            challenge={seat: challenge_risk(view, seat) for seat in others if view.pile_size},
            accuse={seat: accuse_chance(view, seat) for seat in others},
        )

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        """How many cards each opponent hides; one number for each opponent."""
        return self.cards.hand_sizes

    @hand_sizes.setter
    def hand_sizes(self, sizes: Sequence[int]) -> None:
        self._set_cards(_resized(self.cards, _whole(sizes)))

    def put(self, heap: str, *values: int, seat: int = ME) -> None:
        """Put cards into my "hand", on a "table" (of a `seat`) or to the "seen" ones."""
        heap = self._heap(heap, seat)
        self._set_cards(self.cards.with_heap(heap, self.cards.heap(heap) + _whole(values)))

    def take(self, heap: str, *values: int, seat: int = ME) -> None:
        """Take cards back from a heap to the deck."""
        heap = self._heap(heap, seat)
        row = list(self.cards.heap(heap))
        for value in values:
            if value not in row:
                raise ValueError(f"there is no {value} to take back from {heap!r}")
            row.remove(value)
        self._set_cards(self.cards.with_heap(heap, row))

    def reset(self) -> None:
        """Go back to the cards of the start."""
        with self.as_a_whole():
            self.heap = "hand"
            self._take_up(self._start)

    def _heap(self, heap: str, seat: int) -> str:
        name = f"table {seat}" if heap == "table" else heap
        if name not in self.cards.heaps:
            raise ValueError(
                f"a heap is 'hand', 'table' (of a seat from 0 to {len(self.cards.hand_sizes)}) "
                f"or 'seen', not {name!r}"
            )
        return name

    def _set_cards(self, cards: Cards) -> None:
        with self.as_a_whole():
            self._take_up(cards)

    def _take_up(self, cards: Cards) -> None:
        try:
            self._change(cards)
        except IllegalAction as error:
            raise ValueError(explain(error, self.lang)) from None

    def _change(self, cards: Cards, done: str = "start", **values: Any) -> None:
        """Take up new cards, and what to say was done, if they can be; else nothing changes."""
        self.view = view_of(cards)
        """What I know, as the odds functions take it."""
        self.cards = cards
        """Where the seen cards are."""
        self._done = done, values
        if self.heap not in cards.heaps:
            self.heap = "hand"

    # --- what the page asks for ----------------------------------------------------------------

    def _press(self, content: Mapping[str, Any]) -> None:
        """A piece was clicked: a card of the deck, a card to be taken back, or a heap to choose."""
        match str(content.get("token")).split(":"):
            case ["deck", value] if value.isdecimal():
                self._move(self.heap, int(value), back=False)
            case ["back", heap, value] if heap in self.cards.heaps and value.isdecimal():
                self._move(heap, int(value), back=True)
            case ["heap", heap] if heap in self.cards.heaps:
                self.heap = heap
            case _:
                raise Refused("malformed")

    def _move(self, heap: str, value: int, back: bool) -> None:
        row = list(self.cards.heap(heap))
        if not back:
            row.append(value)
        elif value in row:
            row.remove(value)
        else:
            raise IllegalAction("not_there", card=value)
        cards = self.cards.with_heap(heap, row)
        self._change(cards, "back" if back else "put", card=value, heap=heap)

    def _set(self, content: Mapping[str, Any]) -> None:
        """A control was moved."""
        value = content.get("value")
        number = value if type(value) is int else -1
        sizes = self.cards.hand_sizes
        match str(content.get("control")).split():
            case ["heap"] if value in self.cards.heaps:
                self.heap = str(value)
            case ["opponents"] if 1 <= number < Auberge.player_counts[-1]:
                more = (sizes[-1],) * (number - len(sizes))
                cards = _resized(self.cards, sizes[:number] + more)
                self._change(cards, "opponents", count=number)
            case ["size", seat] if seat in map(str, range(1, len(sizes) + 1)) and number >= 0:
                at = int(seat) - 1
                cards = _resized(self.cards, (*sizes[:at], number, *sizes[at + 1 :]))
                self._change(cards, "size", seat=at + 1, count=number)
            case ["reset"]:
                self.heap = "hand"
                self._change(self._start, "reset")
            case _:
                raise Refused("malformed")

    # --- what the page shows -------------------------------------------------------------------

    @property
    def names(self) -> tuple[str, ...]:
        """What I and the opponents are called."""
        default = (say("pair_risk.me", self.lang), *seat_names(self.lang)[1:])
        return (self._names or default)[: len(self.cards.tables)]

    def _heap_name(self, heap: str) -> str:
        if heap in ("hand", "seen"):
            return say(f"pair_risk.heap.{heap}", self.lang)
        if _seat(heap) == ME:
            return say("pair_risk.heap.mine", self.lang)
        return say("pair_risk.heap.table", self.lang, seat=self.names[_seat(heap)])

    def _said(self) -> str:
        """Return what was done last, in the language now chosen."""
        done, values = self._done
        words = dict(values)
        if "heap" in words:
            words["heap"] = self._heap_name(words["heap"])
        if "seat" in words:
            words["seat"] = self.names[words["seat"]]
        return say(f"pair_risk.said.{done}", self.lang, **words)

    def picture(self) -> Scene:
        """Return the table and the deck, the cards that would pair with mine marked."""
        marks = next((choice.marks for choice in self._choices()), ())
        deck = self._deck()
        items = [
            item._replace(classes="tw-hurts") if item.key in marks else item for item in deck.items
        ]
        scene = beside(self._table(), Scene(deck.size, deck.title, tuple(items)))
        title = say("pair_risk.title", self.lang)
        told = ". ".join(
            f"{choice.label}: {choice.chance} = {percent(choice.chance, self.lang)}"
            for choice in self._choices()
            if choice.chance is not None
        )
        return Scene(scene.size, f"{title} {told}.", scene.items)

    def drawn(self) -> dict[str, Any]:
        """Return the cards and their odds as the page shows them."""
        frame = Frame(
            board=self._table(),
            odds=self._deck(),
            said=(self._said(),),
            status=say("pair_risk.status", self.lang, heap=self._heap_name(self.heap)),
            asker=say("pair_risk.asker", self.lang),
            choices=self._choices(),
        )
        title = say("pair_risk.title", self.lang)
        return self.screened(frame, title, self.names, self._controls())

    def _choices(self) -> tuple[Choice, ...]:
        """Return what could be done with the pile or the opponents: these are the questions."""
        offered = drawing.choices(self.view, self.lang, self.names)
        draw = [choice for choice in offered if choice.path == ("do:draw",)]
        others = [choice for choice in offered if choice.path[0] in ("do:challenge", "do:accuse")]
        return (*draw, *others)

    def _controls(self) -> Iterator[Control]:
        def words(key: str, **values: object) -> str:
            return say(f"pair_risk.control.{key}", self.lang, **values)

        heaps = [[heap, self._heap_name(heap)] for heap in self.cards.heaps]
        sizes = self.cards.hand_sizes
        most = Auberge.player_counts[-1] - 1
        yield control("heap", "select", words("heap"), self.heap, options=heaps)
        yield control("opponents", "slider", words("opponents"), len(sizes), min=1, max=most)
        for seat, size in enumerate(sizes, start=1):
            label = words("size", seat=self.names[seat])
            yield control(f"size {seat}", "slider", label, size, min=0, max=LARGEST_HAND)
        yield control("reset", "button", words("reset"), "")

    def _deck(self) -> Scene:
        """Return the deck: a click on an unseen card uses it, one on a seen card takes it back."""
        scene = drawing.odds(self.view, self.lang, self.names)
        left = unseen(self.view)
        used = {
            value: [
                heap for heap in self.cards.heaps for _ in range(self.cards.heap(heap).count(value))
            ]
            for value in range(len(left))
        }
        items = []
        for item in scene.items:
            if item.key.startswith("deck "):
                value, copy = map(int, item.key.split()[1:])
                where = None if copy < left[value] else used[value][copy - left[value]]
                item = item._replace(
                    label=self._label(value, where),
                    action=f"deck:{value}" if where is None else f"back:{where}:{value}",
                )
            items.append(item)
        return Scene(scene.size, scene.title, tuple(items))

    def _label(self, value: int, where: str | None) -> str:
        if where is None:
            heap = self._heap_name(self.heap)
            return say("pair_risk.piece.unseen", self.lang, card=value, heap=heap)
        return say("pair_risk.piece.used", self.lang, card=value, heap=self._heap_name(where))

    def _table(self) -> Scene:
        """Return the table of the game, with places for cards instead of anything to do."""
        scene = drawing.board(self.view, self.lang, self.names)
        items = []
        for item in scene.items:
            heap = "hand" if item.place == f"hand {ME}" else item.place
            if item.key in ("turn", "paired") or item.key.startswith("do "):
                continue
            if item.face and heap in self.cards.heaps:
                value = int(item.face)
                item = item._replace(label=self._label(value, heap), action=f"back:{heap}:{value}")
            else:
                item = item._replace(action="")
            items.append(item)
        felt, *others = items
        title = say("pair_risk.title", self.lang)
        return Scene(scene.size, title, (felt, *self._places(), *others, *self._numbers()))

    def _areas(self) -> dict[str, tuple[float, float, float]]:
        """Return for each heap where its place is, and how wide."""
        areas = {"seen": (DISCARD[0] - 8.0, DISCARD[1] - 4.0, 156.0)}
        around = zones(len(self.cards.tables))
        for seat, zone in enumerate(around):
            lying = len(self.cards.tables[seat]) * (CARD[0] + 4)
            wide = min(zone.width, max(220, lying)) + 8
            areas[f"table {seat}"] = (zone.x + (zone.width - wide) / 2, zone.table_y - 4, wide)
        mine = around[ME]
        top = mine.plate_y + (PLATE[1] - CARD[1]) / 2 - 4
        areas["hand"] = (mine.plate_x + PLATE[0] + GAP - 4, top, min(mine.hand_width + 4, 270))
        return areas

    def _places(self) -> Iterator[Item]:
        """Yield where cards can be put; the place that a click fills now has a word on it."""
        for heap, (x, y, wide) in self._areas().items():
            chosen = heap == self.heap
            line = "act);stroke-width:2.5" if chosen else "line);stroke-width:1"
            art = (
                f'<rect class="tw-card" width="{coord(wide)}" height="{CARD[1] + 8}" rx="10" '
                f'style="fill:transparent;stroke:var(--tw-{line};stroke-dasharray:6 5"/>'
            )
            if chosen:
                art += pill(wide / 2, CARD[1] + 3, say("pair_risk.here", self.lang))
            label = self._heap_name(heap)
            yield Item(f"place {heap}", x, y, art, label, f"heap:{heap}", z=1)

    def _numbers(self) -> Iterator[Item]:
        """Yield the odds where they belong: of the draw at the pile, of the others at theirs."""
        odds, lang = self.odds, self.lang
        if odds.draw is None:
            art = text(0, 6, say("reason.empty_pile", lang), 18, "middle")
        else:
            art = _icon("draw", -116, 0, 1.2) + text(
                -92, 6, say("auberge.verb.draw", lang), 18, weight=600
            )
            number = fraction(16, 0, odds.draw, cases=sum(unseen(self.view)))
            art += answer(number + text(52, 8, percent(odds.draw, lang), 24, weight=600))
        yield Item("draw", 480, 314, art)
        for n, verb in enumerate(("challenge", "accuse")):
            words = text(16, 6, say(f"pair_risk.number.{verb}", lang), SMALLEST)
            yield Item(f"legend {verb}", 356, 358 + 24 * n, _icon(verb, 0, 0) + words)
        for seat, chance in odds.accuse.items():
            zone = zones(len(self.cards.tables))[seat]
            turned = odds.challenge.get(seat)
            shown = "–" if turned is None else percent(turned, lang)
            width, height = 216, 24
            art = (
                f'<rect width="{width}" height="{height}" rx="12" '
                'style="fill:var(--tw-ground);stroke:var(--tw-line)"/>'
                + _icon("challenge", 18, 12)
                + _icon("accuse", 122, 12)
                + answer(
                    text(33, 18, shown, SMALLEST, weight=600)
                    + text(137, 18, percent(chance, lang), SMALLEST, weight=600)
                )
            )
            middle = zone.plate_x + (PLATE[0] - width) / 2
            x = min(max(middle, 2), BOARD[0] - width - 2)
            yield Item(f"odds {seat}", x, zone.plate_y + PLATE[1], art, z=3)


def _whole(values: Iterable[int]) -> tuple[int, ...]:
    row = tuple(values)
    for value in row:
        if type(value) is not int:
            raise ValueError(f"cards and numbers of cards are whole numbers, not {value!r}")
    return row


def _sorted(values: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted(_whole(values)))


def _resized(cards: Cards, sizes: tuple[int, ...]) -> Cards:
    """Return the cards with other hidden hands; who leaves, leaves with the cards before them."""
    rows = cards.tables[: len(sizes) + 1]
    rows += ((),) * (len(sizes) + 1 - len(rows))
    return cards._replace(tables=rows, hand_sizes=sizes)


def _icon(verb: str, x: float, y: float, scale: float = 0.8) -> str:
    return (
        f'<path transform="translate({coord(x)} {coord(y)}) scale({scale})" '
        f'd="{VERBS[verb]}" style="fill:none;stroke:var(--tw-soft);stroke-width:2;'
        'stroke-linecap:round;stroke-linejoin:round"/>'
    )
