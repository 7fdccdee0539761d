"""Jamaica drawn: the island and its track, ships and holds, battles, and what can be done.

Everything is drawn from what one seat knows, so no picture can show more; only the teacher's table
is given the whole state. Where the spaces are is in `jamaica_map`, the odds beside the board are in
`jamaica_odds`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from random import Random
from typing import NamedTuple

from gamelib.game import Action, Outcome
from gamelib.jamaica.holds import stock
from gamelib.jamaica.odds import results
from gamelib.jamaica.position import (
    BETH,
    CARDS,
    LADY,
    STAR,
    Choose,
    Curse,
    Fight,
    Hold,
    Keep,
    Load,
    Move,
    Pay,
    Phase,
    Powder,
    Reroll,
    Retreat,
    SetDice,
    State,
    TakeHidden,
    TakeHold,
    TakePower,
    View,
    card_named,
    cargo_named,
    treasure_named,
)
from gamelib.jamaica.rules import loser_of, strength
from gamelib.jamaica.track import PRICED_IN, TRACK
from gamelib.texts import name_action, phrase, say, seat_names
from widgets.drawing import Drawing
from widgets.jamaica_map import (
    CHEST,
    DARK,
    LINE,
    POWER_SIGNS,
    Point,
    act,
    chart,
    good,
    lair_token,
    route,
    sea,
    ship,
    sign,
    target,
)
from widgets.jamaica_map import STAR as STAR_SHAPE
from widgets.jamaica_odds import marks, odds
from widgets.scene import (
    BOARD,
    HIDDEN,
    LARGE,
    SMALL,
    Item,
    Option,
    Scene,
    card,
    number,
    seat_sign,
    text,
    width_of,
)
from widgets.tabletop import button, fan, plate, tag

__all__ = ["board", "odds", "options", "path", "way"]

# --- where everything is -------------------------------------------------------------------------


class Home(NamedTuple):
    """A player's part of the table: where each of the things that belong to them begins."""

    plate: Point
    holds: Point
    hand: Point
    chosen: Point
    powers: Point
    treasures: Point
    compass: Point
    room: float
    """How wide the holds may get."""
    near: bool = False


OWN = Home(
    plate=(8, 482), holds=(166, 484), hand=(490, 490), chosen=(760, 490), powers=(166, 552),
    treasures=(340, 552), compass=(128, 562), room=308, near=True,
)  # fmt: skip


def _side(x: float, y: float) -> Home:
    return Home(
        plate=(x, y), holds=(x, y + 71), hand=(x, y + 104), chosen=(x + 101, y + 104),
        powers=(x + 137, y + 104), treasures=(x + 144, y + 46), compass=(x + 164, y + 22),
        room=188,
    )  # fmt: skip


LEFT, RIGHT = 6, 766
HEIGHTS = {1: (160,), 2: (84, 244), 3: (6, 162, 318)}
"""How far down players sit at one side, by how many they are."""
HAND = 98
"""How wide another player's hand may get."""


@cache
def homes(players: int) -> tuple[Home, ...]:
    """Return the homes clockwise, the first at the bottom; the next one sits left."""
    left = players // 2
    right = players - 1 - left
    return (
        OWN,
        *(_side(LEFT, y) for y in reversed(HEIGHTS[left])),
        *(_side(RIGHT, y) for y in HEIGHTS.get(right, ())),
    )


DICE = ((358.0, 172.0), (554.0, 172.0))
"""Where the dice for morning and evening lie, on either side of the card that was turned up."""
ROLLED = ((424.0, 276.0), (488.0, 276.0))
"""Where the dice lie that the captain has yet to set."""
DIE = 48
SHOWN: Point = (450, 150)
"""Where the card lies that was turned up."""
ROUND: Point = (480, 143)
TASK: Point = (480, 264)
"""Where it says what is loaded or due."""
AMOUNTS: Point = (480, 350)
VERBS: Point = (480, 335)
FIGHTERS = (256.0, 293.0)
"""How far down the two sides of a battle stand."""
PILE, DISCARD = (834.0, 484.0), (834.0, 540.0)

# --- small drawings ------------------------------------------------------------------------------

SUN = (
    "M0 -4A4 4 0 1 0 0 4A4 4 0 1 0 0 -4ZM0 -8V-6M0 6V8M-8 0H-6M6 0H8"
    "M-6 -6L-4 -4M6 -6L4 -4M-6 6L-4 4M6 6L4 4"
)
MOON = "M3 -7A7 7 0 1 0 7 3A6 6 0 0 1 3 -7Z"
DAYS = (SUN, MOON)
COMPASS = "M0 -13L3.4 -3.4L13 0L3.4 3.4L0 13L-3.4 3.4L-13 0L-3.4 -3.4Z"
PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, 1), (1, -1), (-1, 1)),
    5: ((-1, -1), (1, 1), (1, -1), (-1, 1), (0, 0)),
    6: ((-1, -1), (1, 1), (1, -1), (-1, 1), (-1, 0), (1, 0)),
}


@cache
def face(number_: int | None, size: tuple[int, int] = LARGE, day: int | None = None) -> str:
    """Return an action card: above what it does in the morning, below in the evening.

    The part of the `day` is framed.
    """
    if number_ is None:
        return card(HIDDEN, size)
    width, height = size
    half, large = height / 2, width > 40
    art = (
        f'<rect class="tw-card" x=".5" y=".5" width="{width - 1}" height="{height - 1}" '
        f'rx="{6 if large else 4}" style="fill:var(--tw-card);stroke:var(--tw-line)"/>'
        f'<path d="M1 {half}H{width - 1}" style="stroke:var(--tw-line)"/>'
    )
    if day is not None:
        art += (
            f'<rect x="3" y="{3 + day * half}" width="{width - 6}" height="{half - 6}" rx="4" '
            'style="fill:none;stroke:var(--tw-act);stroke-width:2.5"/>'
        )
    for n, kind in enumerate(CARDS[number_]):
        middle = half * (n + 0.5)
        if large:
            art += sign(DAYS[n], 12, middle - 9, 0.75, LINE.replace("ink", "soft"))
        art += act(kind, width / 2 + 4 * large, middle + 3 * large, 1.35 if large else 1.05)
    return art


@cache
def die(value: int | None, lifted: bool = False) -> str:
    """Return a die with its pips; without a value, its place."""
    if value is None:
        return (
            f'<rect x="1" y="1" width="{DIE - 2}" height="{DIE - 2}" rx="9" style="fill:none;'
            'stroke:var(--tw-line);stroke-width:1.5;stroke-dasharray:5 4"/>'
        )
    middle, step = DIE / 2, 12.5
    pips = "".join(
        f'<circle cx="{middle + step * x}" cy="{middle + step * y}" r="4.6" '
        'style="fill:var(--tw-card-ink)"/>'
        for x, y in PIPS[value]
    )
    colour, wide = ("act", 3) if lifted else ("line", 1.5)
    return (
        f'<rect x="1" y="1" width="{DIE - 2}" height="{DIE - 2}" rx="9" '
        f'style="fill:var(--tw-card);stroke:var(--tw-{colour});stroke-width:{wide}"/>{pips}'
    )


@cache
def combat_die(value: int, size: int = 30) -> str:
    """Return the combat die: its number or the star, or the place for it."""
    dash = "" if value else ";stroke-dasharray:4 3"
    frame = (
        f'<rect x="{-size / 2}" y="{-size / 2}" width="{size}" height="{size}" rx="6" '
        f'style="fill:var(--tw-{"card" if value else "felt"});stroke:var(--tw-line){dash}"/>'
    )
    if value == STAR:
        return frame + sign(
            STAR_SHAPE, 0, 0.5, 1.2, f"fill:var(--tw-seat3);stroke:{DARK};stroke-width:1"
        )
    return frame + (text(0, 6, value, 18, "middle", 700) if value else "")


@cache
def hold_box(hold: Hold, width: float, height: float, sixth: bool) -> str:
    """Return a hold with what is in it: shape, colour and number; the sixth is double-edged."""
    w, h = number(width - 1), number(height - 1)
    dash = "" if hold else ";stroke-dasharray:4 3"
    art = (
        f'<rect class="tw-card" x=".5" y=".5" width="{w}" height="{h}" rx="5" '
        f'style="fill:var(--tw-{"card" if hold else "felt"});stroke:var(--tw-line){dash}"/>'
    )
    if sixth:
        art += (
            f'<rect x="3" y="3" width="{number(width - 6)}" height="{number(height - 6)}" rx="3" '
            'style="fill:none;stroke:var(--tw-line)"/>'
        )
    step = 9
    lines = "".join(
        f"M{number(max(0, d - height))} {number(min(d, height))}"
        f"L{number(min(d, width))} {number(max(0, d - width))}"
        for d in range(step, int(width + height), step)
    )
    art += f'<path class="tw-hurt-lines" d="{lines}"/>'
    if hold is None:
        return art
    kind, tokens = hold
    if height > 40:
        return (
            art
            + good(kind, width / 2, height * 0.33, 1.2)
            + text(width / 2, height - 7, tokens, 24, "middle", 600)
        )
    return (
        art
        + good(kind, width * 0.25, height / 2, 0.6)
        + text(width * 0.72, height / 2 + 6, tokens, 18 if width > 27 else 14, "middle", 600)
    )


@cache
def badge(shape: str, fill: str = "var(--tw-seat3)") -> str:
    """Return a sign on a small square, its corner at the origin: a power that lies face up."""
    return (
        '<rect x=".5" y=".5" width="23" height="21" rx="5" '
        f'style="fill:{fill};stroke:{DARK}"/>'
        '<path class="tw-hurt-lines" d="M1 12L12 1M1 22L22 1M12 22L22 12"/>'
        + sign(shape, 12, 11, 0.85, LINE.replace("var(--tw-ink)", DARK))
    )


@cache
def chest(word: str, known: bool) -> str:
    """Return a face-down treasure or several, as one card with a number or a value on it."""
    fill = "card" if known else "back"
    return (
        '<rect x=".5" y=".5" width="43" height="22" rx="5" '
        f'style="fill:var(--tw-{fill});stroke:var(--tw-line)"/>'
        '<path class="tw-hurt-lines" d="M1 12L12 1M1 22L22 1M12 22L33 1M23 22L43 2M33 22L43 12"/>'
        + sign(CHEST, 12, 11, 0.8, f"fill:var(--tw-seat0);stroke:{DARK};stroke-width:1.4")
        + text(31, 16, word, 14, "middle", 700)
    )


@cache
def amount(value: int, width: float) -> str:
    """Return a number that can be chosen."""
    size = 18 if width > 26 else 12
    return (
        f'<rect x="{number(-width / 2)}" y="-15" width="{number(width)}" height="30" '
        f'rx="{8 if width > 26 else 4}" '
        'style="fill:var(--tw-ground);stroke:var(--tw-act);stroke-width:1.5"/>'
        + text(0, size * 0.35, value, size, "middle", 600)
    )


COMPASS_ART = (
    '<circle r="17" style="fill:var(--tw-ground);stroke:var(--tw-line)"/>'
    + sign(COMPASS, 0, 0, 1, f"fill:var(--tw-seat3);stroke:{DARK};stroke-width:1")
)  # fmt: skip


# --- the board -----------------------------------------------------------------------------------


def board(
    view: View, lang: str = "en", names: Sequence[str] | None = None, state: State | None = None
) -> Scene:
    """Return the table as a seat sees it; with a `state`, as the teacher does: all hands open."""
    players = view.game.players
    called = tuple(seat_names(lang) if names is None else names)[:players]
    bottom = 0 if view.seat is None or state is not None else view.seat
    places = tuple(homes(players)[(seat - bottom) % players] for seat in range(players))
    acts = actions(view) if state is None else view.game.actions(state)
    tokens = frozenset(token for action in acts for token in path(view, action))
    table = _Table(view, state, lang, called, acts, tokens, places)
    items = [
        *sea(view.game.track, lang),
        *table.lairs(),
        *table.ships(),
        *table.targets(),
        *table.middle(),
        *table.heaps(bottom),
    ]
    for seat in range(players):
        items += table.player(seat)
    return Scene(BOARD, say("jamaica.name", lang), tuple(items))


def actions(view: View) -> tuple[Action, ...]:
    """Return what the seat in view may do: nothing, if it is not its go.

    It depends on what the seat knows alone, so any world that fits the view will do.
    """
    if view.seat is None or view.seat != view.turn:
        return ()
    return view.game.actions(view.game.imagine(view, Random(0)))


def path(view: View, action: Action) -> tuple[str, ...]:
    """Return the tokens that choose an action, one click after the other."""
    match action:
        case SetDice(morning, _):
            return (f"die:{morning}",)
        case Choose(card):
            return (f"card:{card}",)
        case Load(hold):
            return (f"hold:{view.turn}.{hold}",)
        case Move(space) | Retreat(space):
            return (f"do:sail-{space}",)
        case Fight(seat):
            return (f"ship:{seat}",)
        case Powder(value):
            return (f"do:powder-{value}",)
        case TakeHold(hold):
            return (f"hold:{_loser(view)}.{hold}",)
        case TakePower(power):
            return (f"power:{_loser(view)}.{power}",)
        case TakeHidden():
            return (f"hidden:{_loser(view)}",)
        case Curse(treasure):
            return (f"do:curse{treasure}",)
        case Pay(hold, value):
            return (f"hold:{view.turn}.{hold}", f"do:pay-{value}")
        case _:
            return (f"do:{action.code}",)


def _loser(view: View) -> int:
    assert view.battle is not None
    return loser_of(view.battle)


class _Table(NamedTuple):
    """A table about to be drawn."""

    view: View
    state: State | None
    lang: str
    names: tuple[str, ...]
    actions: tuple[Action, ...]
    tokens: frozenset[str]
    homes: tuple[Home, ...]
    """Seat by seat."""

    def say(self, key: str, **values: object) -> str:
        return say(f"jamaica.{key}", self.lang, **values)

    def token(self, token: str) -> str:
        return token if token in self.tokens else ""

    def named(self, action: Action) -> str:
        return name_action(self.view.game, action, self.lang, self.names)

    def space(self, space: int) -> str:
        """Return a space in words."""
        kind, price, _, _ = self.view.game.track[space]
        return self.say(f"space.{kind}", number=space, price=price)

    # The sea

    def lairs(self) -> Iterator[Item]:
        """Yield the treasures that are still on their lairs."""
        points = chart(self.view.game.track).points
        for lair in self.view.tokens:
            yield Item(f"token {lair}", *points[lair], *lair_token(self.lang), z=1)

    def ships(self) -> Iterator[Item]:
        """Yield the ships; several on one space lie side by side. The one that sails is ringed."""
        view = self.view
        track = chart(view.game.track)
        at = [each.space for each in view.ships]
        moving = view.mover if view.phase in GOES else None
        place = "space" if view.game.track is TRACK else "buoy"
        for seat, space in enumerate(at):
            beside = at[:seat].count(space)
            label = self.say("piece.ship", seat=self.names[seat], place=self.space(space))
            yield Item(
                f"ship {seat}",
                *track.berth(space, beside, at.count(space)),
                ship(seat, self.names[seat][:1].upper(), seat == moving),
                label,
                f"ship:{seat}",
                place=f"{place} {space}",
                face=f"ship {seat}",
                z=4 + (seat == moving),
            )

    def targets(self) -> Iterator[Item]:
        """Yield a mark on every space that can be sailed to."""
        view, points = self.view, chart(self.view.game.track).points
        for action in self.actions:
            if isinstance(action, Move | Retreat):
                space = action.space
                short = isinstance(action, Move) and not self.affordable(space)
                label = f"{self.named(action)}: {self.space(space)}"
                if short:
                    label += f". {self.say('result.short')}"
                art = target(space, short, view.game.track[space].kind == "royal")
                [token] = path(view, action)
                yield Item(f"target {space}", *points[space], art, label, token, z=6)

    def affordable(self, space: int) -> bool:
        """Tell whether the mover can pay a space."""
        kind, price, _, _ = self.view.game.track[space]
        return not price or stock(self.view.ships[self.view.mover].holds, PRICED_IN[kind]) >= price

    # The island

    def middle(self) -> Iterator[Item]:
        """Yield what is on the island: the round, the dice, the card turned up, what is to do."""
        view = self.view
        words = self.say("piece.round", number=view.round)
        yield Item("round", *ROUND, text(0, 0, words, 18, "middle", 600), words)
        for day, at in enumerate(DICE):
            word = self.say(f"day.{day}")
            yield Item(f"day {day}", *at, _slot(word, DAYS[day]))
        if view.phase in GOES:
            yield Item("now", *DICE[view.day], _NOW, z=7)
        yield from self.dice()
        if view.card is not None:
            words = phrase(card_named(view.card), self.lang)
            label = self.say("piece.turned_up", seat=self.names[view.mover], card=words)
            yield Item(
                "turned up", *SHOWN, face(view.card, LARGE, view.day), label,
                place="turned up", face=f"{view.mover}.{view.card}", z=20,
            )  # fmt: skip
        if view.battle is not None:
            yield from self.battle()
        yield from self.task()
        yield from self.amounts()
        yield from self.verbs()

    def dice(self) -> Iterator[Item]:
        """Yield the captain's dice: each can be put on the morning, as long as they are not set."""
        view = self.view
        if not view.dice:
            return
        low, high = min(view.dice), max(view.dice)
        setting = view.phase is Phase.DICE
        swapped = not setting and view.dice[0] > view.dice[1]
        for n, value in enumerate((low, high)):
            at = ROLLED[n] if setting else DICE[n ^ swapped]
            token = self.token(f"die:{value}") if n == 0 or low != high else ""
            label = self.say("piece.die", value=value)
            if token:
                label = self.named(SetDice(value, (high, low)[n]))
            yield Item(f"die {n}", *at, die(value, bool(token)), label, token, z=8)

    def battle(self) -> Iterator[Item]:
        """Yield both sides of a battle: the die, powder and Lady Beth, and what they make."""
        view = self.view
        at = view.battle
        assert at is not None
        for n, seat in enumerate(at[:2]):
            powder, struck = at.powder[n], at.dice[n]
            beth = BETH in view.ships[seat].powers
            total = strength(view.ships[seat], powder, struck) if struck else None
            art = _fighter(
                seat,
                self.names[seat],
                struck,
                powder if self.committed(n) else None,
                beth,
                "★" if struck == STAR else "" if total is None else str(total),
                at.winner == seat,
                n == 0,
            )
            label = self.say(
                f"piece.side.{n}",
                seat=self.names[seat],
                die="★" if struck == STAR else struck or "–",
                powder=powder,
                beth=LADY * beth,
                total="★" if struck == STAR else "–" if total is None else total,
            )
            yield Item(f"side {n}", 480, FIGHTERS[n], art, label, z=7)

    def committed(self, n: int) -> bool:
        """Tell whether a side of the battle has committed its powder."""
        view, at = self.view, self.view.battle
        assert at is not None
        acting = view.phase in (Phase.PAY, Phase.COMBAT) and view.turn == at[n]
        return bool(at.dice[n]) or acting

    def task(self) -> Iterator[Item]:
        """Yield what is to be done now, in words."""
        view = self.view
        words = self.words_of_task()
        if not words:
            return
        x, y = TASK
        if view.battle is not None:
            y = FIGHTERS[1] + 33
        elif view.phase is Phase.DICE:
            y = ROLLED[0][1] - 10
        art, cargo = text(0, 0, words, 14, "middle", 600), self.cargo()
        if cargo is not None and view.battle is None:
            art += good(cargo[0], -14, 28, 1.6) + text(8, 37, cargo[1], 24, "start", 600)
        yield Item("task", x, y, art, words, z=7)

    def cargo(self) -> tuple[str, int] | None:
        """Return the goods that are to be loaded or paid."""
        view = self.view
        return view.load if view.due is None else (view.due.kind, view.due.amount)

    def words_of_task(self) -> str:
        view = self.view
        values: dict[str, object] = {}
        cargo = self.cargo()
        if cargo is not None:
            values["cargo"] = phrase(cargo_named(cargo), self.lang)
        if view.phase is Phase.MOVE:
            assert view.card is not None
            kind = CARDS[view.card][view.day]
            return self.say(f"task.{kind}", count=view.dice[view.day])
        key = f"task.{view.phase.value}"
        return self.say(key, **values)

    def amounts(self) -> Iterator[Item]:
        """Yield the numbers that can be chosen: of powder, or of tokens from a hold."""
        found: dict[int, tuple[str, str]] = {}
        for action in self.actions:
            if isinstance(action, Powder):
                found[action.amount] = path(self.view, action)[-1], self.named(action)
            elif isinstance(action, Pay):
                label = self.say("piece.amount", value=action.amount)
                found[action.amount] = path(self.view, action)[-1], label
        rows = 1 if len(found) <= 10 else 2
        in_row = -(-len(found) // rows)
        step = min(33.0, 330 / max(in_row, 1))
        for n, (value, (token, label)) in enumerate(sorted(found.items())):
            row, column = divmod(n, in_row)
            x = AMOUNTS[0] + (column - (in_row - 1) / 2) * step
            art = amount(value, step - 3)
            yield Item(f"amount {value}", x, AMOUNTS[1] + 33 * row, art, label, token, z=8)

    def verbs(self) -> Iterator[Item]:
        """Yield what can be done without a piece of its own."""
        curses = [action for action in self.actions if isinstance(action, Curse)]
        codes = [code for code in VERB_ICONS if f"do:{code}" in self.tokens]
        x = VERBS[0] - (46 * len(curses) + 92 * len(codes) - 8) / 2
        for curse in curses:
            art, [token] = chest(_signed(curse.treasure), True), path(self.view, curse)
            yield Item(token, x, VERBS[1] + 18, art, self.named(curse), token, z=8)
            x += 48
        for code in codes:
            word = self.say(f"verb.{code}")
            yield button(f"do {code}", (x, VERBS[1]), f"do:{code}", word, VERB_ICONS[code])
            x += 92

    # The players

    def player(self, seat: int) -> Iterator[Item]:
        """Yield all that belongs to a player."""
        view, home = self.view, self.homes[seat]
        status = self.status(seat)
        yield Item(
            f"seat {seat}", *home.plate, plate(seat, self.names[seat]), self.about(seat, status),
            z=2,
        )  # fmt: skip
        if status:
            key = f"win {seat}" if status == "win" else "turn"
            colour = {"win": "good", "shortage": "hurt"}.get(status, "act")
            yield Item(key, *home.plate, tag(self.tagged(seat, status), colour, True), z=1)
        elif view.phase is Phase.OVER:
            yield Item(f"points {seat}", *home.plate, tag(self.tagged(seat, "points"), ""), z=1)
        if seat == view.captain:
            yield Item("compass", *home.compass, COMPASS_ART, self.say("piece.compass"), z=2)
        yield from self.holds(seat)
        yield from self.powers(seat)
        yield from self.treasures(seat)
        yield from self.cards(seat)

    def outcome(self) -> Outcome | None:
        """Return how the race ended: then all treasures are turned up, and everybody knows."""
        return self.view.game.outcome(self.view.game.imagine(self.view, Random(0)))

    def status(self, seat: int) -> str:
        """Return what a player does or suffers now, by the key of its tag."""
        view = self.view
        if view.phase is Phase.OVER:
            outcome = self.outcome()
            return "win" if outcome is not None and seat in outcome.winners else ""
        return view.phase.value if seat == view.turn and view.phase is not Phase.DEAL else ""

    def tagged(self, seat: int, status: str) -> str:
        """Return the words of a tag."""
        outcome = self.outcome() if self.view.phase is Phase.OVER else None
        points = "" if outcome is None else str(outcome.scores[seat]).replace("-", "−")
        return self.say(f"tag.{status}", points=points)

    def about(self, seat: int, status: str) -> str:
        """Return all there is to know of a player in words."""
        view = self.view
        words = [self.names[seat]]
        if seat == view.captain:
            words.append(self.say("piece.compass"))
        words += [
            self.say("piece.hand_size", count=view.hand_sizes[seat]),
            self.say("piece.hidden", count=len(view.hidden[seat])),
        ]
        if view.face_down[seat]:
            words.append(self.say("piece.face_down", seat=self.names[seat]))
        if status or view.phase is Phase.OVER:
            words.append(self.tagged(seat, status or "points"))
        return ". ".join(words)

    def holds(self, seat: int) -> Iterator[Item]:
        """Yield a ship's holds."""
        home, held = self.homes[seat], self.view.ships[seat].holds
        room = max(len(held), 6)
        step = home.room / room
        size = (step - (6 if home.near else 3), 62 if home.near else 30)
        ordinary = self.view.game.holds
        for n, hold in enumerate(held):
            what = self.say("piece.empty") if hold is None else phrase(cargo_named(hold), self.lang)
            which = self.say("hold", number=n + 1)
            label = self.say("piece.hold", seat=self.names[seat], hold=which, cargo=what)
            art = hold_box(hold, *size, n >= ordinary)
            x, y = home.holds
            yield Item(f"hold {seat} {n}", x + n * step, y, art, label, f"hold:{seat}.{n}", z=2)

    def powers(self, seat: int) -> Iterator[Item]:
        """Yield the powers that lie face up before a player."""
        home = self.homes[seat]
        for n, power in enumerate(self.view.ships[seat].powers):
            x, y = home.powers
            column, row = (n, 0) if home.near else (n % 2, n // 2)
            label = f"{self.names[seat]}: {phrase(treasure_named(power), self.lang)}"
            yield Item(
                f"power {seat} {power}", x + 26 * column, y + 24 * row, badge(POWER_SIGNS[power]),
                label, f"power:{seat}.{power}", z=3,
            )  # fmt: skip

    def treasures(self, seat: int) -> Iterator[Item]:
        """Yield the treasures face down before a player, with the values that one knows."""
        view, home = self.view, self.homes[seat]
        row: Sequence[int | None] = view.hidden[seat]
        if self.state is not None:
            row = [each.treasure for each in self.state.hidden[seat]]
        if not row:
            return
        x, y = home.treasures
        words = self.say("piece.hidden", count=len(row))
        if home.near and None not in row:
            step = 47 if len(row) < 4 else 94 / (len(row) - 1)
            for n, treasure in enumerate(row):
                assert treasure is not None
                name = phrase(treasure_named(treasure), self.lang)
                label = self.say("piece.treasure", seat=self.names[seat], treasure=name)
                token = f"hidden:{seat}" if n == 0 else ""
                art = chest(_signed(treasure), True)
                yield Item(f"treasure {seat} {n}", x + step * n, y, art, label, token, z=3 + n)
            return
        if known := [treasure for treasure in row if treasure is not None]:
            listed = ", ".join(phrase(treasure_named(each), self.lang) for each in known)
            words = f"{words}. {self.say('piece.known', treasures=listed)}"
        shown = f"×{len(row)}" if None in row else _signed(sum(known))
        art, label = chest(shown, None not in row), f"{self.names[seat]}: {words}"
        yield Item(f"treasure {seat} 0", x, y, art, label, f"hidden:{seat}", z=3)

    def cards(self, seat: int) -> Iterator[Item]:
        """Yield a player's hand and the card chosen in secret."""
        view, state, home = self.view, self.state, self.homes[seat]
        hand = state.hands[seat] if state else view.hand if seat == view.seat else None
        hidden: Sequence[int | None] = (None,) * view.hand_sizes[seat]
        shown: Sequence[int | None] = hidden if hand is None else hand
        size = LARGE if home.near else SMALL
        deciding = seat == view.turn
        places = fan(len(shown), 264 if home.near else HAND, size[0], 6 if home.near else 2)
        if hand is None and not home.near:
            places = fan(len(shown), 68, size[0], -18)
        x, y = home.hand
        for n, card_ in enumerate(shown):
            label = token = ""
            if card_ is not None:
                words = phrase(card_named(card_), self.lang)
                label = self.say("piece.card", seat=self.names[seat], card=words)
                token = self.token(f"card:{card_}") if deciding else ""
            yield Item(
                f"hand {seat} {n}", x + places[n], y, face(card_, size), label, token,
                place=f"hand {seat}", face=HIDDEN if card_ is None else f"{seat}.{card_}",
                z=10 + n,
            )  # fmt: skip
        if view.face_down[seat]:
            chosen = state.chosen[seat] if state else view.chosen if seat == view.seat else None
            label = self.say("piece.face_down", seat=self.names[seat])
            if chosen is not None:
                label = f"{label}: {phrase(card_named(chosen), self.lang)}"
            art = face(None, size) if chosen is None else _face_down(chosen, size)
            token = self.token("do:reveal") if deciding else ""
            yield Item(
                f"chosen {seat}", *home.chosen, art, label, token, place=f"chosen {seat}",
                face=HIDDEN if chosen is None else f"{seat}.{chosen}", z=10,
            )  # fmt: skip

    def heaps(self, bottom: int) -> Iterator[Item]:
        """Yield the pile and the discard of the player at the bottom, each with its number."""
        view = self.view
        discard = view.discards[bottom]
        known = ", ".join(phrase(card_named(each), self.lang) for each in discard)
        for key, at, count, more in (
            ("pile", PILE, view.pile_sizes[bottom], ""),
            ("discard", DISCARD, len(discard), f" ({known})" if known else ""),
        ):
            word = say(f"table.{key}", self.lang)
            label = say("table.heap", self.lang, heap=word, count=count) + more
            yield Item(key, *at, _heap(key == "pile", count, word), label)


GOES = (
    Phase.REVEAL, Phase.LOAD, Phase.MOVE, Phase.FIGHT, Phase.POWDER, Phase.COMBAT, Phase.SABRE,
    Phase.LOOT, Phase.THEFT, Phase.PAY, Phase.SHORTAGE, Phase.TREASURE,
)  # fmt: skip
"""The phases of a go, morning or evening."""
VERB_ICONS = {
    "lose": "M-8 -8L8 8M8 -8L-8 8",
    "reroll": "M7 -5A8.5 8.5 0 1 0 8.5 2M8 -10V-4H2",
    "keep": "M-9 0L-3 7L9 -7",
    "spare": "M-9 0H9",
}


def _signed(value: int) -> str:
    return f"{value:+}".replace("-", "−")


@cache
def _slot(word: str, shape: str) -> str:
    """Return the place for a die, with the time of day above it."""
    return (
        die(None)
        + sign(shape, DIE / 2 - width_of(word, 14) * 0.6 - 3, -17, 0.8, LINE)
        + text(DIE / 2 + 8, -12, word, 14, "middle", 600)
    )


_NOW = (
    f'<rect x="-6" y="-6" width="{DIE + 12}" height="{DIE + 12}" rx="13" '
    'style="fill:none;stroke:var(--tw-act);stroke-width:3"/>'
)
"""Around the die of the action that is being done."""


@cache
def _fighter(
    seat: int,
    name: str,
    struck: int,
    powder: int | None,
    beth: bool,
    total: str,
    won: bool,
    attacks: bool,
) -> str:
    """Return one side of a battle as a sum to be read, centred on the origin."""
    edge, wide = ("good", 3) if won else ("line", 1)
    art = (
        '<rect x="-152" y="-17" width="304" height="34" rx="17" '
        f'style="fill:var(--tw-ground);stroke:var(--tw-{edge});stroke-width:{wide}"/>'
        f'<g transform="translate(-134 0) scale(.8)">{seat_sign(seat, name)}</g>'
        + sign(SWORD if attacks else SHIELD, -108, 0, 0.9, LINE)
        + f'<g transform="translate(-76 0) scale(.9)">{combat_die(struck)}</g>'
    )
    x = -50
    for shape, words in (
        ("powder", "?" if powder is None else str(powder)),
        ("beth", str(LADY) if beth else ""),
    ):
        if words:
            art += text(x, 6, "+", 18, "middle")
            if shape == "powder":
                art += good("powder", x + 18, -1, 0.85)
            else:
                art += sign(POWER_SIGNS[BETH], x + 18, 0, 0.85, LINE)
            art += text(x + 32, 6, words, 18, "start", 600)
            x += 66
    art += text(98, 7, "=", 18, "middle") + text(122, 9, total or "?", 24, "middle", 700)
    return art


SWORD = "M-8 8L8 -8M-9 3L-3 9"
SHIELD = "M-8 -7H8V0Q7 7 0 10Q-7 7 -8 0Z"


@cache
def _face_down(chosen: int, size: tuple[int, int]) -> str:
    """Return a card that lies face down, as one who knows it sees it."""
    width, height = size
    scale = 0.62
    inner = face(chosen, size).replace('class="tw-card" ', "")
    return (
        card(HIDDEN, size)
        + f'<g transform="translate({width * (1 - scale) / 2:g} {height * (1 - scale) / 2:g}) '
        f'scale({scale})">{inner}</g>'
    )


@cache
def _heap(face_down: bool, count: int, word: str) -> str:
    """Return a small heap of cards with its number."""
    width, height = SMALL
    if count and face_down:
        art = card(HIDDEN, SMALL)
    else:
        dash = "" if count else ";stroke-dasharray:5 4"
        art = (
            f'<rect x="1" y="1" width="{width - 2}" height="{height - 2}" rx="4" '
            f'style="fill:var(--tw-{"card" if count else "ground"});stroke:var(--tw-line){dash}"/>'
        )
        if count:
            art += '<path d="M10 17L22 29M22 17L10 29" style="stroke:var(--tw-line)"/>'
    return (
        art.replace('class="tw-card" ', "")
        + text(width + 8, 22, count, 24, weight=600)
        + text(width + 8, 41, word, 14, fill="var(--tw-soft)")
    )


# --- the way of a ship ---------------------------------------------------------------------------

MOST_POINTS = 5


def way(was: Item, now: Item) -> tuple[Point, ...]:
    """Return the points a ship passes from space to space; one that goes back waits a moment."""
    if not (was.place.startswith("space ") and now.place.startswith("space ")):
        return ()
    start, end = int(was.place[6:]), int(now.place[6:])
    if start == end:
        return ()
    spaces, forward = route(start, end)
    track = chart(TRACK)
    points = [track.berth(space, 0, 1) for space in spaces]
    if len(points) > MOST_POINTS:
        last = len(points) - 1
        points = [points[round(n * last / (MOST_POINTS - 1))] for n in range(MOST_POINTS)]
    return tuple(points) if forward else ((was.x, was.y), *points)


# --- what can be done ----------------------------------------------------------------------------

BATTLE = ("win", "tie", "lose")
RESULTS: dict[type[Action], tuple[tuple[str, ...], str]] = {
    Fight: (BATTLE, "lose"),
    Powder: (BATTLE, "lose"),
    Reroll: (BATTLE, "lose"),
    Keep: (BATTLE, "lose"),
    SetDice: (("pays", "short"), "short"),
    Choose: (("pays", "short"), "short"),
    Move: (("pays", "fight", "short"), "short"),
    TakeHidden: (("gold", "cursed"), "cursed"),
}
"""What may come of each kind of action, and which of it the question is about."""


def options(view: View, lang: str = "en", names: Sequence[str] | None = None) -> tuple[Option, ...]:
    """Return every legal action of the seat, with what may come of it; nothing out of turn."""
    return tuple(_option(view, action, lang, names) for action in actions(view))


def _option(view: View, action: Action, lang: str, names: Sequence[str] | None) -> Option:
    label = name_action(view.game, action, lang, names)
    tokens = path(view, action)
    if type(action) not in RESULTS:
        question = say(f"jamaica.question.{action.code}", lang, **_values(view, action, lang))
        return Option(action, tokens, label, question, hurts=_hurts(view, action))
    codes, asked = RESULTS[type(action)]
    chances = results(view, action)
    return Option(
        action=action,
        path=tokens,
        label=label,
        question=say(f"jamaica.question.{action.code}", lang, **_values(view, action, lang)),
        risk=chances.get(asked, NEVER),
        marks=marks(view, action),
        results=tuple(
            (code, say(f"jamaica.result.{code}", lang), chances.get(code, NEVER)) for code in codes
        ),
        asked=asked,
    )


NEVER = Fraction(0)


def _values(view: View, action: Action, lang: str) -> dict[str, object]:
    """Return what the question about an action mentions."""
    match action:
        case Choose(card):
            return {"card": phrase(card_named(card), lang)}
        case Move(space):
            kind, price, _, _ = view.game.track[space]
            return {"place": say(f"jamaica.space.{kind}", lang, number=space, price=price)}
        case Powder(value):
            return {"amount": value}
        case SetDice(morning, evening):
            return {"morning": morning, "evening": evening}
    return {}


def _hurts(view: View, action: Action) -> tuple[str, ...]:
    """Return the holds whose contents an action would cost."""
    holds = view.ships[view.turn].holds
    match action:
        case Load(hold) if holds[hold] is not None:
            return (f"hold:{view.turn}.{hold}",)
        case Retreat():
            lacking = PRICED_IN[view.game.track[view.ships[view.turn].space].kind]
            return tuple(
                f"hold:{view.turn}.{n}"
                for n, hold in enumerate(holds)
                if hold is not None and hold[0] == lacking
            )
    return ()


class JamaicaDrawing(Drawing[State, View]):
    """Jamaica, drawn."""

    board = staticmethod(board)
    odds = staticmethod(odds)
    options = staticmethod(options)
    way = staticmethod(way)


drawing = JamaicaDrawing()
