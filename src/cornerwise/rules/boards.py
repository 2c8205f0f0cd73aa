"""Boards: which points of a lattice of squares or triangles are cells, and what touches what."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Literal

from .errors import NotationError, VariantError, quote
from .points import Point, in_board_order, parse_point, point_text

Lattice = Literal["square", "triangle"]

MAX_CELLS = 512
"""The most cells that a board may have."""

_SQUARE_EDGES = ((0, -1), (-1, 0), (1, 0), (0, 1))


class Board:
    """A set of cells on a lattice, in board order: by row from the bottom, then by column.

    ``columns`` and ``rows`` bound the points: 0 <= x < columns and 0 <= y < rows. On triangles
    (x, y) points up where x + y + ``parity`` is even. A *cell* is an index into ``cells``.
    """

    def __init__(
        self,
        lattice: Lattice,
        columns: int,
        rows: int,
        parity: int,
        cells: Iterable[Point],
    ) -> None:
        if lattice not in ("square", "triangle"):
            raise VariantError(f"lattice {quote(lattice)} is neither 'square' nor 'triangle'")
        if parity not in (0, 1) or (parity and lattice == "square"):
            raise VariantError(f"parity {parity!r} of a {lattice} board is not 0 or (triangles) 1")
        self.lattice: Lattice = lattice
        self.columns = columns
        self.rows = rows
        self.parity = parity
        self.cells: tuple[Point, ...] = in_board_order(cells)
        if not self.cells:
            raise VariantError("a board needs a cell")
        if len(self.cells) > MAX_CELLS:
            raise VariantError(
                f"a board of {len(self.cells)} cells is too large: {MAX_CELLS} at most"
            )
        self._index = {point: i for i, point in enumerate(self.cells)}
        if len(self._index) != len(self.cells):
            raise VariantError("a point is listed twice among a board's cells")
        if any(not (0 <= x < columns and 0 <= y < rows) for x, y in self.cells):
            raise VariantError(f"a cell lies outside of {columns} columns × {rows} rows")

    @property
    def triangles(self) -> bool:
        """Whether the cells are triangles."""
        return self.lattice == "triangle"

    def __len__(self) -> int:
        return len(self.cells)

    def __contains__(self, point: object) -> bool:
        return point in self._index

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return self is other or self._identity == other._identity

    def __hash__(self) -> int:
        return hash(self._identity)

    @cached_property
    def _identity(self) -> tuple[object, ...]:
        return (self.lattice, self.columns, self.rows, self.parity, self.cells)

    def __repr__(self) -> str:
        return (
            f"<Board: {len(self.cells)} {self.lattice} cells in "
            f"{self.columns} columns × {self.rows} rows>"
        )

    def index(self, point: Point) -> int | None:
        """The cell at a point, or None where the board has none."""
        return self._index.get(point)

    def text(self, cell: int) -> str:
        """The text of a cell (``e10``)."""
        return self.texts[cell]

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """The text of every cell, in board order."""
        return tuple(map(point_text, self.cells))

    def parse(self, text: str) -> int:
        """The cell that a text names. ``NotationError`` if it names none of this board."""
        point = parse_point(text)
        if point is None:
            raise NotationError(
                f"{quote(text)} names no cell: letters and a number do, such as 'e10'"
            )
        cell = self._index.get(point)
        if cell is None:
            raise NotationError(f"{quote(text)} is not on the board")
        return cell

    def up(self, point: Point) -> bool:
        """Whether a triangle points up. False on squares."""
        return self.triangles and (point[0] + point[1] + self.parity) % 2 == 0

    def vertices(self, point: Point) -> tuple[Point, ...]:
        """Corners of a point's square or triangle, counter-clockwise.

        Whole numbers: on triangles half edges across and rows up, on squares columns and rows.
        """
        x, y = point
        if not self.triangles:
            return (x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)
        if self.up(point):
            return (x, y), (x + 2, y), (x + 1, y + 1)
        return (x, y + 1), (x + 1, y), (x + 2, y + 1)

    def edge_neighbours(self, point: Point) -> tuple[Point, ...]:
        """The points that share an edge with this one, on the board or not."""
        x, y = point
        if not self.triangles:
            return tuple((x + dx, y + dy) for dx, dy in _SQUARE_EDGES)
        return (x - 1, y), (x + 1, y), (x, y - 1 if self.up(point) else y + 1)

    def corner_neighbours(self, point: Point) -> tuple[Point, ...]:
        """The points that share a vertex with this one, but no edge, on the board or not."""
        x, y = point
        own = set(self.vertices(point))
        edges = set(self.edge_neighbours(point))
        reach = 2 if self.triangles else 1
        return tuple(
            near
            for near in ((x + dx, y + dy) for dy in (-1, 0, 1) for dx in range(-reach, reach + 1))
            if near != point and near not in edges and not own.isdisjoint(self.vertices(near))
        )

    @cached_property
    def corners(self) -> tuple[int, ...]:
        """The corner cells: those with a vertex on a corner of the board's convex hull.

        A rectangle has 4, a hexagon of triangles 12 (two at each of its six corner points). The
        rule is the same for a drawn board: its hull is what a rubber band around it would show.
        """
        hull = set(_hull({v for p in self.cells for v in self.vertices(p)}))
        return tuple(i for i, p in enumerate(self.cells) if not hull.isdisjoint(self.vertices(p)))

    @cached_property
    def areas(self) -> tuple[frozenset[int], ...]:
        """The parts that the board falls into, where cells hang together by edge or corner."""
        left = set(self.cells)
        areas = []
        for first in self.cells:
            if first not in left:
                continue
            left.remove(first)
            area = [first]
            for point in area:  # grows as it goes
                for near in self.edge_neighbours(point) + self.corner_neighbours(point):
                    if near in left:
                        left.remove(near)
                        area.append(near)
            areas.append(frozenset(map(self._index.__getitem__, area)))
        return tuple(areas)


def _hull(points: set[Point]) -> list[Point]:
    """Corners of the convex hull (Andrew's monotone chain); points along an edge are left out."""

    def half(ordered: list[Point]) -> list[Point]:
        chain: list[Point] = []
        for x, y in ordered:
            while len(chain) > 1:
                (x1, y1), (x2, y2) = chain[-2:]
                if (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1) > 0:
                    break
                chain.pop()
            chain.append((x, y))
        return chain[:-1]

    ordered = sorted(points)
    return half(ordered) + half(ordered[::-1])


def square(columns: int, rows: int) -> Board:
    """A rectangle of squares."""
    if columns < 1 or rows < 1:
        raise VariantError(f"a board of {columns} columns × {rows} rows has no cells")
    if columns * rows > MAX_CELLS:
        raise VariantError(
            f"a board of {columns} columns × {rows} rows is too large: {MAX_CELLS} cells at most"
        )
    cells = [(x, y) for y in range(rows) for x in range(columns)]
    return Board("square", columns, rows, 0, cells)


def hexagon(edge: int) -> Board:
    """A regular hexagon of 6 × edge² triangles.

    It has 2 × edge rows and 4 × edge - 1 columns. Its leftmost triangle in the row above the
    middle (``a10`` for edge 9) points up.
    """
    if edge < 1:
        raise VariantError(f"a hexagon of edge {edge} has no cells")
    if 6 * edge * edge > MAX_CELLS:
        raise VariantError(f"a hexagon of edge {edge} is too large: {MAX_CELLS} cells at most")
    columns = 4 * edge - 1
    cells = []
    for y in range(2 * edge):
        first = y - edge if y >= edge else edge - 1 - y
        cells += [(x, y) for x in range(first, columns - first)]
    return Board("triangle", columns, 2 * edge, edge % 2, cells)


def masked(drawing: str | Sequence[str]) -> Board:
    """A board as drawn, the top row first, so that what is drawn is what is seen.

    ``#`` is a square, ``^`` and ``v`` are triangles that point up and down, and ``.`` is no cell.
    Rows may differ in length: what is missing at their ends is no cell.
    """
    lines = drawing.split("\n") if isinstance(drawing, str) else list(drawing)
    points, triangles, parity = read_drawing(lines)
    return Board(
        "triangle" if triangles else "square",
        1 + max((x for x, _ in points), default=0),
        1 + max((y for _, y in points), default=0),
        parity,
        points,
    )


def read_drawing(lines: Sequence[str]) -> tuple[list[Point], bool, int]:
    """The points of a drawing, whether they are triangles, and their parity.

    Empty rows above and below and empty columns at the left do not count. ``VariantError`` for
    other characters, for squares among triangles, and for triangles out of step.
    """
    rows = [line.rstrip() for line in lines]
    while rows and not rows[0].strip("."):
        rows.pop(0)
    while rows and not rows[-1].strip("."):
        rows.pop()
    if len(rows) > MAX_CELLS or any(len(row) > MAX_CELLS for row in rows):
        raise VariantError(f"a drawing has {MAX_CELLS} rows and columns at most")
    points: list[Point] = []
    ups: set[int] = set()
    squares = triangles = False
    for y, row in enumerate(reversed(rows)):
        for x, mark in enumerate(row):
            if mark == ".":
                continue
            if mark == "#":
                squares = True
            elif mark in "^v":
                triangles = True
                ups.add((x + y + (mark == "v")) % 2)
            else:
                raise VariantError(
                    f"{quote(mark)} in the row {quote(row)}: a drawing is made of '#' for squares "
                    "or '^' and 'v' for triangles, and '.' for no cell"
                )
            points.append((x, y))
    if not points:
        raise VariantError("the drawing has no cell")
    if squares and triangles:
        raise VariantError("the drawing has squares ('#') among triangles ('^', 'v')")
    if len(ups) > 1:
        raise VariantError(
            "the drawing's triangles are out of step: '^' and 'v' take turns along each row "
            "and up each column"
        )
    left = min(x for x, _ in points)
    parity = (ups.pop() + left) % 2 if triangles else 0
    return [(x - left, y) for x, y in points], triangles, parity
