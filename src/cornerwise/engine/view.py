"""A game as a player sees it at its turn: who is with it, who against, what counts as winning."""

from __future__ import annotations

from collections.abc import Sequence

from cornerwise._core import State
from cornerwise.engine.player import NothingToPlay
from cornerwise.game import Game
from cornerwise.game.result import sides

#: How much of a value is the margin in points; the rest is winning.
_MARGIN = 0.25

Outcome = Sequence[tuple[int, int]]
"""Of a finished game, per colour: cells placed, and 0 some left, 1 all placed, 2 one-cell last."""


class View:
    """The turn of a game, in numbers.

    ``colour`` is the one to place, ``own`` are the colours whose points count for the seat to
    play, ``against`` those of its opponents (colours of seats that gave up are neither),
    ``hindered`` those of them that still play, ``active`` the bit mask of all that do, and
    ``helps`` says whether placing ``colour`` scores for the seat (a shared colour does not).
    """

    def __init__(self, game: Game) -> None:
        turn = game.turn
        if turn is None or turn.seat is None:
            raise NothingToPlay(f"nobody is to play in {game!r}")
        variant = game.variant
        index = {colour: i for i, colour in enumerate(variant.colours)}
        self.game = game
        self.variant = variant
        self.state: State = game.position.state
        self.seat = turn.seat
        self.colour = index[turn.colour]
        self.active = sum(1 << index[colour] for colour in game.active)
        mine = next(group for group in sides(variant) if self.seat in group)
        rest = [
            group
            for group in sides(variant)
            if group != mine and not all(seat in game.forfeited for seat in group)
        ]
        self.own = tuple(index[c] for seat in mine for c in variant.seats[seat].colours)
        self.others = tuple(
            tuple(index[c] for seat in group for c in variant.seats[seat].colours) for group in rest
        )
        self.against = tuple(c for group in self.others for c in group)
        self.hindered = tuple(c for c in self.against if self.active >> c & 1)
        self.helps = self.colour in self.own
        self.set_cells = variant.pieces.cells
        # All four systems rank by `weight` points a cell placed, and a bonus.
        self._weight = 2 if variant.scoring == "net" else 1
        bonus = (0, 0) if variant.scoring == "basic" else variant.bonus
        self._bonus = (0, *bonus)
        self.one_last_pays = bonus[1] > bonus[0]

    def points(self, outcome: Outcome, colours: Sequence[int]) -> float:
        """Mean points a colour, up to a constant that is the same for all."""
        total = sum(self._weight * outcome[c][0] + self._bonus[outcome[c][1]] for c in colours)
        return total / len(colours)

    def value(self, outcome: Outcome) -> float:
        """What a finished game is worth to the seat: 0 to 1, winning first, then the margin."""
        mine = self.points(outcome, self.own)
        span = self._weight * self.set_cells
        if not self.others:
            return min(1.0, max(0.0, mine / (span + self._bonus[2])))
        theirs = [self.points(outcome, group) for group in self.others]
        best = max(theirs)
        if mine > best:
            won = 1.0
        elif mine == best:
            won = 1.0 / (1 + theirs.count(best))
        else:
            won = 0.0
        margin = (mine - 0.5 * (best + sum(theirs) / len(theirs))) / (0.5 * span)
        return (1 - _MARGIN) * won + _MARGIN * (0.5 + 0.5 * max(-1.0, min(1.0, margin)))
