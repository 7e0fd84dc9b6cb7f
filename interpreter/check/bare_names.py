"""What a name means that stands alone: something of the script around it, of the table, of the game.

A script means what it meant when it was written. What another pack adds, and the pack of the script does not stand on, is
looked at last: a new field of a kind takes no name away from the scripts of the packs below, nor from those beside.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from interpreter.check import typed as ty
from interpreter.check.boards import directions_named
from interpreter.check.hiding import pack_of, stands_on
from interpreter.check.properties import ME
from interpreter.check.types import enum, kind, set_of
from interpreter.primitives.grids import DIRECTION
from interpreter.records import replace

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from interpreter.check.properties import Properties
    from interpreter.check.scope import Scope
    from interpreter.check.typed import At, Value
    from interpreter.check.types import Type
    from interpreter.check.vocabulary import Item, ValueDecl, Vocabulary
    from interpreter.diagnostics import Span
    from interpreter.source.tree import PackPart
    from interpreter.syntax import tree as t

T = TypeVar("T")


class BareNames:
    """Looks up names with nothing before them."""

    def __init__(self, v: Vocabulary, properties: Properties, result_of: Callable[[ValueDecl], Type]) -> None:
        self.v, self.properties, self.result_of = v, properties, result_of
        self._packs: dict[str, PackPart | None] = {}

    def meaning(self, node: t.Name, scope: Scope, want: Type | None) -> Value | None:
        """What a bare name means here, or None without a report."""
        return self._first_known(self._meanings(node.id, node.at, scope, want), scope)

    def nearer(self, node: t.Name, scope: Scope) -> Value | None:
        """What a name means because of the script around it, or as a thing of the table."""
        return self._first_known(self._near(node.id, node.at, scope, None), scope)

    def place(self, node: t.Name, scope: Scope) -> Value | None:
        """What a name means that is to be written: something of mine or of the table; else of `this`."""
        ways = (look(node) for look in (self._mine, self._of_table))
        found = self._first_known(ways, scope)
        if not isinstance(found, ty.Var) and scope.this is not None:
            found = self.properties.find(ty.This(scope.this, at=node.at), node.id, node.at)
        return found

    def _mine(self, node: t.Name) -> Value | None:
        return self.properties.find(ME, node.id, node.at)

    def _of_table(self, node: t.Name) -> Value | None:
        return self.properties.shared(node.id, node.at)

    # ---- what it can mean, the nearest first

    def _meanings(self, name: str, at: At, scope: Scope, want: Type | None) -> Iterator[Value | None]:
        yield self._fixed(name, scope, at)
        yield from self._near(name, at, scope, want)
        yield from self._global(name, at, scope)

    def _near(self, name: str, at: At, scope: Scope, want: Type | None) -> Iterator[Value | None]:
        for element in reversed(scope.elements):
            if element.alias == name:
                yield element.value(at)
            yield self.properties.find(element.value(at), name, at)
        yield self.local(name, scope, at)
        yield self._wanted(name, want, at, scope)
        if scope.this is not None:
            yield self.properties.find(ty.This(scope.this, at=at), name, at)
        it = self.local("it", scope, at)  # in a standing change what has the value that changes
        yield self.properties.find(it, name, at) if it is not None else None
        yield self.properties.shared(name, at)

    def _fixed(self, name: str, scope: Scope, at: At) -> Value | None:
        if name in ("me", "my"):
            return ty.Me(at=at)
        if name == "this" and scope.this is not None:
            return ty.This(scope.this, at=at)
        if name == "it" and scope.elements:
            return scope.elements[-1].value(at)
        return None

    def local(self, name: str, scope: Scope, at: At) -> Value | None:
        """A local of the script."""
        slot = scope.visible.get(name)
        if slot is None:
            return None
        scope.used.add(slot)
        if slot in scope.sets:
            scope.uses.append((slot, name, at))
            return replace(scope.sets[slot], at=at)
        return ty.Local(scope.locals[slot][1], slot, at=at)

    def _wanted(self, name: str, want: Type | None, at: At, scope: Scope) -> Value | None:
        """A value of the enum, or an item of the kind, that is expected here."""
        if want is None:
            return None
        if want.tag == "enum" and want.name in self.v.enums and name in self.v.enums[want.name].values:
            return ty.Const(want, self.v.enums[want.name].values.index(name), at=at)
        if want.tag == "kind":
            return self.item(name, at, want.name, scope)
        return None

    def _of_engine(self, name: str, at: At) -> Value | None:
        if name == "player_count":
            return ty.PlayerCount(at=at)
        if name == "everyone":
            return ty.Everyone(at=at)
        if name == "neutral":
            return ty.Neutral(at=at)
        return ty.Opponents(ty.Me(), at=at) if name == "opponents" else None

    def _global(self, name: str, at: At, scope: Scope) -> Iterator[Value | None]:
        yield self._of_engine(name, at)
        if name in self.v.plurals:
            owner = self.v.plurals[name]
            if owner in self.v.enums:
                yield ty.EnumValues(set_of(enum(owner)), owner, at=at)
            else:
                yield ty.AllOf(set_of(kind(owner)), owner, at=at)
        value = self.v.values.get(name)
        if value is not None and value.of is None and not value.params:
            yield ty.Derived(self.result_of(value), name, None, at=at)
        owners = [e for e in self.v.enums.values() if name in e.values]
        if len(owners) > 1 or self.v.item_ids.get(name):
            owners = [e for e in owners if e.name != DIRECTION]  # what a pack says comes before what the engine says
        owners = self._known_ones(owners, lambda one: one.places.get(name, one.span), scope)
        if len(owners) == 1:
            yield ty.Const(enum(owners[0].name), owners[0].values.index(name), at=at)
        if len(owners) < 2:
            yield self.item(name, at, None, scope) or (None if owners else directions_named(self.v, name, at))

    def item(self, name: str, at: At, of: str | None, scope: Scope) -> Value | None:
        """The only copy of an item of this name, of any kind or of one."""
        items = [item for item in self.v.item_ids.get(name, ()) if of in (None, item.kind)]
        items = self._known_ones(items, lambda one: one.span, scope)
        if len(items) != 1 or not self.is_one(items[0]):
            return None
        return ty.TheItem(kind(items[0].kind), items[0].kind, name, at=at)

    def is_one(self, item: Item) -> bool:
        """Whether a name can stand for an item: there is one of it in the game."""
        return not item.owned and item.count == 1

    # ---- which of it the pack of the script knows

    def _first_known(self, found: Iterable[Value | None], scope: Scope) -> Value | None:
        """The first of what is found; before that the first that the pack of the script knows, if there is one."""
        first: Value | None = None
        for one in found:
            if one is not None:
                if len(self.v.packs) < 2 or self._is_known(self._declared(one), scope):
                    return one
                first = first or one
        return first

    def _known_ones(self, those: list[T], declared: Callable[[T], Span], scope: Scope) -> list[T]:
        if len(those) < 2 or len(self.v.packs) < 2:
            return those
        return [one for one in those if self._is_known(declared(one), scope)] or those

    def _is_known(self, declared: Span | None, scope: Scope) -> bool:
        if declared is None or declared.file == scope.source.file:
            return True
        return stands_on(self._pack(scope.source.file), self._pack(declared.file))

    def _pack(self, file: str) -> PackPart | None:
        if file not in self._packs:
            self._packs[file] = pack_of(file, self.v)
        return self._packs[file]

    def _declared(self, found: Value) -> Span | None:
        """Where that was declared, if some pack did."""
        match found:
            case ty.Var(key=key, index=ty.Const(type=of, number=number)) if of.name in self.v.enums:
                decl = self.v.enums[of.name]
                return decl.places.get(decl.values[number]) or self._member("vars", key)
            case ty.Var(key=key) | ty.Row(key=key):
                return self._member("vars", key)
            case ty.Zone(key=key):
                return self._member("zones", key)
            case ty.Field(kind=name, name=field):
                return self.v.kinds[name].fields[field].span
            case ty.ItemFormula(kind=name, script=script) | ty.HasScript(kind=name, script=script):
                return self.v.kinds[name].script_spans.get(script)
            case ty.Derived(key=key):
                return self.v.values[key].span if key in self.v.values else None
        return self._of_type(found)

    def _of_type(self, found: Value) -> Span | None:
        """Where a kind or an enum was declared, or a value of it."""
        match found:
            case ty.AllOf(kind=name) | ty.Owned(kind=name) | ty.OwnedOne(kind=name) | ty.Parts(part=name):
                return self.v.kinds[name].span
            case ty.Host(target=name):
                return self.v.kinds[name].span
            case ty.EnumValues(enum=name):
                return self.v.enums[name].span
            case ty.Const(type=of, number=number) if of.tag == "enum":
                decl = self.v.enums[of.name]
                return decl.places.get(decl.values[number], decl.span)
        return None

    def _member(self, part: str, key: str) -> Span | None:
        host, _, name = key.partition(".")
        decl = self.v.shared if host == "shared" else self.v.kinds.get(host)
        found = getattr(decl, part, {}).get(name)
        return found.span if found is not None else None
