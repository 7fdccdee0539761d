"""The characters of Auberge des Pirates play legally, and as their names say."""

from collections.abc import Sequence
from fractions import Fraction
from math import sqrt
from random import Random
from statistics import mean, stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamelib.auberge import Accuse, Attack, Auberge, Challenge, Draw, Phase, Place, State, View
from gamelib.auberge.odds import accuse_chance, advice, draw_risk
from gamelib.auberge.players import PLAYERS, Accuser, Bluffer, Counter, Peaceful, break_even
from gamelib.counting import add, cards, remove, wilson
from gamelib.game import Action, Deal, Hands
from gamelib.match import Match
from gamelib.players import Player, known_players, name_of, player_named
from tests.gamelib.tables import slow

NAMES = ("peaceful", "bluffer", "counter")


def position(
    hands: Hands, tables: Hands, pile: tuple[int, ...] | None = None
) -> tuple[View, tuple[Action, ...]]:
    """What seat 0 knows on its turn, and may do; the pile is the rest, or the rest is discarded."""
    game = Auberge(players=len(hands))
    rest = remove(game.deck, [card for row in hands + tables for card in row])
    pile = cards(rest) if pile is None else pile
    state = State(
        phase=Phase.TURN,
        turn=0,
        alive=tuple(range(game.players)),
        hands=hands,
        tables=tables,
        pile=add((0,) * 11, pile),
        discard=remove(rest, pile),
    )
    return game.observe(state, 0), game.actions(state)


def choice(player: Player, at: tuple[View, tuple[Action, ...]]) -> Action:
    return player(*at, Random(1))


def decisions(players: int, seed: int) -> list[tuple[View, tuple[Action, ...]]]:
    """What the seat to move knew and could do, all along a match played at random."""
    match = Match(Auberge(players, reshuffle=seed % 2 == 0), seed)
    match.run()
    game = match.game
    return [
        (game.observe(state, state.turn), actions)
        for state in match.states
        if (actions := game.actions(state))
    ]


any_decision = given(
    players=st.sampled_from(Auberge.player_counts), seed=st.integers(0, 10**6), luck=st.integers()
)


def test_the_characters_are_known_by_name() -> None:
    game = Auberge(players=4)
    assert tuple(PLAYERS) == NAMES
    for name in NAMES:
        assert name in known_players(game)
        assert player_named(game, name) is PLAYERS[name]


@pytest.mark.parametrize("name", NAMES)
@any_decision
def test_a_character_plays_legally_wherever_random_play_leads(
    name: str, players: int, seed: int, luck: int
) -> None:
    for view, actions in decisions(players, seed):
        assert PLAYERS[name](view, actions, Random(luck)) in actions


@given(data=st.data(), players=st.sampled_from(Auberge.player_counts), seed=st.integers(0, 10**6))
def test_characters_play_each_other_to_the_end_the_same_way_for_the_same_seed(
    data: st.DataObject, players: int, seed: int
) -> None:
    lineup = data.draw(st.lists(st.sampled_from(NAMES), min_size=players, max_size=players))
    one, two = (Match(Auberge(players), seed, lineup) for _ in range(2))
    assert one.run() == two.run()
    assert one.states == two.states


# -- as their names say ----------------------------------------------------------------------------


@any_decision
def test_peaceful_takes_the_least_risk_that_accuses_nobody(
    players: int, seed: int, luck: int
) -> None:
    for view, actions in decisions(players, seed):
        risks = {entry.action: entry.risk for entry in advice(view)}
        chosen = Peaceful()(view, actions, Random(luck))
        harmless = [action for action in actions if not isinstance(action, Accuse)]
        assert chosen in (harmless or actions)
        assert risks[chosen] == min(risks[action] for action in harmless or actions)


def test_peaceful_accuses_only_when_nothing_else_is_left() -> None:
    hands: Hands = ((), (7, 7), (8,))
    tables: Hands = ((5,), (4, 7), (9,))
    at = position(hands, tables, pile=())
    assert at[1] == (Accuse(1), Accuse(2))
    assert choice(Peaceful(), at) == Accuse(1), "the likelier pair, if it has to be"
    assert not isinstance(choice(Peaceful(), position(hands, tables, pile=(9,))), Accuse)


@pytest.mark.parametrize("nerve", [Fraction(0), Fraction(1, 4), Fraction(2, 5), Fraction(1)])
@any_decision
def test_bluffer_draws_exactly_while_the_risk_is_within_its_nerve(
    nerve: Fraction, players: int, seed: int, luck: int
) -> None:
    for view, actions in decisions(players, seed):
        chosen = Bluffer(nerve)(view, actions, Random(luck))
        bold = Draw() in actions and draw_risk(view) <= nerve
        risks = {entry.action: entry.risk for entry in advice(view)}
        if bold:
            assert chosen == Draw()
        else:
            assert risks[chosen] == min(risks.values())


def test_bluffer_draws_on_with_a_pair_in_its_hand() -> None:
    at = position(((2, 2), (5, 7)), ((1,), (6,)))
    assert draw_risk(at[0]) == 0, "both 2s and the 1 are seen"
    assert choice(Bluffer(), at) == Draw()


@pytest.mark.parametrize(("players", "even"), [(2, "1/2"), (3, "2/3"), (4, "3/4"), (8, "7/8")])
def test_break_even_is_where_a_right_accusation_makes_up_for_a_wrong_one(
    players: int, even: str
) -> None:
    assert break_even(players) == Fraction(even)
    # Accusing then wins as often as sitting still among equals: one time in `players`.
    assert break_even(players) * Fraction(1, players - 1) == Fraction(1, players)


@any_decision
def test_counter_accuses_the_likeliest_when_that_pays_and_else_takes_the_least_risk(
    players: int, seed: int, luck: int
) -> None:
    fear = Fraction(1, 2)
    for view, actions in decisions(players, seed):
        chosen = Counter(fear)(view, actions, Random(luck))
        pairs = {a.target: accuse_chance(view, a.target) for a in actions if isinstance(a, Accuse)}
        if pairs and max(pairs.values()) > break_even(len(view.alive)):
            assert isinstance(chosen, Accuse)
            assert pairs[chosen.target] == max(pairs.values())
        else:
            risks = {
                entry.action: entry.risk * (fear if entry.action == Draw() else 1)
                for entry in advice(view)
            }
            assert risks[chosen] == min(risks.values())


@pytest.mark.parametrize(
    ("pile", "chance", "accuses"),
    [
        # Hidden from seat 0 are the card of seat 1 and the pile; before seat 1 lies a 6.
        ((9,), Fraction(1, 2), False),
        ((6, 9), Fraction(2, 3), True),
        ((9, 9), Fraction(1, 3), False),
    ],
)
def test_counter_accuses_only_above_its_break_even(
    pile: tuple[int, ...], chance: Fraction, accuses: bool
) -> None:
    at = position(((3,), (6,)), ((5,), (6,)), pile)
    assert accuse_chance(at[0], 1) == chance
    assert choice(Counter(), at) == (Accuse(1) if accuses else Attack(card=3, target=1))


def test_counter_breaks_up_its_own_pair_first() -> None:
    at = position(((3, 7, 7), (2, 8), (1, 9)), ((5,), (7,), (6,)))
    assert choice(Counter(), at) == Attack(card=7, target=2), "before seat 1 lies a 7"
    at = position(((5, 9), (2, 8), (1, 8)), ((5,), (4,), (6,)))
    chosen = choice(Counter(), at)
    assert isinstance(chosen, Attack)
    assert chosen.card == 5, "with the 5 on the table it is a pair, though 9s are commoner"


def test_counter_attacks_where_a_pair_becomes_likeliest() -> None:
    # Without a pair of its own: the commoner card, before the player who holds more cards.
    at = position(((2, 9), (3, 8), (1, 4, 7)), ((5,), (10,), (10,)))
    assert choice(Counter(), at) == Attack(card=9, target=2)


def test_counter_lays_the_rarest_card_first() -> None:
    match = Match(Auberge(players=2))
    match.play(Deal(((4, 4, 5), (8, 9, 10))))
    view = match.game.observe(match.state, 0)
    assert Counter()(view, match.actions, Random(1)) == Place(4), "two 4s are left, and four 5s"


def test_counter_weighs_a_pair_in_its_hand_by_its_fear() -> None:
    # No card to attack with. Of the seven cards hidden in the pile and with seat 1, a 3 and a 9
    # would make a pair before seat 0, and a 4 before seat 1; they hold it 2 times in 7.
    at = position(((), (5, 8)), ((3, 9), (4, 10)), pile=(3, 9, 4, 1, 2))
    risks = {entry.action: entry.risk for entry in advice(at[0])}
    assert risks == {
        Challenge(1): Fraction(1, 7),
        Accuse(1): Fraction(5, 7),
        Draw(): Fraction(2, 7),
    }
    assert choice(Counter(fear=Fraction(1, 3)), at) == Draw()
    assert choice(Counter(fear=Fraction(1)), at) == Challenge(1)


@any_decision
def test_the_accuser_accuses_the_likeliest_beyond_its_threshold_only(
    players: int, seed: int, luck: int
) -> None:
    for view, actions in decisions(players, seed):
        chances = {a: accuse_chance(view, a.target) for a in actions if isinstance(a, Accuse)}
        for sure in (Fraction(1, 4), Fraction(3, 4)):
            chosen = Accuser(sure)(view, actions, Random(luck))
            if max(chances.values(), default=Fraction(0)) > sure:
                assert chances[chosen] == max(chances.values())  # type: ignore[index]
            else:
                assert chosen == Peaceful()(view, actions, Random(luck))


def test_the_accuser_wants_more_than_its_threshold() -> None:
    # Seat 1 has one of 7 hidden cards in hand, and a 3 or a 9 would pair.
    at = position(((), (5,)), ((8,), (3, 9)), pile=(3, 9, 4, 1, 2, 6))
    assert accuse_chance(at[0], 1) == Fraction(2, 7)
    assert choice(Accuser(Fraction(2, 7)), at) != Accuse(1)
    assert choice(Accuser(Fraction(2, 7) - Fraction(1, 1000)), at) == Accuse(1)
    assert name_of(Accuser()) == "accuser 3/4"


# -- how well they do ------------------------------------------------------------------------------


def wins(lineup: Sequence[str], matches: int) -> list[bool]:
    """Whether the first of the lineup wins, match by match; everybody moves on a seat each time."""
    players = len(lineup)
    results = []
    for seed in range(matches):
        seat = seed % players
        seats = [lineup[(other - seat) % players] for other in range(players)]
        results.append(Match(Auberge(players), seed, seats).run().winners == (seat,))
    return results


@slow
@pytest.mark.parametrize(("name", "more"), [("peaceful", 0.1), ("bluffer", 0.05), ("counter", 0.2)])
def test_a_character_beats_random_on_the_same_seeds(name: str, more: float) -> None:
    """Its share of wins among three random players, less that of a random player in its place."""
    others = ["random"] * 3
    pairs = zip(wins([name, *others], 400), wins(["random", *others], 400), strict=True)
    gains = [mine - theirs for mine, theirs in pairs]
    assert mean(gains) - 3 * stdev(gains) / sqrt(len(gains)) > more


@pytest.mark.parametrize(
    ("better", "worse"), [("bluffer", "peaceful"), ("counter", "bluffer"), ("counter", "peaceful")]
)
def test_bluffing_pays_against_the_peaceful_and_counting_against_both(
    better: str, worse: str
) -> None:
    won = wins([better, worse], 300)
    low, _ = wilson(sum(won), len(won), z=3)
    assert low > 0.5
