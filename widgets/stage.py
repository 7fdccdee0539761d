"""What the table and the explorers share: a page that plays films, and a kernel that answers it.

Python draws, JavaScript plays. The page sends small messages, and each is answered by a notice. A
message is judged and drawn before anything counts: one that is malformed, late or not allowed, or
that fails in whatever way, changes nothing. What the page is told in the meantime (a first frame,
trials so far) goes by messages. Only what counts becomes a trait, and so is kept in a notebook.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
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
from widgets.film import Sent
from widgets.scene import RULES, Scene

STATIC = Path(__file__).parent / "static"

STYLES = ["base", "layout", "telling", "number", "controls", "choices", "pieces", "study", "narrow"]
"""The style sheets of the table, in their order: the last overrules what is above."""

LOOKS = "\n".join((STATIC / "table" / f"{name}.css").read_text("utf-8") for name in STYLES)

THE_PAGES_OWN = frozenset({"guesses", "predict", "projector", "show_odds"})
"""The traits that the page may set; all others are the kernel's to say."""

LARGEST_ID = 2**53
"""JavaScript counts no further."""


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
    _css = LOOKS + f".tw svg {{{RULES}}}"

    film = traitlets.Bytes().tag(sync=True)
    ui = traitlets.Dict().tag(sync=True)
    setting = traitlets.Dict().tag(sync=True)
    controls: traitlets.List[Any] = traitlets.List().tag(sync=True)
    notice = traitlets.Dict().tag(sync=True)
    trials = traitlets.Dict().tag(sync=True)
    branches: traitlets.List[Any] = traitlets.List().tag(sync=True)
    rules = traitlets.Dict().tag(sync=True)
    guesses: traitlets.List[Any] = traitlets.List().tag(sync=True)
    projector = traitlets.Bool(False).tag(sync=True)
    predict = traitlets.Bool(False).tag(sync=True)
    show_odds = traitlets.Bool(True).tag(sync=True)

    answers: ClassVar[Mapping[str, str]] = {}
    """The messages a page may send: what it asks for, and the method that does it."""

    lang: str
    sent = Sent()
    """What the page has of the film."""
    _within = False
    """Whether something is being done as a whole."""
    _in_doubt = False
    """Whether something went wrong while the page was told."""

    def __init__(self, **traits: Any) -> None:
        """Open the page, at last: what is drawn, and traits such as projector=True."""
        for name in traits:
            if not self.has_trait(name):
                raise TypeError(f"{type(self).__name__} has no setting {name!r}")
        super().__init__(**traits)
        self.on_msg(self._receive)

    def picture(self) -> Scene:
        """Return what is shown, as one picture."""
        raise NotImplementedError

    def drawn(self) -> dict[str, Any]:
        """Return what the page is to show, as traits; nothing is told yet."""
        raise NotImplementedError

    def refresh(self) -> None:
        """Bring the page up to date with what the kernel knows."""
        with self.as_a_whole():
            pass

    # --- all or nothing ------------------------------------------------------------------------

    @contextmanager
    def as_a_whole(self) -> Iterator[None]:
        """Let what is done inside count once it is drawn, or not at all."""
        if self._within:  # a whole within a whole is part of it
            yield
            return
        put_back, before = self.bookmark(), self.sent.reels
        try:
            self._within = True
            yield
            traits = self.drawn()
        except BaseException:
            put_back()
            raise
        self._within = False
        self._tell(traits, before)

    def bookmark(self) -> Callable[[], None]:
        """Return what puts everything back to how it is now.

        It holds for whatever attributes a widget has, as they are replaced and never changed in
        place; a widget that holds what others change brings its own.
        """
        kept = dict(vars(self))

        def put_back() -> None:
            for name in vars(self).keys() - kept.keys():
                delattr(self, name)
            self.__dict__.update(kept)

        return put_back

    def _tell(self, traits: Mapping[str, Any], before: tuple[bytes, ...]) -> None:
        """Send all that is new in one message, and of the film only the reels that are new."""
        now = self.sent.reels
        rows = zip(_padded(before, len(now)), _padded(now, len(before)), strict=True)
        news = [f"reel{n}" for n, (old, new) in enumerate(rows, start=1) if old != new]
        self._in_doubt = True
        with self.hold_sync():
            for name, value in traits.items():
                setattr(self, name, value)
            self._states_to_send.update(news)
        self._in_doubt = False

    def get_state(
        self, key: str | Iterable[str] | None = None, drop_defaults: bool = False
    ) -> dict[str, Any]:
        """Return the traits, and the film's reels beside them.

        Reels are no traits, as there are more and more of them. But each is a key of its own in the
        state, so that a message can bring a new one alone.
        """
        reels = {f"reel{n}": data for n, data in enumerate(self.sent.reels, start=1)}
        if key is None:
            state: dict[str, Any] = super().get_state(None, drop_defaults)
            return {**state, **reels}
        asked = [key] if isinstance(key, str) else list(key)
        rest = [name for name in asked if not name.startswith("reel")]
        old = {name: reels.get(name, b"") for name in asked if name.startswith("reel")}
        return {**super().get_state(rest, drop_defaults), **old}

    def set_state(self, sync_data: Mapping[str, Any]) -> None:
        """Take from the page what is the page's to say: how it is to look, and what was guessed."""
        super().set_state({k: value for k, value in sync_data.items() if k in THE_PAGES_OWN})

    def words(self) -> dict[str, str]:
        """Return the words of the controls in the language now chosen."""
        start = "table."
        return {
            key.removeprefix(start): text
            for key, text in texts(self.lang).items()
            if key.startswith(start)
        }

    # --- messages ------------------------------------------------------------------------------

    def _receive(self, _widget: object, content: object, _buffers: object) -> None:
        """Follow a message, and answer it: whatever happens, the page is told and all goes on."""
        told = ""
        try:
            with self.as_a_whole():
                told = self._answer(content) or ""
        except BaseException as error:  # of a student's player too
            told = self._worded(error)
        if self._in_doubt:
            self.send_state()
            self._in_doubt = False
        kind = "error" if told else "ok"
        self.notice = {"id": message_id(content), "kind": kind, "text": told}

    def _answer(self, content: object) -> str | None:
        """Do what a message asks for; return what there is to complain of all the same."""
        if not isinstance(content, Mapping) or content.get("do") not in self.answers:
            raise Refused("malformed")
        answer: str | None = getattr(self, self.answers[content["do"]])(content)
        return answer

    def _worded(self, error: BaseException) -> str:
        """Return what to say about a message that could not be followed."""
        match error:
            case IllegalAction():
                return explain(error, self.lang)
            case Refused():
                return say(f"table.refused.{error.key}", self.lang, **error.values)
            case PlayerError():
                return say("table.refused.player", self.lang, fault=_said(error))
            case RecordError():
                return _said(error)
            case KeyboardInterrupt():
                return say("table.refused.interrupted", self.lang)
        fault = f"{type(error).__name__}: {_said(error)}"
        return say("table.refused.fault", self.lang, fault=fault)

    def _choose_language(self, content: Mapping[str, Any]) -> None:
        if content.get("lang") not in LANGUAGES:
            raise Refused("malformed")
        self.lang = content["lang"]

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


def checked(lang: str) -> str:
    """Return a language that there is, or raise ValueError."""
    if lang not in LANGUAGES:
        raise ValueError(f"there is no language {lang!r}; there are {', '.join(LANGUAGES)}")
    return lang


def _padded(reels: tuple[bytes, ...], length: int) -> tuple[bytes, ...]:
    return reels + (b"",) * (length - len(reels))


def message_id(content: object) -> int:
    """Return a message's own number, by which the page knows the answer."""
    number = content.get("id") if isinstance(content, Mapping) else None
    return number if type(number) is int and 0 <= number < LARGEST_ID else 0


def _said(error: BaseException) -> str:
    """Return what an error says of itself, also if it cannot say anything."""
    try:
        return str(error)
    except Exception:
        return "…"
