"""The four scoring systems, as arithmetic on what a colour placed and has left."""

from __future__ import annotations

from typing import Literal, NamedTuple, get_args

from .errors import CornerwiseError, quote

Scoring = Literal["online", "advanced", "basic", "net"]

SYSTEMS: tuple[Scoring, ...] = get_args(Scoring)
"""Names of the systems, the default first."""


class ScoreParts(NamedTuple):
    """What a colour's score is made of.

    ``placed`` and ``left`` count cells; ``all_placed`` tells whether no piece is left,
    ``one_last`` whether then the one-cell piece was the last to go, and ``bonus`` is what that
    earns in every system but ``basic``.
    """

    placed: int
    left: int
    all_placed: bool
    one_last: bool
    bonus: int


def fewest_wins(system: str) -> bool:
    """Whether the lowest score is the best: in ``basic``, which counts cells left."""
    return system == "basic"


def score(parts: ScoreParts, system: str = "online") -> int:
    """A colour's points. ``CornerwiseError`` for a system that does not exist."""
    match system:
        case "online":
            return parts.placed + parts.bonus
        case "advanced":
            return parts.bonus - parts.left
        case "basic":
            return parts.left
        case "net":
            return parts.placed - parts.left + parts.bonus
    raise CornerwiseError(f"{quote(system)} is no scoring system: {', '.join(SYSTEMS)} are")
