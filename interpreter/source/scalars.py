"""Says what a plain (unquoted) value means: text, number, yes/no or nothing.

The rules are YAML 1.2 core, made stricter: a number is a decimal whole number,
the truth values are `yes`, `no`, `true` and `false`, and what other readers
would take for something else has to be put in quotes.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from interpreter.diagnostics import Problem, Span
from interpreter.source import limits
from interpreter.source.errors import (
    DateWritten,
    LeadingZero,
    NotDecimal,
    NotWhole,
    NumberTooLarge,
    PlusBefore,
)

Value = str | int | bool | None

WORDS: dict[str, bool | None] = {
    "yes": True,
    "true": True,
    "no": False,
    "false": False,
    "": None,
    "~": None,
    "null": None,
    "Null": None,
    "NULL": None,
}

AMBIGUOUS = frozenset(
    {"Yes", "YES", "No", "NO", "on", "On", "ON", "off", "Off", "OFF"}
    | {"True", "TRUE", "False", "FALSE", "y", "Y", "n", "N"}
)
"""Text here, but truth values to other readers of YAML."""

REFUSALS = (DateWritten, LeadingZero, NotDecimal, NotWhole, NumberTooLarge, PlusBefore)
"""What can be wrong with a plain value by itself, whatever its field asks for."""

_FIRST = frozenset("+-.0123456789")
_INTEGER = re.compile(r"[-+]?([0-9]+)")
_DECIMAL_POINT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)")
_OTHER_BASE = re.compile(r"[-+]?0(x[0-9a-fA-F]+|o[0-7]+|b[01]+)", re.IGNORECASE)
_DATE = re.compile(r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}([Tt ].*)?")


def resolve(text: str) -> tuple[Value, Callable[[Span, str], Problem] | None]:
    """Return the value of a plain scalar and, when it is refused, how to say so."""
    if text in WORDS:
        return WORDS[text], None
    if text[0] not in _FIRST:
        return text, None
    whole = _INTEGER.fullmatch(text)
    if whole:
        return _integer(text, whole.group(1))
    if _DECIMAL_POINT.fullmatch(text):
        return text, NotWhole
    if _OTHER_BASE.fullmatch(text):
        return text, NotDecimal
    if _DATE.fullmatch(text):
        return text, DateWritten
    return text, None


def _integer(text: str, digits: str) -> tuple[Value, Callable[[Span, str], Problem] | None]:
    if len(digits) > 1 and digits[0] == "0":
        return text, LeadingZero
    # Count digits first: Python itself refuses to read very long numbers.
    if len(digits) > limits.INTEGER_DIGITS or int(digits) > limits.INTEGER:
        return text, NumberTooLarge
    if text[0] == "+":
        return text, PlusBefore
    return int(text), None
