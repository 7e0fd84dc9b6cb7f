"""What values read and statements write: state-based rules are looked at, and proofs given up, only where these meet.

It is told by tokens: `var` keys, which pieces lie in a `zone`, `where` pieces of a kind are, which are `aside`, which
`face` is up.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from interpreter.check.typed import Do, E, Formula

if TYPE_CHECKING:
    from interpreter.check.vocabulary import Vocabulary


def wanted_by(value: E, v: Vocabulary) -> set[str]:
    """Everything a value reads."""
    found: set[str] = set()
    stack: list[object] = [value]
    while stack:
        node = stack.pop()
        if not isinstance(node, E):
            continue
        found |= _own_reads(node, v)
        if node.op in ("value", "formula"):
            found |= _behind(node, v)
        stack.extend(node.args)
    return found


def _behind(node: E, v: Vocabulary) -> set[str]:
    """What the definition of a derived value reads, or the scripts of a kind do: worked out once."""
    name = str(node.args[0]) if node.op == "value" else f"{node.args[0]}.{node.args[1]}()"
    if name not in v.reads:
        v.reads[name] = set()  # while it is being worked out: something that reads itself adds nothing
        v.reads[name] = set().union(*(wanted_by(one, v) for one in _definitions(node, v)))
    return v.reads[name]


def _definitions(node: E, v: Vocabulary) -> list[E]:
    """The expression of a derived value; for scripts, that of every item of the kind."""
    made: list[object] = []
    if node.op == "value":
        made.append(v.values[node.args[0]].formula)
    else:
        kind, script = node.args[:2]
        made += [face.scripts.get(script) for item in v.kinds[kind].items for face in item.faces]
    return [formula.value for formula in made if isinstance(formula, Formula)]


def _own_reads(node: E, v: Vocabulary) -> set[str]:
    match node.op:
        case "var":
            return {f"var {node.args[0]}"}
        case "zone":
            return {f"zone {node.args[0]}"}
        case "host":
            return {f"where {node.args[0]}"}
        case "inside":
            return {f"where {node.args[0].type.name}"}
        case "aside":
            return {f"aside {node.args[0]}"}
        case "face":
            return {f"face {node.args[0]}"}
        case "field" | "formula" if v.kinds[node.args[0]].faces > 1:
            return {f"face {node.args[0]}"}
    return set()


def written_by(statement: Do, v: Vocabulary, origins: Mapping[int, str] = MappingProxyType({})) -> set[str]:
    """Everything an engine statement may change; `origins` are the zones that pieces in locals are known to lie in."""
    args = statement.args
    for name in ("counter", "var"):
        if name in args:
            return {f"var {args[name].args[0]}"}
    match statement.primitive:
        case "flip":
            return {f"face {args['piece'].type.name}"}
        case "roll":
            kind = args["dice"].type.name
            return {f"var {kind}.{v.kinds[kind].rolls}"}
        case "begin":
            return {f"var {var.key}" for d in v.hosts() for var in d.vars.values() if var.resets == args["span"]}
        case "reveal" | "show" | "end_game" | "win_game":
            return set()
    found: set[str] = set()
    for name, value in args.items():
        if isinstance(value, E) and value.type.tag == "zone":
            found |= _zone_tokens(value, v)
        elif name == "piece":
            found |= _piece_tokens(value, statement.primitive, v, origins)
    return found


def _zone_tokens(zone: E, v: Vocabulary) -> set[str]:
    kind = zone.type.name
    return {f"where {kind}", *([f"zone {zone.args[0]}"] if zone.op == "zone" else zones_of(kind, v))}


def zones_of(kind: str, v: Vocabulary) -> set[str]:
    """A token for every zone that may hold pieces of a kind."""
    return {f"zone {zone.key}" for host in v.hosts() for zone in host.zones.values() if zone.holds == kind}


def _piece_tokens(piece: E, primitive: str, v: Vocabulary, origins: Mapping[int, str]) -> set[str]:
    kind = piece.type.name
    origin = origin_of(piece, origins)
    found = {f"where {kind}"} | ({f"zone {origin}"} if origin else zones_of(kind, v))
    if not origin or primitive == "remove":
        found.add(f"aside {kind}")
    return found


def origin_of(value: E, origins: Mapping[int, str]) -> str:
    """The zone a piece, or every piece of a set, is evidently taken from; empty when that cannot be told."""
    match value.op:
        case "local":
            return origins.get(value.args[0], "")
        case "filter":
            return origin_of(value.args[0], origins)
        case "slot" | "contents":
            return str(value.args[0].args[0]) if value.args[0].op == "zone" else ""
        case "func" if value.args[0] in ("first", "top", "last"):
            return origin_of(value.args[1], origins)
    return ""
