"""What can be done in Decrypto, with what may come of it.

Every number here comes from `gamelib.decrypto.odds`.
"""

from __future__ import annotations

from collections.abc import Sequence

from gamelib.decrypto.rules import Guess, Phase, View
from gamelib.decrypto.screens import WORDS, Clue, Name
from gamelib.decrypto.sheets import spelled
from gamelib.game import Action, IllegalAction
from gamelib.texts import name_action, say
from widgets.decrypto.odds import marks_of, read, reading_key, word_key
from widgets.decrypto.tokens import WRITE, actions_of, path
from widgets.scene import Choice, Result


def choices(view: View, lang: str = "en", names: Sequence[str] | None = None) -> tuple[Choice, ...]:
    """Return every legal action of the seat, with what may come of it; nothing out of turn.

    Where words are to be written, one more choice stands for words of one's own.
    """
    actions = actions_of(view)
    if not actions:
        return ()
    made = tuple(_choice(view, action, n, lang, names) for n, action in enumerate(actions))
    if isinstance(actions[0], Guess):
        return made
    kind = actions[0].code
    own = Choice(
        None,
        (WRITE,),
        say(f"decrypto.own.{kind}", lang),
        say(f"decrypto.question.own_{kind}", lang),
        entry=say(f"decrypto.entry.{kind}", lang),
    )
    return (*made, own)


ASKED = {
    Phase.CLUES: "understood",
    Phase.INTERCEPTION: "intercepted",
    Phase.DECRYPTION: "right",
    Phase.NAMING: "hit",
}
"""What a player hopes for: the result that is asked about."""


def _choice(view: View, action: Action, n: int, lang: str, names: Sequence[str] | None) -> Choice:
    asked, results = ASKED[view.phase], read(view, action)
    label = name_action(view.game, action, lang, names)
    told: dict[str, object] = {}
    match action:
        case Guess(digits):
            marked = marks_of(view, digits)
            told = {"digits": spelled(digits)}
            label = label.replace("-", "\u2011")  # a code is not to be broken over two lines
        case Clue(words):
            marked = (reading_key(n),)
            told = {"text": words}
        case Name(words):
            marked = tuple(word_key(number, words) for number in range(1, WORDS + 1))
            told = {"text": words}
        case _:
            raise IllegalAction("wrong_phase")
    key = asked if view.phase is not Phase.CLUES or view.round > 1 else "first"
    return Choice(
        action=action,
        path=path(action, n),
        label=label,
        question=say(f"decrypto.question.{key}", lang, **told),
        marks=marked,
        results=tuple(
            Result(
                code,
                say(f"decrypto.result.{code}", lang),
                chance,
                "good" if code == asked else "",
            )
            for code, chance in results.items()
            if chance or code == asked or view.phase is not Phase.CLUES or view.round > 1
        ),
        asked=asked,
    )


def written(view: View, words: str) -> Action:
    """Return what a person has written in words of their own; the rules judge it when played."""
    return Name(words) if view.phase is Phase.NAMING else Clue(words)
