"""The commands of a game: what somebody asks for. `decide` turns them into events or refuses.

Commands have a JSON form like events: ``{"v": 1, "type": "play", "seat": 0, "move": "a20"}``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, cast

from cornerwise.game._fields import VERSION, Fields, quote
from cornerwise.game.errors import Refused
from cornerwise.game.events import MAX_MOVE_TEXT, MAX_SEATS, STOP_REASONS, StopReason


@dataclass(frozen=True, slots=True)
class Play:
    """A seat places the colour whose turn it is; the move is a text or a placement id."""

    type: ClassVar[str] = "play"
    seat: int
    move: str | int

    def to_json(self) -> dict[str, Any]:
        """The command as a JSON object."""
        return {"v": VERSION, "type": self.type, "seat": self.seat, "move": self.move}


@dataclass(frozen=True, slots=True)
class PlayFor:
    """The computer plays the shared colour's turn of a stopped seat (``turn.by == "computer"``)."""

    type: ClassVar[str] = "play_for"
    colour: str
    move: str | int

    def to_json(self) -> dict[str, Any]:
        """The command as a JSON object."""
        return {"v": VERSION, "type": self.type, "colour": self.colour, "move": self.move}


@dataclass(frozen=True, slots=True)
class Resign:
    """A seat gives up; short for `Stop` with reason ``resigned``."""

    type: ClassVar[str] = "resign"
    seat: int

    def to_json(self) -> dict[str, Any]:
        """The command as a JSON object."""
        return {"v": VERSION, "type": self.type, "seat": self.seat}


@dataclass(frozen=True, slots=True)
class Stop:
    """A seat plays no more: it resigned, left, or ran out of time."""

    type: ClassVar[str] = "stop"
    seat: int
    reason: StopReason

    def to_json(self) -> dict[str, Any]:
        """The command as a JSON object."""
        return {"v": VERSION, "type": self.type, "seat": self.seat, "reason": self.reason}


@dataclass(frozen=True, slots=True)
class Undo:
    """A seat takes back its last own ply and everything after it."""

    type: ClassVar[str] = "undo"
    seat: int

    def to_json(self) -> dict[str, Any]:
        """The command as a JSON object."""
        return {"v": VERSION, "type": self.type, "seat": self.seat}


Command = Play | PlayFor | Resign | Stop | Undo

COMMAND_TYPES = ("play", "play_for", "resign", "stop", "undo")


def _bad(message: str) -> Refused:
    return Refused("bad_command", message)


def _move(fields: Fields) -> str | int:
    value = fields.take("move")
    if isinstance(value, str):
        if len(value) > MAX_MOVE_TEXT:
            raise fields.fail(f"'move' has {len(value)} characters; at most {MAX_MOVE_TEXT}")
        return value
    if type(value) is int and 0 <= value <= 65_535:
        return value
    raise fields.fail(f"'move' must be a move's text or a placement id, not {quote(value)}")


def from_json(data: object) -> Command:
    """Read a command from its JSON object; `Refused` (``bad_command``) when it is none."""
    fields = Fields(data, "command", _bad)
    kind = fields.header(COMMAND_TYPES)
    command: Command
    match kind:
        case "play":
            command = Play(fields.integer("seat", 0, MAX_SEATS - 1), _move(fields))
        case "play_for":
            command = PlayFor(fields.string("colour", limit=40), _move(fields))
        case "resign":
            command = Resign(fields.integer("seat", 0, MAX_SEATS - 1))
        case "stop":
            command = Stop(
                fields.integer("seat", 0, MAX_SEATS - 1),
                cast("StopReason", fields.choice("reason", STOP_REASONS)),
            )
        case _:
            command = Undo(fields.integer("seat", 0, MAX_SEATS - 1))
    fields.done()
    return command
