"""Tables refuse what is inconsistent, and say why."""

from __future__ import annotations

from typing import Any

import pytest

from core import kit
from cornerwise import _core


def arguments(**changes: Any) -> dict[str, Any]:
    """A 3 x 2 board with the pieces of one and two cells."""
    plain: dict[str, Any] = {
        "triangles": False,
        "columns": 3,
        "rows": 2,
        "parity": 0,
        "cells": kit.square_board(3, 2),
        "orientations": [[(0, 0)], [(0, 0), (1, 0)], [(0, 0), (0, 1)]],
        "up": [False, False, False],
        "piece_of": [0, 1, 1],
        "counts": [1, 2],
        "colours": 2,
        "starts": [[0], [5]],
    }
    return plain | changes


def test_ids_follow_the_order() -> None:
    tables = _core.Tables(**arguments())
    assert tables.placements == 6 + 4 + 3
    assert tables.colours == 2
    assert [tables.cells_of(i) for i in range(13)] == [
        [0], [1], [2], [3], [4], [5], [0, 1], [1, 2], [3, 4], [4, 5], [0, 3], [1, 4], [2, 5],
    ]  # fmt: skip
    assert tables.find([4, 1]) == 11
    assert tables.orientation_of(11) == 2
    assert tables.anchor_of(11) == 1


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"columns": 0}, "number of columns is 0"),
        ({"columns": -5}, "number of columns is -5"),
        ({"rows": 100000}, "number of rows is 100000"),
        ({"parity": 2}, "parity is 2"),
        ({"colours": 0}, "number of colours is 0"),
        ({"colours": 5}, "number of colours is 5"),
        ({"colours": 3}, "starts are given for 2 colours of 3"),
        ({"cells": []}, "number of cells is 0"),
        ({"cells": kit.square_board(513, 1), "columns": 512}, "number of cells is 513"),
        ({"cells": [(0, 0), (3, 0)]}, r"cell 1 at \(3, 0\) is outside"),
        ({"cells": [(-1, 0)]}, r"cell 0 at \(-1, 0\) is outside"),
        ({"cells": [(1, 0), (0, 0)]}, r"cell 1 at \(0, 0\) is out of board order"),
        ({"cells": [(0, 0), (0, 0)]}, "out of board order"),
        ({"up": [False]}, "differ in length"),
        ({"piece_of": [0, 1]}, "differ in length"),
        ({"piece_of": [1, 0, 0]}, "orientation 1 is of piece 0, after one of piece 1"),
        ({"piece_of": [0, 1, 2]}, "orientation 2: its piece is 2"),
        ({"piece_of": [-1, 1, 1]}, "orientation 0: its piece is -1"),
        ({"piece_of": [0, 0, 1]}, "orientation 1 has 2 cells, but its piece has 1"),
        ({"counts": []}, "number of pieces is 0"),
        ({"counts": [1, 2, 1]}, "piece 2 has no orientation"),
        ({"counts": [0, 0]}, "number of pieces a colour has is 0"),
        ({"counts": [-1, 2]}, "number of copies of a piece is -1"),
        ({"counts": [60, 5]}, "number of pieces a colour has is 65"),
        ({"counts": [1] * 65}, "number of pieces is 65"),
        ({"orientations": [], "up": [], "piece_of": []}, "number of orientations is 0"),
        ({"orientations": [[(0, 0)], [], [(0, 0)]]}, "orientation 1: its number of cells is 0"),
        (
            {"orientations": [[(0, 0)], [(0, 0), (1, 0)], [(i, 0) for i in range(13)]]},
            "orientation 2: its number of cells is 13",
        ),
        (
            {"orientations": [[(1, 0)], [(0, 0), (1, 0)], [(0, 0), (0, 1)]]},
            r"orientation 0 must begin with its anchor \(0, 0\), not \(1, 0\)",
        ),
        (
            {"orientations": [[(0, 0)], [(0, 0), (-1, 0)], [(0, 0), (0, 1)]]},
            "orientation 1 has a cell at .* out of board order",
        ),
        (
            {"orientations": [[(0, 0)], [(0, 0), (0, 0)], [(0, 0), (0, 1)]]},
            "orientation 1 has a cell at .* out of board order",
        ),
        (
            {"orientations": [[(0, 0)], [(0, 0), (2**31 - 1, 0)], [(0, 0), (0, 1)]]},
            "too far from its anchor",
        ),
        (
            {"orientations": [[(0, 0)], [(0, 0), (1, 0)], [(0, 0), (1, 0)]]},
            "orientation 2 repeats orientation 1",
        ),
        ({"starts": [[0]]}, "starts are given for 1 colours of 2"),
        ({"starts": [[0], []]}, "colour 1 has no start cell"),
        ({"starts": [[0], [6]]}, "a start cell is 6"),
        ({"starts": [[-1], [0]]}, "a start cell is -1"),
        ({"path": "sideways"}, 'there is no path "sideways"'),
    ],
)
def test_refusals(changes: dict[str, Any], text: str) -> None:
    with pytest.raises(ValueError, match=text):
        _core.Tables(**arguments(**changes))


def test_too_many_placements() -> None:
    # 63 pieces of 7 squares, in up to 8 orientations each, on 22 x 22.
    pieces = kit.grow(7, False)[-63:]
    game = kit.Game(False, 22, 22, 0, kit.square_board(22, 22), pieces, [1] * 63, [[(0, 0)]])
    with pytest.raises(ValueError, match="more than 65535 placements"):
        game.tables()


@pytest.mark.parametrize(
    "changes",
    [
        {"columns": 2**31},
        {"columns": "3"},
        {"cells": 5},
        {"cells": [(0,)]},
        {"cells": [(2**40, 0)]},
        {"starts": None},
        {"up": [0.5, 0, 0]},
    ],
)
def test_wrong_types(changes: dict[str, Any]) -> None:
    with pytest.raises(TypeError):
        _core.Tables(**arguments(**changes))


def test_everything_by_name() -> None:
    with pytest.raises(TypeError):
        _core.Tables(*arguments().values())  # type: ignore[misc]
    with pytest.raises(AttributeError):
        _core.Tables(**arguments()).placements = 5  # type: ignore[misc]


def test_a_piece_without_copies_is_never_placed() -> None:
    for path in ("auto", "generic"):
        state = _core.State(_core.Tables(**arguments(counts=[0, 1], path=path)))
        assert state.legal(0) == [6, 10]
        assert state.count(0) == 2


@pytest.mark.parametrize("path", ["auto", "portable", "generic"])
def test_pieces_that_fit_nowhere(path: str) -> None:
    """Tables without a single placement: nothing to list, and nothing breaks."""
    # Of four squares, only the one that is a square itself fits on 2 x 2.
    pieces = [p for p in kit.grow(4, False) if len(p[0].points) == 4 and len(p) > 1]
    assert len(pieces) == 4
    cells = kit.square_board(2, 2)
    game = kit.Game(False, 2, 2, 0, cells, pieces, [1] * 4, [[(0, 0)]] * 2)
    tables = game.tables(path)
    assert tables.placements == 0
    state = _core.State(tables)
    assert state.legal(0) == []
    assert state.features(0) == []
    assert state.count(0) == 0
    assert state.perft(1) == 0
    assert state.playouts(2, 1) == [[(0, 0), (0, 0)]] * 2
    with pytest.raises(ValueError, match="placement is 0"):
        state.play(0, 0)
