"""A match of every table still goes, and reads, as it did when its transcript was written."""

from __future__ import annotations

from difflib import unified_diff

import pytest

from tests.golden import FOLDER, tables, transcript


def test_there_is_a_transcript_of_every_table_and_no_other() -> None:
    assert sorted(path.name for path in FOLDER.iterdir()) == sorted(tables())


@pytest.mark.parametrize("name", tables())
def test_the_match_is_as_it_was(name: str) -> None:
    before = (FOLDER / name).read_text(encoding="utf-8").splitlines()
    now = transcript(tables()[name]).splitlines()
    changes = list(unified_diff(before, now, f"tests/golden/{name}", "now", lineterm="", n=2))
    if changes:
        more = [f"… and {len(changes) - 40} more lines"] if len(changes) > 40 else []
        pytest.fail(
            "\n".join(
                [
                    *changes[:40],
                    *more,
                    "If this is meant: python -m tests.golden writes the transcripts again.",
                ]
            ),
            pytrace=False,
        )
