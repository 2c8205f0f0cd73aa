"""A server in a process of its own, to be killed: prints its port, then serves."""

from __future__ import annotations

import asyncio
import socket
import sys
from pathlib import Path

import uvicorn

from cornerwise.server.app import create_app
from cornerwise.server.run import config
from server.support import quick, random_players


async def main(data: Path) -> None:
    app = create_app(settings=quick(data, synchronous="FULL"), players=random_players())
    listener = socket.create_server(("127.0.0.1", 0))
    print(listener.getsockname()[1], flush=True)
    await uvicorn.Server(config(app, "127.0.0.1", 0)).serve(sockets=[listener])


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
