"""Running the application with uvicorn, with what was measured to suit sockets."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import uvicorn

from .app import create_app
from .settings import Settings


def config(app: Any, host: str, port: int, **more: Any) -> uvicorn.Config:
    """uvicorn's settings for an application of ours."""
    options: dict[str, Any] = {
        "host": host,
        "port": port,
        "ws": "websockets-sansio",
        # Compression costs 40 KB a socket and our messages are short.
        "ws_per_message_deflate": False,
        # The application refuses frames from 8 KB on in words; this is the hard stop.
        "ws_max_size": 64 * 1024,
        "ws_ping_interval": 20.0,
        "ws_ping_timeout": 20.0,
        "timeout_graceful_shutdown": 10,
        "server_header": False,
        "date_header": True,
        "log_level": "warning",
        "access_log": False,
    }
    options.update(more)
    return uvicorn.Config(app, **options)


def serve(
    host: str = "127.0.0.1",
    port: int = 8000,
    *,
    data_dir: Path | None = None,
    settings: Settings | None = None,
    **more: Any,
) -> None:
    """Serve until interrupted. `more` goes to uvicorn. One process a file of games.

    Raises `OSError` when the address cannot be had and `StoreError` when the file of games
    cannot be opened.
    """
    app = create_app(data_dir, settings=settings)
    app.state.store.open()
    try:
        uvicorn.Server(config(app, host, port, **more)).run()
    finally:
        app.state.store.close()
