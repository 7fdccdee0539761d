"""What can be done in Fuji Flush, with what may come of it.

Every number here comes from `gamelib.fuji_flush.odds`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from gamelib.fuji_flush.odds import Fate, fate, flushers, flushes, unseen
from gamelib.fuji_flush.rules import Play, View
from gamelib.game import Action
from gamelib.texts import name_action, say
from widgets.fuji_flush.odds import mark
from widgets.fuji_flush.tokens import actions_of, path
from widgets.scene import Choice, Result

BUDGET = 20_000
TRIALS = 1_000
"""What `choices` lets `fate` spend on one card: a replay asks for every card of every decision."""


def choices(view: View, lang: str = "en", names: Sequence[str] | None = None) -> tuple[Choice, ...]:
    """Return every legal action of the seat, with what may come of it; nothing out of turn."""
    return tuple(_choice(view, action, lang, names) for action in actions_of(view))


@lru_cache(maxsize=2000)
def _fate(view: View, value: int) -> Fate:
    """Return a card's fate; it is asked again when another language or seat is chosen."""
    return fate(view, value, budget=BUDGET, trials=TRIALS)


def _choice(view: View, action: Action, lang: str, names: Sequence[str] | None) -> Choice:
    label = name_action(view.game, action, lang, names)
    if not isinstance(action, Play):
        return Choice(action, path(action), label, say("fuji_flush.question.push", lang))
    value, left = action.card, unseen(view)
    chances = _fate(view, value)
    marks = tuple(mark(value, n) for value in flushers(view, value) for n in range(left[value]))
    return Choice(
        action=action,
        path=path(action),
        label=label,
        question=say(
            "fuji_flush.question.play", lang, card=value, marked=len(marks), total=sum(left)
        ),
        marks=(*marks, f"chosen {value}"),
        hurts=tuple(f"front:{seat}" for seat in flushes(view, value)),
        results=tuple(
            Result(
                code,
                say(f"fuji_flush.result.{code}", lang),
                getattr(chances, code),
                "bad" if code == "flushed" else "",
            )
            for code in ("flushed", "there", "pushed", "over")
        ),
        trials=chances.trials,
        asked="flushed",
    )
