"""What a camera at a seat sees of a match: its frames, one by one, as the game is drawn."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from gamelib.game import OPEN, Deal, Lottery
from gamelib.match import Match, Step
from gamelib.odds import odds_of
from gamelib.texts import listing, say, tell
from widgets.drawing import drawings
from widgets.film import Film, Frame, common
from widgets.scene import Choice, large

WATCHING: dict[str, int | None] = {"open": OPEN, "public": None}
"""Views from outside, and whose eyes they mean to the rules."""


class Footage(NamedTuple):
    """A film, and the steps of the match that it shows."""

    film: Film
    steps: tuple[Step, ...] = ()


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
        for n in range(same, len(steps) + 1):
            frame = drawn.pop() if drawn else self.frame(match, n)
            film.add(frame._replace(played=_played(match, n, frame)))
        return Footage(film, steps)

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
        )

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


def _played(match: Match, n: int, frame: Frame) -> int | None:
    """Return which of a frame's choices was then played, if one was."""
    if not frame.choices or n == len(match.steps):
        return None
    actions = [choice.action for choice in frame.choices]
    action = match.steps[n].action
    # What is not offered itself was written in words of one's own.
    return next((actions.index(one) for one in (action, None) if one in actions), None)


def _moves(match: Match, n: int) -> tuple[tuple[str, str], ...]:
    """Return which pieces have moved from where to where, if the game's drawing knows."""
    if n == 0:
        return ()
    open_to_all = match.game.observe(match.states[n - 1], None)
    return drawings[match.game.name].movements(open_to_all, match.steps[n - 1].action)
