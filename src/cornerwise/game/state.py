"""A game at one moment. `fold` makes it out of events, `decide` events out of commands."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from cornerwise.game import result as _result
from cornerwise.game._fields import quote
from cornerwise.game.commands import Command, Play, PlayFor, Resign, Stop, Undo
from cornerwise.game.errors import Refused
from cornerwise.game.events import By, Created, EndReason, Event, Played, SeatInfo, StopReason
from cornerwise.game.result import Result
from cornerwise.rules.errors import CornerwiseError
from cornerwise.rules.moves import Move
from cornerwise.rules.position import Position
from cornerwise.rules.variant import Variant


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
        """The game before its first move, as the class says."""
        from cornerwise.game.fold import create, replay

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
        if rows and (not isinstance(name, str) or name not in rows[0].totals):
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
        from cornerwise.game.checks import undo_plies

        try:
            undo_plies(self, seat)
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
        from cornerwise.game.decide import decide
        from cornerwise.game.fold import evolve

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
        from cornerwise.game.fold import replay

        return replay, (list(self._log),)

    def __repr__(self) -> str:
        turn = self._turn
        state = f"ended: {self._ended}" if turn is None else f"{turn.colour} to play"
        return f"<Game {self._variant.id!r}, ply {len(self._plies)}, {state}>"

    def __str__(self) -> str:
        return str(self._position)

    def _repr_svg_(self) -> str:
        return self._position._repr_svg_()
