"""The questions a player asks at Hispaniola, answered exactly from what that seat knows.

Every deal of the unseen cards that fits the hands' sizes and the known voids is equally likely, and
the others are taken to play at random among the cards they may play. Whoever holds the colour led
plays one of it, each as likely as the next, and whoever has none plays any card. So all depends on
how many cards of each colour are still to come; which numbers they bear is then a plain draw.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import comb, perm, prod
from operator import add, sub
from random import Random

from gamelib.counting import Counts, multinomial
from gamelib.game import Action, Deal
from gamelib.hispaniola.cards import COLOURS, NUMBER, best_card, trump_bid
from gamelib.hispaniola.deals import ways
from gamelib.hispaniola.rules import Bid, Phase, Play, View, parts, scores, unseen
from gamelib.odds import GameOdds

Hidden = tuple[tuple[int, str], ...]
"""Hidden hands: the size of each, and the colours it cannot hold."""


def left(view: View) -> Counts:
    """Return how many cards of each colour are unseen."""
    found = Counter(card[0] for card in unseen(view))
    return tuple(found[colour] for colour in COLOURS)


def others(view: View) -> tuple[int, ...]:
    """Return the other seats, clockwise from mine (from the one to play, for a watcher)."""
    players = view.game.players
    first = view.turn - 1 if view.seat is None else view.seat
    count = players if view.seat is None else players - 1
    return tuple((first + k) % players for k in range(1, count + 1))


def hidden(view: View) -> Hidden:
    """Return the hands of the others: their sizes and voids; a card face down belongs to them."""
    return tuple(
        (view.hand_sizes[seat] + view.has_bid[seat], view.voids[seat]) for seat in others(view)
    )


def split(view: View, colour: str) -> dict[tuple[int, ...], Fraction]:
    """Return how the unseen cards of a colour may be split among the others, with the chances."""
    counts, hands = left(view), hidden(view)
    total, n = _deals(counts, hands), COLOURS.index(colour)
    rest = (*counts[:n], 0, *counts[n + 1 :])
    chances = {}
    for shares in _shares(counts[n], hands, colour):
        smaller = tuple(
            (size - share, void) for (size, void), share in zip(hands, shares, strict=True)
        )
        if cases := multinomial(counts[n], shares) * _deals(rest, smaller):
            chances[shares] = Fraction(cases, total)
    return chances


def without(view: View, colour: str) -> dict[int, Fraction]:
    """Return for each other seat the chance that it holds no card of a colour."""
    counts, hands = left(view), hidden(view)
    total = _deals(counts, hands)
    return {
        seat: Fraction(_deals(counts, _void(hands, (n,), colour)), total)
        for n, seat in enumerate(others(view))
    }


def to_come(view: View, card: str) -> Mapping[Counts, Fraction]:
    """Return how many cards of each colour those after me add to the trick, with the chances."""
    led = view.trick[0][0] if view.trick else card[0]
    return _to_come(left(view), hidden(view), view.game.players - len(view.trick) - 1, led)


def winning(view: View, card: str) -> Fraction:
    """Return the chance that a card of mine wins the trick. HI-5."""
    return results(view, Play(card))["wins"]


def third_colour(view: View, card: str) -> Fraction:
    """Return the chance that the trick shows three colours, so the neutral ship is used. HI-6."""
    shown = {each[0] for each in (*view.trick, card)}
    return _sum(
        chance for added, chance in to_come(view, card).items() if _colours(shown, added) > 2
    )


def trumped(view: View, card: str) -> Fraction:
    """Return the chance that somebody after me trumps: plays trump where another colour is led."""
    led = view.trick[0][0] if view.trick else card[0]
    if view.trump is None or view.trump == led:
        return Fraction(0)
    n = COLOURS.index(view.trump)
    return _sum(chance for added, chance in to_come(view, card).items() if added[n])


def deciding(view: View, card: str) -> Fraction:
    """Return the chance that my bid names the trump, if the others bid any card. HI-3."""
    return results(view, Bid(card))["decides"]


def beaters(view: View, card: str) -> tuple[str, ...]:
    """Return the unseen cards that would beat a card of mine, played after it. HI-5."""
    trick = (*view.trick, card)
    return tuple(
        other for other in unseen(view) if best_card((*trick, other), view.trump) != len(view.trick)
    )


def points_now(view: View) -> tuple[int, ...]:
    """Return everybody's points for this hand if it ended now. HI-12."""
    return tuple(map(sum, zip(*parts(view), strict=True)))


def totals_now(view: View) -> tuple[int, ...]:
    """Return everybody's points if the match ended now: of all hands, and of this one so far."""
    totals = scores(view.sheet, view.game.players)
    if view.phase in (Phase.DEAL, Phase.OVER):
        return totals  # this hand is among them already, or has not begun
    return tuple(map(add, totals, points_now(view)))


# --- what the table asks --------------------------------------------------------------------------


def results(view: View, action: Action) -> dict[str, Fraction]:
    """Return everything that can come of an action of mine at once, by code; it sums to 1."""
    match action:
        case Bid(card):
            return _bid(view, NUMBER[card])
        case Play(card):
            return _play(view, card)
        case _:
            return {"done": Fraction(1)}


def trial(view: View, action: Action, rng: Random) -> str:
    """Try an action of mine in a world that fits what I know; return which result it had."""
    game, mine = view.game, view.seat
    state = game.play(game.imagine(view, rng), action)
    if not isinstance(action, Bid | Play):
        return "done"
    while state.phase is view.phase and len(state.bids) == len(view.bids):
        state = game.play(state, rng.choice(game.actions(state)))
    if isinstance(action, Bid):
        return _named(action.card, state.bids[-1])
    return "wins" if state.turn == mine else "loses"


def came(view: View, action: Action, later: Sequence[View]) -> str | None:
    """Return which result a bid or a card has had: None until all bids, or cards, lie open."""
    match action:
        case Bid(card):
            n = len(view.bids)
            bids = next((after.bids[n] for after in later if len(after.bids) > n), None)
            return None if bids is None else _named(card, bids)
        case Play():
            won = next((after for after in later if after.phase is not Phase.TRICK), None)
            return None if won is None else "wins" if won.turn == view.seat else "loses"
        case _:
            return "done"


def _named(card: str, bids: Sequence[str]) -> str:
    """Return what came of a bid once all lie open. HI-3."""
    decides = trump_bid(bids)
    return "again" if decides is None else "decides" if decides == card else "other"


def standing(view: View) -> Fraction | None:
    """Return where a seat's points lie between the fewest and the most at the table.

    It is 0 for who has fewest, 1 for who has most; 1/2 where all have the same.
    """
    if view.seat is None:
        return None
    totals = totals_now(view)
    least, most = min(totals), max(totals)
    return Fraction(totals[view.seat] - least, most - least) if most > least else Fraction(1, 2)


def likelihood(view: View, outcome: Action) -> Fraction:
    """Return how likely chance was to bring an outcome, as far as a seat knows."""
    if view.phase is Phase.DEAL and isinstance(outcome, Deal):
        return view.game.deal.probability(outcome)
    return Fraction(0)


def _play(view: View, card: str) -> dict[str, Fraction]:
    """Return the chances that a card of mine wins the trick, and that another one does."""
    chances = {"wins": Fraction(0), "loses": Fraction(1)}
    if best_card((*view.trick, card), view.trump) != len(view.trick):
        return chances
    weaker = Counter(each[0] for each in {*unseen(view)}.difference(beaters(view, card)))
    counts = left(view)
    for added, chance in to_come(view, card).items():
        # All that are to come must be of the cards that do not beat mine.
        wins = prod(comb(weaker[colour], n) for colour, n in zip(COLOURS, added, strict=True))
        if wins:
            share = chance * Fraction(wins, prod(map(comb, counts, added)))
            chances["wins"] += share
            chances["loses"] -= share
    return chances


def _bid(view: View, number: int) -> dict[str, Fraction]:
    """Return the chances that my number decides, that another does, and that all bid again."""
    decides, again, cases = _bids(view, number)
    return {
        "decides": Fraction(decides, cases),
        "other": 1 - Fraction(decides + again, cases),
        "again": Fraction(again, cases),
    }


def bids_counted(view: View, card: str) -> tuple[int, int]:
    """Return in how many choices of the others' bids mine names the trump, and of how many."""
    decides, _, cases = _bids(view, NUMBER[card])
    return decides, cases


@lru_cache(maxsize=1 << 10)
def _bids(view: View, number: int) -> tuple[int, int, int]:
    """Return in how many ways the others' bids let my number decide, or nobody's, and of how many.

    In the bidding no void is known, so the others' bids are any cards of the unseen ones.
    """
    copies = Counter(NUMBER[card] for card in unseen(view))
    bids = view.game.players - 1
    cases = comb(sum(copies.values()), bids)
    higher_twice = {n: range(1) if n == number else _NOT_ONCE for n in copies if n >= number}
    decides = _choices(copies, bids, higher_twice)
    none_once = {n: range(1, 6) if n == number else _NOT_ONCE for n in copies}
    again = _choices(copies, bids, none_once) if copies[number] else 0
    return decides, again, cases


_NOT_ONCE = (0, 2, 3, 4, 5)


# --- counting -------------------------------------------------------------------------------------


def _choices(copies: Mapping[int, int], drawn: int, times: Mapping[int, Iterable[int]]) -> int:
    """Return in how many ways cards can be drawn so that numbers occur only so many times."""
    found = [1] + [0] * drawn  # by how many are drawn of the numbers looked at so far
    for number, there in copies.items():
        allowed = [k for k in times.get(number, range(6)) if k <= there]
        found = [
            sum(found[n - k] * comb(there, k) for k in allowed if k <= n) for n in range(drawn + 1)
        ]
    return found[drawn]


def _deals(counts: Counts, hands: Hidden) -> int:
    """Return in how many ways cards, so many of each colour, fill hidden hands."""
    return _sorted_deals(counts, tuple(sorted(hands)))


@lru_cache(maxsize=1 << 16)
def _sorted_deals(counts: Counts, hands: Hidden) -> int:
    if min(counts) < 0 or min(size for size, _ in hands) < 0:
        return 0
    alike: defaultdict[str, list[int]] = defaultdict(list)
    for size, void in hands:
        alike[void].append(size)
    totals = tuple(map(sum, alike.values()))
    held: Counter[tuple[int, ...]] = Counter()
    for colour, count in zip(COLOURS, counts, strict=True):
        if count:
            held[tuple(n for n, void in enumerate(alike) if colour not in void)] += count
    kinds = sorted(held.items(), key=lambda kind: (len(kind[0]), kind[0]))
    if not kinds:
        return int(not any(totals))
    within = prod(multinomial(sum(sizes), sizes) for sizes in alike.values())
    return within * ways(tuple((count, allowed) for allowed, count in kinds), totals)


def _void(hands: Hidden, which: Iterable[int], colour: str) -> Hidden:
    """Return hidden hands of which some hold no card of a colour either."""
    added = list(hands)
    for n in which:
        size, void = hands[n]
        added[n] = size, "".join(sorted({*void, colour}))
    return tuple(added)


def _shares(cards: int, hands: Hidden, colour: str) -> Iterator[tuple[int, ...]]:
    """Yield how many cards of a colour each hand may hold."""
    if not hands:
        if not cards:
            yield ()
        return
    (size, void), rest = hands[0], hands[1:]
    for taken in range(min(cards, 0 if colour in void else size) + 1):
        for others in _shares(cards - taken, rest, colour):
            yield (taken, *others)


@lru_cache(maxsize=1 << 10)
def _to_come(counts: Counts, hands: Hidden, later: int, led: str) -> Mapping[Counts, Fraction]:
    """Return how many cards of each colour the first `later` hands add to a trick.

    Hands of the same size and voids are alike, so it is enough to say how many of each sort cannot
    follow, and which colours these play: any of their cards. All deals in which these hold none of
    the led colour are counted, less those in which others hold none either (inclusion, exclusion).
    """
    total, of_led = _deals(counts, hands), COLOURS.index(led)
    chances: defaultdict[Counts, Fraction] = defaultdict(Fraction)
    sorts = list(Counter(hands[:later]).items())
    for offs in product(*(range(many + 1) for _, many in sorts)):
        choices = prod(comb(many, off) for (_, many), off in zip(sorts, offs, strict=True))
        played = prod(size**off for ((size, _), _), off in zip(sorts, offs, strict=True))
        followers = [
            ((*held, *hands[later:]), times) for held, times in _followers(sorts, offs, led)
        ]
        voids = tuple(void for (_, void), _ in sorts)
        for thrown, orders in _thrown(voids, offs, of_led):
            cases = choices * orders * prod(map(perm, counts, thrown))
            if not cases:
                continue
            rest = tuple(map(sub, counts, thrown))
            if found := sum([times * _deals(rest, held) for held, times in followers]):
                added = list(thrown)
                added[of_led] += later - sum(offs)
                chances[tuple(added)] += Fraction(cases * found, played * total)
    return dict(chances)


Sorts = list[tuple[tuple[int, str], int]]
"""Hands that are alike: their size and voids, and how many there are."""


@lru_cache(maxsize=1 << 10)
def _thrown(
    voids: tuple[str, ...], offs: tuple[int, ...], of_led: int
) -> tuple[tuple[Counts, int], ...]:
    """Return which colours those who cannot follow may play, with the number of orders."""
    found: Counter[Counts] = Counter({(0,) * len(COLOURS): 1})
    for void, off in zip(voids, offs, strict=True):
        may = [n for n, colour in enumerate(COLOURS) if n != of_led and colour not in void]
        for _ in range(off):
            more: Counter[Counts] = Counter()
            for thrown, orders in found.items():
                for n in may:
                    more[*thrown[:n], thrown[n] + 1, *thrown[n + 1 :]] += orders
            found = more
    return tuple(found.items())


def _followers(sorts: Sorts, offs: Sequence[int], led: str) -> Iterator[tuple[Hidden, int]]:
    """Yield the hands after their play, some of those that follow now without the led colour.

    How often each is to be counted: with a minus for an odd number of them.
    """
    lefts = [many - off for (_, many), off in zip(sorts, offs, strict=True)]
    for mores in product(*(range(left + 1) for left in lefts)):
        held: list[tuple[int, str]] = []
        for ((size, void), _), off, left, more in zip(sorts, offs, lefts, mores, strict=True):
            without = "".join(sorted({*void, led}))
            held += [(size - 1, without)] * off
            held += [(size, without)] * more + [(size, void)] * (left - more)
        yield tuple(held), (-1) ** sum(mores) * prod(map(comb, lefts, mores))


def _colours(shown: set[str], added: Counts) -> int:
    """Return how many colours a trick shows when it is complete."""
    return len(shown | {colour for colour, n in zip(COLOURS, added, strict=True) if n})


def _sum(chances: Iterable[Fraction]) -> Fraction:
    return sum(chances, Fraction(0))


class HispaniolaOdds(GameOdds[View]):
    """What the table asks about Hispaniola."""

    results = staticmethod(results)
    trial = staticmethod(trial)
    came = staticmethod(came)
    standing = staticmethod(standing)
    likelihood = staticmethod(likelihood)


odds = HispaniolaOdds()
