"""Games at random, by every variant and option: the state is always what the events say."""

from __future__ import annotations

import pickle
import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cornerwise.game import Game, Play, Skipped, Stopped, Undo, canonical, decide, evolve, replay
from cornerwise.game.record import dumps, loads
from random_games import (
    ALL_VARIANTS,
    check_invariants,
    in_effect,
    options_of,
    played_out,
    random_game,
    without_seq,
)

slow_data = settings(
    deadline=None, max_examples=2, suppress_health_check=list(HealthCheck), derandomize=False
)
seeds = st.integers(0, 2**32 - 1)


@pytest.mark.parametrize("variant", ALL_VARIANTS)
@slow_data
@given(seeds)
def test_a_game_played_out(variant: str, seed: int) -> None:
    rng = random.Random(seed)
    game = start = Game(variant, **options_of(variant, rng))
    check_invariants(start)
    for _, game in random_game(start, rng):
        check_invariants(game)
        again = replay(game.log)
        assert again == game
        assert canonical(again.to_json()) == canonical(game.to_json())
    assert game.ended in ("blocked", "first_blocked")
    assert loads(dumps(game)) == game
    assert pickle.loads(pickle.dumps(game)) == game


@pytest.mark.parametrize("variant", ALL_VARIANTS)
@slow_data
@given(seeds)
def test_stops_at_any_moment(variant: str, seed: int) -> None:
    rng = random.Random(seed)
    game = start = Game(variant, **options_of(variant, rng))
    for _, game in random_game(start, rng, stops=rng.choice([0.02, 0.1, 0.5])):
        check_invariants(game)
    assert game.ended is not None
    assert canonical(replay(game.log).to_json()) == canonical(game.to_json())
    assert loads(dumps(game)) == game
    result = game.result
    assert result is not None
    kept = [s.place for s in result.seats if not s.forfeited]
    teams = bool(result.teams)
    if not teams:
        lost = [s.place for s in result.seats if s.forfeited]
        assert all(a < b for a in kept for b in lost)
        assert all(not result.seats[seat].forfeited for seat in result.winners)


@pytest.mark.parametrize("variant", ALL_VARIANTS)
@slow_data
@given(seeds)
def test_undo_is_the_replay_of_the_shorter_list(variant: str, seed: int) -> None:
    rng = random.Random(seed)
    game = before = start = Game(variant, **options_of(variant, rng))
    undone = 0
    for command, game in random_game(start, rng, undos=0.3, stops=0.01, steps=150):
        if isinstance(command, Undo):
            undone += 1
            shorter = replay(in_effect(game))
            assert without_seq(shorter) == without_seq(game)
            assert game.seq == before.seq + 1
            assert game.turn is not None
            assert (game.turn.seat, game.turn.by) == (command.seat, "seat")
            check_invariants(game)
            assert canonical(replay(game.log).to_json()) == canonical(game.to_json())
        before = game
    assert loads(dumps(game)) == game


@slow_data
@given(seeds)
def test_an_ended_game_is_taken_back_whole(seed: int) -> None:
    """Undo from the end to the first ply, over skips, neutral moves and the end itself."""
    rng = random.Random(seed)
    start = Game(rng.choice(["classic_3_neutral", "duo", "classic_2", "trigon_3"]))
    game = played_out(start, rng)
    assert game.ended == "blocked"
    while game.plies:
        earlier = game.undo()
        assert len(earlier.plies) < len(game.plies)
        assert earlier.ended is None
        game = earlier
    assert without_seq(game) == without_seq(start)


@slow_data
@given(seeds)
def test_evolve_changes_nothing_in_place(seed: int) -> None:
    rng = random.Random(seed)
    start = Game(rng.choice(ALL_VARIANTS))
    states = [(start, canonical(start.to_json()))]
    for _, game in random_game(start, rng, stops=0.01, undos=0.05):
        states.append((game, canonical(game.to_json())))
    for old, text in states:
        old._result = None
        assert canonical(old.to_json()) == text


@slow_data
@given(seeds)
def test_decide_is_what_the_events_are(seed: int) -> None:
    """Folding what `decide` returns is `apply`; deciding leaves the game alone."""
    rng = random.Random(seed)
    before = start = Game(rng.choice(ALL_VARIANTS))
    for command, game in random_game(start, rng, stops=0.02, undos=0.05, steps=60):
        events = decide(before, command, 5)
        assert decide(before, command, 77) == events
        folded = before
        for event in events:
            folded = evolve(folded, event, 5)
        assert canonical(folded.to_json()) == canonical(game.to_json())
        before = game


@slow_data
@given(seeds)
def test_skips_are_events_only_of_colours_that_play(seed: int) -> None:
    rng = random.Random(seed)
    game = start = Game("classic")
    for command, after in random_game(start, rng, stops=0.03):
        new = [logged.event for logged in after.log[game.seq :]]
        assert isinstance(new[0], Stopped) != isinstance(command, Play)
        for event in new[1:]:
            if isinstance(event, Skipped):
                assert after.seat_of(event.colour) not in after.stopped
        game = after
