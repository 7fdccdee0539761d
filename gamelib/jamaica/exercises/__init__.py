"""Questions about Jamaica: lesson 06 (two dice and a choice, battles, ruin, a race as a chain).

Every answer comes from `odds.py`, every misconception is a small function that makes the mistake.
The words stand in `exercises.en.json` and its like, beside this folder.
"""

from __future__ import annotations

from typing import Any

from gamelib.exercises import Exercise
from gamelib.jamaica.exercises import battles, dice, voyages
from gamelib.jamaica.exercises.positions import describe

__all__ = ["EXERCISES", "describe"]

EXERCISES: tuple[Exercise[Any], ...] = (
    dice.either_die,
    dice.sum_of_dice,
    dice.hand_mean,
    battles.defence,
    dice.mean_higher,
    battles.attack_chance,
    battles.enough_powder,
    voyages.next_treasure,
    voyages.captain_saves,
    voyages.run_short,
    dice.rounds_left,
    battles.win_chance,
)
