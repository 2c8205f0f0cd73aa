from __future__ import annotations

import re
from pathlib import Path

import pytest

from cornerwise.server import typescript, wire

ROOT = Path(__file__).parents[2]


def test_the_pages_types_are_up_to_date() -> None:
    found = typescript.TARGET.read_text(encoding="utf-8")
    assert found == typescript.emit(), "run python -m cornerwise.server.typescript"


def test_every_message_and_field_is_there() -> None:
    text = typescript.emit()
    for name, value in vars(wire).items():
        if not (isinstance(value, type) and issubclass(value, wire.Wire)) or value.__subclasses__():
            continue
        block = re.search(rf"export interface {name} \{{\n(.*?)\n\}}\n", text, re.S)
        assert block, name
        for field, info in value.model_fields.items():
            mark = "" if info.is_required() else r"\?"
            assert re.search(rf"^  {field}{mark}:", block[1], re.M), f"{name}.{field}"


def test_lines_fit_the_pages_formatter() -> None:
    assert max(map(len, typescript.emit().splitlines())) <= typescript.WIDTH


def test_check_says_when_the_file_is_stale(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "protocol.ts"
    monkeypatch.setattr(typescript, "TARGET", target)
    assert typescript.main(["--check"]) == 1
    assert "out of date" in capsys.readouterr().out
    assert typescript.main([]) == 0
    assert typescript.main(["--check"]) == 0
    target.write_text(target.read_text() + "\n")
    assert typescript.main(["--check"]) == 1
    assert typescript.main(["--wrong"]) == 2


def test_every_message_has_its_place_in_the_protocols_page() -> None:
    page = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    tags = set()
    for value in vars(wire).values():
        if isinstance(value, type) and issubclass(value, wire.Wire):
            for field in ("t", "type"):
                if field in value.model_fields and not value.__subclasses__():
                    tags |= set(value.model_fields[field].annotation.__args__)  # type: ignore[union-attr]
    missing = [tag for tag in sorted(tags) if f"`{tag}`" not in page]
    assert not missing


def test_every_error_and_close_code_is_in_the_protocols_page() -> None:
    page = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    source = "".join(
        path.read_text(encoding="utf-8")
        for path in (ROOT / "src" / "cornerwise" / "server").glob("*.py")
    )
    callers = r"ApiError\(\s*\d{3},\s*|_fault\(|\.error\(\s*|_refuse\([\w.]+, |_tell_error\("
    codes = set(re.findall(rf'(?:{callers})"(\w+)"', source))
    codes |= set(re.findall(r"^CLOSE_\w+ = (\d+)", source, re.M))
    assert len(codes) > 25
    assert not [code for code in sorted(codes) if f"`{code}`" not in page]
