"""What the screens of Decrypto hide, and what a list of words offers: the draw, clues, names.

People may write any text; computers, and people in a hurry, choose among what is offered here.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import chain, count, islice, permutations
from math import perm
from random import Random
from typing import Any

from gamelib.bounds import refused
from gamelib.careful import shown
from gamelib.decrypto.words import (
    FEWEST,
    GRADES,
    LONGEST,
    MOST,
    MOST_CLUES,
    Vocabulary,
    plain,
)
from gamelib.game import Action, Chance, Lottery

Words = tuple[str, ...]

WORDS = 4
"""How many secret words a team has. DE-1."""

OFFERED = 12
"""How many words are offered to whoever names the other team's."""


@dataclass(frozen=True, slots=True)
class Screens(Chance):
    """Chance: the secret words behind each team's screen, white first. DE-1."""

    cards: tuple[Words, ...]


@dataclass(frozen=True, slots=True)
class Clue(Action):
    """DE-2: write the clue for the next digit of the code; any text that DE-5 allows."""

    text: str


@dataclass(frozen=True, slots=True)
class Name(Action):
    """DE-7: write down one of the words that the other team may have."""

    text: str


class ScreenLottery(Lottery[Screens]):
    """The draw of the secret words: any different words of the list, in any order. DE-1.

    There are far too many draws to list, so `sample` draws one directly. Iterating works all the
    same: for a list of a few words it is quick.
    """

    __slots__ = ("known", "teams", "words")

    def __init__(self, words: Words, teams: int) -> None:
        self.words = words
        self.known = frozenset(words)
        self.teams = teams
        self.cases = perm(len(words), WORDS * teams)

    @property
    def weights(self) -> Mapping[Screens, int]:
        """Every draw, each as likely as any other."""
        return {screens: 1 for screens, _ in self}

    def __iter__(self) -> Iterator[tuple[Screens, Fraction]]:
        for drawn in permutations(self.words, WORDS * self.teams):
            yield self._screens(drawn), Fraction(1, self.cases)

    def probability(self, outcome: Screens) -> Fraction:
        """Return how likely these words are: all draws are equally likely."""
        return Fraction(int(self.can_bring(outcome)), self.cases)

    def can_bring(self, outcome: object) -> bool:
        """Return whether these are different words of the list, four for each team."""
        screens = outcome.cards if isinstance(outcome, Screens) else None
        if not isinstance(screens, tuple) or set(map(type, screens)) != {tuple}:
            return False
        drawn = list(chain(*screens))
        return (
            list(map(len, screens)) == [WORDS] * self.teams
            and set(map(type, drawn)) == {str}
            and len(set(drawn)) == len(drawn)
            and self.known.issuperset(drawn)
        )

    def sample(self, rng: Random) -> Screens:
        """Draw the words."""
        return self._screens(rng.sample(self.words, WORDS * self.teams))

    def _screens(self, drawn: Sequence[str]) -> Screens:
        return Screens(
            tuple(tuple(drawn[n : n + WORDS]) for n in range(0, len(drawn), WORDS)),
        )

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, ScreenLottery)
            and other.words == self.words
            and other.teams == self.teams
        )

    def __hash__(self) -> int:
        return hash((self.words, self.teams))

    def __repr__(self) -> str:
        return f"ScreenLottery(<{len(self.words)} words>, {self.teams})"


class Offers:
    """What a list of words offers to write: clues for a word, and words that clues may mean."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self._clues: dict[str, tuple[tuple[str, Clue], ...]] = {}

    def clues(self, word: str, said: Collection[str], own: Words) -> tuple[Clue, ...]:
        """Return clues for a word, the closest first, but none that was said (as `plain` has it).

        None is one of the team's own words either, or a form of one. When the list has no clue
        left, any other words will do: some clue can always be given. DE-5, DE-10.
        """
        listed = self._clues.get(word)
        if listed is None:
            listed = tuple((plain(clue), Clue(clue)) for clue in self.vocabulary.clues(word))
            self._clues[word] = listed
        out = self.vocabulary.ruled_out
        found = [clue for key, clue in listed if key not in said and out(key).isdisjoint(own)]
        if not found:
            found = [Clue(text) for text in islice(self._anything(said, own), OFFERED)]
        return tuple(found)

    def _anything(self, said: Collection[str], own: Words) -> Iterator[str]:
        """Yield the words of the list that may be said, then each with a number behind it."""
        taken = set(said)
        for number in count(1):
            for word in self.vocabulary.words:
                text = word if number == 1 else f"{word[:30]} {number}"
                if plain(text) not in taken and self.vocabulary.ruled_out(text).isdisjoint(own):
                    taken.add(plain(text))
                    yield text

    def names(self, clues: Iterable[str], *without: Collection[str | None]) -> tuple[Name, ...]:
        """Return the words that clues may mean, the likeliest first; of equals, as they stand."""
        close: dict[str, int] = {}
        for clue in clues:
            for word, closeness in self.meant(clue):
                close[word] = close.get(word, 0) + closeness
        taken = {plain(word) for words in without for word in words if word is not None}
        likely = sorted(close, key=close.__getitem__, reverse=True)
        found = [self._names[word] for word in likely if plain(word) not in taken]
        taken.update(map(plain, likely))
        rest = self._listed[: OFFERED + len(taken)]
        found += [name for key, name in rest if key not in taken]
        return tuple(found[:OFFERED])

    def meant(self, clue: str) -> Sequence[tuple[str, int]]:
        """Return the words that the list relates to a clue, each with how close it is."""
        return self._meant.get(plain(clue), ())

    @cached_property
    def _names(self) -> Mapping[str, Name]:
        return {word: Name(word) for word in self.vocabulary.words}

    @cached_property
    def _listed(self) -> Sequence[tuple[str, Name]]:
        return [(plain(word), name) for word, name in self._names.items()]

    @cached_property
    def _meant(self) -> Mapping[str, Sequence[tuple[str, int]]]:
        """For each clue the words it leads to, with its closeness."""
        meant: dict[str, list[tuple[str, int]]] = {}
        for word, clues in self.vocabulary.table.items():
            for clue, closeness in clues.items():
                meant.setdefault(plain(clue), []).append((word, closeness))
        return meant


Entry = tuple[str, tuple[tuple[str, int], ...]]
"""A word of a teacher's list, with its clues and how close each is."""
WordList = Vocabulary | tuple[str | Entry, ...]
"""What a teacher may bring: words alone, words with their clues, or what `read_csv` returns."""


def entries(words: WordList) -> tuple[Entry, ...]:
    """Return a teacher's list as a record keeps it, or raise ValueError if it cannot be one.

    >>> entries(("ant", "bee", "cat", "cow", "dog", "hen", "owl", ("pig", (("mud", 3),))))[-2:]
    (('owl', ()), ('pig', (('mud', 3),)))
    """
    rows: object = words
    if isinstance(words, Vocabulary) and isinstance(words.table, Mapping):
        rows = [
            (word, tuple(clues.items()) if isinstance(clues, Mapping) else clues)
            for word, clues in islice(words.table.items(), MOST + 1)
        ]
    if not isinstance(rows, tuple | list):
        raise refused("words", "a list of words", rows)
    if len(rows) > MOST:
        raise ValueError(f"words is a list of at most {MOST} words")
    listed: list[Entry] = []
    clues = 0
    for row in rows:
        entry = _entry(row, MOST_CLUES - clues)
        clues += len(entry[1])
        listed.append(entry)
    if len({plain(word) for word, _ in listed}) < max(len(listed), FEWEST):
        raise ValueError(f"words: a list has at least {FEWEST} different words")
    return tuple(listed)


def _entry(row: object, most: int) -> Entry:
    """Return a word with its clues, of which there may be so many, or raise ValueError."""
    word, clues = (row, ()) if isinstance(row, str) else _pair(row, row)
    if not isinstance(clues, tuple | list):
        raise _wrong("a word stands alone or with its clues, not {}", row)
    if len(clues) > most:
        raise ValueError(f"words: a list has at most {MOST_CLUES} clues")
    grades = tuple(_pair(clue, row) for clue in clues)
    for text in (word, *(clue for clue, _ in grades)):
        if not isinstance(text, str) or not plain(text[: LONGEST + 1]):
            raise _wrong("words and clues are texts, not {}", row)
        if len(text) > LONGEST or not text.isprintable():
            raise _wrong(f"words and clues are one line of at most {LONGEST} signs: {{}}", row)
    if not all(type(closeness) is int and closeness in GRADES for _, closeness in grades):
        raise _wrong("clues are as close as 1, 2 or 3: {}", row)
    return word, grades


def _pair(value: object, row: object) -> tuple[Any, Any]:
    """Return the two parts that a row, or a clue in it, is made of."""
    if not isinstance(value, tuple | list) or len(value) != 2:
        raise _wrong("a word stands alone or with its clues, not {}", row)
    return value[0], value[1]


def _wrong(message: str, row: object) -> ValueError:
    return ValueError(f"words: {message.format(shown(row))}")
