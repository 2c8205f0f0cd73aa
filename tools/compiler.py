"""Which C++ compiler builds the core: the machine's own, else the one in `ziglang`."""

from __future__ import annotations

import importlib.util
import os
import shutil
from pathlib import Path

ZIG_REQUIREMENT = "ziglang==0.15.2"


def needs_zig() -> bool:
    """Whether no compiler is to be found here, or ziglang is asked for."""
    if os.environ.get("CORNERWISE_ZIG", "0") not in ("", "0"):
        return True
    named = os.environ.get("CXX")
    names = [named.split()[0]] if named else ["c++", "g++", "clang++", "cl"]
    return not any(shutil.which(name) for name in names)


def requirements() -> list[str]:
    """List the packages that carry the compiler, if one is needed."""
    return [ZIG_REQUIREMENT] if needs_zig() else []


def cmake_arguments() -> list[str]:
    """Say to CMake where the compiler is; nothing to say if the machine has its own."""
    if not needs_zig():
        return []
    found = importlib.util.find_spec("ziglang")
    if found is None or found.origin is None:
        raise SystemExit(
            "cornerwise: no C++ compiler here (c++, g++, clang++), and the package that carries "
            f"one is missing: pip install {ZIG_REQUIREMENT}"
        )
    program = Path(found.origin).parent / ("zig.exe" if os.name == "nt" else "zig")
    toolchain = Path(__file__).resolve().parent / "zig.cmake"
    return [f"-DCMAKE_TOOLCHAIN_FILE={toolchain}", f"-DCORNERWISE_ZIG={program}"]
