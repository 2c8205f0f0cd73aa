"""What the nodes of a record say about moves and positions."""

from __future__ import annotations

from dataclasses import dataclass

from cornerwise.formats.sgf import Node

__all__ = ["Annotations", "annotations_of"]


@dataclass(frozen=True, slots=True)
class Annotations:
    """What a node says about its move and position.

    `move` is "good", "bad", "doubtful", "interesting" or None; `emphasis` is 2 for very good or
    very bad. `good_for` is the player (`B`, `W`, `1`…) that the position favours, with emphasis.
    """

    move: str | None = None
    emphasis: int = 1
    good_for: tuple[str, int] | None = None
    even: bool = False
    unclear: bool = False
    value: float | None = None
    name: str = ""
    comment: str = ""


def annotations_of(node: Node) -> Annotations:
    """The comments and judgements that stand in a node."""

    def emphasis(key: str) -> int:
        return 2 if (node.simple_text(key) or "").strip() == "2" else 1

    moves = {"TE": "good", "BM": "bad", "DO": "doubtful", "IT": "interesting"}
    move = next((key for key in moves if key in node), None)
    good = next((key for key in ("GB", "GW", "G1", "G2", "G3", "G4") if key in node), None)
    try:
        value = float(node.simple_text("V") or "")
    except ValueError:
        value = None
    return Annotations(
        move=moves[move] if move else None,
        emphasis=emphasis(move) if move else 1,
        good_for=(good[1:], emphasis(good)) if good else None,
        even="DM" in node,
        unclear="UC" in node,
        value=value,
        name=node.simple_text("N") or "",
        comment=node.text("C") or "",
    )
