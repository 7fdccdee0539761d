"""Questions about Decrypto, lesson 07: permutations, Bayes over 24 codes, bits, who reads a clue.

Every answer comes from `odds.py`, every misconception is a small function that makes the mistake.
The words of the positions are spelled alike in English and French, so that a student has the same
case in both languages. The texts stand in `exercises.en.json` and its like, beside this folder.
"""

from __future__ import annotations

from typing import Any

from gamelib.decrypto.exercises import clues, codes, teams
from gamelib.decrypto.exercises.positions import GAME, describe
from gamelib.exercises import Exercise

__all__ = ["EXERCISES", "GAME", "describe"]

EXERCISES: tuple[Exercise[Any], ...] = (
    codes.how_many_codes,
    codes.lucky_guess,
    codes.bits_told,
    clues.first_clue,
    clues.bits_after_clue,
    clues.likeliest_code,
    clues.which_word,
    teams.good_round,
    teams.second_interception,
    teams.pair_survives,
    clues.head_start,
    clues.code_chance,
)
