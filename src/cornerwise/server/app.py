"""The application: everything of the server put together."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

from fastapi import FastAPI
from starlette.middleware.gzip import GZipMiddleware

from cornerwise import engine
from cornerwise._version import __version__
from cornerwise.engine import Player

from . import errors, http, pages, sockets
from .guards import BodyLimit, Callers, SecurityHeaders
from .hub import Hub
from .limits import Limits
from .rooms import Players
from .sessions import Sessions, now_ms
from .settings import Settings
from .store import Store

_IDLE_SESSION = 30 * 24 * 3600 * 1000


def engine_players() -> tuple[Players, int]:
    """The computer players that come with the package, by level, and the top level."""
    made: dict[int, Player] = {}

    def player(level: int) -> Player:
        if level not in made:
            made[level] = engine.create(min(level, engine.LEVELS[-1]))
        return made[level]

    return player, engine.LEVELS[-1]


def create_app(
    data_dir: Path | None = None,
    *,
    settings: Settings | None = None,
    players: tuple[Players, int] | None = None,
) -> FastAPI:
    """The server as an ASGI application.

    `data_dir` replaces the settings' one. `players` gives the computer player of a level and
    the top level; by default they are the engine's. The file of games is opened when the
    application starts (its lifespan) and closed when it stops.
    """
    chosen = settings or Settings()
    if data_dir is not None:
        chosen = replace(chosen, data_dir=data_dir)
    by_level, top_level = players or engine_players()
    limits = Limits(chosen.rates)
    store = Store(chosen)
    sessions = Sessions(store)
    hub = Hub(chosen, store, by_level, top_level)

    @contextlib.asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        await asyncio.to_thread(store.open)
        try:
            await store.drop_idle_sessions(now_ms() - _IDLE_SESSION)
            yield
        finally:
            await hub.close()
            await asyncio.to_thread(store.close)

    app = FastAPI(
        title="cornerwise",
        version=__version__,
        description="Games of Blokus, Duo and Trigon. Moves go over the socket /ws/games/{id}.",
        lifespan=lifespan,
        openapi_url="/api/openapi.json",
        # These would load scripts from elsewhere.
        docs_url=None,
        redoc_url=None,
        default_response_class=errors.SafeJSON,
        redirect_slashes=False,
    )
    app.state.hub = hub
    app.state.store = store
    errors.install(app)
    http.install_store_errors(app)
    app.include_router(http.router(chosen, store, hub, limits))
    app.include_router(sockets.router(chosen, hub, sessions, limits))
    app.include_router(pages.router(chosen))
    # The last one added is the outermost.
    app.add_middleware(Callers, sessions=sessions, limits=limits, settings=chosen)
    app.add_middleware(BodyLimit, limit=chosen.max_body, timeout=chosen.body_timeout)
    app.add_middleware(GZipMiddleware, minimum_size=1024, compresslevel=5)
    app.add_middleware(SecurityHeaders)
    return app
