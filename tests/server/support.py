"""A real server on a free port, and a page that speaks to it, for the tests of the server."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import random
import socket
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from cornerwise.server import wire
from cornerwise.server.app import create_app
from cornerwise.server.run import config
from cornerwise.server.sessions import COOKIE
from cornerwise.server.settings import Settings

HUMAN = {"kind": "human", "level": None}
COMPUTER = {"kind": "computer", "level": 1}


@dataclass(frozen=True)
class Suggestion:
    move: Any
    value: float


class RandomPlayer:
    """A scripted opponent: a legal move, the same for the same position."""

    name = "random"
    level = 1

    def choose(self, game: Any, *, seed: int | None = None) -> Any:
        return random.Random(game.seq).choice(game.legal_moves())

    def suggest(self, game: Any, count: int = 3, *, seed: int | None = None) -> list[Suggestion]:
        return [Suggestion(move, 0.5) for move in game.legal_moves()[:count]]


def random_players() -> tuple[Callable[[int], Any], int]:
    return (lambda level: RandomPlayer()), 3


def quick(data_dir: Path, **more: Any) -> Settings:
    """Settings for tests: no pauses, no limits on rates unless asked for."""
    return Settings(
        data_dir=data_dir, **{"computer_pace": 0.0, "rates": None, "synchronous": "OFF", **more}
    )


class _Server(uvicorn.Server):
    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


class Live:
    """A server in this event loop, and what it is reached by."""

    def __init__(self, app: Any, port: int) -> None:
        self.app = app
        self.port = port
        self.base = f"http://127.0.0.1:{port}"

    @property
    def hub(self) -> Any:
        return self.app.state.hub

    @property
    def store(self) -> Any:
        return self.app.state.store

    def browser(self) -> httpx.AsyncClient:
        """A client with cookies of its own."""
        return httpx.AsyncClient(base_url=self.base, timeout=60)


@contextlib.asynccontextmanager
async def serving(settings: Settings, players: Any = None) -> AsyncIterator[Live]:
    app = create_app(settings=settings, players=players or random_players())
    listener = socket.create_server(("127.0.0.1", 0))
    server = _Server(config(app, "127.0.0.1", 0, log_level="error"))
    task = asyncio.create_task(server.serve(sockets=[listener]))
    while not server.started:
        if task.done():
            task.result()
        await asyncio.sleep(0.005)
    try:
        yield Live(app, listener.getsockname()[1])
    finally:
        server.should_exit = True
        await task
        listener.close()


_ids = itertools.count()


class Page:
    """One socket, as the page holds it. Every message that comes is checked against the wire."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.seen: list[dict[str, Any]] = []
        self.seq = 0
        self.now: dict[str, Any] = {}
        self.events: list[dict[str, Any]] = []
        self.game: dict[str, Any] = {}
        self.you: list[int] = []

    async def send(self, message: Any) -> None:
        await self.socket.send(message if isinstance(message, str) else json.dumps(message))

    async def receive(self) -> dict[str, Any]:
        text = await self.socket.recv()
        assert isinstance(text, str)
        wire.SERVER.validate_json(text)
        message: dict[str, Any] = json.loads(text)
        self.seen.append(message)
        if message["t"] == "state":
            self.events = message["events"]
            self.game = message["game"]
            self.you = message["you"]["seats"]
        elif message["t"] == "update":
            new = message["events"]
            if new:
                assert new[0]["seq"] == self.seq + 1, "a gap in the events"
            self.events = self.events + new
        if message["t"] in {"state", "update"}:
            assert [e["seq"] for e in self.events] == list(range(1, message["seq"] + 1))
            self.seq, self.now = message["seq"], message["now"]
        return message

    async def until(self, *kinds: str) -> dict[str, Any]:
        """Read on to a message of one of these kinds."""
        while True:
            message = await self.receive()
            if message["t"] in kinds:
                return message

    async def hello(self, since: int | None = None) -> dict[str, Any]:
        await self.send({"t": "hello", "v": 1} | ({} if since is None else {"since": since}))
        return await self.until("state", "update")

    async def order(self, command: dict[str, Any], **more: Any) -> dict[str, Any]:
        """Send a command; its ack or refusal (updates may come before)."""
        ident = more.get("id", f"c{next(_ids)}")
        await self.send({"t": "command", "id": ident, "seq": self.seq, "command": command} | more)
        while True:
            message = await self.until("ack", "refused")
            if message["id"] == ident:
                return message

    async def play(self, placement: int) -> dict[str, Any]:
        """Place for the seat to play and read on until the game shows it."""
        seat = self.now["turn"]["seat"]
        answer = await self.order({"type": "play", "seat": seat, "placement": placement})
        assert answer["t"] == "ack", answer
        while self.seq < answer["seq"]:
            await self.until("update")
        return answer

    async def settle(self) -> None:
        """Read on until it is a person's turn or the game is over."""
        while self.now["result"] is None and not self.now["can"]["play"]:
            await self.until("update")

    async def _read_on(self) -> None:
        while True:
            await self.receive()

    async def closed(self) -> int:
        """Read to the end; the close code."""
        with pytest.raises(ConnectionClosed):
            await self._read_on()
        code = self.socket.close_code
        assert code is not None
        return code


@contextlib.asynccontextmanager
async def page(
    live: Live,
    game_id: str,
    browser: httpx.AsyncClient | None = None,
    *,
    hello: bool = True,
    since: int | None = None,
    origin: str | None = "",
    **more: Any,
) -> AsyncIterator[Page]:
    """A page on a game, with the cookies of a browser."""
    headers = {}
    if browser is not None and browser.cookies.get(COOKIE):
        headers["Cookie"] = f"{COOKIE}={browser.cookies[COOKIE]}"
    if origin is not None:
        headers["Origin"] = origin or live.base
    uri = f"ws://127.0.0.1:{live.port}/ws/games/{game_id}"
    async with connect(
        uri, additional_headers=headers, max_size=None, compression=None, **more
    ) as ws:
        one = Page(ws)
        if hello:
            await one.hello(since)
        yield one


def seats(*kinds: dict[str, Any]) -> list[dict[str, Any]]:
    return [{"name": f"Player {i}"} | kind for i, kind in enumerate(kinds, 1)]


async def new_game(
    browser: httpx.AsyncClient, *kinds: dict[str, Any], variant: str = "duo", **more: Any
) -> str:
    """Make a game; its id."""
    body = {"variant": variant, "seats": seats(*kinds)} | more
    answer = await browser.post("/api/games", json=body)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])
