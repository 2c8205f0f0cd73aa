"""Matches between levels: paired games from one opening, with the seats exchanged.

    python benchmarks/players.py --variant duo --a 3 --b 2 --pairs 50
    python benchmarks/players.py --ladder            # the table of docs/players.md

Level 0 plays at random. In variants of more than two seats, A has every other seat. One JSON
line a match goes to benchmarks/results/players.jsonl (or --out).
"""

from __future__ import annotations

import argparse
import json
import platform
import random
import statistics
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

from cornerwise import engine
from cornerwise.game import Game

LADDER = [
    (variant, better, better - 1, pairs if better < 3 else max(4, pairs // 3))
    for variant, pairs in (
        ("duo", 60),
        ("classic_2", 20),
        ("classic", 20),
        ("classic_3", 20),
        ("trigon", 12),
    )
    for better in (1, 2, 3)
]


def placement(level: int, game: Game, seed: int) -> int:
    """The choice of a level; level 0 is uniform."""
    if level == 0:
        return random.Random(seed).choice(game.legal_ids())
    return engine.create(level).choose(game, seed=seed).placement


def play(variant: str, levels: list[int], seed: int, opening: int) -> tuple[Game, list[float]]:
    """One game: a level a seat, after `opening` plies of level 1.

    Returns each seat's slowest move too, in seconds of processor time.
    """
    game = Game(variant, neutral_seed=seed)
    took = [0.0] * len(levels)
    rng = random.Random(seed)
    while game.turn is not None:
        seat = game.turn.seat
        assert seat is not None
        level = levels[seat] if len(game.plies) >= opening else 1
        chance = rng.getrandbits(62)
        begin = time.process_time()
        chosen = placement(level, game, chance)
        if len(game.plies) >= opening:
            took[seat] = max(took[seat], time.process_time() - begin)
        game = game.play(chosen)
    return game, took


def pair(variant: str, a: int, b: int, opening: int, seed: int) -> list[tuple[float, float, float]]:
    """Two games with seats exchanged: of each, A's share of the win, its margin, its slowest move.

    The margin is A's mean points a seat minus B's.
    """
    rows = []
    for turned in (0, 1):
        seats = range(len(Game(variant).seats))
        is_a = [seat % 2 == turned for seat in seats]
        if len(seats) == 3:  # one against two, then another one against two
            is_a = [seat == (seed + turned) % 3 for seat in seats]
        game, took = play(variant, [a if mine else b for mine in is_a], seed, opening)
        result = game.result
        assert result is not None
        share = sum(is_a[seat] for seat in result.winners) / len(result.winners)
        points = game.scores()
        margin = statistics.mean(p for p, mine in zip(points, is_a, strict=True) if mine)
        margin -= statistics.mean(p for p, mine in zip(points, is_a, strict=True) if not mine)
        rows.append((share, margin, max(t for t, mine in zip(took, is_a, strict=True) if mine)))
    return rows


def match(variant: str, a: int, b: int, pairs: int, *, opening: int, seed: int) -> dict[str, Any]:
    """A match; its standard error is that of the pairs' means."""
    seats = len(Game(variant).seats)
    with ProcessPoolExecutor(2) as pool:
        job = partial(pair, variant, a, b, opening)
        rows = list(pool.map(job, range(seed, seed + pairs)))
    shares = [statistics.mean(share for share, _, _ in two) for two in rows]
    flat = [row for two in rows for row in two]
    return {
        "variant": variant,
        "a": a,
        "b": b,
        "games": len(flat),
        "score": round(statistics.mean(shares), 4),
        "fair": round(1 / 3 if seats == 3 else 0.5, 4),
        "error": round(statistics.stdev(shares) / len(shares) ** 0.5, 4) if pairs > 1 else None,
        "margin": round(statistics.mean(margin for _, margin, _ in flat), 2),
        "slowest": round(max(slowest for _, _, slowest in flat), 3),
        "opening": opening,
        "seed": seed,
    }


def main() -> None:
    """Read the command line and play."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--variant", default="duo")
    parser.add_argument("--a", type=int, default=3)
    parser.add_argument("--b", type=int, default=2)
    parser.add_argument("--pairs", type=int, default=20)
    parser.add_argument("--opening", type=int, default=2, help="plies by level 1 first")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--ladder", action="store_true", help="all matches of docs/players.md")
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    out = options.out or Path(__file__).parent / "results" / "players.jsonl"
    out.parent.mkdir(parents=True, exist_ok=True)
    matches = LADDER if options.ladder else [(options.variant, options.a, options.b, options.pairs)]
    for variant, a, b, pairs in matches:
        row = match(variant, a, b, pairs, opening=options.opening, seed=options.seed)
        row["machine"] = platform.machine()
        print(json.dumps(row), flush=True)
        with out.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")


if __name__ == "__main__":
    main()
