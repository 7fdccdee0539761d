"""The questions a player asks at Jamaica, answered exactly from what that seat knows.

Battles are two dice and a decision tree small enough to be worked out whole; trips are the ways a
card and two dice can lead; the race itself, a Markov chain on the track, is in `race`.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from random import Random
from typing import NamedTuple

from gamelib.game import Action, Deal, Lottery, replaced
from gamelib.jamaica.chance import TWO_DICE
from gamelib.jamaica.holds import berths, stock
from gamelib.jamaica.position import (
    BETH,
    CARDS,
    DECK,
    FACES,
    FORWARD,
    LADY,
    POWERS,
    SABRE,
    SAILING,
    STAR,
    Choose,
    Drawn,
    Fight,
    Found,
    Holds,
    Keep,
    Move,
    Phase,
    Powder,
    Reroll,
    Rolled,
    SetDice,
    Ship,
    Stolen,
    Struck,
    TakeHidden,
    View,
)  # fmt: skip
from gamelib.jamaica.race import HOME, START, chain, home_within, round_from, rounds_home
from gamelib.jamaica.rules import alongside, loser_of, unseen_treasures
from gamelib.jamaica.track import GOLD, POWDER, PRICED_IN, Track
from gamelib.odds import GameOdds

__all__ = [
    "HOME", "START", "Odds", "Side", "Trip", "attack", "battle", "came", "chain", "cornered",
    "defend", "dice", "face_down", "home_within", "in_lair", "least_powder", "likelihood",
    "results", "round_from", "rounds_home", "short", "shortage", "standing", "steps", "stolen",
    "trial", "trips",
]  # fmt: skip

# --- battles --------------------------------------------------------------------------------------


class Side(NamedTuple):
    """One side of a battle: the powder it commits, and its powers. JA-9, JA-11."""

    powder: int = 0
    beth: bool = False
    sabre: bool = False


class Odds(NamedTuple):
    """How a battle comes out for one side."""

    win: Fraction
    tie: Fraction
    lose: Fraction

    @property
    def edge(self) -> Fraction:
        """The chance to win less the chance to lose: what a side with the sabre looks at."""
        return self.win - self.lose

    def turned(self) -> Odds:
        """Return the same battle as the other side sees it."""
        return Odds(self.lose, self.tie, self.win)


def attack(mine: Side, theirs: Side) -> Odds:
    """Return how my attack comes out, both powders committed. JA-9.

    Whoever has the sabre uses it where that makes the chance to win less the chance to lose larger.

    >>> attack(Side(), Side()).win
    Fraction(4, 9)
    """
    return _attack(mine, (theirs,), mine.sabre or theirs.sabre)


def defend(total: int, mine: Side, sabre: bool = False) -> Odds:
    """Return how my defence against an attacker's total comes out; `sabre`: the attacker has one.

    >>> defend(8, Side(powder=1)).win
    Fraction(1, 2)
    """
    return _defence(total, Side(sabre=sabre), mine, sabre or mine.sabre).turned()


def least_powder(
    wanted: Fraction, theirs: Side, beth: bool = False, sabre: bool = False, most: int = 30
) -> int | None:
    """Return the least powder with which my attack wins with a wanted chance, if any will do.

    >>> least_powder(Fraction(2, 3), Side())
    3
    """
    for powder in range(most + 1):
        if attack(Side(powder, beth, sabre), theirs).win >= wanted:
            return powder
    return None


@lru_cache(maxsize=1 << 14)
def _attack(mine: Side, theirs: tuple[Side, ...], sabre: bool) -> Odds:
    """Return the odds before the attacker's die; of `theirs` each is as likely."""
    return _mean(_struck(face, mine, theirs, sabre) for face in FACES)


@lru_cache(maxsize=1 << 14)
def _struck(face: int, mine: Side, theirs: tuple[Side, ...], sabre: bool) -> Odds:
    """Return the odds once the attacker's die lies there, while the sabre may still be used."""
    keep = _stands(face, mine, theirs, sabre)
    if not sabre:
        return keep
    again = _mean(_stands(other, mine, theirs, False) for other in FACES)
    return _better(keep, again, mine.sabre)


def _stands(face: int, mine: Side, theirs: tuple[Side, ...], sabre: bool) -> Odds:
    """Return the odds when the attacker's die stands: the star wins, else the defender answers."""
    if face == STAR:
        return _WON
    return _mean(_defence(_total(mine, face), mine, side, sabre) for side in theirs)


@lru_cache(maxsize=1 << 14)
def _defence(total: int, attacker: Side, defender: Side, sabre: bool) -> Odds:
    """Return the attacker's odds before the defender's die."""
    return _mean(_answered(face, total, attacker, defender, sabre) for face in FACES)


def _answered(face: int, total: int, attacker: Side, defender: Side, sabre: bool) -> Odds:
    keep = _judged(face, total, defender)
    if not sabre:
        return keep
    again = _mean(_judged(other, total, defender) for other in FACES)
    return _better(keep, again, attacker.sabre)


def _judged(face: int, total: int, defender: Side) -> Odds:
    if face == STAR:
        return _LOST
    answer = _total(defender, face)
    return _TIED if answer == total else _WON if total > answer else _LOST


_WON, _TIED, _LOST = (Odds(*map(Fraction, one)) for one in ((1, 0, 0), (0, 1, 0), (0, 0, 1)))


def _total(side: Side, face: int) -> int:
    return face + side.powder + LADY * side.beth


def _better(keep: Odds, again: Odds, attacker: bool) -> Odds:
    """Return what whoever has the sabre makes of it; of equals, the die lies."""
    return again if (again.edge > keep.edge if attacker else again.edge < keep.edge) else keep


def _mean(cases: Iterable[Odds]) -> Odds:
    every = list(cases)
    return Odds(*(sum(column, Fraction(0)) / len(every) for column in zip(*every, strict=True)))


def battle(view: View, action: Action) -> Odds:
    """Return how the battle comes out for me, if I take this action in it.

    Powder that is still to be committed may be any amount of what there is, all equally likely.
    """
    at = view.battle
    if isinstance(action, Fight):
        mover, target = view.ships[view.mover], view.ships[action.target]
        return _mean(
            _attack(side, _sides(target), side.sabre or SABRE in target.powers)
            for side in _sides(mover)
        )
    assert at is not None, "there is no battle"
    attacking = view.seat == at.attacker
    sabre = not at.sabre and any(SABRE in view.ships[seat].powers for seat in at[:2])
    mine = _side(view.ships[at.attacker], at.powder[0])
    if isinstance(action, Powder) and attacking:
        return _attack(mine._replace(powder=action.amount), _sides(view.ships[at.defender]), sabre)
    if isinstance(action, Powder):
        theirs = _side(view.ships[at.defender], action.amount)
        return _defence(_total(mine, at.dice[0]), mine, theirs, sabre).turned()
    odds = _sabred(view, isinstance(action, Reroll))
    return odds if attacking else odds.turned()


def _sabred(view: View, again: bool) -> Odds:
    """Return the attacker's odds if the die just rolled is rolled again, or is left."""
    at = view.battle
    assert at is not None
    mine, (attacked, defended) = _side(view.ships[at.attacker], at.powder[0]), at.dice
    if defended:
        theirs, total = _side(view.ships[at.defender], at.powder[1]), _total(mine, attacked)
        faces = FACES if again else (defended,)
        return _mean(_judged(face, total, theirs) for face in faces)
    faces = FACES if again else (attacked,)
    sides = _sides(view.ships[at.defender])
    return _mean(_stands(face, mine, sides, not again) for face in faces)


def _side(ship: Ship, powder: int) -> Side:
    return Side(powder, BETH in ship.powers, SABRE in ship.powers)


def _sides(ship: Ship) -> tuple[Side, ...]:
    """Return a ship with every amount of powder it may commit."""
    return tuple(_side(ship, powder) for powder in range(stock(ship.holds, POWDER) + 1))


# --- two dice -------------------------------------------------------------------------------------


def dice(choice: Callable[[int, int], int]) -> dict[int, Fraction]:
    """Return the distribution of what is made of two dice: `dice(max)` is the higher one.

    >>> dice(max)[6]
    Fraction(11, 36)
    """
    made: defaultdict[int, Fraction] = defaultdict(Fraction)
    for one, two in product(range(1, 7), repeat=2):
        made[choice(one, two)] += Fraction(1, 36)
    return dict(sorted(made.items()))


def steps(cards: Iterable[int] = DECK) -> dict[int, Fraction]:
    """Return how many spaces a round brings a ship forward, any of these cards as likely."""
    deck = tuple(cards)
    brought: defaultdict[int, Fraction] = defaultdict(Fraction)
    for card in deck:
        for thrown in product(range(1, 7), repeat=2):
            signs = [(kind in SAILING) * (1 if kind == FORWARD else -1) for kind in CARDS[card]]
            moved = sum(sign * die for sign, die in zip(signs, thrown, strict=True))
            brought[moved] += Fraction(1, 36 * len(deck))
    return dict(sorted(brought.items()))


# --- trips ----------------------------------------------------------------------------------------


class Trip(NamedTuple):
    """Where a card can lead with the dice as set: the spaces it stops at, what is paid, and how.

    `short`: the last of the spaces could not be paid. Battles and treasures are left out.
    """

    spaces: tuple[int, ...]
    paid: tuple[tuple[str, int], ...]
    short: bool


def trips(view: View, card: int, morning: int, evening: int) -> tuple[Trip, ...]:
    """Return every way one of my cards can lead, once for each. JA-5 to JA-8."""
    assert view.seat is not None
    ship = view.ships[view.seat]
    return _trips(view.game.sea, ship.space, ship.lap, ship.holds, card, (morning, evening))


@lru_cache(maxsize=1 << 13)
def _trips(
    sea: Track, space: int, lap: int, holds: Holds, card: int, thrown: tuple[int, ...]
) -> tuple[Trip, ...]:
    def go_on(space: int, lap: int, holds: Holds, day: int) -> Iterator[Trip]:
        if day == len(thrown) or lap > 0:
            yield Trip((), (), False)
            return
        kind = CARDS[card][day]
        if kind not in SAILING:
            for hold in berths(holds, kind) or (None,):
                loaded = holds if hold is None else replaced(holds, hold, (kind, thrown[day]))
                yield from go_on(space, lap, loaded, day + 1)
            return
        if kind == FORWARD:
            places = sea.ahead(space, thrown[day], lap == 0)
        else:
            places = {n: -passed for n, passed in sea.behind(space, thrown[day]).items()}
        for there, passed in places.items():
            about = sea.spaces[there]
            good = PRICED_IN.get(about.kind, "")
            if stock(holds, good) < about.price:
                yield Trip((there,), (), True)
                continue
            bill = ((good, about.price),) if about.price else ()
            for trip in go_on(there, lap + passed, _paid(holds, good, about.price), day + 1):
                yield Trip((there, *trip.spaces), (*bill, *trip.paid), trip.short)

    return tuple(dict.fromkeys(go_on(space, lap, holds, 0)))


def _paid(holds: Holds, kind: str, price: int) -> Holds:
    """Return holds after a price is paid, from the first holds that have it."""
    new = list(holds)
    for number, hold in enumerate(holds):
        if price and hold is not None and hold[0] == kind:
            taken = min(price, hold[1])
            price -= taken
            new[number] = (kind, hold[1] - taken) if hold[1] > taken else None
    return tuple(new)


def short(view: View, card: int, morning: int, evening: int) -> bool:
    """Return whether a card of mine leads into a shortage whichever way I sail. JA-8."""
    return all(trip.short for trip in trips(view, card, morning, evening))


def shortage(view: View, card: int) -> Fraction:
    """Return the chance that a card leads into a shortage in a round whose dice are not rolled.

    As captain I set the dice so that it does not, if I can; another captain sets them either way.
    """
    return _over_throws(view, lambda dice: short(view, card, *dice))


def cornered(view: View) -> Fraction:
    """Return the chance that in a round not begun every card of mine leads into a shortage."""
    return _over_throws(view, lambda dice: all(short(view, card, *dice) for card in view.hand))


def _over_throws(view: View, bad: Callable[[tuple[int, int]], bool]) -> Fraction:
    if view.captain == view.seat:
        return sum(
            (chance for throw, chance in TWO_DICE
             if bad((throw.low, throw.high)) and bad((throw.high, throw.low))),
            Fraction(0),
        )  # fmt: skip
    return Fraction(sum(bad((one, two)) for one in range(1, 7) for two in range(1, 7)), 36)


# --- treasures ------------------------------------------------------------------------------------


def face_down(view: View) -> dict[int, Fraction]:
    """Return what a treasure may be that lies before somebody, as one who has not seen it knows.

    Powers lie face up, so it is gold or a curse; those given away as cursed are looked at apart.
    """
    _, plain, cursed = _unknown(view)
    gone = sum(view.cursed)
    left = {n: k - (Fraction(gone * k, sum(cursed.values())) if n in cursed and gone else 0)
            for n, k in plain.items()}  # fmt: skip
    total = sum(left.values())
    return {n: Fraction(k) / total for n, k in left.items()} if total else {}


def in_lair(view: View) -> dict[int, Fraction]:
    """Return what the next treasure from a lair may be, as far as a seat knows. JA-3, JA-11."""
    every, _, cursed = _unknown(view)
    taken = sum(row.count(None) for row in view.hidden) - sum(view.cursed)
    lying = face_down(view)
    left = {}
    for treasure, count in every.items():
        given = Fraction(sum(view.cursed) * count, sum(cursed.values()) or 1)
        there = count - taken * lying.get(treasure, 0) - (given if treasure in cursed else 0)
        left[treasure] = Fraction(there)
    total = sum(left.values())
    return {treasure: count / total for treasure, count in left.items() if count}


def stolen(view: View) -> dict[int, Fraction]:
    """Return what a blind theft from the loser of the battle may bring, as far as I know. JA-10."""
    assert view.battle is not None
    loser = loser_of(view.battle)
    row, cursed = view.hidden[loser], view.cursed[loser]
    _, _, curses = _unknown(view)
    brought: defaultdict[int, Fraction] = defaultdict(Fraction)
    for treasure in row:
        if treasure is not None:
            brought[treasure] += Fraction(1, len(row))
    for treasure, chance in face_down(view).items():
        brought[treasure] += chance * (row.count(None) - cursed) / len(row)
    for treasure, count in curses.items():
        brought[treasure] += Fraction(count * cursed, sum(curses.values()) * len(row))
    return {treasure: chance for treasure, chance in sorted(brought.items()) if chance}


def _unknown(view: View) -> tuple[Counter[int], Counter[int], Counter[int]]:
    """Return the treasures a view has not seen: all, those that are no powers, and the curses."""
    every = Counter(unseen_treasures(view))
    plain = Counter({n: k for n, k in every.items() if n not in POWERS})
    return every, plain, Counter({n: k for n, k in plain.items() if n < 0})


# --- what the table asks --------------------------------------------------------------------------

CERTAIN = {"done": Fraction(1)}


def results(view: View, action: Action) -> dict[str, Fraction]:
    """Return everything that can come of an action of mine at once, by code; it sums to 1."""
    match action:
        case Fight() | Powder() | Reroll() | Keep():
            win, tie, lose = battle(view, action)
            return {"win": win, "tie": tie, "lose": lose}
        case SetDice(morning, evening):
            bad = sum(short(view, card, morning, evening) for card in view.hand)
            runs_short = Fraction(bad, len(view.hand))  # of a card taken blindly
            return {"card_pays": 1 - runs_short, "card_short": runs_short}
        case Choose(card):
            return _short(short(view, card, *view.dice))
        case Move(space):
            return {_landing(view, space): Fraction(1)}
        case TakeHidden():
            cursed = sum((p for n, p in stolen(view).items() if n < 0), Fraction(0))
            return {"gold": 1 - cursed, "cursed": cursed}
        case _:
            return dict(CERTAIN)


def _short(bad: bool) -> dict[str, Fraction]:
    return {"pays": Fraction(not bad), "short": Fraction(bad)}


def _landing(view: View, space: int) -> str:
    """Return what waits on a space: a battle, a price that can be paid, or one that cannot."""
    ship = view.ships[view.mover]
    there = replaced(view.ships, view.mover, ship._replace(space=space))
    if alongside(there, view.mover):
        return "fight"
    kind, price, _, _ = view.game.track[space]
    return "short" if price and stock(ship.holds, PRICED_IN[kind]) < price else "pays"


def trial(view: View, action: Action, rng: Random) -> str:
    """Try an action of mine in a world that fits what I know; return which result it had.

    In a battle the others commit any powder; whoever has the sabre uses it as `attack` says.
    """
    game = view.game
    if isinstance(action, SetDice):
        return _with(view, action, rng.choice(view.hand))
    if isinstance(action, Choose):  # nothing is left to chance: battles are left out
        return next(code for code, chance in results(view, action).items() if chance)
    state = game.play(game.imagine(view, rng), action)
    if isinstance(action, Move):
        codes = {Phase.FIGHT: "fight", Phase.SHORTAGE: "short"}
        return codes.get(state.phase, "pays")
    if isinstance(action, TakeHidden):
        lottery = game.turn(state)
        assert isinstance(lottery, Lottery)
        return "cursed" if lottery.sample(rng).treasure < 0 else "gold"
    if not isinstance(action, Fight | Powder | Reroll | Keep):
        return "done"
    while state.battle is not None and state.battle.winner is None:
        turn = game.turn(state)
        if isinstance(turn, Lottery):
            state = game.play(state, turn.sample(rng))
        elif state.phase is Phase.SABRE:
            assert isinstance(turn, int)
            seen = game.observe(state, turn)
            again = battle(seen, Reroll()).edge > battle(seen, Keep()).edge
            state = game.play(state, Reroll() if again else Keep())
        else:
            state = game.play(state, rng.choice(game.actions(state)))
    if state.battle is None:
        return "tie"
    return "win" if state.battle.winner == view.seat else "lose"


def _with(view: View, dice: SetDice, card: int) -> str:
    """Return what the dice as I set them mean to one of my cards."""
    bad = short(view, card, dice.morning, dice.evening)
    return "card_short" if bad else "card_pays"


def came(view: View, action: Action, later: Sequence[View]) -> str | None:
    """Return which of its results an action of mine has had, as soon as I can know.

    Where battles are left out of the chance, they are left out here too.
    """
    match action:
        case SetDice():
            chosen = next((at.chosen for at in later if at.chosen is not None), None)
            return None if chosen is None else _with(view, action, chosen)
        case Fight() | Powder() | Reroll() | Keep():
            return next((told for at in later if (told := _ended(at))), None)
        case TakeHidden():
            assert view.seat is not None
            after = next((at.hidden[view.seat] for at in later if at.phase is not Phase.THEFT), ())
            taken = Counter(after) - Counter(view.hidden[view.seat])
            return next(("cursed" if n < 0 else "gold" for n in taken if n is not None), None)
        case _:
            return next(code for code, chance in results(view, action).items() if chance)


def _ended(view: View) -> str:
    """Return how the battle has come out for me; nothing as long as it is fought."""
    if view.battle is None:
        return "tie"
    winner = view.battle.winner
    return "" if winner is None else "win" if winner == view.seat else "lose"


def standing(view: View) -> Fraction | None:
    """Return the share of the other ships that I would beat if the race ended now. JA-13.

    A treasure that I have not seen counts as what it is worth on average; who is level counts half.
    """
    if view.seat is None:
        return None
    _, plain, cursed = _unknown(view)
    blind, curse = _mean_gold(plain), _mean_gold(cursed)
    worth = []
    for ship, row, given in zip(view.ships, view.hidden, view.cursed, strict=True):
        treasures = sum(treasure for treasure in row if treasure is not None)
        unseen = (row.count(None) - given) * blind + given * curse
        score = view.game.space_score(ship) + stock(ship.holds, GOLD) + treasures + unseen
        worth.append((score, -view.game.way_home(ship)))
    mine = worth.pop(view.seat)
    halves = sum(2 * (mine > theirs) + (mine == theirs) for theirs in worth)
    return Fraction(halves, 2 * len(worth))


def _mean_gold(treasures: Counter[int]) -> Fraction:
    """Return what one of these treasures is worth on average; nothing if there is none."""
    return Fraction(sum(n * count for n, count in treasures.items()), treasures.total() or 1)


def likelihood(view: View, outcome: Action) -> Fraction:
    """Return how likely chance was to bring an outcome, as far as a seat knows."""
    match outcome:
        case Rolled():
            return TWO_DICE.probability(outcome)
        case Struck(face):
            return Fraction(face in FACES, len(FACES))
        case Found(treasure):
            return in_lair(view).get(treasure, Fraction(0))
        case Stolen(treasure):
            return stolen(view).get(treasure, Fraction(0))
        case Drawn(card) if view.turn == view.seat:
            return Fraction(card in view.pile, len(view.pile) or 1)
        case Deal() if view.phase is Phase.DEAL:
            return view.game.deal.probability(outcome)
        case _:
            return Fraction(0)


class JamaicaOdds(GameOdds[View]):
    """What the table asks about Jamaica."""

    results = staticmethod(results)
    trial = staticmethod(trial)
    came = staticmethod(came)
    standing = staticmethod(standing)
    likelihood = staticmethod(likelihood)


odds = JamaicaOdds()
