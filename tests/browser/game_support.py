"""A hand that plays on the page: it knows where cells lie on the screen."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from playwright.sync_api import Page, expect

Point = tuple[int, int]
_S3 = math.sqrt(3) / 2


def new_game(page: Page, variant: str, seats: str, **more: Any) -> str:
    """Set a table up; ``seats`` has a letter for each: h for a person, c for a computer."""
    names = ["Ada", "Bo", "Cleo", "Dag"]
    # The first request gives this visitor a session.
    assert page.request.get("/api/variants").ok
    origin = page.request.get("/api/variants").url.removesuffix("/api/variants")
    answer = page.request.post(
        "/api/games",
        headers={"Origin": origin},
        data={
            "variant": variant,
            "seats": [
                {"name": name, "kind": "human", "level": None}
                if kind == "h"
                else {"name": name, "kind": "computer", "level": 1}
                for name, kind in zip(names, seats, strict=False)
            ],
            **more,
        },
    )
    assert answer.status == 201, answer.text()
    return str(answer.json()["id"])


@dataclass
class Hand:
    """Plays one game on one page."""

    page: Page
    game: str

    def open(self) -> Hand:
        self.page.goto(f"/game/{self.game}")
        expect(self.page.locator(".cw-board").first).to_be_visible()
        return self

    # --- what the server says

    def state(self) -> dict[str, Any]:
        answer = self.page.request.get(f"/api/games/{self.game}")
        assert answer.ok
        return dict(answer.json())

    @cached_property
    def variant(self) -> dict[str, Any]:
        return dict(self.state()["game"]["variant"])

    @cached_property
    def placements(self) -> list[tuple[int, int, int]]:
        """Piece, orientation within the piece and anchor cell of each placement."""
        board = self.variant["board"]
        cells = [tuple(cell) for cell in board["cells"]]
        there = set(cells)
        tri = board["lattice"] == "triangle"
        out = []
        for p, piece in enumerate(self.variant["pieces"]):
            for o, orientation in enumerate(piece["orientations"]):
                for c, (x, y) in enumerate(cells):
                    if tri and ((x + y + board["parity"]) % 2 == 0) != orientation["up"]:
                        continue
                    if all((x + dx, y + dy) in there for dx, dy in orientation["points"]):
                        out.append((p, o, c))
        assert len(out) == self.variant["placements"]
        return out

    # --- where things are

    def centre(self, point: Point) -> tuple[float, float]:
        """The middle of a cell as the lattice has it, y upwards, edge 1."""
        x, y = point
        board = self.variant["board"]
        if board["lattice"] == "square":
            return x + 0.5, y + 0.5
        up = (x + y + board["parity"]) % 2 == 0
        return (x + 1) / 2, (y + (1 / 3 if up else 2 / 3)) * _S3

    def pixel(self, point: Point) -> tuple[float, float]:
        """The middle of a cell on the screen."""
        return self.spot(self.centre(point))

    def spot(self, place: tuple[float, float]) -> tuple[float, float]:
        svg = self.page.locator(".game .cw-board")
        box = svg.bounding_box()
        assert box is not None
        x0, y0, w, h = map(float, (svg.get_attribute("viewBox") or "").split())
        unit = 20 if self.variant["board"]["lattice"] == "square" else 40
        x, y = place[0] * unit, -place[1] * unit
        return box["x"] + (x - x0) / w * box["width"], box["y"] + (y - y0) / h * box["height"]

    def held(self, piece: int, orientation: int) -> int:
        """Which cell of the piece a freshly picked one is held by: the one in its middle."""
        shape = self.variant["pieces"][piece]["orientations"][orientation]
        tri = self.variant["board"]["lattice"] == "triangle"
        points = [tuple(p) for p in shape["points"]]

        def at(p: Point) -> tuple[float, float]:
            if not tri:
                return p[0] + 0.5, p[1] + 0.5
            up = ((p[0] + p[1]) % 2 == 0) == shape["up"]
            return (p[0] + 1) / 2, (p[1] + (1 / 3 if up else 2 / 3)) * _S3

        centres = [at(p) for p in points]
        mx = sum(c[0] for c in centres) / len(centres)
        my = sum(c[1] for c in centres) / len(centres)
        best = 0
        for i, c in enumerate(centres):
            if math.dist(c, (mx, my)) < math.dist(centres[best], (mx, my)) - 1e-9:
                best = i
        return best

    def target(self, placement: int) -> tuple[float, float]:
        """Where the pointer must be for the piece to come to lie so."""
        piece, orientation, cell = self.placements[placement]
        x, y = self.variant["board"]["cells"][cell]
        points = self.variant["pieces"][piece]["orientations"][orientation]["points"]
        dx, dy = points[self.held(piece, orientation)]
        return self.pixel((x + dx, y + dy))

    # --- what a hand does

    def name(self, placement: int) -> str:
        return str(self.variant["pieces"][self.placements[placement][0]]["name"])

    def pick(self, placement: int) -> None:
        """Take the piece from the tray and turn it as wanted, by mouse."""
        piece, orientation, _ = self.placements[placement]
        self.page.locator(f'.tray [data-piece="{self.variant["pieces"][piece]["name"]}"]').click()
        tile = self.page.locator(".ors .or").nth(orientation)
        if tile.get_attribute("aria-pressed") != "true":
            tile.click()

    def place(self, placement: int) -> None:
        """Place by mouse and wait until it lies there."""
        before = self.count()
        self.pick(placement)
        x, y = self.target(placement)
        self.page.mouse.move(x, y)
        expect(self.page.locator('.ghost[data-state="ok"]')).to_be_visible()
        self.page.mouse.click(x, y)
        self.page.wait_for_function(
            "n => document.querySelectorAll('.game .cw-board .piece').length > n"
            " || document.querySelector('.score')",
            arg=before,
        )

    def count(self) -> int:
        return self.page.locator(".cw-board .piece").count()

    def best(self, legal: list[int]) -> int:
        """A large piece, from the middle of the list."""
        sizes = [self.variant["pieces"][self.placements[p][0]]["size"] for p in legal]
        most = max(sizes)
        large = [p for p, size in zip(legal, sizes, strict=True) if size == most]
        return large[len(large) // 2]

    def my_turn(self) -> dict[str, Any] | None:
        """Wait until a person is to play; None when the game is over."""
        while True:
            now = self.state()["now"]
            if now["result"] is not None:
                return None
            if now["legal"]:
                turn = now["turn"]["colour"]
                # The page may still be hearing of it.
                self.page.wait_for_function(
                    "n => document.querySelectorAll('.game .cw-board .piece').length >= n",
                    arg=sum(1 for e in self.state()["events"] if e["type"] == "played"),
                )
                expect(self.page.locator(f".pcard.on.pc-{turn}, .opp.on.pc-{turn}")).to_be_visible()
                return dict(now)
            self.page.wait_for_timeout(20)
