"""FlushCombinations: Fuji Flush without a match, to see what each value beats and what joins it.

Lay any cards before the players. For every value the explorer shows its power and what it would
flush; how likely it is to survive until your next go, and how likely to be joined. All numbers come
from `gamelib.fuji_flush.odds`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from gamelib.fuji_flush.odds import combinations, join_chance, unseen
from gamelib.fuji_flush.rules import Fronts, FujiFlush, Phase, View
from gamelib.game import IllegalAction, replaced
from gamelib.texts import explain, listing, percent, say, seat_names
from widgets.explorer import ME, Control, Explorer, control
from widgets.film import Frame
from widgets.fuji_flush import drawing
from widgets.fuji_flush.places import zones
from widgets.scene import (
    ODDS,
    SMALLEST,
    Choice,
    Item,
    Scene,
    answer,
    beside,
    card,
    coord,
    fitted,
    text,
)
from widgets.stage import Refused, checked
from widgets.tabletop import GAP, PLATE, tag

HANDS = range(1, 7)
PICTURES = ("values", "deck")
LINE = 27
"""The height of a value's line."""
SURVIVES, JOINED = (200, 282), 360
"""Where the bar of a value's survival begins and ends, and where the chance to be joined ends."""


class Prospect(NamedTuple):
    """What playing a card of one value would do now, and what may become of it."""

    value: int
    partners: int
    """How many cards of this value lie on the table already."""
    power: int
    """Of the group with my card."""
    beats: tuple[int, ...]
    """Whose cards it flushes, clockwise from me."""
    survival: Fraction
    """The chance not to be flushed before my next go."""
    joined: Fraction
    """The chance that somebody who plays before my next go holds one."""
    trials: int
    """0 if the survival is exact, else on how many simulated rounds it rests."""


class FlushCombinations(Explorer):
    """An explorer of Fuji Flush's combinations; it is your go, and you sit in seat 0.

    `fronts` are the cards before the players (None: no card; none before you), `hand` is how many
    cards each of the others holds.

    >>> explorer = FlushCombinations(fronts=[None, 7, 7, 9])
    >>> explorer
    FlushCombinations(players=4, fronts=(None, 7, 7, 9), hand=6)
    >>> seven = explorer.prospects[7]
    >>> seven.power, seven.beats
    (21, (3,))
    """

    def __init__(
        self,
        players: int | None = None,
        fronts: Sequence[int | None] = (),
        hand: int | None = None,
        lang: str = "en",
        names: Sequence[str] | None = None,
        **traits: Any,
    ) -> None:
        game = FujiFlush(players or len(fronts) or 4)
        if names is not None and len(names) < game.players:
            raise ValueError(f"{game.players} names are needed, mine first, not {len(names)}")
        self._names = None if names is None else tuple(map(str, names))
        self.lang = checked(lang)
        self.selected = 1
        """The seat before which the next card is laid."""
        self.shown = PICTURES[0]
        self._start = self._checked(game, fronts, game.deal_sizes[0] if hand is None else hand)
        self._take_up(self._start)
        super().__init__(**self.drawn(), **traits)

    def __repr__(self) -> str:
        return f"FlushCombinations(players={self.players}, fronts={self.fronts}, hand={self.hand})"

    # --- to use from Python --------------------------------------------------------------------

    @property
    def players(self) -> int:
        """How many sit at the table."""
        return self.view.game.players

    @players.setter
    def players(self, players: int) -> None:
        self._change(self._checked(FujiFlush(players), self.fronts[:players], self.hand))

    @property
    def hand(self) -> int:
        """How many cards each of the others holds."""
        return self.view.hand_sizes[-1]

    @hand.setter
    def hand(self, hand: int) -> None:
        self._change(self._checked(self.view.game, self.fronts, hand))

    @property
    def fronts(self) -> Fronts:
        """The cards before the players; whoever leaves takes theirs along."""
        return self.view.fronts

    @fronts.setter
    def fronts(self, fronts: Sequence[int | None]) -> None:
        self._change(self._checked(self.view.game, fronts, self.hand))

    def lay(self, seat: int, value: int | None) -> None:
        """Lay a card before another player; None takes it away."""
        if type(seat) is not int or seat not in range(1, self.players):
            raise ValueError(f"a card is laid before a seat from 1 to {self.players - 1}")
        self.fronts = replaced(self.fronts, seat, value)

    def reset(self) -> None:
        """Go back to the table of the start."""
        with self.as_a_whole():
            self.selected, self.shown = 1, PICTURES[0]
            self._take_up(self._start)

    def _checked(self, game: FujiFlush, fronts: Sequence[int | None], hand: int) -> View:
        try:
            return view_of(game, fronts, hand)
        except IllegalAction as error:
            raise ValueError(explain(error, self.lang)) from None

    def _change(self, view: View) -> None:
        with self.as_a_whole():
            self._take_up(view)

    def _take_up(self, view: View) -> None:
        """Take up a new position."""
        self.view = view
        """What I know, as the odds functions take it, without the card I think of."""
        self.selected = min(self.selected, self.players - 1)

    # --- what the page asks for ----------------------------------------------------------------

    def _press(self, content: Mapping[str, Any]) -> None:
        """A piece was clicked: a seat to choose, a value to lay, or a card to take away."""
        match str(content.get("token")).split(":"):
            case ["seat", seat] if seat in self._others():
                self.selected = int(seat)
            case ["front", seat] if seat in self._others():
                self.selected = int(seat)
                self._lay(None)
            case ["value", value] if value.isdecimal():
                lies_there = self.fronts[self.selected] == int(value)
                self._lay(None if lies_there else int(value))
            case _:
                raise Refused("malformed")

    def _others(self) -> tuple[str, ...]:
        return tuple(map(str, range(1, self.players)))

    def _lay(self, value: int | None) -> None:
        fronts = replaced(self.fronts, self.selected, value)
        self._change(view_of(self.view.game, fronts, self.hand))

    def _set(self, content: Mapping[str, Any]) -> None:
        """A control was moved."""
        value = content.get("value")
        number = value if type(value) is int else -1
        match content.get("control"):
            case "players" if number in FujiFlush.player_counts:
                self.players = number
            case "hand" if number in HANDS:
                self.hand = number
            case "picture" if value in PICTURES:
                self.shown = str(value)
            case "reset":
                self.reset()
            case _:
                raise Refused("malformed")

    # --- what the page shows -------------------------------------------------------------------

    @property
    def names(self) -> tuple[str, ...]:
        """What I and the others are called; who comes later has a name of the language."""
        default = (self._say("me"), *seat_names(self.lang)[1:])
        given = self._names or ()
        return (*given, *default[len(given) :])[: self.players]

    def _say(self, key: str, **values: object) -> str:
        return say(f"flush_combinations.{key}", self.lang, **values)

    def picture(self) -> Scene:
        """Return the table and what is beside it, as one picture."""
        scene = beside(self._table(), self._beside())
        return Scene(scene.size, f"{self._say('title')}. {self._say('hint')}", scene.items)

    def drawn(self) -> dict[str, Any]:
        """Return the table as the page shows it."""
        choices = self._choices()
        frame = Frame(
            board=self._table(),
            odds=self._beside(),
            said=(self._say("hint"),),
            status=self._say("status", seat=self.names[self.selected]),
            asker=self._say(f"picture.{self.shown}"),
            choices=choices,
        )
        return self.screened(frame, self._say("title"), self.names, self._controls())

    def _controls(self) -> Iterator[Control]:
        def words(key: str) -> str:
            return self._say(f"control.{key}")

        counts = [[count, str(count)] for count in FujiFlush.player_counts]
        pictures = [[picture, self._say(f"picture.{picture}")] for picture in PICTURES]
        yield control("players", "select", words("players"), self.players, options=counts)
        yield control("hand", "slider", words("hand"), self.hand, min=HANDS[0], max=HANDS[-1])
        yield control("picture", "select", words("picture"), self.shown, options=pictures)
        yield control("reset", "button", words("reset"), "")

    def _choices(self) -> tuple[Choice, ...]:
        """Return every value as a choice: these are the questions."""
        view, offered = self.view, []
        self.prospects: dict[int, Prospect] = {}
        """What each value would do now, by value: all that can be in my hand."""
        for found in combinations(view):
            value = found.value
            if not unseen(view)[value]:
                continue
            mine = holding(view, value)
            (choice,) = drawing.choices(mine, self.lang, self.names)
            assert choice.chance is not None
            self.prospects[value] = Prospect(
                value=value,
                partners=found.cards,
                power=found.joined,
                beats=found.beats,
                survival=1 - choice.chance,
                joined=join_chance(mine, value),
                trials=choice.trials,
            )
            path, marks = (f"value:{value}",), (*choice.marks, f"row {value}")
            offered.append(choice._replace(path=path, label=self._label(value), marks=marks))
        return tuple(offered)

    def _beside(self) -> Scene:
        if self.shown == "values":
            return self._values()
        return drawing.odds(self.view, self.lang, self.names)

    def _label(self, value: int) -> str:
        prospect = self.prospects[value]
        key = "choice" if prospect.beats else "choice.none"
        seats = listing((self.names[seat] for seat in prospect.beats), self.lang)
        return self._say(key, card=value, power=prospect.power, seats=seats)

    def _table(self) -> Scene:
        """Return the table of the game, with values to lay where the own hand would be."""
        scene = drawing.board(self.view, self.lang, self.names)
        around = zones(self.players)
        items = []
        for item in scene.items:
            kind, _, seat = item.key.partition(" ")
            if item.key in (f"size {ME}", "turn"):
                continue
            if kind == "seat" and seat in self._others():
                item = item._replace(action=f"seat:{seat}")
            elif kind == "table":
                item = item._replace(label=f"{item.label}. {self._say('take')}")
            items.append(item)
        you = tag(self._say("you"), "")
        here = tag(self._say("here"), "act", outlined=True)
        for key, at, art in (("you", around[ME], you), ("here", around[self.selected], here)):
            items.append(Item(key, at.plate_x, at.plate_y, art, z=1))
        items += self._palette(around[ME].plate_x + PLATE[0] + GAP)
        return Scene(scene.size, self._say("title"), tuple(items))

    def _palette(self, left: float) -> Iterator[Item]:
        """Yield the values in two rows, where the own hand lies at a table."""
        view = self.view
        lying, hidden = view.fronts[self.selected], unseen(view)
        values = [value for value, copies in enumerate(view.game.deck) if copies]
        name = self.names[self.selected]
        for n, value in enumerate(values):
            row, column = divmod(n, 10)
            there = value == lying
            possible = there or hidden[value] > 0
            frame = (
                '<rect x="-2" y="-2" width="40" height="42" rx="7" '
                'style="fill:none;stroke:var(--tw-act);stroke-width:3"/>'
            )
            key = "put_back" if there else "lay" if possible else "none_left"
            yield Item(
                f"value {value}",
                left + 42 * column,
                504 + 46 * row,
                card(str(value), (36, 38)) + (frame if there else ""),
                self._say(key, card=value, seat=name),
                f"value:{value}" if possible else "",
                "" if possible else "tw-faded",
                z=2,
            )

    def _values(self) -> Scene:
        """Return the values one below the other: power, what it flushes, and its chances."""
        values = [value for value, copies in enumerate(self.view.game.deck) if copies]
        heads = (
            (0, "start", "value"),
            (98, "end", "power"),
            (104, "start", "flushes"),
            (SURVIVES[1], "end", "survives"),
            (JOINED, "end", "joined"),
        )
        art = "".join(
            text(x, 0, self._say(f"column.{key}"), SMALLEST, anchor, 600, "var(--tw-soft)")
            for x, anchor, key in heads
        )
        items = [Item("head", 0, 20, art)]
        for n, value in enumerate(values):
            prospect = self.prospects.get(value)
            at = (f"row {value}", 0.0, 28.0 + LINE * n)
            if prospect is None:
                label = self._say("none_left", card=value)
                items.append(Item(*at, _chip(value), label, classes="tw-faded"))
            else:
                items.append(
                    Item(*at, self._row(prospect), self._label(value), told=self._about(prospect))
                )
        art = "".join(
            text(0, 22 * n, self._say(f"foot.{key}"), SMALLEST, fill="var(--tw-soft)")
            for n, key in enumerate(("survives", "joined"))
        )
        items.append(Item("foot", 0, 571, art))
        return Scene(ODDS, self._say("values", count=len(values)), tuple(items))

    def _row(self, prospect: Prospect) -> str:
        """Return what is told of a value; its chances are the answer to what is asked."""
        left, right = SURVIVES
        together = f"{prospect.partners + 1}×" if prospect.partners else ""
        flushed = "".join(self.names[seat][:1].upper() for seat in prospect.beats)
        wide = (right - left) * float(prospect.survival)
        return (
            _chip(prospect.value)
            + text(64, 19, together, SMALLEST, "end", fill="var(--tw-soft)")
            + text(98, 19, prospect.power, 18, "end", 600)
            + text(104, 19, fitted(flushed, SMALLEST, left - 106), SMALLEST, weight=700)
            + answer(
                f'<rect x="{left}" y="2" width="{coord(wide)}" height="22" '
                'style="fill:var(--tw-felt-line)"/>'
                f'<path d="M{left} 1v24" style="stroke:var(--tw-ink)"/>'
                + text(right, 19, self._percent(prospect), SMALLEST, "end", 600)
                + text(JOINED, 19, percent(prospect.joined, self.lang), SMALLEST, "end")
            )
        )

    def _percent(self, prospect: Prospect) -> str:
        return ("≈" if prospect.trials else "") + percent(prospect.survival, self.lang)

    def _about(self, prospect: Prospect) -> str:
        """Return a value's chances in words."""
        joined = percent(prospect.joined, self.lang)
        return self._say("about", survival=self._percent(prospect), joined=joined)


def _chip(value: int) -> str:
    """Return a value as a small card; it is no case to be marked."""
    return (
        '<rect x=".5" y="1.5" width="31" height="23" rx="4" '
        'style="fill:var(--tw-card);stroke:var(--tw-line)"/>'
        + text(16, 19, value, 18, "middle", 600, "var(--tw-card-ink)")
    )


def view_of(game: FujiFlush, fronts: Sequence[int | None], hand: int) -> View:
    """Return what I see on my go with these cards on the table, if they can lie there."""
    lying = (*fronts, *[None] * (game.players - len(fronts)))
    if len(lying) > game.players:
        raise IllegalAction("not_in_game")
    if type(hand) is not int or hand not in HANDS:
        raise ValueError(f"hand is a whole number from {HANDS[0]} to {HANDS[-1]}, not {hand!r}")
    if lying[ME] is not None:
        raise ValueError("no card lies before me, seat 0, when I am to play one")
    for front in lying:
        if front is None:
            continue
        if type(front) is not int or front not in range(len(game.deck)) or not game.deck[front]:
            raise IllegalAction("not_in_deck", card=front)
        if lying.count(front) > game.deck[front]:
            raise IllegalAction("none_left", card=front)
    others = game.players - 1
    return View(
        game=game,
        seat=ME,
        phase=Phase.PLAY,
        turn=ME,
        hand=(),
        hand_sizes=(0, *[hand] * others),
        fronts=lying,
        pile_size=sum(game.deck) - hand * others - sum(front is not None for front in lying),
        discard=(0,) * len(game.deck),
        drawing=(),
    )


def holding(view: View, value: int) -> View:
    """Return the position with one card in my hand: the one I think of playing."""
    sizes = replaced(view.hand_sizes, ME, 1)
    return view._replace(hand=(value,), hand_sizes=sizes, pile_size=view.pile_size - 1)
