"""``python -m cornerwise.server``: the server without the command line around it."""

from __future__ import annotations

import argparse
import asyncio
import sys
from pathlib import Path

from .hub import rebuild
from .run import serve
from .settings import Settings
from .store import Store, StoreError


def _rebuild(data: Path | None) -> int:
    store = Store(Settings() if data is None else Settings(data_dir=data))
    store.open()
    try:
        done, bad = asyncio.run(rebuild(store))
    finally:
        store.close()
    print(f"{done} games")
    for game_id in bad:
        print(f"cannot be read: {game_id}", file=sys.stderr)
    return 1 if bad else 0


def main() -> None:
    """Serve with a few options; ``cornerwise serve`` has more."""
    parser = argparse.ArgumentParser(prog="python -m cornerwise.server", description=__doc__)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--data", type=Path, default=None, help="folder of the games")
    parser.add_argument(
        "--rebuild", action="store_true", help="write the lists of games anew, and stop"
    )
    options = parser.parse_args()
    try:
        if options.rebuild:
            sys.exit(_rebuild(options.data))
        serve(options.host, options.port, data_dir=options.data)
    except (StoreError, OSError) as error:
        print(f"cornerwise.server: {error}", file=sys.stderr)
        sys.exit(1)


if __name__ == "__main__":
    main()
