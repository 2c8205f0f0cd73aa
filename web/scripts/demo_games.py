"""Plays the games that the page's little boards show, with our own computer players.

    python web/scripts/demo_games.py

Writes src/pages/home/games.json: for each board the fullest of a few games of level 2, colour
and cells a move. Seeds are fixed, so that the file changes only when the players do.
"""

from __future__ import annotations

import json
from pathlib import Path

from cornerwise import Game, engine

OUT = Path(__file__).resolve().parent.parent / "src" / "pages" / "home" / "games.json"
BOARDS = ("classic", "duo", "trigon", "junior")
TRIES = 6

Line = list[tuple[str, str]]


def line(variant: str, seed: int) -> Line:
    """A whole game: colour and cells a move."""
    player = engine.create(2)
    game = Game(variant)
    while game.turn is not None:
        game = game.play(player.choose(game, seed=seed * 1000 + len(game.position.history)))
    return [(colour, move.text) for colour, move in game.position.history]


def covered(moves: Line) -> int:
    """Cells covered at the end."""
    return sum(text.count(",") + 1 for _, text in moves)


def main() -> None:
    """Play, choose, write."""
    parts = []
    for variant in BOARDS:
        best = max((line(variant, seed) for seed in range(TRIES)), key=covered)
        rows = ",\n".join(f"    {json.dumps(move)}" for move in best)
        parts.append(f'  "{variant}": [\n{rows}\n  ]')
    OUT.write_text("{\n" + ",\n".join(parts) + "\n}\n")


if __name__ == "__main__":
    main()
