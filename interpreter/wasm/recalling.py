"""Values that recall what they were: an estimate asks for the same ones again and again, of the same state.

What was worked out lies in a small table, found by function and arguments, and counts for the moment it was written in: the
state of an estimate. Where two want the same place, the later one has it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.check.keys import Key
from interpreter.machine.printed import costs
from interpreter.wasm.scope import Bound, Scope
from interpreter.wasm.text import Function, get, i32, paid, put, when

if TYPE_CHECKING:
    from interpreter.code.values import Function as Value
    from interpreter.wasm.values import Values

PLACES = 512
"""So many values are recalled; a power of two."""
_BYTES = 32


class Recalling:
    """Prints functions of the program that recall: `G<n>`."""

    def __init__(self, values: Values) -> None:
        self._p, self._room, self._plain = values.p, values.room, values
        self.values = values.like(self._need, self._row)
        self._names: dict[Key, str] = {}
        self._waiting: list[tuple[str, Key, tuple[bool, ...]]] = []

    def room(self) -> int:
        """The place of what is recalled."""
        return self._room.take(bytes(_BYTES * PLACES))

    def _need(self, key: Key, kinds: tuple[bool, ...]) -> str:
        if key not in self._names:
            self._names[key] = f"$G{len(self._names)}"
            self._waiting.append((self._names[key], key, kinds))
        return self._names[key]

    def _row(self, key: Key) -> int:
        """A table of functions of things is used as it is: each is asked once for each thing."""
        return self._plain.row_of_functions(key)

    def printed(self) -> list[str]:
        """The functions that are needed, and those they need."""
        done = []
        while self._waiting:
            name, key, kinds = self._waiting.pop()
            made = self._p.values.functions[key]
            numbers = not any(kinds) and made.params <= 1
            if numbers and costs(made.body) and not self.values.is_set(made.body, Scope(Function("", []))):
                done.append(self._recalled(name, made, int(name[2:])))
            else:
                done.append(function_text(name, made, kinds, self.values))
        return done

    def _recalled(self, name: str, made: Value, number: int) -> str:
        fn, scope = _begun(name, made, ())
        given = "$a0" if made.params else "$me"
        place = fn.local("i32")
        mixed = f"(i64.add (i64.mul (local.get $me) (i64.const 37)) (i64.mul {get(given)} (i64.const 11)))"
        mixed = f"(i64.add {mixed} (i64.add (local.get $this) (i64.const {number * 5})))"
        index = f"(i32.and (i32.wrap_i64 {mixed}) {i32(PLACES - 1)})"
        start = put(place, f"(i32.add (global.get $RECALLED) (i32.mul {index} {i32(_BYTES)}))")
        stamp = f"(i32.add (i32.shl (global.get $moment) (i32.const 10)) {i32(number)})"
        here = get(place)
        same = [
            f"(i32.eq (i32.load {here}) {stamp})",
            f"(i64.eq (i64.load32_s offset=4 {here}) (local.get $me))",
            f"(i64.eq (i64.load offset=8 {here}) {get(given)})",
            f"(i64.eq (i64.load offset=16 {here}) (local.get $this))",
        ]
        test = f"(i32.and (i32.and {same[0]} {same[1]}) (i32.and {same[2]} {same[3]}))"
        value = fn.local()
        worked = put(value, self.values.num(made.body, scope))
        kept = (
            f"(i32.store {here} {stamp}) (i64.store32 offset=4 {here} (local.get $me))"
            f"(i64.store offset=8 {here} {get(given)})"
            f"(i64.store offset=16 {here} (local.get $this)) (i64.store offset=24 {here} {get(value)})"
        )
        found = when(test, f"(return (i64.load offset=24 {here}))")
        price = paid(made.steps) if made.steps else ""
        return fn.text(f"{start} {found} {price} {worked} {kept} {get(value)}")


def _begun(name: str, made: Value, kinds: tuple[bool, ...]) -> tuple[Function, Scope]:
    params = [(f"$a{slot}", "i64") for slot in range(made.params)]
    fn = Function(name, [("$s", "i32"), ("$me", "i64"), ("$this", "i64"), *params])
    names = {"me": Bound("$me"), "this": Bound("$this")}
    for slot in range(made.params):
        names[f"a{slot}"] = Bound(f"$a{slot}", slot < len(kinds) and kinds[slot])
    return fn, Scope(fn, names)


def function_text(name: str, made: Value, kinds: tuple[bool, ...], values: Values) -> str:
    """A function of the program: of state, who acts, `this` and its parameters; `kinds` says which of these are sets."""
    fn, scope = _begun(name, made, kinds)
    held = values.is_set(made.body, scope)
    body = values.held(made.body, scope) if held else values.num(made.body, scope)
    return fn.text((paid(made.steps) if made.steps else "") + body)
