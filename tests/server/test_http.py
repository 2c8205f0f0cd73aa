from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path
from typing import Any

import httpx
import pytest

from cornerwise._version import __version__
from cornerwise.rules.variants import VARIANTS
from cornerwise.server import wire
from cornerwise.server.sessions import COOKIE
from cornerwise.server.settings import STATIC, RateLimits
from server.support import COMPUTER, HUMAN, Live, new_game, page, quick, seats, serving

pytestmark = pytest.mark.asyncio(loop_scope="module")

SMALL = (Path(__file__).parent / "small.toml").read_text()


def error_of(answer: httpx.Response) -> dict[str, Any]:
    """The error of an answer, which must have the one shape and give nothing away."""
    assert answer.headers["content-type"] == "application/json"
    body = answer.json()
    wire.ErrorAnswer.model_validate_json(answer.content)
    assert set(body) == {"error"}
    assert set(body["error"]) == {"code", "message", "detail"}
    for secret in ("Traceback", "site-packages", "sqlite", "SELECT", ".py"):
        assert secret not in answer.text
    error: dict[str, Any] = body["error"]
    return error


# --- variants -------------------------------------------------------------------------------


async def test_every_variant_is_listed_and_has_its_tables(browser: httpx.AsyncClient) -> None:
    listed = wire.VariantList.model_validate_json((await browser.get("/api/variants")).content)
    assert [v.id for v in listed.variants] == list(VARIANTS)
    for summary in listed.variants:
        answer = await browser.get(f"/api/variants/{summary.id}")
        table = wire.VariantTable.model_validate_json(answer.content)
        variant = VARIANTS[summary.id]
        assert table.placements == variant.tables.placements
        assert summary.board == summary.id.split("_")[0]
        assert summary.start in summary.starts
        assert len(table.board.cells) == len(variant.board)
        for piece in table.pieces:
            for index, o in enumerate(piece.orientations):
                assert piece.orientations[o.clockwise].counterclockwise == index
                assert piece.orientations[o.flip].flip == index
                assert o.points[0] == (0, 0)


async def test_a_start_rule_changes_the_starts(browser: httpx.AsyncClient) -> None:
    fixed = (await browser.get("/api/variants/classic?start=fixed")).json()
    free = (await browser.get("/api/variants/classic?start=free")).json()
    assert [len(c["starts"]) for c in fixed["colours"]] == [1] * 4
    assert [len(c["starts"]) for c in free["colours"]] == [4] * 4
    assert fixed["digest"] != free["digest"]
    answer = await browser.get("/api/variants/trigon?start=fixed")
    assert answer.status_code == 422
    assert "fixed" in error_of(answer)["message"]
    assert (await browser.get("/api/variants/classic?start=nowhere")).status_code == 422


async def test_a_wrong_id_gets_near_ones(browser: httpx.AsyncClient) -> None:
    answer = await browser.get("/api/variants/trigonn")
    assert answer.status_code == 404
    error = error_of(answer)
    assert error["code"] == "no_variant"
    assert "trigon" in error["message"]
    assert error["detail"]["variants"] == list(VARIANTS)


async def test_tables_are_not_sent_twice(browser: httpx.AsyncClient) -> None:
    first = await browser.get("/api/variants/trigon")
    again = await browser.get(
        "/api/variants/trigon", headers={"If-None-Match": first.headers["etag"]}
    )
    assert again.status_code == 304
    assert again.content == b""
    assert first.headers["content-encoding"] == "gzip"


async def test_a_variant_of_ones_own_is_checked(browser: httpx.AsyncClient) -> None:
    good = (await browser.post("/api/variants/check", json={"toml": SMALL})).json()
    assert good["ok"] is True
    assert good["variant"]["name"] == "Small ring"
    assert good["variant"]["placements"] > 0
    broken = SMALL.replace('"I3", "V3"', '"I3", "V9"')
    bad = await browser.post("/api/variants/check", json={"toml": broken})
    assert bad.status_code == 200
    line = 1 + broken[: broken.index("V9")].count("\n")
    assert bad.json()["ok"] is False
    assert bad.json()["errors"][0]["line"] == line
    assert "V9" in bad.json()["errors"][0]["reason"]


@pytest.mark.parametrize(
    "toml", ["", "name = ", "\0", "x" * 1000, "[" * 5000, 'name = "\ud800"', "a.b=1\n" * 3000]
)
async def test_rubbish_is_no_variant(browser: httpx.AsyncClient, toml: str) -> None:
    answer = await browser.post(
        "/api/variants/check",
        content=json.dumps({"toml": toml}),
        headers={"Content-Type": "application/json"},
    )
    if answer.status_code == 200:
        assert answer.json()["ok"] is False
    else:
        assert answer.status_code == 422
        error_of(answer)


async def test_large_bodies_are_refused_unread(browser: httpx.AsyncClient) -> None:
    answer = await browser.post("/api/variants/check", json={"toml": "#" * 70_000})
    assert answer.status_code == 413
    assert error_of(answer)["code"] == "too_large"
    answer = await browser.post("/api/variants/check", json={"toml": "#" * 1_000_000})
    assert answer.status_code == 413
    error_of(answer)

    async def endless() -> Any:
        for _ in range(100):
            yield b"[" * 10_000

    answer = await browser.post("/api/games", content=endless())
    assert answer.status_code == 413
    error_of(answer)


async def test_slow_bodies_are_not_waited_for(tmp_path: Path) -> None:
    async with serving(quick(tmp_path, body_timeout=0.05)) as live:
        reader, writer = await asyncio.open_connection("127.0.0.1", live.port)
        writer.write(
            b"POST /api/games HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
            b"Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"
        )
        answer = await reader.read()
        assert answer.startswith(b"HTTP/1.1 408 ")
        assert b'"too_slow"' in answer
        writer.close()
        await writer.wait_closed()


# --- games ----------------------------------------------------------------------------------


GOOD = {"variant": "duo", "seats": seats(HUMAN, COMPUTER)}


@pytest.mark.parametrize(
    ("change", "code", "word"),
    [
        ({"variant": "doe"}, "no_variant", "duo"),
        ({"variant": None}, "invalid", "variant"),
        ({"toml": SMALL}, "invalid", "not both"),
        ({"variant": 7}, "invalid", "variant"),
        ({"surprise": 1}, "invalid", "surprise"),
        ({"seats": []}, "invalid", "seats"),
        ({"seats": seats(HUMAN)}, "bad_seat", "2 seats"),
        ({"seats": seats(*[HUMAN] * 3)}, "bad_seat", "2 seats"),
        ({"seats": seats(*[HUMAN] * 50)}, "invalid", "seats"),
        ({"seats": seats(HUMAN, {"kind": "robot", "level": 1})}, "invalid", "kind"),
        ({"seats": seats(HUMAN, {"kind": "computer", "level": None})}, "bad_seat", "Seat 1"),
        ({"seats": seats(HUMAN, {"kind": "computer", "level": 4})}, "bad_seat", "1 to 3"),
        ({"seats": seats(HUMAN, {"kind": "computer", "level": 0})}, "invalid", "level"),
        ({"seats": seats(HUMAN, {"kind": "computer", "level": "1"})}, "invalid", "level"),
        ({"seats": seats({"kind": "human", "level": 1}, HUMAN)}, "bad_seat", "no level"),
        ({"start": "nowhere"}, "invalid", "start"),
        ({"scoring": "best"}, "invalid", "scoring"),
        ({"end": "never"}, "invalid", "end"),
        ({"undo": "yes"}, "invalid", "undo"),
        ({"variant": "trigon_2", "start": "fixed"}, "bad_game", "fixed"),
    ],
)
async def test_a_game_that_cannot_be_is_refused(
    browser: httpx.AsyncClient, change: dict[str, Any], code: str, word: str
) -> None:
    answer = await browser.post("/api/games", json=GOOD | change)
    assert answer.status_code == 422
    error = error_of(answer)
    assert error["code"] == code
    assert word in error["message"]
    assert (await browser.get("/api/games")).json() == {"games": []}


@pytest.mark.parametrize(
    "name",
    [
        "",
        "   ",
        "x" * 41,
        "a\nb",
        "a\0b",
        "a\u202eb",
        "\u200f",
        "\u2066x",
        "\ud83d",
        "\ue000",
        "\u200d\u200d",
        "\u0301",
        "a\u2028b",
        5,
        None,
    ],
)
async def test_names_are_short_and_plain(browser: httpx.AsyncClient, name: Any) -> None:
    body = {"variant": "duo", "seats": [{"name": name} | HUMAN, {"name": "B"} | HUMAN]}
    answer = await browser.post(
        "/api/games", content=json.dumps(body), headers={"Content-Type": "application/json"}
    )
    assert answer.status_code == 422
    error_of(answer)


@pytest.mark.parametrize(
    "name",
    [
        "x" * 40,
        "Zoë",
        "Ĝis",
        "محمد",
        "李雷",
        "🙂",
        "O'Neil <b>",
        "\u0646\u0627\u0645\u200c\u0647\u0627",
        "\U0001f469\u200d\U0001f467",
    ],
)
async def test_names_may_be_in_any_script(
    live: Live, browser: httpx.AsyncClient, name: str
) -> None:
    body = {"variant": "duo", "seats": [{"name": f"  {name} "} | HUMAN, {"name": "B"} | HUMAN]}
    answer = await browser.post("/api/games", json=body)
    assert answer.status_code == 201
    assert answer.headers["location"] == f"/api/games/{answer.json()['id']}"
    state = (await browser.get(answer.headers["location"])).json()
    assert state["game"]["seats"][0]["name"] == name
    wire.StateMessage.model_validate_json(json.dumps(state))


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"null",
        b"[]",
        b"7",
        b'"\\ud800"',
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"a":' * 20_000,
        b'{"variant":"duo","variant":"duo"}',
        b'{"seats":NaN}',
        b'{"seats":1e999}',
    ],
)
async def test_bodies_that_are_no_game(browser: httpx.AsyncClient, content: bytes) -> None:
    for headers in ({"Content-Type": "application/json"}, {"Content-Type": "text/plain"}, {}):
        answer = await browser.post("/api/games", content=content, headers=headers)
        assert 400 <= answer.status_code < 500, answer.text
        error_of(answer)


async def test_games_are_listed_newest_first(browser: httpx.AsyncClient) -> None:
    made = [await new_game(browser, HUMAN, COMPUTER) for _ in range(3)]
    answer = await browser.get("/api/games")
    found = wire.GameList.model_validate_json(answer.content).games
    assert {g.id for g in found} == set(made)
    assert [g.created for g in found] == sorted((g.created for g in found), reverse=True)
    assert found[0].turn == wire.Turn(colour="purple", seat=0, by="seat")


# --- errors, headers, sessions --------------------------------------------------------------


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/api/nothing", 404),
        ("GET", "/api", 404),
        ("GET", "/api/", 404),
        ("POST", "/api/nothing", 404),
        ("GET", "/api/games/none", 404),
        ("GET", "/api/games/" + "x" * 5000, 404),
        ("GET", "/api/games/%00", 404),
        ("DELETE", "/api/games/none", 404),
        ("GET", "/ws/games/none", 404),
        ("POST", "/api/variants", 405),
        ("PUT", "/api/games", 405),
        ("POST", "/", 405),
        ("GET", "/assets/none.js", 404),
        ("GET", "/../../etc/passwd", 404),
        ("GET", "/%2e%2e/%2e%2e/etc/passwd", 404),
        ("GET", "/assets/..%2f..%2fapp.py", 404),
    ],
)
async def test_errors_have_one_shape(
    browser: httpx.AsyncClient, method: str, path: str, status: int
) -> None:
    answer = await browser.request(method, path)
    assert answer.status_code == status
    error_of(answer)


async def test_a_crash_gives_nothing_away(
    live: Live, browser: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def crash(*_: Any) -> Any:
        raise KeyError("/a/secret/path SELECT")

    monkeypatch.setattr(live.store, "games_of", crash)
    answer = await browser.get("/api/games")
    assert answer.status_code == 500
    assert error_of(answer)["code"] == "internal"


async def test_headers_keep_the_page_to_itself(browser: httpx.AsyncClient) -> None:
    for path in ("/", "/api/variants", "/api/nothing", "/game/abc"):
        headers = (await browser.get(path)).headers
        csp = dict(part.split(" ", 1) for part in headers["content-security-policy"].split("; "))
        assert csp["default-src"] == "'none'"
        assert csp["script-src"] == "'self'"
        assert csp["frame-ancestors"] == "'none'"
        assert csp["base-uri"] == "'none'"
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "same-origin"
        assert "server" not in headers
    assert (await browser.get("/api/games")).headers["cache-control"] == "no-store"


async def test_the_session_is_a_hidden_cookie(live: Live) -> None:
    async with live.browser() as one, live.browser() as two:
        assert "set-cookie" not in (await one.get("/api/health")).headers
        first = (await one.get("/api/variants")).headers["set-cookie"]
        assert re.fullmatch(
            COOKIE + r"=[A-Za-z0-9_-]{43}; Path=/; Max-Age=\d+; HttpOnly; SameSite=Lax", first
        )
        assert "set-cookie" not in (await one.get("/api/variants")).headers
        other = (await two.get("/api/variants")).headers["set-cookie"]
        assert first.split(";")[0] != other.split(";")[0]
    # A token of one's own making is no session: another one is given.
    for token in ("A" * 43, "short", "A" * 5000, '"quoted"'):
        async with live.browser() as three:
            answer = await three.get("/api/games", headers={"Cookie": f"{COOKIE}={token}"})
            assert answer.status_code == 200
            assert token not in answer.headers["set-cookie"]


async def test_loading_the_page_begins_the_session(live: Live) -> None:
    """The page's first requests come together: each alone would begin another session."""
    async with live.browser() as one:
        answer = await one.get("/", headers={"Accept": "text/html,*/*"})
        assert COOKIE in answer.headers["set-cookie"]
        answers = await asyncio.gather(*[one.get("/api/games") for _ in range(5)])
        assert not any("set-cookie" in a.headers for a in answers)
    async with live.browser() as two:
        assert "set-cookie" not in (await two.get("/assets/none.js")).headers


async def test_other_sites_may_not_act(live: Live, browser: httpx.AsyncClient) -> None:
    game_id = await new_game(browser, HUMAN, HUMAN)
    for headers in (
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": f"http://127.0.0.1:{live.port + 1}"},
        {"Origin": "http://["},
        {"Sec-Fetch-Site": "cross-site"},
    ):
        for answer in (
            await browser.post("/api/games", json=GOOD, headers=headers),
            await browser.delete(f"/api/games/{game_id}", headers=headers),
        ):
            assert answer.status_code == 403
            assert error_of(answer)["code"] == "wrong_origin"
    assert len((await browser.get("/api/games")).json()["games"]) == 1
    answer = await browser.post("/api/games", json=GOOD, headers={"Origin": live.base})
    assert answer.status_code == 201


async def test_too_many_requests_say_when_to_come_back(tmp_path: Path) -> None:
    rates = RateLimits(games="2/minute", checks="1/minute")
    async with serving(quick(tmp_path, rates=rates)) as live, live.browser() as browser:
        answers = [await browser.post("/api/games", json=GOOD) for _ in range(3)]
        assert [a.status_code for a in answers] == [201, 201, 429]
        error = error_of(answers[2])
        assert error["code"] == "too_many"
        assert error["detail"]["what"] == "games"
        assert int(answers[2].headers["retry-after"]) == error["detail"]["retry_after"]
        # Throwing the cookie away wins nothing.
        async with live.browser() as other:
            assert (await other.post("/api/games", json=GOOD)).status_code == 429


async def test_health_names_the_version(browser: httpx.AsyncClient) -> None:
    assert (await browser.get("/api/health")).json() == {
        "ok": True,
        "version": __version__,
        "protocol": 1,
    }


async def test_the_openapi_is_sound(browser: httpx.AsyncClient) -> None:
    api = (await browser.get("/api/openapi.json")).json()
    assert set(api["paths"]) == {
        "/api/health",
        "/api/variants",
        "/api/variants/{variant_id}",
        "/api/variants/check",
        "/api/games",
        "/api/games/{game_id}",
        "/api/games/{game_id}/record.{form}",
    }
    text = json.dumps(api)
    for ref in set(re.findall(r'"#/components/schemas/([^"]+)"', text)):
        assert ref in api["components"]["schemas"]
    operations = [o for p in api["paths"].values() for o in p.values()]
    assert all(o.get("description") for o in operations)
    assert len({o["operationId"] for o in operations}) == len(operations)
    new = api["components"]["schemas"]["NewGame"]
    assert new["additionalProperties"] is False


# --- the built page -------------------------------------------------------------------------


@pytest.fixture
def built(tmp_path: Path) -> Path:
    root = tmp_path / "static"
    (root / "assets").mkdir(parents=True)
    (root / "index.html").write_text("<!doctype html><title>page</title>")
    (root / "assets" / "index-Ab3dE6gH.js").write_text("export {}")
    (root / "favicon.svg").write_text("<svg/>")
    (root / ".secret").write_text("no")
    (tmp_path / "outside.txt").write_text("no")
    (root / "link.txt").symlink_to(tmp_path / "outside.txt")
    return root


async def test_the_page_and_its_files(tmp_path: Path, built: Path) -> None:
    settings = quick(tmp_path / "data", static_dir=built)
    async with serving(settings) as live, live.browser() as browser:
        for view in ("/", "/new?variant=duo", "/game/abc", "/rules", "/rules/duo", "/settings"):
            answer = await browser.get(view)
            assert answer.status_code == 200
            assert "page" in answer.text
            assert answer.headers["cache-control"] == "no-cache"
            assert answer.headers["content-type"].startswith("text/html")
        again = await browser.get("/", headers={"If-None-Match": answer.headers["etag"]})
        assert again.status_code == 304
        asset = await browser.get("/assets/index-Ab3dE6gH.js")
        assert asset.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert asset.headers["content-type"].startswith("text/javascript")
        icon = await browser.get("/favicon.svg")
        assert icon.headers["content-type"] == "image/svg+xml"
        assert icon.headers["cache-control"] == "no-cache"
        assert (await browser.head("/")).status_code == 200
        for hidden in ("/.secret", "/link.txt", "/assets", "/assets/other-Ab3dE6gH.js", "/x.php"):
            answer = await browser.get(hidden)
            assert answer.status_code == 404
            error_of(answer)
        # A person who mistypes sees the page, which says so itself.
        answer = await browser.get("/nowhere", headers={"Accept": "text/html"})
        assert answer.status_code == 404
        assert "page" in answer.text


@pytest.mark.skipif(not (STATIC / "index.html").is_file(), reason="the page is not built")
async def test_the_built_page_obeys_its_own_policy(browser: httpx.AsyncClient) -> None:
    text = (await browser.get("/")).text
    scripts = re.findall(r"<script\b([^>]*)>(.*?)</script>", text, re.S)
    assert scripts
    for attributes, content in scripts:
        source = re.search(r'src="(/[^"]+)"', attributes)
        assert source, "a script in the page"
        assert not content.strip()
        answer = await browser.get(source[1])
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith("text/javascript")
    assert "<style" not in text
    assert not re.search(r"\son[a-z]+=", text)
    for href in re.findall(r'<link\b[^>]*href="([^"]+)"', text):
        assert href.startswith(("/", "data:"))
        if href.startswith("/"):
            assert (await browser.get(href)).status_code == 200


async def test_without_a_built_page_it_says_what_to_do(tmp_path: Path) -> None:
    settings = quick(tmp_path, static_dir=tmp_path / "none")
    async with serving(settings) as live, live.browser() as browser:
        answer = await browser.get("/")
        assert answer.status_code == 503
        assert "make setup" in answer.text
        assert (await browser.get("/api/health")).status_code == 200


async def test_a_game_can_be_watched_by_its_link(live: Live, browser: httpx.AsyncClient) -> None:
    game_id = await new_game(browser, HUMAN, HUMAN)
    async with page(live, game_id) as watcher:
        assert watcher.game["id"] == game_id
