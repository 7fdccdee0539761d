"""What can be done in Auberge des Pirates, with what may come of it.

Every number here comes from `gamelib.auberge.odds`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import comb

from gamelib.auberge.odds import advice, held, hidden, paired, results, unseen
from gamelib.auberge.rules import Accuse, Attack, Challenge, Draw, View, has_pair
from gamelib.game import Action
from gamelib.texts import name_action, say, seat_names
from widgets.auberge.odds import mark
from widgets.auberge.tokens import path
from widgets.scene import Cases, Choice, Result, Tone

ASKED: Mapping[type[Action], str] = {Challenge: "out", Accuse: "wrong", Draw: "pair"}
"""Which result of an action its question is about."""

TONES: Mapping[str, Tone] = {"out": "bad", "wrong": "bad", "pair": "bad"}
"""What a result means to whoever chooses; whatever else comes of a risk is good."""


def choices(view: View, lang: str = "en", names: Sequence[str] | None = None) -> tuple[Choice, ...]:
    """Return every legal action of the seat, with what may come of it; nothing out of turn."""
    left, called = unseen(view), seat_names(lang) if names is None else names
    offered = []
    for action, _, _ in advice(view):
        marks = tuple(
            mark(value, copy)
            for value in sorted(pairing(view, action))
            for copy in range(left[value])
        )
        told = _results(view, action, lang, called)
        asked = ASKED.get(type(action), "")
        offered.append(
            Choice(
                action=action,
                path=path(action),
                label=name_action(view.game, action, lang, names),
                question=question(view, action, lang, called),
                results=told,
                asked=asked,
                cases=cases(view, action, len(marks), lang),
                marks=marks,
            )
        )
    return tuple(offered)


def _results(view: View, action: Action, lang: str, names: Sequence[str]) -> tuple[Result, ...]:
    """Return what may come of an action: events in words, with their chances."""
    found = results(view, action)
    quiet: Tone = "" if len(found) == 1 else "good"
    return tuple(
        Result(code, _event(view, action, code, lang, names), chance, TONES.get(code, quiet))
        for code, chance in found.items()
    )


def _event(view: View, action: Action, code: str, lang: str, names: Sequence[str]) -> str:
    """Return a result in words: to whoever has a pair already, a draw can only bring another."""
    match action:
        case Challenge(target) | Accuse(target):
            key = f"{code}.challenge" if code == "safe" else code
            return say(f"auberge.result.{key}", lang, target=names[target])
        case Draw() if paired(view):
            return say(f"auberge.result.{code}.draw.paired", lang)
        case Draw() if code == "safe":
            return say("auberge.result.safe.draw", lang)
        case _:
            return say(f"auberge.result.{code}", lang)


def pairing(view: View, action: Action) -> frozenset[int]:
    """Return the values that would make a pair if the next, or a hidden, card had one of them."""
    match action:
        case Challenge(target):
            return frozenset(view.tables[target])
        case Accuse(target):
            return frozenset(held(view, target))
        case Draw():
            assert view.seat is not None, "only a seat can act"
            return frozenset(held(view, view.seat))
        case _:
            return frozenset()


def cases(view: View, action: Action, marked: int, lang: str = "en") -> Cases | None:
    """Return the cases that are counted: unseen cards, or all the hands that others may have."""
    total = sum(unseen(view))
    match action:
        case Draw() | Challenge():
            return Cases(marked, total, say("auberge.cases.cards", lang))
        case Accuse(target) if (drawn := hidden(view, target)) and not has_pair(held(view, target)):
            if drawn == 1:
                return Cases(total - marked, total, say("auberge.cases.cards", lang))
            hands = comb(total, drawn)
            wrong = results(view, action)["wrong"] * hands
            return Cases(int(wrong), hands, say("auberge.cases.hands", lang))
        case _:
            return None


def question(view: View, action: Action, lang: str, names: Sequence[str]) -> str:
    """Return in a sentence or two how the chance of an action comes about."""
    key, values = action.code, dict[str, object]()
    match action:
        case Draw() if paired(view):
            key = "draw.paired"
        case Attack(_, target) | Challenge(target):
            values = {"target": names[target]}
        case Accuse(target):
            drawn = hidden(view, target)
            key = f"accuse.{'hands' if drawn > 1 else 'card' if drawn else 'open'}"
            values = {"target": names[target], "hidden": drawn}
    return say(f"auberge.question.{key}", lang, **values)
