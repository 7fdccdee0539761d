"""Decrypto drawn: both screens and note sheets, and the message on its way.

Everything is drawn from what one seat knows, so no picture can show more; only the teacher's table
is given the whole state.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from gamelib.decrypto.rules import Phase, State, View
from gamelib.decrypto.screens import WORDS, Clue, Name
from gamelib.decrypto.sheets import Message, spelled
from gamelib.decrypto.words import plain
from gamelib.game import Action
from gamelib.texts import name_action, say, seat_names, tell_outcome
from widgets.decrypto import art
from widgets.decrypto.places import (
    CLUES_READ,
    DESK,
    DESK_Y,
    FIRST,
    HALVES,
    MEMBER_Y,
    NAME_Y,
    NAMED,
    ROW,
    SCREEN_Y,
    SHEET_Y,
    SLIPS,
    TIGHT,
    TOKENS,
    WIDE,
    column_x,
)
from widgets.decrypto.tokens import WRITE, actions_of, known_state, path
from widgets.scene import BOARD, HIDDEN, Item, Scene, fitted, text, width_of
from widgets.tabletop import BUTTON, PLATE, button

MOST = 18
"""How many slips there is space for; a longer list is offered below the table all the same."""
BETWEEN = (Phase.INTERCEPTION, Phase.DECRYPTION)
TITLE = 18


def board(
    view: View, lang: str = "en", names: Sequence[str] | None = None, state: State | None = None
) -> Scene:
    """Return the table as a seat sees it; with a `state`, as the teacher does: all is open."""
    called = seat_names(lang) if names is None else names
    table = _Table(view, state or known_state(view), lang, called, actions_of(view))
    items = [art.FELT]
    for team in (0, 1):
        items += table.half(team)
    items += table.desk()
    return Scene(BOARD, say("decrypto.name", lang), tuple(items))


class _Table(NamedTuple):
    """A table about to be drawn."""

    view: View
    shown: State
    """What is open: to the seat in view, or to the teacher."""
    lang: str
    names: Sequence[str]
    actions: tuple[Action, ...]

    def say(self, key: str, **values: object) -> str:
        return say(f"decrypto.{key}", self.lang, **values)

    def team(self, team: int) -> str:
        return self.say(f"team.{team}")

    # --- a team's half ------------------------------------------------------------------------

    def half(self, team: int) -> Iterator[Item]:
        """Yield what belongs to a team: name, tokens, members, screen and sheet."""
        x = HALVES[team]
        yield self.heading(team)
        for kind, (at, _) in TOKENS.items():
            count = getattr(self.view.tokens[team], kind)
            word = self.say(f"token.{kind}")
            label = self.say("piece.tokens", team=self.team(team), kind=word, count=count)
            drawn = art.token_row(kind, count, self.say(f"token.short.{kind}"))
            yield Item(f"{kind} {team}", x + at, NAME_Y, drawn, label)
        for n, seat in enumerate(self.view.game.teams[team]):
            yield from self.member(seat, n)
        if team == 0 or self.view.game.rivals:
            yield from self.screen(team)
            yield from self.sheet(team)
        else:
            words = self.say("desk.listens")
            drawn = text(0, 0, fitted(words, TITLE, WIDE - 16), TITLE, "middle", 600)
            yield Item("listens", x + WIDE / 2, 290, drawn, words)

    def heading(self, team: int) -> Item:
        """Return a team's sign and name."""
        name = self.team(team)
        drawn = f'<g transform="translate(14 22)">{art.team_sign(team)}</g>'
        free = TOKENS["interceptions"][0] - 34
        drawn += text(32, 28, fitted(name, TITLE, free), TITLE, weight=600)
        return Item(f"team {team}", HALVES[team], NAME_Y, drawn, name)

    def member(self, seat: int, n: int) -> Iterator[Item]:
        """Yield a member's plate, and what they do now."""
        team = seat % 2
        count = len(self.view.game.teams[team])
        width = min(PLATE[0], (WIDE - 6 * (count - 1)) // count)
        at = (HALVES[team] + n * (width + 6), MEMBER_Y)
        status = self.status(seat)
        label = self.names[seat] + (f". {self.say(f'tag.{status}')}" if status else "")
        yield Item(f"seat {seat}", *at, art.member(seat, self.names[seat], width), label, z=2)
        if status:
            acts = status not in ("encryptor", "win")
            colour = "good" if status == "win" else "act" if acts else ""
            drawn = art.tag(self.say(f"tag.{status}"), colour, width)
            yield Item("turn" if acts else f"{status} {seat}", *at, drawn, z=3)

    def status(self, seat: int) -> str:
        """Return what a player is or does now, by the key of its tag."""
        view, game = self.view, self.view.game
        encrypts = seat == game.encryptor(seat % 2, view.round)
        match view.phase:
            case Phase.OVER:
                outcome = game.outcome(self.shown)
                return "win" if outcome and seat in outcome.winners else ""
            case Phase.CODE if encrypts and seat % 2 == view.team:
                return "draw"
            case Phase.SCREENS | Phase.NAMING:
                encrypts = False
        if seat == view.turn:
            return str(view.phase.value)
        return "encryptor" if encrypts and (game.rivals or seat % 2 == 0) else ""

    def screen(self, team: int) -> Iterator[Item]:
        """Yield a team's screen: its four words, or its back, and what the others have named."""
        x = HALVES[team]
        words = self.shown.words[team] or (HIDDEN,) * WORDS
        aimed = self.aimed() if team == self.shown.team else 0
        yield Item(f"screen {team}", x, SCREEN_Y, art.screen(team), z=1)
        for n, word in enumerate(words, start=1):
            key = "piece.window_hidden" if word == HIDDEN else "piece.window"
            label = self.say(key, team=self.team(team), number=n, word=word)
            at = (x + column_x(n), SCREEN_Y + 3)
            yield Item(f"window {team} {n}", *at, art.window(n, word, n == aimed), label, z=2)
        known = set(map(plain, words))
        for n, named in enumerate(self.shown.named[1 - team], start=1):
            hit = plain(named) in known if named and self.shown.phase is Phase.OVER else None
            key = "piece.named_hidden" if named is None else "piece.named"
            label = self.say(key, team=self.team(1 - team), word=named)
            at = (x + column_x(n), SHEET_Y - 1)
            yield Item(f"named {team} {n}", *at, art.named(named or "", hit), label, z=3)

    def aimed(self) -> int:
        """Return the number whose clue is due, if the code is known here; else 0."""
        if self.shown.phase is not Phase.CLUES:
            return 0
        code, clues, _, _ = self.shown.sheets[self.shown.team][-1]
        return code[len(clues)] if code else 0

    # --- a team's sheet -----------------------------------------------------------------------

    @property
    def naming(self) -> bool:
        """Whether words are named, below the screens: the sheets make room for them."""
        return self.shown.phase is Phase.NAMING or any(self.shown.named)

    @property
    def row(self) -> float:
        """How high a round is."""
        return TIGHT if self.naming else ROW

    def row_y(self, number: int) -> float:
        """Return where a round begins on a sheet."""
        return SHEET_Y + NAMED * self.naming + 2 + self.row * (number - 1)

    def sheet(self, team: int) -> Iterator[Item]:
        """Yield a team's note sheet: each round's clues below their words, its code, the guesses.

        What was opened last still lies there in pieces, as it may have come from elsewhere; what
        lies longer is one with its line.
        """
        x, sheet = HALVES[team], self.shown.sheets[team]
        paper = art.sheet_paper(self.view.game.rounds, self.row)
        yield Item(f"paper {team}", x, SHEET_Y + NAMED * self.naming, paper)
        for number, message in enumerate(sheet, start=1):
            yield self.line(team, number, message)
            if number == len(sheet):
                yield from self.clues(team, number, message)
        if self.shown.team == team and self.shown.phase in (Phase.CLUES, *BETWEEN):
            drawn = art.round_now(self.row)
            yield Item("round now", x, self.row_y(self.shown.round) - 1, drawn, z=1)

    def line(self, team: int, number: int, message: Message) -> Item:
        """Return what a round's line says: the code and the guesses, later on the clues, too."""
        sealed = self.sealed(team, number)
        code, _, others, guess = message
        label = [self.say("piece.round", team=self.team(team), round=number)]
        clues: tuple[str, ...] = ()
        if number < len(self.shown.sheets[team]):
            clues = self.by_number(message)
            label += [
                self.say("piece.by_number", number=n, clue=clue)
                for n, clue in enumerate(clues, start=1)
                if clue
            ]
        key = "piece.code" if code else "piece.code_hidden"
        label.append(self.say(key, digits=spelled(code)))
        if sealed and others is None:
            label.append(self.say("piece.sealed"))
        for reader, written in (("others", others), ("team", guess)):
            if written is not None:
                label.append(self.say(f"piece.guess.{reader}", digits=spelled(written)))
        what = art.Line(code, others, sealed, guess, message.revealed)
        drawn = art.line(what, self.say("sheet.others"), self.say("sheet.team"), clues)
        at = (HALVES[team] + FIRST, self.row_y(number))
        return Item(f"line {team} {number}", *at, drawn, "; ".join(label), z=2)

    def by_number(self, message: Message) -> tuple[str, ...]:
        """Return the clues of a message whose code is known, by their numbers; "" is none."""
        row = [""] * WORDS
        for digit, clue in zip(message.code or (), message.clues, strict=False):
            row[digit - 1] = clue or ""
        return tuple(row)

    def clues(self, team: int, number: int, message: Message) -> Iterator[Item]:
        """Yield the clues given last: below their words, or in a row as long as nobody knows."""
        x, y = HALVES[team], self.row_y(number)
        told = {"team": self.team(team), "round": number}
        for n, clue in enumerate(message.clues):
            key, at = f"clue {team} {number} {n}", (x + FIRST + CLUES_READ * n, y)
            if message.code:
                at = (x + column_x(message.code[n]), y)
            if clue is None:
                label = self.say("piece.clue_hidden", **told, place=n + 1)
                yield Item(key, *at, art.covered_cell(), label, z=2)
            else:
                label = self.say("piece.clue", **told, place=n + 1, clue=clue)
                drawn = art.clue_cell(clue, message.code is not None)
                yield Item(key, *at, drawn, label, place=key, face=clue, z=4)

    def sealed(self, team: int, number: int) -> bool:
        """Tell whether the other team's guess lies there in its envelope."""
        now = (self.shown.team, self.shown.round) == (team, number)
        return now and number > 1 and self.shown.phase is Phase.DECRYPTION

    # --- the message on its way ---------------------------------------------------------------

    def desk(self) -> Iterator[Item]:
        """Yield what is going on, in words, and below it what can be chosen or is waited for."""
        x, width = DESK
        phase = self.shown.phase
        if phase is Phase.OVER:
            outcome = self.view.game.outcome(self.shown)
            assert outcome is not None
            words = tell_outcome(self.view.game, outcome, self.lang, self.names)
            size = 24 if width_of(words, 24) <= width else 18
            drawn = text(0, 0, fitted(words, size, width), size, "middle", 600)
            yield Item("desk", x + width / 2, 550, drawn, words)
            return
        words = self.headline()
        drawn = text(0, 0, fitted(words, TITLE, width), TITLE, weight=600)
        yield Item("desk", x, DESK_Y + 22, drawn, words)
        if phase in BETWEEN:
            yield from self.clues_read()
        elif self.actions:
            yield from self.slips()
        elif phase is Phase.CLUES:
            yield from self.clues_read()

    def headline(self) -> str:
        """Return what is going on now, in a sentence."""
        view, shown = self.view, self.shown
        told: dict[str, object] = {
            "round": shown.round,
            "team": self.team(shown.team),
            "seat": "" if view.turn is None else self.names[view.turn],
        }
        if shown.phase is Phase.CLUES and self.actions:
            number = self.aimed()
            told |= {"number": number, "word": shown.words[shown.team][number - 1]}
            return self.say("desk.clue", **told)
        if shown.phase is Phase.NAMING:
            told |= {"number": min(len(shown.named[shown.team]) + 1, WORDS)}
            told |= {"other": self.team(1 - shown.team)}
        return self.say(f"desk.{shown.phase.value}", **told)

    def clues_read(self) -> Iterator[Item]:
        """Yield the three clues, large, each with the numbers it may stand for to choose from."""
        shown = self.shown
        message = shown.sheets[shown.team][-1]
        pad = bool(self.actions)
        for n in range(3):
            x = DESK[0] + 316 * n
            clue = message.clues[n] if n < len(message.clues) else None
            drawn = art.spoken(HIDDEN if clue is None else clue, 290)
            if clue is not None or pad or n < len(message.clues):
                label = "" if clue is None else clue
                at = (x + 148, DESK_Y + (52 if pad else 72))
                yield Item(f"spoken {n}", *at, drawn, label)
            if pad:
                words = shown.words[shown.team]
                for digit in range(1, WORDS + 1):
                    label = self.say("piece.digit", place=n + 1, clue=clue, number=digit)
                    if words:
                        label += f", {words[digit - 1]}"
                    at = (x + 75 * (digit - 1), DESK_Y + 64)
                    token = f"at{n + 1}:{digit}"
                    yield Item(
                        f"digit {n + 1} {digit}", *at, art.digit_key(digit), label, token, z=2
                    )

    def slips(self) -> Iterator[Item]:
        """Yield the words that are offered as slips, and a pen for words of one's own."""
        shown, y = self.shown, DESK_Y + 34
        if shown.phase is Phase.CLUES:
            code, clues, _, _ = shown.sheets[shown.team][-1]
            assert code is not None, "who writes the clues knows the code"
            yield Item("to write", DESK[0], y, art.code_to_write(code, len(clues)))
        else:
            number = len(shown.named[shown.team]) + 1
            yield Item("to write", DESK[0], y, art.large_number(number))
        offered = self.actions[:MOST]
        rows = max(2, -(-len(offered) // 6))
        width, height = SLIPS[1] // 6 - 6, (76 - 4 * (rows - 1)) // rows
        for n, action in enumerate(offered):
            assert isinstance(action, Clue | Name)
            at = (SLIPS[0] + n % 6 * (width + 6), y + n // 6 * (height + 4))
            (token,) = path(action, n)
            label = name_action(self.view.game, action, self.lang, self.names)
            yield Item(
                f"slip {n}",
                *at,
                art.slip(action.text, width, height),
                label,
                token,
                place=f"slip {n}",
                face=action.text,
                z=1,
            )
        at = (BOARD[0] - BUTTON[0] - 8, y + 8)
        yield button("do write", at, WRITE, self.say("verb.write"), art.PEN)
