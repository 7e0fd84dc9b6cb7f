"""Looks at the characters of names and texts: each is one line, and everybody sees the same in it.

The characters no file may hold are refused before (`text`). Here stands what depends on where a character stands: what
breaks a line, what cannot be seen by itself, what piles up, and letters that look like others.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from itertools import islice

from interpreter.diagnostics import Problem, Span
from interpreter.source import limits
from interpreter.source.errors import (
    InvisibleCharacter,
    LineBreakInText,
    LookAlike,
    LooseMark,
    MixedLetters,
    NothingVisible,
    PrivateCharacter,
    StackedMarks,
    WideGap,
)
from interpreter.source.tree import Mapping, Node, Scalar, Sequence

_BREAK = re.compile(r"[\n\t]")
# Signs and letters of one alphabet, which nothing here can be wrong with but that blanks stand beside each other.
_PLAIN = re.compile(r"[ -~\u00a0-\u00ac\u00ae-\u017f\u2010-\u2027\u202f\u2030-\u205e]*")
_BLANKS = re.compile(r"[ \u00a0\u202f]{3}")
MOST_MARKS = 4
"""How many accents a letter may carry; what piles up higher covers the lines around it."""
_GAP = 3
# Letters and signs to Unicode, and nothing to the eye.
_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0\U0001d159")
# Marks that change nothing: two names that differ in them alone look the same.
_IDLE = frozenset("\u034f\U00016fe4")
# What stands for something that is not there: a picture in a text, or what could not be read.
_STAND_INS = frozenset("\ufffc\ufffd")
_JOINERS = frozenset("\u200c\u200d")
_SELECTORS = frozenset(map(chr, range(0xFE00, 0xFE10)))
_WORD = re.compile(r"[^\W\d_]+")
# Alphabets with letters that cannot be told apart; other scripts are mixed in many languages, as in Japanese.
_ALIKE = ("LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "CHEROKEE", "COPTIC", "LISU", "MATHEMATICAL", "FULLWIDTH")
# Greek and Cyrillic letters that cannot be told from Latin ones: a word of nothing else passes for another.
_LOOKS_LATIN = frozenset(
    "\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7\u03bf\u03bd\u03f2\u03f3"
    "\u0405\u0406\u0408\u0410\u0412\u0415\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0425\u0430\u0435\u043e\u0440\u0441\u0443\u0445"
    "\u0455\u0456\u0458\u04ae\u04af\u04bb\u04c0\u04cf\u0501\u051a\u051b\u051c\u051d"
)

Fault = tuple[int, Callable[[Span], Problem]]
"""Where in a text something is wrong, and how to say so."""


def is_line(text: str) -> bool:
    """Say whether a name or text is one line that can be seen."""
    if _PLAIN.fullmatch(text) and not _BLANKS.search(text):
        return True
    return fault_of_line(text) is None


def fault_of_line(text: str) -> Fault | None:
    """Find the first thing that makes a text no line, or one that cannot be seen."""
    # A block (`>` or `|`) ends with a line end of its own, which is no part of the text.
    text = text.rstrip("\n")
    if not text.strip():
        return None  # empty: the schema says whether that may be
    if not any(map(_is_seen, text)):
        return 0, NothingVisible
    return min(_faults(text), key=lambda fault: fault[0], default=None)


def _faults(text: str) -> Iterator[Fault]:
    found = _BREAK.search(text)
    if found:
        yield found.start(), lambda span: LineBreakInText(span, found[0])
    marks = blanks = 0
    before = ""
    for at, character in enumerate(text):
        after = text[at + 1 : at + 2]
        marks = marks + 1 if unicodedata.category(character) in ("Mn", "Me") else 0
        blanks = blanks + 1 if _is_blank(character) else 0
        if marks == MOST_MARKS + 1:
            yield at, StackedMarks
        if marks == 1 and (not before or _is_blank(before)):
            yield at, LooseMark
        if blanks == _GAP:
            yield at - _GAP + 1, WideGap
        if (
            character in _IDLE
            or character in _STAND_INS
            or (character in _JOINERS and not (_joins(before) and _joins(after)))
            or (character in _SELECTORS and (not before or _is_blank(before)))
        ):
            yield at, _invisible(character)
        before = character


def _invisible(character: str) -> Callable[[Span], Problem]:
    return lambda span: InvisibleCharacter(span, character)


def _is_seen(character: str) -> bool:
    return unicodedata.category(character)[0] in "LNPS" and character not in _BLANK


def _is_blank(character: str) -> bool:
    return character in _BLANK or unicodedata.category(character) == "Zs"


def _joins(character: str) -> bool:
    """Whether a joiner beside this character changes how it looks: letters of some scripts, and pictures."""
    return bool(character) and not character.isascii() and unicodedata.category(character)[0] in "LMS"


# ------------------------------------------------------------------------------------------------------------- warnings


def odd_letters(root: Node) -> list[Problem]:
    """Find letters that look like others, or mean nothing: a reader may see another name than the one that is there."""
    written = root.origin.text
    if written.isascii() and "\\" not in written:
        return []
    return list(islice((one for node in _texts(root) for one in _oddities(node)), limits.DIAGNOSTICS_PER_FILE))


def _oddities(node: Scalar) -> Iterator[Problem]:
    text = node.text
    if _PLAIN.fullmatch(text):
        return
    private = next((at for at, one in enumerate(text) if unicodedata.category(one) in ("Co", "Cn")), None)
    if private is not None:
        yield PrivateCharacter(node.script().span(private, private + 1), text[private])
    for word in _WORD.finditer(text):
        scripts = dict.fromkeys(filter(None, map(_script, word[0])))
        if len(scripts) > 1:
            yield MixedLetters(node.script().span(*word.span()), word[0], " and ".join(map(str.capitalize, scripts)))
            return
        if len(word[0]) > 1 and _LOOKS_LATIN.issuperset(word[0]):
            yield LookAlike(node.script().span(*word.span()), word[0], "".join(scripts).capitalize())
            return


def _script(letter: str) -> str | None:
    return next((one for one in _ALIKE if unicodedata.name(letter, "").startswith(one)), None)


def _texts(root: Node) -> Iterator[Scalar]:
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if isinstance(node, Sequence):
            waiting += reversed(node.items)
        elif isinstance(node, Mapping):
            waiting += [value for _, value in reversed(node.entries)]
        elif isinstance(node, Scalar) and isinstance(node.value, str) and not node.value.isascii():
            yield node
