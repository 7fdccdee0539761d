from typing import Any

import matplotlib.pyplot as plt
import pytest

from gamelib.pictures import picture
from widgets import figures


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, str]]:
    """What `show` hands to the notebook, on a machine without a display."""
    plt.switch_backend("agg")
    found: list[dict[str, str]] = []
    monkeypatch.setattr(figures, "display", lambda data, raw: found.append(data))
    return found


def draw(**options: Any) -> None:
    figures.style()
    figure, ax = plt.subplots(**options)
    ax.plot([1, 2, 3], [2, 3, 1], label="a line")
    ax.legend()
    figures.show(figure, 'A "line" that rises & falls.')


def test_a_figure_says_in_words_what_it_shows(shown: list[dict[str, str]]) -> None:
    draw()
    assert 'alt="A &quot;line&quot; that rises &amp; falls."' in shown[0]["text/html"]
    assert shown[0]["text/plain"] == 'A "line" that rises & falls.'


def test_the_same_figure_is_the_same_text_every_time(shown: list[dict[str, str]]) -> None:
    draw()
    draw()
    draw(figsize=(4, 4))
    assert shown[0] == shown[1] != shown[2]


def test_a_figure_that_was_shown_is_not_shown_again(shown: list[dict[str, str]]) -> None:
    plt.close("all")
    draw()
    assert plt.get_fignums() == []


def test_a_picture_of_results_brings_its_words_along(shown: list[dict[str, str]]) -> None:
    figures.show(picture(2, 2, "Nothing yet."))
    assert shown[0]["text/plain"] == "Nothing yet."
    assert 'alt="Nothing yet."' in shown[0]["text/html"]
    with pytest.raises(ValueError, match="needs words"):
        figures.show(plt.figure())
    plt.close("all")
