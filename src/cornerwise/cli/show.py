"""``cornerwise show``: a position of a record as text, SVG or PNG."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter, validators

from cornerwise.cli.arguments import WHOLE, FileName
from cornerwise.cli.errors import OK, Failure

if TYPE_CHECKING:
    from cornerwise.rules.position import Position

Format = Literal["text", "svg", "png"]

_SUFFIXES: dict[str, Format] = {".svg": "svg", ".png": "png", ".txt": "text"}


def show(
    file: FileName | None = None,
    /,
    *,
    moves: str | None = None,
    variant: str | None = None,
    start: Literal["fixed", "free", "corners"] | None = None,
    ply: Annotated[int | None, WHOLE, Parameter(validator=validators.Number(gte=0))] = None,
    format: Format | None = None,
    output: Annotated[FileName | None, Parameter(name=("--output", "-o"))] = None,
    width: Annotated[
        int | None, WHOLE, Parameter(validator=validators.Number(gte=1, lte=8192))
    ] = None,
    theme: Literal["light", "dark"] = "light",
) -> int:
    """Show a position: of a record, or after moves that you give.

    Examples:

        cornerwise show game.blksgf
        cornerwise show game.blksgf --ply 10 -o after-ten.svg
        cornerwise show --variant duo --moves "e10,f10,e11 j5,j4,i5" -o opening.png

    Parameters
    ----------
    file
        A .blksgf file or a JSON record; - reads standard input.
    moves
        Moves separated by spaces. A colour in front (red:t1,t2) plays out of turn.
    variant
        The variant of --moves: an id or a TOML file. Classic by default.
    start
        Where first pieces go in --moves, instead of the variant's own rule.
    ply
        Show the position after so many moves; the last by default.
    format
        text, svg or png. By default what the name of --output ends in, else text.
    output
        The file to write; standard output by default.
    width
        The width of a PNG, in pixels.
    theme
        The colours of a picture: light or dark.
    """
    from cornerwise.rules.errors import CornerwiseError

    if (file is None) == (moves is None):
        raise Failure("show takes a record FILE or --moves, one of them")
    if file is not None and (variant is not None or start is not None):
        raise Failure("--variant and --start belong to --moves; a record knows its own")
    chosen = format or _SUFFIXES.get(os.path.splitext(output or "")[1].lower(), "text")
    if width is not None and chosen != "png":
        raise Failure("--width is for PNG pictures")
    to_terminal = output in (None, "-") and sys.stdout.isatty()
    if chosen == "png" and to_terminal:
        raise Failure("a PNG is no text for a terminal: use --output FILE or a pipe")
    try:
        if moves is not None:
            position = _played(moves, "classic" if variant is None else variant, start)
        else:
            position = _recorded("" if file is None else file)
    except CornerwiseError as error:
        raise Failure(str(error)) from error
    _back_to(position, ply)
    _write(
        position,
        format=chosen,
        output=output,
        width=width,
        theme=theme,
        to_terminal=to_terminal,
    )
    return OK


def _played(moves: str, variant: str, start: str | None) -> Position:
    from cornerwise.cli.input import read_variant
    from cornerwise.rules.position import Position

    position = Position(read_variant(variant, start=start))
    for text in moves.split():
        colour, _colon, cells = text.rpartition(":")
        position.play(cells, colour=colour or None)
    return position


def _recorded(file: str) -> Position:
    from cornerwise.cli.input import read_record
    from cornerwise.formats.record import Record

    record = read_record(file)
    return record.position() if isinstance(record, Record) else record.position


def _back_to(position: Position, ply: int | None) -> None:
    """Takes moves back until `ply` are left."""
    played = len(position)
    if ply is None:
        return
    if ply > played:
        raise Failure(f"--ply {ply}: the record has {played} moves")
    for _ in range(played - ply):
        position.undo()


def _write(
    position: Position,
    *,
    format: Format,
    output: str | None,
    width: int | None,
    theme: Literal["light", "dark"],
    to_terminal: bool,
) -> None:
    from cornerwise.cli.input import write_output
    from cornerwise.rules import drawing

    if format == "text":
        colour = to_terminal and "NO_COLOR" not in os.environ
        text = drawing.text(position, colour=colour)
        write_output(output, (text.rstrip("\n") + "\n").encode())
        return
    history = position.history
    svg = drawing.svg(position, last=history[-1][1] if history else None, theme=theme)
    if format == "svg":
        write_output(output, svg.encode())
        return
    from cornerwise.formats.picture import svg_to_png

    write_output(output, svg_to_png(svg, width=width))
