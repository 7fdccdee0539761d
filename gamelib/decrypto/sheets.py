"""The note sheets of Decrypto: messages, the tokens they earn, and what these decide.

A message is one team's part of a round. Everything that was revealed stays on the sheet, so tokens
and the clues of each number are read off it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import permutations
from typing import NamedTuple
from unicodedata import category, normalize

from gamelib.decrypto.screens import WORDS, Words
from gamelib.decrypto.words import LONGEST, plain
from gamelib.game import IllegalAction

Code = tuple[int, ...]

CODES: tuple[Code, ...] = tuple(permutations((1, 2, 3, 4), 3))
"""The cards of a team's code deck: three different digits, in order. DE-1."""


def spelled(code: Code | None) -> str | None:
    """Return a code as it is said: 4-2-1."""
    return None if code is None else "-".join(map(str, code))


class Message(NamedTuple):
    """A team's message of one round, as its note sheet has it; what a view may not show is None."""

    code: Code | None
    clues: tuple[str | None, ...] = ()
    interception: Code | None = None
    """What the other team wrote."""
    guess: Code | None = None
    """What the team itself wrote; with it everything is revealed."""

    @property
    def revealed(self) -> bool:
        """Whether everybody knows the code."""
        return self.guess is not None


Sheet = tuple[Message, ...]
Sheets = tuple[Sheet, ...]
Naming = tuple[tuple[str | None, ...], ...]


class Tokens(NamedTuple):
    """What a team has got in the revealed rounds. DE-4."""

    interceptions: int
    miscommunications: int


def tokens(sheets: Sheets) -> tuple[Tokens, ...]:
    """Return the tokens of both teams, white first. DE-4."""
    caught, missed = [0, 0], [0, 0]
    for team, sheet in enumerate(sheets):
        for code, _, interception, guess in sheet:
            if guess is not None:
                caught[1 - team] += interception == code
                missed[team] += guess != code
    return Tokens(caught[0], missed[0]), Tokens(caught[1], missed[1])


def column(sheet: Sheet, number: int) -> tuple[str, ...]:
    """Return the revealed clues for one of the numbers 1 to 4."""
    found = []
    for code, clues, _, guess in sheet:
        if guess is not None and code is not None and number in code:
            clue = clues[code.index(number)]
            assert clue is not None, "what is revealed was read"
            found.append(clue)
    return tuple(found)


def by_number(sheet: Sheet) -> tuple[tuple[str, ...], ...]:
    """Return the revealed clues for each of the numbers 1 to 4, as at the foot of a sheet."""
    return tuple(column(sheet, number) for number in range(1, WORDS + 1))


class Verdict(NamedTuple):
    """Who has won at the end of a round and why; nobody yet if the words have to decide. DE-7."""

    winner: int | None
    why: str


def verdict(white: Tokens, black: Tokens, last: bool) -> Verdict | None:
    """Return how a round ends the game, or None if it goes on. DE-7."""
    for team, (mine, theirs) in enumerate(((white, black), (black, white))):
        won = mine.interceptions >= 2 or theirs.miscommunications >= 2
        against = theirs.interceptions >= 2 or mine.miscommunications >= 2
        if won and not against:
            return Verdict(
                team, "interceptions" if mine.interceptions >= 2 else "miscommunications"
            )
        if not won and not against and not last:
            return None
    balance = [mine.interceptions - mine.miscommunications for mine in (white, black)]
    if balance[0] == balance[1]:
        return Verdict(None, "words")
    return Verdict(balance.index(max(balance)), "balance")


def hits(named: Sequence[str | None], words: Words) -> int:
    """Return how many of a team's words were named, each once; compared as clues are. DE-7."""
    return len({plain(text) for text in named if text} & {plain(word) for word in words})


@lru_cache(maxsize=1 << 12)
def tidy(text: str) -> str:
    """Return a text as it is written on the sheet, or raise IllegalAction: DE-5, for any text."""
    text = text.strip()
    if len(text) > LONGEST:
        raise IllegalAction("text_too_long", longest=LONGEST)
    if not text.isprintable() and any(
        category(sign)[0] == "C" or category(sign) in ("Zl", "Zp") for sign in text
    ):
        raise IllegalAction("control_character")
    if not plain(text):
        raise IllegalAction("no_text")
    return normalize("NFC", " ".join(text.split()))


def said(sheet: Sheet) -> set[str]:
    """Return the clues of a team so far, as they are compared. DE-5."""
    return {plain(clue) for message in sheet for clue in message.clues if clue is not None}
