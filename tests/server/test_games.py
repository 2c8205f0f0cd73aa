from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import httpx
import pytest

from cornerwise.game import replay
from cornerwise.rules.variants import VARIANTS
from cornerwise.server.rooms import restore
from server.support import COMPUTER, HUMAN, Live, new_game, page, quick, seats, serving

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def finish(one: Any, rng: random.Random) -> None:
    """Play at random to the end."""
    while one.now["result"] is None:
        await one.settle()
        if one.now["result"] is None:
            await one.play(rng.choice(one.now["legal"]))


@pytest.mark.parametrize(
    ("variant", "kinds"),
    [
        ("duo", [HUMAN, COMPUTER]),
        ("junior", [COMPUTER, HUMAN]),
        ("classic_2", [HUMAN, HUMAN]),
        ("classic_3_neutral", [HUMAN, COMPUTER, COMPUTER]),
        ("trigon_3", [HUMAN, HUMAN, COMPUTER]),
    ],
)
async def test_a_whole_game_over_the_socket(
    live: Live, browser: httpx.AsyncClient, variant: str, kinds: list[dict[str, Any]]
) -> None:
    game_id = await new_game(browser, *kinds, variant=variant)
    async with page(live, game_id, browser) as one:
        assert one.you == [i for i, kind in enumerate(kinds) if kind is HUMAN]
        await finish(one, random.Random(1))
        result = one.now["result"]
        assert result["reason"] == "blocked"
        assert one.now["turn"] is None
        assert one.now["legal"] == []
        assert one.now["can"]["play"] is False
        assert one.now["can"]["resign"] is False
        assert one.events[-1]["type"] == "ended"
        # What the page was told is what is stored and what the list says.
        stored = await live.store.load_game(game_id)
        game = restore(stored)
        assert game.seq == one.seq
        assert [s.totals for s in game.result.seats] == [s["totals"] for s in result["seats"]]
        listed = (await browser.get("/api/games")).json()["games"]
        assert [g["id"] for g in listed] == [game_id]
        assert listed[0]["result"] == result
        assert listed[0]["plies"] == len(game.plies)
        again = (await browser.get(f"/api/games/{game_id}")).json()
        assert again["events"] == one.events
        assert again["now"] == one.now


async def test_games_of_computers_alone_play_while_somebody_looks(
    live: Live, browser: httpx.AsyncClient
) -> None:
    game_id = await new_game(browser, COMPUTER, COMPUTER)
    async with page(live, game_id, browser) as one:
        thinking = await one.until("thinking")
        assert thinking == {"t": "thinking", "seat": 0, "colour": "purple"}
        assert one.you == []
        while one.now["result"] is None:
            await one.until("update")
        assert one.now["legal"] == []
    async with page(live, game_id) as watcher:
        assert watcher.now == one.now


async def test_the_state_has_all_that_a_page_needs(live: Live, browser: httpx.AsyncClient) -> None:
    game_id = await new_game(browser, HUMAN, COMPUTER, scoring="advanced", start="corners")
    async with page(live, game_id, browser) as one:
        variant = one.game["variant"]
        assert variant["start"] == "corners"
        assert variant["scoring"] == "advanced"
        assert one.now["can"] == {
            "play": True,
            "undo": False,
            "hint": True,
            "resign": True,
            "resign_ends": [0],
        }
        assert one.now["attach"] == sorted(variant["colours"][0]["starts"])
        assert one.now["colours"]["purple"]["remaining"] == [1] * 21
        assert one.now["colours"]["purple"]["scores"]["advanced"] == -89
        assert one.events == [{"seq": 1, "at": one.game["created"], "type": "created"}]
        await one.play(one.now["legal"][0])
        assert one.now["can"]["undo"] is True
        assert one.now["colours"]["purple"]["placed"] == 1


async def test_watchers_see_everything_and_change_nothing(
    live: Live, browser: httpx.AsyncClient
) -> None:
    game_id = await new_game(browser, HUMAN, COMPUTER)
    async with live.browser() as stranger, page(live, game_id, browser) as owner:
        await stranger.get("/api/variants")
        for other in (stranger, None):
            async with page(live, game_id, other) as watcher:
                assert watcher.you == []
                assert watcher.now["legal"] == []
                assert not any(watcher.now["can"].values())
                legal = owner.now["legal"]
                for command in (
                    {"type": "play", "seat": 0, "placement": legal[0]},
                    {"type": "undo", "seat": 0},
                    {"type": "resign", "seat": 0},
                ):
                    answer = await watcher.order(command)
                    assert answer["t"] == "refused"
                    assert answer["error"]["code"] == "not_allowed"
                await watcher.send({"t": "hint", "id": "h"})
                assert (await watcher.until("error", "hint"))["error"]["code"] == "not_allowed"
                await owner.play(legal[0])
                assert (await watcher.until("update"))["events"][0]["seat"] == 0
                await owner.settle()
        assert (await stranger.delete(f"/api/games/{game_id}")).status_code == 403
        assert (await stranger.get("/api/games")).json() == {"games": []}
        assert (await stranger.get(f"/api/games/{game_id}")).json()["you"] == {"seats": []}


async def test_nobody_plays_for_the_computer(live: Live, browser: httpx.AsyncClient) -> None:
    game_id = await new_game(browser, HUMAN, COMPUTER)
    async with page(live, game_id, browser) as one:
        for seat in (1, 2, 65535):
            answer = await one.order({"type": "resign", "seat": seat})
            assert answer["error"]["code"] == "not_allowed"
        assert one.seq == 1


async def test_a_command_sent_twice_acts_once(tmp_path: Path) -> None:
    async with serving(quick(tmp_path)) as live, live.browser() as browser:
        game_id = await new_game(browser, HUMAN, HUMAN)
        cookies = dict(browser.cookies)
        async with page(live, game_id, browser) as one:
            move = {"type": "play", "seat": 0, "placement": one.now["legal"][5]}
            first = await one.order(move, id="same", seq=1)
            assert first == {"t": "ack", "id": "same", "seq": 2}
            assert await one.order(move, id="same", seq=1) == first
            assert await one.order(move, id="same", seq=2) == first
            other = await one.order({"type": "undo", "seat": 0}, id="same", seq=2)
            assert other["error"]["code"] == "id_used"
        async with page(live, game_id, browser) as two:
            assert await two.order(move, id="same", seq=1) == first
    # The same after a restart.
    async with serving(quick(tmp_path)) as live, live.browser() as browser:
        browser.cookies.update(cookies)
        async with page(live, game_id, browser) as one:
            assert one.you == [0, 1]
            assert await one.order(move, id="same", seq=1) == first
            assert one.seq == 2
        stored = await live.store.load_game(game_id)
        assert len(stored.events) == 2


async def test_a_stale_command_is_refused_and_brings_the_state(
    live: Live, browser: httpx.AsyncClient
) -> None:
    game_id = await new_game(browser, HUMAN, HUMAN)
    async with page(live, game_id, browser) as one, page(live, game_id, browser) as two:
        # Two tabs: the second has not looked when it plays.
        await one.play(one.now["legal"][0])
        answer = await two.order(
            {"type": "play", "seat": 0, "placement": two.now["legal"][1]}, seq=1
        )
        assert answer["t"] == "refused"
        assert answer["error"]["code"] == "stale"
        assert answer["seq"] == 2
        assert (await two.until("state"))["seq"] == 2
        assert (two.seq, two.now) == (one.seq, one.now)
        await two.play(two.now["legal"][0])
        await one.until("update")
        assert one.events == two.events
        future = await one.order({"type": "undo", "seat": 0}, seq=99)
        assert future["error"]["code"] == "stale"


async def test_refusals_say_why(live: Live, browser: httpx.AsyncClient) -> None:
    game_id = await new_game(browser, HUMAN, HUMAN)
    async with page(live, game_id, browser) as one:
        legal = set(one.now["legal"])
        total = one.game["variant"]["placements"]
        wrong = next(i for i in range(total) if i not in legal)
        answer = await one.order({"type": "play", "seat": 0, "placement": wrong})
        assert answer["error"]["code"] == "illegal"
        assert answer["refusal"]["reason"] == "start_not_covered"
        assert answer["refusal"]["others"] == [[4, 9]]
        answer = await one.order({"type": "play", "seat": 1, "placement": one.now["legal"][0]})
        assert answer["error"]["code"] == "not_your_turn"
        assert answer["refusal"]["reason"] == "not_your_turn"
        answer = await one.order({"type": "play", "seat": 0, "placement": total})
        assert answer["t"] == "refused"
        answer = await one.order({"type": "undo", "seat": 0})
        assert answer["error"]["code"] == "not_allowed"
        assert one.seq == 1
        assert len((await live.store.load_game(game_id)).events) == 1


async def test_why_names_the_reason_and_the_cells(live: Live, browser: httpx.AsyncClient) -> None:
    game_id = await new_game(browser, HUMAN, HUMAN)
    async with page(live, game_id, browser) as one:

        async def why(piece: int, orientation: int, at: list[int]) -> Any:
            await one.send(
                {
                    "t": "why",
                    "id": "w",
                    "colour": "purple",
                    "piece": piece,
                    "orientation": orientation,
                    "at": at,
                }
            )
            message = await one.until("why", "error")
            return message.get("refusal") if message["t"] == "why" else message["error"]["code"]

        assert await why(0, 0, [4, 9]) is None
        assert (await why(0, 0, [0, 0]))["reason"] == "start_not_covered"
        off = await why(0, 0, [-1, 3])
        assert off["reason"] == "off_board"
        assert off["points"] == [[-1, 3]]
        assert await why(99, 0, [0, 0]) == "bad_why"
        assert await why(0, 1, [0, 0]) == "bad_why"


async def test_why_on_triangles_knows_which_way_they_point(
    live: Live, browser: httpx.AsyncClient
) -> None:
    game_id = await new_game(browser, HUMAN, HUMAN, HUMAN, HUMAN, variant="trigon")
    async with page(live, game_id, browser) as one:
        single = one.game["variant"]["pieces"][0]["orientations"]
        assert [o["up"] for o in single] == [True, False]
        start = [17, 14]  # r15
        up = (17 + 14 + one.game["variant"]["board"]["parity"]) % 2 == 0
        ask = {"t": "why", "id": "w", "colour": "blue", "piece": 0, "at": start}
        await one.send(ask | {"orientation": 0 if up else 1})
        assert (await one.until("why"))["refusal"] is None
        await one.send(ask | {"orientation": 1 if up else 0})
        assert (await one.until("error"))["error"]["code"] == "bad_why"


async def test_undo_takes_back_the_computers_answer_too(
    live: Live, browser: httpx.AsyncClient
) -> None:
    game_id = await new_game(browser, HUMAN, COMPUTER)
    async with page(live, game_id, browser) as one:
        before = one.now
        await one.play(one.now["legal"][7])
        await one.settle()
        assert len(one.events) == 3
        assert (await one.order({"type": "undo", "seat": 0}))["t"] == "ack"
        await one.until("update")
        assert one.events[-1]["type"] == "undone"
        assert one.events[-1]["plies"] == 2
        assert one.now == before


async def test_no_undo_where_it_was_not_agreed(live: Live, browser: httpx.AsyncClient) -> None:
    game_id = await new_game(browser, HUMAN, HUMAN, undo=False)
    async with page(live, game_id, browser) as one:
        await one.play(one.now["legal"][7])
        assert one.now["can"]["undo"] is False
        assert (await one.order({"type": "undo", "seat": 0}))["error"]["code"] == "not_allowed"


async def test_resigning_ends_a_game_of_two(live: Live, browser: httpx.AsyncClient) -> None:
    game_id = await new_game(browser, HUMAN, COMPUTER)
    async with page(live, game_id, browser) as one:
        assert (await one.order({"type": "resign", "seat": 0}))["t"] == "ack"
        await one.until("update")
        assert one.now["result"]["reason"] == "stopped"
        assert one.now["result"]["winners"] == [1]
        assert one.now["stopped"] == [0]
        again = await one.order({"type": "resign", "seat": 0})
        assert again["error"]["code"] == "game_over"


@pytest.mark.parametrize(
    ("variant", "kinds", "stopped", "ending"),
    [
        ("duo", [HUMAN, HUMAN], [], [0, 1]),
        ("classic", [HUMAN, HUMAN, HUMAN, COMPUTER], [], []),
        ("classic", [HUMAN, HUMAN, HUMAN, COMPUTER], [0, 1], [2]),
        ("classic_teams", [HUMAN, HUMAN, HUMAN, HUMAN], [], []),
        # A team is out when both have gone: of blue and red only red is left.
        ("classic_teams", [HUMAN, HUMAN, HUMAN, HUMAN], [0], [2]),
        ("duo_1", [HUMAN], [], [0]),
    ],
)
async def test_the_page_is_told_whose_resignation_ends_the_game(
    live: Live,
    browser: httpx.AsyncClient,
    variant: str,
    kinds: list[dict[str, Any]],
    stopped: list[int],
    ending: list[int],
) -> None:
    game_id = await new_game(browser, *kinds, variant=variant)
    async with page(live, game_id, browser) as one:
        for seat in stopped:
            assert (await one.order({"type": "resign", "seat": seat}))["t"] == "ack"
            await one.until("update")
        assert one.now["can"]["resign_ends"] == ending
        for seat in ending[:1]:
            await one.order({"type": "resign", "seat": seat})
            await one.until("update")
            assert one.now["result"]["reason"] == "stopped"
            assert one.now["can"]["resign_ends"] == []


async def test_the_computer_plays_the_shared_colour_of_who_left(
    live: Live, browser: httpx.AsyncClient
) -> None:
    game_id = await new_game(browser, HUMAN, HUMAN, HUMAN, variant="classic_3")
    async with page(live, game_id, browser) as one:
        await one.order({"type": "resign", "seat": 0})
        await one.until("update")
        for _ in range(2):
            await one.play(one.now["legal"][-1])
        await one.settle()
        green = [e for e in one.events if e["type"] == "played" and e["colour"] == "green"]
        assert [(e["seat"], e["by"]) for e in green] == [(0, "computer")]


async def test_hints_are_legal_moves_and_only_against_a_computer(
    live: Live, browser: httpx.AsyncClient
) -> None:
    game_id = await new_game(browser, HUMAN, COMPUTER)
    async with page(live, game_id, browser) as one:
        await one.send({"t": "hint", "id": "h"})
        hint = await one.until("hint", "error")
        assert hint["id"] == "h"
        assert hint["moves"]
        assert all(m["placement"] in one.now["legal"] for m in hint["moves"])
        assert all(0 <= m["value"] <= 1 for m in hint["moves"])
    game_id = await new_game(browser, HUMAN, HUMAN)
    async with page(live, game_id, browser) as one:
        await one.send({"t": "hint", "id": "h"})
        assert (await one.until("hint", "error"))["error"]["code"] == "not_allowed"


async def test_reconnecting_at_every_message_ends_in_the_same_state(
    live: Live, browser: httpx.AsyncClient
) -> None:
    game_id = await new_game(browser, HUMAN, HUMAN, variant="junior")
    rng = random.Random(3)
    async with page(live, game_id, browser) as steady:
        last = 0
        known: list[dict[str, Any]] = []
        while steady.now["result"] is None:
            # A new connection for every move, which knows only what the last one knew.
            async with page(live, game_id, browser, hello=False) as one:
                one.seq, one.events = last, known
                first = await one.hello(since=last or None)
                assert first["t"] == ("update" if last else "state")
                assert (one.seq, one.now) == (steady.seq, steady.now)
                await one.play(rng.choice(one.now["legal"]))
                if rng.random() < 0.15 and one.now["can"]["undo"]:
                    await one.order({"type": "undo", "seat": 0})
                last, known = one.seq, one.events
            async with page(live, game_id, browser) as fresh:
                while steady.seq < fresh.seq:
                    await steady.until("update")
                assert (fresh.events, fresh.now) == (steady.events, steady.now)


async def test_catching_up_from_every_event(live: Live, browser: httpx.AsyncClient) -> None:
    game_id = await new_game(browser, HUMAN, COMPUTER)
    rng = random.Random(5)
    async with page(live, game_id, browser) as one:
        for _ in range(4):
            await one.play(rng.choice(one.now["legal"]))
            await one.settle()
        for since in range(one.seq + 1):
            async with page(live, game_id, browser, hello=False) as other:
                other.seq, other.events = since, one.events[:since]
                assert (await other.hello(since=since))["t"] == "update"
                assert (other.events, other.now) == (one.events, one.now)
        # Knowing more than the server does is no way to catch up.
        async with page(live, game_id, browser, hello=False) as other:
            assert (await other.hello(since=one.seq + 1))["t"] == "state"


async def test_a_restart_in_the_middle_loses_nothing(tmp_path: Path) -> None:
    rng = random.Random(11)
    game_id, cookies, events, now = "", {}, [], {}
    for _ in range(6):
        async with serving(quick(tmp_path)) as live, live.browser() as browser:
            browser.cookies.update(cookies)
            if not game_id:
                game_id = await new_game(browser, HUMAN, COMPUTER, variant="classic_2")
                cookies = dict(browser.cookies)
            async with page(live, game_id, browser) as one:
                if events:
                    # The computer may have moved on from where we looked last.
                    assert one.events[: len(events)] == events
                for _ in range(3):
                    await one.settle()
                    await one.play(rng.choice(one.now["legal"]))
                events, now = one.events, one.now
    assert now["result"] is None
    assert len(events) > 30


async def test_a_room_whose_turn_is_a_computers_goes_on_when_opened(tmp_path: Path) -> None:
    async with serving(quick(tmp_path, computer_pace=60.0)) as live, live.browser() as browser:
        game_id = await new_game(browser, COMPUTER, HUMAN)
        cookies = dict(browser.cookies)
        async with page(live, game_id, browser) as one:
            assert (await one.until("thinking"))["seat"] == 0
    async with serving(quick(tmp_path)) as live, live.browser() as browser:
        browser.cookies.update(cookies)
        assert (await browser.get(f"/api/games/{game_id}")).json()["seq"] == 1
        async with page(live, game_id, browser) as one:
            await one.settle()
            assert one.seq == 2


async def test_what_a_computer_thought_is_dropped_when_the_game_moves_on(
    tmp_path: Path,
) -> None:
    async with serving(quick(tmp_path, computer_pace=0.2)) as live, live.browser() as browser:
        game_id = await new_game(browser, HUMAN, COMPUTER)
        async with page(live, game_id, browser) as one:
            await one.play(one.now["legal"][3])
            await one.order({"type": "undo", "seat": 0})
            await one.until("update")
            again = one.now["legal"][4]
            await one.play(again)
            await one.settle()
            kinds = [e["type"] for e in one.events]
            assert kinds == ["created", "played", "undone", "played", "played"]


async def test_rooms_leave_memory_when_nobody_is_connected(tmp_path: Path) -> None:
    async with serving(quick(tmp_path, room_linger=0.0)) as live, live.browser() as browser:
        game_id = await new_game(browser, HUMAN, HUMAN)
        assert len(live.hub) == 0
        async with page(live, game_id, browser) as one:
            assert len(live.hub) == 1
            await one.play(one.now["legal"][3])
            async with page(live, game_id, browser) as two:
                assert two.seq == 2
            assert len(live.hub) == 1
        while len(live.hub):
            await one_turn()
        async with page(live, game_id, browser) as one:
            assert one.seq == 2


async def one_turn() -> None:
    import asyncio

    await asyncio.sleep(0.001)


async def test_deleting_sends_everybody_away(live: Live, browser: httpx.AsyncClient) -> None:
    game_id = await new_game(browser, HUMAN, COMPUTER)
    async with page(live, game_id, browser) as one, page(live, game_id) as two:
        assert (await browser.delete(f"/api/games/{game_id}")).status_code == 204
        assert await one.closed() == 4010
        assert await two.closed() == 4010
    assert (await browser.get(f"/api/games/{game_id}")).status_code == 404
    assert (await browser.delete(f"/api/games/{game_id}")).status_code == 404
    assert (await browser.get("/api/games")).json() == {"games": []}
    async with page(live, game_id, browser, hello=False) as one:
        assert await one.closed() == 4404
        assert one.seen[0]["error"]["code"] == "no_game"


async def test_events_of_another_process_are_noticed(tmp_path: Path) -> None:
    """Two processes on one file: the unique numbers decide, and the loser catches up."""
    async with serving(quick(tmp_path)) as a, serving(quick(tmp_path)) as b, a.browser() as browser:
        game_id = await new_game(browser, HUMAN, HUMAN)
        async with page(a, game_id, browser) as one, page(b, game_id, browser) as two:
            await one.play(one.now["legal"][0])
            assert two.seq == 1
            answer = await two.order({"type": "play", "seat": 0, "placement": two.now["legal"][1]})
            assert answer["error"]["code"] == "stale"
            while two.seq < 2:
                await two.until("update", "state")
            assert two.events == one.events
            await two.play(two.now["legal"][0])


async def test_a_game_of_ones_own_variant_lasts(tmp_path: Path) -> None:
    toml = (Path(__file__).parent / "small.toml").read_text()
    async with serving(quick(tmp_path)) as live, live.browser() as browser:
        body = {"toml": toml, "seats": seats(HUMAN, COMPUTER)}
        answer = await browser.post("/api/games", json=body)
        assert answer.status_code == 201, answer.text
        game_id, cookies = answer.json()["id"], dict(browser.cookies)
        async with page(live, game_id, browser) as one:
            await one.play(one.now["legal"][0])
            await one.settle()
            variant = one.game["variant"]
    async with serving(quick(tmp_path)) as live, live.browser() as browser:
        browser.cookies.update(cookies)
        async with page(live, game_id, browser) as one:
            assert one.game["variant"] == variant
            await finish(one, random.Random(2))
        stored = restore(await live.store.load_game(game_id))
        assert stored == replay(stored.log)


async def test_records_come_as_files(live: Live, browser: httpx.AsyncClient) -> None:
    from cornerwise.formats.blksgf import read_blksgf
    from cornerwise.game.record import loads

    game_id = await new_game(browser, HUMAN, COMPUTER)
    async with page(live, game_id, browser) as one:
        await one.play(one.now["legal"][9])
        await one.settle()
    answer = await browser.get(f"/api/games/{game_id}/record.json")
    assert answer.headers["content-disposition"].startswith("attachment")
    assert loads(answer.text) == restore(await live.store.load_game(game_id))
    answer = await browser.get(f"/api/games/{game_id}/record.blksgf")
    assert answer.status_code == 200
    assert len(read_blksgf(answer.text).moves()) == 2
    answer = await browser.get(f"/api/games/{game_id}/record.exe")
    assert answer.status_code == 404
    assert answer.json()["error"]["code"] == "no_form"
    assert (await browser.get("/api/games/none/record.json")).status_code == 404


@pytest.mark.parametrize("variant", [*VARIANTS, "toml"])
async def test_every_kind_of_game_plays_and_has_its_records(
    live: Live, browser: httpx.AsyncClient, variant: str
) -> None:
    from cornerwise.formats.blksgf import read_blksgf
    from cornerwise.game.record import loads

    if variant == "toml":
        body: dict[str, Any] = {"toml": (Path(__file__).parent / "small.toml").read_text()}
        count = 2
    else:
        body, count = {"variant": variant}, len(VARIANTS[variant].seats)
    answer = await browser.post("/api/games", json=body | {"seats": seats(*[HUMAN] * count)})
    assert answer.status_code == 201, answer.text
    game_id = answer.json()["id"]
    async with page(live, game_id, browser) as one:
        for _ in range(5):
            await one.play(one.now["legal"][-1])
        game = restore(await live.store.load_game(game_id))
    answer = await browser.get(f"/api/games/{game_id}/record.json")
    assert loads(answer.content) == game
    answer = await browser.get(f"/api/games/{game_id}/record.blksgf")
    assert answer.status_code == 200
    record = read_blksgf(answer.content)
    assert record.position().key == game.position.key


async def test_with_the_packages_own_players(tmp_path: Path) -> None:
    """No fakes: the application as it is served, its strongest player and its hints."""
    from cornerwise import engine
    from cornerwise.server.app import engine_players

    top = engine.LEVELS[-1]
    players = engine_players()
    assert players[1] == top
    async with serving(quick(tmp_path), players) as live, live.browser() as browser:
        kinds = [HUMAN, {"kind": "computer", "level": top}]
        game_id = await new_game(browser, *kinds)
        async with page(live, game_id, browser) as one:
            for _ in range(3):
                await one.send({"t": "hint", "id": "h"})
                moves = (await one.until("hint"))["moves"]
                assert moves
                values = [m["value"] for m in moves]
                assert values == sorted(values, reverse=True)
                assert {m["placement"] for m in moves} <= set(one.now["legal"])
                await one.play(moves[0]["placement"])
                await one.settle()
            assert [e["seat"] for e in one.events[1:]] == [0, 1] * 3
