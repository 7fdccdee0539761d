"""Pictures of results that bring their own words: what figures here have in common.

Import it where a picture is drawn, not before: it needs matplotlib, which the rest does without.
"""

from __future__ import annotations

from base64 import b64encode
from html import escape
from io import BytesIO

from matplotlib.axes import Axes
from matplotlib.figure import Figure

BLUE, ORANGE, GREEN, PINK = "#0072B2", "#E69F00", "#009E73", "#CC79A7"
SKY, RED, YELLOW, BLACK = "#56B4E9", "#D55E00", "#F0E442", "#000000"
"""The colours of Okabe and Ito, which colour-blind people can tell apart too."""


class Picture(Figure):
    """A figure that a notebook shows with its label as alternative text."""

    def _repr_html_(self) -> str:
        with BytesIO() as image:
            self.savefig(image, format="png", dpi=100)
            data = b64encode(image.getvalue()).decode()
        alt = escape(str(self.get_label()))
        return f'<img src="data:image/png;base64,{data}" alt="{alt}" style="max-width:100%">'


def picture(width: float, height: float, alt: str) -> Picture:
    """Return an empty figure, so many inches large; `alt` says in words what it will show."""
    figure = Picture(figsize=(width, height), layout="constrained")
    figure.set_label(alt)
    return figure


def axes_of(figure: Figure) -> Axes:
    """Return axes on a figure: open at the top and to the right, with a quiet grid."""
    axes = figure.add_subplot()
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(visible=True, color="#DDDDDD")
    axes.set_axisbelow(True)
    return axes


def plain(words: str) -> str:
    """Return words that matplotlib does not take for a formula.

    >>> plain("$5")
    '\\\\$5'
    """
    return words.replace("$", r"\$")
