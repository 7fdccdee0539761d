"""What a player is, and players that can sit down at any game.

A player is a callable: it gets what its seat knows, the legal actions and a random number
generator, and returns one of the actions. So a function that a student writes is a player. The
game itself is public knowledge and comes with the view, as `view.game`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import log, sqrt
from random import Random
from time import perf_counter
from typing import Any

from gamelib.careful import described, shown
from gamelib.game import Action, Game, IllegalAction, Lottery
from gamelib.rooms import optional

Player = Callable[[Any, Sequence[Action], Random], Action]


class PlayerError(Exception):
    """A player that raised, answered too late or with an illegal action; the match stands still."""

    def __init__(self, seat: int, player: str, fault: str, detail: str) -> None:
        super().__init__(seat, player, fault, detail)
        self.seat = seat
        self.player = player
        self.fault = fault
        self.detail = detail

    def __str__(self) -> str:
        return f"player {self.player!r} in seat {self.seat}: {self.detail}"


class Fault(Exception):  # noqa: N818
    """What a player in a process of its own did wrong: a code, and what there is to say."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(code, detail)
        self.code = code
        self.detail = detail


def name_of(player: Player) -> str:
    """Return what to call a player in tables and messages."""
    name = getattr(player, "name", None) or getattr(player, "__name__", None)
    return str(name or type(player).__name__)


def illegal(choice: object, actions: Sequence[Action]) -> str:
    """Return what to say about an answer that is no legal action."""
    return f"answered {shown(choice)}, not one of the {len(actions)} legal actions"


def legal(choice: object, actions: Sequence[Action]) -> int | None:
    """Return which of the actions was chosen, by its place; None if it is none of them."""
    try:
        return actions.index(choice) if isinstance(choice, Action) else None
    except (Exception, SystemExit):  # it is not there, or cannot be compared
        return None


def ask(
    player: Player,
    game: Game[Any, Any],
    state: Any,
    seat: int,
    rng: Random,
    patience: float | None = None,
) -> Action:
    """Return the player's choice, or raise PlayerError naming the player and what went wrong.

    Where there is only one legal action nobody is asked. Where actions are open-ended, a player may
    also make up one that is not offered. `patience` is how many seconds an answer may take; it is
    measured when the answer comes.
    """
    actions = game.actions(state)
    if len(actions) == 1 and type(actions[0]) not in game.open_ended:
        return actions[0]
    view = game.observe(state, seat)
    began = perf_counter()
    try:
        choice = player(view, actions, rng)
    except Fault as fault:
        raise PlayerError(seat, name_of(player), fault.code, fault.detail) from fault
    except (Exception, SystemExit, GeneratorExit) as error:
        detail = f"raised {described(error)}"
        raise PlayerError(seat, name_of(player), "raised", detail) from error
    took = perf_counter() - began
    if patience is not None and took > patience:
        detail = f"took {took:.2f} s to answer; allowed are {patience:g} s"
        raise PlayerError(seat, name_of(player), "late", detail)
    if (place := legal(choice, actions)) is not None:
        return actions[place]
    if type(choice) not in game.open_ended:
        raise PlayerError(seat, name_of(player), "illegal", illegal(choice, actions))
    try:
        game.play(state, choice)
    except IllegalAction as error:
        detail = f"answered {shown(choice)}, which is not legal: {error}"
        raise PlayerError(seat, name_of(player), "illegal", detail) from error
    return choice


def play_out(game: Game[Any, Any], state: Any, rng: Random) -> Any:
    """Return the final state after everybody has played on at random."""
    while (turn := game.turn(state)) is not None:
        if isinstance(turn, int):
            actions = game.actions(state)
            state = game.play(state, actions[int(rng.random() * len(actions))])
        else:
            state = game.play(state, turn.sample(rng))
    return state


def reward(game: Game[Any, Any], state: Any) -> list[float]:
    """Return what each seat gets at the end: winners share 1."""
    outcome = game.outcome(state)
    assert outcome is not None, "the game goes on"
    share = 1 / len(outcome.winners) if outcome.winners else 0.0
    return [share if seat in outcome.winners else 0.0 for seat in range(game.players)]


def random_player(view: Any, actions: Sequence[Action], rng: Random) -> Action:
    """Play any legal action, each equally likely."""
    return actions[int(rng.random() * len(actions))]


@dataclass(frozen=True)
class OneStep:
    """Look one step ahead: try each action in imagined worlds and let all play on at random.

    Every action is tried in the same worlds, so that luck does not decide between them.
    """

    worlds: int = 20

    def __call__(self, view: Any, actions: Sequence[Action], rng: Random) -> Action:
        """Return the action that won most often."""
        game = view.game
        won = [0.0] * len(actions)
        for _ in range(self.worlds):
            world = game.imagine(view, rng)
            luck = rng.random()
            for n, action in enumerate(actions):
                end = play_out(game, game.play(world, action), Random(luck))
                won[n] += reward(game, end)[view.seat]
        return actions[won.index(max(won))]


@dataclass(slots=True)
class _Node:
    """What the search knows about the position after an action, from its mover's side."""

    visits: int = 0
    won: float = 0.0
    offered: int = 0
    after: dict[Action, _Node] = field(default_factory=dict)


@dataclass(frozen=True)
class TreeSearch:
    """Tree search on information sets: each iteration imagines a world and walks one line in it.

    All worlds share one tree, so an action is judged by how it does across what this seat cannot
    tell apart, not by a lucky guess of the hidden cards. (Single-observer information-set Monte
    Carlo tree search; `offered` counts how often an action was there to be chosen, which replaces
    the parent's visits in the selection rule.)
    """

    iterations: int = 200
    curiosity: float = 0.7

    def __call__(self, view: Any, actions: Sequence[Action], rng: Random) -> Action:
        """Return the action that the search visited most."""
        root = _Node()
        for _ in range(self.iterations):
            self._walk(view.game, view.game.imagine(view, rng), root, rng)
        return max(actions, key=lambda action: root.after.get(action, _Node()).visits)

    def _walk(self, game: Game[Any, Any], state: Any, root: _Node, rng: Random) -> None:
        node, path = root, list[tuple[int | None, _Node]]()
        while (turn := game.turn(state)) is not None:
            if isinstance(turn, Lottery):
                action: Action = turn.sample(rng)
                node = node.after.setdefault(action, _Node())
                path.append((None, node))
                state = game.play(state, action)
                continue
            actions = game.actions(state)
            new = [action for action in actions if action not in node.after]
            action = rng.choice(new) if new else self._select(node, actions)
            child = node.after.setdefault(action, _Node())
            for offered in actions:
                if offered in node.after:
                    node.after[offered].offered += 1
            node = child
            path.append((turn, node))
            state = game.play(state, action)
            if new:
                break
        gains = reward(game, play_out(game, state, rng))
        for mover, visited in path:
            visited.visits += 1
            if mover is not None:
                visited.won += gains[mover]

    def _select(self, node: _Node, actions: Sequence[Action]) -> Action:
        def promise(action: Action) -> float:
            child = node.after[action]
            return child.won / child.visits + self.curiosity * sqrt(
                log(child.offered) / child.visits
            )

        return max(actions, key=promise)


PLAYERS: Mapping[str, Player] = {
    "random": random_player,
    "one step": OneStep(),
    "tree search": TreeSearch(),
}


def known_players(game: Game[Any, Any]) -> dict[str, Player]:
    """Return the players that can be called by name at a game: its own characters come last.

    Those are `PLAYERS` in the game's `players.py`; a game without that file has none of its own.
    """
    own: Mapping[str, Player] | None = optional(f"gamelib.{game.name}.players", "PLAYERS", Mapping)
    return {**PLAYERS, **(own or {})}


def player_named(game: Game[Any, Any], player: Player | str) -> Player:
    """Return a player from its name ("random", "one step", …), or the player itself."""
    if not isinstance(player, str):
        return player
    known = known_players(game)
    if player not in known:
        raise ValueError(f"there is no player {player!r}; known are {', '.join(known)}")
    return known[player]
