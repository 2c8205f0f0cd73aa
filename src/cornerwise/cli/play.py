"""``cornerwise play``: a game in the terminal, or through a pipe."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter, validators

from cornerwise.cli.arguments import WHOLE, FileName
from cornerwise.cli.errors import Failure

if TYPE_CHECKING:
    from cornerwise.game import Game, SeatInfo
    from cornerwise.rules.variant import Variant


def play(
    variant: str | None = None,
    /,
    *,
    seat: Annotated[tuple[str, ...], Parameter(show_default=False)] = (),
    start: Literal["fixed", "free", "corners"] | None = None,
    scoring: Literal["online", "advanced", "basic", "net"] | None = None,
    end: Literal["all_blocked", "first_blocked"] | None = None,
    seed: Annotated[
        int | None, WHOLE, Parameter(validator=validators.Number(gte=0, lt=2**53))
    ] = None,
    load: FileName | None = None,
) -> int:
    """Play in the terminal: against the computer, with friends, or alone.

    Seat 1 is yours and the computer takes the others, unless --seat says
    otherwise. Type a move as its cells (e10,f10,e11), or one of: list, list L5,
    hint, undo, resign, score, pieces, board, save FILE, help, quit.

    In a pipe it reads a line a move from standard input and ends with it; it
    exits with 1 if a line was refused.

    Examples:

        cornerwise play duo
        cornerwise play classic --seat 1=human:Ann --seat 2=human:Ben
        cornerwise play duo --seat all=computer:1 --seed 7
        cornerwise play --load game.blksgf
        cornerwise play duo --seat all=human < moves.txt

    Parameters
    ----------
    variant
        What to play: an id (see: cornerwise variants) or a TOML file. Classic by default.
    seat
        Who sits where: 2=human:NAME, 2=computer:LEVEL, all=human. May be given again.
    start
        Where first pieces go, instead of the variant's own rule.
    scoring
        How points are counted, instead of the variant's own system.
    end
        When the game ends, instead of the variant's own rule.
    seed
        Makes the computer players and neutral colours repeat themselves.
    load
        Go on with a record (.blksgf or JSON) instead of a new game.
    """
    from cornerwise.cli.input import read_variant
    from cornerwise.cli.table import Table
    from cornerwise.rules.errors import CornerwiseError

    if load is not None and (variant is not None or start or scoring or end):
        raise Failure("--load goes on with its own game: leave variant and rules away")
    if load is not None and seat:
        raise Failure("--load goes on with its own players: leave --seat away")
    try:
        if load is not None:
            game = _load(load)
        else:
            chosen = read_variant(
                "classic" if variant is None else variant, start=start, scoring=scoring, end=end
            )
            game = _new(chosen, seat, seed)
    except CornerwiseError as error:
        raise Failure(str(error)) from error
    return Table(game, seed=seed).run()


def _load(path: str) -> Game:
    from cornerwise.cli.input import read_record
    from cornerwise.formats.record import Record

    if path == "-":
        raise Failure("--load - would leave no input for moves: name a file")
    record = read_record(path)
    return record.game() if isinstance(record, Record) else record


def _new(variant: Variant, seat: tuple[str, ...], seed: int | None) -> Game:
    import secrets

    from cornerwise.game import Game

    neutral = secrets.randbelow(2**53) if seed is None else seed
    return Game(variant, seats(variant, seat), neutral_seed=neutral)


def seats(variant: Variant, options: tuple[str, ...]) -> list[SeatInfo]:
    """Who sits where by the `--seat` options; seat 1 a person and computers unless told."""
    chosen = ["human", *["computer"] * (len(variant.seats) - 1)]
    for option in options:
        where, equals, who = option.partition("=")
        if not equals:
            raise Failure(f"--seat {option!r}: it takes a seat and who, such as 2=computer:1")
        if where == "all":
            chosen = [who] * len(chosen)
        elif where.isascii() and where.isdecimal() and 1 <= int(where[:4]) <= len(chosen):
            chosen[int(where) - 1] = who
        else:
            raise Failure(
                f"--seat {option!r}: {variant.id} has the seats 1 to {len(chosen)} (or all)"
            )
    return [_seat(variant, index, who) for index, who in enumerate(chosen)]


def _seat(variant: Variant, index: int, who: str) -> SeatInfo:
    from cornerwise.game import SeatInfo

    kind, _colon, detail = who.partition(":")
    colours = " + ".join(c.capitalize() for c in variant.seats[index].colours)
    if kind == "human":
        return SeatInfo(detail or colours)
    if kind != "computer":
        raise Failure(f"--seat: {who!r} is neither human, human:NAME nor computer:LEVEL")
    from cornerwise import engine

    levels = sorted(engine.LEVELS)
    level = detail or str(levels[len(levels) // 2])
    if level not in map(str, levels):
        raise Failure(
            f"--seat: computers have the levels {levels[0]} to {levels[-1]}, not {level!r}"
        )
    return SeatInfo(f"Computer {index + 1}", "computer", int(level))
