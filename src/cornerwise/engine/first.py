"""The first computer players: three levels, each at most a fraction of a second a move.

Level 1 likes big pieces and the middle, and is often careless. Level 2 weighs every move by
corners and room. Level 3 plays the best moves of level 2 out at random, many times.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log
from random import Random, SystemRandom

from cornerwise.engine.heuristics import (
    Candidate,
    careless_look,
    first_look,
    second_look,
)
from cornerwise.engine.player import Suggestion
from cornerwise.engine.view import View
from cornerwise.game import Game
from cornerwise.rules.errors import CornerwiseError, quote
from cornerwise.rules.moves import Move


@dataclass(frozen=True, slots=True)
class Budget:
    """How much a level looks at; counts, not seconds, so that answers repeat.

    `noise` is the spread of a random number added to each score, in points. `wide` moves get a
    second look; `tries` moves are played out, in all about `cells` random cells on the board.
    """

    name: str
    noise: float
    wide: int = 0
    tries: int = 0
    cells: int = 0


BUDGETS = {
    1: Budget("Beginner", noise=1.0),
    2: Budget("Club player", noise=0.15, wide=48),
    3: Budget("Strong player", noise=0.0, wide=80, tries=16, cells=1_200_000),
}


_POLICY = "large"
_MOST_GAMES = 10_000

#: Most moves that `suggest` values, however many are asked for.
MAX_SUGGESTIONS = 50


class FirstPlayer:
    """A computer player of level 1, 2 or 3; see `cornerwise.engine.player.Player`."""

    def __init__(self, level: int, budget: Budget | None = None) -> None:
        """`budget` replaces the level's own, for experiments."""
        self._level = level
        self._budget = BUDGETS[level] if budget is None else budget

    @property
    def name(self) -> str:
        """A name to show."""
        return self._budget.name

    @property
    def level(self) -> int:
        """1, 2 or 3."""
        return self._level

    def __repr__(self) -> str:
        return f"<FirstPlayer level {self._level}: {self.name}>"

    def choose(self, game: Game, *, seed: int | None = None) -> Move:
        """A legal move for the turn of `game`; `NothingToPlay` when there is none."""
        view, rng = View(game), _random(seed)
        best = self._ranked(view, rng, 1)[0]
        return game.position.move(best.placement)

    def suggest(self, game: Game, count: int = 3, *, seed: int | None = None) -> list[Suggestion]:
        """At most `count` moves in this level's order, each with the share of wins it expects."""
        if type(count) is not int or count < 1:
            raise CornerwiseError(f"{quote(count)} suggestions: ask for 1 or more")
        count = min(count, MAX_SUGGESTIONS)
        view, rng = View(game), _random(seed)
        ranked = self._ranked(view, rng, count)[:count]
        if not self._budget.tries:
            ranked = [
                Candidate(c.placement, c.size, value)
                for c, value in zip(
                    ranked, _play_out(view, ranked, 48, rng.getrandbits(62)), strict=True
                )
            ]
        position = game.position
        return [Suggestion(position.move(c.placement), min(1.0, max(0.0, c.score))) for c in ranked]

    def _ranked(self, view: View, rng: Random, count: int) -> list[Candidate]:
        """The best candidates first, at least `count` of them if there are as many."""
        budget = self._budget
        if not budget.wide:
            looked = careless_look(view)
        else:
            looked = second_look(view, first_look(view)[: max(budget.wide, count)])
        for candidate in looked:
            candidate.score += budget.noise * _gumbel(rng)
        looked.sort(key=lambda candidate: (-candidate.score, candidate.placement))
        if not budget.tries:
            return looked
        tried = looked[: max(budget.tries, count)]
        return _halving(view, tried, budget.cells, count, rng.getrandbits(62))


def _random(seed: int | None) -> Random:
    return SystemRandom() if seed is None else Random(seed)


def _gumbel(rng: Random) -> float:
    return -log(-log(rng.random() or 0.5))


def _halving(
    view: View, candidates: Sequence[Candidate], cells: int, count: int, seed: int
) -> list[Candidate]:
    """Play candidates out in rounds, half of them going on each time (sequential halving)."""
    alive = [Candidate(c.placement, c.size, 0.0) for c in candidates]
    prior = {c.placement: c.score for c in candidates}
    best = max(prior.values())
    empty = view.state.board().count(0)
    games = min(_MOST_GAMES, max(2 * len(alive), cells // max(1, empty)))
    rounds = max(1, (len(alive) - 1).bit_length())
    totals = dict.fromkeys(prior, 0.0)
    played = dict.fromkeys(prior, 0)
    done: list[Candidate] = []
    for turn in range(rounds):
        each = max(2, games // (rounds * len(alive)))
        for candidate, value in zip(alive, _play_out(view, alive, each, seed + turn), strict=True):
            p = candidate.placement
            totals[p] += value * each
            played[p] += each
            # A little of the first judgement, fading as playouts speak.
            lean = 0.02 * (prior[p] - best)
            candidate.score = max(0.0, totals[p] / played[p] + lean)
        alive.sort(key=lambda c: (-c.score, c.placement))
        keep = max(count, (len(alive) + 1) // 2)
        done = alive[keep:] + done
        alive = alive[:keep]
    return alive + done


def _play_out(view: View, candidates: Sequence[Candidate], each: int, seed: int) -> list[float]:
    """The mean value of `each` random games after every candidate.

    Candidates share their random numbers, which makes them easier to tell apart.
    """
    rows = view.state.rollouts(
        view.colour,
        [candidate.placement for candidate in candidates],
        each,
        seed,
        view.active,
        policy=_POLICY,
        first_blocked=view.variant.end == "first_blocked",
    )
    return [sum(map(view.value, games)) / len(games) for games in rows]
