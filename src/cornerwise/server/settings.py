"""What can be set about a server, with defaults that suit one machine."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

import platformdirs

STATIC = Path(__file__).with_name("static")


def default_data_dir() -> Path:
    """The folder of games when none is named: the platform's own place for a user's data."""
    return Path(platformdirs.user_data_dir("cornerwise", appauthor=False))


@dataclass(frozen=True)
class RateLimits:
    """Limits in the notation of the ``limits`` library (``"10/minute"``).

    Each counts by session where there is one, and some by network address too, so that
    throwing the cookie away wins nothing. Several limits are separated by semicolons.
    """

    sessions: str = "120/minute;2000/day"
    games: str = "60/minute;2000/day"
    checks: str = "60/minute"
    requests: str = "600/minute"
    sockets: str = "120/minute"
    messages: str = "60/second;1200/minute"
    commands: str = "20/second;600/minute"
    whys: str = "20/second"
    hints: str = "2/second;60/minute"


@dataclass(frozen=True)
class Settings:
    """One server's settings; sizes in bytes, times in seconds.

    ``data_dir`` is created when missing. ``origins`` lists further origins (scheme, host,
    port) whose pages may call; the server's own address always may.
    """

    data_dir: Path = field(default_factory=default_data_dir)
    static_dir: Path = STATIC
    origins: tuple[str, ...] = ()
    secure_cookie: bool = False
    # Input.
    max_body: int = 192 * 1024
    body_timeout: float = 20.0
    max_toml: int = 64 * 1024
    max_frame: int = 8 * 1024
    max_events: int = 4000
    # Sockets.
    hello_timeout: float = 15.0
    max_sockets: int = 2000
    max_sockets_per_session: int = 32
    queue_messages: int = 64
    queue_bytes: int = 4 * 1024 * 1024
    # Rooms and computers.
    room_linger: float = 30.0
    threads: int = field(default_factory=lambda: max(1, (os.cpu_count() or 2) - 1))
    max_searches: int = 64
    computer_pace: float = 0.35
    # Storage.
    queue_jobs: int = 1024
    group: int = 64
    # FULL puts every move on the disk before it is acknowledged; OFF is for tests.
    synchronous: str = "FULL"
    rates: RateLimits | None = field(default_factory=RateLimits)

    @property
    def database(self) -> Path:
        """The SQLite file."""
        return self.data_dir / "cornerwise.sqlite3"
