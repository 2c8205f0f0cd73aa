"""What a record that cannot be read raises."""

from __future__ import annotations

from cornerwise.game.errors import RecordError as GameRecordError

__all__ = ["RecordError"]


class RecordError(GameRecordError):
    """A record is malformed, or breaks the rules of its game.

    `line` and `column` count from 1 and say where in the text the trouble begins; they are None
    where no single place is to blame. `ply` is the number of the move, from 1, when a move of the
    line is refused. `str()` is one line: `line 3, column 5: move 7: …`.
    """

    def __init__(
        self,
        reason: str,
        *,
        line: int | None = None,
        column: int | None = None,
        ply: int | None = None,
    ) -> None:
        self.reason = reason
        self.line = line
        self.column = column
        self.ply = ply
        parts = []
        if line is not None:
            parts.append(f"line {line}" + (f", column {column}" if column is not None else ""))
        if ply is not None:
            parts.append(f"move {ply}")
        super().__init__(": ".join([*parts, reason]))
