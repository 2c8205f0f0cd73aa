"""The SGF grammar: what is read, what is refused and where, and that nothing is lost."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cornerwise.formats import sgf
from cornerwise.formats.errors import RecordError
from cornerwise.formats.sgf import Limits, Node, Property


def shape(root: Node) -> list[object]:
    """Properties of each node in file order with the number of children: equal iff same tree."""
    return [
        ([(p.name, tuple(p.values)) for p in node.properties], len(node.children))
        for node in root.walk()
    ]


def test_nodes_properties_and_variations() -> None:
    (root,) = sgf.parse("(;FF[4]GM[Blokus]\n(;1[a1]\n;2[b2])(;1[a2]C[x])\n)")
    assert [p.name for p in root.properties] == ["FF", "GM"]
    assert root.simple_text("GM") == "Blokus"
    assert [c.raw("1") for c in root.children] == [["a1"], ["a2"]]
    assert [n.properties[0].name for n in root.main_line()] == ["FF", "1", "2"]
    assert root.children[1].text("C") == "x"
    assert root.text("C") is None


def test_several_games_in_one_file() -> None:
    assert [r.simple_text("N") for r in sgf.parse("(;N[a]) (;N[b])\n")] == ["a", "b"]


def test_old_files_pad_names_with_small_letters() -> None:
    (root,) = sgf.parse("(;GaMe[Blokus]blue[a20])")
    assert root.simple_text("GM") == "Blokus"
    assert root.raw("BLUE") == ["a20"]
    assert "GaMe[" in sgf.write([root])


def test_many_values_and_a_name_given_twice() -> None:
    (root,) = sgf.parse("(;A1[a1,b1] [c1]\nA1[d1])")
    assert root.raw("A1") == ["a1,b1", "c1", "d1"]


@pytest.mark.parametrize(
    ("raw", "text", "simple"),
    [
        (r"a\]b\\c\:d:e", "a]b\\c:d:e", "a]b\\c:d:e"),
        ("soft\\\nbreak", "softbreak", "softbreak"),
        ("soft\\\r\nbreak", "softbreak", "softbreak"),
        ("hard\r\nbreak\rand\nmore", "hard\nbreak\nand\nmore", "hard break and more"),
        ("a\tb\\\tc\vd", "a b c d", "a b c d"),
        ("two\n\nlines", "two\n\nlines", "two  lines"),
        ("\\a\\é", "aé", "aé"),
    ],
)
def test_what_values_mean(raw: str, text: str, simple: str) -> None:
    (root,) = sgf.parse(f"(;C[{raw}])")
    assert root.text("C") == text
    assert root.simple_text("C") == simple
    assert root.raw("C") == [raw]


@settings(deadline=None)
@given(st.text(st.characters(blacklist_categories=["Cs"], blacklist_characters="\0\r\t\v\f")))
def test_any_text_survives_a_comment(text: str) -> None:
    root = Node()
    root.set("C", text)
    (back,) = sgf.parse(sgf.write([root]))
    assert back.text("C") == text


def test_set_replaces_in_place_and_merges_doubles() -> None:
    root = Node([Property("A", ["1"]), Property("C", ["x"]), Property("B", ["2"])])
    root.properties.append(Property("C", ["y"]))
    root.set("C", "new", "values")
    assert [(p.name, p.values) for p in root.properties] == [
        ("A", ["1"]),
        ("C", ["new", "values"]),
        ("B", ["2"]),
    ]
    root.remove("C")
    assert "C" not in root


@pytest.mark.parametrize(
    ("text", "line", "column", "reason"),
    [
        ("", 1, 1, "no game"),
        ("  \n ", 1, 1, "no game"),
        ("hello", 1, 1, "begins with '('"),
        ("(;A[1])\n x", 2, 2, "begins with '('"),
        ("()", 1, 1, "without a node"),
        ("(;A[1]\n())", 2, 1, "without a node"),
        ("((;A[1]))", 1, 2, "needs a node"),
        ("(;A[1]", 1, 7, "ends inside a game; 1"),
        ("(;A[1](;B[2]", 1, 13, "2 × ')'"),
        ("(;A[1]\n;C[abc", 2, 3, "no closing ']'"),
        ("(;A[1]\r\n;C[abc\\])", 2, 3, "no closing ']'"),
        ("(;A)", 1, 3, "'A' has no value"),
        ("(;A[1]B;)", 1, 7, "'B' has no value"),
        ("(;A[1](;B[2]);C[3])", 1, 14, "cannot follow a variation"),
        ("(;A[1]*)", 1, 7, "expected ';'"),
        ("(;A[1]]", 1, 7, "expected ';'"),
        ("(;A[1]\0)", 1, 7, "NUL"),
        ("(;A[\udc80])", 1, 5, "surrogate"),
    ],
)
def test_refusals_say_where(text: str, line: int, column: int, reason: str) -> None:
    with pytest.raises(RecordError, match=re.escape(reason)) as caught:
        sgf.parse(text)
    assert (caught.value.line, caught.value.column) == (line, column)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "limits", "reason"),
    [
        ("(;;;;)", Limits(nodes=3), "more than 3 nodes"),
        ("(;A[1][2][3])", Limits(values=2), "more than 2 values"),
        ("(;(;(;(;))))", Limits(depth=3), "deeper than 3"),
        ("(;A[]B[]A[])", Limits(properties=2), "more than 2 properties"),
        ("(;A[12345])", Limits(size=10), "the limit is 10"),
    ],
)
def test_limits(text: str, limits: Limits, reason: str) -> None:
    with pytest.raises(RecordError, match=reason):
        sgf.parse(text, limits)
    assert sgf.parse(text)


def test_long_and_deep_files_need_no_stack() -> None:
    long = "(" + ";1[a1]" * 150_000 + ")"
    (root,) = sgf.parse(long)
    assert sum(1 for _ in root.main_line()) == 150_000
    assert sgf.write([root]).count(";") == 150_000
    deep = "(;A[1]" * 900 + ")" * 900
    (root,) = sgf.parse(deep)
    assert len(list(root.walk())) == 900
    with pytest.raises(RecordError, match="nest deeper"):
        sgf.parse("(;" * 1_000_000)


@pytest.mark.parametrize("filler", ["\\", "]", "\\]", "[", "(;", ";", "A[", "\n", "a", "\\\n"])
def test_no_text_makes_the_reader_start_over(filler: str) -> None:
    # Two million characters in one unclosed value: a quadratic reader would never come back.
    with pytest.raises(RecordError):
        sgf.parse("(;C[" + filler * (2_000_000 // len(filler)))


def test_character_sets() -> None:
    def name(data: bytes) -> str | None:
        return sgf.parse(sgf.decode(data))[0].simple_text("PB")

    assert name("(;CA[UTF-8]PB[Zoë])".encode()) == "Zoë"
    assert name("\ufeff(;PB[Zoë])".encode()) == "Zoë"
    assert name("\ufeff(;CA[ISO-8859-1]PB[Zoë])".encode()) == "Zoë"  # the mark wins
    assert name("(;PB[Zoë])".encode()) == "Zoë"
    assert name("(;PB[Zoë])".encode("latin-1")) == "Zoë"
    assert name("(;GM[x]CA[ISO-8859-1]PB[Zoë])".encode("latin-1")) == "Zoë"
    assert name("(;CA[iso_8859-1]PB[Zoë])".encode()) == "ZoÃ«"
    # Not the root's own CA: text in a comment, or a later node.
    assert name("(;C[CA[Big5\\]]PB[Zoë];CA[Big5])".encode()) == "Zoë"


def test_character_sets_refused() -> None:
    with pytest.raises(RecordError, match="unknown character set 'Big5'"):
        sgf.decode(b"(;CA[Big5])")
    with pytest.raises(RecordError, match="UTF-16"):
        sgf.decode("(;A[1])".encode("utf-16"))
    with pytest.raises(RecordError, match="byte 0xff is not valid UTF-8") as caught:
        sgf.decode(b"(;CA[UTF-8]\nC[ab\xff])")
    assert (caught.value.line, caught.value.column) == (2, 5)


def test_a_large_file_is_refused_before_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "large.blksgf"
    with path.open("wb") as file:
        file.truncate(100 * 1024 * 1024)
    with pytest.raises(RecordError, match="104,857,600 bytes; the limit is 8,388,608"):
        sgf.read_bytes(path)
    with pytest.raises(IsADirectoryError):
        sgf.read_bytes(tmp_path)
    with pytest.raises(FileNotFoundError):
        sgf.read_bytes(tmp_path / "missing")


NAMES = st.from_regex(r"[A-Z0-9]{1,4}", fullmatch=True)
VALUES = st.text(st.sampled_from("a1,]\\:[;()\n é"), max_size=8).map(sgf.escape)
PROPERTIES = st.builds(Property, NAMES, st.lists(VALUES, min_size=1, max_size=3))


@st.composite
def trees(draw: st.DrawFn) -> Node:
    nodes = [Node(draw(st.lists(PROPERTIES, max_size=3)))]
    for _ in range(draw(st.integers(0, 12))):
        parent = nodes[draw(st.integers(0, len(nodes) - 1))]
        nodes.append(parent.add_child(Node(draw(st.lists(PROPERTIES, max_size=3)))))
    return nodes[0]


@settings(deadline=None)
@given(st.lists(trees(), min_size=1, max_size=2))
def test_any_tree_round_trips(roots: list[Node]) -> None:
    text = sgf.write(roots)
    back = sgf.parse(text)
    assert [shape(r) for r in back] == [shape(r) for r in roots]
    assert sgf.write(back) == text


@settings(deadline=None)
@given(st.text(st.sampled_from("(;)[]\\AB1 \n"), max_size=40))
def test_whatever_parses_round_trips_and_the_rest_is_refused(text: str) -> None:
    try:
        roots = sgf.parse(text)
    except RecordError:
        return
    assert [shape(r) for r in sgf.parse(sgf.write(roots))] == [shape(r) for r in roots]


@settings(deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    try:
        sgf.parse(sgf.decode(data))
    except RecordError:
        return
