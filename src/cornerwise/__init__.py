"""Blokus: its rules, games, computer players and server.

>>> import cornerwise
>>> position = cornerwise.Position("classic")
>>> position.count_moves()
58

Names are loaded when first used, so that importing the package costs next to nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._version import __version__
    from .game import Game
    from .rules.custom import dumps, load, loads
    from .rules.errors import (
        CornerwiseError,
        IllegalMove,
        NotationError,
        Reason,
        Refusal,
        UnknownVariant,
        VariantError,
    )
    from .rules.moves import Move
    from .rules.position import Position
    from .rules.variant import Seat, Variant
    from .rules.variants import VARIANTS, get_variant
    from .rules.variants import VARIANTS as variants

_HOMES = {
    "__version__": "_version",
    "dumps": "rules.custom",
    "load": "rules.custom",
    "loads": "rules.custom",
    "Game": "game",
    "CornerwiseError": "rules.errors",
    "IllegalMove": "rules.errors",
    "NotationError": "rules.errors",
    "Reason": "rules.errors",
    "Refusal": "rules.errors",
    "UnknownVariant": "rules.errors",
    "VariantError": "rules.errors",
    "Move": "rules.moves",
    "Position": "rules.position",
    "Seat": "rules.variant",
    "Variant": "rules.variant",
    "VARIANTS": "rules.variants",
    "get_variant": "rules.variants",
    "variants": "rules.variants",
}
_CALLED = {"variants": "VARIANTS"}

__all__ = [
    "VARIANTS",
    "CornerwiseError",
    "Game",
    "IllegalMove",
    "Move",
    "NotationError",
    "Position",
    "Reason",
    "Refusal",
    "Seat",
    "UnknownVariant",
    "Variant",
    "VariantError",
    "__version__",
    "dumps",
    "get_variant",
    "load",
    "loads",
    "variants",
]


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(f"{__name__}.{home}"), _CALLED.get(name, name))
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
