"""Boards and pieces for the core's tests, grown here and not taken from the rules layer."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from cornerwise import _core

Point = tuple[int, int]
Shape = tuple[Point, ...]  # points relative to the anchor; on triangles with `up` beside it


def order(point: Point) -> tuple[int, int]:
    return point[1], point[0]


# --- the two lattices -------------------------------------------------------------------------


def square_edges(point: Point, _parity: int) -> list[Point]:
    x, y = point
    return [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]


def points_up(point: Point, parity: int) -> bool:
    return (point[0] + point[1] + parity) % 2 == 0


def triangle_edges(point: Point, parity: int) -> list[Point]:
    x, y = point
    return [(x + 1, y), (x - 1, y), (x, y - 1) if points_up(point, parity) else (x, y + 1)]


def square_vertices(point: Point, _parity: int) -> set[Point]:
    x, y = point
    return {(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)}


def triangle_vertices(point: Point, parity: int) -> set[Point]:
    x, y = point
    if points_up(point, parity):
        return {(x, y), (x + 2, y), (x + 1, y + 1)}
    return {(x, y + 1), (x + 1, y), (x + 2, y + 1)}


def square_turn(point: Point) -> Point:
    return point[1], -point[0]


def square_flip(point: Point) -> Point:
    return -point[0], point[1]


def centre(point: Point, parity: int) -> tuple[int, int]:
    """The centre of a triangle: x in sixths of a side times 3, y in thirds of a row."""
    x, y = point
    return 3 * x + 3, 3 * y + (1 if points_up(point, parity) else 2)


def triangle_moves(parity: int) -> list[Callable[[Point], Point]]:
    """A 60 degree turn and a reflection of the lattice with the given parity."""

    def reverse(cx: int, cy: int) -> Point:
        x, y = cx // 3 - 1, cy // 3
        assert centre((x, y), parity) == (cx, cy)
        return x, y

    # Around the vertex at the origin, in oblique coordinates (a along the row,
    # b along the side that rises to the right): a turn maps (a, b) to (-b, a + b).
    def turn(point: Point) -> Point:
        cx, cy = centre(point, parity)
        # A side is 2 half columns = 6 units of cx, a row 3 units of cy.
        b = cy  # thirds of a side
        a = (cx - cy) // 2
        assert (cx - cy) % 2 == 0
        a, b = -b, a + b
        return reverse(2 * a + b, b)

    def flip(point: Point) -> Point:
        cx, cy = centre(point, parity)
        return reverse(-cx, cy)

    return [turn, flip]


# --- pieces -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Orientation:
    points: Shape
    up: bool


def normal(points: Iterable[Point], parity: int, triangles: bool) -> Orientation:
    cells = sorted(points, key=order)
    x0, y0 = cells[0]
    return Orientation(
        tuple((x - x0, y - y0) for x, y in cells), triangles and points_up(cells[0], parity)
    )


def orientations(points: Iterable[Point], triangles: bool) -> list[Orientation]:
    """All distinct orientations of the piece; triangles are given with parity 0."""
    if triangles:
        turn, flip = triangle_moves(0)
        turns = 6
    else:
        turn, flip, turns = square_turn, square_flip, 4
    found: dict[Orientation, None] = {}
    shape = list(points)
    for _ in range(2):
        for _ in range(turns):
            found.setdefault(normal(shape, 0, triangles))
            shape = [turn(p) for p in shape]
        shape = [flip(p) for p in shape]
    return list(found)


def grow(limit: int, triangles: bool) -> list[list[Orientation]]:
    """Every piece of 1 to `limit` cells, by size; a piece is the list of its orientations."""
    edges = triangle_edges if triangles else square_edges
    pieces: list[list[Orientation]] = []
    layer: list[list[Point]] = [[(0, 0)]]
    for _ in range(limit):
        seen: set[Orientation] = set()
        kept: list[list[Point]] = []
        for shape in layer:
            all_ways = orientations(shape, triangles)
            if all_ways[0] in seen:
                continue
            seen.update(all_ways)
            pieces.append(all_ways)
            kept.append(shape)
        layer = [
            [*shape, step]
            for shape in kept
            for cell in shape
            for step in edges(cell, 0)
            if step not in shape
        ]
    return pieces


def drawn(text: str) -> list[Orientation]:
    """A piece of squares from rows such as "##/#."."""
    rows = text.split("/")
    return orientations(
        [(x, -y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "#"], False
    )


# --- variants ---------------------------------------------------------------------------------


@dataclass
class Game:
    """What `_core.Tables` is made of, and a slow, obvious implementation of the rules."""

    triangles: bool
    columns: int
    rows: int
    parity: int
    cells: list[Point]
    pieces: list[list[Orientation]]
    counts: list[int]
    starts: list[list[Point]]

    def tables(self, path: str = "auto") -> _core.Tables:
        ways = [(way, i) for i, piece in enumerate(self.pieces) for way in piece]
        index = {p: i for i, p in enumerate(self.cells)}
        return _core.Tables(
            triangles=self.triangles,
            columns=self.columns,
            rows=self.rows,
            parity=self.parity,
            cells=self.cells,
            orientations=[list(way.points) for way, _ in ways],
            up=[way.up for way, _ in ways],
            piece_of=[i for _, i in ways],
            counts=self.counts,
            colours=len(self.starts),
            starts=[[index[p] for p in points] for points in self.starts],
            path=path,
        )

    def placements(self) -> list[tuple[frozenset[int], int]]:
        """Cells and piece of each placement, in id order."""
        index = {p: i for i, p in enumerate(self.cells)}
        result = []
        for piece, ways in enumerate(self.pieces):
            for way in ways:
                for x, y in self.cells:
                    if self.triangles and points_up((x, y), self.parity) != way.up:
                        continue
                    covered = [(x + dx, y + dy) for dx, dy in way.points]
                    if all(p in index for p in covered):
                        result.append((frozenset(index[p] for p in covered), piece))
        return result

    def neighbours(self) -> tuple[list[set[int]], list[set[int]]]:
        """Per cell: those that share an edge, and those that share only a corner."""
        index = {p: i for i, p in enumerate(self.cells)}
        edges = triangle_edges if self.triangles else square_edges
        vertices = triangle_vertices if self.triangles else square_vertices
        by_vertex: dict[Point, set[int]] = {}
        for i, p in enumerate(self.cells):
            for v in vertices(p, self.parity):
                by_vertex.setdefault(v, set()).add(i)
        by_edge = [{index[q] for q in edges(p, self.parity) if q in index} for p in self.cells]
        by_corner = [
            set().union(*(by_vertex[v] for v in vertices(p, self.parity))) - by_edge[i] - {i}
            for i, p in enumerate(self.cells)
        ]
        return by_edge, by_corner


def square_board(columns: int, rows: int) -> list[Point]:
    return [(x, y) for y in range(rows) for x in range(columns)]


def hexagon_board(edge: int) -> list[Point]:
    return [
        (x, y)
        for y in range(2 * edge)
        for x in (
            range(y - edge, 5 * edge - 1 - y) if y >= edge else range(edge - 1 - y, 3 * edge + y)
        )
    ]


def classic(columns: int = 20, rows: int = 20) -> Game:
    corners = [(0, rows - 1), (columns - 1, rows - 1), (columns - 1, 0), (0, 0)]
    pieces = grow(5, False)
    return Game(
        False, columns, rows, 0, square_board(columns, rows), pieces, [1] * len(pieces),
        [[corner] for corner in corners],
    )  # fmt: skip


def duo() -> Game:
    pieces = grow(5, False)
    return Game(
        False, 14, 14, 0, square_board(14, 14), pieces, [1] * len(pieces), [[(4, 9)], [(9, 4)]]
    )


JUNIOR = "# ## ### ##/#. #### ###/#.. ##/## ###/.#. .##/##. ##### ####/#... ##/##/#."


def junior() -> Game:
    pieces = [drawn(text) for text in JUNIOR.split()]
    return Game(
        False, 14, 14, 0, square_board(14, 14), pieces, [2] * len(pieces), [[(4, 9)], [(9, 4)]]
    )


TRIGON_STARTS = [(17, 14), (17, 3), (9, 11), (9, 6), (25, 11), (25, 6)]
TRIGON_3_STARTS = [(15, 13), (15, 2), (7, 10), (7, 5), (23, 10), (23, 5)]


def trigon(edge: int = 9, colours: int = 4) -> Game:
    pieces = grow(6, True)
    starts = TRIGON_STARTS if edge == 9 else TRIGON_3_STARTS
    return Game(
        True, 4 * edge - 1, 2 * edge, edge % 2, hexagon_board(edge), pieces, [1] * len(pieces),
        [starts] * colours,
    )  # fmt: skip


def trigon_3() -> Game:
    return trigon(8, 3)


VARIANTS: dict[str, Callable[[], Game]] = {
    "classic": classic,
    "duo": duo,
    "junior": junior,
    "trigon": trigon,
    "trigon_3": trigon_3,
}


def random_custom(rng: random.Random) -> Game:
    """A small odd board with holes and an odd set: large pieces, several copies."""
    triangles = rng.random() < 0.5
    columns, rows = rng.randint(4, 14), rng.randint(3, 10)
    cells = [p for p in square_board(columns, rows) if rng.random() < 0.93]
    pool = [*grow(6 if triangles else 5, triangles)]
    pieces = rng.sample(pool, rng.randint(1, 8))
    edges = triangle_edges if triangles else square_edges
    for _ in range(rng.randint(0, 3)):
        shape: list[Point] = [(0, 0)]
        while len(shape) < rng.randint(6, 12):
            step = rng.choice(edges(rng.choice(shape), 0))
            if step not in shape:
                shape.append(step)
        pieces.append(orientations(shape, triangles))
    unique: dict[frozenset[Orientation], list[Orientation]] = {}
    for piece in pieces:
        unique.setdefault(frozenset(piece), piece)
    pieces = list(unique.values())
    rng.shuffle(pieces)
    colours = rng.randint(1, 4)
    return Game(
        triangles, columns, rows, rng.randint(0, 1), cells, pieces,
        [rng.randint(1, 3) for _ in pieces],
        [rng.sample(cells, rng.randint(1, 4)) for _ in range(colours)],
    )  # fmt: skip


class Reference:
    """The rules, word for word, on sets of cells."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.placements = game.placements()
        self.by_edge, self.by_corner = game.neighbours()
        index = {p: i for i, p in enumerate(game.cells)}
        self.starts = [{index[p] for p in points} for points in game.starts]
        self.own: list[set[int]] = [set() for _ in game.starts]
        self.left = [list(game.counts) for _ in game.starts]

    def play(self, colour: int, placement: int) -> None:
        cells, piece = self.placements[placement]
        self.own[colour] |= cells
        self.left[colour][piece] -= 1

    def occupied(self) -> set[int]:
        return set().union(*self.own)

    def forbidden(self, colour: int) -> set[int]:
        touched = set().union(*(self.by_edge[c] for c in self.own[colour]))
        return self.occupied() | touched

    def attach(self, colour: int) -> set[int]:
        own = self.own[colour]
        wanted = set().union(*(self.by_corner[c] for c in own)) if own else self.starts[colour]
        return wanted - self.forbidden(colour)

    def legal(self, colour: int) -> list[int]:
        forbidden, attach = self.forbidden(colour), self.attach(colour)
        return [
            i
            for i, (cells, piece) in enumerate(self.placements)
            if self.left[colour][piece] and not cells & forbidden and cells & attach
        ]
