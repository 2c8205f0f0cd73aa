"""Random games of every variant, and the invariants that hold in each of their states."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from cornerwise.game import (
    Created,
    Event,
    Game,
    Play,
    Played,
    PlayFor,
    Skipped,
    Stop,
    Stopped,
    Undo,
    Undone,
)
from cornerwise.game.commands import Command
from cornerwise.rules.scoring import SYSTEMS
from cornerwise.rules.variants import BUILT_IN, get_variant

ALL_VARIANTS = tuple(BUILT_IN)


def options_of(variant: str, rng: random.Random) -> dict[str, Any]:
    """Options drawn from all that the variant has."""
    return {
        "start": rng.choice([None, *get_variant(variant).start_rules]),
        "scoring": rng.choice([None, *SYSTEMS]),
        "end": rng.choice([None, "all_blocked", "first_blocked"]),
        "neutral_seed": rng.randrange(2**53),
    }


def some_move(game: Game, rng: random.Random) -> int:
    """A random legal placement, as often a big one as any."""
    ids = game.legal_ids()
    if rng.random() < 0.5:
        ids = ids[-max(1, len(ids) // 4) :]
    return rng.choice(ids)


def command_for(game: Game, move: str | int) -> Command:
    """The command that plays a move at this turn."""
    turn = game.turn
    assert turn is not None
    if turn.by == "computer":
        return PlayFor(turn.colour, move)
    assert turn.by == "seat"
    assert turn.seat is not None
    return Play(turn.seat, move)


def random_game(
    game: Game, rng: random.Random, *, stops: float = 0.0, undos: float = 0.0, steps: int = 400
) -> Iterator[tuple[Command, Game]]:
    """Play at random to the end; yields each command with the game after it."""
    at = 1000
    for _ in range(steps):
        at += rng.randrange(3)
        command: Command | None = None
        seats = range(len(game.seats))
        if rng.random() < undos:
            able = [seat for seat in seats if game.can_undo(seat)]
            command = Undo(rng.choice(able)) if able else None
        elif game.ended is None and rng.random() < stops:
            left = [seat for seat in seats if seat not in game.stopped]
            command = Stop(rng.choice(left), rng.choice(["resigned", "left", "time"]))
        if command is None:
            if game.ended is not None:
                return
            command = command_for(game, some_move(game, rng))
        game = game.apply(command, at_ms=at)
        yield command, game


def played_out(game: Game, rng: random.Random, **options: Any) -> Game:
    """The last state of a random game."""
    last = game
    for _, after in random_game(game, rng, **options):
        last = after
    return last


def in_effect(game: Game) -> list[Event]:
    """The events that count: written apart from the machine, on the log alone."""
    events: list[Event] = []
    for logged in game.log:
        if not isinstance(logged.event, Undone):
            events.append(logged.event)
            continue
        plies = logged.event.plies
        while plies:
            plies -= isinstance(events.pop(), Played)
    return events


def without_seq(game: Game) -> dict[str, Any]:
    """The state but for the number of events."""
    return game.to_json() | {"seq": None}


def check_invariants(game: Game) -> None:
    """What holds after every command of every game."""
    variant, position = game.variant, game.position
    events = in_effect(game)
    assert [logged.seq for logged in game.log] == list(range(1, game.seq + 1))
    assert isinstance(events[0], Created)
    assert sum(isinstance(logged.event, Created) for logged in game.log) == 1

    plies = [event for event in events if isinstance(event, Played)]
    assert tuple(plies) == game.plies
    assert [(c, m.text) for c, m in position.history] == [(p.colour, p.move) for p in plies]

    skips = [event.colour for event in events if isinstance(event, Skipped)]
    assert len(set(skips)) == len(skips)
    assert not any(position.can_place(colour) for colour in skips)
    assert tuple(skips) == game.skipped

    stopped = {event.seat for event in events if isinstance(event, Stopped)}
    assert stopped == set(game.stopped)
    owners = {c: seat for seat, row in enumerate(variant.seats) for c in row.colours}
    active = [c for c in variant.colours if owners.get(c) not in stopped]
    if len(stopped) == len(variant.seats):
        active = []
    able = [c for c in active if position.can_place(c)]

    turn = game.turn
    assert game.due is None
    assert (turn is None) == (game.ended is not None) == (game.result is not None)
    if game.ended == "blocked":
        assert not able
        assert set(active) <= set(skips)
    elif game.ended == "first_blocked":
        assert variant.end == "first_blocked"
        assert len(skips) == 1
    elif game.ended == "stopped":
        assert stopped
    if turn is not None:
        assert able
        first = variant.colours.index(plies[-1].colour) + 1 if plies else 0
        order = [*variant.colours[first:], *variant.colours[:first]]
        assert turn.colour == next(c for c in order if c in able)
        if turn.colour == variant.shared:
            k = sum(ply.colour == turn.colour for ply in plies)
            assert turn.seat == k % len(variant.seats)
            assert turn.by == ("computer" if turn.seat in stopped else "seat")
        else:
            assert turn.colour != variant.neutral
            assert (turn.seat, turn.by) == (owners[turn.colour], "seat")
        passed = order[: order.index(turn.colour)]
        assert all(c in skips for c in passed if c in active)
        assert game.legal_ids() == position.legal_ids(turn.colour)

    standings = game.standings()
    for system in SYSTEMS:
        points = position.scores(system)
        for row, seat in zip(standings.seats, variant.seats, strict=True):
            assert row.totals[system] == sum(points[c] for c in seat.colours)
            assert [c.scores[system] for c in row.colours] == [points[c] for c in seat.colours]
        assert game.scores(system) == [
            sum(points[c] for c in seat.colours) for seat in variant.seats
        ]
    for team in standings.teams:
        for system in SYSTEMS:
            seats = [standings.seats[seat] for seat in team.seats]
            assert team.totals[system] == sum(seat.totals[system] for seat in seats)
    assert standings.reason == game.ended
