"""Strict reading of JSON objects: exact keys, exact types, errors that quote the input."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

#: Versions of commands and events that this code reads and the one that it writes.
VERSION = 1

#: Integers in JSON stay exact in every language below this.
SAFE_INTEGER = 2**53

_QUOTE_LIMIT = 60


def quote(value: object) -> str:
    """``repr`` of a value, cut so that an error message stays readable."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):
        return f"<{type(value).__name__}>"
    return text if len(text) <= _QUOTE_LIMIT else text[: _QUOTE_LIMIT - 1] + "…"


class Fields:
    """One JSON object being read; every ``take`` removes a key, ``done`` refuses the rest."""

    def __init__(self, data: object, what: str, error: Callable[[str], Exception]) -> None:
        self._error = error
        self.what = what
        if not isinstance(data, Mapping):
            raise error(f"{what} must be a JSON object, not {quote(data)}")
        self._data: dict[str, Any] = dict(data)

    def fail(self, message: str) -> Exception:
        """The error to raise, with what was being read in front."""
        return self._error(f"{self.what}: {message}")

    def header(self, types: Collection[str]) -> str:
        """Read ``v`` and ``type``; returns the type, one of `types`."""
        if "v" not in self._data:
            raise self.fail("the version 'v' is missing")
        version = self._data.pop("v")
        if type(version) is not int or version != VERSION:
            raise self.fail(f"unknown version {quote(version)}; this program reads {VERSION}")
        kind = self.string("type", limit=40)
        if kind not in types:
            raise self.fail(f"unknown type {quote(kind)}; known are {', '.join(sorted(types))}")
        self.what = f"{self.what} {kind!r}"
        return kind

    def take(self, key: str) -> Any:
        """The value of a key that must be there."""
        if key not in self._data:
            raise self.fail(f"{key!r} is missing")
        return self._data.pop(key)

    def string(self, key: str, *, limit: int, empty: bool = True) -> str:
        """A string of at most `limit` characters."""
        value = self.take(key)
        if not isinstance(value, str):
            raise self.fail(f"{key!r} must be a string, not {quote(value)}")
        if len(value) > limit:
            raise self.fail(f"{key!r} has {len(value)} characters; at most {limit} are allowed")
        if not value and not empty:
            raise self.fail(f"{key!r} must not be empty")
        return value

    def optional_string(self, key: str, *, limit: int) -> str | None:
        """A string or null."""
        if self._data.get(key, "") is None:
            self._data.pop(key)
            return None
        return self.string(key, limit=limit)

    def choice(self, key: str, choices: Collection[str]) -> str:
        """A string out of `choices`."""
        value = self.take(key)
        if not isinstance(value, str) or value not in choices:
            raise self.fail(f"{key!r} must be one of {', '.join(choices)}, not {quote(value)}")
        return value

    def optional_choice(self, key: str, choices: Collection[str]) -> str | None:
        """A string out of `choices`, or null."""
        if self._data.get(key, "") is None:
            self._data.pop(key)
            return None
        return self.choice(key, choices)

    def integer(self, key: str, low: int, high: int) -> int:
        """An integer between `low` and `high`, both included."""
        value = self.take(key)
        if type(value) is not int:
            raise self.fail(f"{key!r} must be an integer, not {quote(value)}")
        if not low <= value <= high:
            raise self.fail(f"{key!r} must be between {low} and {high}, not {quote(value)}")
        return value

    def optional_integer(self, key: str, low: int, high: int) -> int | None:
        """An integer in the range, or null."""
        if self._data.get(key, 0) is None:
            self._data.pop(key)
            return None
        return self.integer(key, low, high)

    def boolean(self, key: str) -> bool:
        """True or false."""
        value = self.take(key)
        if type(value) is not bool:
            raise self.fail(f"{key!r} must be true or false, not {quote(value)}")
        return value

    def array(self, key: str, *, limit: int) -> list[Any]:
        """A list of at most `limit` items."""
        value = self.take(key)
        if not isinstance(value, list | tuple):
            raise self.fail(f"{key!r} must be a list, not {quote(value)}")
        if len(value) > limit:
            raise self.fail(f"{key!r} has {len(value)} items; at most {limit} are allowed")
        return list(value)

    def done(self) -> None:
        """Refuse keys that nobody asked for."""
        if self._data:
            names = ", ".join(sorted(quote(key) for key in self._data))
            raise self.fail(f"unknown field {names}")
