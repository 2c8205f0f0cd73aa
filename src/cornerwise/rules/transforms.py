"""The symmetries of the two lattices: 8 on squares, 12 on triangles, as maps of points.

Shapes on triangles are points whose ``x + y`` is even where the triangle points up. A turn is
clockwise as seen on the board, where rows count upwards; a flip mirrors left and right.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from .points import Point, in_board_order

Shape = tuple[tuple[Point, ...], bool]
"""Points relative to the anchor (first, ``(0, 0)``), and whether the anchor points up."""


def turn_square(point: Point) -> Point:
    """A quarter turn clockwise about the origin."""
    x, y = point
    return y, -x


def flip_square(point: Point) -> Point:
    """Mirrored left and right."""
    x, y = point
    return -x, y


def turn_triangle(point: Point) -> Point:
    """A sixth of a turn clockwise about a lattice vertex.

    Three times the centroid has whole coordinates (h, v), in half edges and rows; the turn maps
    them to ((h + 3v) / 2, (v - h) / 2), which is whole again, and v mod 3 tells up from down.
    """
    x, y = point
    h = 3 * x + 3
    v = 3 * y + (1 if (x + y) % 2 == 0 else 2)
    h, v = (h + 3 * v) // 2, (v - h) // 2
    return h // 3 - 1, v // 3


def flip_triangle(point: Point) -> Point:
    """Mirrored left and right in the upright line through a lattice vertex."""
    x, y = point
    return -x - 2, y


def normal(points: Iterable[Point], triangles: bool) -> Shape:
    """A shape moved so that its anchor, the first in board order, is at (0, 0)."""
    ordered = in_board_order(points)
    x0, y0 = ordered[0]
    up = triangles and (x0 + y0) % 2 == 0
    return tuple((x - x0, y - y0) for x, y in ordered), up


def _unfold(shape: Shape, triangles: bool) -> tuple[Point, ...]:
    # Back to points where an even x + y is up: the anchor of a downward one goes to (1, 0).
    points, up = shape
    if not triangles or up:
        return points
    return tuple((x + 1, y) for x, y in points)


def orientations(points: Iterable[Point], triangles: bool) -> list[Shape]:
    """The distinct shapes, as met by turning the base clockwise, then the flipped base."""
    turn, flip = _maps(triangles)
    turns = 6 if triangles else 4
    base = list(points)
    found: dict[Shape, None] = {}
    for start in (base, [flip(p) for p in base]):
        current = start
        for _ in range(turns):
            found.setdefault(normal(current, triangles))
            current = [turn(p) for p in current]
    return list(found)


def clockwise(shape: Shape, triangles: bool) -> Shape:
    """The shape after one turn."""
    turn, _ = _maps(triangles)
    return normal(map(turn, _unfold(shape, triangles)), triangles)


def flipped(shape: Shape, triangles: bool) -> Shape:
    """The shape mirrored left and right."""
    _, flip = _maps(triangles)
    return normal(map(flip, _unfold(shape, triangles)), triangles)


def _maps(triangles: bool) -> tuple[Callable[[Point], Point], Callable[[Point], Point]]:
    return (turn_triangle, flip_triangle) if triangles else (turn_square, flip_square)
