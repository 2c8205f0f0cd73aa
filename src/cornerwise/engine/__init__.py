"""Computer players: ``engine.create(level)`` makes one that chooses moves for a game's turn.

>>> import cornerwise as cw
>>> from cornerwise import engine
>>> player = engine.create(2)
>>> move = player.choose(cw.Game("duo"), seed=1)
"""

from __future__ import annotations

from cornerwise.engine.first import BUDGETS, FirstPlayer
from cornerwise.engine.player import NothingToPlay, Player, Suggestion
from cornerwise.rules.errors import CornerwiseError, quote

LEVELS: tuple[int, ...] = tuple(sorted(BUDGETS))
"""The levels there are, the weakest first."""

__all__ = ["LEVELS", "NothingToPlay", "Player", "Suggestion", "create"]


def create(level: int) -> Player:
    """A computer player of a level. `CornerwiseError` if there is none of this level."""
    if type(level) is not int or level not in BUDGETS:
        raise CornerwiseError(f"no level {quote(level)}: {LEVELS[0]} to {LEVELS[-1]} exist")
    return FirstPlayer(level)
