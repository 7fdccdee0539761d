"""A film: the frames of a match, sent to the page as changes from one to the next.

The page keeps the whole film, so it goes back and forth without asking the kernel. One frame is
one line of JSON, and all lines together are compressed: neighbouring frames are much alike. What
comes later goes to the page as reels: see `Sent`.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Iterable, Sequence
from copy import copy
from dataclasses import replace
from fractions import Fraction
from typing import Any, NamedTuple

from gamelib.texts import percent
from widgets.scene import Choice, Item, Point, Scene, coord, follow


class Frame(NamedTuple):
    """One moment of a match: what is seen, what was said, and what can be done.

    `moves` are the places from and to which pieces have just gone: see `follow`. `rules` are the
    labels of the rules that the step followed. `standing` is how well the seat stands, from 0 to 1.
    `came` are decisions whose outcome is known now: the frame where each was made, and the code of
    the result it had. `summary` is what the match came to, once it is over.
    """

    board: Scene
    odds: Scene
    said: tuple[str, ...] = ()
    chance: Fraction | None = None
    status: str = ""
    turn: str | None = None
    over: bool = False
    asker: str = ""
    choices: tuple[Choice, ...] = ()
    played: int | None = None
    moves: tuple[tuple[str, str], ...] = ()
    rules: tuple[str, ...] = ()
    standing: float | None = None
    came: tuple[tuple[int, str], ...] = ()
    summary: str = ""


Way = Callable[[Item, Item], tuple[Point, ...]]
"""The points a piece passes, given where it was and where it is now."""


class Film:
    """Frames in a row, and the bytes that tell the page about them.

    Pieces glide straight to where they go, unless a `way` leads them; a piece that is to wait for
    others begins its way with the point where it is.
    """

    def __init__(self, lang: str = "en", way: Way | None = None) -> None:
        self.lang = lang
        self.way = way
        self.frames: list[Frame] = []
        self.lines: list[bytes] = []
        self._packed = 0  # how many lines the packer holds
        self._packer = zlib.compressobj(9)
        self._bytes = bytearray()

    def __len__(self) -> int:
        return len(self.frames)

    def copy(self) -> Film:
        """Return a film of its own that shows the same."""
        twin = copy(self)
        twin.frames, twin.lines = [*self.frames], [*self.lines]
        twin._packer, twin._bytes = self._packer.copy(), self._bytes[:]
        return twin

    def add(self, frame: Frame) -> None:
        """Put a frame at the end; pieces that were there before keep their keys."""
        before = self.frames[-1] if self.frames else None
        if before is not None:
            board = follow(before.board.items, frame.board, frame.moves)
            frame = frame._replace(board=_led(before.board, board, self.way) if self.way else board)
        self.frames.append(frame)
        line = {
            "said": frame.said,
            "chance": None if frame.chance is None else _chance(frame.chance, self.lang)[:3],
            "status": frame.status,
            "turn": frame.turn,
            "over": frame.over,
            "board": _changes(before and before.board, frame.board),
            "odds": _changes(before and before.odds, frame.odds),
            "asker": frame.asker,
            "choices": [told_choice(choice, self.lang) for choice in frame.choices],
            "played": frame.played,
            "rules": frame.rules,
            "standing": frame.standing,
            "came": frame.came,
            "summary": frame.summary,
        }
        self.lines.append(json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode())

    def cut(self, length: int) -> None:
        """Keep the first frames only."""
        del self.frames[length:], self.lines[length:]
        if length < self._packed:
            self._packed, self._packer, self._bytes = 0, zlib.compressobj(9), bytearray()

    def data(self) -> bytes:
        """Return the film as the page reads it.

        All but the last line, which may still change, are packed once and for all: so a film that
        grows frame by frame costs no more for being long.
        """
        for line in self.lines[self._packed : -1]:
            self._bytes += self._packer.compress(line + b"\n")
            self._packed += 1
        end = self._packer.copy()
        return bytes(self._bytes) + end.compress(b"".join(self.lines[-1:])) + end.flush()


class Sent(NamedTuple):
    """What the page has of a film: how it began, and the reels that came since.

    A reel says from which frame on it takes the place of what was there before. So a play sends the
    new frames alone, however long the match is, and yet the page, a saved notebook and a second
    view have the film whole. A reel that takes back another one's first frame takes its place too:
    undo and redo do not make them more and more.
    """

    film: bytes = b""
    reels: tuple[bytes, ...] = ()
    starts: tuple[int, ...] = ()
    lines: tuple[bytes, ...] = ()

    def of(self, film: Film) -> Sent:
        """Return what the page has once it shows a film: one more reel if it begins as before."""
        same = common(self.lines, film.lines)
        if same == len(self.lines) == len(film.lines):
            return self
        if not same:
            return Sent(film.data(), lines=tuple(film.lines))
        kept = sum(start < same for start in self.starts)
        return Sent(
            self.film,
            (*self.reels[:kept], reel(same, film.lines[same:])),
            (*self.starts[:kept], same),
            tuple(film.lines),
        )


def common(one: Sequence[object], two: Sequence[object]) -> int:
    """Return how many things two rows have in common from their start on."""
    pairs = enumerate(zip(one, two, strict=False))
    return next((n for n, (a, b) in pairs if a != b), min(len(one), len(two)))


def reel(start: int, lines: Iterable[bytes]) -> bytes:
    """Return frames from one on as the page reads them: the number of the first, then the lines."""
    return zlib.compress(b"\n".join((str(start).encode(), *lines)), 9)


_FIELDS = ("x", "y", "svg", "label", "action", "classes", "z", "via", "told")
_BLANK = Item("", 0, 0, "")


def _changes(before: Scene | None, after: Scene) -> dict[str, Any]:
    """Return how one picture becomes the next: pieces put (only what changed) and pieces gone."""
    old = {item.key: item for item in before.items} if before else {}
    put = []
    for item in after.items:
        was = old.pop(item.key, None)
        if was != item:
            base = was or _BLANK
            changed = {
                field: _short(getattr(item, field))
                for field in _FIELDS
                if getattr(item, field) != getattr(base, field)
            }
            if changed or was is None:
                put.append([item.key, changed])
    changes: dict[str, Any] = {"put": put, "gone": list(old)}
    if before is None or before.title != after.title:
        changes["title"] = after.title
    return changes


def _led(before: Scene, after: Scene, way: Way) -> Scene:
    """Return a picture whose pieces know the way they came."""
    old = {item.key: item for item in before.items}
    items = [
        item._replace(via=way(was, item))
        if (was := old.get(item.key)) and (was.x, was.y) != (item.x, item.y)
        else item
        for item in after.items
    ]
    return replace(after, items=tuple(items))


def _short(value: object) -> object:
    if isinstance(value, tuple):
        return [{"x": round(x, 1), "y": round(y, 1)} for x, y in value]
    return float(coord(value)) if isinstance(value, float) else value


def _chance(value: Fraction, lang: str) -> list[Any]:
    return [
        str(value.numerator),
        str(value.denominator),
        percent(value, lang),
        round(float(value), 4),
    ]


def told_choice(choice: Choice, lang: str) -> dict[str, Any]:
    """Return a choice as the page reads it."""
    told = choice._asdict()
    del told["action"]  # the page tells by the path what was chosen
    return {
        **told,
        "results": [
            [code, label, tone, *_chance(value, lang)]
            for code, label, value, tone in choice.results
        ],
    }


def film_of(frames: Iterable[Frame], lang: str = "en") -> bytes:
    """Return frames as one film's bytes."""
    film = Film(lang)
    for frame in frames:
        film.add(frame)
    return film.data()
