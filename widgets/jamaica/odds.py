"""The odds of Jamaica drawn: a battle's cases, or cards, treasures and steps."""

from __future__ import annotations

from collections.abc import Sequence

from gamelib.game import Action
from gamelib.jamaica.position import (
    POWERS,
    TREASURES,
    Choose,
    Fight,
    Keep,
    Phase,
    Powder,
    Reroll,
    SetDice,
    TakeHidden,
    View,
)
from gamelib.jamaica.rules import loser_of, unseen_treasures
from gamelib.texts import say, seat_names
from widgets.jamaica.battle import FIGHTING, Battle
from widgets.jamaica.panel import Panel, treasure_mark
from widgets.scene import ODDS, Scene


def odds(view: View, lang: str = "en", names: Sequence[str] | None = None) -> Scene:
    """Return what a seat can count now: a battle's cases, or its cards over all throws."""
    called = seat_names(lang) if names is None else names
    if view.phase in FIGHTING or (view.phase is Phase.PAY and view.battle is not None):
        items = tuple(Battle(view, lang, called, _side(view)).items())
        return Scene(ODDS, say("jamaica.odds.battle_title", lang), items)
    items = tuple(Panel(view, lang, called).items())
    return Scene(ODDS, say("jamaica.odds.title", lang), items)


def _side(view: View) -> int:
    """Return the seat from whose side a battle is shown: one's own if one fights, else who acts."""
    if view.battle is None:
        return view.mover
    return view.seat if view.seat in view.battle[:2] and view.seat is not None else _actor(view)


def _actor(view: View) -> int:
    assert view.battle is not None
    return view.turn if view.turn in view.battle[:2] else view.battle.attacker


def marks_of(view: View, action: Action) -> tuple[str, ...]:
    """Return the pieces of the picture that an action is about."""
    match action:
        case Fight(seat):
            return f"row {seat}", f"line {seat}", f"cases {seat}"
        case Powder(amount):
            assert view.battle is not None
            cases = (f"cases {amount}",) if view.seat == view.battle.attacker else ()
            return f"row {amount}", f"line {amount}", *cases
        case Keep() | Reroll():
            return f"row {action.code}", f"odds {action.code}", "cases"
        case Choose(card):
            return f"chosen {card}", f"card {card}"
        case SetDice(morning, evening):
            return (f"set {morning} {evening}",)
        case TakeHidden():
            left = unseen_treasures(view)
            return (
                *(treasure_mark(n) for n, curse in enumerate(TREASURES[:CURSES]) if curse in left),
                "treasure odds",
            )
    return ()


CURSES = sum(treasure < 0 for treasure in TREASURES)


def cursed_cases(view: View) -> tuple[int, int, str] | None:
    """Return how many of the treasures that a blind theft may bring are cursed, and of which.

    That is a count where I have seen all that lie there, or none of them.
    """
    assert view.battle is not None
    loser = loser_of(view.battle)
    seen = [treasure for treasure in view.hidden[loser] if treasure is not None]
    if len(seen) == len(view.hidden[loser]):
        return sum(treasure < 0 for treasure in seen), len(seen), "there"
    if seen or any(view.cursed):
        return None
    unseen = [treasure for treasure in unseen_treasures(view) if treasure not in POWERS]
    return sum(treasure < 0 for treasure in unseen), len(unseen), "unseen"
