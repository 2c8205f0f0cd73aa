"""Records: nothing lost, nothing believed."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cornerwise.game import Game, RecordError, SeatInfo
from cornerwise.game.record import MAX_EVENTS, MAX_TEXT, dumps, loads
from random_games import played_out


def some_game() -> Game:
    game = Game(
        "classic_3_neutral",
        seats=["Änne 🟦", SeatInfo("", "computer", 1), '"<&\\'],
        neutral_seed=2**53 - 1,
    )
    return played_out(game, random.Random(5), undos=0.1, stops=0.005, steps=30)


GAME = some_game()
TEXT = dumps(GAME)


def test_a_record_is_lossless_and_plain_json() -> None:
    again = loads(TEXT)
    assert again == GAME
    assert again.log == GAME.log
    assert dumps(again) == TEXT
    assert loads(TEXT.encode()) == GAME
    data = json.loads(TEXT)
    assert data["count"] == len(data["events"]) == GAME.seq
    assert TEXT.count("\n") == GAME.seq + 6


def test_the_layout_of_the_text_does_not_matter() -> None:
    assert loads(json.dumps(json.loads(TEXT), indent=3, ensure_ascii=True)) == GAME


def test_every_cut_is_noticed_and_its_event_named() -> None:
    lines = TEXT.splitlines(keepends=True)
    for number in range(1, GAME.seq + 1):
        cut = "".join(lines[: 4 + number]) + lines[4 + number][: len(lines[4 + number]) // 2]
        with pytest.raises(RecordError) as caught:
            loads(cut)
        assert caught.value.event == number
        assert f"event {number}:" in str(caught.value)


@settings(deadline=None, max_examples=60, suppress_health_check=list(HealthCheck))
@given(st.integers(0, len(TEXT) - 2))
def test_no_prefix_is_a_record(length: int) -> None:
    with pytest.raises(RecordError):
        loads(TEXT[:length])


def changed(number: int, **fields: Any) -> str:
    data = json.loads(TEXT)
    data["events"][number - 1].update(fields)
    return json.dumps(data)


def test_a_changed_event_is_named() -> None:
    data = json.loads(TEXT)
    played = next(i for i, e in enumerate(data["events"], 1) if e["type"] == "played")
    for fields in ({"at": 5}, {"move": "a1"}, {"placement": 3}, {"seat": 2}, {"check": "0" * 16}):
        with pytest.raises(RecordError) as caught:
            loads(changed(played, **fields))
        assert caught.value.event == played
    with pytest.raises(RecordError, match="event 1:"):
        loads(changed(1, neutral_seed=4))
    with pytest.raises(RecordError, match="event 1: is numbered 7"):
        loads(changed(1, seq=7))


def test_lost_doubled_and_exchanged_events_are_named() -> None:
    data = json.loads(TEXT)
    events = data["events"]
    for wrong, number in (
        (events[:-1], GAME.seq),
        (events[:3] + events[4:], 4),
        (events[:4] + events[3:], 5),
        ([*events[:2], events[3], events[2], *events[4:]], 3),
        ([*events, events[-1]], GAME.seq + 1),
        ([*events[:2], None, *events[3:]], 3),
        ([], 1),
    ):
        with pytest.raises(RecordError) as caught:
            loads(json.dumps(data | {"events": wrong}))
        assert caught.value.event == number


def rewrite(events: list[dict[str, Any]]) -> str:
    """A record whose checks are right whatever its events are."""
    from cornerwise.game.record import _check

    check = ""
    for number, event in enumerate(events, 1):
        event.pop("check", None)
        event["seq"] = number
        check = _check(check, event)
        event["check"] = check
    return json.dumps(json.loads(TEXT) | {"events": events, "count": len(events)})


def test_a_forged_game_must_still_be_a_game() -> None:
    events = json.loads(TEXT)["events"]
    assert loads(rewrite(events)) == GAME
    with pytest.raises(RecordError, match="event 2:"):
        loads(rewrite([events[0], *events[2:]]))
    neutral = next(i for i, event in enumerate(events) if event.get("by") == "neutral")
    with pytest.raises(RecordError, match="must follow by itself") as caught:
        loads(rewrite(events[:neutral]))
    assert caught.value.event == neutral + 1
    events[0]["neutral_seed"] = 1
    with pytest.raises(RecordError, match=f"event {neutral + 1}:"):
        loads(rewrite(events))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"format": "chess"}, "not a record of format"),
        ({"v": 2}, "unknown version 2"),
        ({"v": True}, "unknown version True"),
        ({"digest": "0" * 64}, "event 1: variant 'classic_3_neutral' has other rules"),
        ({"count": 0}, "'count' must be between"),
        ({"count": 10**9}, "'count' must be between"),
        ({"extra": 1}, "unknown field 'extra'"),
        ({"events": {}}, "'events' must be a list"),
        ({"events": [0] * (MAX_EVENTS + 1)}, "at most 20000"),
    ],
)
def test_a_bad_header_is_refused(change: dict[str, Any], message: str) -> None:
    with pytest.raises(RecordError, match=re.escape(message)):
        loads(json.dumps(json.loads(TEXT) | change))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "null",
        "[]",
        "{}",
        '"record"',
        "[" * 100_000,
        '{"events": [' + "[" * 100_000,
        "1" * 5000,
        '{"v": 1e999}',
        '{"v": NaN}',
        '{"v": 1, "v": 1}',
        b"\xff\xfe",
        " " * (MAX_TEXT + 1),
        b" " * (MAX_TEXT + 1),
    ],
    ids=lambda text: repr(text[:20]),
)
def test_what_is_no_record(text: Any) -> None:
    with pytest.raises(RecordError) as caught:
        loads(text)
    assert len(str(caught.value)) < 500


@settings(deadline=None, max_examples=60, suppress_health_check=list(HealthCheck))
@given(st.integers(0, len(TEXT) - 1), st.characters(codec="utf-8"))
def test_any_changed_letter_is_noticed_or_means_nothing(at: int, letter: str) -> None:
    text = TEXT[:at] + letter + TEXT[at + 1 :]
    try:
        game = loads(text)
    except RecordError:
        return
    assert game == GAME


def test_a_byte_order_mark_is_no_part_of_a_record() -> None:
    game = Game("duo").play("e10")
    assert loads(b"\xef\xbb\xbf" + dumps(game).encode()) == game


@pytest.mark.parametrize("text", [None, 5, [], {}])
def test_a_record_is_text(text: Any) -> None:
    with pytest.raises(RecordError, match="text or bytes"):
        loads(text)
