"""Owns the version of the engine and how version ranges are read."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable

ENGINE = "0.1.0"
"""Equal to the version of the project; a test holds the two together."""

# The part of PEP 440 that whole versions need. A version of a pack is always three numbers (`1.2.3`: no letters, no
# pre-releases), so this small reading of ranges agrees with the `packaging` library without depending on it.
_PART = re.compile(r"(>=|>|<=|<|==|!=|~=) *([0-9]{1,6}(?:\.[0-9]{1,6}){0,2})")
_UPPER = ("<", "<=", "==", "~=")
_COMPARE: dict[str, Callable[[tuple[int, ...], tuple[int, ...]], bool]] = {
    ">=": operator.ge,
    ">": operator.gt,
    "<=": operator.le,
    "<": operator.lt,
    "==": operator.eq,
    "!=": operator.ne,
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
    >>> satisfies("1.4.0", "~=1.2"), satisfies("1.4.0", "~=1.2.0"), satisfies("1.4.0", "!=1.4")
    (True, False, False)
    """
    return all(_holds(numbers(version), sign, bound) for sign, bound in _PART.findall(wanted))


def _holds(version: tuple[int, ...], sign: str, bound: str) -> bool:
    if sign == "~=":
        # At least this one, and all but its last number stay.
        kept = bound.count(".")
        return version >= numbers(bound) and version[:kept] == numbers(bound)[:kept]
    return _COMPARE[sign](version, numbers(bound))


def is_range(wanted: str) -> bool:
    """Say whether there is a range in it at all.

    >>> is_range(">=0.1"), is_range("banana")
    (True, False)
    """
    return _PART.search(wanted) is not None


def is_bounded(wanted: str) -> bool:
    """Say whether a range ends somewhere.

    >>> is_bounded(">=0.1"), is_bounded(">=0.1, <1")
    (False, True)
    """
    return any(sign in _UPPER for sign, _ in _PART.findall(wanted))
