"""``cornerwise check``: are these records whole and legal?"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from cornerwise.cli.arguments import FileName
from cornerwise.cli.errors import BAD, NO, OK, Failure, printable

if TYPE_CHECKING:
    from cornerwise.game import Game


def check(file: FileName, /, *files: FileName) -> int:
    """Check game records: every move legal and in turn, every variation legal.

    Reads .blksgf files and our own JSON records. Prints a line for each good file;
    for a bad one it says where and why on standard error: line and column, the
    number of the move, the rule.

    Exit code: 0 all are good, 1 at least one is not, 2 at least one cannot be read.

    Examples:

        cornerwise check game.blksgf
        cornerwise check games/*.blksgf
        cornerwise check - < game.json

    Parameters
    ----------
    file
        A record; - reads standard input.
    files
        More of them.
    """
    from cornerwise.rules.errors import CornerwiseError, quote

    worst = OK
    for path in (file, *files):
        try:
            print(f"{printable(path)}: {_verdict(path)}")
        except Failure as error:
            print("cornerwise:", printable(str(error)), file=sys.stderr)
            worst = BAD
        except CornerwiseError as error:
            print("cornerwise:", printable(f"{quote(path)}: {error}"), file=sys.stderr)
            worst = max(worst, NO)
    return worst


def _verdict(path: str) -> str:
    from cornerwise.cli.input import read_record
    from cornerwise.formats.record import Record

    record = read_record(path)
    if not isinstance(record, Record):
        return f"ok, {_describe(record)}"
    moves = record.check()
    if record.has_setup:
        return f"ok, {record.variant.id}, a setup position with {_count(moves, 'move')}"
    text = f"ok, {_describe(record.game())}"
    aside = moves - len(record.moves())
    return text + (f", {_count(aside, 'move')} in variations" if aside else "")


def _describe(game: Game) -> str:
    state = "unfinished"
    if game.ended is not None:
        totals = ", ".join(str(seat.total) for seat in game.standings().seats)
        state = f"ended with {totals}"
    return f"{game.variant.id}, {_count(len(game.plies), 'move')}, {state}"


def _count(number: int, word: str) -> str:
    return f"{number} {word}" + ("" if number == 1 else "s")
