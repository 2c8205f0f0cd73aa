"""``python -m cornerwise.server``: the server without the command line around it."""

from __future__ import annotations

import argparse
from pathlib import Path

from .run import serve


def main() -> None:
    """Serve with a few options; ``cornerwise serve`` has more."""
    parser = argparse.ArgumentParser(prog="python -m cornerwise.server", description=__doc__)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--data", type=Path, default=None, help="folder of the games")
    options = parser.parse_args()
    serve(options.host, options.port, data_dir=options.data)


if __name__ == "__main__":
    main()
