"""Owns the version of the engine and how version ranges are read."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable

ENGINE = "0.1.0"
"""Equal to the version of the project; a test holds the two together."""

_PART = re.compile(r"(>=|>|<=|<|==)([0-9]{1,6}(?:\.[0-9]{1,6}){0,2})")
_COMPARE: dict[str, Callable[[tuple[int, ...], tuple[int, ...]], bool]] = {
    ">=": operator.ge,
    ">": operator.gt,
    "<=": operator.le,
    "<": operator.lt,
    "==": operator.eq,
}


def numbers(version: str) -> tuple[int, ...]:
    """Return a version as three numbers; what is left out is 0.

    >>> numbers("1.2")
    (1, 2, 0)
    """
    given = [int(part) for part in version.split(".")]
    return tuple([*given, 0, 0, 0][:3])


def satisfies(version: str, wanted: str) -> bool:
    """Say whether a version lies in a range such as `>=0.1, <2`.

    >>> satisfies("0.1.0", ">=0.1, <2"), satisfies("0.1.0", ">=99")
    (True, False)
    """
    parts = _PART.findall(wanted)
    return all(_COMPARE[sign](numbers(version), numbers(bound)) for sign, bound in parts)
