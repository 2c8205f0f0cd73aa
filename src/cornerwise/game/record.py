"""The lossless record of a game: every event with its time, as one JSON document.

::

    {"format": "cornerwise-game",
     "v": 1,
     "digest": "…",
     "count": 3,
     "events": [
      {"at":…,"check":"…","seq":1,"type":"created","v":1,…},
      …
     ]}

`digest` is the variant's (what rules it); `count` the number of events. Each event's `check`
is the first 16 hex digits of the SHA-256 of the check before it (nothing before the first),
a newline, and the event's own canonical JSON without `check`. It finds a changed, lost or
exchanged event; it is no signature.
"""

from __future__ import annotations

import hashlib
import json
import re
from typing import Any, NoReturn

from cornerwise.game import events as _events
from cornerwise.game._fields import SAFE_INTEGER, Fields, quote
from cornerwise.game.errors import RecordError
from cornerwise.game.fold import evolve
from cornerwise.game.state import Game, canonical
from cornerwise.rules.errors import CornerwiseError

FORMAT = "cornerwise-game"
VERSION = 1

#: Longest record that is read, in characters.
MAX_TEXT = 4 * 1024 * 1024
#: Most events that a record may have.
MAX_EVENTS = 20_000

_HEADER = re.compile(r'"events"\s*:\s*\[')


def dumps(game: Game) -> str:
    """A game's record: text that `loads` turns into an equal game. One event a line."""
    lines = []
    check = ""
    for logged in game.log:
        data = logged.event.to_json() | {"seq": logged.seq, "at": logged.at}
        check = _check(check, data)
        lines.append("  " + canonical(data | {"check": check}))
    header = {
        "format": FORMAT,
        "v": VERSION,
        "digest": game.variant.digest,
        "count": game.seq,
    }
    head = ",\n ".join(f"{canonical(key)}: {canonical(value)}" for key, value in header.items())
    return "{" + head + ',\n "events": [\n' + ",\n".join(lines) + "\n ]}\n"


def loads(text: str | bytes) -> Game:
    """Read a record; the game is equal to the one that was written, times included.

    `RecordError` on anything that was not written whole and unchanged by `dumps`, or that is
    no legal game; its `event` is the number of the first event that is wrong or missing.
    """
    if not isinstance(text, str | bytes):
        raise RecordError(f"a record is read from text or bytes, not from {type(text).__name__}")
    if isinstance(text, bytes):
        if len(text) > MAX_TEXT:
            raise RecordError(f"the record has {len(text)} bytes; at most {MAX_TEXT} are read")
        try:
            text = text.decode("utf-8-sig")  # some editors put a byte order mark in front
        except UnicodeDecodeError as error:
            raise RecordError(f"the record is not UTF-8 text: {error}") from error
    if len(text) > MAX_TEXT:
        raise RecordError(f"the record has {len(text)} characters; at most {MAX_TEXT} are read")
    fields = Fields(_parse(text), "record", RecordError)
    if fields.string("format", limit=40) != FORMAT:
        raise RecordError(f"this is not a record of format {FORMAT!r}")
    version = fields.take("v")
    if type(version) is not int or version != VERSION:
        raise RecordError(f"unknown version {quote(version)}; this program reads {VERSION}")
    digest = fields.string("digest", limit=64)
    count = fields.integer("count", 1, MAX_EVENTS)
    items = fields.array("events", limit=MAX_EVENTS)
    fields.done()

    game: Game | None = None
    check = ""
    for number, item in enumerate(items, 1):
        if number > count:
            raise RecordError(f"the record says that it has {count} events", number)
        check, game = _read_event(game, item, number, check)
        if number == 1 and game.variant.digest != digest:
            raise RecordError(
                f"variant {game.variant.id!r} has other rules here than where the record was "
                f"written (digest {game.variant.digest[:16]}…, not {quote(digest[:16])}…)",
                number,
            )
    if game is None or len(items) < count:
        raise RecordError(f"missing; the record says that it has {count}", len(items) + 1)
    if game.due is not None:
        raise RecordError(f"missing; {game.due.type!r} must follow by itself", len(items) + 1)
    return game


def _read_event(game: Game | None, item: object, number: int, check: str) -> tuple[str, Game]:
    """Verify and fold one item; returns its check and the game after it."""
    if not isinstance(item, dict):
        raise RecordError(f"must be a JSON object, not {quote(item)}", number)
    data = dict(item)
    stated = data.pop("check", None)
    seq = data.get("seq")
    if type(seq) is not int or seq != number:
        raise RecordError(f"is numbered {quote(seq)}", number)
    check = _check(check, data)
    if stated != check:
        raise RecordError(f"was changed: its check is {check}, not {quote(stated)}", number)
    del data["seq"]
    at = data.pop("at", None)
    if type(at) is not int or not 0 <= at < SAFE_INTEGER:
        raise RecordError(f"its time 'at' must be a number of ms, not {quote(at)}", number)
    try:
        return check, evolve(game, _events.from_json(data), at)
    except CornerwiseError as error:
        raise RecordError(str(error), number) from error


def _check(before: str, data: dict[str, Any]) -> str:
    text = f"{before}\n{canonical(data)}"
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) != len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(f"the field {quote(twice)} is given twice")
    return data


def _refuse_number(text: str) -> NoReturn:
    raise ValueError(f"{quote(text)} is not a number that a record has")


def _refuse_long(text: str) -> int:
    if len(text) > 17:
        raise ValueError(f"the number {quote(text)} is too long")
    return int(text)


_DECODER = json.JSONDecoder(
    object_pairs_hook=_pairs,
    parse_float=_refuse_number,
    parse_constant=_refuse_number,
    parse_int=_refuse_long,
)


def _parse(text: str) -> object:
    try:
        return _DECODER.decode(text)
    except RecursionError as error:
        raise RecordError("the record is nested too deeply") from error
    except ValueError as error:
        number = _broken_event(text)
        where = "the record" if number is None else "it"
        raise RecordError(f"{where} cannot be read as JSON: {error}", number) from error


def _broken_event(text: str) -> int | None:
    """The number of the first event that is not whole JSON, in a record that is not."""
    header = _HEADER.search(text)
    if header is None:
        return None
    at, number = header.end(), 1
    while True:
        while at < len(text) and text[at] in " \t\r\n,":
            at += 1
        if text.startswith("]", at):
            return None
        try:
            _, at = _DECODER.raw_decode(text, at)
        except (ValueError, RecursionError):
            return number
        number += 1
