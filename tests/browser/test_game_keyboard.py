"""Playing with the keyboard alone, and what a screen reader is told."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from browser.game_support import Hand, new_game

pytestmark = pytest.mark.browser


def test_a_whole_game_by_keyboard(page: Page) -> None:
    hand = Hand(page, new_game(page, "duo", "hc")).open()
    mine = 0
    while (now := hand.my_turn()) is not None:
        name = hand.name(hand.best(now["legal"]))
        for key in name.lower():
            page.keyboard.press(key)
        expect(page.locator(".say .what")).to_have_text(f"{name} fits here")
        if mine == 0:
            expect(page.locator('[aria-live="polite"]').first).to_contain_text(f"{name} in hand")
        # A walk through the places that fit ends where it began.
        page.keyboard.press(".")
        page.keyboard.press(",")
        expect(page.locator('.ghost[data-state="ok"]')).to_be_visible()
        before = hand.count()
        page.keyboard.press("Enter")
        page.wait_for_function(
            "n => document.querySelectorAll('.game .cw-board .piece').length > n"
            " || document.querySelector('.score')",
            arg=before,
        )
        mine += 1
    assert mine > 6
    expect(page.locator(".score h1")).to_be_visible()


def test_keys_move_turn_flip_and_put_back(page: Page) -> None:
    hand = Hand(page, new_game(page, "duo", "hh")).open()
    page.keyboard.press("l")
    page.keyboard.press("5")
    ghost = page.locator(".ghost .gmove").first
    at = ghost.get_attribute("style")
    page.keyboard.press("ArrowRight")
    expect(ghost).not_to_have_attribute("style", at or "")
    page.keyboard.press("ArrowLeft")
    expect(ghost).to_have_attribute("style", at or "")
    pressed = page.locator('.ors .or[aria-pressed="true"]')
    label = pressed.get_attribute("aria-label") or ""
    page.keyboard.press("r")
    expect(pressed).not_to_have_attribute("aria-label", label)
    page.keyboard.press("Shift+R")
    expect(pressed).to_have_attribute("aria-label", label)
    page.keyboard.press("Space")
    expect(pressed).not_to_have_attribute("aria-label", label)
    page.keyboard.press("]")
    expect(page.locator(".tray .sel")).not_to_have_attribute("data-piece", "L5")
    page.keyboard.press("Escape")
    expect(page.locator(".ghost")).to_have_count(0)
    assert hand.count() == 0


def test_dots_turning_the_board_moves_and_the_list_of_keys(page: Page) -> None:
    hand = Hand(page, new_game(page, "trigon", "hccc")).open()
    # Starts have marks of their own; dots come with the second piece.
    expect(page.locator(".start0")).to_have_count(6)
    now = hand.my_turn()
    assert now is not None
    hand.place(hand.best(now["legal"]))
    now = hand.my_turn()
    assert now is not None
    page.keyboard.press("h")
    expect(page.locator(".attach")).to_have_count(len(now["attach"]))
    page.keyboard.press("h")
    expect(page.locator(".attach")).to_have_count(0)
    first = page.locator(".coords text").first
    x = first.get_attribute("x")
    page.keyboard.press("b")
    expect(first).not_to_have_attribute("x", x or "")
    for _ in range(5):
        page.keyboard.press("b")
    expect(first).to_have_attribute("x", x or "")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("Next and previous place that fits")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.keyboard.press("m")
    expect(page.locator(".moves :focus, .moves:focus")).to_have_count(1)


def test_the_board_is_a_grid_with_one_stop_that_says_what_lies_where(page: Page) -> None:
    hand = Hand(page, new_game(page, "duo", "hh")).open()
    hand.place(hand.best(hand.state()["now"]["legal"]))
    grid = page.get_by_role("grid")
    expect(grid).to_have_count(1)
    grid.focus()
    page.keyboard.press("ArrowUp")
    active = grid.get_attribute("aria-activedescendant")
    page.keyboard.press("ArrowUp")
    assert grid.get_attribute("aria-activedescendant") != active
    placed = hand.state()["events"][-1]
    for cell in placed["move"].split(","):
        expect(page.get_by_role("gridcell", name=f"{cell} Purple {placed['piece']}")).to_have_count(
            1
        )
    expect(page.locator('[aria-live="polite"]').first).to_contain_text("Purple placed")
