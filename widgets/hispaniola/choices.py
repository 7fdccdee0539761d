"""What can be done in Hispaniola, with what may come of it.

Every number here comes from `gamelib.hispaniola.odds`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from random import Random

from gamelib.game import Action
from gamelib.hispaniola.cards import NUMBER, best_card
from gamelib.hispaniola.odds import beaters, bids_counted
from gamelib.hispaniola.rules import Bid, Play, State, View, parts, unseen
from gamelib.texts import name_action, say
from widgets.hispaniola.art import signed
from widgets.hispaniola.odds import mark, results_of
from widgets.hispaniola.tokens import actions_of, path
from widgets.scene import Cases, Choice, Result, Tone

TONES: Mapping[str, Tone] = {"wins": "good", "decides": "good"}
"""What a result means to whoever chooses.

That another card wins is not bad by itself: who keeps the high cards for later plays well.
"""


def choices(view: View, lang: str = "en", names: Sequence[str] | None = None) -> tuple[Choice, ...]:
    """Return every legal action of the seat, with what may come of it; nothing out of turn."""
    return tuple(_choice(view, action, lang, names) for action in actions_of(view))


def _choice(view: View, action: Action, lang: str, names: Sequence[str] | None) -> Choice:
    label = name_action(view.game, action, lang, names)
    if not isinstance(action, Bid | Play):
        mine = _points_after(view, action)
        question = say("hispaniola.question.points", lang, points=signed(mine))
        return Choice(action, path(action), label, question)
    asked, question = _asked(view, action)
    hatched = tuple(map(mark, in_the_way(view, action)))
    return Choice(
        action=action,
        path=path(action),
        label=label,
        question=say(f"hispaniola.question.{question}", lang),
        marks=(*hatched, *("hatched",) * bool(hatched), "asked", f"chosen {action.card}"),
        results=tuple(
            Result(code, say(f"hispaniola.result.{code}", lang), chance, TONES.get(code, ""))
            for code, chance in results_of(view, action).items()
        ),
        asked=asked,
        cases=_cases(view, action, lang),
    )


def _asked(view: View, action: Bid | Play) -> tuple[str, str]:
    """Return the result whose chance is asked for, and the key of how it comes about."""
    if isinstance(action, Bid):
        return "decides", "bid"
    last = len(view.trick) + 1 == view.game.players
    return "wins", "last" if last else "play"


def _cases(view: View, action: Bid | Play, lang: str) -> Cases | None:
    """Return how the chance of a bid is counted: by what the others may bid together."""
    if isinstance(action, Play):
        return None
    words = say("hispaniola.cases.bids", lang, bids=view.game.players - 1)
    return Cases(*bids_counted(view, action.card), words)


def in_the_way(view: View, action: Bid | Play) -> tuple[str, ...]:
    """Return the unseen cards that would beat a card of mine, or may spoil its bid.

    Where a better card lies on the table, or nobody plays after me, none is left to beat it.
    """
    if isinstance(action, Play):
        trick = (*view.trick, action.card)
        if best_card(trick, view.trump) < len(view.trick) or len(trick) == view.game.players:
            return ()
        return beaters(view, action.card)
    least = NUMBER[action.card]
    return tuple(name for name in unseen(view) if NUMBER[name] >= least)


def _points_after(view: View, action: Action) -> int:
    """Return what the hand would bring me if it ended after an action on the board.

    What lies open is the same in every world that fits the view, so any world will do.
    """
    state = view.game.play(_world(view), action)
    return sum(points[view.turn] for points in parts(state))


@lru_cache(maxsize=4)
def _world(view: View) -> State:
    return view.game.imagine(view, Random(0))
