"""Boards, transforms and pieces."""

from __future__ import annotations

import pytest

from cornerwise import NotationError, VariantError
from cornerwise.rules.boards import Board, hexagon, masked, square
from cornerwise.rules.pieces import (
    PIECE_SETS,
    Piece,
    PieceSet,
    drawn_piece,
    piece_set,
)
from cornerwise.rules.points import column_text, parse_point, point_text
from cornerwise.rules.transforms import (
    clockwise,
    flip_square,
    flip_triangle,
    flipped,
    turn_square,
    turn_triangle,
)

# Sides of the same shape, as many as it has symmetries: what is usually listed for each.
SQUARE_ORIENTATIONS = {
    "1": 1, "2": 2, "I3": 2, "V3": 4, "I4": 2, "L4": 8, "O": 1, "T4": 4, "Z4": 4, "F": 8,
    "I5": 2, "L5": 8, "N": 8, "P": 8, "T5": 4, "U": 4, "V5": 4, "W": 4, "X": 1, "Y": 8, "Z5": 4,
}  # fmt: skip
TRIANGLE_ORIENTATIONS = {
    "1": 2, "2": 3, "I3": 6, "I4": 6, "C4": 6, "A4": 2, "I5": 6, "L5": 12, "C5": 6, "P5": 12,
    "I6": 6, "L6": 12, "V": 6, "S": 6, "P6": 12, "F": 12, "W": 6, "A6": 6, "G": 12, "O": 1,
    "X": 3, "Y": 12,
}  # fmt: skip


@pytest.mark.parametrize("board", [square(3, 3), hexagon(2), hexagon(3)])
def test_touching_is_what_shared_vertices_say(board: Board) -> None:
    for point in board.cells:
        own = set(board.vertices(point))
        shared = {
            (x, y): len(own & set(board.vertices((x, y))))
            for x in range(point[0] - 4, point[0] + 5)
            for y in range(point[1] - 4, point[1] + 5)
            if (x, y) != point
        }
        assert set(board.edge_neighbours(point)) == {p for p, n in shared.items() if n == 2}
        assert set(board.corner_neighbours(point)) == {p for p, n in shared.items() if n == 1}
        assert len(board.corner_neighbours(point)) == (9 if board.triangles else 4)


@pytest.mark.parametrize("edge", range(1, 10))
def test_hexagons(edge: int) -> None:
    board = hexagon(edge)
    assert len(board) == 6 * edge * edge
    assert (board.columns, board.rows) == (4 * edge - 1, 2 * edge)
    assert board.up((0, edge))  # leftmost of the row above the middle
    assert len(board.corners) == (12 if edge > 1 else 6)
    # Every edge inside is shared by two cells; the rim has 6 × edge of them.
    outside = sum(p not in board for cell in board.cells for p in board.edge_neighbours(cell))
    assert outside == 6 * edge


def test_trigon_board_is_laid_out_as_files_have_it() -> None:
    board = hexagon(9)
    assert board.up(parse_point("a10"))  # type: ignore[arg-type]
    assert [board.text(c) for c in board.corners] == [
        "i1", "j1", "z1", "aa1", "a9", "ai9", "a10", "ai10", "i18", "j18", "z18", "aa18"
    ]  # fmt: skip


def test_corners_of_squares_and_drawn_boards() -> None:
    assert [square(20, 20).text(c) for c in square(20, 20).corners] == ["a1", "t1", "a20", "t20"]
    plus = masked(".#.\n###\n.#.")
    # A rubber band around a plus sign touches it at eight points, of four cells.
    assert [plus.text(c) for c in plus.corners] == ["b1", "a2", "c2", "b3"]
    holed = masked("###\n#.#\n###")
    assert [holed.text(c) for c in holed.corners] == ["a1", "c1", "a3", "c3"]


def test_drawings() -> None:
    board = masked("....\n..##.\n...#\n\n")
    assert (board.columns, board.rows, board.cells) == (2, 2, ((1, 0), (0, 1), (1, 1)))
    assert masked(["^v^", "v^v"]).parity == 1
    assert masked(".^v\n.v^").cells == masked("^v\nv^").cells
    assert hexagon(1) == masked("^v^\nv^v")
    with pytest.raises(VariantError, match="out of step"):
        masked("^v\n^v")
    with pytest.raises(VariantError, match="squares"):
        masked("#v")
    with pytest.raises(VariantError, match=r"'X' in the row '#X'"):
        masked("#X")
    with pytest.raises(VariantError, match="no cell"):
        masked("..\n")


def test_areas() -> None:
    assert len(masked("#.\n.#").areas) == 1
    assert [sorted(a) for a in masked("#.#").areas] == [[0], [1]]
    assert len(masked("^v^\nv^v").areas) == 1


def test_board_limits() -> None:
    with pytest.raises(VariantError, match="too large"):
        square(23, 23)
    with pytest.raises(VariantError, match="too large"):
        hexagon(10)
    assert len(square(512, 1)) == 512
    with pytest.raises(VariantError, match="twice"):
        Board("square", 2, 1, 0, [(0, 0), (0, 0)])
    with pytest.raises(VariantError, match="outside"):
        Board("square", 2, 1, 0, [(0, 1)])
    with pytest.raises(VariantError, match="parity"):
        Board("square", 2, 1, 1, [(0, 0)])


def test_texts_of_points() -> None:
    assert [column_text(x) for x in (0, 25, 26, 51, 52, 701)] == ["a", "z", "aa", "az", "ba", "zz"]
    for x in range(702):
        assert parse_point(point_text((x, 7))) == (x, 7)
    for text in ("", "a", "1", "a0", "a01", "A-1", "é1", "aaa1", "a1 ", "a²", "a12345", "ａ1"):
        assert parse_point(text) is None
    assert parse_point("E10") == (4, 9)
    board = square(3, 3)
    assert board.text(board.parse("c2")) == "c2"
    with pytest.raises(NotationError, match="'d1' is not on the board"):
        board.parse("d1")
    with pytest.raises(NotationError, match=r"'d\\x00' names no cell"):
        board.parse("d\0")


def test_transforms_are_the_symmetry_groups() -> None:
    points = [(x, y) for x in range(-5, 6) for y in range(-5, 6)]
    for turn, flip, order in (
        (turn_square, flip_square, 4),
        (turn_triangle, flip_triangle, 6),
    ):
        for point in points:
            at = point
            for i in range(1, order + 1):
                at = turn(at)
                assert (at == point) == (i == order) or point == (0, 0)
            assert flip(flip(point)) == point
            # a flip, a turn, a flip and a turn lead back, as in every such group
            assert turn(flip(turn(flip(point)))) == point
    for x, y in points:
        u, v = turn_triangle((x, y))
        assert (u + v) % 2 != (x + y) % 2  # a sixth of a turn swaps up and down
        u, v = flip_triangle((x, y))
        assert (u + v) % 2 == (x + y) % 2


def test_turning_is_clockwise() -> None:
    row = drawn_piece("I3", "###")
    left = drawn_piece("L", "#../###")  # its end points up at the left ...
    assert left.orientations[1].points == drawn_piece("L", "##/#./#.").points  # ... then right
    assert [len(p.orientations) for p in (row, left)] == [2, 8]
    up = drawn_piece("L5", "^v^v^")
    turned = up.orientations[up.orientations[0].clockwise]
    # The row to the right comes to point down and to the right.
    assert turned.points[-1][1] > 0
    assert turned.points[-1][0] < 0


@pytest.mark.parametrize("name", PIECE_SETS)
def test_orientations(name: str) -> None:
    own = piece_set(name)
    expected = TRIANGLE_ORIENTATIONS if own.triangles else SQUARE_ORIENTATIONS
    turns = 6 if own.triangles else 4
    for piece, _ in own.pieces:
        assert len(piece.orientations) == expected[piece.name], piece
        assert (piece.orientations[0].points, piece.orientations[0].up) == (piece.points, piece.up)
        shapes = [(o.points, o.up) for o in piece.orientations]
        assert len(set(shapes)) == len(shapes)
        for i, orientation in enumerate(piece.orientations):
            assert orientation.points[0] == (0, 0)
            assert list(orientation.points) == sorted(
                orientation.points, key=lambda p: (p[1], p[0])
            )
            assert piece.orientations[orientation.clockwise].counterclockwise == i
            assert piece.orientations[orientation.flip].flip == i
            assert shapes[orientation.clockwise] == clockwise(shapes[i], own.triangles)
            assert shapes[orientation.flip] == flipped(shapes[i], own.triangles)
            around = i
            for _ in range(turns):
                around = piece.orientations[around].clockwise
            assert around == i
        assert drawn_piece(piece.name, piece.drawing()) == piece


def test_sets_have_every_shape_there_is() -> None:
    # Grown cell by cell: 1, 1, 2, 5, 12 polyominoes and 1, 1, 1, 3, 4, 12 polyiamonds.
    for name, triangles, counts in (
        ("polyominoes", False, [1, 1, 2, 5, 12]),
        ("polyiamonds", True, [1, 1, 1, 3, 4, 12]),
    ):
        board = masked("#") if not triangles else masked("^")
        grown = {Piece("x", [(0, 0)], triangles).free_shape: [(0, 0)]}
        found = dict(grown)
        for count in counts:
            assert len(grown) == count
            found.update(grown)
            bigger = {}
            for points in grown.values():
                for near in {q for p in points for q in board.edge_neighbours(p)} - set(points):
                    piece = Piece("x", [*points, near], triangles)
                    bigger[piece.free_shape] = [*points, near]
            grown = bigger
        assert {piece.free_shape for piece, _ in piece_set(name).pieces} == set(found)


def test_impossible_pieces() -> None:
    with pytest.raises(VariantError, match="falls apart"):
        drawn_piece("X", "#./.#")
    with pytest.raises(VariantError, match="falls apart"):
        drawn_piece("X", "^...^")
    with pytest.raises(VariantError, match="13 cells"):
        drawn_piece("long", "#" * 13)
    with pytest.raises(VariantError, match=r"piece 'q': the drawing has no cell"):
        drawn_piece("q", "")
    one, two = drawn_piece("a", "##"), drawn_piece("b", "#/#")
    with pytest.raises(VariantError, match="'a' and 'b' are the same shape"):
        PieceSet("s", [(one, 1), (two, 1)])
    with pytest.raises(VariantError, match="two pieces are called 'a'"):
        PieceSet("s", [(one, 1), (drawn_piece("a", "#"), 1)])
    with pytest.raises(VariantError, match="65 pieces"):
        PieceSet("s", [(one, 65)])
    with pytest.raises(VariantError, match="mixes"):
        PieceSet("s", [(one, 1), (drawn_piece("t", "^"), 1)])
    with pytest.raises(VariantError, match="no piece"):
        PieceSet("s", [])
    with pytest.raises(KeyError):
        piece_set("tetrominoes")


def test_pieces_by_name() -> None:
    own = piece_set("polyominoes")
    assert own.names[own.index("z5")] == "Z5"
    assert own[own.index("F")].name == "F"
    with pytest.raises(KeyError):
        own.index("Q")
