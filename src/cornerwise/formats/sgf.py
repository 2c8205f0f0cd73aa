"""The grammar of SGF FF[4]: text to a tree of nodes and back.

Knows no game. Values are kept as they stand in the file, escapes included, so that reading and
writing loses nothing; `Node.text` and `Node.simple_text` give what they mean. Parsing and writing
are loops, not recursion: no file is too deep for the stack.
"""

from __future__ import annotations

import codecs
import os
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from cornerwise.formats.errors import RecordError
from cornerwise.rules.errors import quote

__all__ = [
    "DEFAULT_LIMITS",
    "Limits",
    "Node",
    "Property",
    "Source",
    "decode",
    "escape",
    "parse",
    "read_bytes",
    "to_simple_text",
    "to_text",
    "write",
]


@dataclass(frozen=True, slots=True)
class Limits:
    """How much a file may hold before it is refused."""

    size: int = 8 * 1024 * 1024  # bytes
    nodes: int = 200_000
    properties: int = 1_000  # of one node
    values: int = 400_000
    depth: int = 1_000  # variations inside variations


DEFAULT_LIMITS = Limits()

_SPACE = re.compile(r"[ \t\r\n\v\f]*")
_NAME = re.compile(r"[A-Za-z0-9]+")
_NEWLINE = re.compile(r"\r\n|\n\r|\n|\r")
_ESCAPE = re.compile(r"\\(\r\n|\n\r|.|$)|(\r\n|\n\r|\n|\r)|([\t\v\f])", re.DOTALL)
_NOT_PLAIN = re.compile(r"[\\\r\n\t\v\f]")
_SPACES = "\t\v\f"
_SPECIAL = re.compile(r"[\\\]]")


class Source:
    """A text and where its lines begin, to turn offsets into lines and columns."""

    __slots__ = ("_starts", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self._starts: list[int] | None = None

    def where(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, both from 1."""
        if self._starts is None:
            self._starts = [0, *(m.end() for m in _NEWLINE.finditer(self.text))]
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def error(self, offset: int, reason: str, *, ply: int | None = None) -> RecordError:
        """A `RecordError` that points at `offset`."""
        line, column = self.where(offset)
        return RecordError(reason, line=line, column=column, ply=ply)


@dataclass(slots=True, eq=False)
class Property:
    """A name with its values as they stand in the file; `offset` is -1 when not from a file."""

    name: str
    values: list[str]
    offset: int = -1

    @property
    def key(self) -> str:
        """The name as it counts: old files pad names with small letters (`GaMe` is `GM`)."""
        name = self.name
        large = name.upper()
        return name if name == large else "".join(c for c in name if not c.islower()) or large


@dataclass(slots=True, eq=False)
class Node:
    """Properties in file order, and what follows: no child, one, or several variations.

    The first child carries the main line on.
    """

    properties: list[Property] = field(default_factory=list)
    children: list[Node] = field(default_factory=list, repr=False)
    offset: int = -1

    def find(self, key: str) -> Property | None:
        """The first property of that name."""
        for prop in self.properties:
            if prop.key == key:
                return prop
        return None

    def raw(self, key: str) -> list[str]:
        """All values of that name as written, over all properties that bear it."""
        return [value for prop in self.properties if prop.key == key for value in prop.values]

    def __contains__(self, key: str) -> bool:
        return self.find(key) is not None

    def text(self, key: str) -> str | None:
        """The first value as SGF Text (keeps line breaks), or None without the property."""
        values = self.raw(key)
        return to_text(values[0]) if values else None

    def simple_text(self, key: str) -> str | None:
        """The first value as SGF SimpleText (one line), or None without the property."""
        values = self.raw(key)
        return to_simple_text(values[0]) if values else None

    def simple_texts(self, key: str) -> list[str]:
        """All values as SGF SimpleText."""
        return [to_simple_text(value) for value in self.raw(key)]

    def set(self, key: str, *values: str) -> None:
        """Replaces a property in its place, or adds it at the end. Escapes the values."""
        fresh = [escape(value) for value in values]
        kept: list[Property] = []
        done = False
        for prop in self.properties:
            if prop.key != key:
                kept.append(prop)
            elif not done:
                prop.values = fresh
                kept.append(prop)
                done = True
        if not done:
            kept.append(Property(key, fresh))
        self.properties = kept

    def remove(self, key: str) -> None:
        """Drops every property of that name."""
        self.properties = [prop for prop in self.properties if prop.key != key]

    def add_child(self, node: Node | None = None) -> Node:
        """Appends a node (a new one by default) and returns it."""
        child = Node() if node is None else node
        self.children.append(child)
        return child

    def main_line(self) -> Iterator[Node]:
        """This node and the first child of each, to the end."""
        node: Node | None = self
        while node is not None:
            yield node
            node = node.children[0] if node.children else None

    def walk(self) -> Iterator[Node]:
        """This node and all below it, in file order."""
        stack = [self]
        while stack:
            node = stack.pop()
            yield node
            stack.extend(reversed(node.children))


def to_text(raw: str, *, keep_spaces: bool = False) -> str:
    """What a Text value means: escapes undone, soft line breaks joined, line breaks as LF.

    SGF turns tabs and the like into spaces; `keep_spaces` keeps them.
    """

    if _NOT_PLAIN.search(raw) is None:
        return raw

    def piece(match: re.Match[str]) -> str:
        escaped, newline, _space = match.groups()
        if escaped is not None:
            if _NEWLINE.fullmatch(escaped):
                return ""
            return " " if escaped in _SPACES and escaped and not keep_spaces else escaped
        if newline is not None:
            return "\n"
        return match.group() if keep_spaces else " "

    return _ESCAPE.sub(piece, raw)


def to_simple_text(raw: str) -> str:
    """What a SimpleText value means: as Text, with line breaks turned into spaces."""
    return to_text(raw).replace("\n", " ")


def escape(text: str) -> str:
    r"""A text as it stands in a file: `\` and `]` escaped, line breaks as LF."""
    return _SPECIAL.sub(lambda m: "\\" + m.group(), _NEWLINE.sub("\n", text))


def read_bytes(path: str | os.PathLike[str], limit: int = DEFAULT_LIMITS.size) -> bytes:
    """The content of a file, refused before it is read when larger than `limit` bytes.

    Raises OSError for a file that cannot be read and RecordError for one that is too large.
    """
    with Path(path).open("rb") as file:
        size = os.fstat(file.fileno()).st_size
        data = b"" if size > limit else file.read(limit + 1)
    if size > limit or len(data) > limit:
        shown = f"{size:,}" if size > limit else f"more than {limit:,}"
        raise RecordError(f"the file has {shown} bytes; the limit is {limit:,}")
    return data


_CHARSETS = {
    "utf8": "utf-8",
    "iso88591": "latin-1",
    "latin1": "latin-1",
    "usascii": "ascii",
    "ascii": "ascii",
}


def decode(data: bytes) -> str:
    """A file's text by its `CA` property; a byte order mark is dropped.

    UTF-8, ISO-8859-1 and ASCII are known. Without `CA` the text is UTF-8 if it is valid as such,
    else ISO-8859-1, the default of SGF.
    """
    for mark in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
        if data.startswith(mark):
            raise RecordError("the file is UTF-16; save it as UTF-8", line=1, column=1)
    marked = data.startswith(codecs.BOM_UTF8)
    if marked:
        data = data[len(codecs.BOM_UTF8) :]
    name = None if marked else _declared(data)
    if name is None:
        if not marked:
            try:
                return data.decode("utf-8")
            except UnicodeDecodeError:
                return data.decode("latin-1")
        name = "UTF-8"
    codec = _CHARSETS.get(re.sub(r"[^a-z0-9]", "", name.lower()))
    if codec is None:
        raise RecordError(
            f"unknown character set {quote(name)}; save the file as UTF-8 or ISO-8859-1"
        )
    try:
        return data.decode(codec)
    except UnicodeDecodeError as error:
        line, column = Source(data.decode("latin-1")).where(error.start)
        raise RecordError(
            f"byte 0x{data[error.start]:02x} is not valid {name}", line=line, column=column
        ) from None


def _declared(data: bytes) -> str | None:
    """The root node's `CA`; SGF's own signs are ASCII, so any single-byte reading finds it."""
    text = data.decode("latin-1")
    at = _SPACE.match(text, 0).end()  # type: ignore[union-attr]
    for sign in "(;":
        if not text.startswith(sign, at):
            return None
        at = _SPACE.match(text, at + 1).end()  # type: ignore[union-attr]
    found: str | None = None
    while name := _NAME.match(text, at):
        at = _SPACE.match(text, name.end()).end()  # type: ignore[union-attr]
        while text.startswith("[", at):
            end = _value_end(text, at + 1)
            if end < 0:
                return found
            if found is None and Property(name.group(), []).key == "CA":
                found = to_simple_text(text[at + 1 : end]).strip() or None
            at = _SPACE.match(text, end + 1).end()  # type: ignore[union-attr]
    return found


def _value_end(text: str, start: int) -> int:
    """Offset of the `]` that ends the value beginning at `start`, or -1."""
    at = start
    while (end := text.find("]", at)) >= 0:
        slash = end
        while slash > at and text[slash - 1] == "\\":
            slash -= 1
        if (end - slash) % 2 == 0:
            return end
        at = end + 1
    return -1


def parse(text: str | Source, limits: Limits = DEFAULT_LIMITS) -> list[Node]:
    """The root nodes of the game trees in a text, at least one.

    Raises RecordError with line, column and reason for anything that is not SGF or exceeds the
    limits. Property names may hold digits (`1`, `A4`) and, for old files, small letters.
    """
    source = text if isinstance(text, Source) else Source(text)
    return _Parser(source, limits).run()


class _Parser:
    def __init__(self, source: Source, limits: Limits) -> None:
        self.source = source
        self.text = source.text
        self.limits = limits
        self.nodes = 0
        self.values = 0

    def run(self) -> list[Node]:
        text = self.text
        if len(text) > self.limits.size:
            raise RecordError(
                f"the text has {len(text):,} characters; the limit is {self.limits.size:,}"
            )
        if (at := text.find("\0")) >= 0:
            raise self.source.error(at, "a NUL character: this is not a text file")
        if surrogate := re.search("[\ud800-\udfff]", text):
            raise self.source.error(surrogate.start(), "half a surrogate pair is not a character")
        at = self.skip(1 if text.startswith("\ufeff") else 0)
        roots: list[Node] = []
        while at < len(text):
            if text[at] != "(":
                raise self.source.error(
                    at, f"a game begins with '(', not with {quote(text[at : at + 12])}"
                )
            root, at = self.tree(at)
            roots.append(root)
            at = self.skip(at)
        if not roots:
            raise self.source.error(0, "the file holds no game")
        return roots

    def skip(self, at: int) -> int:
        return _SPACE.match(self.text, at).end()  # type: ignore[union-attr]

    def tree(self, start: int) -> tuple[Node, int]:
        """One game tree from its `(`; returns its root and the offset after its `)`."""
        text, source = self.text, self.source
        root: Node | None = None
        # For each open '(': the node it hangs from, and the last node of its sequence so far.
        open_trees: list[tuple[int, Node | None]] = []
        last: Node | None = None
        at = start
        closed_a_variation = False
        while True:
            sign = text[at : at + 1]
            if sign == "(":
                if open_trees and last is open_trees[-1][1]:
                    raise source.error(at, "a variation needs a node (';') before its variations")
                if len(open_trees) >= self.limits.depth:
                    raise source.error(at, f"variations nest deeper than {self.limits.depth:,}")
                open_trees.append((at, last))
                closed_a_variation = False
                at = self.skip(at + 1)
            elif sign == ";":
                if closed_a_variation:
                    raise source.error(at, "a node cannot follow a variation; '(' or ')' expected")
                node, at = self.node(at)
                if last is not None:
                    last.children.append(node)
                else:
                    root = node
                last = node
            elif sign == ")":
                begun, parent = open_trees.pop()
                if last is parent or root is None:
                    raise source.error(begun, "a variation without a node (';')")
                last = parent
                at += 1
                if not open_trees:
                    return root, at
                closed_a_variation = True
                at = self.skip(at)
            elif not sign:
                raise source.error(
                    len(text), f"the file ends inside a game; {len(open_trees)} × ')' missing"
                )
            else:
                raise source.error(
                    at, f"expected ';', '(' or ')', found {quote(text[at : at + 12])}"
                )

    def node(self, start: int) -> tuple[Node, int]:
        """One node from its `;`; returns it and the offset of what follows."""
        self.nodes += 1
        if self.nodes > self.limits.nodes:
            raise self.source.error(start, f"more than {self.limits.nodes:,} nodes")
        node = Node(offset=start)
        at = self.skip(start + 1)
        while name := _NAME.match(self.text, at):
            prop = Property(name.group(), [], offset=at)
            at = self.skip(name.end())
            while self.text.startswith("[", at):
                end = _value_end(self.text, at + 1)
                if end < 0:
                    raise self.source.error(
                        at, f"the value of {quote(prop.name)} has no closing ']'"
                    )
                self.values += 1
                if self.values > self.limits.values:
                    raise self.source.error(at, f"more than {self.limits.values:,} values")
                prop.values.append(self.text[at + 1 : end])
                at = self.skip(end + 1)
            if not prop.values:
                raise self.source.error(
                    prop.offset, f"the property {quote(prop.name)} has no value"
                )
            if len(node.properties) == self.limits.properties:
                raise self.source.error(
                    prop.offset, f"a node with more than {self.limits.properties:,} properties"
                )
            node.properties.append(prop)
        return node, at


def write(roots: Iterable[Node]) -> str:
    """The text of game trees: a line a node, variations in parentheses of their own.

    Reading it back gives the same nodes, properties, values and order.
    """
    out: list[str] = []
    for root in roots:
        # Work items: a node to write, or a parenthesis to open or to close.
        stack: list[Node | None] = [None, root, _OPEN]
        while stack:
            item = stack.pop()
            if item is None:
                out.append(")\n")
                continue
            if item is _OPEN:
                out.append("(")
                continue
            out.append(";")
            for prop in item.properties:
                out.append(prop.name)
                out.extend(f"[{value}]" for value in prop.values)
            out.append("\n")
            if len(item.children) == 1:
                stack.append(item.children[0])
            else:
                for child in reversed(item.children):
                    stack.extend((None, child, _OPEN))
    return "".join(out)


_OPEN = Node()
