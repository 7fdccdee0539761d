"""What the explorers share: a table without a match, to be laid out at will, its numbers at once.

An explorer shows one picture and draws it anew whenever a piece is pressed or a control is set.
What is not possible changes nothing, and is told: to the page in a line, to Python by a ValueError.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from widgets.film import Frame, film_of
from widgets.scene import BOARD, ODDS, Scene, follow
from widgets.stage import Stage

ME = 0
"""The seat whose eyes an explorer looks through."""

Control = dict[str, Any]
"""A slider, a menu or a button, as the page reads it."""


class Explorer(Stage):
    """A widget to try positions out."""

    answers: ClassVar[Mapping[str, str]] = {
        "press": "_press",
        "set": "_set",
        "lang": "_choose_language",
    }

    _board: Scene | None = None
    """The board as it was shown last."""

    def screened(
        self, frame: Frame, title: str, names: Sequence[str], controls: Iterable[Control]
    ) -> dict[str, Any]:
        """Return traits that show a frame; cards that stay or move keep their keys."""
        if self._board is not None:
            frame = frame._replace(board=follow(self._board.items, frame.board))
        self._board = frame.board
        return {
            "film": film_of([frame], self.lang),
            "ui": self.words(),
            "controls": list(controls),
            "setting": {
                "kind": "explorer",
                "title": title,
                "seat": str(ME),
                "seats": [[str(seat), name] for seat, name in enumerate(names)],
                "lang": self.lang,
                "langs": self._languages(),
                "board": BOARD,
                "odds": ODDS,
            },
        }


def control(key: str, kind: str, label: str, value: object, **more: object) -> Control:
    """Return a control for the page."""
    return {"id": key, "kind": kind, "label": label, "value": value, **more}
