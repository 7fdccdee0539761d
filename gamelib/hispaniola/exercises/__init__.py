"""Questions about Hispaniola: lesson 05 (hidden hands and known voids, winning on purpose or not).

Every answer comes from `odds.py` and `counting.py`, every misconception is a small function that
makes the mistake. The words stand in `exercises.en.json` and its like, beside this folder.
"""

from __future__ import annotations

from typing import Any

from gamelib.exercises import Exercise
from gamelib.hispaniola.exercises import hidden_hands, tricks
from gamelib.hispaniola.exercises.positions import describe

__all__ = ["EXERCISES", "describe"]

EXERCISES: tuple[Exercise[Any], ...] = (
    hidden_hands.trick_winner,
    hidden_hands.has_none,
    hidden_hands.holds_card,
    hidden_hands.deals_that_fit,
    hidden_hands.colour_split,
    hidden_hands.none_given_void,
    tricks.stands,
    tricks.early_captain,
    tricks.expected_points,
    tricks.gets_trumped,
    tricks.names_trump,
    hidden_hands.chance_without,
)
