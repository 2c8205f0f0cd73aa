"""Draws the page's icons from public/favicon.svg: run after a change of the logo.

    python web/scripts/icons.py [path of a Chromium]

Maskable icons have a ground and the logo within the safe circle; the others are the logo alone.
"""

from __future__ import annotations

import struct
import sys
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

PUBLIC = Path(__file__).resolve().parent.parent / "public"
GROUND = "#f2f0ec"


def draw(page: Page, svg: str, size: int, *, share: float, ground: str | None) -> bytes:
    """A square PNG of the logo, which takes `share` of the side."""
    page.set_viewport_size({"width": size, "height": size})
    page.set_content(
        f"<style>html,body{{margin:0;height:100%;background:{ground or 'transparent'}}}"
        f"body{{display:grid;place-items:center}}svg{{width:{share * 100}%;height:{share * 100}%}}"
        f"</style>{svg}"
    )
    return page.screenshot(omit_background=ground is None)


def ico(png: bytes, size: int) -> bytes:
    """An .ico file that holds one PNG."""
    head = struct.pack("<HHH", 0, 1, 1)
    entry = struct.pack("<BBBBHHII", size % 256, size % 256, 0, 0, 1, 32, len(png), 22)
    return head + entry + png


def main() -> None:
    """Writes all icons."""
    chromium = sys.argv[1] if len(sys.argv) > 1 else None
    svg = (PUBLIC / "favicon.svg").read_text()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page()
        small = draw(page, svg, 32, share=1, ground=None)
        (PUBLIC / "favicon.ico").write_bytes(ico(small, 32))
        for size in (192, 512):
            icon = draw(page, svg, size, share=1, ground=None)
            (PUBLIC / f"icon-{size}.png").write_bytes(icon)
            maskable = draw(page, svg, size, share=0.62, ground=GROUND)
            (PUBLIC / f"icon-{size}-maskable.png").write_bytes(maskable)
        apple = draw(page, svg, 180, share=0.74, ground=GROUND)
        (PUBLIC / "apple-touch-icon.png").write_bytes(apple)
        browser.close()


if __name__ == "__main__":
    main()
