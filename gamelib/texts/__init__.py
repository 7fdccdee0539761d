"""Every word a person reads, by key, in each language; the engine itself speaks in codes.

>>> say("reason.empty_pile")
'The pile is empty.'

A game's words stand in its room (`gamelib/auberge/texts.en.json` and `exercises.en.json`), those
that rooms share beside this module. Another language is another set of such files.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Any

from gamelib.game import OPEN, Action, Event, Game, IllegalAction, Outcome, Phrase
from gamelib.rooms import HOUSE, languages

LANGUAGES = languages(HOUSE / "texts", "texts")
KINDS = ("texts", "exercises")
"""What the files of texts in a room are called."""


def texts_by_file(lang: str) -> dict[str, dict[str, str]]:
    """Return the texts of a language, by the file in which they stand."""
    if lang not in LANGUAGES:
        raise ValueError(f"there is no language {lang!r}; there are {', '.join(LANGUAGES)}")
    paths = [path for kind in KINDS for path in HOUSE.glob(f"*/{kind}.{lang}.json")]
    return {
        f"gamelib/{path.relative_to(HOUSE).as_posix()}": json.loads(path.read_text("utf-8"))
        for path in sorted(paths)
    }


class MissingText(KeyError):  # noqa: N818
    """A key has no text, or its text mentions a value that was not given."""

    def __str__(self) -> str:
        return str(self.args[0])  # a KeyError would put it in quotes


class _Texts(dict[str, str]):
    """The texts of a language. Who asks for one that is not there is told where to write it."""

    def __init__(self, lang: str) -> None:
        self.lang = lang
        for content in texts_by_file(lang).values():
            self |= content

    def __missing__(self, key: str) -> str:
        places = " and ".join(f"gamelib/*/{kind}.{self.lang}.json" for kind in KINDS)
        raise MissingText(
            f"there is no text {key!r} in {self.lang!r}: write it in {_home(key, self.lang)}. "
            f"Asked for by {_asker()}; looked for in {places}"
        )


def _asker() -> str:
    """Return who asks for a text: the line outside of this module from which it was called."""
    frame = sys._getframe()
    while frame.f_back is not None and frame.f_globals.get("__name__") == __name__:
        frame = frame.f_back
    return f"{frame.f_globals.get('__name__', 'somebody')}, line {frame.f_lineno}"


def _home(key: str, lang: str) -> str:
    """Return the file in which a text belongs: that of the room it names, or the shared one."""
    folders = [part for part in key.split(".")[:2] if (HOUSE / part / "__init__.py").is_file()]
    kind = "exercises" if key.startswith(("exercise.", "misconception.")) else "texts"
    return f"gamelib/{folders[0] if folders else 'texts'}/{kind}.{lang}.json"


@cache
def texts(lang: str = "en") -> Mapping[str, str]:
    """Return all texts of a language by key; a key that is not there raises MissingText."""
    return _Texts(lang)


def say(key: str, lang: str = "en", **values: object) -> str:
    """Return the text of a key with its values filled in, or raise MissingText."""
    text = texts(lang)[key]
    try:
        return text.format(**values)
    except KeyError as missing:
        [file] = [file for file, content in texts_by_file(lang).items() if key in content]
        raise MissingText(
            f"the text {key!r} in {file} mentions {{{missing.args[0]}}}, but is given "
            f"{listing(values) or 'nothing'}. Asked for by {_asker()}"
        ) from None


def seat_names(lang: str = "en") -> tuple[str, ...]:
    """Return the names that seats 0 to 7 have until somebody gives them others."""
    return tuple(texts(lang)["seats"].split())


def tell(event: Event, lang: str = "en", names: Sequence[str] | None = None) -> str:
    """Return an event as a sentence; values that are hidden choose the key's `.hidden` text."""
    hidden = any(value is None for value in event.values.values())
    key = f"{event.code}.hidden" if hidden else event.code
    return say(key, lang, **worded(event.values, lang, names))


def tell_step(
    game: Game[Any, Any],
    before: Any,
    action: Action,
    after: Any,
    seat: int | None = OPEN,
    lang: str = "en",
    names: Sequence[str] | None = None,
) -> str:
    """Return what a seat is told of a step from one state to the next."""
    events = game.events(before, action, after, seat)
    return " ".join(tell(event, lang, names) for event in events)


def tell_outcome(
    game: Game[Any, Any],
    outcome: Outcome,
    lang: str = "en",
    names: Sequence[str] | None = None,
) -> str:
    """Return how a game ended, and for whom."""
    words = worded({"seats": outcome.winners}, lang, names)
    return say(f"{game.name}.outcome.{outcome.reason}", lang, **words)


def name_action(
    game: Game[Any, Any], action: Action, lang: str = "en", names: Sequence[str] | None = None
) -> str:
    """Return an action as an invitation: what a button that plays it would say."""
    return say(f"{game.name}.action.{action.code}", lang, **worded(action.words(), lang, names))


def explain(error: IllegalAction, lang: str = "en", names: Sequence[str] | None = None) -> str:
    """Return why an action was not possible."""
    return say(f"reason.{error.reason}", lang, **worded(error.details, lang, names))


def phrase(value: Phrase, lang: str = "en") -> str:
    """Return a value that has words of its own, such as a coloured card, in these words."""
    return say(value.code, lang, **value.values)


def listing(parts: Iterable[object], lang: str = "en") -> str:
    """Return words as a list in a sentence: a, b and c."""
    words = [str(part) for part in parts]
    if len(words) < 2:
        return "".join(words)
    return say("list.and", lang, first=", ".join(words[:-1]), last=words[-1])


def number(value: float | Fraction, lang: str = "en", digits: int = 1) -> str:
    """Return a number with its decimals, the way the language writes them.

    >>> number(1.25, "fr", 2)
    '1,25'
    """
    return f"{float(value):.{digits}f}".replace(".", say("number.point", lang))


def signed(value: float | Fraction, lang: str = "en", digits: int = 1) -> str:
    """Return a change with its sign, as it is set in print.

    >>> signed(3, digits=0), signed(Fraction(-5, 2), "fr"), signed(0, digits=0)
    ('+3', '−2,5', '0')
    """
    shown = number(value, lang, digits)
    return f"+{shown}" if value > 0 else shown.replace("-", "−")


def percent(value: float | Fraction, lang: str = "en", digits: int = 1) -> str:
    """Return a probability as a percentage; what is possible is never rounded to 0 or 100.

    >>> percent(Fraction(1, 3)), percent(Fraction(1, 5000))
    ('33.3%', '<0.1%')
    """
    shown = number(100 * value, lang, digits)
    if 0 < value < 1 and shown in (number(0, lang, digits), number(100, lang, digits)):
        step = 10**-digits
        shown = (
            f"<{number(step, lang, digits)}"
            if value < 0.5
            else f">{number(100 - step, lang, digits)}"
        )
    return say("number.percent", lang, number=shown)


def worded(
    values: Mapping[str, Any], lang: str = "en", names: Sequence[str] | None = None
) -> dict[str, object]:
    """Return values as a text mentions them: seats by name, cards as a list, hidden ones as ""."""
    called = seat_names(lang) if names is None else names
    words: dict[str, object] = {}
    for key, value in values.items():
        if value is None:
            words[key] = ""
        elif key in ("seat", "target", "partner", "owner"):
            words[key] = called[value] if value in range(len(called)) else value
        elif key in ("seats", "targets"):
            words[key] = listing((called[seat] for seat in value), lang)
        elif isinstance(value, Phrase):
            words[key] = phrase(value, lang)
        elif isinstance(value, tuple):
            parts = [phrase(part, lang) if isinstance(part, Phrase) else part for part in value]
            words[key] = listing(parts, lang) or say("list.none", lang)
        elif isinstance(value, int) and value < 0:
            words[key] = f"−{-value}"  # a minus sign, not a hyphen
        else:
            words[key] = value
    return words
