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
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

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
from .errors import ApiError
from .sessions import Session, now_ms
from .settings import Settings
from .store import (
    Conflict,
    GameGone,
    Store,
    StoreBusy,
    StoredCommand,
    StoredEvent,
    StoredGame,
    StoreError,
)

log = logging.getLogger("cornerwise.server")
T = TypeVar("T")

# Close codes of our own: see docs/protocol.md.
CLOSE_GONE = 4010
CLOSE_BROKEN = 1011
_ALPHABET = "23456789abcdefghijkmnpqrstuvwxyz"
_MAX_IDLE = 256


class Suggested(Protocol):
    """A good move and what it is worth, 0 to 1."""

    @property
    def move(self) -> Any:
        """Has a ``placement``."""

    @property
    def value(self) -> float:
        """The expected result of the seat."""


class Player(Protocol):
    """A computer player: what the server asks of one. Called from threads."""

    def choose(self, game: Game, *, seed: int | None = None) -> Any:
        """A move (with a ``placement``) for the colour to play."""

    def suggest(self, game: Game, count: int = 3, *, seed: int | None = None) -> Any:
        """Good moves for the colour to play, best first."""


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


def new_game_id() -> str:
    """A game's address: 80 random bits, for the link is what lets people watch."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(16))


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


async def rebuild(store: Store) -> tuple[int, list[str]]:
    """Write every game's summary anew from its events.

    Returns how many were written, and the ids of games that cannot be read, which keep theirs.
    """
    done = 0
    bad = []
    for game_id in await store.game_ids():
        stored = await store.load_game(game_id)
        if stored is None:
            continue
        try:
            game = await asyncio.to_thread(restore, stored)
        except StoreError as error:
            log.error("%s", error)
            bad.append(game_id)
            continue
        done += await store.set_summary(game_id, game.seq, dump(views.game_summary(game_id, game)))
    return done, bad


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
        self._lock = asyncio.Lock()
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
        async with self._lock:
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
        self._stop_computer()
        for viewer in tuple(self.viewers):
            viewer.end(code, reason)
        self.viewers.clear()
        self.hub.forget(self)

    # --- computers --------------------------------------------------------------------------

    def _wake_computer(self) -> None:
        """Let a computer think if it is its turn and somebody looks on; stop stale thoughts."""
        if self._search is not None and self._search_seq != self.game.seq:
            self._stop_computer()
        if self.gone or not self.viewers or not views.computers_turn(self.game):
            return
        if self._search is not None and not self._search.done():
            return
        self._search_seq = self.game.seq
        self._search = self.hub.spawn(self._think(self.game))
        self._tell(dump(self._thinking()))

    def _stop_computer(self) -> None:
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


class Hub:
    """All rooms of this process."""

    def __init__(self, settings: Settings, store: Store, players: Players, top_level: int) -> None:
        self.settings = settings
        self.store = store
        self.players = players
        self.top_level = top_level
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room | None]] = {}
        self._idle: OrderedDict[str, asyncio.TimerHandle] = OrderedDict()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._threads = ThreadPoolExecutor(settings.threads, thread_name_prefix="cornerwise-think")
        self._searching = 0
        self._closed = False

    def __len__(self) -> int:
        return len(self._rooms)

    # --- work -------------------------------------------------------------------------------

    def spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Run something in the background, kept alive until it ends."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def finish(self, work: Coroutine[Any, Any, T]) -> T:
        """Run something to its end even if the caller is cancelled."""
        return await asyncio.shield(self.spawn(work))

    @property
    def searches(self) -> int:
        """Searches running or waiting for a thread."""
        return self._searching

    async def search(self, work: Callable[[], T]) -> T:
        """Run a search in one of the threads for it; they are few, so it may wait."""
        self._searching += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self._searching -= 1

    def level_for(self, game: Game) -> int:
        """The level that plays the current turn."""
        turn = game.turn
        if turn is not None and turn.seat is not None and turn.by == "seat":
            return game.seats[turn.seat].level or self.top_level
        levels = [seat.level for seat in game.seats if seat.level is not None]
        return max(levels, default=self.top_level)

    # --- rooms ------------------------------------------------------------------------------

    async def create(self, owner: Session, events: list[Event]) -> str:
        """Store a new game; its id."""
        at = now_ms()
        game = await asyncio.to_thread(replay, [Logged(i, at, e) for i, e in enumerate(events, 1)])
        game_id = new_game_id()
        stored = [StoredEvent(i.seq, i.at, body_of(i.event)) for i in game.log]
        summary = dump(views.game_summary(game_id, game))
        await self.finish(self.store.add_game(game_id, owner.id, at, stored, summary))
        return game_id

    @asynccontextmanager
    async def use(self, game_id: str) -> AsyncIterator[Room]:
        """The room of a game, kept in memory meanwhile. Raises a 404 `ApiError`."""
        room = self._rooms.get(game_id) or await self._find(game_id)
        if room is None or room.gone:
            raise ApiError(404, "no_game", "There is no such game.")
        self.hold(room)
        try:
            yield room
        finally:
            self.release(room)

    def hold(self, room: Room) -> None:
        """Keep a room in memory until `release`."""
        room.users += 1
        timer = self._idle.pop(room.id, None)
        if timer is not None:
            timer.cancel()

    def release(self, room: Room) -> None:
        """Let go of a held room; the last one to do so leaves it to rest."""
        room.users -= 1
        if room.users == 0 and self._rooms.get(room.id) is room:
            self._rest(room, self.settings.room_linger)

    async def _find(self, game_id: str) -> Room | None:
        """Load a room, once for all who ask at the same time."""
        task = self._loading.get(game_id)
        if task is None:
            task = self.spawn(self._load(game_id))
            self._loading[game_id] = task
            task.add_done_callback(lambda _: self._loading.pop(game_id, None))
        return await asyncio.shield(task)

    async def _load(self, game_id: str) -> Room | None:
        stored = await self.store.load_game(game_id)
        if stored is None:
            return None
        game = await asyncio.to_thread(restore, stored)
        room = Room(self, stored, game)
        self._rooms[game_id] = room
        # Whoever asked may be gone by now; else this is long enough to get hold of it.
        self._rest(room, max(5.0, self.settings.room_linger))
        return room

    def _rest(self, room: Room, linger: float) -> None:
        """Keep an unused room for a while, since pages are reloaded; then drop it."""
        old = self._idle.pop(room.id, None)
        if old is not None:
            old.cancel()
        loop = asyncio.get_running_loop()
        self._idle[room.id] = loop.call_later(linger, self._drop, room)
        while len(self._idle) > _MAX_IDLE:
            oldest = next(iter(self._idle))
            self._drop(self._rooms[oldest])

    def _drop(self, room: Room) -> None:
        if room.users == 0:
            room._stop_computer()
            self.forget(room)

    def forget(self, room: Room) -> None:
        """Drop a room from memory."""
        timer = self._idle.pop(room.id, None)
        if timer is not None:
            timer.cancel()
        if self._rooms.get(room.id) is room:
            del self._rooms[room.id]

    async def delete(self, game_id: str, owner: Session) -> None:
        """Delete a game for good. Raises a 404 `ApiError` unless it is the owner's."""
        async with self.use(game_id) as room:
            if room.owner != owner.id:
                raise ApiError(403, "not_allowed", "Only who made a game can delete it.")
            await self.finish(self._delete(room, owner))

    async def _delete(self, room: Room, owner: Session) -> None:
        async with room._lock:
            await self.store.delete_game(room.id, owner.id)
            room.close(CLOSE_GONE, "the game was deleted")

    async def close(self) -> None:
        """Send everybody away, finish what is being stored, stop thinking."""
        self._closed = True
        for room in tuple(self._rooms.values()):
            room._stop_computer()
            for viewer in tuple(room.viewers):
                viewer.end(1012, "the server restarts")
            room.viewers.clear()
        for timer in self._idle.values():
            timer.cancel()
        self._idle.clear()
        while self._tasks:
            await asyncio.wait(tuple(self._tasks), timeout=5)
        self._rooms.clear()
        self._threads.shutdown(wait=False, cancel_futures=True)
