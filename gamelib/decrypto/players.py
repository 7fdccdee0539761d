"""Characters for Decrypto, each worth a discussion in class.

All of them read their own team's clues by likelihood. "plain" gives the closest clue, which the
team understands at once, and intercepts at random. "listener" gives the same clues, but intercepts
by what earlier clues of each number point at. "cautious" listens too, and gives the clue that the
other team is least likely to place, as long as its own team still understands it. "obscure" gives
the farthest clue of the list: hard to intercept, and for its own team hard to read.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random

from gamelib.decrypto.odds import best, posterior, results, word_chances
from gamelib.decrypto.rules import Guess, Phase, View
from gamelib.decrypto.screens import Name
from gamelib.game import Action
from gamelib.players import Player, random_player

Part = Callable[[View, Sequence[Action], Random], Action]


def closest(view: View, actions: Sequence[Action], rng: Random) -> Action:
    """Give the closest clue: the list offers it first."""
    return actions[0]


def farthest(view: View, actions: Sequence[Action], rng: Random) -> Action:
    """Give the farthest clue: the list offers it last."""
    return actions[-1]


@dataclass(frozen=True)
class Careful:
    """Give the clue that an opponent is least likely to place, if a teammate likely understands it.

    `trust` is how likely the teammate has to be to take it for the right number; where no clue is
    that clear, the clearest is given. Of equals the farthest is given, which tells least later on.
    """

    trust: Fraction = Fraction(3, 4)

    def __call__(self, view: View, actions: Sequence[Action], rng: Random) -> Action:
        """Return the clue."""
        found: list[tuple[bool, Fraction, int]] = []
        for n, action in enumerate(actions):
            chances = results(view, action)
            heard = chances["understood"] + chances["shared"]
            caught = chances["shared"] + chances["caught"]
            clear = heard >= self.trust
            found.append((clear, -caught if clear else heard, n))
        return actions[max(found)[2]]


def likeliest(view: View, actions: Sequence[Action], rng: Random) -> Action:
    """Guess the code that the clues make most likely."""
    return Guess(best(posterior(view)))


def likeliest_word(view: View, actions: Sequence[Action], rng: Random) -> Action:
    """Name the word that the other team's clues make most likely; of equals the first offered."""
    names = [action for action in actions if isinstance(action, Name)]
    return max(names, key=lambda name: word_chances(view, name.text))


@dataclass(frozen=True)
class Character:
    """A player with a way to give clues and a way to intercept; the rest all do alike."""

    encrypt: Part
    intercept: Part

    def __call__(self, view: View, actions: Sequence[Action], rng: Random) -> Action:
        """Return what this character does in its part of the round."""
        parts: Mapping[Phase, Part] = {
            Phase.CLUES: self.encrypt,
            Phase.INTERCEPTION: self.intercept,
            Phase.DECRYPTION: likeliest,
            Phase.NAMING: likeliest_word,
        }
        return parts[view.phase](view, actions, rng)


PLAYERS: Mapping[str, Player] = {
    "plain": Character(closest, random_player),
    "listener": Character(closest, likeliest),
    "cautious": Character(Careful(), likeliest),
    "obscure": Character(farthest, likeliest),
}
