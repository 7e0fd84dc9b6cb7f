"""Values: names resolved, types proved. Gives the typed tree `E`; a wrong value reports itself and becomes `None`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.check import errors as err
from interpreter.check.properties import ME, Properties
from interpreter.check.typed import At, E
from interpreter.check.types import NONE, NUMBER, PLAYER, TRUTH, Type, enum, kind, set_of
from interpreter.primitives import FUNCTIONS, Function
from interpreter.primitives.functions import MOST_NUMBERS
from interpreter.syntax import tree as t

if TYPE_CHECKING:
    from collections.abc import Callable

    from interpreter.check.scope import Scope
    from interpreter.check.vocabulary import ValueDecl, Vocabulary

ARITHMETIC = ("+", "-", "*", "/", "mod")
ORDER = ("<", "<=", ">", ">=")


class Expressions:
    """Checks values of a pack."""

    def __init__(self, vocabulary: Vocabulary, result_of: Callable[[ValueDecl], Type]) -> None:
        self.v = vocabulary
        self.result_of = result_of
        self.properties = Properties(vocabulary, result_of)

    # ---- entry points

    def value(self, node: t.Value, scope: Scope, want: Type | None = None) -> E | None:
        """Check a value; with `want`, make it that type or report."""
        found = self._raw(node, scope, want)
        if found is None or want is None:
            return found
        made = self.coerce(found, want)
        if made is None:
            scope.problems.append(err.WrongType(scope.span(node.at), str(want), str(found.type)).diagnostic())
        return made

    def condition(self, node: t.Value, scope: Scope) -> E | None:
        """Check a condition: sets mean "has something", things mean "is not none"."""
        return self.value(node, scope, TRUTH)

    def set_value(self, node: t.Value, scope: Scope, alias: str | None = None) -> E | None:
        """Check a set (or zone)."""
        found = self._where(node, scope, alias) if isinstance(node, t.Where) else self._raw(node, scope, None)
        if found is None:
            return None
        made = self.as_set(found)
        if made is None:
            scope.problems.append(err.WrongType(scope.span(node.at), "set", str(found.type)).diagnostic())
        return made

    # ---- conversions

    def coerce(self, value: E, want: Type) -> E | None:
        """The value as another type, where the language allows it."""
        have = value.type
        if want.tag == "truth":
            return self._as_truth(value)
        if want.tag == "set":
            made = self.as_set(value)
            return made if made is not None and (made.type == want or made.type.tag == "none") else None
        if want.tag == "zone":
            return value if have.tag == "zone" and want.name in ("", have.name) else None
        if have.tag == "zone" and have.slot and want == kind(have.name):
            return E("slot", want, (value,), value.at)
        if have.tag == "none" and want.tag in ("kind", "enum"):
            return E("const", want, (-1,), value.at)
        return value if have == want else None

    def as_set(self, value: E) -> E | None:
        """A zone or set as a set."""
        if value.type.tag == "zone":
            return E("contents", set_of(kind(value.type.name)), (value,), value.at)
        return value if value.type.tag == "set" else None

    def _as_truth(self, value: E) -> E | None:
        tag = value.type.tag
        if tag == "truth":
            return value
        if tag in ("set", "zone"):
            return E("nonempty", TRUTH, (value,), value.at)
        if tag in ("kind", "enum"):
            return E("some", TRUTH, (value,), value.at)
        return None

    def settle(self, value: E) -> E:
        """A slot used as a value stands for its piece."""
        if value.type.tag == "zone" and value.type.slot:
            return E("slot", kind(value.type.name), (value,), value.at)
        return value

    # ---- nodes

    def _raw(self, node: t.Value, scope: Scope, want: Type | None) -> E | None:  # noqa: C901, PLR0911, PLR0912 - one case per node
        match node:
            case t.Number(at, number):
                return E("const", NUMBER, (number,), at)
            case t.Truth(at, truth):
                return E("const", TRUTH, (int(truth),), at)
            case t.Nothing(at):
                return E("const", NONE, (-1,), at)
            case t.Name():
                return self._name(node, scope, want)
            case t.Dot():
                return self._dot(node, scope)
            case t.Index():
                return self._index(node, scope)
            case t.Call():
                return self._call(node, scope)
            case t.Binary(_, op):
                if op in ARITHMETIC:
                    return self._arithmetic(node, scope)
                if op in ("and", "or"):
                    return self._logic(node, scope)
                if op in ("in", "not in"):
                    return self._member(node, scope)
                return self._compare(node, scope)
            case t.Not(at, inner):
                value = self.condition(inner, scope)
                return None if value is None else E("not", TRUTH, (value,), at)
            case t.Empty():
                return self._empty(node, scope)
            case t.Where():
                return self._where(node, scope, None)
            case t.Either():
                return self._either(node, scope, want)
            case t.Listing():
                return self._listing(node, scope, want)

    def _unknown(self, scope: Scope, at: At, name: str, known: tuple[str, ...], what: str = "name") -> None:
        scope.problems.append(err.UnknownName(scope.span(at), name, known, what).diagnostic())

    # ---- names

    def _name(self, node: t.Name, scope: Scope, want: Type | None) -> E | None:
        if node.id in scope.broken:
            return None  # reported where it was bound
        found = self.name_value(node, scope, want)
        if found is None:
            owners = [e.name for e in self.v.enums.values() if node.id in e.values]
            if not owners and self.properties.find(ME, node.id, node.at) is not None:
                self._unknown(scope, node.at, node.id, (f"my.{node.id}",))
            elif len(owners) > 1:
                scope.problems.append(err.AmbiguousName(scope.span(node.at), node.id, tuple(owners)).diagnostic())
            else:
                self._unknown(scope, node.at, node.id, self.known_names(scope))
        return found

    def name_value(self, node: t.Name, scope: Scope, want: Type | None) -> E | None:
        """What a bare name means here, or None without a report."""
        name, at = node.id, node.at
        return (
            self._fixed(name, scope, at)
            or self._of_element(name, scope, at)
            or self._local(name, scope, at)
            or self._wanted(name, want, at)
            or self._of_this(name, scope, at)
            or self.properties.shared(name, at)
            or self._global(name, at)
        )

    def _fixed(self, name: str, scope: Scope, at: At) -> E | None:
        if name in ("me", "my"):
            return E("me", PLAYER, (), at)
        if name == "this" and scope.this is not None:
            return E("this", scope.this, (), at)
        if name == "it" and scope.elements:
            return scope.elements[-1].value(at)
        return None

    def _of_element(self, name: str, scope: Scope, at: At) -> E | None:
        for element in reversed(scope.elements):
            if element.alias == name:
                return element.value(at)
            found = self.properties.find(element.value(at), name, at)
            if found is not None:
                return found
        return None

    def _local(self, name: str, scope: Scope, at: At) -> E | None:
        slot = scope.visible.get(name)
        if slot is None:
            return None
        scope.used.add(slot)
        return E("local", scope.locals[slot][1], (slot,), at)

    def _wanted(self, name: str, want: Type | None, at: At) -> E | None:
        """A value of the enum, or an item of the kind, that is expected here."""
        if want is None:
            return None
        if want.tag == "enum" and want.name in self.v.enums and name in self.v.enums[want.name].values:
            return E("const", want, (self.v.enums[want.name].values.index(name),), at)
        if want.tag == "kind":
            return self._item(name, at, want.name)
        return None

    def _of_this(self, name: str, scope: Scope, at: At) -> E | None:
        if scope.this is None:
            return None
        return self.properties.find(E("this", scope.this, (), at), name, at)

    def _global(self, name: str, at: At) -> E | None:
        if name == "player_count":
            return E("player_count", NUMBER, (), at)
        if name == "everyone":
            return E("everyone", set_of(PLAYER), (), at)
        if name == "neutral":
            return E("neutral", PLAYER, (), at)
        if name == "opponents":
            return E("opponents", set_of(PLAYER), (E("me", PLAYER),), at)
        if name in self.v.plurals:
            owner = self.v.plurals[name]
            if owner in self.v.enums:
                return E("values", set_of(enum(owner)), (owner,), at)
            return E("all", set_of(kind(owner)), (owner,), at)
        value = self.v.values.get(name)
        if value is not None and value.of is None and not value.params:
            return E("value", self.result_of(value), (name, None), at)
        owners = [e for e in self.v.enums.values() if name in e.values]
        if len(owners) == 1:
            return E("const", enum(owners[0].name), (owners[0].values.index(name),), at)
        return None if owners else self._item(name, at, None)

    def _item(self, name: str, at: At, of: str | None) -> E | None:
        items = [item for item in self.v.item_ids.get(name, ()) if of in (None, item.kind)]
        if len(items) != 1 or items[0].owned or items[0].count != 1:
            return None
        return E("item", kind(items[0].kind), (items[0].kind, name), at)

    def known_names(self, scope: Scope) -> tuple[str, ...]:
        """Every bare name legal here, for did-you-mean."""
        names = {
            "me",
            "my",
            "players",
            "opponents",
            "everyone",
            "neutral",
            "player_count",
            *scope.visible,
            *self.v.plurals,
            *self.v.item_ids,
        }
        names |= {value.name for value in self.v.values.values() if value.of is None}
        names |= {v for e in self.v.enums.values() for v in e.values}
        if self.v.shared:
            names |= {*self.v.shared.vars, *self.v.shared.zones}
        for element in scope.elements:
            names |= set(self.properties.known(element.type.name))
        if scope.this:
            names |= set(self.properties.known(scope.this.name))
        if "player" in self.v.kinds:
            names |= set(self.v.kinds["player"].vars)
        return tuple(sorted(names))

    # ---- paths

    def _dot(self, node: t.Dot, scope: Scope) -> E | None:
        special = self._special_dot(node, scope)
        if special is not None:
            return special
        if isinstance(node.base, t.Name) and node.base.id == "option":
            return self._option(node, scope)
        base = self._raw(node.base, scope, None)
        if base is None:
            return None
        base = self.settle(base)
        found = self.properties.find(base, node.name, node.at)
        if found is None:
            known = self.properties.known(base.type.name) if base.type.tag == "kind" else ()
            scope.problems.append(
                err.UnknownProperty(scope.span(node.name_at), str(base.type), node.name, known).diagnostic()
            )
        return found

    def _special_dot(self, node: t.Dot, scope: Scope) -> E | None:
        """`enum.value`."""
        if not isinstance(node.base, t.Name) or node.base.id not in self.v.enums or node.base.id in scope.visible:
            return None
        declared = self.v.enums[node.base.id]
        if node.name not in declared.values:
            return None
        return E("const", enum(declared.name), (declared.values.index(node.name),), node.at)

    def _option(self, node: t.Dot, scope: Scope) -> E | None:
        option = self.v.options.get(node.name)
        if option is None:
            self._unknown(scope, node.name_at, node.name, tuple(self.v.options), "option")
            return None
        of = TRUTH if option.values is None else enum(f"option {option.name}")
        return E("option", of, (option.name,), node.at)

    def _index(self, node: t.Index, scope: Scope) -> E | None:
        if isinstance(node.base, t.Name) and node.base.id in self.v.tables and node.base.id not in scope.visible:
            table = self.v.tables[node.base.id]
            key = self.value(node.key, scope, enum(table.by) if table.by else NUMBER)
            return None if key is None else E("table", NUMBER, (table.name, key), node.at)
        base = self._raw(node.base, scope, None)
        if base is None:
            return None
        if base.op != "row":
            scope.problems.append(err.WrongType(scope.span(node.base.at), "row or table", str(base.type)).diagnostic())
            return None
        each = self._row_enum(base)
        index = self.value(node.key, scope, enum(each))
        return None if index is None else E("var", base.type, (*base.args, index), node.at)

    def _row_enum(self, row: E) -> str:
        host, _, name = str(row.args[0]).partition(".")
        return str(self.v.kind(host).vars[name].each)

    # ---- calls

    def _call(self, node: t.Call, scope: Scope) -> E | None:
        if node.base is not None:
            return self._method(node, scope)
        function = FUNCTIONS.get(node.func)
        if function is not None:
            return self._function(function, node, scope)
        value = self.v.values.get(node.func)
        if value is not None and value.of is None:
            return self._value_call(value, None, node, scope)
        if scope.this is not None and f"{scope.this.name}.{node.func}" in self.v.values:
            return self._value_call(self.v.values[f"{scope.this.name}.{node.func}"], E("this", scope.this), node, scope)
        for element in reversed(scope.elements):
            own = self.v.values.get(f"{element.type.name}.{node.func}")
            if own is not None:
                return self._value_call(own, element.value(node.at), node, scope)
        known = (*FUNCTIONS, *(val.name for val in self.v.values.values()))
        self._unknown(scope, node.func_at, node.func, known, "function")
        return None

    def _method(self, node: t.Call, scope: Scope) -> E | None:
        assert node.base is not None
        base = self._raw(node.base, scope, None)
        if base is None:
            return None
        base = self.settle(base)
        value = self.v.values.get(f"{base.type.name}.{node.func}") if base.type.tag == "kind" else None
        if value is None:
            known = self.properties.known(base.type.name) if base.type.tag == "kind" else ()
            scope.problems.append(
                err.UnknownProperty(scope.span(node.func_at), str(base.type), node.func, known).diagnostic()
            )
            return None
        return self._value_call(value, base, node, scope)

    def _value_call(self, value: ValueDecl, base: E | None, node: t.Call, scope: Scope) -> E | None:
        if len(node.args) != len(value.params):
            wrong = err.WrongArguments(scope.span(node.at), value.name, len(value.params), len(node.args))
            scope.problems.append(wrong.diagnostic())
            return None
        args = [self.value(arg, scope, of) for arg, (_, of) in zip(node.args, value.params, strict=True)]
        if None in args:
            return None
        return E("value", self.result_of(value), (value.key, base, *args), node.at)

    def _function(self, function: Function, node: t.Call, scope: Scope) -> E | None:
        if len(node.args) != len(function.params):
            wrong = err.WrongArguments(scope.span(node.at), function.name, len(function.params), len(node.args))
            scope.problems.append(wrong.diagnostic())
            return None
        if function.kind == "plain":
            args = [self.value(arg, scope, plain_type(p)) for arg, p in zip(node.args, function.params, strict=True)]
            if None in args or (function.name == "range" and not self._short(args, node, scope)):
                return None
            return E("func", plain_type(function.result), (function.name, *args), node.at)
        if function.kind == "copies":
            return self._copies(node, scope)
        if function.kind == "grid":
            return self._on_grid(function, node, scope)
        if function.kind == "join":
            return self._join(function, node, scope)
        return self._over_set(function, node, scope)

    def _short(self, args: list[E | None], node: t.Call, scope: Scope) -> bool:
        """Whether a range may have so many numbers, as far as can be known before the game."""
        low, high = (arg.args[0] if arg is not None and arg.op == "const" else None for arg in args)
        if low is None or high is None or high - low < MOST_NUMBERS:
            return True
        wanted = f"a range of at most {MOST_NUMBERS} numbers"
        scope.problems.append(err.BadValue(scope.span(node.at), wanted, f"{low} to {high}").diagnostic())
        return False

    def _copies(self, node: t.Call, scope: Scope) -> E | None:
        """A thing, of whatever kind."""
        piece = self.value(node.args[0], scope)
        if piece is None:
            return None
        piece = self.settle(piece)
        if piece.type.tag != "kind":
            scope.problems.append(err.WrongType(scope.span(node.args[0].at), "piece", str(piece.type)).diagnostic())
            return None
        return E("copies", set_of(piece.type), (piece,), node.at)

    def _on_grid(self, function: Function, node: t.Call, scope: Scope) -> E | None:
        """A place of a grid and a set of places of the same grid."""
        cell = self.value(node.args[0], scope)
        items = self.set_value(node.args[1], scope)
        if cell is None or items is None:
            return None
        decl = self.v.kinds.get(cell.type.name)
        if decl is None or decl.grid is None or items.type != set_of(cell.type):
            wrong = err.WrongType(scope.span(node.at), "place of a grid and a set of such places", str(items.type))
            scope.problems.append(wrong.diagnostic())
            return None
        of = items.type if function.result == "set" else NUMBER
        return E("reach", of, (function.name, decl.name, cell, items), node.at)

    def _join(self, function: Function, node: t.Call, scope: Scope) -> E | None:
        left, right = (self.set_value(arg, scope) for arg in node.args)
        if left is None or right is None:
            return None
        if left.type != right.type:
            scope.problems.append(
                err.WrongType(scope.span(node.args[1].at), str(left.type), str(right.type)).diagnostic()
            )
            return None
        return E("func", left.type, (function.name, left, right), node.at)

    def _over_set(self, function: Function, node: t.Call, scope: Scope) -> E | None:
        items = self.set_value(node.args[0], scope)
        if items is None:
            return None
        of = items.type.element if function.result == "element" else plain_type(function.result)
        if function.kind == "set":
            return E("func", of, (function.name, items), node.at)
        element = scope.new_element(items.type.element, None)
        wanted = None if function.params[1] == "any" else plain_type(function.params[1])
        each = self.value(node.args[1], scope, wanted)
        scope.elements.pop()
        rest = [
            self.value(arg, scope, plain_type(p)) for arg, p in zip(node.args[2:], function.params[2:], strict=True)
        ]
        if each is None or None in rest:
            return None
        return E("each", of, (function.name, items, element.number, each, *rest), node.at)

    # ---- operators

    def _arithmetic(self, node: t.Binary, scope: Scope) -> E | None:
        left, right = self.value(node.left, scope, NUMBER), self.value(node.right, scope, NUMBER)
        return None if left is None or right is None else E("arith", NUMBER, (node.op, left, right), node.at)

    def _logic(self, node: t.Binary, scope: Scope) -> E | None:
        left, right = self.condition(node.left, scope), self.condition(node.right, scope)
        return None if left is None or right is None else E("logic", TRUTH, (node.op, left, right), node.at)

    def _pair(self, left: t.Value, right: t.Value, scope: Scope) -> tuple[E, E] | None:
        """Check two values that are compared: the one whose type is plain tells what the other means."""
        swap = self._needs_hint(left, scope)
        first = self._raw(right if swap else left, scope, None)
        if first is None:
            return None
        first = self.settle(first)
        second = self._raw(left if swap else right, scope, first.type)
        if second is None:
            return None
        second = self.settle(second)
        return (second, first) if swap else (first, second)

    def _needs_hint(self, node: t.Value, scope: Scope) -> bool:
        return isinstance(node, t.Name) and self.name_value(node, scope, None) is None

    def _compare(self, node: t.Binary, scope: Scope) -> E | None:
        pair = self._pair(node.left, node.right, scope)
        if pair is None:
            return None
        left, right = pair
        types = {left.type, right.type}
        if node.op in ORDER:
            fits = types == {NUMBER}
        else:
            fits = len(types) == 1 or (NONE in types and all(of.tag in ("kind", "enum", "none") for of in types))
        if not fits or left.type.tag in ("set", "zone"):
            wrong = err.CannotCompare(scope.span(node.at), str(left.type), str(right.type), order=node.op in ORDER)
            scope.problems.append(wrong.diagnostic())
            return None
        return E("compare", TRUTH, (node.op, left, right), node.at)

    def _member(self, node: t.Binary, scope: Scope) -> E | None:
        items = self._listing_or_set(node, scope)
        if items is None:
            return None
        item = self.value(node.left, scope, items.type.element)
        if item is None:
            return None
        op = "inside" if items.op == "contents" else "member"
        found = E(op, TRUTH, (item, items), node.at)
        return E("not", TRUTH, (found,), node.at) if node.op == "not in" else found

    def _listing_or_set(self, node: t.Binary, scope: Scope) -> E | None:
        if isinstance(node.right, t.Listing):
            left = self._raw(node.left, scope, None)
            return None if left is None else self._listing(node.right, scope, self.settle(left).type)
        return self.set_value(node.right, scope)

    def _empty(self, node: t.Empty, scope: Scope) -> E | None:
        value = self._raw(node.value, scope, None)
        if value is None:
            return None
        truth = self._as_truth(value) if value.type.tag in ("set", "zone", "kind", "enum") else None
        if truth is None:
            scope.problems.append(
                err.WrongType(scope.span(node.value.at), "set or place", str(value.type)).diagnostic()
            )
            return None
        return truth if node.negated else E("not", TRUTH, (truth,), node.at)

    def _where(self, node: t.Where, scope: Scope, alias: str | None) -> E | None:
        items = self.set_value(node.base, scope)
        if items is None:
            return None
        element = scope.new_element(items.type.element, alias)
        cond = self.condition(node.cond, scope)
        scope.elements.pop()
        return None if cond is None else E("filter", items.type, (items, element.number, cond), node.at)

    def _either(self, node: t.Either, scope: Scope, want: Type | None) -> E | None:
        cond = self.condition(node.cond, scope)
        then = self._raw(node.then, scope, want)
        if cond is None or then is None:
            return None
        then = self.settle(then)
        other = self.value(node.other, scope, want or (then.type if then.type != NONE else None))
        if other is None:
            return None
        if then.type == NONE:
            then = E("const", other.type, (-1,), then.at)
        return E("if", then.type, (cond, then, other), node.at)

    def _listing(self, node: t.Listing, scope: Scope, want: Type | None) -> E | None:
        of = want.element if want is not None and want.tag == "set" else want
        items: list[E] = []
        for item in node.items:
            value = self.value(item, scope, of)
            if value is None:
                return None
            of = of or value.type
            items.append(value)
        assert of is not None
        return E("listing", set_of(of), tuple(items), node.at)

    # ---- counters and vars as places to write

    def place(self, node: t.Value, scope: Scope) -> E | None:
        """A var to be written: mine by bare name, the table's, a row's, or a path to another's."""
        found = self._bare_place(node, scope) if isinstance(node, t.Name) else self._raw(node, scope, None)
        if found is None:
            return None
        if found.op != "var":
            scope.problems.append(err.WrongType(scope.span(node.at), "counter", str(found.type)).diagnostic())
            return None
        return found

    def _bare_place(self, node: t.Name, scope: Scope) -> E | None:
        local = self._local(node.id, scope, node.at)
        if local is not None and local.type.tag == "enum":
            row = self._row_over(local.type.name)
            if row is not None:
                return E("var", NUMBER, (row, ME, local), node.at)
        found = self.properties.find(ME, node.id, node.at) or self.properties.shared(node.id, node.at)
        if (found is None or found.op != "var") and scope.this is not None:
            found = self.properties.find(E("this", scope.this, (), node.at), node.id, node.at)
        if found is None or found.op != "var":
            names = {*self.v.kinds["player"].vars} if "player" in self.v.kinds else set()
            names |= set(self.v.shared.vars) if self.v.shared else set()
            names |= {x for e in self.v.enums.values() if self._row_over(e.name) for x in e.values}
            self._unknown(scope, node.at, node.id, tuple(sorted(names)), "counter")
            return None
        return found

    def _row_over(self, enum_name: str) -> str | None:
        rows = [d.key for d in self.v.kinds["player"].vars.values() if d.each == enum_name]
        return rows[0] if rows else None


def plain_type(name: str) -> Type:
    """The type behind a word of the functions' table."""
    fixed = {
        "number": NUMBER,
        "truth": TRUTH,
        "player": PLAYER,
        "set of player": set_of(PLAYER),
        "set of number": set_of(NUMBER),
    }
    return fixed[name]
