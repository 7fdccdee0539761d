"""Pig: roll as often as you dare, but a 1 takes all away. PI-1 to PI-4.

Labels such as PI-2 name the rule a line follows; `texts.en.json` tells each in a sentence.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from gamelib.bounds import Whole
from gamelib.game import (
    Action,
    Chance,
    IllegalAction,
    Lottery,
    OpenGame,
    OpenView,
    Outcome,
    Phases,
    replaced,
)


class Phase(Phases):
    """Where in the rule sheet we are."""

    CHOOSE = "choose"
    ROLL = "roll"
    OVER = "over"


CHOOSE, ROLL, OVER = Phase


@dataclass(frozen=True, slots=True)
class Roll(Action):
    """PI-1: take the die."""


@dataclass(frozen=True, slots=True)
class Hold(Action):
    """PI-3: keep what this turn has brought."""


@dataclass(frozen=True, slots=True)
class Rolled(Chance):
    """Chance: the face of the die."""

    face: int


DIE = Lottery({Rolled(face): 1 for face in range(1, 7)})


class State(NamedTuple):
    """A position. `rolls` are the faces of this turn; they count when the seat holds."""

    phase: Phase
    turn: int
    scores: tuple[int, ...]
    rolls: tuple[int, ...] = ()


def _roll(game: Pig, state: State, roll: Roll) -> State:
    return state._replace(phase=ROLL)


def _rolled(game: Pig, state: State, rolled: Rolled) -> State:
    """PI-1 and PI-2: the face is added, but a 1 ends the turn with nothing."""
    if rolled not in DIE.weights:
        raise IllegalAction("impossible_chance", outcome=rolled)
    if rolled.face == 1:
        return State(CHOOSE, (state.turn + 1) % game.players, state.scores)
    return state._replace(phase=CHOOSE, rolls=(*state.rolls, rolled.face))


def _hold(game: Pig, state: State, hold: Hold) -> State:
    """PI-3 and PI-4: the points are safe, and who has enough of them wins."""
    if not state.rolls:
        raise IllegalAction("wrong_phase")
    score = state.scores[state.turn] + sum(state.rolls)
    scores = replaced(state.scores, state.turn, score)
    if score >= game.target:
        return State(OVER, state.turn, scores)
    return State(CHOOSE, (state.turn + 1) % game.players, scores)


@dataclass(frozen=True, repr=False)
class Pig(OpenGame["Pig", State]):
    """Pig, 2 to 6 players; `target` is how many points win."""

    players: int = 3
    target: int = 50

    name = "pig"
    rules_version = 1
    player_counts = range(2, 7)
    rulings = tuple(f"PI-{n}" for n in range(1, 5))
    action_types = (Roll, Hold, Rolled)
    bounds: ClassVar = {"target": Whole(1, 1000)}
    steps: ClassVar = {(CHOOSE, Roll): _roll, (CHOOSE, Hold): _hold, (ROLL, Rolled): _rolled}

    def start(self) -> State:
        """Return the table before the first roll."""
        return State(CHOOSE, 0, (0,) * self.players)

    def turn(self, state: State) -> int | Lottery[Any] | None:
        """Return the seat that decides, or the Lottery of the die, or None when over."""
        if state.phase is CHOOSE:
            return state.turn
        return DIE if state.phase is ROLL else None

    def actions(self, state: State) -> tuple[Action, ...]:
        """Return what the seat may do: every turn begins with a roll. PI-1."""
        if state.phase is not CHOOSE:
            return ()
        return (Roll(), Hold()) if state.rolls else (Roll(),)

    def outcome(self, state: State) -> Outcome | None:
        """Return who has enough points. PI-4."""
        won = state.phase is OVER
        return Outcome((state.turn,), state.scores, reason="target") if won else None


View = OpenView[Pig, State]
