"""Owns what reading gives: nodes that know their place, documents, a pack.

Nothing here reads files or judges; nodes are plain facts about what is written.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from collections.abc import Sequence as Lines
from dataclasses import field

from interpreter.diagnostics import Diagnostic, Span
from interpreter.records import record
from interpreter.source.positions import Runs, add_run, add_runs, places, stretch_of

_NEAR = 200
"""Characters before and behind a script that are looked at to tell where it stands."""
_KEY_BEFORE = re.compile(r"""([a-z_][a-z0-9_]*): *(?:>[-+0-9]* *)?(?:#[^\n]*)?\s*["']?\Z""")


class SourceText:
    """The decoded text of one file; turns offsets into lines and columns."""

    __slots__ = ("_starts", "file", "text")
    _starts: list[int]
    file: str
    text: str

    def __init__(self, file: str, text: str) -> None:
        r"""Keep the text; newlines must be `\n` already."""
        self.file = file
        self.text = text
        starts = [0]
        at = text.find("\n")
        while at >= 0:
            starts.append(at + 1)
            at = text.find("\n", at + 1)
        self._starts = starts

    def place(self, offset: int) -> tuple[int, int]:
        """Return the line and column, from 1, of an offset."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def span(self, start: int, stop: int) -> Span:
        """Return the span of `text[start:stop]`."""
        return Span(self.file, *self.place(start), *self.place(stop))

    def lines(self) -> list[str]:
        """Return the lines without their ends."""
        return self.text.split("\n")


class Node:
    """Anything written in a document; knows where. Not to be changed once made.

    Plain slots and a span made when asked for: a pack has many nodes, few errors.
    """

    __slots__ = ("origin", "start", "stop")

    def __init__(self, origin: SourceText, start: int, stop: int) -> None:
        """Keep the stretch `origin.text[start:stop]` it is written as."""
        self.origin = origin
        self.start = start
        self.stop = stop

    @property
    def span(self) -> Span:
        """Return its place in the file."""
        return self.origin.span(self.start, self.stop)

    def __bool__(self) -> bool:
        """True for every node: an empty list is something written, not nothing."""
        return True


class Scalar(Node):
    """One value: text, a whole number, yes/no, or nothing.

    `style` is the quote or block character, empty for a plain value.
    """

    __slots__ = ("style", "value")

    def __init__(self, origin: SourceText, start: int, stop: int, value: str | bool | int | None, style: str) -> None:
        """Keep the value and how it is written."""
        self.origin = origin
        self.start = start
        self.stop = stop
        self.value = value
        self.style = style

    def __repr__(self) -> str:
        return f"Scalar({self.value!r})"

    @property
    def text(self) -> str:
        """Return the value as it is written, without quotes or escapes."""
        if isinstance(self.value, str):
            return self.value
        return self.origin.text[self.start : self.stop]

    def script(self) -> ScriptSource:
        """Return the text with the way back to the file for every character."""
        text = self.text
        return ScriptSource(
            text, self.origin, places(self.origin.text, self.start, self.stop, self.style, text), self.style
        )


class Sequence(Node):
    """A list."""

    __slots__ = ("items",)

    def __init__(self, origin: SourceText, start: int, stop: int, items: tuple[Node, ...]) -> None:
        """Keep the items in order."""
        super().__init__(origin, start, stop)
        self.items = items

    def __repr__(self) -> str:
        return f"Sequence({list(self.items)!r})"

    def __iter__(self) -> Iterator[Node]:
        return iter(self.items)

    def __len__(self) -> int:
        return len(self.items)


class Mapping(Node):
    """A map with text keys; no key occurs twice."""

    __slots__ = ("_index", "entries")

    def __init__(self, origin: SourceText, start: int, stop: int, entries: tuple[tuple[Scalar, Node], ...]) -> None:
        """Keep the entries in order, and a look-up table: maps of terms are long and often asked."""
        super().__init__(origin, start, stop)
        self.entries = entries
        self._index = {entry[0].text: entry for entry in entries}

    def __repr__(self) -> str:
        return f"Mapping({ {key.text: value for key, value in self.entries}!r})"

    def get(self, key: str) -> Node | None:
        """Return the value of a key."""
        entry = self._index.get(key)
        return entry[1] if entry else None

    def key(self, key: str) -> Scalar | None:
        """Return the node of the key itself, to point at it."""
        entry = self._index.get(key)
        return entry[0] if entry else None

    @property
    def in_braces(self) -> bool:
        """Say whether the map is written in braces, where a comma ends a plain text."""
        return self.origin.text.startswith("{", self.start)

    def keys(self) -> tuple[str, ...]:
        """Return the keys in the order they are written."""
        return tuple(self._index)

    def __contains__(self, key: object) -> bool:
        return key in self._index


class ScriptSource:
    """Script text, and the way back from each of its characters to the file."""

    __slots__ = ("_origin", "_runs", "style", "text")
    _origin: SourceText
    _runs: list[int]
    style: str
    text: str

    def __init__(self, text: str, origin: SourceText, runs: Runs, style: str = "|") -> None:
        """Keep for each character of `text` where it stands in the file; `style` is how it is written, as of a scalar."""
        self.style = style
        self.text = text
        self._origin = origin
        self._runs = runs

    @classmethod
    def from_text(cls, text: str, file: str = "script") -> ScriptSource:
        """Wrap text that stands in no YAML file, for tests and consoles."""
        return cls(text, SourceText(file, text), [0, 0, 1])

    @property
    def file(self) -> str:
        """Return the file the text stands in."""
        return self._origin.file

    def span(self, start: int, end: int) -> Span:
        """Return the place in the file of `text[start:end]`."""
        start = min(max(start, 0), len(self.text))
        end = min(max(end, start), len(self.text))
        return self._origin.span(*self.stretch(start, end))

    def stretch(self, start: int, end: int) -> tuple[int, int]:
        """Return where in the text of the file `text[start:end]` begins and ends."""
        begin = self._start(start)
        return begin, stretch_of(self._runs, end - 1)[1] if end > start else begin

    def _start(self, at: int) -> int:
        return stretch_of(self._runs, at)[0]

    def written(self, start: int, end: int) -> str:
        """Return `text[start:end]` as it stands in the file: with the braces of a template, not what fills them."""
        begin, stop = self.stretch(start, end)
        return self._origin.text[begin:stop]

    def part(self, start: int, end: int) -> ScriptSource:
        """Return `text[start:end]` with the same way back to the file."""
        runs: Runs = []
        add_runs(runs, 0, self._runs, start, end)
        add_run(runs, end - start, self._start(end), 1)
        return ScriptSource(self.text[start:end], self._origin, runs, self.style)

    def joined(self) -> Iterator[int]:
        """Where a line of the file goes on that YAML has joined to the line above it: only a `|` block keeps lines."""
        if self.style == "|":
            return
        line = self._origin.place(self._start(0))[0]
        for at, character in enumerate(self.text):
            if character in " \n":
                continue
            above, line = line, self._origin.place(self._start(at))[0]
            if line > above and at and "\n" not in self.text[len(self.text[:at].rstrip()) : at]:
                yield at

    def torn(self) -> bool:
        """Whether a bracket is open at its end, or closed and never opened, and a comma of YAML stands right there."""
        file, depth, lowest = self._origin.text, 0, 0
        for sign in self.text:
            depth += (sign in "([") - (sign in ")]")
            lowest = min(lowest, depth)
        begin, end = self._start(0), self._start(len(self.text))
        behind, before = file[end : end + _NEAR].lstrip()[:1], file[max(begin - _NEAR, 0) : begin].rstrip()[-1:]
        return not self.style and ((depth > 0 and behind == ",") or (lowest < 0 and before == ","))

    def key(self) -> str:
        """The key in the file that the text is the value of; nothing for an item of a list."""
        begin = self._start(0)
        found = _KEY_BEFORE.search(self._origin.text, max(begin - _NEAR, 0), begin)
        return found[1] if found else ""

    def filled(self, values: dict[str, str]) -> ScriptSource:
        """Replace each `{name}` by its value; what is put in points at the braces."""
        pieces: list[str] = []
        runs: Runs = []
        at = filled = 0
        for begin, end, name in _holes(self.text, values):
            value = values[name]
            pieces += (self.text[at:begin], value)
            add_runs(runs, filled, self._runs, at, begin)
            filled += begin - at
            braces, stop = self.stretch(begin, end)
            if value:
                add_run(runs, filled, braces, stop - braces)
            filled += len(value)
            at = end
        pieces.append(self.text[at:])
        add_runs(runs, filled, self._runs, at, len(self.text) + 1)
        return ScriptSource("".join(pieces), self._origin, runs, self.style)


def _holes(text: str, values: dict[str, str]) -> Iterator[tuple[int, int, str]]:
    at = text.find("{")
    while at >= 0:
        close = text.find("}", at)
        name = text[at + 1 : close] if close >= 0 else ""
        if name in values:
            yield at, close + 1, name
            at = text.find("{", close + 1)
        else:
            at = text.find("{", at + 1)


def plain(node: Node) -> object:
    """Return nested dict, list, str, int, bool and None.

    Depth is bounded by the reader, so plain recursion is safe.
    """
    if isinstance(node, Scalar):
        return node.value
    if isinstance(node, Sequence):
        return [plain(item) for item in node.items]
    if isinstance(node, Mapping):
        return {key.text: plain(value) for key, value in node.entries}
    message = f"not a node: {type(node).__name__}"
    raise TypeError(message)


@record(frozen=True, slots=True)
class Document:
    """One YAML file of a pack: its path inside the pack, its kind, its content."""

    path: str
    kind: str
    root: Node


@record(frozen=True, slots=True)
class PackPart:
    """One pack of a stack: what it is called, how its files are named in spans, where it lies, a hash of its content."""

    id: str
    version: str
    where: str
    place: str
    digest: str
    named: bool = True
    """Whether it was asked for itself, or only comes along because another one requires it."""
    below: tuple[str, ...] = ()
    """Every pack it stands on, also through others, by name."""
    languages: tuple[str, ...] = ()
    """Those that it declares itself."""


@record(frozen=True, slots=True)
class PackSource:
    """All that a pack's files say, and all that is wrong with how they say it.

    `where` is how the pack was asked for; spans name files as `where/path`.
    `files` holds the bytes of every file read, `texts` the text of documents.
    A pack on other packs has all of them in `packs`, the lowest first, and in `layers` as they were read; its
    documents are then those of the finished game, each node with the place it was written at. `removed` tells who took
    away a name that a pack below had.
    """

    name: str
    where: str
    documents: tuple[Document, ...]
    diagnostics: tuple[Diagnostic, ...]
    digest: str
    files: dict[str, bytes] = field(default_factory=dict, repr=False)
    texts: dict[str, SourceText] = field(default_factory=dict, repr=False)
    packs: tuple[PackPart, ...] = ()
    layers: tuple[PackSource, ...] = field(default=(), repr=False)
    removed: dict[str, tuple[str, Span]] = field(default_factory=dict, repr=False)

    def owner(self, file: str) -> str:
        """Return the id of the pack that a file named by a span belongs to."""
        fitting = [one for one in self.packs if file.startswith(f"{one.where}/")]
        return max(fitting, key=lambda one: len(one.where)).id if fitting else self.name

    def lines(self, file: str) -> Lines[str]:
        """Return the lines of a file named by a span or by its path in the pack."""
        text = self.texts.get(file) or self.texts.get(f"{self.where}/{file}")
        return text.lines() if text else self._lines_of_note(file)

    def _lines_of_note(self, file: str) -> Lines[str]:
        """The lines of a file that is no document, such as the list of rules: nobody reads it unless it is wrong."""
        for layer in self.layers or (self,):
            content = layer.files.get(file.removeprefix(f"{layer.where}/"))
            if content is not None and file.startswith(f"{layer.where}/") and file.endswith(".txt"):
                return SourceText(file, content.decode("utf-8", "replace")).lines()
        return ()

    def of_kind(self, kind: str) -> tuple[Document, ...]:
        """Return the documents of one kind, in the order of their paths."""
        return tuple(one for one in self.documents if one.kind == kind)
