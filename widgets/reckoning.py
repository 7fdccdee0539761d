"""What a match came to, once it is over: the risks a seat took, and its luck with them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from gamelib.texts import number, percent, say, texts
from widgets.film import Frame
from widgets.scene import Choice


def reckoned(frames: Sequence[Frame], lang: str = "en") -> str:
    """Return in words what was risked, against the least that could be, and what came of it.

    Only choices about which something is asked are held against each other.
    """
    made = dict(_decisions(frames))
    if not made:
        return ""
    taken = _mean([danger for _, danger, _ in made.values()])
    least = _mean([lowest for _, _, lowest in made.values()])
    risks = say(
        "table.sum_risk",
        lang,
        count=len(made),
        risk=percent(taken, lang),
        least=percent(least, lang),
    )
    came = [(*made[at][:2], code) for frame in frames for at, code in frame.came if at in made]
    if not came:
        return risks
    bad = sum(_is_bad(choice, code) for choice, _, code in came)
    expected = sum((danger for _, danger, _ in came), Fraction(0))
    words = texts(lang)["table.few"].split()
    luck = say(
        "table.sum_luck",
        lang,
        bad=words[bad] if bad < len(words) else bad,
        expected=number(expected, lang),
        known=len(came),
    )
    said = (
        risks,
        luck,
        say(f"table.luck_{_luck(bad, expected)}", lang),
        say("table.luck_few", lang),
    )
    return " ".join(said)


def _decisions(frames: Sequence[Frame]) -> Iterator[tuple[int, tuple[Choice, Fraction, Fraction]]]:
    """Yield where something was risked: the choice made, its danger, and the least there was."""
    for at, frame in enumerate(frames):
        chosen = None if frame.played is None else frame.choices[frame.played]
        if chosen is not None and chosen.danger is not None:
            dangers = [choice.danger for choice in frame.choices if choice.danger is not None]
            yield at, (chosen, chosen.danger, min(dangers))


def _is_bad(choice: Choice, code: str) -> bool:
    return any(one.code == code and one.tone == "bad" for one in choice.results)


def _luck(bad: int, expected: Fraction) -> str:
    """Return whether that many bad outcomes are usual: chance strays by about the square root."""
    if (bad - expected) ** 2 <= expected:
        return "usual"
    return "bad" if bad > expected else "good"


def _mean(values: Sequence[Fraction]) -> Fraction:
    return sum(values, Fraction(0)) / len(values)
