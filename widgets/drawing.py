"""What the table asks of a game's drawing; `drawings` maps each game's name to its drawing.

>>> list(drawings)[:2]
['auberge', 'fuji_flush']
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Mapping, Sequence
from importlib.util import find_spec
from typing import Any, Generic

from gamelib import games
from gamelib.game import Action, S, V
from gamelib.rooms import required
from gamelib.texts import say
from widgets.scene import ODDS, Choice, Item, Point, Scene


class Drawing(ABC, Generic[S, V]):
    """How a game is drawn: its board, its odds, and what can be done.

    `S` and `V` are the game's State and View. A picture is made from a view, so that it cannot show
    more than a seat knows. `lang` is a language of `gamelib.texts`; `names` are what the seats are
    called, at least as many as there are. Every game has a `board` and `choices` of its own; all
    else has a default.

    A class of one's own defines methods, or takes functions: `board = staticmethod(board)`. An
    instance of it is the `drawing` of the folder `widgets/<game>`.
    """

    @abstractmethod
    def board(self, view: V, lang: str, names: Sequence[str], state: S | None = None) -> Scene:
        """Return the table as a seat sees it, of the size `scene.BOARD`.

        A piece that can be clicked has its token as `Item.action`, and a `label`. Every token in
        the `path` of a choice is on the board, so far as there is space: the page lists all choices
        below it. With a `state` it is the teacher's table, all cards face up; then `view` is what
        the seat knows that is to decide, or the public's.
        """

    @abstractmethod
    def choices(self, view: V, lang: str, names: Sequence[str]) -> tuple[Choice, ...]:
        """Return a Choice for each legal action of the seat in view; none if it is not its go.

        Their order is the one in which they are listed, and means nothing else. No `path` is the
        same as another's, or its beginning.
        """

    def odds(self, view: V, lang: str, names: Sequence[str]) -> Scene:
        """Return the picture beside the board, of the size `scene.ODDS`: the cases to count.

        While a choice is looked at, the pieces with the keys in its `marks` are highlighted; a key
        that is not drawn is passed over. What is to stay hidden until a guess is given is wrapped
        in `scene.answer`. By default there is nothing to see.
        """
        return Scene(ODDS, say(f"{view.game.name}.name", lang), ())

    def marks(self, view: V, counted: Collection[Any]) -> frozenset[str]:
        """Return the keys of the pieces in `odds` that an exercise's solution has `counted`.

        By default none is marked.
        """
        return frozenset()

    def way(self, was: Item, now: Item) -> tuple[Point, ...]:
        """Return the points that a piece passes on its way between two frames; by default none.

        A point equal to the piece's old place makes it wait there.
        """
        return ()

    def movements(self, view: V, action: Action) -> tuple[tuple[str, str], ...]:
        """Return from which `Item.place` to which each piece goes when an action is played.

        It is asked for where several pieces look alike: see `scene.follow`. `view` is the public
        one before the action. By default the table guesses.
        """
        return ()

    def traced(self, scene: Scene, action: Action) -> Scene:
        """Return a board with the action marked on it that led there; by default unmarked."""
        return scene

    def written(self, view: V, words: str) -> Action:
        """Return the action that a person's own words stand for; the rules judge it when played.

        It is asked for only where a choice has an `entry`.
        """
        raise NotImplementedError(f"{type(self).__name__} has an entry, so it needs `written`")

    def weighed(self, view: V, words: str, lang: str, names: Sequence[str]) -> Choice | None:
        """Return the choice that a person's own words would be: what may come of them.

        Its path is that of the choice with the `entry`. What the rules refuse has no results, and
        its question says why. None, as by default, where nothing is to be said of words.
        """
        return None


class _Drawings(Mapping[str, Drawing[Any, Any]]):
    """The drawings of the games by name. One is read when it is asked for."""

    def __getitem__(self, name: str) -> Drawing[Any, Any]:
        drawing: Drawing[Any, Any] = required(f"widgets.{name}", "drawing", Drawing)
        return drawing

    def __iter__(self) -> Iterator[str]:
        return (name for name in games if find_spec(f"widgets.{name}"))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __repr__(self) -> str:
        return f"drawings: {', '.join(self)}"


drawings = _Drawings()
