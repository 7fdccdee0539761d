"""Jamaica drawn: the island and its track, ships and holds, battles.

Everything is drawn from what one seat knows, so no picture can show more; only the teacher's table
is given the whole state.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from gamelib.game import Action, Outcome
from gamelib.jamaica.holds import stock
from gamelib.jamaica.position import (
    BETH,
    CARDS,
    LADY,
    STAR,
    Curse,
    Move,
    Pay,
    Phase,
    Powder,
    Retreat,
    SetDice,
    State,
    View,
    card_named,
    cargo_named,
    treasure_named,
)
from gamelib.jamaica.rules import strength
from gamelib.jamaica.track import PRICED_IN, TRACK
from gamelib.texts import name_action, phrase, say, seat_names
from widgets.jamaica.art import (
    COMPASS_ART,
    DAYS,
    NOW,
    POWER_SIGNS,
    VERB_ICONS,
    amount,
    badge,
    chest,
    face,
    fighter,
    good,
    hold_box,
    in_lines,
    known_face_down,
    signed,
    slot,
    small_heap,
)
from widgets.jamaica.map import chart, lair_token, sea, ship, target
from widgets.jamaica.places import (
    AMOUNTS,
    DICE,
    DISCARD,
    FIGHTERS,
    HAND,
    PILE,
    ROLLED,
    ROUND,
    SHOWN,
    TASK,
    TASK_WIDTH,
    VERBS,
    Home,
    homes,
)
from widgets.jamaica.tokens import actions_of, path
from widgets.scene import BOARD, HIDDEN, LARGE, SMALL, Item, Scene, text
from widgets.tabletop import BUTTON, button, die, fan, plate, tag


def board(
    view: View, lang: str = "en", names: Sequence[str] | None = None, state: State | None = None
) -> Scene:
    """Return the table as a seat sees it; with a `state`, as the teacher does: all hands open."""
    players = view.game.players
    called = tuple(seat_names(lang) if names is None else names)[:players]
    bottom = 0 if view.seat is None or state is not None else view.seat
    places = tuple(homes(players)[(seat - bottom) % players] for seat in range(players))
    acts = actions_of(view) if state is None else view.game.actions(state)
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
        view, track = self.view, chart(self.view.game.track)
        for action in self.actions:
            if isinstance(action, Move | Retreat):
                space = action.space
                short = isinstance(action, Move) and not self.affordable(space)
                label = f"{self.named(action)}: {self.space(space)}."
                royal = view.game.track[space].kind == "royal"
                art = target(space, short, royal, track.beside(space))
                [token] = path(view, action)
                yield Item(
                    f"target {space}", *track.points[space], art, label, token, z=6,
                    told=self.say("piece.short") if short else "",
                )  # fmt: skip

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
            yield Item(f"day {day}", *at, slot(word, DAYS[day]))
        if view.phase in GOES:
            yield Item("now", *DICE[view.day], NOW, z=7)
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
            art = fighter(
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
            y = FIGHTERS[1] + 36
        elif view.phase is Phase.DICE:
            y = ROLLED[0][1] - 10
        lines = in_lines(words, TASK_WIDTH)
        art = "".join(
            text(0, 22 * (n + 1 - len(lines)), line, 18, "middle", 600)
            for n, line in enumerate(lines)
        )
        cargo = self.cargo()
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
        rows = -(-len(found) // 12)
        in_row = -(-len(found) // max(rows, 1))
        step = min(33.0, 318 / max(in_row, 1))
        for n, (value, (token, label)) in enumerate(sorted(found.items())):
            row, column = divmod(n, in_row)
            x = AMOUNTS[0] + (column - (in_row - 1) / 2) * step
            art = amount(value, step - 3)
            yield Item(f"amount {value}", x, AMOUNTS[1] + 29 * row, art, label, token, z=8)

    def verbs(self) -> Iterator[Item]:
        """Yield what can be done without a piece of its own."""
        curses = [action for action in self.actions if isinstance(action, Curse)]
        codes = [code for code in VERB_ICONS if f"do:{code}" in self.tokens]
        step = BUTTON[0] + 8
        x = VERBS[0] - (50 * len(curses) + step * len(codes) - 8) / 2
        for curse in curses:
            art, [token] = chest(signed(curse.treasure), True), path(self.view, curse)
            yield Item(token, x, VERBS[1] + 18, art, self.named(curse), token, z=8)
            x += 50
        for code in codes:
            word = self.say(f"verb.{code}")
            yield button(f"do {code}", (x, VERBS[1]), f"do:{code}", word, VERB_ICONS[code])
            x += step

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
        step = home.holds_width / max(len(held), 6)
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
            narrow = len(row) > 4
            for n, treasure in enumerate(row):
                assert treasure is not None
                name = phrase(treasure_named(treasure), self.lang)
                label = self.say("piece.treasure", seat=self.names[seat], treasure=name)
                token = f"hidden:{seat}" if n == 0 else ""
                art = chest(signed(treasure), True, narrow)
                yield Item(
                    f"treasure {seat} {n}",
                    x + (25 if narrow else 50) * n,
                    y,
                    art,
                    label,
                    token,
                    z=3 + n,
                )
            return
        if known := [treasure for treasure in row if treasure is not None]:
            listed = ", ".join(phrase(treasure_named(each), self.lang) for each in known)
            words = f"{words}. {self.say('piece.known', treasures=listed)}"
        shown = f"×{len(row)}" if None in row else signed(sum(known))
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
            art = face(None, size) if chosen is None else known_face_down(chosen, size)
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
            yield Item(key, *at, small_heap(key == "pile", count, word), label)


GOES = (
    Phase.REVEAL, Phase.LOAD, Phase.MOVE, Phase.FIGHT, Phase.POWDER, Phase.COMBAT, Phase.SABRE,
    Phase.LOOT, Phase.THEFT, Phase.PAY, Phase.SHORTAGE, Phase.TREASURE,
)  # fmt: skip
"""The phases of a go, morning or evening."""
