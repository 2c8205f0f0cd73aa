"""Whose turn it is, and what follows by itself: neutral moves, skips, the end."""

from __future__ import annotations

from cornerwise.game.chance import pick
from cornerwise.game.events import Ended, Event, Played, Skipped
from cornerwise.game.result import sides
from cornerwise.game.state import Game, Turn


def _walk(game: Game) -> list[str]:
    """The active colours in turn order, from the one after the last mover."""
    colours = game._variant.colours
    first = colours.index(game._plies[-1].colour) + 1 if game._plies else 0
    active = game.active
    order = [colours[(first + i) % len(colours)] for i in range(len(colours))]
    return [colour for colour in order if colour in active]


def _over_by_stops(game: Game) -> bool:
    """Whether stops alone end the game: at most one side is left, or no seat plays."""
    groups = sides(game._variant)
    alive = sum(any(seat not in game._forfeited for seat in group) for group in groups)
    if alive == 0 or (alive == 1 and len(groups) > 1):
        return True
    return len(game._stopped) == len(game._variant.seats)


def next_turn(game: Game) -> Turn | None:
    """Whose turn it is; None where the game is over or is about to be."""
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


def next_due(game: Game) -> Event | None:
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
