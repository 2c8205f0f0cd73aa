"""Taking back, resigning, several at one screen, lost connections, finding faults by axe."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, WebSocketRoute, expect

from browser.conftest import Open
from browser.game_support import Hand, new_game

pytestmark = pytest.mark.browser


def faults(page: Page) -> list[str]:
    """What axe finds that is more than minor."""
    found = Axe().run(page).response["violations"]
    return [
        f"{v['id']} ({v['impact']}): {v['nodes'][0]['html'][:160]}"
        for v in found
        if v["impact"] in {"moderate", "serious", "critical"}
    ]


def test_taking_back_and_looking_at_the_past(page: Page) -> None:
    hand = Hand(page, new_game(page, "duo", "hh")).open()
    for _ in range(3):
        now = hand.my_turn()
        assert now is not None
        hand.place(hand.best(now["legal"]))
    page.get_by_role("button", name="Purple, piece 1").click()
    expect(page.locator(".game .cw-board .piece")).to_have_count(1)
    expect(page.locator(".say .what")).to_have_text("After piece 1 of 3")
    # The past is only to be looked at.
    page.keyboard.press("p")
    expect(page.locator(".ghost")).to_have_count(0)
    page.get_by_role("button", name="Back to now").click()
    expect(page.locator(".game .cw-board .piece")).to_have_count(3)
    page.get_by_role("button", name="Take back").click()
    expect(page.locator(".game .cw-board .piece")).to_have_count(2)
    assert hand.state()["events"][-1]["type"] == "undone"


def test_two_at_one_screen_are_told_whose_turn_it_is(page: Page) -> None:
    hand = Hand(page, new_game(page, "duo", "hh")).open()
    expect(page.locator(".say .what")).to_have_text("Ada’s turn: Purple")
    expect(page.locator(".traybox h2").last).to_have_text("Ada’s pieces")
    hand.place(hand.best(hand.state()["now"]["legal"]))
    expect(page.locator(".say .what")).to_have_text("Bo’s turn: Orange")
    expect(page.locator(".traybox h2").last).to_have_text("Bo’s pieces")
    expect(page.locator(".pcard.on")).to_have_count(1)


def test_the_shared_colour_says_who_places_it(page: Page) -> None:
    hand = Hand(page, new_game(page, "classic_3", "hhh")).open()
    said = []
    for _ in range(8):
        now = hand.my_turn()
        assert now is not None
        if now["turn"]["colour"] == "green":
            said.append(page.locator(".say .what").inner_text())
        hand.place(hand.best(now["legal"]))
    assert said == ["Green, shared: Ada’s turn to place it", "Green, shared: Bo’s turn to place it"]


def test_resigning_asks_first_and_the_safe_answer_has_the_focus(page: Page) -> None:
    hand = Hand(page, new_game(page, "duo", "hc")).open()
    assert hand.my_turn() is not None
    page.get_by_role("button", name="More to do").click()
    page.get_by_role("menuitem", name="Resign").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Resign this game?")
    expect(dialog.get_by_role("button", name="Play on")).to_be_focused()
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    assert hand.state()["now"]["stopped"] == []
    page.get_by_role("button", name="More to do").click()
    page.get_by_role("menuitem", name="Resign").click()
    dialog.get_by_role("button", name="Resign").click()
    expect(page.locator(".score h1, .pcard .tag").first).to_be_visible()
    assert hand.state()["now"]["stopped"] == [0]


def test_suggestions_are_shown_with_numbers_and_can_be_taken(page: Page) -> None:
    hand = Hand(page, new_game(page, "duo", "hc")).open()
    assert hand.my_turn() is not None
    page.get_by_role("button", name="Suggest places").click()
    expect(page.locator(".hints button")).to_have_count(3)
    expect(page.locator(".cw-board .hint text")).to_have_text(["1", "2", "3"])
    page.locator(".hints button").nth(1).click()
    expect(page.locator('.ghost[data-state="ok"]')).to_be_visible()
    page.locator(".say .btn.go").click()
    expect(page.locator(".game .cw-board .piece").first).to_be_visible()


def test_a_lost_connection_comes_back_and_nothing_is_lost(open_page: Open) -> None:
    page = open_page(allow=("WebSocket",))
    routes: list[WebSocketRoute] = []
    down = False

    def handle(route: WebSocketRoute) -> None:
        if down:
            route.close(code=1011)
            return
        routes.append(route)
        route.connect_to_server()

    page.route_web_socket("**/ws/games/*", handle)
    hand = Hand(page, new_game(page, "duo", "hc")).open()
    now = hand.my_turn()
    assert now is not None
    down = True
    routes[-1].close(code=1011)
    expect(page.locator(".say .what")).to_contain_text("Connection lost")
    # What is placed meanwhile waits, and goes as soon as it can, once.
    target = hand.best(now["legal"])
    hand.pick(target)
    page.mouse.move(*hand.target(target))
    page.mouse.click(*hand.target(target))
    expect(page.locator(".say")).to_contain_text("not sent yet")
    assert hand.state()["events"][-1]["type"] == "created"
    down = False
    expect(page.locator(".game .cw-board .piece")).to_have_count(2, timeout=20_000)
    events = hand.state()["events"]
    assert next(e["placement"] for e in events if e["type"] == "played") == target
    assert sum(1 for e in events if e["type"] == "played") == 2


def test_no_such_game_is_said_so(open_page: Open) -> None:
    page = open_page(allow=("WebSocket", "404", "403"))
    page.goto("/game/0000000000000000")
    expect(page.locator("h1")).to_have_text("There is no game at this address")


def test_somebody_else_only_watches(page: Page, open_page: Open) -> None:
    game = new_game(page, "duo", "hh")
    owner = Hand(page, game).open()
    other = open_page()
    other.goto(f"/game/{game}")
    expect(other.locator(".say")).to_contain_text("You are watching")
    owner.place(owner.best(owner.state()["now"]["legal"]))
    expect(other.locator(".game .cw-board .piece")).to_have_count(1)
    other.keyboard.press("f")
    expect(other.locator(".ghost")).to_have_count(0)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_axe_finds_nothing_while_playing_nor_at_the_end(
    open_page: Open, theme: str, phone: bool
) -> None:
    page = open_page(phone=phone, color_scheme=theme)
    game = new_game(page, "duo", "hc")
    hand = Hand(page, game).open()
    now = hand.my_turn()
    assert now is not None
    assert faults(page) == []
    page.keyboard.press("f")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(page.locator('.ghost[data-state="bad"]')).to_be_visible()
    assert faults(page) == []
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    assert faults(page) == []
    page.keyboard.press("Escape")
    # To the end through the same door that the page uses.
    page.get_by_role("button", name="More to do").click()
    page.get_by_role("menuitem", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(page.locator(".score h1")).to_be_visible(timeout=60_000)
    assert faults(page) == []


def test_a_variant_of_ones_own_is_played_and_set_up_again(page: Page) -> None:
    toml = """
name = "Cross"
colours = ["blue", "yellow"]
[board]
cells = \"\"\"
.##.
####
####
.##.
\"\"\"
[pieces]
set = "polyominoes"
only = ["1", "2", "I3"]
"""
    site = page.request.get("/api/variants").url.removesuffix("/api/variants")
    answer = page.request.post(
        "/api/games",
        headers={"Origin": site},
        data={
            "toml": toml,
            "seats": [{"name": name, "kind": "human", "level": None} for name in ("Ada", "Bo")],
        },
    )
    assert answer.status == 201, answer.text()
    hand = Hand(page, answer.json()["id"]).open()
    while (now := hand.my_turn()) is not None:
        hand.place(hand.best(now["legal"]))
    expect(page.locator(".score h1")).to_be_visible()
    page.get_by_role("button", name="Rematch").click()
    page.wait_for_url(lambda url: "/game/" in url and not url.endswith(hand.game))
    expect(page.locator(".game .cw-board")).to_be_visible()
    again = Hand(page, page.url.rsplit("/", 1)[1]).state()
    assert again["game"]["variant"]["name"] == "Cross"
    assert [seat["name"] for seat in again["game"]["seats"]] == ["Bo", "Ada"]


def test_placing_asks_twice_if_so_wished(page: Page) -> None:
    page.add_init_script(
        "localStorage.setItem('cornerwise.settings', JSON.stringify({confirm: 'always'}))"
    )
    hand = Hand(page, new_game(page, "duo", "hh")).open()
    target = hand.best(hand.state()["now"]["legal"])
    hand.pick(target)
    x, y = hand.target(target)
    page.mouse.move(x, y)
    page.mouse.click(x, y)
    # It is set down and no longer follows; the second click on it places it.
    page.mouse.move(x + 60, y + 60)
    expect(page.locator('.ghost[data-state="ok"]')).to_be_visible()
    assert hand.state()["events"][-1]["type"] == "created"
    page.mouse.move(x, y)
    page.mouse.click(x, y)
    expect(page.locator(".game .cw-board .piece")).to_have_count(1)
    assert hand.state()["events"][-1]["placement"] == target


def test_a_piece_can_be_prepared_while_the_computer_thinks(page: Page) -> None:
    held: list[str] = []
    sockets: list[WebSocketRoute] = []

    def handle(route: WebSocketRoute) -> None:
        sockets.append(route)
        server = route.connect_to_server()

        def heard(message: str | bytes) -> None:
            # What the computer places is kept back, so that it stays its turn.
            text = str(message)
            news = text.partition('"now"')[0]
            if '"t":"update"' in text.replace(" ", "") and '"orange"' in news:
                held.append(text)
            else:
                route.send(message)

        server.on_message(heard)

    page.route_web_socket("**/ws/games/*", handle)
    hand = Hand(page, new_game(page, "duo", "hc")).open()
    now = hand.my_turn()
    assert now is not None
    hand.place(hand.best(now["legal"]))
    expect(page.locator(".say .what")).to_have_text("Bo is thinking…")
    page.keyboard.press("v")
    page.keyboard.press("3")
    expect(page.locator('.ghost[data-state="prepared"]')).to_have_count(1)
    expect(page.locator(".say .tag")).to_have_text("V3 is prepared")
    page.keyboard.press("Enter")
    expect(page.locator(".say .tag")).to_have_text("Orange is playing. You can prepare your piece.")
    assert hand.count() == 1
    while not held:
        page.wait_for_timeout(20)
    for text in held:
        sockets[-1].send(text)
    # Its turn is over: the same piece, still in hand, now fits or does not.
    expect(page.locator(".game .cw-board .piece")).to_have_count(2)
    expect(page.locator('.ghost[data-state="prepared"]')).to_have_count(0)
    expect(page.locator(".say .what")).to_contain_text("V3")
