"""A cold start stays light: heavy modules are not loaded for a position."""

from __future__ import annotations

import subprocess
import sys

import pytest

import cornerwise

HEAVY = [
    "tomllib", "json", "hashlib", "difflib", "random", "asyncio", "numpy", "pydantic", "logging",
    "html", "cornerwise.rules.custom", "cornerwise.rules.drawing", "cornerwise.game",
    "cornerwise.engine", "cornerwise.server", "importlib.metadata",
]  # fmt: skip


def test_a_position_loads_nothing_heavy() -> None:
    code = (
        "import cornerwise, sys\n"
        "bare = 'cornerwise.rules' not in sys.modules\n"
        "position = cornerwise.Position('classic'); position.play('a20')\n"
        f"print(bare, [m for m in {HEAVY!r} if m in sys.modules])"
    )
    # What the interpreter loads by itself (coverage, an editable install) does not count.
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    preloaded = subprocess.run(
        [sys.executable, "-c", f"import sys; print([m for m in {HEAVY!r} if m in sys.modules])"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == f"True {preloaded.stdout.strip()}"


def test_public_names() -> None:
    for name in cornerwise.__all__:
        assert getattr(cornerwise, name) is not None
        assert name in dir(cornerwise)
    with pytest.raises(AttributeError, match="nonsense"):
        cornerwise.nonsense  # noqa: B018
