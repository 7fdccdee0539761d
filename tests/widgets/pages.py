"""The page as the kernel's messages make it: a small model of what static/ does with them.

It puts the film together from its beginning and its reels, shows what is sent ahead until it
counts or is taken back, and keeps every message, so that tests can weigh and compare them.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping, Sequence
from time import perf_counter
from typing import Any

from widgets.stage import Stage


def unpacked(data: bytes) -> list[str]:
    """Return the lines of a film or a reel."""
    return zlib.decompress(bytes(data)).decode().split("\n") if data else []


def lines_in(state: Mapping[str, Any]) -> list[str]:
    """Return the film that a widget's state holds, a frame a line."""
    lines = unpacked(state["film"])
    for n in range(1, state["setting"].get("reels", 0) + 1):
        start, *more = unpacked(state[f"reel{n}"])
        lines = [*lines[: int(start)], *more]
    return lines


def frames_of(widget: Stage) -> list[dict[str, Any]]:
    """Return the film as a page that opens now reads it."""
    return [json.loads(line) for line in lines_in(widget.get_state())]


class PageModel:
    """A page that shows a widget.

    `sent` is what the kernel sent: a kind, the data, the buffers; `heard_at` is when it came.
    """

    def __init__(self, widget: Stage) -> None:
        self.widget = widget
        self.state: dict[str, Any] = {}
        self.sent: list[tuple[str, str, tuple[bytes, ...]]] = []
        self.heard_at: list[float] = []
        self.given: list[str] = []
        self.ahead: list[str] | None = None
        self.asked = 0
        assert widget.comm is not None
        widget.comm.publish_msg = self._hear
        self._tell({"method": "request_state"})

    def _hear(self, kind: str, data: Any, metadata: Any = None, buffers: Any = None) -> None:
        self.heard_at.append(perf_counter())
        kept = tuple(map(bytes, buffers or ()))
        self.sent.append((kind, json.dumps(data, allow_nan=False), kept))
        data = json.loads(self.sent[-1][1])
        if data.get("method") == "update":
            self._update(data["state"], data["buffer_paths"], kept)
        elif data.get("method") == "custom":
            self._listen(data["content"], kept)

    def _update(
        self, state: dict[str, Any], paths: Sequence[Sequence[str]], buffers: Sequence[bytes]
    ) -> None:
        for (key,), data in zip(paths, buffers, strict=True):
            state[key] = data
        self.state.update(state)
        if "setting" in state or "film" in state or self.state["notice"].get("kind") == "error":
            self.ahead = None

    def _listen(self, content: Mapping[str, Any], buffers: Sequence[bytes]) -> None:
        match content["do"]:
            case "ahead":
                start, *lines = unpacked(buffers[0])
                self.ahead = lines if content["alone"] else [*self.lines[: int(start)], *lines]
            case "copy":
                self.given.append(content["text"])

    def _tell(self, data: Mapping[str, Any]) -> None:
        self.widget._handle_msg({"content": {"data": data}, "buffers": []})

    @property
    def lines(self) -> list[str]:
        """The film that counts, a frame a line."""
        return lines_in(self.state)

    @property
    def last(self) -> int:
        """The number of the last step."""
        return len(self.lines) - 1

    @property
    def told(self) -> str:
        """What was said about the last message."""
        text: str = self.state["notice"]["text"]
        return text

    def choices(self, at: int | None = None) -> list[dict[str, Any]]:
        """Return what can be done at a step, by default the last one."""
        found: list[dict[str, Any]] = json.loads(self.lines[-1 if at is None else at])["choices"]
        return found

    def send(self, content: object) -> str:
        """Send anything at all; return the line that answers it."""
        self._tell({"method": "custom", "content": content})
        return self.told

    def ask(self, do: str, **details: Any) -> str:
        """Send a message as the page does; return the line that answers it."""
        self.asked += 1
        place = {"branch": self.state["setting"].get("branch"), "of": self.last}
        told = self.send({"id": self.asked, "do": do, **place, **details})
        assert self.state["notice"]["id"] == self.asked
        return told

    def play(self, n: int = 0, at: int | None = None, **details: Any) -> str:
        """Play the n-th choice of a step, by default the last one."""
        path = self.choices(at)[n]["path"]
        return self.ask("play", at=self.last if at is None else at, path=path, **details)
