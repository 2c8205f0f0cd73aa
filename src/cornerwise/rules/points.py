"""Points and their texts: column letters from the left, row numbers from the bottom (``e10``)."""

from __future__ import annotations

import re
from collections.abc import Iterable

Point = tuple[int, int]
"""``(x, y)``: column from 0 (a is 0) and row from 0, at the bottom."""

_POINT = re.compile(r"([a-z]{1,2})([1-9][0-9]{0,3})", re.ASCII)


def column_text(x: int) -> str:
    """Letters of a column: 0 is ``a``, 25 is ``z``, 26 is ``aa``. ``x`` from 0 to 701."""
    if not 0 <= x < 702:
        raise ValueError(f"column {x} has no letters: 0 to 701 do")
    high, low = divmod(x, 26)
    return (chr(96 + high) if high else "") + chr(97 + low)


def point_text(point: Point) -> str:
    """Text of a point (``e10``). One left of or below every board is written as ``(-1,4)``."""
    x, y = point
    if not 0 <= x < 702 or y < 0:
        return f"({x},{y})"
    return f"{column_text(x)}{y + 1}"


def parse_point(text: str) -> Point | None:
    """The point that a text like ``e10`` names, or None if it names none. ASCII, either case."""
    if not text.isascii():
        return None
    match = _POINT.fullmatch(text.lower())
    if match is None:
        return None
    letters, digits = match.groups()
    x = 0
    for letter in letters:
        x = 26 * x + ord(letter) - 96
    return x - 1, int(digits) - 1


def in_board_order(points: Iterable[Point]) -> tuple[Point, ...]:
    """Points sorted by row, then column: the order of cells on every board."""
    return tuple(sorted(points, key=lambda p: (p[1], p[0])))
