"""``cornerwise variants``: what can be played, and whether one's own variant can."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Literal

from cornerwise.cli.arguments import FileName
from cornerwise.cli.errors import NO, OK, Failure, printable

if TYPE_CHECKING:
    from cornerwise.rules.variant import Variant


def variants(
    id: str | None = None,
    /,
    *,
    format: Literal["text", "toml", "json"] | None = None,
    check: FileName | None = None,
) -> int:
    """List what can be played, print one variant, or check one of your own.

    Without an id: a list of all variants. With one: its TOML, a good start for
    your own.

    Examples:

        cornerwise variants
        cornerwise variants duo > mine.toml
        cornerwise variants --check mine.toml
        cornerwise variants trigon --format json

    Parameters
    ----------
    id
        The variant to print.
    format
        Default: toml for one variant, text for the list.
    check
        A TOML file to check: says what it is, or the line and the reason.
    """
    from cornerwise.cli.input import load_toml, read_variant
    from cornerwise.rules.custom import dumps
    from cornerwise.rules.errors import CornerwiseError
    from cornerwise.rules.variants import VARIANTS

    if check is not None:
        if id is not None:
            raise Failure("give an id or --check FILE, not both")
        try:
            print(f"{printable(check)}: ok, {_line(load_toml(check))}")
        except CornerwiseError as error:
            raise Failure(str(error), NO) from error
        return OK
    if id is None:
        if format == "toml":
            raise Failure("the list of variants is text or json; TOML needs an id")
        if format == "json":
            print(json.dumps([_summary(v) for v in VARIANTS.values()], indent=1))
            return OK
        width = max(map(len, VARIANTS))
        for name, variant in VARIANTS.items():
            print(f"{name:{width}}  {_line(variant)}")
        return OK
    variant = read_variant(id)
    if format == "json":
        print(json.dumps(_summary(variant) | {"toml": dumps(variant)}, indent=1))
    elif format == "text":
        print(_line(variant))
    else:
        print(dumps(variant), end="")
    return OK


def _line(variant: Variant) -> str:
    """What one line can say of a variant."""
    seats = len(variant.seats)
    who = "1 seat" if seats == 1 else f"{seats} seats"
    parts = [variant.name, who, f"{len(variant.board)} cells", f"{variant.start} start"]
    if variant.shared is not None:
        parts.append(f"{variant.shared} shared")
    if variant.neutral is not None:
        parts.append(f"{variant.neutral} neutral")
    return ", ".join(parts)


def _summary(variant: Variant) -> dict[str, object]:
    return {
        "id": variant.id,
        "name": variant.name,
        "digest": variant.digest,
        "cells": len(variant.board),
        "placements": variant.tables.placements,
        "pieces": {piece.name: count for piece, count in variant.pieces.pieces},
        "colours": list(variant.colours),
        "seats": [{"colours": list(seat.colours), "team": seat.team} for seat in variant.seats],
        "shared": variant.shared,
        "neutral": variant.neutral,
        "start": variant.start,
        "starts": list(variant.start_rules),
        "scoring": variant.scoring,
        "end": variant.end,
        "bonus": list(variant.bonus),
    }
