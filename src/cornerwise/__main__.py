"""``python -m cornerwise`` is the command ``cornerwise``."""

from __future__ import annotations

import sys

from cornerwise.cli import main

if __name__ == "__main__":
    sys.exit(main())
