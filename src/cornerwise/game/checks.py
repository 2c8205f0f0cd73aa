"""What commands and events must both satisfy, and words for errors about them."""

from __future__ import annotations

from cornerwise.game._fields import quote
from cornerwise.game.errors import Refused
from cornerwise.game.events import STOP_REASONS, Ended, Event, Played, Skipped, Stopped, Undone
from cornerwise.game.state import Game, Turn
from cornerwise.rules.variant import COLOURS


def check_seat(game: Game, seat: int) -> None:
    """`Refused` unless there is such a seat."""
    if type(seat) is not int or not 0 <= seat < len(game._variant.seats):
        raise Refused(
            "bad_command", f"there is no seat {quote(seat)}; seats are 0 to {len(game.seats) - 1}"
        )


def check_can_stop(game: Game, seat: int, reason: str) -> None:
    """`Refused` unless the seat may stop now for this reason."""
    check_seat(game, seat)
    if reason not in STOP_REASONS:
        raise Refused(
            "bad_command", f"a seat stops as {', '.join(STOP_REASONS)}, not {quote(reason)}"
        )
    if game._ended is not None:
        raise Refused("game_over", "the game is over")
    if seat in game._stopped:
        raise Refused("not_allowed", f"seat {seat} has stopped already")


def undo_plies(game: Game, seat: int) -> int:
    """How many plies an undo by a seat takes back; `Refused` when it may not."""
    check_seat(game, seat)
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


def name_of(event: object) -> str:
    """What an event, or anything in place of one, is called."""
    return str(getattr(event, "type", type(event).__name__))


def who(turn: Turn) -> str:
    """Who a turn belongs to."""
    if turn.by == "seat":
        return f"seat {turn.seat}"
    if turn.by == "computer":
        return f"the computer for seat {turn.seat}"
    return "the neutral colour"


def _shown(colour: str) -> str:
    """A colour's name as it is, or quoted where it comes from outside and is none."""
    return colour if colour in COLOURS else quote(colour)


def describe(event: Event) -> str:
    """An event in a few words."""
    match event:
        case Played():
            return f"played {_shown(event.colour)} {quote(event.move)}"
        case Skipped():
            return f"skipped {_shown(event.colour)}"
        case Stopped():
            return f"stopped seat {event.seat} ({event.reason})"
        case Undone():
            return f"undone {event.plies} plies by seat {event.by}"
        case Ended():
            return f"ended ({event.reason})"
        case _:
            return name_of(event)
