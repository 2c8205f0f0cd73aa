"""A real server with the built page, and a headless Chromium to look at it with."""

from __future__ import annotations

import os
import shutil
import socket
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
import uvicorn
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from cornerwise.server.app import create_app
from cornerwise.server.run import config
from cornerwise.server.settings import STATIC
from server.support import quick, random_players

DESKTOP = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
_NAMES = ("chromium", "chromium-browser", "google-chrome")


@dataclass(frozen=True)
class Site:
    """Where the server is, and what it thinks with."""

    url: str


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The server with its page; its computer players place at random, at once."""
    if not (STATIC / "index.html").is_file():
        pytest.fail("the page is not built: run `make setup`, or `npm run build` in web/")
    app = create_app(
        settings=quick(tmp_path_factory.mktemp("games"), computer_pace=0.02),
        players=random_players(),
    )
    listener = socket.create_server(("127.0.0.1", 0))
    port = listener.getsockname()[1]
    app.state.store.open()
    server = uvicorn.Server(config(app, "127.0.0.1", port))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    while not server.started:
        if not thread.is_alive():
            pytest.fail("the server did not start")
        time.sleep(0.02)
    yield Site(f"http://127.0.0.1:{port}")
    server.should_exit = True
    thread.join()
    app.state.store.close()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """One browser for all tests; each has a context of its own."""
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, _NAMES)), None)
    if found is None or not Path(found).exists():
        pytest.skip("no Chromium on this machine (set CHROMIUM to one)")
    with sync_playwright() as play:
        browser = play.chromium.launch(
            executable_path=found,
            args=[
                "--no-sandbox",
                "--disable-gpu",
                "--no-first-run",
                "--disable-background-networking",
            ],
        )
        yield browser
        browser.close()


Open = Callable[..., Page]


@pytest.fixture
def open_page(chromium: Browser, site: Site) -> Iterator[Open]:
    """Makes pages, each a visitor of its own. Errors on a page fail the test."""
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def make(*, phone: bool = False, allow: tuple[str, ...] = (), **more: object) -> Page:
        options: dict[str, object] = {
            "base_url": site.url,
            "viewport": PHONE if phone else DESKTOP,
            "locale": "en-GB",
            "has_touch": phone,
            "is_mobile": phone,
            "reduced_motion": "reduce",
            **more,
        }
        context = chromium.new_context(**options)  # type: ignore[arg-type]
        contexts.append(context)
        page = context.new_page()

        def heard(text: str) -> None:
            if not any(part in text for part in allow):
                errors.append(text)

        page.on("pageerror", lambda error: heard(f"page error: {error}"))
        page.on(
            "console",
            lambda message: heard(message.text) if message.type in {"error", "warning"} else None,
        )
        return page

    yield make
    # What is heard while pages are being closed is not theirs.
    heard_so_far = list(errors)
    for context in contexts:
        context.close()
    assert heard_so_far == []


@pytest.fixture
def page(open_page: Open) -> Page:
    """A visitor with a mouse."""
    return open_page()


@pytest.fixture
def phone(open_page: Open) -> Page:
    """A visitor with a telephone."""
    return open_page(phone=True)
