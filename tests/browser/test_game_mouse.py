"""Whole games by mouse, as a visitor plays them."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from browser.game_support import Hand, new_game

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("variant", ["duo", "trigon"])
def test_a_whole_game_by_mouse_and_its_score_card(page: Page, variant: str) -> None:
    hand = Hand(page, new_game(page, variant, "hccc" if variant == "trigon" else "hc")).open()
    mine = 0
    while (now := hand.my_turn()) is not None:
        hand.place(hand.best(now["legal"]))
        mine += 1
        if mine == 4:  # in the middle, the page is loaded again
            page.reload()
            expect(page.locator(".game .cw-board")).to_be_visible()
    assert mine > 6
    state = hand.state()
    result = state["now"]["result"]
    expect(page.locator(".score h1")).to_be_visible()
    rows = page.locator(".stbl tbody tr")
    expect(rows).to_have_count(len(state["game"]["seats"]))
    for row, seat in zip(
        rows.all(), sorted(result["seats"], key=lambda s: (s["place"], s["seat"])), strict=True
    ):
        text = row.inner_text()
        assert state["game"]["seats"][seat["seat"]]["name"] in text
        colour = hand.variant["seats"][seat["seat"]]["colours"][0]
        for value in state["now"]["colours"][colour]["scores"].values():
            assert re.search(rf"(?<!\d){abs(value)}(?!\d)", text), (value, text)
    played = sum(1 for e in state["events"] if e["type"] == "played")
    expect(page.locator(".score .final .piece")).to_have_count(played)
    with page.expect_download() as download:
        page.locator('a[download][href$="record.blksgf"]').click()
    with open(download.value.path(), encoding="utf-8") as file:
        assert file.read().lstrip().startswith("(;")
    # A rematch is a new game in which the other one begins.
    page.get_by_role("button", name="Rematch").click()
    page.wait_for_url(lambda url: "/game/" in url and not url.endswith(hand.game))
    expect(page.locator(".game .cw-board")).to_be_visible()
    again = Hand(page, page.url.rsplit("/", 1)[1]).state()
    before = [seat["name"] for seat in state["game"]["seats"]]
    assert [seat["name"] for seat in again["game"]["seats"]] == before[1:] + before[:1]


def test_a_place_that_does_not_fit_is_explained_and_the_piece_stays_in_hand(page: Page) -> None:
    hand = Hand(page, new_game(page, "duo", "hh")).open()
    legal = hand.state()["now"]["legal"]
    hand.pick(hand.best(legal))
    name = hand.name(hand.best(legal))
    x, y = hand.pixel((12, 1))
    page.mouse.move(x, y)
    page.mouse.click(x, y)
    expect(page.locator(".cw-callout")).to_contain_text("must cover a start square")
    expect(page.locator(".say .what")).to_have_text(f"{name} does not fit here")
    expect(page.locator('[aria-live="assertive"]')).to_contain_text("must cover a start square")
    expect(page.locator('.ghost[data-state="bad"]')).to_be_visible()
    assert hand.count() == 0
    page.keyboard.press("Escape")
    expect(page.locator(".ghost")).to_have_count(0)


def test_own_edges_are_shown_where_they_touch(page: Page) -> None:
    hand = Hand(page, new_game(page, "duo", "hc")).open()
    now = hand.my_turn()
    assert now is not None
    first = next(p for p in now["legal"] if hand.name(p) == "O")
    hand.place(first)
    assert hand.my_turn() is not None
    # The one-square piece right beside the own one.
    _, _, cell = hand.placements[first]
    x, y = hand.variant["board"]["cells"][cell]
    page.locator('.tray [data-piece="1"]').click()
    page.mouse.move(*hand.pixel((x - 1, y)))
    expect(page.locator(".cw-callout")).to_contain_text("your own edge")
    expect(page.locator(".edge1")).to_have_count(1)


def test_dragging_from_the_tray_places_and_outside_puts_back(page: Page) -> None:
    hand = Hand(page, new_game(page, "duo", "hh")).open()
    # The X has one orientation, so that what is dragged is what is placed.
    target = next(p for p in hand.state()["now"]["legal"] if hand.name(p) == "X")
    tray = page.locator('.tray [data-piece="X"]').bounding_box()
    assert tray is not None
    x, y = tray["x"] + tray["width"] / 2, tray["y"] + tray["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 30, y, steps=4)
    expect(page.locator(".ghost")).to_be_visible()
    page.mouse.move(x, y, steps=2)
    page.mouse.up()
    expect(page.locator(".ghost")).to_have_count(0)
    page.mouse.down()
    page.mouse.move(*hand.target(target), steps=8)
    page.mouse.up()
    expect(page.locator(".game .cw-board .piece")).to_have_count(1)
    assert hand.state()["events"][-1]["placement"] == target


def test_the_wheel_turns_and_the_right_button_flips(page: Page) -> None:
    hand = Hand(page, new_game(page, "duo", "hh")).open()
    page.locator('.tray [data-piece="F"]').click()
    page.mouse.move(*hand.pixel((6, 6)))
    pressed = page.locator('.ors .or[aria-pressed="true"]')
    shapes = hand.variant["pieces"][[p["name"] for p in hand.variant["pieces"]].index("F")]
    here = page.locator(".ors .or").evaluate_all(
        "all => all.findIndex(b => b.getAttribute('aria-pressed') === 'true')"
    )
    page.mouse.wheel(0, 120)
    after = shapes["orientations"][here]["clockwise"]
    expect(page.locator(".ors .or").nth(after)).to_have_attribute("aria-pressed", "true")
    page.mouse.click(*hand.pixel((6, 6)), button="right")
    flipped = shapes["orientations"][after]["flip"]
    expect(page.locator(".ors .or").nth(flipped)).to_have_attribute("aria-pressed", "true")
    expect(pressed).to_have_count(1)
