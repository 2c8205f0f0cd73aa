"""Reading what the user names: variants, record files, places to write to."""

from __future__ import annotations

import os
import stat
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from cornerwise.cli.errors import Failure
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

    if not path:
        raise Failure("a file without a name cannot be read")
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
    """A variant from a TOML file. Failure if unreadable; `VariantError` if it is none, with the
    name of the file and the line."""
    from cornerwise.rules.custom import loads
    from cornerwise.rules.errors import VariantError

    data = read_bytes(path, _MAX_TOML)
    try:
        return loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise VariantError(f"{quote(path)}: line {line}: not UTF-8 text") from error
    except VariantError as error:
        raise VariantError(f"{quote(path)}: {error}") from error


def read_record(path: str) -> Record | Game:
    """A record file: a `Record` of a .blksgf, a `Game` of our JSON. CornerwiseError if neither."""
    from cornerwise.formats.sgf import DEFAULT_LIMITS

    data = read_bytes(path, DEFAULT_LIMITS.size)
    if data[:1000].lstrip(b"\xef\xbb\xbf \t\r\n").startswith((b"{", b"[")):
        from cornerwise.game.record import loads

        return loads(data)
    from cornerwise.formats.blksgf import read_blksgf

    return read_blksgf(data)


def replace_file(path: str | Path, data: bytes) -> None:
    """Writes a file whole or not at all: on a full disk the one that was there stays."""
    target = os.path.realpath(path)
    if os.path.lexists(target) and not os.path.isfile(target):
        Path(target).write_bytes(data)  # a device or a pipe, which has nothing to lose
        return
    number, beside = tempfile.mkstemp(prefix=".", suffix=".part", dir=os.path.dirname(target))
    try:
        with open(number, "wb") as out:
            out.write(data)
            out.flush()
            os.fsync(out.fileno())
        if os.path.isfile(target):
            os.chmod(beside, stat.S_IMODE(os.stat(target).st_mode))
        else:
            mask = os.umask(0)
            os.umask(mask)
            os.chmod(beside, 0o666 & ~mask)
        os.replace(beside, target)
    except BaseException:
        os.unlink(beside)
        raise


def write_output(path: str | None, data: bytes) -> None:
    """Writes a file, or standard output where no path or `-` is given."""
    if path is None or path == "-":
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    try:
        replace_file(path, data)
    except OSError as error:
        raise Failure(f"cannot write {quote(path)}: {reason(error)}") from error
    except ValueError as error:
        raise Failure(f"{quote(path)} is no file name: {error}") from error
