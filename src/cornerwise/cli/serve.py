"""``cornerwise serve``: the web page and its server."""

from __future__ import annotations

import socket
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter, validators

from cornerwise.cli.arguments import WHOLE
from cornerwise.cli.errors import OK, Failure

if TYPE_CHECKING:
    from uvicorn import Config


def serve(
    *,
    host: str = "127.0.0.1",
    port: Annotated[int, WHOLE, Parameter(validator=validators.Number(gte=0, lte=65535))] = 8080,
    data: Path | None = None,
    open_page: Annotated[bool, Parameter(name="--open", show_default=False)] = False,
) -> int:
    """Serve the web page, for this machine or for others.

    Prints the address; Ctrl-C stops it. Games are kept in the data folder and go
    on where they were when the server comes back. The default host lets nobody
    else in; 0.0.0.0 listens on every address of this machine.

    Examples:

        cornerwise serve --open
        cornerwise serve --host 0.0.0.0 --port 8000 --data /srv/games

    Parameters
    ----------
    host
        The address to listen on.
    port
        The port; 0 takes any that is free.
    data
        The folder for games, made when missing. By default your user's data folder.
    open_page
        Open the page in your browser once it is there.
    """
    from cornerwise.server import run
    from cornerwise.server.app import create_app
    from cornerwise.server.store import StoreError

    if not (page_folder() / "index.html").is_file():
        raise Failure("the web page is not built yet: `make web` builds it")
    listening = _listen(host, port)
    app = create_app(data_dir=data)
    try:
        app.state.store.open()  # here, since the server would answer a failure with a traceback
        _run(run.config(app, host, port), listening, open_page)
    except StoreError as error:
        raise Failure(str(error)) from error
    except KeyboardInterrupt:
        print("stopped")
    finally:
        app.state.store.close()
        listening.close()
    return OK


def page_folder() -> Path:
    """Where the built page lies in the package."""
    from cornerwise.server.settings import Settings

    return Settings().static_dir


def _listen(host: str, port: int) -> socket.socket:
    """A socket bound to the address, or a Failure that says why there is none."""
    import errno

    from cornerwise.cli.input import reason
    from cornerwise.rules.errors import quote

    try:
        family, kind, proto, _name, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except (OSError, UnicodeError) as error:
        raise Failure(f"{quote(host)} is no address of this machine") from error
    listening = socket.socket(family, kind, proto)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(2048)
    except OSError as error:
        listening.close()
        if error.errno == errno.EADDRINUSE:
            raise Failure(
                f"port {port} of {host} is taken: stop what runs there, or choose another --port"
            ) from error
        if error.errno == errno.EACCES:
            raise Failure(f"port {port} needs more rights; ports from 1024 on do not") from error
        raise Failure(f"cannot listen on {quote(host)}, port {port}: {reason(error)}") from error
    return listening


def _run(config: Config, listening: socket.socket, open_page: bool) -> None:
    import uvicorn

    class Server(uvicorn.Server):
        """Says where it listens as soon as it does."""

        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets=sockets)
            if not self.started:
                return
            address = url(listening)
            print(f"cornerwise serves {address} (Ctrl-C stops)", flush=True)
            if open_page:
                import threading
                import webbrowser

                threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    server = Server(config)
    server.run(sockets=[listening])
    if not server.started:
        raise Failure("the server could not start; what is said above tells why")


def url(listening: socket.socket) -> str:
    """The address to type into a browser on this machine."""
    host, port = listening.getsockname()[:2]
    if host in ("0.0.0.0", "::"):  # noqa: S104
        host = "127.0.0.1" if host == "0.0.0.0" else "::1"  # noqa: S104
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"
