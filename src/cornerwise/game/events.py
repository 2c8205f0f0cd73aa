"""The events of a game: what happened, in order, and the only thing that is stored.

Every event is a frozen dataclass with a JSON form ``{"v": 1, "type": …}``; `from_json` reads
any of them and refuses unknown versions, types and fields. Events carry no time and no number:
whoever stores them does (`cornerwise.game.Logged`).
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, cast

from cornerwise.game._fields import SAFE_INTEGER, VERSION, Fields, quote
from cornerwise.game.errors import BadEvent

SeatKind = Literal["human", "computer"]
By = Literal["seat", "computer", "neutral"]
StopReason = Literal["resigned", "left", "time"]
EndReason = Literal["blocked", "first_blocked", "stopped"]

SEAT_KINDS: tuple[SeatKind, ...] = ("human", "computer")
BYS: tuple[By, ...] = ("seat", "computer", "neutral")
STOP_REASONS: tuple[StopReason, ...] = ("resigned", "left", "time")
END_REASONS: tuple[EndReason, ...] = ("blocked", "first_blocked", "stopped")
STARTS = ("fixed", "free", "corners")
SCORINGS = ("online", "advanced", "basic", "net")
ENDS = ("all_blocked", "first_blocked")

MAX_NAME = 80
MAX_LEVEL = 99
MAX_SEATS = 16
MAX_TOML = 256 * 1024
MAX_PLIES = 4096
MAX_MOVE_TEXT = 200

_COLOUR_LIMIT = 40


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """Who sits in a seat when the game is made: a name to show, a kind, a computer's level."""

    name: str
    kind: SeatKind = "human"
    level: int | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.name, str):
            raise BadEvent(f"a seat's name must be a string, not {quote(self.name)}")
        if len(self.name) > MAX_NAME:
            raise BadEvent(
                f"a seat's name has {len(self.name)} characters; at most {MAX_NAME} are allowed"
            )
        if any(unicodedata.category(char) in ("Cc", "Cs", "Zl", "Zp") for char in self.name):
            raise BadEvent(f"a seat's name must be one line of text, not {quote(self.name)}")
        if self.kind not in SEAT_KINDS:
            raise BadEvent(f"a seat is 'human' or 'computer', not {quote(self.kind)}")
        if self.kind == "human" and self.level is not None:
            raise BadEvent(f"a human seat has no level, not {quote(self.level)}")
        if self.kind == "computer" and (
            type(self.level) is not int or not 1 <= self.level <= MAX_LEVEL
        ):
            raise BadEvent(
                f"a computer's level is a number from 1 to {MAX_LEVEL}, not {quote(self.level)}"
            )

    def to_json(self) -> dict[str, Any]:
        """The seat as a JSON object."""
        return {"name": self.name, "kind": self.kind, "level": self.level}

    @staticmethod
    def from_json(data: object) -> SeatInfo:
        """Read what `to_json` wrote; `BadEvent` on anything else."""
        fields = Fields(data, "seat", BadEvent)
        name = fields.string("name", limit=MAX_NAME)
        kind = fields.choice("kind", SEAT_KINDS)
        level = fields.optional_integer("level", 1, MAX_LEVEL)
        fields.done()
        return SeatInfo(name, cast("SeatKind", kind), level)


@dataclass(frozen=True, slots=True)
class Created:
    """The first event. Exactly one of `variant` (an id) and `toml` (one's own) is given.

    `start`, `scoring` and `end` are options that replace the variant's; None keeps it.
    `neutral_seed` decides the moves of a neutral colour (0 <= seed < 2**53).
    """

    type: ClassVar[str] = "created"
    variant: str | None
    toml: str | None
    start: str | None
    scoring: str | None
    end: str | None
    seats: tuple[SeatInfo, ...]
    neutral_seed: int = 0
    undo: bool = True

    def __post_init__(self) -> None:
        if (self.variant is None) == (self.toml is None):
            raise BadEvent("a game names either a variant's id or the TOML of one, not both")
        if type(self.neutral_seed) is not int or not 0 <= self.neutral_seed < SAFE_INTEGER:
            raise BadEvent(
                f"'neutral_seed' must be an integer from 0 to {SAFE_INTEGER - 1}, "
                f"not {quote(self.neutral_seed)}"
            )
        if type(self.undo) is not bool:
            raise BadEvent(f"'undo' must be true or false, not {quote(self.undo)}")
        for seat in self.seats:
            if not isinstance(seat, SeatInfo):
                raise BadEvent(f"a seat is a name or a SeatInfo, not {quote(seat)}")

    def to_json(self) -> dict[str, Any]:
        """The event as a JSON object."""
        return {
            "v": VERSION,
            "type": self.type,
            "variant": self.variant,
            "toml": self.toml,
            "start": self.start,
            "scoring": self.scoring,
            "end": self.end,
            "seats": [seat.to_json() for seat in self.seats],
            "neutral_seed": self.neutral_seed,
            "undo": self.undo,
        }


@dataclass(frozen=True, slots=True)
class Played:
    """A colour was placed. `move` (its cells) is the truth; the other fields repeat it.

    `by` is ``seat``; ``computer`` where it plays the shared colour's turn of a seat that
    stopped (`seat` is that seat); ``neutral`` for a neutral colour (`seat` is None).
    """

    type: ClassVar[str] = "played"
    colour: str
    seat: int | None
    by: By
    move: str
    placement: int
    piece: str

    def to_json(self) -> dict[str, Any]:
        """The event as a JSON object."""
        return {
            "v": VERSION,
            "type": self.type,
            "colour": self.colour,
            "seat": self.seat,
            "by": self.by,
            "move": self.move,
            "placement": self.placement,
            "piece": self.piece,
        }


@dataclass(frozen=True, slots=True)
class Skipped:
    """A colour was found unable to place at its turn; recorded once."""

    type: ClassVar[str] = "skipped"
    colour: str

    def to_json(self) -> dict[str, Any]:
        """The event as a JSON object."""
        return {"v": VERSION, "type": self.type, "colour": self.colour}


@dataclass(frozen=True, slots=True)
class Stopped:
    """A seat plays no more, by its own will or not."""

    type: ClassVar[str] = "stopped"
    seat: int
    reason: StopReason

    def to_json(self) -> dict[str, Any]:
        """The event as a JSON object."""
        return {"v": VERSION, "type": self.type, "seat": self.seat, "reason": self.reason}


@dataclass(frozen=True, slots=True)
class Undone:
    """The last `plies` plies, and what followed from them, were taken back by a seat."""

    type: ClassVar[str] = "undone"
    plies: int
    by: int

    def to_json(self) -> dict[str, Any]:
        """The event as a JSON object."""
        return {"v": VERSION, "type": self.type, "plies": self.plies, "by": self.by}


@dataclass(frozen=True, slots=True)
class Ended:
    """The game is over: nobody can place, the first colour was blocked, or seats stopped."""

    type: ClassVar[str] = "ended"
    reason: EndReason

    def to_json(self) -> dict[str, Any]:
        """The event as a JSON object."""
        return {"v": VERSION, "type": self.type, "reason": self.reason}


Event = Created | Played | Skipped | Stopped | Undone | Ended

EVENT_TYPES = ("created", "played", "skipped", "stopped", "undone", "ended")


def from_json(data: object) -> Event:
    """Read an event from its JSON object; `BadEvent` when it is none of version 1."""
    fields = Fields(data, "event", BadEvent)
    kind = fields.header(EVENT_TYPES)
    event: Event
    match kind:
        case "created":
            event = Created(
                variant=fields.optional_string("variant", limit=MAX_NAME),
                toml=fields.optional_string("toml", limit=MAX_TOML),
                start=fields.optional_choice("start", STARTS),
                scoring=fields.optional_choice("scoring", SCORINGS),
                end=fields.optional_choice("end", ENDS),
                seats=tuple(
                    SeatInfo.from_json(seat) for seat in fields.array("seats", limit=MAX_SEATS)
                ),
                neutral_seed=fields.integer("neutral_seed", 0, SAFE_INTEGER - 1),
                undo=fields.boolean("undo"),
            )
        case "played":
            event = Played(
                colour=fields.string("colour", limit=_COLOUR_LIMIT),
                seat=fields.optional_integer("seat", 0, MAX_SEATS - 1),
                by=cast("By", fields.choice("by", BYS)),
                move=fields.string("move", limit=MAX_MOVE_TEXT),
                placement=fields.integer("placement", 0, 65_535),
                piece=fields.string("piece", limit=_COLOUR_LIMIT),
            )
        case "skipped":
            event = Skipped(fields.string("colour", limit=_COLOUR_LIMIT))
        case "stopped":
            event = Stopped(
                fields.integer("seat", 0, MAX_SEATS - 1),
                cast("StopReason", fields.choice("reason", STOP_REASONS)),
            )
        case "undone":
            event = Undone(
                fields.integer("plies", 1, MAX_PLIES), fields.integer("by", 0, MAX_SEATS - 1)
            )
        case _:
            event = Ended(cast("EndReason", fields.choice("reason", END_REASONS)))
    fields.done()
    return event
