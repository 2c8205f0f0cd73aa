"""Where Python.h is: with this Python, or fetched from Debian's package into a folder of ours.

Debian and Ubuntu leave the headers out of `python3`. Their package is then fetched and unpacked
below build/ (or the environment), with package lists of its own: that needs no root and changes
nothing on the machine.
"""

from __future__ import annotations

import glob
import os
import platform
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VERSION = f"{sys.version_info[0]}.{sys.version_info[1]}"
PACKAGE = f"libpython{VERSION}-dev"


def present() -> bool:
    """Whether this Python has its headers."""
    return (Path(sysconfig.get_path("include")) / "Python.h").exists()


def _folder() -> Path:
    base = Path(sys.prefix) if sys.prefix != sys.base_prefix else ROOT / "build"
    return base / f"headers-{VERSION}"


def _advice() -> str:
    return (
        f"cornerwise: the headers of Python {VERSION} (Python.h) are missing; add them with\n"
        f"    sudo apt-get install python{VERSION}-dev   (Debian, Ubuntu)\n"
        f"    sudo dnf install python3-devel        (Fedora)\n"
        "then run the same command again."
    )


def _fetch(folder: Path) -> None:
    lists, cache = folder / "apt" / "lists", folder / "apt" / "cache"
    (lists / "partial").mkdir(parents=True, exist_ok=True)
    (cache / "archives" / "partial").mkdir(parents=True, exist_ok=True)
    apt = [
        "apt-get",
        "-qq",
        "-o", f"Dir::State::Lists={lists}",
        "-o", f"Dir::Cache={cache}",
        "-o", "Debug::NoLocking=1",
        "-o", "APT::Sandbox::User=",
    ]  # fmt: skip
    print(f"cornerwise: fetching the headers of Python {VERSION} ({PACKAGE}) …", flush=True)
    for command in ([*apt, "update"], [*apt, "download", PACKAGE]):
        done = subprocess.run(command, cwd=cache, check=False, capture_output=True, text=True)
        if done.returncode:
            raise SystemExit(f"{done.stderr.strip()}\n{_advice()}")
    for package in glob.glob(str(cache / f"{PACKAGE}_*.deb")):
        subprocess.run(["dpkg", "-x", package, str(folder)], check=True)
    shutil.rmtree(folder / "apt")


def cmake_arguments() -> list[str]:
    """Say to CMake where the headers are, if they are not where CMake looks."""
    if present():
        return []
    folder = _folder()
    include = folder / "usr" / "include"
    if not (include / f"python{VERSION}" / "Python.h").exists():
        debian = platform.system() == "Linux" and shutil.which("apt-get") and shutil.which("dpkg")
        if not debian or os.environ.get("CORNERWISE_NO_APT"):
            raise SystemExit(_advice())
        _fetch(folder)
    if not (include / f"python{VERSION}" / "Python.h").exists():
        raise SystemExit(_advice())
    return [
        f"-DPython_INCLUDE_DIR={include / f'python{VERSION}'}",
        # Debian's pyconfig.h includes the one of the processor by a path from here.
        f"-DCORNERWISE_INCLUDE={include}",
    ]
