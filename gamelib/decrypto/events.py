"""Decrypto told: what a seat hears of each step. DE-3: what is sealed, only who wrote it."""

from __future__ import annotations

from functools import partial

from gamelib.decrypto.rules import (
    INTERCEPTION,
    NAMING,
    Decrypto,
    Drawn,
    Guess,
    State,
    is_read,
)
from gamelib.decrypto.screens import Clue, Name, Screens
from gamelib.decrypto.sheets import hits, spelled
from gamelib.game import Action, Outcome, Phrase
from gamelib.telling import Change, Events, Teller, event

tell = partial(event, "decrypto")
Told = Change[Decrypto, State]


def _team(team: int) -> Phrase:
    return Phrase(f"team.{team}")


def _screens(step: Told, screens: Screens) -> Events:
    for team, words in enumerate(screens.cards):
        yield tell("screen", team=_team(team), words=step.secret(words, *step.game.teams[team]))


def _drawn(step: Told, drawn: Drawn) -> Events:
    encryptor = step.game.encryptor(step.before.team, step.before.round)
    yield tell("drawn", seat=encryptor, digits=step.secret(spelled(drawn.digits), encryptor))


def _clue(step: Told, clue: Clue) -> Events:
    team = step.before.team
    encryptor = step.game.encryptor(team, step.before.round)
    text = step.after.sheets[team][-1].clues[-1]
    yield tell("clue", seat=encryptor, text=step.secret(text, encryptor))


def _guess(step: Told, guess: Guess) -> Events:
    return _sealed(step, guess) if step.before.phase is INTERCEPTION else _opened(step, guess)


def _sealed(step: Told, guess: Guess) -> Events:
    catcher = step.game.writer(1 - step.before.team, step.before.round)
    yield tell("sealed", seat=catcher, digits=step.secret(spelled(guess.digits), catcher))


def _opened(step: Told, guess: Guess) -> Events:
    """DE-3, DE-4: both guesses and the code are read, and what they bring."""
    game, team, number = step.game, step.before.team, step.before.round
    code, _, interception, _ = step.after.sheets[team][-1]
    if interception is not None:
        catcher = game.writer(1 - team, number)
        yield tell("interception", seat=catcher, digits=spelled(interception))
    yield tell("decryption", seat=game.writer(team, number), digits=spelled(guess.digits))
    yield tell("code", team=_team(team), digits=spelled(code))
    if interception == code:
        yield tell("intercepted", team=_team(1 - team))
    if guess.digits != code:
        yield tell("miscommunication", team=_team(team))


def _name(step: Told, name: Name) -> Events:
    team = step.before.team
    writer = step.game.writer(team, step.before.round)
    yield tell("named", seat=writer, text=step.secret(step.after.named[team][-1], writer))


def _ending(step: Told, action: Action) -> Events:
    before, after = step.before, step.after
    for team in (0, 1):
        if is_read(after, team) and not is_read(before, team):
            yield tell("read", team=_team(team), clues=after.sheets[team][-1].clues)
    if after.round > before.round:
        yield tell("round", round=after.round)
    if after.phase is NAMING and before.phase is not NAMING:
        yield tell("equal")
    if (outcome := step.game.outcome(after)) is not None:
        yield from _over(step, outcome)


def _over(step: Told, outcome: Outcome) -> Events:
    """DE-7: all words are shown, and how many each team has named."""
    words, named = step.after.words, step.after.named
    for team in (0, 1):
        if words[team]:
            yield tell("shown", team=_team(team), words=words[team])
    if step.before.phase is NAMING:
        for team in (0, 1):
            count = hits(named[team], words[1 - team])
            yield tell("hits", team=_team(team), words=named[team], count=count)
    yield tell("won" if outcome.reason != "drawn" else "drawn_game", seats=outcome.winners)


EVENTS = Teller(
    {Screens: _screens, Drawn: _drawn, Clue: _clue, Guess: _guess, Name: _name},
    _ending,
    rules={
        "screen": "DE-1",
        "drawn": "DE-2",
        "clue": "DE-5",
        "read": "DE-3",
        "sealed": "DE-3",
        "interception": "DE-3",
        "decryption": "DE-9",
        "code": "DE-3",
        "intercepted": "DE-4",
        "miscommunication": "DE-4",
        "round": "DE-6",
        "equal": "DE-7",
        "named": "DE-7",
        "shown": "DE-7",
        "hits": "DE-7",
        "won": "DE-7",
        "drawn_game": "DE-7",
    },
)
