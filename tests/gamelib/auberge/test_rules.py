"""Auberge des Pirates follows AP-1 to AP-13, in positions written out card by card."""

import pytest

from gamelib.auberge import Accuse, Auberge, Phase, State
from gamelib.counting import Counts, counts, remove
from gamelib.game import Hands


def position(
    game: Auberge,
    hands: Hands,
    tables: Hands,
    *,
    turn: int = 0,
    discard: Counts | None = None,
) -> State:
    """A turn in the middle of a game: what is not in a hand or on the table is in the pile."""
    discard = (0,) * len(game.deck) if discard is None else discard
    held = [card for row in hands + tables for card in row]
    pile = tuple(n - d for n, d in zip(remove(game.deck, held), discard, strict=True))
    alive = tuple(seat for seat in range(game.players) if hands[seat] or tables[seat])
    return State(Phase.TURN, turn, alive, hands, tables, counts(pile), discard)


@pytest.mark.rule("AP-5")
def test_after_a_right_accusation_the_left_neighbour_still_in_plays() -> None:
    game = Auberge(players=3)
    state = position(game, ((1,), (5, 5), (2,)), ((3,), (4,), (6,)))
    after = game.play(state, Accuse(target=1))
    assert after.alive == (0, 2)
    assert after.turn == 2


@pytest.mark.rule("AP-11")
def test_the_accuser_is_told_as_winner_when_the_last_other_player_leaves() -> None:
    game = Auberge(players=2)
    state = position(game, ((1,), (5, 5)), ((3,), (4,)))
    told = game.events(state, Accuse(target=1), seat=0)
    assert (told[-1].code, told[-1].values) == ("auberge.event.won", {"seat": 0})
