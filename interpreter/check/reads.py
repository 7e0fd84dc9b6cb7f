"""What values read and statements write: state-based rules are looked at, and proofs given up, only where these meet.

It is told by tokens: `var` keys, which pieces lie in a `zone`, `where` pieces of a kind are, which are `aside`, which
`face` is up.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING

from interpreter.check import typed as ty
from interpreter.check.operands import cell_of
from interpreter.check.typed import Do, Formula, Value
from interpreter.primitives import STATEMENTS, Statement

if TYPE_CHECKING:
    from interpreter.check.vocabulary import Vocabulary


def wanted_by(value: Value, v: Vocabulary) -> frozenset[str]:
    """Everything a value reads in a game with these words; worked out once."""
    known: tuple[Vocabulary, frozenset[str]] | None = getattr(value, "_wanted", None)
    if known is not None and known[0] is v:
        return known[1]
    found = frozenset(_wanted_by(value, v))
    object.__setattr__(value, "_wanted", (v, found))
    return found


def watched(v: Vocabulary) -> list[frozenset[str]]:
    """Everything that each state-based rule reads."""
    return [wanted_by(watch.cond.value, v) if watch.cond else frozenset() for watch in v.watches]


def _wanted_by(value: Value, v: Vocabulary) -> set[str]:  # noqa: C901 - one case for each form that reads
    found: set[str] = set()
    for node in ty.nodes(value):
        match node:
            case ty.Var(key=key):
                found.add(f"var {key}")
            case ty.Zone(key=key):
                found.add(f"zone {key}")
            case ty.Host(kind=kind):
                found.add(f"where {kind}")
            case ty.InZone(piece=piece):
                found.add(f"where {piece.type.name}")
            case ty.Aside(kind=kind):
                found.add(f"aside {kind}")
            case ty.FaceUp(kind=kind):
                found.add(f"face {kind}")
            case ty.Field(kind=kind) | ty.HasScript(kind=kind):
                found |= _faces(kind, v)
            case ty.Derived(key=key):
                formula = v.values[key].formula
                found |= _behind((key,), [formula] if formula is not None else [], v)
            case ty.ItemFormula(kind=kind, script=script):
                made = [face.scripts.get(script) for item in v.kinds[kind].items for face in item.faces]
                found |= _faces(kind, v) | _behind((kind, script), made, v)
    return found


def _faces(kind: str, v: Vocabulary) -> set[str]:
    return {f"face {kind}"} if v.kinds[kind].faces > 1 else set()


def _behind(name: tuple[str, ...], definitions: Sequence[object], v: Vocabulary) -> set[str]:
    """What the definition of a derived value reads, or the scripts of a kind do: worked out once."""
    if name not in v.reads:
        v.reads[name] = set()  # while it is being worked out: something that reads itself adds nothing
        made = (wanted_by(one.value, v) for one in definitions if isinstance(one, Formula))
        v.reads[name] = set().union(*made)
    return v.reads[name]


def written_by(statement: Do, v: Vocabulary, origins: Mapping[int, str] = MappingProxyType({})) -> set[str]:
    """Everything an engine statement may change; `origins` are the zones that pieces in locals are known to lie in."""
    args, declared = statement.args, STATEMENTS[statement.primitive]
    span = statement.words.get(declared.named("span"))
    found: set[str] = set()
    for what in declared.writes:
        match what:
            case "counter" | "var":
                found |= {f"var {cell.key}"} if (cell := cell_of(statement)) is not None else set()
            case "face":
                found.add(f"face {args[declared.named('piece', 'pieces')].type.name}")
            case "rolls":
                kind = args[declared.named("pieces")].type.name
                found.add(f"var {kind}.{v.kinds[kind].rolls}")
            case "resets":
                found |= {f"var {var.key}" for d in v.hosts() for var in d.vars.values() if var.resets == span}
                found |= _emptied(span, v)
            case "pieces":
                found |= _moved_by(declared, args, v, origins)
    return found


def _emptied(span: object, v: Vocabulary) -> set[str]:
    """What changes when pieces are put aside from the zones that reset with a span."""
    found: set[str] = set()
    for zone in (zone for host in v.hosts() for zone in host.zones.values() if zone.resets == span):
        found |= {f"zone {zone.key}", f"where {zone.holds}", f"aside {zone.holds}", f"face {zone.holds}"}
    return found


def _moved_by(declared: Statement, args: Mapping[str, Value], v: Vocabulary, origins: Mapping[int, str]) -> set[str]:
    found: set[str] = set()
    for name, value in args.items():
        if value.type.tag == "zone":
            found |= _zone_tokens(value, v)
        elif declared.params[name] in ("piece", "pieces"):
            found |= _piece_tokens(value, v, origins, aside=declared.aside)
    return found


def _zone_tokens(zone: Value, v: Vocabulary) -> set[str]:
    kind = zone.type.name
    return {f"where {kind}", *([f"zone {zone.key}"] if isinstance(zone, ty.Zone) else zones_of(kind, v))}


def zones_of(kind: str, v: Vocabulary) -> set[str]:
    """A token for every zone that may hold pieces of a kind."""
    return {f"zone {zone.key}" for host in v.hosts() for zone in host.zones.values() if zone.holds == kind}


def _piece_tokens(piece: Value, v: Vocabulary, origins: Mapping[int, str], *, aside: bool) -> set[str]:
    kind = piece.type.name
    origin = origin_of(piece, origins)
    found = {f"where {kind}"} | ({f"zone {origin}"} if origin else zones_of(kind, v))
    if not origin or aside:
        found.add(f"aside {kind}")
    return found


def origin_of(value: Value, origins: Mapping[int, str]) -> str:
    """The zone a piece, or every piece of a set, is evidently taken from; empty when that cannot be told."""
    match value:
        case ty.Local(slot=slot):
            return origins.get(slot, "")
        case ty.Filter(items=items):
            return origin_of(items, origins)
        case ty.InSlot(zone=zone) | ty.Contents(zone=zone):
            return zone.key if isinstance(zone, ty.Zone) else ""
        case ty.Applied(given=(items,)) if items.type.tag == "set":
            return origin_of(items, origins)
    return ""
