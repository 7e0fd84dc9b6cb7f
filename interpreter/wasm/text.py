"""WebAssembly in its text form: functions with locals and labels of our own making.

Everything is written as folded expressions, so that what is printed can be put together like the values it stands for. No
word of a pack becomes part of it: names are letters and numbers that are given out here.
"""

from __future__ import annotations

import re
from dataclasses import field

from interpreter.records import record

CELLS = 8
"""The bytes of a state before its first cell: how many cells it has now, and four that keep what follows even."""
CELL = 4
"""The bytes of a cell."""
RESTORE = "@restore@"
"""Stands where a function ends: what it laid on the heap of sets is given back there, if it did."""


@record(slots=True)
class Function:
    """A function that is being written."""

    name: str
    params: list[tuple[str, str]]
    result: str = "i64"
    locals: list[tuple[str, str]] = field(default_factory=list)
    heaps: bool = False
    """Whether it keeps something on the heap of sets across statements."""
    _labels: int = 0

    def local(self, kind: str = "i64") -> str:
        """A fresh local."""
        name = f"$v{len(self.locals)}"
        self.locals.append((name, kind))
        return name

    def named(self, name: str, kind: str = "i64") -> str:
        """A local by its name, made when it is first asked for."""
        if (name, kind) not in self.locals and (name, kind) not in self.params:
            self.locals.append((name, kind))
        return name

    def label(self) -> str:
        """A fresh label."""
        self._labels += 1
        return f"$b{self._labels}"

    def text(self, body: str) -> str:
        """The whole function."""
        start = ""
        if self.heaps:
            self.named("$heap", "i32")
            start = "(local.set $heap (global.get $top))\n"
        body = body.replace(RESTORE, "(global.set $top (local.get $heap))" if self.heaps else "")
        params = " ".join(f"(param {name} {kind})" for name, kind in self.params)
        own = " ".join(f"(local {name} {kind})" for name, kind in self.locals)
        result = f"(result {self.result})" if self.result else ""
        return f"(func {self.name} {params} {result} {own}\n{start}{body})"


def get(name: str) -> str:
    """The value of a local."""
    return f"(local.get {name})"


def put(name: str, value: str) -> str:
    """Give a local a value."""
    return f"(local.set {name} {value})"


def i64(number: int) -> str:
    """A number as a value."""
    return f"(i64.const {number})"


def i32(number: int) -> str:
    """A number as an address, a count or a condition."""
    return f"(i32.const {number})"


def when(cond: str, then: str, other: str = "") -> str:
    """One of two lists of statements."""
    return f"(if {cond}\n(then {then})" + (f"\n(else {other}))" if other else ")")


def either_value(cond: str, then: str, other: str, kind: str = "i64") -> str:
    """One of two values."""
    return f"(if (result {kind}) {cond} (then {then}) (else {other}))"


def wrapped(value: str) -> str:
    """A value as an address."""
    if value.startswith("(i64.const ") and value.endswith(")"):
        return f"(i32.const {value[11:]}"
    return f"(i32.wrap_i64 {value})"


def paid(steps: str | int) -> str:
    """Take so many steps of the fuel, and stop when there is none left."""
    taken = i32(steps) if isinstance(steps, int) else steps
    return f"{counted_off(taken)} (if (i32.lt_s (global.get $fuel) (i32.const 0)) (then (throw $stop (global.get $STEPS))))"


def counted_off(taken: str) -> str:
    """Take so many steps of the fuel."""
    return f"(global.set $fuel (i32.sub (global.get $fuel) {taken}))"


def pushed(element: str) -> str:
    """Lay an element on the heap of sets."""
    return f"(i64.store32 (global.get $top) {element}) (global.set $top (i32.add (global.get $top) (i32.const 4)))"


def laid(end: str, element: str, held: str = "") -> str:
    """Lay an element at the address in a local, and move that on: always, or if a condition, which is 1 or 0, holds."""
    step = f"(i32.shl {held} (i32.const 2))" if held else "(i32.const 4)"
    return f"(i64.store32 (local.get {end}) {element}) (local.set {end} (i32.add (local.get {end}) {step}))"


def lying(start: str, end: str) -> str:
    """The set that lies between two addresses in locals, where the heap of sets ends now."""
    size = f"(i64.extend_i32_u (i32.shr_u (i32.sub {get(end)} {get(start)}) (i32.const 2)))"
    packed = f"(i64.or (i64.shl (i64.extend_i32_u {get(start)}) (i64.const 32)) {size})"
    return f"(global.set $top {get(end)}) {packed}"


_WORD = re.compile(r""";;[^\n]*|"(?:[^"\\]|\\.)*"|[()]|[^\s()]+""")
_WIDTH = 110


def indented(text: str) -> str:
    """The text of a module for people: what does not fit a line is set in below its beginning."""
    stack: list[list[str]] = [[]]
    for word in _WORD.findall(text):
        if word == "(":
            stack.append([])
        elif word == ")":
            done = stack.pop()
            stack[-1].append(_folded(done))
        else:
            stack[-1].append(word)
    return "\n".join(stack[0]) + "\n"


def _folded(parts: list[str]) -> str:
    line = f"({' '.join(parts)})"
    if len(line) <= _WIDTH and "\n" not in line and not any(part.startswith(";;") for part in parts):
        return line
    first = next((at for at, part in enumerate(parts) if part.startswith((";;", "(")) and at), len(parts))
    inside = "\n".join(parts[first:]).replace("\n", "\n  ")
    return f"({' '.join(parts[:first])}\n  {inside}\n)"
