"""A game: seats at a board, and one state machine of commands, events and state.

``decide(game, command, now_ms)`` validates and returns events, ``evolve(game, event, at_ms)``
folds one, `replay` folds a whole log. The page docs/game.md describes all of them.
"""

from __future__ import annotations

from cornerwise.game.commands import Command, Play, PlayFor, Resign, Stop, Undo
from cornerwise.game.decide import decide
from cornerwise.game.errors import BadEvent, RecordError, Refused
from cornerwise.game.events import (
    Created,
    Ended,
    Event,
    Played,
    SeatInfo,
    Skipped,
    Stopped,
    Undone,
)
from cornerwise.game.fold import create, evolve, replay
from cornerwise.game.result import ColourScore, Result, SeatScore, TeamScore
from cornerwise.game.state import Game, Logged, Turn, canonical

__all__ = [
    "BadEvent",
    "ColourScore",
    "Command",
    "Created",
    "Ended",
    "Event",
    "Game",
    "Logged",
    "Play",
    "PlayFor",
    "Played",
    "RecordError",
    "Refused",
    "Resign",
    "Result",
    "SeatInfo",
    "SeatScore",
    "Skipped",
    "Stop",
    "Stopped",
    "TeamScore",
    "Turn",
    "Undo",
    "Undone",
    "canonical",
    "create",
    "decide",
    "evolve",
    "replay",
]
