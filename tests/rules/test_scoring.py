"""Scores: arithmetic, and positions that earn the bonuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cornerwise import CornerwiseError, Position, get_variant
from cornerwise.rules.scoring import SYSTEMS, ScoreParts, fewest_wins, score

ALL_PLACED = json.loads(
    (Path(__file__).parents[1] / "data" / "all_placed.json").read_text(encoding="ascii")
)


def parts(left: int, one_last: bool = False) -> ScoreParts:
    done = left == 0
    return ScoreParts(89 - left, left, done, one_last, 20 if one_last else 15 if done else 0)


def test_a_published_score_card() -> None:
    card = [parts(0, one_last=True), parts(8), parts(24), parts(20)]
    assert [score(p, "advanced") for p in card] == [20, -8, -24, -20]
    assert [score(p, "online") for p in card] == [109, 81, 65, 69]
    assert [score(p, "basic") for p in card] == [0, 8, 24, 20]
    assert [score(p, "net") for p in card] == [109, 73, 41, 49]


def test_bonus_for_all_placed_is_less_unless_one_was_last() -> None:
    assert [score(parts(0), s) for s in SYSTEMS] == [104, 15, 0, 104]
    assert [score(parts(0, one_last=True), s) for s in SYSTEMS] == [109, 20, 0, 109]


def test_systems() -> None:
    assert SYSTEMS == ("online", "advanced", "basic", "net")
    assert [fewest_wins(s) for s in SYSTEMS] == [False, False, True, False]
    with pytest.raises(CornerwiseError, match="'golf' is no scoring system"):
        score(parts(1), "golf")
    with pytest.raises(CornerwiseError, match="'golf' is no scoring system"):
        Position("duo").scores("golf")


@pytest.mark.parametrize("id", ALL_PLACED)
@pytest.mark.parametrize(("kind", "bonus"), [("one_before_last", 15), ("one_last", 20)])
def test_a_colour_alone_places_everything(id: str, kind: str, bonus: int) -> None:
    position = Position(id)
    colour = position.colours[0]
    everything = position.variant.pieces.cells
    moves = ALL_PLACED[id][kind]
    assert len(moves) == position.variant.pieces.count
    for number, move in enumerate(moves):
        before = position.score_parts(colour)
        assert before.bonus == 0
        assert not before.all_placed
        assert before.placed + before.left == everything
        assert position.scores("advanced")[colour] == -before.left
        played = position.play(move, colour)
        if played.size == 1:
            assert number == len(moves) - (1 if kind == "one_last" else 2)
    assert position.score_parts(colour) == (everything, 0, True, kind == "one_last", bonus)
    assert position.scores()[colour] == everything + bonus
    assert position.scores("advanced")[colour] == bonus
    assert position.scores("basic")[colour] == 0
    assert position.scores("net")[colour] == everything + bonus
    position.undo()
    assert position.score_parts(colour).bonus == 0


def test_one_last_needs_its_own_colours_last_move() -> None:
    # Another colour's move after it changes nothing.
    position = Position("classic")
    for move in ALL_PLACED["classic"]["one_last"]:
        position.play(move, "blue")
    other = next(m for m in position.legal_ids("red"))
    position.play(other, "red")
    assert position.scores()["blue"] == 109


def test_junior_has_no_bonus() -> None:
    position = Position(get_variant("junior"))
    assert position.variant.bonus == (0, 0)
    assert position.scores() == {"purple": 0, "orange": 0}
    assert position.scores("advanced") == {"purple": -88, "orange": -88}


def test_a_variants_own_system_is_used() -> None:
    position = Position(get_variant("duo").with_options(scoring="basic"))
    assert position.scores() == {"purple": 89, "orange": 89}
    position.play("e10,f10")
    assert position.scores() == {"purple": 87, "orange": 89}
