"""The stub names just what the module has, with the same arguments."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import cornerwise
from cornerwise import _core

STUB = ast.parse((Path(cornerwise.__file__).parent / "_core.pyi").read_text())


def arguments(function: ast.FunctionDef) -> list[str]:
    both = function.args.args + function.args.kwonlyargs
    return [argument.arg for argument in both if argument.arg != "self"]


def test_module() -> None:
    stub = {node.name for node in STUB.body if isinstance(node, ast.ClassDef | ast.FunctionDef)}
    assert stub == {name for name in dir(_core) if not name.startswith("_")}


@pytest.mark.parametrize("name", ["Tables", "State", "Cancel"])
def test_classes(name: str) -> None:
    node = next(n for n in STUB.body if isinstance(n, ast.ClassDef) and n.name == name)
    functions = {n.name: n for n in node.body if isinstance(n, ast.FunctionDef)}
    real = getattr(_core, name)
    public = {n for n in dir(real) if not n.startswith("_")}
    assert {n for n in functions if not n.startswith("_")} == public
    for method in public:
        text = getattr(real, method).__doc__ or ""
        if not text.startswith(f"{method}("):
            continue  # a property
        signature = text[: text.index("->")]
        named = re.findall(r"(\w+): ", signature)
        expected = arguments(functions[method])
        if named:
            assert named == expected
        else:
            # Without names: only "self" and positional ones.
            assert signature.count("arg") == len(expected)
