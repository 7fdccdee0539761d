"""The table: steps through a match, plays it, asks for predictions; one widget for all games."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from random import Random
from time import sleep
from typing import Any, ClassVar, NamedTuple

from gamelib.game import Action, IllegalAction
from gamelib.match import Match
from gamelib.odds import odds_of
from gamelib.players import PLAYERS, PlayerError, known_players, name_of, player_named
from gamelib.texts import say, seat_names, texts
from widgets.camera import WATCHING, Camera, Footage
from widgets.drawing import drawings
from widgets.film import Film, Sent, reel
from widgets.scene import BOARD, ODDS, Scene, beside
from widgets.stage import Refused, Stage, checked, message_id, whole

PERSON = "person"
TRIALS = (1, 100, 1000)
LARGEST_RECORD = 1_000_000
LONGEST_ENTRY = 1_000
BREATH = 0.03
"""Seconds that let what is told ahead reach the page before the rest is worked out."""
PATIENCE = 50
"""From how many frames on a new film takes so long that the frame in view is sent ahead."""


class Origin(NamedTuple):
    """Where a line comes from: the step at which it begins, and the line it began on.

    The main line and loaded ones begin at no step of another.
    """

    at: int | None = None
    line: int = 0


class Table(Stage):
    """A match on the table.

    `seat` is whose eyes we look through: a seat's number, "public" or "open" (the teacher's: all
    cards face up). `people` are the seats that persons play, by default the one we look through;
    the match's own players play the others. `at` is the step to show first.

    >>> from gamelib import Match, games
    >>> Table(Match(games["auberge"](players=3), seed=5), seat=1)
    Table(<Match of Auberge(players=3), 6 steps>, seat=1)
    """

    answers: ClassVar[Mapping[str, str]] = {
        "play": "_play",
        "branch": "_branch",
        "switch": "_switch",
        "undo": "_undo",
        "redo": "_redo",
        "step": "_step",
        "seat": "_choose_seat",
        "lang": "_choose_language",
        "player": "_choose_player",
        "try": "_try",
        "load": "_load",
        "record": "_give_record",
        "position": "_give_position",
        "seed": "_give_seed",
    }

    def __init__(
        self,
        match: Match,
        seat: int | str = 0,
        lang: str = "en",
        people: Collection[int] | None = None,
        names: Sequence[str] | None = None,
        at: int | None = None,
        **traits: Any,
    ) -> None:
        put_back = match.bookmark()
        try:
            self._sit_down(match, seat, lang, people, names)
            told = self._go_as_far_as_possible()
            last = len(match.steps)
            self.start = (0 if match.outcome else last) if at is None else at
            if not 0 <= self.start <= last:
                raise ValueError(f"this match has steps 0 to {last}, so it cannot be shown at {at}")
            notice = {"id": 0, "kind": "error", "text": told} if told else {}
            super().__init__(notice=notice, **self.drawn(), **traits)
        except BaseException:
            put_back()
            raise

    def _sit_down(
        self,
        match: Match,
        seat: int | str,
        lang: str,
        people: Collection[int] | None,
        names: Sequence[str] | None,
    ) -> None:
        """Lay out all that the table shows. These values are replaced, never changed in place."""
        if names is not None and len(names) < match.game.players:
            raise ValueError(f"{match.game.players} names are needed, not {len(names)}")
        self._names = None if names is None else tuple(map(str, names))
        self.lang = checked(lang)
        self.matches: tuple[Match, ...] = (match,)
        self._origins: tuple[Origin, ...] = (Origin(),)
        self.branch = 0
        self.seat = self._seat(seat)
        if people is None:
            people = () if self._watching else (int(self.seat),)
        self.people = frozenset(int(self._seat(person)) for person in people)
        self.start = 0
        self._jumps = 0
        self._takes = 0
        self._films: Mapping[tuple[int, str, str], Footage] = {}
        self._seen_as = self.seat, self.lang
        self._tried: Mapping[str, Any] = {}
        self._runs = 0

    def bookmark(self) -> Callable[[], None]:
        """Return what puts everything back to how it is now, the matches too."""
        marks = [super().bookmark(), *(match.bookmark() for match in self.matches)]

        def put_back() -> None:
            for mark in marks:
                mark()

        return put_back

    @property
    def match(self) -> Match:
        """The match of the branch that is shown."""
        return self.matches[self.branch]

    @property
    def _watching(self) -> bool:
        """Whether we look on from outside, not from a seat."""
        return self.seat in WATCHING

    @property
    def names(self) -> tuple[str, ...]:
        """What the seats are called."""
        names = self._names or seat_names(self.lang)
        return names[: self.match.game.players]

    def picture(self) -> Scene:
        """Return the board, and the odds if they are shown, at the first step, as one picture."""
        frame = self._film().frames[min(self.start, len(self.match.steps))]
        scene = beside(frame.board, frame.odds) if self.show_odds else frame.board
        return Scene(scene.size, f"{scene.title} {frame.status}", scene.items)

    def __repr__(self) -> str:
        seat = self.seat if self._watching else int(self.seat)
        steps = len(self.match.steps)  # the seed stays out of it: it would tell every card
        return f"Table(<Match of {self.match.game!r}, {steps} steps>, seat={seat!r})"

    # --- what the page shows -------------------------------------------------------------------

    def drawn(self) -> dict[str, Any]:
        """Return what the page is to show, as traits."""
        game, lang = self.match.game, self.lang
        seats = [[str(seat), name] for seat, name in enumerate(self.names)]
        seats += [[view, say(f"table.seat.{view}", lang)] for view in ("public", "open")]
        self._add_reel()
        return {
            "film": self.sent.film,
            "ui": self.words(),
            "rules": self._rules(),
            "branches": [
                [n, self._branch_name(n), origin.at or 0, origin.line]
                for n, origin in enumerate(self._origins)
            ],
            "trials": self._tried,
            "setting": {
                "kind": "table",
                "title": say(f"{game.name}.name", lang),
                "seat": self.seat,
                "seats": seats,
                "lang": lang,
                "langs": self._languages(),
                "people": sorted(map(str, self.people)),
                "players": [
                    [str(seat), name, self._player_name(seat)]
                    for seat, name in enumerate(self.names)
                ],
                "candidates": self._candidates(),
                "branch": self.branch,
                "start": self.start,
                "jumps": self._jumps,
                "reels": len(self.sent.reels),
                "takes": self._takes,
                "board": BOARD,
                "odds": ODDS,
                "handover": len(self.people) > 1,
                "trial_sizes": TRIALS,
                "undo": bool(self.match.steps),
                "redo": self.match.can_redo,
            },
        }

    def _add_reel(self) -> None:
        """Let the page have the film as it is now.

        Whoever looks on next must not find another's frames below their own: with another seat or
        language, a film begins anew.
        """
        before = self.sent if self._seen_as == (self.seat, self.lang) else Sent()
        self.sent, old = before.of(self._film()), self.sent
        self._seen_as = self.seat, self.lang
        self._takes += self.sent is not old

    @property
    def _camera(self) -> Camera:
        return Camera(self.seat, self.lang, self.names)

    def _film(self) -> Film:
        """Return the film of the match as the seat sees it, made longer or shorter as needed."""
        key = (self.branch, self.seat, self.lang)
        stem = (self._origins[self.branch].line, self.seat, self.lang)
        footage = self._camera.film(self.match, self._films.get(key) or self._films.get(stem))
        self._films = {**self._films, key: footage}
        return footage.film

    # --- what the page asks for ----------------------------------------------------------------

    def _play(self, content: Mapping[str, Any]) -> None:
        at, action = self._choice(content)
        if self._was_played(at, action):
            return
        if at < len(self.match.steps):
            self._branch_at(at)
        self.match.play(action)
        self._send_ahead(self._film().lines[at:], at)
        self._advance()

    def _was_played(self, at: int, action: Action) -> bool:
        """Go to where this was played already, if it was: no branch is to be another's equal."""
        if at == len(self.match.steps) and at != self._origins[self.branch].at:
            return False  # it goes on here, whatever there is elsewhere
        for n, other in self._lines_through(at):
            if at < len(other.steps) and other.steps[at].action == action:
                self._jump(n, at + 1 if n == self.branch else at)
                return True
        return False

    def _lines_through(self, at: int) -> Iterator[tuple[int, Match]]:
        """Give the lines that are the same up to a step of the one shown, that one first."""
        match, order = self.match, [self.branch, *range(len(self.matches))]
        for n, other in ((n, self.matches[n]) for n in order):
            same = (other.game, other.seed) == (match.game, match.seed)
            if same and other.steps[:at] == match.steps[:at]:
                yield n, other

    def _branch(self, content: Mapping[str, Any]) -> None:
        """Begin a line, or go to the one that is just that."""
        at = whole(content, "at", len(self.match.steps) + 1)
        begun = (n for n, other in self._lines_through(at) if len(other.steps) == at)
        if (line := next(begun, None)) is not None:
            self._jump(line, at)
        else:
            self._branch_at(at)

    def _switch(self, content: Mapping[str, Any]) -> None:
        self._settle(whole(content, "branch", len(self.matches)))
        self._glimpse(self.start)

    def _undo(self, _content: Mapping[str, Any]) -> None:
        """Take back to where a person was to decide, or one step where nobody is."""
        match = self.match
        match.undo()
        while match.steps and self.people and not self._person_decides():
            match.undo()
        self.start = len(match.steps)

    def _redo(self, _content: Mapping[str, Any]) -> None:
        match = self.match
        match.redo()
        while match.can_redo and self.people and not self._person_decides():
            match.redo()
        self.start = len(match.steps)

    def _step(self, _content: Mapping[str, Any]) -> None:
        if self._person_decides():
            raise Refused("person")
        self.match.step()
        self._advance()

    def _choose_seat(self, content: Mapping[str, Any]) -> None:
        try:
            self.seat = self._seat(content.get("seat"))
        except ValueError:
            raise Refused("malformed") from None
        self._glimpse(self._in_view(content))

    def _choose_language(self, content: Mapping[str, Any]) -> None:
        super()._choose_language(content)
        self._glimpse(self._in_view(content))

    def _choose_player(self, content: Mapping[str, Any]) -> str:
        """Let somebody else play a seat; should a player fail then, the choice still counts.

        Otherwise two players that fail could never be replaced, one after the other.
        """
        seat = whole(content, "seat", self.match.game.players)
        name = content.get("player")
        if name == PERSON:
            self.people |= {seat}
        elif isinstance(name, str) and name in known_players(self.match.game):
            self.match.players[seat] = player_named(self.match.game, name)
            self.people -= {seat}
        else:
            raise Refused("malformed")
        told = self._go_as_far_as_possible()
        self._hand_over()
        return told

    def _load(self, content: Mapping[str, Any]) -> None:
        text = content.get("record")
        if not isinstance(text, str) or len(text) > LARGEST_RECORD:
            raise Refused("malformed")
        self.matches += (Match.from_json(text),)
        self._origins += (Origin(line=len(self._origins)),)
        self._settle(len(self.matches) - 1)
        self.start = 0 if self.match.outcome else self.start  # a position is shown as it stands
        self._glimpse(self.start)

    def _give_record(self, content: Mapping[str, Any]) -> None:
        """Answer with the record, which is never kept on the page: it tells every card."""
        record = self.match.to_json()
        self.send({"do": "copy", "id": message_id(content), "text": record})

    def _give_position(self, content: Mapping[str, Any]) -> None:
        """Answer with the record up to a step: loaded anywhere, it goes on from there."""
        match = self.match.branch(whole(content, "at", len(self.match.steps) + 1))
        self.send({"do": "copy", "id": message_id(content), "text": match.to_json()})

    def _give_seed(self, content: Mapping[str, Any]) -> None:
        self.send({"do": "copy", "id": message_id(content), "text": str(self.match.seed)})

    def _try(self, content: Mapping[str, Any]) -> None:
        at, action = self._choice(content)
        times = content.get("times")
        if type(times) is not int or times not in TRIALS:
            raise Refused("malformed")
        match = self.match
        seat = match.game.turn(match.states[at])
        assert isinstance(seat, int), "choices are offered to a seat only"
        view = match.game.observe(match.states[at], seat)
        trial = odds_of(match.game).trial
        self._runs += 1
        rng = Random(f"{match.game.name}/{at}/{self._runs}")  # the seed would tell what comes
        counts: dict[str, int] = {}
        for done in range(1, times + 1):
            code = trial(view, action, rng)
            counts[code] = counts.get(code, 0) + 1
            if done == times or done % max(1, times // 20) == 0:
                self._tried = {
                    "id": self._runs,
                    "at": at,
                    "path": content["path"],
                    "times": times,
                    "done": done,
                    "counts": dict(counts),
                }
                self.send({"do": "trials", "trials": self._tried})

    # --- helpers -------------------------------------------------------------------------------

    def _choice(self, content: Mapping[str, Any]) -> tuple[int, Action]:
        """Return the step and the action that a message means by its path of tokens."""
        match = self.match
        at = whole(content, "at", len(match.steps) + 1)
        if content.get("of") != len(match.steps) or content.get("branch") != self.branch:
            raise Refused("late")
        for choice in self._film().frames[at].choices:
            if list(choice.path) == content.get("path"):
                return at, choice.action if choice.action else self._written(at, content)
        raise IllegalAction("game_over" if match.game.outcome(match.states[at]) else "wrong_phase")

    def _written(self, at: int, content: Mapping[str, Any]) -> Action:
        """Return the action that a person's own words stand for."""
        words = content.get("text")
        if not isinstance(words, str) or len(words) > LONGEST_ENTRY:
            raise Refused("malformed")
        game, state = self.match.game, self.match.states[at]
        seat = game.turn(state)
        assert isinstance(seat, int), "choices are offered to a seat only"
        return drawings[game.name].written(game.observe(state, seat), words)

    def _branch_at(self, at: int) -> None:
        self._origins += (Origin(at, self.branch),)
        self.matches += (self.match.branch(at),)
        self._jump(len(self.matches) - 1, at)

    def _jump(self, branch: int, at: int) -> None:
        """Let the page go to a step of a branch."""
        self.branch, self.start = branch, at
        self._jumps += 1

    def _settle(self, branch: int) -> None:
        """Put another branch on the table: a seat it has, and its end in view."""
        self._jump(branch, len(self.matches[branch].steps))
        players = self.match.game.players
        self.people = frozenset(person for person in self.people if person < players)
        if self.seat.isdigit() and int(self.seat) >= players:
            self.seat = "0"

    def _send_ahead(self, lines: Sequence[bytes], at: int, alone: bool = False) -> None:
        """Send frames ahead of what is worked out yet; they count when the film brings them."""
        self.send({"do": "ahead", "alone": alone}, buffers=[reel(at, lines)])
        sleep(BREATH)

    def _glimpse(self, at: int) -> None:
        """Send the frame in view ahead of a film that is long and not drawn yet."""
        known = (self.branch, self.seat, self.lang) in self._films
        if not known and len(self.match.steps) > PATIENCE:
            film = Film(self.lang)
            film.add(self._camera.frame(self.match, at))
            self._send_ahead(film.lines, at, alone=True)

    def _in_view(self, content: Mapping[str, Any]) -> int:
        """Return the step that the page shows, if it says so, else the last one."""
        last = len(self.match.steps)
        return whole(content, "at", last + 1) if "at" in content else last

    def _go_on(self) -> None:
        """Let chance and the players go on until a person has something to decide.

        Where no person plays, nothing moves by itself: the page asks for each step.
        """
        while self.people and self.match.turn is not None and not self._person_decides():
            self.match.step()

    def _advance(self) -> None:
        """Go on, and hand the view to whoever is next when people share the table."""
        self._go_on()
        self._hand_over()

    def _hand_over(self) -> None:
        turn = self.match.turn
        if len(self.people) > 1 and isinstance(turn, int) and self.seat.isdigit():
            self.seat = str(turn)

    def _go_as_far_as_possible(self) -> str:
        """Go on until a person decides, or a player fails; return what there is to say of that."""
        try:
            self._go_on()
        except PlayerError as error:
            return say("table.failed", self.lang, fault=error)
        return ""

    def _person_decides(self) -> bool:
        turn = self.match.turn
        return isinstance(turn, int) and turn in self.people and len(self.match.actions) > 1

    def _seat(self, seat: object) -> str:
        """Return a seat as the page writes it."""
        players = self.matches[self.branch].game.players
        allowed = [*map(str, range(players)), "public", "open"]
        if isinstance(seat, bool) or str(seat) not in allowed:
            raise ValueError(
                f"seat is a number from 0 to {players - 1}, 'public' or 'open', not {seat!r}"
            )
        return str(seat)

    def _player_name(self, seat: int) -> str:
        if seat in self.people:
            return PERSON
        player = self.match.players[seat]
        known = known_players(self.match.game)
        return next((name for name, one in known.items() if one == player), name_of(player))

    def _candidates(self) -> list[list[str]]:
        """Return who can play a seat: a person, the known players, and who plays one now."""
        known = (PERSON, *known_players(self.match.game))
        others = {self._player_name(seat) for seat in range(self.match.game.players)} - {*known}
        named = [[name, self._character(name)] for name in known]
        return named + [[name, name] for name in sorted(others)]

    def _character(self, name: str) -> str:
        """Return what a player does: its words stand in the room of its game, if it has one."""
        shared = name == PERSON or name in PLAYERS
        home = "table" if shared else self.match.game.name
        return say(f"{home}.player.{name}", self.lang)

    def _branch_name(self, n: int) -> str:
        at = self._origins[n].at
        if at is not None:
            return say("table.branch.what_if", self.lang, line=n + 1, step=at)
        return say("table.branch.main" if n == 0 else "table.branch.loaded", self.lang, line=n + 1)

    def _rules(self) -> dict[str, Any]:
        """Return the game's rules by label, the options in force, and what its chart measures."""
        game, lang = self.match.game, self.lang
        measure = f"{game.name}.standing"
        return {
            "rules": [[label, say(f"{game.name}.rule.{label}", lang)] for label in game.rulings],
            "options": repr(game),
            "measure": say(measure, lang) if measure in texts(lang) else "",
        }
