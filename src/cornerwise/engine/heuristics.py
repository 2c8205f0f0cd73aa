"""What a move looks like before anything is searched: size, corners, room."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import log

from cornerwise._core import State
from cornerwise.engine.view import View
from cornerwise.rules.boards import Board
from cornerwise.rules.variant import Variant

# What things are worth, in points, found by matches of level 2 with itself.
_NEW_CORNER = 0.35
_TAKEN = 0.7
_OWN_TAKEN = 0.4
_CENTRAL = 5.0
_ROOM = 0.12
_MOBILITY = 0.3


@dataclass(frozen=True)
class Ground:
    """Of a board, per cell: its neighbours by edge and by corner, and how central it is (0..1)."""

    edges: tuple[tuple[int, ...], ...]
    corners: tuple[tuple[int, ...], ...]
    central: tuple[float, ...]


@lru_cache(maxsize=32)
def ground(board: Board) -> Ground:
    """The neighbourhoods of a board, worked out once."""

    def cells(points: Iterable[tuple[int, int]]) -> tuple[int, ...]:
        found = (board.index(point) for point in points)
        return tuple(cell for cell in found if cell is not None)

    stretch = 3**0.5 if board.triangles else 1.0
    xs = [x for x, _ in board.cells]
    ys = [y * stretch for _, y in board.cells]
    middle_x, middle_y = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    far = [((x - middle_x) ** 2 + (y - middle_y) ** 2) ** 0.5 for x, y in zip(xs, ys, strict=True)]
    most = max(far) or 1.0
    return Ground(
        tuple(cells(board.edge_neighbours(point)) for point in board.cells),
        tuple(cells(board.corner_neighbours(point)) for point in board.cells),
        tuple(1 - distance / most for distance in far),
    )


@lru_cache(maxsize=32)
def sizes_by_orientation(variant: Variant) -> tuple[int, ...]:
    """Cells of each orientation, in global order."""
    return tuple(variant.pieces[piece].size for piece, _ in variant.orientations)


def distances(state: State, colour: int, terrain: Ground, limit: int = 12) -> list[int]:
    """How many steps each cell is away for a colour to grow to; `limit` where it is out of reach.

    A step goes to an edge or corner neighbour that is not forbidden for the colour.
    """
    away = [limit] * len(terrain.edges)
    blocked = bytearray(len(away))
    for cell in state.forbidden(colour):
        blocked[cell] = 1
    queue = deque(state.attach(colour))
    for cell in queue:
        away[cell] = 0
    while queue:
        cell = queue.popleft()
        step = away[cell] + 1
        if step >= limit:
            continue
        for near in terrain.edges[cell]:
            if away[near] > step and not blocked[near]:
                away[near] = step
                queue.append(near)
        for near in terrain.corners[cell]:
            if away[near] > step and not blocked[near]:
                away[near] = step
                queue.append(near)
    return away


def territory(state: State, own: int, against: Sequence[int], terrain: Ground) -> float:
    """Cells that a colour reaches sooner than its opponents, nearer ones for more: in cells."""
    mine = distances(state, own, terrain)
    theirs = [distances(state, colour, terrain) for colour in against]
    total = 0.0
    for cell, steps in enumerate(mine):
        if steps >= 12:
            continue
        best = min((other[cell] for other in theirs), default=12)
        worth = 1.0 - steps / 16
        total += worth if steps < best else 0.6 * worth if steps == best else 0.25 * worth
    return total


@dataclass(slots=True)
class Candidate:
    """A legal placement and what is known of it."""

    placement: int
    size: int
    score: float


def first_look(view: View) -> list[Candidate]:
    """Every legal move with a quick score, in points, the best first.

    Size, own attach points won, opponents' taken, and in the opening the way to the middle.
    """
    state, colour = view.state, view.colour
    terrain = ground(view.variant.board)
    sizes = sizes_by_orientation(view.variant)
    tables = view.variant.tables
    hinder = {c: frozenset(state.attach(c)) for c in view.opponents_to_hinder() if c != colour}
    friends = [frozenset(state.attach(c)) for c in view.own if c != colour and view.active >> c & 1]
    mine = frozenset(state.attach(colour))
    forbidden = frozenset(state.forbidden(colour))
    pieces_placed = sum(c == colour for c, _ in state.history())
    opening = max(0.0, 1 - pieces_placed / 5)
    found = []
    for placement in state.legal(colour):
        cells = tables.cells_of(placement)
        size = sizes[tables.orientation_of(placement)]
        taken = sum(cell in attach for attach in hinder.values() for cell in cells)
        lost = sum(cell in attach for attach in friends for cell in cells)
        own = frozenset(cells)
        near = {n for cell in cells for n in terrain.edges[cell]}
        new = {
            n
            for cell in cells
            for n in terrain.corners[cell]
            if n not in forbidden and n not in near and n not in own and n not in mine
        }
        used = sum(cell in own or cell in near for cell in mine)
        central = max(terrain.central[cell] for cell in cells)
        if view.helps:
            score = size + _NEW_CORNER * (len(new) - used) + _TAKEN * taken - _OWN_TAKEN * lost
            score += _CENTRAL * opening * central
        else:
            score = _TAKEN * (taken - lost) - 0.2 * (len(new) - used)
        found.append(Candidate(placement, size, score))
    keep_one_cell_for_last(view, found)
    found.sort(key=lambda candidate: (-candidate.score, candidate.placement))
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
    terrain = ground(view.variant.board)
    against = [c for c in view.opponents_to_hinder() if c != view.colour]
    friends = [c for c in view.own if view.active >> c & 1]
    seen = []
    for candidate in candidates:
        after = view.state.copy()
        after.play(view.colour, candidate.placement)
        room = 0.0
        for colour in friends:
            room += _ROOM * territory(after, colour, against, terrain)
            room += _MOBILITY * log(1 + after.count(colour))
        for colour in against:
            room -= _MOBILITY * log(1 + after.count(colour)) / max(1, len(against))
        seen.append(Candidate(candidate.placement, candidate.size, candidate.score + room))
    seen.sort(key=lambda candidate: (-candidate.score, candidate.placement))
    return seen
