"""The pages around the game: they load in every language, can be used by all, and do their work."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

pytestmark = pytest.mark.browser

Open = Callable[..., Page]

PAGES = (
    "/",
    "/new",
    "/new?variant=trigon_3_shared",
    "/rules",
    "/rules/duo",
    "/rules/trigon",
    "/rules/junior",
    "/variations",
    "/settings",
    "/components",
)
LANGUAGES = {"en": "Settings", "fr": "Réglages", "nl": "Instellingen", "eo": "Agordoj"}
MISSING = "Failed to load resource: the server responded with a status of 404"
BAD = """name = "Bad"
colours = ["blue", "yellow"]

[board]
columns = 9
rows = "nine"

[pieces]
set = "polyominoes"
"""


def speak(page: Page, language: str, **more: str) -> None:
    """Choose a language (and other settings) before the page opens."""
    settings = {"language": language, **more}
    page.add_init_script(
        f"if (!localStorage.getItem('cornerwise.settings'))"
        f" localStorage.setItem('cornerwise.settings', JSON.stringify({settings!r}))"
    )


def opened(page: Page, path: str) -> None:
    """Open a page and wait for what it fetches."""
    page.goto(path)
    expect(page.locator("main h1").first).to_be_visible()
    page.wait_for_load_state("networkidle")


def findings(page: Page) -> list[str]:
    """What axe finds, less its minor hints."""
    response: dict[str, Any] = Axe().run(page).response
    return [
        f"{found['impact']} {found['id']}: {node['html'][:160]}"
        for found in response["violations"]
        if found["impact"] in {"critical", "serious", "moderate"}
        for node in found["nodes"]
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_speaks_the_language_and_fits_the_phone(open_page: Open, language: str) -> None:
    page = open_page(phone=True)
    speak(page, language)
    for path in PAGES:
        opened(page, path)
        expect(page.locator("html")).to_have_attribute("lang", language)
        expect(page.get_by_role("link", name=LANGUAGES[language], exact=True)).to_be_visible()
        assert re.search(r"\S · Cornerwise$", page.title()), path
        # A key that has no text shows as itself.
        body = page.locator("body").inner_text()
        assert not re.findall(r"\b(?:rules:|game:)\w+(?:\.\w+)+|\{\{", body), path
        wider = page.evaluate(
            "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        )
        assert wider == 0, f"{path} in {language} is {wider} px wider than the phone"


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_axe_finds_nothing(open_page: Open, theme: str, phone: bool) -> None:
    page = open_page(phone=phone, allow=(MISSING,))
    speak(page, "en", theme=theme)
    found = {}
    for path in (*PAGES, "/nowhere"):
        opened(page, path)
        found[path] = findings(page)
    assert {path: list_ for path, list_ in found.items() if list_} == {}


def test_one_click_starts_a_game_which_then_waits_at_home(page: Page) -> None:
    speak(page, "en")
    opened(page, "/")
    expect(page.get_by_text("No games yet")).to_be_visible()
    page.get_by_role("button", name="Duo: play at one screen").click()
    page.wait_for_url(re.compile("/game/"))
    address = page.url
    page.wait_for_load_state("networkidle")
    opened(page, "/")
    game = page.get_by_role("link", name=re.compile("Player 1 and Player 2"))
    expect(game).to_contain_text("Purple to play")
    expect(game.get_by_role("img", name=re.compile("Board of the game"))).to_be_visible()
    assert game.get_attribute("href") == address.removeprefix(page.url.rstrip("/"))


def test_a_game_is_deleted_after_a_question(page: Page) -> None:
    speak(page, "en")
    opened(page, "/")
    page.get_by_role("button", name="Classic: play at one screen").click()
    page.wait_for_url(re.compile("/game/"))
    page.wait_for_load_state("networkidle")
    opened(page, "/")
    delete = page.get_by_role("button", name=re.compile("Delete the game"))
    delete.click()
    dialog = page.get_by_role("dialog")
    # The safe answer has the focus, and Esc gives it.
    expect(dialog.get_by_role("button", name="Keep it")).to_be_focused()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    delete.click()
    dialog.get_by_role("button", name="Delete").click()
    expect(page.get_by_text("No games yet")).to_be_visible()
    page.reload()
    expect(page.get_by_text("No games yet")).to_be_visible()


def test_a_table_is_set_up_as_the_form_says(page: Page) -> None:
    speak(page, "en")
    opened(page, "/new?variant=classic")
    page.get_by_role("radio", name="Trigon").check(force=True)
    page.get_by_role("radio", name=re.compile("Three players, green shared")).check()
    expect(page.get_by_text("Shared: the three place it in turn.")).to_be_visible()
    page.get_by_label("Who plays Yellow?").select_option("3")
    page.get_by_label("Name of the one who plays Blue").fill("Zoë")
    page.get_by_role("radio", name=re.compile("^Any corner")).check()
    page.get_by_role("radio", name=re.compile("^basic")).check()
    page.get_by_role("checkbox", name=re.compile("Taking back")).uncheck()
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url(re.compile("/game/"))
    id = page.url.rsplit("/", 1)[1]
    state = page.evaluate("id => fetch(`/api/games/${id}`).then(r => r.json())", id)
    game = state["game"]
    assert game["variant"]["id"] == "trigon_3_shared"
    assert (game["variant"]["start"], game["variant"]["scoring"]) == ("corners", "basic")
    assert game["undo"] is False
    assert game["seats"][0] == {"name": "Zoë", "kind": "human", "level": None}
    assert game["seats"][1]["kind"] == "computer"
    assert game["seats"][1]["level"] == 3
    page.wait_for_load_state("networkidle")


def test_a_seat_without_a_name_is_told_and_gets_the_focus(page: Page) -> None:
    speak(page, "en")
    opened(page, "/new?variant=duo")
    name = page.get_by_label("Name of the one who plays Purple")
    name.fill("  ")
    page.get_by_role("button", name="Start the game").click()
    expect(page.get_by_text("Give this seat a name.")).to_be_visible()
    expect(name).to_be_focused()
    expect(name).to_have_attribute("aria-invalid", "true")
    assert page.url.endswith("/new?variant=duo")


def test_a_variation_shows_its_error_at_its_line_and_plays_when_mended(page: Page) -> None:
    speak(page, "en")
    opened(page, "/variations")
    expect(page.get_by_text("This works.")).to_be_visible()
    text = page.get_by_role("textbox", name="Text of the variation")
    text.fill(BAD)
    expect(page.get_by_text("One thing does not fit yet.")).to_be_visible()
    # Beside the line in the text, and below it with a way there.
    expect(page.locator(".gutter .bad")).to_have_text("6")
    expect(page.locator(".mark .note")).to_contain_text("rows is a whole number")
    play = page.get_by_role("button", name="Play it at one screen")
    expect(play).to_have_attribute("aria-disabled", "true")
    page.get_by_role("button", name="Go to line 6").click()
    chosen = text.evaluate("e => e.value.slice(e.selectionStart, e.selectionEnd)")
    assert chosen == 'rows = "nine"'
    page.keyboard.type("rows = 9")
    expect(page.get_by_text("This works.")).to_be_visible()
    expect(page.get_by_text("81 squares, 21 pieces a colour, 2 colours")).to_be_visible()
    play.click()
    page.wait_for_url(re.compile("/game/"))
    page.wait_for_load_state("networkidle")
    # It is there again the next time.
    opened(page, "/variations")
    expect(text).to_have_value(BAD.replace('"nine"', "9"))


def test_every_example_of_a_variation_works(page: Page) -> None:
    speak(page, "en")
    opened(page, "/variations")
    for example, name in {
        "small": "Small and quick",
        "hexagon": "Small hexagon",
        "pieces": "Letters",
        "cross": "Cross",
    }.items():
        page.get_by_label("Start from").select_option(example)
        expect(page.get_by_role("heading", name=name, exact=True)).to_be_visible()
        expect(page.get_by_text("This works.")).to_be_visible()


def test_a_board_is_drawn_and_the_text_follows(page: Page) -> None:
    speak(page, "en")
    opened(page, "/variations")
    text = page.get_by_role("textbox", name="Text of the variation")
    before = text.input_value()
    text.evaluate("e => e.setSelectionRange(e.value.length - 5, e.value.length - 2)")

    def square(name: str) -> Locator:
        return page.get_by_role("button", name=name, exact=True)

    expect(square("e16, start of Blue")).to_have_attribute("aria-pressed", "true")
    square("f16").click()
    expect(square("f16")).to_have_attribute("aria-pressed", "false")
    expect(text).to_have_value(before.replace("....####", "....#.##", 1))
    # The cursor is where it was in the rest of the text.
    assert text.evaluate("e => e.selectionEnd - e.value.length") == -2
    # By keyboard: one focus stop, arrows, Space.
    expect(page.locator(".grid [tabindex='0']")).to_have_count(1)
    page.keyboard.press("Space")
    expect(text).to_have_value(before)
    page.keyboard.press("ArrowRight")
    expect(square("g16")).to_be_focused()
    # What the mouse is drawn over becomes what the first square became.
    square("a12").hover()
    page.mouse.down()
    square("c12").hover()
    page.mouse.up()
    expect(text).to_have_value(before.replace("#" * 16, "..." + "#" * 13, 1))
    # The squares keep their names when the board grows.
    page.get_by_role("button", name="Rows: one more").click()
    expect(square("a17")).to_have_attribute("aria-pressed", "false")
    expect(page.get_by_text("This works.")).to_be_visible()
    # A rectangle can be turned into a drawing; triangles cannot be drawn here.
    page.get_by_label("Start from").select_option("small")
    page.get_by_role("button", name="Replace it").click()
    page.get_by_role("button", name="Draw this board square by square").click()
    square("a9").click()
    expect(page.get_by_text("80 squares, 9 pieces a colour, 2 colours")).to_be_visible()
    page.get_by_label("Start from").select_option("hexagon")
    page.get_by_role("button", name="Replace it").click()
    expect(page.get_by_role("grid")).to_have_count(0)


def test_examples_and_errors_of_a_variation_speak_the_language(page: Page) -> None:
    speak(page, "fr")
    opened(page, "/variations")
    text = page.get_by_role("textbox", name="Texte de la variante")
    expect(text).to_have_value(re.compile("Un plateau en forme de croix"))
    page.get_by_label("Langue").select_option("nl")
    text = page.get_by_role("textbox", name="Tekst van de variant")
    expect(text).to_have_value(re.compile("Een bord in de vorm van een kruis"))
    text.fill(BAD)
    expect(page.get_by_text("De server zegt, in het Engels:")).to_be_visible()
    expect(page.locator(".problems [lang=en]")).to_contain_text("rows is a whole number")
    # What somebody wrote stays as it is.
    page.get_by_label("Taal").select_option("eo")
    expect(page.get_by_role("textbox", name="Teksto de la variaĵo")).to_have_value(BAD)


def test_a_person_has_a_name_for_every_language(page: Page) -> None:
    speak(page, "nl")

    def name_of_the_game() -> str:
        page.wait_for_url(re.compile("/game/"))
        id = page.url.rsplit("/", 1)[1]
        state = page.evaluate("id => fetch(`/api/games/${id}`).then(r => r.json())", id)
        page.wait_for_load_state("networkidle")
        return str(state["game"]["seats"][0]["name"])

    opened(page, "/")
    page.get_by_role("button", name="Duo: tegen de computer").click()
    assert name_of_the_game() == "Speler 1"
    opened(page, "/new?variant=duo")
    page.get_by_label("Naam van wie Paars speelt").fill("Zoë")
    page.get_by_role("button", name="Begin het spel").click()
    assert name_of_the_game() == "Zoë"
    # It is remembered, also by the home page.
    opened(page, "/new?variant=duo")
    expect(page.get_by_label("Naam van wie Paars speelt")).to_have_value("Zoë")
    opened(page, "/")
    page.get_by_role("button", name="Duo: tegen de computer").click()
    assert name_of_the_game() == "Zoë"


def test_a_file_is_opened_and_a_bad_one_leaves_the_text(page: Page, tmp_path: Path) -> None:
    speak(page, "en")
    opened(page, "/variations")
    good = tmp_path / "mine.toml"
    good.write_text(
        'name = "Mine"\ncolours = ["red"]\n[board]\nedge = 4\n[pieces]\nset = "polyiamonds"\n',
        encoding="utf-8",
    )
    files = page.locator("input[type=file]")
    files.set_input_files(good)
    expect(page.get_by_role("heading", name="Mine", exact=True)).to_be_visible()
    bad = tmp_path / "bad.toml"
    bad.write_bytes(b"\xff\xfe\x00")
    files.set_input_files(bad)
    expect(page.get_by_text("This file could not be read as text.")).to_be_visible()
    large = tmp_path / "large.toml"
    large.write_text("#" * 70_000)
    files.set_input_files(large)
    expect(page.get_by_text("This file is too large")).to_be_visible()
    text = page.get_by_role("textbox", name="Text of the variation")
    expect(text).to_have_value(good.read_text(encoding="utf-8"))


def test_language_and_theme_last(page: Page) -> None:
    opened(page, "/")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.get_by_label("Language").select_option("fr")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Les coins se touchent")
    page.get_by_role("button", name="Passer au sombre").click()
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Les coins se touchent")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    page.goto("/settings")
    page.get_by_role("radio", name="Vermillon").check(force=True)
    expect(page.locator("html")).to_have_attribute("data-palette", "vermilion")
    page.get_by_role("button", name="Revenir aux réglages habituels").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Settings")
    expect(page.locator("html")).not_to_have_attribute("data-palette", "vermilion")


@pytest.mark.parametrize(
    ("wanted", "shown"), [("nl-BE", "nl"), ("fr-CA", "fr"), ("eo", "eo"), ("de-DE", "en")]
)
def test_a_first_visit_speaks_the_browsers_language(
    open_page: Open, wanted: str, shown: str
) -> None:
    page = open_page(locale=wanted)
    opened(page, "/")
    expect(page.locator("html")).to_have_attribute("lang", shown)


def test_links_move_within_the_page_and_back_returns(page: Page) -> None:
    speak(page, "en")
    opened(page, "/")
    page.evaluate("window.stayed = true")
    page.get_by_role("navigation", name="Main").get_by_role("link", name="Learn").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Rules of Classic")
    page.get_by_role("navigation", name="Board").get_by_role("link", name="Duo").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Rules of Duo")
    page.get_by_role("navigation", name="On this page").get_by_role("link", name="Points").click()
    expect(page).to_have_url(re.compile("/rules/duo#points$"))
    expect(page.locator("#points")).to_be_in_viewport()
    page.go_back()
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_have_text("Rules of Classic")
    assert page.evaluate("window.stayed") is True


def test_an_unknown_address_leads_home(open_page: Open) -> None:
    page = open_page(allow=(MISSING,))
    speak(page, "en")
    for path in ("/nowhere", "/rules/chess"):
        page.goto(path)
        expect(page.get_by_role("heading", level=1)).to_have_text(
            "There is nothing at this address"
        )
    page.get_by_role("link", name="Go to the start").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Corners touch")


def test_home_says_when_the_server_does_not_answer(open_page: Open) -> None:
    page = open_page(allow=("Failed to load resource", "net::ERR"))
    speak(page, "en")
    page.route("**/api/games", lambda route: route.abort())
    page.goto("/")
    expect(page.get_by_text("Your games did not arrive. They are safe.")).to_be_visible()
    page.get_by_role("button", name="Junior: play the computer").click()
    expect(page.get_by_text("The table was not set up.")).to_be_visible()
    page.unroute("**/api/games")
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_text("No games yet")).to_be_visible()


def test_the_page_can_be_installed(page: Page) -> None:
    opened(page, "/")
    manifest = page.evaluate("fetch('/manifest.webmanifest').then(r => r.json())")
    assert manifest["name"] == "Cornerwise"
    for icon in (*manifest["icons"], {"src": "/favicon.ico"}, {"src": "/apple-touch-icon.png"}):
        assert page.evaluate("src => fetch(src).then(r => r.status)", icon["src"]) == 200
