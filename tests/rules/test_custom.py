"""Variants of one's own: what they may say, and errors with line and reason."""

from __future__ import annotations

import os
import re
import tomllib
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from cornerwise import VARIANTS, Position, VariantError, dumps, get_variant, load, loads
from cornerwise.rules.custom import MAX_BYTES
from cornerwise.rules.table import variant_summary, variant_table
from cornerwise.rules.toml_lines import key_lines
from rules_support import reference_of, seeded

CROSS = '''name = "Small cross"
colours = ["blue", "yellow"]

[board]
cells = """
..####..
..####..
########
###..###
###..###
########
..####..
..####..
"""

[pieces]
set = "polyominoes"
without = ["X", "W"]
[pieces.counts]
1 = 2
[pieces.shapes]
H7 = "#.#/###/#.#"

[start]
rule = "fixed"
fixed = { blue = "c1", yellow = "f8" }

[rules]
scoring = "net"

[[seats]]
colours = ["blue"]
[[seats]]
colours = ["yellow"]
'''


def line_of(text: str, part: str) -> int:
    return text[: text.index(part)].count("\n") + 1


def refuse(text: str) -> VariantError:
    with pytest.raises(VariantError) as caught:
        loads(text)
    error = caught.value
    assert str(error) == (
        error.reason if error.line is None else f"line {error.line}: {error.reason}"
    )
    assert len(str(error)) < 500
    return error


# --- what can be said -------------------------------------------------------------


def test_a_board_with_a_hole_and_a_piece_of_ones_own() -> None:
    variant = loads(CROSS)
    assert (variant.id, variant.name, variant.family) == ("custom", "Small cross", "custom")
    assert len(variant.board) == 44
    assert variant.board.index((3, 3)) is None
    assert variant.pieces.names[-1] == "H7"
    assert "X" not in variant.pieces.names
    assert variant.pieces.count == 19 + 1 + 1
    assert variant.start_rules == ("fixed", "corners")
    assert [seat.colours for seat in variant.seats] == [("blue",), ("yellow",)]
    position = Position(variant)
    plain = reference_of(variant)
    assert position.count_moves() == len(plain.legal(0))
    assert loads(CROSS.replace("\n", "\r\n")) == variant


def test_the_least_that_can_be_said() -> None:
    variant = loads('name="x"\ncolours=["red"]\nboard={edge=2}\npieces={set="polyiamonds"}')
    assert (variant.start, variant.scoring, variant.end) == ("corners", "online", "all_blocked")
    assert variant.seats[0].colours == ("red",)
    assert variant.bonus == (15, 20)


def test_counts_and_subsets() -> None:
    base = 'name="x"\ncolours=["red"]\nboard={columns=9,rows=9}\n'
    two = loads(base + 'pieces={set="polyominoes", only=["1", "I3"], count=3}')
    assert [(p.name, n) for p, n in two.pieces.pieces] == [("1", 3), ("I3", 3)]
    junior = loads(base + 'pieces={set="junior", counts={O=1}}')
    assert {p.name: n for p, n in junior.pieces.pieces}["O"] == 1
    assert junior.pieces.count == 23
    whole = loads(base + 'pieces={set="junior"}')
    assert whole.pieces == get_variant("junior").pieces


def test_special_colours_and_teams() -> None:
    base = (
        'name="x"\ncolours=["red","blue","green"]\nboard={columns=9,rows=9}\n'
        'pieces={set="junior"}\n'
    )
    shared = loads(base + 'rules={shared="green"}')
    assert (shared.shared, len(shared.seats)) == ("green", 2)
    neutral = loads(base + 'rules={neutral="red", end="first_blocked", bonus=[1, 2]}')
    assert (neutral.neutral, neutral.end, neutral.bonus) == ("red", "first_blocked", (1, 2))
    teams = loads(base + "".join(f'[[seats]]\ncolours=["{c}"]\nteam={i % 2}\n'
                                 for i, c in enumerate(("red", "blue", "green"))))  # fmt: skip
    assert [seat.team for seat in teams.seats] == [0, 1, 0]


def test_islands_may_be_played_where_each_has_a_start() -> None:
    text = (
        'name="x"\ncolours=["red","blue"]\nboard={cells="##.##\\n##.##"}\n'
        'pieces={set="junior", only=["1", "2"]}\nstart={cells=["a1", "e1"]}\n'
    )
    assert len(loads(text).board.areas) == 2
    error = refuse(text.replace('"e1"', '"b2"'))
    assert error.line == 3
    assert "nobody can ever reach d1" in error.reason


@pytest.mark.parametrize("id", VARIANTS)
def test_built_in_variants_survive_toml(id: str) -> None:
    variant = get_variant(id)
    for start in variant.start_rules:
        chosen = variant.with_options(start=start, scoring="basic", end="first_blocked")
        twin = loads(dumps(chosen))
        assert twin == chosen
        assert twin.digest == chosen.digest
        assert twin.family == chosen.family
    assert loads(dumps(variant)) == variant
    assert tomllib.loads(dumps(variant))["name"] == variant.name


@pytest.mark.parametrize(
    "text",
    [
        CROSS,
        CROSS.replace("Small cross", 'Quo\\"ted \\\\ ☃'),
        'name="tri"\ncolours=["red","orange"]\n[board]\ncells="""\n.^v^v^\n^v^.^v\nv^v^v.\n"""\n'
        '[pieces.shapes]\none="v"\ntwo="^v"\nboat="v^v/.v."\n[pieces.counts]\ntwo=4\n',
    ],
)  # fmt: skip
def test_own_variants_survive_toml(text: str) -> None:
    variant = loads(text)
    assert loads(dumps(variant)) == variant
    assert dumps(loads(dumps(variant))) == dumps(variant)
    assert variant_table(variant)["placements"] == variant.tables.placements
    assert variant_summary(variant)["board"] == "custom"


def test_equal_rules_have_equal_digests() -> None:
    variant = loads(CROSS)
    renamed = loads(CROSS.replace("Small cross", "Other name"))
    assert renamed != variant
    assert renamed.digest == variant.digest
    assert loads(CROSS.replace('"net"', '"basic"')).digest != variant.digest


# --- what is refused --------------------------------------------------------------

# what is replaced, by what, where the error is (a part of the new text), what it says
WRONG = [
    ('"yellow"]', '"yelow"]', "colours =", "colour 'yelow' is none of blue"),
    ('"yellow"]', '"blue"]', "colours =", "colour 'blue' is listed twice"),
    ('["blue", "yellow"]', "[]", "colours =", "0 colours: 1 to 4 can play"),
    ('["blue", "yellow"]', "7", "colours =", "a list of texts in quotes, not 7"),
    ('colours = ["blue", "yellow"]\n', "", None, "the file needs colours"),
    ('name = "Small cross"', "", None, "the file needs a name"),
    ('name = "Small cross"', 'name = ""', "name", "1 to 60 printable characters"),
    ('name = "Small cross"', 'name = "a\\u0000b"', "name", r"name 'a\x00b'"),
    ('name = "Small cross"', 'name = "x"\nid = "Big"', "id", "id 'Big': small letters"),
    ('name = "Small cross"', 'name = "x"\nid = "duo"', "id", "belongs to a built-in variant"),
    ('name = "Small cross"', 'name = "x"\nid = "trigon"', "id", "belongs to a built-in variant"),
    ("[board]", "[bord]", "[bord]", "no key 'bord'; did you mean board?"),
    ("[board]", "[board]\nedge = 3", "[board]", "needs one of"),
    ("[board]", "[board]\nedge = 10", "edge", "a whole number from 1 to 9, not 10"),
    ("[board]", "[board]\nrows = true", "rows", "a whole number from 1 to 512, not true"),
    ("..####..", "..##x#..", "cells", "'x' in the row '..##x#..'"),
    ("########", "^^^^^^^^", "cells", "squares ('#') among triangles"),
    ("..####..\n..####..\n###", "..####..\n........\n###", None, None),
    ('"polyominoes"', '"polominoes"', "set", "did you mean polyominoes?"),
    ('"polyominoes"', '"polyiamonds"', "[pieces]", "mixes squares and triangles"),
    ("without", "withuot", "withuot", "no key 'withuot'; did you mean without?"),
    ('"X", "W"', '"X", "W7"', "without", "no piece 'W7'"),
    ('"X", "W"', '"X", "X"', "without", "'X' is listed twice"),
    ("without", 'only = ["1"]\nwithout', "without", "only or without, not both"),
    ('set = "polyominoes"\n', "", "[pieces]", "name the set"),
    ("1 = 2", "Q = 2", "Q = 2", "no piece is called 'Q'"),
    ("1 = 2", "1 = 0", "1 = 0", "a whole number from 1 to 64, not 0"),
    ("1 = 2", "1 = 1.5", "1 = 1.5", "not a float"),
    ("1 = 2", "1 = 60", "[pieces]", "79 pieces a colour are too many: 64 at most"),
    ("1 = 2", f"1 = 1{'0' * 30}", "1 = 10", "not so large a number"),
    ("1 = 2", f"1 = 1{'0' * 5000}", "1 = 10", "a number is too long"),
    ("H7 =", '"no good" =', '"no good"', "piece name 'no good'"),
    ("#.#/###/#.#", "#.#/.../#.#", "H7", "'H7' falls apart"),
    ("#.#/###/#.#", "###/#..", "H7", "'L4' and 'H7' are the same shape"),
    ("#.#/###/#.#", "#" * 13, "H7", "13 cells: 1 to 12 do"),
    ("#.#/###/#.#", "#" * 9, "H7", "piece 'H7' fits nowhere on the board"),
    ("#.#/###/#.#", "^v", "[pieces]", "mixes squares and triangles"),
    ("#.#/###/#.#", "", "H7", "the drawing has no cell"),
    ('"c1"', '"a1"', "fixed =", "start 'a1' is not on the board"),
    ('"c1"', '"d4"', "fixed =", "start 'd4' is not on the board"),  # the hole
    ('"c1"', '"c１"', "fixed =", "names no cell"),
    ('"c1"', "1", "fixed =", "blue is a text in quotes, not 1"),
    ('"c1"', '"f8"', "fixed =", "start f8 is listed twice"),
    ('blue = "c1", ', "", "fixed =", "no start for 'blue'"),
    ("blue = ", "red = ", "fixed =", "start of 'red': the colours are blue, yellow"),
    ('rule = "fixed"', 'rule = "free"', "rule", "no starts for the rule 'free': it has fixed"),
    ('rule = "fixed"', 'rule = "any"', "rule", "start 'any' is none of fixed, free, corners"),
    ('rule = "fixed"', 'cells = ["c1"]', "cells = [", "1 free starts for 2 colours"),
    ('scoring = "net"', 'scoring = "nett"', "scoring", "'nett' is none of online"),
    ('scoring = "net"', 'end = "never"', "end =", "'never' is none of all_blocked"),
    ('scoring = "net"', "bonus = [1]", "bonus", "2 whole numbers from 0 to 1000, not [1]"),
    ('scoring = "net"', 'shared = "green"', "shared", "'green' is none of this variant's"),
    ('scoring = "net"', 'shared = "yellow"', '[[seats]]\ncolours = ["y', "the shared colour"),
    ('["blue"]', "[]", '[[seats]]\ncolours = []', "seat 1 has no colour"),
    ('["blue"]', '["blue", "yellow"]', '[[seats]]\ncolours = ["yellow"]', "it is seat 1's"),
    ('["blue"]', '["red"]', '[[seats]]\ncolours = ["red"]', "'red' is none of"),
    ('[[seats]]\ncolours = ["yellow"]\n', "", "[[seats]]", "nobody plays 'yellow'"),
    ('[[seats]]\n', "[[seats]]\nteam = 0\n", "[[seats]]", "every seat has a team or none"),
    ('[[seats]]\n', "[[seats]]\nteem = 0\n", "teem", "no key 'teem'; did you mean team?"),
    ("[start]", "[start", "[start", "this is no TOML"),
    ("[rules]", "[start]", '[start]\nscoring', "this is no TOML"),
    ("[rules]", "[rules]\nx = 'a\0b'", "x = ", r"no TOML: found invalid character '\x00'"),
    ("[rules]", "[rules]\nx = 1979-05-27", "x =", "[rules] has no key 'x'"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "where", "says"), WRONG)
def test_faults_are_told_with_their_line(
    old: str, new: str, where: str | None, says: str | None
) -> None:
    assert old in CROSS
    text = CROSS.replace(old, new, 1)
    if says is None:
        loads(text)  # an island with a start of its own
        return
    error = refuse(text)
    assert says in str(error)
    assert error.line == (None if where is None else line_of(text, where)), str(error)


def test_pieces_that_cannot_begin() -> None:
    error = refuse(
        'name="x"\ncolours=["red"]\nboard={cells="#.\\n.#"}\n'
        'pieces={shapes={two="##"}}\nstart={cells=["b1"]}\n'
    )
    assert "fits nowhere" in error.reason
    error = refuse(
        'name="x"\ncolours=["red"]\n[board]\ncells="#..\\n.##"\n'
        '[pieces.shapes]\ntwo="##"\n[start]\ncells=["a2"]\n'
    )
    assert (error.line, error.reason) == (7, "red can never begin: no piece fits over a2")


def test_too_many_placements() -> None:
    shapes = "\n".join(f'p{i} = "{"#" * i}/#"' for i in range(2, 11))
    shapes += '\nw1="#.#/###/#../##."\nw2="#.#/###/#../.##"'.replace(".##", "###")
    many = "\n".join(
        f'q{n} = "{"#" * a}/{"#" * b}/{"." * (b - 1)}##"'
        for n, (a, b) in enumerate((a, b) for a in range(1, 6) for b in range(1, 6) if a != b)
    )
    text = (
        'name="x"\ncolours=["red"]\nboard={columns=22,rows=23}\n[pieces.shapes]\n'
        + shapes + "\n" + many + "\n"
    )  # fmt: skip
    error = refuse(text)
    assert re.search(r"65,?535", error.reason), error


def test_nesting_and_long_keys() -> None:
    for text in (
        "x = " + "[" * 1000 + "]" * 1000,
        "x = " + "{a=" * 1000,
        "[" * 30000,
        "a" + ".a" * 30000 + " = 1",
        "['a'" + " . 'a'" * 5000 + "]",
        "x = '''a'''''\n[a" + ".a" * 30000 + "]",
    ):
        error = refuse(text)
        assert "deeper than 16" in error.reason or "more than 16 parts" in error.reason
        assert error.line == text.count("\n") + 1


def test_large_texts_and_files(tmp_path: Path) -> None:
    assert "too large: 64 KB" in refuse("#" * (MAX_BYTES + 1)).reason
    assert "too large: 64 KB" in refuse("#" + "é" * (MAX_BYTES // 2)).reason
    huge = tmp_path / "huge.toml"
    with huge.open("wb") as file:
        file.truncate(10**11)  # sparse: it would not fit into memory
    with pytest.raises(VariantError, match=r"huge\.toml' is too large: 64 KB at most"):
        load(huge)


def test_files(tmp_path: Path) -> None:
    path = tmp_path / "cross.toml"
    path.write_text(CROSS, encoding="utf-8")
    assert load(path) == load(str(path)) == loads(CROSS)
    path.write_bytes(b"\xef\xbb\xbf" + CROSS.encode())
    assert load(path) == loads(CROSS)
    path.write_bytes(CROSS.encode("utf-16"))
    with pytest.raises(VariantError, match="line 1: byte 0xff is no UTF-8"):
        load(path)
    path.write_bytes(b"name = 'a'\n# \xe9\n")
    with pytest.raises(VariantError, match="line 2: byte 0xe9 is no UTF-8"):
        load(path)
    with pytest.raises(FileNotFoundError):
        load(tmp_path / "nothing.toml")
    with pytest.raises(VariantError, match="is no regular file"):
        load(tmp_path)
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe")
        with pytest.raises(VariantError, match="is no regular file"):
            load(tmp_path / "pipe")


def test_what_is_no_text() -> None:
    for other in (b"name = 'x'", None, 7):
        with pytest.raises(VariantError, match="is read from text"):
            loads(other)  # type: ignore[arg-type]
    assert refuse("# \ud800").line == 1
    assert "surrogate" in refuse('name = "x"\n# \udfff').reason


@seeded(300)
@given(data=st.data())
def test_damaged_texts_are_variants_or_errors_of_ours(data: st.DataObject) -> None:
    text = CROSS
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        cut = data.draw(st.integers(0, 12))
        put = data.draw(
            st.one_of(st.text(max_size=5), st.sampled_from(['"', "[", "{", "=", "\n", "'''", "#"]))
        )
        text = text[:at] + put + text[at + cut :]
    try:
        variant = loads(text)
    except VariantError as error:
        assert error.reason  # noqa: PT017
        assert error.line is None or 1 <= error.line <= text.count("\n") + 1  # noqa: PT017
    else:
        assert loads(dumps(variant)) == variant


JSONLIKE = st.recursive(
    st.one_of(st.integers(), st.booleans(), st.text(max_size=8)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(st.from_regex(r"[a-z]{1,4}", fullmatch=True), inner, max_size=3),
    ),
    max_leaves=8,
)


def toml(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return '"' + "".join(f"\\U{ord(c):08X}" for c in value) + '"'
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{k} = {toml(v)}" for k, v in value.items()) + "}"
    return str(value)


@seeded(300)
@given(
    key=st.sampled_from(
        ["name", "id", "colours", "board", "pieces", "start", "rules", "seats", "board.cells",
         "pieces.set", "pieces.only", "pieces.counts", "pieces.shapes", "start.fixed",
         "start.cells", "rules.bonus", "rules.shared"]
    ),
    value=JSONLIKE,
)  # fmt: skip
def test_any_value_for_any_key(key: str, value: object) -> None:
    text = 'colours = ["red", "blue"]\nname = "x"\nboard.edge = 3\npieces.set = "polyiamonds"\n'
    kept = [row for row in text.split("\n") if not row.startswith(key.split(".", maxsplit=1)[0])]
    row = f"{key} = {toml(value)}"
    assume("ud800" not in row.lower())
    text = "\n".join([row, *kept])
    try:
        tomllib.loads(text)
    except ValueError:
        assume(False)
    try:
        loads(text)
    except VariantError as error:
        assert error.reason  # noqa: PT017


# --- lines ------------------------------------------------------------------------


def test_lines_of_keys() -> None:
    text = (
        'a = 1 # c = 2\n"b" = """\nx = 1\n""" # "\n[t.u]\nk . l = [ # [\n  1, [2,\n 3],\n'
        '  {m = \'}\', n = 2},\n]\n[[s]]\nv = 1\n[[s]]\nw = "]\\""\n[s.z]\nq = 1\n'
    )
    assert tomllib.loads(text)["s"][1]["z"] == {"q": 1}
    assert key_lines(text) == {
        ("a",): 1,
        ("b",): 2,
        ("t",): 5,
        ("t", "u"): 5,
        ("t", "u", "k"): 6,
        ("t", "u", "k", "l"): 6,
        ("t", "u", "k", "l", 0): 7,
        ("t", "u", "k", "l", 1): 7,
        ("t", "u", "k", "l", 1, 0): 7,
        ("t", "u", "k", "l", 1, 1): 8,
        ("t", "u", "k", "l", 2): 9,
        ("t", "u", "k", "l", 2, "m"): 9,
        ("t", "u", "k", "l", 2, "n"): 9,
        ("s",): 11,
        ("s", 0): 11,
        ("s", 0, "v"): 12,
        ("s", 1): 13,
        ("s", 1, "w"): 14,
        ("s", 1, "z"): 15,
        ("s", 1, "z", "q"): 16,
    }
    assert key_lines("") == {}


@seeded(500)
@given(text=st.text(alphabet="[]{}=.,\"'#\n\\ ab1", max_size=60))
def test_any_text_can_be_scanned_for_lines(text: str) -> None:
    try:
        found = key_lines(text)
        data = tomllib.loads(text)
    except ValueError:
        return

    def paths(value: object, path: tuple[str | int, ...]) -> None:
        if path:
            plain = all(set(str(key)) <= set("[]{}=.,'# ab1") for key in path)
            assert path in found or not plain
        if isinstance(value, dict):
            for key, inner in value.items():
                paths(inner, (*path, key))
        elif isinstance(value, list):
            for i, inner in enumerate(value):
                paths(inner, (*path, i))

    paths(data, ())


def test_what_is_left_out_is_told_at_its_cause() -> None:
    tiny = 'name = "x"\ncolours = ["blue", "red"]\nboard = { columns = 1, rows = 1 }\n'
    tiny += 'pieces = { set = "polyominoes", only = ["1"] }\n'
    with pytest.raises(VariantError, match="too few corners") as caught:
        loads(tiny)
    assert caught.value.line == 3
    nobody = tiny.replace('"blue", "red"', '"blue"').replace("columns = 1", "columns = 2")
    with pytest.raises(VariantError, match="every colour is shared or neutral") as caught:
        loads(nobody + '[rules]\nneutral = "blue"\n')
    assert caught.value.line == 5


def test_a_byte_order_mark_is_no_part_of_a_variant() -> None:
    text = 'name = "x"\ncolours = ["blue"]\nboard = { columns = 5, rows = 5 }\n'
    text += 'pieces = { set = "polyominoes" }\n'
    assert loads("\ufeff" + text) == loads(text)
