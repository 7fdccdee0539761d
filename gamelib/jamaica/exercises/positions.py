"""Positions of Jamaica to ask about: how they are drawn and told."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from gamelib.exercises import pick, shuffled
from gamelib.game import Phrase
from gamelib.jamaica.position import (
    BACKWARD,
    BETH,
    CARDS,
    DECK,
    FORWARD,
    HAND,
    HOLDS,
    MORNING,
    TREASURES,
    Battle,
    Hidden,
    Hold,
    Holds,
    Phase,
    Ship,
    View,
    card_named,
    cargo_named,
    treasure_named,
)
from gamelib.jamaica.rules import Jamaica, strength
from gamelib.jamaica.track import FOOD, GOLD, POWDER
from gamelib.texts import listing, phrase, say, seat_names

GAME = Jamaica(players=3)
RULES = f"jamaica {GAME.rules_version}"
YOU, BLAISE = 0, 1
DICE = range(1, 7)

ONE_MOVE = tuple(card for card in DECK if CARDS[card].count(FORWARD) == 1 and
                 BACKWARD not in CARDS[card])  # fmt: skip
"""The cards with which one die of the two moves the ship."""
LEAVES = tuple(card for card in ONE_MOVE if CARDS[card][MORNING] == FORWARD)
LOADS_FIRST = tuple(card for card in ONE_MOVE if card not in LEAVES)


def loaded(*cargo: tuple[str, int]) -> Holds:
    """Return holds with these tokens in them, the others empty."""
    full: list[Hold] = [hold for hold in cargo if hold[1]]
    return (*full, *[None] * (HOLDS - len(full)))


def position(
    rng: Random,
    phase: Phase,
    ships: tuple[Ship, Ship, Ship],
    mover: int = YOU,
    dice: tuple[int, int] = (3, 4),
    mine: Sequence[int] = (),
    battle: Battle | None = None,
) -> View:
    """Return what you see in a morning in which a ship sails; `mine` are your face-down treasures.

    It is the go of the captain, who has turned up a card; the cards of the others lie face down.
    Treasures that were found are missing from the pile and from the first lairs.
    """
    number = 4 + mover  # the round in which the mover is captain
    card = pick(rng, LEAVES)
    hands, piles, discards, chosen = [], [], [], []
    for seat in range(len(ships)):
        deck = shuffled(rng, [other for other in DECK if seat != mover or other != card])
        chosen.append(None if seat == mover else deck.pop())
        gone = [card] if seat == mover else []
        gone += [deck.pop() for _ in range(number - 1)]
        discards.append(tuple(sorted(gone)))
        hands.append(tuple(sorted(deck[: HAND - 1])))
        piles.append(tuple(sorted(deck[HAND - 1 :])))
    found = [*mine, *(power for ship in ships for power in ship.powers)]
    treasures = list(TREASURES)
    for treasure in found:
        treasures.remove(treasure)
    state = GAME.start()._replace(
        phase=phase,
        turn=YOU,
        captain=mover,
        round=number,
        dice=dice,
        mover=mover,
        card=card,
        hands=tuple(hands),
        piles=tuple(piles),
        discards=tuple(discards),
        chosen=tuple(chosen),
        ships=ships,
        hidden=(tuple(Hidden(n, 1 << YOU) for n in sorted(mine)), (), ()),
        tokens=GAME.start().tokens[len(found) :],
        treasures=tuple(treasures),
        battle=battle,
    )
    return GAME.observe(state, YOU)


def place_named(space: int) -> Phrase:
    """Return a space in words."""
    kind, price, _, _ = GAME.track[space]
    return Phrase(f"jamaica.space.{kind}", {"number": space, "price": price})


def describe(view: View, lang: str = "en") -> str:
    """Return a position in words: all that the picture shows and a question may need."""
    names = seat_names(lang)
    parts = []
    for seat, ship in enumerate(view.ships):
        who = "you" if seat == YOU else "other"
        cargo = [phrase(cargo_named(hold), lang) for hold in ship.holds if hold]
        told = {
            "seat": names[seat],
            "place": phrase(place_named(ship.space), lang),
            "cargo": listing(cargo, lang) or say("list.none", lang),
        }
        parts.append(say(f"exercise.jamaica.{who}", lang, **told))
        for key, row in (("powers", ship.powers), ("hidden", view.hidden[seat])):
            if row:
                shown = listing((phrase(treasure_named(n or 0), lang) for n in row), lang)
                told["treasures"] = shown
                parts.append(say(f"exercise.jamaica.{who}.{key}", lang, **told))
    if view.battle is None:
        assert view.card is not None
        morning, evening = view.dice
        card = phrase(card_named(view.card), lang)
        parts.append(
            say("exercise.jamaica.card", lang, card=card, morning=morning, evening=evening)
        )
        return " ".join(parts)
    at = view.battle
    other = names[at.defender if at.attacker == YOU else at.attacker]
    parts.append(
        say(f"exercise.jamaica.{'attack' if at.attacker == YOU else 'attacked'}", lang, seat=other)
    )
    if at.dice[0]:
        ship, (powder, _), (die, _) = view.ships[at.attacker], at.powder, at.dice
        key = "exercise.jamaica.struck" + (".beth" if BETH in ship.powers else "")
        parts.append(say(key, lang, die=die, powder=powder, total=strength(ship, powder, die)))
    return " ".join(parts)


def cargo(rng: Random, *powder: int) -> Holds:
    """Return the holds of a ship with some food, some gold, and so much powder."""
    return loaded((FOOD, pick(rng, DICE)), (GOLD, pick(rng, DICE)), *((POWDER, n) for n in powder))
