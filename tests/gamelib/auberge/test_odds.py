"""The odds of Auberge des Pirates equal what enumerating every possible deal gives.

The enumeration here knows nothing of `gamelib.counting`: it lays out physical cards one by one and
lets the rules play on. On the real deck, icepool is the second opinion.
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, pairwise
from typing import Any

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamelib.auberge import (
    Accuse,
    Attack,
    Auberge,
    Challenge,
    Draw,
    Drawn,
    Phase,
    Place,
    State,
    Turned,
    View,
)
from gamelib.auberge.odds import (
    Advice,
    accuse_chance,
    advice,
    challenge_risk,
    draw_risk,
    held,
    hidden,
    likelihood,
    next_card,
    pair_curve,
    unseen,
)
from gamelib.auberge.rules import Sight
from gamelib.counting import counts
from gamelib.game import Deal, IllegalAction
from gamelib.match import Match
from tests.gamelib.tables import numbers, slow

# A deck for each number of players, small enough to lay out every deal.
DECKS = {
    2: counts({1: 1, 2: 2, 3: 3, 4: 2}),
    3: counts({1: 1, 2: 2, 3: 3, 4: 3, 5: 2}),
    4: counts({1: 1, 2: 2, 3: 3, 4: 4, 5: 3}),
}
MANY = 3000  # worlds to enumerate for one view, at most


def ways_to_lay_out(cards: Sequence[int], sizes: Sequence[int]) -> Iterator[list[list[int]]]:
    """Every way to lay these physical cards into places of these sizes (equal values are two
    cards all the same, so each way is as likely as any other).
    """
    if not sizes:
        yield []
        return
    for chosen in combinations(range(len(cards)), sizes[0]):
        rest = [card for n, card in enumerate(cards) if n not in chosen]
        for others in ways_to_lay_out(rest, sizes[1:]):
            yield [[cards[n] for n in chosen], *others]


def deck_of(game: Auberge) -> list[int]:
    return [value for value, copies in enumerate(game.deck) for _ in range(copies)]


def heap(game: Auberge, cards: Sequence[int]) -> tuple[int, ...]:
    return tuple(cards.count(value) for value in range(len(game.deck)))


def has_chosen(view: View, seat: int) -> bool:
    return view.phase is Phase.FIRST_CARD and seat < view.turn


def hidden_places(view: View) -> list[int]:
    """How many cards are hidden in each hand, in each card chosen face down, and in the pile."""
    seats = range(view.game.players)
    return [
        *(0 if s == view.seat else view.hand_sizes[s] - len(view.known[s]) for s in seats),
        *(int(has_chosen(view, s) and s != view.seat) for s in seats),
        view.pile_size,
    ]


def hidden_cards(view: View) -> list[int]:
    """The deck less every card the view shows."""
    left = deck_of(view.game)
    shown = [*view.hand, *(card for row in view.tables + view.known for card in row)]
    shown += [value for value, copies in enumerate(view.discard) for _ in range(copies)]
    shown += [] if view.first is None else [view.first]
    for card in shown:
        left.remove(card)
    return left


def number_of_worlds(view: View) -> int:
    ways, left = 1, sum(hidden_places(view))
    for size in hidden_places(view):
        for n in range(size):
            ways = ways * (left - n) // (n + 1)
        left -= size
    return ways


def worlds(view: View) -> Iterator[State]:
    """Every full state that this view may be a view of, once for each way to lay out the cards."""
    game, players = view.game, view.game.players
    for places in ways_to_lay_out(hidden_cards(view), hidden_places(view)):
        hands = [tuple(sorted([*view.known[s], *places[s]])) for s in range(players)]
        first = [places[players + s] for s in range(players)]
        if view.seat is not None:
            hands[view.seat] = view.hand
            first[view.seat] = [] if view.first is None else [view.first]
        world = State(
            phase=view.phase,
            turn=view.turn,
            alive=view.alive,
            hands=tuple(hands),
            tables=view.tables,
            pile=heap(game, places[-1]),
            discard=view.discard,
            first=tuple(card for chosen in first for card in chosen),
            target=view.target,
            sights=tuple(
                Sight(view.seat, s, view.known[s])
                for s in range(players)
                if view.known[s] and view.seat is not None
            ),
        )
        assert game.observe(world, view.seat) == view
        yield world


def next_cards(world: State) -> list[int]:
    return [value for value, copies in enumerate(world.pile) for _ in range(copies)]


def share(cases: Sequence[bool]) -> Fraction:
    return Fraction(sum(cases), len(cases))


def with_pair(cards: Sequence[int]) -> bool:
    return any(cards.count(card) > 1 for card in cards)


def cards_of(world: State, seat: int) -> tuple[int, ...]:
    face_down = world.first[seat : seat + 1]
    return world.hands[seat] + face_down + world.tables[seat]


def check_against(view: View, possible: Sequence[State]) -> None:
    """Compare every answer for a view with the share of cases, among these worlds."""
    others = [seat for seat in view.alive if seat != view.seat]
    for target in others:
        assert accuse_chance(view, target) == share(
            [with_pair(cards_of(world, target)) for world in possible]
        )
    if not view.pile_size:
        return
    cases = [(world, card) for world in possible for card in next_cards(world)]
    drawn = [card for _, card in cases]
    assert dict(next_card(view)) == {
        value: Fraction(drawn.count(value), len(drawn)) for value in set(drawn)
    }
    for target in others:
        assert challenge_risk(view, target) == share(
            [card in world.tables[target] for world, card in cases]
        )
    if view.seat is not None and view.seat in view.alive:
        assert draw_risk(view) == share(
            [card in cards_of(world, view.seat) for world, card in cases]
        )


def check(view: View) -> None:
    check_against(view, list(worlds(view)))


def reached(game: Auberge, seed: int) -> list[State]:
    match = Match(game, seed)
    match.run()
    return match.states


small_games = st.builds(
    lambda players, reshuffle: Auberge(players, reshuffle=reshuffle, deck=DECKS[players]),
    st.sampled_from(sorted(DECKS)),
    st.booleans(),
)


@given(game=small_games, seed=st.integers(0, 10**6), data=st.data())
def test_odds_equal_the_share_among_all_deals_that_fit_the_view(
    game: Auberge, seed: int, data: st.DataObject
) -> None:
    views = [
        view
        for state in reached(game, seed)
        for seat in (None, *range(game.players))
        if number_of_worlds(view := game.observe(state, seat)) <= MANY
    ]
    check(data.draw(st.sampled_from(views)))


def test_views_of_every_kind_are_few_enough_worlds_to_be_checked() -> None:
    """The test above leaves out views with too many worlds; here is what it has left."""
    kinds = set()
    for players, deck in DECKS.items():
        for reshuffle in (False, True):
            game = Auberge(players, reshuffle=reshuffle, deck=deck)
            for seed in range(30):
                for state in reached(game, seed):
                    for seat in (None, *range(players)):
                        view = game.observe(state, seat)
                        if number_of_worlds(view) <= MANY:
                            who = "all" if seat is None else "in" if seat in view.alive else "out"
                            kinds.add((players, view.phase, who))
    expected = {
        (players, phase, who)
        for players in DECKS
        for phase in (Phase.TURN, Phase.CHALLENGE, Phase.DRAW, Phase.OVER)
        for who in ("all", "in", "out")
        if players > 2 or who != "out" or phase is Phase.OVER  # of two, one out is the end
    }
    expected |= {(2, Phase.FIRST_CARD, "all"), (2, Phase.FIRST_CARD, "in")}
    assert kinds >= expected


@slow
def test_odds_of_a_watcher_count_what_it_saw_in_an_accusation() -> None:
    """Seats that are out and know cards of a hand that has changed since they saw it."""
    checked = grown = shrunk = certain = 0
    for seed in range(400):
        game = Auberge(3 + seed % 2, reshuffle=seed % 3 == 0, deck=DECKS[3 + seed % 2])
        states = reached(game, seed)
        for before, state in pairwise(states):
            for sight in state.sights:
                view = game.observe(state, sight.seat)
                if not sight.cards or before.hands == state.hands or number_of_worlds(view) > MANY:
                    continue
                check(view)
                checked += 1
                grown += len(state.hands[sight.target]) > len(sight.cards)
                shrunk += any(s.cards != sight.cards for s in before.sights)
                certain += accuse_chance(view, sight.target) in (0, 1)
    assert checked > 100
    assert min(grown, shrunk, certain, checked - certain) > 20


def all_worlds(view: View) -> Iterator[State]:
    """As `worlds`, but from scratch: lay out the whole deck, and keep what looks like the view."""
    game, players = view.game, view.game.players
    spots = [len(table) for table in view.tables]
    sizes = [
        *(len(seen) for seen in view.known),
        *(size - len(seen) for size, seen in zip(view.hand_sizes, view.known, strict=True)),
        *(int(has_chosen(view, seat)) for seat in range(players)),
        sum(view.discard),
        view.pile_size,
        *(1 for size in spots for _ in range(size)),  # cards on the table lie in order
    ]
    for places in ways_to_lay_out(deck_of(game), sizes):
        seen, hidden = places[:players], places[players : 2 * players]
        first = places[2 * players : 3 * players]
        discard, pile, *table_cards = places[3 * players :]
        lying = iter(card for (card,) in table_cards)
        world = State(
            phase=view.phase,
            turn=view.turn,
            alive=view.alive,
            hands=tuple(
                tuple(sorted(known + unknown)) for known, unknown in zip(seen, hidden, strict=True)
            ),
            tables=tuple(tuple(next(lying) for _ in range(size)) for size in spots),
            pile=heap(game, pile),
            discard=heap(game, discard),
            first=tuple(card for chosen in first for card in chosen),
            target=view.target,
            sights=tuple(
                Sight(view.seat, seat, tuple(sorted(seen[seat])))
                for seat in range(players)
                if seen[seat] and view.seat is not None
            ),
        )
        if game.observe(world, view.seat) == view:
            yield world


def written_out() -> list[View]:
    """A handful of positions on tiny decks, from the first choice to a reshuffle."""
    tiny = Auberge(players=2, deck=counts({1: 1, 2: 2, 3: 3, 4: 2}))
    match = Match(tiny)
    match.play(Deal(((2, 3, 4), (1, 3, 3))))
    match.play(Place(3))
    views = [tiny.observe(match.state, seat) for seat in (0, 1, None)]
    match.play(Place(3))
    match.play(Draw())
    match.play(Drawn(4))
    views += [tiny.observe(match.state, seat) for seat in (0, 1, None)]
    match.play(Challenge(target=0))
    views += [tiny.observe(match.state, seat) for seat in (0, 1, None)]

    three = Auberge(players=3, deck=counts({1: 1, 2: 2, 3: 3, 4: 3}), reshuffle=True)
    match = Match(three)
    match.play(Deal(((1, 2, 3), (2, 3, 4), (3, 4, 4))))
    for card in (1, 4, 3):
        match.play(Place(card))
    match.play(Accuse(target=1))  # wrong: seat 0 is out, and its cards make the new pile
    views += [three.observe(match.state, seat) for seat in (0, 2)]
    match.play(Draw())
    match.play(Drawn(2))
    match.play(Draw())
    match.play(Drawn(1))
    match.play(Attack(card=2, target=2))  # seat 0 knew of a 2, and cannot tell whether of this one
    views += [three.observe(match.state, 0)]
    return views


@slow
def test_odds_equal_the_share_among_all_layouts_of_the_whole_deck() -> None:
    for view in written_out():
        possible = list(all_worlds(view))
        assert {*possible} == {*worlds(view)}
        check_against(view, possible)


@given(game=small_games, seed=st.integers(0, 10**6))
def test_a_player_has_what_is_held_and_what_is_hidden(game: Auberge, seed: int) -> None:
    for state in reached(game, seed):
        for seat in (None, *range(game.players)):
            view = game.observe(state, seat)
            for player in range(game.players):
                mine = list(cards_of(state, player))
                for card in held(view, player):
                    mine.remove(card)  # fails if it is not there
                assert len(mine) == hidden(view, player)
            everywhere = sum(hidden(view, player) for player in range(game.players))
            assert everywhere + view.pile_size == sum(unseen(view))


def test_a_card_was_as_likely_as_the_seat_knew() -> None:
    # Hidden from seat 0 are a 7 and an 8 in a hand, and 3 3 3 9 10 10 in the pile.
    view = a_view()
    assert likelihood(view, Drawn(10)) == likelihood(view, Turned(10)) == Fraction(2, 8)
    assert likelihood(view, Turned(7)) == Fraction(1, 8), "for all it knows, the 7 is in the pile"
    assert likelihood(view, Turned(2)) == 0, "it holds one 2, and the other is discarded"


# -- advice ----------------------------------------------------------------------------------------


def what_happens(view: View, action: Any, world: State) -> list[tuple[bool, bool]]:
    """For each case of chance: is the mover out, and did a card drawn make a pair?"""
    game, seat = view.game, view.turn
    after = game.play(world, action)
    if isinstance(action, Challenge):
        ends = [game.play(after, Turned(card)) for card in next_cards(world)]
        return [(seat not in end.alive, False) for end in ends]
    if isinstance(action, Draw):
        return [
            (seat not in game.play(after, Drawn(card)).alive, card in cards_of(world, seat))
            for card in next_cards(world)
        ]
    return [(seat not in after.alive, False)]


@given(game=small_games, seed=st.integers(0, 10**6), data=st.data())
def test_advice_tells_for_every_legal_action_how_often_it_ends_badly(
    game: Auberge, seed: int, data: st.DataObject
) -> None:
    states = [
        state
        for state in reached(game, seed)
        if state.phase is Phase.TURN and number_of_worlds(game.observe(state, state.turn)) <= 300
    ]
    state = data.draw(st.sampled_from(states))
    view = game.observe(state, state.turn)
    given_advice = advice(view)
    assert tuple(entry.action for entry in given_advice) == game.actions(state)
    possible = list(worlds(view))
    for action, risk, code in given_advice:
        cases = [case for world in possible for case in what_happens(view, action, world)]
        out, pair = share([out for out, _ in cases]), share([pair for _, pair in cases])
        expected = {"out": (risk, 0), "pair": (0, risk), "none": (0, 0)}[code]
        assert (out, pair) == expected
        assert code == {Challenge: "out", Accuse: "out", Draw: "pair"}.get(type(action), "none")
        assert type(risk) is Fraction


def test_advice_on_the_first_card_carries_no_risk() -> None:
    match = Match(Auberge(players=2))
    match.play(Deal(((2, 5, 5), (3, 4, 9))))
    assert advice(match.game.observe(match.state, 0)) == (
        Advice(Place(2), Fraction(0), "none"),
        Advice(Place(5), Fraction(0), "none"),
    )


@given(seed=st.integers(0, 10**6), players=st.sampled_from(Auberge.player_counts))
def test_advice_is_for_the_seat_to_move_only(seed: int, players: int) -> None:
    game = Auberge(players)
    for state in reached(game, seed):
        for seat in (None, *range(players)):
            mine = seat == state.turn
            offered = tuple(entry.action for entry in advice(game.observe(state, seat)))
            assert offered == (game.actions(state) if mine else ())


# -- questions that have no answer -----------------------------------------------------------------


def a_view(seat: int | None = 0, pile: bool = True) -> View:
    """Seats 0 and 1 are in, seat 2 is out."""
    game = Auberge(players=3)
    in_pile = [3, 3, 3, 9, 10, 10] if pile else []
    discarded = deck_of(game)
    for card in [2, 5, 7, 8, 4, 6, *in_pile]:
        discarded.remove(card)
    state = State(
        phase=Phase.TURN,
        turn=0,
        alive=(0, 1),
        hands=((2, 5), (7, 8), ()),
        tables=((4,), (6,), ()),
        pile=heap(game, in_pile),
        discard=heap(game, discarded),
    )
    return game.observe(state, seat)


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        (lambda: next_card(a_view(pile=False)), "empty_pile"),
        (lambda: draw_risk(a_view(pile=False)), "empty_pile"),
        (lambda: challenge_risk(a_view(pile=False), 1), "empty_pile"),
        (lambda: challenge_risk(a_view(), 0), "yourself"),
        (lambda: challenge_risk(a_view(), 2), "not_in_game"),
        (lambda: challenge_risk(a_view(), -1), "not_in_game"),
        (lambda: accuse_chance(a_view(), 0), "yourself"),
        (lambda: accuse_chance(a_view(), 2), "not_in_game"),
        (lambda: accuse_chance(a_view(None), 3), "not_in_game"),
        (lambda: accuse_chance(a_view(seat=2), 2), "yourself"),
        (lambda: draw_risk(a_view(None)), "not_in_game"),
        (lambda: draw_risk(a_view(2)), "not_in_game"),
    ],
)
def test_a_question_without_an_answer_is_refused_with_a_reason(
    question: Callable[[], object], reason: str
) -> None:
    with pytest.raises(IllegalAction) as caught:
        question()
    assert caught.value.reason == reason


def test_who_watches_may_ask_about_all_who_are_in() -> None:
    for seat in (None, 2):
        view = a_view(seat)
        assert sum(unseen(view)) == 6 + 4
        assert next_card(view).probability(3) == Fraction(3, 10)
        assert challenge_risk(view, 0) == challenge_risk(view, 1) == 0
        # Two cards of 2 3 3 3 5 7 8 9 10 10 can be chosen in 45 ways: 3 pairs of threes, 1 of tens.
        assert accuse_chance(view, 0) == accuse_chance(view, 1) == Fraction(4, 45)
        assert advice(view) == ()


# -- the real deck, and a second opinion -----------------------------------------------------------


card_after = icepool.multiset_function(lambda hands, card: card.sum())


def test_pair_curve_equals_icepool_on_the_real_deck() -> None:
    deck = icepool.Deck({value: value for value in range(1, 11)})
    assert pair_curve() == {
        k: deck.deal(k).largest_count().probability(">=", 2) for k in range(1, 12)
    }


def test_pair_curve_rises_from_impossible_to_certain() -> None:
    curve = pair_curve()
    assert list(curve) == list(range(1, 12))
    assert curve[1] == 0
    assert curve[11] == 1
    assert curve[10] < 1, "ten different values can still come"
    assert all(curve[k] < curve[k + 1] for k in range(1, 11))


@pytest.mark.parametrize("deck", [{1: 1, 2: 2, 3: 3, 4: 2}, {1: 1, 2: 1}, {5: 4}])
def test_pair_curve_equals_enumeration_on_small_decks(deck: dict[int, int]) -> None:
    cards = [value for value, copies in deck.items() for _ in range(copies)]
    curve = pair_curve(counts(deck))
    assert len(curve) == min(len(cards), len(deck) + 1)
    for k, chance in curve.items():
        assert chance == share([with_pair(hand) for hand in combinations(cards, k)])


@pytest.mark.parametrize("players", numbers(Auberge))
def test_odds_equal_icepool_on_the_real_deck(players: int) -> None:
    game = Auberge(players)
    for seed in range(3):
        states = [state for state in reached(game, seed) if state.phase is Phase.TURN]
        state = states[len(states) // 2]
        for seat in (None, *range(players)):
            view = game.observe(state, seat)
            deck = icepool.Deck({v: copies for v, copies in enumerate(unseen(view)) if copies})
            for target in view.alive:
                if target != seat:
                    hidden = view.hand_sizes[target] - len(view.known[target])
                    held = [*view.known[target], *view.tables[target]]
                    most = (deck.deal(hidden) + held).largest_count()
                    assert accuse_chance(view, target) == most.probability(">=", 2)
            if view.pile_size:
                in_hands = sum(unseen(view)) - view.pile_size
                card = card_after(deck.deal([in_hands, 1]))
                assert dict(next_card(view)) == {v: card.probability(v) for v in card}
