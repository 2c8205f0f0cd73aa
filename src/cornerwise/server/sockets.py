"""The socket of a game: reads messages, answers them, and never lets a slow reader pile up."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

from fastapi import APIRouter, WebSocket
from pydantic import ValidationError
from starlette.websockets import WebSocketDisconnect, WebSocketState

from cornerwise.rules.errors import CornerwiseError

from . import views, wire
from .errors import ApiError, SafeJSON, problems
from .guards import same_origin
from .hub import Hub
from .limits import Limits, address
from .rooms import CLOSE_GONE, Outcome, Room, dump
from .sessions import Session, Sessions, now_ms
from .settings import Settings
from .store import StoreError

log = logging.getLogger("cornerwise.server")

# Close codes: see docs/protocol.md.
CLOSE_UNSUPPORTED = 1003
CLOSE_TOO_BIG = 1009
CLOSE_CRASH = 1011
CLOSE_PROTOCOL = 4400
CLOSE_VERSION = 4401
CLOSE_NO_GAME = 4404
CLOSE_SLOW = 4408
CLOSE_TOO_MANY = 4429
_PATIENCE = 20
_HINTS = 5


class Outbox:
    """What waits to be sent to one socket, bounded in messages and characters.

    `put` never waits: when the bound is passed the box is `full`, drops what it holds and
    takes no more, and `run` ends so that the socket can be closed.
    """

    def __init__(self, messages: int, size: int) -> None:
        self._limit = messages
        self._size_limit = size
        self._queue: deque[str] = deque()
        self._size = 0
        self._wake = asyncio.Event()
        self.full = False
        self.closing: tuple[int, str] | None = None
        #: Set when the socket is to be closed: the box is full, or was told to end.
        self.stopped = asyncio.Event()

    def put(self, text: str) -> None:
        """Queue a message."""
        if self.full or self.closing is not None:
            return
        # One message may be larger than the bound on many: it is what was asked for.
        if self._queue and (
            len(self._queue) >= self._limit or self._size + len(text) > self._size_limit
        ):
            self.full = True
            self._queue.clear()
            self._size = 0
            self.stopped.set()
        else:
            self._queue.append(text)
            self._size += len(text)
        self._wake.set()

    def end(self, code: int, reason: str) -> None:
        """Send what waits, then stop with this close code."""
        if self.closing is None:
            self.closing = (code, reason)
            self.stopped.set()
            self._wake.set()

    async def run(self, send: Callable[[str], Awaitable[None]]) -> None:
        """Send until told to end, and then what is left; or until the box is full."""
        while True:
            while self._queue:
                text = self._queue.popleft()
                self._size -= len(text)
                await send(text)
            if self.stopped.is_set():
                return
            self._wake.clear()
            await self._wake.wait()


class Connection:
    """One page looking on one game."""

    def __init__(
        self,
        socket: WebSocket,
        room: Room,
        hub: Hub,
        session: Session | None,
        limits: Limits,
    ) -> None:
        self.socket = socket
        self.room = room
        self.hub = hub
        self.seats = room.seats_of(session)
        self.limits = limits
        self.key = session.key if session is not None else address(socket.scope)
        settings = hub.settings
        self.settings = settings
        self.outbox = Outbox(settings.queue_messages, settings.queue_bytes)
        self.greeted = False
        self.faults = 0
        self.hints: set[asyncio.Task[None]] = set()

    # --- Viewer -----------------------------------------------------------------------------

    def send(self, text: str) -> None:
        """Queue a message."""
        self.outbox.put(text)

    def end(self, code: int, reason: str) -> None:
        """Close soon."""
        self.outbox.end(code, reason)

    def say(self, message: wire.Wire) -> None:
        """Queue a message that is not text yet."""
        self.outbox.put(dump(message))

    def error(self, code: str, message: str, **detail: Any) -> None:
        """Queue an error."""
        self.say(
            wire.ErrorMessage(
                t="error", error=wire.ErrorWire(code=code, message=message, detail=detail)
            )
        )

    # --- life -------------------------------------------------------------------------------

    async def run(self) -> None:
        """Serve the socket until either side ends."""
        writing = asyncio.create_task(self.outbox.run(self.socket.send_text))
        reading = asyncio.create_task(self._read())
        stopped = asyncio.create_task(self.outbox.stopped.wait())
        try:
            await asyncio.wait({writing, reading, stopped}, return_when=asyncio.FIRST_COMPLETED)
            if self.outbox.closing is not None and not self.outbox.full:
                # What was said before the end still goes out, unless the other end is stuck.
                await asyncio.wait({writing}, timeout=5)
        finally:
            self.room.unsubscribe(self)
            for task in (writing, reading, stopped, *self.hints):
                task.cancel()
            results = await asyncio.gather(writing, reading, return_exceptions=True)
        for found in results:
            if isinstance(found, Exception) and not isinstance(
                found, WebSocketDisconnect | OSError | RuntimeError
            ):
                log.error("game %s: a socket failed", self.room.id, exc_info=found)
                self.outbox.end(CLOSE_CRASH, "something went wrong")
        if self.outbox.full:
            await close(self.socket, CLOSE_SLOW, "too slow: connect again")
        elif self.outbox.closing is not None:
            await close(self.socket, *self.outbox.closing)

    async def _read(self) -> None:
        while self.outbox.closing is None:
            receive = self.socket.receive()
            if self.greeted:
                message = await receive
            else:
                try:
                    message = await asyncio.wait_for(receive, self.settings.hello_timeout)
                except TimeoutError:
                    self.error("no_hello", "The first message is 'hello', and it has not come.")
                    self.end(CLOSE_PROTOCOL, "no hello")
                    return
            if message["type"] == "websocket.disconnect":
                return
            text = message.get("text")
            if text is None:
                self.error("bad_message", "Messages are text, not bytes.")
                self.end(CLOSE_UNSUPPORTED, "text only")
                return
            if len(text) > self.settings.max_frame or (
                len(text.encode("utf-8", "surrogatepass")) > self.settings.max_frame
            ):
                limit = self.settings.max_frame
                self.error("too_large", f"Messages have at most {limit} bytes.", limit=limit)
                self.end(CLOSE_TOO_BIG, "too large")
                return
            await self._take(text)

    def _fault(self, code: str, message: str, **detail: Any) -> None:
        """An error of the sender's; who makes too many is sent away."""
        self.error(code, message, **detail)
        self.faults += 1
        if not self.greeted or self.faults >= _PATIENCE:
            self.end(CLOSE_PROTOCOL, "bad messages")

    async def _take(self, text: str) -> None:
        try:
            self.limits.check("messages", self.key)
        except ApiError as error:
            self.faults += 1
            self.error(error.code, error.message, **error.detail)
            if self.faults >= _PATIENCE:
                self.end(CLOSE_TOO_MANY, "too many messages")
            return
        try:
            message = wire.CLIENT.validate_json(text)
        except ValidationError as error:
            found = problems(error.errors(include_url=False), limit=4)
            first = f"{found[0]['where']}: {found[0]['what']}" if found else "unreadable"
            self._fault("bad_message", f"That is no message: {first}", problems=found)
            return
        if isinstance(message, wire.HelloMessage):
            self._hello(message)
            return
        if not self.greeted:
            self._fault("no_hello", "The first message is 'hello'.")
            return
        match message:
            case wire.CommandMessage():
                await self._command(message)
            case wire.WhyMessage():
                self._why(message)
            case wire.HintMessage():
                self._hint(message)
            case wire.PingMessage():
                self.say(wire.PongMessage(t="pong", n=message.n, at=now_ms()))

    # --- messages ---------------------------------------------------------------------------

    def _hello(self, message: wire.HelloMessage) -> None:
        if message.v != wire.VERSION:
            self.error(
                "version",
                f"This server speaks version {wire.VERSION}, not {message.v}: load the page again.",
                version=wire.VERSION,
            )
            self.end(CLOSE_VERSION, "other version")
            return
        if self.room.gone:
            self.error("no_game", "This game was deleted.")
            self.end(CLOSE_GONE, "the game was deleted")
            return
        self.greeted = True
        self.room.subscribe(self, message.since)

    async def _command(self, message: wire.CommandMessage) -> None:
        def answer(outcome: Outcome) -> None:
            if outcome.error is None:
                self.say(wire.AckMessage(t="ack", id=message.id, seq=outcome.seq))
                return
            self.say(
                wire.RefusedMessage(
                    t="refused",
                    id=message.id,
                    seq=outcome.seq,
                    error=outcome.error,
                    refusal=outcome.refusal,
                )
            )
            if outcome.stale:
                self.say(self.room.state(self.seats))

        try:
            self.limits.check("commands", self.key)
        except ApiError as error:
            answer(
                Outcome(
                    self.room.game.seq,
                    wire.ErrorWire(code=error.code, message=error.message, detail=error.detail),
                )
            )
            return
        await self.room.command(self.seats, message, answer)

    def _why(self, message: wire.WhyMessage) -> None:
        try:
            self.limits.check("whys", self.key)
        except ApiError as error:
            self.error(error.code, error.message, id=message.id, **error.detail)
            return
        game = self.room.game
        variant = game.variant
        x, y = message.at
        if message.colour not in variant.colours or message.piece >= len(variant.pieces):
            self._fault("bad_why", "There is no such colour or piece.", id=message.id)
            return
        orientations = variant.pieces[message.piece].orientations
        if message.orientation >= len(orientations):
            self._fault("bad_why", "The piece has no such orientation.", id=message.id)
            return
        orientation = orientations[message.orientation]
        if variant.board.triangles and variant.board.up((x, y)) != orientation.up:
            self._fault("bad_why", "This orientation cannot stand at that point.", id=message.id)
            return
        points = [(x + dx, y + dy) for dx, dy in orientation.points]
        try:
            found = game.position.explain(points, message.colour)
        except CornerwiseError as error:
            self._fault("bad_why", str(error), id=message.id)
            return
        self.say(wire.WhyAnswer(t="why", id=message.id, refusal=views.refusal(found)))

    def _hint(self, message: wire.HintMessage) -> None:
        try:
            self.limits.check("hints", self.key)
        except ApiError as error:
            self.error(error.code, error.message, id=message.id, **error.detail)
            return
        if not views.now(self.room.game, self.seats).can.hint:
            self.error(
                "not_allowed",
                "Hints are for your own turn in games against the computer.",
                id=message.id,
            )
            return
        if self.hints or self.hub.searches >= self.settings.max_searches:
            self.error("busy", "Still looking; ask again in a moment.", id=message.id)
            return
        task = asyncio.create_task(self._find_hint(message.id))
        self.hints.add(task)
        task.add_done_callback(self.hints.discard)

    async def _find_hint(self, ident: str) -> None:
        game = self.room.game
        try:
            player = self.hub.players(self.hub.top_level)
            found = await self.hub.search(lambda: list(player.suggest(game, _HINTS)))
        except Exception as error:
            log.error("game %s: no hint", self.room.id, exc_info=error)
            self.error("computer_failed", "No hint could be found.", id=ident)
            return
        if self.room.game.seq != game.seq:
            self.error("stale", "The game has moved on.", id=ident)
            return
        moves = [
            wire.HintMove(placement=item.move.placement, value=float(item.value)) for item in found
        ]
        self.say(wire.HintAnswer(t="hint", id=ident, moves=moves))


async def close(socket: WebSocket, code: int, reason: str) -> None:
    """Close a socket whose other end may be gone or stuck."""
    if socket.application_state is WebSocketState.DISCONNECTED:
        return
    with contextlib.suppress(RuntimeError, OSError, TimeoutError, WebSocketDisconnect):
        await asyncio.wait_for(socket.close(code, reason), 5)


async def _refuse(socket: WebSocket, error: ApiError, code: int) -> None:
    """Say on an accepted socket why it is closed: a page cannot read a refused handshake."""
    message = wire.ErrorMessage(
        t="error",
        error=wire.ErrorWire(code=error.code, message=error.message, detail=error.detail),
    )
    with contextlib.suppress(RuntimeError, OSError, TimeoutError, WebSocketDisconnect):
        await asyncio.wait_for(socket.send_text(dump(message)), 5)
    await close(socket, code, error.code)


def router(
    settings: Settings,
    hub: Hub,
    sessions: Sessions,
    limits: Limits,
) -> APIRouter:
    """The routes below ``/ws``."""
    routes = APIRouter()
    counts: dict[str, int] = {}
    total = 0

    @routes.websocket("/ws/games/{game_id}")
    async def game_socket(socket: WebSocket, game_id: str) -> None:
        """The socket of a game."""
        nonlocal total
        if not same_origin(socket.scope, settings.origins):
            denied = ApiError(403, "wrong_origin", "Only the server's own page may connect.")
            await socket.send_denial_response(
                SafeJSON({"error": denied.body()}, status_code=denied.status)
            )
            return
        await socket.accept()
        try:
            limits.check("sockets", address(socket.scope))
            session = await sessions.find(socket.scope)
        except ApiError as error:
            await _refuse(socket, error, CLOSE_TOO_MANY)
            return
        except StoreError:
            await _refuse(socket, ApiError(503, "busy", "Try again."), CLOSE_CRASH)
            return
        key = session.key if session is not None else address(socket.scope)
        if total >= settings.max_sockets or counts.get(key, 0) >= settings.max_sockets_per_session:
            many = ApiError(
                429, "too_many", "Too many pages are open.", {"what": "sockets", "retry_after": 10}
            )
            await _refuse(socket, many, CLOSE_TOO_MANY)
            return
        total += 1
        counts[key] = counts.get(key, 0) + 1
        try:
            async with hub.use(game_id) as room:
                await Connection(socket, room, hub, session, limits).run()
        except ApiError as error:
            await _refuse(socket, error, CLOSE_NO_GAME)
        except StoreError:
            await _refuse(
                socket, ApiError(503, "not_stored", "The game cannot be read."), CLOSE_CRASH
            )
        finally:
            total -= 1
            counts[key] -= 1
            if not counts[key]:
                del counts[key]

    return routes
