"""Sets up a checkout: an environment in .venv, the locked packages, the core, the page.

Needs Python 3.11 with pip and venv, and nothing installed. Does again only what changed.

    python3 tools/bootstrap.py            all that `make serve` needs
    python3 tools/bootstrap.py --browser  and a browser for the tests, where this may install one
"""

from __future__ import annotations

import ctypes
import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
LOCK = ROOT / "requirements.lock"
BROWSERS = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")


def say(text: str) -> None:
    """Tell what is being done, at once."""
    print(f"cornerwise: {text}", flush=True)


def stop(text: str) -> None:
    """Say what is missing and how to add it, and end."""
    sys.exit(f"cornerwise: {text}")


def run(*command: object, **environment: str) -> None:
    """Run a command and end with a clear word if it fails."""
    words = [str(word) for word in command]
    done = subprocess.run(words, cwd=ROOT, env={**os.environ, **environment}, check=False)
    if done.returncode:
        stop(f"this failed (see above): {' '.join(words)}")


def digest(*paths: Path) -> str:
    """Digest files and folders by name and content."""
    total = hashlib.sha256(sys.version.encode())
    for path in paths:
        files = sorted(path.rglob("*")) if path.is_dir() else [path]
        for file in files:
            if file.is_file() and "__pycache__" not in file.parts:
                total.update(file.relative_to(ROOT).as_posix().encode())
                total.update(file.read_bytes())
    return total.hexdigest()


def once(name: str, state: str) -> bool:
    """Whether the step called `name` was done for this state already."""
    mark = VENV / f".done-{name}"
    return mark.exists() and mark.read_text() == state


def done(name: str, state: str) -> None:
    """Note that a step was done for this state."""
    (VENV / f".done-{name}").write_text(state)


def make_environment() -> None:
    """Make .venv, or say which package is missing for it."""
    if PYTHON.exists():
        return
    if importlib.util.find_spec("ensurepip") is None or importlib.util.find_spec("venv") is None:
        version = f"python{sys.version_info[0]}.{sys.version_info[1]}"
        stop(
            "this Python cannot make environments. On Debian and Ubuntu:\n"
            f"    sudo apt-get install {version}-venv    (or python3-venv)\n"
            "then run the same command again."
        )
    say(f"making an environment in {VENV.name} …")
    run(sys.executable, "-m", "venv", VENV)


def install_packages() -> None:
    """Install the locked packages, and a compiler from PyPI where there is none."""
    sys.path.insert(0, str(ROOT / "tools"))
    import compiler

    extra = compiler.requirements()
    state = digest(LOCK) + " ".join(extra)
    if once("packages", state):
        return
    say("installing the locked packages …")
    pip = [PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    run(*pip, "--require-hashes", "-r", LOCK)
    if extra:
        say(f"no C++ compiler here: installing one from PyPI ({', '.join(extra)}) …")
        run(*pip, *extra)
    done("packages", state)


def install_core() -> None:
    """Compile the core and install the package so that edits to Python count at once."""
    state = digest(
        ROOT / "core",
        ROOT / "CMakeLists.txt",
        ROOT / "pyproject.toml",
        ROOT / "tools" / "build_backend.py",
        ROOT / "tools" / "headers.py",
        ROOT / "tools" / "zig.cmake",
    )
    if once("core", state):
        return
    say("compiling the core …")
    pip = [PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    path = os.pathsep.join([str(BIN), os.environ.get("PATH", "")])
    run(*pip, "--no-build-isolation", "--no-deps", "--editable", ".", PATH=path)
    done("core", state)


def build_page() -> None:
    """Build the browser page if its source changed, with Node from PyPI where there is none."""
    import web

    if not web.wanted():
        return
    if web.find_node() is None:
        say(f"no Node new enough here: installing one from PyPI ({web.NODE_REQUIREMENT}) …")
        run(PYTHON, "-m", "pip", "install", "--quiet", web.NODE_REQUIREMENT)
    run(PYTHON, ROOT / "tools" / "web.py")


def find_browser() -> str | None:
    """Find Chromium: the one named by CORNERWISE_CHROMIUM, else one on the path."""
    named = os.environ.get("CORNERWISE_CHROMIUM")
    return named or next(filter(None, map(shutil.which, BROWSERS)), None)


def lacking() -> list[str]:
    """List the Debian packages that the browser tests need and this machine lacks."""
    missing = [] if find_browser() else ["chromium", "fonts-liberation"]
    if sys.platform == "linux":
        try:
            # What drives the browser is a program that Debian's Chromium does not ask this for.
            ctypes.CDLL("libatomic.so.1")
        except OSError:
            missing.append("libatomic1")
    return missing


def want_browser() -> None:
    """Add what the browser tests need where that may be done without asking (root, Debian)."""
    missing = lacking()
    if not missing:
        return
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    if root and shutil.which("apt-get") and not os.environ.get("CORNERWISE_NO_APT"):
        say(f"installing {', '.join(missing)} for the browser tests (CORNERWISE_NO_APT=1: not) …")
        quiet = {"DEBIAN_FRONTEND": "noninteractive"}
        run("apt-get", "update", "-qq", **quiet)
        run("apt-get", "install", "-y", "-qq", "--no-install-recommends", *missing, **quiet)
        return
    if os.environ.get("CI"):
        stop(f"CI is set, and the browser tests need: apt-get install {' '.join(missing)}")


def main() -> None:
    """Set the checkout up."""
    if sys.version_info < (3, 11):  # noqa: UP036 (an older one reads this far)
        stop(
            "Python 3.11 or newer is needed; this is {}.{}. Name another one: "
            "make PYTHON=python3.12 …".format(*sys.version_info[:2])
        )
    make_environment()
    install_packages()
    install_core()
    build_page()
    if "--browser" in sys.argv[1:]:
        want_browser()


if __name__ == "__main__":
    main()
