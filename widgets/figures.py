"""How the lessons' figures look: large enough to project, told apart without colour, and in words.

JupyterLab gives a figure of matplotlib's own no alternative text, so `show` puts it there. A cell
that shows one has the tag nbval-ignore-output: another machine may draw a line a hair elsewhere.
"""

from __future__ import annotations

from base64 import b64encode
from html import escape
from io import BytesIO

import matplotlib.pyplot as plt
from cycler import cycler
from IPython.display import display
from matplotlib.figure import Figure

from gamelib.pictures import BLACK, BLUE, GREEN, ORANGE, PINK, RED, SKY, YELLOW

__all__ = [
    "BLACK", "BLUE", "GREEN", "LINES", "ORANGE", "PINK", "RED", "SKY", "YELLOW", "show", "style",
]  # fmt: skip

LINES = cycler(color=[BLUE, RED, GREEN, PINK, ORANGE, SKY]) + cycler(marker=list("osD^vP"))


def style() -> None:
    """Let all figures from here on look the same: white, large letters, a marker for each line."""
    plt.rcdefaults()
    plt.rcParams.update(
        {
            "figure.figsize": (8, 3.6),
            "figure.constrained_layout.use": True,
            "font.size": 12,
            "axes.prop_cycle": LINES,
            "axes.titlelocation": "left",
            "axes.titlesize": 13,
            "axes.spines.top": False,
            "axes.spines.right": False,
            "axes.grid": True,
            "axes.axisbelow": True,
            "grid.color": "#DDDDDD",
            "hatch.linewidth": 0.8,
            "legend.frameon": False,
            "svg.hashsalt": "the same picture has the same name for its parts, always",
        }
    )


def show(figure: Figure, alt: str | None = None) -> None:
    """Show a figure; `alt` says in a sentence or two what it shows to those who cannot see it.

    Pictures of results (`results.plot()`) bring these words along, as their label.
    """
    alt = str(figure.get_label()) if alt is None else alt
    if not alt:
        raise ValueError("a figure needs words for those who cannot see it")
    file = BytesIO()
    figure.savefig(file, format="svg", metadata={"Date": None})
    plt.close(figure)
    image = b64encode(file.getvalue()).decode()
    html = (
        f'<img src="data:image/svg+xml;base64,{image}" alt="{escape(alt)}" style="max-width:100%">'
    )
    display({"text/html": html, "text/plain": alt}, raw=True)  # type: ignore[no-untyped-call]
