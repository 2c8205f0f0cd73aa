"""All rooms of this process: loaded when asked for, dropped when nobody is there."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import Any, TypeVar

from cornerwise.game import Event, Game, Logged, replay

from . import views
from .errors import ApiError
from .rooms import CLOSE_GONE, Players, Room, body_of, dump, restore
from .sessions import Session, now_ms
from .settings import Settings
from .store import Store, StoredEvent, StoreError

log = logging.getLogger("cornerwise.server")
T = TypeVar("T")

_ALPHABET = "23456789abcdefghijkmnpqrstuvwxyz"
_MAX_IDLE = 256


def new_game_id() -> str:
    """A game's address: 80 random bits, for the link is what lets people watch."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(16))


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
            room.stop_computer()
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
        async with room.lock:
            await self.store.delete_game(room.id, owner.id)
            room.close(CLOSE_GONE, "the game was deleted")

    async def close(self) -> None:
        """Send everybody away, finish what is being stored, stop thinking."""
        self._closed = True
        for room in tuple(self._rooms.values()):
            room.stop_computer()
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
