"""What a move looks like before anything is searched: size, corners, room."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log

from cornerwise._core import State
from cornerwise.engine.view import View

# What things are worth, in points, found by matches of level 2 with itself.
_NEW_CORNER = 0.25
_TAKEN = 0.7
_OWN_TAKEN = 0.4
_CENTRAL = 5.0
_ROOM = 0.2
_MOBILITY = 1.2


#: Steps beyond which a cell counts as out of reach.
_FAR = 12


def _worth() -> list[list[float]]:
    """Of a cell, by steps for a colour and for its nearest opponent: what it is worth, in cells."""
    table = []
    for mine in range(_FAR):
        near = 1 - mine / 16
        table.append([near * (1.0, 0.6, 0.25)[(mine >= t) + (mine > t)] for t in range(_FAR + 1)])
    return [*table, [0.0] * (_FAR + 1)]


_WORTH = _worth()


def territory(state: State, own: int, against: Sequence[int]) -> float:
    """Cells that a colour reaches sooner than its opponents, nearer ones for more: in cells."""
    mine = state.reach(own, _FAR)
    rivals = [state.reach(colour, _FAR) for colour in against]
    if not rivals:
        return sum(_WORTH[m][_FAR] for m in mine)
    theirs: Iterable[int] = rivals[0] if len(rivals) == 1 else map(min, *rivals)
    return sum(_WORTH[m][t] for m, t in zip(mine, theirs, strict=True))


@dataclass(slots=True)
class Candidate:
    """A legal placement and what is known of it."""

    placement: int
    size: int
    score: float


def _mask(colours: Iterable[int]) -> int:
    return sum(1 << colour for colour in colours)


def first_look(view: View) -> list[Candidate]:
    """Every legal move with a quick score, in points, the best first.

    Size, own attach points won, opponents' taken, and in the opening the way to the middle.
    """
    state, colour = view.state, view.colour
    rows = state.features(colour, _mask(c for c in view.hindered if c != colour))
    friends = _mask(c for c in view.own if c != colour and view.active >> c & 1)
    lost = [row[3] for row in state.features(colour, friends)] if friends else [0] * len(rows)
    placed = sum(c == colour for c, _ in state.history())
    central = _CENTRAL / 1000 * max(0.0, 1 - placed / 5)
    found = []
    for (placement, size, gained, taken, middle), harm in zip(rows, lost, strict=True):
        if view.helps:
            score = size + _NEW_CORNER * gained + _TAKEN * taken - _OWN_TAKEN * harm
            score += central * middle
        else:
            score = _TAKEN * (taken - harm) - 0.2 * gained
        found.append(Candidate(placement, size, score))
    keep_one_cell_for_last(view, found)
    found.sort(key=lambda candidate: (-candidate.score, candidate.placement))
    return found


def careless_look(view: View) -> list[Candidate]:
    """Every legal move by its size and how far it goes to the middle, and nothing else."""
    rows = view.state.features(view.colour)
    found = [Candidate(row[0], row[1], 1.5 * row[1] + 0.004 * row[4]) for row in rows]
    keep_one_cell_for_last(view, found)
    return found


def keep_one_cell_for_last(view: View, candidates: list[Candidate]) -> None:
    """Hold the one-cell piece back while the bonus for ending on it can still be reached."""
    if not view.one_last_pays or not view.helps:
        return
    left = sum(view.state.remaining(view.colour))
    if left < 2:
        return
    for candidate in candidates:
        if candidate.size == 1:
            candidate.score -= 4.0 if left <= 6 else 1.5


def second_look(view: View, candidates: Sequence[Candidate]) -> list[Candidate]:
    """Candidates scored anew by the position after them: room to grow, moves left to each side."""
    against = [c for c in view.hindered if c != view.colour]
    friends = [c for c in view.own if view.active >> c & 1]
    seen = []
    for candidate in candidates:
        after = view.state.copy()
        after.play(view.colour, candidate.placement)
        room = 0.0
        for colour in friends:
            room += _ROOM * territory(after, colour, against)
            room += _MOBILITY * log(1 + after.count(colour))
        for colour in against:
            room -= _MOBILITY * log(1 + after.count(colour)) / max(1, len(against))
        seen.append(Candidate(candidate.placement, candidate.size, candidate.score + room))
    seen.sort(key=lambda candidate: (-candidate.score, candidate.placement))
    return seen
