"""Positions of Decrypto to ask about: a small game whose words two languages share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from random import Random
from typing import NamedTuple

from gamelib.decrypto.odds import CODES, WEIGHTS, heard
from gamelib.decrypto.rules import Decrypto, Drawn, Guess, Phase, State, View
from gamelib.decrypto.screens import WORDS, Screens
from gamelib.decrypto.sheets import spelled
from gamelib.exercises import pick, shuffled
from gamelib.texts import listing, say

RULES = f"decrypto {Decrypto.rules_version}"
WHITE, BLACK = 0, 1
YOU = 0
HUNDREDTH = Fraction(1, 100)


CLUES = {
    "lion": "Simba, safari / zoo, animal, jungle / film, cage, Madagascar, village",
    "crocodile": "alligator, reptile / zoo, animal, jungle / Peter Pan, cage, long",
    "piano": "Chopin, Steinway / concert, Mozart, instrument / solo, long, restaurant",
    "ballet": "tutu, entrechat / concert, solo, Degas / Mozart, Paris, sport",
    "train": "locomotive, wagon / transport, tunnel, destination / long, express, Paris",
    "taxi": "Uber, limousine / transport, destination, Paris / tunnel, express, film",
    "tennis": "Wimbledon, smash / sport, match, club / solo, court, Paris",
    "football": "dribble, corner / sport, match, club / passion, Madrid, village",
    "pizza": "mozzarella, margherita / restaurant, menu, olive / triangle, express, club",
    "orange": "Fanta, tangerine / fruit, dessert, menu / olive, Madrid, passion",
    "robot": "cyborg, Asimov / machine, film, intelligence / instrument, transport, radio",
    "pirate": "Jolly Roger, Jack Sparrow / Peter Pan, Madagascar, film / radio, village, court",
}
"""Words that are the same in both languages, with their close, related and far clues."""


def _entry(word: str, clues: str) -> tuple[str, tuple[tuple[str, int], ...]]:
    rows = zip((3, 2, 1), clues.split(" / "), strict=True)
    return word, tuple((clue, grade) for grade, row in rows for clue in row.split(", "))


GAME = Decrypto(players=4, words=tuple(_entry(word, clues) for word, clues in CLUES.items()))


class Case(NamedTuple):
    """A position that you see from seat 0, of the white team, and what the question is about."""

    view: View
    number: int = 0
    """One of the numbers 1 to 4."""
    word: str = ""


def position(rng: Random, phase: Phase, number: int, team: int = WHITE) -> View:
    """Return what you see when this phase of a round begins for a team's message.

    Before that, everybody gave a clue of the list, understood their own team, and intercepted
    nothing.
    """
    words = shuffled(rng, GAME.vocabulary.words)[: 2 * WORDS]
    state = GAME.play(GAME.start(), Screens((tuple(words[:WORDS]), tuple(words[WORDS:]))))
    while (state.phase, state.round, state.team) != (phase, number, team):
        state = _step(rng, state)
    return GAME.observe(state, YOU)


def _step(rng: Random, state: State) -> State:
    if state.phase is Phase.CODE:
        return GAME.play(state, Drawn(pick(rng, CODES)))
    if state.phase is Phase.CLUES:
        return GAME.play(state, pick(rng, GAME.actions(state)))
    code = state.sheets[state.team][-1].code
    assert code is not None, "only a drawn code is guessed"
    if state.phase is Phase.INTERCEPTION:
        return GAME.play(state, Guess(pick(rng, [other for other in CODES if other != code])))
    return GAME.play(state, Guess(code))


def describe(view: View, lang: str = "en") -> str:
    """Return a position in words: the screen, both note sheets, and the message on its way."""
    mine = listing((f"{n} {word}" for n, word in enumerate(view.words[WHITE], start=1)), lang)
    parts = [say("exercise.decrypto.you", lang, words=mine)]
    for team in (WHITE, BLACK):
        for number, message in enumerate(view.sheets[team], start=1):
            clues = [clue for clue in message.clues if clue is not None]
            if message.code is not None and not message.revealed:
                parts.append(say("exercise.decrypto.code", lang, code=spelled(message.code)))
            if clues:
                key = "revealed" if message.revealed else "now"
                told = {"clues": listing(clues, lang), "code": spelled(message.code)}
                parts.append(say(f"exercise.decrypto.{key}.{team}", lang, round=number, **told))
    return " ".join(parts)


def _weights(view: View, clue: str) -> tuple[int, ...]:
    """Return how likely a clue is for each of your words, compared with each other."""
    return tuple(WEIGHTS[GAME.vocabulary.closeness(word, clue)] for word in view.words[WHITE])


def clue_weights(view: View) -> list[tuple[int, ...]]:
    """Return what each clue that white has given weighs for each of its words."""
    return [_weights(view, clue) for clue in heard(view, WHITE)]


def as_ratio(row: Iterable[int]) -> str:
    """Return weights as a ratio, 3 : 1 : 1."""
    return "\u00a0:\u00a0".join(map(str, row))


def evenly(row: Sequence[int]) -> list[Fraction]:
    """Return one clue's chances by itself: each weight over their sum."""
    return [Fraction(weight, sum(row)) for weight in row]
