from __future__ import annotations

from collections.abc import AsyncIterator

import httpx
import pytest
import pytest_asyncio

from server.support import Live, quick, serving


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def live(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Live]:
    """A server for all tests of a module, each of which makes games and sessions of its own."""
    async with serving(quick(tmp_path_factory.mktemp("data"))) as one:
        yield one


@pytest_asyncio.fixture(loop_scope="module")
async def browser(live: Live) -> AsyncIterator[httpx.AsyncClient]:
    async with live.browser() as one:
        yield one
