"""The native core against the plain implementation, on games and boards made up at random."""

from __future__ import annotations

import random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import reference
from cornerwise import Position, Seat, Variant, VariantError
from cornerwise.rules.boards import Board, masked
from cornerwise.rules.pieces import Piece, PieceSet
from cornerwise.rules.points import Point
from cornerwise.rules.variant import COLOURS
from rules_support import MAIN_IDS, points_of, reference_of, seeded


def agree(position: Position, plain: reference.Reference) -> None:
    """Everything that both can tell is the same."""
    colours = position.colours
    tables = position.variant.tables
    for index, colour in enumerate(colours):
        moves = position.legal_moves(colour)
        expected = plain.legal(index)
        assert points_of(moves) == expected
        ids = [move.placement for move in moves]
        assert ids == sorted(set(ids)) == position.legal_ids(colour)
        assert position.count_moves(colour) == len(expected)
        assert position.can_place(colour) == bool(expected)
        assert set(position.attach_points(colour)) == plain.attach(index)
        own = plain.own(index)
        taken = {cell for _, cells in plain.history for cell in cells}
        edges = {p for cell in own for p in position.variant.board.edge_neighbours(cell)}
        on_board = set(position.variant.board.cells)
        assert set(position.forbidden_cells(colour)) == taken | (edges & on_board)
        assert list(position.remaining(colour).values()) == plain.left(index)
        assert position.score_parts(colour)[:4] == plain.score(index)
        assert position.placed_cells(colour) == len(own)
    next_colour = plain.next_colour()
    assert position.to_play == (colours[next_colour] if next_colour >= 0 else None)
    assert [frozenset(move.points) for _, move in position.history] == [
        cells for _, cells in plain.history
    ]
    assert tables is position.state.tables or tables.placements == len(plain.placements)


def play_on(position: Position, plain: reference.Reference, rng: random.Random) -> bool:
    """One move of both, now and then out of turn; False when nobody can."""
    colour = position.to_play
    if colour is None:
        return False
    if rng.random() < 0.15:
        colour = rng.choice([c for c in position.colours if position.can_place(c)])
    move = rng.choice(position.legal_moves(colour))
    position.play(move, colour)
    plain.play(position.colours.index(colour), move.points)
    return True


@pytest.mark.parametrize("id", MAIN_IDS)
def test_placements_are_all_there_are(id: str) -> None:
    variant = Position(id).variant
    plain = reference_of(variant)
    placements = {
        frozenset(variant.points_of(i)): variant.piece_index(i)
        for i in range(variant.tables.placements)
    }
    assert placements == plain.piece_at
    for i in random.Random(1).sample(range(variant.tables.placements), 100):
        assert variant.text_of(i) == reference.text(variant.points_of(i))


@pytest.mark.parametrize("id", ["classic", "duo", "junior", "trigon_3"])
@pytest.mark.parametrize("start", ["free", "corners"])
def test_random_games(id: str, start: str) -> None:
    rng = random.Random(f"{id} {start}")
    position = Position(id, start=start)
    plain = reference_of(position.variant)
    agree(position, plain)
    while play_on(position, plain, rng):
        if rng.random() < 0.08:
            agree(position, plain)
    agree(position, plain)


@pytest.mark.slow
@pytest.mark.parametrize("id", MAIN_IDS)
@pytest.mark.parametrize("seed", [0])
def test_every_position_of_random_games(id: str, seed: int) -> None:
    rng = random.Random(seed)
    position = Position(id)
    plain = reference_of(position.variant)
    agree(position, plain)
    while play_on(position, plain, rng):
        agree(position, plain)


# --- variants made up -----------------------------------------------------------


def grown(rng: random.Random, board: Board, cells: int) -> list[Point]:
    """A piece grown cell by cell; ``board`` tells neighbours, with parity 0."""
    points = [(0, 0)]
    while len(points) < cells:
        near = {q for p in points for q in board.edge_neighbours(p)} - set(points)
        points.append(rng.choice(sorted(near)))
    return points


def random_board(rng: random.Random, triangles: bool) -> Board:
    columns = rng.randint(2, 13 if triangles else 9)
    rows = rng.randint(2, 7 if triangles else 9)
    holes = rng.choice([0.0, 0.0, 0.1, 0.3])
    shift = rng.randint(0, 1)
    return masked(
        [
            "".join(
                "." if rng.random() < holes else "#" if not triangles else "^v"[(x + y + shift) % 2]
                for x in range(columns)
            )
            for y in range(rows)
        ]
    )


def random_variant(seed: int) -> Variant:
    """A variant of any kind, down to odd ones: pieces that fit nowhere, starts side by side."""
    rng = random.Random(seed)
    triangles = rng.random() < 0.5
    board = random_board(rng, triangles)
    neighbours = masked("^") if triangles else masked("#")
    pieces: dict[object, tuple[Piece, int]] = {}
    for number in range(rng.randint(1, 7)):
        size = rng.choice([1, 2, 3, 4, 5, 6, rng.randint(7, 12)])
        piece = Piece(f"p{number}", grown(rng, neighbours, size), triangles)
        pieces.setdefault(piece.free_shape, (piece, rng.choice([1, 1, 1, 2, 3])))
    colours = tuple(rng.sample(COLOURS, rng.randint(1, 4)))
    count = len(colours)
    fixed = tuple(rng.sample(range(len(board)), count)) if len(board) >= count else ()
    free = tuple(rng.sample(range(len(board)), min(len(board), count + rng.randint(0, 3))))
    if len(free) < count:
        free = ()
    return Variant(
        id="custom",
        name="made up",
        board=board,
        pieces=PieceSet("made up", pieces.values()),
        colours=colours,
        fixed_starts=fixed,
        start_cells=free,
        start=rng.choice(["fixed", "free", "corners"]),
        seats=tuple(Seat((colour,)) for colour in colours),
    )


SEEDS = st.integers(0, 2**32)


def made_up(seed: int) -> Variant:
    try:
        return random_variant(seed)
    except VariantError:  # an empty board, or too few cells for the start rule
        assume(False)
        raise


@seeded(150)
@given(seed=SEEDS)
def test_made_up_variants_are_played_alike(seed: int) -> None:
    variant = made_up(seed)
    rng = random.Random(seed)
    position, plain = Position(variant), reference_of(variant)
    assert variant.tables.placements == len(plain.placements)
    agree(position, plain)
    while play_on(position, plain, rng):
        if rng.random() < 0.5:
            agree(position, plain)
    agree(position, plain)
    while len(position):
        position.undo()
        plain.history.pop()
        if rng.random() < 0.3:
            agree(position, plain)
    assert position == Position(variant)
    assert position.key == Position(variant).key


@seeded(60)
@given(seed=SEEDS)
def test_made_up_variants_have_the_same_perft(seed: int) -> None:
    variant = made_up(seed)
    position, plain = Position(variant), reference_of(variant)
    assume(position.count_moves(variant.colours[0]) < 30)
    for depth in range(3):
        assert position.perft(depth) == plain.perft(depth)


@seeded(60)
@given(seed=SEEDS)
def test_reasons_on_made_up_variants(seed: int) -> None:
    variant = made_up(seed)
    rng = random.Random(seed)
    position, plain = Position(variant), reference_of(variant)
    for _ in range(rng.randint(0, 8)):
        play_on(position, plain, rng)
    for index, colour in enumerate(variant.colours):
        legal = plain.legal(index)
        for cells, _ in rng.sample(plain.placements, min(60, len(plain.placements))):
            assert (position.explain(cells, colour) is None) == (cells in legal)


# --- symmetry --------------------------------------------------------------------


@pytest.mark.parametrize("id", ["classic", "junior", "trigon", "trigon_3"])
def test_games_turned_and_mirrored_have_the_same_counts(id: str) -> None:
    """All symmetries of the board, which map the free starts or the corners to themselves."""
    from cornerwise.rules.transforms import (
        flip_square,
        flip_triangle,
        turn_square,
        turn_triangle,
    )

    start = "corners"
    rng = random.Random(id)
    game = Position(id, start=start)
    board = game.variant.board
    turn, flip, order = (
        (turn_triangle, flip_triangle, 6) if board.triangles else (turn_square, flip_square, 4)
    )
    counts = [[game.count_moves(c) for c in game.colours]]
    while game.to_play:
        game.play(rng.choice(game.legal_ids()))
        counts.append([game.count_moves(c) for c in game.colours])

    def image(point: Point, turns: int, flips: int) -> Point:
        # About the middle of the board: a vertex of triangles, between four squares.
        dx, dy = board.columns // 2 + board.triangles, board.rows // 2
        x, y = point[0] - dx, point[1] - dy
        for _ in range(turns):
            x, y = turn((x, y))
            x, y = (x, y) if board.triangles else (x, y - 1)
        for _ in range(flips):
            x, y = flip((x, y))
            x, y = (x, y) if board.triangles else (x - 1, y)
        return x + dx, y + dy

    for turns in range(order):
        for flips in range(2):
            twin = Position(id, start=start)
            seen = [[twin.count_moves(c) for c in twin.colours]]
            for colour, move in game.history:
                twin.play([image(p, turns, flips) for p in move.points], colour)
                seen.append([twin.count_moves(c) for c in twin.colours])
            assert seen == counts, (turns, flips)
            assert twin.scores() == game.scores()


@pytest.mark.parametrize("id", ["trigon", "trigon_3"])
def test_trigon_starts_are_symmetric(id: str) -> None:
    from cornerwise.rules.transforms import turn_triangle

    variant = Position(id).variant
    board = variant.board
    starts = {board.cells[c] for c in variant.start_cells}
    dx, dy = board.columns // 2 + 1, board.rows // 2
    turned = {turn_triangle((x - dx, y - dy)) for x, y in starts}
    assert {(x + dx, y + dy) for x, y in turned} == starts
