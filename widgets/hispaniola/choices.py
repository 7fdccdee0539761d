"""What can be done in Hispaniola, with what may come of it.

Every number here comes from `gamelib.hispaniola.odds`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from random import Random

from gamelib.game import Action
from gamelib.hispaniola.cards import NUMBER, best_card
from gamelib.hispaniola.odds import beaters
from gamelib.hispaniola.rules import Bid, Play, State, View, parts, unseen
from gamelib.texts import name_action, say
from widgets.hispaniola.art import card_named, signed
from widgets.hispaniola.odds import mark, results_of
from widgets.hispaniola.tokens import actions_of, path
from widgets.scene import Choice, Result, Tone

TONES: Mapping[str, Tone] = {"loses": "bad"}
"""What a result means to whoever chooses."""


def choices(view: View, lang: str = "en", names: Sequence[str] | None = None) -> tuple[Choice, ...]:
    """Return every legal action of the seat, with what may come of it; nothing out of turn."""
    total = len(unseen(view))
    return tuple(_choice(view, action, total, lang, names) for action in actions_of(view))


def _choice(
    view: View, action: Action, total: int, lang: str, names: Sequence[str] | None
) -> Choice:
    label = name_action(view.game, action, lang, names)
    if not isinstance(action, Bid | Play):
        mine = _points_after(view, action)
        question = say("hispaniola.question.points", lang, points=signed(mine))
        return Choice(action, path(action), label, question)
    chances = results_of(view, action)
    marked = in_the_way(view, action)
    key, asked = ("bid", "decides") if isinstance(action, Bid) else ("play", "loses")
    if key == "play" and best_card((*view.trick, action.card), view.trump) < len(view.trick):
        key, marked = "beaten", ()
    return Choice(
        action=action,
        path=path(action),
        label=label,
        question=say(
            f"hispaniola.question.{key}",
            lang,
            card=card_named(action.card, lang),
            marked=len(marked),
            total=total,
        ),
        marks=(*map(mark, marked), "asked", f"chosen {action.card}"),
        results=tuple(
            Result(code, say(f"hispaniola.result.{code}", lang), chance, TONES.get(code, ""))
            for code, chance in chances.items()
        ),
        asked=asked,
    )


def in_the_way(view: View, action: Bid | Play) -> tuple[str, ...]:
    """Return the unseen cards that would beat a card of mine, or spoil its bid."""
    if isinstance(action, Play):
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
