"""Leaving a game: the page that comes next looks as if there had been none."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.game_support import Hand, new_game

pytestmark = pytest.mark.browser


def looks(page: Page) -> list[Any]:
    """Where home's cards, links and buttons lie, and how large they are."""
    expect(page.locator("main h1")).to_be_visible()
    expect(page.locator('main a[href^="/game/"]').first).to_be_visible()
    page.wait_for_load_state("networkidle")
    return list(
        page.locator(
            "main .card, main .btn, main a, main button, main li, main svg.ic"
        ).evaluate_all(
            """all => all.map(e => {
                const r = e.getBoundingClientRect();
                return [e.tagName, r.x, r.y + scrollY, r.width, r.height].map(
                    v => typeof v === 'number' ? Math.round(v) : v);
            })"""
        )
    )


def begin(page: Page) -> None:
    """From home, by its list, into a game, and place a piece there."""
    game = new_game(page, "duo", "hh")
    page.goto("/")
    page.locator(f'main a[href="/game/{game}"]').click()
    page.locator('.tray [data-piece="F"]').click()
    page.locator(".game [role=grid]").focus()
    page.keyboard.press(".")
    page.keyboard.press("Enter")
    expect(page.locator(".game .cw-board .piece")).to_have_count(1)


@pytest.mark.parametrize("size", ["desktop", "phone"])
@pytest.mark.parametrize("way", ["link", "back"])
def test_home_is_whole_after_a_game(page: Page, phone: Page, size: str, way: str) -> None:
    visitor = phone if size == "phone" else page
    begin(visitor)
    if way == "back":
        visitor.go_back()
    else:
        visitor.locator('.mtop a[href="/"], .top a[href="/"]').locator("visible=true").first.click()
    after = looks(visitor)
    visitor.reload()
    assert after == looks(visitor)


def test_home_is_whole_after_a_score_card(page: Page) -> None:
    hand = Hand(page, new_game(page, "duo", "hh")).open()
    hand.place(hand.best(hand.state()["now"]["legal"]))
    page.get_by_role("button", name="More to do").click()
    page.get_by_role("menuitem", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(page.locator(".score h1")).to_be_visible()
    page.locator('.top a[href="/"]').first.click()
    after = looks(page)
    page.reload()
    assert after == looks(page)
