"""Values: names resolved, types proved. Gives the typed tree; a wrong value reports itself and becomes `None`."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from interpreter.check import errors as err
from interpreter.check import typed as ty
from interpreter.check.bare_names import BareNames
from interpreter.check.boards import Boards
from interpreter.check.calls import Calls, whole
from interpreter.check.cures import Cures
from interpreter.check.properties import ME, Properties
from interpreter.check.scope import RESERVED
from interpreter.check.typed import At, Value
from interpreter.check.types import NONE, NUMBER, TRUTH, Type, enum, kind, rank_of, set_of
from interpreter.check.vocabulary import printed_key
from interpreter.primitives.grids import BARE, DIRECTION
from interpreter.syntax import tree as t

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from interpreter.check.scope import Element, Scope
    from interpreter.check.vocabulary import ValueDecl, Vocabulary

ARITHMETIC = ("+", "-", "*", "/", "mod")
ORDER = ("<", "<=", ">", ">=")
MOST_RANKED = 3
"""How many values may be compared in a row."""


class Expressions:
    """Checks values of a pack."""

    def __init__(self, vocabulary: Vocabulary, result_of: Callable[[ValueDecl], Type]) -> None:
        self.v = vocabulary
        self.result_of = result_of
        self.properties = Properties(vocabulary, result_of)
        self.names = BareNames(vocabulary, self.properties, result_of)
        self.boards, self.calls, self.cures = Boards(self), Calls(self), Cures(self)

    # ---- entry points

    def value(self, node: t.Value, scope: Scope, want: Type | None = None) -> Value | None:
        """Check a value; with `want`, make it that type or report."""
        found = self.raw(node, scope, want)
        return found if found is None or want is None else self._as_wanted(found, node, scope, want)

    def _as_wanted(self, found: Value, node: t.Value, scope: Scope, want: Type) -> Value | None:
        made = self.coerce(found, want)
        if made is None and want == TRUTH and found.type.tag in ("set", "zone", "kind", "enum"):
            narrowed = scope.source.text[node.at[1] :].lstrip().startswith("where ")
            bare = err.BareCondition(scope.span(node.at), found.type.tag, self._written(node, scope), narrowed=narrowed)
            scope.problems.report(bare)
        elif made is None:
            meant = self.cures.of_type(node, found, want)
            scope.problems.report(err.WrongType(scope.span(node.at), str(want), str(found.type), meant))
        return made

    def condition(self, node: t.Value, scope: Scope) -> Value | None:
        """Check a condition."""
        return self.value(node, scope, TRUTH)

    def _written(self, node: t.Value, scope: Scope) -> str:
        """How a value is written, for what to write instead."""
        return str(scope.source.text[node.at[0] : node.at[1]])

    def set_value(self, node: t.Value, scope: Scope, alias: str | None = None, against: str = "") -> Value | None:
        """Check a set (or zone); `against` is what is looked for in it."""
        found = self._where(node, scope, alias) if isinstance(node, t.Where) else self.raw(node, scope, None)
        if found is None:
            return None
        made = self.as_set(found)
        if made is None:
            one = f"with a single one write `{against} is {self._written(node, scope)}`" if against else ""
            scope.problems.report(err.WrongType(scope.span(node.at), "set", str(found.type), one))
        return made

    # ---- conversions

    def coerce(self, value: Value, want: Type) -> Value | None:
        """The value as another type, where the language allows it."""
        have = value.type
        if want.tag == "set":
            made = self.as_set(value)
            return made if made is not None and (made.type == want or made.type.tag == "none") else None
        if want.tag == "zone":
            return value if have.tag == "zone" and want.name in ("", have.name) else None
        if have.tag == "zone" and have.slot and want == kind(have.name):
            return ty.InSlot(want, value, at=value.at)
        if have.tag == "none" and want.tag in ("kind", "enum"):
            return ty.Const(want, -1, at=value.at)
        return value if have == want else None

    def as_set(self, value: Value) -> Value | None:
        """A zone or set as a set."""
        if value.type.tag == "zone":
            return ty.Contents(set_of(kind(value.type.name)), value, at=value.at)
        return value if value.type.tag == "set" else None

    def settle(self, value: Value) -> Value:
        """A slot used as a value stands for its piece."""
        if value.type.tag == "zone" and value.type.slot:
            return ty.InSlot(kind(value.type.name), value, at=value.at)
        return value

    # ---- nodes

    def raw(self, node: t.Value, scope: Scope, want: Type | None) -> Value | None:
        """A value of whatever type it has; None for what is wrong, and for what follows from something wrong elsewhere."""
        found = self._found(node, scope, want)
        if isinstance(found, ty.Derived):
            value = self.v.values.get(found.key)
            if value is not None and value.formula is None and not value.busy:
                return None  # reported where the value is declared, and its type is not known
        return found

    def _found(self, node: t.Value, scope: Scope, want: Type | None) -> Value | None:  # noqa: C901, PLR0911, PLR0912 - one case per node
        match node:
            case t.Number(at, number):
                return ty.Const(NUMBER, number, at=at)
            case t.Truth(at, truth):
                return ty.Const(TRUTH, int(truth), at=at)
            case t.Nothing(at):
                return ty.Const(NONE, -1, at=at)
            case t.Name():
                return self._name(node, scope, want)
            case t.Dot():
                return self._dot(node, scope)
            case t.Index():
                return self._index(node, scope)
            case t.Call():
                return self.calls.value(node, scope)
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
                return None if value is None else ty.Not(value, at=at)
            case t.Empty():
                return self._empty(node, scope)
            case t.Where():
                return self._where(node, scope, None)
            case t.Named(at, _, name):
                scope.problems.report(err.NameWithoutUse(scope.span(at), name))
                return None
            case t.Either():
                return self._either(node, scope, want)
            case t.Listing():
                return self._listing(node, scope, want)
            case t.Before():
                return self._before(node, scope)
            case t.Printed():
                return self._printed(node, scope, want)

    def _printed(self, node: t.Printed, scope: Scope, want: Type | None) -> Value | None:
        """A value without standing changes; one that nothing changes is as it is."""
        inner = node.value
        found = self._printed_base(inner, scope)
        if found is None:
            return self.raw(inner, scope, want)
        key, base = found
        of, _, name = key.rpartition(".")
        if base is not None and of in self.v.kinds and name in self.v.kinds[of].fields:
            return ty.Field(self.v.kinds[of].fields[name].type, of, name, base, at=node.at)
        own = self.v.values[printed_key(key)]
        if isinstance(inner, t.Call):
            return self.calls.of_value(own, base, inner, scope)
        return ty.Derived(self.result_of(own), own.key, base, at=node.at)

    def _printed_base(self, inner: t.Value, scope: Scope) -> tuple[str, Value | None] | None:
        """Which changed value is meant, and whose."""
        bases: list[Value] = []
        if isinstance(inner, t.Dot) or (isinstance(inner, t.Call) and inner.base is not None):
            base = self.raw(inner.base, scope, None) if inner.base is not None else None
            bases = [self.settle(base)] if base is not None else []
        elif isinstance(inner, t.Name | t.Call):
            bases = [element.value(inner.at) for element in reversed(scope.elements)]
            bases += [ty.This(scope.this)] if scope.this is not None else []
            changed = self.names.local(
                "it", scope, inner.at
            )  # what a standing change is about goes by its bare name, too
            bases += [changed] if changed is not None else []
        else:
            return None
        name = inner.name if isinstance(inner, t.Dot) else inner.id if isinstance(inner, t.Name) else inner.func
        for one in bases:
            if f"{one.type.name}.{name}" in self.v.standing:
                return f"{one.type.name}.{name}", one
        return (name, None) if isinstance(inner, t.Name) and name in self.v.standing else None

    def _before(self, node: t.Before, scope: Scope) -> Value | None:
        """What a value was below, of the same thing and with the same parameters."""
        if scope.before is None or scope.before.sort != "value":
            scope.problems.report(err.NothingBefore(scope.span(node.at)))
            return None
        of, name = map(str, scope.before.names)
        value = self.v.values[f"{of}.{name}" if of else name]
        base = ME if of == "player" else ty.This(scope.this) if scope.this is not None else None
        params = scope.locals[: scope.params]
        given: list[Value] = [ty.Local(type_, slot, at=node.at) for slot, (_, type_) in enumerate(params)]
        return ty.Derived(self.result_of(value), value.key, base, tuple(given), at=node.at)

    def unknown(
        self, scope: Scope, at: At, name: str, known: Iterable[str], what: str = "name", counters: Iterable[str] = ()
    ) -> None:
        """Report a name that nothing has, with those that may be meant."""
        wrong = err.UnknownName(scope.span(at), name, tuple(known), what, counters=tuple(counters))
        scope.problems.report(wrong)

    # ---- names

    def _name(self, node: t.Name, scope: Scope, want: Type | None) -> Value | None:
        if node.id in scope.broken:
            return None  # reported where it was bound
        found = self.name_value(node, scope, want)
        if found is None:
            owners = [e.name for e in self.v.enums.values() if node.id in e.values]
            owners += dict.fromkeys(item.kind for item in self.v.item_ids.get(node.id, ()) if self.names.is_one(item))
            if len(owners) > 1:
                scope.problems.report(err.AmbiguousName(scope.span(node.at), node.id, tuple(owners)))
            else:
                mine = self.properties.find(ME, node.id, node.at) if not owners else None
                cure, choices = self.cures.of_name(node.id, mine, want), self.cures.choices(want)
                known = () if mine is not None else self._likely(scope, want)
                cure = cure or self.cures.of_mine(node.id, known)
                wrong = err.UnknownName(scope.span(node.at), node.id, known, cure=cure, choices=choices)
                scope.problems.report(wrong)
        return found

    def _likely(self, scope: Scope, want: Type | None) -> tuple[str, ...]:
        """The names that a slip may be of: not the things of another kind than is wanted here."""
        known = self.known_names(scope)
        if want is None or want.tag != "kind":
            return known
        others = {name for name, items in self.v.item_ids.items() if all(item.kind != want.name for item in items)}
        return tuple(name for name in known if name not in others)

    def name_value(self, node: t.Name, scope: Scope, want: Type | None) -> Value | None:
        """What a bare name means here, or None without a report."""
        return self.names.meaning(node, scope, want)

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
            *(BARE if DIRECTION in self.v.enums else ()),
        }
        names |= {value.name for value in self.v.named_values() if value.of is None}
        names |= {v for e in self.v.enums.values() for v in e.values}
        if self.v.shared:
            names |= {*self.v.shared.vars, *self.v.shared.zones}
        for element in scope.elements:
            names |= set(self.properties.known(element.type.name))
        if scope.this:
            names |= set(self.properties.known(scope.this.name))
        if "player" in self.v.kinds:
            names |= set(self.v.kinds["player"].vars)
        return tuple(names)  # in no order, which takes its time: nobody is shown more than the nearest

    # ---- paths

    def _dot(self, node: t.Dot, scope: Scope) -> Value | None:
        special = self._special_dot(node, scope)
        if special is not None:
            return special
        if isinstance(node.base, t.Name) and node.base.id == "option":
            return self._option(node, scope)
        base = self.raw(node.base, scope, None)
        if base is None or self.needless(node.base, node.name, node.at, scope):
            return None
        base = self.settle(base)
        found = self.properties.find(base, node.name, node.at)
        if found is None:
            known = self.properties.known(base.type.name) if base.type.tag == "kind" else ()
            meant = self.cures.before_dot(node, base)
            wrong = err.UnknownProperty(scope.span(node.name_at), str(base.type), node.name, known, meant)
            cure = "" if meant else self.cures.of_property(base, node.name, self._written(node.base, scope), scope)
            scope.problems.report(wrong.but(cure=cure))
        return found

    def needless(self, base: t.Value, name: str, at: At, scope: Scope) -> bool:
        """Report `it.NAME`: what an element has goes by its bare name; the thing a standing change is about does not."""
        if not isinstance(base, t.Name) or base.id != "it" or (not scope.elements and "it" in scope.visible):
            return False
        plain = name.removesuffix("(…)")
        inner, *others = reversed(scope.elements)
        taken = "itself" if inner.alias == plain else ""
        if not taken and (plain in scope.visible or any(one.alias == plain for one in others)):
            taken = "other"
        scope.problems.report(err.NeedlessIt(scope.span(at), name, taken, len(scope.elements) > 1))
        return True

    def _special_dot(self, node: t.Dot, scope: Scope) -> Value | None:
        """`enum.value`, and `kind.item` where the name of the kind means nothing nearer."""
        if isinstance(node.base, t.Name) and node.base.id in self.v.kinds:
            item = self.names.item(node.name, node.at, node.base.id, scope)
            return item if item is not None and self.names.nearer(node.base, scope) is None else None
        if not isinstance(node.base, t.Name) or node.base.id not in self.v.enums or node.base.id in scope.visible:
            return None
        declared = self.v.enums[node.base.id]
        if node.name not in declared.values:
            return None
        return ty.Const(enum(declared.name), declared.values.index(node.name), at=node.at)

    def _option(self, node: t.Dot, scope: Scope) -> Value | None:
        option = self.v.options.get(node.name)
        if option is None:
            self.unknown(scope, node.name_at, node.name, tuple(self.v.options), "option")
            return None
        of = TRUTH if option.values is None else enum(f"option {option.name}")
        return ty.OptionValue(of, option.name, at=node.at)

    def _index(self, node: t.Index, scope: Scope) -> Value | None:
        if isinstance(node.base, t.Name) and node.base.id in self.v.tables and node.base.id not in scope.visible:
            table = self.v.tables[node.base.id]
            key = self.value(node.key, scope, enum(table.by) if table.by else NUMBER)
            return None if key is None else ty.TableRow(table.name, key, at=node.at)
        base = self.raw(node.base, scope, None)
        if base is None:
            return None
        if not isinstance(base, ty.Row):
            scope.problems.report(err.WrongType(scope.span(node.base.at), "row or table", str(base.type)))
            return None
        each = self._row_enum(base)
        index = self.value(node.key, scope, enum(each))
        return None if index is None else ty.Var(base.type, base.key, base.host, index, at=node.at)

    def _row_enum(self, row: ty.Row) -> str:
        return str(self.v.var(row.key).each)

    def enter_set(self, items: Value, name: str | None, node: t.Value, scope: Scope) -> Element:
        """Look at an element of a set; the name a script gives it may not be one of the engine's."""
        if name in RESERVED and isinstance(node, t.Where | t.Named):
            scope.problems.report(err.ReservedName(scope.span(node.at), name))
        return scope.new_element(items.type.element, name)

    # ---- order

    def orderly(self, node: t.Value, scope: Scope) -> Value | None:
        """Something that can be more or less: a number, a value of an enum, or several of them, the first one first."""
        if isinstance(node, t.Listing):
            return self._ranked(node, scope)
        found = self.raw(node, scope, None)
        if found is None:
            return None
        found = self.settle(found)
        if found.type == TRUTH:  # yes is more than no
            return ty.IfElse(
                NUMBER, found, ty.Const(NUMBER, 1, at=node.at), ty.Const(NUMBER, 0, at=node.at), at=node.at
            )
        if found.type.tag not in ("number", "enum"):
            wrong = err.WrongType(scope.span(node.at), "number, truth, value of an enum or `(A, B)`", str(found.type))
            scope.problems.report(wrong)
            return None
        return found

    def _ranked(self, node: t.Listing, scope: Scope) -> Value | None:
        if len(node.items) > MOST_RANKED:
            wanted = f"at most {MOST_RANKED} values, the first one first"
            scope.problems.report(err.BadValue(scope.span(node.at), wanted, str(len(node.items))))
            return None
        parts = whole([self.orderly(item, scope) for item in node.items])
        return None if parts is None else ty.Ranked(rank_of(len(parts)), parts, at=node.at)

    def _compare_ranked(self, node: t.Binary, scope: Scope) -> Value | None:
        """Several values against several others: the first pair that differs decides."""
        if not (isinstance(node.left, t.Listing) and isinstance(node.right, t.Listing)):
            single = node.right if isinstance(node.left, t.Listing) else node.left
            wrong = err.UnlikeTuples(scope.span(single.at), 1, len(_listed(node)))
            scope.problems.report(wrong)
            return None
        if len(node.left.items) != len(node.right.items):
            wrong = err.UnlikeTuples(scope.span(node.at), len(node.left.items), len(node.right.items))
            scope.problems.report(wrong)
            return None
        left, right = self._ranked(node.left, scope), self._ranked(node.right, scope)
        if left is None or right is None:
            return None
        return ty.Compare(node.op, left, right, at=node.at)

    # ---- operators

    def _arithmetic(self, node: t.Binary, scope: Scope) -> Value | None:
        dashed = self.cures.dashed(node, scope) if node.op == "-" else ""
        if dashed:
            written = self._written(node, scope)
            scope.problems.report(err.UnknownName(scope.span(node.at), written, (), cure=dashed))
            return None
        left, right = self.value(node.left, scope, NUMBER), self.value(node.right, scope, NUMBER)
        return None if left is None or right is None else ty.Arith(node.op, left, right, at=node.at)

    def _logic(self, node: t.Binary, scope: Scope) -> Value | None:
        if self.cures.shared_subject(node, scope):
            return None
        left, right = self.condition(node.left, scope), self.condition(node.right, scope)
        return None if left is None or right is None else ty.Logic(node.op, left, right, at=node.at)

    def _pair(self, left: t.Value, right: t.Value, scope: Scope) -> tuple[Value, Value] | None:
        """Check two values that are compared: the one whose type is plain tells what the other means."""
        swap = self._needs_hint(left, scope)
        first = self.raw(right if swap else left, scope, None)
        if first is None:
            return None
        first = self.settle(first)
        second = self.raw(left if swap else right, scope, first.type)
        if second is None:
            return None
        second = self.settle(second)
        return (second, first) if swap else (first, second)

    def _needs_hint(self, node: t.Value, scope: Scope) -> bool:
        return isinstance(node, t.Name) and self.name_value(node, scope, None) is None

    def _compare(self, node: t.Binary, scope: Scope) -> Value | None:
        if isinstance(node.left, t.Listing) or isinstance(node.right, t.Listing):
            return self._compare_ranked(node, scope)
        if node.op == "is not" and isinstance(node.right, t.Name) and node.right.id == "empty":
            old = err.BareCondition(scope.span(node.at), "set", self._written(node.left, scope), old=True)
            scope.problems.report(old)
            return None
        pair = self._pair(node.left, node.right, scope)
        if pair is None:
            return None
        left, right = pair
        types = {left.type, right.type}
        if node.op in ORDER:
            fits = len(types) == 1 and left.type.tag in ("number", "enum")
        else:
            fits = len(types) == 1 or (NONE in types and all(of.tag in ("kind", "enum", "none") for of in types))
        if not fits or left.type.tag in ("set", "zone"):
            inside = len(scope.elements) > 1 and any(
                isinstance(side, t.Name) and side.id == "it" for side in (node.left, node.right)
            )
            wrong = err.CannotCompare(scope.span(node.at), str(left.type), str(right.type), node.op in ORDER, inside)
            sets = all(side.type.tag in ("set", "zone") for side in pair)
            both = tuple(self._written(side, scope) for side in (node.left, node.right)) if sets else ()
            wrong = wrong.but(sets=both, alike=left.type.name == right.type.name)
            scope.problems.report(wrong.but(counted=self._counted(node, left, right, scope)))
            return None
        self._warn_of_the_same(node, left, right, scope)
        return ty.Compare(node.op, left, right, at=node.at)

    def _counted(self, node: t.Binary, left: Value, right: Value, scope: Scope) -> str:
        """The set that is compared with a number."""
        sides = ((node.left, left, right), (node.right, right, left))
        sets = (side for side, own, other in sides if own.type.tag in ("set", "zone") and other.type == NUMBER)
        found = next(sets, None)
        return "" if found is None else self._written(found, scope)

    def _warn_of_the_same(self, node: t.Binary, left: Value, right: Value, scope: Scope) -> None:
        """Inside a set, a name of the element may hide one of the script: then something is compared with itself."""
        if not scope.elements:
            return
        sides = [self._written(side, scope) for side in (node.left, node.right)]
        own = {side.removeprefix(f"{scope.elements[-1].alias}.") for side in sides}
        if sides[0] == sides[1] or (len(own) == 1 and type(left) is type(right)):
            scope.problems.report(err.SameOnBothSides(scope.span(node.at), min(own, key=len)))

    def _member(self, node: t.Binary, scope: Scope) -> Value | None:
        items = self._listing_or_set(node, scope)
        if items is None:
            return None
        item = self.value(node.left, scope, items.type.element)
        if item is None:
            return None
        found: Value = ty.Member(item, items, at=node.at)
        if isinstance(items, ty.Contents):
            found = ty.InZone(item, items, at=node.at)
        return ty.Not(found, at=node.at) if node.op == "not in" else found

    def _listing_or_set(self, node: t.Binary, scope: Scope) -> Value | None:
        if isinstance(node.right, t.Listing):
            left = self.raw(node.left, scope, None)
            return None if left is None else self._listing(node.right, scope, self.settle(left).type)
        return self.set_value(node.right, scope, against=self._written(node.left, scope))

    def _empty(self, node: t.Empty, scope: Scope) -> Value | None:
        value = self.raw(node.value, scope, None)
        if value is None:
            return None
        if value.type.tag not in ("set", "zone"):
            scope.problems.report(err.WrongType(scope.span(node.value.at), "set or place", str(value.type)))
            return None
        return ty.Not(ty.NonEmpty(value, at=value.at), at=node.at)

    def _where(self, node: t.Where, scope: Scope, alias: str | None) -> Value | None:
        items = self.set_value(node.base, scope)
        if items is None:
            return None
        element = self.enter_set(items, node.name or alias, node, scope)
        cond = self.condition(node.cond, scope)
        scope.elements.pop()
        return None if cond is None else ty.Filter(items.type, items, element.number, cond, at=node.at)

    def _either(self, node: t.Either, scope: Scope, want: Type | None) -> Value | None:
        cond = self.condition(node.cond, scope)
        then = self.raw(node.then, scope, want)
        if cond is None or then is None:
            return None
        then = (self.coerce(then, want) if want is not None else None) or self.settle(then)
        wanted = want or (then.type if then.type != NONE else None)
        other = self.raw(node.other, scope, wanted)
        if other is not None and wanted is not None:
            if then.type.tag == "zone" and other.type.tag == "set":  # a zone is then all that lies there
                then = self.as_set(then) or then
            other = self._as_wanted(other, node.other, scope, want or then.type)
        if other is None:
            return None
        if then.type == NONE:
            then = ty.Const(other.type, -1, at=then.at)
        return ty.IfElse(then.type, cond, then, other, at=node.at)

    def _listing(self, node: t.Listing, scope: Scope, want: Type | None) -> Value | None:
        of = want.element if want is not None and want.tag == "set" else want
        items: list[Value] = []
        for item in node.items:
            value = self.value(item, scope, of)
            if value is None:
                return None
            of = of or value.type
            items.append(value)
        assert of is not None
        return ty.Listing(set_of(of), tuple(items), at=node.at)

    # ---- counters and vars as places to write

    def place(self, node: t.Value, scope: Scope) -> Value | None:
        """A var to be written: mine by bare name, the table's, a row's, or a path to another's."""
        found = self._bare_place(node, scope) if isinstance(node, t.Name) else self.raw(node, scope, None)
        if found is None:
            return None
        if not isinstance(found, ty.Var):
            scope.problems.report(err.WrongType(scope.span(node.at), "counter", str(found.type)))
            return None
        return found

    def _bare_place(self, node: t.Name, scope: Scope) -> Value | None:
        local = self.names.local(node.id, scope, node.at)
        if local is not None and local.type.tag == "enum":
            row = self._rows.get(local.type.name)
            if row is not None:
                return ty.Var(NUMBER, row, ME, local, at=node.at)
        found = self.names.place(node, scope)
        if not isinstance(found, ty.Var):
            self.unknown(scope, node.at, node.id, *self._written_names)
            return None
        return found

    @cached_property
    def _rows(self) -> dict[str, str]:
        """The first row of a player over each enum."""
        return {d.each: d.key for d in reversed(self.v.kinds["player"].vars.values()) if d.each}

    @cached_property
    def _written_names(self) -> tuple[tuple[str, ...], str, tuple[str, ...]]:
        """The bare names that can be written, what they are, and which of them count; found once, whatever is wrong."""
        rows = {x for e in self.v.enums.values() if e.name in self._rows for x in e.values}
        hosts = [self.v.kinds["player"], *([self.v.shared] if self.v.shared else [])]
        known = [var for host in hosts for var in host.vars.values() if not var.name.startswith("(")]
        counters = {var.name for var in known if var.type == NUMBER and not var.each} | rows
        return (*(var.name for var in known), *rows), "counter", tuple(sorted(counters))


def _listed(node: t.Binary) -> tuple[t.Value, ...]:
    """The values of the side of a comparison that is written as several."""
    side = node.left if isinstance(node.left, t.Listing) else node.right
    return side.items if isinstance(side, t.Listing) else ()


def fixed_number(value: Value) -> int | None:
    """What a number is that depends on nothing, or None."""
    match value:
        case ty.Const(number=number):
            return number
        case ty.Arith(sign=sign, left=left, right=right) if sign in ("+", "-", "*"):
            one, two = fixed_number(left), fixed_number(right)
            if one is None or two is None:
                return None
            return one + two if sign == "+" else one - two if sign == "-" else one * two
    return None
