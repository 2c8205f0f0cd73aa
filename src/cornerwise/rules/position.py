"""A position: colours on a board, whose turn it is, what may be placed, and the score."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice, pairwise
from typing import Any

from .._core import State
from .errors import CornerwiseError, IllegalMove, NotationError, Reason, Refusal, quote
from .moves import Move
from .points import Point, in_board_order, parse_point, point_text
from .scoring import ScoreParts, score
from .variant import Variant
from .variants import get_variant

_MAX_NAMED = 32
_FAR = 1_000_000  # the farthest from a board that anybody needs to name
_MAX_TEXT = 160  # of the longest piece 12 cells × ("zz9999" and a comma), with room for spaces

Cells = str | Iterable[Point | int | str]
"""A move as text, or as points, cells or texts of cells, in any order."""


class Position:
    """Colours on a board. It knows neither seats, clocks nor names: ``Game`` adds those.

    It starts empty; ``play`` places pieces and ``undo`` takes them back. The turn goes around in
    the order of ``colours`` and passes over those that cannot place. Any colour may be made to
    play out of turn by naming it, as files and solitaire do.

    >>> position = Position("duo")
    >>> position.play("e10,f10,e11")
    <Move V3: e10,f10,e11>
    >>> position.to_play
    'orange'
    """

    __slots__ = ("_to_play", "state", "variant")

    variant: Variant
    state: State
    """The native position: for search, which works on placement ids alone."""

    def __init__(self, variant: str | Variant = "classic", *, start: str | None = None) -> None:
        """An empty board. ``start``: ``fixed``, ``free`` or ``corners``, else the variant's own.

        ``UnknownVariant`` for an id that does not exist, ``VariantError`` for a start rule that
        the board does not have.
        """
        if not isinstance(variant, Variant):
            variant = get_variant(variant)
        self.variant = variant.with_options(start=start)
        self.state = State(self.variant.tables)
        self._to_play: int | None = None

    # --- turn and history -----------------------------------------------------

    @property
    def colours(self) -> tuple[str, ...]:
        """The colours, in the order of turns."""
        return self.variant.colours

    @property
    def to_play(self) -> str | None:
        """The colour whose turn it is, or None when no colour can place."""
        if self._to_play is None:
            self._to_play = self.state.next_colour()
        return None if self._to_play < 0 else self.variant.colours[self._to_play]

    def next_colour(self, active: Iterable[str] | None = None) -> str | None:
        """The next colour in order that can place, among ``active`` ones (all if None)."""
        if active is None:
            return self.to_play
        mask = 0
        for colour in active:
            mask |= 1 << self.variant.colour_index(colour)
        index = self.state.next_colour(mask)
        return None if index < 0 else self.variant.colours[index]

    @property
    def history(self) -> tuple[tuple[str, Move], ...]:
        """What was played, as (colour, move), the first first."""
        colours, variant = self.variant.colours, self.variant
        return tuple((colours[c], Move(variant, p)) for c, p in self.state.history())

    def __len__(self) -> int:
        """Number of pieces placed."""
        return len(self.state.history())

    def __bool__(self) -> bool:
        return True  # an empty board is a position too

    @property
    def key(self) -> int:
        """64 bits that stand for the pieces on the board: the same by whatever order of moves."""
        return self.state.key()

    def colour_name(self, text: str) -> str:
        """The colour that a name, initial or number stands for: see ``Variant.colour_name``."""
        return self.variant.colour_name(text)

    def _colour(self, colour: str | None) -> int:
        if colour is not None:
            return self.variant.colour_index(colour)
        if self.to_play is not None:
            return self.variant.colours.index(self.to_play)
        # Nobody can place: whose turn it would be says best why a move is refused.
        history = self.state.history()
        return (history[-1][0] + 1) % len(self.variant.colours) if history else 0

    # --- legal moves ----------------------------------------------------------

    def legal_ids(self, colour: str | None = None) -> list[int]:
        """Placement ids that a colour may play, ascending. The colour to play if None."""
        return self.state.legal(self._colour(colour))

    def legal_moves(self, colour: str | None = None) -> list[Move]:
        """Moves that a colour may play, by ascending placement. The colour to play if None."""
        variant = self.variant
        return [Move(variant, i) for i in self.state.legal(self._colour(colour))]

    def count_moves(self, colour: str | None = None) -> int:
        """How many moves a colour may play. The colour to play if None."""
        return self.state.count(self._colour(colour))

    def can_place(self, colour: str) -> bool:
        """Whether a colour may play any move."""
        return self.state.can_place(self._colour(colour))

    def is_legal(self, move: Cells | Move, colour: str | None = None) -> bool:
        """Whether a colour may play this. ``NotationError`` if it is no piece of the set."""
        try:
            placement = self._find(move).placement
        except IllegalMove:
            return False
        return self.state.is_legal(self._colour(colour), placement)

    # --- moves by number and text ------------------------------------------------

    def move(self, id: int) -> Move:
        """The move with this placement id. ``CornerwiseError`` if there is none."""
        number = id if type(id) is int else -1
        if not 0 <= number < self.variant.tables.placements:
            raise CornerwiseError(
                f"no placement has the number {quote(id)}: {self.variant.name} has 0 to "
                f"{self.variant.tables.placements - 1}"
            )
        return Move(self.variant, number)

    def parse(self, text_or_cells: Cells) -> Move:
        """The move that covers exactly these cells, given in any order. It need not be legal.

        ``NotationError`` if the text names no cells, names one twice, or the cells form no piece
        of the set; ``IllegalMove`` if they form one that lies partly off the board.
        """
        points = self.parse_points(text_or_cells)
        placement = self._placement(points)
        if placement is None:
            piece = self._piece_of(points)
            outside = [p for p in points if p not in self.variant.board]
            raise IllegalMove(_text(points), None, piece, Refusal(Reason.OFF_BOARD, outside))
        return Move(self.variant, placement)

    def parse_points(self, text_or_cells: Cells) -> tuple[Point, ...]:
        """The points that are meant, in board order, on the board or not.

        ``NotationError`` if there is none, one is named twice, or a text names no cell.
        """
        if isinstance(text_or_cells, str):
            given: list[Any] = self._split(text_or_cells)
        else:
            try:
                given = list(islice(text_or_cells, _MAX_NAMED + 1))
            except TypeError:
                raise NotationError(
                    f"{quote(text_or_cells)} is no move: a text of cells such as 'e10,f10' is"
                ) from None
        if len(given) > _MAX_NAMED:
            raise NotationError(f"a move of more than {_MAX_NAMED} cells is longer than any piece")
        points = in_board_order([self._point(one) for one in given])
        if not points:
            raise NotationError("a move names at least one cell")
        twice = [a for a, b in pairwise(points) if a == b]
        if twice:
            raise NotationError(f"{quote(_text(points))} names {point_text(twice[0])} twice")
        return points

    @staticmethod
    def _split(text: str) -> list[str]:
        if len(text) > _MAX_TEXT:
            raise NotationError(
                f"{quote(text)} is too long for a move: {len(text)} characters, {_MAX_TEXT} at most"
            )
        parts = [part.strip(" ") for part in text.split(",")]
        for part in parts:
            if parse_point(part) is None:
                what = f"{quote(part)} in {quote(text)}" if part != text else quote(text)
                raise NotationError(
                    f"{what} names no cell: a move is its cells joined by commas, such as "
                    "'e10,f10,e11'"
                )
        return parts

    def _point(self, one: object) -> Point:
        if isinstance(one, str):
            point = parse_point(one)
            if point is not None:
                return point
        elif isinstance(one, tuple):
            if len(one) == 2 and all(type(number) is int and abs(number) <= _FAR for number in one):
                return one
        elif type(one) is int and 0 <= one < len(self.variant.board):
            return self.variant.board.cells[one]
        raise NotationError(f"{quote(one)} names no cell")

    def _placement(self, points: tuple[Point, ...]) -> int | None:
        index = self.variant.board.index
        cells = []
        for point in points:
            cell = index(point)
            if cell is None:
                return None
            cells.append(cell)
        placement = self.variant.tables.find(cells)
        if placement < 0:
            self._piece_of(points)  # refuses what is no piece
            raise AssertionError(f"no placement for {_text(points)}")
        return placement

    def _piece_of(self, points: tuple[Point, ...]) -> str:
        variant = self.variant
        x0, y0 = points[0]
        shape = tuple((x - x0, y - y0) for x, y in points), variant.board.up(points[0])
        orientation = variant.shapes.get(shape)
        if orientation is None:
            count = f"{len(points)} cells" if len(points) > 1 else "a single cell"
            raise NotationError(
                f"{quote(_text(points))} is no piece of {variant.name}: none of its pieces is "
                f"{count} in this shape"
            )
        return variant.pieces[variant.orientations[orientation][0]].name

    def _find(self, move: Cells | Move | int) -> Move:
        if isinstance(move, Move):
            if move._variant is self.variant or move._variant.tables is self.variant.tables:
                return move
            return self.parse(move.points)
        return self.move(move) if isinstance(move, int) else self.parse(move)

    # --- playing ----------------------------------------------------------------

    def play(self, move: Cells | Move | int, colour: str | None = None) -> Move:
        """Place a piece for a colour: the one to play, or the one that is named.

        ``move``: a text of cells, a ``Move``, a placement id, or points. Returns the move.
        ``IllegalMove`` says what rule it breaks and where; the position is then as it was.
        """
        index = self._colour(colour)
        try:
            played = self._find(move)
        except IllegalMove as error:
            points = self.parse_points(move.points if isinstance(move, Move) else move)  # type: ignore[arg-type]
            refusal = self.explain(points, self.variant.colours[index]) or error.refusal
            raise IllegalMove(
                error.move, self.variant.colours[index], error.piece, refusal
            ) from None
        if not self.state.is_legal(index, played.placement):
            name = self.variant.colours[index]
            why = self.explain(played.points, name)
            if why is None:
                raise AssertionError(f"{played} by {name} is refused without a reason")
            raise IllegalMove(played.text, name, played.piece, why)
        self.state.play(index, played.placement)
        self._to_play = None
        return played

    def undo(self) -> tuple[str, Move]:
        """Take the last piece back. Returns (colour, move); ``IndexError`` on an empty board."""
        try:
            colour, placement = self.state.undo()
        except IndexError:
            raise IndexError("nothing to undo: the board is empty") from None
        self._to_play = None
        return self.variant.colours[colour], Move(self.variant, placement)

    def explain(self, points: Iterable[Point], colour: str) -> Refusal | None:
        """Why a colour may not place these points, or None if it may, whoever's turn it is.

        The points need not lie on the board. Where several rules are broken, the first of these
        is told: piece used, off the board, occupied, edge contact, start not covered or no corner
        contact. ``NotationError`` if they form no piece of the set.
        """
        index = self.variant.colour_index(colour)
        wanted = self.parse_points(points)
        piece = self._piece_of(wanted)
        number = self.variant.pieces.names.index(piece)
        board = self.variant.board
        owner = self.state.board()
        if self.state.remaining(index)[number] == 0:
            used = [
                p
                for c, placement in self.state.history()
                if c == index and self.variant.piece_index(placement) == number
                for p in self.variant.points_of(placement)
            ]
            return Refusal(Reason.PIECE_USED, wanted, used)
        outside = [p for p in wanted if p not in board]
        if outside:
            return Refusal(Reason.OFF_BOARD, outside)
        cells = [board._index[p] for p in wanted]
        taken = [cell for cell in cells if owner[cell]]
        if taken:
            return Refusal(
                Reason.OCCUPIED, [board.cells[cell] for cell in taken], self._pieces_at(taken)
            )
        own = index + 1
        touching: list[Point] = []
        touched: set[Point] = set()
        for point in wanted:
            near = [
                q
                for q in board.edge_neighbours(point)
                if (cell := board.index(q)) is not None and owner[cell] == own
            ]
            if near:
                touching.append(point)
                touched.update(near)
        if touching:
            return Refusal(Reason.EDGE_CONTACT, touching, in_board_order(touched))
        attach = self.state.attach(index)
        if not set(attach).isdisjoint(cells):
            return None
        if own in owner:
            return Refusal(Reason.NO_CORNER_CONTACT, wanted, self._nearest(attach, wanted))
        starts = attach or self.variant.starts[index]
        return Refusal(Reason.START_NOT_COVERED, wanted, [board.cells[c] for c in starts])

    def _pieces_at(self, cells: list[int]) -> tuple[Point, ...]:
        found: list[Point] = []
        for _, placement in self.state.history():
            if not set(self.variant.tables.cells_of(placement)).isdisjoint(cells):
                found += self.variant.points_of(placement)
        return in_board_order(found)

    def _nearest(self, attach: list[int], points: tuple[Point, ...]) -> list[Point]:
        """The three attach points nearest to the move, the nearest first."""
        board = self.variant.board

        def centre(point: Point) -> tuple[int, int]:  # times 6 in columns, rows stretched to fit
            x, y = point
            if not board.triangles:
                return 6 * x, 6 * y
            return 3 * x, 5 * y + (0 if board.up(point) else 1)

        middles = [centre(p) for p in points]

        def distance(cell: int) -> tuple[int, int]:
            x, y = centre(board.cells[cell])
            return min((x - u) ** 2 + (y - v) ** 2 for u, v in middles), cell

        return [board.cells[cell] for cell in sorted(attach, key=distance)[:3]]

    # --- the board ----------------------------------------------------------------

    def at(self, point: Point | str) -> str | None:
        """The colour at a point or cell text; None where it is empty or off the board."""
        where = parse_point(point) if isinstance(point, str) else point
        cell = None if where is None else self.variant.board.index(where)
        if cell is None:
            if where is None:
                raise NotationError(f"{quote(point)} names no cell")
            return None
        owner = self.state.board()[cell]
        return self.variant.colours[owner - 1] if owner else None

    def occupied(self) -> dict[Point, str]:
        """Every occupied point with its colour, in board order."""
        colours, cells = self.variant.colours, self.variant.board.cells
        return {
            cells[cell]: colours[owner - 1]
            for cell, owner in enumerate(self.state.board())
            if owner
        }

    def attach_points(self, colour: str) -> tuple[Point, ...]:
        """Empty points that a colour may extend to: before its first piece, its free starts."""
        cells = self.variant.board.cells
        return tuple(cells[c] for c in sorted(self.state.attach(self._colour(colour))))

    def forbidden_cells(self, colour: str) -> tuple[Point, ...]:
        """Points that a colour can never cover: occupied, or sharing an edge with its own."""
        cells = self.variant.board.cells
        return tuple(cells[c] for c in sorted(self.state.forbidden(self._colour(colour))))

    def remaining(self, colour: str) -> dict[str, int]:
        """Copies left by piece name, in the order of the set; used-up pieces with 0."""
        left = self.state.remaining(self._colour(colour))
        return dict(zip(self.variant.pieces.names, left, strict=True))

    def placed_cells(self, colour: str) -> int:
        """How many cells a colour covers."""
        return self.state.board().count(self._colour(colour) + 1)

    # --- scores -------------------------------------------------------------------

    def score_parts(self, colour: str) -> ScoreParts:
        """What a colour's score is made of, now."""
        index = self._colour(colour)
        left = sum(
            count * piece.size
            for count, (piece, _) in zip(
                self.state.remaining(index), self.variant.pieces.pieces, strict=True
            )
        )
        one_last = False
        if left == 0:
            last = next(p for c, p in reversed(self.state.history()) if c == index)
            one_last = self.variant.piece_of(last).size == 1
        all_bonus, last_bonus = self.variant.bonus
        bonus = 0 if left else last_bonus if one_last else all_bonus
        return ScoreParts(self.placed_cells(colour), left, left == 0, one_last, bonus)

    def scores(self, system: str | None = None) -> dict[str, int]:
        """Points by colour, now, in a system or the variant's own.

        In ``basic``, which counts cells left, the fewest win. ``CornerwiseError`` for a system
        that does not exist.
        """
        chosen = self.variant.scoring if system is None else system
        return {colour: score(self.score_parts(colour), chosen) for colour in self.colours}

    # --- counting -------------------------------------------------------------------

    def perft(self, depth: int) -> int:
        """The number of sequences of exactly ``depth`` moves from here, turns passing as usual."""
        if type(depth) is not int or depth < 0:
            raise CornerwiseError(f"perft depth {quote(depth)} is not a whole number from 0")
        return self.state.perft(depth)

    # --- copies and comparison ----------------------------------------------------------

    def copy(self) -> Position:
        """An independent position, with the same history."""
        twin: Position = object.__new__(Position)
        twin.variant = self.variant
        twin.state = self.state.copy()
        twin._to_play = self._to_play
        return twin

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Position:
        return self.copy()

    def _content(self) -> tuple[object, ...]:
        count = range(len(self.colours))
        return (
            self.state.board(),
            [self.state.remaining(i) for i in count],
            self.to_play,
            [self.score_parts(colour).one_last for colour in self.colours],
        )

    def __eq__(self, other: object) -> bool:
        """The same variant, cells by colour, pieces left, colour to play and bonus."""
        if not isinstance(other, Position):
            return NotImplemented
        return (
            self.key == other.key
            and self.variant == other.variant
            and self._content() == other._content()
        )

    def __hash__(self) -> int:
        return hash((self.key, self.to_play))

    def __reduce__(self) -> tuple[Any, ...]:
        return (_restore, (self.variant, tuple(self.state.history())))

    def __repr__(self) -> str:
        turn = f"{self.to_play} to play" if self.to_play else "no colour can place"
        return f"<Position {self.variant.id}: {len(self)} placed, {turn}>"

    def __str__(self) -> str:
        from .drawing import text

        return text(self)

    def _repr_svg_(self) -> str:
        from .drawing import svg

        history = self.history
        return svg(self, last=history[-1][1] if history else None)


def _text(points: Iterable[Point]) -> str:
    return ",".join(map(point_text, points))


def _restore(variant: Variant, history: tuple[tuple[int, int], ...]) -> Position:
    """A pickled position, every move of it checked anew."""
    position = Position(variant)
    for colour, placement in history:
        position.state.play(colour, placement)
    return position
