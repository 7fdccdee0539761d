"""What a camera at a seat sees of a match: its frames, one by one, as the game is drawn."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from gamelib.game import OPEN, Action, Deal, Lottery
from gamelib.match import Match, Step
from gamelib.odds import GameOdds, odds_of
from gamelib.texts import listing, say, tell, texts
from widgets.drawing import drawings
from widgets.film import Film, Frame, common
from widgets.reckoning import reckoned
from widgets.scene import Choice, large

WATCHING: dict[str, int | None] = {"open": OPEN, "public": None}
"""Views from outside, and whose eyes they mean to the rules."""


class Decision(NamedTuple):
    """A seat's choice whose outcome is still open: where it was made, and all known about it."""

    at: int
    seat: int
    view: Any
    action: Action
    later: tuple[Any, ...] = ()


LATEST = 60
"""After how many steps nobody waits for the outcome of a decision any more."""


class Footage(NamedTuple):
    """A film, the steps of the match that it shows, and after each frame what is still open."""

    film: Film
    steps: tuple[Step, ...] = ()
    open: tuple[tuple[Decision, ...], ...] = ()


Told = tuple[tuple[str, ...], Fraction | None, tuple[str, ...]]
"""What is said of a step, how likely chance made it, and the rules it followed."""


class Camera(NamedTuple):
    """Where we look from, the language in which we are told, and what the seats are called."""

    seat: str
    lang: str
    names: tuple[str, ...]

    @property
    def _eyes(self) -> int | None:
        return WATCHING[self.seat] if self.seat in WATCHING else int(self.seat)

    def film(self, match: Match, before: Footage | None = None) -> Footage:
        """Return the film of a match; of an older one, all that is the same still serves."""
        steps = tuple(match.steps)
        if before is None:
            before = Footage(Film(self.lang, drawings[match.game.name].way))
        if len(before.film) and before.steps == steps:
            return before
        same = common(before.steps, steps)
        film = before.film.copy()
        drawn = film.frames[same : same + 1]  # only what was done from there has changed
        film.cut(same)
        pending = list(before.open[: same + 1])
        for n in range(same, len(steps) + 1):
            frame = drawn.pop() if drawn else self.frame(match, n)
            if n == len(pending):
                came, still = self._came(match, n, film.frames, pending[-1] if n else ())
                frame = frame._replace(came=came)
                pending.append(still)
            if frame.over and self.seat != "open":  # everybody's luck together is nobody's
                frame = frame._replace(summary=reckoned([*film.frames, frame], self.lang))
            film.add(frame._replace(played=_played(match, n, frame)))
        return Footage(film, steps, tuple(pending))

    def _came(
        self, match: Match, n: int, frames: Sequence[Frame], pending: Sequence[Decision]
    ) -> tuple[tuple[tuple[int, str], ...], tuple[Decision, ...]]:
        """Return which decisions have come out with the n-th step, and which are still open.

        Each is judged by what the seat that made it knows, and by no more.
        """
        odds, decided = odds_of(match.game), _decision(match, n, frames)
        if type(odds).came is GameOdds.came:
            return (), ()  # this game says nothing of it
        came, still = [], []
        for one in (*pending, *decided):
            seen = match.game.observe(match.states[n], one.seat)
            now = one._replace(later=(*one.later, seen))
            code = odds.came(now.view, now.action, now.later)
            if code is not None:
                came.append((now.at, code))
            elif len(now.later) < LATEST:
                still.append(now)
        return tuple(came), tuple(still)

    def frame(self, match: Match, n: int) -> Frame:
        """Return what is seen after the n-th step."""
        lang, names = self.lang, self.names
        game, state = match.game, match.states[n]
        drawing = drawings[game.name]
        turn = game.turn(state)
        deciding = turn if isinstance(turn, int) else None
        if self.seat == "open":
            view = game.observe(state, deciding)
            board = drawing.board(view, lang, names, state)
        else:
            view = game.observe(state, self._eyes)
            board = drawing.board(view, lang, names)
        if n:
            board = drawing.traced(board, match.steps[n - 1].action)
        choices: tuple[Choice, ...] = ()
        if deciding is not None and view.seat == deciding:
            choices = drawing.choices(view, lang, names)
        said, chance, rules = self._told(match, n)
        return Frame(
            board=board,
            odds=drawing.odds(view, lang, names),
            said=said,
            chance=chance,
            status=self._status(match, n, deciding),
            turn=None if deciding is None else str(deciding),
            over=game.outcome(state) is not None,
            asker="" if view.seat is None else say("table.asker", lang, seat=names[view.seat]),
            choices=choices,
            moves=_moves(match, n),
            rules=rules,
            standing=self._standing(match, view),
        )

    def _standing(self, match: Match, view: Any) -> float | None:
        """Return how well the seat in view stands; whoever looks on from outside has no chances."""
        if self.seat in WATCHING:
            return None
        standing = odds_of(match.game).standing(view)
        return None if standing is None else round(float(standing), 4)

    def _forced(self, match: Match, n: int) -> tuple[str, ...]:
        """Return why the n-th step was made without asking, for whom may know that it was forced.

        What a seat could have done tells what it holds: so it is told to that seat alone, and to
        the teacher.
        """
        seat = match.steps[n - 1].seat
        if seat is None or self._eyes not in (OPEN, seat) or not _only(match, n):
            return ()
        if self._eyes == OPEN:
            return (say("table.forced.seat", self.lang, seat=self.names[seat]),)
        key = f"{match.game.name}.forced.{match.steps[n - 1].action.code}"
        return (say(key if key in texts(self.lang) else "table.forced", self.lang),)

    def _status(self, match: Match, n: int, deciding: int | None) -> str:
        """Return who is to play, or who has won."""
        outcome = match.game.outcome(match.states[n])
        if outcome:
            winners = listing((self.names[seat] for seat in outcome.winners), self.lang)
            return say("table.status.over", self.lang, seats=winners)
        if deciding is None:
            return say("table.status.chance", self.lang)
        return say("table.status.turn", self.lang, seat=self.names[deciding])

    def _told(self, match: Match, n: int) -> Told:
        """Return what the seat is told of the n-th step."""
        lang, seat = self.lang, self._eyes
        if n == 0:
            return (say("table.start", lang, game=say(f"{match.game.name}.name", lang)),), None, ()
        step, before = match.steps[n - 1], match.states[n - 1]
        events = match.game.events(before, step.action, match.states[n], seat)
        said = tuple(tell(event, lang, self.names) for event in events)
        said = (*said[:1], *self._forced(match, n), *said[1:])
        rules = tuple(dict.fromkeys(event.rule for event in events if event.rule))
        if step.probability is None or any(None in event.values.values() for event in events):
            return said, None, rules
        lottery = match.game.turn(before)
        if isinstance(lottery, Lottery) and isinstance(step.action, Deal):
            cases = say("table.deal_cases", lang, cases=large(lottery.cases, lang))
            return (*said, cases), None, rules
        if seat == OPEN:
            return said, step.probability, rules
        view = match.game.observe(before, seat)
        return said, odds_of(match.game).likelihood(view, step.action), rules


def _decision(match: Match, n: int, frames: Sequence[Frame]) -> tuple[Decision, ...]:
    """Return what was decided by the n-th step, if its seat was in view and something at stake."""
    if not n:
        return ()
    step, frame = match.steps[n - 1], frames[n - 1]
    if step.seat is None or frame.played is None or not frame.choices[frame.played].asked:
        return ()
    view = match.game.observe(match.states[n - 1], step.seat)
    return (Decision(n - 1, step.seat, view, step.action),)


def _played(match: Match, n: int, frame: Frame) -> int | None:
    """Return which of a frame's choices was then played, if one was."""
    if not frame.choices or n == len(match.steps):
        return None
    actions = [choice.action for choice in frame.choices]
    action = match.steps[n].action
    # What is not offered itself was written in words of one's own.
    return next((actions.index(one) for one in (action, None) if one in actions), None)


def _only(match: Match, n: int) -> bool:
    """Whether the n-th step was the only one that its seat could make."""
    game, step = match.game, match.steps[n - 1]
    if step.seat is None or type(step.action) in game.open_ended:
        return False
    return len(game.actions(match.states[n - 1])) == 1


def _moves(match: Match, n: int) -> tuple[tuple[str, str], ...]:
    """Return which pieces have moved from where to where, if the game's drawing knows."""
    if n == 0:
        return ()
    open_to_all = match.game.observe(match.states[n - 1], None)
    return drawings[match.game.name].movements(open_to_all, match.steps[n - 1].action)
