"""What the tests of all games need to know of this one: nothing is hidden."""

from hypothesis import strategies as st

from tests.gamelib.kit import Kit
from tests.new_game.gamelib import Pig, State

KIT = Kit[Pig, State](
    options=lambda players: st.fixed_dictionaries({"target": st.integers(1, 40)}),
    short={"target": 12},
    golden={"target": 20},
)
