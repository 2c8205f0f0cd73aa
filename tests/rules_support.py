"""Helpers for tests of the rules: the plain reference of a variant, and the reference games."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, settings

import reference
from cornerwise import Move, Variant

ORACLE = Path(__file__).parent / "data" / "oracle"
ORACLE_IDS = (
    "classic",
    "classic_2",
    "classic_3",
    "duo",
    "junior",
    "trigon",
    "trigon_2",
    "trigon_3",
)
MAIN_IDS = ("classic", "duo", "junior", "trigon", "trigon_3")
"""One variant a board."""


def seeded(max_examples: int) -> settings:
    """Hypothesis settings: the same examples in every run, and no clock."""
    return settings(
        max_examples=max_examples,
        derandomize=True,
        deadline=None,
        database=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )


def games(id: str) -> Iterator[dict[str, Any]]:
    """The reference games of a variant."""
    with (ORACLE / f"{id}.jsonl").open(encoding="ascii") as file:
        for line in file:
            yield json.loads(line)


def reference_of(variant: Variant) -> reference.Reference:
    """The plain implementation for a variant, an empty board."""
    board = variant.board
    return reference.Reference(
        board.triangles,
        board.parity,
        board.cells,
        [
            reference.Piece(
                piece.name,
                [(x + (piece.triangles and not piece.up), y) for x, y in piece.points],
                count,
            )
            for piece, count in variant.pieces.pieces
        ],
        [[board.cells[cell] for cell in cells] for cells in variant.starts],
    )


def points_of(moves: list[Move]) -> set[frozenset[tuple[int, int]]]:
    """The moves as sets of points."""
    return {frozenset(move.points) for move in moves}
