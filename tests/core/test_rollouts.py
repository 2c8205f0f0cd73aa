"""What computer players ask for: rollouts, features, reach, and stopping them."""

from __future__ import annotations

import random
import threading

import pytest

from core import kit
from cornerwise import _core


def middle_game(name: str, plies: int, seed: int = 1) -> tuple[kit.Game, _core.State]:
    rng = random.Random(seed)
    game = kit.VARIANTS[name]()
    state = _core.State(game.tables())
    for _ in range(plies):
        colour = state.next_colour()
        state.play(colour, rng.choice(state.legal(colour)))
    return game, state


@pytest.mark.parametrize("policy", ["uniform", "large"])
@pytest.mark.parametrize("name", kit.VARIANTS)
def test_rollouts(name: str, policy: str) -> None:
    _, state = middle_game(name, 8)
    colour = state.next_colour()
    placements = state.legal(colour)[::40]
    before = state.key()
    found = state.rollouts(colour, placements, 5, 3, policy=policy)
    assert len(found) == len(placements)
    assert found == state.rollouts(colour, placements, 5, 3, policy=policy)
    assert found != state.rollouts(colour, placements, 5, 4, policy=policy)
    assert state.key() == before
    placed = [sum(len(state.tables.cells_of(p)) for c, p in state.history() if c == i)
              for i in range(state.tables.colours)]  # fmt: skip
    for placement, games in zip(placements, found, strict=True):
        assert len(games) == 5
        size = len(state.tables.cells_of(placement))
        for game in games:
            assert len(game) == state.tables.colours
            assert game[colour][0] >= placed[colour] + size
            assert all(cells >= own for (cells, _), own in zip(game, placed, strict=True))


def test_uniform_rollouts_are_playouts_after_the_move() -> None:
    _, state = middle_game("classic", 9)
    colour = state.next_colour()
    placements = state.legal(colour)[:5]
    found = state.rollouts(colour, placements, 12, 77, policy="uniform")
    for placement, games in zip(placements, found, strict=True):
        after = state.copy()
        after.play(colour, placement)
        assert after.playouts(12, 77) == games


def test_a_colour_may_place_out_of_turn() -> None:
    _, state = middle_game("classic", 9)
    colour = (state.next_colour() + 2) % 4
    placement = state.legal(colour)[0]
    after = state.copy()
    after.play(colour, placement)
    found = state.rollouts(colour, [placement], 6, 5, active=0b0111, policy="uniform")
    assert found == [after.playouts(6, 5, 0b0111)]


@pytest.mark.parametrize("path", ["auto", "generic"])
def test_large_pieces_are_likelier(path: str) -> None:
    """With "large" a move's weight doubles with each cell: chi-square over one draw a game."""
    row = kit.square_board(5, 1)
    cells = [*row, (0, 2)]
    pieces = kit.grow(3, False)[:3]
    game = kit.Game(False, 5, 3, 0, cells, pieces, [1] * 3, [[(0, 2)], row])
    state = _core.State(game.tables(path))
    n = 10_000
    placed = [0] * 4
    for outcome in state.rollouts(0, state.legal(0), n, 3, policy="large")[0]:
        placed[outcome[1][0]] += 1
    # On one row nothing touches at a corner, so there is one move, in 5, 4 or 3 ways.
    weights = [5 * 2, 4 * 4, 3 * 8]
    expected = [n * weight / sum(weights) for weight in weights]
    assert placed[0] == 0
    chi = sum((a - b) ** 2 / b for a, b in zip(placed[1:], expected, strict=True))
    assert chi < 13.8  # one in a thousand, with a fixed seed


def test_first_blocked_ends_the_game() -> None:
    """A single cell in a box for colour 1: it is blocked at its first turn."""
    cells = [p for p in kit.square_board(6, 6) if p not in ((0, 1), (1, 0), (1, 1))]
    pieces = kit.grow(3, False)[1:]
    game = kit.Game(False, 6, 6, 0, cells, pieces, [1] * 3, [[(5, 5)], [(0, 0)]])
    state = _core.State(game.tables())
    assert not state.can_place(1)
    for outcome in state.playouts(50, 1, first_blocked=True):
        assert outcome[0][0] in (2, 3)
        assert outcome[1] == (0, 0)
    assert max(outcome[0][0] for outcome in state.playouts(50, 1)) > 3
    placements = state.legal(0)
    for games in state.rollouts(0, placements, 3, 1, first_blocked=True):
        assert all(outcome[0][0] in (2, 3) for outcome in games)


def test_limits_and_cancelling() -> None:
    _, state = middle_game("duo", 4)
    colour = state.next_colour()
    placements = state.legal(colour)[:7]
    assert state.rollouts(colour, placements, 50, 1, limit_ms=0) == [[]] * 7
    flag = _core.Cancel()
    assert not flag.cancelled
    flag.cancel()
    assert flag.cancelled
    assert state.rollouts(colour, placements, 50, 1, cancel=flag) == [[]] * 7
    assert state.rollouts(colour, [], 50, 1) == []
    assert state.rollouts(colour, placements, 0, 1) == [[]] * 7
    full = state.rollouts(colour, placements, 50, 1)
    assert state.rollouts(colour, placements, 50, 1, limit_ms=3_600_000) == full


def test_cancelled_from_another_thread() -> None:
    _, state = middle_game("classic", 4)
    colour = state.next_colour()
    placements = state.legal(colour)[:3]
    flag = _core.Cancel()
    found: list[list[list[list[tuple[int, int]]]]] = []
    thread = threading.Thread(
        target=lambda: found.append(state.rollouts(colour, placements, 300_000, 1, cancel=flag))
    )
    thread.start()
    flag.cancel()
    thread.join()
    assert len({len(games) for games in found[0]}) == 1
    assert len(found[0][0]) < 300_000
    whole = state.rollouts(colour, placements, 20, 1)
    assert [games[:20] for games in found[0]] == [games[: len(found[0][0])] for games in whole]


def test_bad_rollouts() -> None:
    _, state = middle_game("duo", 4)
    legal = state.legal(0)
    illegal = next(p for p in range(state.tables.placements) if p not in set(legal))
    with pytest.raises(ValueError, match=f"placement {illegal} is not legal for colour 0"):
        state.rollouts(0, [legal[0], illegal], 1, 1)
    with pytest.raises(ValueError, match="placement is -1"):
        state.rollouts(0, [-1], 1, 1)
    with pytest.raises(ValueError, match="number of rollouts"):
        state.rollouts(0, legal, -1, 1)
    with pytest.raises(ValueError, match="number of games in all"):
        state.rollouts(0, legal[:2], 1_000_000, 1)
    with pytest.raises(ValueError, match="number of placements"):
        state.rollouts(0, legal[:1] * 100_000, 0, 1)
    with pytest.raises(ValueError, match='there is no policy "best"'):
        state.rollouts(0, legal, 1, 1, policy="best")
    with pytest.raises(ValueError, match="limit_ms is -5"):
        state.rollouts(0, legal, 1, 1, limit_ms=-5)
    with pytest.raises(ValueError, match="active is 7"):
        state.rollouts(0, legal, 1, 1, active=7)
    with pytest.raises(ValueError, match="colour is 2"):
        state.rollouts(2, legal, 1, 1)
    with pytest.raises(TypeError):
        state.rollouts(0, legal, 1, -1)
    with pytest.raises(ValueError, match="against is 9"):
        state.features(0, against=9)
    for limit in (0, 256):
        with pytest.raises(ValueError, match="limit is"):
            state.reach(0, limit)


@pytest.mark.parametrize("name", ["classic", "duo", "trigon_3"])
@pytest.mark.parametrize("plies", [0, 7, 20])
def test_features(name: str, plies: int) -> None:
    _, state = middle_game(name, plies)
    tables = state.tables
    colours = range(tables.colours)
    for colour in colours:
        before = state.attach(colour)
        found = state.features(colour)
        assert [row[0] for row in found] == state.legal(colour)
        one = 1 << (colour + 1) % tables.colours
        against_one = state.features(colour, against=one)
        for i in range(0, len(found), 37):
            placement, size, gained, taken, central = found[i]
            cells = tables.cells_of(placement)
            assert size == len(cells)
            after = state.copy()
            after.play(colour, placement)
            assert gained == len(after.attach(colour)) - len(before)
            others = [set(state.attach(c)) & set(cells) for c in colours]
            assert taken == sum(len(others[c]) for c in colours if c != colour)
            assert against_one[i][3] == len(others[(colour + 1) % tables.colours])
            assert 0 <= central <= 1000


def test_central_cells() -> None:
    """On squares: the distance to the middle, relative to that of a corner."""
    cells = kit.square_board(5, 5)
    game = kit.Game(False, 5, 5, 0, cells, kit.grow(1, False), [1], [cells])
    central = [row[4] for row in _core.State(game.tables()).features(0)]
    expected = [1000 - 1000 * ((x - 2) ** 2 + (y - 2) ** 2) ** 0.5 / 8**0.5 for x, y in cells]
    assert central == pytest.approx(expected, abs=1.01)
    trigon = _core.State(kit.trigon().tables())
    every = [trigon.features(0)[i][4] for i in range(12)]
    assert all(0 < c < 1000 for c in every)


@pytest.mark.parametrize("name", ["classic", "trigon"])
@pytest.mark.parametrize("limit", [1, 4, 12, 255])
def test_reach(name: str, limit: int) -> None:
    game, state = middle_game(name, 14)
    by_edge, by_corner = game.neighbours()
    for colour in range(4):
        forbidden = set(state.forbidden(colour))
        steps = dict.fromkeys(state.attach(colour), 0)
        wave = list(steps)
        for cell in wave:
            for near in by_edge[cell] | by_corner[cell]:
                if near not in steps and near not in forbidden and steps[cell] + 1 < limit:
                    steps[near] = steps[cell] + 1
                    wave.append(near)
        expected = bytes(steps.get(cell, limit) for cell in range(len(game.cells)))
        assert state.reach(colour, limit) == expected
