"""Questions about Aquatika, lesson 08: set-ups, game trees, reading ahead, and play at random.

Every answer comes from `odds.py` or the rules, every misconception is a small function that makes
the mistake. The texts stand in `exercises.en.json` and its like, beside this folder.
"""

from __future__ import annotations

from typing import Any

from gamelib.aquatika.exercises import counting, replies, trees
from gamelib.aquatika.exercises.positions import describe
from gamelib.exercises import Exercise

__all__ = ["EXERCISES", "describe"]

EXERCISES: tuple[Exercise[Any], ...] = (
    counting.how_many_setups,
    counting.lines_of_play,
    counting.count_moves,
    replies.front_row,
    replies.ways_to_goal,
    replies.random_reply,
    trees.best_for_worst,
    trees.random_tree,
    trees.first_move_edge,
    trees.cut_off,
    counting.mirrored_setups,
    trees.minimax,
)
