"""Characters for Fuji Flush, each worth a discussion in class."""

from __future__ import annotations

from collections.abc import Mapping

from gamelib.players import Player

PLAYERS: Mapping[str, Player] = {}
