"""The built-in variants, as a table. Each is built when first asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

from .boards import Board, hexagon, square
from .errors import UnknownVariant, quote
from .pieces import piece_set
from .variant import (
    COLOURS,
    END_RULES,
    MAX_COLOURS,
    MAX_PLACEMENTS,
    START_RULES,
    EndRule,
    Seat,
    StartRule,
    Variant,
    seats,
)

__all__ = [
    "BUILT_IN",
    "COLOURS",
    "END_RULES",
    "MAX_COLOURS",
    "MAX_PLACEMENTS",
    "START_RULES",
    "VARIANTS",
    "EndRule",
    "Seat",
    "StartRule",
    "Variant",
    "get_variant",
]


class _Table(NamedTuple):
    """What the variants of one board have in common."""

    size: tuple[int, ...]  # columns and rows of squares, or the edge of a hexagon
    pieces: str
    colours: tuple[str, ...]
    starts: str
    fixed: bool  # whether each colour has a start of its own, in this order
    bonus: tuple[int, int] = (15, 20)


_FOUR = ("blue", "yellow", "red", "green")
_TWO = ("purple", "orange")

_BOARDS = {
    "classic": _Table((20, 20), "polyominoes", _FOUR, "a20 t20 t1 a1", fixed=True),
    "duo": _Table((14, 14), "polyominoes", _TWO, "e10 j5", fixed=True),
    "junior": _Table((14, 14), "junior", _TWO, "e10 j5", fixed=True, bonus=(0, 0)),
    "trigon": _Table((9,), "polyiamonds", _FOUR, "r15 r4 j12 j7 z12 z7", fixed=False),
    "trigon_3": _Table((8,), "polyiamonds", _FOUR[:3], "p14 p3 h11 h6 x11 x6", fixed=False),
}


class _Mode(NamedTuple):
    name: str
    board: str
    seats: tuple[Seat, ...]
    shared: str | None = None
    neutral: str | None = None


_SINGLE = seats("blue", "yellow", "red", "green")
_TEAMS = seats("blue", "yellow", "red", "green", teams=(0, 1, 0, 1))
_PAIRS = seats("blue red", "yellow green")
_THREE = seats("blue", "yellow", "red")
_ONE_WITH_TWO = seats("blue red", "yellow", "green")
_ALL = seats("blue yellow red green")
_DUO = seats("purple", "orange")
_DUO_ALL = seats("purple orange")

_MODES = {
    "classic": _Mode("Classic", "classic", _SINGLE),
    "classic_teams": _Mode("Classic, two teams", "classic", _TEAMS),
    "classic_2": _Mode("Classic for two", "classic", _PAIRS),
    "classic_3": _Mode("Classic for three, shared green", "classic", _THREE, shared="green"),
    "classic_3_two": _Mode("Classic for three, one with two colours", "classic", _ONE_WITH_TWO),
    "classic_3_neutral": _Mode(
        "Classic for three, neutral green", "classic", _THREE, neutral="green"
    ),
    "classic_1": _Mode("Classic solitaire", "classic", _ALL),
    "duo": _Mode("Duo", "duo", _DUO),
    "duo_1": _Mode("Duo solitaire", "duo", _DUO_ALL),
    "junior": _Mode("Junior", "junior", _DUO),
    "junior_1": _Mode("Junior solitaire", "junior", _DUO_ALL),
    "trigon": _Mode("Trigon", "trigon", _SINGLE),
    "trigon_teams": _Mode("Trigon, two teams", "trigon", _TEAMS),
    "trigon_2": _Mode("Trigon for two", "trigon", _PAIRS),
    "trigon_3": _Mode("Trigon for three", "trigon_3", _THREE),
    "trigon_3_shared": _Mode("Trigon for three, shared green", "trigon", _THREE, shared="green"),
    "trigon_3_two": _Mode("Trigon for three, one with two colours", "trigon", _ONE_WITH_TWO),
    "trigon_3_neutral": _Mode("Trigon for three, neutral green", "trigon", _THREE, neutral="green"),
    "trigon_1": _Mode("Trigon solitaire", "trigon", _ALL),
}

BUILT_IN: tuple[str, ...] = tuple(_MODES)
"""The ids of the built-in variants."""


@cache
def _board(size: tuple[int, ...]) -> Board:
    return hexagon(*size) if len(size) == 1 else square(*size)


@cache
def _built(id: str) -> Variant:
    mode = _MODES[id]
    table = _BOARDS[mode.board]
    board = _board(table.size)
    cells = tuple(board.parse(text) for text in table.starts.split())
    return Variant(
        id=id,
        name=mode.name,
        board=board,
        pieces=piece_set(table.pieces),
        colours=table.colours,
        fixed_starts=cells if table.fixed else (),
        start_cells=cells,
        start="fixed" if table.fixed else "free",
        seats=mode.seats,
        shared=mode.shared,
        neutral=mode.neutral,
        bonus=table.bonus,
    )


def get_variant(id: str) -> Variant:
    """The built-in variant with this id. ``UnknownVariant`` if there is none."""
    if isinstance(id, str) and id in _MODES:
        return _built(id)
    from difflib import get_close_matches

    near = get_close_matches(id.lower()[:60], BUILT_IN, n=2) if isinstance(id, str) else []
    guess = f"; did you mean {' or '.join(near)}?" if near else "."
    raise UnknownVariant(
        f"no variant is called {quote(id)}{guess} There are: {', '.join(BUILT_IN)}"
    )


class _Variants(Mapping[str, Variant]):
    """All built-in variants by id, in the order of the rules."""

    def __getitem__(self, id: str) -> Variant:
        return get_variant(id)

    def __contains__(self, id: object) -> bool:
        return id in BUILT_IN

    def __iter__(self) -> Iterator[str]:
        return iter(BUILT_IN)

    def __len__(self) -> int:
        return len(BUILT_IN)

    def __repr__(self) -> str:
        return f"<VARIANTS: {', '.join(BUILT_IN)}>"


VARIANTS: Mapping[str, Variant] = _Variants()
