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

    def __init__(self, lang: str) -> None:
        super().__init__(lang)
        self._shown: Scene | None = None

    def show(
        self, frame: Frame, title: str, names: Sequence[str], controls: Iterable[Control]
    ) -> None:
        """Show a frame; cards that stay where they are or move keep their keys."""
        if self._shown is not None:
            frame = frame._replace(board=follow(self._shown.items, frame.board))
        self._shown = frame.board
        with self.hold_sync():
            self.film = film_of([frame], self.lang)
            self.ui = self.words()
            self.controls = list(controls)
            self.setting = {
                "kind": "explorer",
                "title": title,
                "seed": "",
                "seat": str(ME),
                "seats": [[str(seat), name] for seat, name in enumerate(names)],
                "lang": self.lang,
                "langs": self._languages(),
                "people": [],
                "players": [],
                "choices": [],
                "branches": [],
                "branch": 0,
                "start": 0,
                "board": BOARD,
                "odds": ODDS,
                "handover": False,
                "trial_sizes": [],
                "undo": False,
                "redo": False,
            }

    def set_traits_from(self, traits: Mapping[str, Any]) -> None:
        """Set further traits, such as projector=True."""
        for name, value in traits.items():
            if not self.has_trait(name):
                raise TypeError(f"{type(self).__name__} has no setting {name!r}")
            setattr(self, name, value)


def control(key: str, kind: str, label: str, value: object, **more: object) -> Control:
    """Return a control for the page."""
    return {"id": key, "kind": kind, "label": label, "value": value, **more}
