"""Positions drawn: as text for a terminal, and as a picture (SVG)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from html import escape
from itertools import pairwise
from math import hypot, sqrt
from typing import TYPE_CHECKING, NamedTuple

from .errors import CornerwiseError, quote
from .points import Point, column_text

if TYPE_CHECKING:
    from .boards import Board
    from .moves import Move
    from .position import Position

Place = tuple[float, float]

# --- text --------------------------------------------------------------------------

_ANSI = {"blue": 27, "yellow": 220, "red": 160, "green": 36, "purple": 98, "orange": 208}
_DARK_INK = ("yellow", "green", "orange")


def text(position: Position, *, colour: bool = False) -> str:
    """The board as text, row numbers at the left and column letters below.

    A cell shows its colour's initial; on triangles it is a capital where the triangle points up.
    Free cells are ``.``, or ``^`` and ``v``; ``+`` is a start that somebody still waits for. With
    ``colour``, ANSI codes paint the cells and underline the last move. The lines below tell the
    turn, the cells placed and the last move.
    """
    board = position.variant.board
    occupied = position.occupied()
    history = position.history
    last = set(history[-1][1].points) if history else set()
    starts = _open_starts(position)
    gap = "" if board.triangles else " "
    margin = len(str(board.rows))
    lines = []
    for y in range(board.rows - 1, -1, -1):
        row = [f"{y + 1:>{margin}} "]
        for x in range(board.columns):
            point = (x, y)
            owner = occupied.get(point)
            if point not in board:
                row.append(" " + gap)
            elif owner is None:
                free = "^" if board.up(point) else "v" if board.triangles else "."
                row.append(("+" if point in starts else free) + gap)
            else:
                small = board.triangles and not board.up(point)
                mark = owner[0].lower() if small else owner[0].upper()
                row.append(_painted(mark + gap, owner, point in last) if colour else mark + gap)
        lines.append("".join(row).rstrip())
    lines += _columns(board, margin + 1, gap)
    return "\n".join(lines + _status(position)) + "\n"


def _painted(cell: str, colour: str, last: bool) -> str:
    ink = 16 if colour in _DARK_INK else 231
    line = "4;1;" if last else ""
    return f"\x1b[{line}38;5;{ink};48;5;{_ANSI[colour]}m{cell}\x1b[0m"


def _columns(board: Board, margin: int, gap: str) -> list[str]:
    names = [column_text(x) for x in range(board.columns)]
    width = len(names[-1])
    rows = []
    for i in range(width):
        letters = [name.rjust(width)[i] for name in names]
        rows.append((" " * margin + gap.join(letters)).rstrip())
    return rows


def _status(position: Position) -> list[str]:
    placed = ", ".join(f"{c} {position.placed_cells(c)}" for c in position.colours)
    turn = f"{position.to_play} to play" if position.to_play else "no colour can place"
    lines = [f"{turn}; placed: {placed}"]
    if len(position):
        colour, move = position.history[-1]
        lines.append(f"last: {colour} {move.piece} at {move.text}")
    return lines


def _open_starts(position: Position) -> dict[Point, str | None]:
    """Free start cells of colours yet to begin: with the colour where it is one colour's own."""
    waiting: dict[Point, list[str]] = {}
    for colour in position.colours:
        if not position.placed_cells(colour):
            for point in position.attach_points(colour):
                waiting.setdefault(point, []).append(colour)
    own = position.variant.start == "fixed"
    return {point: colours[0] if own else None for point, colours in waiting.items()}


# --- picture -------------------------------------------------------------------------


class _Ink(NamedTuple):
    """A colour's body, the rim that sets it off the board, and the mark upon it."""

    body: str
    rim: str
    mark: str


class _Theme(NamedTuple):
    frame: str
    bed: str
    wells: tuple[str, str]  # squares and triangles that point up; triangles that point down
    coordinates: str
    light: str  # facets as white and black with opacities
    half: str
    shade: str
    top: str
    last: tuple[str, str]
    start: str
    inks: dict[str, _Ink]


_THEMES = {
    "light": _Theme(
        frame="#d5d0c8",
        bed="#f6f4f0",
        wells=("#e4e0d9", "#dedad2"),
        coordinates="#5f584e",
        light='fill="#fff" fill-opacity=".4"',
        half='fill="#000" fill-opacity=".09"',
        shade='fill="#000" fill-opacity=".22"',
        top='fill="#fff" fill-opacity=".1"',
        last=("#25211c", "#ffffff"),
        start="#8c8479",
        inks={
            "blue": _Ink("#2b4dc9", "#173a9c", "#ffffff"),
            "yellow": _Ink("#f8c924", "#8a6200", "#3a2900"),
            "red": _Ink("#c11b25", "#85101b", "#ffffff"),
            "green": _Ink("#27b48c", "#0c6047", "#04261b"),
            "purple": _Ink("#7440c0", "#4c2390", "#ffffff"),
            "orange": _Ink("#f0872c", "#8b4400", "#331700"),
        },
    ),
    "dark": _Theme(
        frame="#2a2622",
        bed="#201d1a",
        wells=("#37322d", "#322e29"),
        coordinates="#a89f94",
        light='fill="#fff" fill-opacity=".24"',
        half='fill="#000" fill-opacity=".11"',
        shade='fill="#000" fill-opacity=".26"',
        top='fill="#fff" fill-opacity=".04"',
        last=("#14110f", "#ffffff"),
        start="#7f776c",
        inks={
            "blue": _Ink("#3f70f2", "#86a9ff", "#0b1530"),
            "yellow": _Ink("#fee058", "#ffe99a", "#3a2900"),
            "red": _Ink("#e53c42", "#ff9a98", "#2c0709"),
            "green": _Ink("#52d4b4", "#92f2d3", "#04261b"),
            "purple": _Ink("#a37bf2", "#c8adff", "#1c0a3a"),
            "orange": _Ink("#ffa653", "#ffcf9e", "#331700"),
        },
    ),
}
THEMES = tuple(_THEMES)
"""Names of the themes."""

_LIGHT_FROM = (-0.5, 0.866)  # upper left


class _Geometry:
    """Outlines of cells in the picture's units; rows still count upwards."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.across, self.up = (20.0, 20 * sqrt(3)) if board.triangles else (20.0, 20.0)
        self.unit = 40.0 if board.triangles else 20.0

    def place(self, vertex: Point) -> Place:
        return vertex[0] * self.across, vertex[1] * self.up

    def corners(self, point: Point) -> list[Place]:
        return [self.place(v) for v in self.board.vertices(point)]

    def centre(self, point: Point) -> Place:
        corners = self.corners(point)
        n = len(corners)
        return sum(x for x, _ in corners) / n, -sum(y for _, y in corners) / n

    def loops(self, points: Iterable[Point]) -> list[list[Place]]:
        """Outlines of a set of cells, counter-clockwise; those of holes clockwise."""
        edges: dict[tuple[Point, Point], None] = {}
        for point in points:
            vertices = self.board.vertices(point)
            for edge in zip(vertices, (*vertices[1:], vertices[0]), strict=True):
                if edges.pop(edge[::-1], edge) is not None:
                    edges[edge] = None
        onwards: dict[Point, list[Point]] = {}
        for start, end in edges:
            onwards.setdefault(start, []).append(end)
        loops = []
        while onwards:
            first = at = next(iter(onwards))
            loop = []
            while True:
                loop.append(self.place(at))
                ends = onwards[at]
                end = ends.pop()
                if not ends:
                    del onwards[at]
                at = end
                if at == first:
                    break
            loops.append(loop)
        return loops

    def outline(self, points: Iterable[Point], inset: float, radius: float) -> str:
        """A path around cells, moved inwards and with round corners."""
        return "".join(_rounded(_inset(loop, inset), radius) for loop in self.loops(points))


def _turn(a: Place, b: Place, c: Place) -> float:
    return (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])


def _around(loop: list[Place]) -> Iterator[tuple[Place, Place, Place]]:
    return zip([loop[-1], *loop[:-1]], loop, [*loop[1:], loop[0]], strict=True)


def _normal(a: Place, b: Place) -> Place:
    x, y = b[0] - a[0], b[1] - a[1]
    length = hypot(x, y)
    return -y / length, x / length


def _inset(loop: list[Place], by: float) -> list[Place]:
    """A counter-clockwise polygon moved inwards, points along straight lines left out."""
    bends = [b for a, b, c in _around(loop) if abs(_turn(a, b, c)) > 1e-6]
    moved = []
    for a, b, c in _around(bends):
        m, n = _normal(a, b), _normal(b, c)
        reach = by / (1 + m[0] * n[0] + m[1] * n[1])
        moved.append((b[0] + reach * (m[0] + n[0]), b[1] + reach * (m[1] + n[1])))
    return moved


def _n(number: float) -> str:
    return f"{number:.2f}".rstrip("0").rstrip(".")


def _xy(place: Place) -> str:
    return f"{_n(place[0])} {_n(-place[1])}"


def _polygon(places: Iterable[Place]) -> str:
    return "M" + "L".join(map(_xy, places)) + "Z"


def _rounded(loop: list[Place], radius: float) -> str:
    parts: list[str] = []
    for a, b, c in _around(loop):
        before, after = hypot(a[0] - b[0], a[1] - b[1]), hypot(c[0] - b[0], c[1] - b[1])
        r = min(radius, before / 2.2, after / 2.2)
        start = (b[0] + (a[0] - b[0]) / before * r, b[1] + (a[1] - b[1]) / before * r)
        end = (b[0] + (c[0] - b[0]) / after * r, b[1] + (c[1] - b[1]) / after * r)
        parts.append(f"{'L' if parts else 'M'}{_xy(start)}Q{_xy(b)} {_xy(end)}")
    return "".join(parts) + "Z"


def _mark(colour: str, at: Place, size: float) -> str:
    """A colour's own sign, so that colour is never alone in telling pieces apart."""
    x, y = at
    match colour:
        case "blue":  # a ring
            r = _n(size * 0.78)
            there, back = _n(size * 1.56), _n(-size * 1.56)
            arcs = f"a{r} {r} 0 1 0 {there} 0a{r} {r} 0 1 0 {back} 0"
            return f"M{_n(x - size * 0.78)} {_n(y)}{arcs}"
        case "yellow":  # a double bar
            bars = (y - size * 0.42, y + size * 0.42)
            return "".join(f"M{_n(x - size * 0.9)} {_n(b)}h{_n(size * 1.8)}" for b in bars)
        case "red":  # a diamond
            s = _n(size)
            back = _n(-size)
            return f"M{_n(x)} {_n(y - size)}l{s} {s}l{back} {s}l{back} {back}Z"
        case "green":  # a triangle
            wide = size * 0.95
            return f"M{_n(x)} {_n(y - wide)}L{_n(x + wide)} {_n(y + size * 0.7)}H{_n(x - wide)}Z"
        case "purple":  # a square
            half = size * 0.75
            side = _n(2 * half)
            return f"M{_n(x - half)} {_n(y - half)}h{side}v{side}h{_n(-2 * half)}Z"
    # orange: a cross
    return f"M{_n(x - size)} {_n(y)}h{_n(2 * size)}M{_n(x)} {_n(y - size)}v{_n(2 * size)}"


def svg(
    position: Position,
    *,
    coords: bool = True,
    last: Move | None = None,
    theme: str = "light",
) -> str:
    """The position as an SVG picture that needs nothing else: no styles, fonts or scripts.

    ``coords`` draws row numbers and column letters, ``last`` outlines a move, ``theme`` is
    ``light`` or ``dark``. ``CornerwiseError`` for other themes.
    """
    colours = _THEMES.get(theme)
    if colours is None:
        raise CornerwiseError(f"theme {quote(theme)} is none of {', '.join(THEMES)}")
    board = position.variant.board
    geometry = _Geometry(board)
    margin = (22 if board.triangles else 15) if coords else (12 if board.triangles else 7)
    vertices = [geometry.place(v) for p in board.cells for v in board.vertices(p)]
    left, right = min(x for x, _ in vertices), max(x for x, _ in vertices)
    bottom, top = min(y for _, y in vertices), max(y for _, y in vertices)
    out = [
        *_tray(geometry, colours, margin),
        *_start_marks(position, geometry, colours),
        *_pieces(position, geometry, colours),
    ]
    if last is not None:
        around = geometry.outline(last.points, geometry.unit * 0.045, geometry.unit * 0.1)
        for ink, width in zip(colours.last, (3.4, 1.5), strict=True):
            out.append(
                f'<path class="last" d="{around}" fill="none" stroke="{ink}" '
                f'stroke-width="{width}" stroke-linejoin="round"/>'
            )
    if coords:
        out += _coordinates(geometry, colours, margin, bottom)
    box = (left - margin, -top - margin, right - left + 2 * margin, top - bottom + 2 * margin)
    view = " ".join(map(_n, box))
    if coords and len(board) < board.columns * board.rows:  # letters off the tray need a ground
        out.insert(
            0,
            f'<rect x="{_n(box[0])}" y="{_n(box[1])}" width="{_n(box[2])}" '
            f'height="{_n(box[3])}" rx="14" fill="{colours.bed}"/>',
        )
    turn = f"{position.to_play} to play" if position.to_play else "no colour can place"
    title = f"{position.variant.name}: {len(position)} pieces placed, {turn}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}" width="{_n(box[2])}" '
        f'height="{_n(box[3])}" role="img"><title>{escape(title)}</title>{"".join(out)}</svg>'
    )


def _tray(geometry: _Geometry, theme: _Theme, margin: float) -> list[str]:
    board = geometry.board
    outer = [
        loop
        for loop in geometry.loops(board.cells)
        if sum(a[0] * b[1] - a[1] * b[0] for a, b in pairwise([*loop, loop[0]])) > 0
    ]
    frame = "".join(_rounded(_inset(loop, -margin * 0.86), 7) for loop in outer)
    out = [
        f'<path d="{frame}" fill="{theme.frame}"/>',
        f'<path d="{geometry.outline(board.cells, -1, 2)}" fill="{theme.bed}" '
        'fill-rule="evenodd"/>',
    ]
    inset, radius = (1.1, 0.1) if board.triangles else (0.55, 1.6)
    for way, fill in zip((True, False), theme.wells, strict=True):
        cells = [p for p in board.cells if (board.up(p) or not board.triangles) == way]
        if cells:
            wells = "".join(_rounded(_inset(geometry.corners(p), inset), radius) for p in cells)
            out.append(f'<path d="{wells}" fill="{fill}"/>')
    return out


def _start_marks(position: Position, geometry: _Geometry, theme: _Theme) -> list[str]:
    out = []
    for point, colour in _open_starts(position).items():
        at = geometry.centre(point)
        size = geometry.unit * (0.14 if geometry.board.triangles else 0.22)
        # Where any colour may start, a ring in grey: blue's sign, but not in its colour.
        ink = theme.start if colour is None else theme.inks[colour].rim
        out.append(
            f'<path class="start" d="{_mark(colour or "blue", at, size)}" fill="none" '
            f'stroke="{ink}" stroke-width="1.6"/>'
        )
    return out


def _pieces(position: Position, geometry: _Geometry, theme: _Theme) -> list[str]:
    placed = [(colour, move.points) for colour, move in position.history]
    unit = geometry.unit
    out = []
    for colour in position.colours:  # the shadows first, in the pieces' own colours
        cast = [
            geometry.outline(points, unit * 0.02, unit * 0.1) for c, points in placed if c == colour
        ]
        if cast:
            out.append(
                f'<path d="{"".join(cast)}" fill="{theme.inks[colour].body}" fill-opacity=".34" '
                f'transform="translate({_n(unit * 0.05)} {_n(unit * 0.09)})"/>'
            )
    for colour in position.colours:
        own = [points for c, points in placed if c == colour]
        if not own:
            continue
        ink = theme.inks[colour]
        body = "".join(_body(geometry, points) for points in own)
        out.append(f'<g class="{colour}"><path d="{body}" fill="{ink.body}"/>')
        out += _facets(geometry, [p for points in own for p in points], theme)
        size = unit * (0.098 if geometry.board.triangles else 0.135)
        signs = "".join(_mark(colour, geometry.centre(p), size) for points in own for p in points)
        fill = ink.mark if colour == "red" else "none"
        out.append(
            f'<path d="{signs}" fill="{fill}" stroke="{ink.mark}" opacity=".6" '
            'stroke-linejoin="round"/>'
            f'<path d="{body}" fill="none" stroke="{ink.rim}" stroke-width="1"/></g>'
        )
    return out


def _body(geometry: _Geometry, points: Collection[Point]) -> str:
    unit = geometry.unit
    return geometry.outline(points, unit * 0.03, unit * (0.1 if geometry.board.triangles else 0.13))


def _facets(geometry: _Geometry, points: Iterable[Point], theme: _Theme) -> list[str]:
    """Four sloping rims and the top of each cell, lit from the upper left."""
    rims = (0.055, 0.135) if geometry.board.triangles else (0.075, 0.215)
    paths = {theme.top: "", theme.light: "", theme.half: "", theme.shade: ""}
    for point in points:
        corners = geometry.corners(point)
        outer, inner = (_inset(corners, geometry.unit * rim) for rim in rims)
        for i, (a, b) in enumerate(pairwise([*corners, corners[0]])):
            normal = _normal(b, a)  # outwards
            lit = normal[0] * _LIGHT_FROM[0] + normal[1] * _LIGHT_FROM[1]
            j = (i + 1) % len(corners)
            key = theme.light if lit > 0.2 else theme.half if lit > -0.6 else theme.shade
            paths[key] += _polygon([outer[i], outer[j], inner[j], inner[i]])
        paths[theme.top] += _polygon(inner)
    return [f'<path d="{path}" {fill}/>' for fill, path in paths.items() if path]


def _coordinates(geometry: _Geometry, theme: _Theme, margin: float, bottom: float) -> list[str]:
    board = geometry.board
    out = [
        f'<g fill="{theme.coordinates}" font-family="system-ui,sans-serif" font-size="9.5" '
        'text-anchor="middle">'
    ]
    shift = 1.0 if board.triangles else 0.5
    for x in range(board.columns):
        at = (x + shift) * geometry.across
        out.append(f'<text x="{_n(at)}" y="{_n(margin - 4.5 - bottom)}">{column_text(x)}</text>')
    first: dict[int, Point] = {}
    for point in board.cells:
        first.setdefault(point[1], point)
    for y, point in first.items():
        across = -margin / 2
        if board.triangles:
            across = min(v for v, _ in geometry.corners(point)) + geometry.across / 2 - 13
        height = -(y + 0.5) * geometry.up + 3.4
        out.append(f'<text x="{_n(across)}" y="{_n(height)}">{y + 1}</text>')
    return [*out, "</g>"]
