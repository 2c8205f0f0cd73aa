"""The built page: files from the package, and ``index.html`` where the page has a view."""

from __future__ import annotations

import asyncio
import mimetypes
import re
import stat
from pathlib import Path

from fastapi import APIRouter, Request
from starlette.convertors import Convertor, register_url_convertor
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.staticfiles import NotModifiedResponse

from .errors import from_status, respond
from .settings import Settings

_VIEWS = re.compile(
    r"/(|new|rules|rules/[a-z0-9_-]{1,40}|variations|settings|components|game/[A-Za-z0-9_-]{1,40})/?\Z"
)
# Vite puts a hash of the content into the names of what it bundles.
_HASHED = re.compile(r"assets/.+-[A-Za-z0-9_-]{8,}\.[a-z0-9]+\Z")
_MISSING = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>cornerwise</title>
<h1>The page is not built</h1>
<p>The server runs, but its page has not been built yet. In the project's folder run</p>
<pre>make setup</pre>
<p>and load this address again. The API answers meanwhile: see
<a href="/api/health">/api/health</a> and <a href="/api/openapi.json">/api/openapi.json</a>.</p>
</html>
"""

mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("font/woff2", ".woff2")
mimetypes.add_type("application/manifest+json", ".webmanifest")


class _PagePath(Convertor[str]):
    """Any path but the API's and the sockets', so that those keep their own 404 and 405."""

    regex = r"(?!api(?:/|$)|ws(?:/|$)).*"

    def convert(self, value: str) -> str:
        return value

    def to_string(self, value: str) -> str:
        return value


register_url_convertor("cornerwise_page", _PagePath())


def _find(root: Path, path: str) -> Path | None:
    """The file of a path below the root; None for none, and for anything that leads outside."""
    parts = [part for part in path.split("/") if part]
    if not parts or any(
        part in {".", ".."} or part.startswith(".") or "\\" in part or "\0" in part
        for part in parts
    ):
        return None
    try:
        base = root.resolve(strict=True)
        file = base.joinpath(*parts).resolve(strict=True)
        if not file.is_relative_to(base) or not stat.S_ISREG(file.stat().st_mode):
            return None
    except (OSError, ValueError):
        return None
    return file


def _wants_page(request: Request) -> bool:
    return "text/html" in request.headers.get("accept", "")


def _file(request: Request, file: Path, cache: str, status: int = 200) -> Response:
    response = FileResponse(
        file, status_code=status, stat_result=file.stat(), headers={"Cache-Control": cache}
    )
    if status == 200 and request.headers.get("if-none-match") == response.headers.get("etag"):
        return NotModifiedResponse(response.headers)
    return response


def router(settings: Settings) -> APIRouter:
    """Routes for everything that is neither the API nor a socket; include it last."""
    routes = APIRouter(include_in_schema=False)
    root = settings.static_dir

    def answer(request: Request, path: str) -> Response:
        view = _VIEWS.match("/" + path) is not None
        if not view:
            file = _find(root, path)
            if file is not None and file.name != "index.html":
                hashed = _HASHED.search(path) is not None
                return _file(
                    request, file, "public, max-age=31536000, immutable" if hashed else "no-cache"
                )
            # A name with a dot is a file that is not there; anything else an address that was
            # typed, for which the page has words of its own.
            if "." in path.rsplit("/", 1)[-1] or not _wants_page(request):
                return respond(from_status(404))
        index = _find(root, "index.html")
        if index is None:
            return HTMLResponse(_MISSING, status_code=503, headers={"Cache-Control": "no-store"})
        return _file(request, index, "no-cache", 200 if view else 404)

    @routes.api_route("/{path:cornerwise_page}", methods=["GET", "HEAD"])
    async def page(request: Request, path: str) -> Response:
        """A file of the page, or the page itself."""
        return await asyncio.to_thread(answer, request, path)

    return routes
