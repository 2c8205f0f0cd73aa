"""Pieces and sets of pieces, with the names that players use for them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from .boards import read_drawing
from .errors import VariantError, quote
from .points import Point
from .transforms import Shape, clockwise, flipped, normal, orientations

MAX_PIECE_CELLS = 12
"""The most cells that a piece may have."""
MAX_PIECES = 64
"""The most pieces that a colour may have, copies counted."""


class Orientation(NamedTuple):
    """A distinct shape of a piece after a transform.

    ``points`` are relative to the anchor, the first in board order; ``up`` tells whether the
    anchor is a triangle that points up. ``clockwise``, ``counterclockwise`` and ``flip`` are
    indices of the piece's orientations after a turn or a flip.
    """

    points: tuple[Point, ...]
    up: bool
    clockwise: int
    counterclockwise: int
    flip: int


class Piece:
    """An abstract shape with a name (``I5``, ``V3``, ``A6``).

    ``points`` is the base shape, relative to its anchor; ``up`` the anchor's way on triangles.
    """

    def __init__(self, name: str, points: Iterable[Point], triangles: bool) -> None:
        """``points`` on triangles: those whose x + y is even point up."""
        points = list(points)
        if not 1 <= len(points) <= MAX_PIECE_CELLS:
            raise VariantError(
                f"piece {quote(name)} has {len(points)} cells: 1 to {MAX_PIECE_CELLS} do"
            )
        if len(set(points)) != len(points):
            raise VariantError(f"piece {quote(name)} has a cell twice")
        self.name = name
        self.triangles = triangles
        shape = normal(points, triangles)
        self.points, self.up = shape
        if not _connected(shape, triangles):
            raise VariantError(
                f"piece {quote(name)} falls apart: its cells must hang together by their edges"
            )

    @property
    def size(self) -> int:
        """Number of cells."""
        return len(self.points)

    @cached_property
    def orientations(self) -> tuple[Orientation, ...]:
        """The distinct ones, as met by turning the base clockwise, then the flipped base."""
        shapes = orientations(
            self.points if self.up or not self.triangles else [(x + 1, y) for x, y in self.points],
            self.triangles,
        )
        index = {shape: i for i, shape in enumerate(shapes)}
        turned = [index[clockwise(shape, self.triangles)] for shape in shapes]
        back = {after: before for before, after in enumerate(turned)}
        return tuple(
            Orientation(*shape, turned[i], back[i], index[flipped(shape, self.triangles)])
            for i, shape in enumerate(shapes)
        )

    @cached_property
    def free_shape(self) -> Shape:
        """The least of the orientations: equal for two pieces iff they are the same shape."""
        return min((o.points, o.up) for o in self.orientations)

    def _identity(self) -> tuple[object, ...]:
        return (self.name, self.points, self.up, self.triangles)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Piece):
            return NotImplemented
        return self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash(self._identity())

    def __repr__(self) -> str:
        return f"<Piece {self.name}: {self.size} cells>"

    def drawing(self) -> str:
        """The base shape as text, the top row first: ``#`` or ``^`` and ``v``, ``.`` for none."""
        shift = 0 if self.up or not self.triangles else 1
        left = min(x for x, _ in self.points)
        across = range(left, 1 + max(x for x, _ in self.points))
        own = set(self.points)

        def mark(x: int, y: int) -> str:
            if (x, y) not in own:
                return "."
            return "#" if not self.triangles else "v" if (x + shift + y) % 2 else "^"

        top = max(y for _, y in self.points)
        return "\n".join("".join(mark(x, y) for x in across) for y in range(top, -1, -1))


def _connected(shape: Shape, triangles: bool) -> bool:
    points, up = shape
    left = set(points)
    todo = [left.pop()]
    while todo:
        x, y = todo.pop()
        near = [(x - 1, y), (x + 1, y)]
        if not triangles:
            near += [(x, y - 1), (x, y + 1)]
        else:
            near.append((x, y - 1 if ((x + y) % 2 == 0) == up else y + 1))
        for point in near:
            if point in left:
                left.remove(point)
                todo.append(point)
    return not left


def drawn_piece(name: str, drawing: str | Sequence[str]) -> Piece:
    """A piece from its drawing, marked as in ``boards.masked``; ``/`` may part the rows."""
    lines = drawing.replace("/", "\n").split("\n") if isinstance(drawing, str) else list(drawing)
    try:
        points, triangles, parity = read_drawing(lines)
    except VariantError as error:
        raise VariantError(f"piece {quote(name)}: {error.reason}") from None
    return Piece(name, [(x + parity, y) for x, y in points], triangles)


class PieceSet:
    """Pieces with the number of copies that each colour has, in an order that ids build on.

    The name is a label: sets with equal pieces are equal.
    """

    def __init__(self, name: str, pieces: Iterable[tuple[Piece, int]]) -> None:
        self.name = name
        self.pieces = tuple(pieces)
        if not self.pieces:
            raise VariantError(f"piece set {quote(name)} has no piece")
        lattices = {piece.triangles for piece, _ in self.pieces}
        if len(lattices) > 1:
            raise VariantError(f"piece set {quote(name)} mixes squares and triangles")
        self.triangles = lattices.pop()
        names: set[str] = set()
        shapes: dict[Shape, str] = {}
        for piece, count in self.pieces:
            if count < 1:
                raise VariantError(f"piece {quote(piece.name)}: a count of {count} is below 1")
            where = ("pieces", "shapes", piece.name)
            if piece.name in names:
                raise VariantError(f"two pieces are called {quote(piece.name)}", where=where)
            names.add(piece.name)
            twin = shapes.setdefault(piece.free_shape, piece.name)
            if twin != piece.name:
                raise VariantError(
                    f"pieces {quote(twin)} and {quote(piece.name)} are the same shape: "
                    "give one piece a count of 2 instead",
                    where=where,
                )
        if self.count > MAX_PIECES:
            raise VariantError(
                f"{self.count} pieces a colour are too many: {MAX_PIECES} at most, copies counted"
            )

    @property
    def count(self) -> int:
        """Pieces a colour has, copies counted."""
        return sum(count for _, count in self.pieces)

    @property
    def cells(self) -> int:
        """Cells of all the pieces that a colour has."""
        return sum(piece.size * count for piece, count in self.pieces)

    def __len__(self) -> int:
        return len(self.pieces)

    def __getitem__(self, index: int) -> Piece:
        return self.pieces[index][0]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, PieceSet):
            return NotImplemented
        return self is other or self.pieces == other.pieces

    def __hash__(self) -> int:
        return hash(self.pieces)

    def __repr__(self) -> str:
        return f"<PieceSet {self.name}: {self.count} pieces, {self.cells} cells a colour>"

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The pieces' names, in order."""
        return tuple(piece.name for piece, _ in self.pieces)

    def index(self, name: str) -> int:
        """The index of a piece by its name, in any case. ``KeyError`` if there is none."""
        if name in self.names:
            return self.names.index(name)
        lower = [own.lower() for own in self.names]
        if lower.count(name.lower()) != 1:
            raise KeyError(name)
        return lower.index(name.lower())


# Drawn rows are parted by '/'; the order is part of the numbering of placements.
_POLYOMINOES: Mapping[str, str] = {
    "1": "#",
    "2": "##",
    "I3": "###",
    "V3": "#./##",
    "I4": "####",
    "L4": "#../###",
    "O": "##/##",
    "T4": ".#./###",
    "Z4": "##./.##",
    "F": ".##/##./.#.",
    "I5": "#####",
    "L5": "#.../####",
    "N": "##../.###",
    "P": "##./###",
    "T5": "###/.#./.#.",
    "U": "#.#/###",
    "V5": "#../#../###",
    "W": "#../##./.##",
    "X": ".#./###/.#.",
    "Y": ".#../####",
    "Z5": "##./.#./.##",
}
_POLYIAMONDS: Mapping[str, str] = {
    "1": "^",
    "2": "^v",
    "I3": "^v^",
    "I4": "^v^v",
    "C4": "v^/^v",
    "A4": ".^./^v^",
    "I5": "^v^v^",
    "L5": ".^v^/^v..",
    "C5": "^v./v^v",
    "P5": "v^./^v^",
    "I6": "^v^v^v",
    "L6": "^..../v^v^v",
    "V": ".^v^v/^v...",
    "S": "..^v^/v^v..",
    "P6": ".^.../^v^v^",
    "F": ".^v^/^v^.",
    "W": "..^../v^v^v",
    "A6": ".^v./^v^v",
    "G": ".^v^/^v.v",
    "O": "^v^/v^v",
    "X": "v^v/^v^",
    "Y": "v^../^v^v",
}
_JUNIOR = ("1", "2", "I3", "V3", "I4", "L4", "O", "T4", "Z4", "I5", "L5", "P")

_BUILT: dict[str, PieceSet] = {}


def _build(name: str) -> PieceSet:
    if name == "polyominoes":
        return PieceSet(name, [(drawn_piece(n, d), 1) for n, d in _POLYOMINOES.items()])
    if name == "polyiamonds":
        return PieceSet(name, [(drawn_piece(n, d), 1) for n, d in _POLYIAMONDS.items()])
    return PieceSet(name, [(drawn_piece(n, _POLYOMINOES[n]), 2) for n in _JUNIOR])


PIECE_SETS = ("polyominoes", "polyiamonds", "junior")
"""Names of the built-in sets."""


def piece_set(name: str) -> PieceSet:
    """A built-in set by its name, built when first asked for. ``KeyError`` for other names."""
    if name not in PIECE_SETS:
        raise KeyError(name)
    if name not in _BUILT:
        _BUILT[name] = _build(name)
    return _BUILT[name]


def __getattr__(name: str) -> PieceSet:
    # POLYOMINOES, POLYIAMONDS and JUNIOR are built when first asked for.
    if name in ("POLYOMINOES", "POLYIAMONDS", "JUNIOR"):
        return piece_set(name.lower())
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
