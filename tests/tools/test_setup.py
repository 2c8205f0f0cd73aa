"""Setting up says what is missing and how to add it, on machines that lack this or that."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TOOLS = ROOT / "tools"


@pytest.fixture
def tools(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tools import each other by their plain names."""
    monkeypatch.syspath_prepend(str(TOOLS))


def run(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run code that can import the tools, with an environment of its own."""
    base = {key: os.environ[key] for key in ("PATH", "HOME") if key in os.environ}
    return subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(TOOLS)!r})\n{code}"],
        env={**base, **environment},
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )


def test_an_old_python_is_named() -> None:
    done = run("import sys; sys.version_info = (3, 9, 1)\nimport bootstrap; bootstrap.main()")
    assert done.returncode == 1
    assert "Python 3.11 or newer is needed; this is 3.9" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_python_without_venv_prints_the_line_that_installs_it(tmp_path: Path) -> None:
    done = run(
        "import importlib.util as u, pathlib, bootstrap\n"
        f"bootstrap.PYTHON = pathlib.Path({str(tmp_path / 'none')!r})\n"
        "find = u.find_spec\n"
        "u.find_spec = lambda name, *a: None if name == 'ensurepip' else find(name, *a)\n"
        "bootstrap.main()"
    )
    assert done.returncode == 1
    version = f"python{sys.version_info[0]}.{sys.version_info[1]}"
    assert f"sudo apt-get install {version}-venv" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_compiler_is_asked_for_only_where_there_is_none(tmp_path: Path) -> None:
    code = "import compiler; print(compiler.requirements())"
    assert run(code, PATH=str(tmp_path)).stdout.startswith("['ziglang==")
    program = tmp_path / "c++"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    assert run(code, PATH=str(tmp_path)).stdout == "[]\n"
    assert run(code, PATH=str(tmp_path), CORNERWISE_ZIG="1").stdout.startswith("['ziglang==")
    assert run(code, PATH=str(tmp_path), CXX="nowhere-c++ -O2").stdout.startswith("['ziglang==")


def test_missing_headers_print_the_line_that_installs_them(tmp_path: Path) -> None:
    done = run(
        "import pathlib, headers\n"
        "headers.present = lambda: False\n"
        f"headers._folder = lambda: pathlib.Path({str(tmp_path)!r})\n"
        "headers.cmake_arguments()",
        CORNERWISE_NO_APT="1",
    )
    assert done.returncode == 1
    assert "sudo apt-get install python3." in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(("ci", "code"), [(None, 0), ("true", 1)])
def test_a_missing_browser_is_told_and_fails_under_ci(ci: str | None, code: int) -> None:
    done = run(
        "import browser_tests as b; b.lacking = lambda: ['chromium']; sys.exit(b.main())",
        **({"CI": ci} if ci else {}),
    )
    assert done.returncode == code
    assert "The browser tests were NOT run" in done.stderr
    assert "sudo apt-get install chromium" in done.stderr


@pytest.mark.parametrize(
    ("version", "enough"),
    [
        ((18, 20), False),
        ((20, 18), False),
        ((20, 19), True),
        ((21, 7), False),
        ((22, 11), False),
        ((22, 12), True),
        ((24, 0), True),
    ],
)
@pytest.mark.usefixtures("tools")
def test_which_node_is_new_enough(version: tuple[int, int], enough: bool) -> None:
    import web

    assert web._new_enough(version) is enough


@pytest.mark.usefixtures("tools")
def test_the_page_is_built_when_its_source_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import web

    monkeypatch.delenv("CORNERWISE_NO_PAGE", raising=False)
    source, static = tmp_path / "web", tmp_path / "static"
    (source / "src").mkdir(parents=True)
    (source / "package.json").write_text("{}")
    for name, value in {
        "ROOT": tmp_path,
        "WEB": source,
        "STATIC": static,
        "STAMP": static / ".source",
    }.items():
        monkeypatch.setattr(web, name, value)
    assert web.wanted()
    static.mkdir()
    (static / "index.html").write_text("")
    (static / ".source").write_text(web.source_digest())
    assert not web.wanted()
    (source / "src" / "main.ts").write_text("1")
    assert web.wanted()
    # An sdist carries the page that was built for it, whatever of the source it left out.
    (tmp_path / "PKG-INFO").write_text("")
    assert not web.wanted()
    shutil.rmtree(static)
    assert web.wanted()
