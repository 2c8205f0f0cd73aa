"""The state machine of a game: events fold into a `Game`, commands become events.

Pure: no clock is read, no random number drawn, nothing is changed in place.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from cornerwise.game import result as _result
from cornerwise.game._fields import quote
from cornerwise.game.chance import pick
from cornerwise.game.commands import Command, Play, PlayFor, Resign, Stop, Undo
from cornerwise.game.errors import BadEvent, Refused
from cornerwise.game.events import (
    STOP_REASONS,
    By,
    Created,
    Ended,
    EndReason,
    Event,
    Played,
    SeatInfo,
    Skipped,
    Stopped,
    StopReason,
    Undone,
)
from cornerwise.game.result import Result
from cornerwise.rules.errors import CornerwiseError, IllegalMove, Reason, Refusal
from cornerwise.rules.moves import Move
from cornerwise.rules.position import Position
from cornerwise.rules.variant import Variant
from cornerwise.rules.variants import BUILT_IN, get_variant


@dataclass(frozen=True, slots=True)
class Turn:
    """Which colour is to be placed, for which seat, and who does it.

    `by` is ``seat``; ``computer`` when the seat of a shared colour's turn has stopped (a
    `PlayFor` command is awaited); ``neutral`` only between two events of one command.
    """

    colour: str
    seat: int | None
    by: By

    def to_json(self) -> dict[str, Any]:
        """The turn as a JSON object."""
        return {"colour": self.colour, "seat": self.seat, "by": self.by}


@dataclass(frozen=True, slots=True)
class Logged:
    """An event with its number (from 1, dense) and its time in ms since the epoch (or 0)."""

    seq: int
    at: int
    event: Event


def canonical(data: object) -> str:
    """JSON with sorted keys and no spaces: equal data, equal text."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


class Game:
    """A game at one moment: seats, the position, whose turn it is, and how it came about.

    A `Game` never changes; `play`, `resign`, `stop` and `undo` return another one::

        game = Game("classic_2", seats=["Ann", "Ben"])
        game = game.play("a20")

    `seats` takes names or `SeatInfo`; without it everybody is human and named by colour.
    `variant` is an id or a `Variant`. `neutral_seed` fixes the moves of a neutral colour, so
    that equal seeds and equal play give equal games. Raises `BadEvent` for seats that do not
    fit and `VariantError` kin for an unknown variant or option.
    """

    __slots__ = (
        "_created",
        "_due",
        "_ended",
        "_forfeited",
        "_line",
        "_log",
        "_plies",
        "_position",
        "_result",
        "_skipped",
        "_stopped",
        "_turn",
        "_variant",
    )

    _variant: Variant
    _created: Created
    _position: Position
    _log: tuple[Logged, ...]
    #: The events in effect: the log without what was taken back.
    _line: tuple[Event, ...]
    _plies: tuple[Played, ...]
    _skipped: tuple[str, ...]
    _stopped: dict[int, StopReason]
    _forfeited: frozenset[int]
    _ended: EndReason | None
    _turn: Turn | None
    _due: Event | None
    _result: Result | None

    def __new__(
        cls,
        variant: str | Variant = "classic",
        seats: Sequence[str | SeatInfo] | None = None,
        *,
        start: str | None = None,
        scoring: str | None = None,
        end: str | None = None,
        neutral_seed: int = 0,
        undo: bool = True,
        at_ms: int = 0,
    ) -> Game:
        events = create(
            variant,
            seats,
            start=start,
            scoring=scoring,
            end=end,
            neutral_seed=neutral_seed,
            undo=undo,
        )
        return replay([Logged(i, at_ms, event) for i, event in enumerate(events, 1)])

    # --- what there is ------------------------------------------------------------------

    @property
    def variant(self) -> Variant:
        """The variant with this game's options applied."""
        return self._variant

    @property
    def created(self) -> Created:
        """The event that made the game."""
        return self._created

    @property
    def seats(self) -> tuple[SeatInfo, ...]:
        """Who sits where; the colours are in ``variant.seats``."""
        return self._created.seats

    @property
    def position(self) -> Position:
        """The pieces on the board: a copy, yours to play on."""
        return self._position.copy()

    @property
    def turn(self) -> Turn | None:
        """Whose turn it is; None when the game is over."""
        return self._turn

    @property
    def seq(self) -> int:
        """The number of events so far, taken-back ones included."""
        return len(self._log)

    @property
    def log(self) -> tuple[Logged, ...]:
        """Every event, oldest first."""
        return self._log

    @property
    def plies(self) -> tuple[Played, ...]:
        """The plies on the board, oldest first."""
        return self._plies

    @property
    def skipped(self) -> tuple[str, ...]:
        """Colours found unable to place, in the order found."""
        return self._skipped

    @property
    def stopped(self) -> dict[int, StopReason]:
        """Seats that play no more, with the reason, in the order in which they stopped."""
        return dict(self._stopped)

    @property
    def forfeited(self) -> frozenset[int]:
        """Seats that stopped while one of their colours could still place."""
        return self._forfeited

    @property
    def ended(self) -> EndReason | None:
        """Why the game is over; None while it runs."""
        return self._ended

    @property
    def result(self) -> Result | None:
        """The final result; None while the game runs."""
        return self.standings() if self._ended is not None else None

    def standings(self) -> Result:
        """Where everybody stands now; the result once the game is over."""
        if self._result is None:
            self._result = _result.standings(
                self._position,
                self._variant,
                reason=self._ended,
                stopped=self._stopped,
                forfeited=self._forfeited,
            )
        return self._result

    def scores(self, system: str | None = None) -> list[int]:
        """Each seat's points now, in `system` or the game's own."""
        name = self._variant.scoring if system is None else system
        rows = self.standings().seats
        if rows and name not in rows[0].totals:
            raise CornerwiseError(
                f"unknown scoring system {quote(name)}; known are {', '.join(rows[0].totals)}"
            )
        return [row.totals[name] for row in rows]

    def seat_of(self, colour: str) -> int | None:
        """The seat that owns a colour; None for a shared or neutral one."""
        for index, seat in enumerate(self._variant.seats):
            if colour in seat.colours:
                return index
        return None

    @property
    def active(self) -> tuple[str, ...]:
        """Colours that may still be played: not those of stopped seats."""
        if len(self._stopped) == len(self._variant.seats):
            return ()
        return tuple(
            colour for colour in self._variant.colours if self.seat_of(colour) not in self._stopped
        )

    def out(self, colour: str) -> bool:
        """Whether a colour plays no more: it cannot place, or its seat has stopped."""
        return colour not in self.active or not self._position.can_place(colour)

    def legal_moves(self) -> list[Move]:
        """The moves of the colour to play, by ascending placement id; none when it is over."""
        if self._turn is None:
            return []
        return self._position.legal_moves(self._turn.colour)

    def legal_ids(self) -> list[int]:
        """The placement ids of `legal_moves`."""
        if self._turn is None:
            return []
        return self._position.legal_ids(self._turn.colour)

    @property
    def due(self) -> Event | None:
        """The event that must follow by itself; None wherever commands are accepted."""
        return self._due

    def can_undo(self, seat: int) -> bool:
        """Whether an `Undo` by this seat would be accepted."""
        try:
            _undo_plies(self, seat)
        except Refused:
            return False
        return True

    # --- what can be done ---------------------------------------------------------------

    def play(self, move: str | int | Move, seat: int | None = None, *, at_ms: int = 0) -> Game:
        """The game after a move of the colour to play and all that follows by itself.

        `seat` says who moves (`Refused` when it is another's turn); left out, it is whoever
        is to play, or the computer on the shared colour's turn of a stopped seat.
        """
        text = str(move) if isinstance(move, Move) else move
        turn = self._turn
        if seat is None and turn is not None and turn.by == "computer":
            return self.apply(PlayFor(turn.colour, text), at_ms=at_ms)
        if seat is None:
            seat = turn.seat if turn is not None and turn.seat is not None else 0
        return self.apply(Play(seat, text), at_ms=at_ms)

    def resign(self, seat: int, *, at_ms: int = 0) -> Game:
        """The game after a seat gave up."""
        return self.apply(Resign(seat), at_ms=at_ms)

    def stop(self, seat: int, reason: StopReason, *, at_ms: int = 0) -> Game:
        """The game after a seat stopped."""
        return self.apply(Stop(seat, reason), at_ms=at_ms)

    def undo(self, seat: int | None = None, *, at_ms: int = 0) -> Game:
        """The game before a seat's last ply; without `seat`, before the last ply of any seat."""
        if seat is None:
            owner = next((ply.seat for ply in reversed(self._plies) if ply.by == "seat"), None)
            if owner is None:
                raise Refused("not_allowed", "there is nothing to take back")
            seat = owner
        return self.apply(Undo(seat), at_ms=at_ms)

    def apply(self, command: Command, *, at_ms: int = 0) -> Game:
        """Decide a command and fold its events."""
        game = self
        for event in decide(self, command, at_ms):
            game = evolve(game, event, at_ms)
        return game

    # --- showing and comparing ----------------------------------------------------------

    def to_json(self) -> dict[str, Any]:
        """The state as JSON data: equal games have equal `canonical` texts."""
        variant = self._variant
        return {
            "v": 1,
            "seq": self.seq,
            "variant": variant.id,
            "digest": variant.digest,
            "start": variant.start,
            "scoring": variant.scoring,
            "end": variant.end,
            "seats": [
                info.to_json() | {"colours": list(seat.colours), "team": seat.team}
                for info, seat in zip(self.seats, variant.seats, strict=True)
            ],
            "neutral_seed": self._created.neutral_seed,
            "undo": self._created.undo,
            "plies": [
                {"colour": ply.colour, "seat": ply.seat, "by": ply.by, "move": ply.move}
                for ply in self._plies
            ],
            "skipped": list(self._skipped),
            "stopped": [{"seat": s, "reason": reason} for s, reason in self._stopped.items()],
            "forfeited": sorted(self._forfeited),
            "turn": None if self._turn is None else self._turn.to_json(),
            "ended": self._ended,
            "standings": self.standings().to_json(),
        }

    def __eq__(self, other: object) -> bool:
        return self._log == other._log if isinstance(other, Game) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._log)

    def __reduce__(self) -> tuple[Any, ...]:
        return replay, (list(self._log),)

    def __repr__(self) -> str:
        if self._turn is None:
            state = f"ended: {self._ended}"
        else:
            state = f"{self._turn.colour} to play"
        return f"<Game {self._variant.id!r}, ply {len(self._plies)}, {state}>"

    def __str__(self) -> str:
        return str(self._position)

    def _repr_svg_(self) -> str:
        return self._position._repr_svg_()


# --- creating -------------------------------------------------------------------------------


def create(
    variant: str | Variant = "classic",
    seats: Sequence[str | SeatInfo] | None = None,
    *,
    start: str | None = None,
    scoring: str | None = None,
    end: str | None = None,
    neutral_seed: int = 0,
    undo: bool = True,
) -> list[Event]:
    """The events that start a game: `Created`, and what follows before a seat's first turn."""
    base = get_variant(variant) if isinstance(variant, str) else variant
    chosen = base.with_options(start=start, scoring=scoring, end=end)
    if seats is None:
        seats = [" + ".join(c.capitalize() for c in seat.colours) for seat in chosen.seats]
    infos = tuple(SeatInfo(seat) if isinstance(seat, str) else seat for seat in seats)
    toml = None if _is_built_in(chosen) else _to_toml(chosen)
    created = Created(
        variant=chosen.id if toml is None else None,
        toml=toml,
        start=chosen.start,
        scoring=chosen.scoring,
        end=chosen.end,
        seats=infos,
        neutral_seed=neutral_seed,
        undo=undo,
    )
    return [created, *_follow_ups(evolve(None, created, 0))]


def _is_built_in(variant: Variant) -> bool:
    """Whether id and options say all about a variant."""
    return variant.id in BUILT_IN and variant == get_variant(variant.id).with_options(
        start=variant.start, scoring=variant.scoring, end=variant.end
    )


def _to_toml(variant: Variant) -> str:
    from cornerwise.rules import custom

    return custom.dumps(variant)


def _start(created: Created) -> Game:
    if created.toml is not None:
        from cornerwise.rules import custom

        variant = custom.loads(created.toml)
    else:
        variant = get_variant(created.variant or "")
    variant = variant.with_options(
        start=created.start, scoring=created.scoring, end=created.end
    )
    if len(created.seats) != len(variant.seats):
        raise BadEvent(
            f"variant {variant.id!r} has {len(variant.seats)} seats, not {len(created.seats)}"
        )
    game: Game = object.__new__(Game)
    game._variant = variant
    game._created = created
    game._position = Position(variant)
    game._log = ()
    game._line = ()
    game._plies = ()
    game._skipped = ()
    game._stopped = {}
    game._forfeited = frozenset()
    game._ended = None
    return game


# --- folding --------------------------------------------------------------------------------


def evolve(game: Game | None, event: Event, at_ms: int = 0) -> Game:
    """The game after an event. Only `Created` starts one, from None.

    `at_ms` is when it happened, in ms since the epoch. An event that cannot follow raises
    `BadEvent`: follow-ups (neutral moves, skips, the end) are as fixed as they are in
    `decide`, so a log with one missing, doubled or changed does not fold.
    """
    if type(at_ms) is not int or at_ms < 0:
        raise BadEvent(f"a time is a number of ms from 0, not {quote(at_ms)}")
    if game is None:
        if not isinstance(event, Created):
            raise BadEvent(f"a game begins with 'created', not {quote(_name(event))}")
        new = _start(event)
    else:
        if isinstance(event, Created):
            raise BadEvent("a game is created once")
        if game._due is not None and event != game._due:
            raise BadEvent(f"{_describe(event)} where {_describe(game._due)} must follow")
        new = object.__new__(Game)
        new._variant = game._variant
        new._created = game._created
        new._position = game._position
        new._log = game._log
        new._line = game._line
        new._plies = game._plies
        new._skipped = game._skipped
        new._stopped = game._stopped
        new._forfeited = game._forfeited
        new._ended = game._ended
        _fold(game, new, event)
    new._log = (*new._log, Logged(len(new._log) + 1, at_ms, event))
    if not isinstance(event, Undone):
        new._line = (*new._line, event)
    new._result = None
    new._turn = _next_turn(new)
    new._due = _next_due(new)
    return new


def _fold(game: Game, new: Game, event: Event) -> None:
    """Apply an event other than `Created` to `new`, which starts as `game`."""
    if isinstance(event, Undone):
        try:
            plies = _undo_plies(game, event.by)
        except Refused as error:
            raise BadEvent(f"{_describe(event)}: {error}") from error
        if event.plies != plies:
            raise BadEvent(f"{_describe(event)} where it is {plies}")
        _take_back(new, plies)
        return
    if game._ended is not None:
        raise BadEvent(f"{_describe(event)} after the game has ended")
    if isinstance(event, Played):
        turn = game._turn
        if turn is None or (event.colour, event.seat, event.by) != (
            turn.colour,
            turn.seat,
            turn.by,
        ):
            expected = "nobody" if turn is None else f"{turn.colour} by {_who(turn)}"
            raise BadEvent(f"{_describe(event)} where it is the turn of {expected}")
        position = game._position.copy()
        try:
            move = position.play(event.move, event.colour)
        except CornerwiseError as error:
            raise BadEvent(f"{_describe(event)}: {error}") from error
        if (move.text, move.placement, move.piece) != (event.move, event.placement, event.piece):
            raise BadEvent(
                f"{_describe(event)} is {move.piece}, placement {move.placement}, written "
                f"{move.text}; the event says {event.piece}, {event.placement}"
            )
        new._position = position
        new._plies = (*game._plies, event)
    elif isinstance(event, Skipped):
        if event != game._due:
            raise BadEvent(f"{_describe(event)} while nobody has to be skipped")
        new._skipped = (*game._skipped, event.colour)
    elif isinstance(event, Stopped):
        try:
            _check_can_stop(game, event.seat, event.reason)
        except Refused as error:
            raise BadEvent(f"{_describe(event)}: {error}") from error
        new._stopped = {**game._stopped, event.seat: event.reason}
        own = game._variant.seats[event.seat].colours
        if any(game._position.can_place(colour) for colour in own):
            new._forfeited = game._forfeited | {event.seat}
    elif isinstance(event, Ended):
        if event != game._due:
            raise BadEvent(f"{_describe(event)} while the game goes on")
        new._ended = event.reason
    else:
        raise BadEvent(f"{quote(event)} is not an event")


def _take_back(new: Game, plies: int) -> None:
    """Cut the line before the last `plies` plies; no stop lies behind the cut."""
    position = new._position.copy()
    for _ in range(plies):
        position.undo()
    keep = len(new._plies) - plies
    seen = 0
    for cut, event in enumerate(new._line):
        if isinstance(event, Played):
            if seen == keep:
                break
            seen += 1
    new._line = new._line[:cut]
    new._position = position
    new._plies = new._plies[:keep]
    new._skipped = tuple(event.colour for event in new._line if isinstance(event, Skipped))
    new._ended = None


def replay(events: Iterable[Event | Logged]) -> Game:
    """Fold events from the first on. `Logged` ones must be numbered 1, 2, …; others get time 0.

    `BadEvent` names the number of the event that does not fit.
    """
    game: Game | None = None
    for seq, item in enumerate(events, 1):
        event, at = (item.event, item.at) if isinstance(item, Logged) else (item, 0)
        if isinstance(item, Logged) and item.seq != seq:
            raise BadEvent(f"event {seq}: numbered {item.seq}")
        try:
            game = evolve(game, event, at)
        except CornerwiseError as error:
            raise BadEvent(f"event {seq}: {error}") from error
    if game is None:
        raise BadEvent("a game has at least one event")
    return game


# --- whose turn, and what follows by itself -----------------------------------------------


def _walk(game: Game) -> list[str]:
    """The active colours in turn order, from the one after the last mover."""
    colours = game._variant.colours
    first = colours.index(game._plies[-1].colour) + 1 if game._plies else 0
    active = game.active
    order = [colours[(first + i) % len(colours)] for i in range(len(colours))]
    return [colour for colour in order if colour in active]


def _over_by_stops(game: Game) -> bool:
    """Whether stops alone end the game: at most one side is left, or no seat plays."""
    groups = _result.sides(game._variant)
    alive = sum(any(seat not in game._forfeited for seat in group) for group in groups)
    if alive == 0 or (alive == 1 and len(groups) > 1):
        return True
    return len(game._stopped) == len(game._variant.seats)


def _next_turn(game: Game) -> Turn | None:
    if game._ended is not None or _over_by_stops(game):
        return None
    if game._variant.end == "first_blocked" and game._skipped:
        return None
    for colour in _walk(game):
        if game._position.can_place(colour):
            if colour == game._variant.neutral:
                return Turn(colour, None, "neutral")
            if colour == game._variant.shared:
                placed = sum(ply.colour == colour for ply in game._plies)
                seat = placed % len(game._variant.seats)
                return Turn(colour, seat, "computer" if seat in game._stopped else "seat")
            return Turn(colour, game.seat_of(colour), "seat")
        if game._variant.end == "first_blocked":
            return None
    return None


def _next_due(game: Game) -> Event | None:
    """The event that must follow now without anybody's command, if any."""
    if game._ended is not None:
        return None
    if _over_by_stops(game):
        return Ended("stopped")
    if game._variant.end == "first_blocked" and game._skipped:
        return Ended("first_blocked")
    for colour in _walk(game):
        if game._position.can_place(colour):
            return _neutral_move(game, colour) if colour == game._variant.neutral else None
        if colour not in game._skipped:
            return Skipped(colour)
    return Ended("blocked")


def _neutral_move(game: Game, colour: str) -> Played:
    ids = game._position.legal_ids(colour)
    chosen = ids[pick(game._created.neutral_seed, len(game._plies), len(ids))]
    move = game._position.move(chosen)
    return Played(colour, None, "neutral", move.text, move.placement, move.piece)


def _follow_ups(game: Game) -> list[Event]:
    events: list[Event] = []
    while game._due is not None:
        events.append(game._due)
        game = evolve(game, game._due)
    return events


# --- deciding -------------------------------------------------------------------------------


def decide(game: Game, command: Command, now_ms: int = 0) -> list[Event]:
    """The events that a command makes, follow-ups included; `Refused` when it may not be.

    Folding them with `evolve` gives the next game; a caller stores all of them or none.
    """
    first: Event
    match command:
        case Play():
            _check_seat(game, command.seat)
            first = _decide_play(game, command)
        case PlayFor():
            first = _decide_play(game, command)
        case Resign():
            _check_can_stop(game, command.seat, "resigned")
            first = Stopped(command.seat, "resigned")
        case Stop():
            _check_can_stop(game, command.seat, command.reason)
            first = Stopped(command.seat, command.reason)
        case Undo():
            first = Undone(_undo_plies(game, command.seat), command.seat)
        case _:
            raise Refused("bad_command", f"{quote(command)} is not a command")
    return [first, *_follow_ups(evolve(game, first, now_ms))]


def _decide_play(game: Game, command: Play | PlayFor) -> Played:
    if game._ended is not None or game._turn is None:
        raise Refused("game_over", "the game is over")
    turn = game._turn
    if isinstance(command, Play):
        mine = turn.by == "seat" and turn.seat == command.seat
        asked = f"seat {command.seat}"
    else:
        mine = turn.by == "computer" and turn.colour == command.colour
        asked = f"the computer for {quote(command.colour)}"
    if not mine:
        raise Refused(
            "not_your_turn",
            f"it is not the turn of {asked} but of {_who(turn)} with {turn.colour}",
            Refusal(Reason.NOT_YOUR_TURN, (), ()),
        )
    trial = game._position.copy()
    try:
        move = trial.play(command.move, turn.colour)
    except IllegalMove as error:
        raise Refused("illegal", str(error), error.refusal) from error
    except CornerwiseError as error:
        raise Refused("bad_move", str(error)) from error
    return Played(turn.colour, turn.seat, turn.by, move.text, move.placement, move.piece)


def _check_seat(game: Game, seat: int) -> None:
    if type(seat) is not int or not 0 <= seat < len(game._variant.seats):
        raise Refused(
            "bad_command", f"there is no seat {quote(seat)}; seats are 0 to {len(game.seats) - 1}"
        )


def _check_can_stop(game: Game, seat: int, reason: str) -> None:
    _check_seat(game, seat)
    if reason not in STOP_REASONS:
        raise Refused(
            "bad_command", f"a seat stops as {', '.join(STOP_REASONS)}, not {quote(reason)}"
        )
    if game._ended is not None:
        raise Refused("game_over", "the game is over")
    if seat in game._stopped:
        raise Refused("not_allowed", f"seat {seat} has stopped already")


def _undo_plies(game: Game, seat: int) -> int:
    """How many plies an undo by a seat takes back; `Refused` when it may not."""
    _check_seat(game, seat)
    if not game._created.undo:
        raise Refused("not_allowed", "this game is played without taking back")
    if seat in game._stopped:
        raise Refused("not_allowed", f"seat {seat} has stopped")
    plies = 0
    for event in reversed(game._line):
        if isinstance(event, Stopped):
            raise Refused("not_allowed", "a seat stopped since; that cannot be taken back")
        if isinstance(event, Played):
            plies += 1
            if event.by == "seat" and event.seat == seat:
                return plies
    raise Refused("not_allowed", f"seat {seat} has nothing to take back")


# --- words for errors -----------------------------------------------------------------------


def _name(event: object) -> str:
    return str(getattr(event, "type", type(event).__name__))


def _who(turn: Turn) -> str:
    if turn.by == "seat":
        return f"seat {turn.seat}"
    if turn.by == "computer":
        return f"the computer for seat {turn.seat}"
    return "the neutral colour"


def _describe(event: Event) -> str:
    match event:
        case Played():
            return f"played {event.colour} {quote(event.move)}"
        case Skipped():
            return f"skipped {event.colour}"
        case Stopped():
            return f"stopped seat {event.seat} ({event.reason})"
        case Undone():
            return f"undone {event.plies} plies by seat {event.by}"
        case Ended():
            return f"ended ({event.reason})"
        case _:
            return _name(event)
