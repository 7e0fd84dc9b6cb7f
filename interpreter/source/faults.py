"""Tells, from where a YAML parser gave up, which mistake was made.

The C parser and the Python one word their complaints differently but agree on
the context, so the context and the text at the mark decide.
"""

from __future__ import annotations

from collections.abc import Callable

import yaml

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
from interpreter.source.positions import BadEscapeError, escapes
from interpreter.source.tree import SourceText

_QUOTES = "\"'"


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
    if source.text[opened : opened + 1] == '"':
        try:
            _walk_quoted(source.text, opened + 1)
        except BadEscapeError as bad:
            return NotText(source.span(bad.start, bad.stop), source.text[bad.start : bad.stop])
    return UnclosedQuote(source.span(opened, opened + 1))


def _walk_quoted(text: str, start: int) -> None:
    """Read to the closing quote, raising at the first escape that means nothing."""
    for unit in escapes(text, start, len(text)):
        if unit.text == '"' and unit.stop - unit.start == 1:
            return


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
    (("a tag", "tag handle", "tag shorthand", "parsing a tag"), _at_opening(TagUsed)),
    (("an anchor", "an alias"), _at_opening(AliasUsed)),
    (("directive", "incompatible YAML"), _at_opening(DirectiveUsed)),
    (("a block scalar",), _at_opening(BadBlockHeader)),
    (("a flow sequence", "a flow mapping"), _at_opening(UnclosedBracket)),
    (("a simple key",), _rest_of_line),
    (("mapping values are not allowed",), _at_mark(ColonInText)),
    (("cannot start any token",), _start),
    (("a plain scalar",), _at_mark(TightColon)),
)
