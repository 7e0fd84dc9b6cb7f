"""Tables of packs on packs: what the upper one says goes over the one below; those beside each other must not disagree."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from interpreter.source import Mapping as Keys
from interpreter.source.errors import Conflict
from interpreter.source.tree import plain

if TYPE_CHECKING:
    from interpreter.source import Document, Node

REGIONS, GROUP, ADD = "regions", "group", "add"
Path = tuple[str, ...]


def put_over(below: dict[str, Any], above: dict[str, Any]) -> None:
    """Put the hints of a pack over those of the packs below, key by key; what it gives a place to leaves its old one."""
    placed = {name for region in above.get(REGIONS, {}).values() for name in _named(region.get(GROUP, ()))}
    for region in below.get(REGIONS, {}).values():
        if GROUP in region:
            region[GROUP] = [name for name in region[GROUP] if name not in placed]
    _merge(below, above)
    for region in below.get(REGIONS, {}).values():
        if GROUP in region:
            region[GROUP] = _named(region[GROUP])


def _named(group: Any) -> list[str]:  # noqa: ANN401 - a list, or what is added to one
    return list(group[ADD] if isinstance(group, dict) else group)


def _merge(below: dict[str, Any], above: dict[str, Any]) -> None:
    for key, value in above.items():
        there = below.get(key)
        if isinstance(value, dict) and isinstance(there, list) and ADD in value:
            below[key] = [*there, *value[ADD]]
        elif isinstance(value, dict) and isinstance(there, dict):
            _merge(there, value)
        else:
            below[key] = value


def conflicts(tables: Iterable[tuple[str, Document]], above: Mapping[str, frozenset[str]]) -> Iterator[Conflict]:
    """The keys that two packs want in two ways, of which neither stands on the other (`above`: what each stands on)."""
    said: dict[Path, list[tuple[str, Node]]] = {}
    for owner, document in tables:
        for path, value in _leaves(document.root, ()):
            said.setdefault(path, []).append((owner, value))
    for path, values in said.items():
        decided = [owner for owner, _ in values]
        for at, (owner, value) in enumerate(values):
            for other, different in values[:at]:
                beside = other not in above[owner] and owner not in above[other]
                over_both = any({owner, other} <= above[one] for one in decided)
                if beside and not over_both and plain(value) != plain(different):
                    what = f"`{'.'.join(path)}` of table.yaml"
                    yield Conflict(different.span, (other, owner), ("change", "change"), what, (value.span,))


def _leaves(node: Node, path: Path) -> Iterator[tuple[Path, Node]]:
    """Every value of a table by its path; what is added to a list is in nobody's way."""
    if not isinstance(node, Keys):
        yield path, node
        return
    for key, value in node.entries:
        if not (path and path[-1] == GROUP and key.text == ADD):
            yield from _leaves(value, (*path, key.text))
