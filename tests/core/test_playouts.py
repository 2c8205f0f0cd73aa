"""Random games: repeatable, complete, and uniform."""

from __future__ import annotations

import threading

import pytest

from core import kit
from cornerwise import _core


@pytest.mark.parametrize("name", kit.VARIANTS)
def test_repeatable(name: str) -> None:
    game = kit.VARIANTS[name]()
    state = _core.State(game.tables())
    games = state.playouts(40, 7)
    assert games == state.playouts(40, 7)
    assert games[:10] == state.playouts(10, 7)
    assert games != state.playouts(40, 8)
    assert state.history() == []
    for path in ("portable", "avx2"):
        try:
            tables = game.tables(path)
        except ValueError:
            continue
        assert _core.State(tables).playouts(40, 7) == games


def test_shape() -> None:
    state = _core.State(kit.classic().tables())
    games = state.playouts(30, 1)
    assert len(games) == 30
    for game in games:
        assert len(game) == 4
        for cells, flag in game:
            assert 0 < cells <= 89
            assert flag in (0, 1, 2)
            assert (flag > 0) == (cells == 89)
    assert state.playouts(0, 1) == []


def test_only_active_colours_play() -> None:
    state = _core.State(kit.classic().tables())
    for game in state.playouts(20, 3, active=0b0101):
        assert game[1] == game[3] == (0, 0)
        assert game[0][0] > 0
        assert game[2][0] > 0
    assert state.playouts(1, 3, active=0) == [[(0, 0)] * 4]


def test_endings() -> None:
    """The flag tells all placed, and all placed with a single cell last."""
    pieces = kit.grow(2, False)
    cells = kit.square_board(8, 8)
    state = _core.State(kit.Game(False, 8, 8, 0, cells, pieces, [1, 1], [[(0, 0)]]).tables())
    flags = [game[0] for game in state.playouts(300, 1)]
    assert set(flags) == {(3, 1), (3, 2)}
    # One first move is the single cell, two are the pair.
    ones = sum(flag == (3, 1) for flag in flags)
    assert 60 < ones < 140


@pytest.mark.parametrize("path", ["auto", "generic"])
def test_uniform(path: str) -> None:
    """The last of one colour's two moves is drawn uniformly: chi-square over the outcomes."""
    # A row of single cells and pairs: count each first placement by playing games
    # that end after one move.
    cells = kit.square_board(5, 1)
    pieces = kit.grow(3, False)[:3]
    assert [len(p[0].points) for p in pieces] == [1, 2, 3]
    state = _core.State(kit.Game(False, 5, 1, 0, cells, pieces, [1, 1, 1], [cells]).tables(path))
    n = 12_000
    first = [0] * 4
    for game in state.playouts(n, 11):
        first[game[0][0]] += 1
    # On one row nothing touches at a corner, so each game is one move: 5, 4 and 3 ways.
    expected = [0, n * 5 / 12, n * 4 / 12, n * 3 / 12]
    assert first[0] == 0
    chi = sum((a - b) ** 2 / b for a, b in zip(first[1:], expected[1:], strict=True))
    assert chi < 13.8  # one in a thousand, with a fixed seed


def test_threads_share_a_state() -> None:
    state = _core.State(kit.duo().tables())
    expected = state.playouts(200, 5)
    results: list[object] = []
    threads = [
        threading.Thread(target=lambda: results.append(state.playouts(200, 5))) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [expected] * 4
