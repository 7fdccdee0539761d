"""A game being played: the record of its actions, and everything that follows from it.

The n-th state is what the first n actions make of the start; so undo drops the last action, a
branch is a slice, and a saved match is a short JSON file that can be replayed for ever. Chance at
step n depends on the seed and on n alone: whoever goes back and forth meets the same cards, as at
a table where the pile lies still.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, fields
from fractions import Fraction
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from gamelib.careful import LONGEST, shown
from gamelib.game import Action, Game, IllegalAction, Lottery, Outcome
from gamelib.players import Player, ask, player_named

FORMAT = "tablewise match 1"

LARGEST = 2_000_000
"""How many characters a record may have: far more than the longest match takes."""

LONGEST_SEED = 100
"""How many characters or digits a seed may have."""

_REFUSALS = (TypeError, ValueError, OverflowError, MemoryError)
"""What a game says to options or actions that are none; IllegalAction is a ValueError."""


class RecordError(ValueError):
    """A record that cannot be replayed; the message says what is wrong, and where."""


class Step(NamedTuple):
    """One step of a match: who acted (None: chance), what happened, how likely chance made it."""

    seat: int | None
    action: Action
    probability: Fraction | None


class Match:
    """A game being played, from its first action to its last.

    `players` gives each seat a player (a name such as "random", or a function); seats without one
    play at random.

    >>> from gamelib.auberge import Auberge
    >>> match = Match(Auberge(players=3), seed=5)
    >>> match.run().winners
    (2,)
    """

    def __init__(
        self,
        game: Game[Any, Any],
        seed: int | str = 0,
        players: Sequence[Player | str] | None = None,
        patience: float | None = None,
    ) -> None:
        chosen = ["random"] * game.players if players is None else list(players)
        if len(chosen) != game.players:
            raise ValueError(f"{game!r} needs {game.players} players, not {len(chosen)}")
        self.game = game
        self.seed = _checked_seed(seed)
        self.patience = patience
        self.players: list[Player] = [player_named(game, player) for player in chosen]
        self.steps: list[Step] = []
        self.states: list[Any] = [game.start()]
        self._undone: list[Action] = []

    @property
    def state(self) -> Any:
        """The position now."""
        return self.states[-1]

    @property
    def turn(self) -> int | Lottery[Any] | None:
        """Whose turn it is: a seat, a Lottery, or None when the match is over."""
        return self.game.turn(self.state)

    @property
    def actions(self) -> tuple[Action, ...]:
        """What the seat to move may do."""
        return self.game.actions(self.state)

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended, or None while it goes on."""
        return self.game.outcome(self.state)

    def play(self, action: Action) -> Step:
        """Play an action of the seat to move, or of chance; IllegalAction if it is not allowed."""
        step = self._append(action)
        self._undone.clear()
        return step

    def step(self) -> Step:
        """Let chance, or the player whose turn it is, make the next step."""
        turn = self.turn
        if turn is None:
            raise IllegalAction("game_over")
        return self.play(self._decide(turn))

    def run(self) -> Outcome:
        """Play on to the end."""
        while (outcome := self.outcome) is None:
            self.step()
        return outcome

    def undo(self) -> Step:
        """Take the last step back."""
        if not self.steps:
            raise IllegalAction("nothing_to_undo")
        step = self.steps.pop()
        self.states.pop()
        self._undone.append(step.action)
        return step

    def redo(self) -> Step:
        """Make the step again that was taken back last."""
        if not self._undone:
            raise IllegalAction("nothing_to_redo")
        return self._append(self._undone.pop())

    @property
    def can_redo(self) -> bool:
        """Whether a step was taken back that can be made again."""
        return bool(self._undone)

    def branch(self, n: int | None = None, seed: int | str | None = None) -> Match:
        """Return a match of its own that shares the first n steps (all, if n is not given).

        With the same seed, chance goes on as it would have here; another seed asks it anew.
        """
        n = len(self.steps) if n is None else n
        if not 0 <= n <= len(self.steps):
            raise IndexError(f"this match has {len(self.steps)} steps, so it cannot branch at {n}")
        twig = Match(self.game, self.seed if seed is None else seed, self.players, self.patience)
        twig.steps = self.steps[:n]
        twig.states = self.states[: n + 1]
        return twig

    def bookmark(self) -> Callable[[], None]:
        """Return what puts everything back to how it is now, should what follows fail."""
        kept = {
            name: list(value) if isinstance(value, list) else value
            for name, value in vars(self).items()
        }
        return lambda: vars(self).update(kept)

    def _append(self, action: Action) -> Step:
        turn = self.turn
        state = self.game.play(self.state, action)
        if isinstance(turn, Lottery):
            step = Step(None, action, turn.probability(action))
        else:
            step = Step(turn, action, None)
        self.steps.append(step)
        self.states.append(state)
        return step

    def _decide(self, turn: int | Lottery[Any]) -> Action:
        rng = Random(f"{self.seed}/{len(self.steps)}")
        if isinstance(turn, Lottery):
            action: Action = turn.sample(rng)
            return action
        return ask(self.players[turn], self.game, self.state, turn, rng, self.patience)

    @property
    def record(self) -> dict[str, Any]:
        """Everything needed to replay the match, ready for JSON."""
        record = {
            "format": FORMAT,
            "game": self.game.name,
            "rules": self.game.rules_version,
            "players": self.game.players,
            "options": _plain(self.game.options),
            "seed": self.seed,
            "actions": [_encode(step.action) for step in self.steps],
        }
        return {**record, "check": _checksum(record)}

    def to_json(self) -> str:
        """Return the record as JSON that a person can read: one action a line."""
        record = self.record
        lines = [f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in record.items()]
        actions = ",\n".join(f"    {json.dumps(action)}" for action in record["actions"])
        at = list(record).index("actions")
        lines[at] = f'  "actions": [\n{actions}\n  ]' if actions else '  "actions": []'
        return "{\n" + ",\n".join(lines) + "\n}\n"

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the record to a file, whole or not at all."""
        target = Path(path)
        draft = target.with_name(f".{target.name}.{os.getpid()}")
        try:
            with draft.open("w", encoding="utf-8", newline="\n") as file:
                file.write(self.to_json())
                file.flush()
                os.fsync(file.fileno())
            os.replace(draft, target)
        finally:
            draft.unlink(missing_ok=True)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Match:
        """Read a record from a file and replay it, or raise RecordError; the file is left alone."""
        try:
            with Path(path).open(encoding="utf-8-sig") as file:  # some editors put a mark before it
                text = file.read(LARGEST + 1)
        except UnicodeDecodeError as error:
            raise RecordError(f"{path}: not a text file (UTF-8): {error.reason}") from error
        try:
            return cls.from_json(text)
        except RecordError as error:
            raise RecordError(f"{path}: {error}") from error

    @classmethod
    def from_json(cls, text: str) -> Match:
        """Replay a record given as JSON, or raise RecordError."""
        if len(text) > LARGEST:
            raise RecordError(f"this is longer than any record: over {LARGEST} characters")
        try:
            record = json.loads(text, object_pairs_hook=_object, parse_constant=_no_number)
        except RecordError:
            raise
        except json.JSONDecodeError as error:
            raise RecordError(
                f"line {error.lineno}: this is not complete JSON; was the file cut off? ({error})"
            ) from error
        except RecursionError as error:
            raise RecordError(_TOO_DEEP) from error
        except ValueError as error:  # a number of thousands of digits
            raise RecordError(f"this is not JSON that can be read: {error}") from error
        return cls.from_record(record)

    @classmethod
    def from_record(cls, record: object) -> Match:
        """Replay a record, or raise RecordError."""
        try:
            return cls._replayed(record)
        except RecursionError as error:
            raise RecordError(_TOO_DEEP) from error

    @classmethod
    def _replayed(cls, record: object) -> Match:
        if not isinstance(record, Mapping):
            raise RecordError(f"a record is a JSON object, not {type(record).__name__}")
        kind = _kind(record)
        options = _options(kind, record)
        if not isinstance(record["actions"], list):
            raise RecordError("actions: expected a list")
        if "check" in record and record["check"] != _checksum(record):
            raise RecordError(
                "check: the record was changed after it was saved "
                "(take the line 'check' out to replay it all the same)"
            )
        try:
            seed = _checked_seed(record.get("seed", 0))
        except ValueError as error:
            raise RecordError(str(error)) from error
        try:
            match = cls(kind(players=record["players"], **options), seed)
        except _REFUSALS as error:
            raise RecordError(f"options: {error}") from error
        for n, entry in enumerate(record["actions"], start=1):
            try:
                match._append(_decode(kind.action_types, entry))
            except _REFUSALS as error:
                raise RecordError(f"action {n}, {_written(entry)}: {error}") from error
        return match

    def __repr__(self) -> str:
        return f"<Match of {self.game!r}, seed {self.seed!r}, {len(self.steps)} steps>"


# --- what stands in a record ----------------------------------------------------------------------

_TOO_DEEP = "lists within lists, too deep for a record"


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return a JSON object in which every key stands once: of two, which would count?"""
    found = dict(pairs)
    if len(found) < len(pairs):
        [(twice, _)] = Counter(key for key, _ in pairs).most_common(1)
        raise RecordError(f"{shown(twice)} stands twice in the same object")
    return found


def _no_number(name: str) -> None:
    raise RecordError(f"{name} is no number that a record can hold")


def _kind(record: Mapping[str, Any]) -> type[Game[Any, Any]]:
    """Return the game of a record in our format, whose rules are those of today."""
    from gamelib import games  # the package imports this module first

    for key in ("format", "game", "rules", "players", "actions"):
        if key not in record:
            raise RecordError(f"the record has no {key!r}")
    if record["format"] != FORMAT:
        raise RecordError(f"format: expected {FORMAT!r}, found {shown(record['format'])}")
    name, rules = record["game"], record["rules"]
    kind = games.get(name) if isinstance(name, str) else None
    if kind is None:
        raise RecordError(f"game: unknown game {shown(name)}; known are {', '.join(sorted(games))}")
    if type(rules) is not int or rules != kind.rules_version:
        raise RecordError(
            f"rules: written for version {shown(rules)} of the rules of {kind.name}; "
            f"this is version {kind.rules_version}, under which it might play differently"
        )
    return kind


def _options(kind: type[Game[Any, Any]], record: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options of a record, by names that the game knows; it judges their values."""
    options = record.get("options", {})
    if not isinstance(options, Mapping):
        raise RecordError("options: expected an object of names and values")
    for name in options:
        if name not in kind.bounds:
            known = ", ".join(kind.bounds)
            raise RecordError(f"options: {kind.name} has no option {shown(name)}; it has {known}")
    return {name: _tuples(value) for name, value in options.items()}


def _checked_seed(seed: object) -> int | str:
    """Return a seed that can be written down and sown, or raise ValueError."""
    if isinstance(seed, str) and len(seed) <= LONGEST_SEED:
        with suppress(UnicodeEncodeError):  # half a character
            seed.encode()
            return seed
    elif type(seed) is int and abs(seed) < 10**LONGEST_SEED:
        return seed
    raise ValueError(
        f"seed: expected a number or a text, of at most {LONGEST_SEED} digits or characters, "
        f"found {shown(seed)}"
    )


def _checksum(record: Mapping[str, Any]) -> str:
    content = {key: value for key, value in record.items() if key != "check"}
    try:
        return sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:16]
    except (TypeError, ValueError) as error:
        raise RecordError(f"a record holds what JSON can hold: {error}") from error


def _written(entry: object) -> str:
    """Return the beginning of what stands in a record."""
    try:
        text = json.dumps(entry)
    except (TypeError, ValueError):
        return shown(entry)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


def _plain(value: Any) -> Any:
    """Return a value with its tuples as lists, the way JSON has them."""
    return json.loads(json.dumps(value))


def _tuples(value: Any) -> Any:
    """Return a JSON value with its lists as tuples, the way states have them."""
    if isinstance(value, list):
        return tuple(map(_tuples, value))
    if isinstance(value, Mapping):
        return {str(key): _tuples(item) for key, item in value.items()}
    return value


def _encode(action: Action) -> dict[str, Any]:
    return {"do": action.code, **_plain(asdict(action))}


def _decode(kinds: Sequence[type[Action]], entry: object) -> Action:
    if not isinstance(entry, Mapping) or "do" not in entry:
        raise ValueError('an action is an object such as {"do": "draw"}')
    for kind in kinds:
        if kind.code == entry["do"]:
            break
    else:
        raise ValueError(f"there is no action {shown(entry['do'])} in this game")
    expected = [field.name for field in fields(kind)]
    given = [key for key in entry if key != "do"]
    if sorted(expected) != sorted(given):
        raise ValueError(f"{kind.code!r} takes {expected or 'nothing'}, not {shown(given)}")
    return kind(**{key: _tuples(entry[key]) for key in given})
