"""What can be done in Jamaica, with what may come of it.

Every number here comes from `gamelib.jamaica.odds`.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from gamelib.game import Action
from gamelib.jamaica.odds import results, short
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
)
from gamelib.jamaica.track import PRICED_IN
from gamelib.texts import name_action, say
from widgets.jamaica.battle import battle_cases
from widgets.jamaica.odds import cursed_cases, marks_of
from widgets.jamaica.tokens import actions_of, path
from widgets.scene import Cases, Choice, Result, Tone

BATTLE = ("win", "tie", "lose")
RESULTS: dict[type[Action], tuple[tuple[str, ...], str]] = {
    Fight: (BATTLE, "win"),
    Powder: (BATTLE, "win"),
    Reroll: (BATTLE, "win"),
    Keep: (BATTLE, "win"),
    SetDice: (("card_pays", "card_short"), "card_short"),
    Choose: (("pays", "short"), "short"),
    Move: (("pays", "short"), "short"),
    TakeHidden: (("gold", "cursed"), "cursed"),
}
"""What may come of each kind of action, and which of it the question is about."""
TONES: dict[str, Tone] = {
    "win": "good", "lose": "bad", "pays": "good", "short": "bad", "card_pays": "good",
    "card_short": "bad", "gold": "good", "cursed": "bad",
}  # fmt: skip


def choices(view: View, lang: str = "en", names: Sequence[str] | None = None) -> tuple[Choice, ...]:
    """Return every legal action of the seat, with what may come of it; nothing out of turn."""
    return tuple(_choice(view, action, lang, names) for action in actions_of(view))


def _choice(view: View, action: Action, lang: str, names: Sequence[str] | None) -> Choice:
    choice = Choice(
        action,
        path(view, action),
        name_action(view.game, action, lang, names),
        say(f"jamaica.question.{_question(view, action)}", lang),
        hurts=_hurts(view, action),
    )
    if type(action) not in RESULTS or _fights(view, action):
        return choice
    codes, asked = RESULTS[type(action)]
    chances = results(view, action)
    return choice._replace(
        marks=marks_of(view, action),
        results=tuple(
            Result(
                code,
                say(f"jamaica.result.{code}", lang),
                chances.get(code, NEVER),
                TONES.get(code, ""),
            )
            for code in codes
        ),
        asked=asked,
        cases=_cases(view, action, lang),
    )


NEVER = Fraction(0)


def _question(view: View, action: Action) -> str:
    """Return which question an action asks."""
    if _fights(view, action):
        return "move.fight"
    answers = isinstance(action, Powder) and view.battle is not None and view.battle.dice[0]
    return "powder.answer" if answers else action.code


def _fights(view: View, action: Action) -> bool:
    """Tell whether a move leads into a battle: what can be paid after that, nobody knows yet."""
    return isinstance(action, Move) and "fight" in results(view, action)


def _cases(view: View, action: Action, lang: str) -> Cases | None:
    """Return how a chance is counted, where it is a count of cases that are equally likely."""
    found: tuple[int, int, str] | None = None
    match action:
        case SetDice(morning, evening):
            bad = sum(short(view, card, morning, evening) for card in view.hand)
            found = bad, len(view.hand), "hand"
        case TakeHidden():
            found = cursed_cases(view)
        case Fight() | Powder() | Reroll() | Keep():
            found = battle_cases(view, action)
    if found is None:
        return None
    favourable, total, of = found
    return Cases(favourable, total, say(f"jamaica.cases.{of}", lang))


def _hurts(view: View, action: Action) -> tuple[str, ...]:
    """Return what an action would cost: the contents of holds, or the way to a space."""
    holds = view.ships[view.turn].holds
    match action:
        case Move(space) if results(view, action).get("short"):
            return (f"do:sail-{space}",)
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
