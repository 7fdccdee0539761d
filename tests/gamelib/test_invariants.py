"""What holds in every position of every game, whoever plays: cards, chance, secrets, legality."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import Field, fields
from fractions import Fraction
from itertools import islice, product, starmap
from math import factorial, prod
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamelib import Action, IllegalAction, Lottery, Match, games
from gamelib.counting import cards
from gamelib.game import Chance, Deal, DealLottery
from gamelib.hispaniola.deals import HandsLottery
from gamelib.jamaica.chance import OwnDeals
from gamelib.texts import LANGUAGES, explain
from tests.gamelib.kit import Kit, kit
from tests.gamelib.tables import (
    TABLES,
    AnyGame,
    brief,
    configured,
    each_game,
    each_table,
    hidden_permuted,
    is_hashable,
    playable,
    seated,
    seeds,
    slow,
    some_games,
    walk,
    whereabouts,
)


@each_game
def test_every_game_has_a_kit(kind: type[AnyGame]) -> None:
    assert isinstance(kit(kind.name), Kit)


def test_a_game_without_a_kit_is_told_where_to_write_it() -> None:
    with pytest.raises(AssertionError, match=r"tests/gamelib/chess/table\.py is to have a KIT"):
        kit("chess")


@each_table
@given(data=st.data(), seed=seeds)
@some_games
def test_pieces_are_conserved(kind: type[AnyGame], players: int, data: Any, seed: int) -> None:
    game = data.draw(configured(kind, players))
    pieces = kit(kind.name).box(game)
    for state, _ in walk(game, Random(seed)):
        assert whereabouts(game, state) == pieces


@each_table
@given(data=st.data(), seed=seeds)
@some_games
def test_there_is_a_legal_action_until_the_end_and_every_game_ends(
    kind: type[AnyGame], players: int, data: Any, seed: int
) -> None:
    game = data.draw(configured(kind, players))
    for state, action in walk(game, Random(seed)):
        turn, actions, outcome = game.turn(state), game.actions(state), game.outcome(state)
        if action is None:
            assert turn is None
            assert actions == ()
            assert outcome is not None
            assert len(outcome.scores) == players
            best = max(outcome.scores)
            first = tuple(seat for seat in range(players) if outcome.scores[seat] == best)
            if kit(kind.name).ties_broken:
                assert set(outcome.winners) <= set(first)
                assert outcome.winners
            else:
                assert outcome.winners == first
            continue
        assert outcome is None
        if isinstance(turn, Lottery):
            assert actions == ()
        else:
            assert turn in range(players)
            assert actions
            assert len(set(actions)) == len(actions)
            assert game.actions(state) == actions, "the order is stable"
            for choice in actions:
                game.play(state, choice)


@each_table
@given(data=st.data(), seed=seeds)
@some_games
def test_every_lottery_sums_to_exactly_one(
    kind: type[AnyGame], players: int, data: Any, seed: int
) -> None:
    game = data.draw(configured(kind, players))
    rng = Random(seed)
    for state, action in walk(game, rng):
        lottery = game.turn(state)
        if not isinstance(lottery, Lottery) or type(action) in kit(kind.name).deals:
            continue
        outcomes = dict(lottery)
        assert sum(outcomes.values()) == 1
        assert all(chance > 0 for chance in outcomes.values())
        assert lottery.sample(rng) in outcomes
        for outcome, chance in outcomes.items():
            assert type(chance) is Fraction
            assert lottery.probability(outcome) == chance
            game.play(state, outcome)


SMALL = [game for name in games for game in kit(name).small]


@pytest.mark.parametrize("game", SMALL, ids=repr)
def test_every_deal_of_a_small_deck_is_listed_once_and_they_sum_to_one(game: AnyGame) -> None:
    lottery = game.turn(game.start())
    assert isinstance(lottery, DealLottery | HandsLottery)
    deals = list(lottery)
    assert len(deals) == len({deal for deal, _ in deals})
    assert sum(chance for _, chance in deals) == 1
    for deal, chance in deals:
        assert lottery.probability(deal) == chance == deal_chance(lottery, deal)
        game.play(game.start(), deal)


def deck_of(lottery: DealLottery | HandsLottery) -> Counter[Any]:
    """The cards that are dealt from."""
    return Counter(cards(lottery.deck) if isinstance(lottery, DealLottery) else lottery.deck)


def deal_chance(lottery: DealLottery | HandsLottery, deal: Deal) -> Fraction:
    """The chance of a deal counted another way: by the orders in which the deck can lie."""
    deck = deck_of(lottery)
    orders = factorial(deck.total())
    rest = deck.total() - sum(lottery.sizes)
    same_hands = prod(map(factorial, lottery.sizes)) * factorial(rest)
    alike = 1
    for value, copies in deck.items():
        held = [hand.count(value) for hand in deal.hands]
        held.append(copies - sum(held))
        alike *= factorial(copies) // prod(map(factorial, held))
    return Fraction(alike * same_hands, orders)


def parts(
    lottery: DealLottery | HandsLottery, deal: Deal
) -> list[tuple[DealLottery | HandsLottery, Deal]]:
    """The deals that a deal is made of: one, or one for each seat that has a deck of its own."""
    if not isinstance(lottery, OwnDeals):
        return [(lottery, deal)]
    return [(DealLottery(lottery.deck, (len(hand),)), Deal((hand,))) for hand in deal.hands]


DEALT = [
    (kind, players)
    for kind, players in TABLES
    if isinstance((game := kind(players=players)).turn(game.start()), DealLottery | HandsLottery)
]


@pytest.mark.parametrize(("kind", "players"), DEALT)
@given(seed=seeds)
@some_games
def test_a_deal_of_the_real_deck_has_the_chance_that_counting_gives(
    kind: type[AnyGame], players: int, seed: int
) -> None:
    game = kind(players=players)
    lottery = game.turn(game.start())
    assert isinstance(lottery, DealLottery | HandsLottery)
    deal = lottery.sample(Random(seed))
    ways, chance = 1, Fraction(1)
    for part, hands in parts(lottery, deal):
        total = deck_of(part).total()
        rest = total - sum(part.sizes)
        ways *= factorial(total) // prod(map(factorial, (*part.sizes, rest)))
        chance *= deal_chance(part, hands)
    assert lottery.cases == ways
    assert lottery.probability(deal) == chance > 0
    assert game.play(game.start(), deal).hands == deal.hands


@each_table
@given(data=st.data(), seed=seeds)
@some_games
def test_a_record_survives_json_and_replays_to_equal_hashable_states(
    kind: type[AnyGame], players: int, data: Any, seed: int
) -> None:
    match = Match(data.draw(configured(kind, players)), seed)
    match.run()
    again = Match.from_json(match.to_json())
    assert again.game == match.game
    assert again.states == match.states
    assert list(map(hash, again.states)) == list(map(hash, match.states))
    assert again.steps == match.steps
    assert again.record == match.record == json.loads(json.dumps(match.record))


def everybody(game: AnyGame) -> tuple[int | None, ...]:
    return (None, *range(game.players))


@each_table
@given(data=st.data(), seed=seeds)
@some_games
def test_what_is_imagined_from_a_view_gives_that_view(
    kind: type[AnyGame], players: int, data: Any, seed: int
) -> None:
    game = data.draw(configured(kind, players))
    rng = Random(seed)
    for state, _ in walk(game, rng):
        for seat in everybody(game):
            view = game.observe(state, seat)
            world = game.imagine(view, rng)
            assert game.observe(world, seat) == view
            assert whereabouts(game, world) == whereabouts(game, state)
            assert hash(view) == hash(game.observe(world, seat))


@each_table
@given(data=st.data(), seed=seeds)
@some_games
def test_states_that_differ_only_in_what_is_hidden_give_equal_views_and_choices(
    kind: type[AnyGame], players: int, data: Any, seed: int
) -> None:
    game = data.draw(configured(kind, players))
    rng = Random(seed)
    for state, _ in walk(game, rng):
        for seat in everybody(game):
            other = hidden_permuted(game, state, seat, rng)
            assert game.observe(other, seat) == game.observe(state, seat)
            if game.turn(state) == seat:
                assert game.actions(other) == game.actions(state)


HIDING = [kind for kind in games.values() if kit(kind.name).hides]
OPEN_AT_TIMES = [
    kind for kind in games.values() if not all(map(kit(kind.name).hides_before, kind.action_types))
]


@pytest.mark.parametrize("kind", HIDING)
def test_permuting_hidden_cards_does_make_other_states(kind: type[AnyGame]) -> None:
    game, rng, hides_before = brief(kind, 4), Random(3), kit(kind.name).hides_before
    pairs = [
        (state, hidden_permuted(game, state, seat, rng), seat)
        for state, action in walk(game, rng)
        if hides_before(type(action))
        for seat in range(game.players)
    ]
    changed = [(one, two) for one, two, _ in pairs if one != two]
    assert len(changed) > len(pairs) / 2
    assert any(
        game.observe(one, seat) != game.observe(two, seat)
        for one, two, me in pairs
        for seat in range(game.players)
        if seat != me
    ), "somebody who can see the cards does notice"


@pytest.mark.parametrize("kind", OPEN_AT_TIMES)
def test_where_nothing_is_hidden_a_view_tells_the_whole_state(kind: type[AnyGame]) -> None:
    game, rng, hides_before = brief(kind, 4), Random(4), kit(kind.name).hides_before
    states = [state for state, action in walk(game, rng) if not hides_before(type(action))]
    assert states
    for state in states:
        for seat in everybody(game):
            assert game.imagine(game.observe(state, seat), rng) == state


def compared_events(game: AnyGame, rng: Random) -> Iterator[type[Action]]:
    """Play on; wherever a seat cannot tell another world's step from this one, compare the events.

    The other world looks the same to the seat before and after the step, and the step itself is the
    same or a secret one of the same kind. What the seat is told must then be the same too, or the
    telling gives away something hidden.
    """
    deals, secret = kit(game.name).deals, kit(game.name).secret
    for state, action in walk(game, rng):
        if action is None:
            return
        after = game.play(state, action)
        if sum(getattr(after, "pile", ())) > sum(getattr(state, "pile", ())):
            continue  # cards shown and shuffled in again: told, but not in the view any more
        for seat in rng.sample(everybody(game), 3):
            view, view_after = game.observe(state, seat), game.observe(after, seat)
            told = game.events(state, action, after, seat)
            for world in (game.imagine(view, rng), hidden_permuted(game, state, seat, rng)):
                steps: list[Action] = [action]
                if type(action) in deals:
                    steps = [deals[type(action)](hidden_permuted(game, after, seat, rng))]
                elif type(action) in secret:
                    turn = game.turn(world)
                    steps = [step for step, _ in turn] if isinstance(turn, Lottery) else []
                    steps += game.actions(world)
                for step in steps:
                    try:
                        world_after = game.play(world, step)
                    except IllegalAction:
                        continue  # in that world this step could not be
                    if game.observe(world_after, seat) == view_after:
                        heard = game.events(world, step, world_after, seat)
                        assert heard == told, (action, step, seat)
                        if (world, step) != (state, action):
                            yield type(action)


@each_table
@given(data=st.data(), seed=seeds)
@some_games
def test_events_tell_a_seat_nothing_hidden(
    kind: type[AnyGame], players: int, data: Any, seed: int
) -> None:
    game = data.draw(configured(kind, players))
    for _ in compared_events(game, Random(seed)):
        pass


@slow
@each_game
def test_events_of_every_kind_of_step_are_compared(kind: type[AnyGame]) -> None:
    compared: Counter[type[Action]] = Counter()
    for seed in range(10):
        compared.update(compared_events(brief(kind, 4), Random(seed)))
    assert set(compared) == set(filter(kit(kind.name).hides_before, kind.action_types))
    assert all(times >= 10 for times in compared.values())


NUMBERS = (-(10**30), -2, -1, *range(12), 20, 21, 55, 10**30)
TEXTS = (
    "", " ", "\u0301", "moon", " Moon ", "ÎLE", "ile", "ant", "a\nb", "x" * 40, "x" * 41, "{", "é",
    "G", "G3", "O9", "S12", "P15", "Y16", "G-1", "g3", "left", "right", "nobody",
)  # fmt: skip
NO_ACTIONS: tuple[Any, ...] = (
    None, "draw", "", 0, 3, -1, 2.5, float("nan"), True, b"draw", (), [], {}, set(), object(),
    ("accuse", 1), {"do": "draw"}, Action(), Action, Chance(), Lottery({"heads": 1}), len,
)  # fmt: skip
NO_DEALS: tuple[Any, ...] = (
    None, 5, "hands", (), ((),), ((1, 2, 3),) * 9, ((3, 2, 1),) * 2, ((1, 1, 1), (1, 1, 1)),
    ((-1, 2, 3), (4, 5, 6)), ((1, 2, 99), (3, 4, 5)), [[2, 3, 4], [5, 6, 7]], (("2", 3, 4), (5,)),
    ((2.0, 3, 4), (5, 6, 7)), ((True, 2, 3), (4, 5, 6)), ((1, 2, None), (4, 5, 6)),
)  # fmt: skip


VALUES: dict[str, tuple[Any, ...]] = {"int": NUMBERS, "str": TEXTS}
"""What the fields of an action may be given, by their type, unless the game's kit says it."""


def given_to(field: Field[Any], game: str) -> tuple[Any, ...]:
    """What a field of a game's action may be given."""
    own, sort = kit(game).values, str(field.type)
    return own.get(field.name) or own.get(sort) or VALUES.get(sort, NO_DEALS)


def everything(game: type[AnyGame]) -> list[Any]:
    """A game's actions with all sorts of values, one of each of other games, and no actions."""
    kinds = {kind: each.name for each in games.values() for kind in each.action_types}
    kinds.pop(Deal, None)
    made: list[Any] = []
    for kind in sorted(kinds, key=lambda kind: (kind.__module__, kind.code)):
        values = product(*(given_to(field, kinds[kind]) for field in fields(kind)))
        made += starmap(kind, values if kind in game.action_types else islice(values, 1))
    return [*made, *map(Deal, NO_DEALS), *NO_ACTIONS]


EVERYTHING = {kind.name: everything(kind) for kind in games.values()}


@each_table
@given(data=st.data(), seed=seeds)
@some_games
def test_exactly_the_legal_actions_can_be_played_and_the_others_say_why_not(
    kind: type[AnyGame], players: int, data: Any, seed: int
) -> None:
    game = data.draw(configured(kind, players))
    rng = Random(seed)
    path = [state for state, _ in walk(game, rng)]
    path = [path[0], *rng.sample(path[1:-1], min(6, len(path) - 2)), path[-1]]
    for state in path:
        turn = game.turn(state)
        if isinstance(turn, Lottery):
            legal = {
                step for step in EVERYTHING[kind.name] if is_chance(step) and turn.probability(step)
            }
        else:
            legal = {
                step
                for step in EVERYTHING[kind.name]
                if is_hashable(step) and playable(game, state, step)
            }
        before = hash(state)
        for step in EVERYTHING[kind.name]:
            if is_hashable(step) and step in legal:
                game.play(state, step)
                continue
            with pytest.raises(IllegalAction) as refused:
                game.play(state, step)
            for lang in LANGUAGES:
                assert explain(refused.value, lang)
        assert hash(state) == before


def is_chance(step: Any) -> bool:
    return isinstance(step, Chance) and type(step) not in (Chance, Deal) and is_hashable(step)


@each_game
def test_every_legal_step_is_among_everything(kind: type[AnyGame]) -> None:
    """Otherwise the test above would never see a step accepted."""
    steps = {
        step
        for step in EVERYTHING[kind.name]
        if isinstance(step, Action) and type(step) is not Deal and is_hashable(step)
    }
    for state, action in walk(brief(kind, 4), Random(1)):
        if action is not None and not isinstance(action, Deal):
            assert isinstance(state, tuple)
            if all(getattr(action, f.name) in given_to(f, kind.name) for f in fields(action)):
                assert action in steps


@each_game
def test_a_refused_action_leaves_a_match_as_it_was(kind: type[AnyGame]) -> None:
    match = Match(seated(kind, 4), seed=2)
    while len(match.steps) < 8 or not isinstance(match.turn, int):
        match.step()
    match.step()
    match.undo()
    record, states = match.record, list(match.states)
    for step in EVERYTHING[kind.name]:
        if playable(match.game, match.state, step):
            continue
        with pytest.raises(IllegalAction):
            match.play(step)
    assert match.record == record
    assert match.states == states
    match.redo()
    assert len(match.steps) == len(record["actions"]) + 1


WRONG = {"int": ("3", (3,), 2.0, 2.5, float("nan"), True, False), "str": (3, ("G3",), 2.5, True)}
SORT = {"int": "a whole number", "str": "a text"}


@each_game
def test_an_action_is_made_of_whole_numbers_and_texts(kind: type[AnyGame]) -> None:
    """Codes and hands, which are made of them, are judged when they are played."""
    for action in kind.action_types:
        for wrong in fields(action):
            sort = str(wrong.type)
            for value in (*WRONG[sort], None, [3], b"3") if sort in SORT else ():
                values = {each.name: given_to(each, kind.name)[2] for each in fields(action)}
                with pytest.raises(TypeError, match=f"{wrong.name} is {SORT[sort]}"):
                    action(**values | {wrong.name: value})
