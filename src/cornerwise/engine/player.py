"""What a computer player is, to everything that seats one at a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from cornerwise.game import Game
from cornerwise.rules.errors import CornerwiseError
from cornerwise.rules.moves import Move


class NothingToPlay(CornerwiseError):
    """A player was asked for a move in a game that is over."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A move and what the seat to play may expect of it: 0 loses, 1 wins, ties lie between."""

    move: Move
    value: float


class Player(Protocol):
    """Chooses moves for the seat and colour whose turn it is.

    Both methods take the game as it is, change nothing, and may be called from any thread.
    Equal games and equal seeds give equal answers on every machine; without a seed, answers
    vary. `NothingToPlay` when the game is over.
    """

    @property
    def name(self) -> str:
        """A name to show."""
        ...

    @property
    def level(self) -> int:
        """Strength, from 1."""
        ...

    def choose(self, game: Game, *, seed: int | None = None) -> Move:
        """A legal move for the turn of `game`."""
        ...

    def suggest(self, game: Game, count: int = 3, *, seed: int | None = None) -> list[Suggestion]:
        """At most `count` legal moves with their values, the best first."""
        ...
