"""Builds nodes from the event stream of a YAML parser, under all limits.

Works alike on PyYAML's C parser and on its Python one. Nothing is constructed
by PyYAML: no tags, no aliases, no guessing of types. The walk keeps its own
stack, so no input can exhaust Python's.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import field
from typing import Any

import yaml

from interpreter.diagnostics import Problem, Problems
from interpreter.records import record
from interpreter.source import limits
from interpreter.source.errors import (
    AliasUsed,
    BadBlockHeader,
    ControlCharacter,
    DirectiveUsed,
    DuplicateKey,
    EmptyFile,
    InvisibleCharacter,
    KeyIsNumber,
    KeyNotText,
    KeyTooLong,
    MergeKeyUsed,
    NotAnIdCharacter,
    NotText,
    SecondDocument,
    TagUsed,
    TooDeep,
    TooManyNodes,
)
from interpreter.source.faults import word_problem, yaml_fault
from interpreter.source.loaders import FAST_LOADER, Loader
from interpreter.source.positions import first_escape
from interpreter.source.scalars import resolve
from interpreter.source.text import INVISIBLE, odd_character
from interpreter.source.tree import Mapping, Node, Scalar, Sequence, SourceText

_COLON = re.compile(r"(?:\s|#[^\n]*\n)*:")
_NEXT_ITEM = re.compile(r"(?:\s|#[^\n]*\n)*-")
_BLOCK_HEADER = re.compile(r"[|>][-+1-9]{0,2}(?: *| +#[^\n]*)(?:\n|\Z)")


@record(slots=True)
class Budget:
    """How many nodes the pack may still have."""

    left: int = limits.NODES


@record(slots=True)
class Composed:
    """What reading one text gives: a root unless it is broken, and what is wrong."""

    root: Node | None = None
    problems: list[Problem] = field(default_factory=list)


def compose(source: SourceText, budget: Budget, loader: Loader = FAST_LOADER) -> Composed:
    """Read one text into nodes. Bad input gives problems, never an exception."""
    composer = _Composer(source, budget)
    takers = composer.takers
    try:
        for event in _events(source, loader):
            take = takers.get(type(event))
            if take is not None:
                take(event)
    except _StopReading as stop:
        composer.problems.report(stop.problem)
        return Composed(None, composer.problems)
    root = composer.root
    if root is None or (isinstance(root, Scalar) and root.value in (None, "")):
        if not composer.problems:
            composer.problems.report(EmptyFile(source.span(0, 0)))
        root = None
    return Composed(root, composer.problems)


class _StopReading(Exception):
    """What is wrong makes the rest of the file unreadable."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self.problem = problem


def _events(source: SourceText, loader_class: Loader) -> Iterator[yaml.Event]:
    """Yield the parser's events; whatever it raises becomes one problem."""
    loader = None
    try:
        loader = loader_class(source.text)
        yield from iter(loader.get_event, None)
    except yaml.YAMLError as bad:
        raise _StopReading(yaml_fault(source, bad)) from bad
    except ValueError as bad:
        # The Python parser lets `chr` complain about "\UFFFFFFFF".
        start = max(source.text.rfind("\\", 0, getattr(loader, "index", 0)), 0)
        raise _StopReading(NotText(source.span(start, start + 10), source.text[start : start + 10])) from bad
    finally:
        if loader is not None:
            loader.dispose()


def _begin(event: yaml.Event) -> int:
    return event.start_mark.index if event.start_mark else 0


def _end(event: yaml.Event) -> int:
    return event.end_mark.index if event.end_mark else 0


@record(slots=True)
class _Frame:
    """A list or map that is still open."""

    start: int
    stop: int
    flow: bool = False
    items: list[Node] = field(default_factory=list)
    entries: list[tuple[Scalar, Node]] | None = None
    seen: dict[str, Scalar] = field(default_factory=dict)
    key: Scalar | None = None
    wants_key: bool = False
    run_on: bool = False
    """Whether its first key came again: another thing begins there, and its `-` is missing."""


class _Composer:
    """Takes events one by one and builds the tree."""

    def __init__(self, source: SourceText, budget: Budget) -> None:
        self.source = source
        self.budget = budget
        self.problems = Problems(most=limits.DIAGNOSTICS_PER_FILE)
        self.root: Node | None = None
        self._frames: list[_Frame] = []
        self._documents = 0
        self._sound_keys: set[str] = set()
        """What may stand as a key wherever it is written without quotes."""
        self.takers: dict[type, Callable[[Any], None]] = {
            yaml.ScalarEvent: self._scalar,
            yaml.SequenceStartEvent: self._open_sequence,
            yaml.MappingStartEvent: self._open_mapping,
            yaml.SequenceEndEvent: self._close,
            yaml.MappingEndEvent: self._close,
            yaml.AliasEvent: self._alias,
            yaml.DocumentStartEvent: self._document,
        }

    def _document(self, event: yaml.DocumentStartEvent) -> None:
        start = _begin(event)
        self._documents += 1
        if self._documents > 1:
            raise _StopReading(SecondDocument(self.source.span(start, start + 3)))
        if self.source.text.startswith("%", start):
            raise _StopReading(DirectiveUsed(self.source.span(start, start + 1)))

    def _scalar(self, event: yaml.ScalarEvent) -> None:
        start, stop, style = self._counted(event), _end(event), event.style or ""
        value, refused = (event.value, None) if style else resolve(event.value)
        if start == stop:
            start = stop = self._empty_place(start)
        if style in ("", "|", ">"):
            text = self.source.text
            while stop > start and text[stop - 1] in " \n":  # some marks include the blanks after the last word
                stop -= 1
        if style in ("|", ">"):
            self._check_header(start)
        elif style == '"':
            self._check_escapes(event.value, start, stop)
        node = Scalar(self.source, start, stop, value, style)
        if refused and not self._at_key():
            self.problems.report(refused(node.span, event.value))
        self._add(node, stop, refused=refused is not None)

    def _empty_place(self, start: int) -> int:
        """Return the place of a value that is not there; the parsers disagree about it."""
        if not self._frames or self._frames[-1].wants_key:
            return start
        frame = self._frames[-1]
        mark = _NEXT_ITEM if frame.entries is None else _COLON
        found = mark.match(self.source.text, frame.stop)
        return found.end() if found else frame.stop

    def _check_header(self, start: int) -> None:
        """Refuse what only one of the parsers lets pass after `|` or `>`."""
        if not _BLOCK_HEADER.match(self.source.text, start):
            raise _StopReading(BadBlockHeader(self.source.span(start, start + 1)))

    def _check_escapes(self, value: str, start: int, stop: int) -> None:
        """Refuse characters that only an escape can bring in."""
        if self.source.text.find("\\", start, stop) < 0 or odd_character(value) is None:
            return
        unit = first_escape(self.source.text, start + 1, stop - 1, lambda text: odd_character(text) is not None)
        if unit is None:
            return  # written as it is: reported with the raw text
        span = self.source.span(unit.start, unit.stop)
        if not unit.text:
            raise _StopReading(NotText(span, self.source.text[unit.start : unit.stop]))
        known = InvisibleCharacter if INVISIBLE.match(unit.text) else ControlCharacter
        self.problems.report(known(span, unit.text))

    def _open_sequence(self, event: yaml.SequenceStartEvent) -> None:
        self._open(event, None)

    def _open_mapping(self, event: yaml.MappingStartEvent) -> None:
        self._open(event, [])

    def _open(self, event: yaml.CollectionStartEvent, entries: list[tuple[Scalar, Node]] | None) -> None:
        start = self._counted(event)
        if len(self._frames) >= limits.DEPTH:
            raise _StopReading(TooDeep(self.source.span(start, start + 1)))
        self._frames.append(
            _Frame(start, start, flow=bool(event.flow_style), entries=entries, wants_key=entries is not None)
        )

    def _close(self, event: yaml.CollectionEndEvent) -> None:
        frame = self._frames.pop()
        # A block has no closing mark of its own: it stops where its last value does.
        stop = _end(event) if frame.flow else frame.stop
        node: Node
        if frame.entries is None:
            node = Sequence(self.source, frame.start, stop, tuple(frame.items))
        else:
            node = Mapping(self.source, frame.start, stop, tuple(frame.entries))
        self._add(node, stop)

    def _alias(self, event: yaml.AliasEvent) -> None:
        raise _StopReading(word_problem(AliasUsed, self.source, _begin(event)))

    def _counted(self, event: yaml.ScalarEvent | yaml.CollectionStartEvent) -> int:
        """Count a node and give where it begins. An anchor or a tag, which stands there, is refused.

        Reading stops then: the parsers disagree about what such a word may hold.
        """
        start = _begin(event)
        self.budget.left -= 1
        if self.budget.left < 0:
            raise _StopReading(TooManyNodes(self.source.span(start, start + 1)))
        if event.anchor is not None or event.tag is not None:
            problem = TagUsed if self.source.text[start] == "!" else AliasUsed
            raise _StopReading(word_problem(problem, self.source, start))
        return start

    def _at_key(self) -> bool:
        return bool(self._frames) and self._frames[-1].wants_key

    def _add(self, node: Node, stop: int, *, refused: bool = False) -> None:
        """Put a finished node, which ends at `stop`, where it belongs."""
        if not self._frames:
            self.root = node
            return
        frame = self._frames[-1]
        frame.stop = max(frame.stop, stop)
        if frame.entries is None:
            frame.items.append(node)
        elif frame.wants_key:
            frame.key = self._key(node, frame, refused=refused)
            frame.wants_key = False
        else:
            if frame.key is not None:
                frame.entries.append((frame.key, node))
            frame.wants_key = True

    def _key(self, node: Node, frame: _Frame, *, refused: bool) -> Scalar | None:
        """Return the key, or nothing (dropping its value) when it cannot be one."""
        if not isinstance(node, Scalar) or node.style or node.value not in self._sound_keys:
            problem = _key_problem(node, refused=refused)
            if problem:
                self.problems.report(problem)
                return None
            assert isinstance(node, Scalar)
            # A word such as `yes` or `on` is the text it is written as when it is a key.
            if not isinstance(node.value, str):
                node = Scalar(node.origin, node.start, node.stop, node.text, node.style)
            elif not node.style:
                self._sound_keys.add(node.value)
        first = frame.seen.setdefault(node.text, node)
        if first is not node:
            began = self._in_a_list() and next(iter(frame.seen)) == node.text
            if not frame.run_on:
                self.problems.report(DuplicateKey(node.span, node.text, first.span, began))
            frame.run_on = frame.run_on or began
            return None
        return node

    def _in_a_list(self) -> bool:
        """Whether the map that is open stands in a list."""
        return len(self._frames) > 1 and self._frames[-2].entries is None


def _key_problem(node: Node, *, refused: bool) -> Problem | None:
    if not isinstance(node, Scalar) or node.value is None or refused:
        return KeyNotText(node.span)
    if isinstance(node.value, int) and not isinstance(node.value, bool):
        return KeyIsNumber(node.span)
    text = node.text
    if not node.style and text == "<<":
        return MergeKeyUsed(node.span)
    if not text.strip():
        return KeyNotText(node.span)
    if len(text) > limits.NAME_CHARACTERS:
        return KeyTooLong(node.span)
    if not text.isascii():
        at = next(at for at, character in enumerate(text) if not character.isascii())
        return NotAnIdCharacter(node.script().span(at, at + 1), text[at])
    return None
