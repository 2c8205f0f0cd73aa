"""The rules once more, as plainly as they can be written: sets of points, and no speed.

It shares no code with the package. A cell is its set of corner points: two cells that share two
corner points share an edge, and two that share one touch at a corner. Everything follows.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

Point = tuple[int, int]
Cells = frozenset[Point]


def corner_points(point: Point, triangles: bool, parity: int = 0) -> frozenset[Point]:
    """Corner points of a cell; on triangles in half edges across."""
    x, y = point
    if not triangles:
        return frozenset({(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)})
    if (x + y + parity) % 2 == 0:
        return frozenset({(x, y), (x + 2, y), (x + 1, y + 1)})
    return frozenset({(x, y + 1), (x + 2, y + 1), (x + 1, y)})


def cell_of(corners: Iterable[Point]) -> Point:
    """The cell with these corner points."""
    return min(x for x, _ in corners), min(y for _, y in corners)


def turned(corners: frozenset[Point], triangles: bool) -> frozenset[Point]:
    """Corner points after a turn by 90° (squares) or 60° (triangles) about the origin."""
    if not triangles:
        return frozenset((-y, x) for x, y in corners)
    # With one step right as a and one step up and right as b: a becomes b, b becomes b - a.
    steps = [((x - y) // 2, y) for x, y in corners]
    return frozenset((2 * -b + (a + b), a + b) for a, b in steps)


def mirrored(corners: frozenset[Point]) -> frozenset[Point]:
    """Corner points mirrored left and right."""
    return frozenset((-x, y) for x, y in corners)


@dataclass
class Piece:
    """A shape and how many of it a colour has."""

    name: str
    points: Sequence[Point]  # on triangles: x + y even points up
    count: int = 1


@dataclass
class Reference:
    """A position. Colours are numbers from 0."""

    triangles: bool
    parity: int
    cells: Sequence[Point]
    pieces: Sequence[Piece]
    starts: Sequence[Sequence[Point]]  # by colour
    history: list[tuple[int, Cells]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.corners = {c: corner_points(c, self.triangles, self.parity) for c in self.cells}
        self.placements: list[tuple[Cells, int]] = []
        for index, piece in enumerate(self.pieces):
            self.placements += [(cells, index) for cells in self._everywhere(piece)]
        self.piece_at = dict(self.placements)
        assert len(self.piece_at) == len(self.placements), "two pieces are the same shape"

    def _everywhere(self, piece: Piece) -> set[Cells]:
        shapes = []
        shape = [corner_points(p, self.triangles) for p in piece.points]
        for _ in range(2):
            for _ in range(6 if self.triangles else 4):
                shapes.append(shape)
                shape = [turned(c, self.triangles) for c in shape]
            shape = [mirrored(c) for c in shape]
        found = set()
        known = {corners: cell for cell, corners in self.corners.items()}
        for shape in shapes:
            first = min(shape, key=min)
            x0, y0 = min(first)
            for target in self.corners.values():
                dx, dy = min(target)[0] - x0, min(target)[1] - y0
                moved = [frozenset((x + dx, y + dy) for x, y in corners) for corners in shape]
                if all(corners in known for corners in moved):
                    found.add(frozenset(known[corners] for corners in moved))
        return found

    def own(self, colour: int) -> set[Point]:
        """Cells of a colour."""
        return {cell for c, cells in self.history if c == colour for cell in cells}

    def left(self, colour: int) -> list[int]:
        """Copies left by piece."""
        left = [piece.count for piece in self.pieces]
        for c, cells in self.history:
            if c == colour:
                left[self.piece_at[cells]] -= 1
        return left

    def legal(self, colour: int) -> set[Cells]:
        """What a colour may place."""
        own = self.own(colour)
        taken = {cell for _, cells in self.history for cell in cells}
        left = self.left(colour)
        edge: set[Point] = set()
        corner: set[Point] = set()
        for cell in self.cells:
            shared = [len(self.corners[cell] & self.corners[other]) for other in own]
            if 2 in shared:
                edge.add(cell)
            elif 1 in shared:
                corner.add(cell)
        if not own:
            corner = set(self.starts[colour])
        return {
            cells
            for cells, piece in self.placements
            if left[piece] and not cells & taken and not cells & edge and cells & corner
        }

    def next_colour(self) -> int:
        """Who plays next: the next in order that can place, or -1."""
        colours = len(self.starts)
        first = self.history[-1][0] + 1 if self.history else 0
        for colour in range(first, first + colours):
            if self.legal(colour % colours):
                return colour % colours
        return -1

    def play(self, colour: int, cells: Iterable[Point]) -> None:
        """Place what is legal."""
        wanted = frozenset(cells)
        assert wanted in self.legal(colour), f"{sorted(wanted)} is illegal for {colour}"
        self.history.append((colour, wanted))

    def perft(self, depth: int) -> int:
        """Sequences of exactly so many moves."""
        colour = self.next_colour()
        if depth == 0:
            return 1
        total = 0
        for cells in self.legal(colour) if colour >= 0 else ():
            self.history.append((colour, cells))
            total += self.perft(depth - 1)
            self.history.pop()
        return total

    def attach(self, colour: int) -> set[Point]:
        """Empty cells that a colour may extend to."""
        own = self.own(colour)
        taken = {cell for _, cells in self.history for cell in cells}
        if not own:
            return set(self.starts[colour]) - taken
        near = {}
        for cell in self.cells:
            near[cell] = {len(self.corners[cell] & self.corners[other]) for other in own}
        return {cell for cell in self.cells if cell not in taken and 1 in near[cell]} - {
            cell for cell in self.cells if 2 in near[cell]
        }

    def score(self, colour: int) -> tuple[int, int, bool, bool]:
        """Cells placed and left, whether all pieces are placed, and whether one cell was last."""
        placed = len(self.own(colour))
        left = sum(n * len(p.points) for n, p in zip(self.left(colour), self.pieces, strict=True))
        mine = [cells for c, cells in self.history if c == colour]
        return placed, left, left == 0, left == 0 and len(mine[-1]) == 1


def text(cells: Iterable[Point]) -> str:
    """A placement's text."""
    return ",".join(
        (chr(96 + x // 26) if x >= 26 else "") + chr(97 + x % 26) + str(y + 1)
        for x, y in sorted(cells, key=lambda p: (p[1], p[0]))
    )
