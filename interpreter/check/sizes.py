"""How many things there can be: the most of each kind, and the cells the state of a game takes, whatever the options."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from interpreter.check.vocabulary import KindDecl, Vocabulary, ZoneDecl


class Sizes:
    """The most things of each kind, for the most players."""

    def __init__(self, v: Vocabulary) -> None:
        self.v = v
        self.seats = v.players[1]
        self.people = max(
            (seats + v.neutrals.get(seats, 0) for seats in range(v.players[0], v.players[1] + 1)), default=1
        )
        self.things = {name: self._things(decl) for name, decl in v.kinds.items()}
        self.things["shared"] = 1
        self.copies = {
            name: max((item.count for item in decl.items), default=0) * (self.people if decl.per_player else 1)
            for name, decl in v.kinds.items()
        }
        self.parts = {name: self._parts(decl) for name, decl in v.kinds.items()}

    def _things(self, decl: KindDecl) -> int:
        if decl.name == "player":
            return self.people
        return self.owned(decl) * (self.people if decl.per_player else 1)

    @staticmethod
    def owned(decl: KindDecl) -> int:
        """How many things of a kind there are, or each player has."""
        return sum(item.count for item in decl.items)

    @staticmethod
    def _parts(decl: KindDecl) -> int:
        """How many things of a kind belong to one thing at most."""
        found: Counter[str] = Counter()
        for item in decl.items:
            found[item.parent or ""] += item.count
        return max(found.values(), default=0)

    def zone(self, key: str) -> int:
        """How many pieces lie in a zone at most."""
        return self.room(self.v.zone(key))

    def room(self, zone: ZoneDecl) -> int:
        """How many pieces fit into a zone."""
        pieces = self.things.get(zone.holds, 0)
        return pieces if zone.capacity is None else min(zone.capacity, pieces)

    def cells(self) -> dict[str, int]:
        """The cells of the state, by what takes them: `zone` or `var` and its key, or the name of a kind."""
        found: dict[str, int] = {}
        for decl in self.v.hosts():
            hosts = self.things.get(decl.name, 1)
            for var in decl.vars.values():
                width = len(self.v.enums[var.each].values) if var.each and var.each in self.v.enums else 1
                found[f"var {var.key}"] = hosts * width
            for zone in decl.zones.values():
                found[f"zone {zone.key}"] = hosts * (self.room(zone) + 1)
            found[decl.name] = 3 * hosts
        return found
