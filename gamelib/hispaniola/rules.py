"""Hispaniola: win tricks to be captain of many ships, but not many cards. HI-1 to HI-13.

Labels such as HI-3 name the rule a line follows; `gamelib.texts` tells each in a sentence. What a
position is made of is in `position`, the cards in `cards`, ships and islands in `board`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache, cached_property
from random import Random
from typing import Any, ClassVar

from gamelib.bounds import Bound, Maybe, Whole, a_seat
from gamelib.game import (
    Action,
    Deal,
    Game,
    IllegalAction,
    Lottery,
    Outcome,
    Phrase,
    replaced,
)  # fmt: skip
from gamelib.hispaniola.board import (
    CAPTAIN,
    EMPTY_ISLANDS,
    EMPTY_SHIP,
    SEAT_ON,
    Ship,
    boarded,
    island_points,
    overboard,
    pile_points,
    ship_points,
    swapped,
    swaps,
)  # fmt: skip
from gamelib.hispaniola.cards import (
    CARDS,
    COLOURS,
    HIGHEST,
    NUMBER,
    ORDER,
    SHIPS,
    Hands,
    best_card,
    deck_of_cards,
    named,
    ship_of,
    trump_bid,
)  # fmt: skip
from gamelib.hispaniola.deals import HandsLottery, draw_hands
from gamelib.hispaniola.position import (
    DEAL,
    NAVIGATION,
    OVER,
    PILES,
    PUSHES,
    TRICK,
    TRUMP,
    Bid,
    Give,
    Keep,
    Pass,
    Phase,
    Place,
    Play,
    State,
    Swap,
    Trick,
    View,
)  # fmt: skip

__all__ = [
    "Bid", "Give", "Hispaniola", "Keep", "Pass", "Phase", "Place", "Play", "State", "Swap", "Trick",
    "View", "navigation", "neighbour", "parts", "scores", "unseen",
]  # fmt: skip

# The same few actions are offered again and again: each is made once.
_bid, _play = cache(Bid), cache(Play)
_PILES: tuple[Action, ...] = (Keep(), Give("left"), Give("right"))


def scores(sheet: Sequence[Sequence[int]], players: int) -> tuple[int, ...]:
    """Return everybody's points of all hands. HI-13."""
    return tuple(sum(row[seat] for row in sheet) for seat in range(players))


@cache
def navigation(ship: Ship, seat: int, in_stock: bool) -> tuple[Action, ...]:
    """Return what the winner may do on a ship. HI-7, HI-8, HI-10."""
    places: tuple[Action, ...] = (Pass(),)
    if in_stock:
        pushes = PUSHES[:1] if ship[CAPTAIN] is None else PUSHES[1:]
        places = tuple(map(Place, pushes))
    return (*places, *map(Swap, swaps(ship, seat)))


def unseen(view: View) -> tuple[str, ...]:
    """Return the cards a view has not seen: in others' hands, or face down before them."""
    seen = {*view.hand, *view.trick, view.bid}
    seen.update(*view.bids, *(trick.cards for trick in view.tricks))
    return tuple([card for card in view.game.cards if card not in seen])


def _deal(game: Hispaniola, state: State, deal: Deal) -> State:
    if not game.deal.fits(deal):
        raise IllegalAction("impossible_chance", outcome=deal)
    fresh = game.start()
    leader = (state.dealer + 1) % game.players  # HI-4
    return fresh._replace(
        phase=TRUMP,
        turn=leader,
        dealer=state.dealer,
        hands=deal.hands,
        leader=leader,
        ships=state.ships,  # HI-2: pirates stay where they are
        islands=state.islands,
        stocks=state.stocks,
        sheet=state.sheet,
    )


def _taken(hands: Hands, seat: int, card: str) -> Hands:
    """Return the hands when a seat has let go of a card."""
    left = list(hands[seat])
    try:
        left.remove(card)
    except ValueError:
        raise IllegalAction("not_in_hand", card=named(card)) from None
    return replaced(hands, seat, tuple(left))


def _bid_step(game: Hispaniola, state: State, bid: Bid) -> State:
    """HI-3: the last bid shows them all."""
    seat, leader = state.turn, state.leader
    hands = _taken(state.hands, seat, bid.card)
    secret = replaced(state.secret, seat, bid.card)
    following = (seat + 1) % game.players
    if following != leader:
        return state._replace(turn=following, hands=hands, secret=secret)
    shown = tuple([card for card in secret if card is not None])
    decides = trump_bid(shown)
    after = state._replace(
        phase=TRUMP if decides is None else TRICK,
        turn=leader,
        hands=hands,
        secret=(None,) * game.players,
        bids=(*state.bids, shown),
        trump=None if decides is None else decides[0],
    )
    return after if hands[0] else _scored(game, after)  # without cards there are no tricks


def _play_step(game: Hispaniola, state: State, play: Play) -> State:
    """HI-4 and HI-5: follow the colour; who has the best card of the whole trick goes on."""
    (_, seat, dealer, hands, secret, bids, trump, leader, trick, tricks, voids,
     ships, islands, stocks, piles, sheet) = state  # fmt: skip
    card, hand = play.card, hands[seat]
    hands = _taken(hands, seat, card)
    if trick and card[0] != trick[0][0]:
        led = trick[0][0]
        if any(other[0] == led for other in hand):
            raise IllegalAction("must_follow", colour=Phrase(f"hispaniola.colour.{led}"))
        if led not in voids[seat]:
            voids = replaced(voids, seat, "".join([c for c in COLOURS if c in voids[seat] + led]))
    trick = (*trick, card)
    phase, turn = TRICK, seat + 1
    if len(trick) == game.players:
        phase, turn = NAVIGATION, leader + best_card(trick, trump)
    return State(
        phase, turn % game.players, dealer, hands, secret, bids, trump, leader, trick, tricks,
        voids, ships, islands, stocks, piles, sheet,
    )  # fmt: skip


def _place_step(game: Hispaniola, state: State, place: Place) -> State:
    """HI-7 and HI-9: a new captain; the old one moves aside, and somebody may go overboard."""
    seat, ships, islands, stocks = state.turn, state.ships, state.islands, list(state.stocks)
    n = ship_of(state.trick)
    if not stocks[seat]:
        raise IllegalAction("no_pirate_left")  # HI-10; one that this would free is not there yet
    if place.push not in PUSHES:
        raise IllegalAction("no_such_side")
    if (place.push == "nobody") != (ships[n][CAPTAIN] is None):
        raise IllegalAction("captain_there" if place.push == "nobody" else "no_captain")
    ship, wet = boarded(ships[n], seat, place.push)
    stocks[seat] -= 1
    if wet is not None:
        islands, home = overboard(islands, wet)
        if home is not None:
            stocks[home] += 1
    ships = replaced(ships, n, ship)
    return state._replace(phase=PILES, ships=ships, islands=islands, stocks=tuple(stocks))


def _swap_step(game: Hispaniola, state: State, swap: Swap) -> State:
    """HI-8: two neighbours change places."""
    n = ship_of(state.trick)
    if swap.side not in SEAT_ON:
        raise IllegalAction("no_such_side")
    if swap.side not in swaps(state.ships[n], state.turn):
        raise IllegalAction("no_swap")
    ships = replaced(state.ships, n, swapped(state.ships[n], swap.side))
    return state._replace(phase=PILES, ships=ships)


def _pass_step(game: Hispaniola, state: State, leave: Pass) -> State:
    """HI-10: only who has no pirate in stock may leave a ship as it is."""
    if state.stocks[state.turn]:
        raise IllegalAction("must_navigate")
    return state._replace(phase=PILES)


def _keep_step(game: Hispaniola, state: State, keep: Keep) -> State:
    """HI-11: the trick goes to the winner's pile."""
    piles = list(state.piles)
    piles[state.turn] += game.players
    return _next_trick(game, state, tuple(piles))


def _give_step(game: Hispaniola, state: State, give: Give) -> State:
    """HI-11: the trick and all cards before the winner go to a neighbour."""
    if give.side not in SEAT_ON:
        raise IllegalAction("no_such_side")
    piles = list(state.piles)
    piles[neighbour(state.turn, give.side, game.players)] += piles[state.turn] + game.players
    piles[state.turn] = 0
    return _next_trick(game, state, tuple(piles))


def neighbour(seat: int, side: str, players: int) -> int:
    """Return who sits on the "left" or on the "right" of a seat; seats are numbered clockwise."""
    return (seat + (1 if side == "left" else -1)) % players


def _next_trick(game: Hispaniola, state: State, piles: tuple[int, ...]) -> State:
    """Return the table when the trick is with somebody: its winner leads the next. HI-4."""
    seat = state.turn
    tricks = (*state.tricks, Trick(state.leader, state.trick, seat))
    after = state._replace(phase=TRICK, leader=seat, trick=(), tricks=tricks, piles=piles)
    return after if after.hands[seat] else _scored(game, after)


def _scored(game: Hispaniola, state: State) -> State:
    """HI-12 and HI-13: the hand is scored, and the next player deals, if there is another hand."""
    sheet = (*state.sheet, tuple(map(sum, zip(*parts(state), strict=True))))
    if len(sheet) == game.hands_to_play:
        return state._replace(phase=OVER, sheet=sheet)
    return state._replace(phase=DEAL, dealer=(state.dealer + 1) % game.players, sheet=sheet)


def parts(table: State | View) -> tuple[list[int], list[int], list[int]]:
    """Return what ships, islands and piles would bring each seat if the hand ended now. HI-12."""
    players = len(table.stocks)
    return (
        ship_points(table.ships, players),
        island_points(table.islands, players),
        pile_points(table.piles),
    )


@dataclass(frozen=True, repr=False)
class Hispaniola(Game[State, View]):
    """Hispaniola, 3 to 5 players.

    `rounds` is 2 for the normal game and 1 for the short one; `dealer` deals the first hand (None:
    the last seat, so that seat 0 leads). `deck` and `pirates` are there for experiments with
    smaller games: any different cards that can be dealt evenly, and each player's pirates.

    >>> game = Hispaniola(players=3)
    >>> len(game.cards), game.hand_size, game.hands_to_play
    (45, 15, 6)
    """

    players: int = 4
    rounds: int = 2
    dealer: int | None = None
    deck: tuple[str, ...] | None = None
    pirates: int = 10

    name: ClassVar[str] = "hispaniola"
    rules_version: ClassVar[int] = 1
    player_counts: ClassVar[range] = range(3, 6)
    rulings: ClassVar[tuple[str, ...]] = tuple(f"HI-{n}" for n in range(1, 14))
    action_types: ClassVar[tuple[type[Action], ...]] = (
        Deal, Bid, Play, Place, Swap, Pass, Keep, Give,
    )  # fmt: skip
    bounds: ClassVar[Mapping[str, Bound]] = {
        "rounds": Whole(1, 2),
        "dealer": Maybe(a_seat),
        "deck": Maybe(deck_of_cards),
        "pirates": Whole(1, 50),
    }
    steps: ClassVar[Mapping[tuple[Enum, type[Action]], Callable[..., State]]] = {
        (DEAL, Deal): _deal,
        (TRUMP, Bid): _bid_step,
        (TRICK, Play): _play_step,
        (NAVIGATION, Place): _place_step,
        (NAVIGATION, Swap): _swap_step,
        (NAVIGATION, Pass): _pass_step,
        (PILES, Keep): _keep_step,
        (PILES, Give): _give_step,
    }

    @cached_property
    def cards(self) -> tuple[str, ...]:
        """All cards in play, by colour and number. HI-1."""
        if self.deck is not None:
            return self.deck
        return tuple(card for card in CARDS if NUMBER[card] <= HIGHEST[self.players])

    @property
    def hand_size(self) -> int:
        """How many cards each seat is dealt: none are left over. HI-1."""
        return len(self.cards) // self.players

    @cached_property
    def hands_to_play(self) -> int:
        """How many hands a game has. HI-13."""
        return self.players * self.rounds

    @cached_property
    def deal(self) -> HandsLottery:
        """The Lottery of the hands."""
        return HandsLottery(self.cards, (self.hand_size,) * self.players)

    def start(self) -> State:
        """Return the table before the first deal. HI-2."""
        n = self.players
        dealer = n - 1 if self.dealer is None else self.dealer
        leader = (dealer + 1) % n
        return State(
            phase=DEAL,
            turn=leader,
            dealer=dealer,
            hands=((),) * n,
            secret=(None,) * n,
            bids=(),
            trump=None,
            leader=leader,
            trick=(),
            tricks=(),
            voids=("",) * n,
            ships=(EMPTY_SHIP,) * len(SHIPS),
            islands=EMPTY_ISLANDS,
            stocks=(self.pirates,) * n,
            piles=(0,) * n,
            sheet=(),
        )

    def turn(self, state: State) -> int | Lottery[Any] | None:
        """Return a seat, the Lottery of the deal, or None when the game is over."""
        phase = state.phase
        if phase is DEAL:
            return self.deal
        return None if phase is OVER else state.turn

    def actions(self, state: State) -> tuple[Action, ...]:
        """Return what the seat to move may do."""
        phase, seat = state.phase, state.turn
        if phase is TRICK:
            hand, trick = state.hands[seat], state.trick
            if trick:
                led = trick[0][0]
                follow = [card for card in hand if card[0] == led]
                return tuple(map(_play, follow or hand))  # HI-4
            return tuple(map(_play, hand))
        if phase is PILES:
            return _PILES
        if phase is NAVIGATION:
            return navigation(state.ships[ship_of(state.trick)], seat, state.stocks[seat] > 0)
        return tuple(map(_bid, state.hands[seat])) if phase is TRUMP else ()

    def outcome(self, state: State) -> Outcome | None:
        """Return who has most points. HI-13."""
        if state.phase is not OVER:
            return None
        totals = scores(state.sheet, self.players)
        best = max(totals)
        winners = tuple(seat for seat, total in enumerate(totals) if total == best)
        return Outcome(winners=winners, scores=totals, reason="most_points")

    def observe(self, state: State, seat: int | None) -> View:
        """Return what a seat knows: its hand, its face-down bid, and all that lies open."""
        self.check_seat(seat)
        return View(
            self,
            seat,
            state.phase,
            state.turn,
            state.dealer,
            () if seat is None else state.hands[seat],
            tuple(map(len, state.hands)),
            None if seat is None else state.secret[seat],
            tuple([card is not None for card in state.secret]),
            *state[5:],
        )

    def imagine(self, view: View, rng: Random) -> State:
        """Return a full state that fits a view: every deal with these voids is equally likely."""
        hidden = [other for other in range(self.players) if other != view.seat]
        sizes = [view.hand_sizes[other] + view.has_bid[other] for other in hidden]
        dealt = draw_hands(unseen(view), sizes, [view.voids[other] for other in hidden], rng)
        hands, secret = [view.hand] * self.players, [view.bid] * self.players
        for other, hand in zip(hidden, dealt, strict=True):
            secret[other] = hand.pop() if view.has_bid[other] else None
            hands[other] = tuple(sorted(hand, key=ORDER.__getitem__))
        return State(view.phase, view.turn, view.dealer, tuple(hands), tuple(secret), *view[9:])
