"""Where a result comes from: the machine, and the commit of what was measured."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def machine() -> str:
    """Name the processor and its cores."""
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return f"{line.split(':', 1)[1].strip()}, {os.cpu_count()} cores"
    except OSError:
        pass
    return f"{platform.processor() or platform.machine()}, {os.cpu_count()} cores"


def commit() -> str:
    """Name the commit, with a + where the core differs from it; "unknown" without git."""
    program = shutil.which("git")
    if program is None:
        return "unknown"

    def git(*arguments: str) -> str | None:
        done = subprocess.run(
            [program, *arguments], check=False, cwd=ROOT, capture_output=True, text=True
        )
        return done.stdout.strip() if done.returncode == 0 else None

    name = git("rev-parse", "--short", "HEAD")
    if name is None:
        return "unknown"
    return name + ("+" if git("status", "--porcelain", "--", "core") else "")
