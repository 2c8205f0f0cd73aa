"""The built-in variants, against a golden file: a change of it is a change of the game."""

from __future__ import annotations

import copy
import json
import pickle
from pathlib import Path
from typing import Any

import pytest

import cornerwise
from cornerwise import VARIANTS, NotationError, Position, UnknownVariant, VariantError, get_variant
from cornerwise.rules.table import variant_summary, variant_table
from cornerwise.rules.variant import Variant
from rules_support import MAIN_IDS

GOLDEN = Path(__file__).parents[1] / "data" / "variants.json"
IDS = [
    "classic",
    "classic_teams",
    "classic_2",
    "classic_3",
    "classic_3_two",
    "classic_3_neutral",
    "classic_1",
    "duo",
    "duo_1",
    "junior",
    "junior_1",
    "trigon",
    "trigon_teams",
    "trigon_2",
    "trigon_3",
    "trigon_3_shared",
    "trigon_3_two",
    "trigon_3_neutral",
    "trigon_1",
]


def described(variant: Variant) -> dict[str, Any]:
    position = Position(variant)
    text = variant.board.text
    return {
        "name": variant.name,
        "family": variant.family,
        "cells": len(variant.board),
        "placements": variant.tables.placements,
        "first_moves": [position.count_moves(c) for c in variant.colours],
        "colours": list(variant.colours),
        "seats": [" ".join(seat.colours) for seat in variant.seats],
        "teams": [seat.team for seat in variant.seats],
        "shared": variant.shared,
        "neutral": variant.neutral,
        "start": variant.start,
        "starts": [" ".join(map(text, cells)) for cells in variant.starts],
        "start_rules": list(variant.start_rules),
        "scoring": variant.scoring,
        "end": variant.end,
        "bonus": list(variant.bonus),
        "digest": variant.digest,
    }


def test_ids() -> None:
    assert list(VARIANTS) == IDS
    assert cornerwise.variants is VARIANTS
    assert len(VARIANTS) == len(IDS)
    assert "duo" in VARIANTS
    assert "tetris" not in VARIANTS


def test_golden() -> None:
    golden = json.loads(GOLDEN.read_text(encoding="ascii"))
    assert {id: described(variant) for id, variant in VARIANTS.items()} == golden


def test_golden_says_what_the_rules_say() -> None:
    golden = json.loads(GOLDEN.read_text(encoding="ascii"))
    for id, entry in golden.items():
        owned = " ".join(entry["seats"]).split()
        special = [c for c in (entry["shared"], entry["neutral"]) if c]
        assert sorted(owned + special) == sorted(entry["colours"]), id
        assert entry["bonus"] == ([0, 0] if id.startswith("junior") else [15, 20])
        assert entry["start"] == ("free" if id.startswith("trigon") else "fixed")
    assert golden["classic"]["starts"] == ["a20", "t20", "t1", "a1"]
    assert golden["duo"]["starts"] == golden["junior"]["starts"] == ["e10", "j5"]
    assert golden["classic_teams"]["teams"] == [0, 1, 0, 1]
    assert golden["classic_2"]["seats"] == ["blue red", "yellow green"]
    assert golden["trigon_3_two"]["seats"] == ["blue red", "yellow", "green"]
    assert len({entry["digest"] for entry in golden.values()}) == len(golden)


def test_start_rules() -> None:
    assert {Position("classic", start="free").count_moves(c) for c in ("blue", "red")} == {4 * 58}
    assert Position("classic", start="corners").count_moves() == 4 * 58
    assert Position("duo", start="corners").variant.starts[0] == (0, 13, 182, 195)
    assert Position("duo", start="free").count_moves() == 2 * 414
    trigon = Position("trigon", start="corners")
    assert len(trigon.attach_points("blue")) == 12
    with pytest.raises(VariantError, match="Trigon has no starts for the rule 'fixed'"):
        Position("trigon", start="fixed")
    with pytest.raises(VariantError, match="'random' is none of fixed, free, corners"):
        Position("trigon", start="random")
    # A start that somebody covers is taken.
    position = Position("classic", start="free")
    position.play("a1")
    assert position.count_moves("yellow") == 3 * 58


def test_options() -> None:
    duo = get_variant("duo")
    assert duo.with_options() is duo
    assert duo.with_options(start="fixed") is duo
    changed = duo.with_options(scoring="net", end="first_blocked")
    assert (changed.scoring, changed.end, changed.id) == ("net", "first_blocked", "duo")
    assert changed.family == "duo"
    assert changed.digest != duo.digest
    assert changed.tables is duo.tables
    with pytest.raises(VariantError, match="'fun' is none of online"):
        duo.with_options(scoring="fun")
    with pytest.raises(VariantError, match="'never' is none of all_blocked"):
        duo.with_options(end="never")


def test_unknown_ids() -> None:
    with pytest.raises(UnknownVariant, match=r"'clasic'; did you mean classic") as caught:
        get_variant("clasic")
    assert "trigon_3_shared" in str(caught.value)
    assert isinstance(caught.value, KeyError)
    assert isinstance(caught.value, ValueError)
    assert VARIANTS.get("tetris") is None
    for odd in ("", "\0", "é" * 10_000, "CLASSIC"):
        with pytest.raises(UnknownVariant):
            Position(odd)


def test_copies_are_equal() -> None:
    for id in IDS:
        variant = get_variant(id)
        variant.digest  # noqa: B018  # whatever is cached must not get in the way
        variant.tables  # noqa: B018
        twin = pickle.loads(pickle.dumps(variant))
        assert twin == variant == copy.deepcopy(variant)
        assert hash(twin) == hash(variant)
        assert twin.digest == variant.digest
        assert twin.tables.placements == variant.tables.placements
    assert get_variant("duo") != get_variant("duo_1")


def test_colour_names() -> None:
    classic, duo = get_variant("classic"), get_variant("duo")
    for text in ("1", "B", "b", "blue", "Blue", "BLUE"):
        assert classic.colour_name(text) == "blue"
    assert [classic.colour_name(t) for t in "1234"] == list(classic.colours)
    assert [classic.colour_name(t) for t in "BYRG"] == list(classic.colours)
    assert [duo.colour_name(t) for t in "BW12PO"] == ["purple", "orange"] * 3
    for text in ("", "5", "0", "W", "purple", "ʙlue", "\0", "b" * 1000):
        with pytest.raises(NotationError):
            classic.colour_name(text)


@pytest.mark.parametrize("id", MAIN_IDS)
def test_table_gives_the_numbers_of_placements(id: str) -> None:
    """As a page derives them: from the table alone."""
    variant = get_variant(id)
    table = json.loads(json.dumps(variant_table(variant)))
    board = table["board"]
    number = {tuple(point): i for i, point in enumerate(board["cells"])}
    derived = []
    for index, piece in enumerate(table["pieces"]):
        assert piece["size"] == len(piece["orientations"][0]["points"])
        for orientation in piece["orientations"]:
            for x, y in board["cells"]:
                if board["lattice"] == "triangle":
                    up = (x + y + board["parity"]) % 2 == 0
                    if up != orientation["up"]:
                        continue
                cells = [number.get((x + dx, y + dy)) for dx, dy in orientation["points"]]
                if None not in cells:
                    derived.append((index, cells))
    tables = variant.tables
    assert table["placements"] == len(derived) == tables.placements
    assert [cells for _, cells in derived] == [tables.cells_of(i) for i in range(len(derived))]
    assert [i for i, _ in derived] == [variant.piece_index(i) for i in range(len(derived))]


def test_table_has_what_the_wire_says() -> None:
    table = variant_table(get_variant("classic_3"))
    assert set(table) == {
        "id", "name", "digest", "board", "pieces", "colours", "seats", "shared", "neutral",
        "start", "scoring", "end", "bonus", "placements",
    }  # fmt: skip
    assert set(table["board"]) == {"lattice", "columns", "rows", "parity", "cells"}
    assert set(table["pieces"][0]) == {"name", "size", "count", "orientations"}
    assert set(table["pieces"][0]["orientations"][0]) == {
        "points", "up", "clockwise", "counterclockwise", "flip",
    }  # fmt: skip
    assert table["colours"][0] == {"id": "blue", "starts": [380]}
    assert table["seats"] == [{"colours": [c], "team": None} for c in ("blue", "yellow", "red")]
    assert (table["shared"], table["neutral"], table["bonus"]) == ("green", None, [15, 20])
    summary = variant_summary(get_variant("trigon_3"))
    assert set(summary) == {
        "id", "name", "board", "seats", "colours", "shared", "neutral", "start", "starts",
        "scoring", "end",
    }  # fmt: skip
    assert (summary["board"], summary["starts"]) == ("trigon", ["free", "corners"])
