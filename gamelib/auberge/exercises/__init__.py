"""Questions about Auberge des Pirates: lessons 01 (pair risk), 02 (accuse or not), some of 04.

Every answer comes from `odds.py` and `counting.py`, every misconception is a small function that
makes the mistake. The words stand in `exercises.en.json` and its like, beside this folder.
"""

from __future__ import annotations

from typing import Any

from gamelib.auberge.exercises import accusing, pair_risk, simulating
from gamelib.auberge.exercises.positions import describe
from gamelib.exercises import Exercise

__all__ = ["EXERCISES", "describe"]

EXERCISES: tuple[Exercise[Any], ...] = (
    pair_risk.next_card,
    pair_risk.draw_pair,
    pair_risk.challenge,
    pair_risk.safest,
    pair_risk.fresh_pair,
    pair_risk.pair_in_k,
    pair_risk.seen_changes,
    pair_risk.two_draws,
    pair_risk.first_pair,
    accusing.one_hidden,
    accusing.holds_value,
    accusing.hesitation,
    accusing.break_even_by_players,
    accusing.stakes,
    accusing.accusation,
    accusing.worth_it,
    accusing.glimpse,
    accusing.base_rate,
    accusing.at_least_one,
    accusing.behaviour,
    accusing.accused_in_vain,
    simulating.standard_error,
    simulating.interval,
    simulating.games_needed,
    simulating.careful_player,
)
