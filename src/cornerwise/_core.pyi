"""Boards, legal placements, perft and random games, on plain integers.

A *cell* is an index in board order (rows from the bottom, in a row from the
left), a *placement* a dense id: for each orientation in order, for each anchor
cell in board order at which the orientation is on the board, the next id.
A *colour* is 0 to `Tables.colours` - 1. Arguments are checked: a number out of
range raises `ValueError`, something that is no number `TypeError`.
"""

class Tables:
    """A board and its pieces as numbers: immutable, shared by all positions on it.

    - `cells`: the board's points (x, y) in board order; `columns` and `rows` are its box.
    - `triangles`: the lattice; a triangle at (x, y) points up if (x + y + `parity`) is even.
    - `orientations`: in global order, the points of each relative to its anchor, which is
      its first cell in board order; `up` says (on triangles) that the anchor points up,
      `piece_of` (ascending) which piece it is an orientation of.
    - `counts`: how many copies of each piece a colour has.
    - `starts`: per colour, the cells of which its first piece covers at least one.
    - `path`: how placements are listed. "auto" chooses the fastest that fits the pieces and
      this machine, the others ("generic", "portable", "avx2", "avx512") are for comparisons.

    Raises `ValueError`, saying what is wrong, for anything inconsistent and beyond the
    limits of 512 cells, a box of 512 x 512, 4 colours, 64 pieces a colour, 12 cells a piece
    and 65,535 placements.
    """

    def __init__(
        self,
        *,
        triangles: bool,
        columns: int,
        rows: int,
        parity: int,
        cells: list[tuple[int, int]],
        orientations: list[list[tuple[int, int]]],
        up: list[bool],
        piece_of: list[int],
        counts: list[int],
        colours: int,
        starts: list[list[int]],
        path: str = "auto",
    ) -> None: ...
    @property
    def placements(self) -> int:
        """Number of placements; ids are below it."""

    @property
    def colours(self) -> int: ...
    @property
    def path(self) -> str:
        """How placements are listed on this machine ("generic" if no piece allows better)."""

    def cells_of(self, placement: int) -> list[int]:
        """The placement's cells, ascending."""

    def orientation_of(self, placement: int) -> int:
        """Index of its orientation in global order."""

    def anchor_of(self, placement: int) -> int:
        """Its first cell."""

    def find(self, cells: list[int]) -> int:
        """The placement that covers just these cells (in any order), or -1."""

class State:
    """Colours on a board: a value, with its history. No turn order is enforced."""

    def __init__(self, tables: Tables) -> None: ...
    @property
    def tables(self) -> Tables: ...
    def copy(self) -> State: ...
    def __copy__(self) -> State: ...
    def __deepcopy__(self, memo: object) -> State: ...
    def play(self, colour: int, placement: int) -> None:
        """Place; `ValueError`, with the reason, if it is not legal for the colour."""

    def undo(self) -> tuple[int, int]:
        """Take the last placement back: its colour and id. `IndexError` if there is none."""

    def legal(self, colour: int) -> list[int]:
        """The colour's legal placements, ascending."""

    def count(self, colour: int) -> int:
        """How many they are; much cheaper than the list."""

    def can_place(self, colour: int) -> bool: ...
    def is_legal(self, colour: int, placement: int) -> bool: ...
    def board(self) -> bytes:
        """A byte a cell: 0 for an empty one, else colour + 1."""

    def attach(self, colour: int) -> list[int]:
        """The colour's attach points, ascending; before its first piece, its free start cells."""

    def forbidden(self, colour: int) -> list[int]:
        """Cells that are occupied or share an edge with one of the colour's, ascending."""

    def remaining(self, colour: int) -> list[int]:
        """Copies left, by piece."""

    def history(self) -> list[tuple[int, int]]:
        """Colour and placement of each ply."""

    def key(self) -> int:
        """64 bits that depend on the colours' cells and copies left, not on the order of play.

        The same on every machine; never 0 for an empty board. Who moved last is not part of it.
        """

    def next_colour(self, active: int = -1) -> int:
        """The next colour after the last mover, in cyclic order, that can place; -1 if none can.

        `active` is a bit mask of the colours that still play (-1: all). The last mover itself
        comes last; before the first ply, colour 0 comes first.
        """

    def perft(self, depth: int, active: int = -1) -> int:
        """Number of sequences of exactly `depth` plies (0 to 64) from `next_colour`.

        Colours that cannot place are skipped, which is no ply. Runs without the GIL and can be
        interrupted.
        """

    def playouts(
        self, n: int, seed: int, active: int = -1, *, first_blocked: bool = False
    ) -> list[list[tuple[int, int]]]:
        """Play `n` (at most 1,000,000) games to the end, each move uniform among the legal ones.

        Per game and colour: cells placed, and 0 if pieces are left, 1 if all are placed, 2 if
        moreover the last one had one cell. Game i depends on `seed` (0 to 2^64 - 1) and i alone,
        on every machine. With `first_blocked` a game ends as soon as an active colour cannot
        place at its turn. Runs without the GIL and can be interrupted.
        """

    def rollouts(
        self,
        colour: int,
        placements: list[int],
        n: int,
        seed: int,
        active: int = -1,
        *,
        policy: str = "large",
        first_blocked: bool = False,
        cancel: Cancel | None = None,
        limit_ms: int | None = None,
    ) -> list[list[list[tuple[int, int]]]]:
        """For each of the colour's legal `placements`: play it, then `n` games to the end.

        Per placement, the games as in `playouts`. The other moves are drawn by the `policy`:
        "uniform", or "large", where the weight of a move doubles with each cell of its piece
        (a fifth slower; players that used it won 55 ± 2 % of 560 games of Duo against uniform
        ones, at equal numbers of games). Game i after each placement
        has the same random numbers, which makes placements easier to compare.

        Ends early when `cancel` is raised or after `limit_ms` milliseconds; then there are fewer
        games, yet equally many for each placement, perhaps none. At most 1,000,000 games in all.
        Runs without the GIL and can be interrupted.
        """

    def features(self, colour: int, against: int = -1) -> list[tuple[int, int, int, int, int]]:
        """Per legal placement (ascending): its id, and

        - size: its cells;
        - gained: the colour's attach points after it, less those before;
        - taken: attach points that it covers, of the colours in the bit mask `against`
          (-1: all others);
        - central: of its most central cell, from 1000 in the middle of the board to 0 for the
          cells farthest from it.
        """

    def reach(self, colour: int, limit: int = 12) -> bytes:
        """Per cell, in how many steps the colour may grow to it; `limit` (1 to 255) if beyond.

        0 for its attach points, one more for each edge or corner neighbour that is not forbidden.
        """

class Cancel:
    """A flag by which one thread ends a computation of another early; for one use."""

    def __init__(self) -> None: ...
    def cancel(self) -> None: ...
    @property
    def cancelled(self) -> bool: ...

def time_generation(
    states: list[State], colours: list[int], passes: int, only_count: bool = False
) -> tuple[int, float]:
    """For benchmarks: list each state's legal placements for its colour, `passes` times over.

    Nothing of it reaches Python. Returns how many placements it met, and the processor's seconds
    it took; with `only_count` they are counted as `State.count` does. Keeps the GIL.
    """
