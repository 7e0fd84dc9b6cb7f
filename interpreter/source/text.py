"""Turns the bytes of a file into text, refusing what no text file should hold."""

from __future__ import annotations

import re

from interpreter.diagnostics import Problem, Span
from interpreter.source import limits
from interpreter.source.errors import (
    ControlCharacter,
    FileTooLarge,
    InvisibleCharacter,
    NotUtf8,
    TabUsed,
)
from interpreter.source.tree import SourceText

_PLAIN = bytes([*b"\n", *range(0x20, 0x7F)])
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufffe\uffff\ud800-\udfff]")

# All format characters of Unicode but the joiners that scripts of India and
# Persia need, and the letters that take room without being seen.
INVISIBLE = re.compile(
    "[\xad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u17b4\u17b5\u180b-\u180f"
    "\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb"
    "\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e0fff]"
)


def decode(file: str, content: bytes) -> tuple[SourceText, list[Problem]]:
    r"""Return the text with `\n` line ends, and what is wrong with its characters.

    When anything is wrong but invisible characters, the text is not worth parsing
    and comes back empty.
    """
    if len(content) > limits.FILE_BYTES:
        return SourceText(file, ""), [FileTooLarge(Span.start_of(file))]
    content = content.removeprefix(_BYTE_ORDER_MARK)
    if b"\0" in content[:2]:
        # UTF-16 without a mark: one byte of each Latin letter is zero.
        return SourceText(file, ""), [NotUtf8(Span.start_of(file), content.index(b"\0") + 1)]
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as bad:
        return _undecodable(file, content, bad.start)
    source = SourceText(file, text.replace("\r\n", "\n"))
    if not content.translate(None, _PLAIN):
        return source, []  # a text of plain letters and signs, as most are
    worst = _first_control(source) or _first_tab(source)
    if worst:
        return source, [worst]
    return source, _invisible(source)


def blocks_parsing(problems: list[Problem]) -> bool:
    """Say whether what is wrong keeps the parsers from reading the text."""
    return any(not isinstance(problem, InvisibleCharacter) for problem in problems)


def odd_character(text: str) -> re.Match[str] | None:
    """Find the first control or invisible character of a decoded value."""
    return _CONTROL.search(text) or INVISIBLE.search(text)


def _undecodable(file: str, content: bytes, at: int) -> tuple[SourceText, list[Problem]]:
    readable = content.decode("utf-8", "replace").replace("\r\n", "\n")
    source = SourceText(file, readable)
    before = len(content[:at].decode("utf-8").replace("\r\n", "\n"))
    # UTF-16 starts with a mark that is no UTF-8, so its position is the first byte.
    return source, [NotUtf8(source.span(before, before + 1), at + 1)]


def _first_control(source: SourceText) -> Problem | None:
    found = _CONTROL.search(source.text)
    return ControlCharacter(source.span(*found.span()), found.group()) if found else None


def _first_tab(source: SourceText) -> Problem | None:
    at = source.text.find("\t")
    if at < 0:
        return None
    line = source.text[source.text.rfind("\n", 0, at) + 1 : at]
    return TabUsed(source.span(at, at + 1), indents=not line.strip())


def _invisible(source: SourceText) -> list[Problem]:
    found = INVISIBLE.finditer(source.text)
    return [
        InvisibleCharacter(source.span(*one.span()), one.group())
        for _, one in zip(range(limits.DIAGNOSTICS_PER_FILE), found, strict=False)
    ]
