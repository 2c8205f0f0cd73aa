"""Records in `.blksgf` files: SGF with the properties that Blokus programs agree on.

`read_blksgf` gives a `Record`: the tree as it stands in the file, the variant, the header, and
the main line as moves, a position or a game. `from_game` and `from_position` make one,
`write_blksgf` its text. docs/formats.md lists the properties, ours included.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from cornerwise._version import __version__
from cornerwise.formats import sgf
from cornerwise.formats._names import colour_name, game_name, name_keys
from cornerwise.formats.annotations import Annotations, annotations_of
from cornerwise.formats.errors import RecordError
from cornerwise.formats.record import Header, Record, RecordedMove, one_line
from cornerwise.formats.sgf import Node, Property, Source
from cornerwise.game import Game, Played, Stopped, Undone
from cornerwise.game.events import Event
from cornerwise.rules.custom import dumps as dumps_variant
from cornerwise.rules.position import Position
from cornerwise.rules.variants import VARIANTS, Variant

__all__ = [
    "Annotations",
    "Header",
    "Record",
    "RecordError",
    "RecordedMove",
    "annotations_of",
    "from_game",
    "from_position",
    "read_blksgf",
    "write_blksgf",
]


def read_blksgf(source: str | bytes | os.PathLike[str]) -> Record:
    """Reads a record: `str` is its text, `bytes` a file's content, a `Path` names a file.

    Raises RecordError with line, column and reason for what is malformed, for games that are
    not played here (Nexos and others) and for files over 8 MiB; OSError for a file that cannot
    be read. Moves are checked by `Record.game` and `Record.check`.
    """
    if isinstance(source, str):
        text = source
    else:
        data = source if isinstance(source, bytes) else sgf.read_bytes(Path(source))
        if len(data) > sgf.DEFAULT_LIMITS.size:
            raise RecordError(
                f"the file has {len(data):,} bytes; the limit is {sgf.DEFAULT_LIMITS.size:,}"
            )
        text = sgf.decode(data)
    where = Source(text)
    return Record(sgf.parse(where), where)


def write_blksgf(record: Record | Game | Position) -> str:
    """The text of a record, of a game or of a position. Write it to a file as UTF-8."""
    if isinstance(record, Game):
        record = from_game(record)
    elif isinstance(record, Position):
        record = from_position(record)
    if "CA" in record.root:
        record.root.set("CA", "UTF-8")
    elif not all(value.isascii() for root in record.roots for value in _all_values(root)):
        record.root.properties.insert(0, Property("CA", ["UTF-8"]))
    return sgf.write(record.roots)


def _all_values(root: Node) -> Iterator[str]:
    return (value for node in root.walk() for prop in node.properties for value in prop.values)


def from_game(
    game: Game,
    names: Sequence[str] | None = None,
    *,
    date: str = "",
    event: str = "",
    comment: str = "",
) -> Record:
    """The record of a game: one line of moves, without what was taken back.

    `names` has a text a seat and defaults to the game's own; `date` is written as it is
    (SGF wants `2026-11-30`). Reading the record gives a game of equal moves, stops and result.
    """
    variant = game.variant
    seats = game.seats
    root = _root(variant, [seat.name for seat in seats] if names is None else names)
    if variant.neutral is not None:
        root.set("CWN", str(game.created.neutral_seed))
    if not game.created.undo:
        root.set("CWU", "no")
    levels = [f"{i}:{seat.level}" for i, seat in enumerate(seats) if seat.kind == "computer"]
    if levels:
        root.set("CWC", *levels)
    for key, text in (("DT", date), ("EV", event), ("GC", comment), ("RE", _result(game))):
        if text:
            root.set(key, text)
    node = root
    for happened in _in_effect(game):
        if isinstance(happened, Played):
            node = node.add_child()
            node.set(colour_name(variant, happened.colour), happened.move)
        elif isinstance(happened, Stopped):
            stops = node.simple_texts("CWX")
            node.set("CWX", *stops, f"{happened.seat}:{happened.reason}")
    return Record([root])


def from_position(position: Position) -> Record:
    """The record of a position: its moves in their order, in turn or not, without players."""
    root = node = _root(position.variant, ())
    for colour, move in position.history:
        node = node.add_child()
        node.set(colour_name(position.variant, colour), move.text)
    return Record([root])


def _root(variant: Variant, names: Sequence[str]) -> Node:
    """A root node with what every record has: format, program, variant and names."""
    if names and len(names) != len(variant.seats):
        raise ValueError(f"{variant.id} has {len(variant.seats)} seats, not {len(names)} names")
    root = Node()
    root.set("FF", "4")
    root.set("CA", "UTF-8")
    root.set("AP", f"Cornerwise:{__version__}")
    options = {"start": variant.start, "scoring": variant.scoring, "end": variant.end}
    base = VARIANTS.get(variant.id)
    if base is None or base.with_options(**options).digest != variant.digest:
        root.set("GM", game_name(None)[0])
        root.set("CWT", dumps_variant(variant))
    else:
        name, exact = game_name(variant.id)
        root.set("GM", name)
        if not exact:
            root.set("CWV", variant.id)
        for key, option in (("CWS", "start"), ("CWP", "scoring"), ("CWE", "end")):
            if options[option] != getattr(base, option):
                root.set(key, options[option])
    for key, name in zip(name_keys(variant), names, strict=False):
        if name:
            root.set(key, one_line(name))
    return root


def _result(game: Game) -> str:
    """SGF's `RE` where it can say it: two sides of one seat each, at the end."""
    result = game.result
    if result is None or len(result.seats) != 2:
        return ""
    first, second = result.seats
    if first.place == second.place:
        return "0"
    winner, loser, sign = (
        (first, second, "B") if first.place < second.place else (second, first, "W")
    )
    if loser.forfeited:
        return f"{sign}+{'Time' if loser.stopped == 'time' else 'Resign'}"
    return f"{sign}+{abs(winner.total - loser.total)}"


def _in_effect(game: Game) -> list[Event]:
    """The events of a game without those that were taken back."""
    events: list[Event] = []
    for logged in game.log:
        event = logged.event
        if not isinstance(event, Undone):
            events.append(event)
            continue
        plies = event.plies
        while plies:
            plies -= isinstance(events.pop(), Played)
    return events
