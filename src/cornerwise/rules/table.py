"""Variants as plain JSON data, for a page or a program in another language.

Placement ids can be worked out from it: for each orientation, pieces and their orientations in
order, and for each cell of the board in order as the anchor (on triangles, one that points the
orientation's way), the next id from 0 goes to those whose cells all lie on the board.
"""

from __future__ import annotations

from typing import Any

from .variant import Variant


def variant_table(variant: Variant) -> dict[str, Any]:
    """Everything that a page needs to show and number placements: ``VariantTable`` on the wire."""
    board = variant.board
    return {
        "id": variant.id,
        "name": variant.name,
        "digest": variant.digest,
        "board": {
            "lattice": board.lattice,
            "columns": board.columns,
            "rows": board.rows,
            "parity": board.parity,
            "cells": [list(point) for point in board.cells],
        },
        "pieces": [
            {
                "name": piece.name,
                "size": piece.size,
                "count": count,
                "orientations": [
                    {
                        "points": [list(point) for point in o.points],
                        "up": o.up,
                        "clockwise": o.clockwise,
                        "counterclockwise": o.counterclockwise,
                        "flip": o.flip,
                    }
                    for o in piece.orientations
                ],
            }
            for piece, count in variant.pieces.pieces
        ],
        "colours": [
            {"id": colour, "starts": list(cells)}
            for colour, cells in zip(variant.colours, variant.starts, strict=True)
        ],
        **_rules(variant),
        "bonus": list(variant.bonus),
        "placements": variant.tables.placements,
    }


def variant_summary(variant: Variant) -> dict[str, Any]:
    """What a list of variants shows of one: ``VariantSummary`` on the wire. Builds no tables."""
    return {
        "id": variant.id,
        "name": variant.name,
        "board": variant.family,
        "colours": list(variant.colours),
        "starts": list(variant.start_rules),
        **_rules(variant),
    }


def _rules(variant: Variant) -> dict[str, Any]:
    return {
        "seats": [{"colours": list(seat.colours), "team": seat.team} for seat in variant.seats],
        "shared": variant.shared,
        "neutral": variant.neutral,
        "start": variant.start,
        "scoring": variant.scoring,
        "end": variant.end,
    }
