"""Events fold into a game. Pure: no clock, no chance, nothing changed in place."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cornerwise.game._fields import SAFE_INTEGER, quote
from cornerwise.game.checks import check_can_stop, describe, name_of, undo_plies, who
from cornerwise.game.errors import BadEvent, Refused
from cornerwise.game.events import Created, Ended, Event, Played, SeatInfo, Skipped, Stopped, Undone
from cornerwise.game.state import Game, Logged
from cornerwise.game.turns import next_due, next_turn
from cornerwise.rules.errors import CornerwiseError
from cornerwise.rules.position import Position
from cornerwise.rules.variant import Variant
from cornerwise.rules.variants import BUILT_IN, get_variant


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
    base = variant if isinstance(variant, Variant) else get_variant(variant)
    chosen = base.with_options(start=start, scoring=scoring, end=end)
    if seats is None:
        seats = [" + ".join(c.capitalize() for c in seat.colours) for seat in chosen.seats]
    if isinstance(seats, str) or not isinstance(seats, Sequence):
        raise BadEvent(f"seats are a list of names, not {quote(seats)}")
    infos = tuple(seat if isinstance(seat, SeatInfo) else SeatInfo(seat) for seat in seats)
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
    return [created, *follow_ups(evolve(None, created, 0))]


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
    variant = variant.with_options(start=created.start, scoring=created.scoring, end=created.end)
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
    if type(at_ms) is not int or not 0 <= at_ms < SAFE_INTEGER:  # what a record can hold
        raise BadEvent(f"a time is a number of ms from 0 to 2**53 - 1, not {quote(at_ms)}")
    if game is None:
        if not isinstance(event, Created):
            raise BadEvent(f"a game begins with 'created', not {quote(name_of(event))}")
        new = _start(event)
    else:
        if isinstance(event, Created):
            raise BadEvent("a game is created once")
        if game._due is not None and event != game._due:
            raise BadEvent(f"{describe(event)} where {describe(game._due)} must follow")
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
    new._turn = next_turn(new)
    new._due = next_due(new)
    return new


def _fold(game: Game, new: Game, event: Event) -> None:
    """Apply an event other than `Created` to `new`, which starts as `game`."""
    if isinstance(event, Undone):
        try:
            plies = undo_plies(game, event.by)
        except Refused as error:
            raise BadEvent(f"{describe(event)}: {error}") from error
        if event.plies != plies:
            raise BadEvent(f"{describe(event)} where it is {plies}")
        _take_back(new, plies)
        return
    if game._ended is not None:
        raise BadEvent(f"{describe(event)} after the game has ended")
    if isinstance(event, Played):
        turn = game._turn
        if turn is None or (event.colour, event.seat, event.by) != (
            turn.colour,
            turn.seat,
            turn.by,
        ):
            expected = "nobody" if turn is None else f"{turn.colour} by {who(turn)}"
            raise BadEvent(f"{describe(event)} where it is the turn of {expected}")
        position = game._position.copy()
        try:
            move = position.play(event.move, event.colour)
        except CornerwiseError as error:
            raise BadEvent(f"{describe(event)}: {error}") from error
        if (move.text, move.placement, move.piece) != (event.move, event.placement, event.piece):
            raise BadEvent(
                f"{describe(event)} is {move.piece}, placement {move.placement}, written "
                f"{move.text}; the event says {quote(event.piece)}, {event.placement}"
            )
        new._position = position
        new._plies = (*game._plies, event)
    elif isinstance(event, Skipped):
        if event != game._due:
            raise BadEvent(f"{describe(event)} while nobody has to be skipped")
        new._skipped = (*game._skipped, event.colour)
    elif isinstance(event, Stopped):
        try:
            check_can_stop(game, event.seat, event.reason)
        except Refused as error:
            raise BadEvent(f"{describe(event)}: {error}") from error
        new._stopped = {**game._stopped, event.seat: event.reason}
        own = game._variant.seats[event.seat].colours
        if any(game._position.can_place(colour) for colour in own):
            new._forfeited = game._forfeited | {event.seat}
    elif isinstance(event, Ended):
        if event != game._due:
            raise BadEvent(f"{describe(event)} while the game goes on")
        new._ended = event.reason
    else:
        raise BadEvent(f"{quote(event)} is not an event")


def _take_back(new: Game, plies: int) -> None:
    """Cut the line before the last `plies` plies; no stop lies behind the cut."""
    position = new._position.copy()
    for _ in range(plies):
        position.undo()
    keep = len(new._plies) - plies
    new._line = new._line[: [i for i, e in enumerate(new._line) if isinstance(e, Played)][keep]]
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


def follow_ups(game: Game) -> list[Event]:
    """The events that follow by themselves, up to where a command is awaited."""
    events: list[Event] = []
    while game._due is not None:
        events.append(game._due)
        game = evolve(game, game._due)
    return events
