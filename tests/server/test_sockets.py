from __future__ import annotations

import asyncio
import contextlib
import json
import random
import string
from pathlib import Path
from typing import Any

import httpx
import pytest
import pytest_asyncio
from websockets.exceptions import ConnectionClosed, InvalidStatus

from cornerwise.server import wire
from cornerwise.server.settings import RateLimits
from cornerwise.server.sockets import Outbox
from server.support import COMPUTER, HUMAN, Live, Page, new_game, page, quick, serving

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(loop_scope="module")
async def game_id(browser: httpx.AsyncClient) -> str:
    return await new_game(browser, HUMAN, HUMAN)


@pytest.mark.parametrize(
    "message",
    [
        "",
        "hello",
        "{}",
        "null",
        "[]",
        '{"t":"hello"}',
        '{"t":"hello","v":"1"}',
        '{"t":"hello","v":1.5}',
        '{"t":"hello","v":1,"since":-1}',
        '{"t":"hello","v":1,"since":1e3}',
        '{"t":"hello","v":1,"more":1}',
        '{"t":"ping","n":1}',
        '{"t":"state"}',
        "[" * 8000,
        '{"t":' * 1600,
    ],
)
async def test_a_wrong_first_message_ends_it(
    live: Live, browser: httpx.AsyncClient, game_id: str, message: str
) -> None:
    async with page(live, game_id, browser, hello=False) as one:
        await one.send(message)
        assert await one.closed() == 4400
        assert [m["t"] for m in one.seen] == ["error"]
        assert one.seen[0]["error"]["code"] in {"bad_message", "no_hello"}


async def test_another_version_is_told_so(
    live: Live, browser: httpx.AsyncClient, game_id: str
) -> None:
    for version in (0, 2, 999):
        async with page(live, game_id, browser, hello=False) as one:
            await one.send({"t": "hello", "v": version})
            assert await one.closed() == 4401
            assert one.seen[0]["error"]["code"] == "version"
            assert one.seen[0]["error"]["detail"] == {"version": 1}


async def test_who_says_nothing_is_sent_away(tmp_path: Path) -> None:
    async with serving(quick(tmp_path, hello_timeout=0.05)) as live, live.browser() as browser:
        game_id = await new_game(browser, HUMAN, HUMAN)
        async with page(live, game_id, browser, hello=False) as one:
            assert await one.closed() == 4400
            assert one.seen[0]["error"]["code"] == "no_hello"


@pytest.mark.parametrize(
    "message",
    [
        '{"t":"command"}',
        '{"t":"command","id":"a","seq":1,"command":{"type":"play","seat":0}}',
        '{"t":"command","id":"a","seq":1,"command":{"type":"play","seat":0,"placement":"0"}}',
        '{"t":"command","id":"a","seq":1,"command":{"type":"play","seat":0,"placement":true}}',
        '{"t":"command","id":"a","seq":1,"command":{"type":"play","seat":-1,"placement":0}}',
        '{"t":"command","id":"a","seq":1,"command":{"type":"play","seat":0,"placement":1e9}}',
        '{"t":"command","id":"a","seq":1,"command":{"type":"play_for","colour":"x","move":1}}',
        '{"t":"command","id":"a","seq":1,"command":{"type":"stop","seat":0,"reason":"time"}}',
        '{"t":"command","id":"a","seq":1,"command":{"type":"undo","seat":0,"plies":9}}',
        '{"t":"command","id":"","seq":1,"command":{"type":"undo","seat":0}}',
        '{"t":"command","id":"a b","seq":1,"command":{"type":"undo","seat":0}}',
        '{"t":"command","id":"a\\n","seq":1,"command":{"type":"undo","seat":0}}',
        '{"t":"command","id":"%s","seq":1,"command":{"type":"undo","seat":0}}' % ("x" * 65),
        '{"t":"command","id":"a","seq":1,"command":[]}',
        '{"t":"why","id":"a","colour":"purple","piece":0,"orientation":0,"at":[1]}',
        '{"t":"why","id":"a","colour":"purple","piece":0,"orientation":0,"at":[1,2,3]}',
        '{"t":"why","id":"a","colour":"purple","piece":0,"orientation":0,"at":[1,99999]}',
        '{"t":"why","id":"a","colour":"mauve","piece":0,"orientation":0,"at":[1,1]}',
        '{"t":"hint"}',
        '{"t":"ping","n":1e400}',
        '{"t":"ping","n":99999999999999999999999}',
        '{"t":"ack","id":"a","seq":1}',
        '{"t":"HELLO","v":1}',
        '{"t":"ping","n":1}}',
        "\u0000",
        "[" * 4000 + "]" * 4000,
        '{"t":"ping","n":NaN}',
    ],
)
async def test_bad_messages_get_one_shape_and_change_nothing(
    live: Live, browser: httpx.AsyncClient, game_id: str, message: str
) -> None:
    async with page(live, game_id, browser) as one:
        await one.send(message)
        error = (await one.receive())["error"]
        assert set(error) == {"code", "message", "detail"}
        assert error["code"] in {"bad_message", "bad_why"}
        # It is still there.
        await one.send({"t": "ping", "n": 7})
        assert (await one.receive())["n"] == 7
        assert one.seq == 1
    assert len((await live.store.load_game(game_id)).events) == 1


async def test_who_sends_only_rubbish_is_sent_away(
    live: Live, browser: httpx.AsyncClient, game_id: str
) -> None:
    async with page(live, game_id, browser) as one:
        for _ in range(30):
            await one.send("rubbish")
        assert await one.closed() == 4400


@pytest.mark.parametrize("size", [8193, 60_000])
async def test_large_frames_end_it(
    live: Live, browser: httpx.AsyncClient, game_id: str, size: int
) -> None:
    for first in (True, False):
        async with page(live, game_id, browser, hello=first) as one:
            await one.send('{"t":"ping","n":' + " " * (size - 18) + "1}")
            assert await one.closed() == 1009
            assert one.seen[-1]["error"]["code"] == "too_large"
    async with page(live, game_id, browser) as one:
        # In bytes, not in letters.
        await one.send("é" * 4097)
        assert await one.closed() == 1009
    async with page(live, game_id, browser) as one:
        await one.send('{"t":"ping","n":' + " " * (8192 - 18) + "1}")
        assert (await one.receive())["t"] == "pong"


async def test_frames_beyond_all_measure_end_it_unread(
    live: Live, browser: httpx.AsyncClient, game_id: str
) -> None:
    async with page(live, game_id, browser) as one:
        await one.send("x" * 1_000_000)
        assert await one.closed() == 1009


async def test_bytes_end_it(live: Live, browser: httpx.AsyncClient, game_id: str) -> None:
    async with page(live, game_id, browser) as one:
        await one.socket.send(b"\0\1")
        assert await one.closed() == 1003
        assert one.seen[-1]["error"]["code"] == "bad_message"


async def test_other_sites_may_not_connect(
    live: Live, browser: httpx.AsyncClient, game_id: str
) -> None:
    for origin in ("https://evil.example", "null", f"http://127.0.0.1:{live.port + 1}"):
        with pytest.raises(InvalidStatus) as caught:
            async with page(live, game_id, browser, origin=origin):
                pass
        assert caught.value.response.status_code == 403
        body = json.loads(caught.value.response.body or b"{}")
        assert body["error"]["code"] == "wrong_origin"
    # Programs that are no browser send none.
    async with page(live, game_id, browser, origin=None) as one:
        assert one.you == [0, 1]


async def test_a_game_that_is_not_there(live: Live) -> None:
    for game_id in ("none", "x" * 3000, "%00"):
        async with page(live, game_id, hello=False) as one:
            assert await one.closed() == 4404
            assert one.seen[0]["error"]["code"] == "no_game"


async def test_hello_again_is_a_fresh_start(
    live: Live, browser: httpx.AsyncClient, game_id: str
) -> None:
    async with page(live, game_id, browser) as one:
        await one.play(one.now["legal"][0])
        assert (await one.hello())["t"] == "state"
        assert (await one.hello(since=2))["events"] == []
        await one.play(one.now["legal"][0])
        # Once subscribed, once told.
        await one.send({"t": "ping", "n": 1})
        assert (await one.receive())["t"] == "pong"


async def test_rates_are_limited_by_message_kind(tmp_path: Path) -> None:
    rates = RateLimits(whys="2/minute", commands="2/minute", hints="1/minute")
    async with serving(quick(tmp_path, rates=rates)) as live, live.browser() as browser:
        game_id = await new_game(browser, HUMAN, COMPUTER)
        async with page(live, game_id, browser) as one:
            why = {
                "t": "why",
                "id": "w",
                "colour": "purple",
                "piece": 0,
                "orientation": 0,
                "at": [0, 0],
            }
            for _ in range(3):
                await one.send(why)
            answers = [await one.receive() for _ in range(3)]
            assert [a["t"] for a in answers] == ["why", "why", "error"]
            assert answers[2]["error"]["code"] == "too_many"
            assert answers[2]["error"]["detail"]["id"] == "w"
            assert answers[2]["error"]["detail"]["retry_after"] >= 1
            refusals = [await one.order({"type": "undo", "seat": 0}) for _ in range(3)]
            codes = [r["error"]["code"] for r in refusals]
            assert codes == ["not_allowed", "not_allowed", "too_many"]
            await one.send({"t": "hint", "id": "h"})
            assert (await one.until("hint", "error"))["t"] == "hint"
            await one.send({"t": "hint", "id": "h"})
            assert (await one.until("hint", "error"))["error"]["code"] == "too_many"


async def test_a_flood_ends_it(tmp_path: Path) -> None:
    rates = RateLimits(messages="5/minute")
    async with serving(quick(tmp_path, rates=rates)) as live, live.browser() as browser:
        game_id = await new_game(browser, HUMAN, HUMAN)
        async with page(live, game_id, browser) as one:
            for n in range(40):
                await one.send({"t": "ping", "n": n})
            assert await one.closed() == 4429


async def test_sockets_are_counted(tmp_path: Path) -> None:
    settings = quick(tmp_path, max_sockets_per_session=2)
    async with serving(settings) as live, live.browser() as browser:
        game_id = await new_game(browser, HUMAN, HUMAN)
        async with page(live, game_id, browser), page(live, game_id, browser):
            async with page(live, game_id, browser, hello=False) as third:
                assert await third.closed() == 4429
                assert third.seen[0]["error"]["code"] == "too_many"
            async with page(live, game_id) as stranger:
                assert stranger.seq == 1
        async with page(live, game_id, browser) as again:
            assert again.seq == 1


# --- slow readers ---------------------------------------------------------------------------


async def test_an_outbox_is_bounded_and_never_waits() -> None:
    box = Outbox(messages=3, size=100)
    stuck = asyncio.Event()
    sent: list[str] = []

    async def send(text: str) -> None:
        sent.append(text)
        await stuck.wait()

    task = asyncio.create_task(box.run(send))
    box.put("1")
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    for text in "234":
        box.put(text)
    assert not box.full
    box.put("5")
    assert box.full
    assert box.stopped.is_set()
    box.put("6")
    stuck.set()
    await task
    assert sent == ["1"]


async def test_an_outbox_is_bounded_in_size_but_takes_one_large_message() -> None:
    box = Outbox(messages=10, size=100)
    box.put("x" * 5000)
    assert not box.full
    box.put("y")
    assert box.full


async def test_an_outbox_that_ends_sends_what_waits() -> None:
    box = Outbox(messages=10, size=100)
    sent: list[str] = []

    async def send(text: str) -> None:
        sent.append(text)

    box.put("a")
    box.end(4010, "bye")
    box.put("b")
    await box.run(send)
    assert sent == ["a"]
    assert box.closing == (4010, "bye")


async def test_a_slow_reader_is_dropped_and_can_come_back(tmp_path: Path) -> None:
    """Its socket takes nothing while the game goes on: it goes, the others play."""
    settings = quick(tmp_path, queue_messages=4)
    async with serving(settings) as live, live.browser() as browser:
        game_id = await new_game(browser, HUMAN, HUMAN, variant="trigon_2")
        async with page(live, game_id, browser) as one:
            # It asks for the full state again and again and reads none of it.
            async with page(live, game_id, browser, max_queue=1) as slow:
                slow.socket.transport.pause_reading()
                room = live.hub._rooms[game_id]
                assert len(room.viewers) == 2
                turns = 0
                while len(room.viewers) == 2:
                    for _ in range(20):
                        await slow.send({"t": "hello", "v": 1})
                    turns += 1
                    assert turns < 200
                    await asyncio.sleep(0.01)
                await one.play(one.now["legal"][0])
                slow.socket.transport.resume_reading()
                slow.seq = 0
                assert await slow.closed() == 4408
            async with page(live, game_id, browser) as back:
                assert back.seq == one.seq


# --- fuzz -----------------------------------------------------------------------------------


def _mutations(rng: random.Random, legal: list[int]) -> Any:
    """Endless messages: valid ones, bent ones, noise; never a valid command."""
    good: list[dict[str, Any]] = [
        {"t": "hello", "v": 1},
        {"t": "hello", "v": 1, "since": 1},
        {"t": "command", "id": "x", "seq": 0, "command": {"type": "resign", "seat": 0}},
        {"t": "command", "id": "x", "seq": 1, "command": {"type": "undo", "seat": 0}},
        {
            "t": "command",
            "id": "x",
            "seq": 1,
            "command": {"type": "play", "seat": 1, "placement": legal[0]},
        },
        {"t": "why", "id": "w", "colour": "purple", "piece": 3, "orientation": 1, "at": [3, 4]},
        {"t": "hint", "id": "h"},
        {"t": "ping", "n": 5},
    ]
    odd: list[Any] = [
        None, True, False, -1, 0, 1, 2, 65535, 65536, 2**31, 2**63, 2**70, 1.5, -0.0, 1e308, "",
        "x", "\0", "play", "purple", "é" * 50, [], {}, [[]], [1, 2], {"t": "hello"}, "\ud800",
    ]  # fmt: skip

    def bend(value: Any, depth: int = 0) -> Any:
        roll = rng.random()
        if roll < 0.25 or depth > 4:
            return rng.choice(odd)
        if isinstance(value, dict):
            out = dict(value)
            if out and roll < 0.5:
                out.pop(rng.choice(list(out)))
            elif out and roll < 0.9:
                key = rng.choice(list(out))
                out[key] = bend(out[key], depth + 1)
            else:
                out[rng.choice(["t", "id", "extra", "seq", "v", ""])] = rng.choice(odd)
            return out
        if isinstance(value, list):
            return [bend(item, depth + 1) for item in value] * rng.choice([0, 1, 2])
        return rng.choice(odd)

    while True:
        roll = rng.random()
        if roll < 0.1:
            yield json.dumps(rng.choice(good))
        elif roll < 0.7:
            yield json.dumps(bend(rng.choice(good)))
        elif roll < 0.9:
            text = list(json.dumps(rng.choice(good)))
            for _ in range(rng.randint(1, 4)):
                place = rng.randrange(len(text))
                text[place : place + rng.randint(0, 3)] = rng.choice(string.printable)
            yield "".join(text)
        else:
            yield "".join(rng.choices(string.printable + "é€\U0001f600", k=rng.randint(0, 200)))


def _could_change(text: str) -> bool:
    """Whether a bent message has come out as a command that may well be carried out."""
    try:
        message = wire.CLIENT.validate_json(text.encode("utf-8", "surrogatepass"))
    except ValueError:
        return False
    return isinstance(message, wire.CommandMessage) and not (
        isinstance(message.command, wire.UndoCommand) or message.seq == 0
    )


async def _read_all(one: Page) -> set[str]:
    """The kinds of all messages to the end; each must fit the wire."""
    kinds = set()
    with contextlib.suppress(ConnectionClosed):
        async for text in one.socket:
            wire.SERVER.validate_json(text)
            kinds.add(json.loads(text)["t"])
    return kinds


async def test_ten_thousand_random_messages_change_nothing(
    live: Live, browser: httpx.AsyncClient
) -> None:
    rng = random.Random(20)
    game_id = await new_game(browser, HUMAN, COMPUTER)
    sent = 0
    kinds: set[str] = set()
    async with page(live, game_id, browser) as watch:
        before = (watch.seq, watch.now)
        legal = watch.now["legal"]
        messages = _mutations(rng, legal)
        while sent < 10_000:
            async with page(live, game_id, browser) as one:
                reading = asyncio.create_task(_read_all(one))
                while sent < 10_000 and not reading.done():
                    text = next(messages)
                    if _could_change(text):
                        continue
                    try:
                        await one.send(text)
                    except ConnectionClosed:
                        break
                    sent += 1
                    if sent % 16 == 0:
                        await asyncio.sleep(0)
                await one.socket.close()
                kinds |= await reading
        assert kinds == {"state", "update", "refused", "why", "hint", "pong", "error"}
        await watch.send({"t": "ping", "n": 1})
        await watch.until("pong")
        assert (watch.seq, watch.now) == before
    assert len((await live.store.load_game(game_id)).events) == 1
    async with page(live, game_id, browser) as fresh:
        await fresh.play(legal[0])
        assert fresh.seq >= 2
