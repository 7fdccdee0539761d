"""Pictures of results that bring their own words: what figures here have in common.

Import it where a picture is drawn, not before: it needs matplotlib, which the rest does without.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping, Sequence
from html import escape
from io import BytesIO
from typing import TYPE_CHECKING

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import PercentFormatter

if TYPE_CHECKING:
    from gamelib.simulate import Estimate

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


def convergence(
    course: Sequence[Estimate], exact: float | None, words: Mapping[str, str]
) -> Picture:
    """Return a picture of how an estimate and its interval close in, on an exact value if known."""
    figure = picture(8, 3.6, words["alt"])
    axes = axes_of(figure)
    games = [estimate.games for estimate in course]
    axes.fill_between(
        games,
        [estimate.low for estimate in course],
        [estimate.high for estimate in course],
        color=SKY,
        alpha=0.35,
        linewidth=0,
    )
    for ends in ("low", "high"):  # edges, for those who do not see so light a colour
        edge = [getattr(estimate, ends) for estimate in course]
        axes.plot(games, edge, color=BLUE, linewidth=0.7, marker="")
    axes.plot(
        games,
        [float(estimate.share) for estimate in course],
        color=BLUE,
        linewidth=2,
        marker="o" if len(course) < 20 else "",
        label=words["estimate"],
    )
    if exact is not None:
        axes.axhline(exact, color=RED, linestyle="--", linewidth=2, label=words["exact"])
    if games[-1] > 10 * games[0]:
        axes.set_xscale("log")
    axes.yaxis.set_major_formatter(PercentFormatter(1))
    axes.set_xlabel(words["games"])
    axes.set_ylabel(words["share"])
    axes.set_title(plain(words["title"]), fontsize="medium")
    axes.legend()
    return figure
