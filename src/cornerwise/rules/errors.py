"""Errors of the rules layer: every one is a ``ValueError`` that quotes what was wrong."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from .points import point_text

if TYPE_CHECKING:
    from .points import Point

__all__ = [
    "CornerwiseError",
    "IllegalMove",
    "NotationError",
    "Reason",
    "Refusal",
    "UnknownVariant",
    "VariantError",
    "quote",
]

_QUOTED = 60


def quote(value: object) -> str:
    """``value`` as it was given, printable ASCII only and cut short: safe in any message."""
    text = value if isinstance(value, str) else _repr(value)[: 4 * _QUOTED]
    shown = ascii(text[:_QUOTED])
    return shown if len(text) <= _QUOTED else shown[:-1] + "…" + shown[-1]


def _repr(value: object) -> str:
    try:
        return repr(value)
    except (ValueError, RecursionError):  # Python writes no integer of thousands of digits
        return f"<{type(value).__name__}>"


class CornerwiseError(ValueError):
    """The base of all errors that bad input causes."""


class Reason(StrEnum):
    """Why a move is illegal: the same words in the library, files, GTP, the wire and the page."""

    NOT_YOUR_TURN = "not_your_turn"
    PIECE_USED = "piece_used"
    OCCUPIED = "occupied"
    OFF_BOARD = "off_board"
    EDGE_CONTACT = "edge_contact"
    NO_CORNER_CONTACT = "no_corner_contact"
    START_NOT_COVERED = "start_not_covered"


class NotationError(CornerwiseError):
    """A text that names no cells, or cells that form no piece of the set. Quotes the text."""


class VariantError(CornerwiseError):
    """A variant that cannot be played.

    ``line`` is the line of the file, from 1, where it is known; ``reason`` the text without it.
    ``where`` are the keys that lead to the fault in a variant's file, outermost first.
    """

    def __init__(
        self, reason: str, line: int | None = None, where: tuple[str | int, ...] = ()
    ) -> None:
        self.reason = reason
        self.line = line
        self.where = where
        super().__init__(reason if line is None else f"line {line}: {reason}")

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (self.reason, self.line, self.where))


class UnknownVariant(VariantError, KeyError):
    """No built-in variant has this id. Lists the ids and names near ones."""

    def __str__(self) -> str:  # KeyError would quote the text once more
        return str(self.args[0])

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (self.reason,))


class Refusal:
    """Why a colour may not place these points, with what to point at.

    ``points`` are the move's own points that break the rule; they may lie off the board.
    ``others`` is what they collide with: the pieces in the way, the own cells touched, the place
    of the piece that was used already, the nearest cells to extend to, or the start cells.
    """

    __slots__ = ("others", "points", "reason")
    __match_args__ = ("reason", "points", "others")

    reason: Reason
    points: tuple[Point, ...]
    others: tuple[Point, ...]

    def __init__(
        self, reason: Reason, points: Sequence[Point] = (), others: Sequence[Point] = ()
    ) -> None:
        set_ = object.__setattr__
        set_(self, "reason", Reason(reason))
        set_(self, "points", tuple(points))
        set_(self, "others", tuple(others))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Refusal does not change: cannot set {name!r}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a Refusal does not change: cannot delete {name!r}")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Refusal):
            return NotImplemented
        return (self.reason, self.points, self.others) == (
            other.reason,
            other.points,
            other.others,
        )

    def __hash__(self) -> int:
        return hash((self.reason, self.points, self.others))

    def __repr__(self) -> str:
        return f"Refusal({self.reason!s}, points={self.points}, others={self.others})"

    def __reduce__(self) -> tuple[Any, ...]:
        return (Refusal, (self.reason, self.points, self.others))


def _list(points: Sequence[Point], most: int = 6) -> str:
    texts = [point_text(p) for p in points[:most]]
    if len(points) > most:
        texts.append(f"{len(points) - most} more")
    if len(texts) < 2:
        return "".join(texts)
    return ", ".join(texts[:-1]) + " and " + texts[-1]


def _are(points: Sequence[Point]) -> str:
    return "is" if len(points) == 1 else "are"


class IllegalMove(CornerwiseError):
    """A move that the rules forbid. Its text names the move, the colour, the reason and the cells.

    ``move`` is the text of the move, ``colour`` who wanted to play it (None where no colour is
    in question), ``piece`` the piece's name, ``refusal`` the reason with its points.
    """

    def __init__(self, move: str, colour: str | None, piece: str | None, refusal: Refusal) -> None:
        self.move = move
        self.colour = colour
        self.piece = piece
        self.refusal = refusal
        super().__init__(self._text())

    @property
    def reason(self) -> Reason:
        """The reason alone."""
        return self.refusal.reason

    @property
    def cells(self) -> tuple[str, ...]:
        """The move's cells that break the rule, as texts."""
        return tuple(point_text(p) for p in self.refusal.points)

    def __reduce__(self) -> tuple[Any, ...]:
        return (IllegalMove, (self.move, self.colour, self.piece, self.refusal))

    def _text(self) -> str:
        points, others = self.refusal.points, self.refusal.others
        who = self.colour or "no colour"
        match self.refusal.reason:
            case Reason.NOT_YOUR_TURN:
                why = f"it is not {who}'s turn"
            case Reason.PIECE_USED:
                why = f"{who} has no piece {self.piece} left"
                if others:
                    why += f"; it lies on {_list(others, 12)}"
            case Reason.OCCUPIED:
                why = f"{_list(points)} {_are(points)} taken"
            case Reason.OFF_BOARD:
                why = f"{_list(points)} {_are(points)} not on the board"
            case Reason.EDGE_CONTACT:
                shares = "shares an edge" if len(points) == 1 else "share an edge"
                why = f"{_list(points)} {shares} with {who}'s own {_list(others)}"
            case Reason.NO_CORNER_CONTACT:
                why = f"it touches no corner of {who}'s pieces"
                why += (
                    f"; the nearest to extend to {_are(others)} {_list(others)}" if others else ""
                )
            case Reason.START_NOT_COVERED:
                why = f"{who}'s first piece must cover {' or '.join(map(point_text, others[:12]))}"
        verb = f"{who} cannot play" if self.colour else "nobody can play"
        return f"{verb} {quote(self.move)}: {why}"
