"""The pages about rules and variants say what the code does."""

from __future__ import annotations

import doctest
import importlib
import re
from pathlib import Path

import pytest

from cornerwise import VARIANTS, Position, Reason, loads
from cornerwise.rules.pieces import PIECE_SETS, piece_set
from cornerwise.rules.scoring import SYSTEMS
from cornerwise.rules.variant import COLOURS, END_RULES, START_RULES
from rules_support import reference_of

DOCS = Path(__file__).parents[2] / "docs"
PAGES = ("rules.md", "variants.md")


@pytest.mark.parametrize("page", PAGES)
def test_examples_in_the_pages_run(page: str) -> None:
    failed, tried = doctest.testfile(
        str(DOCS / page), module_relative=False, optionflags=doctest.ELLIPSIS, encoding="utf-8"
    )
    assert failed == 0
    assert tried > 1


@pytest.mark.parametrize("name", ["cornerwise", "cornerwise.rules.position"])
def test_examples_in_the_code_run(name: str) -> None:
    failed, tried = doctest.testmod(importlib.import_module(name))
    assert failed == 0
    assert tried > 1


def test_variants_in_the_page_can_be_played() -> None:
    page = (DOCS / "variants.md").read_text(encoding="utf-8")
    examples = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)
    assert len(examples) == 2
    for example in examples:
        variant = loads(example)
        assert Position(variant).count_moves() == len(reference_of(variant).legal(0)) > 0


def test_pages_leave_no_word_out() -> None:
    rules = (DOCS / "rules.md").read_text(encoding="utf-8")
    variants = (DOCS / "variants.md").read_text(encoding="utf-8")
    for word in (*VARIANTS, *SYSTEMS, *START_RULES, *Reason):
        assert f"`{word}`" in rules, word
    for word in (*SYSTEMS, *START_RULES, *END_RULES, *PIECE_SETS):
        assert f"`{word}`" in variants, word
    for colour in COLOURS:
        assert colour in variants
    for name in PIECE_SETS:
        row = next(row for row in rules.split("\n") if row.startswith(f"| {name} |"))
        listed = re.findall(r"\w+", row.split("|")[2].replace(", each twice", ""))
        assert listed == list(piece_set(name).names)


def test_every_key_of_the_format_is_in_the_page() -> None:
    source = Path(importlib.import_module("cornerwise.rules.custom").__file__ or "")
    page = (DOCS / "variants.md").read_text(encoding="utf-8")
    keys = re.findall(r'"(\w+)"', " ".join(re.findall(r"\.only\(([^)]*)\)", source.read_text())))
    assert len(keys) > 20
    for key in keys:
        assert f"`{key}`" in page or f"[{key}]" in page or f".{key}]`" in page, key
