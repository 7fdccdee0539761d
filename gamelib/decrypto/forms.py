"""When two words are forms of one: plurals, feminines, simple inflections. DE-10.

There is no dictionary: it goes by the spelling alone, as `plain` has it. So now and then two words
count as one that only look like it, such as French "port" and "porte"; irregular forms do not.

>>> same_word("moon", "the moons", "en"), same_word("plan", "plane", "en")
(True, False)
>>> same_word("cheval", "chevaux", "fr"), same_word("chat", "une chatte", "fr")
(True, True)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache

SHORTEST = 3
"""How many letters a word has that is inflected: shorter ones would look like too many others."""

_ARTICLE = {
    "en": re.compile(r"^(the|an?) (?=.)"),
    "fr": re.compile(r"^((les?|la|une?|des|du|de la) |(de )?l')(?=.)"),
}
_OWNER = {"en": re.compile(r"'s?$"), "fr": re.compile(r"(?!)")}
"""What stands before or behind a word without making it another: "the moon", "the moon's"."""


def same_word(one: str, other: str, lang: str) -> bool:
    """Return whether two texts are the same word, or forms of one; both as `plain` has them.

    Of several words each has to be a form of the other's: "pommes de terre".
    """
    ones, others = parts(one, lang), parts(other, lang)
    return len(ones) == len(others) and all(
        second in inflected(first, lang) or first in inflected(second, lang)
        for first, second in zip(ones, others, strict=True)
    )


@lru_cache(maxsize=1 << 14)
def parts(text: str, lang: str) -> tuple[str, ...]:
    """Return the words of a text, without its article."""
    bare = _OWNER[lang].sub("", _ARTICLE[lang].sub("", text))
    return tuple(re.split(r"[ '-]+", bare))


@lru_cache(maxsize=1 << 14)
def inflected(word: str, lang: str) -> frozenset[str]:
    """Return a word with its regular forms."""
    return frozenset((word, *(_FORMS[lang](word) if len(word) >= SHORTEST else ())))


def _english(word: str) -> Iterator[str]:
    """Plurals, and what verbs become: stars, boxes, cities, baked, running."""
    yield word + "s"
    stem = word.removesuffix("e")
    if re.search("(s|x|z|ch|sh|o)$", word):
        yield word + "es"
    if re.search("[^aeiou]y$", word):
        yield from (word[:-1] + ending for ending in ("ies", "ied"))
    if re.search("fe?$", word):
        yield stem[:-1] + "ves"
    yield from (stem + "ed", stem + "ing", word + "ing")
    if re.search("[^aeiou][aeiou][bdgklmnprt]$", word):
        yield from (word + word[-1] + ending for ending in ("ed", "ing"))


_FEMININE = (
    ("", "e"), ("eau", "elle"), ("en", "enne"), ("on", "onne"), ("el", "elle"), ("il", "ille"),
    ("et", "ette"), ("at", "atte"), ("ot", "otte"), ("as", "asse"), ("os", "osse"), ("er", "ere"),
    ("eur", "euse"), ("teur", "trice"), ("eux", "euse"), ("oux", "ousse"), ("f", "ve"),
    ("c", "che"),
)  # fmt: skip
"""How feminines are made of masculines, without accents."""

_VERB = ("e", "es", "ent", "ons", "ez", "ant", "ee", "ees", "ait")
"""Endings of verbs in -er, without accents."""


def _french(word: str) -> Iterator[str]:
    """Plurals, feminines and their plurals, and what verbs in -er become."""
    yield word + "s"
    if re.search("(au|eu|ou)$", word):
        yield word + "x"
    if re.search("ai?l$", word):
        yield re.sub("ai?l$", "aux", word)
    for masculine, feminine in _FEMININE:
        if word.endswith(masculine):
            yield (form := word.removesuffix(masculine) + feminine)
            yield form + "s"
    if re.search("...er$", word):
        yield from (word[:-2] + ending for ending in _VERB)


_FORMS: Mapping[str, Callable[[str], Iterator[str]]] = {"en": _english, "fr": _french}
