"""Decrypto drawn: both screens and note sheets, and the message on its way.

Everything is drawn from what one seat knows, so no picture can show more; only the teacher's table
is given the whole state.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from gamelib.decrypto.rules import Phase, State, View
from gamelib.decrypto.screens import WORDS, Clue, Name
from gamelib.decrypto.sheets import Message, by_number, spelled
from gamelib.decrypto.words import plain
from gamelib.game import Action
from gamelib.texts import listing, name_action, say, seat_names, tell_outcome
from widgets.decrypto import art
from widgets.decrypto.places import (
    CELLS,
    CLUE,
    CLUE_X,
    CODE_X,
    COLUMNS_Y,
    DESK,
    DESK_Y,
    HALVES,
    NAME_Y,
    PLATE_Y,
    ROW,
    ROWS_Y,
    SCREEN_Y,
    TOKENS,
    WIDE,
    window_x,
)
from widgets.decrypto.tokens import WRITE, actions_of, known_state, path
from widgets.scene import BOARD, HIDDEN, Item, Scene, fitted, text, width_of
from widgets.tabletop import BUTTON, PLATE, button, plate, tag

SLIPS = (116, 748)
"""Where the slips lie that can be chosen, and how wide they may be together."""
MOST = 24
"""How many slips there is space for; a longer list is offered below the table all the same."""
BETWEEN = (Phase.INTERCEPTION, Phase.DECRYPTION)


def board(
    view: View, lang: str = "en", names: Sequence[str] | None = None, state: State | None = None
) -> Scene:
    """Return the table as a seat sees it; with a `state`, as the teacher does: all is open."""
    called = seat_names(lang) if names is None else names
    table = _Table(view, state or known_state(view), lang, called, actions_of(view))
    items = [
        art.FELT,
        # Code cards come from above and go back there: each team has its own deck.
        Item("pile", 442, -48, ""),
        Item("discard", 442, -48, ""),
    ]
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
        """Yield what belongs to a team: name, code card, tokens, members, screen and sheet."""
        x = HALVES[team]
        yield self.heading(team)
        yield from self.code_card(team)
        for kind, (at, _) in TOKENS.items():
            word = self.say(f"token.{kind}")
            count = getattr(self.view.tokens[team], kind)
            label = self.say("piece.tokens", team=self.team(team), kind=word, count=count)
            yield Item(f"{kind} {team}", x + at, NAME_Y, art.token_row(kind, count, word), label)
        for n, seat in enumerate(self.view.game.teams[team]):
            yield from self.member(seat, n)
        if team == 0 or self.view.game.rivals:
            yield from self.screen(team)
            yield from self.sheet(team)
        else:
            words = self.say("desk.listens")
            lines = text(0, 0, fitted(words, 18, WIDE - 16), 18, "middle", 600)
            yield Item("listens", x + WIDE / 2, 290, lines, words)

    def heading(self, team: int) -> Item:
        """Return a team's sign and name."""
        name = self.team(team)
        drawn = f'<g transform="translate(13 20)">{art.team_sign(team, 12)}</g>'
        drawn += text(29, 25, fitted(name, 14, CODE_X - 30), 14, weight=600)
        return Item(f"team {team}", HALVES[team], NAME_Y, drawn, name)

    def code_card(self, team: int) -> Iterator[Item]:
        """Yield the code that a team's encryptor has drawn this round."""
        sheet = self.shown.sheets[team]
        if len(sheet) < self.shown.round or self.shown.phase in (Phase.NAMING, Phase.OVER):
            return
        code = sheet[-1].code
        key = "piece.code" if code else "piece.code_hidden"
        label = self.say(key, team=self.team(team), digits=spelled(code))
        at = (HALVES[team] + CODE_X, NAME_Y)
        yield Item(f"code {team}", *at, art.code_card(code), label, z=6)

    def member(self, seat: int, n: int) -> Iterator[Item]:
        """Yield a member's plate, and what they do now."""
        team = seat % 2
        count = len(self.view.game.teams[team])
        width = min(PLATE[0], (WIDE - 6 * (count - 1)) // count)
        at = (HALVES[team] + n * (width + 6), PLATE_Y)
        status = self.status(seat)
        label = self.names[seat] + (f". {self.say(f'tag.{status}')}" if status else "")
        yield Item(f"seat {seat}", *at, plate(seat, self.names[seat], width=width), label, z=2)
        if status:
            acts = status not in ("encryptor", "win")
            colour = "good" if status == "win" else "act" if acts else ""
            drawn = tag(self.say(f"tag.{status}"), colour, status != "encryptor", width)
            yield Item("turn" if acts else f"{status} {seat}", *at, drawn, z=1)

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
        x, y = HALVES[team], SCREEN_Y
        words = self.shown.words[team] or (HIDDEN,) * WORDS
        aimed = self.aimed() if team == self.shown.team else 0
        yield Item(f"screen {team}", x, y, art.screen(team), z=1)
        for n, word in enumerate(words, start=1):
            key = "piece.window_hidden" if word == HIDDEN else "piece.window"
            label = self.say(key, team=self.team(team), number=n, word=word)
            drawn = art.window(n, word, n == aimed)
            at = (x + window_x(n), y + 5)
            yield Item(f"window {team} {n}", *at, drawn, label, z=2)
        known = set(map(plain, words))
        for n, named in enumerate(self.shown.named[1 - team], start=1):
            hit = plain(named) in known if named and self.shown.phase is Phase.OVER else None
            key = "piece.named_hidden" if named is None else "piece.named"
            label = self.say(key, team=self.team(1 - team), word=named)
            at = (x + window_x(n) + 4, y + 43)
            yield Item(f"named {team} {n}", *at, art.named(named or "", hit), label, z=3)

    def aimed(self) -> int:
        """Return the number whose clue is due, if the code is known here; else 0."""
        if self.shown.phase is not Phase.CLUES:
            return 0
        code, clues, _, _ = self.shown.sheets[self.shown.team][-1]
        return code[len(clues)] if code else 0

    def sheet(self, team: int) -> Iterator[Item]:
        """Yield a team's note sheet: the clues by number, then round by round with the codes."""
        x, sheet = HALVES[team], self.shown.sheets[team]
        heads = [self.say(f"sheet.{key}") for key in CELLS]
        yield Item(f"paper {team}", x, 0, art.sheet_paper(self.view.game.rounds, *heads))
        for n, clues in enumerate(by_number(sheet), start=1):
            if clues:
                label = self.say(
                    "piece.column",
                    team=self.team(team),
                    number=n,
                    clues=listing(clues, self.lang),
                )
                at = (x + window_x(n), COLUMNS_Y)
                yield Item(f"column {team} {n}", *at, art.column(clues), label, z=1)
        for number, message in enumerate(sheet, start=1):
            yield from self.message(team, number, message)
        if self.shown.team == team and self.shown.phase in (Phase.CLUES, *BETWEEN):
            y = ROWS_Y + ROW * (self.shown.round - 1)
            yield Item("round now", x, y, art.round_now(), z=1)

    def message(self, team: int, number: int, message: Message) -> Iterator[Item]:
        """Yield a line of the sheet: three clues, both guesses and the code, as far as known."""
        x, y = HALVES[team], ROWS_Y + ROW * (number - 1)
        told = {"team": self.team(team), "round": number}
        for n, clue in enumerate(message.clues):
            key, at = f"clue {team} {number} {n}", (x + CLUE_X + CLUE * n, y)
            if clue is None:
                label = self.say("piece.clue_hidden", **told, place=n + 1)
                yield Item(key, *at, art.covered_cell(), label, z=2)
            else:
                label = self.say("piece.clue", **told, place=n + 1, clue=clue)
                drawn = art.clue_cell(clue)
                yield Item(key, *at, drawn, label, place=key, face=clue, z=4)
        guesses = {"others": message.interception, "team": message.guess}
        for column, guess in guesses.items():
            if guess is not None:
                right = guess == message.code if message.revealed else None
                label = self.say(f"piece.guess.{column}", **told, digits=spelled(guess))
                yield self.cell(team, number, column, art.guess_cell(guess, right), label)
        if self.sealed(team, number) and message.interception is None:
            label = self.say("piece.sealed", **told)
            envelope = f'<g transform="translate(0 10)">{art.envelope()}</g>'
            yield self.cell(team, number, "others", envelope, label)
        if message.code is not None:
            label = self.say("piece.code", **told, digits=spelled(message.code))
            yield self.cell(team, number, "code", art.guess_cell(message.code, None), label)

    def sealed(self, team: int, number: int) -> bool:
        """Tell whether the other team's guess lies there in its envelope."""
        now = (self.shown.team, self.shown.round) == (team, number)
        return now and number > 1 and self.shown.phase is Phase.DECRYPTION

    def cell(self, team: int, number: int, column: str, drawn: str, label: str) -> Item:
        """Return what stands in one of the columns for codes."""
        x = HALVES[team] + CELLS[column]
        y = ROWS_Y + ROW * (number - 1)
        return Item(f"{column} {team} {number}", x, y, drawn, label, z=2)

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
        drawn = text(0, 0, fitted(words, 14, width - 90), 14, weight=600)
        yield Item("desk", x, DESK_Y + 20, drawn, words)
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
                at = (x + 148, DESK_Y + (50 if pad else 70))
                yield Item(f"spoken {n}", *at, drawn, label)
            if pad:
                words = shown.words[shown.team] or ("",) * WORDS
                for digit, word in enumerate(words, start=1):
                    label = self.say("piece.digit", place=n + 1, clue=clue, number=digit)
                    at = (x + 75 * (digit - 1), DESK_Y + 60)
                    token = f"at{n + 1}:{digit}"
                    key = art.digit_key(digit, word)
                    yield Item(f"digit {n + 1} {digit}", *at, key, label, token, z=2)
        if self.sealed(shown.team, shown.round):
            said = self.say("desk.sealed")
            drawn = f'<g transform="translate(-18 -5)">{art.envelope(30, 18)}</g>'
            drawn += text(-40, 0, fitted(said, 14, 180), 14, "end", fill=art.SOFT)
            yield Item("envelope", BOARD[0] - 16, DESK_Y + 20, drawn, said)

    def slips(self) -> Iterator[Item]:
        """Yield the words that are offered as slips, and a pen for words of one's own."""
        shown, y = self.shown, DESK_Y + 28
        if shown.phase is Phase.CLUES:
            code, clues, _, _ = shown.sheets[shown.team][-1]
            assert code is not None, "who writes the clues knows the code"
            yield Item("to write", DESK[0], y, art.code_to_write(code, len(clues)))
        else:
            number = len(shown.named[shown.team]) + 1
            yield Item("to write", DESK[0], y, art.large_number(number))
        offered = self.actions[:MOST]
        rows = max(2, -(-len(offered) // 6))
        width, height = SLIPS[1] // 6 - 6, (78 - 4 * (rows - 1)) // rows
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
