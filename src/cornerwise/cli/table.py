"""The table of a game in the terminal: reads lines, shows what happens."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from cornerwise.cli.errors import NO, OK, printable
from cornerwise.cli.input import reason, replace_file
from cornerwise.game import Ended, Game, Played, PlayFor, Skipped, Stopped, Undone
from cornerwise.game.events import Event
from cornerwise.rules.errors import CornerwiseError, quote
from cornerwise.rules.points import parse_point

if TYPE_CHECKING:
    from cornerwise.engine import Player

_MAX_LINE = 4_096

HELP = """\
e10,f10,e11   place a piece on these cells (spaces work too)
list          how many moves each piece has; list L5: the moves of a piece
hint          what the computer would think of
undo          take your last move back, and what came after it
resign        give up; your colours play no more
score         points so far
pieces        pieces left, of the colour to play; pieces red: of another
board         draw the board
save FILE     save the game: FILE.blksgf, or FILE.json with every detail
              (save! FILE replaces a file)
quit          leave (Ctrl-D too)"""

_STOPS = {"resigned": "resigns", "left": "leaves", "time": "is out of time"}


def at_terminal() -> bool:
    """Whether a person sits at both ends."""
    return sys.stdin.isatty() and sys.stdout.isatty()


class Table:
    """One game with people at the keyboard and computers at the other seats.

    With a person at the terminal the board is drawn before each turn; in a pipe only what is
    asked for is written, a line each event.
    """

    def __init__(self, game: Game, *, seed: int | None = None) -> None:
        self.game = game
        self.seed = seed
        self.interactive = at_terminal()
        self.colour = sys.stdout.isatty() and "NO_COLOR" not in os.environ
        self.refused = False
        self._players: dict[int, Player] = {}
        self._done = False
        self._drawn = 0  # the number of events when the board was last drawn
        self._saved: set[Path] = set()

    # --- the loop -----------------------------------------------------------------------

    def run(self) -> int:
        """Plays until the end of the input; the exit code is NO if a line was refused in a pipe."""
        if self.interactive:
            print(f"{self.game.variant.name}. Type help for what can be typed.")
        elif isinstance(sys.stdin, io.TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")
        if self.game.turn is None:
            self._tell_result()
        people = any(seat.kind == "human" for seat in self.game.seats)
        while not self._done:
            if self._computers_turn():
                self._computer_plays()
                continue
            over = self.game.turn is None and not people
            line = None if over else self._read()
            if line is None:
                break
            if line.strip():
                self._obey(line.strip())
        if self.interactive:
            print()
        return NO if self.refused and not self.interactive else OK

    def _computers_turn(self) -> bool:
        turn = self.game.turn
        if turn is None:
            return False
        return turn.by == "computer" or (
            turn.seat is not None and self.game.seats[turn.seat].kind == "computer"
        )

    def _read(self) -> str | None:
        """The next line; None at the end of the input."""
        if not self.interactive:
            line = sys.stdin.readline(_MAX_LINE)
            if len(line) == _MAX_LINE and not line.endswith("\n"):
                while (rest := sys.stdin.readline(_MAX_LINE)) and not rest.endswith("\n"):
                    pass
            return line or None
        if self.game.turn is not None and self._drawn != self.game.seq:
            print()
            self._board("")
        try:
            return input(self._prompt())
        except EOFError:
            return None

    def _prompt(self) -> str:
        turn = self.game.turn
        if turn is None:
            return "game over> "
        who = self._whose(turn.seat)
        if turn.colour == self.game.variant.shared:
            return f"{turn.colour}, shared, is {who}'s turn> "
        return f"{turn.colour} ({who})> " if who.lower() != turn.colour else f"{turn.colour}> "

    def _whose(self, seat: int | None) -> str:
        return "nobody" if seat is None else printable(self.game.seats[seat].name)

    # --- what a line asks for -------------------------------------------------------------

    def _obey(self, line: str) -> None:
        word, _space, rest = line.partition(" ")
        command = {
            "list": self._list,
            "hint": self._hint,
            "undo": self._undo,
            "resign": self._resign,
            "score": self._score,
            "pieces": self._pieces,
            "board": self._board,
            "save": self._save,
            "save!": lambda path: self._save(path, replace=True),
            "help": lambda _rest: print(HELP),
            "?": lambda _rest: print(HELP),
            "quit": self._quit,
            "exit": self._quit,
        }.get(word.lower())
        try:
            if command is not None:
                command(rest.strip())
            else:
                self._move(line)
        except CornerwiseError as error:
            self.refused = True
            sys.stdout.flush()
            print("cornerwise:", printable(str(error)), file=sys.stderr, flush=True)

    def _move(self, line: str) -> None:
        cells = [part for part in line.replace(",", " ").split(" ") if part]
        if not any(parse_point(cell) for cell in cells):
            raise CornerwiseError(f"{quote(line)} is neither a move nor a command; try help")
        self._apply(lambda game: game.play(",".join(cells)))

    def _apply(self, change: Callable[[Game], Game]) -> None:
        before = self.game.seq
        self.game = change(self.game)
        for logged in self.game.log[before:]:
            print(self._tell(logged.event))
        if self.game.turn is None:
            self._tell_result()
        sys.stdout.flush()

    def _list(self, piece: str) -> None:
        moves = self.game.legal_moves()
        if not piece:
            counts: dict[str, int] = {}
            for move in moves:
                counts[move.piece] = counts.get(move.piece, 0) + 1
            for name, count in counts.items():
                print(f"{name:3} {count}")
            print(f"{len(moves)} moves")
            return
        names = {name.lower(): name for name in self.game.variant.pieces.names}
        if piece.lower() not in names:
            raise CornerwiseError(
                f"{quote(piece)} is no piece here; there are {', '.join(names.values())}"
            )
        for move in moves:
            if move.piece == names[piece.lower()]:
                print(move)

    def _hint(self, _rest: str) -> None:
        if self.game.turn is None:
            raise CornerwiseError("the game is over")
        for one in self._player(None).suggest(self.game, 3, seed=self._seed()):
            print(f"{one.move.piece:3} {one.move}  ({one.value:.0%})")

    def _undo(self, _rest: str) -> None:
        people = [i for i, seat in enumerate(self.game.seats) if seat.kind == "human"]
        plies = reversed(self.game.plies)
        seat = next((p.seat for p in plies if p.by == "seat" and p.seat in people), None)
        if seat is None:
            raise CornerwiseError("there is no move of yours to take back")
        self._apply(lambda game: game.undo(seat))

    def _resign(self, _rest: str) -> None:
        turn = self.game.turn
        if turn is None or turn.seat is None:
            raise CornerwiseError("the game is over")
        seat = turn.seat
        self._apply(lambda game: game.resign(seat))

    def _score(self, _rest: str) -> None:
        game = self.game
        result = game.standings()
        print(f"{game.variant.scoring} points; placed and left are cells")
        colours = [colour for seat in result.seats for colour in seat.colours]
        for colour in (*colours, *result.others):
            owner = game.seat_of(colour.colour)
            who = self._whose(owner) if owner is not None else "counts for nobody"
            points = colour.scores[game.variant.scoring]
            cells = f"placed {colour.placed:3}, left {colour.left:3}"
            print(f"{colour.colour:7} {points:4}  {cells}  {who}")
        if any(len(seat.colours) > 1 for seat in result.seats):
            for seat in result.seats:
                print(f"{self._whose(seat.seat)}: {seat.total}")
        for team in result.teams:
            print(f"{' + '.join(self._whose(i) for i in team.seats)}: {team.total}")

    def _pieces(self, colour: str) -> None:
        variant = self.game.variant
        turn = self.game.turn
        if colour:
            colours = [variant.colour_name(colour)]
        else:
            colours = [turn.colour] if turn is not None else list(variant.colours)
        for name in colours:
            left = self.game.position.remaining(name)
            texts = [f"{n}×{k}" if k > 1 else n for n, k in left.items() if k]
            print(f"{name}: {' '.join(texts) or 'all placed'}")

    def _board(self, _rest: str) -> None:
        from cornerwise.rules.drawing import text

        self._drawn = self.game.seq
        print(text(self.game.position, colour=self.colour).rstrip("\n"))

    def _save(self, path: str, *, replace: bool = False) -> None:
        if not path:
            raise CornerwiseError("save needs a file name, such as: save game.blksgf")
        file = Path(path)
        if file.suffix.lower() == ".json":
            from cornerwise.game.record import dumps

            content = dumps(self.game)
        else:
            from datetime import date

            from cornerwise.formats.blksgf import from_game, write_blksgf

            today = date.today().isoformat()
            content = write_blksgf(from_game(self.game, date=today))
        replace = replace or file in self._saved
        try:
            if not replace and os.path.lexists(file):
                raise FileExistsError
            replace_file(file, content.encode())
        except FileExistsError:
            raise CornerwiseError(
                f"{quote(path)} exists already; save! {path} replaces it"
            ) from None
        except OSError as error:
            raise CornerwiseError(f"cannot write {quote(path)}: {reason(error)}") from error
        except ValueError as error:
            raise CornerwiseError(f"{quote(path)} is no file name: {error}") from error
        self._saved.add(file)
        print(f"saved {printable(path)}")

    def _quit(self, _rest: str) -> None:
        self._done = True

    # --- computers ------------------------------------------------------------------------

    def _computer_plays(self) -> None:
        turn = self.game.turn
        if turn is None:
            return
        level = None if turn.seat is None else self.game.seats[turn.seat].level
        move = self._player(level).choose(self.game, seed=self._seed())
        if turn.by == "computer":
            colour = turn.colour
            self._apply(lambda game: game.apply(PlayFor(colour, move.placement)))
        else:
            self._apply(lambda game: game.play(move))

    def _player(self, level: int | None) -> Player:
        from cornerwise import engine

        levels = sorted(engine.LEVELS)
        known = levels[-1] if level is None else min(max(level, levels[0]), levels[-1])
        if known not in self._players:
            self._players[known] = engine.create(known)
        return self._players[known]

    def _seed(self) -> int | None:
        if self.seed is None:
            return None
        return (self.seed * 1_000_003 + self.game.seq) % 2**53

    # --- words ------------------------------------------------------------------------------

    def _tell(self, event: Event) -> str:
        match event:
            case Played():
                by = "" if event.by == "seat" else f" ({event.by})"
                return f"{event.colour}{by} plays {event.piece}: {event.move}"
            case Skipped():
                return f"{event.colour} cannot place any more"
            case Stopped():
                return f"{self._whose(event.seat)} {_STOPS[event.reason]}"
            case Undone():
                return f"{event.plies} {'move' if event.plies == 1 else 'moves'} taken back"
            case Ended():
                return "The game is over."
            case _:
                return f"A game of {self.game.variant.name}"

    def _tell_result(self) -> None:
        result = self.game.standings()
        for team in sorted(result.teams, key=lambda team: team.place):
            names = " + ".join(self._whose(i) for i in team.seats)
            print(f"{team.place}. {names}: {team.total}")
        if result.teams:
            return
        for seat in sorted(result.seats, key=lambda seat: seat.place):
            gave_up = f" ({seat.stopped})" if seat.stopped else ""
            share = " shared" if seat.tied else ""
            average = f", {seat.mean:g} a colour" if result.unequal else ""
            name = self._whose(seat.seat)
            print(f"{seat.place}.{share} {name}: {seat.total}{average}{gave_up}")
