"""Rooms: games in memory, each a cache of its stored events, with the people who look on.

A room changes in one way: a command is decided, its events are committed, and only then
the room's game moves on and everybody is told. Work that has begun is never abandoned
half-way because a socket closes.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from cornerwise.engine.player import Player
from cornerwise.game import (
    Command,
    Event,
    Game,
    Logged,
    Play,
    PlayFor,
    Refused,
    Resign,
    Undo,
    canonical,
    decide,
    evolve,
    replay,
)
from cornerwise.game.events import from_json as event_from_json

from . import views, wire
from .sessions import Session, now_ms
from .store import (
    Conflict,
    GameGone,
    StoreBusy,
    StoredCommand,
    StoredEvent,
    StoredGame,
    StoreError,
)

if TYPE_CHECKING:
    from .hub import Hub

log = logging.getLogger("cornerwise.server")

# Close codes of our own: see docs/protocol.md.
CLOSE_GONE = 4010
CLOSE_BROKEN = 1011


Players = Callable[[int], Player]


class Viewer(Protocol):
    """Somebody connected to a room."""

    @property
    def seats(self) -> frozenset[int]:
        """The people's seats that the viewer owns."""

    def send(self, text: str) -> None:
        """Queue a message; never waits."""

    def end(self, code: int, reason: str) -> None:
        """Close the connection soon; never waits."""


def dump(message: wire.Wire) -> str:
    """A message as the text of a frame."""
    return message.model_dump_json()


def body_of(event: Event) -> str:
    """An event as it is stored."""
    return canonical(event.to_json())


def restore(stored: StoredGame) -> Game:
    """The game that stored events make. Raises `StoreError` when they do not fold."""
    try:
        return replay(
            Logged(e.seq, e.at, event_from_json(json.loads(e.body))) for e in stored.events
        )
    except ValueError as error:
        raise StoreError(f"game {stored.id} cannot be read: {error}") from error


def to_command(command: Any) -> Command:
    """The game's command of a wire command."""
    match command:
        case wire.PlayCommand():
            return Play(command.seat, command.placement)
        case wire.UndoCommand():
            return Undo(command.seat)
        case _:
            return Resign(command.seat)


@dataclass(frozen=True)
class Outcome:
    """How a command went: `error` is None when it is stored; `seq` the last event then."""

    seq: int
    error: wire.ErrorWire | None = None
    refusal: wire.RefusalWire | None = None
    stale: bool = False


def _refuse(seq: int, code: str, message: str, *, stale: bool = False, **detail: Any) -> Outcome:
    return Outcome(seq, wire.ErrorWire(code=code, message=message, detail=detail), stale=stale)


class Room:
    """One game and its viewers. All methods run in the event loop's thread."""

    def __init__(self, hub: Hub, stored: StoredGame, game: Game) -> None:
        self.hub = hub
        self.id = stored.id
        self.owner = stored.owner
        self.created = stored.created
        self.game = game
        self.commands = dict(stored.commands)
        self.viewers: set[Viewer] = set()
        self.users = 0
        self.gone = False
        self.lock = asyncio.Lock()
        self._search: asyncio.Task[None] | None = None
        self._search_seq = -1
        self._info: wire.GameInfo | None = None

    # --- looking ----------------------------------------------------------------------------

    def seats_of(self, session: Session | None) -> frozenset[int]:
        """The seats that a session owns: all people's, if it made the game."""
        if session is None or session.id != self.owner:
            return frozenset()
        return frozenset(i for i, seat in enumerate(self.game.seats) if seat.kind == "human")

    def state(self, seats: frozenset[int]) -> wire.StateMessage:
        """The whole game as somebody with these seats sees it."""
        if self._info is None:
            self._info = views.game_info(self.id, self.created, self.game)
        return wire.StateMessage(
            t="state",
            v=1,
            seq=self.game.seq,
            game=self._info,
            events=[views.event(item) for item in self.game.log],
            now=views.now(self.game, seats),
            you=wire.You(seats=sorted(seats)),
        )

    def update(self, seats: frozenset[int], since: int) -> wire.UpdateMessage:
        """What happened after event `since`."""
        return wire.UpdateMessage(
            t="update",
            seq=self.game.seq,
            events=[views.event(item) for item in self.game.log[since:]],
            now=views.now(self.game, seats),
        )

    def subscribe(self, viewer: Viewer, since: int | None) -> None:
        """Send the viewer where the game stands and everything from now on."""
        if since is None or since > self.game.seq:
            viewer.send(dump(self.state(viewer.seats)))
        else:
            viewer.send(dump(self.update(viewer.seats, since)))
        self.viewers.add(viewer)
        if self._search is not None and not self._search.done():
            viewer.send(dump(self._thinking()))
        self._wake_computer()

    def unsubscribe(self, viewer: Viewer) -> None:
        """Send the viewer nothing more."""
        self.viewers.discard(viewer)

    def _tell(self, text: str) -> None:
        for viewer in tuple(self.viewers):
            viewer.send(text)

    def _tell_update(self, since: int) -> None:
        texts: dict[frozenset[int], str] = {}
        for viewer in tuple(self.viewers):
            if viewer.seats not in texts:
                texts[viewer.seats] = dump(self.update(viewer.seats, since))
            viewer.send(texts[viewer.seats])

    # --- changing ---------------------------------------------------------------------------

    async def command(
        self,
        seats: frozenset[int],
        message: wire.CommandMessage,
        answer: Callable[[Outcome], None],
    ) -> None:
        """Carry out a viewer's command. `answer` is called once, before others are told."""
        digest = hashlib.sha256(message.command.model_dump_json().encode()).digest()
        if message.command.seat not in seats:
            text = "You only watch this game." if not seats else "That seat is not yours."
            answer(_refuse(self.game.seq, "not_allowed", text))
            return
        await self.hub.finish(
            self._change(to_command(message.command), message.seq, (message.id, digest), answer)
        )

    async def _change(
        self,
        command: Command,
        seq: int,
        key: tuple[str, bytes] | None,
        answer: Callable[[Outcome], None],
    ) -> None:
        self.hub.hold(self)
        try:
            await self._change_held(command, seq, key, answer)
        finally:
            self.hub.release(self)

    async def _change_held(
        self,
        command: Command,
        seq: int,
        key: tuple[str, bytes] | None,
        answer: Callable[[Outcome], None],
    ) -> None:
        async with self.lock:
            answered = False

            def once(outcome: Outcome) -> None:
                nonlocal answered
                answered = True
                answer(outcome)

            try:
                await self._change_locked(command, seq, key, once)
            except Exception as error:
                log.error("game %s: a command failed", self.id, exc_info=error)
                if not answered:
                    answer(_refuse(self.game.seq, "internal", "That could not be carried out."))
                await self._reload()

    async def _change_locked(
        self,
        command: Command,
        seq: int,
        key: tuple[str, bytes] | None,
        answer: Callable[[Outcome], None],
    ) -> None:
        game = self.game
        if self.gone:
            answer(_refuse(game.seq, "no_game", "This game was deleted."))
            return
        earlier = self.commands.get(key[0]) if key is not None else None
        if earlier is not None and key is not None:
            answer(_repeat(game.seq, earlier, key))
            return
        if seq != game.seq:
            answer(_refuse(game.seq, "stale", "The game has moved on.", stale=True))
            return
        at = max(now_ms(), game.log[-1].at)
        try:
            events = decide(game, command, at)
        except Refused as error:
            answer(
                Outcome(
                    game.seq,
                    wire.ErrorWire(code=error.code, message=str(error)),
                    views.refusal(error.refusal),
                )
            )
            return
        if game.seq + len(events) > self.hub.settings.max_events:
            answer(_refuse(game.seq, "too_long", "This game has too many events to go on."))
            return
        new = game
        for event in events:
            new = evolve(new, event, at)
        stored = [StoredEvent(i.seq, i.at, body_of(i.event)) for i in new.log[game.seq :]]
        summary = dump(views.game_summary(self.id, new))
        try:
            repeated = await self.hub.store.append(self.id, stored, summary, key)
        except StoreBusy:
            answer(_refuse(game.seq, "busy", "The server is busy; try again."))
            return
        except Conflict:
            # Another process plays on the same file: its events come first.
            await self._reload()
            answer(_refuse(self.game.seq, "stale", "The game has moved on.", stale=True))
            return
        except GameGone:
            answer(_refuse(game.seq, "no_game", "This game was deleted."))
            self.close(CLOSE_GONE, "the game was deleted")
            return
        except StoreError:
            # Not known to be stored: the file is asked, so that memory never runs ahead.
            await self._reload()
            answer(_refuse(self.game.seq, "not_stored", "The move could not be stored."))
            return
        if repeated is not None and key is not None:
            await self._reload()
            answer(_repeat(self.game.seq, repeated, key))
            return
        self.game = new
        if key is not None:
            self.commands[key[0]] = StoredCommand(key[1], new.seq)
        answer(Outcome(new.seq))
        self._tell_update(game.seq)
        self._wake_computer()

    async def _reload(self) -> None:
        """Bring the room to what the file says."""
        before = self.game.seq
        try:
            stored = await self.hub.store.load_game(self.id)
            game = None if stored is None else await asyncio.to_thread(restore, stored)
        except StoreError as error:
            log.error("game %s: cannot be read again", self.id, exc_info=error)
            self.close(CLOSE_BROKEN, "the game cannot be read")
            return
        if stored is None or game is None:
            self.close(CLOSE_GONE, "the game was deleted")
            return
        self.game = game
        self.commands = dict(stored.commands)
        if game.seq > before:
            self._tell_update(before)
        self._wake_computer()

    def close(self, code: int, reason: str) -> None:
        """Send everybody away and take no more commands."""
        self.gone = True
        self.stop_computer()
        for viewer in tuple(self.viewers):
            viewer.end(code, reason)
        self.viewers.clear()
        self.hub.forget(self)

    # --- computers --------------------------------------------------------------------------

    def _wake_computer(self) -> None:
        """Let a computer think if it is its turn and somebody looks on; stop stale thoughts."""
        if self._search is not None and self._search_seq != self.game.seq:
            self.stop_computer()
        if self.gone or not self.viewers or not views.computers_turn(self.game):
            return
        if self._search is not None and not self._search.done():
            return
        self._search_seq = self.game.seq
        self._search = self.hub.spawn(self._think(self.game))
        self._tell(dump(self._thinking()))

    def stop_computer(self) -> None:
        """Give up a search; what it finds is dropped."""
        if self._search is not None:
            self._search.cancel()
            self._search = None

    def _thinking(self) -> wire.ThinkingMessage:
        turn = self.game.turn
        assert turn is not None  # noqa: S101 -- somebody is thinking
        return wire.ThinkingMessage(t="thinking", seat=turn.seat, colour=turn.colour)

    async def _think(self, game: Game) -> None:
        """One computer turn: search in a thread, then a command like anybody's."""
        turn = game.turn
        assert turn is not None  # noqa: S101 -- the caller looked
        loop = asyncio.get_running_loop()
        ready = loop.time() + self.hub.settings.computer_pace
        level = self.hub.level_for(game)
        try:
            player = self.hub.players(level)
            move = await self.hub.search(lambda: player.choose(game, seed=secrets.randbits(48)))
        except Exception as error:
            log.error("game %s: the computer failed", self.id, exc_info=error)
            self._tell_error("computer_failed", "The computer could not find a move.")
            return
        await asyncio.sleep(max(0.0, ready - loop.time()))
        placement = int(move.placement)
        command: Command = (
            PlayFor(turn.colour, placement)
            if turn.by == "computer" or turn.seat is None
            else Play(turn.seat, placement)
        )

        def answer(outcome: Outcome) -> None:
            # Stale: somebody took back or resigned meanwhile, and what was found is dropped.
            if outcome.error is not None and not outcome.stale:
                log.error("game %s: computer's move: %s", self.id, outcome.error.message)
                self._tell_error("computer_failed", "The computer's move was refused.")

        await self.hub.finish(self._change(command, game.seq, None, answer))

    def _tell_error(self, code: str, message: str) -> None:
        self._tell(
            dump(wire.ErrorMessage(t="error", error=wire.ErrorWire(code=code, message=message)))
        )


def _repeat(seq: int, earlier: StoredCommand, key: tuple[str, bytes]) -> Outcome:
    """The answer to a command id that was carried out before."""
    if earlier.digest != key[1]:
        return _refuse(seq, "id_used", "This id was used for another command.")
    return Outcome(earlier.seq)
