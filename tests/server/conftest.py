from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from server.support import Live, quick, serving


@pytest.fixture
async def live(tmp_path: Path) -> AsyncIterator[Live]:
    async with serving(quick(tmp_path)) as one:
        yield one


@pytest.fixture
async def browser(live: Live) -> AsyncIterator[httpx.AsyncClient]:
    async with live.browser() as one:
        yield one
