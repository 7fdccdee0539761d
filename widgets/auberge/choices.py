"""What can be done in Auberge des Pirates, with what may come of it.

Every number here comes from `gamelib.auberge.odds`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import comb

from gamelib.auberge.odds import advice, held, hidden, results, unseen
from gamelib.auberge.rules import Accuse, Challenge, Draw, View, has_pair
from gamelib.game import Action
from gamelib.texts import name_action, say, seat_names
from widgets.auberge.odds import mark
from widgets.auberge.tokens import path
from widgets.scene import Choice, Result, Tone, large

ASKED: Mapping[type[Action], str] = {Challenge: "out", Accuse: "wrong", Draw: "pair"}
"""Which result of an action its question is about."""

TONES: Mapping[str, Tone] = {"out": "bad", "wrong": "bad", "pair": "bad", "right": "good"}
"""What a result means to whoever chooses."""


def choices(view: View, lang: str = "en", names: Sequence[str] | None = None) -> tuple[Choice, ...]:
    """Return every legal action of the seat, with what may come of it; nothing out of turn."""
    left = unseen(view)
    offered = []
    for action, risk, _ in advice(view):
        marks = tuple(
            mark(value, copy)
            for value in sorted(pairing(view, action))
            for copy in range(left[value])
        )
        offered.append(
            Choice(
                action=action,
                path=path(action),
                label=name_action(view.game, action, lang, names),
                question=question(view, action, risk, len(marks), lang, names),
                marks=marks,
                results=tuple(
                    Result(code, say(f"auberge.result.{code}", lang), chance, TONES.get(code, ""))
                    for code, chance in results(view, action).items()
                ),
                asked=ASKED.get(type(action), ""),
            )
        )
    return tuple(offered)


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


def question(
    view: View,
    action: Action,
    risk: Fraction,
    marked: int,
    lang: str = "en",
    names: Sequence[str] | None = None,
) -> str:
    """Return in a sentence what the risk of an action is the chance of, with the cases to count."""
    called = seat_names(lang) if names is None else names
    total = sum(unseen(view))
    match action:
        case Draw():
            return say("auberge.question.draw", lang, marked=marked, total=total)
        case Challenge(target):
            return say(
                "auberge.question.challenge",
                lang,
                target=called[target],
                marked=marked,
                total=total,
            )
        case Accuse(target):
            drawn = hidden(view, target)
            hands = comb(total, drawn)
            key = "hands" if drawn > 1 else "card" if drawn else "open"
            if has_pair(held(view, target)):
                key = "pair"
            return say(
                f"auberge.question.accuse.{key}",
                lang,
                target=called[target],
                marked=marked,
                hidden=drawn,
                total=total,
                hands=large(hands, lang),
                without=large(int(risk * hands), lang),
            )
        case _:
            return say(f"auberge.question.{action.code}", lang)
