"""Typed values printed as Python expressions over the flat state.

Constant tables (fields, parents, hosts, …) become names in the namespace of the printed code. Every such table has one
more entry at the end for `none`, which is -1 and so reads it.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from interpreter.check.typed import E, Formula
from interpreter.code.constants import COMPARE
from interpreter.code.layout import NOWHERE
from interpreter.code.reads import wanted_by
from interpreter.machine.lasting import Regions
from interpreter.machine.place import IN_VALUE, NO_LOCALS, Place, Unknown
from interpreter.machine.support import cells_around, none_script, rotations
from interpreter.primitives import FUNCTIONS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from interpreter.code.layout import Layout
    from interpreter.code.program import Program

MAX_WEIGHT = 14
"""Derived values of fewer parts are printed where they are used instead of called."""
MAX_ROWS = 100
MAX_FEW = 12
"""Sets of so many elements, always the same ones, are looked at one by one instead of in a loop."""
MAX_SPELT = 6
"""Sets of so many elements are looked through without a loop."""
SHORT = 48
"""Addresses shorter than this are written twice rather than handed to a function."""
_SIMPLE = re.compile(r"-?\w+|s\[f\+\d+\]")
_CALL = re.compile(r"\b[ET]\d+\(s(?:, (?:me|this|a\d+|-?\d+))+\)")
_NUMBER = re.compile(r"-?\d+")
_CERTAIN = {"True": True, "1": True, "False": False, "0": False}
_OPERATORS = {"is": "==", "is not": "!=", "and": "and", "or": "or"}


class Values:
    """Prints values; collects the tables they need."""

    def __init__(self, program: Program, prefix: str = "T") -> None:
        self.p = program
        self.prefix = prefix
        self._regions = Regions(program.layout)
        self.layout: Layout = program.layout
        self.v = program.layout.v
        self.names: dict[str, Any] = {}
        self.functions: list[str] = []
        self.known: dict[str, str] = {}
        self._unlinked: list[list[Any]] = []
        self._weights: dict[str, int] = {}
        self._named = 0
        self.choosy = ("", "")  # of the scripts of a kind: ask only those things that the table `r` says

    # ---- tables

    def table(self, key: str, make: Any) -> str:  # noqa: ANN401 - a function giving the table
        """The name of a constant table, made at first use."""
        if key not in self.known:
            self.known[key] = f"{self.prefix}{len(self.known)}"
            self.names[self.known[key]] = make()
        return self.known[key]

    def field_values(self, kind: str, name: str) -> list[int]:
        """What a field is for every thing and face, and for none."""
        row = []
        field = self.v.kinds[kind].fields[name]
        for thing in self.layout.things[kind]:
            for face in range(self.v.kinds[kind].faces):
                value = thing.item.faces[face].values.get(name, -1) if thing.item else -1
                row.append(self.layout.item_index(field.type.name, value) if isinstance(value, str) else int(value))
        return [*row, 0 if field.type.tag in ("number", "truth") else -1]

    def _hosts(self, piece: str, target: str) -> list[int]:
        """For every address a piece can lie at: the thing of the target kind it then lies on."""
        row = [-1] * (self.layout.size + 1)
        for address, (place, host) in self.layout.zone_addresses().items():
            if place.decl.holds == piece:
                row[address] = self.climb(place.decl.host, host, target)
        return row

    def climb(self, kind: str, thing: int, target: str) -> int:
        """From a thing up to the thing of the target kind it belongs to."""
        while kind != target:
            decl = self.v.kinds.get(kind)
            if decl is not None and decl.part_of:
                thing = self.layout.parents[kind][thing]
                kind = decl.part_of
            elif decl is not None and decl.per_player and target == "player":
                return self.layout.things[kind][thing].owner
            else:
                return -1
        return thing

    def _groups(self, part: str) -> list[tuple[int, ...]]:
        parent = self.v.kinds[part].part_of or ""
        groups: list[list[int]] = [[] for _ in self.layout.things[parent]]
        for number, above in enumerate(self.layout.parents[part]):
            groups[above].append(number)
        return [*(tuple(group) for group in groups), ()]

    # ---- printing

    def text(self, value: E, place: Place) -> str:
        """Print a value."""
        method = getattr(self, f"_{value.op}", None)
        if method is None:
            message = f"no way to print {value.op}"
            raise NotImplementedError(message)
        return str(method(value, place))

    def truth(self, value: E, place: Place) -> str:
        """Print a value that is stored: truths become 0 and 1."""
        text = self.text(value, place)
        if value.type.tag != "truth" or value.op == "const":
            return text
        return str(int(_CERTAIN[text])) if text in _CERTAIN else f"(1 if {text} else 0)"

    def nullable(self, value: E, place: Place) -> bool:
        """Whether a reference can be none."""
        if value.op in ("me", "this", "element"):
            return False
        if value.op == "local":
            return place.may_be_none(value.args[0])
        if value.op in ("the_owned", "parent", "owner", "left", "right"):
            return self.nullable(value.args[-1], place)
        return not (value.op == "const" and value.args[0] >= 0)

    def _const(self, value: E, _place: Place) -> str:
        return str(value.args[0])

    def _me(self, _value: E, place: Place) -> str:
        return place.me

    def _this(self, _value: E, place: Place) -> str:
        return place.this

    def _local(self, value: E, place: Place) -> str:
        return place.local_text(value.args[0])

    def _element(self, value: E, place: Place) -> str:
        return place.element_text(value.args[0])

    def _var(self, value: E, place: Place) -> str:
        key, host, index = value.args
        if (host is not None and self.nullable(host, place)) or (index is not None and self.nullable(index, place)):
            var = self.layout.vars[key]
            if any(change.key == key for change in place.changes):
                raise Unknown
            at = self.text(host, place) if host is not None else "0"
            row = self.text(index, place) if index is not None else "0"
            return f"cell(s, {var.base}, {at}, {var.width}, {row}, {_nothing(value)})"
        address = self.address(value, place)
        text = f"s[{address}]"
        for change in place.changes:
            if change.key == key:
                text = change.after(address, text)
        return text

    def address(self, value: E, place: Place) -> str:
        """Print the address of a var."""
        key, host, index = value.args
        var = self.layout.vars[key]
        parts, base = [], var.base
        if host is not None:
            at = self.text(host, place)
            if at.isdigit():
                base += int(at) * var.width
            else:
                parts.append(at if var.width == 1 else f"{at}*{var.width}")
        if index is not None and index.op == "const":
            base += index.args[0]
        elif index is not None:
            row = self.text(index, place)
            if row.isdigit():
                base += int(row)
            else:
                parts.append(row)
        return "+".join([str(base), *parts])

    def few(self, items: E) -> range | None:
        """The elements of a set that is always the same and small."""
        if items.op == "values":
            return range(len(self.v.enums[items.args[0]].values))
        if items.op == "all" and len(self.layout.things[items.args[0]]) <= MAX_FEW and items.args[0] != "player":
            return range(len(self.layout.things[items.args[0]]))
        return None

    def _field(self, value: E, place: Place) -> str:
        kind, name, base = value.args
        table = self.table(f"field {kind}.{name}", lambda: self.field_values(kind, name))
        at = self.text(base, place)
        faces = self.v.kinds[kind].faces
        if faces == 1 and at.isdigit():
            return str(self.names[table][int(at)])
        return f"{table}[{at}]" if faces == 1 else f"{table}[{self._faced(kind, base, place)}]"

    def _faced(self, kind: str, base: E, place: Place) -> str:
        table, at = self.layout.tables[kind], self.text(base, place)
        if self.nullable(base, place):
            return f"faced(s, {table.face}, {table.faces}, {at})"
        return f"{at}*{table.faces}+s[{table.face}+{at}]"

    def _zone(self, value: E, place: Place) -> str:
        key, host = value.args
        zone = self.layout.zones[key]
        if host is None:
            return str(zone.base)
        at = self.text(host, place)
        if at.isdigit():
            return str(zone.base + int(at) * zone.stride)
        if self.nullable(host, place):
            return f"zone_at({zone.base}, {zone.stride}, {at}, {NOWHERE})"
        return f"{zone.base}+{at}*{zone.stride}"

    def _contents(self, value: E, place: Place) -> str:
        zone = self.text(value.args[0], place)
        if len(zone) < SHORT and "(" not in zone:
            return f"s[{zone}+1:{zone}+1+s[{zone}]]"
        return f"contents(s, {zone})"

    def _slot(self, value: E, place: Place) -> str:
        zone = self.text(value.args[0], place)
        if len(zone) < SHORT and "(" not in zone:
            return f"(s[{zone}+1] if s[{zone}] else -1)"
        return f"slot(s, {zone})"

    def _all(self, value: E, _place: Place) -> str:
        if value.args[0] == "player":
            return f"range({self.layout.seats})"
        return f"range({len(self.layout.things[value.args[0]])})"

    def _values(self, value: E, _place: Place) -> str:
        return f"range({len(self.v.enums[value.args[0]].values)})"

    def _owned(self, value: E, place: Place) -> str:
        kind, player = value.args
        count, at = self.layout.owned_count(kind), self.text(player, place)
        return f"owned({at}, {count})" if self.nullable(player, place) else f"range({at}*{count}, {at}*{count}+{count})"

    def _the_owned(self, value: E, place: Place) -> str:
        return self.text(value.args[1], place)

    def _owner(self, value: E, place: Place) -> str:
        kind, thing = value.args
        return f"({self.text(thing, place)}//{max(self.layout.owned_count(kind), 1)})"

    def _parent(self, value: E, place: Place) -> str:
        kind, thing = value.args
        table = self.table(f"parent {kind}", lambda: [*self.layout.parents[kind], -1])
        return f"{table}[{self.text(thing, place)}]"

    def _parts(self, value: E, place: Place) -> str:
        part, thing = value.args
        table = self.table(f"parts {part}", lambda: self._groups(part))
        return f"{table}[{self.text(thing, place)}]"

    def _host(self, value: E, place: Place) -> str:
        piece, target, thing = value.args
        table = self.table(f"host {piece}.{target}", lambda: self._hosts(piece, target))
        return f"{table}[{self._loc(piece, thing, place)}]"

    def _loc(self, kind: str, thing: E, place: Place) -> str:
        base = self.layout.tables[kind].loc
        at = self.text(thing, place)
        return f"loc(s, {base}, {at})" if self.nullable(thing, place) else f"s[{base}+{at}]"

    def _aside(self, value: E, place: Place) -> str:
        return f"({self._loc(value.args[0], value.args[1], place)} == 0)"

    def _face(self, value: E, place: Place) -> str:
        face, at = self.layout.tables[value.args[0]].face, self.text(value.args[1], place)
        return f"face_up(s, {face}, {at})" if self.nullable(value.args[1], place) else f"(s[{face}+{at}]+1)"

    def _inside(self, value: E, place: Place) -> str:
        piece, items = value.args
        zone = self.text(items.args[0], place)
        return f"({self._loc(piece.type.name, piece, place)} == {zone})"

    def _member(self, value: E, place: Place) -> str:
        return f"({self.text(value.args[0], place)} in {self.text(value.args[1], place)})"

    def _value(self, value: E, place: Place) -> str:
        key, base, *args = value.args
        decl = self.v.values[key]
        if self._is_changed(decl.formula, place):
            return self._in_place(value, place)
        if self.weight(key) <= MAX_WEIGHT and (base is None or not self.nullable(base, place)):
            given = [self.text(part, place) for part in (base, *args) if part is not None]
            if all(_SIMPLE.fullmatch(text) for text in given):
                return self._in_place(value, place)
        name = self.table(f"value {key}", lambda: None)
        me, this = place.me, "-1"
        if base is not None and decl.of == "player":
            me = self.text(base, place)
        elif base is not None:
            this = self.text(base, place)
        if f"def {key}" not in self.known:
            self.known[f"def {key}"] = name
            assert decl.formula is not None
            self.define(name, [f"a{i}" for i in range(len(decl.params))], decl.formula.value)
        given = ["s", me, this, *(self.text(a, place) for a in args)]
        if base is not None and self.nullable(base, place):
            return f"of_{'player' if decl.of == 'player' else 'thing'}({', '.join([name, _nothing(value), *given])})"
        return f"{name}({', '.join(given)})"

    def _is_changed(self, formula: Formula | None, place: Place) -> bool:
        """Whether a formula reads something that has changed on the way."""
        if not place.changes or formula is None:
            return False
        return not wanted_by(formula.value, self.v).isdisjoint(f"var {change.key}" for change in place.changes)

    def _in_place(self, value: E, place: Place) -> str:
        """Print a derived value itself instead of a call: only so does it see what has changed on the way."""
        formula = self.v.values[value.args[0]].formula
        assert formula is not None
        return self.text(formula.value, self._inside_of(value, place))

    def _inside_of(self, value: E, place: Place) -> Place:
        """Inside a derived value that is printed where it is used."""
        key, base, *args = value.args
        me, this = place.me, "-1"
        if base is not None:
            if self.nullable(base, place):
                raise Unknown
            if self.v.values[key].of == "player":
                me = self.text(base, place)
            else:
                this = self.text(base, place)
        bound = tuple(enumerate(self.text(arg, place) for arg in args))
        return Place(me, this, NO_LOCALS, bound, place.changes, elements=place.elements)

    def weight(self, key: str) -> int:
        """How many parts a derived value has, those of the values it uses included."""
        if key not in self._weights:
            self._weights[key] = MAX_WEIGHT + 1  # while it is being weighed
            formula, total = self.v.values[key].formula, 0
            stack: list[object] = [formula.value] if formula is not None else []
            while stack and total <= MAX_WEIGHT:
                node = stack.pop()
                if isinstance(node, E):
                    total += self.weight(node.args[0]) if node.op == "value" else 1
                    stack += node.args
            self._weights[key] = total
        return self._weights[key]

    def define(self, name: str, params: list[str], value: E) -> None:
        """Print a function of state, actor, `this` and parameters."""
        signature = ", ".join(["s", "me", "this", *params])
        text = self.text(value, IN_VALUE)
        if self.prefix != "T" and (" for " in text or text.count("(s, ") > 1):
            self._define_remembering(name, params, value, text)
            return
        self.functions.append(f"def {name}({signature}):\n    return {text}\n")

    def _define_remembering(self, name: str, params: list[str], value: E, text: str) -> None:
        """Print a function that is computed once for each set of arguments, until something it reads is another."""
        key = ", ".join([repr(name), "me", "this", *params])
        read = self._regions.read_by(value, self.functions)
        lines = [f"k = ({key})", "if k in memo: return memo[k]"]
        if read is None:
            lines += [f"r = memo[k] = {text}", "return r"]
        else:
            lines += [
                f"g = (k, {read})",
                "r = lasting.get(g)",
                f"if r is None: r = lasting[g] = {text}",
                "memo[k] = r",
                "return r",
            ]
        self.functions.append("\n    ".join([f"def {name}({', '.join(['s', 'me', 'this', *params])}):", *lines]) + "\n")

    def link(self, names: Mapping[str, Any]) -> None:
        """Put compiled functions where tables hold their names."""
        for row in self._unlinked:
            row[:] = [names[function] if isinstance(function, str) else function for function in row]
        self._unlinked = []

    def _formula(self, value: E, place: Place) -> str:
        kind, script, base = value.args
        if place.changes and not wanted_by(value, self.v).isdisjoint(f"var {change.key}" for change in place.changes):
            raise Unknown
        name = self.table(f"formula {kind}.{script}", lambda: self._formulas(kind, script))
        at = self.text(base, place)
        index = at if self.v.kinds[kind].faces == 1 else self._faced(kind, base, place)
        asked = f"{name}[{index}](s, {place.me}, {at})"
        return f"(r[{at}] and {asked})" if (kind, script) == self.choosy else asked

    def _formulas(self, kind: str, script: str) -> list[Any]:
        """One function per thing and face: their names, until the functions are compiled."""
        row: list[Any] = []
        self._unlinked.append(row)
        for thing in self.layout.things[kind]:
            for face in range(self.v.kinds[kind].faces):
                made = thing.item.faces[face].scripts.get(script) if thing.item else None
                if not isinstance(made, Formula):
                    row.append(none_script)
                    continue
                name = f"X{self.prefix}_{len(self.functions)}"
                key = f"script {made.name}"
                if key not in self.known:
                    self.known[key] = name
                    self.define(name, [], made.value)
                row.append(self.known[key])
        row.append(none_script)
        return row

    def _table(self, value: E, place: Place) -> str:
        name, key = value.args
        declared = self.v.tables[name]
        table = self.table(f"table {name}", lambda: list(declared.values))
        at = self.text(key, place)
        if declared.by:
            return f"row_of({table}, {at})" if self.nullable(key, place) else f"{table}[{at}]"
        high = self._highest_index(key, place)
        if high < 0:
            return f"look_up({table}, {at})"
        rows = declared.values
        long = self.table(f"table {name} to {high}", lambda: [*rows, *[rows[-1]] * (high + 1 - len(rows))])
        return f"{long}[{at}]"

    def _highest_index(self, key: E, place: Place) -> int:
        """How far a key goes that is a counter with both bounds, so that it needs no care; -1 where it is not so."""
        if key.op != "var" or any(x is not None and self.nullable(x, place) for x in key.args[1:]):
            return -1
        host, _, name = str(key.args[0]).partition(".")
        decl = self.v.kind(host).vars[name]
        start = self.layout.start_value(decl)
        if decl.high is None or decl.high > MAX_ROWS or min(start, decl.low if decl.low is not None else -1) < 0:
            return -1
        return max(int(decl.high), start)

    def _filter(self, value: E, place: Place) -> str:
        items, number, cond = value.args
        name, inside = place.with_element(number)
        first, test = self._once(self.text(cond, inside), name)
        return f"[{name} {first}for {name} in {self.text(items, place)} if {test}]"

    def _once(self, test: str, element: str) -> tuple[str, str]:
        """Calls in a condition that are the same for every element of a set are made once, before it."""
        first = ""
        for call in dict.fromkeys(_CALL.findall(test)):
            if not re.search(rf"\b{element}\b", call):
                self._named += 1
                test = test.replace(call, f"i{self._named}")
                first += f"for i{self._named} in ({call},) "
        return first, test

    def _each(self, value: E, place: Place) -> str:
        name, items, number, each, *rest = value.args
        source = self.text(items, place)
        element, inside = place.with_element(number)
        parts = [source, self.truth(each, inside), *(self.text(r, inside) for r in rest)]
        return "(" + FUNCTIONS[name].python.format(*parts, x=element) + ")"

    def _func(self, value: E, place: Place) -> str:
        name, *args = value.args
        if name in ("any", "count"):
            return self._counted(name, args[0], place)
        if name == "players_from":
            table = self.table("players from", lambda: [*rotations(self.layout.seats), *self._for_others()])
            return f"{table}[{self.text(args[0], place)}]"
        return "(" + FUNCTIONS[name].python.format(*(self.text(a, place) for a in args)) + ")"

    def _counted(self, name: str, items: E, place: Place) -> str:
        if items.op == "contents":
            count = f"s[{self.text(items.args[0], place)}]"
            return count if name == "count" else f"({count} > 0)"
        if items.op == "value" and name == "any" and len(items.args) <= 2:
            formula, base = self.v.values[items.args[0]].formula, items.args[1]
            plain = base is None or (not self.nullable(base, place) and _SIMPLE.fullmatch(self.text(base, place)))
            if plain and formula is not None and formula.value.op == "filter":
                return self._counted(name, formula.value, self._inside_of(items, place))
        at_once = self._counted_at_once(items, place) if items.op == "filter" else None
        if at_once is not None:
            return at_once if name == "count" else f"({at_once} > 0)"
        if items.op == "filter" and name == "any":
            source, number, cond = items.args
            one_by_one = self._any_of_few(source, number, cond, place)
            if one_by_one is not None:
                return one_by_one
            element, inside = place.with_element(number)
            return f"any({self.text(cond, inside)} for {element} in {self.text(source, place)})"
        return f"len({self.text(items, place)})" if name == "count" else f"(len({self.text(items, place)}) > 0)"

    def _any_of_few(self, source: E, number: int, cond: E, place: Place) -> str | None:
        """A short condition for each of a few elements that are always the same."""
        few = range(self.layout.seats) if source.op == "all" and source.args[0] == "player" else self.few(source)
        if few is None or len(few) > MAX_SPELT:
            return None
        texts = [self.text(cond, replace(place, elements=((number, str(one)), *place.elements))) for one in few]
        return f"({' or '.join(texts)})" if max(map(len, texts)) < SHORT else None

    def _counted_at_once(self, items: E, place: Place) -> str | None:
        """How many pieces of a row are (not) aside, or lie on a certain thing: counted over their cells, without a loop."""
        source, number, cond = items.args
        cells = self._cells_of(source, place)
        test, opposite = (cond.args[0], True) if cond.op == "not" else (cond, False)
        if cells is None:
            return None
        row, size = cells
        if test.op == "aside" and _is_element(test.args[1], number):
            return f"({size} - {row}.count(0))" if opposite else f"{row}.count(0)"
        if opposite or test.op != "compare" or test.args[0] != "is":
            return None
        _, host, wanted = test.args
        if host.op != "host" or not _is_element(host.args[2], number) or _mentions(wanted, number):
            return None
        table = self.table(f"host {host.args[0]}.{host.args[1]}", lambda: self._hosts(host.args[0], host.args[1]))
        name, _ = place.with_element(number)
        return f"[{table}[{name}] for {name} in {row}].count({self.text(wanted, place)})"

    def _cells_of(self, source: E, place: Place) -> tuple[str, int] | None:
        """The cells that say where the pieces of a set are, if they stand in a row; and how many."""
        kind = str(source.args[0]) if source.op in ("owned", "all") else "player"
        if kind == "player" or not self.layout.tables[kind].loc:
            return None
        base = self.layout.tables[kind].loc
        if source.op == "all":
            return f"s[{base}:{base + len(self.layout.things[kind])}]", len(self.layout.things[kind])
        at, count = self.text(source.args[1], place), self.layout.owned_count(kind)
        if self.nullable(source.args[1], place) or not _SIMPLE.fullmatch(at):
            return None
        return f"s[{base}+{at}*{count}:{base + count}+{at}*{count}]", count

    def _nonempty(self, value: E, place: Place) -> str:
        inner = value.args[0]
        if inner.type.tag == "zone":
            return f"(s[{self.text(inner, place)}] > 0)"
        return self._counted("any", inner, place)

    def _some(self, value: E, place: Place) -> str:
        return f"({self.text(value.args[0], place)} >= 0)"

    def _arith(self, value: E, place: Place) -> str:
        op, left, right = value.args
        a, b = self.text(left, place), self.text(right, place)
        if op in ("/", "mod"):
            return f"{'divide' if op == '/' else 'modulo'}({a}, {b})"
        if _NUMBER.fullmatch(a) and _NUMBER.fullmatch(b):
            return str({"+": int.__add__, "-": int.__sub__, "*": int.__mul__}[op](int(a), int(b)))
        if b == "0" and op in "+-":
            return a
        return f"({a} {op} {b})"

    def _compare(self, value: E, place: Place) -> str:
        op, left, right = value.args
        a, b = self.truth(left, place), self.truth(right, place)
        if op in COMPARE and _NUMBER.fullmatch(a) and _NUMBER.fullmatch(b):
            return str(COMPARE[op](int(a), int(b)))
        return f"({a} {_OPERATORS.get(op, op)} {b})"

    def _logic(self, value: E, place: Place) -> str:
        op, left, right = value.args
        a = self.text(left, place)
        if a in _CERTAIN:
            return self.text(right, place) if _CERTAIN[a] == (op == "and") else a
        return f"({a} {op} {self.text(right, place)})"

    def _not(self, value: E, place: Place) -> str:
        a = self.text(value.args[0], place)
        return str(not _CERTAIN[a]) if a in _CERTAIN else f"(not {a})"

    def _if(self, value: E, place: Place) -> str:
        cond, then, other = value.args
        test = self.text(cond, place)
        if test in _CERTAIN:
            return self.text(then if _CERTAIN[test] else other, place)
        return f"({self.text(then, place)} if {test} else {self.text(other, place)})"

    def _option(self, value: E, _place: Place) -> str:
        return str(self.layout.options[value.args[0]])

    def _player_count(self, _value: E, _place: Place) -> str:
        return str(self.layout.seats)

    def _item(self, value: E, _place: Place) -> str:
        return str(self.layout.item_index(*value.args))

    def _opponents(self, value: E, place: Place) -> str:
        table = self.table(
            "opponents", lambda: [*(row[1:] for row in rotations(self.layout.seats)), *self._for_others()]
        )
        return f"{table}[{self.text(value.args[0], place)}]"

    def _for_others(self) -> list[tuple[int, ...]]:
        """For neutrals, and for none: all players in the order of their seats."""
        return [tuple(range(self.layout.seats))] * (self.layout.people - self.layout.seats + 1)

    def _everyone(self, _value: E, _place: Place) -> str:
        return f"range({self.layout.people})"

    def _neutral(self, _value: E, _place: Place) -> str:
        return str(self.layout.seats if self.layout.people > self.layout.seats else -1)

    def _copies(self, value: E, place: Place) -> str:
        kind = value.type.name
        table = self.table(f"copies {kind}", lambda: self._same_items(kind))
        return f"{table}[{self.text(value.args[0], place)}]"

    def _same_items(self, kind: str) -> list[tuple[int, ...]]:
        things = self.layout.things[kind]
        return [*(tuple(i for i, other in enumerate(things) if other.item is thing.item) for thing in things), ()]

    def _has_script(self, value: E, place: Place) -> str:
        kind, script, base = value.args
        faces = self.v.kinds[kind].faces
        table = self.table(
            f"has {kind}.{script}", lambda: [*(e >= 0 for e in self.p.runs[f"{kind}.{script}"]), *[False] * faces]
        )
        at = self.text(base, place)
        return f"{table}[{at if faces == 1 else self._faced(kind, base, place)}]"

    def _reach(self, value: E, place: Place) -> str:
        name, kind, cell, items = value.args
        table = self.table(f"neighbours {kind}", lambda: cells_around(*(self.v.kinds[kind].grid or (1, 1))))
        columns, rows = self.v.kinds[kind].grid or (1, 1)
        extra = table if name == "connected" else f"{columns}, {rows}"
        return f"{name}({self.text(cell, place)}, {self.text(items, place)}, {extra})"

    def _left(self, value: E, place: Place) -> str:
        if self.nullable(value.args[0], place):
            return f"neighbour({self.text(value.args[0], place)}, 1, {self.layout.seats})"
        return f"(({self.text(value.args[0], place)}+1)%{self.layout.seats})"

    def _right(self, value: E, place: Place) -> str:
        if self.nullable(value.args[0], place):
            return f"neighbour({self.text(value.args[0], place)}, -1, {self.layout.seats})"
        return f"(({self.text(value.args[0], place)}-1)%{self.layout.seats})"

    def _seat(self, value: E, place: Place) -> str:
        return self.text(value.args[0], place)

    def _listing(self, value: E, place: Place) -> str:
        listed = f"[{', '.join(self.text(item, place) for item in value.args)}]"
        things = value.type.element.tag in ("kind", "enum")
        return f"there({listed})" if things and any(self.nullable(item, place) for item in value.args) else listed

    def _unmarked(self, value: E, place: Place) -> str:
        slot, bit = value.args
        return f"(not {place.local_text(slot)} & {1 << bit})"

    def _watched(self, value: E, _place: Place) -> str:
        return f"W{value.args[0]}(s)"

    def _grid_column(self, value: E, place: Place) -> str:
        return f"grid_column({self.text(value.args[1], place)}, {self._columns(value)})"

    def _grid_row(self, value: E, place: Place) -> str:
        return f"({self.text(value.args[1], place)}//{self._columns(value)}+1)"

    def _columns(self, value: E) -> int:
        return (self.v.kinds[value.args[0]].grid or (1, 1))[0]

    def _neighbours(self, value: E, place: Place) -> str:
        kind, thing = value.args
        table = self.table(f"neighbours {kind}", lambda: cells_around(*(self.v.kinds[kind].grid or (1, 1))))
        return f"{table}[{self.text(thing, place)}]"


def _is_element(value: object, number: int) -> bool:
    return isinstance(value, E) and value.op == "element" and value.args[0] == number


def _mentions(value: object, number: int) -> bool:
    """Whether a value depends on the element of a set."""
    if not isinstance(value, E):
        return False
    return _is_element(value, number) or any(_mentions(arg, number) for arg in value.args)


def _nothing(value: E) -> str:
    """What a value of none is, printed."""
    tag = value.type.tag
    return {"number": "0", "truth": "False", "set": "()", "zone": str(NOWHERE)}.get(tag, "-1")
