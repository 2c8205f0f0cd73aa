"""The command ``cornerwise``: one file a command, loaded when it is called."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command line (``sys.argv`` without its first by default); returns its exit code."""
    from cornerwise.cli.app import run

    return run(arguments)
