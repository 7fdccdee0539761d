"""What can be done in Jamaica, with what may come of it.

Every number here comes from `gamelib.jamaica.odds`.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from gamelib.game import Action
from gamelib.jamaica.odds import results
from gamelib.jamaica.position import (
    Choose,
    Fight,
    Keep,
    Load,
    Move,
    Powder,
    Reroll,
    Retreat,
    SetDice,
    TakeHidden,
    View,
    card_named,
)
from gamelib.jamaica.track import PRICED_IN
from gamelib.texts import name_action, phrase, say
from widgets.jamaica.odds import marks_of
from widgets.jamaica.tokens import actions_of, path
from widgets.scene import Choice, Result

BATTLE = ("win", "tie", "lose")
RESULTS: dict[type[Action], tuple[tuple[str, ...], str]] = {
    Fight: (BATTLE, "lose"),
    Powder: (BATTLE, "lose"),
    Reroll: (BATTLE, "lose"),
    Keep: (BATTLE, "lose"),
    SetDice: (("pays", "short"), "short"),
    Choose: (("pays", "short"), "short"),
    Move: (("pays", "fight", "short"), "short"),
    TakeHidden: (("gold", "cursed"), "cursed"),
}
"""What may come of each kind of action, and which of it the question is about."""


def choices(view: View, lang: str = "en", names: Sequence[str] | None = None) -> tuple[Choice, ...]:
    """Return every legal action of the seat, with what may come of it; nothing out of turn."""
    return tuple(_choice(view, action, lang, names) for action in actions_of(view))


def _choice(view: View, action: Action, lang: str, names: Sequence[str] | None) -> Choice:
    label = name_action(view.game, action, lang, names)
    tokens = path(view, action)
    if type(action) not in RESULTS:
        question = say(f"jamaica.question.{action.code}", lang, **_values(view, action, lang))
        return Choice(action, tokens, label, question, hurts=_hurts(view, action))
    codes, asked = RESULTS[type(action)]
    chances = results(view, action)
    return Choice(
        action=action,
        path=tokens,
        label=label,
        question=say(f"jamaica.question.{action.code}", lang, **_values(view, action, lang)),
        marks=marks_of(view, action),
        results=tuple(
            Result(
                code,
                say(f"jamaica.result.{code}", lang),
                chances.get(code, NEVER),
                "bad" if code == asked else "",
            )
            for code in codes
        ),
        asked=asked,
    )


NEVER = Fraction(0)


def _values(view: View, action: Action, lang: str) -> dict[str, object]:
    """Return what the question about an action mentions."""
    match action:
        case Choose(card):
            return {"card": phrase(card_named(card), lang)}
        case Move(space):
            kind, price, _, _ = view.game.track[space]
            return {"place": say(f"jamaica.space.{kind}", lang, number=space, price=price)}
        case Powder(value):
            return {"amount": value}
        case SetDice(morning, evening):
            return {"morning": morning, "evening": evening}
    return {}


def _hurts(view: View, action: Action) -> tuple[str, ...]:
    """Return the holds whose contents an action would cost."""
    holds = view.ships[view.turn].holds
    match action:
        case Load(hold) if holds[hold] is not None:
            return (f"hold:{view.turn}.{hold}",)
        case Retreat():
            lacking = PRICED_IN[view.game.track[view.ships[view.turn].space].kind]
            return tuple(
                f"hold:{view.turn}.{n}"
                for n, hold in enumerate(holds)
                if hold is not None and hold[0] == lacking
            )
    return ()
