"""Games that an independent program played: legal moves before every move, and final scores."""

from __future__ import annotations

import hashlib

import pytest

from cornerwise import Position, Variant
from rules_support import ORACLE_IDS, games


def expected_score(text: str, variant: Variant) -> list[int]:
    """Two-player results are differences; others are a number a seat or colour."""
    if text == "0":
        return [0]
    if text[0] in "BW":
        return [int(text[2:]) * (1 if text[0] == "B" else -1)]
    return list(map(int, text.split()))


def actual_score(position: Position) -> list[int]:
    scores = position.scores("online")
    if len(position.variant.seats) != 2:
        return list(scores.values())
    first, second = (sum(scores[c] for c in seat.colours) for seat in position.variant.seats)
    return [first - second]


@pytest.mark.parametrize("id", ORACLE_IDS)
def test_games_are_played_alike(id: str) -> None:
    texts: list[str] = []
    count = finished = 0
    for game in games(id):
        assert game["variant"] == id
        position = Position(id)
        if not texts:
            variant = position.variant
            texts = [variant.text_of(i) for i in range(variant.tables.placements)]
        solo = game["style"] == "solo"
        for ply, ((who, move), (legal, digest)) in enumerate(
            zip(game["moves"], game["legal"], strict=True)
        ):
            colour = position.colour_name(who)
            if not solo:
                assert position.to_play == colour, (count, ply)
            ids = position.legal_ids(colour)
            assert len(ids) == legal == position.count_moves(colour), (count, ply)
            listed = "\n".join(sorted(texts[i] for i in ids))
            assert hashlib.sha256(listed.encode()).hexdigest()[:16] == digest, (count, ply)
            played = position.play(move, colour)
            assert str(played) == move
        assert actual_score(position) == expected_score(game["score"], position.variant), count
        if not solo:
            assert position.to_play is None
            finished += 1
        else:
            assert not position.can_place(position.colours[0])
        count += 1
    assert count == 83
    assert finished > 60
