"""How long a cold start takes: `import cornerwise; cornerwise.Position("classic")`.

Bare interpreters and those that make a position alternate; what is printed and kept is the
difference of the medians, in milliseconds of the clock, and how many times the bare start it is.
"""

from __future__ import annotations

import argparse
import json
import platform
import statistics
import subprocess
import sys
import time
from pathlib import Path

from provenance import commit

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "benchmarks" / "results" / "start.jsonl"
WORK = 'import cornerwise; cornerwise.Position("classic")'


def seconds(code: str) -> float:
    """Time one interpreter from its start to its end."""
    begin = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)
    return time.perf_counter() - begin


def main() -> None:
    """Measure, print, and keep a line unless told not to."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=21)
    parser.add_argument("--dry", action="store_true", help="keep no result")
    arguments = parser.parse_args()
    seconds(WORK)  # compiles what has no bytecode yet
    pairs = [(seconds("pass"), seconds(WORK)) for _ in range(arguments.rounds)]
    bare = statistics.median(pair[0] for pair in pairs) * 1000
    full = statistics.median(pair[1] for pair in pairs) * 1000
    print(f"bare interpreter {bare:.1f} ms; with a Classic position {full:.1f} ms")
    print(f"difference {full - bare:.1f} ms, {full / bare:.1f} times the bare start")
    if arguments.dry:
        return
    line = {
        "commit": commit(),
        "date": time.strftime("%Y-%m-%d %H:%M"),
        "python": platform.python_version(),
        "rounds": arguments.rounds,
        "bare_ms": round(bare, 1),
        "position_ms": round(full, 1),
        "difference_ms": round(full - bare, 1),
    }
    with RESULTS.open("a", encoding="utf-8") as file:
        file.write(json.dumps(line) + "\n")


if __name__ == "__main__":
    main()
