"""The secret words of Decrypto, and the clues that lead to each: near ones and sly ones.

A `Vocabulary` grades its clues by closeness: at 3 most people think of the word at once, 2 is
related, 1 is a hint for those who know already. Clues are shared between words on purpose: "night"
may mean the moon, the owl or the pyjamas. Each language has a list of its own (`words.en.json`,
`words.fr.json`: {word: {clue: closeness}}), and teachers can bring theirs (`read_csv`).

>>> vocabulary("en").closeness("moon", " Night "), vocabulary("en").closeness("moon", "cheese")
(2, 1)
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache, partial
from itertools import chain
from pathlib import Path
from typing import Any
from unicodedata import category, normalize

from gamelib.careful import shown
from gamelib.decrypto.forms import inflected, parts, same_word
from gamelib.rooms import languages

LANGUAGES = languages(Path(__file__).parent, "words")

CLOSE, RELATED, FAR = GRADES = (3, 2, 1)
"""How close a clue is to its word; 0 is for a clue that has nothing to do with it."""

LONGEST = 40
"""How many characters a word or a clue can have."""

FEWEST, MOST = 8, 1000
"""How many words a list needs, four for each of two teams, and how many it may have."""

MOST_CLUES = 10_000
"""How many clues a list may have, those of all its words together."""

LARGEST = 4_000_000
"""How many bytes a file with a list may have."""

_SAME = str.maketrans({"œ": "oe", "æ": "ae", "’": "'"})
_UNSEEN = {"Mn", "Me", "Cc", "Cf"}  # accents, and characters that nobody sees


@lru_cache(maxsize=1 << 14)
def plain(text: str) -> str:
    """Return what two spellings of a word have in common: no accents, no capitals, no stray spaces.

    >>> plain("  Élève  modèle "), plain("Œuf"), plain("l’été")
    ('eleve modele', 'oeuf', "l'ete")
    """
    for _ in range(2):  # a few letters come apart only when they are small
        text = normalize("NFKD", " ".join(text.split()).casefold()).translate(_SAME)
        text = "".join(letter for letter in text if category(letter) not in _UNSEEN)
    return " ".join(text.split())


@dataclass(frozen=True)
class Vocabulary:
    """Secret words, each with its clues and how close each clue is (3, 2 or 1); not to be changed.

    >>> pets = Vocabulary("en", {"cat": {"fur": 1, "purr": 3}, "dog": {"bark": 3, "fur": 1}})
    >>> pets.words, pets.clues("cat")
    (('cat', 'dog'), ('purr', 'fur'))
    """

    lang: str
    table: Mapping[str, Mapping[str, int]]

    def __hash__(self) -> int:
        return hash((self.lang, self.words))

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The secret words, in the order of the list."""
        return tuple(self.table)

    def clues(self, word: str) -> tuple[str, ...]:
        """Return the clues of a word, the closest first; of the same closeness, as they stand."""
        return self._clues.get(plain(word), ())

    def closeness(self, word: str, clue: str) -> int:
        """Return how close a clue is to a word: 3, 2, 1, or 0 if the list does not relate them."""
        return self._closeness.get(plain(word), {}).get(plain(clue), 0)

    def ruled_out(self, clue: str) -> frozenset[str]:
        """Return the words that a clue cannot be given for: it is one of them, or a form. DE-10.

        >>> vocabulary("en").ruled_out("The Moons")
        frozenset({'moon'})
        """
        key = plain(clue)
        found = self._ruled_out.get(key)
        if found is None:
            found = frozenset(self._words_of(key))
            if len(self._ruled_out) < MOST_CLUES:  # people may write anything, and ever more
                self._ruled_out[key] = found
        return found

    def _words_of(self, key: str) -> Iterator[str]:
        """Yield the words that a text is a form of: only those are compared that may be it."""
        ours = parts(key, self.lang)
        beginnings = {part[:2] for part in inflected(ours[0], self.lang)}
        for word in chain.from_iterable(self._by_beginning.get(two, ()) for two in beginnings):
            if same_word(key, plain(word), self.lang):
                yield word

    @cached_property
    def _ruled_out(self) -> dict[str, frozenset[str]]:
        return {}

    @cached_property
    def _by_beginning(self) -> Mapping[str, Sequence[str]]:
        """The words by the first two letters of their forms."""
        found: dict[str, list[str]] = {}
        for word in self.words:
            forms = inflected(parts(plain(word), self.lang)[0], self.lang)
            for two in {form[:2] for form in forms}:
                found.setdefault(two, []).append(word)
        return found

    @cached_property
    def _clues(self) -> Mapping[str, tuple[str, ...]]:
        return {
            plain(word): tuple(sorted(clues, key=lambda clue: -clues[clue]))
            for word, clues in self.table.items()
        }

    @cached_property
    def _closeness(self) -> Mapping[str, Mapping[str, int]]:
        return {
            plain(word): {plain(clue): closeness for clue, closeness in clues.items()}
            for word, clues in self.table.items()
        }


@cache
def vocabulary(lang: str = "en") -> Vocabulary:
    """Return the house's own list of a language."""
    if lang not in LANGUAGES:
        raise ValueError(f"there is no language {lang!r}; there are {', '.join(LANGUAGES)}")
    file = Path(__file__).with_name(f"words.{lang}.json")
    return Vocabulary(lang, json.loads(file.read_text("utf-8")))


# --- a teacher's own list -------------------------------------------------------------------------


class WordListError(ValueError):
    """A list of words that cannot be used; it says in `lang` what is wrong, where, what to do."""

    def __init__(self, reason: str, lang: str = "en", **details: object) -> None:
        super().__init__(reason, lang, details)
        self.reason = reason
        self.lang = lang
        self.details = details

    def __reduce__(self) -> tuple[Any, ...]:
        return partial(type(self), self.reason, self.lang, **self.details), ()

    def __str__(self) -> str:
        from gamelib.texts import say  # the rules need no texts until something is to be said

        return say(f"decrypto.list.{self.reason}", self.lang, **self.details)


def read_csv(source: str | bytes | Path, lang: str = "en") -> Vocabulary:
    """Return a teacher's own list, or raise WordListError in the list's language.

    The source is a file, what was read from one, or a text of several lines. On each line stand a
    word, a clue and its closeness (2 if left out), between semicolons, commas or tabs; a word alone
    is a word that only people can give clues for. A first line that says "word" or "mot" is a
    heading.

    >>> animals = read_csv("cat;purr;3\\ncat;fur;1\\ndog\\nhen\\ncow\\npig\\nowl\\nbee\\nant\\n")
    >>> len(animals.words), animals.clues("cat"), animals.clues("dog")
    (8, ('purr', 'fur'), ())
    """
    if lang not in LANGUAGES:
        raise ValueError(f"there is no language {lang!r}; there are {', '.join(LANGUAGES)}")
    table: dict[str, dict[str, int]] = {}
    words: dict[str, str] = {}  # as they were first written
    clues: dict[str, str] = {}
    for n, (line, cells) in enumerate(_rows(_text(source, lang), lang)):
        wrong = partial(WordListError, lang=lang, line=line)
        if len(table) > MOST or n > MOST_CLUES:
            raise WordListError("too_large", lang, words=MOST, clues=MOST_CLUES)
        if not all(cell.isprintable() for cell in cells):
            raise wrong("not_text")
        if len(cells) > 3:
            raise wrong("too_many_cells", count=len(cells))
        for cell in cells[:2]:
            if len(cell) > LONGEST:
                raise wrong("too_long", text=f"{cell[:LONGEST]}…", longest=LONGEST)
        word, clue, grade = (*cells, "", "")[:3]
        if not plain(word):
            raise wrong("no_word")
        if not plain(clue) and (grade or plain(word) in words):
            raise wrong("no_clue" if grade else "word_twice", word=word)
        word = words.setdefault(plain(word), word)
        grades = table.setdefault(word, {})
        if not plain(clue):
            continue
        if plain(clue) == plain(word):
            raise wrong("clue_is_word", word=word)
        clue = clues.setdefault(plain(clue), clue)
        if clue in grades:
            raise wrong("clue_twice", word=word, clue=clue)
        if grade not in ("", "1", "2", "3"):
            raise wrong("bad_closeness", text=grade[:LONGEST])
        grades[clue] = int(grade or RELATED)
    if len(table) > MOST:
        raise WordListError("too_large", lang, words=MOST, clues=MOST_CLUES)
    if len(table) < FEWEST:
        raise WordListError("too_few_words", lang, count=len(table), fewest=FEWEST)
    return Vocabulary(lang, table)


def _text(source: str | bytes | Path, lang: str) -> str:
    """What a source says. A text has several lines, as a list has: anything else names a file."""
    if not isinstance(source, str | bytes | Path):
        raise WordListError("no_source", lang, given=shown(source))
    if isinstance(source, str) and ("\n" in source or "\r" in source):
        return source
    if not isinstance(source, bytes):
        try:
            with Path(source).open("rb") as file:
                source = file.read(LARGEST + 1)
        except (OSError, ValueError):
            raise WordListError("no_file", lang, name=str(source)) from None
    if len(source) > LARGEST:
        raise WordListError("too_large", lang, words=MOST, clues=MOST_CLUES)
    try:
        return source.decode("utf-8")
    except UnicodeDecodeError:
        raise WordListError("not_utf8", lang) from None


def _rows(text: str, lang: str) -> Iterator[tuple[int, list[str]]]:
    """The lines that say something, each with its number: cells without stray or empty ends."""
    lines = list(io.StringIO(text.removeprefix("\ufeff"), newline=""))
    first = next((line for line in lines if any(mark in line for mark in ";\t,")), "")
    mark = next((mark for mark in ";\t," if mark in first), ";")
    rows = csv.reader(lines, delimiter=mark, skipinitialspace=True, strict=True)
    line, heading = 1, True
    while True:
        try:
            row = next(rows, None)
        except csv.Error:
            raise WordListError("not_cells", lang, line=line) from None
        if row is None:
            return
        cells = [_tidy(cell) for cell in row]
        while cells and not cells[-1]:
            cells.pop()
        if cells and not (heading and plain(cells[0]) in ("word", "words", "mot", "mots")):
            yield line, cells
        heading = heading and not cells
        line = rows.line_num + 1


def _tidy(cell: str) -> str:
    """Return a cell without stray spaces, and without marks that nobody sees."""
    return " ".join("".join(sign for sign in cell if category(sign) != "Cf").split())
