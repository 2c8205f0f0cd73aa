"""What happens when storing fails, computers fail, or threads are late."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from cornerwise.server.hub import rebuild
from cornerwise.server.store import StoreBusy, StoreError
from cornerwise.server.tables import game as game_table
from server.support import (
    COMPUTER,
    HUMAN,
    Live,
    RandomPlayer,
    new_game,
    page,
    quick,
    serving,
)

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.mark.parametrize(
    ("failure", "code"), [(StoreError("disk full"), "not_stored"), (StoreBusy("full"), "busy")]
)
async def test_a_move_that_is_not_stored_did_not_happen(
    live: Live,
    browser: httpx.AsyncClient,
    monkeypatch: pytest.MonkeyPatch,
    failure: StoreError,
    code: str,
) -> None:
    game_id = await new_game(browser, HUMAN, HUMAN)
    async with page(live, game_id, browser) as one, page(live, game_id) as watcher:

        async def fail(*_: Any) -> Any:
            raise failure

        move = {"type": "play", "seat": 0, "placement": one.now["legal"][0]}
        with monkeypatch.context() as patch:
            patch.setattr(live.store, "append", fail)
            answer = await one.order(move, id="again")
            assert answer["t"] == "refused"
            assert answer["error"]["code"] == code
        # The same command is carried out later: its id was not used up.
        answer = await one.order(move, id="again")
        assert answer == {"t": "ack", "id": "again", "seq": 2}
        assert (await watcher.until("update"))["seq"] == 2
        assert [m["t"] for m in watcher.seen] == ["state", "update"]


async def test_a_move_that_was_stored_after_all_is_shown(
    live: Live, browser: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The commit comes through and the answer is lost: the file is asked, not memory."""
    game_id = await new_game(browser, HUMAN, HUMAN)
    async with page(live, game_id, browser) as one:
        real = live.store.append

        async def stored_but_failed(*arguments: Any) -> Any:
            await real(*arguments)
            raise StoreError("who knows")

        move = {"type": "play", "seat": 0, "placement": one.now["legal"][0]}
        with monkeypatch.context() as patch:
            patch.setattr(live.store, "append", stored_but_failed)
            answer = await one.order(move, id="again")
            assert answer["error"]["code"] == "not_stored"
        assert one.seq == 2
        assert await one.order(move, id="again") == {"t": "ack", "id": "again", "seq": 2}
        assert one.seq == 2


async def test_a_closing_socket_does_not_stop_a_move_half_way(
    live: Live, browser: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    game_id = await new_game(browser, HUMAN, HUMAN)
    real = live.store.append
    inside, gate = asyncio.Event(), asyncio.Event()

    async def slow(*arguments: Any) -> Any:
        inside.set()
        await gate.wait()
        return await real(*arguments)

    async with page(live, game_id, browser) as watcher:
        monkeypatch.setattr(live.store, "append", slow)
        async with page(live, game_id, browser) as one:
            await one.send(
                {
                    "t": "command",
                    "id": "x",
                    "seq": 1,
                    "command": {"type": "play", "seat": 0, "placement": one.now["legal"][0]},
                }
            )
            await inside.wait()
        gate.set()
        assert (await watcher.until("update"))["seq"] == 2
        await watcher.play(watcher.now["legal"][0])


async def test_a_crash_in_a_command_leaves_the_room_as_the_file_says(
    live: Live, browser: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    from cornerwise.server import views

    game_id = await new_game(browser, HUMAN, HUMAN)
    async with page(live, game_id, browser) as one:

        def crash(*_: Any) -> Any:
            raise ZeroDivisionError

        with monkeypatch.context() as patch:
            patch.setattr(views, "game_summary", crash)
            answer = await one.order({"type": "play", "seat": 0, "placement": one.now["legal"][0]})
        assert answer["error"]["code"] == "internal"
        assert "Zero" not in json.dumps(answer)
        await one.play(one.now["legal"][0])


class Failing(RandomPlayer):
    def choose(self, game: Any, *, seed: int | None = None) -> Any:
        raise RuntimeError("no idea")

    def suggest(self, game: Any, count: int = 3, *, seed: int | None = None) -> Any:
        raise RuntimeError("no idea")


class Cheating(RandomPlayer):
    def choose(self, game: Any, *, seed: int | None = None) -> Any:
        legal = set(game.legal_ids())
        wrong = next(i for i in range(70000) if i not in legal)
        return game.position.move(wrong)


@pytest.mark.parametrize("kind", [Failing, Cheating])
async def test_a_computer_that_fails_says_so_and_the_game_goes_on(
    tmp_path: Path, kind: type[RandomPlayer]
) -> None:
    settings = quick(tmp_path)
    async with serving(settings, ((lambda level: kind()), 3)) as live, live.browser() as browser:
        game_id = await new_game(browser, HUMAN, COMPUTER)
        async with page(live, game_id, browser) as one:
            await one.play(one.now["legal"][0])
            assert (await one.until("error"))["error"]["code"] == "computer_failed"
            assert (await one.order({"type": "undo", "seat": 0}))["t"] == "ack"
            await one.until("update")
            if kind is Failing:
                await one.send({"t": "hint", "id": "h"})
                error = (await one.until("error", "hint"))["error"]
                assert (error["code"], error["detail"]) == ("computer_failed", {"id": "h"})
            await one.play(one.now["legal"][1])
    async with serving(settings) as live, live.browser() as other:
        other.cookies.update(browser.cookies)
        async with page(live, game_id, other) as one:
            await one.settle()
            assert one.events[-1]["seat"] == 1


class Late(RandomPlayer):
    """Thinks until it is let go."""

    def __init__(self) -> None:
        self.thinking = threading.Semaphore(0)
        self.gate = threading.Event()
        self.running = 0
        self.most = 0
        self.lock = threading.Lock()

    def choose(self, game: Any, *, seed: int | None = None) -> Any:
        with self.lock:
            self.running += 1
            self.most = max(self.most, self.running)
        self.thinking.release()
        self.gate.wait(60)
        with self.lock:
            self.running -= 1
        return super().choose(game, seed=seed)


async def late_game(tmp_path: Path, act: Callable[..., Any], **more: Any) -> None:
    late = Late()
    settings = quick(tmp_path, **more)
    async with serving(settings, ((lambda level: late), 3)) as live, live.browser() as browser:
        try:
            await act(late, live, browser)
        finally:
            late.gate.set()


async def test_late_thoughts_are_dropped(tmp_path: Path) -> None:
    async def act(late: Late, live: Live, browser: httpx.AsyncClient) -> None:
        game_id = await new_game(browser, HUMAN, COMPUTER)
        async with page(live, game_id, browser) as one:
            await one.play(one.now["legal"][0])
            await asyncio.to_thread(late.thinking.acquire)
            assert (await one.order({"type": "undo", "seat": 0}))["t"] == "ack"
            await one.until("update")
            late.gate.set()
            await one.order({"type": "resign", "seat": 0})
            await one.until("update")
            assert [e["type"] for e in one.events] == [
                "created",
                "played",
                "undone",
                "stopped",
                "ended",
            ]

    await late_game(tmp_path, act)


async def test_searches_are_bounded_and_moves_do_not_wait_for_them(tmp_path: Path) -> None:
    async def act(late: Late, live: Live, browser: httpx.AsyncClient) -> None:
        ids = [await new_game(browser, COMPUTER, HUMAN) for _ in range(6)]
        free = await new_game(browser, HUMAN, HUMAN)
        async with asyncio.TaskGroup() as group:
            done = asyncio.Event()

            async def sit(game_id: str) -> None:
                async with page(live, game_id, browser) as one:
                    await done.wait()
                    await one.settle()
                    assert one.seq == 2

            for game_id in ids:
                group.create_task(sit(game_id))
            for _ in range(2):
                await asyncio.to_thread(late.thinking.acquire)
            async with page(live, free, browser) as one:
                for _ in range(10):
                    await one.play(one.now["legal"][0])
            assert late.most == 2
            late.gate.set()
            done.set()
        assert late.most == 2

    await late_game(tmp_path, act, threads=2)


async def test_hints_come_one_at_a_time(tmp_path: Path) -> None:
    class Slow(Late):
        def suggest(self, game: Any, count: int = 3, *, seed: int | None = None) -> Any:
            self.thinking.release()
            self.gate.wait(60)
            return super().suggest(game, count)

    slow = Slow()
    settings = quick(tmp_path)
    async with serving(settings, ((lambda level: slow), 3)) as live, live.browser() as browser:
        game_id = await new_game(browser, HUMAN, COMPUTER)
        async with page(live, game_id, browser) as one:
            await one.send({"t": "hint", "id": "a"})
            await asyncio.to_thread(slow.thinking.acquire)
            await one.send({"t": "hint", "id": "b"})
            error = (await one.until("error"))["error"]
            assert (error["code"], error["detail"]) == ("busy", {"id": "b"})
            # The game moves on: the hint is for a position that is gone.
            await one.order({"type": "resign", "seat": 0})
            slow.gate.set()
            error = (await one.until("error", "hint"))["error"]
            assert (error["code"], error["detail"]) == ("stale", {"id": "a"})


async def test_a_spoilt_game_is_an_error_and_spoils_no_other(tmp_path: Path) -> None:
    settings = quick(tmp_path)
    async with serving(settings) as live, live.browser() as browser:
        good = await new_game(browser, HUMAN, HUMAN)
        bad = await new_game(browser, HUMAN, HUMAN)
    with sqlite3.connect(settings.database) as connection:
        connection.execute("DROP TRIGGER game_event_keep")
        connection.execute("UPDATE game_event SET body = '{}' WHERE game_id = ?", (bad,))
    connection.close()
    async with serving(settings) as live, live.browser() as other:
        other.cookies.update(browser.cookies)
        answer = await other.get(f"/api/games/{bad}")
        assert answer.status_code == 503
        assert answer.json()["error"]["code"] == "not_stored"
        async with page(live, bad, other, hello=False) as one:
            assert await one.closed() == 1011
        async with page(live, good, other) as one:
            await one.play(one.now["legal"][0])
        assert len((await other.get("/api/games")).json()["games"]) == 2


async def test_lists_can_be_written_anew_from_the_events(
    live: Live, browser: httpx.AsyncClient
) -> None:
    game_id = await new_game(browser, HUMAN, COMPUTER)
    async with page(live, game_id, browser) as one:
        await one.play(one.now["legal"][0])
        await one.settle()
    before = (await browser.get("/api/games")).json()
    await live.store.write(lambda c: c.execute(sa.update(game_table).values(summary="{}")))
    done, bad = await rebuild(live.store)
    assert done >= 1
    assert bad == []
    assert (await browser.get("/api/games")).json() == before


async def test_a_game_has_an_end_of_its_events(tmp_path: Path) -> None:
    async with serving(quick(tmp_path, max_events=5)) as live, live.browser() as browser:
        game_id = await new_game(browser, HUMAN, HUMAN)
        async with page(live, game_id, browser) as one:
            for _ in range(4):
                await one.play(one.now["legal"][0])
            answer = await one.order(
                {"type": "play", "seat": one.now["turn"]["seat"], "placement": one.now["legal"][0]}
            )
            assert answer["error"]["code"] == "too_long"


async def test_nothing_is_said_before_it_is_on_the_disk(
    live: Live, browser: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    game_id = await new_game(browser, HUMAN, HUMAN)
    real = live.store.append
    committed, gate = asyncio.Event(), asyncio.Event()

    async def slow(*arguments: Any) -> Any:
        answer = await real(*arguments)
        committed.set()
        await gate.wait()
        return answer

    async with page(live, game_id, browser) as one, page(live, game_id) as watcher:
        monkeypatch.setattr(live.store, "append", slow)
        await one.send(
            {
                "t": "command",
                "id": "x",
                "seq": 1,
                "command": {"type": "play", "seat": 0, "placement": one.now["legal"][0]},
            }
        )
        await committed.wait()
        await watcher.send({"t": "ping", "n": 1})
        assert (await watcher.receive())["t"] == "pong"
        assert (await browser.get(f"/api/games/{game_id}")).json()["seq"] == 1
        gate.set()
        assert (await one.receive())["t"] == "ack"
        assert (await one.receive())["t"] == "update"
        assert (await watcher.receive())["t"] == "update"


async def test_of_many_tabs_at_once_one_acts(live: Live, browser: httpx.AsyncClient) -> None:
    """Everybody plays on the same number: exactly one is acknowledged, all end up alike."""
    game_id = await new_game(browser, HUMAN, HUMAN, variant="junior")
    async with contextlib.AsyncExitStack() as stack:
        tabs = [await stack.enter_async_context(page(live, game_id, browser)) for _ in range(5)]
        for turn in range(8):
            seq = tabs[0].seq
            assert {tab.seq for tab in tabs} == {seq}
            seat, legal = tabs[0].now["turn"]["seat"], tabs[0].now["legal"]
            answers = await asyncio.gather(
                *[
                    tab.order(
                        {"type": "play", "seat": seat, "placement": legal[i]}, id=f"{turn}.{i}"
                    )
                    for i, tab in enumerate(tabs)
                ]
            )
            assert sorted(a["t"] for a in answers) == ["ack"] + ["refused"] * 4
            for tab in tabs:
                while tab.seq == seq:
                    await tab.until("update", "state")
                # What was refused as stale brings a state too; read it before the next turn.
                await tab.send({"t": "ping", "n": turn})
                await tab.until("pong")
            assert all(tab.events == tabs[0].events for tab in tabs)
        stored = await live.store.load_game(game_id)
        assert len(stored.events) == 9
        assert len(stored.commands) == 8
