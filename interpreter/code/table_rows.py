"""The constant tables of a layout: what its fields, parents, hosts, … are for every thing, and for none at the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from interpreter.engine.layout import Layout
    from interpreter.primitives.grids import Around


class TableRows:
    """Makes the rows of tables for one layout."""

    def __init__(self, layout: Layout, around: Around) -> None:
        self.layout, self.v, self._around = layout, layout.v, around

    def field_values(self, kind: str, name: str) -> list[int]:
        """What a field is for every thing and face, and for none."""
        row = []
        field, faces = self.v.kinds[kind].fields[name], self.v.kinds[kind].faces
        for thing in self.layout.things[kind]:
            for face in range(faces):
                value = thing.item.faces[face].values.get(name, -1) if thing.item else -1
                row.append(self.layout.item_index(field.type.name, value) if isinstance(value, str) else int(value))
        return [*row, 0 if field.type.tag in ("number", "truth") else -1]

    def hosts(self, piece: str, target: str) -> list[int]:
        """For every address a piece can lie at: the thing of the target kind it then lies on."""
        row = [-1] * (self.layout.size + 1)
        for address, (place, host) in self.layout.zone_addresses().items():
            if place.decl.holds == piece:
                row[address] = self.layout.climb(place.decl.host, host, target)
        return row

    def groups(self, part: str) -> list[tuple[int, ...]]:
        """The parts of every thing."""
        parent = self.v.kinds[part].part_of or ""
        groups: list[list[int]] = [[] for _ in self.layout.things[parent]]
        for number, above in enumerate(self.layout.parents[part]):
            groups[above].append(number)
        return [*(tuple(group) for group in groups), ()]

    def same_items(self, kind: str) -> list[tuple[int, ...]]:
        """For every thing, those made from the same item."""
        things = self.layout.things[kind]
        return [*(tuple(i for i, other in enumerate(things) if other.item is thing.item) for thing in things), ()]

    def scripted(self, kind: str, script: str) -> list[int]:
        """Whether every thing and face has a script."""
        faces = self.v.kinds[kind].faces
        row = [
            int(thing.item is not None and thing.item.faces[face].scripts.get(script) is not None)
            for thing in self.layout.things[kind]
            for face in range(faces)
        ]
        return [*row, *[0] * faces]

    def others(self, first: int) -> list[tuple[int, ...]]:
        """For each player all from them on, or all others; for neutrals, and for none, all players by seat."""
        seats, people = self.layout.seats, self.layout.people
        rows = [tuple(self._around.players_from(seat))[first if seat < seats else 0 :] for seat in range(people)]
        return [*rows, tuple(range(seats))]
