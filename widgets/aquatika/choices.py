"""What can be done in Aquatika, with what may come of it.

Every number here comes from `gamelib.aquatika.odds`.
"""

from __future__ import annotations

from collections.abc import Sequence

from gamelib.aquatika.moves import Eat
from gamelib.aquatika.rules import Place, View
from gamelib.game import Action
from gamelib.texts import name_action, say, seat_names
from widgets.aquatika.odds import kind_key, replies, replies_key, setup_share
from widgets.aquatika.tokens import actions_of, path
from widgets.scene import Cases, Choice, Result


def choices(view: View, lang: str = "en", names: Sequence[str] | None = None) -> tuple[Choice, ...]:
    """Return every legal action of the seat, with what may come of it; nothing out of turn."""
    called = tuple(seat_names(lang) if names is None else names)[:2]
    return tuple(_choice(view, action, lang, called) for action in actions_of(view))


def _choice(view: View, action: Action, lang: str, names: tuple[str, ...]) -> Choice:
    label = name_action(view.game, action, lang, names)
    tokens = path(view, action)
    if isinstance(action, Place):
        share, after, before = setup_share(view, action)
        return Choice(
            action,
            tokens,
            label,
            say("aquatika.question.place", lang, after=after, before=before),
            (
                Result("there", say("aquatika.result.there", lang), share),
                Result("elsewhere", say("aquatika.result.elsewhere", lang), 1 - share),
            ),
            "there",
            Cases(after, before, say("aquatika.cases.setups", lang)),
            marks=(kind_key(action.piece),),
        )
    counted = replies(view, action)
    asked = "lost" if counted.counts.get("lost") else "eaten"
    key = "over" if counted.over else asked
    return Choice(
        action=action,
        path=tokens,
        label=label,
        question=say(
            f"aquatika.question.{key}",
            lang,
            count=counted.counts.get(asked, 0),
            total=counted.total,
            seat=names[1 - view.turn],
        ),
        marks=(replies_key(counted),),
        hurts=(tokens[1],) if isinstance(action, Eat) else (),
        results=tuple(
            Result(
                code,
                say(f"aquatika.result.{code}", lang),
                counted.chance(code),
                "bad" if code in ("lost", "eaten") else "",
            )
            for code in dict.fromkeys((asked, *counted.counts))
        ),
        asked=asked,
    )
