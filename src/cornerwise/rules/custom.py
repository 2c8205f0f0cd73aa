"""Variants of one's own: read from TOML with errors that name the line, and written as TOML.

The format is described in ``docs/variants.md``.
"""

from __future__ import annotations

import os
import re
import stat
import tomllib
from collections.abc import Callable, Mapping
from typing import Any

from .boards import Board, hexagon, masked, square
from .errors import CornerwiseError, VariantError, quote
from .pieces import MAX_PIECES, PIECE_SETS, Piece, PieceSet, drawn_piece, piece_set
from .toml_lines import Path, key_lines
from .variant import Seat, Variant, check_colours
from .variants import BUILT_IN

MAX_BYTES = 64 * 1024
"""The largest text that is read."""

_ID = re.compile(r"[a-z][a-z0-9_]{0,31}", re.ASCII)
_PIECE_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_+-]{0,11}", re.ASCII)
_MAX_NAME = 60


def load(path: str | os.PathLike[str]) -> Variant:
    """The variant in a TOML file. ``VariantError`` if it is none, ``OSError`` if it is not there.

    Larger files than ``MAX_BYTES`` and what is no regular file are refused before they are read.
    """
    shown = quote(os.path.basename(os.fspath(path)))
    # Not to hang on a pipe that nobody writes to.
    flags = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    number = os.open(path, os.O_RDONLY | flags)
    try:
        if not stat.S_ISREG(os.fstat(number).st_mode):
            raise VariantError(f"{shown} is no regular file")
        data = os.read(number, MAX_BYTES + 1)
    finally:
        os.close(number)
    if len(data) > MAX_BYTES:
        raise VariantError(f"{shown} is too large: {MAX_BYTES // 1024} KB at most")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise VariantError(
            f"byte {data[error.start]:#04x} is no UTF-8: a variant is a text file", line
        ) from None
    return loads(text)


def loads(text: str) -> Variant:
    """The variant that a TOML text describes.

    ``VariantError`` with line and reason if the text is no TOML, says what the format does not
    know, or describes a variant that cannot be played.
    """
    if not isinstance(text, str):
        raise VariantError(f"a variant is read from text, not from {type(text).__name__}")
    if len(text) > MAX_BYTES or len(text.encode("utf-8", "replace")) > MAX_BYTES:
        raise VariantError(f"the text is too large: {MAX_BYTES // 1024} KB at most")
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    for number, line in enumerate(text.split("\n"), 1):
        if not line.isascii() and any("\ud800" <= mark <= "\udfff" for mark in line):
            raise VariantError("half of a surrogate pair is no text", number)
    lines = key_lines(text)
    try:
        data = tomllib.loads(text)
    except RecursionError:
        raise VariantError("the text is nested too deep") from None
    except ValueError as error:
        raise _syntax(error, text) from None
    try:
        variant = _read(_Table(data, (), "the file"))
        variant.check()
    except VariantError as error:
        if error.line is not None:
            raise
        raise VariantError(error.reason, _line(lines, error.where), error.where) from None
    return variant


def _syntax(error: ValueError, text: str) -> VariantError:
    reason = str(error)
    found = re.search(r"\(at line (\d+), column (\d+)\)$", reason)
    if found:
        line = int(found[1])
    elif reason.endswith("(at end of document)"):
        line = text.count("\n", 0, len(text.rstrip())) + 1
    else:
        # Python itself refuses to read such long numbers, and does not tell where.
        long = re.search(r"\d{1000}", text)
        where = None if long is None else text.count("\n", 0, long.start()) + 1
        return VariantError("this is no TOML that can be read: a number is too long", where)
    source = text.split("\n")[line - 1 : line]
    about = reason[: reason.rindex(" (at ")]
    about = about[:1].lower() + about[1:]
    if not about.isascii() or not about.isprintable():
        about = ascii(about)[1:-1]
    return VariantError(f"this is no TOML: {about}: {quote(''.join(source).strip())}", line)


_CAUSES: dict[Path, Path] = {("start",): ("board",), ("seats",): ("rules",)}


def _line(lines: Mapping[Path, int], where: Path) -> int | None:
    for end in range(len(where), 0, -1):
        if where[:end] in lines:
            return lines[where[:end]]
    # What is wrong is left out, and follows from something else.
    cause = _CAUSES.get(where[:1])
    return None if cause is None else lines.get(cause)


class _Table:
    """A TOML table whose keys are taken one by one, so that those left over are unknown ones."""

    def __init__(self, data: Mapping[str, Any], path: Path, title: str) -> None:
        self.data = data
        self.path = path
        self.title = title

    def fail(self, key: str | None, reason: str) -> VariantError:
        return VariantError(reason, where=self.path if key is None else (*self.path, key))

    def _take(self, key: str, kind: str, check: Callable[[Any], bool]) -> Any:
        value = self.data.get(key)
        if key in self.data and not check(value):
            raise self.fail(key, f"{key} is {kind}, not {_show(value)}")
        return value

    def text(self, key: str) -> str | None:
        value = self._take(key, "a text in quotes", lambda v: isinstance(v, str))
        return None if value is None else str(value)

    def number(self, key: str, low: int, high: int) -> int | None:
        value = self._take(
            key,
            f"a whole number from {low} to {high}",
            lambda v: type(v) is int and low <= v <= high,
        )
        return None if value is None else int(value)

    def texts(self, key: str) -> tuple[str, ...] | None:
        value = self._take(
            key,
            "a list of texts in quotes",
            lambda v: isinstance(v, list) and all(isinstance(one, str) for one in v),
        )
        return None if value is None else tuple(value)

    def numbers(self, key: str, count: int, low: int, high: int) -> tuple[int, ...] | None:
        value = self._take(
            key,
            f"a list of {count} whole numbers from {low} to {high}",
            lambda v: (
                isinstance(v, list)
                and len(v) == count
                and all(type(one) is int and low <= one <= high for one in v)
            ),
        )
        return None if value is None else tuple(value)

    def table(self, key: str) -> _Table:
        """A table within, empty where it is absent."""
        value = self._take(key, f"a table ([{key}])", lambda v: isinstance(v, dict))
        return _Table(value or {}, (*self.path, key), f"[{'.'.join(map(str, (*self.path, key)))}]")

    def tables(self, key: str) -> list[_Table] | None:
        value = self._take(
            key,
            f"a list of tables ([[{key}]])",
            lambda v: isinstance(v, list) and all(isinstance(one, dict) for one in v),
        )
        if value is None:
            return None
        return [_Table(v, (*self.path, key, i), f"[[{key}]]") for i, v in enumerate(value)]

    def only(self, *known: str) -> None:
        """Refuse other keys than these."""
        for key in self.data:
            if key not in known:
                near = _near(key.lower(), known)
                guess = near or f"; it knows {', '.join(known)}"
                raise self.fail(key, f"{self.title} has no key {quote(key)}{guess}")


def _show(value: object) -> str:
    if isinstance(value, str):
        return quote(value)
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return str(value) if abs(value) < 10**18 else "so large a number"
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        return quote(repr(value))[1:-1]
    return "a " + type(value).__name__  # a float or a date


def _near(text: str, known: tuple[str, ...]) -> str:
    from difflib import get_close_matches

    near = get_close_matches(text[:_MAX_NAME], known, n=1)
    return f"; did you mean {near[0]}?" if near else ""


def _read(file: _Table) -> Variant:
    file.only("name", "id", "colours", "board", "pieces", "start", "rules", "seats")
    name = _name(file)
    id = file.text("id") or "custom"
    if not _ID.fullmatch(id):
        raise file.fail(
            "id", f"id {quote(id)}: small letters, digits and _ do, 32 at most, a letter first"
        )
    colours = file.texts("colours")
    if colours is None:
        raise file.fail(None, 'the file needs colours, such as colours = ["blue", "yellow"]')
    check_colours(colours)
    board = _board(file.table("board"))
    pieces = _pieces(file.table("pieces"))
    rules = file.table("rules")
    rules.only("scoring", "end", "shared", "neutral", "bonus")
    shared, neutral = rules.text("shared"), rules.text("neutral")
    scoring, end = rules.text("scoring") or "online", rules.text("end") or "all_blocked"
    bonus = rules.numbers("bonus", 2, 0, 1000) or (15, 20)
    start, fixed, free = _starts(file.table("start"), board, colours)
    seats = _seats(file, colours, (shared, neutral))
    variant = Variant(
        id=id,
        name=name,
        board=board,
        pieces=pieces,
        colours=colours,
        fixed_starts=fixed,
        start_cells=free,
        start=start,  # type: ignore[arg-type]  # the variant checks the words
        seats=seats,
        shared=shared,
        neutral=neutral,
        scoring=scoring,  # type: ignore[arg-type]
        end=end,  # type: ignore[arg-type]
        bonus=(bonus[0], bonus[1]),
    )
    if id in BUILT_IN and variant.family == "custom":
        raise file.fail("id", f"id {quote(id)} belongs to a built-in variant, which differs")
    return variant


def _name(file: _Table) -> str:
    name = file.text("name")
    if name is None:
        raise file.fail(None, 'the file needs a name, such as name = "Small cross"')
    if not 1 <= len(name) <= _MAX_NAME or not name.isprintable() or name != name.strip():
        raise file.fail(
            "name", f"name {quote(name)}: 1 to {_MAX_NAME} printable characters, no blanks around"
        )
    return name


def _board(table: _Table) -> Board:
    table.only("columns", "rows", "edge", "cells")
    columns = table.number("columns", 1, 512)
    rows = table.number("rows", 1, 512)
    edge = table.number("edge", 1, 9)
    drawing = table.text("cells")
    given = (columns is not None or rows is not None, edge is not None, drawing is not None)
    if sum(given) != 1:
        raise table.fail(
            None,
            "[board] needs one of: columns and rows (squares), edge (a hexagon of triangles), "
            "or cells (a drawing)",
        )
    try:
        if drawing is not None:
            return masked(drawing)
        if edge is not None:
            return hexagon(edge)
        if columns is None or rows is None:
            raise table.fail(None, "[board] needs both columns and rows")
        return square(columns, rows)
    except VariantError as error:
        where = (*table.path, "cells") if drawing is not None else table.path
        raise VariantError(error.reason, where=error.where or where) from None


def _pieces(table: _Table) -> PieceSet:
    table.only("set", "only", "without", "count", "counts", "shapes")
    base = table.text("set")
    only, without = table.texts("only"), table.texts("without")
    count = table.number("count", 1, 64)
    counts = table.table("counts")
    shapes = table.table("shapes")
    if len(shapes.data) > MAX_PIECES:
        raise table.fail("shapes", f"{len(shapes.data)} shapes are too many: {MAX_PIECES} at most")
    if base is None and not shapes.data:
        raise table.fail(None, "[pieces] needs a set, or drawings in [pieces.shapes]")
    if base is None and (only is not None or without is not None):
        raise table.fail(None, "[pieces] picks from a set with only or without: name the set")
    if only is not None and without is not None:
        raise table.fail("without", "[pieces] takes only or without, not both")
    chosen = [] if base is None else _from_set(table, base, only, without)
    for name in shapes.data:
        chosen.append((_drawn(shapes, name), 1))
    if count is not None:
        chosen = [(piece, count) for piece, _ in chosen]
    names = tuple(piece.name for piece, _ in chosen)
    for name in counts.data:
        copies = counts.number(name, 1, 64)
        if name not in names:
            raise counts.fail(name, f"no piece is called {quote(name)}{_near(name, names)}")
        chosen = [(p, copies if p.name == name and copies else n) for p, n in chosen]
    whole = base is not None and only is None and without is None and not shapes.data
    try:
        return PieceSet(base if base and whole else "custom", chosen)
    except VariantError as error:
        raise VariantError(error.reason, where=error.where or table.path) from None


def _from_set(
    table: _Table, base: str, only: tuple[str, ...] | None, without: tuple[str, ...] | None
) -> list[tuple[Piece, int]]:
    if base not in PIECE_SETS:
        raise table.fail(
            "set", f"set {quote(base)} is none of {', '.join(PIECE_SETS)}{_near(base, PIECE_SETS)}"
        )
    pieces = piece_set(base)
    key, picked = ("only", only) if only is not None else ("without", without or ())
    for name in picked:
        if name not in pieces.names:
            raise table.fail(
                key, f"{key}: {base} has no piece {quote(name)}{_near(name, pieces.names)}"
            )
        if picked.count(name) > 1:
            raise table.fail(key, f"{key}: {quote(name)} is listed twice")
    return [
        (piece, count)
        for piece, count in pieces.pieces
        if (piece.name in picked) == (only is not None)
    ]


def _drawn(shapes: _Table, name: str) -> Piece:
    drawing = shapes.text(name)
    if not _PIECE_NAME.fullmatch(name):
        raise shapes.fail(
            name, f"piece name {quote(name)}: letters, digits and _ + - do, 12 at most"
        )
    try:
        return drawn_piece(name, drawing or "")
    except VariantError as error:
        raise shapes.fail(name, error.reason) from None


def _starts(
    table: _Table, board: Board, colours: tuple[str, ...]
) -> tuple[str, tuple[int, ...], tuple[int, ...]]:
    table.only("rule", "fixed", "cells")
    rule = table.text("rule")
    fixed, cells = table.table("fixed"), table.texts("cells") or ()

    def cell(text: str, where: Path) -> int:
        try:
            return board.parse(text)
        except CornerwiseError as error:
            raise VariantError(f"start {error}", where=where) from None

    free = tuple(cell(text, (*table.path, "cells", i)) for i, text in enumerate(cells))
    for colour in fixed.data:
        if colour not in colours:
            raise fixed.fail(
                colour, f"start of {quote(colour)}: the colours are {', '.join(colours)}"
            )
    own = []
    if fixed.data:
        for colour in colours:
            text = fixed.text(colour)
            if text is None:
                raise fixed.fail(None, f"[start.fixed] has no start for {quote(colour)}")
            own.append(cell(text, (*fixed.path, colour)))
    default = "fixed" if own else "free" if free else "corners"
    return rule if rule is not None else default, tuple(own), free


def _seats(
    file: _Table, colours: tuple[str, ...], special: tuple[str | None, str | None]
) -> tuple[Seat, ...]:
    tables = file.tables("seats")
    if tables is None:
        return tuple(Seat((colour,)) for colour in colours if colour not in special)
    seats = []
    for table in tables:
        table.only("colours", "team")
        own, team = table.texts("colours") or (), table.number("team", 0, 3)
        seats.append(Seat(own, team))
    return tuple(seats)


# --- writing ---------------------------------------------------------------------


def dumps(variant: Variant) -> str:
    """The TOML of a variant, which ``loads`` turns back into an equal one."""
    out = [f"name = {_quoted(variant.name)}", f"id = {_quoted(variant.id)}"]
    out.append(f"colours = {_listed(variant.colours)}")
    out += ["", "[board]", *_board_lines(variant.board)]
    out += ["", "[pieces]", *_piece_lines(variant.pieces)]
    text = variant.board.text
    out += ["", "[start]", f"rule = {_quoted(variant.start)}"]
    if variant.start_cells:
        out.append(f"cells = {_listed(tuple(map(text, variant.start_cells)))}")
    if variant.fixed_starts:
        out.append("[start.fixed]")
        pairs = zip(variant.colours, variant.fixed_starts, strict=True)
        out += [f"{colour} = {_quoted(text(cell))}" for colour, cell in pairs]
    out += ["", "[rules]"]
    out += [f"scoring = {_quoted(variant.scoring)}", f"end = {_quoted(variant.end)}"]
    out.append(f"bonus = [{variant.bonus[0]}, {variant.bonus[1]}]")
    for key, colour in (("shared", variant.shared), ("neutral", variant.neutral)):
        if colour is not None:
            out.append(f"{key} = {_quoted(colour)}")
    for seat in variant.seats:
        out += ["", "[[seats]]", f"colours = {_listed(seat.colours)}"]
        if seat.team is not None:
            out.append(f"team = {seat.team}")
    return "\n".join(out) + "\n"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(c if c.isprintable() else f"\\U{ord(c):08X}" for c in escaped) + '"'


def _listed(texts: tuple[str, ...]) -> str:
    return "[" + ", ".join(map(_quoted, texts)) + "]"


def _board_lines(board: Board) -> list[str]:
    if board.triangles:
        edge = board.rows // 2
        if 6 * edge * edge == len(board) and board == hexagon(edge):
            return [f"edge = {edge}"]
    elif board.columns * board.rows == len(board):
        return [f"columns = {board.columns}", f"rows = {board.rows}"]

    def mark(x: int, y: int) -> str:
        if (x, y) not in board:
            return "."
        return "#" if not board.triangles else "^" if board.up((x, y)) else "v"

    rows = range(board.rows - 1, -1, -1)
    return [
        'cells = """',
        *("".join(mark(x, y) for x in range(board.columns)) for y in rows),
        '"""',
    ]


def _piece_lines(pieces: PieceSet) -> list[str]:
    for name in PIECE_SETS:
        if pieces == piece_set(name):
            return [f"set = {_quoted(name)}"]
    counts = [f"{_quoted(p.name)} = {n}" for p, n in pieces.pieces if n != 1]
    out = ["[pieces.counts]", *counts] if counts else []
    out.append("[pieces.shapes]")
    for piece, _ in pieces.pieces:
        out.append(f"{_quoted(piece.name)} = {_quoted(piece.drawing().replace(chr(10), '/'))}")
    return out
