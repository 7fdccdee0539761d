"""The page's film and picking by themselves, in node: `tests/js` holds the tests of each module."""

import json
from base64 import b64encode
from pathlib import Path

import pytest

from gamelib import Match, games
from tests.gamelib.tables import short
from tests.widgets.node import run_node
from widgets.stage import STATIC
from widgets.table import Table

TESTS = Path(__file__).parents[1] / "js"

# Reads a film as the page does, and prints the pieces of every frame.
READ = """
import { readFileSync } from "node:fs";
import { develop, unpack } from "FILM";
const bytes = Uint8Array.from(atob(readFileSync(0, "utf-8")), (one) => one.charCodeAt(0));
const { frames, fault } = develop(await unpack(new DataView(bytes.buffer)));
const picture = ({ title, items }) => [title, Object.fromEntries(items)];
console.log(JSON.stringify([fault, frames.map(({ board, odds }) => [board, odds].map(picture))]));
"""


@pytest.mark.parametrize("module", [path.name for path in sorted(TESTS.glob("*.test.js"))])
def test_module_passes_its_tests(module: str) -> None:
    run_node("--test", TESTS / module)


@pytest.mark.parametrize("game", games)
def test_the_page_reads_a_film_as_python_drew_it(game: str) -> None:
    match = Match(short(game), seed=4)
    while len(match.steps) < 12 and match.turn is not None:
        match.step()
    table = Table(match, seat=0, people=[])
    script = READ.replace("FILM", (STATIC / "table" / "film.js").as_uri())
    told = run_node("--input-type=module", "-e", script, data=b64encode(table.film))
    fault, frames = json.loads(told)
    assert fault is None
    drawn = table._film().frames
    assert len(frames) == len(drawn)
    for frame, (board, odds) in zip(drawn, frames, strict=True):
        for scene, (title, items) in ((frame.board, board), (frame.odds, odds)):
            assert title == scene.title
            assert set(items) == {item.key for item in scene.items}
            for item in scene.items:
                seen = items[item.key]
                assert (seen["x"], seen["y"]) == pytest.approx((item.x, item.y), abs=0.1)
                assert [seen[name] for name in ("svg", "label", "action", "classes", "z")] == [
                    item.svg,
                    item.label,
                    item.action,
                    item.classes,
                    item.z,
                ]
