"""What a player of Fuji Flush asks, answered in exact Fractions from what that seat knows.

Only `fate` may have to give up exactness, when many players still have to go: then a seeded
simulation answers, and says so. How that is worked out is in `fate`.

>>> from gamelib.fuji_flush import FujiFlush
>>> from gamelib.match import Match
>>> match = Match(FujiFlush(players=3), seed=1)
>>> step = match.step()  # the deal
>>> view = match.game.observe(match.state, seat=0)
>>> view.hand
(2, 4, 6, 7, 9, 18)
>>> fate(view, 18).flushed  # of 84 × 83 ways to play two cards: 2 × 83 + 82 × 2 + 44 for pairs
Fraction(187, 3486)
>>> holders(view, 20)  # it lies in one of 84 places, and 12 of these are in a hand
(Fraction(6, 7), Fraction(1, 7), Fraction(0, 1))
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import comb
from random import Random
from typing import NamedTuple

from gamelib.counting import Counts, cards, chance_of_any
from gamelib.fuji_flush.fate import Fate, count, look_ahead, play_once, simulate
from gamelib.fuji_flush.rules import Drawn, Phase, Play, View, flushed, power, unseen
from gamelib.game import Action, Deal, IllegalAction, replaced, without
from gamelib.odds import GameOdds

__all__ = [
    "Combination", "Fate", "came", "combinations", "fate", "flushers", "flushes", "holders",
    "join_chance", "likelihood", "results", "standing", "survival", "trial", "unseen",
]  # fmt: skip

BUDGET = 120_000
"""How much work `fate` puts into an exact answer; no clock decides, so it is the same anywhere."""

TRIALS = 3_000
"""How many rounds `fate` plays where an exact answer is over its budget."""


def flushes(view: View, value: int) -> tuple[int, ...]:
    """Return whose cards go if I play this card of my hand now, clockwise from me. FF-6."""
    _check_play(view, value)
    return _beaten(view, value)


def holders(view: View, value: int) -> tuple[Fraction, ...]:
    """Return the chances that 0, 1, 2 … opponents hold at least one card of this value. FF-9.

    The copies I have not seen lie anywhere hidden, in a hand or in the pile, each place alike.
    """
    hidden = unseen(view)
    copies = _copies(view, hidden, value)
    hands = [size for seat, size in enumerate(view.hand_sizes) if seat != view.seat]
    # ways[k][c]: in how many ways c copies lie in the hands so far such that k of these hold any
    ways = [[1] + [0] * copies]
    for size in hands:
        more = [[0] * (copies + 1) for _ in range(len(ways) + 1)]
        for k, row in enumerate(ways):
            for c, number in enumerate(row):
                for here in range(copies - c + 1):
                    more[k + (here > 0)][c + here] += number * comb(size, here)
        ways = more
    total = sum(hidden)
    pile = total - sum(hands)
    return tuple(
        Fraction(sum(n * comb(pile, copies - c) for c, n in enumerate(row)), comb(total, copies))
        for row in ways
    )


def join_chance(view: View, value: int) -> Fraction:
    """Return the chance that somebody who goes before my next go holds a card of this value.

    On my own go these are all opponents, otherwise those from the player whose go it is on.
    """
    hidden = unseen(view)
    seat, players = _seat(view), view.game.players
    if view.phase is Phase.OVER:
        raise IllegalAction("game_over")
    first = view.turn + (view.phase is Phase.DRAW)  # while cards are drawn, the go is played
    goes = players if view.turn == seat else (seat - first) % players
    before = {(first + n) % players for n in range(goes)} - {seat}
    held = sum(view.hand_sizes[other] for other in before)
    return chance_of_any(sum(hidden), _copies(view, hidden, value), held)


class Combination(NamedTuple):
    """What the cards of one value in play are worth together, and with mine. FF-5, FF-6."""

    value: int
    cards: int
    """How many lie before the players now."""
    power: int
    """Value × cards."""
    joined: int
    """The power if I join them (or start with this value)."""
    beats: tuple[int, ...]
    """Whose cards would then be flushed, clockwise from me."""


def combinations(view: View) -> tuple[Combination, ...]:
    """Return the combination of each value of the deck, as if I played that value now.

    A card that still lies before me counts among the cards in play, but it has left by the time I
    play again, so I do not join it. On the public table "I" am whoever's go it is.
    """
    seat = view.turn if view.seat is None else view.seat
    others = replaced(view.fronts, seat, None)
    return tuple(
        Combination(
            value=value,
            cards=view.fronts.count(value),
            power=power(view.fronts, value),
            joined=power(others, value) + value,
            beats=_beaten(view, value),
        )
        for value, copies in enumerate(view.game.deck)
        if copies
    )


def fate(view: View, value: int, *, budget: int = BUDGET, trials: int = TRIALS) -> Fate:
    """Return what becomes of this card of my hand by my next go, if I play it now.

    The model: each opponent in turn plays a card drawn at random from those I have not seen, as
    if it were turned up from a shuffled heap of them; everything else goes by the rules. (A card
    that somebody draws in between comes from the same heap and changes nothing about it. Should
    all of the heap be played, the next card comes from everything that is neither in my hand nor
    before a player: that is what was shuffled into a new pile.)

    Exact, unless counting would take more work than `budget`; then that many `trials` answer, by
    the same model and always with the same seed.
    """
    _check_play(view, value)
    ahead = look_ahead(view, value)
    exact = count(ahead, budget)
    return simulate(ahead, trials) if exact is None else exact


def survival(view: View, value: int, *, budget: int = BUDGET, trials: int = TRIALS) -> Fraction:
    """Return the chance that this card is not flushed by my next go; see `fate`."""
    return 1 - fate(view, value, budget=budget, trials=trials).flushed


def flushers(view: View, value: int) -> tuple[int, ...]:
    """Return the values I have not seen with which the next player would flush this card at once.

    None, if that player first pushes my card through, or ends the game by pushing. FF-3, FF-4.
    """
    losers = flushes(view, value)
    seat, players = _seat(view), view.game.players
    following = (seat + 1) % players
    fronts = tuple(
        value if owner == seat else None if owner in losers else front
        for owner, front in enumerate(view.fronts)
    )
    old = fronts[following]
    if old == value:
        return ()
    if old is not None:
        owners = [owner for owner, front in enumerate(fronts) if front == old]
        if any(view.hand_sizes[owner] == 0 for owner in owners):
            return ()
        fronts = tuple(None if front == old else front for front in fronts)
    return tuple(
        card
        for card, copies in enumerate(unseen(view))
        if copies and seat in flushed(replaced(fronts, following, card), following)
    )


def likelihood(view: View, outcome: Action) -> Fraction:
    """Return how likely chance was, as far as this seat knows, to bring a card or a deal. FF-9."""
    match outcome:
        case Drawn(card):
            hidden = unseen(view)
            return Fraction(_copies(view, hidden, card), sum(hidden))
        case Deal() if view.phase is Phase.DEAL:
            return view.game.deal.probability(outcome)
        case _:
            return Fraction(0)


def results(view: View, action: Action) -> dict[str, Fraction]:
    """Return everything that can come of an action of mine by my next go, by code; it sums to 1."""
    if isinstance(action, Play):
        chances = fate(view, action.card)._asdict()
        del chances["trials"]
        return chances
    return {"through": Fraction(1)}


def trial(view: View, action: Action, rng: Random) -> str:
    """Try an action of mine in a world that fits what I know; return which result it had.

    The others play any of the cards I have not seen, each as likely as the next: as in `fate`.
    """
    if not isinstance(action, Play):
        return "through"
    _check_play(view, action.card)
    ahead = look_ahead(view, action.card)
    return play_once(ahead, list(cards(ahead.hidden)), rng)


def came(view: View, action: Action, later: Sequence[View]) -> str | None:
    """Return which result an action of mine has had; None as long as my card just lies there."""
    if not isinstance(action, Play):
        return "through"
    seat = _seat(view)
    for now in later:
        if now.fronts[seat] is None:
            return "flushed" if seat in now.drawing else "pushed"
        if now.phase is Phase.OVER:
            return "over"
        if now.phase is Phase.PUSH and now.turn == seat:
            return "there"
    return None


def standing(view: View) -> Fraction | None:
    """Return which share of the cards I was dealt I am rid of; with all of them gone I have won.

    Cards that are flushed are drawn again, so they count as mine like those in my hand.
    """
    if view.seat is None or view.phase is Phase.DEAL:
        return None
    left = view.hand_sizes[view.seat] + (view.fronts[view.seat] is not None)
    left += view.seat in view.drawing
    return 1 - Fraction(left, view.game.deal_sizes[view.seat])


def _seat(view: View) -> int:
    if view.seat is None:
        raise IllegalAction("not_in_game", target=None)
    return view.seat


def _copies(view: View, hidden: Counts, value: int) -> int:
    """Return how many cards of a value are hidden, if it is a value of the deck."""
    if not 0 <= value < len(hidden) or not view.game.deck[value]:
        raise IllegalAction("not_in_deck", card=value)
    return hidden[value]


def _check_play(view: View, value: int) -> None:
    """Raise IllegalAction unless this seat can play this card now."""
    seat = _seat(view)
    if view.phase is Phase.OVER:
        raise IllegalAction("game_over")
    if view.phase in (Phase.DEAL, Phase.DRAW):
        raise IllegalAction("chance_first")
    if view.turn != seat:
        raise IllegalAction("not_your_turn")
    if view.phase is not Phase.PLAY:
        raise IllegalAction("wrong_phase")
    without(view.hand, value)


def _beaten(view: View, value: int) -> tuple[int, ...]:
    seat = view.turn if view.seat is None else view.seat
    return flushed(replaced(view.fronts, seat, value), seat)


class FujiFlushOdds(GameOdds[View]):
    """What the table asks about Fuji Flush."""

    results = staticmethod(results)
    trial = staticmethod(trial)
    came = staticmethod(came)
    standing = staticmethod(standing)
    likelihood = staticmethod(likelihood)


odds = FujiFlushOdds()
