"""An exercise as a widget: the position drawn, an answer field, help after tries, a solution.

>>> from gamelib.exercises import exercise
>>> Question(exercise("next_card")("Ada"))
Question('next_card', student='Ada')
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from html import escape
from typing import Any, ClassVar

import traitlets

from gamelib.attempts import LONGEST
from gamelib.exercises import FunctionExercise, Task
from gamelib.texts import say, seat_names, texts
from widgets.bundle import bundle
from widgets.drawing import drawings
from widgets.scene import Item, Scene, coord
from widgets.stage import STATIC, Refused, Stage

PATIENT_TRIES = 3
"""After how many tries the solution may be looked at."""


class Question(Stage):
    """A student's task to be answered on the page; `task.check` in a cell does the same.

    Hints come after a first try, the solution after the right answer or a few wrong ones.
    """

    _esm = bundle(STATIC / "question.js")
    _css = str(Stage._css) + (STATIC / "question.css").read_text("utf-8")

    asked = traitlets.Dict().tag(sync=True)

    answers: ClassVar[Mapping[str, str]] = {
        "check": "_check",
        "hint": "_hint",
        "solve": "_solve",
        "lang": "_choose_language",
    }

    def __init__(self, task: Task[Any], **traits: Any) -> None:
        if not isinstance(task, Task):
            raise TypeError(
                "a Question is about one student's task: Question(exercise(student='Ada'))"
            )
        self.task = task
        self.lang = task.lang
        self.solution_shown = False
        super().__init__(**self.drawn(), **traits)

    def bookmark(self) -> Callable[[], None]:
        """Return what puts everything back to how it is now, the task too."""
        own, task = super().bookmark(), self.task.bookmark()

        def put_back() -> None:
            own()
            task()

        return put_back

    @property
    def may_hint(self) -> bool:
        """Whether hints may be asked for: after a first try."""
        return self.task.tries > 0

    @property
    def may_solve(self) -> bool:
        """Whether the solution may be looked at: when solved, or after a few tries."""
        return self.task.solved or self.task.tries >= PATIENT_TRIES

    def picture(self) -> Scene:
        """Return the position, without what could be done; nothing where there is none."""
        view = self.task.view
        if view is None:
            return Scene((0, 0), self.task.title, ())
        scene = drawings[view.game.name].board(view, self.lang, self._names)
        items = tuple(_asked(item) for item in scene.items if not item.action.startswith("do:"))
        return replace(scene, title=say("question.picture", self.lang), items=items)

    def words(self) -> dict[str, str]:
        """Return the words of the controls in the language now chosen."""
        start = "question."
        return {
            key.removeprefix(start): text
            for key, text in texts(self.lang).items()
            if key.startswith(start)
        }

    def drawn(self) -> dict[str, Any]:
        """Return what the task knows as the page shows it."""
        task, lang = self.task, self.lang
        task.lang = lang
        found = None if task.finding is None else task.verdict(task.finding)
        board = self.picture()
        return {
            "ui": self.words(),
            "setting": {"lang": lang, "langs": self._languages(), "patience": PATIENT_TRIES},
            "asked": {
                "title": task.title,
                "position": task.position,
                "question": task.asked,
                "precision": task.precision,
                "function": isinstance(task.exercise, FunctionExercise),
                "board": _drawn(board) if board.items else None,
                "outcome": "" if found is None else found.outcome,
                "verdict": "" if found is None else str(found),
                "tries": task.tries,
                "hints": list(task.hints[: task.hints_shown]),
                "may_hint": self.may_hint and task.hints_shown < len(task.hints),
                "tried": self.may_hint,
                "may_solve": self.may_solve,
                "solution": str(task.solution()) if self.solution_shown else "",
                "odds": self._counted() if self.solution_shown else None,
            },
        }

    @property
    def _names(self) -> Sequence[str]:
        return (say("exercise.you", self.lang), *seat_names(self.lang)[1:])

    def _counted(self) -> dict[str, Any] | None:
        """Return the picture of the deck with the cards that are counted marked."""
        task, view = self.task, self.task.view
        if view is None or task.exercise.counted is None:
            return None
        drawing = drawings[view.game.name]
        marks = drawing.marks(view, task.exercise.counted(task.case))
        scene = drawing.odds(view, self.lang, self._names)
        return _drawn(replace(scene, title=say("question.counted", self.lang)), marks)

    def _check(self, content: Mapping[str, Any]) -> None:
        answer = content.get("answer")
        if (
            not isinstance(answer, str)
            or len(answer) > LONGEST
            or isinstance(self.task.exercise, FunctionExercise)
        ):
            raise Refused("malformed")
        self.task.check(answer)

    def _hint(self, content: Mapping[str, Any]) -> None:
        if not self.may_hint:
            raise Refused("early")
        self.task.hint()

    def _solve(self, content: Mapping[str, Any]) -> None:
        if not self.may_solve:
            raise Refused("early")
        self.solution_shown = True

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]] | None:
        bundle = super()._repr_mimebundle_(**kwargs)
        if bundle is None:
            return None
        data, metadata = bundle
        task = self.task
        picture = data["text/html"] if task.view is not None else ""
        parts = [f"<strong>{escape(task.title)}</strong>", escape(task.position)]
        parts += [escape(task.asked), f"<em>{escape(task.precision)}</em>"]
        told = "".join(f"<p>{part}</p>" for part in parts if part)
        return {**data, "text/plain": repr(task), "text/html": picture + told}, metadata

    def __repr__(self) -> str:
        return f"Question({self.task.key!r}, student={self.task.student!r})"


def _asked(item: Item) -> Item:
    """Return a piece of the picture without what would tell an answer: nobody has guessed yet."""
    return item._replace(svg=item.svg.replace(*_UNANSWERED), told="")


_UNANSWERED = ('<g class="tw-answer">', '<g style="display:none">')


def _drawn(scene: Scene, marks: Collection[str] = ()) -> dict[str, Any]:
    """Return a picture as the page puts it in: without colours of its own, so that dark works."""
    pieces = [
        f'<g transform="translate({coord(item.x)} {coord(item.y)})" class="tw-art '
        f'{escape(item.classes)}{" tw-hurts" if item.key in marks else ""}">{item.svg}</g>'
        for item in sorted(scene.items, key=lambda item: item.z)
    ]
    width, height = scene.size
    return {"width": width, "height": height, "title": scene.title, "svg": "".join(pieces)}
