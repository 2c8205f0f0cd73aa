"""Runs the page's own checks: types, lint and unit tests."""

from __future__ import annotations

import web

if __name__ == "__main__":
    web.install()
    for script in ("check", "lint", "test"):
        web.npm("run", script, "--silent")
