"""Commands become events, or are refused."""

from __future__ import annotations

from cornerwise.game._fields import quote
from cornerwise.game.checks import check_can_stop, check_seat, undo_plies, who
from cornerwise.game.commands import Command, Play, PlayFor, Resign, Stop, Undo
from cornerwise.game.errors import Refused
from cornerwise.game.events import Event, Played, Stopped, Undone
from cornerwise.game.fold import evolve, follow_ups
from cornerwise.game.state import Game
from cornerwise.rules.errors import CornerwiseError, IllegalMove, Reason, Refusal


def decide(game: Game, command: Command, now_ms: int = 0) -> list[Event]:
    """The events that a command makes, follow-ups included; `Refused` when it may not be.

    Folding them with `evolve` gives the next game; a caller stores all of them or none.
    """
    first: Event
    match command:
        case Play():
            check_seat(game, command.seat)
            first = _decide_play(game, command)
        case PlayFor():
            first = _decide_play(game, command)
        case Resign():
            check_can_stop(game, command.seat, "resigned")
            first = Stopped(command.seat, "resigned")
        case Stop():
            check_can_stop(game, command.seat, command.reason)
            first = Stopped(command.seat, command.reason)
        case Undo():
            first = Undone(undo_plies(game, command.seat), command.seat)
        case _:
            raise Refused("bad_command", f"{quote(command)} is not a command")
    return [first, *follow_ups(evolve(game, first, now_ms))]


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
            f"it is not the turn of {asked} but of {who(turn)} with {turn.colour}",
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
