"""The wire: every message between page and server, version 1.

These models are the single source: the server validates and writes with them, and
``python -m cornerwise.server.typescript`` turns them into the page's types. Unknown fields
are refused and nothing is coerced, so that a message means one thing or is an error.
"""

from __future__ import annotations

import unicodedata
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, TypeAdapter
from typing_extensions import TypeAliasType

VERSION = 1


class Wire(BaseModel):
    """Base of all messages: strict, closed, immutable."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


def _clean_name(name: str) -> str:
    name = name.strip()
    if not 1 <= len(name) <= 40:
        raise ValueError("a name has 1 to 40 characters")
    seen = False
    for char in name:
        kind = unicodedata.category(char)
        seen = seen or kind[0] not in "CMZ"
        # Controls, formats (all direction marks among them), surrogates, private use, line and
        # paragraph separators. Joiners stay: Persian and family emoji are written with them.
        if kind in {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"} and char not in "\u200c\u200d":
            raise ValueError("a name has no control or direction characters")
    if not seen:
        raise ValueError("a name has something to see")
    return name


Point = TypeAliasType("Point", tuple[int, int])
ColourId = TypeAliasType("ColourId", str)
StartRule = TypeAliasType("StartRule", Literal["fixed", "free", "corners"])
Scoring = TypeAliasType("Scoring", Literal["online", "advanced", "basic", "net"])
EndRule = TypeAliasType("EndRule", Literal["all_blocked", "first_blocked"])
ReasonCode = TypeAliasType(
    "ReasonCode",
    Literal[
        "not_your_turn",
        "piece_used",
        "occupied",
        "off_board",
        "edge_contact",
        "no_corner_contact",
        "start_not_covered",
    ],
)
By = Literal["seat", "computer", "neutral"]
StopReason = Literal["resigned", "left", "time"]
EndReason = Literal["blocked", "first_blocked", "stopped"]
# Bounds on what comes in; what goes out is ours.
InPoint = Annotated[
    tuple[Annotated[int, Field(ge=-600, le=600)], Annotated[int, Field(ge=-600, le=600)]],
    Field(min_length=2, max_length=2),
]
Small = Annotated[int, Field(ge=0, le=65_535)]
Count = Annotated[int, Field(ge=0, le=2**31 - 1)]
CommandId = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_.:-]+$")]
Name = Annotated[str, Field(max_length=200), AfterValidator(_clean_name)]

# --- variants -------------------------------------------------------------------------------


class OrientationTable(Wire):
    """One distinct way to hold a piece."""

    points: list[Point] = Field(description="Points relative to the anchor; the first is [0, 0].")
    up: bool = Field(description="On triangles: whether the anchor points up.")
    clockwise: int = Field(description="Index within the piece after a clockwise turn.")
    counterclockwise: int = Field(description="Index within the piece after a turn back.")
    flip: int = Field(description="Index within the piece after a flip.")


class PieceTable(Wire):
    """A piece: how many a colour has, and all its orientations."""

    name: str
    size: int
    count: int
    orientations: list[OrientationTable]


class BoardTable(Wire):
    """A board's cells."""

    lattice: Literal["square", "triangle"]
    columns: int
    rows: int
    parity: int
    cells: list[Point] = Field(
        description="Board order: rows from the bottom, then columns. A cell is an index into this."
    )


class SeatTable(Wire):
    """A chair at the table."""

    colours: list[ColourId]
    team: int | None


class ColourTable(Wire):
    """A colour and the cells of which its first piece must cover one."""

    id: ColourId
    starts: list[int]


class VariantTable(Wire):
    """All that a page needs to draw and play a variant."""

    id: str
    name: str
    digest: str
    board: BoardTable
    pieces: list[PieceTable]
    colours: list[ColourTable]
    seats: list[SeatTable]
    shared: ColourId | None
    neutral: ColourId | None
    start: StartRule
    scoring: Scoring
    end: EndRule
    bonus: tuple[int, int] = Field(
        description="Points for placing all pieces, and instead of it when the one-cell piece "
        "went last."
    )
    placements: int = Field(
        description="Number of placements: a check on the ids that the page derives."
    )


class VariantSummary(Wire):
    """A variant in the list of those that can be chosen."""

    id: str
    name: str
    board: Literal["classic", "duo", "junior", "trigon", "custom"]
    seats: list[SeatTable]
    colours: list[ColourId]
    shared: ColourId | None
    neutral: ColourId | None
    start: StartRule
    starts: list[StartRule]
    scoring: Scoring
    end: EndRule


class VariantList(Wire):
    """Answer of ``GET /api/variants``."""

    variants: list[VariantSummary]


class CheckRequest(Wire):
    """Body of ``POST /api/variants/check``."""

    toml: str


class CheckProblem(Wire):
    """What is wrong with a variant's TOML."""

    line: int | None
    reason: str


class CheckGood(Wire):
    """The TOML is a variant."""

    ok: Literal[True]
    variant: VariantTable


class CheckBad(Wire):
    """The TOML is none, and why."""

    ok: Literal[False]
    errors: list[CheckProblem]


CheckAnswer = TypeAliasType("CheckAnswer", CheckGood | CheckBad)

# --- games ----------------------------------------------------------------------------------


class SeatInfo(Wire):
    """Who sits in a seat; ``level`` is a computer's strength (1 to 3) and null for people."""

    name: Name
    kind: Literal["human", "computer"]
    level: Annotated[int, Field(ge=1, le=9)] | None


class NewGame(Wire):
    """Body of ``POST /api/games``: exactly one of ``variant`` and ``toml``."""

    variant: Annotated[str, Field(max_length=64)] | None = Field(
        default=None, description="A variant's id, or the TOML of one's own."
    )
    toml: str | None = None
    start: StartRule | None = None
    scoring: Scoring | None = None
    end: EndRule | None = None
    seats: Annotated[list[SeatInfo], Field(min_length=1, max_length=8)]
    undo: bool = True


class NewGameAnswer(Wire):
    """Answer of ``POST /api/games``."""

    id: str


class EventBase(Wire):
    """What all events have: dense numbers from 1, and milliseconds since 1970."""

    seq: int
    at: int


class CreatedEvent(EventBase):
    """The game was made."""

    type: Literal["created"]


class PlayedEvent(EventBase):
    """A piece was placed."""

    type: Literal["played"]
    colour: ColourId
    seat: int | None
    by: By
    move: str
    placement: int
    piece: str


class SkippedEvent(EventBase):
    """A colour cannot place any more."""

    type: Literal["skipped"]
    colour: ColourId


class StoppedEvent(EventBase):
    """A seat's colours play no more."""

    type: Literal["stopped"]
    seat: int
    reason: StopReason


class UndoneEvent(EventBase):
    """The last ``plies`` placings, and what followed from them, are taken back."""

    type: Literal["undone"]
    plies: int
    by: int


class EndedEvent(EventBase):
    """The game is over."""

    type: Literal["ended"]
    reason: EndReason


GameEvent = TypeAliasType(
    "GameEvent",
    Annotated[
        CreatedEvent | PlayedEvent | SkippedEvent | StoppedEvent | UndoneEvent | EndedEvent,
        Field(discriminator="type"),
    ],
)


class ColourNow(Wire):
    """One colour's standing."""

    placed: int = Field(description="Cells on the board.")
    left: int = Field(description="Cells of the pieces left.")
    bonus: int
    scores: dict[Scoring, int]
    remaining: list[int] = Field(description="Copies left by piece index.")
    out: bool = Field(description="Cannot place any more, or its seat is stopped.")


class Turn(Wire):
    """Whose turn it is."""

    colour: ColourId
    seat: int | None = Field(description="Null for a neutral colour.")
    by: By


class SeatResult(Wire):
    """A seat's place at the end."""

    seat: int
    place: int
    tied: bool = Field(description="Whether another seat shares the place.")
    totals: dict[Scoring, int]
    mean: float = Field(
        description="Total a colour, in the game's own system; differs where seats own "
        "unequally many."
    )


class TeamResult(Wire):
    """A team's place at the end."""

    team: int
    place: int
    tied: bool
    totals: dict[Scoring, int]


class Result(Wire):
    """How a game ended."""

    reason: EndReason
    scoring: Scoring
    seats: list[SeatResult]
    teams: list[TeamResult]
    winners: list[int]


class Can(Wire):
    """What the viewer may do now."""

    play: bool
    undo: bool
    hint: bool
    resign: bool
    resign_ends: list[int] = Field(
        description="The viewer's seats whose resignation would end the game."
    )


class Now(Wire):
    """Everything that changes with a move."""

    turn: Turn | None
    colours: dict[ColourId, ColourNow]
    attach: list[int] = Field(description="Of the colour to play: cells it may extend to.")
    legal: list[int] = Field(
        description="Of the colour to play: legal placement ids; empty for watchers and while a "
        "computer is to play."
    )
    stopped: list[int]
    result: Result | None
    can: Can


class GameInfo(Wire):
    """What stays the same during a game."""

    id: str
    created: int
    variant: VariantTable
    seats: list[SeatInfo]
    undo: bool
    neutral_seed: int


class VariantName(Wire):
    """A variant's id and name."""

    id: str
    name: str


class GameSummary(Wire):
    """A game in a list."""

    id: str
    created: int
    changed: int
    variant: VariantName
    seats: list[SeatInfo]
    plies: int
    turn: Turn | None
    result: Result | None


class GameList(Wire):
    """Answer of ``GET /api/games``."""

    games: list[GameSummary]


# --- socket: page to server -----------------------------------------------------------------


class PlayCommand(Wire):
    """Place a piece."""

    type: Literal["play"]
    seat: Small
    placement: Small


class UndoCommand(Wire):
    """Take back to before the seat's last own placing."""

    type: Literal["undo"]
    seat: Small


class ResignCommand(Wire):
    """Stop playing with this seat's colours."""

    type: Literal["resign"]
    seat: Small


Command = TypeAliasType(
    "Command",
    Annotated[PlayCommand | UndoCommand | ResignCommand, Field(discriminator="type")],
)


class HelloMessage(Wire):
    """First message. With `since`, only later events come back; without, the full state."""

    t: Literal["hello"]
    # Any number is read, so that another version can be told so.
    v: Annotated[int, Field(ge=0, le=1_000_000, json_schema_extra={"const": VERSION})]
    since: Count | None = None


class CommandMessage(Wire):
    """`id` is unique to the command: sent twice, it acts once. `seq` is the last event seen."""

    t: Literal["command"]
    id: CommandId
    seq: Count
    command: Command


class WhyMessage(Wire):
    """Why would this orientation (index within its piece) at this anchor point not fit?"""

    t: Literal["why"]
    id: CommandId
    colour: Annotated[str, Field(max_length=40)]
    piece: Small
    orientation: Small
    at: InPoint


class HintMessage(Wire):
    """Ask for good placings, in games against a computer."""

    t: Literal["hint"]
    id: CommandId


class PingMessage(Wire):
    """Ask for a sign of life."""

    t: Literal["ping"]
    n: Annotated[int, Field(ge=-(2**53), le=2**53)]


ClientMessage = TypeAliasType(
    "ClientMessage",
    Annotated[
        HelloMessage | CommandMessage | WhyMessage | HintMessage | PingMessage,
        Field(discriminator="t"),
    ],
)

# --- socket: server to page -----------------------------------------------------------------


class RefusalWire(Wire):
    """Why a placing does not fit."""

    reason: ReasonCode
    points: list[Point] = Field(
        description="Points of the attempt that break the rule, maybe off the board."
    )
    others: list[Point] = Field(
        description="What they collide with: own cells touched, the used piece, near corners, "
        "starts."
    )


class ErrorWire(Wire):
    """An error: `code` for programs, `message` for people."""

    code: str
    message: str
    detail: dict[str, Any] = Field(default_factory=dict)


class ErrorAnswer(Wire):
    """Body of every HTTP answer that is an error."""

    error: ErrorWire


class You(Wire):
    """What the viewer owns."""

    seats: list[int]


class StateMessage(Wire):
    """The whole game."""

    t: Literal["state"]
    v: Literal[1]
    seq: int
    game: GameInfo
    events: list[GameEvent]
    now: Now
    you: You


class UpdateMessage(Wire):
    """What happened since the last event seen."""

    t: Literal["update"]
    seq: int
    events: list[GameEvent]
    now: Now


class AckMessage(Wire):
    """The command is stored for good; `seq` is the last event it made."""

    t: Literal["ack"]
    id: str
    seq: int


class RefusedMessage(Wire):
    """The command changed nothing. A current state follows when `seq` was stale."""

    t: Literal["refused"]
    id: str
    seq: int
    error: ErrorWire
    refusal: RefusalWire | None


class WhyAnswer(Wire):
    """Answer to `why`; a null refusal means that it fits."""

    t: Literal["why"]
    id: str
    refusal: RefusalWire | None


class HintMove(Wire):
    """A good placing and what it is worth, 0 to 1."""

    placement: int
    value: float


class HintAnswer(Wire):
    """Answer to `hint`, best first."""

    t: Literal["hint"]
    id: str
    moves: list[HintMove]


class ThinkingMessage(Wire):
    """A computer has begun to think about this colour's turn."""

    t: Literal["thinking"]
    seat: int | None
    colour: ColourId


class PongMessage(Wire):
    """Answer to `ping`, with the server's time in milliseconds."""

    t: Literal["pong"]
    n: int
    at: int


class ErrorMessage(Wire):
    """Something is wrong with what was sent, or with the connection."""

    t: Literal["error"]
    error: ErrorWire


ServerMessage = TypeAliasType(
    "ServerMessage",
    Annotated[
        StateMessage
        | UpdateMessage
        | AckMessage
        | RefusedMessage
        | WhyAnswer
        | HintAnswer
        | ThinkingMessage
        | PongMessage
        | ErrorMessage,
        Field(discriminator="t"),
    ],
)

CLIENT: TypeAdapter[Any] = TypeAdapter(ClientMessage)
SERVER: TypeAdapter[Any] = TypeAdapter(ServerMessage)
