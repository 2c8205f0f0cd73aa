"""How much one session or address may ask for."""

from __future__ import annotations

import ipaddress
import math
import time
from dataclasses import asdict

from limits import RateLimitItem, parse_many
from limits.storage import MemoryStorage
from limits.strategies import SlidingWindowCounterRateLimiter
from starlette.types import Scope

from .errors import ApiError
from .settings import RateLimits


class Limits:
    """Counts by kind and key, in memory; `None` as rates lets everything pass."""

    def __init__(self, rates: RateLimits | None) -> None:
        self._limiter = SlidingWindowCounterRateLimiter(MemoryStorage())
        self._items: dict[str, list[RateLimitItem]] = (
            {}
            if rates is None
            else {kind: parse_many(text) for kind, text in asdict(rates).items()}
        )

    def check(self, kind: str, *keys: str) -> None:
        """Count one for each key; raises a 429 `ApiError` with ``retry_after`` when too many."""
        for item in self._items.get(kind, ()):
            for key in keys:
                if self._limiter.hit(item, kind, key):
                    continue
                stats = self._limiter.get_window_stats(item, kind, key)
                wait = max(1, math.ceil(stats.reset_time - time.time()))
                raise ApiError(
                    429,
                    "too_many",
                    f"Too many {kind}; try again in {wait} s.",
                    {"what": kind, "retry_after": wait},
                    {"Retry-After": str(wait)},
                )


def address(scope: Scope) -> str:
    """Whom to count a connection under: its IPv4 address, or its IPv6 network of 64 bits."""
    client = scope.get("client")
    host = client[0] if client else "unknown"
    try:
        parsed = ipaddress.ip_address(host)
    except ValueError:
        return f"at:{host}"
    if isinstance(parsed, ipaddress.IPv6Address):
        if parsed.ipv4_mapped is not None:
            return f"at:{parsed.ipv4_mapped}"
        return f"at:{ipaddress.ip_network((parsed, 64), strict=False)}"
    return f"at:{parsed}"
