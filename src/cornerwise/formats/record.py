"""A game record: the tree of a file, its variant and header, and what its lines of moves give."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from cornerwise.formats import sgf
from cornerwise.formats._names import (
    MOVE_NAMES,
    PLAYERS_TWO,
    colour_name,
    colour_names,
    name_keys,
    variant_of,
)
from cornerwise.formats.errors import RecordError
from cornerwise.formats.sgf import Node, Property, Source
from cornerwise.game import Game, Played, PlayFor, Refused, SeatInfo
from cornerwise.game.events import MAX_LEVEL, MAX_MOVE_TEXT, MAX_NAME, STOP_REASONS
from cornerwise.rules.custom import loads as loads_variant
from cornerwise.rules.errors import (
    CornerwiseError,
    IllegalMove,
    NotationError,
    Reason,
    VariantError,
    quote,
)
from cornerwise.rules.position import Position
from cornerwise.rules.variants import Variant

__all__ = ["Header", "Record", "RecordedMove", "one_line"]

_MAX_SETUP_PIECES = 4 * 64
_MAX_SETUP_NODES = 1_000  # each is replayed in full
_SEED_LIMIT = 2**53


@dataclass(frozen=True, slots=True)
class RecordedMove:
    """A move as a record has it: not yet checked against any rule.

    `ply` counts from 1 along its line; `colour` is the variant's own name; `text` has the cells
    as points joined by commas, in small letters and in the file's order.
    """

    ply: int
    colour: str
    text: str
    node: Node
    offset: int


@dataclass(frozen=True, slots=True)
class Header:
    """What a record says of the game as a whole; empty texts where it says nothing.

    `names` has one text a seat; `levels` the computer's level a seat, None for a person.
    """

    names: tuple[str, ...]
    levels: tuple[int | None, ...]
    date: str = ""
    event: str = ""
    place: str = ""
    round: str = ""
    result: str = ""
    comment: str = ""
    application: str = ""


class Record:
    """A game record: a tree of moves with a header, of one variant.

    `roots` are the games of the file; the record is about the first, the others are kept for
    writing. Raises RecordError when the root names no game that is played here.
    """

    def __init__(self, roots: Sequence[Node], source: Source | None = None) -> None:
        if not roots:
            raise RecordError("a record needs a game")
        self.roots = list(roots)
        self._source = source
        self.variant: Variant = self._read_variant()
        self._colours = colour_names(self.variant)

    @property
    def root(self) -> Node:
        """The root node of the game that the record is about."""
        return self.roots[0]

    # --- header -----------------------------------------------------------------------

    @property
    def header(self) -> Header:
        """Names, levels, date and the like, as the root node has them."""
        root = self.root
        levels = self._levels()
        names = [root.simple_text(key) or "" for key in name_keys(self.variant)]
        for i, key in enumerate(PLAYERS_TWO):
            # Some files name two players 1 and 2, or the first two of four B and W.
            if i < len(names) and not names[i]:
                names[i] = root.simple_text(key) or root.simple_text(f"P{i + 1}") or ""
        return Header(
            names=tuple(names),
            levels=levels,
            date=root.simple_text("DT") or "",
            event=root.simple_text("EV") or "",
            place=root.simple_text("PC") or "",
            round=root.simple_text("RO") or "",
            result=root.simple_text("RE") or "",
            comment=root.text("GC") or root.text("C") or "",
            application=root.simple_text("AP") or "",
        )

    def _levels(self) -> tuple[int | None, ...]:
        levels: list[int | None] = [None] * len(self.variant.seats)
        for seat, text in self._pairs(self.root, "CWC"):
            if not text.isdecimal() or not 1 <= int(text[:4]) <= MAX_LEVEL:
                raise self._error(self.root, "CWC", f"{quote(text)} is no computer's level")
            levels[seat] = int(text)
        return tuple(levels)

    @property
    def has_setup(self) -> bool:
        """Whether the main line sets up pieces or the turn: then it is no game from the start."""
        return any(
            _is_setup(prop.key) or prop.key == "PL"
            for node in self.root.main_line()
            for prop in node.properties
        )

    # --- moves ------------------------------------------------------------------------

    def main_line(self) -> list[Node]:
        """The nodes of the main line, the root first."""
        return list(self.root.main_line())

    def moves(self, line: Iterable[Node] | None = None) -> list[RecordedMove]:
        """The moves along a line of nodes, the main line by default.

        Raises RecordError for a node whose move cannot be told; legality is not looked at.
        """
        found: list[RecordedMove] = []
        for node in self.root.main_line() if line is None else line:
            move = self.move_of(node, len(found) + 1)
            if move is not None:
                found.append(move)
        return found

    def move_of(self, node: Node, ply: int = 1) -> RecordedMove | None:
        """The move of one node, or None. `ply` is the number that errors name it by."""
        found: RecordedMove | None = None
        for prop in node.properties:
            key = prop.key
            if key not in MOVE_NAMES:
                continue
            colour = self._colours.get(key)
            if colour is None:
                known = ", ".join(colour_name(self.variant, c) for c in self.variant.colours)
                raise self._at(
                    prop,
                    f"{key} is not a colour of {self.variant.id}; its colours are {known}",
                    ply,
                )
            if found is not None:
                raise self._at(prop, "a second move in one node", ply)
            # Early programs wrote a value a point.
            text = ",".join(sgf.to_simple_text(value).strip().lower() for value in prop.values)
            if not text.strip(","):
                raise self._at(prop, f"the move of {colour} names no cells", ply)
            if len(text) > MAX_MOVE_TEXT:
                raise self._at(prop, f"{quote(text)} is too long for a move", ply)
            found = RecordedMove(ply, colour, text, node, prop.offset)
        return found

    # --- positions --------------------------------------------------------------------

    def position(self, line: Iterable[Node] | None = None) -> Position:
        """The position after a line of nodes, the main line by default, setup included.

        Colours may move in any order here; every move must be legal for its colour. The pieces
        of a setup are put in an order in which they can be played.
        """
        return self._walk(line)[0]

    def to_play(self, line: Iterable[Node] | None = None) -> str | None:
        """The colour to move after a line: what the last `PL` says, else the next in turn."""
        position, told = self._walk(line)
        return told if told is not None else position.to_play

    def _walk(self, line: Iterable[Node] | None) -> tuple[Position, str | None]:
        position = Position(self.variant)
        told: str | None = None
        ply = setups = 0
        for node in self.root.main_line() if line is None else line:
            before, position = position, self._set_up(node, position)
            setups += position is not before
            if setups > _MAX_SETUP_NODES:
                raise self._fault(node.offset, f"more than {_MAX_SETUP_NODES} nodes with a setup")
            if (prop := node.find("PL")) is not None:
                told = self._colour(prop, sgf.to_simple_text(prop.values[0]))
            move = self.move_of(node, ply + 1)
            if move is not None:
                ply += 1
                self._place(position, move)
                told = None
        return position, told

    def _place(self, position: Position, move: RecordedMove) -> None:
        try:
            position.play(move.text, colour=move.colour)
        except (IllegalMove, NotationError) as error:
            raise self._fault(move.offset, str(error), move.ply) from error

    def _set_up(self, node: Node, position: Position) -> Position:
        """The position after a node's setup properties; the same one when it has none."""
        changes = [prop for prop in node.properties if _is_setup(prop.key)]
        if not changes:
            return position
        pieces = [(colour, move.text, -1) for colour, move in position.history]
        for prop in changes:
            for value in prop.values:
                text = sgf.to_simple_text(value).strip().lower()
                if len(text) > MAX_MOVE_TEXT:
                    raise self._at(prop, f"{quote(text)} is too long for a piece")
                if prop.key != "AE":
                    pieces.append((self._colour(prop, prop.key[1:]), text, prop.offset))
                    continue
                cells = set(text.split(","))
                kept = [piece for piece in pieces if set(piece[1].split(",")) != cells]
                if len(kept) == len(pieces):
                    raise self._at(prop, f"there is no piece on {quote(text)} to remove")
                pieces = kept
            if len(pieces) > _MAX_SETUP_PIECES:
                raise self._at(prop, f"a setup of more than {_MAX_SETUP_PIECES} pieces")
        return self._put(pieces)

    def _put(self, pieces: list[tuple[str, str, int]]) -> Position:
        """A position with these pieces, played in the first order in which each one is legal.

        If a set of pieces can be played in any order, this finds one: a legal piece stays
        legal when others of the set come first.
        """
        position = Position(self.variant)
        waiting = pieces
        while waiting:
            later: list[tuple[str, str, int]] = []
            reason = ""
            for colour, text, offset in waiting:
                try:
                    position.play(text, colour=colour)
                except IllegalMove as error:
                    if error.reason not in (Reason.NO_CORNER_CONTACT, Reason.START_NOT_COVERED):
                        raise self._fault(offset, f"setup: {error}") from error
                    reason = reason or str(error)
                    later.append((colour, text, offset))
                except NotationError as error:
                    raise self._fault(offset, f"setup: {error}") from error
            if len(later) == len(waiting):
                raise self._fault(later[0][2], f"setup: {reason}")
            waiting = later
        return position

    # --- games ------------------------------------------------------------------------

    def game(self, line: Iterable[Node] | None = None) -> Game:
        """The game that a line of nodes tells, the main line by default.

        Raises RecordError with line, column, ply and reason for the first move that is illegal
        or out of turn, and for a record that starts from a setup position.
        """
        game = self._new_game()
        due: list[str] = _neutral_moves(game)
        ply = 0
        for node in self.root.main_line() if line is None else line:
            for prop in node.properties:
                if _is_setup(prop.key) or prop.key == "PL":
                    raise self._at(prop, "a record with a setup position is no game from the start")
            move = self.move_of(node, ply + 1)
            if move is not None:
                ply += 1
                if move.colour == self.variant.neutral and due:
                    self._check_neutral(game, move, due.pop(0))
                else:
                    game, due = self._play(game, move, due)
            game, due = self._stop(game, node, due)
        return game

    def _new_game(self) -> Game:
        header = self.header
        seats = []
        for seat, name, level in zip(self.variant.seats, header.names, header.levels, strict=True):
            shown = one_line(name[: 4 * MAX_NAME])[:MAX_NAME] or " + ".join(
                c.capitalize() for c in seat.colours
            )
            seats.append(SeatInfo(shown, "human" if level is None else "computer", level))
        return Game(
            self.variant,
            seats,
            neutral_seed=self._number("CWN", _SEED_LIMIT),
            undo=(self.root.simple_text("CWU") or "").strip() != "no",
        )

    def _play(self, game: Game, move: RecordedMove, due: list[str]) -> tuple[Game, list[str]]:
        turn = game.turn
        if turn is not None and turn.colour != move.colour:
            reason = f"it is the turn of {turn.colour}, not of {move.colour}"
            raise self._fault(move.offset, reason, move.ply)
        before = len(game.log)
        try:
            if turn is not None and turn.by == "computer":
                game = game.apply(PlayFor(turn.colour, move.text))
            else:
                game = game.play(move.text)
        except Refused as error:
            raise self._fault(move.offset, str(error), move.ply) from error
        return game, due + _neutral_moves(game, before)

    def _check_neutral(self, game: Game, move: RecordedMove, expected: str) -> None:
        cells = sorted(move.text.split(","))
        if cells != sorted(expected.split(",")):
            raise self._fault(
                move.offset,
                f"the seed {game.created.neutral_seed} lets {move.colour} play {expected}, "
                f"not {quote(move.text)}",
                move.ply,
            )

    def _stop(self, game: Game, node: Node, due: list[str]) -> tuple[Game, list[str]]:
        for seat, reason in self._pairs(node, "CWX"):
            if reason not in STOP_REASONS:
                known = ", ".join(STOP_REASONS)
                raise self._error(node, "CWX", f"a seat stops as {known}, not {quote(reason)}")
            before = len(game.log)
            try:
                game = game.stop(seat, reason)
            except Refused as error:
                raise self._error(node, "CWX", str(error)) from error
            due = due + _neutral_moves(game, before)
        return game, due

    def check(self) -> int:
        """Checks all that the record holds and returns how many moves that were.

        The main line is replayed as a game (as a position where it has a setup); every
        variation must be legal for its colours. Raises RecordError for the first fault.
        """
        if self.has_setup:
            self.position()
        else:
            self.game()
        return self._check_tree()

    def _check_tree(self) -> int:
        moves = setups = 0
        # Nodes to visit with the position before them; a position is shared until it changes.
        stack: list[tuple[Node, Position, int]] = [(self.root, Position(self.variant), 0)]
        while stack:
            node, before, ply = stack.pop()
            position = self._set_up(node, before)
            setups += position is not before
            if setups > _MAX_SETUP_NODES:
                raise self._fault(node.offset, f"more than {_MAX_SETUP_NODES} nodes with a setup")
            move = self.move_of(node, ply + 1)
            if move is not None:
                ply += 1
                moves += 1
                position = position.copy()
                self._place(position, move)
            stack.extend((child, position, ply) for child in reversed(node.children))
        return moves

    # --- reading the root -------------------------------------------------------------

    def _read_variant(self) -> Variant:
        root = self.root
        name = root.simple_text("GM")
        if name is None:
            raise self._fault(root.offset, "the root node has no GM: which game is it?")
        own = root.simple_text("CWV")
        toml = root.raw("CWT")
        try:
            if toml:
                if own is not None:
                    raise RecordError("CWV and CWT name two variants; one is allowed")
                base = self._read_toml(sgf.to_text(toml[0], keep_spaces=True))
            else:
                base = variant_of(name, own)
        except RecordError as error:
            key = "CWT" if toml else "GM" if own is None else "CWV"
            raise self._error(root, key, error.reason) from error
        try:
            return base.with_options(
                start=self._word("CWS"), scoring=self._word("CWP"), end=self._word("CWE")
            )
        except CornerwiseError as error:
            key = next((k for k in ("CWS", "CWP", "CWE") if k in root), "GM")
            raise self._error(root, key, str(error)) from error

    def _read_toml(self, text: str) -> Variant:
        try:
            return loads_variant(text)
        except VariantError as error:
            raise RecordError(f"the variant's TOML, {error}") from error

    def _word(self, key: str) -> str | None:
        text = self.root.simple_text(key)
        return None if text is None else text.strip()

    def _number(self, key: str, limit: int) -> int:
        text = self._word(key)
        if text is None:
            return 0
        if not (text.isascii() and text.isdecimal()) or len(text) > 20 or int(text) >= limit:
            raise self._error(self.root, key, f"{quote(text)} is no number below {limit}")
        return int(text)

    def _pairs(self, node: Node, key: str) -> Iterator[tuple[int, str]]:
        """Values such as `0:resigned`: a seat and a word."""
        for value in node.raw(key):
            seat, colon, word = sgf.to_simple_text(value).strip().partition(":")
            if not colon or not (seat.isascii() and seat.isdecimal()) or len(seat) > 2:
                raise self._error(node, key, f"{quote(value)} does not begin with a seat and ':'")
            if int(seat) >= len(self.variant.seats):
                raise self._error(node, key, f"{self.variant.id} has no seat {seat}")
            yield int(seat), word

    def _colour(self, prop: Property, text: str) -> str:
        colour = self._colours.get(text.strip().upper())
        if colour is None:
            raise self._at(prop, f"{quote(text)} is not a colour of {self.variant.id}")
        return colour

    # --- errors -----------------------------------------------------------------------

    def _fault(self, offset: int, reason: str, ply: int | None = None) -> RecordError:
        if self._source is None or offset < 0:
            return RecordError(reason, ply=ply)
        return self._source.error(offset, reason, ply=ply)

    def _at(self, prop: Property, reason: str, ply: int | None = None) -> RecordError:
        return self._fault(prop.offset, reason, ply)

    def _error(self, node: Node, key: str, reason: str) -> RecordError:
        prop = node.find(key)
        return self._fault(prop.offset if prop else node.offset, reason)


def _is_setup(key: str) -> bool:
    return key in ("AB", "AW", "A1", "A2", "A3", "A4", "AE")


def one_line(text: str) -> str:
    """A name without control characters and line ends."""
    clean = (" " if unicodedata.category(c) in ("Cc", "Cs", "Zl", "Zp") else c for c in text)
    return " ".join("".join(clean).split())


def _neutral_moves(game: Game, since: int = 0) -> list[str]:
    """Moves that the neutral colour made by itself in the events after the first `since`."""
    events = (logged.event for logged in game.log[since:])
    return [e.move for e in events if isinstance(e, Played) and e.by == "neutral"]
