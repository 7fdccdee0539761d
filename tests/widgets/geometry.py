"""How much space a piece of a picture takes, read from its SVG."""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, product
from typing import NamedTuple
from xml.etree import ElementTree

from widgets.scene import HIDDEN, Item, Scene, width_of

_TRANSFORM = re.compile(r"(translate|scale)\(([-\d.]+)[ ,]*([-\d.]*)\)")


class Box(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float

    def overlaps(self, other: "Box", slack: float = 0.5) -> bool:
        """Tell whether two boxes share more than a line (drawings touch by half a pixel)."""
        return (
            min(self.right, other.right) - max(self.left, other.left) > slack
            and min(self.bottom, other.bottom) - max(self.top, other.top) > slack
        )

    def inside(self, width: float, height: float) -> bool:
        return self.left >= 0 and self.top >= 0 and self.right <= width and self.bottom <= height


def boxes(item: Item) -> list[Box]:
    """The boxes of a piece's rectangles, circles and words (words as wide as `width_of` thinks)."""
    x, y = item.x, item.y
    return [
        Box(x + left, y + top, x + right, y + bottom)
        for left, top, right, bottom in _drawn(item.svg)
    ]


@lru_cache(maxsize=10_000)
def _drawn(svg: str) -> tuple[Box, ...]:
    found: list[Box] = []
    _walk(ElementTree.fromstring(f"<g>{svg}</g>"), 0.0, 0.0, 1.0, found)
    return tuple(found)


def _walk(node: ElementTree.Element, x: float, y: float, scale: float, found: list[Box]) -> None:
    for kind, first, second in _TRANSFORM.findall(node.get("transform", "")):
        if kind == "translate":
            x, y = x + scale * float(first), y + scale * float(second or 0)
        else:
            scale *= float(first)

    def at(name: str) -> float:
        return float(node.get(name, 0))

    match node.tag:
        case "rect":
            left, top, wide, high = at("x"), at("y"), at("width"), at("height")
        case "circle":
            left, top = at("cx") - at("r"), at("cy") - at("r")
            wide = high = 2 * at("r")
        case "text":
            words, size = node.text or "", at("font-size")
            wide, high = at("textLength") or width_of(words, int(size)), size * 0.8
            shift = {"middle": 0.5, "end": 1.0}.get(node.get("text-anchor", ""), 0.0)
            left, top = at("x") - shift * wide, at("y") - high
        case _:
            wide = 0
    if wide:
        found.append(
            Box(
                x + scale * left,
                y + scale * top,
                x + scale * (left + wide),
                y + scale * (top + high),
            )
        )
    for child in node:
        _walk(child, x, y, scale, found)


def sizes_of_words(item: Item) -> list[tuple[str, float]]:
    """The words of a piece, and how large they are once all that scales them is counted."""
    return list(_words(ElementTree.fromstring(f"<g>{item.svg}</g>"), 1.0))


def _words(node: ElementTree.Element, scale: float) -> Iterator[tuple[str, float]]:
    for kind, first, _ in _TRANSFORM.findall(node.get("transform", "")):
        scale *= float(first) if kind == "scale" else 1
    if node.tag == "text" and (words := "".join(node.itertext()).strip()):
        yield words, scale * float(node.get("font-size", 14))
    for child in node:
        yield from _words(child, scale)


def boxes_of_words(item: Item) -> list[Box]:
    """The boxes of a piece's words alone."""
    return boxes(item._replace(svg=re.sub(r"<(rect|circle|path)[^>]*/>", "", item.svg)))


def words_covered(scene: Scene) -> list[tuple[str, str]]:
    """The keys of pieces whose words lie over those of another, or over a card on the board.

    What is seen only while it is marked may lie where it likes.
    """
    said = [
        (item.key, boxes_of_words(item))
        for item in scene.items
        if "<text" in item.svg and not item.face and "tw-if-marked" not in item.svg
    ]
    laid = [(item.key, [card_box(item)]) for item in scene.items if item.face]
    found = [*combinations(said, 2), *product(said, laid)]
    return [
        (one, other)
        for (one, here), (other, there) in found
        if any(box.overlaps(another) for box in here for another in there)
    ]


def card_box(item: Item) -> Box:
    """The box of a card: its frame is what is drawn first."""
    return boxes(item)[0]


def open_cards(scene: Scene) -> list[Item]:
    """The cards that lie face up."""
    return [item for item in scene.items if item.face not in ("", HIDDEN)]


def outside(scene: Scene) -> list[str]:
    """The keys of pieces that leave the canvas."""
    return [
        item.key for item in scene.items if any(not box.inside(*scene.size) for box in boxes(item))
    ]
