"""Decrypto at the tables of all games: its options, pieces and secrets, and what may be written.

All of this is said here on its own, without `observe`, `imagine` and the rules' own checks.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from random import Random
from typing import Any

from hypothesis import strategies as st

from gamelib import Action
from gamelib.decrypto import Clue, Decrypto, Drawn, Guess, Name, Phase, Screens, State
from tests.gamelib.kit import Kit

FEW = ("ant", "Bee", "cat", "cow", "dog", "hen", "owl", "pig", "ray", "yak", "île", "fox")
CODES = [(a, b, c) for a in (1, 2, 3, 4) for b in (1, 2, 3, 4) for c in (1, 2, 3, 4)]
CODES = [code for code in CODES if len(set(code)) == 3]


@st.composite
def options(draw: st.DrawFn, players: int) -> dict[str, Any]:
    chosen: dict[str, Any] = {"lang": draw(st.sampled_from(["en", "fr"]))}
    if draw(st.booleans()):
        words = FEW[: draw(st.integers(8, 12))]
        clues = tuple(zip(("milk", "night", "ant", "fur"), (3, 2, 1, 1), strict=True))
        graded = draw(st.integers(0, 4))
        chosen["words"] = tuple(
            (word, clues) if n < graded else word for n, word in enumerate(words)
        )
    return chosen


def box(game: Decrypto) -> Counter[object]:
    """Every word card of the game."""
    return Counter(game.vocabulary.words)


def whereabouts(game: Decrypto, state: State) -> Counter[object]:
    """The word cards behind the screens, and those left in the box."""
    drawn: Counter[object] = Counter(word for words in state.words for word in words)
    drawn.update(word for word in game.vocabulary.words if word not in drawn)
    return drawn


def letters(text: str) -> str:
    """A text without case, accents and outer spaces."""
    spread = unicodedata.normalize("NFD", text.casefold())
    return " ".join("".join(c for c in spread if unicodedata.category(c) != "Mn").split())


ENDINGS = {
    "en": "s|'|'s|es|ed|ing",
    "fr": "s|x|e|es|aux",
}
"""How the words at these tables are inflected; there are no others, so no other endings."""


def form(text: str, word: str, lang: str) -> bool:
    """Whether a text is a form of one of the short words at these tables: DE-10."""
    bare = re.sub("^(the|an?) " if lang == "en" else "^(le|la|les|une?|des) |^l['’]", "", text)
    return bool(re.fullmatch(f"{re.escape(word)}({ENDINGS[lang]})?", bare))


def writable(game: Decrypto, state: State, action: Action) -> bool:
    """Whether a text may be written here: DE-5 for clues; names are only not to be repeated."""
    assert isinstance(action, Clue | Name)
    if not letters(action.text) or len(action.text.strip()) > 40 or "\n" in action.text.strip():
        return False
    team = state.team
    if isinstance(action, Clue):
        if state.phase is not Phase.CLUES:
            return False
        before = [clue or "" for message in state.sheets[team] for clue in message.clues]
        for word in map(letters, state.words[team]):
            if form(letters(action.text), word, game.vocabulary.lang):
                return False
    else:
        if state.phase is not Phase.NAMING:
            return False
        before = [text or "" for text in state.named[team]]
    return letters(action.text) not in map(letters, before)


def dealt(state: State) -> Screens:
    """The draw of words that a state comes from."""
    return Screens(tuple(words for words in state.words if words))


def hidden_permuted(game: Decrypto, state: State, seat: int | None, rng: Random) -> State:
    """The same state with other things where a seat cannot see: words, codes, clues, guesses.

    A seat knows its team's words; the encryptor of a round knows the code and the clues from the
    start, all others the clues when they are read, white's first; a sealed guess and the names
    of words are known to whoever wrote them. At the end everything is open.
    """
    if state.phase in (Phase.SCREENS, Phase.OVER):
        return state
    seats = [[s for s in range(game.players) if s % 2 == team] for team in (0, 1)]
    encryptors = [row[(state.round - 1) % len(row)] for row in seats]
    writers = [row[state.round % len(row)] for row in seats]
    words, sheets, named = list(state.words), list(state.sheets), list(state.named)
    for team in (0, 1):
        if team == 1 and state.phase in (Phase.INTERCEPTION, Phase.DECRYPTION):
            read = state.team == 1
        else:
            read = state.phase in (Phase.INTERCEPTION, Phase.DECRYPTION)
        if sheets[team] and sheets[team][-1].guess is None and seat != encryptors[team]:
            *before, message = sheets[team]
            message = message._replace(code=rng.choice(CODES))
            if not read:
                unread = tuple(f"unread {rng.random()}" for _ in message.clues)
                message = message._replace(clues=unread)
            sheets[team] = (*before, message)
        if sheets[team] and sheets[team][-1].guess is None and seat != writers[1 - team]:
            *before, message = sheets[team]
            if message.interception is not None:
                message = message._replace(interception=rng.choice(CODES))
            sheets[team] = (*before, message)
        if seat != writers[team]:
            named[team] = tuple(f"named {rng.random()}" for _ in named[team])
    hidden = [team for team in (0, 1) if words[team] and (seat is None or seat % 2 != team)]
    free = [
        word
        for word in game.vocabulary.words
        if all(word not in words[t] or t in hidden for t in (0, 1))
    ]
    while hidden:
        drawn = rng.sample(free, 4 * len(hidden))
        for n, team in enumerate(hidden):
            words[team] = tuple(drawn[4 * n : 4 * n + 4])
        said = [{letters(clue or "") for m in sheet for clue in m.clues} for sheet in sheets]
        if all(said[team].isdisjoint(map(letters, words[team])) for team in hidden):
            break
    return state._replace(words=tuple(words), sheets=tuple(sheets), named=tuple(named))


KIT = Kit[Decrypto, State](
    options=options,
    rare=Decrypto(players=3, lang="fr"),
    box=box,
    whereabouts=whereabouts,
    hidden_permuted=hidden_permuted,
    secret=frozenset({Drawn, Clue, Guess, Name}),
    deals={Screens: dealt},
    always_a_choice=True,
    writable=writable,
    values={
        "Code": (
            (1, 2, 3), (4, 2, 1), (1, 2, 2), (0, 1, 2), (3, 4, 5), (1, 2), (1, 2, 3, 4), 123, "123",
            [1],
        ),
    },
    pictured=20,
)  # fmt: skip
