"""Game records to download."""

from __future__ import annotations

from cornerwise.formats.blksgf import write_blksgf
from cornerwise.game import Game
from cornerwise.game.record import dumps

FORMS = {"json": "application/json", "blksgf": "application/x-go-sgf; charset=utf-8"}


def write(game: Game, form: str) -> str:
    """A game as a record in one of `FORMS`."""
    if form == "blksgf":
        return write_blksgf(game)
    return dumps(game)
