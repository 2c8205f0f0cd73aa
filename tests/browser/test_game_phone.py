"""Playing with a finger on a telephone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from browser.game_support import Hand, new_game

pytestmark = pytest.mark.browser


def test_a_tapped_piece_is_nudged_and_placed_by_the_green_button(phone: Page) -> None:
    hand = Hand(phone, new_game(phone, "duo", "hh")).open()
    phone.locator('.tray [data-piece="F"]').tap()
    expect(phone.locator('.ghost[data-state="ok"]')).to_be_visible()
    place = phone.get_by_role("button", name="Place F")
    expect(place).not_to_have_attribute("aria-disabled", "true")
    # Away from the start it fits no more, and says why; the piece stays in hand.
    for _ in range(6):
        phone.get_by_role("button", name="Move left").tap()
    expect(phone.locator('.ghost[data-state="bad"]')).to_be_visible()
    expect(phone.locator(".cw-callout")).to_be_visible()
    expect(place).to_have_attribute("aria-disabled", "true")
    for _ in range(6):
        phone.get_by_role("button", name="Move right").tap()
    expect(phone.locator('.ghost[data-state="ok"]')).to_be_visible()
    place.tap()
    expect(phone.locator(".game .cw-board .piece")).to_have_count(1)
    assert hand.state()["events"][-1]["piece"] == "F"


def test_each_piece_tapped_lies_where_it_fits_and_a_button_goes_on_to_the_next_place(
    phone: Page,
) -> None:
    Hand(phone, new_game(phone, "duo", "hh")).open()
    ghost = phone.locator('.ghost[data-state="ok"]')
    for piece in ("I5", "W", "O", "X", "1"):
        phone.locator(f'.tray [data-piece="{piece}"]').tap()
        expect(phone.get_by_role("button", name=f"Place {piece}")).to_be_visible()
        expect(ghost).to_be_visible()
    phone.locator('.tray [data-piece="L5"]').tap()
    expect(ghost).to_be_visible()
    before = ghost.locator(".gmove").first.get_attribute("style")
    phone.get_by_role("button", name="Next place that fits").tap()
    expect(ghost).to_be_visible()
    expect(ghost.locator(".gmove").first).not_to_have_attribute("style", before or "")


def test_a_tap_on_the_board_moves_the_piece_and_one_on_it_turns_it(phone: Page) -> None:
    hand = Hand(phone, new_game(phone, "duo", "hh")).open()
    phone.locator('.tray [data-piece="L5"]').tap()
    phone.touchscreen.tap(*hand.pixel((11, 3)))
    expect(phone.locator('.ghost[data-state="bad"]')).to_be_visible()
    pressed = phone.locator('.ors .or[aria-pressed="true"]')
    label = pressed.get_attribute("aria-label") or ""
    phone.touchscreen.tap(*hand.pixel((11, 3)))
    expect(pressed).not_to_have_attribute("aria-label", label)
    # Nothing is placed without the button.
    assert hand.state()["events"][-1]["type"] == "created"


def test_a_dragged_piece_floats_above_the_finger_and_snaps_to_what_fits(phone: Page) -> None:
    hand = Hand(phone, new_game(phone, "duo", "hh")).open()
    phone.locator('.tray [data-piece="X"]').tap()
    phone.touchscreen.tap(*hand.pixel((10, 8)))
    finger = phone.context.new_cdp_session(phone)

    def touch(kind: str, x: float = 0, y: float = 0) -> None:
        points = [] if kind == "touchEnd" else [{"x": x, "y": y}]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    x0, y0 = hand.pixel((10, 8))
    # The start of purple is e10; the finger ends 64 px below a spot beside a place that covers it.
    x1, y1 = hand.pixel((4, 9))
    touch("touchStart", x0, y0)
    for i in range(1, 13):
        touch("touchMove", x0 + (x1 + 6 - x0) * i / 12, y0 + (y1 + 64 - y0) * i / 12)
    expect(phone.locator('.ghost[data-state="ok"]')).to_be_visible()
    touch("touchEnd")
    expect(phone.locator('.ghost[data-state="ok"]')).to_be_visible()
    # (The browser takes a synthetic tap right after a synthetic drag for a part of it.)
    phone.get_by_role("button", name="Place X").click()
    expect(phone.locator(".game .cw-board .piece")).to_have_count(1)


def test_a_piece_is_dragged_from_the_tray_by_finger(phone: Page) -> None:
    hand = Hand(phone, new_game(phone, "duo", "hh")).open()
    tray = phone.locator('.tray [data-piece="X"]').bounding_box()
    assert tray is not None
    finger = phone.context.new_cdp_session(phone)

    def touch(kind: str, x: float = 0, y: float = 0) -> None:
        points = [] if kind == "touchEnd" else [{"x": x, "y": y}]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    x0, y0 = tray["x"] + tray["width"] / 2, tray["y"] + tray["height"] / 2
    x1, y1 = hand.pixel((4, 9))
    touch("touchStart", x0, y0)
    for i in range(1, 16):
        touch("touchMove", x0 + (x1 - x0) * i / 15, y0 + (y1 + 64 - y0) * i / 15)
    expect(phone.locator('.ghost[data-state="ok"]')).to_be_visible()
    touch("touchEnd")
    # Where it was let go it stays, in hand, until the button places it.
    expect(phone.locator('.ghost[data-state="ok"]')).to_be_visible()
    assert hand.state()["events"][-1]["type"] == "created"
    phone.get_by_role("button", name="Place X").click()
    expect(phone.locator(".game .cw-board .piece")).to_have_count(1)


def test_targets_are_large_and_nothing_scrolls_sideways(phone: Page) -> None:
    Hand(phone, new_game(phone, "trigon", "hccc")).open()
    phone.locator('.tray [data-piece="V"]').tap()
    small = phone.locator(".game button, .game a").evaluate_all(
        """all => all.filter(e => e.offsetParent !== null)
            .map(e => [e.getAttribute('aria-label') || e.innerText, e.getBoundingClientRect()])
            .filter(([, r]) => r.width < 43.5 || r.height < 43.5)
            .map(([n, r]) => `${n}: ${r.width} x ${r.height}`)"""
    )
    assert small == []
    assert phone.evaluate("document.documentElement.scrollWidth") == 390
    # Around the piece in hand the board is shown twice as large.
    expect(phone.locator(".cw-bw.zoomed")).to_have_count(1)


def test_a_seat_opens_its_card_and_the_moves_have_a_page(phone: Page) -> None:
    hand = Hand(phone, new_game(phone, "duo", "hh")).open()
    phone.locator('.tray [data-piece="F"]').tap()
    phone.get_by_role("button", name="Place F").tap()
    expect(phone.locator(".game .cw-board .piece")).to_have_count(1)
    phone.locator(".opp").first.tap()
    expect(phone.get_by_label("Purple: Ada")).to_contain_text("5")
    phone.locator(".opp").first.tap()
    phone.get_by_role("button", name="More to do").tap()
    phone.get_by_role("menuitem", name="Moves").tap()
    phone.get_by_role("button", name="Purple, piece 1").tap()
    expect(phone.locator(".moves [aria-current]")).to_have_count(1)
    assert hand.count() == 1
