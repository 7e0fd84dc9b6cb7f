"""Tells, from where a YAML parser gave up, which mistake was made.

The C parser and the Python one word their complaints differently but agree on
the context, so the context and the text at the mark decide.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import takewhile

import yaml

from interpreter.diagnostics import Problem, Span
from interpreter.source.errors import (
    AliasUsed,
    BadBlockHeader,
    BadStart,
    ColonInText,
    DirectiveUsed,
    KeyTooDeep,
    LeftScript,
    MissingBar,
    MissingColon,
    NotText,
    NotYaml,
    QuoteInside,
    TagUsed,
    TightColon,
    UnclosedBracket,
    UnclosedQuote,
)
from interpreter.source.positions import first_escape
from interpreter.source.tree import SourceText

_WORD = re.compile(r"[^\s,\[\]{}]*")
_KEY = re.compile(r"(?P<depth> *(?:- +)*)(?P<key>[a-z_][a-z0-9_]*):(?= |$) *(?P<value>[^#]*)")
_BRACES = re.compile(r" *(?:- +)*(?P<key>[a-z_][a-z0-9_]*): +(?P<value>\{[a-z_][a-z0-9_]*\}[^\s,:#{}][^#]*)")
_HEARD = re.compile(r" *(?:- +)*when: +(?P<value>[^#]*)")
_GAP = re.compile(r"\{([a-z][a-z0-9_]*):[^{}]*\}")
_BLOCK = re.compile(r"[|>][-+0-9]* *")
_SCRIPT_WORDS = ("else", "may")


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
    span = source.span(opened, len(source.text) if end < 0 else end)
    script = _script_above(source, opened)
    return LeftScript(span, script) if script else MissingColon(span)


def _above(source: SourceText, at: int) -> Iterator[str]:
    """Yield the lines above a place that say something, the nearest first."""
    for line in reversed(source.text[: source.text.rfind("\n", 0, at) + 1].split("\n")):
        if line.strip() and not line.lstrip().startswith("#"):
            yield line


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _script_above(source: SourceText, at: int) -> str:
    """Return the key of the `|` block that ends just above a line that is not as deep."""
    least = 0
    for line in _above(source, at):
        found = _KEY.match(line)
        if found and _BLOCK.fullmatch(found["value"]) and least > len(found["depth"]):
            return found["key"] if source.place(at)[1] - 1 < least else ""
        least = min(least or _depth(line), _depth(line))
        if not _depth(line):
            break
    return ""


def _line(source: SourceText, at: int) -> tuple[int, str]:
    start = source.text.rfind("\n", 0, at) + 1
    return start, source.text[start:].partition("\n")[0]


def _key_too_deep(source: SourceText, at: int) -> Problem | None:
    """Tell a key that stands deeper than the key above, which has a value."""
    start, line = _line(source, at)
    found, above = _KEY.match(line), _KEY.match(next(_above(source, at), ""))
    if not found or not above or not above["value"].strip() or found["key"] in _SCRIPT_WORDS or "-" in found["depth"]:
        return None
    if len(found["depth"]) <= len(above["depth"]):
        return None
    return KeyTooDeep(source.span(start + found.start("key"), start + found.end("key")), found["key"])


def _second_colon(source: SourceText, _opened: int, at: int) -> Problem:
    """Tell a key that stands too deep, and a script without its `|`, from a text with a colon."""
    start, line = _line(source, at)
    deep = _key_too_deep(source, at) if line[: at - start].strip().isidentifier() else None
    if deep:
        return deep
    rest = line[at - start + 1 :].partition("#")[0]
    if not rest.strip():
        own = _KEY.match(line[: at - start])
        depth = len(own["depth"]) + 1 if own else _depth(line)
        for one in (line, *_above(source, at)):
            found = _KEY.match(one)
            if found and len(found["depth"]) < depth:
                return MissingBar(source.span(at, at + 1), found["key"])
    return _colon(source, at, in_brackets=False)


def _colon(source: SourceText, at: int, *, in_brackets: bool) -> ColonInText:
    """Tell a text with a colon, what quotes it has, and what a reaction hears that is written as a verb is declared."""
    start, line = _line(source, at)
    before = re.split(r"[,\[\]{}]" if in_brackets else "\n", source.text[start:at])[-1].rpartition(": ")[2]
    curly = re.match(r" *(?:[a-z_]+: +)?[“”„«»‘]", before) is not None
    heard = _HEARD.match(line)
    gap = heard is not None and re.search(r"\{[a-z][a-z0-9_]*$", line[: at - start]) is not None
    plain = _GAP.sub(r"\1", heard["value"].strip()) if heard is not None and gap else ""
    return ColonInText(source.span(at, at + 1), in_brackets, curly, plain)


def _quote_inside(source: SourceText, at: int) -> Problem | None:
    """Tell a quote that ends a text early: what goes on behind it, or a third quote on its line, gives it away."""
    start, line = _line(source, at)
    before, rest = line[: at - start], line[at - start :]
    quote = before.rstrip(" ")[-1:]
    if quote not in ("'", '"') or (before.endswith(" ") and rest.count(quote) % 2 == 0):
        return None
    closing = start + before.rindex(quote)
    return QuoteInside(source.span(closing, closing + 1), quote)


def _in_brackets(source: SourceText, opened: int, at: int) -> Problem:
    """Tell a text that needs other quotes, or quotes at all, from a bracket that is never closed."""
    if source.text[at : at + 1] == ":" and _key_before(source, opened, at):
        return _colon(source, at, in_brackets=True)
    return _quote_inside(source, at) or UnclosedBracket(source.span(opened, opened + 1))


def _key_before(source: SourceText, opened: int, at: int) -> bool:
    """Say whether the line has a key and its colon already, so that a colon here is a second one."""
    start = max(_line(source, at)[0], opened + 1)
    return ": " in re.split(r"[,\[\]{}]", source.text[start:at])[-1]


def _start(source: SourceText, _opened: int, at: int) -> Problem:
    character = source.text[at : at + 1]
    if character == "%":
        return DirectiveUsed(source.span(at, at + 1))
    return BadStart(source.span(at, at + 1), character)


def _misfit(source: SourceText, _opened: int, at: int) -> Problem:
    start, line = _line(source, at)
    if not line[: at - start].strip():
        deep = _key_too_deep(source, at)
        if deep:
            return deep
        script = "" if _KEY.match(line) or line.lstrip().startswith("-") else _script_above(source, at)
        if script:
            return LeftScript(source.span(at, start + len(line.rstrip())), script)
    return _quote_inside(source, at) or NotYaml(source.span(at, at + 1)).but(cure=_cure(source, at))


def _cure(source: SourceText, at: int) -> str:
    """What to write where a line does not fit: braces without quotes, a list without a key, an item without a dash."""
    start, line = _line(source, at)
    braces = _BRACES.match(line)
    if braces and braces.start("value") < at - start < len(line):
        return f'what has braces in it needs quotes: `{braces["key"]}: "{braces["value"].rstrip()}"`'
    if line[: at - start].strip():
        return ""
    above = list(_above(source, at))
    if _KEY.match(line) and not line.lstrip().startswith("-") and above and above[-1].lstrip().startswith("- "):
        return "write a key above the list at the beginning of the file, as in `card:`"
    if line.lstrip().startswith("- "):
        inner = list(takewhile(lambda one: _depth(one) > _depth(line), above))
        first = _KEY.match(inner[-1]) if inner else None
        if first and "-" not in first["depth"]:
            return (
                f"each item of a list begins with `- `: write `- {first['key']}: …` at the first line of the one above"
            )
    return ""


_JUDGES: tuple[tuple[tuple[str, ...], Callable[[SourceText, int, int], Problem]], ...] = (
    (("quoted scalar",), _quoted),
    (("a tag", "tag handle", "tag shorthand", "parsing a tag"), _word(TagUsed)),
    (("an anchor", "an alias"), _word(AliasUsed)),
    (("directive", "incompatible YAML"), _at_opening(DirectiveUsed)),
    (("a block scalar",), _at_opening(BadBlockHeader)),
    (("a flow sequence", "a flow mapping"), _in_brackets),
    (("a simple key",), _rest_of_line),
    (("mapping values are not allowed",), _second_colon),
    (("cannot start any token",), _start),
    (("a plain scalar",), _at_mark(TightColon)),
)
