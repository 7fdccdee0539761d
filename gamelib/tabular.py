"""Tables as people see them: lines of text in a terminal, HTML in a notebook."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from html import escape
from typing import NamedTuple

Row = Sequence[str]


class Grid(NamedTuple):
    """A table: its caption, its rows, the first of them its head, and which columns are words.

    `names` is the column that says what a row is about, where a screen reader is to know that.
    """

    caption: str
    rows: Sequence[Row]
    words: Collection[int]
    names: int | None = None

    def lines(self) -> list[str]:
        """Return the rows as lines of text, words to the left and numbers to the right."""
        widths = [max(map(len, column)) for column in zip(*self.rows, strict=True)]
        return ["  ".join(map(self._padded, range(len(row)), row, widths)).rstrip()
                for row in self.rows]  # fmt: skip

    def _padded(self, n: int, cell: str, width: int) -> str:
        return cell.ljust(width) if n in self.words else cell.rjust(width)

    def html(self) -> str:
        """Return the table for a notebook."""
        head, *rows = self.rows
        top = "".join(self._cell(n, cell, "col") for n, cell in enumerate(head))
        body = "".join(
            "<tr>"
            + "".join(self._cell(n, cell, "row" if n == self.names else "") for n, cell in each)
            + "</tr>\n"
            for each in map(enumerate, rows)
        )
        return (
            f"<table>\n<caption>{escape(self.caption)}</caption>\n"
            f"<thead><tr>{top}</tr></thead>\n<tbody>\n{body}</tbody>\n</table>\n"
        )

    def _cell(self, n: int, cell: str, scope: str) -> str:
        tag = "th" if scope else "td"
        scoped = f' scope="{scope}"' if scope and self.names is not None else ""
        align = "left" if n in self.words else "right"
        return f'<{tag}{scoped} style="text-align: {align}">{escape(cell)}</{tag}>'


def paragraphs(notes: Sequence[str]) -> str:
    """Return notes below a table for a notebook."""
    return "".join(f"<p>{escape(note)}</p>\n" for note in notes)
