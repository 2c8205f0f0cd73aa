"""The JSON forms of events and commands: lossless, versioned, strict."""

from __future__ import annotations

import json
import pickle
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cornerwise.game import (
    BadEvent,
    Created,
    Ended,
    Event,
    Game,
    Play,
    Played,
    PlayFor,
    Refused,
    Resign,
    SeatInfo,
    Skipped,
    Stop,
    Stopped,
    Undo,
    Undone,
    commands,
    events,
    evolve,
)
from cornerwise.rules.errors import CornerwiseError, UnknownVariant

SEATS = (SeatInfo("Änne"), SeatInfo("Bot", "computer", 2))
EVENTS: list[Event] = [
    Created("duo", None, "fixed", "online", "all_blocked", SEATS, 7, undo=False),
    Created(None, "name = 'mine'", None, None, None, SEATS, 2**53 - 1),
    Played("blue", 0, "seat", "a20,b20", 17, "2"),
    Played("green", None, "neutral", "a1", 3, "1"),
    Skipped("red"),
    Stopped(1, "time"),
    Undone(3, 0),
    Ended("first_blocked"),
]
COMMANDS: list[commands.Command] = [
    Play(0, "a20"),
    Play(1, 12),
    PlayFor("green", "a1"),
    Resign(2),
    Stop(1, "left"),
    Undo(0),
]


@pytest.mark.parametrize("event", EVENTS, ids=str)
def test_an_event_survives_json(event: Event) -> None:
    data = json.loads(json.dumps(event.to_json()))
    assert data["v"] == 1
    assert events.from_json(data) == event


@pytest.mark.parametrize("command", COMMANDS, ids=str)
def test_a_command_survives_json(command: commands.Command) -> None:
    data = json.loads(json.dumps(command.to_json()))
    assert data["v"] == 1
    assert commands.from_json(data) == command


def test_all_types_are_covered() -> None:
    assert {event.type for event in EVENTS} == set(events.EVENT_TYPES)
    assert {command.type for command in COMMANDS} == set(commands.COMMAND_TYPES)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"v": 2}, "unknown version 2"),
        ({"v": True}, "unknown version True"),
        ({"v": None}, "unknown version None"),
        ({"type": "jumped"}, "unknown type 'jumped'"),
        ({"type": 3}, "'type' must be a string"),
        ({"colour": 5}, "'colour' must be a string, not 5"),
        ({"extra": 1}, "unknown field 'extra'"),
        ({"seat": -1}, "'seat' must be between 0 and"),
        ({"seat": 0.0}, "'seat' must be an integer, not 0.0"),
        ({"seat": "0"}, "'seat' must be an integer, not '0'"),
        ({"by": "cat"}, "'by' must be one of seat, computer, neutral, not 'cat'"),
        ({"move": "a" * 1000}, "'move' has 1000 characters"),
        ({"placement": 70_000}, "'placement' must be between 0 and 65535"),
    ],
)
def test_a_bad_event_is_refused_with_its_fault(change: dict[str, Any], message: str) -> None:
    data = EVENTS[2].to_json() | change
    with pytest.raises(BadEvent, match="event") as caught:
        events.from_json(data)
    assert message in str(caught.value)


@pytest.mark.parametrize("key", ["v", "type", "colour", "seat", "by", "move"])
def test_a_missing_field_is_named(key: str) -> None:
    data = EVENTS[2].to_json()
    del data[key]
    with pytest.raises(BadEvent, match=f"'{key}' is missing"):
        events.from_json(data)


@pytest.mark.parametrize("data", [None, 3, "played", [], {}, [1]])
def test_what_is_no_event_at_all(data: object) -> None:
    with pytest.raises(BadEvent):
        events.from_json(data)
    with pytest.raises(Refused) as caught:
        commands.from_json(data)
    assert caught.value.code == "bad_command"


@pytest.mark.parametrize(
    "data",
    [
        {"v": 1, "type": "play", "seat": 0, "move": 1.5},
        {"v": 1, "type": "play", "seat": 0, "move": True},
        {"v": 1, "type": "play", "seat": 0, "move": -1},
        {"v": 1, "type": "play", "seat": 0, "move": "a" * 201},
        {"v": 1, "type": "play", "seat": 99, "move": "a1"},
        {"v": 1, "type": "stop", "seat": 0, "reason": "bored"},
        {"v": 1, "type": "resign", "seat": 0, "reason": "left"},
        {"v": 9, "type": "resign", "seat": 0},
    ],
)
def test_a_bad_command_is_refused(data: object) -> None:
    with pytest.raises(Refused) as caught:
        commands.from_json(data)
    assert caught.value.code == "bad_command"


@pytest.mark.parametrize(
    ("name", "kind", "level"),
    [
        ("x" * 81, "human", None),
        ("two\nlines", "human", None),
        ("nul\0", "human", None),
        ("Ann", "robot", None),
        ("Ann", "human", 3),
        ("Bot", "computer", None),
        ("Bot", "computer", 0),
        ("Bot", "computer", True),
        (7, "human", None),
    ],
)
def test_a_bad_seat_is_refused(name: Any, kind: Any, level: Any) -> None:
    with pytest.raises(BadEvent):
        SeatInfo(name, kind, level)


@pytest.mark.parametrize("seed", [-1, 2**53, 1.0, True, None])
def test_a_bad_seed_is_refused(seed: Any) -> None:
    with pytest.raises(BadEvent, match="neutral_seed"):
        Created("duo", None, None, None, None, SEATS, seed)


def test_a_game_names_exactly_one_variant() -> None:
    with pytest.raises(BadEvent, match="not both"):
        Created("duo", "toml", None, None, None, SEATS)
    with pytest.raises(BadEvent, match="not both"):
        Created(None, None, None, None, None, SEATS)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3)
    ),
    max_leaves=6,
)


@given(st.sampled_from(EVENTS), st.data())
def test_any_one_changed_field_is_read_as_it_is_or_refused(event: Event, data: Any) -> None:
    changed = event.to_json()
    key = data.draw(st.sampled_from(sorted(changed)))
    changed[key] = data.draw(json_values)
    try:
        read = events.from_json(changed)
    except BadEvent:
        return
    assert read.to_json() == changed


# --- what comes from outside ---------------------------------------------------------------------


@pytest.mark.parametrize("seats", ["AB", 5, {"A": 1, "B": 2}, ["A", None], ["A", 5], ["A", b"B"]])
def test_seats_are_names(seats: Any) -> None:
    with pytest.raises(BadEvent):
        Game("duo", seats)


@pytest.mark.parametrize("variant", [None, 5, b"duo", ["duo"], True])
def test_a_game_of_no_variant(variant: Any) -> None:
    with pytest.raises(UnknownVariant):
        Game(variant)


@pytest.mark.parametrize("at_ms", [-1, 2**53, 1.5, True, "0"])
def test_a_time_is_one_that_a_record_holds(at_ms: Any) -> None:
    with pytest.raises(BadEvent):
        Game("duo", at_ms=at_ms)
    with pytest.raises(CornerwiseError):
        Game("duo").play("e10", at_ms=at_ms)


def test_refusals_travel_between_processes() -> None:
    for ask in (lambda g: g.play("a1"), lambda g: g.resign(5), lambda g: g.play("no cell")):
        with pytest.raises(Refused) as caught:
            ask(Game("duo"))
        twin = pickle.loads(pickle.dumps(caught.value))
        assert (str(twin), twin.code) == (str(caught.value), caught.value.code)
        assert twin.refusal == caught.value.refusal


@pytest.mark.parametrize("text", ["\0", "\u202e", "\ud800", "\n"])
def test_errors_quote_what_an_event_says(text: str) -> None:
    game = Game("duo")
    played = game.play("e10").log[-1].event
    assert isinstance(played, Played)
    for event in (replace(played, colour=text), replace(played, piece=text), Skipped(text)):
        with pytest.raises(BadEvent) as caught:
            evolve(game, event)
        assert str(caught.value).isprintable()
