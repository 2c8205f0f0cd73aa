"""Drawings as PNG: sizes, text, and what is refused."""

from __future__ import annotations

import struct
import zlib

import pytest

from cornerwise.formats.picture import MAX_SIDE, PictureError, svg_to_png
from cornerwise.rules.drawing import svg
from cornerwise.rules.position import Position


class Image:
    """The pixels of a PNG of 8-bit RGBA, decoded the plain way."""

    def __init__(self, data: bytes) -> None:
        assert data[:8] == b"\x89PNG\r\n\x1a\n"
        self.width, self.height, depth, kind = struct.unpack(">IIBB", data[16:26])
        assert (depth, kind) == (8, 6)
        packed = b""
        at = 8
        while at < len(data):
            length, name = struct.unpack(">I4s", data[at : at + 8])
            if name == b"IDAT":
                packed += data[at + 8 : at + 8 + length]
            at += length + 12
        raw = zlib.decompress(packed)
        stride = 4 * self.width
        above = bytearray(stride)
        self.rows: list[bytearray] = []
        for y in range(self.height):
            start = y * (stride + 1)
            row = bytearray(raw[start + 1 : start + 1 + stride])
            for i in range(stride):
                left = row[i - 4] if i >= 4 else 0
                corner = above[i - 4] if i >= 4 else 0
                row[i] = (row[i] + self._guess(raw[start], left, above[i], corner)) % 256
            self.rows.append(row)
            above = row

    @staticmethod
    def _guess(rule: int, left: int, up: int, corner: int) -> int:
        if rule == 4:
            near = left + up - corner
            return min((left, up, corner), key=lambda v: abs(near - v))
        return (0, left, up, (left + up) // 2)[rule]

    def pixel(self, x: int, y: int) -> tuple[int, ...]:
        return tuple(self.rows[y][4 * x : 4 * x + 4])


def size(data: bytes) -> tuple[int, int]:
    return struct.unpack(">II", data[16:24])


def drawing(body: str, box: str = "0 0 40 20") -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{body}</svg>'


def test_size_and_colour() -> None:
    red = drawing('<rect width="40" height="20" fill="#f00"/>')
    assert size(svg_to_png(red)) == (40, 20)
    large = Image(svg_to_png(red, width=100))
    assert (large.width, large.height) == (100, 50)
    assert large.pixel(50, 25) == (255, 0, 0, 255)
    assert Image(svg_to_png(drawing(""), background="#00ff00")).pixel(1, 1) == (0, 255, 0, 255)
    assert Image(svg_to_png(drawing(""))).pixel(1, 1) == (0, 0, 0, 0)


def test_text_is_drawn() -> None:
    text = drawing('<text x="2" y="15" font-family="sans-serif" font-size="14">a10</text>')
    assert max(max(row[3::4]) for row in Image(svg_to_png(text, width=200)).rows) > 200


@pytest.mark.parametrize("variant", ["classic", "duo", "trigon", "trigon_3"])
def test_boards(variant: str) -> None:
    position = Position(variant)
    before = svg_to_png(svg(position), width=400)
    position.play(position.legal_ids()[-1])
    after = svg_to_png(svg(position), width=400)
    assert size(before) == size(after)
    assert size(before)[0] == 400
    assert before != after


@pytest.mark.parametrize(
    ("text", "width", "reason"),
    [
        ("no drawing", None, "no viewBox"),
        (drawing("", "0 0 40"), None, "is no viewBox"),
        (drawing("", "0 0 a b"), None, "is no viewBox"),
        (drawing("", "0 0 0 20"), None, "empty viewBox"),
        (drawing("", "0 0 nan nan"), None, "empty viewBox"),
        (drawing("", "0 0 1e9 20"), None, "sides may be"),
        (drawing("", "0 0 1 1000"), 100, "sides may be"),
        (drawing(""), MAX_SIDE + 1, "sides may be"),
        (drawing(""), 0, "sides may be"),
        (drawing("<rect"), None, "cannot be rendered"),
    ],
)
def test_refusals(text: str, width: int | None, reason: str) -> None:
    with pytest.raises(PictureError, match=reason):
        svg_to_png(text, width=width)
