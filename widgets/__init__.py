"""Interactive tables: draws the games of gamelib in a notebook, with their odds in view."""

from widgets.flush_combinations import FlushCombinations
from widgets.pair_risk import PairRisk
from widgets.question import Question
from widgets.table import Table

__all__ = ["FlushCombinations", "PairRisk", "Question", "Table"]
