"""What can be done in Decrypto, with what may come of it.

Every number here comes from `gamelib.decrypto.odds`.
"""

from __future__ import annotations

from collections.abc import Sequence

from gamelib.decrypto.odds import UNIFORM
from gamelib.decrypto.rules import Guess, Phase, View
from gamelib.decrypto.screens import WORDS, Clue, Name
from gamelib.decrypto.sheets import CODES, spelled
from gamelib.game import Action, IllegalAction
from gamelib.texts import explain, name_action, say
from widgets.decrypto.odds import OWN, bits_told, codes, marks_of, read, reading_key, word_key
from widgets.decrypto.tokens import WRITE, actions_of, known_state, path
from widgets.scene import Cases, Choice, Result, Tone


def choices(view: View, lang: str = "en", names: Sequence[str] | None = None) -> tuple[Choice, ...]:
    """Return every legal action of the seat, with what may come of it; nothing out of turn.

    Where words are to be written, one more choice stands for words of one's own.
    """
    actions = actions_of(view)
    if not actions:
        return ()
    made = tuple(_choice(view, action, n, lang, names) for n, action in enumerate(actions))
    return made if isinstance(actions[0], Guess) else (*made, _own(view, lang))


def _own(view: View, lang: str) -> Choice:
    """Return the choice that stands for words of one's own."""
    kind = "name" if view.phase is Phase.NAMING else "clue"
    return Choice(
        None,
        (WRITE,),
        say(f"decrypto.own.{kind}", lang),
        say(f"decrypto.question.own_{kind}", lang),
        entry=say(f"decrypto.entry.{kind}", lang),
    )


ASKED = {
    Phase.CLUES: "understood",
    Phase.INTERCEPTION: "intercepted",
    Phase.DECRYPTION: "right",
    Phase.NAMING: "hit",
}
"""What a player hopes for: the result that is asked about."""
HURTS = frozenset({"shared", "caught", "lost", "wrong"})
"""What may bring the other team a token, or one's own a miscommunication."""


def _choice(view: View, action: Action, n: int, lang: str, names: Sequence[str] | None) -> Choice:
    asked, label = ASKED[view.phase], name_action(view.game, action, lang, names)
    cases = None
    match action:
        case Guess(digits):
            marked = marks_of(view, digits)
            label = label.replace("-", "\u2011")  # a code is not to be broken over two lines
            if max(codes(view).values()) == UNIFORM:
                cases = Cases(1, len(CODES), say("decrypto.cases", lang))
        case Clue():
            marked = (reading_key(n), *bits_told(view))
        case Name(words):
            marked = tuple(word_key(number, words) for number in range(1, WORDS + 1))
        case _:
            raise IllegalAction("wrong_phase")
    key = "first" if _unheard(view) else asked
    return Choice(
        action=action,
        path=path(action, n),
        label=label,
        question=say(f"decrypto.question.{key}", lang),
        marks=marked,
        results=_results(view, action, lang),
        asked=asked,
        cases=cases,
    )


def _unheard(view: View) -> bool:
    """Whether a clue is written that nobody can intercept. DE-3."""
    return view.phase is Phase.CLUES and view.round == 1


def _results(view: View, action: Action, lang: str) -> tuple[Result, ...]:
    """Return all that can come of an action, each as an event in words."""
    told: dict[str, object] = {"team": say(f"team.{view.team}", lang)}
    if isinstance(action, Guess):
        told["digits"] = (spelled(action.digits) or "").replace("-", "\u2011")
    elif isinstance(action, Clue | Name):
        told["text"] = action.text
    home = "first" if _unheard(view) else "result"
    return tuple(
        Result(code, say(f"decrypto.{home}.{code}", lang, **told), chance, _tone(view, code))
        for code, chance in read(view, action).items()
        if home == "result" or chance or code == "understood"
    )


def _tone(view: View, code: str) -> Tone:
    """Return what a result means to the seat that chooses."""
    return "good" if code == ASKED[view.phase] else "bad" if code in HURTS else ""


def written(view: View, words: str) -> Action:
    """Return what a person has written in words of their own; the rules judge it when played."""
    return Name(words) if view.phase is Phase.NAMING else Clue(words)


def weighed(
    view: View, words: str, lang: str = "en", names: Sequence[str] | None = None
) -> Choice | None:
    """Return what may come of words of one's own, or why they are refused; None for none yet."""
    own = _own(view, lang)
    if not words.strip() or not actions_of(view):
        return None
    action = written(view, words)
    try:
        _judge(view, action)
    except IllegalAction as error:
        return own._replace(question=explain(error, lang, names))
    asked = ASKED[view.phase]
    marked: tuple[str, ...] = ()
    key = "first" if _unheard(view) else asked
    if isinstance(action, Name):
        marked = tuple(word_key(number, words) for number in range(1, WORDS + 1))
    elif not view.game.offers.meant(words):
        marked, key = (OWN,), "noise"
    return own._replace(
        question=say(f"decrypto.question.{key}", lang),
        marks=marked,
        results=_results(view, action, lang),
        asked=asked,
    )


def _judge(view: View, action: Action) -> None:
    """Raise IllegalAction if the rules refuse it: what they ask, the seat knows."""
    view.game.play(known_state(view), action)
