"""What a model declares under a name, as lines: kinds, vars, zones and enums, with types, bounds and who sees them."""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.check.vocabulary import FieldDecl, KindDecl, ValueDecl, VarDecl, ZoneDecl
from interpreter.languages import in_words
from interpreter.play.names import Terms
from interpreter.play.pack import Pack
from interpreter.records import record

SHARED = "the table"
SEEN_BY = {"all": "everybody", "owner": "its owner only", "nobody": "nobody", "top": "everybody, the top one only"}


@record(frozen=True, slots=True)
class Declared:
    """One declaration: what it is, its words, and the facts about it."""

    name: str
    heading: str
    host: str
    term: str
    facts: tuple[str, ...]


def declared(pack: Pack, lang: str) -> dict[str, list[Declared]]:
    """Everything the model of a pack declares, by name; a name may stand on several hosts."""
    found: dict[str, list[Declared]] = {}
    for one in _all(pack, lang):
        found.setdefault(one.name, []).append(one)
    return found


def _all(pack: Pack, lang: str) -> Iterator[Declared]:
    v, terms = pack.vocabulary, Terms(pack.vocabulary)
    for kind in v.kinds.values():
        yield Declared(kind.name, f"kind {kind.name}", "", terms.term(kind.name).get(lang), tuple(_kind(kind, lang)))
    for enum in v.enums.values():
        values = ", ".join(enum.values)
        yield Declared(enum.name, f"enum {enum.name}", "", terms.term(enum.name).get(lang), (f"values: {values}",))
    for host in v.hosts():
        where = SHARED if host is v.shared else host.name
        for var in host.vars.values():
            if not var.name.startswith("("):
                facts = tuple(_var(var))
                yield Declared(var.name, f"var {var.name} of {where}", where, terms.term(var.name).get(lang), facts)
        for zone in host.zones.values():
            facts = tuple(_zone(zone))
            yield Declared(zone.name, f"zone {zone.name} of {where}", where, terms.term(zone.name).get(lang), facts)


def value_facts(value: ValueDecl) -> Iterator[str]:
    """What a derived value is: of whom, from what, which type, and its formula as it stands in the pack."""
    given = ", ".join(f"{name}: {of}" for name, of in value.params)
    yield f"of: {value.of}" if value.of else "of: " + SHARED
    if given:
        yield f"given: {given}"
    if value.formula is not None:
        yield f"type: {value.formula.value.type}"
    lines = value.source.text.strip().splitlines()
    if len(lines) == 1:
        yield f"is: {lines[0]}"
    else:
        yield "is:"
        yield from (f"  {line}" for line in lines)


def _kind(kind: KindDecl, lang: str) -> Iterator[str]:
    for heading, lines in (
        ("fields", [_field(one) for one in kind.fields.values()]),
        ("vars", [f"{one.name}: {_type(one)}" for one in kind.vars.values() if not one.name.startswith("(")]),
        ("zones", [f"{one.name}: {one.holds}" for one in kind.zones.values()]),
        ("scripts", [f"{name}: {of}" for name, of in kind.scripts.items()]),
        ("things", _things(kind, lang)),
    ):
        if lines:
            yield f"{heading} ({len(lines)})"
            yield from (f"  {line}" for line in lines)


def _things(kind: KindDecl, lang: str) -> list[str]:
    width = max((len(one.id) for one in kind.items), default=0)
    return [
        f"{one.id:<{width}}  {in_words(one.name, lang)}" + (f" (x{one.count})" if one.count > 1 else "")
        for one in kind.items
    ]


def _field(field: FieldDecl) -> str:
    notes = [_bounded(str(field.type), field.low, field.high)]
    notes += ["needed"] if field.required else []
    notes += ["shown beside the name"] if field.show else []
    notes += ["on the back"] if field.public else []
    return f"{field.name}: {', '.join(notes)}"


def _type(var: VarDecl) -> str:
    told = _bounded(str(var.type), var.low, var.high)
    return f"{told} for each {var.each}" if var.each else told


def _bounded(of: str, low: int | None, high: int | None) -> str:
    if low is not None and high is not None:
        return f"{of} from {low} to {high}"
    if low is not None:
        return f"{of} from {low} up"
    return f"{of} up to {high}" if high is not None else of


def _var(var: VarDecl) -> Iterator[str]:
    yield f"type: {_type(var)}"
    if var.resets:
        yield f"goes back to its start with: begin {var.resets}"
    if var.overflow_source is not None:
        yield f"beyond its bound: {' '.join(var.overflow_source.text.split())}"
    yield f"seen by: {SEEN_BY.get(var.visible, var.visible)}"
    if var.quiet:
        yield "not shown on the board"


def _zone(zone: ZoneDecl) -> Iterator[str]:
    room = f", {zone.capacity} at most" if zone.capacity is not None else ""
    yield f"holds: {zone.holds}{room}{', in order' if zone.ordered else ''}"
    yield f"seen by: {SEEN_BY.get(zone.visible, zone.visible)}"
    if zone.quiet:
        yield "not shown on the board"
