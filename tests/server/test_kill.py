"""A server that is killed at any moment has lost nothing that it acknowledged."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import sqlite3
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from cornerwise.game import replay
from cornerwise.server.rooms import restore
from cornerwise.server.store import Store
from server.support import COMPUTER, HUMAN, Live, new_game, page, quick

TESTS = Path(__file__).parents[1]


@contextlib.asynccontextmanager
async def child(data: Path) -> AsyncIterator[tuple[asyncio.subprocess.Process, Live]]:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        str(Path(__file__).with_name("child.py")),
        str(data),
        env=os.environ | {"PYTHONPATH": str(TESTS)},
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None
    try:
        port = int(await process.stdout.readline())
        live = Live(None, port)
        async with httpx.AsyncClient(base_url=live.base) as client:
            while True:
                with contextlib.suppress(httpx.TransportError):
                    if (await client.get("/api/health")).status_code == 200:
                        break
                await asyncio.sleep(0.02)
        yield process, live
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


@pytest.mark.slow
async def test_killing_the_server_loses_no_acknowledged_move(tmp_path: Path) -> None:
    rng = random.Random(7)
    cookies: dict[str, str] = {}
    games: dict[str, list[dict[str, Any]]] = {}
    acked: dict[str, dict[str, int]] = {}
    waiting: dict[str, dict[str, Any]] = {}
    count = 0

    async def drive(live: Live, browser: httpx.AsyncClient, game_id: str) -> None:
        """Play, and write down what was acknowledged, until the server is gone."""
        nonlocal count
        async with page(live, game_id, browser, hello=False) as one:
            await one.hello()
            known = games[game_id]
            assert one.events[: len(known)] == known, "something known is gone or changed"
            games[game_id] = one.events
            for ident, seq in acked[game_id].items():
                assert seq <= one.seq, f"{ident} was acknowledged and is lost"
            if game_id in waiting:
                # It was on its way when the server died: the same id acts at most once.
                ask = waiting[game_id]
                before = one.seq
                await one.send(ask)
                answer = await one.until("ack", "refused")
                if answer["t"] == "ack" and answer["seq"] <= before:
                    event = next(e for e in one.events if e["seq"] == ask["seq"] + 1)
                    assert event["placement"] == ask["command"]["placement"]
                elif answer["t"] == "refused":
                    assert answer["error"]["code"] == "stale"
                    await one.until("state")
                del waiting[game_id]
            while True:
                await one.settle()
                if one.now["result"] is not None:
                    return
                if rng.random() < 0.1 and one.now["can"]["undo"]:
                    command = {"type": "undo", "seat": one.now["turn"]["seat"]}
                    await one.order(command)
                    continue
                count += 1
                ask = {
                    "t": "command",
                    "id": f"k{count}",
                    "seq": one.seq,
                    "command": {
                        "type": "play",
                        "seat": one.now["turn"]["seat"],
                        "placement": rng.choice(one.now["legal"]),
                    },
                }
                waiting[game_id] = ask
                await one.send(ask)
                answer = await one.until("ack", "refused")
                if answer["t"] == "ack":
                    acked[game_id][ask["id"]] = answer["seq"]
                while one.seq < answer["seq"]:
                    await one.until("update", "state")
                del waiting[game_id]
                games[game_id] = one.events

    for round_ in range(5):
        async with child(tmp_path) as (process, live), live.browser() as browser:
            browser.cookies.update(cookies)
            if not games:
                for kinds in ([HUMAN, COMPUTER], [HUMAN, HUMAN], [COMPUTER, HUMAN]):
                    game_id = await new_game(browser, *kinds, variant="classic_2")
                    games[game_id], acked[game_id] = [], {}
                cookies = dict(browser.cookies)
            drives = [asyncio.create_task(drive(live, browser, g)) for g in games]
            start = count
            while count < start + 10 + 7 * round_ and not all(d.done() for d in drives):
                await asyncio.sleep(rng.random() * 0.02)
            process.kill()
            for result in await asyncio.gather(*drives, return_exceptions=True):
                if isinstance(result, BaseException) and not isinstance(
                    result, ConnectionClosed | OSError
                ):
                    raise result

    assert sum(map(len, acked.values())) > 30
    with contextlib.closing(sqlite3.connect(quick(tmp_path).database)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    store = Store(quick(tmp_path))
    store.open()
    for game_id, events in games.items():
        stored = await store.load_game(game_id)
        assert stored is not None
        game = restore(stored)
        assert game == replay(game.log)
        assert [e.seq for e in stored.events] == list(range(1, len(stored.events) + 1))
        for event in events:
            assert game.log[event["seq"] - 1].event.type == event["type"]
        for ident, seq in acked[game_id].items():
            assert stored.commands[ident].seq == seq
    store.close()
