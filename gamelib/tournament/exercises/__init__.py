"""Questions about tournaments: lesson 09.

Chances and ratings come from the tournament itself, every misconception is a small function that
makes the mistake. The words stand in `exercises.en.json` and its like, beside this folder.
"""

from __future__ import annotations

from typing import Any

from gamelib.exercises import Exercise
from gamelib.tournament.exercises import matches, players, ratings

__all__ = ["EXERCISES"]

EXERCISES: tuple[Exercise[Any], ...] = (
    ratings.elo_chance,
    matches.matches_in_a_round,
    matches.fair_share,
    matches.false_alarms,
    ratings.rating_gap,
    ratings.table_of_three,
    matches.coin_test,
    matches.lucky_one,
    matches.tell_apart,
    ratings.rating_error,
    ratings.table_chances,
    players.blocking_player,
)
