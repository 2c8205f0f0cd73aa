"""The published numbers: orientations, placements, first moves and perft."""

from __future__ import annotations

import pytest

from cornerwise import Position, get_variant
from cornerwise.rules.pieces import piece_set
from rules_support import MAIN_IDS

PLACEMENTS = {
    "classic": 30_433,
    "duo": 13_729,
    "junior": 7_217,
    "trigon": 32_131,
    "trigon_3": 24_859,
}
FIRST = {"classic": 58, "duo": 414, "junior": 189, "trigon": 2_478, "trigon_3": 2_478}
PERFT = [
    ("classic", 2, 3_364),
    ("classic", 3, 195_112),
    ("classic", 4, 11_316_496),
    ("duo", 2, 171_396),
    ("duo", 3, 89_204_762),
    ("junior", 2, 35_721),
    ("trigon", 2, 5_117_070),
    ("trigon_3", 2, 5_117_070),
]
SECOND_ALONE = {"classic": 9_729, "duo": 217_530, "trigon": 2_839_230, "trigon_3": 2_415_738}


@pytest.mark.parametrize(
    ("name", "pieces", "cells", "orientations"),
    [("polyominoes", 21, 89, 91), ("polyiamonds", 22, 110, 155), ("junior", 24, 88, 46)],
)
def test_piece_sets(name: str, pieces: int, cells: int, orientations: int) -> None:
    own = piece_set(name)
    assert (own.count, own.cells) == (pieces, cells)
    assert sum(len(piece.orientations) for piece, _ in own.pieces) == orientations


@pytest.mark.parametrize("id", MAIN_IDS)
def test_placements_and_first_moves(id: str) -> None:
    position = Position(id)
    assert position.variant.tables.placements == PLACEMENTS[id]
    assert {position.count_moves(colour) for colour in position.colours} == {FIRST[id]}
    assert {len(position.legal_moves(colour)) for colour in position.colours} == {FIRST[id]}


@pytest.mark.parametrize(("id", "depth", "sequences"), PERFT)
def test_perft(id: str, depth: int, sequences: int) -> None:
    position = Position(id)
    assert position.perft(0) == 1
    assert position.perft(1) == FIRST[id]
    assert position.perft(depth) == sequences
    assert len(position) == 0


@pytest.mark.parametrize("id", SECOND_ALONE)
def test_second_moves_of_one_colour_alone(id: str) -> None:
    position = Position(id)
    colour = position.colours[0]
    total = 0
    for move in position.legal_moves(colour):
        position.play(move, colour)
        total += position.count_moves(colour)
        position.undo()
    assert total == SECOND_ALONE[id]


def test_perft_passes_over_who_cannot_place() -> None:
    # Where nobody can place, there is one sequence of no move and none of one.
    position = Position("duo")
    while position.to_play:
        position.play(position.legal_ids()[-1])
    assert (position.perft(0), position.perft(1)) == (1, 0)
    assert get_variant("duo").tables.placements == 13_729
