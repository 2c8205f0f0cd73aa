"""Where the keys of a TOML text stand, for errors about what they say.

``tomllib`` forgets lines once it has read a text. This scan keeps them. It never fails on a text
that is no TOML (``tomllib`` says what is wrong with that); it refuses what would make the parser
itself slow: deep nesting and long dotted keys.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from .errors import VariantError

Path = tuple[str | int, ...]

MAX_DEPTH = 16
"""The most parts of a dotted key, and the most brackets within each other."""

_WORD = re.compile(
    r'"(?:[^"\\\n]|\\.)*"'  # a basic string
    r"|'[^'\n]*'"  # a literal string
    r"|#[^\n]*"
    r"|[A-Za-z0-9_-]+"  # a bare key, a word or (a part of) a number
    r"|[\[\]{}=.,\n]"
    r"|[ \t\r]+"
    r"|.",
    re.DOTALL,
)
_LONG = {
    '"""': re.compile(r'"""(?:[^"\\]|\\.|"(?!""))*"{3,5}', re.DOTALL),
    "'''": re.compile(r"'''(?:[^']|'(?!''))*'{3,5}", re.DOTALL),
}


def _words(text: str) -> Iterator[tuple[int, str]]:
    """Lines (from 1) and words; blanks and comments are left out."""
    at, line = 0, 1
    while at < len(text):
        long = _LONG.get(text[at : at + 3])
        match = (long or _WORD).match(text, at)
        if match is None:
            return  # a long string without an end
        word = match.group()
        at = match.end()
        if word[0] not in " \t\r#":
            yield line, word
        line += word.count("\n")


def _is_key(word: str) -> bool:
    return word[0] in "\"'" or word[0].isalnum() or word[0] in "_-"


def _key(word: str) -> str:
    # Escapes in quoted keys are left as they are: no key of ours needs one.
    return word[1:-1] if word[0] in "\"'" else word


class _Scan:
    def __init__(self, text: str) -> None:
        self.lines: dict[Path, int] = {}
        self.words = list(_words(text))
        self.at = 0
        self.items: dict[Path, int] = {}  # tables in each array of tables

    def peek(self) -> str:
        return self.words[self.at][1] if self.at < len(self.words) else ""

    def line(self) -> int:
        return self.words[min(self.at, len(self.words) - 1)][0]

    def keys(self) -> list[str]:
        """A dotted key, which may be empty where there is none."""
        parts: list[str] = []
        while (word := self.peek()) and _is_key(word):
            parts.append(_key(word))
            self.at += 1
            if self.peek() != ".":
                break
            self.at += 1
        return parts

    def limits(self) -> None:
        """Refuse long dotted keys and deep brackets, whatever else the text is."""
        depth = run = 0
        before = ""
        for line, word in self.words:
            if word in ("[", "{"):
                depth += 1
            elif word in ("]", "}"):
                depth = max(0, depth - 1)
            run = run + 1 if word == "." else run if _is_key(word) and before == "." else 0
            before = word
            if depth > MAX_DEPTH:
                raise VariantError(f"brackets are nested deeper than {MAX_DEPTH} levels", line)
            if run >= MAX_DEPTH:
                raise VariantError(f"a dotted key has more than {MAX_DEPTH} parts", line)

    def run(self) -> None:
        table: Path = ()
        while self.at < len(self.words):
            word = self.peek()
            if word == "\n":
                self.at += 1
            elif word in "[]":
                start = self.line()
                self.at += 1
                array = self.peek() == "["
                self.at += array
                table = self.within(self.keys(), array)
                self.lines.setdefault(table, start)
                while self.peek() == "]":
                    self.at += 1
            else:
                if not self.pair(table):
                    return
                while self.peek() not in ("\n", ""):
                    self.at += 1

    def within(self, keys: list[str], array: bool) -> Path:
        """The path of a table header, with the running numbers of arrays of tables put in."""
        path: Path = ()
        for i, key in enumerate(keys):
            path = (*path, key)
            if array and i == len(keys) - 1:
                self.items[path] = self.items.get(path, -1) + 1
            self.lines.setdefault(path, self.line())
            if path in self.items:
                path = (*path, self.items[path])
        return path

    def pair(self, table: Path) -> bool:
        """A key, an equals sign and a value; False where there is no such thing."""
        start = self.line()
        keys = self.keys()
        if not keys or self.peek() != "=":
            return False
        self.at += 1
        for i in range(len(keys)):
            self.lines.setdefault((*table, *keys[: i + 1]), start)
        self.value((*table, *keys))
        return True

    def value(self, path: Path) -> None:
        opened = self.peek()
        if opened not in ("[", "{"):
            self.at += 1
            return
        self.at += 1
        number = 0
        while (word := self.peek()) not in ("", "]", "}"):
            if word in ("\n", ","):
                number += word == ","
                self.at += 1
            elif opened == "{":
                if not self.pair(path):
                    return
            else:
                self.lines.setdefault((*path, number), self.line())
                self.value((*path, number))
        self.at += 1


def key_lines(text: str) -> dict[Path, int]:
    """The line of every key, table and array item, by the keys and indices that lead to it.

    ``VariantError`` for brackets or dotted keys deeper than ``MAX_DEPTH``.
    """
    scan = _Scan(text)
    scan.limits()
    if scan.words:
        scan.run()
    return scan.lines
