"""A variant: everything that a game is played by, as data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, Literal, get_args

from .boards import Board
from .errors import CornerwiseError, NotationError, VariantError, quote
from .pieces import Orientation, Piece, PieceSet
from .points import Point
from .scoring import SYSTEMS, Scoring
from .transforms import Shape

if TYPE_CHECKING:
    from .._core import Tables

StartRule = Literal["fixed", "free", "corners"]
EndRule = Literal["all_blocked", "first_blocked"]
START_RULES: tuple[StartRule, ...] = get_args(StartRule)
END_RULES: tuple[EndRule, ...] = get_args(EndRule)

COLOURS = ("blue", "yellow", "red", "green", "purple", "orange")
"""Every colour there is; a variant takes at most ``MAX_COLOURS`` of them."""
MAX_COLOURS = 4
MAX_PLACEMENTS = 65_535


def check_colours(colours: tuple[str, ...]) -> None:
    """``VariantError`` unless these are one to four different colours that there are."""
    where = ("colours",)
    if not 1 <= len(colours) <= MAX_COLOURS:
        raise VariantError(f"{len(colours)} colours: 1 to {MAX_COLOURS} can play", where=where)
    for i, colour in enumerate(colours):
        if colour not in COLOURS:
            raise VariantError(
                f"colour {quote(colour)} is none of {', '.join(COLOURS)}", where=(*where, i)
            )
        if colour in colours[:i]:
            raise VariantError(f"colour {quote(colour)} is listed twice", where=(*where, i))


@dataclass(frozen=True)
class Seat:
    """A chair at the table: the colours that it plays, and its team if it has one."""

    colours: tuple[str, ...]
    team: int | None = None


@dataclass(frozen=True)
class Variant:
    """Board, pieces, colours, starts, seats, scoring and end rule.

    ``fixed_starts`` has a cell a colour, or is empty where no colour has a start of its own;
    ``start_cells`` are those that the ``free`` rule offers to all. ``start`` is the rule in force.
    ``shared`` is a colour that the seats play in turn, ``neutral`` one that the computer places.
    ``bonus``: points for placing all pieces, and instead of them when the one-cell piece was last.
    ``VariantError`` for what cannot be: see ``check``, which also asks whether it can be played.
    """

    id: str
    name: str
    board: Board
    pieces: PieceSet
    colours: tuple[str, ...]
    fixed_starts: tuple[int, ...]
    start_cells: tuple[int, ...]
    start: StartRule
    seats: tuple[Seat, ...]
    shared: str | None = None
    neutral: str | None = None
    scoring: Scoring = "online"
    end: EndRule = "all_blocked"
    bonus: tuple[int, int] = (15, 20)

    def __post_init__(self) -> None:
        if self.board.triangles != self.pieces.triangles:
            kind = "triangles" if self.pieces.triangles else "squares"
            raise VariantError(
                f"the pieces are made of {kind}, but the board is not", where=("pieces",)
            )
        check_colours(self.colours)
        self._check_seats()
        self._check_starts()
        if self.scoring not in SYSTEMS:
            raise VariantError(
                f"scoring {quote(self.scoring)} is none of {', '.join(SYSTEMS)}",
                where=("rules", "scoring"),
            )
        if self.end not in END_RULES:
            raise VariantError(
                f"end {quote(self.end)} is none of {', '.join(END_RULES)}", where=("rules", "end")
            )

    def _check_seats(self) -> None:
        where = ("seats",)
        owner: dict[str, str] = {}
        for key, special in (("shared", self.shared), ("neutral", self.neutral)):
            if special is None:
                continue
            if special not in self.colours:
                raise VariantError(
                    f"{key} colour {quote(special)} is none of this variant's colours",
                    where=("rules", key),
                )
            owner[special] = f"the {key} colour"
        if self.shared is not None and self.shared == self.neutral:
            raise VariantError(
                f"colour {quote(self.shared)} cannot be both shared and neutral",
                where=("rules", "neutral"),
            )
        if not self.seats:
            reason = "a variant needs a seat"
            if len(owner) == len(self.colours):
                reason += ": every colour is shared or neutral"
            raise VariantError(reason, where=where)
        for number, seat in enumerate(self.seats, 1):
            if not seat.colours:
                raise VariantError(f"seat {number} has no colour", where=(*where, number - 1))
            for colour in seat.colours:
                if colour not in self.colours:
                    raise VariantError(
                        f"seat {number}: {quote(colour)} is none of this variant's colours",
                        where=(*where, number - 1),
                    )
                if colour in owner:
                    raise VariantError(
                        f"seat {number}: {quote(colour)} is taken: it is {owner[colour]}",
                        where=(*where, number - 1),
                    )
                owner[colour] = f"seat {number}'s"
        for colour in self.colours:
            if colour not in owner:
                raise VariantError(
                    f"nobody plays {quote(colour)}: no seat has it, and it is neither shared "
                    "nor neutral",
                    where=where,
                )
        teams = {seat.team for seat in self.seats}
        if None in teams and len(teams) > 1:
            raise VariantError("either every seat has a team or none has", where=where)

    def _check_starts(self) -> None:
        if self.start not in START_RULES:
            raise VariantError(
                f"start {quote(self.start)} is none of {', '.join(START_RULES)}",
                where=("start", "rule"),
            )
        fixed, free = ("start", "fixed"), ("start", "cells")
        for key, cells in ((fixed, self.fixed_starts), (free, self.start_cells)):
            if any(not 0 <= cell < len(self.board) for cell in cells):
                raise VariantError("a start is not on the board", where=key)
            for cell in cells:
                if cells.count(cell) > 1:
                    raise VariantError(f"start {self.board.text(cell)} is listed twice", where=key)
        if self.fixed_starts and len(self.fixed_starts) != len(self.colours):
            raise VariantError(
                f"{len(self.fixed_starts)} fixed starts for {len(self.colours)} colours",
                where=fixed,
            )
        if self.start_cells and len(self.start_cells) < len(self.colours):
            raise VariantError(
                f"{len(self.start_cells)} free starts for {len(self.colours)} colours: each needs "
                "one to itself",
                where=free,
            )
        if self.start not in self.start_rules:
            rules = ", ".join(self.start_rules)
            why = f"it has {rules}" if rules else "its board has too few corners"
            raise VariantError(
                f"{self.name} has no starts for the rule {quote(self.start)}: {why}",
                where=("start", "rule"),
            )

    # --- starts -----------------------------------------------------------

    @cached_property
    def start_rules(self) -> tuple[StartRule, ...]:
        """The start rules that this variant can be played by."""
        rules: list[StartRule] = []
        if self.fixed_starts:
            rules.append("fixed")
        if self.start_cells:
            rules.append("free")
        if len(self.board.corners) >= len(self.colours):
            rules.append("corners")
        return tuple(rules)

    @cached_property
    def starts(self) -> tuple[tuple[int, ...], ...]:
        """Per colour, the cells of which its first piece must cover one, by the rule in force."""
        if self.start == "fixed":
            return tuple((cell,) for cell in self.fixed_starts)
        cells = self.board.corners if self.start == "corners" else tuple(sorted(self.start_cells))
        return (cells,) * len(self.colours)

    def with_options(
        self,
        *,
        start: str | None = None,
        scoring: str | None = None,
        end: str | None = None,
    ) -> Variant:
        """The same variant under other rules for start, scoring and end; None keeps a rule.

        ``VariantError`` for a rule that does not exist or that the board has no starts for.
        """
        chosen: dict[str, Any] = {"start": start, "scoring": scoring, "end": end}
        changes = {k: v for k, v in chosen.items() if v is not None and v != getattr(self, k)}
        if not changes:
            return self
        changed = replace(self, **changes)
        if "start" not in changes:
            changed.__dict__["tables"] = self.tables  # the same numbers, so the same object
        elif changed.family == "custom":
            changed.check()
        return changed

    # --- numbers ------------------------------------------------------------

    @cached_property
    def tables(self) -> Tables:
        """The numeric tables that positions are played on, shared by variants alike."""
        return _tables(self.board, self.pieces, len(self.colours), self.starts)

    @cached_property
    def orientations(self) -> tuple[tuple[int, int], ...]:
        """Per orientation in global order: index of the piece, and the index within the piece."""
        return tuple(
            (p, o)
            for p, (piece, _) in enumerate(self.pieces.pieces)
            for o in range(len(piece.orientations))
        )

    @cached_property
    def shapes(self) -> dict[Shape, int]:
        """The global index of each orientation, by its points and whether its anchor is up."""
        return {
            (o.points, o.up): self._first_orientation[p] + i
            for p, (piece, _) in enumerate(self.pieces.pieces)
            for i, o in enumerate(piece.orientations)
        }

    @cached_property
    def _first_orientation(self) -> tuple[int, ...]:
        first = [0]
        for piece, _ in self.pieces.pieces:
            first.append(first[-1] + len(piece.orientations))
        return tuple(first)

    @cached_property
    def digest(self) -> str:
        """Hex SHA-256 of what rules a game: equal for two variants iff they play the same.

        Left out: id, name, and starts that the rule in force does not use.
        """
        import hashlib
        import json

        board = self.board
        rules = {
            "board": [board.lattice, board.columns, board.rows, board.parity, board.cells],
            "pieces": [[p.name, p.points, p.up, count] for p, count in self.pieces.pieces],
            "colours": self.colours,
            "starts": self.starts,
            "seats": [[seat.colours, seat.team] for seat in self.seats],
            "shared": self.shared,
            "neutral": self.neutral,
            "scoring": self.scoring,
            "end": self.end,
            "bonus": self.bonus,
        }
        text = json.dumps(rules, separators=(",", ":"), sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()

    def piece_index(self, placement: int) -> int:
        """The index of the piece of a placement."""
        return self.orientations[self.tables.orientation_of(placement)][0]

    def piece_of(self, placement: int) -> Piece:
        """The piece of a placement."""
        return self.pieces[self.piece_index(placement)]

    def orientation_of(self, placement: int) -> Orientation:
        """The orientation of a placement."""
        piece, index = self.orientations[self.tables.orientation_of(placement)]
        return self.pieces[piece].orientations[index]

    def points_of(self, placement: int) -> tuple[Point, ...]:
        """The points that a placement covers, in board order."""
        cells = self.board.cells
        return tuple(cells[cell] for cell in self.tables.cells_of(placement))

    def text_of(self, placement: int) -> str:
        """The text of a placement: its cells by row, then column (``e10,f10,e11``)."""
        texts = self.board.texts
        return ",".join([texts[cell] for cell in self.tables.cells_of(placement)])

    # --- names --------------------------------------------------------------

    def colour_name(self, text: str) -> str:
        """The colour that a name, initial or number stands for, in either case.

        Two-colour files say ``B`` and ``W`` for the first and the second, others ``1`` to ``4``.
        ``NotationError`` if it stands for none.
        """
        key = text.lower() if isinstance(text, str) and text.isascii() else ""
        if key in self.colours:
            return key
        found = self._colour_keys.get(key)
        if found is None:
            raise NotationError(
                f"{quote(text)} is no colour of {self.name}: {', '.join(self.colours)} are"
            )
        return found

    @cached_property
    def _colour_keys(self) -> dict[str, str]:
        keys = {colour[0]: colour for colour in self.colours}
        if len(self.colours) == 2:
            keys["b"], keys["w"] = self.colours
        keys.update((str(i), colour) for i, colour in enumerate(self.colours, 1))
        return keys

    def colour_index(self, text: str) -> int:
        """The index of a colour: see ``colour_name``."""
        if text in self.colours:
            return self.colours.index(text)
        return self.colours.index(self.colour_name(text))

    @property
    def family(self) -> str:
        """``classic``, ``duo``, ``junior`` or ``trigon`` for built-in variants, else ``custom``."""
        from .variants import BUILT_IN, get_variant

        if self.id not in BUILT_IN:
            return "custom"
        try:
            own = replace(
                get_variant(self.id), start=self.start, scoring=self.scoring, end=self.end
            )
        except VariantError:  # a start rule that it does not have
            return "custom"
        return self.id.partition("_")[0] if own == self else "custom"

    # --- can it be played? ----------------------------------------------------

    def check(self) -> None:
        """Raise ``VariantError`` unless it can be played.

        Every piece must fit somewhere, every colour have a first move, and every area of the
        board a start: cells that no piece can ever reach are a mistake in the drawing.
        """
        reached = {cell for cells in self.starts for cell in cells}
        for area in self.board.areas:
            if reached.isdisjoint(area):
                raise VariantError(
                    f"nobody can ever reach {self.board.text(min(area))}: no start lies in its "
                    f"part of the board ({len(area)} of {len(self.board)} cells)",
                    where=("board",),
                )
        tables = self.tables
        fitting = {tables.orientation_of(i) for i in range(tables.placements)}
        first = self._first_orientation
        for index, (piece, _) in enumerate(self.pieces.pieces):
            if fitting.isdisjoint(range(first[index], first[index + 1])):
                raise VariantError(
                    f"piece {quote(piece.name)} fits nowhere on the board",
                    where=("pieces", "shapes", piece.name),
                )
        covered = {cell for i in range(tables.placements) for cell in tables.cells_of(i)}
        for index, cells in enumerate(self.starts):
            if covered.isdisjoint(cells):
                raise VariantError(
                    f"{self.colours[index]} can never begin: no piece fits over "
                    f"{' or '.join(map(self.board.text, cells))}",
                    where=("start",),
                )

    # --- copies ---------------------------------------------------------------

    def __getstate__(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__dataclass_fields__}

    def __repr__(self) -> str:
        return f"<Variant {self.id}: {self.name}>"


@lru_cache(maxsize=64)
def _tables(
    board: Board, pieces: PieceSet, colours: int, starts: tuple[tuple[int, ...], ...]
) -> Tables:
    from .._core import Tables

    flat = [(i, o) for i, (p, _) in enumerate(pieces.pieces) for o in p.orientations]
    try:
        return Tables(
            triangles=board.triangles,
            columns=board.columns,
            rows=board.rows,
            parity=board.parity,
            cells=list(board.cells),
            orientations=[list(o.points) for _, o in flat],
            up=[o.up for _, o in flat],
            piece_of=[piece for piece, _ in flat],
            counts=[count for _, count in pieces.pieces],
            colours=colours,
            starts=[list(cells) for cells in starts],
        )
    except CornerwiseError:
        raise
    except ValueError as error:
        raise VariantError(str(error)) from error


def seats(*colours: Sequence[str] | str, teams: Sequence[int] | None = None) -> tuple[Seat, ...]:
    """Seats by their colours: ``seats("blue red", "yellow green")``."""
    owned = [tuple(c.split()) if isinstance(c, str) else tuple(c) for c in colours]
    if teams is None:
        return tuple(Seat(own) for own in owned)
    return tuple(Seat(own, team) for own, team in zip(owned, teams, strict=True))
