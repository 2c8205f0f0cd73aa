"""A whole conversation, message by message, as it was when this version was agreed on.

To write the golden file anew: `PYTHONPATH=tests python tests/server/test_golden.py`; then read the
difference.
"""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
from pathlib import Path
from typing import Any

from cornerwise.server import wire
from server.support import COMPUTER, HUMAN, new_game, page, quick, serving

GOLDEN = Path(__file__).parent / "golden" / "session.jsonl"
SMALL = (Path(__file__).parent / "small.toml").read_text()


def plain(value: Any, key: str = "") -> Any:
    """Without what differs from run to run, and without long tables."""
    if key in {"at", "created", "neutral_seed"} and isinstance(value, int):
        return 0
    if key == "variant" and isinstance(value, dict):
        return value["name"]
    if key == "message" and isinstance(value, str):
        return "…"
    if key in {"legal", "attach", "problems"}:
        return f"{len(value)} of them"
    if isinstance(value, dict):
        return {k: plain(v, k) for k, v in value.items()}
    if isinstance(value, list):
        return [plain(item) for item in value]
    return value


async def converse(folder: Path) -> list[str]:
    lines: list[str] = []

    def note(way: str, message: Any, game_id: str) -> None:
        text = json.dumps(plain(message), ensure_ascii=False)
        lines.append(f"{way} {text.replace(game_id, 'GAME')}")

    async with serving(quick(folder)) as live, live.browser() as browser:
        game_id = await new_game(browser, HUMAN, COMPUTER, toml=SMALL, variant=None, scoring="net")
        async with page(live, game_id, browser, hello=False) as one:

            async def say(message: dict[str, Any], *until: str) -> None:
                note(">", message, game_id)
                await one.send(message)
                for kind in until:
                    message = await one.receive()
                    note("<", message, game_id)
                    assert message["t"] == kind, message

            def command(ident: str, **fields: Any) -> dict[str, Any]:
                return {"t": "command", "id": ident, "seq": one.seq, "command": fields}

            await say({"t": "hello", "v": 1}, "state")
            await say({"t": "ping", "n": 7}, "pong")
            why = {"t": "why", "id": "w", "colour": "blue", "piece": 0, "orientation": 0}
            await say(why | {"at": [0, 7]}, "why")
            await say(why | {"at": [3, 3]}, "why")
            await say({"t": "hint", "id": "h"}, "hint")
            move = command("a", type="play", seat=0, placement=one.now["legal"][-1])
            await say(move, "ack", "update", "thinking", "update")
            await say(move, "ack")
            await say(move | {"id": "b"}, "refused", "state")
            wrong = command("c", type="play", seat=0, placement=0)
            await say(wrong, "refused")
            await say(command("d", type="undo", seat=0), "ack", "update")
            one.seq, one.events = 3, one.events[:3]
            await say({"t": "hello", "v": 1, "since": 3}, "update")
            await say({"t": "dance"}, "error")
            await say(command("e", type="resign", seat=0), "ack", "update")
    return lines


async def test_the_conversation_is_as_agreed(tmp_path: Path) -> None:
    found = await converse(tmp_path)
    assert found == GOLDEN.read_text(encoding="utf-8").splitlines()


def test_the_conversation_has_every_message() -> None:
    text = GOLDEN.read_text(encoding="utf-8")
    for value in vars(wire).values():
        if isinstance(value, type) and issubclass(value, wire.Wire) and "t" in value.model_fields:
            (tag,) = value.model_fields["t"].annotation.__args__  # type: ignore[union-attr]
            assert f'"t": "{tag}"' in text


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))
    GOLDEN.parent.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        GOLDEN.write_text("\n".join(asyncio.run(converse(Path(folder)))) + "\n", "utf-8")
