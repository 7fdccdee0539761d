"""Questions about Fuji Flush: lesson 03 (combinations), and some of 04 (simulate and compare).

Every answer comes from `odds.py` and `counting.py`, every misconception is a small function that
makes the mistake. The words stand in `exercises.en.json` and its like, beside this folder.
"""

from __future__ import annotations

from typing import Any

from gamelib.exercises import Exercise
from gamelib.fuji_flush.exercises import combining, simulating
from gamelib.fuji_flush.exercises.positions import describe

__all__ = ["EXERCISES", "describe"]

EXERCISES: tuple[Exercise[Any], ...] = (
    combining.group_power,
    combining.partners_needed,
    combining.flush_count,
    combining.one_holds,
    combining.anyone_joins,
    combining.expected_cards,
    combining.next_flushes,
    combining.exactly_one_holds,
    combining.survive,
    combining.expected_power,
    simulating.paired_error,
    simulating.estimate,
    simulating.flusher_player,
)
