"""Printed functions that outlive their process: what was printed of a program once is not worked out again.

To find out what can be completed, and to print it, takes a thousand times as long as to run it: in the first game of a
process people would wait for nothing else. What is kept is the code of each function by its name, with the names it uses,
and how to make again what these stand for. It lies in the user's cache, sealed with the user's own key
(`source/machine_code.py`): what anybody else has put there is never run. Where nothing is kept, or it is not ours,
everything is printed as ever.
"""

from __future__ import annotations

import marshal
from types import CodeType
from typing import TYPE_CHECKING, Any

from interpreter.machine.namespace import BY_VALUE
from interpreter.source.machine_code import keep_code, recall_code

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.machine.namespace import Made

FEW = 48
"""So many functions are not worth a file: they are printed as soon as it is read."""
Unit = tuple[CodeType, tuple[str, ...]]
"""The code of a function, and the names that must be known before it runs."""


class KeptCode:
    """The printed functions of one program: those of other processes, and those that are new.

    `made` is where whoever prints says how to make what is not a function.
    """

    def __init__(self, what: str, made: dict[str, Made]) -> None:
        self._what, self._made_here = what, made
        self._units: dict[str, bytes] = {}
        self._made: dict[str, Made] = {}
        self._marks: dict[str, str] = {}  # functions that need not be printed, and why
        self._new: dict[str, CodeType] = {}
        self._is_new = False
        self._recall()

    def _recall(self) -> None:
        found = recall_code(self._what)
        if found is not None:
            units, made, marks = marshal.loads(found)  # noqa: S302 - it bears the user's own seal
            self._units, self._made, self._marks = units | self._units, made | self._made, marks | self._marks

    # ---- what is there

    def __contains__(self, ident: str) -> bool:
        return ident in self._units

    def unit(self, ident: str) -> Unit | None:
        """A function that was printed before."""
        kept = self._units.get(ident)
        return None if kept is None else marshal.loads(kept)  # noqa: S302 - as above

    def made(self, ident: str) -> Made | None:
        """How to make what a name stands for."""
        return self._made.get(ident)

    def mark(self, ident: str) -> str | None:
        """Why a function was not printed."""
        return self._marks.get(ident)

    # ---- what is new

    def add(self, ident: str, code: CodeType) -> None:
        """Keep a function that was just printed."""
        self._new[ident] = code
        self._is_new = True

    def add_mark(self, ident: str, why: str) -> None:
        """Keep that a function need not be printed."""
        self._marks[ident] = why
        self._is_new = True

    def keep_many(self) -> None:
        """Write down what is new if it is much: the process may be ended at any time."""
        if len(self._new) >= max(FEW, len(self._units) // 2):
            self.keep()

    def keep(self) -> None:
        """Write down what is new, together with what others have written meanwhile."""
        if not self._is_new or len(self._new) + len(self._units) < FEW:
            return
        self._recall()
        fresh, self._new, self._is_new = self._new, {}, False
        functions = fresh.keys() | self._units.keys()
        for ident, code in fresh.items():
            used = set(_names_in(code))
            self._units[ident] = marshal.dumps((code, tuple(sorted(used & (functions | self._made_here.keys())))))
            for one in used & self._made_here.keys() - self._made.keys():
                recipe, value = self._made_here[one]
                self._made[one] = (recipe, _lasting(value) if recipe == BY_VALUE else None)
        keep_code(self._what, marshal.dumps((self._units, self._made, self._marks)))


def _names_in(code: CodeType) -> Iterator[str]:
    """All names that code and the functions in it may look up."""
    waiting = [code]
    while waiting:
        one = waiting.pop()
        yield from one.co_names
        waiting += [inner for inner in one.co_consts if isinstance(inner, CodeType)]


def _lasting(value: Any) -> Any:  # noqa: ANN401 - lists of numbers, of sets of numbers, and so on
    """A table in a form that can be written down: stretches of numbers become sets of them."""
    match value:
        case range():
            return tuple(value)
        case list():
            return [_lasting(one) for one in value]
        case tuple():
            return tuple(_lasting(one) for one in value)
    return value
