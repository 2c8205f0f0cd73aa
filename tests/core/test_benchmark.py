"""The benchmark runs, alone and beside a peer, and notices a peer that counts otherwise."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "core.py"

PEER = """
import sys
games = 0
for line in sys.stdin:
    command, *rest = line.split()
    if command == "name":
        print("Echo 1")
    elif command in ("variant", "game"):
        games += command == "game"
        print("ok")
    elif command == "list":
        print({moves}, 0.5)
    elif command == "playouts":
        print(rest[0], 0.25)
    elif command == "perft":
        print({perft}, 2.0)
    else:
        break
    sys.stdout.flush()
"""


JUNIOR_PERFT_3 = 8_665_264


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(SCRIPT), "--variant", "junior", "--rounds", "1"]
    return subprocess.run(
        [*command, "--games", "20", *arguments], capture_output=True, text=True, check=False
    )


def moves() -> int:
    games = SCRIPT.parents[1] / "tests" / "data" / "oracle" / "junior.jsonl"
    return sum(n for line in games.read_text().splitlines() for n, _ in json.loads(line)["legal"])


def peer(path: Path, listed: int) -> str:
    path.write_text(PEER.format(moves=listed, perft=JUNIOR_PERFT_3))
    return shlex.join([sys.executable, str(path)])


def test_alone() -> None:
    done = run("--dry")
    assert done.returncode == 0, done.stderr
    for task in ("legal, C++ list", "legal, Python list", "uniform games", "perft 3"):
        assert task in done.stdout


def test_beside_a_peer(tmp_path: Path) -> None:
    out = tmp_path / "results" / "core.jsonl"
    command = peer(tmp_path / "peer.py", 2 * moves())
    done = run("--out", str(out), "--peer-command", command)
    assert done.returncode == 0, done.stderr
    (line,) = out.read_text().splitlines()
    record = json.loads(line)
    assert record["peer"] == "Echo 1"
    figures = record["figures"]["junior"]
    assert figures["legal, C++ list"]["peer"] == 4 * moves()
    assert figures["perft 3"]["peer"] == JUNIOR_PERFT_3 / 2
    assert figures["uniform games"]["peer"] == 20
    for row in figures.values():
        assert row["ratio"] > 0


def test_a_peer_that_counts_otherwise(tmp_path: Path) -> None:
    done = run("--dry", "--peer-command", peer(tmp_path / "peer.py", moves() + 1))
    assert done.returncode != 0
    assert "legal, C++ list" in done.stderr
