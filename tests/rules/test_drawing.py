"""Texts and pictures of positions."""

from __future__ import annotations

import random
import re
from xml.etree import ElementTree

import pytest

from cornerwise import CornerwiseError, Position, Seat, Variant
from cornerwise.rules.boards import masked
from cornerwise.rules.drawing import THEMES, svg, text
from cornerwise.rules.pieces import piece_set
from rules_support import MAIN_IDS

ANSI = re.compile(r"\x1b\[[0-9;]*m")


def played(id: str, plies: int = 11) -> Position:
    rng = random.Random(id)
    position = Position(id)
    for _ in range(plies):
        position.play(rng.choice(position.legal_ids()))
    return position


def test_text_of_squares() -> None:
    position = Position("duo")
    position.play("e10,f10,e11")
    lines = str(position).splitlines()
    assert lines[0] == "14 . . . . . . . . . . . . . ."
    assert lines[3] == "11 . . . . P . . . . . . . . ."
    assert lines[4] == "10 . . . . P P . . . . . . . ."
    assert lines[9] == " 5 . . . . . . . . . + . . . ."
    assert lines[14] == "   a b c d e f g h i j k l m n"
    assert lines[15] == "orange to play; placed: purple 3, orange 0"
    assert lines[16] == "last: purple V3 at e10,f10,e11"


def test_text_of_triangles() -> None:
    position = Position("trigon")
    position.play("r15,s15")
    lines = str(position).splitlines()
    assert lines[0] == "18         ^v^v^v^v^v^v^v^v^v^"
    assert lines[3].lstrip()[:40] == "15      ^v^v^v^v^v^vBb^v^v^v^v^v^"
    # Row 1 begins at column i, and the letters stand below their columns.
    row = next(line for line in lines if line.startswith(" 1 "))
    letters = lines[-2 - 2], lines[-3]
    assert row.index("v") == 3 + 8
    assert letters[1][3:].startswith("abcdefghijklmnopqrstuvwxyzabc")
    assert letters[0][3 + 26 :] == "a" * 9


@pytest.mark.parametrize("id", MAIN_IDS)
def test_every_cell_is_in_the_text(id: str) -> None:
    position = played(id)
    board = position.variant.board
    lines = text(position).splitlines()
    margin = len(str(board.rows)) + 1
    step = 1 if board.triangles else 2
    marks = {
        (x, board.rows - 1 - i): line[margin + x * step : margin + x * step + 1]
        for i, line in enumerate(lines[: board.rows])
        for x in range(board.columns)
    }
    for point in board.cells:
        owner = position.at(point)
        if owner:
            assert marks[point].upper() == owner[0].upper()
            assert marks[point].isupper() == (board.up(point) or not board.triangles)
        else:
            assert marks[point] in ".^v+"
    assert all(mark in " " for point, mark in marks.items() if point not in board)


@pytest.mark.parametrize("id", MAIN_IDS)
def test_colours_only_paint_the_text(id: str) -> None:
    position = played(id)
    painted = text(position, colour=True)
    assert "\x1b[" in painted
    assert "\x1b[" not in text(position)
    plain = [line.rstrip() for line in ANSI.sub("", painted).splitlines()]
    assert plain == text(position).splitlines()
    last = position.history[-1][1]
    assert painted.count("\x1b[4;1;") == last.size


def test_holes_are_left_out() -> None:
    variant = Variant(
        id="custom",
        name="A <ring> & more",
        board=masked("###\n#.#\n###"),
        pieces=piece_set("polyominoes"),
        colours=("green",),
        fixed_starts=(),
        start_cells=(0,),
        start="free",
        seats=(Seat(("green",)),),
    )
    position = Position(variant)
    position.play("a1,a2")
    assert str(position).splitlines()[:4] == ["3 . . .", "2 G   .", "1 G . .", "  a b c"]
    picture = ElementTree.fromstring(svg(position))
    assert picture[0].text == "A <ring> & more: 1 pieces placed, green to play"


@pytest.mark.parametrize("id", MAIN_IDS)
@pytest.mark.parametrize("theme", THEMES)
def test_pictures_are_well_formed_and_stand_alone(id: str, theme: str) -> None:
    position = played(id)
    picture = svg(position, theme=theme, last=position.history[-1][1])
    tree = ElementTree.fromstring(picture)
    assert tree.tag == "{http://www.w3.org/2000/svg}svg"
    for word in ("<style", "<script", "href", "url(", "nan", "inf"):
        assert word not in picture
    groups = {g.get("class") for g in tree.iter("{http://www.w3.org/2000/svg}g")} - {None}
    assert groups == {c for c in position.colours if position.placed_cells(c)}
    assert sum(p.get("class") == "last" for p in tree.iter()) == 2
    # A sign for every cell that is covered: never by colour alone.
    labels = [t.text for t in tree.iter("{http://www.w3.org/2000/svg}text")]
    board = position.variant.board
    assert len(labels) == board.columns + board.rows
    assert "<text" not in svg(position, coords=False)
    assert 'class="last"' not in svg(position)


def test_every_cell_has_its_mark() -> None:
    position = played("duo")
    tree = ElementTree.fromstring(svg(position))
    for group in tree.iter("{http://www.w3.org/2000/svg}g"):
        colour = group.get("class")
        if colour is None:
            continue
        signs = next(p for p in group if p.get("opacity") == ".6").get("d") or ""
        per_cell = {"purple": 1, "orange": 2}[colour]
        assert signs.count("M") == per_cell * position.placed_cells(colour)


def test_notebooks_show_the_last_move() -> None:
    position = played("duo", 3)
    assert position._repr_svg_() == svg(position, last=position.history[-1][1])
    assert Position("duo")._repr_svg_() == svg(Position("duo"))


def test_starts_are_marked_until_they_are_used() -> None:
    position = Position("classic")
    assert svg(position).count('class="start"') == 4
    position.play("a20")
    assert svg(position).count('class="start"') == 3
    assert svg(Position("trigon")).count('class="start"') == 6


def test_unknown_theme() -> None:
    with pytest.raises(CornerwiseError, match="'sepia' is none of light, dark"):
        svg(Position("duo"), theme="sepia")
