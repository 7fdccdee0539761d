"""What the table asks of a game's odds.

A game's `odds.py` answers what its players and its lessons ask: each game has questions of its own.
Some are the same in all games, and `GameOdds` says what they are. In every game's `odds.py` there
is an `odds` that answers them:

>>> from gamelib import Match, games
>>> match = Match(games["auberge"](players=3), seed=5)
>>> while match.turn != 0:
...     step = match.step()
>>> view, action = match.game.observe(match.state, 0), match.actions[0]
>>> odds_of(match.game).results(view, action)
{'safe': Fraction(1, 1)}
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import Any, Generic

from gamelib.game import Action, Game, IllegalAction, Lottery, S, V
from gamelib.rooms import optional


class GameOdds(Generic[V]):
    """The odds that the table asks for, all from what one seat knows.

    What a game leaves out has a default, which is right for a game with nothing to ask about.
    """

    def results(self, view: V, action: Action) -> Mapping[str, Fraction]:
        """Return the chance of everything that can come of an action, by code; they sum to 1.

        The words for a code are in the texts, as `<game>.result.<code>`. By default the action is
        done, and that is all.
        """
        return {"done": Fraction(1)}

    def trial(self, view: V, action: Action, rng: Random) -> str:
        """Try an action once; return which of the `results` came of it.

        Where something is hidden, it is tried in a world that fits the view (`Game.imagine`). It is
        best played by the rules, without the formula behind `results`: so that each proves the
        other. By default a result is drawn by its chance.
        """
        chances = self.results(view, action)
        return rng.choices([*chances], [float(chance) for chance in chances.values()])[0]

    def came(self, view: V, action: Action, later: Sequence[V]) -> str | None:
        """Return which of the `results` an action has had; None as long as the seat cannot know.

        `view` is what the seat knew when it chose, `later` what it has known after each step since,
        the action itself first. By default nothing is said of it.
        """
        return None

    def standing(self, view: V) -> Fraction | float | None:
        """Return how well a seat stands, from 0 to 1, for the chart of a match.

        Each game has its own measure; the text `<game>.standing` says what it is. It is asked for
        at every step, so it has to be quick. By default there is none.
        """
        return None

    def likelihood(self, view: V, outcome: Action) -> Fraction:
        """Return how likely chance was to bring an outcome, as far as a seat knew before it came.

        By default it is what the rules say of any world that fits the view. That is right where
        chance does not depend on what is hidden from the seat.
        """
        lottery = view.game.turn(view.game.imagine(view, Random(0)))
        if not isinstance(lottery, Lottery):
            raise IllegalAction("not_by_chance")
        return lottery.probability(outcome)


def odds_of(game: Game[S, V]) -> GameOdds[V]:
    """Return the odds that the table asks for: `odds` in the game's `odds.py`, or the defaults."""
    found: GameOdds[Any] | None = optional(f"gamelib.{game.name}.odds", "odds", GameOdds)
    return GameOdds() if found is None else found
