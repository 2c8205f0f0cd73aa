"""How a command ends early: exit codes and the errors that carry them."""

from __future__ import annotations

OK = 0
NO = 1  # the command did its work, and the answer is no
BAD = 2  # bad usage, or input that cannot be read
INTERRUPTED = 130


def printable(text: str) -> str:
    """A text as one line that a terminal shows and does not obey.

    Joiners stay: Persian and some emoji are written with them.
    """
    return "".join(
        c if c.isprintable() or c in "\u200c\u200d" else ascii(c)[1:-1]
        for c in " ".join(text.split())
    )


class Failure(Exception):
    """Ends a command with one line on standard error and an exit code."""

    def __init__(self, message: str, code: int = BAD) -> None:
        super().__init__(message)
        self.code = code
