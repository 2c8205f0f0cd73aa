"""The command line as a whole: its commands, its errors and exit codes."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable, Sequence

from cyclopts import App, CycloptsError, Parameter

from cornerwise._version import __version__
from cornerwise.cli.check import check
from cornerwise.cli.errors import BAD, INTERRUPTED, OK, Failure, printable
from cornerwise.cli.perft import perft
from cornerwise.cli.play import play
from cornerwise.cli.serve import serve
from cornerwise.cli.show import show
from cornerwise.cli.variants import variants

__all__ = ["COMMANDS", "app", "run"]

# Each loads what it needs when it is called: `--help` must not wait for a server or the core.
COMMANDS: dict[str, Callable[..., int]] = {
    "serve": serve,
    "play": play,
    "show": show,
    "check": check,
    "variants": variants,
    "perft": perft,
}

_HELP = """Blokus, Duo, Junior and Trigon: play, serve, and work with game records.

Start here:

    cornerwise serve --open          play in the browser
    cornerwise play duo              play in the terminal
    cornerwise show game.blksgf      look at a record
    cornerwise COMMAND --help        what a command does, with examples

Exit codes: 0 done; 1 the answer is no; 2 bad usage or unreadable input.
"""

app = App(
    name="cornerwise",
    help=_HELP,
    help_format="plaintext",
    version=__version__,
    result_action="return_value",
    suppress_keyboard_interrupt=False,
    default_parameter=Parameter(negative=()),
)
for _order, (_name, _command) in enumerate(COMMANDS.items()):
    app.command(_command, name=_name, sort_key=_order)


def run(arguments: Sequence[str] | None = None) -> int:
    """Runs a command and returns its exit code; errors become one line on standard error."""
    _never_fail_to_print()
    try:
        try:
            code = app(
                None if arguments is None else list(arguments),
                exit_on_error=False,
                print_error=False,
            )
            sys.stdout.flush()
        except CycloptsError as error:
            return _fail(f"{error} (try --help)")
        except Failure as error:
            sys.stdout.flush()
            return _fail(str(error), error.code)
    except BrokenPipeError:
        # The reader has seen enough. Nothing may be written to the pipe again, at exit neither.
        _silence()
        return OK
    except OSError as error:  # a full disk behind standard output, a terminal that went away
        _silence()
        return _fail(f"input or output failed: {error.strerror or error}")
    except KeyboardInterrupt:
        if sys.stderr.isatty():
            print(file=sys.stderr)
        return INTERRUPTED
    return code if isinstance(code, int) else OK


def _fail(message: str, code: int = BAD) -> int:
    print("cornerwise:", printable(message), file=sys.stderr)
    return code


def _never_fail_to_print() -> None:
    """What a terminal's character set lacks is shown escaped, instead of ending the command.

    A stream that the caller closed is an empty one.
    """
    if sys.stdin is None:
        sys.stdin = open(os.devnull)  # noqa: SIM115
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115
    if sys.stderr is None:  # else print() would take standard output for it
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _silence() -> None:
    try:
        target = sys.stdout.fileno()
    except (OSError, ValueError):
        return
    sink = os.open(os.devnull, os.O_WRONLY)
    os.dup2(sink, target)
    os.close(sink)
