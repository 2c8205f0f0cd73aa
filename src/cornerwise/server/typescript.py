"""The page's types, written from the wire's models.

``python -m cornerwise.server.typescript`` rewrites ``web/src/net/protocol.ts``; with
``--check`` it only says whether the file is up to date. The output is formatted as the page's
own formatter would.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter
from pydantic.json_schema import models_json_schema
from typing_extensions import TypeAliasType

from . import wire

WIDTH = 100
TARGET = Path(__file__).parents[3] / "web" / "src" / "net" / "protocol.ts"
HEADER = f"""/**
 * The messages between page and server, version {wire.VERSION}.
 *
 * Written by `python -m cornerwise.server.typescript` from src/cornerwise/server/wire.py: change
 * that file, not this one.
 */
"""
_LABELS = {"Point": ("x", "y")}


def schemas() -> dict[str, dict[str, Any]]:
    """JSON schema of every model and named type of the wire, in the order of the module."""
    models = [
        value
        for value in vars(wire).values()
        if isinstance(value, type)
        and issubclass(value, wire.Wire)
        and not value.__subclasses__()  # what is only built upon is no message
    ]
    _, found = models_json_schema([(model, "validation") for model in models])
    definitions = dict(found["$defs"])
    for name, value in vars(wire).items():
        if isinstance(value, TypeAliasType):
            schema = TypeAdapter(value).json_schema()
            definitions[name] = schema.get("$defs", {}).get(name) or schema
    return {name: definitions[name] for name in vars(wire) if name in definitions}


def _comment(text: str | None, indent: str) -> list[str]:
    if not text:
        return []
    words = " ".join(text.split()).replace("*/", "* /").replace("``", "`")
    one = f"{indent}/** {words} */"
    if len(one) <= WIDTH:
        return [one]
    lines, line = [f"{indent}/**"], f"{indent} *"
    for word in words.split():
        if len(line) + 1 + len(word) > WIDTH:
            lines.append(line)
            line = f"{indent} *"
        line += " " + word
    return [*lines, line, f"{indent} */"]


def _union(parts: list[str]) -> list[str]:
    return list(dict.fromkeys(parts))


def _members(schema: dict[str, Any]) -> list[str]:
    """The alternatives of a type; one if it is no union."""
    for key in ("anyOf", "oneOf"):
        if key in schema:
            return _union([part for item in schema[key] for part in _members(item)])
    if "enum" in schema:
        return [_literal(value) for value in schema["enum"]]
    return [_single(schema)]


def _literal(value: object) -> str:
    return f"'{value}'" if isinstance(value, str) else json.dumps(value)


def _single(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        return str(schema["$ref"]).rsplit("/", 1)[1]
    if "const" in schema:
        return _literal(schema["const"])
    match schema.get("type"):
        case "string":
            return "string"
        case "integer" | "number":
            return "number"
        case "boolean":
            return "boolean"
        case "null":
            return "null"
        case "array" if "prefixItems" in schema:
            return "[" + ", ".join(_inline(item) for item in schema["prefixItems"]) + "]"
        case "array":
            item = _inline(schema["items"])
            return f"({item})[]" if " | " in item else f"{item}[]"
        case "object":
            keys = _inline(schema["propertyNames"]) if "propertyNames" in schema else "string"
            values = schema.get("additionalProperties", True)
            return f"Record<{keys}, {'unknown' if values is True else _inline(values)}>"
    raise TypeError(f"no TypeScript for {schema}")


def _inline(schema: dict[str, Any]) -> str:
    return " | ".join(_members(schema))


def _broken(start: str, members: list[str], indent: str) -> list[str]:
    """A union on one line, on the next one, or on a line each, as it fits."""
    union = " | ".join(members) + ";"
    if len(start) + 1 + len(union) <= WIDTH:
        return [f"{start} {union}"]
    if len(indent) + 2 + len(union) <= WIDTH:
        return [start, f"{indent}  {union}"]
    lines = [start, *(f"{indent}  | {member}" for member in members)]
    lines[-1] += ";"
    return lines


def _field(name: str, schema: dict[str, Any], *, required: bool) -> list[str]:
    start = f"  {name}{'' if required else '?'}:"
    # What may be left out is left out by the page, rather than sent as null.
    members = [m for m in _members(schema) if required or m != "null"]
    return [*_comment(schema.get("description"), "  "), *_broken(start, members, "  ")]


def _definition(name: str, schema: dict[str, Any]) -> list[str]:
    lines = _comment(schema.get("description"), "")
    if "properties" in schema:
        required = set(schema.get("required", ()))
        lines.append(f"export interface {name} {{")
        for field, value in schema["properties"].items():
            lines += _field(field, value, required=field in required)
        return [*lines, "}"]
    if name in _LABELS:
        items = zip(_LABELS[name], schema["prefixItems"], strict=True)
        members = ["[" + ", ".join(f"{label}: {_inline(item)}" for label, item in items) + "]"]
    else:
        members = _members(schema)
    return [*lines, *_broken(f"export type {name} =", members, "")]


def emit() -> str:
    """The whole file."""
    parts = [HEADER.rstrip("\n")]
    parts += ["\n".join(_definition(name, schema)) for name, schema in schemas().items()]
    return "\n\n".join(parts) + "\n"


def main(arguments: list[str]) -> int:
    """Write the file, or check it; 0 when all is well."""
    text = emit()
    if arguments == ["--check"]:
        if TARGET.is_file() and TARGET.read_text(encoding="utf-8") == text:
            return 0
        print(f"{TARGET} is out of date: run python -m cornerwise.server.typescript")
        return 1
    if arguments:
        print("usage: python -m cornerwise.server.typescript [--check]", file=sys.stderr)
        return 2
    TARGET.write_text(text, encoding="utf-8")
    print(f"wrote {TARGET}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
