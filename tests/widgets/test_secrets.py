"""What reaches a seat's page tells no more than the rules let the seat know."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import widgets.table
from gamelib import Action, Lottery, Match, games
from gamelib.game import Deal, IllegalAction
from gamelib.match import Step
from gamelib.players import PlayerError
from tests.gamelib.kit import kit
from tests.gamelib.tables import THOROUGH, AnyGame, brief, hidden_permuted, short
from tests.widgets.pages import PageModel
from widgets import Table

EVERY_GAME = pytest.mark.parametrize("name", games)


@pytest.fixture(autouse=True)
def _no_breath(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody has to see what is sent ahead."""
    monkeypatch.setattr(widgets.table, "BREATH", 0)


TRIED = 6
"""How many steps are tried in the other world for each step of this one, on average."""


def possible(game: AnyGame, world: Any) -> list[Action]:
    """Return what may happen next, without a deal: there are too many of those."""
    turn = game.turn(world)
    return [step for step, _ in turn] if isinstance(turn, Lottery) else list(game.actions(world))


def swapped(deal: Deal, seat: int | None, rng: Random) -> Deal:
    """Return a deal in which two of the others have swapped a card."""
    hands = [list(hand) for hand in deal.hands]
    others = [n for n, hand in enumerate(hands) if n != seat and hand]
    one, two = rng.sample(others, 2) if len(others) > 1 else (others * 2)[:2]
    mine, theirs = rng.randrange(len(hands[one])), rng.randrange(len(hands[two]))
    hands[one][mine], hands[two][theirs] = hands[two][theirs], hands[one][mine]
    return Deal(tuple(tuple(sorted(hand)) for hand in hands))


def candidates(
    game: AnyGame, seat: int | None, action: Action, state: Any, world: Any, rng: Random
) -> list[Action]:
    """Return what might happen in another world where this happens in this one."""
    after = game.play(state, action)
    deals, secret = kit(game.name).deals, kit(game.name).secret
    if type(action) in deals:
        found = [deals[type(action)](hidden_permuted(game, after, seat, rng)) for _ in range(2)]
        swaps = [swapped(action, seat, rng) for _ in range(9)] if isinstance(action, Deal) else []
        return [*swaps, *found, action]
    if type(action) not in secret or game.turn(world) == seat:
        return [action]
    others = [step for step in possible(game, world) if type(step) is type(action)]
    rng.shuffle(others)
    # Once there are two worlds the same first, mostly: what is revealed later must be the same.
    return [action, *others] if state != world and rng.random() < 0.7 else [*others, action]


def looks_the_same(
    game: AnyGame, seat: int | None, action: Action, state: Any, world: Any, rng: Random
) -> Iterator[tuple[Action, Any]]:
    """Give steps in another world after which the seat sees what it sees in this one."""
    after = game.play(state, action)
    # Cards shown and shuffled in again were told, but are not in the view any more.
    shuffled = sum(getattr(after, "pile", ())) > sum(getattr(state, "pile", ()))
    for step in candidates(game, seat, action, state, world, rng):
        try:
            world_after = game.play(world, step)
        except IllegalAction:
            continue
        same_view = game.observe(world_after, seat) == game.observe(after, seat)
        if same_view and (not shuffled or step == action):
            yield step, world_after


def two_worlds(
    game: AnyGame, seat: int | None, rng: Random
) -> tuple[list[Action], list[Action], int]:
    """Return two matches that a seat cannot tell apart, as far as there are two.

    Also how many of their positions differ. Of the other world, what is tried first may turn out
    not to fit what is revealed later: then something else is tried.
    """
    match = Match(game, rng.random().hex())
    match.run()
    script = [step.action for step in match.steps]
    worlds, steps = [game.start()], list[Action]()
    ways = [looks_the_same(game, seat, script[0], match.states[0], worlds[0], rng)]
    best: tuple[int, list[Action]] = (0, [])
    for _ in range(TRIED * len(script)):
        found = next(ways[-1], None)
        if found is None:
            ways.pop()
            if not ways:
                break
            worlds.pop()
            steps.pop()
            continue
        steps.append(found[0])
        worlds.append(found[1])
        apart = sum(one != two for one, two in zip(worlds, match.states, strict=False))
        best = max(best, (apart, list(steps)), key=lambda tried: tried[0])
        n = len(steps)
        if n == len(script):
            break
        ways.append(looks_the_same(game, seat, script[n], match.states[n], found[1], rng))
    apart, other = best
    return script[: len(other)], other, apart


class Scripted(Match):
    """A match in which everything happens as it is written."""

    def __init__(self, game: AnyGame, seed: str, script: list[Action]) -> None:
        super().__init__(game, seed)
        self.script = script

    def step(self) -> Step:
        """Make the next step that is written."""
        if len(self.steps) == len(self.script):
            raise PlayerError(0, "script", "late", "nothing more is written")
        return self.play(self.script[len(self.steps)])


def sent(page: PageModel) -> list[Any]:
    """Return everything that reached a page, but for the name of the layout's own model."""
    messages = []
    for kind, data, buffers in page.sent:
        told = json.loads(data)
        told.get("state", {}).pop("layout", None)
        messages.append((kind, told, buffers))
    return messages


def compare(game: AnyGame, seat: int | None, rng: Random) -> int:
    """Play both worlds by the same messages; everything that reaches the pages is the same."""
    one, two, apart = two_worlds(game, seat, rng)
    view: int | str = "public" if seat is None else seat
    pages = [
        PageModel(Table(Scripted(game, seed, script), seat=view))
        for seed, script in (("one", one), ("another", two))
    ]

    def both(do: str, **details: Any) -> str:
        told = {page.ask(do, **details) for page in pages}
        assert sent(pages[0]) == sent(pages[1]), do
        assert len(told) == 1
        return told.pop()

    while not ask_on(both, pages[0].widget, one):
        if rng.random() < 0.15:
            both("undo")
            both("redo")
            both("lang", lang=rng.choice(["en", "fr"]))
            both("branch", at=rng.randint(0, pages[0].last))
            both("switch", branch=0)
        if rng.random() < 0.3 and (choices := pages[0].choices()):
            path = rng.choice(choices)["path"]
            both("try", at=pages[0].last, path=path, times=1, text="été")
            both("weigh", at=pages[0].last, path=path, text="été")
    assert pages[0].lines == pages[1].lines
    assert [repr(page.widget) for page in pages].count(repr(pages[0].widget)) == 2
    mime = [page.widget._repr_mimebundle_() or ({}, {}) for page in pages]
    assert mime[0][0]["text/html"] == mime[1][0]["text/html"]
    return apart


def ask_on(both: Any, table: Any, script: list[Action]) -> str:
    """Let the page do what is written next; return why it cannot, if it cannot."""
    steps = len(table.match.steps)
    if steps == len(script):
        return "the end"
    choices = table._film().frames[-1].choices
    for choice in choices:
        if choice.action == script[steps]:
            return str(both("play", at=steps, path=choice.path))
    assert not choices
    return str(both("step"))


@pytest.mark.parametrize("name", [name for name in games if kit(name).hides])
def test_a_page_is_told_the_same_in_worlds_that_its_seat_cannot_tell_apart(name: str) -> None:
    rng = Random(name)
    game = short(name)
    seats = [None, *range(game.players)]
    apart = sum(compare(game, seat, rng) for _ in range(6 if THOROUGH else 1) for seat in seats)
    assert apart >= 3 * len(seats), "two worlds that are one prove nothing"


@pytest.mark.parametrize("secret", ["a7f3e9d1c5", 90_817_263])
@EVERY_GAME
def test_neither_the_seed_nor_the_record_is_in_a_page_or_a_notebook(
    name: str, secret: int | str
) -> None:
    table = Table(Match(brief(games[name], 3), seed=secret), seat=0)
    page = PageModel(table)
    page.play()
    kept = repr(sent(page)) + repr(table) + repr(table._repr_mimebundle_())
    assert str(secret) not in kept
    assert "tablewise match" not in kept
    assert not page.ask("record")
    assert not page.ask("seed")
    assert page.given == [table.match.to_json(), str(secret)]
    assert str(secret) not in repr(table.get_state())


def test_trials_do_not_follow_from_the_match_s_seed() -> None:
    """Otherwise their numbers would tell which seed it is."""
    counted = []
    for seed in (1, 2):
        match = Match(short("fuji_flush"), seed=5)
        table = Table(match, seat=0)
        match.seed = seed
        page = PageModel(table)
        page.ask("try", at=page.last, path=page.choices()[0]["path"], times=1000)
        counted.append(page.state["trials"])
    assert counted[0] == counted[1]


def test_another_seat_s_film_leaves_nothing_of_the_first_one_s() -> None:
    """Neither the beginning nor any reel: whoever gets the mouse gets a page of their own."""
    page = PageModel(Table(Match(short("fuji_flush"), seed=8), seat=0))
    while page.state["setting"]["reels"] < 2:
        assert not page.play()
    page.ask("seat", seat="1")
    assert page.state["setting"]["reels"] == 0
    assert [page.state[f"reel{n}"] for n in (1, 2)] == [b"", b""]
    assert isinstance(page.widget, Table)
    fresh = PageModel(Table(page.widget.match.branch(), seat=1, people=[]))
    assert page.lines == fresh.lines
