"""Reading what the user names: variants, record files, places to write to."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from cornerwise.cli.errors import NO, Failure
from cornerwise.rules.errors import CornerwiseError, quote

if TYPE_CHECKING:
    from cornerwise.formats.record import Record
    from cornerwise.game import Game
    from cornerwise.rules.variant import Variant

_MAX_TOML = 256 * 1024


def reason(error: OSError) -> str:
    """What the system says about a file, without its numbers."""
    return (error.strerror or str(error) or type(error).__name__).lower()


def read_bytes(path: str, limit: int) -> bytes:
    """A file's content; `-` is standard input. Failure for what cannot be read or is too large."""
    from cornerwise.formats import sgf
    from cornerwise.formats.errors import RecordError

    try:
        if path == "-":
            data = sys.stdin.buffer.read(limit + 1)
            if len(data) > limit:
                raise RecordError(f"the input has more than {limit:,} bytes")
            return data
        return sgf.read_bytes(path, limit)
    except RecordError as error:
        raise Failure(f"cannot read {quote(path)}: {error.reason}") from error
    except OSError as error:
        raise Failure(f"cannot read {quote(path)}: {reason(error)}") from error
    except ValueError as error:  # a NUL in the name
        raise Failure(f"{quote(path)} is no file name: {error}") from error


def read_variant(
    name: str, *, start: str | None = None, scoring: str | None = None, end: str | None = None
) -> Variant:
    """A variant by its id, or from a TOML file (a name that ends in `.toml` or has a `/`)."""
    from cornerwise.rules.variants import get_variant

    try:
        is_file = name.endswith(".toml") or os.sep in name
        variant = load_toml(name) if is_file else get_variant(name)
        return variant.with_options(start=start, scoring=scoring, end=end)
    except CornerwiseError as error:
        raise Failure(str(error)) from error


def load_toml(path: str) -> Variant:
    """A variant from a TOML file. Failure if unreadable, or with the line if it is none."""
    from cornerwise.rules.custom import loads
    from cornerwise.rules.errors import VariantError

    data = read_bytes(path, _MAX_TOML)
    try:
        return loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise Failure(f"{quote(path)}: line {line}: not UTF-8 text", NO) from error
    except VariantError as error:
        raise Failure(f"{quote(path)}: {error}", NO) from error


def read_record(path: str) -> Record | Game:
    """A record file: a `Record` of a .blksgf, a `Game` of our JSON. CornerwiseError if neither."""
    from cornerwise.formats.sgf import DEFAULT_LIMITS

    data = read_bytes(path, DEFAULT_LIMITS.size)
    if data[:1000].lstrip(b"\xef\xbb\xbf \t\r\n").startswith((b"{", b"[")):
        from cornerwise.game.record import loads

        return loads(data)
    from cornerwise.formats.blksgf import read_blksgf

    return read_blksgf(data)


def write_output(path: str | None, data: bytes) -> None:
    """Writes a file, or standard output where no path or `-` is given."""
    if path is None or path == "-":
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    try:
        Path(path).write_bytes(data)
    except OSError as error:
        raise Failure(f"cannot write {quote(path)}: {reason(error)}") from error
    except ValueError as error:
        raise Failure(f"{quote(path)} is no file name: {error}") from error
