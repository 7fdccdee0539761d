"""What the table and the explorers share: a page that plays films, and a kernel that answers it.

Python draws, JavaScript plays. The page sends small messages; each is answered by a notice, and a
message that is malformed, late, repeated or not allowed changes nothing.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping
from html import escape
from pathlib import Path
from typing import Any, ClassVar

import anywidget
import traitlets

from gamelib.game import IllegalAction
from gamelib.match import RecordError
from gamelib.players import PlayerError
from gamelib.texts import LANGUAGES, explain, say, texts
from widgets.bundle import bundle
from widgets.scene import RULES, Scene

STATIC = Path(__file__).parent / "static"


class Refused(Exception):  # noqa: N818
    """A message that cannot be followed; `key` names the text that says why."""

    def __init__(self, key: str, **values: object) -> None:
        super().__init__(key, values)
        self.key = key
        self.values = values


class Stage(anywidget.AnyWidget):
    """A widget that shows frames and answers the page."""

    _esm = bundle(STATIC / "table" / "table.js")
    # anywidget's style sheets hold for the whole notebook: the rules must reach our drawings only.
    _css = (STATIC / "table.css").read_text("utf-8") + f".tw svg {{{RULES}}}"

    film = traitlets.Bytes().tag(sync=True)
    news = traitlets.Dict().tag(sync=True)
    ui = traitlets.Dict().tag(sync=True)
    setting = traitlets.Dict().tag(sync=True)
    controls: traitlets.List[Any] = traitlets.List().tag(sync=True)
    notice = traitlets.Dict().tag(sync=True)
    trials = traitlets.Dict().tag(sync=True)
    guesses: traitlets.List[Any] = traitlets.List().tag(sync=True)
    record = traitlets.Unicode().tag(sync=True)
    projector = traitlets.Bool(False).tag(sync=True)
    predict = traitlets.Bool(False).tag(sync=True)
    show_odds = traitlets.Bool(True).tag(sync=True)

    answers: ClassVar[Mapping[str, str]] = {}
    """The messages a page may send: what it asks for, and the method that does it."""

    def __init__(self, lang: str, **traits: Any) -> None:
        if lang not in LANGUAGES:
            raise ValueError(f"there is no language {lang!r}; there are {', '.join(LANGUAGES)}")
        self.lang = lang
        super().__init__(**traits)
        self.on_msg(self._receive)

    def picture(self) -> Scene:
        """Return what is shown, as one picture."""
        raise NotImplementedError

    def refresh(self) -> None:
        """Bring the page up to date with what the kernel knows."""
        raise NotImplementedError

    def words(self) -> dict[str, str]:
        """Return the words of the controls in the language now chosen."""
        start = "table."
        return {
            key.removeprefix(start): text
            for key, text in texts(self.lang).items()
            if key.startswith(start)
        }

    def _receive(self, _widget: object, content: object, _buffers: object) -> None:
        asked = content.get("id", 0) if isinstance(content, Mapping) else 0
        kind, told = "ok", ""
        try:
            self._answer(content)
        except IllegalAction as error:
            kind, told = "error", explain(error, self.lang)
        except Refused as error:
            kind, told = "error", say(f"table.refused.{error.key}", self.lang, **error.values)
        except (RecordError, PlayerError) as error:
            kind, told = "error", str(error)
        except KeyboardInterrupt:
            kind, told = "error", say("table.refused.interrupted", self.lang)
        except Exception as error:  # the page must get an answer, and the kernel lives on
            fault = f"{type(error).__name__}: {error}"
            kind, told = "error", say("table.refused.fault", self.lang, fault=fault)
        self.notice = {"id": asked, "kind": kind, "text": told}

    def _answer(self, content: object) -> None:
        if not isinstance(content, Mapping) or content.get("do") not in self.answers:
            raise Refused("malformed")
        getattr(self, self.answers[content["do"]])(content)

    def _choose_language(self, content: Mapping[str, Any]) -> None:
        if content.get("lang") not in LANGUAGES:
            raise Refused("malformed")
        self.lang = content["lang"]
        self.refresh()

    def _languages(self) -> list[list[str]]:
        return [[lang, say("language", lang)] for lang in LANGUAGES]

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]] | None:
        bundle = super()._repr_mimebundle_(**kwargs)
        if bundle is None:
            return None
        data, metadata = bundle if isinstance(bundle, tuple) else (bundle, {})
        scene = self.picture()
        image = b64encode(scene.svg().encode()).decode()
        html = (
            f'<img src="data:image/svg+xml;base64,{image}" alt="{escape(scene.title)}" '
            f'style="max-width:100%">'
        )
        return {**data, "text/plain": repr(self), "text/html": html}, metadata


def whole(content: Mapping[str, Any], key: str, below: int) -> int:
    """Return a whole number from a message, if it is one from 0 up to a limit."""
    value = content.get(key)
    if type(value) is not int or not 0 <= value < below:
        raise Refused("malformed")
    return value
