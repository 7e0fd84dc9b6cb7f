"""What `table.yaml` of a pack says about its table, as plain data that the page understands.

The file was read against the pack (`interpreter.play.tables`), so every name in it is one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from interpreter.play.tables import FIRST, OWN, REGIONS

Data = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Hints:
    """The hints of a pack, as they were read; an empty mapping when it has none."""

    table: Mapping[str, Any] = field(default_factory=dict)

    @property
    def first(self) -> str | None:
        """What a small screen shows first: a region."""
        found = self.table.get(FIRST)
        return str(found) if found is not None else None

    def of_kind(self, name: str) -> Data:
        """How things of a kind are drawn."""
        found = self.table.get(name)
        return {key: value for key, value in found.items() if key in OWN} if isinstance(found, Mapping) else {}

    def of_member(self, host: str, name: str) -> Data:
        """How a zone, a var or a value of a kind is drawn."""
        kind = self.table.get(host)
        found = kind.get(name) if isinstance(kind, Mapping) else None
        return {key: value for key, value in found.items() if key in OWN} if isinstance(found, Mapping) else {}

    def regions(self) -> list[Data]:
        """The regions a pack declares, each with what lies in it: its group, and the kinds that say they are in it."""
        found = []
        for name, region in self.table.get(REGIONS, {}).items():
            kinds = [
                kind
                for kind, said in self.table.items()
                if isinstance(said, Mapping) and kind != REGIONS and said.get("in") == name
            ]
            holds = [*region.get("group", ()), *kinds]
            found.append({"name": name, "holds": holds} | {key: region[key] for key in region if key != "group"})
        return found
