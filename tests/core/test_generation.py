"""Legal placements, against the rules word for word and against each other's way of listing."""

from __future__ import annotations

import random

import pytest

from core import kit
from cornerwise import _core

FIRST_MOVES = {"classic": 58, "duo": 414, "junior": 189, "trigon": 2478, "trigon_3": 2478}
PLACEMENTS = {"classic": 30433, "duo": 13729, "junior": 7217, "trigon": 32131, "trigon_3": 24859}
PERFT_2 = {"classic": 3364, "duo": 171396, "junior": 35721, "trigon": 5117070, "trigon_3": 5117070}
SECOND_MOVES_ALONE = {"classic": 9729, "duo": 217530, "trigon": 2839230, "trigon_3": 2415738}


def kernels() -> list[str]:
    """The paths that this machine can run."""
    found = ["auto", "generic", "portable"]
    game = kit.Game(False, 1, 1, 0, [(0, 0)], kit.grow(1, False), [1], [[(0, 0)]])
    for name in ("avx2", "avx512"):
        try:
            game.tables(name)
        except ValueError:
            continue
        found.append(name)
    return found


PATHS = kernels()


@pytest.mark.parametrize("name", kit.VARIANTS)
@pytest.mark.parametrize("path", PATHS)
def test_known_numbers(name: str, path: str) -> None:
    tables = kit.VARIANTS[name]().tables(path)
    assert tables.placements == PLACEMENTS[name]
    state = _core.State(tables)
    for colour in range(tables.colours):
        assert state.count(colour) == len(state.legal(colour))
    assert state.count(0) == FIRST_MOVES[name]
    assert state.perft(0) == 1
    assert state.perft(1) == FIRST_MOVES[name]
    assert state.perft(2) == PERFT_2[name]


@pytest.mark.parametrize("name", SECOND_MOVES_ALONE)
def test_one_colour_alone(name: str) -> None:
    state = _core.State(kit.VARIANTS[name]().tables())
    assert state.perft(2, active=1) == SECOND_MOVES_ALONE[name]


def test_perft_3() -> None:
    assert _core.State(kit.classic().tables()).perft(3) == 195_112
    assert _core.State(kit.classic().tables()).perft(4) == 11_316_496
    assert _core.State(kit.duo().tables()).perft(3) == 89_204_762


@pytest.mark.slow
def test_perft_3_of_the_generic_path() -> None:
    assert _core.State(kit.duo().tables("generic")).perft(3) == 89_204_762


def test_perft_is_the_number_of_sequences() -> None:
    """Down to the end of tiny games, with colours that drop out on the way."""
    rng = random.Random(5)

    def sequences(state: _core.State, depth: int, active: int) -> int:
        if depth == 0:
            return 1
        colour = state.next_colour(active)
        if colour < 0:
            return 0
        total = 0
        for placement in state.legal(colour):
            state.play(colour, placement)
            total += sequences(state, depth - 1, active)
            state.undo()
        return total

    pieces = kit.grow(3, False)
    for _ in range(20):
        cells = [p for p in kit.square_board(4, 3) if rng.random() < 0.9]
        starts = [rng.sample(cells, 2) for _ in range(3)]
        game = kit.Game(False, 4, 3, 0, cells, pieces, [1] * len(pieces), starts)
        state = _core.State(game.tables())
        for depth in range(5):
            for active in (-1, 0b101):
                assert state.perft(depth, active) == sequences(state, depth, active)


def compare(game: kit.Game, rng: random.Random, *, every: int, by_hand: bool) -> int:
    """Play a random game on all paths at once; returns the number of plies."""
    states = [_core.State(game.tables(path)) for path in PATHS]
    reference = kit.Reference(game) if by_hand else None
    first = states[0]
    if reference:
        placements = reference.placements
        assert first.tables.placements == len(placements)
        for i, (cells, _) in enumerate(placements):
            assert first.tables.cells_of(i) == sorted(cells)
            assert first.tables.find(rng.sample(sorted(cells), len(cells))) == i
    plies = 0
    while (colour := first.next_colour()) >= 0:
        if plies % every == 0:
            for c in range(first.tables.colours):
                expected = first.legal(c)
                assert expected == sorted(set(expected))
                for state in states:
                    assert state.legal(c) == expected
                    assert state.count(c) == len(expected)
                    assert state.can_place(c) == bool(expected)
                if reference:
                    assert expected == reference.legal(c)
                    assert first.attach(c) == sorted(reference.attach(c))
                    assert first.forbidden(c) == sorted(reference.forbidden(c))
                    assert first.remaining(c) == reference.left[c]
        placement = rng.choice(first.legal(colour))
        for state in states:
            assert state.is_legal(colour, placement)
            state.play(colour, placement)
            assert state.key() == first.key()
        if reference:
            reference.play(colour, placement)
        plies += 1
    for state in states:
        assert state.next_colour() == -1
        assert state.history() == first.history()
        assert state.board() == first.board()
    return plies


@pytest.mark.parametrize("name", kit.VARIANTS)
def test_all_paths_list_the_same(name: str) -> None:
    rng = random.Random(name)
    game = kit.VARIANTS[name]()
    for _ in range(3):
        assert compare(game, rng, every=1, by_hand=False) > 10


@pytest.mark.parametrize("name", ["duo", "junior", "trigon_3"])
def test_against_the_rules_word_for_word(name: str) -> None:
    compare(kit.VARIANTS[name](), random.Random(name), every=5, by_hand=True)


@pytest.mark.parametrize("seed", range(40))
def test_odd_boards_and_pieces(seed: int) -> None:
    rng = random.Random(seed)
    compare(kit.random_custom(rng), rng, every=1, by_hand=True)


def test_boards_too_large_for_the_lattice() -> None:
    """Few cells in a large box: no padded lattice, the same rules."""
    rng = random.Random(3)
    for triangles in (False, True):
        cells = [p for p in kit.square_board(60, 60) if abs(p[0] - p[1]) < 3]
        pieces = kit.grow(4, triangles)
        starts = [[cells[0]], [cells[-1]]]
        game = kit.Game(triangles, 60, 60, 0, cells, pieces, [2] * len(pieces), starts)
        assert game.tables().path == "generic"
        compare(game, rng, every=3, by_hand=True)


def test_wide_and_tall_boards() -> None:
    rng = random.Random(4)
    for columns, rows in ((1, 40), (40, 1), (2, 60), (60, 2), (110, 1), (3, 3), (1, 1)):
        cells = kit.square_board(columns, rows)
        for triangles in (False, True):
            pieces = kit.grow(5, triangles)
            game = kit.Game(
                triangles, columns, rows, 1, cells, pieces, [3] * len(pieces), [cells, cells[:1]]
            )
            compare(game, rng, every=1, by_hand=True)


def test_disconnected_pieces_jump_over_holes() -> None:
    rng = random.Random(6)
    gap = kit.orientations([(0, 0), (2, 0)], False)
    cells = [p for p in kit.square_board(9, 9) if p != (4, 4)]
    game = kit.Game(
        False, 9, 9, 0, cells, [*kit.grow(3, False), gap], [4] * 5, [[(0, 0)], [(8, 8)]]
    )
    assert len(game.pieces) == 5
    compare(game, rng, every=1, by_hand=True)


def test_more_pieces_than_bits() -> None:
    """Sets with more kinds than a word has room for are split between both paths."""
    rng = random.Random(7)
    pieces = kit.grow(6, False)
    assert len(pieces) == 56
    game = kit.classic(12, 12)
    game.pieces, game.counts = pieces[:3] + pieces[9:50], [1] * 44
    compare(game, rng, every=4, by_hand=False)
    assert game.tables().path != "generic"


def test_time_generation() -> None:
    """The benchmarks' loop lists what the states do."""
    rng = random.Random(8)
    state = _core.State(kit.duo().tables())
    states, colours = [], []
    for _ in range(8):
        colour = state.next_colour()
        states.append(state.copy())
        colours.append(colour)
        state.play(colour, rng.choice(state.legal(colour)))
    expected = 3 * sum(s.count(c) for s, c in zip(states, colours, strict=True))
    for only_count in (False, True):
        moves, seconds = _core.time_generation(states, colours, 3, only_count)
        assert moves == expected
        assert seconds >= 0
    with pytest.raises(ValueError, match="number of colours is 7"):
        _core.time_generation(states, colours[:-1], 1)
    with pytest.raises(ValueError, match="colour is 2"):
        _core.time_generation(states[:1], [2], 1)
    with pytest.raises(ValueError, match="passes is -1"):
        _core.time_generation(states, colours, -1)
    with pytest.raises(TypeError):
        _core.time_generation([None], [0], 1)  # type: ignore[list-item]
