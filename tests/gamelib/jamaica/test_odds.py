"""Jamaica's odds equal the rules tried out in every case, icepool, and what simulations show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise, product
from math import sqrt
from random import Random

import icepool
import pytest

from gamelib import Match
from gamelib.counting import wilson
from gamelib.game import Lottery
from gamelib.jamaica import Jamaica
from gamelib.jamaica.chance import TWO_DICE
from gamelib.jamaica.odds import (
    HOME,
    START,
    Odds,
    Side,
    attack,
    battle,
    came,
    chain,
    cornered,
    defend,
    dice,
    home_within,
    in_lair,
    least_powder,
    likelihood,
    results,
    round_from,
    rounds_home,
    short,
    shortage,
    standing,
    steps,
    stolen,
    trial,
    trips,
)
from gamelib.jamaica.position import (
    BETH,
    CARDS,
    DECK,
    FACES,
    FORWARD,
    HOLDS,
    POWERS,
    SABRE,
    SAILING,
    STAR,
    TREASURES,
    Choose,
    Drawn,
    Fight,
    Found,
    Hidden,
    Holds,
    Keep,
    Move,
    Phase,
    Powder,
    Reroll,
    Reveal,
    SetDice,
    Ship,
    State,
    Stolen,
    Struck,
    TakeHidden,
    View,
)
from gamelib.jamaica.track import FOOD, GOLD, POWDER
from tests.gamelib.tables import slow

GAME = Jamaica(players=2)
FORWARD_ONLY = tuple(card for card in DECK if "backward" not in CARDS[card])


def holds(**tokens: int) -> Holds:
    full = [(kind, amount) for kind, amount in tokens.items() if amount]
    return (*full, *(None,) * (HOLDS - len(full)))


def at_sea(*ships: Ship, phase: Phase = Phase.FIGHT, card: int = 0) -> State:
    """Seat 0's go, in the morning of a round with a 3 and a 4."""
    game = Jamaica(players=len(ships))
    dealt = game.play(game.start(), game.deal.sample(Random(1)))
    return dealt._replace(phase=phase, ships=ships, dice=(3, 4), card=card, turn=0, mover=0)


# --- battles --------------------------------------------------------------------------------------


def mean(cases: list[tuple[Odds, Fraction]]) -> Odds:
    return Odds(*(sum((odds[n] * chance for odds, chance in cases), Fraction(0)) for n in range(3)))


def played_out(state: State, me: int) -> Odds:
    """How a battle comes out by the rules, every die tried: powder is any amount, and whoever has
    the sabre makes the best of it."""
    game = Jamaica(players=len(state.ships))
    if state.battle is None:
        return Odds(Fraction(0), Fraction(1), Fraction(0))
    if state.battle.winner is not None:
        won = state.battle.winner == me
        return Odds(Fraction(won), Fraction(0), Fraction(not won))
    turn = game.turn(state)
    if isinstance(turn, Lottery):
        cases = [(played_out(game.play(state, face), me), chance) for face, chance in turn]
        return mean(cases)
    options = [played_out(game.play(state, action), me) for action in game.actions(state)]
    if state.phase is Phase.SABRE:
        again, keep = options
        better = again.edge > keep.edge if turn == me else again.edge < keep.edge
        return again if better else keep
    if state.phase is Phase.PAY:  # from which holds powder is taken makes no difference
        return options[0]
    return mean([(odds, Fraction(1, len(options))) for odds in options])


FLEETS = {
    "plain": (holds(), (), holds(), ()),
    "powder": (holds(powder=2), (), holds(powder=3), ()),
    "Lady Beth": (holds(powder=1), (BETH,), holds(powder=2), ()),
    "my sabre": (holds(powder=1), (SABRE,), holds(powder=2), ()),
    "their sabre": (holds(powder=2), (), holds(powder=1), (BETH, SABRE)),
}


@pytest.mark.parametrize("fleet", FLEETS)
def test_a_battle_comes_out_as_the_rules_tried_out_in_every_case(fleet: str) -> None:
    mine, powers, theirs, their_powers = FLEETS[fleet]
    state = at_sea(Ship(1, 0, mine, powers), Ship(1, 0, theirs, their_powers))
    game, asked = GAME, Counter[str]()
    waiting = [game.play(state, Fight(1))]
    assert battle(game.observe(state, 0), Fight(1)) == played_out(waiting[0], 0)
    rng = Random(2)
    while waiting:
        state = waiting.pop()
        turn = game.turn(state)
        if state.battle is None or state.battle.winner is not None:
            continue
        if isinstance(turn, Lottery):
            faces = [face for face, _ in turn]
            waiting += [game.play(state, face) for face in rng.sample(faces, 2)]
            continue
        assert isinstance(turn, int)
        for action in game.actions(state):
            after = game.play(state, action)
            waiting.append(after)
            if isinstance(action, Powder | Reroll | Keep):
                asked[f"{action.code} {turn}"] += 1
                view = game.observe(state, turn)
                exact = played_out(after, turn)
                assert battle(view, action) == exact, (state, action)
                assert results(view, action) == exact._asdict()
    assert {"powder 0", "powder 1"} <= set(asked)
    assert ("sabre" in fleet) == any(kind.startswith("reroll") for kind in asked)


def test_odds_of_committed_powder_equal_all_36_cases_and_icepool() -> None:
    plain = icepool.Die(FACES[:-1])  # neither has the star
    for mine, theirs in product(range(0, 8, 3), range(0, 10, 3)):
        cases = Counter[str]()
        for one, two in product(FACES, repeat=2):
            if one == STAR:
                cases["win"] += 1
            elif two == STAR:
                cases["lose"] += 1
            else:
                more = one + mine - two - theirs
                cases["win" if more > 0 else "lose" if more < 0 else "tie"] += 1
        odds = attack(Side(mine), Side(theirs))
        assert odds == tuple(Fraction(cases[code], 36) for code in ("win", "tie", "lose"))
        assert sum(odds) == 1
        gap = (plain + mine) - (plain + theirs)
        assert odds.win == Fraction(1, 6) + Fraction(25, 36) * gap.probability(">", 0)
        assert odds.tie == Fraction(25, 36) * gap.probability("==", 0)
    assert attack(Side(1, beth=True), Side(3)) == attack(Side(0), Side(0))


def test_defending_answers_a_known_total() -> None:
    for total, powder in product((2, 7, 12), (0, 1, 5)):
        wins = sum(face == STAR or face + powder > total for face in FACES)
        ties = sum(face != STAR and face + powder == total for face in FACES)
        assert defend(total, Side(powder)) == (
            Fraction(wins, 6), Fraction(ties, 6), Fraction(6 - wins - ties, 6),
        )  # fmt: skip
    again = defend(6, Side(sabre=True))
    assert again.win == Fraction(3, 6) + Fraction(3, 6) * Fraction(3, 6)  # 2, 4 and 6 roll again
    assert defend(6, Side(), sabre=True).win < defend(6, Side()).win


def test_the_least_powder_reaches_the_wanted_chance_and_one_less_does_not() -> None:
    for wanted in (Fraction(1, 2), Fraction(2, 3), Fraction(4, 5)):
        powder = least_powder(wanted, Side(powder=2))
        assert powder is not None
        assert attack(Side(powder), Side(2)).win >= wanted > attack(Side(powder - 1), Side(2)).win
    assert least_powder(Fraction(9, 10), Side()) is None  # the other's star comes once in six
    assert least_powder(Fraction(9, 10), Side(), sabre=True) is not None


# --- dice and trips -------------------------------------------------------------------------------


def test_two_dice_and_steps_equal_icepool() -> None:
    d6 = icepool.d6
    higher, lower = icepool.highest(d6, d6), icepool.lowest(d6, d6)
    assert dice(max) == {n: higher.probability("==", n) for n in range(1, 7)}
    assert dice(min) == {n: lower.probability("==", n) for n in range(1, 7)}
    for card in DECK:
        moved = icepool.Die([0])
        for kind in CARDS[card]:
            if kind in SAILING:
                moved = moved + (d6 if kind == FORWARD else -d6)
        assert steps((card,)) == {n: moved.probability("==", n) for n in moved.outcomes()}
    mean = sum(n * chance for n, chance in steps().items())
    assert mean == sum(n * chance for card in DECK for n, chance in steps((card,)).items()) / 11


def ways(state: State, spaces: tuple[int, ...] = ()) -> Iterator[tuple[tuple[int, ...], bool]]:
    """Where seat 0's go can lead by the rules, when nobody else is in the way."""
    game = Jamaica(players=len(state.ships))
    if state.mover != 0 or state.phase is Phase.OVER:
        yield spaces, False
        return
    if state.phase is Phase.SHORTAGE:
        yield spaces, True
        return
    turn = game.turn(state)
    if isinstance(turn, Lottery):  # which treasure is found makes no difference
        yield from ways(game.play(state, next(iter(turn))[0]), spaces)
        return
    for action in game.actions(state):
        stop = (action.space,) if isinstance(action, Move) else ()
        yield from ways(game.play(state, action), (*spaces, *stop))


def test_trips_are_the_ways_the_rules_allow() -> None:
    rng = Random(4)
    kinds, shorts, forks = (FOOD, GOLD, POWDER), 0, 0
    for _ in range(150):
        cargo = tuple(
            (rng.choice(kinds), rng.randint(1, 6)) if rng.random() < 0.6 else None
            for _ in range(HOLDS)
        )
        ship = Ship(rng.choice((0, *range(3, 50))), rng.choice((0, 0, -1)), cargo, ())
        card, thrown = rng.choice(DECK), (rng.randint(1, 6), rng.randint(1, 6))
        away = Ship(0, 0, holds(), ())
        state = at_sea(ship, away, phase=Phase.REVEAL)
        state = state._replace(dice=thrown, card=None, captain=0, chosen=(card, 0))
        view = GAME.observe(state, 0)
        found = {(trip.spaces, trip.short) for trip in trips(view, card, *thrown)}
        assert found == set(ways(GAME.play(state, Reveal()))), (ship, card, thrown)
        assert short(view, card, *thrown) == all(bad for _, bad in found)
        shorts += short(view, card, *thrown)
        forks += len(found) > 1
    assert min(shorts, forks) > 15


def test_the_risk_of_a_shortage_counts_the_throws() -> None:
    ship, away = Ship(14, 0, holds(food=3), ()), Ship(0, 0, holds(), ())
    state = at_sea(ship, away, phase=Phase.ROLL)._replace(dice=(), card=None, captain=1)
    state = state._replace(hands=((0, 3), state.hands[1]))
    view = GAME.observe(state, 0)
    for card in view.hand:
        bad = [
            pair for pair in product(range(1, 7), repeat=2) if short(view, card, *pair)
        ]  # fmt: skip
        assert shortage(view, card) == Fraction(len(bad), 36)
    both = [
        pair
        for pair in product(range(1, 7), repeat=2)
        if all(short(view, card, *pair) for card in view.hand)
    ]
    assert cornered(view) == Fraction(len(both), 36)
    assert 0 < cornered(view) < 1
    # A captain turns the dice round where that helps.
    mine = GAME.observe(state._replace(captain=0, turn=0, mover=0), 0)
    saved = [(one, two) for one, two in both if (two, one) in both]
    assert cornered(mine) == Fraction(len(saved), 36)
    assert shortage(mine, 0) <= shortage(view, 0)


# --- treasures ------------------------------------------------------------------------------------


def before_chance(phase: Phase) -> Iterator[View]:
    """Views of random races, of the seat for which chance is about to decide."""
    for seed in range(12):
        match = Match(Jamaica(players=5, max_rounds=40), seed=seed)
        while match.turn is not None:
            if match.state.phase is phase:
                yield match.game.observe(match.state, match.state.turn)
            match.step()


def test_what_lies_in_a_lair_is_as_likely_as_among_imagined_worlds() -> None:
    rng, seen = Random(6), 0
    for n, view in enumerate(before_chance(Phase.TREASURE)):
        if n % 5:
            continue
        chances = in_lair(view)
        assert sum(chances.values()) == 1
        worlds = [view.game.imagine(view, rng) for _ in range(600)]
        for treasure, chance in chances.items():
            shares = [world.treasures.count(treasure) / len(world.treasures) for world in worlds]
            assert sum(shares) / len(shares) == pytest.approx(float(chance), abs=0.02)
            assert likelihood(view, Found(treasure)) == chance
        seen += any(None in row for row in view.hidden)
        if seen > 3:
            return
    pytest.fail("too few treasures lay face down")


def test_what_a_theft_brings_is_as_likely_as_among_imagined_worlds() -> None:
    rng = Random(7)
    for seen, view in enumerate(before_chance(Phase.THEFT)):
        chances = stolen(view)
        assert sum(chances.values()) == 1
        drawn = Counter(
            view.game.turn(view.game.imagine(view, rng)).sample(rng).treasure  # type: ignore[union-attr]
            for _ in range(600)
        )
        for treasure, count in drawn.items():
            low, high = wilson(count, 600, z=4)
            assert low <= chances[treasure] <= high
        before = view._replace(phase=Phase.LOOT)
        cursed = sum(chance for treasure, chance in chances.items() if treasure < 0)
        assert results(before, TakeHidden()) == {"gold": 1 - cursed, "cursed": cursed}
        came = trial(before, TakeHidden(), rng)
        assert came in ("gold", "cursed")
        assert sum(likelihood(view, Stolen(n)) for n in set(TREASURES)) == 1
        if seen == 5:
            return
    pytest.fail("too few thefts")


# --- the race -------------------------------------------------------------------------------------


def simulated(cards: tuple[int, ...], rng: Random) -> int:
    """Rounds of one race, by plain steps along the track's links."""
    track, place, lap, rounds = GAME.track, 0, 0, 0
    back = {n: [m for m, space in enumerate(track) if n in space.next] for n in range(len(track))}
    while True:
        rounds += 1
        for kind in CARDS[rng.choice(cards)]:
            for _ in range(rng.randint(1, 6) if kind in SAILING else 0):
                if kind == FORWARD:
                    place = rng.choice(track[place].next)
                    lap += place == 0
                else:
                    lap -= place == 0
                    place = rng.choice(back[place])
                if lap == 1:
                    return rounds


@slow
@pytest.mark.parametrize("cards", [FORWARD_ONLY, DECK], ids=["forward only", "all cards"])
def test_rounds_home_agree_with_simulation_and_with_the_chances(cards: tuple[int, ...]) -> None:
    expected = rounds_home(GAME.sea, cards)[START]
    games = [simulated(cards, Random(seed)) for seed in range(1500)]
    mean = sum(games) / len(games)
    spread = sqrt(sum((one - mean) ** 2 for one in games) / len(games))
    assert abs(mean - expected) < 4 * spread / sqrt(len(games))
    home = home_within(GAME.sea, 12, cards)
    assert home[0] == 0
    assert all(one <= two for one, two in pairwise(home))
    for n in (8, 12):
        low, high = wilson(sum(one <= n for one in games), len(games), z=4)
        assert low <= home[n] <= high


def test_the_chain_is_one_and_its_equations_hold() -> None:
    ways_on, expected = chain(GAME.sea, DECK), rounds_home(GAME.sea, DECK)
    for place, after in ways_on.items():
        assert sum(after.values()) == 1
        if place != HOME:
            assert expected[place] == 1 + sum(p * expected[there] for there, p in after.items())
    assert round_from(GAME.sea, (0, 49), (0,))[HOME] == 1
    with pytest.raises(ValueError, match="never comes home"):
        rounds_home(GAME.sea, (7,))  # food and powder: it never sails


# --- what the table asks --------------------------------------------------------------------------


@slow
def test_trials_come_out_as_often_as_the_results_say() -> None:
    """In battles all can come; elsewhere results are certain, and a trial says the same."""
    rng, seen = Random(9), Counter[str]()
    for seed in range(5):
        match = Match(Jamaica(players=4, max_rounds=30), seed=seed)
        while match.turn is not None:
            turn, state = match.turn, match.state
            if isinstance(turn, int) and len(match.actions) > 1 and rng.random() < 0.25:
                view = match.game.observe(state, turn)
                action = rng.choice(match.actions)
                chances = results(view, action)
                assert sum(chances.values()) == 1
                certain = 1 in chances.values()
                times = 3 if certain else 200
                came = Counter(trial(view, action, rng) for _ in range(times))
                for code, chance in chances.items():
                    low, high = wilson(came[code], times, z=4.5)
                    assert low <= chance <= high or (certain and came[code] == times * chance)
                assert sum(came[code] for code in chances) == times
                seen[f"{action.code} {certain}"] += 1
            match.step()
    assert {"powder False", "move True", "choose True"} <= set(seen), seen


def test_chance_is_as_likely_as_its_lottery_where_all_is_open() -> None:
    view = GAME.observe(GAME.start(), 0)
    for throw, chance in TWO_DICE:
        assert likelihood(view, throw) == chance
    assert sum(likelihood(view, Struck(face)) for face in FACES) == 1
    match = Match(Jamaica(players=3), seed=1)
    while match.state.phase is not Phase.DRAW:
        match.step()
    seat = match.state.turn
    mine = match.game.observe(match.state, seat)
    assert sum(likelihood(mine, Drawn(card)) for card in DECK) == 1
    assert {card for card in DECK if likelihood(mine, Drawn(card))} == set(mine.pile)


# --- what came of it, and how a seat stands -------------------------------------------------------


@pytest.mark.rule("JA-4")
def test_the_dice_set_are_as_risky_as_the_share_of_cards_that_run_short() -> None:
    """A card taken blindly; what came of it is what the card means that was chosen then."""
    start = GAME.start()
    ship = start.ships[0]._replace(space=4, holds=(None,) * 5)
    state = start._replace(
        phase=Phase.DICE, dice=(1, 2), hands=((0, 5, 10), *start.hands[1:]),
        ships=(ship, *start.ships[1:]),
    )  # fmt: skip
    view, dice = GAME.observe(state, 0), SetDice(1, 2)
    assert [short(view, card, 1, 2) for card in view.hand] == [True, True, False]
    assert results(view, dice) == {"card_pays": Fraction(1, 3), "card_short": Fraction(2, 3)}
    assert {trial(view, dice, Random(seed)) for seed in range(20)} == {"card_pays", "card_short"}
    after = GAME.play(state, dice)
    known = GAME.observe(after, 0)
    assert came(view, dice, [known]) is None
    for card, code in ((0, "card_short"), (5, "card_short"), (10, "card_pays")):
        chosen = GAME.observe(GAME.play(after, Choose(card)), 0)
        assert came(view, dice, [known, chosen]) == code


@pytest.mark.rule("JA-9")
def test_a_battle_has_come_out_once_it_is_over_for_either_side() -> None:
    start = GAME.start()
    ships = (start.ships[0]._replace(space=4), start.ships[1]._replace(space=4), *start.ships[2:])
    state = start._replace(phase=Phase.FIGHT, ships=ships, card=0, dice=(1, 1), tokens=())
    for faces, codes in (
        ((STAR,), ("win", None)), ((8, 6), ("win", "lose")), ((8, STAR), ("lose", "win")),
        ((6, 6), ("tie", "tie")),
    ):  # fmt: skip
        now, states = GAME.play(state, Fight(1)), list[State]()
        defended = None
        for face in faces:
            if now.turn == 1:
                defended = len(states)
            now = GAME.play(now, Powder(0))
            states.append(now)
            now = GAME.play(now, Struck(face))
            states.append(now)
        mine, theirs = ([GAME.observe(each, seat) for each in states] for seat in (0, 1))
        assert came(GAME.observe(state, 0), Fight(1), mine[:-1]) is None
        assert came(GAME.observe(state, 0), Fight(1), mine) == codes[0]
        if defended is not None:
            before = theirs[defended - 1]
            assert came(before, Powder(0), theirs[defended:-1]) is None
            assert came(before, Powder(0), theirs[defended:]) == codes[1]


@pytest.mark.rule("JA-13")
def test_a_seat_stands_by_the_ships_it_would_beat_if_the_race_ended_now() -> None:
    four = Jamaica(players=4)
    start = four.start()
    assert [standing(four.observe(start, seat)) for seat in range(4)] == [Fraction(1, 2)] * 4
    assert standing(four.observe(start, None)) is None
    places = (45, 20, 30, 30)
    ships = [ship._replace(space=n) for ship, n in zip(start.ships, places, strict=True)]
    ships[1] = ships[1]._replace(holds=(("gold", 6), ("gold", 6), None, None, None))
    state = start._replace(ships=tuple(ships))
    shares = [standing(four.observe(state, seat)) for seat in range(4)]
    assert shares == [Fraction(1), Fraction(2, 3), Fraction(1, 6), Fraction(1, 6)]
    lucky = Hidden(7, 1 << 3)
    state = state._replace(hidden=((), (), (), (lucky,)))
    assert standing(four.observe(state, 3)) == Fraction(1, 3), "9 points for space and gold, 5 here"
    unknown = [n for n in TREASURES if n not in POWERS]
    assert Fraction(sum(unknown), len(unknown)) == 2, "what others take it for"
    assert standing(four.observe(state, 2)) == 0


def test_at_the_end_whoever_has_won_alone_beats_all_others() -> None:
    for seed in range(3):
        match = Match(Jamaica(players=3), seed=seed)
        match.run()
        outcome = match.game.outcome(match.state)
        assert outcome is not None
        for seat in range(3):
            share = standing(match.game.observe(match.state, seat))
            assert (share == 1) == (outcome.winners == (seat,))
