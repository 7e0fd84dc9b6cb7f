"""Tells, from where a YAML parser gave up, which mistake was made.

The C parser and the Python one word their complaints differently but agree on
the context, so the context and the text at the mark decide.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import yaml

from interpreter.diagnostics import Span
from interpreter.source.errors import (
    AliasUsed,
    BadBlockHeader,
    BadStart,
    ColonInText,
    DirectiveUsed,
    MissingColon,
    NotText,
    NotYaml,
    Problem,
    TagUsed,
    TightColon,
    UnclosedBracket,
    UnclosedQuote,
)
from interpreter.source.positions import first_escape
from interpreter.source.tree import SourceText

_WORD = re.compile(r"[^\s,\[\]{}]*")


def yaml_fault(source: SourceText, bad: yaml.YAMLError) -> Problem:
    """Turn a parser's exception into the mistake it stands for."""
    if not isinstance(bad, yaml.MarkedYAMLError):
        return NotYaml(source.span(0, 0))
    context, problem = bad.context or "", bad.problem or ""
    at = _index(bad.problem_mark, source)
    opened = _index(bad.context_mark or bad.problem_mark, source)
    for words, judge in _JUDGES:
        if any(word in context or word in problem for word in words):
            return judge(source, opened, at)
    return _misfit(source, opened, at)


def _index(mark: yaml.Mark | None, source: SourceText) -> int:
    return min(mark.index, len(source.text)) if mark else 0


def _quoted(source: SourceText, opened: int, _at: int) -> Problem:
    """Tell a quote that is never closed from an escape that means nothing."""
    if source.text[opened : opened + 1] == '"':
        bad = first_escape(source.text, opened + 1, len(source.text), lambda _text: False)
        if bad:
            return NotText(source.span(bad.start, bad.stop), source.text[bad.start : bad.stop])
    return UnclosedQuote(source.span(opened, opened + 1))


def word_problem(problem: Callable[[Span, str], Problem], source: SourceText, start: int) -> Problem:
    """Report the word that begins at a place: an anchor, an alias, a tag."""
    found = _WORD.match(source.text, start)
    stop = max(found.end() if found else start, start + 1)
    return problem(source.span(start, stop), source.text[start:stop])


def _word(problem: Callable[[Span, str], Problem]) -> Callable[[SourceText, int, int], Problem]:
    return lambda source, opened, _at: word_problem(problem, source, opened)


def _at_mark(problem: Callable[..., Problem]) -> Callable[[SourceText, int, int], Problem]:
    return lambda source, _opened, at: problem(source.span(at, at + 1))


def _at_opening(problem: Callable[..., Problem]) -> Callable[[SourceText, int, int], Problem]:
    return lambda source, opened, _at: problem(source.span(opened, opened + 1))


def _rest_of_line(source: SourceText, opened: int, _at: int) -> Problem:
    end = source.text.find("\n", opened)
    return MissingColon(source.span(opened, len(source.text) if end < 0 else end))


def _start(source: SourceText, _opened: int, at: int) -> Problem:
    character = source.text[at : at + 1]
    if character == "%":
        return DirectiveUsed(source.span(at, at + 1))
    return BadStart(source.span(at, at + 1), character)


def _misfit(source: SourceText, _opened: int, at: int) -> Problem:
    return NotYaml(source.span(at, at + 1))


_JUDGES: tuple[tuple[tuple[str, ...], Callable[[SourceText, int, int], Problem]], ...] = (
    (("quoted scalar",), _quoted),
    (("a tag", "tag handle", "tag shorthand", "parsing a tag"), _word(TagUsed)),
    (("an anchor", "an alias"), _word(AliasUsed)),
    (("directive", "incompatible YAML"), _at_opening(DirectiveUsed)),
    (("a block scalar",), _at_opening(BadBlockHeader)),
    (("a flow sequence", "a flow mapping"), _at_opening(UnclosedBracket)),
    (("a simple key",), _rest_of_line),
    (("mapping values are not allowed",), _at_mark(ColonInText)),
    (("cannot start any token",), _start),
    (("a plain scalar",), _at_mark(TightColon)),
)
