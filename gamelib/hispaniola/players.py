"""Characters for Hispaniola, each worth a discussion in class.

"highest card" keeps its highest cards for the end of the hand, and passes every trick on. Playing
them first is worth far less: only the last captain of a ship scores, so when a trick is won matters
more than how many are. "avoids piles" plays its cards as chance will have it and thinks only when a
trick is to be kept or given: what it gains over a random player is what giving tricks is worth, no
more and no less. "hunts captains" does both, and in the second half of the hand it asks what a
trick would bring on the board before it spends a card on it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from gamelib.game import Action
from gamelib.hispaniola.board import (
    Islands,
    Ship,
    boarded,
    island_points,
    overboard,
    pile_points,
    ship_points,
    swapped,
)
from gamelib.hispaniola.cards import NUMBER, best_card, ship_of
from gamelib.hispaniola.rules import (
    Bid,
    Give,
    Phase,
    Place,
    Play,
    Swap,
    View,
    navigation,
    neighbour,
)
from gamelib.players import Player, random_player


def highest_card(view: View, actions: Sequence[Action], rng: Random) -> Action:
    """Bid and play the lowest card, so that the highest comes last; give tricks to the left."""
    if view.phase is Phase.NAVIGATION:
        return _navigated(view, actions)
    if view.phase is Phase.PILES:
        return Give("left")
    return min(actions, key=_number)


def avoids_piles(view: View, actions: Sequence[Action], rng: Random) -> Action:
    """Keep or give the trick so that the piles cost the others most; else play at random."""
    if view.phase is Phase.PILES:
        return max(actions, key=lambda action: pile_lead(view, action))
    return random_player(view, actions, rng)


def hunts_captains(view: View, actions: Sequence[Action], rng: Random) -> Action:
    """Spend high cards late, on tricks that bring something on the board."""
    if view.phase is Phase.NAVIGATION:
        return _navigated(view, actions)
    if view.phase is Phase.PILES:
        return avoids_piles(view, actions, rng)
    if view.phase is Phase.TRUMP:
        return min(actions, key=_number)
    return max(actions, key=lambda action: _promise(view, action))


def _navigated(view: View, actions: Sequence[Action]) -> Action:
    """Return what gains most on the ship that the trick is about."""
    ship = ship_of(view.trick)
    return max(actions, key=lambda action: board_lead(view, ship, action))


def _promise(view: View, action: Action) -> tuple[float, int]:
    """Return what a card is good for: the prize if it is the best so far, then what it costs.

    In the first half of the hand no prize is worth a good card. Later, the last to play knows to
    win and does it as cheaply as possible; others had better play high where there is a prize.
    """
    assert isinstance(action, Play)
    assert view.seat is not None
    trick = (*view.trick, action.card)
    strength = NUMBER[action.card] + 100 * (action.card[0] == view.trump)
    if len(view.hand) > view.game.hand_size // 2 or best_card(trick, view.trump) < len(view.trick):
        return 0, -strength
    ship = ship_of(trick)
    choices = navigation(view.ships[ship], view.seat, view.stocks[view.seat] > 0)
    prize = max(board_lead(view, ship, choice) for choice in choices)
    last = len(trick) == view.game.players
    return prize, -strength if last or prize <= 0 else strength


def board_lead(view: View, ship: int, action: Action) -> float:
    """Return by how many points an action on a ship changes the seat's lead over the others."""
    before = _lead(view, view.ships, view.islands)
    ships, islands = list(view.ships), view.islands
    assert view.seat is not None
    match action:
        case Place(push):
            ships[ship], wet = boarded(ships[ship], view.seat, push)
            if wet is not None:
                islands, _ = overboard(islands, wet)
        case Swap(side):
            ships[ship] = swapped(ships[ship], side)
    return _lead(view, ships, islands) - before


def _lead(view: View, ships: Sequence[Ship], islands: Islands) -> float:
    players = view.game.players
    points = zip(ship_points(ships, players), island_points(islands, players), strict=True)
    return _over_others(view, [sum(both) for both in points])


def pile_lead(view: View, action: Action) -> float:
    """Return by how many points the seat would lead for its piles if the hand ended now."""
    assert view.seat is not None
    piles = list(view.piles)
    piles[view.seat] += view.game.players
    if isinstance(action, Give):
        piles[neighbour(view.seat, action.side, view.game.players)] += piles[view.seat]
        piles[view.seat] = 0
    return _over_others(view, pile_points(piles))


def _over_others(view: View, points: Sequence[int]) -> float:
    """Return what the seat has more than the others on average."""
    assert view.seat is not None
    own = points[view.seat]
    return own - (sum(points) - own) / (len(points) - 1)


def _number(action: Action) -> int:
    """Return the number of the card that is bid or played."""
    assert isinstance(action, Bid | Play)
    return NUMBER[action.card]


PLAYERS: Mapping[str, Player] = {
    "highest card": highest_card,
    "avoids piles": avoids_piles,
    "hunts captains": hunts_captains,
}
