"""What stands behind a dot: the fields, vars, zones, values, parts, hosts and owned pieces of a thing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.check import typed as ty
from interpreter.check.typed import At, Value
from interpreter.check.types import NUMBER, TRUTH, Type, enum, kind, set_of, zone_of
from interpreter.primitives.grids import NEAR

if TYPE_CHECKING:
    from collections.abc import Callable

    from interpreter.check.vocabulary import KindDecl, ValueDecl, Vocabulary

ME = ty.Me()


class Properties:
    """Looks up names behind a dot. `formula_of` gives a value's result type, checking it first if need be."""

    def __init__(self, vocabulary: Vocabulary, result_of: Callable[[ValueDecl], Type]) -> None:
        self.v = vocabulary
        self.result_of = result_of
        self._hosts: dict[str, set[str]] = {}

    def find(self, base: Value, name: str, at: At) -> Value | None:
        """The value of `base.name`, or None if a thing of this kind has no such property."""
        decl = self.v.kinds.get(base.type.name) if base.type.tag == "kind" else None
        if decl is None:
            return None
        for look in (
            self._field,
            self._var,
            self._zone,
            self._value,
            self._script,
            self._relative,
            self._owned,
            self._built_in,
        ):
            found = look(decl, base, name, at)
            if found is not None:
                return found
        return None

    def shared(self, name: str, at: At) -> Value | None:
        """A var or zone of the table, by bare name."""
        table = self.v.shared
        if table is None:
            return None
        return self._var(table, None, name, at) or self._zone(table, None, name, at)

    def _field(self, decl: KindDecl, base: Value, name: str, at: At) -> Value | None:
        declared = decl.fields.get(name)
        if f"{decl.name}.{name}" in self.v.standing:
            return None  # worked out as a value
        return ty.Field(declared.type, decl.name, name, base, at=at) if declared else None

    def _var(self, decl: KindDecl, base: Value | None, name: str, at: At) -> Value | None:
        declared = decl.vars.get(name)
        if declared is not None and declared.each is None:
            return ty.Var(declared.type, declared.key, base, None, at=at)
        if declared is not None:
            return ty.Row(declared.type, declared.key, base, at=at)
        for row in decl.vars.values():
            if row.each and name in self.v.enums[row.each].values:
                index = ty.Const(enum(row.each), self.v.enums[row.each].values.index(name), at=at)
                return ty.Var(row.type, row.key, base, index, at=at)
        return None

    def _zone(self, decl: KindDecl, base: Value | None, name: str, at: At) -> Value | None:
        zone = decl.zones.get(name)
        return ty.Zone(zone_of(zone.holds, slot=zone.slot), zone.key, base, at=at) if zone else None

    def _value(self, decl: KindDecl, base: Value, name: str, at: At) -> Value | None:
        value = self.v.values.get(f"{decl.name}.{name}")
        if value is None or value.params:
            return None
        return ty.Derived(self.result_of(value), value.key, base, at=at)

    def _script(self, decl: KindDecl, base: Value, name: str, at: At) -> Value | None:
        """A value each item computes by an expression of its own; an effect is yes or no: whether the item has one."""
        if decl.scripts.get(name) == "effect":
            return ty.HasScript(decl.name, name, base, at=at)
        of = {"number": NUMBER, "truth": TRUTH}.get(decl.scripts.get(name, ""))
        return ty.ItemFormula(of, decl.name, name, base, at=at) if of else None

    def _relative(self, decl: KindDecl, base: Value, name: str, at: At) -> Value | None:
        """Parents, parts, and the host of the zone a piece lies in."""
        if decl.part_of == name:
            return ty.Parent(kind(name), decl.name, base, at=at)
        for part in self.v.kinds.values():
            if part.part_of == decl.name and part.plural == name:
                return ty.Parts(set_of(kind(part.name)), part.name, base, at=at)
        if decl.part_of and name in self._ancestors(decl.part_of):
            parent = ty.Parent(kind(decl.part_of), decl.name, base, at=at)
            return self.find(parent, name, at)
        if name in self.hosts(decl.name):
            return ty.Host(kind(name), decl.name, name, base, at=at)
        return None

    def _ancestors(self, name: str) -> list[str]:
        found: list[str] = []
        up = self.v.kinds[name].part_of if name in self.v.kinds else None
        while up and up not in found:
            found.append(up)
            up = self.v.kinds[up].part_of if up in self.v.kinds else None
        return found

    def hosts(self, piece_kind: str) -> set[str]:
        """Kinds a piece of this kind can be asked its host of."""
        if piece_kind not in self._hosts:
            found = self._hosts[piece_kind] = set()
            for host in self.v.kinds.values():
                if any(zone.holds == piece_kind for zone in host.zones.values()):
                    found |= {host.name, *self._ancestors(host.name)}
                    if host.per_player:
                        found.add("player")
        return self._hosts[piece_kind]

    def _owned(self, decl: KindDecl, base: Value, name: str, at: At) -> Value | None:
        if decl.name != "player":
            return None
        for piece in self.v.kinds.values():
            if piece.per_player and piece.plural == name:
                return ty.Owned(set_of(kind(piece.name)), piece.name, base, at=at)
            if piece.per_player == 1 and piece.name == name:
                return ty.OwnedOne(kind(piece.name), piece.name, base, at=at)
        return None

    def _built_in(self, decl: KindDecl, base: Value, name: str, at: At) -> Value | None:
        if decl.name == "player":
            if name in ("left", "right"):
                return ty.Neighbour(base, 1 if name == "left" else -1, at=at)
            return ty.Seat(base, at=at) if name == "seat" else None
        if name == "owner" and decl.per_player:
            return ty.Owner(decl.name, base, at=at)
        if name == "aside" and not decl.zones_only:
            return ty.Aside(decl.name, base, at=at)
        if name == "face" and decl.faces > 1:
            return ty.FaceUp(decl.name, base, at=at)
        if decl.grid and name in ("column", "row"):
            return ty.GridLine(decl.name, name, base, at=at)
        if decl.grid and name in NEAR:
            return ty.Neighbours(set_of(kind(decl.name)), decl.name, name, base, at=at)
        return None

    def known(self, name: str) -> tuple[str, ...]:
        """Every property of a kind, for did-you-mean."""
        decl = self.v.kinds.get(name)
        if decl is None:
            return ()
        names = {*decl.fields, *decl.zones, *self.hosts(name), *decl.scripts}
        names |= {var for var in decl.vars if not var.startswith("(")}
        names |= {value.name for value in self.v.named_values() if value.of == name}
        names |= {part.plural for part in self.v.kinds.values() if part.part_of == name}
        names |= {v for row in decl.vars.values() if row.each for v in self.v.enums[row.each].values}
        if name == "player":
            names |= {"left", "right", "seat"} | {k.plural for k in self.v.kinds.values() if k.per_player}
        elif decl.per_player:
            names.add("owner")
        if decl.part_of:
            names |= {decl.part_of, *self._ancestors(decl.part_of)}
        if decl.grid:
            names |= {"column", "row", *NEAR}
        return tuple(sorted(names))
