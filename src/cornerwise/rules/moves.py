"""A move: a placement by its number, with texts and cells worked out when asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .points import Point
    from .variant import Variant


class Move:
    """A placement of a variant: which piece goes where. Who plays it is not part of it."""

    __slots__ = ("_placement", "_variant")

    def __init__(self, variant: Variant, placement: int) -> None:
        """No check is made here: ``Position.move`` and ``Position.parse`` make checked ones."""
        self._variant = variant
        self._placement = placement

    @property
    def placement(self) -> int:
        """Its number within the variant."""
        return self._placement

    @property
    def piece(self) -> str:
        """The piece's name."""
        return self._variant.piece_of(self.placement).name

    @property
    def size(self) -> int:
        """Number of cells."""
        return self._variant.piece_of(self.placement).size

    @property
    def cells(self) -> tuple[int, ...]:
        """The cells that it covers, ascending."""
        return tuple(self._variant.tables.cells_of(self.placement))

    @property
    def points(self) -> tuple[Point, ...]:
        """The points that it covers, in board order."""
        return self._variant.points_of(self.placement)

    @property
    def text(self) -> str:
        """Its cells by row, then column, joined by commas (``e10,f10,e11``)."""
        return self._variant.text_of(self.placement)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Move {self.piece}: {self.text}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Move):
            return NotImplemented
        if self._variant is other._variant:
            return self.placement == other.placement
        return (self.piece, self.text) == (other.piece, other.text)

    def __hash__(self) -> int:
        # By what equality compares across variants too: the cells decide the piece on a board.
        return hash(self.text)

    def __reduce__(self) -> tuple[Any, ...]:
        return (Move, (self._variant, self.placement))
