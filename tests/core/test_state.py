"""States as values: undo, copies, keys, turns, and what happens to bad input."""

from __future__ import annotations

import copy
import random

import pytest

from core import kit
from cornerwise import _core


def random_game(state: _core.State, rng: random.Random, plies: int = 1000) -> None:
    while plies and (colour := state.next_colour()) >= 0:
        state.play(colour, rng.choice(state.legal(colour)))
        plies -= 1


def content(state: _core.State) -> list[object]:
    colours = range(state.tables.colours)
    return [
        state.key(),
        state.board(),
        state.history(),
        *(
            [state.attach(c), state.forbidden(c), state.remaining(c), state.legal(c)]
            for c in colours
        ),
        state.next_colour(),
    ]


@pytest.mark.parametrize("name", kit.VARIANTS)
def test_undo_is_recomputed(name: str) -> None:
    rng = random.Random(1)
    state = _core.State(kit.VARIANTS[name]().tables())
    before = [content(state)]
    for _ in range(12):
        random_game(state, rng, 1)
        before.append(content(state))
    for expected in reversed(before[:-1]):
        move = state.history()[-1]
        assert state.undo() == move
        assert content(state) == expected
    with pytest.raises(IndexError, match="nothing to undo"):
        state.undo()


def test_copies_are_independent() -> None:
    rng = random.Random(2)
    state = _core.State(kit.duo().tables())
    random_game(state, rng, 6)
    for make in (_core.State.copy, copy.copy, copy.deepcopy):
        before = content(state)
        other = make(state)
        assert other.tables is state.tables
        assert content(other) == before
        random_game(other, rng, 5)
        assert content(state) == before
        other.undo()
        state_undone = make(state)
        state_undone.undo()
        assert content(state) == before


def test_tables_outlive_their_name() -> None:
    state = _core.State(kit.duo().tables())
    assert state.count(0) == 414


def test_keys_of_transposed_moves() -> None:
    rng = random.Random(3)
    tables = kit.classic().tables()
    state = _core.State(tables)
    random_game(state, rng, 24)
    moves = state.history()
    by_colour = [[m for m in moves if m[0] == c] for c in range(4)]
    other = _core.State(tables)
    for column in by_colour:
        for colour, placement in column:
            other.play(colour, placement)
    assert other.key() == state.key()
    assert other.history() != state.history()
    assert other.board() == state.board()


def test_keys_differ() -> None:
    """Across colours, copies left, and positions of random games."""
    rng = random.Random(4)
    tables = kit.junior().tables()
    seen: dict[int, tuple[object, ...]] = {}
    for _ in range(60):
        state = _core.State(tables)
        while True:
            what = (state.board(), *(tuple(state.remaining(c)) for c in range(2)))
            assert seen.setdefault(state.key(), what) == what
            if state.next_colour() < 0:
                break
            random_game(state, rng, 1)
    assert len(seen) > 1000
    assert 0 not in seen


def test_same_cells_by_other_pieces_have_another_key() -> None:
    game = kit.Game(
        False, 6, 1, 0, kit.square_board(6, 1), kit.grow(2, False), [2, 2], [kit.square_board(6, 1)]
    )
    # One colour cannot touch itself along an edge, so the cells are as given: two
    # games that differ only in what is left cannot arise here, but the key of a
    # position with one piece differs from that with the other.
    tables = game.tables()
    keys = set()
    for placement in range(tables.placements):
        state = _core.State(tables)
        state.play(0, placement)
        keys.add(state.key())
    assert len(keys) == tables.placements


def test_keys_do_not_depend_on_the_path() -> None:
    rng = random.Random(5)
    game = kit.trigon_3()
    fast, slow = _core.State(game.tables()), _core.State(game.tables("generic"))
    assert fast.key() == slow.key()
    random_game(fast, rng, 10)
    for colour, placement in fast.history():
        slow.play(colour, placement)
    assert fast.key() == slow.key()


def test_turns() -> None:
    state = _core.State(kit.classic().tables())
    assert state.next_colour() == 0
    assert state.next_colour(0b1100) == 2
    assert state.next_colour(0) == -1
    state.play(2, state.legal(2)[0])
    assert state.next_colour() == 3
    assert state.next_colour(0b0111) == 0
    assert state.next_colour(0b0100) == 2
    state.play(3, state.legal(3)[0])
    assert state.next_colour() == 0


def test_board_bytes() -> None:
    state = _core.State(kit.duo().tables())
    placement = state.legal(1)[7]
    state.play(1, placement)
    cells = state.tables.cells_of(placement)
    assert [i for i, colour in enumerate(state.board()) if colour] == cells
    assert {state.board()[i] for i in cells} == {2}
    assert len(state.board()) == 196


def test_first_pieces_exclude_each_other() -> None:
    """Free starts: a start that is taken serves nobody else."""
    state = _core.State(kit.trigon().tables())
    assert len(state.attach(0)) == 6
    state.play(0, state.legal(0)[0])
    assert len(state.attach(1)) == 5
    assert state.attach(0) != state.attach(1)


@pytest.mark.parametrize("name", ["duo", "classic", "trigon_3", "junior"])
def test_illegal_placements(name: str) -> None:
    rng = random.Random(6)
    state = _core.State(kit.VARIANTS[name]().tables())
    random_game(state, rng, 9)
    for colour in range(state.tables.colours):
        legal = set(state.legal(colour))
        before = content(state)
        for placement in rng.sample(range(state.tables.placements), 500):
            assert state.is_legal(colour, placement) == (placement in legal)
            if placement not in legal:
                with pytest.raises(ValueError, match=f"placement {placement} is not legal"):
                    state.play(colour, placement)
        assert content(state) == before


def test_the_reason_is_told() -> None:
    state = _core.State(kit.duo().tables())
    placement = state.legal(0)[0]
    with pytest.raises(ValueError, match="no attach point"):
        state.play(1, placement)
    state.play(0, placement)
    with pytest.raises(ValueError, match="no copy of the piece left"):
        state.play(0, placement)
    with pytest.raises(ValueError, match="forbidden"):
        state.play(1, placement)


BIG = 2**31


@pytest.mark.parametrize("bad", [-1, 2, 4, 255, BIG, -BIG])
def test_bad_colours(bad: int) -> None:
    state = _core.State(kit.duo().tables())
    for call in (
        state.legal, state.count, state.can_place, state.attach, state.forbidden, state.remaining,
        state.features, state.reach,
    ):  # fmt: skip
        with pytest.raises(ValueError, match=f"colour is {bad}"):
            call(bad)
    with pytest.raises(ValueError, match="colour is"):
        state.play(bad, 0)
    with pytest.raises(ValueError, match="colour is"):
        state.is_legal(bad, 0)


@pytest.mark.parametrize("bad", [-1, 13729, 65535, BIG, -BIG])
def test_bad_placements(bad: int) -> None:
    tables = kit.duo().tables()
    state = _core.State(tables)
    for call in (tables.cells_of, tables.orientation_of, tables.anchor_of):
        with pytest.raises(ValueError, match=f"placement is {bad}"):
            call(bad)
    with pytest.raises(ValueError, match=f"placement is {bad}"):
        state.play(0, bad)
    with pytest.raises(ValueError, match=f"placement is {bad}"):
        state.is_legal(0, bad)


def test_other_bad_input() -> None:
    tables = kit.duo().tables()
    state = _core.State(tables)
    for active in (-2, 4, 1000):
        with pytest.raises(ValueError, match="active is"):
            state.next_colour(active)
        with pytest.raises(ValueError, match="active is"):
            state.perft(1, active)
        with pytest.raises(ValueError, match="active is"):
            state.playouts(1, 0, active)
    for depth in (-1, 65, BIG):
        with pytest.raises(ValueError, match="depth is"):
            state.perft(depth)
    for n in (-1, 10**9):
        with pytest.raises(ValueError, match="number of playouts"):
            state.playouts(n, 0)
    for wrong in ("0", None, 1.5, 2**100):
        with pytest.raises(TypeError):
            state.legal(wrong)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        _core.State(None)  # type: ignore[arg-type]
    assert state.perft(64, active=0) == 0
    assert tables.find([]) == -1
    assert tables.find([0, 0]) == -1
    assert tables.find([-1]) == -1
    assert tables.find([0, 2]) == -1
    assert tables.find([196]) == -1
    assert tables.find(list(range(1000))) == -1


def test_orientation_and_anchor() -> None:
    game = kit.trigon_3()
    tables = game.tables()
    ways = [way for piece in game.pieces for way in piece]
    cells = {p: i for i, p in enumerate(game.cells)}
    for placement in range(0, tables.placements, 97):
        x, y = game.cells[tables.anchor_of(placement)]
        way = ways[tables.orientation_of(placement)]
        expected = sorted(cells[x + dx, y + dy] for dx, dy in way.points)
        assert tables.cells_of(placement) == expected
