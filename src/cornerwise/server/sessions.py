"""Who is calling: a random token in a cookie, of which only a hash is stored."""

from __future__ import annotations

import re
import secrets
import time
from collections import OrderedDict
from dataclasses import dataclass

from starlette.datastructures import Headers
from starlette.requests import cookie_parser
from starlette.types import Scope

from .store import Store, token_hash

COOKIE = "cornerwise_session"
_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}\Z")
_AGE = 400 * 24 * 3600
_CACHE = 10_000


def now_ms() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


@dataclass(frozen=True)
class Session:
    """A browser that has called before."""

    id: int

    @property
    def key(self) -> str:
        """Its name in rate limits."""
        return f"session:{self.id}"


class Sessions:
    """Finds and makes sessions, with the recent ones in memory."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._recent: OrderedDict[bytes, Session] = OrderedDict()

    async def find(self, scope: Scope) -> Session | None:
        """The session of a request or socket; None without a valid cookie."""
        token = read_cookie(scope)
        if token is None:
            return None
        key = token_hash(token)
        session = self._recent.get(key)
        if session is None:
            found = await self._store.find_session(token)
            if found is None:
                return None
            session = Session(found)
        self._remember(key, session)
        return session

    async def create(self) -> tuple[Session, str]:
        """A new session and its token, which exists nowhere else."""
        token = secrets.token_urlsafe(32)
        session = Session(await self._store.add_session(token, now_ms()))
        self._remember(token_hash(token), session)
        return session, token

    def _remember(self, key: bytes, session: Session) -> None:
        self._recent[key] = session
        self._recent.move_to_end(key)
        while len(self._recent) > _CACHE:
            self._recent.popitem(last=False)


def read_cookie(scope: Scope) -> str | None:
    """The session's token in a request's cookies, if it looks like one."""
    for header in Headers(scope=scope).getlist("cookie"):
        token = cookie_parser(header).get(COOKIE)
        if token is not None and _TOKEN.match(token):
            return token
    return None


def set_cookie(token: str, *, secure: bool) -> str:
    """The ``Set-Cookie`` header: not for scripts, not sent along from other sites."""
    text = f"{COOKIE}={token}; Path=/; Max-Age={_AGE}; HttpOnly; SameSite=Lax"
    return text + "; Secure" if secure else text
