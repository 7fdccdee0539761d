"""What can be done in Fuji Flush, with what may come of it.

Every number here comes from `gamelib.fuji_flush.odds`.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

from gamelib.fuji_flush.fate import look_ahead
from gamelib.fuji_flush.odds import Fate, fate, flushers, flushes, unseen
from gamelib.fuji_flush.rules import Play, View, power
from gamelib.game import Action, replaced
from gamelib.texts import name_action, say
from widgets.fuji_flush.odds import mark
from widgets.fuji_flush.tokens import actions_of, path
from widgets.scene import Cases, Choice, Result

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
        left_with = Result("through", say("fuji_flush.result.through", lang), Fraction(1))
        asks = say("fuji_flush.question.push", lang)
        return Choice(action, path(action), label, asks, results=(left_with,))
    value, left = action.card, unseen(view)
    chances = _fate(view, value)
    flushing = flushers(view, value)
    marks = tuple(mark(card, n) for card in flushing for n in range(left[card]))
    together = power(replaced(view.fronts, view.turn, value), value)
    return Choice(
        action=action,
        path=path(action),
        label=label,
        question=say("fuji_flush.question.play", lang, card=value, power=together),
        marks=(*marks, f"chosen {value}"),
        hurts=tuple(f"front:{seat}" for seat in flushes(view, value)),
        results=tuple(
            Result(
                code,
                say(f"fuji_flush.result.{code}", lang, card=value),
                getattr(chances, code),
                "bad" if code in ("flushed", "over") else "good",
            )
            for code in ("flushed", "there", "pushed", "over")
        ),
        asked="flushed",
        cases=_cases(view, value, sum(left[card] for card in flushing), lang),
        trials=chances.trials,
    )


def _cases(view: View, value: int, flushing: int, lang: str) -> Cases | None:
    """Return the cards to count, where one of them decides: only one player goes before me."""
    if look_ahead(view, value).goes != 1:
        return None
    return Cases(flushing, sum(unseen(view)), say("fuji_flush.cases.cards", lang))
