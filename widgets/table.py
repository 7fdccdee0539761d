"""The table: steps through a match, plays it, asks for predictions; one widget for all games."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from random import Random
from time import sleep
from typing import Any, ClassVar

from gamelib.game import OPEN, Action, Deal, IllegalAction, Lottery
from gamelib.match import Match, Step
from gamelib.odds import odds_of
from gamelib.players import PlayerError, known_players, name_of, player_named
from gamelib.texts import listing, say, seat_names, tell
from widgets.drawing import Drawing, drawings
from widgets.film import Film, Frame
from widgets.scene import BOARD, ODDS, Option, Scene, beside, large
from widgets.stage import Refused, Stage, whole

PERSON = "person"
TRIALS = (1, 100, 1000)
LARGEST_RECORD = 1_000_000
LONGEST_ENTRY = 1_000
BREATH = 0.03
"""Seconds that let what was played reach the page before the others think."""


class Table(Stage):
    """A match on the table.

    `seat` is whose eyes we look through: a seat's number, "public" or "open" (the teacher's: all
    cards face up). `people` are the seats that persons play, by default the one we look through;
    the match's own players play the others. `at` is the step to show first.

    >>> from gamelib import Match, games
    >>> Table(Match(games["auberge"](players=3), seed=5), seat=1)
    Table(<Match of Auberge(players=3), seed 5, 6 steps>, seat=1)
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
        if names is not None and len(names) < match.game.players:
            raise ValueError(f"{match.game.players} names are needed, not {len(names)}")
        self._names = None if names is None else tuple(map(str, names))
        self.matches = [match]
        self._labels: list[int | None] = [None]
        self._films: dict[tuple[int, str, str], tuple[Film, list[Step]]] = {}
        self._runs = 0
        self._told_news = 0
        self.branch = 0
        self.seat = self._seat(seat)
        if people is None:
            people = () if self._watching else (int(self.seat),)
        self.people = {int(self._seat(person)) for person in people}
        super().__init__(lang)
        try:
            self._go_on()
        except PlayerError as error:
            self.notice = {"id": 0, "kind": "error", "text": str(error)}
        last = len(self.match.steps)
        start = (0 if match.outcome else last) if at is None else at
        if not 0 <= start <= last:
            raise ValueError(f"this match has steps 0 to {last}, so it cannot be shown at {at}")
        self.start = start
        self.refresh()
        self.set_trait_values(traits)

    def set_trait_values(self, traits: Mapping[str, Any]) -> None:
        """Set further traits, such as projector=True."""
        for name, value in traits.items():
            if not self.has_trait(name):
                raise TypeError(f"a table has no setting {name!r}")
            setattr(self, name, value)

    @property
    def match(self) -> Match:
        """The match of the line that is shown."""
        return self.matches[self.branch]

    @property
    def _drawing(self) -> Drawing[Any, Any]:
        """How the match's game is drawn."""
        return drawings[self.match.game.name]

    @property
    def _watching(self) -> bool:
        """Whether we look on from outside, not from a seat."""
        return self.seat in ("public", "open")

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
        return f"Table({self.match!r}, seat={seat!r})"

    # --- what the page shows -------------------------------------------------------------------

    def refresh(self) -> None:
        """Bring the page up to date with the match."""
        game, lang = self.match.game, self.lang
        seats = [[str(seat), name] for seat, name in enumerate(self.names)]
        seats += [[view, say(f"table.seat.{view}", lang)] for view in ("public", "open")]
        with self.hold_sync():
            self.film = self._film().data()
            self.ui = self.words()
            self.record = self.match.to_json()
            self.setting = {
                "kind": "table",
                "title": say(f"{game.name}.name", lang),
                "seed": str(self.match.seed),
                "seat": self.seat,
                "seats": seats,
                "lang": lang,
                "langs": self._languages(),
                "people": sorted(map(str, self.people)),
                "players": [
                    [str(seat), name, self._player_name(seat)]
                    for seat, name in enumerate(self.names)
                ],
                "choices": self._choices(),
                "branches": [
                    [n, self._line_name(n), len(match.steps)]
                    for n, match in enumerate(self.matches)
                ],
                "branch": self.branch,
                "start": self.start,
                "board": BOARD,
                "odds": ODDS,
                "handover": len(self.people) > 1,
                "trial_sizes": TRIALS,
                "undo": bool(self.match.steps),
                "redo": self.match.can_redo,
            }

    def _film(self) -> Film:
        """Return the film of the match as the seat sees it, made longer or shorter as needed."""
        key = (self.branch, self.seat, self.lang)
        film, shot = self._films.setdefault(key, (Film(self.lang, self._drawing.way), []))
        steps = self.match.steps
        same = 0
        while same < min(len(shot), len(steps)) and shot[same] == steps[same]:
            same += 1
        if len(film) != len(steps) + 1 or same < len(steps):
            drawn = film.frames[same : same + 1]  # only what was done from there has changed
            film.cut(same)
            for n in range(same, len(steps) + 1):
                frame = drawn.pop() if drawn else self._frame(n)
                film.add(frame._replace(played=self._played(n, frame)))
            shot[:] = steps
        return film

    def _played(self, n: int, frame: Frame) -> int | None:
        """Return which of a frame's options was then played, if one was."""
        if not frame.options or n == len(self.match.steps):
            return None
        actions = [option.action for option in frame.options]
        action = self.match.steps[n].action
        # What is not offered itself was written in words of one's own.
        return next((actions.index(one) for one in (action, None) if one in actions), None)

    def _frame(self, n: int) -> Frame:
        match, lang, names = self.match, self.lang, self.names
        game, state = match.game, match.states[n]
        drawing = self._drawing
        turn = game.turn(state)
        deciding = turn if isinstance(turn, int) else None
        if self.seat == "open":
            view = game.observe(state, deciding)
            board = drawing.board(view, lang, names, state)
        else:
            view = game.observe(state, None if self.seat == "public" else int(self.seat))
            board = drawing.board(view, lang, names)
        if n:
            board = drawing.traced(board, match.steps[n - 1].action)
        options: tuple[Option, ...] = ()
        if deciding is not None and view.seat == deciding:
            options = drawing.options(view, lang, names)
        said, chance = self._told(n)
        outcome = game.outcome(state)
        if outcome:
            winners = listing((names[seat] for seat in outcome.winners), lang)
            status = say("table.status.over", lang, seats=winners)
        elif deciding is None:
            status = say("table.status.chance", lang)
        else:
            status = say("table.status.turn", lang, seat=names[deciding])
        return Frame(
            board=board,
            odds=drawing.odds(view, lang, names),
            said=said,
            chance=chance,
            status=status,
            turn=None if deciding is None else str(deciding),
            over=outcome is not None,
            asker="" if view.seat is None else say("table.asker", lang, seat=names[view.seat]),
            options=options,
            moves=self._moves(n),
        )

    def _moves(self, n: int) -> tuple[tuple[str, str], ...]:
        """Return which pieces have moved from where to where, if the game's drawing knows."""
        if n == 0:
            return ()
        action = self.match.steps[n - 1].action
        open_to_all = self.match.game.observe(self.match.states[n - 1], None)
        return self._drawing.movements(open_to_all, action)

    def _told(self, n: int) -> tuple[tuple[str, ...], Fraction | None]:
        """Return what the seat is told of the n-th step, and how likely chance made it, to it."""
        match, lang = self.match, self.lang
        if n == 0:
            return (say("table.start", lang, game=say(f"{match.game.name}.name", lang)),), None
        step, before = match.steps[n - 1], match.states[n - 1]
        seat = {"open": OPEN, "public": None}[self.seat] if self._watching else int(self.seat)
        events = match.game.events(before, step.action, match.states[n], seat)
        said = tuple(tell(event, lang, self.names) for event in events)
        if step.probability is None or any(None in event.values.values() for event in events):
            return said, None
        lottery = match.game.turn(before)
        if isinstance(lottery, Lottery) and isinstance(step.action, Deal):
            cases = say("table.deal_cases", lang, cases=large(lottery.cases, lang))
            return (*said, cases), None
        if seat == OPEN:
            return said, step.probability
        view = match.game.observe(before, seat)
        return said, odds_of(match.game).likelihood(view, step.action)

    # --- what the page asks for ----------------------------------------------------------------

    def _play(self, content: Mapping[str, Any]) -> None:
        at, action = self._option(content)
        branches = at != len(self.match.steps)
        if branches:
            self._branch_at(at)
        self.match.play(action)
        if not branches:
            # Seen before all the rest. The number tells it from the same news after an undo.
            self._told_news += 1
            self.news = {"id": self._told_news, "from": at, "lines": self._film().lines(at)}
            sleep(BREATH)
        self._advance()

    def _branch(self, content: Mapping[str, Any]) -> None:
        self._branch_at(whole(content, "at", len(self.match.steps) + 1))
        self.refresh()

    def _switch(self, content: Mapping[str, Any]) -> None:
        self.branch = whole(content, "branch", len(self.matches))
        self._settle()
        self.refresh()

    def _undo(self, _content: Mapping[str, Any]) -> None:
        """Take back to where a person was to decide, or one step where nobody is."""
        match = self.match
        match.undo()
        while match.steps and self.people and not self._person_decides():
            match.undo()
        self.start = len(match.steps)
        self.refresh()

    def _redo(self, _content: Mapping[str, Any]) -> None:
        match = self.match
        match.redo()
        while match.can_redo and self.people and not self._person_decides():
            match.redo()
        self.start = len(match.steps)
        self.refresh()

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
        self.refresh()

    def _choose_player(self, content: Mapping[str, Any]) -> None:
        seat = whole(content, "seat", self.match.game.players)
        name = content.get("player")
        if name == PERSON:
            self.people.add(seat)
        elif isinstance(name, str) and name in known_players(self.match.game):
            self.match.players[seat] = player_named(self.match.game, name)
            self.people.discard(seat)
        else:
            raise Refused("malformed")
        self._advance()

    def _load(self, content: Mapping[str, Any]) -> None:
        text = content.get("record")
        if not isinstance(text, str) or len(text) > LARGEST_RECORD:
            raise Refused("malformed")
        self.matches.append(Match.from_json(text))
        self._labels.append(None)
        self.branch = len(self.matches) - 1
        self._settle()
        self.start = 0
        self.refresh()

    def _try(self, content: Mapping[str, Any]) -> None:
        at, action = self._option(content)
        times = content.get("times")
        if times not in TRIALS:
            raise Refused("malformed")
        match = self.match
        seat = match.game.turn(match.states[at])
        assert isinstance(seat, int), "options are offered to a seat only"
        view = match.game.observe(match.states[at], seat)
        trial = odds_of(match.game).trial
        self._runs += 1
        rng = Random(f"{match.seed}/{at}/{self._runs}")
        counts: dict[str, int] = {}
        for done in range(1, times + 1):
            code = trial(view, action, rng)
            counts[code] = counts.get(code, 0) + 1
            if done == times or done % max(1, times // 20) == 0:
                self.trials = {
                    "id": self._runs,
                    "at": at,
                    "path": content["path"],
                    "times": times,
                    "done": done,
                    "counts": dict(counts),
                }

    # --- helpers -------------------------------------------------------------------------------

    def _option(self, content: Mapping[str, Any]) -> tuple[int, Action]:
        """Return the step and the action that a message means by its path of tokens."""
        match = self.match
        at = whole(content, "at", len(match.steps) + 1)
        if content.get("of") != len(match.steps) or content.get("branch") != self.branch:
            raise Refused("late")
        for option in self._film().frames[at].options:
            if list(option.path) == content.get("path"):
                return at, option.action if option.action else self._written(at, content)
        raise IllegalAction("game_over" if match.game.outcome(match.states[at]) else "wrong_phase")

    def _written(self, at: int, content: Mapping[str, Any]) -> Action:
        """Return the action that a person's own words stand for."""
        words = content.get("text")
        if not isinstance(words, str) or len(words) > LONGEST_ENTRY:
            raise Refused("malformed")
        game, state = self.match.game, self.match.states[at]
        seat = game.turn(state)
        assert isinstance(seat, int), "options are offered to a seat only"
        return self._drawing.written(game.observe(state, seat), words)

    def _branch_at(self, at: int) -> None:
        self.matches.append(self.match.branch(at))
        self._labels.append(at)
        self.branch = len(self.matches) - 1
        self.start = at

    def _settle(self) -> None:
        """After another line has come on the table: a seat it has, and its end in view."""
        players = self.match.game.players
        self.people = {person for person in self.people if person < players}
        if self.seat.isdigit() and int(self.seat) >= players:
            self.seat = "0"
        self.start = len(self.match.steps)

    def _go_on(self) -> None:
        """Let chance and the players go on until a person has something to decide.

        Where no person plays, nothing moves by itself: the page asks for each step.
        """
        while self.people and self.match.turn is not None and not self._person_decides():
            self.match.step()

    def _advance(self) -> None:
        """Go on, hand the view to whoever is next when people share the table, and show it all."""
        try:
            self._go_on()
        finally:
            turn = self.match.turn
            if len(self.people) > 1 and isinstance(turn, int) and self.seat.isdigit():
                self.seat = str(turn)
            self.refresh()

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

    def _choices(self) -> list[list[str]]:
        """Return who can play a seat: a person, the known players, and who plays one now."""
        known = (PERSON, *known_players(self.match.game))
        others = {self._player_name(seat) for seat in range(self.match.game.players)} - {*known}
        named = [[name, say(f"table.player.{name}", self.lang)] for name in known]
        return named + [[name, name] for name in sorted(others)]

    def _line_name(self, n: int) -> str:
        at = self._labels[n]
        if at is not None:
            return say("table.line.branch", self.lang, step=at)
        return say("table.line.main" if n == 0 else "table.line.loaded", self.lang)
