"""From the game's own objects to the wire."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, cast

from cornerwise.game import (
    Created,
    Ended,
    Game,
    Logged,
    Played,
    Resign,
    Skipped,
    Stopped,
    Undone,
    decide,
)
from cornerwise.game import Result as GameResult
from cornerwise.game import Turn as GameTurn

from . import wire

if TYPE_CHECKING:
    from cornerwise.rules.errors import Refusal
    from cornerwise.rules.variant import Variant


def variant_table(variant: Variant) -> wire.VariantTable:
    """Everything that a page needs of a variant."""
    board = variant.board
    return wire.VariantTable(
        id=variant.id,
        name=variant.name,
        digest=variant.digest,
        board=wire.BoardTable(
            lattice="triangle" if board.triangles else "square",
            columns=board.columns,
            rows=board.rows,
            parity=board.parity,
            cells=[(x, y) for x, y in board.cells],
        ),
        pieces=[
            wire.PieceTable(
                name=piece.name,
                size=piece.size,
                count=count,
                orientations=[
                    wire.OrientationTable(
                        points=[(x, y) for x, y in o.points],
                        up=o.up,
                        clockwise=o.clockwise,
                        counterclockwise=o.counterclockwise,
                        flip=o.flip,
                    )
                    for o in piece.orientations
                ],
            )
            for piece, count in variant.pieces.pieces
        ],
        colours=[
            wire.ColourTable(id=colour, starts=list(starts))
            for colour, starts in zip(variant.colours, variant.starts, strict=True)
        ],
        seats=_seats(variant),
        shared=variant.shared,
        neutral=variant.neutral,
        start=variant.start,
        scoring=variant.scoring,
        end=variant.end,
        bonus=variant.bonus,
        placements=variant.tables.placements,
    )


def variant_summary(variant: Variant) -> wire.VariantSummary:
    """A variant's line in the list."""
    return wire.VariantSummary(
        id=variant.id,
        name=variant.name,
        board=cast("Any", variant.family),
        seats=_seats(variant),
        colours=list(variant.colours),
        shared=variant.shared,
        neutral=variant.neutral,
        start=variant.start,
        starts=list(variant.start_rules),
        scoring=variant.scoring,
        end=variant.end,
    )


def _seats(variant: Variant) -> list[wire.SeatTable]:
    return [wire.SeatTable(colours=list(s.colours), team=s.team) for s in variant.seats]


def seat_infos(game: Game) -> list[wire.SeatInfo]:
    """Who sits where."""
    return [wire.SeatInfo(name=s.name, kind=s.kind, level=s.level) for s in game.seats]


def event(logged: Logged) -> Any:
    """An event with its number and time."""
    base: dict[str, Any] = {"seq": logged.seq, "at": logged.at, "type": logged.event.type}
    match logged.event:
        case Created():
            return wire.CreatedEvent(**base)
        case Played() as e:
            return wire.PlayedEvent(
                **base,
                colour=e.colour,
                seat=e.seat,
                by=e.by,
                move=e.move,
                placement=e.placement,
                piece=e.piece,
            )
        case Skipped() as e:
            return wire.SkippedEvent(**base, colour=e.colour)
        case Stopped() as e:
            return wire.StoppedEvent(**base, seat=e.seat, reason=e.reason)
        case Undone() as e:
            return wire.UndoneEvent(**base, plies=e.plies, by=e.by)
        case Ended() as e:
            return wire.EndedEvent(**base, reason=e.reason)


def turn(now: GameTurn | None) -> wire.Turn | None:
    """Whose turn it is."""
    return None if now is None else wire.Turn(colour=now.colour, seat=now.seat, by=now.by)


def result(found: GameResult | None) -> wire.Result | None:
    """How it ended."""
    if found is None or found.reason is None:
        return None
    return wire.Result(
        reason=found.reason,
        scoring=cast("Any", found.scoring),
        seats=[
            wire.SeatResult(
                seat=s.seat,
                place=s.place,
                tied=s.tied,
                totals=cast("Any", dict(s.totals)),
                mean=s.mean,
            )
            for s in found.seats
        ],
        teams=[
            wire.TeamResult(
                team=t.team, place=t.place, tied=t.tied, totals=cast("Any", dict(t.totals))
            )
            for t in found.teams
        ],
        winners=list(found.winners),
    )


def computers_turn(game: Game) -> bool:
    """Whether a computer is to place now."""
    now = game.turn
    if now is None:
        return False
    return now.by == "computer" or (
        now.by == "seat" and now.seat is not None and game.seats[now.seat].kind == "computer"
    )


def has_computer(game: Game) -> bool:
    """Whether a computer has a seat."""
    return any(seat.kind == "computer" for seat in game.seats)


def _ends_by_resigning(game: Game, seat: int) -> bool:
    return any(isinstance(e, Ended) for e in decide(game, Resign(seat), game.log[-1].at))


def now(game: Game, mine: Iterable[int]) -> wire.Now:
    """What changes with a move, for a viewer who owns the seats `mine` (people's seats)."""
    own = frozenset(mine)
    variant = game.variant
    position = game.position
    standing = game.standings()
    counts = {c.colour: c for s in standing.seats for c in s.colours}
    counts.update((c.colour, c) for c in standing.others)
    active = set(game.active)
    colours = {}
    for colour in variant.colours:
        count = counts[colour]
        left = position.remaining(colour)
        colours[colour] = wire.ColourNow(
            placed=count.placed,
            left=count.left,
            bonus=count.bonus,
            scores=cast("Any", dict(count.scores)),
            remaining=[left[name] for name in variant.pieces.names],
            out=colour not in active or not position.can_place(colour),
        )
    may_resign = [] if game.ended is not None else sorted(own - game.stopped.keys())
    current = game.turn
    play = current is not None and current.by == "seat" and current.seat in own
    attach: list[int] = []
    if current is not None:
        cells = (variant.board.index(p) for p in position.attach_points(current.colour))
        attach = [cell for cell in cells if cell is not None]
    return wire.Now(
        turn=turn(current),
        colours=colours,
        attach=attach,
        legal=game.legal_ids() if play else [],
        stopped=list(game.stopped),
        result=result(game.result),
        can=wire.Can(
            play=play,
            undo=any(game.can_undo(seat) for seat in own),
            hint=play and has_computer(game),
            resign=bool(may_resign),
            resign_ends=[seat for seat in may_resign if _ends_by_resigning(game, seat)],
        ),
    )


def game_info(game_id: str, created: int, game: Game) -> wire.GameInfo:
    """What stays the same during a game."""
    return wire.GameInfo(
        id=game_id,
        created=created,
        variant=variant_table(game.variant),
        seats=seat_infos(game),
        undo=game.created.undo,
        neutral_seed=game.created.neutral_seed,
    )


def game_summary(game_id: str, game: Game) -> wire.GameSummary:
    """A game's line in a list."""
    return wire.GameSummary(
        id=game_id,
        created=game.log[0].at,
        changed=game.log[-1].at,
        variant=wire.VariantName(id=game.variant.id, name=game.variant.name),
        seats=seat_infos(game),
        plies=len(game.plies),
        turn=turn(game.turn),
        result=result(game.result),
    )


def refusal(found: Refusal | None) -> wire.RefusalWire | None:
    """Why a placing does not fit."""
    if found is None:
        return None
    return wire.RefusalWire(
        reason=found.reason.value,
        points=[(x, y) for x, y in found.points],
        others=[(x, y) for x, y in found.others],
    )
