"""What every request passes on its way in and every response on its way out."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .errors import ApiError, respond
from .limits import Limits, address
from .sessions import Session, Sessions, set_cookie
from .settings import Settings
from .store import StoreBusy, StoreError

# Scripts and style sheets come from this server alone, and none stands in the page. Style
# attributes are allowed: the board sets sizes by them, and they cannot load anything.
CSP = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "style-src-attr 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "media-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": CSP,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
_SAFE = {"GET", "HEAD", "OPTIONS"}


class SecurityHeaders:
    """Adds the security headers to every response, and keeps answers of the API uncached."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """ASGI."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        api = scope["path"].startswith("/api")

        async def wrapped(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if api:
                    headers.setdefault("Cache-Control", "no-store")
            await send(message)

        await self.app(scope, receive, wrapped)


class BodyLimit:
    """Refuses bodies over a size, told or not, before anybody reads them whole."""

    def __init__(self, app: ASGIApp, limit: int, timeout: float) -> None:
        self.app = app
        self.limit = limit
        self.timeout = timeout

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """ASGI."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        error = ApiError(
            413,
            "too_large",
            f"The body is over {self.limit // 1024} KB.",
            {"limit": self.limit},
        )
        told = Headers(scope=scope).get("content-length", "0")
        if not told.isascii() or not told.isdigit() or int(told[:20]) > self.limit:
            await respond(error)(scope, receive, send)
            return
        # Bodies are small: take the whole one here, so that nothing below can meet half of one.
        body = bytearray()
        deadline = asyncio.get_running_loop().time() + self.timeout
        while True:
            try:
                async with asyncio.timeout_at(deadline):
                    message = await receive()
            except TimeoutError:
                late = ApiError(408, "too_slow", "The body did not come in time.")
                await respond(late)(scope, receive, send)
                return
            if message["type"] == "http.disconnect":
                return
            body += message.get("body", b"")
            if len(body) > self.limit:
                await respond(error)(scope, receive, send)
                return
            if not message.get("more_body", False):
                break
        given = False

        async def replay() -> Message:
            nonlocal given
            if given:
                return await receive()
            given = True
            return {"type": "http.request", "body": bytes(body), "more_body": False}

        await self.app(scope, replay, send)


def same_origin(scope: Scope, allowed: Iterable[str]) -> bool:
    """Whether a request comes from a page of this server, or from no page at all.

    Browsers send ``Origin`` with every socket and every request that changes something; other
    programs need not, and hold no one else's cookie.
    """
    headers = Headers(scope=scope)
    origin = headers.get("origin")
    if origin is None:
        return headers.get("sec-fetch-site", "none") in {"none", "same-origin"}
    if origin.rstrip("/") in {item.rstrip("/") for item in allowed}:
        return True
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    host = headers.get("host", "")
    return parts.scheme in {"http", "https"} and bool(host) and parts.netloc == host


def _loads_page(scope: Scope) -> bool:
    return scope["method"] == "GET" and "text/html" in Headers(scope=scope).get("accept", "")


def stored(error: StoreError) -> ApiError:
    """The HTTP error for a storage error."""
    if isinstance(error, StoreBusy):
        return ApiError(503, "busy", "The server is busy; try again.", headers={"Retry-After": "1"})
    return ApiError(503, "not_stored", "The games cannot be read or stored right now.")


class Callers:
    """For the API: checks the origin of what changes things, and finds or makes the session.

    The session is then in ``scope["cornerwise.session"]``. Loading the page makes one too: its
    first requests come several at a time, and each would be given another one.
    """

    def __init__(
        self, app: ASGIApp, sessions: Sessions, limits: Limits, settings: Settings
    ) -> None:
        self.app = app
        self.sessions = sessions
        self.limits = limits
        self.settings = settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """ASGI."""
        path = scope.get("path", "")
        api = path.startswith("/api/")
        if (
            scope["type"] != "http"
            or path in {"/api/health", "/api/openapi.json"}
            or not (api or _loads_page(scope))
        ):
            await self.app(scope, receive, send)
            return
        if scope["method"] not in _SAFE and not same_origin(scope, self.settings.origins):
            error = ApiError(
                403, "wrong_origin", "This may only be asked by the server's own page."
            )
            await respond(error)(scope, receive, send)
            return
        token: str | None = None
        session: Session | None = None
        try:
            if api:
                self.limits.check("requests", address(scope))
            session = await self.sessions.find(scope)
            if session is None:
                self.limits.check("sessions", address(scope))
                session, token = await self.sessions.create()
        except (ApiError, StoreError) as error:
            if api:
                await respond(error if isinstance(error, ApiError) else stored(error))(
                    scope, receive, send
                )
                return
        scope["cornerwise.session"] = session
        secure = self.settings.secure_cookie or scope.get("scheme") == "https"

        async def wrapped(message: Message) -> None:
            if token is not None and message["type"] == "http.response.start":
                MutableHeaders(scope=message).append("Set-Cookie", set_cookie(token, secure=secure))
            await send(message)

        await self.app(scope, receive, wrapped)
