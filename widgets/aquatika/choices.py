"""What can be done in Aquatika, with what may come of it.

Every number here comes from `gamelib.aquatika.odds`.
"""

from __future__ import annotations

from collections.abc import Sequence

from gamelib.aquatika.board import KINDS
from gamelib.aquatika.moves import Eat, Move
from gamelib.aquatika.rules import Place, View
from gamelib.game import Action
from gamelib.texts import name_action, say, seat_names
from widgets.aquatika.odds import Replies, kind_key, replies, replies_key
from widgets.aquatika.tokens import actions_of, path
from widgets.scene import Cases, Choice, Result, Tone

TONES: dict[str, Tone] = {"won": "good", "safe": "good", "lost": "bad", "eaten": "bad"}
"""What a result means to whoever moves; what is covered may be free again, and what is drawn is
neither."""


def choices(view: View, lang: str = "en", names: Sequence[str] | None = None) -> tuple[Choice, ...]:
    """Return every legal action of the seat, with what may come of it; nothing out of turn.

    They are listed piece by piece, and for each piece cell by cell.
    """
    called = tuple(seat_names(lang) if names is None else names)[:2]
    actions = sorted(actions_of(view), key=_listed)
    return tuple(_choice(view, action, lang, called) for action in actions)


def _listed(action: Action) -> tuple[object, ...]:
    """Return where an action comes in the list: pieces to place by kind, those to move by cell."""
    if isinstance(action, Place):
        return KINDS.index(action.piece), *_read(action.cell)
    assert isinstance(action, Move)
    return *_read(action.source), *_read(action.target), action.code


def _read(cell: str) -> tuple[str, int]:
    """Return a cell's name as it is sorted: a10 after a9."""
    return cell[0], int(cell[1:])


def _choice(view: View, action: Action, lang: str, names: tuple[str, ...]) -> Choice:
    label = name_action(view.game, action, lang, names)
    tokens = path(view, action)
    if isinstance(action, Place):
        # Nothing comes of a place alone, as both sides stand before anybody moves (AQ-3): so there
        # is no chance to ask about. The panel says how many set-ups have the piece there.
        question = say("aquatika.question.place", lang)
        return Choice(action, tokens, label, question, marks=(kind_key(action.piece),))
    counted = replies(view, action)
    asked = asked_of(counted)
    key = "over" if counted.over else "reply"
    cases = None
    if not counted.over:
        count = counted.counts.get(asked, 0)
        cases = Cases(count, counted.total, say("aquatika.cases.replies", lang))
    return Choice(
        action=action,
        path=tokens,
        label=label,
        question=say(f"aquatika.question.{key}", lang, seat=names[1 - view.turn]),
        results=tuple(
            Result(
                code,
                say(f"aquatika.result.{code}", lang),
                counted.chance(code),
                TONES.get(code, ""),
            )
            for code in dict.fromkeys((*[asked][: bool(asked)], *counted.counts))
        ),
        asked=asked,
        cases=cases,
        marks=(replies_key(counted),),
        hurts=(tokens[1],) if isinstance(action, Eat) else (),
    )


def asked_of(counted: Replies) -> str:
    """Return what is asked about a move: how it ends the game, if the reply may win, if it may eat.

    Nothing is asked where the move itself makes it a draw.
    """
    if counted.over:
        return "" if "drawn" in counted.counts else next(iter(counted.counts))
    return "lost" if "lost" in counted.counts else "eaten"
