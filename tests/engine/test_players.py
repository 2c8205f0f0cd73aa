"""Computer players: legal everywhere, repeatable, in the right order of strength."""

from __future__ import annotations

import random
import statistics

import pytest

from cornerwise import engine
from cornerwise.engine.first import MAX_SUGGESTIONS, Budget, FirstPlayer
from cornerwise.engine.view import View
from cornerwise.game import Game
from cornerwise.rules.boards import hexagon, masked, square
from cornerwise.rules.errors import CornerwiseError
from cornerwise.rules.pieces import PieceSet, piece_set
from cornerwise.rules.variant import Variant, seats
from random_games import ALL_VARIANTS, command_for, random_game, some_move

#: Level 3 with few playouts: the same code, at a cost that every test can bear.
QUICK = FirstPlayer(3, Budget("Quick", noise=0.0, wide=6, tries=4, cells=4000))
PLAYERS = [engine.create(1), engine.create(2), QUICK]


def ones(**changes: object) -> Variant:
    """A board of 5 x 5 where all pieces have one cell; blue starts in the middle."""
    given: dict[str, object] = {
        "id": "ones",
        "name": "Ones",
        "board": square(5, 5),
        "pieces": PieceSet("ones", [(piece_set("polyominoes")[0], 5)]),
        "colours": ("blue", "yellow"),
        "fixed_starts": (12, 24),
        "start_cells": (),
        "start": "fixed",
        "seats": seats("blue", "yellow"),
    }
    return Variant(**(given | changes))  # type: ignore[arg-type]


CUSTOM = [
    ones(),
    ones(end="first_blocked", scoring="basic"),
    Variant(
        id="ring",
        name="Ring",
        board=masked("########\n########\n##....##\n##....##\n########\n########"),
        pieces=piece_set("junior"),
        colours=("blue", "yellow", "red"),
        fixed_starts=(),
        start_cells=(),
        start="corners",
        seats=seats("blue", "red"),
        shared="yellow",
        bonus=(10, 10),
    ),
    Variant(
        id="hex",
        name="Hex",
        board=hexagon(5),
        pieces=piece_set("polyiamonds"),
        colours=("green", "blue", "yellow"),
        fixed_starts=(),
        start_cells=(),
        start="corners",
        seats=seats("blue", "yellow"),
        neutral="green",
    ),
]


@pytest.mark.parametrize("player", PLAYERS, ids=repr)
@pytest.mark.parametrize("variant", [*ALL_VARIANTS, *CUSTOM], ids=str)
def test_moves_are_legal_in_every_variant(variant: str | Variant, player: engine.Player) -> None:
    rng = random.Random(1)
    game = Game(variant, neutral_seed=3)
    ply = 0
    while game.turn is not None:
        if ply % 7 == 0:
            chosen = player.choose(game, seed=ply)
            assert chosen.placement in game.legal_ids()
            game = game.apply(command_for(game, chosen.placement))
        else:
            game = game.apply(command_for(game, some_move(game, rng)))
        ply += 1


@pytest.mark.parametrize("variant", ["classic", "classic_3", "classic_3_neutral", "trigon_teams"])
def test_games_with_stopped_seats_go_on(variant: str) -> None:
    rng = random.Random(2)
    for _, game in random_game(Game(variant), rng, stops=0.02):
        if game.turn is not None and len(game.plies) % 9 == 0:
            for player in PLAYERS:
                assert player.choose(game, seed=1).placement in game.legal_ids()


@pytest.mark.parametrize("player", PLAYERS, ids=repr)
def test_equal_seeds_give_equal_moves(player: engine.Player) -> None:
    game = Game("duo").play("e10")
    again = Game("duo").play("e10")
    for seed in range(4):
        assert player.choose(game, seed=seed) == player.choose(again, seed=seed)
        assert player.suggest(game, 4, seed=seed) == player.suggest(again, 4, seed=seed)
    assert player.choose(game).placement in game.legal_ids()


def test_a_beginner_varies() -> None:
    game = Game("duo")
    beginner = engine.create(1)
    assert len({beginner.choose(game, seed=seed) for seed in range(20)}) > 3


@pytest.mark.parametrize("player", PLAYERS, ids=repr)
@pytest.mark.parametrize("variant", ["duo", "trigon_1", "classic_3"])
def test_suggestions(player: engine.Player, variant: str) -> None:
    game = Game(variant)
    for count in (1, 3, 5):
        found = player.suggest(game, count, seed=5)
        assert len(found) == count
        assert len({one.move for one in found}) == count
        assert all(one.move.placement in game.legal_ids() for one in found)
        assert all(0 <= one.value <= 1 for one in found)
    assert player.suggest(game, 1, seed=5)[0].move == player.choose(game, seed=5)


@pytest.mark.parametrize("player", PLAYERS, ids=repr)
def test_how_many_suggestions(player: engine.Player) -> None:
    assert len(player.suggest(Game("duo"), 100_000, seed=5)) == MAX_SUGGESTIONS
    game = Game(ones())
    assert [str(one.move) for one in player.suggest(game, 100_000, seed=5)] == ["c3"]
    for count in (0, -1, True, 1.5, None):
        with pytest.raises(CornerwiseError, match="1 or more"):
            player.suggest(game, count, seed=5)  # type: ignore[arg-type]


def test_suggestions_of_the_strong_level_are_sorted_by_value() -> None:
    values = [one.value for one in QUICK.suggest(Game("duo").play("e10"), 6, seed=1)]
    assert values == sorted(values, reverse=True)


@pytest.mark.parametrize("level", [2, 3])
@pytest.mark.parametrize("end", ["first_blocked", "all_blocked"])
def test_a_move_that_shuts_the_opponent_in_is_found(level: int, end: str) -> None:
    """Yellow sits in the corner e5; its only way out is d4."""
    game = Game(ones(end=end)).play("c3").play("e5")
    for seed in range(5):
        assert str(engine.create(level).choose(game, seed=seed)) == "d4"
    best = engine.create(3).suggest(game, 2, seed=1)
    assert best[0].value > best[1].value
    assert best[0].value > 0.85


@pytest.mark.parametrize("level", [2, 3])
def test_the_one_cell_piece_is_kept_for_the_end(level: int) -> None:
    """Two pieces are left with room for both: the bonus of 20 goes to the right order."""
    pieces = PieceSet("few", [piece_set("polyominoes").pieces[i] for i in (0, 1)])
    variant = ones(pieces=pieces, colours=("blue",), seats=seats("blue"), fixed_starts=(12,))
    game = Game(variant)
    while game.turn is not None:
        game = game.play(engine.create(level).choose(game, seed=1).placement)
    assert game.scores() == [3 + 20]


@pytest.mark.parametrize(("better", "worse"), [(engine.create(2), None), (QUICK, PLAYERS[0])])
def test_better_levels_win_by_points(better: engine.Player, worse: engine.Player | None) -> None:
    margins = []
    for seed in range(6):
        game = Game("duo")
        rng = random.Random(seed)
        while game.turn is not None:
            if game.turn.seat == seed % 2:
                move = better.choose(game, seed=seed).placement
            elif worse is None:
                move = rng.choice(game.legal_ids())
            else:
                move = worse.choose(game, seed=seed).placement
            game = game.play(move)
        ours, theirs = game.scores()[seed % 2], game.scores()[1 - seed % 2]
        margins.append(ours - theirs)
    assert statistics.mean(margins) > 0


def test_nothing_to_play() -> None:
    over = Game("duo").resign(0)
    for player in PLAYERS:
        with pytest.raises(engine.NothingToPlay, match="nobody is to play"):
            player.choose(over)
        with pytest.raises(engine.NothingToPlay):
            player.suggest(over)


@pytest.mark.parametrize("level", [0, 4, -1, True, 1.0, "1", None])
def test_levels_that_do_not_exist(level: object) -> None:
    with pytest.raises(CornerwiseError, match="no level"):
        engine.create(level)  # type: ignore[arg-type]
    assert engine.LEVELS == (1, 2, 3)
    assert [engine.create(known).level for known in engine.LEVELS] == [1, 2, 3]
    assert len({engine.create(known).name for known in engine.LEVELS}) == 3


def outcome(*cells: int) -> list[tuple[int, int]]:
    return [(n, 0) for n in cells]


def test_values_are_from_the_seat_to_play() -> None:
    teams = View(Game("classic_teams"))
    assert teams.own == (0, 2)
    assert teams.value(outcome(80, 10, 10, 40)) > 0.8
    assert teams.value(outcome(80, 60, 10, 40)) < 0.3
    assert teams.value(outcome(50, 40, 40, 50)) == pytest.approx(0.5)
    assert View(Game("duo").play("e10")).value(outcome(60, 70)) > 0.75
    four = View(Game("classic"))
    assert 0.3 < four.value(outcome(60, 60, 50, 50)) < 0.6
    mean = View(Game("classic_3_two"))
    assert mean.value(outcome(60, 61, 60, 50)) < 0.5
    assert mean.value(outcome(60, 59, 60, 50)) > 0.7
    shared = View(Game("classic_3"))
    assert shared.value(outcome(60, 50, 50, 89)) > 0.7
    bonus = View(Game("duo"))
    assert bonus.value([(89, 2), (89, 1)]) > 0.75
    assert View(Game("duo", scoring="basic")).value([(89, 2), (89, 1)]) == pytest.approx(0.5)


def test_colours_of_seats_that_gave_up_do_not_count_as_opponents() -> None:
    game = Game("classic").resign(3)
    view = View(game)
    assert view.against == (1, 2)
    assert view.active == 0b0111
    assert view.value(outcome(60, 50, 50, 89)) > 0.7
