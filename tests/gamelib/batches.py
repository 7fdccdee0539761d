"""Batches before the judge: their records are replayed by the rules, their luck is counted."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from math import sqrt
from random import Random
from statistics import fmean, variance
from typing import Any

from gamelib import Action, Game, batch
from gamelib.batch import Endings
from gamelib.game import Deal, Lottery
from gamelib.players import Player, player_named, random_player
from gamelib.simulate import Results, simulate

AnyGame = Game[Any, Any]


def replay(game: AnyGame, record: Sequence[Action]) -> Iterator[tuple[Any, Action]]:
    """Replay a record move by move; give every state with what follows, at last the end."""
    state = game.start()
    for action in record:
        yield state, action
        state = game.play(state, action)  # raises if chance could not bring this
    assert game.turn(state) is None, "the record ends too soon"
    yield state, Action()


def judge(game: AnyGame, endings: Endings) -> None:
    """Replay all records of a batch: every move legal, every ending that of the rules."""
    assert endings.records
    places = {number: place for place, number in enumerate(endings.numbers)}
    for number, record in endings.records.items():
        place, turns, state = places[number], 0, game.start()
        for state, action in replay(game, record):
            if isinstance(game.turn(state), int):
                turns += 1
                assert action in game.actions(state)
        outcome = game.outcome(state)
        assert outcome is not None
        assert sum(1 << seat for seat in outcome.winners) == endings.winners[place]
        assert outcome.reason == endings.reason
        assert len(record) == endings.lengths[place]
        assert turns == endings.turns[place]


class Witness(Random):
    """A generator that notes what a player lets it choose from."""

    offered: Sequence[Action] | None = None

    def choice(self, seq: Any) -> Any:
        self.offered = seq
        return seq[0]


def judge_players(game: AnyGame, players: Sequence[Player | str], endings: Endings) -> Counter[int]:
    """Ask the players themselves at every choice of a batch; return how often each seat was."""
    asked: Counter[int] = Counter()
    for record in endings.records.values():
        for state, action in replay(game, record):
            seat = game.turn(state)
            if not isinstance(seat, int) or len(game.actions(state)) == 1:
                continue
            player = player_named(game, players[seat])
            if player is not random_player:
                witness = Witness(0)
                choice = player(game.observe(state, seat), game.actions(state), witness)
                assert action in (witness.offered or [choice])
                asked[seat] += 1
    return asked


def judge_luck(game: AnyGame, endings: Endings) -> None:
    """Count the choices of random players and the cards of chance: none is favoured."""
    chosen: dict[int, Counter[int]] = defaultdict(Counter)
    drawn, dealt = _Count(), _Count()
    for record in endings.records.values():
        for state, action in replay(game, record):
            turn = game.turn(state)
            if isinstance(turn, int):
                actions = game.actions(state)
                chosen[len(actions)][actions.index(action)] += 1
            elif isinstance(action, Deal):
                total = sum(game.deck)  # type: ignore[attr-defined]
                for seat, hand in enumerate(action.hands):
                    for value, copies in enumerate(game.deck):  # type: ignore[attr-defined]
                        mean = len(hand) * copies / total
                        spread = mean * (1 - copies / total) * (total - len(hand)) / (total - 1)
                        dealt.add((seat, value), hand.count(value), mean, spread)
            elif isinstance(turn, Lottery):
                for outcome, weight in turn.weights.items():
                    p = weight / turn.cases
                    drawn.add(outcome, outcome == action, p, p * (1 - p))
    for choices, found in chosen.items():
        expected = found.total() / choices
        if choices > 1 and expected > 5:
            chi = sum((found[n] - expected) ** 2 / expected for n in range(choices))
            assert chi < choices - 1 + 5 * sqrt(2 * (choices - 1)), (choices, found)
    drawn.judge()
    dealt.judge()


class _Count:
    """How often something happened, next to how often it should have."""

    def __init__(self) -> None:
        self.seen: Counter[Any] = Counter()
        self.mean: Counter[Any] = Counter()
        self.spread: Counter[Any] = Counter()

    def add(self, what: Any, times: int, mean: float, spread: float) -> None:
        self.seen[what] += times
        self.mean[what] += mean  # type: ignore[assignment]
        self.spread[what] += spread  # type: ignore[assignment]

    def judge(self) -> None:
        assert self.seen
        for what, spread in self.spread.items():
            assert abs(self.seen[what] - self.mean[what]) <= 4.5 * sqrt(spread) + 0.5, what


def judge_shares(game: AnyGame, players: Sequence[Player | str] | None, n: int) -> None:
    """Play one by one and in batches: every seat's share and the length differ by luck only."""
    alone = simulate(game, players, n=n, seed=1, progress=False, batch=False)
    chosen = ["random"] * game.players if players is None else players
    counted = batch.play(game, chosen, 2, range(8 * n)).counted()
    assert not alone.failed

    def values(results: Results, seat: int | None) -> list[float]:
        return _values(dict(results.tally.endings), seat)

    for seat in (None, *range(game.players)):
        one, many = values(alone, seat), _values(counted, seat)
        reach = sqrt(variance(one) / len(one) + variance(many) / len(many))
        assert abs(fmean(one) - fmean(many)) <= 4 * reach, (seat, fmean(one), fmean(many))


def _values(endings: dict[Any, int], seat: int | None) -> list[float]:
    """The length of every game, or what a seat got of it."""
    return [
        value
        for (winners, length), times in endings.items()
        for value in [length if seat is None else (seat in winners) / len(winners)] * times
    ]
