"""Runs the browser tests, in a process of their own; says visibly when there is no browser.

With CI set, a missing browser is a failure.
"""

from __future__ import annotations

import os
import subprocess
import sys

from bootstrap import ROOT, lacking


def main() -> int:
    """Run them and return pytest's exit code."""
    missing = lacking()
    if missing:
        text = (
            "\n"
            f"  The browser tests were NOT run: this machine lacks {', '.join(missing)}.\n"
            f"  Add it and run `make test` again:  sudo apt-get install {' '.join(missing)}\n"
            "  (a browser elsewhere is named by CORNERWISE_CHROMIUM=/path/to/chrome)\n"
        )
        print(text, file=sys.stderr, flush=True)
        return 1 if os.environ.get("CI") else 0
    command = [sys.executable, "-m", "pytest", "-m", "browser", "tests/browser", *sys.argv[1:]]
    return subprocess.run(command, cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
