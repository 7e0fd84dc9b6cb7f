"""Which things react where: those in the zone their kind listens from, or wherever they lie.

In the turn of each player those react that lie with this player; what lies with nobody, on the table or on a board,
reacts once behind all players, and `me` is who acts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.check import typed as ty
from interpreter.check.properties import Properties
from interpreter.check.types import NUMBER, PLAYER, kind, set_of, zone_of

if TYPE_CHECKING:
    from interpreter.check.vocabulary import KindDecl, Vocabulary
    from interpreter.engine.layout import Layout

ELEMENT = 1


class Listening:
    """Finds the things that react to an event."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.v: Vocabulary = layout.v
        self.properties = Properties(self.v, lambda _value: NUMBER)

    def with_me(self, event: str) -> list[tuple[str, ty.Value]]:
        """For each kind that may lie with a player: the things that react in the turn of that player."""
        found: list[tuple[str, ty.Value]] = []
        for decl in self._kinds(event):
            if decl.listens:
                zone = ty.Zone(zone_of(decl.name), self.v.kinds["player"].zones[decl.listens].key, ty.Me())
                found.append((decl.name, ty.Contents(set_of(kind(decl.name)), zone)))
            elif self._has_owner(decl):
                found.append((decl.name, self._those(decl, event, ty.Compare("is", self._owner(decl), ty.Me()))))
        return found

    def with_nobody(self, event: str) -> list[tuple[str, ty.Value]]:
        """For each kind that may lie with nobody: the things that react behind all players."""
        found: list[tuple[str, ty.Value]] = []
        for decl in self._kinds(event):
            if decl.listens:
                continue
            conds: list[ty.Value] = []
            if self._has_owner(decl):
                conds.append(ty.Not(ty.Some(self._owner(decl))))
            if not decl.zones_only:
                conds.append(ty.Not(ty.Aside(decl.name, self._element(decl))))
            cond = conds[0] if len(conds) == 1 else ty.Logic("and", *conds) if conds else None
            found.append((decl.name, self._those(decl, event, cond)))
        return found

    def _kinds(self, event: str) -> list[KindDecl]:
        return [
            decl
            for decl in self.v.kinds.values()
            if any(item.when is not None and item.when.event == event for item in decl.items)
        ]

    def _has_owner(self, decl: KindDecl) -> bool:
        return "player" in self.properties.hosts(decl.name)

    def _element(self, decl: KindDecl) -> ty.Element:
        return ty.Element(kind(decl.name), ELEMENT)

    def _owner(self, decl: KindDecl) -> ty.Host:
        return ty.Host(PLAYER, decl.name, "player", self._element(decl))

    def _those(self, decl: KindDecl, event: str, cond: ty.Value | None) -> ty.Value:
        """The things that hear the event and lie so: only they are looked at."""
        hearing = [
            number
            for number, thing in enumerate(self.layout.things[decl.name])
            if thing.item is not None and thing.item.when is not None and thing.item.when.event == event
        ]
        of = set_of(kind(decl.name))
        listed = ty.Listing(of, tuple(ty.Const(kind(decl.name), number) for number in hearing))
        return listed if cond is None else ty.Filter(of, listed, ELEMENT, cond)
