"""Measures the core: legal placements, random games, perft; see benchmarks/README.md.

    python benchmarks/core.py                                  # this program alone
    python benchmarks/core.py --peer-command "path/to/peer"    # beside another one

Prints a table, and adds a line to benchmarks/results/core.jsonl unless told not to.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shlex
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from statistics import median

import cornerwise
from cornerwise import _core
from provenance import commit, machine

ROOT = Path(__file__).resolve().parent.parent
GAMES = ROOT / "tests" / "data" / "oracle"
RESULTS = ROOT / "benchmarks" / "results" / "core.jsonl"
VARIANTS = ("classic", "duo", "junior", "trigon", "trigon_3")
PERFT_DEPTH = {"classic": 4, "duo": 3, "junior": 3, "trigon": 2, "trigon_3": 2}


class Peer:
    """Another program that speaks the line protocol of benchmarks/README.md."""

    def __init__(self, command: str) -> None:
        self.process = subprocess.Popen(
            shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.name = self.ask("name")

    def ask(self, line: str) -> str:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline().strip()
        if not answer or answer.startswith("error"):
            raise SystemExit(f"the peer answers {answer!r} to {line[:80]!r}")
        return answer

    def measure(self, line: str) -> tuple[int, float]:
        """What it counted, and the processor's seconds that it took by its own clock."""
        count, seconds = self.ask(line).split()
        return int(count), float(seconds)

    def close(self) -> None:
        self.process.communicate("quit\n")


@dataclass
class Positions:
    """Every position of the recorded games, with the colour that moved there."""

    states: list[_core.State] = field(default_factory=list)
    colours: list[int] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)  # the games, as the peer wants them
    moves: int = 0  # legal moves in all


def read_positions(variant: str) -> Positions:
    found = Positions()
    with (GAMES / f"{variant}.jsonl").open() as file:
        for line in file:
            game = json.loads(line)
            position = cornerwise.Position(variant)
            for (name, text), (expected, _) in zip(game["moves"], game["legal"], strict=True):
                colour = position.colour_name(name)
                index = position.colours.index(colour)
                found.states.append(position.state.copy())
                found.colours.append(index)
                if position.state.count(index) != expected:
                    raise SystemExit(f"{variant}: {text} has not {expected} legal moves before it")
                found.moves += expected
                position.play(text, colour)
            found.lines.append("game " + " ".join(f"{c} {m}" for c, m in game["moves"]))
    return found


def timed(call: Callable[[], int]) -> tuple[int, float]:
    begin = time.process_time()
    count = call()
    return count, time.process_time() - begin


Measure = Callable[[], tuple[int, float]]


def measures(variant: str, found: Positions, games: int) -> dict[str, tuple[Measure, str | None]]:
    """What to measure, and the line that asks a peer for the same."""
    start = cornerwise.Position(variant).state
    depth = PERFT_DEPTH[variant]

    def lists() -> int:
        pairs = zip(found.states, found.colours, strict=True)
        return sum(len(state.legal(colour)) for state, colour in pairs)

    return {
        "legal, C++ list": (
            lambda: _core.time_generation(found.states, found.colours, 2),
            "list 2",
        ),
        "legal, counted": (
            lambda: _core.time_generation(found.states, found.colours, 2, only_count=True),
            "list 2",
        ),
        "legal, Python list": (lambda: timed(lists), "list 2"),
        "uniform games": (
            lambda: timed(lambda: len(start.playouts(games, 1))),
            f"playouts {games // 4}",
        ),
        f"perft {depth}": (lambda: timed(lambda: start.perft(depth)), f"perft {depth}"),
    }


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--peer-command", default=os.environ.get("CORNERWISE_PEER"))
    parser.add_argument("--rounds", type=int, default=5, help="odd numbers have a median (5)")
    parser.add_argument("--games", type=int, default=1000, help="random games a round (1000)")
    parser.add_argument("--variant", action="append", choices=VARIANTS, help="default: all")
    parser.add_argument("--out", type=Path, default=RESULTS, help="where a line is added")
    parser.add_argument("--dry", action="store_true", help="do not add a line to the results")
    options = parser.parse_args()
    peer = Peer(options.peer_command) if options.peer_command else None
    record: dict[str, object] = {
        "commit": commit(),
        "date": datetime.now(UTC).strftime("%Y-%m-%d %H:%M"),
        "machine": machine(),
        "python": platform.python_version(),
        "peer": peer.name if peer else None,
        "rounds": options.rounds,
    }
    print(f"{record['machine']}; core {record['commit']}; peer: {record['peer'] or 'none'}")
    print(f"{'':31} {'a second':>16} {'peer':>16} {'ratio':>7}")
    figures: dict[str, dict[str, dict[str, float]]] = {}
    for variant in options.variant or VARIANTS:
        found = read_positions(variant)
        record["path"] = found.states[0].tables.path
        if peer:
            peer.ask(f"variant {variant}")
            for line in found.lines:
                peer.ask(line)
        print(f"{variant}: {len(found.states)} positions, {found.moves} legal moves")
        figures[variant] = {}
        for name, (ours, theirs) in measures(variant, found, options.games).items():
            own_rates, peer_rates = [], []
            for _ in range(options.rounds):
                # Turn by turn, so that what else the machine does meets both.
                count, seconds = ours()
                own_rates.append(count / seconds)
                if peer and theirs:
                    peer_count, seconds = peer.measure(theirs)
                    peer_rates.append(peer_count / seconds)
                    if name != "uniform games" and peer_count not in (count, 2 * count):
                        raise SystemExit(f"{variant}, {name}: {count} here, {peer_count} there")
            row = {"a second": median(own_rates)}
            text = f"  {name:29} {row['a second']:16,.0f}"
            if peer_rates:
                pairs = zip(own_rates, peer_rates, strict=True)
                row["peer"] = median(peer_rates)
                row["ratio"] = median(a / b for a, b in pairs)
                text += f" {row['peer']:16,.0f} {row['ratio']:7.2f}"
            print(text, flush=True)
            figures[variant][name] = {key: round(value, 2) for key, value in row.items()}
    record["figures"] = figures
    if peer:
        peer.close()
    if not options.dry:
        options.out.parent.mkdir(exist_ok=True)
        with options.out.open("a") as file:
            file.write(json.dumps(record) + "\n")


if __name__ == "__main__":
    sys.exit(main())
