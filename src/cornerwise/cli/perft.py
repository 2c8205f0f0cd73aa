"""``cornerwise perft``: count the sequences of moves to a depth."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter, validators

from cornerwise.cli.arguments import WHOLE
from cornerwise.cli.errors import OK

if TYPE_CHECKING:
    from cornerwise.rules.position import Position

_PART = 2  # plies that the core counts at once: some milliseconds on every board


def perft(
    variant: str,
    depth: Annotated[int, WHOLE, Parameter(validator=validators.Number(gte=0, lte=12))],
    /,
    *,
    start: Literal["fixed", "free", "corners"] | None = None,
) -> int:
    """Count the sequences of exactly so many moves from the empty board.

    Prints a line for each depth up to DEPTH: the depth and the count. The numbers
    grow fast; Ctrl-C stops a count that takes too long.

    Examples:

        cornerwise perft duo 3
        cornerwise perft classic 2 --start free

    Parameters
    ----------
    variant
        A variant's id (see: cornerwise variants), or a TOML file.
    depth
        The most moves, from 0 to 12.
    start
        Where first pieces go, instead of the variant's own rule.
    """
    from cornerwise.cli.input import read_variant
    from cornerwise.rules.position import Position

    position = Position(read_variant(variant, start=start))
    for moves in range(min(depth, 1), depth + 1):
        print(f"{moves}\t{_count(position, moves)}", flush=True)
    return OK


def _count(position: Position, depth: int) -> int:
    """`Position.perft` in small parts, so that Ctrl-C is heard between them."""
    if depth <= _PART or position.to_play is None:
        return position.perft(depth)
    total = 0
    for placement in position.legal_ids():
        position.play(placement)
        total += _count(position, depth - 1)
        position.undo()
    return total
